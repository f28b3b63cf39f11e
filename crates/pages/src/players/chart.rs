//! A chart of the points of a season: a step after each competition.

use crate::layout::language::Language;
use chrono::{Datelike, Months, NaiveDate};
use formats::localization::Message;
use std::fmt::Write;

/// The size of the view box; the page scales the chart to the width that it has.
const WIDTH: i64 = 360;
const HEIGHT: i64 = 200;
/// Room for the numbers on the left, the months below, and half a dot elsewhere.
const LEFT: i64 = 36;
const BOTTOM: i64 = 24;
const EDGE: i64 = 12;
/// The most horizontal lines, without the one at zero.
const LINES: u64 = 4;
/// The most names of months below the chart.
const NAMES: u32 = 7;

#[derive(Debug)]
pub(crate) struct Point {
    pub(crate) day: NaiveDate,
    pub(crate) name: String,
    pub(crate) gain: u64,
    pub(crate) total: u64,
}

pub(crate) struct Dot {
    pub(crate) x: i64,
    pub(crate) y: i64,
    pub(crate) name: String,
}

/// A horizontal line, or the name of a month.
pub(crate) struct Mark {
    pub(crate) at: i64,
    pub(crate) text: String,
}

pub(crate) struct Chart {
    pub(crate) line: String,
    pub(crate) dots: Vec<Dot>,
    pub(crate) heights: Vec<Mark>,
    pub(crate) months: Vec<Mark>,
}

impl Chart {
    pub(crate) const VIEW: &str = "0 0 360 200";
    pub(crate) const LEFT: i64 = LEFT;
    pub(crate) const RIGHT: i64 = WIDTH - EDGE;
    pub(crate) const BASE: i64 = HEIGHT - BOTTOM;

    /// The chart of these points, which are sorted by day; none without points.
    pub(crate) fn of(language: Language, points: &[Point]) -> Option<Self> {
        let (first, last) = (points.first()?.day, points.last()?.day);
        let from = first.with_day(1).unwrap_or(first);
        let to = last.with_day(1).and_then(|day| day.checked_add_months(Months::new(1))).unwrap_or(last);
        let days = (to - from).num_days().max(1);
        let total = points.last()?.total;
        let step = round_step(total.div_ceil(LINES));
        // No line stands above the highest total.
        let lines = total.div_ceil(step).max(1);
        let top = i64::try_from(step * lines).unwrap_or(i64::MAX).max(1);
        let x = |day: NaiveDate| LEFT + (day - from).num_days() * (Self::RIGHT - LEFT) / days;
        let y = |points: u64| Self::BASE - i64::try_from(points).unwrap_or(top).saturating_mul(Self::BASE - EDGE) / top;
        let mut line = format!("M{} {}", x(first), Self::BASE);
        let mut dots = Vec::new();
        for point in points {
            let (x, y) = (x(point.day), y(point.total));
            // Writing to a `String` cannot fail.
            let _ = write!(line, "H{x}V{y}");
            dots.push(Dot { x, y, name: format!("{}: {} (+{})", point.name, point.total, point.gain) });
        }
        let _ = write!(line, "H{}", Self::RIGHT);
        let heights = (0..=lines).map(|it| Mark { at: y(it * step), text: (it * step).to_string() }).collect();
        Some(Self { line, dots, heights, months: months(language, from, to, x) })
    }
}

/// The names of months from one day to another, thinned out so that they do not overlap.
fn months(language: Language, from: NaiveDate, to: NaiveDate, x: impl Fn(NaiveDate) -> i64) -> Vec<Mark> {
    let first_days = || (0..).map_while(|it| from.checked_add_months(Months::new(it))).take_while(|day| *day < to);
    let every = u32::try_from(first_days().count()).unwrap_or(u32::MAX).div_ceil(NAMES).max(1);
    let name =
        |day: NaiveDate| language.0.render(&Message::new("page-public-month").count("month", day.month().into()));
    first_days().step_by(every as usize).map(|day| Mark { at: x(day), text: name(day) }).collect()
}

/// The next round number: 1, 2 or 5 times a power of ten.
fn round_step(at_least: u64) -> u64 {
    let powers = (0..19).map(|power| 10_u64.pow(power));
    powers.flat_map(|power| [1, 2, 5].map(|it| it * power)).find(|step| *step >= at_least).unwrap_or(at_least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use formats::localization::Lang;

    fn point(day: &str, gain: u64, total: u64) -> Point {
        Point { day: day.parse().unwrap(), name: "Turniej".to_owned(), gain, total }
    }

    #[test]
    fn points_become_steps_within_the_picture() {
        let points = [point("2024-10-12", 32, 32), point("2025-01-11", 60, 92), point("2025-05-10", 100, 192)];
        let chart = Chart::of(Language(Lang::Pl), &points).unwrap();
        assert_eq!(chart.dots.len(), 3);
        assert!(
            chart.dots.iter().all(|dot| dot.x >= LEFT && dot.x <= Chart::RIGHT && dot.y >= EDGE && dot.y < Chart::BASE)
        );
        assert!(chart.dots.is_sorted_by(|one, other| one.x < other.x && one.y > other.y), "later and higher");
        let heights: Vec<&str> = chart.heights.iter().map(|mark| mark.text.as_str()).collect();
        assert_eq!(heights, ["0", "50", "100", "150", "200"]);
        let chart = Chart::of(Language(Lang::Pl), &[point("2024-10-12", 803, 803)]).unwrap();
        let heights: Vec<&str> = chart.heights.iter().map(|mark| mark.text.as_str()).collect();
        assert_eq!(heights, ["0", "500", "1000"], "the picture is no taller than it must be");
        let chart = Chart::of(Language(Lang::Pl), &points).unwrap();
        assert!(chart.months.len() <= 8 && chart.months[0].text == "paź");
    }

    #[test]
    fn a_season_without_results_has_no_picture_and_one_result_has_one() {
        assert!(Chart::of(Language(Lang::En), &[]).is_none());
        let chart = Chart::of(Language(Lang::En), &[point("2025-03-15", 0, 0)]).unwrap();
        assert_eq!(chart.dots[0].y, Chart::BASE);
    }
}
