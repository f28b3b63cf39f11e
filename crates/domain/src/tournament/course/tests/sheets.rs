//! Sheets and their second entry (R-GAME-16, R-GAME-17).

use super::super::*;
use crate::event::{FormatPlan, Role};
use crate::game::Ending;
use crate::game::rack::{FirstMeld, NotMade, Rack, TilesLeft};
use crate::test_support::tournament_fixture::{
    ID, TournamentFixture, free_formats, game, rounds, text, with_all_roles, with_final, with_roles,
};
use crate::values::ids::CompetitionId;

const FIRST: Stage = Stage::Round(1);

fn twice_entered() -> TournamentFixture {
    TournamentFixture::started(free_formats(&[]), FormatPlan { second_entry: true, ..rounds(&[2, 1]) }, 4)
}

#[test]
fn the_second_entry_is_made_by_somebody_else_and_says_the_same() {
    let mut fixture = twice_entered();
    let sheet = fixture.sheet(FIRST, 1, "AB");
    let other = fixture.sheet(FIRST, 1, "AC");
    let organiser = with_roles("account/organiser", &[Role::Organiser]);
    let referee = with_roles("account/referee", &[Role::Referee]);
    fixture.ask(&organiser, TournamentAction::EnterSheet(sheet.clone())).unwrap();
    assert_eq!(fixture.ask(&organiser, TournamentAction::ConfirmSheet(sheet.clone())), Err(Rejection::SamePerson));
    let refused = fixture.ask(&referee, TournamentAction::ConfirmSheet(other)).unwrap_err();
    assert!(matches!(&refused, Rejection::EntriesDiffer { games, .. } if games == &[2]), "{refused:?}");
    let close = || TournamentAction::CloseStage { stage: FIRST, seat_next: false };
    assert_eq!(fixture.refused(close()), Rejection::SheetsUnconfirmed { tables: vec![1] });
    fixture.ask(&referee, TournamentAction::ConfirmSheet(sheet.clone())).unwrap();
    assert_eq!(fixture.ask(&referee, TournamentAction::ConfirmSheet(sheet)), Ok(vec![]), "a repeat is harmless");
    fixture.done(close());
}

#[test]
fn a_sheet_entered_anew_waits_for_its_second_entry_again_unless_that_is_waived() {
    let mut fixture = twice_entered();
    let sheet = fixture.sheet(FIRST, 1, "AB");
    fixture.done(TournamentAction::EnterSheet(sheet.clone()));
    let referee = with_roles("account/referee", &[Role::Referee]);
    fixture.ask(&referee, TournamentAction::ConfirmSheet(sheet)).unwrap();
    fixture.enter(FIRST, 1, "AD");
    assert_eq!(fixture.state().unconfirmed_sheets(FIRST), [1]);
    fixture.done(TournamentAction::WaiveSecondEntry { stage: FIRST, table: 1, reason: text(3) });
    fixture.done(TournamentAction::CloseStage { stage: FIRST, seat_next: true });
}

#[test]
fn errors_refuse_a_sheet_and_warnings_need_a_reason() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[2]), 4);
    let mut sheet = fixture.sheet(FIRST, 1, "AA");
    sheet.reason = None;
    let warned = Rejection::UnconfirmedWarnings { warnings: vec![SheetNote::SameTwice { game: 1 }] };
    assert_eq!(fixture.refused(TournamentAction::EnterSheet(sheet.clone())), warned);
    sheet.games[1] = game(&[Some(29), Some(-10), Some(-10), Some(-10)]);
    let refused = fixture.refused(TournamentAction::EnterSheet(sheet.clone()));
    assert!(matches!(&refused, Rejection::SheetErrors { errors } if errors.len() == 1), "{refused:?}");
    sheet.games[1] = fixture.sheet(FIRST, 1, "-").games.remove(0);
    fixture.done(TournamentAction::EnterSheet(sheet));
}

#[test]
fn racks_are_counted_into_small_points() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[1]), 4);
    let rack = |face, jokers| Rack { left: TilesLeft::Counted { face, jokers }, first_meld: FirstMeld::Made };
    let unmelded = Rack { first_meld: FirstMeld::NotMade(NotMade::default()), ..rack(40, 0) };
    let racks = vec![rack(0, 0), rack(23, 0), rack(2, 1), unmelded];
    let games = vec![GameEntry { ending: Ending::RackEmptied, score: GameScore::Racks(racks) }];
    fixture.done(TournamentAction::EnterSheet(SheetInput { stage: FIRST, table: 1, games, reason: None }));
    let sheet = fixture.state().table(FIRST, 1).unwrap().sheet.clone().unwrap();
    assert_eq!(sheet.games[0].small, [Some(175), Some(-23), Some(-52), Some(-100)]);
}

#[test]
fn the_final_is_entered_by_a_referee_game_by_game() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), with_final(rounds(&[4]), 3), 4);
    fixture.play(FIRST, "AABC");
    fixture.next(FIRST, Stage::Final);
    let organiser = with_roles("account/organiser", &[Role::Organiser, Role::Admin]);
    let first = fixture.sheet(Stage::Final, 1, "A");
    let kind = CommandKind::EnterFinalSheet;
    assert_eq!(fixture.ask(&organiser, TournamentAction::EnterSheet(first)), Err(Rejection::NotAllowed { kind }));
    let at_once = fixture.sheet(Stage::Final, 1, "AB");
    assert_eq!(fixture.refused(TournamentAction::EnterSheet(at_once)), Rejection::GameByGame);
    for games in ["A", "AB", "ABC"] {
        fixture.enter(Stage::Final, 1, games);
    }
}

