//! Properties that hold between racks, scores and sheets (rules, appendix C, 1 and 2).

use super::plausibility::implausible_racks;
use super::rack::{FirstMeld, NotMade, Rack, TilesLeft};
use super::scoring::score;
use super::sheet::{check_big, check_game, winners};
use super::{Ending, Score};
use crate::Choice;
use crate::rulebook::{Rulebook, SplitRounding, TieSmallPoints, parameters};
use crate::values::points::{BigPoints, SmallPoints};
use crate::values::variant::Variant;
use proptest::prelude::*;

fn any_choice<T: Choice>() -> impl Strategy<Value = T> {
    proptest::sample::select(T::ALL)
}

fn first_melds() -> impl Strategy<Value = FirstMeld> {
    let not_made = any::<[bool; 3]>().prop_map(|[had, with_last_tile, before_game]| {
        FirstMeld::NotMade(NotMade {
            had_first_meld: had,
            announced_with_last_tile: with_last_tile,
            announced_before_game: before_game,
        })
    });
    prop_oneof![3 => Just(FirstMeld::Made), 1 => not_made]
}

/// Racks with tiles or spilled; few different sums, so that ties come up.
fn racks_left() -> impl Strategy<Value = Rack> {
    let counted = (1..=12_u32, 0..=2_u8).prop_map(|(tens, jokers)| TilesLeft::Counted { face: 10 * tens, jokers });
    let left = prop_oneof![6 => counted, 1 => Just(TilesLeft::Spilled)];
    (left, first_melds()).prop_map(|(left, first_meld)| Rack { left, first_meld })
}

/// An ending and the racks of a table that fit it.
fn played_at(seats: usize) -> impl Strategy<Value = (Ending, Vec<Rack>)> {
    let racks = proptest::collection::vec(racks_left(), seats);
    let emptied = (proptest::option::of(0..seats), any_choice::<Ending>());
    (racks, emptied).prop_map(|(mut racks, (emptied, ending))| {
        if let Some(seat) = emptied {
            racks[seat] = Rack { left: TilesLeft::Counted { face: 0, jokers: 0 }, first_meld: FirstMeld::Made };
        }
        let ending = match ending {
            Ending::RackEmptied | Ending::NotPlayed if emptied.is_none() => Ending::PoolExhausted,
            Ending::NotPlayed => Ending::RackEmptied,
            fits => fits,
        };
        (ending, racks)
    })
}

fn games() -> impl Strategy<Value = (Ending, Vec<Rack>)> {
    prop_oneof![played_at(3), played_at(4)]
}

/// Every combination of the readings that scoring has.
fn readings() -> impl Strategy<Value = Rulebook> {
    let unmelded = (any_choice(), any_choice());
    let tie = (any_choice(), any_choice());
    (unmelded, tie, any::<[bool; 2]>()).prop_map(|((mode, timeout), (small_points, rounding), [joker, spilled])| {
        Rulebook::default()
            .with(parameters::GAME_UNMELDED_MODE, mode)
            .with(parameters::GAME_TIMEOUT_UNMELDED, timeout)
            .with(parameters::GAME_TIE_SMALL_POINTS, small_points)
            .with(parameters::GAME_TIE_ROUNDING, rounding)
            .with(parameters::GAME_TIMEOUT_JOKER_IN_SUM, joker)
            .with(parameters::GAME_SPILLED_FLAT, spilled)
    })
}

/// The readings with any numbers, also those that no rulebook file could hold.
fn absurd_rulebooks() -> impl Strategy<Value = Rulebook> {
    let number = || prop_oneof![Just(0), 0..=300_u32, any::<u32>()];
    let numbers = (number(), number(), number(), number(), number());
    (readings(), numbers).prop_map(|(rulebook, (joker, no30, had30, announced, spilled))| {
        rulebook
            .with(parameters::GAME_JOKER_STANDARD, joker)
            .with(parameters::GAME_UNMELDED_NO30, no30)
            .with(parameters::GAME_UNMELDED_HAD30, had30)
            .with(parameters::GAME_UNMELDED_ANNOUNCED, announced)
            .with(parameters::GAME_SPILLED_PENALTY, spilled)
    })
}

fn absurd_racks() -> impl Strategy<Value = Vec<Rack>> {
    let counted = (any::<u32>(), any::<u8>()).prop_map(|(face, jokers)| TilesLeft::Counted { face, jokers });
    let left = prop_oneof![4 => counted, 1 => Just(TilesLeft::Spilled)];
    let rack = (left, first_melds()).prop_map(|(left, first_meld)| Rack { left, first_meld });
    proptest::collection::vec(prop_oneof![rack, racks_left()], 0..6)
}

fn small_of(scores: &[Score]) -> Vec<SmallPoints> {
    scores.iter().map(|score| score.small).collect()
}

fn big_of(scores: &[Score]) -> Vec<BigPoints> {
    scores.iter().map(|score| score.big).collect()
}

fn sums(scores: &[Score]) -> (u32, i64) {
    let big: BigPoints = big_of(scores).into_iter().sum();
    let small: SmallPoints = small_of(scores).into_iter().sum();
    (big.0, small.0)
}

