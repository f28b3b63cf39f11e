//! Who may do what: every operation of the OpenAPI document, tried by every kind of caller, against a table that people
//! read.

use api::testing::{Instance, Member, code};
use commands::bundle_import::{ImportOptions, import};
use commands::{CommandMetadata, CommandReceipt, GrandPrixDetails, LeagueDetails, LeagueRequest, LogLookup, Lookup};
use domain::Choice;
use domain::competitions::class::OnlineEvent;
use domain::competitions::grand_prix::decider::GrandPrixAction;
use domain::competitions::league::decider::{LeagueAction, MeetingDetails};
use domain::competitions::online::decider::OnlineAction;
use domain::event::{CompetitionKind, Grant, GrantedCompetition, OnlineOpening, PlacedPlayer, Role};
use domain::people::authority::CompetitionAuthority;
use domain::values::calendar::{Day, Window};
use domain::values::ids::{CompetitionId, PlayerId, RulebookId};
use domain::values::place::Place;
use domain::values::text::Name;
use domain::values::voivodeship::Voivodeship;
use events::environment::Environment;
use formats::bundle::Bundle;
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

mod play;
mod qualifications;
mod rulings;

use play::Play;
use qualifications::Qualifications;
use rulings::Rulings;

const SEASON: &str = include_str!("../../../../examples/season-2025.bundle.json");
/// The event that operations are about, and another.
const THIS: &str = "t-olsztyn-2024-10-12";
const ANOTHER: &str = "t-rybnik-2024-10-19";
const PASSWORD: &str = "tygrysy lubią pączki";

/// Every kind of caller, in the order of the columns.
const ACTORS: [&str; 18] = [
    "anonymous",
    "admin",
    "arbiter",
    "organiser",
    "organiser_elsewhere",
    "referee",
    "main_referee",
    "auditor",
    "no_role",
    "applicant",
    "applicant_elsewhere",
    "table_token",
    "table_token_elsewhere",
    "table_token_expired",
    "table_token_revoked",
    "expired",
    "signed_out",
    "disabled",
];
/// Those whose credentials do not hold.
const NOBODY: [&str; 6] =
    ["anonymous", "table_token_expired", "table_token_revoked", "expired", "signed_out", "disabled"];
/// What changes the caller herself, or asks when she signed in: somebody new calls it each time, so that no call has
/// consequences for the next.
const ABOUT_THE_CALLER: [&str; 8] = [
    "changePassword",
    "startSecondFactor",
    "confirmSecondFactor",
    "removeSecondFactor",
    "signOut",
    "signOutEverywhere",
    "stepUp",
    "publishList",
];

struct World {
    instance: Instance,
    document: Value,
    /// What each kind of caller sends as `Authorization`.
    credentials: BTreeMap<&'static str, String>,
    /// Somebody whom others act on; she has a password.
    target: Member,
    player: String,
    season: Value,
    /// A league, a Grand Prix cycle and an online event that are run here.
    run_here: RunHere,
    /// Tournaments that are run here, one for each point on their way that operations need.
    halls: Halls,
    play: Play,
    qualifications: Qualifications,
    rulings: Rulings,
}

/// Tournaments that are run here.
struct Halls {
    /// Applied for, and not decided on.
    submitted: String,
    /// Approved, with a format, players who are there, and the first of [`Halls::players`] registered and not there.
    ready: String,
    /// The same with the first round under way.
    started: String,
    /// The private link of the application for each of them.
    links: BTreeMap<String, String>,
    players: Vec<String>,
}

impl Halls {
    /// So many are there, at four tables.
    const THERE: usize = 16;

