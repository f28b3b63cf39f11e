//! Types and values of rulebook parameters.

use crate::Choice;
use crate::competitions::class::OnlineEvent;
use crate::values::calendar::Quarter;
use std::fmt;

/// A value as a file gives it, before it meets the type of its parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum Raw {
    Bool(bool),
    Int(i64),
    Text(String),
    List(Vec<Raw>),
    /// Named values, in the order of the file.
    Map(Vec<(String, Raw)>),
    /// A number with a fraction, or too large to be exact.
    Fraction,
    Date,
}

impl fmt::Display for Raw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => value.fmt(f),
            Self::Int(value) => value.fmt(f),
            Self::Text(value) => write!(f, "\"{value}\""),
            Self::List(items) => {
                let items: Vec<String> = items.iter().map(ToString::to_string).collect();
                write!(f, "[{}]", items.join(", "))
            }
            Self::Map(entries) => {
                let entries: Vec<String> = entries.iter().map(|(key, value)| format!("{key} = {value}")).collect();
                write!(f, "{{{}}}", entries.join(", "))
            }
            Self::Fraction => f.write_str("a number that is not whole, or too large"),
            Self::Date => f.write_str("a date"),
        }
    }
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("expected {expected}, found {found}")]
pub struct InvalidValue {
    pub expected: Kind,
    pub found: Raw,
}

/// Two whole numbers, the smallest and the greatest allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    pub min: u32,
    pub max: u32,
}

impl Span {
    /// From `min` to `max`, both inclusive.
    pub const fn new(min: u32, max: u32) -> Self {
        Self { min, max }
    }

    pub fn holds(self, number: u32) -> bool {
        (self.min..=self.max).contains(&number)
    }
}

/// From this many persons on, this many qualifications.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    pub from: u32,
    pub seats: u32,
}

/// From this place on, this many points, until the next band begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Band {
    pub from: u32,
    pub points: u32,
}

/// The places of the elimination that sit together, a list for each table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tables(pub Vec<Vec<u32>>);

/// How many qualifications an online competition gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    pub event: OnlineEvent,
    pub seats: u32,
    pub editions: u32,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Bool(bool),
    Int(u32),
    OptionalInt(Option<u32>),
    Span(Span),
    Choice(&'static str),
    /// Several of a closed set of names, in order.
    Choices(Vec<&'static str>),
    Ints(Vec<u32>),
    Steps(Vec<Step>),
    Bands(Vec<Band>),
    Tables(Tables),
    Quotas(Vec<Quota>),
    Quarter(Quarter),
}

/// The type and range of a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    Bool,
    Int(Span),
    /// A whole number in a range, or `none`.
    OptionalInt(Span),
    /// Two whole numbers in a range, in order.
    Span(Span),
    Choice(&'static [&'static str]),
    /// A list of these names, none twice.
    Choices(&'static [&'static str]),
    Ints(Span),
    /// Steps with rising `from`, beginning anywhere from 0.
    Steps,
    /// Bands with rising `from`, beginning at 1, and falling points.
    Bands,
    Tables,
    /// Quotas, each competition at most once.
    Quotas,
    Quarter,
}

const NOTHING: &str = "none";

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("true or false"),
            Self::Int(range) => write!(f, "an integer {range}"),
            Self::OptionalInt(range) => write!(f, "an integer {range} or \"{NOTHING}\""),
            Self::Span(range) => write!(f, "[min, max] of integers {range}, in order"),
            Self::Choice(names) => write!(f, "one of {}", names.join(", ")),
            Self::Choices(names) => write!(f, "a list of {}", names.join(", ")),
            Self::Ints(range) => write!(f, "a list of integers {range}"),
            Self::Steps => f.write_str("a list of {from, seats} with rising from"),
            Self::Bands => f.write_str("a list of {from, points} from place 1, with rising from and falling points"),
            Self::Tables => f.write_str("a list of lists of places"),
            Self::Quotas => f.write_str("a list of {event, seats, editions}, each event once"),
            Self::Quarter => f.write_str("a quarter like 2025Q3"),
        }
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.min, self.max)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn list<T>(f: &mut fmt::Formatter<'_>, items: &[T], show: impl Fn(&T) -> String) -> fmt::Result {
            write!(f, "[{}]", items.iter().map(show).collect::<Vec<_>>().join(", "))
        }
        match self {
            Self::Bool(value) => value.fmt(f),
            Self::Int(value) | Self::OptionalInt(Some(value)) => value.fmt(f),
            Self::OptionalInt(None) => f.write_str(NOTHING),
            Self::Span(span) => write!(f, "[{}, {}]", span.min, span.max),
            Self::Choice(name) => f.write_str(name),
            Self::Choices(names) => list(f, names, |name| (*name).to_owned()),
            Self::Ints(numbers) => list(f, numbers, u32::to_string),
            Self::Steps(steps) => list(f, steps, |step| format!("{{from {}: {}}}", step.from, step.seats)),
            Self::Bands(bands) => list(f, bands, |band| format!("{}: {}", band.from, band.points)),
            Self::Tables(Tables(tables)) => list(f, tables, |places| format!("{places:?}")),
            Self::Quotas(quotas) => {
                list(f, quotas, |quota| format!("{{{}: {}, editions {}}}", quota.event, quota.seats, quota.editions))
            }
            Self::Quarter(quarter) => quarter.fmt(f),
        }
    }
}

