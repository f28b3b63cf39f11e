//! Published lists over HTTP: two people, immutable editions, drift, and files that outsiders can check.

use api::testing::{Instance, Member, Reply, code};
use commands::bundle_import::{ImportOptions, import};
use commands::{CommandMetadata, LogLookup};
use domain::event::{Grant, Role};
use events::environment::Environment;
use projections::vault_check::check_vault;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

const SEASON: &str = include_str!("../../../../examples/season-2025.bundle.json");
const PASSWORD: &str = "tygrysy lubią pączki";
const RANKING: &str = "/api/v1/lists/ranking:2025";

/// A federation with two admins and a season.
struct Federation {
    instance: Instance,
    anna: Member,
    beata: Member,
}

impl Federation {
    fn start() -> Self {
        let instance = Instance::start();
        let bundle = serde_json::from_str(SEASON).unwrap();
        record(&instance, &bundle, None);
        let admin = [Grant { role: Role::Admin, event: None }];
        let (anna, beata) = (instance.member("anna", &admin), instance.member("beata", &admin));
        Self { instance, anna, beata }
    }

    fn as_member(&self, who: &Member, method: &str, path: &str, body: Option<&Value>) -> Reply {
        let headers = [("Authorization", who.authorization.as_str()), ("Accept-Language", "en")];
        match body {
            Some(body) => self.instance.send_json(method, path, &headers, body),
            None => self.instance.send(method, path, &headers, None),
        }
    }

    /// What the preview says.
    fn preview(&self, list: &str) -> Value {
        let reply = self.as_member(&self.anna, "GET", &format!("{list}/preview"), None);
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    }

    fn submit(&self, who: &Member, list: &str, body: &Value) -> Reply {
        self.as_member(who, "POST", &format!("{list}/submission"), Some(body))
    }

    fn publish(&self, who: &Member, list: &str, digest: &Value) -> Reply {
        let body = json!({ "digest": digest, "submission": self.waiting(list) });
        self.as_member(who, "POST", &format!("{list}/editions"), Some(&body))
    }

    /// The position of what waits; any other if nothing does.
    fn waiting(&self, list: &str) -> u64 {
        let auditor = self.instance.signed_in(Role::Auditor);
        let preview = self.instance.send("GET", &format!("{list}/preview"), &[("Authorization", &auditor)], None);
        preview.json()["submitted"]["position"].as_u64().unwrap_or(1)
    }

    /// One submits, the other publishes.
    fn edition(&self, list: &str, reason: Option<&str>) -> Value {
        let digest = self.preview(list)["digest"].clone();
        let submitted = self.submit(&self.anna, list, &json!({ "digest": digest, "reason": reason }));
        assert_eq!(submitted.status, 201, "{}", submitted.text());
        let published = self.publish(&self.beata, list, &digest);
        assert_eq!(published.status, 201, "{}", published.text());
        published.json()
    }

    fn get(&self, path: &str) -> Value {
        let reply = self.instance.send("GET", path, &[("Accept-Language", "en")], None);
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply.json()
    }

    /// Lets a program of others check an edition.
    fn checked(&self, list: &str, number: u32) -> Result<String, String> {
        let folder = tempfile::TempDir::new().unwrap();
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/proof/edition.py");
        let mut command = Command::new("python3");
        command.arg("-B").arg(script);
        for part in ["proof", "canonical", "disclosure"] {
            let reply = self.instance.get(&format!("{list}/editions/{number}/{part}"));
            assert_eq!(reply.status, 200, "{}", reply.text());
            let file = folder.path().join(part);
            std::fs::write(&file, &reply.body).unwrap();
            command.arg(file);
        }
        let output = command.output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
        if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
    }
}

/// Waits until readers are shown everything that is recorded; a busy machine takes longer than one request may.
fn catch_up(instance: &Instance) {
    let path = format!("/api/v1/seasons?limit=1&wait_for={}", instance.position().0);
    while instance.get(&path).status == 503 {}
}

/// Records a bundle, or corrects what is recorded by it.
fn record(instance: &Instance, bundle: &formats::bundle::Bundle, reason: Option<&str>) {
    let options = ImportOptions { correct: reason.is_some(), reason: reason.map(str::to_owned) };
    import(&*instance.log, &instance.vault, &*instance.clock, bundle, &options, &mut |_, _| ()).unwrap();
    catch_up(instance);
}

/// The season with the first two of a tournament the other way round.
fn with_other_winner(tournament: &str) -> formats::bundle::Bundle {
    let mut bundle: Value = serde_json::from_str(SEASON).unwrap();
    let tournaments = bundle["tournaments"].as_array_mut().unwrap();
    let found = tournaments.iter_mut().find(|it| it["id"] == tournament).unwrap();
    let results = found["results"].as_array_mut().unwrap();
    let (first, second) = (results[0]["player"].clone(), results[1]["player"].clone());
    (results[0]["player"], results[1]["player"]) = (second, first);
    serde_json::from_value(bundle).unwrap()
}

