//! A federation with a season, and tournaments that are ready to be played, for tests.

#![allow(dead_code, unreachable_pub, reason = "each test target uses a part of it")]

use api::Settings;
use api::testing::{Instance, Member, Reply};
use domain::event::{Grant, Role};
use domain::values::calendar::{Day, Moment};
use events::environment::Environment;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The rulebook of the season.
pub const RULEBOOK: &str = "pl-2024-25";

/// A service with a season that holds today, and an admin who needs no second factor.
pub struct Federation {
    pub instance: Instance,
    pub admin: Member,
    registered: AtomicUsize,
}

/// A tournament with its people.
pub struct Event {
    pub id: String,
    pub organiser: Member,
    pub referee: Member,
    pub main_referee: Member,
    /// The ids of those who are registered.
    pub players: Vec<String>,
}

impl Event {
    /// The address of a part of it.
    pub fn path(&self, part: &str) -> String {
        format!("/api/v1/tournaments/{}/{part}", self.id)
    }
}

impl Federation {
    pub fn open() -> Self {
        Self::open_with(|_| ())
    }

    pub fn open_with(change: impl FnOnce(&mut Settings)) -> Self {
        let instance = Instance::start_with(|settings| {
            settings.sign_in.admins_need_second_factor = false;
            change(settings);
        });
        let admin = instance.member("admin", &[Grant { role: Role::Admin, event: None }]);
        let federation = Self { instance, admin, registered: AtomicUsize::new(0) };
        federation.put_new(&federation.admin, &format!("/api/v1/rulebooks/{RULEBOOK}"), &json!({ "base": RULEBOOK }));
        let season = json!({
            "id": "season", "first_day": federation.day(-200), "last_day": federation.day(500), "rulebook": RULEBOOK,
        });
        federation.post(&federation.admin, "/api/v1/seasons", &season);
        federation
    }

    /// The day so many days from today, by the clock of the service.
    pub fn day(&self, from_today: i32) -> String {
        let today: Day = Moment::at_microseconds(self.instance.clock.now().0).day();
        let days = from_today.unsigned_abs();
        if from_today < 0 { today.minus_days(days) } else { today.plus_days(days) }.to_string()
    }

    /// Sends JSON as somebody, or no body if it is null.
    pub fn send(&self, who: &Member, method: &str, path: &str, body: &Value) -> Reply {
        let headers = [("Authorization", who.authorization.as_str()), ("If-Match", "*")];
        let headers = if method == "PUT" { &headers[..] } else { &headers[..1] };
        match body {
            Value::Null => self.instance.send(method, path, headers, None),
            body => self.instance.send_json(method, path, headers, body),
        }
    }

    /// Posts as somebody, and gets a receipt.
    #[track_caller]
    pub fn post(&self, who: &Member, path: &str, body: &Value) -> Value {
        let reply = self.send(who, "POST", path, body);
        assert!(matches!(reply.status, 200 | 201), "POST {path}: {} {}", reply.status, reply.text());
        reply.json()
    }

    /// Puts in the place of whatever is there as somebody, and gets a receipt.
    #[track_caller]
    pub fn put(&self, who: &Member, path: &str, body: &Value) -> Value {
        let reply = self.send(who, "PUT", path, body);
        assert_eq!(reply.status, 200, "PUT {path}: {}", reply.text());
        reply.json()
    }

    #[track_caller]
    fn put_new(&self, who: &Member, path: &str, body: &Value) {
        let headers = [("Authorization", who.authorization.as_str())];
        let reply = self.instance.send_json("PUT", path, &headers, body);
        assert_eq!(reply.status, 201, "PUT {path}: {}", reply.text());
    }

    /// Posts what is refused; gives the problem, whose rule must be this.
    #[track_caller]
    pub fn refused(&self, who: &Member, path: &str, body: &Value, status: u16, reason: &str) -> Value {
        let reply = self.send(who, "POST", path, body);
        assert_eq!(reply.status, status, "POST {path}: {}", reply.text());
        assert_eq!(reply.json()["reason"], reason, "{}", reply.text());
        reply.json()
    }

