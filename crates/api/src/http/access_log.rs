//! The access log: one line of JSON for each request, without addresses, queries or typed paths.

use crate::http::digits::Digits;
use std::cell::{OnceCell, RefCell};
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub(crate) struct Line<'a> {
    pub(crate) request_id: &'a str,
    pub(crate) method: &'a str,
    /// The pattern of the route; `-` if there is none.
    pub(crate) route: &'a str,
    pub(crate) status: u16,
    pub(crate) duration: Duration,
    /// The opaque id of the signed-in account.
    pub(crate) account: Option<&'a str>,
}

/// The longest queue: further lines are dropped and counted, not kept in memory.
const MAX_WAITING_BYTES: usize = 1 << 20;
/// How often what was gathered is written.
const FLUSH_EVERY: Duration = Duration::from_millis(200);

/// Gathers lines for each worker, so that workers never wait for each other, and writes them from a thread of its own.
#[derive(Clone)]
pub(crate) struct AccessLog(Arc<Shared>);

struct Shared {
    buffers: Mutex<Vec<Arc<Mutex<Vec<u8>>>>>,
    dropped: AtomicU64,
    stopping: AtomicBool,
}

thread_local! {
    static BUFFER: OnceCell<Arc<Mutex<Vec<u8>>>> = const { OnceCell::new() };
}

impl AccessLog {
    /// Starts the thread that writes to the standard error.
    pub(crate) fn start() -> std::io::Result<Self> {
        let log = Self(Arc::new(Shared {
            buffers: Mutex::new(Vec::new()),
            dropped: AtomicU64::new(0),
            stopping: AtomicBool::new(false),
        }));
        let writer = log.clone();
        std::thread::Builder::new().name("access-log".to_owned()).spawn(move || {
            while !writer.0.stopping.load(Ordering::Acquire) {
                std::thread::park_timeout(FLUSH_EVERY);
                writer.flush();
            }
        })?;
        Ok(log)
    }

    /// Takes a line; it is written a little later.
    pub(crate) fn write(&self, line: &Line<'_>) {
        BUFFER.with(|cell| {
            let buffer = cell.get_or_init(|| self.register());
            let mut buffer = buffer.lock().unwrap_or_else(PoisonError::into_inner);
            if buffer.len() > MAX_WAITING_BYTES {
                self.0.dropped.fetch_add(1, Ordering::Relaxed);
                return;
            }
            format(&mut buffer, line, SystemTime::now());
        });
    }

    pub(crate) fn flush(&self) {
        let buffers = self.0.buffers.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut out = std::io::stderr().lock();
        for buffer in buffers {
            let mut buffer = buffer.lock().unwrap_or_else(PoisonError::into_inner);
            if !buffer.is_empty() {
                // A failure of the log cannot be reported in the log.
                let _ = out.write_all(&buffer);
                buffer.clear();
            }
        }
        let dropped = self.0.dropped.swap(0, Ordering::Relaxed);
        if dropped > 0 {
            let _ =
                writeln!(out, "{{\"level\":\"WARN\",\"message\":\"access log lines dropped\",\"count\":{dropped}}}");
        }
    }

    pub(crate) fn stop(&self) {
        self.0.stopping.store(true, Ordering::Release);
        self.flush();
    }

    fn register(&self) -> Arc<Mutex<Vec<u8>>> {
        let buffer = Arc::new(Mutex::new(Vec::with_capacity(64 << 10)));
        self.0.buffers.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&buffer));
        buffer
    }
}

/// Everything here is made by this program, so that nothing has to be escaped.
fn format(buffer: &mut Vec<u8>, line: &Line<'_>, now: SystemTime) {
    let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    let Line { request_id, method, route, status, duration, account } = line;
    let mut push = |text: &[u8]| buffer.extend_from_slice(text);
    push(b"{\"timestamp\":\"");
    with_second(since.as_secs(), |second| push(second.as_bytes()));
    push(b".");
    push(Digits::padded(u64::from(since.subsec_micros()), 6).as_bytes());
    push(b"Z\",\"level\":\"INFO\",\"message\":\"request\",\"request_id\":\"");
    push(request_id.as_bytes());
    push(b"\",\"method\":\"");
    push(method.as_bytes());
    push(b"\",\"route\":\"");
    push(route.as_bytes());
    push(b"\",\"status\":");
    push(Digits::decimal(u64::from(*status)).as_bytes());
    push(b",\"duration_us\":");
    push(Digits::decimal(u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)).as_bytes());
    if let Some(account) = account {
        push(b",\"account\":\"");
        push(account.as_bytes());
        push(b"\"");
    }
    push(b"}\n");
}

/// The text of a second, which is the same for all its requests.
fn with_second(second: u64, use_it: impl FnOnce(&str)) {
    thread_local! {
        static SECOND: RefCell<(u64, String)> = const { RefCell::new((u64::MAX, String::new())) };
    }
    SECOND.with_borrow_mut(|(known, text)| {
        if *known != second {
            *known = second;
            *text = chrono::DateTime::from_timestamp(second as i64, 0)
                .map_or_else(String::new, |time| time.format("%Y-%m-%dT%H:%M:%S").to_string());
        }
        use_it(text);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_one_line_of_json_with_its_time() {
        let mut buffer = Vec::new();
        let line = Line {
            request_id: "0123-4",
            method: "GET",
            route: "/api/v1/players/{id}",
            status: 200,
            duration: Duration::from_micros(1234),
            account: Some("a1"),
        };
        format(&mut buffer, &line, UNIX_EPOCH + Duration::from_micros(1_700_000_000_000_042));
        let read: serde_json::Value = serde_json::from_slice(buffer.strip_suffix(b"\n").unwrap()).unwrap();
        assert_eq!(read["timestamp"], "2023-11-14T22:13:20.000042Z");
        assert_eq!(read["duration_us"], 1234);
        assert_eq!(read["account"], "a1");
    }
}
