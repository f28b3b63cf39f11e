//! The ranking of a season as it was at a position or a time.

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::list_items::PlayerLink;
use crate::layout::query::Query;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::log;
use crate::seasons::season::{current, seasons};
use api::ApiClient;
use askama::Template;
use serde::Deserialize;
use wire::log::LoggedEvent;
use wire::seasons::ranking::RankingPage;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct QueryParams {
    season: String,
    /// The number of an event, or a time.
    as_of: String,
    at_time: String,
    cursor: String,
}

#[derive(Template)]
#[template(path = "audit/moment.html")]
struct Page {
    shell: Shell,
    seasons: Vec<String>,
    season: String,
    as_of: String,
    last: u64,
    /// Where the slider stands.
    at: u64,
    event: Option<LoggedEvent>,
    ranking: Option<RankingPage>,
    refusal: Option<String>,
}

impl Page {
    fn differences(&self) -> String {
        let query = link::query(&[("season", Some(&self.season)), ("from", Some(&self.as_of))]);
        link::audit(self.shell.language, &format!("/diff{query}"))
    }

    /// The rows of another page at the same moment.
    fn further(&self, cursor: &str) -> String {
        let (season, as_of) = (self.season.as_str(), self.as_of.as_str());
        let query = link::query(&[("season", Some(season)), ("as_of", Some(as_of)), ("cursor", Some(cursor))]);
        link::audit(self.shell.language, &format!("/moment{query}"))
    }

    /// All rows: without a limit nothing is cut off.
    fn csv(&self) -> String {
        let as_of = log::with_offset(&self.as_of);
        let query = link::query(&[("as_of", Some(&as_of)), ("dialect", Some("excel"))]);
        format!("/api/v1/seasons/{}/ranking{query}", link::escaped(&self.season))
    }
}

pub(crate) async fn show(client: ApiClient, language: Language, params: Query<QueryParams>) -> Rendered {
    let me = log::require_log_reader(&client, language).await?;
    let all = seasons(&client, language).await?;
    let today = client.now().format("%Y-%m-%d").to_string();
    let current_season = current(&all, &today).map(|season| season.id.clone()).unwrap_or_default();
    let season = if params.season.is_empty() { current_season } else { params.season.clone() };
    let last = log::head(&client, language).await?.position;
    let as_of = log::first_given(&[&params.as_of, &params.at_time]).to_owned();
    let at = as_of.parse().unwrap_or(last);
    let (mut ranking, mut refusal, mut event) = (None, None, None);
    if !season.is_empty() {
        let moment = log::with_offset(&as_of);
        let query = link::query(&[("as_of", Some(&moment)), ("cursor", Some(&params.cursor)), ("limit", Some("100"))]);
        let address = format!("/api/v1/seasons/{}/ranking{query}", link::escaped(&season));
        match client.personal().get::<RankingPage>(language.0, &address).await {
            Ok(found) => ranking = Some(found),
            Err(why) if why.status().as_u16() != 500 => refusal = Some(why.words(language.0).1),
            Err(why) => return Err(why),
        }
        if as_of.parse::<u64>().is_ok_and(|position| (1..=last).contains(&position)) {
            event = client.personal().find(language.0, &format!("/api/v1/log/events/{as_of}")).await?;
        }
    }
    let shell = log::shell(language, &language.text("audit-moment-title"), "/moment", &me).with_script("moment.js");
    let seasons = all.into_iter().map(|season| season.id).collect();
    response::render_template(&Page { shell, seasons, season, as_of, last, at, event, ranking, refusal })
}
