//! Adopted rulebooks, presets and their parameters.

use crate::choice::named_enum;
use domain::Choice;
use domain::rulebook;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A rulebook in the list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RulebookItem {
    /// The id.
    #[schema(max_length = 1024, example = "pl-2025-26")]
    pub id: String,
    /// The preset that it starts from.
    #[schema(max_length = 30, example = "pl-2024-25")]
    pub base: String,
    /// How many values differ from the preset, as adopted.
    #[schema(minimum = 0, maximum = 1000, example = 2)]
    pub override_count: usize,
    /// The ETag of the rulebook.
    #[schema(max_length = 24, example = "\"16\"")]
    pub etag: String,
}

/// A rulebook with every parameter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Rulebook {
    /// The id.
    #[schema(max_length = 1024, example = "pl-2025-26")]
    pub id: String,
    /// The preset that it starts from.
    #[schema(max_length = 30, example = "pl-2024-25")]
    pub base: String,
    /// What differs from the preset, as adopted: a value for each path.
    #[schema(value_type = BTreeMap<String, Value>, example = json!({ "turn_seconds": 45 }))]
    pub overrides: BTreeMap<String, Value>,
    /// Every parameter, in the order of the regulations.
    #[schema(max_items = 1000)]
    pub parameters: Vec<ParameterValue>,
    /// The ETag of the rulebook.
    #[schema(max_length = 24, example = "\"16\"")]
    pub etag: String,
}

/// A rulebook that is to be adopted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Adoption {
    /// The preset to start from.
    #[schema(schema_with = preset_name)]
    pub base: String,
    /// What differs from it: a single value for each path; null stands for no limit where the parameter takes none.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, Value>, example = json!({ "turn_seconds": 45 }))]
    pub overrides: BTreeMap<String, Value>,
}

named_enum! {
    /// The type of the values of a parameter.
    pub enum ParameterType {
        Boolean = "boolean",
        Integer = "integer",
        OptionalInteger = "optional_integer",
        Range = "range",
        Choice = "choice",
        Choices = "choices",
        Integers = "integers",
        Steps = "steps",
        Bands = "bands",
        Tables = "tables",
        Quotas = "quotas",
        Quarter = "quarter",
    }
}

/// A parameter with its value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ParameterValue {
    /// Its path.
    #[schema(max_length = 100, example = "turn_seconds")]
    pub path: String,
    /// Its value in this rulebook.
    #[schema(value_type = serde_json::Value, example = json!(45))]
    pub value: Value,
    /// Its value in the preset that the rulebook starts from.
    #[schema(value_type = serde_json::Value, example = json!(40))]
    pub preset: Value,
    /// Its value in the table of all parameters.
    #[schema(value_type = serde_json::Value, example = json!(40))]
    pub default: Value,
    /// The type of its values.
    #[schema(value_type = String, max_length = 30, example = "integer")]
    pub r#type: ParameterType,
    /// The smallest number that it takes.
    #[schema(minimum = 0, maximum = 4_294_967_295_u32, example = 1)]
    pub minimum: Option<u32>,
    /// The greatest.
    #[schema(minimum = 0, maximum = 4_294_967_295_u32, example = 600)]
    pub maximum: Option<u32>,
    /// The names that it takes.
    #[schema(max_items = 100)]
    pub choices: Option<Vec<String>>,
    /// What it takes, in words of the language of the client.
    #[schema(max_length = 2000, example = "an integer from 1 to 600")]
    pub expects: String,
    /// What its numbers count, where that is not persons, places, points or games.
    #[schema(max_length = 30, example = "seconds")]
    pub unit: Option<String>,
    /// The paragraphs behind it.
    #[schema(max_length = 500, example = "REG VI.10")]
    pub citation: String,
    /// What it does: `computed`, `recorded`, `display` or `to_come`.
    #[schema(max_length = 30, example = "computed")]
    pub effect: String,
    /// Whether the rulebook differs here from its preset.
    #[schema(example = true)]
    pub differs_from_preset: bool,
    /// Whether it differs from the table of all parameters.
    #[schema(example = true)]
    pub differs_from_default: bool,
}

/// A preset in the list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PresetItem {
    /// Its name.
    #[schema(max_length = 30, example = "pl-2024-25")]
    pub name: String,
    /// What it is for, in the language of the client.
    #[schema(max_length = 500, example = "the national season 2024/2025")]
    pub about: String,
    /// In how many parameters it differs from the defaults.
    #[schema(minimum = 0, maximum = 1000, example = 0)]
    pub differences: usize,
}

/// A preset with every parameter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Preset {
    /// The preset.
    #[serde(flatten)]
    pub preset: PresetItem,
    /// Every parameter, in the order of the regulations.
    #[schema(max_items = 1000)]
    pub parameters: Vec<ParameterValue>,
}

/// The schema of the name of a preset.
pub fn preset_name() -> utoipa::openapi::Object {
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(utoipa::openapi::Type::String)
        .enum_values(Some(rulebook::Preset::NAMES.iter().copied()))
        .description(Some("The name of a preset."))
        .examples([serde_json::json!("pl-2024-25")])
        .build()
}
