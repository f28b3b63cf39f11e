//! A signed-in account with its access token, which is refreshed before it expires.

use super::HttpClient;
use serde_json::{Value, json};
use simulation::{ActingRole, Method, ServiceError, ServiceRequest, ServiceResponse};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use wire::accounts::{MyAccount, NewAccount, Redemption, RefreshRequest, SignInRequest, Tokens};
use wire::common::Receipt;
use zeroize::Zeroizing;

/// A token that ends sooner is renewed first.
const MARGIN: Duration = Duration::from_secs(30);

pub(crate) struct Account {
    pub(crate) id: String,
    token: Mutex<Token>,
}

struct Token {
    access: Zeroizing<String>,
    /// Nothing for a token that was given as it is.
    renewal: Option<RefreshToken>,
}

struct RefreshToken {
    token: Zeroizing<String>,
    due: Instant,
}

#[derive(Debug)]
pub(crate) enum SignInError {
    Refused,
    ServiceError(ServiceError),
}

impl From<ServiceError> for SignInError {
    fn from(trouble: ServiceError) -> Self {
        Self::ServiceError(trouble)
    }
}

impl Account {
    pub(crate) fn sign_in(
        client: &HttpClient,
        login: &str,
        password: &str,
        code: Option<&str>,
    ) -> Result<Self, SignInError> {
        let (login, password, code) = (login.to_owned(), password.to_owned(), code.map(str::to_owned));
        let call = post("sessions", json!(SignInRequest { login, password, code }));
        let answer = client.send(&call, None)?;
        match answer.read::<Tokens>() {
            Some(tokens) if answer.is_success() => {
                Ok(Self { id: tokens.account.clone(), token: Mutex::new(Token::of(tokens)) })
            }
            _ if answer.status == 401 => Err(SignInError::Refused),
            _ => Err(SignInError::ServiceError(unexpected(&call, &answer))),
        }
    }

    /// Takes an access token as it is.
    pub(crate) fn with_token(client: &HttpClient, access: Zeroizing<String>) -> Result<Self, SignInError> {
        let call = read("me");
        let answer = client.send(&call, Some(&access))?;
        match answer.read::<MyAccount>() {
            Some(me) if answer.is_success() => {
                Ok(Self { id: me.id, token: Mutex::new(Token { access, renewal: None }) })
            }
            _ if answer.status == 401 => Err(SignInError::Refused),
            _ => Err(SignInError::ServiceError(unexpected(&call, &answer))),
        }
    }

    /// Opens another account without any role and signs it in.
    pub(crate) fn open(
        &self,
        client: &HttpClient,
        login: &str,
        name: &str,
        password: &str,
    ) -> Result<Self, SignInError> {
        let account = NewAccount { login: login.to_owned(), name: name.to_owned(), grants: Vec::new() };
        let call = ServiceRequest { key: Some(format!("{login}-open")), ..post("accounts", json!(account)) };
        let opened = self.send(client, &call)?;
        let receipt = opened.read::<Receipt>().filter(|_| opened.is_success());
        let Some(token) = receipt.and_then(|receipt| receipt.secret) else {
            return Err(SignInError::ServiceError(unexpected(&call, &opened)));
        };
        let call = post("links/redemption", json!(Redemption { token, password: password.to_owned() }));
        let redeemed = client.send(&call, None)?;
        if !redeemed.is_success() {
            return Err(SignInError::ServiceError(unexpected(&call, &redeemed)));
        }
        Self::sign_in(client, login, password, None)
    }

    pub(crate) fn send(&self, client: &HttpClient, call: &ServiceRequest) -> Result<ServiceResponse, ServiceError> {
        let bearer = self.bearer(client)?;
        client.send(call, Some(&bearer))
    }

    pub(crate) fn about(&self, client: &HttpClient) -> Result<MyAccount, ServiceError> {
        let call = read("me");
        let answer = self.send(client, &call)?;
        answer.read().filter(|_| answer.is_success()).ok_or_else(|| unexpected(&call, &answer))
    }

    fn bearer(&self, client: &HttpClient) -> Result<Zeroizing<String>, ServiceError> {
        // A second caller waits here and gets the token that the first one fetched.
        let mut token = self.token.lock().unwrap_or_else(PoisonError::into_inner);
        let due = token.renewal.as_ref().filter(|renewal| Instant::now() >= renewal.due);
        if let Some(renewal) = due {
            let refresh = RefreshRequest { refresh_token: renewal.token.to_string() };
            let call = post("sessions/refresh", json!(refresh));
            let answer = client.send(&call, None)?;
            let tokens = answer.read().filter(|_| answer.is_success());
            *token = Token::of(tokens.ok_or_else(|| unexpected(&call, &answer))?);
        }
        Ok(token.access.clone())
    }
}

impl Token {
    fn of(tokens: Tokens) -> Self {
        let due = Instant::now() + Duration::from_secs(tokens.expires_in).saturating_sub(MARGIN);
        let renewal = RefreshToken { token: Zeroizing::new(tokens.refresh_token), due };
        Self { access: Zeroizing::new(tokens.access_token), renewal: Some(renewal) }
    }
}

fn read(path: &str) -> ServiceRequest {
    ServiceRequest::get(ActingRole::Federation, path)
}

fn post(path: &str, body: Value) -> ServiceRequest {
    ServiceRequest { method: Method::Post, body: Some(body), ..read(path) }
}

pub(crate) fn unexpected(call: &ServiceRequest, answer: &ServiceResponse) -> ServiceError {
    let text = |name: &str| answer.body[name].as_str();
    ServiceError::Refused {
        request: format!("{} {}", call.method.name(), call.path),
        status: answer.status,
        detail: text("detail").or_else(|| text("title")).unwrap_or_default().to_owned(),
    }
}
