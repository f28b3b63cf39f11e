//! What an application for a day would have to keep to, told before it is sent.

use super::{rulebook_on, today};
use crate::answer::{Answer, Audience};
use crate::kostka::Kostka;
use crate::params::Params;
use crate::problem::{FieldProblem, Problem, ProblemKind};
use crate::table;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::calendar::{Day, Moment};
use domain::deadlines::{application_deadline, application_on_time, decision_due, last_announcement_day};
use formats::words::Message;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// For which day somebody would apply.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Wished {
    /// The first day of the tournament.
    #[param(format = Date, max_length = 10, example = "2027-03-20")]
    first_day: String,
}

/// What an application that is sent today would have to keep to.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Deadlines {
    /// The first day of the tournament.
    #[schema(format = Date, max_length = 10, example = "2027-03-20")]
    first_day: String,
    /// The last day to send the application in time.
    #[schema(format = Date, max_length = 10, example = "2027-02-27")]
    deadline: String,
    /// Whether it would be in time today.
    on_time: bool,
    /// Whether the day is over, so that nobody can apply for it.
    passed: bool,
    /// The last day for the decision, if it is sent today.
    #[schema(format = Date, max_length = 10, example = "2027-02-08")]
    decision_due: String,
    /// The last day on which a change or a cancellation is announced in time.
    #[schema(format = Date, max_length = 10, example = "2027-03-13")]
    last_announcement: String,
}

/// Until when an application for a day has to be sent.
///
/// By the rules of the season that holds the day, or the usual ones where there is none yet. A late application can be sent, and says
/// that it was late.
#[utoipa::path(
    get, path = "/api/v1/application-deadlines", tag = "tournaments", operation_id = "getApplicationDeadlines",
    params(Wished),
    responses(
        (status = 200, description = "The deadlines", body = Deadlines),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn show(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    Params(wished): Params<Wished>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let day = Day::parse(&wished.first_day).map_err(|_| {
        let field = FieldProblem::parameter("first_day", "invalid-day", Message::new("field-day"));
        Problem::new(ProblemKind::InvalidParameter).at(field)
    })?;
    let rulebook = rulebook_on(&kostka.views(), day);
    let (now, today) = (Moment::at_microseconds(kostka.environment.now().0), today(&kostka));
    let body = Deadlines {
        first_day: day.to_string(),
        deadline: application_deadline(day, &rulebook).to_string(),
        on_time: application_on_time(now, day, &rulebook),
        passed: today > day,
        decision_due: decision_due(today, &rulebook).to_string(),
        last_announcement: last_announcement_day(day, &rulebook).to_string(),
    };
    let answer = Answer::computed(Audience::Public, &body)?;
    Ok(Arc::new(answer).respond(&request).await)
}
