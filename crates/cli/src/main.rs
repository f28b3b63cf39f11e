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

use args::{Commands, ConfigCommands, Invocation, LogCommands, RulebookArgs, RulebookCommands};
use failure::{EXIT_BAD_INPUT, EXIT_CHECK_FAILED, EXIT_INTERRUPTED, EXIT_STORE, Failure};
use formats::localization::Message;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Invocation { lang, command } = match args::parse(std::env::args_os()) {
        Ok(invocation) => invocation,
        Err(answer) => return answer.print(),
    };
    let done = match command {
        Commands::Compute(compute) => commands::compute::run(lang, &compute),
        Commands::Compare(compare) => commands::compare::run(lang, &compare),
        Commands::Import(import) => commands::import::run(lang, &import),
        Commands::Export(export) => commands::export::run(lang, &export),
        Commands::Log(LogCommands::Verify(store)) => commands::verify::store(lang, &store),
        Commands::Log(LogCommands::Export(export)) => commands::log::export(lang, &export),
        Commands::Log(LogCommands::Stats(store)) => commands::log::stats(lang, &store),
        Commands::Verify(verify) => commands::verify::export(lang, &verify),
        Commands::Replay(replay) => commands::replay::run(lang, &replay),
        Commands::Backup(backup) => commands::backup::run(lang, &backup),
        Commands::Restore(restore) => commands::restore::run(lang, &restore),
        Commands::Migrate(migrate) => commands::migrate::run(lang, &migrate),
        Commands::Doctor(store) => commands::doctor::run(lang, &store),
        Commands::Erase(erase) => commands::erase::run(lang, &erase),
        Commands::Serve(service) => commands::serve::run(lang, &service),
        Commands::Demo(demo) => commands::demo::run(lang, &demo),
        Commands::Simulate(simulate) => commands::simulate::run(lang, &simulate),
        Commands::Config(ConfigCommands::Show(service)) => commands::config::show(lang, &service),
        Commands::Account(account) => commands::account::run(lang, &account),
        Commands::Rulebook(RulebookArgs { command: None }) => commands::rulebook::list(lang),
        Commands::Rulebook(RulebookArgs { command: Some(RulebookCommands::Show(show)) }) => {
            commands::rulebook::show(lang, &show)
        }
        Commands::Openapi(openapi) => commands::openapi::run(&openapi),
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
