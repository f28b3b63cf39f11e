//! Score sheets of tables: reading one, and which readers see what of it.

mod checks;
pub(crate) mod entering;
mod games;
pub(crate) mod list;
pub(crate) mod rulings;

pub(crate) use checks::{plausibility_finding, racks_field, with_errors, with_warnings};

pub(crate) use games::read_racks;

use crate::accounts::{Caller, tournament_command};
use crate::http::answer::{Answer, Audience};
use crate::http::conditional::{self, NotModified};
use crate::http::path::SheetPath;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::JsonRead;
use crate::http::write::ToProblem;
use crate::tournaments::people::{TableVisibility, done_by, done_by_unnamed, is_other_table, named_player};
use actix_web::{HttpRequest, web};
use domain::rulebook::Rulebook;
use domain::tournament::course::{
    ActorRef, AffectedParts, CommandKind, Credentials, Part, Rejection, SeatedTable, Stage, TournamentState,
    game_points, seat_sums,
};
use domain::values::ids::CompetitionId;
use events::envelope::Position;
use games::{game_items, sum_items};
use projections::views::{ActEntry, TournamentEntry, Views};
use wire::tournaments::play::{Sheet, SheetEntryItem, SheetResults, SheetState};

/// The stage and the table that are named in the address.
pub(crate) fn place(request: &HttpRequest) -> Result<(Stage, u32), Problem> {
    let text = request.match_info().get("table").unwrap_or_default();
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    let table: Option<u32> = text.parse().ok().filter(|_| plain);
    Ok((tournament_command::stage(request)?, table.ok_or(ProblemKind::NotFound)?))
}

/// Refuses the token of another table before anything of this one is read.
fn at_own_table(credentials: &Credentials, wanted: (Stage, u32)) -> Result<(), Problem> {
    match credentials {
        Credentials::Table { stage, table, .. } if is_other_table(credentials, wanted) => {
            Err(Rejection::OtherTable { stage: *stage, table: *table }.problem())
        }
        _ => Ok(()),
    }
}

/// The sheet of a table.
///
/// Everybody sees the games once they are entered, unless results of the stage are hidden; staff and the token of the
/// table see them then, too, and who entered them. Only staff see the names of accounts. The games of a sheet that
/// waits for its second entry are shown to staff and to the table token that entered it, and to nobody else: whoever
/// makes the second entry does not see the first one.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet", tag = "play", operation_id = "getSheet",
    params(SheetPath),
    responses((status = 200, description = "The sheet", body = Sheet), NotModified),
    security((), ("bearer" = []))
)]
pub(crate) async fn show(
    caller: Caller,
    path: web::Path<SheetPath>,
    JsonRead { request, app, .. }: JsonRead,
) -> HandlerResult {
    let (stage, number) = place(&request)?;
    let id = CompetitionId::parse(&path.id).map_err(|_| ProblemKind::NotFound)?;
    let views = app.views();
    let entry = views.tournaments.find(&id).filter(|entry| entry.is_public()).ok_or(ProblemKind::NotFound)?;
    let visibility = TableVisibility::of(&app, &caller, &id, (stage, number));
    let viewer = match &caller {
        Caller::Table(scope) => ActorRef::parse(&format!("table/{}", scope.id)).ok(),
        Caller::Anonymous | Caller::Account(_) | Caller::Applicant(_) => None,
    };
    let sheet_reader = SheetReader { views: &views, entry, visibility, viewer: viewer.as_ref() };
    let sheet = sheet_reader.sheet(stage, number).ok_or(ProblemKind::NotFound)?;
    let hides = sheet.hidden && visibility == TableVisibility::Public;
    let version = sheet_reader.version(stage, number, hides);
    let audience = if matches!(caller, Caller::Anonymous) { Audience::Public } else { Audience::Private };
    let answer = Answer::json(version, audience, &sheet)?.with_etag_suffix(&sheet_reader.etag_suffix(&sheet, hides));
    Ok(answer.respond(&request).await)
}

struct SheetReader<'a> {
    views: &'a Views,
    entry: &'a TournamentEntry,
    visibility: TableVisibility,
    /// The caller, if it is a table token.
    viewer: Option<&'a ActorRef>,
}