fn code_of(reply: &Reply) -> (u16, String) {
    (reply.status, reply.json()["code"].as_str().unwrap_or_default().to_owned())
}

fn rows<'a>(edition: &'a Value, name: &str) -> Vec<&'a Value> {
    edition[name].as_array().unwrap().iter().collect()
}

#[test]
fn a_list_is_looked_at_submitted_and_published_by_two_people_and_stays_as_it_was_published() {
    let federation = Federation::start();
    let before = federation.get(RANKING);
    assert!(before["newest"].is_null() && before["drifted"] == false, "{before}");
    let preview = federation.preview(RANKING);
    assert_eq!((&preview["digest"], &preview["edition"]), (&before["live_digest"], &json!(1)));
    assert_eq!(preview["rows"].as_array().unwrap().len(), before["rows"].as_array().unwrap().len());

    assert_eq!(
        federation.publish(&federation.beata, RANKING, &preview["digest"]).json()["reason"],
        "nothing-submitted"
    );
    let submitted = federation.submit(&federation.anna, RANKING, &json!({ "digest": preview["digest"] }));
    assert_eq!(submitted.status, 201, "{}", submitted.text());
    let waiting = federation.as_member(&federation.beata, "GET", RANKING, None).json()["submitted"].clone();
    assert_eq!((&waiting["by"], &waiting["current"]), (&json!(federation.anna.account.as_str()), &json!(true)));
    assert!(federation.get(RANKING)["submitted"].is_null(), "only staff see what waits");

    let rehearsed = federation.as_member(
        &federation.beata,
        "POST",
        &format!("{RANKING}/editions?dry_run=true"),
        Some(&json!({ "digest": preview["digest"], "submission": waiting["position"] })),
    );
    assert_eq!((rehearsed.status, federation.get(&format!("{RANKING}/editions"))["items"].clone()), (200, json!([])));
    let published = federation.publish(&federation.beata, RANKING, &preview["digest"]);
    assert_eq!(published.status, 201, "{}", published.text());
    assert_eq!(published.header("location"), "/api/v1/lists/ranking%3A2025/editions/1");
    assert_eq!(published.json()["events"][0]["type"], "list.published");

    let edition = federation.get(published.header("location"));
    let bytes = federation.instance.get(&format!("{RANKING}/editions/1/canonical"));
    assert_eq!(bytes.header("content-type"), "application/x-ndjson");
    assert_eq!(hex::encode(Sha256::digest(&bytes.body)), edition["digest"].as_str().unwrap());
    assert_eq!((&edition["digest"], &edition["erratum"]), (&preview["digest"], &json!(false)));
    assert_eq!(edition["rows"], preview["rows"]);
    let expected: Value = serde_json::from_str(include_str!("../../../../examples/season-2025.results.json")).unwrap();
    let ranking = expected["seasons"][0]["ranking"].as_array().unwrap();
    assert_eq!(edition["rows"].as_array().unwrap().len(), ranking.len());
    for (row, line) in rows(&edition, "rows").into_iter().zip(ranking) {
        assert_eq!((&row["place"], &row["points"]), (&line["place"], &line["points"]));
    }
    assert!(edition["difference"].is_null() && edition["reason"].is_null());
    let checked = federation.checked(RANKING, 1).unwrap();
    assert!(checked.contains("names fit, 0 cannot"), "{checked}");

    let again =
        federation.submit(&federation.anna, RANKING, &json!({ "digest": preview["digest"], "reason": "Bo tak" }));
    assert_eq!((code_of(&again).0, again.json()["reason"].clone()), (409, json!("unchanged")));
    let all = federation.get("/api/v1/lists");
    let kinds: std::collections::BTreeSet<&str> =
        rows(&all, "items").into_iter().map(|item| item["kind"].as_str().unwrap()).collect();
    let every = ["grand-prix", "mp", "mp-start", "mw", "ranking", "ranking-snapshot", "wildcards"];
    assert_eq!(kinds, every.into_iter().collect());
    for item in rows(&all, "items") {
        let shown = federation.get(item["address"].as_str().unwrap());
        assert_eq!((&shown["list"], &shown["live_digest"]), (&item["list"], &item["live_digest"]));
        let published = item["list"] == "ranking:2025";
        assert_eq!((item["newest"].is_null(), &item["drifted"]), (!published, &json!(false)), "{item}");
    }
    for nothing in ["ranking:1999", "ranking", "nothing:2025", "mw:none"] {
        assert_eq!(federation.instance.get(&format!("/api/v1/lists/{nothing}")).status, 404, "{nothing}");
    }
    for nothing in ["0", "2", "01", "+1", "x"] {
        assert_eq!(federation.instance.get(&format!("{RANKING}/editions/{nothing}")).status, 404, "{nothing}");
    }
}

