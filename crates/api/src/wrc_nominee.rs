//! Who represents the country at the world championship: whom the rules propose, and whom a person names (R-WRC, AMB-86).

mod body;

use crate::address;
use crate::answer::{Answer, Audience};
use crate::as_of;
use crate::auth::{Action, Allowed, Caller, Note, Outcome, permission};
use crate::kostka::Kostka;
use crate::negotiate;
use crate::params::{self, Params};
use crate::problem::Problem;
use crate::rulings::season_id;
use crate::running::Withdrawal;
use crate::seasons::no_season;
use crate::table;
use crate::write::{self, Receipt, Write};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use body::{Named, Nominating, WrcNominee};
use domain::authority::Permission;
use domain::ids::{PlayerId, SeasonId};
use domain::ledger::Target;
use projections::office::{Act, LedgerAsk, LedgerWish};
use projections::season_lists::wrc_predecessors;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

/// As of when, and what is assumed.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct NomineeView {
    /// As it was at a position of the log or at a time (RFC 3339); names are those of today.
    #[param(max_length = 40)]
    as_of: Option<String>,
    /// Who represented the country at the edition before, as ids with commas between them; without it, as it is recorded here.
    #[param(max_length = 4096)]
    previous: Option<String>,
}

/// Who is named for the world championship after the national championship of a season.
///
/// Those who may see what is not public of players are also told whom the rules propose, who was passed over and why.
#[utoipa::path(
    get, path = "/api/v1/seasons/{season}/wrc-nominee", tag = "decisions", operation_id = "getWrcNominee",
    params(("season" = String, Path, max_length = 1024, description = "The id of the season", example = "2025-26"), NomineeView),
    responses(
        (status = 200, description = "The nominee", body = WrcNominee),
        (status = 304, description = "As the client knows it"),
    ),
    security((), ("bearer" = []))
)]
pub(crate) async fn show(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    caller: Caller,
    season: web::Path<String>,
    Params(view): Params<NomineeView>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let season = season_id(&season)?;
    let sees_reasons = caller.may(&kostka, &Permission::SeePrivatePlayers);
    let views = as_of::views(&request, &kostka, view.as_of.as_deref()).await?;
    let (today, lang) = (kostka.views(), negotiate::language(request.headers()));
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
        let note = Note::of(&request, &kostka, Action::ReadPrivate, Outcome::Done);
        kostka.audit.note(&kostka, &note.about(format!("season/{season}")));
    }
    let answer = kostka.blocking(move || {
        let (audience, previous) =
            if sees_reasons { (Audience::Private, Some(previous.as_slice())) } else { (Audience::Public, None) };
        let body = WrcNominee::of(&views, &today, &season, previous, lang);
        Ok::<_, Problem>(Answer::computed(audience, &body)?.in_language(lang))
    });
    Ok(Arc::new(answer.await??).respond(&request).await)
}

/// Names who represents the country at the world championship.
///
/// Without `player` it is the one whom the rules propose, and `proposal` says that this was looked at. Somebody else needs a reason, and nobody is named whom the rules bar (R-WRC-01, R-WRC-02).
#[utoipa::path(
    post, path = "/api/v1/seasons/{season}/wrc-nominee", tag = "decisions", operation_id = "nameWrcNominee",
    params(("season" = String, Path, max_length = 1024, description = "The id of the season", example = "2025-26")),
    request_body = Nominating,
    responses(
        (status = 201, description = "Named", body = Receipt),
        (status = 200, description = "A rehearsal: they would be named", body = Receipt),
        (status = 409, description = "The championship has no results, several share the place, or the proposal has changed; `reason` and `rule` say which"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn name(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::DecideExceptions>,
    season: web::Path<String>,
    Write { body, head }: Write<Nominating>,
) -> Result<HttpResponse, Problem> {
    let season = season_id(&season)?;
    let Named { player, seen, previous, reason } = body.read()?;
    let previous = previous.unwrap_or_else(|| wrc_predecessors(&kostka.views().records, &season));
    let act = head.act(&kostka, allowed.actor());
    let wish = LedgerWish::NameNominee { player, seen, previous, reason };
    run(&request, &allowed, season, act, StatusCode::CREATED, wish).await
}

/// Takes the nomination back.
#[utoipa::path(
    delete, path = "/api/v1/seasons/{season}/wrc-nominee", tag = "decisions", operation_id = "withdrawWrcNominee",
    params(("season" = String, Path, max_length = 1024, description = "The id of the season", example = "2025-26")),
    request_body = Withdrawal,
    responses(
        (status = 200, description = "Taken back, or a rehearsal", body = Receipt),
        (status = 409, description = "Nobody was named"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn withdraw(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::DecideExceptions>,
    season: web::Path<String>,
    Write { body, head }: Write<Withdrawal>,
) -> Result<HttpResponse, Problem> {
    let season = season_id(&season)?;
    let act = head.edit(&kostka, allowed.actor())?;
    let wish = LedgerWish::WithdrawNominee { reason: body.read()? };
    run(&request, &allowed, season, act, StatusCode::OK, wish).await
}

async fn run(
    request: &HttpRequest,
    allowed: &Allowed<permission::DecideExceptions>,
    season: SeasonId,
    act: Act,
    created: StatusCode,
    wish: LedgerWish,
) -> Result<HttpResponse, Problem> {
    let address = format!("{}/wrc-nominee", address::of("seasons", season.as_str()));
    let ask = LedgerAsk { target: Target::Mp(season), by: allowed.account().clone(), wish };
    write::execute(request, created, |_| address, move |kostka| kostka.office.run_ledger(&act, &kostka.projector, &ask))
        .await
}
