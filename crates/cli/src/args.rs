//! The command line: its commands and options, with help and errors in the language of the user.

use crate::configuration::{ConfigArgs, ServiceArgs};
use crate::failure::EXIT_BAD_INPUT;
use crate::store::StoreArgs;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use formats::localization::{Lang, Message};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

pub(crate) struct Invocation {
    pub(crate) lang: Lang,
    pub(crate) command: Commands,
}

// Help texts are not here: they come from the words of the product, by the names of commands and options.

#[derive(Parser)]
#[command(
    name = "kostka",
    version,
    disable_help_flag = true,
    disable_help_subcommand = true,
    disable_version_flag = true
)]
struct Cli {
    #[arg(long, global = true, value_name = "pl|en", default_value = "pl")]
    lang: LangCode,
    #[command(subcommand)]
    command: Commands,
}

#[derive(Clone, Copy, ValueEnum)]
enum LangCode {
    Pl,
    En,
}

#[derive(Subcommand)]
pub(crate) enum Commands {
    Compute(Compute),
    Compare(Compare),
    Rulebook(RulebookArgs),
    Import(Import),
    Export(Export),
    #[command(subcommand)]
    Log(LogCommands),
    Verify(Verify),
    Replay(Replay),
    Backup(Backup),
    Restore(Restore),
    Migrate(Migrate),
    Doctor(StoreArgs),
    Erase(Erase),
    Serve(ServiceArgs),
    Demo(Demo),
    Simulate(Simulate),
    #[command(subcommand)]
    Account(AccountCommands),
    #[command(subcommand)]
    Config(ConfigCommands),
    Openapi(Openapi),
}

#[derive(Args)]
pub(crate) struct Demo {
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
}

#[derive(Args)]
pub(crate) struct Simulate {
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    pub(crate) url: String,
    #[arg(long, value_name = "LOGIN")]
    pub(crate) login: Option<String>,
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) tournaments: u32,
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(12..=500))]
    pub(crate) players: u32,
    #[arg(long, value_name = "FORMAT", default_value = "maks_c")]
    pub(crate) format: String,
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[arg(long, value_name = "max|SECONDS", default_value = "max")]
    pub(crate) speed: String,
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) organisers: u32,
    #[arg(long, value_name = "POINT")]
    pub(crate) stop_at: Option<String>,
    #[arg(long, conflicts_with = "stop_at")]
    pub(crate) keep_open: bool,
    #[arg(long)]
    pub(crate) no_incidents: bool,
    #[arg(long, value_name = "json|table", default_value = "table")]
    pub(crate) output: ListFormat,
}

#[derive(Subcommand)]
pub(crate) enum ConfigCommands {
    Show(ServiceArgs),
}

#[derive(Subcommand)]
pub(crate) enum AccountCommands {
    Create(CreateAccount),
    List(ConfiguredStore),
    Link(NamedAccount),
    Disable(NamedAccount),
    Enable(NamedAccount),
    ResetSecondFactor(NamedAccount),
}

#[derive(Args)]
pub(crate) struct CreateAccount {
    #[arg(long, value_name = "LOGIN")]
    pub(crate) login: String,
    #[arg(long, value_name = "NAME")]
    pub(crate) name: String,
    #[arg(long, value_name = "ROLE[@KIND:ID]")]
    pub(crate) role: Vec<String>,
    #[command(flatten)]
    pub(crate) place: ConfiguredStore,
}

/// A store, and the settings of the service on it.
#[derive(Args)]
pub(crate) struct ConfiguredStore {
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Args)]
pub(crate) struct NamedAccount {
    #[arg(value_name = "LOGIN")]
    pub(crate) login: String,
    #[command(flatten)]
    pub(crate) place: ConfiguredStore,
}

#[derive(Subcommand)]
pub(crate) enum LogCommands {
    Verify(StoreArgs),
    Export(LogExport),
    Stats(StoreArgs),
}

#[derive(Args)]
pub(crate) struct Import {
    #[arg(value_name = "BUNDLE")]
    pub(crate) bundle: PathBuf,
    #[arg(long)]
    pub(crate) correct: bool,
    #[arg(long, value_name = "TEXT", requires = "correct")]
    pub(crate) reason: Option<String>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Args)]
pub(crate) struct Export {
    #[arg(long, value_name = "ID")]
    pub(crate) season: Option<String>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Args)]
