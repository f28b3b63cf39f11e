//! Decisions that persons take about a season over HTTP, and the queue of those that wait.

use api::testing::{Instance, Reply};
use commands::bundle_import::{ImportOptions, import};
use domain::event::{CompetitionKind, Grant, GrantedCompetition, Role};
use domain::values::ids::CompetitionId;
use formats::bundle::Bundle;
use serde_json::{Value, json};

const SEASON: &str = include_str!("../../../../../examples/season-2025.bundle.json");

/// A service with an imported season, an admin and an arbiter.
struct World {
    instance: Instance,
    admin: String,
    arbiter: String,
}

impl World {
    fn of(bundle: Value) -> Self {
        let instance = Instance::start();
        let bundle: Bundle = serde_json::from_value(bundle).unwrap();
        let options = ImportOptions { correct: false, reason: None };
        import(&*instance.log, &instance.vault, &*instance.clock, &bundle, &options, &mut |_, _| ()).unwrap();
        let (admin, arbiter) = (instance.signed_in(Role::Admin), instance.signed_in(Role::Arbiter));
        Self { instance, admin, arbiter }
    }

    /// The fictional season of the examples.
    fn example() -> Self {
        Self::of(serde_json::from_str(SEASON).unwrap())
    }

    fn get_as(&self, who: &str, path: &str) -> Reply {
        let sign = if path.contains('?') { '&' } else { '?' };
        let path = format!("{path}{sign}wait_for={}", self.instance.position().0);
        let headers: &[(&str, &str)] = if who.is_empty() { &[] } else { &[("Authorization", who)] };
        self.instance.send("GET", &path, headers, None)
    }

    /// What waits, as somebody sees it.
    fn waiting_as(&self, who: &str, filter: &str) -> Vec<Value> {
        let mut found = Vec::new();
        let mut cursor = String::new();
        loop {
            let reply = self.get_as(who, &format!("/api/v1/decisions?limit=7{filter}{cursor}"));
            assert_eq!(reply.status, 200, "{}", reply.text());
            let page = reply.json();
            found.extend(page["items"].as_array().unwrap().iter().cloned());
            match page["next"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return found,
            }
        }
    }

    /// What waits of a kind about an event or a season.
    fn waiting(&self, kind: &str, about: &str) -> Option<Value> {
        let all = self.waiting_as(&self.admin, &format!("&kind={kind}"));
        all.into_iter().find(|item| item["about"]["id"] == about)
    }

    fn send(&self, who: &str, method: &str, path: &str, if_match: Option<&str>, body: Option<&Value>) -> Reply {
        let mut headers = vec![("Authorization", who)];
        headers.extend(if_match.map(|etag| ("If-Match", etag)));
        match body {
            Some(body) => self.instance.send_json(method, path, &headers, body),
            None => self.instance.send(method, path, &headers, None),
        }
    }

    /// Sends as the admin, with this status.
    fn act(&self, method: &str, path: &str, if_match: Option<&str>, body: Option<&Value>, status: u16) -> Reply {
        let reply = self.send(&self.admin, method, path, if_match, body);
        assert_eq!(reply.status, status, "{method} {path}: {}", reply.text());
        reply
    }

    fn organiser(&self, tournament: &str) -> String {
        let event =
            GrantedCompetition { kind: CompetitionKind::Tournament, id: CompetitionId::parse(tournament).unwrap() };
        self.instance.member("organiser", &[Grant { role: Role::Organiser, event: Some(event) }]).authorization
    }

    /// The opaque id of a player by the name in these seasons.
    fn player(&self, surname: &str) -> String {
        let found = self.get_as("", &format!("/api/v1/players?q={surname}")).json();
        found["items"][0]["id"].as_str().unwrap().to_owned()
    }
}

fn ids(item: &Value) -> Vec<String> {
    let candidates = item["candidates"].as_array().unwrap().iter();
    candidates.map(|person| person["player"].as_str().unwrap().to_owned()).collect()
}

fn names(item: &Value) -> Vec<String> {
    let candidates = item["candidates"].as_array().unwrap().iter();
    candidates.map(|person| person["name"].as_str().unwrap().rsplit(' ').next().unwrap().to_owned()).collect()
}

