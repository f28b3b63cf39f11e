//! An export is checked without the store; what was changed in it is named, and what is no export is told apart.

use crate::store::{Store, recompute_tree};
use events::envelope::Position;
use events::export;
use events::proof::checkpoint::Signer;
use events::verify::{KeySource, Problem, Progress, Report, UnreadableExport, verify_export};
use proptest::prelude::*;
use std::sync::LazyLock;

fn store() -> Store {
    let store = Store::with_events(20);
    store.checkpoint();
    store.record(20);
    store.checkpoint();
    store.record(3);
    store
}

fn verify(export: &str) -> Result<Report, UnreadableExport> {
    verify_export(&mut export.as_bytes(), None, None, &mut Progress::none())
}

fn problems(export: &str) -> Vec<Problem> {
    verify(export).unwrap().problems
}

#[test]
fn an_export_fits_and_has_the_root_of_the_store() {
    let store = store();
    let export = store.export();
    let report = verify(&export).unwrap();
    assert!(report.fits(), "{:?}", report.problems);
    assert_eq!((report.events, report.checkpoints, report.covered), (43, 3, 43));
    assert_eq!(report.root, events::proof::tree::root_at(&*store.log, 43).unwrap());
    assert_eq!(report.key_source, KeySource::Export);
    assert_eq!(export.lines().count(), 1 + 43 + 3);
    store.checkpoint();
    assert_eq!(store.export(), export, "the checkpoint of all events is there once");
}

#[test]
fn the_export_of_an_empty_log_fits() {
    let report = verify(&Store::new().export()).unwrap();
    assert!(report.fits(), "{:?}", report.problems);
    assert_eq!((report.events, report.first, report.checkpoints), (0, None, 1));
}

#[test]
fn the_progress_ends_with_everything() {
    let store = store();
    let mut told = Vec::new();
    let mut tell = |done, total| told.push((done, total));
    export::export(&*store.log, &store.signer(), None, &mut std::io::sink(), &mut Progress::to(&mut tell)).unwrap();
    assert_eq!(told.last(), Some(&(43, 43)));
}

#[test]
fn a_key_or_a_checkpoint_that_the_reader_trusts_is_used() {
    let store = store();
    let export = store.export();
    let check = |key: Option<&Signer>, kept: Option<&str>| {
        let key = key.map(Signer::verifier_key);
        verify_export(&mut export.as_bytes(), key, kept, &mut Progress::none()).unwrap()
    };
    let trusted = check(Some(&store.signer()), None);
    assert!(trusted.fits());
    assert_eq!(trusted.key_source, KeySource::Given);
    let other = Signer::new(&[12; 32], &store.log.identity().unwrap());
    let refused = check(Some(&other), None);
    assert!(matches!(refused.problems[0], Problem::InvalidCheckpoint(_)), "{:?}", refused.problems);

    let kept = store.log.checkpoints(0, 1).unwrap().remove(0).note;
    assert!(check(None, Some(&kept)).fits());
    let larger = store.signer().sign(44, [0; 32]);
    assert_eq!(check(None, Some(&larger)).problems, [Problem::Behind { size: 44, events: 43 }]);
    let split = store.signer().sign(30, [0; 32]);
    assert_eq!(check(None, Some(&split)).problems, [Problem::Checkpoint(30)]);
}

#[test]
fn what_was_changed_in_an_export_is_named() {
    let export = store().export();
    let line = |number: usize| format!("{}\n", export.lines().nth(number).unwrap());
    let changed = export.replace("\\\"number\\\":17,", "\\\"number\\\":18,");
    assert_eq!(problems(&changed)[0], Problem::Leaf(Position(18)));
    let removed = export.replace(&line(7), "");
    assert_eq!(problems(&removed)[0], Problem::Gap { expected: Position(7), found: Position(8) });
    let doubled = export.replace(&line(7), &line(7).repeat(2));
    assert_eq!(problems(&doubled)[0], Problem::Gap { expected: Position(8), found: Position(7) });
    let (checkpoint, last) = (line(21), line(46));
    let unsigned = export.replace(&last, "");
    assert_eq!(problems(&unsigned), [Problem::Uncovered { covered: 40, events: 43 }]);
    let without_one = export.replace(&checkpoint, "");
    assert!(verify(&without_one).unwrap().fits(), "a checkpoint in the middle may be left out");
    let misplaced = without_one.replace(&line(30), &(line(30) + &checkpoint));
    assert_eq!(problems(&misplaced), [Problem::Misplaced(20)]);
    let cut: String = export.split_inclusive('\n').take(22).collect();
    assert_eq!(problems(&cut)[0], Problem::Count { expected: 43, found: 20 });
}

