//! A whole season in a hundred numbered steps over HTTP: what is late, corrected, decided and published, and what an
//! auditor makes of it.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[path = "season_script/auditor.rs"]
mod auditor;
#[path = "season_script/autumn.rs"]
mod autumn;
#[path = "season_script/championships.rs"]
mod championships;
#[path = "season_script/editions.rs"]
mod editions;
#[path = "season_script/erratum.rs"]
mod erratum;
#[path = "season_script/opening.rs"]
mod opening;
#[path = "season_script/spring.rs"]
mod spring;
mod support;
#[path = "season_script/winter.rs"]
mod winter;
#[path = "season_script/world.rs"]
mod world;

use world::{Step, World};

/// Says which step it was if it fails.
struct StepReporter {
    number: usize,
    sentence: &'static str,
}

impl Drop for StepReporter {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("step {} failed: {}", self.number, self.sentence);
        }
    }
}

#[test]
fn a_season_of_a_hundred_steps_comes_out_as_the_rules_say() {
    let parts: [fn() -> Vec<Step>; 8] = [
        opening::steps,
        autumn::steps,
        winter::steps,
        spring::steps,
        editions::steps,
        erratum::steps,
        championships::steps,
        auditor::steps,
    ];
    let steps: Vec<Step> = parts.iter().flat_map(|part| part()).collect();
    assert!(steps.len() >= 100, "{} steps", steps.len());
    let mut world = World::start();
    for (index, (sentence, act)) in steps.into_iter().enumerate() {
        let _telling = StepReporter { number: index + 1, sentence };
        act(&mut world);
    }
}
