//! Acts in the course of a tournament: each sheet has its own state, texts go to the vault, and nobody overtakes
//! anybody.

use super::*;
use commands::{Contact, EtagScope, Lookup, TextSealer, TournamentRequest};
use domain::Choice;
use domain::competitions::class::TournamentClass;
use domain::event::{AgeGroup, FormatPlan, Registration, TournamentApplication, TournamentDetails};
use domain::game::Ending;
use domain::rulebook::{ApplicationField, Rulebook};
use domain::tournament::course::{
    ActorRef, Application, Credentials, GameEntry, GameScore, Part, Phase, Principal, Rejection, SheetInput, Stage,
    Tournament, TournamentAction,
};
use domain::values::variant::Variant;
use projections::views::TournamentEntry;
use std::collections::BTreeSet;

const ROUND: Stage = Stage::Round(1);

/// Somebody who may do everything at a tournament.
fn everything(tournament: &CompetitionId) -> Principal {
    let here = |role| Grant {
        role,
        event: Some(GrantedCompetition { kind: CompetitionKind::Tournament, id: tournament.clone() }),
    };
    let admin = Grant { role: Role::Admin, event: None };
    let grants = BTreeSet::from([admin, here(Role::Organiser), here(Role::MainReferee)]);
    Principal { id: ActorRef::parse("account/anna").unwrap(), credentials: Credentials::Roles(grants) }
}

/// A tournament of six players in its first round, at two tables.
struct TournamentFixture {
    fixture: StoreFixture,
    id: CompetitionId,
    players: Vec<PlayerId>,
}

