//! Applications for tournaments: all of them, and one with its contact, its dates, and the decision.

use super::decisions::{days_in_words, days_until};
use crate::admin;
use crate::link;
use crate::shell::Shell;
use crate::show;
use crate::time;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

/// An application.
#[derive(Debug, Deserialize)]
struct Application {
    id: String,
    name: Option<String>,
    venue: Option<String>,
    voivodeship: String,
    class: String,
    variant: String,
    first_day: String,
    last_day: String,
    planned_players: u32,
    experienced: bool,
    sponsors_consulted: Option<bool>,
    applied_by: Option<String>,
    submitted_at: String,
    deadline: String,
    on_time: bool,
    decision_due: String,
    last_announcement: String,
    late_notice: bool,
    state: String,
    contact: Option<Contact>,
    #[serde(skip)]
    days_left: Option<i64>,
}

#[derive(Debug, Deserialize)]
struct Contact {
    name: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    address: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Applications {
    items: Vec<Application>,
    next: Option<String>,
}

impl Application {
    fn title(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.id)
    }

    fn waits(&self) -> bool {
        self.state == "submitted"
    }

    fn days(&self, tongue: Tongue) -> String {
        time::span(tongue, &self.first_day, Some(&self.last_day))
    }

    fn left(&self, tongue: Tongue) -> Option<String> {
        self.days_left.filter(|_| self.waits()).map(|days| days_in_words(tongue, days))
    }

    fn is_late(&self) -> bool {
        self.days_left.is_some_and(|days| days < 0)
    }
}

/// A rulebook that was adopted.
#[derive(Debug, Deserialize)]
struct Rulebook {
    id: String,
}

#[derive(Debug, Deserialize)]
struct Rulebooks {
    items: Vec<Rulebook>,
}

/// An account that can run a tournament.
#[derive(Debug, Deserialize)]
struct Account {
    id: String,
    login: Option<String>,
    name: Option<String>,
    disabled: bool,
}

#[derive(Debug, Deserialize)]
struct Accounts {
    items: Vec<Account>,
}

#[derive(Template)]
#[template(path = "admin/applications.html")]
struct All {
    shell: Shell,
    state: String,
    items: Vec<Application>,
    next: Option<String>,
}

#[derive(Template)]
#[template(path = "admin/application.html")]
struct One {
    shell: Shell,
    it: Application,
    rulebooks: Vec<Rulebook>,
    accounts: Vec<Account>,
}

impl One {
    fn applicant(&self) -> Option<String> {
        let id = self.it.applied_by.as_deref()?;
        let known = self.accounts.iter().find(|account| account.id == id);
        Some(known.and_then(|it| it.name.clone().or(it.login.clone())).unwrap_or_else(|| id.to_owned()))
    }
}

/// Which applications.
#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    state: Option<String>,
    #[serde(default)]
    cursor: String,
}

/// All applications; those that wait if nothing else is asked for.
pub(crate) async fn list(inside: Inside, path: web::Path<String>, wanted: web::Query<Wanted>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    show::personal(&inside, tongue, draw_all(&inside, tongue, &wanted)).await
}

async fn draw_all(inside: &Inside, tongue: Tongue, wanted: &Wanted) -> Result<String, Refusal> {
    let me = admin::admin(inside, tongue).await?;
    let state = wanted.state.clone().unwrap_or_else(|| "submitted".to_owned());
    let query = link::query(&[("state", Some(&state)), ("cursor", Some(&wanted.cursor)), ("limit", Some("100"))]);
    let address = format!("/api/v1/applications{query}");
    let Applications { mut items, next } = inside.personal().get(tongue.0, &address).await?;
    for item in &mut items {
        item.days_left = days_until(inside, &item.decision_due);
    }
    items.sort_by(|one, other| (!one.waits(), &one.decision_due).cmp(&(!other.waits(), &other.decision_due)));
    let next = next.map(|cursor| {
        // An empty state is all of them, and a query leaves out what is empty.
        let query = link::query(&[("cursor", Some(&cursor))]);
        link::admin(tongue, &format!("/applications{query}&state={}", link::escaped(&state)))
    });
    let shell = admin::shell(tongue, &tongue.text("admin-applications-title"), "/applications", &me);
    show::rendered(&All { shell, state, items, next })
}

/// One application.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::personal(&inside, tongue, draw(&inside, tongue, &id)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str) -> Result<String, Refusal> {
    let me = admin::admin(inside, tongue).await?;
    let personal = inside.personal();
    let address = format!("/api/v1/applications/{}", link::escaped(id));
    let mut it: Application = personal.get(tongue.0, &address).await?;
    it.days_left = days_until(inside, &it.decision_due);
    let Rulebooks { items: rulebooks } = personal.get(tongue.0, "/api/v1/rulebooks?limit=200").await?;
    let Accounts { items: mut accounts } = personal.get(tongue.0, "/api/v1/accounts?limit=200").await?;
    accounts.retain(|account| !account.disabled);
    let part = format!("/applications/{}", link::escaped(id));
    let shell = admin::shell(tongue, it.title(), &part, &me);
    show::rendered(&One { shell, it, rulebooks, accounts })
}
