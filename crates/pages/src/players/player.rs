//! A player's season: results, a chart of points, neighbours in the ranking, and qualifications.

use crate::layout::language::{Language, capitalised};
use crate::layout::link;
use crate::layout::list_items::{EditionLink, PlayerLink};
use crate::layout::query::Query;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::{NavLink, Shell};
use crate::layout::time;
use crate::players::chart::{Chart, Point};
use crate::seasons::calendar::{EntryText, of_season};
use crate::seasons::season;
use crate::site::card::{CardSubject, ShareInfo};
use actix_web::web;
use api::ApiClient;
use askama::Template;
use chrono::NaiveDate;
use formats::localization::Message;
use serde::Deserialize;
use std::collections::BTreeMap;
use wire::qualifications::list::QualificationState;
use wire::seasons::breakdown::{Breakdown, ChampionshipLines, ConsideredResultItem, Neighbour, QualificationLine};
use wire::seasons::ranking::{RankedPlayer, RankingPage};

#[derive(Debug, Default, Deserialize)]
pub(crate) struct QueryParams {
    #[serde(default)]
    with: String,
}

/// A line about one competition: a result, or a qualification.
trait CompetitionLine {
    fn event_id(&self) -> &str;
    fn event_name(&self) -> Option<&str>;

    /// The kind of source of a qualification.
    fn source(&self) -> Option<&str>;
}

impl CompetitionLine for ConsideredResultItem {
    fn event_id(&self) -> &str {
        &self.event_id
    }

    fn event_name(&self) -> Option<&str> {
        self.event_name.as_deref()
    }

    fn source(&self) -> Option<&str> {
        None
    }
}

impl CompetitionLine for QualificationLine {
    fn event_id(&self) -> &str {
        &self.event_id
    }

    fn event_name(&self) -> Option<&str> {
        self.event_name.as_deref()
    }

    fn source(&self) -> Option<&str> {
        Some(&self.source)
    }
}

/// Templates pass references to references.
impl<T: CompetitionLine> CompetitionLine for &T {
    fn event_id(&self) -> &str {
        (**self).event_id()
    }

    fn event_name(&self) -> Option<&str> {
        (**self).event_name()
    }

    fn source(&self) -> Option<&str> {
        (**self).source()
    }
}

/// The state of a qualification, as `page-public-…`.
fn standing(lines: &[QualificationLine]) -> &'static str {
    let is = |states: &[QualificationState]| lines.iter().filter_map(|line| line.state).any(|it| states.contains(&it));
    match () {
        () if is(&[QualificationState::Granted, QualificationState::Review]) => "public-got",
        () if is(&[QualificationState::Proposed]) => "public-in-line",
        () => "public-not-got",
    }
}

#[derive(Template)]
#[template(path = "player.html")]
struct Page {
    shell: Shell,
    season: String,
    it: Breakdown,
    own_path: String,
    /// The page of the ranking that holds the player; none without points.
    ranking: Option<String>,
    /// The same player in every season.
    seasons: Vec<NavLink>,
    pages: BTreeMap<String, String>,
    days: BTreeMap<String, NaiveDate>,
    course: Vec<Point>,
    chart: Option<Chart>,
    params: QueryParams,
    found: Option<Vec<RankedPlayer>>,
    shared: ShareInfo,
}

impl Page {
    fn neighbour(&self, neighbour: &Neighbour) -> String {
        link::player(self.shell.language, &self.season, &neighbour.player.player_id)
    }

    fn compared(&self, other: &str) -> String {
        let both = link::query(&[("a", Some(&self.it.player.player_id)), ("b", Some(other))]);
        format!("{}/compare{both}", link::ranking(self.shell.language, &self.season))
    }

    /// The page of the competition that a line is about.
    fn event(&self, line: &ConsideredResultItem) -> Option<&str> {
        self.pages.get(&line.event_id).map(String::as_str)
    }

    fn day(&self, line: &impl CompetitionLine) -> Option<String> {
        let day = self.days.get(line.event_id())?;
        Some(time::day(self.shell.language, &day.to_string()))
    }

    /// The rule by which places give points.
    fn points_rule(&self) -> Option<String> {
        let counted = self.it.results.iter().find(|line| line.counted);
        counted.map(|line| line.rule.clone())
    }