    fn open(instance: &Instance, admin: &str) -> Self {
        let list = instance.get(&format!("/api/v1/players?limit=40&wait_for={}", instance.position().0)).json();
        let id = |player: &Value| player["id"].as_str().unwrap().to_owned();
        let players: Vec<String> = list["items"].as_array().unwrap().iter().map(id).collect();
        let post = |path: &str, body: &Value| {
            let headers = [("Authorization", admin)];
            let reply = match body {
                Value::Null => instance.send("POST", path, &headers, None),
                body => instance.send_json("POST", path, &headers, body),
            };
            assert!(matches!(reply.status, 200 | 201), "{path}: {}", reply.text());
            reply.json()
        };
        let links = RefCell::new(BTreeMap::new());
        let apply = || {
            let applied = post("/api/v1/applications", &application());
            let text = |name: &str| applied[name].as_str().unwrap().to_owned();
            links.borrow_mut().insert(text("id"), text("secret"));
            text("id")
        };
        let approve = || {
            let id = apply();
            post(&format!("/api/v1/applications/{id}/approval"), &json!({}));
            let path = format!("/api/v1/tournaments/{id}");
            let headers = [("Authorization", admin), ("If-Match", "*")];
            let chosen =
                instance.send_json("PUT", &format!("{path}/format"), &headers, &json!({ "rounds": [3, 3, 3] }));
            assert_eq!(chosen.status, 200, "{}", chosen.text());
            let all = players.iter().take(1 + Self::THERE).map(|player| json!({ "player": player }));
            post(&format!("{path}/registrations"), &json!({ "registrations": all.collect::<Vec<_>>() }));
            post(&format!("{path}/check-ins"), &json!({ "players": players[1..=Self::THERE] }));
            (id, path)
        };
        let (ready, _) = approve();
        let (started, path) = approve();
        post(&format!("{path}/draws"), &json!({}));
        post(&format!("{path}/stages/1/start"), &Value::Null);
        let submitted = apply();
        Self { submitted, ready, started, links: links.into_inner(), players }
    }

    /// The tournament that an operation is about.
    fn of(&self, operation: &str) -> &str {
        match operation {
            "getApplication" | "approveApplication" | "rejectApplication" | "withdrawApplication" => &self.submitted,
            "admitLate" | "noteLeaving" => &self.started,
            "getTournament"
            | "changeTournament"
            | "cancelTournament"
            | "chooseFormat"
            | "listTournamentPlayers"
            | "getDesk"
            | "registerForTournament"
            | "changeRegistration"
            | "withdrawRegistration"
            | "checkIn"
            | "noteAbsences"
            | "listDraws"
            | "drawSeats"
            | "listStaff"
            | "nameReferee"
            | "dismissReferee" => &self.ready,
            _ => THIS,
        }
    }

    /// The private link of the application for the tournament that an operation is about; for what was never applied
    /// for, of another.
    fn link(&self, operation: &str) -> &str {
        self.links.get(self.of(operation)).unwrap_or(&self.links[&self.submitted])
    }

    fn granted(&self) -> Vec<GrantedCompetition> {
        let event = |id: &String| GrantedCompetition {
            kind: CompetitionKind::Tournament,
            id: CompetitionId::parse(id).unwrap(),
        };
        [&self.ready, &self.started].map(event).to_vec()
    }

    /// Somebody who is not registered anywhere.
    fn stranger(&self) -> &str {
        &self.players[2 + Self::THERE]
    }
}

/// An application that nothing is wrong with.
fn application() -> Value {
    json!({
        "name": "Turniej Przykładowy",
        "contact": {
            "name": "Halina Przykładowa", "email": "halina@example.org", "address": "ul. Wzorcowa 1", "phone": "+48 123 456 789",
        },
        "venue": "Biblioteka", "voivodeship": "łódzkie", "first_day": "2090-03-20", "planned_players": 32,
    })
}

/// Events that are run here, each ready to be closed, and the rights of whoever organises them.
struct RunHere {
    league: String,
    cycle: String,
    online: String,
}

