//! Invariants of a tournament after every command (appendix C of the rules).

use domain::event::{
    NumberedFact, RecordedFinish, RecordedOutcome, Registration, SheetGame, TournamentEvent, TournamentFact,
};
use domain::game::Ending;
use domain::rulebook::{DsqPlacement, TieSmallPoints, parameters};
use domain::tournament::course::{
    GameEntry, GameScore, HostedTournament, Phase, Presence, SheetInput, Stage, StagePlay, Tournament, TournamentState,
};
use domain::tournament::course::{check_sheet, evolve, open_tie};
use domain::tournament::sanction::Sanction;
use domain::values::ids::PlayerId;
use domain::values::place::check_shared_places;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub(crate) fn check(running: &HostedTournament) {
    let state = &running.state;
    if state.rulebook.is_none() {
        return;
    }
    for (stage, play) in &state.stages {
        seats_are_right(*stage, play);
        for (number, table) in (1..).zip(&play.tables) {
            let Some(sheet) = &table.sheet else { continue };
            for game in sheet.games.iter() {
                points_add_up(state, game);
            }
            sheet_could_be_entered_again(state, *stage, number);
        }
    }
    standings_are_a_total_preorder(state);
    hidden_results_do_not_leak(state);
    results_are_hidden_only_while_a_sheet_is_missing(state);
    what_is_noted_of_people_shows_nowhere(state);
    two_cards_are_one_disqualification(running);
    the_record_has_everybody_once(state);
}

/// Every seated player is in the record, with a valid place.
fn the_record_has_everybody_once(state: &TournamentState) {
    assert_eq!(state.record.is_some(), state.phase == Phase::Closed);
    let Some(RecordedOutcome::Results(lines)) = state.record.as_deref().map(|record| &record.outcome) else { return };
    let places = lines.iter().filter_map(|line| match line.finish {
        RecordedFinish::Place(place) => Some(place),
        RecordedFinish::Disqualified => None,
    });
    check_shared_places(places).unwrap();
    if state.closed.as_ref().is_some_and(|closing| closing.imported.is_none()) {
        let players: BTreeSet<&PlayerId> = lines.iter().map(|line| &line.player).collect();
        assert!(players.into_iter().eq(totals(state).keys()));
    }
}

/// Invariant 3: tables of four and then at most three of three, and no player sits twice.
fn seats_are_right(stage: Stage, play: &StagePlay) {
    let sizes: Vec<usize> = play.tables.iter().map(|table| table.seats.len()).collect();
    assert!(sizes.iter().all(|size| [3, 4].contains(size)), "{stage}: {sizes:?}");
    assert!(sizes.is_sorted_by(|one, next| one >= next), "{stage}: {sizes:?}");
    assert!(sizes.iter().filter(|size| **size == 3).count() <= 3, "{stage}: {sizes:?}");
    let seated: Vec<&PlayerId> = play.tables.iter().flat_map(|table| &table.seats).collect();
    let distinct: BTreeSet<&PlayerId> = seated.iter().copied().collect();
    assert_eq!(seated.len(), distinct.len(), "somebody sits twice in stage {stage}");
    assert!(!play.closed || play.started || play.skipped);
}

/// Invariants 1 and 2: one winner takes what the others lose; each of tied winners takes it, or a share.
fn points_add_up(state: &TournamentState, game: &SheetGame) {
    if game.ending == Ending::NotPlayed {
        assert!(game.small.is_empty());
        return;
    }
    let points: Vec<i64> = game.small.iter().flatten().map(|small| i64::from(*small)).collect();
    let losses: i64 = points.iter().filter(|small| **small < 0).sum();
    let winners = points.iter().filter(|small| **small >= 0).count() as i64;
    assert!(winners >= 1, "{game:?}");
    let full_each = state.rulebook.as_ref().unwrap().get(parameters::GAME_TIE_SMALL_POINTS) == TieSmallPoints::FullEach;
    let expected = if full_each { (winners - 1) * -losses } else { 0 };
    assert_eq!(points.iter().sum::<i64>(), expected, "{game:?}");
}

