//! The audit: who signed in or tried to, who was refused, who looked at private fields or took them along, and who wrote.
//!
//! It names accounts by their ids and clients by a keyed hash, and is only ever added to. Reads are noted beside the request and
//! may be lost under a flood, which is counted; signing in waits until it is recorded, and a write is recorded with its line or not
//! at all.

mod list;

pub(crate) use list::*;

use super::caller::arrival;
use super::filing;
use crate::kostka::Kostka;
use crate::measures::Measures;
use crate::problem::Problem;
use crate::route::RoutePattern;
use actix_web::{HttpRequest, web};
use domain::ids::AccountId;
use events::append::Append;
use events::cabinet::CabinetWrite;
use projections::audit::Line;
pub(crate) use projections::audit::{Action, Outcome};
use std::net::IpAddr;
use std::sync::Mutex;
use tokio::sync::mpsc;

/// Notes that wait for the writer; more are dropped and counted.
const MAX_WAITING: usize = 4_096;
/// Notes that are written together.
const MAX_BATCH: usize = 500;
/// Enough of a hash to tell clients apart, too little to find an address by trying them all without the key.
const CLIENT_DIGITS: usize = 16;
/// What a request did, on its way to the cabinet.
#[derive(Debug, Clone)]
pub(crate) struct Note(Line);

impl Note {
    /// What a request did.
    pub(crate) fn of(request: &HttpRequest, kostka: &Kostka, action: Action, outcome: Outcome) -> Self {
        let arrival = arrival(request);
        let route = request.app_data::<RoutePattern>().map_or("-", |route| route.0);
        let note = projections::audit::Note {
            account: arrival.as_ref().and_then(|arrival| arrival.account.borrow().clone()),
            action,
            outcome,
            operation: format!("{} {route}", request.method()),
            resource: None,
            reason: None,
            request_id: arrival.as_ref().map_or_else(String::new, |arrival| arrival.request_id.to_string()),
            client: arrival.map_or_else(String::new, |arrival| client_mark(kostka, arrival.client)),
        };
        Self(note.kept_for(kostka.settings.audit_kept_for))
    }

    /// By this account, for requests that nobody is signed in for.
    #[must_use]
    pub(crate) fn by(mut self, account: &AccountId) -> Self {
        self.0.note.account = Some(account.to_string());
        self
    }

    /// What it was about; an id that exists, never what somebody typed.
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

    /// As it goes into the cabinet.
    pub(crate) fn write(&self, kostka: &Kostka) -> CabinetWrite {
        self.0.write(&*kostka.environment)
    }

    /// For an act, which is recorded together with it.
    pub(crate) fn line(&self) -> Line {
        self.0.clone()
    }
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
    filing::append(kostka, vec![note.write(kostka)]).await
}
