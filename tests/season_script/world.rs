//! The federation of the script: five people, sixty players, and a clock that goes through the season.

use crate::support::store::Folder;
use api::testing::{Instance, Member, MovableClock, Reply, code};
use domain::event::{Grant, Role};
use domain::values::calendar::Moment;
use events::envelope::Timestamp;
use events::environment::Environment;
use events::vault::MasterKey;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;
use std::time::Duration;

/// A step: what happens in a sentence, and how.
pub(crate) type Step = (&'static str, fn(&mut World));

const PASSWORD: &str = "tygrysy lubią pączki";
pub(crate) const SEASON: &str = "/api/v1/seasons/2025";
pub(crate) const MP: &str = "/api/v1/seasons/2025/qualifications/mp";
pub(crate) const LIST: &str = "/api/v1/lists/mp:2025";

/// Who acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Who {
    /// Anybody, without an account.
    Public,
    /// The first admin.
    Anna,
    /// The second admin.
    Beata,
    /// The arbiter.
    Celina,
    /// The auditor.
    Dorota,
    /// The organiser of all tournaments.
    Edek,
}

struct Person {
    member: Member,
    secret: Option<String>,
    tokens: Option<Value>,
}

/// Everything that the steps share.
pub(crate) struct World {
    pub instance: Instance,
    pub folder: Folder,
    people: BTreeMap<Who, Person>,
    players: Vec<String>,
    events: BTreeMap<&'static str, String>,
    kept: BTreeMap<&'static str, Value>,
}

fn moment(text: &str) -> Timestamp {
    Timestamp(Moment::parse(text).unwrap().microseconds())
}

impl World {
    /// A service on a store in a folder, on the day after the national championship of 2024.
    pub(crate) fn start() -> Self {
        let folder = Folder::new();
        let clock = Arc::new(MovableClock::at(moment("2024-09-29T09:00:00+02:00")));
        let master = MasterKey::generate(&*clock);
        write_key(&folder, &master);
        let instance = Instance::start_at(folder.path(), master, clock, |_| ());
        let (people, players) = (BTreeMap::new(), Vec::new());
        let mut world = Self { instance, folder, people, players, events: BTreeMap::new(), kept: BTreeMap::new() };
        let roles = [
            (Who::Anna, "anna", Some(Role::Admin)),
            (Who::Beata, "beata", Some(Role::Admin)),
            (Who::Celina, "celina", Some(Role::Arbiter)),
            (Who::Dorota, "dorota", Some(Role::Auditor)),
            (Who::Edek, "edek", None),
        ];
        for (who, name, role) in roles {
            let grants: Vec<Grant> = role.map(|role| Grant { role, event: None }).into_iter().collect();
            world.join(who, name, &grants);
        }
        world
    }

    /// Opens an account with a password, and for an admin a second factor.
    fn join(&mut self, who: Who, name: &str, grants: &[Grant]) {
        let member = self.instance.member(name, grants);
        let headers = [("Authorization", member.authorization.as_str())];
        let secret = grants.iter().any(|grant| grant.role == Role::Admin).then(|| {
            let begun = self.instance.send("POST", "/api/v1/me/second-factor", &headers, None);
            let secret = begun.json()["secret"].as_str().unwrap().to_owned();
            let confirmation = json!({ "code": self.code(&secret) });
            let confirmed = self.instance.send_json("PUT", "/api/v1/me/second-factor", &headers, &confirmation);
            assert_eq!(confirmed.status, 200, "{}", confirmed.text());
            secret
        });
        self.instance.set_password(&member.account, PASSWORD);
        self.people.insert(who, Person { member, secret, tokens: None });
    }

    fn code(&self, secret: &str) -> String {
        code(secret, (self.instance.clock.now().0 / 1_000_000).unsigned_abs())
    }

    /// Lets the season go on until this time; whoever acts then has signed in again.
    pub(crate) fn go_to(&mut self, time: &str) {
        let ahead = moment(time).0 - self.instance.clock.now().0;
        self.instance.clock.advance(Duration::from_micros(u64::try_from(ahead).expect("time goes forward")));
        self.people.values_mut().for_each(|person| person.tokens = None);
    }

    /// The value of `Authorization`; signs in if need be, admins with a code.
    fn authorization(&mut self, who: Who) -> Option<String> {
        let secret = self.people.get(&who)?.secret.clone();
        if self.people[&who].tokens.is_none() {
            let mut body = json!({ "login": self.people[&who].member.login, "password": PASSWORD });
            if let Some(secret) = &secret {
                // Each code works once.
                self.instance.clock.advance(Duration::from_secs(31));
                body["code"] = self.code(secret).into();
            }
            let reply = self.instance.send_json("POST", "/api/v1/sessions", &[], &body);
            assert_eq!(reply.status, 201, "{who:?}: {}", reply.text());
            self.people.get_mut(&who)?.tokens = Some(reply.json());
        }
        let tokens = self.people[&who].tokens.as_ref()?;
        Some(format!("Bearer {}", tokens["access_token"].as_str().unwrap()))
    }

