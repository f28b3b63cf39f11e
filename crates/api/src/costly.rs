//! Work that takes seconds, for anybody who asks: few do it at once, no client does two at a time, and what came of it is kept.

use crate::answer::Shelf;
use crate::auth::arrival;
use crate::kostka::{Kostka, LONGEST_WAIT};
use crate::problem::{Problem, ProblemKind};
use crate::rate_limit::RateLimit;
use actix_web::HttpRequest;
use actix_web::http::header::{HeaderValue, RETRY_AFTER};
use domain::ids::{RulebookId, SeasonId};
use events::envelope::Position;
use projections::views::RuleSet;
use std::collections::{HashMap, VecDeque};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// As many as can work on older views or look for causes without being sent away there.
const AT_ONCE: usize = 2;
/// Answers that are kept; each may be large.
const ANSWERS: usize = 16;
/// Seasons under other rulebooks that are kept.
const RULE_SETS: usize = 4;

/// Who works, who waits, and what came of the last few works.
pub(crate) struct Costly {
    working: Arc<Semaphore>,
    /// One at a time for each client; only those who work or wait are here.
    clients: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
    patience: Duration,
    pub(crate) limit: RateLimit<IpAddr>,
    pub(crate) answers: Shelf,
    rule_sets: Mutex<VecDeque<(RulesOf, Arc<RuleSet>)>>,
}

/// A season under a rulebook, as its records stood since a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RulesOf {
    pub(crate) rulebook: RulebookId,
    pub(crate) season: SeasonId,
    pub(crate) changed: Position,
}

/// Leave to work, until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    _working: OwnedSemaphorePermit,
    _of_client: OwnedSemaphorePermit,
}

impl Costly {
    pub(crate) fn new(per_minute: u32) -> Self {
        Self {
            working: Arc::new(Semaphore::new(AT_ONCE)),
            clients: Mutex::default(),
            patience: LONGEST_WAIT,
            limit: RateLimit::per_minute("costly", per_minute),
            answers: Shelf::holding(ANSWERS),
            rule_sets: Mutex::default(),
        }
    }

    /// Waits for a turn; whoever would wait for too long is told to come back. Clients wait in one line with one request each, so
    /// that whoever sends many holds up nobody but himself.
    async fn wait(&self, client: IpAddr) -> Result<Turn, Problem> {
        let one_by_one = Arc::clone(self.clients().entry(client).or_insert_with(|| Arc::new(Semaphore::new(1))));
        let turn = tokio::time::timeout(self.patience, async {
            let of_client = one_by_one.acquire_owned().await.ok()?;
            let working = Arc::clone(&self.working).acquire_owned().await.ok()?;
            Some(Turn { _working: working, _of_client: of_client })
        });
        let turn = turn.await;
        // Whoever is not here any more is held by nobody else.
        self.clients().retain(|_, client| Arc::strong_count(client) > 1);
        turn.ok().flatten().ok_or_else(busy)
    }

    fn clients(&self) -> MutexGuard<'_, HashMap<IpAddr, Arc<Semaphore>>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn rule_sets(&self) -> MutexGuard<'_, VecDeque<(RulesOf, Arc<RuleSet>)>> {
        self.rule_sets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A season under another rulebook, if it was computed a short while ago.
    pub(crate) fn kept_rules(&self, of: &RulesOf) -> Option<Arc<RuleSet>> {
        self.rule_sets().iter().find(|(kept, _)| kept == of).map(|(_, set)| Arc::clone(set))
    }

    /// Keeps a season under another rulebook.
    pub(crate) fn keep_rules(&self, of: RulesOf, set: Arc<RuleSet>) {
        let mut sets = self.rule_sets();
        sets.retain(|(kept, _)| *kept != of);
        sets.push_back((of, set));
        if sets.len() > RULE_SETS {
            sets.pop_front();
        }
    }
}

impl Kostka {
    /// Counts a costly request against the limit of its address, and waits for its turn.
    pub(crate) async fn costly_turn(&self, request: &HttpRequest) -> Result<Turn, Problem> {
        if let Some(arrival) = arrival(request) {
            arrival.count(&self.costly.limit, &arrival.client)?;
        }
        self.turn(request).await
    }

    /// Waits for a turn at costly work.
    pub(crate) async fn turn(&self, request: &HttpRequest) -> Result<Turn, Problem> {
        let client = arrival(request).map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |arrival| arrival.client);
        self.costly.wait(client).await
    }
}

/// Others work already.
pub(crate) fn busy() -> Problem {
    Problem::new(ProblemKind::Unavailable).header(RETRY_AFTER, HeaderValue::from_static("2"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(last: u8) -> IpAddr {
        IpAddr::V4(Ipv4Addr::new(192, 0, 2, last))
    }

    #[tokio::test]
    async fn whoever_sends_many_holds_up_only_himself() {
        let costly = Costly { patience: Duration::from_millis(20), ..Costly::new(60) };
        let greedy = costly.wait(client(1)).await.unwrap();
        for _ in 0..20 {
            assert_eq!(costly.wait(client(1)).await.unwrap_err().kind(), ProblemKind::Unavailable);
        }
        let other = costly.wait(client(2)).await.unwrap();
        assert!(costly.wait(client(3)).await.is_err(), "two work");
        drop(greedy);
        let third = costly.wait(client(3)).await.unwrap();
        drop((other, third));
        drop(costly.wait(client(4)).await.unwrap());
        assert_eq!(costly.clients().len(), 1, "whoever has gone is forgotten by the next");
    }
}
