//! Reading as of a position or a time: what was recorded until then, with the names of today.

use crate::auth::arrival;
use crate::costly::busy;
use crate::kostka::{Kostka, LONGEST_WAIT};
use crate::problem::{FieldProblem, Problem, ProblemKind};
use actix_web::{HttpRequest, web};
use domain::calendar::Moment;
use events::envelope::{Position, Timestamp};
use events::log::{Log, ReadError};
use formats::words::Message;
use projections::projector::ViewsAtError;
use projections::views::Views;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

/// No position and no time has more digits.
const LONGEST: usize = 40;
/// The name of the parameter.
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

/// What a season read is made of: the read models of today, or as they were at a position (`42`) or a time (RFC 3339); the people
/// in them are those of today.
pub(crate) async fn views(
    request: &HttpRequest,
    kostka: &web::Data<Kostka>,
    as_of: Option<&str>,
) -> Result<Arc<Views>, Problem> {
    let Some(written) = as_of else { return Ok(kostka.views()) };
    let wanted = Wanted::read_from(AS_OF, written)?;
    let here = kostka.clone();
    let position = kostka.blocking(move || wanted.position(&*here.log)).await?.map_err(|_| ProblemKind::Unavailable)?;
    views_at(request, kostka, position).await
}

/// The same at a position.
pub(crate) async fn views_at(
    request: &HttpRequest,
    kostka: &web::Data<Kostka>,
    position: Position,
) -> Result<Arc<Views>, Problem> {
    if let Some(views) = kostka.projector.kept_season(position) {
        tell(request, &views);
        return Ok(views);
    }
    let (turn, here) = (kostka.costly_turn(request).await?, kostka.clone());
    let older = kostka.blocking(move || {
        let views = at(&here, position, AS_OF);
        drop(turn);
        views
    });
    match tokio::time::timeout(LONGEST_WAIT, older).await {
        Ok(views) => views?.inspect(|views| tell(request, views)),
        // It is kept when it is done, and whoever tries again finds it.
        Err(_) => Err(busy()),
    }
}

/// Says in the answer which moment it shows.
fn tell(request: &HttpRequest, views: &Views) {
    if let Some(arrival) = arrival(request) {
        arrival.shows(views.position, views.recorded_at);
    }
}

/// A moment in the log.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Wanted {
    /// After the event at this position.
    Position(Position),
    /// After the last event that was recorded until then.
    Time(Timestamp),
}

impl Wanted {
    /// Reads a position or a time that was written in this parameter.
    pub(crate) fn read_from(parameter: &'static str, text: &str) -> Result<Self, Problem> {
        let position = text.parse().ok().filter(|_| text.len() <= LONGEST);
        if let Some(position) = position {
            return Ok(Self::Position(Position(position)));
        }
        let field = || FieldProblem::parameter(parameter, "invalid-as-of", Message::new("field-as-of"));
        // The plus of an offset that nobody has escaped arrives as a blank.
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
            Self::Time(time) => last_until(log, time),
        }
    }
}

/// The last event that was recorded until a time; times of recording never go back.
fn last_until(log: &(dyn Log + 'static), time: Timestamp) -> Result<Position, ReadError> {
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
pub(crate) fn at(kostka: &Kostka, position: Position, parameter: &'static str) -> Result<Arc<Views>, Problem> {
    kostka.projector.season_as_of(position).map_err(|error| match error {
        ViewsAtError::Beyond { head } => {
            let field = FieldProblem::parameter(parameter, "ahead-of-log", Message::new("field-ahead-of-log"));
            Problem::new(ProblemKind::Unprocessable).at(field).fact("position", head.0)
        }
        ViewsAtError::Busy => busy(),
        ViewsAtError::Fold(_) => {
            tracing::error!(%error, "older read models cannot be made");
            ProblemKind::Internal.into()
        }
    })
}
