//! The log of the service: one line of JSON for each record on the standard error.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::panic::PanicHookInfo;
use tracing_subscriber::EnvFilter;

/// Starts to log what the filter lets through; a panic becomes one line with its place, without its message, because
/// that may hold text that a client sent.
pub(crate) fn start(filter: &str) {
    // What the framework tells of its start is told by the service itself.
    let filter = EnvFilter::try_new(format!("actix_server=warn,{filter}")).unwrap_or_else(|_| EnvFilter::new("info"));
    let subscriber = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_current_span(false)
        .with_span_list(false)
        .with_env_filter(filter)
        .with_writer(|| EscapingWriter(io::stderr()))
        .finish();
    // Only a second call could fail, and then the first one holds.
    let _ = tracing::subscriber::set_global_default(subscriber);
    std::panic::set_hook(Box::new(log_panic));
}

fn log_panic(panic: &PanicHookInfo<'_>) {
    let location = panic.location().map_or_else(String::new, ToString::to_string);
    let thread = std::thread::current();
    tracing::error!(location, thread = thread.name().unwrap_or_default(), "panic");
}

/// Writes lines of JSON so that a terminal shows them as they are: what would move, hide or turn around other
/// characters is escaped. Such characters stand in JSON only inside of texts, where an escape means the same.
struct EscapingWriter<W>(W);

impl<W: Write> Write for EscapingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match std::str::from_utf8(bytes) {
            Ok(text) if !text.contains(is_unsafe_in_terminal) => self.0.write_all(bytes)?,
            Ok(text) => self.0.write_all(escaped(text).as_bytes())?,
            Err(_) => self.0.write_all(String::from_utf8_lossy(bytes).escape_debug().to_string().as_bytes())?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn is_unsafe_in_terminal(c: char) -> bool {
    (c.is_control() && c != '\n')
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

fn escaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len() + 16);
    let mut units = [0; 2];
    for c in text.chars() {
        if is_unsafe_in_terminal(c) {
            for unit in c.encode_utf16(&mut units) {
                // Writing to a text does not fail.
                let _ = write!(plain, "\\u{unit:04x}");
            }
        } else {
            plain.push(c);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct CapturedOutput(Arc<Mutex<Vec<u8>>>);

    impl Write for CapturedOutput {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What work gives, and what it logs meanwhile.
    fn logged<T>(work: impl FnOnce() -> T) -> (T, String) {
        let kept = CapturedOutput::default();
        let writer = kept.clone();
        let subscriber = tracing_subscriber::fmt()
            .json()
            .flatten_event(true)
            .with_writer(move || EscapingWriter(writer.clone()))
            .finish();
        let done = tracing::subscriber::with_default(subscriber, work);
        let written = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
        (done, written)
    }

    #[test]
    fn a_panic_is_one_line_with_its_place_and_without_what_it_said() {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(log_panic));
        let (caught, written) = logged(|| std::panic::catch_unwind(|| panic!("what canary-4410 typed")));
        std::panic::set_hook(before);
        assert!(caught.is_err());
        let line: serde_json::Value = serde_json::from_str(written.trim_end()).unwrap();
        assert_eq!((&line["message"], &line["level"]), (&"panic".into(), &"ERROR".into()));
        assert!(line["location"].as_str().unwrap().contains("logging.rs:"), "{line}");
        assert!(!written.contains("canary-4410"), "{written}");
    }

    #[test]
    fn s20_whatever_is_logged_is_one_line_of_json_without_tricks() {
        let nasty = "a\r\nb\u{1b}[31mc\u{202e}d\u{7f}\u{9b}\"\\\u{2066}\u{feff}\u{e0041}ł";
        let ((), written) = logged(|| tracing::info!(typed = nasty, "said {nasty}"));
        assert_eq!(written.matches('\n').count(), 1, "{written:?}");
        assert!(!written.trim_end().contains(is_unsafe_in_terminal), "{written:?}");
        let line: serde_json::Value = serde_json::from_str(&written).unwrap();
        assert_eq!(line["typed"], nasty);
        assert_eq!(line["message"], format!("said {nasty}"));
    }
}
