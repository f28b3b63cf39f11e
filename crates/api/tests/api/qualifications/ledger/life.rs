//! One qualification from its proposal to the end.

use super::*;

fn seat(state: &str, player: &str) -> (String, Option<String>) {
    (state.to_owned(), Some(player.to_owned()))
}

fn nobody(state: &str) -> (String, Option<String>) {
    (state.to_owned(), None)
}

#[test]
fn a_qualification_is_proposed_granted_doubted_upheld_and_revoked() {
    let world = World::start();
    let [one, two, five] = ["p01", "p02", "p05"].map(|alias| world.player(alias));
    assert_eq!(world.seats(MP, "t-one"), [seat("proposed", &one)]);
    // Who is proposed counts as holding it, so that the next tournament passes it down.
    assert_eq!(world.seats(MP, "t-two"), [seat("proposed", &five)]);
    let passed = world.account(MP, "t-two")["considered"][0].clone();
    assert_eq!((&passed["player_id"], &passed["verdict"]), (&json!(one), &json!("holder")));
    assert!(passed["why"].as_str().unwrap().contains("Turniej t-one"), "{passed}");

    let stale = json!({ "event_id": "t-one", "proposal": world.digest(MP, "t-two") });
    let refusal = world.post(&format!("{MP}/grants"), &stale, 409);
    assert_eq!(refused(&refusal), ("stale-proposal", "AMB-90"));
    assert_eq!(refusal["proposal"], world.digest(MP, "t-one"), "the newest proposal is told");

    let body = json!({ "event_id": "t-one", "proposal": world.digest(MP, "t-one") });
    let rehearsed = world.post(&format!("{MP}/grants?dry_run=true"), &body, 200);
    assert_eq!(rehearsed["dry_run"], true);
    assert_eq!(world.seats(MP, "t-one"), [seat("proposed", &one)], "a rehearsal grants nothing");
    let headers = [("Authorization", world.admin.authorization.as_str()), ("Idempotency-Key", "grant-1")];
    let granted = world.instance.send_json("POST", &format!("{MP}/grants"), &headers, &body);
    let again = world.instance.send_json("POST", &format!("{MP}/grants"), &headers, &body);
    assert_eq!((granted.status, again.header("idempotency-replayed")), (200, "true"), "{}", granted.text());
    assert_eq!(granted.json()["events"], again.json()["events"]);
    assert_eq!(granted.json()["events"][0]["type"], "ledger.granted");
    assert_eq!(granted.json()["resource"], format!("{MP}/ledger"));
    assert_eq!(world.seats(MP, "t-one"), [seat("granted", &one)]);

    // The protocol was wrong: the second was the first.
    world.correct(&[
        tournament("t-one", "2025-01-11", &order(&["p02", "p01", "p03", "p04"])),
        tournament("t-two", "2025-02-15", &order(&["p01", "p05", "p02", "p06"])),
    ]);
    assert_eq!(world.seats(MP, "t-one"), [seat("review", &one)], "nobody loses a grant by a correction");
    assert_eq!(world.proposal(MP, "t-one")["in_review"][0]["player_id"], one);
    let upheld = json!({
        "event_id": "t-one", "player": one, "proposal": world.digest(MP, "t-one"), "reason": "Bilety są kupione",
    });
    world.post(&format!("{MP}/upholdings"), &upheld, 200);
    assert_eq!(world.seats(MP, "t-one"), [seat("granted", &one)]);
    assert_eq!(refused(&world.post(&format!("{MP}/upholdings"), &upheld, 409)).0, "nothing-to-review");

    let revoked = json!({ "event_id": "t-one", "player": one, "reason": "Nie przyjedzie" });
    world.post(&format!("{MP}/revocations"), &revoked, 200);
    assert_eq!(world.seats(MP, "t-one"), [seat("proposed", &two)], "the seat is proposed again");
    assert_eq!(world.chain(MP, "t-one"), ["opened", "granted", "corrected", "upheld", "revoked"]);
    assert_eq!(refused(&world.post(&format!("{MP}/revocations"), &revoked, 409)).0, "nothing-recorded");
}

