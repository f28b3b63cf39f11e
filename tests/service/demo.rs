//! The demo, from its first line to the folder that it leaves behind.

use super::*;

#[test]
fn the_demo_says_so_when_it_takes_another_port() {
    let folder = Folder::new();
    // Whether this test holds the port or somebody else does: it is taken.
    let _taken = std::net::TcpListener::bind("127.0.0.1:8080");
    let mut demo = Demo::start_with(&folder, &[]);
    assert!(!demo.url().ends_with(":8080"), "{}", demo.url());
    assert!(demo.said[1].contains("Port 8080 is taken"), "{:?}", demo.said);
    assert_eq!(get(&format!("{}/healthz", demo.url()), &[]).status, 200);
    kill_process(Pid::from_child(&demo.child), Signal::INT).unwrap();
    assert!(demo.child.wait().unwrap().success());
}

#[test]
fn the_demo_serves_a_season_and_leaves_nothing_behind() {
    let folder = Folder::new();
    let mut demo = Demo::start(&folder);
    let ready = format!("{}/readyz", demo.url());
    let deadline = std::time::Instant::now() + Duration::from_mins(1);
    while get(&ready, &[]).status != 200 {
        assert!(std::time::Instant::now() < deadline);
    }
    assert!(get(&ready, &[]).json()["position"].as_u64().unwrap() > 100);
    for role in ["admin", "organiser", "referee", "auditor", "admin2"] {
        let (login, password) = demo.account(role);
        let me = get(&format!("{}/api/v1/me", demo.url()), &[("Authorization", &demo.bearer(&login, &password))]);
        assert_eq!(me.status, 200, "{}", me.body);
        let granted = match role {
            "referee" => "main_referee",
            "admin2" => "admin",
            role => role,
        };
        assert_eq!((&me.json()["login"], &me.json()["grants"][0]["role"]), (&json!(login), &json!(granted)));
    }
    look_at_the_scene(&demo);
    // What `docs/api-tour.md` shows: register a player, read her back, see the event and its proof.
    let advice = demo.said.iter().position(|line| line.contains("/api/v1/log/events")).unwrap() - 1;
    assert!(demo.said[advice].contains("from its beginning"), "{}", demo.said[advice]);
    let (login, password) = demo.account("admin");
    let bearer = demo.bearer(&login, &password);
    let headers = [("Authorization", bearer.as_str()), ("Idempotency-Key", "the-first")];
    let player = json!({"first_name": "Łucja", "surname": "Przykładowa", "city": "Łódź", "voivodeship": "łódzkie"});
    let receipt = post(&format!("{}/api/v1/players", demo.url()), &headers, &player);
    assert_eq!(receipt.status, 201, "{}", receipt.body);
    let position = receipt.json()["position"].as_u64().unwrap();
    let found = get(&format!("{}/api/v1/players?q=lucja+przykladowa&wait_for={position}", demo.url()), &[]).json();
    assert_eq!(found["items"][0]["surname"], "Przykładowa", "{found}");
    let page = get(&format!("{}/api/v1/log/events", demo.url()), &headers[..1]).json();
    assert_eq!(page["items"][0]["position"], 1, "{page}");
    let page = get(&format!("{}/api/v1/log/events?after=100", demo.url()), &headers[..1]).json();
    assert_eq!(page["items"][0]["position"], 101, "{page}");
    let event = get(&format!("{}/api/v1/log/events/{position}", demo.url()), &headers[..1]).json();
    assert_eq!(event["type"], "player.registered", "{event}");
    assert!(!event["payload"].to_string().contains("Przykładowa"), "{event}");
    let proof = get(&format!("{}/api/v1/log/events/{position}/proof", demo.url()), &headers[..1]).json();
    assert_eq!(proof["leaf"], event["leaf"], "{proof}");
    kill_process(Pid::from_child(&demo.child), Signal::INT).unwrap();
    assert!(demo.child.wait().unwrap().success());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// What the demo says that there is to see is there.
fn look_at_the_scene(demo: &Demo) {
    let shown = |end: &str| {
        let line = demo.said.iter().find(|line| line.trim().starts_with("http://") && line.ends_with(end)).unwrap();
        line.trim().to_owned()
    };
    let live = shown("/standings");
    let progress = get(&live.replace("/standings", "/progress"), &[]).json();
    assert_eq!((&progress["phase"], &progress["stage"]), (&json!("running"), &json!("3")), "{progress}");
    let (entered, tables) = (progress["entered"].as_u64().unwrap(), progress["tables"].as_u64().unwrap());
    assert!(0 < entered && entered < tables, "{progress}");
    assert_eq!(get(&live, &[]).json()["provisional"], true);
    let tournament = get(live.trim_end_matches("/standings"), &[]).json();
    assert_eq!(tournament["stages"], json!(["1", "2", "3", "4", "top", "final"]));
    let results = get(&shown("/results"), &[]).json();
    assert_eq!((&results["phase"], &results["lines"][0]["place"]), (&json!("closed"), &json!(1)), "{results}");
    let to_come = get(shown("/players").trim_end_matches("/players"), &[]).json();
    assert_eq!(to_come["phase"], "approved", "{to_come}");
    let (login, password) = demo.account("admin");
    let bearer = demo.bearer(&login, &password);
    let line = demo.said.iter().find(|line| line.contains("/api/v1/applications/")).unwrap();
    let application = get(line.trim(), &[("Authorization", &bearer)]).json();
    assert_eq!((&application["state"], &application["on_time"]), (&json!("submitted"), &json!(true)), "{application}");
    assert!(!get(&shown("/table"), &[]).json()["rows"].as_array().unwrap().is_empty());
    for end in ["/ranking", "/qualifications/mp", "/lists", "/open-data", "/audit-trail?season=2025"] {
        assert_eq!(get(&shown(end), &[]).status, 200, "{end}");
    }
    assert_eq!(get(&shown("/decisions"), &[("Authorization", &bearer)]).status, 200);
    let cycle = demo.said.iter().find(|line| line.contains("/api/v1/grand-prix/")).unwrap();
    let cycle = get(cycle.trim(), &[]).json();
    assert_eq!(cycle["rows"][0]["place"], 1, "{cycle}");
}
