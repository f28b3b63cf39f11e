//! The sheets of tables: what they say, and who sees it.

mod body;
mod checks;
pub(crate) mod entering;
pub(crate) mod list;
pub(crate) mod rulings;

pub(super) use body::read_racks;
pub(crate) use body::{EndingName, GameItem, RackInput, SeatSum, SheetInput};
pub(crate) use checks::Finding;
pub(super) use checks::{plausibility_found, racks_field, with_errors, with_warnings};

use super::running::tournament_address;
use super::who::{DoneBy, NamedPlayer, Sight, is_other_table};
use crate::answer::{Answer, Audience};
use crate::auth::{Caller, deed};
use crate::conditional;
use crate::kostka::Kostka;
use crate::params::{self, Params};
use crate::problem::{Problem, ProblemKind};
use crate::table;
use crate::write::Refusal;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::course::{ActKind, ActorRef, Authorised, Now, Part, Rejection, SeatedTable, Stage, Touched};
use domain::ids::EventId;
use domain::rulebook::Rulebook;
use events::envelope::Position;
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
    /// The ETag of the sheet, for `If-Match`.
    #[schema(max_length = 24, example = "\"1042\"")]
    etag: String,
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
    let state = looking.state(stage, number, hides);
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
            etag: conditional::etag_text(self.state(stage, number, !shows)),
            seats: table.seats.iter().map(|player| NamedPlayer::of(self.views, player)).collect(),
            planned_games: now.planned_games(stage).unwrap_or_default(),
            hidden,
            results: shows.then_some(results),
            entry,
        })
    }

    /// The event that changed the sheet last; while it is hidden that is told to nobody outside.
    fn state(&self, stage: Stage, number: u32, hides: bool) -> Position {
        if hides {
            self.entry.seated_at(stage).unwrap_or(Position::START)
        } else {
            self.entry.part_etag(&Part::Sheet(stage, number))
        }
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
