//! Random commands: mostly valid in the current state, sometimes nonsense.

use crate::people::{admin, allowed, random_person, token};
use crate::rng::Rng;
use crate::sheets::{self, sheet};
use crate::world::{World, adult, commitment, details, player};
use domain::Choice;
use domain::event::{AgeGroup, Commitment, FormatPlan, RecordedFinish, Registration, ResultLine, TieQuestion};
use domain::tournament::course::{
    Phase, Presence, Principal, Rejection, SheetInput, Stage, TournamentAction, TournamentState, open_tie,
};
use domain::tournament::draw::Seed;
use domain::tournament::sanction::Sanction;
use domain::tournament::top_stage::TopSize;
use domain::values::calendar::Day;
use domain::values::ids::{PlayerId, RulebookId};
use domain::values::place::Place;
use domain::values::variant::Variant;

const NONSENSE_PERCENT: usize = 7;
const WRONG_PERSON_PERCENT: usize = 6;

/// A random actor and action.
pub(crate) fn propose(world: &mut World) -> (Principal, TournamentAction) {
    if world.rng.percent(NONSENSE_PERCENT) {
        let order = nonsense(world);
        let principal = if world.rng.percent(50) { random_person(&mut world.rng) } else { right_person(world, &order) };
        return (principal, order);
    }
    let order = sensible(world);
    let principal = if world.rng.percent(WRONG_PERSON_PERCENT) {
        random_person(&mut world.rng)
    } else {
        right_person(world, &order)
    };
    (principal, order)
}

fn right_person(world: &mut World, order: &TournamentAction) -> Principal {
    let rulebook = world.rules();
    let table = match order {
        TournamentAction::EnterSheet(input) | TournamentAction::ConfirmSheet(input) if input.stage != Stage::Final => {
            Some((input.stage, input.table))
        }
        _ => None,
    };
    match table {
        Some((stage, table)) if world.rng.percent(30) => token(stage, table),
        _ => allowed(order.kind(), &rulebook, &mut world.rng),
    }
}

fn reason(rng: &mut Rng, share: usize) -> Option<Commitment> {
    rng.percent(share).then_some(commitment(9))
}

fn sensible(world: &mut World) -> TournamentAction {
    let Some(state) = world.state().cloned() else { return TournamentAction::Apply(Box::new(apply(world))) };
    match state.phase {
        Phase::Submitted => submitted(world, &state),
        Phase::Rejected => nonsense(world),
        Phase::Cancelled => undo_last(world),
        Phase::Approved | Phase::Running if world.rng.percent(6) => undo(world),
        Phase::Approved if is_import(world) => import(world),
        Phase::Approved => before_start(world, &state),
        Phase::Running => running(world, &state),
        Phase::Closed => corrections(world, &state),
    }
}

fn is_import(world: &World) -> bool {
    world.variant == Variant::Duel
        && world.rules().get(domain::rulebook::parameters::VARIANTS_DUEL_IMPORT_PLACES_ONLY)
        && world.state().is_some_and(|state| state.phase == Phase::Approved)
}

fn apply(world: &mut World) -> domain::tournament::course::Application {
    let mut application = world.application();
    match world.rng.below(10) {
        0 => application.given.truncate(3),
        1 => application.record.details.first_day = Day::parse("2025-01-01").unwrap(),
        2 => application.record.details.last_day = Day::parse("2025-05-01").unwrap(),
        3 => application.record.experienced = false,
        _ => {}
    }
    application
}

fn submitted(world: &mut World, state: &TournamentState) -> TournamentAction {
    match world.rng.below(40) {
        0 => TournamentAction::Reject { reason: None },
        1 => TournamentAction::Cancel { reason: None },
        2..=4 => change_details(world, state),
        _ => approve(world),
    }
}

fn approve(world: &mut World) -> TournamentAction {
    TournamentAction::Approve {
        class: world.class,
        rulebook_id: RulebookId::parse("season").unwrap(),
        rulebook: world.rulebook.clone(),
        seed: world.seed.commitment(),
    }
}

