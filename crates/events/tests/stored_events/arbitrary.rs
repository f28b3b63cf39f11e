//! Arbitrary events of every kind.

mod ledger;

use domain::Choice;
use domain::event::*;
use domain::rulebook::{Preset, Raw};
use domain::tournament::result::ExceptionDecision;
use domain::values::calendar::{Day, Moment, Window};
use domain::values::ids::{CompetitionId, PlayerId, RulebookId};
use domain::values::place::Place;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

/// Ids are opaque in a log, but no text that the domain takes for an id may break a payload.
pub(crate) fn text() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[0-9a-hjkmnp-tv-z]{20}|[0-9a-f]{8}-[0-9a-f]{23}", 1 => "\\PC{1,8}", 1 => any::<String>()]
        .prop_filter("not an id", |text| PlayerId::parse(text).is_ok())
}

pub(crate) fn player() -> impl Strategy<Value = PlayerId> {
    text().prop_map(|text| PlayerId::parse(&text).unwrap())
}

pub(crate) fn players() -> impl Strategy<Value = Vec<PlayerId>> {
    vec(player(), 0..5)
}

pub(crate) fn rulebook() -> impl Strategy<Value = RulebookId> {
    text().prop_map(|text| RulebookId::parse(&text).unwrap())
}

pub(crate) fn commitment() -> impl Strategy<Value = Commitment> {
    any::<[u8; 32]>().prop_map(Commitment)
}

pub(crate) fn choice<C: Choice>() -> impl Strategy<Value = C> {
    proptest::sample::select(C::ALL)
}

pub(crate) fn day() -> impl Strategy<Value = Day> {
    (0_i32..=9999, 1_u32..=12, 1_u32..=31)
        .prop_filter_map("no such day", |(year, month, day)| Day::new(year, month, day).ok())
}

pub(crate) fn window() -> impl Strategy<Value = Window> {
    (day(), option::of(0_u32..1000)).prop_filter_map("beyond the calendar", |(first, days)| {
        let last = days.map(|days| first.plus_days(days));
        last.is_none_or(|last| last.year() <= 9999).then(|| Window::new(first, last).unwrap())
    })
}

pub(crate) fn moment() -> impl Strategy<Value = Moment> {
    let fraction = prop_oneof![4 => Just(String::new()), 1 => "\\.[0-9]{1,9}"];
    let offset = prop_oneof![Just("+01:00"), Just("+02:00")];
    let clock = (0_u32..24, 0_u32..60, 0_u32..60);
    (1980_i32..2037, 1_u32..=12, 1_u32..=31, clock, fraction, offset).prop_filter_map(
        "not a time of Warsaw",
        |(year, month, day, (hour, minute, second), fraction, offset)| {
            let text = format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}{offset}");
            Moment::parse(&text).ok()
        },
    )
}

pub(crate) fn place() -> impl Strategy<Value = Place> {
    (1..=u32::MAX).prop_map(|number| Place::new(number).unwrap())
}

pub(crate) fn correction<R: std::fmt::Debug>(record: impl Strategy<Value = R>) -> impl Strategy<Value = Correction<R>> {
    (record, option::of(commitment())).prop_map(|(record, reason)| Correction { record, reason })
}

pub(crate) fn tie() -> impl Strategy<Value = TieEvent> {
    prop_oneof![players().prop_map(|order| TieEvent::Decided { order }), Just(TieEvent::DecisionWithdrawn)]
}

pub(crate) fn waiver() -> impl Strategy<Value = WaiverEvent> {
    prop_oneof![
        player().prop_map(|player| WaiverEvent::Declared { player }),
        player().prop_map(|player| WaiverEvent::Withdrawn { player }),
    ]
}

