//! Addresses of pages, and of what they ask for.

use crate::layout::language::Language;
use domain::tournament::course::Stage;
use std::fmt::{Display, Write};
use wire::accounts::EventKindName;

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

pub(crate) fn ranking(language: Language, season: &str) -> String {
    of_season(language, season, "ranking")
}

pub(crate) fn player(language: Language, season: &str, player: &str) -> String {
    format!("/{}/seasons/{}/players/{}", language.code(), escaped(season), escaped(player))
}

fn of_season(language: Language, season: &str, part: &str) -> String {
    format!("/{}/seasons/{}/{part}", language.code(), escaped(season))
}

pub(crate) fn qualifications(language: Language, season: &str) -> String {
    of_season(language, season, "mp")
}

pub(crate) fn mw_of(language: Language, season: &str) -> String {
    of_season(language, season, "mw")
}

pub(crate) fn calendar(language: Language, season: &str) -> String {
    of_season(language, season, "calendar")
}

pub(crate) fn mw(language: Language, id: &str) -> String {
    format!("/{}/mw/{}", language.code(), escaped(id))
}

pub(crate) fn grand_prix(language: Language, id: &str) -> String {
    format!("/{}/grand-prix/{}", language.code(), escaped(id))
}

pub(crate) fn tournament(language: Language, id: &str) -> String {
    format!("/{}/tournaments/{}", language.code(), escaped(id))
}

/// What is played for in a season.
pub(crate) fn events(language: Language, season: &str) -> String {
    of_season(language, season, "events")
}

pub(crate) fn league(language: Language, id: &str) -> String {
    format!("/{}/leagues/{}", language.code(), escaped(id))
}

pub(crate) fn online_event(language: Language, id: &str) -> String {
    format!("/{}/online-events/{}", language.code(), escaped(id))
}

/// A tournament for the wall of the hall.
pub(crate) fn projector(language: Language, id: &str) -> String {
    format!("{}/projector", tournament(language, id))
}

/// A published list with its editions.
pub(crate) fn list(language: Language, list: &str) -> String {
    format!("{}/{}", lists(language), escaped(list))
}

pub(crate) fn edition(language: Language, list: &str, number: impl Display) -> String {
    format!("{}/{}/editions/{number}", lists(language), escaped(list))
}

pub(crate) fn rulebooks(language: Language) -> String {
    format!("/{}/rulebooks", language.code())
}

pub(crate) fn rulebook(language: Language, id: &str) -> String {
    format!("/{}/rulebooks/{}", language.code(), escaped(id))
}

pub(crate) fn feed(language: Language) -> String {
    format!("/{}/feed.atom", language.code())
}

pub(crate) fn privacy(language: Language) -> String {
    format!("/{}/privacy", language.code())
}

pub(crate) fn accessibility(language: Language) -> String {
    format!("/{}/accessibility", language.code())
}

pub(crate) fn after_stage(language: Language, id: &str, stage: Stage) -> String {
    format!("{}/after/{stage}", tournament(language, id))
}

pub(crate) fn lists(language: Language) -> String {
    format!("/{}/lists", language.code())
}

pub(crate) fn sign_in(language: Language) -> String {
    format!("/{}/sign-in", language.code())
}

pub(crate) fn set_password(language: Language) -> String {
    format!("/{}/set-password", language.code())
}

/// The dashboard of a signed-in account.
pub(crate) fn work(language: Language) -> String {
    format!("/{}/work", language.code())
}

pub(crate) fn account(language: Language) -> String {
    format!("/{}/account", language.code())
}

pub(crate) fn apply(language: Language) -> String {
    format!("/{}/apply", language.code())
}

/// The private page of an applicant.
pub(crate) fn application(language: Language) -> String {
    format!("/{}/application", language.code())
}

/// A page about running a tournament; `part` is empty for its overview, or begins with a slash.
pub(crate) fn organise(language: Language, tournament: &str, part: &str) -> String {
    format!("/{}/organise/{}{part}", language.code(), escaped(tournament))
}

/// The page of a table, for holders of its token.
pub(crate) fn table(language: Language) -> String {
    format!("/{}/table", language.code())
}

/// A page to print for a tournament; `part` is empty for all that can be printed, or begins with a slash.
pub(crate) fn print(language: Language, tournament: &str, part: &str) -> String {
    organise(language, tournament, &format!("/print{part}"))
}

/// A page for admins; `part` is empty for the queues, or begins with a slash.
pub(crate) fn admin(language: Language, part: &str) -> String {
    format!("/{}/admin{part}", language.code())
}

/// A page for auditors; `part` is empty for the log, or begins with a slash.
pub(crate) fn audit(language: Language, part: &str) -> String {
    format!("/{}/audit{part}", language.code())
}

/// The page of a competition.
pub(crate) fn competition(language: Language, kind: EventKindName, id: &str) -> String {
    match kind {
        EventKindName::Tournament => tournament(language, id),
        EventKindName::League => league(language, id),
        EventKindName::GrandPrix => grand_prix(language, id),
        EventKindName::OnlineEvent => online_event(language, id),
        EventKindName::Championship => mw(language, id),
    }
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
