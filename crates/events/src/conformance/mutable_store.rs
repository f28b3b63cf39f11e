//! The laws of the mutable store: its records change with an append or not at all, and one-time records are used once.

use super::Backend;
use super::sample::{Sample, all_events, all_records, expect_refusal, idempotency, stream};
use crate::append::{Append, AppendError, Expected, InvalidAppend};
use crate::envelope::{Position, Timestamp, Version};
use crate::log::{IdempotencyRecord, Log, MAX_PAGE};
use crate::mutable_store::{
    MAX_KEY_BYTES, MAX_MUTABLE_WRITES, MAX_OWNER_BYTES, MAX_VALUE_BYTES, MutableRecord, MutableWrite, RecordKind,
};
use crate::vault::VaultWrite;
use std::sync::Barrier;

/// Long over by any clock.
const PAST: Timestamp = Timestamp(1_000_000_000_000_000);
/// Far away by any clock.
const FUTURE: Timestamp = Timestamp(8_000_000_000_000_000);

fn kept(record_kind: RecordKind, key: &[u8], owner: &str, value: &[u8]) -> MutableRecord {
    MutableRecord {
        record_kind,
        key: key.to_vec(),
        owner: owner.into(),
        value: value.to_vec(),
        expires_at: None,
        revision: 1,
    }
}

fn put(record: &MutableRecord) -> MutableWrite {
    let MutableRecord { record_kind, key, owner, value, expires_at, .. } = record.clone();
    MutableWrite::Put { record_kind, key, owner, value, expires_at }
}

fn put_new(record: &MutableRecord) -> MutableWrite {
    let MutableRecord { record_kind, key, owner, value, expires_at, .. } = record.clone();
    MutableWrite::PutNew { record_kind, key, owner, value, expires_at }
}

/// A replacement of the record with its key and the revision before its own.
fn replace(record: &MutableRecord) -> MutableWrite {
    let MutableRecord { record_kind, key, owner, value, expires_at, revision } = record.clone();
    MutableWrite::Replace { record_kind, key, owner, value, expires_at, revision: revision - 1 }
}

fn remove(record_kind: RecordKind, key: &[u8]) -> MutableWrite {
    MutableWrite::Remove { record_kind, key: key.to_vec() }
}

fn remove_if_there(record_kind: RecordKind, key: &[u8]) -> MutableWrite {
    MutableWrite::RemoveIfThere { record_kind, key: key.to_vec() }
}

fn alone(writes: Vec<MutableWrite>) -> Append {
    Append { mutable_writes: writes, ..Append::default() }
}

#[track_caller]
fn write(log: &dyn Log, writes: Vec<MutableWrite>) {
    log.append(alone(writes)).wait().unwrap();
}

pub(super) fn a_record_of_the_mutable_store_comes_back_as_it_was_put(backend: &dyn Backend) {
    let log = backend.open();
    let all_bytes: Vec<u8> = (0..=255).collect();
    let longest_owner = "ż".repeat(MAX_OWNER_BYTES / 2);
    let mut records = vec![
        kept(RecordKind::Password, b"1", "account/ola", b"hash"),
        kept(RecordKind::Session, &[0], "", b""),
        kept(RecordKind::Session, &all_bytes[..MAX_KEY_BYTES], &longest_owner, &all_bytes),
        MutableRecord { expires_at: Some(FUTURE), ..kept(RecordKind::Link, &[255; 64], "a", &[7; MAX_VALUE_BYTES]) },
        MutableRecord { expires_at: Some(Timestamp(i64::MIN)), ..kept(RecordKind::TableToken, &[0, 0], "a", &[0; 64]) },
        MutableRecord { expires_at: Some(PAST), ..kept(RecordKind::Audit, &[0, 1], "a", &[0; 65]) },
    ];
    let receipt = log.append(alone(records.iter().map(put_new).collect())).wait().unwrap();
    assert_eq!((receipt.after, receipt.count, receipt.replayed), (Position::START, 0, false));
    records.sort_by_key(|record| record.record_kind);
    assert_eq!(all_events(&*log), []);
    let check = |log: &dyn Log| {
        for record in &records {
            assert_eq!(log.mutable_record(record.record_kind, &record.key).unwrap().as_ref(), Some(record));
        }
        assert_eq!(
            log.mutable_record(RecordKind::SecondFactor, b"1").unwrap(),
            None,
            "another record kind is another place"
        );
        assert_eq!(log.mutable_record(RecordKind::Password, b"").unwrap(), None);
        assert_eq!(log.mutable_record(RecordKind::Password, b"1\0").unwrap(), None);
        assert_eq!(all_records(log), records);
    };
    check(&*log);
    log.close();
    assert!(log.mutable_record(RecordKind::Password, b"1").is_err(), "a closed log is not read");
    check(&*backend.open());
}

