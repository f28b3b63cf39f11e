//! Players over HTTP: registering, reading, searching, rectifying, and what stays hidden.

use api::testing::{Instance, Reply};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use commands::event_writer::EventWriter;
use commands::{CommandMetadata, LogLookup, PlayerDetails};
use domain::event::{Event, Role, RulebookEvent, RulebookRecord};
use domain::rulebook::Preset;
use domain::values::text::{Country, Name};
use domain::values::voivodeship::Voivodeship;
use events::append::Append;
use events::envelope::{EventId, StreamName};
use events::environment::Environment;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn person(first_name: &str, surname: &str, city: &str) -> Value {
    json!({ "first_name": first_name, "surname": surname, "city": city, "voivodeship": "łódzkie" })
}

fn register(instance: &Instance, admin: &str, body: &Value) -> Reply {
    instance.send_json("POST", "/api/v1/players", &[("Authorization", admin)], body)
}

/// Registers somebody and gives the address.
fn registered(instance: &Instance, admin: &str, body: &Value) -> String {
    let reply = register(instance, admin, body);
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.header("location").to_owned()
}

fn surnames(reply: &Reply) -> Vec<String> {
    assert_eq!(reply.status, 200, "{}", reply.text());
    let items = reply.json()["items"].as_array().unwrap().clone();
    items.iter().map(|item| item["surname"].as_str().unwrap().to_owned()).collect()
}

fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |text, byte| text + &format!("%{byte:02X}"))
}

#[test]
fn somebody_who_is_registered_can_be_read_by_everybody_at_once() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    let reply = register(&instance, &admin, &person(" Łucja ", "Przykładowa", "Łódź"));
    assert_eq!(reply.status, 201, "{}", reply.text());
    let receipt = reply.json();
    let fields: Vec<&String> = receipt.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["dry_run", "etag", "events", "id", "position", "recorded_at", "resource"]);
    let address = reply.header("location");
    assert_eq!(receipt["resource"], address);
    assert_eq!(receipt["events"][0]["type"], "player.registered");
    assert_eq!(receipt["etag"].as_str().unwrap(), reply.header("etag"));
    assert_eq!(receipt["position"].to_string(), reply.header("kostka-position"));

    let read = instance.get(&format!("{address}?wait_for={}", receipt["position"]));
    assert_eq!((read.status, read.header("etag")), (200, reply.header("etag")));
    let mut expected = person("Łucja", "Przykładowa", "Łódź");
    expected.as_object_mut().unwrap().remove("country");
    expected["foreign"] = json!(false);
    expected["id"] = json!(address.rsplit('/').next().unwrap());
    expected["etag"] = receipt["etag"].clone();
    assert_eq!(read.json(), expected);
}

#[test]
fn s12_an_answer_has_exactly_the_fields_that_its_reader_may_see() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    let address = registered(&instance, &admin, &person("Łucja", "Przykładowa", "Łódź"));
    let fields = |value: &Value| -> BTreeSet<String> { value.as_object().unwrap().keys().cloned().collect() };
    let names = |names: &[&str]| -> BTreeSet<String> { names.iter().map(|name| (*name).to_owned()).collect() };
    let public = ["city", "etag", "first_name", "foreign", "id", "surname", "voivodeship"];

    assert_eq!(fields(&instance.get(&address).json()), names(&public));
    let list = instance.get("/api/v1/players").json();
    assert_eq!(fields(&list), names(&["items"]));
    assert_eq!(fields(&list["items"][0]), names(&public));
    let csv = instance.send("GET", "/api/v1/players", &[("Accept", "text/csv")], None);
    let head: BTreeSet<String> = csv.text().lines().next().unwrap().split(',').map(str::to_owned).collect();
    assert_eq!(head, names(&public));

    let private = format!("{address}/private");
    assert_eq!(instance.get(&private).status, 401);
    let auditor = instance.signed_in(Role::Auditor);
    assert_eq!(instance.send("GET", &private, &[("Authorization", &auditor)], None).status, 403);
    let arbiter = instance.signed_in(Role::Arbiter);
    let seen = instance.send("GET", &private, &[("Authorization", &arbiter)], None);
    assert_eq!(seen.status, 200, "{}", seen.text());
    assert_eq!(seen.header("cache-control"), "private, no-store");
    let mut with_alias = names(&public);
    with_alias.extend(names(&["alias", "country"]));
    assert_eq!(fields(&seen.json()), with_alias);
}

