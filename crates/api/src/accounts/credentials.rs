//! Verifying and setting passwords and second factors.

use super::audit::{self, Action, AuditNote, Outcome};
use super::caller::request_client;
use super::hashing;
use super::sessions::sessions_opened_from;
use super::throttle::GuessTarget;
use crate::accounts::password::{self, WeakPassword};
use crate::http::app::AppState;
use crate::http::problem::{FieldProblem, Problem, ProblemKind};
use actix_web::{HttpRequest, web};
use commands::accounts::passwords;
use commands::accounts::second_factor::{self, SecondFactor};
use domain::values::ids::AccountId;
use events::envelope::Position;
use events::log::{Log, ReadError};
use events::mutable_store::{MutableRecord, RecordKind};
use formats::localization::Message;
use projections::views::{AccountEntry, normalize_login};
use zeroize::Zeroizing;

pub(crate) struct Credentials {
    pub(crate) password: Option<MutableRecord>,
    pub(crate) second_factor: Option<MutableRecord>,
    pub(crate) head: Position,
}

impl Credentials {
    fn read(log: &dyn Log, account: &AccountId) -> Result<Self, ReadError> {
        Ok(Self {
            password: log.mutable_record(RecordKind::Password, &passwords::record_key(account))?,
            second_factor: log.mutable_record(RecordKind::SecondFactor, &second_factor::key(account))?,
            head: log.head()?.position,
        })
    }

    pub(crate) fn hash(&self) -> Option<String> {
        let record = self.password.as_ref()?;
        String::from_utf8(record.value.clone()).ok()
    }

    /// The revision of the password, which tells whether it was changed meanwhile.
    pub(crate) fn password_revision(&self) -> Option<u64> {
        self.password.as_ref().map(|record| record.revision)
    }

    pub(crate) fn second_factor(&self, app: &AppState) -> Result<Option<SecondFactor>, Problem> {
        let Some(record) = &self.second_factor else { return Ok(None) };
        let factor = SecondFactor::read(&app.vault, record).map_err(|error| {
            tracing::error!(error = error.to_string(), "nobody can sign in to this account");
            ProblemKind::Internal
        })?;
        Ok(Some(factor).filter(SecondFactor::is_confirmed))
    }
}

pub(crate) async fn load_credentials(app: &web::Data<AppState>, account: AccountId) -> Result<Credentials, Problem> {
    let log = app.log.clone();
    let read = move || Credentials::read(&*log, &account);
    Ok(app.blocking(read).await??)
}

/// An id that no account has, because ids of accounts are longer.
pub(crate) fn unknown_account() -> AccountId {
    AccountId::parse("nobody").expect("neither empty nor reserved")
}

/// Checks a new password of an account and hashes it.
pub(crate) async fn new_hash(
    app: &web::Data<AppState>,
    password: Zeroizing<String>,
    entry: &AccountEntry,
    pointer: &'static str,
) -> Result<String, Problem> {
    let names: Vec<String> = [
        entry.login.as_ref().map(|login| login.as_str().to_owned()),
        entry.name.as_ref().map(|name| name.as_str().to_owned()),
    ]
    .into_iter()
    .flatten()
    .flat_map(|name| name.split_whitespace().map(str::to_owned).chain([name.clone()]).collect::<Vec<_>>())
    .collect();
    let copy = password.clone();
    let check = move || password::check(&copy, &names.iter().map(String::as_str).collect::<Vec<_>>());
    app.blocking(check).await?.map_err(|weak| weak_password(weak, pointer))?;
    hashing::hash(app, password).await
}

fn weak_password(weak: WeakPassword, pointer: &'static str) -> Problem {
    let (code, words) = match weak {
        WeakPassword::TooShort => {
            ("too-short", Message::new("field-password-short").count("least", password::MIN_CHARS as u64))
        }
        WeakPassword::TooLong => {
            ("too-long", Message::new("field-password-long").count("most", password::MAX_CHARS as u64))
        }
        WeakPassword::Common => ("too-common", Message::new("field-password-common")),
    };
    Problem::new(ProblemKind::Unprocessable).at(FieldProblem::pointer(pointer, code, words))
}

/// Verifies a code of the second factor and uses it up in `factor`, which has to be stored. Wrong codes are counted for
/// the account from all addresses, and do not delay addresses from which a code was accepted before.
pub(crate) async fn verify_and_consume_code(
    request: &HttpRequest,
    app: &web::Data<AppState>,
    account: &AccountId,
    factor: &mut SecondFactor,
    code: &str,
) -> Result<(), Problem> {
    let (now, from, guess) = (app.environment.now(), request_client(request), GuessTarget::Code(account.as_str()));
    let is_known = app.sign_in.throttle.needs_known_address(guess, from, now)
        && sessions_opened_from(app, account, from).await?.any(|session| session.second_factor);
    let attempt = app.sign_in.throttle.begin(guess, from, now, is_known)?;
    if factor.verify_and_consume(&app.vault, &*app.environment, code) {
        attempt.succeeded(now);
        return Ok(());
    }
    refuse_credentials(request, app, Action::SignIn, Some(account), "wrong-code").await
}

pub(crate) async fn verify_password(
    request: &HttpRequest,
    app: &web::Data<AppState>,
    account: &AccountId,
    password: Zeroizing<String>,
    found: &Credentials,
    action: Action,
) -> Result<(), Problem> {
    let views = app.views();
    let entry = views.accounts.find(account).ok_or(ProblemKind::NotFound)?;
    let login = normalize_login(entry.login.as_ref().map_or(account.as_str(), |login| login.as_str()));
    let now = app.environment.now();
    // The caller is signed in, so her address counts as known.
    let attempt = app.sign_in.throttle.begin(GuessTarget::Password(&login), request_client(request), now, true)?;
    if !hashing::verify(app, password, found.hash()).await? {
        return refuse_credentials(request, app, action, Some(account), "wrong-password").await;
    }
    attempt.succeeded(now);
    Ok(())
}

/// Refuses credentials after the attempt was recorded; the answer is the same for all reasons.
pub(crate) async fn refuse_credentials<T>(
    request: &HttpRequest,
    app: &AppState,
    action: Action,
    account: Option<&AccountId>,
    reason: &'static str,
) -> Result<T, Problem> {
    app.metrics.login_failed();
    let mut note = AuditNote::of(request, app, action, Outcome::Denied).with_code(reason);
    if let Some(account) = account {
        note = note.by(account);
    }
    audit::record(app, &note).await?;
    Err(ProblemKind::WrongCredentials.into())
}
