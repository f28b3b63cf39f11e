//! Whatever happened: views that were kept up to date are those that are built anew, and both are what a plain tally of
//! the events says.

use crate::store::{Store, TIMEOUT, season};
use domain::event::{
    AccountEvent, Correction, Event, Grant, PlayerEvent, Role, RulebookEvent, RulebookRecord, SeasonEvent,
    SeasonRecord, TieEvent, TournamentEvent,
};
use domain::values::calendar::{Day, Moment};
use domain::values::ids::{AccountId, PlayerId, RulebookId, SeasonId};
use events::envelope::{Position, StreamName};
use events::stored;
use projections::views::Views;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// Something that somebody does to one of a few things; what is not possible is left out.
#[derive(Debug, Clone, Copy)]
enum RandomCommand {
    Register(u8, usize),
    Rectify(u8, usize),
    Erase(u8),
    Waive(u8),
    Hold(u8, usize, u8),
    CorrectTournament(u8, usize, u8),
    DecideTie(u8),
    OpenSeason(u8),
    CorrectSeason(u8, u8),
    OpenAccount(u8, usize),
    RectifyAccount(u8, usize),
    Grant(u8, bool),
    Revoke(u8, bool),
    Disable(u8),
    Enable(u8),
    Adopt(u8),
}

const NAMES: [(&str, &str, &str); 5] = [
    ("Łukasz", "Łabędź", "Łódź"),
    ("Anna", "Lis", "Warszawa"),
    ("Ewa", "Lis-Żak", "Żory"),
    ("Jan", "Ćwik", "Lisków"),
    ("Jan", "Ćwik", "Opole"),
];

fn act() -> impl Strategy<Value = RandomCommand> {
    let (id, name, day) = (0..4_u8, 0..NAMES.len(), 1..28_u8);
    prop_oneof![
        4 => (id.clone(), name.clone()).prop_map(|(id, name)| RandomCommand::Register(id, name)),
        3 => (id.clone(), name.clone()).prop_map(|(id, name)| RandomCommand::Rectify(id, name)),
        1 => id.clone().prop_map(RandomCommand::Erase),
        1 => id.clone().prop_map(RandomCommand::Waive),
        2 => (id.clone(), name.clone(), day.clone()).prop_map(|(id, name, day)| RandomCommand::Hold(id, name, day)),
        2 => (id.clone(), name.clone(), day.clone()).prop_map(|(id, name, day)| RandomCommand::CorrectTournament(id, name, day)),
        1 => id.clone().prop_map(RandomCommand::DecideTie),
        1 => id.clone().prop_map(RandomCommand::OpenSeason),
        1 => (id.clone(), day).prop_map(|(id, day)| RandomCommand::CorrectSeason(id, day)),
        2 => (id.clone(), name.clone()).prop_map(|(id, name)| RandomCommand::OpenAccount(id, name)),
        1 => (id.clone(), name).prop_map(|(id, name)| RandomCommand::RectifyAccount(id, name)),
        2 => (id.clone(), any::<bool>()).prop_map(|(id, admin)| RandomCommand::Grant(id, admin)),
        1 => (id.clone(), any::<bool>()).prop_map(|(id, admin)| RandomCommand::Revoke(id, admin)),
        1 => id.clone().prop_map(RandomCommand::Disable),
        1 => id.clone().prop_map(RandomCommand::Enable),
        1 => id.prop_map(RandomCommand::Adopt),
    ]
}

fn grant(admin: bool) -> Grant {
    Grant { role: if admin { Role::Admin } else { Role::Auditor }, event: None }
}

/// Nothing is recorded of a player after the erasure.
fn living(there: &BTreeSet<String>, id: u8) -> bool {
    there.contains(&format!("player/{id}")) && !there.contains(&format!("erased/{id}"))
}

