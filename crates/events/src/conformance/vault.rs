//! The laws of the vault beside the log: its records change with events or not at all.

use super::Backend;
use super::sample::{Sample, all_events, all_subjects, expect_refusal, idempotency, wait_until};
use crate::append::{Append, AppendError, Expected, InvalidAppend};
use crate::envelope::{StreamKind, StreamName, Version};
use crate::log::Log;
use crate::vault::{SealedRecord, SealedSubject, VaultWrite};

fn player(id: &str) -> StreamName {
    StreamName::new(StreamKind::Player, id).unwrap()
}

fn records(contents: &[(&str, &[u8])]) -> Vec<SealedRecord> {
    contents.iter().map(|(name, sealed)| SealedRecord { name: (*name).to_owned(), sealed: sealed.to_vec() }).collect()
}

fn create(subject: &StreamName, key: &[u8], contents: &[(&str, &[u8])]) -> VaultWrite {
    VaultWrite::Create { subject: subject.clone(), wrapped_key: key.to_vec(), records: records(contents) }
}

fn replace(subject: &StreamName, key: &[u8], contents: &[(&str, &[u8])]) -> VaultWrite {
    VaultWrite::Replace { subject: subject.clone(), wrapped_key: key.to_vec(), records: records(contents) }
}

fn erase(subject: &StreamName) -> VaultWrite {
    VaultWrite::Erase { subject: subject.clone() }
}

/// An event of the first subject together with the writes.
fn with_event(sample: Sample<'_>, vault: Vec<VaultWrite>) -> Append {
    let subject = vault[0].subject().clone();
    Append { vault, ..sample.append(&subject) }
}

/// What the vault has of a subject, whatever its number.
#[track_caller]
fn assert_sealed(log: &dyn Log, subject: &StreamName, key: &[u8], contents: &[(&str, &[u8])]) {
    let SealedSubject { number: _, subject: whose, wrapped_key, records: found } =
        log.sealed(subject).unwrap().expect("a subject of the vault");
    assert_eq!(whose, *subject);
    assert_eq!(wrapped_key, key);
    assert_eq!(found, records(contents));
}

pub(super) fn a_vault_record_is_written_with_its_event(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let [ola, jan] = [player("ola"), player("jan")];
    let all_bytes: Vec<u8> = (0..=255).collect();
    let large = vec![0; 100_000];
    let contents: &[(&str, &[u8])] = &[("alias", b""), ("profile", &all_bytes), ("żółć", &large)];
    let unordered: &[(&str, &[u8])] = &[contents[2], contents[0], contents[1]];
    log.append(with_event(sample, vec![create(&ola, &all_bytes, unordered), create(&jan, b"k", &[])])).wait().unwrap();
    let check = |log: &dyn Log| {
        assert_sealed(log, &ola, &all_bytes, contents);
        assert_sealed(log, &jan, b"k", &[]);
        assert_eq!(log.sealed(&player("nobody")).unwrap(), None);
        assert_eq!(log.sealed(&StreamName::new(StreamKind::Account, "ola").unwrap()).unwrap(), None);
        assert_eq!(all_events(log).len(), 1);
    };
    check(&*log);
    log.close();
    let log = backend.open();
    check(&*log);
    let alone = Append { vault: vec![erase(&ola)], ..Append::default() };
    assert_eq!(expect_refusal(&*log, alone), AppendError::Invalid(InvalidAppend::VaultWithoutEvents));
}

pub(super) fn a_replaced_record_takes_the_place_of_its_name(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let ola = player("ola");
    log.append(with_event(sample, vec![create(&ola, b"key", &[("b", b"1"), ("d", b"1")])])).wait().unwrap();
    log.append(with_event(sample, vec![replace(&ola, b"key", &[("d", b"2"), ("c", b"2"), ("a", b"2")])]))
        .wait()
        .unwrap();
    assert_sealed(&*log, &ola, b"key", &[("a", b"2"), ("b", b"1"), ("c", b"2"), ("d", b"2")]);
    log.append(with_event(sample, vec![replace(&ola, b"key", &[])])).wait().unwrap();
    log.append(with_event(sample, vec![replace(&ola, b"key", &[("b", b"")])])).wait().unwrap();
    assert_sealed(&*log, &ola, b"key", &[("a", b"2"), ("b", b""), ("c", b"2"), ("d", b"2")]);
    assert_eq!(all_subjects(&*log).len(), 1);
}

