//! Finishes and participants, against the worked examples of the rules.

use super::*;
use crate::rulebook::HalfRuleScope;
use crate::season::ranking::tournament_points;
use crate::season::ranking_points::PointsScale;
use crate::test_support::played;
use crate::test_support::{finish, tournament};
use crate::tournament::standings::PlayedGame;

/// One round for thirty players at tables of three: player 1 stands first, player 2 second, and so on.
fn thirty_players() -> Vec<Table> {
    let table = |first: u32| Table {
        seats: [first, first + 10, first + 20].map(PlayerKey).to_vec(),
        games: vec![played(&[200 - i64::from(first), -i64::from(first), -10 - i64::from(first)])],
    };
    (1..=10).map(table).collect()
}

fn rulebook_with_placement(placement: DsqPlacement) -> Rulebook {
    Rulebook::default().with(parameters::DSQ_PLACEMENT, placement)
}

/// The tournament of thirty in which the fifth was disqualified.
fn fifth_disqualified(rulebook: &Rulebook) -> ClosedTournament {
    ClosedTournament {
        planned_games: 1,
        finishes: finishes_from_rounds(&thirty_players(), &[], None, &[PlayerKey(5)], rulebook),
        ..tournament(0)
    }
}

/// The place and the ranking points of a player.
fn place_and_points(tournament: &ClosedTournament, rulebook: &Rulebook, player: u32) -> (Option<u32>, Option<u32>) {
    let scale = PointsScale::new(rulebook);
    let player = PlayerKey(player);
    let finish = tournament.finishes.iter().find(|finish| finish.player == player).unwrap();
    let points = tournament_points(tournament, HalfRuleScope::Ranking, rulebook, &scale)
        .find(|counted| counted.player == player)
        .map(|counted| counted.result.points.0);
    (finish.place.map(Place::number), points)
}

#[test]
fn e32_without_a_disqualification_the_fifth_is_fifth() {
    let rulebook = Rulebook::default();
    let tournament = ClosedTournament {
        planned_games: 1,
        finishes: finishes_from_rounds(&thirty_players(), &[], None, &[], &rulebook),
        ..tournament(0)
    };
    let [fifth, sixth, last] = [5, 6, 30].map(|player| place_and_points(&tournament, &rulebook, player));
    assert_eq!(fifth, (Some(5), Some(60)));
    assert_eq!(sixth, (Some(6), Some(55)));
    assert_eq!(last, (Some(30), Some(15)));
}

#[test]
fn e32_a_disqualified_player_has_no_place_and_the_others_move_up() {
    let rulebook = Rulebook::default();
    let tournament = fifth_disqualified(&rulebook);
    assert_eq!(tournament.participants(&rulebook), 30);
    let [fourth, disqualified, sixth, last] =
        [4, 5, 6, 30].map(|player| place_and_points(&tournament, &rulebook, player));
    assert_eq!(fourth, (Some(4), Some(65)));
    assert_eq!(disqualified, (None, None));
    assert_eq!(sixth, (Some(5), Some(60)));
    assert_eq!(last, (Some(29), Some(15)));
}

#[test]
fn e32_the_games_of_the_opponents_stay_as_they_were() {
    // Players 5, 15 and 25 sat together; 15 and 25 keep their defeats and their games.
    let tournament = fifth_disqualified(&Rulebook::default());
    let games: Vec<u32> = tournament.finishes.iter().map(|finish| finish.games_played).collect();
    assert_eq!(games, [1; 30]);
    let order: Vec<u32> = tournament.finishes.iter().map(|finish| finish.player.0).collect();
    let expected: Vec<u32> = (1..=30).filter(|player| *player != 5).chain([5]).collect();
    assert_eq!(order, expected, "disqualified players come last");
}

