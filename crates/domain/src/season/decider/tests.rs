use super::*;
use crate::event::TieEvent;
use crate::values::calendar::Day;
use crate::values::ids::RulebookId;

fn day(text: &str) -> Day {
    Day::parse(text).unwrap()
}

fn window(first: &str, last: Option<&str>) -> Window {
    Window::new(day(first), last.map(day)).unwrap()
}

fn record(first: &str, last: Option<&str>, championship: Option<&str>) -> SeasonRecord {
    SeasonRecord {
        window: window(first, last),
        mp_first_day: championship.map(day),
        rulebook: RulebookId::parse("pl-2024-25").unwrap(),
    }
}

fn season_2025() -> SeasonRecord {
    record("2024-10-01", Some("2025-09-19"), Some("2025-09-20"))
}

fn context(windows: &[(&str, Window)]) -> Context {
    let windows = windows.iter().map(|(id, window)| (SeasonId::parse(id).unwrap(), *window)).collect();
    Context { windows, rulebook_adopted: true }
}

fn open(record: SeasonRecord) -> Command {
    Command::Open { record, context: context(&[]) }
}

fn correct(record: SeasonRecord, context: Context) -> Command {
    Command::Correct { correction: Correction { record, reason: None }, context }
}

fn given(competitions: &[SeasonEvent]) -> Season {
    competitions.iter().try_fold(Season::default(), evolve).unwrap()
}

#[test]
fn a_season_is_opened_once_and_the_same_again_is_harmless() {
    let opened = SeasonEvent::Opened(season_2025());
    assert_eq!(decide(&given(&[]), &open(season_2025())), Ok(vec![opened.clone()]));
    assert_eq!(decide(&given(std::slice::from_ref(&opened)), &open(season_2025())), Ok(vec![]));
    let other = open(record("2024-10-01", None, None));
    assert_eq!(decide(&given(&[opened]), &other), Err(Rejection::AlreadyOpen));
}

#[test]
fn a_correction_takes_the_place_of_the_record_and_a_repeat_is_harmless() {
    let opened = SeasonEvent::Opened(season_2025());
    let longer = record("2024-10-01", Some("2025-09-26"), Some("2025-09-27"));
    let command = correct(longer.clone(), context(&[]));
    let corrected = SeasonEvent::Corrected(Correction { record: longer, reason: None });
    assert_eq!(decide(&given(std::slice::from_ref(&opened)), &command), Ok(vec![corrected.clone()]));
    assert_eq!(decide(&given(&[opened, corrected]), &command), Ok(vec![]));
    assert_eq!(decide(&given(&[]), &command), Err(Rejection::UnknownSeason));
}

#[test]
fn no_day_belongs_to_two_seasons() {
    let neighbours =
        context(&[("2024", window("2023-10-01", Some("2024-09-30"))), ("2026", window("2025-09-20", None))]);
    let between = Command::Open { record: season_2025(), context: neighbours.clone() };
    assert!(decide(&given(&[]), &between).is_ok());
    for (first, last, other) in [("2024-09-30", Some("2025-09-19"), "2024"), ("2024-10-01", Some("2025-09-20"), "2026")]
    {
        let command = Command::Open { record: record(first, last, None), context: neighbours.clone() };
        let other = SeasonId::parse(other).unwrap();
        assert_eq!(decide(&given(&[]), &command), Err(Rejection::Overlaps { other: other.clone() }));
        let command = correct(record(first, last, None), neighbours.clone());
        let state = given(&[SeasonEvent::Opened(season_2025())]);
        assert_eq!(decide(&state, &command), Err(Rejection::Overlaps { other }));
    }
}

#[test]
fn the_championship_comes_after_the_last_day_and_the_rulebook_must_be_adopted() {
    for inside in
        [record("2024-10-01", Some("2025-09-19"), Some("2025-09-19")), record("2024-10-01", None, Some("2024-10-01"))]
    {
        assert_eq!(decide(&given(&[]), &open(inside)), Err(Rejection::ChampionshipInside));
    }
    let command = Command::Open { record: season_2025(), context: Context { rulebook_adopted: false, ..context(&[]) } };
    assert_eq!(decide(&given(&[]), &command), Err(Rejection::UnknownRulebook));
}

#[test]
fn a_decision_on_a_tie_does_not_change_the_record() {
    let state = given(&[SeasonEvent::Opened(season_2025())]);
    let tie = SeasonEvent::RankingTie(TieEvent::DecisionWithdrawn);
    assert_eq!(evolve(state.clone(), &tie), Ok(state.clone()));
    assert_eq!(evolve(Season::Unknown, &tie), Err(CorruptHistory::NotRecorded));
    assert_eq!(evolve(state, &SeasonEvent::Opened(season_2025())), Err(CorruptHistory::RecordedTwice));
}
