//! The log in sentences with filters, and one event with its proof.

use crate::admin::AccountNames;
use crate::admin::directory::CompetitionDirectory;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::query::Query;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::log;
use crate::seasons::season::seasons;
use actix_web::web;
use api::ApiClient;
use askama::Template;
use serde::Deserialize;
use wire::accounts::EventKindName;
use wire::common::Page as ApiPage;
use wire::log::{Inclusion, LoggedEvent, TrailLine};

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

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct QueryParams {
    kind: String,
    tournament: String,
    stream: String,
    season: String,
    player: String,
    actor: String,
    /// A time, or the number of an event.
    from: String,
    from_event: String,
    until: String,
    until_event: String,
    cursor: String,
}

impl QueryParams {
    fn from(&self) -> &str {
        log::first_given(&[&self.from_event, &self.from])
    }

    fn until(&self) -> &str {
        log::first_given(&[&self.until_event, &self.until])
    }
}

#[derive(Template)]
#[template(path = "audit/log.html")]
struct Page {
    shell: Shell,
    params: QueryParams,
    items: Vec<TrailLine>,
    next: Option<String>,
    holders: AccountNames,
    seasons: Vec<String>,
    tournaments: CompetitionDirectory,
    /// Why there is nothing, where a filter means nothing.
    refusal: Option<String>,
}

impl Page {
    /// All actors that can be filtered by, including the one in the filter.
    fn actors(&self) -> Vec<(String, String)> {
        let mut actors = self.holders.actors();
        let params = self.params.actor.trim();
        if !params.is_empty() && !actors.iter().any(|(actor, _)| actor == params) {
            actors.push((params.to_owned(), self.holders.name(params)));
        }
        actors
    }

    /// The tournament that was asked for, where the list does not have it.
    fn other_tournament(&self) -> Option<&str> {
        let params = self.params.tournament.trim();
        (!params.is_empty() && self.tournaments.title(EventKindName::Tournament, params).is_none()).then_some(params)
    }

    fn other_season(&self) -> Option<&str> {
        let params = self.params.season.trim();
        (!params.is_empty() && !self.seasons.iter().any(|season| season == params)).then_some(params)
    }
}

pub(crate) async fn show(client: ApiClient, language: Language, params: Query<QueryParams>) -> Rendered {
    let params = params.into_inner();
    let me = log::require_log_reader(&client, language).await?;
    let (from, until) = (log::with_offset(params.from()), log::with_offset(params.until()));
    let of_tournament = format!("tournament/{}", params.tournament.trim());
    let stream = if params.tournament.trim().is_empty() { params.stream.trim() } else { &of_tournament };
    let prefix = format!("{}.", params.kind);
    let query = link::query(&[
        ("type", Some(prefix.as_str()).filter(|_| !params.kind.is_empty())),
        ("stream", Some(stream)),
        ("season", Some(params.season.trim())),
        ("player", Some(params.player.trim())),
        ("actor", Some(params.actor.trim())),
        ("from", Some(&from)),
        ("until", Some(&until)),
        ("cursor", Some(&params.cursor)),
        ("limit", Some("50")),
    ]);
    let asked = client.personal().get::<ApiPage<TrailLine>>(language.0, &format!("/api/v1/audit-trail{query}")).await;
    let (ApiPage { items, next }, refusal) = match asked {
        Ok(trail) => (trail, None),
        // The filter names something that does not exist; the form stays and says so.
        Err(refusal) if refusal.status().is_client_error() => {
            (ApiPage { items: Vec::new(), next: None }, Some(refusal.words(language.0).1))
        }
        Err(refusal) => return Err(refusal),
    };
    let holders = AccountNames::visible_to(&client, language, &me).await?;
    let next = next.map(|cursor| {
        let query = link::query(&[
            ("kind", Some(&params.kind)),
            ("tournament", Some(&params.tournament)),
            ("stream", Some(&params.stream)),
            ("season", Some(&params.season)),
            ("player", Some(&params.player)),
            ("actor", Some(&params.actor)),
            ("from", Some(params.from())),
            ("until", Some(params.until())),
            ("cursor", Some(&cursor)),
        ]);
        link::audit(language, &query)
    });
    let shell = log::shell(language, &language.text("audit-log-title"), "", &me).with_script("pick.js");
    let seasons = seasons(&client, language).await?.into_iter().map(|season| season.id).collect();
    let tournaments = CompetitionDirectory::of(&client, language, &[EventKindName::Tournament]).await?;
    response::render_template(&Page { shell, params, items, next, holders, seasons, tournaments, refusal })
}

#[derive(Template)]
#[template(path = "audit/event.html")]
struct EventPage {
    shell: Shell,
    it: LoggedEvent,
    proof: Inclusion,
    holders: AccountNames,
    last: u64,
}

impl EventPage {
    fn payload(&self) -> String {
        serde_json::to_string_pretty(&self.it.payload).unwrap_or_default()
    }

    fn beside(&self, position: u64) -> String {
        link::audit(self.shell.language, &format!("/events/{position}"))
    }
}

pub(crate) async fn event(client: ApiClient, path: web::Path<(Language, u64)>) -> Rendered {
    let (language, position) = path.into_inner();
    let me = log::require_log_reader(&client, language).await?;
    let address = format!("/api/v1/log/events/{position}");
    let it: LoggedEvent = client.personal().get(language.0, &address).await?;
    let proof: Inclusion = client.personal().get(language.0, &format!("{address}/proof")).await?;
    let holders = AccountNames::visible_to(&client, language, &me).await?;
    let last = log::head(&client, language).await?.position;
    let title = language.count("audit-event-title", position);
    let shell = log::shell(language, &title, &format!("/events/{position}"), &me);
    response::render_template(&EventPage { shell, it, proof, holders, last })
}
