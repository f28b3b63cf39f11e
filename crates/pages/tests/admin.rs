//! Pages of admins and auditors: who may see them, that their forms lead to addresses of the API, and that two people
//! publish a list with nothing but what the pages show.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use api::testing::{Instance, Member, Reply};
use domain::event::{Grant, Role};
use serde_json::{Map, Value, json};
use std::fs;
use std::path::Path;

const SCRIPT: &str = "<script>alert(1)</script>";
const PICTURE: &str = "\"><img src=x onerror=alert(2)>";

fn file(path: &str) -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
}

fn example() -> Value {
    file("examples/season-2025.bundle.json")
}

/// What somebody applies with.
fn application(name: &str) -> Value {
    json!({
        "name": name, "venue": "Biblioteka", "voivodeship": "łódzkie", "first_day": "2090-03-20", "planned_players": 32,
        "contact": {
            "name": SCRIPT, "email": "halina@example.org", "address": "ul. Wzorcowa 1", "phone": "+48 123 456 789",
        },
    })
}

/// A season, and people with roles.
struct AdminFixture {
    instance: Instance,
    anna: Member,
    beata: Member,
    auditor: Member,
    application: String,
}

impl AdminFixture {
    fn start(bundle: &Value) -> Self {
        let instance = Instance::start_with_pages(pages::configure);
        instance.import(bundle);
        let role = |role| [Grant { role, event: None }];
        let (anna, beata) = (instance.member("anna", &role(Role::Admin)), instance.member("beata", &role(Role::Admin)));
        let auditor = instance.member("celina", &role(Role::Auditor));
        let mut fixture = Self { instance, anna, beata, auditor, application: String::new() };
        let sent = fixture.ask(&fixture.anna, "POST", "/api/v1/applications", Some(&application(PICTURE)));
        assert_eq!(sent.status, 201, "{}", sent.text());
        sent.json()["id"].as_str().unwrap().clone_into(&mut fixture.application);
        fixture
    }

    fn ask(&self, who: &Member, method: &str, path: &str, body: Option<&Value>) -> Reply {
        let headers = [("Authorization", who.authorization.as_str())];
        match body {
            Some(body) => self.instance.send_json(method, path, &headers, body),
            None => self.instance.send(method, path, &headers, None),
        }
    }

    fn page(&self, who: &Member, path: &str) -> String {
        let page = self.ask(who, "GET", path, None);
        assert_eq!(page.status, 200, "{path}: {}", page.text());
        page.text()
    }

    fn admin_pages(&self) -> Vec<String> {
        let player = self.instance.player_id(example()["players"][0]["id"].as_str().unwrap());
        let account = self.auditor.account.to_string();
        let parts = [
            "",
            "/applications",
            "/applications?state=approved",
            &format!("/applications/{}", self.application),
            "/decisions",
            "/decisions?kind=tie",
            "/ledger",
            "/ledger/mp/2025",
            "/ledger/mp/2025?event_id=t-rzeszow-2025-05-31",
            "/ledger/mp/2025?event_id=ranking",
            "/ledger/mw/mw-2025-slaskie",
            "/lists",
            "/lists/ranking%3A2025",
            "/lists/mp%3A2025",
            "/lists/wildcards%3Amw-2025-slaskie",
            "/accounts",
            &format!("/accounts/{account}"),
            "/corrections",
            "/corrections?q=a",
            &format!("/corrections/players/{player}"),
            "/corrections/tournaments/t-zory-2025-03-15",
            "/seasons",
            "/rulebooks",
            "/rulebooks/pl-2024-25",
            "/what-if?season=2025",
            "/events",
            "/events/league/l-warszawa-2025",
            "/events/grand-prix/gp-slask-2025",
            "/events/online/o-gold-1-2025",
            "/events/mw/mw-2025-slaskie",
        ];
        parts.iter().map(|part| format!("/admin{part}")).collect()
    }
}

