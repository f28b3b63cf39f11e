//! Public pages of a whole season: every one in both languages, without a script, a cookie or anything from elsewhere.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use api::testing::{Instance, Reply};
use domain::event::Role;
use events::vault::Purpose;
use formats::localization::Lang;
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

fn serve(bundle: &Value) -> Instance {
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
        "/tournaments/t-zory-2025-03-15/projector".to_owned(),
        "/tournaments/t-zory-2025-03-15?q=a".to_owned(),
        format!("/{season}/ranking?around={}", id(1)),
        format!("/{season}/players/{}?with=a", id(0)),
        format!("/{season}/mp?q=a"),
        format!("/{season}/events"),
        "/mw/mw-2025-slaskie?q=a".to_owned(),
        "/leagues/l-rybnik-2025".to_owned(),
        "/online-events/o-gold-1-2025".to_owned(),
        "/lists/ranking%3A2025".to_owned(),
        "/rulebooks".to_owned(),
        "/rulebooks/pl-2024-25".to_owned(),
        "/privacy".to_owned(),
        "/accessibility".to_owned(),
    ]
    .to_vec()
}

fn assert_strict(page: &Reply, address: &str) {
    let policy = page.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{address}: {policy}");
    assert_eq!(page.header("set-cookie"), "", "{address}");
    assert_eq!(page.header("x-content-type-options"), "nosniff", "{address}");
    // A page that is shared has whole addresses, all of them of this service.
    let text = page.text().replace("http://127.0.0.1:8080/", "/");
    // The name of a vocabulary is no address: nothing is loaded from it.
    let text = text.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    // Everything that is loaded comes from here; a page has no script and no style of its own.
    for forbidden in ["http://", "https://", "src=\"//", "<style", " style=", "<script>", "javascript:", " onclick="] {
        assert!(!text.contains(forbidden), "{address} has {forbidden}");
    }
}

