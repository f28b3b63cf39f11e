//! The table of settings: names, ranges, and the field of each value.

use super::ConfigValues;
use crate::configuration::duration_text;
use api::ACCESSIBILITY_STATES;
use domain::values::calendar::Day;
use formats::localization::Message;
use ipnet::IpNet;
use std::net::{IpAddr, SocketAddr};
use std::ops::RangeInclusive;
use std::time::Duration;
use tracing_subscriber::EnvFilter;
use url::Url;

/// A value as it was given: in the environment and by flags everything is a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RawValue {
    Text(String),
    Number(i64),
    Switch(bool),
    List(Vec<String>),
    /// Something that no setting is.
    Other,
}

/// One setting.
pub(crate) struct Key {
    /// As it is written in the file.
    pub(crate) name: &'static str,
    field: Field,
}

/// What a setting is, and where it is kept.
enum Field {
    Store(fn(&mut ConfigValues) -> &mut Option<String>),
    Address(fn(&mut ConfigValues) -> &mut SocketAddr),
    AddressOrOff(fn(&mut ConfigValues) -> &mut Option<SocketAddr>),
    Switch(fn(&mut ConfigValues) -> &mut bool),
    Url(fn(&mut ConfigValues) -> &mut String),
    Networks(fn(&mut ConfigValues) -> &mut Vec<IpNet>),
    Levels(fn(&mut ConfigValues) -> &mut String),
    Count(fn(&mut ConfigValues) -> &mut u32, RangeInclusive<u32>),
    Size(fn(&mut ConfigValues) -> &mut usize, RangeInclusive<usize>),
    Time(fn(&mut ConfigValues) -> &mut Duration, RangeInclusive<Duration>),
    /// The next four kinds are optional values that the notices publish.
    Text(fn(&mut ConfigValues) -> &mut Option<String>),
    Day(fn(&mut ConfigValues) -> &mut Option<String>),
    OneOf(fn(&mut ConfigValues) -> &mut Option<String>, &'static [&'static str]),
    Retention(fn(&mut ConfigValues) -> &mut Option<Duration>, RangeInclusive<Duration>),
}

const fn key(name: &'static str, field: Field) -> Key {
    Key { name, field }
}

const fn seconds(from: u64, to: u64) -> RangeInclusive<Duration> {
    Duration::from_secs(from)..=Duration::from_secs(to)
}

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// Longer than anything that a page says in one paragraph.
const MAX_TEXT_CHARS: usize = 2000;

/// The word for an address that is not listened on.
const OFF: &str = "off";

