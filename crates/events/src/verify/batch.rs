//! Batches of events and checkpoints between the reading and the checking thread.

use crate::envelope::RecordedRef;
use crate::export::Step;
use crate::log::StoredCheckpoint;

/// A batch is handed over when it has so many bytes or steps.
const FULL_BYTES: usize = 512 << 10;
const FULL_STEPS: usize = 1024;

/// Some steps in a row, in memory that is used again for the next.
#[derive(Default)]
pub(super) struct Batch {
    /// Streams, types and actors, one after the other.
    texts: String,
    payloads: Vec<u8>,
    steps: Vec<BatchEntry>,
}

enum BatchEntry {
    Event(BatchEvent),
    Checkpoint(StoredCheckpoint),
}

/// An event without what varies in length, and how long that is.
struct BatchEvent {
    fixed: RecordedRef<'static>,
    stream: usize,
    event_type: usize,
    actor: usize,
    payload: usize,
}

impl Batch {
    pub(super) fn clear(&mut self) {
        self.texts.clear();
        self.payloads.clear();
        self.steps.clear();
    }

    pub(super) fn is_full(&self) -> bool {
        self.texts.len() + self.payloads.len() >= FULL_BYTES || self.steps.len() >= FULL_STEPS
    }

    pub(super) fn push(&mut self, step: &Step<'_>) {
        let kept = match step {
            Step::Checkpoint(kept) => BatchEntry::Checkpoint(StoredCheckpoint::clone(kept)),
            Step::Event(event) => {
                for text in [event.stream, event.event_type, event.actor] {
                    self.texts.push_str(text);
                }
                self.payloads.extend_from_slice(event.payload);
                BatchEntry::Event(BatchEvent {
                    fixed: fixed(event),
                    stream: event.stream.len(),
                    event_type: event.event_type.len(),
                    actor: event.actor.len(),
                    payload: event.payload.len(),
                })
            }
        };
        self.steps.push(kept);
    }

    /// Gives the steps as they came.
    pub(super) fn visit(&self, mut visit: impl FnMut(Step<'_>)) {
        let (mut texts, mut payloads) = (self.texts.as_str(), self.payloads.as_slice());
        let mut text = |length: usize| {
            let (text, rest) = texts.split_at(length);
            texts = rest;
            text
        };
        for step in &self.steps {
            match step {
                BatchEntry::Checkpoint(kept) => visit(Step::Checkpoint(kept)),
                BatchEntry::Event(kept) => {
                    let (payload, rest) = payloads.split_at(kept.payload);
                    payloads = rest;
                    let event = RecordedRef {
                        stream: text(kept.stream),
                        event_type: text(kept.event_type),
                        actor: text(kept.actor),
                        payload,
                        ..kept.fixed
                    };
                    visit(Step::Event(&event));
                }
            }
        }
    }
}

fn fixed(event: &RecordedRef<'_>) -> RecordedRef<'static> {
    RecordedRef {
        position: event.position,
        version: event.version,
        recorded_at: event.recorded_at,
        event_id: event.event_id,
        stream: "",
        event_type: "",
        schema_version: event.schema_version,
        occurred_at: event.occurred_at,
        actor: "",
        correlation: event.correlation,
        causation: event.causation,
        nonce: event.nonce,
        payload: &[],
        leaf: event.leaf,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::envelope::{EventId, Position, Timestamp, Version};

    #[test]
    fn what_was_put_in_comes_out_in_order() {
        let event = |position, stream, payload| RecordedRef {
            position: Position(position),
            version: Version(1),
            recorded_at: Timestamp(2),
            event_id: EventId([3; 16]),
            stream,
            event_type: "player.registered",
            schema_version: 1,
            occurred_at: Timestamp(4),
            actor: "import",
            correlation: None,
            causation: None,
            nonce: [5; 16],
            payload,
            leaf: [6; 32],
        };
        let events = [event(1, "player/ą", b"{}".as_slice()), event(2, "log/x", b""), event(3, "player/c", b"[1]")];
        let checkpoint = StoredCheckpoint { size: 2, note: "note".to_owned() };
        let mut batch = Batch::default();
        for _ in 0..2 {
            batch.clear();
            batch.push(&Step::Event(&events[0]));
            batch.push(&Step::Event(&events[1]));
            batch.push(&Step::Checkpoint(&checkpoint));
            batch.push(&Step::Event(&events[2]));
            let mut seen = Vec::new();
            batch.visit(|step| match step {
                Step::Event(event) => {
                    assert_eq!(*event, events[event.position.0 as usize - 1]);
                    seen.push(event.position.0);
                }
                Step::Checkpoint(kept) => {
                    assert_eq!(*kept, checkpoint);
                    seen.push(0);
                }
            });
            assert_eq!(seen, [1, 2, 0, 3]);
        }
    }
}
