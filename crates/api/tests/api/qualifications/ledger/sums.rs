//! Every seat is accounted for after any sequence of acts.

use super::*;
use std::fs;
use std::path::PathBuf;
use url::form_urlencoded;

const STATES: [&str; 7] = ["granted", "review", "proposed", "pending", "declined", "withheld", "lapsed"];

/// The seats that the rules open, and those beyond them, are those that have a state; the totals are the sums of the
/// accounts.
pub(crate) fn fit(ledger: &Value) {
    let number = |balance: &Value, name: &str| balance[name].as_u64().unwrap();
    let mut totals = vec![0; STATES.len()];
    for account in ledger["accounts"].as_array().unwrap() {
        let (balance, seats) = (&account["balance"], account["seats"].as_array().unwrap());
        for (state, total) in STATES.iter().zip(&mut totals) {
            let count = seats.iter().filter(|seat| seat["state"] == *state).count() as u64;
            assert_eq!(number(balance, state), count, "{state}: {account}");
            *total += count;
        }
        let sum: u64 = STATES.iter().map(|state| number(balance, state)).sum();
        assert_eq!(number(balance, "seats") + number(balance, "beyond"), sum, "{account}");
        let (seats, beyond) = (number(balance, "seats"), number(balance, "beyond"));
        assert!(beyond == 0 || seats < sum, "{account}");
        let custody = account["custody"].as_array().unwrap();
        let positions: Vec<u64> = custody.iter().map(|line| line["position"].as_u64().unwrap()).collect();
        assert!(positions.is_sorted() && !positions.is_empty(), "{account}");
        for line in custody {
            assert_eq!(line["proof"], format!("/api/v1/log/events/{}/proof", line["position"]));
            assert!(!line["sentence"].as_str().unwrap().contains(['⟨', '{']), "{line}");
        }
        for seat in account["seats"].as_array().unwrap() {
            assert!(seat["position"].is_u64(), "every seat has an event of the log behind it: {account}");
        }
    }
    for (state, total) in STATES.iter().zip(totals) {
        assert_eq!(number(&ledger["balance"], state), total, "{state}");
    }
}

#[test]
fn the_sum_of_every_account_fits_in_every_golden_season_also_when_all_is_granted() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/season");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut bundles: Vec<PathBuf> = files.filter(|path| path.to_string_lossy().ends_with(".bundle.json")).collect();
    bundles.sort();
    let (mut accounts, mut granted) = (0, 0);
    for path in bundles {
        let bundle: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let instance = Instance::start();
        instance.import(&bundle);
        let admin = instance.member("admin", &[Grant { role: Role::Admin, event: None }]);
        let second = instance.member("second", &[]);
        let world = World { instance, admin, second };
        let ids = |name: &str| {
            let items = bundle[name].as_array().cloned().unwrap_or_default();
            let written = |id: &str| form_urlencoded::byte_serialize(id.as_bytes()).collect::<String>();
            items.into_iter().map(|it| written(it["id"].as_str().unwrap())).collect::<Vec<_>>()
        };
        let seasons = ids("seasons").into_iter().map(|id| format!("/api/v1/seasons/{id}/qualifications/mp"));
        let championships = ids("mw").into_iter().map(|id| format!("/api/v1/mw/{id}"));
        for base in seasons.chain(championships) {
            let ledger = world.get(&format!("{base}/ledger"));
            fit(&ledger);
            accounts += ledger["accounts"].as_array().unwrap().len();
            assert_eq!(ledger["balance"]["beyond"], 0, "{path:?} {base}");
            for account in ledger["accounts"].as_array().unwrap() {
                if account["balance"]["proposed"] == 0 {
                    continue;
                }
                // A grant can settle an earlier tie, so that the newest proposal is asked for each time.
                let newest = world.get(&format!("{base}/proposals"));
                let same = |it: &&Value| it["event_id"] == account["event_id"] && it["source"] == account["source"];
                let newest = newest["items"].as_array().unwrap().iter().find(same).unwrap().clone();
                let body = json!({
                    "event_id": account["event_id"], "source": account["source"], "proposal": newest["proposal"],
                    "reason": "Test",
                });
                let reply = world.post_as(&world.admin, &format!("{base}/grants"), &body);
                // A ranking whose day has not come is not given yet.
                let too_early = reply.json()["reason"] == "too-early";
                assert!(reply.status == 200 || too_early, "{path:?} {base}: {}", reply.text());
                granted += usize::from(reply.status == 200);
            }
            let after = world.get(&format!("{base}/ledger"));
            fit(&after);
            assert_eq!(
                after["balance"]["review"], 0,
                "granting what is proposed puts nothing in doubt: {path:?} {base}"
            );
            let count = |ledger: &Value| {
                ledger["balance"]["granted"].as_u64().unwrap() + ledger["balance"]["proposed"].as_u64().unwrap()
            };
            assert!(count(&after) >= count(&ledger), "{path:?} {base}");
        }
    }
    assert!(accounts > 50 && granted > 30, "{accounts} accounts, {granted} granted");
}