pub(crate) fn rulebook_record() -> impl Strategy<Value = RulebookRecord> {
    let number = (
        proptest::sample::select(vec!["awans.ranking.count", "wildcard.cap", "awans.tournament.two_seats_from"]),
        1..=i64::MAX,
    );
    let name = proptest::sample::select(vec![("ranking.tiebreak_basis", "position"), ("awans.gp.count", "distinct")]);
    let value = prop_oneof![
        number.prop_map(|(path, value)| Override::new(path, &Raw::Int(value)).unwrap()),
        name.prop_map(|(path, value)| Override::new(path, &Raw::Text(value.to_owned())).unwrap()),
        any::<bool>().prop_map(|value| Override::new("dsq.counts_as_participant", &Raw::Bool(value)).unwrap()),
    ];
    (choice::<Preset>(), vec(value, 0..4)).prop_map(|(base, overrides)| RulebookRecord { base, overrides })
}

pub(crate) fn season_event() -> impl Strategy<Value = SeasonEvent> {
    let record = || {
        (window(), option::of(day()), rulebook()).prop_map(|(window, mp_first_day, rulebook)| SeasonRecord {
            window,
            mp_first_day,
            rulebook,
        })
    };
    prop_oneof![
        record().prop_map(SeasonEvent::Opened),
        correction(record()).prop_map(SeasonEvent::Corrected),
        tie().prop_map(SeasonEvent::RankingTie),
    ]
}

pub(crate) fn player_event() -> impl Strategy<Value = PlayerEvent> {
    let record = || {
        (commitment(), commitment(), any::<bool>()).prop_map(|(name, profile, foreign)| PlayerRecord {
            name,
            profile,
            foreign,
        })
    };
    prop_oneof![
        record().prop_map(PlayerEvent::Registered),
        correction(record()).prop_map(PlayerEvent::Rectified),
        Just(PlayerEvent::Erased),
        moment().prop_map(|declared_at| PlayerEvent::WaiverDeclared { declared_at }),
        moment().prop_map(|declared_at| PlayerEvent::WaiverWithdrawn { declared_at }),
    ]
}

pub(crate) fn table() -> impl Strategy<Value = PlayedTable> {
    let game = (choice(), option::of(vec(any::<i32>(), 0..5)));
    let game = game.prop_map(|(ending, small)| RecordedGame { ending, small });
    (players(), vec(game, 0..4)).prop_map(|(seats, games)| PlayedTable { seats, games })
}

pub(crate) fn line() -> impl Strategy<Value = ResultLine> {
    let finish = prop_oneof![place().prop_map(RecordedFinish::Place), Just(RecordedFinish::Disqualified)];
    (player(), any::<u32>(), finish).prop_map(|(player, games_played, finish)| ResultLine {
        player,
        games_played,
        finish,
    })
}

pub(crate) fn outcome() -> impl Strategy<Value = RecordedOutcome> {
    let rounds = (vec(vec(table(), 0..3), 0..3), option::of(table()), players());
    prop_oneof![
        vec(line(), 0..6).prop_map(RecordedOutcome::Results),
        rounds.prop_map(|(rounds, final_table, disqualified)| RecordedOutcome::Rounds {
            rounds,
            final_table,
            disqualified
        }),
    ]
}

pub(crate) fn tournament_event() -> impl Strategy<Value = TournamentEvent> {
    let record =
        || {
            let fields = (commitment(), moment(), moment(), choice(), choice(), any::<u32>(), outcome());
            fields.prop_map(|(name, ended_at, submitted_at, voivodeship, class, planned_games, outcome)| {
                TournamentRecord { name, ended_at, submitted_at, voivodeship, class, planned_games, outcome }
            })
        };
    let decision = (any::<bool>(), moment());
    let decision = decision.prop_map(|(granted, decided_at)| ExceptionDecision { granted, decided_at });
    prop_oneof![
        record().prop_map(TournamentEvent::Recorded),
        correction(record()).prop_map(TournamentEvent::Corrected),
        decision.prop_map(TournamentEvent::ExceptionDecided),
        Just(TournamentEvent::ExceptionDecisionWithdrawn),
        waiver().prop_map(TournamentEvent::Waiver),
        tie().prop_map(TournamentEvent::Tie),
    ]
}

pub(crate) fn placed() -> impl Strategy<Value = Vec<PlacedPlayer>> {
    vec((player(), place()).prop_map(|(player, place)| PlacedPlayer { player, place }), 0..5)
}

