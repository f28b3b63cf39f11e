//! How many streams may be open, in all and for each client.

use crate::http::problem::{Problem, ProblemKind};
use crate::http::settings::Limits;
use actix_web::http::header::{HeaderValue, RETRY_AFTER};
use metrics::Gauge;
use rustc_hash::FxHashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The places for open streams.
#[derive(Clone)]
pub(crate) struct StreamSlots(Arc<Inner>);

struct Inner {
    most: usize,
    most_per_client: usize,
    taken: Mutex<SlotCounts>,
}

#[derive(Default)]
struct SlotCounts {
    all: usize,
    by_client: FxHashMap<IpAddr, usize>,
}

/// A place that is taken until this is dropped.
pub(crate) struct StreamSlot {
    stream_slots: StreamSlots,
    client: IpAddr,
    gauge: Gauge,
}

/// What a client that finds no place is told to wait, in seconds.
const RETRY_AFTER_SECONDS: HeaderValue = HeaderValue::from_static("10");

impl StreamSlots {
    pub(crate) fn new(limits: &Limits) -> Self {
        let (most, most_per_client) = (limits.streams, limits.streams_per_client);
        Self(Arc::new(Inner { most, most_per_client, taken: Mutex::default() }))
    }

    /// A place for a stream of this client, counted by the gauge; refused if there are too many.
    pub(crate) fn take(&self, client: IpAddr, gauge: Gauge) -> Result<StreamSlot, Problem> {
        let mut taken = self.taken();
        let own = taken.by_client.get(&client).copied().unwrap_or_default();
        let exceeded = [(taken.all, self.0.most), (own, self.0.most_per_client)];
        if let Some((_, limit)) = exceeded.into_iter().find(|(open, most)| open >= most) {
            let refusal = Problem::new(ProblemKind::TooManyStreams).with_extension("limit", limit);
            return Err(refusal.header(RETRY_AFTER, RETRY_AFTER_SECONDS));
        }
        taken.all += 1;
        taken.by_client.insert(client, own + 1);
        gauge.increment(1.0);
        Ok(StreamSlot { stream_slots: self.clone(), client, gauge })
    }

    fn taken(&self) -> MutexGuard<'_, SlotCounts> {
        self.0.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for StreamSlot {
    fn drop(&mut self) {
        let mut taken = self.stream_slots.taken();
        taken.all -= 1;
        if let Some(own) = taken.by_client.get_mut(&self.client) {
            *own -= 1;
            if *own == 0 {
                taken.by_client.remove(&self.client);
            }
        }
        self.gauge.decrement(1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream_slots() -> StreamSlots {
        StreamSlots::new(&Limits { streams: 3, streams_per_client: 2, ..Limits::default() })
    }

    fn client(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn s18_streams_are_limited_in_all_and_for_each_client() {
        let stream_slots = stream_slots();
        let take = |last| stream_slots.take(client(last), Gauge::noop());
        let first = take(1).unwrap();
        let _second = take(1).unwrap();
        assert_eq!(take(1).err().unwrap().kind(), ProblemKind::TooManyStreams);
        let _third = take(2).unwrap();
        assert_eq!(take(3).err().unwrap().kind(), ProblemKind::TooManyStreams);
        drop(first);
        assert!(take(3).is_ok());
    }

    #[test]
    fn a_client_that_has_gone_is_forgotten() {
        let stream_slots = stream_slots();
        drop(stream_slots.take(client(1), Gauge::noop()).unwrap());
        assert!(stream_slots.taken().by_client.is_empty());
        assert_eq!(stream_slots.taken().all, 0);
    }
}
