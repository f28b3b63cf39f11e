//! Events that stand for their kind in the golden files; every shape that a stored form can have is among them.

mod ledger;

use domain::competitions::class::{OnlineEvent, TournamentClass};
use domain::event::*;
use domain::game::Ending;
use domain::rulebook::{Preset, Raw};
use domain::tournament::result::ExceptionDecision;
use domain::values::calendar::{Day, Moment, Window};
use domain::values::ids::{CompetitionId, PlayerId, RulebookId};
use domain::values::place::Place;
use domain::values::voivodeship::Voivodeship;

pub(crate) fn opaque(group: &str, number: u32) -> String {
    format!("0192f0c1-{group}-7000-8000-{number:012x}")
}

pub(crate) fn player(number: u32) -> PlayerId {
    PlayerId::parse(&format!("7k3m9q0x2v4b8n{number:06}")).unwrap()
}

pub(crate) fn players(numbers: impl IntoIterator<Item = u32>) -> Vec<PlayerId> {
    numbers.into_iter().map(player).collect()
}

pub(crate) fn tournament(number: u32) -> CompetitionId {
    CompetitionId::parse(&opaque("b2b2", number)).unwrap()
}

pub(crate) fn rulebook() -> RulebookId {
    RulebookId::parse(&opaque("c3c3", 1)).unwrap()
}

pub(crate) fn commitment(byte: u8) -> Commitment {
    Commitment(std::array::from_fn(|index| byte.wrapping_mul(31).wrapping_add(index as u8 * 7)))
}

pub(crate) fn day(text: &str) -> Day {
    Day::parse(text).unwrap()
}

pub(crate) fn moment(text: &str) -> Moment {
    Moment::parse(text).unwrap()
}

pub(crate) fn window(first: &str, last: Option<&str>) -> Window {
    Window::new(day(first), last.map(day)).unwrap()
}

pub(crate) fn place(number: u32) -> RecordedFinish {
    RecordedFinish::Place(Place::new(number).unwrap())
}

pub(crate) fn corrected<R>(record: R, reason: Option<u8>) -> Correction<R> {
    Correction { record, reason: reason.map(commitment) }
}

/// Every example, in the order of the lines of its golden file.
pub(crate) fn examples() -> Vec<Event> {
    let mut all = Vec::new();
    all.extend(rulebooks().map(Event::Rulebook));
    all.extend(seasons().map(Event::Season));
    all.extend(player_events().map(Event::Player));
    all.extend(tournaments().into_iter().map(Event::Tournament));
    all.extend(crate::tournament_facts::examples::all().into_iter().map(TournamentEvent::Act).map(Event::Tournament));
    all.extend(leagues().into_iter().map(Event::League));
    all.extend(grand_prix().into_iter().map(Event::GrandPrix));
    all.extend(online_tables().into_iter().map(Event::Online));
    all.extend(championships().map(Event::Championship));
    all.extend(accounts().map(Event::Account));
    all.extend(ledger::ledger().into_iter().map(Event::Ledger));
    all.extend(ledger::lists().map(Event::List));
    all.push(Event::Log(LogEvent::LossAccepted(LossRecord {
        lost_from: 1_000_001,
        lost_until: u64::MAX,
        lost_root: commitment(90).0,
        epoch: 2,
        reason: commitment(91),
    })));
    all
}

pub(crate) fn rulebooks() -> [RulebookEvent; 2] {
    let overrides = [
        ("wildcard.cap", Raw::Int(48)),
        ("ranking.tiebreak_basis", Raw::Text("points".to_owned())),
        ("awans.gp.count", Raw::Text("attendances".to_owned())),
        ("awans.ranking.count", Raw::Int(i64::MAX)),
        ("dsq.counts_as_participant", Raw::Bool(false)),
    ];
    let overrides = overrides.iter().map(|(path, value)| Override::new(path, value).unwrap()).collect();
    [
        RulebookEvent::Adopted(RulebookRecord { base: Preset::Pl2024_25, overrides: vec![] }),
        RulebookEvent::Adopted(RulebookRecord { base: Preset::HowLegacy, overrides }),
    ]
}

