//! Nobody reads more of people than name, city and voivodeship, but for those few addresses and roles that are listed here.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[path = "tournaments/support.rs"]
mod support;

use api::testing::Member;
use domain::event::{Grant, GrantedEvent, GrantedKind, Role};
use domain::ids::EventId;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use support::{Event, Federation};

/// What nobody reads who is not listed below, and how it is known again.
const CANARIES: [(&str, &str); 11] = [
    ("alias", "kanarek-alias"),
    ("country", "\"country\""),
    ("contact", "Kanarkowa-Kontaktowa"),
    ("contact", "kanarek@poczta.example"),
    ("contact", "ul. Kanarkowa"),
    ("contact", "+48 987 654 321"),
    ("login", "kanarek.login"),
    ("account name", "Konto "),
    ("reason", "Kanarek-powód"),
    ("age", "guardian_consent"),
    ("age", "\"minor\""),
];

/// Who may read more, where, what, and why.
const ENTITLED: &[(&[&str], &str, &[&str], &str)] = &[
    (
        &["admin", "arbiter"],
        "/api/v1/players/{id}/private",
        &["alias", "country"],
        "the fields that the public is not shown; audited",
    ),
    (&["admin"], "/api/v1/accounts", &["login", "account name"], "admins keep the accounts"),
    (&["admin"], "/api/v1/accounts/{id}", &["account name"], "admins keep the accounts"),
    (&["admin"], "/api/v1/applications/{id}", &["contact"], "whoever decides has to reach whoever applied; audited"),
    (
        &["admin", "arbiter", "auditor", "organiser elsewhere", "referee elsewhere"],
        "/api/v1/me",
        &["login", "account name"],
        "one's own account",
    ),
    (&["admin"], "/api/v1/tournaments/{id}/desk", &["age"], "the desk asks for consent; the public list has no ages"),
    (&["admin"], "/api/v1/tournaments/{id}/acts", &["account name"], "who did what at a tournament"),
    (
        &["admin", "arbiter"],
        "/api/v1/seasons/{season}/qualifications/mp/ledger",
        &["account name"],
        "the chain of custody names who granted",
    ),
    (
        &["anonymous", "admin", "arbiter", "auditor", "organiser elsewhere", "referee elsewhere"],
        "/api/v1/lists/{list}/editions/{number}",
        &["reason"],
        "the reason of an erratum is written for everybody",
    ),
    (&["admin"], "/api/v1/tournaments/{id}/staff", &["account name"], "who works there"),
    (
        &["admin", "arbiter", "auditor"],
        "/api/v1/log/events",
        &["age"],
        "an event as it was recorded names nobody; groups of age stand beside opaque ids",
    ),
    (
        &["admin", "arbiter", "auditor"],
        "/api/v1/log/export",
        &["age"],
        "the same events for the same readers, so that anybody can be shown that nothing was left out",
    ),
];

struct Caller {
    name: &'static str,
    authorization: Option<String>,
}

fn registered_minors(federation: &Federation) -> Event {
    let mut application = federation.application();
    application["contact"] = json!({
        "name": "Kanarkowa-Kontaktowa", "email": "kanarek@poczta.example", "address": "ul. Kanarkowa 1, Łódź",
        "phone": "+48 987 654 321",
    });
    let mut event = federation.approved_as(&application, &json!({}));
    // One more waits for a decision.
    federation.apply(&event.organiser, &application);
    federation.put(&event.organiser, &event.path("format"), &json!({ "rounds": [4, 4, 4] }));
    event.players = federation.players(12);
    let registration = |player: &String| json!({ "player": player, "age": "minor", "guardian_consent": true });
    let registrations: Vec<Value> = event.players.iter().map(registration).collect();
    federation.post(&event.organiser, &event.path("registrations"), &json!({ "registrations": registrations }));
    federation.post(&event.organiser, &event.path("check-ins"), &json!({ "all": true }));
    federation.post(&event.organiser, &event.path("draws"), &json!({}));
    event
}

/// A season from elsewhere, whose players have ids that must not come out.
fn import_aliases(federation: &Federation) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/season-2025.bundle.json");
    let text = std::fs::read_to_string(path).unwrap();
    let mut bundle: Value = serde_json::from_str(&text).unwrap();
    rename(&mut bundle);
    bundle["seasons"].as_array_mut().unwrap().truncate(1);
    federation.instance.import(&bundle);
}

fn rename(value: &mut Value) {
    match value {
        Value::String(text) if text.len() == 4 && text.starts_with('p') && text[1..].parse::<u32>().is_ok() => {
            *text = format!("kanarek-alias-{text}");
        }
        Value::Array(items) => items.iter_mut().for_each(rename),
        Value::Object(fields) => fields.values_mut().for_each(rename),
        _ => {}
    }
}

fn correct_the_season(federation: &Federation) {
    let season = federation.get("/api/v1/seasons/season");
    let body = json!({
        "first_day": season["first_day"], "last_day": season["last_day"], "mp_first_day": federation.day(600),
        "rulebook": support::RULEBOOK, "reason": "Kanarek-powód",
    });
    federation.put(&federation.admin, "/api/v1/seasons/season", &body);
}

/// An edition of a ranking, with a reason.
fn publish(federation: &Federation) {
    let second = federation.instance.member("kanarek.login", &[Grant { role: Role::Admin, event: None }]);
    let list = "/api/v1/lists/ranking:2025";
    let preview = federation.read(&federation.admin, &format!("{list}/preview"));
    let submission = json!({ "digest": preview["digest"], "reason": "Kanarek-powód" });
    federation.post(&federation.admin, &format!("{list}/submission"), &submission);
    let waiting = federation.read(&federation.admin, &format!("{list}/preview"))["submitted"]["position"].clone();
    let seen = json!({ "digest": preview["digest"], "submission": waiting });
    federation.post(&second, &format!("{list}/editions"), &seen);
}