fn change_details(world: &mut World, state: &TournamentState) -> TournamentAction {
    let mut details = state.details.as_ref().clone();
    details.venue = commitment(world.rng.below(200) as u8);
    if world.rng.percent(10) {
        details.last_day = details.first_day.minus_days(1);
    }
    TournamentAction::ChangeDetails { details, reason: reason(&mut world.rng, 80) }
}

fn undo(world: &mut World) -> TournamentAction {
    let Some(running) = world.course.hosted() else { return undo_last(world) };
    let numbers: Vec<u32> = running.undo_stack().map(|undo_entry| undo_entry.number).collect();
    let last = numbers.len().saturating_sub(world.rng.below(6) + 1);
    let act = numbers.get(last).copied().unwrap_or(1);
    TournamentAction::Undo { act, reason: reason(&mut world.rng, 30) }
}

fn undo_last(world: &mut World) -> TournamentAction {
    let last =
        world.course.hosted().and_then(|running| running.undo_stack().last().map(|undo_entry| undo_entry.number));
    TournamentAction::Undo { act: last.unwrap_or(1), reason: None }
}

fn lines(world: &mut World) -> Vec<ResultLine> {
    let line = |number: usize| ResultLine {
        player: player(number),
        games_played: 5,
        finish: RecordedFinish::Place(Place::behind(number)),
    };
    let mut lines: Vec<ResultLine> = (0..world.players).map(line).collect();
    if world.rng.percent(30) {
        lines[world.players - 1].finish = RecordedFinish::Disqualified;
    }
    if world.rng.percent(20) {
        let last = lines.len() - 1;
        lines[last].games_played = world.rng.below(9) as u32;
    }
    lines
}

fn import(world: &mut World) -> TournamentAction {
    match world.rng.below(20) {
        0 => declare_waiver(world),
        1 | 2 => TournamentAction::ChooseFormat(world.plan.clone()),
        3 => register(world),
        _ => {
            world.wait_until_the_day();
            TournamentAction::ImportResults { lines: lines(world), planned_games: 7, ended_at: world.moment() }
        }
    }
}

fn players_with(state: &TournamentState, wanted: &[Presence]) -> Vec<PlayerId> {
    let is_wanted = |presence: Presence| wanted.contains(&presence);
    state.entrants.iter().filter(|(_, entrant)| is_wanted(entrant.presence)).map(|(player, _)| player.clone()).collect()
}

fn registration(world: &mut World, player: PlayerId) -> Registration {
    let mut registration = adult(player);
    if world.rng.percent(12) {
        registration.age = world.rng.pick(&[AgeGroup::Minor, AgeGroup::Child]).unwrap();
        registration.guardian_consent = world.rng.percent(70);
        registration.accompanied = world.rng.percent(70);
    }
    registration
}

fn register(world: &mut World) -> TournamentAction {
    let known = world.state().map_or(0, |state| state.entrants.size());
    let batch = world.rng.between(1, 16).min(world.players.saturating_sub(known).max(1));
    let new: Vec<PlayerId> = (0..).map(player).filter(|player| !is_known(world, player)).take(batch).collect();
    let registrations = new.into_iter().map(|player| registration(world, player)).collect();
    TournamentAction::Register { registrations }
}

fn is_known(world: &World, player: &PlayerId) -> bool {
    world.state().is_some_and(|state| state.entrants.contains_key(player))
}

fn consent(state: &TournamentState) -> Option<TournamentAction> {
    let lacks = |one: &Registration| one.age != AgeGroup::Adult && !(one.guardian_consent && one.accompanied);
    let entrant = state.entrants.values().find(|entrant| {
        lacks(&entrant.registration) && matches!(entrant.presence, Presence::Registered | Presence::Absent)
    })?;
    let known = entrant.registration.clone();
    Some(TournamentAction::ChangeRegistration(Registration { guardian_consent: true, accompanied: true, ..known }))
}

fn declare_waiver(world: &mut World) -> TournamentAction {
    TournamentAction::DeclareWaiver { player: player(world.rng.below(world.players)) }
}

