//! The vault as its users see it: what goes in comes out, and nothing else does.

use super::*;
use crate::envelope::Timestamp;
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use std::sync::Mutex;

/// A clock that stands still, and randomness that a test can repeat.
pub(super) struct TestEnvironment(Mutex<[u8; 32]>);

impl TestEnvironment {
    pub(super) fn new(seed: u8) -> Self {
        Self(Mutex::new([seed; 32]))
    }
}

impl Environment for TestEnvironment {
    fn now(&self) -> Timestamp {
        Timestamp(1_767_323_045_000_006)
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        let mut state = self.0.lock().unwrap();
        for chunk in bytes.chunks_mut(32) {
            *state = Sha256::digest(*state).into();
            let block = Sha256::digest([&state[..], b"out"].concat());
            chunk.copy_from_slice(&block[..chunk.len()]);
        }
    }
}

const CANARY: &str = "Zdzisława-Kanarek";

fn vault(seed: u8) -> Vault {
    let environment = TestEnvironment::new(seed);
    Vault::new(MasterKey::generate(&environment), Arc::new(environment))
}

fn subject(name: &str) -> StreamName {
    StreamName::parse(name).unwrap()
}

fn event(last: u8) -> EventId {
    let mut bytes = [7; 16];
    bytes[15] = last;
    EventId(bytes)
}

fn anna() -> PlayerName {
    PlayerName { first_name: CANARY.into(), surname: "Przykładowa".into() }
}

fn profile() -> PlayerProfile {
    PlayerProfile {
        city: "Opole".into(),
        voivodeship: "opolskie".into(),
        country: "PL".into(),
        alias: Some("p1".into()),
    }
}

fn reason(text: &str) -> Reason {
    Reason { text: text.into() }
}

/// What a store makes of a new subject.
fn kept(write: VaultWrite) -> SealedSubject {
    match write {
        VaultWrite::Create { subject, wrapped_key, records } => {
            SealedSubject { number: 1, subject, wrapped_key, records }
        }
        other => panic!("expected a new subject, not {other:?}"),
    }
}

fn kept_anna(vault: &Vault) -> SealedSubject {
    let records = [vault.prepare(&anna()), vault.prepare(&profile())];
    kept(vault.create(&subject("player/a"), &records).unwrap())
}

#[test]
fn a_subject_opens_to_its_records_and_their_commitments() {
    let vault = vault(1);
    let (name, more) = (vault.prepare(&anna()), vault.prepare(&profile()));
    let (name_commitment, profile_commitment) = (name.commitment(), more.commitment());
    let kept = kept(vault.create(&subject("player/a"), &[more, name]).unwrap());
    assert!(kept.records.is_sorted_by(|a, b| a.name < b.name));
    let open = vault.open(&kept).unwrap();
    assert_eq!(open.subject(), &subject("player/a"));
    open.check().unwrap();
    let name = open.record::<PlayerName>().unwrap().unwrap();
    assert_eq!(name.record, anna());
    assert!(name.opens(&name_commitment));
    assert!(!name.opens(&profile_commitment));
    let profile_found = open.record::<PlayerProfile>().unwrap().unwrap();
    assert_eq!(profile_found.record, profile());
    assert_eq!(profile_found.commitment(), profile_commitment);
    assert_eq!(open.record::<EventTexts>().unwrap(), None);
    assert_eq!(open.record_for::<Reason>(event(1)).unwrap(), None);
}

#[test]
fn replacing_keeps_the_key_and_the_other_records() {
    let vault = vault(1);
    let mut kept = kept_anna(&vault);
    let new = PlayerName { first_name: "Anna".into(), surname: "Nowa".into() };
    let VaultWrite::Replace { subject: of, wrapped_key, records } =
        vault.replace(&kept, &[vault.prepare(&new)]).unwrap()
    else {
        panic!("expected a replacement")
    };
    assert_eq!((&of, &wrapped_key, records.len()), (&kept.subject, &kept.wrapped_key, 1));
    let at = kept.records.iter().position(|record| record.name == records[0].name).unwrap();
    kept.records[at] = records.into_iter().next().unwrap();
    let open = vault.open(&kept).unwrap();
    assert_eq!(open.record::<PlayerName>().unwrap().unwrap().record, new);
    assert_eq!(open.record::<PlayerProfile>().unwrap().unwrap().record, profile());
}

