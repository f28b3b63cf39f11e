//! Cards, disqualification and disputes (R-SAN).

use super::super::*;
use crate::event::TournamentFact;
use crate::test_support::tournament_fixture::{TournamentFixture, free_formats, rounds, text};
use crate::tournament::sanction::Sanction;

const FIRST: Stage = Stage::Round(1);

fn card(player: &crate::values::ids::PlayerId) -> TournamentAction {
    TournamentAction::GiveSanction { player: player.clone(), sanction: Sanction::YellowCard, reason: text(4) }
}

#[test]
fn a_table_has_at_most_five_disputes_without_a_ruling() {
    let mut hall = TournamentFixture::started(free_formats(&[]), rounds(&[1]), 8);
    let dispute = |table| TournamentAction::OpenDispute { stage: FIRST, table, game: None, matter: text(4) };
    for _ in 0..5 {
        hall.done(dispute(1));
    }
    assert_eq!(hall.refused(dispute(1)), Rejection::TooMany { most: 5 });
    hall.done(dispute(2));
    hall.done(TournamentAction::RuleDispute { dispute: 3, ruling: text(5) });
    hall.done(dispute(1));
}

#[test]
fn e32_the_second_card_disqualifies_once_and_the_others_move_up() {
    let mut hall = TournamentFixture::started(free_formats(&[]), rounds(&[4]), 8);
    hall.enter(FIRST, 1, "AABC");
    hall.enter(FIRST, 2, "AAAA");
    let best = hall.at(FIRST, 2, 0);
    let second = hall.at(FIRST, 1, 0);
    assert_eq!(hall.done(card(&best)).len(), 1);
    let events = hall.done(card(&best));
    let disqualified = TournamentFact::Disqualified { player: best.clone() };
    assert_eq!(TournamentFixture::facts(&events).iter().filter(|fact| ***fact == disqualified).count(), 1);
    assert_eq!(hall.refused(card(&best)), Rejection::Out { player: best.clone() });

    let table = hall.public();
    assert_eq!(table[0], (Some(1), second, 2));
    assert_eq!(table.last(), Some(&(None, best, 4)), "games that were finished stay");
}

#[test]
fn cards_of_one_tournament_and_cautions_do_not_add_up() {
    let mut hall = TournamentFixture::started(free_formats(&[]), rounds(&[1]), 4);
    let player = hall.at(FIRST, 1, 0);
    for sanction in [Sanction::Caution, Sanction::Warning, Sanction::YellowCard, Sanction::Caution] {
        let events = hall.done(TournamentAction::GiveSanction { player: player.clone(), sanction, reason: text(4) });
        assert_eq!(events.len(), 1, "{sanction}");
    }
    assert_eq!(hall.state().disqualified().count(), 0);
}

#[test]
fn a_gross_breach_disqualifies_at_once() {
    let mut hall = TournamentFixture::started(free_formats(&[]), rounds(&[1]), 4);
    let player = hall.at(FIRST, 1, 0);
    let sanction = Sanction::Disqualification;
    hall.done(TournamentAction::GiveSanction { player: player.clone(), sanction, reason: text(4) });
    assert_eq!(hall.state().disqualified().collect::<Vec<_>>(), [&player]);
}

#[test]
fn the_referee_rules_once_and_nothing_is_closed_before() {
    let mut hall = TournamentFixture::started(free_formats(&[]), rounds(&[1]), 4);
    hall.done(TournamentAction::OpenDispute { stage: FIRST, table: 1, game: Some(1), matter: text(3) });
    hall.play(FIRST, "A");
    hall.done(TournamentAction::CloseStage { stage: FIRST, seat_next: false });
    let seed = hall.seed.clone();
    assert_eq!(
        hall.refused(TournamentAction::Close { seed, ended_at: None }),
        Rejection::OpenDisputes { disputes: vec![1] }
    );
    hall.done(TournamentAction::RuleDispute { dispute: 1, ruling: text(3) });
    let again = TournamentAction::RuleDispute { dispute: 1, ruling: text(4) };
    assert_eq!(hall.refused(again), Rejection::DisputeRuled { dispute: 1 });
    hall.close();
}