pub(super) fn an_erased_subject_is_gone(backend: &dyn Backend) {
    let [log, other] = [backend.open(), backend.open()];
    let sample = Sample::new(backend);
    let [ola, jan] = [player("ola"), player("jan")];
    let both = vec![create(&ola, b"key", &[("profile", b"1")]), create(&jan, b"other", &[("profile", b"2")])];
    log.append(with_event(sample, both)).wait().unwrap();
    let before = all_events(&*log);
    assert_sealed(&*other, &ola, b"key", &[("profile", b"1")]);
    log.append(with_event(sample, vec![erase(&ola)])).wait().unwrap();

    assert_eq!(log.sealed(&ola).unwrap(), None);
    assert_eq!(other.sealed(&ola).unwrap(), None, "another process remembers nothing either");
    assert_eq!(all_subjects(&*log).len(), 1);
    assert_sealed(&*log, &jan, b"other", &[("profile", b"2")]);
    assert_eq!(all_events(&*log)[..1], before, "the log is as it was");
    let late = with_event(sample, vec![replace(&ola, b"key", &[("profile", b"3")])]);
    assert_eq!(expect_refusal(&*log, late), AppendError::VaultConflict { subject: ola.clone() });
    log.append(with_event(sample, vec![erase(&ola)])).wait().expect("nothing to erase is no conflict");
    log.append(with_event(sample, vec![erase(&player("nobody"))])).wait().unwrap();

    log.close();
    let log = backend.open();
    assert_eq!(log.sealed(&ola).unwrap(), None);
    log.append(with_event(sample, vec![create(&ola, b"new key", &[("alias", b"4")])])).wait().unwrap();
    assert_sealed(&*log, &ola, b"new key", &[("alias", b"4")]);
}

pub(super) fn a_vault_conflict_records_nothing(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let [ola, jan, ewa] = [player("ola"), player("jan"), player("ewa")];
    log.append(with_event(sample, vec![create(&ola, b"key", &[("profile", b"1")])])).wait().unwrap();
    let conflicts = [
        create(&ola, b"key", &[("profile", b"2")]),
        replace(&ola, b"another", &[("profile", b"2")]),
        replace(&jan, b"key", &[("profile", b"2")]),
    ];
    for wrong in conflicts {
        let subject = wrong.subject().clone();
        let mut append = with_event(sample, vec![create(&ewa, b"k", &[]), wrong]);
        append.idempotency = idempotency(1, 1);
        assert_eq!(expect_refusal(&*log, append), AppendError::VaultConflict { subject });
    }
    assert_sealed(&*log, &ola, b"key", &[("profile", b"1")]);
    let twice = vec![replace(&ola, b"key", &[("a", b"1")]), erase(&ola)];
    assert_eq!(
        expect_refusal(&*log, with_event(sample, twice)),
        AppendError::Invalid(InvalidAppend::VaultTwice(ola.clone()))
    );
    let mut append = with_event(sample, vec![create(&ewa, b"k", &[])]);
    append.idempotency = idempotency(1, 2);
    assert!(!log.append(append).wait().unwrap().replayed, "a refused append does not use up its key");

    // In one commit, if the log writes several appends in one.
    let waiting = [
        create(&jan, b"1", &[("profile", b"1")]),
        create(&jan, b"2", &[("profile", b"2")]),
        replace(&jan, b"1", &[("profile", b"3")]),
        erase(&jan),
        replace(&jan, b"1", &[("profile", b"4")]),
        create(&jan, b"3", &[("profile", b"5")]),
    ]
    .map(|write| log.append(with_event(sample, vec![write])));
    let went_through: Vec<bool> = waiting.into_iter().map(|pending| pending.wait().is_ok()).collect();
    assert_eq!(went_through, [true, false, true, true, false, true]);
    assert_sealed(&*log, &jan, b"3", &[("profile", b"5")]);
    assert_eq!(all_events(&*log).len(), 6);
}

