//! One game.
pub mod sheet;
crate::choice::choices! {
    /// How a game ended.
    "ending" enum Ending { RackEmptied = "rack_emptied", TimeExpired = "time_expired", PoolExhausted = "pool_exhausted", NotPlayed = "not_played" }
}
