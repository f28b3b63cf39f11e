//! Who is there: check-in, absence, late arrival and leaving; what is noted of several players is one act.

use super::body::{age, known_player};
use super::running::{Running, run, under};
use crate::auth::{Doing, deed};
use crate::kostka::Kostka;
use crate::problem::{FieldProblem, Problem};
use crate::reading::Reading;
use crate::write::{Receipt, Write};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::course::{Order, Presence};
use domain::event::{AgeGroup, Registration};
use domain::ids::PlayerId;
use formats::words::Message;
use projections::office::{About, Ink};
use serde::Deserialize;
use utoipa::ToSchema;

/// The most players that are named at once.
const MOST_AT_ONCE: usize = 1000;

/// Who has come: some by name, or everybody who is registered.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckIns {
    /// The ids of the players.
    #[schema(min_items = 1, max_items = 1000, example = json!(["2f6c1d0e9b8a4756x3f2"]))]
    players: Option<Vec<String>>,
    /// Everybody who is registered and not there yet.
    #[serde(default)]
    #[schema(default = false, example = false)]
    all: bool,
}

/// Who has not come: some by name, or everybody who is registered and not there.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Absences {
    /// The ids of the players.
    #[schema(min_items = 1, max_items = 1000, example = json!(["2f6c1d0e9b8a4756x3f2"]))]
    players: Option<Vec<String>>,
    /// Everybody who is registered and not there.
    #[serde(default)]
    #[schema(default = false, example = false)]
    all_missing: bool,
}

/// Who is meant.
#[derive(Clone)]
enum Meant {
    Named(Vec<PlayerId>),
    /// Everybody who is registered and not there when it is decided.
    Expected,
}

impl Meant {
    fn read(players: Option<&[String]>, all: bool) -> Result<Self, Problem> {
        let mut reading = Reading::default();
        let meant = match (players, all) {
            (None, true) => Some(Self::Expected),
            (Some(players), false) if (1..=MOST_AT_ONCE).contains(&players.len()) => {
                let id = |(at, text): (usize, &String)| {
                    PlayerId::parse(text).map_err(|_| unknown(&mut reading, &format!("/players/{at}"))).ok()
                };
                Some(Self::Named(players.iter().enumerate().filter_map(id).collect()))
            }
            (Some(_), false) => {
                let words = Message::new("field-range").number("least", 1).number("most", MOST_AT_ONCE as i64);
                reading.note(FieldProblem::pointer("/players", "out-of-range", words));
                None
            }
            (None, false) | (Some(_), true) => {
                reading.note(FieldProblem::pointer("/players", "some-or-all", Message::new("field-some-or-all")));
                None
            }
        };
        let Some(meant) = meant else { return Err(reading.problem()) };
        reading.finish()?;
        Ok(meant)
    }

    fn players(&self, ink: &Ink<'_>) -> Vec<PlayerId> {
        match self {
            Self::Named(players) => players.clone(),
            Self::Expected => {
                let entrants = ink.course().here().map(|running| running.now.entrants.clone()).unwrap_or_default();
                let expected = entrants.iter().filter(|(_, entrant)| entrant.presence == Presence::Registered);
                expected.map(|(player, _)| player.clone()).collect()
            }
        }
    }
}

fn unknown(reading: &mut Reading, pointer: &str) {
    reading.note(FieldProblem::pointer(pointer, "unknown-player", Message::new("field-unknown-player")));
}

