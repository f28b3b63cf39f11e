//! The command line as people use it.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

use serde_json::Value;
use std::fs;
use std::process::Stdio;
use support::{kostka_with_input, printed, refused, root};

const EXAMPLE: &str = "examples/season-2025.bundle.json";

#[test]
fn help_speaks_polish_unless_english_is_asked_for() {
    assert!(printed(&["--help"]).contains("Polecenia:"));
    assert!(printed(&["--help", "--lang", "en"]).contains("Commands:"));
    assert!(printed(&["compute", "--help", "--lang=en"]).contains("Season bundle"));
    assert!(printed(&["--version"]).starts_with("kostka "));
}

#[test]
fn a_wrong_command_line_is_explained_in_the_language_of_the_user() {
    assert!(refused(&["compute"]).contains("Brakuje argumentu"));
    assert!(refused(&["--lang", "en", "compute"]).contains("Missing argument"));
    assert!(refused(&["frobnicate"]).contains("frobnicate"));
    assert!(refused(&["compute", EXAMPLE, "--format", "xml"]).contains("json, table"));
    assert!(refused(&["compare", EXAMPLE]).contains("--rulebook-b"));
    assert!(refused(&[]).contains("Polecenia:"));
}

#[test]
fn tables_show_names_and_every_list() {
    let table = printed(&["compute", EXAMPLE, "--format", "table"]);
    for heading in
        ["Ogólnopolski Ranking Graczy", "Awanse do Mistrzostw Polski", "Propozycje dzikich kart", "Czeka na decyzję"]
    {
        assert!(table.contains(heading), "{heading}");
    }
    let english = printed(&["compute", EXAMPLE, "--format", "table", "--lang", "en"]);
    assert!(english.contains("National ranking") && !english.contains('⟨') && !table.contains('⟨'));
}

#[test]
fn everybody_of_the_example_can_be_explained_in_both_languages() {
    let bundle: Value = serde_json::from_str(&fs::read_to_string(root().join(EXAMPLE)).unwrap()).unwrap();
    for player in bundle["players"].as_array().unwrap().iter().step_by(9) {
        let id = player["id"].as_str().unwrap();
        for lang in ["pl", "en"] {
            let text = printed(&["compute", EXAMPLE, "--explain", id, "--lang", lang]);
            assert!(text.contains(player["surname"].as_str().unwrap()), "{id}");
            assert!(!text.contains('⟨'), "a text is missing: {text}");
        }
    }
}

#[test]
fn a_player_is_found_by_name_without_polish_letters() {
    assert!(printed(&["compute", EXAMPLE, "--explain", "paulina lopata"]).starts_with("Paulina Łopata [p237]"));
    let namesakes = refused(&["compute", EXAMPLE, "--explain", "zurawska anna"]);
    assert!(namesakes.contains("[p104]") && namesakes.contains("[p144]"), "{namesakes}");
    assert!(refused(&["compute", EXAMPLE, "--explain", "nikt taki"]).contains("nikt taki"));
}

#[test]
fn a_bundle_can_come_from_the_standard_input() {
    let file = fs::File::open(root().join(EXAMPLE)).unwrap();
    let output = kostka_with_input(&["compute", "-"], Stdio::from(file));
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), printed(&["compute", EXAMPLE]));
}

#[test]
fn the_rulebook_lists_its_presets_and_cites_every_parameter() {
    let presets = printed(&["rulebook"]);
    for preset in ["pl-2024-25", "how-legacy", "loc-2024-11-30", "wrc-9"] {
        assert!(presets.contains(preset));
        let shown = printed(&["rulebook", "show", preset, "--format", "json"]);
        let shown: Value = serde_json::from_str(&shown).unwrap();
        assert_eq!(shown["base"], preset);
        let parameters = shown["parameters"].as_array().unwrap();
        assert!(parameters.len() > 150);
        assert!(parameters.iter().all(|parameter| !parameter["source"].as_str().unwrap().is_empty()));
    }
    let shown = printed(&["rulebook", "show", "pl-2024-25"]);
    assert!(shown.contains("ranking.tiebreak_basis = position\n    REG II.8; AMB-52"));
}

#[test]
fn a_rulebook_file_overrides_a_preset_and_its_mistakes_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rules.toml");
    let path = file.to_str().unwrap();
    fs::write(&file, "base = \"pl-2024-25\"\nranking.best_n = 2\n").unwrap();
    assert!(printed(&["rulebook", "show", path]).contains("ranking.best_n = 2"));
    assert_ne!(printed(&["compute", EXAMPLE, "--rulebook", path]), printed(&["compute", EXAMPLE]));
    fs::write(&file, "base = \"pl-2024-25\"\nranking.best_m = 2\n").unwrap();
    assert!(refused(&["rulebook", "show", path]).contains("ranking.best_m"));
    fs::write(&file, "base = \"pl-2024-25\"\nranking.best_n = 0\n").unwrap();
    assert!(refused(&["compute", EXAMPLE, "--rulebook", path]).contains("ranking.best_n"));
    assert!(refused(&["rulebook", "show", "pl-1999"]).contains("pl-2024-25"));
}

#[test]
fn comparing_a_bundle_with_itself_finds_nothing() {
    assert!(printed(&["compare", EXAMPLE, EXAMPLE]).contains("takie same"));
}

#[test]
fn comparing_rulebooks_names_the_parameter_that_did_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rules.toml");
    fs::write(&file, "base = \"pl-2024-25\"\nmin_players.ranking = 30\nturn_seconds = 50\n").unwrap();
    let path = file.to_str().unwrap();
    let text = printed(&["compare", EXAMPLE, "--rulebook-b", path]);
    assert!(text.contains("parametr min_players.ranking: 24 → 30"), "{text}");
    let json = printed(&["compare", EXAMPLE, "--rulebook-b", path, "--format", "json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    let changes = json["changes"].as_array().unwrap();
    assert!(!changes.is_empty());
    assert!(changes.iter().all(|change| change["causes"][0]["parameter"] == "min_players.ranking"));
}

#[test]
fn comparing_bundles_names_the_event_that_did_it() {
    let mut bundle: Value = serde_json::from_str(&fs::read_to_string(root().join(EXAMPLE)).unwrap()).unwrap();
    let tournaments = bundle["tournaments"].as_array_mut().unwrap();
    let ranking_event =
        |event: &Value| event["class"] != "mp" && event["results"].as_array().is_some_and(|r| r.len() > 40);
    let event = tournaments.iter_mut().find(|event| ranking_event(event)).unwrap();
    let id = event["id"].as_str().unwrap().to_owned();
    // Two neighbours of different places change places.
    let results = event["results"].as_array_mut().unwrap();
    let (winner, last) = (results[0]["player"].clone(), results[results.len() - 1]["player"].clone());
    let end = results.len() - 1;
    results[0]["player"] = last;
    results[end]["player"] = winner.clone();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("other.json");
    fs::write(&file, bundle.to_string()).unwrap();
    let json = printed(&["compare", EXAMPLE, file.to_str().unwrap(), "--format", "json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    let changes = json["changes"].as_array().unwrap();
    assert!(changes.iter().any(|change| change["list"] == "ranking" && change["player"] == winner));
    assert!(changes.iter().all(|change| change["causes"][0]["event"] == id.as_str()), "{id}");
}