fn refusal(reply: &Reply) -> (u16, String) {
    (reply.status, reply.json()["reason"].as_str().unwrap_or_default().to_owned())
}

fn types(reply: &Reply) -> Vec<String> {
    let events = reply.json()["events"].as_array().unwrap().clone();
    events.iter().map(|event| event["type"].as_str().unwrap().to_owned()).collect()
}

/// Letters make names that sort and search like the number.
fn surname(number: usize) -> String {
    let letter = |digit: usize| char::from(b'a' + u8::try_from(digit % 26).unwrap());
    format!("Gracz{}{}", letter(number / 26), letter(number))
}

/// A tournament whose places these players take, filled up with players from 40 on.
fn tournament(id: &str, class: &str, voivodeship: &str, ended_at: &str, first: &[usize], count: usize) -> Value {
    let players = first.iter().copied().chain(40..);
    let result = |(index, player): (usize, usize)| json!({ "player": format!("p{player}"), "games_played": 12, "place": index + 1 });
    let results: Vec<Value> = players.take(count).enumerate().map(result).collect();
    json!({
        "id": id, "name": id, "ended_at": ended_at, "submitted_at": "2024-12-01T10:00:00+01:00", "voivodeship": voivodeship,
        "class": class, "planned_games": 12, "results": results,
    })
}

fn season(tournaments: &[Value]) -> Value {
    let player = |number: usize| {
        let country = if number == 2 { "CZ" } else { "PL" };
        json!({
            "id": format!("p{number}"), "first_name": "Anna", "surname": surname(number), "city": "Wzorów",
            "voivodeship": "lubelskie", "country": country,
        })
    };
    json!({
        "format": "season-bundle/1", "rulebook": { "base": "pl-2024-25", "overrides": {} },
        "seasons": [{ "id": "2025", "from": "2024-09-29", "to": "2025-09-19", "mp_first_day": "2025-09-20" }],
        "players": (0..80).map(player).collect::<Vec<_>>(), "tournaments": tournaments,
        "leagues": [], "grand_prix": [], "online": [], "waivers": [], "mw": [], "tie_decisions": [],
    })
}

/// E20 h: both tournaments have P as the winner, and the first needs a decision. The ranking has given nothing yet.
fn two_tournaments() -> Value {
    let mut season = season(&[
        tournament("t-1", "eliminatory", "lubelskie", "2025-03-01T18:00:00+01:00", &[1, 10, 11, 12], 26),
        tournament("t-2", "eliminatory", "mazowieckie", "2025-03-08T18:00:00+01:00", &[1, 20, 21, 22], 30),
    ]);
    season["seasons"][0].as_object_mut().unwrap().remove("mp_first_day");
    season
}

#[test]
fn e20_h_an_exception_decided_late_changes_the_person() {
    let world = World::of(two_tournaments());
    let waits = world.waiting("exception", "t-1").unwrap();
    assert_eq!(waits["link"], json!({ "method": "PUT", "href": "/api/v1/tournaments/t-1/exception" }));
    assert_eq!(
        (&waits["decided_by"], &waits["can_i"], &waits["season"]),
        (&json!(["admin"]), &json!(true), &json!("2025"))
    );
    assert!(world.waiting("confirm", "t-1").is_none());
    assert_eq!(names(&world.waiting("confirm", "t-2").unwrap()), [surname(1)]);

    let path = "/api/v1/tournaments/t-1/exception";
    let granted = json!({ "granted": true });
    for who in [&world.arbiter, &world.organiser("t-1")] {
        assert_eq!(world.send(who, "PUT", path, None, Some(&granted)).status, 403);
    }
    let rehearsed = world.act("PUT", &format!("{path}?dry_run=true"), None, Some(&granted), 200);
    assert_eq!(types(&rehearsed), ["tournament.exception_decided"]);
    let decided = world.act("PUT", path, None, Some(&granted), 201);
    // The first tournament is judged when it is decided: P has the second one's qualification by then (AMB-14).
    assert!(world.waiting("exception", "t-1").is_none());
    assert_eq!(names(&world.waiting("confirm", "t-1").unwrap()), [surname(10)]);
    assert_eq!(names(&world.waiting("confirm", "t-2").unwrap()), [surname(1)]);

    world.act("PUT", path, None, Some(&json!({ "granted": false })), 428);
    world.act("PUT", path, Some("\"1\""), Some(&json!({ "granted": false })), 412);
    let refused = world.act("PUT", path, Some(decided.header("etag")), Some(&json!({ "granted": false })), 200);
    assert!(world.waiting("confirm", "t-1").is_none() && world.waiting("exception", "t-1").is_none());
    world.act("DELETE", path, None, None, 428);
    let withdrawn = world.act("DELETE", path, Some(refused.header("etag")), None, 200);
    assert_eq!(types(&withdrawn), ["tournament.exception_decision_withdrawn"]);
    assert!(world.waiting("exception", "t-1").is_some());

    let unneeded = world.act("PUT", "/api/v1/tournaments/t-2/exception", None, Some(&granted), 409);
    assert_eq!(refusal(&unneeded), (409, "no-decision-needed".to_owned()));
    world.act("PUT", "/api/v1/tournaments/t-9/exception", None, Some(&granted), 404);
}

