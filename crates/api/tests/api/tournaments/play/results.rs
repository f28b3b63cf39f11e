//! Final results: closing, correcting, and results from elsewhere.

use super::hall::{Answer, Hall, sheet};
use api::Settings;
use api::testing::{Instance, MovableClock};
use commands::{CommandMetadata, LogLookup};
use domain::values::calendar::{Day, Moment};
use domain::values::variant::Variant;
use events::envelope::{Actor, StreamKind, StreamName};
use events::environment::Environment;
use events::vault::{MasterKey, WinnerContact};
use projections::vault_check::check_vault;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Plays everything up to the final, which has started; six players, so that the best are known.
fn played() -> Hall {
    let hall = Hall::in_round_one(6);
    hall.play("1", 2, true);
    for stage in ["2", "3"] {
        hall.act(&hall.organiser, &format!("stages/{stage}/start")).expect(200);
        hall.play(stage, 2, stage == "2");
    }
    hall
}

#[test]
fn a_tournament_is_played_to_its_end_and_corrected_by_an_admin() {
    let hall = played();
    let seated = hall.act(&hall.organiser, "stages/final/seating").0;
    if seated.status == 409 {
        let ties = hall.get(&hall.main_referee, "ties").json();
        let order: Vec<Value> =
            ties["open"]["players"].as_array().unwrap().iter().map(|player| player["player"].clone()).collect();
        let decision = json!({ "question": ties["open"]["question"], "order": order, "reason": "Losowanie" });
        hall.post(&hall.main_referee, "ties", &decision).expect(200);
        hall.act(&hall.organiser, "stages/final/seating").expect(200);
    }
    hall.act(&hall.organiser, "stages/final/start").expect(200);
    let seats = hall.seats("final", 1);
    hall.put_sheet(&hall.organiser, ("final", 1), "*", &sheet(seats, 10, 1)).expect(403);
    hall.put_sheet(&hall.referee, ("final", 1), "*", &sheet(seats, 10, 2)).refused(422, "game-by-game");
    for games in 1..=4 {
        hall.put_sheet(&hall.referee, ("final", 1), &hall.etag("final", 1), &sheet(seats, 10, games)).expect(200);
    }
    hall.post(&hall.organiser, "waivers", &json!({ "player": hall.players[0].as_str() })).expect(201);
    hall.post(&hall.organiser, "stages/final/close", &json!({})).expect(200);
    hall.post(&hall.organiser, "close", &json!({ "ended_at": "wczoraj" })).expect(422);
    hall.post(&hall.organiser, "close", &json!({ "ended": "wczoraj" })).expect(400);
    // The first day is still to come.
    hall.post(&hall.organiser, "close", &json!({ "ended_at": hall.now() })).refused(422, "invalid-end");
    let closed = hall.act(&hall.organiser, "close").0;
    if closed.status == 409 {
        let ties = hall.get(&hall.main_referee, "ties").json();
        let order: Vec<Value> =
            ties["open"]["players"].as_array().unwrap().iter().map(|player| player["player"].clone()).collect();
        let decision = json!({ "question": ties["open"]["question"], "order": order });
        hall.post(&hall.main_referee, "ties", &decision).expect(200);
        hall.act(&hall.organiser, "close").expect(200);
    }
    hall.put_sheet(&hall.organiser, ("1", 1), "*", &sheet(3, 99, 3)).refused(409, "wrong-phase");
    let correct = |who: &str, body: &Value| {
        let path = hall.path("stages/1/tables/1/correction");
        let etag = hall.etag("1", 1);
        let headers = [("Authorization", who), ("If-Match", etag.as_str())];
        Answer(hall.instance.send_json("PUT", &path, &headers, body))
    };
    let mut body = sheet(3, 99, 3);
    correct(&hall.admin, &body).refused(422, "reason-missing");
    body["reason"] = "Protest uznany".into();
    correct(&hall.organiser, &body).expect(403);
    let receipt = correct(&hall.admin, &body).expect(200).json();
    assert_eq!(receipt["events"][0]["type"], "tournament.sheet_corrected");
}

fn line(hall: &Hall, index: usize, place: u32) -> Value {
    json!({ "player": hall.players[index].as_str(), "place": place, "games_played": 7 })
}

