//! Every way to the national championship, against the worked examples of the rules.

mod grand_prix;
mod leagues;
mod mw;
mod online;
mod order;
mod ranking;
mod settled;
mod ties;
mod tournaments;
mod waivers;
