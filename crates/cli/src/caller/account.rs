//! An account of the service in use: its token, which is renewed before it ends.

use super::Line;
use serde_json::{Value, json};
use simulation::{Answer, Call, Method, Trouble, Who};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use zeroize::Zeroizing;

/// A token that ends sooner is renewed first.
const MARGIN: Duration = Duration::from_secs(30);

/// Somebody who is signed in.
pub(crate) struct Account {
    pub(crate) id: String,
    token: Mutex<Token>,
}

struct Token {
    access: Zeroizing<String>,
    /// Nothing for a token that was given as it is.
    renewal: Option<Renewal>,
}

struct Renewal {
    token: Zeroizing<String>,
    due: Instant,
}

/// Why nobody is signed in.
#[derive(Debug)]
pub(crate) enum SignInProblem {
    /// Login, password or code are wrong.
    Refused,
    /// The service did not answer as expected.
    Trouble(Trouble),
}

impl From<Trouble> for SignInProblem {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

impl Account {
    /// Signs in.
    pub(crate) fn sign_in(line: &Line, login: &str, password: &str, code: Option<&str>) -> Result<Self, SignInProblem> {
        let mut body = json!({ "login": login, "password": password });
        if let Some(code) = code {
            body["code"] = code.into();
        }
        let call = post("sessions", body);
        let answer = line.send(&call, None)?;
        let id = answer.body["account"].as_str().map(str::to_owned);
        match (id, Token::of(&answer.body)) {
            (Some(id), Some(token)) if answer.is_good() => Ok(Self { id, token: Mutex::new(token) }),
            _ if answer.status == 401 => Err(SignInProblem::Refused),
            _ => Err(SignInProblem::Trouble(unexpected(&call, &answer))),
        }
    }

    /// Takes an access token as it is.
    pub(crate) fn with_token(line: &Line, access: Zeroizing<String>) -> Result<Self, SignInProblem> {
        let call = read("me");
        let answer = line.send(&call, Some(&access))?;
        match answer.body["id"].as_str() {
            Some(id) if answer.is_good() => {
                Ok(Self { id: id.to_owned(), token: Mutex::new(Token { access, renewal: None }) })
            }
            _ if answer.status == 401 => Err(SignInProblem::Refused),
            _ => Err(SignInProblem::Trouble(unexpected(&call, &answer))),
        }
    }

    /// Opens another account without any role and signs it in.
    pub(crate) fn open(&self, line: &Line, login: &str, name: &str, password: &str) -> Result<Self, SignInProblem> {
        let call =
            Call { key: Some(format!("{login}-open")), ..post("accounts", json!({ "login": login, "name": name })) };
        let opened = self.send(line, &call)?;
        let Some(token) = opened.body["secret"].as_str().filter(|_| opened.is_good()) else {
            return Err(SignInProblem::Trouble(unexpected(&call, &opened)));
        };
        let call = post("links/redemption", json!({ "token": token, "password": password }));
        let redeemed = line.send(&call, None)?;
        if !redeemed.is_good() {
            return Err(SignInProblem::Trouble(unexpected(&call, &redeemed)));
        }
        Self::sign_in(line, login, password, None)
    }

    /// Sends a request as this account.
    pub(crate) fn send(&self, line: &Line, call: &Call) -> Result<Answer, Trouble> {
        let bearer = self.bearer(line)?;
        line.send(call, Some(&bearer))
    }

    /// What it may do, as the service tells it.
    pub(crate) fn about(&self, line: &Line) -> Result<Value, Trouble> {
        let call = read("me");
        let answer = self.send(line, &call)?;
        if answer.is_good() { Ok(answer.body) } else { Err(unexpected(&call, &answer)) }
    }

    fn bearer(&self, line: &Line) -> Result<Zeroizing<String>, Trouble> {
        // Whoever comes second waits here and gets the token that the first one fetched.
        let mut token = self.token.lock().unwrap_or_else(PoisonError::into_inner);
        let due = token.renewal.as_ref().filter(|renewal| Instant::now() >= renewal.due);
        if let Some(renewal) = due {
            let call = post("sessions/refresh", json!({ "refresh_token": renewal.token.as_str() }));
            let answer = line.send(&call, None)?;
            *token = Token::of(&answer.body).filter(|_| answer.is_good()).ok_or_else(|| unexpected(&call, &answer))?;
        }
        Ok(token.access.clone())
    }
}

impl Token {
    fn of(tokens: &Value) -> Option<Self> {
        let text = |name: &str| tokens[name].as_str().map(|text| Zeroizing::new(text.to_owned()));
        let good_for = Duration::from_secs(tokens["expires_in"].as_u64()?);
        let due = Instant::now() + good_for.saturating_sub(MARGIN);
        Some(Self { access: text("access_token")?, renewal: Some(Renewal { token: text("refresh_token")?, due }) })
    }
}

fn read(path: &str) -> Call {
    Call { who: Who::Federation, method: Method::Get, path: path.to_owned(), body: None, basis: None, key: None }
}

fn post(path: &str, body: Value) -> Call {
    Call { method: Method::Post, body: Some(body), ..read(path) }
}

fn unexpected(call: &Call, answer: &Answer) -> Trouble {
    let text = |name: &str| answer.body[name].as_str();
    Trouble::Refused {
        request: format!("{} {}", call.method.name(), call.path),
        status: answer.status,
        detail: text("detail").or_else(|| text("title")).unwrap_or_default().to_owned(),
    }
}
