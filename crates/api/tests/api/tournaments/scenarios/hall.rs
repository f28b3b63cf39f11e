//! A service with a season under way, the people who run events there, and the oracle that computes them anew.

use api::testing::{Instance, Member};
use domain::competitions::class::TournamentClass;
use domain::event::{Grant, Role};
use domain::rulebook::Rulebook;
use domain::tournament::course::Stage;
use domain::values::calendar::Moment;
use domain::values::variant::Variant;
use domain::values::voivodeship::Voivodeship;
use events::environment::Environment;
use projections::names::Names;
use projections::season_bundle::export;
use projections::views::replay_records;
use serde_json::{Value, json};
use simulation::{
    ActingRole, Method, Plan, ProgressStep, SeededRng, Service, ServiceError, ServiceRequest, ServiceResponse, Setup,
    StopAt, TournamentStaff, people, play_table, register_people,
};
use std::cell::Cell;
use std::path::Path;
use std::process::Command;

/// The season of everything that takes place here.
const SEASON: &str = "2026-27";

pub(super) struct Hall {
    instance: Instance,
    admin: Member,
    organiser: Member,
    referee: Member,
    runs: Cell<u32>,
}

impl Hall {
    pub(super) fn open() -> Self {
        let instance = Instance::start_with(|settings| settings.sign_in.admins_need_second_factor = false);
        let admin = instance.member("admin", &[Grant { role: Role::Admin, event: None }]);
        let organiser = instance.member("organiser", &[]);
        let referee = instance.member("referee", &[]);
        let hall = Self { instance, admin, organiser, referee, runs: Cell::new(0) };
        let preset = json!({ "base": "pl-2024-25" });
        let adopted = hall.send(ActingRole::Federation, Method::Put, "rulebooks/pl-2024-25", Some(preset), None);
        assert!(adopted.is_success(), "{}", adopted.body);
        let today = Moment::parse(&hall.now()).unwrap().day();
        let season = json!({
            "id": SEASON,
            "first_day": today.minus_days(100).to_string(),
            "last_day": today.plus_days(200).to_string(),
            "rulebook": "pl-2024-25",
        });
        let opened = hall.send(ActingRole::Federation, Method::Post, "seasons", Some(season), None);
        assert!(opened.is_success(), "{}", opened.body);
        hall
    }

    /// The moment, as Warsaw has it.
    pub(super) fn now(&self) -> String {
        let moment = Moment::at_microseconds(self.instance.clock.now().0 / 1_000_000 * 1_000_000);
        moment.to_string()
    }

    /// New players.
    pub(super) fn players(&self, count: usize) -> Vec<String> {
        register_people(self, &people(count, &mut SeededRng::seeded(1)), "people").unwrap()
    }

    /// A plain ordinary event of today, without players and without incidents.
    pub(super) fn plan(&self, setup: Setup, seed: u64) -> Plan {
        let run = self.runs.get() + 1;
        self.runs.set(run);
        Plan {
            name: "Turniej Próbny".to_owned(),
            venue: "Biblioteka w Przykładowie".to_owned(),
            voivodeship: Voivodeship::Lodzkie,
            day: Moment::parse(&self.now()).unwrap().day().to_string(),
            class: TournamentClass::Ordinary,
            variant: Variant::Standard,
            rulebook: None,
            setup,
            players: Vec::new(),
            incidents: false,
            stop: StopAt::Closed,
            staff: TournamentStaff {
                organiser: Some(self.organiser.account.to_string()),
                referee: Some(self.referee.account.to_string()),
            },
            rng: SeededRng::seeded(seed),
            run: format!("run-{run}"),
        }
    }