#[test]
fn every_page_is_there_in_both_languages_and_says_nothing_that_has_no_words() {
    let instance = serve(&example());
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
fn a_page_that_is_at_hand_is_the_page_that_was_made_with_all_its_headers() {
    let instance = Instance::start_with_pages_and(pages::configure, |settings| {
        settings.metrics_listen = Some("127.0.0.1:0".parse().unwrap());
    });
    instance.import(&example());
    assert_eq!(instance.get(&format!("/api/v1/seasons?wait_for={}", instance.position().0)).status, 200);
    // What differs from answer to answer.
    let own = ["date", "request-id", "ratelimit"];
    let said = |reply: &Reply| {
        let headers = reply.headers.iter().filter(|(name, _)| !own.contains(&name.as_str()));
        let mut headers: Vec<_> = headers.map(|(name, value)| (name.clone(), value.clone())).collect();
        headers.sort_by(|one, other| one.0.as_str().cmp(other.0.as_str()));
        (reply.status, headers)
    };
    for address in ["/pl/seasons/2025/ranking", "/en/feed.atom", "/pl/tournaments/t-zory-2025-03-15"] {
        for encoding in ["identity", "gzip", "br"] {
            let asked = [("Accept-Encoding", encoding)];
            let made = instance.send("GET", address, &asked, None);
            let kept = instance.send("GET", address, &asked, None);
            assert_eq!((said(&made), &made.body), (said(&kept), &kept.body), "{address} {encoding}");
            assert_eq!(made.header("content-encoding"), if encoding == "identity" { "" } else { encoding });
            assert_eq!(said(&instance.send("HEAD", address, &asked, None)), said(&made), "{address} {encoding}");
        }
        assert_eq!(instance.send("POST", address, &[], None).status, 405, "{address}");
        // One that asks for something is another page.
        assert_eq!(instance.get(&format!("{address}?q=a")).status, 200, "{address}");
    }
    let measured = instance.metrics();
    let counted =
        |line: &&str| line.contains("requests_total") && line.contains("/{lang:pl|en}/seasons/{season}/ranking\"");
    let of_get = measured.lines().filter(counted).find(|line| line.contains("\"GET\"") && line.contains("\"200\""));
    assert!(of_get.is_some_and(|line| line.ends_with(" 7")), "{measured}");
}

#[test]
fn whoever_types_lukasz_finds_lukasz_and_is_led_to_her_place() {
    let mut bundle = example();
    bundle["players"][0]["first_name"] = json!("Łukasz");
    bundle["players"][0]["surname"] = json!("Źdźbło");
    let instance = serve(&bundle);
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
    let instance = serve(&bundle);
    let page = instance.get(&format!("/pl/seasons/2025/players/{}", instance.player_id("nowa")));
    assert_eq!(page.status, 200);
    assert!(page.text().contains("<h1>Nowa Osoba</h1>"), "{}", page.text());
    for words in ["Pokaż w rankingu", "Dlaczego właśnie to miejsce"] {
        assert!(!page.text().contains(words), "there is no place: {}", page.text());
    }
    assert_eq!(instance.get("/pl/seasons/2025/players/nikt").status, 404);
}

#[test]
fn two_players_without_points_can_be_compared() {
    let mut bundle = example();
    for (id, name) in [("nowa", "Nowa"), ("inna", "Inna")] {
        bundle["players"].as_array_mut().unwrap().push(json!({
            "id": id, "first_name": name, "surname": "Osoba", "city": "Łódź", "voivodeship": "łódzkie", "country": "PL",
        }));
    }
    let instance = serve(&bundle);
    let (one, other) = (instance.player_id("nowa"), instance.player_id("inna"));
    let page = instance.get(&format!("/pl/seasons/2025/ranking/compare?a={one}&b={other}"));
    assert_eq!(page.status, 200, "{}", page.text());
    assert!(page.text().contains("Nowa Osoba") && page.text().contains("Inna Osoba"), "{}", page.text());
}

#[test]
fn the_page_of_a_player_leads_to_the_same_player_in_every_season() {
    let instance = serve(&example());
    let seasons = instance.get("/api/v1/seasons").json()["items"].take();
    assert!(seasons.as_array().unwrap().len() > 1, "{seasons}");
    let first = instance.get("/api/v1/seasons/2025/ranking?limit=1").json()["items"][0].take();
    let id = first["player_id"].as_str().unwrap();
    let page = instance.get(&format!("/pl/seasons/2025/players/{id}")).text();
    for words in ["Pokaż w rankingu", "Dlaczego właśnie to miejsce"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    for season in seasons.as_array().unwrap() {
        let there = format!("/pl/seasons/{}/players/{id}", season["id"].as_str().unwrap());
        assert!(page.contains(&format!("<li><a href=\"{there}\"")), "{there}: {page}");
        assert_eq!(instance.get(&there).status, 200, "{there}");
    }
}

#[test]
fn whoever_sends_a_token_is_shown_and_leaves_behind_what_everybody_sees() {
    let instance = serve(&example());
    let admin = instance.signed_in(Role::Admin);
    let application = json!({
        "name": "Turniej, o którym nikt jeszcze nie wie", "venue": "Biblioteka", "voivodeship": "łódzkie", "first_day": "2090-03-20",
        "planned_players": 32,
        "contact": {
            "name": "Halina Przykładowa", "email": "halina@example.org", "address": "ul. Wzorcowa 1", "phone": "+48 123 456 789",
        },
    });
    let sent = instance.send_json("POST", "/api/v1/applications", &[("Authorization", &admin)], &application);
    assert_eq!(sent.status, 201, "{}", sent.text());
    let seen = "/api/v1/seasons/2026/calendar";
    let staff = instance.send("GET", seen, &[("Authorization", &admin), ("Accept", "application/json")], None).text();
    assert!(staff.contains("ostatni dzień na decyzję"), "staff are told of it: {staff}");
    for headers in [vec![("Authorization", admin.as_str())], vec![]] {
        let page = instance.send("GET", "/pl/seasons/2026/calendar", &headers, None);
        assert_eq!(page.status, 200);
        assert!(!page.text().contains("ostatni dzień na decyzję"), "{}", page.text());
    }
}

#[test]
fn s16_names_that_look_like_markup_are_text_on_every_page() {
    let mut bundle = example();
    for player in bundle["players"].as_array_mut().unwrap() {
        player["surname"] = json!(SCRIPT);
        player["city"] = json!(PICTURE);
    }
    for tournament in bundle["tournaments"].as_array_mut().unwrap() {
        tournament["name"] = json!(PICTURE);
    }
    let instance = serve(&bundle);
    for address in addresses(&instance) {
        let page = instance.get(&format!("/pl{address}"));
        assert_eq!(page.status, 200, "{address}");
        let text = page.text();
        assert!(!text.contains("<script>") && !text.contains("<img src=x"), "{address}: {text}");
        let loaded = text.matches("<script type=\"module\" src=\"/assets/").count();
        assert_eq!(text.matches("<script").count(), loaded, "{address}: {text}");
    }
    let searched = instance.get("/pl/seasons/2025/ranking?q=%22%3E%3Cscript%3E").text();
    assert!(!searched.contains("\"><script>"), "{searched}");
}

#[test]
fn a_season_is_drawn_as_a_picture_with_its_data_beside_it() {
    let instance = serve(&example());
    let first = &instance.get("/api/v1/seasons/2025/ranking?limit=1").json()["items"][0];
    let (id, points) = (first["player_id"].as_str().unwrap(), first["points"].as_u64().unwrap());
    let page = instance.get(&format!("/pl/seasons/2025/players/{id}")).text();
    assert!(
        page.contains("<svg class=\"chart\"") && page.contains("role=\"img\" aria-labelledby=\"chart-name\""),
        "{page}"
    );
    let dots = page.matches("<circle class=\"dot\"").count();
    assert_eq!(dots, first["results"].as_array().unwrap().len(), "one dot for each result that counts");
    assert!(
        page.contains(&format!("<td class=\"number points\">{points}</td>")),
        "the table ends where the ranking stands: {page}"
    );
}

#[test]
fn qualifications_are_told_with_their_reasons_and_who_is_first_below_the_line() {
    let instance = serve(&example());
    let list = instance.get("/api/v1/seasons/2025/qualifications/mp").json();
    let page = instance.get("/pl/seasons/2025/mp").text();
    let from_ranking = list["items"].as_array().unwrap().iter().filter(|it| it["source"] == "ranking");
    let last = from_ranking.max_by_key(|it| it["place"].as_u64()).unwrap();
    assert!(page.contains("Granica awansu") && page.contains("Najbliżej awansu:"), "{page}");
    let cut = &page[page.find("id=\"cut\"").unwrap()..];
    assert!(cut.contains(last["name"].as_str().unwrap()), "{cut}");
    let mw = instance.get("/en/mw/mw-2025-slaskie").text();
    assert!(mw.contains("Cut line") && mw.contains("Wildcards"), "{mw}");
    let name = last["name"].as_str().unwrap().replace(' ', "+");
    let asked = instance.get(&format!("/pl/seasons/2025/mp?q={name}")).text();
    assert!(asked.contains("<dd>Awans do Mistrzostw Polski"), "{asked}");
}

fn hex(digit: u8) -> char {
    char::from_digit(digit.into(), 16).unwrap()
}

/// A name as a query has it.
fn in_query(name: &Value) -> String {
    name.as_str().unwrap().bytes().flat_map(|byte| ['%', hex(byte >> 4), hex(byte & 15)]).collect()
}

/// What is told of somebody who was looked for.
fn explanation_of<'a>(page: &'a str, player: &str) -> &'a str {
    let of_player = page.split(&format!("<dt><a href=\"/pl/seasons/2025/players/{player}\"")).nth(1);
    of_player
        .and_then(|it| it.split("<dd>").nth(1))
        .unwrap_or_else(|| panic!("nobody was found: {page}"))
        .split("</dd>")
        .next()
        .unwrap()
}