fn audit_pages() -> Vec<String> {
    let parts = [
        "",
        "?kind=tournament&from=2020-01-01T00%3A00",
        "?tournament=t-zory-2025-03-15",
        "/events/300",
        "/moment?season=2025&as_of=300",
        "/diff?season=2025&from=280&to=300",
        "/editions",
        "/verify",
    ];
    parts.iter().map(|part| format!("/audit{part}")).collect()
}

/// A form of a page: where it goes, and what it sends without anybody entering anything.
#[derive(Debug)]
struct Form {
    api: String,
    method: String,
    hidden: Map<String, Value>,
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let begin = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    let value = &tag[begin..begin + tag[begin..].find('"')?];
    Some(value.replace("&#38;", "&").replace("&#34;", "\"").replace("&amp;", "&"))
}

fn forms(page: &str) -> Vec<Form> {
    let parts = page.split("<form").skip(1).map(|part| part.split("</form>").next().unwrap());
    let read = |part: &str| {
        let tag = format!(" {}", part.split('>').next().unwrap());
        let api = attribute(&tag, "data-api")?;
        let method = attribute(&tag, "data-method").unwrap_or_else(|| "POST".to_owned());
        let inputs = part.split("<input").skip(1).map(|input| input.split('>').next().unwrap());
        let hidden = inputs.filter(|input| attribute(input, "type").as_deref() == Some("hidden"));
        let field = |input: &str| {
            let (name, value) = (attribute(input, "name").unwrap(), attribute(input, "value").unwrap());
            let is_number = attribute(input, "data-as").as_deref() == Some("number");
            (name, if is_number { json!(value.parse::<u64>().unwrap()) } else { json!(value) })
        };
        Some(Form { api, method, hidden: hidden.map(field).collect() })
    };
    parts.filter_map(read).collect()
}

/// Whether the API has such an operation.
fn is_known(openapi: &Value, form: &Form) -> bool {
    let path: Vec<&str> = form.api.split('?').next().unwrap().split('/').collect();
    openapi["paths"].as_object().unwrap().iter().any(|(template, operations)| {
        let parts: Vec<&str> = template.split('/').collect();
        let fits = |(part, given): (&&str, &&str)| part == given || part.starts_with('{') && !given.is_empty();
        parts.len() == path.len()
            && parts.iter().zip(&path).all(fits)
            && operations.get(form.method.to_lowercase()).is_some()
    })
}