/// No sheet stands there that could not be entered as things are: what it rests on was not undone.
fn sheet_could_be_entered_again(state: &TournamentState, stage: Stage, number: u32) {
    let (Some(rulebook), Some(table)) = (&state.rulebook, state.table(stage, number)) else { return };
    let Some(sheet) = &table.sheet else { return };
    let entry = |game: &SheetGame| GameEntry { ending: game.ending, score: GameScore::Small(game.small.clone()) };
    let games = sheet.games.iter().map(entry).collect();
    let input = SheetInput { stage, table: number, games, reason: None };
    let check = check_sheet(state, table, &input, rulebook);
    assert!(check.errors.is_empty(), "{:?}", check.errors);
}

/// A player's elimination totals, added up without the code under test.
fn totals(state: &TournamentState) -> BTreeMap<PlayerId, (i64, i64)> {
    let mut totals: BTreeMap<PlayerId, (i64, i64)> = BTreeMap::new();
    for (_, play) in state.stages.iter().filter(|(stage, _)| stage.is_round()) {
        for table in &play.tables {
            for player in &table.seats {
                totals.entry(player.clone()).or_default();
            }
            for game in table.sheet.iter().flat_map(|sheet| sheet.games.iter()) {
                for (player, small) in table.seats.iter().zip(&game.small) {
                    let Some(small) = small else { continue };
                    let total = totals.get_mut(player).unwrap();
                    // A loser is below 0, so all others have won.
                    total.0 += i64::from(*small >= 0);
                    total.1 += i64::from(*small);
                }
            }
        }
    }
    totals
}

/// Invariant 4, and the places of disqualified players.
fn standings_are_a_total_preorder(state: &TournamentState) {
    let totals = totals(state);
    let placement = state.rulebook.as_ref().unwrap().get(parameters::DSQ_PLACEMENT);
    let standings = state.standings(|_| true);
    let players: BTreeSet<&PlayerId> = standings.lines.iter().map(|line| &line.player).collect();
    assert!(players.into_iter().eq(totals.keys()), "everybody who had a seat stands in the table once");
    let is_out = |player: &PlayerId| state.entrants.get(player).unwrap().presence == Presence::Disqualified;
    let ranked: Vec<&PlayerId> =
        totals.keys().filter(|player| placement == DsqPlacement::KeepNoPoints || !is_out(player)).collect();
    for line in &standings.lines {
        let total = totals[&line.player];
        assert_eq!((i64::from(line.tally.big.0), line.tally.small.0), total, "{}", line.player);
        let better = ranked.iter().filter(|other| totals[**other] > total).count();
        let place = line.place.map(|place| place.number() as usize);
        if ranked.contains(&&line.player) {
            assert_eq!(place, Some(better + 1), "{}", line.player);
        } else {
            assert_eq!(place, (placement == DsqPlacement::Last).then_some(ranked.len() + 1), "{}", line.player);
        }
    }
}

/// Invariant 13: the public view equals the view without the hidden sheets.
fn hidden_results_do_not_leak(state: &TournamentState) {
    let Some(hidden) = state.hidden else { return };
    let mut without = state.clone();
    let mut play = state.play(hidden).unwrap().clone();
    for table in &mut play.tables {
        let mut bare = table.as_ref().clone();
        bare.sheet = None;
        *table = Arc::new(bare);
    }
    without.stages.insert_mut(hidden, Arc::new(play));
    assert_eq!(state.public_standings(), without.standings(|_| true));
    assert_eq!(state.advancement(|stage| !state.is_hidden(stage)), without.advancement(|_| true));
    assert_eq!(state.final_places(), without.final_places());
    assert_eq!(open_tie(state), open_tie(&without));
}

/// The last sheet brings the results back, however it came (R-PUB-02).
fn results_are_hidden_only_while_a_sheet_is_missing(state: &TournamentState) {
    let Some(hidden) = state.hidden else { return };
    assert!(!state.missing_sheets(hidden).is_empty(), "stage {hidden} is hidden, and nothing is missing");
    assert!(!state.play(hidden).unwrap().closed, "stage {hidden} is over and hidden");
}

