//! Seasons, the events that belong to them, and rulebooks.

use crate::store::{Store, TIMEOUT, season};
use domain::event::{Correction, Event, Override, SeasonEvent};
use domain::rulebook::{Preset, Raw, Rulebook};
use domain::values::ids::{RulebookId, SeasonId};
use events::envelope::StreamName;
use projections::views::Views;

fn of_season(views: &Views, id: &str) -> Vec<String> {
    let competitions = views.season_competitions(&SeasonId::parse(id).unwrap());
    competitions.into_iter().map(|competition| competition.stream.to_string()).collect()
}

#[test]
fn a_season_has_the_events_that_end_in_it_in_the_order_of_their_days() {
    let store = Store::new();
    store.open_season("s1", "2024-09-01", Some("2025-08-31"));
    store.open_season("s2", "2025-09-01", None);
    store.tournament("t3", "Trzeci", "2025-08-31T23:59:59+02:00");
    store.tournament("t1", "Pierwszy", "2024-09-01T00:00:00+02:00");
    store.tournament("t2", "Drugi", "2024-09-01T00:00:00+02:00");
    store.tournament("t4", "Czwarty", "2025-09-01T00:00:00+02:00");
    store.grand_prix("g", &["t1", "t2"]);
    store.grand_prix("later", &["t1", "t4"]);
    store.grand_prix("empty", &["unknown"]);
    let projector = store.caught_up();
    let views = projector.views();
    assert_eq!(of_season(&views, "s1"), ["tournament/t1", "tournament/t2", "grand-prix/g", "tournament/t3"]);
    assert_eq!(of_season(&views, "s2"), ["tournament/t4", "grand-prix/later"]);
    assert_eq!(of_season(&views, "s3"), [""; 0]);
    let found = views.competitions.find(&StreamName::parse("tournament/t4").unwrap()).unwrap();
    assert_eq!(found.name.as_ref().unwrap().as_str(), "Czwarty");
    assert_eq!(views.season_of(found).unwrap().id.as_str(), "s2");
    // A correction of the day moves the tournament, and the cycle with it.
    let moved = store.correct_tournament("t4", "Czwarty", "2025-08-30T12:00:00+02:00");
    let record = season("2024-09-01", Some("2025-08-30"));
    let event = SeasonEvent::Corrected(Correction { record, reason: None });
    let shorter = store.record("season/s1", &Event::Season(event), &[]);
    projector.wait_for_blocking(shorter, TIMEOUT).unwrap();
    let views = projector.views();
    assert_eq!(
        of_season(&views, "s1"),
        ["tournament/t1", "tournament/t2", "grand-prix/g", "tournament/t4", "grand-prix/later"]
    );
    assert_eq!((views.competitions.changed, views.records.seasons_changed), (moved, shorter));
    let listed: Vec<&str> = views.records.seasons_by_day().into_iter().map(|season| season.id.as_str()).collect();
    assert_eq!(listed, ["s1", "s2"]);
    assert_eq!(views.records.seasons_by_day()[0].etag, shorter);
}

#[test]
fn a_rulebook_has_a_value_for_every_parameter_and_the_last_adoption_holds() {
    let store = Store::new();
    store.adopt("r", Vec::new());
    let position = store.adopt("r", vec![Override::new("awans.ranking.count", &Raw::Int(40)).unwrap()]);
    let views = store.caught_up().views();
    let entry = views.records.rulebooks.find(&RulebookId::parse("r").unwrap()).unwrap();
    let preset = Rulebook::preset(Preset::Pl2024_25);
    let changed: Vec<&str> =
        preset.differences(&entry.rulebook).iter().map(|difference| difference.parameter.path).collect();
    assert_eq!(changed, ["awans.ranking.count"]);
    assert_eq!((entry.etag, views.records.rulebooks.changed, views.records.rulebooks.len()), (position, position, 1));
}
