//! A tournament: how it stands, who sits where, its rounds, and how everybody finished.

use crate::card::{Shared, Subject};
use crate::link;
use crate::listed::full_name;
use crate::query::Query;
use crate::season::{current, seasons};
use crate::shell::Shell;
use crate::show;
use crate::time;
use crate::tongue::{Tongue, capitalised};
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use formats::name_search::{name_words, wanted_words};
use formats::words::Message;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// Who looks for her seat.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    q: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Tournament {
    pub(crate) name: Option<String>,
    venue: Option<String>,
    voivodeship: Option<String>,
    pub(crate) first_day: String,
    pub(crate) last_day: Option<String>,
    class: Option<String>,
    pub(crate) phase: String,
    seed_commitment: Option<String>,
    #[serde(default)]
    stages: Vec<String>,
    #[serde(default)]
    started: bool,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Standings {
    pub(crate) provisional: bool,
    pub(crate) hidden: Option<String>,
    advancement: Option<Advancement>,
    pub(crate) lines: Vec<Line>,
}

/// How many go on, and into what.
#[derive(Debug, Deserialize)]
struct Advancement {
    into: String,
    seats: u32,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Line {
    final_place: Option<u32>,
    place: Option<u32>,
    #[serde(flatten)]
    pub(crate) player: Person,
    pub(crate) big: Option<i64>,
    pub(crate) small: Option<i64>,
    pub(crate) games: Option<u32>,
    chance: Option<String>,
    #[serde(default)]
    stages: Vec<OfStage>,
}

impl Line {
    /// The place in the end, or the one for now.
    pub(crate) fn place(&self) -> Option<u32> {
        self.final_place.or(self.place)
    }

    pub(crate) fn small(&self) -> String {
        self.small.map(crate::listed::signed).unwrap_or_default()
    }

    fn of_stage(&self, stage: &str) -> Option<&OfStage> {
        self.stages.iter().find(|it| it.stage == stage)
    }
}

/// What somebody got in one round, the TOP stage or the final.
#[derive(Debug, Deserialize)]
struct OfStage {
    stage: String,
    big: i64,
    small: i64,
    games: u32,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Person {
    player: String,
    first_name: Option<String>,
    surname: Option<String>,
    pub(crate) city: Option<String>,
}

impl Person {
    pub(crate) fn name(&self, tongue: Tongue) -> String {
        full_name(tongue, self.first_name.as_deref(), self.surname.as_deref())
    }