#[test]
fn s22_whoever_submitted_a_list_does_not_publish_it_whatever_happens_to_roles_meanwhile() {
    let Federation { instance, anna, beata } = Federation::start();
    let known = LogLookup::new(Arc::clone(&instance.log), Arc::clone(&instance.vault));
    let (metadata, grant) = (CommandMetadata::by(Instance::operator()), Grant { role: Role::Admin, event: None });
    let federation = Federation { instance, anna, beata };
    let digest = federation.preview(RANKING)["digest"].clone();
    assert_eq!(federation.submit(&federation.anna, RANKING, &json!({ "digest": digest })).status, 201);
    let same = |federation: &Federation| {
        assert_eq!(code_of(&federation.publish(&federation.anna, RANKING, &digest)), (403, "same-person".to_owned()));
        let rehearsal = format!("{RANKING}/editions?dry_run=true");
        let body = json!({ "digest": digest, "submission": federation.waiting(RANKING) });
        let rehearsed = federation.as_member(&federation.anna, "POST", &rehearsal, Some(&body));
        assert_eq!(code_of(&rehearsed), (403, "same-person".to_owned()));
    };
    same(&federation);

    let commands = federation.instance.commands();
    commands.revoke_role(&metadata, &known, &federation.anna.account, &grant).unwrap();
    assert_eq!(code_of(&federation.publish(&federation.anna, RANKING, &digest)), (403, "forbidden".to_owned()));
    commands.grant_role(&metadata, &federation.anna.account, &grant).unwrap();
    same(&federation);

    // Submitting again does not make her the second person either, and what others submit is theirs.
    assert_eq!(federation.submit(&federation.anna, RANKING, &json!({ "digest": digest })).status, 201);
    same(&federation);
    assert_eq!(federation.submit(&federation.beata, RANKING, &json!({ "digest": digest })).status, 201);
    assert_eq!(code_of(&federation.publish(&federation.beata, RANKING, &digest)), (403, "same-person".to_owned()));
    assert_eq!(federation.publish(&federation.anna, RANKING, &digest).status, 201);
    let edition = federation.get(&format!("{RANKING}/editions/1"));
    assert_eq!(edition["submitted_by"], federation.beata.account.as_str());
    assert_eq!(edition["published_by"], federation.anna.account.as_str());

    for role in [Role::Arbiter, Role::Auditor] {
        let other = federation.instance.member("other", &[Grant { role, event: None }]);
        assert_eq!(federation.as_member(&other, "GET", &format!("{RANKING}/preview"), None).status, 200);
        assert_eq!(federation.publish(&other, RANKING, &digest).status, 403, "{role:?}");
    }
}

#[test]
fn a_preview_that_is_stale_is_neither_submitted_nor_published() {
    let federation = Federation::start();
    let digest = federation.preview(RANKING)["digest"].clone();
    assert_eq!(federation.submit(&federation.anna, RANKING, &json!({ "digest": digest })).status, 201);
    record(&federation.instance, &with_other_winner("t-olsztyn-2024-10-12"), Some("Protokół"));
    let now = federation.preview(RANKING);
    assert_ne!(now["digest"], digest);
    assert_eq!(now["submitted"]["current"], false);
    for stale in [
        federation.publish(&federation.beata, RANKING, &digest),
        federation.publish(&federation.beata, RANKING, &now["digest"]),
        federation.submit(&federation.anna, RANKING, &json!({ "digest": digest })),
    ] {
        assert_eq!(stale.status, 409, "{}", stale.text());
        assert_eq!((&stale.json()["reason"], &stale.json()["digest"]), (&json!("stale-preview"), &now["digest"]));
    }
    let withdrawn = federation.as_member(&federation.beata, "DELETE", &format!("{RANKING}/submission"), None);
    assert_eq!(withdrawn.status, 200, "{}", withdrawn.text());
    assert_eq!(federation.publish(&federation.beata, RANKING, &now["digest"]).json()["reason"], "nothing-submitted");
    for wrong in ["", "abc", &"G".repeat(64)] {
        let refused = federation.submit(&federation.anna, RANKING, &json!({ "digest": wrong }));
        assert_eq!((refused.status, &refused.json()["errors"][0]["pointer"]), (422, &json!("/digest")));
    }
}

