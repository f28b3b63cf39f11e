//! Leagues, Grand Prix cycles, online events and voivodeship championships: opening them, running them, closing them.

use super::corrections::VOIVODESHIPS;
use super::seasons::{RulebookItem, rulebooks_in_force};
use crate::admin;
use crate::link;
use crate::shell::Shell;
use crate::show;
use crate::time;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use formats::words::Message;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::ops::Range;

/// Rows of a table that are empty, for those who are not in it yet.
const EMPTY_ROWS: usize = 8;
/// Fields for players of a meeting that are seen at once.
const OPEN_FIELDS: usize = 4;

/// An event of any of these kinds, as lists tell of it.
#[derive(Debug, Deserialize)]
struct Item {
    id: String,
    name: Option<String>,
    kind: Option<String>,
    edition: Option<u32>,
    voivodeship: Option<String>,
    first_day: Option<String>,
    last_day: Option<String>,
    #[serde(alias = "state")]
    status: String,
}

impl Item {
    fn title(&self, shell: &Shell) -> String {
        let online = self.kind.as_ref().zip(self.edition);
        match (&self.name, online, &self.voivodeship) {
            (Some(name), ..) => name.clone(),
            (None, Some((kind, edition)), _) => format!("{} {edition}", shell.called("page-admin-online", kind)),
            (None, None, Some(voivodeship)) => voivodeship.clone(),
            _ => self.id.clone(),
        }
    }

    fn days(&self, tongue: Tongue) -> String {
        match (&self.first_day, &self.last_day) {
            (Some(first), last) => time::span(tongue, first, last.as_deref()),
            (None, Some(last)) => time::day(tongue, last),
            (None, None) => String::new(),
        }
    }
}

/// A kind of event with those that there are.
struct Kind {
    /// As pages write it in an address.
    part: &'static str,
    items: Vec<Item>,
}

#[derive(Template)]
#[template(path = "admin/events.html")]
struct All {
    shell: Shell,
    kinds: Vec<Kind>,
    rulebooks: Vec<RulebookItem>,
}

impl All {
    fn href(&self, kind: &Kind, item: &Item) -> String {
        link::admin(self.shell.tongue, &format!("/events/{}/{}", kind.part, link::escaped(&item.id)))
    }
}

/// The kinds: how pages and how the API write them in addresses.
const KINDS: [(&str, &str); 4] =
    [("league", "leagues"), ("grand-prix", "grand-prix"), ("online", "online-events"), ("mw", "mw")];

/// All events that are run here besides tournaments.
pub(crate) async fn list(inside: Inside, path: web::Path<String>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    let draw = async {
        let me = admin::admin(&inside, tongue).await?;
        let mut kinds = Vec::new();
        for (part, collection) in KINDS {
            let items = admin::whole(&inside, tongue, &format!("/api/v1/{collection}?limit=200")).await?;
            kinds.push(Kind { part, items });
        }
        let rulebooks = rulebooks_in_force(&inside, tongue).await?;
        let shell = admin::shell(tongue, &tongue.text("admin-events-title"), "/events", &me);
        show::rendered(&All { shell, kinds, rulebooks })
    };
    show::personal(&inside, tongue, draw).await
}

/// A place in a table.
#[derive(Debug, Deserialize)]
struct Placed {
    player: Option<String>,
    player_id: Option<String>,
    name: String,
    place: Option<u32>,
}

impl Placed {
    fn id(&self) -> &str {
        self.player.as_deref().or(self.player_id.as_deref()).unwrap_or_default()
    }
}

#[derive(Debug, Deserialize)]
struct League {
    id: String,
    name: Option<String>,
    status: String,
    first_day: Option<String>,
    last_day: Option<String>,
    meetings: u32,
    planned_meetings: Option<u32>,
    long_enough: Option<bool>,
    etag: String,
}

#[derive(Debug, Deserialize)]
struct Cycle {
    id: String,
    name: Option<String>,
    status: String,
    complete: bool,
    rulebook: Option<String>,
    tournaments: Vec<Member>,
    etag: String,
}

#[derive(Debug, Deserialize)]
struct Member {
    id: String,
    name: Option<String>,
    day: Option<String>,
    over: bool,
    valid: bool,
}

#[derive(Debug, Deserialize)]
struct Online {
    id: String,
    kind: String,
    edition: u32,
    status: String,
    last_day: String,
    ended_at: Option<String>,
    #[serde(default)]
    table: Vec<Placed>,
    etag: String,
}

