//! Checkpoints: the form is frozen in a golden file; another log, epoch or key is refused.

use super::*;
use crate::envelope::EventId;
use proptest::prelude::*;

fn identity(epoch: u32) -> Identity {
    Identity { log_id: EventId::parse("01890a5d-ac96-774b-bcce-b302099a8057").unwrap(), epoch }
}

fn signer(epoch: u32) -> Signer {
    Signer::new(&[3; 32], &identity(epoch))
}

#[test]
fn a_checkpoint_is_written_as_it_always_was() {
    let written = format!("{}\n{}", signer(1).verifier_key(), signer(1).sign(20_852_163, [0x5a; 32]));
    assert_eq!(written, include_str!("golden.txt"));
}

#[test]
fn a_checkpoint_is_read_back() {
    let note = signer(2).sign(7, [9; 32]);
    let checkpoint = open(&note, signer(2).verifier_key()).unwrap();
    assert_eq!((checkpoint.size, checkpoint.root, checkpoint.identity()), (7, [9; 32], Some(identity(2))));
}

#[test]
fn another_epoch_opens_only_when_any_epoch_is_asked_for() {
    let note = signer(1).sign(7, [9; 32]);
    assert_eq!(open(&note, signer(2).verifier_key()), Err(InvalidCheckpoint::Note(InvalidNote::OtherKey)));
    let (checkpoint, epoch) = open_of_any_epoch(&note, signer(2).verifier_key()).unwrap();
    assert_eq!((checkpoint.size, epoch), (7, 1));
}

#[test]
fn a_checkpoint_of_another_log_or_by_another_key_is_refused() {
    let other_log = Identity { log_id: EventId([1; 16]), epoch: 1 };
    let note = Signer::new(&[3; 32], &other_log).sign(7, [9; 32]);
    assert_eq!(
        open_of_any_epoch(&note, signer(1).verifier_key()),
        Err(InvalidCheckpoint::Origin { found: origin(&other_log), expected: origin(&identity(1)) })
    );
    let note = Signer::new(&[4; 32], &identity(1)).sign(7, [9; 32]);
    assert_eq!(open_of_any_epoch(&note, signer(1).verifier_key()), Err(InvalidCheckpoint::Note(InvalidNote::OtherKey)));
}

#[test]
fn a_signed_text_that_is_no_checkpoint_is_refused() {
    let own = origin(&identity(1));
    let root = BASE64.encode([1; 32]);
    let good = format!("{own}\n5\n{root}\nan extension\n");
    let sign = |text: &str| note::sign(text, signer(1).verifier_key(), &SigningKey::from_bytes(&[3; 32]));
    assert!(open(&sign(&good), signer(1).verifier_key()).is_ok());
    let spoiled = [
        format!("{own}\n5\n"),
        format!("{own}\n05\n{root}\n"),
        format!("{own}\n+5\n{root}\n"),
        format!("{own}\n-5\n{root}\n"),
        format!("{own}\n18446744073709551616\n{root}\n"),
        format!("{own}\n5\n{}\n", BASE64.encode([1; 31])),
        format!("{own}\n5\n{root}\n\nafter an empty line\n"),
        format!("\n5\n{root}\n"),
    ];
    for text in spoiled {
        assert_eq!(open(&sign(&text), signer(1).verifier_key()), Err(InvalidCheckpoint::Malformed), "{text}");
    }
    let other = format!("kostka/elsewhere\n5\n{root}\n");
    assert!(matches!(open(&sign(&other), signer(1).verifier_key()), Err(InvalidCheckpoint::Origin { .. })));
}

#[test]
fn an_origin_has_one_spelling() {
    assert_eq!(parse_origin(&origin(&identity(12))), Some(identity(12)));
    for text in ["kostka/01890a5d-ac96-774b-bcce-b302099a8057/01", "kostka/x/1", "other/01890a5d", ""] {
        assert_eq!(parse_origin(text), None, "{text}");
    }
}

proptest! {
    #[test]
    fn no_byte_of_a_checkpoint_can_change(at in any::<prop::sample::Index>(), byte in 0_u8..128) {
        let note = signer(1).sign(77, [9; 32]);
        let mut changed = note.clone().into_bytes();
        let at = at.index(changed.len());
        changed[at] = byte;
        if let Ok(changed) = String::from_utf8(changed) {
            prop_assert!(changed == note || open(&changed, signer(1).verifier_key()).is_err());
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in "(?s).{0,200}") {
        let _ = open_of_any_epoch(&text, signer(1).verifier_key());
        let _ = VerifierKey::parse(&text);
    }
}
