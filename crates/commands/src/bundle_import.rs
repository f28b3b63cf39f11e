//! Imports a season bundle: records what happened, and no decision that a person has yet to confirm.

mod differences;
mod plan;
mod planner;
mod problem_paths;
mod records;

pub use differences::{Difference, Differences};
pub use planner::opaque_id;

use crate::claims::SeasonWindows;
use crate::event_writer::EventWriter;
use domain::values::ids::InvalidId;
use events::append::{Append, AppendError, MAX_APPEND_BYTES, MAX_PAYLOAD_BYTES};
use events::envelope::{Actor, InvalidStreamName, Position, StreamKind, StreamName};
use events::environment::Environment;
use events::log::{Log, ReadError};
use events::mutable_store::RecordKind;
use events::vault::Vault;
use formats::bundle::{self, Bundle};
use formats::problem::Problem;
use plan::{Plan, StepError};
use planner::{ImportPlan, Planner};
use problem_paths::by_id;
use projections::names::{Names, NamesError};
use projections::season_bundle::BundleWriter;
use projections::views::{ApplyRecordError, FoldError, Records, replay_records};
use records::UncheckedValue;

/// Events in one append of an import: large enough to be quick, small enough to let others write in between.
const CHUNK_EVENTS: usize = 1000;
/// How often to plan again when another writer has recorded the same things meanwhile.
const ATTEMPTS: usize = 20;

#[derive(Debug, Clone, Default)]
pub struct ImportOptions {
    /// Records differing content under the same ids as corrections.
    pub correct: bool,
    /// Why things are corrected.
    pub reason: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Imported {
    pub events: u64,
    pub corrected: u64,
    /// Things that were recorded before, just as the bundle has them.
    pub unchanged: u64,
    /// People in the bundle who were erased here, and stay so.
    pub erased: u64,
    pub position: Position,
}

/// Why a bundle was not imported; nothing of it was recorded, but for [`ImportError::Append`].
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Other content is recorded under the same ids.
    #[error("the bundle differs from what is recorded under the same ids")]
    Differs(Differences),
    /// What is recorded and the bundle together break rules of the format; places are told by ids, like `seasons
    /// "2025".from`.
    #[error("the bundle does not go together with what is recorded")]
    Inconsistent(Vec<Problem>),
    #[error("the id `{id}` cannot be recorded")]
    Id {
        id: String,
        #[source]
        problem: InvalidStreamName,
    },
    #[error("{stream} is too large to be recorded: {bytes} bytes, at most {MAX_PAYLOAD_BYTES}")]
    TooLarge { stream: StreamName, bytes: usize },
    #[error(transparent)]
    UncheckedValue(#[from] UncheckedValue),
    #[error("what is recorded could not be read")]
    Fold(#[from] FoldError),
    #[error("the vault could not be opened")]
    Names(#[from] NamesError),
    #[error("the import would not fit what is recorded")]
    History(#[from] ApplyRecordError),
    #[error("the log could not be read")]
    Read(#[from] ReadError),
    #[error("the import could not be made ready")]
    Step(#[from] StepError),
    /// Those before it did go through, and importing again goes on from there.
    #[error("the import stopped after {recorded} events")]
    Append {
        recorded: u64,
        #[source]
        problem: AppendError,
    },
}

impl From<InvalidId> for ImportError {
    fn from(problem: InvalidId) -> Self {
        Self::UncheckedValue(UncheckedValue::from(problem))
    }
}

/// Records a bundle that was checked. `progress` is told how many events of how many are recorded.
///
/// Other writers may record meanwhile: on a conflict the plan is made again, and the rest goes on.
pub fn import(
    log: &dyn Log,
    vault: &Vault,
    environment: &dyn Environment,
    bundle: &Bundle,
    options: &ImportOptions,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Imported, ImportError> {
    let event_writer = EventWriter::new(log, vault, environment, Actor::import());
    let mut recorded = 0;
    let mut attempt = 1;
    loop {
        let mut windows = SeasonWindows::load(log)?;
        let views = replay_records(log)?;
        let mut planner = Planner::new(&views, Names::load(log, vault)?, vault, environment, options);
        planner.bundle(bundle)?;
        let ImportPlan { plan, names, differences, corrected, unchanged, erased } = planner.into_import_plan();
        if differences.count > 0 && !options.correct {
            return Err(ImportError::Differs(differences));
        }
        check(&views.records, &names, &plan)?;
        match record(&event_writer, plan, &mut windows, &mut recorded, progress) {
            Err(ImportError::Append {
                problem:
                    AppendError::Conflict { .. }
                    | AppendError::VaultConflict { .. }
                    | AppendError::RecordConflict { record_kind: RecordKind::Claim },
                ..
            }) if attempt < ATTEMPTS => attempt += 1,
            Err(error) => return Err(error),
            Ok(()) => {
                let position = log.head()?.position;
                return Ok(Imported { events: recorded, corrected, unchanged, erased, position });
            }
        }
    }
}

/// Checks that the plan can be recorded, and that what is recorded then is a valid bundle.
fn check(records: &Records, names: &Names, plan: &Plan) -> Result<(), ImportError> {
    if let Some((stream, bytes)) = plan.too_large() {
        return Err(ImportError::TooLarge { stream, bytes });
    }
    if plan.events() == 0 {
        return Ok(());
    }
    let mut after = records.clone();
    plan.apply_to(&mut after)?;
    let together = || BundleWriter { names }.bundle(&after, None);
    match bundle::check(together(), None) {
        Ok(_) => Ok(()),
        Err(problems) => {
            let together = together();
            Err(ImportError::Inconsistent(problems.into_iter().map(|problem| by_id(&together, problem)).collect()))
        }
    }
}

/// Records a plan in several appends; `recorded` counts the events that are in the log.
fn record(
    event_writer: &EventWriter<'_>,
    plan: Plan,
    windows: &mut SeasonWindows,
    recorded: &mut u64,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), ImportError> {
    let all = *recorded + plan.events();
    let mut send = |mut append: Append| -> Result<(), ImportError> {
        if append.events.iter().any(|event| event.stream.kind() == StreamKind::Season) {
            append.mutable_writes.push(windows.advance_revision());
        }
        let count = append.events.len() as u64;
        let outcome = event_writer.log.append(append).wait();
        outcome.map_err(|problem| ImportError::Append { recorded: *recorded, problem })?;
        *recorded += count;
        progress(*recorded, all);
        Ok(())
    };
    let mut append = Append::default();
    let mut bytes = 0;
    for step in plan.into_steps() {
        let mut one = Append::default();
        step.write(event_writer, &mut one)?;
        if bytes + one.bytes() > MAX_APPEND_BYTES / 2 || append.events.len() >= CHUNK_EVENTS {
            send(std::mem::take(&mut append))?;
            bytes = 0;
        }
        bytes += one.bytes();
        append.events.append(&mut one.events);
        append.vault.append(&mut one.vault);
        append.expected.append(&mut one.expected);
    }
    if append.events.is_empty() { Ok(()) } else { send(append) }
}