#[test]
fn e32_placed_last_a_disqualified_player_stands_behind_everybody_without_points() {
    let rulebook = rulebook_with_placement(DsqPlacement::Last);
    let tournament = fifth_disqualified(&rulebook);
    assert_eq!(place_and_points(&tournament, &rulebook, 5), (Some(30), None));
    assert_eq!(place_and_points(&tournament, &rulebook, 6), (Some(5), Some(60)));
    assert_eq!(place_and_points(&tournament, &rulebook, 30), (Some(29), Some(15)));
}

#[test]
fn e32_with_the_place_kept_nobody_moves_up() {
    let rulebook = rulebook_with_placement(DsqPlacement::KeepNoPoints);
    let tournament = fifth_disqualified(&rulebook);
    assert_eq!(place_and_points(&tournament, &rulebook, 5), (Some(5), None));
    assert_eq!(place_and_points(&tournament, &rulebook, 6), (Some(6), Some(55)));
    assert_eq!(place_and_points(&tournament, &rulebook, 30), (Some(30), Some(15)));
}

#[test]
fn several_disqualified_players_share_the_last_place_where_they_are_placed_last() {
    let disqualified = [PlayerKey(1), PlayerKey(30)];
    let finishes =
        finishes_from_rounds(&thirty_players(), &[], None, &disqualified, &rulebook_with_placement(DsqPlacement::Last));
    let behind: Vec<(u32, Option<u32>)> =
        finishes[28..].iter().map(|finish| (finish.player.0, finish.place.map(Place::number))).collect();
    assert_eq!(behind, [(1, Some(29)), (30, Some(29))]);
}

/// Places after a final of players 1 to 4 that 4 won before 3, 2 and 1, player 2 being disqualified.
fn finalist_disqualified(rulebook: &Rulebook) -> Vec<(u32, Option<u32>)> {
    let final_table = Table { seats: [1, 2, 3, 4].map(PlayerKey).to_vec(), games: vec![played(&[-30, -20, -10, 60])] };
    finishes_from_rounds(&thirty_players(), &[], Some(&final_table), &[PlayerKey(2)], rulebook)
        .iter()
        .filter(|finish| finish.player.0 <= 6)
        .map(|finish| (finish.player.0, finish.place.map(Place::number)))
        .collect()
}

#[test]
fn a_disqualified_finalist_leaves_the_places_that_the_rulebook_says() {
    assert_eq!(
        finalist_disqualified(&Rulebook::default()),
        [(4, Some(1)), (3, Some(2)), (1, Some(3)), (5, Some(4)), (6, Some(5)), (2, None)]
    );
    assert_eq!(
        finalist_disqualified(&rulebook_with_placement(DsqPlacement::Last)),
        [(4, Some(1)), (3, Some(2)), (1, Some(3)), (5, Some(4)), (6, Some(5)), (2, Some(30))]
    );
    assert_eq!(
        finalist_disqualified(&rulebook_with_placement(DsqPlacement::KeepNoPoints)),
        [(4, Some(1)), (3, Some(2)), (2, Some(3)), (1, Some(4)), (5, Some(5)), (6, Some(6))]
    );
}

#[test]
fn a_final_does_not_count_as_games_of_the_elimination() {
    let final_table =
        Table { seats: [1, 2, 3, 4].map(PlayerKey).to_vec(), games: vec![played(&[-30, -20, -10, 60]); 4] };
    let finishes = finishes_from_rounds(&thirty_players(), &[], Some(&final_table), &[], &Rulebook::default());
    assert!(finishes.iter().all(|finish| finish.games_played == 1));
}

#[test]
fn a_player_at_a_table_that_played_no_game_has_a_place_but_did_not_take_part() {
    let mut tables = thirty_players();
    tables[9].games = vec![PlayedGame::NOT_PLAYED; 3];
    let finishes = finishes_from_rounds(&tables, &[], None, &[], &Rulebook::default());
    let idle: Vec<&Finish> = finishes.iter().filter(|finish| !finish.took_part()).collect();
    assert_eq!(idle.iter().map(|finish| finish.player.0).collect::<Vec<_>>(), [10, 20, 30]);
    // Nine winners, then those without points, all equal; the others lost points.
    assert!(idle.iter().all(|finish| finish.place.map(Place::number) == Some(10)));
    assert!(idle.iter().all(|finish| finish.standing_place().is_none() && finish.games_unplayed == 3));
}

