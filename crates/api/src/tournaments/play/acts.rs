//! The acts of a tournament: what was done by whom, and undoing it.

use super::officiating::numbered;
use crate::accounts::TournamentStaff;
use crate::http::app::AppState;
use crate::http::fields::FieldParser;
use crate::http::negotiate::language;
use crate::http::paging::{self, Page};
use crate::http::path::{ActPath, TournamentPath};
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::JsonRead;
use crate::http::write::Receipt;
use crate::tournaments::execute::TournamentWrite;
use crate::tournaments::people::done_by;
use actix_web::web;
use domain::rulebook::Rulebook;
use domain::tournament::course::{CommandKind, Credentials, Phase, TournamentAction, may_act};
use events::envelope::Position;
use events::stored;
use formats::localization::Lang;
use projections::sentence::sentence_without_subject;
use projections::views::{ActEntry, TournamentEntry};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::IntoParams;
use wire::tournaments::play::{ActItem, UndoReason, UndoneItem};

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

/// Everything that was done at a tournament, the last first; for those who work there.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/acts", tag = "play", operation_id = "listActs",
    params(TournamentPath, ListParams),
    responses((status = 200, description = "A page of acts", body = Page<ActItem>)),
    security(("bearer" = []))
)]
pub(crate) async fn list(
    staff: TournamentStaff,
    JsonRead { request, app, params }: JsonRead<ListParams>,
) -> HandlerResult {
    let credentials = staff.credentials();
    let entry = staff.entry;
    let limit = paging::page_size(params.limit)?;
    let name = format!("acts {}", entry.id);
    let cursor = params.cursor.as_deref().map(|cursor| app.cursors.read(cursor, &name)).transpose()?;
    let before: Option<u32> = cursor.and_then(|cursor| cursor.after.parse().ok());
    let earlier = entry.acts.iter().rev().filter(|act| before.is_none_or(|before| act.number < before));
    let mut acts: Vec<&Arc<ActEntry>> = earlier.take(limit + 1).collect();
    let after = paging::cut(&mut acts, limit, |act| act.number.to_string());
    let next = app.cursors.next(Position::START, after, &name);
    let positions = acts.iter().map(|act| act.position).collect();
    let sentences = sentences(&app, positions, language(request.headers())).await?;
    let undo_stack = UndoStackView { app: &app, entry: &entry, credentials: &credentials };
    let items = acts.iter().map(|act| undo_stack.item(act, sentences.get(&act.position).cloned())).collect();
    Ok(paging::private_page(&request, &app, &Page { items, next }))
}

/// Whether an act can be undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UndoStatus {
    Undoable,
    /// Later acts depend on it; this is the latest.
    BlockedBy {
        by: u32,
    },
    /// It was undone already, or acts of its kind cannot be.
    NotUndoable,
}

struct UndoStackView<'a> {
    app: &'a AppState,
    entry: &'a TournamentEntry,
    credentials: &'a Credentials,
}

impl UndoStackView<'_> {
    fn item(&self, act: &ActEntry, sentence: Option<String>) -> ActItem {
        let views = self.app.views();
        let undo_status = self.undo_status(act);
        let undone = act.undone_by.map(|number| {
            let undoing = self.entry.acts.iter().rev().find(|later| later.number == number);
            UndoneItem {
                act: number,
                by: undoing.map(|undoing| done_by(&views, &undoing.by)),
                at: undoing.map(|undoing| undoing.at.to_string()),
            }
        });
        ActItem {
            number: act.number,
            kind: act.kind,
            sentence,
            by: done_by(&views, &act.by),
            at: act.at.to_string(),
            position: act.position.0,
            undone,
            undoable: undo_status == UndoStatus::Undoable && self.may_undo(act.kind),
            blocked_by: match undo_status {
                UndoStatus::BlockedBy { by } => Some(by),
                UndoStatus::Undoable | UndoStatus::NotUndoable => None,
            },
        }
    }

    fn undo_status(&self, act: &ActEntry) -> UndoStatus {
        let Some(running) = self.entry.course.hosted() else { return UndoStatus::NotUndoable };
        let Some(undo_entry) = running.undo_stack().find(|undo_entry| undo_entry.number == act.number) else {
            return UndoStatus::NotUndoable;
        };
        let later = running.undo_stack().rev().take_while(|later| later.number > act.number);
        let mut resting = later.filter(|later| !later.affected_parts.is_disjoint_from(&undo_entry.affected_parts));
        resting.next().map_or(UndoStatus::Undoable, |later| UndoStatus::BlockedBy { by: later.number })
    }

    fn may_undo(&self, kind: CommandKind) -> bool {
        let Some(state) = self.entry.state() else { return false };
        let default = Rulebook::default();
        let rulebook = state.rulebook.as_deref().unwrap_or(&default);
        let may = |kind| may_act(self.credentials, &self.entry.id, kind, rulebook);
        matches!(state.phase, Phase::Approved | Phase::Running | Phase::Cancelled)
            && may(CommandKind::Undo)
            && may(kind)
    }
}

async fn sentences(
    app: &web::Data<AppState>,
    positions: Vec<Position>,
    lang: Lang,
) -> Result<BTreeMap<Position, String>, Problem> {
    let blocking_app = app.clone();
    let read = move || {
        let views = blocking_app.views();
        let mut sentences = BTreeMap::new();
        for position in positions {
            for event in blocking_app.log.read(Position(position.0.saturating_sub(1)), 1)? {
                let recorded = &event.event;
                let decoded = stored::decode(&recorded.event_type, recorded.schema_version, &recorded.payload);
                if let Ok(fact) = decoded {
                    let sentence = sentence_without_subject(&fact, &recorded.stream, &*views, lang);
                    sentences.insert(position, sentence);
                }
            }
        }
        Ok::<_, events::log::ReadError>(sentences)
    };
    app.blocking(read).await?.map_err(|error| {
        tracing::error!(%error, "the log cannot be read");
        ProblemKind::Unavailable.into()
    })
}

/// Undoes an act, with everything that it brought about.
///
/// What came later and rests on it must be undone first; `blocked_by` of the refusal names it.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/acts/{number}/undo", tag = "play", operation_id = "undoAct",
    params(ActPath), request_body = UndoReason,
    responses(
        (status = 200, description = "Undone, or a rehearsal", body = Receipt),
        (status = 409, description = "There is no such act to undo, or a later one rests on it; `reason` and `rule` say which"),
    )
)]
pub(crate) async fn undo(
    path: web::Path<ActPath>,
    write: TournamentWrite<{ CommandKind::Undo as u8 }, UndoReason>,
) -> HandlerResult {
    let number = numbered(&path.number)?;
    let reason = FieldParser::read(|fields| Some(fields.optional_reason(write.body.reason.as_deref())))?;
    write
        .at("acts")
        .run(move |sealer| TournamentAction::Undo {
            act: number,
            reason: reason.as_ref().map(|reason| sealer.reason(reason)),
        })
        .await
}
