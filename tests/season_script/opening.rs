//! The opening of the season: rules, championships, players, and everything that is announced.

use crate::world::{MP, SEASON, Step, Who, World};
use serde_json::{Value, json};

pub(crate) const RULEBOOK: &str = "pl-2024-25-small";

/// Applies for an eliminatory tournament as the organiser, and approves it.
fn announce(world: &mut World, alias: &'static str, city: &str, voivodeship: &str, day: &str) {
    let application = json!({
        "name": format!("Turniej {city}"),
        "contact": {
            "name": "Edward Wzorowy", "email": "edek@example.org", "address": "ul. Wzorcowa 1", "phone": "+48 123 456 789",
        },
        "venue": "Biblioteka", "voivodeship": voivodeship, "first_day": day, "planned_players": 32,
        "class": "eliminatory", "variant": "duel", "experienced": true,
    });
    let id = world.post(Who::Edek, "/api/v1/applications", &application, 201)["id"].as_str().unwrap().to_owned();
    world.post(Who::Anna, &format!("/api/v1/applications/{id}/approval"), &json!({}), 200);
    world.name_event(alias, &id);
}

fn season() -> Value {
    json!({
        "id": "2025", "first_day": "2024-09-29", "last_day": "2025-09-19", "mp_first_day": "2025-09-20", "rulebook": RULEBOOK,
    })
}

fn championship(id: &str, voivodeship: &str) -> Value {
    json!({
        "id": id, "voivodeship": voivodeship, "first_day": "2024-09-29", "last_day": "2025-10-10", "rulebook": RULEBOOK,
    })
}

/// Letters make a name that is like no other.
fn surname(number: usize) -> String {
    let letter = |digit: usize| char::from(b'a' + u8::try_from(digit % 26).unwrap());
    format!("Wzorowa{}{}", letter(number / 26), letter(number))
}

fn registration(number: usize) -> Value {
    let city = if number.is_multiple_of(2) { "Łódź" } else { "Rybnik" };
    let voivodeship = if number.is_multiple_of(2) { "łódzkie" } else { "śląskie" };
    json!({ "first_name": "Zofia", "surname": surname(number), "city": city, "voivodeship": voivodeship })
}