fn callers(federation: &Federation) -> Vec<Caller> {
    let elsewhere = federation.approved();
    let event = |role| {
        let id = EventId::parse(&elsewhere.id).unwrap();
        Grant { role, event: Some(GrantedEvent { kind: GrantedKind::Tournament, id }) }
    };
    let everywhere = |role| Grant { role, event: None };
    let member = |grant: Grant| -> Member { federation.instance.member("kanarek.login", &[grant]) };
    let caller = |name, grant| Caller { name, authorization: Some(member(grant).authorization) };
    vec![
        Caller { name: "anonymous", authorization: None },
        caller("organiser elsewhere", event(Role::Organiser)),
        caller("referee elsewhere", event(Role::Referee)),
        caller("auditor", everywhere(Role::Auditor)),
        caller("arbiter", everywhere(Role::Arbiter)),
        caller("admin", everywhere(Role::Admin)),
    ]
}

/// An address with something in it that is there; of what is counted, the first.
fn filled(path: &str, event: &Event, account: &str, player: &str, position: u64) -> Vec<String> {
    let collection = path.split('/').nth(3).unwrap_or_default();
    let ids: &[&str] = match collection {
        "players" => &[player],
        "rulebooks" | "presets" => &["pl-2024-25"],
        "seasons" | "open-data" => &["season", "2025"],
        "accounts" => &[account],
        "leagues" => &["l-rybnik-2025"],
        "grand-prix" => &["gp-slask-2025"],
        "online-events" => &["o-gold-1-2025"],
        "mw" => &["mw-2025-slaskie"],
        _ => &[&event.id],
    };
    let fill = |id: &&str| {
        let path = path
            .replace("{id}", id)
            .replace("{season}", id)
            .replace("{file}", &format!("{id}-results.json"))
            .replace("{list}", "ranking:2025")
            .replace("{player}", player)
            .replace("{stage}", "r1")
            .replace("{name}", "pl-2024-25")
            .replace("{position}", &position.to_string());
        let parts = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
        parts.collect::<Vec<_>>().join("/")
    };
    ids.iter().map(fill).collect()
}

/// Parameters without which an address answers nothing.
fn query(path: &str, player: &str, other: &str) -> String {
    match path {
        "/api/v1/log/consistency" => "?from=1".to_owned(),
        path if path.ends_with("/compare") => format!("?a={player}&b={other}"),
        path if path.ends_with("/diff") => "?from=1&to=300".to_owned(),
        _ => String::new(),
    }
}

#[test]
fn whoever_is_not_entitled_reads_of_people_name_city_and_voivodeship_only() {
    let federation = Federation::open_with(|settings| settings.limits.account_per_minute = 100_000);
    import_aliases(&federation);
    let event = registered_minors(&federation);
    correct_the_season(&federation);
    publish(&federation);
    let callers = callers(&federation);
    let position = federation.instance.position().0;
    federation.get(&format!("/api/v1?wait_for={position}"));
    let account = event.organiser.account.as_str().to_owned();
    let imported = ["kanarek-alias-p007", "kanarek-alias-p172"].map(|id| federation.instance.player_id(id).to_string());

    let document: Value = serde_json::from_str(&api::documents().newest).unwrap();
    let (mut answers, mut used, mut wrong) = (0, BTreeSet::new(), Vec::new());
    for (path, item) in document["paths"].as_object().unwrap() {
        let operation = &item["get"];
        let forms = operation["responses"]["200"]["content"].as_object();
        let forms: Vec<&String> = forms.into_iter().flatten().map(|(form, _)| form).collect();
        for form in forms.into_iter().filter(|form| *form != "text/event-stream") {
            let mut addresses = Vec::new();
            for player in [&imported[0], &event.players[0]] {
                addresses.extend(filled(path, &event, &account, player, position));
            }
            addresses.sort();
            addresses.dedup();
            for address in addresses {
                let address = format!("{address}{}", query(path, &imported[0], &imported[1]));
                for caller in &callers {
                    let mut headers = vec![("Accept", form.as_str())];
                    headers.extend(caller.authorization.as_deref().map(|it| ("Authorization", it)));
                    let reply = federation.instance.send("GET", &address, &headers, None);
                    assert!(reply.status < 500, "{address}: {}", reply.text());
                    if reply.status != 200 {
                        continue;
                    }
                    answers += 1;
                    let text = reply.text();
                    for (kind, canary) in CANARIES.iter().filter(|(_, canary)| text.contains(canary)) {
                        let entry = ENTITLED.iter().position(|(names, at, kinds, _)| {
                            names.contains(&caller.name) && at == path && kinds.contains(kind)
                        });
                        match entry {
                            Some(entry) => drop(used.insert((entry, *kind))),
                            None => wrong.push(format!("{} reads {kind} ({canary}) at {path} as {form}", caller.name)),
                        }
                    }
                }
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(answers > 300, "{answers}");
    // The search finds what is there, and the list above says nothing that is not so.
    let listed: BTreeSet<(usize, &str)> = ENTITLED
        .iter()
        .enumerate()
        .flat_map(|(at, (_, _, kinds, _))| kinds.iter().map(move |kind| (at, *kind)))
        .collect();
    let unused: Vec<_> = listed.difference(&used).map(|(at, kind)| (ENTITLED[*at].1, kind)).collect();
    assert!(unused.is_empty(), "nobody reads {unused:?}");
}
