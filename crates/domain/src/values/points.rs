//! Three kinds of points that must never be mixed: big points, small points and ranking points.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg};

macro_rules! points {
    ($( $(#[$meta:meta])* $name:ident($repr:ty) ),+ $(,)?) => { $(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $repr);

        impl $name {
            pub const ZERO: Self = Self(0);
        }

        impl Add for $name {
            type Output = Self;
            fn add(self, other: Self) -> Self {
                Self(self.0 + other.0)
            }
        }

        impl AddAssign for $name {
            fn add_assign(&mut self, other: Self) {
                self.0 += other.0;
            }
        }

        impl Sum for $name {
            fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
                points.fold(Self::ZERO, Add::add)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )+ };
}

points! {
    /// A big point is a game won (R-GAME-03).
    BigPoints(u32),
    /// Small points are the signed score of a game or the sum of several (R-GAME-02).
    SmallPoints(i64),
    /// Ranking points come from the place in a competition (R-RANK-05).
    RankingPoints(u32),
}

impl Neg for SmallPoints {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}
