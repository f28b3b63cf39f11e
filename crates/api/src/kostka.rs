//! What every handler works with: the store, the read models, the settings.

use crate::answer::Shelf;
use crate::auth::{Audit, Hashing, Throttle, Tokens};
use crate::connections::Connections;
use crate::costly::Costly;
use crate::kept_answers::KeptAnswers;
use crate::kept_pages::KeptPages;
use crate::live::Live;
use crate::measures::Measures;
use crate::paging::CursorSeal;
use crate::problem::{Problem, ProblemKind};
use crate::rate_limit::RateLimit;
use crate::settings::{Settings, SignIn};
use actix_web::http::header::{HeaderValue, RETRY_AFTER};
use actix_web::web::ServiceConfig;
use events::envelope::Position;
use events::environment::Environment;
use events::log::Log;
use events::proof::keeper::Keeper;
use events::vault::Vault;
use formats::words::Message;
use projections::office::Office;
use projections::projector::{Health, Projector};
use projections::views::Views;
use smol_str::SmolStr;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tokio::sync::{Semaphore, watch};

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
    /// Who signs checkpoints and keeps them.
    pub keeper: Arc<Keeper>,
    /// The addresses of pages for people; nothing where there are none.
    pub pages: fn(&mut ServiceConfig),
}

/// The running application.
pub(crate) struct Kostka {
    pub(crate) settings: Settings,
    pub(crate) log: Arc<dyn Log>,
    pub(crate) vault: Arc<Vault>,
    pub(crate) environment: Arc<dyn Environment>,
    pub(crate) projector: Projector,
    pub(crate) office: Office,

    pub(crate) keeper: Arc<Keeper>,
    pub(crate) measures: Measures,
    pub(crate) answers: Shelf,
    /// Pages for people that everybody sees alike.
    pub(crate) pages: KeptPages,
    /// Answers of the API that everybody sees alike.
    pub(crate) repeated: KeptAnswers,
    pub(crate) cursors: CursorSeal,
    /// What all event streams share.
    pub(crate) live: Live,
    pub(crate) anonymous_limit: RateLimit<IpAddr>,
    /// How many refused attempts to sign in leave a line in the audit, for each address.
    pub(crate) noted_refusals: RateLimit<IpAddr>,
    /// For each address what comes with a token, good or not.
    pub(crate) with_token_limit: RateLimit<IpAddr>,
    pub(crate) account_limit: RateLimit<SmolStr>,
    /// For each address how many applications come without an account: each stays in the log for ever.
    pub(crate) applications_limit: RateLimit<IpAddr>,
    /// For each address how often the whole log is sent.
    pub(crate) exports_limit: RateLimit<IpAddr>,
    /// Held while the whole log is sent to somebody.
    pub(crate) exporting: Arc<Semaphore>,
    /// What takes long, and who may do it.
    pub(crate) costly: Costly,
    pub(crate) tokens: Tokens,
    pub(crate) throttle: Throttle,
    pub(crate) hashing: Hashing,
    pub(crate) audit: Audit,
    /// True from the moment on when the read models have come to the end of the log for the first time.
    pub(crate) caught_up: AtomicBool,
    pub(crate) connections: Arc<Connections>,
    /// True when the service is stopping: streams end, and readiness fails.
    pub(crate) stopping: watch::Sender<bool>,
}

/// More refusals of one address in a minute are not told one by one.
const NOTED_REFUSALS_PER_MINUTE: u32 = 6;
/// Nobody organises more tournaments in an hour.
const APPLICATIONS_PER_HOUR: u32 = 10;
/// Whoever checks the log needs it whole now and then, and can go on from there with its events.
const EXPORTS_PER_HOUR: u32 = 12;
/// How long a reader waits for a position that it asked for.
pub(crate) const LONGEST_WAIT: Duration = Duration::from_secs(5);

impl Kostka {
    pub(crate) fn new(parts: Parts) -> Self {
        let Parts { settings, log, vault, environment, projector, keeper, pages: _ } = parts;
        let measures = Measures::new();
        let audit = Audit::new(measures.clone());
        let SignIn { access_token, key_rotation, .. } = settings.sign_in;
        let tokens = Tokens::new(Arc::clone(&vault), Arc::clone(&environment), access_token, key_rotation);
        Self {
            office: Office::new(Arc::clone(&log), Arc::clone(&vault), Arc::clone(&environment)),
            measures,
            answers: Shelf::default(),
            pages: KeptPages::default(),
            repeated: KeptAnswers::default(),
            cursors: CursorSeal::new(vault.master_key()),
            live: Live::new(&settings.limits, keeper.signer()),
            noted_refusals: RateLimit::per_minute("noted", NOTED_REFUSALS_PER_MINUTE),
            anonymous_limit: RateLimit::per_minute("anonymous", settings.limits.anonymous_per_minute),
            with_token_limit: RateLimit::per_minute("with-token", settings.limits.with_token_per_minute),
            account_limit: RateLimit::per_minute("account", settings.limits.account_per_minute),
            applications_limit: RateLimit::per_hour("applications", APPLICATIONS_PER_HOUR),
            exports_limit: RateLimit::per_hour("exports", EXPORTS_PER_HOUR),
            exporting: Arc::new(Semaphore::new(1)),
            costly: Costly::new(settings.limits.costly_per_minute),
            tokens,
            throttle: Throttle::new(settings.limits.sign_ins_per_minute),
            hashing: Hashing::default(),
            audit,
            caught_up: AtomicBool::new(false),
            connections: Arc::new(Connections::new(&settings)),
            stopping: watch::Sender::new(false),
            settings,
            log,
            vault,
            environment,
            projector,
            keeper,
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
        match tokio::time::timeout(LONGEST_WAIT, self.projector.wait_for(position)).await {
            Ok(Ok(())) => Ok(()),
            // Too slow, or read models that do not go on: what they show is not what was asked for.
            Ok(Err(_)) | Err(_) => Err(self.behind()),
        }
    }

    /// Refuses what the read models do not know yet; whoever waits for what does not go on by itself is told so.
    pub(crate) fn behind(&self) -> Problem {
        let problem = Problem::new(ProblemKind::Unavailable)
            .fact("position", self.projector.position().0)
            .header(RETRY_AFTER, HeaderValue::from_static("1"));
        match self.projector.health() {
            Health::Stopped { position, .. } => problem
                .because(Message::new("unready-read-models-stopped").count("position", position.0))
                .fact("reason", "read-models-stopped"),
            Health::CatchingUp { .. } | Health::Live => problem,
        }
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