#[test]
fn whoever_missed_a_qualification_is_told_the_nearest_ways_and_what_was_missing() {
    let instance = serve(&with_a_small_tournament(example()));
    let ranked = instance.get("/api/v1/seasons/2025/ranking?limit=500").json()["items"].take();
    let explained = |address: &str, id: &str| instance.get(&format!("{address}/{id}")).json();
    let mp = "/api/v1/seasons/2025/qualifications/mp";
    let missed = |it: &Value| {
        let why = explained(mp, it["player_id"].as_str().unwrap());
        (why["qualified"] == false && why["events"].as_array().unwrap().len() > 3).then_some(why)
    };
    let why = ranked.as_array().unwrap().iter().rev().find_map(missed).unwrap();
    let ways = why["events"].as_array().unwrap();
    let asked = instance.get(&format!("/pl/seasons/2025/mp?q={}", in_query(&why["name"]))).text();
    let said = explanation_of(&asked, why["player_id"].as_str().unwrap()).replace("&#39;", "'").replace("&#34;", "\"");
    for way in ways {
        let (event, text) = (way["event_name"].as_str().unwrap_or("Ranking"), way["text"].as_str().unwrap());
        assert!(said.contains(event) && said.contains(text), "{event}, {text}: {said}");
    }
    // Whatever somebody was in line for stands before what gave nothing.
    let nearest = ways.iter().filter(|way| !way["missed"].is_null()).min_by_key(|way| way["missed"]["before"].as_u64());
    let nearest = nearest.unwrap()["text"].as_str().unwrap();
    assert!(said.split("</li>").next().unwrap().contains(nearest), "{nearest}: {said}");
    let more = said.find("<details><summary>Jeszcze").unwrap_or_else(|| panic!("{said}"));
    assert_eq!(said[..more].matches("<li>").count(), 3, "{said}");
    // Of a voivodeship championship likewise.
    let mw = instance.get("/api/v1/mw/mw-2025-slaskie").json();
    let id = mw["wildcards"][0]["player_id"].as_str().unwrap();
    let why = explained("/api/v1/mw/mw-2025-slaskie/players", id);
    let asked = instance.get(&format!("/pl/mw/mw-2025-slaskie?q={}", in_query(&why["name"]))).text();
    assert!(explanation_of(&asked, id).contains(why["events"][0]["text"].as_str().unwrap()), "{why}: {asked}");
}

#[test]
fn whoever_has_no_results_is_told_that_no_qualification_can_come_of_them() {
    let mut bundle = example();
    bundle["players"].as_array_mut().unwrap().push(json!({
        "id": "nowa", "first_name": "Nowa", "surname": "Osobliwa", "city": "Łódź", "voivodeship": "łódzkie", "country": "PL",
    }));
    let instance = serve(&bundle);
    let asked = instance.get("/pl/seasons/2025/mp?q=osobliwa").text();
    let id = instance.player_id("nowa").to_string();
    assert!(explanation_of(&asked, &id).contains("nie. Brak wyników, z których mógłby wynikać awans."), "{asked}");
}

