//! Reads the values of a body one after the other, so that everything that is wrong is told at once.

use crate::http::problem::{FieldProblem, Problem, ProblemKind};
use domain::Choice;
use domain::values::calendar::Day;
use domain::values::ids::RESERVED_RANKING_ID;
use domain::values::text::{Country, InvalidName, InvalidReason, MAX_NAME_CHARS, MAX_REASON_CHARS, Name, StatedReason};
use formats::localization::Message;
use smol_str::SmolStr;

/// More places that are wrong are not told.
const MAX_REPORTED: usize = 1000;

/// The longest id that a client may give to something new.
pub(crate) const MAX_ID_CHARS: usize = 64;

/// The longest line by which a person is reached.
const MAX_CONTACT_CHARS: usize = 200;

/// What is wrong so far.
#[derive(Debug, Default)]
pub(crate) struct FieldParser {
    problems: Vec<FieldProblem>,
}

impl FieldParser {
    /// What is read, or a problem with all places that are wrong.
    pub(crate) fn read<T>(read: impl FnOnce(&mut Self) -> Option<T>) -> Result<T, Problem> {
        let mut fields = Self::default();
        let value = read(&mut fields);
        fields.finish()?;
        value.ok_or_else(|| ProblemKind::Unprocessable.into())
    }

    pub(crate) fn add_problem(&mut self, problem: FieldProblem) {
        self.problems.push(problem);
    }

    pub(crate) fn add(&mut self, pointer: impl Into<String>, code: &'static str, words: Message<'static>) {
        self.add_problem(FieldProblem::pointer(pointer, code, words));
    }

    /// Notes what is wrong with a value, which is then missing.
    pub(crate) fn wrong<T>(
        &mut self,
        pointer: impl Into<String>,
        code: &'static str,
        words: Message<'static>,
    ) -> Option<T> {
        self.add(pointer, code, words);
        None
    }

    /// Notes a number or a length that is less than `least` or more than `most`.
    pub(crate) fn outside<T>(
        &mut self,
        pointer: impl Into<String>,
        least: impl Into<i64>,
        most: impl Into<i64>,
    ) -> Option<T> {
        self.wrong(pointer, "out-of-range", Message::new("field-range").number("least", least).number("most", most))
    }

    pub(crate) fn name(&mut self, pointer: &str, text: &str) -> Option<Name> {
        Name::parse(text).map_or_else(|problem| self.invalid_name(pointer, problem), Some)
    }

    pub(crate) fn country(&mut self, pointer: &str, text: &str) -> Option<Country> {
        Country::parse(text).map_or_else(|problem| self.invalid_name(pointer, problem), Some)
    }

    fn invalid_name<T>(&mut self, pointer: &str, problem: InvalidName) -> Option<T> {
        match problem {
            InvalidName::Empty => self.wrong(pointer, "empty", Message::new("field-empty")),
            InvalidName::TooLong => self.wrong(pointer, "too-long", too_long(MAX_NAME_CHARS)),
            InvalidName::Invisible => self.wrong(pointer, "invisible-characters", Message::new("field-invisible")),
        }
    }

    pub(crate) fn reason(&mut self, pointer: &str, text: &str) -> Option<StatedReason> {
        match StatedReason::parse(text) {
            Ok(reason) => Some(reason),
            Err(InvalidReason::Empty) => self.wrong(pointer, "empty", Message::new("field-empty")),
            Err(InvalidReason::TooLong) => self.wrong(pointer, "too-long", too_long(MAX_REASON_CHARS)),
            Err(InvalidReason::Invisible) => {
                self.wrong(pointer, "invisible-characters", Message::new("field-invisible"))
            }
        }
    }

    /// One of a closed set.
    pub(crate) fn choice<T: Choice>(&mut self, pointer: &str, text: &str) -> Option<T> {
        T::parse(text).ok().or_else(|| self.unknown_choice(pointer, T::NAMES))
    }

    pub(crate) fn unknown_choice<T>(&mut self, pointer: &str, known: &[&str]) -> Option<T> {
        self.wrong(pointer, "unknown-choice", Message::new("field-choice").with("known", known.join(", ")))
    }

    /// A reason that may be left out; a wrong one is noted.
    pub(crate) fn optional_reason(&mut self, text: Option<&str>) -> Option<StatedReason> {
        text.and_then(|text| self.reason("/reason", text))
    }

    pub(crate) fn day(&mut self, pointer: &str, text: &str) -> Option<Day> {
        Day::parse(text).ok().or_else(|| self.wrong(pointer, "invalid-day", Message::new("field-day")))
    }

