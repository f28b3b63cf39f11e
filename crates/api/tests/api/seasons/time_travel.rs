//! A season at other moments, and as it would be: differences with their causes, consequences of rehearsed acts,
//! suppositions.

use api::testing::{Instance, Reply};
use domain::event::Role;
use serde_json::{Value, json};

const SEASON: &str = include_str!("../../../../../examples/season-2025.bundle.json");
const PATH: &str = "/api/v1/seasons/2025";

struct World {
    instance: Instance,
    admin: String,
}

impl World {
    fn start() -> Self {
        let instance = Instance::start();
        instance.import(&serde_json::from_str(SEASON).unwrap());
        let admin = instance.signed_in(Role::Admin);
        Self { instance, admin }
    }

    fn get(&self, path: &str) -> Reply {
        let sign = if path.contains('?') { '&' } else { '?' };
        self.instance.get(&format!("{path}{sign}wait_for={}", self.instance.position().0))
    }

    fn json(&self, path: &str) -> Value {
        let reply = self.get(path);
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply.json()
    }

    /// Ends the season on another day.
    fn end_on(&self, last_day: &str, dry_run: bool) -> Value {
        let season = self.json(PATH);
        let mut body = json!({ "last_day": last_day, "reason": "Sezon kończy się wcześniej" });
        for name in ["first_day", "mp_first_day", "rulebook"] {
            body[name] = season[name].clone();
        }
        let path = if dry_run { format!("{PATH}?dry_run=true") } else { PATH.to_owned() };
        let headers = [("Authorization", self.admin.as_str()), ("If-Match", season["etag"].as_str().unwrap())];
        let reply = self.instance.send_json("PUT", &path, &headers, &body);
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    }

    fn what_if(&self, who: &str, body: &Value) -> Reply {
        self.instance.send_json("POST", &format!("{PATH}/what-if"), &[("Authorization", who)], body)
    }

    fn supposed(&self, body: &Value) -> Value {
        let reply = self.what_if(&self.admin, body);
        assert_eq!(reply.status, 200, "{body}: {}", reply.text());
        reply.json()
    }

    fn player(&self, alias: &str) -> String {
        self.instance.player_id(alias).to_string()
    }
}

fn rows(list: &Value) -> Vec<Value> {
    list["rows"].as_array().unwrap().clone()
}

/// Whether what a rehearsal said is what happened: the same lists, and every row that it told; it leaves out some of
/// many.
fn has_happened(said: &Value, happened: &Value) -> bool {
    let (said, happened) = (said.as_array().unwrap(), happened.as_array().unwrap());
    said.len() == happened.len()
        && said.iter().zip(happened).all(|(said, happened)| {
            let mut rows = rows(happened);
            for row in &mut rows {
                row.as_object_mut().unwrap().remove("cause");
            }
            let same = |field: &str| said[field] == happened[field];
            let told = said["rows"].as_array().unwrap();
            let all = told.len() == rows.len() || told.len() == 100;
            ["list", "changed", "digest_before", "digest_after"].iter().all(|field| same(field))
                && all
                && told.iter().all(|row| rows.contains(row))
        })
}

#[test]
fn what_a_rehearsal_says_is_what_then_happens_and_the_cause_is_the_first_event() {
    let world = World::start();
    let before = world.instance.position().0;
    let rehearsed = world.end_on("2025-09-13", true);
    assert_eq!(world.instance.position().0, before);
    let consequences = &rehearsed["consequences"];
    assert_eq!(consequences["ranking"][0]["list"], "ranking:2025", "{rehearsed}");
    assert!(consequences["ranking"][0]["changed"].as_u64().unwrap() > 0);
    assert_eq!(consequences["drifted"], json!([]));

    let done = world.end_on("2025-09-13", false);
    assert!(done["consequences"].is_null() && !done["dry_run"].as_bool().unwrap());
    let first = done["position"].as_u64().unwrap();
    let diff = world.json(&format!("{PATH}/diff?from={before}&to={first}"));
    for group in ["ranking", "qualifications", "grand_prix"] {
        assert!(has_happened(&consequences[group], &diff[group]), "{group}");
    }

    // Another correction, which changes some of the same rows again.
    let second = world.end_on("2025-05-31", false)["position"].as_u64().unwrap();
    let whole = world.json(&format!("{PATH}/diff?from={before}"));
    assert_eq!(whole["to"]["position"], second);
    let touched_first: Vec<Value> = rows(&diff["ranking"][0]).iter().map(|row| row["player_id"].clone()).collect();
    let causes: Vec<(Value, u64)> = rows(&whole["ranking"][0])
        .iter()
        .map(|row| (row["player_id"].clone(), row["cause"]["position"].as_u64().unwrap()))
        .collect();
    assert!(
        causes.iter().any(|(_, cause)| *cause == first) && causes.iter().any(|(_, cause)| *cause == second),
        "{first} {second} {causes:?}"
    );
    for (player, cause) in &causes {
        let expected = if touched_first.contains(player) { first } else { second };
        assert_eq!(*cause, expected, "{player}");
    }
    let cause = &rows(&whole["ranking"][0])[0]["cause"];
    assert_eq!(cause["type"], "season.corrected");
    assert!(cause["sentence"].as_str().unwrap().contains("2025"), "{cause}");
    let proof = cause["proof"].as_str().unwrap();
    assert!(proof.starts_with("/api/v1/log/events/") && proof.ends_with("/proof"), "{proof}");
}

