//! The public page of a tournament: progress, seating, standings, stages, results and draws.

use crate::layout::language::{Language, capitalised};
use crate::layout::link;
use crate::layout::query::{SearchParams, SearchQuery};
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::layout::time;
use crate::seasons::season::{current, seasons};
use crate::site::card::{CardSubject, ShareInfo};
use crate::tournaments::people::PlayerName;
use actix_web::web;
use api::{ApiClient, ApiError};
use askama::Template;
use domain::Choice;
use domain::tournament::course::{Phase, Stage};
use formats::localization::Message;
use formats::name_search::{name_words, query_words};
use wire::tournaments::desk::{PublicList, Tournament};
use wire::tournaments::live::{LiveStandings, Progress, SeatTaken, Seating, StageLine, StandingLine};
use wire::tournaments::people::{ListedPlayer, ShownPlayer};
use wire::tournaments::play::Draws;
use wire::tournaments::results::Results;

pub(crate) trait ProgressText {
    /// How many sheets are in; `None` while no table is seated.
    fn sentence(&self, language: Language) -> Option<String>;
    fn missing_tables(&self) -> String;
    fn end_of_round(&self) -> Option<String>;
}

impl ProgressText for Progress {
    fn sentence(&self, language: Language) -> Option<String> {
        if self.tables == 0 {
            return None;
        }
        let stage = self.stage.map(|it| capitalised(&stage(language, it))).unwrap_or_default();
        Some(format!("{stage}: {}", sheets_in(language, self.complete, self.tables)))
    }

    fn missing_tables(&self) -> String {
        self.missing.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
    }

    fn end_of_round(&self) -> Option<String> {
        self.ends_at.as_deref().map(time::clock)
    }
}

/// Whether every word of a search begins one of the names of a player.
fn is_called(player: &ShownPlayer, params: &str) -> bool {
    let params = query_words(params);
    let names = name_words([player.first_name.as_deref(), player.surname.as_deref()].into_iter().flatten());
    let begins = |word: &str| names.iter().any(|name| name.starts_with(word));
    !params.is_empty() && params.iter().all(|word| begins(word))
}

fn stage_line(line: &StandingLine, stage: Stage) -> Option<&StageLine> {
    line.stages.iter().find(|it| it.stage == stage)
}

/// What changes while a tournament is played.
pub(crate) struct LiveData {
    pub(crate) standings: Option<LiveStandings>,
    pub(crate) seating: Option<Seating>,
    pub(crate) progress: Option<Progress>,
}

pub(crate) async fn live_data(client: &ApiClient, language: Language, address: &str) -> Result<LiveData, ApiError> {
    Ok(LiveData {
        standings: client.find(language.0, &format!("{address}/standings")).await?,
        seating: client.find(language.0, &format!("{address}/seating")).await?,
        progress: client.find(language.0, &format!("{address}/progress")).await?,
    })
}

#[derive(Template)]
#[template(path = "tournament.html")]
struct Page {
    shell: Shell,
    season: String,
    title: String,
    id: String,
    own_path: String,
    it: Tournament,
    live: LiveData,
    results: Option<Results>,
    draws: Option<Draws>,
    /// The registered players, before play begins.
    registered: Option<Vec<ListedPlayer>>,
    params: SearchParams,
    shared: ShareInfo,
}

impl Page {
    fn is_live(&self) -> bool {
        matches!(self.it.phase, Phase::Approved | Phase::Running)
    }

    fn days(&self) -> String {
        let first_day = self.it.first_day.as_deref();
        first_day.map(|day| time::span(self.shell.language, day, self.it.last_day.as_deref())).unwrap_or_default()
    }

    fn is_running(&self) -> bool {
        self.it.phase == Phase::Running
    }

    fn is_started(&self) -> bool {
        self.it.managed.as_ref().is_some_and(|managed| managed.started)
    }

    fn seed_commitment(&self) -> Option<&str> {
        self.it.managed.as_ref()?.seed_commitment.as_deref()
    }

    fn phase(&self) -> String {
        self.shell.language.choice("page-phase", self.it.phase.name())
    }

    fn class(&self) -> Option<String> {
        self.it.class.map(|class| self.shell.language.choice("page-class", class.name()))
    }

    fn stage(&self, it: Option<Stage>) -> String {
        it.map(|it| stage(self.shell.language, it)).unwrap_or_default()
    }

    /// The stage at the beginning of a line.
    fn headed(&self, it: Stage) -> String {
        capitalised(&stage(self.shell.language, it))
    }

    fn href(&self, person: &ShownPlayer) -> String {
        link::player(self.shell.language, &self.season, &person.player)
    }

    fn chance(&self, line: &StandingLine) -> String {
        line.chance.map(|chance| self.shell.language.choice("page-chance", chance.name())).unwrap_or_default()
    }

    /// The standings, unless there are final results.
    fn standings(&self) -> Option<&LiveStandings> {
        let has_results = self.results.as_ref().is_some_and(|results| !results.lines.is_empty());
        self.live.standings.as_ref().filter(|it| !has_results && !it.lines.is_empty())
    }

