//! What every handler works with: the store, the read models, the settings.

use crate::accounts::{Audit, Hashing, Throttle, Tokens};
use crate::http::answer::AnswerCache;
use crate::http::connections::Connections;
use crate::http::expensive_reads::ExpensiveReads;
use crate::http::metrics::Metrics;
use crate::http::page_cache::PageCache;
use crate::http::paging::CursorSigner;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::rate_limit::RateLimit;
use crate::http::response_cache::ResponseCache;
use crate::http::settings::{Limits, Settings, SignIn};
use crate::log::streams::Live;
use actix_web::http::header::{HeaderValue, RETRY_AFTER};
use actix_web::web::ServiceConfig;
use commands::CommandHandler;
use events::envelope::{Position, StreamName};
use events::environment::Environment;
use events::log::Log;
use events::proof::checkpointer::Checkpointer;
use events::vault::{Disclosure, OnePerSubject, Vault};
use formats::localization::Message;
use projections::projector::{Health, Projector};
use projections::views::Views;
use smol_str::SmolStr;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tokio::sync::{Semaphore, watch};

/// What the service is started with.
pub struct Dependencies {
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
    /// Who signs checkpoints and keeps them.
    pub checkpointer: Arc<Checkpointer>,
    /// The addresses of pages for people; nothing where there are none.
    pub pages: fn(&mut ServiceConfig),
}

pub(crate) struct AppState {
    pub(crate) settings: Settings,
    pub(crate) log: Arc<dyn Log>,
    pub(crate) vault: Arc<Vault>,
    pub(crate) environment: Arc<dyn Environment>,
    pub(crate) projector: Projector,
    pub(crate) commands: CommandHandler,
    pub(crate) checkpointer: Arc<Checkpointer>,
    pub(crate) metrics: Metrics,
    pub(crate) answers: AnswerCache,
    pub(crate) pages: PageCache,
    pub(crate) response_cache: ResponseCache,
    pub(crate) cursors: CursorSigner,
    pub(crate) live: Live,
    pub(crate) limits: RequestLimits,
    pub(crate) expensive_reads: ExpensiveReads,
    pub(crate) sign_in: SignInState,
    pub(crate) audit: Audit,
    /// True from the moment on when the read models have come to the end of the log for the first time.
    pub(crate) caught_up: AtomicBool,
    pub(crate) connections: Arc<Connections>,
    /// True when the service is stopping: streams end, and readiness fails.
    pub(crate) stopping: watch::Sender<bool>,
}

/// How many requests are answered, by address, account and purpose.
pub(crate) struct RequestLimits {
    pub(crate) anonymous: RateLimit<IpAddr>,
    /// Refused attempts to sign in that leave a line in the audit.
    pub(crate) audited_refusals: RateLimit<IpAddr>,
    /// Requests with a token, valid or not.
    pub(crate) with_token: RateLimit<IpAddr>,
    pub(crate) account: RateLimit<SmolStr>,
    /// Applications without an account: each stays in the log for ever.
    pub(crate) applications: RateLimit<IpAddr>,
    pub(crate) exports: RateLimit<IpAddr>,
    /// Held while the whole log is sent to a client.
    pub(crate) exporting: Arc<Semaphore>,
}

impl RequestLimits {
    fn new(limits: &Limits) -> Self {
        Self {
            anonymous: RateLimit::per_minute("anonymous", limits.anonymous_per_minute),
            audited_refusals: RateLimit::per_minute("noted", NOTED_REFUSALS_PER_MINUTE),
            with_token: RateLimit::per_minute("with-token", limits.with_token_per_minute),
            account: RateLimit::per_minute("account", limits.account_per_minute),
            applications: RateLimit::per_hour("applications", APPLICATIONS_PER_HOUR),
            exports: RateLimit::per_hour("exports", EXPORTS_PER_HOUR),
            exporting: Arc::new(Semaphore::new(1)),
        }
    }
}

