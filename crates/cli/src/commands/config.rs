//! `kostka config`: the settings of the service, and where each comes from.

use super::output;
use crate::configuration::{self, Configuration, ServiceArgs};
use crate::failure::Failure;
use formats::localization::Lang;
use std::io::Write;

/// Shows all settings, and fails as the service would if it could not start with them.
pub(crate) fn show(lang: Lang, args: &ServiceArgs) -> Result<(), Failure> {
    let configuration = Configuration::load(lang, args)?;
    let store = configuration.store.shown(lang)?;
    let mut out = output();
    configuration::show(lang, &configuration, &store, &mut out)?;
    out.flush()?;
    configuration.check_listeners(lang)
}