    /// Stages with points, the last first.
    fn stages(&self) -> Vec<(Stage, Vec<(&StandingLine, &StageLine)>)> {
        let lines = self.live.standings.as_ref().map(|it| it.lines.as_slice()).unwrap_or_default();
        let of = |stage: Stage| -> Vec<(&StandingLine, &StageLine)> {
            let mut of: Vec<_> = lines.iter().filter_map(|line| Some((line, stage_line(line, stage)?))).collect();
            of.sort_by_key(|(_, it)| std::cmp::Reverse((it.big, it.small)));
            of
        };
        let stages = self.it.managed.iter().flat_map(|managed| managed.stages.iter().rev()).map(|it| (*it, of(*it)));
        stages.filter(|(_, lines)| !lines.is_empty()).collect()
    }

    /// The last stage after the rounds that a player reached.
    fn reached(&self, person: &ShownPlayer) -> Option<String> {
        let lines = self.live.standings.as_ref().map(|it| it.lines.as_slice()).unwrap_or_default();
        let line = lines.iter().find(|line| line.named.player == person.player)?;
        let last = [Stage::Final, Stage::Top].into_iter().find(|stage| stage_line(line, *stage).is_some())?;
        Some(stage(self.shell.language, last))
    }

    /// Whether the last stages gave places that the points of the rounds do not.
    fn has_late_stages(&self) -> bool {
        let lines = self.live.standings.as_ref().map(|it| it.lines.as_slice()).unwrap_or_default();
        lines.iter().any(|line| stage_line(line, Stage::Final).is_some())
    }

    fn seating(&self) -> Option<&Seating> {
        self.live.seating.as_ref().filter(|it| !it.tables.is_empty() && self.it.phase != Phase::Closed)
    }

    fn is_me(&self, person: &ShownPlayer) -> bool {
        is_called(person, &self.params.q)
    }

    fn found(&self) -> Vec<String> {
        let tables = self.seating().map(|it| it.tables.as_slice()).unwrap_or_default();
        let seats = tables.iter().flat_map(|table| table.seats.iter().map(move |seat| (table.table, seat)));
        let mine = seats.filter(|(_, seat)| self.is_me(&seat.named));
        let sentence = |(table, seat): (u32, &SeatTaken)| {
            let message = Message::new("page-public-sits-at").with("name", seat.named.name(self.shell.language));
            self.shell.language.0.render(&message.with("table", table.to_string()).with("seat", seat.seat.name()))
        };
        mine.map(sentence).collect()
    }

    fn winners(&self) -> String {
        let winners = self.results.as_ref().map(|results| results.winners.as_slice()).unwrap_or_default();
        winners.iter().map(|winner| winner.name(self.shell.language)).collect::<Vec<_>>().join(", ")
    }
}

/// The last day of a tournament, or the first where no other is known.
pub(crate) fn last_day(it: &Tournament) -> Option<&str> {
    it.last_day.as_deref().or(it.first_day.as_deref())
}

pub(crate) fn sheets_in(language: Language, complete: u32, tables: u32) -> String {
    let message = Message::new("page-sheets-in").count("number", complete.into()).count("of", tables.into());
    language.0.render(&message)
}

/// A round, the TOP stage or the final, in words.
pub(crate) fn stage(language: Language, stage: Stage) -> String {
    match stage {
        Stage::Round(number) => language.count("round", number),
        Stage::Top | Stage::Final => language.choice("stage", &stage.to_string()),
    }
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String)>, params: SearchQuery) -> Rendered {
    let (language, id) = path.into_inner();
    let params = params.into_inner();
    let address = format!("/api/v1/tournaments/{}", link::escaped(&id));
    let it: Tournament = client.get(language.0, &address).await?;
    let part = |part: &str| format!("{address}/{part}");
    let live = live_data(&client, language, &address).await?;
    let mut results = None;
    if it.phase == Phase::Closed {
        results = client.find(language.0, &part("results")).await?;
    }
    let draws = client.find(language.0, &part("draws")).await?;
    let draws = draws.filter(|it: &Draws| !it.items.is_empty());
    let mut registered = None;
    if it.phase == Phase::Approved {
        let found: Option<PublicList> = client.find(language.0, &part("players")).await?;
        registered = found.map(|found| found.items);
    }
    let all = seasons(&client, language).await?;
    let season = last_day(&it).and_then(|day| current(&all, day)).map(|season| season.id.clone());
    let title = it.name.clone().unwrap_or_else(|| id.clone());
    let own_path = link::tournament(language, &id);
    let mut shell = Shell::new(language, &title, &own_path, season.as_deref()).asked(&client);
    if matches!(it.phase, Phase::Approved | Phase::Running) {
        shell = shell.with_script("live.js");
    }
    let season = season.unwrap_or_default();
    let shared = CardSubject::Tournament { id: id.clone() }.shared(&client, language).await?;
    let shell = shell.shared(&shared);
    response::render_template(&Page {
        shell,
        season,
        title,
        id,
        own_path,
        it,
        live,
        results,
        draws,
        registered,
        params,
        shared,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_found_by_the_beginning_of_any_of_her_names() {
        let person = ShownPlayer {
            player: String::new(),
            first_name: Some("Łucja Anna".to_owned()),
            surname: Some("Żółć-Nowak".to_owned()),
            city: None,
            voivodeship: None,
        };
        for params in ["lucja", "ANNA", "zol", "nowak luc", "Łucja Żółć"] {
            assert!(is_called(&person, params), "{params}");
        }
        for params in ["", "  ", "ucja", "lucja kowal"] {
            assert!(!is_called(&person, params), "{params}");
        }
    }
}