pub(super) fn a_put_record_takes_the_place_of_the_one_with_its_key(backend: &dyn Backend) {
    let log = backend.open();
    let mut record = kept(RecordKind::Password, b"ola", "account/ola", b"first");
    write(&*log, vec![put(&record)]);
    for (revision, length) in [(2, 5), (3, 900), (4, 0), (5, MAX_VALUE_BYTES), (6, 64)] {
        let owner = format!("account/{revision}").into();
        let expires_at = (revision % 2 == 0).then_some(FUTURE);
        record = MutableRecord { owner, value: vec![revision as u8; length], expires_at, revision, ..record };
        write(&*log, vec![if revision % 2 == 0 { put(&record) } else { replace(&record) }]);
        assert_eq!(all_records(&*log), [record.clone()]);
    }
    assert_eq!(log.mutable_records_of_owner(RecordKind::Password, "account/ola", 10).unwrap(), []);
    write(&*log, vec![remove(RecordKind::Password, b"ola")]);
    assert_eq!(all_records(&*log), []);
    let again = kept(RecordKind::Password, b"ola", "account/ola", b"again");
    write(&*log, vec![put(&again)]);
    assert_eq!(all_records(&*log), [again], "a record that was removed begins anew");
}

pub(super) fn a_conflict_in_the_mutable_store_records_nothing(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let there = kept(RecordKind::Link, b"there", "account/ola", b"1");
    write(&*log, vec![put(&there)]);
    let absent = kept(RecordKind::TableToken, b"absent", "account/ola", b"1");
    let conflicts = [
        put_new(&there),
        replace(&MutableRecord { revision: 1, ..there.clone() }),
        replace(&MutableRecord { revision: 3, ..there.clone() }),
        replace(&MutableRecord { revision: u64::MAX, ..there.clone() }),
        replace(&MutableRecord { revision: 2, ..absent.clone() }),
        remove(RecordKind::TableToken, b"absent"),
        remove(RecordKind::Session, b"there"),
    ];
    for wrong in conflicts {
        let record_kind = wrong.record_kind();
        let mut append = sample.append(&stream("hall"));
        append.mutable_writes = vec![put(&absent), put_new(&kept(RecordKind::Session, b"new", "a", b"1"))];
        append.mutable_writes.retain(|write| (write.record_kind(), write.key()) != (wrong.record_kind(), wrong.key()));
        append.mutable_writes.push(wrong);
        append.vault = vec![VaultWrite::Create { subject: stream("hall"), wrapped_key: vec![1], records: Vec::new() }];
        append.idempotency = idempotency(1, 1);
        assert_eq!(expect_refusal(&*log, append), AppendError::RecordConflict { record_kind });
    }
    assert_eq!(log.idempotency_record(&[1; 32]).unwrap(), None, "a refused append does not use up its key");

    // In one commit, if the log writes several appends in one.
    let waiting = [
        vec![put_new(&absent)],
        vec![put_new(&absent), remove(RecordKind::Link, b"there")],
        vec![replace(&MutableRecord { revision: 2, ..absent.clone() })],
        vec![replace(&MutableRecord { revision: 2, ..absent.clone() })],
        vec![remove(RecordKind::TableToken, b"absent")],
        vec![remove(RecordKind::TableToken, b"absent")],
        vec![remove_if_there(RecordKind::TableToken, b"absent")],
        vec![put_new(&absent)],
    ]
    .map(|writes| log.append(Append { mutable_writes: writes, ..sample.append(&stream("hall")) }));
    let went_through: Vec<bool> = waiting.into_iter().map(|pending| pending.wait().is_ok()).collect();
    assert_eq!(went_through, [true, false, true, false, true, false, true, true]);
    assert_eq!(all_records(&*log), [there, absent]);
    assert_eq!(all_events(&*log).len(), 5);
}

