//! The laws of limits: what is too much is refused whole, what just fits is recorded.

use super::Backend;
use super::sample::{Sample, all_events, expect_refusal, stream};
use crate::append::{
    Append, AppendError, Expected, InvalidAppend, MAX_APPEND_BYTES, MAX_EVENTS, MAX_EXPECTATIONS, MAX_PAYLOAD_BYTES,
};
use crate::vault::{SealedRecord, VaultWrite};

fn create(id: &str, bytes: usize) -> VaultWrite {
    let records = vec![SealedRecord { name: String::new(), sealed: vec![0; bytes] }];
    VaultWrite::Create { subject: stream(id), wrapped_key: Vec::new(), records }
}

fn expecting(count: usize) -> Append {
    let expected = (0..count).map(|number| (stream(&number.to_string()), Expected::Any)).collect();
    Append { expected, ..Append::default() }
}

pub(super) fn an_append_over_a_limit_is_refused_and_records_nothing(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let hall = stream("hall");
    log.append(sample.append(&hall)).wait().unwrap();
    let payload = |bytes| sample.event_with(&hall, vec![b' '; bytes]);
    let full = || (0..4).map(|_| payload(MAX_PAYLOAD_BYTES)).collect::<Vec<_>>();

    let many = Append::of(sample.events(&hall, MAX_EVENTS + 1));
    let large = Append::of(vec![sample.event(&hall), payload(MAX_PAYLOAD_BYTES + 1)]);
    let mut large_in_all = Append::of(full());
    large_in_all.events.push(payload(1));
    let mut large_with_vault = Append::of(full());
    large_with_vault.vault.push(create("ola", 1));
    let expected_twice = sample
        .append(&hall)
        .expecting(hall.clone(), Expected::Any)
        .expecting(stream("other"), Expected::NoStream)
        .expecting(hall.clone(), Expected::Any);
    let mut vault_twice = sample.append(&hall);
    vault_twice.vault = vec![create("ola", 1), create("jan", 1), VaultWrite::Erase { subject: stream("ola") }];
    let vault_alone = Append { vault: vec![create("ola", 1)], ..Append::default() };

    for (append, problem) in [
        (many, InvalidAppend::TooManyEvents(MAX_EVENTS + 1)),
        (large, InvalidAppend::PayloadTooLarge(MAX_PAYLOAD_BYTES + 1)),
        (large_in_all, InvalidAppend::TooLarge(MAX_APPEND_BYTES + 1)),
        (large_with_vault, InvalidAppend::TooLarge(MAX_APPEND_BYTES + 1)),
        (expecting(MAX_EXPECTATIONS + 1), InvalidAppend::TooManyExpectations(MAX_EXPECTATIONS + 1)),
        (expected_twice, InvalidAppend::ExpectedTwice(hall.clone())),
        (vault_twice, InvalidAppend::VaultTwice(stream("ola"))),
        (vault_alone, InvalidAppend::VaultWithoutEvents),
    ] {
        assert_eq!(expect_refusal(&*log, append), AppendError::Invalid(problem));
    }
    log.append(sample.append(&hall)).wait().expect("the log goes on");
}

pub(super) fn an_append_at_a_limit_goes_through(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let largest = sample.event_with(&stream("hall"), vec![b' '; MAX_PAYLOAD_BYTES]);
    log.append(Append::of(vec![largest.clone()])).wait().unwrap();
    let mut most_expected = expecting(MAX_EXPECTATIONS);
    most_expected.events.push(sample.event(&stream("0")));
    log.append(most_expected).wait().unwrap();
    let rows = all_events(&*log);
    assert_eq!(rows.len(), 2);
    assert!(rows[0].event == largest);
    assert_eq!(rows[0].leaf, rows[0].as_ref().expected_leaf());
}