#[test]
fn a_store_that_does_not_fit_is_exported_but_not_signed() {
    let store = store().tamper(|connection| {
        connection.execute("UPDATE events SET payload = x'7b7d' WHERE position = 11", []).unwrap();
    });
    let store = recompute_tree(store);
    let mut out = Vec::new();
    let exported = export::export(&*store.log, &store.signer(), None, &mut out, &mut Progress::none()).unwrap();
    assert!(!exported.signed);
    assert_eq!(exported.report.problems, [Problem::Checkpoint(20)]);
    assert_eq!(problems(std::str::from_utf8(&out).unwrap()), [Problem::Checkpoint(20)]);
}

#[test]
fn an_export_over_an_accepted_loss_fits() {
    let store = store();
    store.checkpoint();
    let store = store.tamper(|connection| {
        connection.execute_batch("DELETE FROM events WHERE position > 41").unwrap();
    });
    store.accept_loss(42, 43, 2);
    store.sign_loss().unwrap();
    store.record(10);
    let report = verify(&store.export()).unwrap();
    assert!(report.fits(), "{:?}", report.problems);
    assert_eq!((report.events, report.checkpoints, report.lost_checkpoints, report.covered), (52, 3, 1, 52));
}

#[test]
fn what_is_no_export_is_told_apart_from_what_does_not_fit() {
    let export = store().export();
    let (header, rest) = export.split_once('\n').unwrap();
    let with_header = |header: &str| verify(&format!("{header}\n{rest}"));
    assert!(matches!(verify(""), Err(UnreadableExport::Header(_))));
    assert!(matches!(verify("no JSON\n"), Err(UnreadableExport::Header(_))));
    assert!(matches!(with_header(&header.replace("log/1", "log/2")), Err(UnreadableExport::Format(_))));
    assert!(matches!(with_header(&header.replace("epoch\":1", "epoch\":2")), Err(UnreadableExport::KeyOfAnotherLog)));
    assert!(matches!(with_header(&header.replace('+', "-")), Err(UnreadableExport::Key(_))));
    assert!(matches!(verify(export.trim_end()), Err(UnreadableExport::CutOff(47))));
    let spoiled = |from: &str, to: &str| verify(&export.replacen(from, to, 1));
    assert!(matches!(spoiled("\"causation\":null,", ""), Err(UnreadableExport::Line { line: 2, .. })));
    assert!(matches!(spoiled("\"nonce\":\"", "\"nonce\":\"x"), Err(UnreadableExport::Line { line: 2, .. })));
    assert!(matches!(spoiled("\"leaf\":", "\"more\":1,\"leaf\":"), Err(UnreadableExport::Line { line: 2, .. })));
    assert!(matches!(spoiled("{\"checkpoint\":", "{\"checkpoint\":1"), Err(UnreadableExport::Line { line: 22, .. })));
}

#[test]
fn a_line_without_an_end_is_not_read_to_its_end() {
    struct Endless(u64);
    impl std::io::Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            buffer.fill(b'x');
            self.0 += buffer.len() as u64;
            Ok(buffer.len())
        }
    }
    let mut input = std::io::BufReader::new(Endless(0));
    let outcome = verify_export(&mut input, None, None, &mut Progress::none());
    assert!(matches!(outcome, Err(UnreadableExport::LineTooLong(1))));
    assert!(input.get_ref().0 < 2 * events::verify::MAX_LINE_BYTES as u64);
}

static EXPORT: LazyLock<String> = LazyLock::new(|| store().export());

proptest! {
    #[test]
    fn no_byte_of_an_export_can_change_unnoticed(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut changed = EXPORT.clone().into_bytes();
        let at = at.index(changed.len());
        let before = std::mem::replace(&mut changed[at], byte);
        let outcome = verify_export(&mut changed.as_slice(), None, None, &mut Progress::none());
        // Hexadecimal digits and the escapes of JSON have two spellings.
        let harmless = before.eq_ignore_ascii_case(&byte);
        if let Ok(report) = outcome {
            prop_assert!(harmless || !report.fits(), "byte {} from {} to {}", at, before, byte);
        }
    }
}
