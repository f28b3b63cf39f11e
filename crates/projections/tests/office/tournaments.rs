//! Acts in the course of a tournament: each sheet has its own state, texts go to the vault, and nobody overtakes anybody.

use super::*;
use domain::Choice;
use domain::class::TournamentClass;
use domain::course::{
    ActorRef, Application, Authorised, Course, Doer, GameEntry, GameScore, Order, Part, Phase, Rejection, SheetInput,
    Stage,
};
use domain::event::{AgeGroup, EventDetails, FormatPlan, Registration, TournamentApplication};
use domain::game::Ending;
use domain::rulebook::{ApplicationField, Rulebook};
use domain::variant::Variant;
use projections::office::{About, Contact, Ink, Known, TournamentAsk};
use projections::views::TournamentEntry;
use std::collections::BTreeSet;

const ROUND: Stage = Stage::Round(1);

/// Somebody who may do everything at a tournament.
fn everything(tournament: &EventId) -> Doer {
    let here =
        |role| Grant { role, event: Some(GrantedEvent { kind: GrantedKind::Tournament, id: tournament.clone() }) };
    let admin = Grant { role: Role::Admin, event: None };
    let grants = BTreeSet::from([admin, here(Role::Organiser), here(Role::MainReferee)]);
    Doer { id: ActorRef::parse("account/anna").unwrap(), authorised: Authorised::Roles(grants) }
}

/// A tournament of six players in its first round, at two tables.
struct Hall {
    desk: Desk,
    id: EventId,
    players: Vec<PlayerId>,
}

impl Hall {
    fn in_round_one() -> Self {
        let desk = Desk::new();
        let id = desk.office.new_tournament_id();
        let players: Vec<PlayerId> = (1..=6).map(|number| PlayerId::parse(&format!("p{number}")).unwrap()).collect();
        let hall = Self { desk, id, players };
        hall.run(&|ink| Ok(Order::Apply(Box::new(application(ink))))).unwrap();
        hall.run(&|ink| {
            Ok(Order::Approve {
                class: TournamentClass::Ordinary,
                rulebook_id: RulebookId::parse("pl-2024-25").unwrap(),
                rulebook: RulebookRecord { base: Preset::parse("pl-2024-25").unwrap(), overrides: vec![] },
                seed: ink.seed().commitment(),
            })
        })
        .unwrap();
        let plan = FormatPlan {
            name: None,
            rounds: vec![3, 3, 3],
            round_minutes: Some(45),
            top: None,
            top_games: 4,
            final_games: Some(4),
            turn_seconds: 40,
            second_entry: false,
        };
        hall.run(&|_| Ok(Order::ChooseFormat(plan.clone()))).unwrap();
        let registrations: Vec<Registration> = hall.players.iter().map(adult).collect();
        hall.run(&|_| Ok(Order::Register { registrations: registrations.clone() })).unwrap();
        hall.run(&|_| Ok(Order::CheckIn { players: hall.players.clone() })).unwrap();
        hall.run(&|ink| Ok(Order::Draw { stage: ROUND, seed: ink.seed(), reason: None })).unwrap();
        hall.run(&|_| Ok(Order::StartStage { stage: ROUND })).unwrap();
        hall
    }

