//! What a caller sees and changes of herself.

use super::audit::{Action, Note, Outcome};
use super::browser;
use super::caller::{Caller, SignedIn, challenge};
use super::credentials::{self, kept, show_password, written};
use super::filing::{Removal, append};
use super::grants::GrantItem;
use super::second_factor::{self, SecondFactor};
use super::session::end_all;
use super::table_tokens::round_of;
use crate::answer;
use crate::body::{Body, NoBody};
use crate::kostka::Kostka;
use crate::params::{self, Params};
use crate::problem::{Problem, ProblemKind};
use crate::qr;
use crate::table;
use crate::write::WriteHead;
use actix_web::http::header::{CACHE_CONTROL, SET_COOKIE};
use actix_web::{HttpRequest, HttpResponse, web};
use events::cabinet::{CabinetWrite, Drawer};
use projections::account_records::{owner, put_password};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::ToSchema;
use zeroize::Zeroizing;

/// Whoever changes what protects an account has shown its password at most so long ago.
const RECENT: Duration = Duration::from_mins(5);

/// Who is calling.
#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Me {
    /// The holder of an account.
    Account(MyAccount),
    /// A table.
    Table(MyTable),
    /// Whoever applied for a tournament.
    Applicant(MyApplication),
}

/// The account of the caller.
#[derive(Serialize, ToSchema)]
pub(crate) struct MyAccount {
    /// Its id.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    id: String,
    /// The login.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64, example = "zofia.lewandowska")]
    login: Option<String>,
    /// The name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100, example = "Zofia Lewandowska")]
    name: Option<String>,
    /// What she may do.
    #[schema(max_items = 1000)]
    grants: Vec<GrantItem>,
    /// Whether a second factor is asked for at signing in.
    second_factor: bool,
    /// How many recovery codes are left.
    #[schema(minimum = 0, maximum = 8, example = 8)]
    recovery_codes_left: usize,
    /// Whether a second factor has to be set up before anything else can be done.
    second_factor_missing: bool,
    /// When she signed in.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    signed_in_at: String,
    /// When the session ends.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-28T10:15:30.123456Z")]
    session_expires_at: String,
}

/// The table of the caller.
#[derive(Serialize, ToSchema)]
pub(crate) struct MyTable {
    /// The tournament.
    #[schema(max_length = 200, example = "t-2026-07")]
    tournament: String,
    /// The number of the round, or `top`.
    #[schema(max_length = 5, example = "2")]
    stage: String,
    /// The round; absent for the TOP stage.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 20, example = 2)]
    round: Option<u32>,
    /// The table.
    #[schema(minimum = 1, maximum = 1000, example = 4)]
    table: u16,
    /// When the token ends.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T22:15:30.123456Z")]
    expires_at: String,
}

/// The application of the caller.
#[derive(Serialize, ToSchema)]
pub(crate) struct MyApplication {
    /// The tournament that was applied for.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    tournament: String,
    /// When the private link ends.
    #[schema(max_length = 40, format = DateTime, example = "2027-03-14T22:15:30.123456Z")]
    expires_at: String,
}

/// Who is calling, and what they may do.
#[utoipa::path(
    get, path = "/api/v1/me", tag = "accounts", operation_id = "showMe",
    responses((status = 200, description = "The caller", body = Me)),
    security(("bearer" = []))
)]
pub(crate) async fn show(
    caller: Caller,
    Params(params::None {}): Params<params::None>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let me = match caller {
        Caller::Anonymous => return Err(challenge("Bearer")),
        Caller::Account(signed_in) => Me::Account(my_account(&kostka, &signed_in).await?),
        Caller::Table(scope) => Me::Table(MyTable {
            tournament: scope.tournament.to_string(),
            stage: scope.stage.to_string(),
            round: round_of(scope.stage),
            table: scope.table,
            expires_at: written(scope.expires_at),
        }),
        Caller::Applicant(scope) => Me::Applicant(MyApplication {
            tournament: scope.tournament.to_string(),
            expires_at: written(scope.expires_at),
        }),
    };
    Ok(answer::json(HttpResponse::Ok().insert_header((CACHE_CONTROL, "private, no-store")), &me))
}

