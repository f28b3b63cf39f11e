//! Published lists as pages and as a feed: editions with their proofs, what has drifted, and Atom that any reader
//! takes.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use api::testing::{Instance, Member};
use commands::bundle_import::{ImportOptions, import};
use domain::event::{Grant, Role};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::time::Duration;

const ATOM: &str = "http://www.w3.org/2005/Atom";
const LIST: &str = "/api/v1/lists/ranking%3A2025";

struct EditionsFixture {
    instance: Instance,
    bundle: Value,
    anna: Member,
    beata: Member,
}

impl EditionsFixture {
    fn start() -> Self {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/season-2025.bundle.json");
        let mut bundle: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
        bundle["tournaments"][0]["name"] = json!("Turniej <b>&amp;</b> \"Cudzysłów\"");
        let instance = Instance::start_with_pages(pages::configure);
        instance.import(&bundle);
        let admin = [Grant { role: Role::Admin, event: None }];
        let (anna, beata) = (instance.member("anna", &admin), instance.member("beata", &admin));
        let federation = Self { instance, bundle, anna, beata };
        federation.catch_up();
        federation
    }

    fn catch_up(&self) {
        let wait = format!("/api/v1/seasons?limit=1&wait_for={}", self.instance.position().0);
        while self.instance.get(&wait).status == 503 {}
    }

    fn ask(&self, who: &Member, method: &str, path: &str, body: Option<&Value>) -> Value {
        let headers = [("Authorization", who.authorization.as_str())];
        let reply = match body {
            Some(body) => self.instance.send_json(method, path, &headers, body),
            None => self.instance.send(method, path, &headers, None),
        };
        assert!(matches!(reply.status, 200 | 201), "{path}: {}", reply.text());
        reply.json()
    }

    /// One submits, the other publishes.
    fn publish(&self, reason: Option<&str>) {
        self.publish_list(LIST, reason);
    }

    fn publish_list(&self, list: &str, reason: Option<&str>) {
        let digest = self.ask(&self.anna, "GET", &format!("{list}/preview"), None)["digest"].take();
        let body = json!({ "digest": digest, "reason": reason });
        self.ask(&self.anna, "POST", &format!("{list}/submission"), Some(&body));
        let waiting = self.ask(&self.anna, "GET", &format!("{list}/preview"), None)["submitted"]["position"].take();
        let body = json!({ "digest": digest, "submission": waiting });
        self.ask(&self.beata, "POST", &format!("{list}/editions"), Some(&body));
        self.catch_up();
    }

    /// The two best of the first tournament change places.
    fn correct(&mut self) {
        let table = self.bundle["tournaments"][0]["results"].as_array_mut().unwrap();
        let (one, other) = (table[0]["player"].take(), table[1]["player"].take());
        (table[0]["player"], table[1]["player"]) = (other, one);
        let bundle = formats::bundle::read(self.bundle.to_string().as_bytes()).unwrap();
        let options = ImportOptions { correct: true, reason: Some("Zamienione miejsca".to_owned()) };
        let instance = &self.instance;
        import(&*instance.log, &instance.vault, &*instance.clock, &bundle, &options, &mut |_, _| ()).unwrap();
        self.catch_up();
    }
}

#[test]
fn an_edition_has_its_digest_and_proof_and_says_how_to_check_it() {
    let federation = EditionsFixture::start();
    let page = |lang: &str| federation.instance.get(&format!("/{lang}/lists/ranking%3A2025"));
    assert!(page("pl").text().contains("Tej listy jeszcze nie ogłoszono."));
    federation.publish(None);
    let digest = federation.instance.get(&format!("{LIST}/editions/1")).json()["digest"].take();
    let digest = digest.as_str().unwrap();
    for lang in ["pl", "en"] {
        let list = page(lang).text();
        assert!(list.contains(&format!("href=\"/{lang}/lists/ranking%3A2025/editions/1\"")), "{list}");
        let edition = federation.instance.get(&format!("/{lang}/lists/ranking%3A2025/editions/1"));
        let text = edition.text();
        assert_eq!(edition.status, 200, "{text}");
        assert!(!text.contains('⟨') && !text.contains("<script"), "{text}");
        for part in ["canonical", "proof", "disclosure"] {
            assert!(text.contains(&format!("href=\"{LIST}/editions/1/{part}\"")), "{text}");
        }
        assert!(text.contains(digest) && text.contains("kostka replay export.ndjson --list ranking:2025 --edition 1"));
        let ranking = federation.instance.get(&format!("/{lang}/seasons/2025/ranking")).text();
        assert!(ranking.contains(&format!("href=\"/{lang}/lists/ranking%3A2025/editions/1\"")), "{ranking}");
    }
    assert_eq!(federation.instance.get("/pl/lists/ranking%3A2025/editions/2").status, 404);
    assert_eq!(federation.instance.get("/pl/lists/nothing%3A2025").status, 404);
}