/// Every setting, in the order in which they are shown; those of a section stand together.
pub(crate) static KEYS: &[Key] = &[
    key("store", Field::Store(|c| &mut c.store.store)),
    key("key_file", Field::Store(|c| &mut c.store.key_file)),
    key("outside", Field::Store(|c| &mut c.store.outside)),
    key("listen", Field::Address(|c| &mut c.service.listen)),
    key("allow_plain_http", Field::Switch(|c| &mut c.allow_plain_http)),
    key("metrics_listen", Field::AddressOrOff(|c| &mut c.service.metrics_listen)),
    key("public_url", Field::Url(|c| &mut c.service.public_url)),
    key("trusted_proxies", Field::Networks(|c| &mut c.service.trusted_proxies)),
    key("workers", Field::Size(|c| &mut c.service.workers, 1..=512)),
    key("log", Field::Levels(|c| &mut c.log)),
    key("access_log", Field::Switch(|c| &mut c.service.access_log)),
    key("checkpoint_every", Field::Time(|c| &mut c.service.checkpoint_every, seconds(1, DAY))),
    key("audit_kept_for", Field::Time(|c| &mut c.service.audit_kept_for, seconds(DAY, 3650 * DAY))),
    key("limits.body_bytes", Field::Size(|c| &mut c.service.limits.body_bytes, 1024..=16 << 20)),
    key("limits.uri_bytes", Field::Size(|c| &mut c.service.limits.uri_bytes, 256..=64 << 10)),
    key("limits.header_bytes", Field::Size(|c| &mut c.service.limits.header_bytes, 1024..=96 << 10)),
    key("limits.request_timeout", Field::Time(|c| &mut c.service.limits.request_timeout, seconds(1, 10 * MINUTE))),
    key("limits.anonymous_per_minute", Field::Count(|c| &mut c.service.limits.anonymous_per_minute, 1..=100_000_000)),
    key("limits.with_token_per_minute", Field::Count(|c| &mut c.service.limits.with_token_per_minute, 1..=1_000_000)),
    key("limits.account_per_minute", Field::Count(|c| &mut c.service.limits.account_per_minute, 1..=100_000_000)),
    key("limits.costly_per_minute", Field::Count(|c| &mut c.service.limits.costly_per_minute, 1..=100_000_000)),
    key("limits.sign_ins_per_minute", Field::Count(|c| &mut c.service.limits.sign_ins_per_minute, 1..=100_000)),
    key("limits.streams", Field::Size(|c| &mut c.service.limits.streams, 0..=1_000_000)),
    key("limits.streams_per_client", Field::Size(|c| &mut c.service.limits.streams_per_client, 0..=1_000_000)),
    key("limits.connections_per_client", Field::Size(|c| &mut c.service.limits.connections_per_client, 0..=1_000_000)),
    key("limits.connections", Field::Size(|c| &mut c.service.limits.connections, 16..=1_000_000)),
    key("sign_in.access_token", Field::Time(|c| &mut c.service.sign_in.access_token, seconds(MINUTE, HOUR))),
    key("sign_in.session", Field::Time(|c| &mut c.service.sign_in.session, seconds(HOUR, 90 * DAY))),
    key("sign_in.link", Field::Time(|c| &mut c.service.sign_in.link, seconds(MINUTE, 30 * DAY))),
    key("sign_in.key_rotation", Field::Time(|c| &mut c.service.sign_in.key_rotation, seconds(HOUR, 90 * DAY))),
    key("sign_in.admins_need_second_factor", Field::Switch(|c| &mut c.service.sign_in.admins_need_second_factor)),
    key("operator.name", Field::Text(|c| &mut c.service.operator.name)),
    key("operator.address", Field::Text(|c| &mut c.service.operator.address)),
    key("operator.contact", Field::Text(|c| &mut c.service.operator.contact)),
    key("operator.data_protection_officer", Field::Text(|c| &mut c.service.operator.data_protection_officer)),
    key("operator.hosting", Field::Text(|c| &mut c.service.operator.hosting)),
    key(
        "operator.backups_kept_for",
        Field::Retention(|c| &mut c.service.operator.backups_kept_for, seconds(DAY, 3650 * DAY)),
    ),
    key("accessibility.state", Field::OneOf(|c| &mut c.service.accessibility.state, &ACCESSIBILITY_STATES)),
    key("accessibility.published", Field::Day(|c| &mut c.service.accessibility.published)),
    key("accessibility.updated", Field::Day(|c| &mut c.service.accessibility.updated)),
    key("accessibility.drawn_up", Field::Day(|c| &mut c.service.accessibility.drawn_up)),
    key("accessibility.reviewed", Field::Day(|c| &mut c.service.accessibility.reviewed)),
    key("accessibility.contact", Field::Text(|c| &mut c.service.accessibility.contact)),
    key("accessibility.exceptions_pl", Field::Text(|c| &mut c.service.accessibility.exceptions_pl)),
    key("accessibility.exceptions_en", Field::Text(|c| &mut c.service.accessibility.exceptions_en)),
    key("accessibility.building_pl", Field::Text(|c| &mut c.service.accessibility.building_pl)),
    key("accessibility.building_en", Field::Text(|c| &mut c.service.accessibility.building_en)),
];

/// Sections that the public notices show; the other sections configure the service.
const NOTICE_SECTIONS: [&str; 2] = ["operator", "accessibility"];
/// What a notice can do without: not every operator has it.
const OPTIONAL: [&str; 1] = ["operator.data_protection_officer"];
/// What it can do without where everything is accessible.
const EXCEPTIONS: [&str; 2] = ["accessibility.exceptions_pl", "accessibility.exceptions_en"];

