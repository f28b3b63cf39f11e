//! Work that takes seconds, for anybody who asks: few do it at once, no client does two at a time, and what came of it is kept.

use crate::answer::Shelf;
use crate::auth::arrival;
use crate::kostka::{Kostka, LONGEST_WAIT};
use crate::problem::{Problem, ProblemKind};
use crate::rate_limit::RateLimit;
use crate::turns::{Turn, Turns};
use actix_web::HttpRequest;
use actix_web::http::header::{HeaderValue, RETRY_AFTER};
use domain::ids::{RulebookId, SeasonId};
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
pub(crate) struct Costly {
    turns: Turns,
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

impl Costly {
    pub(crate) fn new(per_minute: u32) -> Self {
        Self {
            turns: Turns::new(AT_ONCE, LONGEST_WAIT),
            limit: RateLimit::per_minute("costly", per_minute),
            answers: Shelf::holding(ANSWERS),
            rule_sets: Mutex::default(),
        }
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
        self.costly.turns.wait(client).await.ok_or_else(busy)
    }
}

/// Others work already.
pub(crate) fn busy() -> Problem {
    Problem::new(ProblemKind::Unavailable).header(RETRY_AFTER, HeaderValue::from_static("2"))
}