#[test]
fn the_second_person_is_shown_the_reason_and_publishes_the_submission_that_she_has_seen() {
    let federation = Federation::start();
    federation.edition(RANKING, None);
    record(&federation.instance, &with_other_winner("t-olsztyn-2024-10-12"), Some("Protokół"));
    let digest = federation.preview(RANKING)["digest"].clone();
    let submit = |reason: &str| {
        let submitted = federation.submit(&federation.anna, RANKING, &json!({ "digest": digest, "reason": reason }));
        assert_eq!(submitted.status, 201, "{}", submitted.text());
    };
    submit("Skorygowano wynik");
    let seen = federation.preview(RANKING)["submitted"].clone();
    assert_eq!(seen["reason"], "Skorygowano wynik");
    submit("Coś zupełnie innego");
    let publish =
        |body: &Value| federation.as_member(&federation.beata, "POST", &format!("{RANKING}/editions"), Some(body));
    assert_eq!(publish(&json!({ "digest": digest })).status, 400);
    let refused = publish(&json!({ "digest": digest, "submission": seen["position"] }));
    assert_eq!((refused.status, &refused.json()["reason"]), (409, &json!("other-submission")));
    let now = federation.preview(RANKING)["submitted"].clone();
    assert_eq!((&refused.json()["submission"], &now["reason"]), (&now["position"], &json!("Coś zupełnie innego")));
    let feed = federation.get("/api/v1/audit-trail?type=list.");
    assert!(rows(&feed, "items").iter().all(|line| line["type"] == "list.published"), "what waits is for staff");

    // Nobody stands behind what a disabled account has submitted.
    let known = LogLookup::new(Arc::clone(&federation.instance.log), Arc::clone(&federation.instance.vault));
    let (commands, metadata) = (federation.instance.commands(), CommandMetadata::by(Instance::operator()));
    commands.disable_account(&metadata, &known, &federation.anna.account, None).unwrap();
    let refused = publish(&json!({ "digest": digest, "submission": now["position"] }));
    assert_eq!((refused.status, &refused.json()["reason"]), (409, &json!("submitter-disabled")));
    commands.enable_account(&metadata, &federation.anna.account).unwrap();
    assert_eq!(publish(&json!({ "digest": digest, "submission": now["position"] })).status, 201);
}

#[test]
fn s22_whoever_has_lost_the_role_since_submitting_is_no_first_person() {
    let federation = Federation::start();
    let (anna, beata) = (&federation.anna, &federation.beata);
    let digest = federation.preview(RANKING)["digest"].clone();
    assert_eq!(federation.submit(anna, RANKING, &json!({ "digest": digest })).status, 201);
    let known = LogLookup::new(Arc::clone(&federation.instance.log), Arc::clone(&federation.instance.vault));
    let (commands, metadata) = (federation.instance.commands(), CommandMetadata::by(Instance::operator()));
    let admin = Grant { role: Role::Admin, event: None };
    commands.grant_role(&metadata, &anna.account, &Grant { role: Role::Auditor, event: None }).unwrap();
    commands.revoke_role(&metadata, &known, &anna.account, &admin).unwrap();
    let refused = federation.publish(beata, RANKING, &digest);
    assert_eq!((refused.status, &refused.json()["reason"]), (409, &json!("submitter-without-role")));
    assert!(refused.json()["detail"].as_str().unwrap().contains("lost the role"), "{}", refused.text());

    let celina = federation.instance.member("celina", &[admin]);
    assert_eq!(federation.submit(&celina, RANKING, &json!({ "digest": digest })).status, 201);
    let published = federation.publish(beata, RANKING, &digest);
    assert_eq!(published.status, 201, "{}", published.text());
    let edition = federation.get(&format!("{RANKING}/editions/1"));
    assert_eq!(edition["digest"], digest);
}

#[test]
fn s22_an_account_that_somebody_has_let_in_lately_is_no_second_person_beside_her() {
    let federation = Federation::start();
    let (anna, beata) = (&federation.anna, &federation.beata);
    let digest = federation.preview(RANKING)["digest"].clone();
    assert_eq!(federation.submit(anna, RANKING, &json!({ "digest": digest })).status, 201);
    let waiting = federation.waiting(RANKING);
    let rehearse = |who: &Member| {
        let body = json!({ "digest": digest, "submission": waiting });
        code_of(&federation.as_member(who, "POST", &format!("{RANKING}/editions?dry_run=true"), Some(&body)))
    };
    let done = (200, String::new());
    assert_eq!(rehearse(beata), done, "both were opened by the operator");

    // A new account, a role, a link: each of them would put two accounts into the same hands.
    let celina = federation.instance.member("celina", &[]);
    let grants = format!("/api/v1/accounts/{}/grants", celina.account);
    assert_eq!(federation.as_member(anna, "POST", &grants, Some(&json!({ "role": "admin" }))).status, 200);
    assert_eq!(rehearse(&celina), (403, "same-person".to_owned()));
    assert_eq!(rehearse(beata), done);
    let links = format!("/api/v1/accounts/{}/links", beata.account);
    assert_eq!(federation.as_member(anna, "POST", &format!("{links}?dry_run=true"), None).status, 200);
    assert_eq!(rehearse(beata), done, "a rehearsal lets nobody in");
    let link = federation.as_member(anna, "POST", &links, None);
    assert_eq!(link.status, 201, "{}", link.text());
    assert!(link.json()["secret"].is_string() && link.json()["events"][0]["type"] == "account.access_renewed");
    assert_eq!(rehearse(beata), (403, "same-person".to_owned()));

    federation.instance.clock.advance(Duration::from_hours(7 * 24 + 1));
    let later = federation.instance.sign_in_again(beata);
    assert_eq!(rehearse(&later), done, "after seven days");
}