    /// Lets minutes pass in which somebody stays signed in and shows no code.
    pub(crate) fn let_minutes_pass(&mut self, who: Who, minutes: u64) {
        self.authorization(who);
        self.instance.clock.advance(Duration::from_mins(minutes));
        let refresh = self.people[&who].tokens.as_ref().unwrap()["refresh_token"].clone();
        let body = json!({ "refresh_token": refresh });
        let reply = self.instance.send_json("POST", "/api/v1/sessions/refresh", &[], &body);
        assert_eq!(reply.status, 200, "{}", reply.text());
        self.people.get_mut(&who).unwrap().tokens = Some(reply.json());
    }

    /// Shows a code in the session that is open.
    pub(crate) fn step_up(&mut self, who: Who) {
        self.instance.clock.advance(Duration::from_secs(31));
        let code = self.code(&self.people[&who].secret.clone().unwrap());
        self.post(who, "/api/v1/me/step-up", &json!({ "code": code }), 200);
    }

    pub(crate) fn account(&self, who: Who) -> String {
        self.people[&who].member.account.as_str().to_owned()
    }

    pub(crate) fn send(&mut self, who: Who, method: &str, path: &str, if_match: Option<&str>, body: &Value) -> Reply {
        let authorization = self.authorization(who);
        let mut headers = vec![("Accept-Language", "en")];
        headers.extend(authorization.as_deref().map(|it| ("Authorization", it)));
        headers.extend(if_match.map(|it| ("If-Match", it)));
        match body {
            Value::Null => self.instance.send(method, path, &headers, None),
            body => self.instance.send_json(method, path, &headers, body),
        }
    }

    #[track_caller]
    pub(crate) fn post(&mut self, who: Who, path: &str, body: &Value, status: u16) -> Value {
        let reply = self.send(who, "POST", path, None, body);
        assert_eq!(reply.status, status, "POST {path}: {}", reply.text());
        reply.json()
    }

    /// Puts in the place of whatever is there.
    #[track_caller]
    pub(crate) fn put(&mut self, who: Who, path: &str, body: &Value, status: u16) -> Value {
        let reply = self.send(who, "PUT", path, Some("*"), body);
        assert_eq!(reply.status, status, "PUT {path}: {}", reply.text());
        reply.json()
    }

    /// Puts what was not there.
    #[track_caller]
    pub(crate) fn put_new(&mut self, who: Who, path: &str, body: &Value) -> Value {
        let reply = self.send(who, "PUT", path, None, body);
        assert_eq!(reply.status, 201, "PUT {path}: {}", reply.text());
        reply.json()
    }

    /// Posts what is refused for this reason.
    #[track_caller]
    pub(crate) fn refused(&mut self, who: Who, path: &str, body: &Value, status: u16, reason: &str) -> Value {
        let problem = self.post(who, path, body, status);
        let told = problem["reason"].as_str().or(problem["code"].as_str()).unwrap_or_default();
        assert_eq!(told, reason, "POST {path}: {problem}");
        problem
    }

    #[track_caller]
    pub(crate) fn read(&mut self, who: Who, path: &str) -> Value {
        let reply = self.send(who, "GET", path, None, &Value::Null);
        assert_eq!(reply.status, 200, "GET {path}: {}", reply.text());
        reply.json()
    }

    #[track_caller]
    pub(crate) fn get(&mut self, path: &str) -> Value {
        self.read(Who::Public, path)
    }

    /// Registers a player; they are called by their number, from 1.
    pub(crate) fn register(&mut self, body: &Value) {
        let id = self.post(Who::Anna, "/api/v1/players", body, 201)["id"].as_str().unwrap().to_owned();
        self.players.push(id);
    }

    pub(crate) fn player(&self, number: usize) -> String {
        self.players[number - 1].clone()
    }

    /// The number of a player.
    pub(crate) fn number(&self, player: &Value) -> usize {
        let found = self.players.iter().position(|id| player == id.as_str());
        found.unwrap_or_else(|| panic!("nobody is {player}")) + 1
    }

    pub(crate) fn count_of_players(&self) -> usize {
        self.players.len()
    }

    pub(crate) fn name_event(&mut self, alias: &'static str, id: &str) {
        self.events.insert(alias, id.to_owned());
    }

    /// The id of an event of the script.
    #[track_caller]
    pub(crate) fn id(&self, alias: &str) -> String {
        self.events.get(alias).unwrap_or_else(|| panic!("{alias} has not been announced")).clone()
    }

    pub(crate) fn keep(&mut self, name: &'static str, value: Value) {
        self.kept.insert(name, value);
    }

    #[track_caller]
    pub(crate) fn kept(&self, name: &str) -> Value {
        self.kept[name].clone()
    }

    pub(crate) fn position(&self) -> u64 {
        self.instance.position().0
    }

