//! Tournaments that are played here at the same time, with acts that are undone: kept up to date, rebuilt and looked
//! back at, they are the same.

use crate::store::{Store, TIMEOUT, season};
use domain::Choice;
use domain::competitions::class::TournamentClass;
use domain::event::{
    AgeGroup, Commitment, CompetitionKind, Correction, Event, FormatPlan, Grant, GrantedCompetition, Registration,
    Role, RulebookRecord, SeasonEvent, TournamentApplication, TournamentDetails, TournamentEvent,
};
use domain::game::Ending;
use domain::rulebook::{ApplicationField, Preset, Rulebook};
use domain::tournament::course::{
    ActorRef, Application, Command, Credentials, GameEntry, GameScore, Principal, SheetInput, Stage, Tournament,
    TournamentAction, decide, evolve,
};
use domain::tournament::draw::Seed;
use domain::values::calendar::{Day, Moment};
use domain::values::ids::{CompetitionId, PlayerId, RulebookId};
use domain::values::variant::Variant;
use domain::values::voivodeship::Voivodeship;
use events::envelope::Position;
use projections::views::{FoldError, replay};
use proptest::prelude::*;
use std::collections::BTreeSet;

const ROUNDS: u32 = 3;
const TOURNAMENTS: usize = 6;

/// A tournament of eight players, which closes or is called off.
fn played(number: usize, closes: bool) -> Vec<TournamentEvent> {
    let mut playing = Playing { id: format!("t{number}"), course: Tournament::Unknown, events: Vec::new() };
    let players: Vec<PlayerId> =
        (0..8).map(|player| PlayerId::parse(&format!("p{}", (number * 3 + player) % 12)).unwrap()).collect();
    let seed = || Seed::new([number as u8; 32]);
    let (text, day) = (Commitment([1; 32]), Day::parse("2025-03-15").unwrap());
    let details = TournamentDetails {
        name: text,
        venue: text,
        voivodeship: Voivodeship::ALL[number],
        first_day: day,
        last_day: day,
    };
    let record = TournamentApplication {
        details,
        contact: text,
        class: TournamentClass::Ordinary,
        variant: Variant::Standard,
        planned_players: 8,
        experienced: true,
        sponsors_consulted: None,
        submitted_at: moment("2025-01-10T12:00:00+01:00"),
    };
    let application = Application { record, given: ApplicationField::ALL.to_vec(), rulebook: Rulebook::default() };
    let plan = FormatPlan {
        name: None,
        rounds: vec![3; ROUNDS as usize],
        round_minutes: Some(45),
        top: None,
        top_games: 3,
        final_games: None,
        turn_seconds: 40,
        second_entry: false,
    };
    let registrations = players.iter().map(|player| Registration {
        player: player.clone(),
        age: AgeGroup::Adult,
        guardian_consent: false,
        accompanied: false,
        walk_in: false,
    });
    playing.take("2025-01-10T12:00:00+01:00", TournamentAction::Apply(Box::new(application)));
    for order in [
        TournamentAction::Approve {
            class: TournamentClass::Ordinary,
            rulebook_id: RulebookId::parse("r").unwrap(),
            rulebook: RulebookRecord { base: Preset::Pl2024_25, overrides: vec![] },
            seed: seed().commitment(),
        },
        TournamentAction::ChooseFormat(plan),
        TournamentAction::Register { registrations: registrations.collect() },
        TournamentAction::CheckIn { players },
        TournamentAction::Draw { stage: Stage::Round(1), seed: seed(), reason: None },
    ] {
        playing.take("2025-03-15T10:00:00+01:00", order);
    }
    for round in 1..=ROUNDS {
        let stage = Stage::Round(round);
        playing.take("2025-03-15T11:00:00+01:00", TournamentAction::StartStage { stage });
        for table in 1..=2 {
            let sheet = sheet(stage, table);
            playing.take("2025-03-15T12:00:00+01:00", TournamentAction::EnterSheet(sheet.clone()));
            // What was entered is taken back, and entered once more.
            let act = playing.course.hosted().unwrap().acts();
            playing.take("2025-03-15T12:10:00+01:00", TournamentAction::Undo { act, reason: None });
            playing.take("2025-03-15T12:20:00+01:00", TournamentAction::EnterSheet(sheet));
        }
        playing.take("2025-03-15T13:00:00+01:00", TournamentAction::CloseStage { stage, seat_next: round < ROUNDS });
    }
    if closes {
        playing.take("2025-03-15T16:00:00+01:00", TournamentAction::Close { seed: seed(), ended_at: None });
        let record = playing.events.iter().find_map(|event| match event {
            TournamentEvent::Recorded(record) => Some(record.clone()),
            _ => None,
        });
        let correction = Correction { record: record.unwrap(), reason: None };
        playing.events.push(TournamentEvent::Corrected(correction));
    }
    playing.events
}

