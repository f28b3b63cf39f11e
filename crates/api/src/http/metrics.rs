//! What the operator can measure, in the form of Prometheus.

use metrics::{Counter, Gauge, Histogram, Key, KeyName, Label, Metadata, Recorder, Unit};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

/// All measures of one running service.
#[derive(Clone)]
pub(crate) struct Metrics(Arc<Inner>);

struct Inner {
    recorder: PrometheusRecorder,
    handle: PrometheusHandle,
    pub(crate) login_failures: Counter,
    password_checks: Counter,
    audit_dropped: Counter,
    pub(crate) conflicts: Counter,
    pub(crate) streams: Gauge,
    pub(crate) append: Histogram,
    log_position: Gauge,
    projection_position: Gauge,
    projection_lag: Gauge,
    /// Tells the cached handles of one service from those of another in the same process.
    number: u64,
}

const META: Metadata<'static> = Metadata::new(module_path!(), metrics::Level::INFO, None);
const SECONDS: &[f64] = &[0.000_1, 0.000_5, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0];

/// The handles of one route, method and status, so that no request has to look them up by text.
struct RequestHandles {
    count: Counter,
    seconds: Histogram,
}

/// Which service, route, method (both by the addresses of their constants) and status.
type RequestKey = (u64, *const u8, *const u8, u16);

thread_local! {
    static REQUESTS: RefCell<FxHashMap<RequestKey, RequestHandles>> = RefCell::new(FxHashMap::default());
}

impl Metrics {
    pub(crate) fn new() -> Self {
        use std::sync::atomic::{AtomicU64, Ordering};
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let builder = PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), SECONDS)
            .expect("the list of buckets is not empty");
        let recorder = builder.build_recorder();
        describe(&recorder);
        let counter = |name: &'static str| recorder.register_counter(&Key::from_static_name(name), &META);
        let gauge = |name: &'static str| recorder.register_gauge(&Key::from_static_name(name), &META);
        Self(Arc::new(Inner {
            handle: recorder.handle(),
            login_failures: counter("kostka_login_failures_total"),
            password_checks: counter("kostka_password_checks_total"),
            audit_dropped: counter("kostka_audit_dropped_total"),
            conflicts: counter("kostka_precondition_failures_total"),
            streams: gauge("kostka_sse_clients"),
            append: recorder.register_histogram(&Key::from_static_name("kostka_append_seconds"), &META),
            log_position: gauge("kostka_log_position"),
            projection_position: gauge("kostka_projection_position"),
            projection_lag: gauge("kostka_projection_lag_events"),
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            recorder,
        }))
    }

    /// Counts a request; route and method are constants, whose addresses stand for their texts.
    pub(crate) fn request(&self, route: &'static str, method: &'static str, status: u16, duration: Duration) {
        let key = (self.0.number, route.as_ptr(), method.as_ptr(), status);
        REQUESTS.with_borrow_mut(|known| {
            let handles = known.entry(key).or_insert_with(|| self.handles(route, method, status));
            handles.count.increment(1);
            handles.seconds.record(duration.as_secs_f64());
        });
    }

    fn handles(&self, route: &'static str, method: &'static str, status: u16) -> RequestHandles {
        let labels = vec![
            Label::from_static_parts("route", route),
            Label::from_static_parts("method", method),
            Label::new("status", status.to_string()),
        ];
        let key = |name: &'static str| Key::from_parts(name, labels.clone());
        RequestHandles {
            count: self.0.recorder.register_counter(&key("kostka_http_requests_total"), &META),
            seconds: self.0.recorder.register_histogram(&key("kostka_http_request_seconds"), &META),
        }
    }

    pub(crate) fn login_failed(&self) {
        self.0.login_failures.increment(1);
    }

    /// A password that was compared with a hash, be it of a known or an unknown login.
    pub(crate) fn password_checked(&self) {
        self.0.password_checks.increment(1);
    }

    pub(crate) fn audit_dropped(&self) {
        self.audit_lost(1);
    }

    /// Notes of the audit that could not be written.
    pub(crate) fn audit_lost(&self, count: u64) {
        self.0.audit_dropped.increment(count);
    }

    /// An edit of something that had changed meanwhile.
    pub(crate) fn precondition_failed(&self) {
        self.0.conflicts.increment(1);
    }

    pub(crate) fn streams(&self) -> &Gauge {
        &self.0.streams
    }

    /// How long a write took until it was durable.
    pub(crate) fn appended(&self, duration: Duration) {
        self.0.append.record(duration.as_secs_f64());
    }

    /// Where log and read models stand.
    #[allow(clippy::cast_precision_loss, reason = "a gauge is a float, and no log is so long that it matters")]
    pub(crate) fn positions(&self, log: u64, projection: u64) {
        self.0.log_position.set(log as f64);
        self.0.projection_position.set(projection as f64);
        self.0.projection_lag.set(log.saturating_sub(projection) as f64);
    }

    /// Moves what histograms have gathered; to be called now and then.
    pub(crate) fn upkeep(&self) {
        self.0.handle.run_upkeep();
    }

    pub(crate) fn render(&self) -> String {
        self.0.handle.render()
    }
}

fn describe(recorder: &PrometheusRecorder) {
    let counter = |name: &'static str, text: &'static str| {
        recorder.describe_counter(KeyName::from_const_str(name), None, text.into());
    };
    let gauge = |name: &'static str, text: &'static str| {
        recorder.describe_gauge(KeyName::from_const_str(name), None, text.into());
    };
    let seconds = |name: &'static str, text: &'static str| {
        recorder.describe_histogram(KeyName::from_const_str(name), Some(Unit::Seconds), text.into());
    };
    counter("kostka_http_requests_total", "Requests by route, method and status");
    seconds("kostka_http_request_seconds", "Time from the head of a request to the head of its answer");
    seconds("kostka_append_seconds", "Time until a write is durable");
    counter("kostka_login_failures_total", "Attempts to sign in that failed");
    counter("kostka_password_checks_total", "Passwords that were compared with a hash, also for unknown logins");
    counter("kostka_audit_dropped_total", "Notes of the audit that were lost, because too many came at once");
    counter("kostka_precondition_failures_total", "Edits of something that had changed meanwhile");
    gauge("kostka_sse_clients", "Open event streams");
    gauge("kostka_log_position", "The position of the last event of the log");
    gauge("kostka_projection_position", "The position of the last event that the read models know");
    gauge("kostka_projection_lag_events", "Events that the read models do not know yet");
}
