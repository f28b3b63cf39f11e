use super::*;
use crate::competitions::class::OnlineEvent;
use crate::event::WaiverEvent;
use crate::test_support::{day, moment};
use crate::values::calendar::Window;
use crate::values::place::Place;

const REASON: Commitment = Commitment([7; 32]);

fn player(number: u32) -> PlayerId {
    PlayerId::parse(&format!("p{number}")).unwrap()
}

fn opening(edition: u32) -> OnlineOpening {
    OnlineOpening {
        kind: OnlineEvent::Gold,
        edition,
        submitted_at: None,
        days: Window::new(day("2025-01-10"), Some(day("2025-02-10"))).unwrap(),
    }
}

fn decide_with(
    state: &Online,
    by: CompetitionAuthority,
    action: OnlineAction,
    context: Context,
) -> Result<Vec<OnlineCompetitionEvent>, Rejection> {
    decide(state, &Command { by, at: moment("2025-02-10T21:00:00+01:00"), action, context })
}

fn decide_as_organiser(state: &Online, action: OnlineAction) -> Result<Vec<OnlineCompetitionEvent>, Rejection> {
    decide_with(state, CompetitionAuthority::Organiser, action, Context::default())
}

fn after(mut state: Online, actions: impl IntoIterator<Item = OnlineAction>) -> Online {
    for action in actions {
        let events = decide_with(&state, CompetitionAuthority::Admin, action, Context::default()).unwrap();
        state = events.iter().try_fold(state, evolve).unwrap();
    }
    state
}

fn table(lines: &[(u32, u32)]) -> Vec<PlacedPlayer> {
    let line =
        |(number, place): &(u32, u32)| PlacedPlayer { player: player(*number), place: Place::new(*place).unwrap() };
    lines.iter().map(line).collect()
}

fn record_table(lines: &[(u32, u32)]) -> OnlineAction {
    OnlineAction::RecordTable { table: table(lines) }
}

fn waive(number: u32, declared_at: &str) -> OnlineAction {
    OnlineAction::DeclareWaiver(NotedWaiver { player: player(number), declared_at: moment(declared_at) })
}

fn close() -> OnlineAction {
    OnlineAction::Close { ended_at: moment("2025-02-10T20:00:00+01:00") }
}

fn opened() -> Online {
    after(Online::Unknown, [OnlineAction::Open(opening(1))])
}

#[test]
fn an_edition_is_opened_once_and_within_the_quota() {
    let open = |edition, context| {
        decide_with(&Online::Unknown, CompetitionAuthority::Admin, OnlineAction::Open(opening(edition)), context)
    };
    let quota = || Context { editions: Some(2), ..Context::default() };
    assert_eq!(open(2, quota()), Ok(vec![OnlineCompetitionEvent::Opened(opening(2))]));
    let third = open(3, quota()).unwrap_err();
    assert_eq!((third.code(), third.rule()), ("too-many-editions", "REG I.14; R-AWO-01, AMB-72"));
    let other = CompetitionId::parse("gold-1").unwrap();
    let taken = Context { same_edition: Some(other.clone()), ..Context::default() };
    assert_eq!(open(1, taken), Err(Rejection::EditionTaken { other }));
    let organiser = decide_with(
        &Online::Unknown,
        CompetitionAuthority::Organiser,
        OnlineAction::Open(opening(1)),
        Context::default(),
    );
    assert_eq!(organiser, Err(Rejection::NotAllowed));
}

#[test]
fn a_table_is_recorded_replaced_and_taken_back() {
    let state = after(opened(), [record_table(&[(2, 2), (1, 1), (3, 2)])]);
    assert_eq!(decide_as_organiser(&state, record_table(&[(1, 1), (3, 2), (2, 2)])), Ok(vec![]));
    assert_eq!(decide_as_organiser(&state, record_table(&[(1, 1), (3, 3)])).unwrap_err().code(), "wrong-places");
    assert_eq!(after(state, [OnlineAction::WithdrawTable { reason: REASON }]), opened());
}

#[test]
fn closing_records_the_edition_as_an_import_would() {
    assert_eq!(decide_as_organiser(&opened(), close()), Err(Rejection::TableNeeded));
    let state = after(opened(), [record_table(&[(1, 1), (2, 2)]), waive(1, "2025-02-10T19:00:00+01:00")]);
    let ended_at = moment("2025-02-10T20:00:00+01:00");
    let record = OnlineTableRecord {
        kind: OnlineEvent::Gold,
        edition: 1,
        ended_at,
        submitted_at: None,
        table: table(&[(1, 1), (2, 2)]),
    };
    let declared = OnlineCompetitionEvent::Waiver(WaiverEvent::Declared { player: player(1) });
    let expected =
        vec![OnlineCompetitionEvent::Closed { ended_at }, OnlineCompetitionEvent::Recorded(record), declared];
    assert_eq!(decide_as_organiser(&state, close()), Ok(expected));
    let stranger = after(state, [waive(9, "2025-02-10T19:00:00+01:00")]);
    assert_eq!(decide_as_organiser(&stranger, close()), Err(Rejection::NotInEvent { player: player(9) }));
}

#[test]
fn after_closing_only_an_admin_writes() {
    let over = after(opened(), [record_table(&[(1, 1), (2, 2)]), close()]);
    assert_eq!(decide_as_organiser(&over, record_table(&[(1, 1)])), Err(Rejection::ClosedToOrganisers));
    let admin = |action| decide_with(&over, CompetitionAuthority::Admin, action, Context::default());
    assert_eq!(admin(close()), Ok(vec![]));
    assert_eq!(admin(record_table(&[(1, 1)])), Err(Rejection::Closed));
    assert_eq!(admin(waive(1, "2025-02-10T19:00:00+01:00")).map(|events| events.len()), Ok(1));
    let late = admin(waive(1, "2025-02-10T20:30:00+01:00")).unwrap_err();
    assert_eq!((late.code(), late.rule()), ("waiver-out-of-time", "REG I.10, I.11; R-WAV-02, AMB-67"));
    let Online::Over(finished) = &over else { panic!("it is over") };
    let mut record = finished.record.clone();
    record.table = table(&[(2, 1), (1, 2)]);
    let correct = OnlineAction::Correct(Correction { record, reason: Some(REASON) });
    assert_eq!(admin(correct.clone()).map(|events| events.len()), Ok(1));
    assert_eq!(decide_as_organiser(&opened(), correct), Err(Rejection::StillRunning));
}
