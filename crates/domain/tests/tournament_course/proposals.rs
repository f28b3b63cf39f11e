//! What somebody may want next: mostly what makes sense as things stand, sometimes nonsense.

use crate::dice::Dice;
use crate::people::{admin, allowed, anybody, token};
use crate::sheets::{self, sheet};
use crate::world::{World, adult, commitment, details, player};
use domain::Choice;
use domain::calendar::Day;
use domain::course::{Doer, Now, Order, Phase, Presence, Rejection, SheetInput, Stage, open_tie};
use domain::draw::Seed;
use domain::event::{AgeGroup, Commitment, FormatPlan, RecordedFinish, Registration, ResultLine, TieQuestion};
use domain::ids::{PlayerId, RulebookId};
use domain::place::Place;
use domain::sanction::Sanction;
use domain::top_stage::TopSize;
use domain::variant::Variant;

const NONSENSE_PERCENT: usize = 7;
const WRONG_PERSON_PERCENT: usize = 6;

/// Who wants what.
pub(crate) fn propose(world: &mut World) -> (Doer, Order) {
    if world.dice.percent(NONSENSE_PERCENT) {
        let order = nonsense(world);
        let doer = if world.dice.percent(50) { anybody(&mut world.dice) } else { right_person(world, &order) };
        return (doer, order);
    }
    let order = sensible(world);
    let doer =
        if world.dice.percent(WRONG_PERSON_PERCENT) { anybody(&mut world.dice) } else { right_person(world, &order) };
    (doer, order)
}

fn right_person(world: &mut World, order: &Order) -> Doer {
    let rulebook = world.rules();
    let table = match order {
        Order::EnterSheet(input) | Order::ConfirmSheet(input) if input.stage != Stage::Final => {
            Some((input.stage, input.table))
        }
        _ => None,
    };
    match table {
        Some((stage, table)) if world.dice.percent(30) => token(stage, table),
        _ => allowed(order.kind(), &rulebook, &mut world.dice),
    }
}

fn reason(dice: &mut Dice, share: usize) -> Option<Commitment> {
    dice.percent(share).then_some(commitment(9))
}

fn sensible(world: &mut World) -> Order {
    let Some(now) = world.now().cloned() else { return Order::Apply(Box::new(apply(world))) };
    match now.phase {
        Phase::Submitted => submitted(world, &now),
        Phase::Rejected => nonsense(world),
        Phase::Cancelled => undo_last(world),
        Phase::Approved | Phase::Running if world.dice.percent(6) => undo(world),
        Phase::Approved if is_import(world) => import(world),
        Phase::Approved => before_start(world, &now),
        Phase::Running => running(world, &now),
        Phase::Closed => corrections(world, &now),
    }
}

fn is_import(world: &World) -> bool {
    world.variant == Variant::Duel
        && world.rules().get(domain::rulebook::parameters::VARIANTS_DUEL_IMPORT_PLACES_ONLY)
        && world.now().is_some_and(|now| now.phase == Phase::Approved)
}

fn apply(world: &mut World) -> domain::course::Application {
    let mut application = world.application();
    match world.dice.below(10) {
        0 => application.given.truncate(3),
        1 => application.record.details.first_day = Day::parse("2025-01-01").unwrap(),
        2 => application.record.details.last_day = Day::parse("2025-05-01").unwrap(),
        3 => application.record.experienced = false,
        _ => {}
    }
    application
}

fn submitted(world: &mut World, now: &Now) -> Order {
    match world.dice.below(40) {
        0 => Order::Reject { reason: None },
        1 => Order::Cancel { reason: None },
        2..=4 => change_details(world, now),
        _ => approve(world),
    }
}

fn approve(world: &mut World) -> Order {
    Order::Approve {
        class: world.class,
        rulebook_id: RulebookId::parse("season").unwrap(),
        rulebook: world.rulebook.clone(),
        seed: world.seed.commitment(),
    }
}

fn change_details(world: &mut World, now: &Now) -> Order {
    let mut details = now.details.as_ref().clone();
    details.venue = commitment(world.dice.below(200) as u8);
    if world.dice.percent(10) {
        details.last_day = details.first_day.minus_days(1);
    }
    Order::ChangeDetails { details, reason: reason(&mut world.dice, 80) }
}

fn undo(world: &mut World) -> Order {
    let Some(running) = world.course.here() else { return undo_last(world) };
    let numbers: Vec<u32> = running.ladder().map(|rung| rung.number).collect();
    let last = numbers.len().saturating_sub(world.dice.below(6) + 1);
    let act = numbers.get(last).copied().unwrap_or(1);
    Order::Undo { act, reason: reason(&mut world.dice, 30) }
}

