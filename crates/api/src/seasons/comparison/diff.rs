//! Compares the lists of a season between two moments, with the events that changed them.

use super::changed_lists::{ChangedListsBuilder, ChangedRowOfList};
use crate::http::answer::{Answer, AnswerKey, Audience};
use crate::http::app::AppState;
use crate::http::as_of::{self, PointInTime};
use crate::http::conditional::NotModified;
use crate::http::csv::{self, Dialect};
use crate::http::expensive_reads::busy;
use crate::http::list_response::{ListFormat, Row};
use crate::http::negotiate::{Form, language};
use crate::http::params;
use crate::http::path::SeasonPath;
use crate::http::problem::{FieldProblem, HandlerResult, Problem, ProblemKind};
use crate::http::read::Read;
use crate::seasons::{no_season, parse_id};
use actix_web::web;
use domain::Choice;
use domain::publication::{ListId, ListKind};
use domain::values::ids::SeasonId;
use events::log::ReadError;
use formats::localization::{Lang, Message};
use projections::projector::SearchError;
use projections::season_lists::{Budget, CauseQuery, CausesError, canonical, changed_lists, lists_of_season};
use projections::views::{Records, Views};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use utoipa::IntoParams;
use utoipa::openapi::{ObjectBuilder, Type};
use wire::seasons::comparison::{LogMoment, SeasonDiff};

pub(crate) const BUDGET: Budget = Budget { events: 100_000, timeout: Duration::from_secs(8) };

/// Between which moments.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SeasonDiffParams {
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

fn list_kind() -> ObjectBuilder {
    let names = ListKind::NAMES.iter().map(|name| json!(name));
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(names))
        .description(Some("Only lists of this kind."))
}

fn log_moment(views: &Views) -> LogMoment {
    LogMoment { position: views.position.0, recorded_at: views.recorded_at.to_string() }
}

/// What changed in the lists of a season between two moments, with the first event that changed each row.
///
/// Names are those of today. If too much lies between the two moments, ask for a part of it.
#[utoipa::path(
    get, path = "/api/v1/seasons/{season}/diff", tag = "seasons", operation_id = "compareSeason",
    params(SeasonPath, SeasonDiffParams),
    responses((status = 200, description = "What changed", content((SeasonDiff = "application/json"), (String = "text/csv"))), NotModified)
)]
pub(crate) async fn diff(
    path: web::Path<SeasonPath>,
    Read { request, app, params: between }: Read<SeasonDiffParams>,
) -> HandlerResult {
    let format = ListFormat::from_request(&request, between.dialect)?;
    let lang = language(request.headers());
    let season = parse_id(&path.season)?;
    params::check_max_length("from", Some(&between.from), 1200)?;
    params::check_max_length("to", between.to.as_deref(), 1200)?;
    let kinds = between.list.as_deref().map(|name| params::choice::<ListKind>("list", name)).transpose()?;
    let today = app.views();
    let from = moment(&today, "from", &between.from)?;
    let to = between.to.as_deref().map(|text| moment(&today, "to", text)).transpose()?;
    let blocking_app = app.clone();
    let moments = move || {
        let from = from.position(&*blocking_app.log)?;
        let to = to.map_or(Ok(blocking_app.views().position), |to| to.position(&*blocking_app.log))?;
        Ok::<_, ReadError>((from, to))
    };
    let (from, to) = app.blocking(moments).await?.map_err(|_| ProblemKind::Unavailable)?;
    // Between two past moments only the names can still change.
    let state = today.players.changed.max(today.competitions.changed);
    let key = format!("{season} {} {} {kinds:?}", from.0, to.0);
    let form = 2 * format.number() + u64::from(lang == Lang::En);
    let key = AnswerKey::about("season-diff", &key, form);
    if let Some(answer) = app.expensive_reads.answers.find(&key, state) {
        return Ok(answer.respond(&request).await);
    }
    let (permit, blocking_app) = (app.expensive_read_permit(&request).await?, app.clone());
    let work = move || {
        let _permit = permit;
        // The request before this one in the queue may have asked for the same.
        blocking_app.expensive_reads.answers.answer(key, state, || {
            let from = as_of::at(&blocking_app, from, "from")?;
            let to = as_of::at(&blocking_app, to, "to")?;
            let diff = compare(&blocking_app, &today, &season, [&from, &to], kinds, lang)?;
            answer(&diff, format, lang)
        })
    };
    Ok(app.blocking(work).await??.respond(&request).await)
}

