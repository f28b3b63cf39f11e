//! Qualifications, voivodeship championships and Grand Prix tables over HTTP: they are what `compute` says, and what
//! persons settled.

use api::testing::{Instance, Member, Reply};
use commands::bundle_import::{ImportOptions, import};
use commands::{CommandMetadata, LedgerContext, Lookup};
use domain::event::{Grant, Role, SeatOrigin};
use domain::qualification::Source;
use domain::qualification::ledger::Target;
use domain::qualification::ledger::decider::LedgerAction;
use domain::season::lists::lists;
use domain::values::ids::{CompetitionId, PlayerId, SeasonId};
use domain::values::text::StatedReason;
use events::environment::Environment;
use formats::{bundle, results};
use projections::projector::Projector;
use projections::season_lists::proposal;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn bundles() -> Vec<(String, Value)> {
    let golden = std::fs::read_dir(root().join("tests/golden/season")).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<PathBuf> = golden.filter(|path| path.to_string_lossy().ends_with(".bundle.json")).collect();
    files.push(root().join("examples/season-2025.bundle.json"));
    files.sort();
    let read =
        |path: PathBuf| (path.display().to_string(), serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap());
    files.into_iter().map(read).collect()
}

fn example() -> Value {
    serde_json::from_slice(&std::fs::read(root().join("examples/season-2025.bundle.json")).unwrap()).unwrap()
}

fn imported(bundle: &Value) -> Instance {
    let instance = Instance::start();
    instance.import(bundle);
    instance
}

/// The same with other ids.
fn rename(value: &Value, ids: &BTreeMap<&str, String>) -> Value {
    match value {
        Value::String(text) => ids.get(text.as_str()).map_or_else(|| value.clone(), |id| json!(id)),
        Value::Array(items) => items.iter().map(|item| rename(item, ids)).collect(),
        Value::Object(members) => members.iter().map(|(name, it)| (name.clone(), rename(it, ids))).collect(),
        other => other.clone(),
    }
}

/// The bundle with everybody called by the id that they have in the service: lists in which ids decide have its order.
fn renamed(instance: &Instance, bundle: &Value) -> Value {
    let ids = bundle["players"].as_array().into_iter().flatten().map(|player| player["id"].as_str().unwrap());
    let ids: BTreeMap<&str, String> = ids.map(|id| (id, instance.player_id(id).to_string())).collect();
    rename(bundle, &ids)
}

fn computed(bundle: &Value) -> Value {
    let read = bundle::read(bundle.to_string().as_bytes()).unwrap();
    let checked = bundle::check(read, None).unwrap();
    let mut out = Vec::new();
    results::write(&checked.facts, &lists(&checked.facts), &mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

/// Of each row what the results of a bundle say of it.
fn told(rows: &Value, fields: &[(&str, &str)]) -> Vec<Value> {
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| fields.iter().map(|(here, there)| ((*there).to_owned(), row[*here].clone())).collect()).collect()
}

fn without(rows: &Value, left_out: &str) -> Vec<Value> {
    let mut rows = rows.as_array().unwrap().clone();
    for row in &mut rows {
        row.as_object_mut().unwrap().remove(left_out);
    }
    rows
}

fn pending(rows: &Value, fields: &[(&str, &str)]) -> Vec<Value> {
    let mut pending = told(rows, fields);
    for (row, shown) in pending.iter_mut().zip(rows.as_array().unwrap()) {
        let candidates = shown["candidates"].as_array().unwrap().iter();
        row["candidates"] = candidates.map(|candidate| candidate["player_id"].clone()).collect();
    }
    pending
}

fn encoded(id: &str) -> String {
    id.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'0'..=b'9' | b'-' => char::from(byte).to_string(),
            other => format!("%{other:02X}"),
        })
        .collect()
}

fn get(instance: &Instance, path: &str) -> Value {
    let reply = instance.get(path);
    assert_eq!(reply.status, 200, "{path}: {}", reply.text());
    reply.json()
}

