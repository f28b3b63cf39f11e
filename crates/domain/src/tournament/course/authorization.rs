//! Authorization of commands on a running tournament: who acts, and by which roles or token.

use super::{CommandKind, Stage};
use crate::event::{CompetitionKind, Grant, GrantedCompetition, Role};
use crate::rulebook::{Authority, Rulebook};
use crate::values::ids::CompetitionId;
use smol_str::SmolStr;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

const MAX_REF_BYTES: usize = 200;

/// Pseudonymous reference to an actor, like `account/7k2m9q4x8c1v5b3n6z0a`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActorRef(SmolStr);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a reference to somebody has 1 to {MAX_REF_BYTES} bytes")]
pub struct InvalidActorRef;

impl ActorRef {
    /// Takes 1 to 200 bytes.
    pub fn parse(text: &str) -> Result<Self, InvalidActorRef> {
        if (1..=MAX_REF_BYTES).contains(&text.len()) { Ok(Self(text.into())) } else { Err(InvalidActorRef) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ActorRef {
    type Err = InvalidActorRef;
    fn from_str(text: &str) -> Result<Self, InvalidActorRef> {
        Self::parse(text)
    }
}

impl fmt::Display for ActorRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Principal {
    pub id: ActorRef,
    pub credentials: Credentials,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Credentials {
    Roles(BTreeSet<Grant>),
    /// By a token for one table of one round.
    Table {
        stage: Stage,
        table: u32,
        /// The actor who made the token, if known.
        issued_by: Option<ActorRef>,
    },
    /// By the private link of the application.
    Applicant,
    Anonymous,
    /// What the service does by itself.
    Service,
}

/// Whether the credentials allow a command of this kind; the table of a token is checked elsewhere.
pub fn may_act(credentials: &Credentials, tournament: &CompetitionId, kind: CommandKind, rulebook: &Rulebook) -> bool {
    match credentials {
        Credentials::Service => kind == CommandKind::RemoveWinnerContact,
        _ if kind == CommandKind::Apply => true,
        Credentials::Roles(grants) => {
            let authorities = kind.authorities(rulebook);
            grants.iter().any(|grant| authorities.iter().any(|authority| holds(grant, *authority, tournament)))
        }
        Credentials::Table { .. } => kind.is_for_tables(),
        Credentials::Applicant => kind == CommandKind::Cancel,
        Credentials::Anonymous => false,
    }
}

/// Whether a role stands for an authority at this tournament.
fn holds(grant: &Grant, authority: Authority, tournament: &CompetitionId) -> bool {
    let is_this = |event: &GrantedCompetition| event.kind == CompetitionKind::Tournament && event.id == *tournament;
    let here = grant.event.as_ref().is_some_and(is_this);
    match authority {
        Authority::MainOrganizer => grant.role == Role::Admin,
        Authority::CoOrganizer => here && grant.role == Role::Organiser,
        Authority::Referee => here && matches!(grant.role, Role::Referee | Role::MainReferee),
        Authority::MainReferee => here && grant.role == Role::MainReferee,
        Authority::Admins => grant.role == Role::Arbiter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choice;

    fn here() -> CompetitionId {
        CompetitionId::parse("t-1").unwrap()
    }

    fn roles(role: Role, id: &str) -> Credentials {
        let event = role
            .is_for_one_competition()
            .then(|| GrantedCompetition { kind: CompetitionKind::Tournament, id: CompetitionId::parse(id).unwrap() });
        Credentials::Roles(BTreeSet::from([Grant { role, event }]))
    }

    #[test]
    fn the_table_of_appendix_b() {
        let staff = "admin organiser referee main_referee";
        for (kind, allowed) in [
            (CommandKind::Apply, "admin arbiter organiser referee main_referee auditor"),
            (CommandKind::Approve, "admin"),
            (CommandKind::ChooseFormat, "admin organiser"),
            (CommandKind::Draw, "admin organiser"),
            (CommandKind::EnterSheet, staff),
            (CommandKind::EnterFinalSheet, "referee main_referee"),
            (CommandKind::HideResults, staff),
            (CommandKind::GiveSanction, "referee main_referee"),
            (CommandKind::RuleDispute, "referee main_referee"),
            (CommandKind::DecideTie, "main_referee"),
            (CommandKind::CorrectTie, "admin main_referee"),
            (CommandKind::Close, "admin organiser"),
            (CommandKind::CorrectSheet, "admin"),
        ] {
            let may = |role: &&Role| may_act(&roles(**role, "t-1"), &here(), kind, &Rulebook::default());
            let found: Vec<&str> = Role::ALL.iter().filter(may).map(|role| role.name()).collect();
            assert_eq!(found.join(" "), allowed, "{kind}");
        }
    }

    #[test]
    fn roles_for_another_tournament_open_nothing_here() {
        for role in [Role::Organiser, Role::Referee, Role::MainReferee] {
            for kind in CommandKind::ALL.iter().filter(|kind| **kind != CommandKind::Apply) {
                assert!(!may_act(&roles(role, "t-2"), &here(), *kind, &Rulebook::default()), "{role} {kind}");
            }
        }
    }

    #[test]
    fn the_service_by_itself_removes_the_contact_of_a_winner_and_does_nothing_else() {
        let may = |kind: &&CommandKind| may_act(&Credentials::Service, &here(), **kind, &Rulebook::default());
        assert_eq!(CommandKind::ALL.iter().filter(may).collect::<Vec<_>>(), [&CommandKind::RemoveWinnerContact]);
    }

    #[test]
    fn a_table_token_is_for_sheets_and_disputes_and_never_for_the_final() {
        let table = Credentials::Table { stage: Stage::Round(1), table: 1, issued_by: None };
        let may = |kind: &&CommandKind| may_act(&table, &here(), **kind, &Rulebook::default());
        let found: Vec<&str> = CommandKind::ALL.iter().filter(may).map(|kind| kind.name()).collect();
        assert_eq!(found, ["apply", "enter_sheet", "confirm_sheet", "open_dispute"]);
    }
}
