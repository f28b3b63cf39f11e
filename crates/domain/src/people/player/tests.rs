use super::*;
use crate::event::Commitment;
use crate::values::calendar::Moment;

fn record(number: u8) -> PlayerRecord {
    PlayerRecord { name: Commitment([number; 32]), profile: Commitment([9; 32]), foreign: false }
}

fn rectify(number: u8) -> Correction<PlayerRecord> {
    Correction { record: record(number), reason: Some(Commitment([7; 32])) }
}

fn register(number: u8) -> Command {
    Command::Register { record: record(number), namesakes: vec![], another_person: false }
}

fn given(events: &[PlayerEvent]) -> Player {
    events.iter().try_fold(Player::default(), evolve).unwrap()
}

#[test]
fn a_new_player_is_registered_and_a_repeat_is_harmless() {
    let registered = PlayerEvent::Registered(record(1));
    assert_eq!(decide(&given(&[]), &register(1)), Ok(vec![registered.clone()]));
    assert_eq!(decide(&given(std::slice::from_ref(&registered)), &register(1)), Ok(vec![]));
    let other = decide(&given(&[registered]), &register(2));
    assert_eq!(other, Err(Rejection::AlreadyRegistered));
}

#[test]
fn a_namesake_is_registered_only_by_somebody_who_says_that_it_is_another_person() {
    let candidates = vec![PlayerId::parse("p1").unwrap(), PlayerId::parse("p2").unwrap()];
    let command =
        |another_person| Command::Register { record: record(1), namesakes: candidates.clone(), another_person };
    let refused = decide(&given(&[]), &command(false)).unwrap_err();
    assert_eq!(refused.code(), "possible-duplicate");
    assert_eq!(refused, Rejection::Namesake { candidates: candidates.clone() });
    let registered = PlayerEvent::Registered(record(1));
    assert_eq!(decide(&given(&[]), &command(true)), Ok(vec![registered.clone()]));
    // A player is no namesake of herself.
    assert_eq!(decide(&given(&[registered]), &command(false)), Ok(vec![]));
}

#[test]
fn what_is_known_is_put_right_once() {
    let registered = PlayerEvent::Registered(record(1));
    let rectified = PlayerEvent::Rectified(rectify(2));
    let command = Command::Rectify(rectify(2));
    assert_eq!(decide(&given(std::slice::from_ref(&registered)), &command), Ok(vec![rectified.clone()]));
    assert_eq!(decide(&given(&[registered, rectified]), &command), Ok(vec![]));
    assert_eq!(decide(&given(&[]), &command), Err(Rejection::UnknownPlayer));
}

#[test]
fn an_erased_player_is_neither_registered_nor_rectified_again() {
    let erased = given(&[PlayerEvent::Registered(record(1)), PlayerEvent::Erased]);
    for command in [register(1), Command::Rectify(rectify(2))] {
        assert_eq!(decide(&erased, &command), Err(Rejection::Erased));
    }
    // An erasure may be recorded again.
    assert_eq!(evolve(erased, &PlayerEvent::Erased), Ok(Player::Erased));
}

#[test]
fn a_waiver_does_not_change_the_record() {
    let declared_at = Moment::parse("2025-07-15T12:00:00+02:00").unwrap();
    let registered = given(&[PlayerEvent::Registered(record(1))]);
    assert_eq!(evolve(registered, &PlayerEvent::WaiverDeclared { declared_at }), Ok(registered));
    assert_eq!(evolve(registered, &PlayerEvent::WaiverWithdrawn { declared_at }), Ok(registered));
}

#[test]
fn a_history_without_a_first_record_or_with_two_is_corrupt() {
    assert_eq!(evolve(Player::Unknown, &PlayerEvent::Erased), Err(CorruptHistory::NotRecorded));
    let registered = PlayerEvent::Registered(record(1));
    assert_eq!(evolve(given(std::slice::from_ref(&registered)), &registered), Err(CorruptHistory::RecordedTwice));
}