#[test]
fn a_championship_that_two_seasons_feed_is_linked_and_listed_where_its_first_day_lies() {
    let bundle = json!({
        "format": "season-bundle/1", "rulebook": { "base": "pl-2024-25", "overrides": {} },
        "seasons": [
            { "id": "2025", "from": "2024-09-29", "to": "2025-09-19", "mp_first_day": "2025-09-20" },
            { "id": "2026", "from": "2025-09-22", "to": "2026-09-18", "mp_first_day": "2026-09-19" },
        ],
        "players": [], "tournaments": [],
        "mw": [{ "id": "mw-slaskie", "voivodeship": "śląskie", "from": "2024-10-01", "to": "2025-10-25" }],
    });
    let instance = imported(&bundle);
    let ids = |items: &Value| -> Vec<Value> { items.as_array().unwrap().iter().map(|it| it["id"].clone()).collect() };
    for (season, expected) in [("2025", vec![json!("mw-slaskie")]), ("2026", vec![])] {
        let shown = instance.get(&format!("/api/v1/seasons/{season}")).json();
        assert_eq!(ids(&shown["links"]["mw"]), expected, "linked from {season}");
        assert_eq!(ids(&shown["happenings"]), expected, "takes place in {season}");
        let listed = instance.get(&format!("/api/v1/mw?season={season}")).json();
        assert_eq!(ids(&listed["items"]), expected, "listed in {season}");
    }
}

#[test]
fn every_list_of_every_golden_bundle_is_the_one_that_compute_gives() {
    let bundles = bundles();
    assert!(bundles.len() > 10, "{}", bundles.len());
    for (name, bundle) in bundles {
        let instance = imported(&bundle);
        let results = computed(&renamed(&instance, &bundle));
        for season in results["seasons"].as_array().unwrap() {
            let path = format!("/api/v1/seasons/{}", encoded(season["id"].as_str().unwrap()));
            let linked = get(&instance, &path)["links"]["mp_qualifications"].as_str().unwrap().to_owned();
            let shown = get(&instance, &linked);
            let fields = [("player_id", "player"), ("source", "source"), ("event_id", "event"), ("place", "place")];
            assert_eq!(told(&shown["items"], &fields), *season["mp"].as_array().unwrap(), "{name}");
            assert!(shown["items"].as_array().unwrap().iter().all(|item| item["state"] == "proposed"), "{name}");
            let fields = [("source", "source"), ("event_id", "event"), ("open", "open")];
            assert_eq!(pending(&shown["pending"], &fields), *season["pending"].as_array().unwrap(), "{name}");
            let summary = &shown["summary"];
            assert_eq!(summary["proposed"], json!(season["mp"].as_array().unwrap().len()), "{name}");
        }
        for cycle in results["grand_prix"].as_array().unwrap() {
            let shown = get(&instance, &format!("/api/v1/grand-prix/{}", encoded(cycle["id"].as_str().unwrap())));
            assert_eq!(shown["valid_events"], cycle["valid_events"], "{name}");
            assert_eq!(shown["persons"], cycle["persons"], "{name}");
            let fields = [("place", "place"), ("player_id", "player"), ("points", "points")];
            assert_eq!(told(&shown["table"], &fields), without(&cycle["table"], "results"), "{name}");
            for row in shown["table"].as_array().unwrap() {
                let points: u64 =
                    row["results"].as_array().unwrap().iter().map(|it| it["points"].as_u64().unwrap()).sum();
                assert_eq!(json!(points), row["points"], "{name}");
            }
        }
        for mw in results["mw"].as_array().unwrap() {
            let shown = get(&instance, &format!("/api/v1/mw/{}", encoded(mw["id"].as_str().unwrap())));
            assert_eq!((&shown["id"], &shown["voivodeship"]), (&mw["id"], &mw["voivodeship"]), "{name}");
            let fields = [("player_id", "player"), ("event_id", "event"), ("place", "place")];
            assert_eq!(told(&shown["qualified"], &fields), *mw["qualified"].as_array().unwrap(), "{name}");
            assert_eq!(told(&shown["wildcards"], &fields), *mw["wildcards"].as_array().unwrap(), "{name}");
            let fields = [("event_id", "event"), ("open", "open")];
            assert_eq!(pending(&shown["pending"], &fields), *mw["pending"].as_array().unwrap(), "{name}");
        }
    }
}