pub(crate) struct LogExport {
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Args)]
pub(crate) struct Verify {
    #[arg(value_name = "EXPORT")]
    pub(crate) export: PathBuf,
    #[arg(long, value_name = "KEY")]
    pub(crate) key: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Replay {
    #[arg(value_name = "EXPORT")]
    pub(crate) export: PathBuf,
    #[arg(long, value_name = "LIST")]
    pub(crate) list: Option<String>,
    #[arg(long, value_name = "N", requires = "list", conflicts_with = "at", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) edition: Option<u32>,
    #[arg(long, value_name = "POSITION", requires = "list")]
    pub(crate) at: Option<u64>,
    #[arg(long, value_name = "FILE", requires = "list")]
    pub(crate) names: Option<PathBuf>,
    #[arg(long, value_name = "FILE", requires = "list")]
    pub(crate) out: Option<PathBuf>,
    #[arg(long, value_name = "KEY")]
    pub(crate) key: Option<String>,
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    #[arg(long, value_name = "json|table", default_value = "table")]
    pub(crate) format: ListFormat,
}

#[derive(Args)]
pub(crate) struct Backup {
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Args)]
pub(crate) struct Restore {
    #[arg(value_name = "BACKUP")]
    pub(crate) backup: Option<PathBuf>,
    #[arg(long)]
    pub(crate) accept_loss: bool,
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Args)]
pub(crate) struct Migrate {
    #[arg(long, value_name = "ROLE")]
    pub(crate) app_role: Option<String>,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Args)]
pub(crate) struct Erase {
    #[arg(value_name = "PLAYER")]
    pub(crate) player: String,
    #[arg(long)]
    pub(crate) yes: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Args)]
pub(crate) struct Openapi {
    #[arg(long)]
    pub(crate) older: bool,
}

#[derive(Args)]
pub(crate) struct RulebookArgs {
    #[command(subcommand)]
    pub(crate) command: Option<RulebookCommands>,
}

#[derive(Subcommand)]
pub(crate) enum RulebookCommands {
    Show(ShowRulebook),
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum ListFormat {
    Json,
    Table,
}

#[derive(Args)]
pub(crate) struct Compute {
    #[arg(value_name = "BUNDLE")]
    pub(crate) bundle: PathBuf,
    #[arg(long, value_name = "json|table", default_value = "json")]
    pub(crate) format: ListFormat,
    #[arg(long, value_name = "PLAYER")]
    pub(crate) explain: Option<String>,
    #[arg(long, value_name = "RULEBOOK")]
    pub(crate) rulebook: Option<String>,
}

#[derive(Args)]
pub(crate) struct Compare {
    #[arg(value_name = "A")]
    pub(crate) bundle_a: PathBuf,
    #[arg(value_name = "B")]
    pub(crate) bundle_b: Option<PathBuf>,
    #[arg(long, value_name = "RULEBOOK")]
    pub(crate) rulebook_a: Option<String>,
    #[arg(long, value_name = "RULEBOOK")]
    pub(crate) rulebook_b: Option<String>,
    #[arg(long, value_name = "json|table", default_value = "table")]
    pub(crate) format: ListFormat,
}

#[derive(Args)]
pub(crate) struct ShowRulebook {
    #[arg(value_name = "RULEBOOK")]
    pub(crate) rulebook: String,
    #[arg(long, value_name = "json|table", default_value = "table")]
    pub(crate) format: ListFormat,
}

/// What to print in place of doing something: help, the version, or what is wrong with the command line.
pub(crate) struct EarlyExit {
    text: String,
    is_error: bool,
}

impl EarlyExit {
    pub(crate) fn print(self) -> ExitCode {
        if self.is_error {
            eprintln!("{}", self.text.trim_end());
            return ExitCode::from(EXIT_BAD_INPUT);
        }
        // A reader that has gone away does not make help an error.
        let _ = std::io::Write::write_all(&mut std::io::stdout(), self.text.as_bytes());
        ExitCode::SUCCESS
    }
}

pub(crate) fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Invocation, EarlyExit> {
    let args: Vec<OsString> = args.into_iter().collect();
    // The language is needed before the rest is understood, to say what is wrong with it.
    let lang = asked_language(&args);
    let matches = command(lang).try_get_matches_from(args).map_err(|error| answer(lang, &error))?;
    let cli = Cli::from_arg_matches(&matches).map_err(|error| answer(lang, &error))?;
    let lang = match cli.lang {
        LangCode::Pl => Lang::Pl,
        LangCode::En => Lang::En,
    };
    Ok(Invocation { lang, command: cli.command })
}

fn asked_language(args: &[OsString]) -> Lang {
    let texts: Vec<&str> = args.iter().filter_map(|arg| arg.to_str()).collect();
    let separate = texts.windows(2).find(|pair| pair[0] == "--lang").map(|pair| pair[1]);
    let joined = texts.iter().find_map(|text| text.strip_prefix("--lang="));
    separate.or(joined).and_then(Lang::parse).unwrap_or_default()
}

fn command(lang: Lang) -> Command {
    localise(Cli::command(), lang, "cli")
}

fn localise(command: Command, lang: Lang, key: &str) -> Command {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help);
    let subcommands: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    let is_root = key == "cli";
    let mut command = command.disable_help_flag(true).arg(help);
    if is_root {
        command = command.arg(Arg::new("version").short('V').long("version").action(ArgAction::Version));
    }
    let arguments = lang.text("cli-heading-arguments");
    let options = lang.text("cli-heading-options");
    command = command
        .about(lang.text(&format!("{key}-about")))
        .override_usage(lang.text(&format!("{key}-usage")))
        .subcommand_help_heading(lang.text("cli-heading-commands"))
        .help_template(format!("{{about}}\n\n{}: {{usage}}\n\n{{all-args}}\n", lang.text("cli-heading-usage")))
        .mut_args(|arg| {
            let name = match arg.get_id().as_str() {
                common @ ("help" | "version" | "lang" | "store" | "key_file" | "outside" | "config") => {
                    format!("cli-arg-{}", common.replace('_', "-"))
                }
                setting @ ("listen" | "metrics_listen" | "public_url" | "trusted_proxies" | "allow_plain_http"
                | "workers" | "log" | "access_log" | "set") => format!("cli-serve-arg-{}", setting.replace('_', "-")),
                own => format!("{key}-arg-{}", own.replace('_', "-")),
            };
            let heading = if arg.is_positional() { &arguments } else { &options };
            let value_name = arg.get_value_names().and_then(|names| names.first()).map(|name| name.to_lowercase());
            let arg = match value_name.as_deref() {
                Some(
                    name @ ("bundle" | "player" | "rulebook" | "store" | "file" | "folder" | "text" | "key" | "backup"
                    | "role" | "export" | "list" | "position" | "address" | "networks" | "level" | "login"
                    | "name"),
                ) => arg.value_name(lang.text(&format!("cli-value-{name}"))),
                _ => arg,
            };
            let arg = arg.help(lang.text(&name)).help_heading(heading.clone());
            // The help texts name values and defaults themselves.
            let takes_values = arg.get_action().takes_values();
            if takes_values { arg.hide_possible_values(true).hide_default_value(true) } else { arg }
        });
    for name in subcommands {
        let key = format!("{key}-{name}");
        command = command.mut_subcommand(name, |sub| localise(sub, lang, &key));
    }
    command
}

