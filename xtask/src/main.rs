//! `cargo xtask`: the developer's commands, the same on a laptop and in CI.

mod arguments;
mod bench;
mod browser;
mod check;
mod contract;
mod crash;
mod differential;
mod full_test;
mod house;
mod postgres;
mod prerequisites;
mod release;
mod step;
mod tools;
mod torture;
mod workspace;

use arguments::{HELP, Task};
use std::process::ExitCode;

/// What the shell convention says for a command line that cannot be understood.
const USAGE_ERROR: u8 = 2;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let task = match Task::parse(&arguments) {
        Ok(task) => task,
        Err(invalid) => {
            eprintln!("{invalid}\n\n{HELP}");
            return ExitCode::from(USAGE_ERROR);
        }
    };
    let outcome = match task {
        Task::Help => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Task::Check => check::run(),
        Task::Test => full_test::run(),
        Task::House { name } => house::run(name.as_deref()),
        Task::Contract => contract::run(&contract::Size::SMALL),
        Task::Browser => browser::run(browser::Size::Small),
        Task::Screenshots => browser::screenshots(),
        Task::Torture { part, seed } => torture::run(part, seed),
        Task::Bench { name } => bench::run(name),
        Task::Postgres => postgres::run(),
        Task::ReleaseFixture { binary } => release::make_fixture(&binary),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("\n{failure}");
            ExitCode::FAILURE
        }
    }
}