#[test]
fn s12_a_field_that_is_not_asked_for_is_refused() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    let before = instance.position();
    for extra in ["role", "points", "status", "approved_by", "id", "foreign", "alias"] {
        let mut body = person("Łucja", "Przykładowa", "Łódź");
        body[extra] = json!("admin");
        let reply = register(&instance, &admin, &body);
        assert_eq!((reply.status, reply.json()["code"].as_str()), (400, Some("invalid-body")), "{extra}");
        assert_eq!(reply.json()["errors"][0]["pointer"], format!("/{extra}"));
    }
    assert_eq!(instance.position(), before);
}

#[test]
fn everything_that_is_wrong_is_told_at_once_with_its_place() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    let body = json!({
        "first_name": " ", "surname": "x".repeat(101), "city": "Łó\u{202e}dź", "voivodeship": "Bawaria", "country": "",
    });
    for (lang, empty) in [("pl", "nie może być puste"), ("en", "cannot be empty")] {
        let headers = [("Authorization", admin.as_str()), ("Accept-Language", lang)];
        let reply = instance.send_json("POST", "/api/v1/players", &headers, &body);
        assert_eq!((reply.status, reply.header("content-language")), (422, lang));
        let problem = reply.json();
        let errors: Vec<(&str, &str)> = problem["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| (error["pointer"].as_str().unwrap(), error["code"].as_str().unwrap()))
            .collect();
        let expected = [
            ("/first_name", "empty"),
            ("/surname", "too-long"),
            ("/city", "invisible-characters"),
            ("/voivodeship", "unknown-choice"),
            ("/country", "empty"),
        ];
        assert_eq!(errors, expected);
        assert_eq!(problem["errors"][0]["detail"], empty);
    }
}

#[test]
fn a_namesake_is_registered_only_by_somebody_who_says_so() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    let first = registered(&instance, &admin, &person("Michał", "Wzorcowy", "Łódź"));
    let refused = register(&instance, &admin, &person("michal", "WZORCOWY", "Zgierz"));
    assert_eq!((refused.status, refused.json()["code"].as_str()), (409, Some("possible-duplicate")));
    assert_eq!(refused.json()["candidates"], json!([first.rsplit('/').next().unwrap()]));
    let mut other = person("Michał", "Wzorcowy", "Zgierz");
    other["namesake"] = json!(true);
    let second = registered(&instance, &admin, &other);
    assert_ne!(first, second);
    // A longer name that begins so is another name.
    registered(&instance, &admin, &person("Michał", "Wzorcowy-Nowak", "Łódź"));
}

#[test]
fn of_many_who_register_one_name_at_once_one_is_believed_and_may_ask_again() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    let body = person("Michał", "Wzorcowy", "Łódź");
    let post = |number: usize| {
        let key = format!("key-of-desk-{number}");
        let headers = [("Authorization", admin.as_str()), ("Idempotency-Key", key.as_str())];
        instance.send_json("POST", "/api/v1/players", &headers[..if number < 2 { 1 } else { 2 }], &body)
    };
    let replies: Vec<Reply> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..6)
            .map(|number| {
                let post = &post;
                scope.spawn(move || post(number))
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let mut statuses: Vec<u16> = replies.iter().map(|reply| reply.status).collect();
    let winner = statuses.iter().position(|status| *status == 201).unwrap();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409, 409, 409]);
    for (number, reply) in replies.iter().enumerate().filter(|(number, _)| *number >= 2) {
        let again = post(number);
        assert_eq!((again.status, again.json()["id"].clone()), (reply.status, reply.json()["id"].clone()), "{winner}");
    }
    assert_eq!(surnames(&instance.get("/api/v1/players")).len(), 1);
}

