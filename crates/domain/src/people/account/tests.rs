use super::*;
use crate::event::{CompetitionKind, GrantedCompetition};
use crate::values::ids::CompetitionId;

fn record(number: u8) -> AccountRecord {
    AccountRecord { login: Commitment([number; 32]), name: Commitment([9; 32]) }
}

fn opened() -> AccountEvent {
    AccountEvent::Opened(record(1))
}

fn everywhere(role: Role) -> Grant {
    Grant { role, event: None }
}

fn at(role: Role, id: &str) -> Grant {
    let id = CompetitionId::parse(id).unwrap();
    Grant { role, event: Some(GrantedCompetition { kind: CompetitionKind::Tournament, id }) }
}

fn granted(grant: Grant) -> AccountEvent {
    AccountEvent::RoleGranted(grant)
}

const DISABLED: AccountEvent = AccountEvent::Disabled { reason: None };

fn given(events: &[AccountEvent]) -> Account {
    events.iter().try_fold(Account::default(), evolve).unwrap()
}

fn grant(grant: Grant) -> Command {
    Command::Grant { grant, event_known: true, by: Initiator::OtherAccount }
}

fn revoke(grant: Grant, other_admins: usize) -> Command {
    Command::Revoke { grant, other_admins, by: Initiator::OtherAccount }
}

fn disable(other_admins: usize) -> Command {
    Command::Disable { reason: None, other_admins, by: Initiator::OtherAccount }
}

fn rectify_to(number: u8, login_taken: bool) -> Command {
    Command::Rectify { correction: Correction { record: record(number), reason: None }, login_taken }
}

/// One line for each case: what happened, what is wanted, what comes of it.
fn check(events: &[AccountEvent], command: &Command, expected: &Result<Vec<AccountEvent>, Rejection>) {
    assert_eq!(&decide(&given(events), command), expected, "given {events:?} when {command:?}");
}

#[test]
fn an_account_is_opened_once_with_a_login_of_its_own() {
    let open = |number, login_taken| Command::Open { record: record(number), login_taken };
    check(&[], &open(1, false), &Ok(vec![opened()]));
    check(&[], &open(1, true), &Err(Rejection::LoginTaken));
    check(&[opened()], &open(1, false), &Ok(vec![]));
    check(&[opened()], &open(2, false), &Err(Rejection::AlreadyOpen));
}

#[test]
fn nothing_but_opening_can_be_done_to_an_unknown_account() {
    let admin = everywhere(Role::Admin);
    for command in [rectify_to(2, false), grant(admin.clone()), revoke(admin, 1), disable(1), Command::Enable] {
        check(&[], &command, &Err(Rejection::UnknownAccount));
    }
}

#[test]
fn an_account_is_rectified_also_while_it_is_disabled() {
    let rectified = AccountEvent::Rectified(Correction { record: record(2), reason: None });
    check(&[opened()], &rectify_to(2, false), &Ok(vec![rectified.clone()]));
    check(&[opened(), DISABLED], &rectify_to(2, false), &Ok(vec![rectified.clone()]));
    check(&[opened(), rectified], &rectify_to(2, false), &Ok(vec![]));
    check(&[opened()], &rectify_to(1, true), &Ok(vec![]));
    check(&[opened()], &rectify_to(2, true), &Err(Rejection::LoginTaken));
}

#[test]
fn a_role_is_granted_once_and_each_event_is_a_grant_of_its_own() {
    let (first, second) = (at(Role::Referee, "t1"), at(Role::Referee, "t2"));
    check(&[opened()], &grant(first.clone()), &Ok(vec![granted(first.clone())]));
    check(&[opened(), granted(first.clone())], &grant(first.clone()), &Ok(vec![]));
    check(&[opened(), granted(first)], &grant(second.clone()), &Ok(vec![granted(second)]));
}

#[test]
fn organisers_and_referees_need_an_event_that_exists_and_the_others_must_not_have_one() {
    for role in [Role::Organiser, Role::Referee, Role::MainReferee] {
        check(&[opened()], &grant(everywhere(role)), &Err(Rejection::EventNeeded));
        check(&[opened()], &revoke(everywhere(role), 1), &Err(Rejection::EventNeeded));
        let nowhere = Command::Grant { grant: at(role, "t9"), event_known: false, by: Initiator::OtherAccount };
        check(&[opened()], &nowhere, &Err(Rejection::UnknownEvent));
    }
    for role in [Role::Admin, Role::Arbiter, Role::Auditor] {
        check(&[opened()], &grant(at(role, "t1")), &Err(Rejection::EventNotAllowed));
        let command = Command::Grant { grant: everywhere(role), event_known: false, by: Initiator::OtherAccount };
        check(&[opened()], &command, &Ok(vec![granted(everywhere(role))]));
    }
}

