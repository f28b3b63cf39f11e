//! The command line of `cargo xtask`, and the help that explains it.

use crate::bench::BENCHES;
use crate::torture::PARTS;
use std::fmt;
use std::path::PathBuf;

/// Printed without a command and after one that is not known.
pub(crate) const HELP: &str = "\
Usage: cargo xtask COMMAND

  check             format, figures of the sources, lints and unit tests; what to run before every commit
  house [NAME]      figures of layout, names and comments, counted in the sources; fails if one is above its cap
                    with NAME only the places that one figure counts
  test              everything at CI size, from a clean clone: installs what is missing by name,
                    then check, tests of the log and of the whole system, documentation, the API from outside (linters,
                    generated clients, random requests), the pages in a browser, the independent oracle, crashes, benchmarks' lints
  contract          only the API from outside, as `test` does it
  browser           only the pages in a browser, as `test` does it
  screenshots       pictures of every page, in both languages, on a phone and on a desk, in `screenshots/`
  torture [PART]    the full counts, in release: the oracle, the properties, the log, random requests, every page in both languages, kills, power
                    cuts and failing disks, and the memory that hostile input takes
                    PART is `oracle`, `tournaments`, `properties`, `log`, `seasons`, `contract`, `browser`, `crash` or `memory`
    --seed N        repeats a run of the oracle and the crashes; otherwise the seed is new and is printed
  bench [NAME]      measures against the bars, in release; NAME is `ranking`, `compute`, `log`, `season` or `http`
  postgres          a PostgreSQL server for tests until Enter is pressed; prints what to export for `cargo test`
  release-fixture BINARY
                    makes the fixture of a release with its binary, in `tests/releases`; every release adds its own

Every step prints its name, its command and its time; the first that fails ends the run.";

/// A command and what it needs.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Help,
    Check,
    House { name: Option<String> },
    Test,
    Contract,
    Browser,
    Screenshots,
    Torture { part: Option<&'static str>, seed: Option<u64> },
    Bench { name: Option<&'static str> },
    Postgres,
    ReleaseFixture { binary: PathBuf },
}

/// Why a command line is not understood.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum InvalidArguments {
    UnknownCommand(String),
    UnknownBench(String),
    UnexpectedArgument(String),
    UnknownPart(String),
    InvalidSeed(String),
    MissingBinary,
}

fn parse_part(part: &str) -> Result<&'static str, InvalidArguments> {
    let found = PARTS.into_iter().find(|known| *known == part);
    found.ok_or_else(|| InvalidArguments::UnknownPart(part.to_owned()))
}

fn parse_seed(seed: &str) -> Result<u64, InvalidArguments> {
    seed.parse().map_err(|_| InvalidArguments::InvalidSeed(seed.to_owned()))
}

impl Task {
    /// Reads what stands behind `cargo xtask`.
    pub(crate) fn parse(arguments: &[String]) -> Result<Self, InvalidArguments> {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        match arguments[..] {
            [] | ["help" | "--help" | "-h", ..] | [_, "--help" | "-h"] => Ok(Self::Help),
            ["check"] => Ok(Self::Check),
            ["house"] => Ok(Self::House { name: None }),
            ["house", name] if !name.starts_with('-') => Ok(Self::House { name: Some(name.to_owned()) }),
            ["test"] => Ok(Self::Test),
            ["contract"] => Ok(Self::Contract),
            ["browser"] => Ok(Self::Browser),
            ["screenshots"] => Ok(Self::Screenshots),
            ["torture"] => Ok(Self::Torture { part: None, seed: None }),
            ["torture", "--seed", seed] => Ok(Self::Torture { part: None, seed: Some(parse_seed(seed)?) }),
            ["torture", part] if !part.starts_with('-') => {
                Ok(Self::Torture { part: Some(parse_part(part)?), seed: None })
            }
            ["torture", part, "--seed", seed] => {
                Ok(Self::Torture { part: Some(parse_part(part)?), seed: Some(parse_seed(seed)?) })
            }
            ["bench"] => Ok(Self::Bench { name: None }),
            ["bench", name] => match BENCHES.into_iter().find(|known| *known == name) {
                Some(name) => Ok(Self::Bench { name: Some(name) }),
                None => Err(InvalidArguments::UnknownBench(name.to_owned())),
            },
            ["postgres"] => Ok(Self::Postgres),
            ["release-fixture"] => Err(InvalidArguments::MissingBinary),
            ["release-fixture", binary] => Ok(Self::ReleaseFixture { binary: binary.into() }),
            ["torture", "--seed", _, unexpected, ..]
            | ["torture", _, "--seed", _, unexpected, ..]
            | ["check" | "test" | "contract" | "browser" | "screenshots" | "torture" | "postgres", unexpected, ..]
            | ["house", unexpected]
            | ["house" | "bench" | "release-fixture", _, unexpected, ..] => {
                Err(InvalidArguments::UnexpectedArgument(unexpected.to_owned()))
            }
            [unknown, ..] => Err(InvalidArguments::UnknownCommand(unknown.to_owned())),
        }
    }
}