#[test]
fn a_subject_has_a_reason_for_each_of_several_events() {
    let vault = vault(1);
    let texts = EventTexts { name: "Turniej w Opolu".into() };
    let records = [
        vault.prepare_for(event(1), &reason("pierwszy")),
        vault.prepare(&texts),
        vault.prepare_for(event(2), &reason("drugi")),
    ];
    let kept = kept(vault.create(&subject("tournament/t1"), &records).unwrap());
    let open = vault.open(&kept).unwrap();
    assert_eq!(open.record_for::<Reason>(event(2)).unwrap().unwrap().record, reason("drugi"));
    let all: Vec<_> = open.records_for::<Reason>().unwrap().into_iter().map(|(id, one)| (id, one.record)).collect();
    assert_eq!(all, [(event(1), reason("pierwszy")), (event(2), reason("drugi"))]);
    assert_eq!(open.record::<EventTexts>().unwrap().unwrap().record, texts);
}

#[test]
fn records_of_one_name_or_of_another_kind_of_subject_are_refused() {
    let vault = vault(1);
    let twice = [vault.prepare(&anna()), vault.prepare(&anna())];
    assert_eq!(vault.create(&subject("player/a"), &twice), Err(SealError::Twice("name".to_owned())));
    let tournament = subject("tournament/t1");
    let wrong = SealError::WrongSubject { subject: tournament.clone(), name: "name".to_owned() };
    assert_eq!(vault.create(&tournament, &[vault.prepare(&anna())]), Err(wrong));
}

#[test]
fn erasing_names_the_subject_and_holds_nothing() {
    let write = vault(1).erase(&subject("player/a"));
    assert_eq!(write, VaultWrite::Erase { subject: subject("player/a") });
    assert_eq!(write.bytes(), 0);
}

#[test]
fn the_same_record_sealed_twice_looks_different_all_over() {
    let vault = vault(1);
    let one = vault.prepare(&anna());
    let two = vault.prepare(&anna());
    assert_ne!(one.commitment(), two.commitment());
    let first = kept(vault.create(&subject("player/a"), std::slice::from_ref(&one)).unwrap());
    let second = kept(vault.create(&subject("player/a"), &[one]).unwrap());
    for (a, b) in [(&first.wrapped_key, &second.wrapped_key), (&first.records[0].sealed, &second.records[0].sealed)] {
        // 256 possible bytes: the chance of a run of four equal ones is small, and the test's randomness repeats.
        assert!(!a[9..].windows(4).zip(b[9..].windows(4)).any(|(a, b)| a == b));
    }
}

#[test]
fn another_master_key_is_told_from_damage() {
    let kept = kept_anna(&vault(1));
    let other = vault(2);
    let wrong = UnsealError::WrongMasterKey { subject: kept.subject.clone() };
    assert_eq!(other.open(&kept).unwrap_err(), wrong);
    let records = [other.prepare(&anna())];
    assert_eq!(other.replace(&kept, &records), Err(SealError::Key(wrong)));
}

#[test]
fn any_changed_byte_of_the_key_is_noticed() {
    let vault = vault(1);
    let kept = kept_anna(&vault);
    assert_eq!(kept.wrapped_key.len(), 81);
    for at in 0..kept.wrapped_key.len() {
        for flip in [1, 0x80] {
            let mut changed = kept.clone();
            changed.wrapped_key[at] ^= flip;
            let error = vault.open(&changed).unwrap_err();
            let expected = match at {
                0 => UnsealError::UnknownForm { subject: kept.subject.clone() },
                // The id of the master key: what it guards still opens, so the id itself was changed.
                _ => UnsealError::Damaged { subject: kept.subject.clone(), part: "key".to_owned() },
            };
            assert_eq!(error, expected, "byte {at}");
        }
    }
}

#[test]
fn any_changed_byte_of_a_record_is_noticed() {
    let vault = vault(1);
    let kept = kept_anna(&vault);
    for at in 0..kept.records[0].sealed.len() {
        let mut changed = kept.clone();
        changed.records[0].sealed[at] ^= 0x10;
        let open = vault.open(&changed).unwrap();
        let expected = match at {
            0 => UnsealError::UnknownForm { subject: kept.subject.clone() },
            _ => UnsealError::Damaged { subject: kept.subject.clone(), part: "name".to_owned() },
        };
        assert_eq!(open.check().unwrap_err(), expected, "byte {at}");
        assert_eq!(open.record::<PlayerName>().unwrap_err(), expected, "byte {at}");
        assert!(open.record::<PlayerProfile>().unwrap().is_some(), "the other record is whole");
    }
}