    /// The proposal about an event.
    #[track_caller]
    pub(crate) fn proposal(&mut self, base: &str, event: &str) -> Value {
        let proposals = self.read(Who::Anna, &format!("{base}/proposals"));
        let items = proposals["items"].as_array().unwrap();
        items.iter().find(|item| item["event_id"] == event).unwrap_or_else(|| panic!("{event}: {proposals}")).clone()
    }

    /// What somebody sends to grant what is proposed for an event.
    #[track_caller]
    pub(crate) fn grant_body(&mut self, base: &str, event: &str) -> Value {
        let proposal = self.proposal(base, event);
        json!({ "event_id": event, "proposal": proposal["proposal"] })
    }

    /// Grants what is proposed for an event.
    #[track_caller]
    pub(crate) fn grant(&mut self, who: Who, alias: &str) {
        let event = if alias == "ranking" { alias.to_owned() } else { self.id(alias) };
        let body = self.grant_body(MP, &event);
        self.post(who, &format!("{MP}/grants"), &body, 200);
    }

    /// The account of an event in the ledger.
    #[track_caller]
    pub(crate) fn ledger_account(&mut self, base: &str, event: &str) -> Value {
        let ledger = self.read(Who::Anna, &format!("{base}/ledger"));
        sums_fit(&ledger);
        let accounts = ledger["accounts"].as_array().unwrap();
        accounts.iter().find(|it| it["event_id"] == event).unwrap_or_else(|| panic!("{event}: {ledger}")).clone()
    }

    /// The seats of an event of the script: state and whose.
    #[track_caller]
    pub(crate) fn seats(&mut self, alias: &str) -> Vec<(String, Option<usize>)> {
        let event = if alias == "ranking" { alias.to_owned() } else { self.id(alias) };
        let account = self.ledger_account(MP, &event);
        let seat = |seat: &Value| {
            let player = seat["player_id"].as_str().map(|_| self.number(&seat["player_id"]));
            (seat["state"].as_str().unwrap().to_owned(), player)
        };
        account["seats"].as_array().unwrap().iter().map(seat).collect()
    }

    /// One event has one seat, in this state and of this player.
    #[track_caller]
    pub(crate) fn seat_is(&mut self, alias: &str, state: &str, player: usize) {
        assert_eq!(self.seats(alias), [(state.to_owned(), Some(player))], "{alias}");
    }

    /// The acts of the chain of custody of an event.
    #[track_caller]
    pub(crate) fn custody(&mut self, alias: &str) -> Vec<Value> {
        let event = self.id(alias);
        self.ledger_account(MP, &event)["custody"].as_array().unwrap().clone()
    }

    /// What waits for a person of this kind about something.
    pub(crate) fn waiting(&mut self, kind: &str, about: &str) -> Option<Value> {
        let all = self.read(Who::Anna, &format!("/api/v1/decisions?limit=200&kind={kind}"));
        all["items"].as_array().unwrap().iter().find(|item| item["about"]["id"] == about).cloned()
    }

    /// Who stands on the live list of qualifications: event and player.
    pub(crate) fn qualified(&mut self) -> Vec<(String, usize)> {
        let list = self.get(MP);
        let items = list["items"].as_array().unwrap().clone();
        items.iter().map(|it| (it["event_id"].as_str().unwrap().to_owned(), self.number(&it["player_id"]))).collect()
    }

    pub(crate) fn preview(&mut self) -> Value {
        self.read(Who::Anna, &format!("{LIST}/preview"))
    }
}

fn write_key(folder: &Folder, master: &MasterKey) {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.file("kostka.db.key");
    fs::write(&path, master.to_text().as_bytes()).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
}

const STATES: [&str; 7] = ["granted", "review", "proposed", "pending", "declined", "withheld", "lapsed"];

/// In every account the seats that the rules open, and those beyond them, are those that have a state, and the totals
/// are the sums of the accounts.
pub(crate) fn sums_fit(ledger: &Value) {
    let number = |balance: &Value, name: &str| balance[name].as_u64().unwrap();
    let accounts = ledger["accounts"].as_array().unwrap();
    for account in accounts {
        let (balance, seats) = (&account["balance"], account["seats"].as_array().unwrap());
        for state in STATES {
            let count = seats.iter().filter(|seat| seat["state"] == state).count() as u64;
            assert_eq!(number(balance, state), count, "{state}: {account}");
        }
        let sum: u64 = STATES.iter().map(|state| number(balance, state)).sum();
        assert_eq!(number(balance, "seats") + number(balance, "beyond"), sum, "{account}");
        let positions: Vec<u64> =
            account["custody"].as_array().unwrap().iter().map(|line| line["position"].as_u64().unwrap()).collect();
        assert!(positions.is_sorted() && !positions.is_empty(), "{account}");
    }
    for state in STATES {
        let total: u64 = accounts.iter().map(|account| number(&account["balance"], state)).sum();
        assert_eq!(number(&ledger["balance"], state), total, "{state}");
    }
}