impl Key {
    /// The variable of the environment that gives the same setting.
    pub(crate) fn variable(&self) -> String {
        format!("KOSTKA_{}", self.name.replace('.', "_").to_uppercase())
    }

    /// Whether the setting says where the store is; every command takes those by options of its own.
    pub(crate) fn is_of_the_store(&self) -> bool {
        matches!(self.field, Field::Store(_))
    }

    /// The section of the setting; empty for those that are in none.
    pub(crate) fn section(&self) -> &'static str {
        self.name.split_once('.').map_or("", |(section, _)| section)
    }

    /// Whether the notices have a gap without it.
    pub(crate) fn is_missing_in_notices(&self, chosen: &ConfigValues) -> bool {
        let is_needed = !EXCEPTIONS.contains(&self.name) || chosen.service.accessibility.has_exceptions();
        NOTICE_SECTIONS.contains(&self.section())
            && !OPTIONAL.contains(&self.name)
            && is_needed
            && self.value(chosen).is_none()
    }

    pub(crate) fn set(&self, chosen: &mut ConfigValues, given: &RawValue) -> Result<(), Message<'static>> {
        let text = |what: &'static str| match given {
            RawValue::Text(text) => Ok(text.as_str()),
            _ => Err(Message::new(what)),
        };
        match &self.field {
            Field::Store(place) => {
                let text = text("config-wants-text")?;
                if text.is_empty() {
                    return Err(Message::new("config-wants-text"));
                }
                *place(chosen) = Some(text.to_owned());
            }
            Field::Address(place) => *place(chosen) = address(text("config-wants-address")?)?,
            Field::AddressOrOff(place) => {
                *place(chosen) = match text("config-wants-address-or-off")? {
                    OFF => None,
                    text => Some(address(text).map_err(|_| Message::new("config-wants-address-or-off"))?),
                };
            }
            Field::Switch(place) => {
                *place(chosen) = match given {
                    RawValue::Switch(on) => *on,
                    RawValue::Text(text) if text == "true" => true,
                    RawValue::Text(text) if text == "false" => false,
                    _ => return Err(Message::new("config-wants-switch")),
                };
            }
            Field::Url(place) => *place(chosen) = base_url(text("config-wants-url")?)?,
            Field::Networks(place) => {
                let networks: Vec<&str> = match given {
                    RawValue::List(list) => list.iter().map(String::as_str).collect(),
                    RawValue::Text(text) => text.split(',').map(str::trim).filter(|text| !text.is_empty()).collect(),
                    _ => return Err(Message::new("config-wants-networks")),
                };
                *place(chosen) = networks.into_iter().map(network).collect::<Result<_, _>>()?;
            }
            Field::Levels(place) => *place(chosen) = levels(text("config-wants-levels")?)?,
            Field::Count(place, range) => {
                *place(chosen) = number(given, u64::from(*range.start()), u64::from(*range.end()))? as u32;
            }
            Field::Size(place, range) => {
                *place(chosen) = number(given, *range.start() as u64, *range.end() as u64)? as usize;
            }
            Field::Time(place, range) => *place(chosen) = span(given, range)?,
            Field::Retention(place, range) => *place(chosen) = Some(span(given, range)?),
            Field::Text(place) => *place(chosen) = Some(words(text("config-wants-text")?)?),
            Field::Day(place) => {
                let day = Day::parse(text("config-wants-day")?).map_err(|_| Message::new("config-wants-day"))?;
                *place(chosen) = Some(day.to_string());
            }
            Field::OneOf(place, known) => {
                let wanted = || Message::new("config-wants-one-of").with("known", known.join(", "));
                let RawValue::Text(text) = given else { return Err(wanted()) };
                *place(chosen) = Some(known.iter().find(|one| *one == text).ok_or_else(wanted)?.to_string());
            }
        }
        Ok(())
    }

    /// The value as the file would have it; nothing if there is none.
    pub(crate) fn value(&self, chosen: &ConfigValues) -> Option<toml::Value> {
        use toml::Value;
        let chosen = &mut chosen.clone();
        Some(match &self.field {
            Field::Store(place) => Value::String(place(chosen).clone()?),
            Field::Address(place) => Value::String(place(chosen).to_string()),
            Field::AddressOrOff(place) => {
                Value::String(place(chosen).map_or_else(|| OFF.to_owned(), |address| address.to_string()))
            }
            Field::Switch(place) => Value::Boolean(*place(chosen)),
            Field::Url(place) if place(chosen).is_empty() => return None,
            Field::Url(place) | Field::Levels(place) => Value::String(place(chosen).clone()),
            Field::Networks(place) => {
                Value::Array(place(chosen).iter().map(|network| Value::String(network.to_string())).collect())
            }
            Field::Count(place, _) => Value::Integer(i64::from(*place(chosen))),
            Field::Size(place, _) => Value::Integer(*place(chosen) as i64),
            Field::Time(place, _) => Value::String(duration_text::write(*place(chosen))),
            Field::Retention(place, _) => Value::String(duration_text::write((*place(chosen))?)),
            Field::Text(place) | Field::Day(place) | Field::OneOf(place, _) => Value::String(place(chosen).clone()?),
        })
    }
}