#[test]
fn anything_cut_or_lengthened_is_noticed() {
    let vault = vault(1);
    let kept = kept_anna(&vault);
    for len in (0..kept.wrapped_key.len()).chain([kept.wrapped_key.len() + 1]) {
        let mut changed = kept.clone();
        changed.wrapped_key.resize(len, 0);
        assert!(matches!(vault.open(&changed), Err(UnsealError::Damaged { .. })), "{len}");
    }
    let whole = kept.records[0].sealed.len();
    for len in (0..whole).chain([whole + 1, whole + 64]) {
        let mut changed = kept.clone();
        changed.records[0].sealed.resize(len, 0);
        assert!(matches!(vault.open(&changed).unwrap().check(), Err(UnsealError::Damaged { .. })), "{len}");
    }
}

#[test]
fn nothing_opens_in_the_place_of_something_else() {
    let vault = vault(1);
    let a = kept_anna(&vault);
    let other = PlayerName { first_name: "Jan".into(), surname: "Wymyślony".into() };
    let b = kept(vault.create(&subject("player/b"), &[vault.prepare(&other)]).unwrap());

    // The key of one subject in the row of another, then key and records together.
    let stolen_key = SealedSubject { wrapped_key: b.wrapped_key.clone(), ..a.clone() };
    assert!(matches!(vault.open(&stolen_key), Err(UnsealError::Damaged { .. })));
    let renamed = SealedSubject { subject: a.subject.clone(), ..b.clone() };
    assert!(matches!(vault.open(&renamed), Err(UnsealError::Damaged { .. })));

    // The record of one subject in the row of another.
    let stolen_record = SealedSubject { records: b.records.clone(), ..a.clone() };
    assert!(vault.open(&stolen_record).unwrap().record::<PlayerName>().is_err());

    // Two records of a subject with their names exchanged.
    let mut swapped = a.clone();
    let [first, second] = &mut swapped.records[..] else { panic!("expected two records") };
    std::mem::swap(&mut first.sealed, &mut second.sealed);
    let open = vault.open(&swapped).unwrap();
    assert!(open.record::<PlayerName>().is_err());
    assert!(open.record::<PlayerProfile>().is_err());

    // A reason moved to another event.
    let write = vault.create(&subject("log/main"), &[vault.prepare_for(event(1), &reason("a"))]).unwrap();
    let mut moved = kept(write);
    moved.records[0].name = moved.records[0].name.replace("01", "02");
    assert!(matches!(vault.open(&moved).unwrap().check(), Err(UnsealError::Damaged { .. })));
}

#[test]
fn where_a_subject_ends_and_a_record_begins_matters() {
    let vault = vault(1);
    let key = vault.wrapping.generate(&subject("player/a"), &*vault.environment).0;
    let sealed = key.seal(&subject("player/ab"), "c", b"{}", &*vault.environment);
    assert!(key.open(&subject("player/ab"), "c", &sealed).is_ok());
    assert!(key.open(&subject("player/a"), "bc", &sealed).is_err());
}

#[test]
fn a_record_with_other_fields_is_refused_as_such() {
    let vault = vault(1);
    let of = subject("player/a");
    let salt = "00".repeat(32);
    for text in [
        r#"{"fields":{"first_name":"A"},"salt":"SALT"}"#,
        r#"{"fields":{"first_name":"A","surname":"B","pesel":"1"},"salt":"SALT"}"#,
        r#"{"fields":{"first_name":"A","surname":"B","surname":"C"},"salt":"SALT"}"#,
        r#"{"fields":{"first_name":"A","surname":7},"salt":"SALT"}"#,
        r#"{"fields":{"first_name":"A","surname":"B"},"salt":"00"}"#,
        r#"{"fields":{"first_name":"A","surname":"B"},"salt":"SALT","more":1}"#,
        r#"{"fields":{"first_name":"A","surname":"B"}}"#,
        "",
    ] {
        let (key, wrapped_key) = vault.wrapping.generate(&of, &*vault.environment);
        let sealed = key.seal(&of, "name", text.replace("SALT", &salt).as_bytes(), &*vault.environment);
        let records = vec![SealedRecord { name: "name".to_owned(), sealed }];
        let kept = SealedSubject { number: 1, subject: of.clone(), wrapped_key, records };
        let open = vault.open(&kept).unwrap();
        let expected = UnsealError::UnexpectedContent { subject: of.clone(), name: "name".to_owned() };
        match text {
            "" => assert!(open.record::<PlayerName>().is_err()),
            _ => assert_eq!(open.record::<PlayerName>().unwrap_err(), expected, "{text}"),
        }
    }
}

