//! A published list: its editions, their differences, the drift since the newest, and how to check an edition.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::list_items::joined;
use crate::layout::query::Query;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::seasons::season;
use actix_web::web;
use api::{ApiClient, ApiError};
use askama::Template;
use domain::Choice;
use domain::publication::ListKind;
use formats::localization::Message;
use serde::Deserialize;
use wire::publication::{
    AlteredBody, DifferenceBody, Drift, EditionBody, EditionItem, EditionList, ListDifference, Lists, RowBody,
};

/// How many characters of a digest are shown where it is only to be recognised.
const SHORT_DIGEST: usize = 12;

trait RowText {
    /// The name of the competition, or its id.
    fn event(&self) -> &str;
    /// The player, or the competition whose qualification is still open.
    fn who(&self, language: Language) -> String;
    fn from(&self) -> String;
    /// What the row says of the player, in short.
    fn what(&self, language: Language) -> String;
}

impl RowText for RowBody {
    fn event(&self) -> &str {
        self.event_name.as_deref().or(self.event_id.as_deref()).unwrap_or_default()
    }

    fn who(&self, language: Language) -> String {
        match (&self.name, &self.player_id, self.open) {
            (Some(name), _, _) => name.clone(),
            (None, Some(_), _) => language.0.text("event-player-deleted"),
            (None, None, Some(open)) => format!("{}: {}", self.event(), language.count("open-seats", open)),
            (None, None, None) => self.event().to_owned(),
        }
    }

    fn from(&self) -> String {
        joined(&[self.city.as_deref(), self.voivodeship.as_deref()])
    }

