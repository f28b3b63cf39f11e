//! Opens connections to the server: permitted addresses, settings of a session, and what is refused.

use postgres::config::SslMode;
use postgres::error::DbError;
use postgres::{Client, Config, NoTls};
use std::error::Error;
use std::time::Duration;

/// The oldest server that the functions of the log were tried on.
const OLDEST_SERVER: i32 = 150_000;
const OLDEST_SERVER_TEXT: &str = "15";
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// A peer that does not even acknowledge packets for so long is gone.
const TCP_USER_TIMEOUT: Duration = Duration::from_secs(20);

/// Plans are made once: what the log asks has one good plan, by an index. The limits turn a peer that hangs into an
/// error.
const SESSION: &str = "
    SET default_transaction_isolation = 'read committed';
    SET plan_cache_mode = force_generic_plan;
    SET jit = off;
    SET enable_seqscan = off;
    SET lock_timeout = '10s';
    SET statement_timeout = '120s';
    SET client_min_messages = warning";

pub(super) const LOG_ID: &str = "SELECT log_id FROM kostka.log";

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("not the address of a PostgreSQL database")]
    InvalidAddress(#[source] postgres::Error),
    /// The address asks for what is not built in.
    #[error("the address asks for TLS, which is not built in: go through a tunnel or a proxy and say sslmode=disable")]
    TlsNotBuiltIn,
    #[error("the server cannot be used: {0}")]
    Connect(String),
    #[error("PostgreSQL {OLDEST_SERVER_TEXT} or newer is needed, this is {0}")]
    ServerTooOld(String),
    #[error("the database must be encoded in UTF8, not {0}")]
    NotUnicode(String),
    /// A server that may lose what it has acknowledged.
    #[error("the server may lose what it has acknowledged: {0} is off")]
    Lossy(&'static str),
    /// The store is older than this program, or not there at all.
    #[error("the store has schema {found}, this program needs {needed}: run `kostka migrate`")]
    NeedsMigration {
        /// The version that was found; 0 if there is no store.
        found: u32,
        needed: u32,
    },
    #[error("the store has schema {found}, this program knows only {known}: use a newer program")]
    TooNew { found: u32, known: u32 },
    /// A migration failed; the store is as it was.
    #[error("the store could not be migrated: {0}")]
    Migration(String),
    /// The role that the service is to run as.
    #[error("there is no role {0}: create it first")]
    UnknownRole(String),
}

impl From<postgres::Error> for OpenError {
    fn from(error: postgres::Error) -> Self {
        Self::Connect(text(&error))
    }
}

/// What went wrong, in one line; the error itself says only where.
pub(super) fn text(error: &postgres::Error) -> String {
    if let Some(refused) = error.as_db_error() {
        return format!("{} ({})", refused.message(), refused.code().code());
    }
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}

/// Where the store is.
#[derive(Clone)]
pub(super) struct Address(Config);

impl Address {
    pub(super) fn parse(address: &str) -> Result<Self, OpenError> {
        // The options that ask for a checked certificate are not even known to the library.
        if ["sslmode=verify-ca", "sslmode=verify-full"].iter().any(|option| address.contains(option)) {
            return Err(OpenError::TlsNotBuiltIn);
        }
        let mut config: Config = address.parse().map_err(OpenError::InvalidAddress)?;
        if config.get_ssl_mode() == SslMode::Require {
            return Err(OpenError::TlsNotBuiltIn);
        }
        config.ssl_mode(SslMode::Disable).application_name("kostka").tcp_user_timeout(TCP_USER_TIMEOUT);
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        Ok(Self(config))
    }

    /// The same, with a callback for every notice of the server.
    pub(super) fn with_notices(&self, notice: impl Fn(DbError) + Send + Sync + 'static) -> Self {
        let mut config = self.0.clone();
        config.notice_callback(notice);
        Self(config)
    }

    /// A connection, set up for the log.
    pub(super) fn connect(&self) -> Result<Client, postgres::Error> {
        let mut client = self.0.connect(NoTls)?;
        client.batch_execute(SESSION)?;
        Ok(client)
    }
}

/// Refuses a server that cannot keep a log, or that may lose what it acknowledges.
pub(super) fn check_server(client: &mut Client, accept_lossy: bool) -> Result<(), OpenError> {
    let row = client.query_one(
        "SELECT current_setting('server_version_num')::integer, current_setting('server_version'),
                current_setting('server_encoding'), current_setting('fsync'), current_setting('synchronous_commit'),
                current_setting('full_page_writes')",
        &[],
    )?;
    if row.try_get::<_, i32>(0)? < OLDEST_SERVER {
        return Err(OpenError::ServerTooOld(row.try_get(1)?));
    }
    let encoding: String = row.try_get(2)?;
    if encoding != "UTF8" {
        return Err(OpenError::NotUnicode(encoding));
    }
    for (column, setting) in [(3, "fsync"), (4, "synchronous_commit"), (5, "full_page_writes")] {
        if row.try_get::<_, &str>(column)? == "off" && !accept_lossy {
            return Err(OpenError::Lossy(setting));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_asks_for_tls_is_refused() {
        for mode in ["require", "verify-ca", "verify-full"] {
            let refused = Address::parse(&format!("postgres://kostka@localhost/kostka?sslmode={mode}"));
            assert!(matches!(refused, Err(OpenError::TlsNotBuiltIn)), "{mode}");
        }
        assert!(Address::parse("postgres://kostka@localhost/kostka").is_ok());
        assert!(Address::parse("postgres://kostka@localhost/kostka?sslmode=prefer").is_ok());
    }

    #[test]
    fn a_text_that_is_no_address_is_refused() {
        assert!(matches!(Address::parse("postgres://kostka@localhost:port/x"), Err(OpenError::InvalidAddress(_))));
    }
}
