//! The card of a tournament and of one of its stages: the leaders or the podium.

use super::{Picture, Row};
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::list_items::signed;
use crate::layout::shell::NavLink;
use crate::layout::time;
use crate::tournaments::tournament::stage as stage_name;
use api::{ApiClient, ApiError};
use domain::Choice;
use domain::tournament::course::Phase;
use domain::tournament::course::Stage;
use wire::tournaments::desk::Tournament;
use wire::tournaments::live::{LiveStandings, StandingLine};
use wire::tournaments::results::{ResultRow, Results};

const PODIUM: usize = 3;
const LEADERS: usize = 5;

async fn tournament(client: &ApiClient, language: Language, id: &str) -> Result<(String, Tournament), ApiError> {
    let address = format!("/api/v1/tournaments/{}", link::escaped(id));
    let it = client.get(language.0, &address).await?;
    Ok((address, it))
}

fn picture(
    client: &ApiClient,
    language: Language,
    id: &str,
    it: &Tournament,
    kicker: String,
    rows: Vec<Row>,
) -> Picture {
    let days = it.first_day.as_deref().map(|first| time::span(language, first, it.last_day.as_deref()));
    let about =
        [days, it.venue.as_deref().map(town).or_else(|| it.voivodeship.map(|voivodeship| voivodeship.to_string()))];
    Picture {
        kicker,
        title: it.name.clone().unwrap_or_else(|| id.to_owned()),
        about: about.into_iter().flatten().collect::<Vec<_>>().join(" · "),
        rows,
        site: super::site(client),
    }
}

/// The town in an address: the last part without a number; the whole address where there is none.
fn town(venue: &str) -> String {
    let is_street = |part: &&str| ["ul.", "al.", "pl.", "os."].iter().any(|kind| part.starts_with(kind));
    let parts =
        venue.rsplit(',').map(|part| part.trim().trim_start_matches(|it: char| it.is_ascii_digit() || it == '-'));
    let mut towns = parts.map(str::trim).filter(|part| !part.is_empty() && !is_street(part));
    towns.find(|part| !part.contains(|it: char| it.is_ascii_digit())).unwrap_or(venue).to_owned()
}

/// The leaders of the standings with their points.
fn leaders(client: &ApiClient, language: Language, lines: &[StandingLine], most: usize) -> Vec<Row> {
    let placed = lines.iter().filter_map(|line| Some((line.current_place()?, line)));
    let row = |(place, line): (u32, &StandingLine)| Row {
        place: format!("{place}."),
        text: client.short_name(language.0, &line.named.player),
        value: points(language, line),
    };
    placed.take(most).map(row).collect()
}

/// The podium without points: the final decides these places, and points of the elimination would look like a mistake.
fn podium(client: &ApiClient, language: Language, lines: &[ResultRow]) -> Vec<Row> {
    let placed = lines.iter().filter_map(|line| Some((line.place?, line)));
    let row = |(place, line): (u32, &ResultRow)| Row {
        place: format!("{place}."),
        text: client.short_name(language.0, &line.named.player),
        value: String::new(),
    };
    placed.take(PODIUM).map(row).collect()
}

/// Games won and small points.
fn points(language: Language, line: &StandingLine) -> String {
    let won = language.count("paper-won", line.big);
    format!("{won}, {}{}", if line.small > 0 { "+" } else { "" }, signed(line.small))
}

/// A tournament: announced, running with its leaders, or closed with its podium.
pub(crate) async fn whole(client: &ApiClient, language: Language, id: &str) -> Result<Picture, ApiError> {
    let (address, it) = tournament(client, language, id).await?;
    let mut kicker = language.choice("page-paper-card", it.phase.name());
    let mut named = Vec::new();
    if it.phase == Phase::Closed {
        let results: Option<Results> = client.find(language.0, &format!("{address}/results")).await?;
        named = podium(client, language, &results.map(|results| results.lines).unwrap_or_default());
    } else if it.phase == Phase::Running {
        let standings: Option<LiveStandings> = client.find(language.0, &format!("{address}/standings")).await?;
        // Before the first sheet all players share the first place.
        if let Some((standings, stage)) = standings.and_then(|it| it.stage.map(|stage| (it, stage))) {
            kicker = format!("{kicker} · {}", stage_name(language, stage));
            named = leaders(client, language, &standings.lines, PODIUM);
        }
    }
    Ok(picture(client, language, id, &it, kicker, named))
}

/// Links to the pages of the stages with results.
pub(crate) async fn stages(client: &ApiClient, language: Language, id: &str) -> Result<Vec<NavLink>, ApiError> {
    let address = format!("/api/v1/tournaments/{}/standings", link::escaped(id));
    let standings: Option<LiveStandings> = client.find(language.0, &address).await?;
    let lines = standings.map(|standings| standings.lines).unwrap_or_default();
    let mut stages: Vec<Stage> = Vec::new();
    for line in lines.iter().flat_map(|line| &line.stages) {
        if !stages.contains(&line.stage) {
            stages.push(line.stage);
        }
    }
    let nav_link = |stage: Stage| NavLink {
        text: language.with("paper-standings-after", stage_name(language, stage)),
        href: link::after_stage(language, id, stage),
        is_here: false,
    };
    Ok(stages.into_iter().map(nav_link).collect())
}

/// The leaders after a stage; refused before it has results.
pub(crate) async fn after(client: &ApiClient, language: Language, id: &str, stage: Stage) -> Result<Picture, ApiError> {
    let (address, it) = tournament(client, language, id).await?;
    let asked = format!("{address}/standings?after={stage}");
    let standings: LiveStandings = client.get(language.0, &asked).await?;
    if standings.stage != Some(stage) {
        return Err(ApiError::not_found());
    }
    let state = if standings.provisional { "paper-card-during" } else { "paper-card-after" };
    let kicker = language.with(state, stage_name(language, stage));
    let named = leaders(client, language, &standings.lines, LEADERS);
    Ok(picture(client, language, id, &it, kicker, named))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_town_of_an_address_is_told_and_no_street() {
        assert_eq!(town("Dom Kultury „Kostka”, ul. Jokerowa 7, Żary"), "Żary");
        assert_eq!(town("Hala nr 2, ul. Jokerowa 7, 68-200 Żary"), "Żary");
        assert_eq!(town("Żary, ul. Jokerowa 7"), "Żary");
        assert_eq!(town("Biblioteka"), "Biblioteka");
        assert_eq!(town("ul. Jokerowa 7"), "ul. Jokerowa 7");
    }
}
