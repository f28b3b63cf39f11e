//! The deadlines of an application, before it is sent.

use super::{rulebook_on, today};
use crate::http::answer::{Answer, Audience};
use crate::http::conditional::NotModified;
use crate::http::problem::{FieldProblem, HandlerResult, Problem, ProblemKind};
use crate::http::read::JsonRead;
use domain::season::deadlines::{application_deadline, application_on_time, decision_due, last_announcement_day};
use domain::values::calendar::{Day, Moment};
use formats::localization::Message;
use serde::Deserialize;
use utoipa::IntoParams;
use wire::tournaments::applications::Deadlines;

/// For which day somebody would apply.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct DeadlineParams {
    /// The first day of the tournament.
    #[param(format = Date, max_length = 10, example = "2027-03-20")]
    first_day: String,
}

/// Until when an application for a day has to be sent.
///
/// By the rules of the season that holds the day, or the usual ones where there is none yet. A late application can be
/// sent, and says that it was late.
#[utoipa::path(
    get, path = "/api/v1/application-deadlines", tag = "tournaments", operation_id = "getApplicationDeadlines",
    params(DeadlineParams),
    responses((status = 200, description = "The deadlines", body = Deadlines), NotModified)
)]
pub(crate) async fn show(JsonRead { request, app, params: wished }: JsonRead<DeadlineParams>) -> HandlerResult {
    let day = Day::parse(&wished.first_day).map_err(|_| {
        let field = FieldProblem::parameter("first_day", "invalid-day", Message::new("field-day"));
        Problem::new(ProblemKind::InvalidParameter).at(field)
    })?;
    let rulebook = rulebook_on(&app.views(), day);
    let (now, today) = (Moment::at_microseconds(app.environment.now().0), today(&app));
    let body = Deadlines {
        first_day: day.to_string(),
        deadline: application_deadline(day, &rulebook).to_string(),
        on_time: application_on_time(now, day, &rulebook),
        passed: today > day,
        decision_due: decision_due(today, &rulebook).to_string(),
        last_announcement: last_announcement_day(day, &rulebook).to_string(),
    };
    Ok(Answer::computed(Audience::Public, &body)?.respond(&request).await)
}
