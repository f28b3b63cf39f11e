//! The verifiable draw: a committed seed shuffles the players of a round (R-SEAT-03).
//!
//! Every byte is specified, so that any implementation gets the same seats from the revealed seed. All integers are
//! big-endian.
//!
//! 1. The seed is 32 bytes. Its commitment, published before the draw, is `SHA-256(seed)`.
//! 2. The player ids are sorted by code point (in UTF-8 this is the order of the bytes). No id may stand twice.
//! 3. `key = SHA-256(seed ‖ k ‖ ids)`, where `k` is the number of the draw as `u32`, and `ids` is for each id in order:
//!    the number of its UTF-8 bytes as `u32`, then these bytes.
//! 4. Block `i`, from 0, is `SHA-256(key ‖ i)` with `i` as `u64`. Each block gives eight `u32`, in order.
//! 5. A number below `n`: take the next `u32`; if it is not below the largest multiple of `n` that is at most 2³², drop
//!    it and take the next one; the remainder by `n` is the number.
//! 6. Fisher–Yates from the end: for each index `i` from the last down to 1, swap the elements at `i` and at a number
//!    below `i + 1`.
//! 7. The shuffled ids get the seats 1A, 1B, 1C, 1D, 2A … in order.

use crate::tournament::seating::{self, SeatLabel, Unseatable};
use crate::values::ids::PlayerId;
use sha2::{Digest, Sha256};
use std::fmt;

/// The secret behind all draws of one tournament, revealed when it closes.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes, to be stored or revealed.
    pub fn reveal(&self) -> [u8; 32] {
        self.0
    }

    /// The commitment that is published before the draw.
    pub fn commitment(&self) -> SeedCommitment {
        SeedCommitment(Sha256::digest(self.0).into())
    }
}

/// Hides the bytes: with them, the next draw could be foreseen.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seed").finish_non_exhaustive()
    }
}

/// The SHA-256 of a seed, written in hexadecimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeedCommitment([u8; 32]);

impl SeedCommitment {
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    pub fn bytes(&self) -> [u8; 32] {
        self.0
    }

    pub fn holds(&self, seed: &Seed) -> bool {
        seed.commitment() == *self
    }
}

impl fmt::Display for SeedCommitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidDraw {
    #[error("player `{0}` stands twice in the draw")]
    Twice(PlayerId),
    /// A number of players or a length of an id that the encoding has no room for.
    #[error("the draw holds more players or longer ids than can be written in 32 bits")]
    TooLarge,
    #[error("the drawn players cannot be seated")]
    Unseatable(#[source] Unseatable),
}

/// Draw number `number` of these players, with a seat for each; the order in which they are given does not matter.
pub fn draw_seats(seed: &Seed, number: u32, players: &[PlayerId]) -> Result<Vec<(SeatLabel, PlayerId)>, InvalidDraw> {
    seating::seat_in_order(&draw_order(seed, number, players)?).map_err(InvalidDraw::Unseatable)
}

/// Draw number `number` of these players as an order, for lots that are not about seats.
pub fn draw_order(seed: &Seed, number: u32, players: &[PlayerId]) -> Result<Vec<PlayerId>, InvalidDraw> {
    let mut order = players.to_vec();
    order.sort_unstable();
    if let Some(twice) = order.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(InvalidDraw::Twice(twice[0].clone()));
    }
    let count = u32::try_from(order.len()).map_err(|_| InvalidDraw::TooLarge)?;
    let mut numbers = Numbers::new(seed, number, &order)?;
    for index in (1..count).rev() {
        order.swap(index as usize, numbers.below(index + 1) as usize);
    }
    Ok(order)
}

/// The stream of numbers of one draw.
struct Numbers {
    key: [u8; 32],
    next_block: u64,
    /// The rest of the last block, the next number last.
    left: Vec<u32>,
}

impl Numbers {
    fn new(seed: &Seed, number: u32, sorted: &[PlayerId]) -> Result<Self, InvalidDraw> {
        let mut hash = Sha256::new();
        hash.update(seed.0);
        hash.update(number.to_be_bytes());
        for id in sorted {
            let bytes = id.as_str().as_bytes();
            let length = u32::try_from(bytes.len()).map_err(|_| InvalidDraw::TooLarge)?;
            // The length keeps lists apart whose ids only join to the same text.
            hash.update(length.to_be_bytes());
            hash.update(bytes);
        }
        Ok(Self { key: hash.finalize().into(), next_block: 0, left: Vec::new() })
    }

    fn next(&mut self) -> u32 {
        loop {
            if let Some(number) = self.left.pop() {
                return number;
            }
            let block: [u8; 32] =
                Sha256::new().chain_update(self.key).chain_update(self.next_block.to_be_bytes()).finalize().into();
            self.next_block = self.next_block.wrapping_add(1);
            let (words, _) = block.as_chunks();
            self.left = words.iter().rev().map(|word| u32::from_be_bytes(*word)).collect();
        }
    }

    fn below(&mut self, bound: u32) -> u32 {
        loop {
            if let Some(number) = accepted(self.next(), bound) {
                return number;
            }
        }
    }
}

