//! Pages of a tournament while it is played: seats, standings, draws, and the wall of the hall.
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use api::testing::{Instance, Member};
use domain::event::{CompetitionKind, Grant, GrantedCompetition, Role};
use domain::values::ids::CompetitionId;
use serde_json::{Value, json};

const HOSTILE: &str = "\"><img src=x onerror=alert(1)><script>alert(2)</script>";

struct TournamentFixture {
    instance: Instance,
    id: String,
    organiser: Member,
}

impl TournamentFixture {
    /// Sixteen players sit in the first of three rounds, which has started.
    fn in_round_one() -> Self {
        let instance = Instance::start_with_pages(pages::configure);
        let admin = instance.member("admin", &[Grant { role: Role::Admin, event: None }]);
        let send = |who: &Member, method: &str, path: &str, body: &Value| {
            let headers = [("Authorization", who.authorization.as_str()), ("If-Match", "*")];
            let headers = if method == "PUT" { &headers[..] } else { &headers[..1] };
            let reply = instance.send_json(method, path, headers, body);
            assert!(matches!(reply.status, 200 | 201), "{path}: {}", reply.text());
            reply.json()
        };
        let headers = [("Authorization", admin.authorization.as_str())];
        let rules = instance.send_json("PUT", "/api/v1/rulebooks/rules", &headers, &json!({ "base": "pl-2024-25" }));
        assert_eq!(rules.status, 201, "{}", rules.text());
        let season =
            json!({ "id": "season", "first_day": "2089-09-01", "last_day": "2090-08-31", "rulebook": "rules" });
        send(&admin, "POST", "/api/v1/seasons", &season);
        let application = json!({
            "name": format!("Turniej {HOSTILE}"), "venue": "Biblioteka", "voivodeship": "śląskie", "first_day": "2090-03-20",
            "planned_players": 16, "experienced": true, "class": "ordinary",
            "contact": {
                "name": "Halina Przykładowa", "email": "halina@example.org", "address": "ul. Wzorcowa 1", "phone": "+48 123 456 789",
            },
        });
        let id = send(&admin, "POST", "/api/v1/applications", &application)["id"].as_str().unwrap().to_owned();
        send(&admin, "POST", &format!("/api/v1/applications/{id}/approval"), &json!({}));
        let event =
            Some(GrantedCompetition { kind: CompetitionKind::Tournament, id: CompetitionId::parse(&id).unwrap() });
        let organiser = instance.member("ola", &[Grant { role: Role::Organiser, event }]);
        let part = |part: &str| format!("/api/v1/tournaments/{id}/{part}");
        let format = json!({ "rounds": [3, 3, 3], "final_games": 4, "round_minutes": 45 });
        send(&organiser, "PUT", &part("format"), &format);
        let mut registrations = Vec::new();
        for letter in "ABCDEFGHIJKLMNOP".chars() {
            let surname = if letter == 'A' { "Źdźbło".to_owned() } else { format!("{letter}{HOSTILE}") };
            let person = json!({
                "first_name": format!("Łucja{letter}"), "surname": surname, "city": "Żory", "voivodeship": "śląskie",
            });
            let player = send(&admin, "POST", "/api/v1/players", &person)["id"].take();
            registrations.push(json!({ "player": player }));
        }
        send(&organiser, "POST", &part("registrations"), &json!({ "registrations": registrations }));
        send(&organiser, "POST", &part("check-ins"), &json!({ "all": true }));
        send(&organiser, "POST", &part("draws"), &json!({}));
        send(&organiser, "POST", &part("stages/1/start"), &json!({}));
        let fixture = Self { instance, id, organiser };
        fixture.catch_up();
        fixture
    }

    fn catch_up(&self) {
        let wait = format!("/api/v1/seasons?limit=1&wait_for={}", self.instance.position().0);
        while self.instance.get(&wait).status == 503 {}
    }