pub(crate) fn league_event() -> impl Strategy<Value = LeagueEvent> {
    let opening = (commitment(), choice(), moment(), window(), option::of(any::<u32>()), rulebook(), rulebook_record());
    let opening = opening.prop_map(|(name, voivodeship, submitted_at, days, planned_meetings, rulebook, rules)| {
        LeagueOpening { name, voivodeship, submitted_at, days, planned_meetings, rulebook, rules }
    });
    let held = || {
        (any::<u32>(), day(), players(), vec(table(), 0..3), option::of(commitment()))
            .prop_map(|(number, day, present, tables, accepted)| HeldMeeting { number, day, present, tables, accepted })
    };
    let withdrawn = (any::<u32>(), commitment());
    let withdrawn = withdrawn.prop_map(|(number, reason)| WithdrawnMeeting { number, reason });
    let life = prop_oneof![
        opening.prop_map(LeagueEvent::Opened),
        held().prop_map(LeagueEvent::MeetingRecorded),
        correction(held()).prop_map(LeagueEvent::MeetingCorrected),
        withdrawn.prop_map(LeagueEvent::MeetingWithdrawn),
        placed().prop_map(|table| LeagueEvent::TableImported { table }),
        commitment().prop_map(|reason| LeagueEvent::TableWithdrawn { reason }),
        noted().prop_map(LeagueEvent::WaiverNoted),
        player().prop_map(|player| LeagueEvent::WaiverNoteWithdrawn { player }),
        moment().prop_map(|ended_at| LeagueEvent::Closed { ended_at }),
    ];
    prop_oneof![
        4 => life.boxed(),
        4 => over_league().boxed(),
    ]
}

pub(crate) fn noted() -> impl Strategy<Value = NotedWaiver> {
    (player(), moment()).prop_map(|(player, declared_at)| NotedWaiver { player, declared_at })
}

pub(crate) fn over_league() -> impl Strategy<Value = LeagueEvent> {
    let meetings = || vec((day(), players()).prop_map(|(day, present)| RecordedMeeting { day, present }), 0..3);
    let record = move || {
        (commitment(), choice(), moment(), moment(), meetings(), placed()).prop_map(
            |(name, voivodeship, ended_at, submitted_at, meetings, table)| LeagueRecord {
                name,
                voivodeship,
                ended_at,
                submitted_at,
                meetings,
                table,
            },
        )
    };
    prop_oneof![
        record().prop_map(LeagueEvent::Recorded),
        correction(record()).prop_map(LeagueEvent::Corrected),
        waiver().prop_map(LeagueEvent::Waiver),
        tie().prop_map(LeagueEvent::Tie),
    ]
}

pub(crate) fn event_id() -> impl Strategy<Value = CompetitionId> {
    text().prop_map(|text| CompetitionId::parse(&text).unwrap())
}

pub(crate) fn grand_prix_event() -> impl Strategy<Value = GrandPrixEvent> {
    let record = || {
        let tournaments = vec(text().prop_map(|text| CompetitionId::parse(&text).unwrap()), 0..5);
        (commitment(), tournaments, rulebook()).prop_map(|(name, tournaments, rulebook)| GrandPrixRecord {
            name,
            tournaments,
            rulebook,
        })
    };
    prop_oneof![
        record().prop_map(GrandPrixEvent::Recorded),
        correction(record()).prop_map(GrandPrixEvent::Corrected),
        tie().prop_map(GrandPrixEvent::Tie),
        (commitment(), rulebook())
            .prop_map(|(name, rulebook)| GrandPrixEvent::Opened(GrandPrixOpening { name, rulebook })),
        event_id().prop_map(|tournament| GrandPrixEvent::TournamentAdded { tournament }),
        (event_id(), commitment()).prop_map(|(tournament, reason)| {
            GrandPrixEvent::TournamentRemoved(RemovedTournament { tournament, reason })
        }),
        Just(GrandPrixEvent::Closed),
    ]
}