pub(crate) struct SignInState {
    pub(crate) tokens: Tokens,
    pub(crate) throttle: Throttle,
    pub(crate) hashing: Hashing,
}

/// Refusals of one address in a minute that are recorded one by one.
const NOTED_REFUSALS_PER_MINUTE: u32 = 6;
const APPLICATIONS_PER_HOUR: u32 = 10;
/// A checker of the log needs it whole now and then, and can continue from there with its events.
const EXPORTS_PER_HOUR: u32 = 12;
/// How long a reader waits for a position that it asked for.
pub(crate) const MAX_WAIT: Duration = Duration::from_secs(5);

impl AppState {
    pub(crate) fn new(parts: Dependencies) -> Self {
        let Dependencies { settings, log, vault, environment, projector, checkpointer, pages: _ } = parts;
        let metrics = Metrics::new();
        let audit = Audit::new(metrics.clone());
        let SignIn { access_token, key_rotation, .. } = settings.sign_in;
        let tokens = Tokens::new(Arc::clone(&vault), Arc::clone(&environment), access_token, key_rotation);
        Self {
            commands: CommandHandler::new(Arc::clone(&log), Arc::clone(&vault), Arc::clone(&environment)),
            metrics,
            answers: AnswerCache::default(),
            pages: PageCache::default(),
            response_cache: ResponseCache::default(),
            cursors: CursorSigner::new(vault.master_key()),
            live: Live::new(&settings.limits, checkpointer.signer()),
            limits: RequestLimits::new(&settings.limits),
            expensive_reads: ExpensiveReads::new(settings.limits.costly_per_minute),
            sign_in: SignInState {
                tokens,
                throttle: Throttle::new(settings.limits.sign_ins_per_minute),
                hashing: Hashing::default(),
            },
            audit,
            caught_up: AtomicBool::new(false),
            connections: Arc::new(Connections::new(&settings)),
            stopping: watch::Sender::new(false),
            settings,
            log,
            vault,
            environment,
            projector,
            checkpointer,
        }
    }

    pub(crate) fn views(&self) -> Arc<Views> {
        self.projector.views()
    }

    /// Waits until the read models know this position.
    pub(crate) async fn wait_for(&self, position: Position) -> Result<(), Problem> {
        if self.projector.position() >= position {
            return Ok(());
        }
        match tokio::time::timeout(MAX_WAIT, self.projector.wait_for(position)).await {
            Ok(Ok(())) => Ok(()),
            // Too slow, or read models that do not go on: what they show is not what was asked for.
            Ok(Err(_)) | Err(_) => Err(self.behind()),
        }
    }

    /// The problem for a position that the read models do not know yet; says so if they have stopped.
    pub(crate) fn behind(&self) -> Problem {
        let problem = Problem::new(ProblemKind::Unavailable)
            .with_extension("position", self.projector.position().0)
            .header(RETRY_AFTER, HeaderValue::from_static("1"));
        match self.projector.health() {
            Health::Stopped { position, .. } => problem
                .because(Message::new("unready-read-models-stopped").count("position", position.0))
                .with_extension("reason", "read-models-stopped"),
            Health::CatchingUp { .. } | Health::Live => problem,
        }
    }

    /// The one record of this type that the vault holds of a subject; nothing after an erasure.
    pub(crate) fn vault_record<R: OnePerSubject>(
        &self,
        subject: &StreamName,
    ) -> Result<Option<Disclosure<R>>, Problem> {
        let Some(sealed) = self.log.sealed(subject)? else { return Ok(None) };
        Ok(self.vault.open(&sealed)?.record()?)
    }

    /// Runs what may hold up a thread where it does no harm.
    pub(crate) async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        blocking(work).await
    }
}

/// Runs what may hold up a thread where it does no harm.
pub(crate) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    actix_web::web::block(work).await.map_err(|_| ProblemKind::Unavailable.into())
}