    /// Reads as somebody.
    #[track_caller]
    pub fn read(&self, who: &Member, path: &str) -> Value {
        let reply = self.instance.send("GET", path, &[("Authorization", &who.authorization)], None);
        assert_eq!(reply.status, 200, "GET {path}: {}", reply.text());
        reply.json()
    }

    /// Reads as everybody does.
    #[track_caller]
    pub fn get(&self, path: &str) -> Value {
        let reply = self.instance.get(path);
        assert_eq!(reply.status, 200, "GET {path}: {}", reply.text());
        reply.json()
    }

    /// Registers fictional players; gives their ids.
    pub fn players(&self, count: usize) -> Vec<String> {
        let one = |_| {
            let number = self.registered.fetch_add(1, Ordering::SeqCst) + 1;
            let body = json!({
                "first_name": "Gracz", "surname": format!("Przykładowy-{number:04}"), "city": "Łódź", "voivodeship": "łódzkie",
            });
            self.post(&self.admin, "/api/v1/players", &body)["id"].as_str().unwrap().to_owned()
        };
        (0..count).map(one).collect()
    }

    /// An application with nothing wrong with it, for a day far enough ahead.
    pub fn application(&self) -> Value {
        json!({
            "name": "Turniej Przykładowy",
            "contact": {
                "name": "Halina Przykładowa", "email": "halina@example.org", "address": "ul. Wzorcowa 1, Łódź", "phone": "+48 123 456 789",
            },
            "venue": "Biblioteka Przykładowa", "voivodeship": "łódzkie", "first_day": self.day(60), "planned_players": 32,
            "class": "eliminatory", "experienced": true,
        })
    }

    /// Applies as somebody; gives the id.
    #[track_caller]
    pub fn apply(&self, who: &Member, body: &Value) -> String {
        self.post(who, "/api/v1/applications", body)["id"].as_str().unwrap().to_owned()
    }

    /// Somebody with an account and no role.
    pub fn member(&self, name: &str) -> Member {
        self.instance.member(name, &[])
    }

    /// A tournament that is approved, with an organiser and referees; an eliminatory one by the rules of the season.
    pub fn approved(&self) -> Event {
        self.approved_as(&self.application(), &json!({}))
    }

    /// The same with another application and approval.
    #[track_caller]
    pub fn approved_as(&self, application: &Value, approval: &Value) -> Event {
        let [organiser, referee, main_referee] = ["organiser", "referee", "main.referee"].map(|it| self.member(it));
        let id = self.apply(&organiser, application);
        self.post(&self.admin, &format!("/api/v1/applications/{id}/approval"), approval);
        let event = Event { id, organiser, referee, main_referee, players: Vec::new() };
        for (who, role) in [(&event.referee, "referee"), (&event.main_referee, "main_referee")] {
            self.post(
                &event.organiser,
                &event.path("staff"),
                &json!({ "account": who.account.as_str(), "role": role }),
            );
        }
        event
    }

    /// Chooses the format, enters so many players and checks them in.
    #[track_caller]
    pub fn prepare(&self, event: &mut Event, format: &Value, players: usize) {
        self.put(&event.organiser, &event.path("format"), format);
        let players = self.players(players);
        for part in players.chunks(200) {
            let registrations: Vec<Value> = part.iter().map(|player| json!({ "player": player })).collect();
            self.post(&event.organiser, &event.path("registrations"), &json!({ "registrations": registrations }));
        }
        self.post(&event.organiser, &event.path("check-ins"), &json!({ "all": true }));
        event.players.extend(players);
    }

    /// An eliminatory tournament with a format, so many players who are there, and a draw of the first round.
    #[track_caller]
    pub fn drawn(&self, format: &Value, players: usize) -> Event {
        let mut event = self.approved();
        self.prepare(&mut event, format, players);
        self.post(&event.organiser, &event.path("draws"), &json!({}));
        event
    }
}
