//! The voivodeship championships of October: players qualified for two choose, and wildcards need two people.

use crate::world::{Step, Who, World, sums_fit};
use serde_json::{Value, json};

const SLASKIE: &str = "/api/v1/mw/mw-slaskie";
const LODZKIE: &str = "/api/v1/mw/mw-lodzkie";

fn qualified(world: &mut World, championship: &str) -> Vec<usize> {
    let shown = world.get(championship);
    let qualified = shown["qualified"].as_array().unwrap();
    qualified.iter().map(|row| world.number(&row["player_id"])).collect()
}

/// Whoever must choose between championships.
fn choosing(world: &mut World) -> Vec<usize> {
    let waiting = world.read(Who::Anna, "/api/v1/decisions?limit=200&kind=mw_choice");
    let items = waiting["items"].as_array().unwrap();
    let mut players: Vec<usize> = items.iter().map(|item| world.number(&item["candidates"][0]["player"])).collect();
    players.sort_unstable();
    players
}

fn offer(world: &mut World) -> Value {
    world.read(Who::Anna, &format!("{SLASKIE}/proposals"))["wildcards"].clone()
}

pub(crate) fn steps() -> Vec<Step> {
    vec![
        ("the first three of each tournament and league of a voivodeship are qualified there", |w| {
            w.go_to("2025-10-11T10:00:00+02:00");
            let lodzkie = qualified(w, LODZKIE);
            // Łódź gives 1, 2, 3; Pabianice, as corrected, 29, 20, 30.
            assert_eq!(lodzkie, [1, 2, 3, 29, 20, 30]);
            let mut slaskie = qualified(w, SLASKIE);
            slaskie.sort_unstable();
            // Katowice gives 2, 3, 1; the league 30, 4, 31.
            assert_eq!(slaskie, [1, 2, 3, 4, 30, 31]);
        }),
        ("whoever is qualified for both must choose, because they are on the same days", |w| {
            assert_eq!(choosing(w), [1, 2, 3, 30]);
        }),
        ("player 2 chooses śląskie", |w| {
            w.post(Who::Anna, &format!("{SLASKIE}/choices"), &json!({ "player": w.player(2) }), 201);
            assert_eq!(choosing(w), [1, 3, 30]);
        }),
        ("nobody chooses a championship for which they are not qualified", |w| {
            let body = json!({ "player": w.player(29) });
            w.refused(Who::Anna, &format!("{SLASKIE}/choices"), &body, 422, "not-qualified");
        }),
        ("wildcards for the ten places that are left are proposed from the league", |w| {
            let offer = offer(w);
            let proposed: Vec<usize> =
                offer["proposed"].as_array().unwrap().iter().map(|it| w.number(&it["player_id"])).collect();
            assert_eq!(proposed, (32..=41).collect::<Vec<_>>());
        }),
        ("the second admin puts three of them forward", |w| {
            let players = [32, 33, 34].map(|number| w.player(number));
            let body = json!({ "players": players, "proposal": offer(w)["proposal"] });
            w.post(Who::Beata, &format!("{SLASKIE}/wildcards/nominations"), &body, 200);
        }),
        ("S22: she does not grant them herself", |w| {
            let body = json!({ "players": [w.player(32)] });
            let problem = w.refused(Who::Beata, &format!("{SLASKIE}/wildcards/grants"), &body, 403, "same-person");
            assert_eq!(problem["rule"], "S22");
        }),
        ("the first admin grants two of them", |w| {
            let players = [32, 33].map(|number| w.player(number));
            w.post(Who::Anna, &format!("{SLASKIE}/wildcards/grants"), &json!({ "players": players }), 200);
            let ledger = w.read(Who::Anna, &format!("{SLASKIE}/ledger"));
            let mut states: Vec<(usize, &str)> = ledger["wildcards"]
                .as_array()
                .unwrap()
                .iter()
                .map(|it| (w.number(&it["player_id"]), it["state"].as_str().unwrap()))
                .collect();
            states.sort_unstable();
            assert_eq!(states, [(32, "granted"), (33, "granted"), (34, "nominated")]);
        }),
        ("every sum of both ledgers fits", |w| {
            for championship in [SLASKIE, LODZKIE] {
                let ledger = w.get(&format!("{championship}/ledger"));
                sums_fit(&ledger);
            }
        }),
        ("nothing of that touches the editions of the national list", |w| {
            let editions = w.get("/api/v1/lists/mp:2025/editions");
            assert_eq!(editions["items"].as_array().unwrap().len(), 2);
            assert_eq!(w.get("/api/v1/lists/mp:2025/drift")["drifted"], false);
        }),
    ]
}
