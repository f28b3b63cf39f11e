use super::*;
use crate::class::TournamentClass;
use crate::event::RecordedFinish;
use crate::event::{Commitment, ResultLine};
use crate::test_support::moment;
use crate::voivodeship::Voivodeship;

fn record(order: &[u32]) -> TournamentRecord {
    let line = |(index, number): (usize, &u32)| ResultLine {
        player: PlayerId::parse(&format!("p{number:03}")).unwrap(),
        games_played: 12,
        finish: RecordedFinish::Place(Place::behind(index)),
    };
    TournamentRecord {
        name: Commitment([0; 32]),
        ended_at: moment("2025-03-01T17:00:00+01:00"),
        submitted_at: moment("2025-01-01T17:00:00+01:00"),
        voivodeship: Voivodeship::Slaskie,
        class: TournamentClass::Eliminatory,
        planned_games: 12,
        outcome: RecordedOutcome::Results(order.iter().enumerate().map(line).collect()),
    }
}

fn told(standings: &StandingsSoFar, rows: usize) -> Vec<(&str, u32, u32)> {
    let rows = standings.rows.iter().take(rows);
    rows.map(|row| (row.player.as_str(), row.place.number(), row.points.0)).collect()
}

#[test]
fn the_points_of_all_valid_members_are_added_up_and_a_small_member_gives_none() {
    let ids: Vec<EventId> = (1..=3).map(|number| EventId::parse(&format!("t{number}")).unwrap()).collect();
    let first = record(&(0..28).collect::<Vec<_>>());
    let second = record(&[1, 0].into_iter().chain(2..28).collect::<Vec<_>>());
    let small = record(&(0..10).collect::<Vec<_>>());
    let member = |index: usize, record| RecordedMember { id: &ids[index], record, exception: None };
    let rulebook = Rulebook::default();
    let standings = standings_so_far(&[member(2, &first), member(0, &second), member(1, &small)], &rulebook).unwrap();
    assert_eq!(told(&standings, 3), [("p000", 1, 185), ("p001", 1, 185), ("p002", 3, 140)]);
    assert_eq!(standings.valid, [ids[2].clone(), ids[0].clone()]);
    assert_eq!((standings.persons, standings.complete, standings.depth), (28, false, 8));
    let five = [member(2, &first); 5];
    assert!(standings_so_far(&five, &rulebook).unwrap().complete);
    assert_eq!(standings_so_far(&[], &rulebook), None);
}
