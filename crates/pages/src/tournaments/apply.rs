//! The form to apply for a tournament, and the private page of an application.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::query::Query;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::layout::time;
use crate::seasons::season;
use crate::tournaments::application::ApplicationStatus;
use crate::tournaments::organise::Choice;
use actix_web::HttpResponse;
use actix_web::http::header::AUTHORIZATION;
use api::{ApiClient, ApiError};
use askama::Template;
use domain::Choice as _;
use domain::competitions::class::TournamentClass;
use domain::values::variant::Variant;
use serde::Deserialize;
use wire::accounts::{Me, MyApplication, MyTable};
use wire::seasons::Season;
use wire::seasons::rulebooks::Rulebook;
use wire::tournaments::applications::{Application, Deadlines};

/// Fields that every application needs.
const ALWAYS_REQUIRED: [&str; 3] = ["venue", "proposed_date", "planned_players"];

#[derive(Debug, Deserialize)]
pub(crate) struct QueryParams {
    #[serde(default)]
    first_day: String,
}

#[derive(Template)]
#[template(path = "apply.html")]
struct ApplyPage {
    shell: Shell,
    first_day: String,
    deadlines: Option<Deadlines>,
    required: Vec<String>,
}

impl ApplyPage {
    fn classes(&self) -> Vec<Choice> {
        Choice::of(self.shell.language, "page-class", TournamentClass::NAMES, Some(TournamentClass::Ordinary.name()))
    }

    fn variants(&self) -> Vec<Choice> {
        Choice::of(self.shell.language, "page-organise-variant", Variant::NAMES, Some(Variant::Standard.name()))
    }

    fn with_day(&self, id: &str, day: &str) -> String {
        self.shell.language.with(id, time::day(self.shell.language, day))
    }

    fn is_required(&self, field: &str) -> bool {
        ALWAYS_REQUIRED.contains(&field) || self.required.iter().any(|it| it == field)
    }

    fn mark(&self, field: &str) -> String {
        if self.is_required(field) { format!(" {}", self.shell.text("organise-required")) } else { String::new() }
    }

    fn private_page(&self) -> String {
        link::application(self.shell.language)
    }
}

pub(crate) async fn show(client: ApiClient, language: Language, params: Query<QueryParams>) -> Rendered {
    let params = params.into_inner();
    let first_day = params.first_day;
    let query = link::query(&[("first_day", Some(&first_day))]);
    let deadlines = match first_day.as_str() {
        "" => None,
        // An invalid day is reported at the field when the form is sent.
        _ => client.get(language.0, &format!("/api/v1/application-deadlines{query}")).await.ok(),
    };
    let title = language.text("organise-apply-title");
    let season = season::now(&client, language).await;
    let shell = Shell::new(language, &title, &link::apply(language), season.as_deref()).asked(&client);
    let shell = shell.with_script("forms.js").with_script("apply.js");
    let required = required(&client, language, season.as_deref()).await.unwrap_or_default();
    response::render_template(&ApplyPage { shell, first_day, deadlines, required })
}

/// The fields that the rulebook of a season requires. The form works without them: missing fields are reported when it
/// is sent.
async fn required(client: &ApiClient, language: Language, season: Option<&str>) -> Option<Vec<String>> {
    let address = format!("/api/v1/seasons/{}", link::escaped(season?));
    let Season { item, .. } = client.get(language.0, &address).await.ok()?;
    let address = format!("/api/v1/rulebooks/{}", link::escaped(&item.rulebook));
    let Rulebook { parameters, .. } = client.get(language.0, &address).await.ok()?;
    let asked = parameters.into_iter().find(|it| it.path == "application.required")?;
    serde_json::from_value(asked.value).ok()
}

#[derive(Template)]
#[template(path = "application.html")]
struct PrivateApplicationPage {
    shell: Shell,
    application: Option<Application>,
}

/// The private page: the secret of the link is in its fragment, and a script sends it to the API.
pub(crate) async fn private(client: ApiClient, language: Language) -> HttpResponse {
    match render_private(&client, language).await {
        // Signing in would not help the holder of an invalid link.
        Err(refusal) => response::error_page(&client, language, &refusal).await,
        text => response::personal(&client, language, async { text }).await,
    }
}

async fn render_private(client: &ApiClient, language: Language) -> Rendered {
    let is_opened = client.request().headers().contains_key(AUTHORIZATION);
    let application = if is_opened { Some(load_application(client, language).await?) } else { None };
    let title = language.text("organise-application-title");
    let season = season::now(client, language).await;
    let mut shell = Shell::new(language, &title, &link::application(language), season.as_deref());
    shell.is_listed = false;
    let shell = shell.with_script("forms.js").with_script("application.js");
    response::render_template(&PrivateApplicationPage { shell, application })
}

async fn load_application(client: &ApiClient, language: Language) -> Result<Application, ApiError> {
    let tournament = match client.personal().get(language.0, "/api/v1/me").await? {
        Me::Applicant(MyApplication { tournament, .. }) | Me::Table(MyTable { tournament, .. }) => tournament,
        Me::Account(_) => return Err(ApiError::not_found()),
    };
    let address = format!("/api/v1/applications/{}", link::escaped(&tournament));
    client.personal().get(language.0, &address).await
}
