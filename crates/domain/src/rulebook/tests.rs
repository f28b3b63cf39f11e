use super::parameters::{self, *};
use super::*;
use std::collections::HashSet;
use std::fs;
use std::path::Path;

#[test]
fn every_path_is_unique_and_every_default_is_a_value_of_its_own_type() {
    let mut paths = HashSet::new();
    for parameter in parameters::table() {
        assert!(paths.insert(parameter.path), "{} stands twice", parameter.path);
        assert!(!parameter.citation.is_empty(), "{} has no citation", parameter.path);
        let fits = match (&parameter.kind, &parameter.default) {
            (Kind::Int(range), Value::Int(value)) | (Kind::OptionalInt(range), Value::OptionalInt(Some(value))) => {
                range.holds(*value)
            }
            (Kind::Choice(names), Value::Choice(name)) => names.contains(name),
            _ => true,
        };
        assert!(fits, "{} has a default out of its range", parameter.path);
    }
}

#[test]
fn no_path_is_the_beginning_of_another() {
    // Otherwise a rulebook file could not hold both: a key would have to be a value and a table at once.
    for a in parameters::table() {
        let prefix = format!("{}.", a.path);
        assert!(parameters::table().iter().all(|b| !b.path.starts_with(&prefix)), "{} is also a table", a.path);
    }
}

#[test]
fn presets_differ_from_the_defaults_only_where_they_say_so() {
    let base = Rulebook::default();
    assert_eq!(base.differences(&Rulebook::preset(Preset::Pl2024_25)), []);
    for preset in [Preset::HowLegacy, Preset::Loc2024_11_30, Preset::Wrc9] {
        assert!(!base.differences(&Rulebook::preset(preset)).is_empty(), "{preset}");
    }
    let legacy = Rulebook::preset(Preset::HowLegacy);
    assert_eq!((legacy.get(MIN_PLAYERS_MP), legacy.get(MIN_PLAYERS_STATIONARY)), (20, 12));
    assert_eq!(Rulebook::preset(Preset::Wrc9).get(TURN_SECONDS), 60);
    assert_eq!(Rulebook::preset(Preset::Loc2024_11_30).get(MINOR_ACCOMPANIED_BELOW), Some(15));
}

#[test]
fn an_override_of_the_wrong_type_or_range_is_refused_by_name() {
    let mut rulebook = Rulebook::default();
    let error = rulebook.override_value("ranking.tiebreak_basis", &Raw::Text("luck".into())).unwrap_err();
    assert_eq!(
        error.to_string(),
        "rulebook parameter `ranking.tiebreak_basis`: expected one of position, points, found \"luck\""
    );
    for (path, raw) in [
        ("awans.ranking.count", Raw::Int(-1)),
        ("awans.ranking.count", Raw::Bool(true)),
        ("awans.tournament.two_seats_from", Raw::Int(0)),
        ("half_rule.den", Raw::Int(0)),
        ("mp.quarter", Raw::Text("2025Q5".into())),
        ("awans.gp.events", Raw::List(vec![Raw::Int(10), Raw::Int(5)])),
        ("ranking.bands", Raw::List(vec![])),
    ] {
        assert!(
            matches!(rulebook.override_value(path, &raw), Err(InvalidOverride::InvalidValue { .. })),
            "{path} took {raw:?}"
        );
    }
    assert!(matches!(
        rulebook.override_value("ranking.luck", &Raw::Int(1)),
        Err(InvalidOverride::UnknownParameter { path }) if path == "ranking.luck"
    ));
    assert_eq!(rulebook, Rulebook::default());
}

#[test]
fn the_names_of_a_bundle_reach_the_parameters_of_the_table() {
    let mut rulebook = Rulebook::default();
    rulebook.override_value("awans.tournament.two_seats_from", &Raw::Int(81)).unwrap();
    assert_eq!(rulebook.get(AWANS_TOURNAMENT_SEATS), [Step { from: 1, seats: 1 }, Step { from: 81, seats: 2 }]);
    rulebook.override_value("awans.tournament.two_seats_from", &Raw::Int(1)).unwrap();
    assert_eq!(rulebook.get(AWANS_TOURNAMENT_SEATS), [Step { from: 1, seats: 2 }]);
    rulebook.override_value("wildcard.cap", &Raw::Int(0)).unwrap();
    assert_eq!(rulebook.get(MW_WILDCARD_CAP), 0);
    assert_eq!(alias_target("wildcard.cap"), Some("mw.wildcard.cap"));
}

/// The text of every source file of this crate but the table itself and the tests of the rulebook.
fn sources(folder: &Path, texts: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, texts);
        } else if !["parameters.rs", "presets.rs", "tests.rs"].iter().any(|name| path.ends_with(name)) {
            let text = fs::read_to_string(path).unwrap();
            texts.push(text.split("#[cfg(test)]").next().unwrap_or_default().to_owned());
        }
    }
}

#[test]
fn a_parameter_is_called_computed_exactly_when_a_calculation_reads_it() {
    let mut texts = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut texts);
    for (name, parameter) in parameters::named() {
        let read = texts.iter().any(|text| {
            text.match_indices(name).any(|(at, _)| {
                let next = text[at + name.len()..].chars().next();
                text[..at].ends_with("parameters::") && !next.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_')
            })
        });
        assert_eq!(read, parameter.effect == Effect::Computed, "{} is {:?}", parameter.path, parameter.effect);
    }
}

#[test]
fn given_rules_of_its_own_when_a_competition_is_judged_then_those_of_its_season_do_not_count() {
    let of_season = Rulebook::default().with(parameters::DSQ_PLACEMENT, DsqPlacement::Last);
    let own = Rulebook::default().with(parameters::DSQ_PLACEMENT, DsqPlacement::KeepNoPoints);
    assert_eq!(Rulebook::of_competition(Some(&own), || Some(&of_season)), own);
    assert_eq!(Rulebook::of_competition(None, || Some(&of_season)), of_season);
    assert_eq!(Rulebook::of_competition(None, || None), Rulebook::default());
}