    /// Applies for an event that is approved, without a format.
    pub(super) fn announce_without_format(&self, plan: &Plan) -> Event<'_> {
        let mut application = plan.application();
        application["planned_players"] = json!(30);
        let applied = self.send(ActingRole::Organiser, Method::Post, "applications", Some(application), None);
        assert_eq!(applied.status, 201, "{}", applied.body);
        let event = self.at(applied.body["id"].as_str().unwrap());
        let mut approval = json!({ "organiser": plan.staff.organiser });
        if let Some(rulebook) = &plan.rulebook {
            approval["rulebook"] = json!(rulebook);
        }
        let path = format!("applications/{}/approval", event.id);
        let approved = self.send(ActingRole::Federation, Method::Post, &path, Some(approval), None);
        assert!(approved.is_success(), "{}", approved.body);
        event.post(ActingRole::Federation, "staff", json!({ "account": plan.staff.referee, "role": "main_referee" }));
        event
    }

    /// The same with its format.
    pub(super) fn announce(&self, plan: &Plan) -> Event<'_> {
        let event = self.announce_without_format(plan);
        event.put(ActingRole::Organiser, &format!("tournaments/{}/format", event.id), plan.setup.chosen.clone());
        event
    }

    /// An event whose first round has started.
    pub(super) fn begin(&self, plan: &Plan, players: &[String]) -> Event<'_> {
        let event = self.announce(plan);
        event.register_and_draw(players);
        event.post(ActingRole::Organiser, "stages/1/start", Value::Null);
        event
    }

    pub(super) fn at(&self, id: &str) -> Event<'_> {
        Event { hall: self, id: id.to_owned() }
    }

    /// What everybody can read.
    pub(super) fn read(&self, path: &str) -> Value {
        let reply = self.instance.get(&format!("/api/v1/{path}"));
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply.json()
    }

    /// How ties were decided.
    pub(super) fn ties(&self, id: &str) -> Value {
        let shown = self.send(ActingRole::Referee, Method::Get, &format!("tournaments/{id}/ties"), None, None);
        assert!(shown.is_success(), "{}", shown.body);
        let mut ties = json!({});
        for tie in shown.body["decided"].as_array().unwrap() {
            let players = tie["players"].as_array().unwrap().iter().map(|player| player["player"].clone()).collect();
            ties[tie["question"].as_str().unwrap()] = Value::Array(players);
        }
        ties
    }

    /// The store as a season bundle.
    pub(super) fn bundle(&self) -> Value {
        let views = replay_records(&*self.instance.log).unwrap();
        let names = Names::load(&*self.instance.log, &self.instance.vault).unwrap();
        let mut written = Vec::new();
        formats::bundle::write(&export(&views.records, &names, None).unwrap(), &mut written).unwrap();
        serde_json::from_slice(&written).unwrap()
    }

    /// The season has the event among what takes place in it.
    pub(super) fn season_counts(&self, id: &str) {
        let season = self.read(&format!("seasons/{SEASON}"));
        let happenings = season["happenings"].as_array().unwrap();
        assert!(happenings.iter().any(|happening| happening["kind"] == "tournament" && happening["id"] == id));
    }

    /// The season counts the closed event, and the oracle comes to the same.
    pub(super) fn oracle_agrees(&self, id: &str, notes: &Value) {
        self.season_counts(id);
        let (agrees, said) = self.oracle(id, notes);
        assert!(agrees && said.contains("1 agree, 0 failed"), "{said}");
    }

    /// Computes the event anew, from what is public and these notes, and compares with the service and the bundle; what
    /// it says.
    pub(super) fn oracle(&self, id: &str, notes: &Value) -> (bool, String) {
        let folder = tempfile::tempdir().unwrap();
        let written = |name: &str, value: &Value| {
            let path = folder.path().join(name);
            std::fs::write(&path, value.to_string()).unwrap();
            path
        };
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/oracle/tournament.py");
        let output = Command::new("python3")
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .arg(script)
            .args(["--from", &self.instance.url(""), id])
            .arg("--bundle")
            .arg(written("bundle.json", &self.bundle()))
            .arg("--notes")
            .arg(written("notes.json", notes))
            .output()
            .unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8_lossy(&said).into_owned())
    }

    fn send(
        &self,
        who: ActingRole,
        method: Method,
        path: &str,
        body: Option<Value>,
        if_match: Option<&str>,
    ) -> ServiceResponse {
        let if_match = if_match.map(str::to_owned);
        self.call(&ServiceRequest { who, method, path: path.to_owned(), body, if_match, key: None }).unwrap()
    }
}

impl Service for Hall {
    fn call(&self, call: &ServiceRequest) -> Result<ServiceResponse, ServiceError> {
        let member = match call.who {
            ActingRole::Federation => &self.admin,
            ActingRole::Organiser => &self.organiser,
            ActingRole::Referee => &self.referee,
        };
        let mut headers = vec![("Authorization", member.authorization.as_str())];
        headers.extend(call.if_match.as_deref().map(|if_match| ("If-Match", if_match)));
        headers.extend(call.key.as_deref().map(|key| ("Idempotency-Key", key)));
        let path = format!("/api/v1/{}", call.path);
        let reply = match &call.body {
            Some(body) => self.instance.send_json(call.method.name(), &path, &headers, body),
            None => self.instance.send(call.method.name(), &path, &headers, None),
        };
        let etag = Some(reply.header("etag").to_owned()).filter(|etag| !etag.is_empty());
        Ok(ServiceResponse { status: reply.status, etag, body: reply.json() })
    }

    fn advance_time(&self, _: u32) -> Result<(), ServiceError> {
        Ok(())
    }

    fn on_progress(&self, _: ProgressStep) {}
}

/// An event that the test runs act by act.
pub(super) struct Event<'a> {
    hall: &'a Hall,
    pub(super) id: String,
}

