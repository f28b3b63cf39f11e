//! The queue of decisions that wait for a person.

use crate::as_text;
use crate::choice::{ByName, named_enum};
use crate::competitions::lifecycle::Person;
use domain::Choice;
use domain::qualification::ledger::Target;
use domain::qualification::ruling::DecisionKind;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa::openapi::{ObjectBuilder, Type};

named_enum! {
    /// What a decision can be about.
    pub enum DecisionSubjectKind {
        Tournament = "tournament",
        League = "league",
        GrandPrix = "grand-prix",
        OnlineEvent = "online-event",
        Championship = "championship",
        Season = "season",
        Application = "application",
        List = "list",
    }
}

/// The schema of the kinds of decisions.
fn kind() -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(DecisionKind::NAMES.iter().map(|name| json!(name))))
        .examples([json!(DecisionKind::Exception.name())])
}

/// A decision that waits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DecisionItem {
    /// What kind of decision.
    #[schema(schema_with = kind)]
    pub kind: ByName<DecisionKind>,
    /// What it is about.
    pub about: DecisionSubject,
    /// To which championship the qualifications or wildcards lead: `mp:season` or `mw:championship`.
    #[serde(default, with = "as_text::option")]
    #[schema(value_type = Option<String>, max_length = 1100, example = "mp:2025-26")]
    pub championship: Option<Target>,
    /// The championships among which a player chooses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 16)]
    pub among: Vec<String>,
    /// The season that it belongs to, if it belongs to one.
    #[schema(max_length = 1024, example = "2025-26")]
    pub season: Option<String>,
    /// Those who can be decided on, the first hundred of them.
    #[schema(max_items = 100)]
    pub candidates: Vec<Person>,
    /// How many there are.
    #[schema(minimum = 0, maximum = 1_000_000, example = 2)]
    pub candidates_total: usize,
    /// How many qualifications or wildcards are to be given.
    #[schema(minimum = 0, maximum = 100_000, example = 1)]
    pub open: Option<u32>,
    /// Since when it waits; null where nothing short of a search would tell, as for a list that has drifted (`…/drift`
    /// names the events).
    #[schema(max_length = 40, format = DateTime, example = "2026-03-01T17:00:00Z")]
    pub since: Option<String>,
    /// The last day for it, if the rules name one.
    #[schema(format = Date, max_length = 10, example = "2026-03-08")]
    pub deadline: Option<String>,
    /// Whether that day has passed.
    pub overdue: bool,
    /// The roles in which it is decided.
    #[schema(max_items = 6, example = json!(["arbiter", "admin"]))]
    pub decided_by: Vec<String>,
    /// Whether the caller may decide it.
    pub can_i: bool,
    /// How it is decided.
    pub link: ActLink,
    /// The rules behind it.
    #[schema(max_length = 200, example = "REG I.6; R-FMT-16, AMB-14")]
    pub rule: String,
    /// In words.
    #[schema(
        max_length = 2000,
        example = "Turniej „Wiosna w Chełmie” miał mniej uczestników, niż wymaga regulamin: organizator główny decyduje, czy daje awans."
    )]
    pub sentence: String,
}

/// What a decision is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DecisionSubject {
    /// What it is.
    #[schema(value_type = String, max_length = 30, example = "tournament")]
    pub kind: DecisionSubjectKind,
    /// Its id among those of its kind.
    #[schema(max_length = 1100, example = "t-2026-07")]
    pub id: String,
    /// What it is called, if it has a name.
    #[schema(max_length = 500, example = "Wiosna w Chełmie")]
    pub name: Option<String>,
}

/// The act that decides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ActLink {
    /// The method.
    #[schema(max_length = 10, example = "PUT")]
    pub method: String,
    /// The address.
    #[schema(max_length = 3600, example = "/api/v1/tournaments/t-2026-07/exception")]
    pub href: String,
}
