//! The `kostka` command.

mod accounts;
mod args;
mod commands;
mod configuration;
mod failure;
mod http_client;
mod input;
mod logging;
mod memory;
mod notice;
mod progress;
mod service;
mod signals;
mod store;
mod system_environment;

use args::{Action, Invocation};
use failure::{EXIT_BAD_INPUT, EXIT_CHECK_FAILED, EXIT_INTERRUPTED, EXIT_STORE, Failure};
use formats::localization::Message;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Invocation { lang, action } = match args::parse(std::env::args_os()) {
        Ok(invocation) => invocation,
        Err(answer) => return answer.print(),
    };
    let done = match action {
        Action::Compute(compute) => commands::compute::run(lang, &compute),
        Action::Compare(compare) => commands::compare::run(lang, &compare),
        Action::Import(import) => commands::import::run(lang, &import),
        Action::Export(export) => commands::export::run(lang, &export),
        Action::LogVerify(verify) => commands::verify::store(lang, &verify),
        Action::LogExport(export) => commands::log::export(lang, &export),
        Action::LogStats(stats) => commands::log::stats(lang, &stats),
        Action::Verify(verify) => commands::verify::export(lang, &verify),
        Action::Replay(replay) => commands::replay::run(lang, &replay),
        Action::Backup(backup) => commands::backup::run(lang, &backup),
        Action::Restore(restore) => commands::restore::run(lang, &restore),
        Action::Migrate(migrate) => commands::migrate::run(lang, &migrate),
        Action::Doctor(doctor) => commands::doctor::run(lang, &doctor),
        Action::Erase(erase) => commands::erase::run(lang, &erase),
        Action::Serve(serve) => commands::serve::run(lang, &serve),
        Action::Demo(demo) => commands::demo::run(lang, &demo),
        Action::Simulate(simulate) => commands::simulate::run(lang, &simulate),
        Action::ShowConfig(show) => commands::config::show(lang, &show),
        Action::Account(account) => commands::account::run(lang, &account),
        Action::ListRulebooks => commands::rulebook::list(lang),
        Action::Openapi(openapi) => commands::openapi::run(&openapi),
        Action::ShowRulebook(show) => commands::rulebook::show(lang, &show),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has closed the pipe, which is no failure.
        Err(Failure::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => {
            eprintln!("{}", lang.render(&Message::new("cannot-write").message("problem", input::io_problem(&error))));
            ExitCode::FAILURE
        }
        Err(Failure::CheckFailed(lines)) => render(&lines, EXIT_CHECK_FAILED),
        Err(Failure::BadInput(lines)) => render(&lines, EXIT_BAD_INPUT),
        Err(Failure::Store(lines)) => render(&lines, EXIT_STORE),
        Err(Failure::Interrupted(lines)) => render(&lines, EXIT_INTERRUPTED),
    }
}

fn render(lines: &[String], exit_code: u8) -> ExitCode {
    for line in lines {
        notice::fail(line);
    }
    ExitCode::from(exit_code)
}
