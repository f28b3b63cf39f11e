//! Runs the service on an open store until a signal ends it.

use crate::failure::{Failure, with_causes};
use crate::input::io_problem;
use crate::signals;
use crate::store::{Store, store_error, store_failure};
use api::{Dependencies, RunningService, Settings};
use formats::localization::{Lang, Message};
use projections::projector::Projector;
use std::io;
use std::sync::Arc;

/// Runs the service; `listening` is told when it really listens. Comes back after a signal, with everything signed and
/// closed.
pub(crate) fn run(
    lang: Lang,
    store: &Store,
    settings: Settings,
    listening: impl FnOnce(&RunningService),
) -> Result<(), Failure> {
    refuse_resurrected_subjects(lang, store)?;
    let asked_to_end = signals::watch().map_err(|error| store_error(lang, &error))?;
    let addresses = [Some(settings.listen), settings.metrics_listen].into_iter().flatten();
    let addresses: Vec<String> = addresses.map(|address| address.to_string()).collect();
    let every = settings.checkpoint_every;
    let projector = Projector::start(Arc::clone(&store.log), Arc::clone(&store.vault));
    let parts = Dependencies {
        settings,
        log: Arc::clone(&store.log),
        vault: Arc::clone(&store.vault),
        environment: Arc::clone(&store.environment),
        projector,
        checkpointer: Arc::clone(&store.checkpointer),
        pages: pages::configure,
    };
    let checkpoints = Arc::clone(&store.checkpointer)
        .start(every, |error| tracing::error!(problem = with_causes(&error), "no checkpoint could be kept"))
        .map_err(|error| store_error(lang, &error))?;
    let served = api::block_on(async {
        let running = api::start(parts)?;
        listening(&running);
        // A sender that is gone cannot ask any more; that is a reason to end as well.
        let _ = asked_to_end.await;
        running.stop().await;
        Ok::<(), io::Error>(())
    });
    // Signs what was written until the end.
    checkpoints.stop();
    store.log.close();
    served.map_err(|error| {
        let message = Message::new("serve-cannot-listen").with("address", addresses.join(", "));
        Failure::bad_input(lang, &message.message("problem", listen_problem(&error)))
    })
}

fn listen_problem(error: &io::Error) -> Message<'static> {
    match error.kind() {
        io::ErrorKind::AddrInUse => Message::new("serve-address-in-use"),
        io::ErrorKind::AddrNotAvailable => Message::new("serve-address-not-here"),
        _ => io_problem(error),
    }
}

/// A store that takes no events may be an old copy, in which an erased person still has a name. It is not served.
fn refuse_resurrected_subjects(lang: Lang, store: &Store) -> Result<(), Failure> {
    if store.checkpoint_status.is_sound() {
        return Ok(());
    }
    let erasures = store.journal.read().map_err(|error| store_error(lang, &error))?;
    for erasure in erasures {
        if store.log.sealed(&erasure.subject).map_err(|error| store_error(lang, &error))?.is_some() {
            return Err(store_failure(lang, &Message::new("serve-erased-are-back")));
        }
    }
    Ok(())
}
