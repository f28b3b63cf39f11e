//! A step: a named command or piece of work that prints its name and time, and names itself when it fails.

use std::fmt;
use std::process::Command;
use std::time::Instant;

/// A step that failed, and how to run its command again.
#[derive(Debug)]
pub(crate) struct Failure {
    step: String,
    reason: String,
    command: Option<String>,
}

impl Failure {
    /// A failure outside of any command.
    pub(crate) fn new(step: &str, reason: impl fmt::Display) -> Self {
        Self { step: step.to_owned(), reason: reason.to_string(), command: None }
    }

    fn of_command(step: &str, command: &Command, reason: impl fmt::Display) -> Self {
        Self { command: Some(shell_line(command)), ..Self::new(step, reason) }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { step, reason, command } = self;
        write!(f, "step `{step}` failed: {reason}")?;
        match command {
            Some(command) => write!(f, "\n  {command}"),
            None => Ok(()),
        }
    }
}

/// Runs a command as a step; what it prints is shown as it comes.
pub(crate) fn run(step: &str, command: &mut Command) -> Result<(), Failure> {
    println!("\n{step}: {}", shell_line(command));
    let begun = Instant::now();
    let status = command
        .status()
        .map_err(|error| Failure::of_command(step, command, format_args!("it did not start: {error}")))?;
    if !status.success() {
        return Err(Failure::of_command(step, command, status));
    }
    println!("{step}: done in {:.1} s", begun.elapsed().as_secs_f64());
    Ok(())
}

/// Does a piece of work as a step.
pub(crate) fn work<T, E: fmt::Display>(step: &str, work: impl FnOnce() -> Result<T, E>) -> Result<T, Failure> {
    println!("\n{step}");
    let begun = Instant::now();
    let value = work().map_err(|error| Failure::new(step, error))?;
    println!("{step}: done in {:.1} s", begun.elapsed().as_secs_f64());
    Ok(value)
}

/// Says that a step is left out, and why.
pub(crate) fn skip(step: &str, reason: &str) {
    println!("\n{step}: skipped, {reason}");
}

/// The command as one could type it.
pub(crate) fn shell_line(command: &Command) -> String {
    let variables = command
        .get_envs()
        .filter_map(|(name, value)| Some(format!("{}={}", name.display(), quoted(&value?.to_string_lossy()))));
    let words =
        std::iter::once(command.get_program()).chain(command.get_args()).map(|word| quoted(&word.to_string_lossy()));
    variables.chain(words).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./=:,+%@".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_one_could_type_it() {
        let mut command = Command::new("cargo");
        command.env("RUSTDOCFLAGS", "-D warnings").args(["doc", "it's"]);
        assert_eq!(shell_line(&command), r"RUSTDOCFLAGS='-D warnings' cargo doc 'it'\''s'");
    }

    #[test]
    fn a_failed_command_names_the_step_the_command_and_the_status() {
        let failure = run("nothing", &mut Command::new("false")).unwrap_err();
        assert_eq!(failure.to_string(), "step `nothing` failed: exit status: 1\n  false");
        let failure = run("nothing", &mut Command::new("there-is-no-such-command")).unwrap_err();
        assert!(failure.to_string().contains("it did not start"));
    }
}
