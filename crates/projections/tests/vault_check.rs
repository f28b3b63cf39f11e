//! What the acts of a tournament commit to is in the vault, and nothing else in its place.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use commands::event_writer::EventWriter;
use domain::competitions::class::TournamentClass;
use domain::event::{
    Commitment, Correction, Event, NumberedFact, RecordedOutcome, SheetEntry, TieQuestion, TournamentApplication,
    TournamentDetails, TournamentEvent, TournamentFact, TournamentRecord,
};
use domain::tournament::course::{ActorRef, Stage};
use domain::tournament::sanction::Sanction;
use domain::values::calendar::{Day, Moment};
use domain::values::ids::PlayerId;
use domain::values::variant::Variant;
use domain::values::voivodeship::Voivodeship;
use events::append::Append;
use events::envelope::{Actor, EventId, StreamName, Timestamp};
use events::environment::Environment;
use events::log::Log;
use events::sqlite::{SqliteLog, SqliteOptions};
use events::vault::{
    ApplicationContact, EventTexts, EventVenue, MasterKey, Prepared, Reason, Record, RedrawReason, Vault,
};
use projections::vault_check::{VaultProblem, check_vault};
use std::sync::Arc;

struct World;

impl Environment for World {
    fn now(&self) -> Timestamp {
        Timestamp(1_740_000_000_000_000)
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).unwrap();
    }
}

/// A log and a vault in which tournaments are written down as the test says, by no decider.
struct Store {
    log: SqliteLog,
    vault: Vault,
    stream: StreamName,
    _folder: tempfile::TempDir,
}

impl Store {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let options = SqliteOptions { synchronous_off: true, ..SqliteOptions::default() };
        let log = SqliteLog::open_or_create(&folder.path().join("kostka.db"), Arc::new(World), options).unwrap();
        let vault = Vault::new(MasterKey::generate(&World), Arc::new(World));
        Self { log, vault, stream: StreamName::parse("tournament/t1").unwrap(), _folder: folder }
    }

    /// Records events of one act, the texts for its first; the text of a reason is told by its commitment.
    fn record(&self, id: EventId, events: Vec<TournamentEvent>, texts: &[Prepared]) {
        let event_writer = EventWriter::new(&self.log, &self.vault, &World, Actor::import());
        let ids = std::iter::once(id).chain(std::iter::repeat_with(|| EventId::new(&World)));
        let write = |(event, id)| event_writer.write(&self.stream, id, &Event::Tournament(event), World.now());
        let mut append = Append::of(events.into_iter().zip(ids).map(write).collect());
        if !texts.is_empty() {
            append.vault.push(match self.log.sealed(&self.stream).unwrap() {
                Some(kept) => self.vault.replace(&kept, texts).unwrap(),
                None => self.vault.create(&self.stream, texts).unwrap(),
            });
        }
        self.log.append(append).wait().unwrap();
    }

    fn act(&self, id: EventId, fact: TournamentFact, texts: &[Prepared]) {
        self.record(id, vec![act(fact)], texts);
    }

    fn reason(&self, id: EventId, text: &str) -> Prepared {
        self.vault.prepare_for(id, &Reason { text: text.into() })
    }

    fn apply(&self) {
        let texts = [
            self.vault.prepare(&EventTexts { name: "Memoriał".into() }),
            self.vault.prepare(&EventVenue { venue: "Dom kultury".into() }),
            self.vault.prepare(&contact("ewa@example.org")),
        ];
        let [name, venue, contact] = texts.each_ref().map(Prepared::commitment);
        let application = TournamentApplication {
            details: details(name, venue),
            contact,
            class: TournamentClass::Ordinary,
            variant: Variant::Standard,
            planned_players: 40,
            experienced: true,
            sponsors_consulted: None,
            submitted_at: moment(),
        };
        self.act(EventId::new(&World), TournamentFact::Applied(application), &texts);
    }

    /// The records of the tournament that are not as they should be; a record that is missing stands after a minus.
    fn problems(&self) -> Vec<String> {
        let report = check_vault(&self.log, &self.vault).unwrap();
        let told = |problem: &VaultProblem| match problem {
            VaultProblem::Missing { record, .. } => format!("-{record}"),
            VaultProblem::Other { record, .. } => (*record).to_owned(),
            other => format!("{other:?}"),
        };
        report.problems.iter().map(told).collect()
    }
}

fn act(fact: TournamentFact) -> TournamentEvent {
    TournamentEvent::Act(NumberedFact { number: 1, by: ActorRef::parse("account/a").unwrap(), fact })
}

fn contact(email: &str) -> ApplicationContact {
    ApplicationContact { name: None, email: Some(email.into()), address: None, phone: None }
}

fn details(name: Commitment, venue: Commitment) -> TournamentDetails {
    let day = Day::parse("2025-03-01").unwrap();
    TournamentDetails { name, venue, voivodeship: Voivodeship::Opolskie, first_day: day, last_day: day }
}

fn moment() -> Moment {
    Moment::parse("2025-02-01T12:00:00+01:00").unwrap()
}