fn span(given: &RawValue, range: &RangeInclusive<Duration>) -> Result<Duration, Message<'static>> {
    let wanted = || {
        Message::new("config-wants-time")
            .with("from", duration_text::write(*range.start()))
            .with("to", duration_text::write(*range.end()))
    };
    let RawValue::Text(text) = given else { return Err(wanted()) };
    duration_text::parse(text).filter(|span| range.contains(span)).ok_or_else(wanted)
}

/// What stands in a paragraph of a page: one line, neither empty nor endless.
fn words(text: &str) -> Result<String, Message<'static>> {
    let text = text.trim();
    let fits = !text.is_empty() && text.chars().count() <= MAX_TEXT_CHARS && !text.chars().any(char::is_control);
    if fits {
        Ok(text.to_owned())
    } else {
        Err(Message::new("config-wants-words").count("most", MAX_TEXT_CHARS as u64))
    }
}

fn address(text: &str) -> Result<SocketAddr, Message<'static>> {
    text.parse().map_err(|_| Message::new("config-wants-address"))
}

fn number(given: &RawValue, from: u64, to: u64) -> Result<u64, Message<'static>> {
    let number = match given {
        RawValue::Number(number) => u64::try_from(*number).ok(),
        RawValue::Text(text) => text.parse().ok(),
        _ => None,
    };
    let wanted = || Message::new("config-wants-number").count("from", from).count("to", to);
    number.filter(|number| (from..=to).contains(number)).ok_or_else(wanted)
}

/// A network, or a single address.
fn network(text: &str) -> Result<IpNet, Message<'static>> {
    let single = || text.parse::<IpAddr>().map(IpNet::from);
    text.parse::<IpNet>()
        .map(|network| network.trunc())
        .or_else(|_| single())
        .map_err(|_| Message::new("config-wants-networks"))
}

/// What addresses begin with: scheme, host, perhaps a port and a path; without the slash at the end.
fn base_url(text: &str) -> Result<String, Message<'static>> {
    let wanted = || Message::new("config-wants-url");
    let url = Url::parse(text).map_err(|_| wanted())?;
    let plain = url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
    let fits = matches!(url.scheme(), "http" | "https") && url.has_host() && plain && url.password().is_none();
    if fits { Ok(url.as_str().trim_end_matches('/').to_owned()) } else { Err(wanted()) }
}

/// A level for everything, then perhaps others for parts of the program: `info,api=debug`.
fn levels(text: &str) -> Result<String, Message<'static>> {
    const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];
    let is_level = |level: &str| LEVELS.contains(&level);
    let mut parts = text.split(',');
    let for_all = parts.next().is_some_and(is_level);
    // A word alone would be taken for the name of a part, and everything else would fall silent.
    let for_parts = parts.all(|part| part.split_once('=').is_some_and(|(_, level)| is_level(level)));
    if for_all && for_parts && EnvFilter::try_new(text).is_ok() {
        Ok(text.to_owned())
    } else {
        Err(Message::new("config-wants-levels"))
    }
}