pub(super) fn another_conflict_leaves_the_mutable_store_as_it_was(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let hall = stream("hall");
    let there = kept(RecordKind::Session, b"there", "account/ola", b"1");
    let new = kept(RecordKind::Session, b"new", "account/ola", b"1");
    let mut first = Append { mutable_writes: vec![put(&there)], ..sample.append(&hall) };
    first.idempotency = idempotency(1, 1);
    log.append(first).wait().unwrap();
    let writes = || {
        let owned = MutableWrite::RemoveOwned { record_kind: RecordKind::Session, owner: "account/ola".into() };
        vec![put_new(&new), owned]
    };
    let wrong = Expected::Exact(Version(5));
    for events in [Vec::new(), sample.events(&hall, 1)] {
        let append = Append { mutable_writes: writes(), ..Append::of(events) }.expecting(hall.clone(), wrong);
        let conflict = AppendError::Conflict { stream: hall.clone(), expected: wrong, found: Version(1) };
        assert_eq!(expect_refusal(&*log, append), conflict);
    }
    let erased = VaultWrite::Replace { subject: hall.clone(), wrapped_key: vec![1], records: Vec::new() };
    let append = Append { mutable_writes: writes(), vault: vec![erased], ..sample.append(&hall) };
    assert_eq!(expect_refusal(&*log, append), AppendError::VaultConflict { subject: hall.clone() });
    let append = Append { idempotency: idempotency(1, 2), ..alone(writes()) };
    assert_eq!(expect_refusal(&*log, append), AppendError::IdempotencyMismatch);
    assert_eq!(all_records(&*log), [there]);
}

pub(super) fn a_retry_does_not_write_to_the_mutable_store_again(backend: &dyn Backend) {
    let log = backend.open();
    let sample = Sample::new(backend);
    let link = kept(RecordKind::Link, b"link", "account/ola", b"1");
    write(&*log, vec![put_new(&link)]);
    let redeeming = |events: usize, key| {
        let session = kept(RecordKind::Session, &[key], "account/ola", b"1");
        let mut append = Append::of(sample.events(&stream("hall"), events));
        append.mutable_writes = vec![remove(RecordKind::Link, b"link"), put(&session)];
        append.idempotency = idempotency(key, 1);
        append
    };
    for (key, events) in [(1, 0), (2, 1)] {
        write(&*log, vec![put(&link)]);
        assert_eq!(log.idempotency_record(&[key; 32]).unwrap(), None);
        let first = log.append(redeeming(events, key)).wait().unwrap();
        write(&*log, vec![remove(RecordKind::Session, &[key])]);
        let before = all_records(&*log);
        let retry = log.append(redeeming(events, key)).wait().unwrap();
        assert!(retry.replayed, "the link is used, and that is no conflict");
        assert_eq!(all_records(&*log), before, "a retry does not bring back what was removed");
        let told = IdempotencyRecord { idempotency: idempotency(key, 1).unwrap(), receipt: retry };
        assert_eq!(log.idempotency_record(&[key; 32]).unwrap(), Some(told));
        assert_eq!((retry.after, retry.count, retry.recorded_at), (first.after, first.count, first.recorded_at));
    }
}

