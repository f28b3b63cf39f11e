//! The rulebook file: a preset and what differs from it, in TOML.

use domain::Choice;
use domain::rulebook::{InvalidOverride, Preset, Raw, Rulebook, alias_target, parameters};
use std::collections::HashSet;
use toml::Value;

/// The key that names the preset.
const BASE: &str = "base";

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum InvalidRulebookFile {
    /// Not TOML; the message names line and column.
    #[error("{0}")]
    Malformed(String),
    #[error("`base` is missing; it names the preset to start from: {}", Preset::NAMES.join(", "))]
    MissingBase,
    #[error("base: {0}")]
    UnknownBase(domain::InvalidChoice),
    #[error("rulebook parameter `{path}` is given twice")]
    GivenTwice {
        /// The second of the two keys.
        path: String,
    },
    #[error("{0}")]
    Override(InvalidOverride),
}

pub fn parse(text: &str) -> Result<Rulebook, InvalidRulebookFile> {
    let mut file: toml::Table = text
        .parse()
        .map_err(|error: toml::de::Error| InvalidRulebookFile::Malformed(error.to_string().trim_end().to_owned()))?;
    let base = file.remove(BASE).ok_or(InvalidRulebookFile::MissingBase)?;
    let name = base.as_str().map_or_else(|| base.to_string(), str::to_owned);
    let preset = Preset::parse(&name).map_err(InvalidRulebookFile::UnknownBase)?;
    let mut rulebook = Rulebook::preset(preset);
    override_all(&mut rulebook, "", &file, &mut HashSet::new())?;
    Ok(rulebook)
}

fn override_all(
    rulebook: &mut Rulebook,
    prefix: &str,
    table: &toml::Table,
    given: &mut HashSet<String>,
) -> Result<(), InvalidRulebookFile> {
    for (key, value) in table {
        let path = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        match value {
            Value::Table(inner) if is_section(&path) => override_all(rulebook, &path, inner, given)?,
            value => {
                rulebook.override_value(&path, &raw(value)).map_err(InvalidRulebookFile::Override)?;
                // An alias, or a quoted key beside a section, could give a parameter a second value.
                let target = alias_target(&path).unwrap_or(&path).to_owned();
                if !given.insert(target) {
                    return Err(InvalidRulebookFile::GivenTwice { path });
                }
            }
        }
    }
    Ok(())
}

/// Whether some parameter lies below this path.
fn is_section(path: &str) -> bool {
    let prefix = format!("{path}.");
    let aliases = ["awans.tournament.two_seats_from", "wildcard.cap"];
    parameters::table().iter().map(|parameter| parameter.path).chain(aliases).any(|known| known.starts_with(&prefix))
}

fn raw(value: &Value) -> Raw {
    match value {
        Value::Boolean(value) => Raw::Bool(*value),
        Value::Integer(value) => Raw::Int(*value),
        Value::String(value) => Raw::Text(value.clone()),
        Value::Array(items) => Raw::List(items.iter().map(raw).collect()),
        Value::Table(entries) => Raw::Map(entries.iter().map(|(key, value)| (key.clone(), raw(value))).collect()),
        Value::Float(_) => Raw::Fraction,
        Value::Datetime(_) => Raw::Date,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::rulebook::{Step, TiebreakBasis};

    #[test]
    fn a_file_overrides_its_preset_by_sections_or_dotted_keys() {
        let rulebook = parse(
            r#"
            base = "pl-2024-25"
            min_players.mp = 20
            [ranking]
            tiebreak_basis = "points"
            best_n = 6
            [awans.tournament]
            seats = [{ from = 1, seats = 1 }, { from = 81, seats = 2 }]
            "#,
        )
        .unwrap();
        assert_eq!(rulebook.get(parameters::MIN_PLAYERS_MP), 20);
        assert_eq!(rulebook.get(parameters::RANKING_TIEBREAK_BASIS), TiebreakBasis::Points);
        assert_eq!(rulebook.get(parameters::RANKING_BEST_N), Some(6));
        assert_eq!(rulebook.get(parameters::AWANS_TOURNAMENT_SEATS)[1], Step { from: 81, seats: 2 });
    }

    #[test]
    fn an_unknown_key_or_a_value_out_of_range_is_named() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert!(error("base = \"pl-2024-25\"\n[ranking]\nluck = 1").contains("`ranking.luck`"));
        assert!(error("base = \"pl-2024-25\"\nhalf_rule.den = 0").contains("`half_rule.den`"));
        assert!(error("base = \"pl-2025\"").contains("`pl-2025`"));
        assert!(error("turn_seconds = 40").contains("`base`"));
        assert!(error("base = \"pl-2024-25\"\nranking = 3").contains("`ranking`"));
        assert!(error("base = ").contains("line 1"));
        assert!(error("base = 3").contains("`3`"));
        let twice = "base = \"pl-2024-25\"\nwildcard.cap = 32\nmw.wildcard.cap = 16";
        assert!(error(twice).contains("given twice"));
    }
}
