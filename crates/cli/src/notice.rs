//! What people are told besides results: on the standard error, and in the form of the log once a service keeps one.

/// Something that people should know.
pub(crate) fn tell(text: &str) {
    if tracing::dispatcher::has_been_set() {
        tracing::warn!("{text}");
    } else {
        eprintln!("{text}");
    }
}

/// Why a command ends without having done its work.
pub(crate) fn fail(text: &str) {
    if tracing::dispatcher::has_been_set() {
        tracing::error!("{text}");
    } else {
        eprintln!("{text}");
    }
}
