//! What happens to an account; who has it stands in the vault.

use super::{Commitment, Correction};
use crate::choice::choices;
use crate::ids::EventId;
use std::fmt;

/// Something that happened to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountEvent {
    /// It was opened.
    Opened(AccountRecord),
    /// Its login or the name of its holder was put right.
    Rectified(Correction<AccountRecord>),
    /// Its holder may do more than before.
    RoleGranted(Grant),
    /// Its holder may do less than before.
    RoleRevoked(Grant),
    /// Nobody may use it until it is enabled.
    Disabled {
        /// Why; the text is in the vault.
        reason: Option<Commitment>,
    },
    /// It may be used again.
    Enabled,
}

/// An account as far as a fact may tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountRecord {
    /// To the login.
    pub login: Commitment,
    /// To the name of its holder.
    pub name: Commitment,
}

choices! {
    /// What the holder of an account may do.
    "role" enum Role {
        /// The main organiser.
        Admin = "admin",
        /// Settles matters of the season that have no rule, and ties for a qualification (I.28).
        Arbiter = "arbiter",
        /// The co-organiser of one event.
        Organiser = "organiser",
        /// Rules at the tables of one event.
        Referee = "referee",
        /// Rules for the whole of one event.
        MainReferee = "main_referee",
        /// Reads everything but personal data.
        Auditor = "auditor",
    }

    /// The kinds of events for which a role is granted, written like the kinds of their streams.
    "kind of event" enum GrantedKind {
        Tournament = "tournament",
        League = "league",
        GrandPrix = "grand-prix",
        OnlineEvent = "online-event",
        Championship = "championship",
    }
}

impl Role {
    /// Whether the role is granted for a named event; the others hold everywhere.
    pub fn is_for_one_event(self) -> bool {
        match self {
            Self::Organiser | Self::Referee | Self::MainReferee => true,
            Self::Admin | Self::Arbiter | Self::Auditor => false,
        }
    }
}

/// The event that a role is granted for, written `kind/id` like its stream.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GrantedEvent {
    /// What it is.
    pub kind: GrantedKind,
    /// Its id among those of its kind.
    pub id: EventId,
}

impl fmt::Display for GrantedEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.kind, self.id)
    }
}

/// A role, and the event that it is for if it is one of those that need one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grant {
    /// The role.
    pub role: Role,
    /// The event.
    pub event: Option<GrantedEvent>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choice;

    #[test]
    fn organisers_and_referees_are_named_for_one_event_and_nobody_else_is() {
        let for_one: Vec<&str> =
            Role::ALL.iter().filter(|role| role.is_for_one_event()).map(|role| role.name()).collect();
        assert_eq!(for_one, ["organiser", "referee", "main_referee"]);
    }

    #[test]
    fn an_event_is_written_with_its_kind() {
        let event = GrantedEvent { kind: GrantedKind::GrandPrix, id: EventId::parse("gp-2025").unwrap() };
        assert_eq!(event.to_string(), "grand-prix/gp-2025");
    }
}