impl SheetReader<'_> {
    fn sheet(&self, stage: Stage, number: u32) -> Option<Sheet> {
        let tournament = self.entry.state()?;
        let table = tournament.table(stage, number)?;
        let hidden = tournament.is_hidden(stage);
        let shows = !hidden || self.visibility != TableVisibility::Public;
        let default = Rulebook::default();
        let rulebook = tournament.rulebook.as_deref().unwrap_or(&default);
        let state = match &table.sheet {
            None => SheetState::Missing,
            Some(_) if !tournament.is_complete(stage, table) => SheetState::Incomplete,
            Some(_) if !tournament.is_confirmed(table) => SheetState::Unconfirmed,
            Some(_) => SheetState::Complete,
        };
        let blind = table.sheet.is_some()
            && self.visibility != TableVisibility::Staff
            && hides_first_entry(tournament, table, self.viewer);
        let games = table.sheet.as_ref().map(|sheet| game_points(&sheet.games, rulebook)).unwrap_or_default();
        let sums = sum_items(&seat_sums(&games, table.seats.len()));
        let games = game_items(games);
        let results = SheetResults { state, games: (!blind).then_some(games), sums: (!blind).then_some(sums) };
        let named = |by: &ActorRef| match self.visibility {
            TableVisibility::Staff => done_by(self.views, by),
            TableVisibility::Table | TableVisibility::Public => done_by_unnamed(by),
        };
        let entry =
            table.sheet.as_ref().filter(|_| self.visibility != TableVisibility::Public).map(|sheet| SheetEntryItem {
                entered_by: named(&sheet.entered_by),
                entered_at: entered_at(self.entry, stage, number),
                confirmed_by: sheet.confirmed_by.as_ref().map(named),
                second_entry_waived: sheet.second_entry_waived,
                has_reason: sheet.reason.is_some(),
            });
        Some(Sheet {
            tournament: self.entry.id.to_string(),
            stage,
            table: number,
            etag: conditional::etag_text(self.version(stage, number, !shows)),
            seats: table.seats.iter().map(|player| named_player(self.views, player)).collect(),
            planned_games: tournament.planned_games(stage).unwrap_or_default(),
            hidden,
            results: shows.then_some(results),
            entry,
        })
    }

    /// The position of the event that changed the sheet last; for the public that of the seating while results are
    /// hidden.
    fn version(&self, stage: Stage, number: u32, hides: bool) -> Position {
        if hides {
            self.entry.seated_at(stage).unwrap_or(Position::START)
        } else {
            self.entry.part_etag(&Part::Sheet(stage, number))
        }
    }

    /// Tells answers about the same state apart: by visibility, by whether results are hidden, and by the names known.
    fn etag_suffix(&self, sheet: &Sheet, hides: bool) -> String {
        let names = self.views.players.changed.0;
        match self.visibility {
            TableVisibility::Public if hides => format!("hidden.{names}"),
            TableVisibility::Public => format!("p.{names}"),
            TableVisibility::Table => format!("t{}.{names}", u8::from(sheet.hidden)),
            TableVisibility::Staff => format!("s{}.{names}.{}", u8::from(sheet.hidden), self.views.accounts.changed.0),
        }
    }
}

/// Whether a sheet waits for its second entry, so that its games are hidden from all but the actor of the first one.
fn hides_first_entry(state: &TournamentState, table: &SeatedTable, viewer: Option<&ActorRef>) -> bool {
    let entered_by = table.sheet.as_ref().map(|sheet| &sheet.entered_by);
    !state.is_confirmed(table) && (viewer.is_none() || entered_by != viewer)
}

fn entered_at(entry: &TournamentEntry, stage: Stage, table: u32) -> Option<String> {
    let part = Part::Sheet(stage, table);
    let enters =
        |kind| matches!(kind, CommandKind::EnterSheet | CommandKind::EnterFinalSheet | CommandKind::CorrectSheet);
    let about = |act: &ActEntry| match &act.affected_parts {
        AffectedParts::Parts(parts) => parts.contains(&part),
        AffectedParts::Whole => false,
    };
    let mut acts = entry.acts.iter().filter(|act| act.undone_by.is_none() && enters(act.kind) && about(act));
    acts.next_back().map(|act| act.at.to_string())
}
