//! A player's season: every result with its points or the reason why it has none, its course as a picture, the neighbours in the
//! ranking, and qualifications that were got and missed.

use crate::calendar::{Calendar, of_season};
use crate::card::{Shared, Subject};
use crate::chart::{Chart, Point};
use crate::link;
use crate::listed::{Listed, Official};
use crate::query::Query;
use crate::season;
use crate::shell::{Shell, Way};
use crate::show;
use crate::time;
use crate::tongue::{Tongue, capitalised};
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use chrono::NaiveDate;
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
    rulebook: String,
    text: String,
    /// None without points.
    place: Option<u32>,
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
    state: Option<String>,
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

/// How a qualification stands, as `page-public-…`.
fn standing(lines: &[Line]) -> &'static str {
    let is = |states: &[&str]| lines.iter().filter_map(|line| line.state.as_deref()).any(|it| states.contains(&it));
    match () {
        () if is(&["granted", "review"]) => "public-got",
        () if is(&["proposed"]) => "public-in-line",
        () => "public-not-got",
    }
}

impl Championship {
    fn standing(&self) -> &'static str {
        standing(&self.qualifications)
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
    /// The place in the ranking, for whoever has one.
    ranking: Option<String>,
    /// The same player in every season.
    seasons: Vec<Way>,
    pages: BTreeMap<String, String>,
    days: BTreeMap<String, NaiveDate>,
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

    /// The day on which the event of a line ended.
    fn day(&self, line: &Line) -> Option<String> {
        let day = self.days.get(line.event_id.as_deref()?)?;
        Some(time::day(self.shell.tongue, &day.to_string()))
    }

    /// By which rule places give points.
    fn points_rule(&self) -> Option<String> {
        let counted = self.player.results.iter().find(|line| line.counted);
        counted.and_then(|line| line.rule.clone())
    }

    /// What the event of a line is called.
    fn name(&self, line: &Line) -> String {
        let source = || line.source.as_deref().map(|it| capitalised(&self.shell.tongue.choice("source", it)));
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

    fn standing(&self) -> &'static str {
        standing(&self.player.mp)
    }
}

/// A player's season.
pub(crate) async fn show(
    inside: Inside,
    path: web::Path<(String, String, String)>,
    wanted: Query<Wanted>,
) -> HttpResponse {
    let (code, season, player) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw(&inside, tongue, season, &player, wanted.into_inner())).await
}

async fn draw(inside: &Inside, tongue: Tongue, season: String, id: &str, wanted: Wanted) -> Result<String, Refusal> {
    let list = format!("/api/v1/seasons/{}/ranking", link::escaped(&season));
    let mut player: Breakdown = inside.get(tongue.0, &format!("{list}/{}", link::escaped(id))).await?;
    let Calendar { items } = of_season(inside, tongue, &season).await?;
    let (mut pages, mut days) = (BTreeMap::new(), BTreeMap::new());
    for entry in items.into_iter().filter(|entry| entry.phase.is_some()) {
        if let Some(day) = entry.last_day.as_deref().or(entry.first_day.as_deref()).and_then(|day| day.parse().ok()) {
            days.insert(entry.id.clone(), day);
        }
        if let Some(href) = entry.href(tongue) {
            pages.insert(entry.id, href);
        }
    }
    let course = course(&player, &days);
    let championships = player.mw.iter_mut().map(|mw| &mut mw.qualifications);
    for lines in [&mut player.results, &mut player.mp].into_iter().chain(championships) {
        newest_first(lines, &days);
    }
    let mut found = None;
    if !wanted.with.is_empty() {
        let query = link::query(&[("q", Some(&wanted.with)), ("limit", Some("20"))]);
        let Found { mut items } = inside.get(tongue.0, &format!("{list}{query}")).await?;
        items.retain(|other| other.player_id != player.player_id);
        found = Some(items);
    }
    let here = link::player(tongue, &season, id);
    let mut shell = Shell::new(tongue, &player.name, &here, Some(&season)).asked(inside);
    // Some players are children, and nothing that everybody sees may tell who: so search engines lead to nobody.
    shell.is_listed = false;
    let around = link::query(&[("around", Some(id))]);
    let ranking = player.place.map(|_| format!("{}{around}#p-{id}", link::ranking(tongue, &season)));
    let seasons = season::ways(inside, tongue, &season, |tongue, season| link::player(tongue, season, id)).await?;
    let chart = Chart::of(tongue, &course);
    let shared = Subject::Player { season: season.clone(), player: id.to_owned() }.shared(inside, tongue).await?;
    let shell = shell.shared(&shared);
    show::rendered(&Page {
        shell,
        season,
        player,
        here,
        ranking,
        seasons,
        pages,
        days,
        course,
        chart,
        wanted,
        found,
        shared,
    })
}

/// Orders lines by the day on which their event ended, the newest first; those without a day come last.
fn newest_first(lines: &mut [Line], days: &BTreeMap<String, NaiveDate>) {
    let day = |line: &Line| line.event_id.as_ref().and_then(|id| days.get(id).copied());
    lines.sort_by_key(|line| std::cmp::Reverse(day(line)));
}

/// The results that count, by the day on which their event ended, with the sum up to there.
fn course(player: &Breakdown, days: &BTreeMap<String, NaiveDate>) -> Vec<Point> {
    let point = |line: &Line| {
        let id = line.event_id.as_deref()?;
        let name = line.event_name.as_deref().unwrap_or(id).to_owned();
        Some(Point { day: *days.get(id)?, name, gain: line.points.unwrap_or_default(), total: 0 })
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
