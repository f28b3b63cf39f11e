//! The auditor: two exports, the binary, and nothing else.

use crate::support::store::Folder;
use crate::world::{LIST, Step, World};
use serde_json::Value;
use std::fs;

const NAME: &str = "mp:2025";

/// The machine of the auditor, with one of the exports.
fn machine(world: &World, export: &str) -> Folder {
    let machine = Folder::new();
    fs::copy(world.folder.file(export), machine.file("export.ndjson")).unwrap();
    machine
}

/// An edition of the list is drawn up again from an export, byte for byte.
fn reproduced(world: &World, export: &str, edition: &str) {
    let published = world.instance.get(&format!("{LIST}/editions/{edition}/canonical"));
    assert_eq!(published.status, 200);
    let machine = machine(world, export);
    let output = machine.run(&["replay", "export.ndjson", "--list", NAME, "--edition", edition]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert_eq!(output.stdout, published.body);
    assert!(said.contains(&format!("Byte for byte edition {edition}")), "{said}");
    assert!(said.contains("under the signed checkpoint of"), "{said}");
}

/// The names of an edition fit what was published; a forged one does not.
fn names_fit(world: &World, edition: &str, names: &Value) {
    let machine = machine(world, "second.ndjson");
    let check = |names: &Value, out: &str| {
        fs::write(machine.file("names.json"), names.to_string()).unwrap();
        let args = ["replay", "export.ndjson", "--list", NAME, "--edition", edition, "--names", "names.json"];
        machine.run(&[&args[..], &["--out", out]].concat())
    };
    let count = names["names"].as_array().unwrap().len();
    let output = check(names, "fits.list");
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(said.contains(&format!("Names: {count} verified, 0 absent")), "{said}");
    let mut forged = names.clone();
    forged["names"][0]["surname"] = "Podmieniona".into();
    assert_eq!(check(&forged, "forged.list").status.code(), Some(1));
}

pub(crate) fn steps() -> Vec<Step> {
    vec![
        ("the auditor reproduces edition 1 from the first export", |w| reproduced(w, "first.ndjson", "1")),
        ("the first export knows of no edition 2", |w| {
            let machine = machine(w, "first.ndjson");
            machine.ends(2, &["replay", "export.ndjson", "--list", NAME, "--edition", "2"]);
        }),
        ("the auditor reproduces edition 1 from the second export", |w| reproduced(w, "second.ndjson", "1")),
        ("the auditor reproduces edition 2 from the second export", |w| reproduced(w, "second.ndjson", "2")),
        ("the names of edition 1 fit, and a forged one is found out", |w| names_fit(w, "1", &w.kept("names-1"))),
        ("the names of edition 2 fit, and a forged one is found out", |w| names_fit(w, "2", &w.kept("names-2"))),
        ("a changed export is found out and gives no list", |w| {
            let machine = machine(w, "second.ndjson");
            let export = fs::read_to_string(machine.file("export.ndjson")).unwrap();
            let at = export.find(r#"\"place\":1"#).unwrap() + r#"\"place\":"#.len();
            let mut changed = export.into_bytes();
            changed[at] ^= 2;
            fs::write(machine.file("changed.ndjson"), changed).unwrap();
            let output = machine.run(&["replay", "changed.ndjson", "--list", NAME, "--edition", "1"]);
            assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
            assert!(output.stdout.is_empty());
        }),
        ("the second export goes on from the first", |w| {
            let [first, second] =
                ["first.ndjson", "second.ndjson"].map(|name| fs::read_to_string(w.folder.file(name)).unwrap());
            let rows = |text: &str| {
                text.lines().filter(|line| line.contains("\"payload\"")).map(str::to_owned).collect::<Vec<_>>()
            };
            let (first, second) = (rows(&first), rows(&second));
            assert!(!first.is_empty() && second.len() > first.len() && second.starts_with(&first));
        }),
    ]
}