#[test]
fn a_season_links_to_every_list_and_the_championships_are_listed() {
    let instance = imported(&example());
    let links = get(&instance, "/api/v1/seasons/2025")["links"].clone();
    assert_eq!(links["ranking"], "/api/v1/seasons/2025/ranking");
    assert_eq!(links["ranking_snapshot"], "/api/v1/seasons/2025/ranking-snapshot");
    let championships = get(&instance, "/api/v1/mw");
    let championships = championships["items"].as_array().unwrap();
    assert!(!championships.is_empty());
    let of_season = get(&instance, "/api/v1/mw?season=2025");
    let ids = |items: &Value| items.as_array().unwrap().iter().map(|it| it["id"].clone()).collect::<Vec<_>>();
    let mut linked = ids(&links["mw"]);
    linked.sort_by_key(ToString::to_string);
    let mut listed = ids(&of_season["items"]);
    listed.sort_by_key(ToString::to_string);
    assert_eq!(linked, listed);
    for link in links["mw"].as_array().unwrap().iter().chain(links["grand_prix"].as_array().unwrap()) {
        assert_eq!(get(&instance, link["href"].as_str().unwrap())["id"], link["id"]);
    }
    for item in championships {
        let shown = get(&instance, &format!("/api/v1/mw/{}", encoded(item["id"].as_str().unwrap())));
        let counts = &item["counts"];
        assert_eq!(&shown["counts"], counts);
        assert_eq!(counts["qualified"], json!(shown["qualified"].as_array().unwrap().len()));
        assert_eq!(counts["wildcards"], json!(shown["wildcards"].as_array().unwrap().len()));
        let number = |name: &str| counts[name].as_u64().unwrap();
        assert_eq!(number("free"), number("cap").saturating_sub(number("qualified") + number("wildcards")));
    }
    let voivodeship = championships[0]["voivodeship"].as_str().unwrap();
    let filtered = get(&instance, &format!("/api/v1/mw?voivodeship={}", encoded(voivodeship)));
    assert!(filtered["items"].as_array().unwrap().iter().all(|it| it["voivodeship"] == voivodeship));
    assert_eq!(instance.get("/api/v1/mw?voivodeship=nigdzie").status, 400);
    // Page by page it is the same list.
    let (mut seen, mut next) = (Vec::new(), None::<String>);
    loop {
        let cursor = next.map_or_else(String::new, |cursor| format!("&cursor={cursor}"));
        let page = get(&instance, &format!("/api/v1/mw?limit=1{cursor}"));
        seen.extend(page["items"].as_array().unwrap().iter().cloned());
        match page["next"].as_str() {
            Some(cursor) => next = Some(cursor.to_owned()),
            None => break,
        }
    }
    assert_eq!(seen, *championships);
}

