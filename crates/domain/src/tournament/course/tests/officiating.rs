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
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[1]), 8);
    let dispute = |table| TournamentAction::OpenDispute { stage: FIRST, table, game: None, matter: text(4) };
    for _ in 0..5 {
        fixture.done(dispute(1));
    }
    assert_eq!(fixture.refused(dispute(1)), Rejection::TooMany { most: 5 });
    fixture.done(dispute(2));
    fixture.done(TournamentAction::RuleDispute { dispute: 3, ruling: text(5) });
    fixture.done(dispute(1));
}

#[test]
fn e32_the_second_card_disqualifies_once_and_the_others_move_up() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[4]), 8);
    fixture.enter(FIRST, 1, "AABC");
    fixture.enter(FIRST, 2, "AAAA");
    let best = fixture.at(FIRST, 2, 0);
    let second = fixture.at(FIRST, 1, 0);
    assert_eq!(fixture.done(card(&best)).len(), 1);
    let events = fixture.done(card(&best));
    let disqualified = TournamentFact::Disqualified { player: best.clone() };
    assert_eq!(TournamentFixture::facts(&events).iter().filter(|fact| ***fact == disqualified).count(), 1);
    assert_eq!(fixture.refused(card(&best)), Rejection::Out { player: best.clone() });

    let table = fixture.public();
    assert_eq!(table[0], (Some(1), second, 2));
    assert_eq!(table.last(), Some(&(None, best, 4)), "games that were finished stay");
}

#[test]
fn cards_of_one_tournament_and_cautions_do_not_add_up() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[1]), 4);
    let player = fixture.at(FIRST, 1, 0);
    for sanction in [Sanction::Caution, Sanction::Warning, Sanction::YellowCard, Sanction::Caution] {
        let events = fixture.done(TournamentAction::GiveSanction { player: player.clone(), sanction, reason: text(4) });
        assert_eq!(events.len(), 1, "{sanction}");
    }
    assert_eq!(fixture.state().disqualified().count(), 0);
}

#[test]
fn a_gross_breach_disqualifies_at_once() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[1]), 4);
    let player = fixture.at(FIRST, 1, 0);
    let sanction = Sanction::Disqualification;
    fixture.done(TournamentAction::GiveSanction { player: player.clone(), sanction, reason: text(4) });
    assert_eq!(fixture.state().disqualified().collect::<Vec<_>>(), [&player]);
}

#[test]
fn the_referee_rules_once_and_nothing_is_closed_before() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[1]), 4);
    fixture.done(TournamentAction::OpenDispute { stage: FIRST, table: 1, game: Some(1), matter: text(3) });
    fixture.play(FIRST, "A");
    fixture.done(TournamentAction::CloseStage { stage: FIRST, seat_next: false });
    let seed = fixture.seed.clone();
    assert_eq!(
        fixture.refused(TournamentAction::Close { seed, ended_at: None }),
        Rejection::OpenDisputes { disputes: vec![1] }
    );
    fixture.done(TournamentAction::RuleDispute { dispute: 1, ruling: text(3) });
    let again = TournamentAction::RuleDispute { dispute: 1, ruling: text(4) };
    assert_eq!(fixture.refused(again), Rejection::DisputeRuled { dispute: 1 });
    fixture.close();
}