/// Somebody who has signed in with a password and a code.
struct SignedIn<'a> {
    instance: &'a Instance,
    member: Member,
    refresh_token: String,
}

impl<'a> SignedIn<'a> {
    fn open(instance: &'a Instance, member: &Member, secret: &str) -> Self {
        let seconds = (instance.clock.now().0 / 1_000_000).unsigned_abs();
        let body = json!({ "login": member.login, "password": PASSWORD, "code": code(secret, seconds) });
        let reply = instance.send_json("POST", "/api/v1/sessions", &[], &body);
        assert_eq!(reply.status, 201, "{}", reply.text());
        let mut signed_in = Self {
            instance,
            member: Member {
                account: member.account.clone(),
                login: member.login.clone(),
                authorization: String::new(),
            },
            refresh_token: String::new(),
        };
        signed_in.take(&reply.json());
        signed_in
    }

    fn take(&mut self, tokens: &Value) {
        self.member.authorization = format!("Bearer {}", tokens["access_token"].as_str().unwrap());
        tokens["refresh_token"].as_str().unwrap().clone_into(&mut self.refresh_token);
    }

    /// With an access token that has not expired.
    fn renewed(&mut self) -> &Member {
        let body = json!({ "refresh_token": self.refresh_token });
        let reply = self.instance.send_json("POST", "/api/v1/sessions/refresh", &[], &body);
        assert_eq!(reply.status, 200, "{}", reply.text());
        self.take(&reply.json());
        &self.member
    }
}

#[test]
fn s8_publishing_needs_a_code_that_was_shown_within_the_last_five_minutes_in_this_session() {
    let federation = Federation::start();
    let (instance, beata) = (&federation.instance, &federation.beata);
    let digest = federation.preview(RANKING)["digest"].clone();
    assert_eq!(federation.submit(&federation.anna, RANKING, &json!({ "digest": digest })).status, 201);
    let current = |secret: &str| code(secret, (instance.clock.now().0 / 1_000_000).unsigned_abs());
    let begun = federation.as_member(beata, "POST", "/api/v1/me/second-factor", None);
    let secret = begun.json()["secret"].as_str().unwrap().to_owned();
    let first = json!({ "code": current(&secret) });
    let confirmed = federation.as_member(beata, "PUT", "/api/v1/me/second-factor", Some(&first));
    assert_eq!(confirmed.status, 200, "{}", confirmed.text());
    instance.set_password(&beata.account, PASSWORD);
    instance.clock.advance(Duration::from_mins(1));
    let mut here = SignedIn::open(instance, beata, &secret);
    let used = current(&secret);
    instance.clock.advance(Duration::from_mins(1));
    let mut there = SignedIn::open(instance, beata, &secret);
    let rehearse = |who: &Member| {
        let path = format!("{RANKING}/editions?dry_run=true");
        let body = json!({ "digest": digest, "submission": federation.waiting(RANKING) });
        federation.as_member(who, "POST", &path, Some(&body))
    };
    let step_up = |who: &Member, code: &str| {
        federation.as_member(who, "POST", "/api/v1/me/step-up", Some(&json!({ "code": code })))
    };
    let needed = (403, "step-up-needed".to_owned());
    assert_eq!(rehearse(&here.member).status, 200, "signing in with a code counts");

    instance.clock.advance(Duration::from_mins(6));
    let refused = rehearse(here.renewed());
    assert_eq!(code_of(&refused), needed);
    assert_eq!(refused.json()["step_up"], "/api/v1/me/step-up");
    for wrong in [used.as_str(), "000000"] {
        assert_eq!(code_of(&step_up(&here.member, wrong)), (401, "wrong-credentials".to_owned()));
        assert_eq!(code_of(&rehearse(&here.member)), needed);
    }
    let next = current(&secret);
    let shown = step_up(&here.member, &next);
    assert_eq!(shown.status, 200, "{}", shown.text());
    assert!(shown.json()["until"].is_string());
    assert_eq!(rehearse(&here.member).status, 200);
    assert_eq!(step_up(&here.member, &next).status, 401, "each code works once");
    assert_eq!(code_of(&rehearse(there.renewed())), needed, "another session of the same account has shown nothing");

    instance.clock.advance(Duration::from_mins(4));
    assert_eq!(rehearse(here.renewed()).status, 200, "the session remembers the code when its tokens are exchanged");
    instance.clock.advance(Duration::from_mins(2));
    assert_eq!(code_of(&rehearse(here.renewed())), needed, "after six minutes");
    assert_eq!(step_up(there.renewed(), &current(&secret)).status, 200);
    assert_eq!(code_of(&rehearse(&here.member)), needed, "the code was shown elsewhere");
    let published = federation.publish(&there.member, RANKING, &digest);
    assert_eq!(published.status, 201, "{}", published.text());

    // Whoever has no second factor cannot show one.
    let auditor = instance.member("auditor", &[Grant { role: Role::Auditor, event: None }]);
    assert_eq!(code_of(&step_up(&auditor, "123456")), (403, "second-factor-missing".to_owned()));
}

