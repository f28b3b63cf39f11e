//! People and qualifications as lists show them.

use crate::link;
use crate::tongue::Tongue;
use serde::Deserialize;

/// Points with a sign that is as wide as a digit.
pub(crate) fn signed(points: impl std::fmt::Display) -> String {
    points.to_string().replace('-', "\u{2212}")
}

/// What somebody is called; a deleted player where there is no name any more.
pub(crate) fn full_name(tongue: Tongue, first_name: Option<&str>, surname: Option<&str>) -> String {
    in_order(tongue, first_name, surname)
}

/// The same with the surname first, as lists to look somebody up have it.
pub(crate) fn surname_first(tongue: Tongue, first_name: Option<&str>, surname: Option<&str>) -> String {
    in_order(tongue, surname, first_name)
}

fn in_order(tongue: Tongue, one: Option<&str>, other: Option<&str>) -> String {
    match (one, other) {
        (Some(one), Some(other)) => format!("{one} {other}"),
        _ => tongue.0.text("event-player-deleted"),
    }
}

/// Where a rule is written, for people: ids of the catalogue of rules are for those who work on the program.
pub(crate) fn cited(rule: &str) -> String {
    rule.split(", ").filter(|part| !part.starts_with("R-")).collect::<Vec<_>>().join(", ")
}

/// Somebody on a list.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Listed {
    pub(crate) player_id: String,
    pub(crate) name: String,
    pub(crate) city: Option<String>,
    pub(crate) voivodeship: Option<String>,
}

impl Listed {
    /// The page of the player's season.
    pub(crate) fn href(&self, tongue: Tongue, season: &str) -> String {
        link::player(tongue, season, &self.player_id)
    }

    /// City and voivodeship; nothing of somebody who was erased.
    pub(crate) fn from(&self) -> String {
        let parts = [self.city.as_deref(), self.voivodeship.as_deref()];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// A qualification, or a wildcard.
#[derive(Debug, Deserialize)]
pub(crate) struct Qualified {
    #[serde(flatten)]
    pub(crate) player: Listed,
    pub(crate) source: Option<String>,
    pub(crate) event_id: Option<String>,
    pub(crate) event_name: Option<String>,
    pub(crate) place: Option<u32>,
    pub(crate) state: String,
}

impl Qualified {
    pub(crate) fn event(&self) -> &str {
        self.event_name.as_deref().or(self.event_id.as_deref()).unwrap_or_default()
    }

    /// Where it comes from, in words.
    pub(crate) fn source(&self, tongue: Tongue) -> String {
        self.source.as_deref().map(|source| tongue.choice("source", source)).unwrap_or_default()
    }

    pub(crate) fn state(&self, tongue: Tongue) -> String {
        tongue.choice("list-state", &self.state)
    }
}

/// Qualifications about which somebody has yet to decide.
#[derive(Debug, Deserialize)]
pub(crate) struct Pending {
    pub(crate) event_id: Option<String>,
    pub(crate) event_name: Option<String>,
    pub(crate) open: u32,
    pub(crate) candidates: Vec<Listed>,
}

impl Pending {
    pub(crate) fn event(&self) -> &str {
        self.event_name.as_deref().or(self.event_id.as_deref()).unwrap_or_default()
    }

    pub(crate) fn candidates(&self) -> String {
        self.candidates.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

/// A published edition, as far as a live list names it.
#[derive(Debug, Deserialize)]
pub(crate) struct Official {
    pub(crate) list: String,
    #[serde(alias = "edition")]
    pub(crate) number: u32,
    pub(crate) published_at: String,
}

impl Official {
    /// The page of the edition.
    pub(crate) fn href(&self, tongue: Tongue) -> String {
        link::edition(tongue, &self.list, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use formats::words::Lang;

    #[test]
    fn a_rule_is_cited_by_where_it_is_written() {
        assert_eq!(cited("R-RANK-05, REG II.5"), "REG II.5");
        assert_eq!(cited("R-MW-08, R-MW-09, REG I.22-23"), "REG I.22-23");
        assert_eq!(cited("R-AW-01"), "");
    }

    #[test]
    fn whoever_has_no_name_any_more_is_a_deleted_player() {
        let pl = Tongue(Lang::Pl);
        assert_eq!(full_name(pl, Some("Anna"), Some("Żak")), "Anna Żak");
        assert_eq!(surname_first(pl, Some("Anna"), Some("Żak")), "Żak Anna");
        assert_eq!(full_name(pl, None, Some("Żak")), pl.0.text("event-player-deleted"));
    }
}
