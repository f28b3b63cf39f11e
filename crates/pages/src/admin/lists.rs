//! Lists to be published: all of them, and one with its preview, what differs, the submission, and the second person's publication.

use super::Holders;
use crate::admin;
use crate::link;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

/// So many rows of a preview are shown; the others are folded away.
const SHOWN: usize = 50;

/// A list among all.
#[derive(Debug, Deserialize)]
struct List {
    #[serde(rename = "list")]
    id: String,
    title: String,
    newest: Option<Edition>,
    drifted: bool,
    submitted: Option<Submission>,
}

#[derive(Debug, Deserialize)]
struct Lists {
    items: Vec<List>,
}

/// What was published.
#[derive(Debug, Deserialize)]
struct Edition {
    #[serde(rename = "edition")]
    number: u32,
    published_at: String,
    digest: String,
    submitted_by: String,
    published_by: String,
}

#[derive(Debug, Deserialize)]
struct Editions {
    items: Vec<Edition>,
}

/// What waits for a second person.
#[derive(Debug, Deserialize)]
struct Submission {
    by: String,
    current: bool,
    digest: String,
    position: u64,
    reason: Option<String>,
    submitted_at: String,
}

/// What would be published.
#[derive(Debug, Deserialize)]
struct Preview {
    title: String,
    digest: String,
    edition: u32,
    position: u64,
    rulebook: String,
    rows: Vec<Row>,
    difference: Option<Difference>,
    submitted: Option<Submission>,
    warnings: Vec<Warning>,
}

#[derive(Debug, Deserialize)]
struct Warning {
    detail: String,
    events: Vec<String>,
}

/// A row of any list.
#[derive(Debug, Deserialize)]
pub(crate) struct Row {
    place: Option<u32>,
    player_id: Option<String>,
    name: Option<String>,
    city: Option<String>,
    points: Option<u32>,
    source: Option<String>,
    event_name: Option<String>,
    state: Option<String>,
    open: Option<u32>,
    #[serde(default)]
    candidates: Vec<Candidate>,
}

#[derive(Debug, Deserialize)]
struct Candidate {
    name: String,
}

impl Row {
    fn who(&self, shell: &Shell) -> String {
        match (&self.name, &self.player_id, self.open) {
            (Some(name), ..) => self.city.as_ref().map_or_else(|| name.clone(), |city| format!("{name}, {city}")),
            (None, Some(id), _) => id.clone(),
            (None, None, open) => shell.tongue.count("open-seats", open.unwrap_or_default()),
        }
    }