#[test]
fn an_edition_of_qualifications_is_numbered_and_has_each_place_beside_its_event() {
    let federation = EditionsFixture::start();
    let list = "/api/v1/lists/mp%3A2025";
    federation.publish_list(list, None);
    let rows = federation.instance.get(&format!("{list}/editions/1")).json()["rows"].take();
    let people = rows.as_array().unwrap().iter().filter(|row| !row["player_id"].is_null()).count();
    let text = federation.instance.get("/pl/lists/mp%3A2025/editions/1").text();
    assert!(text.contains("<th scope=\"col\" class=\"number\">Lp.</th>"), "{text}");
    let numbers: Vec<&str> =
        text.split("<tr><td class=\"number\">").skip(1).map(|it| it.split('<').next().unwrap()).collect();
    let numbers: Vec<usize> = numbers.into_iter().filter_map(|it| it.parse().ok()).collect();
    assert_eq!(numbers, (1..=people).collect::<Vec<_>>(), "{text}");
    let place = rows[0]["place"].as_u64().unwrap();
    assert!(text.contains(&format!(", {place}. miejsce <span class=\"from\">")), "{text}");
    // On a ranking the place is what somebody looks for.
    federation.publish(None);
    let ranking = federation.instance.get("/pl/lists/ranking%3A2025/editions/1").text();
    assert!(
        ranking.contains("<th scope=\"col\" class=\"number\">Miejsce</th>") && !ranking.contains("Lp."),
        "{ranking}"
    );
}

#[test]
fn what_has_changed_since_is_told_with_its_cause_and_editions_can_be_compared() {
    let mut federation = EditionsFixture::start();
    federation.publish(None);
    let list = |query: &str| federation.instance.get(&format!("/pl/lists/ranking%3A2025{query}")).text();
    assert!(list("").contains("dokładnie tak, jak ją ogłoszono"));
    federation.correct();
    let list = |query: &str| federation.instance.get(&format!("/pl/lists/ranking%3A2025{query}")).text();
    let drifted = list("");
    assert!(drifted.contains("Po ogłoszeniu zapisano zdarzenia") && drifted.contains("(zdarzenie "), "{drifted}");
    federation.publish(Some("Zamienione miejsca"));
    let compared = list("?from=1&to=2");
    assert!(compared.contains("Zmiany między wydaniami 1 i 2") && compared.contains("zmieniono"), "{compared}");
    let first = federation.instance.get("/pl/lists/ranking%3A2025/editions/1").text();
    assert!(first.contains("Jest już nowsze:"), "{first}");
    let second = federation.instance.get("/pl/lists/ranking%3A2025/editions/2").text();
    assert!(second.contains("Zamienione miejsca"), "{second}");
}

/// The one child of this name, as RFC 4287 wants it.
fn one<'a, 'b>(parent: roxmltree::Node<'a, 'b>, name: &str) -> roxmltree::Node<'a, 'b> {
    let mut found = parent.children().filter(|it| it.has_tag_name((ATOM, name)));
    let child = found.next().unwrap_or_else(|| panic!("no {name} in {parent:?}"));
    assert!(found.next().is_none(), "more than one {name}");
    child
}

#[test]
fn what_is_new_is_a_feed_that_keeps_to_the_rules_of_atom() {
    let federation = EditionsFixture::start();
    federation.publish(None);
    let home = federation.instance.get("/pl").text();
    assert!(home.contains("<link rel=\"alternate\" type=\"application/atom+xml\""), "{home}");
    for lang in ["pl", "en"] {
        let reply = federation.instance.get(&format!("/{lang}/feed.atom"));
        assert_eq!(reply.status, 200, "{}", reply.text());
        assert_eq!(reply.header("content-type"), "application/atom+xml; charset=utf-8");
        let text = reply.text();
        let document = roxmltree::Document::parse(&text).unwrap();
        let feed = document.root_element();
        assert!(feed.has_tag_name((ATOM, "feed")));
        assert!(
            !one(feed, "title").text().unwrap().is_empty()
                && !one(one(feed, "author"), "name").text().unwrap().is_empty()
        );
        let links = feed.children().filter(|it| it.has_tag_name((ATOM, "link")));
        let own: Vec<_> = links.filter(|it| it.attribute("rel") == Some("self")).collect();
        assert_eq!(own.len(), 1);
        assert_eq!(own[0].attribute("href"), one(feed, "id").text());
        let entries: Vec<_> = feed.children().filter(|it| it.has_tag_name((ATOM, "entry"))).collect();
        assert!(entries.len() > 10, "{text}");
        let mut ids = std::collections::BTreeSet::new();
        let mut times = Vec::new();
        for entry in &entries {
            let id = one(*entry, "id").text().unwrap();
            assert!(id.starts_with("http") && ids.insert(id.to_owned()), "{id} is whole and stands once");
            assert!(!one(*entry, "title").text().unwrap().is_empty() && one(*entry, "summary").text().is_some());
            times.push(chrono::DateTime::parse_from_rfc3339(one(*entry, "updated").text().unwrap()).unwrap());
            let link = one(*entry, "link");
            let address = link.attribute("href").unwrap();
            let path = &address[address.find(&format!("/{lang}/")).unwrap()..];
            assert_eq!(federation.instance.get(path).status, 200, "{address} leads somewhere");
        }
        assert!(times.is_sorted_by(|one, other| one >= other), "the newest first");
        let newest = chrono::DateTime::parse_from_rfc3339(one(feed, "updated").text().unwrap()).unwrap();
        assert_eq!(newest, times[0]);
        assert!(entries.iter().any(|it| one(*it, "id").text().unwrap().contains("/lists/ranking%3A2025/editions/1")));
    }
}

