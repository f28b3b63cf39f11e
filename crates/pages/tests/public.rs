//! Public pages of a whole season: every one in both languages, without a script, a cookie or anything from elsewhere.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use api::testing::{Instance, Reply};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// A name that would do something if it were taken for anything but text.
const SCRIPT: &str = "<script>alert(1)</script>";
const PICTURE: &str = "\"><img src=x onerror=alert(2)>";

fn example() -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/season-2025.bundle.json");
    serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
}

fn showing(bundle: &Value) -> Instance {
    let instance = Instance::start_with_pages(pages::configure);
    instance.import(bundle);
    let wait = format!("/api/v1/seasons?wait_for={}", instance.position().0);
    assert_eq!(instance.get(&wait).status, 200);
    instance
}

/// Every public page of the example.
fn addresses(instance: &Instance) -> Vec<String> {
    let items = instance.get("/api/v1/seasons/2025/ranking?limit=2").json()["items"].take();
    let id = |at: usize| items[at]["player_id"].as_str().unwrap().to_owned();
    let season = "seasons/2025";
    [
        String::new(),
        "/lists".to_owned(),
        format!("/{season}/ranking"),
        format!("/{season}/ranking?q=a&voivodeship=%C5%9Bl%C4%85skie"),
        format!("/{season}/ranking?q=nikogo-takiego-nie-ma"),
        format!("/{season}/players/{}", id(0)),
        format!("/{season}/ranking/compare?a={}&b={}", id(0), id(1)),
        format!("/{season}/mp"),
        format!("/{season}/mw"),
        format!("/{season}/calendar"),
        "/mw/mw-2025-slaskie".to_owned(),
        "/grand-prix/gp-wielkopolska-2025".to_owned(),
        "/tournaments/t-zory-2025-03-15".to_owned(),
    ]
    .to_vec()
}

fn assert_strict(page: &Reply, address: &str) {
    let policy = page.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{address}: {policy}");
    assert_eq!(page.header("set-cookie"), "", "{address}");
    assert_eq!(page.header("x-content-type-options"), "nosniff", "{address}");
    let text = page.text();
    // Everything that is loaded comes from here; a page has no script and no style of its own.
    for forbidden in ["http://", "https://", "src=\"//", "<style", " style=", "<script>", "javascript:", " onclick="] {
        assert!(!text.contains(forbidden), "{address} has {forbidden}");
    }
}

#[test]
fn every_page_is_there_in_both_languages_and_says_nothing_that_has_no_words() {
    let instance = showing(&example());
    for address in addresses(&instance) {
        for (lang, other) in [("pl", "en"), ("en", "pl")] {
            let address = format!("/{lang}{address}");
            let page = instance.get(&address);
            let text = page.text();
            assert_eq!(page.status, 200, "{address}: {text}");
            assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
            assert_eq!(page.header("content-language"), lang);
            assert!(text.contains(&format!("<html lang=\"{lang}\">")), "{address}");
            assert!(text.contains(&format!("hreflang=\"{other}\" href=\"/{other}")), "{address}");
            assert!(!text.contains('⟨'), "{address} lacks words: {text}");
            assert_eq!(text.matches("<h1>").count(), 1, "{address}");
            assert_strict(&page, &address);
            let known = [("If-None-Match", page.header("etag"))];
            assert_eq!(instance.send("GET", &address, &known, None).status, 304, "{address}");
        }
    }
}

#[test]
fn whoever_types_lukasz_finds_lukasz_and_is_led_to_her_place() {
    let mut bundle = example();
    bundle["players"][0]["first_name"] = json!("Łukasz");
    bundle["players"][0]["surname"] = json!("Źdźbło");
    let instance = showing(&bundle);
    let found = instance.get("/pl/seasons/2025/ranking?q=lukasz+zdzblo").text();
    assert!(found.contains("Łukasz Źdźbło"), "{found}");
    let id = instance.player_id(bundle["players"][0]["id"].as_str().unwrap());
    let around = instance.get(&format!("/pl/seasons/2025/ranking?around={id}")).text();
    assert!(around.contains(&format!("<tr id=\"p-{id}\" class=\"me\">")), "{around}");
}

