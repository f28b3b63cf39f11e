//! Permissions by role: which grants of an account allow which action.

use crate::event::{CompetitionKind, Grant, GrantedCompetition, Role};
use crate::values::ids::CompetitionId;

/// A permission that an action needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Permission {
    RegisterPlayers,
    RectifyPlayers,
    /// See what the public is not shown of players; each look is audited.
    SeePrivatePlayers,
    ManageSeasons,
    AdoptRulebooks,
    ReadLog,
    /// Read who has logged in and who has looked at what.
    ReadAudit,
    /// Open accounts, grant roles, disable and reset.
    ManageAccounts,
    /// Give out the right to record the games of single tables of a tournament.
    IssueTableTokens {
        tournament: CompetitionId,
    },
    /// See who has applied for tournaments.
    SeeApplications,
    NameReferees {
        tournament: CompetitionId,
    },
    /// Open leagues, Grand Prix and online competitions.
    OpenCompetitions,
    /// Record what happens in a league, a Grand Prix or an online competition while it runs.
    RunCompetition {
        event: GrantedCompetition,
    },
    /// Correct what is recorded of a league, a Grand Prix or an online competition that is over.
    CorrectCompetitions,
    /// Grant, withhold and take back qualifications and wildcards, and record who declined one.
    ConfirmQualifications,
    /// Decide what the rules leave to the main organiser: small attendances, the nominee for the world championship,
    /// waivers and choices that players declare.
    DecideExceptions,
    /// Set the order of players who are tied for a qualification.
    DecideTies,
    /// Announce voivodeship championships and set their days.
    AnnounceChampionships,
    SeeDecisions,
    /// See lists as they would be published, and what waits for a second person.
    PreviewLists,
    /// Submit lists, and publish lists that another person submitted.
    PublishLists,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompetitionAuthority {
    Admin,
    Organiser,
    /// Neither admin nor organiser.
    None,
}

pub fn authority_over<'g>(
    grants: impl IntoIterator<Item = &'g Grant>,
    event: &GrantedCompetition,
) -> CompetitionAuthority {
    let rank = |grant: &Grant| match grant.role {
        Role::Admin => CompetitionAuthority::Admin,
        Role::Organiser if grant.event.as_ref() == Some(event) => CompetitionAuthority::Organiser,
        Role::Organiser | Role::Arbiter | Role::MainReferee | Role::Referee | Role::Auditor => {
            CompetitionAuthority::None
        }
    };
    grants.into_iter().map(rank).fold(CompetitionAuthority::None, |best, next| match (best, next) {
        (CompetitionAuthority::Admin, _) | (_, CompetitionAuthority::Admin) => CompetitionAuthority::Admin,
        (CompetitionAuthority::Organiser, _) | (_, CompetitionAuthority::Organiser) => CompetitionAuthority::Organiser,
        (CompetitionAuthority::None, CompetitionAuthority::None) => CompetitionAuthority::None,
    })
}

pub fn may<'g>(grants: impl IntoIterator<Item = &'g Grant>, permission: &Permission) -> bool {
    grants.into_iter().any(|grant| allows(grant, permission))
}

