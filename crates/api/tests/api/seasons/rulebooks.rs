//! Seasons, rulebooks, presets and the index over HTTP.

use api::testing::{Instance, Reply};
use commands::bundle_import::{ImportOptions, import};
use domain::event::Role;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn adopt(instance: &Instance, admin: &str, id: &str, if_match: Option<&str>, body: &Value) -> Reply {
    let mut headers = vec![("Authorization", admin)];
    headers.extend(if_match.map(|etag| ("If-Match", etag)));
    instance.send_json("PUT", &format!("/api/v1/rulebooks/{id}"), &headers, body)
}

fn season(id: &str, first_day: &str, last_day: &str) -> Value {
    json!({ "id": id, "first_day": first_day, "last_day": last_day, "rulebook": "pl-2024-25" })
}

fn open(instance: &Instance, admin: &str, body: &Value) -> Reply {
    instance.send_json("POST", "/api/v1/seasons", &[("Authorization", admin)], body)
}

fn with_rulebook() -> (Instance, String) {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    let adopted = adopt(&instance, &admin, "pl-2024-25", None, &json!({ "base": "pl-2024-25" }));
    assert_eq!(adopted.status, 201, "{}", adopted.text());
    (instance, admin)
}

fn codes(reply: &Reply) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let errors = reply.json()["errors"].as_array().cloned().unwrap_or_default();
    errors.iter().map(|error| (text(&error["pointer"]), text(&error["code"]))).collect()
}

fn fields(value: &Value) -> BTreeSet<String> {
    value.as_object().unwrap().keys().cloned().collect()
}

