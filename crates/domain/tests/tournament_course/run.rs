//! One run: commands one after the other, and what must hold after each.

use crate::coverage::Coverage;
use crate::guarantees::{AdvancementGuarantees, ends_guarantees};
use crate::invariants;
use crate::people::with_all_roles;
use crate::proposals::propose;
use crate::world::World;
use domain::event::{TournamentEvent, TournamentFact};
use domain::tournament::course::{Phase, Principal, Rejection, Tournament, TournamentAction, TournamentState, evolve};

const MOST_COMMANDS: usize = 600;
const COMMANDS_AFTER_CLOSING: usize = 8;

/// Asks for something and takes in what comes of it.
pub(crate) fn ask(
    world: &mut World,
    principal: &Principal,
    order: &TournamentAction,
    coverage: &mut Coverage,
) -> Result<(), Rejection> {
    let decided = world.decide(principal, order);
    coverage.asked(order, decided.is_ok());
    match decided {
        Ok(events) => {
            for event in &events {
                match event {
                    TournamentEvent::Act(act) => coverage.happened(&act.fact),
                    effect => coverage.followed(effect),
                }
            }
            world.apply_events(events);
            if let (None, Some(state)) = (&world.approved, world.state()) {
                world.approved = (state.phase == Phase::Approved).then(|| state.clone());
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

/// A whole competition from nothing.
pub(crate) fn whole_event(seed: u64, coverage: &mut Coverage) {
    let mut world = World::new(seed);
    let mut guarantees = AdvancementGuarantees::default();
    let mut left = COMMANDS_AFTER_CLOSING;
    for _ in 0..MOST_COMMANDS {
        world.wait_minutes(1);
        let (principal, order) = propose(&mut world);
        step(&mut world, &principal, &order, &mut guarantees, coverage);
        match world.state().map(|state| state.phase) {
            Some(Phase::Closed | Phase::Rejected) if left == 0 => break,
            Some(Phase::Closed | Phase::Rejected) => left -= 1,
            Some(Phase::Cancelled) if world.rng.percent(30) => break,
            _ => {}
        }
        if world.rng.percent(2) {
            undo_everything(&world);
        }
    }
    let replayed = world.events.iter().fold(Tournament::Unknown, |course, event| evolve(course, event).unwrap());
    assert!(replayed == world.course, "a replay gives another tournament");
    undo_everything(&world);
    coverage.ended(world.state().is_some_and(|state| state.phase == Phase::Closed));
}

/// The acts that can be undone, the first first.
fn numbers(world: &World) -> Vec<u32> {
    world
        .course
        .hosted()
        .into_iter()
        .flat_map(|running| running.undo_stack().map(|undo_entry| undo_entry.number))
        .collect()
}

fn step(
    world: &mut World,
    principal: &Principal,
    order: &TournamentAction,
    guarantees: &mut AdvancementGuarantees,
    coverage: &mut Coverage,
) {
    let before = world.state().cloned();
    let undo_stack = numbers(world);
    let known = world.events.len();
    if ask(world, principal, order, coverage).is_err() {
        assert_eq!(world.events.len(), known);
        assert!(world.state() == before.as_ref(), "a refused command changed something");
        return;
    }
    let facts: Vec<TournamentFact> = world.events[known..]
        .iter()
        .filter_map(|event| match event {
            TournamentEvent::Act(act) => Some(act.fact.clone()),
            _ => None,
        })
        .collect();
    let Some(running) = world.course.hosted() else { return };
    invariants::check(running);
    for fact in &facts {
        match fact {
            TournamentFact::StageStarted { stage } => {
                invariants::started(&running.state, *stage);
                guarantees.keep(&running.state, *stage);
            }
            TournamentFact::ResultsHidden { .. } => guarantees.hide(),
            TournamentFact::ActUndone { act, .. } => {
                let left: Vec<u32> = undo_stack.iter().copied().filter(|number| number != act).collect();
                assert_eq!(numbers(world), left, "an undo takes back one act and no other");
                invariants::equals_what_is_left(&world.events, running);
            }
            _ => {}
        }
        if before.as_ref().is_some_and(|before| ends_guarantees(before, fact)) {
            guarantees.end();
        }
    }
    guarantees.check(&running.state);
    if matches!(order, TournamentAction::EnterSheet(_)) && running.state.phase == Phase::Running {
        assert_eq!(world.decide(principal, order), Ok(Vec::new()), "the same sheet again is no news");
    }
}

/// Undoing everything, the last act first, gives the tournament as it was approved.
fn undo_everything(world: &World) {
    let (Some(running), Some(approved)) = (world.course.hosted(), &world.approved) else { return };
    let acts: Vec<u32> = running.undo_stack().map(|undo_entry| undo_entry.number).rev().collect();
    if acts.is_empty() {
        return;
    }
    let mut course = world.course.clone();
    for act in &acts {
        let command = world.command(with_all_roles(), TournamentAction::Undo { act: *act, reason: None });
        let decided = domain::tournament::course::decide(&course, &command).map(|decided| decided.events);
        if !invariants::is_undoable(running.state.phase) {
            assert_eq!(decided, Err(Rejection::WrongPhase { phase: running.state.phase }));
            return;
        }
        for event in decided.unwrap() {
            course = evolve(course, &event).unwrap();
        }
    }
    let undone = course.hosted().unwrap();
    assert_eq!(undone.undo_stack().count(), 0);
    assert_eq!(undone.acts(), running.acts() + acts.len() as u32, "undoing is an act too");
    assert_eq!(undone.draws(), running.draws(), "draws that were undone are counted");
    // Changes of details are not undone, but changed again.
    let (details, late_notice) = (undone.state.details.clone(), undone.state.late_notice);
    let approved = TournamentState { details, late_notice, ..approved.clone() };
    assert!(*undone.state == approved, "undoing everything left something behind");
}
