//! Random people give random commands, valid and invalid, over whole tournaments: the rules hold after each.
//!
//! `KOSTKA_RUNS` and `KOSTKA_SEED` say how many tournaments are played and from which seed.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[path = "tournament_course/coverage.rs"]
mod coverage;
#[path = "tournament_course/promises.rs"]
mod guarantees;
#[path = "tournament_course/invariants.rs"]
mod invariants;
#[path = "tournament_course/people.rs"]
mod people;
#[path = "tournament_course/proposals.rs"]
mod proposals;
#[path = "tournament_course/dice.rs"]
mod rng;
#[path = "tournament_course/run.rs"]
mod run;
#[path = "tournament_course/scenarios.rs"]
mod scenarios;
#[path = "tournament_course/sheets.rs"]
mod sheets;
#[path = "tournament_course/world.rs"]
mod world;

use coverage::Coverage;

const RUNS: u64 = 100;
const SEED: u64 = 20_250_517;

fn number(name: &str, otherwise: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} is not a number: {text}")),
        Err(_) => otherwise,
    }
}

#[test]
fn whatever_anybody_asks_for_the_rules_of_a_tournament_hold() {
    let (runs, seed) = (number("KOSTKA_RUNS", RUNS), number("KOSTKA_SEED", SEED));
    let mut coverage = Coverage::default();
    scenarios::rare_refusals(&mut coverage);
    coverage.begin_runs();
    for run in 0..runs {
        let seed = seed.wrapping_add(run);
        let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run::whole_event(seed, &mut coverage)));
        if let Err(panic) = played {
            eprintln!("run {run} failed: KOSTKA_RUNS=1 KOSTKA_SEED={seed} plays it again");
            std::panic::resume_unwind(panic);
        }
    }
    coverage.report(seed);
}
