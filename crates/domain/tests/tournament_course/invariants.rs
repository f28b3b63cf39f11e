//! What holds of a tournament after every command (appendix C of the rules).

use domain::course::{Course, GameEntry, GameScore, Now, Phase, Presence, Running, SheetInput, Stage, StagePlay};
use domain::course::{check_sheet, evolve, open_tie};
use domain::event::{
    RecordedFinish, RecordedOutcome, Registration, SheetGame, TournamentAct, TournamentEvent, TournamentFact,
};
use domain::game::Ending;
use domain::ids::PlayerId;
use domain::place::check_shared_places;
use domain::rulebook::{DsqPlacement, TieSmallPoints, parameters};
use domain::sanction::Sanction;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub(crate) fn check(running: &Running) {
    let now = &running.now;
    if now.rulebook.is_none() {
        return;
    }
    for (stage, play) in &now.stages {
        seats_are_right(*stage, play);
        for (number, table) in (1..).zip(&play.tables) {
            let Some(sheet) = &table.sheet else { continue };
            for game in sheet.games.iter() {
                points_add_up(now, game);
            }
            sheet_could_be_entered_again(now, *stage, number);
        }
    }
    standings_are_a_total_preorder(now);
    hidden_results_do_not_leak(now);
    results_are_hidden_only_while_a_sheet_is_missing(now);
    what_is_noted_of_people_shows_nowhere(now);
    two_cards_are_one_disqualification(running);
    the_record_has_everybody_once(now);
}

/// Whoever had a seat stands in the record, with a place that a table can have.
fn the_record_has_everybody_once(now: &Now) {
    assert_eq!(now.record.is_some(), now.phase == Phase::Closed);
    let Some(RecordedOutcome::Results(lines)) = now.record.as_deref().map(|record| &record.outcome) else { return };
    let places = lines.iter().filter_map(|line| match line.finish {
        RecordedFinish::Place(place) => Some(place),
        RecordedFinish::Disqualified => None,
    });
    check_shared_places(places).unwrap();
    if now.closed.as_ref().is_some_and(|closing| closing.imported.is_none()) {
        let players: BTreeSet<&PlayerId> = lines.iter().map(|line| &line.player).collect();
        assert!(players.into_iter().eq(totals(now).keys()));
    }
}

/// Invariant 3: tables of four and then at most three of three, and nobody sits twice.
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

/// Invariants 1 and 2: one winner takes what the others lose; of tied winners everybody takes it, or a share.
fn points_add_up(now: &Now, game: &SheetGame) {
    if game.ending == Ending::NotPlayed {
        assert!(game.small.is_empty());
        return;
    }
    let points: Vec<i64> = game.small.iter().flatten().map(|small| i64::from(*small)).collect();
    let losses: i64 = points.iter().filter(|small| **small < 0).sum();
    let winners = points.iter().filter(|small| **small >= 0).count() as i64;
    assert!(winners >= 1, "{game:?}");
    let full_each = now.rulebook.as_ref().unwrap().get(parameters::GAME_TIE_SMALL_POINTS) == TieSmallPoints::FullEach;
    let expected = if full_each { (winners - 1) * -losses } else { 0 };
    assert_eq!(points.iter().sum::<i64>(), expected, "{game:?}");
}

/// No sheet stands there that could not be entered as things are: what it rests on was not undone.
fn sheet_could_be_entered_again(now: &Now, stage: Stage, number: u32) {
    let (Some(rulebook), Some(table)) = (&now.rulebook, now.table(stage, number)) else { return };
    let Some(sheet) = &table.sheet else { return };
    let entry = |game: &SheetGame| GameEntry { ending: game.ending, score: GameScore::Small(game.small.clone()) };
    let games = sheet.games.iter().map(entry).collect();
    let input = SheetInput { stage, table: number, games, reason: None };
    let check = check_sheet(now, table, &input, rulebook);
    assert!(check.errors.is_empty(), "{:?}", check.errors);
}

/// What a player gathered in the elimination, added up without the code under test.
fn totals(now: &Now) -> BTreeMap<PlayerId, (i64, i64)> {
    let mut totals: BTreeMap<PlayerId, (i64, i64)> = BTreeMap::new();
    for (_, play) in now.stages.iter().filter(|(stage, _)| stage.is_round()) {
        for table in &play.tables {
            for player in &table.seats {
                totals.entry(player.clone()).or_default();
            }
            for game in table.sheet.iter().flat_map(|sheet| sheet.games.iter()) {
                for (player, small) in table.seats.iter().zip(&game.small) {
                    let Some(small) = small else { continue };
                    let total = totals.get_mut(player).unwrap();
                    // A loser is below 0, so everybody else has won.
                    total.0 += i64::from(*small >= 0);
                    total.1 += i64::from(*small);
                }
            }
        }
    }
    totals
}