#[test]
fn a_decline_keeps_the_seat_empty_or_passes_it_on_and_what_is_left_can_be_withheld() {
    let world = World::start();
    let [one, two] = ["p01", "p02"].map(|alias| world.player(alias));
    let decline = |pass_on: bool, reason: Option<&str>| json!({ "event_id": "t-one", "player": one, "pass_on": pass_on, "reason": reason });
    world.post(&format!("{MP}/declines"), &decline(false, None), 200);
    assert_eq!(world.seats(MP, "t-one"), [seat("declined", &one)]);
    let body = json!({ "event_id": "t-one", "proposal": world.digest(MP, "t-one") });
    assert_eq!(refused(&world.post(&format!("{MP}/grants"), &body, 409)).0, "nothing-left");
    assert_eq!(refused(&world.post(&format!("{MP}/declines"), &decline(false, None), 409)).0, "has-declined");
    world.delete(&format!("{MP}/declines/t-one/{one}"), 200);
    assert_eq!(world.seats(MP, "t-one"), [seat("proposed", &one)]);
    assert_eq!(refused(&world.delete(&format!("{MP}/declines/t-one/{one}"), 409)).0, "nothing-recorded");

    let refusal = world.post(&format!("{MP}/declines"), &decline(true, None), 422);
    assert_eq!(refused(&refusal).0, "reason-needed");
    assert_eq!(refusal["errors"][0]["pointer"], "/reason");
    world.post(&format!("{MP}/declines"), &decline(true, Some("Zgłoszona w terminie")), 200);
    assert_eq!(world.seats(MP, "t-one"), [seat("proposed", &two)]);

    let withheld = json!({ "event_id": "t-one", "reason": "Lista jest zamknięta" });
    world.post(&format!("{MP}/withholdings"), &withheld, 200);
    assert_eq!(world.seats(MP, "t-one"), [nobody("withheld")]);
    assert_eq!(refused(&world.post(&format!("{MP}/withholdings"), &withheld, 409)).0, "nothing-left");
    world.post(&format!("{MP}/withholdings/withdrawal"), &withheld, 200);
    assert_eq!(world.seats(MP, "t-one"), [seat("proposed", &two)]);
    let chain = ["opened", "declined", "decline_withdrawn", "declined", "withheld", "withholding_withdrawn"];
    assert_eq!(world.chain(MP, "t-one"), chain);
}

#[test]
fn an_earlier_event_that_runs_holds_a_grant_up_until_somebody_says_why_it_cannot_wait() {
    let world = World::start();
    let league = json!({
        "name": "Liga Rybnicka", "voivodeship": "śląskie", "first_day": "2024-10-05", "last_day": "2025-01-20",
        "rulebook": "pl-2024-25",
    });
    let league = world.post("/api/v1/leagues", &league, 201)["id"].as_str().unwrap().to_owned();
    assert_eq!(world.proposal(MP, "t-one")["waits_for"], json!([]), "the league ends later than this one");
    assert_eq!(world.proposal(MP, "t-two")["waits_for"], json!([league]));
    let mut body = json!({ "event_id": "t-two", "proposal": world.digest(MP, "t-two") });
    let refusal = world.post(&format!("{MP}/grants"), &body, 409);
    assert_eq!(refused(&refusal), ("earlier-events-open", "AMB-68"));
    assert_eq!(refusal["events"], json!([league]));
    body["reason"] = "Liga nie da awansu: za mało stałych uczestników".into();
    world.post(&format!("{MP}/grants"), &body, 200);
    let account = world.account(MP, "t-two");
    let line = account["custody"].as_array().unwrap().last().unwrap();
    assert_eq!((&line["act"], &line["has_reason"]), (&json!("granted"), &json!(true)));
    assert_eq!(line["reason"], body["reason"]);
    assert_eq!(line["by"]["account"], world.admin.account.as_str());
    assert_eq!(line["event"], format!("/api/v1/log/events/{}", line["position"]));
    let logged = world.get(line["event"].as_str().unwrap());
    assert_eq!((&logged["type"], &logged["stream"]), (&json!("ledger.granted"), &json!("ledger/mp:2025")));
    assert_eq!(account["waits_for"], json!([league]), "the account goes on to tell");
}

