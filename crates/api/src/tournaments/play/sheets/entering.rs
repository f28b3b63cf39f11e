//! Checking, entering and correcting a sheet.

use super::checks::LocalizedFindings;
use super::games::{game_items, read_sheet, scored_games, sum_items};
use super::{at_own_table, entered_at, hides_first_entry, place};
use crate::accounts::AuthorizedAtTournament;
use crate::http::answer::json;
use crate::http::app::AppState;
use crate::http::body::{Body, app};
use crate::http::conditional;
use crate::http::negotiate::language;
use crate::http::params::{self, Params};
use crate::http::path::SheetPath;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::write::{respond, respond_with};
use crate::tournaments::execute::TournamentWrite;
use crate::tournaments::people::{done_by, done_by_unnamed};
use actix_web::http::StatusCode;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse};
use domain::tournament::course::{
    ActorRef, CommandKind, Credentials, GameEntry, Part, Principal, SheetFindings, SheetInput as Input, Stage,
    TournamentAction, TournamentState,
};
use domain::values::ids::CompetitionId;
use domain::values::text::StatedReason;
use formats::localization::Lang;
use projections::views::TournamentEntry;
use serde::Serialize;
use std::sync::Arc;
use wire::tournaments::people::DoneBy;
use wire::tournaments::play::{CheckedSheet, GameItem, SheetInput, SheetReceipt};

/// A version of a sheet in a refusal for a stale `If-Match`, which has both `current` and `yours`.
#[derive(Debug, Serialize)]
struct Version {
    #[serde(skip_serializing_if = "Option::is_none")]
    etag: Option<String>,
    /// Absent while they wait for a second entry, which is made without knowing the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<Vec<GameItem>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entered_by: Option<DoneBy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entered_at: Option<String>,
}

pub(crate) struct SubmittedSheet {
    games: Vec<GameEntry>,
    reason: Option<StatedReason>,
    pub(crate) place: (Stage, u32),
}

impl SubmittedSheet {
    pub(crate) fn read(request: &HttpRequest, body: &SheetInput, credentials: &Credentials) -> Result<Self, Problem> {
        let place = place(request)?;
        at_own_table(credentials, place)?;
        let (games, reason) = read_sheet(body)?;
        Ok(Self { games, reason, place })
    }

    pub(crate) fn input(&self) -> Input {
        let (stage, table) = self.place;
        Input { stage, table, games: self.games.clone(), reason: None }
    }

    /// What the rules find in the current state of the tournament; `None` if there is no such table.
    fn findings(&self, entry: &TournamentEntry) -> Option<SheetFindings> {
        SheetFindings::in_state(entry.state()?, &self.input())
    }
}

fn checked_sheet(findings: SheetFindings, lang: Lang) -> CheckedSheet {
    let LocalizedFindings { errors, warnings, infos } = LocalizedFindings::of(&findings.check, lang);
    CheckedSheet { errors, warnings, infos, games: game_items(findings.games), sums: sum_items(&findings.sums) }
}

/// Enters the sheet of a table, or enters it anew.
///
/// `If-Match` is about this sheet only; that of an empty one is in the answer of `getSheet`, too. If somebody else was
/// faster, the refusal has both values: `current` and `yours`. Errors refuse the sheet, warnings need a `reason`; a
/// sheet of a round that is over is changed only with one, and the seats of the next round stay as they were played.
#[utoipa::path(
    put, path = "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet", tag = "play", operation_id = "enterSheet",
    params(SheetPath), request_body = SheetInput,
    responses(
        (status = 200, description = "Entered, or a rehearsal", body = SheetReceipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
        (status = 412, description = "Somebody else has entered it; `current` and `yours` have both values"),
        (status = 422, description = "The sheet has errors, or warnings that nobody has confirmed with a reason"),
    )
)]
pub(crate) async fn enter(write: TournamentWrite<{ CommandKind::EnterSheet as u8 }, SheetInput>) -> HandlerResult {
    let submitted_sheet = SubmittedSheet::read(&write.request, &write.body, &write.authorized.principal.credentials)?;
    let write = write.require_if_match()?;
    write_sheet(write, submitted_sheet, TournamentAction::EnterSheet).await
}

/// Corrects a sheet after the tournament was closed.
///
/// The places are computed anew, and everything in the season that rests on them.
#[utoipa::path(
    put, path = "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/correction", tag = "play", operation_id = "correctSheet",
    params(SheetPath), request_body = SheetInput,
    responses(
        (status = 200, description = "Corrected, or a rehearsal", body = SheetReceipt),
        (status = 409, description = "The tournament is not closed; `reason` and `rule` say so"),
        (status = 412, description = "Somebody else has corrected it; `current` and `yours` have both values"),
        (status = 422, description = "The sheet has errors, or the reason is missing"),
    )
)]
pub(crate) async fn correct(write: TournamentWrite<{ CommandKind::CorrectSheet as u8 }, SheetInput>) -> HandlerResult {
    let submitted_sheet = SubmittedSheet::read(&write.request, &write.body, &write.authorized.principal.credentials)?;
    let write = write.require_if_match()?;
    write_sheet(write, submitted_sheet, |input| TournamentAction::CorrectSheet { input }).await
}

