//! What a client understands: its language, the forms of an answer and the encodings.

use actix_web::http::header::{ACCEPT, ACCEPT_ENCODING, ACCEPT_LANGUAGE, HeaderMap, HeaderName};
use formats::localization::Lang;

/// A form that an answer can take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    Json,
    Csv,
    Ndjson,
    EventStream,
    CloudEvents,
    Text,
    Html,
    Calendar,
}

impl Form {
    pub(crate) fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Csv => "text/csv",
            Self::Ndjson => "application/x-ndjson",
            Self::EventStream => "text/event-stream",
            Self::CloudEvents => "application/cloudevents-batch+json",
            Self::Text => "text/plain",
            Self::Html => "text/html",
            Self::Calendar => "text/calendar",
        }
    }

    pub(crate) fn content_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8; header=present",
            Self::Text => "text/plain; charset=utf-8",
            Self::Html => "text/html; charset=utf-8",
            Self::Calendar => "text/calendar; charset=utf-8",
            other => other.media_type(),
        }
    }
}

/// An encoding of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Encoding {
    Identity,
    Gzip,
    Brotli,
}

/// The language of a client; Polish if it does not say or says neither.
pub(crate) fn language(headers: &HeaderMap) -> Lang {
    best_language(preferences(headers, &ACCEPT_LANGUAGE))
}

/// The same for the text of the header.
pub(crate) fn language_of(accepted: &str) -> Lang {
    best_language(accepted.split(',').filter_map(preference))
}

fn best_language<'a>(accepted: impl Iterator<Item = (&'a str, u16)>) -> Lang {
    let mut best = (Lang::Pl, 0);
    for (name, quality) in accepted {
        let primary = name.split('-').next().unwrap_or_default();
        if let Some(lang) = Lang::parse(&primary.to_ascii_lowercase()).filter(|_| quality > best.1) {
            best = (lang, quality);
        }
    }
    best.0
}

/// The form that the client likes best of those that are offered; the first if it does not say, none if it takes none.
pub(crate) fn form(headers: &HeaderMap, offered: &[Form]) -> Option<Form> {
    if !headers.contains_key(ACCEPT) {
        return offered.first().copied();
    }
    let mut best: Option<(Form, (u16, u8))> = None;
    for form in offered {
        let weight = weight(headers, form.media_type());
        if weight.0 > 0 && best.is_none_or(|(_, known)| weight > known) {
            best = Some((*form, weight));
        }
    }
    best.map(|(form, _)| form)
}

/// How much a client likes a media type, and how precisely it said so; the most precise range counts.
fn weight(headers: &HeaderMap, media_type: &str) -> (u16, u8) {
    let major = media_type.split('/').next().unwrap_or_default();
    let mut found = (0, 0);
    for (range, quality) in preferences(headers, &ACCEPT) {
        let precision = if range.eq_ignore_ascii_case(media_type) {
            3
        } else if range.strip_suffix("/*").is_some_and(|it| it.eq_ignore_ascii_case(major)) {
            2
        } else if range == "*/*" {
            1
        } else {
            continue;
        };
        if precision > found.1 {
            found = (quality, precision);
        }
    }
    found
}

/// The encoding that the client takes, the smaller first.
pub(crate) fn encoding(headers: &HeaderMap) -> Encoding {
    let Some(first) = headers.get(ACCEPT_ENCODING) else { return Encoding::Identity };
    // What browsers send, without looking at every part of it.
    if let b"gzip, deflate, br" | b"gzip, deflate, br, zstd" | b"br" = first.as_bytes() {
        return Encoding::Brotli;
    }
    let (mut gzip, mut brotli) = (0, 0);
    for (name, quality) in preferences(headers, &ACCEPT_ENCODING) {
        match name {
            "br" => brotli = quality,
            "gzip" | "x-gzip" => gzip = quality,
            _ => {}
        }
    }
    match (gzip, brotli) {
        (0, 0) => Encoding::Identity,
        (gzip, brotli) if brotli >= gzip => Encoding::Brotli,
        _ => Encoding::Gzip,
    }
}

/// The parts of a header that lists preferences, with their weight in thousandths.
fn preferences<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = (&'a str, u16)> {
    let values = headers.get_all(name).filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).filter_map(preference)
}

fn preference(part: &str) -> Option<(&str, u16)> {
    let mut pieces = part.split(';');
    let name = pieces.next()?.trim();
    let quality = pieces.find_map(|piece| piece.trim().strip_prefix("q=")).map_or(Some(1000), thousandths)?;
    Some((name, quality))
}

fn thousandths(text: &str) -> Option<u16> {
    let number: f32 = text.parse().ok()?;
    (0.0..=1.0).contains(&number).then_some((number * 1000.0) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::HeaderValue;

    fn headers(name: HeaderName, value: &'static str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(name, HeaderValue::from_static(value));
        headers
    }

    #[test]
    fn a_client_is_answered_in_its_language_and_in_polish_if_it_speaks_neither() {
        for (accepts, lang) in [
            ("en", Lang::En),
            ("en-GB,en;q=0.9,pl;q=0.8", Lang::En),
            ("pl,en;q=0.9", Lang::Pl),
            ("de, en;q=0.2", Lang::En),
            ("de", Lang::Pl),
            ("en;q=0, pl;q=0.1", Lang::Pl),
            ("*", Lang::Pl),
            ("en;q=many", Lang::Pl),
        ] {
            assert_eq!(language(&headers(ACCEPT_LANGUAGE, accepts)), lang, "{accepts}");
        }
        assert_eq!(language(&HeaderMap::new()), Lang::Pl);
    }

    #[test]
    fn the_form_that_is_liked_best_is_taken() {
        let offered = [Form::Json, Form::Csv];
        for (accepts, expected) in [
            ("*/*", Some(Form::Json)),
            ("text/csv", Some(Form::Csv)),
            ("text/*", Some(Form::Csv)),
            ("application/json;q=0.5, text/csv", Some(Form::Csv)),
            ("text/csv;q=0, */*", Some(Form::Json)),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", Some(Form::Json)),
            ("image/png", None),
        ] {
            assert_eq!(form(&headers(ACCEPT, accepts), &offered), expected, "{accepts}");
        }
        assert_eq!(form(&HeaderMap::new(), &offered), Some(Form::Json));
    }

    #[test]
    fn brotli_comes_before_gzip_and_nothing_is_forced_on_anybody() {
        for (accepts, expected) in [
            ("gzip, deflate, br", Encoding::Brotli),
            ("gzip", Encoding::Gzip),
            ("br;q=0.5, gzip", Encoding::Gzip),
            ("br;q=0, gzip;q=0", Encoding::Identity),
            ("identity", Encoding::Identity),
        ] {
            assert_eq!(encoding(&headers(ACCEPT_ENCODING, accepts)), expected, "{accepts}");
        }
    }
}
