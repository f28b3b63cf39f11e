//! Failures of a command, and their exit codes.

use formats::localization::{Lang, Message};
use std::io;

pub(crate) const EXIT_CHECK_FAILED: u8 = 1;
pub(crate) const EXIT_BAD_INPUT: u8 = 2;
pub(crate) const EXIT_STORE: u8 = 3;
pub(crate) const EXIT_INTERRUPTED: u8 = 130;

/// Why a command did not finish; the lines say why, in the language of the user.
#[derive(Debug)]
pub(crate) enum Failure {
    BadInput(Vec<String>),
    CheckFailed(Vec<String>),
    Store(Vec<String>),
    Interrupted(Vec<String>),
    Output(io::Error),
}

impl Failure {
    pub(crate) fn bad_input(lang: Lang, message: &Message<'_>) -> Self {
        Self::BadInput(vec![lang.render(message)])
    }

    pub(crate) fn check_failed(lang: Lang, message: &Message<'_>) -> Self {
        Self::CheckFailed(vec![lang.render(message)])
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// An error with everything that led to it, in one line.
pub(crate) fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = without_code(error);
    let mut cause = error.source();
    while let Some(error) = cause {
        let inner = without_code(error);
        if !text.contains(&inner) {
            text = format!("{text}: {inner}");
        }
        cause = error.source();
    }
    text
}

/// The number that the system adds to its errors says nothing to people.
fn without_code(error: &dyn std::error::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error ") {
        Some((before, after)) => {
            let rest = after.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(')');
            format!("{before}{rest}")
        }
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_the_system_is_told_without_its_number() {
        let error = io::Error::from_raw_os_error(5);
        assert!(error.to_string().contains("os error"));
        assert!(!with_causes(&error).contains("os error"), "{}", with_causes(&error));
    }
}
