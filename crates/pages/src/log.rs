//! Pages for auditors: the log in sentences, single events with their proofs, seasons as they were, differences,
//! editions, checking offline.

pub(crate) mod diff;
pub(crate) mod editions;
pub(crate) mod events;
pub(crate) mod moment;
pub(crate) mod verify;

use crate::layout::current_user::CurrentUser;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::shell::{NavLink, Shell};
use api::{ApiClient, ApiError};
use chrono::{DateTime, NaiveDateTime, SecondsFormat, TimeZone};
use chrono_tz::Europe::Warsaw;
use wire::log::LogHead;

/// The pages for auditors: the part of the address below `/audit`, and the id of the text of the link.
const NAV_ENTRIES: [(&str, &str); 5] = [
    ("", "audit-nav-log"),
    ("/moment", "audit-nav-moment"),
    ("/diff", "audit-nav-diff"),
    ("/editions", "audit-nav-editions"),
    ("/verify", "audit-nav-verify"),
];

impl Shell {
    pub(crate) fn audit_ways(&self) -> Vec<NavLink> {
        self.nav_links_below("/audit", &NAV_ENTRIES)
    }

    pub(crate) fn audit(&self, part: &str) -> String {
        link::audit(self.language, part)
    }
}

/// An account that may read the log; others are refused.
pub(crate) async fn require_log_reader(client: &ApiClient, language: Language) -> Result<CurrentUser, ApiError> {
    let me = CurrentUser::of(client, language).await?;
    if me.reads_the_log() { Ok(me) } else { Err(ApiError::forbidden()) }
}

/// Around a page for auditors; `part` is its address below `/audit`.
pub(crate) fn shell(language: Language, title: &str, part: &str, me: &CurrentUser) -> Shell {
    Shell::staff(language, title, &link::audit(language, part), me)
}

pub(crate) async fn head(client: &ApiClient, language: Language) -> Result<LogHead, ApiError> {
    client.get(language.0, "/api/v1/log").await
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

/// The first field that is filled in.
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
