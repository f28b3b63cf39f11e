//! The append plan of an import: events and texts per stream.

use crate::event_writer::EventWriter;
use domain::event::Event;
use events::append::{Append, Expected, MAX_PAYLOAD_BYTES};
use events::envelope::{EventId, StreamName, Timestamp, Version};
use events::log::ReadError;
use events::stored;
use events::vault::{Prepared, SealError};
use projections::views::{ApplyRecordError, Records};
use std::collections::HashMap;

pub(super) struct PlannedEvent {
    pub(super) event_id: EventId,
    pub(super) event: Event,
    pub(super) occurred_at: Timestamp,
}

pub(super) struct Step {
    stream: StreamName,
    before: Version,
    events: Vec<PlannedEvent>,
    texts: Vec<Prepared>,
}

impl Step {
    pub(super) fn record(&mut self, event_id: EventId, event: Event, occurred_at: Timestamp) {
        self.events.push(PlannedEvent { event_id, event, occurred_at });
    }

    /// Puts a text into the vault together with the events.
    pub(super) fn store_text(&mut self, text: Prepared) {
        self.texts.push(text);
    }
}

/// Steps in the order in which they will be recorded.
#[derive(Default)]
pub(super) struct Plan {
    steps: Vec<Step>,
    by_stream: HashMap<StreamName, usize>,
}

#[derive(Debug, thiserror::Error)]
pub enum StepError {
    #[error("the vault could not be read")]
    Read(#[from] ReadError),
    #[error("a text could not be sealed")]
    Seal(#[from] SealError),
}

impl Plan {
    /// The step of a stream that has this version so far.
    pub(super) fn step(&mut self, stream: &StreamName, before: Version) -> &mut Step {
        let index = *self.by_stream.entry(stream.clone()).or_insert(self.steps.len());
        if index == self.steps.len() {
            self.steps.push(Step { stream: stream.clone(), before, events: Vec::new(), texts: Vec::new() });
        }
        &mut self.steps[index]
    }

    pub(super) fn events(&self) -> u64 {
        self.steps.iter().map(|step| step.events.len() as u64).sum()
    }

    /// The first event that is too large to be recorded, and its size.
    pub(super) fn too_large(&self) -> Option<(StreamName, usize)> {
        self.steps.iter().find_map(|step| {
            let sizes = step.events.iter().map(|planned| stored::encode(&planned.event).payload.len());
            let large = sizes.filter(|bytes| *bytes > MAX_PAYLOAD_BYTES).max()?;
            Some((step.stream.clone(), large))
        })
    }

    /// Takes in what will be recorded.
    pub(super) fn apply_to(&self, records: &mut Records) -> Result<(), ApplyRecordError> {
        for step in &self.steps {
            for planned in &step.events {
                records.apply_hypothetical(&step.stream, &planned.event)?;
            }
        }
        Ok(())
    }

    pub(super) fn into_steps(self) -> Vec<Step> {
        self.steps
    }
}

impl Step {
    pub(super) fn write(self, event_writer: &EventWriter<'_>, append: &mut Append) -> Result<(), StepError> {
        let Self { stream, before, events, texts } = self;
        let is_new = before == Version(0);
        if !texts.is_empty() {
            let kept = if is_new { None } else { event_writer.log.sealed(&stream)? };
            append.vault.push(match kept {
                Some(kept) => event_writer.vault.replace(&kept, &texts)?,
                None => event_writer.vault.create(&stream, &texts)?,
            });
        }
        for PlannedEvent { event_id, event, occurred_at } in events {
            append.events.push(event_writer.write(&stream, event_id, &event, occurred_at));
        }
        append.expected.push((stream, if is_new { Expected::NoStream } else { Expected::Exact(before) }));
        Ok(())
    }
}
