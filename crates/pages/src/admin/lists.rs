//! Lists to be published: all of them, and one with its preview, what differs, the submission, and the second person's publication.

use super::Holders;
use super::directory::Directory;
use super::ledger::Target;
use crate::admin;
use crate::edition::{Edition, Editions};
use crate::link;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;
use std::collections::BTreeSet;

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
    /// Events that warnings are about: the id, what it is called, and where its seats are.
    events: Vec<(String, String, Option<String>)>,
}

/// An event of a ledger, as far as it takes to name it.
#[derive(Debug, Deserialize)]
struct Account {
    event_id: String,
    event_name: String,
}

#[derive(Debug, Deserialize)]
struct Ledger {
    accounts: Vec<Account>,
}

impl One {
    /// The events of a warning.
    fn warned(&self, warning: &Warning) -> Vec<&(String, String, Option<String>)> {
        self.events.iter().filter(|(id, ..)| warning.events.contains(id)).collect()
    }

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
    let events = warned(inside, tongue, id, &it.warnings).await?;
    show::rendered(&One { shell, id: id.to_owned(), it, drift, editions, holders, is_mine, events })
}

/// The events that warnings are about, by name; those that have seats in the ledger of the list lead there, the others to their pages.
async fn warned(
    inside: &Inside,
    tongue: Tongue,
    list: &str,
    warnings: &[Warning],
) -> Result<Vec<(String, String, Option<String>)>, Refusal> {
    let ids: BTreeSet<&String> = warnings.iter().flat_map(|warning| &warning.events).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let target = list.split_once(':').and_then(|(kind, of)| match kind {
        "mp" | "mp-start" => Some(Target::new("mp", of)),
        "mw" | "wildcards" => Some(Target::new("mw", of)),
        _ => None,
    });
    let ledger: Option<Ledger> = match &target {
        Some(target) => inside.personal().find(tongue.0, &format!("{}/ledger", target.api())).await?,
        None => None,
    };
    let accounts = ledger.map(|ledger| ledger.accounts).unwrap_or_default();
    let directory = Directory::of(inside, tongue, &[]).await?;
    let named = |id: &String| {
        let found = accounts.iter().find(|account| account.event_id == *id).zip(target.as_ref());
        if let Some((account, target)) = found {
            let part = format!("{}{}", target.part(), link::query(&[("event_id", Some(id))]));
            return (id.clone(), account.event_name.clone(), Some(link::admin(tongue, &part)));
        }
        match directory.find(id) {
            Some((kind, title)) => (id.clone(), title.to_owned(), page_of(tongue, kind, id)),
            None => (id.clone(), id.clone(), None),
        }
    };
    Ok(ids.into_iter().map(named).collect())
}

/// The public page of an event.
fn page_of(tongue: Tongue, kind: &str, id: &str) -> Option<String> {
    match kind {
        "tournament" => Some(link::tournament(tongue, id)),
        "league" => Some(link::league(tongue, id)),
        "grand-prix" => Some(link::grand_prix(tongue, id)),
        "online-event" => Some(link::online_event(tongue, id)),
        "championship" => Some(link::mw(tongue, id)),
        _ => None,
    }
}