impl RunHere {
    fn open(instance: &Instance) -> Self {
        let known = LogLookup::new(Arc::clone(&instance.log), Arc::clone(&instance.vault));
        let (commands, metadata) = (instance.commands(), CommandMetadata::by(Instance::operator()));
        let name = Name::parse("Rozgrywki Przykładowe").unwrap();
        let rulebook = RulebookId::parse("pl-2024-25").unwrap();
        let day = |text: &str| Day::parse(text).unwrap();
        let days = Window::new(day("2025-01-11"), Some(day("2025-02-15"))).unwrap();
        let details = LeagueDetails {
            name: name.clone(),
            voivodeship: Voivodeship::Slaskie,
            submitted_at: None,
            days,
            planned_meetings: None,
            rulebook: rulebook.clone(),
        };
        known.catch_up(instance.position()).unwrap();
        let player = any_player(instance);
        let table = vec![PlacedPlayer { player: player.clone(), place: Place::FIRST }];
        let id = |done: CommandReceipt| CompetitionId::parse(done.resource.id()).unwrap();
        let league = id(commands.open_league(&metadata, CompetitionAuthority::Admin, &details).unwrap());
        let held = MeetingDetails { day: day("2025-01-11"), present: vec![player], tables: vec![] };
        let meeting = LeagueAction::RecordMeeting { number: None, details: held, accepted: None };
        let request = LeagueRequest { league: &league, by: CompetitionAuthority::Admin, meeting: None };
        for action in [meeting, LeagueAction::ImportTable { table: table.clone() }] {
            commands.run_league(&metadata, &known, &request, &|_| action.clone()).unwrap();
        }
        let cycle = id(commands
            .open_grand_prix(&metadata, CompetitionAuthority::Admin, &GrandPrixDetails { name, rulebook })
            .unwrap());
        let add = GrandPrixAction::AddTournament { tournament: CompetitionId::parse(ANOTHER).unwrap() };
        commands.run_grand_prix(&metadata, &known, CompetitionAuthority::Admin, &cycle, &|_| add.clone()).unwrap();
        let opening = OnlineOpening { kind: OnlineEvent::Silver, edition: 2, submitted_at: None, days };
        let online = id(commands.open_online_event(&metadata, &known, CompetitionAuthority::Admin, &opening).unwrap());
        let record = OnlineAction::RecordTable { table };
        commands
            .run_online_event(&metadata, &known, CompetitionAuthority::Admin, &online, &|_| record.clone())
            .unwrap();
        Self { league: league.to_string(), cycle: cycle.to_string(), online: online.to_string() }
    }

    fn granted(&self) -> Vec<GrantedCompetition> {
        let event = |kind, id: &str| GrantedCompetition { kind, id: CompetitionId::parse(id).unwrap() };
        vec![
            event(CompetitionKind::League, &self.league),
            event(CompetitionKind::GrandPrix, &self.cycle),
            event(CompetitionKind::OnlineEvent, &self.online),
        ]
    }
}

fn any_player(instance: &Instance) -> PlayerId {
    let reply = instance.get(&format!("/api/v1/players?limit=1&wait_for={}", instance.position().0));
    PlayerId::parse(reply.json()["items"][0]["id"].as_str().unwrap()).unwrap()
}

/// One call that is tried.
struct Call<'a> {
    path: &'a str,
    method: String,
    operation: &'a Value,
    id: &'a str,
}

