//! The documents are what is committed, and agree with the table of addresses.

use super::common::{METHODS, collect_references};
use super::*;
use crate::http::routes;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// Pages for people and the documents themselves, which the documents do not describe.
const PAGES: [&str; 10] = [
    "/lists/style.css",
    "/problems",
    "/problems/style.css",
    "/problems/{code}",
    "/api",
    "/api/openapi.json",
    "/api/openapi-3.0.json",
    "/api/docs",
    "/api/docs/{file:.*}",
    "/api/conventions.md",
];

#[test]
fn the_committed_documents_are_those_of_this_version() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../openapi");
    let write = std::env::var_os("KOSTKA_WRITE_GOLDEN").is_some();
    for (file, text) in [("kostka.json", &documents().newest), ("kostka-3.0.json", &documents().older)] {
        assert!(!text.contains('⟨'), "openapi/{file} has a text without words");
        let path = folder.join(file);
        if write {
            fs::write(&path, text).unwrap();
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        let place = committed.lines().zip(text.lines()).position(|(committed, made)| committed != made);
        assert!(
            committed == *text,
            "openapi/{file} differs from line {}; if the change is meant, write it anew with `KOSTKA_WRITE_GOLDEN=1 cargo test -p api \
             openapi` and commit it",
            place.unwrap_or_else(|| committed.lines().count().min(text.lines().count())) + 1
        );
    }
}

#[test]
fn every_address_is_documented_and_every_documented_one_is_answered() {
    let mut answered = BTreeSet::new();
    for endpoint in routes::endpoints().iter().filter(|endpoint| !PAGES.contains(&endpoint.pattern())) {
        for method in endpoint.methods().iter().filter(|method| **method != "HEAD") {
            answered.insert(format!("{method} {}", without_patterns(endpoint.pattern())));
        }
    }
    let mut documented = BTreeSet::new();
    for_each(&document(), |path, method, _| {
        documented.insert(format!("{} {path}", method.to_uppercase()));
    });
    let missing: Vec<&String> = answered.difference(&documented).collect();
    let extra: Vec<&String> = documented.difference(&answered).collect();
    assert!(missing.is_empty() && extra.is_empty(), "not documented: {missing:?}; not answered: {extra:?}");
}

/// `{id:[0-9]+}` as the document writes it: `{id}`.
fn without_patterns(pattern: &str) -> String {
    let segments = pattern.split('/').map(|segment| match segment.split_once(':') {
        Some((name, _)) if name.starts_with('{') => format!("{name}}}"),
        _ => segment.to_owned(),
    });
    segments.collect::<Vec<_>>().join("/")
}

#[test]
fn every_operation_has_an_id_of_its_own_a_tag_that_is_explained_a_summary_and_an_answer() {
    let document = document();
    let tags: BTreeSet<&str> =
        document["tags"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    let mut ids = BTreeSet::new();
    for_each(&document, |path, method, operation| {
        let id = operation["operationId"].as_str().unwrap_or_default();
        assert!(!id.is_empty() && ids.insert(id.to_owned()), "{method} {path}: {id:?} is no id of its own");
        let tag = operation["tags"][0].as_str().unwrap_or_default();
        assert!(tags.contains(tag), "{method} {path}: the tag {tag:?} is not explained");
        assert!(operation["summary"].as_str().is_some_and(|it| !it.is_empty()), "{method} {path} has no summary");
        let answers = operation["responses"].as_object().unwrap();
        assert!(answers.keys().any(|status| status.starts_with('2')), "{method} {path} never succeeds");
    });
}

#[test]
fn every_reference_leads_to_something_in_both_documents() {
    let newest = document();
    for document in [&newest, &older::older(&newest)] {
        let mut references = BTreeSet::new();
        collect_references(document, &mut references);
        assert!(!references.is_empty());
        for reference in references {
            let target = document.pointer(reference.trim_start_matches('#'));
            assert!(target.is_some(), "{reference} leads nowhere");
        }
    }
}

#[test]
fn an_operation_that_needs_credentials_says_how_they_are_refused() {
    for_each(&document(), |path, method, operation| {
        let ways =
            operation["security"].as_array().unwrap_or_else(|| panic!("{method} {path} says nothing of security"));
        if !ways.is_empty() {
            assert!(operation["responses"]["401"].is_object(), "{method} {path}");
        }
    });
}

#[test]
fn what_is_tried_out_sends_nothing_that_nobody_chose_and_asks_for_json() {
    let document = document();
    for_each(&document, |path, method, operation| {
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let component = parameter["$ref"].as_str().and_then(|it| document.pointer(it.trim_start_matches('#')));
            let parameter = component.unwrap_or(parameter);
            let has_example = !parameter["example"].is_null() || !parameter["schema"]["example"].is_null();
            assert!(parameter["required"] == true || !has_example, "{method} {path}: {parameter}");
        }
    });
    for text in [&documents().newest, &documents().older] {
        let operation = text.split("\"operationId\": \"listLogEvents\"").nth(1).unwrap();
        let content = operation.split("\"content\": {").nth(1).unwrap();
        assert!(content.trim_start().starts_with("\"application/json\""), "{}", &content[..100]);
    }
}