pub(super) fn of_sixteen_who_take_the_same_record_one_has_it(backend: &dyn Backend) {
    const CALLERS: usize = 16;
    let logs = [backend.open(), backend.open()];
    let sample = Sample::new(backend);
    for round in 0..3_u8 {
        let link = kept(RecordKind::Link, &[round], "account/ola", b"1");
        write(&*logs[0], vec![put_new(&link)]);
        let start = Barrier::new(CALLERS);
        let outcomes: Vec<_> = std::thread::scope(|scope| {
            let callers: Vec<_> = (0..CALLERS)
                .map(|caller| {
                    let (log, start, key) = (&logs[caller % 2], &start, link.key.clone());
                    scope.spawn(move || {
                        let session = kept(RecordKind::Session, &[round, caller as u8], "account/ola", b"1");
                        let name = stream(&format!("round {round}"));
                        let mutable_writes = vec![remove(RecordKind::Link, &key), put_new(&session)];
                        let append = Append { mutable_writes, ..sample.append(&name) };
                        start.wait();
                        log.append(append).wait()
                    })
                })
                .collect();
            callers.into_iter().map(|caller| caller.join().unwrap()).collect()
        });
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "round {round}");
        for outcome in outcomes.iter().filter(|outcome| outcome.is_err()) {
            assert_eq!(*outcome, Err(AppendError::RecordConflict { record_kind: RecordKind::Link }));
        }
        let rounds = usize::from(round) + 1;
        assert_eq!(logs[1].mutable_records_after(RecordKind::Session, None, 100).unwrap().len(), rounds);
        assert_eq!(all_events(&*logs[0]).len(), rounds);
    }
}

pub(super) fn replacements_of_one_revision_at_once_have_one_winner(backend: &dyn Backend) {
    const CALLERS: u64 = 8;
    let logs = [backend.open(), backend.open()];
    let counter = kept(RecordKind::SecondFactor, b"ola", "account/ola", &0_u64.to_be_bytes());
    write(&*logs[0], vec![put_new(&counter)]);
    std::thread::scope(|scope| {
        for caller in 0..CALLERS {
            let log = &logs[caller as usize % 2];
            scope.spawn(move || {
                loop {
                    let found = log.mutable_record(RecordKind::SecondFactor, b"ola").unwrap().unwrap();
                    let counted = u64::from_be_bytes(found.value.clone().try_into().unwrap()) + 1;
                    let next =
                        MutableRecord { value: counted.to_be_bytes().to_vec(), revision: found.revision + 1, ..found };
                    match log.append(alone(vec![replace(&next)])).wait() {
                        Ok(_) => break,
                        Err(AppendError::RecordConflict { record_kind: RecordKind::SecondFactor }) => {}
                        Err(error) => panic!("{error}"),
                    }
                }
            });
        }
    });
    let counted = MutableRecord { value: CALLERS.to_be_bytes().to_vec(), revision: CALLERS + 1, ..counter };
    assert_eq!(all_records(&*logs[1]), [counted]);
}

