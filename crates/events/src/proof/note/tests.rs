//! Notes: the form is frozen in a golden file, and whatever is wrong with one is named.

use super::*;

fn secret() -> SigningKey {
    SigningKey::from_bytes(&[7; 32])
}

fn key(name: &str) -> VerifierKey {
    VerifierKey::new(name, secret().verifying_key()).unwrap()
}

fn note() -> String {
    sign("first line\n\nafter an empty line\n", &key("example.pl/log"), &secret())
}

#[test]
fn a_note_is_written_as_it_always_was() {
    let written = format!("{}\n{}", key("example.pl/log"), note());
    assert_eq!(written, include_str!("golden.txt"));
}

#[test]
fn the_example_of_the_specification_is_read() {
    // The example key and note of C2SP signed-note, which other programs made.
    let key = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
    let example = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n\
                   — PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
    let key = VerifierKey::parse(key).unwrap();
    assert!(open(example, &key).unwrap().ends_with("what your problem is.\n"));
}

#[test]
fn a_signed_text_is_opened_by_its_key() {
    assert_eq!(open(&note(), &key("example.pl/log")), Ok("first line\n\nafter an empty line\n"));
}

#[test]
fn a_key_of_another_name_or_another_secret_opens_nothing() {
    assert_eq!(open(&note(), &key("example.pl/other")), Err(InvalidNote::OtherKey));
    let other = VerifierKey::new("example.pl/log", SigningKey::from_bytes(&[8; 32]).verifying_key()).unwrap();
    assert_eq!(open(&note(), &other), Err(InvalidNote::OtherKey));
}

#[test]
fn signatures_by_unknown_keys_are_passed_over() {
    let unknown = format!("{}— somebody AAAAAAAA\n", note());
    assert!(open(&unknown, &key("example.pl/log")).is_ok());
    let only_unknown = "text\n\n— somebody AAAAAAAA\n";
    assert_eq!(open(only_unknown, &key("example.pl/log")), Err(InvalidNote::OtherKey));
}

#[test]
fn a_changed_text_is_refused() {
    let changed = note().replace("first", "third");
    assert_eq!(open(&changed, &key("example.pl/log")), Err(InvalidNote::WrongSignature));
}

#[test]
fn what_is_malformed_is_refused_with_its_reason() {
    let cases = [
        (String::new(), InvalidNote::NoSignatures),
        ("no signatures\n".to_owned(), InvalidNote::NoSignatures),
        ("text\n\n".to_owned(), InvalidNote::NoSignatures),
        (note().trim_end().to_owned(), InvalidNote::NoSignatures),
        (format!("{}- name AAAAAAAA\n", note()), InvalidNote::MalformedSignature(2)),
        (format!("{}— na+me AAAAAAAA\n", note()), InvalidNote::MalformedSignature(2)),
        (format!("{}— name AAAA\n", note()), InvalidNote::MalformedSignature(2)),
        (format!("{}— name not base64\n", note()), InvalidNote::MalformedSignature(2)),
        (note().replace("first", "fir\tst"), InvalidNote::ControlCharacter),
        (note() + &"— name AAAAAAAA\n".repeat(MAX_SIGNATURES), InvalidNote::TooManySignatures),
        ("x".repeat(MAX_NOTE_BYTES + 1), InvalidNote::TooLong),
    ];
    for (note, expected) in cases {
        assert_eq!(open(&note, &key("example.pl/log")), Err(expected), "{note}");
    }
}

#[test]
fn a_verifier_key_is_read_back_and_a_spoiled_one_refused() {
    let written = key("example.pl/log").to_string();
    assert_eq!(VerifierKey::parse(&written).unwrap(), key("example.pl/log"));
    let cases = [
        ("", InvalidVerifierKey::Malformed),
        ("name+zz+AAAA", InvalidVerifierKey::Malformed),
        ("name+00000000+AAAA", InvalidVerifierKey::Kind),
        ("name+00000000+AQAA", InvalidVerifierKey::Key),
    ];
    for (text, expected) in cases {
        assert_eq!(VerifierKey::parse(text), Err(expected), "{text}");
    }
    assert_eq!(VerifierKey::parse(&written.replace("log+", "lag+")), Err(InvalidVerifierKey::Id));
    assert_eq!(VerifierKey::new("with space", secret().verifying_key()), Err(InvalidVerifierKey::Name));
}
