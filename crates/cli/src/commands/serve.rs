//! `kostka serve`: the service on a store.

use crate::configuration::{Configuration, ServiceArgs};
use crate::failure::Failure;
use crate::store::{Missing, Store, store_error};
use crate::{logging, memory, service};
use events::envelope::Position;
use events::vault::UnsealError;
use formats::localization::{Lang, Message};

pub(crate) fn run(lang: Lang, args: &ServiceArgs) -> Result<(), Failure> {
    memory::disable_core_dumps()?;
    let configuration = Configuration::load(lang, args)?;
    configuration.check_listeners(lang)?;
    logging::start(&configuration.chosen.log);
    let store = Store::open(lang, &configuration.store, Missing::Create)?;
    let head = store.log.head().map_err(|error| store_error(lang, &error))?;
    if head.position == Position::START {
        let message = Message::new("serve-empty-store").with("store", store.address.to_string());
        tracing::warn!("{}", lang.render(&message));
    }
    refuse_other_key(lang, &store)?;
    let missing = configuration.missing_in_notices();
    if !missing.is_empty() {
        let message = Message::new("serve-notices-incomplete").with("missing", missing.join(", "));
        tracing::warn!("{}", lang.render(&message));
    }
    service::run(lang, &store, configuration.chosen.service, |running| {
        tracing::info!(
            address = %running.address,
            metrics_address = running.metrics_address.map(|address| address.to_string()),
            "listening"
        );
    })?;
    tracing::info!("ended");
    Ok(())
}

/// Refuses to serve with another master key: no name could be decrypted, and every list would stay empty.
fn refuse_other_key(lang: Lang, store: &Store) -> Result<(), Failure> {
    let sealed = store.log.sealed_subjects_after(0, 1).map_err(|error| store_error(lang, &error))?;
    match sealed.first().map(|sealed| store.vault.open(sealed)) {
        Some(Err(error @ UnsealError::WrongMasterKey { .. })) => Err(store_error(lang, &error)),
        // One damaged record is no reason to show nothing; the read models and `kostka doctor` tell of it.
        _ => Ok(()),
    }
}
