//! Nobody reads more of people than name, city and voivodeship, but for those few addresses and roles that are listed
//! here.

use crate::event_stream::EventStream;
use crate::tournaments::support::{self, Event, Federation};
use api::testing::Member;
use domain::event::{CompetitionKind, Grant, GrantedCompetition, Role};
use domain::values::calendar::Moment;
use domain::values::ids::CompetitionId;
use events::environment::Environment;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// What nobody reads who is not listed below, and how it is known again. Logins and secrets are known when they have
/// been given out.
const CANARIES: [(&str, &str); 22] = [
    ("alias", "kanarek-alias"),
    ("country", "\"country\""),
    ("country", "Kanarkolandia"),
    ("contact", "Kanarkowa-Kontaktowa"),
    ("contact", "kanarek@poczta.example"),
    ("contact", "ul. Kanarkowa"),
    ("contact", "+48 987 654 321"),
    ("winner's contact", "kanarek.zwyciezca@poczta.example"),
    ("winner's contact", "Kanarkowa-Zwycięska"),
    ("login", "kanarek.login"),
    ("account name", "Konto "),
    ("age", "guardian"),
    ("age", "minor"),
    ("sanction", "yellow_card"),
    ("sanction", "Kanarek-kara"),
    ("dispute", "Kanarek-spór"),
    ("dispute", "Kanarek-orzeczenie"),
    ("reason", "Kanarek-powód"),
    ("reason of an account", "Kanarek-konto"),
    ("reason of a grant", "Kanarek-awans"),
    ("reason of a draw", "Kanarek-losowanie"),
    ("reason of an erratum", "Kanarek-erratum"),
];

const EVERYBODY: &[&str] = &[
    "anonymous",
    "organiser elsewhere",
    "referee elsewhere",
    "organiser",
    "referee",
    "table",
    "auditor",
    "arbiter",
    "admin",
];
/// Those who work at the tournament, and those who may stand in for them.
const AT_WORK: &[&str] = &["organiser", "referee", "admin"];
const READERS_OF_THE_LOG: &[&str] = &["admin", "arbiter", "auditor"];

/// Who may read more, where, what, and why.
const ENTITLED: &[(&[&str], &str, &[&str], &str)] = &[
    (
        &["admin", "arbiter"],
        "/api/v1/players/{id}/private",
        &["alias", "country"],
        "the fields that the public is not shown; audited",
    ),
    (&["admin"], "/api/v1/accounts", &["login", "account name"], "admins keep the accounts"),
    (&["admin"], "/api/v1/accounts/{id}", &["login", "account name"], "admins keep the accounts"),
    (&["admin"], "/api/v1/applications/{id}", &["contact"], "whoever decides has to reach whoever applied; audited"),
    (&["organiser"], "/api/v1/applications/{id}", &["contact"], "one's own application"),
    (
        &["admin"],
        "/api/v1/tournaments/{id}/winner-contact",
        &["winner's contact"],
        "the main organiser writes to the winner; audited",
    ),
    (
        &["organiser elsewhere", "referee elsewhere", "organiser", "referee", "auditor", "arbiter", "admin"],
        "/api/v1/me",
        &["login", "account name"],
        "one's own account",
    ),
    (AT_WORK, "/api/v1/tournaments/{id}/desk", &["age"], "the desk asks for consent; the public list has no ages"),
    (AT_WORK, "/api/v1/tournaments/{id}/acts", &["account name"], "who did what at a tournament"),
    (&["admin", "organiser"], "/api/v1/tournaments/{id}/staff", &["account name"], "who works there"),
    (
        AT_WORK,
        "/api/v1/tournaments/{id}/stages/{stage}/sheets",
        &["account name"],
        "who entered a sheet, for those who work there",
    ),
    (
        AT_WORK,
        "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet",
        &["account name"],
        "who entered a sheet, for those who work there",
    ),
    (
        AT_WORK,
        "/api/v1/tournaments/{id}/disputes",
        &["dispute", "account name"],
        "what referees are called for, for those who work there",
    ),
    (
        AT_WORK,
        "/api/v1/tournaments/{id}/disputes/{number}",
        &["dispute", "account name"],
        "what referees are called for, for those who work there",
    ),
    (
        AT_WORK,
        "/api/v1/tournaments/{id}/sanctions",
        &["sanction", "account name"],
        "the cards of a player, for those who work there",
    ),
    (EVERYBODY, "/api/v1/tournaments/{id}/draws", &["reason of a draw"], "why it was drawn again, for everybody"),
    (
        &["admin", "arbiter"],
        "/api/v1/seasons/{season}/qualifications/mp/ledger",
        &["account name", "reason of a grant"],
        "the chain of custody names who granted, and why",
    ),
    (
        &["admin", "arbiter"],
        "/api/v1/mw/{id}/ledger",
        &["account name", "reason of a grant"],
        "the chain of custody names who granted, and why",
    ),
    (
        EVERYBODY,
        "/api/v1/lists/{list}/editions/{number}",
        &["reason of an erratum"],
        "the reason of an erratum is written for everybody",
    ),
    (
        READERS_OF_THE_LOG,
        "/api/v1/log/events",
        &["age", "sanction"],
        "an event as it was recorded names nobody; groups of age and cards stand beside opaque ids",
    ),
    (READERS_OF_THE_LOG, "/api/v1/log/events/{position}", &["age", "sanction"], "the same event alone"),
    (
        READERS_OF_THE_LOG,
        "/api/v1/log/export",
        &["age", "sanction"],
        "the same events for the same readers, so that anybody can be shown that nothing was left out",
    ),
    (EVERYBODY, "/api/v1/rulebooks/{id}", &["age", "sanction"], "what the rules say of ages and cards, and of nobody"),
    (EVERYBODY, "/api/v1/presets/{name}", &["age", "sanction"], "what the rules say of ages and cards, and of nobody"),
];

