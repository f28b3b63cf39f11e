//! Admin pages of leagues, Grand Prix cycles, online competitions and voivodeship championships.

use super::directory::{Competition, fetch_competitions};
use super::seasons::{RulebookItem, rulebooks_in_force};
use crate::admin;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use actix_web::web;
use api::{ApiClient, ApiError};
use askama::Template;
use domain::Choice as _;
use domain::values::voivodeship::Voivodeship;
use formats::localization::Message;
use serde::de::DeserializeOwned;
use std::ops::Range;
use wire::championships::mw::MwQualifications;
use wire::competitions::grand_prix::GrandPrix;
use wire::competitions::leagues::League;
use wire::competitions::lifecycle::CompetitionStatus;
use wire::competitions::online::OnlineEvent;
use wire::tournaments::live::TournamentItem;

/// Empty rows of a table form, for players who are not in the table yet.
const EMPTY_ROWS: usize = 8;
/// Player fields of a meeting form that are not folded away.
const OPEN_FIELDS: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq)]
enum GroupKind {
    League,
    GrandPrix,
    Online,
    Mw,
}

impl GroupKind {
    /// As addresses of pages spell it.
    fn name(self) -> &'static str {
        match self {
            Self::League => "league",
            Self::GrandPrix => "grand-prix",
            Self::Online => "online",
            Self::Mw => "mw",
        }
    }
}

struct CompetitionGroup {
    kind: GroupKind,
    items: Vec<Competition>,
}

#[derive(Template)]
#[template(path = "admin/competitions.html")]
struct CompetitionsPage {
    shell: Shell,
    groups: Vec<CompetitionGroup>,
    rulebooks: Vec<RulebookItem>,
}

impl CompetitionsPage {
    fn href(&self, group: &CompetitionGroup, item: &Competition) -> String {
        link::admin(self.shell.language, &format!("/events/{}/{}", group.kind.name(), link::escaped(&item.id)))
    }
}

/// All competitions except tournaments.
pub(crate) async fn list(client: ApiClient, language: Language) -> Rendered {
    let me = admin::require_admin(&client, language).await?;
    let (client, pages) = (&client, admin::MAX_PAGES);
    let leagues = fetch_competitions(client, language, "leagues", pages, Competition::of_league).await?;
    let cycles = fetch_competitions(client, language, "grand-prix", pages, Competition::of_grand_prix).await?;
    let online = fetch_competitions(client, language, "online-events", pages, Competition::of_online_event).await?;
    let mw = fetch_competitions(client, language, "mw", pages, Competition::of_championship).await?;
    let groups = vec![
        CompetitionGroup { kind: GroupKind::League, items: leagues },
        CompetitionGroup { kind: GroupKind::GrandPrix, items: cycles },
        CompetitionGroup { kind: GroupKind::Online, items: online },
        CompetitionGroup { kind: GroupKind::Mw, items: mw },
    ];
    let rulebooks = rulebooks_in_force(client, language).await?;
    let shell = admin::shell(language, &language.text("admin-events-title"), "/events", &me);
    response::render_template(&CompetitionsPage { shell, groups, rulebooks })
}

#[derive(Template)]
#[template(path = "admin/league.html")]
struct LeaguePage {
    shell: Shell,
    it: League,
}

impl LeaguePage {
    /// The number of meetings, out of the planned number if there is one.
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

/// Numbers of the player fields of a meeting form: the first group open, the others folded away.
const PLAYER_FIELDS: [Range<usize>; 3] = [1..OPEN_FIELDS + 1, OPEN_FIELDS + 1..17, 17..33];

#[derive(Template)]
#[template(path = "admin/grand_prix.html")]
struct GrandPrixPage {
    shell: Shell,
    it: GrandPrix,
    tournaments: Vec<TournamentItem>,
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

async fn fetch<T: DeserializeOwned>(
    client: &ApiClient,
    language: Language,
    collection: &str,
    id: &str,
) -> Result<T, ApiError> {
    client.personal().get(language.0, &format!("/api/v1/{collection}/{}", link::escaped(id))).await
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String, String)>) -> Rendered {
    let (language, kind, id) = path.into_inner();
    let me = admin::require_admin(&client, language).await?;
    let part = format!("/events/{kind}/{}", link::escaped(&id));
    let shell = |title: &str| admin::shell(language, title, &part, &me).with_script("pick.js");
    let titled = |name: &Option<String>| shell(name.as_deref().unwrap_or(&id));
    match kind.as_str() {
        "league" => {
            let it: League = fetch(&client, language, "leagues", &id).await?;
            response::render_template(&LeaguePage { shell: titled(&it.item.name), it })
        }
        "grand-prix" => {
            let it: GrandPrix = fetch(&client, language, "grand-prix", &id).await?;
            let address = "/api/v1/tournaments?class=eliminatory&limit=200";
            // The list begins with the oldest, and a cycle is made of the newest.
            let mut tournaments: Vec<TournamentItem> = admin::fetch_all(&client, language, address).await?;
            tournaments.retain(|one| !it.tournaments.iter().any(|member| member.id == one.id));
            tournaments.sort_by(|one, other| other.last_day.cmp(&one.last_day));
            let rulebooks = rulebooks_in_force(&client, language).await?;
            response::render_template(&GrandPrixPage { shell: titled(&it.name), it, tournaments, rulebooks })
        }
        "online" => {
            let it: OnlineEvent = fetch(&client, language, "online-events", &id).await?;
            let title = format!("{} {}", language.choice("page-admin-online", it.item.kind.name()), it.item.edition);
            response::render_template(&OnlineEventPage { shell: shell(&title), it })
        }
        _ => {
            let it: MwQualifications = fetch(&client, language, "mw", &id).await?;
            let rulebooks = rulebooks_in_force(&client, language).await?;
            let title = language.with("admin-mw-title", &it.item.voivodeship);
            response::render_template(&MwPage { shell: shell(&title), it, rulebooks })
        }
    }
}
