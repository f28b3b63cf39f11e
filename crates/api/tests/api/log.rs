//! The event log over HTTP: what auditors read, what stays hidden, and live streams.

mod auditors;
mod secrecy;
mod streams;
