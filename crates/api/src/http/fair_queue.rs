//! Fair queue for work of which only so much is done at once: each client waits with one request, so that many requests
//! of one client delay only that client.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Who works, and who waits.
pub struct FairQueue {
    workers: Arc<Semaphore>,
    /// One at a time for each client; only those who work or wait are here.
    clients: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
    timeout: Duration,
}

/// Leave to work, until it is dropped.
#[derive(Debug)]
pub struct QueuePermit {
    _working: OwnedSemaphorePermit,
    _of_client: OwnedSemaphorePermit,
}

impl FairQueue {
    /// Turns for this many workers at once; a wait ends after `timeout`.
    pub fn new(concurrency: usize, timeout: Duration) -> Self {
        Self { workers: Arc::new(Semaphore::new(concurrency)), clients: Mutex::default(), timeout }
    }

    /// Waits for a turn; nothing after the timeout.
    pub async fn wait(&self, client: IpAddr) -> Option<QueuePermit> {
        let one_by_one = Arc::clone(self.clients().entry(client).or_insert_with(|| Arc::new(Semaphore::new(1))));
        let permit = tokio::time::timeout(self.timeout, async {
            let of_client = one_by_one.acquire_owned().await.ok()?;
            let workers = Arc::clone(&self.workers).acquire_owned().await.ok()?;
            Some(QueuePermit { _working: workers, _of_client: of_client })
        });
        let permit = permit.await;
        // An entry that is not in the map is held nowhere else.
        self.clients().retain(|_, client| Arc::strong_count(client) > 1);
        permit.ok().flatten()
    }

    fn clients(&self) -> MutexGuard<'_, HashMap<IpAddr, Arc<Semaphore>>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::poll_fn;
    use std::net::Ipv4Addr;
    use std::pin::pin;
    use std::task::Poll;

    fn client(last: u8) -> IpAddr {
        IpAddr::V4(Ipv4Addr::new(192, 0, 2, last))
    }

    #[tokio::test]
    async fn whoever_sends_many_holds_up_only_himself() {
        let queue = FairQueue::new(2, Duration::from_millis(20));
        let greedy = queue.wait(client(1)).await.unwrap();
        for _ in 0..20 {
            assert!(queue.wait(client(1)).await.is_none());
        }
        let other = queue.wait(client(2)).await.unwrap();
        assert!(queue.wait(client(3)).await.is_none(), "two work");
        drop(greedy);
        let third = queue.wait(client(3)).await.unwrap();
        drop((other, third));
        drop(queue.wait(client(4)).await.unwrap());
        assert_eq!(queue.clients().len(), 1, "whoever has gone is forgotten by the next");
    }

    #[tokio::test]
    async fn whoever_comes_after_many_requests_of_another_is_next() {
        let queue = FairQueue::new(1, Duration::from_mins(1));
        let first = queue.wait(client(1)).await.unwrap();
        let (mut second, mut other) = (pin!(queue.wait(client(1))), pin!(queue.wait(client(2))));
        let waits =
            poll_fn(|cx| Poll::Ready(second.as_mut().poll(cx).is_pending() && other.as_mut().poll(cx).is_pending()));
        assert!(waits.await);
        drop(first);
        assert!(poll_fn(|cx| Poll::Ready(second.as_mut().poll(cx).is_pending())).await, "his second comes behind");
        drop(other.await.unwrap());
        assert!(second.await.is_some());
    }
}