    /// One trimmed line of text by which a person is reached.
    pub(crate) fn contact_line(&mut self, pointer: &str, text: &str) -> Option<SmolStr> {
        let text = text.trim();
        if text.is_empty() {
            self.wrong(pointer, "empty", Message::new("field-empty"))
        } else if text.chars().count() > MAX_CONTACT_CHARS {
            self.wrong(pointer, "too-long", too_long(MAX_CONTACT_CHARS))
        } else if text.chars().any(char::is_control) {
            self.wrong(pointer, "invisible-characters", Message::new("field-invisible"))
        } else {
            Some(text.into())
        }
    }

    pub(crate) fn email(&mut self, pointer: &str, text: &str) -> Option<SmolStr> {
        let text = self.contact_line(pointer, text)?;
        if is_email(&text) {
            return Some(text);
        }
        self.wrong(pointer, "invalid-email", Message::new("field-email"))
    }

    pub(crate) fn new_id(&mut self, pointer: &str, text: &str) -> Option<()> {
        if is_new_id(text) {
            return Some(());
        }
        self.wrong(pointer, "invalid-id", invalid_id())
    }

    pub(crate) fn problem(self) -> Problem {
        self.add_to(ProblemKind::Unprocessable.into())
    }

    /// A problem with all places that are wrong.
    pub(crate) fn add_to(self, problem: Problem) -> Problem {
        self.problems.into_iter().take(MAX_REPORTED).fold(problem, Problem::at)
    }

    /// The problem, if anything is wrong.
    pub(crate) fn finish(self) -> Result<(), Problem> {
        if self.problems.is_empty() { Ok(()) } else { Err(self.problem()) }
    }
}

/// What is wrong with an id for something new, in words.
pub(crate) fn invalid_id() -> Message<'static> {
    Message::new("field-id").number("max", MAX_ID_CHARS as i64)
}

/// Whether something new may have this id: small letters, digits, and signs that need no escaping in an address.
pub(crate) fn is_new_id(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._-".contains(&byte);
    (1..=MAX_ID_CHARS).contains(&text.len())
        && text.bytes().all(plain)
        && text.bytes().next().is_some_and(|first| first.is_ascii_alphanumeric())
        && text != RESERVED_RANKING_ID
}

/// Whether it has the shape of an e-mail address: text before and after one `@`, no whitespace.
fn is_email(text: &str) -> bool {
    let parts = text.split_once('@');
    parts.is_some_and(|(people, host)| !people.is_empty() && !host.is_empty() && !host.contains('@'))
        && !text.contains(char::is_whitespace)
}

fn too_long(max: usize) -> Message<'static> {
    Message::new("field-too-long").number("max", max as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::values::voivodeship::Voivodeship;
    use formats::localization::Lang;

    #[test]
    fn everything_that_is_wrong_is_told_at_once_in_either_language() {
        let mut fields = FieldParser::default();
        assert!(fields.name("/first_name", "Zofia").is_some());
        assert!(fields.name("/surname", " ").is_none());
        assert!(fields.choice::<Voivodeship>("/voivodeship", "Bawaria").is_none());
        assert!(fields.day("/first_day", "2025-02-30").is_none());
        assert!(fields.new_id("/id", "a/b").is_none());
        assert!(fields.reason("/reason", &"x".repeat(2001)).is_none());
        let problem = fields.problem();
        for lang in [Lang::Pl, Lang::En] {
            let document = problem.document(lang, "1");
            let errors = document["errors"].as_array().unwrap();
            let codes: Vec<&str> = errors.iter().map(|error| error["code"].as_str().unwrap()).collect();
            assert_eq!(codes, ["empty", "unknown-choice", "invalid-day", "invalid-id", "too-long"]);
            assert!(errors.iter().all(|error| !error["detail"].as_str().unwrap().contains('⟨')), "{document}");
        }
    }

    #[test]
    fn an_email_has_one_at_and_no_blanks() {
        for (text, fits) in
            [("a@b", true), ("a.b@c.pl", true), ("@b", false), ("a@", false), ("a@b@c", false), ("a b@c", false)]
        {
            assert_eq!(is_email(text), fits, "{text}");
        }
    }

    #[test]
    fn a_new_id_needs_no_escaping_and_is_not_reserved() {
        for (id, fits) in [("2025-26", true), ("pl.2026_a", true), ("ranking", false), ("", false), ("-a", false)] {
            assert_eq!(is_new_id(id), fits, "{id}");
        }
        assert!(!is_new_id("Łódź") && !is_new_id("..") && !is_new_id(&"a".repeat(65)));
    }
}