    fn name(&self, line: &impl CompetitionLine) -> String {
        let source = || line.source().map(|it| capitalised(&self.shell.language.choice("source", it)));
        let name = line.event_name().map(str::to_owned).or_else(source);
        name.unwrap_or_else(|| line.event_id().to_owned())
    }

    fn chart_name(&self) -> String {
        let points = self.shell.language.count("points-count", self.it.points);
        let message = Message::new("page-public-chart-name").with("player", self.it.player.name.as_str());
        self.shell.language.0.render(&message.with("points", points))
    }

    fn sharing(&self) -> String {
        self.it.sharing.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ")
    }

    fn standing(&self) -> &'static str {
        standing(&self.it.mp)
    }

    #[expect(clippy::unused_self, reason = "the template calls it as a method")]
    fn mw_standing(&self, mw: &ChampionshipLines) -> &'static str {
        standing(&mw.qualifications)
    }
}

pub(crate) async fn show(
    client: ApiClient,
    path: web::Path<(Language, String, String)>,
    params: Query<QueryParams>,
) -> Rendered {
    let (language, season, player) = path.into_inner();
    let id = &player;
    let params = params.into_inner();
    let list = format!("/api/v1/seasons/{}/ranking", link::escaped(&season));
    let mut it: Breakdown = client.get(language.0, &format!("{list}/{}", link::escaped(id))).await?;
    let items = of_season(&client, language, &season).await?.items;
    let (mut pages, mut days) = (BTreeMap::new(), BTreeMap::new());
    for entry in items.into_iter().filter(|entry| entry.phase.is_some()) {
        if let Some(day) = entry.last_day.as_deref().or(entry.first_day.as_deref()).and_then(|day| day.parse().ok()) {
            days.insert(entry.id.clone(), day);
        }
        if let Some(href) = entry.href(language) {
            pages.insert(entry.id, href);
        }
    }
    let course = course(&it, &days);
    newest_first(&mut it.results, &days);
    newest_first(&mut it.mp, &days);
    for mw in &mut it.mw {
        newest_first(&mut mw.qualifications, &days);
    }
    let mut found = None;
    if !params.with.is_empty() {
        let query = link::query(&[("q", Some(&params.with)), ("limit", Some("20"))]);
        let page: RankingPage = client.get(language.0, &format!("{list}{query}")).await?;
        let others = page.items.into_iter().map(|row| row.player);
        found = Some(others.filter(|other| other.player_id != it.player.player_id).collect());
    }
    let own_path = link::player(language, &season, id);
    let mut shell = Shell::new(language, &it.player.name, &own_path, Some(&season)).asked(&client);
    // Some players are minors, and nothing public may tell who: search engines index no player.
    shell.is_listed = false;
    let around = link::query(&[("around", Some(id))]);
    let ranking = it.place.map(|_| format!("{}{around}#p-{id}", link::ranking(language, &season)));
    let seasons =
        season::ways(&client, language, &season, |language, season| link::player(language, season, id)).await?;
    let chart = Chart::of(language, &course);
    let shared =
        CardSubject::Player { season: season.clone(), player: id.to_owned() }.shared(&client, language).await?;
    let shell = shell.shared(&shared);
    response::render_template(&Page {
        shell,
        season,
        it,
        own_path,
        ranking,
        seasons,
        pages,
        days,
        course,
        chart,
        params,
        found,
        shared,
    })
}

/// Orders lines by the day on which their competition ended, the newest first; those without a day come last.
fn newest_first(lines: &mut [impl CompetitionLine], days: &BTreeMap<String, NaiveDate>) {
    lines.sort_by_key(|line| std::cmp::Reverse(days.get(line.event_id()).copied()));
}

/// The results that count, by the day on which their competition ended, with the sum up to there.
fn course(player: &Breakdown, days: &BTreeMap<String, NaiveDate>) -> Vec<Point> {
    let point = |line: &ConsideredResultItem| {
        let name = line.event_name.as_ref().unwrap_or(&line.event_id).clone();
        Some(Point { day: *days.get(&line.event_id)?, name, gain: line.points.into(), total: 0 })
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