fn undo_last(world: &mut World) -> Order {
    let last = world.course.here().and_then(|running| running.ladder().last().map(|rung| rung.number));
    Order::Undo { act: last.unwrap_or(1), reason: None }
}

fn lines(world: &mut World) -> Vec<ResultLine> {
    let line = |number: usize| ResultLine {
        player: player(number),
        games_played: 5,
        finish: RecordedFinish::Place(Place::behind(number)),
    };
    let mut lines: Vec<ResultLine> = (0..world.players).map(line).collect();
    if world.dice.percent(30) {
        lines[world.players - 1].finish = RecordedFinish::Disqualified;
    }
    if world.dice.percent(20) {
        let last = lines.len() - 1;
        lines[last].games_played = world.dice.below(9) as u32;
    }
    lines
}

fn import(world: &mut World) -> Order {
    match world.dice.below(20) {
        0 => declare_waiver(world),
        1 | 2 => Order::ChooseFormat(world.plan.clone()),
        3 => register(world),
        _ => {
            world.wait_until_the_day();
            Order::ImportResults { lines: lines(world), planned_games: 7, ended_at: world.moment() }
        }
    }
}

fn players_with(now: &Now, wanted: &[Presence]) -> Vec<PlayerId> {
    let is_wanted = |presence: Presence| wanted.contains(&presence);
    now.entrants.iter().filter(|(_, entrant)| is_wanted(entrant.presence)).map(|(player, _)| player.clone()).collect()
}

fn registration(world: &mut World, player: PlayerId) -> Registration {
    let mut registration = adult(player);
    if world.dice.percent(12) {
        registration.age = world.dice.pick(&[AgeGroup::Minor, AgeGroup::Child]).unwrap();
        registration.guardian_consent = world.dice.percent(70);
        registration.accompanied = world.dice.percent(70);
    }
    registration
}

fn register(world: &mut World) -> Order {
    let known = world.now().map_or(0, |now| now.entrants.size());
    let batch = world.dice.between(1, 16).min(world.players.saturating_sub(known).max(1));
    let new: Vec<PlayerId> = (0..).map(player).filter(|player| !is_known(world, player)).take(batch).collect();
    let registrations = new.into_iter().map(|player| registration(world, player)).collect();
    Order::Register { registrations }
}

fn is_known(world: &World, player: &PlayerId) -> bool {
    world.now().is_some_and(|now| now.entrants.contains_key(player))
}

fn consent(now: &Now) -> Option<Order> {
    let lacks = |one: &Registration| one.age != AgeGroup::Adult && !(one.guardian_consent && one.accompanied);
    let entrant = now.entrants.values().find(|entrant| {
        lacks(&entrant.registration) && matches!(entrant.presence, Presence::Registered | Presence::Absent)
    })?;
    let known = entrant.registration.clone();
    Some(Order::ChangeRegistration(Registration { guardian_consent: true, accompanied: true, ..known }))
}

fn declare_waiver(world: &mut World) -> Order {
    Order::DeclareWaiver { player: player(world.dice.below(world.players)) }
}

fn before_start(world: &mut World, now: &Now) -> Order {
    let registered = players_with(now, &[Presence::Registered]);
    match world.dice.below(60) {
        0 => return change_details(world, now),
        1 => return Order::Cancel { reason: reason(&mut world.dice, 80) },
        2 => return declare_waiver(world),
        3 => return Order::WithdrawRegistration { player: player(world.dice.below(world.players)) },
        4 => return register(world),
        5 => return Order::ChooseFormat(world.plan.clone()),
        6 => return Order::NoteAbsent { players: world.dice.some(&registered, 50) },
        7 => return sanction(world, now),
        8 => return Order::NoteLeaving { player: player(world.dice.below(world.players)) },
        9 => return waiver_back(world, now),
        _ => {}
    }
    if now.plan.is_none() {
        if world.dice.percent(5) {
            return draw(world, Stage::Round(1), 0);
        }
        return Order::ChooseFormat(world.plan.clone());
    }
    if now.entrants.size() < world.players {
        return register(world);
    }
    if let Some(order) = consent(now).filter(|_| world.dice.percent(80)) {
        return order;
    }
    if !registered.is_empty() {
        world.wait_until_the_day();
        let some = world.dice.some(&registered, 70);
        return if world.dice.percent(4) {
            Order::NoteAbsent { players: registered }
        } else {
            Order::CheckIn { players: if some.is_empty() { registered } else { some } }
        };
    }
    let first = Stage::Round(1);
    let draws = world.course.here().map_or(0, |running| running.draws_of(first));
    let drawn = now.play(first).is_some_and(|play| {
        let mut seats: Vec<&PlayerId> = play.tables.iter().flat_map(|table| &table.seats).collect();
        seats.sort();
        seats.into_iter().eq(now.present())
    });
    if !drawn || world.dice.percent(10) {
        if [1, 2, 5].contains(&now.present().count()) {
            return register(world);
        }
        let order = draw(world, first, draws);
        if let Err(Rejection::Format(_)) = world.decide(&admin(), &order) {
            // Fewer came than the format needs.
            return Order::ChooseFormat(FormatPlan { top: None, ..world.plan.clone() });
        }
        return order;
    }
    Order::StartStage { stage: first }
}

