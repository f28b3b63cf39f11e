//! Days and moments of the season, always in Europe/Warsaw.

use chrono::{DateTime, Datelike, Days, FixedOffset, NaiveDate, NaiveTime, Offset, TimeDelta, TimeZone};
use chrono_tz::Europe::Warsaw;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(NaiveDate);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a day: expected a real date written YYYY-MM-DD")]
pub struct InvalidDay(String);

impl InvalidDay {
    pub fn found(&self) -> &str {
        &self.0
    }
}

impl Day {
    pub fn new(year: i32, month: u32, day: u32) -> Result<Self, InvalidDay> {
        NaiveDate::from_ymd_opt(year, month, day)
            .map(Self)
            .ok_or_else(|| InvalidDay(format!("{year:04}-{month:02}-{day:02}")))
    }

    /// Reads `YYYY-MM-DD`, nothing looser.
    pub fn parse(text: &str) -> Result<Self, InvalidDay> {
        let invalid = || InvalidDay(text.to_owned());
        let shape: [u8; 10] = text.as_bytes().try_into().map_err(|_| invalid())?;
        let number = |from: usize, to: usize| {
            shape[from..to]
                .iter()
                .try_fold(0, |sum, digit| digit.is_ascii_digit().then(|| sum * 10 + u32::from(digit - b'0')))
        };
        if (shape[4], shape[7]) != (b'-', b'-') {
            return Err(invalid());
        }
        let parts = number(0, 4).zip(number(5, 7)).zip(number(8, 10));
        let ((year, month), day) = parts.ok_or_else(invalid)?;
        NaiveDate::from_ymd_opt(year as i32, month, day).map(Self).ok_or_else(invalid)
    }

    #[must_use]
    pub fn plus_days(self, days: u32) -> Self {
        Self(self.0.checked_add_days(Days::new(days.into())).unwrap_or(NaiveDate::MAX))
    }

    #[must_use]
    pub fn minus_days(self, days: u32) -> Self {
        Self(self.0.checked_sub_days(Days::new(days.into())).unwrap_or(NaiveDate::MIN))
    }

    pub fn year(self) -> i32 {
        self.0.year()
    }

    /// The month, 1 to 12.
    pub fn month(self) -> u32 {
        self.0.month()
    }

    pub fn day_of_month(self) -> u32 {
        self.0.day()
    }

    pub fn quarter(self) -> Quarter {
        Quarter { year: self.year(), number: (self.month() - 1) / 3 + 1 }
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Day {
    type Err = InvalidDay;
    fn from_str(text: &str) -> Result<Self, InvalidDay> {
        Self::parse(text)
    }
}

/// A quarter of a year, written like `2025Q3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quarter {
    year: i32,
    number: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a quarter: expected a year and Q1 to Q4, like 2025Q3")]
pub struct InvalidQuarter(String);

impl Quarter {
    pub fn parse(text: &str) -> Result<Self, InvalidQuarter> {
        let parts = text.split_once('Q').and_then(|(year, number)| {
            let plain = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
            let number = ["1", "2", "3", "4"].iter().position(|known| *known == number)?;
            plain.then_some(())?;
            Some(Self { year: year.parse().ok()?, number: number as u32 + 1 })
        });
        parts.ok_or_else(|| InvalidQuarter(text.to_owned()))
    }

    /// Whether the day lies in this quarter (R-MP-01, R-MW-01).
    pub fn holds(self, day: Day) -> bool {
        day.quarter() == self
    }
}

impl fmt::Display for Quarter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}Q{}", self.year, self.number)
    }
}

/// A moment with the day it falls on in Warsaw; moments compare as instants.
#[derive(Debug, Clone, Copy)]
pub struct Moment {
    written: DateTime<FixedOffset>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidMoment {
    /// Not a time in the expected shape, or one that no calendar has.
    #[error("`{0}` is not a time: expected RFC 3339 with seconds and offset, like 2025-03-15T16:30:00+01:00")]
    Malformed(String),
    /// An hour that the clocks of Warsaw left out.
    #[error("`{0}` did not exist in Warsaw: the clocks changed")]
    Skipped(String),
    /// A time with an offset that Warsaw did not have then.
    #[error("`{found}` does not have Warsaw's offset of that moment, which is {expected}")]
    NotWarsaw { found: String, expected: String },
}

impl Moment {
    /// Reads RFC 3339 with seconds and the offset that Warsaw has at that instant.
    pub fn parse(text: &str) -> Result<Self, InvalidMoment> {
        let malformed = || InvalidMoment::Malformed(text.to_owned());
        let shape = text.as_bytes();
        // The RFC also allows a blank or a small letter between date and time, and a 61st second; a season needs
        // neither.
        if shape.get(10) != Some(&b'T') || shape.get(17..19) == Some(b"60") || text.ends_with('z') {
            return Err(malformed());
        }
        let written = DateTime::parse_from_rfc3339(text).map_err(|_| malformed())?;
        let warsaw = Warsaw.offset_from_utc_datetime(&written.naive_utc()).fix();
        // An hour that the clocks left out has no instant, so none has its offset.
        if warsaw != *written.offset() {
            return Err(if Warsaw.offset_from_local_datetime(&written.naive_local()).earliest().is_none() {
                InvalidMoment::Skipped(text.to_owned())
            } else {
                InvalidMoment::NotWarsaw { found: text.to_owned(), expected: warsaw.to_string() }
            });
        }
        Ok(Self { written })
    }

