//! What every handler works with: the store, the read models, the settings.

use crate::answer::Shelf;
use crate::live::Live;
use crate::measures::Measures;
use crate::problem::{Problem, ProblemKind};
use crate::rate_limit::RateLimit;
use crate::settings::Settings;
use actix_web::http::header::{HeaderValue, RETRY_AFTER};
use events::envelope::Position;
use events::environment::Environment;
use events::log::Log;
use events::proof::checkpoint::Signer;
use events::vault::Vault;

use projections::projector::Projector;
use projections::views::Views;
use smol_str::SmolStr;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// What the service is given by whoever starts it.
pub struct Parts {
    /// How it is set up.
    pub settings: Settings,
    /// The log.
    pub log: Arc<dyn Log>,
    /// The vault beside it.
    pub vault: Arc<Vault>,
    /// The clock and the randomness.
    pub environment: Arc<dyn Environment>,
    /// Read models that follow the log.
    pub projector: Projector,
    /// Who signs checkpoints.
    pub signer: Arc<Signer>,
}

/// The running application.
pub(crate) struct Kostka {
    pub(crate) settings: Settings,
    pub(crate) log: Arc<dyn Log>,
    pub(crate) vault: Arc<Vault>,
    pub(crate) environment: Arc<dyn Environment>,
    pub(crate) projector: Projector,

    pub(crate) signer: Arc<Signer>,
    pub(crate) measures: Measures,
    pub(crate) answers: Shelf,
    /// What all event streams share.
    pub(crate) live: Live,
    pub(crate) anonymous_limit: RateLimit<IpAddr>,
    pub(crate) account_limit: RateLimit<SmolStr>,
    /// True when the service is stopping: streams end, and readiness fails.
    pub(crate) stopping: watch::Sender<bool>,
}

/// How long a reader waits for a position that it asked for.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

impl Kostka {
    pub(crate) fn new(parts: Parts) -> Self {
        let Parts { settings, log, vault, environment, projector, signer } = parts;
        Self {
            measures: Measures::new(),
            answers: Shelf::default(),
            live: Live::new(&settings.limits, &signer),
            anonymous_limit: RateLimit::per_minute("anonymous", settings.limits.anonymous_per_minute),
            account_limit: RateLimit::per_minute("account", settings.limits.account_per_minute),
            stopping: watch::Sender::new(false),
            settings,
            log,
            vault,
            environment,
            projector,
            signer,
        }
    }

    /// The read models as they stand.
    pub(crate) fn views(&self) -> Arc<Views> {
        self.projector.views()
    }

    /// Waits until the read models know this position.
    pub(crate) async fn wait_for(&self, position: Position) -> Result<(), Problem> {
        if self.projector.position() >= position {
            return Ok(());
        }
        tokio::time::timeout(LONGEST_WAIT, self.projector.wait_for(position)).await.map_err(|_| {
            Problem::new(ProblemKind::Unavailable)
                .fact("position", self.projector.position().0)
                .header(RETRY_AFTER, HeaderValue::from_static("1"))
        })?;
        Ok(())
    }

    /// Runs what may hold up a thread where it does no harm.
    pub(crate) async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        actix_web::web::block(work).await.map_err(|_| ProblemKind::Unavailable.into())
    }
}
