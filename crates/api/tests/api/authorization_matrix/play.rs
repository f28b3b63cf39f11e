//! Tournaments at every point of play that an operation needs, for the table of who may do what.

use api::testing::Instance;
use domain::event::{CompetitionKind, Grant, GrantedCompetition, Role};
use domain::values::calendar::Moment;
use domain::values::ids::CompetitionId;
use events::environment::Environment;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// How far a tournament of three rounds and a final has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Point {
    /// The first round is drawn.
    Seated,
    /// It is played, with a second entry: one sheet is in, one dispute open, one waiver declared.
    Playing,
    /// Every sheet of it is in.
    Complete,
    /// The last round is played.
    Last,
    /// The same with hidden results.
    Hidden,
    /// All rounds are over, and the final can be seated.
    Ended,
    /// All rounds are over, and players are tied for the final.
    Tied,
    /// Nothing is left to be played.
    Over,
    /// The results are final.
    Closed,
    /// Its results come from elsewhere.
    Elsewhere,
    /// They have come.
    Imported,
}

/// A tournament for each point.
pub(crate) struct Play {
    halls: BTreeMap<Point, String>,
    /// The private link of the application for each of them.
    links: BTreeMap<String, String>,
    /// The token of a table of the first round.
    pub(crate) token: String,
    /// The act that opened the dispute.
    dispute: String,
    players: Vec<String>,
}

/// The sheet of a table of four; `step` makes winners of different strength.
fn sheet(step: i32) -> Value {
    let game = |winner: usize| {
        let loss = |seat: usize| 10 + step * (seat as i32 + 4 * winner as i32);
        let lost: i32 = (0..4).filter(|seat| *seat != winner).map(loss).sum();
        let small: Vec<i32> = (0..4).map(|seat| if seat == winner { lost } else { -loss(seat) }).collect();
        json!({ "ending": "rack_emptied", "small": small })
    };
    json!({ "games": (0..3).map(game).collect::<Vec<_>>() })
}

/// Brings tournaments on their way, as an admin and as the main referee of each.
struct Driver<'a> {
    instance: &'a Instance,
    admin: &'a str,
    players: &'a [String],
    links: RefCell<BTreeMap<String, String>>,
}

