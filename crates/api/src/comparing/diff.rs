//! What changed in the lists of a season between two moments, and which events did it.

use super::body::{ChangedLists, RowOf, Showing};
use crate::answer::{Answer, Audience, Key};
use crate::as_of::{self, Wanted};
use crate::costly::busy;
use crate::kostka::Kostka;
use crate::negotiate::Form;
use crate::negotiate::language;
use crate::params::{self, Params};
use crate::problem::{FieldProblem, Problem, ProblemKind};
use crate::seasons::{no_season, parse_id};
use crate::sheet::{self, Dialect};
use crate::table::{Row, Shape};
use crate::tournaments::application::unknown_choice;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::Choice;
use domain::ids::SeasonId;
use domain::publication::{ListId, ListKind};
use events::log::ReadError;
use formats::words::{Lang, Message};
use projections::projector::SearchError;
use projections::season_lists::{Budget, CausesError, Searched, canonical, changed_lists, lists_of_season};
use projections::views::{Records, Views};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use utoipa::openapi::{ObjectBuilder, Type};
use utoipa::{IntoParams, ToSchema};

/// How much a search for causes may cost.
pub(crate) const BUDGET: Budget = Budget { events: 100_000, patience: Duration::from_secs(8) };

/// Between which moments.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Between {
    /// The earlier moment: a position of the log, a time, or an edition of a list written `list@number`.
    #[param(max_length = 1200, example = "1042")]
    from: String,
    /// The later moment, written in the same way; now if nobody says.
    #[param(max_length = 1200)]
    to: Option<String>,
    /// Only lists of this kind.
    #[param(schema_with = list_kind)]
    list: Option<String>,
    /// Asks for CSV, and for which.
    #[param(inline)]
    dialect: Option<Dialect>,
}

/// The kinds of lists, for the documentation.
fn list_kind() -> ObjectBuilder {
    let names = ListKind::NAMES.iter().map(|name| json!(name));
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(names))
        .description(Some("Only lists of this kind."))
}

/// What changed between two moments.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SeasonDiff {
    /// The season.
    #[schema(max_length = 1024, example = "2025")]
    season: String,
    /// The earlier moment.
    from: InLog,
    /// The later moment.
    to: InLog,
    #[serde(flatten)]
    lists: ChangedLists,
}

/// A moment in the log.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct InLog {
    /// After the event at this position.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    position: u64,
    /// When that was recorded.
    #[schema(format = DateTime, max_length = 40, example = "2026-03-14T10:15:30.123456Z")]
    recorded_at: String,
}

impl InLog {
    fn of(views: &Views) -> Self {
        Self { position: views.position.0, recorded_at: views.recorded_at.to_string() }
    }
}

