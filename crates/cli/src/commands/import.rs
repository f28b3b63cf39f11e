//! `kostka import`: records a season bundle.

use super::output;
use crate::args::Import;
use crate::failure::{Failure, with_causes};
use crate::input;
use crate::progress::Progress;
use crate::store::{Missing, Store, append_message, store_error};
use crate::system_environment::SystemEnvironment;
use commands::bundle_import::{Difference, Differences, ImportError, ImportOptions, import};
use domain::rulebook::parameters;
use events::append::MAX_PAYLOAD_BYTES;
use events::envelope::{InvalidStreamName, MAX_STREAM_ID_BYTES};
use events::proof::checkpointer::CheckpointError;
use formats::bundle;
use formats::localization::{Lang, Message};
use std::io::Write;

pub(crate) fn run(lang: Lang, args: &Import) -> Result<(), Failure> {
    if args.reason.as_ref().is_some_and(|reason| reason.trim().is_empty()) {
        return Err(Failure::BadInput(vec![lang.text("import-empty-reason")]));
    }
    let bundle = input::raw_bundle(lang, &args.bundle)?;
    // Nothing is opened, let alone made, for a bundle that cannot be recorded.
    bundle::check(bundle.clone(), None).map_err(|problems| input::invalid_values(lang, &args.bundle, problems))?;
    let store = Store::open_to_write(lang, &args.store, Missing::Create)?;
    let progress = Progress::new(lang, "import-progress");
    let options = ImportOptions { correct: args.correct, reason: args.reason.clone() };
    let mut signed = PeriodicCheckpoints { until: 0, outcome: Ok(()) };
    let imported = import(&*store.log, &store.vault, &SystemEnvironment, &bundle, &options, &mut |done, all| {
        progress.show(done, all);
        signed.sign(&store, done);
    });
    drop(progress);
    let imported = match imported {
        Ok(imported) => imported,
        Err(error) => {
            let failure = failure(lang, args, &error);
            // What was recorded before an interruption is signed like everything else.
            store.finish()?;
            return Err(failure);
        }
    };
    let signed = signed.outcome.map_err(|error| store.checkpoint_failure(&error));
    store.finish()?;
    let mut out = output();
    let message = Message::new(if imported.events == 0 { "import-nothing-new" } else { "import-done" })
        .number("events", imported.events as i64)
        .number("corrected", imported.corrected as i64)
        .number("unchanged", imported.unchanged as i64)
        .number("position", imported.position.0 as i64);
    writeln!(out, "{}", lang.render(&message))?;
    out.flush()?;
    if imported.erased > 0 {
        eprintln!("{}", lang.render(&Message::new("import-erased").number("n", imported.erased as i64)));
    }
    signed
}

/// How many events are recorded at most before they are signed.
const MAX_UNSIGNED_EVENTS: u64 = 5000;

/// What was signed while an import went on.
struct PeriodicCheckpoints {
    until: u64,
    outcome: Result<(), CheckpointError>,
}

impl PeriodicCheckpoints {
    /// Signs what was recorded if it is much; after a failure nothing more is tried before the end.
    fn sign(&mut self, store: &Store, recorded: u64) {
        if recorded >= self.until + MAX_UNSIGNED_EVENTS && self.outcome.is_ok() {
            self.until = recorded;
            self.outcome = store.checkpointer.checkpoint_now().map(|_| ());
        }
    }
}

fn failure(lang: Lang, args: &Import, error: &ImportError) -> Failure {
    let file = args.bundle.display().to_string();
    match error {
        ImportError::Differs(differences) => Failure::BadInput(differing(lang, &file, differences)),
        ImportError::Inconsistent(problems) => {
            let mut lines = vec![lang.render(&Message::new("import-together").with("file", file))];
            lines.extend(problems.iter().map(|problem| format!("  {}", lang.render(&problem.message()))));
            Failure::BadInput(lines)
        }
        ImportError::Id { id, problem } => {
            let problem = Message::new(match problem {
                InvalidStreamName::TooLong => "import-id-too-long",
                InvalidStreamName::Malformed => "import-id-invalid",
            });
            let problem = problem.excerpt("id", id.clone()).number("bytes", MAX_STREAM_ID_BYTES as i64);
            input::bad_input(lang, &args.bundle, problem)
        }
        ImportError::TooLarge { stream, bytes } => {
            let problem = Message::new("import-too-large").excerpt("id", stream.id().to_owned());
            let problem = problem.number("bytes", *bytes as i64).number("most", MAX_PAYLOAD_BYTES as i64);
            input::bad_input(lang, &args.bundle, problem)
        }
        ImportError::UncheckedValue(_) => {
            Failure::bad_input(lang, &Message::new("bad-input").with("file", file).with("problem", with_causes(error)))
        }
        ImportError::Append { recorded, problem } => {
            let message = Message::new("import-stopped").number("recorded", *recorded as i64);
            let message = match append_message(problem) {
                Some(problem) => message.message("problem", problem),
                None => message.with("problem", with_causes(problem)),
            };
            Failure::Store(vec![lang.render(&message)])
        }
        other => store_error(lang, other),
    }
}

fn differing(lang: Lang, file: &str, differences: &Differences) -> Vec<String> {
    let title = Message::new("import-differs").with("file", file.to_owned()).number("n", differences.count as i64);
    let mut lines = vec![lang.render(&title)];
    lines.extend(differences.reported.iter().map(|difference| line(lang, difference)));
    let untold = differences.count - differences.reported.len();
    if untold > 0 {
        lines.push(format!("  {}", lang.render(&Message::new("import-more").number("n", untold as i64))));
    }
    lines.push(lang.text("import-hint-correct"));
    lines
}

fn line(lang: Lang, difference: &Difference) -> String {
    let nothing = || match default_of(&difference.path) {
        Some(default) => lang.render(&Message::new("import-default").with("value", default)),
        None => lang.text("import-nothing"),
    };
    let value = |value: &Option<String>| value.clone().unwrap_or_else(nothing);
    let message = Message::new("import-difference")
        .message("list", Message::new(format!("list-{}", difference.list.replace('_', "-"))))
        .with("id", difference.id.as_str())
        .with("path", difference.path.as_str())
        .with("recorded", value(&difference.recorded))
        .with("given", value(&difference.given));
    format!("  {}", lang.render(&message))
}

/// What holds where a rulebook does not override a parameter.
fn default_of(path: &str) -> Option<String> {
    let path = path.strip_prefix("rulebook.overrides.")?;
    let parameter = parameters::parameter(parameters::alias_target(path).unwrap_or(path))?;
    Some(parameter.default.to_string())
}
