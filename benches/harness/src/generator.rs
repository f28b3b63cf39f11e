//! Pseudo-random numbers from a seed: the same input on every machine and in every run.

/// SplitMix64, small enough to be read here and good enough to shuffle players.
#[derive(Debug, Clone)]
pub struct Generator(u64);

impl Generator {
    /// A generator that always gives the same numbers for the same seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `limit` − 1.
    pub fn below(&mut self, limit: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(limit)) >> 32) as u32
    }

    /// True once in `times` on average.
    pub fn once_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    /// One of the items.
    pub fn choice<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }

    /// `count` different numbers below `limit`, in random order.
    pub fn distinct(&mut self, count: usize, limit: u32) -> Vec<u32> {
        assert!(count <= limit as usize, "there are only {limit} numbers below {limit}");
        let mut drawn: Vec<u32> = Vec::with_capacity(count);
        while drawn.len() < count {
            let number = self.below(limit);
            if !drawn.contains(&number) {
                drawn.push(number);
            }
        }
        drawn
    }

    /// Places 1-2-2-4 of `count` players, best first; one in `sharing` shares the place above.
    pub fn shared_places(&mut self, count: u32, sharing: u32) -> Vec<u32> {
        let mut places: Vec<u32> = Vec::with_capacity(count as usize);
        for place in 1..=count {
            match places.last() {
                Some(above) if self.once_in(sharing) => places.push(*above),
                _ => places.push(place),
            }
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let draw = || Generator::new(7).distinct(60, 5_000);
        assert_eq!(draw(), draw());
        assert_ne!(draw(), Generator::new(8).distinct(60, 5_000));
    }

    #[test]
    fn drawn_numbers_differ_and_stay_below_the_limit() {
        let mut drawn = Generator::new(1).distinct(16, 16);
        drawn.sort_unstable();
        assert_eq!(drawn, (0..16).collect::<Vec<_>>());
    }

    #[test]
    fn a_shared_place_skips_the_next() {
        let places = Generator::new(3).shared_places(200, 4);
        assert!(places.windows(2).any(|pair| pair[0] == pair[1]));
        for (above, place) in places.iter().enumerate() {
            assert!(*place as usize == above + 1 || places[above - 1] == *place);
        }
    }
}
