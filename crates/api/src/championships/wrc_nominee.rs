//! The nominee for the world championship: whom the rules propose, and whom a person names (R-WRC, AMB-86).

mod answers;
mod requests;

use crate::accounts::{Action, AuditNote, Authorized, Caller, Outcome, permission};
use crate::competitions::lifecycle::ParseRequest;
use crate::http::answer::{Answer, Audience};
use crate::http::app::AppState;
use crate::http::conditional::NotModified;
use crate::http::params;
use crate::http::path::SeasonPath;
use crate::http::problem::{HandlerResult, Problem};
use crate::http::read::JsonRead;
use crate::http::write::{self, AuthorizedWrite, Receipt};
use crate::http::{address, as_of, negotiate};
use crate::qualifications::rulings::season_id;
use crate::seasons::no_season;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, web};
use answers::wrc_nominee;
use commands::{CommandMetadata, LedgerContext};
use domain::people::authority::Permission;
use domain::qualification::ledger::Target;
use domain::qualification::ledger::decider::LedgerAction;
use domain::values::ids::{PlayerId, SeasonId};
use projections::season_lists::wrc_predecessors;
use requests::ParsedNomination;
use serde::Deserialize;
use utoipa::IntoParams;
use wire::championships::wrc_nominee::{Nominating, WrcNominee};
use wire::competitions::lifecycle::Withdrawal;

/// As of when, and what is assumed.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct NomineeParams {
    /// As it was at a position of the log or at a time (RFC 3339); names are those of today.
    #[param(max_length = 40)]
    as_of: Option<String>,
    /// Who represented the country at the edition before, as ids with commas between them; without it, as it is
    /// recorded here.
    #[param(max_length = 4096)]
    previous: Option<String>,
}

/// Who is named for the world championship after the national championship of a season.
///
/// Those who may see what is not public of players are also told whom the rules propose, who was passed over and why.
#[utoipa::path(
    get, path = "/api/v1/seasons/{season}/wrc-nominee", tag = "decisions", operation_id = "getWrcNominee",
    params(SeasonPath, NomineeParams),
    responses((status = 200, description = "The nominee", body = WrcNominee), NotModified),
    security((), ("bearer" = []))
)]
pub(crate) async fn show(
    caller: Caller,
    path: web::Path<SeasonPath>,
    JsonRead { request, app, params: view }: JsonRead<NomineeParams>,
) -> HandlerResult {
    let season = season_id(&path.season)?;
    let sees_reasons = caller.may(&app, &Permission::SeePrivatePlayers);
    let views = as_of::views(&request, &app, view.as_of.as_deref()).await?;
    let (today, lang) = (app.views(), negotiate::language(request.headers()));
    views.records.season(&season).ok_or_else(|| no_season(&today, &season))?;
    let previous = match view.previous.as_deref() {
        Some(ids) => {
            let known = |id: &str| PlayerId::parse(id.trim()).ok().filter(|id| views.records.player(id).is_some());
            let found: Option<Vec<PlayerId>> = ids.split(',').map(known).collect();
            found.ok_or_else(|| params::wrong("previous", "field-player"))?
        }
        None => wrc_predecessors(&views.records, &season),
    };
    if sees_reasons {
        let note = AuditNote::of(&request, &app, Action::ReadPrivate, Outcome::Done);
        app.audit.enqueue(&app, &note.about(format!("season/{season}")));
    }
    let answer = app.blocking(move || {
        let (audience, previous) =
            if sees_reasons { (Audience::Private, Some(previous.as_slice())) } else { (Audience::Public, None) };
        let body = wrc_nominee(&views, &today, &season, previous, lang);
        Ok::<_, Problem>(Answer::computed(audience, &body)?.in_language(lang))
    });
    Ok(answer.await??.respond(&request).await)
}

/// Names who represents the country at the world championship.
///
/// Without `player` it is the one whom the rules propose, and `proposal` says that this was looked at. Somebody else
/// needs a reason, and nobody is named whom the rules bar (R-WRC-01, R-WRC-02).
#[utoipa::path(
    post, path = "/api/v1/seasons/{season}/wrc-nominee", tag = "decisions", operation_id = "nameWrcNominee",
    params(SeasonPath), request_body = Nominating,
    responses(
        (status = 201, description = "Named", body = Receipt),
        (status = 200, description = "A rehearsal: they would be named", body = Receipt),
        (status = 409, description = "The championship has no results, several share the place, or the proposal has changed; `reason` and `rule` say which"),
    )
)]
pub(crate) async fn name(
    path: web::Path<SeasonPath>,
    write: AuthorizedWrite<Authorized<permission::DecideExceptions>, Nominating>,
) -> HandlerResult {
    let season = season_id(&path.season)?;
    let ParsedNomination { player, seen, previous, reason } = write.body.parse()?;
    let previous = previous.unwrap_or_else(|| wrc_predecessors(&write.app.views().records, &season));
    let action = move |context: &LedgerContext<'_>| LedgerAction::NameNominee {
        player: player.clone(),
        seen,
        previous: previous.clone(),
        championship: context.national_results(),
        reason: context.optional_reason(reason.as_ref()),
    };
    run(&write.request, &write.authorized, season, write.metadata(), StatusCode::CREATED, action).await
}

/// Takes the nomination back.
#[utoipa::path(
    delete, path = "/api/v1/seasons/{season}/wrc-nominee", tag = "decisions", operation_id = "withdrawWrcNominee",
    params(SeasonPath), request_body = Withdrawal,
    responses((status = 200, description = "Taken back, or a rehearsal", body = Receipt), (status = 409, description = "Nobody was named"))
)]
pub(crate) async fn withdraw(
    path: web::Path<SeasonPath>,
    write: AuthorizedWrite<Authorized<permission::DecideExceptions>, Withdrawal>,
) -> HandlerResult {
    let season = season_id(&path.season)?;
    let metadata = write.metadata_if_match()?;
    let reason = write.body.parse()?;
    let action = move |context: &LedgerContext<'_>| LedgerAction::WithdrawNominee { reason: context.reason(&reason) };
    run(&write.request, &write.authorized, season, metadata, StatusCode::OK, action).await
}

async fn run(
    request: &HttpRequest,
    authorized: &Authorized<permission::DecideExceptions>,
    season: SeasonId,
    metadata: CommandMetadata,
    created: StatusCode,
    action: impl Fn(&LedgerContext<'_>) -> LedgerAction + Send + 'static,
) -> HandlerResult {
    let address = format!("{}/wrc-nominee", address::of("seasons", season.as_str()));
    let (target, by) = (Target::Mp(season), authorized.account().clone());
    let run = move |app: &AppState| app.commands.run_ledger(&metadata, &app.projector, (&target, &by), &action);
    write::execute(request, created, |_| address, run).await
}