/// Invariant 4, and the places of whoever is disqualified.
fn standings_are_a_total_preorder(now: &Now) {
    let totals = totals(now);
    let placement = now.rulebook.as_ref().unwrap().get(parameters::DSQ_PLACEMENT);
    let standings = now.standings(|_| true);
    let players: BTreeSet<&PlayerId> = standings.lines.iter().map(|line| &line.player).collect();
    assert!(players.into_iter().eq(totals.keys()), "everybody who had a seat stands in the table once");
    let is_out = |player: &PlayerId| now.entrants.get(player).unwrap().presence == Presence::Disqualified;
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

/// Invariant 13: what everybody may see is what would be there if the hidden sheets were not.
fn hidden_results_do_not_leak(now: &Now) {
    let Some(hidden) = now.hidden else { return };
    let mut without = now.clone();
    let mut play = now.play(hidden).unwrap().clone();
    for table in &mut play.tables {
        let mut bare = table.as_ref().clone();
        bare.sheet = None;
        *table = Arc::new(bare);
    }
    without.stages.insert_mut(hidden, Arc::new(play));
    assert_eq!(now.public_standings(), without.standings(|_| true));
    assert_eq!(now.advancement(|stage| !now.is_hidden(stage)), without.advancement(|_| true));
    assert_eq!(now.final_places(), without.final_places());
    assert_eq!(open_tie(now), open_tie(&without));
}

/// The last sheet brings the results back, however it came (R-PUB-02).
fn results_are_hidden_only_while_a_sheet_is_missing(now: &Now) {
    let Some(hidden) = now.hidden else { return };
    assert!(!now.missing_sheets(hidden).is_empty(), "stage {hidden} is hidden, and nothing is missing");
    assert!(!now.play(hidden).unwrap().closed, "stage {hidden} is over and hidden");
}

/// Invariant 12: age, consent and sanctions change nothing in public tables.
fn what_is_noted_of_people_shows_nowhere(now: &Now) {
    let mut without = now.clone();
    let players: Vec<PlayerId> = now.sanctions.keys().cloned().collect();
    for player in &players {
        without.sanctions.remove_mut(player);
    }
    for (player, entrant) in &now.entrants {
        let mut other = entrant.clone();
        let known = &entrant.registration;
        other.registration = Registration { guardian_consent: !known.guardian_consent, walk_in: true, ..known.clone() };
        without.entrants.insert_mut(player.clone(), other);
    }
    assert_eq!(now.public_standings(), without.public_standings());
}

/// Invariant 14: so many yellow cards as the rulebook allows, or one disqualification, and exactly one such fact.
fn two_cards_are_one_disqualification(running: &Running) {
    let now = &running.now;
    let mut facts: BTreeMap<&PlayerId, usize> = BTreeMap::new();
    for fact in running.ladder().flat_map(|rung| &rung.facts) {
        if let TournamentFact::Disqualified { player } = fact {
            *facts.entry(player).or_default() += 1;
        }
    }
    let limit = now.rulebook.as_ref().unwrap().get(parameters::DSQ_YELLOW_LIMIT) as usize;
    for (player, entrant) in &now.entrants {
        let given = now.sanctions.get(player).map(|given| given.as_slice()).unwrap_or_default();
        let cards = given.iter().filter(|one| **one == Sanction::YellowCard).count();
        let is_out = cards >= limit || given.contains(&Sanction::Disqualification);
        assert_eq!(entrant.presence == Presence::Disqualified, is_out, "{player}: {given:?}");
        // The ladder has no facts any more when nothing can be undone.
        if now.phase != Phase::Closed {
            assert_eq!(facts.get(player).copied().unwrap_or_default(), usize::from(is_out), "{player}");
        }
    }
}

/// Everybody who is there and may play has a seat, and nobody else.
pub(crate) fn started(now: &Now, stage: Stage) {
    let seated: BTreeSet<&PlayerId> = now.play(stage).unwrap().tables.iter().flat_map(|table| &table.seats).collect();
    let present: BTreeSet<&PlayerId> = match stage {
        Stage::Round(round) => {
            now.present().filter(|player| now.entrants.get(*player).unwrap().from_round <= round).collect()
        }
        Stage::Top | Stage::Final => now.present().filter(|player| seated.contains(player)).collect(),
    };
    assert_eq!(seated, present, "{stage}");
}

/// The tournament as what is left on the ladder makes it, without anything that was undone.
pub(crate) fn equals_what_is_left(events: &[TournamentEvent], running: &Running) {
    let preparation = events.iter().take_while(|event| {
        !matches!(event, TournamentEvent::Act(act) if matches!(act.fact, TournamentFact::ApplicationApproved(_)))
    });
    let through_approval = preparation.count() + 1;
    let mut course =
        events[..through_approval].iter().fold(Course::Unknown, |course, event| evolve(course, event).unwrap());
    for rung in running.ladder() {
        let number = course.here().unwrap().acts() + 1;
        for fact in &rung.facts {
            let act = TournamentAct { number, by: rung.by.clone(), fact: fact.clone() };
            course = evolve(course, &TournamentEvent::Act(act)).unwrap();
        }
    }
    // Changes of details are not undone, but changed again.
    let mut left = Now::clone(&course.here().unwrap().now);
    (left.details, left.late_notice) = (running.now.details.clone(), running.now.late_notice);
    assert!(left == *running.now, "an undo left something behind");
}

/// Whether acts can be undone.
pub(crate) fn is_undoable(phase: Phase) -> bool {
    matches!(phase, Phase::Approved | Phase::Running | Phase::Cancelled)
}