fn answer(lang: Lang, error: &clap::Error) -> EarlyExit {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => EarlyExit { text: error.to_string(), is_error: false },
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => EarlyExit { text: error.to_string(), is_error: true },
        _ => {
            let text = format!("{}\n{}", lang.render(&problem(error)), lang.text("cli-see-help"));
            EarlyExit { text, is_error: true }
        }
    }
}

fn problem(error: &clap::Error) -> Message<'static> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    };
    let argument = context(ContextKind::InvalidArg);
    match error.kind() {
        ErrorKind::UnknownArgument => Message::new("cli-unknown-argument").with("argument", argument),
        ErrorKind::InvalidSubcommand => {
            Message::new("cli-unknown-command").with("command", context(ContextKind::InvalidSubcommand))
        }
        ErrorKind::MissingRequiredArgument => Message::new("cli-missing-argument").with("argument", argument),
        ErrorKind::MissingSubcommand => Message::new("cli-missing-command"),
        ErrorKind::InvalidValue if context(ContextKind::InvalidValue).is_empty() => {
            Message::new("cli-missing-value").with("argument", argument)
        }
        ErrorKind::ValueValidation => {
            Message::new("cli-unfit-value").with("argument", argument).with("value", context(ContextKind::InvalidValue))
        }
        ErrorKind::InvalidValue => Message::new("cli-invalid-value")
            .with("argument", argument)
            .with("value", context(ContextKind::InvalidValue))
            .with("known", context(ContextKind::ValidValue)),
        ErrorKind::ArgumentConflict => {
            Message::new("cli-conflict").with("argument", argument).with("other", context(ContextKind::PriorArg))
        }
        ErrorKind::TooManyValues | ErrorKind::WrongNumberOfValues => {
            Message::new("cli-too-many").with("argument", argument)
        }
        ErrorKind::InvalidUtf8 => Message::new("cli-not-utf8"),
        _ => Message::new("cli-other").with("problem", error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(command: &Command) -> Vec<String> {
        let own = command.get_arguments().map(|arg| arg.get_help().map(ToString::to_string).unwrap_or_default());
        let here = own.chain([
            command.get_about().map(ToString::to_string).unwrap_or_default(),
            command.clone().render_usage().to_string(),
        ]);
        here.chain(command.get_subcommands().flat_map(texts)).collect()
    }

    #[test]
    fn every_command_and_option_has_help_in_both_languages() {
        for lang in [Lang::Pl, Lang::En] {
            for text in texts(&command(lang)) {
                assert!(!text.is_empty() && !text.contains('⟨'), "{text}");
            }
        }
    }

    #[test]
    fn the_command_line_is_well_formed() {
        command(Lang::En).debug_assert();
    }
}
