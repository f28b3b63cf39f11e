//! What chance seldom brings about, brought about on purpose.

use crate::coverage::Coverage;
use crate::people::{staff, with_all_roles};
use crate::run;
use crate::world::{World, adult, commitment, player};
use domain::competitions::class::TournamentClass;
use domain::event::{AgeGroup, FormatPlan, Override, RecordedFinish, Registration, ResultLine, RulebookRecord};
use domain::game::Ending;
use domain::rulebook::{Preset, Raw};
use domain::tournament::course::{GameEntry, GameScore, SheetInput, Stage, TournamentAction};
use domain::tournament::sanction::Sanction;
use domain::tournament::top_stage::TopSize;
use domain::values::ids::{PlayerId, RulebookId};
use domain::values::place::Place;
use domain::values::variant::Variant;

const FIRST: Stage = Stage::Round(1);
const SECOND: Stage = Stage::Round(2);

/// Everything that a run of the given length may miss.
pub(crate) fn rare_refusals(coverage: &mut Coverage) {
    too_many(coverage);
    around_the_application(coverage);
    around_the_list(coverage);
    around_the_sheets(coverage);
    around_the_stages(coverage);
    elsewhere(coverage);
}

fn plan(rounds: &[u32]) -> FormatPlan {
    FormatPlan {
        name: None,
        rounds: rounds.to_vec(),
        round_minutes: None,
        top: None,
        top_games: 4,
        final_games: None,
        turn_seconds: 40,
        second_entry: false,
    }
}

/// A tournament that was not applied for, with these values in its rulebook.
fn world(overrides: &[(&str, Raw)]) -> World {
    let mut world = World::new(1);
    (world.class, world.variant) = (TournamentClass::Ordinary, Variant::Standard);
    let own = [("formats.custom", Raw::Bool(true)), ("final.games.min", Raw::Int(1))];
    let all = own.iter().chain(overrides);
    let overrides = all.map(|(path, raw)| Override::new(path, raw).unwrap()).collect();
    world.rulebook = RulebookRecord { base: Preset::Pl2024_25, overrides };
    world
}

fn approved(mut world: World, coverage: &mut Coverage) -> World {
    let apply = TournamentAction::Apply(Box::new(world.application()));
    let approve = TournamentAction::Approve {
        class: world.class,
        rulebook_id: RulebookId::parse("season").unwrap(),
        rulebook: world.rulebook.clone(),
        seed: world.seed.commitment(),
    };
    done(&mut world, [apply, approve], coverage);
    world
}

/// A tournament whose first round has started.
fn started(plan: FormatPlan, players: usize, coverage: &mut Coverage) -> World {
    let mut world = approved(world(&[]), coverage);
    let everyone: Vec<PlayerId> = (0..players).map(player).collect();
    let draw = TournamentAction::Draw { stage: FIRST, seed: world.seed.clone(), reason: None };
    let register = TournamentAction::Register { registrations: everyone.iter().cloned().map(adult).collect() };
    let orders = [
        TournamentAction::ChooseFormat(plan),
        register,
        TournamentAction::CheckIn { players: everyone },
        draw,
        TournamentAction::StartStage { stage: FIRST },
    ];
    done(&mut world, orders, coverage);
    world
}

fn done(world: &mut World, orders: impl IntoIterator<Item = TournamentAction>, coverage: &mut Coverage) {
    for order in orders {
        run::ask(world, &with_all_roles(), &order, coverage).unwrap_or_else(|refused| panic!("{order:?}: {refused:?}"));
    }
}

fn refused(world: &mut World, order: &TournamentAction, code: &str, coverage: &mut Coverage) {
    let refused = run::ask(world, &with_all_roles(), order, coverage);
    assert_eq!(refused.unwrap_err().code(), code, "{order:?}");
}

