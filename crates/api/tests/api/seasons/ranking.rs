//! The national ranking over HTTP: the same as `compute` says, found, sorted, explained and compared.

use api::testing::{Instance, Reply};
use domain::event::Role;
use domain::qualification::mp::ranking_for_qualification;
use domain::season::Facts;
use domain::season::lists::lists;
use domain::season::ranking::PointsTable;
use formats::bundle;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// So many play in every tournament of [`season`].
const PLAYERS: u32 = 70;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn bundles() -> Vec<(String, Value)> {
    let golden = fs::read_dir(root().join("tests/golden/season")).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<PathBuf> = golden.filter(|path| path.to_string_lossy().ends_with(".bundle.json")).collect();
    files.push(root().join("examples/season-2025.bundle.json"));
    files.sort();
    let read = |path: PathBuf| (path.display().to_string(), serde_json::from_slice(&fs::read(&path).unwrap()).unwrap());
    files.into_iter().map(read).collect()
}

/// Somebody with the places that she has, each in a tournament of its own.
type Somebody<'a> = (&'a str, &'a str, &'a str, &'a str, &'a [u32]);

/// A season of tournaments in which these people have these places, and others have the places between. People are
/// called by number.
fn season(people: &[Somebody<'_>]) -> Value {
    let mut tournaments: Vec<BTreeMap<u32, String>> = Vec::new();
    for (number, (.., places)) in people.iter().enumerate() {
        let id = format!("p{number}");
        for place in *places {
            let free =
                |it: &&mut BTreeMap<u32, String>| !it.contains_key(place) && it.values().all(|other| *other != id);
            match tournaments.iter_mut().find(free) {
                Some(tournament) => drop(tournament.insert(*place, id.clone())),
                None => tournaments.push(BTreeMap::from([(*place, id.clone())])),
            }
        }
    }
    let player = |id: String, first_name: &str, surname: &str, city: &str, voivodeship: &str| {
        json!({
            "id": id, "first_name": first_name, "surname": surname, "city": city, "voivodeship": voivodeship, "country": "PL",
        })
    };
    let named = people.iter().enumerate();
    let named = named.map(|(number, it)| player(format!("p{number}"), it.0, it.1, it.2, it.3));
    let others = (0..PLAYERS).map(|number| {
        player(format!("x{number:02}"), "Inny", &format!("Gracz{number:02}"), "Mały Płock", "mazowieckie")
    });
    let tournament = |(number, given): (usize, &BTreeMap<u32, String>)| {
        let mut others = (0..PLAYERS).map(|number| format!("x{number:02}"));
        let result = |place: u32| {
            let player = given.get(&place).cloned().unwrap_or_else(|| others.next().unwrap());
            json!({ "player": player, "games_played": 12, "place": place })
        };
        let results: Vec<Value> = (1..=PLAYERS).map(result).collect();
        json!({
            "id": format!("t{number}"), "name": format!("Turniej {number}"), "voivodeship": "łódzkie", "class": "ordinary",
            "ended_at": format!("2025-02-{:02}T18:00:00+01:00", number + 1), "submitted_at": "2025-01-02T12:00:00+01:00",
            "planned_games": 12, "results": results,
        })
    };
    json!({
        "format": "season-bundle/1",
        "seasons": [{ "id": "2025", "from": "2024-09-29", "to": "2025-09-19", "mp_first_day": "2025-09-20" }],
        "rulebook": { "base": "pl-2024-25", "overrides": {} },
        "players": named.chain(others).collect::<Vec<_>>(),
        "tournaments": tournaments.iter().enumerate().map(tournament).collect::<Vec<_>>(),
    })
}

fn started(bundle: &Value) -> Instance {
    let instance = Instance::start();
    instance.import(bundle);
    instance
}

fn read(instance: &Instance, path: &str) -> Value {
    let reply = instance.get(path);
    assert_eq!(reply.status, 200, "{path}: {}", reply.text());
    reply.json()
}

/// All rows of a list, page by page.
fn all(instance: &Instance, path: &str) -> Vec<Value> {
    let mut rows = Vec::new();
    let mut next = path.to_owned();
    loop {
        let page = read(instance, &next);
        assert_eq!(page["offset"], rows.len(), "{next}");
        rows.extend(page["items"].as_array().unwrap().iter().cloned());
        let Some(cursor) = page["next"].as_str() else {
            assert_eq!(page["total"], rows.len(), "{path}");
            return rows;
        };
        let joint = if path.contains('?') { '&' } else { '?' };
        next = format!("{path}{joint}cursor={cursor}");
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn names(rows: &[Value]) -> Vec<String> {
    rows.iter().map(|row| text(&row["name"])).collect()
}

/// Without the others, who only fill the places.
fn named(rows: &[Value]) -> Vec<String> {
    names(rows).into_iter().filter(|name| !name.starts_with("Inny")).collect()
}

/// Place, player, points, and the results with event, place and points.
type ComparableRow = (u64, String, u64, Vec<(String, u64, u64)>);

/// A table as rows that can be compared: those who share a place stand in the order of their ids, which are others in a
/// store.
fn told(facts: &Facts, table: &PointsTable, id: impl Fn(&str) -> String) -> BTreeSet<ComparableRow> {
    let row = |row: domain::season::ranking::Row<'_>| {
        let result = |it: &domain::season::ranking::EarnedPoints| {
            (facts.competition_id(it.competition).to_string(), u64::from(it.place.number()), u64::from(it.points.0))
        };
        let results = row.results.iter().map(result).collect();
        (u64::from(row.place.number()), id(facts.player_id(row.player).as_str()), u64::from(row.points.0), results)
    };
    table.rows().map(row).collect()
}

fn shown(rows: &[Value]) -> BTreeSet<ComparableRow> {
    let number = |value: &Value| value.as_u64().unwrap();
    let row = |row: &Value| {
        let result = |it: &Value| (text(&it["event_id"]), number(&it["place"]), number(&it["points"]));
        let results = row["results"].as_array().unwrap().iter().map(result).collect();
        (number(&row["place"]), text(&row["player_id"]), number(&row["points"]), results)
    };
    rows.iter().map(row).collect()
}

fn adopt(instance: &Instance, id: &str, overrides: &Value) {
    let admin = instance.signed_in(Role::Admin);
    let body = json!({ "base": "pl-2024-25", "overrides": overrides });
    let reply = instance.send_json("PUT", &format!("/api/v1/rulebooks/{id}"), &[("Authorization", &admin)], &body);
    assert_eq!(reply.status, 201, "{}", reply.text());
    read(instance, &format!("/api/v1?wait_for={}", instance.position().0));
}

#[test]
fn the_ranking_of_every_golden_season_and_its_snapshot_are_what_compute_says() {
    let mut snapshots = 0;
    for (name, bundle) in bundles() {
        let instance = started(&bundle);
        let checked = bundle::check(bundle::read(bundle.to_string().as_bytes()).unwrap(), None).unwrap();
        let facts = &checked.facts;
        let computed = lists(facts);
        for (season, lists) in facts.seasons.iter().zip(&computed.seasons) {
            let id = |alias: &str| instance.player_id(alias).to_string();
            let path = format!("/api/v1/seasons/{}/ranking", season.id);
            let rows = all(&instance, &format!("{path}?limit=37"));
            assert_eq!(shown(&rows), told(facts, &lists.ranking, id), "{name} {}", season.id);
            let places: Vec<u64> = rows.iter().map(|row| row["place"].as_u64().unwrap()).collect();
            assert!(places.is_sorted(), "{name}");
            let snapshot = format!("/api/v1/seasons/{}/ranking-snapshot", season.id);
            match ranking_for_qualification(facts, season) {
                Some(table) => {
                    assert_eq!(
                        shown(&all(&instance, &format!("{snapshot}?limit=500"))),
                        told(facts, &table, id),
                        "{name}"
                    );
                    snapshots += 1;
                }
                None => assert_eq!(instance.get(&snapshot).json()["reason"], "no-championship-day"),
            }
        }
    }
    assert!(snapshots > 5, "{snapshots}");
}

#[test]
fn everybody_is_found_however_the_name_is_written_and_stands_in_the_order_of_the_polish_alphabet() {
    let bundle = season(&[
        ("Łukasz", "Żak", "Łódź", "łódzkie", &[5]),
        ("Adam", "Ćwik", "Ćmielów", "świętokrzyskie", &[9]),
        ("Ewa", "Czyż", "Czeladź", "śląskie", &[1]),
        ("Jan", "Łabędź", "Łódź", "łódzkie", &[30]),
        ("Ola", "Zych", "Lublin", "lubelskie", &[70]),
        ("Iga", "Lis", "Żory", "śląskie", &[65]),
    ]);
    let instance = started(&bundle);
    let ranking = "/api/v1/seasons/2025/ranking";
    let sorted = |sort: &str| named(&all(&instance, &format!("{ranking}?sort={sort}&limit=7")));
    // C, Ć; L, Ł; Z, Ż.
    let by_name = ["Ewa Czyż", "Adam Ćwik", "Iga Lis", "Jan Łabędź", "Ola Zych", "Łukasz Żak"];
    assert_eq!(sorted("name"), by_name);
    assert_eq!(sorted("-name"), by_name.into_iter().rev().collect::<Vec<_>>());
    let by_city = ["Ewa Czyż", "Adam Ćwik", "Ola Zych", "Jan Łabędź", "Łukasz Żak", "Iga Lis"];
    assert_eq!(sorted("city"), by_city);
    let by_place = ["Ewa Czyż", "Łukasz Żak", "Adam Ćwik", "Jan Łabędź", "Iga Lis", "Ola Zych"];
    assert_eq!(sorted("place"), by_place);
    assert_eq!(sorted("-points")[..2], by_place[..2]);
    assert_eq!(sorted("-place"), by_place.into_iter().rev().collect::<Vec<_>>());
    let points: Vec<u64> = all(&instance, &format!("{ranking}?sort=points&limit=9"))
        .iter()
        .map(|row| row["points"].as_u64().unwrap())
        .collect();
    assert!(points.is_sorted());

    let found = |query: &str| names(&all(&instance, &format!("{ranking}?{query}")));
    assert_eq!(found("q=lukasz"), ["Łukasz Żak"]);
    assert_eq!(found("q=ZAK%20luk"), ["Łukasz Żak"]);
    assert_eq!(found("q=lodz"), ["Łukasz Żak", "Jan Łabędź"]);
    assert_eq!(found("q=nikt"), Vec::<String>::new());
    assert_eq!(found("city=LODZ"), ["Łukasz Żak", "Jan Łabędź"]);
    assert_eq!(found("city=lod"), Vec::<String>::new());
    assert_eq!(found("voivodeship=%C5%9Bl%C4%85skie&sort=name"), ["Ewa Czyż", "Iga Lis"]);
    assert_eq!(found("q=l&voivodeship=%C5%82%C3%B3dzkie&limit=1"), ["Łukasz Żak", "Jan Łabędź"]);
}

#[test]
fn a_jump_answers_the_page_that_holds_the_player() {
    let bundle = season(&[("Łukasz", "Żak", "Łódź", "łódzkie", &[65]), ("Ola", "Zych", "Lublin", "lubelskie", &[])]);
    let instance = started(&bundle);
    let (lukasz, ola) = (instance.player_id("p0"), instance.player_id("p1"));
    let ranking = "/api/v1/seasons/2025/ranking";
    for query in ["limit=10", "limit=7&sort=name", "limit=500", "limit=3&sort=-city", "limit=2&q=zak"] {
        let page = read(&instance, &format!("{ranking}?{query}&around={lukasz}"));
        let rows = all(&instance, &format!("{ranking}?{query}"));
        let items = page["items"].as_array().unwrap();
        assert!(names(items).contains(&"Łukasz Żak".to_owned()), "{query}");
        let offset = page["offset"].as_u64().unwrap() as usize;
        assert_eq!(items[..], rows[offset..offset + items.len()], "{query}");
        let cursor = page["next"].as_str().map(|cursor| format!("{ranking}?{query}&cursor={cursor}"));
        let next = cursor.map(|path| read(&instance, &path));
        let first = next.map(|page| page["items"][0].clone());
        assert_eq!(first.as_ref(), rows.get(offset + items.len()), "{query}");
    }
    for missing in [ola.as_str(), "nobody"] {
        let reply = instance.get(&format!("{ranking}?around={missing}"));
        assert_eq!((reply.status, reply.json()["reason"].clone()), (404, json!("not-in-ranking")));
    }
    assert_eq!(instance.get(&format!("{ranking}?around={lukasz}&q=zych")).status, 404);
}

/// So many tournaments, each with players of its own.
fn season_of_strangers(tournaments: u32) -> Value {
    let mut bundle = season(&[]);
    for number in 0..tournaments {
        let id = |at: u32| format!("s{number}-{at:02}");
        for at in 1..=PLAYERS {
            bundle["players"].as_array_mut().unwrap().push(json!({
                "id": id(at), "first_name": "Obca", "surname": format!("Osoba{number}x{at:02}"), "city": "Płock",
                "voivodeship": "mazowieckie", "country": "PL",
            }));
        }
        let result = |at: u32| json!({ "player": id(at), "games_played": 12, "place": at });
        bundle["tournaments"].as_array_mut().unwrap().push(json!({
            "id": format!("t{number}"), "name": format!("Turniej {number}"), "voivodeship": "łódzkie", "class": "ordinary",
            "ended_at": format!("2025-02-{:02}T18:00:00+01:00", number + 1), "submitted_at": "2025-01-02T12:00:00+01:00",
            "planned_games": 12, "results": (1..=PLAYERS).map(result).collect::<Vec<_>>(),
        }));
    }
    bundle
}

#[test]
fn the_way_back_leads_over_the_same_pages_up_to_the_first() {
    let instance = started(&season(&[("Łukasz", "Żak", "Łódź", "łódzkie", &[65])]));
    let (ranking, lukasz) = ("/api/v1/seasons/2025/ranking", instance.player_id("p0"));
    for query in ["limit=10", "limit=7&sort=name", "limit=3&sort=-city", "limit=9&q=gracz", "limit=500"] {
        let rows = all(&instance, &format!("{ranking}?{query}"));
        let around = if query.contains("q=") { String::new() } else { format!("&around={lukasz}") };
        let mut page = read(&instance, &format!("{ranking}?{query}{around}"));
        if around.is_empty() {
            let next = page["next"].as_str().unwrap().to_owned();
            page = read(&instance, &format!("{ranking}?{query}&cursor={next}"));
        }
        let mut offset = page["offset"].as_u64().unwrap() as usize;
        while let Some(cursor) = page["previous"].as_str() {
            page = read(&instance, &format!("{ranking}?{query}&cursor={cursor}"));
            let (begin, items) = (page["offset"].as_u64().unwrap() as usize, page["items"].as_array().unwrap());
            assert_eq!(begin + items.len(), offset, "{query}: nothing is skipped and nothing comes twice");
            assert_eq!(items[..], rows[begin..offset], "{query}");
            offset = begin;
        }
        assert_eq!(offset, 0, "{query} ends at the top");
        assert_eq!(read(&instance, &format!("{ranking}?{query}")).get("previous"), None, "{query}");
    }
}

#[test]
fn csv_without_a_limit_is_the_whole_ranking() {
    let everybody = 8 * PLAYERS as usize;
    assert!(everybody > 500, "more than the longest page");
    let instance = started(&season_of_strangers(8));
    let lines = |path: &str| instance.get(path).text().lines().count() - 1;
    for list in ["ranking", "ranking-snapshot"] {
        let path = format!("/api/v1/seasons/2025/{list}");
        let position = instance.position().0;
        for query in ["", "&sort=name", "&voivodeship=mazowieckie", "&q=obca", &format!("&as_of={position}")] {
            let whole = instance.get(&format!("{path}?dialect=excel{query}"));
            assert_eq!(whole.text().lines().count() - 1, everybody, "{list}{query}");
            assert_eq!(whole.header("link"), "", "nothing follows");
        }
        assert_eq!(lines(&format!("{path}?dialect=excel&limit=500")), 500);
        assert_eq!(read(&instance, &path)["items"].as_array().unwrap().len(), 100, "JSON has pages");
        // The whole and a page of it are kept side by side.
        assert_eq!(lines(&format!("{path}?dialect=excel&limit=100")), 100);
        assert_eq!(lines(&format!("{path}?dialect=excel")), everybody);
    }
}

#[test]
fn what_cannot_be_asked_for_is_refused_with_its_parameter() {
    let bundle = season(&[("Łukasz", "Żak", "Łódź", "łódzkie", &[1])]);
    let instance = started(&bundle);
    let cursor = text(&read(&instance, "/api/v1/seasons/2025/ranking?limit=1")["next"]);
    let both = format!("around={}&cursor={cursor}&limit=1", instance.player_id("p0"));
    for (query, parameter) in [
        ("limit=0", "limit"),
        ("limit=501", "limit"),
        ("sort=age", "sort"),
        ("page=2", "page"),
        ("q=", "q"),
        ("city=%20", "city"),
        ("voivodeship=Lodz", "voivodeship"),
        ("rulebook=nobody-adopted", "rulebook"),
        ("as_of=yesterday", "as_of"),
        (&both, "around"),
    ] {
        let reply = instance.get(&format!("/api/v1/seasons/2025/ranking?{query}"));
        // A rulebook can be written like this one, but there is none.
        let status = if parameter == "rulebook" { 422 } else { 400 };
        assert_eq!(
            (reply.status, &reply.json()["errors"][0]["parameter"]),
            (status, &json!(parameter)),
            "{query}: {}",
            reply.text()
        );
    }
    for path in [
        "1999/ranking",
        "1999/ranking/compare?a=x&b=y",
        "1999/ranking/x",
        "2025/ranking/nobody",
        "1999/ranking-snapshot",
    ] {
        assert_eq!(instance.get(&format!("/api/v1/seasons/{path}")).status, 404, "{path}");
    }
    let unknown = instance.get("/api/v1/seasons/1999/ranking").json();
    assert_eq!(unknown["reason"], "unknown-season", "{unknown}");
    let somebody = instance.player_id("p0");
    let unknown = instance.get(&format!("/api/v1/seasons/2025/ranking/compare?a={somebody}&b=nobody"));
    let error = &unknown.json()["errors"][0];
    assert_eq!((unknown.status, &error["parameter"], &error["code"]), (422, &json!("b"), &json!("unknown-player")));
    assert_eq!(instance.get("/api/v1/seasons/2025/ranking/compare?a=x").status, 400);
    // A cursor is good for its own list only.
    let other = instance.get(&format!("/api/v1/seasons/2025/ranking?limit=1&sort=name&cursor={cursor}"));
    assert_eq!(other.status, 400, "{}", other.text());
}

/// Puts somebody into the register who plays nowhere.
fn register(instance: &Instance, who: &str, surname: &str) {
    let person = json!({
        "first_name": "Zofia", "surname": surname, "city": "Łódź", "voivodeship": "łódzkie", "country": "PL",
    });
    let made = instance.send_json("POST", "/api/v1/players", &[("Authorization", who)], &person);
    assert_eq!(made.status, 201, "{}", made.text());
}

#[test]
fn all_pages_as_of_a_moment_are_of_that_moment_whoever_is_registered_between_them() {
    let one = [("Łukasz", "Żak", "Łódź", "łódzkie", &[1][..]), ("Ola", "Zych", "Lublin", "lubelskie", &[2])];
    let (mut before, mut after) = (season(&one), season(&[one[0], ("Ola", "Zych", "Lublin", "lubelskie", &[2, 1])]));
    before["seasons"] = after["seasons"].clone();
    after["tournaments"].as_array_mut().unwrap().remove(0);
    let instance = started(&before);
    let admin = instance.signed_in(Role::Admin);
    let (ranking, position) = ("/api/v1/seasons/2025/ranking", instance.position().0);
    let sorted = |as_of: &str| format!("{ranking}?limit=2&sort=name&voivodeship=mazowieckie&as_of={as_of}");
    let then = all(&instance, &sorted(&position.to_string()));
    // A time that is still to come is the newest moment when the first page is asked for.
    let to_come = read(&instance, &sorted("2999-01-01T00:00:00Z"));

    instance.import(&after);
    register(&instance, &admin, "Pierwsza");
    assert_ne!(all(&instance, &sorted(&instance.position().0.to_string())), then);
    let path = sorted(&position.to_string());
    let first = read(&instance, &path);
    assert_eq!(first["items"].as_array().unwrap()[..], then[..2]);
    register(&instance, &admin, "Druga");
    let second = instance.get(&format!("{path}&cursor={}", text(&first["next"])));
    assert!(second.header("kostka-as-of").starts_with(&format!("{position}; ")), "{}", second.header("kostka-as-of"));
    assert_eq!(second.json()["items"].as_array().unwrap()[..], then[2..4]);

    let second = read(&instance, &format!("{}&cursor={}", sorted("2999-01-01T00:00:00Z"), text(&to_come["next"])));
    assert_eq!(second["items"].as_array().unwrap()[..], then[2..4]);
}

#[test]
fn pages_go_on_as_the_list_stood_while_it_changes_and_the_past_can_be_read() {
    let one = [("Łukasz", "Żak", "Łódź", "łódzkie", &[1][..]), ("Ola", "Zych", "Lublin", "lubelskie", &[2])];
    let (mut before, after) = (season(&one), season(&[one[0], ("Ola", "Zych", "Lublin", "lubelskie", &[2, 1])]));
    before["seasons"] = after["seasons"].clone();
    let instance = started(&before);
    let ranking = "/api/v1/seasons/2025/ranking";
    let position = instance.position().0;
    let rows = all(&instance, &format!("{ranking}?limit=500"));
    let first = read(&instance, &format!("{ranking}?limit=10"));
    let by_name = read(&instance, &format!("{ranking}?limit=10&sort=name"));
    let time = events::environment::Environment::now(&*instance.clock).to_string();
    let mut late = after["tournaments"].clone();
    late.as_array_mut().unwrap().remove(0);
    let mut second = after.clone();
    second["tournaments"] = late;
    instance.clock.advance(std::time::Duration::from_hours(1));
    instance.import(&second);
    let live = all(&instance, &format!("{ranking}?limit=500"));
    assert_eq!((text(&rows[0]["name"]), text(&live[0]["name"])), ("Łukasz Żak".to_owned(), "Ola Zych".to_owned()));

    let rest = read(&instance, &format!("{ranking}?limit=10&cursor={}", text(&first["next"])));
    assert_eq!(rest["items"].as_array().unwrap()[..], rows[10..20]);
    let rest = read(&instance, &format!("{ranking}?limit=10&sort=name&cursor={}", text(&by_name["next"])));
    let old = all(&instance, &format!("{ranking}?limit=500&sort=name&as_of={position}"));
    assert_eq!(rest["items"].as_array().unwrap()[..], old[10..20]);

    for as_of in [position.to_string(), time] {
        let path = format!("{ranking}?limit=13&as_of={as_of}");
        assert_eq!(all(&instance, &path), rows, "{as_of}");
    }
    let ola = instance.player_id("p1");
    let then = read(&instance, &format!("{ranking}/{ola}?as_of={position}"));
    let now = read(&instance, &format!("{ranking}/{ola}"));
    assert_eq!((&then["points"], &now["points"]), (&json!(85), &json!(185)));
    assert_eq!(instance.get(&format!("{ranking}?as_of=99999999")).status, 422);

    let shown = instance.get(&format!("{ranking}?as_of={position}"));
    assert!(shown.header("kostka-as-of").starts_with(&format!("{position}; recorded_at=20")));
    assert_eq!(instance.get(ranking).header("kostka-as-of"), "");
    let now = instance.position().0;
    let unescaped = instance.get(&format!("{ranking}?as_of=2999-01-01T00:00:00+01:00"));
    assert_eq!(unescaped.status, 200, "{}", unescaped.text());
    assert!(unescaped.header("kostka-as-of").starts_with(&format!("{now}; ")));
    let too_early = instance.get(&format!("{ranking}?as_of=1")).json();
    assert_eq!(too_early["reason"], "season-not-yet-recorded", "{too_early}");
}

#[test]
fn a_ranking_under_another_rulebook_is_computed_once_and_costs_whoever_asks_for_many() {
    let bundle = season(&[("Łukasz", "Żak", "Łódź", "łódzkie", &[1])]);
    let instance = Instance::start_with(|settings| settings.limits.costly_per_minute = 2);
    instance.import(&bundle);
    for id in ["r1", "r2", "r3"] {
        adopt(&instance, id, &json!({}));
    }
    let status = |id: &str| {
        let reply =
            instance.get(&format!("/api/v1/seasons/2025/ranking?rulebook={id}&wait_for={}", instance.position().0));
        reply.status
    };
    assert_eq!((status("r1"), status("r2")), (200, 200));
    assert_eq!((status("r1"), status("r2"), status("r3")), (200, 200, 429));
}

/// Compares two players: who is higher, what decides it, and how many steps were needed.
fn compared(instance: &Instance, a: &str, b: &str, more: &str) -> (Value, Value, usize) {
    let (a, b) = (instance.player_id(a), instance.player_id(b));
    let path = format!("/api/v1/seasons/2025/ranking/compare?a={a}&b={b}{more}");
    let body = read(instance, &path);
    let steps = body["steps"].as_array().unwrap();
    let deciding: Vec<&Value> = steps.iter().filter(|step| step["decides"] == true).collect();
    match body["decided_by"].as_str().unwrap() {
        "ex-aequo" => assert_eq!(deciding.len(), 0),
        kind => {
            assert_eq!((deciding.len(), &deciding[0]["kind"]), (1, &json!(kind)));
            assert_eq!(steps.last(), deciding.first().copied());
        }
    }
    (body["higher"].clone(), body["decided_by"].clone(), steps.len())
}

#[test]
fn e19_two_players_are_compared_step_by_step() {
    let lists: [&[u32]; 12] = [
        &[1, 3],
        &[2, 2],
        &[5, 5, 9],
        &[5, 7, 7],
        &[9, 29, 33],
        &[9, 33, 33, 57, 65],
        &[10, 29, 33],
        &[9],
        &[10],
        &[3, 9],
        &[3, 9],
        &[],
    ];
    let people: Vec<Somebody<'_>> =
        lists.iter().map(|places| ("Gracz", "Zwykły", "Łódź", "łódzkie", *places)).collect();
    let instance = started(&season(&people));
    adopt(&instance, "by-points", &json!({ "ranking.tiebreak_basis": "points" }));
    let by = "&rulebook=by-points";
    let decided = |higher: &str, by: &str, steps| (json!(higher), json!(by), steps);
    assert_eq!(compared(&instance, "p0", "p1", ""), decided("a", "result", 2), "a");
    assert_eq!(compared(&instance, "p1", "p0", ""), decided("b", "result", 2), "a, the other way round");
    assert_eq!(compared(&instance, "p3", "p2", ""), decided("b", "result", 3), "b");
    assert_eq!(compared(&instance, "p4", "p5", ""), decided("a", "result", 3), "c");
    assert_eq!(compared(&instance, "p6", "p5", ""), decided("b", "result", 2), "d");
    assert_eq!(compared(&instance, "p6", "p5", by), decided("a", "result", 3), "d by points");
    assert_eq!(compared(&instance, "p7", "p8", ""), decided("a", "result", 2), "e");
    assert_eq!(compared(&instance, "p7", "p8", by), (Value::Null, json!("ex-aequo"), 2), "e by points");
    assert_eq!(compared(&instance, "p9", "p10", ""), (Value::Null, json!("ex-aequo"), 3), "f");
    assert_eq!(compared(&instance, "p0", "p9", ""), decided("a", "total", 1));
    assert_eq!(compared(&instance, "p11", "p7", ""), decided("b", "total", 1), "somebody without points");

    let place = |alias: &str, more: &str| {
        read(&instance, &format!("/api/v1/seasons/2025/ranking/{}?{more}", instance.player_id(alias)))["place"].clone()
    };
    assert_ne!(place("p7", ""), place("p8", ""));
    assert_eq!(place("p7", "rulebook=by-points"), place("p8", "rulebook=by-points"));
    let page = read(&instance, "/api/v1/seasons/2025/ranking?limit=1&rulebook=by-points");
    assert_eq!(page["rulebook"], "by-points");

    let path =
        format!("/api/v1/seasons/2025/ranking/compare?a={}&b={}", instance.player_id("p0"), instance.player_id("p1"));
    let said = |lang: &str| {
        let reply = instance.send("GET", &path, &[("Accept-Language", lang)], None);
        assert_eq!(reply.header("content-language"), lang);
        reply.json()
    };
    let (pl, en) = (said("pl"), said("en"));
    assert_eq!(
        pl["text"],
        "wyżej stoi Gracz Zwykły: sumy są równe, decyduje wynik nr 1: wyżej 1. miejsce (100 punktów), niżej 2. miejsce (85 punktów)"
    );
    assert_eq!(pl["steps"][0]["text"], "sumy są równe: 170 punktów");
    assert!(text(&en["text"]).contains("result no. 1 decides"), "{}", en["text"]);
    assert_eq!(en["rule"], "R-RANK-09, REG II.8");
    assert_eq!(en["a"]["results"].as_array().unwrap().len(), 2);
}

#[test]
fn a_breakdown_adds_up_and_tells_why_each_result_counts_or_does_not() {
    for (name, bundle) in bundles()
        .into_iter()
        .filter(|(name, _)| name.contains("04-") || name.contains("season-2025") || name.contains("08-"))
    {
        let instance = started(&bundle);
        let checked = bundle::check(bundle::read(bundle.to_string().as_bytes()).unwrap(), None).unwrap();
        let computed = lists(&checked.facts);
        let season = &checked.facts.seasons[0];
        let rows = all(&instance, &format!("/api/v1/seasons/{}/ranking?limit=500", season.id));
        let by_id: BTreeMap<String, &Value> = rows.iter().map(|row| (text(&row["player_id"]), row)).collect();
        let granted: BTreeSet<String> = computed.seasons[0]
            .mp
            .iter()
            .flat_map(domain::qualification::Decision::granted)
            .map(|granted| instance.player_id(checked.facts.player_id(granted.player).as_str()).to_string())
            .collect();
        let mut reasons = BTreeSet::new();
        for player in checked.facts.players.iter().take(120) {
            let id = instance.player_id(player.id.as_str()).to_string();
            let body = read(&instance, &format!("/api/v1/seasons/{}/ranking/{id}", season.id));
            let results = body["results"].as_array().unwrap();
            let sum: u64 = results.iter().map(|it| it["points"].as_u64().unwrap()).sum();
            assert_eq!(body["points"], sum, "{name} {id}");
            assert_eq!(body["place"], by_id.get(&id).map_or(Value::Null, |row| row["place"].clone()), "{name} {id}");
            for result in results {
                assert_eq!(result["counted"] == true, result["reason"].is_null());
                assert!(!text(&result["rule"]).is_empty() && !text(&result["text"]).contains('⟨'), "{result}");
                reasons.extend(result["reason"].as_str().map(str::to_owned));
            }
            let qualified = body["mp"].as_array().unwrap().iter().any(|line| line["qualified"] == true);
            assert_eq!(qualified, granted.contains(&id), "{name} {id}: {}", body["mp"]);
            for line in body["mp"].as_array().unwrap() {
                assert!(!text(&line["rule"]).is_empty() && !text(&line["text"]).contains('⟨'), "{line}");
            }
            for (side, better) in [("above", true), ("below", false)] {
                let Some(other) = body[side]["player_id"].as_str() else { continue };
                let place = |row: &Value| row["place"].as_u64().unwrap();
                assert_eq!(place(by_id[other]) < place(&body), better, "{name} {id} {side}");
                let step = &body[side]["step"];
                assert!(!text(&step["text"]).is_empty());
                let own = if side == "above" { &step["lower"] } else { &step["higher"] };
                assert!(step["kind"] != "total" || own["points"] == body["points"], "{side}: {step}");
            }
        }
        assert!(!reasons.is_empty(), "{name}");
    }
}

#[test]
fn somebody_whose_results_do_not_count_has_no_place_and_is_told_why_in_both_languages() {
    let mut bundle = season(&[("Łukasz", "Żak", "Łódź", "łódzkie", &[70])]);
    bundle["tournaments"][0]["results"][69]["games_played"] = 5.into();
    let instance = started(&bundle);
    let path = format!("/api/v1/seasons/2025/ranking/{}", instance.player_id("p0"));
    let said = |lang: &str| instance.send("GET", &path, &[("Accept-Language", lang)], None).json();
    let body = said("pl");
    assert_eq!((&body["place"], &body["points"], &body["name"]), (&Value::Null, &json!(0), &json!("Łukasz Żak")));
    let result = &body["results"][0];
    assert_eq!((&result["reason"], &result["rule"]), (&json!("below-half"), &json!("R-RANK-03, REG II.3")));
    assert_eq!(result["text"], "mniej niż połowa zaplanowanych gier: 5, a potrzeba 6");
    assert_eq!(result["event_name"], "Turniej 0");
    assert!(text(&said("en")["results"][0]["text"]).contains("half"));
    let page = read(&instance, "/api/v1/seasons/2025/ranking?q=zak");
    assert_eq!((page["total"].clone(), page["items"].clone()), (json!(0), json!([])));
}

fn conditional(instance: &Instance, path: &str, etag: &str) -> Reply {
    instance.send("GET", path, &[("If-None-Match", etag)], None)
}

#[test]
fn an_answer_is_known_again_until_it_changes_and_comes_as_csv_in_both_dialects() {
    let bundle = season(&[("Łukasz", "Żak", "Łódź", "łódzkie", &[1])]);
    let instance = started(&bundle);
    let ranking = "/api/v1/seasons/2025/ranking";
    for path in [ranking.to_owned(), format!("{ranking}?sort=name"), format!("{ranking}/{}", instance.player_id("p0"))]
    {
        let first = instance.get(&path);
        assert_eq!(conditional(&instance, &path, first.header("etag")).status, 304, "{path}");
        let zipped = instance.send("GET", &path, &[("Accept-Encoding", "gzip")], None);
        assert_eq!(conditional(&instance, &path, zipped.header("etag")).status, 304, "{path}");
    }
    let etag = instance.get(ranking).header("etag").to_owned();
    // What changes nothing that is shown leaves the answer as it is.
    adopt(&instance, "another", &json!({}));
    assert_eq!(conditional(&instance, ranking, &etag).status, 304);
    let mut second = season(&[("Łukasz", "Żak", "Łódź", "łódzkie", &[1, 1])]);
    second["tournaments"].as_array_mut().unwrap().remove(0);
    instance.import(&second);
    assert_eq!(conditional(&instance, ranking, &etag).status, 200);

    let csv = instance.send("GET", &format!("{ranking}?limit=2"), &[("Accept", "text/csv")], None);
    let head = "place,player_id,name,city,voivodeship,points,counted,results\r\n";
    let row = format!("1,{},Łukasz Żak,Łódź,łódzkie,200,2,t0 1 100; t1 1 100\r\n", instance.player_id("p0"));
    assert!(csv.text().starts_with(&format!("{head}{row}")), "{}", csv.text());
    assert!(csv.header("link").contains("rel=\"next\""), "{}", csv.header("link"));
    let excel = instance.get(&format!("{ranking}?limit=2&dialect=excel"));
    assert!(excel.text().starts_with("\u{feff}place;player_id;name;"), "{}", excel.text());
    let kept = instance.get(&format!("{ranking}?dialect=excel"));
    assert_eq!(kept.text().lines().count(), 1 + PLAYERS as usize);
    assert_ne!(kept.header("etag"), instance.get(ranking).header("etag"));
}

#[test]
fn e34_somebody_who_was_erased_keeps_the_place_and_loses_the_name() {
    let bundle = season(&[("Łukasz", "Żak", "Łódź", "łódzkie", &[1]), ("Ola", "Zych", "Lublin", "lubelskie", &[2])]);
    let instance = started(&bundle);
    let ranking = "/api/v1/seasons/2025/ranking";
    let position = instance.position().0;
    let before = all(&instance, ranking);
    let by_name = read(&instance, &format!("{ranking}?limit=3&sort=name"));
    let id = instance.player_id("p0").to_string();
    instance.erase(&id);
    read(&instance, &format!("/api/v1?wait_for={}", instance.position().0));
    let after = all(&instance, ranking);
    assert_eq!(shown(&before), shown(&after));
    assert_eq!(after[0]["player_id"], id.as_str());
    assert_eq!((&after[0]["city"], &after[0]["voivodeship"]), (&Value::Null, &Value::Null));
    let en = instance.send("GET", ranking, &[("Accept-Language", "en")], None).json();
    assert_ne!(en["items"][0]["name"], after[0]["name"]);
    assert_eq!(names(&all(&instance, &format!("{ranking}?q=zak"))), Vec::<String>::new());
    let last = all(&instance, &format!("{ranking}?sort=name&limit=500")).pop().unwrap();
    assert_eq!(last["player_id"], id.as_str(), "whoever has no name stands at the end");
    let rest = read(&instance, &format!("{ranking}?limit=3&sort=name&cursor={}", text(&by_name["next"])));
    assert_eq!(rest["items"].as_array().unwrap().len(), 3);
    let everywhere = [ranking.to_owned(), format!("{ranking}?as_of={position}"), format!("{ranking}/{id}")];
    for path in everywhere {
        let reply = instance.get(&path);
        assert!(!reply.text().contains("Łukasz"), "{path}: {}", reply.text());
        assert_eq!(reply.status, 200);
    }
}