    fn what(&self, language: Language) -> String {
        let place = self.place.map(|place| language.count("nth-place", place));
        let points = self.points.map(|points| language.count("points-count", points));
        let event = (!self.event().is_empty() && self.open.is_none()).then(|| self.event().to_owned());
        let state = self.state.as_deref().map(|state| language.choice("list-state", state));
        [event, place, points, state].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

trait DifferenceText {
    fn is_empty(&self) -> bool;
    /// All changes, each with the key of the words for its kind.
    fn all(&self) -> Vec<(&'static str, &AlteredBody)>;
}

impl DifferenceText for DifferenceBody {
    fn is_empty(&self) -> bool {
        self.added.is_empty() && self.changed.is_empty() && self.removed.is_empty()
    }

    fn all(&self) -> Vec<(&'static str, &AlteredBody)> {
        let added = self.added.iter().map(|change| ("public-change-added", change));
        let changed = self.changed.iter().map(|change| ("public-change-changed", change));
        let removed = self.removed.iter().map(|change| ("public-change-removed", change));
        added.chain(changed).chain(removed).collect()
    }
}

trait ChangeText {
    fn who(&self, language: Language) -> String;
    fn before(&self, language: Language) -> String;
    fn after(&self, language: Language) -> String;
}

impl ChangeText for AlteredBody {
    fn who(&self, language: Language) -> String {
        self.after.as_ref().or(self.before.as_ref()).map(|row| row.who(language)).unwrap_or_default()
    }

    fn before(&self, language: Language) -> String {
        row_text(self.before.as_ref(), language)
    }

    fn after(&self, language: Language) -> String {
        row_text(self.after.as_ref(), language)
    }
}

fn row_text(row: Option<&RowBody>, language: Language) -> String {
    row.map_or_else(|| "–".to_owned(), |row| row.what(language))
}

fn live(language: Language, kind: ListKind, of: &str) -> Option<String> {
    match kind {
        ListKind::Ranking => Some(link::ranking(language, of)),
        ListKind::Mp => Some(link::qualifications(language, of)),
        ListKind::Mw | ListKind::Wildcards => Some(link::mw(language, of)),
        ListKind::GrandPrix => Some(link::grand_prix(language, of)),
        ListKind::RankingSnapshot | ListKind::MpStart => None,
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct QueryParams {
    from: String,
    to: String,
}

#[derive(Template)]
#[template(path = "list.html")]
struct ListPage {
    shell: Shell,
    title: String,
    list: String,
    own_path: String,
    live: Option<String>,
    editions: Vec<EditionItem>,
    drift: Option<Drift>,
    asked: QueryParams,
    compared: Option<ListDifference>,
}

impl ListPage {
    fn edition(&self, edition: &EditionItem) -> String {
        link::edition(self.shell.language, &self.list, edition.edition)
    }

    #[expect(clippy::unused_self, reason = "the template calls it as a method")]
    fn is_selected(&self, edition: &EditionItem, asked: &str) -> bool {
        asked == edition.edition.to_string()
    }

    #[expect(clippy::unused_self, reason = "the template calls it as a method")]
    fn short_digest<'a>(&self, edition: &'a EditionItem) -> &'a str {
        edition.digest.get(..SHORT_DIGEST).unwrap_or(&edition.digest)
    }

    fn between(&self) -> String {
        let message = Message::new("page-public-between");
        self.shell.language.0.render(&message.with("from", self.asked.from.as_str()).with("to", self.asked.to.as_str()))
    }
}

#[derive(Template)]
#[template(path = "edition.html")]
struct EditionPage {
    shell: Shell,
    title: String,
    list: String,
    season: String,
    whole: EditionBody,
    api: String,
    replay: String,
}

impl EditionPage {
    fn player(&self, row: &RowBody) -> Option<String> {
        let id = row.player_id.as_deref().filter(|_| row.name.is_some() && !self.season.is_empty())?;
        Some(link::player(self.shell.language, &self.season, id))
    }

    fn has(&self, of: impl Fn(&RowBody) -> bool) -> bool {
        self.whole.rows.iter().any(of)
    }

    fn has_points(&self) -> bool {
        self.has(|row| row.points.is_some())
    }

    fn has_events(&self) -> bool {
        self.has(|row| row.source.is_some() || row.event_id.is_some())
    }

    /// The number of the player, on a list whose places are those of many competitions; none for an open qualification.
    fn number(&self, row: &RowBody, at: usize) -> Option<usize> {
        row.player_id.as_ref()?;
        Some(self.whole.rows.iter().take(at).filter(|row| row.player_id.is_some()).count() + 1)
    }

    fn has_states(&self) -> bool {
        self.has(|row| row.state.is_some())
    }

    fn source(&self, row: &RowBody) -> String {
        row.source.as_deref().map(|source| self.shell.language.choice("source", source)).unwrap_or_default()
    }

    fn state(&self, row: &RowBody) -> String {
        row.state.as_deref().map(|state| self.shell.language.choice("list-state", state)).unwrap_or_default()
    }
}

pub(crate) async fn list(
    client: ApiClient,
    path: web::Path<(Language, String)>,
    asked: Query<QueryParams>,
) -> Rendered {
    let (language, list) = path.into_inner();
    let asked = asked.into_inner();
    let address = format!("/api/v1/lists/{}", link::escaped(&list));
    let Lists { items } = client.get(language.0, "/api/v1/lists").await?;
    let named = items.into_iter().find(|item| item.list == list).ok_or_else(ApiError::not_found)?;
    let found: Option<EditionList> = client.find(language.0, &format!("{address}/editions")).await?;
    let mut editions = found.map(|found| found.items).unwrap_or_default();
    editions.sort_by_key(|edition| std::cmp::Reverse(edition.edition));
    let mut drift = None;
    if !editions.is_empty() {
        drift = client.find(language.0, &format!("{address}/drift")).await?;
    }
    let mut compared = None;
    if !asked.from.is_empty() && !asked.to.is_empty() {
        let query = link::query(&[("from", Some(&asked.from)), ("to", Some(&asked.to))]);
        compared = Some(client.get(language.0, &format!("{address}/diff{query}")).await?);
    }
    let own_path = link::list(language, &list);
    let season = season_for_navigation(&client, language, Some(named.kind), &named.of).await;
    let shell = Shell::new(language, &named.title, &own_path, season.as_deref()).asked(&client);
    let live = live(language, named.kind, &named.of);
    response::render_template(&ListPage {
        shell,
        title: named.title,
        list,
        own_path,
        live,
        editions,
        drift,
        asked,
        compared,
    })
}

/// The season of a list, if its name says it.
fn season_of(kind: Option<ListKind>, of: &str) -> Option<&str> {
    match kind? {
        ListKind::Ranking | ListKind::RankingSnapshot | ListKind::Mp | ListKind::MpStart => Some(of),
        ListKind::Mw | ListKind::Wildcards | ListKind::GrandPrix => None,
    }
}

/// The season that a page about a list leads to.
async fn season_for_navigation(
    client: &ApiClient,
    language: Language,
    kind: Option<ListKind>,
    of: &str,
) -> Option<String> {
    match season_of(kind, of) {
        Some(season) => Some(season.to_owned()),
        None => season::now(client, language).await,
    }
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String, String)>) -> Rendered {
    let (language, list, number) = path.into_inner();
    let api = format!("/api/v1/lists/{}/editions/{}", link::escaped(&list), link::escaped(&number));
    let whole: EditionBody = client.get(language.0, &api).await?;
    let (kind, of) = list.split_once(':').unwrap_or((&list, ""));
    let kind = ListKind::parse(kind).ok();
    let season = season_of(kind, of).map(str::to_owned);
    let own_path = link::edition(language, &list, whole.item.edition);
    let title = format!("{}, {}", whole.title, language.count("edition", whole.item.edition));
    let around = season_for_navigation(&client, language, kind, of).await;
    let shell = Shell::new(language, &title, &own_path, around.as_deref());
    let replay = format!("kostka replay export.ndjson --list {list} --edition {}", whole.item.edition);
    response::render_template(&EditionPage {
        shell,
        title,
        list,
        season: season.unwrap_or_default(),
        whole,
        api,
        replay,
    })
}