#[test]
fn every_page_of_admins_is_there_in_both_languages_with_words_and_forms_that_the_api_knows() {
    let fixture = AdminFixture::start(&example());
    let openapi = file("openapi/kostka.json");
    let mut seen = 0;
    for address in fixture.admin_pages().into_iter().chain(audit_pages()) {
        for lang in ["pl", "en"] {
            let address = format!("/{lang}{address}");
            let text = fixture.page(&fixture.anna, &address);
            assert!(!text.contains('⟨'), "{address} lacks words: {text}");
            assert_eq!(text.matches("<h1>").count(), 1, "{address}");
            for forbidden in ["<script>", " style=", "javascript:", "onerror=alert(2)>", "⟩"] {
                let inert = text.replace("&#62;&#60;img src=x onerror=alert(2)&#62;", "");
                assert!(!inert.contains(forbidden), "{address} has {forbidden}");
            }
            for form in forms(&text) {
                assert!(is_known(&openapi, &form), "{address}: the API has no {} {}", form.method, form.api);
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn pages_of_admins_are_for_admins_and_those_of_auditors_for_readers_of_the_log() {
    let fixture = AdminFixture::start(&example());
    let mut addresses = fixture.admin_pages();
    addresses.retain(|address| !address.starts_with("/admin/decisions"));
    let player = fixture.instance.member("nikt", &[]);
    for address in &addresses {
        let address = format!("/pl{address}");
        for who in [&fixture.auditor, &player] {
            assert_eq!(fixture.ask(who, "GET", &address, None).status, 403, "{address}");
        }
    }
    for address in audit_pages() {
        let address = format!("/en{address}");
        assert_eq!(fixture.ask(&player, "GET", &address, None).status, 403, "{address}");
        assert_eq!(fixture.ask(&fixture.auditor, "GET", &address, None).status, 200, "{address}");
    }
    assert_eq!(fixture.ask(&player, "GET", "/pl/admin/decisions", None).status, 403);
    assert_eq!(fixture.ask(&fixture.auditor, "GET", "/pl/admin/decisions", None).status, 200);
    for address in addresses.into_iter().chain(audit_pages()) {
        let led = fixture.instance.get(&format!("/pl{address}"));
        assert_eq!(led.status, 303, "{address}");
        assert!(led.header("location").starts_with("/pl/sign-in?next=%2Fpl%2Fa"), "{}", led.header("location"));
        assert_eq!(led.header("cache-control"), "no-store");
    }
}

#[test]
fn two_people_publish_a_list_with_what_its_page_shows_them() {
    let fixture = AdminFixture::start(&example());
    let page = "/en/admin/lists/ranking%3A2025";
    let find = |who: &Member, end: &str, method: &str| {
        let forms = forms(&fixture.page(who, page));
        forms.into_iter().find(|form| form.api.ends_with(end) && form.method == method)
    };
    assert!(find(&fixture.anna, "/editions", "POST").is_none(), "nothing was submitted");
    let submit = find(&fixture.anna, "/submission", "POST").unwrap();
    let sent = fixture.ask(&fixture.anna, "POST", &submit.api, Some(&Value::Object(submit.hidden)));
    assert_eq!(sent.status, 201, "{}", sent.text());

    assert!(find(&fixture.anna, "/editions", "POST").is_none(), "whoever has submitted it cannot publish it");
    assert!(find(&fixture.anna, "/submission", "DELETE").is_some(), "it can be taken back");
    let queue = fixture.page(&fixture.beata, "/en/admin");
    assert!(queue.contains("/en/admin/lists/ranking%3A2025"), "{queue}");
    let publish = find(&fixture.beata, "/editions", "POST").unwrap();
    assert_eq!(publish.hidden.keys().collect::<Vec<_>>(), ["digest", "submission"]);
    let sent = fixture.ask(&fixture.beata, "POST", &publish.api, Some(&Value::Object(publish.hidden)));
    assert_eq!(sent.status, 201, "{}", sent.text());

    assert!(find(&fixture.anna, "/submission", "POST").is_none(), "there is nothing new to publish");
    let editions = fixture.page(&fixture.auditor, "/en/audit/editions");
    assert!(editions.contains("/api/v1/lists/ranking%3A2025/editions/1/proof"), "{editions}");
    let diff = fixture.page(&fixture.auditor, "/en/audit/diff?season=2025&from=ranking%3A2025%401");
    assert!(diff.contains("No list differs."), "{diff}");
}

#[test]
fn a_cause_that_only_readers_of_the_log_are_told_of_has_its_sentence_in_the_difference() {
    let fixture = AdminFixture::start(&example());
    let mw = "/api/v1/mw/mw-2025-slaskie";
    let offer = fixture.ask(&fixture.anna, "GET", &format!("{mw}/proposals"), None).json()["wildcards"].take();
    let body = json!({ "players": [offer["proposed"][0]["player_id"]], "proposal": offer["proposal"] });
    let before = fixture.instance.position().0;
    let sent = fixture.ask(&fixture.anna, "POST", &format!("{mw}/wildcards/nominations"), Some(&body));
    assert_eq!(sent.status, 200, "{}", sent.text());
    let diff = format!("?from={before}&to={}", before + 1);
    let public = fixture.ask(&fixture.auditor, "GET", &format!("/api/v1/seasons/2025/diff{diff}"), None).json();
    let cause = &public["mw"][0]["rows"][0]["cause"];
    assert_eq!((&cause["type"], &cause["sentence"]), (&json!("ledger.wildcard_nominated"), &Value::Null), "{public}");
    let page = fixture.page(&fixture.auditor, &format!("/pl/audit/diff{diff}&season=2025"));
    assert!(page.contains("Zgłoszono dziką kartę do") && !page.contains("ledger.wildcard_nominated"), "{page}");
}

#[test]
fn what_is_still_empty_says_so_in_words_of_its_own() {
    let fixture = AdminFixture::start(&example());
    let act = |path: &str, body: Value| {
        let sent = fixture.ask(&fixture.anna, "POST", path, Some(&body));
        assert!(matches!(sent.status, 200 | 201), "{path}: {}", sent.text());
        sent.json()["id"].as_str().unwrap_or_default().to_owned()
    };
    let rulebook = "pl-2024-25";
    let (first, last) = ("2090-02-10", "2090-11-10");
    let league = act(
        "/api/v1/leagues",
        json!({
            "name": "Liga Pusta", "voivodeship": "łódzkie", "planned_meetings": 6, "first_day": first, "last_day": last,
            "rulebook": rulebook,
        }),
    );
    let cycle = act("/api/v1/grand-prix", json!({ "name": "Grand Prix Puste", "rulebook": rulebook }));
    let online = json!({ "kind": "gold", "edition": 2, "first_day": first, "last_day": last });
    let online = act("/api/v1/online-events", online);
    let mw = json!({ "id": "mw-pusty", "voivodeship": "łódzkie", "first_day": first, "last_day": last, "rulebook": rulebook });
    act("/api/v1/mw", mw);
    let approval = format!("/api/v1/applications/{}/approval", fixture.application);
    act(&approval, json!({ "rulebook": rulebook }));
    let page = |path: String| fixture.page(&fixture.anna, &path);

    let cycle = page(format!("/pl/grand-prix/{cycle}"));
    assert!(cycle.contains("Nikt jeszcze nie ma punktów w tym cyklu."), "{cycle}");
    assert!(cycle.contains("W cyklu nie ma jeszcze żadnego turnieju."), "{cycle}");
    let league = page(format!("/pl/leagues/{league}"));
    assert!(league.contains("Liga rozpocznie się 10 lutego 2090.") && !league.contains("jeszcze trwa"), "{league}");
    let online = page(format!("/pl/online-events/{online}"));
    assert!(online.contains("Rozgrywki rozpoczną się 10 lutego 2090."), "{online}");
    assert!(!online.contains("tabela tymczasowa"), "{online}");
    let tournament = page(format!("/pl/tournaments/{}", fixture.application));
    assert!(tournament.contains("Nikt się jeszcze nie zapisał."), "{tournament}");
    let ledger = page("/pl/admin/ledger/mw/mw-pusty".to_owned());
    assert!(!ledger.contains("<tbody></tbody>"), "{ledger}");
    assert!(page("/pl/admin/ledger/mp/2025".to_owned()).contains("<tbody><tr>"), "a table with rows is shown");
}

#[test]
fn an_application_is_approved_with_what_its_page_offers() {
    let fixture = AdminFixture::start(&example());
    let address = format!("/pl/admin/applications/{}", fixture.application);
    let page = fixture.page(&fixture.anna, &address);
    assert!(page.contains("halina@example.org") && page.contains("został"), "{page}");
    let approve = forms(&page).into_iter().find(|form| form.api.ends_with("/approval")).unwrap();
    let sent = fixture.ask(&fixture.anna, "POST", &approve.api, Some(&json!({ "class": "eliminatory" })));
    assert_eq!(sent.status, 200, "{}", sent.text());
    assert!(forms(&fixture.page(&fixture.anna, &address)).is_empty(), "what was decided is not decided again");
}

#[test]
fn an_application_without_an_account_warns_that_there_will_be_no_organiser_and_leads_to_the_role() {
    let fixture = AdminFixture::start(&example());
    let sent = fixture.instance.send_json("POST", "/api/v1/applications", &[], &application("Turniej bez konta"));
    assert_eq!(sent.status, 201, "{}", sent.text());
    let id = sent.json()["id"].as_str().unwrap().to_owned();
    let address = |lang: &str| format!("/{lang}/admin/applications/{id}");
    let warning = [("pl", "Zgłoszenie przyszło bez konta."), ("en", "The application came without an account.")];
    for (lang, words) in warning {
        assert!(fixture.page(&fixture.anna, &address(lang)).contains(words), "{lang}");
    }
    let approve = format!("/api/v1/applications/{id}/approval");
    assert_eq!(fixture.ask(&fixture.anna, "POST", &approve, Some(&json!({}))).status, 200);
    let page = fixture.page(&fixture.anna, &address("pl"));
    assert!(page.contains("Turniej nie ma organizatora"), "{page}");
    let grant = forms(&page).into_iter().find(|form| form.api.ends_with("/grants")).unwrap();
    let event = json!({ "kind": "tournament", "id": id });
    assert_eq!(grant.hidden["role"], "organiser");
    assert_eq!((&grant.hidden["event.kind"], &grant.hidden["event.id"]), (&event["kind"], &event["id"]));
    let api = grant.api.replace("{account}", &fixture.beata.account.to_string());
    let sent = fixture.ask(&fixture.anna, "POST", &api, Some(&json!({ "role": "organiser", "event": event })));
    assert_eq!(sent.status, 200, "{}", sent.text());
    assert!(forms(&fixture.page(&fixture.anna, &address("pl"))).is_empty(), "there is an organiser");
    let own = fixture.page(&fixture.anna, &format!("/pl/admin/applications/{}", fixture.application));
    assert!(!own.contains(warning[0].1), "whoever applied with an account becomes the organiser");
}

#[test]
fn accounts_say_who_signs_in_in_two_steps() {
    let fixture = AdminFixture::start(&example());
    for (lang, words) in [("pl", "wyłączona"), ("en", "off")] {
        let list = fixture.page(&fixture.anna, &format!("/{lang}/admin/accounts"));
        assert!(list.contains(&format!(">{words}</td>")), "{list}");
        let one = fixture.page(&fixture.anna, &format!("/{lang}/admin/accounts/{}", fixture.auditor.account));
        assert!(one.contains(&format!("<strong>{words}</strong>")), "{one}");
        assert!(!forms(&one).iter().any(|form| form.api.ends_with("/second-factor")), "there is none to take away");
    }
}

#[test]
fn a_qualification_is_granted_with_the_proposal_that_its_page_shows() {
    let fixture = AdminFixture::start(&example());
    let address = "/en/admin/ledger/mp/2025?event_id=t-rybnik-2024-10-19";
    let page = fixture.page(&fixture.anna, address);
    let grant = forms(&page).into_iter().find(|form| form.api.ends_with("/grants")).unwrap();
    assert!(page.contains("<fieldset data-least>"), "whoever ticks nobody must not grant to everybody: {page}");
    let rehearsed = format!("{}?dry_run=true", grant.api);
    let body = Value::Object(grant.hidden);
    let consequences = fixture.ask(&fixture.anna, "POST", &rehearsed, Some(&body)).json()["consequences"].take();
    let row = &consequences["qualifications"][0]["rows"][0];
    assert!(!row["before"]["text"].as_str().unwrap().is_empty(), "{consequences}");
    assert_ne!(row["before"]["text"], row["after"]["text"], "{consequences}");
    assert!(consequences["qualifications"][0]["title"].is_string(), "{consequences}");
    let sent = fixture.ask(&fixture.anna, "POST", &grant.api, Some(&body));
    assert_eq!(sent.status, 200, "{}", sent.text());
    let page = fixture.page(&fixture.anna, address);
    let acts: Vec<String> = forms(&page).into_iter().map(|form| form.api).collect();
    assert!(acts.iter().any(|api| api.ends_with("/revocations")), "{acts:?}");
    assert!(!acts.iter().any(|api| api.ends_with("/grants")), "{acts:?}");
}

#[test]
fn the_log_is_searched_by_kind_actor_and_time() {
    let fixture = AdminFixture::start(&example());
    let anna = format!("account/{}", fixture.anna.account);
    let log = |query: &str| fixture.page(&fixture.auditor, &format!("/en/audit{query}"));
    let hers = log(&format!("?actor={}", anna.replace('/', "%2F")));
    assert_eq!(hers.matches("/en/audit/events/").count(), 1, "{hers}");
    assert!(hers.contains("tournament/"), "{hers}");
    let rulebooks = log("?kind=rulebook");
    assert!(rulebooks.contains("/en/audit/events/1\""), "{rulebooks}");
    assert!(!rulebooks.contains("stream=player"), "{rulebooks}");
    assert!(log("?until=0").contains("Nothing of the kind"));
    assert!(log("?from=2999-01-01T00%3A00").contains("Nothing of the kind"));
    let parts = log("?from=10&until=12");
    assert_eq!(parts.matches("class=\"from\"").count(), 2, "{parts}");
    assert!(log("?from=wczoraj").contains("role=\"alert\""));
    // Auditors learn what somebody may do and not who it is; admins read names.
    assert!(hers.contains(">admin (account "), "{hers}");
    assert!(!hers.contains(">anna"), "{hers}");
    let imported = log("?actor=import");
    assert!(imported.contains(">data import</a>"), "{imported}");
    let by_number = log("?from_event=10&until=2999-01-01T00%3A00&until_event=12");
    assert_eq!(by_number.matches("class=\"from\"").count(), 2, "{by_number}");
    let nobody = fixture.instance.get(&format!("/api/v1/audit-trail?actor={}", anna.replace('/', "%2F")));
    assert_eq!(nobody.status, 403, "who did what is for readers of the log");
}

/// The example after many years: more tournaments and championships than one page of a list has, all of them older.
fn many_years() -> Value {
    let mut bundle = example();
    let players: Vec<Value> = (0..40).map(|at| bundle["players"][at]["id"].clone()).collect();
    for number in 0..205 {
        let day = format!("{}-01-{:02}", 1990 + number / 20, 1 + number % 20);
        let placed = players.iter().enumerate();
        let results = placed.map(|(at, player)| json!({ "player": player, "games_played": 9, "place": at + 1 }));
        bundle["tournaments"].as_array_mut().unwrap().push(json!({
            "id": format!("t-dawny-{number}"), "name": format!("Dawny Turniej {number}"), "voivodeship": "śląskie",
            "ended_at": format!("{day}T15:00:00+01:00"), "submitted_at": "1989-01-01T10:00:00+01:00",
            "class": "eliminatory", "planned_games": 9, "results": results.take(4).collect::<Vec<_>>(),
        }));
        bundle["mw"].as_array_mut().unwrap().push(json!({
            "id": format!("mw-dawne-{number}"), "voivodeship": "opolskie", "from": day, "to": day,
        }));
    }
    bundle
}

#[test]
fn whatever_is_chosen_from_is_there_also_after_many_years() {
    let fixture = AdminFixture::start(&many_years());
    let cycle = fixture.page(&fixture.anna, "/pl/admin/events/grand-prix/gp-slask-2025");
    for id in ["t-dawny-0", "t-dawny-204", "t-czestochowa-2025-09-14"] {
        assert!(cycle.contains(&format!("value=\"{id}\"")), "{id}: {cycle}");
    }
    for (page, at) in [("/pl/admin/events", "/pl/admin/events/mw/"), ("/pl/admin/ledger", "/pl/admin/ledger/mw/")] {
        let text = fixture.page(&fixture.anna, page);
        for id in ["mw-dawne-0", "mw-dawne-204", "mw-2025-slaskie"] {
            assert!(text.contains(&format!("{at}{id}\"")), "{page} {id}: {text}");
        }
    }
}

/// The example with many tournaments that were too small and are to be decided on.
fn much_to_decide() -> Value {
    let mut bundle = example();
    let tournaments = bundle["tournaments"].as_array_mut().unwrap();
    let mut small = tournaments.iter().find(|it| it["id"] == "t-suwalki-2025-02-22").unwrap().clone();
    small.as_object_mut().unwrap().remove("exception_decision");
    for number in 0..205 {
        small["id"] = json!(format!("t-niewielki-{number}"));
        small["ended_at"] = json!(format!("2025-0{}-{:02}T15:00:00+02:00", 5 + number / 100, 1 + number % 28));
        tournaments.push(small.clone());
    }
    bundle
}

#[test]
fn the_queue_of_decisions_goes_on_where_a_page_of_it_ends() {
    let fixture = AdminFixture::start(&much_to_decide());
    let waits = |path: &str| fixture.ask(&fixture.anna, "GET", path, None).json();
    let first = waits("/api/v1/decisions?limit=200");
    let cursor = first["next"].as_str().expect("more waits than one page holds");
    let second = waits(&format!("/api/v1/decisions?limit=200&cursor={cursor}"))["items"].take();
    let second = second.as_array().unwrap();
    let page = fixture.page(&fixture.anna, "/en/admin/decisions");
    let all = format!("({})", first["items"].as_array().unwrap().len() + second.len());
    assert!(second.len() < 200 && page.contains(&all), "everything is counted: {all} {page}");
    let link = page.split("<a rel=\"next\" href=\"").nth(1).unwrap_or_else(|| panic!("{page}"));
    let next = fixture.page(&fixture.anna, &link.split('"').next().unwrap().replace("&#38;", "&"));
    let last = second.iter().rfind(|it| it["kind"] == "exception").unwrap()["about"]["id"].as_str().unwrap();
    let last = format!("id=\"d-exception-{last}\"");
    assert!(!page.contains(&last) && next.contains(&last), "{last}: {next}");
    assert!(!next.contains("rel=\"next\""), "{next}");
    assert!(next.contains(&all), "{next}");
}

#[test]
fn the_ranking_at_a_moment_goes_on_after_its_first_page_and_its_file_is_whole() {
    let fixture = AdminFixture::start(&example());
    let position = fixture.instance.position().0;
    let rows = fixture.instance.get(&format!("/api/v1/seasons/2025/ranking?limit=500&as_of={position}")).json();
    let total = rows["total"].as_u64().unwrap() as usize;
    assert!(total > 200);
    let name = |at: usize| format!("/players/{}\"", rows["items"][at]["player_id"].as_str().unwrap());
    let first = fixture.page(&fixture.auditor, &format!("/en/audit/moment?season=2025&as_of={position}"));
    let link = first.split("<a rel=\"next\" href=\"").nth(1).unwrap_or_else(|| panic!("{first}"));
    let second = fixture.page(&fixture.auditor, &link.split('"').next().unwrap().replace("&#38;", "&"));
    assert!(first.contains(&name(99)) && !first.contains(&name(100)), "{first}");
    assert!(second.contains(&name(100)) && !second.contains(&name(99)), "{second}");
    assert!(second.contains("<a rel=\"prev\"") && second.contains(&format!("value=\"{position}\"")), "{second}");
    let file = first.split("Download as CSV").next().unwrap().rsplit("href=\"").next().unwrap();
    let file = fixture.instance.get(&file.split('"').next().unwrap().replace("&#38;", "&"));
    assert_eq!(file.text().lines().count() - 1, total, "{}", file.text());
}

#[test]
fn in_the_calendar_of_staff_a_decision_that_is_due_leads_to_the_application() {
    let fixture = AdminFixture::start(&example());
    let file = fixture.page(&fixture.anna, "/api/v1/seasons/2026/calendar?format=ics").replace("\r\n ", "");
    let page = format!("/pl/admin/applications/{}", fixture.application);
    assert!(file.contains(&format!("URL:http://127.0.0.1:8080{page}\r\n")), "{file}");
    assert!(fixture.page(&fixture.anna, &page).contains("Biblioteka"));
}

#[test]
fn names_that_look_like_markup_are_text_on_pages_of_staff() {
    let mut bundle = example();
    for player in bundle["players"].as_array_mut().unwrap() {
        player["surname"] = json!(SCRIPT);
        player["city"] = json!(PICTURE);
    }
    for tournament in bundle["tournaments"].as_array_mut().unwrap() {
        tournament["name"] = json!(PICTURE);
    }
    let fixture = AdminFixture::start(&bundle);
    for address in fixture.admin_pages().into_iter().chain(audit_pages()) {
        let text = fixture.page(&fixture.anna, &format!("/pl{address}"));
        assert!(!text.contains("<script>") && !text.contains("<img src=x"), "{address}: {text}");
    }
}