#[test]
fn what_waited_at_an_earlier_moment_can_be_read_with_all_its_pages() {
    let world = World::of(two_tournaments());
    let before = world.instance.position().0;
    let waited = world.waiting_as(&world.admin, "");
    let granted = json!({ "granted": true });
    world.act("PUT", "/api/v1/tournaments/t-1/exception", None, Some(&granted), 201);
    assert!(world.waiting("exception", "t-1").is_none());
    assert_eq!(world.waiting_as(&world.admin, &format!("&as_of={before}")), waited);
    let first = world.get_as(&world.admin, &format!("/api/v1/decisions?limit=1&as_of={before}"));
    assert!(first.header("kostka-as-of").starts_with(&format!("{before}; ")));
    let next = first.json()["next"].as_str().unwrap().to_owned();
    let second = world.get_as(&world.admin, &format!("/api/v1/decisions?limit=1&as_of={before}&cursor={next}")).json();
    assert_eq!(second["items"][0], waited[1]);
    let mixed = world.get_as(&world.admin, &format!("/api/v1/decisions?limit=1&cursor={next}"));
    assert_eq!(mixed.status, 400, "a cursor goes on in the list that it is of");
    assert_eq!(world.get_as(&world.admin, "/api/v1/decisions?as_of=99999").status, 422);
}

#[test]
fn a_waiver_outside_an_event_skips_what_is_decided_later() {
    let world = World::of(two_tournaments());
    let player = world.player(&surname(1));
    let path = format!("/api/v1/players/{player}/waivers");
    let said = json!({ "declared_at": "2025-03-05T12:00:00+01:00" });
    assert_eq!(world.send(&world.arbiter, "POST", &path, None, Some(&said)).status, 403);
    world.act("POST", &path, None, Some(&said), 201);
    assert_eq!(names(&world.waiting("confirm", "t-2").unwrap()), [surname(20)]);
    assert_eq!(types(&world.act("POST", &path, None, Some(&said), 201)), Vec::<String>::new());
    let again = world.act("POST", &path, None, Some(&json!({ "declared_at": "2025-03-06T12:00:00+01:00" })), 409);
    assert_eq!(refusal(&again).1, "already-declared");
    let nowhere = world.act("POST", &path, None, Some(&json!({})), 422);
    assert_eq!(refusal(&nowhere).1, "no-season");
    let to_come = world.act("POST", &path, None, Some(&json!({ "declared_at": "2099-01-01T12:00:00+01:00" })), 422);
    assert_eq!(refusal(&to_come).1, "still-to-come");
    world.act("DELETE", &format!("{path}/2025"), None, None, 200);
    assert_eq!(names(&world.waiting("confirm", "t-2").unwrap()), [surname(1)]);
    assert_eq!(refusal(&world.act("DELETE", &format!("{path}/2025"), None, None, 409)).1, "nothing-declared");
}

