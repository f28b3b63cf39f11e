//! Small competitions for the tests of the rules.

pub(crate) mod given;
pub(crate) mod ledger_fixture;
pub(crate) mod random_season;
pub(crate) mod summary;
pub(crate) mod tournament_fixture;

use crate::competitions::class::TournamentClass;
use crate::game::Ending;
use crate::rulebook::Rulebook;
use crate::tournament::result::{ClosedTournament, Finish};
use crate::tournament::standings::PlayedGame;
use crate::values::calendar::{Day, Moment};
use crate::values::ids::{CompetitionKey, PlayerKey};
use crate::values::place::Place;
use crate::values::points::SmallPoints;
use crate::values::voivodeship::Voivodeship;

pub(crate) fn moment(text: &str) -> Moment {
    Moment::parse(text).unwrap()
}

pub(crate) fn day(text: &str) -> Day {
    Day::parse(text).unwrap()
}

pub(crate) fn place(number: u32) -> Place {
    Place::new(number).unwrap()
}

/// A game that time ended, with these small points.
pub(crate) fn played(small: &[i64]) -> PlayedGame {
    let small: Vec<SmallPoints> = small.iter().copied().map(SmallPoints).collect();
    PlayedGame::new(Ending::TimeExpired, &small, &Rulebook::default())
}

pub(crate) fn finish(player: u32, place_number: u32) -> Finish {
    Finish {
        player: PlayerKey(player),
        place: Some(place(place_number)),
        disqualified: false,
        games_played: 12,
        games_unplayed: 0,
    }
}

/// An eliminatory tournament of 12 games in mazowieckie: player 0 first, player 1 second, and so on.
pub(crate) fn tournament(players: u32) -> ClosedTournament {
    ClosedTournament {
        competition: CompetitionKey(0),
        ended_at: moment("2025-03-15T16:00:00+01:00"),
        submitted_at: moment("2025-01-15T12:00:00+01:00"),
        voivodeship: Voivodeship::Mazowieckie,
        class: TournamentClass::Eliminatory,
        planned_games: 12,
        finishes: (0..players).map(|player| finish(player, player + 1)).collect(),
        waivers: Vec::new(),
        exception: None,
    }
}
