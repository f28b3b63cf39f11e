//! Pages of organisers, phase by phase: what they say, which acts they offer, and to whom.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use api::testing::{Instance, Member, Reply};
use domain::event::{CompetitionKind, Grant, GrantedCompetition, Role};
use domain::values::ids::CompetitionId;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const HOSTILE: &str = "\"><img src=x onerror=alert(1)><script>alert(2)</script>";
const FIRST_DAY: &str = "2090-03-20";
const PARTS: [&str; 5] = ["", "/desk", "/officiating", "/settings", "/acts"];

struct TournamentFixture {
    instance: Instance,
    id: String,
    link: String,
    admin: Member,
    organiser: Member,
    referee: Member,
    players: Vec<String>,
}

impl TournamentFixture {
    /// Somebody has applied.
    fn submitted() -> Self {
        let instance = Instance::start_with_pages(pages::configure);
        let admin = instance.member("admin", &[Grant { role: Role::Admin, event: None }]);
        let headers = [("Authorization", admin.authorization.as_str())];
        let base = json!({ "base": "pl-2024-25" });
        assert_eq!(instance.send_json("PUT", "/api/v1/rulebooks/rules", &headers, &base).status, 201);
        let season =
            json!({ "id": "season", "first_day": "2089-09-01", "last_day": "2090-08-31", "rulebook": "rules" });
        assert_eq!(instance.send_json("POST", "/api/v1/seasons", &headers, &season).status, 201);
        let application = json!({
            "name": format!("Turniej {HOSTILE}"), "venue": "Biblioteka, Żory", "voivodeship": "śląskie", "first_day": FIRST_DAY,
            "planned_players": 16, "experienced": true, "class": "eliminatory",
            "contact": {
                "name": "Halina Przykładowa", "email": "halina@example.org", "address": "ul. Wzorcowa 1", "phone": "+48 123 456 789",
            },
        });
        let sent = instance.send_json("POST", "/api/v1/applications", &[], &application);
        assert_eq!(sent.status, 201, "{}", sent.text());
        let text = |field: &str| sent.json()[field].as_str().unwrap().to_owned();
        let (id, link) = (text("id"), text("secret"));
        let event =
            || Some(GrantedCompetition { kind: CompetitionKind::Tournament, id: CompetitionId::parse(&id).unwrap() });
        let member = |name: &str, role| instance.member(name, &[Grant { role, event: event() }]);
        let (organiser, referee) = (member("ola", Role::Organiser), member("roma", Role::MainReferee));
        Self { instance, id, link, admin, organiser, referee, players: Vec::new() }
    }

    fn approved() -> Self {
        let fixture = Self::submitted();
        fixture.post(&fixture.admin, &format!("/api/v1/applications/{}/approval", fixture.id), &json!({}));
        fixture
    }

    /// Sixteen players on the list: four rounds, a TOP stage and a final.
    fn with_players() -> Self {
        Self::formatted(&[3, 3, 3, 3])
    }

    fn formatted(rounds: &[u32]) -> Self {
        let mut fixture = Self::approved();
        let format = json!({ "rounds": rounds, "top": "top8", "top_games": 4, "final_games": 4, "round_minutes": 45 });
        fixture.put(&fixture.organiser, &fixture.api("format"), &format);
        for number in 0..16 {
            let surname = ["Żabińska", "Ćwikła", "Łoś", HOSTILE][number % 4];
            let person = json!({
                "first_name": format!("Łucja{}", "ABCDEFGHIJKLMNOP".chars().nth(number).unwrap()), "surname": surname,
                "city": "Żory", "voivodeship": "śląskie",
            });
            let id = fixture.post(&fixture.admin, "/api/v1/players", &person)["id"].as_str().unwrap().to_owned();
            fixture.players.push(id);
        }
        let listed: Vec<Value> = fixture.players.iter().map(|player| json!({ "player": player })).collect();
        fixture.post(&fixture.organiser, &fixture.api("registrations"), &json!({ "registrations": listed }));
        fixture
    }

    fn drawn() -> Self {
        let fixture = Self::with_players();
        fixture.draw();
        fixture
    }

