//! Open data: complete, dated, cacheable, and without a private field.

use super::{example, with_example, with_name};
use api::testing::Instance;
use domain::values::digest::Digest;
use serde_json::Value;
use std::collections::BTreeSet;

#[test]
fn the_index_names_every_file_with_its_size_and_digest() {
    let instance = with_example();
    let index = instance.get("/api/v1/open-data");
    assert_eq!(index.status, 200, "{}", index.text());
    assert_eq!(index.header("cache-control"), "public, max-age=60");
    assert!(index.header("last-modified").ends_with("GMT"), "{}", index.header("last-modified"));
    let files = index.json()["files"].as_array().unwrap().clone();
    let subjects: BTreeSet<&str> =
        files.iter().filter(|file| file["season"] == "2025").map(|file| file["subject"].as_str().unwrap()).collect();
    assert_eq!(
        subjects.into_iter().collect::<Vec<_>>(),
        [
            "editions",
            "events",
            "grand-prix",
            "mp-qualifications",
            "mw-qualifications",
            "ranking",
            "ranking-snapshot",
            "results"
        ]
    );
    for file in &files {
        let reply = instance.get(file["href"].as_str().unwrap());
        assert_eq!(reply.status, 200, "{file}: {}", reply.text());
        assert_eq!(file["sha256"], Digest::of(&reply.body).to_string(), "{file}");
        assert_eq!(file["bytes"], reply.body.len(), "{file}");
        assert!(reply.header("content-type").starts_with(file["media_type"].as_str().unwrap()), "{file}");
        let tag = reply.header("etag").to_owned();
        assert!(tag.starts_with('"'), "{tag} is no strong tag");
        let again = instance.send("GET", file["href"].as_str().unwrap(), &[("If-None-Match", &tag)], None);
        assert_eq!(again.status, 304, "{file}");
    }
}

#[test]
fn the_index_is_made_once_for_each_change_and_costs_whoever_makes_it() {
    let instance = Instance::start_with(|settings| settings.limits.costly_per_minute = 1);
    instance.import(&example());
    let index = || instance.get(&format!("/api/v1/open-data?wait_for={}", instance.position().0));
    assert_eq!((index().status, index().status), (200, 200));
    instance.erase(instance.player_id("p001").as_str());
    let refused = index();
    assert_eq!((refused.status, refused.header("ratelimit-policy")), (429, "\"costly\";q=1;w=60"));
}

#[test]
fn every_result_of_the_season_is_there_and_the_points_add_up_to_the_ranking() {
    let instance = with_example();
    let results = instance.get("/api/v1/open-data/2025-results.json").json();
    let bundle = example();
    let window = |day: &str| ("2024-09-29"..="2025-09-19").contains(&day);
    let expected: usize = bundle["tournaments"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| window(&it["ended_at"].as_str().unwrap()[..10]))
        .map(|it| it["results"].as_array().map_or(0, Vec::len))
        .sum();
    let items = results["items"].as_array().unwrap();
    let of_tournaments = items.iter().filter(|item| item["event_kind"] == "tournament").count();
    assert!(of_tournaments >= expected && expected > 500, "{of_tournaments} {expected}");
    let ranking = instance.get("/api/v1/open-data/2025-ranking.json").json();
    for row in ranking["items"].as_array().unwrap() {
        let own = items.iter().filter(|item| item["player_id"] == row["player_id"] && item["counts"] == "yes");
        let total: i64 = own.map(|item| item["points"].as_i64().unwrap()).sum();
        assert_eq!(row["points"], total, "{row}");
    }
    let personal: BTreeSet<&str> = ["player_id", "name", "city", "voivodeship"].into();
    let columns: BTreeSet<&str> = items[0].as_object().unwrap().keys().map(String::as_str).collect();
    assert!(columns.is_superset(&personal));
    let csv = instance.get("/api/v1/open-data/2025-results.csv").text();
    assert_eq!(csv.lines().count(), items.len() + 1);
}

#[test]
fn files_change_with_the_results_and_not_with_anything_else() {
    let instance = with_example();
    let path = "/api/v1/open-data/2025-results.csv";
    let before = instance.get(path);
    let _ = instance.signed_in(domain::event::Role::Auditor);
    assert_eq!(instance.get(path).header("etag"), before.header("etag"));
    let player = instance.player_id("p007").to_string();
    assert!(before.text().contains(&player));
    instance.erase(&player);
    let after = instance.get(&format!("{path}?wait_for={}", instance.position().0));
    assert_ne!(after.header("etag"), before.header("etag"));
    let line = after.text().lines().find(|line| line.contains(&player)).unwrap().to_owned();
    assert!(line.ends_with(&format!("{player},,,")), "{line}");
}

#[test]
fn s17_a_name_becomes_no_formula_and_what_is_not_there_is_not_found() {
    let instance = with_name("=HYPERLINK(\"http://evil.example\")");
    let csv = instance.get("/api/v1/open-data/2025-events.csv").text();
    assert!(csv.contains("'=HYPERLINK") && !csv.contains(",=HYPERLINK"), "{csv}");
    for wrong in
        ["2025-results", "2025-results.xml", "1999-results.csv", "2025-secrets.json", "2025.csv", "results.csv"]
    {
        assert_eq!(instance.get(&format!("/api/v1/open-data/{wrong}")).status, 404, "{wrong}");
    }
    let refused = instance.send("GET", "/api/v1/open-data/2025-events.csv", &[("Accept", "image/png")], None);
    assert_eq!(refused.status, 406);
    let items: Value = instance.get("/api/v1/open-data/2025-events.json").json();
    assert_eq!(items["items"].as_array().unwrap().len(), csv.lines().count() - 1);
}
