//! A list as it would be published: what one person looks at and submits, and another looks at and publishes.

use super::body::{DifferenceBody, Names, RowBody, SubmissionItem};
use super::{digest_of, editions, found, parse};
use crate::answer::{Answer, Audience};
use crate::auth::{Allowed, permission};
use crate::kostka::Kostka;
use crate::negotiate;
use crate::params::{self, Params};
use crate::problem::{Problem, ProblemKind};
use crate::table;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::calendar::{Day, Moment};
use domain::ledger::{Awaited, Proposal, Target};
use domain::publication::{CALCULATION_VERSION, ListId};
use events::envelope::StreamKind;
use formats::list::CanonicalList;
use formats::words::{Lang, Message};
use projections::season_lists::{Causes, proposals};
use projections::views::{Happening, Views};
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::Arc;
use utoipa::ToSchema;

/// A list as it would be published.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Preview {
    /// Which list.
    #[schema(max_length = 1100, example = "ranking:2025")]
    list: String,
    /// What it is called.
    #[schema(max_length = 700, example = "Ranking krajowy, sezon 2025")]
    title: String,
    /// The SHA-256 of its canonical bytes: what is submitted and published.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    digest: String,
    /// The last event that it takes account of.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    position: u64,
    /// The rulebook that it is computed with.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    rulebook: String,
    /// Which version of it, by the position at which it was adopted.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1)]
    rulebook_position: u64,
    /// The version of the calculation.
    #[schema(minimum = 1, maximum = 4_294_967_295_i64, example = 1)]
    calculation: u32,
    /// The number that the edition would have.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    edition: u32,
    /// What differs from the newest edition; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<DifferenceBody>,
    /// What waits for a second person.
    #[serde(skip_serializing_if = "Option::is_none")]
    submitted: Option<SubmissionItem>,
    /// What speaks against publishing it now.
    #[schema(max_items = 20)]
    warnings: Vec<Warning>,
    /// The rows.
    #[schema(max_items = 100_000)]
    rows: Vec<RowBody>,
}

/// Something that speaks against publishing a list now.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Warning {
    /// A stable name: `events-not-closed`, `decisions-pending`, `grants-in-review` or `not-granted`.
    #[schema(max_length = 40, example = "events-not-closed")]
    code: &'static str,
    /// In words.
    #[schema(max_length = 500, example = "Nie zamknięto jeszcze 1 wcześniejszego wydarzenia.")]
    detail: String,
    /// The events that it is about.
    #[schema(max_items = 10_000)]
    events: Vec<String>,
}

/// A list as it would be published, with the digest that is submitted and published, and what speaks against it.
#[utoipa::path(
    get, path = "/api/v1/lists/{list}/preview", tag = "lists", operation_id = "previewList",
    params(("list" = String, Path, max_length = 1100, description = "The id of the list, `kind:id`", example = "ranking:2025")),
    responses((status = 200, description = "The preview", body = Preview)),
    security(("bearer" = []))
)]
pub(crate) async fn preview(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    _: Allowed<permission::PreviewLists>,
    list: web::Path<String>,
    Params(params::None {}): Params<params::None>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let (list, lang, here) = (parse(&list)?, negotiate::language(request.headers()), kostka.clone());
    let answer = kostka.blocking(move || {
        let views = here.views();
        let body = draw(&here, &views, &list, lang)?;
        Ok::<_, Problem>(Answer::computed(Audience::Private, &body)?.in_language(lang))
    });
    Ok(Arc::new(answer.await??).respond(&request).await)
}

