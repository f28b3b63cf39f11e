//! Converts recorded competitions into the input of the calculations: written ids become keys.

use crate::competitions::league::{ClosedLeague, Meeting, TableLine};
use crate::competitions::online::OnlineTable;
use crate::event::{
    LeagueRecord, OnlineTableRecord, PlacedPlayer, PlayedTable, RecordedFinish, RecordedGame, RecordedMeeting,
    RecordedOutcome, ResultLine, TournamentRecord,
};
use crate::rulebook::Rulebook;
use crate::tournament::result::{ClosedTournament, ExceptionDecision, Finish, finishes_from_rounds};
use crate::tournament::standings::{PlayedGame, Table};
use crate::values::ids::{CompetitionKey, PlayerId, PlayerKey};
use crate::values::points::SmallPoints;

/// Decisions on a competition beside its record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CompetitionDecisions {
    pub waivers: Vec<PlayerId>,
    /// The order that was set among tied players.
    pub tie: Option<Vec<PlayerId>>,
    /// The decision on a low attendance; tournaments only.
    pub exception: Option<ExceptionDecision>,
}

pub fn tournament(
    record: &TournamentRecord,
    competition: CompetitionKey,
    beside: &CompetitionDecisions,
    key: &dyn Fn(&PlayerId) -> PlayerKey,
    rulebook: &Rulebook,
) -> ClosedTournament {
    let TournamentRecord { ended_at, submitted_at, voivodeship, class, planned_games, outcome, .. } = record;
    let table = |played: &PlayedTable| Table {
        seats: played.seats.iter().map(key).collect(),
        games: played.games.iter().map(|game| played_game(game, rulebook)).collect(),
    };
    let finishes = match outcome {
        RecordedOutcome::Results(lines) => {
            let finish = |line: &ResultLine| Finish {
                player: key(&line.player),
                place: match line.finish {
                    RecordedFinish::Place(place) => Some(place),
                    RecordedFinish::Disqualified => None,
                },
                disqualified: line.finish == RecordedFinish::Disqualified,
                games_played: line.games_played,
                games_unplayed: 0,
            };
            lines.iter().map(finish).collect()
        }
        RecordedOutcome::Rounds { rounds, final_table, disqualified } => {
            let tables: Vec<Table> = rounds.iter().flatten().map(table).collect();
            let disqualified: Vec<PlayerKey> = disqualified.iter().map(key).collect();
            finishes_from_rounds(&tables, &[], final_table.as_ref().map(table).as_ref(), &disqualified, rulebook)
        }
    };
    ClosedTournament {
        competition,
        ended_at: *ended_at,
        submitted_at: *submitted_at,
        voivodeship: *voivodeship,
        class: *class,
        planned_games: *planned_games,
        finishes,
        waivers: valid_waivers(&beside.waivers, &outcome.players()).map(key).collect(),
        exception: beside.exception,
    }
}

fn played_game(game: &RecordedGame, rulebook: &Rulebook) -> PlayedGame {
    let small: Vec<SmallPoints> = game.small.iter().flatten().map(|points| SmallPoints((*points).into())).collect();
    PlayedGame::new(game.ending, &small, rulebook)
}

pub fn league(
    record: &LeagueRecord,
    competition: CompetitionKey,
    beside: &CompetitionDecisions,
    key: &dyn Fn(&PlayerId) -> PlayerKey,
) -> ClosedLeague {
    let meeting =
        |meeting: &RecordedMeeting| Meeting { day: meeting.day, present: meeting.present.iter().map(key).collect() };
    ClosedLeague {
        competition,
        voivodeship: record.voivodeship,
        ended_at: record.ended_at,
        submitted_at: record.submitted_at,
        meetings: record.meetings.iter().map(meeting).collect(),
        table: table(&record.table, key),
        waivers: valid_waivers(&beside.waivers, &record.players()).map(key).collect(),
    }
}

pub fn online(
    record: &OnlineTableRecord,
    competition: CompetitionKey,
    beside: &CompetitionDecisions,
    key: &dyn Fn(&PlayerId) -> PlayerKey,
) -> OnlineTable {
    OnlineTable {
        competition,
        kind: record.kind,
        edition: record.edition,
        ended_at: record.ended_at,
        submitted_at: record.submitted_at,
        table: table(&record.table, key),
        waivers: valid_waivers(&beside.waivers, &record.players()).map(key).collect(),
    }
}

fn table(lines: &[PlacedPlayer], key: &dyn Fn(&PlayerId) -> PlayerKey) -> Vec<TableLine> {
    lines.iter().map(|line| TableLine { player: key(&line.player), place: line.place }).collect()
}

/// Waivers of players whom the record names: a correction may leave out a player who had waived.
pub fn valid_waivers<'a>(waivers: &'a [PlayerId], there: &[&PlayerId]) -> impl Iterator<Item = &'a PlayerId> {
    waivers.iter().filter(|player| there.contains(player))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_waiver_of_somebody_whom_the_record_does_not_name_is_not_heard() {
        let player = |id: &str| PlayerId::parse(id).unwrap();
        let (kasia, olek, piotr) = (player("kasia"), player("olek"), player("piotr"));
        let waivers = [olek.clone(), kasia.clone()];
        assert_eq!(valid_waivers(&waivers, &[&kasia, &piotr]).collect::<Vec<_>>(), [&kasia]);
        assert_eq!(valid_waivers(&waivers, &[&kasia, &olek, &kasia]).collect::<Vec<_>>(), [&olek, &kasia]);
    }
}
