//! Applying for a tournament: the form for everybody, and the private page of whoever has applied.

use crate::application::Application;
use crate::link;
use crate::organise::Choice;
use crate::query::Query;
use crate::season;
use crate::shell::Shell;
use crate::show;
use crate::time;
use crate::tongue::Tongue;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

const CLASSES: [&str; 4] = ["ordinary", "eliminatory", "mw", "mp"];
const VARIANTS: [&str; 7] = ["standard", "expert", "twist", "duel", "running", "speed", "slow"];

/// Without these there is nothing to decide on.
const ALWAYS_REQUIRED: [&str; 3] = ["venue", "proposed_date", "planned_players"];

/// For which day somebody wants to apply.
#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    first_day: String,
}

/// Until when an application for a day has to be sent.
#[derive(Debug, Deserialize)]
struct Deadlines {
    deadline: String,
    on_time: bool,
    passed: bool,
    decision_due: String,
    last_announcement: String,
}

#[derive(Template)]
#[template(path = "apply.html")]
struct Form {
    shell: Shell,
    first_day: String,
    deadlines: Option<Deadlines>,
    /// What the rulebook asks for.
    required: Vec<String>,
}

impl Form {
    fn classes(&self) -> Vec<Choice> {
        Choice::of(self.shell.tongue, "page-class", &CLASSES, Some("ordinary"))
    }

    fn variants(&self) -> Vec<Choice> {
        Choice::of(self.shell.tongue, "page-organise-variant", &VARIANTS, Some("standard"))
    }

    fn with_day(&self, id: &str, day: &str) -> String {
        self.shell.tongue.with(id, time::day(self.shell.tongue, day))
    }

    /// Whether an application without it is refused.
    fn is_required(&self, field: &str) -> bool {
        ALWAYS_REQUIRED.contains(&field) || self.required.iter().any(|it| it == field)
    }

    /// What stands behind the name of a field that must be filled in.
    fn mark(&self, field: &str) -> String {
        if self.is_required(field) { format!(" {}", self.shell.text("organise-required")) } else { String::new() }
    }

    fn private_page(&self) -> String {
        link::application(self.shell.tongue)
    }
}

/// The form.
pub(crate) async fn show(inside: Inside, path: web::Path<String>, wanted: Query<Wanted>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    show::public(&inside, tongue, draw(&inside, tongue, wanted.into_inner())).await
}

async fn draw(inside: &Inside, tongue: Tongue, wanted: Wanted) -> Result<String, Refusal> {
    let first_day = wanted.first_day;
    let query = link::query(&[("first_day", Some(&first_day))]);
    let deadlines = match first_day.as_str() {
        "" => None,
        // A day that is no day, or not yet, is told at the field when the form is sent.
        _ => inside.get(tongue.0, &format!("/api/v1/application-deadlines{query}")).await.ok(),
    };
    let title = tongue.text("organise-apply-title");
    let season = season::now(inside, tongue).await;
    let shell = Shell::new(tongue, &title, &link::apply(tongue), season.as_deref()).asked(inside);
    let shell = shell.with_script("forms.js").with_script("apply.js");
    let required = required(inside, tongue, season.as_deref()).await.unwrap_or_default();
    show::rendered(&Form { shell, first_day, deadlines, required })
}

#[derive(Debug, Deserialize)]
struct Season {
    rulebook: String,
}

#[derive(Debug, Deserialize)]
struct Rulebook {
    parameters: Vec<Parameter>,
}

#[derive(Debug, Deserialize)]
struct Parameter {
    path: String,
    value: serde_json::Value,
}

/// What the rulebook of a season asks of whoever applies. The form is shown without it, too: what is missing is told when it is sent.
async fn required(inside: &Inside, tongue: Tongue, season: Option<&str>) -> Option<Vec<String>> {
    let address = format!("/api/v1/seasons/{}", link::escaped(season?));
    let Season { rulebook } = inside.get(tongue.0, &address).await.ok()?;
    let address = format!("/api/v1/rulebooks/{}", link::escaped(&rulebook));
    let Rulebook { parameters } = inside.get(tongue.0, &address).await.ok()?;
    let asked = parameters.into_iter().find(|it| it.path == "application.required")?;
    serde_json::from_value(asked.value).ok()
}

/// Whoever asks, if it is with a private link.
#[derive(Debug, Deserialize)]
struct Holder {
    #[serde(default)]
    tournament: String,
}

#[derive(Template)]
#[template(path = "application.html")]
struct Private {
    shell: Shell,
    it: Option<Application>,
}

/// The private page: the link has its secret behind a `#`, which a script shows to the API.
pub(crate) async fn private(inside: Inside, path: web::Path<String>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    match opened(&inside, tongue).await {
        // Signing in would not help whoever has a link that does not hold.
        Err(refusal) => show::told(&inside, tongue, &refusal).await,
        text => show::personal(&inside, tongue, async { text }).await,
    }
}

async fn opened(inside: &Inside, tongue: Tongue) -> Result<String, Refusal> {
    let is_opened = inside.request().headers().contains_key(AUTHORIZATION);
    let it = if is_opened { Some(found(inside, tongue).await?) } else { None };
    let title = tongue.text("organise-application-title");
    let season = season::now(inside, tongue).await;
    let mut shell = Shell::new(tongue, &title, &link::application(tongue), season.as_deref());
    shell.is_listed = false;
    let shell = shell.with_script("forms.js").with_script("application.js");
    show::rendered(&Private { shell, it })
}

async fn found(inside: &Inside, tongue: Tongue) -> Result<Application, Refusal> {
    let holder: Holder = inside.personal().get(tongue.0, "/api/v1/me").await?;
    let address = format!("/api/v1/applications/{}", link::escaped(&holder.tournament));
    inside.personal().get(tongue.0, &address).await
}
