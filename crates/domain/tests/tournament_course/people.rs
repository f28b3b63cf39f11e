//! Actors of random commands, with and without authority.

use crate::rng::Rng;
use domain::event::{CompetitionKind, Grant, GrantedCompetition, Role};
use domain::rulebook::Rulebook;
use domain::tournament::course::{ActorRef, CommandKind, Credentials, Principal, Stage, may_act};
use domain::values::ids::CompetitionId;

pub(crate) const HERE: &str = "t-here";
const ELSEWHERE: &str = "t-elsewhere";

pub(crate) fn here() -> CompetitionId {
    CompetitionId::parse(HERE).unwrap()
}

fn grant(role: Role, event: &str) -> Grant {
    let event = GrantedCompetition { kind: CompetitionKind::Tournament, id: CompetitionId::parse(event).unwrap() };
    Grant { role, event: role.is_for_one_competition().then_some(event) }
}

fn principal(name: &str, credentials: Credentials) -> Principal {
    Principal { id: ActorRef::parse(name).unwrap(), credentials }
}

pub(crate) fn account(name: &str, role: Role) -> Principal {
    principal(name, Credentials::Roles([grant(role, HERE)].into()))
}

pub(crate) fn admin() -> Principal {
    account("account/admin", Role::Admin)
}

pub(crate) fn main_referee() -> Principal {
    account("account/main-referee", Role::MainReferee)
}

/// A principal with all roles.
pub(crate) fn with_all_roles() -> Principal {
    let roles = [Role::Admin, Role::Organiser, Role::Referee, Role::MainReferee, Role::Arbiter];
    principal("account/everybody", Credentials::Roles(roles.map(|role| grant(role, HERE)).into()))
}

pub(crate) fn token(stage: Stage, table: u32) -> Principal {
    principal(&format!("table/{stage}-{table}"), Credentials::Table { stage, table, issued_by: None })
}

pub(crate) fn strangers() -> Vec<Principal> {
    let elsewhere = |name, role| principal(name, Credentials::Roles([grant(role, ELSEWHERE)].into()));
    vec![
        elsewhere("account/organiser-elsewhere", Role::Organiser),
        elsewhere("account/referee-elsewhere", Role::MainReferee),
        account("account/auditor", Role::Auditor),
        account("account/arbiter", Role::Arbiter),
        principal("link/applicant", Credentials::Applicant),
        principal("nobody", Credentials::Anonymous),
        token(Stage::Round(1), 1),
        token(Stage::Round(2), 9),
        token(Stage::Final, 1),
    ]
}

pub(crate) fn staff() -> Vec<Principal> {
    vec![
        admin(),
        account("account/organiser", Role::Organiser),
        account("account/second-organiser", Role::Organiser),
        account("account/referee", Role::Referee),
        main_referee(),
    ]
}

pub(crate) fn random_person(rng: &mut Rng) -> Principal {
    let all: Vec<Principal> = staff().into_iter().chain(strangers()).collect();
    rng.pick(&all).unwrap()
}

/// An actor who may send a command of this kind.
pub(crate) fn allowed(kind: CommandKind, rulebook: &Rulebook, rng: &mut Rng) -> Principal {
    let may = |principal: &Principal| may_act(&principal.credentials, &here(), kind, rulebook);
    let able: Vec<Principal> = staff().into_iter().chain(strangers()).filter(may).collect();
    // Tokens are for one table; they are proposed where the table is known.
    let able: Vec<Principal> =
        able.into_iter().filter(|principal| !matches!(principal.credentials, Credentials::Table { .. })).collect();
    rng.pick(&able).unwrap_or_else(admin)
}
