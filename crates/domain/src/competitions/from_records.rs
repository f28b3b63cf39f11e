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

/// Decisions on a competition that are not in its record.
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
    decisions: &CompetitionDecisions,
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
        waivers: valid_waivers(&decisions.waivers, &outcome.players()).map(key).collect(),
        exception: decisions.exception,
    }
}

/// A tournament by itself, without the decisions that are not in its record; the key of a player is their number in
/// the list.
pub fn tournament_by_itself<'a>(
    record: &'a TournamentRecord,
    rulebook: &Rulebook,
) -> (ClosedTournament, Vec<&'a PlayerId>) {
    let mut players = record.outcome.players();
    if let RecordedOutcome::Rounds { disqualified, .. } = &record.outcome {
        players.extend(disqualified);
    }
    players.sort_unstable();
    players.dedup();
    let key = |player: &PlayerId| PlayerKey(players.partition_point(|known| *known < player) as u32);
    let closed = tournament(record, CompetitionKey(0), &CompetitionDecisions::default(), &key, rulebook);
    (closed, players)
}

fn played_game(game: &RecordedGame, rulebook: &Rulebook) -> PlayedGame {
    let small: Vec<SmallPoints> = game.small.iter().flatten().map(|points| SmallPoints((*points).into())).collect();
    PlayedGame::new(game.ending, &small, rulebook)
}

pub fn league(
    record: &LeagueRecord,
    competition: CompetitionKey,
    decisions: &CompetitionDecisions,
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
        waivers: valid_waivers(&decisions.waivers, &record.players()).map(key).collect(),
    }
}

pub fn online(
    record: &OnlineTableRecord,
    competition: CompetitionKey,
    decisions: &CompetitionDecisions,
    key: &dyn Fn(&PlayerId) -> PlayerKey,
) -> OnlineTable {
    OnlineTable {
        competition,
        kind: record.kind,
        edition: record.edition,
        ended_at: record.ended_at,
        submitted_at: record.submitted_at,
        table: table(&record.table, key),
        waivers: valid_waivers(&decisions.waivers, &record.players()).map(key).collect(),
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
    use crate::competitions::class::TournamentClass;
    use crate::event::Commitment;
    use crate::game::Ending;
    use crate::test_support::moment;
    use crate::values::place::Place;
    use crate::values::voivodeship::Voivodeship;

    #[test]
    fn a_waiver_of_somebody_whom_the_record_does_not_name_is_not_heard() {
        let player = |id: &str| PlayerId::parse(id).unwrap();
        let (kasia, olek, piotr) = (player("kasia"), player("olek"), player("piotr"));
        let waivers = [olek.clone(), kasia.clone()];
        assert_eq!(valid_waivers(&waivers, &[&kasia, &piotr]).collect::<Vec<_>>(), [&kasia]);
        assert_eq!(valid_waivers(&waivers, &[&kasia, &olek, &kasia]).collect::<Vec<_>>(), [&olek, &kasia]);
    }

    fn record(outcome: RecordedOutcome) -> TournamentRecord {
        TournamentRecord {
            name: Commitment([0; 32]),
            ended_at: moment("2025-03-15T16:00:00+01:00"),
            submitted_at: moment("2025-01-15T12:00:00+01:00"),
            voivodeship: Voivodeship::Mazowieckie,
            class: TournamentClass::Ordinary,
            planned_games: 1,
            outcome,
        }
    }

    #[test]
    fn given_results_when_a_tournament_is_read_by_itself_then_keys_follow_the_ids_of_its_players() {
        let player = |id: &str| PlayerId::parse(id).unwrap();
        let line = |id: &str, finish| ResultLine { player: player(id), games_played: 1, finish };
        let record = record(RecordedOutcome::Results(vec![
            line("piotr", RecordedFinish::Place(Place::FIRST)),
            line("kasia", RecordedFinish::Disqualified),
        ]));
        let (closed, players) = tournament_by_itself(&record, &Rulebook::default());
        assert_eq!(players, [&player("kasia"), &player("piotr")]);
        assert_eq!(closed.winners(), [PlayerKey(1)]);
        let found: Vec<_> = closed.finishes.iter().map(|finish| (finish.player, finish.disqualified)).collect();
        assert_eq!(found, [(PlayerKey(1), false), (PlayerKey(0), true)]);
    }

    #[test]
    fn given_rounds_with_a_disqualified_player_at_no_table_when_read_by_itself_then_they_do_not_finish() {
        let player = |id: &str| PlayerId::parse(id).unwrap();
        let game = RecordedGame { ending: Ending::RackEmptied, small: Some(vec![-10, 30, -20]) };
        let seats = ["olek", "kasia", "piotr"].map(player).to_vec();
        let rounds = vec![vec![PlayedTable { seats, games: vec![game] }]];
        let disqualified = vec![player("adam")];
        let record = record(RecordedOutcome::Rounds { rounds, final_table: None, disqualified });
        let (closed, players) = tournament_by_itself(&record, &Rulebook::default());
        let order = closed.shown_finishes();
        let names: Vec<&PlayerId> = order.iter().map(|finish| players[finish.player.index()]).collect();
        assert_eq!(names, [&player("kasia"), &player("olek"), &player("piotr")]);
    }
}
