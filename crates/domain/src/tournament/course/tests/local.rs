//! A local competition under its own rulebook, `loc-2024-11-30`.

use super::super::*;
use crate::competitions::class::TournamentClass::Ordinary;
use crate::event::{AgeGroup, Registration, Role, TieQuestion};
use crate::rulebook::Preset;
use crate::test_support::tournament_fixture::{
    TournamentFixture, adult, player, rounds, rulebook, with_final, with_roles,
};

const FIRST: Stage = Stage::Round(1);

#[test]
fn a_local_event_has_its_own_rounds_accompanied_children_and_an_organiser_who_decides_ties() {
    let mut fixture = TournamentFixture::approved(Ordinary, rulebook(Preset::Loc2024_11_30, &[]));
    let organiser = with_roles("account/organiser", &[Role::Organiser]);
    fixture.ask(&organiser, TournamentAction::ChooseFormat(with_final(rounds(&[1, 1, 2]), 4))).unwrap();
    let child = Registration { age: AgeGroup::Child, guardian_consent: true, ..adult(1) };
    let registrations = [child.clone()].into_iter().chain((2..=8).map(adult)).collect();
    fixture.ask(&organiser, TournamentAction::Register { registrations }).unwrap();
    let check_in = || TournamentAction::CheckIn { players: (1..=8).map(player).collect() };
    assert_eq!(fixture.ask(&organiser, check_in()), Err(Rejection::NotAccompanied { player: player(1) }));
    let accompanied = Registration { accompanied: true, ..child };
    fixture.ask(&organiser, TournamentAction::ChangeRegistration(accompanied)).unwrap();
    fixture.ask(&organiser, check_in()).unwrap();
    fixture.ask(&organiser, TournamentAction::Draw { stage: FIRST, seed: fixture.seed.clone(), reason: None }).unwrap();
    fixture.ask(&organiser, TournamentAction::StartStage { stage: FIRST }).unwrap();
    for (round, winners) in [(1, "A"), (2, "B"), (3, "CD")] {
        let stage = Stage::Round(round);
        fixture.play(stage, winners);
        fixture.ask(&organiser, TournamentAction::CloseStage { stage, seat_next: round < 3 }).unwrap();
        if round < 3 {
            fixture.ask(&organiser, TournamentAction::StartStage { stage: Stage::Round(round + 1) }).unwrap();
        }
    }
    if let Some((question, order)) = open_tie(fixture.state()) {
        assert_eq!(question, TieQuestion::EntersFinal);
        fixture.ask(&organiser, TournamentAction::DecideTie { question, order, reason: None }).unwrap();
    }
    fixture.ask(&organiser, TournamentAction::SeatStage { stage: Stage::Final }).unwrap();
    assert_eq!(fixture.seats(Stage::Final).concat().len(), 4);
}

#[test]
fn a_local_event_has_a_final_of_four_games() {
    let mut fixture = TournamentFixture::approved(Ordinary, rulebook(Preset::Loc2024_11_30, &[]));
    let refused = fixture.refused(TournamentAction::ChooseFormat(with_final(rounds(&[1, 1, 1]), 5)));
    assert!(matches!(refused, Rejection::Format(_)), "{refused:?}");
}
