//! Applications for tournaments: all of them, and one with its contact, its dates, and the decision.

use super::decisions::{days_in_words, days_until};
use crate::admin;
use crate::application::Application;
use crate::link;
use crate::organise::settings::Staff;
use crate::query::Query;
use crate::shell::Shell;
use crate::show;
use crate::time;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Applications {
    items: Vec<Application>,
    next: Option<String>,
}

/// An application with the days that are left to decide on it.
struct Listed {
    it: Application,
    days_left: Option<i64>,
}

impl Listed {
    fn of(inside: &Inside, it: Application) -> Self {
        Self { days_left: days_until(inside, &it.decision_due), it }
    }

    fn days(&self, tongue: Tongue) -> String {
        time::span(tongue, &self.it.first_day, Some(&self.it.last_day))
    }

    fn left(&self, tongue: Tongue) -> Option<String> {
        self.days_left.filter(|_| self.it.waits()).map(|days| days_in_words(tongue, days))
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

#[derive(Template)]
#[template(path = "admin/applications.html")]
struct All {
    shell: Shell,
    state: String,
    items: Vec<Listed>,
    next: Option<String>,
}

#[derive(Template)]
#[template(path = "admin/application.html")]
struct One {
    shell: Shell,
    listed: Listed,
    rulebooks: Vec<Rulebook>,
    accounts: Vec<Account>,
    /// Whether it was approved, and nobody but admins can run it.
    lacks_organiser: bool,
}

impl One {
    fn it(&self) -> &Application {
        &self.listed.it
    }

    fn applicant(&self) -> Option<String> {
        let id = self.it().applied_by.as_deref()?;
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
pub(crate) async fn list(inside: Inside, path: web::Path<String>, wanted: Query<Wanted>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    show::personal(&inside, tongue, draw_all(&inside, tongue, &wanted)).await
}

async fn draw_all(inside: &Inside, tongue: Tongue, wanted: &Wanted) -> Result<String, Refusal> {
    let me = admin::admin(inside, tongue).await?;
    let state = wanted.state.clone().unwrap_or_else(|| "submitted".to_owned());
    let query = link::query(&[("state", Some(&state)), ("cursor", Some(&wanted.cursor)), ("limit", Some("100"))]);
    let address = format!("/api/v1/applications{query}");
    let Applications { mut items, next } = inside.personal().get(tongue.0, &address).await?;
    items.sort_by(|one, other| (!one.waits(), &one.decision_due).cmp(&(!other.waits(), &other.decision_due)));
    let items = items.into_iter().map(|it| Listed::of(inside, it)).collect();
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
    let it: Application = personal.get(tongue.0, &address).await?;
    let staff = if it.is_to_be_run() { Staff::of(inside, tongue, id).await? } else { None };
    let lacks_organiser = staff.is_some_and(|staff| !staff.has_organiser());
    let Rulebooks { items: rulebooks } = personal.get(tongue.0, "/api/v1/rulebooks?limit=200").await?;
    let mut accounts: Vec<Account> = admin::whole(inside, tongue, "/api/v1/accounts?limit=200").await?;
    accounts.retain(|account| !account.disabled);
    let part = format!("/applications/{}", link::escaped(id));
    let shell = admin::shell(tongue, it.title(), &part, &me);
    let listed = Listed::of(inside, it);
    show::rendered(&One { shell, listed, rulebooks, accounts, lacks_organiser })
}