#[test]
fn the_list_is_in_the_polish_alphabet_and_the_search_knows_marks_and_beginnings() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    for (first_name, surname, city) in [
        ("Zofia", "Żak", "Zgierz"),
        ("Łukasz", "Łabędzki", "Łódź"),
        ("Anna", "Lisowska", "Łódź"),
        ("Jan", "Ćwik", "Kutno"),
        ("Adam", "Zych", "Łask"),
        ("Ewa", "Czyż", "Łódź"),
    ] {
        registered(&instance, &admin, &person(first_name, surname, city));
    }
    assert_eq!(surnames(&instance.get("/api/v1/players")), ["Czyż", "Ćwik", "Lisowska", "Łabędzki", "Zych", "Żak"]);
    for (wanted, found) in [
        ("lukasz", vec!["Łabędzki"]),
        ("łabędz", vec!["Łabędzki"]),
        ("LODZ", vec!["Czyż", "Lisowska", "Łabędzki"]),
        ("lodz anna", vec!["Lisowska"]),
        ("cwik", vec!["Ćwik"]),
        ("z", vec!["Zych", "Żak"]),
        ("nikt", vec![]),
    ] {
        assert_eq!(surnames(&instance.get(&format!("/api/v1/players?q={}", encoded(wanted)))), found, "{wanted}");
    }
    let of = |name: &str| instance.get(&format!("/api/v1/players?voivodeship={}", encoded(name)));
    assert_eq!(surnames(&of("łódzkie")).len(), 6);
    assert_eq!(surnames(&of("opolskie")), Vec::<String>::new());
    let in_city = |filter: &str| instance.get(&format!("/api/v1/players?{filter}"));
    assert_eq!(surnames(&in_city("city=%20lodz%20")), ["Czyż", "Lisowska", "Łabędzki"]);
    assert_eq!(surnames(&in_city("city=%C5%81%C3%B3d%C5%BA&q=anna")), ["Lisowska"]);
    assert_eq!(surnames(&in_city("city=lod")), Vec::<String>::new(), "the whole name");
    let first = in_city("city=lodz&limit=2").json();
    let next = first["next"].as_str().unwrap();
    assert_eq!(surnames(&in_city(&format!("city=lodz&limit=2&cursor={next}"))), ["Łabędzki"]);
    assert_eq!(in_city(&format!("city=opole&limit=2&cursor={next}")).status, 400);
    for wrong in ["%20".to_owned(), "a".repeat(201)] {
        let refused = in_city(&format!("city={wrong}"));
        assert_eq!((refused.status, refused.json()["errors"][0]["parameter"].as_str()), (400, Some("city")));
    }
    let unknown = of("bawaria");
    assert_eq!((unknown.status, unknown.json()["errors"][0]["parameter"].as_str()), (400, Some("voivodeship")));
}

#[test]
fn pages_show_the_list_as_it_stood_while_others_write() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    for number in 0..25 {
        registered(&instance, &admin, &person(&format!("Osoba {number:02}"), "Liczna", "Łódź"));
    }
    for filter in ["limit=7", "limit=7&q=liczna", "limit=7&voivodeship=%C5%82%C3%B3dzkie"] {
        let mut seen: Vec<String> = Vec::new();
        let mut page = instance.get(&format!("/api/v1/players?{filter}"));
        let mut writes = 0;
        loop {
            let body = page.json();
            let items = body["items"].as_array().unwrap();
            seen.extend(items.iter().map(|item| item["first_name"].as_str().unwrap().to_owned()));
            let Some(next) = body["next"].as_str() else {
                assert_eq!(page.header("link"), "");
                break;
            };
            // Somebody who would stand before everybody, and somebody in the middle of what is still to come.
            let name = format!("A{} {writes}", filter.len());
            registered(&instance, &admin, &person(&name, "Liczna", "Łódź"));
            writes += 1;
            let link = page.header("link").to_owned();
            let address = link.strip_prefix('<').unwrap().split('>').next().unwrap();
            assert!(link.ends_with("; rel=\"next\"") && address.contains(next), "{link}");
            page = instance.get(address);
            assert_eq!(page.status, 200, "{}", page.text());
        }
        let distinct: BTreeSet<&String> = seen.iter().collect();
        assert_eq!(distinct.len(), seen.len(), "somebody stands on two pages: {seen:?}");
        assert_eq!(seen.iter().filter(|name| name.starts_with("Osoba")).count(), 25, "{seen:?}");
        assert!(writes >= 3, "others have written meanwhile");
        assert!(!seen.contains(&format!("A{} 0", filter.len())), "{seen:?}");
    }
}