impl fmt::Display for InvalidArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCommand(command) => write!(f, "unknown command `{command}`"),
            Self::UnknownBench(name) => write!(f, "unknown benchmark `{name}`; there are: {}", BENCHES.join(", ")),
            Self::UnknownPart(part) => write!(f, "unknown part `{part}`; there are: {}", PARTS.join(", ")),
            Self::UnexpectedArgument(argument) => write!(f, "unexpected argument `{argument}`"),
            Self::InvalidSeed(seed) => write!(f, "`{seed}` is not a seed: a seed is a whole number from 0"),
            Self::MissingBinary => f.write_str("give the binary of the release"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Task, InvalidArguments> {
        let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        Task::parse(&arguments)
    }

    #[test]
    fn no_command_and_every_form_of_help_give_help() {
        for line in ["", "help", "--help", "-h", "torture --help"] {
            assert_eq!(parse(line), Ok(Task::Help), "{line}");
        }
    }

    #[test]
    fn commands_take_what_the_help_says() {
        assert_eq!(parse("torture"), Ok(Task::Torture { part: None, seed: None }));
        assert_eq!(parse("torture --seed 7"), Ok(Task::Torture { part: None, seed: Some(7) }));
        for part in PARTS {
            assert_eq!(parse(&format!("torture {part}")), Ok(Task::Torture { part: Some(part), seed: None }));
            assert_eq!(
                parse(&format!("torture {part} --seed 7")),
                Ok(Task::Torture { part: Some(part), seed: Some(7) })
            );
            assert!(HELP.contains(&format!("`{part}`")), "{part}");
        }
        assert_eq!(parse("postgres"), Ok(Task::Postgres));
        assert_eq!(parse("house"), Ok(Task::House { name: None }));
        assert_eq!(parse("house wide"), Ok(Task::House { name: Some("wide".to_owned()) }));
        assert_eq!(parse("release-fixture a/kostka"), Ok(Task::ReleaseFixture { binary: "a/kostka".into() }));
        assert_eq!(parse("contract"), Ok(Task::Contract));
        assert_eq!(parse("browser"), Ok(Task::Browser));
        assert_eq!(parse("screenshots"), Ok(Task::Screenshots));
        assert_eq!(parse("bench"), Ok(Task::Bench { name: None }));
        for name in BENCHES {
            assert_eq!(parse(&format!("bench {name}")), Ok(Task::Bench { name: Some(name) }));
            assert!(HELP.contains(&format!("`{name}`")), "{name}");
        }
    }

    #[test]
    fn anything_else_is_refused_by_name() {
        let refused = |line: &str| parse(line).unwrap_err().to_string();
        assert_eq!(refused("chek"), "unknown command `chek`");
        assert_eq!(refused("check all"), "unexpected argument `all`");
        assert_eq!(refused("release-fixture"), "give the binary of the release");
        assert_eq!(refused("release-fixture a b"), "unexpected argument `b`");
        assert_eq!(refused("house --all"), "unexpected argument `--all`");
        assert_eq!(refused("house wide all"), "unexpected argument `all`");
        assert_eq!(refused("postgres 16"), "unexpected argument `16`");
        assert_eq!(refused("torture --seed 7 8"), "unexpected argument `8`");
        assert_eq!(refused("torture log --seed 7 8"), "unexpected argument `8`");
        assert!(refused("torture logs").starts_with("unknown part `logs`; there are: oracle, "));
        assert_eq!(refused("torture --seed"), "unexpected argument `--seed`");
        assert_eq!(refused("torture --seed x"), "`x` is not a seed: a seed is a whole number from 0");
        assert_eq!(refused("bench ftp"), "unknown benchmark `ftp`; there are: ranking, compute, log, season, http");
    }
}