#[test]
fn a_tie_decided_by_an_arbiter_moves_the_qualification() {
    let world = World::example();
    let event = "t-rzeszow-2025-05-31";
    let tie = world.waiting("tie", event).unwrap();
    assert_eq!((&tie["open"], &tie["candidates_total"]), (&json!(1), &json!(2)));
    assert_eq!(tie["decided_by"], json!(["arbiter", "admin"]));
    let path = format!("/api/v1/tournaments/{event}/qualification-tie");
    assert_eq!(tie["link"], json!({ "method": "PUT", "href": path }));
    let mut order = ids(&tie);
    order.reverse();
    let auditor = world.instance.signed_in(Role::Auditor);
    for who in [&world.organiser(event), &auditor] {
        assert_eq!(world.send(who, "PUT", &path, None, Some(&json!({ "order": order }))).status, 403);
    }
    let missing = world.send(&world.arbiter, "PUT", &path, None, Some(&json!({ "order": order[..1] })));
    assert_eq!(refusal(&missing), (422, "player-missing".to_owned()));
    let decided = world.send(&world.arbiter, "PUT", &path, None, Some(&json!({ "order": order })));
    assert_eq!(
        (decided.status, types(&decided)),
        (201, vec!["tournament.tie_decided".to_owned()]),
        "{}",
        decided.text()
    );
    assert!(world.waiting("tie", event).is_none());
    assert_eq!(ids(&world.waiting("confirm", event).unwrap())[0], order[0]);
    order.reverse();
    let etag = decided.header("etag");
    let turned = world.send(&world.arbiter, "PUT", &path, Some(etag), Some(&json!({ "order": order })));
    assert_eq!(turned.status, 200, "{}", turned.text());
    assert_eq!(ids(&world.waiting("confirm", event).unwrap())[0], order[0]);
    let stale = world.send(&world.arbiter, "DELETE", &path, Some(etag), None);
    assert_eq!(stale.status, 412);
    world.act("DELETE", &path, Some("*"), None, 200);
    assert!(world.waiting("tie", event).is_some());
    let none = world.act(
        "PUT",
        "/api/v1/leagues/l-rybnik-2025/qualification-tie",
        None,
        Some(&json!({ "order": order })),
        409,
    );
    assert_eq!(refusal(&none).1, "no-tie");
}

#[test]
fn every_item_says_what_it_is_about() {
    let world = World::example();
    let (mut confirm, mut online) = (0, 0);
    for item in world.waiting_as(&world.admin, "") {
        let sentence = item["sentence"].as_str().unwrap();
        let to = item["championship"].as_str().unwrap_or_default();
        assert!(item["kind"] != "wildcards" || to.starts_with("mw:"), "{item}");
        if item["kind"] == "confirm" {
            confirm += 1;
            let words = if to.starts_with("mp:") { "Mistrzostw Polski" } else { "Mistrzostw Wojewódzkich" };
            assert!(sentence.contains(words), "{item}");
        }
        if item["about"]["kind"] == "online-event" {
            online += 1;
            assert!(item["about"]["name"].as_str().unwrap().contains("edycja"), "{item}");
        }
    }
    assert!(confirm > 0 && online > 0, "{confirm} {online}");
}

#[test]
fn a_grand_prix_with_too_few_valid_events_waits_for_the_main_organiser() {
    let world = World::example();
    let waits = world.waiting("grand_prix", "gp-wielkopolska-2025").unwrap();
    let href = "/api/v1/seasons/2025/qualifications/mp/grants";
    assert_eq!((&waits["open"], &waits["link"]["href"]), (&json!(1), &json!(href)));
    assert!(waits["candidates_total"].as_u64().unwrap() > 10);
    assert_eq!(waits["rule"], "REG I.12; R-AWG-01, AMB-71");
}

