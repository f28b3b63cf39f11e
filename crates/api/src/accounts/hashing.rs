//! Compares and hashes passwords without taking all memory: a few at once, a few more that wait, and the rest is
//! refused.

use crate::accounts::password;
use crate::http::app::AppState;
use crate::http::problem::{Problem, ProblemKind};
use actix_web::http::header::{HeaderValue, RETRY_AFTER};
use actix_web::web;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use tokio::sync::Semaphore;
use zeroize::Zeroizing;

/// So many hashes are computed at once, each with its 19 MiB.
const AT_ONCE: usize = 4;
const MAX_WAITING: usize = 64;

pub(crate) struct Hashing {
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
}

impl Default for Hashing {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { permits: Arc::new(Semaphore::new(cores.min(AT_ONCE))), waiting: AtomicUsize::new(0) }
    }
}

/// The hash that the password of an unknown login is compared with, so that it takes as long as that of a known one.
static DUMMY_HASH: LazyLock<String> = LazyLock::new(|| {
    struct NoSecret;
    impl events::environment::Environment for NoSecret {
        fn now(&self) -> events::envelope::Timestamp {
            events::envelope::Timestamp(0)
        }

        fn fill_random(&self, bytes: &mut [u8]) {
            bytes.fill(0);
        }
    }
    password::hash("nobody has this password", &NoSecret)
});

/// Whether a password fits a hash; without a hash it is compared with one that never fits, at the same cost.
pub(crate) async fn verify(
    app: &web::Data<AppState>,
    password: Zeroizing<String>,
    hash: Option<String>,
) -> Result<bool, Problem> {
    app.metrics.password_checked();
    compute(app, move || {
        // Computed at the first request, for a known or an unknown login.
        let nobody: &str = &DUMMY_HASH;
        password::verify(&password, hash.as_deref().unwrap_or(nobody)) && hash.is_some()
    })
    .await
}

pub(crate) async fn hash(app: &web::Data<AppState>, password: Zeroizing<String>) -> Result<String, Problem> {
    let environment = app.environment.clone();
    compute(app, move || password::hash(&password, &*environment)).await
}

async fn compute<T: Send + 'static>(
    app: &web::Data<AppState>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    struct Waiting<'a>(&'a AtomicUsize);
    impl Drop for Waiting<'_> {
        fn drop(&mut self) {
            self.0.fetch_sub(1, Ordering::Relaxed);
        }
    }
    let hashing = &app.sign_in.hashing;
    let before = hashing.waiting.fetch_add(1, Ordering::Relaxed);
    let _waiting = Waiting(&hashing.waiting);
    if before >= MAX_WAITING {
        return Err(Problem::new(ProblemKind::Overloaded).header(RETRY_AFTER, HeaderValue::from_static("1")));
    }
    let permit = Arc::clone(&hashing.permits).acquire_owned().await.map_err(|_| ProblemKind::Unavailable)?;
    // The turn goes along: a client that hangs up does not make room for the next one before the work is done.
    let done = app.blocking(move || {
        let done = work();
        drop(permit);
        done
    });
    done.await
}