fn draw(world: &mut World, stage: Stage, draws: u32) -> Order {
    let seed = if world.dice.percent(3) { Seed::new([7; 32]) } else { world.seed.clone() };
    let reason = if draws > 0 { reason(&mut world.dice, 90) } else { None };
    Order::Draw { stage, seed, reason }
}

fn waiver_back(world: &mut World, now: &Now) -> Order {
    let all: Vec<PlayerId> = now.waivers.iter().cloned().collect();
    Order::WithdrawWaiver { player: world.dice.pick(&all).unwrap_or_else(|| player(0)) }
}

fn sanction(world: &mut World, now: &Now) -> Order {
    let present: Vec<PlayerId> = now.present().cloned().collect();
    let carded: Vec<PlayerId> = now.sanctions.keys().cloned().collect();
    let from = if world.dice.percent(50) && !carded.is_empty() { carded } else { present };
    let player = world.dice.pick(&from).unwrap_or_else(|| player(0));
    let sanction = match world.dice.below(10) {
        0 => Sanction::Disqualification,
        1 => Sanction::Caution,
        2 => Sanction::Warning,
        _ => Sanction::YellowCard,
    };
    Order::GiveSanction { player, sanction, reason: commitment(8) }
}

fn late(world: &mut World, now: &Now) -> Order {
    let absent = players_with(now, &[Presence::Absent, Presence::Registered, Presence::Withdrawn]);
    let known = world.dice.pick(&absent).filter(|_| world.dice.percent(50));
    let who = known.unwrap_or_else(|| player(now.entrants.size()));
    Order::AdmitLate(registration(world, who))
}

fn running(world: &mut World, now: &Now) -> Order {
    if let Some(order) = aside(world, now) {
        return order;
    }
    let Some(stage) = now.current_stage() else { return ending(world, now) };
    let rulebook = world.rules();
    let is_drawn = stage.is_round()
        && rulebook.get(domain::rulebook::parameters::SEATING_LATER) == domain::rulebook::LaterSeating::Draw;
    let seat = |world: &mut World| {
        if is_drawn || stage == Stage::Round(1) {
            let draws = world.course.here().map_or(0, |running| running.draws_of(stage));
            draw(world, stage, draws)
        } else {
            Order::SeatStage { stage }
        }
    };
    if let Some((question, candidates)) = open_tie(now) {
        return decide_tie(world, question, candidates);
    }
    let lacks = lacks_players(now, stage) && world.dice.percent(60);
    let skips = !stage.is_round() && (lacks || world.dice.percent(4));
    match now.play(stage) {
        Some(play) if play.started => playing(world, now, stage),
        _ if skips => Order::SkipStage { stage, reason: commitment(6) },
        None => seat(world),
        Some(_) => {
            let fits = world.decide(&admin(), &Order::StartStage { stage }).is_ok();
            if fits || world.dice.percent(30) {
                return Order::StartStage { stage };
            }
            if [1, 2, 5].contains(&now.present().count()) {
                return Order::Cancel { reason: Some(commitment(4)) };
            }
            seat(world)
        }
    }
}

fn lacks_players(now: &Now, stage: Stage) -> bool {
    let needed = match (stage, now.plan.as_ref().and_then(|plan| plan.top)) {
        (Stage::Top, Some(size)) => size.players(),
        _ => 3,
    };
    now.present().count() < needed
}

fn decide_tie(world: &mut World, question: TieQuestion, mut order: Vec<PlayerId>) -> Order {
    world.dice.shuffle(&mut order);
    if world.dice.percent(5) {
        order.pop();
    }
    Order::DecideTie { question, order, reason: reason(&mut world.dice, 50) }
}

