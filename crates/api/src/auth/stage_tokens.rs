//! Giving out table tokens for all tables of a round at once, as links and as texts for QR codes.

use super::audit::{Action, Note, Outcome};
use super::caller::Allowed;
use super::deed::{named, stage};
use super::permission;
use super::table_token::{self, Stored};
use super::table_tokens::{DEFAULT_HOURS, MAX_HOURS, good, within};
use crate::answer;
use crate::edge::KOSTKA_POSITION;
use crate::kostka::Kostka;
use crate::problem::{Problem, ProblemKind};
use crate::qr;
use crate::reading::Reading;
use crate::write::{IDEMPOTENCY_REPLAYED, Refusal, Write, append_problem};
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::course::{ActKind, Phase, Rejection, Stage};
use events::append::Append;
use events::cabinet::{CabinetWrite, Drawer};
use events::log::MAX_PAGE;
use formats::words::Message;
use projections::views::TournamentEntry;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::ToSchema;

/// How long the tokens of a round are good for; they end with the round in any case.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewStageTokens {
    /// How many hours they are good for at most.
    #[serde(default = "default_hours")]
    #[schema(minimum = 1, maximum = 168, default = 12, example = 12)]
    good_for_hours: u16,
}

fn default_hours() -> u16 {
    DEFAULT_HOURS
}

/// The tokens of all tables of a round. A retry with the same idempotency key gets the same.
#[derive(Serialize, ToSchema)]
pub(crate) struct IssuedTokens {
    /// Where the tokens of the tournament are listed.
    #[schema(max_length = 1200, example = "/api/v1/tournaments/t-2026-07/table-tokens")]
    resource: String,
    /// Where the log stood.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    position: u64,
    /// When they were given out.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    recorded_at: String,
    /// Whether it was only a rehearsal: nothing was given out.
    dry_run: bool,
    /// One for each table; none in a rehearsal.
    #[schema(max_items = 1000)]
    tokens: Vec<IssuedToken>,
}

/// The token of a table; shown here and never again.
#[derive(Serialize, ToSchema)]
pub(crate) struct IssuedToken {
    /// The table.
    #[schema(minimum = 1, maximum = 1000, example = 4)]
    table: u32,
    /// Names the token; of no use for using it.
    #[schema(max_length = 32, example = "9f86d081884c7d659a2feaa0c55ad015")]
    id: String,
    /// The token, for `Authorization: Bearer kt_…`.
    #[schema(max_length = 100, example = "kt_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8")]
    token: String,
    /// The page of the table with the same after `#`: what stands there a browser does not send, so it is in no log.
    #[schema(
        max_length = 1200,
        example = "https://ranking.example/pl/table#kt_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
    )]
    link: String,
    /// What a QR code on the table says.
    #[schema(
        max_length = 1200,
        example = "https://ranking.example/pl/table#kt_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
    )]
    qr: String,
    /// The code as a picture (SVG), to be printed.
    #[schema(max_length = 200_000, example = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 49 49\"></svg>")]
    qr_svg: String,
}