impl World {
    fn start() -> Self {
        let instance = Instance::start_with(|settings| settings.limits.sign_ins_per_minute = 1_000_000);
        let bundle: Bundle = rulings::with_ties(SEASON);
        let options = ImportOptions { correct: false, reason: None };
        import(&*instance.log, &instance.vault, &*instance.clock, &bundle, &options, &mut |_, _| ()).unwrap();

        let run_here = RunHere::open(&instance);
        let organiser = member(&instance, "admin", &[], &[]).authorization;
        let halls = Halls::open(&instance, &organiser);
        let play = Play::open(&instance, &organiser, &halls.players[..Halls::THERE], &application());
        let qualifications = Qualifications::settle(&instance, &organiser, SEASON);
        let granted = [halls.granted(), play.granted()].concat();
        let member = |instance: &Instance, actor: &str| member(instance, actor, &run_here.granted(), &granted);
        let mut credentials = BTreeMap::new();
        let admin = member(&instance, "admin").authorization;
        for (list, published) in [(list_of("getEdition"), true), (list_of("publishList"), false)] {
            publish(&instance, &organiser, list, published.then_some(admin.as_str()));
        }
        credentials.insert("table_token_expired", table_token(&instance, &admin, THIS).0);
        instance.clock.advance(Duration::from_mins(50));
        credentials.insert("expired", member(&instance, "admin").authorization);
        instance.clock.advance(Duration::from_mins(11));
        let signed_out = member(&instance, "admin");
        instance.end_sessions(&signed_out.account);
        credentials.insert("signed_out", signed_out.authorization);
        let disabled = member(&instance, "admin");
        for role in Role::NAMES.iter().copied().chain(["organiser_elsewhere"]) {
            credentials.insert(role, member(&instance, role).authorization);
        }
        let known = LogLookup::new(Arc::clone(&instance.log), Arc::clone(&instance.vault));
        let metadata = CommandMetadata::by(Instance::operator());
        instance.commands().disable_account(&metadata, &known, &disabled.account, None).unwrap();
        credentials.insert("disabled", disabled.authorization);
        let admin = credentials["admin"].clone();
        credentials.insert("table_token", table_token(&instance, &admin, THIS).0);
        credentials.insert("table_token_elsewhere", table_token(&instance, &admin, ANOTHER).0);
        let (revoked, address) = table_token(&instance, &admin, THIS);
        let reply = instance.send("DELETE", &address, &[("Authorization", &admin)], None);
        assert_eq!(reply.status, 204, "{}", reply.text());
        credentials.insert("table_token_revoked", revoked);
        credentials.insert("no_role", member(&instance, "no_role").authorization);
        let elsewhere = instance.send_json("POST", "/api/v1/applications", &[], &application()).json();
        credentials.insert("applicant_elsewhere", format!("Bearer {}", elsewhere["secret"].as_str().unwrap()));
        let target = member(&instance, "arbiter");
        instance.set_password(&target.account, PASSWORD);

        let position = instance.position().0;
        let list = |name: &str| instance.get(&format!("/api/v1/{name}?wait_for={position}")).json()["items"].take();
        let player = list("players")[0]["id"].as_str().unwrap().to_owned();
        let season = list("seasons").as_array().unwrap().iter().find(|it| it["id"] == "2025").unwrap().clone();
        let document = serde_json::from_str(&api::documents().newest).unwrap();
        let rulings = Rulings::open(&instance, &admin, &player);
        Self { instance, document, credentials, target, player, season, run_here, halls, play, qualifications, rulings }
    }

    fn admin(&self) -> &str {
        &self.credentials["admin"]
    }

    /// Somebody new for a call that changes the caller, with what it needs of her; nobody for other calls and callers.
    fn somebody_new(&self, call: &Call<'_>, actor: &str) -> Option<Member> {
        let has_account = Role::NAMES.contains(&actor) || matches!(actor, "organiser_elsewhere" | "no_role");
        if !has_account || !ABOUT_THE_CALLER.contains(&call.id) {
            return None;
        }
        let caller = member(&self.instance, actor, &self.run_here.granted(), &self.halls.granted());
        match call.id {
            "changePassword" => self.instance.set_password(&caller.account, PASSWORD),
            "removeSecondFactor" => drop(self.set_second_factor(&caller)),
            _ => {}
        }
        Some(caller)
    }

    /// Makes a secret for an authenticator app.
    fn begin_second_factor(&self, authorization: &str) -> String {
        let headers = [("Authorization", authorization)];
        let reply = self.instance.send("POST", "/api/v1/me/second-factor", &headers, None);
        assert_eq!(reply.status, 201, "{}", reply.text());
        reply.json()["secret"].as_str().unwrap().to_owned()
    }

    /// The code that the app shows, or will show after the next so many steps.
    fn code(&self, secret: &str, later: u64) -> String {
        let seconds = self.instance.clock.now().0 / 1_000_000;
        code(secret, seconds.unsigned_abs() + 30 * later)
    }

    /// Sets a second factor up; gives its secret.
    fn set_second_factor(&self, member: &Member) -> String {
        let secret = self.begin_second_factor(&member.authorization);
        let body = json!({ "code": self.code(&secret, 0) });
        let headers = [("Authorization", member.authorization.as_str())];
        let reply = self.instance.send_json("PUT", "/api/v1/me/second-factor", &headers, &body);
        assert_eq!(reply.status, 200, "{}", reply.text());
        secret
    }

