//! What a correction changed: the record that it puts in place beside the one that stood before.

use events::envelope::{RecordedRef, StreamName, Version};
use events::log::Log;
use serde_json::Value;
use wire::log::Change;

/// The most changes that are told of one correction.
const MAX_CHANGES: usize = 20;
/// The record before is looked for among so many events before the correction.
const MAX_LOOKBACK_EVENTS: u64 = 50;
/// A value with more characters is told by its beginning.
const MAX_VALUE_CHARS: usize = 100;
/// Events that put a record in place.
const RECORDING: [&str; 7] = ["recorded", "opened", "announced", "registered", "adopted", "corrected", "rectified"];

/// What a correction changed; nothing for every other event, and if the record before cannot be found.
pub(crate) fn of(log: &dyn Log, event: &RecordedRef<'_>) -> Vec<Change> {
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
    let from = Version(event.version.0.saturating_sub(MAX_LOOKBACK_EVENTS + 1));
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
    if before == after || changes.len() >= MAX_CHANGES {
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
        _ => changes.push(Change { at: at.clone(), before: display_value(before), after: display_value(after) }),
    }
}

/// A value in short; commitments say nothing to people.
fn display_value(value: Option<&Value>) -> Option<String> {
    let text = match value? {
        Value::Null => return None,
        Value::String(text) if text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) => return None,
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    match text.char_indices().nth(MAX_VALUE_CHARS) {
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
        let mut display_value: Vec<String> = changes.iter().map(ToString::to_string).collect();
        display_value.sort();
        assert_eq!(display_value, ["/days/1: 2 → 3", "/days/2: … → 4", "/mp: … → 2026-07-04", "/name: … → …"]);
    }
}
