//! Wildcards and qualifications of a voivodeship championship.

use super::*;

fn offer(world: &World) -> Value {
    world.get(&format!("{MW}/proposals"))["wildcards"].clone()
}

fn states(world: &World) -> Vec<(String, String)> {
    let ledger = world.get(&format!("{MW}/ledger"));
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let wildcards = ledger["wildcards"].as_array().unwrap();
    wildcards.iter().map(|it| (text(&it["player_id"]), text(&it["state"]))).collect()
}

#[test]
fn a_wildcard_needs_two_people_whatever_roles_they_have() {
    let world = World::start();
    let proposed = offer(&world)["proposed"][0]["player_id"].clone();
    let body = json!({ "players": [proposed], "proposal": offer(&world)["proposal"] });
    let stale = json!({ "players": [proposed], "proposal": "0".repeat(64) });
    assert_eq!(refused(&world.post(&format!("{MW}/wildcards/nominations"), &stale, 409)).0, "stale-proposal");
    world.post(&format!("{MW}/wildcards/nominations"), &body, 200);
    let own = world.post(&format!("{MW}/wildcards/grants"), &json!({ "players": [proposed] }), 403);
    assert_eq!(refused(&own), ("same-person", "S22"));
    assert_eq!(own["code"], "same-person");
    for (nobody, status) in [(json!({}), 400), (json!({ "players": [] }), 422)] {
        let unnamed = world.post(&format!("{MW}/wildcards/grants"), &nobody, status);
        assert_eq!(unnamed["errors"][0]["pointer"], "/players");
    }

    // Another role makes nobody another person.
    let account = world.admin.account.as_str();
    let role = json!({ "role": "arbiter" });
    let swapped = world.post_as(&world.second, &format!("/api/v1/accounts/{account}/grants"), &role);
    assert!(matches!(swapped.status, 200 | 201), "{}", swapped.text());
    let own = world.post(&format!("{MW}/wildcards/grants"), &json!({ "players": [proposed] }), 403);
    assert_eq!(refused(&own).0, "same-person");

    let granted = world.post_as(&world.second, &format!("{MW}/wildcards/grants"), &json!({ "players": [proposed] }));
    assert_eq!(granted.status, 200, "{}", granted.text());
    let player = proposed.as_str().unwrap().to_owned();
    assert_eq!(states(&world), [(player, "granted".to_owned())]);
    let acts = world.get(&format!("{MW}/ledger"))["other_acts"].clone();
    assert_eq!((&acts[0]["act"], &acts[1]["act"]), (&json!("wildcard_nominated"), &json!("wildcard_granted")));
    assert_ne!(acts[0]["by"]["account"], acts[1]["by"]["account"]);

    let withdrawal = json!({ "player": proposed, "reason": "Nie przyjedzie" });
    world.post(&format!("{MW}/wildcards/withdrawals"), &withdrawal, 200);
    assert_eq!(states(&world), []);
    let again = world.post(&format!("{MW}/wildcards/withdrawals"), &withdrawal, 409);
    assert_eq!(refused(&again).0, "nothing-recorded");
}

#[test]
fn wildcards_are_put_forward_and_granted_as_they_are_proposed() {
    let world = World::start();
    let before = offer(&world);
    let proposed = before["proposed"].as_array().unwrap().len();
    assert!(proposed > 3, "{before}");
    world.post(&format!("{MW}/wildcards/nominations"), &json!({ "proposal": before["proposal"] }), 200);
    assert!(states(&world).iter().all(|(_, state)| state == "nominated"));
    let players: Vec<String> = states(&world).into_iter().map(|(player, _)| player).collect();
    let granted = world.post_as(&world.second, &format!("{MW}/wildcards/grants"), &json!({ "players": players }));
    assert_eq!(granted.json()["events"].as_array().unwrap().len(), proposed, "{}", granted.text());
    assert!(states(&world).iter().all(|(_, state)| state == "granted"));
    assert_eq!(offer(&world)["proposed"], json!([]));
}

#[test]
fn qualifications_to_a_voivodeship_championship_are_granted_like_others() {
    let world = World::start();
    let [one, two, three] = ["p01", "p02", "p03"].map(|alias| world.player(alias));
    let body = json!({ "event_id": "t-one", "players": [two], "proposal": world.digest(MW, "t-one") });
    world.post(&format!("{MW}/grants"), &body, 200);
    let seats = world.seats(MW, "t-one");
    let of = |player: &str| seats.iter().find(|(_, it)| it.as_deref() == Some(player)).map(|(state, _)| state.as_str());
    assert_eq!([&one, &two, &three].map(|it| of(it)), [Some("proposed"), Some("granted"), Some("proposed")]);
    let decline = json!({ "event_id": "t-one", "player": two, "pass_on": true, "reason": "Choroba" });
    world.post(&format!("{MW}/declines"), &decline, 200);
    let seats = world.seats(MW, "t-one");
    assert!(!seats.iter().any(|(_, it)| it.as_deref() == Some(&two)), "{seats:?}");
    world.post(&format!("{MW}/withholdings"), &json!({ "event_id": "t-one", "reason": "Brak stołów" }), 200);
    assert_eq!(world.seats(MW, "t-one").iter().filter(|(state, _)| state == "withheld").count(), 3);
    assert_eq!(world.get_as(None, "/api/v1/mw/mw-none/ledger").status, 404);
}
