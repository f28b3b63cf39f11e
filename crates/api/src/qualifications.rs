//! Who is qualified for the national championship, what is open, and why.

mod body;
mod derivation;

pub(crate) use body::{PendingQualification, Qualifications, QualificationsSummary, QualifiedPlayer};
pub(crate) use derivation::{QualificationOutcome, Teller, known_player};

use crate::answer::{Answer, Audience};
use crate::kostka::Kostka;
use crate::params::Params;
use crate::problem::{Problem, ProblemKind};
use crate::seasons::{no_season, unknown_season};
use crate::seen::{Lens, ListLens, Seen};
use crate::table::{self, Shape};
use actix_web::{HttpRequest, HttpResponse, web};
use body::MpQualifications;
use derivation::MpPlayer;
use domain::ids::SeasonId;
use projections::season_lists::season_lists;

/// The qualifications to the national championship of a season.
///
/// Those that nobody has granted yet follow from the results by the rules, and may change with them. The whole list is one answer.
#[utoipa::path(
    get, path = "/api/v1/seasons/{season}/qualifications/mp", tag = "qualifications", operation_id = "getMpQualifications",
    params(("season" = String, Path, max_length = 1024, description = "The id of the season", example = "2025-26"), ListLens),
    responses(
        (
            status = 200, description = "The qualifications",
            content(
                (MpQualifications = "application/json"),
                (String = "text/csv", example = "player_id,name,city,voivodeship,source,event_id,event_name,place,state\r\n2f6c1d0e9b8a4756x3f2,Łucja Przykładowa,Łódź,łódzkie,tournament,t-2025-10-11-lodz,Jesienny Turniej w Łodzi,1,granted\r\n"),
            ),
        ),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn mp(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    season: web::Path<String>,
    Params(lens): Params<ListLens>,
) -> Result<HttpResponse, Problem> {
    let (shape, lens) = lens.shape(&request)?;
    let id = parse_season(&season)?;
    let seen = Seen::through(&request, &kostka, &lens).await?;
    let build = move |seen: &Seen| {
        let records = &seen.views.records;
        let own = &records.season(&id).ok_or_else(|| no_season(&seen.today, &id))?.record.rulebook;
        let set = season_lists(records, &id, seen.other()).ok_or(ProblemKind::NotFound)?;
        let body = MpQualifications::of(seen, &set, &id, own).ok_or(ProblemKind::NotFound)?;
        let answer = match shape {
            Shape::Json => Answer::computed(Audience::Public, &body)?,
            Shape::Csv(dialect) => table::computed_csv(dialect, &body.items)?,
        };
        Ok(answer.in_language(seen.lang))
    };
    let answer = seen.answer(&kostka, ("mp-qualifications", &season, shape), build).await?;
    Ok(answer.respond_again(&request).await)
}

/// Why a player is qualified for the national championship, or is not.
///
/// Every event of the season in which the player has a place, and the ranking, with what came of it and why; who was looked at before
/// them and got nothing.
#[utoipa::path(
    get, path = "/api/v1/seasons/{season}/qualifications/mp/{player}", tag = "qualifications", operation_id = "explainMpQualification",
    params(
        ("season" = String, Path, max_length = 1024, description = "The id of the season", example = "2025-26"),
        ("player" = String, Path, max_length = 1024, description = "The id of the player", example = "2f6c1d0e9b8a4756x3f2"),
        Lens,
    ),
    responses(
        (status = 200, description = "Why", body = MpPlayer),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn mp_player(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    path: web::Path<(String, String)>,
    Params(lens): Params<Lens>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let id = parse_season(&path.0)?;
    let player = path.1.clone();
    let seen = Seen::through(&request, &kostka, &lens).await?;
    let build = move |seen: &Seen| {
        let records = &seen.views.records;
        let own = &records.season(&id).ok_or_else(|| no_season(&seen.today, &id))?.record.rulebook;
        let set = season_lists(records, &id, seen.other()).ok_or(ProblemKind::NotFound)?;
        let player = known_player(&set.facts, &player)?;
        let body = MpPlayer::of(seen, &set, &id, own, player).ok_or(ProblemKind::NotFound)?;
        Ok(Answer::computed(Audience::Public, &body)?.in_language(seen.lang))
    };
    let answer = seen.made(&kostka, build).await?;
    Ok(answer.respond(&request).await)
}

/// The id of a season in an address.
pub(crate) fn parse_season(id: &str) -> Result<SeasonId, Problem> {
    SeasonId::parse(id).map_err(|_| unknown_season())
}
