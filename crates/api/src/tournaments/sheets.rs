//! The sheets of tables: reading, entering, checking, the second entry, and corrections after closing.

mod body;
mod checks;

pub(super) use body::read_racks;
pub(crate) use body::{EndingName, GameItem, RackInput, SeatSum, SheetInput};
pub(crate) use checks::Finding;
pub(super) use checks::{plausibility_found, racks_field, with_errors, with_warnings};

use super::running::{Running, perform, run, tournament_address};
use super::stages::Because;
use super::who::{DoneBy, NamedPlayer, Sight, is_other_table};
use crate::answer::{Answer, Audience, json};
use crate::auth::{Caller, Doing, deed};
use crate::body::{Body, kostka};
use crate::conditional;
use crate::kostka::Kostka;
use crate::negotiate::language;
use crate::params::{self, Params};
use crate::problem::{Problem, ProblemKind};
use crate::table;
use crate::write::{Receipt, Refusal, Write, WriteHead, respond, respond_with};
use actix_web::http::StatusCode;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::course::{
    ActKind, ActorRef, Authorised, Doer, GameEntry, Now, Order, Part, Rejection, SeatedTable, SheetCheck,
    SheetInput as Input, Stage, Touched, check_sheet,
};
use domain::ids::EventId;
use domain::rulebook::Rulebook;
use domain::text::StatedReason;
use events::envelope::Position;
use formats::words::Lang;
use projections::office::About;
use projections::views::{ActEntry, TournamentEntry, Views};
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// The sheet of a table.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Sheet {
    /// The tournament.
    #[schema(max_length = 1024, example = "t-2026-07")]
    tournament: String,
    /// The number of the round, `top` or `final`.
    #[schema(max_length = 5, example = "2")]
    stage: String,
    /// The table, from 1.
    #[schema(minimum = 1, maximum = 1000, example = 4)]
    table: u32,
    /// Who sits at A, B, C and D.
    #[schema(max_items = 4)]
    seats: Vec<NamedPlayer>,
    /// How many games the table plays.
    #[schema(minimum = 0, maximum = 20, example = 4)]
    planned_games: u32,
    /// Whether the results of this stage are hidden for the moment.
    hidden: bool,
    /// What is written on it, for whoever may see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    results: Option<SheetResults>,
    /// Who entered it, for staff and the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<SheetEntryItem>,
}

/// What is written on a sheet.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SheetResults {
    /// Whether it waits for somebody to enter it, for more games, for a second entry, or for nothing.
    state: SheetState,
    /// The games in their order; absent while the sheet waits for a second entry, for all but staff and the token that entered it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 20)]
    games: Option<Vec<GameItem>>,
    /// What each seat has in all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 4)]
    sums: Option<Vec<SeatSum>>,
}

/// What a sheet waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SheetState {
    /// For somebody to enter it.
    Missing,
    /// For more games.
    Incomplete,
    /// For the second entry.
    Unconfirmed,
    /// For nothing.
    Complete,
}

/// Who entered a sheet.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SheetEntryItem {
    entered_by: DoneBy,
    /// When.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    entered_at: Option<String>,
    /// Who entered the same again.
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmed_by: Option<DoneBy>,
    /// Whether it counts without a second entry.
    second_entry_waived: bool,
    /// Whether a reason was given for it.
    has_reason: bool,
}

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

/// The stage and the table that are named in the address.
pub(super) fn place(request: &HttpRequest) -> Result<(Stage, u32), Problem> {
    let text = request.match_info().get("table").unwrap_or_default();
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    let table: Option<u32> = text.parse().ok().filter(|_| plain);
    Ok((deed::stage(request)?, table.ok_or(ProblemKind::NotFound)?))
}

/// Where a sheet is read.
pub(super) fn sheet_address(tournament: &EventId, (stage, table): (Stage, u32)) -> String {
    format!("{}/stages/{stage}/tables/{table}/sheet", tournament_address(tournament))
}

/// Refuses the token of another table before anything of this one is looked at.
fn at_own_table(authorised: &Authorised, wanted: (Stage, u32)) -> Result<(), Problem> {
    match authorised {
        Authorised::Table { stage, table, .. } if is_other_table(authorised, wanted) => {
            Err(Rejection::OtherTable { stage: *stage, table: *table }.problem())
        }
        _ => Ok(()),
    }
}