pub(crate) fn seasons() -> [SeasonEvent; 6] {
    let open = SeasonRecord { window: window("2025-09-22", None), mp_first_day: None, rulebook: rulebook() };
    let closed = SeasonRecord {
        window: window("2024-10-01", Some("2025-09-19")),
        mp_first_day: Some(day("2025-09-20")),
        rulebook: rulebook(),
    };
    [
        SeasonEvent::Opened(open.clone()),
        SeasonEvent::Opened(closed.clone()),
        SeasonEvent::Corrected(corrected(closed, Some(1))),
        SeasonEvent::Corrected(corrected(open, None)),
        SeasonEvent::RankingTie(TieEvent::Decided { order: players([3, 1, 2]) }),
        SeasonEvent::RankingTie(TieEvent::DecisionWithdrawn),
    ]
}

pub(crate) fn player_events() -> [PlayerEvent; 7] {
    let record = |foreign| PlayerRecord { name: commitment(10), profile: commitment(11), foreign };
    // The hour that happens twice when summer time ends: only the offset tells the two apart.
    let declared_at = moment("2025-10-26T02:30:00+01:00");
    [
        PlayerEvent::Registered(record(false)),
        PlayerEvent::Registered(record(true)),
        PlayerEvent::Rectified(corrected(record(true), Some(7))),
        PlayerEvent::Rectified(corrected(record(false), None)),
        PlayerEvent::Erased,
        PlayerEvent::WaiverDeclared { declared_at },
        PlayerEvent::WaiverWithdrawn { declared_at },
    ]
}

pub(crate) fn ties() -> [TieEvent; 3] {
    [TieEvent::Decided { order: players([2, 1]) }, TieEvent::Decided { order: vec![] }, TieEvent::DecisionWithdrawn]
}

pub(crate) fn waivers() -> [WaiverEvent; 2] {
    [WaiverEvent::Declared { player: player(7) }, WaiverEvent::Withdrawn { player: player(7) }]
}

pub(crate) fn tournament_record(outcome: RecordedOutcome) -> TournamentRecord {
    TournamentRecord {
        name: commitment(20),
        ended_at: moment("2025-03-01T17:00:00+01:00"),
        submitted_at: moment("2024-10-26T23:59:59.250+02:00"),
        voivodeship: Voivodeship::Swietokrzyskie,
        class: TournamentClass::Eliminatory,
        planned_games: 9,
        outcome,
    }
}

pub(crate) fn results() -> RecordedOutcome {
    let line = |number, games_played, finish| ResultLine { player: player(number), games_played, finish };
    RecordedOutcome::Results(vec![
        line(1, 9, place(1)),
        line(2, 9, place(2)),
        line(3, 8, place(2)),
        line(4, 3, RecordedFinish::Disqualified),
        line(5, 0, place(4)),
    ])
}

/// One table of three and one of four.
pub(crate) fn tables() -> Vec<PlayedTable> {
    let game = |ending, small: Option<&[i32]>| RecordedGame { ending, small: small.map(<[i32]>::to_vec) };
    let of_three = PlayedTable {
        seats: players([1, 2, 3]),
        games: vec![
            game(Ending::RackEmptied, Some(&[57, -20, -37])),
            game(Ending::TimeExpired, Some(&[12, 12, -12])),
            game(Ending::NotPlayed, None),
        ],
    };
    let of_four = PlayedTable {
        seats: players([4, 5, 6, 7]),
        games: vec![game(Ending::PoolExhausted, Some(&[0, -1, i32::MIN, i32::MAX]))],
    };
    vec![of_three, of_four]
}

pub(crate) fn rounds() -> RecordedOutcome {
    let tables = tables();
    RecordedOutcome::Rounds {
        final_table: tables.last().cloned(),
        rounds: vec![tables, vec![]],
        disqualified: players([6]),
    }
}