#[test]
fn a_correction_lets_a_list_drift_and_the_erratum_says_what_differs_and_why() {
    let federation = Federation::start();
    let early = federation.instance.get(&format!("{RANKING}/drift"));
    assert_eq!((early.status, &early.json()["reason"]), (404, &json!("not-published")));
    federation.edition(RANKING, None);
    let unknown = federation.instance.get(&format!("{RANKING}/diff?from=1&to=7"));
    let error = &unknown.json()["errors"][0];
    assert_eq!((unknown.status, &error["parameter"], &error["code"]), (422, &json!("to"), &json!("unknown-edition")));
    let first = federation.get(&format!("{RANKING}/editions/1"));
    let same = federation.get(&format!("{RANKING}/drift"));
    assert_eq!((&same["drifted"], &same["difference"]["changed"]), (&json!(false), &json!([])));

    record(&federation.instance, &with_other_winner("t-olsztyn-2024-10-12"), Some("Błąd w protokole"));
    let drift = federation.get(&format!("{RANKING}/drift"));
    assert_eq!((&drift["drifted"], &drift["digest"]), (&json!(true), &first["digest"]));
    let changed = rows(&drift["difference"], "changed");
    assert!(changed.len() >= 2, "{drift}");
    for row in &changed {
        assert_eq!(row["before"]["player_id"], row["after"]["player_id"]);
        assert!(!row["fields"].as_array().unwrap().is_empty());
        assert_eq!(row["cause"]["type"], "tournament.corrected", "{row}");
        assert_eq!(row["cause"]["position"], federation.instance.position().0);
    }
    assert_eq!(drift["causes_searched"], true);
    let live = federation.get(RANKING);
    assert_eq!((&live["drifted"], &live["drift"]["changed"]), (&json!(true), &json!(changed.len())));
    assert_eq!(federation.get(&format!("{RANKING}/editions/1")), first, "what was published stays");

    let digest = federation.preview(RANKING)["digest"].clone();
    let without = federation.submit(&federation.anna, RANKING, &json!({ "digest": digest }));
    assert_eq!((without.status, &without.json()["errors"][0]["pointer"]), (422, &json!("/reason")));
    federation.edition(RANKING, Some("Skorygowano wynik turnieju w Olsztynie"));
    let second = federation.get(&format!("{RANKING}/editions/2"));
    assert_eq!(
        (&second["erratum"], &second["reason"]),
        (&json!(true), &json!("Skorygowano wynik turnieju w Olsztynie"))
    );
    let compared = federation.get(&format!("{RANKING}/diff?from=1&to=2"));
    assert_eq!(compared["difference"], drift["difference"]);
    let told = rows(&second["difference"], "changed");
    assert_eq!(told.len(), changed.len());
    assert!(told.iter().zip(&changed).all(|(told, row)| told["after"] == row["after"]));
    assert_eq!(federation.get(&format!("{RANKING}/diff?from=2"))["difference"]["changed"], json!([]));
    assert_eq!(federation.get(&format!("{RANKING}/drift"))["drifted"], false);
    assert_eq!(federation.get(&format!("{RANKING}/editions"))["items"].as_array().unwrap().len(), 2);
    for number in [1, 2] {
        assert!(federation.checked(RANKING, number).is_ok(), "{number}");
    }
    let older = federation.get(&format!("{RANKING}?as_of={}", first["published"]));
    assert_eq!((&older["live_digest"], &older["newest"]["edition"]), (&first["digest"], &json!(1)));
    let log = Arc::clone(&federation.instance.log);
    assert_eq!(check_vault(&*log, &federation.instance.vault).unwrap().problems, []);
}