/// What is there and no address tells anybody, and why.
const READ_BY_NOBODY: &[(&str, &str)] = &[
    ("secret", "shown once, to whoever it was made for; only its hash is kept"),
    ("reason", "of a correction, a sheet and an act that was undone it is told at most that there is one"),
    ("reason of an account", "no answer has a place for it"),
];

/// A federation in which there is something of everything that must not come out.
struct World {
    federation: Federation,
    /// A tournament under way, with minors, sanctions and disputes.
    event: Event,
    /// The number of a dispute there.
    dispute: String,
    /// Another application, which waits for a decision.
    waiting: String,
    /// Another tournament, which is closed.
    closed: String,
    /// A league that is run here.
    league: String,
    /// Somebody who was imported, and another.
    imported: [String; 2],
    /// What must not come out, and how it is known again.
    canaries: Vec<(&'static str, String)>,
    /// Where the log stood after the import.
    from: u64,
    /// Where it stands.
    position: u64,
}

struct Caller {
    name: &'static str,
    authorization: Option<String>,
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

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

impl World {
    fn open() -> Self {
        let federation = Federation::open_with(|settings| settings.limits.account_per_minute = 100_000);
        import_aliases(&federation);
        let from = federation.instance.position().0;
        let imported =
            ["kanarek-alias-p007", "kanarek-alias-p172"].map(|id| federation.instance.player_id(id).to_string());
        let mut canaries: Vec<_> = CANARIES.map(|(kind, canary)| (kind, canary.to_owned())).into();
        let mut application = federation.application();
        application["contact"] = json!({
            "name": "Kanarkowa-Kontaktowa", "email": "kanarek@poczta.example", "address": "ul. Kanarkowa 1, Łódź",
            "phone": "+48 987 654 321",
        });
        let event = federation.approved_as(&application, &json!({}));
        let applied = federation.post(&event.organiser, "/api/v1/applications", &application);
        canaries.push(("secret", text(&applied["secret"])));
        for member in [&event.organiser, &event.referee, &event.main_referee] {
            canaries.push(("login", member.login.clone()));
        }
        let (waiting, league) = (text(&applied["id"]), String::new());
        let (dispute, closed) = (String::new(), String::new());
        let mut world =
            Self { federation, event, dispute, waiting, closed, league, imported, canaries, from, position: 0 };
        world.correct();
        world.publish();
        world.grant();
        world.run_league();
        world.register_minors();
        world.close_another();
        world.play();
        world.position = world.federation.instance.position().0;
        world.federation.get(&format!("/api/v1?wait_for={}", world.position));
        world
    }

