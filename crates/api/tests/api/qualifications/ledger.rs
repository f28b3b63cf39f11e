//! The ledger of qualifications over HTTP: proposals, decisions of named persons, and accounts of every seat.

mod life;
mod sums;
mod wildcards;

use api::testing::{Instance, Member, Reply};
use commands::bundle_import::{ImportOptions, import};
use domain::event::{Grant, Role};
use serde_json::{Value, json};

const MP: &str = "/api/v1/seasons/2025/qualifications/mp";
const MW: &str = "/api/v1/mw/mw-slaskie";

/// A running service with an imported season, two admins, and an auditor.
struct World {
    instance: Instance,
    admin: Member,
    second: Member,
}

/// A tournament in Silesia with places in the order of these players.
fn tournament(id: &str, day: &str, players: &[String]) -> Value {
    let result =
        |(index, player): (usize, &String)| json!({ "player": player, "place": index + 1, "games_played": 12 });
    json!({
        "id": id, "name": format!("Turniej {id}"), "class": "eliminatory", "voivodeship": "śląskie", "planned_games": 12,
        "submitted_at": "2024-10-02T10:00:00+02:00", "ended_at": format!("{day}T18:00:00+01:00"),
        "results": players.iter().enumerate().map(result).collect::<Vec<_>>(),
    })
}

/// The players whom a bundle calls `p01` and on, without some, the first of them in this order.
fn order(first: &[&str]) -> Vec<String> {
    let rest = (1..=30).map(|number| format!("p{number:02}")).filter(|id| !first.contains(&id.as_str()));
    first.iter().map(|id| (*id).to_owned()).chain(rest).collect()
}

fn bundle(tournaments: &[Value]) -> Value {
    let player = |number: u32| {
        let name = format!("Gracz{}", char::from(b'a' + (number % 26) as u8));
        json!({
            "id": format!("p{number:02}"), "first_name": "Zenobia", "surname": format!("{name}{}", "i".repeat(number as usize / 26)),
            "city": "Rybnik", "voivodeship": "śląskie", "country": "PL",
        })
    };
    json!({
        "format": "season-bundle/1",
        "rulebook": { "base": "pl-2024-25", "overrides": {} },
        "seasons": [{ "id": "2025", "from": "2024-10-01", "to": "2025-09-19", "mp_first_day": "2025-09-20" }],
        "players": (1..=30).map(player).collect::<Vec<_>>(),
        "tournaments": tournaments,
        "mw": [{ "id": "mw-slaskie", "voivodeship": "śląskie", "from": "2024-10-01", "to": "2025-10-25" }],
    })
}

impl World {
    fn with(tournaments: &[Value]) -> Self {
        let instance = Instance::start();
        instance.import(&bundle(tournaments));
        let grant = || vec![Grant { role: Role::Admin, event: None }];
        let (admin, second) = (instance.member("admin", &grant()), instance.member("second", &grant()));
        Self { instance, admin, second }
    }

    /// Two tournaments: the better of the first is the second of the next.
    fn start() -> Self {
        Self::with(&[
            tournament("t-one", "2025-01-11", &order(&["p01", "p02", "p03", "p04"])),
            tournament("t-two", "2025-02-15", &order(&["p01", "p05", "p02", "p06"])),
        ])
    }

    /// Records other results of the tournaments.
    fn correct(&self, tournaments: &[Value]) {
        let bundle = formats::bundle::read(bundle(tournaments).to_string().as_bytes()).unwrap();
        let options = ImportOptions { correct: true, reason: Some("Pomyłka w protokole".to_owned()) };
        let Instance { log, vault, clock, .. } = &self.instance;
        import(&**log, vault, &**clock, &bundle, &options, &mut |_, _| ()).unwrap();
    }

    fn player(&self, alias: &str) -> String {
        self.instance.player_id(alias).to_string()
    }

    fn get_as(&self, authorization: Option<&str>, path: &str) -> Reply {
        let headers: Vec<(&str, &str)> = authorization.map(|it| ("Authorization", it)).into_iter().collect();
        let sign = if path.contains('?') { '&' } else { '?' };
        self.instance.send("GET", &format!("{path}{sign}wait_for={}", self.instance.position().0), &headers, None)
    }

    fn get(&self, path: &str) -> Value {
        let reply = self.get_as(Some(&self.admin.authorization), path);
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply.json()
    }

    fn post_as(&self, who: &Member, path: &str, body: &Value) -> Reply {
        let headers = [("Authorization", who.authorization.as_str()), ("Accept-Language", "en")];
        self.instance.send_json("POST", path, &headers, body)
    }

    /// Posts as the admin, with this status.
    fn post(&self, path: &str, body: &Value, status: u16) -> Value {
        let reply = self.post_as(&self.admin, path, body);
        assert_eq!(reply.status, status, "POST {path}: {}", reply.text());
        reply.json()
    }

    fn delete(&self, path: &str, status: u16) -> Value {
        let headers = [("Authorization", self.admin.authorization.as_str())];
        let reply = self.instance.send("DELETE", path, &headers, None);
        assert_eq!(reply.status, status, "DELETE {path}: {}", reply.text());
        reply.json()
    }

    /// The proposal about one event.
    fn proposal(&self, base: &str, event: &str) -> Value {
        let proposals = self.get(&format!("{base}/proposals"));
        let items = proposals["items"].as_array().unwrap();
        items.iter().find(|item| item["event_id"] == event).unwrap_or_else(|| panic!("{event}: {proposals}")).clone()
    }

    fn digest(&self, base: &str, event: &str) -> Value {
        self.proposal(base, event)["proposal"].clone()
    }

    /// The account of one event, as the admin sees it; every sum in it fits.
    fn account(&self, base: &str, event: &str) -> Value {
        let ledger = self.get(&format!("{base}/ledger"));
        sums::fit(&ledger);
        let accounts = ledger["accounts"].as_array().unwrap();
        accounts.iter().find(|it| it["event_id"] == event).unwrap().clone()
    }

    /// The seats of an event: state and whose.
    fn seats(&self, base: &str, event: &str) -> Vec<(String, Option<String>)> {
        let text = |value: &Value| value.as_str().map(ToOwned::to_owned);
        let account = self.account(base, event);
        let seats = account["seats"].as_array().unwrap();
        seats.iter().map(|seat| (text(&seat["state"]).unwrap(), text(&seat["player_id"]))).collect()
    }

    /// The acts of the chain of custody of an event.
    fn chain(&self, base: &str, event: &str) -> Vec<String> {
        let account = self.account(base, event);
        let custody = account["custody"].as_array().unwrap();
        custody.iter().map(|line| line["act"].as_str().unwrap().to_owned()).collect()
    }
}

/// A refusal: its reason and its rule.
fn refused(reply: &Value) -> (&str, &str) {
    (reply["reason"].as_str().unwrap_or_default(), reply["rule"].as_str().unwrap_or_default())
}