pub(crate) fn tournaments() -> Vec<TournamentEvent> {
    let games_without_final = RecordedOutcome::Rounds { rounds: vec![], final_table: None, disqualified: vec![] };
    let mut all = vec![
        TournamentEvent::Recorded(tournament_record(results())),
        TournamentEvent::Recorded(tournament_record(rounds())),
        TournamentEvent::Recorded(tournament_record(games_without_final)),
        TournamentEvent::Corrected(corrected(tournament_record(results()), Some(2))),
        TournamentEvent::Corrected(corrected(tournament_record(rounds()), None)),
        TournamentEvent::ExceptionDecided(exception(true)),
        TournamentEvent::ExceptionDecided(exception(false)),
        TournamentEvent::ExceptionDecisionWithdrawn,
    ];
    all.extend(waivers().map(TournamentEvent::Waiver));
    all.extend(ties().map(TournamentEvent::Tie));
    all
}

pub(crate) fn exception(granted: bool) -> ExceptionDecision {
    ExceptionDecision { granted, decided_at: moment("2025-04-02T10:00:00+02:00") }
}

pub(crate) fn final_table() -> Vec<PlacedPlayer> {
    [(3, 1), (1, 2), (2, 2), (7, 4)]
        .map(|(number, place)| PlacedPlayer { player: player(number), place: Place::new(place).unwrap() })
        .to_vec()
}

pub(crate) fn leagues() -> Vec<LeagueEvent> {
    let record = LeagueRecord {
        name: commitment(30),
        voivodeship: Voivodeship::Lodzkie,
        ended_at: moment("2025-06-14T18:00:00+02:00"),
        submitted_at: moment("2024-11-02T12:00:00+01:00"),
        meetings: vec![
            RecordedMeeting { day: day("2025-01-11"), present: players([1, 2, 3]) },
            RecordedMeeting { day: day("2025-02-08"), present: vec![] },
        ],
        table: final_table(),
    };
    let mut all = vec![LeagueEvent::Recorded(record.clone()), LeagueEvent::Corrected(corrected(record, Some(3)))];
    all.extend(waivers().map(LeagueEvent::Waiver));
    all.extend(ties().map(LeagueEvent::Tie));
    all.extend(running_leagues());
    all
}

pub(crate) fn running_leagues() -> [LeagueEvent; 12] {
    let opening = |planned_meetings: Option<u32>, rules: RulebookEvent| {
        let RulebookEvent::Adopted(rules) = rules;
        LeagueEvent::Opened(LeagueOpening {
            name: commitment(31),
            voivodeship: Voivodeship::Podlaskie,
            submitted_at: moment("2025-09-03T12:00:00+02:00"),
            days: window("2025-10-04", planned_meetings.map(|_| "2026-05-30")),
            planned_meetings,
            rulebook: rulebook(),
            rules,
        })
    };
    let [plain, changed] = rulebooks();
    let held = HeldMeeting {
        number: 3,
        day: day("2025-12-06"),
        present: players(1..8),
        tables: tables(),
        accepted: Some(commitment(32)),
    };
    let attended =
        HeldMeeting { number: 4, day: day("2026-01-10"), present: players([1]), tables: vec![], accepted: None };
    [
        opening(Some(8), plain),
        opening(None, changed),
        LeagueEvent::MeetingRecorded(held.clone()),
        LeagueEvent::MeetingRecorded(attended.clone()),
        LeagueEvent::MeetingCorrected(corrected(held, Some(33))),
        LeagueEvent::MeetingCorrected(corrected(attended, None)),
        LeagueEvent::MeetingWithdrawn(WithdrawnMeeting { number: 4, reason: commitment(34) }),
        LeagueEvent::TableImported { table: final_table() },
        LeagueEvent::TableWithdrawn { reason: commitment(35) },
        LeagueEvent::WaiverNoted(noted()),
        LeagueEvent::WaiverNoteWithdrawn { player: player(3) },
        LeagueEvent::Closed { ended_at: moment("2026-05-30T18:30:00+02:00") },
    ]
}

pub(crate) fn noted() -> NotedWaiver {
    NotedWaiver { player: player(3), declared_at: moment("2026-05-30T17:15:00+02:00") }
}

