//! Reading as of a position or a time: what was recorded until then, with the names of today.

use crate::accounts::request_context;
use crate::http::app::{AppState, MAX_WAIT};
use crate::http::expensive_reads::busy;
use crate::http::problem::{FieldProblem, Problem, ProblemKind};
use actix_web::{HttpRequest, web};
use domain::values::calendar::Moment;
use events::envelope::{Position, Timestamp};
use events::log::{Log, ReadError};
use formats::localization::Message;
use projections::projector::ViewsAtError;
use projections::views::Views;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

/// No position and no time has more digits.
const LONGEST: usize = 40;
const AS_OF: &str = "as_of";

/// As of when, for what has no other parameter.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AsOf {
    /// As it was at a position of the log or at a time, with the names of today.
    #[param(max_length = 40)]
    pub(crate) as_of: Option<String>,
}

/// What a season read is made of: the read models of today, or as they were at a position (`42`) or a time (RFC 3339);
/// the people in them are those of today.
pub(crate) async fn views(
    request: &HttpRequest,
    app: &web::Data<AppState>,
    as_of: Option<&str>,
) -> Result<Arc<Views>, Problem> {
    let Some(written) = as_of else { return Ok(app.views()) };
    let wanted = PointInTime::parse_parameter(AS_OF, written)?;
    let blocking_app = app.clone();
    let position =
        app.blocking(move || wanted.position(&*blocking_app.log)).await?.map_err(|_| ProblemKind::Unavailable)?;
    views_at(request, app, position).await
}

pub(crate) async fn views_at(
    request: &HttpRequest,
    app: &web::Data<AppState>,
    position: Position,
) -> Result<Arc<Views>, Problem> {
    if let Some(views) = app.projector.season_if_cached(position) {
        set_as_of_header(request, &views);
        return Ok(views);
    }
    let (permit, blocking_app) = (app.expensive_read_permit(request).await?, app.clone());
    let older = app.blocking(move || {
        let views = at(&blocking_app, position, AS_OF);
        drop(permit);
        views
    });
    match tokio::time::timeout(MAX_WAIT, older).await {
        Ok(views) => views?.inspect(|views| set_as_of_header(request, views)),
        // The result is cached, and a retry finds it.
        Err(_) => Err(busy()),
    }
}

fn set_as_of_header(request: &HttpRequest, views: &Views) {
    if let Some(request_context) = request_context(request) {
        request_context.set_as_of(views.position, views.recorded_at);
    }
}

/// A moment in the log.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PointInTime {
    /// After the event at this position.
    Position(Position),
    /// After the last event that was recorded until then.
    Time(Timestamp),
}

impl PointInTime {
    /// Reads a position or a time that was written in this parameter.
    pub(crate) fn parse_parameter(parameter: &'static str, text: &str) -> Result<Self, Problem> {
        let position = text.parse().ok().filter(|_| text.len() <= LONGEST);
        if let Some(position) = position {
            return Ok(Self::Position(Position(position)));
        }
        let field = || FieldProblem::parameter(parameter, "invalid-as-of", Message::new("field-as-of"));
        // An unescaped plus of an offset arrives as a blank.
        let moment = match text.rsplit_once(' ') {
            Some((time, offset)) if time.contains('T') => Moment::parse_anywhere(&format!("{time}+{offset}")),
            _ => Moment::parse_anywhere(text),
        };
        let moment = moment.map_err(|_| Problem::new(ProblemKind::InvalidParameter).at(field()))?;
        Ok(Self::Time(Timestamp(moment.microseconds())))
    }

    /// The position that is meant; blocks while it reads.
    pub(crate) fn position(self, log: &(dyn Log + 'static)) -> Result<Position, ReadError> {
        match self {
            Self::Position(position) => Ok(position),
            Self::Time(time) => last_position_until(log, time),
        }
    }
}

/// The last event that was recorded until a time; times of recording never go back.
fn last_position_until(log: &(dyn Log + 'static), time: Timestamp) -> Result<Position, ReadError> {
    let head = log.head()?;
    if head.recorded_at <= time {
        return Ok(head.position);
    }
    let (mut before, mut after) = (0, head.position.0);
    // Everything up to `before` was recorded until then, and nothing from `after` on.
    while after - before > 1 {
        let middle = before + (after - before) / 2;
        let recorded = log.read(Position(middle - 1), 1)?;
        match recorded.first() {
            Some(event) if event.recorded_at <= time => before = middle,
            _ => after = middle,
        }
    }
    Ok(Position(before))
}

/// The same for a thread that may be held up; `parameter` is where it was asked for.
pub(crate) fn at(app: &AppState, position: Position, parameter: &'static str) -> Result<Arc<Views>, Problem> {
    app.projector.season_as_of(position).map_err(|error| match error {
        ViewsAtError::Beyond { head } => {
            let field = FieldProblem::parameter(parameter, "ahead-of-log", Message::new("field-ahead-of-log"));
            Problem::new(ProblemKind::Unprocessable).at(field).with_extension("position", head.0)
        }
        ViewsAtError::Busy => busy(),
        ViewsAtError::Fold(_) => {
            tracing::error!(%error, "older read models cannot be made");
            ProblemKind::Internal.into()
        }
    })
}
