//! Qualifications for the table of permissions: each act finds something that it can be tried on.

use api::testing::Instance;
use commands::bundle_import::{ImportOptions, import};
use formats::bundle::Bundle;
use serde_json::{Value, json};

const MP: &str = "/api/v1/seasons/2025/qualifications/mp";
const MW: &str = "/api/v1/mw/mw-2025-slaskie";

/// What was done about the qualifications to one championship.
struct Settled {
    /// Proposed, and granted by nobody.
    open: Value,
    /// Granted, and in doubt since a correction.
    doubtful: Value,
    declined: Value,
    withheld: Value,
}

/// Both championships.
pub(crate) struct Qualifications {
    mp: Settled,
    mw: Settled,
    /// A wildcard that somebody else has put forward.
    nominated: String,
}

/// Prepares qualifications.
struct Clerk<'a> {
    instance: &'a Instance,
    admin: &'a str,
}

impl Clerk<'_> {
    fn proposals(&self, base: &str) -> Value {
        let path = format!("{base}/proposals?wait_for={}", self.instance.position().0);
        let reply = self.instance.send("GET", &path, &[("Authorization", self.admin)], None);
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply.json()
    }

    fn post(&self, path: &str, body: &Value) {
        let reply = self.instance.send_json("POST", path, &[("Authorization", self.admin)], body);
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
    }

    /// The newest proposal about an event.
    fn newest(&self, base: &str, of: &Value) -> Value {
        let items = self.proposals(base)["items"].take();
        let same = |it: &&Value| it["event_id"] == of["event_id"] && it["source"] == of["source"];
        items.as_array().unwrap().iter().find(same).expect("the event gives qualifications").clone()
    }

    /// Grants, declines and withholds at four events, and corrects the results of the first.
    fn settle(&self, base: &str, bundle: &mut Value) -> Settled {
        let items = self.proposals(base)["items"].take();
        let given = |it: &&Value| it["source"] == "tournament" && !it["proposed"].as_array().unwrap().is_empty();
        let mut events = items.as_array().unwrap().iter().filter(given).cloned();
        let mut next = || events.next().expect("four tournaments that give qualifications");
        let (doubtful, declined, withheld, open) = (next(), next(), next(), next());
        let player = &doubtful["proposed"][0]["player_id"];
        let body = json!({
            "event_id": doubtful["event_id"], "players": [player], "proposal": doubtful["proposal"], "reason": "Próba",
        });
        self.post(&format!("{base}/grants"), &body);
        let decline = json!({
            "event_id": declined["event_id"], "player": declined["proposed"][0]["player_id"], "pass_on": false,
        });
        self.post(&format!("{base}/declines"), &decline);
        let withhold = json!({ "event_id": withheld["event_id"], "reason": "Próba" });
        self.post(&format!("{base}/withholdings"), &withhold);
        self.move_down(bundle, &doubtful["event_id"], player);
        Settled { open, doubtful, declined, withheld }
    }

    /// Gives somebody the last place, and the last their place.
    fn move_down(&self, bundle: &mut Value, event: &Value, player: &Value) {
        let tournaments = bundle["tournaments"].as_array_mut().unwrap();
        let tournament = tournaments.iter_mut().find(|it| it["id"] == *event).unwrap();
        let results = tournament["results"].as_array_mut().expect("a tournament of which places are known");
        let id = |result: &Value| self.instance.player_id(result["player"].as_str().unwrap()).to_string();
        let here = results.iter().position(|result| id(result) == player.as_str().unwrap()).unwrap();
        let last = (0..results.len()).max_by_key(|index| results[*index]["place"].as_u64()).unwrap();
        let place = results[here]["place"].take();
        results[here]["place"] = results[last]["place"].take();
        results[last]["place"] = place;
    }
}

impl Qualifications {
    /// Settles some of the qualifications of a bundle that was imported.
    pub(crate) fn settle(instance: &Instance, admin: &str, bundle: &str) -> Self {
        let clerk = Clerk { instance, admin };
        let mut bundle: Value = serde_json::from_str(bundle).unwrap();
        let (mp, mw) = (clerk.settle(MP, &mut bundle), clerk.settle(MW, &mut bundle));
        let bundle: Bundle = serde_json::from_value(bundle).unwrap();
        let options = ImportOptions { correct: true, reason: None };
        import(&*instance.log, &instance.vault, &*instance.clock, &bundle, &options, &mut |_, _| ()).unwrap();
        let offer = clerk.proposals(MW)["wildcards"].take();
        let nominated = offer["proposed"][0]["player_id"].as_str().expect("a wildcard is proposed").to_owned();
        let body = json!({ "players": [nominated], "proposal": offer["proposal"] });
        clerk.post(&format!("{MW}/wildcards/nominations"), &body);
        Self { mp, mw, nominated }
    }

    fn of(&self, path: &str) -> Option<(&'static str, &Settled)> {
        let acts =
            ["ledger", "proposals", "grants", "declines", "withholdings", "revocations", "upholdings", "wildcards"];
        let is_ours = |base: &str| {
            let rest = path.strip_prefix(base).unwrap_or_default();
            acts.contains(&rest.split('/').nth(1).unwrap_or_default())
        };
        if is_ours("/api/v1/seasons/{season}/qualifications/mp") {
            return Some((MP, &self.mp));
        }
        is_ours("/api/v1/mw/{id}").then_some((MW, &self.mw))
    }

    /// The address with everything in it; nothing if it is about something else.
    pub(crate) fn address(&self, path: &str) -> Option<String> {
        let (_, settled) = self.of(path)?;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let path = path.replace("{season}", "2025").replace("{id}", "mw-2025-slaskie");
        let path = path.replace("{event_id}", &text(&settled.declined["event_id"]));
        Some(path.replace("{player}", &text(&settled.declined["proposed"][0]["player_id"])))
    }

    /// A body that nothing is wrong with; nothing if it is about something else.
    pub(crate) fn body(&self, path: &str, instance: &Instance, admin: &str) -> Option<Value> {
        let (base, settled) = self.of(path)?;
        let clerk = Clerk { instance, admin };
        let act = path.rsplit_once("/mp/").or_else(|| path.rsplit_once("{id}/"))?.1;
        let doubtful = &settled.doubtful["proposed"][0]["player_id"];
        Some(match act {
            "grants" => {
                let newest = clerk.newest(base, &settled.open);
                json!({ "event_id": newest["event_id"], "proposal": newest["proposal"], "reason": "Próba" })
            }
            "declines" => {
                let newest = clerk.newest(base, &settled.open);
                json!({ "event_id": newest["event_id"], "player": newest["proposed"][0]["player_id"], "pass_on": false })
            }
            "withholdings" => json!({ "event_id": settled.open["event_id"], "reason": "Próba" }),
            "withholdings/withdrawal" => json!({ "event_id": settled.withheld["event_id"], "reason": "Próba" }),
            "revocations" => {
                json!({ "event_id": settled.doubtful["event_id"], "player": doubtful, "reason": "Próba" })
            }
            "upholdings" => {
                let newest = clerk.newest(base, &settled.doubtful);
                json!({
                    "event_id": newest["event_id"], "player": doubtful, "proposal": newest["proposal"], "reason": "Próba",
                })
            }
            "wildcards/nominations" => json!({ "proposal": clerk.proposals(base)["wildcards"]["proposal"] }),
            "wildcards/grants" => json!({ "players": [self.nominated] }),
            "wildcards/withdrawals" => json!({ "player": self.nominated, "reason": "Próba" }),
            _ => return None,
        })
    }
}
