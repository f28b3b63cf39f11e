//! Writing to the cabinet without events.

use crate::kostka::Kostka;
use crate::problem::Problem;
use crate::write::append_problem;
use events::append::Append;
use events::cabinet::CabinetWrite;

/// Makes these writes together or not at all; whoever was overtaken is told that it is a conflict.
pub(super) async fn append(kostka: &Kostka, cabinet: Vec<CabinetWrite>) -> Result<(), Problem> {
    let appended = kostka.log.append(Append { cabinet, ..Append::default() }).await;
    appended.map(drop).map_err(|error| append_problem(&error))
}
