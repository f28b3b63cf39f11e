//! Compares and hashes passwords without taking all memory: a few at once, a few more that wait, and the rest is refused.

use crate::kostka::Kostka;
use crate::password;
use crate::problem::{Problem, ProblemKind};
use actix_web::http::header::{HeaderValue, RETRY_AFTER};
use actix_web::web;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use tokio::sync::Semaphore;
use zeroize::Zeroizing;

/// So many hashes are computed at once, each with its 19 MiB.
const AT_ONCE: usize = 4;
/// More than this wait for nobody.
const MAX_WAITING: usize = 64;

/// A turn for computing.
pub(crate) struct Hashing {
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
}

impl Default for Hashing {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { turns: Arc::new(Semaphore::new(cores.min(AT_ONCE))), waiting: AtomicUsize::new(0) }
    }
}

/// The hash that the password of an unknown login is compared with, so that it takes as long as that of a known one.
static NOBODY: LazyLock<String> = LazyLock::new(|| {
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

/// Whether a password fits a hash; without a hash it is compared with one that fits nobody, at the same cost.
pub(super) async fn verify(
    kostka: &web::Data<Kostka>,
    password: Zeroizing<String>,
    hash: Option<String>,
) -> Result<bool, Problem> {
    kostka.measures.password_checked();
    compute(kostka, move || {
        // Made by whoever comes first, known or unknown.
        let nobody: &str = &NOBODY;
        password::verify(&password, hash.as_deref().unwrap_or(nobody)) && hash.is_some()
    })
    .await
}

/// The hash of a new password.
pub(super) async fn hash(kostka: &web::Data<Kostka>, password: Zeroizing<String>) -> Result<String, Problem> {
    let environment = kostka.environment.clone();
    compute(kostka, move || password::hash(&password, &*environment)).await
}

async fn compute<T: Send + 'static>(
    kostka: &web::Data<Kostka>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    struct Waiting<'a>(&'a AtomicUsize);
    impl Drop for Waiting<'_> {
        fn drop(&mut self) {
            self.0.fetch_sub(1, Ordering::Relaxed);
        }
    }
    let hashing = &kostka.hashing;
    let before = hashing.waiting.fetch_add(1, Ordering::Relaxed);
    let _waiting = Waiting(&hashing.waiting);
    if before >= MAX_WAITING {
        return Err(Problem::new(ProblemKind::Overloaded).header(RETRY_AFTER, HeaderValue::from_static("1")));
    }
    let turn = Arc::clone(&hashing.turns).acquire_owned().await.map_err(|_| ProblemKind::Unavailable)?;
    // The turn goes along: a client that hangs up does not make room for the next one before the work is done.
    let done = kostka.blocking(move || {
        let done = work();
        drop(turn);
        done
    });
    done.await
}