#[test]
fn a_cursor_belongs_to_its_list_and_a_limit_has_a_limit() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    for number in 0..3 {
        registered(&instance, &admin, &person(&format!("Osoba {number}"), "Liczna", "Łódź"));
    }
    let page = instance.get("/api/v1/players?limit=1").json();
    let cursor = page["next"].as_str().unwrap();
    assert_eq!(instance.get(&format!("/api/v1/players?cursor={cursor}&limit=2")).status, 200);
    for (path, code) in [
        (format!("/api/v1/players?q=liczna&cursor={cursor}"), "invalid-cursor"),
        (format!("/api/v1/seasons?cursor={cursor}"), "invalid-cursor"),
        ("/api/v1/players?cursor=abc".to_owned(), "invalid-cursor"),
        ("/api/v1/players?limit=0".to_owned(), "invalid-parameter"),
        ("/api/v1/players?limit=201".to_owned(), "invalid-parameter"),
        ("/api/v1/players?limit=99999999".to_owned(), "invalid-parameter"),
        ("/api/v1/players?status=active".to_owned(), "invalid-parameter"),
        ("/api/v1/players?sort=surname".to_owned(), "invalid-parameter"),
        ("/api/v1/players?q=%20".to_owned(), "invalid-parameter"),
    ] {
        let reply = instance.get(&path);
        assert_eq!((reply.status, reply.json()["code"].as_str()), (400, Some(code)), "{path}");
    }
}

#[test]
fn a_cursor_that_was_not_given_out_is_refused() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    for number in 0..3 {
        registered(&instance, &admin, &person(&format!("Osoba {number}"), "Liczna", "Łódź"));
    }
    let page = instance.get("/api/v1/players?limit=1").json();
    let cursor = page["next"].as_str().unwrap();
    let bytes = URL_SAFE_NO_PAD.decode(cursor).unwrap();
    for at in 0..bytes.len() {
        let mut forged = bytes.clone();
        // A digit of the position stays a digit.
        forged[at] ^= 1;
        let reply = instance.get(&format!("/api/v1/players?limit=1&cursor={}", URL_SAFE_NO_PAD.encode(forged)));
        assert_eq!((reply.status, reply.json()["code"].as_str()), (400, Some("invalid-cursor")), "byte {at}");
    }
}

/// Records so many events that change no list but that of the rulebooks.
fn adopt_rulebooks(instance: &Instance, count: usize) {
    let event_writer = EventWriter::new(&*instance.log, &instance.vault, &*instance.clock, Instance::operator());
    let record = RulebookRecord { base: Preset::Pl2024_25, overrides: Vec::new() };
    let adopted = Event::Rulebook(RulebookEvent::Adopted(record));
    let stream = StreamName::parse("rulebook/r").unwrap();
    let now = instance.clock.now();
    let event = || event_writer.write(&stream, EventId::new(&*instance.clock), &adopted, now);
    for left in (0..count).step_by(5_000) {
        let events = (left..count.min(left + 5_000)).map(|_| event()).collect();
        instance.log.append(Append::of(events)).wait().unwrap();
    }
}

#[test]
fn a_cursor_goes_on_however_much_else_is_written() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    for surname in ["Alfa", "Beta", "Delta"] {
        registered(&instance, &admin, &person("Łucja", surname, "Łódź"));
    }
    let first = instance.get("/api/v1/players?limit=1");
    let next = format!("/api/v1/players?limit=1&cursor={}", first.json()["next"].as_str().unwrap());
    adopt_rulebooks(&instance, 20_001);
    let path = format!("/api/v1/players?limit=1&wait_for={}", instance.position().0);
    let again = instance.get(&path);
    assert_eq!((again.header("etag"), &again.body), (first.header("etag"), &first.body));
    assert_eq!(surnames(&instance.get(&next)), ["Beta"]);
    // Also when the list has changed at last, as it stood before.
    registered(&instance, &admin, &person("Łucja", "Bet", "Łódź"));
    assert_eq!(surnames(&instance.get(&next)), ["Beta"]);
    assert_eq!(surnames(&instance.get("/api/v1/players")), ["Alfa", "Bet", "Beta", "Delta"]);
}