#[test]
fn e28_championships_are_announced_and_who_is_qualified_for_two_on_one_day_chooses() {
    let world = World::example();
    let rulebook = world.get_as("", "/api/v1/seasons/2025").json()["rulebook"].clone();
    let new = |id: &str, first: &str| json!({ "id": id, "voivodeship": "opolskie", "first_day": first, "last_day": "2025-10-10", "rulebook": rulebook });
    let announced = world.act("POST", "/api/v1/mw", None, Some(&new("mw-opolskie", "2024-09-29")), 201);
    assert_eq!(announced.header("location"), "/api/v1/mw/mw-opolskie");
    assert_eq!(world.send(&world.arbiter, "POST", "/api/v1/mw", None, Some(&new("mw-x", "2024-09-29"))).status, 403);
    let overlaps = world.act("POST", "/api/v1/mw", None, Some(&new("mw-other", "2025-10-10")), 409);
    assert_eq!(refusal(&overlaps).1, "championship-overlaps");
    let days = |first: &str, last: &str| json!({ "first_day": first, "last_day": last });
    let path = "/api/v1/mw/mw-opolskie";
    let schedule = |first: &str, status: u16| {
        world.act("PUT", &format!("{path}/days"), Some("*"), Some(&days(first, first)), status)
    };
    assert_eq!(refusal(&schedule("2025-09-30", 422)).1, "outside-quarter");
    assert_eq!(refusal(&schedule("2025-10-10", 422)).1, "played-too-early");
    assert_eq!(types(&schedule("2025-10-11", 200)), ["championship.scheduled"]);
    let corrected = json!({
        "voivodeship": "opolskie", "first_day": "2024-09-29", "last_day": "2025-10-09", "rulebook": rulebook, "reason": "Pomyłka",
    });
    world.act("PUT", path, None, Some(&corrected), 428);
    assert_eq!(types(&world.act("PUT", path, Some("*"), Some(&corrected), 200)), ["championship.corrected"]);

    assert!(world.waiting_as(&world.admin, "&kind=mw_choice").is_empty());
    for championship in ["mw-2025-slaskie", "mw-2025-mazowieckie"] {
        let path = format!("/api/v1/mw/{championship}/days");
        world.act("PUT", &path, Some("*"), Some(&days("2025-11-08", "2025-11-09")), 200);
    }
    let waiting = world.waiting_as(&world.admin, "&kind=mw_choice");
    assert_eq!(waiting.len(), 3);
    assert_eq!(waiting[0]["among"], json!(["mw-2025-mazowieckie", "mw-2025-slaskie"]));
    assert_eq!((&waiting[0]["deadline"], &waiting[0]["overdue"]), (&json!("2025-11-08"), &json!(true)));
    let player = &ids(&waiting[0])[0];
    let choose = json!({ "player": player });
    let stranger = world.act("POST", &format!("{path}/choices"), None, Some(&choose), 422);
    assert_eq!(refusal(&stranger).1, "not-qualified");
    assert_eq!(
        types(&world.act("POST", "/api/v1/mw/mw-2025-slaskie/choices", None, Some(&choose), 201)),
        ["ledger.mw_chosen"]
    );
    assert_eq!(world.waiting_as(&world.admin, "&kind=mw_choice").len(), 2);
}

