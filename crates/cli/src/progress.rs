//! Progress of long work, on the standard error and only on a terminal.

use events::verify;
use formats::localization::Lang;
use indicatif::{ProgressBar, ProgressStyle};

/// A bar with a text of the product in front.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    pub(crate) fn new(lang: Lang, text: &str) -> Self {
        let bar = ProgressBar::new(0).with_message(lang.text(text));
        if let Ok(style) = ProgressStyle::with_template("{msg} [{bar:30}] {pos}/{len}") {
            bar.set_style(style);
        }
        Self(bar)
    }

    pub(crate) fn show(&self, done: u64, all: u64) {
        self.0.set_length(all);
        self.0.set_position(done);
    }
}

/// Runs a check of the log with a bar.
pub(crate) fn while_verifying<R>(lang: Lang, text: &str, check: impl FnOnce(&mut verify::Progress<'_>) -> R) -> R {
    let progress = Progress::new(lang, text);
    check(&mut verify::Progress::to(&mut |done, all| progress.show(done, all)))
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
