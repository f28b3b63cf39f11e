//! The preview of a list: what one person submits and another publishes.

use super::answers::{Names, submission_item};
use super::{digest_of, editions, found, parse};
use crate::accounts::{Authorized, permission};
use crate::http::answer::{Answer, Audience};
use crate::http::app::AppState;
use crate::http::negotiate;
use crate::http::path::ListPath;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::JsonRead;
use actix_web::web;
use domain::publication::{CALCULATION_VERSION, ListId};
use domain::qualification::ledger::{Prerequisite, Proposal, Target};
use domain::values::calendar::{Day, Moment};
use events::envelope::StreamKind;
use formats::list::CanonicalList;
use formats::localization::{Lang, Message};
use projections::season_lists::{Causes, proposals};
use projections::views::{Competition, Views};
use std::collections::BTreeSet;
use wire::publication::{Preview, Warning};

/// A list as it would be published, with the digest that is submitted and published, and what speaks against it.
#[utoipa::path(
    get, path = "/api/v1/lists/{list}/preview", tag = "lists", operation_id = "previewList",
    params(ListPath),
    responses((status = 200, description = "The preview", body = Preview)),
    security(("bearer" = []))
)]
pub(crate) async fn preview(
    _: Authorized<permission::PreviewLists>,
    path: web::Path<ListPath>,
    JsonRead { request, app, .. }: JsonRead,
) -> HandlerResult {
    let (list, lang, blocking_app) = (parse(&path.list)?, negotiate::language(request.headers()), app.clone());
    let answer = app.blocking(move || {
        let views = blocking_app.views();
        let body = draw(&blocking_app, &views, &list, lang)?;
        Ok::<_, Problem>(Answer::computed(Audience::Private, &body)?.in_language(lang))
    });
    Ok(answer.await??.respond(&request).await)
}

fn draw(app: &AppState, views: &Views, list: &ListId, lang: Lang) -> Result<Preview, Problem> {
    let names = Names { views, lang };
    let (entry, drawn) = found(views, list)?;
    let drawn = drawn.ok_or(ProblemKind::NotFound)?;
    let digest = digest_of(&drawn);
    let newest = entry.and_then(|entry| entry.editions.last());
    let difference = match newest {
        Some(newest) => {
            let (_, published) = editions::read(app, newest)?;
            Some(names.difference(list, &published, &drawn.list, &Causes::new()))
        }
        None => None,
    };
    let submitted = match entry.and_then(|entry| Some((entry, submission_item(entry, Some(digest))?))) {
        Some((entry, mut item)) => {
            let commitment = entry.state.submitted.as_ref().and_then(|submission| submission.reason);
            item.reason = editions::reason(app, list, commitment)?;
            Some(item)
        }
        None => None,
    };
    let today = Moment::at_microseconds(app.environment.now().0).day();
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
        warnings.push(Warning { code: code.to_owned(), detail: lang.render(&words), events });
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
    // A competition that lacks a decision is listed once, whether a row of it waits or only others wait for it.
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

/// Competitions that can still change the list: those that should be over by now, and those that lack only a decision.
fn not_closed(views: &Views, list: &ListId, today: Day) -> (BTreeSet<String>, BTreeSet<String>) {
    let waiting = |target: Target| {
        let all = proposals(views, &target).unwrap_or_default();
        let ids = |of: fn(&Proposal) -> &Vec<Prerequisite>| all.iter().flat_map(of).map(ToString::to_string).collect();
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
            let last = |competition: &Competition| views.competitions.season_day(competition);
            let due = |competition: &&Competition| {
                competition.running
                    && competition.kind() == StreamKind::Tournament
                    && last(competition).is_some_and(|day| window.holds(day) && day <= today)
            };
            (
                views.competitions.list().filter(due).map(|competition| competition.id().to_owned()).collect(),
                BTreeSet::new(),
            )
        }
    }
}
