//! Permissions as types, so that a handler says in its signature what its caller must be allowed.

use crate::http::problem::{Problem, ProblemKind};
use actix_web::HttpRequest;
use domain::event::{CompetitionKind, GrantedCompetition};
use domain::people::authority::Permission;
use domain::values::ids::CompetitionId;

pub(crate) trait RequiredPermission: 'static {
    /// The permission, for what this request is about.
    fn permission(request: &HttpRequest) -> Result<Permission, Problem>;
}

macro_rules! unscoped_permissions {
    ($( $(#[$meta:meta])* $name:ident ),+ $(,)?) => { $(
        $(#[$meta])*
        pub(crate) struct $name;

        impl RequiredPermission for $name {
            fn permission(_: &HttpRequest) -> Result<Permission, Problem> {
                Ok(Permission::$name)
            }
        }
    )+ };
}

unscoped_permissions! {
    RegisterPlayers,
    RectifyPlayers,
    /// See what the public is not shown of players.
    SeePrivatePlayers,
    ManageSeasons,
    AdoptRulebooks,
    ReadLog,
    ReadAudit,
    ManageAccounts,
    SeeApplications,
    /// Open leagues, Grand Prix cycles and online events.
    OpenCompetitions,
    CorrectCompetitions,
    /// Grant, withhold and take back qualifications and wildcards.
    ConfirmQualifications,
    /// Decide what the rules leave to the main organiser.
    DecideExceptions,
    /// Set the order of players who are tied for a qualification.
    DecideTies,
    AnnounceChampionships,
    SeeDecisions,
    PreviewLists,
    PublishLists,
}

macro_rules! run_competitions {
    ($( $(#[$meta:meta])* $name:ident = $kind:ident ),+ $(,)?) => { $(
        $(#[$meta])*
        pub(crate) struct $name;

        impl RequiredPermission for $name {
            fn permission(request: &HttpRequest) -> Result<Permission, Problem> {
                let id = request.match_info().get("id").unwrap_or_default();
                let id = CompetitionId::parse(id).map_err(|_| ProblemKind::NotFound)?;
                Ok(Permission::RunCompetition { event: GrantedCompetition { kind: CompetitionKind::$kind, id } })
            }
        }
    )+ };
}

run_competitions! {
    /// Record what happens in the league that is named as `id` in the address.
    RunLeague = League,
    /// Record what happens in the Grand Prix cycle that is named as `id` in the address.
    RunGrandPrix = GrandPrix,
    /// Record what happens in the online event that is named as `id` in the address.
    RunOnlineEvent = OnlineEvent,
}

/// Name the referees of the tournament that is named as `id` in the address.
pub(crate) struct NameReferees;

impl RequiredPermission for NameReferees {
    fn permission(request: &HttpRequest) -> Result<Permission, Problem> {
        let id = request.match_info().get("id").unwrap_or_default();
        let tournament = CompetitionId::parse(id).map_err(|_| ProblemKind::NotFound)?;
        Ok(Permission::NameReferees { tournament })
    }
}

/// Give out table tokens of the tournament that is named as `id` in the address.
pub(crate) struct IssueTableTokens;

impl RequiredPermission for IssueTableTokens {
    fn permission(request: &HttpRequest) -> Result<Permission, Problem> {
        let id = request.match_info().get("id").unwrap_or_default();
        let tournament = CompetitionId::parse(id).map_err(|_| ProblemKind::NotFound)?;
        Ok(Permission::IssueTableTokens { tournament })
    }
}
