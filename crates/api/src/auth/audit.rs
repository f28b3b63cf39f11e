//! The audit: who signed in or tried to, who was refused, who looked at private fields or took them along, and who wrote.
//!
//! It names accounts by their ids and clients by a keyed hash, and is only ever added to. Reads are noted beside the request and
//! may be lost under a flood, which is counted; signing in and writing wait until they are recorded.

mod list;

pub(crate) use list::*;

use super::caller::arrival;
use super::moment::later;
use crate::kostka::Kostka;
use crate::measures::Measures;
use crate::problem::Problem;
use crate::route::RoutePattern;
use crate::write::append_problem;
use actix_web::{HttpRequest, web};
use domain::ids::AccountId;
use events::append::Append;
use events::cabinet::{CabinetWrite, Drawer};
use events::envelope::Timestamp;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::net::IpAddr;
use std::sync::Mutex;
use tokio::sync::mpsc;
use utoipa::ToSchema;

/// Notes that wait for the writer; more are dropped and counted.
const MAX_WAITING: usize = 4_096;
/// Notes that are written together.
const MAX_BATCH: usize = 500;
/// Enough of a hash to tell clients apart, too little to find an address by trying them all without the key.
const CLIENT_DIGITS: usize = 16;
/// No id of a resource that is worth noting is longer.
const MAX_RESOURCE_BYTES: usize = 300;

/// What somebody did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Action {
    /// Signed in, or tried to.
    SignIn,
    /// Exchanged a refresh token.
    Refresh,
    /// Ended sessions.
    SignOut,
    /// Set a password.
    SetPassword,
    /// Set up or removed a second factor.
    SetSecondFactor,
    /// Asked for something that needs a permission.
    Ask,
    /// Looked at what the public is not shown.
    ReadPrivate,
    /// Took data along.
    Export,
    /// Wrote something.
    Write,
}

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// As wished.
    Done,
    /// Refused.
    Denied,
}

/// One line of the audit on its way to the cabinet.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Note {
    /// The id of the account; none if nobody was signed in.
    account: Option<String>,
    action: Action,
    outcome: Outcome,
    /// Method and pattern of the address, like `PUT /api/v1/players/{id}`.
    operation: String,
    /// The stream or the id that it was about.
    resource: Option<String>,
    /// A code that says why.
    reason: Option<String>,
    request_id: String,
    /// A keyed hash of the address of the client.
    client: String,
}

impl Note {
    /// What a request did.
    pub(crate) fn of(request: &HttpRequest, kostka: &Kostka, action: Action, outcome: Outcome) -> Self {
        let arrival = arrival(request);
        let route = request.app_data::<RoutePattern>().map_or("-", |route| route.0);
        Self {
            account: arrival.as_ref().and_then(|arrival| arrival.account.borrow().clone()),
            action,
            outcome,
            operation: format!("{} {route}", request.method()),
            resource: None,
            reason: None,
            request_id: arrival.as_ref().map_or_else(String::new, |arrival| arrival.request_id.to_string()),
            client: arrival.map_or_else(String::new, |arrival| client_mark(kostka, arrival.client)),
        }
    }

    /// By this account, for requests that nobody is signed in for.
    #[must_use]
    pub(crate) fn by(mut self, account: &AccountId) -> Self {
        self.account = Some(account.to_string());
        self
    }

    /// What it was about; an id that exists, never what somebody typed.
    #[must_use]
    pub(crate) fn about(mut self, resource: impl Into<String>) -> Self {
        self.resource = Some(resource.into()).filter(|resource| resource.len() <= MAX_RESOURCE_BYTES);
        self
    }

    /// A code that says why.
    #[must_use]
    pub(crate) fn because(mut self, reason: &str) -> Self {
        self.reason = Some(reason.to_owned());
        self
    }