/// Gives out a token for each table of a round or of the TOP stage that is seated and not over.
///
/// Each is good for the sheet and the disputes of its table, and ends with the round, or when its seats are given out anew. The final is
/// entered by referees and has none.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/table-tokens", tag = "play", operation_id = "issueStageTokens",
    request_body = NewStageTokens,
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of a round, or `top`", example = "2"),
    ),
    responses(
        (status = 201, description = "The tokens, shown once", body = IssuedTokens),
        (status = 200, description = "A rehearsal", body = IssuedTokens),
        (status = 409, description = "The tournament is over or called off, the round is not seated or is over, or there are too many tokens"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn issue(
    caller: Allowed<permission::IssueTableTokens>,
    Write { body, head }: Write<NewStageTokens>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    let (stage, entry) = (stage(&request)?, named(&kostka, &request)?);
    let mut reading = Reading::default();
    within(&mut reading, "/good_for_hours", body.good_for_hours, MAX_HOURS);
    reading.finish()?;
    let tables = tables(&entry, stage).map_err(|rejection| rejection.problem())?;
    let resource = format!("/api/v1/tournaments/{}/table-tokens", entry.id);
    let (now, position) = (kostka.environment.now(), kostka.projector.position());
    if head.is_dry_run() {
        let (recorded_at, position) = (now.to_string(), position.0);
        let rehearsal = IssuedTokens { resource, position, recorded_at, dry_run: true, tokens: Vec::new() };
        return Ok(respond(StatusCode::OK, &rehearsal, false));
    }
    if good(&kostka, &entry.stream).await?.len() + tables as usize > MAX_PAGE {
        return Err(Problem::new(ProblemKind::Conflict).because(Message::new("refusal-too-many-table-tokens")));
    }
    let idempotency = head.idempotency(&kostka, &caller.actor());
    let mut tokens = Vec::with_capacity(tables as usize);
    let mut cabinet = Vec::with_capacity(tables as usize + 1);
    for table in 1..=tables {
        let mut secret = zeroize::Zeroizing::new([0; 32]);
        match &idempotency {
            // A retry shows the same tokens, and nobody keeps them.
            Some(idempotency) => {
                let id = [&idempotency.key[..], &table.to_be_bytes()].concat();
                secret = kostka.vault.master_key().secret("table token", &id);
            }
            None => kostka.environment.fill_random(&mut *secret),
        }
        let token = table_token::write(&secret);
        let key = table_token::key(&token).ok_or(ProblemKind::Internal)?;
        let number = u16::try_from(table).map_err(|_| ProblemKind::Internal)?;
        let stored = Stored::new(stage, number, caller.account().to_string(), now, position);
        // The page asks what the token is for; those who play here speak Polish, and find the way to English there.
        let link = format!("{}/pl/table#{token}", kostka.settings.public_url.trim_end_matches('/'));
        let qr_svg = qr::svg(&link).unwrap_or_default();
        tokens.push(IssuedToken { table, id: table_token::id(&key), token, qr: link.clone(), qr_svg, link });
        cabinet.push(CabinetWrite::Put {
            drawer: Drawer::TableToken,
            key,
            owner: entry.stream.as_str().into(),
            value: serde_json::to_vec(&stored).unwrap_or_default(),
            expires_at: Some(now.plus(Duration::from_hours(body.good_for_hours.into()))),
        });
    }
    let note = Note::of(&request, &kostka, Action::Write, Outcome::Done);
    cabinet.push(note.about(format!("{} stage {stage}", entry.stream)).write(&kostka));
    let appended = kostka.log.append(Append { cabinet, idempotency, ..Append::default() }).await;
    let receipt = appended.map_err(|error| append_problem(&error))?;
    let issued = IssuedTokens {
        resource,
        position: receipt.last().0,
        recorded_at: receipt.recorded_at.to_string(),
        dry_run: false,
        tokens,
    };
    Ok(respond(StatusCode::CREATED, &issued, receipt.replayed))
}

/// How many tables a stage has whose sheets its players may enter.
fn tables(entry: &TournamentEntry, stage: Stage) -> Result<u32, Rejection> {
    if stage == Stage::Final {
        return Err(Rejection::NotAllowed { kind: ActKind::EnterFinalSheet });
    }
    let now = entry.now();
    if let Some(phase) = now.map(|now| now.phase).filter(|phase| matches!(phase, Phase::Cancelled | Phase::Closed)) {
        return Err(Rejection::WrongPhase { phase });
    }
    match now.and_then(|now| now.play(stage)) {
        Some(play) if play.closed => Err(Rejection::StageClosed { stage }),
        Some(play) if !play.tables.is_empty() => Ok(play.tables.len() as u32),
        Some(_) | None => Err(Rejection::NotSeated { stage }),
    }
}

fn respond(status: StatusCode, issued: &IssuedTokens, replayed: bool) -> HttpResponse {
    let mut response = HttpResponse::build(status);
    response
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((KOSTKA_POSITION, HeaderValue::from(issued.position)));
    if replayed {
        response.insert_header((IDEMPOTENCY_REPLAYED, "true"));
    }
    answer::json(&mut response, issued)
}
