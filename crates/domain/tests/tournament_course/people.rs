//! Those who ask for something, with and without the right to it.

use crate::dice::Dice;
use domain::course::{ActKind, ActorRef, Authorised, Doer, Stage, may_act};
use domain::event::{Grant, GrantedEvent, GrantedKind, Role};
use domain::ids::EventId;
use domain::rulebook::Rulebook;

pub(crate) const HERE: &str = "t-here";
const ELSEWHERE: &str = "t-elsewhere";

pub(crate) fn here() -> EventId {
    EventId::parse(HERE).unwrap()
}

fn grant(role: Role, event: &str) -> Grant {
    let event = GrantedEvent { kind: GrantedKind::Tournament, id: EventId::parse(event).unwrap() };
    Grant { role, event: role.is_for_one_event().then_some(event) }
}

fn doer(name: &str, authorised: Authorised) -> Doer {
    Doer { id: ActorRef::parse(name).unwrap(), authorised }
}

pub(crate) fn account(name: &str, role: Role) -> Doer {
    doer(name, Authorised::Roles([grant(role, HERE)].into()))
}

pub(crate) fn admin() -> Doer {
    account("account/admin", Role::Admin)
}

pub(crate) fn main_referee() -> Doer {
    account("account/main-referee", Role::MainReferee)
}

/// Somebody who may do everything that anybody may.
pub(crate) fn everybody() -> Doer {
    let roles = [Role::Admin, Role::Organiser, Role::Referee, Role::MainReferee, Role::Arbiter];
    doer("account/everybody", Authorised::Roles(roles.map(|role| grant(role, HERE)).into()))
}

pub(crate) fn token(stage: Stage, table: u32) -> Doer {
    doer(&format!("table/{stage}-{table}"), Authorised::Table { stage, table, issued_by: None })
}

pub(crate) fn strangers() -> Vec<Doer> {
    let elsewhere = |name, role| doer(name, Authorised::Roles([grant(role, ELSEWHERE)].into()));
    vec![
        elsewhere("account/organiser-elsewhere", Role::Organiser),
        elsewhere("account/referee-elsewhere", Role::MainReferee),
        account("account/auditor", Role::Auditor),
        account("account/arbiter", Role::Arbiter),
        doer("link/applicant", Authorised::Applicant),
        doer("nobody", Authorised::Nobody),
        token(Stage::Round(1), 1),
        token(Stage::Round(2), 9),
        token(Stage::Final, 1),
    ]
}

pub(crate) fn staff() -> Vec<Doer> {
    vec![
        admin(),
        account("account/organiser", Role::Organiser),
        account("account/second-organiser", Role::Organiser),
        account("account/referee", Role::Referee),
        main_referee(),
    ]
}

pub(crate) fn anybody(dice: &mut Dice) -> Doer {
    let all: Vec<Doer> = staff().into_iter().chain(strangers()).collect();
    dice.pick(&all).unwrap()
}

/// Somebody who may do something of this kind.
pub(crate) fn allowed(kind: ActKind, rulebook: &Rulebook, dice: &mut Dice) -> Doer {
    let may = |doer: &Doer| may_act(&doer.authorised, &here(), kind, rulebook);
    let able: Vec<Doer> = staff().into_iter().chain(strangers()).filter(may).collect();
    // Tokens are for one table; they are proposed where the table is known.
    let able: Vec<Doer> =
        able.into_iter().filter(|doer| !matches!(doer.authorised, Authorised::Table { .. })).collect();
    dice.pick(&able).unwrap_or_else(admin)
}