fn answer(diff: &SeasonDiff, format: ListFormat, lang: Lang) -> Result<Answer, Problem> {
    let answer = match format {
        ListFormat::Json => Answer::computed(Audience::Public, diff)?,
        ListFormat::Csv(dialect) => {
            let lists = diff.lists.iter();
            let rows = lists.flat_map(|list| list.rows.iter().map(|row| ChangedRowOfList { list: &list.list, row }));
            let rows: Vec<ChangedRowOfList<'_>> = rows.collect();
            let body = csv::write(dialect, ChangedRowOfList::HEAD, rows.iter().map(Row::cells))?;
            Answer::by_content(Audience::Public, Form::Csv, body.into())
        }
    };
    Ok(answer.in_language(lang))
}

/// Reads a moment: a position, a time, or `list@edition`.
fn moment(views: &Views, name: &'static str, text: &str) -> Result<PointInTime, Problem> {
    let Some((list, number)) = text.rsplit_once('@') else { return PointInTime::parse_parameter(name, text) };
    let entry = list.parse::<ListId>().ok().and_then(|list| views.editions.find(&list));
    let edition = entry.zip(number.parse().ok()).and_then(|(entry, number)| entry.edition(number));
    Ok(PointInTime::Position(edition.ok_or_else(|| unknown_edition(name))?.position))
}

/// The refusal for an edition that was never published.
pub(crate) fn unknown_edition(name: &'static str) -> Problem {
    let field = FieldProblem::parameter(name, "unknown-edition", Message::new("compare-field-edition"));
    Problem::new(ProblemKind::Unprocessable).at(field)
}

fn compare(
    app: &AppState,
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
    to.records.season(season).ok_or_else(|| no_season(today, season))?;
    let (before, after) = (&from.records, &to.records);
    let lists: BTreeSet<ListId> =
        lists_of_season(before, season).into_iter().chain(lists_of_season(after, season)).collect();
    let lists: Vec<ListId> = lists.into_iter().filter(|list| kind.is_none_or(|kind| list.kind() == kind)).collect();
    let changes = changed_lists(before, after, &lists);
    let searched = changes.iter().map(|change| CauseQuery {
        list: change.list.clone(),
        before: rows(before, &change.list),
        rows: change.rows.iter().map(|row| row.key.clone()).collect(),
    });
    let causes = app
        .projector
        .causes((from.position, before), to.position, searched.collect(), BUDGET)
        .map_err(|error| not_found(&error))?;
    let lists = ChangedListsBuilder { views: today, lang, most: usize::MAX }.lists(&changes, &causes);
    Ok(SeasonDiff { season: season.to_string(), from: log_moment(from), to: log_moment(to), lists })
}

fn rows(records: &Records, list: &ListId) -> Vec<formats::list::ListRow> {
    canonical(records, list).map_or(Vec::new(), |drawn| drawn.list.rows)
}

fn not_found(error: &SearchError) -> Problem {
    match error {
        SearchError::Busy => busy(),
        SearchError::Causes(CausesError::TooMuch { reached }) => Problem::new(ProblemKind::Unprocessable)
            .because(Message::new("compare-diff-too-much").count("position", reached.0))
            .with_extension("reason", "too-much-between")
            .with_extension("position", reached.0),
        SearchError::Causes(CausesError::Fold(_)) => {
            tracing::error!(%error, "causes cannot be found");
            ProblemKind::Internal.into()
        }
    }
}