/// What happens beside the play.
fn aside(world: &mut World, now: &Now) -> Option<Order> {
    let present: Vec<PlayerId> = now.present().cloned().collect();
    let current = now.current_stage().unwrap_or(Stage::Round(1));
    let table = || now.play(current).map_or(1, |play| play.tables.len().max(1));
    let order = match world.dice.below(150) {
        0 | 1 => sanction(world, now),
        2 | 3 => Order::NoteLeaving { player: world.dice.pick(&present)? },
        4..=7 => late(world, now),
        8 => Order::DeclareWaiver { player: world.dice.pick(&present)? },
        9 => waiver_back(world, now),
        10 | 11 | 35 => Order::OpenDispute {
            stage: current,
            table: world.dice.between(1, table()) as u32,
            game: Some(1),
            matter: commitment(5),
        },
        12..=14 => {
            let all: Vec<u32> = now.disputes.keys().copied().collect();
            Order::RuleDispute { dispute: world.dice.pick(&all)?, ruling: commitment(5) }
        }
        15..=20 => {
            let hideable = now.last_round() == Some(current) || current == Stage::Final;
            Order::HideResults { stage: Some(current).filter(|_| hideable || world.dice.percent(10))? }
        }
        21 => Order::RevealResults { stage: now.hidden? },
        36..=37 if now.hidden.is_some() => Order::RevealResults { stage: now.hidden? },
        22 => Order::NoteAbsent { players: players_with(now, &[Presence::Registered]) },
        23 if world.dice.percent(30) => Order::Cancel { reason: reason(&mut world.dice, 80) },
        24..=27 => correction(world, now, true)?,
        28 => Order::AllowTableOfTwo {
            stage: current,
            table: world.dice.between(1, table()) as u32,
            reason: commitment(5),
        },
        29 => Order::WaiveSecondEntry {
            stage: current,
            table: world.dice.between(1, table()) as u32,
            reason: commitment(5),
        },
        30 => Order::CloseStage { stage: current, seat_next: world.dice.percent(50) },
        31 => Order::Close { seed: world.seed.clone(), ended_at: None },
        32 => Order::SeatStage { stage: current },
        34 => Order::Draw { stage: current, seed: world.seed.clone(), reason: reason(&mut world.dice, 50) },
        33 => {
            let entrant = now.entrants.get(&world.dice.pick(&present)?)?;
            let accompanied = !entrant.registration.accompanied;
            Order::ChangeRegistration(Registration { accompanied, ..entrant.registration.clone() })
        }
        _ => return None,
    };
    Some(order)
}

fn playing(world: &mut World, now: &Now, stage: Stage) -> Order {
    let rulebook = world.rules();
    let missing = now.missing_sheets(stage);
    if let Some(table) = world.dice.pick(&missing) {
        let there = sheets::there(now, stage, table);
        let allowed = now.table(stage, table).is_some_and(|table| table.two_allowed);
        if there == 2 && !allowed && world.dice.percent(70) {
            return Order::AllowTableOfTwo { stage, table, reason: commitment(5) };
        }
        return Order::EnterSheet(sheet(now, stage, table, &rulebook, &mut world.dice));
    }
    let unconfirmed = now.unconfirmed_sheets(stage);
    if let Some(table) = world.dice.pick(&unconfirmed) {
        return match world.dice.below(10) {
            0 => Order::WaiveSecondEntry { stage, table, reason: commitment(5) },
            1 => Order::ConfirmSheet(sheet(now, stage, table, &rulebook, &mut world.dice)),
            _ => Order::ConfirmSheet(sheets::same_again(now, stage, table)),
        };
    }
    let is_drawn = rulebook.get(domain::rulebook::parameters::SEATING_LATER) == domain::rulebook::LaterSeating::Draw;
    let seat_next = world.dice.percent(if is_drawn { 5 } else { 60 });
    let tried = Order::CloseStage { stage, seat_next };
    // Seats that cannot be given out yet are left for later.
    let seat_next = seat_next && (world.decide(&admin(), &tried).is_ok() || world.dice.percent(10));
    Order::CloseStage { stage, seat_next }
}

fn ending(world: &mut World, now: &Now) -> Order {
    if let Some((question, candidates)) = open_tie(now) {
        return decide_tie(world, question, candidates);
    }
    let open = now.disputes.iter().find(|(_, dispute)| !dispute.ruled).map(|(number, _)| *number);
    if let Some(dispute) = open.filter(|_| world.dice.percent(80)) {
        return Order::RuleDispute { dispute, ruling: commitment(5) };
    }
    let seed = if world.dice.percent(3) { Seed::new([1; 32]) } else { world.seed.clone() };
    let ended_at = world.dice.percent(20).then(|| world.moment());
    Order::Close { seed, ended_at }
}

