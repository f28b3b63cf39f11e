//! The rounds and stages of a tournament in their order.

use std::fmt;
use std::str::FromStr;

/// A round of the elimination, the TOP stage or the final; ordered as they are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// An elimination round, from 1; written as its number.
    Round(u32),
    /// The TOP stage; written `top`.
    Top,
    /// The final; written `final`.
    Final,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a stage is the number of a round from 1 to {}, `top` or `final`", Stage::MAX_ROUNDS)]
pub struct InvalidStage;

impl Stage {
    pub const MAX_ROUNDS: u32 = 20;

    /// Reads the number of a round, `top` or `final`.
    pub fn parse(text: &str) -> Result<Self, InvalidStage> {
        match text {
            "top" => Ok(Self::Top),
            "final" => Ok(Self::Final),
            number => {
                let plain = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
                let round = number.parse().ok().filter(|_| plain).ok_or(InvalidStage)?;
                if (1..=Self::MAX_ROUNDS).contains(&round) { Ok(Self::Round(round)) } else { Err(InvalidStage) }
            }
        }
    }

    pub fn is_round(self) -> bool {
        matches!(self, Self::Round(_))
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Round(number) => number.fmt(f),
            Self::Top => f.write_str("top"),
            Self::Final => f.write_str("final"),
        }
    }
}

impl FromStr for Stage {
    type Err = InvalidStage;
    fn from_str(text: &str) -> Result<Self, InvalidStage> {
        Self::parse(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_is_read_as_it_is_written() {
        for stage in [Stage::Round(1), Stage::Round(20), Stage::Top, Stage::Final] {
            assert_eq!(Stage::parse(&stage.to_string()), Ok(stage));
        }
        for wrong in ["", "0", "01", "21", "+1", "-1", "Top", "half", "1 ", "99999999999"] {
            assert_eq!(Stage::parse(wrong), Err(InvalidStage), "{wrong}");
        }
        assert!(Stage::Round(20) < Stage::Top && Stage::Top < Stage::Final);
    }
}
