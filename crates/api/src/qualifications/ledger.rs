//! Ledgers of qualifications: what the rules propose, what persons decide, and the chain of custody of every seat.

pub(crate) mod accounts;
pub(crate) mod mp;
pub(crate) mod mw;
mod operations;
mod people;
pub(crate) mod proposals;
mod refusal;
pub(crate) mod requests;
pub(crate) mod seats;

use crate::http::address;
use crate::http::problem::{Problem, ProblemKind};
use domain::qualification::ledger::Target;
use domain::values::ids::{ChampionshipId, SeasonId};

fn ledger_address(target: &Target) -> String {
    match target {
        Target::Mp(season) => format!("{}/qualifications/mp/ledger", address::of("seasons", season.as_str())),
        Target::Mw(championship) => format!("{}/ledger", address::of("mw", championship.as_str())),
    }
}

fn of_season(season: &str) -> Result<Target, Problem> {
    SeasonId::parse(season).map(Target::Mp).map_err(|_| ProblemKind::NotFound.into())
}

pub(crate) fn of_championship(id: &str) -> Result<Target, Problem> {
    ChampionshipId::parse(id).map(Target::Mw).map_err(|_| ProblemKind::NotFound.into())
}
