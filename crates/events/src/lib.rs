//! Where stored events, the log, its proofs and the person vault will live. Empty until the log is built.
