//! What people type reaches the API through scripts; where none runs, it stays out of addresses.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

fn templates(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        if entry.path().is_dir() {
            templates(&entry.path(), found);
        } else {
            found.push(entry.path());
        }
    }
}

#[test]
fn no_form_that_changes_something_puts_what_is_typed_into_an_address() {
    let mut found = Vec::new();
    templates(&Path::new(env!("CARGO_MANIFEST_DIR")).join("templates"), &mut found);
    let mut forms = 0;
    for path in found {
        let text = fs::read_to_string(&path).unwrap();
        for form in text.split("<form").skip(1) {
            // A tag is written on one line, or its attributes follow on the next; what it holds comes after its fields.
            let tag = form.split_once('<').map_or(form, |(tag, _)| tag);
            if tag.contains("data-api") {
                forms += 1;
                assert!(tag.contains(" method=\"post\""), "{}: <form{tag}", path.display());
            }
        }
    }
    assert!(forms > 30, "{forms} forms are looked at");
}