/// Notes that players are in the hall, all of them as one act.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/check-ins", tag = "tournaments", operation_id = "checkIn",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "7k2m9q4x8c1v5b3n6z0a")),
    request_body = CheckIns,
    responses(
        (status = 200, description = "Noted, or nothing had to change, or a rehearsal", body = Receipt),
        (status = 409, description = "Somebody is not registered or lacks a consent, or the first round has started"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn check_in(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::CheckIn>,
    Write { body, head }: Write<CheckIns>,
) -> Result<HttpResponse, Problem> {
    let meant = Meant::read(body.players.as_deref(), body.all)?;
    let act = head.act(&kostka, doing.actor());
    let address = under(doing.tournament(), "desk");
    let running = Running { act, about: About::Whole, created: StatusCode::OK };
    run(&request, doing, running, |_| address, move |ink| Ok(Order::CheckIn { players: meant.players(ink) })).await
}

/// Notes that players did not come, all of them as one act.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/absences", tag = "tournaments", operation_id = "noteAbsences",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "7k2m9q4x8c1v5b3n6z0a")),
    request_body = Absences,
    responses(
        (status = 200, description = "Noted, or nothing had to change, or a rehearsal", body = Receipt),
        (status = 409, description = "Somebody is not registered, or plays"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn note_absent(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::NoteAbsent>,
    Write { body, head }: Write<Absences>,
) -> Result<HttpResponse, Problem> {
    let meant = Meant::read(body.players.as_deref(), body.all_missing)?;
    let act = head.act(&kostka, doing.actor());
    let address = under(doing.tournament(), "desk");
    let running = Running { act, about: About::Whole, created: StatusCode::OK };
    run(&request, doing, running, |_| address, move |ink| Ok(Order::NoteAbsent { players: meant.players(ink) })).await
}

/// Somebody who came after the start; what is not said is as it was registered.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LateArrival {
    /// The id of the player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player: String,
    #[schema(schema_with = age)]
    age: Option<String>,
    /// Whether a guardian has signed that the minor may play.
    #[schema(example = false)]
    guardian_consent: Option<bool>,
    /// Whether a guardian is there.
    #[schema(example = false)]
    accompanied: Option<bool>,
}

/// Lets somebody play who came after the start, from the next round on.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/late-arrivals", tag = "tournaments", operation_id = "admitLate",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "7k2m9q4x8c1v5b3n6z0a")),
    request_body = LateArrival,
    responses(
        (status = 201, description = "Admitted", body = Receipt),
        (status = 200, description = "A rehearsal", body = Receipt),
        (status = 409, description = "It is too late, or the player is there already or out"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn admit_late(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::AdmitLate>,
    Write { body, head }: Write<LateArrival>,
) -> Result<HttpResponse, Problem> {
    let mut reading = Reading::default();
    let player = known_player(&mut reading, &kostka.views(), "/player", &body.player);
    let age = body.age.as_deref().and_then(|age| reading.choice::<AgeGroup>("/age", age));
    let Some(player) = player else { return Err(reading.problem()) };
    reading.finish()?;
    let act = head.act(&kostka, doing.actor());
    let address = under(doing.tournament(), "desk");
    let running = Running { act, about: About::Whole, created: StatusCode::CREATED };
    run(
        &request,
        doing,
        running,
        |_| address,
        move |ink| {
            let now = ink.course().here().map(|running| &running.now);
            let known = now.and_then(|now| now.entrants.get(&player)).map(|entrant| &entrant.registration);
            Ok(Order::AdmitLate(Registration {
                player: player.clone(),
                age: age.or(known.map(|known| known.age)).unwrap_or(AgeGroup::Adult),
                guardian_consent: body.guardian_consent.or(known.map(|known| known.guardian_consent)).unwrap_or(false),
                accompanied: body.accompanied.or(known.map(|known| known.accompanied)).unwrap_or(false),
                walk_in: known.is_none_or(|known| known.walk_in),
            }))
        },
    )
    .await
}

/// Somebody who goes home before the end.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Departure {
    /// The id of the player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player: String,
}

/// Notes that somebody went home before the end.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/departures", tag = "tournaments", operation_id = "noteLeaving",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "7k2m9q4x8c1v5b3n6z0a")),
    request_body = Departure,
    responses(
        (status = 200, description = "Noted, or nothing had to change, or a rehearsal", body = Receipt),
        (status = 409, description = "The player is not there"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn note_leaving(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::NoteLeaving>,
    Write { body, head }: Write<Departure>,
) -> Result<HttpResponse, Problem> {
    let mut reading = Reading::default();
    let Ok(player) = PlayerId::parse(&body.player) else {
        unknown(&mut reading, "/player");
        return Err(reading.problem());
    };
    let act = head.act(&kostka, doing.actor());
    let address = under(doing.tournament(), "desk");
    let running = Running { act, about: About::Whole, created: StatusCode::OK };
    run(&request, doing, running, |_| address, move |_| Ok(Order::NoteLeaving { player: player.clone() })).await
}