fn integer(raw: &Raw, range: Span) -> Option<u32> {
    let Raw::Int(number) = raw else { return None };
    u32::try_from(*number).ok().filter(|number| range.holds(*number))
}

fn one_of(raw: &Raw, names: &'static [&'static str]) -> Option<&'static str> {
    let Raw::Text(text) = raw else { return None };
    names.iter().copied().find(|name| name == text)
}

fn items(raw: &Raw) -> Option<&[Raw]> {
    if let Raw::List(items) = raw { Some(items) } else { None }
}

/// Exactly these fields, each a whole number or (for `event`) a text.
fn fields<'a, const N: usize>(raw: &'a Raw, names: [&str; N]) -> Option<[&'a Raw; N]> {
    let Raw::Map(entries) = raw else { return None };
    let found: Vec<&Raw> =
        names.iter().filter_map(|name| entries.iter().find(|(key, _)| key == name).map(|(_, value)| value)).collect();
    (entries.len() == N).then_some(())?;
    found.try_into().ok()
}

const ANY: Span = Span::new(0, u32::MAX);
const FROM_ONE: Span = Span::new(1, u32::MAX);

fn strictly_rising(numbers: impl IntoIterator<Item = u32>) -> bool {
    numbers.into_iter().is_sorted_by(|a, b| a < b)
}

impl Kind {
    pub fn parse(&self, raw: &Raw) -> Result<Value, InvalidValue> {
        self.read(raw).ok_or_else(|| InvalidValue { expected: self.clone(), found: raw.clone() })
    }

    fn read(&self, raw: &Raw) -> Option<Value> {
        match self {
            Self::Bool => {
                let Raw::Bool(value) = raw else { return None };
                Some(Value::Bool(*value))
            }
            Self::Int(range) => integer(raw, *range).map(Value::Int),
            Self::OptionalInt(_) if matches!(raw, Raw::Text(text) if text == NOTHING) => Some(Value::OptionalInt(None)),
            Self::OptionalInt(range) => integer(raw, *range).map(|number| Value::OptionalInt(Some(number))),
            Self::Span(range) => match items(raw)? {
                [min, max] => {
                    let span = Span::new(integer(min, *range)?, integer(max, *range)?);
                    (span.min <= span.max).then_some(Value::Span(span))
                }
                _ => None,
            },
            Self::Choice(names) => one_of(raw, names).map(Value::Choice),
            Self::Choices(names) => {
                let chosen: Vec<_> = items(raw)?.iter().map(|item| one_of(item, names)).collect::<Option<_>>()?;
                let distinct = chosen.iter().enumerate().all(|(index, name)| !chosen[..index].contains(name));
                distinct.then_some(Value::Choices(chosen))
            }
            Self::Ints(range) => {
                items(raw)?.iter().map(|item| integer(item, *range)).collect::<Option<_>>().map(Value::Ints)
            }
            Self::Steps => {
                let step = |item| {
                    let [from, seats] = fields(item, ["from", "seats"])?;
                    Some(Step { from: integer(from, ANY)?, seats: integer(seats, ANY)? })
                };
                let steps: Vec<Step> = items(raw)?.iter().map(step).collect::<Option<_>>()?;
                strictly_rising(steps.iter().map(|step| step.from)).then_some(Value::Steps(steps))
            }
            Self::Bands => {
                let band = |item| {
                    let [from, points] = fields(item, ["from", "points"])?;
                    // Points beyond this could not be added up over a season.
                    Some(Band { from: integer(from, FROM_ONE)?, points: integer(points, Span::new(1, 10_000))? })
                };
                let bands: Vec<Band> = items(raw)?.iter().map(band).collect::<Option<_>>()?;
                let ordered = bands.first().is_some_and(|band| band.from == 1)
                    && strictly_rising(bands.iter().map(|band| band.from))
                    && strictly_rising(bands.iter().rev().map(|band| band.points));
                ordered.then_some(Value::Bands(bands))
            }
            Self::Tables => {
                let table =
                    |item| items(item)?.iter().map(|place| integer(place, FROM_ONE)).collect::<Option<Vec<_>>>();
                items(raw)?.iter().map(table).collect::<Option<_>>().map(|tables| Value::Tables(Tables(tables)))
            }
            Self::Quotas => {
                let quota = |item| {
                    let [event, seats, editions] = fields(item, ["event", "seats", "editions"])?;
                    let event = OnlineEvent::parse(one_of(event, OnlineEvent::NAMES)?).ok()?;
                    Some(Quota { event, seats: integer(seats, ANY)?, editions: integer(editions, FROM_ONE)? })
                };
                let quotas: Vec<Quota> = items(raw)?.iter().map(quota).collect::<Option<_>>()?;
                let distinct = quotas.iter().enumerate().all(|(i, a)| quotas[..i].iter().all(|b| a.event != b.event));
                distinct.then_some(Value::Quotas(quotas))
            }
            Self::Quarter => {
                let Raw::Text(text) = raw else { return None };
                Quarter::parse(text).ok().map(Value::Quarter)
            }
        }
    }
}