#[derive(Debug, Deserialize)]
struct Mw {
    id: String,
    voivodeship: String,
    first_day: String,
    last_day: Option<String>,
    rulebook: String,
    days: Option<PlayingDays>,
    etag: String,
}

#[derive(Debug, Deserialize)]
struct PlayingDays {
    first_day: String,
    last_day: String,
}

/// A tournament that could belong to a cycle.
#[derive(Debug, Deserialize)]
struct Tournament {
    id: String,
    name: Option<String>,
    last_day: Option<String>,
}

#[derive(Template)]
#[template(path = "admin/league.html")]
struct OfLeague {
    shell: Shell,
    it: League,
}

impl OfLeague {
    /// How many meetings there were, of how many.
    fn meetings(&self) -> String {
        let (tongue, number) = (self.shell.tongue, self.it.meetings);
        match self.it.planned_meetings {
            Some(planned) => tongue
                .0
                .say(&Message::new("page-admin-meetings-of").number("number", number).number("planned", planned)),
            None => tongue.count("admin-meetings", number),
        }
    }
}

/// Fields for those who were there: the first ones open, the others folded away.
const FIELDS: [Range<usize>; 3] = [1..OPEN_FIELDS + 1, OPEN_FIELDS + 1..17, 17..33];

#[derive(Template)]
#[template(path = "admin/cycle.html")]
struct OfCycle {
    shell: Shell,
    it: Cycle,
    tournaments: Vec<Tournament>,
    rulebooks: Vec<RulebookItem>,
}

impl OfCycle {
    fn api(&self, part: &str) -> String {
        format!("/api/v1/grand-prix/{}{part}", link::escaped(&self.it.id))
    }
}

#[derive(Template)]
#[template(path = "admin/online.html")]
struct OfOnline {
    shell: Shell,
    it: Online,
}

impl OfOnline {
    fn api(&self, part: &str) -> String {
        format!("/api/v1/online-events/{}{part}", link::escaped(&self.it.id))
    }
}

#[derive(Template)]
#[template(path = "admin/championship.html")]
struct OfMw {
    shell: Shell,
    it: Mw,
    rulebooks: Vec<RulebookItem>,
}

async fn read<T: DeserializeOwned>(inside: &Inside, tongue: Tongue, collection: &str, id: &str) -> Result<T, Refusal> {
    inside.personal().get(tongue.0, &format!("/api/v1/{collection}/{}", link::escaped(id))).await
}

/// One event.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String, String)>) -> HttpResponse {
    let (code, kind, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::personal(&inside, tongue, draw(&inside, tongue, &kind, &id)).await
}

async fn draw(inside: &Inside, tongue: Tongue, kind: &str, id: &str) -> Result<String, Refusal> {
    let me = admin::admin(inside, tongue).await?;
    let part = format!("/events/{kind}/{}", link::escaped(id));
    let shell = |title: &str| admin::shell(tongue, title, &part, &me).with_script("pick.js");
    let titled = |name: &Option<String>| shell(name.as_deref().unwrap_or(id));
    match kind {
        "league" => {
            let it: League = read(inside, tongue, "leagues", id).await?;
            show::rendered(&OfLeague { shell: titled(&it.name), it })
        }
        "grand-prix" => {
            let it: Cycle = read(inside, tongue, "grand-prix", id).await?;
            let address = "/api/v1/tournaments?class=eliminatory&limit=200";
            // The list begins with the oldest, and a cycle is made of the newest.
            let mut tournaments: Vec<Tournament> = admin::whole(inside, tongue, address).await?;
            tournaments.retain(|one| !it.tournaments.iter().any(|member| member.id == one.id));
            tournaments.sort_by(|one, other| other.last_day.cmp(&one.last_day));
            let rulebooks = rulebooks_in_force(inside, tongue).await?;
            show::rendered(&OfCycle { shell: titled(&it.name), it, tournaments, rulebooks })
        }
        "online" => {
            let it: Online = read(inside, tongue, "online-events", id).await?;
            let title = format!("{} {}", tongue.choice("page-admin-online", &it.kind), it.edition);
            show::rendered(&OfOnline { shell: shell(&title), it })
        }
        _ => {
            let it: Mw = read(inside, tongue, "mw", id).await?;
            let rulebooks = rulebooks_in_force(inside, tongue).await?;
            let title = tongue.with("admin-mw-title", &it.voivodeship);
            show::rendered(&OfMw { shell: shell(&title), it, rulebooks })
        }
    }
}
