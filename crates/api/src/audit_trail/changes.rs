//! What a correction changed: the record that it puts in place beside the one that stood before.

use events::envelope::{RecordedRef, StreamName, Version};
use events::log::Log;
use serde::Serialize;
use serde_json::Value;
use std::fmt;
use utoipa::ToSchema;

/// The most changes that are told of one correction.
const MOST_TOLD: usize = 20;
/// The record before is looked for among so many events before the correction.
const LOOKED_BACK: u64 = 50;
/// A value with more characters is told by its beginning.
const MOST_CHARACTERS: usize = 100;
/// Events that put a record in place.
const RECORDING: [&str; 7] = ["recorded", "opened", "announced", "registered", "adopted", "corrected", "rectified"];

/// One value that is another now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Change {
    /// Where in the record, as a JSON pointer.
    #[schema(max_length = 500, example = "/mp_first_day")]
    at: String,
    /// What stood there; absent if nothing did, or if it is a commitment to a text in the vault.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "2026-07-04")]
    before: Option<String>,
    /// What stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "2026-07-11")]
    after: Option<String>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "…".to_owned());
        write!(f, "{}: {} → {}", self.at, shown(&self.before), shown(&self.after))
    }
}

/// What a correction changed; nothing for every other event, and if the record before cannot be found.
pub(super) fn of(log: &dyn Log, event: &RecordedRef<'_>) -> Vec<Change> {
    let corrects = last_word(event.event_type).is_some_and(|word| word == "corrected" || word == "rectified");
    // A sheet or a meeting is one of many in its stream; what stood before it is another.
    let is_whole = event.event_type.matches(['.', '_']).count() == 1;
    if !(corrects && is_whole) {
        return Vec::new();
    }
    let mut changes = Vec::new();
    if let (Some(before), Some(after)) = (record_before(log, event), record(event.payload)) {
        compare(&mut String::new(), Some(&before), Some(&after), &mut changes);
    }
    changes
}

fn last_word(event_type: &str) -> Option<&str> {
    event_type.rsplit('.').next()
}

fn record_before(log: &dyn Log, event: &RecordedRef<'_>) -> Option<Value> {
    let stream: StreamName = event.stream_name().ok()?;
    let from = Version(event.version.0.saturating_sub(LOOKED_BACK + 1));
    let earlier = log.read_stream(&stream, from, usize::try_from(event.version.0 - from.0 - 1).ok()?).ok()?;
    let puts = |word: &str| RECORDING.contains(&word);
    let found = earlier.iter().rev().find(|earlier| last_word(&earlier.event.event_type).is_some_and(puts))?;
    record(&found.event.payload)
}

/// The record in a payload, without the reason beside it.
fn record(payload: &[u8]) -> Option<Value> {
    let mut payload: Value = serde_json::from_slice(payload).ok()?;
    if let Some(inner) = payload.get_mut("record") {
        return Some(inner.take());
    }
    payload.as_object_mut()?.remove("reason");
    Some(payload)
}

fn compare(at: &mut String, before: Option<&Value>, after: Option<&Value>, changes: &mut Vec<Change>) {
    if before == after || changes.len() >= MOST_TOLD {
        return;
    }
    let length = at.len();
    match (before, after) {
        (Some(Value::Object(old)), Some(Value::Object(new))) => {
            for name in new.keys().chain(old.keys().filter(|name| !new.contains_key(*name))) {
                at.push('/');
                at.push_str(name);
                compare(at, old.get(name), new.get(name), changes);
                at.truncate(length);
            }
        }
        (Some(Value::Array(old)), Some(Value::Array(new))) => {
            for index in 0..old.len().max(new.len()) {
                at.push('/');
                at.push_str(&index.to_string());
                compare(at, old.get(index), new.get(index), changes);
                at.truncate(length);
            }
        }
        _ => changes.push(Change { at: at.clone(), before: told(before), after: told(after) }),
    }
}

/// A value in short; commitments say nothing to people.
fn told(value: Option<&Value>) -> Option<String> {
    let text = match value? {
        Value::Null => return None,
        Value::String(text) if text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) => return None,
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => Some(format!("{}…", &text[..end])),
        None => Some(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_differs_is_told_with_its_place_and_commitments_are_not() {
        let before = json!({"name": "a".repeat(64), "days": [1, 2], "rulebook": "a", "mp": null});
        let after = json!({"name": "b".repeat(64), "days": [1, 3, 4], "rulebook": "a", "mp": "2026-07-04"});
        let mut changes = Vec::new();
        compare(&mut String::new(), Some(&before), Some(&after), &mut changes);
        let mut told: Vec<String> = changes.iter().map(ToString::to_string).collect();
        told.sort();
        assert_eq!(told, ["/days/1: 2 → 3", "/days/2: … → 4", "/mp: … → 2026-07-04", "/name: … → …"]);
    }
}
