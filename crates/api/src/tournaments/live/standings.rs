//! The standings of a tournament, now or after a stage.

use super::seating;
use crate::http::answer::{Answer, AnswerKey, Audience};
use crate::http::csv::{Cell, Dialect};
use crate::http::endpoint::RoutePattern;
use crate::http::list_response::{self, ListFormat};
use crate::http::params;
use crate::http::path::TournamentPath;
use crate::http::problem::{HandlerResult, Problem};
use crate::http::read::Read;
use crate::tournaments::people::{SHOWN_PLAYER_HEAD, shown_player, shown_player_cells};
use crate::tournaments::visible;
use actix_web::web;
use domain::tournament::course::{Advancement, Chance, LiveStandingsLine, Phase, Stage};
use domain::values::ids::PlayerId;
use domain::values::place::Place;
use events::envelope::Position;
use projections::views::{TournamentEntry, Views};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use utoipa::IntoParams;
use wire::tournaments::live::{AdvancementChance, AdvancementItem, LiveStandings, StageLine, StandingLine};

/// In which form.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct CsvParams {
    /// Asks for CSV, and for which.
    #[param(inline)]
    pub(crate) dialect: Option<Dialect>,
}

/// Which standings, and in which form.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct StandingsParams {
    /// As they stood after this stage: the number of a round, `top` or `final`. Those of now if none is named.
    #[param(max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$")]
    after: Option<String>,
    /// Asks for CSV, and for which.
    #[param(inline)]
    dialect: Option<Dialect>,
}

/// The standings of a tournament.
///
/// Results count as soon as their sheets are there; those of a hidden stage when all of them are. Whoever goes on is
/// told as `certain` only if nothing that is still played can change it. `place`, `big`, `small` and `games` are those
/// of the elimination; what the TOP stage and the final brought stands in `stages`, and `final_place` is the place in
/// the whole tournament, by which the lines are sorted as soon as the final is over. A player without a place stands
/// last. `after` counts the sheets of the stages up to that one, as they are today; chances to go on are told only for
/// now. The answer and its ETag change only when the standings or a name do.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/standings", tag = "tournaments", operation_id = "getStandings",
    params(TournamentPath, StandingsParams),
    responses((status = 200, description = "The standings", content(
        (LiveStandings = "application/json"),
        (String = "text/csv", example = "final_place,place,player,first_name,surname,city,voivodeship,big,small,games,chance,big_1,small_1\r\n,1,2f6c1d0e9b8a4756x3f2,Łucja,Przykładowa,Łódź,łódzkie,3,112,4,provisional,3,112\r\n"),
    )), (status = 304, description = "As the client knows them"))
)]
pub(crate) async fn show(
    path: web::Path<TournamentPath>,
    Read { request, app, params: wanted }: Read<StandingsParams>,
) -> HandlerResult {
    let format = ListFormat::from_request(&request, wanted.dialect)?;
    let parse = |text: &str| Stage::parse(text).map_err(|_| params::wrong("after", "field-stage"));
    let after = wanted.after.as_deref().map(parse).transpose()?;
    let views = app.views();
    let entry = visible::tournament(&views, &path.id)?;
    let version = entry.standings_changed.max(entry.names_changed);
    let build = || respond(&standings_answer(&views, entry, after), version, format);
    // Answers about stages that do not exist are not cached.
    let is_there = |stage: Stage| entry.state().is_some_and(|state| state.play(stage).is_some());
    if !after.is_none_or(is_there) {
        return Ok(Arc::new(build()?).respond(&request).await);
    }
    let key = AnswerKey::about("standings", entry.id.as_str(), format.number() + 3 * seating::number(after));
    let answer = app.answers.answer(key, version, || Ok(build()?.at(RoutePattern::of(&request))))?;
    Ok(answer.respond_cacheable(&request).await)
}