    /// What stands in it, in words.
    fn about(&self, shell: &Shell) -> String {
        let tongue = shell.tongue;
        let source = || self.source.as_deref().map(|source| shell.called("source", source));
        let among = (!self.candidates.is_empty()).then(|| {
            let names: Vec<&str> = self.candidates.iter().map(|it| it.name.as_str()).collect();
            format!("{} {}", tongue.text("among"), names.join(", "))
        });
        let parts = [
            self.event_name.clone().or_else(source),
            self.place.map(|place| tongue.count("nth-place", place)),
            self.points.map(|points| tongue.count("points-count", points)),
            self.state.as_deref().map(|state| shell.called("list-state", state)),
            among,
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// What differs between two states of a list.
#[derive(Debug, Deserialize)]
pub(crate) struct Difference {
    pub(crate) added: Vec<Altered>,
    pub(crate) removed: Vec<Altered>,
    pub(crate) changed: Vec<Altered>,
    pub(crate) reordered: bool,
    pub(crate) other_rulebook: bool,
    pub(crate) other_calculation: bool,
}

impl Difference {
    pub(crate) fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}

/// A row that differs.
#[derive(Debug, Deserialize)]
pub(crate) struct Altered {
    before: Option<Row>,
    after: Option<Row>,
    pub(crate) cause: Option<Cause>,
}

impl Altered {
    pub(crate) fn who(&self, shell: &Shell) -> String {
        self.after.as_ref().or(self.before.as_ref()).map(|row| row.who(shell)).unwrap_or_default()
    }

    pub(crate) fn was(&self, shell: &Shell) -> String {
        self.before.as_ref().map_or_else(|| "—".to_owned(), |row| row.about(shell))
    }

    pub(crate) fn is(&self, shell: &Shell) -> String {
        self.after.as_ref().map_or_else(|| "—".to_owned(), |row| row.about(shell))
    }
}

/// An event that changed a row.
#[derive(Debug, Deserialize)]
pub(crate) struct Cause {
    pub(crate) position: u64,
    pub(crate) sentence: Option<String>,
    #[serde(rename = "type")]
    pub(crate) kind: String,
}

impl Cause {
    pub(crate) fn href(&self, shell: &Shell) -> String {
        link::audit(shell.tongue, &format!("/events/{}", self.position))
    }
}

/// What has changed since the newest edition.
#[derive(Debug, Deserialize)]
struct Drift {
    drifted: bool,
    causes_searched: bool,
    difference: Difference,
}

#[derive(Template)]
#[template(path = "admin/lists.html")]
struct All {
    shell: Shell,
    waiting: Vec<List>,
    drifted: Vec<List>,
    others: Vec<List>,
}

impl All {
    fn href(&self, list: &List) -> String {
        link::admin(self.shell.tongue, &format!("/lists/{}", link::escaped(&list.id)))
    }
}

#[derive(Template)]
#[template(path = "admin/list.html")]
struct One {
    shell: Shell,
    id: String,
    it: Preview,
    drift: Option<Drift>,
    editions: Vec<Edition>,
    holders: Holders,
    /// Whether whoever asks has submitted what waits.
    is_mine: bool,
}

impl One {
    /// An address of the API below the list.
    fn api(&self, part: &str) -> String {
        format!("/api/v1/lists/{}{part}", link::escaped(&self.id))
    }

    /// Whether what waits is what the preview shows.
    fn can_be_published(&self) -> bool {
        self.it.submitted.as_ref().is_some_and(|submitted| submitted.current && submitted.digest == self.it.digest)
    }

    /// The rows that are seen at once, and the rest.
    fn rows(&self) -> (&[Row], &[Row]) {
        self.it.rows.split_at(self.it.rows.len().min(SHOWN))
    }

    fn is_unchanged(&self) -> bool {
        self.editions.last().is_some_and(|newest| newest.digest == self.it.digest)
    }
}

/// All lists.
pub(crate) async fn list(inside: Inside, path: web::Path<String>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    show::personal(&inside, tongue, draw_all(&inside, tongue)).await
}

async fn draw_all(inside: &Inside, tongue: Tongue) -> Result<String, Refusal> {
    let me = admin::admin(inside, tongue).await?;
    let Lists { items } = inside.personal().get(tongue.0, "/api/v1/lists").await?;
    let (waiting, rest): (Vec<_>, Vec<_>) = items.into_iter().partition(|list| list.submitted.is_some());
    let (drifted, others) = rest.into_iter().partition(|list| list.drifted);
    let shell = admin::shell(tongue, &tongue.text("admin-lists-title"), "/lists", &me);
    show::rendered(&All { shell, waiting, drifted, others })
}

/// One list.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::personal(&inside, tongue, draw(&inside, tongue, &id)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str) -> Result<String, Refusal> {
    let me = admin::admin(inside, tongue).await?;
    let personal = inside.personal();
    let address = format!("/api/v1/lists/{}", link::escaped(id));
    let it: Preview = personal.get(tongue.0, &format!("{address}/preview")).await?;
    let Editions { items: editions } = personal.get(tongue.0, &format!("{address}/editions")).await?;
    let drift = if editions.is_empty() { None } else { personal.find(tongue.0, &format!("{address}/drift")).await? };
    let holders = Holders::known_to(inside, tongue, &me).await?;
    let is_mine = it.submitted.as_ref().is_some_and(|submitted| me.id == submitted.by);
    let shell = admin::shell(tongue, &it.title, &format!("/lists/{}", link::escaped(id)), &me);
    show::rendered(&One { shell, id: id.to_owned(), it, drift, editions, holders, is_mine })
}