    /// Corrections of a season, a player and an account, with reasons.
    fn correct(&self) {
        let Self { federation, imported, .. } = self;
        let admin = &federation.admin;
        let season = federation.get("/api/v1/seasons/season");
        let body = json!({
            "first_day": season["first_day"], "last_day": season["last_day"], "mp_first_day": federation.day(600),
            "rulebook": support::RULEBOOK, "reason": "Kanarek-powód",
        });
        federation.put(admin, "/api/v1/seasons/season", &body);
        let path = format!("/api/v1/players/{}", imported[0]);
        let mut player = federation.get(&path);
        player.as_object_mut().unwrap().retain(|name, _| !matches!(name.as_str(), "id" | "etag" | "foreign"));
        player["city"] = json!("Zgierz");
        player["reason"] = json!("Kanarek-powód");
        federation.put(admin, &path, &player);
        let account = federation.member("kanarek.login").account;
        let path = format!("/api/v1/accounts/{}", account.as_str());
        federation.post(admin, &format!("{path}/disable"), &json!({ "reason": "Kanarek-konto" }));
    }

    /// An edition of a ranking, with a reason.
    fn publish(&self) {
        let Self { federation, .. } = self;
        let second = federation.instance.member("kanarek.login", &[Grant { role: Role::Admin, event: None }]);
        let list = "/api/v1/lists/ranking:2025";
        let preview = federation.read(&federation.admin, &format!("{list}/preview"));
        let submission = json!({ "digest": preview["digest"], "reason": "Kanarek-erratum" });
        federation.post(&federation.admin, &format!("{list}/submission"), &submission);
        let waiting = federation.read(&federation.admin, &format!("{list}/preview"))["submitted"]["position"].clone();
        let seen = json!({ "digest": preview["digest"], "submission": waiting });
        federation.post(&second, &format!("{list}/editions"), &seen);
    }

    /// A qualification for each championship that an admin grants, with a reason.
    fn grant(&self) {
        let Self { federation, .. } = self;
        for base in ["/api/v1/seasons/2025/qualifications/mp", "/api/v1/mw/mw-2025-slaskie"] {
            let proposals = federation.read(&federation.admin, &format!("{base}/proposals"));
            let given = |it: &&Value| it["source"] == "tournament" && it["proposed"][0]["player_id"].is_string();
            let offer = proposals["items"].as_array().unwrap().iter().find(given).unwrap();
            let body = json!({
                "event_id": offer["event_id"], "players": [offer["proposed"][0]["player_id"]],
                "proposal": offer["proposal"], "reason": "Kanarek-awans",
            });
            federation.post(&federation.admin, &format!("{base}/grants"), &body);
        }
    }

    /// A league with a meeting that stays and one that is taken back.
    fn run_league(&mut self) {
        let Self { federation, .. } = self;
        let body = json!({
            "name": "Liga Przykładowa", "voivodeship": "śląskie", "first_day": federation.day(-90),
            "last_day": federation.day(0), "planned_meetings": 4, "rulebook": support::RULEBOOK,
        });
        let id = text(&federation.post(&federation.admin, "/api/v1/leagues", &body)["id"]);
        let path = format!("/api/v1/leagues/{id}/meetings");
        let seats = federation.players(3);
        for ago in [60, 30] {
            let game = json!({ "ending": "time_expired", "small": [9, -4, -5] });
            let meeting = json!({
                "day": federation.day(-ago), "present": seats, "tables": [{ "seats": seats, "games": [game] }],
            });
            federation.post(&federation.admin, &path, &meeting);
        }
        let headers = [("Authorization", federation.admin.authorization.as_str()), ("If-Match", "*")];
        let reason = json!({ "reason": "Kanarek-powód" });
        let reply = federation.instance.send_json("POST", &format!("{path}/2/withdraw"), &headers, &reason);
        assert_eq!(reply.status, 200, "{}", reply.text());
        self.league = id;
    }

