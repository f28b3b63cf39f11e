//! Shared pictures and posts, which name no person in full.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[path = "support/played.rs"]
mod played;

use api::testing::{Instance, Reply};
use played::PlayedTournament;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const PEOPLE: [(&str, &str); 8] = [
    ("Łucja Maria", "Żabińska"),
    ("Adam", "Ćwikła"),
    ("Ewa", "Cebulak"),
    ("Jan", "Łosiński"),
    ("Olga", "Lisowska"),
    ("Piotr", "Świtała"),
    ("Zofia", "Sowińska"),
    ("Igor", "Kruk-Nowicki"),
];

fn example() -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/season-2025.bundle.json");
    serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
}

fn serve(bundle: &Value) -> Instance {
    let instance = Instance::start_with_pages(pages::configure);
    instance.import(bundle);
    instance
}

/// The content of a tag like `og:image`.
fn tag(page: &str, name: &str) -> String {
    let start = format!("<meta property=\"{name}\" content=\"");
    let at = page.find(&start).unwrap_or_else(|| panic!("{name} is there: {page}"));
    page[at + start.len()..].chars().take_while(|it| *it != '"').collect()
}

/// The path of the picture of a page.
fn picture(page: &str) -> String {
    let whole = tag(page, "og:image");
    whole.strip_prefix("http://127.0.0.1:8080").unwrap_or_else(|| panic!("{whole} is a whole address")).to_owned()
}

/// The post that a page offers.
fn post(page: &str) -> String {
    let at = page.find("<textarea id=\"post\" readonly").unwrap();
    let text = &page[at..];
    text[text.find('>').unwrap() + 1..text.find("</textarea>").unwrap()].to_owned()
}

