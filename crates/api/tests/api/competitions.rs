//! Leagues, Grand Prix cycles and online events that are run over HTTP, from opening to a correction after closing.

mod grand_prix;
mod leagues;
mod online;
use crate::support;
use api::testing::{Instance, Reply};
use domain::event::{CompetitionKind, Grant, GrantedCompetition, Role};
use domain::values::calendar::{Day, Moment};
use domain::values::ids::CompetitionId;
use events::environment::Environment;
use serde_json::{Value, json};

/// A running service with a rulebook, a season around today, and an admin.
struct World {
    instance: Instance,
    admin: String,
}

impl World {
    fn start() -> Self {
        let instance = Instance::start();
        let admin = instance.signed_in(Role::Admin);
        let world = Self { instance, admin };
        let adopted = world.put("/api/v1/rulebooks/pl-2024-25", None, &json!({ "base": "pl-2024-25" }));
        assert_eq!(adopted.status, 201, "{}", adopted.text());
        let season = json!({
            "id": "this", "first_day": world.day(300), "last_day": world.day_to_come(60), "rulebook": "pl-2024-25",
        });
        world.post("/api/v1/seasons", &season, 201);
        world
    }

    fn now(&self) -> Moment {
        Moment::at_microseconds(self.instance.clock.now().0)
    }

    /// So many days ago.
    fn day(&self, ago: u32) -> String {
        self.today().minus_days(ago).to_string()
    }

    fn day_to_come(&self, days: u32) -> String {
        self.today().plus_days(days).to_string()
    }

    fn today(&self) -> Day {
        self.now().day()
    }

    fn players(&self, count: usize) -> Vec<String> {
        let id = |number: usize| {
            let (_, stream) = support::register(&self.instance, &format!("Gracz{}", "abcdefghijkl".split_at(number).1));
            stream.split_once('/').unwrap().1.to_owned()
        };
        let mut ids: Vec<String> = (0..count).map(id).collect();
        // Whoever shares a place stands in the order of the ids.
        ids.sort();
        ids
    }

    /// Somebody who organises one event.
    fn organiser(&self, kind: CompetitionKind, id: &str) -> String {
        let event = Some(GrantedCompetition { kind, id: CompetitionId::parse(id).unwrap() });
        self.instance.member("organiser", &[Grant { role: Role::Organiser, event }]).authorization
    }

    fn get(&self, path: &str) -> Value {
        let reply = self.instance.get(&format!("{path}?wait_for={}", self.instance.position().0));
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply.json()
    }

    fn put(&self, path: &str, if_match: Option<&str>, body: &Value) -> Reply {
        self.put_as(&self.admin, path, if_match, body)
    }

    fn put_as(&self, who: &str, path: &str, if_match: Option<&str>, body: &Value) -> Reply {
        let mut headers = vec![("Authorization", who)];
        headers.extend(if_match.map(|etag| ("If-Match", etag)));
        self.instance.send_json("PUT", path, &headers, body)
    }

    /// Posts as the admin, with this status.
    fn post(&self, path: &str, body: &Value, status: u16) -> Reply {
        self.post_as(&self.admin, path, body, status)
    }

    fn post_as(&self, who: &str, path: &str, body: &Value, status: u16) -> Reply {
        let reply = self.instance.send_json("POST", path, &[("Authorization", who)], body);
        assert_eq!(reply.status, status, "POST {path}: {}", reply.text());
        reply
    }

    /// Acts without a body, as somebody, with this status.
    fn send_as(&self, who: &str, method: &str, path: &str, status: u16) -> Reply {
        let reply = self.instance.send(method, path, &[("Authorization", who)], None);
        assert_eq!(reply.status, status, "{method} {path}: {}", reply.text());
        reply
    }

    /// What takes place in the season.
    fn happenings(&self) -> Vec<Value> {
        self.get("/api/v1/seasons/this")["happenings"].as_array().unwrap().clone()
    }
}

/// The types of the events of a receipt.
fn types(reply: &Reply) -> Vec<String> {
    let events = reply.json()["events"].as_array().unwrap().clone();
    events.iter().map(|event| event["type"].as_str().unwrap().to_owned()).collect()
}

/// The refusal of a rule: status, reason and rule.
fn refusal(reply: &Reply) -> (u16, String, String) {
    let body = reply.json();
    let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
    (reply.status, text("reason"), text("rule"))
}

fn refused(status: u16, reason: &str, rule: &str) -> (u16, String, String) {
    (status, reason.to_owned(), rule.to_owned())
}