impl TournamentFixture {
    fn in_round_one() -> Self {
        let fixture = StoreFixture::new();
        let id = fixture.commands.new_tournament_id();
        let players: Vec<PlayerId> = (1..=6).map(|number| PlayerId::parse(&format!("p{number}")).unwrap()).collect();
        let tournament_fixture = Self { fixture, id, players };
        tournament_fixture.run(&|sealer| Ok(TournamentAction::Apply(Box::new(application(sealer))))).unwrap();
        tournament_fixture
            .run(&|sealer| {
                Ok(TournamentAction::Approve {
                    class: TournamentClass::Ordinary,
                    rulebook_id: RulebookId::parse("pl-2024-25").unwrap(),
                    rulebook: RulebookRecord { base: Preset::parse("pl-2024-25").unwrap(), overrides: vec![] },
                    seed: sealer.seed().commitment(),
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
        tournament_fixture.run(&|_| Ok(TournamentAction::ChooseFormat(plan.clone()))).unwrap();
        let registrations: Vec<Registration> = tournament_fixture.players.iter().map(adult).collect();
        tournament_fixture.run(&|_| Ok(TournamentAction::Register { registrations: registrations.clone() })).unwrap();
        tournament_fixture
            .run(&|_| Ok(TournamentAction::CheckIn { players: tournament_fixture.players.clone() }))
            .unwrap();
        tournament_fixture
            .run(&|sealer| Ok(TournamentAction::Draw { stage: ROUND, seed: sealer.seed(), reason: None }))
            .unwrap();
        tournament_fixture.run(&|_| Ok(TournamentAction::StartStage { stage: ROUND })).unwrap();
        tournament_fixture
    }

    fn run(
        &self,
        order: &dyn Fn(&TextSealer<'_>) -> Result<TournamentAction, CommandError<Rejection>>,
    ) -> Result<CommandReceipt, CommandError<Rejection>> {
        self.run_as(&self.fixture.commands, &self.fixture.known, &metadata(), EtagScope::Whole, order)
    }

    fn run_as(
        &self,
        commands: &CommandHandler,
        known: &dyn Lookup,
        metadata: &CommandMetadata,
        about: EtagScope,
        order: &dyn Fn(&TextSealer<'_>) -> Result<TournamentAction, CommandError<Rejection>>,
    ) -> Result<CommandReceipt, CommandError<Rejection>> {
        let principal = everything(&self.id);
        commands.run_tournament(
            metadata,
            known,
            &TournamentRequest { tournament: &self.id, principal: &principal, about },
            order,
        )
    }

    fn enter(
        &self,
        table: u32,
        base: i32,
        expected: Option<Position>,
    ) -> Result<CommandReceipt, CommandError<Rejection>> {
        let metadata = CommandMetadata { expected, ..metadata() };
        let order = move |_: &TextSealer<'_>| Ok(TournamentAction::EnterSheet(sheet(table, base)));
        self.run_as(
            &self.fixture.commands,
            &self.fixture.known,
            &metadata,
            EtagScope::Part(Part::Sheet(ROUND, table)),
            &order,
        )
    }

    fn entry(&self) -> Arc<TournamentEntry> {
        self.fixture.known.tournament(&self.id).unwrap().unwrap()
    }
}

fn application(sealer: &TextSealer<'_>) -> Application {
    let name = |text: &str| Name::parse(text).unwrap();
    let day = sealer.command_time().day().plus_days(60);
    let contact =
        Contact { name: Some("Olga Fikcyjna".into()), phone: Some("123 456 789".into()), ..Contact::default() };
    let details = TournamentDetails {
        name: sealer.name(&name("Turniej Testowy")),
        venue: sealer.venue(&name("Biblioteka, Żory")),
        voivodeship: Voivodeship::ALL[0],
        first_day: day,
        last_day: day,
    };
    let record = TournamentApplication {
        details,
        contact: sealer.contact(&contact),
        class: TournamentClass::Ordinary,
        variant: Variant::Standard,
        planned_players: 6,
        experienced: true,
        sponsors_consulted: None,
        submitted_at: sealer.command_time(),
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
    let tournament_fixture = TournamentFixture::in_round_one();
    let seated = tournament_fixture.entry().part_etag(&Part::Sheet(ROUND, 1));
    assert!(seated > Position::START);
    let first = tournament_fixture.enter(1, 10, Some(seated)).unwrap();
    // The other sheet is as it was when the seats were given out.
    let second = tournament_fixture.enter(2, 20, Some(seated)).unwrap();
    assert!(second.etag > first.etag);
    let stale = tournament_fixture.enter(1, 30, Some(seated)).unwrap_err();
    assert!(matches!(stale, CommandError::Stale { expected, current } if expected == seated && current == first.etag));
    tournament_fixture.enter(1, 30, Some(first.etag)).unwrap();
}

#[test]
fn a_retry_of_a_sheet_has_no_second_effect() {
    let tournament_fixture = TournamentFixture::in_round_one();
    let key = tournament_fixture.fixture.vault.master_key().idempotency("account/anna", "sheet-1", b"the same");
    let metadata = CommandMetadata { idempotency: Some(key), ..metadata() };
    let order = |_: &TextSealer<'_>| Ok(TournamentAction::EnterSheet(sheet(1, 10)));
    let run = || {
        tournament_fixture
            .run_as(
                &tournament_fixture.fixture.commands,
                &tournament_fixture.fixture.known,
                &metadata,
                EtagScope::Whole,
                &order,
            )
            .unwrap()
    };
    let (first, again) = (run(), run());
    assert!(again.replayed && !first.replayed);
    assert_eq!((first.position, first.events), (again.position, again.events));
}

#[test]
fn another_process_that_acts_meanwhile_is_noticed() {
    let tournament_fixture = TournamentFixture::in_round_one();
    let projector =
        Projector::start(Arc::clone(&tournament_fixture.fixture.log), Arc::clone(&tournament_fixture.fixture.vault));
    projector.wait_for_blocking(tournament_fixture.fixture.head(), Duration::from_mins(1)).unwrap();
    let other_process = tournament_fixture.fixture.other_process();
    for (table, base) in [(1, 10), (2, 20)] {
        let order = move |_: &TextSealer<'_>| Ok(TournamentAction::EnterSheet(sheet(table, base)));
        tournament_fixture
            .run_as(&other_process.commands, &other_process.known, &metadata(), EtagScope::Whole, &order)
            .unwrap();
    }
    // The read models here may not know the sheets yet; the round is closed all the same, and only once.
    let close = |_: &TextSealer<'_>| Ok(TournamentAction::CloseStage { stage: ROUND, seat_next: true });
    tournament_fixture
        .run_as(&tournament_fixture.fixture.commands, &projector, &metadata(), EtagScope::Whole, &close)
        .unwrap();
    let again = tournament_fixture
        .run_as(&other_process.commands, &other_process.known, &metadata(), EtagScope::Whole, &close)
        .unwrap_err();
    assert!(matches!(again, CommandError::Rejected(Rejection::StageClosed { stage: ROUND })));
}

#[test]
fn undoing_a_sheet_leaves_what_everybody_is_told_of_the_tournament_as_it_was() {
    let tournament_fixture = TournamentFixture::in_round_one();
    tournament_fixture.enter(1, 10, None).unwrap();
    tournament_fixture.enter(2, 20, None).unwrap();
    let before = tournament_fixture.entry();
    let undo_last = || {
        let last = tournament_fixture.entry().course.hosted().unwrap().acts();
        tournament_fixture
            .run(&|sealer| {
                Ok(TournamentAction::Undo {
                    act: last,
                    reason: Some(sealer.reason(&StatedReason::parse("pomyłka").unwrap())),
                })
            })
            .unwrap()
    };
    let undone = undo_last();
    let after = tournament_fixture.entry();
    assert_eq!(
        (after.details_changed, after.players_changed, after.part_etag(&Part::Sheet(ROUND, 1))),
        (before.details_changed, before.players_changed, before.part_etag(&Part::Sheet(ROUND, 1)))
    );
    assert_eq!(after.part_etag(&Part::Sheet(ROUND, 2)), undone.position);
    let matter = StatedReason::parse("Kto pierwszy?").unwrap();
    tournament_fixture
        .run(&|sealer| {
            Ok(TournamentAction::OpenDispute { stage: ROUND, table: 1, game: None, matter: sealer.reason(&matter) })
        })
        .unwrap();
    let undone = undo_last();
    assert_eq!(tournament_fixture.entry().part_etag(&Part::Dispute(1)), undone.position);
}

#[test]
fn the_list_moves_whenever_the_state_of_a_tournament_in_it_does() {
    let tournament_fixture = TournamentFixture::in_round_one();
    let list = || {
        let projector = Projector::start(
            Arc::clone(&tournament_fixture.fixture.log),
            Arc::clone(&tournament_fixture.fixture.vault),
        );
        projector.wait_for_blocking(tournament_fixture.fixture.head(), Duration::from_mins(1)).unwrap();
        projector.views().tournaments.list_changed
    };
    tournament_fixture.enter(1, 10, None).unwrap();
    tournament_fixture.enter(2, 20, None).unwrap();
    assert_eq!(list(), tournament_fixture.entry().details_changed);
    let before = list();
    tournament_fixture.run(&|_| Ok(TournamentAction::CloseStage { stage: ROUND, seat_next: true })).unwrap();
    assert_eq!(list(), tournament_fixture.entry().details_changed);
    assert!(list() > before);
}

#[test]
fn views_that_were_kept_up_to_date_are_those_that_are_built_anew() {
    let tournament_fixture = TournamentFixture::in_round_one();
    let projector =
        Projector::start(Arc::clone(&tournament_fixture.fixture.log), Arc::clone(&tournament_fixture.fixture.vault));
    tournament_fixture.enter(1, 10, None).unwrap();
    tournament_fixture.enter(2, 20, None).unwrap();
    tournament_fixture.run(&|_| Ok(TournamentAction::CloseStage { stage: ROUND, seat_next: true })).unwrap();
    let closed = tournament_fixture.entry().course.hosted().unwrap().acts();
    tournament_fixture
        .run(&|sealer| {
            Ok(TournamentAction::Undo {
                act: closed,
                reason: Some(sealer.reason(&StatedReason::parse("pomyłka").unwrap())),
            })
        })
        .unwrap();
    projector.wait_for_blocking(tournament_fixture.fixture.head(), Duration::from_mins(1)).unwrap();
    let kept = projector.views();
    let built =
        Projector::start(Arc::clone(&tournament_fixture.fixture.log), Arc::clone(&tournament_fixture.fixture.vault));
    built.wait_for_blocking(tournament_fixture.fixture.head(), Duration::from_mins(1)).unwrap();
    assert_eq!(kept.tournaments, built.views().tournaments);
    let entry = tournament_fixture.entry();
    assert_eq!(kept.tournaments.find(&tournament_fixture.id).unwrap(), &entry);
    let undone = entry.acts.iter().find(|act| act.number == closed).unwrap();
    assert_eq!(undone.undone_by, Some(closed + 1));
    assert!(matches!(&entry.course, Tournament::Hosted(running) if running.state.phase == Phase::Running));
}

#[test]
fn a_tournament_that_was_called_off_is_none_of_a_cycle() {
    let tournament_fixture = TournamentFixture::in_round_one();
    let is_known = || {
        let projector = Projector::start(
            Arc::clone(&tournament_fixture.fixture.log),
            Arc::clone(&tournament_fixture.fixture.vault),
        );
        projector.wait_for_blocking(tournament_fixture.fixture.head(), Duration::from_mins(1)).unwrap();
        projector.grand_prix_tournament(&tournament_fixture.id).is_some()
    };
    assert!(is_known());
    let reason = StatedReason::parse("zalana sala").unwrap();
    tournament_fixture.run(&|sealer| Ok(TournamentAction::Cancel { reason: Some(sealer.reason(&reason)) })).unwrap();
    assert!(!is_known());
}

#[test]
fn every_text_of_a_tournament_is_in_the_vault_and_none_in_the_log() {
    let tournament_fixture = TournamentFixture::in_round_one();
    let reason = StatedReason::parse("Rozsypana tabliczka").unwrap();
    tournament_fixture
        .run(&|sealer| {
            Ok(TournamentAction::GiveSanction {
                player: tournament_fixture.players[0].clone(),
                sanction: domain::tournament::sanction::Sanction::YellowCard,
                reason: sealer.reason(&reason),
            })
        })
        .unwrap();
    assert_eq!(tournament_fixture.entry().name.as_ref().unwrap().as_str(), "Turniej Testowy");
    assert_eq!(tournament_fixture.entry().venue.as_ref().unwrap().as_str(), "Biblioteka, Żory");
    let head = tournament_fixture.fixture.head();
    tournament_fixture
        .fixture
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
