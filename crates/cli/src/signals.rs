//! Signals that ask a command to end.

use crate::failure::EXIT_INTERRUPTED;
use std::io;
use std::time::{Duration, Instant};
use tokio::runtime;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::oneshot;

/// Supervisors that signal a process and then its whole group ask twice and mean it once.
const SAME_SIGNAL: Duration = Duration::from_millis(200);

/// Waits for signals on a thread of its own, so that a second one ends the process whatever it is busy with.
pub(crate) fn watch() -> io::Result<oneshot::Receiver<()>> {
    let (ask, asked) = oneshot::channel();
    let runtime = runtime::Builder::new_current_thread().enable_io().build()?;
    // From here on a signal no longer ends the process by itself.
    let (mut terminate, mut interrupt) = runtime
        .block_on(async { Ok::<_, io::Error>((signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?)) })?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        runtime.block_on(async {
            either(&mut terminate, &mut interrupt).await;
            tracing::info!("asked to end");
            let first = Instant::now();
            // The receiver is gone if the service has ended by itself.
            let _ = ask.send(());
            while first.elapsed() < SAME_SIGNAL {
                either(&mut terminate, &mut interrupt).await;
            }
            std::process::exit(EXIT_INTERRUPTED.into());
        });
    })?;
    Ok(asked)
}

async fn either(terminate: &mut Signal, interrupt: &mut Signal) {
    std::future::poll_fn(|context| {
        if terminate.poll_recv(context).is_ready() || interrupt.poll_recv(context).is_ready() {
            return std::task::Poll::Ready(());
        }
        std::task::Poll::Pending
    })
    .await;
}