    /// How a caller fares: `ok`, or the status that refuses.
    fn outcome(&self, call: &Call<'_>, actor: &str) -> String {
        let new = self.somebody_new(call, actor);
        let own_table = (actor == "table_token" && Play::point(call.id).is_some()).then_some(&self.play.token);
        let own_link = (actor == "applicant").then(|| {
            let link = Play::point(call.id).map_or_else(|| self.halls.link(call.id), |point| self.play.link(point));
            format!("Bearer {link}")
        });
        let own = new.as_ref().map(|new| &new.authorization).or(own_link.as_ref());
        let authorization = own.or(own_table).or_else(|| self.credentials.get(actor));
        let mut address = self.address(call);
        let mut headers = vec![("If-Match", "*"), ("Sec-Fetch-Site", "same-origin")];
        if let Some(authorization) = authorization {
            headers.push(("Authorization", authorization));
        }
        let parameters = call.operation["parameters"].as_array();
        let rehearses = parameters.into_iter().flatten().any(|it| it["$ref"] == "#/components/parameters/DryRun");
        if rehearses {
            address.push_str("?dry_run=true");
        }
        let status = if matches!(call.id, "watchFeed" | "watchTournament") {
            self.status_of_stream(&address, authorization)
        } else {
            match call.id {
                "proveConsistency" | "compareEditions" => address.push_str("?from=1"),
                "compareInRanking" => write!(address, "?a={0}&b={0}", self.player).unwrap(),
                "getApplicationDeadlines" => address.push_str("?first_day=2090-03-20"),
                _ => {}
            }
            // The results of a stage are hidden here, and the whole log is withheld then; who may have it is told by
            // its head.
            let method = if call.id == "exportLog" { "HEAD" } else { call.method.as_str() };
            let reply = match self.body(call, new.as_ref()) {
                Some(body) => self.instance.send_json(&call.method, &address, &headers, &body),
                None => self.instance.send(method, &address, &headers, None),
            };
            let text = reply.text();
            let hidden = reply.status == 404 && is_private(call.path);
            let fits = hidden || matches!(reply.status, 200..300 | 401 | 403);
            assert!(fits, "{} for {actor} is wrong otherwise: {text}", call.id);
            // S14 holds for every operation and every caller, too.
            for header in ["content-security-policy", "strict-transport-security", "x-content-type-options"] {
                assert!(!reply.header(header).is_empty(), "{} for {actor} has no {header}", call.id);
            }
            reply.status
        };
        if (200..300).contains(&status) { "ok".to_owned() } else { status.to_string() }
    }

    /// The address with everything in it that is there.
    fn address(&self, call: &Call<'_>) -> String {
        if let Some(address) = self.qualifications.address(call.path) {
            return address;
        }
        let mut address = call.path.to_owned();
        let mut fill = |name: &str, value: &str| address = address.replace(name, value);
        fill("{season}", self.season["id"].as_str().unwrap());
        if let Some(id) = Rulings::about(call.id) {
            fill("{id}", id);
        }
        match call.path.split('/').nth(3).unwrap_or_default() {
            "players" => fill("{id}", &self.player),
            "seasons" => {
                let id = self.season["id"].as_str().unwrap();
                fill("{id}", id);
                fill("{season}", id);
                fill("{player}", &self.player);
                if call.id == "compareSeason" {
                    fill("/diff", "/diff?from=1");
                }
            }
            "mw" => fill("{id}", "mw-2025-slaskie"),
            "open-data" => fill("{file}", &format!("{}-results.json", self.season["id"].as_str().unwrap())),
            "rulebooks" => fill("{id}", "pl-2024-25"),
            "tournaments" => {
                if let Some(point) = Play::point(call.id) {
                    return self.play.fill(call.id, &call.path.replace("{id}", self.play.id(point)));
                }
                fill("{id}", self.halls.of(call.id));
                fill("{account}", self.target.account.as_str());
                fill("{role}", "referee");
                if call.path.contains("{token_id}") {
                    let (_, address) = table_token(&self.instance, self.admin(), THIS);
                    fill("{token_id}", address.rsplit('/').next().unwrap());
                }
            }
            "applications" => fill("{id}", self.halls.of(call.id)),
            "lists" => fill("{list}", list_of(call.id)),
            "leagues" => fill("{id}", if call.id == "correctLeague" { "l-rybnik-2025" } else { &self.run_here.league }),
            "grand-prix" => {
                fill("{id}", if call.id == "correctGrandPrix" { "gp-slask-2025" } else { &self.run_here.cycle });
                fill("{tournament}", ANOTHER);
            }
            "online-events" => {
                fill("{id}", if call.id == "correctOnlineEvent" { "o-gold-1-2025" } else { &self.run_here.online });
            }
            "accounts" if call.id == "resetSecondFactor" => {
                let target = member(&self.instance, "arbiter", &[], &[]);
                self.set_second_factor(&target);
                fill("{id}", target.account.as_str());
            }
            "accounts" => {
                fill("{id}", self.target.account.as_str());
                fill("{grant}", "arbiter");
            }
            _ => {}
        }
        fill("{number}", "1");
        fill("{player}", &self.player);
        fill("{name}", "pl-2024-25");
        fill("{position}", "1");
        assert!(!address.contains('{'), "the test does not know how to fill {address}");
        address
    }

