//! Leagues, Grand Prix cycles, online events and voivodeship championships: opening them, running them, closing them.

use super::corrections::VOIVODESHIPS;
use super::seasons::{RulebookItem, rulebooks_in_force};
use crate::admin;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response;
use crate::layout::shell::Shell;
use crate::layout::time;
use actix_web::{HttpResponse, web};
use api::{ApiClient, ApiError};
use askama::Template;
use formats::localization::Message;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::ops::Range;
use wire::championships::mw::{ChampionshipItem, MwQualifications};
use wire::competitions::grand_prix::{GrandPrix, GrandPrixItem};
use wire::competitions::leagues::{League, LeagueItem};
use wire::competitions::lifecycle::CompetitionStatus;
use wire::competitions::online::{OnlineEvent, OnlineItem};

/// Rows of a table that are empty, for those who are not in it yet.
const EMPTY_ROWS: usize = 8;
/// Fields for players of a meeting that are seen at once.
const OPEN_FIELDS: usize = 4;

/// A competition of any of these kinds in the list.
struct Item {
    id: String,
    title: String,
    days: String,
    status: &'static str,
}

impl Item {
    fn of_league(language: Language, league: LeagueItem) -> Self {
        Self {
            title: league.name.unwrap_or(league.voivodeship),
            days: days(language, league.first_day.as_deref(), league.last_day.as_deref()),
            status: league.status.name(),
            id: league.id,
        }
    }

    fn of_grand_prix(language: Language, cycle: GrandPrixItem) -> Self {
        Self {
            title: cycle.name.unwrap_or_else(|| cycle.id.clone()),
            days: days(language, cycle.first_day.as_deref(), cycle.last_day.as_deref()),
            status: cycle.status.name(),
            id: cycle.id,
        }
    }

    fn of_online_event(language: Language, online: OnlineItem) -> Self {
        Self {
            title: format!("{} {}", language.choice("page-admin-online", online.kind.name()), online.edition),
            days: days(language, None, Some(&online.last_day)),
            status: online.status.name(),
            id: online.id,
        }
    }

    fn of_championship(language: Language, championship: ChampionshipItem) -> Self {
        Self {
            days: days(language, Some(&championship.first_day), championship.last_day.as_deref()),
            title: championship.voivodeship,
            status: championship.state.name(),
            id: championship.id,
        }
    }
}

