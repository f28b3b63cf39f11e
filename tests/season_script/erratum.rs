//! A tournament is corrected after the list was published: consequences told before, a review, and an erratum as
//! edition 2.

use crate::autumn::places;
use crate::editions::{export, publishing, submit};
use crate::world::{LIST, MP, SEASON, Step, Who, World};
use serde_json::{Value, json};

const REASON: &str = "Po korekcie turnieju w Pabianicach awans ma kto inny";

/// The first two of Pabianice the other way round.
fn correction(world: &World) -> Value {
    let results = places(world, &[&[29], &[20], &[30], &[1]], 28);
    json!({ "results": results, "reason": "Zamienione protokoły stołów" })
}

/// The rows of a difference that are about a player.
fn about(world: &World, rows: &Value, number: usize) -> Vec<Value> {
    let player = world.player(number);
    let is = |row: &&Value| {
        [&row["player_id"], &row["before"]["player_id"], &row["after"]["player_id"]].contains(&&json!(player))
    };
    rows.as_array().unwrap().iter().filter(is).cloned().collect()
}

pub(crate) fn steps() -> Vec<Step> {
    vec![
        ("the organiser cannot correct a tournament that is closed", |w| {
            w.go_to("2025-09-16T10:00:00+02:00");
            let path = format!("/api/v1/tournaments/{}/results", w.id("pabianice"));
            let body = correction(w);
            assert_eq!(w.send(Who::Edek, "PUT", &path, Some("*"), &body).status, 403);
        }),
        ("a rehearsal tells that the published list would drift and who would move in the ranking", |w| {
            let path = format!("/api/v1/tournaments/{}/results?dry_run=true", w.id("pabianice"));
            let body = correction(w);
            let receipt = w.put(Who::Anna, &path, &body, 200);
            let consequences = &receipt["consequences"];
            assert!(consequences["drifted"].to_string().contains("mp:2025"), "{consequences}");
            let moved = &consequences["ranking"][0]["rows"];
            assert_eq!((about(w, moved, 20).len(), about(w, moved, 29).len()), (1, 1), "{consequences}");
            w.keep("rehearsed", consequences.clone());
        }),
        ("the rehearsal has changed nothing", |w| {
            assert_eq!(json!(w.position()), w.kept("before-correction"));
            assert_eq!(w.get(&format!("{LIST}/drift"))["drifted"], false);
        }),
        ("an admin corrects the tournament", |w| {
            let path = format!("/api/v1/tournaments/{}/results", w.id("pabianice"));
            let body = correction(w);
            let receipt = w.put(Who::Anna, &path, &body, 200);
            assert_eq!(receipt["events"][0]["type"], "tournament.corrected");
            w.keep("correction", receipt["position"].clone());
        }),
        ("AMB-68: nobody loses a grant by it, but that of player 20 waits for a review", |w| {
            w.seat_is("pabianice", "review", 20);
            let event = w.id("pabianice");
            assert!(w.waiting("review", &event).is_some());
            let others = w.get(&format!("{MP}/ledger"));
            assert_eq!(others["balance"]["review"], 1, "{}", others["balance"]);
        }),
        ("the published list has drifted, and the correction is the cause", |w| {
            let drift = w.get(&format!("{LIST}/drift"));
            assert_eq!(drift["drifted"], true, "{drift}");
            let changed = about(w, &drift["difference"]["changed"], 20);
            assert_eq!(changed[0]["cause"]["type"], "tournament.corrected", "{drift}");
            assert_eq!(changed[0]["cause"]["position"], w.kept("correction"));
            assert!(w.waiting("list", "mp:2025").is_some());
        }),
        ("what was announced in the rehearsal has happened", |w| {
            let diff =
                w.get(&format!("{SEASON}/diff?from={}&to={}", w.kept("before-correction"), w.kept("correction")));
            for group in ["ranking", "qualifications"] {
                assert_eq!(diff[group][0]["changed"], w.kept("rehearsed")[group][0]["changed"], "{group}");
            }
        }),
        ("edition 1 stands as it was published", |w| {
            assert_eq!(w.get(&format!("{LIST}/editions/1")), w.kept("edition-1"));
            let head = w.get(LIST);
            assert_eq!((&head["newest"]["edition"], &head["drifted"]), (&json!(1), &json!(true)));
        }),
        ("the grant is upheld at first", |w| {
            let event = w.id("pabianice");
            let proposal = w.proposal(MP, &event)["proposal"].clone();
            let body = json!({ "event_id": event, "player": w.player(20), "proposal": proposal, "reason": "Bilety są kupione" });
            w.post(Who::Anna, &format!("{MP}/upholdings"), &body, 200);
            w.seat_is("pabianice", "granted", 20);
            assert!(w.waiting("review", &event).is_none());
        }),
        ("an erratum needs a reason", |w| {
            let digest = w.preview()["digest"].clone();
            let problem = w.post(Who::Anna, &format!("{LIST}/submission"), &json!({ "digest": digest }), 422);
            assert_eq!(problem["errors"][0]["pointer"], "/reason");
        }),
        ("an erratum with the new places is submitted", |w| {
            let digest = submit(w, Some(REASON));
            w.keep("stale", digest);
        }),
        ("taking the grant back needs a fresh code", |w| {
            w.let_minutes_pass(Who::Anna, 6);
            let body = json!({ "event_id": w.id("pabianice"), "player": w.player(20), "reason": "Rozstrzygnięto po myśli regulaminu" });
            let problem = w.post(Who::Anna, &format!("{MP}/revocations"), &body, 403);
            assert_eq!(problem["code"], "step-up-needed");
            w.step_up(Who::Anna);
            w.post(Who::Anna, &format!("{MP}/revocations"), &body, 200);
            w.seat_is("pabianice", "proposed", 29);
        }),
        ("the erratum that was submitted is stale by now and is not published", |w| {
            w.go_to("2025-09-16T12:00:00+02:00");
            let body = publishing(w, "stale");
            let problem = w.refused(Who::Beata, &format!("{LIST}/editions"), &body, 409, "stale-preview");
            assert_eq!(problem["digest"], w.preview()["digest"]);
        }),
        ("player 29 is granted the qualification", |w| {
            w.grant(Who::Beata, "pabianice");
            w.seat_is("pabianice", "granted", 29);
        }),
        ("the chain of custody tells all of it in order, with everybody who acted", |w| {
            let custody = w.custody("pabianice");
            let told: Vec<(&str, Value)> =
                custody.iter().map(|line| (line["act"].as_str().unwrap(), line["by"]["account"].clone())).collect();
            let (anna, beata, edek) =
                (json!(w.account(Who::Anna)), json!(w.account(Who::Beata)), json!(w.account(Who::Edek)));
            assert_eq!(
                told,
                [
                    ("opened", edek),
                    ("granted", anna.clone()),
                    ("corrected", anna.clone()),
                    ("upheld", anna.clone()),
                    ("revoked", anna),
                    ("granted", beata),
                ]
            );
            assert_eq!(custody[2]["position"], w.kept("correction"));
        }),
        ("each line of it is an event of the log that the auditor can read", |w| {
            for line in w.custody("pabianice") {
                let logged = w.read(Who::Dorota, line["event"].as_str().unwrap());
                assert_eq!(logged["position"], line["position"]);
            }
        }),
        ("the erratum is submitted by one and published by the other as edition 2", |w| {
            let digest = submit(w, Some(REASON));
            w.keep("erratum", digest);
            let body = publishing(w, "erratum");
            assert_eq!(w.preview()["submitted"]["reason"], REASON);
            w.post(Who::Anna, &format!("{LIST}/editions"), &body, 403);
            w.step_up(Who::Beata);
            w.post(Who::Beata, &format!("{LIST}/editions"), &body, 201);
        }),
        ("edition 2 says why it was published and what differs", |w| {
            let edition = w.get(&format!("{LIST}/editions/2"));
            assert_eq!((&edition["erratum"], &edition["reason"]), (&json!(true), &json!(REASON)));
            let difference = &edition["difference"];
            assert_eq!(about(w, &difference["removed"], 20).len(), 1, "{difference}");
            assert_eq!(about(w, &difference["added"], 29).len(), 1, "{difference}");
            assert_eq!(w.get(&format!("{LIST}/drift"))["drifted"], false);
        }),
        ("the difference of the editions names the correction as the cause", |w| {
            let difference = w.get(&format!("{LIST}/diff?from=1&to=2"))["difference"].clone();
            let gone = about(w, &difference["removed"], 20);
            assert_eq!(gone[0]["cause"]["position"], w.kept("correction"), "{difference}");
            assert_eq!(gone[0]["cause"]["type"], "tournament.corrected");
            let came = about(w, &difference["added"], 29);
            assert_eq!(came[0]["cause"]["type"], "ledger.revoked", "{difference}");
        }),
        ("so does the difference of the season at both moments", |w| {
            let diff = w.get(&format!("{SEASON}/diff?from=mp:2025@1&to=mp:2025@2&list=mp"));
            let gone = about(w, &diff["qualifications"][0]["rows"], 20);
            assert_eq!(gone[0]["cause"]["position"], w.kept("correction"), "{diff}");
        }),
        ("before the correction the list was another, and can be read as it was", |w| {
            let then = w.get(&format!("{MP}?as_of={}", w.kept("before-correction")));
            assert_eq!(then["items"], w.kept("list-before-correction"));
            assert_ne!(w.get(MP)["items"], then["items"]);
        }),
        ("nobody is qualified twice, and every sum fits, now and then", |w| {
            let people: Vec<usize> = w.qualified().into_iter().map(|(_, player)| player).collect();
            assert_eq!(people.iter().collect::<std::collections::BTreeSet<_>>().len(), people.len());
            assert!(people.contains(&29) && !people.contains(&20));
            for at in ["before-exception", "before-correction", "correction"] {
                let ledger = w.get(&format!("{MP}/ledger?as_of={}", w.kept(at)));
                crate::world::sums_fit(&ledger);
            }
        }),
        ("a second export of the log is taken for the auditor", |w| {
            export(w, "second.ndjson");
            let disclosure = w.get(&format!("{LIST}/editions/2/disclosure"));
            w.keep("names-2", disclosure);
        }),
    ]
}