    fn draw(&self) {
        self.post(&self.organiser, &self.api("check-ins"), &json!({ "all": true }));
        self.post(&self.organiser, &self.api("draws"), &json!({}));
    }

    fn api(&self, part: &str) -> String {
        format!("/api/v1/tournaments/{}/{part}", self.id)
    }

    #[track_caller]
    fn post(&self, who: &Member, path: &str, body: &Value) -> Value {
        let reply = self.instance.send_json("POST", path, &[("Authorization", &who.authorization)], body);
        assert!(matches!(reply.status, 200 | 201), "POST {path}: {} {}", reply.status, reply.text());
        reply.json()
    }

    #[track_caller]
    fn put(&self, who: &Member, path: &str, body: &Value) {
        let headers = [("Authorization", who.authorization.as_str()), ("If-Match", "*")];
        let reply = self.instance.send_json("PUT", path, &headers, body);
        assert_eq!(reply.status, 200, "PUT {path}: {}", reply.text());
    }

    fn start(&self, stage: &str) {
        self.post(&self.organiser, &self.api(&format!("stages/{stage}/start")), &json!({}));
    }

    /// Enters every sheet of a stage; the tables differ, so that few are tied.
    fn enter(&self, stage: &str, tables: i64) {
        for table in 1..=tables {
            let game = |nth: i64| {
                let lost = |seat: i64| 10 * seat + table + 4 * nth;
                json!({ "ending": "rack_emptied", "small": [lost(1) + lost(2) + lost(3), -lost(1), -lost(2), -lost(3)] })
            };
            // The final is entered after each game.
            let counts = match stage {
                "final" => 1..=4,
                "top" => 4..=4,
                _ => 3..=3,
            };
            for count in counts {
                let sheet = json!({ "games": (0..count).map(game).collect::<Vec<_>>() });
                self.put(&self.referee, &self.api(&format!("stages/{stage}/tables/{table}/sheet")), &sheet);
            }
        }
    }

    fn close(&self, stage: &str) {
        self.post(&self.organiser, &self.api(&format!("stages/{stage}/close")), &json!({ "seat_next": false }));
        while let Some(tie) = self.get(&self.referee, &self.api("ties")).json()["open"].as_object() {
            let order: Vec<&Value> = tie["players"].as_array().unwrap().iter().map(|it| &it["player"]).collect();
            self.post(&self.referee, &self.api("ties"), &json!({ "question": tie["question"], "order": order }));
        }
    }

    fn seat(&self, stage: &str) {
        self.post(&self.organiser, &self.api(&format!("stages/{stage}/seating")), &json!({}));
    }

    fn get(&self, who: &Member, path: &str) -> Reply {
        self.instance.send("GET", path, &[("Authorization", &who.authorization)], None)
    }

    /// A page about the tournament.
    fn page(&self, who: &Member, lang: &str, part: &str) -> Reply {
        self.get(who, &format!("/{lang}/organise/{}{part}", self.id))
    }

    /// The overview in Polish.
    fn overview(&self, who: &Member) -> String {
        let page = self.page(who, "pl", "");
        assert_eq!(page.status, 200, "{}", page.text());
        page.text()
    }

    /// Every page, in both languages, for everybody who works there: with words, inert, and with acts that the API
    /// knows.
    #[track_caller]
    fn assert_pages(&self, phase: &str) {
        let known = operations();
        for who in [&self.admin, &self.organiser, &self.referee] {
            for lang in ["pl", "en"] {
                for part in PARTS {
                    let page = self.page(who, lang, part);
                    let text = page.text();
                    assert_eq!(page.status, 200, "{phase}, {part}: {text}");
                    assert_sound(&page, lang, &format!("{phase}, {part}"));
                    for (method, address) in forms(&text) {
                        assert!(is_known(&known, &method, &address), "{phase}, {part}: {method} {address}");
                    }
                }
            }
        }
    }
}

