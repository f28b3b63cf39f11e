//! The canonical form of a published list, `list/1`: one line of JSON for the list, then one for each row; no names.
//!
//! Fields stand in the order of these types, those without a value are left out, every line ends with a line feed. The
//! same list has the same bytes on every machine.

use serde::{Deserialize, Serialize};

/// The format that this program writes.
pub const FORMAT: &str = "list/1";

/// A list as it is published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CanonicalList {
    pub head: ListHead,
    pub rows: Vec<ListRow>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListHead {
    /// Always [`FORMAT`].
    pub format: String,
    /// Which list, written `kind:id`.
    pub list: String,
    /// The rulebook that it is computed with.
    pub rulebook: String,
    /// The version of the calculation.
    pub calculation: u32,
    /// How many rows follow.
    pub rows: usize,
}

/// A row: a player, or a place that is still open.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListRow {
    /// The place: in the list itself, or in the event that the row comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u32>,
    /// The id of the player; absent for an open place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// The kind of source of a qualification.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The event that a qualification or a wildcard comes from; `ranking` for the ranking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// Whether it has been granted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// The results that the total is made of: event, place, points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<(String, u32, u32)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<u32>,
    /// Who is tied for what is open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<String>,
    /// The commitment to the name, in hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum NotCanonical {
    #[error("line {line} is none of a list")]
    Line {
        /// Which, from 1.
        line: usize,
        source: serde_json::Error,
    },
    #[error("the format is `{0}`, not `{FORMAT}`")]
    Format(String),
    #[error("the head says {said} rows, there are {found}")]
    Rows { said: usize, found: usize },
    /// The same list has other bytes.
    #[error("the bytes are not those of a canonical list")]
    Bytes,
}

impl CanonicalList {
    pub fn bytes(&self) -> String {
        let mut text = line(&self.head);
        for row in &self.rows {
            text.push_str(&line(row));
        }
        text
    }

    /// Reads canonical bytes; anything that would be written differently is refused.
    pub fn parse(text: &str) -> Result<Self, NotCanonical> {
        let mut lines = text.lines().enumerate();
        let (_, first) = lines.next().unwrap_or_default();
        let head: ListHead = serde_json::from_str(first).map_err(|source| NotCanonical::Line { line: 1, source })?;
        if head.format != FORMAT {
            return Err(NotCanonical::Format(head.format));
        }
        let row = |(index, line): (usize, &str)| {
            serde_json::from_str(line).map_err(|source| NotCanonical::Line { line: index + 1, source })
        };
        let rows: Vec<ListRow> = lines.map(row).collect::<Result<_, _>>()?;
        if rows.len() != head.rows {
            return Err(NotCanonical::Rows { said: head.rows, found: rows.len() });
        }
        let list = Self { head, rows };
        if list.bytes() == text { Ok(list) } else { Err(NotCanonical::Bytes) }
    }
}

/// One line of JSON.
fn line(value: &impl Serialize) -> String {
    // Texts and numbers always are JSON.
    let mut text = serde_json::to_string(value).unwrap_or_default();
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> CanonicalList {
        let head = ListHead {
            format: FORMAT.to_owned(),
            list: "ranking:2025".to_owned(),
            rulebook: "pl-2024-25".to_owned(),
            calculation: 1,
            rows: 2,
        };
        let first = ListRow {
            place: Some(1),
            player: Some("7k3m9q0x2v4b8n000001".to_owned()),
            points: Some(185),
            results: vec![("t1".to_owned(), 1, 100), ("ł2".to_owned(), 2, 85)],
            name: Some("ab".repeat(32)),
            ..ListRow::default()
        };
        let open = ListRow {
            source: Some("tournament".to_owned()),
            event: Some("t9".to_owned()),
            open: Some(1),
            candidates: vec!["a".to_owned(), "b".to_owned()],
            ..ListRow::default()
        };
        CanonicalList { head, rows: vec![first, open] }
    }

    #[test]
    fn a_list_has_these_bytes_and_is_read_back() {
        let name = "ab".repeat(32);
        let expected = format!(
            concat!(
                r#"{{"format":"list/1","list":"ranking:2025","rulebook":"pl-2024-25","calculation":1,"rows":2}}"#,
                "\n",
                r#"{{"place":1,"player":"7k3m9q0x2v4b8n000001","points":185,"results":[["t1",1,100],["ł2",2,85]],"name":"{}"}}"#,
                "\n",
                r#"{{"source":"tournament","event":"t9","open":1,"candidates":["a","b"]}}"#,
                "\n",
            ),
            name
        );
        assert_eq!(list().bytes(), expected);
        assert_eq!(CanonicalList::parse(&expected).unwrap(), list());
    }

    #[test]
    fn anything_else_is_refused() {
        let bytes = list().bytes();
        for wrong in [
            String::new(),
            bytes.replace("list/1", "list/2"),
            bytes.replace(",\"rows\":2", ",\"rows\":3"),
            bytes.replace("\"place\":1,", "\"place\": 1,"),
            bytes.trim_end().to_owned(),
            format!("{bytes}\n"),
        ] {
            assert!(CanonicalList::parse(&wrong).is_err(), "{wrong}");
        }
    }
}