fn draw(kostka: &Kostka, views: &Views, list: &ListId, lang: Lang) -> Result<Preview, Problem> {
    let names = Names { views, lang };
    let (entry, drawn) = found(views, list)?;
    let drawn = drawn.ok_or(ProblemKind::NotFound)?;
    let digest = digest_of(&drawn);
    let newest = entry.and_then(|entry| entry.editions.last());
    let difference = match newest {
        Some(newest) => {
            let (_, published) = editions::read(kostka, newest)?;
            Some(names.difference(list, &published, &drawn.list, &Causes::new()))
        }
        None => None,
    };
    let submitted = match entry.and_then(|entry| Some((entry, SubmissionItem::of(entry, Some(digest))?))) {
        Some((entry, item)) => {
            let commitment = entry.state.submitted.as_ref().and_then(|submission| submission.reason);
            Some(item.because(editions::reason(kostka, list, commitment)?))
        }
        None => None,
    };
    let today = Moment::at_microseconds(kostka.environment.now().0).day();
    Ok(Preview {
        list: list.to_string(),
        title: names.title(list),
        digest: digest.to_string(),
        position: views.position.0,
        rulebook: drawn.rulebook.to_string(),
        rulebook_position: drawn.rulebook_position.0,
        calculation: CALCULATION_VERSION,
        edition: newest.map_or(1, |newest| newest.number + 1),
        difference,
        submitted,
        warnings: warnings(views, list, &drawn.list, today, lang),
        rows: names.rows(&drawn.list),
    })
}

fn warnings(views: &Views, list: &ListId, drawn: &CanonicalList, today: Day, lang: Lang) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut warn = |code: &'static str, words: Message<'static>, events: Vec<String>| {
        warnings.push(Warning { code, detail: lang.say(&words), events });
    };
    let (open, undecided) = not_closed(views, list, today);
    if !open.is_empty() {
        let words = Message::new("list-warning-events-not-closed").count("events", open.len() as u64);
        warn("events-not-closed", words, open.into_iter().collect());
    }
    let in_state = |wanted: &[&str]| {
        let state = |state: &Option<String>| state.as_deref().is_some_and(|state| wanted.contains(&state));
        drawn.rows.iter().filter(|row| state(&row.state)).filter_map(|row| row.event.clone()).collect::<Vec<_>>()
    };
    let mut pending: Vec<String> =
        drawn.rows.iter().filter(|row| row.open.is_some()).filter_map(|row| row.event.clone()).collect();
    // An event that lacks a decision is told once, whether a row of it waits or only others wait for it.
    let untold: Vec<String> = undecided.into_iter().filter(|event| !pending.contains(event)).collect();
    pending.extend(untold);
    for (code, key, events) in [
        ("decisions-pending", "list-warning-decisions-pending", pending),
        ("grants-in-review", "list-warning-grants-in-review", in_state(&["review"])),
        ("not-granted", "list-warning-not-granted", in_state(&["proposed", "nominated"])),
    ] {
        if !events.is_empty() {
            let words = Message::new(key).count("rows", events.len() as u64);
            let distinct: BTreeSet<String> = events.into_iter().collect();
            warn(code, words, distinct.into_iter().collect());
        }
    }
    warnings
}

/// Events that could still change the list: those that should be over by now, and those that lack nothing but a decision.
fn not_closed(views: &Views, list: &ListId, today: Day) -> (BTreeSet<String>, BTreeSet<String>) {
    let waiting = |target: Target| {
        let all = proposals(views, &target).unwrap_or_default();
        let ids = |of: fn(&Proposal) -> &Vec<Awaited>| all.iter().flat_map(of).map(ToString::to_string).collect();
        let (waits_for, undecided): (BTreeSet<String>, BTreeSet<String>) =
            (ids(|proposal| &proposal.waits_for), ids(|proposal| &proposal.undecided));
        (waits_for.difference(&undecided).cloned().collect(), undecided)
    };
    let nothing = (BTreeSet::new(), BTreeSet::new());
    match list {
        ListId::Mp(season) | ListId::MpStart(season) => waiting(Target::Mp(season.clone())),
        ListId::Mw(id) | ListId::Wildcards(id) => waiting(Target::Mw(id.clone())),
        ListId::GrandPrix(_) => nothing,
        ListId::Ranking(season) | ListId::RankingSnapshot(season) => {
            let Some(window) = views.records.season(season).map(|season| season.record.window) else {
                return nothing;
            };
            let last = |happening: &Happening| views.happenings.season_day(happening);
            let due = |happening: &&Happening| {
                happening.running
                    && happening.kind() == StreamKind::Tournament
                    && last(happening).is_some_and(|day| window.holds(day) && day <= today)
            };
            (views.happenings.list().filter(due).map(|happening| happening.id().to_owned()).collect(), BTreeSet::new())
        }
    }
}
