//! Runs expensive reads (time travel, comparisons) with a bounded number of workers and a fair queue per client.

use crate::accounts::request_context;
use crate::http::answer::AnswerCache;
use crate::http::app::{AppState, MAX_WAIT};
use crate::http::fair_queue::{FairQueue, QueuePermit};
use crate::http::problem::{Problem, ProblemKind};
use crate::http::rate_limit::RateLimit;
use actix_web::HttpRequest;
use actix_web::http::header::{HeaderValue, RETRY_AFTER};
use domain::values::ids::{RulebookId, SeasonId};
use events::envelope::Position;
use projections::views::RuleSet;
use std::collections::VecDeque;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// As many as can work on older views or look for causes without being sent away there.
const AT_ONCE: usize = 2;
/// Answers that are kept; each may be large.
const ANSWERS: usize = 16;
/// Seasons under other rulebooks that are kept.
const RULE_SETS: usize = 4;

/// Who works, who waits, and what came of the last few works.
pub(crate) struct ExpensiveReads {
    fair_queue: FairQueue,
    pub(crate) limit: RateLimit<IpAddr>,
    pub(crate) answers: AnswerCache,
    rule_sets: Mutex<VecDeque<(RuleSetKey, Arc<RuleSet>)>>,
}

/// A season under a rulebook, as its records stood since a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RuleSetKey {
    pub(crate) rulebook: RulebookId,
    pub(crate) season: SeasonId,
    pub(crate) changed: Position,
}

impl ExpensiveReads {
    pub(crate) fn new(per_minute: u32) -> Self {
        Self {
            fair_queue: FairQueue::new(AT_ONCE, MAX_WAIT),
            limit: RateLimit::per_minute("costly", per_minute),
            answers: AnswerCache::with_capacity(ANSWERS),
            rule_sets: Mutex::default(),
        }
    }

    fn rule_sets(&self) -> MutexGuard<'_, VecDeque<(RuleSetKey, Arc<RuleSet>)>> {
        self.rule_sets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A season under another rulebook, if it was computed a short while ago.
    pub(crate) fn cached_rules(&self, of: &RuleSetKey) -> Option<Arc<RuleSet>> {
        self.rule_sets().iter().find(|(kept, _)| kept == of).map(|(_, set)| Arc::clone(set))
    }

    pub(crate) fn cache_rules(&self, of: RuleSetKey, set: Arc<RuleSet>) {
        let mut sets = self.rule_sets();
        sets.retain(|(kept, _)| *kept != of);
        sets.push_back((of, set));
        if sets.len() > RULE_SETS {
            sets.pop_front();
        }
    }
}

impl AppState {
    /// Counts a costly request against the limit of its address, and waits for its turn.
    pub(crate) async fn expensive_read_permit(&self, request: &HttpRequest) -> Result<QueuePermit, Problem> {
        if let Some(request_context) = request_context(request) {
            request_context.count(&self.expensive_reads.limit, &request_context.client)?;
        }
        self.permit(request).await
    }

    /// Waits for a turn at costly work.
    pub(crate) async fn permit(&self, request: &HttpRequest) -> Result<QueuePermit, Problem> {
        let client = request_context(request)
            .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |request_context| request_context.client);
        self.expensive_reads.fair_queue.wait(client).await.ok_or_else(busy)
    }
}

pub(crate) fn busy() -> Problem {
    Problem::new(ProblemKind::Unavailable).header(RETRY_AFTER, HeaderValue::from_static("2"))
}
