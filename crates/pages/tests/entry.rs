//! Pages on which sheets are entered: all tables for staff, one table for its token, and what browsers keep of them.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use api::testing::{Instance, Member, Reply};
use domain::event::{Grant, Role};
use serde_json::{Value, json};
use std::path::Path;

/// A name that would do something if it were taken for anything but text.
const SCRIPT: &str = "<script>alert(1)</script>";

/// A tournament of two tables in its first round.
struct TournamentFixture {
    instance: Instance,
    id: String,
    organiser: Member,
    other: Member,
}

impl TournamentFixture {
    fn open(second_entry: bool) -> Self {
        let instance = Instance::start_with_pages_and(pages::configure, |settings| {
            settings.sign_in.admins_need_second_factor = false;
        });
        let admin = instance.member("anna", &[Grant { role: Role::Admin, event: None }]);
        let organiser = instance.member("ola", &[]);
        let other = instance.member("ewa", &[]);
        let mut fixture = Self { instance, id: String::new(), organiser, other };
        fixture.done(&admin, "PUT", "/api/v1/rulebooks/pl-2024-25", &json!({ "base": "pl-2024-25" }), None);
        let application = json!({
            "name": SCRIPT, "class": "ordinary", "venue": "Dom Kultury, ul. Wzorcowa 5, Łódź", "voivodeship": "łódzkie",
            "first_day": "2099-03-14", "planned_players": 8,
            "contact": { "name": "Ola Wzorowa", "email": "ola@example.org", "address": "ul. Wzorcowa 5, Łódź", "phone": "+48 42 123 45 67" },
        });
        let applied = fixture.done(&admin, "POST", "/api/v1/applications", &application, None);
        fixture.id = applied["id"].as_str().map(str::to_owned).unwrap();
        let approval = json!({ "organiser": fixture.organiser.account.as_str(), "rulebook": "pl-2024-25" });
        fixture.done(&admin, "POST", &format!("/api/v1/applications/{}/approval", fixture.id), &approval, None);
        let format = json!({ "rounds": [3, 3, 3], "second_entry": second_entry });
        let etag = fixture.read(&fixture.organiser, "").json()["etag"].as_str().unwrap().to_owned();
        fixture.act("PUT", "/format", &format, Some(&etag));
        let other = json!({ "account": fixture.other.account.as_str(), "role": "referee" });
        fixture.act("POST", "/staff", &other, None);
        let player = |number: usize| {
            let letter = char::from(b'a' + u8::try_from(number).unwrap());
            json!({ "first_name": format!("Gracz{letter}"), "surname": "Zmyślony", "city": "Łódź", "voivodeship": "łódzkie" })
        };
        let players = (0..8).map(|number| fixture.done(&admin, "POST", "/api/v1/players", &player(number), None));
        let players: Vec<Value> = players.map(|done| json!({ "player": done["id"] })).collect();
        fixture.act("POST", "/registrations", &json!({ "registrations": players }), None);
        fixture.act("POST", "/check-ins", &json!({ "all": true }), None);
        fixture.act("POST", "/draws", &json!({}), None);
        fixture.act("POST", "/stages/1/start", &json!({}), None);
        fixture
    }

    fn done(&self, who: &Member, method: &str, path: &str, body: &Value, if_match: Option<&str>) -> Value {
        let mut headers = vec![("Authorization", who.authorization.as_str())];
        headers.extend(if_match.map(|etag| ("If-Match", etag)));
        let reply = self.instance.send_json(method, path, &headers, body);
        assert!((200..300).contains(&reply.status), "{method} {path}: {}", reply.text());
        reply.json()
    }

    fn act(&self, method: &str, path: &str, body: &Value, if_match: Option<&str>) -> Value {
        self.done(&self.organiser, method, &format!("/api/v1/tournaments/{}{path}", self.id), body, if_match)
    }

    fn read(&self, who: &Member, path: &str) -> Reply {
        let path = format!("/api/v1/tournaments/{}{path}", self.id);
        self.instance.send("GET", &path, &[("Authorization", &who.authorization)], None)
    }

    fn sheets(&self, lang: &str, who: &Member) -> Reply {
        let path = format!("/{lang}/organise/{}/sheets", self.id);
        self.instance.send("GET", &path, &[("Authorization", &who.authorization)], None)
    }

