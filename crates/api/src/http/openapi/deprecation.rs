//! Operations that will go away: one table, from which both the document and the headers of the answers are made.

use super::common::{for_each_operation, object, reference};
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue, LINK};
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use serde_json::{Value, json};

/// `Deprecation` of RFC 9745.
const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");
/// `Sunset` of RFC 8594.
const SUNSET: HeaderName = HeaderName::from_static("sunset");

/// An operation that will go away.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deprecation {
    pub(crate) method: &'static str,
    /// Its address, as in the table of routes.
    pub(crate) pattern: &'static str,
    /// The day since which new clients should not use it.
    pub(crate) since: NaiveDate,
    /// The day on which it goes away.
    pub(crate) sunset: NaiveDate,
    pub(crate) link: &'static str,
}

pub(crate) const DEPRECATED: &[Deprecation] = &[];

impl Deprecation {
    fn tell(&self, headers: &mut HeaderMap) {
        let mut add = |name: HeaderName, text: String| {
            if let Ok(value) = HeaderValue::from_str(&text) {
                headers.append(name, value);
            }
        };
        add(DEPRECATION, format!("@{}", midnight(self.since).timestamp()));
        add(SUNSET, midnight(self.sunset).format("%a, %d %b %Y %H:%M:%S GMT").to_string());
        add(LINK, format!("<{}>; rel=\"deprecation\"", self.link));
    }
}

fn midnight(day: NaiveDate) -> DateTime<Utc> {
    day.and_time(NaiveTime::MIN).and_utc()
}

/// Headers of an answer of this operation, if it is in the table; `HEAD` is answered as `GET`.
pub(crate) fn tell(table: &[Deprecation], pattern: &str, method: &str, headers: &mut HeaderMap) {
    let method = if method == "HEAD" { "GET" } else { method };
    if let Some(entry) = table.iter().find(|entry| entry.pattern == pattern && entry.method == method) {
        entry.tell(headers);
    }
}

pub(crate) fn mark(table: &[Deprecation], document: &mut Value) {
    for_each_operation(document, |path, method, operation| {
        let entry = table.iter().find(|entry| entry.pattern == path && entry.method.eq_ignore_ascii_case(method));
        let Some(entry) = entry else { return };
        operation["deprecated"] = true.into();
        operation["x-deprecated-since"] = entry.since.to_string().into();
        operation["x-sunset"] = entry.sunset.to_string().into();
        operation["externalDocs"] = json!({ "description": "What to use instead", "url": entry.link });
        for response in object(&mut operation["responses"]).values_mut().filter(|it| it.get("$ref").is_none()) {
            let headers = object(object(response).entry("headers").or_insert_with(|| json!({})));
            headers.insert("Deprecation".to_owned(), reference("headers", "Deprecation"));
            headers.insert("Sunset".to_owned(), reference("headers", "Sunset"));
            headers.insert("Link".to_owned(), reference("headers", "Link"));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_and_the_headers_of_a_deprecated_operation_come_from_one_entry() {
        let table = [Deprecation {
            method: "GET",
            pattern: "/api/v1/players",
            since: NaiveDate::from_ymd_opt(2027, 1, 1).unwrap(),
            sunset: NaiveDate::from_ymd_opt(2027, 12, 31).unwrap(),
            link: "/api/docs/#/players",
        }];
        let operation = json!({ "responses": { "200": { "description": "" } } });
        let mut document = json!({ "paths": { "/api/v1/players": { "get": operation, "post": operation } } });
        mark(&table, &mut document);
        let get = &document["paths"]["/api/v1/players"]["get"];
        assert_eq!((&get["deprecated"], &get["x-sunset"]), (&json!(true), &json!("2027-12-31")));
        assert!(get["responses"]["200"]["headers"]["Sunset"].is_object());
        assert!(document["paths"]["/api/v1/players"]["post"]["deprecated"].is_null());

        let headers = |method: &str| {
            let mut headers = HeaderMap::new();
            tell(&table, "/api/v1/players", method, &mut headers);
            headers
        };
        for method in ["GET", "HEAD"] {
            let headers = headers(method);
            assert_eq!(headers.get(DEPRECATION).unwrap(), "@1798761600");
            assert_eq!(headers.get(SUNSET).unwrap(), "Fri, 31 Dec 2027 00:00:00 GMT");
            assert_eq!(headers.get(LINK).unwrap(), "</api/docs/#/players>; rel=\"deprecation\"");
        }
        assert!(headers("POST").is_empty());
    }

    #[test]
    fn every_entry_names_an_operation_that_there_is_and_goes_away_after_it_was_announced() {
        for entry in DEPRECATED {
            assert!(entry.since < entry.sunset, "{entry:?}");
            let known = crate::http::routes::endpoints()
                .iter()
                .any(|endpoint| endpoint.pattern() == entry.pattern && endpoint.methods().contains(&entry.method));
            assert!(known, "{entry:?}");
        }
    }
}