pub(crate) fn steps() -> Vec<Step> {
    vec![
        ("an arbiter cannot adopt rules", |w| {
            let body = json!({ "base": "pl-2024-25" });
            let reply = w.send(Who::Celina, "PUT", &format!("/api/v1/rulebooks/{RULEBOOK}"), None, &body);
            assert_eq!(reply.status, 403, "{}", reply.text());
        }),
        ("an admin adopts rules with three seats of the ranking and sixteen at a voivodeship championship", |w| {
            let overrides = json!({ "awans.ranking.count": 3, "wildcard.cap": 16 });
            let body = json!({ "base": "pl-2024-25", "overrides": overrides });
            w.put_new(Who::Anna, &format!("/api/v1/rulebooks/{RULEBOOK}"), &body);
        }),
        ("the season is opened with the day of the national championship", |w| {
            w.post(Who::Anna, "/api/v1/seasons", &season(), 201);
            assert_eq!(w.get(SEASON)["mp_first_day"], "2025-09-20");
        }),
        ("a second season on the same days is refused", |w| {
            let mut again = season();
            again["id"] = "2025-again".into();
            w.post(Who::Anna, "/api/v1/seasons", &again, 409);
        }),
        ("the championship of śląskie is announced", |w| {
            w.post(Who::Anna, "/api/v1/mw", &championship("mw-slaskie", "śląskie"), 201);
        }),
        ("the championship of łódzkie is announced", |w| {
            w.post(Who::Anna, "/api/v1/mw", &championship("mw-lodzkie", "łódzkie"), 201);
        }),
        ("both are to be played on the same weekend of the last quarter", |w| {
            let days = json!({ "first_day": "2025-10-18", "last_day": "2025-10-19" });
            for championship in ["mw-slaskie", "mw-lodzkie"] {
                w.put(Who::Anna, &format!("/api/v1/mw/{championship}/days"), &days, 200);
            }
        }),
        ("a championship in the summer is refused", |w| {
            let days = json!({ "first_day": "2025-08-18", "last_day": "2025-08-19" });
            w.put(Who::Anna, "/api/v1/mw/mw-slaskie/days", &days, 422);
        }),
        ("sixty players are registered", |w| {
            (1..=60).for_each(|number| w.register(&registration(number)));
            assert_eq!(w.count_of_players(), 60);
        }),
        ("somebody of a known name is not registered by accident", |w| {
            w.refused(Who::Anna, "/api/v1/players", &registration(7), 409, "possible-duplicate");
        }),
        ("Łódź applies for October and is approved", |w| announce(w, "lodz", "Łódź", "łódzkie", "2024-10-19")),
        ("Lublin applies for November and is approved", |w| announce(w, "lublin", "Lublin", "lubelskie", "2024-11-16")),
        ("Warszawa applies for the end of November and is approved", |w| {
            announce(w, "warszawa", "Warszawa", "mazowieckie", "2024-11-30");
        }),
        ("Kraków applies for January and is approved", |w| {
            announce(w, "krakow", "Kraków", "małopolskie", "2025-01-11");
        }),
        ("Gdańsk applies for the end of January and is approved", |w| {
            announce(w, "gdansk", "Gdańsk", "pomorskie", "2025-01-25");
        }),
        ("Poznań applies for February and is approved", |w| {
            announce(w, "poznan", "Poznań", "wielkopolskie", "2025-02-15");
        }),
        ("Katowice applies for March and is approved", |w| {
            announce(w, "katowice", "Katowice", "śląskie", "2025-03-15");
        }),
        ("Wrocław applies for April and is approved", |w| {
            announce(w, "wroclaw", "Wrocław", "dolnośląskie", "2025-04-05");
        }),
        ("Szczecin applies for the end of April and is approved", |w| {
            announce(w, "szczecin", "Szczecin", "zachodniopomorskie", "2025-04-26");
        }),
        ("Pabianice applies for May and is approved", |w| {
            announce(w, "pabianice", "Pabianice", "łódzkie", "2025-05-17");
        }),
        ("a league is opened", |w| {
            let league = json!({
                "name": "Liga Rybnicka", "voivodeship": "śląskie", "first_day": "2024-10-05", "last_day": "2025-05-24",
                "rulebook": RULEBOOK,
            });
            let id = w.post(Who::Anna, "/api/v1/leagues", &league, 201)["id"].as_str().unwrap().to_owned();
            w.name_event("liga", &id);
        }),
        ("a Grand Prix cycle of five of the tournaments is opened", |w| {
            let cycle = json!({ "name": "Wielka Pętla", "rulebook": RULEBOOK });
            let id = w.post(Who::Anna, "/api/v1/grand-prix", &cycle, 201)["id"].as_str().unwrap().to_owned();
            for tournament in ["lodz", "warszawa", "gdansk", "poznan", "pabianice"] {
                let path = format!("/api/v1/grand-prix/{id}/tournaments/{}", w.id(tournament));
                w.post(Who::Anna, &path, &Value::Null, 200);
            }
            w.name_event("cykl", &id);
        }),
        ("an online event is opened", |w| {
            let event = json!({ "kind": "gold", "edition": 1, "first_day": "2025-03-01", "last_day": "2025-06-07" });
            let id = w.post(Who::Anna, "/api/v1/online-events", &event, 201)["id"].as_str().unwrap().to_owned();
            w.name_event("online", &id);
        }),
        ("nobody is qualified yet, and no decision waits", |w| {
            assert!(w.qualified().is_empty());
            let waiting = w.read(Who::Anna, "/api/v1/decisions");
            assert_eq!(waiting["items"], json!([]));
            let ledger = w.get(&format!("{MP}/ledger"));
            crate::world::sums_fit(&ledger);
        }),
    ]
}
