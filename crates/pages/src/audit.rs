//! Pages for auditors: the log in sentences, single events with their proofs, seasons as they were, differences, editions, checking offline.

pub(crate) mod diff;
pub(crate) mod editions;
pub(crate) mod log;
pub(crate) mod moment;
pub(crate) mod verify;

use crate::link;
use crate::me::Me;
use crate::shell::{Shell, Way};
use crate::tongue::Tongue;
use api::{Inside, Refusal};
use chrono::{DateTime, NaiveDateTime, SecondsFormat, TimeZone};
use chrono_tz::Europe::Warsaw;
use serde::Deserialize;

/// Where the pages for auditors are, with the ids of what they are called.
const PLACES: [(&str, &str); 5] = [
    ("", "audit-nav-log"),
    ("/moment", "audit-nav-moment"),
    ("/diff", "audit-nav-diff"),
    ("/editions", "audit-nav-editions"),
    ("/verify", "audit-nav-verify"),
];

impl Shell {
    /// The ways between the pages for auditors.
    pub(crate) fn audit_ways(&self) -> Vec<Way> {
        self.ways_among("/audit", &PLACES)
    }

    /// A page for auditors.
    pub(crate) fn audit(&self, part: &str) -> String {
        link::audit(self.tongue, part)
    }
}

/// Somebody who reads the log; everybody else is refused.
pub(crate) async fn reader(inside: &Inside, tongue: Tongue) -> Result<Me, Refusal> {
    let me = Me::of(inside, tongue).await?;
    if me.reads_the_log() { Ok(me) } else { Err(Refusal::forbidden()) }
}

/// Around a page for auditors; `part` is its address below `/audit`.
pub(crate) fn shell(tongue: Tongue, title: &str, part: &str, me: &Me) -> Shell {
    Shell::staff(tongue, title, &link::audit(tongue, part), me)
}

/// Where the log stands.
#[derive(Debug, Deserialize)]
pub(crate) struct Head {
    pub(crate) position: u64,
    pub(crate) recorded_at: Option<String>,
    pub(crate) root: String,
    pub(crate) epoch: u64,
    pub(crate) log_id: String,
    pub(crate) verifier_key: String,
    pub(crate) checkpoint_size: Option<u64>,
}

/// The head of the log.
pub(crate) async fn head(inside: &Inside, tongue: Tongue) -> Result<Head, Refusal> {
    inside.get(tongue.0, "/api/v1/log").await
}

/// A moment as the API takes it: a time without an offset, as browsers send it, is that of the clocks of Warsaw.
pub(crate) fn with_offset(written: &str) -> String {
    let written = written.trim();
    let naive = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"].iter().find_map(|format| {
        let naive = NaiveDateTime::parse_from_str(written, format).ok()?;
        Warsaw.from_local_datetime(&naive).earliest()
    });
    naive.map_or_else(|| written.to_owned(), |moment| moment.to_rfc3339_opts(SecondsFormat::Secs, false))
}

/// The first of these that somebody has filled in.
pub(crate) fn first_given<'t>(fields: &[&'t str]) -> &'t str {
    fields.iter().map(|field| field.trim()).find(|field| !field.is_empty()).unwrap_or_default()
}

/// What a field for the number of an event shows of a moment.
pub(crate) fn as_position(written: &str) -> &str {
    if written.bytes().all(|byte| byte.is_ascii_digit()) { written } else { "" }
}

/// What a field for a time shows of a moment: the clocks of Warsaw.
pub(crate) fn as_time(written: &str) -> String {
    DateTime::parse_from_rfc3339(&with_offset(written))
        .map(|moment| moment.with_timezone(&Warsaw).format("%Y-%m-%dT%H:%M").to_string())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_browsers_are_those_of_warsaw_and_everything_else_stays_as_it_is() {
        assert_eq!(with_offset("2026-07-01T12:00"), "2026-07-01T12:00:00+02:00");
        assert_eq!(with_offset("2026-01-01T12:00:30"), "2026-01-01T12:00:30+01:00");
        assert_eq!(with_offset(" 1042 "), "1042");
        assert_eq!(with_offset("2026-01-01T12:00:00Z"), "2026-01-01T12:00:00Z");
    }

    #[test]
    fn a_moment_is_shown_in_the_field_that_it_belongs_to() {
        assert_eq!((as_position("1042"), as_time("1042")), ("1042", String::new()));
        assert_eq!((as_position("2026-07-01T12:00"), as_time("2026-07-01T12:00").as_str()), ("", "2026-07-01T12:00"));
        assert_eq!(as_time("2026-07-01T10:00:00Z"), "2026-07-01T12:00");
        assert_eq!((as_position("ranking:2025@1"), as_time("ranking:2025@1")), ("", String::new()));
        assert_eq!(first_given(&["", " ", " 12 ", "13"]), "12");
    }
}