    /// Reads RFC 3339 with seconds and any offset; the moment is shown as the clocks of Warsaw show it.
    pub fn parse_anywhere(text: &str) -> Result<Self, InvalidMoment> {
        let shape = text.as_bytes();
        let written = DateTime::parse_from_rfc3339(text).ok().filter(|_| shape.get(10) == Some(&b'T'));
        let written = written.filter(|_| shape.get(17..19) != Some(b"60"));
        let written = written.ok_or_else(|| InvalidMoment::Malformed(text.to_owned()))?;
        let offset = Warsaw.offset_from_utc_datetime(&written.naive_utc()).fix();
        Ok(Self { written: written.with_timezone(&offset) })
    }

    /// The instant of so many microseconds since 1970 in UTC; beyond the calendar, its end.
    pub fn at_microseconds(microseconds: i64) -> Self {
        let utc = DateTime::from_timestamp_micros(microseconds).unwrap_or(DateTime::<chrono::Utc>::MAX_UTC);
        let offset = Warsaw.offset_from_utc_datetime(&utc.naive_utc()).fix();
        Self { written: utc.with_timezone(&offset) }
    }

    /// The last second of a day in Warsaw, where no clock changes at that hour.
    pub fn end_of(day: Day) -> Self {
        let end = day.0.and_time(NaiveTime::MIN) + TimeDelta::days(1) - TimeDelta::seconds(1);
        let offset = Warsaw
            .offset_from_local_datetime(&end)
            .latest()
            .map_or_else(|| Warsaw.offset_from_utc_datetime(&end).fix(), |offset| offset.fix());
        Self { written: DateTime::from_naive_utc_and_offset(end - offset, offset) }
    }

    /// The local day, which decides to which season a competition belongs.
    pub fn day(self) -> Day {
        Day(self.written.date_naive())
    }

    /// The instant in microseconds since 1970 in UTC; what is finer is cut off.
    pub fn microseconds(self) -> i64 {
        self.written.timestamp_micros()
    }

    /// The very end of a day: after every moment of it, before every moment of the next.
    pub fn is_after_day(self, day: Day) -> bool {
        self.day() > day
    }
}

impl PartialEq for Moment {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Moment {}

impl PartialOrd for Moment {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Moment {
    fn cmp(&self, other: &Self) -> Ordering {
        self.written.cmp(&other.written)
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written.to_rfc3339_opts(chrono::SecondsFormat::AutoSi, false))
    }
}

impl FromStr for Moment {
    type Err = InvalidMoment;
    fn from_str(text: &str) -> Result<Self, InvalidMoment> {
        Self::parse(text)
    }
}

/// Days from `first` on, to `last` or without end, both inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    first: Day,
    last: Option<Day>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the window ends on {last}, before it begins on {first}")]
pub struct InvalidWindow {
    pub first: Day,
    pub last: Day,
}

impl Window {
    pub fn new(first: Day, last: Option<Day>) -> Result<Self, InvalidWindow> {
        match last {
            Some(last) if last < first => Err(InvalidWindow { first, last }),
            _ => Ok(Self { first, last }),
        }
    }

    pub fn first(self) -> Day {
        self.first
    }

    pub fn last(self) -> Option<Day> {
        self.last
    }

    pub fn holds(self, day: Day) -> bool {
        self.first <= day && self.last.is_none_or(|last| day <= last)
    }

