//! Sheets as tables hand them in, with scores that often collide.

use crate::rng::Rng;
use crate::world::commitment;
use domain::game::Ending;
use domain::game::rack::{FirstMeld, Rack, TilesLeft};
use domain::rulebook::{Rulebook, TieSmallPoints, parameters};
use domain::tournament::course::{GameEntry, GameScore, Presence, SheetInput, Stage, TournamentState, check_sheet};

/// How many of a table can still play.
pub(crate) fn there(state: &TournamentState, stage: Stage, table: u32) -> usize {
    seats(state, stage, table).into_iter().filter(|there| *there).count()
}

fn seats(state: &TournamentState, stage: Stage, table: u32) -> Vec<bool> {
    let present = |player| state.entrants.get(player).is_some_and(|entrant| entrant.presence == Presence::CheckedIn);
    state.table(stage, table).map(|table| table.seats.iter().map(present).collect()).unwrap_or_default()
}

/// The next sheet of a table: usually complete, in the final one more game.
pub(crate) fn sheet(
    state: &TournamentState,
    stage: Stage,
    table: u32,
    rulebook: &Rulebook,
    rng: &mut Rng,
) -> SheetInput {
    let mut input = complete(state, stage, table, rulebook, rng);
    let known = state.table(stage, table).and_then(|table| table.sheet.as_deref());
    let kept: Vec<GameEntry> = known.map(|sheet| sheet.games.iter().map(as_entry).collect()).unwrap_or_default();
    if stage == Stage::Final || rng.percent(30) {
        let more = if rng.percent(95) { 1 } else { 2 };
        let next: Vec<GameEntry> = input.games.iter().skip(kept.len()).take(more).cloned().collect();
        input.games = kept.into_iter().chain(next).collect();
    } else if rng.percent(15) {
        input.games.pop();
    }
    with_reason(state, input, rulebook, rng)
}

/// A sheet with every game.
pub(crate) fn complete(
    state: &TournamentState,
    stage: Stage,
    table: u32,
    rulebook: &Rulebook,
    rng: &mut Rng,
) -> SheetInput {
    let planned = state.planned_games(stage).unwrap_or(2) as usize;
    let seats = seats(state, stage, table);
    let two = state.table(stage, table).is_some_and(|table| table.two_allowed);
    let rotates = rng.percent(45);
    let games = (0..planned).map(|game| entry(&seats, two, rotates.then_some(game), rulebook, rng)).collect();
    let input = SheetInput { stage, table, games, reason: None };
    with_reason(state, input, rulebook, rng)
}

/// The sheet of a table as it stands, entered again.
pub(crate) fn same_again(state: &TournamentState, stage: Stage, table: u32) -> SheetInput {
    let sheet = state.table(stage, table).and_then(|table| table.sheet.as_deref());
    let games = sheet.map(|sheet| sheet.games.iter().map(as_entry).collect()).unwrap_or_default();
    SheetInput { stage, table, games, reason: None }
}

fn as_entry(game: &domain::event::SheetGame) -> GameEntry {
    GameEntry { ending: game.ending, score: GameScore::Small(game.small.clone()) }
}

fn with_reason(state: &TournamentState, mut input: SheetInput, rulebook: &Rulebook, rng: &mut Rng) -> SheetInput {
    let Some(table) = state.table(input.stage, input.table) else { return input };
    let warned = !check_sheet(state, table, &input, rulebook).warnings.is_empty();
    input.reason = (warned && rng.percent(90)).then_some(commitment(7));
    input
}

/// One game. At a table that rotates each seat wins in turn by the same points, so that totals collide.
fn entry(seats: &[bool], two: bool, rotation: Option<usize>, rulebook: &Rulebook, rng: &mut Rng) -> GameEntry {
    let playing: Vec<usize> = (0..seats.len()).filter(|seat| seats[*seat]).collect();
    let enough = playing.len() >= 3 || (playing.len() == 2 && two);
    if !enough || rng.percent(3) {
        return GameEntry { ending: Ending::NotPlayed, score: GameScore::Small(Vec::new()) };
    }
    let winner = rotation.map_or_else(|| playing[rng.below(playing.len())], |game| playing[game % playing.len()]);
    let loss = |rng: &mut Rng| if rotation.is_some() { 10 } else { 5 * rng.between(1, 3) as i32 };
    if rotation.is_none() && playing.len() == seats.len() && rng.percent(12) {
        return racks(seats.len(), winner, rng);
    }
    let mut small = vec![None; seats.len()];
    for seat in &playing {
        small[*seat] = Some(-loss(rng));
    }
    let mut ending = Ending::RackEmptied;
    let mut winners = vec![winner];
    if rotation.is_none() && rng.percent(25) {
        ending = rng.pick(&[Ending::TimeExpired, Ending::PoolExhausted]).unwrap();
        if rng.percent(50) {
            winners = rng.some(&playing, 50);
            if winners.is_empty() {
                winners.push(winner);
            }
        }
    }
    let lost: i32 = playing.iter().filter(|seat| !winners.contains(seat)).filter_map(|seat| small[*seat]).sum();
    // A split with a rest is rounded; those sheets are refused now and then, and that is fine.
    let share = match rulebook.get(parameters::GAME_TIE_SMALL_POINTS) {
        TieSmallPoints::Split => -lost / winners.len() as i32,
        _ => -lost,
    };
    for seat in winners {
        small[seat] = Some(share);
    }
    if rng.percent(3) {
        small[winner] = rng.pick(&[None, Some(1), Some(-5)]).unwrap();
    }
    if rng.percent(1) {
        small.pop();
    }
    GameEntry { ending, score: GameScore::Small(small) }
}

fn racks(seats: usize, winner: usize, rng: &mut Rng) -> GameEntry {
    let mut rack = |seat| {
        let face = if seat == winner { 0 } else { 5 * rng.between(1, 3) as u32 };
        let left =
            if seat != winner && rng.percent(3) { TilesLeft::Spilled } else { TilesLeft::Counted { face, jokers: 0 } };
        Rack { left, first_meld: FirstMeld::Made }
    };
    let racks: Vec<Rack> = (0..seats).map(&mut rack).collect();
    GameEntry { ending: Ending::RackEmptied, score: GameScore::Racks(racks) }
}
