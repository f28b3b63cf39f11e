//! Stub until the branch is merged.
use super::Ending;
use crate::points::SmallPoints;
use crate::rulebook::Rulebook;
/// E
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("sheet")]
pub struct SheetError;
/// C
pub struct GameCheck {
    /// E
    pub errors: Vec<SheetError>,
}
/// F
pub fn check_game(_: Ending, _: &[SmallPoints], _: &Rulebook) -> GameCheck {
    GameCheck { errors: Vec::new() }
}
