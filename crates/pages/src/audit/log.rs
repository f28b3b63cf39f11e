//! The log in sentences with filters, and one event with its proof.

use crate::admin::Holders;
use crate::admin::directory::Directory;
use crate::audit;
use crate::link;
use crate::query::Query;
use crate::season::seasons;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;
use serde_json::Value;

/// Kinds of streams; the types of events begin with them.
const KINDS: [&str; 12] = [
    "tournament",
    "player",
    "season",
    "rulebook",
    "league",
    "grand-prix",
    "online-event",
    "championship",
    "ledger",
    "list",
    "account",
    "log",
];

/// Which events.
#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    kind: String,
    #[serde(default)]
    tournament: String,
    #[serde(default)]
    stream: String,
    #[serde(default)]
    season: String,
    #[serde(default)]
    player: String,
    #[serde(default)]
    actor: String,
    /// A time, or the number of an event.
    #[serde(default)]
    from: String,
    #[serde(default)]
    from_event: String,
    #[serde(default)]
    until: String,
    #[serde(default)]
    until_event: String,
    #[serde(default)]
    cursor: String,
}

impl Wanted {
    fn from(&self) -> &str {
        audit::first_given(&[&self.from_event, &self.from])
    }

    fn until(&self) -> &str {
        audit::first_given(&[&self.until_event, &self.until])
    }
}

#[derive(Debug, Deserialize)]
struct Trail {
    items: Vec<Line>,
    next: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Line {
    position: u64,
    recorded_at: String,
    stream: String,
    sentence: String,
    actor: Option<String>,
    #[serde(default)]
    changes: Vec<Change>,
}

#[derive(Debug, Deserialize)]
struct Change {
    at: String,
    before: Option<String>,
    after: Option<String>,
}

#[derive(Template)]
#[template(path = "audit/log.html")]
struct Page {
    shell: Shell,
    wanted: Wanted,
    items: Vec<Line>,
    next: Option<String>,
    holders: Holders,
    seasons: Vec<String>,
    tournaments: Directory,
    /// Why there is nothing, where a filter means nothing.
    refusal: Option<String>,
}

impl Page {
    /// Everybody who can be asked for; whoever was asked for is among them.
    fn actors(&self) -> Vec<(String, String)> {
        let mut actors = self.holders.actors();
        let wanted = self.wanted.actor.trim();
        if !wanted.is_empty() && !actors.iter().any(|(actor, _)| actor == wanted) {
            actors.push((wanted.to_owned(), self.holders.name(wanted)));
        }
        actors
    }

    /// The tournament that was asked for, where the list does not have it.
    fn other_tournament(&self) -> Option<&str> {
        let wanted = self.wanted.tournament.trim();
        (!wanted.is_empty() && self.tournaments.title("tournament", wanted).is_none()).then_some(wanted)
    }