#[test]
fn the_lists_their_editions_and_what_had_drifted_can_be_read_as_they_were() {
    let federation = Federation::start();
    let start = federation.instance.position().0;
    let unpublished = federation.get("/api/v1/lists");
    federation.edition(RANKING, None);
    record(&federation.instance, &with_other_winner("t-olsztyn-2024-10-12"), Some("Błąd w protokole"));
    let drifted = federation.instance.position().0;
    let paths = ["/api/v1/lists", &format!("{RANKING}/drift"), &format!("{RANKING}/editions")];
    let then = paths.map(|path| federation.get(path));
    assert_eq!(then[1]["drifted"], true);

    federation.edition(RANKING, Some("Skorygowano wynik turnieju w Olsztynie"));
    for (path, then) in paths.iter().zip(&then) {
        assert_ne!(federation.get(path), *then, "{path}");
        assert_eq!(federation.get(&format!("{path}?as_of={drifted}")), *then, "{path}");
    }
    assert_eq!(federation.get(&format!("/api/v1/lists?as_of={start}")), unpublished);
    let early = federation.instance.get(&format!("{RANKING}/drift?as_of={start}"));
    assert_eq!((early.status, &early.json()["reason"]), (404, &json!("not-published")));
}

#[test]
fn an_erased_person_is_in_no_disclosure_and_everything_else_still_fits() {
    let federation = Federation::start();
    federation.edition(RANKING, None);
    let path = format!("{RANKING}/editions/1");
    let (before, names) = (federation.get(&path), federation.get(&format!("{path}/disclosure")));
    let canonical = federation.instance.get(&format!("{path}/canonical")).body;
    let erased = names["names"][0].clone();
    let player = erased["player"].as_str().unwrap().to_owned();
    federation.instance.erase(&player);
    catch_up(&federation.instance);
    let after = federation.get(&format!("{path}/disclosure"));
    assert_eq!(after["absent"], json!([{ "player": player, "because": "erased" }]));
    assert_eq!(after["names"].as_array().unwrap().len() + 1, names["names"].as_array().unwrap().len());
    let full = format!("{} {}", erased["first_name"].as_str().unwrap(), erased["surname"].as_str().unwrap());
    let row = |edition: &Value| {
        rows(edition, "rows").into_iter().find(|row| row["player_id"] == player.as_str()).unwrap().clone()
    };
    let shown = federation.get(&path);
    assert_eq!(row(&before)["name"], full);
    assert_ne!(row(&shown)["name"], full);
    assert_eq!((&row(&shown)["city"], &row(&shown)["commitment"]), (&Value::Null, &row(&before)["commitment"]));
    assert_eq!(
        (&shown["digest"], federation.instance.get(&format!("{path}/canonical")).body),
        (&before["digest"], canonical)
    );
    assert_eq!(federation.get(&format!("{RANKING}/drift"))["drifted"], false, "an erasure changes no list");
    let checked = federation.checked(RANKING, 1).unwrap();
    assert!(checked.contains("names fit, 1 cannot"), "{checked}");

    // A name that was put right since is told as such, and the list has drifted by it.
    let other = names["names"][1]["player"].as_str().unwrap();
    let read = federation.instance.get(&format!("/api/v1/players/{other}"));
    let mut body = json!({ "surname": "Inaczej-Zapisana", "reason": "Literówka" });
    for name in ["first_name", "city", "voivodeship"] {
        body[name] = read.json()[name].clone();
    }
    body["country"] = json!("PL");
    let headers = [("Authorization", federation.anna.authorization.as_str()), ("If-Match", read.header("etag"))];
    let rectified = federation.instance.send_json("PUT", &format!("/api/v1/players/{other}"), &headers, &body);
    assert_eq!(rectified.status, 200, "{}", rectified.text());
    let absent = federation.get(&format!("{path}/disclosure"))["absent"].clone();
    assert!(absent.as_array().unwrap().contains(&json!({ "player": other, "because": "rectified" })), "{absent}");
    let drift = federation.get(&format!("{RANKING}/drift"));
    assert_eq!((&drift["drifted"], &drift["difference"]["changed"][0]["fields"]), (&json!(true), &json!(["name"])));
    assert!(federation.checked(RANKING, 1).unwrap().contains("names fit, 2 cannot"));
}

