//! Closed sets of names: enums whose variants have one written form each.

use std::fmt;

/// An enum with one written name for each variant.
pub trait Choice: Copy + Eq + fmt::Debug + 'static {
    /// Name of the type in error messages.
    const SUBJECT: &'static str;
    /// Every variant in declaration order.
    const ALL: &'static [Self];
    /// The written names, in the order of `ALL`.
    const NAMES: &'static [&'static str];

    fn name(self) -> &'static str;

    /// The variant with this written name; comparison is exact.
    fn parse(name: &str) -> Result<Self, InvalidChoice> {
        Self::NAMES.iter().position(|known| *known == name).map(|index| Self::ALL[index]).ok_or_else(|| InvalidChoice {
            subject: Self::SUBJECT,
            found: name.to_owned(),
            known: Self::NAMES,
        })
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {subject} `{found}`, expected one of {}", .known.join(", "))]
pub struct InvalidChoice {
    pub subject: &'static str,
    pub found: String,
    pub known: &'static [&'static str],
}

/// Declares an enum with written names and implements [`Choice`], `Display` and `FromStr` for it.
macro_rules! choices {
    ($(
        $(#[$meta:meta])*
        $subject:literal enum $name:ident { $( $(#[$variant_meta:meta])* $variant:ident = $text:literal ),+ $(,)? }
    )+) => { $(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $( $(#[$variant_meta])* #[doc = concat!("`", $text, "`")] $variant ),+ }

        impl $crate::Choice for $name {
            const SUBJECT: &'static str = $subject;
            const ALL: &'static [Self] = &[$(Self::$variant),+];
            const NAMES: &'static [&'static str] = &[$($text),+];
            fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($crate::Choice::name(*self))
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::InvalidChoice;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::Choice::parse(text)
            }
        }
    )+ };
}
pub(crate) use choices;