async fn my_account(kostka: &web::Data<Kostka>, caller: &SignedIn) -> Result<MyAccount, Problem> {
    let found = kept(kostka, caller.account.clone()).await?;
    let factor = found.second_factor(kostka)?;
    let views = kostka.views();
    let entry = views.accounts.find(&caller.account).ok_or(ProblemKind::NotFound)?;
    Ok(MyAccount {
        id: caller.account.to_string(),
        login: entry.login.as_ref().map(|login| login.as_str().to_owned()),
        name: entry.name.as_ref().map(|name| name.as_str().to_owned()),
        grants: caller.grants().iter().map(GrantItem::of).collect(),
        second_factor: factor.is_some(),
        recovery_codes_left: factor.as_ref().map_or(0, SecondFactor::recovery_codes_left),
        second_factor_missing: caller.lacks_second_factor(kostka),
        signed_in_at: written(caller.session.authenticated_at),
        session_expires_at: written(caller.session.expires_at),
    })
}

/// A new password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PasswordChange {
    /// The password until now.
    #[schema(min_length = 1, max_length = 1000, format = Password, example = "tygrysy lubią pączki")]
    current_password: String,
    /// The new one: 8 to 128 characters of any kind, and not one that everybody knows.
    #[schema(min_length = 8, max_length = 128, format = Password, example = "pączki lubią tygrysy")]
    new_password: String,
}

/// Changes the password of the caller and ends all her other sessions.
#[utoipa::path(
    put, path = "/api/v1/me/password", tag = "accounts", operation_id = "changePassword", request_body = PasswordChange,
    responses(
        (status = 204, description = "Changed; other sessions are over"),
        (status = 409, description = "Another request was faster"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn change_password(
    caller: SignedIn,
    Body { value: asked, .. }: Body<PasswordChange>,
    Params(params::None {}): Params<params::None>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    let views = kostka.views();
    let entry = views.accounts.find(&caller.account).ok_or(ProblemKind::NotFound)?;
    let found = kept(&kostka, caller.account.clone()).await?;
    let current = Zeroizing::new(asked.current_password);
    show_password(&request, &kostka, &caller.account, current, &found, Action::SetPassword).await?;
    let hash = credentials::new_hash(&kostka, Zeroizing::new(asked.new_password), entry, "/new_password").await?;
    // Whoever has a copy of the cookie is signed out as well.
    let mut session = caller.session.clone();
    let cookie = browser::renew(&mut session, &kostka);
    let cabinet = vec![
        put_password(&caller.account, hash, found.password_revision()),
        end_all(&caller.account),
        session.replace(),
        CabinetWrite::RemoveOwned { drawer: Drawer::Link, owner: owner(&caller.account) },
        Note::of(&request, &kostka, Action::SetPassword, Outcome::Done).write(&kostka),
    ];
    append(&kostka, cabinet).await?;
    let mut response = HttpResponse::NoContent();
    if let Some(cookie) = cookie {
        response.insert_header((SET_COOKIE, cookie));
    }
    Ok(response.finish())
}

/// A second factor that waits for its first code.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewSecondFactor {
    /// The secret for typing into an authenticator app; shown here and never again.
    #[schema(max_length = 64, example = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")]
    secret: String,
    /// The same as an address that authenticator apps read from a picture.
    #[schema(max_length = 500, example = "otpauth://totp/Kostka:zofia?secret=GEZDGNBVGY3TQOJQ&issuer=Kostka")]
    otpauth_uri: String,
    /// That picture: a QR code in SVG.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100_000, example = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 57 57\"></svg>")]
    qr: Option<String>,
}

/// A code that shows that the app is set up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SecondFactorCode {
    /// The code that the authenticator app shows.
    #[schema(min_length = 6, max_length = 6, example = "287082")]
    code: String,
}

/// What helps when the phone is lost.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecoveryCodes {
    /// Each signs in once in place of a code; shown here and never again.
    #[schema(max_items = 8, example = json!(["ABCDE-FGHIJ"]))]
    recovery_codes: Vec<String>,
}

