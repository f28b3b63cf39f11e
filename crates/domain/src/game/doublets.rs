//! Doublets among the dealt tiles and the redeal that they allow (R-GAME-18).

use super::tile::Tiles;

/// From this many doublets on a player may demand a redeal.
pub const REDEAL_DOUBLETS: u32 = 3;

/// Number of pairs of equal number and colour; two jokers are no doublet (AMB-40).
pub fn doublets(dealt: &Tiles) -> u32 {
    let counts = dealt.numbered().as_flattened();
    counts.iter().map(|count| u32::from(*count == Tiles::COPIES)).sum()
}

/// Whether a player who was dealt these tiles may demand that all tiles are dealt anew (R-GAME-18). The right ends when
/// all players have declared to be ready (R-GAME-19), which is not visible here.
pub fn may_demand_redeal(dealt: &Tiles) -> bool {
    doublets(dealt) >= REDEAL_DOUBLETS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(dealt: &str, expected: u32, redeal: bool) {
        let dealt = Tiles::parse(dealt).unwrap();
        assert_eq!((doublets(&dealt), may_demand_redeal(&dealt)), (expected, redeal));
    }

    #[test]
    fn e40_three_doublets_allow_a_redeal() {
        check("1r 1r 5y 5y 9b 9b 2k 3k 7r 11y 13b 4b 6y 8k", 3, true);
        check("1r 1r 5y 5y 9b 9b 13k 13k", 4, true);
    }

    #[test]
    fn e40_the_same_number_in_two_colours_is_no_doublet() {
        check("1r 1r 5y 5y 9b 9y", 2, false);
    }

    #[test]
    fn e40_two_jokers_do_not_count() {
        check("1r 1r 5y 5y J J", 2, false);
        check("", 0, false);
    }
}
