//! Ties for a qualification: the order that the Administrators set among players whom the rules cannot tell apart.

use super::{created, season_id};
use crate::accounts::{Authorized, permission};
use crate::competitions::lifecycle::{ParseRequest, parse_id, player_id};
use crate::http::address;
use crate::http::body::NoBody;
use crate::http::fields::FieldParser;
use crate::http::path::{GrandPrixPath, LeaguePath, OnlineEventPath, SeasonPath, TournamentPath};
use crate::http::problem::HandlerResult;
use crate::http::write::{self, AuthorizedWrite, IfMatchHeader, Receipt};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, web};
use commands::{CommandMetadata, CommandReceipt, TieScope};
use domain::qualification::ruling::TieAction;
use domain::values::calendar::Moment;
use domain::values::ids::PlayerId;
use wire::qualifications::rulings::TieRuling;

impl ParseRequest for TieRuling {
    type Parsed = Vec<PlayerId>;

    fn read(&self, fields: &mut FieldParser) -> Option<Self::Parsed> {
        parse_order(fields, &self.order, player_id)
    }
}

/// Reads the order among tied players, the best first; `player` reads one id at its place in the body.
pub(crate) fn parse_order(
    fields: &mut FieldParser,
    ids: &[String],
    player: impl Fn(&mut FieldParser, &str, &str) -> Option<PlayerId>,
) -> Option<Vec<PlayerId>> {
    let order = ids.iter().enumerate().map(|(index, id)| player(fields, &format!("/order/{index}"), id));
    order.collect::<Vec<_>>().into_iter().collect()
}

async fn decide(
    write: AuthorizedWrite<Authorized<permission::DecideTies>, TieRuling>,
    about: TieScope,
) -> HandlerResult {
    let order = write.body.parse()?;
    let (metadata, is_new) = write.metadata_for_put();
    let action = move |at| TieAction::Decide { order: order.clone(), at };
    run(&write.request, about, metadata, created(is_new), action).await
}

async fn run(
    request: &HttpRequest,
    about: TieScope,
    metadata: CommandMetadata,
    created: StatusCode,
    action: impl Fn(Moment) -> TieAction + Send + 'static,
) -> HandlerResult {
    let tie = if matches!(about, TieScope::Ranking(_)) { "ranking-tie" } else { "qualification-tie" };
    let address =
        move |done: &CommandReceipt| format!("{}/{tie}", address::of_stream(&done.resource).unwrap_or_default());
    write::execute(request, created, address, move |app| {
        app.commands.rule_tie(&metadata, &app.projector, &about, &action)
    })
    .await
}

/// Declares the operations that set and take back the order among players who are tied in one kind of list.
macro_rules! tie_operations {
    ($(
        $scope:path, $parse:ident, $address:tt, $path:ident, $parameter:ident,
        $decide:ident, $decide_id:tt, [$($decide_doc:tt)+],
        $withdraw:ident, $withdraw_id:tt, [$($withdraw_doc:tt)+];
    )+) => { $(
        $(#[doc = $decide_doc])+
        #[utoipa::path(
            put, path = $address, tag = "decisions", operation_id = $decide_id,
            params($path, IfMatchHeader), request_body = TieRuling,
            responses(
                (status = 201, description = "Set", body = Receipt),
                (status = 200, description = "Set otherwise than before, a rehearsal, or nothing had to change", body = Receipt),
                (status = 409, description = "Nobody is tied, or it is too early; `reason` and `rule` say which"),
            )
        )]
        pub(crate) async fn $decide(
            path: web::Path<$path>,
            write: AuthorizedWrite<Authorized<permission::DecideTies>, TieRuling>,
        ) -> HandlerResult {
            decide(write, $scope($parse(&path.$parameter)?)).await
        }

        $(#[doc = $withdraw_doc])+
        #[utoipa::path(
            delete, path = $address, tag = "decisions", operation_id = $withdraw_id,
            params($path),
            responses((status = 200, description = "Taken back, or none was set", body = Receipt))
        )]
        pub(crate) async fn $withdraw(
            path: web::Path<$path>,
            write: AuthorizedWrite<Authorized<permission::DecideTies>, NoBody>,
        ) -> HandlerResult {
            run(&write.request, $scope($parse(&path.$parameter)?), write.metadata_if_match()?, StatusCode::OK, |_| TieAction::Withdraw).await
        }
    )+ };
}

tie_operations! {
    TieScope::Tournament, parse_id, "/api/v1/tournaments/{id}/qualification-tie", TournamentPath, id,
    decide_tournament, "decideTournamentQualificationTie", [
        "Sets the order among players who are tied in a tournament."
        ""
        "The order names everybody who is tied there for any championship. Without `If-Match` no order must have been set before."
    ],
    withdraw_tournament, "withdrawTournamentQualificationTie", ["Takes back the order that was set among players who are tied in a tournament."];

    TieScope::League, parse_id, "/api/v1/leagues/{id}/qualification-tie", LeaguePath, id,
    decide_league, "decideLeagueQualificationTie", ["Sets the order among players who are tied in the table of a league."],
    withdraw_league, "withdrawLeagueQualificationTie", ["Takes back the order that was set among players who are tied in the table of a league."];

    TieScope::GrandPrix, parse_id, "/api/v1/grand-prix/{id}/qualification-tie", GrandPrixPath, id,
    decide_grand_prix, "decideGrandPrixQualificationTie", ["Sets the order among players who are tied in the standings of a Grand Prix cycle."],
    withdraw_grand_prix, "withdrawGrandPrixQualificationTie", ["Takes back the order that was set among players who are tied in the standings of a Grand Prix cycle."];

    TieScope::OnlineEvent, parse_id, "/api/v1/online-events/{id}/qualification-tie", OnlineEventPath, id,
    decide_online_event, "decideOnlineEventQualificationTie", ["Sets the order among players who are tied in the table of an online event."],
    withdraw_online_event, "withdrawOnlineEventQualificationTie", ["Takes back the order that was set among players who are tied in the table of an online event."];

    TieScope::Ranking, season_id, "/api/v1/seasons/{season}/ranking-tie", SeasonPath, season,
    decide_ranking, "decideRankingQualificationTie", [
        "Sets the order among players who are tied for the last qualification of the ranking."
        ""
        "Only when the day of the ranking is over, seven days before the championship: until then it changes (AMB-58)."
    ],
    withdraw_ranking, "withdrawRankingQualificationTie", ["Takes back the order that was set among players who are tied for the last qualification of the ranking."];
}