/// What changed in the lists of a season between two moments, with the first event that changed each row.
///
/// Names are those of today. If too much lies between the two moments, ask for a part of it.
#[utoipa::path(
    get, path = "/api/v1/seasons/{season}/diff", tag = "seasons", operation_id = "compareSeason",
    params(("season" = String, Path, max_length = 1024, description = "The id of the season", example = "2025"), Between),
    responses(
        (
            status = 200, description = "What changed",
            content((SeasonDiff = "application/json"), (String = "text/csv")),
        ),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn diff(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    season: web::Path<String>,
    Params(between): Params<Between>,
) -> Result<HttpResponse, Problem> {
    let shape = Shape::wanted(&request, between.dialect)?;
    let lang = language(request.headers());
    let season = parse_id(&season)?;
    params::not_longer("from", Some(&between.from), 1200)?;
    params::not_longer("to", between.to.as_deref(), 1200)?;
    let kinds = between.list.as_deref().map(ListKind::parse).transpose();
    let kinds = kinds.map_err(|_| unknown_choice::<ListKind>("list"))?;
    let today = kostka.views();
    let from = moment(&today, "from", &between.from)?;
    let to = between.to.as_deref().map(|text| moment(&today, "to", text)).transpose()?;
    let here = kostka.clone();
    let moments = move || {
        let from = from.position(&*here.log)?;
        let to = to.map_or(Ok(here.views().position), |to| to.position(&*here.log))?;
        Ok::<_, ReadError>((from, to))
    };
    let (from, to) = kostka.blocking(moments).await?.map_err(|_| ProblemKind::Unavailable)?;
    // Between two moments nothing changes any more but the names.
    let state = today.players.changed.max(today.happenings.changed);
    let key = format!("{season} {} {} {kinds:?}", from.0, to.0);
    let form = 2 * shape.number() + u64::from(lang == Lang::En);
    let key = Key::about("season-diff", &key, form);
    if let Some(answer) = kostka.costly.answers.find(&key, state) {
        return Ok(answer.respond(&request).await);
    }
    let (turn, here) = (kostka.costly_turn(&request).await?, kostka.clone());
    let work = move || {
        let _turn = turn;
        // Whoever had the turn before may have asked for the same.
        here.costly.answers.answer(key, state, || {
            let from = as_of::at(&here, from, "from")?;
            let to = as_of::at(&here, to, "to")?;
            let diff = compare(&here, &today, &season, [&from, &to], kinds, lang)?;
            diff.answer(shape, lang)
        })
    };
    let answer = kostka.blocking(work).await??;
    Ok(answer.respond(&request).await)
}

impl SeasonDiff {
    fn answer(&self, shape: Shape, lang: Lang) -> Result<Answer, Problem> {
        let answer = match shape {
            Shape::Json => Answer::computed(Audience::Public, self)?,
            Shape::Csv(dialect) => {
                let lists = self.lists.iter();
                let rows = lists.flat_map(|list| list.rows.iter().map(|row| RowOf { list: &list.list, row }));
                let rows: Vec<RowOf<'_>> = rows.collect();
                let body = sheet::write(dialect, RowOf::HEAD, rows.iter().map(Row::cells))?;
                Answer::by_content(Audience::Public, Form::Csv, body.into())
            }
        };
        Ok(answer.in_language(lang))
    }
}

/// A moment as somebody wrote it.
fn moment(views: &Views, name: &'static str, text: &str) -> Result<Wanted, Problem> {
    let Some((list, number)) = text.rsplit_once('@') else { return Wanted::read_from(name, text) };
    let entry = list.parse::<ListId>().ok().and_then(|list| views.editions.find(&list));
    let edition = entry.zip(number.parse().ok()).and_then(|(entry, number)| entry.edition(number));
    Ok(Wanted::Position(edition.ok_or_else(|| unknown_edition(name))?.position))
}

/// An edition that is named in a parameter and was never published.
pub(crate) fn unknown_edition(name: &'static str) -> Problem {
    let field = FieldProblem::parameter(name, "unknown-edition", Message::new("compare-field-edition"));
    Problem::new(ProblemKind::Unprocessable).at(field)
}

fn compare(
    kostka: &Kostka,
    today: &Views,
    season: &SeasonId,
    [from, to]: [&Arc<Views>; 2],
    kind: Option<ListKind>,
    lang: Lang,
) -> Result<SeasonDiff, Problem> {
    if from.position > to.position {
        let field = FieldProblem::parameter("to", "before-from", Message::new("compare-field-before-from"));
        return Err(Problem::new(ProblemKind::Unprocessable).at(field));
    }
    to.seasons.find(season).ok_or_else(|| no_season(today, season))?;
    let (before, after) = (&from.records, &to.records);
    let lists: BTreeSet<ListId> =
        lists_of_season(before, season).into_iter().chain(lists_of_season(after, season)).collect();
    let lists: Vec<ListId> = lists.into_iter().filter(|list| kind.is_none_or(|kind| list.kind() == kind)).collect();
    let changes = changed_lists(before, after, &lists);
    let searched = changes.iter().map(|change| Searched {
        list: change.list.clone(),
        before: rows(before, &change.list),
        rows: change.rows.iter().map(|row| row.key.clone()).collect(),
    });
    let causes = kostka
        .projector
        .causes((from.position, before), to.position, searched.collect(), BUDGET)
        .map_err(|error| not_found(&error))?;
    let lists = Showing { views: today, lang, most: usize::MAX }.lists(&changes, &causes);
    Ok(SeasonDiff { season: season.to_string(), from: InLog::of(from), to: InLog::of(to), lists })
}

fn rows(records: &Records, list: &ListId) -> Vec<formats::list::ListRow> {
    canonical(records, list).map_or(Vec::new(), |drawn| drawn.list.rows)
}

fn not_found(error: &SearchError) -> Problem {
    match error {
        SearchError::Busy => busy(),
        SearchError::Causes(CausesError::TooMuch { reached }) => Problem::new(ProblemKind::Unprocessable)
            .because(Message::new("compare-diff-too-much").count("position", reached.0))
            .fact("reason", "too-much-between")
            .fact("position", reached.0),
        SearchError::Causes(CausesError::Fold(_)) => {
            tracing::error!(%error, "causes cannot be found");
            ProblemKind::Internal.into()
        }
    }
}