#[test]
fn a_disabled_account_gets_no_new_roles_but_may_lose_them() {
    let auditor = everywhere(Role::Auditor);
    check(&[opened(), DISABLED], &grant(auditor.clone()), &Err(Rejection::Disabled));
    let revoked = AccountEvent::RoleRevoked(auditor.clone());
    check(&[opened(), granted(auditor.clone()), DISABLED], &revoke(auditor.clone(), 1), &Ok(vec![revoked]));
    // Enabled again, it may.
    let enabled = [opened(), DISABLED, AccountEvent::Enabled];
    check(&enabled, &grant(auditor.clone()), &Ok(vec![granted(auditor)]));
}

#[test]
fn a_role_that_is_not_held_is_revoked_without_a_trace() {
    check(&[opened()], &revoke(everywhere(Role::Arbiter), 1), &Ok(vec![]));
    check(&[opened(), granted(at(Role::Referee, "t1"))], &revoke(at(Role::Referee, "t2"), 1), &Ok(vec![]));
}

#[test]
fn the_last_admin_keeps_the_role_and_the_account() {
    let admin = everywhere(Role::Admin);
    let history = [opened(), granted(admin.clone())];
    check(&history, &revoke(admin.clone(), 0), &Err(Rejection::LastAdmin));
    check(&history, &disable(0), &Err(Rejection::LastAdmin));
    check(&history, &revoke(admin.clone(), 1), &Ok(vec![AccountEvent::RoleRevoked(admin.clone())]));
    check(&history, &disable(1), &Ok(vec![DISABLED]));
    // A disabled account, or one without the role, is not the last admin.
    let disabled = [opened(), granted(admin.clone()), DISABLED];
    check(&disabled, &revoke(admin.clone(), 0), &Ok(vec![AccountEvent::RoleRevoked(admin)]));
    check(&[opened(), granted(everywhere(Role::Auditor))], &disable(0), &Ok(vec![DISABLED]));
}

#[test]
fn nobody_makes_herself_an_admin_gives_the_role_up_or_disables_herself() {
    let admin = everywhere(Role::Admin);
    let own_grant = Command::Grant { grant: admin.clone(), event_known: true, by: Initiator::Holder };
    check(&[opened()], &own_grant, &Err(Rejection::OwnAdminRole));
    check(&[opened(), granted(admin.clone())], &own_grant, &Ok(vec![]));
    let own_revoke = Command::Revoke { grant: admin.clone(), other_admins: 3, by: Initiator::Holder };
    check(&[opened(), granted(admin)], &own_revoke, &Err(Rejection::OwnAdminRole));
    check(&[opened()], &own_revoke, &Ok(vec![]));
    let own_disable = Command::Disable { reason: None, other_admins: 3, by: Initiator::Holder };
    check(&[opened()], &own_disable, &Err(Rejection::OwnAccount));
    // Other roles she may take and leave.
    let arbiter = everywhere(Role::Arbiter);
    let own_arbiter = Command::Grant { grant: arbiter.clone(), event_known: true, by: Initiator::Holder };
    check(&[opened()], &own_arbiter, &Ok(vec![granted(arbiter)]));
}

#[test]
fn disabling_and_enabling_twice_is_harmless_and_the_reason_is_kept() {
    let reason = Some(Commitment([7; 32]));
    let command = Command::Disable { reason, other_admins: 0, by: Initiator::OtherAccount };
    check(&[opened()], &command, &Ok(vec![AccountEvent::Disabled { reason }]));
    check(&[opened(), DISABLED], &command, &Ok(vec![]));
    check(&[opened(), DISABLED], &Command::Enable, &Ok(vec![AccountEvent::Enabled]));
    check(&[opened()], &Command::Enable, &Ok(vec![]));
}

#[test]
fn a_history_without_a_first_record_or_with_two_is_corrupt() {
    assert_eq!(evolve(Account::Unknown, &DISABLED), Err(CorruptHistory::NotRecorded));
    assert_eq!(evolve(given(&[opened()]), &opened()), Err(CorruptHistory::RecordedTwice));
}
