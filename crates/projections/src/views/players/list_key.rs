//! Sort key of a player in the list: by the Polish alphabet, computed once for each name.

use icu_collator::CollatorBorrowed;
use icu_collator::options::CollatorOptions;
use icu_locale_core::locale;
use std::sync::{Arc, LazyLock};

/// Compared byte by byte, it gives the order of surname, first name and id.
///
/// Other versions of the program may compute another key for the same name, so it lives no longer than a page turn.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ListKey(Arc<[u8]>);

static COLLATOR: LazyLock<CollatorBorrowed<'static>> = LazyLock::new(|| {
    CollatorBorrowed::try_new(locale!("pl").into(), CollatorOptions::default())
        .expect("the Polish alphabet is compiled in")
});

impl ListKey {
    /// The key of a player of this name.
    pub fn new(surname: &str, first_name: &str, id: &str) -> Self {
        let mut key = Vec::with_capacity(4 * (surname.len() + first_name.len()) + id.len());
        for text in [surname, first_name] {
            let Ok(()) = COLLATOR.write_sort_key_to(text, &mut key);
            // No sort key holds a zero, so a shorter text comes before a longer one that begins with it.
            key.push(0);
        }
        key.extend_from_slice(id.as_bytes());
        Self(key.into())
    }

    /// A key as it was given out; any bytes stand somewhere in the list.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self(bytes.into())
    }

    /// The bytes, to be given out.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_the_order_of_the_polish_alphabet() {
        let names = [
            ("Adamska", "Zofia"),
            ("Ćwik", "Anna"),
            ("Czyż", "Adam"),
            ("Lis", "Łukasz"),
            ("Lisowski", "Adam"),
            ("Łabędź", "Ewa"),
            ("łabędź", "Ewa"),
            ("Łabędź", "Żaneta"),
            ("Mazur", "Jan"),
            ("Zych", "Jan"),
            ("Źrebak", "Jan"),
            ("Żak", "Jan"),
        ];
        let key = |(surname, first_name): (&str, &str)| ListKey::new(surname, first_name, "p1");
        let mut sorted = names;
        sorted.sort_by_key(|name| key(*name));
        let order = [0, 2, 1, 3, 4];
        assert_eq!(sorted[..5], order.map(|index| names[index]));
        assert_eq!(sorted[8..], names[8..]);
        assert!(ListKey::new("Lis", "Jan", "a") < ListKey::new("Lis", "Jan", "b"));
    }
}