/// Makes a secret for an authenticator app.
///
/// It counts for nothing until a code of it is shown with `PUT`. The caller must have signed in within the last five
/// minutes.
#[utoipa::path(
    post, path = "/api/v1/me/second-factor", tag = "accounts", operation_id = "startSecondFactor",
    responses(
        (status = 201, description = "The secret, shown once", body = NewSecondFactor),
        (status = 409, description = "There is a second factor already, or another request was faster"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn start_second_factor(
    caller: SignedIn,
    _: NoBody,
    Params(params::None {}): Params<params::None>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    recently(&kostka, &caller)?;
    let found = kept(&kostka, caller.account.clone()).await?;
    if found.second_factor(&kostka)?.is_some() {
        return Err(ProblemKind::Conflict.into());
    }
    let begun_before = found.second_factor.as_ref().map(|record| record.revision);
    let views = kostka.views();
    let entry = views.accounts.find(&caller.account).ok_or(ProblemKind::NotFound)?;
    let login = entry.login.as_ref().map_or(caller.account.as_str(), |login| login.as_str());
    let factor = SecondFactor::new(&kostka, &caller.account, begun_before);
    let note = Note::of(&request, &kostka, Action::SetSecondFactor, Outcome::Done).because("started");
    append(&kostka, vec![factor.write(), note.write(&kostka)]).await?;
    let uri = factor.uri(login);
    let begun = NewSecondFactor {
        secret: factor.written_secret().to_string(),
        qr: qr::svg(&uri),
        otpauth_uri: uri.to_string(),
    };
    Ok(answer::json(HttpResponse::Created().insert_header((CACHE_CONTROL, "no-store")), &begun))
}

/// Confirms the second factor with a first code; from then on signing in needs one.
///
/// All other sessions end.
#[utoipa::path(
    put, path = "/api/v1/me/second-factor", tag = "accounts", operation_id = "confirmSecondFactor",
    request_body = SecondFactorCode,
    responses(
        (status = 200, description = "Confirmed, with codes for a lost phone, shown once", body = RecoveryCodes),
        (status = 404, description = "None was begun"),
        (status = 409, description = "There is a second factor already, or another request was faster"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn confirm_second_factor(
    caller: SignedIn,
    Body { value: asked, .. }: Body<SecondFactorCode>,
    Params(params::None {}): Params<params::None>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    let found = kept(&kostka, caller.account.clone()).await?;
    let record = found.second_factor.as_ref().ok_or(ProblemKind::NotFound)?;
    let mut factor = SecondFactor::read(&kostka, record).map_err(|_| ProblemKind::Internal)?;
    if factor.is_confirmed() {
        return Err(ProblemKind::Conflict.into());
    }
    credentials::spend_code(&request, &kostka, &caller.account, &mut factor, &asked.code).await?;
    let recovery_codes = factor.confirm(&kostka);
    let mut session = caller.session.clone();
    session.second_factor = true;
    let cookie = browser::renew(&mut session, &kostka);
    let cabinet = vec![
        factor.write(),
        end_all(&caller.account),
        session.replace(),
        Note::of(&request, &kostka, Action::SetSecondFactor, Outcome::Done).because("confirmed").write(&kostka),
    ];
    append(&kostka, cabinet).await?;
    let mut response = HttpResponse::Ok();
    if let Some(cookie) = cookie {
        response.insert_header((SET_COOKIE, cookie));
    }
    Ok(answer::json(response.insert_header((CACHE_CONTROL, "no-store")), &RecoveryCodes { recovery_codes }))
}

/// Removes the second factor of the caller, who must have signed in with it within the last five minutes.
#[utoipa::path(
    delete, path = "/api/v1/me/second-factor", tag = "accounts", operation_id = "removeSecondFactor",
    params(("dry_run" = Option<bool>, Query, description = "A rehearsal")),
    responses(
        (status = 204, description = "Removed, and other sessions are over; or a rehearsal"),
        (status = 404, description = "There is none"),
        (status = 409, description = "Another request was faster"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn remove_second_factor(
    caller: SignedIn,
    head: WriteHead,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    let removal = Removal::begin(&kostka, &head, &caller.actor()?).await?;
    if let Some(answer) = removal.answer_again() {
        return Ok(answer);
    }
    recently(&kostka, &caller)?;
    let found = kept(&kostka, caller.account.clone()).await?;
    if found.second_factor.is_none() {
        return Err(ProblemKind::NotFound.into());
    }
    let mut session = caller.session.clone();
    session.second_factor = false;
    session.stepped_up_at = None;
    let cabinet = vec![
        second_factor::removed(&caller.account),
        end_all(&caller.account),
        session.replace(),
        Note::of(&request, &kostka, Action::SetSecondFactor, Outcome::Done).because("removed").write(&kostka),
    ];
    removal.make(&kostka, cabinet).await
}

fn recently(kostka: &Kostka, caller: &SignedIn) -> Result<(), Problem> {
    if caller.authenticated_within(kostka.environment.now(), RECENT) {
        return Ok(());
    }
    Err(ProblemKind::SignInAgain.into())
}
