//! The standings while a tournament is played: what everybody in the hall looks at.

use super::seating;
use super::shown::{self, Named};
use crate::answer::{Answer, Audience, Key};
use crate::kostka::Kostka;
use crate::params::{self, Params};
use crate::problem::Problem;
use crate::route::RoutePattern;
use crate::sheet::{Cell, Dialect};
use crate::table::{self, Shape};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::Choice;
use domain::course::{Advancement, Chance, LiveLine, Now, Phase, Presence, Stage};
use domain::event::{RecordedFinish, RecordedOutcome};
use domain::ids::PlayerId;
use domain::place::Place;
use events::envelope::Position;
use projections::views::{TournamentEntry, Views};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// In which form.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AsTable {
    /// Asks for CSV, and for which.
    #[param(inline)]
    pub(super) dialect: Option<Dialect>,
}

/// Which standings, and in which form.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Wanted {
    /// As they stood after this stage: the number of a round, `top` or `final`. Those of now if none is named.
    #[param(max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$")]
    after: Option<String>,
    /// Asks for CSV, and for which.
    #[param(inline)]
    dialect: Option<Dialect>,
}

/// The standings that everybody may see.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LiveStandings {
    /// Where the tournament is on its way.
    #[schema(max_length = 20, example = "running")]
    phase: &'static str,
    /// The last stage with results that are counted here; none before the first sheet.
    #[schema(max_length = 5, example = "3")]
    stage: Option<String>,
    /// Whether a stage is being played, so that the standings will change.
    #[schema(example = true)]
    provisional: bool,
    /// The stage whose results are hidden until all of them are there: they are not counted here.
    #[schema(max_length = 5, example = "4")]
    hidden: Option<String>,
    /// Where players go on to, while it is open who.
    advancement: Option<GoingOn>,
    /// Everybody who was seated, the best first: by `final_place` once there is one, by `place` before; whoever has no place comes last.
    #[schema(max_items = 100_000)]
    lines: Vec<StandingLine>,
}

/// Where players go on to.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GoingOn {
    /// The stage: `top` or `final`.
    #[schema(max_length = 5, example = "final")]
    into: String,
    /// How many go on.
    #[schema(minimum = 0, maximum = 12, example = 4)]
    seats: usize,
}

/// How likely somebody is to go on.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GoesOn {
    /// Nothing that is still played can change it.
    Certain,
    /// As things stand, and others can still change it.
    Provisional,
    /// Not as things stand, but it can still happen.
    Possible,
    /// Nothing that is still played can help.
    Out,
}

/// A player's line.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StandingLine {
    /// The place in the whole tournament, as the results have it; none before the final is over or the tournament is closed.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    final_place: Option<u32>,
    /// The place in the elimination; players who are equal in everything share it.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    place: Option<u32>,
    /// Who.
    #[serde(flatten)]
    named: Named,
    /// Games won in the elimination; those of the TOP stage and the final stand in `stages`.
    #[schema(minimum = 0, maximum = 1000, example = 7)]
    big: u32,
    /// Small points of the elimination, added up.
    #[schema(minimum = -10_000_000, maximum = 10_000_000, example = 312)]
    small: i64,
    /// Games played in the elimination.
    #[schema(minimum = 0, maximum = 1000, example = 12)]
    games: u32,
    /// How likely the player is to go on, while that is open.
    chance: Option<GoesOn>,
    /// What each stage with results brought, TOP stage and final too.
    #[schema(max_items = 22)]
    stages: Vec<StageLine>,
}

/// What one stage brought.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StageLine {
    /// The number of a round, `top` or `final`.
    #[schema(max_length = 5, example = "3")]
    stage: String,
    /// Games won.
    #[schema(minimum = 0, maximum = 1000, example = 2)]
    big: u32,
    /// Small points.
    #[schema(minimum = -10_000_000, maximum = 10_000_000, example = 84)]
    small: i64,
    /// Games played.
    #[schema(minimum = 0, maximum = 1000, example = 4)]
    games: u32,
}