/// Invariant 12: age, consent and sanctions change nothing in public tables.
fn what_is_noted_of_people_shows_nowhere(state: &TournamentState) {
    let mut without = state.clone();
    let players: Vec<PlayerId> = state.sanctions.keys().cloned().collect();
    for player in &players {
        without.sanctions.remove_mut(player);
    }
    for (player, entrant) in &state.entrants {
        let mut other = entrant.clone();
        let known = &entrant.registration;
        other.registration = Registration { guardian_consent: !known.guardian_consent, walk_in: true, ..known.clone() };
        without.entrants.insert_mut(player.clone(), other);
    }
    assert_eq!(state.public_standings(), without.public_standings());
}

/// Invariant 14: so many yellow cards as the rulebook allows, or one disqualification, and exactly one such fact.
fn two_cards_are_one_disqualification(running: &HostedTournament) {
    let state = &running.state;
    let mut facts: BTreeMap<&PlayerId, usize> = BTreeMap::new();
    for fact in running.undo_stack().flat_map(|undo_entry| &undo_entry.facts) {
        if let TournamentFact::Disqualified { player } = fact {
            *facts.entry(player).or_default() += 1;
        }
    }
    let limit = state.rulebook.as_ref().unwrap().get(parameters::DSQ_YELLOW_LIMIT) as usize;
    for (player, entrant) in &state.entrants {
        let given = state.sanctions.get(player).map(|given| given.as_slice()).unwrap_or_default();
        let cards = given.iter().filter(|one| **one == Sanction::YellowCard).count();
        let is_out = cards >= limit || given.contains(&Sanction::Disqualification);
        assert_eq!(entrant.presence == Presence::Disqualified, is_out, "{player}: {given:?}");
        // The undo stack has no facts any more when nothing can be undone.
        if state.phase != Phase::Closed {
            assert_eq!(facts.get(player).copied().unwrap_or_default(), usize::from(is_out), "{player}");
        }
    }
}

/// Exactly the present players who may play have a seat.
pub(crate) fn started(state: &TournamentState, stage: Stage) {
    let seated: BTreeSet<&PlayerId> = state.play(stage).unwrap().tables.iter().flat_map(|table| &table.seats).collect();
    let present: BTreeSet<&PlayerId> = match stage {
        Stage::Round(round) => {
            state.present().filter(|player| state.entrants.get(*player).unwrap().from_round <= round).collect()
        }
        Stage::Top | Stage::Final => state.present().filter(|player| seated.contains(player)).collect(),
    };
    assert_eq!(seated, present, "{stage}");
}

/// The tournament as what is left on the undo stack makes it, without anything that was undone.
pub(crate) fn equals_what_is_left(events: &[TournamentEvent], running: &HostedTournament) {
    let preparation = events.iter().take_while(|event| {
        !matches!(event, TournamentEvent::Act(act) if matches!(act.fact, TournamentFact::ApplicationApproved(_)))
    });
    let through_approval = preparation.count() + 1;
    let mut course =
        events[..through_approval].iter().fold(Tournament::Unknown, |course, event| evolve(course, event).unwrap());
    for undo_entry in running.undo_stack() {
        let number = course.hosted().unwrap().acts() + 1;
        for fact in &undo_entry.facts {
            let act = NumberedFact { number, by: undo_entry.by.clone(), fact: fact.clone() };
            course = evolve(course, &TournamentEvent::Act(act)).unwrap();
        }
    }
    // Changes of details are not undone, but changed again.
    let mut left = TournamentState::clone(&course.hosted().unwrap().state);
    (left.details, left.late_notice) = (running.state.details.clone(), running.state.late_notice);
    assert!(left == *running.state, "an undo left something behind");
}

/// Whether acts can be undone.
pub(crate) fn is_undoable(phase: Phase) -> bool {
    matches!(phase, Phase::Approved | Phase::Running | Phase::Cancelled)
}