#[test]
fn who_did_it_and_why_is_for_staff_and_the_rest_is_for_everybody() {
    let world = World::start();
    let body = json!({ "event_id": "t-one", "proposal": world.digest(MP, "t-one"), "reason": "Powód niejawny" });
    world.post(&format!("{MP}/grants"), &body, 200);
    let path = format!("{MP}/ledger");
    let public = world.get_as(None, &path);
    assert_eq!((public.status, public.header("cache-control")), (200, "public, no-cache"));
    let no_role = world.instance.member("someone", &[]);
    for reply in [&public, &world.get_as(Some(&no_role.authorization), &path)] {
        for hidden in
            ["Powód niejawny", world.admin.account.as_str(), "\"by\"", "waits_for", "\"proposal\"", "\"event\":"]
        {
            assert!(!reply.text().contains(hidden), "{hidden}");
        }
    }
    let known = world.instance.send("GET", &path, &[("If-None-Match", public.header("etag"))], None);
    assert_eq!(known.status, 304);
    let auditor = world.instance.signed_in(Role::Auditor);
    let seen = world.get_as(Some(&auditor), &path).text();
    assert!(seen.contains(world.admin.account.as_str()) && seen.contains("waits_for"));
    assert!(!seen.contains("Powód niejawny"), "auditors read everything but what people wrote");
    assert!(world.get_as(Some(&world.admin.authorization), &path).text().contains("Powód niejawny"));

    let csv = world.instance.send("GET", &path, &[("Accept", "text/csv")], None).text();
    let first = csv.lines().nth(1).unwrap();
    assert!(first.starts_with("t-one,Turniej t-one,tournament,1,granted,"), "{csv}");
    let one = world.get(&format!("{path}?event_id=t-two"));
    assert_eq!(one["accounts"].as_array().unwrap().len(), 1);
    assert_eq!(world.get_as(None, &format!("{path}?event_id=t-none")).status, 404);
    assert_eq!(world.get_as(None, &format!("{MP}/proposals")).status, 401);
    assert_eq!(world.get_as(None, "/api/v1/seasons/1999/qualifications/mp/ledger").status, 404);
}

#[test]
fn the_chain_names_who_decided_about_the_event_itself() {
    let mut tied = tournament("t-one", "2025-01-11", &order(&["p01", "p02"]));
    tied["results"][1]["place"] = 1.into();
    let world = World::with(&[tied]);
    let arbiter = world.instance.member("arbiter", &[Grant { role: Role::Arbiter, event: None }]);
    let ruling = json!({ "order": [world.player("p02"), world.player("p01")] });
    let headers = [("Authorization", arbiter.authorization.as_str())];
    let path = "/api/v1/tournaments/t-one/qualification-tie";
    assert_eq!(world.instance.send_json("PUT", path, &headers, &ruling).status, 201);
    let custody = world.account(MP, "t-one")["custody"].clone();
    assert_eq!((&custody[0]["act"], &custody[0]["by"]), (&json!("opened"), &Value::Null), "no account imported it");
    assert_eq!(
        (&custody[1]["act"], &custody[1]["by"]["account"]),
        (&json!("decided"), &json!(arbiter.account.as_str()))
    );
    assert!(!world.get_as(None, &format!("{MP}/ledger")).text().contains(arbiter.account.as_str()));
}

