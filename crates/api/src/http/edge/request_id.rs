//! The id of a request, which is written on its answer, in the log of requests and in problems.

use crate::http::digits::Digits;
use crate::http::header_text;
use actix_web::http::header::HeaderValue;
use std::cell::Cell;
use std::ops::Deref;

/// An id that no other request has: a random beginning for each worker, and a number.
pub(crate) struct RequestId(HeaderValue);

impl RequestId {
    pub(crate) fn next() -> Self {
        thread_local! {
            static BEGINNING: String = {
                let mut bytes = [0; 8];
                // An id that is not random is still an id.
                let _ = getrandom::fill(&mut bytes);
                format!("{}-", hex::encode(bytes))
            };
            static NUMBER: Cell<u64> = const { Cell::new(0) };
        }
        let number = NUMBER.replace(NUMBER.get() + 1);
        Self(header_text::written(|text| {
            BEGINNING.with(|beginning| text.push(beginning));
            text.push_digits(&Digits::hexadecimal(number));
        }))
    }

    pub(crate) fn value(&self) -> &HeaderValue {
        &self.0
    }
}

impl Deref for RequestId {
    type Target = str;

    fn deref(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_requests_have_the_same_id() {
        let other_worker = std::thread::spawn(|| (RequestId::next().to_string(), RequestId::next().to_string()));
        let (first, second) = (RequestId::next().to_string(), RequestId::next().to_string());
        let (third, fourth) = other_worker.join().unwrap();
        let ids = std::collections::BTreeSet::from([first.as_str(), &second, &third, &fourth]);
        assert_eq!(ids.len(), 4, "{ids:?}");
        assert_eq!((&first[16..], &second[16..]), ("-0", "-1"));
    }
}
