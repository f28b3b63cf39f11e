//! The calendar: what takes place, the days of the rules, and a file that calendars read.

use super::{with_example, with_name};
use serde_json::Value;
use std::collections::BTreeSet;

const PATH: &str = "/api/v1/seasons/2025/calendar";

#[test]
fn a_calendar_has_events_championships_and_the_days_that_the_rules_set() {
    let instance = with_example();
    let calendar = instance.get(PATH).json();
    let items = calendar["items"].as_array().unwrap();
    let kinds: BTreeSet<&str> = items.iter().map(|item| item["kind"].as_str().unwrap()).collect();
    for kind in ["tournament", "league", "grand-prix", "online-event", "national-championship"] {
        assert!(kinds.contains(kind), "{kinds:?}");
    }
    let day = |kind: &str| items.iter().find(|item| item["kind"] == kind).unwrap()["first_day"].clone();
    assert_eq!(day("national-championship"), "2025-09-20");
    assert_eq!(day("ranking-qualification-day"), "2025-09-13");
    let days: Vec<&str> = items.iter().filter_map(|item| item["first_day"].as_str()).collect();
    assert!(days.is_sorted(), "{days:?}");
    assert!(!kinds.contains("decision-due"));
    // A championship belongs to the season in which the days begin that feed it; when it is played is not known yet.
    let championships = items.iter().filter(|item| item["kind"] == "championship");
    assert_eq!(championships.filter(|item| item["first_day"].is_null()).count(), 4);
    let csv = instance.send("GET", PATH, &[("Accept", "text/csv")], None).text();
    assert_eq!(csv.lines().count(), items.len() + 1);
    assert_eq!(instance.get("/api/v1/seasons/1999/calendar").status, 404);
    let earlier = instance.get(&format!("{PATH}?as_of={}", instance.position().0)).json();
    assert_eq!(earlier, calendar);
}

/// The lines of a calendar, unfolded; every one of them must be well formed.
fn lines(text: &str) -> Vec<String> {
    assert!(text.ends_with("\r\n"));
    assert!(text.split("\r\n").all(|line| line.len() <= 75 && !line.contains(['\r', '\n'])), "{text}");
    text.replace("\r\n ", "").trim_end().split("\r\n").map(ToOwned::to_owned).collect()
}

#[test]
fn a_calendar_can_be_subscribed_to() {
    let instance = with_example();
    let by_header = instance.send("GET", PATH, &[("Accept", "text/calendar")], None);
    let by_link = instance.get(&format!("{PATH}?format=ics"));
    assert_eq!(by_header.text(), by_link.text());
    assert_eq!(by_link.header("content-type"), "text/calendar; charset=utf-8");
    let lines = lines(&by_link.text());
    assert_eq!(lines[..2], ["BEGIN:VCALENDAR", "VERSION:2.0"]);
    assert_eq!(lines.last().unwrap(), "END:VCALENDAR");
    let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    let events = count("BEGIN:VEVENT");
    assert!(events > 30, "{events}");
    for property in ["END:VEVENT", "UID:", "DTSTAMP:", "DTSTART;VALUE=DATE:", "DTEND;VALUE=DATE:", "SUMMARY:"] {
        assert_eq!(count(property), events, "{property}");
    }
    let ids: BTreeSet<&String> = lines.iter().filter(|line| line.starts_with("UID:")).collect();
    assert_eq!(ids.len(), events);
    assert!(lines.iter().any(|line| line.starts_with("DTSTART;VALUE=DATE:20250920")));
}

#[test]
fn a_name_breaks_out_of_no_form_of_a_calendar() {
    let name = "A;B,C\\ <script>alert(1)</script>";
    let instance = with_name(name);
    let text = instance.get(&format!("{PATH}?format=ics")).text();
    let lines = lines(&text);
    assert!(lines.contains(&"SUMMARY:A\\;B\\,C\\\\ <script>alert(1)</script>".to_owned()), "{text}");
    let known = [
        "BEGIN",
        "END",
        "VERSION",
        "PRODID",
        "CALSCALE",
        "METHOD",
        "X-WR-CALNAME",
        "UID",
        "DTSTAMP",
        "DTSTART",
        "DTEND",
        "SUMMARY",
        "CATEGORIES",
        "LOCATION",
        "URL",
        "TRANSP",
    ];
    for line in &lines {
        let property = line.split([':', ';']).next().unwrap();
        assert!(known.contains(&property), "{line}");
    }
    let items: Value = instance.get(PATH).json()["items"].take();
    assert!(items.as_array().unwrap().iter().any(|item| item["summary"] == name));
    assert_eq!(instance.get(PATH).header("x-content-type-options"), "nosniff");
}
