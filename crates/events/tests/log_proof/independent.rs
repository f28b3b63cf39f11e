//! A script in another language, written from the RFCs, agrees with what this crate makes and refuses what was changed.

use crate::store::Store;
use events::log::Log;
use events::proof::tree::root_at;
use events::proof::{consistency, inclusion};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn check(export: &Path, proofs: &Path) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/proof/check.py");
    Command::new("python3").arg("-B").arg(script).arg(export).arg(proofs).output().unwrap()
}

fn proofs(log: &dyn Log, size: u64) -> Value {
    let root = |size| hex::encode(root_at(log, size).unwrap());
    let digits = |hashes: Vec<[u8; 32]>| hashes.iter().map(hex::encode).collect::<Vec<_>>();
    let sizes = [1, 2, 3, 7, 8, 255, 256, 257, 500, size];
    let mut of_inclusion = Vec::new();
    let mut of_consistency = Vec::new();
    for new in sizes {
        for index in [0, new / 3, new / 2, new - 1] {
            let leaf = log.leaves(events::envelope::Position(index), 1).unwrap();
            let proof = digits(inclusion::prove(log, index, new).unwrap());
            let leaf = hex::encode(leaf[0]);
            of_inclusion.push(json!({"index": index, "size": new, "leaf": leaf, "proof": proof, "root": root(new)}));
        }
        for old in sizes.into_iter().filter(|old| *old <= new).chain([0]) {
            let proof = digits(consistency::prove(log, old, new).unwrap());
            let roots = (root(old), root(new));
            of_consistency
                .push(json!({"old": old, "new": new, "old_root": roots.0, "new_root": roots.1, "proof": proof}));
        }
    }
    json!({"inclusion": of_inclusion, "consistency": of_consistency})
}

#[test]
fn the_independent_script_agrees_and_refuses_what_was_changed() {
    let store = Store::with_events(300);
    store.checkpoint();
    store.record(200);
    store.checkpoint();
    store.record(77);
    let size = store.size();
    let (export_file, proof_file) = (store.folder.path().join("log.ndjson"), store.folder.path().join("proofs.json"));
    let export = store.export();
    let proofs = proofs(&*store.log, size).to_string();
    let outcome = |export: &str, proofs: &str| {
        fs::write(&export_file, export).unwrap();
        fs::write(&proof_file, proofs).unwrap();
        let output = check(&export_file, &proof_file);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };

    let (code, said, problem) = outcome(&export, &proofs);
    assert_eq!(code, Some(0), "{problem}");
    assert!(said.starts_with("577 events, 3 checkpoints"), "{said}");
    assert!(said.contains("40 proofs of inclusion, 65 proofs of consistency"), "{said}");

    let lines: Vec<&str> = export.split_inclusive('\n').collect();
    let without = |index: usize| {
        let kept = lines.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, line)| *line);
        kept.collect::<String>()
    };
    let wrong_proof = {
        let mut wrong: Value = serde_json::from_str(&proofs).unwrap();
        wrong["inclusion"][37]["proof"][0] = json!("00".repeat(32));
        wrong.to_string()
    };
    let wrong_consistency = {
        let mut wrong: Value = serde_json::from_str(&proofs).unwrap();
        wrong["consistency"][60]["proof"][0] = json!("00".repeat(32));
        wrong.to_string()
    };
    let signed_by_another = {
        let other = events::proof::checkpoint::Signer::new(&[1; 32], &store.log.identity().unwrap());
        let note = other.sign(size, root_at(&*store.log, size).unwrap());
        format!("{}{}\n", without(lines.len() - 1), json!({ "checkpoint": note }))
    };
    let refused = [
        (export.replace("\\\"number\\\":17,", "\\\"number\\\":18,"), &proofs, "row and leaf disagree at position 18"),
        (without(40), &proofs, "position 40 was expected"),
        (without(lines.len() - 1), &proofs, "covered"),
        (signed_by_another, &proofs, "not signed by the key"),
        (export.clone(), &wrong_proof, "proof of inclusion"),
        (export.clone(), &wrong_consistency, "proof of consistency"),
    ];
    for (export, proofs, expected) in refused {
        let (code, _, problem) = outcome(&export, proofs);
        assert_eq!(code, Some(1), "{expected}");
        assert!(problem.contains(expected), "{problem}");
    }
}

#[test]
fn the_independent_script_understands_an_accepted_loss() {
    let store = Store::with_events(20);
    store.checkpoint();
    let store = store.tamper(|connection| connection.execute_batch("DELETE FROM events WHERE position > 15").unwrap());
    store.accept_loss(16, 20, 2);
    store.sign_loss().unwrap();
    store.record(10);
    let output = check_alone(&store);
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn the_independent_script_refuses_a_loss_that_nobody_signed() {
    let refused = [
        (
            r#"{"lost_from":30,"lost_until":18446744073709551615,"epoch":2}"#,
            "no checkpoint signs the loss at position 30",
        ),
        (
            r#"{"lost_from":1,"lost_until":18446744073709551615,"epoch":2}"#,
            "the loss at position 30 does not fit its place",
        ),
        (r#"{"lost_from":30,"lost_until":29,"epoch":2}"#, "the loss at position 30 does not fit its place"),
        (r#"{"lost_from":30,"lost_until":30,"epoch":1}"#, "the loss at position 30 does not fit its place"),
    ];
    for (payload, expected) in refused {
        let store = Store::with_events(30);
        store.checkpoint();
        let store = store.tamper(|connection| {
            connection
                .execute_batch("UPDATE events SET payload = x'7b7d' WHERE position = 5; DELETE FROM checkpoints")
                .unwrap();
        });
        let output = check_alone(&store.forge_loss(payload));
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{payload}");
        assert!(said.contains(expected), "{payload}: {said}");
    }
}

fn check_alone(store: &Store) -> Output {
    let (export_file, proof_file) = (store.folder.path().join("log.ndjson"), store.folder.path().join("proofs.json"));
    fs::write(&export_file, store.export()).unwrap();
    fs::write(&proof_file, json!({"inclusion": [], "consistency": []}).to_string()).unwrap();
    check(&export_file, &proof_file)
}