    /// A body that nothing is wrong with.
    fn body(&self, call: &Call<'_>, caller: Option<&Member>) -> Option<Value> {
        let schema = call.operation.pointer("/requestBody/content/application~1json/schema")?;
        if let Some(body) = self.play.body(call.id, &self.instance, self.admin()) {
            return Some(body);
        }
        if let Some(body) = self.rulings.body(call.id, &self.season["rulebook"]) {
            return Some(body);
        }
        if let Some(body) = self.qualifications.body(call.path, &self.instance, self.admin()) {
            return Some(body);
        }
        let mut body = self.example(schema);
        let sign_in = json!({ "login": self.target.login, "password": PASSWORD });
        match call.id {
            "signIn" | "signBrowserIn" => body = sign_in,
            "refreshSession" => {
                let reply = self.instance.send_json("POST", "/api/v1/sessions", &[], &sign_in);
                body["refresh_token"] = reply.json()["refresh_token"].clone();
            }
            "redeemLink" => {
                let path = format!("/api/v1/accounts/{}/links", self.target.account);
                let reply = self.instance.send("POST", &path, &[("Authorization", self.admin())], None);
                body = json!({ "token": reply.json()["secret"], "password": PASSWORD });
            }
            "changePassword" => body["current_password"] = PASSWORD.into(),
            "confirmSecondFactor" => {
                if let Some(caller) = caller {
                    body["code"] = self.code(&self.begin_second_factor(&caller.authorization), 0).into();
                }
            }
            "stepUp" => {
                if let Some(caller) = caller {
                    body["code"] = self.code(&self.set_second_factor(caller), 1).into();
                }
            }
            "submitList" => {
                body = json!({ "digest": preview(&self.instance, self.admin(), list_of(call.id))["digest"] });
            }
            "publishList" => {
                let preview = preview(&self.instance, self.admin(), list_of(call.id));
                body = json!({ "digest": preview["digest"], "submission": preview["submitted"]["position"] });
            }
            "applyForTournament" => body = application(),
            "chooseFormat" => body = json!({ "rounds": [3, 3, 3] }),
            "changeTournament" => body["first_day"] = "2090-03-21".into(),
            "registerForTournament" => body = json!({ "registrations": [{ "player": self.halls.stranger() }] }),
            "checkIn" | "noteAbsences" => body = json!({ "players": [self.player] }),
            "admitLate" => body = json!({ "player": self.halls.stranger() }),
            "noteLeaving" => body = json!({ "player": self.halls.players[1] }),
            "nameReferee" => body = json!({ "account": self.target.account.as_str(), "role": "referee" }),
            "grantRole" => body = json!({ "role": "auditor" }),
            "adoptRulebook" => body = json!({ "base": "pl-2024-25", "overrides": {} }),
            "registerPlayer" => body["surname"] = "Niepowtarzalna".into(),
            "openSeason" => {
                body = json!({
                    "id": "2021", "first_day": "2020-10-01", "last_day": "2021-09-30", "rulebook": self.season["rulebook"],
                });
            }
            "recordLeagueMeeting" | "correctLeagueMeeting" => {
                body["day"] = "2025-01-12".into();
                body["present"] = json!([self.player]);
            }
            "importLeagueTable" | "recordOnlineTable" | "correctLeague" | "correctOnlineEvent" => {
                body["table"] = json!([{ "player": self.player, "place": 1 }]);
                for name in ["ended_at", "submitted_at"] {
                    if !body[name].is_null() {
                        body[name] = "2024-12-30T20:00:00+01:00".into();
                    }
                }
            }
            "declareLeagueWaiver" | "declareOnlineWaiver" => body = json!({ "player": self.player }),
            "closeLeague" | "closeOnlineEvent" => body = json!({}),
            "supposeInSeason" => body = json!({ "waiver": { "player": self.player } }),
            "correctGrandPrix" => body["tournaments"] = json!([ANOTHER]),
            "correctSeason" => {
                for name in ["first_day", "last_day", "mp_first_day", "rulebook"] {
                    body[name] = self.season[name].clone();
                }
            }
            _ => {}
        }
        Some(body)
    }

