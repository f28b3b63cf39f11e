//! How a command can fail, and what the process then answers.

use std::io;

/// The exit code for bad input or usage.
pub(crate) const EXIT_BAD_INPUT: u8 = 2;

/// Why a command did not finish.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is not right; the lines say why, in the language of the user.
    BadInput(Vec<String>),
    /// The answer could not be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