/// Reads without `as_of`, those that end in `*` with all below them, and why each has none.
const ALWAYS_OF_TODAY: [(&str, &str); 20] = [
    ("/healthz", "how the service does"),
    ("/readyz", "how the service does"),
    ("/api/v1", "what addresses there are"),
    ("/api/v1/accounts/*", "who may do what is asked at each request, and told of today"),
    ("/api/v1/me", "who is calling"),
    ("/api/v1/audit", "lines with a time each"),
    ("/api/v1/audit-trail", "events between two moments that are asked for"),
    ("/api/v1/feed", "a stream of what happens"),
    ("/api/v1/log/*", "positions are its addresses"),
    ("/api/v1/players/*", "people are those of today in every answer"),
    ("/api/v1/presets/*", "rules that are part of the program"),
    ("/api/v1/rulebooks/{id}", "never changes after it is adopted"),
    ("/api/v1/application-deadlines", "counts days and reads nothing that is recorded"),
    ("/api/v1/applications/*", "what waits for the office; what is decided is in the calendar"),
    ("/api/v1/open-data/*", "files of today, each with the position that it is of"),
    ("/api/v1/seasons/{season}/diff", "names its two moments"),
    ("/api/v1/lists/{list}/diff", "names its two editions"),
    ("/api/v1/lists/{list}/editions/{number}/*", "never changes after it is published"),
    ("/api/v1/lists/{list}/preview", "what can be published at this moment"),
    (
        "/api/v1/tournaments/{id}/*",
        "the course of an event, told act by act; what the season takes of it is in the lists",
    ),
];

#[test]
fn every_read_can_be_asked_for_as_of_a_moment_but_for_those_that_are_of_today_by_nature() {
    let is_of_today = |(pattern, _): &(&str, &str), path: &str| {
        let below = pattern.strip_suffix("/*").and_then(|above| path.strip_prefix(above));
        path == *pattern || below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let mut used = BTreeSet::new();
    for_each(&document(), |path, method, operation| {
        if method != "get" {
            return;
        }
        let mut parameters = operation["parameters"].as_array().into_iter().flatten();
        let has_as_of = parameters.any(|parameter| parameter["name"] == "as_of" && parameter["in"] == "query");
        let excepted: Vec<_> = ALWAYS_OF_TODAY.iter().filter(|exception| is_of_today(exception, path)).collect();
        used.extend(excepted.iter().map(|(pattern, _)| *pattern));
        assert_eq!((has_as_of, excepted.len()), (excepted.is_empty(), usize::from(!has_as_of)), "{path}: {excepted:?}");
    });
    let idle: Vec<_> = ALWAYS_OF_TODAY.iter().filter(|(pattern, _)| !used.contains(pattern)).collect();
    assert!(idle.is_empty(), "there is nothing at {idle:?}");
}

fn for_each(document: &Value, mut visit: impl FnMut(&str, &str, &Value)) {
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in METHODS {
            if let Some(operation) = item.get(method) {
                visit(path, method, operation);
            }
        }
    }
}
