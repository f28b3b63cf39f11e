//! The rulebook: every parameter of the season rules as typed data with its citation.
//!
//! [`parameters`] is the only source of paths, types, ranges and defaults; presets are differences from it.

pub mod adoption;
mod options;
pub mod parameters;
mod presets;
mod value;

pub use options::*;
pub use parameters::{Effect, Param, Parameter, alias_target, parameter};
pub use presets::Preset;
#[cfg(test)]
pub(crate) use value::ParameterType;
pub use value::{Band, InvalidValue, Kind, Quota, Raw, Span, Step, Tables, Value};

use crate::Choice;
use std::sync::{Arc, LazyLock};

/// A value for every parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Rulebook {
    preset: Preset,
    values: Vec<Value>,
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum InvalidOverride {
    #[error("unknown rulebook parameter `{path}`")]
    UnknownParameter { path: String },
    #[error("rulebook parameter `{path}`: {problem}")]
    InvalidValue { path: String, problem: InvalidValue },
}

#[derive(Debug, Clone, PartialEq)]
pub struct ParameterDifference<'a> {
    pub parameter: &'static Parameter,
    pub before: &'a Value,
    pub after: &'a Value,
}

impl Default for Rulebook {
    fn default() -> Self {
        Self::preset(Preset::Pl2024_25)
    }
}

impl Rulebook {
    /// The rules of a competition: its own, or those of its season, or the defaults if neither is known.
    pub fn of_competition<'a>(own: Option<&'a Self>, of_season: impl FnOnce() -> Option<&'a Self>) -> Self {
        own.or_else(of_season).cloned().unwrap_or_default()
    }

    pub fn preset(preset: Preset) -> Self {
        let mut rulebook = Self { preset, values: parameters::defaults() };
        preset.apply(&mut rulebook);
        rulebook
    }

    /// The preset as a shared value: it never changes, and many tournaments are played by it.
    pub fn shared_preset(preset: Preset) -> Arc<Self> {
        static PRESETS: LazyLock<Vec<(Preset, Arc<Rulebook>)>> =
            LazyLock::new(|| Preset::ALL.iter().map(|preset| (*preset, Arc::new(Rulebook::preset(*preset)))).collect());
        let known = PRESETS.iter().find(|(known, _)| *known == preset);
        known.map_or_else(|| Arc::new(Self::preset(preset)), |(_, rulebook)| Arc::clone(rulebook))
    }

    pub fn base(&self) -> Preset {
        self.preset
    }

    pub fn get<T: value::ParameterType>(&self, param: Param<T>) -> T {
        T::from_value(&self.values[param.index()])
    }

    #[must_use]
    pub fn with<T: value::ParameterType>(mut self, param: Param<T>, value: T) -> Self {
        self.set(param, value);
        self
    }

    pub(crate) fn set<T: value::ParameterType>(&mut self, param: Param<T>, value: T) {
        self.values[param.index()] = value.into_value();
    }

    /// The value of a parameter of the table, in its untyped form.
    pub fn value(&self, parameter: &Parameter) -> &Value {
        &self.values[parameter.index]
    }

    /// Takes the value of one parameter over from another rulebook.
    pub fn adopt(&mut self, parameter: &Parameter, from: &Self) {
        self.values[parameter.index] = from.value(parameter).clone();
    }

    /// Overrides one parameter, named by its path or an alias of it.
    pub fn override_value(&mut self, path: &str, raw: &Raw) -> Result<(), InvalidOverride> {
        let invalid = |problem| InvalidOverride::InvalidValue { path: path.to_owned(), problem };
        if let Some(parameter) = parameter(path) {
            self.values[parameter.index] = parameter.kind.parse(raw).map_err(invalid)?;
        } else if let Some(alias) = parameters::alias(path) {
            let value = alias.kind.parse(raw).map_err(invalid)?;
            (alias.set)(self, &value);
        } else {
            return Err(InvalidOverride::UnknownParameter { path: path.to_owned() });
        }
        Ok(())
    }

    /// The parameters in which this rulebook (`before`) differs from another (`after`).
    pub fn differences<'a>(&'a self, other: &'a Self) -> Vec<ParameterDifference<'a>> {
        parameters::table()
            .iter()
            .map(|parameter| ParameterDifference {
                parameter,
                before: self.value(parameter),
                after: other.value(parameter),
            })
            .filter(|difference| difference.before != difference.after)
            .collect()
    }

    pub fn presets() -> &'static [Preset] {
        Preset::ALL
    }
}

#[cfg(test)]
mod tests;
