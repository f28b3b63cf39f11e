//! What differs between two moments or editions of a season, each with the event that caused it.

use crate::admin::lists::CauseLink;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::list_items::joined;
use crate::layout::query::Query;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::log;
use crate::seasons::season::{current, seasons};
use api::{ApiClient, ApiError};
use askama::Template;
use serde::Deserialize;
use std::collections::BTreeMap;
use wire::changed_lists::{CausingEvent, ChangedLists, ChangedRow};
use wire::log::LoggedEvent;
use wire::publication::{ListItem, Lists};
use wire::seasons::comparison::SeasonDiff;

/// At most so many events are asked for by themselves.
const MAX_EVENTS_FETCHED: usize = 100;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct QueryParams {
    season: String,
    /// A time, the number of an event, or an edition.
    from: String,
    from_event: String,
    from_edition: String,
    to: String,
    to_event: String,
    to_edition: String,
    list: String,
}

impl QueryParams {
    fn from(&self) -> &str {
        log::first_given(&[&self.from_edition, &self.from_event, &self.from])
    }

    fn to(&self) -> &str {
        log::first_given(&[&self.to_edition, &self.to_event, &self.to])
    }
}

/// Causes without a public sentence, because they name a person.
fn causes_without_sentence(lists: &mut ChangedLists) -> impl Iterator<Item = &mut CausingEvent> {
    let ChangedLists { ranking, qualifications, grand_prix, mw } = lists;
    let rows = [ranking, qualifications, grand_prix, mw].into_iter().flatten().flat_map(|list| &mut list.rows);
    rows.filter_map(|row| row.cause.as_mut()).filter(|cause| cause.sentence.is_none())
}

trait RowText {
    fn who(&self, shell: &Shell) -> String;
    fn was(&self) -> &str;
    fn is(&self) -> &str;
}

impl RowText for ChangedRow {
    fn who(&self, shell: &Shell) -> String {
        let who = joined(&[self.name.as_deref(), self.city.as_deref()]);
        if who.is_empty() { shell.text("js-open-seat") } else { who }
    }

    fn was(&self) -> &str {
        self.before.as_ref().map_or("—", |state| &state.text)
    }

    fn is(&self) -> &str {
        self.after.as_ref().map_or("—", |state| &state.text)
    }
}

#[derive(Template)]
#[template(path = "audit/diff.html")]
struct Page {
    shell: Shell,
    params: QueryParams,
    season: String,
    seasons: Vec<String>,
    /// Every edition as the API writes it, and what it is called.
    editions: Vec<(String, String)>,
    diff: Option<SeasonDiff>,
    refusal: Option<String>,
}

pub(crate) async fn show(client: ApiClient, language: Language, params: Query<QueryParams>) -> Rendered {
    let params = params.into_inner();
    let me = log::require_log_reader(&client, language).await?;
    let all = seasons(&client, language).await?;
    let today = client.now().format("%Y-%m-%d").to_string();
    let current_season = current(&all, &today).map(|season| season.id.clone()).unwrap_or_default();
    let season = if params.season.is_empty() { current_season } else { params.season.clone() };
    let Lists { items } = client.get(language.0, "/api/v1/lists").await?;
    let named = |list: &ListItem, number: u32| {
        (format!("{}@{number}", list.list), format!("{}, {}", list.title, language.count("edition", number)))
    };
    let of_list = |list: &ListItem| {
        let newest = list.newest.as_ref().map_or(0, |newest| newest.edition);
        (1..=newest).map(|number| named(list, number)).collect::<Vec<_>>()
    };
    let editions = items.iter().flat_map(of_list).collect();
    let (mut diff, mut refusal) = (None, None);
    if !params.from().is_empty() && !season.is_empty() {
        let query = link::query(&[
            ("from", Some(&log::with_offset(params.from()))),
            ("to", Some(&log::with_offset(params.to()))),
            ("list", Some(&params.list)),
        ]);
        let address = format!("/api/v1/seasons/{}/diff{query}", link::escaped(&season));
        match client.personal().get::<SeasonDiff>(language.0, &address).await {
            Ok(mut found) => {
                fill_sentences(&client, language, &mut found.lists).await?;
                diff = Some(found);
            }
            Err(why) if why.status().as_u16() != 500 => refusal = Some(why.words(language.0).1),
            Err(why) => return Err(why),
        }
    }
    let shell = log::shell(language, &language.text("audit-diff-title"), "/diff", &me);
    let seasons = all.into_iter().map(|season| season.id).collect();
    response::render_template(&Page { shell, params, season, seasons, editions, diff, refusal })
}

async fn fill_sentences(client: &ApiClient, language: Language, lists: &mut ChangedLists) -> Result<(), ApiError> {
    let mut sentences: BTreeMap<u64, String> =
        causes_without_sentence(lists).map(|cause| (cause.position, String::new())).collect();
    for (position, sentence) in sentences.iter_mut().take(MAX_EVENTS_FETCHED) {
        let told: LoggedEvent = client.personal().get(language.0, &format!("/api/v1/log/events/{position}")).await?;
        *sentence = told.sentence;
    }
    for cause in causes_without_sentence(lists) {
        cause.sentence = sentences.get(&cause.position).filter(|sentence| !sentence.is_empty()).cloned();
    }
    Ok(())
}