/// Of 24 players one never played, one played 5 of 12 games, and one was disqualified after all of them.
fn with_partial_participation() -> ClosedTournament {
    let mut tournament = tournament(23);
    tournament.finishes[0].games_played = 0;
    tournament.finishes[1].games_played = 5;
    tournament.finishes.push(Finish { place: None, disqualified: true, ..finish(23, 24) });
    tournament
}

#[test]
fn participants_are_those_with_a_game_unless_the_rulebook_counts_otherwise() {
    let counted = |rulebook: Rulebook| with_partial_participation().participants(&rulebook);
    let basis = |basis| Rulebook::default().with(parameters::EVENT_PARTICIPANT_BASIS, basis);
    assert_eq!(counted(Rulebook::default()), 23);
    assert_eq!(counted(basis(ParticipantBasis::Listed)), 24, "registered");
    assert_eq!(counted(basis(ParticipantBasis::PlayedHalf)), 22, "played_half");
    let without_disqualified = |rulebook: Rulebook| rulebook.with(parameters::DSQ_COUNTS_AS_PARTICIPANT, false);
    assert_eq!(counted(without_disqualified(Rulebook::default())), 22);
    assert_eq!(counted(without_disqualified(basis(ParticipantBasis::Listed))), 23);
}

#[test]
fn half_of_the_games_is_enough_to_be_a_participant_by_played_half() {
    let half = Rulebook::default().with(parameters::EVENT_PARTICIPANT_BASIS, ParticipantBasis::PlayedHalf);
    let mut tournament = tournament(24);
    tournament.finishes[0].games_played = 6;
    assert_eq!(tournament.participants(&half), 24);
    tournament.finishes[0].games_played = 5;
    assert_eq!(tournament.participants(&half), 23);
}

#[test]
fn a_place_stands_only_for_players_who_took_part_to_the_end() {
    let at_place_one = finish(0, 1);
    assert_eq!(at_place_one.standing_place(), Some(Place::FIRST));
    let idle = Finish { games_played: 0, ..at_place_one };
    assert_eq!(idle.standing_place(), None);
    let disqualified = Finish { disqualified: true, ..at_place_one };
    assert_eq!(disqualified.standing_place(), None);
}

/// The players in the order in which results show them, with the places shown.
fn shown(tournament: &ClosedTournament) -> Vec<(u32, Option<u32>)> {
    let finishes = tournament.shown_finishes().into_iter();
    finishes.map(|finish| (finish.player.0, finish.shown_place().map(Place::number))).collect()
}

#[test]
fn given_finishes_in_any_order_when_shown_then_they_stand_by_place_and_equals_by_id() {
    let finishes = vec![finish(4, 2), finish(2, 1), finish(3, 2), finish(1, 4)];
    let tournament = ClosedTournament { finishes, ..tournament(0) };
    assert_eq!(shown(&tournament), [(2, Some(1)), (3, Some(2)), (4, Some(2)), (1, Some(4))]);
    assert_eq!(tournament.winners(), [PlayerKey(2)]);
}

#[test]
fn given_a_shared_first_place_when_asked_for_winners_then_all_of_them_are_told_by_id() {
    let tournament = ClosedTournament { finishes: vec![finish(7, 1), finish(3, 1), finish(5, 3)], ..tournament(0) };
    assert_eq!(tournament.winners(), [PlayerKey(3), PlayerKey(7)]);
}

#[test]
fn given_a_disqualified_player_with_a_place_when_shown_then_they_stand_last_without_it_and_do_not_win() {
    let disqualified = Finish { disqualified: true, ..finish(1, 1) };
    let tournament = ClosedTournament { finishes: vec![disqualified, finish(2, 2)], ..tournament(0) };
    assert_eq!(shown(&tournament), [(2, Some(2)), (1, None)]);
    assert_eq!(tournament.winners(), []);
}