fn lost(scores: &[Score]) -> i64 {
    let losers = scores.iter().filter(|score| score.big == BigPoints(0));
    losers.map(|score| -score.small.0).sum()
}

proptest! {
    #[test]
    fn invariant_1_a_single_winner_takes_one_big_point_and_what_the_others_lose(
        (ending, racks) in games(), variant in any_choice(), rulebook in readings(),
    ) {
        let Ok(scores) = score(&racks, ending, variant, &rulebook) else { return Ok(()) };
        prop_assume!(sums(&scores).0 == 1);
        prop_assert_eq!(sums(&scores), (1, 0));
    }

    #[test]
    fn invariant_1_a_tie_of_k_has_k_big_points_and_sums_by_its_reading(
        (ending, racks) in games(), variant in any_choice(), rulebook in readings(), lowest in 1..=60_u32, k in 2..=4_usize,
    ) {
        // The tied racks are lower than any other.
        let mut racks = racks;
        let tied = Rack { left: TilesLeft::Counted { face: lowest, jokers: 0 }, first_meld: FirstMeld::Made };
        for rack in &mut racks {
            if let TilesLeft::Counted { face, .. } = &mut rack.left {
                *face += lowest + 1;
            }
        }
        let k = k.min(racks.len());
        racks[..k].fill(tied);
        racks.reverse();
        let ending = if ending == Ending::RackEmptied { Ending::TimeExpired } else { ending };
        let scores = score(&racks, ending, variant, &rulebook).unwrap();

        let (big, small) = sums(&scores);
        let (k, lost) = (k as i64, lost(&scores));
        prop_assert_eq!(i64::from(big), k);
        let by_seat = rulebook.get(parameters::GAME_TIE_ROUNDING) == SplitRounding::BySeat;
        let expected = match rulebook.get(parameters::GAME_TIE_SMALL_POINTS) {
            TieSmallPoints::FullEach => (k - 1) * lost,
            TieSmallPoints::Split if by_seat => 0,
            TieSmallPoints::Split => -(lost % k),
            TieSmallPoints::None => -lost,
        };
        prop_assert_eq!(small, expected);
    }

    #[test]
    fn invariant_2_a_table_and_round_without_ties_has_a_big_point_for_each_game_and_sums_to_0(
        games in (3..=4_usize).prop_flat_map(|seats| proptest::collection::vec(played_at(seats), 0..=4)),
        variant in any_choice(), rulebook in readings(),
    ) {
        let games = games.iter().filter_map(|(ending, racks)| score(racks, *ending, variant, &rulebook).ok());
        let without_ties: Vec<_> = games.filter(|scores| sums(scores).0 == 1).collect();
        prop_assert_eq!(sums(&without_ties.concat()), (without_ties.len() as u32, 0));
    }

    #[test]
    fn what_scoring_gives_is_accepted_on_a_sheet(
        (ending, racks) in games(), variant in any_choice(), rulebook in readings(),
    ) {
        let Ok(scores) = score(&racks, ending, variant, &rulebook) else { return Ok(()) };
        let small = small_of(&scores);
        let check = check_game(ending, &small, variant, &rulebook);
        prop_assert_eq!(&check.errors, &[]);
        prop_assert_eq!(check_big(ending, &small, &big_of(&scores), &rulebook), []);
        if implausible_racks(&racks, variant, &rulebook).is_empty() {
            prop_assert_eq!(&check.warnings, &[]);
        }
    }

    #[test]
    fn by_the_default_reading_the_winners_have_the_greatest_small_points(
        (ending, racks) in games(), variant in any_choice(),
    ) {
        let rulebook = Rulebook::default();
        let Ok(scores) = score(&racks, ending, variant, &rulebook) else { return Ok(()) };
        let small = small_of(&scores);
        let greatest = small.iter().max();
        let expected = (0..).zip(&small).filter(|(_, small)| Some(*small) == greatest).map(|(seat, _)| seat);
        prop_assert!(winners(ending, &small, &rulebook).eq(expected));
    }

    #[test]
    fn absurd_racks_are_refused_or_scored_but_never_panic(
        racks in absurd_racks(), ending in any_choice(), rulebook in absurd_rulebooks(),
    ) {
        implausible_racks(&racks, Variant::Standard, &rulebook);
        if let Ok(scores) = score(&racks, ending, Variant::Standard, &rulebook) {
            let check = check_game(ending, &small_of(&scores), Variant::Standard, &rulebook);
            prop_assert_eq!(&check.errors, &[]);
        }
    }

    #[test]
    fn an_accepted_sheet_has_winners_from_0_up_and_losers_below_0(
        small in proptest::collection::vec(prop_oneof![-2..=4_i64, any::<i64>()], 0..6),
        ending in any_choice(), rulebook in readings(),
    ) {
        let small: Vec<SmallPoints> = small.into_iter().map(SmallPoints).collect();
        let check = check_game(ending, &small, Variant::Standard, &rulebook);
        if check.errors.is_empty() {
            let won: Vec<usize> = winners(ending, &small, &rulebook).collect();
            for (seat, small) in small.iter().enumerate() {
                prop_assert_eq!(won.contains(&seat), *small >= SmallPoints::ZERO);
            }
        }
    }
}