/// A tournament with so many players that it gives qualifications to a voivodeship championship and no points for the
/// ranking; the winner has played nowhere else.
fn with_a_small_tournament(mut bundle: Value) -> Value {
    let winner = json!({
        "id": "nowa", "first_name": "Łucja", "surname": "Nowotarska", "city": "Żory", "voivodeship": "śląskie", "country": "PL",
    });
    let others: Vec<Value> = (0..17).map(|at| bundle["players"][at]["id"].clone()).collect();
    bundle["players"].as_array_mut().unwrap().push(winner);
    let players = std::iter::once(json!("nowa")).chain(others).enumerate();
    let results: Vec<Value> =
        players.map(|(at, player)| json!({ "player": player, "games_played": 9, "place": at + 1 })).collect();
    assert_eq!(results.len(), 18);
    bundle["tournaments"].as_array_mut().unwrap().push(json!({
        "id": "t-maly-2025", "name": "Mały Turniej w Żorach", "ended_at": "2025-03-29T15:00:00+01:00",
        "submitted_at": "2025-03-01T10:00:00+01:00", "voivodeship": "śląskie", "class": "ordinary", "planned_games": 9,
        "results": results,
    }));
    bundle
}

#[test]
fn whoever_is_qualified_from_a_small_tournament_is_found_without_a_place_in_the_ranking() {
    let instance = serve(&with_a_small_tournament(example()));
    let id = instance.player_id("nowa").to_string();
    let ranking = instance.get("/api/v1/seasons/2025/ranking?q=nowotarska").json();
    assert_eq!(ranking["total"], 0, "eighteen players give no points: {ranking}");
    let listed = instance.get("/api/v1/mw/mw-2025-slaskie").json();
    let is_her = |it: &Value| it["player_id"] == id.as_str();
    assert!(listed["qualified"].as_array().unwrap().iter().any(is_her), "{listed}");
    let mw = instance.get("/pl/mw/mw-2025-slaskie?q=lucja+nowotarska").text();
    let link = format!("<dt><a href=\"/pl/seasons/2025/players/{id}\">Łucja Nowotarska</a>");
    assert!(mw.contains(&link) && mw.contains("Mały Turniej w Żorach.</dd>"), "{mw}");
    let mp = instance.get("/en/seasons/2025/mp?q=nowotarska").text();
    assert!(mp.contains("Łucja Nowotarska</a>") && !mp.contains("Nobody like that"), "{mp}");
    assert!(instance.get("/pl/mw/mw-2025-slaskie?q=nikogo-takiego").text().contains("Nie znaleziono nikogo takiego."));
    // Only some of many are explained, and the page says so.
    assert!(instance.get("/en/mw/mw-2025-slaskie?q=a").text().contains("More people are called like that."));
}

#[test]
fn a_championship_of_no_season_can_be_searched_and_leads_to_no_page_of_a_season() {
    let mut bundle = with_a_small_tournament(example());
    bundle["mw"].as_array_mut().unwrap().push(json!({
        "id": "mw-2023-slaskie", "voivodeship": "śląskie", "from": "2022-01-01", "to": "2023-01-31",
    }));
    let instance = serve(&bundle);
    assert_eq!(instance.get("/api/v1/mw/mw-2023-slaskie").json()["season"], Value::Null);
    let page = instance.get("/pl/mw/mw-2023-slaskie?q=nowotarska");
    assert_eq!(page.status, 200, "{}", page.text());
    let text = page.text();
    assert!(text.contains("<dt>Łucja Nowotarska ") && !text.contains("/seasons//"), "{text}");
}

/// What the link with this relation leads to.
fn nav_href(page: &str, rel: &str) -> Option<String> {
    let link = page.split(&format!("<a rel=\"{rel}\" href=\"")).nth(1)?;
    Some(link.split('"').next()?.replace("&#38;", "&"))
}

#[test]
fn from_the_middle_of_the_ranking_ways_lead_up_and_down() {
    let instance = serve(&example());
    let total = instance.get("/api/v1/seasons/2025/ranking?limit=1").json()["total"].as_u64().unwrap();
    assert!(total > 200, "three pages");
    let all = instance.get("/api/v1/seasons/2025/ranking?limit=500").json()["items"].take();
    let row = |at: usize| format!("<tr id=\"p-{}\"", all[at]["player_id"].as_str().unwrap());
    let id = all[150]["player_id"].as_str().unwrap();
    let middle = instance.get(&format!("/pl/seasons/2025/ranking?around={id}")).text();
    assert!(middle.contains(&row(100)) && middle.contains(&row(199)), "{middle}");
    assert!(middle.contains("<a href=\"/pl/seasons/2025/ranking\">Początek rankingu</a>"), "{middle}");
    let above = instance.get(&nav_href(&middle, "prev").unwrap()).text();
    assert!(above.contains(&row(0)) && above.contains(&row(99)) && !above.contains(&row(100)), "{above}");
    assert_eq!(nav_href(&above, "prev"), None, "nothing stands above the first");
    assert!(!above.contains("Początek rankingu"), "{above}");
    let below = instance.get(&nav_href(&middle, "next").unwrap()).text();
    assert!(below.contains(&row(200)) && !below.contains(&row(199)), "{below}");
    let back = instance.get(&nav_href(&below, "prev").unwrap()).text();
    assert!(back.contains(&row(100)) && back.contains(&row(199)), "{back}");
}