fn days(language: Language, first: Option<&str>, last: Option<&str>) -> String {
    match (first, last) {
        (Some(first), last) => time::span(language, first, last),
        (None, Some(last)) => time::day(language, last),
        (None, None) => String::new(),
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
struct CompetitionsPage {
    shell: Shell,
    kinds: Vec<Kind>,
    rulebooks: Vec<RulebookItem>,
}

impl CompetitionsPage {
    fn href(&self, kind: &Kind, item: &Item) -> String {
        link::admin(self.shell.language, &format!("/events/{}/{}", kind.part, link::escaped(&item.id)))
    }
}

/// All competitions of a kind.
async fn items<T: DeserializeOwned>(
    client: &ApiClient,
    language: Language,
    collection: &str,
    item: fn(Language, T) -> Item,
) -> Result<Vec<Item>, ApiError> {
    let found = admin::fetch_all::<T>(client, language, &format!("/api/v1/{collection}?limit=200")).await?;
    Ok(found.into_iter().map(|one| item(language, one)).collect())
}

/// All events that are run here besides tournaments.
pub(crate) async fn list(client: ApiClient, path: web::Path<String>) -> HttpResponse {
    let language = Language::of(&path);
    let render = async {
        let me = admin::admin(&client, language).await?;
        let kinds = vec![
            Kind { part: "league", items: items(&client, language, "leagues", Item::of_league).await? },
            Kind { part: "grand-prix", items: items(&client, language, "grand-prix", Item::of_grand_prix).await? },
            Kind { part: "online", items: items(&client, language, "online-events", Item::of_online_event).await? },
            Kind { part: "mw", items: items(&client, language, "mw", Item::of_championship).await? },
        ];
        let rulebooks = rulebooks_in_force(&client, language).await?;
        let shell = admin::shell(language, &language.text("admin-events-title"), "/events", &me);
        response::render_template(&CompetitionsPage { shell, kinds, rulebooks })
    };
    response::personal(&client, language, render).await
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
struct LeaguePage {
    shell: Shell,
    it: League,
}

impl LeaguePage {
    /// How many meetings there were, of how many.
    fn meetings(&self) -> String {
        let (language, number) = (self.shell.language, self.it.item.meetings);
        match self.it.planned_meetings {
            Some(planned) => language.0.render(
                &Message::new("page-admin-meetings-of").number("number", number as i64).number("planned", planned),
            ),
            None => language.count("admin-meetings", number),
        }
    }
}

/// Fields for those who were there: the first ones open, the others folded away.
const FIELDS: [Range<usize>; 3] = [1..OPEN_FIELDS + 1, OPEN_FIELDS + 1..17, 17..33];

#[derive(Template)]
#[template(path = "admin/cycle.html")]
struct GrandPrixPage {
    shell: Shell,
    it: GrandPrix,
    tournaments: Vec<Tournament>,
    rulebooks: Vec<RulebookItem>,
}

impl GrandPrixPage {
    fn api(&self, part: &str) -> String {
        format!("/api/v1/grand-prix/{}{part}", link::escaped(&self.it.id))
    }
}

#[derive(Template)]
#[template(path = "admin/online.html")]
struct OnlineEventPage {
    shell: Shell,
    it: OnlineEvent,
}

impl OnlineEventPage {
    fn api(&self, part: &str) -> String {
        format!("/api/v1/online-events/{}{part}", link::escaped(&self.it.item.id))
    }
}

#[derive(Template)]
#[template(path = "admin/championship.html")]
struct MwPage {
    shell: Shell,
    it: MwQualifications,
    rulebooks: Vec<RulebookItem>,
}

async fn read<T: DeserializeOwned>(
    client: &ApiClient,
    language: Language,
    collection: &str,
    id: &str,
) -> Result<T, ApiError> {
    client.personal().get(language.0, &format!("/api/v1/{collection}/{}", link::escaped(id))).await
}

/// One event.
pub(crate) async fn show(client: ApiClient, path: web::Path<(String, String, String)>) -> HttpResponse {
    let (code, kind, id) = path.into_inner();
    let language = Language::of(&code);
    response::personal(&client, language, render(&client, language, &kind, &id)).await
}

async fn render(client: &ApiClient, language: Language, kind: &str, id: &str) -> Result<String, ApiError> {
    let me = admin::admin(client, language).await?;
    let part = format!("/events/{kind}/{}", link::escaped(id));
    let shell = |title: &str| admin::shell(language, title, &part, &me).with_script("pick.js");
    let titled = |name: &Option<String>| shell(name.as_deref().unwrap_or(id));
    match kind {
        "league" => {
            let it: League = read(client, language, "leagues", id).await?;
            response::render_template(&LeaguePage { shell: titled(&it.item.name), it })
        }
        "grand-prix" => {
            let it: GrandPrix = read(client, language, "grand-prix", id).await?;
            let address = "/api/v1/tournaments?class=eliminatory&limit=200";
            // The list begins with the oldest, and a cycle is made of the newest.
            let mut tournaments: Vec<Tournament> = admin::fetch_all(client, language, address).await?;
            tournaments.retain(|one| !it.tournaments.iter().any(|member| member.id == one.id));
            tournaments.sort_by(|one, other| other.last_day.cmp(&one.last_day));
            let rulebooks = rulebooks_in_force(client, language).await?;
            response::render_template(&GrandPrixPage { shell: titled(&it.name), it, tournaments, rulebooks })
        }
        "online" => {
            let it: OnlineEvent = read(client, language, "online-events", id).await?;
            let title = format!("{} {}", language.choice("page-admin-online", it.item.kind.name()), it.item.edition);
            response::render_template(&OnlineEventPage { shell: shell(&title), it })
        }
        _ => {
            let it: MwQualifications = read(client, language, "mw", id).await?;
            let rulebooks = rulebooks_in_force(client, language).await?;
            let title = language.with("admin-mw-title", &it.item.voivodeship);
            response::render_template(&MwPage { shell: shell(&title), it, rulebooks })
        }
    }
}
