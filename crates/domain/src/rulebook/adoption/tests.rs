use super::*;
use crate::event::Override;
use crate::rulebook::Raw;

fn record(cap: Option<i64>) -> RulebookRecord {
    let overrides = cap.iter().map(|cap| Override::new("wildcard.cap", &Raw::Int(*cap)).unwrap()).collect();
    RulebookRecord { base: Preset::Pl2024_25, overrides }
}

fn adopt(id: &str, record: RulebookRecord) -> Command {
    Command::Adopt { id: RulebookId::parse(id).unwrap(), record }
}

#[test]
fn a_rulebook_is_adopted_and_another_takes_its_place_and_the_same_again_is_harmless() {
    let (first, second) = (RulebookEvent::Adopted(record(Some(40))), RulebookEvent::Adopted(record(Some(48))));
    assert_eq!(decide(&Adoption::Unknown, &adopt("2026", record(Some(40)))), Ok(vec![first.clone()]));
    let state = evolve(Adoption::Unknown, &first);
    assert_eq!(decide(&state, &adopt("2026", record(Some(40)))), Ok(vec![]));
    assert_eq!(decide(&state, &adopt("2026", record(Some(48)))), Ok(vec![second.clone()]));
    assert_eq!(evolve(state, &second), Adoption::Adopted(record(Some(48))));
}

#[test]
fn the_name_of_a_preset_stands_for_that_preset() {
    assert!(decide(&Adoption::Unknown, &adopt("pl-2024-25", record(None))).is_ok());
    for (id, record) in [("pl-2024-25", record(Some(40))), ("wrc-9", record(None))] {
        assert_eq!(decide(&Adoption::Unknown, &adopt(id, record)), Err(Rejection::PresetName));
    }
}

#[test]
fn an_id_with_a_digest_is_left_to_bundles_but_what_stands_there_may_be_said_again() {
    let command = adopt("pl-2024-25+00000000000000ff", record(Some(40)));
    assert_eq!(decide(&Adoption::Unknown, &command), Err(Rejection::DigestId));
    assert_eq!(decide(&Adoption::Adopted(record(Some(40))), &command), Ok(vec![]));
}