pub(crate) fn grand_prix() -> Vec<GrandPrixEvent> {
    let record = GrandPrixRecord {
        name: commitment(40),
        tournaments: vec![tournament(1), tournament(2), tournament(5)],
        rulebook: rulebook(),
    };
    let mut all = vec![GrandPrixEvent::Recorded(record.clone()), GrandPrixEvent::Corrected(corrected(record, Some(4)))];
    all.extend(ties().map(GrandPrixEvent::Tie));
    all.extend([
        GrandPrixEvent::Opened(GrandPrixOpening { name: commitment(41), rulebook: rulebook() }),
        GrandPrixEvent::TournamentAdded { tournament: tournament(3) },
        GrandPrixEvent::TournamentRemoved(RemovedTournament { tournament: tournament(3), reason: commitment(42) }),
        GrandPrixEvent::Closed,
    ]);
    all
}

pub(crate) fn online_tables() -> Vec<OnlineCompetitionEvent> {
    let record = |submitted_at: Option<&str>| OnlineTableRecord {
        kind: OnlineEvent::MpOnline,
        edition: 2,
        ended_at: moment("2025-02-10T21:00:00+01:00"),
        submitted_at: submitted_at.map(moment),
        table: final_table(),
    };
    let submitted = Some("2025-01-02T08:00:00+01:00");
    let mut all = vec![
        OnlineCompetitionEvent::Recorded(record(submitted)),
        OnlineCompetitionEvent::Recorded(record(None)),
        OnlineCompetitionEvent::Corrected(corrected(record(submitted), Some(5))),
    ];
    all.extend(waivers().map(OnlineCompetitionEvent::Waiver));
    all.extend(ties().map(OnlineCompetitionEvent::Tie));
    let opening = |submitted_at: Option<&str>| OnlineOpening {
        kind: OnlineEvent::Silver,
        edition: 1,
        submitted_at: submitted_at.map(moment),
        days: window("2025-10-01", Some("2026-01-31")),
    };
    all.extend([
        OnlineCompetitionEvent::Opened(opening(submitted)),
        OnlineCompetitionEvent::Opened(opening(None)),
        OnlineCompetitionEvent::TableRecorded { table: final_table() },
        OnlineCompetitionEvent::TableWithdrawn { reason: commitment(51) },
        OnlineCompetitionEvent::WaiverNoted(noted()),
        OnlineCompetitionEvent::WaiverNoteWithdrawn { player: player(3) },
        OnlineCompetitionEvent::Closed { ended_at: moment("2026-01-31T21:00:00+01:00") },
    ]);
    all
}

pub(crate) fn championships() -> [ChampionshipEvent; 5] {
    let record = |last| ChampionshipRecord {
        voivodeship: Voivodeship::WarminskoMazurskie,
        window: window("2024-10-01", last),
        rulebook: rulebook(),
    };
    [
        ChampionshipEvent::Announced(record(Some("2025-10-17"))),
        ChampionshipEvent::Announced(record(None)),
        ChampionshipEvent::Corrected(corrected(record(Some("2025-10-18")), Some(6))),
        ChampionshipEvent::Scheduled { days: window("2025-10-25", Some("2025-10-26")) },
        ChampionshipEvent::Scheduled { days: window("2025-10-25", None) },
    ]
}

pub(crate) fn accounts() -> [AccountEvent; 12] {
    let record = AccountRecord { login: commitment(60), name: commitment(61) };
    let grant = |role, event: Option<(CompetitionKind, u32)>| Grant {
        role,
        event: event.map(|(kind, number)| GrantedCompetition { kind, id: tournament(number) }),
    };
    [
        AccountEvent::Opened(record),
        AccountEvent::Rectified(corrected(record, Some(62))),
        AccountEvent::Rectified(corrected(record, None)),
        AccountEvent::RoleGranted(grant(Role::Admin, None)),
        AccountEvent::RoleGranted(grant(Role::MainReferee, Some((CompetitionKind::Tournament, 1)))),
        AccountEvent::RoleGranted(grant(Role::Organiser, Some((CompetitionKind::GrandPrix, 2)))),
        AccountEvent::RoleRevoked(grant(Role::Auditor, None)),
        AccountEvent::RoleRevoked(grant(Role::Referee, Some((CompetitionKind::OnlineEvent, 3)))),
        AccountEvent::Disabled { reason: Some(commitment(63)) },
        AccountEvent::Disabled { reason: None },
        AccountEvent::Enabled,
        AccountEvent::AccessRenewed,
    ]
}