/// Does what is possible, and leaves the rest.
fn perform(store: &Store, there: &mut BTreeSet<String>, act: RandomCommand) {
    let mut first = |thing: String| there.insert(thing);
    let moment = |day: u8| format!("2025-03-{day:02}T12:00:00+01:00");
    match act {
        RandomCommand::Register(id, name) if first(format!("player/{id}")) => {
            store.register(&id.to_string(), NAMES[name]);
        }
        RandomCommand::Hold(id, name, day) if first(format!("tournament/{id}")) => {
            store.tournament(&id.to_string(), NAMES[name].2, &moment(day));
        }
        RandomCommand::OpenSeason(id) if first(format!("season/{id}")) => {
            store.open_season(
                &id.to_string(),
                &format!("2025-03-{:02}", 1 + id * 7),
                Some(&format!("2025-03-{:02}", 7 + id * 7)),
            );
        }
        RandomCommand::OpenAccount(id, name) if first(format!("account/{id}")) => {
            store.open_account(&id.to_string(), NAMES[name].0);
        }
        RandomCommand::Adopt(id) => {
            store.adopt(&id.to_string(), Vec::new());
        }
        RandomCommand::Rectify(id, name) if living(there, id) => {
            store.rectify(&id.to_string(), NAMES[name]);
        }
        RandomCommand::Erase(id) if living(there, id) => {
            store.erase(&id.to_string());
            there.insert(format!("erased/{id}"));
        }
        RandomCommand::Waive(id) if living(there, id) => {
            let declared_at = Moment::parse("2025-03-01T12:00:00+01:00").unwrap();
            store.record(&format!("player/{id}"), &Event::Player(PlayerEvent::WaiverDeclared { declared_at }), &[]);
        }
        RandomCommand::CorrectTournament(id, name, day) if there.contains(&format!("tournament/{id}")) => {
            store.correct_tournament(&id.to_string(), NAMES[name].2, &moment(day));
        }
        RandomCommand::DecideTie(id) if there.contains(&format!("tournament/{id}")) => {
            let tie = TieEvent::Decided { order: vec![PlayerId::parse("0").unwrap()] };
            store.record(&format!("tournament/{id}"), &Event::Tournament(TournamentEvent::Tie(tie)), &[]);
        }
        RandomCommand::CorrectSeason(id, day) if there.contains(&format!("season/{id}")) => {
            let record = season(&format!("2025-03-{day:02}"), None);
            let event = SeasonEvent::Corrected(Correction { record, reason: None });
            store.record(&format!("season/{id}"), &Event::Season(event), &[]);
        }
        RandomCommand::RectifyAccount(id, name) if there.contains(&format!("account/{id}")) => {
            let (record, texts) = store.account_texts(NAMES[name].0, NAMES[name].1);
            store.account(&id.to_string(), AccountEvent::Rectified(Correction { record, reason: None }), &texts);
        }
        RandomCommand::Grant(id, _)
        | RandomCommand::Revoke(id, _)
        | RandomCommand::Disable(id)
        | RandomCommand::Enable(id)
            if there.contains(&format!("account/{id}")) =>
        {
            let event = match act {
                RandomCommand::Grant(_, admin) => AccountEvent::RoleGranted(grant(admin)),
                RandomCommand::Revoke(_, admin) => AccountEvent::RoleRevoked(grant(admin)),
                RandomCommand::Disable(_) => AccountEvent::Disabled { reason: None },
                _ => AccountEvent::Enabled,
            };
            store.account(&id.to_string(), event, &[]);
        }
        _ => {}
    }
}

/// What the last event of each kind says, in plain maps: nothing that the views are made of.
#[derive(Default)]
struct Tally {
    position: Position,
    players: BTreeMap<PlayerId, (bool, bool)>,
    seasons: BTreeMap<SeasonId, SeasonRecord>,
    rulebooks: BTreeMap<RulebookId, RulebookRecord>,
    tournaments: BTreeMap<StreamName, Day>,
    accounts: BTreeMap<AccountId, (bool, BTreeSet<Grant>)>,
}

impl Tally {
    fn of(store: &Store) -> Self {
        let mut tally = Self::default();
        store
            .log
            .scan(Position::START, store.head(), &mut |row| {
                let event = stored::decode(row.event_type, row.schema_version, row.payload).unwrap();
                tally.add(&row.stream_name().unwrap(), event);
                tally.position = row.position;
                ControlFlow::Continue(())
            })
            .unwrap();
        tally
    }

