//! Calculator: the points of a game from the tiles left on the racks.

use super::sheets::{plausibility_finding, racks_field, read_racks};
use crate::http::answer::json;
use crate::http::app::AppState;
use crate::http::body::Body;
use crate::http::fields::FieldParser;
use crate::http::negotiate::language;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::RequestWithoutParams;
use actix_web::HttpResponse;
use actix_web::http::header::CACHE_CONTROL;
use domain::game::plausibility::implausible_racks;
use domain::game::scoring::score;
use domain::rulebook::Rulebook;
use domain::values::ids::RulebookId;
use domain::values::variant::Variant;
use formats::localization::Message;
use wire::tournaments::play::{Calculation, Points};

/// Counts a game, and records nothing.
#[utoipa::path(
    post, path = "/api/v1/calculator", tag = "play", operation_id = "countGame",
    request_body = Calculation,
    responses((status = 200, description = "The points", body = Points)),
    security(())
)]
pub(crate) async fn count(
    RequestWithoutParams { request, app, .. }: RequestWithoutParams,
    Body { value, .. }: Body<Calculation>,
) -> HandlerResult {
    let (variant, rulebook, racks) = FieldParser::read(|fields| {
        let variant = value.variant.as_deref().map_or(Some(Variant::Standard), |text| fields.choice("/variant", text));
        let rulebook = value.rulebook.as_deref().map_or(Some(Rulebook::default()), |id| rulebook(&app, id, fields));
        let racks = read_racks(&value.racks, fields, "/racks");
        Some((variant?, rulebook?, racks?))
    })?;
    let scores = score(&racks, value.ending.into(), variant, &rulebook)
        .map_err(|error| Problem::new(ProblemKind::Unprocessable).at(racks_field("", &error)))?;
    let lang = language(request.headers());
    let odd = implausible_racks(&racks, variant, &rulebook);
    let points = Points {
        small: scores.iter().map(|score| score.small.0).collect(),
        big: scores.iter().map(|score| score.big.0).collect(),
        warnings: odd.iter().map(|warning| plausibility_finding("/racks", warning).localized(lang)).collect(),
    };
    Ok(json(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")), &points))
}

fn rulebook(app: &AppState, id: &str, fields: &mut FieldParser) -> Option<Rulebook> {
    let views = app.views();
    RulebookId::parse(id)
        .ok()
        .and_then(|id| views.records.rulebooks.find(&id).map(|entry| Rulebook::clone(&entry.rulebook)))
        .or_else(|| fields.wrong("/rulebook", "unknown-rulebook", Message::new("field-rulebook")))
}