    fn example(&self, schema: &Value) -> Value {
        if let Some(reference) = schema["$ref"].as_str() {
            return self.example(self.document.pointer(reference.trim_start_matches('#')).unwrap());
        }
        for given in [&schema["example"], &schema["examples"][0], &schema["default"], &schema["enum"][0]] {
            if !given.is_null() {
                return given.clone();
            }
        }
        match schema["type"].as_str() {
            Some("object") => {
                let names = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
                let members = names.map(|name| (name.to_owned(), self.example(&schema["properties"][name])));
                Value::Object(members.collect::<Map<_, _>>())
            }
            Some("array") => json!([]),
            _ => panic!("{schema} has no example"),
        }
    }

    /// The status of an answer that does not end.
    fn status_of_stream(&self, path: &str, authorization: Option<&String>) -> u16 {
        let mut stream = TcpStream::connect(self.instance.address).unwrap();
        let credentials = authorization.map(|it| format!("Authorization: {it}\r\n")).unwrap_or_default();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: kostka\r\n{credentials}\r\n").unwrap();
        let mut head = [0; 12];
        stream.read_exact(&mut head).unwrap();
        std::str::from_utf8(&head[9..]).unwrap().parse().unwrap()
    }
}

/// A new table token of a tournament as it stands in `Authorization`, and its address.
fn table_token(instance: &Instance, admin: &str, tournament: &str) -> (String, String) {
    let path = format!("/api/v1/tournaments/{tournament}/table-tokens");
    let body = json!({ "round": 1, "table": 1, "good_for_hours": 1 });
    let issued = instance.send_json("POST", &path, &[("Authorization", admin)], &body);
    assert_eq!(issued.status, 201, "{}", issued.text());
    let text = |name: &str| issued.json()[name].as_str().unwrap().to_owned();
    (format!("Bearer {}", text("secret")), text("resource"))
}

/// The list that an operation is about: one that waits for a second person, one that nobody has submitted, or one with
/// an edition.
fn list_of(operation: &str) -> &'static str {
    match operation {
        "publishList" | "withdrawSubmission" => "mp:2025",
        "submitList" => "mw:mw-2025-slaskie",
        _ => "ranking:2025",
    }
}

/// A list as it would be published.
fn preview(instance: &Instance, admin: &str, list: &str) -> Value {
    let path = format!("/api/v1/lists/{list}/preview?wait_for={}", instance.position().0);
    loop {
        let reply = instance.send("GET", &path, &[("Authorization", admin)], None);
        // A busy machine takes longer than one request may.
        if reply.status != 503 {
            return reply.json();
        }
    }
}

/// Submits a list, and publishes it if there is a second person.
fn publish(instance: &Instance, first: &str, list: &str, second: Option<&str>) {
    let mut body = json!({ "digest": preview(instance, first, list)["digest"] });
    for (part, who) in [("submission", Some(first)), ("editions", second)] {
        let Some(who) = who else { continue };
        let reply =
            instance.send_json("POST", &format!("/api/v1/lists/{list}/{part}"), &[("Authorization", who)], &body);
        assert_eq!(reply.status, 201, "{}", reply.text());
        body["submission"] = reply.json()["position"].clone();
    }
}

/// Whether others than those who may call it do not learn that there is anything.
fn is_private(path: &str) -> bool {
    path.starts_with("/api/v1/applications/")
}