/// The remainder, unless the number lies in the incomplete last run of remainders, which would favour the small ones.
fn accepted(number: u32, bound: u32) -> Option<u32> {
    let all = 1_u64 << u32::BITS;
    let complete = all - all % u64::from(bound);
    (u64::from(number) < complete).then(|| number % bound)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn ids<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<PlayerId> {
        texts.into_iter().map(|text| PlayerId::parse(text).unwrap()).collect()
    }

    fn rising_seed() -> Seed {
        Seed::new(std::array::from_fn(|index| index as u8))
    }

    fn twelve() -> Vec<PlayerId> {
        ids(["p01", "p02", "p03", "p04", "p05", "p06", "p07", "p08", "p09", "p10", "ź", "😀"])
    }

    fn written(seats: &[(SeatLabel, PlayerId)]) -> String {
        let seats: Vec<String> = seats.iter().map(|(label, id)| format!("{label} {id}")).collect();
        seats.join(", ")
    }

    /// The expected values come from a Python program that follows the description at the top of this file.
    #[test]
    fn the_draw_has_a_known_answer_that_spans_two_blocks() {
        let seed = rising_seed();
        assert_eq!(seed.commitment().to_string(), "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
        assert_eq!(
            written(&draw_seats(&seed, 1, &twelve()).unwrap()),
            "1A p07, 1B p05, 1C 😀, 1D p02, 2A p06, 2B p10, 2C p04, 2D p09, 3A p08, 3B p03, 3C p01, 3D ź"
        );
        assert_eq!(
            written(&draw_seats(&seed, 2, &twelve()).unwrap()),
            "1A p05, 1B p02, 1C 😀, 1D ź, 2A p10, 2B p08, 2C p04, 2D p06, 3A p07, 3B p09, 3C p03, 3D p01"
        );
    }

    #[test]
    fn numbers_beyond_the_largest_multiple_of_the_bound_are_dropped() {
        // 2³² leaves 1 by 3, 6 by 10 and 0 by 8.
        assert_eq!(accepted(u32::MAX, 3), None);
        assert_eq!(accepted(u32::MAX - 1, 3), Some(2));
        assert_eq!(accepted(u32::MAX - 5, 10), None);
        assert_eq!(accepted(u32::MAX - 6, 10), Some(9));
        assert_eq!(accepted(u32::MAX, 8), Some(7));
        assert_eq!(accepted(5, 1), Some(0));
    }

    #[test]
    fn ids_that_join_to_the_same_text_are_different_lists() {
        let key = |list: &[PlayerId]| Numbers::new(&rising_seed(), 1, list).unwrap().key;
        assert_ne!(key(&ids(["ab", "c"])), key(&ids(["a", "bc"])));
    }

    #[test]
    fn a_player_cannot_be_drawn_twice() {
        let players = ids(["b", "a", "c", "a"]);
        let twice = InvalidDraw::Twice(PlayerId::parse("a").unwrap());
        assert_eq!(draw_order(&rising_seed(), 1, &players), Err(twice));
    }

    #[test]
    fn a_number_of_players_without_tables_has_an_order_but_no_seats() {
        let players = ids(["a", "b", "c", "d", "e"]);
        assert_eq!(draw_order(&rising_seed(), 1, &players).unwrap().len(), 5);
        assert_eq!(
            draw_seats(&rising_seed(), 1, &players),
            Err(InvalidDraw::Unseatable(Unseatable::NoSplit { players: 5 }))
        );
        assert_eq!(draw_seats(&rising_seed(), 1, &[]), Ok(vec![]));
    }

    #[test]
    fn a_seed_shows_its_commitment_and_hides_its_bytes() {
        let seed = rising_seed();
        let published = SeedCommitment::new(seed.commitment().bytes());
        assert!(published.holds(&Seed::new(seed.reveal())));
        assert!(!published.holds(&Seed::new([0; 32])));
        assert_eq!(format!("{seed:?}"), "Seed { .. }");
    }

    fn some_players() -> impl Strategy<Value = Vec<PlayerId>> {
        prop::collection::btree_set("[a-zż😀]{1,6}", 0..60)
            .prop_map(|texts| ids(texts.iter().map(String::as_str)))
            .prop_shuffle()
    }

    proptest! {
        #[test]
        fn a_draw_is_a_permutation_and_the_order_of_input_does_not_matter(
            seed: [u8; 32], number: u32, (players, shuffled) in some_players()
                .prop_flat_map(|players| (Just(players.clone()), Just(players).prop_shuffle())),
        ) {
            let order = draw_order(&Seed::new(seed), number, &players).unwrap();
            prop_assert_eq!(draw_order(&Seed::new(seed), number, &shuffled).unwrap(), order.clone());
            prop_assert_eq!(order.len(), players.len());
            prop_assert_eq!(order.into_iter().collect::<BTreeSet<_>>(), players.into_iter().collect::<BTreeSet<_>>());
        }

        #[test]
        fn another_number_seed_or_list_gives_another_stream(
            seed: [u8; 32], other_seed: [u8; 32], number: u32, other_number: u32, players in some_players(),
        ) {
            prop_assume!(seed != other_seed && number != other_number && !players.is_empty());
            let stream = |seed, number, players: &[PlayerId]| {
                let mut numbers = Numbers::new(&Seed::new(seed), number, players).unwrap();
                [(); 20].map(|()| numbers.next())
            };
            let first = stream(seed, number, &players);
            prop_assert_ne!(first, stream(other_seed, number, &players));
            prop_assert_ne!(first, stream(seed, other_number, &players));
            prop_assert_ne!(first, stream(seed, number, &players[1..]));
        }
    }
}
