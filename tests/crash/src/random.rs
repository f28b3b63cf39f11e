//! Random numbers that a seed repeats.

/// A sequence of numbers that is the same for the same seed (SplitMix64).
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    /// The sequence of a seed and of what it is for.
    pub(crate) fn of(seed: u64, purpose: &[u64]) -> Self {
        let mut random = Self(seed);
        for part in purpose {
            // Mixed after each part: states that differ by a little would give the same numbers, a little later.
            random.0 ^= part.wrapping_mul(0xd6e8_feb8_6659_fd93);
            random.0 = random.next();
        }
        random
    }

    /// The next number.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a limit that is not 0.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// True once in so many times.
    pub(crate) fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// Sixteen bytes.
    pub(crate) fn sixteen(&mut self) -> [u8; 16] {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&self.next().to_be_bytes());
        bytes[8..].copy_from_slice(&self.next().to_be_bytes());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn neighbouring_purposes_share_no_numbers() {
        let mut seen = HashSet::new();
        for purpose in (0..30).flat_map(|round| (0..30).map(move |number| [round, 0, number])) {
            let mut random = Random::of(7, &purpose);
            assert!((0..200).all(|_| seen.insert(random.next())), "{purpose:?}");
        }
    }
}
