//! A player's season: every result with its points or the reason why it has none, its course as a picture, the neighbours in the
//! ranking, and qualifications that were got and missed.

use crate::calendar::{Calendar, of_season};
use crate::card::{Shared, Subject};
use crate::chart::{Chart, Point};
use crate::link;
use crate::listed::{Listed, Official};
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use formats::words::Message;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Who is looked for to compare with.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    with: String,
}

#[derive(Debug, Deserialize)]
struct Breakdown {
    player_id: String,
    name: String,
    city: Option<String>,
    voivodeship: Option<String>,
    official: Option<Official>,
    text: String,
    points: u64,
    above: Option<Neighbour>,
    below: Option<Neighbour>,
    sharing: Vec<Listed>,
    results: Vec<Line>,
    mp: Vec<Line>,
    mw: Vec<Championship>,
}

#[derive(Debug, Deserialize)]
struct Neighbour {
    player_id: String,
    name: String,
    step: Step,
}

#[derive(Debug, Deserialize)]
struct Step {
    text: String,
    rule: Option<String>,
}

/// A result, or what came of it.
#[derive(Debug, Deserialize)]
struct Line {
    event_id: Option<String>,
    event_name: Option<String>,
    source: Option<String>,
    text: String,
    #[serde(default)]
    counted: bool,
    #[serde(default)]
    qualified: bool,
    rule: Option<String>,
    points: Option<u64>,
    place: Option<u32>,
}

/// What came of the season for a voivodeship championship.
#[derive(Debug, Deserialize)]
struct Championship {
    id: String,
    voivodeship: String,
    qualifications: Vec<Line>,
    wildcard: Option<Wildcard>,
}

impl Championship {
    fn is_qualified(&self) -> bool {
        self.qualifications.iter().any(|line| line.qualified)
    }

    /// Whether there is anything to tell.
    fn is_about(&self) -> bool {
        !self.qualifications.is_empty() || self.wildcard.is_some()
    }
}

#[derive(Debug, Deserialize)]
struct Wildcard {
    rule: String,
    text: String,
}

#[derive(Debug, Deserialize)]
struct Found {
    items: Vec<Listed>,
}

#[derive(Template)]
#[template(path = "player.html")]
struct Page {
    shell: Shell,
    season: String,
    player: Breakdown,
    here: String,
    ranking: String,
    pages: BTreeMap<String, String>,
    course: Vec<Point>,
    chart: Option<Chart>,
    wanted: Wanted,
    found: Option<Vec<Listed>>,
    shared: Shared,
}

impl Page {
    fn neighbour(&self, neighbour: &Neighbour) -> String {
        link::player(self.shell.tongue, &self.season, &neighbour.player_id)
    }

    fn compared(&self, other: &str) -> String {
        let both = link::query(&[("a", Some(&self.player.player_id)), ("b", Some(other))]);
        format!("{}/compare{both}", link::ranking(self.shell.tongue, &self.season))
    }

    fn from(&self) -> String {
        let parts = [self.player.city.as_deref(), self.player.voivodeship.as_deref()];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// The page of the event that a line is about.
    fn event(&self, line: &Line) -> Option<&str> {
        self.pages.get(line.event_id.as_deref()?).map(String::as_str)
    }

    /// What the event of a line is called.
    fn name(&self, line: &Line) -> String {
        let source = || line.source.as_deref().map(|source| self.shell.tongue.choice("source", source));
        let name = line.event_name.clone().or_else(source);
        name.or_else(|| line.event_id.clone()).unwrap_or_default()
    }

    fn chart_name(&self) -> String {
        let points = self.shell.tongue.count("points-count", self.player.points);
        let message = Message::new("page-public-chart-name").with("player", self.player.name.as_str());
        self.shell.tongue.0.say(&message.with("points", points))
    }

    fn sharing(&self) -> String {
        self.player.sharing.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ")
    }

    fn is_qualified(&self) -> bool {
        self.player.mp.iter().any(|line| line.qualified)
    }
}

/// A player's season.
pub(crate) async fn show(
    inside: Inside,
    path: web::Path<(String, String, String)>,
    wanted: web::Query<Wanted>,
) -> HttpResponse {
    let (code, season, player) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw(&inside, tongue, season, &player, wanted.into_inner())).await
}

async fn draw(inside: &Inside, tongue: Tongue, season: String, id: &str, wanted: Wanted) -> Result<String, Refusal> {
    let list = format!("/api/v1/seasons/{}/ranking", link::escaped(&season));
    let player: Breakdown = inside.get(tongue.0, &format!("{list}/{}", link::escaped(id))).await?;
    let Calendar { items } = of_season(inside, tongue, &season).await?;
    let course = course(&player, &items);
    let mut pages = BTreeMap::new();
    for entry in items.into_iter().filter(|entry| entry.phase.is_some()) {
        if let Some(href) = entry.href(tongue) {
            pages.insert(entry.id, href);
        }
    }
    let mut found = None;
    if !wanted.with.is_empty() {
        let query = link::query(&[("q", Some(&wanted.with)), ("limit", Some("20"))]);
        let Found { mut items } = inside.get(tongue.0, &format!("{list}{query}")).await?;
        items.retain(|other| other.player_id != player.player_id);
        found = Some(items);
    }
    let here = link::player(tongue, &season, id);
    let mut shell = Shell::new(tongue, &player.name, &here, Some(&season));
    // Whoever was erased is nobody that search engines could lead to.
    shell.is_listed = player.city.is_some();
    let around = link::query(&[("around", Some(id))]);
    let ranking = format!("{}{around}#p-{id}", link::ranking(tongue, &season));
    let chart = Chart::of(tongue, &course);
    let shared = Subject::Player { season: season.clone(), player: id.to_owned() }.shared(inside, tongue).await?;
    let shell = shell.shared(&shared);
    show::rendered(&Page { shell, season, player, here, ranking, pages, course, chart, wanted, found, shared })
}

/// The results that count, by the day on which their event ended, with the sum up to there.
fn course(player: &Breakdown, calendar: &[crate::calendar::Entry]) -> Vec<Point> {
    let day_of = |id: &str| {
        let entry = calendar.iter().find(|entry| entry.id == id && entry.phase.is_some())?;
        entry.last_day.as_deref().or(entry.first_day.as_deref())?.parse().ok()
    };
    let point = |line: &Line| {
        let id = line.event_id.as_deref()?;
        let name = line.event_name.as_deref().unwrap_or(id).to_owned();
        Some(Point { day: day_of(id)?, name, gain: line.points.unwrap_or_default(), total: 0 })
    };
    let mut points: Vec<Point> = player.results.iter().filter(|line| line.counted).filter_map(point).collect();
    points.sort_by(|one, other| one.day.cmp(&other.day).then_with(|| one.name.cmp(&other.name)));
    let mut total = 0;
    for point in &mut points {
        total += point.gain;
        point.total = total;
    }
    points
}
