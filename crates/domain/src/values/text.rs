//! Texts that people type: names, countries, logins and reasons, each within its limits.
//!
//! They are personal, so none of them shows itself in `Debug`.

use smol_str::SmolStr;
use std::fmt;
use std::str::FromStr;
use unicode_normalization::UnicodeNormalization;

pub const MAX_NAME_CHARS: usize = 100;
pub const MIN_LOGIN_CHARS: usize = 3;
pub const MAX_LOGIN_CHARS: usize = 64;
pub const MAX_REASON_CHARS: usize = 2000;

/// The country of players who are not from abroad (AMB-61).
const HOME_COUNTRY: &str = "PL";

macro_rules! texts {
    ($( $(#[$meta:meta])* $name:ident, $invalid:ident; )+) => { $(
        $(#[$meta])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(SmolStr);

        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = $invalid;
            fn from_str(text: &str) -> Result<Self, $invalid> {
                Self::parse(text)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(…)"))
            }
        }
    )+ };
}

texts! {
    /// A first name, a surname, a city or the whole name of a person: one line, in normal form C, without blanks around
    /// it.
    Name, InvalidName;
    /// A country: a code of two capital letters, or a free name.
    Country, InvalidName;
    /// Login name of an account, in small letters.
    Login, InvalidLogin;
    /// Stated reason for an act; it may have several lines.
    StatedReason, InvalidReason;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidName {
    #[error("a name cannot be empty")]
    Empty,
    #[error("a name has at most {MAX_NAME_CHARS} characters")]
    TooLong,
    /// Characters that do not show, or that change how others show.
    #[error("a name has no control characters and no characters that change the direction of writing")]
    Invisible,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidLogin {
    #[error("a login has {MIN_LOGIN_CHARS} to {MAX_LOGIN_CHARS} characters")]
    Length,
    /// Something else than letters without marks, digits and a few signs.
    #[error("a login is written with the letters a to z, digits and the signs . _ - @")]
    Characters,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidReason {
    #[error("a reason cannot be empty")]
    Empty,
    #[error("a reason has at most {MAX_REASON_CHARS} characters")]
    TooLong,
    #[error("a reason has no control characters and no characters that change the direction of writing")]
    Invisible,
}

/// Whether a character does not show, or changes how others show.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// The text in normal form C without blanks around it; nothing if it has more characters than that.
fn normal(text: &str, max_chars: usize) -> Option<SmolStr> {
    let normal: SmolStr = text.trim().nfc().take(max_chars + 1).collect();
    (normal.chars().count() <= max_chars).then_some(normal)
}

impl Name {
    /// Takes 1 to [`MAX_NAME_CHARS`] characters that show.
    pub fn parse(text: &str) -> Result<Self, InvalidName> {
        let text = normal(text, MAX_NAME_CHARS).ok_or(InvalidName::TooLong)?;
        match text.as_str() {
            "" => Err(InvalidName::Empty),
            _ if text.contains(is_invisible) => Err(InvalidName::Invisible),
            _ => Ok(Self(text)),
        }
    }
}

impl Country {
    /// Takes what a [`Name`] can be; a code of two letters is written in capitals.
    pub fn parse(text: &str) -> Result<Self, InvalidName> {
        let Name(text) = Name::parse(text)?;
        let is_code = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
        Ok(Self(if is_code { text.to_ascii_uppercase().into() } else { text }))
    }

    /// Whether players from there come from abroad (AMB-61).
    pub fn is_foreign(&self) -> bool {
        self.0 != HOME_COUNTRY
    }
}

impl Login {
    /// Takes [`MIN_LOGIN_CHARS`] to [`MAX_LOGIN_CHARS`] plain characters; capital letters become small ones.
    pub fn parse(text: &str) -> Result<Self, InvalidLogin> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-@".contains(&byte);
        if !text.bytes().all(plain) {
            return Err(InvalidLogin::Characters);
        }
        match text.len() {
            MIN_LOGIN_CHARS..=MAX_LOGIN_CHARS => Ok(Self(text.to_ascii_lowercase().into())),
            _ => Err(InvalidLogin::Length),
        }
    }
}

impl StatedReason {
    /// Takes 1 to [`MAX_REASON_CHARS`] characters that show, and line ends.
    pub fn parse(text: &str) -> Result<Self, InvalidReason> {
        let text = normal(&text.replace("\r\n", "\n"), MAX_REASON_CHARS).ok_or(InvalidReason::TooLong)?;
        match text.as_str() {
            "" => Err(InvalidReason::Empty),
            _ if text.contains(|c| c != '\n' && is_invisible(c)) => Err(InvalidReason::Invisible),
            _ => Ok(Self(text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Result<String, InvalidName> {
        Name::parse(text).map(|name| name.as_str().to_owned())
    }

    #[test]
    fn a_name_is_trimmed_and_written_in_one_way() {
        assert_eq!(name("  Łucja Przykładowa "), Ok("Łucja Przykładowa".to_owned()));
        assert_eq!(name("Zoe\u{301}"), name("Zo\u{e9}"));
    }

    #[test]
    fn a_name_has_one_to_a_hundred_characters_however_many_bytes_these_take() {
        assert_eq!(name(" \u{a0} "), Err(InvalidName::Empty));
        assert!(name(&"ł".repeat(MAX_NAME_CHARS)).is_ok());
        assert_eq!(name(&"ł".repeat(MAX_NAME_CHARS + 1)), Err(InvalidName::TooLong));
        // Two code points each before they are put together.
        assert!(name(&"e\u{301}".repeat(MAX_NAME_CHARS)).is_ok());
        assert_eq!(InvalidName::TooLong.to_string(), "a name has at most 100 characters");
    }

    #[test]
    fn a_name_hides_nothing() {
        for tricky in [
            "An\u{202e}na",
            "An\nna",
            "An\u{0}na",
            "An\u{2066}na",
            "An\u{200b}na",
            "An\u{1b}[2Jna",
            "\u{3164}",
            "An\u{ad}na",
            "\u{2800}",
        ] {
            assert_eq!(name(tricky), Err(InvalidName::Invisible), "{tricky:?}");
        }
    }

    #[test]
    fn a_country_code_is_written_in_capitals_and_only_poland_is_home() {
        let country = |text: &str| Country::parse(text).unwrap();
        assert_eq!(country(" pl").as_str(), "PL");
        assert!(!country("pl").is_foreign() && country("cz").is_foreign() && country("Polska").is_foreign());
        assert_eq!(country("Czechy").as_str(), "Czechy");
    }

    #[test]
    fn a_login_is_plain_and_its_letters_are_small() {
        assert_eq!(Login::parse("Anna.P@klub").unwrap().as_str(), "anna.p@klub");
        for (text, problem) in [
            ("an", InvalidLogin::Length),
            ("", InvalidLogin::Length),
            (&"a".repeat(MAX_LOGIN_CHARS + 1), InvalidLogin::Length),
            ("łucja", InvalidLogin::Characters),
            ("anna p", InvalidLogin::Characters),
            // A letter that looks like a small Latin one.
            ("\u{430}nna", InvalidLogin::Characters),
        ] {
            assert_eq!(Login::parse(text), Err(problem), "{text}");
        }
        assert_eq!(InvalidLogin::Length.to_string(), "a login has 3 to 64 characters");
    }

    #[test]
    fn a_reason_may_have_several_lines_and_two_thousand_characters() {
        assert_eq!(
            StatedReason::parse(" Protest uznany.\r\nZob. protokół. ").unwrap().as_str(),
            "Protest uznany.\nZob. protokół."
        );
        assert_eq!(StatedReason::parse("\n"), Err(InvalidReason::Empty));
        assert!(StatedReason::parse(&"ż".repeat(MAX_REASON_CHARS)).is_ok());
        assert_eq!(StatedReason::parse(&"ż".repeat(MAX_REASON_CHARS + 1)), Err(InvalidReason::TooLong));
        assert_eq!(StatedReason::parse("a\tb"), Err(InvalidReason::Invisible));
        assert_eq!(InvalidReason::TooLong.to_string(), "a reason has at most 2000 characters");
    }

    #[test]
    fn what_somebody_typed_does_not_show_in_debug() {
        assert_eq!(
            format!("{:?} {:?}", Name::parse("Anna").unwrap(), Login::parse("anna").unwrap()),
            "Name(…) Login(…)"
        );
    }
}