fn standings_answer(views: &Views, entry: &TournamentEntry, after: Option<Stage>) -> LiveStandings {
    let Some(state) = entry.state() else {
        let phase = Phase::Closed;
        return LiveStandings {
            phase,
            stage: None,
            provisional: false,
            hidden: None,
            advancement: None,
            lines: Vec::new(),
        };
    };
    let is_of_now = after.is_none();
    let counts = |stage| !state.is_hidden(stage) && after.is_none_or(|after| stage <= after);
    let advancement = is_of_now.then(|| state.advancement(counts)).flatten();
    let is_whole = after.is_none_or(|after| after == Stage::Final);
    let final_places = if is_whole { state.shown_final_places() } else { BTreeMap::new() };
    let shown = state.standings(counts).into_shown_lines(&final_places);
    LiveStandings {
        phase: state.phase,
        stage: shown.iter().flat_map(LiveStandingsLine::stages_with_results).max(),
        provisional: state.is_in_play(after),
        hidden: state.hidden,
        advancement: advancement
            .as_ref()
            .map(|Advancement { into, seats, .. }| AdvancementItem { into: *into, seats: *seats }),
        lines: shown.iter().map(|line| standing_line(views, line, advancement.as_ref(), &final_places)).collect(),
    }
}

fn respond(standings: &LiveStandings, version: Position, format: ListFormat) -> Result<Answer, Problem> {
    let dialect = match format {
        ListFormat::Json => return Answer::json(version, Audience::Public, standings),
        ListFormat::Csv(dialect) => dialect,
    };
    let stages: BTreeSet<Stage> = standings.lines.iter().flat_map(|line| &line.stages).map(|line| line.stage).collect();
    let mut head: Vec<String> =
        ["final_place", "place"].into_iter().chain(SHOWN_PLAYER_HEAD).map(str::to_owned).collect();
    head.extend(["big", "small", "games", "chance"].map(str::to_owned));
    head.extend(stages.iter().flat_map(|stage| [format!("big_{stage}"), format!("small_{stage}")]));
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    list_response::csv_with(version, dialect, &head, standings.lines.iter().map(|line| cells(line, &stages)))
}

fn standing_line(
    views: &Views,
    line: &LiveStandingsLine,
    advancement: Option<&Advancement>,
    final_places: &BTreeMap<PlayerId, Place>,
) -> StandingLine {
    let chance = advancement.and_then(|advancement| advancement.chances.get(&line.player));
    let chance = chance.filter(|_| !line.is_disqualified());
    let stages = line.stages_with_results().filter_map(|stage| {
        let tally = line.by_stage.get(&stage)?;
        let (big, small, games) = (tally.big.0, tally.small.0, tally.games_played);
        Some(StageLine { stage, big, small, games })
    });
    StandingLine {
        final_place: line.shown_final_place(final_places).map(Place::number),
        place: line.shown_place().map(Place::number),
        named: shown_player(views, &line.player),
        big: line.tally.big.0,
        small: line.tally.small.0,
        games: line.tally.games_played,
        chance: chance.map(|chance| advancement_chance(*chance)),
        stages: stages.collect(),
    }
}

fn cells<'a>(line: &'a StandingLine, stages: &BTreeSet<Stage>) -> Vec<Cell<'a>> {
    let number = |number: u32| Cell::Number(number.into());
    let place = |place: Option<u32>| place.map_or(Cell::Empty, number);
    let mut cells = vec![place(line.final_place), place(line.place)];
    cells.extend(shown_player_cells(&line.named));
    cells.extend([number(line.big), Cell::Number(line.small), number(line.games)]);
    cells.push(Cell::maybe(line.chance.map(AdvancementChance::name)));
    for stage in stages {
        let result = line.stages.iter().find(|result| result.stage == *stage);
        cells.push(result.map_or(Cell::Empty, |result| number(result.big)));
        cells.push(result.map_or(Cell::Empty, |result| Cell::Number(result.small)));
    }
    cells
}

fn advancement_chance(chance: Chance) -> AdvancementChance {
    match chance {
        Chance::Certain => AdvancementChance::Certain,
        Chance::Provisional => AdvancementChance::Provisional,
        Chance::Possible => AdvancementChance::Possible,
        Chance::Out => AdvancementChance::Out,
    }
}
