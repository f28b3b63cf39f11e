//! Writes a calendar as iCalendar (RFC 5545), for phones and mail programs to subscribe to.

use domain::values::calendar::Day;
use domain::values::digest::Digest;
use events::envelope::Timestamp;
use formats::localization::{Lang, Message};
use wire::seasons::calendar::{Calendar, DayKind, Entry, EntryKind};

/// The most bytes of a line, without its end.
const LINE_BYTES: usize = 75;

/// Writes a calendar without the entries that have no day yet. `made_at` is when it last changed.
pub(crate) fn write(calendar: &Calendar, made_at: Timestamp, public_url: &str, lang: Lang) -> String {
    let mut out = Lines(String::new());
    let name = Message::new("calendar-title").with("season", calendar.season.as_str());
    out.line("BEGIN:VCALENDAR");
    out.line("VERSION:2.0");
    out.line("PRODID:-//Kostka//Season calendar//PL");
    out.line("CALSCALE:GREGORIAN");
    out.line("METHOD:PUBLISH");
    out.line(&format!("X-WR-CALNAME:{}", text(&lang.render(&name))));
    for entry in &calendar.items {
        let day = |text: &Option<String>| text.as_deref().and_then(|text| Day::parse(text).ok());
        let Some((first, last)) = day(&entry.first_day).zip(day(&entry.last_day)) else { continue };
        out.line("BEGIN:VEVENT");
        out.line(&format!("UID:{}@kostka", uid(entry)));
        out.line(&format!("DTSTAMP:{}", stamp(made_at)));
        out.line(&format!("DTSTART;VALUE=DATE:{}", date(first)));
        // DTEND is exclusive.
        out.line(&format!("DTEND;VALUE=DATE:{}", date(last.plus_days(1))));
        out.line(&format!("SUMMARY:{}", text(&entry.summary)));
        out.line(&format!("CATEGORIES:{}", text(entry.kind.name())));
        if let Some(voivodeship) = &entry.voivodeship {
            out.line(&format!("LOCATION:{}", text(voivodeship)));
        }
        if let Some(page) = page(entry, lang) {
            // Addresses are written in ASCII without blanks and need no escaping.
            out.line(&format!("URL:{public_url}{page}"));
        }
        out.line("TRANSP:TRANSPARENT");
        out.line("END:VEVENT");
    }
    out.line("END:VCALENDAR");
    out.0
}

/// The page about an entry: the path of the API behind the language, or another page for entries without one of their
/// own.
fn page(entry: &Entry, lang: Lang) -> Option<String> {
    let address = entry.href.as_deref()?.trim_start_matches("/api/v1");
    let code = if lang == Lang::Pl { "pl" } else { "en" };
    Some(match entry.kind {
        EntryKind::Day(DayKind::NationalChampionship | DayKind::RankingQualificationDay) => {
            format!("/{code}{address}/mp")
        }
        EntryKind::Day(DayKind::DecisionDue) => format!("/{code}/admin{address}"),
        EntryKind::Competition(_) | EntryKind::Day(DayKind::LastAnnouncementDay) => format!("/{code}{address}"),
    })
}

/// The same id for an entry in every version of the calendar, without the characters that iCalendar reserves.
fn uid(entry: &Entry) -> String {
    Digest::of(format!("{}/{}", entry.kind.name(), entry.id).as_bytes()).to_string()[..40].to_owned()
}

fn date(day: Day) -> String {
    day.to_string().replace('-', "")
}

/// `2026-11-07T12:00:00.000000Z` as `20261107T120000Z`.
fn stamp(time: Timestamp) -> String {
    let whole: String = time.to_string().chars().take_while(|c| *c != '.').collect();
    let digits: String = whole.trim_end_matches('Z').chars().filter(|c| !matches!(c, '-' | ':')).collect();
    format!("{digits}Z")
}

/// Escapes what would end a line or a value.
fn text(written: &str) -> String {
    let mut escaped = String::with_capacity(written.len());
    for c in written.chars() {
        match c {
            '\\' | ';' | ',' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '\n' => escaped.push_str("\\n"),
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
}

/// Lines of at most so many bytes, each with its end.
struct Lines(String);

impl Lines {
    fn line(&mut self, content: &str) {
        let mut room = LINE_BYTES;
        for c in content.chars() {
            if c.len_utf8() > room {
                self.0.push_str("\r\n ");
                // The leading blank of a continuation line counts too.
                room = LINE_BYTES - 1;
            }
            room -= c.len_utf8();
            self.0.push(c);
        }
        self.0.push_str("\r\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_ends_no_line_and_no_value() {
        assert_eq!(text("A;B,C\\D\r\nEND:VEVENT\u{7}"), "A\\;B\\,C\\\\D\\nEND:VEVENT");
    }

    #[test]
    fn long_lines_are_folded_between_characters() {
        let mut lines = Lines(String::new());
        let content = format!("SUMMARY:{}", "ż".repeat(100));
        lines.line(&content);
        assert!(lines.0.ends_with("\r\n"));
        let folded: Vec<&str> = lines.0.trim_end().split("\r\n").collect();
        assert!(folded.len() > 1 && folded.iter().all(|line| line.len() <= LINE_BYTES));
        assert!(folded[1..].iter().all(|line| line.starts_with(' ')));
        assert_eq!(lines.0.trim_end().replace("\r\n ", ""), content);
    }

    #[test]
    fn times_are_written_in_the_basic_form() {
        assert_eq!(stamp(Timestamp(1_793_966_400_123_456)), "20261106T120000Z");
    }
}
