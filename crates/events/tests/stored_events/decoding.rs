//! Reading stored bytes: nothing is lost on the way, and what is no event is told apart.

use crate::arbitrary::event;
use crate::golden::golden;
use events::stored::{DecodeError, STORED_TYPES, decode, encode};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::Value;
use std::collections::BTreeSet;
use std::error::Error;

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        Just(Value::from("2025-03-01T17:00:00+01:00")),
    ];
    let key = prop_oneof![any::<String>(), "name|player|order|record|outcome|results|window|rulebook|foreign"];
    leaf.prop_recursive(4, 32, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((key.clone(), inner), 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Every version of every stored form reads the bytes or refuses them, and what it reads can be written.
fn read_as_everything(payload: &[u8]) {
    for known in STORED_TYPES {
        for version in known.versions {
            if let Ok(event) = decode(known.event_type, *version, payload) {
                let stored = encode(&event);
                assert_eq!(decode(stored.event_type, stored.schema_version, &stored.payload).unwrap(), event);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn an_event_is_the_same_after_it_was_stored(event in event()) {
        let stored = encode(&event);
        let read = decode(stored.event_type, stored.schema_version, &stored.payload).unwrap();
        prop_assert_eq!(&read, &event);
        // Moments compare as instants; as bytes they also have the same offset.
        prop_assert_eq!(encode(&read), stored);
    }

    #[test]
    fn a_payload_is_one_line_without_fractions(event in event()) {
        let payload = String::from_utf8(encode(&event).payload).unwrap();
        prop_assert!(!payload.contains('\n'));
        prop_assert!(serde_json::from_str::<Value>(&payload).unwrap().is_object());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_damaged_payload_is_read_or_refused(
        event in event(), at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>(),
    ) {
        let stored = encode(&event);
        let mut payload = stored.payload;
        let at = at.index(payload.len());
        if cut {
            payload.truncate(at);
            prop_assert!(decode(stored.event_type, stored.schema_version, &payload).is_err());
        } else {
            payload[at] = byte;
        }
        read_as_everything(&payload);
    }

    #[test]
    fn any_bytes_are_read_or_refused(payload in any::<Vec<u8>>()) {
        read_as_everything(&payload);
    }

    #[test]
    fn any_json_is_read_or_refused(value in json()) {
        read_as_everything(value.to_string().as_bytes());
    }

    #[test]
    fn any_name_and_version_is_known_or_refused(name in "[a-z-]{0,12}(\\.[a-z_]{0,12})?", version in any::<u32>()) {
        prop_assert!(decode(&name, version, b"[]").is_err());
    }
}

#[test]
fn arbitrary_events_are_of_every_stored_form() {
    let mut runner = TestRunner::deterministic();
    let events = (0..3000).map(|_| event().new_tree(&mut runner).unwrap().current());
    let seen: BTreeSet<&str> = events.map(|event| encode(&event).event_type).collect();
    assert_eq!(seen, STORED_TYPES.iter().map(|known| known.event_type).collect());
}

#[test]
fn an_unknown_type_an_unknown_version_and_a_malformed_payload_are_told_apart() {
    let unknown_type = decode("tournament.forgotten", 1, b"{}").unwrap_err();
    assert!(matches!(unknown_type, DecodeError::UnknownType { .. }));
    assert_eq!(unknown_type.to_string(), "unknown event type `tournament.forgotten`");
    // The version is looked at before the payload, which only a later program understands.
    for version in [0, 3, u32::MAX] {
        let unknown_version = decode("tournament.recorded", version, b"later").unwrap_err();
        assert!(
            matches!(unknown_version, DecodeError::UnknownVersion { schema_version, newest: 2, .. } if schema_version == version)
        );
    }
    let malformed = decode("player.waiver_declared", 1, br#"{"declared_at":"2025-07-01T10:00:00+01:00"}"#).unwrap_err();
    assert!(matches!(malformed, DecodeError::Malformed { schema_version: 1, .. }));
    assert!(malformed.source().unwrap().to_string().contains("+02:00"), "{malformed:?}");
}

#[test]
fn a_payload_of_another_version_is_refused() {
    let (results_v1, results_v2) = (&golden("tournament.recorded", 1)[0], &golden("tournament.recorded", 2)[0]);
    assert!(decode("tournament.recorded", 2, results_v1.as_bytes()).is_err());
    assert!(decode("tournament.recorded", 1, results_v2.as_bytes()).is_err());
}

#[test]
fn a_payload_with_a_field_too_many_too_few_or_twice_is_refused() {
    for known in STORED_TYPES {
        for version in known.versions {
            for line in golden(known.event_type, *version) {
                let fields = line.strip_suffix('}').unwrap();
                let comma = if fields == "{" { "" } else { "," };
                let more = format!("{fields}{comma}\"note\":1}}");
                assert!(decode(known.event_type, *version, more.as_bytes()).is_err(), "{more}");
                if !comma.is_empty() {
                    assert!(decode(known.event_type, *version, b"{}").is_err(), "{line}");
                    let twice = format!("{fields},{}", &line[1..]);
                    assert!(decode(known.event_type, *version, twice.as_bytes()).is_err(), "{twice}");
                }
            }
        }
    }
}

#[test]
fn rows_make_a_recorded_tournament_smaller() {
    let bytes = |version| golden("tournament.recorded", version)[0].len();
    assert!(bytes(2) < bytes(1), "{} {}", bytes(2), bytes(1));
}
