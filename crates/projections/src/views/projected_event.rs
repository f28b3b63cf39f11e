//! One event as the read models take it, with the texts of the vault that belong to it.

use super::{CorruptHistory, StreamId};
use domain::event::Event;
use domain::rulebook::InvalidOverride;
use events::envelope::{EventId, Position, StreamName, Timestamp, Version};
use events::log::{Log, ReadError};
use events::vault::{OnePerEvent, OnePerSubject, SealedSubject, UnsealError, UnsealedSubject, Vault};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

/// A read model: it takes in every event, and keeps of it what its readers need.
pub(crate) trait View {
    /// Takes in one event; what does not concern the read model leaves it as it is.
    fn apply(&mut self, fact: &ProjectedEvent<'_>) -> Result<(), ApplyError>;
}

pub(crate) struct ProjectedEvent<'a> {
    pub(crate) position: Position,
    pub(crate) version: Version,
    pub(crate) recorded_at: Timestamp,
    pub(crate) event_id: EventId,
    /// Who did it, of an event of an account.
    pub(crate) actor: Option<&'a str>,
    pub(crate) stream: &'a StreamName,
    pub(crate) event: &'a Event,
    pub(crate) texts: &'a Texts<'a>,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum ApplyError {
    #[error(transparent)]
    History(#[from] CorruptHistory),
    #[error(transparent)]
    Rulebook(#[from] InvalidOverride),
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Unseal(#[from] UnsealError),
}

impl ProjectedEvent<'_> {
    /// The id of what the event is about.
    pub(crate) fn id<I: StreamId>(&self) -> Result<I, CorruptHistory> {
        I::of(self.stream)
    }

    /// What is known already, for an event that needs it.
    pub(crate) fn known<T>(&self, found: Option<T>) -> Result<T, CorruptHistory> {
        found.ok_or_else(|| CorruptHistory::NotRecorded(self.stream.clone()))
    }

    /// For an event that comes first in its stream.
    pub(crate) fn unknown<T>(&self, found: Option<T>) -> Result<(), CorruptHistory> {
        found.map_or(Ok(()), |_| Err(CorruptHistory::RecordedTwice(self.stream.clone())))
    }

    /// What the vault holds today of whom or what the event is about; nothing after an erasure, even if the event is
    /// older.
    pub(crate) fn text<R: OnePerSubject>(&self) -> Result<Option<R>, ApplyError> {
        self.texts.of(self.stream, text)
    }

    /// The same for two records, of which both or none are there.
    pub(crate) fn texts<R: OnePerSubject, S: OnePerSubject>(&self) -> Result<Option<(R, S)>, ApplyError> {
        self.texts.of(self.stream, |open| Ok(text(open)?.zip(text(open)?)))
    }

    /// What the vault holds today that goes with this very event.
    pub(crate) fn text_of_event<R: OnePerEvent>(&self) -> Result<Option<R>, ApplyError> {
        let read =
            |open: &UnsealedSubject<'_>| Ok(open.record_for::<R>(self.event_id)?.map(|disclosure| disclosure.record));
        self.texts.of(self.stream, read)
    }

    /// Says that a text which earlier views show must not be shown any more.
    pub(crate) fn replaces_text(&self) {
        self.texts.replaced.borrow_mut().insert(self.stream.clone());
    }
}

/// The texts of the vault that a page of events needs, each subject read once.
#[derive(Default)]
pub(crate) struct Texts<'a> {
    /// Nothing where every text is left out.
    source: Option<(&'a dyn Log, &'a Vault)>,
    sealed: RefCell<HashMap<StreamName, Option<SealedSubject>>>,
    replaced: RefCell<BTreeSet<StreamName>>,
}

impl<'a> Texts<'a> {
    pub(crate) fn new(log: &'a dyn Log, vault: &'a Vault) -> Self {
        Self { source: Some((log, vault)), ..Self::default() }
    }

    /// Whose texts that earlier views show were replaced or destroyed.
    pub(crate) fn replaced(self) -> BTreeSet<StreamName> {
        self.replaced.into_inner()
    }

    fn of<T>(
        &self,
        subject: &StreamName,
        read: impl FnOnce(&UnsealedSubject<'_>) -> Result<Option<T>, UnsealError>,
    ) -> Result<Option<T>, ApplyError> {
        let Some((log, vault)) = self.source else { return Ok(None) };
        let mut sealed = self.sealed.borrow_mut();
        if !sealed.contains_key(subject) {
            sealed.insert(subject.clone(), log.sealed(subject)?);
        }
        let Some(Some(kept)) = sealed.get(subject) else { return Ok(None) };
        Ok(read(&vault.open(kept)?)?)
    }
}

fn text<R: OnePerSubject>(open: &UnsealedSubject<'_>) -> Result<Option<R>, UnsealError> {
    Ok(open.record::<R>()?.map(|disclosure| disclosure.record))
}