#[test]
fn an_edition_comes_as_csv_and_as_a_page_to_print_in_both_languages() {
    let federation = Federation::start();
    let lists = [RANKING, "/api/v1/lists/mp:2025", "/api/v1/lists/mw:mw-2025-slaskie"];
    for list in lists {
        federation.edition(list, None);
        let path = format!("{list}/editions/1");
        let edition = federation.get(&path);
        let count = edition["rows"].as_array().unwrap().len();
        let get = |accept: &str, language: &str, query: &str| {
            let headers = [("Accept", accept), ("Accept-Language", language)];
            federation.instance.send("GET", &format!("{path}{query}"), &headers, None)
        };
        let csv = get("text/csv", "pl", "");
        assert!(csv.header("content-type").starts_with("text/csv"));
        assert_eq!(csv.text().lines().count(), count + 1);
        assert!(csv.text().starts_with("place,player_id,name,city,voivodeship,"), "{}", csv.text());
        let excel = get("*/*", "pl", "?dialect=excel");
        assert!(excel.text().starts_with("\u{feff}place;player_id;"), "{}", excel.text());

        let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        for (language, words) in [("pl", "Wydanie 1 z "), ("en", "Edition 1 of ")] {
            let page = get(browser, language, "");
            let text = page.text();
            assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
            assert!(page.header("content-security-policy").contains("style-src 'self'"));
            assert_eq!(page.header("content-language"), language);
            let digest = edition["digest"].as_str().unwrap();
            for part in
                [words, &digest[..8], &digest[56..], "<caption>", "<th scope=\"col\"", "<tfoot>", "/lists/style.css"]
            {
                assert!(text.contains(part), "{list} {language}: {part}");
            }
            assert_eq!(text.matches("<th scope=\"row\">").count(), count);
            assert!(!text.contains("<script") && !text.contains(['⟨', '⟩']), "{text}");
            // Whoever follows a link of a page stays in its language, and paper leads back to that page.
            let other = if language == "pl" { "en" } else { "pl" };
            assert_eq!(get(browser, other, &format!("?lang={language}")).text(), text);
            let page = path.replace("/api/v1", &format!("/{language}")).replace(':', "%3A");
            assert!(text.contains(&format!("http://127.0.0.1:8080{page}<")), "{text}");
        }
        assert_eq!(get(browser, "pl", "?lang=de").status, 400);
        assert_eq!(get("image/png", "pl", "").status, 406);
        let known = get("application/json", "pl", "");
        let headers = [("If-None-Match", known.header("etag")), ("Accept-Language", "pl")];
        assert_eq!(federation.instance.send("GET", &path, &headers, None).status, 304);
    }
    assert_eq!(federation.instance.get("/lists/style.css").header("content-type"), "text/css; charset=utf-8");
}

#[test]
fn a_name_with_markup_is_text_on_the_page() {
    let federation = Federation::start();
    let edition = federation.preview(RANKING);
    let player = edition["rows"][0]["player_id"].as_str().unwrap().to_owned();
    let read = federation.instance.get(&format!("/api/v1/players/{player}"));
    let mut body = json!({ "surname": "<b>&\"Lis\"", "reason": "Próba" });
    for name in ["first_name", "city", "voivodeship"] {
        body[name] = read.json()[name].clone();
    }
    body["country"] = json!("PL");
    let headers = [("Authorization", federation.anna.authorization.as_str()), ("If-Match", read.header("etag"))];
    let rectified = federation.instance.send_json("PUT", &format!("/api/v1/players/{player}"), &headers, &body);
    assert_eq!(rectified.status, 200, "{}", rectified.text());
    federation.edition(RANKING, None);
    let page = federation.instance.send("GET", &format!("{RANKING}/editions/1"), &[("Accept", "text/html")], None);
    assert!(!page.text().contains("<b>"), "markup of a name reaches the page");
}

#[test]
fn a_proof_that_was_changed_anywhere_does_not_fit() {
    let federation = Federation::start();
    federation.edition(RANKING, None);
    let proof = federation.get(&format!("{RANKING}/editions/1/proof"));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/proof/edition.py");
    let folder = tempfile::TempDir::new().unwrap();
    let fits = |proof: &Value| {
        let file = folder.path().join("proof.json");
        std::fs::write(&file, proof.to_string()).unwrap();
        Command::new("python3").arg("-B").arg(&script).arg(file).output().unwrap().status.success()
    };
    assert!(fits(&proof));
    let zeros = "0".repeat(64);
    for (pointer, other) in [
        ("/digest", json!(zeros)),
        ("/root", json!(zeros)),
        ("/edition", json!(2)),
        ("/list", json!("mp:2025")),
        ("/position", json!(1)),
        ("/event/leaf", json!(zeros)),
        ("/inclusion/root", json!(zeros)),
        ("/inclusion/hashes/0", json!(zeros)),
        ("/consistency/hashes/0", json!(zeros)),
    ] {
        let mut changed = proof.clone();
        *changed.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = other;
        assert!(!fits(&changed), "{pointer}");
    }
}