#[test]
fn a_rehearsal_that_draws_up_lists_waits_for_its_turn_and_others_do_not() {
    let world = World::start();
    let who = [("Authorization", world.admin.as_str())];
    assert_eq!(world.instance.get("/testing/turn").status, 204);
    let player = world.player("p007");
    let waiver = json!({ "declared_at": "2025-03-05T12:00:00+01:00" });
    let path = format!("/api/v1/players/{player}/waivers?dry_run=true");
    let busy = world.instance.send_json("POST", &path, &who, &waiver);
    assert_eq!((busy.status, busy.header("retry-after")), (503, "2"), "{}", busy.text());
    let person = json!({
        "first_name": "Zofia", "surname": "Zmyślona", "city": "Łódź", "voivodeship": "łódzkie", "country": "PL",
    });
    let registered = world.instance.send_json("POST", "/api/v1/players?dry_run=true", &who, &person);
    assert_eq!((registered.status, &registered.json()["consequences"]), (200, &Value::Null), "{}", registered.text());
}

#[test]
fn a_difference_is_asked_for_by_position_or_time_of_one_list_or_all_in_json_or_csv() {
    let world = World::start();
    let before = world.instance.position().0;
    let now = world.json(&format!("{PATH}/diff?from={before}"))["to"]["recorded_at"].as_str().unwrap().to_owned();
    world.end_on("2025-05-31", false);
    let by_position = world.json(&format!("{PATH}/diff?from={before}&list=ranking"));
    let by_time = world.json(&format!("{PATH}/diff?from={now}&list=ranking"));
    assert_eq!(by_position, by_time);
    assert!(!by_position["ranking"].as_array().unwrap().is_empty());
    assert_eq!((&by_position["qualifications"], &by_position["mw"]), (&json!([]), &json!([])));
    let csv = world.get(&format!("{PATH}/diff?from={before}&list=ranking&dialect=rfc4180"));
    assert_eq!(csv.status, 200);
    assert_eq!(csv.text().lines().count(), 1 + rows(&by_position["ranking"][0]).len());
    assert!(csv.text().starts_with("list,change,player_id,name,"));

    for kind in ["ranking", "ranking-snapshot", "mp", "mp-start", "mw", "wildcards", "grand-prix"] {
        let diff = world.json(&format!("{PATH}/diff?from=1&list={kind}"));
        let lists =
            ["ranking", "qualifications", "mw", "grand_prix"].map(|group| diff[group].as_array().unwrap().clone());
        let of_kind = |list: &Value| list["list"].as_str().unwrap().starts_with(&format!("{kind}:"));
        assert!(lists.concat().iter().all(of_kind) && !lists.concat().is_empty(), "{kind}: {diff}");
    }
    let nothing = world.json(&format!("{PATH}/diff?from={}", world.instance.position().0));
    assert_eq!(nothing["ranking"], json!([]));
    for (query, status) in [
        ("from=5&to=4", 422),
        ("from=1&to=999999", 422),
        ("from=ranking:2025@1", 422),
        ("from=nonsense", 400),
        ("from=1&list=start", 400),
        ("to=1", 400),
    ] {
        let refused = world.get(&format!("{PATH}/diff?{query}"));
        assert_eq!(refused.status, status, "{query}: {}", refused.text());
    }
    assert_eq!(world.get("/api/v1/seasons/none/diff?from=1").status, 404);
}

#[test]
fn seasons_and_what_takes_place_in_them_can_be_read_as_they_were() {
    let world = World::start();
    let before = world.instance.position().0;
    let then = world.json(PATH);
    let online = then["happenings"].as_array().unwrap().iter().find(|it| it["kind"] == "online-event").unwrap();
    let online = format!("/api/v1/online-events/{}", online["id"].as_str().unwrap());
    let paths = ["/api/v1/seasons", "/api/v1/grand-prix", "/api/v1/online-events", "/api/v1/tournaments", &online];
    let others = paths.map(|path| world.json(path));
    world.end_on("2025-05-31", false);
    assert_ne!(world.json(PATH)["last_day"], then["last_day"]);
    assert_eq!(world.json(&format!("{PATH}?as_of={before}")), then);
    for (path, then) in paths.iter().zip(&others) {
        assert_eq!(world.json(&format!("{path}?as_of={before}")), *then, "{path}");
    }
    assert_ne!(world.json("/api/v1/seasons"), others[0]);

    // Before anything was recorded there was nothing, and a season that is known today had not been opened.
    for path in &paths[..4] {
        assert_eq!(world.json(&format!("{path}?as_of=0"))["items"], json!([]), "{path}");
    }
    assert_eq!(world.get(&format!("{online}?as_of=0")).status, 404);
    let early = world.get(&format!("{PATH}?as_of=0"));
    assert_eq!((early.status, &early.json()["reason"]), (404, &json!("season-not-yet-recorded")));

    let first = world.json(&format!("/api/v1/tournaments?limit=2&as_of={before}"));
    let next = format!("/api/v1/tournaments?limit=2&as_of={before}&cursor={}", first["next"].as_str().unwrap());
    assert_eq!(world.json(&next)["items"][0], others[3]["items"][2]);
}

