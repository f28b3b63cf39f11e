//! Blocks a thread on a future that needs no runtime.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::Instant;

struct UnparkWaker(Thread);

impl Wake for UnparkWaker {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Waits until the future is ready, the deadline has passed or `give_up` holds; the one that makes it hold unparks this
/// thread.
pub(super) fn wait<F: Future>(future: F, deadline: Option<Instant>, give_up: impl Fn() -> bool) -> Option<F::Output> {
    let waker = Waker::from(Arc::new(UnparkWaker(thread::current())));
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return Some(output);
        }
        if give_up() {
            return None;
        }
        // A wake-up that came since the poll lets the thread through at once.
        match deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())) {
            Some(left) if left.is_zero() => return None,
            Some(left) => thread::park_timeout(left),
            None => thread::park(),
        }
    }
}
