//! Who may do what: the one table from the roles of an account to what its holder is allowed.

use crate::event::{Grant, GrantedEvent, GrantedKind, Role};
use crate::ids::EventId;

/// Something that not everybody may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Permission {
    /// Enter new players.
    RegisterPlayers,
    /// Put right what is recorded of players.
    RectifyPlayers,
    /// See what the public is not shown of players; each look is audited.
    SeePrivatePlayers,
    /// Open and change seasons.
    RuleSeasons,
    /// Adopt rulebooks.
    AdoptRulebooks,
    /// Read the log as auditors do.
    ReadLog,
    /// Read who has logged in and who has looked at what.
    ReadAudit,
    /// Open accounts, grant roles, disable and reset.
    ManageAccounts,
    /// Give out the right to record the games of single tables of a tournament.
    IssueTableTokens {
        /// Which tournament.
        tournament: EventId,
    },
    /// See who has applied for tournaments.
    SeeApplications,
    /// Name the referees of a tournament.
    NameReferees {
        /// Which tournament.
        tournament: EventId,
    },
    /// Open leagues, Grand Prix cycles and online events.
    OpenEvents,
    /// Record what happens in a league, a Grand Prix cycle or an online event while it runs.
    RunEvent {
        /// Which.
        event: GrantedEvent,
    },
    /// Correct what is recorded of a league, a Grand Prix cycle or an online event that is over.
    CorrectEvents,
    /// Grant, withhold and take back qualifications and wildcards, and record who declined one.
    ConfirmQualifications,
    /// Decide what the rules leave to the main organiser: small attendances, who goes to the world championship, and what players
    /// tell the federation of giving up or choosing.
    DecideExceptions,
    /// Set the order of players who are tied for a qualification.
    DecideTies,
    /// Announce voivodeship championships and set their days.
    AnnounceChampionships,
    /// See everything that waits for somebody's decision.
    SeeDecisions,
    /// See lists as they would be published, and what waits for a second person.
    PreviewLists,
    /// Submit lists and publish what somebody else has submitted.
    PublishLists,
}

/// In whose right somebody does something to one event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hand {
    /// The main organiser.
    Admin,
    /// The co-organiser of this event.
    Organiser,
    /// Somebody who has no say in it.
    Nobody,
}

/// In whose right whoever has these grants acts on an event.
pub fn hand<'g>(grants: impl IntoIterator<Item = &'g Grant>, event: &GrantedEvent) -> Hand {
    let rank = |grant: &Grant| match grant.role {
        Role::Admin => Hand::Admin,
        Role::Organiser if grant.event.as_ref() == Some(event) => Hand::Organiser,
        _ => Hand::Nobody,
    };
    grants.into_iter().map(rank).fold(Hand::Nobody, |best, next| match (best, next) {
        (Hand::Admin, _) | (_, Hand::Admin) => Hand::Admin,
        (Hand::Organiser, _) | (_, Hand::Organiser) => Hand::Organiser,
        (Hand::Nobody, Hand::Nobody) => Hand::Nobody,
    })
}

/// Whether whoever has these grants may do it.
pub fn may<'g>(grants: impl IntoIterator<Item = &'g Grant>, permission: &Permission) -> bool {
    grants.into_iter().any(|grant| allows(grant, permission))
}

/// Whether one grant is enough.
fn allows(grant: &Grant, permission: &Permission) -> bool {
    match permission {
        Permission::RegisterPlayers => matches!(grant.role, Role::Admin | Role::Organiser),
        Permission::SeePrivatePlayers | Permission::DecideTies => matches!(grant.role, Role::Admin | Role::Arbiter),
        Permission::ReadLog | Permission::SeeDecisions | Permission::PreviewLists => {
            matches!(grant.role, Role::Admin | Role::Arbiter | Role::Auditor)
        }
        Permission::ReadAudit => matches!(grant.role, Role::Admin | Role::Auditor),
        Permission::RectifyPlayers
        | Permission::RuleSeasons
        | Permission::AdoptRulebooks
        | Permission::ManageAccounts
        | Permission::SeeApplications
        | Permission::OpenEvents
        | Permission::CorrectEvents
        | Permission::ConfirmQualifications
        | Permission::DecideExceptions
        | Permission::AnnounceChampionships
        | Permission::PublishLists => grant.role == Role::Admin,
        Permission::RunEvent { event } => hand([grant], event) != Hand::Nobody,
        Permission::IssueTableTokens { tournament } => match grant.role {
            Role::Admin => true,
            Role::Organiser | Role::MainReferee => is_for_tournament(grant, tournament),
            Role::Arbiter | Role::Referee | Role::Auditor => false,
        },
        Permission::NameReferees { tournament } => match grant.role {
            Role::Admin => true,
            Role::Organiser => is_for_tournament(grant, tournament),
            Role::Arbiter | Role::Referee | Role::MainReferee | Role::Auditor => false,
        },
    }
}

