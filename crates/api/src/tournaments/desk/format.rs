//! The format of a tournament: rounds, games and stages, chosen before the start.

use crate::http::fields::FieldParser;
use crate::http::path::TournamentPath;
use crate::http::problem::{HandlerResult, Problem};
use crate::http::write::Receipt;
use crate::tournaments::execute::TournamentWrite;
use crate::tournaments::requests::in_range;
use domain::Choice;
use domain::event::FormatPlan;
use domain::rulebook::{Rulebook, parameters};
use domain::tournament::course::{CommandKind, TournamentAction};
use domain::tournament::format::{Format, FormatName, Rounds, Stages, catalogue};
use domain::tournament::top_stage::TopSize;
use formats::localization::Message;
use wire::tournaments::desk::{FormatChoice, FormatItem};

const MAX_ROUND_MINUTES: u32 = 600;
const MAX_TURN_SECONDS: u32 = 3600;

/// Chooses rounds, games and stages.
///
/// Either by the name of a row of the format table, of which single values may differ, or by the games of each round.
/// It can be changed until the first round starts.
#[utoipa::path(
    put, path = "/api/v1/tournaments/{id}/format", tag = "tournaments", operation_id = "chooseFormat",
    params(TournamentPath), request_body = FormatChoice,
    responses(
        (status = 200, description = "Chosen, or nothing had to change, or a rehearsal", body = Receipt),
        (status = 409, description = "The first round has started, or it is not played here"),
    )
)]
pub(crate) async fn choose(write: TournamentWrite<{ CommandKind::ChooseFormat as u8 }, FormatChoice>) -> HandlerResult {
    let write = write.require_if_match()?;
    let rulebook = write.authorized.entry.state().and_then(|state| state.rulebook.clone()).unwrap_or_default();
    let plan = read_format(&write.body, &rulebook)?;
    write.run_action(TournamentAction::ChooseFormat(plan)).await
}

fn read_format(choice: &FormatChoice, rulebook: &Rulebook) -> Result<FormatPlan, Problem> {
    let mut fields = FieldParser::default();
    let named = choice.format.as_deref().and_then(|name| offered(&mut fields, rulebook, name));
    let rounds = read_rounds(choice, &mut fields, named.as_ref());
    let top = choice.top.as_deref().and_then(|name| fields.choice::<TopSize>("/top", name));
    let limit = |fields: &mut FieldParser, pointer, value: Option<u32>, most| {
        value.and_then(|value| in_range(fields, pointer, value, 1, most))
    };
    let round_minutes = limit(&mut fields, "/round_minutes", choice.round_minutes, MAX_ROUND_MINUTES);
    let top_games = limit(&mut fields, "/top_games", choice.top_games, Rounds::GAMES.max);
    let final_games = limit(&mut fields, "/final_games", choice.final_games, Rounds::GAMES.max);
    let turn_seconds = limit(&mut fields, "/turn_seconds", choice.turn_seconds, MAX_TURN_SECONDS);
    let stages = named.as_ref().map(|format| format.stages);
    if let Some(stages) = stages {
        // A row of the table fixes which stages follow.
        if top.is_some() && !stages.has_top_stage() {
            differs::<()>(&mut fields, "/top");
        }
        if final_games.is_some() && !stages.has_final() {
            differs::<()>(&mut fields, "/final_games");
        }
    }
    let Some(rounds) = rounds else { return Err(fields.problem()) };
    fields.finish()?;
    let has_final = stages.is_some_and(Stages::has_final);
    let has_top = stages.is_some_and(Stages::has_top_stage);
    let default_final = has_final.then(|| rulebook.get(parameters::FINAL_GAMES_DEFAULT));
    Ok(FormatPlan {
        name: named.as_ref().map(|format| format.name),
        rounds,
        round_minutes: round_minutes.or(named.as_ref().map(|format| format.round_minutes)),
        top: top.or(has_top.then_some(TopSize::Top8)),
        top_games: top_games.unwrap_or_else(|| rulebook.get(parameters::TOP_GAMES)),
        final_games: final_games.or(default_final),
        turn_seconds: turn_seconds.unwrap_or_else(|| rulebook.get(parameters::TURN_SECONDS)),
        second_entry: choice.second_entry,
    })
}

fn read_rounds(choice: &FormatChoice, fields: &mut FieldParser, named: Option<&Format>) -> Option<Vec<u32>> {
    let planned = named.map(|format| format.planned().games().to_vec());
    match (&choice.rounds, planned) {
        (None, Some(planned)) => Some(planned),
        (Some(rounds), Some(planned)) if *rounds == planned => Some(planned),
        (Some(_), Some(_)) => differs(fields, "/rounds"),
        // The rules limit the number of rounds further.
        (Some(rounds), None) if rounds.len() <= Rounds::COUNT.max as usize => Some(rounds.clone()),
        (Some(_), None) => fields.outside("/rounds", 1, Rounds::COUNT.max),
        (None, None) if choice.format.is_some() => None,
        (None, None) => fields.wrong("/rounds", "missing", Message::new("field-format-or-rounds")),
    }
}

fn differs<T>(fields: &mut FieldParser, pointer: &'static str) -> Option<T> {
    fields.wrong(pointer, "differs-from-format", Message::new("field-differs-from-format"))
}

fn offered(fields: &mut FieldParser, rulebook: &Rulebook, name: &str) -> Option<Format> {
    let offered = catalogue(rulebook);
    let found =
        FormatName::parse(name).ok().and_then(|name| offered.iter().find(|format| format.name == name).copied());
    found.or_else(|| {
        let known: Vec<&str> = offered.iter().map(|format| format.name.name()).collect();
        fields.unknown_choice("/format", &known)
    })
}

pub(crate) fn format_item(plan: &FormatPlan) -> FormatItem {
    FormatItem {
        format: plan.name,
        rounds: plan.rounds.clone(),
        round_minutes: plan.round_minutes,
        top: plan.top,
        top_games: plan.top.map(|_| plan.top_games),
        final_games: plan.final_games,
        turn_seconds: plan.turn_seconds,
        second_entry: plan.second_entry,
    }
}