/// The standings of a tournament.
///
/// Results count as soon as their sheets are there; those of a hidden stage when all of them are. Whoever goes on is told as
/// `certain` only if nothing that is still played can change it. `place`, `big`, `small` and `games` are those of the elimination; what
/// the TOP stage and the final brought stands in `stages`, and `final_place` is the place in the whole tournament, by which the lines
/// are sorted as soon as the final is over. A player without a place stands last. `after` counts the sheets of the stages up to that one,
/// as they are today; chances to go on are told only for now. The answer and its ETag change only when the
/// standings or a name do.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/standings", tag = "tournaments", operation_id = "getStandings",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2025-10-11-lodz"), Wanted),
    responses(
        (
            status = 200, description = "The standings",
            content(
                (LiveStandings = "application/json"),
                (String = "text/csv", example = "final_place,place,player,first_name,surname,city,voivodeship,big,small,games,chance,big_1,small_1\r\n,1,2f6c1d0e9b8a4756x3f2,Łucja,Przykładowa,Łódź,łódzkie,3,112,4,provisional,3,112\r\n"),
            ),
        ),
        (status = 304, description = "As the client knows them"),
    )
)]
pub(crate) async fn show(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    id: web::Path<String>,
    Params(wanted): Params<Wanted>,
) -> Result<HttpResponse, Problem> {
    let shape = Shape::wanted(&request, wanted.dialect)?;
    let parse = |text: &str| Stage::parse(text).map_err(|_| params::wrong("after", "field-stage"));
    let after = wanted.after.as_deref().map(parse).transpose()?;
    let views = kostka.views();
    let entry = shown::tournament(&views, &id)?;
    let state = entry.standings_changed.max(entry.names_changed);
    let build = || LiveStandings::of(&views, entry, after).answer(state, shape);
    // Stages that are not there are many, and nobody asks for them twice.
    let is_there = |stage: Stage| entry.now().is_some_and(|now| now.play(stage).is_some());
    if !after.is_none_or(is_there) {
        return Ok(Arc::new(build()?).respond(&request).await);
    }
    let key = Key::about("standings", entry.id.as_str(), shape.number() + 3 * seating::number(after));
    let answer = kostka.answers.answer(key, state, || Ok(build()?.at(RoutePattern::of(&request))))?;
    Ok(answer.respond_again(&request).await)
}

impl LiveStandings {
    fn of(views: &Views, entry: &TournamentEntry, after: Option<Stage>) -> Self {
        let Some(now) = entry.now() else {
            let phase = Phase::Closed.name();
            return Self { phase, stage: None, provisional: false, hidden: None, advancement: None, lines: Vec::new() };
        };
        let is_of_now = after.is_none();
        let counts = |stage| !now.is_hidden(stage) && after.is_none_or(|after| stage <= after);
        let advancement = is_of_now.then(|| now.advancement(counts)).flatten();
        let shown = now.standings(counts).lines;
        // Whoever is out stands last and without place, wherever the rulebook would leave them.
        let (out, placed): (Vec<LiveLine>, Vec<LiveLine>) =
            shown.into_iter().partition(|line| line.presence == Presence::Disqualified);
        let is_whole = after.is_none_or(|after| after == Stage::Final);
        let last_places = if is_whole { final_places(entry, now) } else { BTreeMap::new() };
        let mut lines: Vec<StandingLine> = placed
            .iter()
            .chain(&out)
            .map(|line| StandingLine::of(views, line, advancement.as_ref(), &last_places))
            .collect();
        if !last_places.is_empty() {
            lines.sort_by_key(|line| (line.final_place.is_none(), line.final_place));
        }
        let counted = placed.iter().chain(&out).flat_map(stages_with_results).max();
        Self {
            phase: now.phase.name(),
            stage: counted.map(shown::written),
            provisional: is_played(now, after),
            hidden: now.hidden.map(shown::written),
            advancement: advancement
                .map(|Advancement { into, seats, .. }| GoingOn { into: shown::written(into), seats }),
            lines,
        }
    }

    fn answer(&self, state: Position, shape: Shape) -> Result<Answer, Problem> {
        let dialect = match shape {
            Shape::Json => return Answer::json(state, Audience::Public, self),
            Shape::Csv(dialect) => dialect,
        };
        let stages: BTreeSet<Stage> =
            self.lines.iter().flat_map(|line| &line.stages).filter_map(StageLine::stage).collect();
        let mut head: Vec<String> =
            ["final_place", "place"].into_iter().chain(Named::HEAD).map(str::to_owned).collect();
        head.extend(["big", "small", "games", "chance"].map(str::to_owned));
        head.extend(stages.iter().flat_map(|stage| [format!("big_{stage}"), format!("small_{stage}")]));
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        table::csv_with(state, dialect, &head, self.lines.iter().map(|line| line.cells(&stages)))
    }
}