fn before_start(world: &mut World, state: &TournamentState) -> TournamentAction {
    let registered = players_with(state, &[Presence::Registered]);
    match world.rng.below(60) {
        0 => return change_details(world, state),
        1 => return TournamentAction::Cancel { reason: reason(&mut world.rng, 80) },
        2 => return declare_waiver(world),
        3 => return TournamentAction::WithdrawRegistration { player: player(world.rng.below(world.players)) },
        4 => return register(world),
        5 => return TournamentAction::ChooseFormat(world.plan.clone()),
        6 => return TournamentAction::NoteAbsent { players: world.rng.some(&registered, 50) },
        7 => return sanction(world, state),
        8 => return TournamentAction::NoteLeaving { player: player(world.rng.below(world.players)) },
        9 => return waiver_back(world, state),
        _ => {}
    }
    if state.plan.is_none() {
        if world.rng.percent(5) {
            return draw(world, Stage::Round(1), 0);
        }
        return TournamentAction::ChooseFormat(world.plan.clone());
    }
    if state.entrants.size() < world.players {
        return register(world);
    }
    if let Some(order) = consent(state).filter(|_| world.rng.percent(80)) {
        return order;
    }
    if !registered.is_empty() {
        world.wait_until_the_day();
        let some = world.rng.some(&registered, 70);
        return if world.rng.percent(4) {
            TournamentAction::NoteAbsent { players: registered }
        } else {
            TournamentAction::CheckIn { players: if some.is_empty() { registered } else { some } }
        };
    }
    let first = Stage::Round(1);
    let draws = world.course.hosted().map_or(0, |running| running.draws_of(first));
    let drawn = state.play(first).is_some_and(|play| {
        let mut seats: Vec<&PlayerId> = play.tables.iter().flat_map(|table| &table.seats).collect();
        seats.sort();
        seats.into_iter().eq(state.present())
    });
    if !drawn || world.rng.percent(10) {
        if [1, 2, 5].contains(&state.present().count()) {
            return register(world);
        }
        let order = draw(world, first, draws);
        if let Err(Rejection::Format(_)) = world.decide(&admin(), &order) {
            // Fewer came than the format needs.
            return TournamentAction::ChooseFormat(FormatPlan { top: None, ..world.plan.clone() });
        }
        return order;
    }
    TournamentAction::StartStage { stage: first }
}

fn draw(world: &mut World, stage: Stage, draws: u32) -> TournamentAction {
    let seed = if world.rng.percent(3) { Seed::new([7; 32]) } else { world.seed.clone() };
    let reason = if draws > 0 { reason(&mut world.rng, 90) } else { None };
    TournamentAction::Draw { stage, seed, reason }
}

fn waiver_back(world: &mut World, state: &TournamentState) -> TournamentAction {
    let all: Vec<PlayerId> = state.waivers.iter().cloned().collect();
    TournamentAction::WithdrawWaiver { player: world.rng.pick(&all).unwrap_or_else(|| player(0)) }
}

fn sanction(world: &mut World, state: &TournamentState) -> TournamentAction {
    let present: Vec<PlayerId> = state.present().cloned().collect();
    let carded: Vec<PlayerId> = state.sanctions.keys().cloned().collect();
    let from = if world.rng.percent(50) && !carded.is_empty() { carded } else { present };
    let player = world.rng.pick(&from).unwrap_or_else(|| player(0));
    let sanction = match world.rng.below(10) {
        0 => Sanction::Disqualification,
        1 => Sanction::Caution,
        2 => Sanction::Warning,
        _ => Sanction::YellowCard,
    };
    TournamentAction::GiveSanction { player, sanction, reason: commitment(8) }
}

fn late(world: &mut World, state: &TournamentState) -> TournamentAction {
    let absent = players_with(state, &[Presence::Absent, Presence::Registered, Presence::Withdrawn]);
    let known = world.rng.pick(&absent).filter(|_| world.rng.percent(50));
    let who = known.unwrap_or_else(|| player(state.entrants.size()));
    TournamentAction::AdmitLate(registration(world, who))
}