#[test]
fn whoever_has_no_points_yet_has_a_page_that_says_so() {
    let mut bundle = example();
    let new = json!({
        "id": "nowa", "first_name": "Nowa", "surname": "Osoba", "city": "Łódź", "voivodeship": "łódzkie", "country": "PL",
    });
    bundle["players"].as_array_mut().unwrap().push(new);
    let instance = showing(&bundle);
    let page = instance.get(&format!("/pl/seasons/2025/players/{}", instance.player_id("nowa")));
    assert_eq!(page.status, 200);
    assert!(page.text().contains("<h1>Nowa Osoba</h1>"), "{}", page.text());
    assert_eq!(instance.get("/pl/seasons/2025/players/nikt").status, 404);
}

#[test]
fn names_that_look_like_markup_are_text_on_every_page() {
    let mut bundle = example();
    for player in bundle["players"].as_array_mut().unwrap() {
        player["surname"] = json!(SCRIPT);
        player["city"] = json!(PICTURE);
    }
    for tournament in bundle["tournaments"].as_array_mut().unwrap() {
        tournament["name"] = json!(PICTURE);
    }
    let instance = showing(&bundle);
    for address in addresses(&instance) {
        let page = instance.get(&format!("/pl{address}"));
        assert_eq!(page.status, 200, "{address}");
        let text = page.text();
        assert!(!text.contains("<script") && !text.contains("<img src=x"), "{address}: {text}");
    }
    let searched = instance.get("/pl/seasons/2025/ranking?q=%22%3E%3Cscript%3E").text();
    assert!(!searched.contains("\"><script>"), "{searched}");
}

#[test]
fn what_is_not_there_is_said_in_words_and_as_a_page() {
    let instance = showing(&example());
    for (address, heading) in [("/pl/seasons/1999/ranking", "Nie ma"), ("/en/tournaments/nowhere", "ot found")] {
        let page = instance.get(address);
        assert_eq!(page.status, 404, "{address}");
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
        assert!(page.text().contains(heading), "{}", page.text());
        assert_strict(&page, address);
    }
    let wrong = instance.get("/pl/seasons/2025/ranking?voivodeship=atlantyda");
    assert!((400..500).contains(&wrong.status), "{}", wrong.status);
    assert_eq!(wrong.header("content-type"), "text/html; charset=utf-8");
}

#[test]
fn the_front_page_speaks_the_language_of_the_browser() {
    let instance = Instance::start_with_pages(pages::configure);
    let led = |language: &str| {
        let reply = instance.send("GET", "/", &[("Accept-Language", language)], None);
        (reply.status, reply.header("location").to_owned())
    };
    assert_eq!(led("en-GB,en;q=0.9"), (303, "/en".to_owned()));
    assert_eq!(led("de"), (303, "/pl".to_owned()));
    let empty = instance.get("/pl");
    assert_eq!(empty.status, 200);
    assert!(empty.text().contains("Nie ma jeszcze żadnego sezonu"));
}

#[test]
fn files_have_addresses_that_change_with_their_content_and_are_kept_for_ever() {
    let instance = Instance::start_with_pages(pages::configure);
    let home = instance.get("/pl").text();
    let at = home.find("/assets/kostka.").unwrap();
    let address: String = home[at..].chars().take_while(|it| *it != '"').collect();
    let style = instance.get(&address);
    assert_eq!(style.status, 200);
    assert_eq!(style.header("content-type"), "text/css; charset=utf-8");
    assert!(style.header("cache-control").contains("immutable"));
    assert_eq!(instance.get("/assets/kostka.css").status, 404);
    let packed = instance.send("GET", &address, &[("Accept-Encoding", "gzip")], None);
    assert_eq!(packed.status, 200);
}
