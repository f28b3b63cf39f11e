//! Suggests the known name that is closest to a misspelt one.

/// The one that takes the fewest changes of single characters; the first of several.
pub(super) fn nearest<'a>(written: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    names.min_by_key(|name| changes(written, name))
}

/// How many characters must be put in, taken out or replaced to make one text of the other.
fn changes(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (taken_out, character) in from.chars().enumerate() {
        let mut replaced = std::mem::replace(&mut row[0], taken_out + 1);
        for (at, wanted) in to.iter().enumerate() {
            let fewest = (replaced + usize::from(character != *wanted)).min(row[at] + 1).min(row[at + 1] + 1);
            replaced = std::mem::replace(&mut row[at + 1], fewest);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_counted_by_characters() {
        for (from, to, count) in
            [("", "", 0), ("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3), ("łoś", "los", 2), ("ab", "ba", 2)]
        {
            assert_eq!(changes(from, to), count, "{from} {to}");
        }
        assert_eq!(nearest("lisen", ["store", "listen", "log"].into_iter()), Some("listen"));
        assert_eq!(nearest("lisen", [].into_iter()), None);
    }
}