    fn run(&self, order: &dyn Fn(&Ink<'_>) -> Result<Order, ActError<Rejection>>) -> Result<Done, ActError<Rejection>> {
        self.run_as(&self.desk.office, &self.desk.known, &act(), About::Whole, order)
    }

    fn run_as(
        &self,
        office: &Office,
        known: &dyn Known,
        act: &Act,
        about: About,
        order: &dyn Fn(&Ink<'_>) -> Result<Order, ActError<Rejection>>,
    ) -> Result<Done, ActError<Rejection>> {
        let doer = everything(&self.id);
        office.run_tournament(act, known, &TournamentAsk { tournament: &self.id, doer: &doer, about }, order)
    }

    fn enter(&self, table: u32, base: i32, expected: Option<Position>) -> Result<Done, ActError<Rejection>> {
        let act = Act { expected, ..act() };
        let order = move |_: &Ink<'_>| Ok(Order::EnterSheet(sheet(table, base)));
        self.run_as(&self.desk.office, &self.desk.known, &act, About::Part(Part::Sheet(ROUND, table)), &order)
    }

    fn entry(&self) -> Arc<TournamentEntry> {
        self.desk.known.tournament(&self.id).unwrap().unwrap()
    }
}

fn application(ink: &Ink<'_>) -> Application {
    let name = |text: &str| Name::parse(text).unwrap();
    let day = ink.at().day().plus_days(60);
    let contact =
        Contact { name: Some("Olga Fikcyjna".into()), phone: Some("123 456 789".into()), ..Contact::default() };
    let details = EventDetails {
        name: ink.name(&name("Turniej Testowy")),
        venue: ink.venue(&name("Biblioteka, Żory")),
        voivodeship: Voivodeship::ALL[0],
        first_day: day,
        last_day: day,
    };
    let record = TournamentApplication {
        details,
        contact: ink.contact(&contact),
        class: TournamentClass::Ordinary,
        variant: Variant::Standard,
        planned_players: 6,
        experienced: true,
        sponsors_consulted: None,
        submitted_at: ink.at(),
    };
    Application { record, given: ApplicationField::ALL.to_vec(), rulebook: Rulebook::default() }
}

fn adult(player: &PlayerId) -> Registration {
    Registration {
        player: player.clone(),
        age: AgeGroup::Adult,
        guardian_consent: false,
        accompanied: false,
        walk_in: false,
    }
}

fn sheet(table: u32, base: i32) -> SheetInput {
    let game = |nth: i32| {
        let small = vec![Some(2 * base + nth), Some(-base), Some(-base - nth)];
        GameEntry { ending: Ending::RackEmptied, score: GameScore::Small(small) }
    };
    SheetInput { stage: ROUND, table, games: (0..3).map(game).collect(), reason: None }
}

#[test]
fn each_sheet_has_a_state_of_its_own() {
    let hall = Hall::in_round_one();
    let seated = hall.entry().part_etag(&Part::Sheet(ROUND, 1));
    assert!(seated > Position::START);
    let first = hall.enter(1, 10, Some(seated)).unwrap();
    // The other sheet is as it was when the seats were given out.
    let second = hall.enter(2, 20, Some(seated)).unwrap();
    assert!(second.etag > first.etag);
    let stale = hall.enter(1, 30, Some(seated)).unwrap_err();
    assert!(matches!(stale, ActError::Stale { expected, current } if expected == seated && current == first.etag));
    hall.enter(1, 30, Some(first.etag)).unwrap();
}

#[test]
fn a_retry_of_a_sheet_has_no_second_effect() {
    let hall = Hall::in_round_one();
    let key = hall.desk.vault.master_key().idempotency("account/anna", "sheet-1", b"the same");
    let act = Act { idempotency: Some(key), ..act() };
    let order = |_: &Ink<'_>| Ok(Order::EnterSheet(sheet(1, 10)));
    let run = || hall.run_as(&hall.desk.office, &hall.desk.known, &act, About::Whole, &order).unwrap();
    let (first, again) = (run(), run());
    assert!(again.replayed && !first.replayed);
    assert_eq!((first.position, first.events), (again.position, again.events));
}

#[test]
fn another_process_that_acts_meanwhile_is_noticed() {
    let hall = Hall::in_round_one();
    let projector = Projector::start(Arc::clone(&hall.desk.log), Arc::clone(&hall.desk.vault));
    projector.wait_for_blocking(hall.desk.head(), Duration::from_mins(1)).unwrap();
    let elsewhere = hall.desk.elsewhere();
    for (table, base) in [(1, 10), (2, 20)] {
        let order = move |_: &Ink<'_>| Ok(Order::EnterSheet(sheet(table, base)));
        hall.run_as(&elsewhere.office, &elsewhere.known, &act(), About::Whole, &order).unwrap();
    }
    // The read models here may not know the sheets yet; the round is closed all the same, and only once.
    let close = |_: &Ink<'_>| Ok(Order::CloseStage { stage: ROUND, seat_next: true });
    hall.run_as(&hall.desk.office, &projector, &act(), About::Whole, &close).unwrap();
    let again = hall.run_as(&elsewhere.office, &elsewhere.known, &act(), About::Whole, &close).unwrap_err();
    assert!(matches!(again, ActError::Rejected(Rejection::StageClosed { stage: ROUND })));
}

#[test]
fn undoing_a_sheet_leaves_what_everybody_is_told_of_the_tournament_as_it_was() {
    let hall = Hall::in_round_one();
    hall.enter(1, 10, None).unwrap();
    hall.enter(2, 20, None).unwrap();
    let before = hall.entry();
    let undo_last = || {
        let last = hall.entry().course.here().unwrap().acts();
        hall.run(&|ink| {
            Ok(Order::Undo { act: last, reason: Some(ink.reason(&StatedReason::parse("pomyłka").unwrap())) })
        })
        .unwrap()
    };
    let undone = undo_last();
    let after = hall.entry();
    assert_eq!(
        (after.details_changed, after.players_changed, after.part_etag(&Part::Sheet(ROUND, 1))),
        (before.details_changed, before.players_changed, before.part_etag(&Part::Sheet(ROUND, 1)))
    );
    assert_eq!(after.part_etag(&Part::Sheet(ROUND, 2)), undone.position);
    let matter = StatedReason::parse("Kto pierwszy?").unwrap();
    hall.run(&|ink| Ok(Order::OpenDispute { stage: ROUND, table: 1, game: None, matter: ink.reason(&matter) }))
        .unwrap();
    let undone = undo_last();
    assert_eq!(hall.entry().part_etag(&Part::Dispute(1)), undone.position);
}

#[test]
fn the_list_moves_whenever_the_state_of_a_tournament_in_it_does() {
    let hall = Hall::in_round_one();
    let list = || {
        let projector = Projector::start(Arc::clone(&hall.desk.log), Arc::clone(&hall.desk.vault));
        projector.wait_for_blocking(hall.desk.head(), Duration::from_mins(1)).unwrap();
        projector.views().tournaments.list_changed
    };
    hall.enter(1, 10, None).unwrap();
    hall.enter(2, 20, None).unwrap();
    assert_eq!(list(), hall.entry().details_changed);
    let before = list();
    hall.run(&|_| Ok(Order::CloseStage { stage: ROUND, seat_next: true })).unwrap();
    assert_eq!(list(), hall.entry().details_changed);
    assert!(list() > before);
}

#[test]
fn views_that_were_kept_up_to_date_are_those_that_are_built_anew() {
    let hall = Hall::in_round_one();
    let projector = Projector::start(Arc::clone(&hall.desk.log), Arc::clone(&hall.desk.vault));
    hall.enter(1, 10, None).unwrap();
    hall.enter(2, 20, None).unwrap();
    hall.run(&|_| Ok(Order::CloseStage { stage: ROUND, seat_next: true })).unwrap();
    let closed = hall.entry().course.here().unwrap().acts();
    hall.run(&|ink| {
        Ok(Order::Undo { act: closed, reason: Some(ink.reason(&StatedReason::parse("pomyłka").unwrap())) })
    })
    .unwrap();
    projector.wait_for_blocking(hall.desk.head(), Duration::from_mins(1)).unwrap();
    let kept = projector.views();
    let built = Projector::start(Arc::clone(&hall.desk.log), Arc::clone(&hall.desk.vault));
    built.wait_for_blocking(hall.desk.head(), Duration::from_mins(1)).unwrap();
    assert_eq!(kept.tournaments, built.views().tournaments);
    let entry = hall.entry();
    assert_eq!(kept.tournaments.find(&hall.id).unwrap(), &entry);
    let undone = entry.acts.iter().find(|act| act.number == closed).unwrap();
    assert_eq!(undone.undone_by, Some(closed + 1));
    assert!(matches!(&entry.course, Course::Here(running) if running.now.phase == Phase::Running));
}

#[test]
fn a_tournament_that_was_called_off_is_none_of_a_cycle() {
    let hall = Hall::in_round_one();
    let is_known = || {
        let projector = Projector::start(Arc::clone(&hall.desk.log), Arc::clone(&hall.desk.vault));
        projector.wait_for_blocking(hall.desk.head(), Duration::from_mins(1)).unwrap();
        projector.cycle_tournament(&hall.id).is_some()
    };
    assert!(is_known());
    let reason = StatedReason::parse("zalana sala").unwrap();
    hall.run(&|ink| Ok(Order::Cancel { reason: Some(ink.reason(&reason)) })).unwrap();
    assert!(!is_known());
}

#[test]
fn every_text_of_a_tournament_is_in_the_vault_and_none_in_the_log() {
    let hall = Hall::in_round_one();
    let reason = StatedReason::parse("Rozsypana tabliczka").unwrap();
    hall.run(&|ink| {
        Ok(Order::GiveSanction {
            player: hall.players[0].clone(),
            sanction: domain::sanction::Sanction::YellowCard,
            reason: ink.reason(&reason),
        })
    })
    .unwrap();
    assert_eq!(hall.entry().name.as_ref().unwrap().as_str(), "Turniej Testowy");
    assert_eq!(hall.entry().venue.as_ref().unwrap().as_str(), "Biblioteka, Żory");
    let head = hall.desk.head();
    hall.desk
        .log
        .scan(Position::START, head, &mut |event| {
            let payload = String::from_utf8_lossy(event.payload).into_owned();
            for text in ["Turniej", "Żory", "Olga", "123 456", "Rozsypana"] {
                assert!(!payload.contains(text), "{payload}");
            }
            ControlFlow::Continue(())
        })
        .unwrap();
}