fn allows(grant: &Grant, permission: &Permission) -> bool {
    match permission {
        Permission::RegisterPlayers => matches!(grant.role, Role::Admin | Role::Organiser),
        Permission::SeePrivatePlayers | Permission::DecideTies => matches!(grant.role, Role::Admin | Role::Arbiter),
        Permission::ReadLog | Permission::SeeDecisions | Permission::PreviewLists => {
            matches!(grant.role, Role::Admin | Role::Arbiter | Role::Auditor)
        }
        Permission::ReadAudit => matches!(grant.role, Role::Admin | Role::Auditor),
        Permission::RectifyPlayers
        | Permission::ManageSeasons
        | Permission::AdoptRulebooks
        | Permission::ManageAccounts
        | Permission::SeeApplications
        | Permission::OpenCompetitions
        | Permission::CorrectCompetitions
        | Permission::ConfirmQualifications
        | Permission::DecideExceptions
        | Permission::AnnounceChampionships
        | Permission::PublishLists => grant.role == Role::Admin,
        Permission::RunCompetition { event } => authority_over([grant], event) != CompetitionAuthority::None,
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

fn is_for_tournament(grant: &Grant, tournament: &CompetitionId) -> bool {
    let is_this = |event: &GrantedCompetition| event.kind == CompetitionKind::Tournament && event.id == *tournament;
    grant.event.as_ref().is_some_and(is_this)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choice;

    fn granted(role: Role, kind: CompetitionKind, id: &str) -> Grant {
        let event =
            role.is_for_one_competition().then(|| GrantedCompetition { kind, id: CompetitionId::parse(id).unwrap() });
        Grant { role, event }
    }

    fn here(role: Role) -> Grant {
        granted(role, CompetitionKind::Tournament, "t-1")
    }

    fn run(id: &str) -> Permission {
        let event = GrantedCompetition { kind: CompetitionKind::Tournament, id: CompetitionId::parse(id).unwrap() };
        Permission::RunCompetition { event }
    }

    #[test]
    fn the_table_of_roles_and_permissions() {
        let tokens = Permission::IssueTableTokens { tournament: CompetitionId::parse("t-1").unwrap() };
        for (permission, allowed) in [
            (Permission::RegisterPlayers, "admin organiser"),
            (Permission::RectifyPlayers, "admin"),
            (Permission::SeePrivatePlayers, "admin arbiter"),
            (Permission::ManageSeasons, "admin"),
            (Permission::AdoptRulebooks, "admin"),
            (Permission::ReadLog, "admin arbiter auditor"),
            (Permission::ReadAudit, "admin auditor"),
            (Permission::ManageAccounts, "admin"),
            (tokens, "admin organiser main_referee"),
            (Permission::SeeApplications, "admin"),
            (Permission::NameReferees { tournament: CompetitionId::parse("t-1").unwrap() }, "admin organiser"),
            (Permission::OpenCompetitions, "admin"),
            (run("t-1"), "admin organiser"),
            (Permission::CorrectCompetitions, "admin"),
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
        let tokens = Permission::IssueTableTokens { tournament: CompetitionId::parse("t-1").unwrap() };
        for role in [Role::Organiser, Role::MainReferee, Role::Referee] {
            assert!(!may(&[granted(role, CompetitionKind::Tournament, "t-2")], &tokens), "{role}");
            assert!(!may(&[granted(role, CompetitionKind::League, "t-1")], &tokens), "{role}");
            let referees = Permission::NameReferees { tournament: CompetitionId::parse("t-1").unwrap() };
            assert!(!may(&[granted(role, CompetitionKind::Tournament, "t-2")], &referees), "{role}");
            assert!(!may(&[granted(role, CompetitionKind::League, "t-1")], &run("t-1")), "{role}");
            assert!(!may(&[granted(role, CompetitionKind::Tournament, "t-2")], &run("t-1")), "{role}");
        }
    }

    #[test]
    fn an_event_is_acted_on_in_the_greatest_right_that_somebody_has_there() {
        let event = GrantedCompetition { kind: CompetitionKind::Tournament, id: CompetitionId::parse("t-1").unwrap() };
        let (organiser, admin, auditor) = (here(Role::Organiser), here(Role::Admin), here(Role::Auditor));
        for (grants, expected) in [
            (vec![], CompetitionAuthority::None),
            (
                vec![auditor.clone(), granted(Role::Organiser, CompetitionKind::League, "t-1")],
                CompetitionAuthority::None,
            ),
            (vec![auditor, organiser.clone()], CompetitionAuthority::Organiser),
            (vec![organiser, admin], CompetitionAuthority::Admin),
        ] {
            assert_eq!(authority_over(&grants, &event), expected, "{grants:?}");
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