pub(super) fn a_conflict_of_streams_leaves_the_vault_as_it_was(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let [ola, jan] = [player("ola"), player("jan")];
    log.append(with_event(sample, vec![create(&ola, b"key", &[("profile", b"1")])])).wait().unwrap();
    let wrong = Expected::Exact(Version(5));
    for write in [create(&jan, b"k", &[]), replace(&ola, b"key", &[("profile", b"2")]), erase(&ola)] {
        let append = with_event(sample, vec![write]).expecting(ola.clone(), wrong);
        let conflict = AppendError::Conflict { stream: ola.clone(), expected: wrong, found: Version(1) };
        assert_eq!(expect_refusal(&*log, append), conflict);
    }
    assert_sealed(&*log, &ola, b"key", &[("profile", b"1")]);
    assert_eq!(log.sealed(&jan).unwrap(), None);
}

pub(super) fn a_retry_does_not_write_to_the_vault_again(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let ola = player("ola");
    let registration = || {
        let mut append = with_event(sample, vec![create(&ola, b"key", &[("profile", b"1")])]);
        append.idempotency = idempotency(1, 1);
        append
    };
    log.append(registration()).wait().unwrap();
    assert!(log.append(registration()).wait().unwrap().replayed, "the subject exists, and that is no conflict");
    log.append(with_event(sample, vec![erase(&ola)])).wait().unwrap();
    assert!(log.append(registration()).wait().unwrap().replayed);
    assert_eq!(log.sealed(&ola).unwrap(), None, "a retry does not bring back what was erased");
}

pub(super) fn subjects_are_listed_in_the_order_in_which_they_came(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let arrival: Vec<StreamName> = ["m", "a", "z", "k", "b"].map(player).into();
    for subject in &arrival {
        log.append(with_event(sample, vec![create(subject, b"key", &[("x", b"1"), ("y", b"2")])])).wait().unwrap();
    }
    log.append(with_event(sample, vec![replace(&arrival[1], b"key", &[("x", b"3")])])).wait().unwrap();
    let names = |listed: &[SealedSubject]| listed.iter().map(|sealed| sealed.subject.clone()).collect::<Vec<_>>();
    let listed = all_subjects(&*log);
    assert_eq!(names(&listed), arrival);
    assert!(listed.windows(2).all(|pair| pair[0].number < pair[1].number));
    for sealed in &listed {
        assert_eq!(log.sealed(&sealed.subject).unwrap().as_ref(), Some(sealed));
    }
    assert_eq!(log.sealed_subjects_after(listed[1].number, 2).unwrap(), listed[2..4]);
    assert_eq!(log.sealed_subjects_after(listed[4].number, 2).unwrap(), []);
    assert_eq!(log.sealed_subjects_after(i64::MAX, 2).unwrap(), []);
    assert_eq!(log.sealed_subjects_after(i64::MIN, 0).unwrap(), []);

    // A reader that has read up to the last number must find the next subject behind it, also after an erasure.
    log.append(with_event(sample, vec![erase(&arrival[4])])).wait().unwrap();
    let late = player("c");
    log.append(with_event(sample, vec![create(&late, b"key", &[])])).wait().unwrap();
    assert_eq!(names(&log.sealed_subjects_after(listed[4].number, 10).unwrap()), [late]);
    assert_eq!(all_subjects(&*log).len(), 5);
}

pub(super) fn what_was_erased_can_be_purged(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let [ola, jan] = [player("ola"), player("jan")];
    wait_until(backend, "a purge of nothing", || log.purge_erased().unwrap());
    let both = vec![create(&ola, b"key", &[("profile", b"1")]), create(&jan, b"other", &[("profile", b"2")])];
    log.append(with_event(sample, both)).wait().unwrap();
    log.append(with_event(sample, vec![erase(&ola)])).wait().unwrap();
    let before = all_events(&*log);
    wait_until(backend, "a purge of what was erased", || log.purge_erased().unwrap());
    assert_eq!(all_events(&*log), before);
    assert_sealed(&*log, &jan, b"other", &[("profile", b"2")]);
    log.append(sample.append(&ola)).wait().expect("the log goes on");
}
