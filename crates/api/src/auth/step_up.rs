//! Showing the second factor again, shortly before what cannot be taken back (S8).

use super::audit::{Action, Note, Outcome};
use super::caller::{Allowed, SignedIn, denied, signed_in};
use super::credentials::{self, kept, was_overtaken, written, wrong};
use super::gate;
use super::permission::Required;
use crate::address::API;
use crate::answer;
use crate::body::{Body, kostka};
use crate::kostka::Kostka;
use crate::params::{self, Params};
use crate::problem::{FieldProblem, Problem, ProblemKind};
use crate::write::append_problem;
use actix_web::dev::Payload;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use events::append::Append;
use events::cabinet::Drawer;
use formats::words::Message;
use futures_util::future::LocalBoxFuture;
use serde::{Deserialize, Serialize};
use std::ops::Deref;
use std::time::Duration;
use utoipa::ToSchema;
use zeroize::Zeroizing;

/// So long after a code was shown it counts as recent.
const RECENT: Duration = Duration::from_mins(5);

/// A caller who has this permission and has shown a second factor within the last five minutes.
pub(crate) struct Fresh<P>(Allowed<P>);

impl<P> Deref for Fresh<P> {
    type Target = Allowed<P>;

    fn deref(&self) -> &Allowed<P> {
        &self.0
    }
}

impl<P: Required> FromRequest for Fresh<P> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        // Of its own, so that nothing is read between the two checks.
        let (check, request) = (gate::begin(request), request.clone());
        let allowed = Allowed::from_request(&request, payload);
        Box::pin(async move {
            let allowed = allowed.await?;
            let (signed_in, kostka) = (signed_in(&request).await?, kostka(&request)?);
            if !signed_in.stepped_up_within(kostka, RECENT) {
                let problem = needed(kostka, &signed_in);
                denied(&request, kostka, &problem);
                return Err(problem);
            }
            check.passed();
            Ok(Self(allowed))
        })
    }
}

/// Refuses, and says where and with what somebody shows who she is.
fn needed(kostka: &Kostka, signed_in: &SignedIn) -> Problem {
    let with = if is_by_password(kostka, signed_in.session.second_factor) { "password" } else { "code" };
    Problem::new(ProblemKind::StepUpNeeded).fact("step_up", format!("{API}/me/step-up")).fact("with", with)
}

/// Whether the password is shown again: where the operator does without second factors, by whoever has none.
fn is_by_password(kostka: &Kostka, has_second_factor: bool) -> bool {
    !kostka.settings.sign_in.admins_need_second_factor && !has_second_factor
}

/// A code of the second factor, shown again.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepUp {
    /// The code that the authenticator app shows, or a recovery code.
    #[schema(min_length = 6, max_length = 20, example = "287082")]
    code: Option<String>,
    /// The password, of an account without a second factor where the operator does without; 403 `step-up-needed` says so by `with`.
    #[schema(max_length = 1024, example = "correct horse battery staple")]
    password: Option<String>,
}

/// What showing a code has opened.
#[derive(Serialize, ToSchema)]
pub(crate) struct SteppedUp {
    /// Until when this session may do what asks for a recent code.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:20:30.123456Z")]
    until: String,
}

/// Shows a code of the second factor again, for what asks for a recent one, like publishing a list.
///
/// It counts for this session and for five minutes. Signing in with a code counts as well. Each code works once, here and at signing in.
/// Where the operator does without second factors, whoever has none shows the password.
#[utoipa::path(
    post, path = "/api/v1/me/step-up", tag = "accounts", operation_id = "stepUp", request_body = StepUp,
    responses(
        (status = 200, description = "Shown", body = SteppedUp),
        (status = 409, description = "Another request was faster with this session"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn step_up(
    caller: SignedIn,
    Body { value: asked, .. }: Body<StepUp>,
    Params(params::None {}): Params<params::None>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    let StepUp { code, password } = asked;
    let found = kept(&kostka, caller.account.clone()).await?;
    let missing = |name: &'static str| {
        let words = Message::new("field-missing").with("field", name);
        Problem::new(ProblemKind::Unprocessable).at(FieldProblem::pointer(format!("/{name}"), "missing", words))
    };
    let spent = match found.second_factor(&kostka)? {
        Some(mut factor) => {
            let code = code.ok_or_else(|| missing("code"))?;
            Some(credentials::spend_code(&request, &kostka, &caller.account, &mut factor, &code).await?)
        }
        None if is_by_password(&kostka, false) => {
            let password = Zeroizing::new(password.ok_or_else(|| missing("password"))?);
            credentials::show_password(&request, &kostka, &caller.account, password, &found, Action::SignIn).await?;
            None
        }
        None => return Err(ProblemKind::SecondFactorMissing.into()),
    };
    let now = kostka.environment.now();
    let mut session = caller.session.clone();
    session.stepped_up_at = Some(now);
    let note = Note::of(&request, &kostka, Action::SignIn, Outcome::Done).because("step-up");
    let cabinet = spent.into_iter().chain([session.replace(), note.write(&kostka)]).collect();
    match kostka.log.append(Append { cabinet, ..Append::default() }).await {
        Ok(_) => {}
        // The same code was used a moment ago.
        Err(error) if was_overtaken(&error, Drawer::SecondFactor) => {
            return wrong(&request, &kostka, Action::SignIn, Some(&caller.account), "wrong-code").await;
        }
        Err(error) => return Err(append_problem(&error)),
    }
    let until = SteppedUp { until: written(now.plus(RECENT)) };
    Ok(answer::json(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")), &until))
}