/// A sheet of so many games in which each seat wins in turn, all by the same points.
fn even_sheet(stage: Stage, table: u32, games: usize) -> SheetInput {
    let game = |number: usize| {
        let small = (0..4).map(|seat| Some(if seat == number % 4 { 30 } else { -10 })).collect();
        GameEntry { ending: Ending::RackEmptied, score: GameScore::Small(small) }
    };
    SheetInput { stage, table, games: (0..games).map(game).collect(), reason: None }
}

fn too_many(coverage: &mut Coverage) {
    let mut crowd = approved(world(&[]), coverage);
    let all = (0..2001).map(|number| adult(player(number))).collect();
    refused(&mut crowd, &TournamentAction::Register { registrations: all }, "too-many-players", coverage);

    let mut quarrel = started(plan(&[1]), 4, coverage);
    let dispute = TournamentAction::OpenDispute { stage: FIRST, table: 1, game: None, matter: commitment(5) };
    done(&mut quarrel, std::iter::repeat_n(dispute.clone(), 5), coverage);
    refused(&mut quarrel, &dispute, "too-many", coverage);
}

fn around_the_application(coverage: &mut Coverage) {
    let mut world = world(&[("change.late", Raw::Text("forbid".to_owned()))]);
    let mut application = world.application();
    application.record.class = TournamentClass::Eliminatory;
    application.record.experienced = false;
    refused(&mut world, &TournamentAction::Apply(Box::new(application)), "experience-missing", coverage);
    let apply = TournamentAction::Apply(Box::new(world.application()));
    let mut unwanted = self::world(&[]);
    done(&mut unwanted, [apply, TournamentAction::Reject { reason: None }], coverage);
    let mut world = approved(world, coverage);
    let import = TournamentAction::ImportResults { lines: Vec::new(), planned_games: 3, ended_at: world.moment() };
    refused(&mut world, &import, "played-here", coverage);
    refused(&mut world, &TournamentAction::ChooseFormat(plan(&[])), "invalid-format", coverage);
    world.wait_until_the_day();
    refused(&mut world, &TournamentAction::Cancel { reason: Some(commitment(4)) }, "notice-too-late", coverage);
}

fn around_the_list(coverage: &mut Coverage) {
    let mut world = approved(world(&[("minor.accompanied_below", Raw::Int(15))]), coverage);
    let child = Registration { age: AgeGroup::Child, guardian_consent: true, ..adult(player(0)) };
    let twice = TournamentAction::Register { registrations: vec![child.clone(), child.clone()] };
    refused(&mut world, &twice, "player-twice", coverage);
    done(&mut world, [TournamentAction::Register { registrations: vec![child] }], coverage);
    refused(&mut world, &TournamentAction::CheckIn { players: vec![player(0)] }, "not-accompanied", coverage);
    let draw = TournamentAction::Draw { stage: FIRST, seed: world.seed.clone(), reason: None };
    refused(&mut world, &draw, "format-missing", coverage);
}

fn around_the_sheets(coverage: &mut Coverage) {
    let second_entry = FormatPlan { second_entry: true, ..plan(&[1, 1]) };
    let mut world = started(second_entry, 8, coverage);
    refused(&mut world, &TournamentAction::ConfirmSheet(even_sheet(FIRST, 1, 1)), "sheet-missing", coverage);
    let dispute = TournamentAction::OpenDispute { stage: FIRST, table: 1, game: None, matter: commitment(5) };
    let ruling = TournamentAction::RuleDispute { dispute: 1, ruling: commitment(6) };
    done(&mut world, [dispute, ruling.clone()], coverage);
    refused(&mut world, &ruling, "dispute-ruled", coverage);
    done(&mut world, [1, 2].map(|table| TournamentAction::EnterSheet(even_sheet(FIRST, table, 1))), coverage);
    let close = TournamentAction::CloseStage { stage: FIRST, seat_next: true };
    refused(&mut world, &close, "sheets-unconfirmed", coverage);
    let second = staff().pop().unwrap();
    for table in [1, 2] {
        run::ask(&mut world, &second, &TournamentAction::ConfirmSheet(even_sheet(FIRST, table, 1)), coverage).unwrap();
    }
    let expelled = TournamentAction::GiveSanction {
        player: player(0),
        sanction: Sanction::Disqualification,
        reason: commitment(5),
    };
    done(&mut world, [close, expelled, TournamentAction::AdmitLate(adult(player(9)))], coverage);
    refused(&mut world, &TournamentAction::StartStage { stage: SECOND }, "seats-do-not-fit", coverage);
    refused(&mut world, &TournamentAction::NoteLeaving { player: player(0) }, "player-out", coverage);
    let draw = TournamentAction::Draw { stage: SECOND, seed: world.seed.clone(), reason: None };
    refused(&mut world, &draw, "not-drawn", coverage);
}

