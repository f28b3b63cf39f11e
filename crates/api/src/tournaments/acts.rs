//! The ladder of acts: what was done by whom, and undoing it.

use super::officiating::numbered;
use super::running::{Running, run, tournament_address};
use super::who::DoneBy;
use crate::answer::json;
use crate::auth::{AtWork, Doing, deed};
use crate::edge::KOSTKA_POSITION;
use crate::kostka::Kostka;
use crate::negotiate::language;
use crate::paging::{self, Cursor, Page};
use crate::params::Params;
use crate::problem::{Problem, ProblemKind};
use crate::reading::Reading;
use crate::table;
use crate::write::{Receipt, Write};
use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue, LINK};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::Choice;
use domain::course::{ActKind, Authorised, Order, Phase, may_act};
use domain::rulebook::Rulebook;
use events::envelope::Position;
use events::stored;
use formats::words::Lang;
use projections::office::About;
use projections::sentence::sentence;
use projections::views::{ActEntry, TournamentEntry};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// Something that was done.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ActItem {
    /// Its number, from 1.
    #[schema(minimum = 1, maximum = 4_294_967_295_i64, example = 57)]
    number: u32,
    /// What it was.
    #[schema(max_length = 40, example = "enter_sheet")]
    kind: &'static str,
    /// The same in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4000, example = "Wpisano tabelkę punktową: runda 2, stolik 4.")]
    sentence: Option<String>,
    by: DoneBy,
    /// When.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    at: String,
    /// Where its first event stands in the log.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    position: u64,
    /// Who undid it.
    #[serde(skip_serializing_if = "Option::is_none")]
    undone: Option<UndoneItem>,
    /// Whether the caller can undo it at this moment.
    undoable: bool,
    /// The last act that rests on it: that must be undone first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 4_294_967_295_i64, example = 58)]
    blocked_by: Option<u32>,
}

/// How something was undone.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UndoneItem {
    /// The number of the act that undid it.
    #[schema(minimum = 1, maximum = 4_294_967_295_i64, example = 60)]
    act: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<DoneBy>,
    /// When.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:16:30.123456Z")]
    at: Option<String>,
}

/// Which page of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListParams {
    /// How many acts a page has.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u16>,
    /// Where the page begins: `next` of the page before.
    #[param(max_length = 2048)]
    cursor: Option<String>,
}

/// Why something is undone.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UndoReason {
    /// Why, for staff to read.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 2000, example = "Pomyłka przy wpisywaniu")]
    reason: Option<String>,
}

/// Everything that was done at a tournament, the last first; for those who work there.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/acts", tag = "play", operation_id = "listActs",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ListParams,
    ),
    responses((status = 200, description = "A page of acts", body = Page<ActItem>)),
    security(("bearer" = []))
)]
pub(crate) async fn list(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    at_work: AtWork,
    Params(params): Params<ListParams>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let authorised = at_work.authorised();
    let entry = at_work.entry;
    let limit = paging::items(params.limit)?;
    let name = format!("acts {}", entry.id);
    let cursor = params.cursor.as_deref().map(|cursor| kostka.cursors.read(cursor, &name)).transpose()?;
    let before: Option<u32> = cursor.and_then(|cursor| cursor.after.parse().ok());
    let earlier = entry.acts.iter().rev().filter(|act| before.is_none_or(|before| act.number < before));
    let mut acts: Vec<&Arc<ActEntry>> = earlier.take(limit + 1).collect();
    let more = acts.len() > limit;
    acts.truncate(limit);
    let next = acts.last().filter(|_| more).map(|act| {
        let cursor = Cursor { position: Position::START, after: act.number.to_string() };
        kostka.cursors.write(&cursor, &name)
    });
    let positions = acts.iter().map(|act| act.position).collect();
    let told = sentences(&kostka, positions, language(request.headers())).await?;
    let ladder = Ladder { kostka: &kostka, entry: &entry, authorised: &authorised };
    let items = acts.iter().map(|act| ladder.item(act, told.get(&act.position).cloned())).collect();
    let link = paging::link(&request, next.as_deref());
    let mut response = HttpResponse::Ok();
    response.insert_header((CACHE_CONTROL, "private, no-store"));
    response.insert_header((KOSTKA_POSITION, HeaderValue::from(kostka.projector.position().0)));
    if let Some(link) = link {
        response.insert_header((LINK, link));
    }
    Ok(json(&mut response, &Page { items, next }))
}

/// How an act stands on the ladder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// Nothing rests on it.
    Free,
    /// Later acts rest on it, this one last.
    RestedOn { by: u32 },
    /// It was undone, or nothing of its kind can be.
    OffTheLadder,
}