#[test]
fn a_search_finds_everybody_of_a_voivodeship_and_its_pages_go_on_to_the_last() {
    let instance = Instance::start();
    let name = |text: &str| Name::parse(text).unwrap();
    let known = LogLookup::new(instance.log.clone(), instance.vault.clone());
    let register = |surname: &str, number: usize, voivodeship: Voivodeship| {
        let details = PlayerDetails {
            first_name: name(&format!("Osoba {number}")),
            surname: name(surname),
            city: name("Zduny"),
            voivodeship,
            country: Country::parse("PL").unwrap(),
        };
        instance
            .commands()
            .register_player(&CommandMetadata::by(Instance::operator()), &known, &details, true)
            .unwrap();
    };
    std::thread::scope(|scope| {
        for writer in 0..8 {
            scope.spawn(move || {
                (0..251).for_each(|number| register("Liczna", 1000 * writer + number, Voivodeship::Lodzkie));
            });
        }
    });
    for number in 0..3 {
        register("Żak", number, Voivodeship::Opolskie);
    }
    let wait_for = instance.position().0;
    for (query, expected) in
        [("q=zduny&voivodeship=opolskie", 3), ("q=osoba&voivodeship=opolskie", 3), ("q=zdu", 2_011)]
    {
        let mut seen = BTreeSet::new();
        let mut path = format!("/api/v1/players?limit=200&{query}&wait_for={wait_for}");
        loop {
            let page = instance.get(&path);
            assert_eq!(page.status, 200, "{}", page.text());
            let page = page.json();
            for item in page["items"].as_array().unwrap() {
                assert!(seen.insert(item["id"].as_str().unwrap().to_owned()), "{item} comes twice");
            }
            let Some(next) = page["next"].as_str() else { break };
            path = format!("/api/v1/players?limit=200&{query}&cursor={next}");
        }
        assert_eq!(seen.len(), expected, "{query}");
    }
}

#[test]
fn a_rectified_name_shows_everywhere_at_once() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    let address = registered(&instance, &admin, &person("Łucja", "Dawna", "Łódź"));
    registered(&instance, &admin, &person("Zenon", "Żak", "Łódź"));
    let first_page = instance.get("/api/v1/players?limit=1").json();
    let etag = instance.get(&address).header("etag").to_owned();

    let mut body = person("Łucja", "Zupełnie", "Zgierz");
    body["reason"] = json!("Zmiana nazwiska");
    let headers = [("Authorization", admin.as_str()), ("If-Match", etag.as_str())];
    let reply = instance.send_json("PUT", &address, &headers, &body);
    assert_eq!((reply.status, reply.json()["events"][0]["type"].as_str()), (200, Some("player.rectified")));

    assert_eq!(instance.get(&address).json()["surname"], "Zupełnie");
    assert_eq!(surnames(&instance.get("/api/v1/players")), ["Zupełnie", "Żak"]);
    assert_eq!(surnames(&instance.get("/api/v1/players?q=zupelnie")), ["Zupełnie"]);
    assert_eq!(surnames(&instance.get("/api/v1/players?q=dawna")), Vec::<String>::new());
    let csv = instance.send("GET", "/api/v1/players", &[("Accept", "text/csv")], None).text();
    assert!(csv.contains("Zupełnie") && !csv.contains("Dawna"), "{csv}");
    // The second page of a list from before has the names of today too.
    let cursor = first_page["next"].as_str().unwrap();
    let second_page = instance.get(&format!("/api/v1/players?limit=1&cursor={cursor}"));
    assert_eq!(second_page.status, 200);
    assert!(!second_page.text().contains("Dawna"));
    // The same once more changes nothing.
    let again = [("Authorization", admin.as_str()), ("If-Match", reply.header("etag"))];
    let again = instance.send_json("PUT", &address, &again, &body);
    assert_eq!((again.status, again.json()["events"].as_array().unwrap().len()), (200, 0));
}