/// The sheet of a table.
///
/// Everybody sees the games once they are entered, unless results of the stage are hidden; staff and the token of the table see them
/// then, too, and who entered them. Only staff see the names of accounts. The games of a sheet that waits for its second entry are shown
/// to staff and to the table token that entered it, and to nobody else: whoever makes the second entry does not see the first one.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet", tag = "play", operation_id = "getSheet",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of a round, `top` or `final`", example = "2"),
        ("table" = u32, Path, minimum = 1, maximum = 1000, description = "The table", example = 4),
    ),
    responses(
        (status = 200, description = "The sheet", body = Sheet),
        (status = 304, description = "As the client knows it"),
    ),
    security((), ("bearer" = []))
)]
pub(crate) async fn show(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    caller: Caller,
    path: web::Path<(String, String, String)>,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let (stage, number) = place(&request)?;
    let id = EventId::parse(&path.0).map_err(|_| ProblemKind::NotFound)?;
    let views = kostka.views();
    let entry = views.tournaments.find(&id).filter(|entry| entry.is_public()).ok_or(ProblemKind::NotFound)?;
    let sight = Sight::of(&kostka, &caller, &id, (stage, number));
    let asking = match &caller {
        Caller::Table(scope) => ActorRef::parse(&format!("table/{}", scope.id)).ok(),
        Caller::Anonymous | Caller::Account(_) | Caller::Applicant(_) => None,
    };
    let looking = Looking { views: &views, entry, sight, asking: asking.as_ref() };
    let sheet = looking.sheet(stage, number).ok_or(ProblemKind::NotFound)?;
    let hides = sheet.hidden && sight == Sight::Public;
    let state = if hides {
        entry.seated_at(stage).unwrap_or(Position::START)
    } else {
        entry.part_etag(&Part::Sheet(stage, number))
    };
    let audience = if matches!(caller, Caller::Anonymous) { Audience::Public } else { Audience::Private };
    let answer = Answer::json(state, audience, &sheet)?.told_apart(&looking.mark(&sheet, hides));
    Ok(Arc::new(answer).respond(&request).await)
}

/// Somebody who looks at a sheet.
struct Looking<'a> {
    views: &'a Views,
    entry: &'a TournamentEntry,
    sight: Sight,
    /// Who asks, if it is a table token.
    asking: Option<&'a ActorRef>,
}

impl Looking<'_> {
    fn sheet(&self, stage: Stage, number: u32) -> Option<Sheet> {
        let now = self.entry.now()?;
        let table = now.table(stage, number)?;
        let hidden = now.is_hidden(stage);
        let shows = !hidden || self.sight != Sight::Public;
        let default = Rulebook::default();
        let rulebook = now.rulebook.as_deref().unwrap_or(&default);
        let state = match &table.sheet {
            None => SheetState::Missing,
            Some(_) if !now.is_complete(stage, table) => SheetState::Incomplete,
            Some(_) if !now.is_confirmed(table) => SheetState::Unconfirmed,
            Some(_) => SheetState::Complete,
        };
        let blind = table.sheet.is_some() && self.sight != Sight::Staff && is_blind(now, table, self.asking);
        let games = table.sheet.as_ref().map(|sheet| GameItem::all(&sheet.games, rulebook)).unwrap_or_default();
        let sums = GameItem::sums(&games, table.seats.len());
        let results = SheetResults { state, games: (!blind).then_some(games), sums: (!blind).then_some(sums) };
        let named = |by: &ActorRef| match self.sight {
            Sight::Staff => DoneBy::named(self.views, by),
            Sight::Table | Sight::Public => DoneBy::unnamed(by),
        };
        let entry = table.sheet.as_ref().filter(|_| self.sight != Sight::Public).map(|sheet| SheetEntryItem {
            entered_by: named(&sheet.entered_by),
            entered_at: entered_at(self.entry, stage, number),
            confirmed_by: sheet.confirmed_by.as_ref().map(named),
            second_entry_waived: sheet.second_entry_waived,
            has_reason: sheet.reason.is_some(),
        });
        Some(Sheet {
            tournament: self.entry.id.to_string(),
            stage: stage.to_string(),
            table: number,
            seats: table.seats.iter().map(|player| NamedPlayer::of(self.views, player)).collect(),
            planned_games: now.planned_games(stage).unwrap_or_default(),
            hidden,
            results: shows.then_some(results),
            entry,
        })
    }

    /// What tells the answer from others of the same state: who reads, whether it is hidden, and which names were known.
    fn mark(&self, sheet: &Sheet, hides: bool) -> String {
        let names = self.views.players.changed.0;
        match self.sight {
            Sight::Public if hides => format!("hidden.{names}"),
            Sight::Public => format!("p.{names}"),
            Sight::Table => format!("t{}.{names}", u8::from(sheet.hidden)),
            Sight::Staff => format!("s{}.{names}.{}", u8::from(sheet.hidden), self.views.accounts.changed.0),
        }
    }
}

/// Whether a sheet waits for a second entry that somebody could still make: whoever has not entered it is not shown its games.
fn is_blind(now: &Now, table: &SeatedTable, asking: Option<&ActorRef>) -> bool {
    let entered_by = table.sheet.as_ref().map(|sheet| &sheet.entered_by);
    !now.is_confirmed(table) && (asking.is_none() || entered_by != asking)
}