#[test]
fn the_file_of_the_ranking_holds_everybody_who_is_shown_on_any_page() {
    let instance = serve(&example());
    for query in ["", "?q=a", "?voivodeship=%C5%9Bl%C4%85skie"] {
        let page = instance.get(&format!("/en/seasons/2025/ranking{query}")).text();
        let total = instance.get(&format!("/api/v1/seasons/2025/ranking{query}")).json()["total"].as_u64().unwrap();
        let link = page.split("Download as CSV").next().unwrap().rsplit("href=\"").next().unwrap();
        let file = instance.get(&link.split('"').next().unwrap().replace("&#38;", "&"));
        assert_eq!(file.header("content-type"), "text/csv; charset=utf-8; header=present", "{query}");
        assert_eq!(file.text().lines().count() as u64 - 1, total, "{query}");
        assert!(page.contains(&format!("Download as CSV ({total} people, all pages)")), "{page}");
    }
}

#[test]
fn whoever_is_looked_for_and_has_no_points_is_found_beside_the_ranking() {
    let instance = serve(&with_a_small_tournament(example()));
    let id = instance.player_id("nowa");
    let found = instance.get("/pl/seasons/2025/ranking?q=nowotarska").text();
    assert!(
        found.contains("W rankingu tego sezonu nie ma nikogo takiego. Bez punktów w tym sezonie: 1 osoba."),
        "{found}"
    );
    assert!(found.contains(&format!("<li><a href=\"/pl/seasons/2025/players/{id}\">Łucja Nowotarska</a>")), "{found}");
    let elsewhere = instance.get("/pl/seasons/2025/ranking?q=nowotarska&voivodeship=opolskie").text();
    assert!(!elsewhere.contains("Nowotarska</a>"), "{elsewhere}");
    // Whoever has points is not told of twice.
    let first = instance.get("/api/v1/seasons/2025/ranking?limit=1").json()["items"][0].take();
    let name = first["name"].as_str().unwrap().replace(' ', "+");
    let ranked = instance.get(&format!("/pl/seasons/2025/ranking?q={name}")).text();
    assert!(!ranked.contains("Bez punktów w tym sezonie"), "{ranked}");
}

#[test]
fn whoever_is_not_in_the_ranking_of_a_season_is_looked_for_in_the_others_by_the_same_search() {
    let instance = serve(&example());
    let ranked = |season| instance.get(&format!("/api/v1/seasons/{season}/ranking?limit=500")).json()["items"].take();
    let (then, now) = (ranked("2025"), ranked("2026"));
    let is_gone = |it: &&Value| now.as_array().unwrap().iter().all(|other| other["name"] != it["name"]);
    let first = then.as_array().unwrap().iter().find(is_gone).unwrap();
    let query = format!("q={}", in_query(&first["name"]));
    let nobody = instance.get(&format!("/pl/seasons/2026/ranking?{query}")).text();
    assert!(nobody.contains("W rankingu tego sezonu nie ma nikogo takiego."), "{nobody}");
    let id = first["player_id"].as_str().unwrap();
    assert!(nobody.contains(&format!("<li><a href=\"/pl/seasons/2026/players/{id}\">")), "{nobody}");
    let ways = nobody.split("Szukaj w innych sezonach:").nth(1).unwrap_or_else(|| panic!("{nobody}"));
    let there = ways.split("<a href=\"").nth(1).unwrap().split('"').next().unwrap();
    let (address, fragment) = there.split_once('#').unwrap();
    assert!(address.starts_with("/pl/seasons/2025/ranking?q=") && fragment == "found-count", "{there}");
    let found = instance.get(address).text();
    assert!(found.contains(&format!("<tr id=\"p-{id}\"")), "{found}");
    assert!(!found.contains("Szukaj w innych sezonach"), "whoever is found is not looked for elsewhere: {found}");
}

#[test]
fn a_search_in_the_ranking_opens_at_its_result() {
    let instance = serve(&example());
    for page in ["/pl", "/pl/seasons/2026/ranking"] {
        let text = instance.get(page).text();
        assert!(text.contains("action=\"/pl/seasons/2026/ranking#found-count\" role=\"search\""), "{page}: {text}");
    }
    let searched = instance.get("/pl/seasons/2025/ranking?q=a").text();
    assert!(searched.contains("<p id=\"found-count\" role=\"status\">Znaleziono"), "{searched}");
}

