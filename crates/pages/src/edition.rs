//! A published list: its editions, what has changed since, what differs between two editions, and how anybody checks it.

use crate::link;
use crate::query::Query;
use crate::season;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use formats::words::Message;
use serde::Deserialize;

/// How many characters of a digest are enough to know it again.
const SHORT_DIGEST: usize = 12;

/// What an edition is, without its rows.
#[derive(Debug, Deserialize)]
pub(crate) struct Edition {
    #[serde(rename = "edition")]
    pub(crate) number: u32,
    pub(crate) published_at: String,
    pub(crate) digest: String,
    pub(crate) position: u64,
    pub(crate) published: u64,
    root: String,
    pub(crate) rulebook: String,
    calculation: u32,
    pub(crate) submitted_by: String,
    pub(crate) published_by: String,
    pub(crate) erratum: bool,
    /// Why it takes the place of the one before; only an edition by itself tells.
    #[serde(default)]
    pub(crate) reason: Option<String>,
}

impl Edition {
    fn is_asked(&self, asked: &str) -> bool {
        asked == self.number.to_string()
    }

    fn short_digest(&self) -> &str {
        self.digest.get(..SHORT_DIGEST).unwrap_or(&self.digest)
    }
}

/// The editions of a list.
#[derive(Debug, Deserialize)]
pub(crate) struct Editions {
    pub(crate) items: Vec<Edition>,
}

#[derive(Debug, Deserialize)]
struct Whole {
    #[serde(flatten)]
    edition: Edition,
    title: String,
    newest: u32,
    rows: Vec<Row>,
    difference: Option<Difference>,
}

/// A row of any list.
#[derive(Debug, Deserialize)]
struct Row {
    place: Option<u32>,
    player_id: Option<String>,
    name: Option<String>,
    city: Option<String>,
    voivodeship: Option<String>,
    points: Option<u64>,
    source: Option<String>,
    event_name: Option<String>,
    event_id: Option<String>,
    state: Option<String>,
    open: Option<u32>,
}

impl Row {
    fn event(&self) -> &str {
        self.event_name.as_deref().or(self.event_id.as_deref()).unwrap_or_default()
    }

    /// Who it is about: a player, or an event whose qualification nobody has yet.
    fn who(&self, tongue: Tongue) -> String {
        match (&self.name, &self.player_id, self.open) {
            (Some(name), _, _) => name.clone(),
            (None, Some(_), _) => tongue.0.text("event-player-deleted"),
            (None, None, Some(open)) => format!("{}: {}", self.event(), tongue.count("open-seats", open)),
            (None, None, None) => self.event().to_owned(),
        }
    }

