//! Publication of lists: the preview, the difference from the newest edition, submission, and publication by a second
//! person.

use super::AccountNames;
use super::directory::CompetitionDirectory;
use super::ledger::TargetAddress as _;
use crate::admin;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use actix_web::web;
use api::{ApiClient, ApiError};
use askama::Template;
use domain::publication::ListId;
use domain::qualification::ledger::Target;
use std::collections::BTreeSet;
use wire::changed_lists::CausingEvent;
use wire::publication::{AlteredBody, Drift, EditionItem, EditionList, ListItem, Lists, Preview, RowBody, Warning};
use wire::qualifications::ledger::QualificationLedger;

/// How many rows of a preview are shown; the others are folded away.
const SHOWN: usize = 50;

trait RowText {
    fn who(&self, shell: &Shell) -> String;
    fn about(&self, shell: &Shell) -> String;
}

impl RowText for RowBody {
    fn who(&self, shell: &Shell) -> String {
        match (&self.name, &self.player_id, self.open) {
            (Some(name), ..) => self.city.as_ref().map_or_else(|| name.clone(), |city| format!("{name}, {city}")),
            (None, Some(id), _) => id.clone(),
            (None, None, open) => shell.language.count("open-seats", open.unwrap_or_default()),
        }
    }

    fn about(&self, shell: &Shell) -> String {
        let language = shell.language;
        let source = || self.source.as_deref().map(|source| shell.choice_text("source", source));
        let among = (!self.candidates.is_empty()).then(|| {
            let names: Vec<&str> = self.candidates.iter().map(|it| it.name.as_str()).collect();
            format!("{} {}", language.text("among"), names.join(", "))
        });
        let parts = [
            self.event_name.clone().or_else(source),
            self.place.map(|place| language.count("nth-place", place)),
            self.points.map(|points| language.count("points-count", points)),
            self.state.as_deref().map(|state| shell.choice_text("list-state", state)),
            among,
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

trait ChangeText {
    fn who(&self, shell: &Shell) -> String;
    fn was(&self, shell: &Shell) -> String;
    fn is(&self, shell: &Shell) -> String;
}

impl ChangeText for AlteredBody {
    fn who(&self, shell: &Shell) -> String {
        self.after.as_ref().or(self.before.as_ref()).map(|row| row.who(shell)).unwrap_or_default()
    }

    fn was(&self, shell: &Shell) -> String {
        self.before.as_ref().map_or_else(|| "—".to_owned(), |row| row.about(shell))
    }

    fn is(&self, shell: &Shell) -> String {
        self.after.as_ref().map_or_else(|| "—".to_owned(), |row| row.about(shell))
    }
}

/// The link and the type of an event that changed a row.
pub(crate) trait CauseLink {
    fn href(&self, shell: &Shell) -> String;
    fn event_type(&self) -> &str;
}

impl CauseLink for CausingEvent {
    fn event_type(&self) -> &str {
        &self.r#type
    }

    fn href(&self, shell: &Shell) -> String {
        link::audit(shell.language, &format!("/events/{}", self.position))
    }
}

#[derive(Template)]
#[template(path = "admin/lists.html")]
struct ListsPage {
    shell: Shell,
    waiting: Vec<ListItem>,
    drifted: Vec<ListItem>,
    others: Vec<ListItem>,
}

impl ListsPage {
    fn href(&self, list: &ListItem) -> String {
        link::admin(self.shell.language, &format!("/lists/{}", link::escaped(&list.list)))
    }
}

#[derive(Template)]
#[template(path = "admin/list.html")]
struct ListPage {
    shell: Shell,
    id: String,
    it: Preview,
    drift: Option<Drift>,
    editions: Vec<EditionItem>,
    holders: AccountNames,
    /// Whether the signed-in account submitted what waits.
    is_mine: bool,
    /// The competitions of the warnings: id, name, and the page of its seats.
    events: Vec<(String, String, Option<String>)>,
}

impl ListPage {
    fn warned(&self, warning: &Warning) -> Vec<&(String, String, Option<String>)> {
        self.events.iter().filter(|(id, ..)| warning.events.contains(id)).collect()
    }

    fn api(&self, part: &str) -> String {
        format!("/api/v1/lists/{}{part}", link::escaped(&self.id))
    }

    /// Whether the submission is the list of the preview.
    fn can_be_published(&self) -> bool {
        self.it.submitted.as_ref().is_some_and(|submitted| submitted.current && submitted.digest == self.it.digest)
    }

    /// The rows that are shown, and those that are folded away.
    fn rows(&self) -> (&[RowBody], &[RowBody]) {
        self.it.rows.split_at(self.it.rows.len().min(SHOWN))
    }

    fn is_unchanged(&self) -> bool {
        self.editions.last().is_some_and(|newest| newest.digest == self.it.digest)
    }
}

pub(crate) async fn list(client: ApiClient, language: Language) -> Rendered {
    let me = admin::require_admin(&client, language).await?;
    let Lists { items } = client.personal().get(language.0, "/api/v1/lists").await?;
    let (waiting, rest): (Vec<_>, Vec<_>) = items.into_iter().partition(|list| list.submitted.is_some());
    let (drifted, others) = rest.into_iter().partition(|list| list.drifted);
    let shell = admin::shell(language, &language.text("admin-lists-title"), "/lists", &me);
    response::render_template(&ListsPage { shell, waiting, drifted, others })
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String)>) -> Rendered {
    let (language, id) = path.into_inner();
    let me = admin::require_admin(&client, language).await?;
    let personal = client.personal();
    let address = format!("/api/v1/lists/{}", link::escaped(&id));
    let it: Preview = personal.get(language.0, &format!("{address}/preview")).await?;
    let EditionList { items: editions } = personal.get(language.0, &format!("{address}/editions")).await?;
    let drift = if editions.is_empty() { None } else { personal.find(language.0, &format!("{address}/drift")).await? };
    let holders = AccountNames::visible_to(&client, language, &me).await?;
    let is_mine = it.submitted.as_ref().is_some_and(|submitted| me.id == submitted.by);
    let shell = admin::shell(language, &it.title, &format!("/lists/{}", link::escaped(&id)), &me);
    let events = warned(&client, language, &id, &it.warnings).await?;
    response::render_template(&ListPage { shell, id, it, drift, editions, holders, is_mine, events })
}

/// The competitions of warnings by name, with a link to their seats in the ledger, or else to their pages.
async fn warned(
    client: &ApiClient,
    language: Language,
    list: &str,
    warnings: &[Warning],
) -> Result<Vec<(String, String, Option<String>)>, ApiError> {
    let ids: BTreeSet<&String> = warnings.iter().flat_map(|warning| &warning.events).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let target = list.parse().ok().and_then(|list| match list {
        ListId::Mp(season) | ListId::MpStart(season) => Some(Target::Mp(season)),
        ListId::Mw(championship) | ListId::Wildcards(championship) => Some(Target::Mw(championship)),
        ListId::Ranking(_) | ListId::RankingSnapshot(_) | ListId::GrandPrix(_) => None,
    });
    let ledger: Option<QualificationLedger> = match &target {
        Some(target) => client.personal().find(language.0, &format!("{}/ledger", target.api())).await?,
        None => None,
    };
    let accounts = ledger.map(|ledger| ledger.accounts).unwrap_or_default();
    let directory = CompetitionDirectory::of(client, language, &[]).await?;
    let named = |id: &String| {
        let found = accounts.iter().find(|account| account.event_id == *id).zip(target.as_ref());
        if let Some((account, target)) = found {
            let part = format!("{}{}", target.part(), link::query(&[("event_id", Some(id))]));
            return (id.clone(), account.event_name.clone(), Some(link::admin(language, &part)));
        }
        match directory.find(id) {
            Some((kind, title)) => (id.clone(), title.to_owned(), Some(link::competition(language, kind, id))),
            None => (id.clone(), id.clone(), None),
        }
    };
    Ok(ids.into_iter().map(named).collect())
}