/// Somebody new with this role; an organiser also of the events that are run here, and like the referees at these
/// tournaments.
fn member(instance: &Instance, actor: &str, run_here: &[GrantedCompetition], halls: &[GrantedCompetition]) -> Member {
    let (role, event) = match actor {
        "no_role" => return instance.member("someone", &[]),
        "organiser_elsewhere" => ("organiser", ANOTHER),
        role => (role, THIS),
    };
    let role = Role::ALL.iter().copied().find(|known| known.name() == role).unwrap();
    let event = role
        .is_for_one_competition()
        .then(|| GrantedCompetition { kind: CompetitionKind::Tournament, id: CompetitionId::parse(event).unwrap() });
    let mut grants = vec![Grant { role, event }];
    if actor == "organiser" {
        grants.extend(run_here.iter().map(|event| Grant { role, event: Some(event.clone()) }));
    }
    if role.is_for_one_competition() && actor != "organiser_elsewhere" {
        grants.extend(halls.iter().map(|event| Grant { role, event: Some(event.clone()) }));
    }
    instance.member("someone", &grants)
}

const EXPLANATION: &str = "\
# Who may do what: every operation of the API, and how each kind of caller fares with a request that is right otherwise.
# `ok` is any success; a number is the status of the refusal (404 where others may not learn that there is anything). Organiser, referees and table token belong to the tournament that
# the operation is about (the organiser also to the league, the Grand Prix cycle and the online event), those `_elsewhere` to another. An applicant comes with the private link of an
# application: of this tournament, or of another. Writes to the log are rehearsed (`dry_run=true`).
# Written by `KOSTKA_WRITE_GOLDEN=1 cargo test -p api --test authorization_matrix`; read the difference before committing it.
";

#[test]
fn s10_every_operation_is_open_to_those_who_may_call_it_and_to_nobody_else() {
    let world = World::start();
    let mut table = EXPLANATION.to_owned();
    let mut row = |name: &str, cells: &[String]| {
        let mut line = format!("{name:<58}");
        for (cell, actor) in cells.iter().zip(ACTORS) {
            let _ = write!(line, " {cell:<width$}", width = actor.len());
        }
        table.push_str(line.trim_end());
        table.push('\n');
    };
    row("operation", &ACTORS.map(str::to_owned));
    for (path, item) in world.document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap().iter().filter(|(_, it)| it["operationId"].is_string()) {
            let (method, id) = (method.to_uppercase(), operation["operationId"].as_str().unwrap());
            let name = format!("{method} {path}");
            let call = Call { path, method, operation, id };
            let outcomes = ACTORS.map(|actor| world.outcome(&call, actor));
            let ways = operation["security"].as_array().unwrap();
            let secured = !ways.is_empty();
            let anybody = ways.iter().any(|way| way.as_object().unwrap().is_empty());
            for (actor, outcome) in ACTORS.iter().zip(&outcomes) {
                let expected: &[&str] = match secured {
                    false => &["ok"],
                    true if anybody && *actor == "anonymous" => &["ok"],
                    true if NOBODY.contains(actor) => &["401"],
                    true if is_private(path) => &["ok", "403", "404"],
                    true => &["ok", "403"],
                };
                assert!(expected.contains(&outcome.as_str()), "{name} for {actor}: {outcome}");
            }
            assert!(outcomes.iter().any(|outcome| outcome == "ok"), "nobody may call {name}");
            row(&name, &outcomes);
        }
    }

    let golden = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/api/authorization_matrix/matrix.txt");
    if std::env::var_os("KOSTKA_WRITE_GOLDEN").is_some() {
        std::fs::create_dir_all(golden.parent().unwrap()).unwrap();
        std::fs::write(&golden, &table).unwrap();
    }
    let expected = std::fs::read_to_string(&golden).unwrap_or_default();
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (expected, found) = (lines(&expected), lines(&table));
    let missing: Vec<&String> = found.iter().filter(|line| !expected.contains(line)).collect();
    let extra: Vec<&String> = expected.iter().filter(|line| !found.contains(line)).collect();
    assert!(
        missing.is_empty() && extra.is_empty(),
        "the table says otherwise.\nfound, but not in the table:\n{missing:#?}\nin the table, but not found:\n{extra:#?}"
    );
}
