//! What clients send and get of formats.

use super::super::body::{format_name, top, within};
use crate::problem::{FieldProblem, Problem};
use crate::reading::Reading;
use domain::Choice;
use domain::event::FormatPlan;
use domain::format::{Format, FormatName, Rounds, catalogue};
use domain::rulebook::{Rulebook, parameters};
use domain::top_stage::TopSize;
use formats::words::Message;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The longest round in minutes, and the longest move in seconds.
const MAX_ROUND_MINUTES: u32 = 600;
const MAX_TURN_SECONDS: u32 = 3600;

/// Rounds, games and stages.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FormatChoice {
    #[schema(schema_with = format_name)]
    format: Option<String>,
    /// The games of each elimination round, if no row of the table is named.
    #[schema(min_items = 1, max_items = 20, example = json!([3, 3, 3, 3]))]
    rounds: Option<Vec<u32>>,
    /// The time limit of a round.
    #[schema(minimum = 1, maximum = 600, example = 45)]
    round_minutes: Option<u32>,
    #[schema(schema_with = top)]
    top: Option<String>,
    /// The games of the TOP stage.
    #[schema(minimum = 1, maximum = 20, example = 4)]
    top_games: Option<u32>,
    /// The games of the final; without it there is none, unless the row of the table has one.
    #[schema(minimum = 1, maximum = 20, example = 4)]
    final_games: Option<u32>,
    /// The time for one move; that of the rulebook if it is not said.
    #[schema(minimum = 1, maximum = 3600, example = 40)]
    turn_seconds: Option<u32>,
    /// Whether each sheet is entered again by somebody else.
    #[serde(default)]
    #[schema(default = false, example = false)]
    second_entry: bool,
}

impl FormatChoice {
    pub(super) fn read(&self, rulebook: &Rulebook) -> Result<FormatPlan, Problem> {
        let mut reading = Reading::default();
        let named = self.format.as_deref().and_then(|name| offered(&mut reading, rulebook, name));
        let rounds = self.rounds(&mut reading, named.as_ref());
        let top = self.top.as_deref().and_then(|name| reading.choice::<TopSize>("/top", name));
        let limit = |reading: &mut Reading, pointer, value: Option<u32>, most| {
            value.and_then(|value| within(reading, pointer, value, 1, most))
        };
        let round_minutes = limit(&mut reading, "/round_minutes", self.round_minutes, MAX_ROUND_MINUTES);
        let top_games = limit(&mut reading, "/top_games", self.top_games, Rounds::GAMES.max);
        let final_games = limit(&mut reading, "/final_games", self.final_games, Rounds::GAMES.max);
        let turn_seconds = limit(&mut reading, "/turn_seconds", self.turn_seconds, MAX_TURN_SECONDS);
        let stages = named.as_ref().map(|format| format.stages);
        if let Some(stages) = stages {
            // A row of the table says which stages follow; another choice is no such row.
            if top.is_some() && !stages.has_top_stage() {
                differs(&mut reading, "/top");
            }
            if final_games.is_some() && !stages.has_final() {
                differs(&mut reading, "/final_games");
            }
        }
        let Some(rounds) = rounds else { return Err(reading.problem()) };
        reading.finish()?;
        let has_final = stages.is_some_and(domain::format::Stages::has_final);
        let has_top = stages.is_some_and(domain::format::Stages::has_top_stage);
        let default_final = has_final.then(|| rulebook.get(parameters::FINAL_GAMES_DEFAULT));
        Ok(FormatPlan {
            name: named.as_ref().map(|format| format.name),
            rounds,
            round_minutes: round_minutes.or(named.as_ref().map(|format| format.round_minutes)),
            top: top.or(has_top.then_some(TopSize::Top8)),
            top_games: top_games.unwrap_or_else(|| rulebook.get(parameters::TOP_GAMES)),
            final_games: final_games.or(default_final),
            turn_seconds: turn_seconds.unwrap_or_else(|| rulebook.get(parameters::TURN_SECONDS)),
            second_entry: self.second_entry,
        })
    }

    fn rounds(&self, reading: &mut Reading, named: Option<&Format>) -> Option<Vec<u32>> {
        let planned = named.map(|format| format.planned().games().to_vec());
        match (&self.rounds, planned) {
            (None, Some(planned)) => Some(planned),
            (Some(rounds), Some(planned)) if *rounds == planned => Some(planned),
            (Some(_), Some(_)) => {
                differs(reading, "/rounds");
                None
            }
            // How many there may be is for the rules to say.
            (Some(rounds), None) if rounds.len() <= Rounds::COUNT.max as usize => Some(rounds.clone()),
            (Some(_), None) => {
                let words = Message::new("field-range").number("least", 1).number("most", Rounds::COUNT.max);
                reading.note(FieldProblem::pointer("/rounds", "out-of-range", words));
                None
            }
            (None, None) => {
                if self.format.is_none() {
                    let words = Message::new("field-format-or-rounds");
                    reading.note(FieldProblem::pointer("/rounds", "missing", words));
                }
                None
            }
        }
    }
}

fn differs(reading: &mut Reading, pointer: &'static str) {
    reading.note(FieldProblem::pointer(pointer, "differs-from-format", Message::new("field-differs-from-format")));
}

/// A row of the format table that the rulebook offers.
fn offered(reading: &mut Reading, rulebook: &Rulebook, name: &str) -> Option<Format> {
    let offered = catalogue(rulebook);
    let found =
        FormatName::parse(name).ok().and_then(|name| offered.iter().find(|format| format.name == name).copied());
    if found.is_none() {
        let known: Vec<&str> = offered.iter().map(|format| format.name.name()).collect();
        let words = Message::new("field-choice").with("known", known.join(", "));
        reading.note(FieldProblem::pointer("/format", "unknown-choice", words));
    }
    found
}

/// Rounds, games and stages of a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FormatItem {
    #[schema(schema_with = format_name)]
    format: Option<&'static str>,
    /// The games of each elimination round.
    #[schema(max_items = 20, example = json!([3, 3, 3, 3]))]
    rounds: Vec<u32>,
    /// The time limit of a round.
    #[schema(minimum = 1, maximum = 600, example = 45)]
    round_minutes: Option<u32>,
    #[schema(schema_with = top)]
    top: Option<&'static str>,
    /// The games of the TOP stage, if there is one.
    #[schema(minimum = 1, maximum = 20, example = 4)]
    top_games: Option<u32>,
    /// The games of the final, if there is one.
    #[schema(minimum = 1, maximum = 20, example = 4)]
    final_games: Option<u32>,
    /// The time for one move.
    #[schema(minimum = 1, maximum = 3600, example = 40)]
    turn_seconds: u32,
    /// Whether each sheet is entered again by somebody else.
    second_entry: bool,
}

impl FormatItem {
    pub(crate) fn of(plan: &FormatPlan) -> Self {
        Self {
            format: plan.name.map(FormatName::name),
            rounds: plan.rounds.clone(),
            round_minutes: plan.round_minutes,
            top: plan.top.map(TopSize::name),
            top_games: plan.top.map(|_| plan.top_games),
            final_games: plan.final_games,
            turn_seconds: plan.turn_seconds,
            second_entry: plan.second_entry,
        }
    }
}