    pub fn overlaps(self, other: Self) -> bool {
        self.holds(other.first) || other.holds(self.first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_a_real_date_written_with_ten_characters() {
        assert_eq!(Day::parse("2024-02-29").map(|day| day.to_string()), Ok("2024-02-29".to_owned()));
        for wrong in [
            "2025-02-29",
            "2025-2-01",
            "2025-13-01",
            "20250-1-01",
            "2025/01/01",
            "2025-01-01 ",
            "",
            "+025-01-01",
            "２０２５",
        ] {
            assert!(Day::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_moment_needs_the_offset_of_warsaw_at_that_instant() {
        assert!(Moment::parse("2025-01-15T12:00:00+01:00").is_ok());
        assert!(Moment::parse("2025-07-15T12:00:00+02:00").is_ok());
        // The hour that happens twice when summer time ends has both offsets.
        assert!(Moment::parse("2025-10-26T02:30:00+02:00").is_ok());
        assert!(Moment::parse("2025-10-26T02:30:00+01:00").is_ok());
        for wrong in [
            "2025-07-15T12:00:00+01:00",
            "2025-01-15T12:00:00Z",
            "2025-03-30T02:30:00+01:00",
            "2025-01-15T12:00:00",
            "2025-01-15T12:00+01:00",
            "2025-01-15 12:00:00+01:00",
            "2025-02-30T12:00:00+01:00",
            "2025-01-15T12:00:60+01:00",
            "2025-01-15",
        ] {
            assert!(Moment::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_hour_that_the_clocks_left_out_is_told_apart_from_a_wrong_offset() {
        for offset in ["+01:00", "+02:00"] {
            let skipped = Moment::parse(&format!("2025-03-30T02:30:00{offset}"));
            assert!(matches!(skipped, Err(InvalidMoment::Skipped(_))), "{offset}");
        }
        assert!(matches!(Moment::parse("2025-07-01T02:30:00+01:00"), Err(InvalidMoment::NotWarsaw { .. })));
    }

    #[test]
    fn moments_compare_as_instants_and_their_day_is_the_written_one() {
        let summer = Moment::parse("2025-10-26T02:30:00+02:00").unwrap();
        let winter = Moment::parse("2025-10-26T02:10:00+01:00").unwrap();
        assert!(summer < winter);
        assert_eq!(Moment::parse("2025-06-01T00:10:00+02:00").unwrap().day(), Day::new(2025, 6, 1).unwrap());
    }

    #[test]
    fn an_instant_is_shown_as_the_clocks_of_warsaw_show_it() {
        for text in ["2025-10-26T02:30:00+02:00", "2025-10-26T02:30:00+01:00", "2025-06-30T23:59:59.250+02:00"] {
            let moment = Moment::parse(text).unwrap();
            let again = Moment::at_microseconds(moment.microseconds());
            assert_eq!((again, again.day(), again.to_string()), (moment, moment.day(), moment.to_string()));
        }
    }

    #[test]
    fn a_moment_told_with_another_offset_is_shown_as_in_warsaw() {
        let shown = |text| Moment::parse_anywhere(text).map(|moment| (moment.to_string(), moment.day().to_string()));
        let expected = || ("2025-07-01T00:30:00+02:00".to_owned(), "2025-07-01".to_owned());
        for text in ["2025-06-30T22:30:00Z", "2025-07-01T00:30:00+02:00", "2025-06-30T18:30:00-04:00"] {
            assert_eq!(shown(text), Ok(expected()), "{text}");
        }
        for wrong in ["2025-07-01T00:30:00", "2025-06-31T22:30:00Z", "2025-06-30 22:30:00Z", "2025-06-30T22:30:60Z", ""]
        {
            assert!(Moment::parse_anywhere(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_end_of_a_day_is_its_last_second_in_summer_and_in_winter() {
        for (day, end) in [
            ("2025-03-29", "2025-03-29T23:59:59+01:00"),
            ("2025-03-30", "2025-03-30T23:59:59+02:00"),
            ("2025-10-26", "2025-10-26T23:59:59+01:00"),
        ] {
            assert_eq!(Moment::end_of(Day::parse(day).unwrap()).to_string(), end);
        }
    }

    #[test]
    fn windows_are_inclusive_and_may_have_no_end() {
        let day = |text| Day::parse(text).unwrap();
        let closed = Window::new(day("2024-09-29"), Some(day("2025-09-19"))).unwrap();
        let open = Window::new(day("2025-09-20"), None).unwrap();
        assert!(closed.holds(day("2025-09-19")) && !closed.holds(day("2025-09-20")));
        assert!(!closed.overlaps(open) && open.overlaps(Window::new(day("2030-01-01"), None).unwrap()));
        assert!(Window::new(day("2025-01-02"), Some(day("2025-01-01"))).is_err());
    }
}
