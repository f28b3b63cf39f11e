//! A Grand Prix cycle of recorded tournaments.

use super::*;
use commands::bundle_import::{ImportOptions, import};

const SEASON: &str = include_str!("../../../../../examples/season-2025.bundle.json");
/// One of them had too few participants to count.
const MEMBERS: [&str; 6] = [
    "t-rybnik-2024-10-19",
    "t-zory-2024-11-16",
    "t-bielsko-2025-01-18",
    "t-tychy-2025-02-15",
    "t-zory-2025-03-15",
    "t-rybnik-2025-05-10",
];

/// A service with the fictional season of the examples, in which `gp-slask-2025` has these six members.
fn world() -> World {
    let instance = Instance::start();
    let bundle = serde_json::from_str(SEASON).unwrap();
    let options = ImportOptions { correct: false, reason: None };
    import(&*instance.log, &instance.vault, &*instance.clock, &bundle, &options, &mut |_, _| ()).unwrap();
    let admin = instance.signed_in(Role::Admin);
    World { instance, admin }
}

fn open(world: &World) -> String {
    let body = json!({ "name": "Cykl Próbny", "rulebook": "pl-2024-25" });
    world.post("/api/v1/grand-prix", &body, 201).json()["id"].as_str().unwrap().to_owned()
}

fn add(world: &World, who: &str, id: &str, tournament: &str, status: u16) -> Reply {
    world.send_as(who, "POST", &format!("/api/v1/grand-prix/{id}/tournaments/{tournament}"), status)
}

#[test]
fn a_cycle_that_is_run_here_has_the_standings_of_the_same_cycle_imported() {
    let world = world();
    let imported = world.get("/api/v1/grand-prix/gp-slask-2025/standings");
    assert_eq!((&imported["provisional"], &imported["complete"]), (&json!(false), &json!(true)));
    let id = open(&world);
    let organiser = world.organiser(CompetitionKind::GrandPrix, &id);
    let path = format!("/api/v1/grand-prix/{id}");
    for tournament in &MEMBERS[..5] {
        assert_eq!(types(&add(&world, &organiser, &id, tournament, 200)), ["grand-prix.tournament_added"]);
    }
    let so_far = world.get(&format!("{path}/standings"));
    assert_eq!(
        (&so_far["provisional"], &so_far["complete"], &so_far["tournaments"]),
        (&json!(true), &json!(false), &json!(5))
    );
    assert_ne!(so_far["rows"], imported["rows"]);
    add(&world, &organiser, &id, MEMBERS[5], 200);
    let standings = world.get(&format!("{path}/standings"));
    assert_eq!((&standings["rows"], &standings["complete"]), (&imported["rows"], &json!(true)));
    let shown = world.get(&path);
    assert_eq!((&shown["table"], &shown["valid_events"]), (&standings["rows"], &json!(5)));
    let csv = world.instance.get(&format!("{path}/standings?dialect=rfc4180")).text();
    assert!(csv.starts_with("place,player_id,name,city,voivodeship,points,tournaments,best_place\r\n1,"), "{csv}");
    assert_eq!(csv.lines().count(), 1 + standings["rows"].as_array().unwrap().len());

    let closed = world.send_as(&organiser, "POST", &format!("{path}/close"), 200);
    assert_eq!(types(&closed), ["grand-prix.closed", "grand-prix.recorded"]);
    let after = world.get(&format!("{path}/standings"));
    assert_eq!((&after["provisional"], &after["rows"]), (&json!(false), &imported["rows"]));
    let list = world.get("/api/v1/grand-prix");
    let item = list["items"].as_array().unwrap().iter().find(|item| item["id"] == json!(id)).unwrap().clone();
    assert_eq!((&item["status"], &item["first_day"]), (&json!("over"), &json!("2024-10-19")));
    let season = world.get("/api/v1/seasons/2025");
    assert!(season["happenings"].as_array().unwrap().iter().any(|it| it["id"] == json!(id)));

    let late = world.instance.send(
        "POST",
        &format!("{path}/tournaments/{}", MEMBERS[0]),
        &[("Authorization", &organiser)],
        None,
    );
    assert_eq!(refusal(&late), refused(403, "closed-to-organisers", "REG I.28; AMB-68"));
    let correction = json!({
        "name": "Cykl Próbny", "rulebook": "pl-2024-25", "tournaments": &MEMBERS[..5], "reason": "Ostatni turniej nie należał do cyklu",
    });
    let corrected = world.put(&format!("{path}/record"), Some(closed.header("etag")), &correction);
    assert_eq!((corrected.status, types(&corrected)), (200, vec!["grand-prix.corrected".to_owned()]));
    assert_eq!(world.get(&format!("{path}/standings"))["rows"], so_far["rows"]);
}

#[test]
fn the_standings_are_those_of_the_season_results() {
    let world = world();
    let results: Value =
        serde_json::from_str(include_str!("../../../../../examples/season-2025.results.json")).unwrap();
    let cycles = results["grand_prix"].as_array().unwrap();
    assert_eq!(cycles.len(), 2);
    for cycle in cycles {
        let path = format!("/api/v1/grand-prix/{}/standings", cycle["id"].as_str().unwrap());
        let told = |rows: &Value| {
            let rows = rows.as_array().unwrap().iter();
            rows.map(|row| (row["place"].clone(), row["points"].clone())).collect::<Vec<_>>()
        };
        assert_eq!(told(&world.get(&path)["rows"]), told(&cycle["table"]), "{path}");
    }
}

#[test]
fn only_eliminatory_tournaments_belong_to_a_cycle_and_may_be_taken_out_again() {
    let world = world();
    let id = open(&world);
    let path = format!("/api/v1/grand-prix/{id}");
    let ordinary = add(&world, &world.admin, &id, "t-olsztyn-2024-10-12", 422);
    assert_eq!(refusal(&ordinary), refused(422, "not-eliminatory", "REG I.12; R-AWG-01, AMB-71"));
    assert_eq!(refusal(&add(&world, &world.admin, &id, "t-nigdzie", 422)).1, "unknown-tournament");
    let empty = world.send_as(&world.admin, "POST", &format!("{path}/close"), 409);
    assert_eq!(refusal(&empty).1, "no-tournaments");
    add(&world, &world.admin, &id, MEMBERS[0], 200);
    assert_eq!(types(&add(&world, &world.admin, &id, MEMBERS[0], 200)), Vec::<String>::new());
    let remove = format!("{path}/tournaments/{}/remove", MEMBERS[0]);
    let reason = json!({ "reason": "Pomyłka" });
    assert_eq!(types(&world.post(&remove, &reason, 200)), ["grand-prix.tournament_removed"]);
    world.post(&remove, &reason, 404);
    assert_eq!(world.get(&path)["tournaments"], json!([]));
    // Fewer than five valid tournaments: closed, and told so.
    add(&world, &world.admin, &id, MEMBERS[1], 200);
    world.send_as(&world.admin, "POST", &format!("{path}/close"), 200);
    assert_eq!(world.get(&format!("{path}/standings"))["complete"], json!(false));
}