#[test]
fn the_ledger_can_be_read_as_it_was() {
    let world = World::start();
    let before = world.instance.position().0;
    let body = json!({ "event_id": "t-one", "proposal": world.digest(MP, "t-one") });
    world.post(&format!("{MP}/grants"), &body, 200);
    let state = |path: String| world.get(&path)["accounts"][0]["seats"][0]["state"].clone();
    assert_eq!(state(format!("{MP}/ledger")), "granted");
    assert_eq!(state(format!("{MP}/ledger?as_of={before}")), "proposed");
    let proposed = world.get(&format!("{MP}/proposals?as_of={before}"));
    assert_eq!(proposed["items"][0]["proposed"][0]["granted"], false);
}

#[test]
fn only_an_admin_acts_and_what_cannot_be_named_is_refused_with_its_place() {
    let world = World::start();
    let body = json!({ "event_id": "t-one", "proposal": world.digest(MP, "t-one") });
    for role in [Role::Arbiter, Role::Auditor] {
        let somebody = world.instance.member("somebody", &[Grant { role, event: None }]);
        assert_eq!(world.post_as(&somebody, &format!("{MP}/grants"), &body).status, 403, "{role}");
    }
    let place = |body: &Value| {
        let refusal = world.post(&format!("{MP}/grants"), body, 422);
        (refusal["errors"][0]["pointer"].clone(), refusal["errors"][0]["code"].clone())
    };
    let digest = &body["proposal"];
    let wrong = json!({ "event_id": "t-none", "proposal": digest });
    assert_eq!(place(&wrong), (json!("/event_id"), json!("unknown-event")));
    let wrong = json!({ "event_id": "t-one", "source": "league", "proposal": digest });
    assert_eq!(place(&wrong), (json!("/event_id"), json!("unknown-event")));
    let wrong = json!({ "event_id": "t-one", "proposal": "z".repeat(64) });
    assert_eq!(place(&wrong), (json!("/proposal"), json!("invalid-digest")));
    let other = json!({ "event_id": "t-one", "players": [world.player("p09")], "proposal": digest });
    let refusal = world.post(&format!("{MP}/grants"), &other, 422);
    assert_eq!((refused(&refusal).0, &refusal["player_id"]), ("not-proposed", &json!(world.player("p09"))));
    assert_eq!(world.post_as(&world.admin, "/api/v1/seasons/1999/qualifications/mp/grants", &body).status, 404);
}

#[test]
fn a_championship_that_gives_under_two_titles_wants_to_know_which() {
    let mut played = tournament("t-mw", "2025-03-01", &order(&[]));
    played["class"] = "mw".into();
    let mut bundle = bundle(&[played]);
    bundle["rulebook"]["overrides"] = json!({ "awans.mw.also_awt": true });
    let instance = Instance::start();
    instance.import(&bundle);
    let admin = instance.member("admin", &[Grant { role: Role::Admin, event: None }]);
    let second = instance.member("second", &[]);
    let world = World { instance, admin, second };
    let items = world.get(&format!("{MP}/proposals"))["items"].clone();
    let of = |source: &str| items.as_array().unwrap().iter().find(|it| it["source"] == source).unwrap().clone();
    let mut body = json!({ "event_id": "t-mw", "proposal": of("mw")["proposal"] });
    let refusal = world.post(&format!("{MP}/grants"), &body, 422);
    assert_eq!(refusal["errors"][0]["pointer"], "/source");
    body["source"] = "mw".into();
    world.post(&format!("{MP}/grants"), &body, 200);
    assert_eq!(of("tournament")["event_id"], "t-mw");
}

#[test]
fn the_ranking_waits_for_its_day() {
    let world = World::start();
    let body = json!({ "event_id": "ranking", "proposal": world.digest(MP, "ranking") });
    let granted = world.post(&format!("{MP}/grants"), &body, 200);
    assert!(granted["events"].as_array().unwrap().len() > 10, "the day is over: {granted}");
    let line = world.account(MP, "ranking")["custody"][0].clone();
    assert_eq!(line["act"], "opened", "the season opens what the ranking gives");
}