#[test]
fn places_of_a_duel_are_imported_and_corrected() {
    let hall = Hall::approved(3, Variant::Duel);
    let results = json!([line(&hall, 0, 1), line(&hall, 1, 2), line(&hall, 2, 3)]);
    let mut body = json!({ "planned_games": 7, "ended_at": hall.now(), "results": results });
    let mut wrong = body.clone();
    wrong["results"][1]["player"] = "nobody".into();
    wrong["results"][2]["disqualified"] = true.into();
    wrong["planned_games"] = 401.into();
    let problem = hall.post(&hall.organiser, "results", &wrong).expect(422).json();
    let pointers: Vec<&str> =
        problem["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap()).collect();
    assert_eq!(pointers, ["/planned_games", "/results/1/player", "/results/2/place"]);
    body["results"][1]["place"] = 3.into();
    hall.post(&hall.organiser, "results", &body).refused(422, "invalid-results");
    body["results"][1]["place"] = 2.into();
    let mut early = body.clone();
    early["ended_at"] = "2026-03-14T18:00:00+01:00".into();
    hall.post(&hall.organiser, "results", &early).refused(422, "invalid-end");
    hall.post(&hall.organiser, "results", &body).expect(201);
    let correction =
        json!({ "results": [line(&hall, 0, 2), line(&hall, 1, 1), line(&hall, 2, 3)], "reason": "Pomyłka" });
    let put = |who: &str, headers: &[(&str, &str)]| {
        let headers: Vec<(&str, &str)> = [("Authorization", who)].into_iter().chain(headers.iter().copied()).collect();
        Answer(hall.instance.send_json("PUT", &hall.path("results"), &headers, &correction))
    };
    put(&hall.organiser, &[("If-Match", "*")]).expect(403);
    put(&hall.admin, &[]).expect(428);
    put(&hall.admin, &[("If-Match", "*")]).expect(200);
}

fn upload(hall: &Hall, media_type: &str, body: &[u8]) -> Answer {
    let path = hall.path(&format!("results?planned_games=7&ended_at={}", hall.now().replace('+', "%2B")));
    let headers = [("Authorization", hall.organiser.as_str()), ("Content-Type", media_type)];
    Answer(hall.instance.send("POST", &path, &headers, Some(body)))
}

#[test]
fn s19_an_upload_is_judged_by_its_content_and_nothing_in_it_is_evaluated() {
    let hall = Hall::approved(3, Variant::Duel);
    let [a, b, c] = [0, 1, 2].map(|index| hall.players[index].as_str());
    for body in [b"PK\x03\x04player".as_slice(), b"{\"results\": []}", b"player,place\x00", b"\xff\xfeplayer"] {
        upload(&hall, "text/csv", body).expect(415);
    }
    upload(&hall, "application/vnd.ms-excel", b"player,place,games_played\r\n").expect(415);
    upload(&hall, "multipart/form-data; boundary=x", b"--x--").expect(415);
    upload(&hall, "text/csv", b"player,games_played,place\r\n").expect(422);
    let formulas = format!("player,place,games_played\r\n=1+1,1,7\r\n{a},=1,7\r\n{b},+2,-1\r\n{c}\r\n");
    let problem = upload(&hall, "text/csv", formulas.as_bytes()).expect(422).json();
    let pointers: Vec<&str> =
        problem["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap()).collect();
    assert_eq!(pointers, ["/results/1/place", "/results/2/place", "/results/2/games_played", "/results/3"]);
    let rows = format!("{a},1,7\r\n").repeat(2001);
    let many = upload(&hall, "text/csv", format!("player,place,games_played\r\n{rows}").as_bytes()).expect(422).json();
    assert_eq!(many["errors"][0]["code"], "too-many-rows");
    upload(&hall, "text/csv", &vec![b'p'; 600 << 10]).expect(413);
    let good = format!("\u{feff}player,place,games_played\r\n{a},1,7\r\n{b},2,6\r\n{c},dsq,3\r\n");
    upload(&hall, "text/csv", good.as_bytes()).expect(201);
}

/// A closed tournament with a winner, on a folder that outlives its instance.
struct Closed {
    hall: Hall,
    restart: Box<dyn Fn() -> Instance>,
}

impl Closed {
    fn start(folder: &Path, clock: &Arc<MovableClock>) -> Self {
        let master = MasterKey::generate(&**clock).to_text();
        let (folder, clock) = (folder.to_owned(), Arc::clone(clock));
        let restart = move || {
            let master = MasterKey::parse(&master).unwrap();
            let no_second_factor = |settings: &mut Settings| settings.sign_in.admins_need_second_factor = false;
            Instance::start_at(&folder, master, Arc::clone(&clock), no_second_factor)
        };
        let hall = Hall::approved_at(restart(), 3, Variant::Duel);
        Self { hall, restart: Box::new(restart) }
    }

    fn import_results(&self) {
        let hall = &self.hall;
        let results = json!([line(hall, 0, 1), line(hall, 1, 2), line(hall, 2, 3)]);
        let body = json!({ "planned_games": 7, "ended_at": hall.now(), "results": results });
        hall.post(&hall.organiser, "results", &body).expect(201);
    }

    fn put(&self, who: &str, body: &Value) -> Answer {
        let path = self.hall.path("winner-contact");
        Answer(self.hall.instance.send_json("PUT", &path, &[("Authorization", who)], body))
    }

    /// What the vault holds.
    fn held(&self) -> Option<String> {
        let subject = StreamName::new(StreamKind::Tournament, self.hall.id.as_str()).unwrap();
        let sealed = self.hall.instance.log.sealed(&subject).unwrap()?;
        let contact = self.hall.instance.vault.open(&sealed).unwrap().record::<WinnerContact>().unwrap()?;
        contact.record.email.map(|email| email.as_str().to_owned())
    }

    /// Removes what is due; returns how many contacts.
    fn remove_due(&self) -> usize {
        let instance = &self.hall.instance;
        let known = LogLookup::new(Arc::clone(&instance.log), Arc::clone(&instance.vault));
        let metadata = CommandMetadata::by(Actor::service());
        let removals = instance.commands().remove_ended_winner_contacts(&metadata, &known).unwrap();
        assert!(removals.failed.is_empty(), "{removals:?}");
        assert_eq!(check_vault(&*instance.log, &instance.vault).unwrap().problems, []);
        removals.removed
    }

    /// Starts the service again, which removes what is due.
    fn restart_until_removed(&mut self) {
        self.hall.instance.stop();
        self.hall.instance = (self.restart)();
        let deadline = Instant::now() + Duration::from_secs(20);
        while self.held().is_some() {
            assert!(Instant::now() < deadline, "nothing was removed");
            std::thread::park_timeout(Duration::from_millis(5));
        }
        assert_eq!(self.remove_due(), 0);
    }

    /// What an admin is shown.
    fn shown(&self) -> Value {
        self.hall.get(&self.hall.admin, "winner-contact").json()
    }
}

const EMAIL: &str = "zofia.kanarek@example.org";

#[test]
fn r_plr_10_the_contact_of_the_winner_is_for_admins_and_each_look_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let closed = Closed::start(folder.path(), &Arc::default());
    let hall = &closed.hall;
    let contact = json!({ "email": EMAIL, "name": "Maria Kanarek" });
    closed.put(&hall.organiser, &contact).refused(409, "wrong-phase");
    closed.import_results();
    closed.put(&hall.referee, &contact).expect(403);
    closed.put(&hall.organiser, &json!({ "email": "zofia" })).expect(422);
    assert_eq!(hall.get(&hall.organiser, "winner-contact").json()["recorded"], false);
    closed.put(&hall.organiser, &json!({ "email": "inna@example.org" })).expect(200);
    let receipt = closed.put(&hall.organiser, &contact).expect(200).json();
    assert_eq!(receipt["events"][0]["type"], "tournament.winner_contact_recorded");
    for (who, shown) in [(&hall.organiser, false), (&hall.referee, false), (&hall.admin, true)] {
        let answer = hall.get(who, "winner-contact");
        assert_eq!((answer.json()["recorded"].as_bool(), answer.text().contains(EMAIL)), (Some(true), shown));
    }
    let admin = [("Authorization", hall.admin.as_str())];
    let looks = || {
        let audit = hall.instance.send("GET", "/api/v1/audit?limit=200", &admin, None).json();
        let lines = audit["items"].as_array().unwrap().iter();
        let operation = "GET /api/v1/tournaments/{id}/winner-contact";
        lines.filter(|line| line["operation"] == operation && line["action"] == "read_private").count()
    };
    let deadline = Instant::now() + Duration::from_secs(20);
    while looks() == 0 {
        assert!(Instant::now() < deadline, "no look is recorded");
        std::thread::park_timeout(Duration::from_millis(5));
    }
    assert_eq!(looks(), 1, "only the admin has looked");
    let log = hall.instance.send("GET", "/api/v1/log/events?limit=200", &admin, None).text();
    assert!(log.contains("tournament.winner_contact_recorded") && !log.to_lowercase().contains("kanarek"), "{log}");

    let organiser = [("Authorization", hall.organiser.as_str())];
    let remove = |path: &str| Answer(hall.instance.send("DELETE", &hall.path(path), &organiser, None)).expect(200);
    remove("winner-contact?dry_run=true");
    assert_eq!(closed.held().as_deref(), Some(EMAIL));
    remove("winner-contact");
    assert_eq!(closed.held(), None);
    assert_eq!(remove("winner-contact").json()["events"], json!([]));
}

#[test]
fn r_plr_10_the_contact_of_the_winner_ends_after_the_championship() {
    let (folder, clock) = (tempfile::tempdir().unwrap(), Arc::<MovableClock>::default());
    let mut closed = Closed::start(folder.path(), &clock);
    closed.import_results();
    closed.put(&closed.hall.organiser, &json!({ "email": EMAIL })).expect(200);
    let until = |closed: &Closed| {
        let answer = closed.hall.get(&closed.hall.organiser, "winner-contact").json();
        Day::parse(answer["until"].as_str().unwrap()).unwrap()
    };
    let today = Moment::at_microseconds(clock.now().0).day();
    assert_eq!(until(&closed), today.plus_days(365), "no season holds the day");
    let season = json!({
        "format": "season-bundle/1", "rulebook": { "base": "pl-2024-25", "overrides": {} },
        "seasons": [{ "id": "s", "from": today.minus_days(9).to_string(), "to": today.plus_days(29).to_string(),
            "mp_first_day": today.plus_days(30).to_string() }],
    });
    closed.hall.instance.import(&season);
    assert_eq!(until(&closed), today.plus_days(44), "two weeks after the first day of the championship");
    clock.advance(Duration::from_hours(44 * 24));
    assert_eq!((closed.remove_due(), closed.held().as_deref()), (0, Some(EMAIL)));
    clock.advance(Duration::from_hours(24));
    closed.restart_until_removed();
}

#[test]
fn r_plr_10_the_contact_of_the_winner_goes_with_the_winner() {
    let folder = tempfile::tempdir().unwrap();
    let mut closed = Closed::start(folder.path(), &Arc::default());
    closed.import_results();
    closed.put(&closed.hall.organiser, &json!({ "email": EMAIL })).expect(200);
    closed.hall.instance.erase(closed.hall.players[1].as_str());
    assert_eq!((closed.remove_due(), closed.held().as_deref()), (0, Some(EMAIL)), "the second was erased");
    closed.hall.instance.erase(closed.hall.players[0].as_str());
    assert_eq!(closed.shown()["recorded"], false, "also before it is removed");
    closed.restart_until_removed();
}

#[test]
fn r_plr_10_a_correction_of_the_winner_ends_the_contact_of_the_first_one_and_keeps_a_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let closed = Closed::start(folder.path(), &Arc::default());
    closed.import_results();
    closed.put(&closed.hall.organiser, &json!({ "email": "inna@example.org" })).expect(200);
    let hall = &closed.hall;
    let results = json!([line(hall, 1, 1), line(hall, 0, 2), line(hall, 2, 3)]);
    let body = json!({ "results": results, "reason": "Zamienione miejsca" });
    let headers = [("Authorization", hall.admin.as_str()), ("If-Match", "*")];
    Answer(hall.instance.send_json("PUT", &hall.path("results"), &headers, &body)).expect(200);
    assert_eq!(closed.shown()["recorded"], false, "it is of a player who has not won");
    closed.put(&hall.organiser, &json!({ "email": EMAIL })).expect(200);
    assert_eq!((closed.remove_due(), closed.shown()["email"].as_str()), (0, Some(EMAIL)));
}

#[test]
fn r_plr_10_what_kostka_erase_removes_is_the_contact_of_that_winner() {
    let folder = tempfile::tempdir().unwrap();
    let closed = Closed::start(folder.path(), &Arc::default());
    closed.import_results();
    closed.put(&closed.hall.organiser, &json!({ "email": EMAIL })).expect(200);
    let instance = &closed.hall.instance;
    let known = LogLookup::new(Arc::clone(&instance.log), Arc::clone(&instance.vault));
    let metadata = CommandMetadata::by(Actor::operator());
    let remove_of = |index: usize| {
        let player = &closed.hall.players[index];
        instance.commands().remove_winner_contacts_of(&metadata, &known, player).unwrap().removed
    };
    assert_eq!((remove_of(1), closed.held().as_deref()), (0, Some(EMAIL)), "the second in the table");
    assert_eq!((remove_of(0), closed.held()), (1, None));
}