struct Playing {
    id: String,
    course: Tournament,
    events: Vec<TournamentEvent>,
}

impl Playing {
    fn take(&mut self, at: &str, order: TournamentAction) {
        let tournament = CompetitionId::parse(&self.id).unwrap();
        let event = Some(GrantedCompetition { kind: CompetitionKind::Tournament, id: tournament.clone() });
        let grants = BTreeSet::from([Grant { role: Role::Admin, event: None }, Grant { role: Role::Organiser, event }]);
        let by = Principal { id: ActorRef::parse("account/anna").unwrap(), credentials: Credentials::Roles(grants) };
        let command = Command { tournament, by, at: moment(at), action: order };
        for event in decide(&self.course, &command).unwrap().events {
            self.course = evolve(std::mem::take(&mut self.course), &event).unwrap();
            self.events.push(event);
        }
    }
}

/// Points that differ from table to table and from game to game.
fn sheet(stage: Stage, table: u32) -> SheetInput {
    let game = |game: u32| {
        let winner = ((table + game) as usize) % 4;
        let lost = |seat: usize| (seat as i32 + 1) * 7 + (table * 3 + game * 5) as i32;
        let sum: i32 = (0..4).filter(|seat| *seat != winner).map(lost).sum();
        let small = (0..4).map(|seat| Some(if seat == winner { sum } else { -lost(seat) })).collect();
        GameEntry { ending: Ending::RackEmptied, score: GameScore::Small(small) }
    };
    SheetInput { stage, table, games: (0..3).map(game).collect(), reason: None }
}

fn moment(text: &str) -> Moment {
    Moment::parse(text).unwrap()
}

/// Records the events of all tournaments, each in its own order, and next that of the tournament whose turn it is.
fn record(store: &Store, tournaments: &[Vec<TournamentEvent>], turns: &[usize]) -> Position {
    let mut left: Vec<(usize, &[TournamentEvent])> = tournaments.iter().map(Vec::as_slice).enumerate().collect();
    for turn in turns.iter().cycle() {
        left.retain(|(_, events)| !events.is_empty());
        if left.is_empty() {
            break;
        }
        let at = turn % left.len();
        let (number, events) = left[at];
        store.record(&format!("tournament/t{number}"), &Event::Tournament(events[0].clone()), &[]);
        left[at].1 = &events[1..];
    }
    store.head()
}

fn store() -> Store {
    let store = Store::new();
    store.adopt("r", Vec::new());
    store.record("season/2025", &Event::Season(SeasonEvent::Opened(season("2025-01-01", None))), &[]);
    store
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tournaments_that_run_at_once_are_rebuilt_as_they_were_kept_up_to_date(
        turns in prop::collection::vec(any::<usize>(), 1..400),
        closing in prop::collection::vec(any::<bool>(), TOURNAMENTS),
        looks in prop::collection::vec(any::<prop::sample::Index>(), 3),
    ) {
        let store = store();
        let kept_up = store.projector();
        let tournaments: Vec<_> = closing.iter().enumerate().map(|(number, closes)| played(number, *closes)).collect();
        let head = record(&store, &tournaments, &turns);
        prop_assert!(head.0 > 150, "only {head} events");
        kept_up.wait_for_blocking(head, TIMEOUT).unwrap();
        let rebuilt = replay(&*store.log, &store.vault, head).unwrap();
        prop_assert!(*kept_up.views() == rebuilt, "kept up to date and rebuilt differ");
        kept_up.rebuild().unwrap();
        for look in looks {
            let position = Position(look.index(head.0 as usize) as u64 + 1);
            let as_it_was = kept_up.season_as_of(position).unwrap();
            let replayed = replay(&*store.log, &store.vault, position).unwrap();
            prop_assert!(as_it_was.tournaments == replayed.tournaments, "tournaments at {position}");
            prop_assert!(as_it_was.competitions == replayed.competitions, "happenings at {position}");
        }
    }
}

#[test]
fn an_event_that_does_not_fit_is_named_also_among_many_tournaments() {
    let store = store();
    let mut tournaments: Vec<_> = (0..TOURNAMENTS).map(|number| played(number, true)).collect();
    let again = tournaments[4][0].clone();
    tournaments[4].insert(20, again);
    let head = record(&store, &tournaments, &[0]);
    let before: usize = 2 + tournaments[..4].iter().map(Vec::len).sum::<usize>() + 20;
    let wrong = Position(before as u64 + 1);
    let refused = replay(&*store.log, &store.vault, head).unwrap_err();
    assert!(matches!(refused, FoldError::History { position, .. } if position == wrong), "{refused:?}, not at {wrong}");
}