#[test]
fn where_everybody_below_the_line_is_left_out_the_page_says_so() {
    let mut bundle = example();
    // More qualifications than players, so that the whole ranking is walked down; the last twelve have given up theirs.
    bundle["rulebook"]["overrides"] = json!({ "awans.ranking.count": 1000 });
    let all = serve(&example()).get("/api/v1/seasons/2025/ranking-snapshot?limit=500").json()["items"].take();
    let names: Vec<&str> =
        all.as_array().unwrap().iter().rev().take(12).map(|it| it["name"].as_str().unwrap()).collect();
    let full =
        |player: &Value| format!("{} {}", player["first_name"].as_str().unwrap(), player["surname"].as_str().unwrap());
    let players = bundle["players"].as_array().unwrap().clone();
    for player in players.iter().filter(|player| names.contains(&full(player).as_str())) {
        let waiver = json!({ "player": player["id"], "declared_at": "2025-09-01T12:00:00+02:00" });
        bundle["waivers"].as_array_mut().unwrap().push(waiver);
    }
    let instance = serve(&bundle);
    let page = instance.get("/en/seasons/2025/mp").text();
    let cut = &page[page.find("id=\"cut\"").unwrap_or_else(|| panic!("{page}"))..];
    assert!(cut.contains("Last qualified from the ranking:"), "{cut}");
    assert!(cut.contains("Everybody below is left out by the rules") && !cut.contains("Closest to"), "{cut}");
}

#[test]
fn a_query_that_cannot_be_read_is_answered_with_a_page_in_the_language_of_its_address() {
    let instance = serve(&example());
    for (lang, words) in [("pl", "<h1>Niepoprawny parametr</h1>"), ("en", "<h1>Invalid parameter</h1>")] {
        for address in ["seasons/2025/ranking?q=a&q=b", "seasons/2025/mp?q=a&q=b", "mw/mw-2025-slaskie?q=&q="] {
            let page = instance.send("GET", &format!("/{lang}/{address}"), &[("Accept", "text/html")], None);
            assert_eq!(page.status, 400, "{address}");
            assert_eq!(page.header("content-type"), "text/html; charset=utf-8", "{address}");
            assert_eq!(page.header("content-language"), lang);
            let text = page.text();
            assert!(text.contains(words) && text.contains(&format!("<html lang=\"{lang}\">")), "{text}");
            assert!(text.contains("/seasons/2026/ranking"), "and leads on: {text}");
            assert_strict(&page, address);
        }
    }
    // What a page does not know is left alone, as links from elsewhere add things of their own.
    assert_eq!(instance.get("/pl/seasons/2025/ranking?utm_source=list").status, 200);
}

#[test]
fn an_entry_of_a_subscribed_calendar_leads_to_its_page() {
    let instance = serve(&example());
    for lang in ["pl", "en"] {
        let asked = [("Accept-Language", lang)];
        let file = instance.send("GET", "/api/v1/seasons/2025/calendar?format=ics", &asked, None).text();
        let file = file.replace("\r\n ", "");
        let pages: Vec<&str> = file.lines().filter_map(|line| line.strip_prefix("URL:http://127.0.0.1:8080")).collect();
        assert_eq!(pages.len(), file.matches("BEGIN:VEVENT").count(), "each has one: {file}");
        for kind in ["tournaments/", "leagues/", "grand-prix/", "online-events/", "seasons/2025/mp"] {
            assert!(pages.iter().any(|page| page.starts_with(&format!("/{lang}/{kind}"))), "{kind}: {file}");
        }
        for page in pages {
            let reply = instance.get(page);
            assert_eq!((reply.status, reply.header("content-language")), (200, lang), "{page}");
        }
    }
}

#[test]
fn a_search_in_the_ranking_leads_to_the_place_of_whoever_was_found() {
    let instance = serve(&example());
    let first = instance.get("/api/v1/seasons/2025/ranking?limit=1").json()["items"][0].take();
    let (id, name) = (first["player_id"].as_str().unwrap(), first["name"].as_str().unwrap().replace(' ', "+"));
    let found = instance.get(&format!("/pl/seasons/2025/ranking?q={name}")).text();
    assert!(found.contains(&format!("href=\"/pl/seasons/2025/ranking?around={id}#p-{id}\"")), "{found}");
    assert!(found.contains("role=\"status\">Znaleziono 1 osobę."), "{found}");
    let around = instance.get(&format!("/pl/seasons/2025/ranking?around={id}")).text();
    assert!(around.contains("Tu jesteś"), "not only a colour says it: {around}");
}

#[test]
fn every_page_leads_to_the_notices_and_search_engines_are_told_what_to_leave_alone() {
    let instance = serve(&example());
    for address in addresses(&instance).iter().filter(|it| !it.ends_with("/projector")) {
        let text = instance.get(&format!("/pl{address}")).text();
        for way in ["/pl/privacy", "/pl/accessibility", "/api/docs/", "/pl/feed.atom"] {
            assert!(text.contains(&format!("href=\"{way}\"")), "{address} does not lead to {way}");
        }
    }
    let robots = instance.get("/robots.txt");
    assert_eq!((robots.status, robots.header("content-type")), (200, "text/plain; charset=utf-8"));
    assert!(robots.text().contains("Disallow: /api/"));
    let icon = instance.get("/favicon.ico");
    assert_eq!(icon.status, 307);
    assert_eq!(instance.get(icon.header("location")).header("content-type"), "image/svg+xml");
}

