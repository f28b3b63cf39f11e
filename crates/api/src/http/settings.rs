//! How the service is set up; where the values come from is the command line's business.

use ipnet::IpNet;
use std::net::SocketAddr;
use std::time::Duration;

/// Everything that can be chosen.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where the service listens.
    pub listen: SocketAddr,
    /// Where metrics and health are told to the operator; nowhere if none.
    pub metrics_listen: Option<SocketAddr>,
    /// What links that people get begin with, like `https://ranking.example`.
    pub public_url: String,
    /// Networks of proxies whose word about the address of a client is taken.
    pub trusted_proxies: Vec<IpNet>,
    /// Threads that answer requests.
    pub workers: usize,
    /// Whether each request is written to the log.
    pub access_log: bool,
    /// Limits of requests.
    pub limits: Limits,
    /// Signing in.
    pub sign_in: SignIn,
    /// How often a checkpoint is signed while there is something new.
    pub checkpoint_every: Duration,
    /// How long the audit of logins and reads is kept.
    pub audit_kept_for: Duration,
    /// Who runs the service, for the privacy notice.
    pub operator: Operator,
    /// What only the operator knows of the accessibility statement.
    pub accessibility: Accessibility,
}

/// Who runs the service; what is not given is told as not given.
#[derive(Debug, Clone, Default)]
pub struct Operator {
    /// Who answers for the data, and for accessibility.
    pub name: Option<String>,
    /// Where letters go.
    pub address: Option<String>,
    /// E-mail and telephone.
    pub contact: Option<String>,
    /// How the data protection officer is reached, where there is one.
    pub data_protection_officer: Option<String>,
    /// The company that runs the server.
    pub hosting: Option<String>,
    /// How long backups are kept.
    pub backups_kept_for: Option<Duration>,
}

/// What only the operator knows of the accessibility statement. Days are written as `2026-03-14`.
#[derive(Debug, Clone, Default)]
pub struct Accessibility {
    /// One of [`ACCESSIBILITY_STATES`].
    pub state: Option<String>,
    /// The day on which the site was published.
    pub published: Option<String>,
    /// The day of the last major update.
    pub updated: Option<String>,
    /// The day on which the statement was drawn up.
    pub drawn_up: Option<String>,
    /// The day on which it was last reviewed.
    pub reviewed: Option<String>,
    /// Who takes care of accessibility, with e-mail and telephone.
    pub contact: Option<String>,
    /// What is not accessible, why, and another way to it; in Polish.
    pub exceptions_pl: Option<String>,
    /// The same in English.
    pub exceptions_en: Option<String>,
    /// How the office is entered; in Polish.
    pub building_pl: Option<String>,
    /// The same in English.
    pub building_en: Option<String>,
}

impl Accessibility {
    /// Whether there are known parts that are not accessible; otherwise the statement says that none are known.
    pub fn has_exceptions(&self) -> bool {
        let is_written = self.exceptions_pl.is_some() || self.exceptions_en.is_some();
        is_written || self.state.as_deref().is_some_and(|state| state != "compliant")
    }
}

/// What an operator can have found of the accessibility of the site.
pub const ACCESSIBILITY_STATES: [&str; 3] = ["compliant", "partly_compliant", "not_compliant"];

/// Limits of requests.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The largest JSON body in bytes.
    pub body_bytes: usize,
    /// The longest address in bytes.
    pub uri_bytes: usize,
    /// The largest sum of all headers in bytes.
    pub header_bytes: usize,
    /// How long a request may take to arrive and to be answered.
    pub request_timeout: Duration,
    /// Requests in a minute for each address without an account.
    pub anonymous_per_minute: u32,
    /// Requests with a token in a minute for each address, counted before the token is verified.
    pub with_token_per_minute: u32,
    /// Requests in a minute for each account or table token.
    pub account_per_minute: u32,
    /// Requests in a minute for each address that have to be worked on for long: comparisons, older states, other
    /// rulebooks.
    pub costly_per_minute: u32,
    /// Attempts to sign in for each address in a minute.
    pub sign_ins_per_minute: u32,
    /// Open event streams in all.
    pub streams: usize,
    /// Open event streams for each address.
    pub streams_per_client: usize,
    /// Open connections for each address, but not for a trusted proxy.
    pub connections_per_client: usize,
    /// Open connections for each worker.
    pub connections: usize,
}

/// Signing in.
#[derive(Debug, Clone)]
pub struct SignIn {
    /// How long an access token is good for.
    pub access_token: Duration,
    /// How long a session can be refreshed.
    pub session: Duration,
    /// How long a one-time link is good for.
    pub link: Duration,
    /// How often the key that signs access tokens changes.
    pub key_rotation: Duration,
    /// Whether admins must have a second factor before they may act.
    pub admins_need_second_factor: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            metrics_listen: None,
            public_url: "http://127.0.0.1:8080".to_owned(),
            trusted_proxies: Vec::new(),
            workers: 2,
            access_log: true,
            limits: Limits::default(),
            sign_in: SignIn::default(),
            checkpoint_every: Duration::from_secs(10),
            audit_kept_for: days(30),
            operator: Operator::default(),
            accessibility: Accessibility::default(),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body_bytes: 64 << 10,
            uri_bytes: 8 << 10,
            header_bytes: 16 << 10,
            request_timeout: Duration::from_secs(10),
            // A hall full of phones has one address.
            anonymous_per_minute: 6_000,
            with_token_per_minute: 60_000,
            account_per_minute: 1_200,
            costly_per_minute: 60,
            sign_ins_per_minute: 30,
            streams: 10_000,
            streams_per_client: 1_000,
            connections_per_client: 2_000,
            connections: 10_000,
        }
    }
}

impl Default for SignIn {
    fn default() -> Self {
        Self {
            access_token: Duration::from_mins(10),
            session: days(14),
            link: days(7),
            key_rotation: days(7),
            admins_need_second_factor: true,
        }
    }
}

const fn days(count: u64) -> Duration {
    Duration::from_secs(count * 24 * 60 * 60)
}