impl Driver<'_> {
    fn send(&self, who: &str, method: &str, path: &str, body: &Value) -> Value {
        let headers = [("Authorization", who), ("If-Match", "*")];
        let reply = match body {
            Value::Null => self.instance.send(method, path, &headers[..1], None),
            body => self.instance.send_json(method, path, if method == "PUT" { &headers } else { &headers[..1] }, body),
        };
        assert!(matches!(reply.status, 200 | 201), "{method} {path}: {}", reply.text());
        reply.json()
    }

    fn post(&self, id: &str, part: &str, body: &Value) -> Value {
        self.send(self.admin, "POST", &format!("/api/v1/tournaments/{id}/{part}"), body)
    }

    fn as_main_referee(&self, id: &str, part: &str, body: &Value) {
        let event =
            Some(GrantedCompetition { kind: CompetitionKind::Tournament, id: CompetitionId::parse(id).unwrap() });
        let referee = self.instance.member("referee", &[Grant { role: Role::MainReferee, event }]).authorization;
        self.send(&referee, "POST", &format!("/api/v1/tournaments/{id}/{part}"), body);
    }

    fn enter(&self, id: &str, round: u32, table: u32, step: i32) {
        let path = format!("/api/v1/tournaments/{id}/stages/{round}/tables/{table}/sheet");
        self.send(self.admin, "PUT", &path, &sheet(step));
    }

    /// Enters every sheet of a round.
    fn play(&self, id: &str, round: u32, point: Point) {
        for table in 1..=self.players.len() as u32 / 4 {
            let step = if point == Point::Tied { 0 } else { 1 + table as i32 };
            self.enter(id, round, table, step);
        }
    }

    fn approved(&self, application: &Value, variant: &str) -> String {
        let mut body = application.clone();
        (body["class"], body["variant"]) = ("ordinary".into(), variant.into());
        // Results are imported on the first day or later. The link of the applicant ends with the last day, which must
        // not be over when the clock is set forward late in the evening.
        if variant == "duel" {
            let today = now(self.instance).day();
            body["first_day"] = today.to_string().into();
            body["last_day"] = today.plus_days(2).to_string().into();
        }
        let applied = self.send(self.admin, "POST", "/api/v1/applications", &body);
        let id = applied["id"].as_str().unwrap().to_owned();
        self.links.borrow_mut().insert(id.clone(), applied["secret"].as_str().unwrap().to_owned());
        self.send(self.admin, "POST", &format!("/api/v1/applications/{id}/approval"), &json!({}));
        id
    }

    fn hall(&self, application: &Value, point: Point) -> String {
        if matches!(point, Point::Elsewhere | Point::Imported) {
            let id = self.approved(application, "duel");
            if point == Point::Imported {
                self.post(&id, "results", &results(self.instance, &self.players[0]));
            }
            return id;
        }
        let id = self.approved(application, "standard");
        let format = json!({ "rounds": [3, 3, 3], "final_games": 4, "second_entry": point == Point::Playing });
        self.send(self.admin, "PUT", &format!("/api/v1/tournaments/{id}/format"), &format);
        let all: Vec<Value> = self.players.iter().map(|player| json!({ "player": player })).collect();
        self.post(&id, "registrations", &json!({ "registrations": all }));
        self.post(&id, "check-ins", &json!({ "all": true }));
        self.post(&id, "draws", &json!({}));
        if point == Point::Seated {
            return id;
        }
        self.post(&id, "stages/1/start", &Value::Null);
        if point == Point::Playing {
            self.enter(&id, 1, 1, 1);
            self.post(&id, "waivers", &json!({ "player": self.players[0] }));
            self.post(&id, "stages/1/tables/1/disputes", &json!({ "matter": "Kto zaczyna?" }));
            return id;
        }
        self.play(&id, 1, point);
        if point == Point::Complete {
            return id;
        }
        for round in [1, 2] {
            self.post(&id, &format!("stages/{round}/close"), &json!({ "seat_next": true }));
            self.post(&id, &format!("stages/{}/start", round + 1), &Value::Null);
            if round == 1 {
                self.play(&id, 2, point);
            }
        }
        match point {
            Point::Last => return id,
            Point::Hidden => {
                self.post(&id, "stages/3/hiding", &Value::Null);
                return id;
            }
            _ => {}
        }
        self.play(&id, 3, point);
        self.post(&id, "stages/3/close", &json!({}));
        if matches!(point, Point::Over | Point::Closed) {
            self.as_main_referee(&id, "stages/final/skip", &json!({ "reason": "Zabrakło czasu" }));
        }
        if point == Point::Closed {
            self.post(&id, "close", &Value::Null);
        }
        id
    }
}

/// The moment to the second, as Warsaw has it.
fn now(instance: &Instance) -> Moment {
    Moment::at_microseconds(instance.clock.now().0 / 1_000_000 * 1_000_000)
}

/// Results from elsewhere.
fn results(instance: &Instance, player: &str) -> Value {
    json!({
        "planned_games": 7, "ended_at": now(instance).to_string(),
        "results": [{ "player": player, "place": 1, "games_played": 7 }],
    })
}

impl Play {
    /// Everything at every point, with these players; their number can be divided by four.
    pub(crate) fn open(instance: &Instance, admin: &str, players: &[String], application: &Value) -> Self {
        let driver = Driver { instance, admin, players, links: RefCell::default() };
        let points = [
            Point::Seated,
            Point::Playing,
            Point::Complete,
            Point::Last,
            Point::Hidden,
            Point::Ended,
            Point::Tied,
            Point::Over,
            Point::Closed,
            Point::Elsewhere,
            Point::Imported,
        ];
        let halls: BTreeMap<Point, String> =
            points.into_iter().map(|point| (point, driver.hall(application, point))).collect();
        let playing = &halls[&Point::Playing];
        // Whoever enters a sheet does not confirm it with a token of their own.
        let event =
            Some(GrantedCompetition { kind: CompetitionKind::Tournament, id: CompetitionId::parse(playing).unwrap() });
        let issuer = instance.member("issuer", &[Grant { role: Role::Organiser, event }]).authorization;
        let path = format!("/api/v1/tournaments/{playing}/stages/1/table-tokens");
        let issued = driver.send(&issuer, "POST", &path, &json!({}));
        let token = format!("Bearer {}", issued["tokens"][0]["token"].as_str().unwrap());
        let acts = format!("/api/v1/tournaments/{playing}/acts?limit=1");
        let acts = instance.send("GET", &acts, &[("Authorization", admin)], None).json();
        let dispute = acts["items"][0]["number"].to_string();
        Self { halls, links: driver.links.into_inner(), token, dispute, players: players.to_vec() }
    }

