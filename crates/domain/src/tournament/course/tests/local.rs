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
    let mut hall = TournamentFixture::approved(Ordinary, rulebook(Preset::Loc2024_11_30, &[]));
    let organiser = with_roles("account/organiser", &[Role::Organiser]);
    hall.ask(&organiser, TournamentAction::ChooseFormat(with_final(rounds(&[1, 1, 2]), 4))).unwrap();
    let child = Registration { age: AgeGroup::Child, guardian_consent: true, ..adult(1) };
    let registrations = [child.clone()].into_iter().chain((2..=8).map(adult)).collect();
    hall.ask(&organiser, TournamentAction::Register { registrations }).unwrap();
    let check_in = || TournamentAction::CheckIn { players: (1..=8).map(player).collect() };
    assert_eq!(hall.ask(&organiser, check_in()), Err(Rejection::NotAccompanied { player: player(1) }));
    let accompanied = Registration { accompanied: true, ..child };
    hall.ask(&organiser, TournamentAction::ChangeRegistration(accompanied)).unwrap();
    hall.ask(&organiser, check_in()).unwrap();
    hall.ask(&organiser, TournamentAction::Draw { stage: FIRST, seed: hall.seed.clone(), reason: None }).unwrap();
    hall.ask(&organiser, TournamentAction::StartStage { stage: FIRST }).unwrap();
    for (round, winners) in [(1, "A"), (2, "B"), (3, "CD")] {
        let stage = Stage::Round(round);
        hall.play(stage, winners);
        hall.ask(&organiser, TournamentAction::CloseStage { stage, seat_next: round < 3 }).unwrap();
        if round < 3 {
            hall.ask(&organiser, TournamentAction::StartStage { stage: Stage::Round(round + 1) }).unwrap();
        }
    }
    if let Some((question, order)) = open_tie(hall.state()) {
        assert_eq!(question, TieQuestion::EntersFinal);
        hall.ask(&organiser, TournamentAction::DecideTie { question, order, reason: None }).unwrap();
    }
    hall.ask(&organiser, TournamentAction::SeatStage { stage: Stage::Final }).unwrap();
    assert_eq!(hall.seats(Stage::Final).concat().len(), 4);
}

#[test]
fn a_local_event_has_a_final_of_four_games() {
    let mut hall = TournamentFixture::approved(Ordinary, rulebook(Preset::Loc2024_11_30, &[]));
    let refused = hall.refused(TournamentAction::ChooseFormat(with_final(rounds(&[1, 1, 1]), 5)));
    assert!(matches!(refused, Rejection::Format(_)), "{refused:?}");
}