#[test]
fn e31_the_nominee_is_the_best_citizen_who_did_not_go_last_time() {
    let championship = tournament("mp-2025", "mp", "mazowieckie", "2025-09-20T18:00:00+02:00", &[1, 2, 3], 40);
    let world = World::of(season(&[championship]));
    let path = "/api/v1/seasons/2025/wrc-nominee";
    let waits = world.waiting("wrc_nominee", "2025").unwrap();
    assert_eq!(names(&waits), [surname(1)]);
    let before = world.player(&surname(1));
    let proposal = world.get_as(&world.admin, &format!("{path}?previous={before}")).json()["proposal"].take();
    let told = |list: &Value| {
        let of = |it: &Value| it["name"].as_str().unwrap().rsplit(' ').next().unwrap().to_owned();
        list.as_array().unwrap().iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(told(&proposal["proposed"]), [surname(3)]);
    assert_eq!(told(&proposal["passed_over"]), [surname(1), surname(2)]);
    assert_eq!(proposal["passed_over"][0]["reason"], "represented_at_previous_wrc");
    assert_eq!(proposal["passed_over"][1]["reason"], "not_a_citizen");
    let public = world.get_as("", path).json();
    assert!(public["proposal"].is_null() && public["nominee"].is_null());
    let auditor = world.instance.signed_in(Role::Auditor);
    assert!(world.get_as(&auditor, path).json()["proposal"].is_null());

    let foreign = json!({ "player": world.player(&surname(2)), "reason": "Bo tak" });
    assert_eq!(refusal(&world.act("POST", path, None, Some(&foreign), 422)).1, "not-eligible");
    let fourth = json!({ "player": world.player(&surname(40)) });
    assert_eq!(refusal(&world.act("POST", path, None, Some(&fourth), 422)).1, "reason-needed");
    let unseen = world.act("POST", path, None, Some(&json!({ "previous": [before] })), 422);
    assert_eq!(unseen.json()["errors"][0]["pointer"], "/proposal");
    let other = json!({ "previous": [before], "proposal": "0".repeat(64) });
    assert_eq!(refusal(&world.act("POST", path, None, Some(&other), 409)).1, "stale-proposal");
    let looked_at = json!({ "previous": [before], "proposal": proposal["digest"] });
    world.act("POST", path, None, Some(&looked_at), 201);
    assert!(world.waiting("wrc_nominee", "2025").is_none());
    let public = world.get_as("", path).json();
    assert_eq!((told(&json!([public["nominee"]])), &public["nominee"]["place"]), (vec![surname(3)], &json!(3)));
    let etag = public["etag"].as_str().unwrap();
    let reason = json!({ "reason": "Rezygnacja" });
    let nothing_said = world.act("DELETE", path, Some(etag), None, 400);
    assert_eq!(nothing_said.json()["errors"][0]["pointer"], "/reason");
    world.act("DELETE", path, None, Some(&reason), 428);
    world.act("DELETE", path, Some(etag), Some(&reason), 200);
    assert!(world.waiting("wrc_nominee", "2025").is_some());
}

#[test]
fn the_queue_is_for_those_who_decide_and_check_and_says_who_may_decide() {
    let world = World::example();
    assert_eq!(world.get_as("", "/api/v1/decisions").status, 401);
    assert_eq!(world.get_as(&world.organiser("t-radom-2025-09-13"), "/api/v1/decisions").status, 403);
    let application = json!({
        "name": "Turniej Przykładowy",
        "contact": {
            "name": "Halina Przykładowa", "email": "halina@example.org", "address": "ul. Wzorcowa 1", "phone": "+48 123 456 789",
        },
        "venue": "Biblioteka", "voivodeship": "łódzkie", "first_day": "2090-03-20", "planned_players": 32,
    });
    let applied = world.instance.send_json("POST", "/api/v1/applications", &[], &application);
    assert_eq!(applied.status, 201, "{}", applied.text());
    let waiting = world.waiting_as(&world.admin, "&kind=application");
    assert_eq!((waiting.len(), &waiting[0]["about"]["name"]), (1, &json!("Turniej Przykładowy")));
    assert!(waiting[0]["deadline"].is_string() && waiting[0]["overdue"] == json!(false));
    world.instance.clock.advance(std::time::Duration::from_hours(24 * 9));
    let world = World {
        admin: world.instance.signed_in(Role::Admin),
        arbiter: world.instance.signed_in(Role::Arbiter),
        ..world
    };
    assert_eq!(world.waiting_as(&world.admin, "&kind=application")[0]["overdue"], json!(true));
    assert!(world.waiting_as(&world.arbiter, "&kind=application").is_empty());

    let auditor = world.instance.signed_in(Role::Auditor);
    let seen = world.waiting_as(&auditor, "");
    assert!(seen.len() > 20 && seen.iter().all(|item| item["can_i"] == json!(false)), "{}", seen.len());
    let mine = world.waiting_as(&world.arbiter, "&mine=true");
    assert!(!mine.is_empty() && mine.iter().all(|item| item["kind"] == "tie"));
    let deadlines: Vec<&str> = seen.iter().map(|item| item["deadline"].as_str().unwrap_or("9999")).collect();
    assert!(deadlines.is_sorted());
    // The ranking waits for a cycle that is not closed (AMB-68).
    let ranking = |item: &&Value| item["kind"] == "confirm" && item["about"]["kind"] == "season";
    assert!(!seen.iter().any(|item| ranking(&item)));
    assert_eq!(world.get_as(&auditor, "/api/v1/decisions?kind=nic").status, 400);
    for lang in ["pl", "en"] {
        let headers = [("Authorization", world.admin.as_str()), ("Accept-Language", lang)];
        let text = world.instance.send("GET", "/api/v1/decisions?limit=200", &headers, None).text();
        assert!(!text.contains(['⟨', '⟩']), "{text}");
    }
}