#[test]
fn search_engines_list_the_ranking_and_no_single_player() {
    let instance = serve(&example());
    let id = instance.get("/api/v1/seasons/2025/ranking?limit=1").json()["items"][0]["player_id"].take();
    let id = id.as_str().unwrap();
    let page = format!("/pl/seasons/2025/players/{id}");
    assert!(!instance.get("/pl/seasons/2025/ranking").text().contains("noindex"));
    assert!(instance.get(&page).text().contains("<meta name=\"robots\" content=\"noindex\">"));
}

#[test]
fn what_is_not_there_is_said_in_words_and_as_a_page() {
    let instance = serve(&example());
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
    let nav_href = |language: &str| {
        let reply = instance.send("GET", "/", &[("Accept-Language", language)], None);
        (reply.status, reply.header("location").to_owned())
    };
    assert_eq!(nav_href("en-GB,en;q=0.9"), (303, "/en".to_owned()));
    assert_eq!(nav_href("de"), (303, "/pl".to_owned()));
    let empty = instance.get("/pl");
    assert_eq!(empty.status, 200);
    assert!(empty.text().contains("Nie ma jeszcze żadnego sezonu"));
}

#[test]
fn files_have_addresses_that_change_with_their_content_and_are_kept_for_ever() {
    let instance = Instance::start_with_pages(pages::configure);
    let home = instance.get("/pl").text();
    let at = home.find("/assets/").unwrap();
    let address: String = home[at..].chars().take_while(|it| *it != '"').collect();
    let style = instance.get(&address);
    assert_eq!(style.status, 200);
    assert_eq!(style.header("content-type"), "text/css; charset=utf-8");
    assert!(style.header("cache-control").contains("immutable"));
    assert_eq!(instance.get("/assets/kostka.css").status, 404);
    let packed = instance.send("GET", &address, &[("Accept-Encoding", "gzip")], None);
    assert_eq!(packed.status, 200);
}

#[test]
fn every_page_leads_to_the_season_also_one_that_is_not_there() {
    let instance = serve(&example());
    for address in [
        "/lists",
        "/rulebooks",
        "/privacy",
        "/accessibility",
        "/apply",
        "/application",
        "/sign-in",
        "/set-password",
        "/nic",
    ] {
        let text = instance.get(&format!("/pl{address}")).text();
        let menu = &text[text.find("<nav").unwrap()..text.find("</nav>").unwrap()];
        for part in ["ranking", "calendar", "mp"] {
            assert!(menu.contains(&format!("/{part}\"")), "{address} does not lead to the {part}: {menu}");
        }
    }
    let home = instance.get("/pl/");
    assert_eq!((home.status, home.header("location")), (308, "/pl"));
}

#[test]
fn the_other_language_shows_what_was_asked_for_in_this_one() {
    let instance = serve(&example());
    for asked in ["/seasons/2025/ranking?q=a&city=b", "/seasons/2025/mp?q=a", "/tournaments/t-zory-2025-03-15?q=%C5%82"]
    {
        let text = instance.get(&format!("/pl{asked}")).text();
        let other = format!("hreflang=\"en\" href=\"/en{}\"", asked.replace('&', "&#38;"));
        assert_eq!(text.matches(&other).count(), 2, "{other}: {text}");
    }
    let card = instance.get("/cards/0000/pl/ranking/1999.png");
    assert_eq!(card.status, 404);
    assert!(card.text().contains("hreflang=\"en\" href=\"/en\""), "{}", card.text());
}

#[test]
fn a_qualification_is_granted_or_proposed_or_there_is_none_and_results_begin_with_the_newest() {
    let instance = serve(&example());
    let list = instance.get("/api/v1/seasons/2025/qualifications/mp").json();
    let first = list["items"].as_array().unwrap().iter().find(|it| it["state"] == "proposed").unwrap();
    let id = first["player_id"].as_str().unwrap();
    let page = instance.get(&format!("/pl/seasons/2025/players/{id}")).text();
    let summary = "<summary>Mistrzostwa Polski: <strong>awans proponowany, jeszcze niepotwierdzony</strong>";
    assert!(page.contains(summary), "{page}");
    let breakdown = instance.get(&format!("/api/v1/seasons/2025/ranking/{id}")).json();
    let days = instance.get("/api/v1/seasons/2025/calendar").json()["items"].take();
    let day = |event: &Value| {
        let entry = days.as_array().unwrap().iter().find(|it| it["id"] == *event).unwrap();
        entry["last_day"].as_str().or(entry["first_day"].as_str()).unwrap().to_owned()
    };
    let mut results: Vec<&Value> = breakdown["results"].as_array().unwrap().iter().collect();
    results.sort_by_key(|it| std::cmp::Reverse(day(&it["event_id"])));
    let table = &page[page.find("<h2>Wyniki</h2>").unwrap()..];
    let places: Vec<usize> = results.iter().map(|it| table.find(it["event_name"].as_str().unwrap()).unwrap()).collect();
    assert!(results.len() > 1 && places.is_sorted(), "{table}");
}

