//! Golden files: each version of each stored form is frozen in a file of its own, one payload a line.
//!
//! A new event or version gets its file by `KOSTKA_WRITE_GOLDEN=1 cargo test -p events --test stored_events`, which
//! writes the files that are missing from the examples and never touches one that is there.

use crate::examples::examples;
use domain::event::Event;
use events::stored::{STORED_TYPES, decode, encode};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn file_name(event_type: &str, version: u32) -> String {
    format!("{event_type}.v{version}.json")
}

/// The payloads that are frozen for a version of a stored form.
pub(crate) fn golden(event_type: &str, version: u32) -> Vec<String> {
    let path = folder().join(file_name(event_type, version));
    let is_current = STORED_TYPES.iter().any(|known| known.event_type == event_type && known.current() == version);
    if is_current && !path.exists() && std::env::var_os("KOSTKA_WRITE_GOLDEN").is_some() {
        write_new(&path, event_type);
    }
    let text = fs::read_to_string(&path).unwrap_or_else(|_| panic!("there is no golden file {}", path.display()));
    assert!(text.ends_with('\n'), "{} does not end with a line", path.display());
    text.lines().map(str::to_owned).collect()
}

fn write_new(path: &PathBuf, event_type: &str) {
    // Tests run side by side: whoever comes second leaves the file alone.
    let Ok(mut file) = fs::File::create_new(path) else { return };
    let mut text = Vec::new();
    for event in examples_of(event_type) {
        text.extend(encode(&event).payload);
        text.push(b'\n');
    }
    file.write_all(&text).unwrap();
}

fn examples_of(event_type: &str) -> Vec<Event> {
    let found: Vec<Event> = examples().into_iter().filter(|event| encode(event).event_type == event_type).collect();
    assert!(!found.is_empty(), "there is no example of {event_type}");
    found
}

#[test]
fn every_version_of_every_stored_form_has_a_golden_file_and_there_is_no_other() {
    let expected: BTreeSet<String> = STORED_TYPES
        .iter()
        .flat_map(|known| known.versions.iter().map(|version| file_name(known.event_type, *version)))
        .collect();
    // Writes what is missing, if that was asked for.
    for known in STORED_TYPES {
        golden(known.event_type, known.current());
    }
    let found: BTreeSet<String> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(found, expected);
}

#[test]
fn the_current_version_reads_as_the_examples_and_is_written_again_byte_by_byte() {
    for known in STORED_TYPES {
        let (event_type, version) = (known.event_type, known.current());
        let (lines, examples) = (golden(event_type, version), examples_of(event_type));
        assert_eq!(lines.len(), examples.len(), "{event_type}");
        for (line, example) in lines.iter().zip(examples) {
            let event = decode(event_type, version, line.as_bytes()).unwrap();
            assert_eq!(event, example, "{event_type}");
            let stored = encode(&event);
            assert_eq!((stored.event_type, stored.schema_version), (event_type, version));
            assert_eq!(String::from_utf8(stored.payload).unwrap(), *line, "{event_type}");
        }
    }
}

#[test]
fn an_older_version_reads_as_what_the_current_one_says_line_by_line() {
    let mut compared = 0;
    for known in STORED_TYPES {
        let newest = golden(known.event_type, known.current());
        for version in &known.versions[..known.versions.len() - 1] {
            let older = golden(known.event_type, *version);
            assert_eq!(older.len(), newest.len(), "{} {version}", known.event_type);
            for (older, newest) in older.iter().zip(&newest) {
                assert_eq!(
                    decode(known.event_type, *version, older.as_bytes()).unwrap(),
                    decode(known.event_type, known.current(), newest.as_bytes()).unwrap(),
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 0, "no stored form has an older version");
}

#[test]
fn versions_count_from_one_and_names_begin_with_the_kind_of_the_stream() {
    for known in STORED_TYPES {
        let counted: Vec<u32> = (1..=known.current()).collect();
        assert_eq!(known.versions, counted, "{}", known.event_type);
        for example in examples_of(known.event_type) {
            let kind = events::stored::stream_kind(&example).name();
            assert_eq!(known.event_type.split_once('.').unwrap().0, kind);
        }
    }
    let names: BTreeSet<&str> = STORED_TYPES.iter().map(|known| known.event_type).collect();
    assert_eq!(names.len(), STORED_TYPES.len(), "a name stands twice");
}

#[test]
fn the_table_of_events_in_the_domain_has_the_stored_names() {
    for event in examples() {
        assert_eq!(event.description().name, encode(&event).event_type);
    }
}
