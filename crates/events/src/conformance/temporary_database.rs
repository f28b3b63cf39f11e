//! A database of its own for a test, on the server that the tests were given.

use crate::environment::Environment;
use crate::postgres::PostgresLog;
use postgres::{Client, Config, NoTls};
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

/// The address of a PostgreSQL server for tests, as a role that may make databases; `cargo xtask test` starts one.
pub const SERVER: &str = "KOSTKA_TEST_POSTGRES";

/// Says that every test must run: one that lacks a server fails then. `cargo xtask test` says so.
pub const ALL: &str = "KOSTKA_TEST_ALL";

/// The address of the server, if tests were given one.
fn server(named: Option<String>, is_needed: bool) -> Option<String> {
    assert!(named.is_some() || !is_needed, "{ALL} is set, but {SERVER} names no server");
    if named.is_none() {
        println!("skipped: {SERVER} names no server; `cargo xtask test` starts one");
    }
    named
}

/// A new database with the schema of the log; it goes away with this value.
pub struct TemporaryDatabase {
    server: String,
    name: String,
}

impl TemporaryDatabase {
    /// Makes one on the server that [`SERVER`] names; says so and gives none if there is no server, unless [`ALL`] is
    /// set.
    pub fn create() -> Option<Self> {
        let database = Self::create_empty()?;
        PostgresLog::migrate(&database.address(), None).unwrap();
        Some(database)
    }

    /// The same without the schema.
    pub fn create_empty() -> Option<Self> {
        let server = server(std::env::var(SERVER).ok(), std::env::var_os(ALL).is_some())?;
        let name = format!("kostka_test_{:016x}", RandomState::new().build_hasher().finish());
        let database = Self { server, name };
        let sql = format!("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8'", database.name);
        database.maintenance().batch_execute(&sql).unwrap();
        Some(database)
    }

    /// The name of the database.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its address, with the role that owns it.
    pub fn address(&self) -> String {
        self.address_as(None)
    }

    /// Its address with another role, which needs no password.
    pub fn address_as(&self, role: Option<&str>) -> String {
        let config: Config = self.server.parse().unwrap();
        let user = role.or(config.get_user()).unwrap();
        let (host, port) = match (&config.get_hosts()[0], config.get_ports()) {
            (postgres::config::Host::Tcp(host), [port]) => (host, port),
            other => panic!("{SERVER} must be written postgres://ROLE@HOST:PORT/DATABASE, not {other:?}"),
        };
        let password = config.get_password().map(|password| format!(":{}", String::from_utf8_lossy(password)));
        let password = role.map_or(password, |_| None).unwrap_or_default();
        format!("postgres://{user}{password}@{host}:{port}/{}", self.name)
    }

    /// A connection to it, with the role that owns it.
    pub fn connect(&self) -> Client {
        Client::connect(&self.address(), NoTls).unwrap()
    }

    /// A connection to the server beside it.
    pub fn maintenance(&self) -> Client {
        Client::connect(&self.server, NoTls).unwrap()
    }

    pub fn open(&self, environment: Arc<dyn Environment>) -> Arc<PostgresLog> {
        Arc::new(PostgresLog::open(&self.address(), environment, crate::postgres::PostgresOptions::default()).unwrap())
    }
}

impl Drop for TemporaryDatabase {
    fn drop(&mut self) {
        // A test that has failed already must not fail a second time here.
        if let Ok(mut client) = Client::connect(&self.server, NoTls) {
            let _ = client.batch_execute(&format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_server_a_test_is_left_out_unless_all_must_run() {
        assert_eq!(server(None, false), None);
        for is_needed in [false, true] {
            assert_eq!(server(Some("address".to_owned()), is_needed), Some("address".to_owned()));
        }
        assert!(std::panic::catch_unwind(|| server(None, true)).is_err());
    }
}