/// A sheet of a stage that is over, written anew.
fn correction(world: &mut World, now: &Now, live: bool) -> Option<Order> {
    let closed: Vec<Stage> = now.stages.iter().filter(|(_, play)| play.closed).map(|(stage, _)| *stage).collect();
    let stage = world.dice.pick(&closed)?;
    let table = world.dice.between(1, now.play(stage)?.tables.len().max(1)) as u32;
    let rulebook = world.rules();
    let mut input: SheetInput = sheets::complete(now, stage, table, &rulebook, &mut world.dice);
    input.reason = reason(&mut world.dice, 90);
    Some(if live { Order::EnterSheet(input) } else { Order::CorrectSheet { input } })
}

fn corrections(world: &mut World, now: &Now) -> Order {
    if now.closed.as_ref().is_some_and(|closing| closing.imported.is_some()) {
        return Order::CorrectResults { lines: lines(world), reason: commitment(5) };
    }
    if let Some((question, candidates)) = open_tie(now) {
        return decide_tie(world, question, candidates);
    }
    correction(world, now, false).unwrap_or_else(|| nonsense(world))
}

/// Anything at all.
fn nonsense(world: &mut World) -> Order {
    let now = world.now().cloned();
    let rulebook = world.rules();
    let dice = &mut world.dice;
    let stage =
        dice.pick(&[Stage::Round(1), Stage::Round(2), Stage::Round(3), Stage::Round(9), Stage::Top, Stage::Final]);
    let stage = stage.unwrap();
    let table = dice.between(0, 9) as u32;
    let someone = player(dice.below(40));
    let any = commitment(dice.below(256) as u8);
    let order = dice.below(36);
    let input = match &now {
        Some(now) => sheet(now, stage, table, &rulebook, dice),
        None => SheetInput { stage, table, games: Vec::new(), reason: None },
    };
    match order {
        0 => Order::Apply(Box::new(world.application())),
        1 => approve(world),
        2 => Order::Reject { reason: None },
        3 => Order::ChangeDetails { details: details(), reason: None },
        4 if world.dice.percent(20) => Order::Cancel { reason: Some(any) },
        4 | 5 => Order::ChooseFormat(wild_plan(&mut world.dice)),
        6 => Order::Register { registrations: vec![adult(someone.clone()), adult(someone)] },
        7 => Order::ChangeRegistration(Registration { walk_in: true, ..adult(someone) }),
        8 => Order::WithdrawRegistration { player: someone },
        9 => Order::CheckIn { players: vec![someone] },
        10 => Order::NoteAbsent { players: vec![someone] },
        11 => Order::Draw { stage, seed: world.seed.clone(), reason: None },
        12 => Order::SeatStage { stage },
        13 => Order::StartStage { stage },
        14 => Order::SkipStage { stage, reason: any },
        15 => Order::AdmitLate(adult(someone)),
        16 => Order::NoteLeaving { player: someone },
        17 => Order::EnterSheet(input),
        18 => Order::ConfirmSheet(input),
        19 => Order::WaiveSecondEntry { stage, table, reason: any },
        20 => Order::AllowTableOfTwo { stage, table, reason: any },
        21 => Order::CloseStage { stage, seat_next: true },
        22 => Order::HideResults { stage },
        23 => Order::RevealResults { stage },
        24 => Order::GiveSanction { player: someone, sanction: Sanction::Caution, reason: any },
        25 => Order::OpenDispute { stage, table, game: None, matter: any },
        26 => Order::RuleDispute { dispute: table, ruling: any },
        27 => {
            let question = world.dice.pick(TieQuestion::ALL).unwrap();
            Order::DecideTie { question, order: vec![someone], reason: None }
        }
        28 => Order::DeclareWaiver { player: someone },
        29 => Order::WithdrawWaiver { player: someone },
        30 => Order::Close { seed: world.seed.clone(), ended_at: Some(world.moment()) },
        31 => Order::ImportResults { lines: lines(world), planned_games: 3, ended_at: world.moment() },
        32 => Order::CorrectSheet { input },
        33 => Order::CorrectResults { lines: lines(world), reason: any },
        34 => Order::Register { registrations: vec![Registration { accompanied: true, ..adult(someone) }] },
        _ => Order::Undo { act: table * 7, reason: None },
    }
}

fn wild_plan(dice: &mut Dice) -> FormatPlan {
    FormatPlan {
        name: None,
        rounds: vec![dice.below(6) as u32; dice.below(5)],
        round_minutes: None,
        top: dice.percent(50).then_some(TopSize::Top8),
        top_games: dice.below(6) as u32,
        final_games: dice.percent(50).then_some(dice.below(9) as u32),
        turn_seconds: 40,
        second_entry: dice.percent(50),
    }
}