#[test]
fn lists_are_also_tables_and_are_sent_once() {
    let instance = imported(&example());
    let shown = get(&instance, "/api/v1/seasons/2025/qualifications/mp");
    let csv = instance.get("/api/v1/seasons/2025/qualifications/mp?dialect=rfc4180").text();
    let head = "player_id,name,city,voivodeship,source,event_id,event_name,place,state\r\n";
    assert!(csv.starts_with(head), "{csv}");
    assert_eq!(csv.lines().count(), 1 + shown["items"].as_array().unwrap().len());
    let fields: Vec<&String> = shown["items"][0].as_object().unwrap().keys().collect();
    assert_eq!(fields.len(), 9, "{fields:?}");
    for path in ["/api/v1/seasons/2025/qualifications/mp", "/api/v1/grand-prix/gp-slask-2025"] {
        let first = instance.get(path);
        let again = instance.send("GET", path, &[("If-None-Match", first.header("etag"))], None);
        assert_eq!(again.status, 304, "{path}");
    }
    let id = get(&instance, "/api/v1/mw")["items"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/mw/{}", encoded(&id));
    let (shown, csv) = (get(&instance, &path), instance.get(&format!("{path}?dialect=excel")).text());
    let starters = shown["qualified"].as_array().unwrap().len() + shown["wildcards"].as_array().unwrap().len();
    assert_eq!(csv.lines().count(), 1 + starters, "{csv}");
}

#[test]
fn what_is_not_there_is_not_found_and_an_unknown_rulebook_is_refused() {
    let instance = imported(&example());
    let player = instance.player_id(example()["players"][0]["id"].as_str().unwrap());
    for path in [
        "/api/v1/seasons/none/qualifications/mp".to_owned(),
        format!("/api/v1/seasons/none/qualifications/mp/{player}"),
        "/api/v1/seasons/2025/qualifications/mp/nobody".to_owned(),
        "/api/v1/mw/none".to_owned(),
        format!("/api/v1/mw/none/players/{player}"),
        "/api/v1/grand-prix/none".to_owned(),
        "/api/v1/seasons/2025/qualifications/mp?as_of=0".to_owned(),
    ] {
        assert_eq!(instance.get(&path).status, 404, "{path}");
    }
    let code = |reply: &Reply| (reply.status, reply.json()["errors"][0]["code"].clone());
    let path = "/api/v1/seasons/2025/qualifications/mp";
    assert_eq!(code(&instance.get(&format!("{path}?rulebook=none"))), (422, json!("unknown-rulebook")));
    assert_eq!(code(&instance.get(&format!("{path}?as_of=999999"))), (422, json!("ahead-of-log")));
    assert_eq!(code(&instance.get(&format!("{path}?as_of=soon"))), (400, json!("invalid-as-of")));
}

#[test]
fn a_player_is_told_why_in_both_languages() {
    let instance = imported(&example());
    let shown = get(&instance, "/api/v1/seasons/2025/qualifications/mp");
    for item in shown["items"].as_array().unwrap() {
        let path = format!("/api/v1/seasons/2025/qualifications/mp/{}", item["player_id"].as_str().unwrap());
        let why = get(&instance, &path);
        assert_eq!((&why["qualified"], &why["state"]), (&json!(true), &item["state"]), "{why}");
        let events = why["events"].as_array().unwrap();
        let by: Vec<&Value> = events.iter().filter(|it| it["qualified"] == json!(true)).collect();
        assert_eq!(by.len(), 1, "{why}");
        assert_eq!((&by[0]["event_id"], &by[0]["place"]), (&item["event_id"], &item["place"]));
        assert!(by[0]["rule"].as_str().unwrap().starts_with("R-AW"), "{why}");
        // Everybody before them who got nothing has a reason.
        for passed in by[0]["passed_over"].as_array().unwrap() {
            assert!(passed["place"].as_u64() <= by[0]["place"].as_u64(), "{why}");
            assert!(!passed["text"].as_str().unwrap().is_empty() && !passed["rule"].as_str().unwrap().is_empty());
        }
    }
    let player = shown["items"][0]["player_id"].as_str().unwrap();
    let path = format!("/api/v1/seasons/2025/qualifications/mp/{player}");
    let text = |lang: &str| instance.send("GET", &path, &[("Accept-Language", lang)], None).json()["text"].to_string();
    // Nobody has granted anything yet.
    assert!(text("pl").contains("Awans do Mistrzostw Polski: proponowany, jeszcze niepotwierdzony"), "{}", text("pl"));
    assert!(text("en").contains("In line for the Polish Championship: proposed, not confirmed yet"), "{}", text("en"));
    for item in shown["items"].as_array().unwrap().iter().take(5) {
        let why = get(&instance, &format!("/api/v1/seasons/2025/ranking/{}", item["player_id"].as_str().unwrap()));
        let line = why["mp"].as_array().unwrap().iter().find(|it| it["event_id"] == item["event_id"]).unwrap();
        assert_eq!((&line["state"], &line["outcome"]), (&json!("proposed"), &json!("proposed")), "{line}");
    }
    let qualified: Vec<&Value> = shown["items"].as_array().unwrap().iter().map(|item| &item["player_id"]).collect();
    let players = get(&instance, "/api/v1/players?limit=200");
    let other = players["items"].as_array().unwrap().iter().find(|player| !qualified.contains(&&player["id"])).unwrap();
    let why = get(&instance, &format!("/api/v1/seasons/2025/qualifications/mp/{}", other["id"].as_str().unwrap()));
    assert_eq!((&why["qualified"], &why["state"]), (&json!(false), &Value::Null), "{why}");
}

#[test]
fn a_voivodeship_championship_tells_why_too() {
    let instance = imported(&example());
    for item in get(&instance, "/api/v1/mw")["items"].as_array().unwrap() {
        let path = format!("/api/v1/mw/{}", encoded(item["id"].as_str().unwrap()));
        let shown = get(&instance, &path);
        let player = |row: &Value| get(&instance, &format!("{path}/players/{}", row["player_id"].as_str().unwrap()));
        for row in shown["qualified"].as_array().unwrap().iter().take(5) {
            let why = player(row);
            assert_eq!((&why["qualified"], &why["wildcard"]), (&json!(true), &Value::Null), "{why}");
        }
        for (index, row) in shown["wildcards"].as_array().unwrap().iter().enumerate().take(5) {
            let why = player(row);
            assert_eq!((&why["qualified"], &why["wildcard"]["number"]), (&json!(false), &json!(index + 1)), "{why}");
            assert_eq!(why["wildcard"]["state"], row["state"]);
        }
    }
}

/// Somebody who settles qualifications, with read models of their own.
struct LedgerFixture<'a> {
    instance: &'a Instance,
    projector: Projector,
    admin: Member,
}

