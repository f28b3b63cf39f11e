//! Registration, check-in, draws and referees.

use crate::support::Federation;
use serde_json::json;

#[test]
fn an_event_is_brought_to_its_first_draw() {
    let federation = Federation::open();
    let event = federation.drawn(&json!({ "format": "standard_c" }), 30);
    let draws = federation.get(&event.path("draws"));
    assert_eq!(draws["draws"][0]["order"].as_array().unwrap().len(), 30);
    assert_eq!(draws["draws"][0]["order"][29]["seat"], "8C");
    assert!(draws["seed"].is_null());
    let shown = federation.get(&format!("/api/v1/tournaments/{}", event.id));
    assert_eq!(shown["seed_commitment"], draws["seed_commitment"]);
    assert_eq!((&shown["phase"], &shown["current_stage"]), (&json!("approved"), &json!("1")));
}