/// The places in the whole tournament that everybody may know; none before the final is over.
fn final_places(entry: &TournamentEntry, now: &Now) -> BTreeMap<PlayerId, Place> {
    if now.phase == Phase::Closed {
        let Some(RecordedOutcome::Results(lines)) = entry.record().map(|record| &record.outcome) else {
            return BTreeMap::new();
        };
        let placed = lines.iter().filter_map(|line| match line.finish {
            RecordedFinish::Place(place) => Some((line.player.clone(), place)),
            RecordedFinish::Disqualified => None,
        });
        return placed.collect();
    }
    let is_over = now.play(Stage::Final).is_some_and(|play| play.closed || play.skipped);
    if !is_over || now.hidden.is_some() {
        return BTreeMap::new();
    }
    let finished = now.final_places().unwrap_or_default().into_iter();
    finished.filter_map(|(player, place)| Some((player, place?))).collect()
}

/// Whether a stage, up to that which is asked for, has begun and is not over.
fn is_played(now: &Now, after: Option<Stage>) -> bool {
    let mut asked = now.stages.iter().filter(|(stage, _)| after.is_none_or(|after| **stage <= after));
    now.phase == Phase::Running && asked.any(|(_, play)| play.started && !play.closed && !play.skipped)
}

fn stages_with_results(line: &LiveLine) -> impl Iterator<Item = Stage> {
    let played = line.by_stage.iter().filter(|(_, tally)| tally.games_played + tally.games_unplayed > 0);
    played.map(|(stage, _)| *stage)
}

impl StandingLine {
    fn of(
        views: &Views,
        line: &LiveLine,
        advancement: Option<&Advancement>,
        last_places: &BTreeMap<PlayerId, Place>,
    ) -> Self {
        let is_out = line.presence == Presence::Disqualified;
        let chance = advancement.and_then(|advancement| advancement.chances.get(&line.player)).filter(|_| !is_out);
        let stages = stages_with_results(line).filter_map(|stage| {
            let tally = line.by_stage.get(&stage)?;
            let (big, small, games) = (tally.big.0, tally.small.0, tally.games_played);
            Some(StageLine { stage: shown::written(stage), big, small, games })
        });
        Self {
            final_place: last_places.get(&line.player).filter(|_| !is_out).map(|place| place.number()),
            place: line.place.filter(|_| !is_out).map(Place::number),
            named: Named::of(views, &line.player),
            big: line.tally.big.0,
            small: line.tally.small.0,
            games: line.tally.games_played,
            chance: chance.map(|chance| GoesOn::of(*chance)),
            stages: stages.collect(),
        }
    }

    fn cells(&self, stages: &BTreeSet<Stage>) -> Vec<Cell<'_>> {
        let number = |number: u32| Cell::Number(number.into());
        let place = |place: Option<u32>| place.map_or(Cell::Empty, number);
        let mut cells = vec![place(self.final_place), place(self.place)];
        cells.extend(self.named.cells());
        cells.extend([number(self.big), Cell::Number(self.small), number(self.games)]);
        cells.push(Cell::maybe(self.chance.map(GoesOn::name)));
        for stage in stages {
            let line = self.stages.iter().find(|line| line.stage() == Some(*stage));
            cells.push(line.map_or(Cell::Empty, |line| number(line.big)));
            cells.push(line.map_or(Cell::Empty, |line| Cell::Number(line.small)));
        }
        cells
    }
}

impl StageLine {
    fn stage(&self) -> Option<Stage> {
        Stage::parse(&self.stage).ok()
    }
}

impl GoesOn {
    fn of(chance: Chance) -> Self {
        match chance {
            Chance::Certain => Self::Certain,
            Chance::Provisional => Self::Provisional,
            Chance::Possible => Self::Possible,
            Chance::Out => Self::Out,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Certain => "certain",
            Self::Provisional => "provisional",
            Self::Possible => "possible",
            Self::Out => "out",
        }
    }
}