impl Event<'_> {
    pub(super) fn try_post(&self, who: ActingRole, path: &str, body: Value) -> ServiceResponse {
        let body = Some(body).filter(|body| !body.is_null());
        self.hall.send(who, Method::Post, &format!("tournaments/{}/{path}", self.id), body, None)
    }

    pub(super) fn post(&self, who: ActingRole, path: &str, body: Value) {
        let answer = self.try_post(who, path, body);
        assert!(answer.is_success(), "{path}: {} {}", answer.status, answer.body);
    }

    pub(super) fn try_put(&self, who: ActingRole, path: &str, body: Value) -> ServiceResponse {
        self.hall.send(who, Method::Put, path, Some(body), Some("*"))
    }

    pub(super) fn put(&self, who: ActingRole, path: &str, body: Value) {
        let answer = self.try_put(who, path, body);
        assert!(answer.is_success(), "{path}: {} {}", answer.status, answer.body);
    }

    pub(super) fn register_and_draw(&self, players: &[String]) {
        let listed = self.hall.read(&format!("tournaments/{}/players", self.id));
        let is_new = |player: &&String| !listed["items"].as_array().unwrap().iter().any(|item| item["id"] == **player);
        let new: Vec<Value> = players.iter().filter(is_new).map(|player| json!({ "player": player })).collect();
        self.post(ActingRole::Organiser, "registrations", json!({ "registrations": new }));
        self.post(ActingRole::Organiser, "check-ins", json!({ "all": true }));
        self.post(ActingRole::Organiser, "draws", json!({}));
    }

    /// Who sits where.
    pub(super) fn seats(&self, stage: Stage) -> Vec<Vec<String>> {
        let shown = self.hall.read(&format!("tournaments/{}/seating?stage={stage}", self.id));
        let table = |table: &Value| {
            let seats = table["seats"].as_array().unwrap().iter();
            seats.map(|seat| seat["player"].as_str().unwrap().to_owned()).collect()
        };
        shown["tables"].as_array().unwrap().iter().map(table).collect()
    }

    fn sheet_path(&self, stage: Stage, table: u32) -> String {
        format!("tournaments/{}/stages/{stage}/tables/{table}/sheet", self.id)
    }

    /// What stands on a sheet, as everybody sees it.
    pub(super) fn games(&self, stage: Stage, table: u32) -> Value {
        self.hall.read(&self.sheet_path(stage, table))["results"]["games"].clone()
    }

    pub(super) fn put_sheet(&self, stage: Stage, table: u32, body: &Value) {
        let who = if stage == Stage::Final { ActingRole::Referee } else { ActingRole::Organiser };
        let path = self.sheet_path(stage, table);
        let known = self.hall.send(who, Method::Get, &path, None, None);
        let answer = self.hall.send(who, Method::Put, &path, Some(body.clone()), known.etag.as_deref());
        assert!(answer.is_success(), "{path}: {} {}", answer.status, answer.body);
    }

    /// Enters the sheets of all tables.
    pub(super) fn enter_all(&self, stage: Stage, seed: u64) {
        let shown = self.hall.read(&self.sheet_path(stage, 1));
        let planned = shown["planned_games"].as_u64().unwrap() as u32;
        for (number, seats) in (1..).zip(self.seats(stage)) {
            let mut rng = SeededRng::seeded(seed).branch(u64::from(number));
            let there = vec![true; seats.len()];
            let sheet = play_table(&there, planned, Variant::Standard, &Rulebook::default(), &mut rng);
            self.put_sheet(stage, number, &sheet.json(planned as usize, None));
        }
    }

    /// Plays all rounds and seats what follows.
    pub(super) fn play_rounds(&self, setup: &Setup) {
        for round in 1..=setup.rounds.len() as u32 {
            self.post(ActingRole::Organiser, &format!("stages/{round}/start"), Value::Null);
            self.enter_all(Stage::Round(round), u64::from(round));
            self.post(ActingRole::Organiser, &format!("stages/{round}/close"), json!({ "seat_next": true }));
        }
    }

    /// Plays a final that is seated, game by game.
    pub(super) fn play_final(&self, games: usize) {
        self.post(ActingRole::Organiser, "stages/final/start", Value::Null);
        let there = vec![true; self.seats(Stage::Final)[0].len()];
        let rulebook = Rulebook::default();
        let sheet = play_table(&there, games as u32, Variant::Standard, &rulebook, &mut SeededRng::seeded(4));
        for entered in 1..=games {
            self.put_sheet(Stage::Final, 1, &sheet.json(entered, None));
        }
        self.post(ActingRole::Organiser, "stages/final/close", json!({ "seat_next": false }));
    }

    pub(super) fn card(&self, player: &str) {
        let card = json!({ "player": player, "sanction": "yellow_card", "reason": "Rozmowa przy stole" });
        self.post(ActingRole::Referee, "sanctions", card);
    }

    /// Who is tied for something, after making sure that it is this.
    pub(super) fn tied(&self, question: &str) -> Vec<String> {
        let shown =
            self.hall.send(ActingRole::Referee, Method::Get, &format!("tournaments/{}/ties", self.id), None, None);
        assert_eq!(shown.body["open"]["question"], question, "{}", shown.body);
        let players = shown.body["open"]["players"].as_array().unwrap().iter();
        players.map(|player| player["player"].as_str().unwrap().to_owned()).collect()
    }
}
