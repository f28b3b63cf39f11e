//! Messages to the operator: on the standard error, or as lines of the log while a service runs.

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
