//! HTTP client of a running service, with retries, rate limits and measured times.

mod account;
mod cancellation;
mod request_stats;

pub(crate) use account::{Account, SignInError, unexpected};
pub(crate) use cancellation::CancellationToken;
pub(crate) use request_stats::{RequestStats, Summary};

use serde_json::Value;
use simulation::{Method, ServiceError, ServiceRequest, ServiceResponse};
use std::time::{Duration, Instant};
use url::Url;

/// How often a request is sent before it counts as lost for good.
const TRIES: u32 = 6;
/// How often a service that is busy is asked again.
const WAITS: u32 = 40;
/// How long after a lost request the next try comes; twice as long after each.
const FIRST_WAIT: Duration = Duration::from_millis(100);
/// The longest time that a busy service is given without asking again.
const LONGEST_WAIT: Duration = Duration::from_mins(1);
const TIMEOUT: Duration = Duration::from_secs(30);
const MOST_BYTES: u64 = 16 << 20;

pub(crate) struct HttpClient {
    agent: ureq::Agent,
    base: String,
    pub(crate) cancellation: CancellationToken,
    pub(crate) request_stats: RequestStats,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InvalidUrl {
    NotHttp,
    /// TLS is the proxy's; here plain HTTP is spoken.
    Encrypted,
    WithPassword,
}

/// What came back, with what is told besides the body.
struct RawResponse {
    answer: ServiceResponse,
    /// When to come again, if the service is busy.
    retry_after: Option<Duration>,
}

impl HttpClient {
    pub(crate) fn new(url: &str) -> Result<Self, InvalidUrl> {
        let url = Url::parse(url).map_err(|_| InvalidUrl::NotHttp)?;
        match url.scheme() {
            "http" => {}
            "https" => return Err(InvalidUrl::Encrypted),
            _ => return Err(InvalidUrl::NotHttp),
        }
        if url.password().is_some() || !url.username().is_empty() {
            return Err(InvalidUrl::WithPassword);
        }
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(TIMEOUT))
            .max_idle_connections_per_host(64)
            .build()
            .into();
        let base = url.as_str().trim_end_matches('/').to_owned();
        Ok(Self { agent, base, cancellation: CancellationToken::default(), request_stats: RequestStats::default() })
    }

    /// Sends a request with this token until there is an answer to it.
    pub(crate) fn send(&self, call: &ServiceRequest, bearer: Option<&str>) -> Result<ServiceResponse, ServiceError> {
        let (mut lost, mut waited) = (0, 0);
        loop {
            self.cancellation.check()?;
            let begun = Instant::now();
            match self.send_once(call, bearer) {
                Ok(RawResponse { answer, retry_after: Some(wait) }) if waited < WAITS => {
                    drop(answer);
                    waited += 1;
                    self.request_stats.asked_to_wait();
                    self.cancellation.wait(wait.min(LONGEST_WAIT))?;
                }
                Ok(RawResponse { answer, .. }) => {
                    self.request_stats.answered(call, begun.elapsed());
                    return Ok(answer);
                }
                Err(problem) => {
                    lost += 1;
                    // Only what cannot happen twice is sent twice.
                    let repeatable = call.method == Method::Get || call.key.is_some();
                    if lost >= TRIES || !repeatable {
                        return Err(ServiceError::Unreachable { problem: problem.to_string() });
                    }
                    self.request_stats.sent_again();
                    self.cancellation.wait(FIRST_WAIT * 2_u32.pow(lost - 1))?;
                }
            }
        }
    }

    fn send_once(&self, call: &ServiceRequest, bearer: Option<&str>) -> Result<RawResponse, ureq::Error> {
        let uri = format!("{}/api/v1/{}", self.base, call.path);
        let mut request = ureq::http::Request::builder().method(call.method.name()).uri(uri);
        let bearer = bearer.map(|token| format!("Bearer {token}"));
        let headers = [
            ("Authorization", bearer.as_deref()),
            ("If-Match", call.if_match.as_deref()),
            ("Idempotency-Key", call.key.as_deref()),
            ("Content-Type", call.body.is_some().then_some("application/json")),
        ];
        for (name, value) in headers {
            if let Some(value) = value {
                request = request.header(name, value);
            }
        }
        let mut response = match &call.body {
            Some(body) => self.agent.run(request.body(body.to_string())?)?,
            None => self.agent.run(request.body(())?)?,
        };
        let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let status = response.status().as_u16();
        let etag = header("etag");
        let seconds = header("retry-after").and_then(|text| text.parse().ok());
        let busy = matches!(status, 429 | 503).then(|| Duration::from_secs(seconds.unwrap_or(1)));
        let body = response.body_mut().with_config().limit(MOST_BYTES).read_to_vec()?;
        let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
        Ok(RawResponse { answer: ServiceResponse { status, etag, body }, retry_after: busy })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_address_without_a_password_is_called() {
        assert!(HttpClient::new("http://127.0.0.1:8080/").is_ok_and(|client| client.base == "http://127.0.0.1:8080"));
        assert!(
            HttpClient::new("http://host.example/kostka/")
                .is_ok_and(|client| client.base == "http://host.example/kostka")
        );
        for (url, expected) in [
            ("https://host.example", InvalidUrl::Encrypted),
            ("ftp://host.example", InvalidUrl::NotHttp),
            ("host", InvalidUrl::NotHttp),
            ("http://ewa:haslo@host.example", InvalidUrl::WithPassword),
        ] {
            assert_eq!(HttpClient::new(url).err(), Some(expected), "{url}");
        }
    }
}
