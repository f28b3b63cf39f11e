//! Sheets as tables hand them in, with scores that often collide.

use crate::dice::Dice;
use crate::world::commitment;
use domain::course::{GameEntry, GameScore, Now, Presence, SheetInput, Stage, check_sheet};
use domain::game::Ending;
use domain::game::rack::{FirstMeld, Left, Rack};
use domain::rulebook::{Rulebook, TieSmallPoints, parameters};

/// How many of a table can still play.
pub(crate) fn there(now: &Now, stage: Stage, table: u32) -> usize {
    seats(now, stage, table).into_iter().filter(|there| *there).count()
}

fn seats(now: &Now, stage: Stage, table: u32) -> Vec<bool> {
    let present = |player| now.entrants.get(player).is_some_and(|entrant| entrant.presence == Presence::CheckedIn);
    now.table(stage, table).map(|table| table.seats.iter().map(present).collect()).unwrap_or_default()
}

/// The next sheet of a table: usually complete, in the final one more game.
pub(crate) fn sheet(now: &Now, stage: Stage, table: u32, rulebook: &Rulebook, dice: &mut Dice) -> SheetInput {
    let mut input = complete(now, stage, table, rulebook, dice);
    let known = now.table(stage, table).and_then(|table| table.sheet.as_deref());
    let kept: Vec<GameEntry> = known.map(|sheet| sheet.games.iter().map(as_entry).collect()).unwrap_or_default();
    if stage == Stage::Final || dice.percent(30) {
        let more = if dice.percent(95) { 1 } else { 2 };
        let next: Vec<GameEntry> = input.games.iter().skip(kept.len()).take(more).cloned().collect();
        input.games = kept.into_iter().chain(next).collect();
    } else if dice.percent(15) {
        input.games.pop();
    }
    with_reason(now, input, rulebook, dice)
}

/// A sheet with every game.
pub(crate) fn complete(now: &Now, stage: Stage, table: u32, rulebook: &Rulebook, dice: &mut Dice) -> SheetInput {
    let planned = now.planned_games(stage).unwrap_or(2) as usize;
    let seats = seats(now, stage, table);
    let two = now.table(stage, table).is_some_and(|table| table.two_allowed);
    let rotates = dice.percent(45);
    let games = (0..planned).map(|game| entry(&seats, two, rotates.then_some(game), rulebook, dice)).collect();
    let input = SheetInput { stage, table, games, reason: None };
    with_reason(now, input, rulebook, dice)
}

/// The sheet of a table as it stands, entered again.
pub(crate) fn same_again(now: &Now, stage: Stage, table: u32) -> SheetInput {
    let sheet = now.table(stage, table).and_then(|table| table.sheet.as_deref());
    let games = sheet.map(|sheet| sheet.games.iter().map(as_entry).collect()).unwrap_or_default();
    SheetInput { stage, table, games, reason: None }
}

fn as_entry(game: &domain::event::SheetGame) -> GameEntry {
    GameEntry { ending: game.ending, score: GameScore::Small(game.small.clone()) }
}

fn with_reason(now: &Now, mut input: SheetInput, rulebook: &Rulebook, dice: &mut Dice) -> SheetInput {
    let Some(table) = now.table(input.stage, input.table) else { return input };
    let warned = !check_sheet(now, table, &input, rulebook).warnings.is_empty();
    input.reason = (warned && dice.percent(90)).then_some(commitment(7));
    input
}

/// One game. At a table that rotates each seat wins in turn by the same points, so that totals collide.
fn entry(seats: &[bool], two: bool, rotation: Option<usize>, rulebook: &Rulebook, dice: &mut Dice) -> GameEntry {
    let playing: Vec<usize> = (0..seats.len()).filter(|seat| seats[*seat]).collect();
    let enough = playing.len() >= 3 || (playing.len() == 2 && two);
    if !enough || dice.percent(3) {
        return GameEntry { ending: Ending::NotPlayed, score: GameScore::Small(Vec::new()) };
    }
    let winner = rotation.map_or_else(|| playing[dice.below(playing.len())], |game| playing[game % playing.len()]);
    let loss = |dice: &mut Dice| if rotation.is_some() { 10 } else { 5 * dice.between(1, 3) as i32 };
    if rotation.is_none() && playing.len() == seats.len() && dice.percent(12) {
        return racks(seats.len(), winner, dice);
    }
    let mut small = vec![None; seats.len()];
    for seat in &playing {
        small[*seat] = Some(-loss(dice));
    }
    let mut ending = Ending::RackEmptied;
    let mut winners = vec![winner];
    if rotation.is_none() && dice.percent(25) {
        ending = dice.pick(&[Ending::TimeExpired, Ending::PoolExhausted]).unwrap();
        if dice.percent(50) {
            winners = dice.some(&playing, 50);
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
    if dice.percent(3) {
        small[winner] = dice.pick(&[None, Some(1), Some(-5)]).unwrap();
    }
    if dice.percent(1) {
        small.pop();
    }
    GameEntry { ending, score: GameScore::Small(small) }
}

fn racks(seats: usize, winner: usize, dice: &mut Dice) -> GameEntry {
    let mut rack = |seat| {
        let face = if seat == winner { 0 } else { 5 * dice.between(1, 3) as u32 };
        let left = if seat != winner && dice.percent(3) { Left::Spilled } else { Left::Counted { face, jokers: 0 } };
        Rack { left, first_meld: FirstMeld::Made }
    };
    let racks: Vec<Rack> = (0..seats).map(&mut rack).collect();
    GameEntry { ending: Ending::RackEmptied, score: GameScore::Racks(racks) }
}