#[test]
fn sealed_lengths_come_in_steps() {
    let vault = vault(1);
    let len = |surname: &str| {
        let record = PlayerName { first_name: "A".into(), surname: surname.into() };
        let write = vault.create(&subject("player/a"), &[vault.prepare(&record)]).unwrap();
        kept(write).records[0].sealed.len()
    };
    assert_eq!(len("Ek"), len("Przykładowa"));
    assert_ne!(len("Ek"), len(&"x".repeat(80)));
    for letters in 0..200 {
        assert_eq!((len(&"x".repeat(letters)) - 1 - 24 - 16) % 64, 0);
    }
}

#[test]
fn a_commitment_binds_record_type_fields_and_salt() {
    let salt = Salt::from_bytes([1; 32]);
    let commitment = commit(&anna(), &salt);
    assert!(verify_commitment(&anna(), &salt, &commitment));
    assert!(!verify_commitment(&anna(), &Salt::from_bytes([2; 32]), &commitment));
    for bit in 0..256 {
        let mut changed = commitment;
        changed.0[bit / 8] ^= 1 << (bit % 8);
        assert!(!verify_commitment(&anna(), &salt, &changed));
    }
    let shifted = [("ab", "c"), ("a", "bc"), ("", "abc"), ("abc", ""), ("c", "ab")];
    let mut seen = Vec::new();
    for (first, last) in shifted {
        let record = PlayerName { first_name: first.into(), surname: last.into() };
        seen.push(commit(&record, &salt));
    }
    // The same only text in records of two types.
    seen.push(commit(&EventTexts { name: "abc".into() }, &salt));
    seen.push(commit(&reason("abc"), &salt));
    // Absent is not empty.
    seen.push(commit(&PlayerProfile { alias: None, ..profile() }, &salt));
    seen.push(commit(&PlayerProfile { alias: Some("".into()), ..profile() }, &salt));
    let count = seen.len();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), count);
}

/// Outsiders recompute commitments, so their form never changes.
#[test]
fn the_form_of_a_commitment_is_frozen() {
    let record = PlayerName { first_name: "Anna".into(), surname: "Przykładowa".into() };
    let salt: [u8; 32] = std::array::from_fn(|at| at as u8);
    assert_eq!(commit(&record, &Salt::from_bytes(salt)).to_string(), FROZEN_COMMITMENT);
}

/// A store must open for ever, so the sealed form never changes within its version.
#[test]
fn what_was_sealed_once_still_opens() {
    let master = MasterKey::parse("kostka-master-key-1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=").unwrap();
    let vault = Vault::new(master, Arc::new(TestEnvironment::new(9)));
    let records = vec![SealedRecord { name: "name".to_owned(), sealed: hex::decode(FROZEN_RECORD).unwrap() }];
    let wrapped_key = hex::decode(FROZEN_KEY).unwrap();
    let kept = SealedSubject { number: 1, subject: subject("player/frozen"), wrapped_key, records };
    let found = vault.open(&kept).unwrap().record::<PlayerName>().unwrap().unwrap();
    assert_eq!(found.record, PlayerName { first_name: "Anna".into(), surname: "Przykładowa".into() });
    assert_eq!(found.commitment().to_string(), FROZEN_COMMITMENT);
}

