//! The plan of a simulation: the tournament, its staff, where to stop, and the seed.

use crate::rng::SeededRng;
use domain::Choice;
use domain::competitions::class::TournamentClass;
use domain::rulebook::Rulebook;
use domain::tournament::course::Stage;
use domain::tournament::format::{Format, FormatName};
use domain::tournament::top_stage::TopSize;
use domain::values::variant::Variant;
use domain::values::voivodeship::Voivodeship;
use serde_json::{Value, json};
use std::str::FromStr;
use wire::tournaments::applications::{NewApplication, NewContact};
use wire::tournaments::desk::FormatChoice;

/// Rounds, games and stages of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    pub rounds: Vec<u32>,
    pub top: Option<TopSize>,
    pub top_games: u32,
    pub final_games: Option<u32>,
    /// What stands in the request that chooses the format.
    pub chosen: Value,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no format is called `{found}`; those are {}, with `+top12` for TOP12 in place of TOP8", FormatName::NAMES.join(", "))]
pub struct InvalidFormat {
    found: String,
}

const GAMES_OF_LATER_STAGES: u32 = 4;

impl Setup {
    /// A format of the catalogue; where there is a TOP stage it is TOP8 unless another is asked for.
    pub fn named(name: FormatName, top: Option<TopSize>) -> Self {
        let Format { rounds, games_per_round, stages, .. } = name.format(&Rulebook::default());
        let top = stages.has_top_stage().then(|| top.unwrap_or(TopSize::Top8));
        let chosen = FormatChoice {
            format: Some(name.name().to_owned()),
            rounds: None,
            round_minutes: None,
            top: top.map(|size| size.name().to_owned()),
            top_games: None,
            final_games: None,
            turn_seconds: None,
            second_entry: false,
        };
        Self {
            rounds: vec![games_per_round; rounds as usize],
            top,
            top_games: GAMES_OF_LATER_STAGES,
            final_games: stages.has_final().then_some(GAMES_OF_LATER_STAGES),
            chosen: json!(chosen),
        }
    }

    /// The stages in their order.
    pub fn stages(&self) -> Vec<Stage> {
        let rounds = (1..=self.rounds.len() as u32).map(Stage::Round);
        let later = self.top.map(|_| Stage::Top).into_iter().chain(self.final_games.map(|_| Stage::Final));
        rounds.chain(later).collect()
    }

    /// The games of a table in a stage.
    pub fn games(&self, stage: Stage) -> u32 {
        match stage {
            Stage::Round(number) => self.rounds.get(number as usize - 1).copied().unwrap_or_default(),
            Stage::Top => self.top_games,
            Stage::Final => self.final_games.unwrap_or_default(),
        }
    }

    /// About how many sheets so many players hand in; the final is entered game by game.
    pub fn sheets(&self, players: usize) -> u64 {
        let tables = players.div_ceil(4) * self.rounds.len() + self.top.map_or(0, TopSize::tables);
        tables as u64 + u64::from(self.final_games.unwrap_or_default())
    }
}

impl FromStr for Setup {
    type Err = InvalidFormat;

    fn from_str(text: &str) -> Result<Self, InvalidFormat> {
        let (name, top) = match text.split_once('+') {
            Some((name, top)) => (name, Some(top)),
            None => (text, None),
        };
        let invalid = || InvalidFormat { found: text.to_owned() };
        let name = FormatName::parse(name).map_err(|_| invalid())?;
        let top = top.map(TopSize::parse).transpose().map_err(|_| invalid())?;
        let setup = Self::named(name, top);
        if top.is_some() && setup.top.is_none() { Err(invalid()) } else { Ok(setup) }
    }
}

/// How far an event goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopAt {
    /// The application waits for a decision.
    Application,
    /// It is approved, and players are on the list.
    Registration,
    /// A stage is being played: some sheets are in, others are missing.
    During(Stage),
    /// Everything is played, and the results are not final.
    BeforeClosing,
    Closed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an event stops at `application`, `registration`, `round:1`, `top`, `final` or `closing`")]