/// Every fact that has a reason, with this one.
fn facts_with_reason(reason: Commitment) -> Vec<TournamentFact> {
    let player = PlayerId::parse("p1").unwrap();
    let (stage, table, maybe) = (Stage::Round(1), 1, Some(reason));
    let entry = SheetEntry { stage, table, games: [].into(), reason: maybe, hidden: false };
    vec![
        TournamentFact::ApplicationRejected { reason: maybe },
        TournamentFact::Cancelled { reason: maybe, late_notice: true },
        TournamentFact::Interrupted { reason },
        TournamentFact::StageSkipped { stage, reason },
        TournamentFact::SheetEntered(entry.clone()),
        TournamentFact::SheetCorrected { entry },
        TournamentFact::SecondEntryWaived { stage, table, reason },
        TournamentFact::TableOfTwoAllowed { stage, table, reason },
        TournamentFact::SanctionGiven { player, sanction: Sanction::Caution, reason },
        TournamentFact::DisputeOpened { dispute: 1, stage, table, game: None, matter: reason },
        TournamentFact::DisputeRuled { dispute: 1, ruling: reason },
        TournamentFact::TieDecided { question: TieQuestion::EntersTop, order: vec![], reason: maybe },
        TournamentFact::ActUndone { act: 1, reason: maybe },
    ]
}

#[test]
fn every_reason_of_an_act_is_in_the_vault() {
    let store = Store::new();
    store.apply();
    let how_many = facts_with_reason(Commitment([0; 32])).len();
    for index in 0..how_many {
        let id = EventId::new(&World);
        let text = store.reason(id, "Tak było.");
        let fact = facts_with_reason(text.commitment()).remove(index);
        store.act(id, fact.clone(), std::slice::from_ref(&text));
        assert_eq!(store.problems(), [""; 0], "{fact:?}");
        // Somebody puts other words in place of these.
        let other = store.reason(id, "Tak nie było.");
        store.act(EventId::new(&World), TournamentFact::StageStarted { stage: Stage::Top }, &[other]);
        assert_eq!(store.problems(), [Reason::NAME], "{fact:?}");
        store.act(EventId::new(&World), TournamentFact::StageStarted { stage: Stage::Top }, &[text]);
        // The same fact with a reason that the vault does not have.
        let lonely = Store::new();
        lonely.act(id, facts_with_reason(Commitment([7; 32])).remove(index), &[]);
        assert_eq!(lonely.problems(), [format!("-{}", Reason::NAME)], "{fact:?}");
    }
}

#[test]
fn the_newest_name_and_venue_are_in_the_vault_and_the_contact() {
    let store = Store::new();
    store.apply();
    assert_eq!(store.problems(), [""; 0]);
    let id = EventId::new(&World);
    let texts = [
        store.vault.prepare(&EventTexts { name: "Memoriał Jesienny".into() }),
        store.vault.prepare(&EventVenue { venue: "Biblioteka".into() }),
        store.reason(id, "Zalało salę."),
    ];
    let [name, venue, reason] = texts.each_ref().map(Prepared::commitment);
    let changed =
        TournamentFact::DetailsChanged { details: details(name, venue), reason: Some(reason), late_notice: true };
    store.act(id, changed, &texts);
    assert_eq!(store.problems(), [""; 0]);
    let others = [
        store.vault.prepare(&EventTexts { name: "Inny".into() }),
        store.vault.prepare(&EventVenue { venue: "Gdzie indziej".into() }),
        store.vault.prepare(&contact("ola@example.org")),
    ];
    store.act(EventId::new(&World), TournamentFact::StageStarted { stage: Stage::Top }, &others);
    assert_eq!(store.problems(), [EventTexts::NAME, EventVenue::NAME, ApplicationContact::NAME]);
}

#[test]
fn the_reason_of_a_redraw_is_a_record_of_its_own() {
    let store = Store::new();
    store.apply();
    let id = EventId::new(&World);
    let redraw = |text: &str| store.vault.prepare_for(id, &RedrawReason { text: text.into() });
    let text = redraw("Pominięto gracza.");
    let drawn = |reason| TournamentFact::Drawn { stage: Stage::Round(1), number: 2, order: vec![], reason };
    store.act(id, drawn(Some(text.commitment())), &[text]);
    store.act(EventId::new(&World), drawn(None), &[]);
    assert_eq!(store.problems(), [""; 0]);
    store.act(EventId::new(&World), drawn(None), &[redraw("Bo tak.")]);
    assert_eq!(store.problems(), [RedrawReason::NAME]);
    // A reason for staff does not stand for the one that everybody may read.
    let id = EventId::new(&World);
    let reason = store.reason(id, "Bo tak.");
    store.act(id, drawn(Some(reason.commitment())), &[reason]);
    assert_eq!(store.problems(), [RedrawReason::NAME.to_owned(), format!("-{}", RedrawReason::NAME)]);
}

#[test]
fn the_events_of_one_act_share_its_reason() {
    let store = Store::new();
    store.apply();
    let id = EventId::new(&World);
    let texts = [store.vault.prepare(&EventTexts { name: "Memoriał".into() }), store.reason(id, "Literówka.")];
    let [name, reason] = texts.each_ref().map(Prepared::commitment);
    let record = TournamentRecord {
        name,
        ended_at: moment(),
        submitted_at: moment(),
        voivodeship: Voivodeship::Opolskie,
        class: TournamentClass::Ordinary,
        planned_games: 1,
        outcome: RecordedOutcome::Results(vec![]),
    };
    store.record(EventId::new(&World), vec![TournamentEvent::Recorded(record.clone())], &texts[..1]);
    let entry = SheetEntry { stage: Stage::Final, table: 1, games: [].into(), reason: Some(reason), hidden: false };
    let corrected = TournamentEvent::Corrected(Correction { record, reason: Some(reason) });
    store.record(id, vec![act(TournamentFact::SheetCorrected { entry }), corrected], &texts[1..]);
    assert_eq!(store.problems(), [""; 0]);
}