#[track_caller]
fn assert_sound(page: &Reply, lang: &str, about: &str) {
    let text = page.text();
    assert!(text.contains(&format!("<html lang=\"{lang}\">")), "{about}");
    assert!(!text.contains('⟨'), "{about} lacks words: {text}");
    assert_eq!(text.matches("<h1").count(), 1, "{about}");
    assert_eq!(page.header("cache-control"), "private, no-store", "{about}");
    assert!(page.header("content-security-policy").starts_with("default-src 'none'"), "{about}");
    for hostile in ["<script>", "<img src=x", " style=", "<style", " onclick="] {
        assert!(!text.contains(hostile), "{about} has {hostile}");
    }
}

/// Method and address of every operation of the API.
fn operations() -> Vec<(String, String)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../openapi/kostka.json");
    let document: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    let mut found = Vec::new();
    for (address, operations) in document["paths"].as_object().unwrap() {
        found.extend(operations.as_object().unwrap().keys().map(|method| (method.to_uppercase(), address.clone())));
    }
    found
}

fn is_known(operations: &[(String, String)], method: &str, address: &str) -> bool {
    let fits = |known: &str| {
        let (known, asked) = (known.split('/').collect::<Vec<_>>(), address.split('/').collect::<Vec<_>>());
        known.len() == asked.len()
            && known
                .iter()
                .zip(&asked)
                .all(|(known, asked)| known.starts_with('{') && !asked.is_empty() || known == asked)
    };
    operations.iter().any(|(known_method, known)| known_method == method && fits(known))
}

/// What the forms of a page would send where.
fn forms(text: &str) -> Vec<(String, String)> {
    let attribute = |tag: &str, name: &str| {
        let at = tag.find(&format!("{name}=\""))? + name.len() + 2;
        Some(tag[at..].split('"').next().unwrap().to_owned())
    };
    let tags = text.split("<form").skip(1).map(|rest| rest.split('>').next().unwrap());
    tags.filter_map(|tag| {
        let address = attribute(tag, "data-api")?;
        Some((attribute(tag, "data-method").unwrap_or_else(|| "POST".to_owned()), address))
    })
    .collect()
}

fn offers(text: &str, part: &str) -> bool {
    forms(text).iter().any(|(_, address)| address.ends_with(part))
}

#[test]
fn whoever_types_a_day_is_told_the_deadline_before_anything_is_sent() {
    let instance = Instance::start_with_pages(pages::configure);
    for (lang, wanted) in [("pl", "W terminie"), ("en", "In time")] {
        let empty = instance.get(&format!("/{lang}/apply"));
        assert_eq!(empty.status, 200);
        assert_eq!(empty.header("set-cookie"), "");
        assert!(!empty.text().contains(wanted) && !empty.text().contains('⟨'), "{}", empty.text());
        assert!(forms(&empty.text()).contains(&("POST".to_owned(), "/api/v1/applications".to_owned())));
        let told = instance.get(&format!("/{lang}/apply?first_day={FIRST_DAY}")).text();
        assert!(told.contains(wanted), "{told}");
    }
    assert!(instance.get("/pl/apply?first_day=2001-01-01").text().contains("Ten dzień już minął"));
    let nonsense = instance.get("/pl/apply?first_day=%3Cscript%3E");
    assert_eq!(nonsense.status, 200);
    assert!(!nonsense.text().contains("<script>"), "{}", nonsense.text());
}

#[test]
fn the_private_link_opens_the_application_and_nothing_else_does() {
    let fixture = TournamentFixture::submitted();
    let open = |token: &str| {
        fixture.instance.send("GET", "/pl/application", &[("Authorization", &format!("Bearer {token}"))], None)
    };
    let page = open(&fixture.link);
    assert_eq!(page.status, 200, "{}", page.text());
    assert_sound(&page, "pl", "the private page");
    let text = page.text();
    for wanted in ["czeka na decyzję", "halina@example.org", "Wysłano w terminie"] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    assert!(offers(&text, &format!("/applications/{}/withdrawal", fixture.id)), "{text}");
    let without = fixture.instance.get("/pl/application");
    assert_eq!(without.status, 200);
    assert!(!without.text().contains("halina@example.org"));
    assert_eq!(open("ka_nic").status, 401, "and nobody is led to signing in");
    assert_eq!(fixture.get(&fixture.organiser, "/pl/application").status, 404, "a session is no private link");
}

