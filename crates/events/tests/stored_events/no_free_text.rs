//! Payloads hold no free text: every text in them is an id, a hash, a day, a time or a closed name.

use crate::golden::golden;
use domain::Choice;
use domain::competitions::class::{OnlineEvent, TournamentClass};
use domain::event::{AgeGroup, CompetitionKind, Role, TieQuestion};
use domain::game::Ending;
use domain::publication::ListId;
use domain::qualification::Source;
use domain::rulebook::{Preset, alias_target, parameter};
use domain::tournament::course::Stage;
use domain::tournament::format::FormatName;
use domain::tournament::sanction::Sanction;
use domain::tournament::top_stage::TopSize;
use domain::values::calendar::{Day, Moment};
use domain::values::variant::Variant;
use domain::values::voivodeship::Voivodeship;
use events::stored::STORED_TYPES;
use formats::list::CanonicalList;
use serde_json::Value;

/// The names that the text overrides of a bundle may have.
const OVERRIDE_NAMES: [&str; 4] = ["position", "points", "distinct", "attendances"];

/// The states of a qualification or a wildcard on a published list.
const STATES: [&str; 4] = ["proposed", "granted", "review", "nominated"];

fn is_hex(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The digits of the opaque id of a player or an account; a word of 20 letters without i, l, o and u does not come up
/// by chance.
fn is_opaque_id(text: &str) -> bool {
    text.len() == 20 && text.bytes().all(|byte| b"0123456789abcdefghjkmnpqrstvwxyz".contains(&byte))
}

/// Who did something: the opaque id of an account.
fn is_doer(text: &str) -> bool {
    text.strip_prefix("account/").is_some_and(is_opaque_id)
}

fn is_uuid(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12]) && groups.iter().all(|group| is_hex(group))
}

fn is_closed_name(text: &str) -> bool {
    [
        Voivodeship::NAMES,
        TournamentClass::NAMES,
        OnlineEvent::NAMES,
        Ending::NAMES,
        Preset::NAMES,
        Role::NAMES,
        CompetitionKind::NAMES,
        AgeGroup::NAMES,
        TieQuestion::NAMES,
        FormatName::NAMES,
        Sanction::NAMES,
        TopSize::NAMES,
        Variant::NAMES,
        Source::NAMES,
        &OVERRIDE_NAMES,
    ]
    .iter()
    .any(|names| names.contains(&text))
        || parameter(text).is_some()
        || alias_target(text).is_some()
}

/// Whether a text in a published list is the id of a list, a state, the format or what any payload may hold.
fn is_in_a_list(text: &str) -> bool {
    let list: Option<ListId> = text.parse().ok();
    list.is_some_and(|list| is_uuid(list.of()))
        || STATES.contains(&text)
        || text == formats::list::FORMAT
        || is_short(text)
}

/// A published list is stored as its canonical bytes: one line of JSON for the list and one for each row.
fn is_canonical_list(text: &str) -> bool {
    let is_free = |line: &str| {
        let mut free = false;
        leaves(&serde_json::from_str(line).unwrap(), &mut |leaf| {
            free |= leaf.as_str().is_some_and(|it| !is_in_a_list(it));
        });
        free
    };
    CanonicalList::parse(text).is_ok() && !text.lines().any(is_free)
}

fn is_no_free_text(text: &str) -> bool {
    is_short(text) || is_canonical_list(text)
}

fn is_short(text: &str) -> bool {
    is_opaque_id(text)
        || is_doer(text)
        || Stage::parse(text).is_ok()
        || is_uuid(text)
        || (text.len() == 64 && is_hex(text))
        || Day::parse(text).is_ok()
        || Moment::parse(text).is_ok()
        || is_closed_name(text)
}

/// Calls for every text and every number in a value, but not for the names of fields.
fn leaves(value: &Value, visit: &mut impl FnMut(&Value)) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| leaves(item, visit)),
        Value::Object(fields) => fields.values().for_each(|field| leaves(field, visit)),
        leaf => visit(leaf),
    }
}

#[test]
fn every_text_in_a_payload_has_a_shape_that_holds_no_free_text() {
    let mut texts = 0;
    for known in STORED_TYPES {
        for version in known.versions {
            for line in golden(known.event_type, *version) {
                leaves(&serde_json::from_str(&line).unwrap(), &mut |leaf| match leaf {
                    Value::String(text) => {
                        assert!(is_no_free_text(text), "{} holds the text `{text}`", known.event_type);
                        texts += 1;
                    }
                    Value::Number(number) => assert!(!number.is_f64(), "{} holds {number}", known.event_type),
                    _ => {}
                });
            }
        }
    }
    assert!(texts > 100, "only {texts} texts were looked at");
}

#[test]
fn what_people_type_has_none_of_the_shapes() {
    for typed in [
        "Anna Przykładowa",
        "Turniej w Opolu",
        "Opole",
        "anna@example.org",
        "p1",
        "",
        "account/anna",
        "+48 123 456 789",
    ] {
        assert!(!is_no_free_text(typed), "{typed}");
    }
}

#[test]
fn a_published_list_with_a_name_in_it_has_none_of_the_shapes() {
    let line: Value = serde_json::from_str(&golden("list.published", 1)[1]).unwrap();
    let canonical = line["canonical"].as_str().unwrap();
    assert!(is_no_free_text(canonical), "{canonical}");
    for (held, typed) in
        [("granted", "Anna Przykładowa"), ("\"tournament\"", "\"Turniej w Opolu\""), ("mp:0192f0c1", "mp:Opole")]
    {
        let other = canonical.replacen(held, typed, 1);
        assert!(other != canonical && CanonicalList::parse(&other).is_ok(), "{held}");
        assert!(!is_no_free_text(&other), "{other}");
    }
    assert!(!is_no_free_text(&canonical.replacen(':', ": ", 1)));
}
