//! Ends the log at the worst moments: kills, power cuts, full and failing disks. `cargo xtask test` and `torture` call
//! it.

mod check;
mod checkpoints;
mod child;
mod disk;
mod faults;
mod kills;
mod line;
mod load;
mod observations;
mod power_cuts;
mod process;
mod random;
mod server;
mod server_kills;
mod store;

use child::ChildOptions;
use faults::Faults;
use kills::Kills;
use power_cuts::PowerCuts;
use std::process::ExitCode;
use std::str::FromStr;
use store::{Sabotage, Store};

const USAGE: &str = "\
Usage: crash kills --on sqlite|postgres|postgres-server --count N --seed N
       crash power-cuts --count N --catch-within N --seed N
       crash faults --points N --seed N
       crash child …    the program under test, started by the others";

const USAGE_ERROR: u8 = 2;

/// Named values behind a command.
struct Arguments(Vec<(String, String)>);

impl Arguments {
    fn read(words: &[String]) -> Option<Self> {
        let pair = |pair: &[String]| match pair {
            [name, value] => Some((name.strip_prefix("--")?.to_owned(), value.clone())),
            _ => None,
        };
        words.chunks(2).map(pair).collect::<Option<Vec<_>>>().map(Self)
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn value<T: FromStr>(&self, name: &str) -> Option<T> {
        self.text(name)?.parse().ok()
    }
}

fn child_options(arguments: &Arguments) -> Option<ChildOptions> {
    let again = arguments.text("again")?.split(',').filter(|name| !name.is_empty());
    Some(ChildOptions {
        store: Store::parse(arguments.text("store")?, arguments.text("outside")?),
        outside: arguments.value("outside")?,
        seed: arguments.value("seed")?,
        round: arguments.value("round")?,
        threads: arguments.value("threads")?,
        appends: arguments.value("appends")?,
        again: again.map(str::parse).collect::<Result<_, _>>().ok()?,
        sabotage: match arguments.text("sabotage") {
            Some(name) => Some(Sabotage::parse(name)?),
            None => None,
        },
    })
}

/// Does what was asked for; `None` if it was not understood.
fn run(command: &str, arguments: &Arguments) -> Option<Result<(), String>> {
    let seed = arguments.value("seed")?;
    Some(match command {
        "kills" => {
            let kills = Kills { count: arguments.value("count")?, seed };
            match arguments.text("on")? {
                "sqlite" => kills.on_sqlite(),
                "postgres" => kills.of_process_on_postgres(),
                "postgres-server" => kills.of_server(),
                _ => return None,
            }
        }
        "power-cuts" => {
            PowerCuts { count: arguments.value("count")?, catch_within: arguments.value("catch-within")?, seed }.run()
        }
        "faults" => Faults { points: arguments.value("points")?, seed }.run(),
        _ => return None,
    })
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let understood = words.split_first().and_then(|(command, rest)| Some((command, Arguments::read(rest)?)));
    let outcome = understood.and_then(|(command, arguments)| match command.as_str() {
        "child" => Some(Ok(child::run(&child_options(&arguments)?))),
        _ => run(command, &arguments).map(|outcome| outcome.map(|()| ExitCode::SUCCESS)),
    });
    match outcome {
        Some(Ok(code)) => code,
        Some(Err(failure)) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
        None => {
            eprintln!("{USAGE}");
            ExitCode::from(USAGE_ERROR)
        }
    }
}
