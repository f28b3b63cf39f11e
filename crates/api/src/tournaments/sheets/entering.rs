//! Sheets that somebody hands in: checked, entered, entered anew, and corrected after closing.

use super::checks::Grades;
use super::{Finding, GameItem, SeatSum, SheetInput, at_own_table, entered_at, is_blind, place, sheet_address};
use crate::answer::json;
use crate::auth::{Doing, deed};
use crate::body::{Body, kostka};
use crate::conditional;
use crate::kostka::Kostka;
use crate::negotiate::language;
use crate::params::{self, Params};
use crate::problem::{Problem, ProblemKind};
use crate::tournaments::running::{Running, perform};
use crate::tournaments::who::DoneBy;
use crate::write::{Receipt, Write, respond, respond_with};
use actix_web::http::StatusCode;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::course::{
    ActorRef, Authorised, Doer, GameEntry, Now, Order, Part, SheetCheck, SheetInput as Input, Stage, check_sheet,
};
use domain::ids::EventId;
use domain::rulebook::Rulebook;
use domain::text::StatedReason;
use formats::words::Lang;
use projections::office::About;
use projections::views::TournamentEntry;
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// What the rules say of a sheet.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CheckedSheet {
    /// Why it cannot be recorded.
    #[schema(max_items = 1000)]
    errors: Vec<Finding>,
    /// What looks wrong and needs a reason.
    #[schema(max_items = 1000)]
    warnings: Vec<Finding>,
    /// What is worth knowing.
    #[schema(max_items = 1000)]
    infos: Vec<Finding>,
    /// The games with their points; none if there is an error.
    #[schema(max_items = 20)]
    games: Vec<GameItem>,
    /// What each seat has in all of them.
    #[schema(max_items = 4)]
    sums: Vec<SeatSum>,
}

/// The receipt of a sheet, with what the rules say of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SheetReceipt {
    #[serde(flatten)]
    receipt: Receipt,
    /// What looked wrong and was confirmed with the reason.
    #[schema(max_items = 1000)]
    warnings: Vec<Finding>,
    /// What is worth knowing.
    #[schema(max_items = 1000)]
    infos: Vec<Finding>,
    /// The games with their points.
    #[schema(max_items = 20)]
    games: Vec<GameItem>,
    /// What each seat has in all of them.
    #[schema(max_items = 4)]
    sums: Vec<SeatSum>,
}

/// A sheet in a refusal: both values stand beside each other.
#[derive(Debug, Serialize)]
struct Version {
    #[serde(skip_serializing_if = "Option::is_none")]
    etag: Option<String>,
    /// Absent if they wait for a second entry that is to be made without having seen them.
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<Vec<GameItem>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entered_by: Option<DoneBy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entered_at: Option<String>,
}

/// A sheet that somebody hands in, as far as it could be read.
pub(super) struct HandedIn {
    games: Vec<GameEntry>,
    reason: Option<StatedReason>,
    pub(super) place: (Stage, u32),
}

impl HandedIn {
    pub(super) fn read(request: &HttpRequest, body: &SheetInput, authorised: &Authorised) -> Result<Self, Problem> {
        let place = place(request)?;
        at_own_table(authorised, place)?;
        let (games, reason) = body.read()?;
        Ok(Self { games, reason, place })
    }

    pub(super) fn input(&self) -> Input {
        let (stage, table) = self.place;
        Input { stage, table, games: self.games.clone(), reason: None }
    }

    /// What the rules say of it as the tournament stands; nothing if there is no such table.
    fn check(&self, entry: &TournamentEntry) -> Option<(SheetCheck, Arc<Rulebook>, usize)> {
        let now = entry.now()?;
        let (stage, table) = self.place;
        let table = now.table(stage, table)?;
        let rulebook = now.rulebook.clone().unwrap_or_default();
        Some((check_sheet(now, table, &self.input(), &rulebook), rulebook, table.seats.len()))
    }

    fn checked(&self, entry: &TournamentEntry, lang: Lang) -> Option<CheckedSheet> {
        let (check, rulebook, seats) = self.check(entry)?;
        let Grades { errors, warnings, infos } = Grades::of(&check, lang);
        let games = GameItem::all(&check.games, &rulebook);
        let sums = GameItem::sums(&games, seats);
        Some(CheckedSheet { errors, warnings, infos, games, sums })
    }
}

