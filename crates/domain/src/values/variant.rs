//! Game variants of stationary tournaments (R-DEF-09).

use crate::values::choice::choices;

choices! {
    /// A variant; Twist and Expert change the value of a joker left on the rack (R-GAME-04).
    "variant" enum Variant {
        Standard = "standard",
        Expert = "expert",
        Twist = "twist",
        /// One against one, in the Swiss system; results come as places only.
        Duel = "duel",
        Running = "running",
        Speed = "speed",
        Slow = "slow",
    }
}
