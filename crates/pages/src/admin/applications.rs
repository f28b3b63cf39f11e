//! Applications for tournaments: the list, and one with its contact, dates and decision.

use super::decisions::{days_in_words, days_until};
use super::seasons::{RulebookItem, rulebooks_in_force};
use crate::admin;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::query::Query;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::layout::time;
use crate::tournaments::application::ApplicationStatus;
use crate::tournaments::organise::settings::{StaffRoles as _, staff};
use actix_web::web;
use api::ApiClient;
use askama::Template;
use domain::Choice;
use domain::competitions::class::TournamentClass;
use domain::tournament::course::Phase;
use serde::Deserialize;
use wire::accounts::AccountItem;
use wire::common::Page;
use wire::tournaments::applications::{Application, ApplicationItem, ContactItem};

/// An application with the days that are left to decide on it.
struct ListedApplication {
    it: ApplicationItem,
    days_left: Option<i64>,
}

impl ListedApplication {
    fn of(client: &ApiClient, it: ApplicationItem) -> Self {
        Self { days_left: days_until(client, &it.decision_due), it }
    }

    fn days(&self, language: Language) -> String {
        time::span(language, &self.it.first_day, Some(&self.it.last_day))
    }

    fn days_left_text(&self, language: Language) -> Option<String> {
        self.days_left.filter(|_| self.it.waits()).map(|days| days_in_words(language, days))
    }

    fn is_late(&self) -> bool {
        self.days_left.is_some_and(|days| days < 0)
    }
}

#[derive(Template)]
#[template(path = "admin/applications.html")]
struct ApplicationsPage {
    shell: Shell,
    state: String,
    items: Vec<ListedApplication>,
    next: Option<String>,
}

#[derive(Template)]
#[template(path = "admin/application.html")]
struct ApplicationPage {
    shell: Shell,
    listed: ListedApplication,
    contact: Option<ContactItem>,
    rulebooks: Vec<RulebookItem>,
    /// The accounts that can run a tournament.
    accounts: Vec<AccountItem>,
    /// Whether it was approved and has no organiser.
    lacks_organiser: bool,
}

impl ApplicationPage {
    fn it(&self) -> &ApplicationItem {
        &self.listed.it
    }

    fn applicant(&self) -> Option<String> {
        let id = self.it().applied_by.as_deref()?;
        let known = self.accounts.iter().find(|account| account.id == id);
        Some(known.and_then(|it| it.name.clone().or(it.login.clone())).unwrap_or_else(|| id.to_owned()))
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct QueryParams {
    state: Option<String>,
    cursor: String,
}

/// The list of applications; by default those that wait for a decision.
pub(crate) async fn list(client: ApiClient, language: Language, params: Query<QueryParams>) -> Rendered {
    let me = admin::require_admin(&client, language).await?;
    let state = params.state.clone().unwrap_or_else(|| Phase::Submitted.name().to_owned());
    let query = link::query(&[("state", Some(&state)), ("cursor", Some(&params.cursor)), ("limit", Some("100"))]);
    let address = format!("/api/v1/applications{query}");
    let Page::<ApplicationItem> { mut items, next } = client.personal().get(language.0, &address).await?;
    items.sort_by(|one, other| (!one.waits(), &one.decision_due).cmp(&(!other.waits(), &other.decision_due)));
    let items = items.into_iter().map(|it| ListedApplication::of(&client, it)).collect();
    let next = next.map(|cursor| {
        // An empty state means all applications, and `link::query` leaves out empty values.
        let query = link::query(&[("cursor", Some(&cursor))]);
        link::admin(language, &format!("/applications{query}&state={}", link::escaped(&state)))
    });
    let shell = admin::shell(language, &language.text("admin-applications-title"), "/applications", &me);
    response::render_template(&ApplicationsPage { shell, state, items, next })
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String)>) -> Rendered {
    let (language, id) = path.into_inner();
    let me = admin::require_admin(&client, language).await?;
    let personal = client.personal();
    let address = format!("/api/v1/applications/{}", link::escaped(&id));
    let Application { item: it, contact } = personal.get(language.0, &address).await?;
    let members = if it.is_to_be_run() { staff(&client, language, &id).await? } else { None };
    let lacks_organiser = members.is_some_and(|staff| !staff.has_organiser());
    let rulebooks = rulebooks_in_force(&client, language).await?;
    let mut accounts: Vec<AccountItem> = admin::fetch_all(&client, language, "/api/v1/accounts?limit=200").await?;
    accounts.retain(|account| !account.disabled);
    let part = format!("/applications/{}", link::escaped(&id));
    let shell = admin::shell(language, it.title(), &part, &me);
    let listed = ListedApplication::of(&client, it);
    response::render_template(&ApplicationPage { shell, listed, contact, rulebooks, accounts, lacks_organiser })
}
