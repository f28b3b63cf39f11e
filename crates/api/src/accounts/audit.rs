//! The audit: who signed in or tried to, who was refused, who looked at private fields or took them along, and who
//! wrote.
//!
//! It names accounts by their ids and clients by a keyed hash, and is only ever added to. Reads are noted beside the
//! request and may be lost under a flood, which is counted; signing in waits until it is recorded, and a write is
//! recorded with its line or not at all.

mod list;

pub(crate) use list::*;

use super::caller::request_context;
use crate::accounts::store_writes;
use crate::http::app::AppState;
use crate::http::endpoint::RoutePattern;
use crate::http::metrics::Metrics;
use crate::http::problem::Problem;
use actix_web::{HttpRequest, web};
use commands::audit::AuditLine;
pub(crate) use commands::audit::{Action, Outcome};
use domain::values::ids::AccountId;
use events::append::Append;
use events::mutable_store::MutableWrite;
use std::net::IpAddr;
use std::sync::Mutex;
use tokio::sync::mpsc;

/// Notes that wait for the writer; more are dropped and counted.
const MAX_WAITING: usize = 4_096;
const MAX_BATCH: usize = 500;
/// Enough of a hash to tell clients apart, too little to find an address by trying them all without the key.
const CLIENT_DIGITS: usize = 16;
/// What a request did, on its way to the mutable store.
#[derive(Debug, Clone)]
pub(crate) struct Note(AuditLine);

impl Note {
    pub(crate) fn of(request: &HttpRequest, app: &AppState, action: Action, outcome: Outcome) -> Self {
        let request_context = request_context(request);
        let route = request.app_data::<RoutePattern>().map_or("-", |route| route.0);
        let note = commands::audit::AuditEntry {
            account: request_context.as_ref().and_then(|request_context| request_context.account.borrow().clone()),
            action,
            outcome,
            operation: format!("{} {route}", request.method()),
            resource: None,
            reason: None,
            request_id: request_context
                .as_ref()
                .map_or_else(String::new, |request_context| request_context.request_id.to_string()),
            client: request_context
                .map_or_else(String::new, |request_context| client_fingerprint(app, request_context.client)),
        };
        Self(note.retention(app.settings.audit_kept_for))
    }

    /// By this account, for requests without a session.
    #[must_use]
    pub(crate) fn by(mut self, account: &AccountId) -> Self {
        self.0.note.account = Some(account.to_string());
        self
    }

    /// What it was about: an id that exists, never typed text.
    #[must_use]
    pub(crate) fn about(mut self, resource: impl Into<String>) -> Self {
        self.0.note = self.0.note.about(resource);
        self
    }

    /// A code that says why.
    #[must_use]
    pub(crate) fn because(mut self, reason: &str) -> Self {
        self.0.note.reason = Some(reason.to_owned());
        self
    }

    pub(crate) fn write(&self, app: &AppState) -> MutableWrite {
        self.0.write(&*app.environment)
    }

    /// For an act, which is recorded together with it.
    pub(crate) fn line(&self) -> AuditLine {
        self.0.clone()
    }
}

/// Tells clients apart without naming them.
pub(crate) fn client_fingerprint(app: &AppState, client: IpAddr) -> String {
    let hash = app.vault.master_key().pseudonym("client address", &client.to_string());
    hex::encode(hash)[..CLIENT_DIGITS].to_owned()
}

pub(crate) struct Audit {
    notes: mpsc::Sender<MutableWrite>,
    waiting: Mutex<Option<mpsc::Receiver<MutableWrite>>>,
    metrics: Metrics,
}

impl Audit {
    pub(crate) fn new(metrics: Metrics) -> Self {
        let (notes, waiting) = mpsc::channel(MAX_WAITING);
        Self { notes, waiting: Mutex::new(Some(waiting)), metrics }
    }

    /// Notes what a reader did; it is written a little later.
    pub(crate) fn note(&self, app: &AppState, note: &Note) {
        if self.notes.try_send(note.write(app)).is_err() {
            self.metrics.audit_dropped();
        }
    }

    /// Writes what was noted until the service stops; ends after the last note is written.
    pub(crate) async fn keep(app: web::Data<AppState>) {
        let waiting = app.audit.waiting.lock().map(|mut waiting| waiting.take()).unwrap_or_default();
        let Some(mut waiting) = waiting else { return };
        let mut stopping = app.stopping.subscribe();
        let mut batch = Vec::new();
        loop {
            tokio::select! {
                biased;
                taken = waiting.recv_many(&mut batch, MAX_BATCH) => if taken == 0 { return },
                _ = stopping.wait_for(|stopping| *stopping) => {
                    // Answers under way may add some more; see `flush`.
                    *app.audit.waiting.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(waiting);
                    return;
                }
            }
            Self::append(&app, std::mem::take(&mut batch)).await;
        }
    }

    /// Writes what is left when the last answer was given.
    pub(crate) async fn flush(app: &AppState) {
        let waiting = app.audit.waiting.lock().map(|mut waiting| waiting.take()).unwrap_or_default();
        let Some(mut waiting) = waiting else { return };
        let mut batch = Vec::new();
        while let Ok(note) = waiting.try_recv() {
            batch.push(note);
        }
        if !batch.is_empty() {
            Self::append(app, batch).await;
        }
    }

    async fn append(app: &AppState, mutable_store: Vec<MutableWrite>) {
        let count = mutable_store.len() as u64;
        if let Err(error) = app.log.append(Append { mutable_store, ..Append::default() }).await {
            tracing::error!(error = error.to_string(), count, "notes of the audit were lost");
            app.metrics.audit_lost(count);
        }
    }
}

pub(crate) async fn record(app: &AppState, note: &Note) -> Result<(), Problem> {
    store_writes::append(app, vec![note.write(app)]).await
}
