//! A tournament with its people that is played through the API, for tests of pages.
#![allow(dead_code, unreachable_pub, reason = "each test target uses a part of it")]

use api::testing::{Instance, Member, Reply};
use domain::event::{CompetitionKind, Grant, GrantedCompetition, Role};
use domain::values::ids::CompetitionId;
use events::environment::Environment;
use serde_json::{Value, json};

pub struct PlayedTournament {
    pub instance: Instance,
    pub id: String,
    pub admin: Member,
    pub organiser: Member,
    pub referee: Member,
    /// In the order of their registration.
    pub players: Vec<String>,
}

impl PlayedTournament {
    /// A tournament of eight players in which the first round is drawn: three rounds of three games and a final of
    /// four.
    pub fn seated(people: &[(&str, &str)], name: &str) -> Self {
        let instance = Instance::start_with_pages(pages::configure);
        let admin = instance.member("admin", &[Grant { role: Role::Admin, event: None }]);
        let somebody = instance.member("somebody", &[]);
        let (organiser, referee) = (instance.sign_in_again(&somebody), instance.sign_in_again(&somebody));
        let mut played = Self { instance, id: String::new(), admin, organiser, referee, players: Vec::new() };
        let rules = [("Authorization", played.admin.authorization.as_str())];
        let put = played.instance.send_json("PUT", "/api/v1/rulebooks/rules", &rules, &json!({ "base": "pl-2024-25" }));
        assert_eq!(put.status, 201, "{}", put.text());
        let season =
            json!({ "id": "season", "first_day": played.day(-100), "last_day": played.day(400), "rulebook": "rules" });
        played.post(&played.admin, "/api/v1/seasons", &season);
        let application = json!({
            "name": name, "venue": "Biblioteka, Żory", "voivodeship": "śląskie", "first_day": played.day(60), "planned_players": 8,
            "class": "ordinary", "experienced": true,
            "contact": {
                "name": "Halina Przykładowa", "email": "halina@example.org", "address": "ul. Wzorcowa 1", "phone": "+48 123 456 789",
            },
        });
        let sent = played.post(&played.admin, "/api/v1/applications", &application);
        sent["id"].as_str().unwrap().clone_into(&mut played.id);
        played.post(&played.admin, &format!("/api/v1/applications/{}/approval", played.id), &json!({}));
        let event = || {
            Some(GrantedCompetition {
                kind: CompetitionKind::Tournament,
                id: CompetitionId::parse(&played.id).unwrap(),
            })
        };
        let member = |name: &str, role| played.instance.member(name, &[Grant { role, event: event() }]);
        let (organiser, referee) = (member("ola", Role::Organiser), member("roma", Role::MainReferee));
        (played.organiser, played.referee) = (organiser, referee);
        let format = json!({ "rounds": [3, 3, 3], "final_games": 4, "turn_seconds": 40, "round_minutes": 45 });
        played.put(&played.organiser, &played.path("format"), &format);
        for (first_name, surname) in people {
            let person =
                json!({ "first_name": first_name, "surname": surname, "city": "Żory", "voivodeship": "śląskie" });
            let id = played.post(&played.admin, "/api/v1/players", &person)["id"].as_str().unwrap().to_owned();
            played.players.push(id);
        }
        let listed: Vec<Value> = played.players.iter().map(|player| json!({ "player": player })).collect();
        played.post(&played.organiser, &played.path("registrations"), &json!({ "registrations": listed }));
        played.post(&played.organiser, &played.path("check-ins"), &json!({ "all": true }));
        played.post(&played.organiser, &played.path("draws"), &json!({}));
        played
    }

    pub fn day(&self, from_today: i32) -> String {
        let today = domain::values::calendar::Moment::at_microseconds(self.instance.clock.now().0).day();
        let days = from_today.unsigned_abs();
        if from_today < 0 { today.minus_days(days) } else { today.plus_days(days) }.to_string()
    }

    /// An address of the API about the tournament.
    pub fn path(&self, part: &str) -> String {
        format!("/api/v1/tournaments/{}/{part}", self.id)
    }

    #[track_caller]
    pub fn post(&self, who: &Member, path: &str, body: &Value) -> Value {
        let reply = self.instance.send_json("POST", path, &[("Authorization", &who.authorization)], body);
        assert!(matches!(reply.status, 200 | 201), "POST {path}: {} {}", reply.status, reply.text());
        reply.json()
    }

    #[track_caller]
    pub fn put(&self, who: &Member, path: &str, body: &Value) {
        let headers = [("Authorization", who.authorization.as_str()), ("If-Match", "*")];
        let reply = self.instance.send_json("PUT", path, &headers, body);
        assert_eq!(reply.status, 200, "PUT {path}: {}", reply.text());
    }

    /// A page as somebody sees it.
    pub fn page(&self, who: &Member, path: &str) -> Reply {
        self.instance.send("GET", path, &[("Authorization", &who.authorization)], None)
    }

    /// An address of a page to print.
    pub fn print(&self, lang: &str, part: &str) -> String {
        format!("/{lang}/organise/{}/print{part}", self.id)
    }

    /// Enters the sheets of a stage.
    pub fn enter(&self, stage: &str, tables: u32, games: i64) {
        for table in 1..=tables {
            let address = self.path(&format!("stages/{stage}/tables/{table}/sheet"));
            // The final is entered game by game.
            let first = if stage == "final" { 1 } else { games };
            for so_far in first..=games {
                self.put(&self.referee, &address, &sheet(stage, table, so_far));
            }
        }
    }

    /// Starts a stage, enters its sheets and ends it.
    pub fn play(&self, stage: &str, tables: u32, games: i64, seat_next: bool) {
        let at = |act: &str| self.path(&format!("stages/{stage}/{act}"));
        self.post(&self.organiser, &at("start"), &json!({}));
        self.enter(stage, tables, games);
        self.post(&self.organiser, &at("close"), &json!({ "seat_next": seat_next }));
    }
}

/// A sheet on which seat A wins everything, and nobody is equal to anybody else in the round.
pub fn sheet(stage: &str, table: u32, games: i64) -> Value {
    let (round, table) = (stage.parse().unwrap_or(5_i64), i64::from(table));
    let game = |nth: i64| {
        let lost = [11 + 2 * table + 5 * round + nth, 23 + 3 * table + 7 * round * round, 41 + 9 * table + 13 * round];
        json!({ "ending": "rack_emptied", "small": [lost.iter().sum::<i64>(), -lost[0], -lost[1], -lost[2]] })
    };
    json!({ "games": (0..games).map(game).collect::<Vec<_>>() })
}