#[test]
fn an_application_is_shown_to_those_who_may_read_it() {
    let fixture = TournamentFixture::submitted();
    let page = fixture.page(&fixture.admin, "pl", "");
    assert_eq!(page.status, 200, "{}", page.text());
    assert_sound(&page, "pl", "an application");
    assert!(page.text().contains("czeka na decyzję federacji"), "{}", page.text());
    let stranger = fixture.instance.member("obcy", &[]);
    assert_eq!(fixture.page(&stranger, "pl", "").status, 404);
    assert_eq!(fixture.page(&fixture.admin, "pl", "/desk").status, 404);
}

#[test]
fn only_those_who_work_at_a_tournament_see_its_pages() {
    let fixture = TournamentFixture::with_players();
    let elsewhere = fixture.instance.member("inna", &[]);
    let auditor = fixture.instance.member("auditor", &[Grant { role: Role::Auditor, event: None }]);
    for part in PARTS {
        let address = format!("/pl/organise/{}{part}", fixture.id);
        let nobody = fixture.instance.get(&address);
        assert_eq!(nobody.status, 303, "{address}");
        assert!(nobody.header("location").starts_with("/pl/sign-in?next="), "{address}");
        for who in [&elsewhere, &auditor] {
            let refused = fixture.get(who, &address);
            assert_eq!(refused.status, 403, "{address}");
            assert_eq!(refused.header("content-type"), "text/html; charset=utf-8");
            assert!(!refused.text().contains("Żabińska"), "{}", refused.text());
        }
    }
}

#[test]
fn before_play_the_next_step_is_the_format_then_the_desk_then_the_draw() {
    let fixture = TournamentFixture::approved();
    fixture.assert_pages("approved");
    assert!(fixture.overview(&fixture.organiser).contains("Następny krok: wybierz format"));
    assert!(offers(&fixture.page(&fixture.organiser, "pl", "/settings").text(), "/format"));
    let fixture = TournamentFixture::with_players();
    fixture.assert_pages("registration");
    let text = fixture.overview(&fixture.organiser);
    assert!(text.contains("16 zapisanych, 0 obecnych") && text.contains("Otwórz recepcję"), "{text}");
    assert!(!offers(&text, "/draws"), "nobody is there: {text}");
    fixture.post(&fixture.organiser, &fixture.api("check-ins"), &json!({ "players": fixture.players[..1] }));
    let text = fixture.overview(&fixture.organiser);
    assert!(text.contains("1 obecna") && offers(&text, "/draws"), "{text}");
    let waits = fixture.overview(&fixture.referee);
    assert!(waits.contains("To zrobi: organizator") && !offers(&waits, "/draws"), "{waits}");
}

#[test]
fn the_desk_shows_who_is_there_and_offers_what_comes_next_for_each() {
    let fixture = TournamentFixture::with_players();
    let desk = |who: &Member| fixture.page(who, "pl", "/desk").text();
    fixture.post(&fixture.organiser, &fixture.api("check-ins"), &json!({ "players": fixture.players[..2] }));
    fixture.post(&fixture.organiser, &fixture.api("absences"), &json!({ "players": fixture.players[2..3] }));
    let text = desk(&fixture.organiser);
    assert!(text.contains("16 zapisanych, 2 obecne"), "{text}");
    assert_eq!(text.matches(&format!("id=\"in-{}\"", fixture.players[0])).count(), 0, "she is there already");
    assert_eq!(text.matches("id=\"in-").count(), 14);
    assert!(offers(&text, &format!("/registrations/{}", fixture.players[5])), "{text}");
    assert!(text.contains("Żabińska ŁucjaA"), "{text}");
    assert!(!offers(&desk(&fixture.referee), "/check-ins"), "referees look on");
    fixture.post(&fixture.organiser, &fixture.api("check-ins"), &json!({ "all": true }));
    fixture.post(&fixture.organiser, &fixture.api("draws"), &json!({}));
    fixture.start("1");
    let text = desk(&fixture.organiser);
    assert!(!offers(&text, "/check-ins") && offers(&text, "/departures"), "{text}");
}