fn running(world: &mut World, state: &TournamentState) -> TournamentAction {
    if let Some(order) = aside(world, state) {
        return order;
    }
    let Some(stage) = state.current_stage() else { return ending(world, state) };
    let rulebook = world.rules();
    let is_drawn = stage.is_round()
        && rulebook.get(domain::rulebook::parameters::SEATING_LATER) == domain::rulebook::LaterSeating::Draw;
    let seat = |world: &mut World| {
        if is_drawn || stage == Stage::Round(1) {
            let draws = world.course.hosted().map_or(0, |running| running.draws_of(stage));
            draw(world, stage, draws)
        } else {
            TournamentAction::SeatStage { stage }
        }
    };
    if let Some((question, candidates)) = open_tie(state) {
        return decide_tie(world, question, candidates);
    }
    let lacks = lacks_players(state, stage) && world.rng.percent(60);
    let skips = !stage.is_round() && (lacks || world.rng.percent(4));
    match state.play(stage) {
        Some(play) if play.started => playing(world, state, stage),
        _ if skips => TournamentAction::SkipStage { stage, reason: commitment(6) },
        None => seat(world),
        Some(_) => {
            let fits = world.decide(&admin(), &TournamentAction::StartStage { stage }).is_ok();
            if fits || world.rng.percent(30) {
                return TournamentAction::StartStage { stage };
            }
            if [1, 2, 5].contains(&state.present().count()) {
                return TournamentAction::Cancel { reason: Some(commitment(4)) };
            }
            seat(world)
        }
    }
}

fn lacks_players(state: &TournamentState, stage: Stage) -> bool {
    let needed = match (stage, state.plan.as_ref().and_then(|plan| plan.top)) {
        (Stage::Top, Some(size)) => size.players(),
        _ => 3,
    };
    state.present().count() < needed
}

fn decide_tie(world: &mut World, question: TieQuestion, mut order: Vec<PlayerId>) -> TournamentAction {
    world.rng.shuffle(&mut order);
    if world.rng.percent(5) {
        order.pop();
    }
    TournamentAction::DecideTie { question, order, reason: reason(&mut world.rng, 50) }
}

/// What happens beside the play.
fn aside(world: &mut World, state: &TournamentState) -> Option<TournamentAction> {
    let present: Vec<PlayerId> = state.present().cloned().collect();
    let current = state.current_stage().unwrap_or(Stage::Round(1));
    let table = || state.play(current).map_or(1, |play| play.tables.len().max(1));
    let order = match world.rng.below(150) {
        0 | 1 => sanction(world, state),
        2 | 3 => TournamentAction::NoteLeaving { player: world.rng.pick(&present)? },
        4..=7 => late(world, state),
        8 => TournamentAction::DeclareWaiver { player: world.rng.pick(&present)? },
        9 => waiver_back(world, state),
        10 | 11 | 35 => TournamentAction::OpenDispute {
            stage: current,
            table: world.rng.between(1, table()) as u32,
            game: Some(1),
            matter: commitment(5),
        },
        12..=14 => {
            let all: Vec<u32> = state.disputes.keys().copied().collect();
            TournamentAction::RuleDispute { dispute: world.rng.pick(&all)?, ruling: commitment(5) }
        }
        15..=20 => {
            let hideable = state.last_round() == Some(current) || current == Stage::Final;
            TournamentAction::HideResults { stage: Some(current).filter(|_| hideable || world.rng.percent(10))? }
        }
        21 => TournamentAction::RevealResults { stage: state.hidden? },
        36..=37 if state.hidden.is_some() => TournamentAction::RevealResults { stage: state.hidden? },
        22 => TournamentAction::NoteAbsent { players: players_with(state, &[Presence::Registered]) },
        23 if world.rng.percent(30) => TournamentAction::Cancel { reason: reason(&mut world.rng, 80) },
        24..=27 => correction(world, state, true)?,
        28 => TournamentAction::AllowTableOfTwo {
            stage: current,
            table: world.rng.between(1, table()) as u32,
            reason: commitment(5),
        },
        29 => TournamentAction::WaiveSecondEntry {
            stage: current,
            table: world.rng.between(1, table()) as u32,
            reason: commitment(5),
        },
        30 => TournamentAction::CloseStage { stage: current, seat_next: world.rng.percent(50) },
        31 => TournamentAction::Close { seed: world.seed.clone(), ended_at: None },
        32 => TournamentAction::SeatStage { stage: current },
        34 => TournamentAction::Draw { stage: current, seed: world.seed.clone(), reason: reason(&mut world.rng, 50) },
        33 => {
            let entrant = state.entrants.get(&world.rng.pick(&present)?)?;
            let accompanied = !entrant.registration.accompanied;
            TournamentAction::ChangeRegistration(Registration { accompanied, ..entrant.registration.clone() })
        }
        _ => return None,
    };
    Some(order)
}