    fn add(&mut self, stream: &StreamName, event: Event) {
        let player = || PlayerId::parse(stream.id()).unwrap();
        let account = || AccountId::parse(stream.id()).unwrap();
        match event {
            Event::Player(PlayerEvent::Registered(record)) => {
                self.players.insert(player(), (false, record.foreign));
            }
            Event::Player(PlayerEvent::Rectified(correction)) => {
                self.players.insert(player(), (false, correction.record.foreign));
            }
            Event::Player(PlayerEvent::Erased) => self.players.get_mut(&player()).unwrap().0 = true,
            Event::Season(SeasonEvent::Opened(record) | SeasonEvent::Corrected(Correction { record, .. })) => {
                self.seasons.insert(SeasonId::parse(stream.id()).unwrap(), record);
            }
            Event::Rulebook(RulebookEvent::Adopted(record)) => {
                self.rulebooks.insert(RulebookId::parse(stream.id()).unwrap(), record);
            }
            Event::Tournament(
                TournamentEvent::Recorded(record) | TournamentEvent::Corrected(Correction { record, .. }),
            ) => {
                self.tournaments.insert(stream.clone(), record.ended_at.day());
            }
            Event::Account(AccountEvent::Opened(_)) => {
                self.accounts.insert(account(), (false, BTreeSet::new()));
            }
            Event::Account(AccountEvent::RoleGranted(grant)) => {
                self.accounts.get_mut(&account()).unwrap().1.insert(grant);
            }
            Event::Account(AccountEvent::RoleRevoked(grant)) => {
                self.accounts.get_mut(&account()).unwrap().1.remove(&grant);
            }
            Event::Account(AccountEvent::Disabled { .. }) => self.accounts.get_mut(&account()).unwrap().0 = true,
            Event::Account(AccountEvent::Enabled) => self.accounts.get_mut(&account()).unwrap().0 = false,
            _ => {}
        }
    }
}

fn assert_as_the_tally_says(views: &Views, tally: &Tally) {
    assert_eq!(views.position, tally.position);
    let erased = tally.players.values().filter(|(erased, _)| *erased).count();
    assert_eq!(views.players.len(), tally.players.len() - erased);
    assert_eq!(views.records.players().count(), tally.players.len());
    for (id, (erased, foreign)) in &tally.players {
        let (player, recorded) = (views.players.get(id).unwrap(), views.records.player(id).unwrap());
        assert_eq!((player.erased, player.foreign), (*erased, *foreign));
        assert_eq!((recorded.erased, recorded.record.foreign), (*erased, *foreign));
    }
    assert_eq!(views.records.seasons().count(), tally.seasons.len());
    for (id, record) in &tally.seasons {
        assert_eq!(views.records.season(id).unwrap().record.as_ref(), record);
    }
    assert_eq!(views.records.rulebooks.len(), tally.rulebooks.len());
    for (id, record) in &tally.rulebooks {
        assert_eq!(views.records.rulebooks.find(id).unwrap().record, *record);
    }
    assert_eq!(views.competitions.len(), tally.tournaments.len());
    for (stream, ended) in &tally.tournaments {
        let competition = views.competitions.find(stream).unwrap();
        assert_eq!(views.competitions.season_day(competition), Some(*ended));
    }
    assert_eq!(views.accounts.len(), tally.accounts.len());
    for (id, (disabled, grants)) in &tally.accounts {
        let account = views.accounts.find(id).unwrap();
        assert_eq!((account.disabled, &account.grants), (*disabled, grants));
    }
}

/// What is found is what a look at every single player finds.
fn assert_searches_find_what_is_there(views: &Views) {
    for text in ["l", "lis", "zak", "jan cwik", "lo lu", "opole"] {
        let words = formats::name_search::query_words(text);
        let mut expected = 0;
        for (_, player) in views.players.page(None, usize::MAX) {
            let person = player.person.as_ref().unwrap();
            let texts = [person.first_name.as_str(), person.surname.as_str(), person.city.as_str()];
            let known = formats::name_search::name_words(texts);
            let fits = words.iter().all(|word| known.iter().any(|known| known.starts_with(word.as_str())));
            expected += usize::from(fits);
        }
        assert_eq!(views.players.search(text, None, 100, |_| true).len(), expected, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rebuilt_equals_kept_up_to_date(acts in prop::collection::vec(act(), 1..60), looks in prop::collection::vec(0..60_u64, 4)) {
        let store = Store::new();
        let kept_up = store.projector();
        let mut there = BTreeSet::new();
        for act in acts {
            perform(&store, &mut there, act);
        }
        let head = store.head();
        kept_up.wait_for_blocking(head, TIMEOUT).unwrap();
        let fresh = store.caught_up();
        assert_eq!(kept_up.views(), fresh.views());
        for look in looks {
            let position = Position(look.min(head.0));
            let (one, other) = (kept_up.views_at(position).unwrap(), fresh.views_at(position).unwrap());
            assert_eq!(one.position, position);
            assert_eq!(one, other);
        }
        let before = kept_up.views();
        assert_eq!(kept_up.rebuild().unwrap(), head);
        assert_eq!(kept_up.views(), before);
        assert_as_the_tally_says(&before, &Tally::of(&store));
        assert_searches_find_what_is_there(&before);
    }
}