pub(super) fn records_of_an_owner_are_found_and_removed_together(backend: &dyn Backend) {
    let log = backend.open();
    let session = |key: u8, owner: &str| kept(RecordKind::Session, &[key], owner, &[key]);
    let [third, first, second] = [3, 1, 2].map(|key| session(key, "account/ola"));
    let (of_jan, alike) = (session(4, "account/jan"), session(5, "account/ola2"));
    let password = kept(RecordKind::Password, &[1], "account/ola", b"1");
    write(&*log, [&third, &first, &second, &of_jan, &alike, &password].map(put_new).into());
    let owned = |owner: &str, limit| log.mutable_records_of_owner(RecordKind::Session, owner, limit).unwrap();
    assert_eq!(owned("account/ola", usize::MAX), [first.clone(), second.clone(), third]);
    assert_eq!(owned("account/ola", 2), [first.clone(), second]);
    assert_eq!(owned("account/ola", 0), []);
    for unknown in ["account/OLA", "account/", "", "account/%", "\0"] {
        assert_eq!(owned(unknown, 10), [], "{unknown:?}");
    }
    // A new session in place of all others: given before the removal, and made after it.
    let fresh = session(9, "account/ola");
    let remove_owned =
        |owner: &str| MutableWrite::RemoveOwned { record_kind: RecordKind::Session, owner: owner.into() };
    write(&*log, vec![put_new(&fresh), put(&first), remove_owned("account/ola"), remove_owned("account/nobody")]);
    assert_eq!(all_records(&*log), [password, first.clone(), of_jan, alike, fresh.clone()], "put, and not replaced");
    let newer = MutableRecord { value: vec![8], revision: 2, ..first };
    write(&*log, vec![remove(RecordKind::Session, &[9]), replace(&newer), remove_owned("account/ola")]);
    assert_eq!(owned("account/ola", 10), [newer]);
}

pub(super) fn records_of_a_kind_are_listed_in_the_order_of_their_keys(backend: &dyn Backend) {
    let log = backend.open();
    let keys: [&[u8]; 8] = [&[0], &[0, 0], &[0, 255], &[1], &[127; 64], &[128], &[255], &[255, 0]];
    let records = keys.map(|key| kept(RecordKind::Audit, key, "account/ola", key));
    write(&*log, [5, 0, 7, 3, 1, 6, 2, 4].map(|place: usize| put_new(&records[place])).into());
    write(&*log, vec![put(&kept(RecordKind::Session, &[0, 1], "account/ola", b"1"))]);
    let after = |key: Option<&[u8]>, limit| log.mutable_records_after(RecordKind::Audit, key, limit).unwrap();
    assert_eq!(after(None, usize::MAX), records);
    assert_eq!(after(None, 0), []);
    assert_eq!(after(Some(&[]), MAX_PAGE), records);
    assert_eq!(after(Some(&[0, 7]), 2), records[2..4], "also after a key that is not there");
    for size in [1, 3, 8] {
        let mut paged: Vec<MutableRecord> = Vec::new();
        loop {
            let page = after(paged.last().map(|record| &*record.key), size);
            assert!(page.len() <= size);
            if page.is_empty() {
                break;
            }
            paged.extend(page);
        }
        assert_eq!(paged, records, "pages of {size}");
    }
}

pub(super) fn what_has_expired_is_kept_until_it_is_removed(backend: &dyn Backend) {
    let log = backend.open();
    let record =
        |record_kind, key: u8, expires_at| MutableRecord { expires_at, ..kept(record_kind, &[key], "a", &[key]) };
    let moments = [None, Some(Timestamp(PAST.0 - 1)), Some(PAST), Some(Timestamp(PAST.0 + 1)), Some(FUTURE)];
    let of = |record_kind| moments.iter().zip(0..).map(move |(moment, key)| record(record_kind, key, *moment));
    let (sessions, audit): (Vec<_>, Vec<_>) = (of(RecordKind::Session).collect(), of(RecordKind::Audit).collect());
    write(&*log, sessions.iter().chain(&audit).map(put_new).collect());
    let expired = |record_kind, before| MutableWrite::RemoveExpired { record_kind, before };
    let listed = |record_kind| log.mutable_records_after(record_kind, None, 100).unwrap();
    write(&*log, vec![expired(RecordKind::Session, Timestamp(i64::MIN)), expired(RecordKind::Link, FUTURE)]);
    assert_eq!(listed(RecordKind::Session), sessions);
    write(&*log, vec![expired(RecordKind::Session, PAST)]);
    let kept_of = |records: &[MutableRecord], places: &[usize]| -> Vec<MutableRecord> {
        places.iter().map(|place| records[*place].clone()).collect()
    };
    assert_eq!(listed(RecordKind::Session), kept_of(&sessions, &[0, 2, 3, 4]));
    assert_eq!(listed(RecordKind::Audit), audit);
    write(&*log, vec![expired(RecordKind::Audit, PAST), expired(RecordKind::Session, Timestamp(i64::MAX))]);
    assert_eq!(listed(RecordKind::Session), kept_of(&sessions, &[0]));
    assert_eq!(listed(RecordKind::Audit), kept_of(&audit, &[0, 2, 3, 4]));
    write(&*log, vec![expired(RecordKind::Audit, Timestamp(i64::MAX))]);
    assert_eq!(listed(RecordKind::Audit), kept_of(&audit, &[0, 4]), "what has not expired is audit, whoever asks");
}