/// Enters or corrects a sheet; the receipt has the findings, the refusal of a stale entry has both versions.
async fn write_sheet<const KIND: u8>(
    write: TournamentWrite<KIND, SheetInput>,
    submitted_sheet: SubmittedSheet,
    action: fn(Input) -> TournamentAction,
) -> HandlerResult {
    let request = write.request.clone();
    let entry = Arc::clone(&write.authorized.entry);
    let principal = write.authorized.principal.clone();
    let (input, reason) = (submitted_sheet.input(), submitted_sheet.reason.clone());
    let done = write.at_sheet(submitted_sheet.place).perform(move |sealer| {
        let reason = reason.as_ref().map(|reason| sealer.reason(reason));
        action(Input { reason, ..input.clone() })
    });
    let (receipt, done) = match done.await {
        Err(problem) if problem.kind() == ProblemKind::PreconditionFailed => {
            return Err(with_current_and_submitted(problem, app(&request)?, &submitted_sheet, &entry.id, &principal));
        }
        done => done?,
    };
    // Nothing is decided for a request that was answered before: the findings are those of the sheet as things stand.
    let as_things_stand = || submitted_sheet.findings(app(&request).ok()?.views().tournaments.find(&entry.id)?);
    match done.findings.or_else(as_things_stand) {
        Some(findings) => {
            let CheckedSheet { errors: _, warnings, infos, games, sums } =
                checked_sheet(findings, language(request.headers()));
            let body = SheetReceipt { receipt, warnings, infos, games, sums };
            Ok(respond_with(StatusCode::OK, &body.receipt, done.replayed, &body))
        }
        None => Ok(respond(StatusCode::OK, &receipt, done.replayed)),
    }
}

fn with_current_and_submitted(
    problem: Problem,
    app: &AppState,
    submitted_sheet: &SubmittedSheet,
    id: &CompetitionId,
    principal: &Principal,
) -> Problem {
    let views = app.views();
    let Some(entry) = views.tournaments.find(id) else { return problem };
    let (stage, number) = submitted_sheet.place;
    let Some(table) = entry.state().and_then(|state: &TournamentState| state.table(stage, number)) else {
        return problem;
    };
    let Some(findings) = submitted_sheet.findings(entry) else { return problem };
    let rulebook = entry.state().and_then(|state| state.rulebook.clone()).unwrap_or_default();
    let sheet = table.sheet.as_deref();
    let is_staff = matches!(principal.credentials, Credentials::Roles(_));
    let blind = !is_staff && entry.state().is_some_and(|state| hides_first_entry(state, table, Some(&principal.id)));
    let games = || sheet.map(|sheet| scored_games(&sheet.games, &rulebook)).unwrap_or_default();
    let named = |by: &ActorRef| if is_staff { done_by(&views, by) } else { done_by_unnamed(by) };
    let current = Version {
        etag: Some(conditional::etag_text(entry.part_etag(&Part::Sheet(stage, number)))),
        games: (!blind).then(games),
        entered_by: sheet.map(|sheet| named(&sheet.entered_by)),
        entered_at: sheet.and_then(|_| entered_at(entry, stage, number)),
    };
    let yours = Version { etag: None, games: Some(game_items(findings.games)), entered_by: None, entered_at: None };
    problem.with_extension("current", current).with_extension("yours", yours)
}

/// Says what the rules find on a sheet, and records nothing.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet/check", tag = "play", operation_id = "checkSheet",
    params(SheetPath), request_body = SheetInput,
    responses((status = 200, description = "What is found, in three grades", body = CheckedSheet))
)]
pub(crate) async fn check(
    request: HttpRequest,
    authorized: AuthorizedAtTournament<{ CommandKind::EnterSheet as u8 }>,
    _: Params<params::NoParams>,
    Body { value, .. }: Body<SheetInput>,
) -> HandlerResult {
    let submitted_sheet = SubmittedSheet::read(&request, &value, &authorized.principal.credentials)?;
    let findings = submitted_sheet.findings(&authorized.entry).ok_or(ProblemKind::NotFound)?;
    let mut response = HttpResponse::Ok();
    response.insert_header((CACHE_CONTROL, "no-store"));
    Ok(json(&mut response, &checked_sheet(findings, language(request.headers()))))
}
