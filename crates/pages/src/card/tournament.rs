//! The card of a tournament, and that of a stage: who leads, or who has won.

use super::{Picture, Row};
use crate::link;
use crate::listed::signed;
use crate::shell::Way;
use crate::time;
use crate::tongue::Tongue;
use crate::tournament::stage as stage_name;
use api::{Inside, Refusal};
use serde::Deserialize;

/// How many are named: those who stand on the podium, and the leaders after a stage.
const PODIUM: usize = 3;
const LEADERS: usize = 5;

#[derive(Debug, Deserialize)]
struct Tournament {
    name: Option<String>,
    venue: Option<String>,
    voivodeship: Option<String>,
    first_day: Option<String>,
    last_day: Option<String>,
    phase: String,
}

#[derive(Debug, Deserialize)]
struct Standings {
    stage: Option<String>,
    provisional: bool,
    lines: Vec<Line>,
}

#[derive(Debug, Deserialize)]
struct Results {
    lines: Vec<Line>,
}

#[derive(Debug, Deserialize)]
struct Line {
    final_place: Option<u32>,
    place: Option<u32>,
    player: String,
    big: Option<i64>,
    small: Option<i64>,
    #[serde(default)]
    stages: Vec<StageLine>,
}

#[derive(Debug, Deserialize)]
struct StageLine {
    stage: String,
}

impl Line {
    fn place(&self) -> Option<u32> {
        self.final_place.or(self.place)
    }
}

async fn tournament(inside: &Inside, tongue: Tongue, id: &str) -> Result<(String, Tournament), Refusal> {
    let address = format!("/api/v1/tournaments/{}", link::escaped(id));
    let it = inside.get(tongue.0, &address).await?;
    Ok((address, it))
}

fn picture(inside: &Inside, tongue: Tongue, id: &str, it: &Tournament, kicker: String, rows: Vec<Row>) -> Picture {
    let days = it.first_day.as_deref().map(|first| time::span(tongue, first, it.last_day.as_deref()));
    let about = [days, it.venue.as_deref().map(town).or_else(|| it.voivodeship.clone())];
    Picture {
        kicker,
        title: it.name.clone().unwrap_or_else(|| id.to_owned()),
        about: about.into_iter().flatten().collect::<Vec<_>>().join(" · "),
        rows,
        site: super::site(inside),
    }
}

/// The town of an address, which comes last in it and has no number; the whole where there is none.
fn town(venue: &str) -> String {
    let is_street = |part: &&str| ["ul.", "al.", "pl.", "os."].iter().any(|kind| part.starts_with(kind));
    let parts =
        venue.rsplit(',').map(|part| part.trim().trim_start_matches(|it: char| it.is_ascii_digit() || it == '-'));
    let mut towns = parts.map(str::trim).filter(|part| !part.is_empty() && !is_street(part));
    towns.find(|part| !part.contains(|it: char| it.is_ascii_digit())).unwrap_or(venue).to_owned()
}

fn rows(inside: &Inside, tongue: Tongue, lines: &[Line], most: usize) -> Vec<Row> {
    let placed = lines.iter().filter_map(|line| Some((line.place()?, line)));
    let row = |(place, line): (u32, &Line)| Row {
        place: format!("{place}."),
        text: inside.short_name(tongue.0, &line.player),
        value: line.big.map(|big| points(tongue, big, line.small)).unwrap_or_default(),
    };
    placed.take(most).map(row).collect()
}

/// Games won, and the small points behind them.
fn points(tongue: Tongue, big: i64, small: Option<i64>) -> String {
    let won = tongue.count("paper-won", u64::try_from(big).unwrap_or_default());
    match small {
        Some(small) => format!("{won}, {}{}", if small > 0 { "+" } else { "" }, signed(small)),
        None => won,
    }
}

/// A tournament as it stands: announced, played, or with its podium.
pub(super) async fn whole(inside: &Inside, tongue: Tongue, id: &str) -> Result<Picture, Refusal> {
    let (address, it) = tournament(inside, tongue, id).await?;
    let mut kicker = tongue.choice("page-paper-card", &it.phase);
    let mut named = Vec::new();
    if it.phase == "closed" {
        let results: Option<Results> = inside.find(tongue.0, &format!("{address}/results")).await?;
        named = rows(inside, tongue, &results.map(|results| results.lines).unwrap_or_default(), PODIUM);
        // The final decides about these places, and points of the elimination beside them would look like a mistake.
        for row in &mut named {
            row.value.clear();
        }
    } else if it.phase == "running" {
        let standings: Option<Standings> = inside.find(tongue.0, &format!("{address}/standings")).await?;
        // Before the first sheet everybody is first.
        if let Some((standings, stage)) = standings.and_then(|it| it.stage.clone().map(|stage| (it, stage))) {
            kicker = format!("{kicker} · {}", stage_name(tongue, &stage));
            named = rows(inside, tongue, &standings.lines, PODIUM);
        }
    }
    Ok(picture(inside, tongue, id, &it, kicker, named))
}

/// The pages of those stages that have results.
pub(super) async fn stages(inside: &Inside, tongue: Tongue, id: &str) -> Result<Vec<Way>, Refusal> {
    let address = format!("/api/v1/tournaments/{}/standings", link::escaped(id));
    let standings: Option<Standings> = inside.find(tongue.0, &address).await?;
    let lines = standings.map(|standings| standings.lines).unwrap_or_default();
    let mut codes: Vec<String> = Vec::new();
    for stage in lines.iter().flat_map(|line| &line.stages) {
        if !codes.contains(&stage.stage) {
            codes.push(stage.stage.clone());
        }
    }
    let way = |code: &String| Way {
        text: tongue.with("paper-standings-after", stage_name(tongue, code)),
        href: link::after_stage(tongue, id, code),
        is_here: false,
    };
    Ok(codes.iter().map(way).collect())
}

/// The leaders after a stage; refused before it has results.
pub(super) async fn after(inside: &Inside, tongue: Tongue, id: &str, stage: &str) -> Result<Picture, Refusal> {
    let (address, it) = tournament(inside, tongue, id).await?;
    let asked = format!("{address}/standings{}", link::query(&[("after", Some(stage))]));
    let standings: Standings = inside.get(tongue.0, &asked).await?;
    if standings.stage.as_deref() != Some(stage) {
        return Err(Refusal::not_found());
    }
    let state = if standings.provisional { "paper-card-during" } else { "paper-card-after" };
    let kicker = tongue.with(state, stage_name(tongue, stage));
    let named = rows(inside, tongue, &standings.lines, LEADERS);
    Ok(picture(inside, tongue, id, &it, kicker, named))
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