#[test]
fn a_supposed_rulebook_is_a_preset_or_adopted_and_what_is_wrong_is_named_where_it_stands() {
    let world = World::start();
    world.supposed(&json!({ "rulebook": { "base": "pl-2024-25", "overrides": { "ranking.best_n": 8 } } }));
    let pointer = |body: &Value| world.what_if(&world.admin, body).json()["errors"][0]["pointer"].clone();
    assert_eq!(pointer(&json!({ "rulebook": { "base": "none" } })), "/rulebook/base");
    let wrong = json!({ "rulebook": { "base": "pl-2024-25", "overrides": { "ranking.none": 8 } } });
    assert_eq!(pointer(&wrong), "/rulebook/overrides/ranking.none");
    let unknown = world.what_if(&world.admin, &json!({ "rulebook": "none" })).json();
    assert!(unknown["errors"][0]["detail"].as_str().unwrap().contains("\"base\""), "{unknown}");
}

#[test]
fn whoever_asks_for_many_differences_has_to_wait_and_known_ones_are_kept() {
    let instance = Instance::start_with(|settings| settings.limits.costly_per_minute = 2);
    instance.import(&serde_json::from_str(SEASON).unwrap());
    let diff = |from: u64| instance.get(&format!("{PATH}/diff?from={from}&to={}&list=mw", from + 1));
    let last = instance.position().0;
    assert_eq!((diff(last - 2).status, diff(last - 3).status), (200, 200));
    let refused = diff(last - 4);
    assert_eq!((refused.status, refused.header("ratelimit-policy")), (429, "\"costly\";q=2;w=60"));
    assert_eq!((diff(last - 2).status, diff(last - 3).status), (200, 200));
}

#[test]
fn whatever_is_supposed_changes_nothing_in_the_log_or_the_lists() {
    let world = World::start();
    let before = world.instance.position();
    let olsztyn = "t-olsztyn-2024-10-12";
    let (first, second) = (world.player("p007"), world.player("p172"));

    let fewer = json!({ "rulebook": { "base": "pl-2024-25", "overrides": { "awans.ranking.count": 1 } } });
    let supposed = world.supposed(&fewer);
    assert_ne!(supposed["digest_before"], supposed["digest_after"]);
    let gone = rows(&supposed["consequences"]["qualifications"][0]);
    assert!(gone.iter().any(|row| row["change"] == "disappeared"), "{supposed}");
    // Another rulebook that nobody has adopted is not taken for the one before it.
    let more = json!({ "rulebook": { "base": "pl-2024-25", "overrides": { "awans.ranking.count": 2 } } });
    assert_ne!(world.supposed(&more)["digest_after"], supposed["digest_after"]);
    assert_eq!(world.supposed(&fewer)["digest_after"], supposed["digest_after"]);

    let disqualified = world.supposed(&json!({ "disqualify": { "tournament": olsztyn, "player": first } }));
    let moved = rows(&disqualified["consequences"]["ranking"][0]);
    assert!(moved.iter().any(|row| row["player_id"] == json!(first)), "{disqualified}");

    let met = world.what_if(&world.admin, &json!({ "merge": { "keep": first, "drop": second } }));
    assert_eq!((met.status, &met.json()["reason"]), (409, &json!("both-played")));
    let waived = world.supposed(&json!({ "waiver": { "player": first } }));
    assert_eq!(waived["position"], before.0);

    for (body, status) in [
        (json!({}), 422),
        (json!({ "waiver": { "player": first }, "merge": { "keep": first, "drop": second } }), 422),
        (json!({ "rulebook": "none-such" }), 422),
        (json!({ "merge": { "keep": first, "drop": "nobody" } }), 422),
        (json!({ "disqualify": { "tournament": "none", "player": first } }), 422),
        (json!({ "decline": { "event_id": "none", "player": first, "pass_on": true } }), 422),
        (json!({ "guess": 1 }), 400),
    ] {
        let refused = world.what_if(&world.admin, &body);
        assert_eq!(refused.status, status, "{body}: {}", refused.text());
    }
    assert_eq!(world.what_if(&world.instance.signed_in(Role::Auditor), &fewer).status, 200);
    let position = world.instance.position();
    assert_eq!(world.what_if("Bearer none", &fewer).status, 401);
    assert_eq!(world.json(&format!("{PATH}/diff?from={}", before.0))["ranking"], json!([]));
    assert_eq!(world.instance.position(), position);
}
