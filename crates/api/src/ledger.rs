//! Qualifications as accounts: what the rules propose, what named persons do about it, and the chain of custody of every seat.

pub(crate) mod accounts;
mod body;
pub(crate) mod mp;
pub(crate) mod mw;
pub(crate) mod proposals;
mod refusal;
mod seats;
mod who;
pub(crate) mod wildcards;

use crate::address;
use crate::problem::{Problem, ProblemKind};
use domain::ids::{ChampionshipId, SeasonId};
use domain::ledger::Target;

/// The address of the ledger of a championship.
fn ledger_address(target: &Target) -> String {
    match target {
        Target::Mp(season) => format!("{}/qualifications/mp/ledger", address::of("seasons", season.as_str())),
        Target::Mw(championship) => format!("{}/ledger", address::of("mw", championship.as_str())),
    }
}

/// The national championship of the season in an address.
fn of_season(season: &str) -> Result<Target, Problem> {
    SeasonId::parse(season).map(Target::Mp).map_err(|_| ProblemKind::NotFound.into())
}

/// The voivodeship championship in an address.
fn of_championship(id: &str) -> Result<Target, Problem> {
    ChampionshipId::parse(id).map(Target::Mw).map_err(|_| ProblemKind::NotFound.into())
}
