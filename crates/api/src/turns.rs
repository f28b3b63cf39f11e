//! Turns at work of which only so much is done at once. Clients wait in one line with one request each, so that whoever sends many holds
//! up nobody but himself.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Who works, and who waits.
pub struct Turns {
    working: Arc<Semaphore>,
    /// One at a time for each client; only those who work or wait are here.
    clients: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
    patience: Duration,
}

/// Leave to work, until it is dropped.
#[derive(Debug)]
pub struct Turn {
    _working: OwnedSemaphorePermit,
    _of_client: OwnedSemaphorePermit,
}

impl Turns {
    /// Turns for this many who work at once; nobody waits for longer than `patience`.
    pub fn new(at_once: usize, patience: Duration) -> Self {
        Self { working: Arc::new(Semaphore::new(at_once)), clients: Mutex::default(), patience }
    }

    /// Waits for a turn; nothing for whoever would wait for too long.
    pub async fn wait(&self, client: IpAddr) -> Option<Turn> {
        let one_by_one = Arc::clone(self.clients().entry(client).or_insert_with(|| Arc::new(Semaphore::new(1))));
        let turn = tokio::time::timeout(self.patience, async {
            let of_client = one_by_one.acquire_owned().await.ok()?;
            let working = Arc::clone(&self.working).acquire_owned().await.ok()?;
            Some(Turn { _working: working, _of_client: of_client })
        });
        let turn = turn.await;
        // Whoever is not here any more is held by nobody else.
        self.clients().retain(|_, client| Arc::strong_count(client) > 1);
        turn.ok().flatten()
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
        let turns = Turns::new(2, Duration::from_millis(20));
        let greedy = turns.wait(client(1)).await.unwrap();
        for _ in 0..20 {
            assert!(turns.wait(client(1)).await.is_none());
        }
        let other = turns.wait(client(2)).await.unwrap();
        assert!(turns.wait(client(3)).await.is_none(), "two work");
        drop(greedy);
        let third = turns.wait(client(3)).await.unwrap();
        drop((other, third));
        drop(turns.wait(client(4)).await.unwrap());
        assert_eq!(turns.clients().len(), 1, "whoever has gone is forgotten by the next");
    }

    #[tokio::test]
    async fn whoever_comes_after_many_requests_of_another_is_next() {
        let turns = Turns::new(1, Duration::from_mins(1));
        let first = turns.wait(client(1)).await.unwrap();
        let (mut second, mut other) = (pin!(turns.wait(client(1))), pin!(turns.wait(client(2))));
        let waits =
            poll_fn(|cx| Poll::Ready(second.as_mut().poll(cx).is_pending() && other.as_mut().poll(cx).is_pending()));
        assert!(waits.await);
        drop(first);
        assert!(poll_fn(|cx| Poll::Ready(second.as_mut().poll(cx).is_pending())).await, "his second comes behind");
        drop(other.await.unwrap());
        assert!(second.await.is_some());
    }
}