    /// As it goes into the cabinet.
    pub(crate) fn write(&self, kostka: &Kostka) -> CabinetWrite {
        let now = kostka.environment.now();
        let owner = self
            .account
            .as_ref()
            .map_or_else(|| SmolStr::new_static("anonymous"), |account| smol_str::format_smolstr!("account/{account}"));
        CabinetWrite::PutNew {
            drawer: Drawer::Audit,
            key: key(now, kostka),
            owner,
            value: serde_json::to_vec(self).unwrap_or_default(),
            expires_at: Some(later(now, kostka.settings.audit_kept_for)),
        }
    }
}

/// The time, so that records stand in its order, and something random, so that none takes the place of another.
fn key(now: Timestamp, kostka: &Kostka) -> Vec<u8> {
    let mut random = [0; 8];
    kostka.environment.fill_random(&mut random);
    [&begin(now)[..], &random].concat()
}

/// What the keys of a moment begin with.
fn begin(now: Timestamp) -> [u8; 8] {
    u64::try_from(now.0).unwrap_or_default().to_be_bytes()
}

/// When a record was made.
fn time_of(key: &[u8]) -> Option<Timestamp> {
    let begin = <[u8; 8]>::try_from(key.get(..8)?).ok()?;
    i64::try_from(u64::from_be_bytes(begin)).ok().map(Timestamp)
}

/// Tells clients apart without naming them.
pub(super) fn client_mark(kostka: &Kostka, client: IpAddr) -> String {
    let hash = kostka.vault.master_key().pseudonym("client address", &client.to_string());
    hex::encode(hash)[..CLIENT_DIGITS].to_owned()
}

/// Takes notes.
pub(crate) struct Audit {
    notes: mpsc::Sender<CabinetWrite>,
    /// Until the writer has started.
    waiting: Mutex<Option<mpsc::Receiver<CabinetWrite>>>,
    measures: Measures,
}

impl Audit {
    pub(crate) fn new(measures: Measures) -> Self {
        let (notes, waiting) = mpsc::channel(MAX_WAITING);
        Self { notes, waiting: Mutex::new(Some(waiting)), measures }
    }

    /// Notes what a reader did; it is written a little later.
    pub(crate) fn note(&self, kostka: &Kostka, note: &Note) {
        if self.notes.try_send(note.write(kostka)).is_err() {
            self.measures.audit_dropped();
        }
    }

    /// Writes what was noted until the service stops; ends after the last note is written.
    pub(crate) async fn keep(kostka: web::Data<Kostka>) {
        let waiting = kostka.audit.waiting.lock().map(|mut waiting| waiting.take()).unwrap_or_default();
        let Some(mut waiting) = waiting else { return };
        let mut stopping = kostka.stopping.subscribe();
        let mut batch = Vec::new();
        loop {
            tokio::select! {
                biased;
                taken = waiting.recv_many(&mut batch, MAX_BATCH) => if taken == 0 { return },
                _ = stopping.wait_for(|stopping| *stopping) => {
                    // Answers under way may add some more; see `flush`.
                    *kostka.audit.waiting.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(waiting);
                    return;
                }
            }
            Self::append(&kostka, std::mem::take(&mut batch)).await;
        }
    }

    /// Writes what is left when the last answer was given.
    pub(crate) async fn flush(kostka: &Kostka) {
        let waiting = kostka.audit.waiting.lock().map(|mut waiting| waiting.take()).unwrap_or_default();
        let Some(mut waiting) = waiting else { return };
        let mut batch = Vec::new();
        while let Ok(note) = waiting.try_recv() {
            batch.push(note);
        }
        if !batch.is_empty() {
            Self::append(kostka, batch).await;
        }
    }

    async fn append(kostka: &Kostka, cabinet: Vec<CabinetWrite>) {
        let count = cabinet.len() as u64;
        if let Err(error) = kostka.log.append(Append { cabinet, ..Append::default() }).await {
            tracing::error!(error = error.to_string(), count, "notes of the audit were lost");
            kostka.measures.audit_lost(count);
        }
    }
}

/// Records something before it is answered.
pub(crate) async fn record(kostka: &Kostka, note: &Note) -> Result<(), Problem> {
    let cabinet = vec![note.write(kostka)];
    kostka.log.append(Append { cabinet, ..Append::default() }).await.map_err(|error| append_problem(&error))?;
    Ok(())
}