#[test]
fn nothing_printed_or_stored_shows_what_is_inside() {
    let vault = vault(1);
    let prepared = vault.prepare(&anna());
    let kept = kept_anna(&vault);
    let open = vault.open(&kept).unwrap();
    let disclosure = open.record::<PlayerName>().unwrap().unwrap();
    let error = vault.open(&SealedSubject { subject: subject("player/b"), ..kept.clone() }).unwrap_err();
    let shown = [
        format!("{prepared:?} {prepared:#?} {:?} {vault:?} {:?}", prepared.commitment(), vault.master_key()),
        format!("{open:?} {open:#?} {disclosure:?} {disclosure:#?} {:?}", disclosure.salt),
        format!("{:?} {:#?} {:?} {:?} {:?}", anna(), anna(), profile(), FirstName::from(CANARY), reason(CANARY)),
        format!("{error} {error:?} {kept:?}"),
    ]
    .concat();
    let key = vault.master_key().to_text();
    let key = key.trim_end().split_once(':').unwrap().1;
    let salt = disclosure.salt.as_bytes();
    for secret in [CANARY, "Przykładowa", "Opole", "p1", key, &hex::encode(salt), &format!("{salt:?}")] {
        let found = shown.contains(secret) || shown.contains(&secret.escape_debug().to_string());
        assert!(!found, "{secret} shows in {shown}");
    }
    let stored: Vec<u8> = kept.records.iter().flat_map(|record| record.sealed.clone()).collect();
    for secret in [CANARY.as_bytes(), b"Opole", b"first_name", salt] {
        assert!(!stored.windows(secret.len()).any(|window| window == secret));
    }
}

proptest! {
    #[test]
    fn any_text_comes_back_as_it_went_in(
        id in "[^\0]{1,40}", first in any::<String>(), last in any::<String>(), alias in any::<Option<String>>(),
        why in any::<String>(), seed in any::<u8>(),
    ) {
        let vault = vault(seed);
        let of = StreamName::new(StreamKind::Player, &id).unwrap();
        let name = PlayerName { first_name: first.into(), surname: last.into() };
        let more = PlayerProfile { alias: alias.map(Into::into), ..profile() };
        let why = reason(&why);
        let prepared = [vault.prepare(&name), vault.prepare(&more), vault.prepare_for(event(1), &why)];
        let kept = kept(vault.create(&of, &prepared).unwrap());
        let open = vault.open(&kept).unwrap();
        open.check().unwrap();
        let name_found = open.record::<PlayerName>().unwrap().unwrap();
        let more_found = open.record::<PlayerProfile>().unwrap().unwrap();
        let why_found = open.record_for::<Reason>(event(1)).unwrap().unwrap();
        prop_assert_eq!(name_found.commitment(), prepared[0].commitment());
        prop_assert_eq!(more_found.commitment(), prepared[1].commitment());
        prop_assert_eq!(why_found.commitment(), prepared[2].commitment());
        prop_assert_eq!((name_found.record, more_found.record, why_found.record), (name, more, why));
    }

    #[test]
    fn any_damage_is_an_error(at in any::<prop::sample::Index>(), flip in 1_u8.., in_key in any::<bool>()) {
        let vault = vault(1);
        let mut kept = kept_anna(&vault);
        let bytes = if in_key { &mut kept.wrapped_key } else { &mut kept.records[1].sealed };
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        prop_assert!(vault.open(&kept).and_then(|open| open.check()).is_err());
    }
}

const FROZEN_COMMITMENT: &str = "330837c36f792f0293c3e26fab58c0985fa37a68b37bea725059d40db098e711";
// Made by another implementation, from the description in docs/adr/0010.
const FROZEN_KEY: &str = "012e1eb1346b8a5446654e2c87d7820cbeb1b5b550f43166549582b5b353e00e276ce3c2c19a8b02a92330686ff3b131ed3e\
    8105cf672705d23869ee21adb7a3800e58a4b1088dc6d7400bb347b037ba42";
const FROZEN_RECORD: &str = "01e889d30b85421e8cc830d15f3b5008c1896600e9a9129e09cb2ced709cf5a06f06ce27a96b2dfc4a1dafec67a9f28251f0\
    8bcd27b62537c4e95885c4a5a9222d45821519e4d513224c9c91a26f61ba1877d2e121020b2991ee60c4bed3e7e409256a97\
    f91499213e08e012a403e9c9d7414e42d86af360216067759c9a76a30c92be792a1e61db92334792e0ef48fc101ca58a6a42\
    00782ad069c04eb7a2c594f69bb6fcf2dde979cc9e132fa83b58d796b9993c33246a7f77ece526d41051380227e47c5a1323\
    1a249967520d6cef3660c8d2207bc3c99b8d1781b819ec36848329110405349f68";