    fn from(&self) -> String {
        let parts = [self.city.as_deref(), self.voivodeship.as_deref()];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// What it says of that person, in short.
    fn what(&self, tongue: Tongue) -> String {
        let place = self.place.map(|place| tongue.count("nth-place", place));
        let points = self.points.map(|points| tongue.count("points-count", points));
        let event = (!self.event().is_empty() && self.open.is_none()).then(|| self.event().to_owned());
        let state = self.state.as_deref().map(|state| tongue.choice("list-state", state));
        [event, place, points, state].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// What two states of a list have not in common.
#[derive(Debug, Deserialize)]
struct Difference {
    added: Vec<Change>,
    changed: Vec<Change>,
    removed: Vec<Change>,
    reordered: bool,
    other_rulebook: bool,
    other_calculation: bool,
}

impl Difference {
    fn is_empty(&self) -> bool {
        self.added.is_empty() && self.changed.is_empty() && self.removed.is_empty()
    }

    /// All changes, each with what it is.
    fn all(&self) -> Vec<(&'static str, &Change)> {
        let added = self.added.iter().map(|change| ("public-change-added", change));
        let changed = self.changed.iter().map(|change| ("public-change-changed", change));
        let removed = self.removed.iter().map(|change| ("public-change-removed", change));
        added.chain(changed).chain(removed).collect()
    }
}

#[derive(Debug, Deserialize)]
struct Change {
    before: Option<Row>,
    after: Option<Row>,
    cause: Option<Cause>,
}

impl Change {
    fn who(&self, tongue: Tongue) -> String {
        self.after.as_ref().or(self.before.as_ref()).map(|row| row.who(tongue)).unwrap_or_default()
    }

    fn before(&self, tongue: Tongue) -> String {
        side(self.before.as_ref(), tongue)
    }

    fn after(&self, tongue: Tongue) -> String {
        side(self.after.as_ref(), tongue)
    }
}

fn side(row: Option<&Row>, tongue: Tongue) -> String {
    row.map_or_else(|| "–".to_owned(), |row| row.what(tongue))
}

/// The event of the log after which the row was different.
#[derive(Debug, Deserialize)]
struct Cause {
    position: u64,
    sentence: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Drift {
    drifted: bool,
    difference: Difference,
}

#[derive(Debug, Deserialize)]
struct Compared {
    difference: Difference,
}

#[derive(Debug, Deserialize)]
struct Lists {
    items: Vec<Named>,
}

#[derive(Debug, Deserialize)]
struct Named {
    list: String,
    kind: String,
    of: String,
    title: String,
}

/// The page of the list as it stands now.
fn live(tongue: Tongue, kind: &str, of: &str) -> Option<String> {
    match kind {
        "ranking" => Some(link::ranking(tongue, of)),
        "mp" => Some(link::qualifications(tongue, of)),
        "mw" | "wildcards" => Some(link::mw(tongue, of)),
        "grand-prix" => Some(link::grand_prix(tongue, of)),
        _ => None,
    }
}

/// Which editions are compared.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    from: String,
    #[serde(default)]
    to: String,
}

#[derive(Template)]
#[template(path = "list.html")]
struct ListPage {
    shell: Shell,
    title: String,
    list: String,
    here: String,
    live: Option<String>,
    editions: Vec<Edition>,
    drift: Option<Drift>,
    asked: Asked,
    compared: Option<Compared>,
}

impl ListPage {
    fn edition(&self, edition: &Edition) -> String {
        link::edition(self.shell.tongue, &self.list, edition.number)
    }

    fn between(&self) -> String {
        let message = Message::new("page-public-between");
        self.shell.tongue.0.say(&message.with("from", self.asked.from.as_str()).with("to", self.asked.to.as_str()))
    }
}

#[derive(Template)]
#[template(path = "edition.html")]
struct EditionPage {
    shell: Shell,
    title: String,
    list: String,
    season: String,
    whole: Whole,
    api: String,
    replay: String,
}

impl EditionPage {
    fn player(&self, row: &Row) -> Option<String> {
        let id = row.player_id.as_deref().filter(|_| row.name.is_some() && !self.season.is_empty())?;
        Some(link::player(self.shell.tongue, &self.season, id))
    }

    fn has(&self, of: impl Fn(&Row) -> bool) -> bool {
        self.whole.rows.iter().any(of)
    }

    fn has_points(&self) -> bool {
        self.has(|row| row.points.is_some())
    }

    fn has_events(&self) -> bool {
        self.has(|row| row.source.is_some() || row.event_id.is_some())
    }

    /// Which of the people it is, on a list whose places are those of many events; nothing for what nobody has yet.
    fn number(&self, row: &Row, at: usize) -> Option<usize> {
        row.player_id.as_ref()?;
        Some(self.whole.rows.iter().take(at).filter(|row| row.player_id.is_some()).count() + 1)
    }

    fn has_states(&self) -> bool {
        self.has(|row| row.state.is_some())
    }

    fn source(&self, row: &Row) -> String {
        row.source.as_deref().map(|source| self.shell.tongue.choice("source", source)).unwrap_or_default()
    }

    fn state(&self, row: &Row) -> String {
        row.state.as_deref().map(|state| self.shell.tongue.choice("list-state", state)).unwrap_or_default()
    }
}

/// A list with its editions.
pub(crate) async fn list(inside: Inside, path: web::Path<(String, String)>, asked: Query<Asked>) -> HttpResponse {
    let (code, list) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw_list(&inside, tongue, list, asked.into_inner())).await
}

async fn draw_list(inside: &Inside, tongue: Tongue, list: String, asked: Asked) -> Result<String, Refusal> {
    let address = format!("/api/v1/lists/{}", link::escaped(&list));
    let Lists { items } = inside.get(tongue.0, "/api/v1/lists").await?;
    let named = items.into_iter().find(|item| item.list == list).ok_or_else(Refusal::not_found)?;
    let found: Option<Editions> = inside.find(tongue.0, &format!("{address}/editions")).await?;
    let mut editions = found.map(|found| found.items).unwrap_or_default();
    editions.sort_by_key(|edition| std::cmp::Reverse(edition.number));
    let mut drift = None;
    if !editions.is_empty() {
        drift = inside.find(tongue.0, &format!("{address}/drift")).await?;
    }
    let mut compared = None;
    if !asked.from.is_empty() && !asked.to.is_empty() {
        let query = link::query(&[("from", Some(&asked.from)), ("to", Some(&asked.to))]);
        compared = Some(inside.get(tongue.0, &format!("{address}/diff{query}")).await?);
    }
    let here = link::list(tongue, &list);
    let season = shown_with(inside, tongue, &named.kind, &named.of).await;
    let shell = Shell::new(tongue, &named.title, &here, season.as_deref()).asked(inside);
    let live = live(tongue, &named.kind, &named.of);
    show::rendered(&ListPage { shell, title: named.title, list, here, live, editions, drift, asked, compared })
}

/// The season of a list, if its name says it.
fn season_of<'a>(kind: &str, of: &'a str) -> Option<&'a str> {
    matches!(kind, "ranking" | "ranking-snapshot" | "mp" | "mp-start").then_some(of)
}

/// The season that a page about a list leads to.
async fn shown_with(inside: &Inside, tongue: Tongue, kind: &str, of: &str) -> Option<String> {
    match season_of(kind, of) {
        Some(season) => Some(season.to_owned()),
        None => season::now(inside, tongue).await,
    }
}

/// One edition.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String, String)>) -> HttpResponse {
    let (code, list, number) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw(&inside, tongue, list, &number)).await
}

async fn draw(inside: &Inside, tongue: Tongue, list: String, number: &str) -> Result<String, Refusal> {
    let api = format!("/api/v1/lists/{}/editions/{}", link::escaped(&list), link::escaped(number));
    let whole: Whole = inside.get(tongue.0, &api).await?;
    let (kind, of) = list.split_once(':').unwrap_or((&list, ""));
    let season = season_of(kind, of).map(str::to_owned);
    let here = link::edition(tongue, &list, whole.edition.number);
    let title = format!("{}, {}", whole.title, tongue.count("edition", whole.edition.number));
    let around = shown_with(inside, tongue, kind, of).await;
    let shell = Shell::new(tongue, &title, &here, around.as_deref());
    let replay = format!("kostka replay export.ndjson --list {list} --edition {}", whole.edition.number);
    show::rendered(&EditionPage { shell, title, list, season: season.unwrap_or_default(), whole, api, replay })
}
