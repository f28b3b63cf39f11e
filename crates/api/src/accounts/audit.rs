//! The audit: sign-ins, refusals, reads of private fields, exports and writes.
//!
//! It names accounts by their ids and clients by a keyed hash, and is append-only. Entries of reads are queued and may
//! be dropped under load, which is counted; a sign-in waits until its entry is stored, and a write is appended with its
//! entry or not at all.

mod list;

pub(crate) use list::*;

use super::caller::request_context;
use crate::http::app::AppState;
use crate::http::endpoint::RoutePattern;
use crate::http::metrics::Metrics;
use crate::http::problem::Problem;
use actix_web::{HttpRequest, web};
use commands::audit::RetainedAuditEntry;
pub(crate) use commands::audit::{Action, Outcome};
use domain::values::ids::AccountId;
use events::mutable_store::MutableWrite;
use std::net::IpAddr;
use std::sync::Mutex;
use tokio::sync::mpsc;

/// The most entries in the queue; more are dropped and counted.
const MAX_QUEUED: usize = 4_096;
const MAX_BATCH: usize = 500;
/// Enough of a hash to tell clients apart, too little to find an address by trying them all without the key.
const CLIENT_DIGITS: usize = 16;

/// An audit entry of a request, with its retention.
#[derive(Debug, Clone)]
pub(crate) struct AuditNote(RetainedAuditEntry);

impl AuditNote {
    pub(crate) fn of(request: &HttpRequest, app: &AppState, action: Action, outcome: Outcome) -> Self {
        let request_context = request_context(request);
        let route = request.app_data::<RoutePattern>().map_or("-", |route| route.0);
        let entry = commands::audit::AuditEntry {
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
        Self(entry.with_retention(app.settings.audit_kept_for))
    }

    /// By this account, for requests without a session.
    #[must_use]
    pub(crate) fn by(mut self, account: &AccountId) -> Self {
        self.0.entry.account = Some(account.to_string());
        self
    }

    /// What it was about: an id that exists, never typed text.
    #[must_use]
    pub(crate) fn about(mut self, resource: impl Into<String>) -> Self {
        self.0.entry = self.0.entry.about(resource);
        self
    }

    /// A code that says why.
    #[must_use]
    pub(crate) fn with_code(mut self, reason: &str) -> Self {
        self.0.entry.reason = Some(reason.to_owned());
        self
    }

    pub(crate) fn write(&self, app: &AppState) -> MutableWrite {
        self.0.write(&*app.environment)
    }

    /// The line that is appended together with the events of a command.
    pub(crate) fn line(&self) -> RetainedAuditEntry {
        self.0.clone()
    }
}

/// A keyed hash of the client address, which tells clients apart without naming them.
pub(crate) fn client_fingerprint(app: &AppState, client: IpAddr) -> String {
    let hash = app.vault.master_key().pseudonym("client address", &client.to_string());
    hex::encode(hash)[..CLIENT_DIGITS].to_owned()
}

pub(crate) struct Audit {
    sender: mpsc::Sender<MutableWrite>,
    /// Taken by the writer while it runs.
    queue: Mutex<Option<mpsc::Receiver<MutableWrite>>>,
    metrics: Metrics,
}

impl Audit {
    pub(crate) fn new(metrics: Metrics) -> Self {
        let (sender, queue) = mpsc::channel(MAX_QUEUED);
        Self { sender, queue: Mutex::new(Some(queue)), metrics }
    }

    /// Queues an entry about a read, which `run_writer` appends later.
    pub(crate) fn enqueue(&self, app: &AppState, note: &AuditNote) {
        if self.sender.try_send(note.write(app)).is_err() {
            self.metrics.audit_dropped();
        }
    }

    /// Appends queued entries until the service stops.
    pub(crate) async fn run_writer(app: web::Data<AppState>) {
        let queue = app.audit.queue.lock().map(|mut queue| queue.take()).unwrap_or_default();
        let Some(mut queue) = queue else { return };
        let mut stopping = app.stopping.subscribe();
        let mut batch = Vec::new();
        loop {
            tokio::select! {
                biased;
                taken = queue.recv_many(&mut batch, MAX_BATCH) => if taken == 0 { return },
                _ = stopping.wait_for(|stopping| *stopping) => {
                    // Answers under way may queue more; see `flush`.
                    *app.audit.queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(queue);
                    return;
                }
            }
            Self::append(&app, std::mem::take(&mut batch)).await;
        }
    }

    /// Appends what is still queued after the last answer.
    pub(crate) async fn flush(app: &AppState) {
        let queue = app.audit.queue.lock().map(|mut queue| queue.take()).unwrap_or_default();
        let Some(mut queue) = queue else { return };
        let mut batch = Vec::new();
        while let Ok(note) = queue.try_recv() {
            batch.push(note);
        }
        if !batch.is_empty() {
            Self::append(app, batch).await;
        }
    }

    async fn append(app: &AppState, audit_writes: Vec<MutableWrite>) {
        let count = audit_writes.len() as u64;
        if let Err(error) = commands::audit::append(&*app.log, audit_writes).await {
            tracing::error!(error = error.to_string(), count, "audit entries were lost");
            app.metrics.audit_lost(count);
        }
    }
}

pub(crate) async fn record(app: &AppState, note: &AuditNote) -> Result<(), Problem> {
    commands::audit::append(&*app.log, vec![note.write(app)]).await?;
    Ok(())
}