#[test]
fn a_draw_is_shown_with_its_commitment_and_made_again_with_a_reason_until_the_start() {
    let fixture = TournamentFixture::drawn();
    fixture.assert_pages("drawn");
    let text = fixture.overview(&fixture.organiser);
    let it = fixture.get(&fixture.organiser, &format!("/api/v1/tournaments/{}", fixture.id)).json();
    for wanted in [it["seed_commitment"].as_str().unwrap(), "Rozpocznij: runda 1", "Stolik 4", "id=\"draw-reason\""] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    assert!(offers(&text, "/stages/1/start") && offers(&text, "/stages/1/table-tokens"), "{text}");
    fixture.post(&fixture.organiser, &fixture.api("draws"), &json!({ "reason": "Ktoś przyszedł w ostatniej chwili" }));
    assert!(fixture.overview(&fixture.organiser).contains("Ktoś przyszedł w ostatniej chwili"));
    fixture.start("1");
    let text = fixture.overview(&fixture.organiser);
    assert!(!text.contains("id=\"draw-reason\""), "{text}");
    assert!(text.contains("/sheets#table-4\">4</a>") && text.contains("data-until=\""), "{text}");
    assert!(!offers(&fixture.page(&fixture.organiser, "pl", "/settings").text(), "/format"), "the format is settled");
}

#[test]
fn referees_decide_what_is_theirs_and_the_page_offers_it_to_nobody_else() {
    let fixture = TournamentFixture::drawn();
    fixture.start("1");
    let matter = json!({ "matter": HOSTILE, "game": 2 });
    fixture.post(&fixture.organiser, &fixture.api("stages/1/tables/2/disputes"), &matter);
    let page = |who: &Member, query: &str| fixture.page(who, "pl", &format!("/officiating{query}")).text();
    let (theirs, ours) = (page(&fixture.referee, ""), page(&fixture.organiser, ""));
    for part in ["/disputes/1/ruling", "/sanctions", "/two-players"] {
        assert!(offers(&theirs, part), "{part}: {theirs}");
        assert!(!offers(&ours, part), "{part}: {ours}");
    }
    assert!(ours.contains("runda 1, Stolik 2, gra 2") && offers(&ours, "/waivers"), "{ours}");
    let card = json!({ "player": fixture.players[0], "sanction": "yellow_card", "reason": "Podpowiadanie" });
    fixture.post(&fixture.referee, &fixture.api("sanctions"), &card);
    assert!(!page(&fixture.referee, "").contains("Podpowiadanie"), "each look is recorded, so it is asked for");
    assert!(page(&fixture.referee, "?show=sanctions").contains("Podpowiadanie"));
    fixture.post(&fixture.organiser, &fixture.api("waivers"), &json!({ "player": fixture.players[0] }));
    assert!(offers(&page(&fixture.organiser, ""), &format!("/waivers/{}", fixture.players[0])));
}

#[test]
fn a_tie_is_decided_by_the_main_referee_who_chooses_an_order() {
    let fixture = TournamentFixture::formatted(&[4, 4, 4]);
    fixture.draw();
    for round in 1..=3 {
        let stage = round.to_string();
        fixture.start(&stage);
        for table in 1..=4 {
            // Everybody wins once and loses alike.
            let game = |winner: usize| {
                let small: Vec<i64> = (0..4).map(|seat| if seat == winner { 30 } else { -10 }).collect();
                json!({ "ending": "rack_emptied", "small": small })
            };
            let sheet = json!({ "games": (0..4).map(game).collect::<Vec<_>>() });
            fixture.put(&fixture.organiser, &fixture.api(&format!("stages/{stage}/tables/{table}/sheet")), &sheet);
        }
        fixture.post(
            &fixture.organiser,
            &fixture.api(&format!("stages/{stage}/close")),
            &json!({ "seat_next": round < 3 }),
        );
    }
    fixture.assert_pages("tied");
    let step = fixture.overview(&fixture.referee);
    assert!(step.contains("Następny krok: rozstrzygnij remis") && step.contains("/officiating#ties"), "{step}");
    assert!(fixture.overview(&fixture.organiser).contains("To zrobi: sędzia główny"));
    let page = |who: &Member| fixture.page(who, "pl", "/officiating").text();
    let theirs = page(&fixture.referee);
    assert!(offers(&theirs, "/ties") && theirs.contains("Kto wchodzi do etapu TOP"), "{theirs}");
    assert_eq!(theirs.matches("name=\"order[]\"").count(), 16);
    assert!(!offers(&page(&fixture.organiser), "/ties"), "she waits for the main referee");
}

