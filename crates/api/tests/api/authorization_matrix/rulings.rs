//! What operations about decisions need: ties that were decided, championships on the same days, a nominee and a
//! waiver.

use super::*;

/// Whose days collide.
const CHAMPIONSHIPS: [&str; 2] = ["mw-2025-slaskie", "mw-2025-mazowieckie"];
/// When somebody gave up the qualifications of the season.
const WAIVED_AT: &str = "2025-03-01T12:00:00+01:00";

/// Events of each kind with an order among players.
const TIES: [&str; 4] = ["t-radom-2025-09-13", "l-rybnik-2025", "gp-slask-2025", "o-gold-1-2025"];

pub(super) struct Rulings {
    /// The digest of whom the rules propose as the nominee.
    proposal: Value,
    /// The order that was set everywhere.
    order: Vec<String>,
    /// Somebody who is qualified for both championships.
    chooser: String,
}

/// The season with an order among the same two players in an event of each kind, and in the ranking.
pub(super) fn with_ties(season: &str) -> Bundle {
    let mut season: Value = serde_json::from_str(season).unwrap();
    let decisions = season["tie_decisions"].as_array_mut().unwrap();
    decisions.extend(TIES.map(|event| json!({ "event": event, "order": ["p001", "p002"] })));
    decisions.push(json!({ "event": "ranking", "season": "2025", "order": ["p001", "p002"] }));
    serde_json::from_value(season).unwrap()
}

impl Rulings {
    pub(super) fn open(instance: &Instance, admin: &str, player: &str) -> Self {
        let headers = [("Authorization", admin), ("If-Match", "*")];
        let send = |method: &str, path: &str, body: &Value| {
            let reply = instance.send_json(method, path, &headers, body);
            assert!(matches!(reply.status, 200 | 201), "{path}: {}", reply.text());
        };
        for championship in CHAMPIONSHIPS {
            let days = json!({ "first_day": "2025-11-08", "last_day": "2025-11-08" });
            send("PUT", &format!("/api/v1/mw/{championship}/days"), &days);
        }
        let nominee = "/api/v1/seasons/2025/wrc-nominee";
        let proposal = instance.send("GET", nominee, &[("Authorization", admin)], None).json()["proposal"].take();
        send("POST", nominee, &json!({ "proposal": proposal["digest"] }));
        send("POST", &format!("/api/v1/players/{player}/waivers"), &json!({ "declared_at": WAIVED_AT }));
        let get = |path: &str| {
            let path = format!("{path}wait_for={}", instance.position().0);
            instance.send("GET", &path, &[("Authorization", admin)], None).json()
        };
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let tie = get("/api/v1/seasons/2025?")["ranking_tie"].take();
        let choice = get("/api/v1/decisions?kind=mw_choice&")["items"][0]["candidates"][0]["player"].take();
        let proposal = proposal["digest"].clone();
        Self { proposal, order: tie.as_array().unwrap().iter().map(text).collect(), chooser: text(&choice) }
    }

    /// The id of what an operation is about.
    pub(super) fn about(operation: &str) -> Option<&'static str> {
        Some(match operation {
            "decideException" | "withdrawException" => "t-suwalki-2025-02-22",
            "decideTournamentQualificationTie" | "withdrawTournamentQualificationTie" => TIES[0],
            "decideLeagueQualificationTie" | "withdrawLeagueQualificationTie" => TIES[1],
            "decideGrandPrixQualificationTie" | "withdrawGrandPrixQualificationTie" => TIES[2],
            "decideOnlineEventQualificationTie" | "withdrawOnlineEventQualificationTie" => TIES[3],
            "correctMw" | "scheduleMw" | "chooseMw" => CHAMPIONSHIPS[0],
            _ => return None,
        })
    }

    pub(super) fn body(&self, operation: &str, rulebook: &Value) -> Option<Value> {
        let record = |first: &str, last: &str| json!({ "voivodeship": "śląskie", "first_day": first, "last_day": last, "rulebook": rulebook });
        Some(match operation {
            "announceMw" => {
                let mut body = record("2025-11-09", "2026-10-09");
                body["id"] = "mw-2026-slaskie".into();
                body
            }
            "correctMw" => {
                let mut body = record("2024-09-29", "2025-10-25");
                body["reason"] = "Sprostowanie".into();
                body
            }
            "scheduleMw" => json!({ "first_day": "2025-11-09", "last_day": "2025-11-09" }),
            "chooseMw" => json!({ "player": self.chooser }),
            "nameWrcNominee" => json!({ "proposal": self.proposal }),
            "declareSeasonWaiver" => json!({ "declared_at": WAIVED_AT }),
            tie if tie.starts_with("decide") && tie.ends_with("QualificationTie") => json!({ "order": self.order }),
            _ => return None,
        })
    }
}
