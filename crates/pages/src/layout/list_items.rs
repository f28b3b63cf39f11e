//! People and qualifications as lists show them.

use crate::layout::language::Language;
use crate::layout::link;
use wire::championships::mw::WildcardPlayer;
pub(crate) use wire::common::{ListedPlayer, OfficialEdition};
use wire::qualifications::list::{PendingQualification, QualifiedPlayer};
use wire::seasons::ranking::{Official, RankedPlayer};

/// Points with a sign that is as wide as a digit.
pub(crate) fn signed(points: impl std::fmt::Display) -> String {
    points.to_string().replace('-', "\u{2212}")
}

/// The full name of a player; a deleted player where there is no name any more.
pub(crate) fn full_name(language: Language, first_name: Option<&str>, surname: Option<&str>) -> String {
    join_names(language, first_name, surname)
}

/// The same with the surname first, for lists that are searched by name.
pub(crate) fn surname_first(language: Language, first_name: Option<&str>, surname: Option<&str>) -> String {
    join_names(language, surname, first_name)
}

fn join_names(language: Language, one: Option<&str>, other: Option<&str>) -> String {
    match (one, other) {
        (Some(one), Some(other)) => format!("{one} {other}"),
        _ => language.0.text("event-player-deleted"),
    }
}

/// Where a rule is written, for people: ids of the catalogue of rules are for those who work on the program.
pub(crate) fn cited(rule: &str) -> String {
    rule.split(", ").filter(|part| !part.starts_with("R-")).collect::<Vec<_>>().join(", ")
}

/// The parts that are there, with commas between them.
pub(crate) fn joined(parts: &[Option<&str>]) -> String {
    parts.iter().flatten().copied().collect::<Vec<_>>().join(", ")
}

pub(crate) trait PlayerLink {
    fn href(&self, language: Language, season: &str) -> String;

    /// City and voivodeship; empty for a player who was erased.
    fn from(&self) -> String;
}

impl PlayerLink for RankedPlayer {
    fn href(&self, language: Language, season: &str) -> String {
        link::player(language, season, &self.player_id)
    }

    fn from(&self) -> String {
        joined(&[self.city.as_deref(), self.voivodeship.as_deref()])
    }
}

impl PlayerLink for ListedPlayer {
    fn href(&self, language: Language, season: &str) -> String {
        link::player(language, season, &self.player_id)
    }

    fn from(&self) -> String {
        joined(&[self.city.as_deref(), self.voivodeship.as_deref()])
    }
}

pub(crate) trait QualifiedRow {
    /// The competition that it comes from, by name.
    fn event(&self) -> &str;

    /// The kind of competition in words; empty for a wildcard.
    fn source(&self, language: Language) -> String;

    fn state(&self, language: Language) -> String;
}

impl QualifiedRow for QualifiedPlayer {
    fn event(&self) -> &str {
        self.event_name.as_deref().unwrap_or(&self.event_id)
    }

    fn source(&self, language: Language) -> String {
        language.choice("source", self.source.name())
    }

    fn state(&self, language: Language) -> String {
        language.choice("list-state", self.state.name())
    }
}

impl QualifiedRow for WildcardPlayer {
    fn event(&self) -> &str {
        self.event_name.as_deref().unwrap_or(&self.event_id)
    }

    fn source(&self, _: Language) -> String {
        String::new()
    }

    fn state(&self, language: Language) -> String {
        language.choice("list-state", self.state.name())
    }
}

pub(crate) trait PendingRow {
    /// The competition that they come from, by name.
    fn event(&self) -> &str;

    fn candidates(&self) -> String;
}

impl PendingRow for PendingQualification {
    fn event(&self) -> &str {
        self.event_name.as_deref().unwrap_or(&self.event_id)
    }

    fn candidates(&self) -> String {
        self.candidates.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

/// A published edition: its number, and the page that shows it.
pub(crate) trait EditionLink {
    fn page(&self, language: Language) -> String;

    fn edition_number(&self) -> u32;
}

impl EditionLink for OfficialEdition {
    fn page(&self, language: Language) -> String {
        link::edition(language, &self.list, self.edition)
    }

    fn edition_number(&self) -> u32 {
        self.edition
    }
}

impl EditionLink for Official {
    fn page(&self, language: Language) -> String {
        link::edition(language, &self.list, self.number)
    }

    fn edition_number(&self) -> u32 {
        self.number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use formats::localization::Lang;

    #[test]
    fn a_rule_is_cited_by_where_it_is_written() {
        assert_eq!(cited("R-RANK-05, REG II.5"), "REG II.5");
        assert_eq!(cited("R-MW-08, R-MW-09, REG I.22-23"), "REG I.22-23");
        assert_eq!(cited("R-AW-01"), "");
    }

    #[test]
    fn whoever_has_no_name_any_more_is_a_deleted_player() {
        let pl = Language(Lang::Pl);
        assert_eq!(full_name(pl, Some("Anna"), Some("Żak")), "Anna Żak");
        assert_eq!(surname_first(pl, Some("Anna"), Some("Żak")), "Żak Anna");
        assert_eq!(full_name(pl, None, Some("Żak")), pl.0.text("event-player-deleted"));
    }
}