#[test]
fn acts_are_listed_with_who_did_them_and_only_what_can_be_undone_offers_it() {
    let fixture = TournamentFixture::drawn();
    let text = fixture.page(&fixture.organiser, "pl", "/acts").text();
    let acts = fixture.get(&fixture.organiser, &fixture.api("acts")).json();
    for act in acts["items"].as_array().unwrap() {
        let number = &act["number"];
        assert_eq!(offers(&text, &format!("/acts/{number}/undo")), act["undoable"] == true, "{act}: {text}");
        if let Some(blocked_by) = act["blocked_by"].as_u64() {
            assert!(text.contains(&format!("<a href=\"#act-{blocked_by}\">czynność {blocked_by}</a>")), "{text}");
        }
    }
    assert!(text.contains("Żeby to cofnąć, cofnij najpierw:"), "{text}");
    assert!(
        text.contains("<strong>Zatwierdzono zgłoszenie turnieju</strong>"),
        "the page says once which tournament it is: {text}"
    );
    let last = acts["items"][0]["number"].to_string();
    fixture.post(&fixture.organiser, &fixture.api(&format!("acts/{last}/undo")), &json!({ "reason": "Pomyłka" }));
    let text = fixture.page(&fixture.organiser, "pl", "/acts").text();
    assert!(text.contains("Cofnięte czynnością"), "{text}");
    assert!(!offers(&text, &format!("/acts/{last}/undo")), "{text}");
}

#[test]
fn from_the_first_round_to_closed_results_one_step_follows_another() {
    let fixture = TournamentFixture::drawn();
    for round in 1..=4 {
        let stage = round.to_string();
        fixture.start(&stage);
        if round == 4 {
            assert!(offers(&fixture.overview(&fixture.organiser), "/stages/4/hiding"), "the last round can be hidden");
            fixture.post(&fixture.referee, &fixture.api("stages/4/hiding"), &json!({}));
            let text = fixture.overview(&fixture.organiser);
            assert!(text.contains("Wyniki są utajnione") && offers(&text, "/stages/4/reveal"), "{text}");
        }
        if round == 1 {
            fixture.assert_pages("running");
        }
        fixture.enter(&stage, 4);
        let text = fixture.overview(&fixture.organiser);
        assert!(offers(&text, &format!("/stages/{stage}/close")), "{text}");
        fixture.close(&stage);
        let next = if round == 4 { "top".to_owned() } else { (round + 1).to_string() };
        let text = fixture.overview(&fixture.organiser);
        assert!(offers(&text, &format!("/stages/{next}/seating")), "{text}");
        if round == 4 {
            assert!(offers(&fixture.page(&fixture.referee, "pl", "/officiating").text(), "/stages/top/skip"));
        }
        fixture.seat(&next);
    }
    fixture.assert_pages("TOP");
    fixture.start("top");
    fixture.enter("top", 2);
    fixture.close("top");
    fixture.seat("final");
    fixture.assert_pages("final");
    fixture.start("final");
    assert!(fixture.overview(&fixture.referee).contains("Następny krok: wpisz tabelki (finał)"));
    let waits = fixture.overview(&fixture.organiser);
    assert!(waits.contains("To zrobi: sędzia"), "{waits}");
    fixture.enter("final", 1);
    fixture.close("final");
    let text = fixture.overview(&fixture.organiser);
    assert!(offers(&text, "/close") && text.contains("value=\"rehearse\""), "{text}");
    assert!(!offers(&fixture.overview(&fixture.referee), "/close"));
    fixture.post(&fixture.organiser, &fixture.api("close"), &json!({}));
    fixture.assert_pages("closed");
    let text = fixture.overview(&fixture.organiser);
    assert!(text.contains("Turniej jest zamknięty") && text.contains("Ziarno:"), "{text}");
    let closed = forms(&text);
    assert!(closed.iter().all(|(_, address)| address.ends_with("/winner-contact")), "{closed:?}");
}