/// When the sheet as it stands was entered.
fn entered_at(entry: &TournamentEntry, stage: Stage, table: u32) -> Option<String> {
    let part = Part::Sheet(stage, table);
    let enters = |kind| matches!(kind, ActKind::EnterSheet | ActKind::EnterFinalSheet | ActKind::CorrectSheet);
    let about = |act: &ActEntry| match &act.touched {
        Touched::Parts(parts) => parts.contains(&part),
        Touched::Whole => false,
    };
    let mut acts = entry.acts.iter().filter(|act| act.undone_by.is_none() && enters(act.kind) && about(act));
    acts.next_back().map(|act| act.at.to_string())
}

/// A sheet that somebody hands in, as far as it could be read.
struct HandedIn {
    games: Vec<GameEntry>,
    reason: Option<StatedReason>,
    place: (Stage, u32),
}

impl HandedIn {
    fn read(request: &HttpRequest, body: &SheetInput, authorised: &Authorised) -> Result<Self, Problem> {
        let place = place(request)?;
        at_own_table(authorised, place)?;
        let (games, reason) = body.read()?;
        Ok(Self { games, reason, place })
    }

    fn input(&self) -> Input {
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
        let checks::Grades { errors, warnings, infos } = checks::Grades::of(&check, lang);
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

/// Enters a sheet a second time, without having seen the first entry.
///
/// If the two are the same, the sheet is confirmed; otherwise the refusal names the games that differ, and not what stands there.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet/second-entry", tag = "play", operation_id = "confirmSheet",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of a round, `top` or `final`", example = "2"),
        ("table" = u32, Path, minimum = 1, maximum = 1000, description = "The table", example = 4),
    ),
    request_body = SheetInput,
    responses(
        (status = 200, description = "Confirmed, or a rehearsal", body = Receipt),
        (status = 409, description = "The entries differ, or the same person made both; `reason` and `rule` say which"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn confirm(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::ConfirmSheet>,
    Write { body, head }: Write<SheetInput>,
) -> Result<HttpResponse, Problem> {
    let handed_in = HandedIn::read(&request, &body, &doing.doer.authorised)?;
    let act = head.act(&kostka, doing.actor());
    let (stage, table) = handed_in.place;
    let address = sheet_address(doing.tournament(), handed_in.place);
    let running = Running { act, about: About::Part(Part::Sheet(stage, table)), created: StatusCode::OK };
    run(&request, doing, running, |_| address, move |_| Ok(Order::ConfirmSheet(handed_in.input()))).await
}

/// Does without the second entry of a sheet.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet/second-entry-waiver", tag = "play", operation_id = "waiveSecondEntry",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of a round, `top` or `final`", example = "2"),
        ("table" = u32, Path, minimum = 1, maximum = 1000, description = "The table", example = 4),
    ),
    request_body = Because,
    responses(
        (status = 200, description = "It counts as it is, or a rehearsal", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn waive_second_entry(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::WaiveSecondEntry>,
    Write { body, head }: Write<Because>,
) -> Result<HttpResponse, Problem> {
    with_reason(&request, &kostka, doing, &head, &body, |(stage, table), reason| Order::WaiveSecondEntry {
        stage,
        table,
        reason,
    })
    .await
}

/// Lets a table go on with two players.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/two-players", tag = "play", operation_id = "allowTableOfTwo",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of a round, `top` or `final`", example = "2"),
        ("table" = u32, Path, minimum = 1, maximum = 1000, description = "The table", example = 4),
    ),
    request_body = Because,
    responses(
        (status = 200, description = "Allowed, or a rehearsal", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn allow_two(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::AllowTableOfTwo>,
    Write { body, head }: Write<Because>,
) -> Result<HttpResponse, Problem> {
    with_reason(&request, &kostka, doing, &head, &body, |(stage, table), reason| Order::AllowTableOfTwo {
        stage,
        table,
        reason,
    })
    .await
}

/// An act on a table that needs a reason.
async fn with_reason<D>(
    request: &HttpRequest,
    kostka: &Kostka,
    doing: Doing<D>,
    head: &WriteHead,
    body: &Because,
    order: fn((Stage, u32), domain::event::Commitment) -> Order,
) -> Result<HttpResponse, Problem> {
    let place = place(request)?;
    let reason = body.read()?;
    let act = head.act(kostka, doing.actor());
    let address = sheet_address(doing.tournament(), place);
    let running = Running { act, about: About::Part(Part::Sheet(place.0, place.1)), created: StatusCode::OK };
    run(request, doing, running, |_| address, move |ink| Ok(order(place, ink.reason(&reason)))).await
}