fn playing(world: &mut World, state: &TournamentState, stage: Stage) -> TournamentAction {
    let rulebook = world.rules();
    let missing = state.missing_sheets(stage);
    if let Some(table) = world.rng.pick(&missing) {
        let there = sheets::there(state, stage, table);
        let allowed = state.table(stage, table).is_some_and(|table| table.two_allowed);
        if there == 2 && !allowed && world.rng.percent(70) {
            return TournamentAction::AllowTableOfTwo { stage, table, reason: commitment(5) };
        }
        return TournamentAction::EnterSheet(sheet(state, stage, table, &rulebook, &mut world.rng));
    }
    let unconfirmed = state.unconfirmed_sheets(stage);
    if let Some(table) = world.rng.pick(&unconfirmed) {
        return match world.rng.below(10) {
            0 => TournamentAction::WaiveSecondEntry { stage, table, reason: commitment(5) },
            1 => TournamentAction::ConfirmSheet(sheet(state, stage, table, &rulebook, &mut world.rng)),
            _ => TournamentAction::ConfirmSheet(sheets::same_again(state, stage, table)),
        };
    }
    let is_drawn = rulebook.get(domain::rulebook::parameters::SEATING_LATER) == domain::rulebook::LaterSeating::Draw;
    let seat_next = world.rng.percent(if is_drawn { 5 } else { 60 });
    let tried = TournamentAction::CloseStage { stage, seat_next };
    // Seats that cannot be given out yet are left for later.
    let seat_next = seat_next && (world.decide(&admin(), &tried).is_ok() || world.rng.percent(10));
    TournamentAction::CloseStage { stage, seat_next }
}

fn ending(world: &mut World, state: &TournamentState) -> TournamentAction {
    if let Some((question, candidates)) = open_tie(state) {
        return decide_tie(world, question, candidates);
    }
    let open = state.disputes.iter().find(|(_, dispute)| !dispute.ruled).map(|(number, _)| *number);
    if let Some(dispute) = open.filter(|_| world.rng.percent(80)) {
        return TournamentAction::RuleDispute { dispute, ruling: commitment(5) };
    }
    let seed = if world.rng.percent(3) { Seed::new([1; 32]) } else { world.seed.clone() };
    let ended_at = world.rng.percent(20).then(|| world.moment());
    TournamentAction::Close { seed, ended_at }
}

/// A sheet of a stage that is over, written anew.
fn correction(world: &mut World, state: &TournamentState, live: bool) -> Option<TournamentAction> {
    let closed: Vec<Stage> = state.stages.iter().filter(|(_, play)| play.closed).map(|(stage, _)| *stage).collect();
    let stage = world.rng.pick(&closed)?;
    let table = world.rng.between(1, state.play(stage)?.tables.len().max(1)) as u32;
    let rulebook = world.rules();
    let mut input: SheetInput = sheets::complete(state, stage, table, &rulebook, &mut world.rng);
    input.reason = reason(&mut world.rng, 90);
    Some(if live { TournamentAction::EnterSheet(input) } else { TournamentAction::CorrectSheet { input } })
}

fn corrections(world: &mut World, state: &TournamentState) -> TournamentAction {
    if world.rng.percent(10) {
        return if world.rng.percent(70) {
            TournamentAction::RecordWinnerContact { contact: commitment(6) }
        } else {
            TournamentAction::RemoveWinnerContact { empty: commitment(6) }
        };
    }
    if state.closed.as_ref().is_some_and(|closing| closing.imported.is_some()) {
        return TournamentAction::CorrectResults { lines: lines(world), reason: commitment(5) };
    }
    if let Some((question, candidates)) = open_tie(state) {
        return decide_tie(world, question, candidates);
    }
    correction(world, state, false).unwrap_or_else(|| nonsense(world))
}