/// The title, the time and the id of an entry of the feed about this tournament, and how many entries are newer.
fn feed_entry(
    federation: &EditionsFixture,
    tournament: &str,
) -> Option<(String, chrono::DateTime<chrono::FixedOffset>, String, usize)> {
    let text = federation.instance.get("/pl/feed.atom").text();
    let document = roxmltree::Document::parse(&text).unwrap();
    let entries: Vec<_> = document.root_element().children().filter(|it| it.has_tag_name((ATOM, "entry"))).collect();
    let of = |entry, name| one(entry, name).text().unwrap().to_owned();
    let mut about =
        entries.iter().enumerate().filter(|(_, it)| of(**it, "id").ends_with(&format!("/tournaments/{tournament}")));
    let (at, entry) = about.next()?;
    assert!(about.next().is_none(), "one entry for each tournament: {text}");
    let updated = chrono::DateTime::parse_from_rfc3339(&of(*entry, "updated")).unwrap();
    Some((of(*entry, "title"), updated, of(*entry, "id"), at))
}

#[test]
fn a_corrected_result_is_new_in_the_feed() {
    let mut federation = EditionsFixture::start();
    let id = federation.bundle["tournaments"][0]["id"].as_str().unwrap().to_owned();
    assert!(feed_entry(&federation, &id).is_none_or(|(.., newer)| newer > 0), "others came after it");
    let (_, earlier, ..) = feed_entry(&federation, "t-zory-2025-03-15").unwrap();
    federation.instance.clock.advance(Duration::from_hours(1));
    federation.correct();
    let (title, updated, _, newer) = feed_entry(&federation, &id).unwrap();
    assert_eq!((title.as_str(), newer), ("Wyniki: Turniej <b>&amp;</b> \"Cudzysłów\"", 0));
    assert!(updated >= earlier + Duration::from_hours(1), "{updated} {earlier}");
    assert_eq!(feed_entry(&federation, "t-zory-2025-03-15").unwrap().1, earlier, "what did not change is not new");
}

#[test]
fn the_feed_tells_of_tournaments_that_are_announced_changed_and_called_off() {
    let federation = EditionsFixture::start();
    let ask = |method: &str, path: &str, body: &Value| federation.ask(&federation.anna, method, path, Some(body));
    let mut details = json!({
        "name": "Turniej <script>", "venue": "Biblioteka", "voivodeship": "łódzkie", "first_day": "2090-03-20",
    });
    let mut application = details.clone();
    application["planned_players"] = json!(32);
    application["contact"] = json!({
        "name": "Halina Przykładowa", "email": "halina@example.org", "address": "ul. Wzorcowa 1", "phone": "+48 123 456 789",
    });
    let id = ask("POST", "/api/v1/applications", &application)["id"].as_str().unwrap().to_owned();
    federation.catch_up();
    assert_eq!(feed_entry(&federation, &id), None, "an application is nobody's business yet");
    ask("POST", &format!("/api/v1/applications/{id}/approval"), &json!({}));
    federation.catch_up();
    let announced = feed_entry(&federation, &id).unwrap();
    assert_eq!(announced.0, "Zapowiedź: Turniej <script>");

    federation.instance.clock.advance(Duration::from_mins(1));
    details["first_day"] = json!("2090-03-21");
    let tag = federation.instance.get(&format!("/api/v1/tournaments/{id}")).header("etag").to_owned();
    let headers = [("Authorization", federation.anna.authorization.as_str()), ("If-Match", tag.as_str())];
    let path = format!("/api/v1/tournaments/{id}/details");
    let changed = federation.instance.send_json("PUT", &path, &headers, &details);
    assert_eq!(changed.status, 200, "{}", changed.text());
    federation.catch_up();
    let changed = feed_entry(&federation, &id).unwrap();
    assert!(changed.1 > announced.1 && changed.2 == announced.2, "the same entry, newer: {changed:?}");
    assert!(federation.instance.get("/pl/feed.atom").text().contains("21 marca 2090"));

    federation.instance.clock.advance(Duration::from_mins(1));
    ask("POST", &format!("/api/v1/tournaments/{id}/cancellation"), &json!({}));
    federation.catch_up();
    let called_off = feed_entry(&federation, &id).unwrap();
    assert_eq!(called_off.0, "Odwołano: Turniej <script>");
    assert!(called_off.1 > changed.1 && called_off.2 == announced.2, "{called_off:?}");
}

#[test]
fn the_feed_of_a_service_in_which_nothing_has_happened_is_a_feed() {
    let instance = Instance::start_with_pages(pages::configure);
    let text = instance.get("/en/feed.atom").text();
    let document = roxmltree::Document::parse(&text).unwrap();
    assert!(one(document.root_element(), "updated").text().is_some());
}