    fn enter(&self, table: u32) {
        let game = |most: i64| json!({ "ending": "rack_emptied", "small": [-most, most + 34, -22, -12] });
        let path = format!("/stages/1/tables/{table}/sheet");
        self.act("PUT", &path, &json!({ "games": [game(77), game(78), game(79)] }), Some("*"));
    }

    fn token(&self) -> (String, String) {
        let issued = self.act("POST", "/stages/1/table-tokens", &json!({}), None);
        let text = |name: &str| issued["tokens"][0][name].as_str().unwrap().to_owned();
        (text("token"), text("link"))
    }
}

fn assert_strict(page: &Reply, lang: &str) {
    let text = page.text();
    assert!(text.contains(&format!("<html lang=\"{lang}\">")));
    assert!(!text.contains('⟨'), "words are missing: {text}");
    assert_eq!(text.matches("<h1>").count(), 1);
    assert!(!text.contains(SCRIPT) && !text.contains("<script>") && !text.contains(" style="));
    let policy = page.header("content-security-policy");
    assert!(policy.contains("worker-src 'self'") && !policy.contains("unsafe"), "{policy}");
}

/// The attribute of the sheet of a table, as scripts read it.
fn sheet_in(page: &str, table: u32) -> Value {
    let section = page.split(&format!("id=\"table-{table}\"")).nth(1).unwrap();
    let written = section.split("data-sheet=\"").nth(1).unwrap().split('"').next().unwrap();
    let plain = written.replace("&#34;", "\"").replace("&quot;", "\"").replace("&#38;", "&").replace("&amp;", "&");
    serde_json::from_str(&plain).unwrap()
}

#[test]
fn everything_that_is_needed_to_enter_a_stage_stands_in_the_page() {
    let fixture = TournamentFixture::open(false);
    fixture.enter(2);
    for lang in ["pl", "en"] {
        let page = fixture.sheets(lang, &fixture.organiser);
        let text = page.text();
        assert_eq!(page.status, 200, "{text}");
        assert_strict(&page, lang);
        assert_eq!(page.header("cache-control"), "private, no-store");
        assert_eq!(text.matches("data-seat").count(), 2 * 3 * 4);
        assert!(text.contains("Gracza Zmyślony"));
        let (empty, entered) = (sheet_in(&text, 1), sheet_in(&text, 2));
        assert_eq!(empty["results"]["state"], "missing");
        assert_eq!(entered["results"]["games"][0]["small"], json!([-77, 111, -22, -12]));
        assert_eq!(entered["etag"], fixture.read(&fixture.organiser, "/stages/1/sheets").json()["items"][1]["etag"]);
        assert!(text.contains("&#34;joker&#34;:50") || text.contains("&quot;joker&quot;:50"), "{text}");
    }
}

#[test]
fn only_those_who_work_there_see_the_sheets_and_others_are_told_why() {
    let fixture = TournamentFixture::open(false);
    let path = format!("/pl/organise/{}/sheets", fixture.id);
    let unknown = fixture.instance.get(&path);
    assert_eq!(unknown.status, 303);
    assert!(unknown.header("location").starts_with("/pl/sign-in?next="), "{}", unknown.header("location"));
    let stranger = fixture.instance.member("zenon", &[]);
    let refused = fixture.sheets("pl", &stranger);
    assert_eq!(refused.status, 403);
    assert_strict(&refused, "pl");
    let authorization = [("Authorization", fixture.organiser.authorization.as_str())];
    let nothing = fixture.instance.send("GET", "/en/organise/t-nothing/sheets", &authorization, None);
    assert_eq!(nothing.status, 404);
}

#[test]
fn the_second_entry_is_made_without_seeing_the_first_one() {
    let fixture = TournamentFixture::open(true);
    fixture.enter(1);
    let own = fixture.sheets("pl", &fixture.organiser).text();
    assert_eq!(sheet_in(&own, 1)["results"]["games"][0]["small"][1], 111);
    let blind = fixture.sheets("pl", &fixture.other).text();
    assert_eq!(sheet_in(&blind, 1)["results"]["state"], "unconfirmed");
    // A number by itself: ids are random, and may have any digits in them.
    let mut words = blind.split(|letter: char| !letter.is_ascii_alphanumeric());
    assert!(words.all(|word| word != "111") && sheet_in(&blind, 1)["results"]["games"].is_null());
    // The page reads the list again while it is open.
    let again = fixture.read(&fixture.other, "/stages/1/sheets").json();
    assert!(again["items"][0]["results"]["games"].is_null(), "{again}");
}

