//! Spans of time as people write them: `10m`, `7d`, `1h30m`.

use std::fmt::Write;
use std::time::Duration;

const UNITS: [(&str, u64); 5] =
    [("d", 24 * 60 * 60 * 1000), ("h", 60 * 60 * 1000), ("m", 60 * 1000), ("s", 1000), ("ms", 1)];

/// Reads a span of time: numbers with units, the largest first.
pub(super) fn parse(text: &str) -> Option<Duration> {
    let (mut rest, mut total, mut smallest) = (text.trim(), 0_u64, u64::MAX);
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let number: u64 = rest[..digits].parse().ok()?;
        rest = &rest[digits..];
        let letters = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (_, millis) = UNITS.iter().find(|(unit, _)| *unit == &rest[..letters])?;
        if *millis >= smallest {
            return None;
        }
        smallest = *millis;
        total = total.checked_add(number.checked_mul(*millis)?)?;
        rest = &rest[letters..];
    }
    Some(Duration::from_millis(total))
}

/// Writes a span of time so that [`parse`] reads the same.
pub(super) fn write(span: Duration) -> String {
    let mut left = u64::try_from(span.as_millis()).unwrap_or(u64::MAX);
    let mut text = String::new();
    for (unit, millis) in UNITS {
        if left >= millis {
            // Writing to a text does not fail.
            let _ = write!(text, "{}{unit}", left / millis);
            left %= millis;
        }
    }
    if text.is_empty() { "0s".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_of_time_comes_back_as_it_was_written() {
        for (text, seconds) in [("10m", 600), ("7d", 7 * 24 * 3600), ("1h30m", 5400), ("45s", 45), ("1d12h", 36 * 3600)]
        {
            assert_eq!(parse(text), Some(Duration::from_secs(seconds)), "{text}");
            assert_eq!(write(Duration::from_secs(seconds)), text);
        }
        assert_eq!(parse("1500ms"), Some(Duration::from_millis(1500)));
        assert_eq!(write(Duration::from_millis(1500)), "1s500ms");
        assert_eq!(parse(&write(Duration::ZERO)), Some(Duration::ZERO));
        assert_eq!(write(parse("24h").unwrap_or_default()), "1d");
    }

    #[test]
    fn what_has_no_unit_or_a_strange_one_is_no_span_of_time() {
        for text in ["", "10", "m", "10 m", "-1s", "1.5h", "10min", "5m10m", "1s1h", "ł", "99999999999999999999d"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