    /// Another tournament, whose winner left a contact.
    fn close_another(&mut self) {
        let Self { federation, imported, .. } = self;
        let mut application = federation.application();
        (application["variant"], application["class"]) = (json!("duel"), json!("ordinary"));
        application["first_day"] = json!(federation.day(0));
        let event = federation.approved_as(&application, &json!({}));
        let line = json!({ "player": imported[0], "place": 1, "games_played": 7 });
        let now = Moment::at_microseconds(federation.instance.clock.now().0 / 1_000_000 * 1_000_000).to_string();
        let results = json!({ "planned_games": 7, "ended_at": now, "results": [line] });
        federation.post(&event.organiser, &event.path("results"), &results);
        let contact = json!({ "email": "kanarek.zwyciezca@poczta.example", "name": "Kanarkowa-Zwycięska" });
        federation.put(&event.organiser, &event.path("winner-contact"), &contact);
        self.closed = event.id;
    }

    /// Minors with a guardian's consent, one of them from abroad, drawn twice.
    fn register_minors(&mut self) {
        let Self { federation, event, .. } = self;
        federation.put(&event.organiser, &event.path("format"), &json!({ "rounds": [4, 4, 4] }));
        let abroad = json!({
            "first_name": "Gracz", "surname": "Zagraniczny", "city": "Łódź", "voivodeship": "łódzkie", "country": "Kanarkolandia",
        });
        event.players = vec![text(&federation.post(&federation.admin, "/api/v1/players", &abroad)["id"])];
        event.players.extend(federation.players(11));
        let registration = |player: &String| json!({ "player": player, "age": "minor", "guardian_consent": true });
        let registrations: Vec<Value> = event.players.iter().map(registration).collect();
        federation.post(&event.organiser, &event.path("registrations"), &json!({ "registrations": registrations }));
        federation.post(&event.organiser, &event.path("check-ins"), &json!({ "all": true }));
        federation.post(&event.organiser, &event.path("draws"), &json!({}));
        let again = json!({ "stage": "1", "reason": "Kanarek-losowanie" });
        federation.post(&event.organiser, &event.path("draws"), &again);
    }

    /// A round with a yellow card, a dispute, a waiver that is taken back and sheets with a reason; the last thing that
    /// happens is a sheet.
    fn play(&mut self) {
        let Self { federation, event, .. } = self;
        let stage = event.path("stages/1");
        federation.post(&event.organiser, &format!("{stage}/start"), &Value::Null);
        let tokens = federation.post(&event.organiser, &format!("{stage}/table-tokens"), &json!({}));
        let tokens = tokens["tokens"].as_array().unwrap();
        self.canaries.extend(tokens.iter().map(|token| ("secret", text(&token["token"]))));
        let card = json!({ "player": event.players[0], "sanction": "yellow_card", "reason": "Kanarek-kara" });
        federation.post(&event.referee, &event.path("sanctions"), &card);
        let matter = json!({ "game": 2, "matter": "Kanarek-spór" });
        federation.post(&event.organiser, &format!("{stage}/tables/1/disputes"), &matter);
        let disputes = federation.read(&event.referee, &event.path("disputes"));
        self.dispute = disputes["items"][0]["number"].to_string();
        let ruling = json!({ "ruling": "Kanarek-orzeczenie" });
        federation.post(&event.referee, &event.path(&format!("disputes/{}/ruling", self.dispute)), &ruling);
        federation.post(&event.organiser, &event.path("waivers"), &json!({ "player": event.players[1] }));
        let acts = federation.read(&event.organiser, &event.path("acts?limit=1"));
        let undo = event.path(&format!("acts/{}/undo", acts["items"][0]["number"]));
        federation.post(&event.organiser, &undo, &json!({ "reason": "Kanarek-powód" }));
        for table in 1..=3 {
            let game = |nth: i64| {
                let small = [60 + nth + table, -10 - nth, -20, -30 - table];
                json!({ "ending": "rack_emptied", "small": small })
            };
            let games: Vec<Value> = (0..4).map(game).collect();
            let sheet = json!({ "games": games, "reason": "Kanarek-powód" });
            federation.put(&event.organiser, &format!("{stage}/tables/{table}/sheet"), &sheet);
        }
    }

