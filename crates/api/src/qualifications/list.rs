//! Who is qualified for the national championship, what is open, and why.

mod answers;
mod derivation;

pub(crate) use answers::{QualificationsBuilder, qualifications_summary};
pub(crate) use derivation::{QualificationExplainer, known_player};

use crate::http::answer::{Answer, Audience};
use crate::http::conditional::NotModified;
use crate::http::list_response::{self, ListFormat};
use crate::http::path::{SeasonPath, SeasonPlayerPath};
use crate::http::problem::{HandlerResult, ProblemKind};
use crate::http::read::{JsonRead, Read};
use crate::http::read_view::{ListReadOptions, ReadOptions, ReadView};
use crate::seasons::no_season;
use actix_web::web;
use answers::mp_qualifications;
use projections::season_lists::season_lists;
use wire::qualifications::derivation::MpPlayer;
use wire::qualifications::list::MpQualifications;

/// The qualifications to the national championship of a season.
///
/// Those that nobody has granted yet follow from the results by the rules, and may change with them. The whole list is
/// one answer.
#[utoipa::path(
    get, path = "/api/v1/seasons/{season}/qualifications/mp", tag = "qualifications", operation_id = "getMpQualifications",
    params(SeasonPath, ListReadOptions),
    responses((status = 200, description = "The qualifications", content(
        (MpQualifications = "application/json"),
        (String = "text/csv", example = "player_id,name,city,voivodeship,source,event_id,event_name,place,state\r\n2f6c1d0e9b8a4756x3f2,Łucja Przykładowa,Łódź,łódzkie,tournament,t-2025-10-11-lodz,Jesienny Turniej w Łodzi,1,granted\r\n"),
    )), NotModified)
)]
pub(crate) async fn mp(
    path: web::Path<SeasonPath>,
    Read { request, app, params: options }: Read<ListReadOptions>,
) -> HandlerResult {
    let (format, options) = options.format(&request)?;
    let id = crate::seasons::parse_id(&path.season)?;
    let read_view = ReadView::load(&request, &app, &options).await?;
    let build = move |read_view: &ReadView| {
        let records = &read_view.views.records;
        let own = &records.season(&id).ok_or_else(|| no_season(&read_view.today, &id))?.record.rulebook;
        let set = season_lists(records, &id, read_view.rulebook_override()).ok_or(ProblemKind::NotFound)?;
        let body = mp_qualifications(read_view, &set, &id, own).ok_or(ProblemKind::NotFound)?;
        let answer = match format {
            ListFormat::Json => Answer::computed(Audience::Public, &body)?,
            ListFormat::Csv(dialect) => list_response::computed_csv(dialect, &body.items)?,
        };
        Ok(answer.in_language(read_view.lang))
    };
    let answer = read_view.answer(&app, ("mp-qualifications", &path.season, format), build).await?;
    Ok(answer.respond_cacheable(&request).await)
}

/// Why a player is qualified for the national championship, or is not.
///
/// Every event of the season in which the player has a place, and the ranking, with what came of it and why; who was
/// looked at before them and got nothing.
#[utoipa::path(
    get, path = "/api/v1/seasons/{season}/qualifications/mp/{player}", tag = "qualifications", operation_id = "explainMpQualification",
    params(SeasonPlayerPath, ReadOptions),
    responses((status = 200, description = "Why", body = MpPlayer), NotModified)
)]
pub(crate) async fn mp_player(
    path: web::Path<SeasonPlayerPath>,
    JsonRead { request, app, params: options }: JsonRead<ReadOptions>,
) -> HandlerResult {
    let id = crate::seasons::parse_id(&path.season)?;
    let player = path.player.clone();
    let read_view = ReadView::load(&request, &app, &options).await?;
    let build = move |read_view: &ReadView| {
        let records = &read_view.views.records;
        let own = &records.season(&id).ok_or_else(|| no_season(&read_view.today, &id))?.record.rulebook;
        let set = season_lists(records, &id, read_view.rulebook_override()).ok_or(ProblemKind::NotFound)?;
        let player = known_player(&set.facts, &player)?;
        let body = derivation::mp_player(read_view, &set, &id, own, player).ok_or(ProblemKind::NotFound)?;
        Ok(Answer::computed(Audience::Public, &body)?.in_language(read_view.lang))
    };
    Ok(read_view.uncached_answer(&app, build).await?.respond(&request).await)
}
