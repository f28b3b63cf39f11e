//! The parts of an address that can be shown, without a connection.

use super::connection::OpenError;
use postgres::Config;
use postgres::config::Host;
use std::fmt;

/// An address as it may be shown: no user, no password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedactedAddress {
    pub has_password: bool,
    pub database: String,
    hosts: Vec<String>,
}

impl RedactedAddress {
    /// Reads an address the way that a connection reads it.
    pub fn parse(address: &str) -> Result<Self, OpenError> {
        let config: Config = address.parse().map_err(OpenError::InvalidAddress)?;
        let ports = config.get_ports();
        let host = |(index, host): (usize, &Host)| {
            let name = match host {
                Host::Tcp(name) => name.clone(),
                #[cfg(unix)]
                Host::Unix(folder) => folder.display().to_string(),
            };
            match ports.get(index).or(ports.first()) {
                Some(port) => format!("{name}:{port}"),
                None => name,
            }
        };
        Ok(Self {
            has_password: config.get_password().is_some(),
            database: config.get_dbname().unwrap_or("default").to_owned(),
            hosts: config.get_hosts().iter().enumerate().map(host).collect(),
        })
    }
}

impl fmt::Display for RedactedAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "postgres://{}/{}", self.hosts.join(","), self.database)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_noticed_wherever_it_stands() {
        for with in [
            "postgres://anna:secret@db/kostka",
            "postgres://anna:se/cret@db/kostka",
            "postgres://anna:se?cret@db/kostka",
            "postgresql://anna:secret@db",
            "postgres://db/kostka?user=anna&password=secret",
            "host=db user=anna password=secret",
        ] {
            let described = RedactedAddress::parse(with).unwrap();
            assert!(described.has_password, "{with}");
            let shown = format!("{described} {}", described.database);
            assert!(!shown.contains("cret") && !shown.contains("anna"), "{with}: {shown}");
        }
        for without in ["postgres://anna@db:5432/kostka", "postgres:///kostka?host=/run/postgresql&user=anna"] {
            assert!(!RedactedAddress::parse(without).unwrap().has_password, "{without}");
        }
    }

    #[test]
    fn an_address_is_shown_with_host_port_and_database() {
        let shown = |address| RedactedAddress::parse(address).unwrap().to_string();
        assert_eq!(shown("postgres://anna:secret@db:5432/kostka"), "postgres://db:5432/kostka");
        assert!(RedactedAddress::parse("postgres://db:port/x").is_err());
    }
}
