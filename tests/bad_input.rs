//! Bad input: a clear error that names the place, exit code 2, and nothing on the standard output.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

use std::fs;
use support::{refused, root};

/// What `kostka compute` says of a file with this content.
fn refusal(content: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bundle.json");
    fs::write(&file, content).unwrap();
    refused(&["compute", file.to_str().unwrap(), "--lang", "en"])
}

const RULEBOOK: &str = r#""rulebook": {"base": "pl-2024-25", "overrides": {}}"#;

fn with(rest: &str) -> String {
    format!(r#"{{"format": "season-bundle/1", {RULEBOOK}, {rest}}}"#)
}

#[test]
fn what_is_not_json_is_refused_with_line_and_column() {
    assert!(refusal(b"").contains("the file is empty"));
    assert!(refusal(b"\xef\xbb\xbf{}").contains("byte order mark"));
    assert!(
        refusal(br#"{"format": "season-results/1", "seasons": [{"id": "s", "ranking": []}]}"#)
            .contains("season-results/1")
    );
    assert!(refusal(b"\xff\x00garbage").contains("line 1"));
    assert!(refusal(b"{\"format\": \"season-bundle/1\",\n \"players\": [").contains("line 2"));
    assert!(refusal(with(r#""waivers": []} x"#).as_bytes()).contains("line 1"));
    assert!(refusal("[".repeat(100_000).as_bytes()).contains("line 1"));
}

#[test]
fn a_wrong_shape_is_refused_with_its_path() {
    for (bundle, place) in [
        (with(r#""season": []"#), "season"),
        (with(r#""players": {}"#), "players"),
        (with(r#""players": [["p1", "A", "B", "C", "opolskie", "PL"]]"#), "players[0]"),
        (r#"["season-bundle/1", [], {"base": "pl-2024-25", "overrides": {}}]"#.to_owned(), "line 1"),
        (with(r#""waivers": [{"player": "a"}]"#), "waivers[0]"),
        (with(r#""waivers": [], "waivers": []"#), "waivers"),
        (with(r#""seasons": [{"id": "s", "from": "2025-01-01", "to": null}]"#), "seasons[0].to"),
        (with(r#""online": [{"id": "o", "event": "gold", "edition": 1.0}]"#), "online[0].edition"),
        (with(r#""online": [{"id": "o", "event": "gold", "edition": true}]"#), "online[0].edition"),
        (with(r#""online": [{"id": "o", "event": "gold", "edition": "1"}]"#), "online[0].edition"),
        (with(r#""online": [{"id": "o", "event": "gold", "edition": NaN}]"#), "line 1"),
        (with(r#""online": [{"id": "o", "event": "gold", "edition": 99999999999999999999}]"#), "online[0].edition"),
    ] {
        let said = refusal(bundle.as_bytes());
        assert!(said.contains(place), "{place} is not in: {said}");
    }
}

#[test]
fn a_wrong_value_is_refused_with_its_path() {
    let overrides = |overrides: &str| {
        format!(r#"{{"format": "season-bundle/1", "rulebook": {{"base": "pl-2024-25", "overrides": {overrides}}}}}"#)
    };
    for (bundle, place) in [
        (r#"{"format": "season-bundle/2", "rulebook": {"base": "pl-2024-25", "overrides": {}}}"#.to_owned(), "format"),
        (
            r#"{"format": "season-bundle/1", "rulebook": {"base": "pl-1999", "overrides": {}}}"#.to_owned(),
            "rulebook.base",
        ),
        (overrides(r#"{"ranking.luck": 1}"#), "ranking.luck"),
        (overrides(r#"{"turn_seconds": 50}"#), "turn_seconds"),
        (overrides(r#"{"awans.ranking.count": -1}"#), "awans.ranking.count"),
        (overrides(r#"{"awans.ranking.count": 5.0}"#), "awans.ranking.count"),
        (overrides(r#"{"wildcard.cap": 1, "wildcard.cap": 2}"#), "wildcard.cap"),
        (with(r#""seasons": [{"id": "s", "from": "2025-02-30"}]"#), "seasons[0].from"),
        (with(r#""waivers": [{"player": "x", "declared_at": "2025-01-01T10:00:00+02:00"}]"#), "waivers[0].declared_at"),
        (
            with(r#""mw": [{"id": "ranking", "voivodeship": "śląskie", "from": "2025-01-01", "to": "2025-01-02"}]"#),
            "mw[0].id",
        ),
    ] {
        let said = refusal(bundle.as_bytes());
        assert!(said.contains(place), "{place} is not in: {said}");
    }
}

#[test]
fn every_problem_of_a_file_is_told_at_once_but_not_without_end() {
    let waivers: Vec<String> =
        (0..1000).map(|n| format!(r#"{{"player": "x{n}", "declared_at": "2025-01-01T10:00:00+01:00"}}"#)).collect();
    let said = refusal(with(&format!(r#""waivers": [{}]"#, waivers.join(","))).as_bytes());
    assert_eq!(said.lines().count(), 21, "twenty problems and a line that says that there are more");
    assert!(said.contains("waivers[19].player"));
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    assert!(refused(&["compute", "no/such/file.json"]).contains("no/such/file.json"));
    assert!(refused(&["compute", root().to_str().unwrap()]).contains("folder"));
}

/// The peak of a child's resident memory in KiB, as the kernel counted it.
#[cfg(target_os = "linux")]
fn peak_kib(file: &std::path::Path) -> (Option<i32>, usize, u64) {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_kostka"))
        .arg("compute")
        .arg(file)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find(|line| line.starts_with("VmHWM:"));
        let kib = line.and_then(|line| line.split_whitespace().nth(1)).and_then(|kib| kib.parse().ok());
        peak = peak.max(kib.unwrap_or(0));
        if let Some(status) = child.try_wait().unwrap() {
            let mut printed = Vec::new();
            child.stdout.take().unwrap().read_to_end(&mut printed).unwrap();
            return (status.code(), printed.len(), peak);
        }
    }
}

/// A slow build reads less; both take the same memory for a byte.
const GARBAGE_BYTES: usize = if cfg!(debug_assertions) { 20_000_000 } else { 200_000_000 };
/// What the file may take beside the program itself, which is large without optimisation; whoever kept these files
/// twice would be seen.
const MOST_KIB: u64 = if cfg!(debug_assertions) { 30_000 } else { 290_000 };

#[test]
#[cfg(target_os = "linux")]
fn two_hundred_megabytes_of_garbage_are_refused_within_300_megabytes_of_memory() {
    use std::io::Write;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("garbage.json");
    let fill = |head: &str, piece: &str| {
        let mut out = std::io::BufWriter::new(fs::File::create(&file).unwrap());
        out.write_all(head.as_bytes()).unwrap();
        for _ in 0..GARBAGE_BYTES / piece.len() {
            out.write_all(piece.as_bytes()).unwrap();
        }
        out.flush().unwrap();
    };
    fs::write(&file, "no bundle").unwrap();
    let (_, _, program) = peak_kib(&file);
    let one_result = r#"{"player":"p1","games_played":12,"place":1},"#;
    let tournament = with(
        r#""tournaments": [{"id":"t","name":"t","ended_at":"2025-03-01T16:00:00+01:00","submitted_at":"2025-01-01T16:00:00+01:00","voivodeship":"opolskie","class":"ordinary","planned_games":12,"results":["#,
    );
    for (head, piece) in [
        ("", "\u{1}\u{2}zażółć"),
        ("", "[[[["),
        ("{\"format\": \"", "aaaaaaaaaaaaaaaa"),
        ("\"", "aaaaaaaaaaaaaaaa"),
        (tournament.trim_end_matches('}'), one_result),
    ] {
        fill(head, piece);
        let (code, printed, peak) = peak_kib(&file);
        assert_eq!((code, printed), (Some(2), 0), "{piece}");
        assert!(peak > 0 && peak < program + MOST_KIB, "{piece}: {peak} KiB, the program alone {program} KiB");
    }
}