    fn page(&self, rest: &str) -> String {
        let reply = self.instance.get(&format!("/pl/tournaments/{}{rest}", self.id));
        assert_eq!(reply.status, 200, "{}", reply.text());
        let text = reply.text();
        assert!(!text.contains('⟨') && !text.contains("<script>") && !text.contains("<img src=x"), "{text}");
        text
    }

    fn enter(&self, table: u32) {
        let game = |nth: i64| json!({ "ending": "rack_emptied", "small": [60 + nth, -10 - nth, -20, -30] });
        let path = format!("/api/v1/tournaments/{}/stages/1/tables/{table}/sheet", self.id);
        let headers = [("Authorization", self.organiser.authorization.as_str()), ("If-Match", "*")];
        let sent = self.instance.send_json("PUT", &path, &headers, &json!({ "games": [game(0), game(1), game(2)] }));
        assert!(matches!(sent.status, 200 | 201), "{}", sent.text());
        self.catch_up();
    }
}

#[test]
fn whoever_types_the_beginning_of_her_name_is_told_where_she_sits() {
    let fixture = TournamentFixture::in_round_one();
    let seating = fixture.instance.get(&format!("/api/v1/tournaments/{}/seating", fixture.id)).json();
    let tables = seating["tables"].as_array().unwrap();
    let seats =
        tables.iter().flat_map(|table| table["seats"].as_array().unwrap().iter().map(move |seat| (table, seat)));
    let (table, seat) = seats.into_iter().find(|(_, seat)| seat["surname"] == "Źdźbło").unwrap();
    let found = fixture.page("?q=zdzb");
    let sentence = format!("ŁucjaA Źdźbło: stolik {}, miejsce {}", table["table"], seat["seat"].as_str().unwrap());
    assert!(found.contains(&sentence), "{found}");
    assert!(found.contains("<li class=\"me\">"), "{found}");
    assert!(fixture.page("?q=nikt").contains("Nikt taki nie siedzi przy stoliku w tej rundzie."));
    assert!(!fixture.page("").contains("class=\"me\""));
}

#[test]
fn a_sheet_that_comes_in_changes_the_table_and_its_round() {
    let fixture = TournamentFixture::in_round_one();
    let before = fixture.page("");
    assert!(before.contains("Runda 1: wpisano 0 z 4 tabelek"), "{before}");
    assert!(before.contains(&format!("data-live=\"/api/v1/tournaments/{}/live\"", fixture.id)), "{before}");
    fixture.enter(2);
    let after = fixture.page("");
    assert!(after.contains("Runda 1: wpisano 1 z 4 tabelek"), "{after}");
    assert!(after.contains("Brakuje tabelek stolików: 1, 3, 4."), "{after}");
    assert!(after.contains("<details id=\"stage-1\">"), "{after}");
}

#[test]
fn the_draw_is_told_with_the_fingerprint_of_its_seed_and_how_to_repeat_it() {
    let fixture = TournamentFixture::in_round_one();
    let commitment =
        fixture.instance.get(&format!("/api/v1/tournaments/{}", fixture.id)).json()["seed_commitment"].take();
    let page = fixture.page("");
    assert!(page.contains(commitment.as_str().unwrap()) && page.contains("jeszcze tajne"), "{page}");
    assert!(page.contains("Jak powtórzyć losowanie"), "{page}");
}

#[test]
fn the_wall_of_the_hall_is_one_long_page_with_a_code_for_phones() {
    let fixture = TournamentFixture::in_round_one();
    fixture.enter(1);
    let wall = fixture.page("/projector");
    assert_eq!(wall.matches("<section class=\"slide\"").count(), 3, "two pages of standings, and the seating: {wall}");
    assert!(wall.contains("class=\"qr\"") && wall.contains("Zatrzymaj (spacja)"), "{wall}");
    let tables = wall.matches("<strong>Stolik ").count();
    assert_eq!(tables, 4, "{wall}");
}
