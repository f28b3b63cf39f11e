//! Every way to the national championship, against the worked examples of the rules.

mod leagues;
mod mw;
mod online;
mod order;
mod ties;
mod tournaments;
mod waivers;
