//! One run: commands one after the other, and what must hold after each.

use crate::coverage::Coverage;
use crate::invariants;
use crate::people::everybody;
use crate::promises::{Promises, ends_promises};
use crate::proposals::propose;
use crate::world::World;
use domain::course::{Course, Doer, Now, Order, Phase, Rejection, evolve};
use domain::event::{TournamentEvent, TournamentFact};

const MOST_COMMANDS: usize = 600;
const COMMANDS_AFTER_CLOSING: usize = 8;

/// Asks for something and takes in what comes of it.
pub(crate) fn ask(world: &mut World, doer: &Doer, order: &Order, coverage: &mut Coverage) -> Result<(), Rejection> {
    let decided = world.decide(doer, order);
    coverage.asked(order, decided.is_ok());
    match decided {
        Ok(events) => {
            for event in &events {
                match event {
                    TournamentEvent::Act(act) => coverage.happened(&act.fact),
                    effect => coverage.followed(effect),
                }
            }
            world.take_in(events);
            if let (None, Some(now)) = (&world.approved, world.now()) {
                world.approved = (now.phase == Phase::Approved).then(|| now.clone());
            }
            Ok(())
        }
        Err(rejection) => {
            coverage.refused(&rejection);
            assert!(!rejection.code().is_empty() && !rejection.rule().is_empty(), "{rejection:?}");
            assert!(!rejection.to_string().is_empty());
            Err(rejection)
        }
    }
}

/// A whole event from nothing.
pub(crate) fn whole_event(seed: u64, coverage: &mut Coverage) {
    let mut world = World::new(seed);
    let mut promises = Promises::default();
    let mut left = COMMANDS_AFTER_CLOSING;
    for _ in 0..MOST_COMMANDS {
        world.wait_minutes(1);
        let (doer, order) = propose(&mut world);
        step(&mut world, &doer, &order, &mut promises, coverage);
        match world.now().map(|now| now.phase) {
            Some(Phase::Closed | Phase::Rejected) if left == 0 => break,
            Some(Phase::Closed | Phase::Rejected) => left -= 1,
            Some(Phase::Cancelled) if world.dice.percent(30) => break,
            _ => {}
        }
        if world.dice.percent(2) {
            undo_everything(&world);
        }
    }
    let replayed = world.events.iter().fold(Course::Unknown, |course, event| evolve(course, event).unwrap());
    assert!(replayed == world.course, "a replay gives another tournament");
    undo_everything(&world);
    coverage.ended(world.now().is_some_and(|now| now.phase == Phase::Closed));
}

/// The acts that can be undone, the first first.
fn numbers(world: &World) -> Vec<u32> {
    world.course.here().into_iter().flat_map(|running| running.ladder().map(|rung| rung.number)).collect()
}

fn step(world: &mut World, doer: &Doer, order: &Order, promises: &mut Promises, coverage: &mut Coverage) {
    let before = world.now().cloned();
    let ladder = numbers(world);
    let known = world.events.len();
    if ask(world, doer, order, coverage).is_err() {
        assert_eq!(world.events.len(), known);
        assert!(world.now() == before.as_ref(), "a refused command changed something");
        return;
    }
    let facts: Vec<TournamentFact> = world.events[known..]
        .iter()
        .filter_map(|event| match event {
            TournamentEvent::Act(act) => Some(act.fact.clone()),
            _ => None,
        })
        .collect();
    let Some(running) = world.course.here() else { return };
    invariants::check(running);
    for fact in &facts {
        match fact {
            TournamentFact::StageStarted { stage } => {
                invariants::started(&running.now, *stage);
                promises.keep(&running.now, *stage);
            }
            TournamentFact::ResultsHidden { .. } => promises.hide(),
            TournamentFact::ActUndone { act, .. } => {
                let left: Vec<u32> = ladder.iter().copied().filter(|number| number != act).collect();
                assert_eq!(numbers(world), left, "an undo takes back one act and no other");
                invariants::equals_what_is_left(&world.events, running);
            }
            _ => {}
        }
        if before.as_ref().is_some_and(|before| ends_promises(before, fact)) {
            promises.end();
        }
    }
    promises.check(&running.now);
    if matches!(order, Order::EnterSheet(_)) && running.now.phase == Phase::Running {
        assert_eq!(world.decide(doer, order), Ok(Vec::new()), "the same sheet again is no news");
    }
}

/// Undoing everything, the last act first, gives the tournament as it was approved.
fn undo_everything(world: &World) {
    let (Some(running), Some(approved)) = (world.course.here(), &world.approved) else { return };
    let acts: Vec<u32> = running.ladder().map(|rung| rung.number).rev().collect();
    if acts.is_empty() {
        return;
    }
    let mut course = world.course.clone();
    for act in &acts {
        let command = world.command(everybody(), Order::Undo { act: *act, reason: None });
        let decided = domain::course::decide(&course, &command);
        if !invariants::is_undoable(running.now.phase) {
            assert_eq!(decided, Err(Rejection::WrongPhase { phase: running.now.phase }));
            return;
        }
        for event in decided.unwrap() {
            course = evolve(course, &event).unwrap();
        }
    }
    let undone = course.here().unwrap();
    assert_eq!(undone.ladder().count(), 0);
    assert_eq!(undone.acts(), running.acts() + acts.len() as u32, "undoing is an act too");
    assert_eq!(undone.draws(), running.draws(), "draws that were undone are counted");
    // Changes of details are not undone, but changed again.
    let (details, late_notice) = (undone.now.details.clone(), undone.now.late_notice);
    let approved = Now { details, late_notice, ..approved.clone() };
    assert!(*undone.now == approved, "undoing everything left something behind");
}
