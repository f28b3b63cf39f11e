//! Showing and setting a password and a second factor, wherever somebody has to.

use super::audit::{self, Action, Note, Outcome};
use super::caller::{arrival, unreadable};
use super::hashing;
use super::second_factor::{self, SecondFactor};
use super::sessions::opened_from;
use super::throttle::Guess;
use crate::kostka::Kostka;
use crate::password::{self, WeakPassword};
use crate::problem::{FieldProblem, Problem, ProblemKind};
use actix_web::{HttpRequest, web};
use domain::ids::AccountId;
use events::append::AppendError;
use events::cabinet::{CabinetRecord, CabinetWrite, Drawer};
use events::envelope::{Position, Timestamp};
use events::log::{Log, ReadError};
use formats::words::Message;
use projections::account_records::password_key;
use projections::views::{AccountEntry, fold_login};
use std::net::{IpAddr, Ipv6Addr};
use zeroize::Zeroizing;

/// What the cabinet has for signing in to an account.
pub(super) struct Kept {
    pub(super) password: Option<CabinetRecord>,
    pub(super) second_factor: Option<CabinetRecord>,
    pub(super) head: Position,
}

impl Kept {
    fn read(log: &dyn Log, account: &AccountId) -> Result<Self, ReadError> {
        Ok(Self {
            password: log.cabinet_record(Drawer::Password, &password_key(account))?,
            second_factor: log.cabinet_record(Drawer::SecondFactor, &second_factor::key(account))?,
            head: log.head()?.position,
        })
    }

    /// Its password hash.
    pub(super) fn hash(&self) -> Option<String> {
        let record = self.password.as_ref()?;
        String::from_utf8(record.value.clone()).ok()
    }

    /// The revision of the password, which tells whether it was changed meanwhile.
    pub(super) fn password_revision(&self) -> Option<u64> {
        self.password.as_ref().map(|record| record.revision)
    }

    /// The second factor that is asked for.
    pub(super) fn second_factor(&self, kostka: &Kostka) -> Result<Option<SecondFactor>, Problem> {
        let Some(record) = &self.second_factor else { return Ok(None) };
        let factor = SecondFactor::read(kostka, record).map_err(|error| {
            tracing::error!(error = error.to_string(), "nobody can sign in to this account");
            ProblemKind::Internal
        })?;
        Ok(Some(factor).filter(SecondFactor::is_confirmed))
    }
}

/// What is kept for an account.
pub(super) async fn kept(kostka: &web::Data<Kostka>, account: AccountId) -> Result<Kept, Problem> {
    let log = kostka.log.clone();
    let read = move || Kept::read(&*log, &account);
    kostka.blocking(read).await?.map_err(|error| unreadable(&error))
}

/// An id that no account has: those are longer.
pub(super) fn nobody() -> AccountId {
    AccountId::parse("nobody").expect("neither empty nor reserved")
}

/// Where a request comes from.
pub(super) fn client(request: &HttpRequest) -> IpAddr {
    arrival(request).map_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED), |arrival| arrival.client)
}

/// The hash of a new password, if it can be taken by the holder of this account.
pub(super) async fn new_hash(
    kostka: &web::Data<Kostka>,
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
    kostka.blocking(check).await?.map_err(|weak| weak_password(weak, pointer))?;
    hashing::hash(kostka, password).await
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

/// Shows a code of the second factor; gives what its use leaves behind. Wrong codes are counted for the account, from wherever
/// they come, and hold up nobody where a code was shown before.
pub(super) async fn spend_code(
    request: &HttpRequest,
    kostka: &web::Data<Kostka>,
    account: &AccountId,
    factor: &mut SecondFactor,
    code: &str,
) -> Result<CabinetWrite, Problem> {
    let (now, from, guess) = (kostka.environment.now(), client(request), Guess::Code(account.as_str()));
    let is_known = kostka.throttle.is_under_attack(guess, from, now)
        && opened_from(kostka, account, from).await?.any(|session| session.second_factor);
    let attempt = kostka.throttle.begin(guess, from, now, is_known)?;
    if factor.spend(kostka, code) {
        attempt.succeeded(now);
        return Ok(factor.write());
    }
    wrong(request, kostka, Action::SignIn, Some(account), "wrong-code").await
}

/// Compares the password of somebody who is signed in, or refuses it.
pub(super) async fn show_password(
    request: &HttpRequest,
    kostka: &web::Data<Kostka>,
    account: &AccountId,
    password: Zeroizing<String>,
    found: &Kept,
    action: Action,
) -> Result<(), Problem> {
    let views = kostka.views();
    let entry = views.accounts.find(account).ok_or(ProblemKind::NotFound)?;
    let login = fold_login(entry.login.as_ref().map_or(account.as_str(), |login| login.as_str()));
    let now = kostka.environment.now();
    // Who is signed in already is no stranger.
    let attempt = kostka.throttle.begin(Guess::Password(&login), client(request), now, true)?;
    if !hashing::verify(kostka, password, found.hash()).await? {
        return wrong(request, kostka, action, Some(account), "wrong-password").await;
    }
    attempt.succeeded(now);
    Ok(())
}

/// Refuses credentials, after that was recorded. Everybody is told the same.
pub(super) async fn wrong<T>(
    request: &HttpRequest,
    kostka: &Kostka,
    action: Action,
    account: Option<&AccountId>,
    reason: &'static str,
) -> Result<T, Problem> {
    kostka.measures.login_failed();
    let mut note = Note::of(request, kostka, action, Outcome::Denied).because(reason);
    if let Some(account) = account {
        note = note.by(account);
    }
    audit::record(kostka, &note).await?;
    Err(ProblemKind::WrongCredentials.into())
}

/// Whether an append failed because somebody else was faster with this drawer.
pub(super) fn was_overtaken(error: &AppendError, drawer: Drawer) -> bool {
    *error == AppendError::CabinetConflict { drawer }
}

/// A time as answers tell it.
pub(super) fn written(time: Timestamp) -> String {
    time.to_string()
}