/// Anything at all.
fn nonsense(world: &mut World) -> TournamentAction {
    let state = world.state().cloned();
    let rulebook = world.rules();
    let rng = &mut world.rng;
    let stage =
        rng.pick(&[Stage::Round(1), Stage::Round(2), Stage::Round(3), Stage::Round(9), Stage::Top, Stage::Final]);
    let stage = stage.unwrap();
    let table = rng.between(0, 9) as u32;
    let someone = player(rng.below(40));
    let any = commitment(rng.below(256) as u8);
    let order = rng.below(37);
    let input = match &state {
        Some(state) => sheet(state, stage, table, &rulebook, rng),
        None => SheetInput { stage, table, games: Vec::new(), reason: None },
    };
    match order {
        0 => TournamentAction::Apply(Box::new(world.application())),
        1 => approve(world),
        2 => TournamentAction::Reject { reason: None },
        3 => TournamentAction::ChangeDetails { details: details(), reason: None },
        4 if world.rng.percent(20) => TournamentAction::Cancel { reason: Some(any) },
        4 | 5 => TournamentAction::ChooseFormat(wild_plan(&mut world.rng)),
        6 => TournamentAction::Register { registrations: vec![adult(someone.clone()), adult(someone)] },
        7 => TournamentAction::ChangeRegistration(Registration { walk_in: true, ..adult(someone) }),
        8 => TournamentAction::WithdrawRegistration { player: someone },
        9 => TournamentAction::CheckIn { players: vec![someone] },
        10 => TournamentAction::NoteAbsent { players: vec![someone] },
        11 => TournamentAction::Draw { stage, seed: world.seed.clone(), reason: None },
        12 => TournamentAction::SeatStage { stage },
        13 => TournamentAction::StartStage { stage },
        14 => TournamentAction::SkipStage { stage, reason: any },
        15 => TournamentAction::AdmitLate(adult(someone)),
        16 => TournamentAction::NoteLeaving { player: someone },
        17 => TournamentAction::EnterSheet(input),
        18 => TournamentAction::ConfirmSheet(input),
        19 => TournamentAction::WaiveSecondEntry { stage, table, reason: any },
        20 => TournamentAction::AllowTableOfTwo { stage, table, reason: any },
        21 => TournamentAction::CloseStage { stage, seat_next: true },
        22 => TournamentAction::HideResults { stage },
        23 => TournamentAction::RevealResults { stage },
        24 => TournamentAction::GiveSanction { player: someone, sanction: Sanction::Caution, reason: any },
        25 => TournamentAction::OpenDispute { stage, table, game: None, matter: any },
        26 => TournamentAction::RuleDispute { dispute: table, ruling: any },
        27 => {
            let question = world.rng.pick(TieQuestion::ALL).unwrap();
            TournamentAction::DecideTie { question, order: vec![someone], reason: None }
        }
        28 => TournamentAction::DeclareWaiver { player: someone },
        29 => TournamentAction::WithdrawWaiver { player: someone },
        30 => TournamentAction::Close { seed: world.seed.clone(), ended_at: Some(world.moment()) },
        31 => TournamentAction::ImportResults { lines: lines(world), planned_games: 3, ended_at: world.moment() },
        32 => TournamentAction::CorrectSheet { input },
        33 => TournamentAction::CorrectResults { lines: lines(world), reason: any },
        34 => TournamentAction::RecordWinnerContact { contact: any },
        35 => TournamentAction::Register { registrations: vec![Registration { accompanied: true, ..adult(someone) }] },
        _ => TournamentAction::Undo { act: table * 7, reason: None },
    }
}

fn wild_plan(rng: &mut Rng) -> FormatPlan {
    FormatPlan {
        name: None,
        rounds: vec![rng.below(6) as u32; rng.below(5)],
        round_minutes: None,
        top: rng.percent(50).then_some(TopSize::Top8),
        top_games: rng.below(6) as u32,
        final_games: rng.percent(50).then_some(rng.below(9) as u32),
        turn_seconds: 40,
        second_entry: rng.percent(50),
    }
}