pub struct InvalidStop;

impl FromStr for StopAt {
    type Err = InvalidStop;

    fn from_str(text: &str) -> Result<Self, InvalidStop> {
        match text {
            "application" => Ok(Self::Application),
            "registration" => Ok(Self::Registration),
            "closing" => Ok(Self::BeforeClosing),
            "top" | "final" => Stage::parse(text).map(Self::During).map_err(|_| InvalidStop),
            other => {
                let number = other.strip_prefix("round:").ok_or(InvalidStop)?;
                let stage = Stage::parse(number).map_err(|_| InvalidStop)?;
                if stage.is_round() { Ok(Self::During(stage)) } else { Err(InvalidStop) }
            }
        }
    }
}

/// The organiser of a tournament; without an account it is the admin who approves it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TournamentStaff {
    /// The account of the organiser.
    pub organiser: Option<String>,
    /// The account that becomes the main referee.
    pub referee: Option<String>,
}

/// An event that is to be simulated.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    pub name: String,
    pub venue: String,
    pub voivodeship: Voivodeship,
    /// On which day, like `2026-03-14`.
    pub day: String,
    /// What it is declared as.
    pub class: TournamentClass,
    pub variant: Variant,
    /// The preset or rulebook it is approved with, if not that of the season.
    pub rulebook: Option<String>,
    pub setup: Setup,
    /// Who is on the list, by id.
    pub players: Vec<String>,
    /// Whether people come late, leave, are shown cards and misread sheets.
    pub incidents: bool,
    /// How far it goes.
    pub stop: StopAt,
    pub staff: TournamentStaff,
    /// What its scores and incidents follow from.
    pub rng: SeededRng,
    /// What its idempotency keys begin with: another one for every run.
    pub run: String,
}

impl Plan {
    pub fn application(&self) -> Value {
        json!(NewApplication {
            name: self.name.clone(),
            contact: NewContact {
                name: Some("Olgierd Organiszewski".to_owned()),
                email: Some("olgierd@kostka.example".to_owned()),
                address: Some("ul. Kostkowa 13, 00-013 Przykładowo".to_owned()),
                phone: Some("+48 22 555 01 13".to_owned()),
            },
            venue: Some(self.venue.clone()),
            voivodeship: self.voivodeship.name().to_owned(),
            first_day: Some(self.day.clone()),
            last_day: None,
            planned_players: Some(self.players.len() as u32),
            class: self.class.name().to_owned(),
            variant: self.variant.name().to_owned(),
            experienced: true,
            sponsors_consulted: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_named_as_in_the_catalogue() {
        let setup: Setup = "maks_c".parse().unwrap();
        assert_eq!((setup.rounds.as_slice(), setup.top), ([4, 4, 4, 4].as_slice(), Some(TopSize::Top8)));
        let names: Vec<String> = setup.stages().iter().map(ToString::to_string).collect();
        assert_eq!(names, ["1", "2", "3", "4", "top", "final"]);
        assert_eq!("standard_e+top12".parse::<Setup>().unwrap().top, Some(TopSize::Top12));
        assert_eq!("zwykly".parse::<Setup>().unwrap().stages().len(), 4);
        for wrong in ["", "maks", "zwykly+top8", "maks_c+top9"] {
            assert!(wrong.parse::<Setup>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_event_can_stop_at_every_point_that_is_named() {
        assert_eq!("round:3".parse(), Ok(StopAt::During(Stage::Round(3))));
        assert_eq!("final".parse(), Ok(StopAt::During(Stage::Final)));
        assert_eq!("closing".parse(), Ok(StopAt::BeforeClosing));
        for wrong in ["", "3", "round:", "round:0", "round:top", "end"] {
            assert_eq!(wrong.parse::<StopAt>(), Err(InvalidStop), "{wrong}");
        }
    }

    #[test]
    fn ninety_one_players_hand_in_as_many_sheets_as_there_are_tables() {
        let setup: Setup = "maks_c".parse().unwrap();
        assert_eq!(setup.sheets(91), 23 * 4 + 2 + 4);
    }
}