#[test]
fn the_rules_are_told_in_words() {
    let instance = serve(&example());
    let page = instance.get("/pl/rulebooks/pl-2024-25").text();
    for wanted in [
        "<h3>Kto decyduje</h3>",
        "<strong>główny organizator</strong>",
        "od 15. miejsca: 28 punktów",
        "od 80 osób: 2 awanse",
    ] {
        assert!(page.contains(wanted), "{wanted}: {page}");
    }
    assert!(page.contains("awans.<wbr>tournament.<wbr>requires_<wbr>declared_<wbr>class<wbr>"), "{page}");
    assert!(!page.contains("main_organizer") && !page.contains("played_any"), "{page}");
}

#[test]
fn what_the_operator_has_not_given_is_told_in_words_and_what_it_has_given_stands_in_the_notices() {
    let bare = Instance::start_with_pages(pages::configure);
    let missing = [("pl", "Operator serwisu jeszcze tego nie podał."), ("en", "has not given it yet.")];
    for (lang, explanation_of) in missing {
        for (page, gaps) in [("privacy", 5), ("accessibility", 9)] {
            let text = bare.get(&format!("/{lang}/{page}")).text();
            assert_eq!(text.matches(explanation_of).count(), gaps, "{lang} {page}");
            assert!(!text.contains('['), "{lang} {page}");
        }
    }
    let explanation_of = Instance::start_with_pages_and(pages::configure, |settings| {
        let day = || Some("2026-03-14".to_owned());
        let text = |text: &str| Some(text.to_owned());
        settings.operator = api::Operator {
            name: text("Federacja <Wzorowa>"),
            address: text("ul. Wzorcowa 5"),
            contact: text("biuro@example.org"),
            data_protection_officer: text("iod@example.org"),
            hosting: text("Serwerownia Wzorcowa"),
            backups_kept_for: Some(std::time::Duration::from_hours(35 * 24)),
        };
        settings.accessibility = api::Accessibility {
            state: text("partly_compliant"),
            published: day(),
            updated: day(),
            drawn_up: day(),
            reviewed: day(),
            contact: text("Ola Wzorowa"),
            exceptions_pl: text("Nagrania bez napisów."),
            exceptions_en: text("Recordings without captions."),
            building_pl: text("Wejście bez progu."),
            building_en: text("A door without a step."),
        };
    });
    for (lang, page, wanted) in [
        ("pl", "privacy", ["Federacja &#60;Wzorowa&#62;", "iod@example.org", "Serwerownia Wzorcowa", "35 dni"]),
        ("en", "privacy", ["Federacja &#60;Wzorowa&#62;", "biuro@example.org", "ul. Wzorcowa 5", "35 days"]),
        ("pl", "accessibility", ["częściowo zgodna", "14 marca 2026", "Wejście bez progu.", "Nagrania bez napisów."]),
        ("en", "accessibility", ["partly compliant", "14 March 2026", "A door without", "Recordings without"]),
    ] {
        let text = explanation_of.get(&format!("/{lang}/{page}")).text();
        for words in wanted {
            assert!(text.contains(words), "{lang} {page} lacks {words}");
        }
        assert!(missing.iter().all(|(_, explanation_of)| !text.contains(explanation_of)), "{lang} {page}");
    }
}

#[test]
fn nobody_is_told_that_everything_is_accessible_where_the_operator_says_otherwise() {
    let all_is_well = ["Nie znamy treści, które byłyby niedostępne", "We know of no content that is not accessible"];
    let says_so = |change: fn(&mut api::Accessibility)| {
        let instance = Instance::start_with_pages_and(pages::configure, |settings| change(&mut settings.accessibility));
        let pages = ["pl", "en"].map(|lang| instance.get(&format!("/{lang}/accessibility")).text());
        pages.map(|page| all_is_well.iter().any(|words| page.contains(words)))
    };
    assert_eq!(says_so(|it| it.state = Some("compliant".to_owned())), [true, true]);
    assert_eq!(says_so(|it| it.state = Some("partly_compliant".to_owned())), [false, false]);
    assert_eq!(says_so(|it| it.exceptions_pl = Some("Nagrania bez napisów.".to_owned())), [false, false]);
}

#[test]
fn the_notice_names_every_kind_of_data_that_the_vault_holds() {
    let instance = Instance::start_with_pages(pages::configure);
    let (pl, en) = (instance.get("/pl/privacy").text(), instance.get("/en/privacy").text());
    for purpose in Purpose::ALL {
        let category = match purpose {
            Purpose::Competition | Purpose::Regions | Purpose::Matching => "player",
            Purpose::Application | Purpose::EventName => "contact",
            Purpose::Winner => "winner",
            Purpose::Access | Purpose::Accountability => "account",
        };
        for (lang, page) in [(Lang::Pl, &pl), (Lang::En, &en)] {
            let words = lang.text(&format!("page-public-held-{category}-what"));
            assert!(page.contains(&words), "{purpose:?}: {words}");
        }
    }
}
