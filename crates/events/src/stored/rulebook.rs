//! Stored forms of rulebook events.

use super::form::{StoredPart, records};
use super::value::AsText;
use domain::event::{InvalidOverrideRecord, Override, RulebookRecord, Scalar};
use domain::rulebook::Preset;
use serde::{Deserialize, Serialize};

records! {
    /// A rulebook: a preset and rows of path and value.
    Record of RulebookRecord { base: AsText<Preset>, overrides: Vec<OverrideRow> }
}

/// Checked when it is read, so that nothing but a parameter and its value comes in.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "PathAndValue", into = "PathAndValue")]
struct OverrideRow(Override);

#[derive(Serialize, Deserialize)]
struct PathAndValue(String, Value);

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Value {
    Bool(bool),
    Int(i64),
    Text(String),
}

impl From<OverrideRow> for PathAndValue {
    fn from(OverrideRow(row): OverrideRow) -> Self {
        let value = match row.value() {
            Scalar::Bool(value) => Value::Bool(*value),
            Scalar::Int(value) => Value::Int(*value),
            Scalar::Text(value) => Value::Text(value.clone()),
        };
        Self(row.path().to_owned(), value)
    }
}

impl TryFrom<PathAndValue> for OverrideRow {
    type Error = InvalidOverrideRecord;
    fn try_from(PathAndValue(path, value): PathAndValue) -> Result<Self, InvalidOverrideRecord> {
        let value = match value {
            Value::Bool(value) => Scalar::Bool(value),
            Value::Int(value) => Scalar::Int(value),
            Value::Text(value) => Scalar::Text(value),
        };
        Override::from_scalar(path, value).map(Self)
    }
}

impl StoredPart<Override> for OverrideRow {
    fn write(value: &Override) -> Self {
        Self(value.clone())
    }

    fn read(self) -> Override {
        self.0
    }
}