#[test]
fn a_table_token_is_for_its_own_table_until_its_round_is_over() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[1, 1]), 8);
    let token = |table| Principal {
        credentials: Credentials::Table { stage: FIRST, table, issued_by: None },
        ..with_roles("table/1", &[])
    };
    let sheet = fixture.sheet(FIRST, 1, "A");
    let refused = fixture.ask(&token(2), TournamentAction::EnterSheet(sheet.clone()));
    assert_eq!(refused, Err(Rejection::OtherTable { stage: FIRST, table: 2 }));
    fixture.ask(&token(1), TournamentAction::EnterSheet(sheet.clone())).unwrap();
    fixture.enter(FIRST, 2, "A");
    fixture.done(TournamentAction::CloseStage { stage: FIRST, seat_next: true });
    assert_eq!(
        fixture.ask(&token(1), TournamentAction::EnterSheet(sheet)),
        Err(Rejection::StageClosed { stage: FIRST })
    );
}

#[test]
fn a_sheet_corrected_after_the_next_seating_keeps_the_seating() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[4, 1]), 8);
    fixture.enter(FIRST, 1, "AAAA");
    fixture.enter(FIRST, 2, "BBBB");
    fixture.next(FIRST, Stage::Round(2));
    let seats = fixture.seats(Stage::Round(2));
    let mut corrected = fixture.sheet(FIRST, 1, "DDDD");
    corrected.reason = None;
    let refused = fixture.refused(TournamentAction::EnterSheet(corrected.clone()));
    assert!(matches!(refused, Rejection::UnconfirmedWarnings { .. } | Rejection::CorrectionReasonMissing));
    corrected.reason = Some(text(9));
    fixture.done(TournamentAction::EnterSheet(corrected));
    assert_eq!(fixture.seats(Stage::Round(2)), seats);
    let leader = fixture.at(FIRST, 1, 3);
    assert!(fixture.public().contains(&(Some(1), leader, 4)));
}

#[test]
fn points_of_somebody_who_is_gone_are_told() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[1]), 4);
    let sheet = fixture.sheet(FIRST, 1, "A");
    let notes = |fixture: &TournamentFixture| {
        let state = fixture.state();
        let (table, rulebook) = (&state.play(FIRST).unwrap().tables[0], state.rulebook.as_ref().unwrap());
        check_sheet(state, table, &sheet, rulebook).infos
    };
    assert_eq!(notes(&fixture), []);
    let gone = fixture.state().play(FIRST).unwrap().tables[0].seats[1].clone();
    fixture.done(TournamentAction::NoteLeaving { player: gone });
    assert_eq!(notes(&fixture), [SheetInfo::PointsOfAbsentPlayer { game: 1, seat: 1 }]);
}

#[test]
fn whoever_made_the_token_of_a_table_does_not_confirm_with_it_what_they_entered() {
    let plan = crate::event::FormatPlan { second_entry: true, ..rounds(&[1]) };
    let mut fixture = TournamentFixture::started(free_formats(&[]), plan, 4);
    let organiser = with_roles("account/organiser", &[Role::Organiser]);
    let sheet = fixture.sheet(FIRST, 1, "A");
    fixture.ask(&organiser, TournamentAction::EnterSheet(sheet.clone())).unwrap();
    let token = |issuer: &str| Principal {
        credentials: Credentials::Table { stage: FIRST, table: 1, issued_by: ActorRef::parse(issuer).ok() },
        ..with_roles("table/1", &[])
    };
    let own = fixture.ask(&token("account/organiser"), TournamentAction::ConfirmSheet(sheet.clone()));
    assert_eq!(own, Err(Rejection::SamePerson));
    fixture.ask(&token("account/referee"), TournamentAction::ConfirmSheet(sheet)).unwrap();
}

fn findings(fixture: &TournamentFixture, action: TournamentAction) -> Option<SheetFindings> {
    let tournament = CompetitionId::parse(ID).unwrap();
    let command = Command { tournament, by: with_all_roles(), at: fixture.at, action };
    decide(&fixture.course, &command).unwrap().findings
}

#[test]
fn given_a_sheet_that_can_be_recorded_when_decided_then_the_findings_are_those_of_the_state_decided_on() {
    let mut fixture = TournamentFixture::started(free_formats(&[]), rounds(&[2]), 4);
    let sheet = fixture.sheet(FIRST, 1, "AA");
    let enter = TournamentAction::EnterSheet(sheet.clone());
    let found = findings(&fixture, enter.clone()).unwrap();
    assert_eq!(Some(&found), SheetFindings::in_state(fixture.state(), &sheet).as_ref());
    assert_eq!(found.check.warnings, [SheetNote::SameTwice { game: 1 }], "a reason does not hide a warning");
    assert_eq!(found.sums.iter().map(|sum| sum.big.0).collect::<Vec<_>>(), [2, 0, 0, 0]);
    fixture.done(enter.clone());
    assert_eq!(findings(&fixture, enter), Some(found), "a repeat has findings, too");
}

#[test]
fn given_a_command_that_enters_no_sheet_when_decided_then_there_are_no_findings() {
    let fixture = TournamentFixture::started(free_formats(&[]), rounds(&[2]), 4);
    let allow = TournamentAction::AllowTableOfTwo { stage: FIRST, table: 1, reason: text(3) };
    assert_eq!(findings(&fixture, allow), None);
}
