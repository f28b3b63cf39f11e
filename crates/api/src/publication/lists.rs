//! Lists that the federation publishes: live, as numbered editions, and the drift between the two.

mod answers;
mod disclosure;
mod drift;
mod editions;
mod page;
mod preview;
mod proof;
mod publishing;

pub(crate) use answers::Names;
pub(crate) use disclosure::{__path_disclosure, disclosure};
pub(crate) use drift::{__path_diff, __path_drift, diff, drift};
pub(crate) use editions::{__path_canonical, __path_edition, __path_editions, canonical, edition, editions};
pub(crate) use page::style;
pub(crate) use preview::{__path_preview, preview};
pub(crate) use proof::{__path_proof, proof};
pub(crate) use publishing::{__path_publish, __path_submit, __path_withdraw, publish, submit, withdraw};

use crate::accounts::Caller;
use crate::http::answer::{Answer, AnswerKey, Audience};
use crate::http::app::AppState;
use crate::http::as_of::{self, AsOf};
use crate::http::conditional::NotModified;
use crate::http::negotiate;
use crate::http::path::ListPath;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::JsonRead;
use actix_web::web;
use answers::list_item;
use domain::people::authority::Permission;
use domain::publication::ListId;
use domain::values::digest::Digest;
use events::envelope::Position;
use formats::localization::Lang;
use projections::season_lists::{ListWithRulebook, canonical as drawn, difference, every_list};
use projections::views::{ListEntry, Views};
use std::sync::Arc;
use wire::publication::{DriftSummary, Lists, LiveList};

fn parse(list: &str) -> Result<ListId, Problem> {
    list.parse().map_err(|_| ProblemKind::NotFound.into())
}

/// The last event that an answer with names, events and lists can depend on.
fn state(views: &Views) -> Position {
    let Views { players, competitions, records, editions, .. } = views;
    players.changed.max(competitions.changed).max(records.last_change).max(editions.changed)
}

fn form(lang: Lang) -> u64 {
    u64::from(lang == Lang::En)
}

/// Whether the caller sees submissions that wait for a second person.
fn is_staff(app: &AppState, caller: &Caller) -> bool {
    caller.may(app, &Permission::PreviewLists)
}

fn digest_of(drawn: &ListWithRulebook) -> Digest {
    Digest::of(drawn.list.bytes().as_bytes())
}

/// Every list that can be published, with its newest edition.
#[utoipa::path(
    get, path = "/api/v1/lists", tag = "lists", operation_id = "listLists",
    params(AsOf),
    responses((status = 200, description = "The lists", body = Lists), NotModified),
    security((), ("bearer" = []))
)]
pub(crate) async fn list(
    caller: Caller,
    JsonRead { request, app, params: AsOf { as_of } }: JsonRead<AsOf>,
) -> HandlerResult {
    let (lang, staff, blocking_app) = (negotiate::language(request.headers()), is_staff(&app, &caller), app.clone());
    let views = as_of::views(&request, &app, as_of.as_deref()).await?;
    // The cached answer is cheap; as of another moment every list has to be computed.
    let permit = if as_of.is_some() { Some(app.expensive_read_permit(&request).await?) } else { None };
    let answer = app.blocking(move || {
        let _permit = permit;
        let build = || {
            let audience = if staff { Audience::Private } else { Audience::Public };
            Ok::<_, Problem>(Answer::computed(audience, &lists(&views, lang, staff))?.in_language(lang))
        };
        if as_of.is_some() {
            return build().map(Arc::new);
        }
        blocking_app.answers.answer(("lists", form(lang) + 2 * u64::from(staff)), state(&views), build)
    });
    Ok(answer.await??.respond(&request).await)
}

fn lists(views: &Views, lang: Lang, staff: bool) -> Lists {
    let names = Names { views, lang };
    let item = |list: ListId| {
        let (entry, live) = (views.editions.find(&list), drawn(&views.records, &list));
        let live = live.as_ref().map(digest_of);
        (entry.is_some() || live.is_some()).then(|| list_item(&names, &list, entry, live, staff))
    };
    Lists { items: every_list(views).into_iter().filter_map(item).collect() }
}

/// A list as it stands, with its newest edition and how far it has drifted from that.
///
/// Rows are computed and hold until the next event. What holds officially is the newest edition.
#[utoipa::path(
    get, path = "/api/v1/lists/{list}", tag = "lists", operation_id = "getList",
    params(ListPath, AsOf),
    responses((status = 200, description = "The list", body = LiveList), NotModified),
    security((), ("bearer" = []))
)]
pub(crate) async fn show(
    caller: Caller,
    path: web::Path<ListPath>,
    JsonRead { request, app, params: AsOf { as_of } }: JsonRead<AsOf>,
) -> HandlerResult {
    let (lang, staff, blocking_app) = (negotiate::language(request.headers()), is_staff(&app, &caller), app.clone());
    let (list, views) = (parse(&path.list)?, as_of::views(&request, &app, as_of.as_deref()).await?);
    let answer = app.blocking(move || {
        let today = blocking_app.views();
        let state = state(&views).max(state(&today));
        let build = || {
            let audience = if staff { Audience::Private } else { Audience::Public };
            let body = live(&blocking_app, &views, &Names { views: &today, lang }, &list, staff)?;
            Ok::<_, Problem>(Answer::computed(audience, &body)?.in_language(lang))
        };
        if as_of.is_some() || staff {
            return build().map(Arc::new);
        }
        blocking_app.answers.answer(AnswerKey::about("list", &list.to_string(), form(lang)), state, build)
    });
    Ok(answer.await??.respond(&request).await)
}

fn live(app: &AppState, views: &Views, names: &Names<'_>, list: &ListId, staff: bool) -> Result<LiveList, Problem> {
    let (entry, drawn) = found(views, list)?;
    let live = drawn.as_ref().map(digest_of);
    let item = list_item(names, list, entry, live, staff);
    let newest = entry.and_then(|entry| entry.editions.last()).filter(|_| item.drifted);
    let drift = match (newest, &drawn) {
        (Some(newest), Some(drawn)) => {
            let (_, published) = editions::read(app, newest)?;
            let changes = difference(&published.rows, &drawn.list.rows);
            let added = changes.iter().filter(|change| change.before.is_none()).count();
            let removed = changes.iter().filter(|change| change.after.is_none()).count();
            Some(DriftSummary { edition: newest.number, added, removed, changed: changes.len() - added - removed })
        }
        _ => None,
    };
    let rows = drawn.map_or_else(Vec::new, |drawn| names.rows(&drawn.list));
    Ok(LiveList { item, drift, rows })
}

/// The editions of a list, and the list as computed now; 404 if there is neither.
fn found<'v>(views: &'v Views, list: &ListId) -> Result<(Option<&'v ListEntry>, Option<ListWithRulebook>), Problem> {
    match (views.editions.find(list), drawn(&views.records, list)) {
        (None, None) => Err(ProblemKind::NotFound.into()),
        found => Ok(found),
    }
}