/// Enters the sheet of a table, or enters it anew.
///
/// `If-Match` is about this sheet only; that of an empty one is in the answer of `getSheet`, too. If somebody else was faster, the refusal
/// has both values: `current` and `yours`. Errors refuse the sheet, warnings need a `reason`; a sheet of a round that is over is
/// changed only with one, and the seats of the next round stay as they were played.
#[utoipa::path(
    put, path = "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet", tag = "play", operation_id = "enterSheet",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of a round, `top` or `final`", example = "2"),
        ("table" = u32, Path, minimum = 1, maximum = 1000, description = "The table", example = 4),
    ),
    request_body = SheetInput,
    responses(
        (status = 200, description = "Entered, or a rehearsal", body = SheetReceipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
        (status = 412, description = "Somebody else has entered it; `current` and `yours` have both values"),
        (status = 422, description = "The sheet has errors, or warnings that nobody has confirmed with a reason"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn enter(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::EnterSheet>,
    Write { body, head }: Write<SheetInput>,
) -> Result<HttpResponse, Problem> {
    let handed_in = HandedIn::read(&request, &body, &doing.doer.authorised)?;
    let act = head.edit(&kostka, doing.actor())?;
    write_sheet(&request, doing, act, handed_in, Order::EnterSheet).await
}

/// Corrects a sheet after the tournament was closed.
///
/// The places are computed anew, and everything in the season that rests on them.
#[utoipa::path(
    put, path = "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/correction", tag = "play", operation_id = "correctSheet",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of a round, `top` or `final`", example = "2"),
        ("table" = u32, Path, minimum = 1, maximum = 1000, description = "The table", example = 4),
    ),
    request_body = SheetInput,
    responses(
        (status = 200, description = "Corrected, or a rehearsal", body = SheetReceipt),
        (status = 409, description = "The tournament is not closed; `reason` and `rule` say so"),
        (status = 412, description = "Somebody else has corrected it; `current` and `yours` have both values"),
        (status = 422, description = "The sheet has errors, or the reason is missing"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn correct(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::CorrectSheet>,
    Write { body, head }: Write<SheetInput>,
) -> Result<HttpResponse, Problem> {
    let handed_in = HandedIn::read(&request, &body, &doing.doer.authorised)?;
    let act = head.edit(&kostka, doing.actor())?;
    write_sheet(&request, doing, act, handed_in, |input| Order::CorrectSheet { input }).await
}

/// Enters or corrects a sheet; its receipt has what the rules say of it, its refusal by another entry has both.
async fn write_sheet<D>(
    request: &HttpRequest,
    doing: Doing<D>,
    act: projections::office::Act,
    handed_in: HandedIn,
    order: fn(Input) -> Order,
) -> Result<HttpResponse, Problem> {
    let (stage, table) = handed_in.place;
    let entry = Arc::clone(&doing.entry);
    let doer = doing.doer.clone();
    let address = sheet_address(doing.tournament(), handed_in.place);
    let running = Running { act, about: About::Part(Part::Sheet(stage, table)), created: StatusCode::OK };
    let (input, reason) = (handed_in.input(), handed_in.reason.clone());
    let done = perform(
        request,
        doing,
        running,
        |_| address,
        move |ink| {
            let reason = reason.as_ref().map(|reason| ink.reason(reason));
            Ok(order(Input { reason, ..input.clone() }))
        },
    );
    let (receipt, replayed) = match done.await {
        Err(problem) if problem.kind() == ProblemKind::PreconditionFailed => {
            return Err(with_both(problem, kostka(request)?, &handed_in, &entry.id, &doer));
        }
        done => done?,
    };
    match handed_in.checked(&entry, language(request.headers())) {
        Some(CheckedSheet { errors: _, warnings, infos, games, sums }) => {
            let body = SheetReceipt { receipt, warnings, infos, games, sums };
            Ok(respond_with(StatusCode::OK, &body.receipt, replayed, &body))
        }
        None => Ok(respond(StatusCode::OK, &receipt, replayed)),
    }
}

/// The refusal with what stands there and what was sent.
fn with_both(problem: Problem, kostka: &Kostka, handed_in: &HandedIn, id: &EventId, doer: &Doer) -> Problem {
    let views = kostka.views();
    let Some(entry) = views.tournaments.find(id) else { return problem };
    let (stage, number) = handed_in.place;
    let Some(table) = entry.now().and_then(|now: &Now| now.table(stage, number)) else { return problem };
    let Some((check, rulebook, _)) = handed_in.check(entry) else { return problem };
    let sheet = table.sheet.as_deref();
    let is_staff = matches!(doer.authorised, Authorised::Roles(_));
    let blind = !is_staff && entry.now().is_some_and(|now| is_blind(now, table, Some(&doer.id)));
    let games = || sheet.map(|sheet| GameItem::all(&sheet.games, &rulebook)).unwrap_or_default();
    let named = |by: &ActorRef| if is_staff { DoneBy::named(&views, by) } else { DoneBy::unnamed(by) };
    let current = Version {
        etag: Some(conditional::etag_text(entry.part_etag(&Part::Sheet(stage, number)))),
        games: (!blind).then(games),
        entered_by: sheet.map(|sheet| named(&sheet.entered_by)),
        entered_at: sheet.and_then(|_| entered_at(entry, stage, number)),
    };
    let yours =
        Version { etag: None, games: Some(GameItem::all(&check.games, &rulebook)), entered_by: None, entered_at: None };
    problem.fact("current", current).fact("yours", yours)
}

/// Says what the rules find on a sheet, and records nothing.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet/check", tag = "play", operation_id = "checkSheet",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of a round, `top` or `final`", example = "2"),
        ("table" = u32, Path, minimum = 1, maximum = 1000, description = "The table", example = 4),
    ),
    request_body = SheetInput,
    responses((status = 200, description = "What is found, in three grades", body = CheckedSheet)),
    security(("bearer" = []))
)]
pub(crate) async fn check(
    request: HttpRequest,
    doing: Doing<deed::EnterSheet>,
    _: Params<params::None>,
    Body { value, .. }: Body<SheetInput>,
) -> Result<HttpResponse, Problem> {
    let handed_in = HandedIn::read(&request, &value, &doing.doer.authorised)?;
    let checked = handed_in.checked(&doing.entry, language(request.headers())).ok_or(ProblemKind::NotFound)?;
    let mut response = HttpResponse::Ok();
    response.insert_header((CACHE_CONTROL, "no-store"));
    Ok(json(&mut response, &checked))
}
