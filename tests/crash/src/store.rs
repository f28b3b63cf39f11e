//! The store under test, and how it is opened.

use crate::line::{ChildMessage, emit};
use events::envelope::Timestamp;
use events::environment::Environment;
use events::log::Log;
use events::postgres::{PostgresLog, PostgresOptions};
use events::proof::checkpoint_file;
use events::sqlite::{SqliteLog, SqliteOptions};
use events::writer_stage::{OnWriterStage, WriterStage};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// The clock and the randomness of the machine.
pub(crate) struct SystemEnvironment;

impl Environment for SystemEnvironment {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(since.as_micros() as i64)
    }

    #[expect(clippy::expect_used, reason = "without randomness there is nothing to test")]
    fn fill_random(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the machine gives random bytes");
    }
}

/// How the log is made worse than it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sabotage {
    /// It does not wait for the disk.
    SynchronousNormal,
    /// It acknowledges before it commits.
    AcknowledgeEarly,
}

impl Sabotage {
    pub(crate) const ALL: [Self; 2] = [Self::SynchronousNormal, Self::AcknowledgeEarly];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::SynchronousNormal => "synchronous-normal",
            Self::AcknowledgeEarly => "acknowledge-early",
        }
    }

    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sabotage| sabotage.name() == name)
    }
}

/// Where a store is.
#[derive(Debug, Clone)]
pub(crate) enum Store {
    /// A file.
    Sqlite(PathBuf),
    /// A database of a server, and the file outside it.
    Postgres { address: String, outside: PathBuf },
}

impl fmt::Display for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "{}", path.display()),
            Self::Postgres { address, .. } => f.write_str(address),
        }
    }
}

impl Store {
    /// Reads an address or a path, and the path of the file outside.
    pub(crate) fn parse(text: &str, outside: &str) -> Self {
        if text.starts_with("postgres://") {
            Self::Postgres { address: text.to_owned(), outside: Path::new(outside).to_owned() }
        } else {
            Self::Sqlite(Path::new(text).to_owned())
        }
    }

    /// Whether the tree grows in the transaction of the events, and not a little later.
    pub(crate) fn keeps_subtrees_at_once(&self) -> bool {
        matches!(self, Self::Sqlite(_))
    }

    /// The file beside a store that holds the last checkpoint.
    pub(crate) fn outside(&self) -> PathBuf {
        match self {
            Self::Sqlite(path) => checkpoint_file::beside(path),
            Self::Postgres { outside, .. } => outside.clone(),
        }
    }

    /// Opens the store; a file is made first if there is none.
    pub(crate) fn open(&self) -> Result<Arc<dyn Log>, String> {
        self.open_with(None, None)
    }

    /// The same, telling each stage of the writer.
    pub(crate) fn open_telling(&self, sabotage: Option<Sabotage>) -> Result<Arc<dyn Log>, String> {
        let tell = |writer_stage| {
            emit(&match writer_stage {
                WriterStage::Committing => ChildMessage::Committing,
                WriterStage::Committed => ChildMessage::Committed,
                WriterStage::Reopened => ChildMessage::Reopened,
            });
        };
        self.open_with(Some(Arc::new(tell)), sabotage)
    }

    fn open_with(&self, on_stage: Option<OnWriterStage>, sabotage: Option<Sabotage>) -> Result<Arc<dyn Log>, String> {
        match self {
            Self::Sqlite(path) => {
                let options = SqliteOptions {
                    on_stage,
                    synchronous_normal: sabotage == Some(Sabotage::SynchronousNormal),
                    acknowledge_before_commit: sabotage == Some(Sabotage::AcknowledgeEarly),
                    ..SqliteOptions::default()
                };
                let log = SqliteLog::open_or_create(path, Arc::new(SystemEnvironment), options);
                Ok(Arc::new(log.map_err(|error| with_sources(&error))?))
            }
            Self::Postgres { address, .. } => {
                let options = PostgresOptions { on_stage, ..PostgresOptions::default() };
                let log = PostgresLog::open(address, Arc::new(SystemEnvironment), options);
                Ok(Arc::new(log.map_err(|error| with_sources(&error))?))
            }
        }
    }
}

/// The text of an error with what lies behind it.
pub(crate) fn with_sources(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(inner) = source {
        text = format!("{text}: {inner}");
        source = inner.source();
    }
    text
}
