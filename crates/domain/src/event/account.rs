//! Events of an account; the holder's name is in the vault.

use super::{Commitment, Correction};
use crate::values::choice::{Choice, choices};
use crate::values::ids::CompetitionId;
use std::fmt;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountEvent {
    Opened(AccountRecord),
    Rectified(Correction<AccountRecord>),
    RoleGranted(Grant),
    RoleRevoked(Grant),
    Disabled {
        reason: Option<Commitment>,
    },
    Enabled,
    /// A link for a new password was made, or the second factor was removed.
    AccessRenewed,
}

impl AccountEvent {
    /// Whether the author of the event may control the account since, or has made its holder an admin.
    pub fn lets_in(&self) -> bool {
        match self {
            Self::Opened(_) | Self::Enabled | Self::AccessRenewed => true,
            Self::RoleGranted(grant) => grant.role == Role::Admin,
            Self::Rectified(_) | Self::RoleRevoked(_) | Self::Disabled { .. } => false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountRecord {
    pub login: Commitment,
    pub name: Commitment,
}

choices! {
    "role" enum Role {
        Admin = "admin",
        /// Settles matters of the season that have no rule, and ties for a qualification (I.28).
        Arbiter = "arbiter",
        /// The co-organiser of one competition.
        Organiser = "organiser",
        /// Rules at the tables of one competition.
        Referee = "referee",
        /// Rules for the whole of one competition.
        MainReferee = "main_referee",
        /// Reads everything but personal data.
        Auditor = "auditor",
    }

    /// The kinds of competitions for which a role is granted, written like the kinds of their streams.
    "kind of event" enum CompetitionKind {
        Tournament = "tournament",
        League = "league",
        GrandPrix = "grand-prix",
        OnlineEvent = "online-event",
        Championship = "championship",
    }
}

impl Role {
    /// Whether the role is granted for a named competition; the others hold everywhere.
    pub fn is_for_one_competition(self) -> bool {
        match self {
            Self::Organiser | Self::Referee | Self::MainReferee => true,
            Self::Admin | Self::Arbiter | Self::Auditor => false,
        }
    }
}

/// The competition that a role is granted for, written `kind/id` like its stream.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GrantedCompetition {
    pub kind: CompetitionKind,
    /// Its id among those of its kind.
    pub id: CompetitionId,
}

impl fmt::Display for GrantedCompetition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.kind, self.id)
    }
}

/// A role, and the competition that it is for if it is one of those that need one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grant {
    pub role: Role,
    pub event: Option<GrantedCompetition>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a grant is written `role`, or `role@kind:id`")]
pub struct InvalidGrant;

impl Grant {
    /// Reads a grant as people and addresses write it: `admin`, or `organiser@tournament:ID`.
    pub fn parse(text: &str) -> Result<Self, InvalidGrant> {
        let (role, event) = text.split_once('@').map_or((text, None), |(role, event)| (role, Some(event)));
        let role = Role::parse(role).map_err(|_| InvalidGrant)?;
        let event = event.map(|event| {
            let (kind, id) = event.split_once(':').ok_or(InvalidGrant)?;
            let kind = CompetitionKind::parse(kind).map_err(|_| InvalidGrant)?;
            Ok(GrantedCompetition { kind, id: CompetitionId::parse(id).map_err(|_| InvalidGrant)? })
        });
        Ok(Self { role, event: event.transpose()? })
    }
}

impl fmt::Display for Grant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.event {
            Some(event) => write!(f, "{}@{}:{}", self.role, event.kind, event.id),
            None => write!(f, "{}", self.role),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grant_is_written_as_a_role_with_or_without_its_event() {
        let grant = Grant::parse("organiser@grand-prix:gp:1@x").unwrap();
        let event = grant.event.as_ref().unwrap();
        assert_eq!(
            (grant.role, event.kind, event.id.as_str()),
            (Role::Organiser, CompetitionKind::GrandPrix, "gp:1@x")
        );
        assert_eq!(grant.to_string(), "organiser@grand-prix:gp:1@x");
        assert_eq!(Grant::parse("main_referee").unwrap().to_string(), "main_referee");
        for wrong in
            ["", "king", "admin@", "organiser@tournament", "organiser@hall:1", "organiser@tournament:", "Admin"]
        {
            assert_eq!(Grant::parse(wrong), Err(InvalidGrant), "{wrong}");
        }
    }

    #[test]
    fn organisers_and_referees_are_named_for_one_event_and_nobody_else_is() {
        let for_one: Vec<&str> =
            Role::ALL.iter().filter(|role| role.is_for_one_competition()).map(|role| role.name()).collect();
        assert_eq!(for_one, ["organiser", "referee", "main_referee"]);
    }

    #[test]
    fn an_event_is_written_with_its_kind() {
        let event =
            GrantedCompetition { kind: CompetitionKind::GrandPrix, id: CompetitionId::parse("gp-2025").unwrap() };
        assert_eq!(event.to_string(), "grand-prix/gp-2025");
    }
}