    fn callers(&self) -> Vec<Caller> {
        let Self { federation, event, .. } = self;
        let elsewhere = federation.approved();
        let (_, token) = self.canaries.iter().find(|(_, canary)| canary.starts_with("kt_")).unwrap();
        let there = |role| {
            let id = CompetitionId::parse(&elsewhere.id).unwrap();
            Grant { role, event: Some(GrantedCompetition { kind: CompetitionKind::Tournament, id }) }
        };
        let everywhere = |role| Grant { role, event: None };
        let member = |grant: Grant| -> Member { federation.instance.member("kanarek.login", &[grant]) };
        let caller = |name, grant| Caller { name, authorization: Some(member(grant).authorization) };
        let here = |name, member: &Member| Caller { name, authorization: Some(member.authorization.clone()) };
        vec![
            Caller { name: "anonymous", authorization: None },
            caller("organiser elsewhere", there(Role::Organiser)),
            caller("referee elsewhere", there(Role::Referee)),
            here("organiser", &event.organiser),
            here("referee", &event.referee),
            Caller { name: "table", authorization: Some(format!("Bearer {token}")) },
            caller("auditor", everywhere(Role::Auditor)),
            caller("arbiter", everywhere(Role::Arbiter)),
            caller("admin", everywhere(Role::Admin)),
        ]
    }

    /// What is there to be put into an address, of a collection under a name.
    fn values(&self, collection: &str, name: &str) -> Vec<String> {
        let Self { federation, event, imported, .. } = self;
        let of = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect();
        match (collection, name) {
            (_, "season") | ("seasons", "id") => of(&["season", "2025"]),
            (_, "player") | ("players", "id") => of(&[&imported[0], &event.players[0]]),
            ("tournaments", "id") => of(&[&event.id, &self.closed, "t-olsztyn-2024-10-12"]),
            ("tournaments", "stage" | "table") | ("leagues" | "lists", "number") => of(&["1"]),
            ("tournaments", "number") => of(&[&self.dispute]),
            ("applications", "id") => of(&[&event.id, &self.waiting]),
            ("accounts", "id") => of(&[event.organiser.account.as_str()]),
            ("leagues", "id") => of(&[&self.league, "l-rybnik-2025"]),
            ("grand-prix", "id") => of(&["gp-slask-2025"]),
            ("online-events", "id") => of(&["o-gold-1-2025"]),
            ("mw", "id") => of(&["mw-2025-slaskie"]),
            ("lists", "list") => of(&["ranking:2025"]),
            ("rulebooks", "id") | ("presets", "name") => of(&[support::RULEBOOK]),
            ("open-data", "file") => {
                let index = federation.get("/api/v1/open-data");
                index["files"].as_array().unwrap().iter().map(|file| text(&file["file"])).collect()
            }
            ("log", "position") => (self.from + 1..=self.position).map(|position| position.to_string()).collect(),
            _ => panic!("{collection} has a {name} of which this test knows no value"),
        }
    }

    /// Addresses with something in them that is there.
    fn addresses(&self, path: &str) -> Vec<String> {
        let collection = path.split('/').nth(3).unwrap_or_default();
        let mut filled = vec![String::new()];
        for part in path.split('/').skip(1) {
            let values = match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
                Some(name) => self.values(collection, name),
                None => vec![part.to_owned()],
            };
            let longer = |begun: &String| values.iter().map(|value| format!("{begun}/{value}")).collect::<Vec<_>>();
            filled = filled.iter().flat_map(longer).collect();
        }
        filled.iter().map(|address| format!("{address}{}", self.query(path))).collect()
    }

    /// Parameters without which an address answers nothing.
    fn query(&self, path: &str) -> String {
        let [one, other] = &self.imported;
        match path {
            "/api/v1/log/consistency" | "/api/v1/lists/{list}/diff" => "?from=1".to_owned(),
            "/api/v1/seasons/{season}/diff" => format!("?from=1&to={}", self.position),
            "/api/v1/application-deadlines" => format!("?first_day={}", self.federation.day(60)),
            path if path.ends_with("/compare") => format!("?a={one}&b={other}"),
            _ => String::new(),
        }
    }

