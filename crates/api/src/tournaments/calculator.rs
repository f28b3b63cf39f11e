//! The calculator: from what lies on the racks at the end of a game to its points.

use super::sheets::{EndingName, Finding, RackInput, plausibility_found, racks_field, read_racks};
use crate::answer::json;
use crate::body::Body;
use crate::kostka::Kostka;
use crate::negotiate::language;
use crate::params::{self, Params};
use crate::problem::{FieldProblem, Problem, ProblemKind};
use crate::reading::Reading;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::game::plausibility::implausible_racks;
use domain::game::scoring::score;
use domain::ids::RulebookId;
use domain::rulebook::Rulebook;
use domain::variant::Variant;
use formats::words::Message;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A game that is to be counted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "ending": "rack_emptied",
    "racks": [
        { "tiles": "", "melded": true },
        { "tiles": "3r 7b 13k", "melded": true },
        { "face": 2, "jokers": 0, "melded": true },
    ],
}))]
pub(crate) struct Calculation {
    /// The variant of the game; the standard one if nobody says.
    #[serde(default)]
    #[schema(max_length = 30, example = "standard")]
    variant: Option<String>,
    ending: EndingName,
    /// What lay on the racks in the order of the seats.
    #[schema(min_items = 3, max_items = 4)]
    racks: Vec<RackInput>,
    /// The id of the rulebook; the rules as the federation publishes them if nobody says.
    #[serde(default)]
    #[schema(max_length = 1024, example = "pl-2024-25")]
    rulebook: Option<String>,
}

/// The points of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Points {
    /// The small points in the order of the seats.
    #[schema(max_items = 4)]
    small: Vec<i64>,
    /// The big points in the order of the seats.
    #[schema(max_items = 4)]
    big: Vec<u32>,
    /// What looks wrong.
    #[schema(max_items = 10)]
    warnings: Vec<Finding>,
}

/// Counts a game, and records nothing.
#[utoipa::path(
    post, path = "/api/v1/calculator", tag = "play", operation_id = "countGame",
    request_body = Calculation,
    responses((status = 200, description = "The points", body = Points)),
)]
pub(crate) async fn count(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    _: Params<params::None>,
    Body { value, .. }: Body<Calculation>,
) -> Result<HttpResponse, Problem> {
    let mut reading = Reading::default();
    let variant = value.variant.as_deref().map_or(Some(Variant::Standard), |text| reading.choice("/variant", text));
    let rulebook = match &value.rulebook {
        None => Some(Rulebook::default()),
        Some(id) => rulebook(&kostka, id, &mut reading),
    };
    let racks = read_racks(&value.racks, &mut reading, "/racks");
    let (Some(variant), Some(rulebook), Some(racks)) = (variant, rulebook, racks) else {
        return Err(reading.problem());
    };
    let scores = score(&racks, value.ending.into(), variant, &rulebook)
        .map_err(|error| Problem::new(ProblemKind::Unprocessable).at(racks_field("", &error)))?;
    let lang = language(request.headers());
    let odd = implausible_racks(&racks, variant, &rulebook);
    let points = Points {
        small: scores.iter().map(|score| score.small.0).collect(),
        big: scores.iter().map(|score| score.big.0).collect(),
        warnings: odd.iter().map(|warning| plausibility_found("/racks", warning).said(lang)).collect(),
    };
    Ok(json(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")), &points))
}

fn rulebook(kostka: &Kostka, id: &str, reading: &mut Reading) -> Option<Rulebook> {
    let views = kostka.views();
    let known = RulebookId::parse(id).ok().and_then(|id| views.rulebooks.find(&id).map(|entry| entry.rulebook.clone()));
    if known.is_none() {
        reading.note(FieldProblem::pointer("/rulebook", "unknown-rulebook", Message::new("field-rulebook")));
    }
    known
}