fn around_the_stages(coverage: &mut Coverage) {
    let mut fresh = approved(world(&[]), coverage);
    done(&mut fresh, [TournamentAction::ChooseFormat(plan(&[1]))], coverage);
    refused(&mut fresh, &TournamentAction::SeatStage { stage: FIRST }, "not-by-standing", coverage);

    let mut tied = started(FormatPlan { final_games: Some(2), ..plan(&[4]) }, 8, coverage);
    done(&mut tied, [1, 2].map(|table| TournamentAction::EnterSheet(even_sheet(FIRST, table, 4))), coverage);
    refused(&mut tied, &TournamentAction::CloseStage { stage: FIRST, seat_next: true }, "tie-needs-referee", coverage);
    done(&mut tied, [TournamentAction::CloseStage { stage: FIRST, seat_next: false }], coverage);
    let (question, order) = domain::tournament::course::open_tie(tied.state().unwrap()).unwrap();
    let seat = TournamentAction::SeatStage { stage: Stage::Final };
    let start = TournamentAction::StartStage { stage: Stage::Final };
    done(&mut tied, [TournamentAction::DecideTie { question, order, reason: None }, seat, start], coverage);
    refused(&mut tied, &TournamentAction::EnterSheet(even_sheet(Stage::Final, 1, 2)), "game-by-game", coverage);
    let hide = TournamentAction::HideResults { stage: Stage::Final };
    done(&mut tied, [hide, TournamentAction::RevealResults { stage: Stage::Final }], coverage);
    refused(&mut tied, &TournamentAction::EnterSheet(even_sheet(FIRST, 9, 4)), "no-such-table", coverage);
    let mut other = even_sheet(FIRST, 1, 4);
    other.games.swap(0, 1);
    refused(&mut tied, &TournamentAction::EnterSheet(other), "correction-reason-missing", coverage);

    let mut few = started(FormatPlan { top: Some(TopSize::Top8), final_games: Some(1), ..plan(&[4]) }, 8, coverage);
    done(&mut few, [1, 2].map(|table| TournamentAction::EnterSheet(even_sheet(FIRST, table, 4))), coverage);
    let close = TournamentAction::CloseStage { stage: FIRST, seat_next: false };
    done(&mut few, [close, TournamentAction::NoteLeaving { player: player(0) }], coverage);
    refused(&mut few, &TournamentAction::SeatStage { stage: Stage::Top }, "too-few-for-stage", coverage);
}

fn elsewhere(coverage: &mut Coverage) {
    let mut duel = world(&[]);
    duel.variant = Variant::Duel;
    let mut duel = approved(duel, coverage);
    refused(&mut duel, &TournamentAction::ChooseFormat(plan(&[1])), "imported-only", coverage);
    let nothing = TournamentAction::ImportResults { lines: Vec::new(), planned_games: 3, ended_at: duel.moment() };
    refused(&mut duel, &nothing, "invalid-results", coverage);
    let finish = RecordedFinish::Place(Place::FIRST);
    let lines = vec![ResultLine { player: player(1), games_played: 3, finish }];
    let early = TournamentAction::ImportResults { lines, planned_games: 3, ended_at: duel.moment() };
    refused(&mut duel, &early, "invalid-end", coverage);
}