#[test]
fn an_edit_says_what_it_is_based_on_and_is_refused_with_both_values_if_that_has_moved() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    let address = registered(&instance, &admin, &person("Łucja", "Przykładowa", "Łódź"));
    let etag = instance.get(&address).header("etag").to_owned();
    let put = |if_match: Option<&str>, city: &str, query: &str| {
        let mut body = person("Łucja", "Przykładowa", city);
        body["reason"] = json!("Przeprowadzka");
        let mut headers = vec![("Authorization", admin.as_str())];
        headers.extend(if_match.map(|etag| ("If-Match", etag)));
        instance.send_json("PUT", &format!("{address}{query}"), &headers, &body)
    };
    assert_eq!(put(None, "Zgierz", "").status, 428);
    assert_eq!(put(Some("17"), "Zgierz", "").status, 400);
    // A rehearsal is checked like the act, and records nothing.
    let before = instance.position();
    let rehearsed = put(Some(&etag), "Zgierz", "?dry_run=true");
    assert_eq!((rehearsed.status, rehearsed.json()["dry_run"].as_bool()), (200, Some(true)));
    assert_eq!(rehearsed.json()["events"], json!([{ "type": "player.rectified" }]));
    assert_eq!(instance.position(), before);

    assert_eq!(put(Some(&etag), "Zgierz", "").status, 200);
    let stale = put(Some(&etag), "Kutno", "");
    let current = instance.get(&address).header("etag").to_owned();
    assert_eq!((stale.status, stale.header("etag")), (412, current.as_str()));
    assert_eq!(stale.json()["expected_etag"], etag.as_str());
    assert_eq!(stale.json()["current_etag"], current.as_str());
    assert_eq!(instance.get(&address).json()["city"], "Zgierz");
    assert_eq!(put(Some("*"), "Kutno", "").status, 200);
    assert_eq!(
        instance
            .send_json(
                "PUT",
                "/api/v1/players/nobody",
                &[("Authorization", &admin), ("If-Match", "*")],
                &json!({ "first_name": "A", "surname": "B", "city": "C", "voivodeship": "opolskie", "reason": "x" })
            )
            .status,
        404
    );
}

#[test]
fn an_erased_player_is_gone_from_list_search_item_and_file() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    let address = registered(&instance, &admin, &person("Łucja", "Znikająca", "Łódź"));
    registered(&instance, &admin, &person("Zenon", "Żak", "Łódź"));
    let page = instance.get("/api/v1/players?limit=1").json();
    let etag = instance.get(&address).header("etag").to_owned();
    instance.erase(address.rsplit('/').next().unwrap());
    let wait = format!("wait_for={}", instance.position());

    for gone in [address.clone(), format!("{address}/private")] {
        let reply = instance.send("GET", &format!("{gone}?{wait}"), &[("Authorization", &admin)], None);
        assert_eq!((reply.status, reply.json()["code"].as_str()), (410, Some("gone")), "{gone}");
        assert!(!reply.text().contains("Znikająca"));
    }
    let known = instance.send("GET", &address, &[("If-None-Match", &etag)], None);
    assert_eq!(known.status, 410);
    assert_eq!(surnames(&instance.get("/api/v1/players")), ["Żak"]);
    assert_eq!(surnames(&instance.get("/api/v1/players?q=znikajaca")), Vec::<String>::new());
    let csv = instance.send("GET", "/api/v1/players", &[("Accept", "text/csv")], None).text();
    assert!(!csv.contains("Znikająca"), "{csv}");
    let next = instance.get(&format!("/api/v1/players?limit=1&cursor={}", page["next"].as_str().unwrap()));
    assert_eq!(surnames(&next), ["Żak"]);
    let mut body = person("Łucja", "Znikająca", "Łódź");
    body["reason"] = json!("Powrót");
    let headers = [("Authorization", admin.as_str()), ("If-Match", "*")];
    assert_eq!(instance.send_json("PUT", &address, &headers, &body).status, 410);
}

#[test]
fn s17_a_name_never_becomes_a_formula_in_a_file() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    registered(&instance, &admin, &person("=1+1", "@SUM(A1)", "-Łódź"));
    let csv = instance.send("GET", "/api/v1/players", &[("Accept", "text/csv")], None);
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8; header=present");
    assert!(csv.text().contains(",'=1+1,'@SUM(A1),'-Łódź,"), "{}", csv.text());
    let excel = instance.get("/api/v1/players?dialect=excel");
    assert!(excel.text().starts_with("\u{feff}id;first_name;"), "{}", excel.text());
    let json = instance.send("GET", "/api/v1/players?dialect=excel", &[("Accept", "application/json")], None);
    assert_eq!(json.status, 406);
    assert_eq!(instance.get("/api/v1/players?dialect=tsv").status, 400);
}