    fn other_season(&self) -> Option<&str> {
        let wanted = self.wanted.season.trim();
        (!wanted.is_empty() && !self.seasons.iter().any(|season| season == wanted)).then_some(wanted)
    }
}

/// The log.
pub(crate) async fn show(inside: Inside, path: web::Path<String>, wanted: Query<Wanted>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    show::personal(&inside, tongue, draw(&inside, tongue, wanted.into_inner())).await
}

async fn draw(inside: &Inside, tongue: Tongue, wanted: Wanted) -> Result<String, Refusal> {
    let me = audit::reader(inside, tongue).await?;
    let (from, until) = (audit::with_offset(wanted.from()), audit::with_offset(wanted.until()));
    let of_tournament = format!("tournament/{}", wanted.tournament.trim());
    let stream = if wanted.tournament.trim().is_empty() { wanted.stream.trim() } else { &of_tournament };
    let prefix = format!("{}.", wanted.kind);
    let query = link::query(&[
        ("type", Some(prefix.as_str()).filter(|_| !wanted.kind.is_empty())),
        ("stream", Some(stream)),
        ("season", Some(wanted.season.trim())),
        ("player", Some(wanted.player.trim())),
        ("actor", Some(wanted.actor.trim())),
        ("from", Some(&from)),
        ("until", Some(&until)),
        ("cursor", Some(&wanted.cursor)),
        ("limit", Some("50")),
    ]);
    let asked = inside.personal().get::<Trail>(tongue.0, &format!("/api/v1/audit-trail{query}")).await;
    let (Trail { items, next }, refusal) = match asked {
        Ok(trail) => (trail, None),
        // Somebody has typed what there is not; the form stays, and says so.
        Err(refusal) if refusal.status().is_client_error() => {
            (Trail { items: Vec::new(), next: None }, Some(refusal.words(tongue.0).1))
        }
        Err(refusal) => return Err(refusal),
    };
    let holders = Holders::known_to(inside, tongue, &me).await?;
    let next = next.map(|cursor| {
        let query = link::query(&[
            ("kind", Some(&wanted.kind)),
            ("tournament", Some(&wanted.tournament)),
            ("stream", Some(&wanted.stream)),
            ("season", Some(&wanted.season)),
            ("player", Some(&wanted.player)),
            ("actor", Some(&wanted.actor)),
            ("from", Some(wanted.from())),
            ("until", Some(wanted.until())),
            ("cursor", Some(&cursor)),
        ]);
        link::audit(tongue, &query)
    });
    let shell = audit::shell(tongue, &tongue.text("audit-log-title"), "", &me).with_script("pick.js");
    let seasons = seasons(inside, tongue).await?.into_iter().map(|season| season.id).collect();
    let tournaments = Directory::of(inside, tongue, &["tournament"]).await?;
    show::rendered(&Page { shell, wanted, items, next, holders, seasons, tournaments, refusal })
}

/// An event in full.
#[derive(Debug, Deserialize)]
struct Event {
    position: u64,
    version: u64,
    stream: String,
    #[serde(rename = "type")]
    kind: String,
    actor: String,
    recorded_at: String,
    occurred_at: String,
    #[serde(rename = "event_id")]
    id: String,
    leaf: String,
    sentence: String,
    schema_version: u64,
    causation: Option<String>,
    correlation: Option<String>,
    payload: Value,
}

#[derive(Debug, Deserialize)]
struct Proof {
    size: u64,
    root: String,
    hashes: Vec<String>,
    checkpoint: Option<Checkpoint>,
}

#[derive(Debug, Deserialize)]
struct Checkpoint {
    note: String,
}

#[derive(Template)]
#[template(path = "audit/event.html")]
struct One {
    shell: Shell,
    it: Event,
    proof: Proof,
    holders: Holders,
    last: u64,
}

impl One {
    fn payload(&self) -> String {
        serde_json::to_string_pretty(&self.it.payload).unwrap_or_default()
    }

    fn beside(&self, position: u64) -> String {
        link::audit(self.shell.tongue, &format!("/events/{position}"))
    }
}

/// One event.
pub(crate) async fn event(inside: Inside, path: web::Path<(String, u64)>) -> HttpResponse {
    let (code, position) = path.into_inner();
    let tongue = Tongue::of(&code);
    let draw = async {
        let me = audit::reader(&inside, tongue).await?;
        let address = format!("/api/v1/log/events/{position}");
        let it: Event = inside.personal().get(tongue.0, &address).await?;
        let proof: Proof = inside.personal().get(tongue.0, &format!("{address}/proof")).await?;
        let holders = Holders::known_to(&inside, tongue, &me).await?;
        let last = audit::head(&inside, tongue).await?.position;
        let title = tongue.count("audit-event-title", position);
        let shell = audit::shell(tongue, &title, &format!("/events/{position}"), &me);
        show::rendered(&One { shell, it, proof, holders, last })
    };
    show::personal(&inside, tongue, draw).await
}