    pub(crate) fn granted(&self) -> Vec<GrantedCompetition> {
        let event = |id: &String| GrantedCompetition {
            kind: CompetitionKind::Tournament,
            id: CompetitionId::parse(id).unwrap(),
        };
        self.halls.values().map(event).collect()
    }

    /// The point at which an operation is tried; nothing if it is none of play.
    pub(crate) fn point(operation: &str) -> Option<Point> {
        Some(match operation {
            "startStage" => Point::Seated,
            "listSheets" | "getSheet" | "enterSheet" | "checkSheet" | "confirmSheet" | "waiveSecondEntry"
            | "allowTableOfTwo" | "openDispute" | "ruleDispute" | "listDisputes" | "getDispute" | "giveSanction"
            | "listSanctions" | "listTies" | "declareWaiver" | "withdrawWaiver" | "listActs" | "getWork"
            | "undoAct" | "issueStageTokens" => Point::Playing,
            "hideResults" => Point::Last,
            "revealResults" => Point::Hidden,
            "closeStage" => Point::Complete,
            "seatStage" | "skipStage" => Point::Ended,
            "decideTie" => Point::Tied,
            "closeTournament" => Point::Over,
            "correctSheet" | "getWinnerContact" | "recordWinnerContact" | "removeWinnerContact" => Point::Closed,
            "importResults" => Point::Elsewhere,
            "correctResults" => Point::Imported,
            _ => return None,
        })
    }

    /// The private link of the application for a tournament.
    pub(crate) fn link(&self, point: Point) -> &str {
        &self.links[self.id(point)]
    }

    pub(crate) fn id(&self, point: Point) -> &str {
        &self.halls[&point]
    }

    /// The address with everything of play in it.
    pub(crate) fn fill(&self, operation: &str, address: &str) -> String {
        let stage = match operation {
            "seatStage" | "skipStage" => "final",
            "hideResults" | "revealResults" => "3",
            _ => "1",
        };
        let number = if operation == "undoAct" { &self.dispute } else { "1" };
        let address = address.replace("{stage}", stage).replace("{table}", "1").replace("{number}", number);
        address.replace("{player}", &self.players[0])
    }

    /// A body that nothing is wrong with; nothing if the example will do.
    pub(crate) fn body(&self, operation: &str, instance: &Instance, admin: &str) -> Option<Value> {
        Some(match operation {
            "enterSheet" | "checkSheet" | "confirmSheet" => sheet(1),
            "correctSheet" => {
                let mut body = sheet(9);
                body["reason"] = "Protest".into();
                body
            }
            "giveSanction" => json!({ "player": self.players[1], "sanction": "caution", "reason": "Gwar" }),
            "declareWaiver" => json!({ "player": self.players[1] }),
            "closeStage" => json!({ "seat_next": false }),
            "openDispute" => json!({ "matter": "Kto zaczyna?" }),
            "closeTournament" | "undoAct" | "issueStageTokens" => json!({}),
            "importResults" => results(instance, &self.players[1]),
            "correctResults" => {
                json!({ "results": results(instance, &self.players[1])["results"], "reason": "Pomyłka" })
            }
            "decideTie" => {
                let path = format!("/api/v1/tournaments/{}/ties", self.id(Point::Tied));
                let ties = instance.send("GET", &path, &[("Authorization", admin)], None).json();
                let tied = ties["open"]["players"].as_array().expect("players are tied");
                let order: Vec<&Value> = tied.iter().map(|player| &player["player"]).collect();
                json!({ "question": ties["open"]["question"], "order": order })
            }
            _ => return None,
        })
    }
}