impl<'a> LedgerFixture<'a> {
    fn new(instance: &'a Instance) -> Self {
        let projector = Projector::start(Arc::clone(&instance.log), Arc::clone(&instance.vault));
        let admin = instance.member("admin", &[Grant { role: Role::Admin, event: None }]);
        Self { instance, projector, admin }
    }

    fn run(&self, action: impl Fn(&LedgerContext<'_>) -> LedgerAction) {
        let metadata = CommandMetadata::by(Instance::operator());
        let by = &self.admin.account;
        self.instance.commands().run_ledger(&metadata, &self.projector, (&target(), by), &action).unwrap();
        let reply = self.instance.get(&format!("/api/v1?wait_for={}", self.instance.position().0));
        assert_eq!(reply.status, 200);
    }

    fn grant(&self, origin: &SeatOrigin) {
        self.projector.catch_up(self.instance.position()).unwrap();
        let seen = proposal(&self.projector.views(), &target(), origin).unwrap().digest();
        self.run(|context| LedgerAction::Grant {
            players: Vec::new(),
            seen,
            proposal: context.proposal(origin),
            reason: None,
        });
    }
}

fn target() -> Target {
    Target::Mp(SeasonId::parse("2025").unwrap())
}

fn origin(item: &Value) -> SeatOrigin {
    let source: Source = item["source"].as_str().unwrap().parse().unwrap();
    SeatOrigin { source, event: Some(CompetitionId::parse(item["event_id"].as_str().unwrap()).unwrap()) }
}

fn states(shown: &Value, event: &Value) -> Vec<(Value, Value)> {
    let items = shown["items"].as_array().unwrap().iter().filter(|item| item["event_id"] == *event);
    items.map(|item| (item["player_id"].clone(), item["state"].clone())).collect()
}

const MP: &str = "/api/v1/seasons/2025/qualifications/mp";

#[test]
fn a_grant_shows_and_is_reviewed_after_a_correction_and_the_past_stays() {
    let mut bundle = example();
    let instance = imported(&bundle);
    let before = get(&instance, MP);
    let item = before["items"].as_array().unwrap().iter().find(|item| item["source"] == "tournament").unwrap().clone();
    let position = instance.position().0;
    let commands = LedgerFixture::new(&instance);
    commands.grant(&origin(&item));
    let granted = get(&instance, MP);
    let of_event = states(&granted, &item["event_id"]);
    assert!(of_event.contains(&(item["player_id"].clone(), json!("granted"))), "{of_event:?}");
    assert!(of_event.iter().all(|(_, state)| state == "granted"), "{of_event:?}");
    assert_eq!(granted["summary"]["granted"], json!(of_event.len()));
    // As of then nothing was granted; as of now it is.
    assert_eq!(get(&instance, &format!("{MP}?as_of={position}")), before);
    assert_eq!(get(&instance, &format!("{MP}?as_of={}", instance.position().0)), granted);

    // The player turns out to have been disqualified there.
    let alias = |id: &Value| {
        let players = bundle["players"].as_array().unwrap().iter();
        let mut ids = players.map(|player| player["id"].as_str().unwrap().to_owned());
        ids.find(|alias| json!(instance.player_id(alias).to_string()) == *id).unwrap()
    };
    let alias = alias(&item["player_id"]);
    let tournaments = bundle["tournaments"].as_array_mut().unwrap();
    let tournament = tournaments.iter_mut().find(|it| it["id"] == item["event_id"]).unwrap();
    if tournament.get("results").is_some() {
        let mut results = tournament["results"].as_array().unwrap().clone();
        let place = results.iter().find(|line| line["player"] == alias.as_str()).unwrap()["place"].as_u64().unwrap();
        for line in &mut results {
            let line = line.as_object_mut().unwrap();
            if line["player"] == alias.as_str() {
                line.remove("place");
                line.insert("disqualified".to_owned(), json!(true));
            } else if let Some(found) = line.get("place").and_then(Value::as_u64).filter(|found| *found > place) {
                line.insert("place".to_owned(), json!(found - 1));
            }
        }
        tournament["results"] = json!(results);
    } else {
        tournament["disqualified"] = json!([alias]);
    }
    let options = ImportOptions { correct: true, reason: Some("protest uznany".to_owned()) };
    let corrected = bundle::read(bundle.to_string().as_bytes()).unwrap();
    import(&*instance.log, &instance.vault, &*instance.clock, &corrected, &options, &mut |_, _| ()).unwrap();
    let reviewed = get(&instance, &format!("{MP}?wait_for={}", instance.position().0));
    let of_event = states(&reviewed, &item["event_id"]);
    assert!(of_event.contains(&(item["player_id"].clone(), json!("review"))), "{of_event:?}");
    assert_eq!(reviewed["summary"]["review"], json!(1));
    let why = get(&instance, &format!("{MP}/{}", item["player_id"].as_str().unwrap()));
    assert_eq!((&why["qualified"], &why["state"]), (&json!(true), &json!("review")), "{why}");
    assert!(why["text"].as_str().unwrap().contains("ponownie rozpatrywany"), "{why}");
    let there = |why: &Value| {
        let events = why["events"].as_array().unwrap();
        events.iter().find(|it| it["event_id"] == item["event_id"]).unwrap().clone()
    };
    assert_eq!(there(&why)["outcome"], "review", "{why}");

    // It waits since the correction, and not since the end of the event.
    let arbiter = instance.signed_in(Role::Arbiter);
    let path = "/api/v1/decisions?kind=review";
    let waiting = instance.send("GET", path, &[("Authorization", &arbiter)], None).json();
    let now = instance.clock.now().to_string();
    assert_eq!(waiting["items"][0]["since"].as_str().unwrap()[..10], now[..10], "{}", waiting["items"][0]["since"]);

    // Whoever the rules name now is told who holds it.
    let commands = LedgerFixture::new(&instance);
    commands.projector.catch_up(instance.position()).unwrap();
    let named = proposal(&commands.projector.views(), &target(), &origin(&item)).unwrap().proposed;
    let held: Vec<Value> = of_event.iter().map(|(player, _)| player.clone()).collect();
    let rightful = named.iter().find(|seat| !held.contains(&json!(seat.player.as_str()))).unwrap();
    let why = get(&instance, &format!("{MP}/{}", rightful.player));
    let line = there(&why);
    assert_eq!((&line["qualified"], &line["outcome"]), (&json!(false), &json!("held-by-another")), "{line}");
    let (text, holder) = (line["text"].as_str().unwrap(), item["name"].as_str().unwrap());
    assert!(text.contains(holder) && text.contains("ponownie rozpatrywany"), "{text}");
}

#[test]
fn who_stands_below_the_last_seat_is_told_what_was_missing() {
    let instance = imported(&example());
    let shown = get(&instance, MP);
    let items = shown["items"].as_array().unwrap();
    let from_ranking = items.iter().filter(|item| item["source"] == "ranking");
    let last = from_ranking.max_by_key(|item| item["place"].as_u64()).unwrap();
    let ranking = get(&instance, "/api/v1/seasons/2025/ranking?limit=500");
    let below = |row: &&Value| row["place"].as_u64() > last["place"].as_u64();
    let not_there = |row: &&Value| items.iter().all(|item| item["player_id"] != row["player_id"]);
    let mut waiting = Vec::new();
    for row in ranking["items"].as_array().unwrap().iter().filter(below).filter(not_there).take(40) {
        let why = get(&instance, &format!("{MP}/{}", row["player_id"].as_str().unwrap()));
        let line = why["events"].as_array().unwrap().iter().find(|it| it["event_id"] == "ranking").unwrap();
        let missed = &line["missed"];
        assert_eq!(
            (&missed["last"]["player_id"], &missed["last_place"]),
            (&last["player_id"], &last["place"]),
            "{line}"
        );
        assert!(missed["points"].is_u64(), "{line}");
        assert!(line["text"].as_str().unwrap().contains(last["name"].as_str().unwrap()), "{line}");
        waiting.push((line["place"].as_u64(), missed["before"].as_u64()));
    }
    // Who stands further down has at least as many before them.
    waiting.sort_unstable();
    assert!(waiting.is_sorted_by_key(|(_, before)| *before), "{waiting:?}");
}

#[test]
fn a_voivodeship_championship_belongs_to_the_same_season_everywhere() {
    let instance = imported(&example());
    let arbiter = instance.signed_in(Role::Arbiter);
    let decisions = instance.send("GET", "/api/v1/decisions?limit=200", &[("Authorization", &arbiter)], None).json();
    let championships = get(&instance, "/api/v1/mw?limit=200");
    let championships = championships["items"].as_array().unwrap();
    let mut looked_at = 0;
    for season in ["2025", "2026"] {
        let reply = instance.get(&format!("/api/v1/open-data/{season}-mw-qualifications.csv"));
        let table = if reply.status == 200 { reply.text() } else { String::new() };
        for championship in championships {
            let id = championship["id"].as_str().unwrap();
            let here = championship["season"] == season;
            assert!(here || !table.contains(id), "{id} is not of {season}");
            let own = decisions["items"].as_array().unwrap().iter();
            let own = own.filter(|item| item["championship"] == format!("mw:{id}"));
            for item in own.filter(|_| here) {
                looked_at += 1;
                assert_eq!(item["season"], championship["season"], "{item}");
            }
        }
    }
    assert!(looked_at > 0, "something waits there");
}

#[test]
fn who_declines_is_off_the_list_and_the_next_stands_on_it() {
    let instance = imported(&example());
    let before = get(&instance, MP);
    let item = before["items"].as_array().unwrap().iter().find(|item| item["source"] == "tournament").unwrap().clone();
    let commands = LedgerFixture::new(&instance);
    commands.grant(&origin(&item));
    let player = PlayerId::parse(item["player_id"].as_str().unwrap()).unwrap();
    let reason = StatedReason::parse("Wyjazd w tym terminie").unwrap();
    commands.run(|context| LedgerAction::Decline {
        player: player.clone(),
        pass_on: true,
        proposal: context.proposal(&origin(&item)),
        reason: Some(context.reason(&reason)),
    });
    let after = get(&instance, MP);
    let of_event = states(&after, &item["event_id"]);
    assert!(of_event.iter().all(|(player, _)| *player != item["player_id"]), "{of_event:?}");
    let why = get(&instance, &format!("{MP}/{}", item["player_id"].as_str().unwrap()));
    assert_eq!(why["qualified"], json!(false), "{why}");
    let there = why["events"].as_array().unwrap().iter().find(|it| it["event_id"] == item["event_id"]).unwrap();
    assert_eq!(there["rule"], "AMB-67", "{there}");
    let lapsed = after["summary"]["lapsed"].as_u64().unwrap() - before["summary"]["lapsed"].as_u64().unwrap();
    assert_eq!(of_event.len() as u64 + lapsed, states(&before, &item["event_id"]).len() as u64);
}

#[test]
fn another_rulebook_gives_other_lists_and_changes_nothing() {
    let instance = imported(&example());
    let admin = instance.signed_in(Role::Admin);
    let body =
        json!({ "base": "pl-2024-25", "overrides": { "awans.tournament.two_seats_from": 1, "wildcard.cap": 3 } });
    let adopted = instance.send_json("PUT", "/api/v1/rulebooks/inny", &[("Authorization", &admin)], &body);
    assert_eq!(adopted.status, 201, "{}", adopted.text());
    let (own, other) = (get(&instance, MP), get(&instance, &format!("{MP}?rulebook=inny")));
    assert_eq!(other["rulebook"], "inny");
    let mut bundle = renamed(&instance, &example());
    bundle["rulebook"]["overrides"] = json!({ "awans.tournament.two_seats_from": 1, "wildcard.cap": 3 });
    let results = computed(&bundle);
    let fields = [("player_id", "player"), ("source", "source"), ("event_id", "event"), ("place", "place")];
    let season = results["seasons"].as_array().unwrap().iter().find(|season| season["id"] == "2025").unwrap();
    assert_eq!(told(&other["items"], &fields), *season["mp"].as_array().unwrap());
    assert_ne!(own["items"], other["items"]);
    assert_eq!(get(&instance, MP), own);
    for mw in results["mw"].as_array().unwrap() {
        let shown = get(&instance, &format!("/api/v1/mw/{}?rulebook=inny", encoded(mw["id"].as_str().unwrap())));
        let fields = [("player_id", "player"), ("event_id", "event"), ("place", "place")];
        assert_eq!(told(&shown["wildcards"], &fields), *mw["wildcards"].as_array().unwrap());
        assert_eq!(shown["counts"]["cap"], json!(3));
    }
}
