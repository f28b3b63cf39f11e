use super::*;
use crate::test_support::moment;

const REASON: Commitment = Commitment([7; 32]);

fn id(number: usize) -> CompetitionId {
    CompetitionId::parse(&format!("t{number}")).unwrap()
}

fn opening() -> GrandPrixOpening {
    GrandPrixOpening {
        name: Commitment([1; 32]),
        rulebook: crate::values::ids::RulebookId::parse("pl-2024-25").unwrap(),
    }
}

/// Tournaments 1 to 11 are eliminatory and over, 12 runs, 13 is ordinary.
fn context() -> Context {
    let known = |number: usize| KnownTournament {
        class: if number == 13 { TournamentClass::Ordinary } else { TournamentClass::Eliminatory },
        ended_at: (number != 12).then(|| moment("2025-05-10T18:00:00+02:00")),
    };
    Context {
        tournaments: (1..=13).map(|number| (id(number), known(number))).collect(),
        rulebook: Some(Rulebook::default()),
    }
}

fn decide_with(
    state: &GrandPrix,
    by: CompetitionAuthority,
    action: GrandPrixAction,
) -> Result<Vec<GrandPrixEvent>, Rejection> {
    decide(state, &Command { by, action, context: context() })
}

fn after(mut state: GrandPrix, actions: impl IntoIterator<Item = GrandPrixAction>) -> GrandPrix {
    for action in actions {
        let events = decide_with(&state, CompetitionAuthority::Admin, action).unwrap();
        state = events.iter().try_fold(state, evolve).unwrap();
    }
    state
}

fn add(number: usize) -> GrandPrixAction {
    GrandPrixAction::AddTournament { tournament: id(number) }
}

fn remove(number: usize) -> GrandPrixAction {
    GrandPrixAction::RemoveTournament { tournament: id(number), reason: REASON }
}

fn cycle(numbers: impl IntoIterator<Item = usize>) -> GrandPrix {
    after(GrandPrix::Unknown, std::iter::once(GrandPrixAction::Open(opening())).chain(numbers.into_iter().map(add)))
}

#[test]
fn an_admin_opens_a_cycle_under_a_rulebook_that_is_there() {
    assert_eq!(
        decide_with(&GrandPrix::Unknown, CompetitionAuthority::Organiser, GrandPrixAction::Open(opening())),
        Err(Rejection::NotAllowed)
    );
    let without = Command {
        by: CompetitionAuthority::Admin,
        action: GrandPrixAction::Open(opening()),
        context: Context::default(),
    };
    assert_eq!(decide(&GrandPrix::Unknown, &without), Err(Rejection::UnknownRulebook));
    assert_eq!(
        decide_with(&cycle([]), CompetitionAuthority::Admin, GrandPrixAction::Open(opening())),
        Err(Rejection::AlreadyOpen)
    );
    assert_eq!(
        decide_with(&GrandPrix::Unknown, CompetitionAuthority::Admin, add(1)),
        Err(Rejection::UnknownCompetition)
    );
}

#[test]
fn eliminatory_tournaments_are_added_and_removed_while_it_runs() {
    let state = cycle([1, 2]);
    assert_eq!(decide_with(&state, CompetitionAuthority::Organiser, add(2)), Ok(vec![]));
    assert_eq!(decide_with(&state, CompetitionAuthority::None, add(3)), Err(Rejection::NotAllowed));
    assert_eq!(
        decide_with(&state, CompetitionAuthority::Organiser, add(13)),
        Err(Rejection::NotEliminatory { tournament: id(13) })
    );
    assert_eq!(
        decide_with(&state, CompetitionAuthority::Organiser, add(99)),
        Err(Rejection::UnknownTournament { tournament: id(99) })
    );
    assert_eq!(
        decide_with(&state, CompetitionAuthority::Organiser, remove(3)),
        Err(Rejection::TournamentNotInCycle { tournament: id(3) })
    );
    assert_eq!(after(state.clone(), [add(12), remove(12)]), state);
    let full = cycle(1..=10);
    let eleventh = decide_with(&full, CompetitionAuthority::Organiser, add(11)).unwrap_err();
    assert_eq!((eleventh.code(), eleventh.rule()), ("too-many-tournaments", "REG I.12; R-AWG-01, AMB-71"));
}

#[test]
fn it_is_closed_when_all_its_tournaments_are_over_also_with_fewer_than_five() {
    assert_eq!(
        decide_with(&cycle([]), CompetitionAuthority::Organiser, GrandPrixAction::Close),
        Err(Rejection::NoTournaments)
    );
    let running = Err(Rejection::TournamentRunning { tournament: id(12) });
    assert_eq!(decide_with(&cycle([1, 12]), CompetitionAuthority::Organiser, GrandPrixAction::Close), running);
    let record =
        GrandPrixRecord { name: opening().name, tournaments: vec![id(2), id(1)], rulebook: opening().rulebook };
    let events = decide_with(&cycle([2, 1]), CompetitionAuthority::Organiser, GrandPrixAction::Close);
    assert_eq!(events, Ok(vec![GrandPrixEvent::Closed, GrandPrixEvent::Recorded(record)]));
    let over = after(cycle([2, 1]), [GrandPrixAction::Close]);
    assert_eq!(decide_with(&over, CompetitionAuthority::Admin, GrandPrixAction::Close), Ok(vec![]));
    assert_eq!(decide_with(&over, CompetitionAuthority::Organiser, add(3)), Err(Rejection::ClosedToOrganisers));
    assert_eq!(decide_with(&over, CompetitionAuthority::Admin, add(3)), Err(Rejection::Closed));
}

#[test]
fn an_admin_corrects_what_is_closed() {
    let over = after(cycle([2, 1]), [GrandPrixAction::Close]);
    let record = |tournaments: Vec<CompetitionId>| {
        let record = GrandPrixRecord { name: opening().name, tournaments, rulebook: opening().rulebook };
        GrandPrixAction::Correct(Correction { record, reason: Some(REASON) })
    };
    assert_eq!(decide_with(&over, CompetitionAuthority::Admin, record(vec![id(2), id(1)])), Ok(vec![]));
    assert_eq!(decide_with(&over, CompetitionAuthority::Admin, record(vec![id(3)])).map(|events| events.len()), Ok(1));
    let twice = Err(Rejection::TournamentTwice { tournament: id(3) });
    assert_eq!(decide_with(&over, CompetitionAuthority::Admin, record(vec![id(3), id(3)])), twice);
    assert_eq!(
        decide_with(&cycle([1]), CompetitionAuthority::Admin, record(vec![id(3)])),
        Err(Rejection::StillRunning)
    );
}