#[track_caller]
fn assert_picture(reply: &Reply) {
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert_eq!(reply.header("content-type"), "image/png");
    assert_eq!(reply.header("content-encoding"), "");
    assert_eq!(&reply.body[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(reply.body[at..at + 4].try_into().unwrap());
    assert_eq!((number(16), number(20)), (1200, 630));
    assert!(reply.body.len() < 300_000, "{} bytes", reply.body.len());
}

fn first_of_ranking(instance: &Instance) -> Value {
    instance.get("/api/v1/seasons/2025/ranking?limit=5").json()
}

#[test]
fn every_page_that_is_shared_has_a_picture_of_the_right_size_and_a_post() {
    let instance = serve(&example());
    let best = first_of_ranking(&instance)["items"][0]["player_id"].as_str().unwrap().to_owned();
    let pages = [
        "/seasons/2025/ranking".to_owned(),
        format!("/seasons/2025/players/{best}"),
        "/tournaments/t-zory-2025-03-15".to_owned(),
    ];
    for address in pages {
        for lang in ["pl", "en"] {
            let address = format!("/{lang}{address}");
            let page = instance.get(&address);
            assert_eq!(page.status, 200, "{}", page.text());
            let text = page.text();
            let found = instance.get(&picture(&text));
            assert_picture(&found);
            assert!(found.header("cache-control").starts_with("public, max-age="), "{address}");
            let known = [("If-None-Match", found.header("etag"))];
            assert_eq!(instance.send("GET", &picture(&text), &known, None).status, 304);
            assert_eq!(tag(&text, "og:url"), format!("http://127.0.0.1:8080{address}"));
            assert!(post(&text).ends_with(&format!("http://127.0.0.1:8080{address}")), "{}", post(&text));
            assert!(!text.contains('⟨'), "{address}: {text}");
        }
    }
}

#[test]
fn nobody_is_named_in_full_on_a_picture_or_in_a_post_whether_grown_up_or_not() {
    let played = PlayedTournament::seated(&PEOPLE, "Turniej dzieci i dorosłych");
    let minor = &played.players[0];
    // One is known to be a minor, and nothing that is shared may tell her from the others.
    let was = played.path(&format!("registrations/{minor}"));
    let registered = json!({ "age": "minor", "guardian_consent": true });
    let reply = played.instance.send_json(
        "PUT",
        &was,
        &[("Authorization", &played.organiser.authorization), ("If-Match", "*")],
        &registered,
    );
    assert_eq!(reply.status, 200, "{}", reply.text());
    played.play("1", 2, 3, true);
    let mut shared = Vec::new();
    let tournament = played.instance.get(&format!("/pl/tournaments/{}", played.id)).text();
    shared.push(played.instance.get(&format!("/pl/tournaments/{}/after/1", played.id)).text());
    played.play("2", 2, 3, true);
    played.play("3", 2, 3, true);
    played.play("final", 1, 4, false);
    played.post(&played.organiser, &played.path("close"), &json!({}));
    shared.push(played.instance.get(&format!("/pl/tournaments/{}", played.id)).text());
    shared.push(played.instance.get("/pl/seasons/season/ranking").text());
    for player in &played.players {
        shared.push(played.instance.get(&format!("/pl/seasons/season/players/{player}")).text());
    }
    shared.push(tournament);
    for page in &shared {
        let told =
            ["og:title", "og:description", "og:image", "og:url"].map(|name| tag(page, name)).join("\n") + &post(page);
        for (_, surname) in PEOPLE {
            assert!(!told.contains(surname), "{surname}: {told}");
        }
    }
    let of_minor = played.instance.get(&format!("/pl/seasons/season/players/{minor}")).text();
    assert_eq!(tag(&of_minor, "og:title"), "Łucja Ż.");
    let adult = played.instance.get(&format!("/pl/seasons/season/players/{}", played.players[7])).text();
    assert_eq!(tag(&adult, "og:title"), "Igor K.");
}

#[test]
fn the_address_of_a_picture_changes_with_what_is_on_it_and_old_addresses_lead_to_the_new_one() {
    let played = PlayedTournament::seated(&PEOPLE, "Turniej do oglądania");
    let address = format!("/pl/tournaments/{}", played.id);
    let show = || picture(&played.instance.get(&address).text());
    let announced = show();
    let first = played.instance.get(&announced);
    assert_picture(&first);
    assert_eq!(show(), announced, "nothing has changed");
    played.play("1", 2, 3, true);
    let later = show();
    assert_ne!(later, announced);
    let second = played.instance.get(&later);
    assert_picture(&second);
    assert_ne!(first.body, second.body);
    let old = played.instance.get(&announced);
    assert_eq!((old.status, old.header("location")), (302, later.as_str()));
    // A version that somebody made up is not painted.
    let made_up = later.replacen(later.split('/').nth(2).unwrap(), "0123456789abcdef", 1);
    assert_eq!(played.instance.get(&made_up).header("location"), later);
    for nowhere in
        ["/cards/0/pl/tournament/nowhere.png", "/cards/0/pl/ranking/1999.png", "/cards/0/pl/player/season/x.png"]
    {
        assert_eq!(played.instance.get(nowhere).status, 404, "{nowhere}");
    }
}

#[test]
fn a_stage_has_a_card_once_it_has_results_and_the_tournament_leads_to_it() {
    let played = PlayedTournament::seated(&PEOPLE, "Turniej w częściach");
    let after = format!("/pl/tournaments/{}/after/1", played.id);
    assert_eq!(played.instance.get(&after).status, 404);
    played.play("1", 2, 3, true);
    let page = played.instance.get(&after);
    assert_eq!(page.status, 200, "{}", page.text());
    assert_picture(&played.instance.get(&picture(&page.text())));
    assert!(tag(&page.text(), "og:description").contains("runda 1"), "{}", page.text());
    assert!(played.instance.get(&format!("/pl/tournaments/{}", played.id)).text().contains(&after));
    played.play("2", 2, 3, true);
    played.post(&played.organiser, &played.path("stages/3/start"), &json!({}));
    let hidden = played.instance.send(
        "POST",
        &played.path("stages/3/hiding"),
        &[("Authorization", &played.referee.authorization)],
        None,
    );
    assert_eq!(hidden.status, 200, "{}", hidden.text());
    played.put(&played.referee, &played.path("stages/3/tables/1/sheet"), &played::sheet("3", 1, 3));
    let of_hidden = played.instance.get(&format!("/pl/tournaments/{}/after/3", played.id));
    assert_eq!(of_hidden.status, 404, "what is hidden is not shared: {}", of_hidden.text());
}

#[test]
fn whoever_is_erased_is_on_no_picture_and_in_no_post_any_more() {
    let instance = serve(&example());
    let best = first_of_ranking(&instance)["items"][0]["player_id"].as_str().unwrap().to_owned();
    let address = format!("/pl/seasons/2025/players/{best}");
    let before = instance.get(&address).text();
    let name = tag(&before, "og:title");
    assert_picture(&instance.get(&picture(&before)));
    instance.erase(&best);
    assert_eq!(instance.get(&format!("/api/v1?wait_for={}", instance.position().0)).status, 200);
    let after = instance.get(&address).text();
    assert!(!after.contains(&name), "{after}");
    let old = instance.get(&picture(&before));
    assert_eq!((old.status, old.header("location")), (302, picture(&after).as_str()));
}

#[test]
fn s16_names_that_look_like_markup_are_text_in_tags_posts_and_pictures() {
    let mut bundle = example();
    for player in bundle["players"].as_array_mut().unwrap() {
        player["first_name"] = json!("</textarea><script>alert(1)</script>");
        player["surname"] = json!("\"/><image href=\"//elsewhere.example\"/>");
    }
    for tournament in bundle["tournaments"].as_array_mut().unwrap() {
        tournament["name"] =
            json!("]]><!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]> &x; \"><img src=x onerror=alert(2)>");
    }
    let instance = serve(&bundle);
    let best = first_of_ranking(&instance)["items"][0]["player_id"].as_str().unwrap().to_owned();
    let pages = [
        "/pl/seasons/2025/ranking".to_owned(),
        format!("/pl/seasons/2025/players/{best}"),
        "/pl/tournaments/t-zory-2025-03-15".to_owned(),
    ];
    for address in pages {
        let text = instance.get(&address).text();
        assert!(
            !text.contains("<script>") && !text.contains("<img src=x") && !text.contains("<image"),
            "{address}: {text}"
        );
        assert_eq!(text.matches("</textarea>").count(), 1, "{address}");
        assert_picture(&instance.get(&picture(&text)));
    }
}
