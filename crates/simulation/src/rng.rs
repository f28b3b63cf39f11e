//! Seeded random numbers: the same seed gives the same numbers on every machine.

/// A stream of numbers that follows from a seed (SplitMix64); good for dice, not for secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeededRng {
    state: u64,
}

/// The step of the stream: 2⁶⁴ divided by the golden ratio, made odd.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl SeededRng {
    /// The stream of a seed.
    pub fn seeded(seed: u64) -> Self {
        Self { state: splitmix64(seed) }
    }

    /// A stream of its own for something that has this number: what is taken from one does not move another.
    #[must_use]
    pub fn branch(&self, number: u64) -> Self {
        Self { state: splitmix64(self.state ^ splitmix64(number.wrapping_add(STEP))) }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        splitmix64(self.state)
    }

    /// A number below a bound; 0 if the bound is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        // The high half times the bound is spread evenly enough for dice.
        (((self.next() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// Happens so many times in a thousand.
    pub fn with_per_mille(&mut self, times: u32) -> bool {
        self.below(1000) < times
    }

    /// One of these, if there is any.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u32) as usize)
    }

    /// Puts these in another order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for index in (1..items.len()).rev() {
            items.swap(index, self.below(index as u32 + 1) as usize);
        }
    }
}

fn splitmix64(mut number: u64) -> u64 {
    number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_seed_gives_the_same_numbers_again_and_another_seed_gives_others() {
        let numbers = |seed| {
            let mut rng = SeededRng::seeded(seed);
            [(); 20].map(|()| rng.below(1_000_000))
        };
        assert_eq!(numbers(7), numbers(7));
        assert_ne!(numbers(7), numbers(8));
    }

    #[test]
    fn taking_from_one_branch_does_not_move_another() {
        let trunk = SeededRng::seeded(1);
        let mut one = trunk.branch(1);
        let first = one.below(1000);
        let mut other = trunk.branch(2);
        other.below(1000);
        assert_eq!(trunk.branch(1).below(1000), first);
        assert_ne!(trunk.branch(1), trunk.branch(2));
    }

    #[test]
    fn every_number_below_the_bound_comes_and_none_beyond() {
        let mut rng = SeededRng::seeded(3);
        let seen: BTreeSet<u32> = (0..1000).map(|_| rng.below(7)).collect();
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(rng.below(0), 0);
    }
}