    /// All pages of an answer as one text; nothing if it is refused.
    fn read(&self, address: &str, form: &str, caller: &Caller) -> Option<String> {
        let authorization = caller.authorization.as_deref().map(|it| ("Authorization", it));
        if form == "text/event-stream" {
            return self.follow(address, authorization);
        }
        let headers: Vec<_> = [("Accept", form)].into_iter().chain(authorization).collect();
        let mut whole = String::new();
        let mut next = Some(address.to_owned());
        while let Some(page) = next {
            let reply = self.federation.instance.send("GET", &page, &headers, None);
            assert!(reply.status < 500, "{page}: {}", reply.text());
            if reply.status != 200 {
                return None;
            }
            whole.push_str(&reply.text());
            let link = reply.header("link").split_once(">; rel=\"next\"");
            next = link.map(|(link, _)| link.rsplit_once('<').unwrap().1.to_owned());
        }
        Some(whole)
    }

    /// What a stream tells of everything since the import.
    fn follow(&self, address: &str, authorization: Option<(&str, &str)>) -> Option<String> {
        let from = self.from.to_string();
        let headers: Vec<_> = [("Last-Event-ID", from.as_str())].into_iter().chain(authorization).collect();
        let mut stream = EventStream::open(self.federation.instance.address, address, &headers).unwrap();
        if stream.status != 200 {
            return None;
        }
        let mut whole = String::new();
        loop {
            let message = stream.next_id().unwrap();
            whole.push_str(message.data.as_deref().unwrap_or_default());
            if message.id >= Some(self.position) {
                return Some(whole);
            }
        }
    }
}

#[test]
fn whoever_is_not_entitled_reads_of_people_name_city_and_voivodeship_only() {
    let world = World::open();
    let callers = world.callers();
    let document: Value = serde_json::from_str(&api::documents().newest).unwrap();
    let (mut used, mut wrong, mut found) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut answered: BTreeMap<String, bool> = BTreeMap::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let Some(operation) = item.get("get") else { continue };
        let forms = operation["responses"]["200"]["content"].as_object().unwrap().keys();
        let addresses = world.addresses(path);
        for form in forms {
            // A stream of what was only imported tells nothing, and a sign of life takes its time.
            let is_stream = form == "text/event-stream";
            let addresses = if is_stream { &addresses[..1] } else { &addresses[..] };
            let is_answered = answered.entry(format!("{path} as {form}")).or_default();
            for (address, caller) in addresses.iter().flat_map(|address| callers.iter().map(move |it| (address, it))) {
                let Some(text) = world.read(address, form, caller) else { continue };
                *is_answered = true;
                for (kind, canary) in world.canaries.iter().filter(|(_, canary)| text.contains(canary)) {
                    found.insert(canary);
                    let entry = ENTITLED.iter().position(|(names, at, kinds, _)| {
                        names.contains(&caller.name) && at == path && kinds.contains(kind)
                    });
                    if let Some(entry) = entry {
                        used.insert((entry, caller.name, *kind));
                    } else {
                        wrong.insert(format!("{} reads {kind} ({canary}) at {path} as {form}", caller.name));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // Nothing was left out: every operation has answered somebody in every form, and every canary was there to be
    // found.
    let unanswered: BTreeSet<&str> = answered.iter().filter(|(_, is)| !**is).map(|(at, _)| at.as_str()).collect();
    assert!(unanswered.is_empty(), "nobody was answered: {unanswered:#?}");
    let unread: BTreeSet<&str> =
        world.canaries.iter().filter(|(_, canary)| !found.contains(canary)).map(|(kind, _)| *kind).collect();
    let expected: BTreeSet<&str> = READ_BY_NOBODY.iter().map(|(kind, _)| *kind).collect();
    assert_eq!(unread, expected, "what nobody has read");
    // The list of who may read more says nothing that is not so.
    let listed = ENTITLED.iter().enumerate().flat_map(|(at, (names, _, kinds, _))| {
        names.iter().flat_map(move |name| kinds.iter().map(move |kind| (at, *name, *kind)))
    });
    let unused: Vec<_> =
        listed.filter(|it| !used.contains(it)).map(|(at, name, kind)| (name, ENTITLED[at].1, kind)).collect();
    assert!(unused.is_empty(), "nobody reads {unused:#?}");
}