#[test]
fn a_round_that_is_over_is_corrected_on_its_own_page() {
    let fixture = TournamentFixture::open(false);
    fixture.enter(1);
    fixture.enter(2);
    fixture.act("POST", "/stages/1/close", &json!({ "seat_next": true }), None);
    let current = fixture.sheets("pl", &fixture.organiser).text();
    assert!(current.contains("data-stage=\"2\"") && !current.contains("data-closed"));
    let path = format!("/pl/organise/{}/sheets?stage=1", fixture.id);
    let authorization = [("Authorization", fixture.organiser.authorization.as_str())];
    let over = fixture.instance.send("GET", &path, &authorization, None).text();
    assert!(over.contains("data-stage=\"1\"") && over.contains(" data-closed"));
}

#[test]
fn a_token_opens_the_sheet_of_its_table_and_nothing_else() {
    let fixture = TournamentFixture::open(false);
    let (token, link) = fixture.token();
    let (page, secret) = link.split_once('#').unwrap();
    assert!(page.ends_with("/pl/table") && secret == token);
    for lang in ["pl", "en"] {
        let without = fixture.instance.get(&format!("/{lang}/table"));
        assert_eq!(without.status, 200);
        assert_strict(&without, lang);
        assert_eq!(without.header("set-cookie"), "");
        let bearer = format!("Bearer {token}");
        let page = fixture.instance.send("GET", &format!("/{lang}/table"), &[("Authorization", &bearer)], None);
        let text = page.text();
        assert_eq!(page.status, 200, "{text}");
        assert_strict(&page, lang);
        assert_eq!(page.header("cache-control"), "private, no-store");
        assert!(text.contains("data-single") && text.contains("id=\"table-1\"") && !text.contains("id=\"table-2\""));
        assert!(text.contains("/stages/1/tables/1/disputes"));
    }
}

#[test]
fn a_token_of_a_table_opens_no_page_for_staff() {
    let fixture = TournamentFixture::open(false);
    let (token, _) = fixture.token();
    let bearer = format!("Bearer {token}");
    for page in ["work", "account", "admin", "audit"] {
        let refused = fixture.instance.send("GET", &format!("/pl/{page}"), &[("Authorization", &bearer)], None);
        assert_eq!(refused.status, 403, "{page}: {}", refused.text());
    }
}

#[test]
fn a_token_that_is_wrong_or_has_ended_is_refused_and_nobody_is_sent_to_sign_in() {
    let fixture = TournamentFixture::open(false);
    let (token, _) = fixture.token();
    let opened =
        |token: &str| fixture.instance.send("GET", "/pl/table", &[("Authorization", &format!("Bearer {token}"))], None);
    let wrong = opened("kt_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8");
    assert_eq!((wrong.status, wrong.header("location")), (401, ""));
    assert_strict(&wrong, "pl");
    assert_eq!(opened(&token).status, 200);
    fixture.enter(1);
    fixture.enter(2);
    fixture.act("POST", "/stages/1/close", &json!({}), None);
    let ended = opened(&token);
    assert_eq!(ended.status, 401, "{}", ended.text());
    assert!(!ended.text().contains("id=\"entry\""));
}

#[test]
fn the_worker_names_the_files_that_it_keeps_and_they_are_there() {
    let instance = Instance::start_with_pages(pages::configure);
    let worker = instance.get("/sw.js");
    assert_eq!(worker.status, 200);
    assert_eq!(worker.header("service-worker-allowed"), "/");
    assert_eq!(worker.header("content-type"), "text/javascript; charset=utf-8");
    // Without it nothing could be fetched there.
    assert!(worker.header("content-security-policy").contains("connect-src 'self'"));
    let text = worker.text();
    let files: Vec<&str> = text.split('"').filter(|part| part.starts_with("/assets/")).collect();
    assert!(files.len() > 5, "{text}");
    for file in &files {
        let kept = instance.get(file);
        assert_eq!(kept.status, 200, "{file}");
        let (folder, name) = file.rsplit_once('/').unwrap();
        let is_script = Path::new(name).extension().is_some_and(|extension| extension == "js");
        let script = if is_script { kept.text() } else { String::new() };
        for import in script.split(" from \"./").skip(1) {
            let needed = format!("{folder}/{}", import.split('"').next().unwrap());
            assert!(files.contains(&needed.as_str()), "{name} does not work without {needed}");
        }
    }
}
