//! The `kostka` command.

mod args;
mod commands;
mod failure;
mod input;

use args::{Action, Invocation};
use failure::{EXIT_BAD_INPUT, Failure};
use formats::words::Message;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Invocation { lang, action } = match args::parse(std::env::args_os()) {
        Ok(invocation) => invocation,
        Err(answer) => return answer.print(),
    };
    let done = match action {
        Action::Compute(compute) => commands::compute::run(lang, &compute),
        Action::Compare(compare) => commands::compare::run(lang, &compare),
        Action::ListRulebooks => commands::rulebook::list(lang),
        Action::ShowRulebook(show) => commands::rulebook::show(lang, &show),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output has had enough; that is no failure of ours.
        Err(Failure::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => {
            eprintln!("{}", lang.say(&Message::new("cannot-write").with("problem", error.to_string())));
            ExitCode::FAILURE
        }
        Err(Failure::BadInput(lines)) => {
            for line in lines {
                eprintln!("{line}");
            }
            ExitCode::from(EXIT_BAD_INPUT)
        }
    }
}
