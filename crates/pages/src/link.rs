//! Addresses of pages, and of what they ask for.

use crate::tongue::Tongue;
use std::fmt::Write;

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

pub(crate) fn lists(tongue: Tongue) -> String {
    format!("/{}/lists", tongue.code())
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