fn is_for_tournament(grant: &Grant, tournament: &EventId) -> bool {
    let is_this = |event: &GrantedEvent| event.kind == GrantedKind::Tournament && event.id == *tournament;
    grant.event.as_ref().is_some_and(is_this)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choice;

    fn granted(role: Role, kind: GrantedKind, id: &str) -> Grant {
        let event = role.is_for_one_event().then(|| GrantedEvent { kind, id: EventId::parse(id).unwrap() });
        Grant { role, event }
    }

    fn here(role: Role) -> Grant {
        granted(role, GrantedKind::Tournament, "t-1")
    }

    fn run(id: &str) -> Permission {
        let event = GrantedEvent { kind: GrantedKind::Tournament, id: EventId::parse(id).unwrap() };
        Permission::RunEvent { event }
    }

    #[test]
    fn the_table_of_roles_and_permissions() {
        let tokens = Permission::IssueTableTokens { tournament: EventId::parse("t-1").unwrap() };
        for (permission, allowed) in [
            (Permission::RegisterPlayers, "admin organiser"),
            (Permission::RectifyPlayers, "admin"),
            (Permission::SeePrivatePlayers, "admin arbiter"),
            (Permission::RuleSeasons, "admin"),
            (Permission::AdoptRulebooks, "admin"),
            (Permission::ReadLog, "admin arbiter auditor"),
            (Permission::ReadAudit, "admin auditor"),
            (Permission::ManageAccounts, "admin"),
            (tokens, "admin organiser main_referee"),
            (Permission::SeeApplications, "admin"),
            (Permission::NameReferees { tournament: EventId::parse("t-1").unwrap() }, "admin organiser"),
            (Permission::OpenEvents, "admin"),
            (run("t-1"), "admin organiser"),
            (Permission::CorrectEvents, "admin"),
            (Permission::ConfirmQualifications, "admin"),
            (Permission::DecideExceptions, "admin"),
            (Permission::DecideTies, "admin arbiter"),
            (Permission::AnnounceChampionships, "admin"),
            (Permission::SeeDecisions, "admin arbiter auditor"),
            (Permission::PreviewLists, "admin arbiter auditor"),
            (Permission::PublishLists, "admin"),
        ] {
            let roles = Role::ALL.iter().filter(|role| may(&[here(**role)], &permission));
            let found: Vec<&str> = roles.map(|role| role.name()).collect();
            assert_eq!(found.join(" "), allowed, "{permission:?}");
        }
    }

    #[test]
    fn a_role_for_another_event_opens_nothing_here() {
        let tokens = Permission::IssueTableTokens { tournament: EventId::parse("t-1").unwrap() };
        for role in [Role::Organiser, Role::MainReferee, Role::Referee] {
            assert!(!may(&[granted(role, GrantedKind::Tournament, "t-2")], &tokens), "{role}");
            assert!(!may(&[granted(role, GrantedKind::League, "t-1")], &tokens), "{role}");
            let referees = Permission::NameReferees { tournament: EventId::parse("t-1").unwrap() };
            assert!(!may(&[granted(role, GrantedKind::Tournament, "t-2")], &referees), "{role}");
            assert!(!may(&[granted(role, GrantedKind::League, "t-1")], &run("t-1")), "{role}");
            assert!(!may(&[granted(role, GrantedKind::Tournament, "t-2")], &run("t-1")), "{role}");
        }
    }

    #[test]
    fn an_event_is_acted_on_in_the_greatest_right_that_somebody_has_there() {
        let event = GrantedEvent { kind: GrantedKind::Tournament, id: EventId::parse("t-1").unwrap() };
        let (organiser, admin, auditor) = (here(Role::Organiser), here(Role::Admin), here(Role::Auditor));
        for (grants, expected) in [
            (vec![], Hand::Nobody),
            (vec![auditor.clone(), granted(Role::Organiser, GrantedKind::League, "t-1")], Hand::Nobody),
            (vec![auditor, organiser.clone()], Hand::Organiser),
            (vec![organiser, admin], Hand::Admin),
        ] {
            assert_eq!(hand(&grants, &event), expected, "{grants:?}");
        }
    }

    #[test]
    fn grants_add_up_and_nobody_may_anything_without_one() {
        assert!(!may(&[], &Permission::ReadLog));
        let both = [here(Role::Referee), here(Role::Auditor)];
        assert!(may(&both, &Permission::ReadLog));
        assert!(!may(&both, &Permission::RegisterPlayers));
    }
}