/// A Rust type that a parameter can have.
pub trait ParameterType: Sized {
    /// The kind of its values; `range` bounds the numbers in it.
    fn kind(range: Span) -> Kind;
    fn into_value(self) -> Value;
    /// Out of the untyped form; the table guarantees that it fits.
    fn from_value(value: &Value) -> Self;
}

macro_rules! parameter_types {
    ($( $type:ty: $variant:ident, $kind:expr, |$range:ident| );+ $(;)?) => { $(
        impl ParameterType for $type {
            fn kind($range: Span) -> Kind {
                $kind
            }
            fn into_value(self) -> Value {
                Value::$variant(self)
            }
            fn from_value(value: &Value) -> Self {
                let Value::$variant(found) = value else {
                    unreachable!("the table gives {} where {} is read", value, stringify!($type))
                };
                found.clone()
            }
        }
    )+ };
}

parameter_types! {
    bool: Bool, Kind::Bool, |_range|;
    u32: Int, Kind::Int(range), |range|;
    Option<u32>: OptionalInt, Kind::OptionalInt(range), |range|;
    Span: Span, Kind::Span(range), |range|;
    Vec<u32>: Ints, Kind::Ints(range), |range|;
    Vec<Step>: Steps, Kind::Steps, |_range|;
    Vec<Band>: Bands, Kind::Bands, |_range|;
    Tables: Tables, Kind::Tables, |_range|;
    Vec<Quota>: Quotas, Kind::Quotas, |_range|;
    Quarter: Quarter, Kind::Quarter, |_range|;
}

fn parsed<T: Choice>(name: &str) -> T {
    T::parse(name).unwrap_or_else(|_| unreachable!("the table gives {name} where {} is read", T::SUBJECT))
}

impl<T: Choice> ParameterType for T {
    fn kind(_range: Span) -> Kind {
        Kind::Choice(T::NAMES)
    }
    fn into_value(self) -> Value {
        Value::Choice(self.name())
    }
    fn from_value(value: &Value) -> Self {
        let Value::Choice(name) = value else { unreachable!("the table gives {value} where a {} is read", T::SUBJECT) };
        parsed(name)
    }
}

impl<T: Choice> ParameterType for Vec<T> {
    fn kind(_range: Span) -> Kind {
        Kind::Choices(T::NAMES)
    }
    fn into_value(self) -> Value {
        Value::Choices(self.into_iter().map(T::name).collect())
    }
    fn from_value(value: &Value) -> Self {
        let Value::Choices(names) = value else {
            unreachable!("the table gives {value} where a list of {} is read", T::SUBJECT)
        };
        names.iter().map(|name| parsed(name)).collect()
    }
}