#[test]
fn s25_fifty_identical_requests_with_one_key_register_one_person() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    let before = instance.position();
    let body = person("Łucja", "Jedyna", "Łódź");
    let send = |authorization: &str, key: &str, body: &Value| {
        let headers = [("Authorization", authorization), ("Idempotency-Key", key)];
        instance.send_json("POST", "/api/v1/players", &headers, body)
    };
    let replies: Vec<Reply> = std::thread::scope(|scope| {
        let sent: Vec<_> = (0..50).map(|_| scope.spawn(|| send(&admin, "k-1", &body))).collect();
        sent.into_iter().map(|reply| reply.join().unwrap()).collect()
    });
    for reply in &replies {
        assert_eq!(reply.status, 201, "{}", reply.text());
        assert_eq!(reply.body, replies[0].body, "every answer is the recorded one");
        assert_eq!(reply.header("location"), replies[0].header("location"));
    }
    let replayed = replies.iter().filter(|reply| reply.header("idempotency-replayed") == "true").count();
    assert_eq!(replayed, 49);
    assert_eq!(instance.position().0, before.0 + 1);
    assert_eq!(surnames(&instance.get("/api/v1/players")), ["Jedyna"]);

    // Much later, and after the person was erased, it is still the same answer, byte for byte.
    instance.erase(replies[0].header("location").rsplit('/').next().unwrap());
    assert_eq!(send(&admin, "k-1", &body).body, replies[0].body);
    // Another request under the same key is refused; another account has keys of its own.
    let other = send(&admin, "k-1", &person("Inna", "Osoba", "Łódź"));
    assert_eq!((other.status, other.json()["code"].as_str()), (422, Some("idempotency-mismatch")));
    let second_admin = instance.signed_in(Role::Admin);
    let independent = send(&second_admin, "k-1", &body);
    assert_eq!((independent.status, independent.header("idempotency-replayed")), (201, ""));
}

#[test]
fn a_rehearsal_of_a_registration_records_nothing_and_spends_no_key() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    let before = instance.position();
    let headers = [("Authorization", admin.as_str()), ("Idempotency-Key", "k-2")];
    let body = person("Łucja", "Próbna", "Łódź");
    let rehearsed = instance.send_json("POST", "/api/v1/players?dry_run=true", &headers, &body);
    assert_eq!((rehearsed.status, rehearsed.header("location")), (200, ""));
    assert_eq!(rehearsed.json()["events"], json!([{ "type": "player.registered" }]));
    assert_eq!(instance.position(), before);
    assert_eq!(instance.send_json("POST", "/api/v1/players?dry_run=maybe", &headers, &body).status, 400);
    let done = instance.send_json("POST", "/api/v1/players", &headers, &body);
    assert_eq!((done.status, done.header("idempotency-replayed")), (201, ""));
}

#[test]
fn s30_odd_input_is_data_or_is_refused_and_never_breaks_anything() {
    let instance = Instance::start();
    let admin = instance.signed_in(Role::Admin);
    let odd = [
        "'; DROP TABLE events; --",
        "Robert\"); SELECT pg_sleep(9)",
        "%00",
        "../../etc/passwd",
        "${jndi:ldap://x}",
        "<script>alert(1)</script>",
        "O'Brien 💥",
        "\\u0000",
    ];
    for (number, text) in odd.iter().enumerate() {
        let address = registered(&instance, &admin, &person(text, &format!("Dziwna{number}"), "Łódź"));
        assert_eq!(instance.get(&address).json()["first_name"], *text);
        assert_eq!(instance.get(&format!("/api/v1/players?q={}", encoded(text))).status, 200);
        assert_eq!(instance.get(&format!("/api/v1/players/{}", encoded(text))).status, 404, "{text}");
    }
    for path in ["/api/v1/players?q=%00", "/api/v1/players/%00", "/api/v1/players/%FF", "/api/v1/players?q=%FF"] {
        let status = instance.get(path).status;
        assert!((200..500).contains(&status), "{path}: {status}");
    }
    let nul = json!({ "first_name": "A\u{0}", "surname": "B", "city": "C", "voivodeship": "opolskie" });
    assert_eq!(register(&instance, &admin, &nul).status, 422);
}

#[test]
fn only_those_who_may_register_and_rectify_can() {
    let instance = Instance::start();
    let body = person("Łucja", "Przykładowa", "Łódź");
    assert_eq!(register(&instance, "Bearer abc", &body).status, 401);
    let anonymous = instance.send_json("POST", "/api/v1/players", &[], &body);
    assert_eq!((anonymous.status, anonymous.header("www-authenticate")), (401, "Bearer"));
    for role in [Role::Arbiter, Role::Auditor] {
        let reply = register(&instance, &instance.signed_in(role), &body);
        assert_eq!((reply.status, reply.json()["code"].as_str()), (403, Some("forbidden")), "{role:?}");
    }
}
