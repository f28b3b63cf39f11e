//! Decisions on voivodeship championships.

use super::*;
use crate::values::ids::RulebookId;
use crate::values::voivodeship::Voivodeship;

fn window(first: &str, last: &str) -> Window {
    let day = |text| Day::parse(text).unwrap();
    Window::new(day(first), Some(day(last))).unwrap()
}

fn record() -> ChampionshipRecord {
    ChampionshipRecord {
        voivodeship: Voivodeship::Slaskie,
        window: window("2024-09-29", "2025-10-10"),
        rulebook: RulebookId::parse("pl-2024-25").unwrap(),
    }
}

fn asked(state: &Championship, action: ChampionshipAction) -> Result<Vec<ChampionshipEvent>, Rejection> {
    let context = Context { rulebook: Some(Rulebook::default()), others: Vec::new() };
    decide(state, &Command { action, context })
}

fn announced() -> Championship {
    Championship::Announced { record: record(), days: None }
}

fn on(first: &str, last: &str) -> ChampionshipAction {
    ChampionshipAction::Schedule { days: window(first, last) }
}

#[test]
fn a_championship_is_announced_once_under_a_rulebook_that_was_adopted() {
    let events = asked(&Championship::Unknown, ChampionshipAction::Announce(record())).unwrap();
    assert_eq!(events, [ChampionshipEvent::Announced(record())]);
    assert_eq!(events.iter().try_fold(Championship::Unknown, evolve), Ok(announced()));
    assert_eq!(asked(&announced(), ChampionshipAction::Announce(record())), Ok(vec![]));
    let other = ChampionshipRecord { voivodeship: Voivodeship::Opolskie, ..record() };
    assert_eq!(asked(&announced(), ChampionshipAction::Announce(other)), Err(Rejection::AlreadyAnnounced));
    let without_rules = Command { action: ChampionshipAction::Announce(record()), context: Context::default() };
    assert_eq!(decide(&Championship::Unknown, &without_rules), Err(Rejection::UnknownRulebook));
    assert_eq!(asked(&Championship::Unknown, on("2025-10-11", "2025-10-11")), Err(Rejection::UnknownChampionship));
}

#[test]
fn an_event_feeds_one_championship_of_its_voivodeship() {
    let other = ChampionshipId::parse("mw-slaskie-2024").unwrap();
    let context = |last| Context {
        rulebook: Some(Rulebook::default()),
        others: vec![(other.clone(), window("2023-10-01", last))],
    };
    let announce = |last| Command { action: ChampionshipAction::Announce(record()), context: context(last) };
    let overlaps = decide(&Championship::Unknown, &announce("2024-09-29"));
    assert_eq!(overlaps, Err(Rejection::Overlaps { other: other.clone() }));
    assert!(decide(&Championship::Unknown, &announce("2024-09-28")).is_ok());
}

#[test]
fn e36_a_championship_is_played_in_the_quarter_of_its_rulebook() {
    let day = |text| Day::parse(text).unwrap();
    let early = Championship::Announced {
        record: ChampionshipRecord { window: window("2024-09-29", "2025-09-20"), ..record() },
        days: None,
    };
    let outside = |text| Err(Rejection::OutsideQuarter { day: day(text) });
    assert_eq!(asked(&early, on("2025-09-30", "2025-10-01")), outside("2025-09-30"));
    assert_eq!(asked(&early, on("2025-12-31", "2026-01-01")), outside("2026-01-01"));
    let scheduled = asked(&early, on("2025-10-11", "2025-10-12"));
    assert_eq!(scheduled, Ok(vec![ChampionshipEvent::Scheduled { days: window("2025-10-11", "2025-10-12") }]));
}

#[test]
fn a_championship_is_played_when_nothing_feeds_it_any_more() {
    assert_eq!(asked(&announced(), on("2025-10-10", "2025-10-10")), Err(Rejection::PlayedTooEarly));
    let events = asked(&announced(), on("2025-10-11", "2025-10-11")).unwrap();
    let scheduled = events.iter().try_fold(announced(), evolve).unwrap();
    assert_eq!(asked(&scheduled, on("2025-10-11", "2025-10-11")), Ok(vec![]));
    let longer = ChampionshipRecord { window: window("2024-09-29", "2025-10-11"), ..record() };
    let correction = Correction { record: longer, reason: None };
    assert_eq!(asked(&scheduled, ChampionshipAction::Correct(correction.clone())), Err(Rejection::PlayedTooEarly));
    assert_eq!(
        asked(&announced(), ChampionshipAction::Correct(correction.clone())),
        Ok(vec![ChampionshipEvent::Corrected(correction)])
    );
    let same = Correction { record: record(), reason: None };
    assert_eq!(asked(&scheduled, ChampionshipAction::Correct(same)), Ok(vec![]));
}