/// The ladder of a tournament as somebody sees it.
struct Ladder<'a> {
    kostka: &'a Kostka,
    entry: &'a TournamentEntry,
    authorised: &'a Authorised,
}

impl Ladder<'_> {
    fn item(&self, act: &ActEntry, sentence: Option<String>) -> ActItem {
        let views = self.kostka.views();
        let standing = self.standing(act);
        let undone = act.undone_by.map(|number| {
            let undoing = self.entry.acts.iter().rev().find(|later| later.number == number);
            UndoneItem {
                act: number,
                by: undoing.map(|undoing| DoneBy::named(&views, &undoing.by)),
                at: undoing.map(|undoing| undoing.at.to_string()),
            }
        });
        ActItem {
            number: act.number,
            kind: act.kind.name(),
            sentence,
            by: DoneBy::named(&views, &act.by),
            at: act.at.to_string(),
            position: act.position.0,
            undone,
            undoable: standing == Standing::Free && self.may_undo(act.kind),
            blocked_by: match standing {
                Standing::RestedOn { by } => Some(by),
                Standing::Free | Standing::OffTheLadder => None,
            },
        }
    }

    fn standing(&self, act: &ActEntry) -> Standing {
        let Some(running) = self.entry.course.here() else { return Standing::OffTheLadder };
        let Some(rung) = running.ladder().find(|rung| rung.number == act.number) else {
            return Standing::OffTheLadder;
        };
        let later = running.ladder().rev().take_while(|later| later.number > act.number);
        let mut resting = later.filter(|later| !later.touched.is_apart_from(&rung.touched));
        resting.next().map_or(Standing::Free, |later| Standing::RestedOn { by: later.number })
    }

    fn may_undo(&self, kind: ActKind) -> bool {
        let Some(now) = self.entry.now() else { return false };
        let default = Rulebook::default();
        let rulebook = now.rulebook.as_deref().unwrap_or(&default);
        let may = |kind| may_act(self.authorised, &self.entry.id, kind, rulebook);
        matches!(now.phase, Phase::Approved | Phase::Running | Phase::Cancelled) && may(ActKind::Undo) && may(kind)
    }
}

/// The events at these positions in words.
async fn sentences(
    kostka: &web::Data<Kostka>,
    positions: Vec<Position>,
    lang: Lang,
) -> Result<BTreeMap<Position, String>, Problem> {
    let here = kostka.clone();
    let read = move || {
        let views = here.views();
        let mut told = BTreeMap::new();
        for position in positions {
            for event in here.log.read(Position(position.0.saturating_sub(1)), 1)? {
                let recorded = &event.event;
                let decoded = stored::decode(&recorded.event_type, recorded.schema_version, &recorded.payload);
                if let Ok(fact) = decoded {
                    told.insert(position, lang.say(&sentence(&fact, &recorded.stream, &*views)));
                }
            }
        }
        Ok::<_, events::log::ReadError>(told)
    };
    kostka.blocking(read).await?.map_err(|error| {
        tracing::error!(%error, "the log cannot be read");
        ProblemKind::Unavailable.into()
    })
}

/// Undoes an act, with everything that it brought about.
///
/// What came later and rests on it must be undone first; `blocked_by` of the refusal names it.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/acts/{number}/undo", tag = "play", operation_id = "undoAct",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("number" = u32, Path, minimum = 1, maximum = 4_294_967_295_i64, description = "The number of the act", example = 57),
    ),
    request_body = UndoReason,
    responses(
        (status = 200, description = "Undone, or a rehearsal", body = Receipt),
        (status = 409, description = "There is no such act to undo, or a later one rests on it; `reason` and `rule` say which"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn undo(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::Undo>,
    path: web::Path<(String, String)>,
    Write { body, head }: Write<UndoReason>,
) -> Result<HttpResponse, Problem> {
    let number = numbered(&path.1)?;
    let mut reading = Reading::default();
    let reason = body.reason.as_deref().map(|text| reading.reason("/reason", text));
    reading.finish()?;
    let reason = reason.flatten();
    let act = head.act(&kostka, doing.actor());
    let address = format!("{}/acts", tournament_address(doing.tournament()));
    let running = Running { act, about: About::Whole, created: StatusCode::OK };
    run(
        &request,
        doing,
        running,
        |_| address,
        move |ink| Ok(Order::Undo { act: number, reason: reason.as_ref().map(|reason| ink.reason(reason)) }),
    )
    .await
}
