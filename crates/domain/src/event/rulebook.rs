//! Events of a rulebook.

use crate::rulebook::{InvalidOverride, Preset, Raw, Rulebook};
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RulebookEvent {
    /// It was put in force; another adoption takes the place of the one before it.
    Adopted(RulebookRecord),
}

/// A rulebook: a preset and what differs from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulebookRecord {
    pub base: Preset,
    /// The values that differ, in the order in which they are applied.
    pub overrides: Vec<Override>,
}

impl RulebookRecord {
    pub fn rulebook(&self) -> Result<Rulebook, InvalidOverride> {
        let mut rulebook = Rulebook::preset(self.base);
        self.overrides.iter().try_for_each(|one| one.apply(&mut rulebook))?;
        Ok(rulebook)
    }

    /// The rulebook as a shared value; presets without overrides exist once.
    pub fn shared(&self) -> Result<Arc<Rulebook>, InvalidOverride> {
        if self.overrides.is_empty() { Ok(Rulebook::shared_preset(self.base)) } else { self.rulebook().map(Arc::new) }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scalar {
    Bool(bool),
    Int(i64),
    Text(String),
}

/// A parameter that exists, with a single value that it can take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Override {
    path: String,
    value: Scalar,
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum InvalidOverrideRecord {
    #[error(transparent)]
    Refused(InvalidOverride),
    /// Lists and maps have no recorded form.
    #[error("rulebook parameter `{path}`: only a single value can be recorded")]
    NotSingle { path: String },
}

impl Override {
    /// The value of a parameter, named by its path or an alias of it.
    pub fn new(path: &str, raw: &Raw) -> Result<Self, InvalidOverrideRecord> {
        let value = match raw {
            Raw::Bool(value) => Scalar::Bool(*value),
            Raw::Int(value) => Scalar::Int(*value),
            Raw::Text(value) => Scalar::Text(value.clone()),
            Raw::List(_) | Raw::Map(_) | Raw::Fraction | Raw::Date => {
                return Err(InvalidOverrideRecord::NotSingle { path: path.to_owned() });
            }
        };
        Self::from_scalar(path.to_owned(), value)
    }

    pub fn from_scalar(path: String, value: Scalar) -> Result<Self, InvalidOverrideRecord> {
        let one = Self { path, value };
        one.apply(&mut Rulebook::default()).map_err(InvalidOverrideRecord::Refused)?;
        Ok(one)
    }

    pub fn path(&self) -> &str {
        &self.path
    }

    pub fn value(&self) -> &Scalar {
        &self.value
    }

    fn apply(&self, rulebook: &mut Rulebook) -> Result<(), InvalidOverride> {
        let raw = match &self.value {
            // No number of the rulebook is greater, and bundles may write a greater one for "as many as there are".
            Scalar::Int(number) => Raw::Int((*number).min(u32::MAX.into())),
            Scalar::Bool(_) | Scalar::Text(_) => self.value.to_raw(),
        };
        rulebook.override_value(&self.path, &raw)
    }
}

impl Scalar {
    pub fn to_raw(&self) -> Raw {
        match self {
            Self::Bool(value) => Raw::Bool(*value),
            Self::Int(value) => Raw::Int(*value),
            Self::Text(value) => Raw::Text(value.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_override_names_a_parameter_and_a_value_that_it_takes() {
        let taken = Override::new("awans.ranking.count", &Raw::Int(40)).unwrap();
        assert_eq!((taken.path(), taken.value()), ("awans.ranking.count", &Scalar::Int(40)));
        assert!(Override::new("ranking.tiebreak_basis", &Raw::Text("points".to_owned())).is_ok());
        for (path, value) in [
            ("no.such.path", Raw::Int(1)),
            ("awans.ranking.count", Raw::Int(-1)),
            ("awans.ranking.count", Raw::Text("many".to_owned())),
            ("ranking.tiebreak_basis", Raw::Text("what somebody typed".to_owned())),
        ] {
            assert!(matches!(Override::new(path, &value), Err(InvalidOverrideRecord::Refused(_))), "{path} {value}");
        }
        let list = Override::new("awans.ranking.count", &Raw::List(vec![]));
        assert!(matches!(list, Err(InvalidOverrideRecord::NotSingle { .. })));
    }

    #[test]
    fn a_record_gives_the_rulebook_with_every_override_applied() {
        let overrides = [("awans.ranking.count", Raw::Int(40)), ("wildcard.cap", Raw::Int(i64::MAX))];
        let overrides = overrides.map(|(path, raw)| Override::new(path, &raw).unwrap()).to_vec();
        let rulebook = RulebookRecord { base: Preset::Pl2024_25, overrides }.rulebook().unwrap();
        let preset = Rulebook::preset(Preset::Pl2024_25);
        let changed = preset.differences(&rulebook);
        assert!(changed.iter().any(|difference| difference.parameter.path == "awans.ranking.count"), "{changed:?}");
    }

    #[test]
    fn a_number_greater_than_the_rulebook_knows_is_kept_as_written() {
        let large = Override::new("wildcard.cap", &Raw::Int(i64::MAX)).unwrap();
        assert_eq!(large.value().to_raw(), Raw::Int(i64::MAX));
    }
}
