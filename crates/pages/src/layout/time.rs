//! Days and times as people in Poland write them.

use crate::layout::language::Language;
use chrono::{DateTime, Datelike, NaiveDate, Timelike, Utc};
use chrono_tz::Europe::Warsaw;
use formats::localization::Message;

/// A day like `14 marca 2026` or `14 March 2026`; a text that is no day as it is.
pub(crate) fn day(language: Language, written: &str) -> String {
    NaiveDate::parse_from_str(written, "%Y-%m-%d").map_or_else(|_| written.to_owned(), |day| in_words(language, day))
}

/// Some days, or the first of them where the last is not known.
pub(crate) fn span(language: Language, first: &str, last: Option<&str>) -> String {
    match last.filter(|last| *last != first) {
        Some(last) => format!("{} – {}", day(language, first), day(language, last)),
        None => day(language, first),
    }
}

/// A moment by the clocks of Warsaw, to the minute.
pub(crate) fn moment(language: Language, written: &str) -> String {
    let Ok(moment) = DateTime::parse_from_rfc3339(written) else { return written.to_owned() };
    let there = moment.with_timezone(&Warsaw);
    format!("{}, {:02}:{:02}", in_words(language, there.date_naive()), there.hour(), there.minute())
}

/// The clock of Warsaw at a moment, like `11:45`.
pub(crate) fn clock(written: &str) -> String {
    let Ok(moment) = DateTime::parse_from_rfc3339(written) else { return written.to_owned() };
    let there = moment.with_timezone(&Warsaw);
    format!("{:02}:{:02}", there.hour(), there.minute())
}

/// The day of Warsaw at a moment, as the API writes it.
pub(crate) fn today(now: DateTime<Utc>) -> String {
    now.with_timezone(&Warsaw).date_naive().to_string()
}

/// A first day in words while it is still to come.
pub(crate) fn upcoming_day(language: Language, first_day: Option<&str>, now: DateTime<Utc>) -> Option<String> {
    first_day.filter(|first| *first > today(now).as_str()).map(|first| day(language, first))
}

fn in_words(language: Language, day: NaiveDate) -> String {
    let message = Message::new("page-day").with("day", day.day().to_string()).with("year", day.year().to_string());
    language.0.render(&message.count("month", day.month().into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use formats::localization::Lang;

    #[test]
    fn days_are_written_in_words_and_times_are_those_of_warsaw() {
        let (pl, en) = (Language(Lang::Pl), Language(Lang::En));
        assert_eq!(day(pl, "2026-03-04"), "4 marca 2026");
        assert_eq!(moment(en, "2026-07-01T22:15:30.1Z"), "2 July 2026, 00:15");
        assert_eq!(clock("2026-07-01T22:05:30.1Z"), "00:05");
        assert_eq!(day(pl, "kiedyś"), "kiedyś");
    }
}