pub(super) fn the_audit_is_only_added_to(backend: &dyn Backend) {
    let log = backend.open();
    let entry = kept(RecordKind::Audit, b"1", "account/ola", b"read the ranking");
    write(&*log, vec![put_new(&entry)]);
    let changed = MutableRecord { value: b"read nothing".to_vec(), revision: 2, ..entry.clone() };
    let owner = entry.owner.clone();
    for wrong in [
        put(&changed),
        replace(&changed),
        remove(RecordKind::Audit, b"1"),
        remove_if_there(RecordKind::Audit, b"1"),
        MutableWrite::RemoveOwned { record_kind: RecordKind::Audit, owner },
    ] {
        assert_eq!(expect_refusal(&*log, alone(vec![wrong])), AppendError::Invalid(InvalidAppend::AuditIsAddedTo));
    }
    let conflict = AppendError::RecordConflict { record_kind: RecordKind::Audit };
    assert_eq!(expect_refusal(&*log, alone(vec![put_new(&changed)])), conflict);
    assert_eq!(all_records(&*log), [entry]);
}

pub(super) fn a_write_to_the_mutable_store_over_a_limit_is_refused(backend: &dyn Backend) {
    let log = backend.open();
    let good = kept(RecordKind::Session, b"1", "account/ola", b"1");
    let long_owner = "o".repeat(MAX_OWNER_BYTES + 1);
    let owned = |owner: &str| MutableWrite::RemoveOwned { record_kind: RecordKind::Session, owner: owner.into() };
    let many = (0..=MAX_MUTABLE_WRITES).map(|number| remove_if_there(RecordKind::Session, &number.to_be_bytes()));
    for (writes, problem) in [
        (vec![put(&MutableRecord { key: Vec::new(), ..good.clone() })], InvalidAppend::RecordKey(0)),
        (vec![remove(RecordKind::Link, &[1; MAX_KEY_BYTES + 1])], InvalidAppend::RecordKey(MAX_KEY_BYTES + 1)),
        (vec![owned(&long_owner)], InvalidAppend::RecordOwner(MAX_OWNER_BYTES + 1)),
        (vec![owned("a\0b")], InvalidAppend::RecordOwner(3)),
        (
            vec![put_new(&MutableRecord { value: vec![0; MAX_VALUE_BYTES + 1], ..good.clone() })],
            InvalidAppend::RecordValueTooLarge(MAX_VALUE_BYTES + 1),
        ),
        (vec![put(&good), remove_if_there(RecordKind::Session, b"1")], InvalidAppend::RecordTwice(RecordKind::Session)),
        (many.collect(), InvalidAppend::TooManyMutableWrites(MAX_MUTABLE_WRITES + 1)),
    ] {
        assert_eq!(expect_refusal(&*log, alone(writes)), AppendError::Invalid(problem));
    }
    let most = (0..MAX_MUTABLE_WRITES).map(|number| remove_if_there(RecordKind::Session, &number.to_be_bytes()));
    write(&*log, most.collect());
    write(&*log, vec![put(&good), remove_if_there(RecordKind::Link, b"1")]);
    assert_eq!(all_records(&*log), [good]);
}
