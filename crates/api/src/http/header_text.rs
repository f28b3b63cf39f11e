//! Headers of answers: set without a detour, and values that are new for every answer without asking for memory each
//! time.

use crate::http::digits::Digits;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use bytes::BytesMut;
use std::cell::RefCell;

/// Memory that many values share; it is asked for again when it is used up.
const BLOCK_BYTES: usize = 8 << 10;
/// More than any value that is written here.
const LONGEST_BYTES: usize = 256;

/// Sets a header, in place of what it was.
///
/// The map of the framework takes more than twice as long to replace a value as to add one, also if there is none.
pub(crate) fn set(headers: &mut HeaderMap, name: HeaderName, value: HeaderValue) {
    if headers.contains_key(&name) {
        headers.insert(name, value);
    } else {
        headers.append(name, value);
    }
}

pub(crate) struct Text<'a>(&'a mut BytesMut);

impl Text<'_> {
    pub(crate) fn push(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    pub(crate) fn push_digits(&mut self, digits: &Digits) {
        self.0.extend_from_slice(digits.as_bytes());
    }
}

/// Writes a value; an empty one if it is none.
pub(crate) fn written(write: impl FnOnce(&mut Text<'_>)) -> HeaderValue {
    thread_local! {
        static BLOCK: RefCell<BytesMut> = RefCell::new(BytesMut::new());
    }
    BLOCK.with_borrow_mut(|block| {
        if block.capacity() < LONGEST_BYTES {
            block.reserve(BLOCK_BYTES);
        }
        write(&mut Text(block));
        HeaderValue::from_maybe_shared(block.split().freeze()).unwrap_or(HeaderValue::from_static(""))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::VARY;

    #[test]
    fn a_header_that_is_set_twice_has_the_last_value() {
        let mut headers = HeaderMap::new();
        for value in ["Accept", "Accept-Language"] {
            set(&mut headers, VARY, HeaderValue::from_static(value));
            assert_eq!(headers.get_all(VARY).collect::<Vec<_>>(), [value]);
        }
    }

    #[test]
    fn values_of_one_block_are_told_apart_and_outlive_it() {
        let value = |number: u64| {
            written(|text| {
                text.push("r=");
                text.push_digits(&Digits::decimal(number));
            })
        };
        let values: Vec<HeaderValue> = (0..5_000).map(value).collect();
        for (number, value) in values.iter().enumerate() {
            assert_eq!(*value, format!("r={number}"));
        }
    }
}
