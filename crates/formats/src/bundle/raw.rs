//! The shape of a season bundle as written, before its values are checked.

use domain::rulebook::Raw;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use smol_str::SmolStr;
use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;

/// An optional field must be left out rather than written as `null`.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Something that is written as an object with named fields.
trait Shape: Sized {
    fn from_map<'de, A: MapAccess<'de>>(map: A) -> Result<Self, A::Error>;
}

/// Refuses arrays, which a derived reader would take as the fields in order.
struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Shape> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::from_map(map)
    }
}

macro_rules! shapes {
    ($( $(#[$meta:meta])* $name:ident { $( $(#[$field_meta:meta])* $field:ident: $type:ty ),+ $(,)? } )+) => { $(
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, serde::Deserialize, serde::Serialize)]
        #[serde(remote = "Self", deny_unknown_fields)]
        pub struct $name { $( $(#[$field_meta])* pub $field: $type ),+ }

        impl Shape for $name {
            fn from_map<'de, A: MapAccess<'de>>(map: A) -> Result<Self, A::Error> {
                // The inherent function that the derive made, not that of the trait.
                $name::deserialize(MapAccessDeserializer::new(map))
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $name::serialize(self, serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_map(ObjectVisitor(PhantomData))
            }
        }
    )+ };
}

shapes! {
    /// A season bundle as written.
    Bundle {
        format: SmolStr,
        #[serde(default)]
        seasons: Vec<Season>,
        rulebook: Rulebook,
        #[serde(default)]
        players: Vec<Player>,
        #[serde(default)]
        tournaments: Vec<Tournament>,
        #[serde(default)]
        leagues: Vec<League>,
        #[serde(default)]
        grand_prix: Vec<GrandPrix>,
        #[serde(default)]
        online: Vec<Online>,
        #[serde(default)]
        waivers: Vec<Waiver>,
        #[serde(default)]
        mw: Vec<Mw>,
        #[serde(default)]
        tie_decisions: Vec<TieDecision>,
    }

    Season {
        id: SmolStr,
        from: SmolStr,
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        to: Option<SmolStr>,
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        mp_first_day: Option<SmolStr>,
    }

    Rulebook {
        base: SmolStr,
        overrides: Overrides,
    }

    Player {
        id: SmolStr,
        first_name: SmolStr,
        surname: SmolStr,
        city: SmolStr,
        voivodeship: SmolStr,
        country: SmolStr,
    }

    Tournament {
        id: SmolStr,
        name: SmolStr,
        ended_at: SmolStr,
        submitted_at: SmolStr,
        voivodeship: SmolStr,
        class: SmolStr,
        planned_games: u32,
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        results: Option<Vec<TournamentResult>>,
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        rounds: Option<Vec<Round>>,
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none", rename = "final")]
        final_table: Option<Table>,
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        disqualified: Option<Vec<SmolStr>>,
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        waivers: Option<Vec<SmolStr>>,
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        exception_decision: Option<ExceptionDecision>,
    }

    TournamentResult {
        player: SmolStr,
        games_played: u32,
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        place: Option<u32>,
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        disqualified: Option<bool>,
    }

    Round {
        tables: Vec<Table>,
    }

    /// A table of a round, or the final, as written.
    Table {
        seats: Vec<SmolStr>,
        games: Vec<Game>,
    }

    Game {
        ending: SmolStr,
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        small: Option<Vec<i32>>,
    }

    ExceptionDecision {
        granted: bool,
        decided_at: SmolStr,
    }

    League {
        id: SmolStr,
        name: SmolStr,
        voivodeship: SmolStr,
        ended_at: SmolStr,
        submitted_at: SmolStr,
        meetings: Vec<Meeting>,
        table: Vec<TableLine>,
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        waivers: Option<Vec<SmolStr>>,
    }

    Meeting {
        date: SmolStr,
        present: Vec<SmolStr>,
    }

    /// A line of a league's or online event's table as written.
    TableLine {
        player: SmolStr,
        place: u32,
    }

    GrandPrix {
        id: SmolStr,
        name: SmolStr,
        tournaments: Vec<SmolStr>,
    }

    Online {
        id: SmolStr,
        event: SmolStr,
        edition: u32,
        ended_at: SmolStr,
        table: Vec<TableLine>,
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        submitted_at: Option<SmolStr>,
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        waivers: Option<Vec<SmolStr>>,
    }

    /// A waiver outside an event as written.
    Waiver {
        player: SmolStr,
        declared_at: SmolStr,
    }

    Mw {
        id: SmolStr,
        voivodeship: SmolStr,
        from: SmolStr,
        to: SmolStr,
    }

    TieDecision {
        event: SmolStr,
        #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
        season: Option<SmolStr>,
        order: Vec<SmolStr>,
    }
}

/// The overrides of a rulebook in the order of the file; a path stands at most once.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Overrides(pub Vec<(String, Raw)>);

impl<'de> Deserialize<'de> for Overrides {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OverridesVisitor;
        impl<'de> Visitor<'de> for OverridesVisitor {
            type Value = Overrides;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map of parameter paths to values")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Overrides, A::Error> {
                let mut overrides: Vec<(String, Raw)> = Vec::new();
                let mut known: HashSet<String> = HashSet::new();
                while let Some(path) = map.next_key::<String>()? {
                    if !known.insert(path.clone()) {
                        return Err(A::Error::custom(format_args!("duplicate field `{path}`")));
                    }
                    overrides.push((path, map.next_value::<Scalar>()?.0));
                }
                Ok(Overrides(overrides))
            }
        }
        deserializer.deserialize_map(OverridesVisitor)
    }
}

impl Serialize for Overrides {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(path, value)| (path, OverrideValue(value))))
    }
}

/// The value of an override as it is written.
struct OverrideValue<'a>(&'a Raw);

impl Serialize for OverrideValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Raw::Bool(value) => serializer.serialize_bool(*value),
            Raw::Int(value) => serializer.serialize_i64(*value),
            Raw::Text(value) => serializer.serialize_str(value),
            other => Err(serde::ser::Error::custom(format_args!("an override is a single value, not {other}"))),
        }
    }
}

/// The value of an override; every parameter that a bundle knows takes a single value.
struct Scalar(Raw);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ScalarVisitor;
        impl Visitor<'_> for ScalarVisitor {
            type Value = Scalar;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an integer or a text")
            }
            fn visit_bool<E: Error>(self, value: bool) -> Result<Scalar, E> {
                Ok(Scalar(Raw::Bool(value)))
            }
            fn visit_i64<E: Error>(self, value: i64) -> Result<Scalar, E> {
                Ok(Scalar(Raw::Int(value)))
            }
            fn visit_u64<E: Error>(self, value: u64) -> Result<Scalar, E> {
                Ok(Scalar(Raw::Int(i64::try_from(value).unwrap_or(i64::MAX))))
            }
            fn visit_f64<E: Error>(self, _: f64) -> Result<Scalar, E> {
                Ok(Scalar(Raw::Fraction))
            }
            fn visit_str<E: Error>(self, value: &str) -> Result<Scalar, E> {
                Ok(Scalar(Raw::Text(value.to_owned())))
            }
        }
        deserializer.deserialize_any(ScalarVisitor)
    }
}
