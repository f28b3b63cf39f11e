//! Every way to the national championship, against the worked examples of the rules.

mod tournaments;