    /// Whether she is called like that: every word that is looked for begins one of her names.
    fn is_called(&self, wanted: &str) -> bool {
        let wanted = wanted_words(wanted);
        let names = name_words([self.first_name.as_deref(), self.surname.as_deref()].into_iter().flatten());
        let begins = |word: &str| names.iter().any(|name| name.starts_with(word));
        !wanted.is_empty() && wanted.iter().all(|word| begins(word))
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct Seating {
    pub(crate) stage: Option<String>,
    pub(crate) tables: Vec<Table>,
    /// Who has come or gone since the seats were given out; told to those who run it.
    #[serde(default)]
    pub(crate) changed_since: Vec<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Table {
    pub(crate) table: u32,
    pub(crate) seats: Vec<Seat>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Seat {
    pub(crate) seat: String,
    #[serde(flatten)]
    pub(crate) player: Person,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Progress {
    stage: Option<String>,
    tables: Option<u32>,
    complete: Option<u32>,
    ends_at: Option<String>,
    #[serde(default)]
    pub(crate) missing: Vec<u32>,
}

impl Progress {
    /// How many sheets are in, in one sentence; nothing while nobody plays.
    pub(crate) fn sentence(&self, tongue: Tongue) -> Option<String> {
        let tables = self.tables.filter(|tables| *tables > 0)?;
        let stage = stage(tongue, self.stage.as_deref().unwrap_or_default());
        let sheets = sheets_in(tongue, self.complete.unwrap_or_default(), tables);
        Some(format!("{}: {sheets}", capitalised(&stage)))
    }

    pub(crate) fn missing(&self) -> String {
        self.missing.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn ends_at(&self) -> Option<String> {
        self.ends_at.as_deref().map(time::clock)
    }
}

#[derive(Debug, Deserialize)]
struct Results {
    participants: Option<u32>,
    winners: Vec<Person>,
    lines: Vec<Finished>,
}

#[derive(Debug, Deserialize)]
struct Finished {
    place: Option<u32>,
    #[serde(flatten)]
    player: Person,
    big: Option<i64>,
    small: Option<i64>,
    games_played: Option<u32>,
}

#[derive(Debug, Deserialize)]
struct Draws {
    how_to_recompute: String,
    #[serde(rename = "draws")]
    all: Vec<Draw>,
    seed: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Draw {
    number: u32,
    stage: String,
    at: String,
    reason: Option<String>,
    undone: bool,
}

#[derive(Debug, Deserialize)]
struct Registered {
    items: Vec<RegisteredPerson>,
}

#[derive(Debug, Deserialize)]
struct RegisteredPerson {
    first_name: Option<String>,
    surname: Option<String>,
    city: Option<String>,
}

impl RegisteredPerson {
    fn name(&self, tongue: Tongue) -> String {
        full_name(tongue, self.first_name.as_deref(), self.surname.as_deref())
    }
}

/// What is known of a tournament while it is played.
pub(crate) struct Course {
    pub(crate) standings: Option<Standings>,
    pub(crate) seating: Option<Seating>,
    pub(crate) progress: Option<Progress>,
}

/// Asks for it.
pub(crate) async fn course(inside: &Inside, tongue: Tongue, address: &str) -> Result<Course, Refusal> {
    Ok(Course {
        standings: inside.find(tongue.0, &format!("{address}/standings")).await?,
        seating: inside.find(tongue.0, &format!("{address}/seating")).await?,
        progress: inside.find(tongue.0, &format!("{address}/progress")).await?,
    })
}

#[derive(Template)]
#[template(path = "tournament.html")]
struct Page {
    shell: Shell,
    season: String,
    title: String,
    id: String,
    here: String,
    it: Tournament,
    course: Course,
    results: Option<Results>,
    draws: Option<Draws>,
    /// Who is registered, while nobody plays yet.
    registered: Option<Vec<RegisteredPerson>>,
    wanted: Wanted,
    shared: Shared,
}

impl Page {
    fn is_live(&self) -> bool {
        matches!(self.it.phase.as_str(), "approved" | "running")
    }

    fn days(&self) -> String {
        time::span(self.shell.tongue, &self.it.first_day, self.it.last_day.as_deref())
    }

    fn phase(&self) -> String {
        self.shell.tongue.choice("page-phase", &self.it.phase)
    }

    fn class(&self) -> Option<String> {
        self.it.class.as_deref().map(|class| self.shell.tongue.choice("page-class", class))
    }

    fn stage(&self, code: Option<&str>) -> String {
        stage(self.shell.tongue, code.unwrap_or_default())
    }

    /// The same at the beginning of a line.
    fn headed(&self, code: &str) -> String {
        capitalised(&stage(self.shell.tongue, code))
    }

    fn href(&self, person: &Person) -> String {
        link::player(self.shell.tongue, &self.season, &person.player)
    }

    fn chance(&self, line: &Line) -> String {
        line.chance.as_deref().map(|chance| self.shell.tongue.choice("page-chance", chance)).unwrap_or_default()
    }

    /// Standings of the points that make up the table; in the end the results say more.
    fn standings(&self) -> Option<&Standings> {
        let has_results = self.results.as_ref().is_some_and(|results| !results.lines.is_empty());
        self.course.standings.as_ref().filter(|it| !has_results && !it.lines.is_empty())
    }

    /// Stages of which there are points, the last first.
    fn stages(&self) -> Vec<(&str, Vec<(&Line, &OfStage)>)> {
        let lines = self.course.standings.as_ref().map(|it| it.lines.as_slice()).unwrap_or_default();
        let of = |stage: &str| -> Vec<(&Line, &OfStage)> {
            let mut of: Vec<_> = lines.iter().filter_map(|line| Some((line, line.of_stage(stage)?))).collect();
            of.sort_by_key(|(_, it)| std::cmp::Reverse((it.big, it.small)));
            of
        };
        let stages = self.it.stages.iter().rev().map(|stage| (stage.as_str(), of(stage)));
        stages.filter(|(_, lines)| !lines.is_empty()).collect()
    }

    /// The stage after the rounds that somebody got to.
    fn reached(&self, person: &Person) -> Option<String> {
        let lines = self.course.standings.as_ref().map(|it| it.lines.as_slice()).unwrap_or_default();
        let line = lines.iter().find(|line| line.player.player == person.player)?;
        let last = ["final", "top"].into_iter().find(|stage| line.of_stage(stage).is_some())?;
        Some(stage(self.shell.tongue, last))
    }

    /// Whether the last stages gave places that the points of the rounds do not.
    fn has_late_stages(&self) -> bool {
        let lines = self.course.standings.as_ref().map(|it| it.lines.as_slice()).unwrap_or_default();
        lines.iter().any(|line| line.of_stage("final").is_some())
    }

    fn seating(&self) -> Option<&Seating> {
        self.course.seating.as_ref().filter(|it| !it.tables.is_empty() && self.it.phase != "closed")
    }

    fn is_me(&self, person: &Person) -> bool {
        person.is_called(&self.wanted.q)
    }

    /// Where those sit who are called as somebody asked.
    fn found(&self) -> Vec<String> {
        let tables = self.seating().map(|it| it.tables.as_slice()).unwrap_or_default();
        let seats = tables.iter().flat_map(|table| table.seats.iter().map(move |seat| (table.table, seat)));
        let mine = seats.filter(|(_, seat)| self.is_me(&seat.player));
        let sentence = |(table, seat): (u32, &Seat)| {
            let message = Message::new("page-public-sits-at").with("name", seat.player.name(self.shell.tongue));
            self.shell.tongue.0.say(&message.with("table", table.to_string()).with("seat", seat.seat.as_str()))
        };
        mine.map(sentence).collect()
    }

    fn winners(&self) -> String {
        let winners = self.results.as_ref().map(|results| results.winners.as_slice()).unwrap_or_default();
        winners.iter().map(|winner| winner.name(self.shell.tongue)).collect::<Vec<_>>().join(", ")
    }
}

/// How many sheets of a stage are in.
pub(crate) fn sheets_in(tongue: Tongue, complete: u32, tables: u32) -> String {
    let message = Message::new("page-sheets-in").count("number", complete.into()).count("of", tables.into());
    tongue.0.say(&message)
}

/// A round, the TOP stage or the final, in words.
pub(crate) fn stage(tongue: Tongue, code: &str) -> String {
    match code.parse::<u32>() {
        Ok(number) => tongue.count("round", number),
        Err(_) => tongue.choice("stage", code),
    }
}

/// The tournament.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>, wanted: Query<Wanted>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::public(&inside, tongue, draw(&inside, tongue, id, wanted.into_inner())).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: String, wanted: Wanted) -> Result<String, Refusal> {
    let address = format!("/api/v1/tournaments/{}", link::escaped(&id));
    let it: Tournament = inside.get(tongue.0, &address).await?;
    let part = |part: &str| format!("{address}/{part}");
    let course = course(inside, tongue, &address).await?;
    let mut results = None;
    if it.phase == "closed" {
        results = inside.find(tongue.0, &part("results")).await?;
    }
    let draws = inside.find(tongue.0, &part("draws")).await?;
    let draws = draws.filter(|it: &Draws| !it.all.is_empty());
    let mut registered = None;
    if it.phase == "approved" {
        let found: Option<Registered> = inside.find(tongue.0, &part("players")).await?;
        registered = found.map(|found| found.items);
    }
    let all = seasons(inside, tongue).await?;
    let season = current(&all, it.last_day.as_deref().unwrap_or(&it.first_day)).map(|season| season.id.clone());
    let title = it.name.clone().unwrap_or_else(|| id.clone());
    let here = link::tournament(tongue, &id);
    let mut shell = Shell::new(tongue, &title, &here, season.as_deref()).asked(inside);
    if matches!(it.phase.as_str(), "approved" | "running") {
        shell = shell.with_script("live.js");
    }
    let season = season.unwrap_or_default();
    let shared = Subject::Tournament { id: id.clone() }.shared(inside, tongue).await?;
    let shell = shell.shared(&shared);
    show::rendered(&Page { shell, season, title, id, here, it, course, results, draws, registered, wanted, shared })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_found_by_the_beginning_of_any_of_her_names() {
        let person = Person {
            player: String::new(),
            first_name: Some("Łucja Anna".to_owned()),
            surname: Some("Żółć-Nowak".to_owned()),
            city: None,
        };
        for wanted in ["lucja", "ANNA", "zol", "nowak luc", "Łucja Żółć"] {
            assert!(person.is_called(wanted), "{wanted}");
        }
        for wanted in ["", "  ", "ucja", "lucja kowal"] {
            assert!(!person.is_called(wanted), "{wanted}");
        }
    }
}