fn names(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn a_season_is_opened_read_and_corrected() {
    let (instance, admin) = with_rulebook();
    let opened = open(&instance, &admin, &season("2025-26", "2025-09-01", "2026-06-30"));
    assert_eq!((opened.status, opened.header("location")), (201, "/api/v1/seasons/2025-26"), "{}", opened.text());
    let read = instance.get("/api/v1/seasons/2025-26");
    let expected = json!({
        "id": "2025-26", "first_day": "2025-09-01", "last_day": "2026-06-30", "mp_first_day": null,
        "rulebook": "pl-2024-25", "etag": opened.header("etag"), "ranking_tie": null, "happenings": [],
        "links": {
            "ranking": "/api/v1/seasons/2025-26/ranking", "ranking_snapshot": "/api/v1/seasons/2025-26/ranking-snapshot",
            "mp_qualifications": "/api/v1/seasons/2025-26/qualifications/mp", "mw": [], "grand_prix": [],
            "calendar": "/api/v1/seasons/2025-26/calendar", "diff": "/api/v1/seasons/2025-26/diff", "lists": "/api/v1/lists",
        },
    });
    assert_eq!((read.status, read.json()), (200, expected));
    let list = instance.get("/api/v1/seasons").json();
    assert_eq!(fields(&list["items"][0]), names(&["etag", "first_day", "id", "last_day", "mp_first_day", "rulebook"]));

    let correction = json!({
        "first_day": "2025-09-01", "last_day": "2026-06-28", "mp_first_day": "2026-07-04",
        "rulebook": "pl-2024-25", "reason": "Termin mistrzostw jest znany",
    });
    let path = "/api/v1/seasons/2025-26";
    assert_eq!(instance.send_json("PUT", path, &[("Authorization", &admin)], &correction).status, 428);
    // The tag of the whole answer stands for the season in it.
    let headers = [("Authorization", admin.as_str()), ("If-Match", read.header("etag"))];
    let corrected = instance.send_json("PUT", path, &headers, &correction);
    assert_eq!(corrected.status, 200, "{}", corrected.text());
    assert_eq!(instance.get(path).json()["mp_first_day"], "2026-07-04");
    assert_eq!(instance.send_json("PUT", path, &headers, &correction).status, 412);
    assert_eq!(instance.send_json("PUT", "/api/v1/seasons/none", &headers, &correction).status, 404);
}

#[test]
fn a_season_that_cannot_be_is_refused_with_everything_that_is_wrong() {
    let (instance, admin) = with_rulebook();
    let wrong = json!({
        "id": "A/B", "first_day": "2025-02-30", "last_day": "2026-06-30", "mp_first_day": "2026-06-30", "rulebook": "",
    });
    let refused = open(&instance, &admin, &wrong);
    let expected = [
        ("/id", "invalid-id"),
        ("/first_day", "invalid-day"),
        ("/mp_first_day", "championship-inside-season"),
        ("/rulebook", "unknown-rulebook"),
    ];
    assert_eq!(refused.status, 422);
    assert_eq!(codes(&refused), expected.map(|(at, code)| (at.to_owned(), code.to_owned())));
    let backwards = open(&instance, &admin, &season("x", "2026-01-01", "2025-01-01"));
    assert_eq!(codes(&backwards), [("/last_day".to_owned(), "before-first-day".to_owned())]);
    let mut unknown = season("x", "2025-01-01", "2025-02-01");
    unknown["rulebook"] = json!("none-such");
    assert_eq!(codes(&open(&instance, &admin, &unknown)), [("/rulebook".to_owned(), "unknown-rulebook".to_owned())]);

    assert_eq!(open(&instance, &admin, &season("2025-26", "2025-09-01", "2026-06-30")).status, 201);
    let overlapping = open(&instance, &admin, &season("2026", "2026-06-30", "2026-12-31"));
    assert_eq!((overlapping.status, overlapping.json()["reason"].as_str()), (409, Some("season-overlaps")));
    assert_eq!(overlapping.json()["other"], "2025-26");
    let taken = open(&instance, &admin, &season("2025-26", "2020-09-01", "2021-06-30"));
    assert_eq!((taken.status, taken.json()["reason"].as_str()), (409, Some("season-exists")));
}

#[test]
fn seasons_have_pages_and_files() {
    let (instance, admin) = with_rulebook();
    for year in 2020..2025 {
        let body = season(&format!("s{year}"), &format!("{year}-01-01"), &format!("{year}-12-31"));
        assert_eq!(open(&instance, &admin, &body).status, 201);
    }
    let first = instance.get("/api/v1/seasons?limit=2");
    let body = season("s2019", "2019-01-01", "2019-12-31");
    assert_eq!(open(&instance, &admin, &body).status, 201);
    let mut ids: Vec<String> = Vec::new();
    let mut page = first.json();
    loop {
        ids.extend(page["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()));
        let Some(next) = page["next"].as_str() else { break };
        page = instance.get(&format!("/api/v1/seasons?limit=2&cursor={next}")).json();
    }
    assert_eq!(ids, ["s2020", "s2021", "s2022", "s2023", "s2024"]);
    let csv = instance.send("GET", "/api/v1/seasons", &[("Accept", "text/csv")], None).text();
    assert!(
        csv.starts_with("id,first_day,last_day,mp_first_day,rulebook,etag\r\ns2019,2019-01-01,2019-12-31,,"),
        "{csv}"
    );
}

#[test]
fn a_rulebook_is_adopted_and_replaced_and_shows_every_parameter() {
    let (instance, admin) = with_rulebook();
    let body = json!({ "base": "how-legacy", "overrides": { "turn_seconds": 45, "ranking.best_n": null } });
    let adopted = adopt(&instance, &admin, "klub-2026", None, &body);
    assert_eq!(
        (adopted.status, adopted.header("location")),
        (201, "/api/v1/rulebooks/klub-2026"),
        "{}",
        adopted.text()
    );
    // What is there is replaced only by somebody who has seen it.
    assert_eq!(adopt(&instance, &admin, "klub-2026", None, &body).status, 428);
    assert_eq!(adopt(&instance, &admin, "klub-2027", Some("*"), &body).status, 412);

    let shown = instance.send("GET", "/api/v1/rulebooks/klub-2026", &[("Accept-Language", "en")], None);
    assert_eq!((shown.status, shown.header("content-language")), (200, "en"));
    let shown_body = shown.json();
    assert_eq!(fields(&shown_body), names(&["base", "etag", "id", "overrides", "parameters"]));
    let parameters = shown_body["parameters"].as_array().unwrap();
    assert_eq!(parameters.len(), domain::rulebook::parameters::table().len());
    let turn = parameters.iter().find(|parameter| parameter["path"] == "turn_seconds").unwrap();
    assert_eq!((turn["value"].as_u64(), turn["unit"].as_str()), (Some(45), Some("seconds")));
    assert_eq!(
        (turn["differs_from_preset"].as_bool(), turn["differs_from_default"].as_bool()),
        (Some(true), Some(true))
    );
    assert!(parameters.iter().all(|parameter| !parameter["citation"].as_str().unwrap().is_empty()));
    let mp = parameters.iter().find(|parameter| parameter["path"] == "min_players.mp").unwrap();
    assert_eq!((mp["differs_from_preset"].as_bool(), mp["differs_from_default"].as_bool()), (Some(false), Some(true)));

    // Another language and another form are other answers, with tags of their own.
    let polish = instance.send("GET", "/api/v1/rulebooks/klub-2026", &[("If-None-Match", shown.header("etag"))], None);
    assert_eq!((polish.status, polish.header("content-language")), (200, "pl"));
    assert!(polish.header("vary").contains("Accept-Language"));
    let csv = instance.send(
        "GET",
        "/api/v1/rulebooks/klub-2026",
        &[("Accept", "text/csv"), ("If-None-Match", polish.header("etag"))],
        None,
    );
    assert_eq!(csv.status, 200);
    assert!(csv.text().contains("\r\nturn_seconds,45,40,40,integer,"), "{:.300}", csv.text());

    let changed = json!({ "base": "how-legacy" });
    let replaced = adopt(&instance, &admin, "klub-2026", Some(shown.header("etag")), &changed);
    assert_eq!((replaced.status, replaced.header("location")), (200, ""), "{}", replaced.text());
    assert_eq!(instance.get("/api/v1/rulebooks/klub-2026").json()["overrides"], json!({}));
    let list = instance.get("/api/v1/rulebooks").json();
    assert_eq!(fields(&list["items"][0]), names(&["base", "etag", "id", "override_count"]));
    assert_eq!(list["items"].as_array().unwrap().len(), 2);
}

#[test]
fn a_rulebook_that_cannot_be_is_refused_with_everything_that_is_wrong() {
    let (instance, admin) = with_rulebook();
    let wrong = json!({ "base": "pl-1900", "overrides": { "no.such": 1, "turn_seconds": "many" } });
    let refused = adopt(&instance, &admin, "klub", None, &wrong);
    assert_eq!(refused.status, 422);
    let expected = [
        ("/base", "unknown-choice"),
        ("/overrides/no.such", "unknown-parameter"),
        ("/overrides/turn_seconds", "invalid-value"),
    ];
    assert_eq!(codes(&refused), expected.map(|(at, code)| (at.to_owned(), code.to_owned())));
    let preset_name = adopt(&instance, &admin, "how-legacy", None, &json!({ "base": "pl-2024-25" }));
    assert_eq!(codes(&preset_name), [("/overrides".to_owned(), "preset-name".to_owned())]);
    for id in ["A", "a%20b", "ranking", "a+b"] {
        let reply = adopt(&instance, &admin, id, None, &json!({ "base": "pl-2024-25" }));
        assert_eq!((reply.status, reply.json()["errors"][0]["parameter"].as_str()), (422, Some("id")), "{id}");
    }
    let arbiter = instance.signed_in(Role::Arbiter);
    assert_eq!(adopt(&instance, &arbiter, "klub", None, &json!({ "base": "pl-2024-25" })).status, 403);
}

#[test]
fn presets_come_with_the_program_and_speak_the_language_of_the_client() {
    let instance = Instance::start();
    let english = instance.send("GET", "/api/v1/presets", &[("Accept-Language", "en")], None);
    let presets = english.json();
    let first = &presets["items"][0];
    assert_eq!((first["name"].as_str(), first["differences"].as_u64()), (Some("pl-2024-25"), Some(0)));
    assert_eq!(first["about"], "the national season 2024/2025");
    assert_eq!(instance.get("/api/v1/presets").json()["items"][0]["about"], "sezon ogólnopolski 2024/2025");
    let again = [("Accept-Language", "en"), ("If-None-Match", english.header("etag"))];
    assert_eq!(instance.send("GET", "/api/v1/presets", &again, None).status, 304);
    let preset = instance.get("/api/v1/presets/wrc-9").json();
    assert_eq!(fields(&preset), names(&["about", "differences", "name", "parameters"]));
    assert_eq!(instance.get("/api/v1/presets/none").status, 404);
}

#[test]
fn the_index_links_to_everything_that_there_is() {
    let instance = Instance::start();
    let index = instance.get("/api/v1").json();
    assert_eq!((index["name"].as_str(), index["position"].as_u64()), (Some("Kostka"), Some(0)));
    let links = index["links"].as_array().unwrap();
    assert!(links.iter().any(|link| link["href"] == "/api/v1/players/{id}"
        && link["templated"] == true
        && link["methods"] == json!(["GET", "HEAD", "PUT"])));
    for link in links {
        // Whatever the address needs to answer, it is there and tells the same methods.
        let path = link["href"].as_str().unwrap().replace(['{', '}'], "");
        let answer = instance.send("OPTIONS", &path, &[], None);
        let methods: Vec<&str> = link["methods"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
        assert_eq!((answer.status, answer.header("allow")), (204, format!("{}, OPTIONS", methods.join(", ")).as_str()));
    }
    for page in ["conventions", "documentation", "openapi", "problems"] {
        assert_eq!(instance.get(index[page].as_str().unwrap()).status, 200, "{page}");
    }
}

#[test]
fn an_imported_season_shows_what_takes_place_in_it_and_its_players_have_an_alias_for_staff() {
    let instance = Instance::start();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/season-2025.bundle.json");
    let bundle = formats::bundle::read(std::fs::File::open(path).unwrap()).unwrap();
    let (log, vault, clock) = (&*instance.log, &*instance.vault, &*instance.clock);
    import(log, vault, clock, &bundle, &ImportOptions::default(), &mut |_, _| ()).unwrap();
    let wait = format!("wait_for={}", instance.position());

    let list = instance.get(&format!("/api/v1/seasons?{wait}")).json();
    let address = format!("/api/v1/seasons/{}", list["items"][0]["id"].as_str().unwrap());
    let season = instance.get(&address);
    let body = season.json();
    let happenings = body["happenings"].as_array().unwrap();
    assert!(happenings.len() > 10, "{}", happenings.len());
    let expected = ["etag", "first_day", "id", "kind", "last_day", "name", "voivodeship"];
    assert_eq!(fields(&happenings[0]), names(&expected));
    let days: Vec<&str> = happenings.iter().map(|one| one["last_day"].as_str().unwrap_or_default()).collect();
    assert!(days.is_sorted(), "{days:?}");
    let known = [("If-None-Match", season.header("etag"))];
    assert_eq!(instance.send("GET", &address, &known, None).status, 304);

    let player = instance.get("/api/v1/players?limit=1").json()["items"][0].clone();
    assert_eq!(player["alias"], Value::Null);
    let admin = instance.signed_in(Role::Admin);
    let private = format!("/api/v1/players/{}/private", player["id"].as_str().unwrap());
    let private = instance.send("GET", &private, &[("Authorization", &admin)], None).json();
    assert!(private["alias"].as_str().is_some_and(|alias| !alias.is_empty()), "{private}");
    assert_eq!(private["surname"], player["surname"]);
}

#[test]
fn an_answer_with_the_same_tag_is_the_same_however_much_else_was_written() {
    let (instance, admin) = with_rulebook();
    let authorized = [("Authorization", admin.as_str())];
    let adopted =
        |id: &str| assert_eq!(adopt(&instance, &admin, id, None, &json!({ "base": "pl-2024-25" })).status, 201);
    let registered = |surname: &str| {
        let person = json!({ "first_name": "Zofia", "surname": surname, "city": "Łódź", "voivodeship": "łódzkie" });
        assert_eq!(instance.send_json("POST", "/api/v1/players", &authorized, &person).status, 201);
    };
    adopted("r-2");
    for (id, first, last) in [("s-1", "2025-01-01", "2025-06-30"), ("s-2", "2025-07-01", "2025-12-31")] {
        assert_eq!(open(&instance, &admin, &season(id, first, last)).status, 201);
    }
    instance.signed_in(Role::Auditor);
    registered("Alfa");
    registered("Beta");
    for list in ["players", "seasons", "rulebooks", "accounts"] {
        let read = |query: &str| {
            let reply = instance.send("GET", &format!("/api/v1/{list}?limit=1{query}"), &authorized, None);
            assert_eq!(reply.status, 200, "{list}: {}", reply.text());
            reply
        };
        let first = read("");
        let next = format!("&cursor={}", first.json()["next"].as_str().unwrap());
        let second = read(&next);
        if list == "players" {
            adopted("r-3");
        } else {
            registered(&format!("Nowa {list}"));
        }
        for (query, before) in [("", first), (next.as_str(), second)] {
            let after = read(query);
            assert_eq!(after.header("etag"), before.header("etag"), "{list}{query}");
            assert_eq!(after.text(), before.text(), "{list}{query}");
        }
    }
}
