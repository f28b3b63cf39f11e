//! Addresses of pages, and of what they ask for.

use crate::tongue::Tongue;
use std::fmt::{Display, Write};

/// A part of an address, or a value in a query, with everything escaped that means something there.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => escaped.push(byte.into()),
            // A text takes everything.
            _ => drop(write!(escaped, "%{byte:02X}")),
        }
    }
    escaped
}

/// A query of those parameters that have a value.
pub(crate) fn query(parameters: &[(&str, Option<&str>)]) -> String {
    let given = parameters.iter().filter_map(|(name, value)| Some((name, value.filter(|value| !value.is_empty())?)));
    let mut query = String::new();
    for (name, value) in given {
        let sign = if query.is_empty() { '?' } else { '&' };
        let _ = write!(query, "{sign}{name}={}", escaped(value));
    }
    query
}

pub(crate) fn ranking(tongue: Tongue, season: &str) -> String {
    of_season(tongue, season, "ranking")
}

pub(crate) fn player(tongue: Tongue, season: &str, player: &str) -> String {
    format!("/{}/seasons/{}/players/{}", tongue.code(), escaped(season), escaped(player))
}

fn of_season(tongue: Tongue, season: &str, part: &str) -> String {
    format!("/{}/seasons/{}/{part}", tongue.code(), escaped(season))
}

pub(crate) fn qualifications(tongue: Tongue, season: &str) -> String {
    of_season(tongue, season, "mp")
}

pub(crate) fn mw_of(tongue: Tongue, season: &str) -> String {
    of_season(tongue, season, "mw")
}

pub(crate) fn calendar(tongue: Tongue, season: &str) -> String {
    of_season(tongue, season, "calendar")
}

pub(crate) fn mw(tongue: Tongue, id: &str) -> String {
    format!("/{}/mw/{}", tongue.code(), escaped(id))
}

pub(crate) fn grand_prix(tongue: Tongue, id: &str) -> String {
    format!("/{}/grand-prix/{}", tongue.code(), escaped(id))
}

pub(crate) fn tournament(tongue: Tongue, id: &str) -> String {
    format!("/{}/tournaments/{}", tongue.code(), escaped(id))
}

/// What is played for in a season.
pub(crate) fn events(tongue: Tongue, season: &str) -> String {
    of_season(tongue, season, "events")
}

pub(crate) fn league(tongue: Tongue, id: &str) -> String {
    format!("/{}/leagues/{}", tongue.code(), escaped(id))
}

pub(crate) fn online_event(tongue: Tongue, id: &str) -> String {
    format!("/{}/online-events/{}", tongue.code(), escaped(id))
}

/// A tournament for the wall of the hall.
pub(crate) fn projector(tongue: Tongue, id: &str) -> String {
    format!("{}/projector", tournament(tongue, id))
}

/// A published list with its editions.
pub(crate) fn list(tongue: Tongue, list: &str) -> String {
    format!("{}/{}", lists(tongue), escaped(list))
}

pub(crate) fn edition(tongue: Tongue, list: &str, number: impl Display) -> String {
    format!("{}/{}/editions/{number}", lists(tongue), escaped(list))
}

pub(crate) fn rulebooks(tongue: Tongue) -> String {
    format!("/{}/rulebooks", tongue.code())
}

pub(crate) fn rulebook(tongue: Tongue, id: &str) -> String {
    format!("/{}/rulebooks/{}", tongue.code(), escaped(id))
}

/// What is new, as Atom.
pub(crate) fn feed(tongue: Tongue) -> String {
    format!("/{}/feed.atom", tongue.code())
}

/// What people are told about their data.
pub(crate) fn privacy(tongue: Tongue) -> String {
    format!("/{}/privacy", tongue.code())
}

pub(crate) fn accessibility(tongue: Tongue) -> String {
    format!("/{}/accessibility", tongue.code())
}

/// The standings of a tournament after a stage.
pub(crate) fn after_stage(tongue: Tongue, id: &str, stage: &str) -> String {
    format!("{}/after/{}", tournament(tongue, id), escaped(stage))
}

pub(crate) fn lists(tongue: Tongue) -> String {
    format!("/{}/lists", tongue.code())
}

pub(crate) fn sign_in(tongue: Tongue) -> String {
    format!("/{}/sign-in", tongue.code())
}

pub(crate) fn set_password(tongue: Tongue) -> String {
    format!("/{}/set-password", tongue.code())
}

/// What somebody who is signed in has to do.
pub(crate) fn work(tongue: Tongue) -> String {
    format!("/{}/work", tongue.code())
}

pub(crate) fn account(tongue: Tongue) -> String {
    format!("/{}/account", tongue.code())
}

/// Applying for a tournament.
pub(crate) fn apply(tongue: Tongue) -> String {
    format!("/{}/apply", tongue.code())
}

/// The private page of whoever has applied.
pub(crate) fn application(tongue: Tongue) -> String {
    format!("/{}/application", tongue.code())
}

/// A page about running a tournament; `part` is empty for its overview, or begins with a slash.
pub(crate) fn organise(tongue: Tongue, tournament: &str, part: &str) -> String {
    format!("/{}/organise/{}{part}", tongue.code(), escaped(tournament))
}

/// The page of a table, for whoever sits there and has its token.
pub(crate) fn table(tongue: Tongue) -> String {
    format!("/{}/table", tongue.code())
}

/// A page to print for a tournament; `part` is empty for all that can be printed, or begins with a slash.
pub(crate) fn print(tongue: Tongue, tournament: &str, part: &str) -> String {
    organise(tongue, tournament, &format!("/print{part}"))
}

/// A page for admins; `part` is empty for the queues, or begins with a slash.
pub(crate) fn admin(tongue: Tongue, part: &str) -> String {
    format!("/{}/admin{part}", tongue.code())
}

/// A page for auditors; `part` is empty for the log, or begins with a slash.
pub(crate) fn audit(tongue: Tongue, part: &str) -> String {
    format!("/{}/audit{part}", tongue.code())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_means_something_in_an_address_is_escaped() {
        assert_eq!(escaped("ranking:2025/ł?&="), "ranking%3A2025%2F%C5%82%3F%26%3D");
        assert_eq!(query(&[("q", Some("a b")), ("city", None), ("sort", Some(""))]), "?q=a%20b");
    }
}