pub(crate) fn online_event() -> impl Strategy<Value = OnlineCompetitionEvent> {
    let record = || {
        (choice(), any::<u32>(), moment(), option::of(moment()), placed()).prop_map(
            |(kind, edition, ended_at, submitted_at, table)| OnlineTableRecord {
                kind,
                edition,
                ended_at,
                submitted_at,
                table,
            },
        )
    };
    prop_oneof![
        record().prop_map(OnlineCompetitionEvent::Recorded),
        correction(record()).prop_map(OnlineCompetitionEvent::Corrected),
        waiver().prop_map(OnlineCompetitionEvent::Waiver),
        tie().prop_map(OnlineCompetitionEvent::Tie),
        (choice(), any::<u32>(), option::of(moment()), window()).prop_map(|(kind, edition, submitted_at, days)| {
            OnlineCompetitionEvent::Opened(OnlineOpening { kind, edition, submitted_at, days })
        }),
        placed().prop_map(|table| OnlineCompetitionEvent::TableRecorded { table }),
        commitment().prop_map(|reason| OnlineCompetitionEvent::TableWithdrawn { reason }),
        noted().prop_map(OnlineCompetitionEvent::WaiverNoted),
        player().prop_map(|player| OnlineCompetitionEvent::WaiverNoteWithdrawn { player }),
        moment().prop_map(|ended_at| OnlineCompetitionEvent::Closed { ended_at }),
    ]
}

pub(crate) fn championship_event() -> impl Strategy<Value = ChampionshipEvent> {
    let record = || {
        (choice(), window(), rulebook()).prop_map(|(voivodeship, window, rulebook)| ChampionshipRecord {
            voivodeship,
            window,
            rulebook,
        })
    };
    prop_oneof![
        record().prop_map(ChampionshipEvent::Announced),
        correction(record()).prop_map(ChampionshipEvent::Corrected),
        window().prop_map(|days| ChampionshipEvent::Scheduled { days }),
    ]
}

pub(crate) fn account_event() -> impl Strategy<Value = AccountEvent> {
    let record = || (commitment(), commitment()).prop_map(|(login, name)| AccountRecord { login, name });
    let event = || {
        (choice(), text()).prop_map(|(kind, id)| GrantedCompetition { kind, id: CompetitionId::parse(&id).unwrap() })
    };
    let grant = || (choice(), option::of(event())).prop_map(|(role, event)| Grant { role, event });
    prop_oneof![
        record().prop_map(AccountEvent::Opened),
        correction(record()).prop_map(AccountEvent::Rectified),
        grant().prop_map(AccountEvent::RoleGranted),
        grant().prop_map(AccountEvent::RoleRevoked),
        option::of(commitment()).prop_map(|reason| AccountEvent::Disabled { reason }),
        Just(AccountEvent::Enabled),
        Just(AccountEvent::AccessRenewed),
    ]
}

pub(crate) fn log_event() -> impl Strategy<Value = LogEvent> {
    (any::<u64>(), any::<u64>(), any::<[u8; 32]>(), any::<u32>(), commitment()).prop_map(
        |(lost_from, lost_until, lost_root, epoch, reason)| {
            LogEvent::LossAccepted(LossRecord { lost_from, lost_until, lost_root, epoch, reason })
        },
    )
}

/// Any event; boxed, since the trees of all kinds together are too large for the stack of a test.
pub(crate) fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        1 => rulebook_record().prop_map(RulebookEvent::Adopted).prop_map(Event::Rulebook).boxed(),
        2 => season_event().prop_map(Event::Season).boxed(),
        3 => player_event().prop_map(Event::Player).boxed(),
        4 => tournament_event().prop_map(Event::Tournament).boxed(),
        12 => crate::tournament_facts::arbitrary::any_fact().prop_map(TournamentEvent::Act).prop_map(Event::Tournament).boxed(),
        3 => league_event().prop_map(Event::League).boxed(),
        2 => grand_prix_event().prop_map(Event::GrandPrix).boxed(),
        3 => online_event().prop_map(Event::Online).boxed(),
        1 => championship_event().prop_map(Event::Championship).boxed(),
        2 => account_event().prop_map(Event::Account).boxed(),
        4 => ledger::ledger_event().prop_map(Event::Ledger).boxed(),
        1 => ledger::list_event().prop_map(Event::List).boxed(),
        1 => log_event().prop_map(Event::Log).boxed(),
    ]
}
