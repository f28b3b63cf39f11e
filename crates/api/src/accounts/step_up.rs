//! Showing the second factor again, shortly before what cannot be taken back (S8).

use super::audit::{Action, AuditNote, Outcome};
use super::caller::{Authorized, AuthorizedAccount, SignedIn, audit_denial, signed_in};
use super::credentials::{self, load_credentials, refuse_credentials};
use super::gate;
use super::permission::RequiredPermission;
use crate::http::address::API;
use crate::http::answer;
use crate::http::app::AppState;
use crate::http::body::{Body, app};
use crate::http::problem::{FieldProblem, HandlerResult, Problem, ProblemKind};
use crate::http::read::RequestWithoutParams;
use actix_web::dev::Payload;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use commands::accounts::sessions::{self, SignInError};
use domain::values::ids::AccountId;
use events::envelope::Actor;
use formats::localization::Message;
use futures_util::future::LocalBoxFuture;
use std::ops::Deref;
use std::time::Duration;
use wire::accounts::{StepUp, SteppedUp};
use zeroize::Zeroizing;

/// So long after a code was shown it counts as recent.
const STEP_UP_VALIDITY: Duration = Duration::from_mins(5);

/// A caller who has this permission and has shown a second factor within the last five minutes.
pub(crate) struct StepUpAuthorized<P>(Authorized<P>);

impl<P> Deref for StepUpAuthorized<P> {
    type Target = Authorized<P>;

    fn deref(&self) -> &Authorized<P> {
        &self.0
    }
}

impl<P> AuthorizedAccount for StepUpAuthorized<P> {
    fn actor(&self) -> Actor {
        self.0.actor()
    }

    fn account(&self) -> &AccountId {
        self.0.account()
    }
}

impl<P: RequiredPermission> FromRequest for StepUpAuthorized<P> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        // One check for both: the body is not read before the step-up has passed.
        let (check, request) = (gate::begin(request), request.clone());
        let authorized = Authorized::from_request(&request, payload);
        Box::pin(async move {
            let authorized = authorized.await?;
            let (signed_in, app) = (signed_in(&request).await?, app(&request)?);
            if !signed_in.stepped_up_within(app, STEP_UP_VALIDITY) {
                let problem = needed(app, &signed_in);
                audit_denial(&request, app, &problem);
                return Err(problem);
            }
            check.passed();
            Ok(Self(authorized))
        })
    }
}

/// Refuses, and names the address and the kind of credential for the step-up.
fn needed(app: &AppState, signed_in: &SignedIn) -> Problem {
    let with = if is_by_password(app, signed_in.session.second_factor) { "password" } else { "code" };
    Problem::new(ProblemKind::StepUpNeeded)
        .with_extension("step_up", format!("{API}/me/step-up"))
        .with_extension("with", with)
}

/// Whether the password is asked for: where second factors are optional, for accounts without one.
fn is_by_password(app: &AppState, has_second_factor: bool) -> bool {
    !app.settings.sign_in.admins_need_second_factor && !has_second_factor
}

/// Shows a code of the second factor again, for what asks for a recent one, like publishing a list.
///
/// It counts for this session and for five minutes. Signing in with a code counts as well. Each code works once, here
/// and at signing in. Where the operator does without second factors, whoever has none shows the password.
#[utoipa::path(
    post, path = "/api/v1/me/step-up", tag = "accounts", operation_id = "stepUp", request_body = StepUp,
    responses(
        (status = 200, description = "Shown", body = SteppedUp),
        (status = 409, description = "Another request was faster with this session"),
    )
)]
pub(crate) async fn step_up(
    caller: SignedIn,
    Body { value: asked, .. }: Body<StepUp>,
    RequestWithoutParams { request, app, .. }: RequestWithoutParams,
) -> HandlerResult {
    let StepUp { code, password } = asked;
    let found = load_credentials(&app, caller.account.clone()).await?;
    let missing = |name: &'static str| {
        let words = Message::new("field-missing").with("field", name);
        Problem::new(ProblemKind::Unprocessable).at(FieldProblem::pointer(format!("/{name}"), "missing", words))
    };
    let factor = match found.second_factor(&app)? {
        Some(mut factor) => {
            let code = code.ok_or_else(|| missing("code"))?;
            credentials::verify_and_consume_code(&request, &app, &caller.account, &mut factor, &code).await?;
            Some(factor)
        }
        None if is_by_password(&app, false) => {
            let password = Zeroizing::new(password.ok_or_else(|| missing("password"))?);
            credentials::verify_password(&request, &app, &caller.account, password, &found, Action::SignIn).await?;
            None
        }
        None => return Err(ProblemKind::SecondFactorMissing.into()),
    };
    let now = app.environment.now();
    let mut session = caller.session.clone();
    session.stepped_up_at = Some(now);
    let note = AuditNote::of(&request, &app, Action::SignIn, Outcome::Done).with_code("step-up");
    match sessions::step_up(&*app.log, &session, factor.as_ref(), note.write(&app)).await {
        Ok(()) => {}
        Err(SignInError::CodeAlreadyUsed) => {
            return refuse_credentials(&request, &app, Action::SignIn, Some(&caller.account), "wrong-code").await;
        }
        Err(SignInError::Append(error)) => return Err(error.into()),
    }
    let until = SteppedUp { until: now.plus(STEP_UP_VALIDITY).to_string() };
    Ok(answer::json(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")), &until))
}
