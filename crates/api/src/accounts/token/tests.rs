use super::*;
use events::envelope::Timestamp;
use events::vault::MasterKey;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicI64, Ordering};

const START: i64 = 1_773_480_000;
const TEN_MINUTES: Duration = Duration::from_mins(10);
const WEEK: Duration = Duration::from_hours(7 * 24);

struct Clock(AtomicI64);

impl Environment for Clock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::Relaxed) * 1_000_000)
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        bytes.fill(7);
    }
}

struct TokenFixture {
    tokens: Tokens,
    clock: Arc<Clock>,
}

impl TokenFixture {
    fn new() -> Self {
        let clock = Arc::new(Clock(AtomicI64::new(START)));
        let vault = Vault::new(MasterKey::generate(&*clock), clock.clone());
        Self { tokens: Tokens::new(Arc::new(vault), clock.clone(), TEN_MINUTES, WEEK), clock }
    }

    fn issue(&self) -> String {
        self.tokens.issue(&AccountId::parse("a1").unwrap(), "0102").unwrap().token
    }

    fn at(&self, seconds: i64) {
        self.clock.0.store(seconds, Ordering::Relaxed);
    }

    fn period(&self) -> u64 {
        self.tokens.period_at(self.clock.0.load(Ordering::Relaxed) as u64)
    }

    /// A token with our key, whatever it says.
    fn signed(&self, header: &Value, claims: &Value) -> String {
        use ed25519_dalek::Signer;
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let message = format!("{}.{}", part(header), part(claims));
        let key = ed25519_dalek::SigningKey::from_bytes(&self.tokens.seed(self.period()));
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(key.sign(message.as_bytes()).to_bytes()))
    }

    fn header(&self) -> Value {
        json!({ "alg": "EdDSA", "typ": "at+jwt", "kid": self.period().to_string() })
    }

    fn refused(&self, token: &str) -> bool {
        self.tokens.verify(token).is_err()
    }
}

fn claims() -> Value {
    json!({
        "iss": "kostka", "aud": "kostka-api", "sub": "a1", "sid": "0102", "jti": "x",
        "iat": START, "nbf": START, "exp": START + 600,
    })
}

fn with(mut value: Value, name: &str, to: Value) -> Value {
    value[name] = to;
    value
}

#[test]
fn s1_a_token_is_taken_as_it_was_issued_and_not_otherwise() {
    let bench = TokenFixture::new();
    let token = bench.issue();
    let found = bench.tokens.verify(&token).unwrap();
    assert_eq!((found.sub.as_str(), found.sid.as_str()), ("a1", "0102"));
    assert!(!bench.refused(&bench.signed(&bench.header(), &claims())), "what the other cases change one thing of");
    let mut parts: Vec<&str> = token.split('.').collect();
    assert!(bench.refused(&format!("{}.{}.", parts[0], parts[1])));
    assert!(bench.refused(&token[..token.len() - 2]));
    assert!(bench.refused(&format!("{token}A")));
    let other = URL_SAFE_NO_PAD.encode(with(claims(), "sub", json!("a2")).to_string());
    parts[1] = &other;
    assert!(bench.refused(&parts.join(".")));
    for rubbish in ["", ".", "..", "a.b.c", "ey.ey.ey", &"A".repeat(100_000)] {
        assert!(bench.refused(rubbish));
    }
}

#[test]
fn s1_one_algorithm_and_one_type_are_accepted() {
    let bench = TokenFixture::new();
    for algorithm in ["none", "None", "NONE", "", "HS256", "HS512", "RS256", "ES256", "PS256", "eddsa", "Ed25519"] {
        assert!(bench.refused(&bench.signed(&with(bench.header(), "alg", json!(algorithm)), &claims())), "{algorithm}");
    }
    for of_another_type in [json!("JWT"), json!("at+JWT+x"), json!(""), json!(null), json!(7)] {
        let header = with(bench.header(), "typ", of_another_type);
        assert!(bench.refused(&bench.signed(&header, &claims())), "{header}");
    }
}

/// The public key is no secret, so it must not be possible to use it as the key of a symmetric algorithm.
#[test]
fn s1_the_public_key_is_not_taken_for_a_shared_secret() {
    use hmac::{Hmac, KeyInit, Mac};
    let bench = TokenFixture::new();
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let message = format!("{}.{}", part(&with(bench.header(), "alg", json!("HS256"))), part(&claims()));
    let public = ed25519_dalek::SigningKey::from_bytes(&bench.tokens.seed(bench.period())).verifying_key();
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(public.as_bytes()).unwrap();
    mac.update(message.as_bytes());
    assert!(bench.refused(&format!("{message}.{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))));
}

#[test]
fn s1_a_token_brings_no_key_and_names_no_place_of_one() {
    let bench = TokenFixture::new();
    let key = json!({ "kty": "OKP", "crv": "Ed25519", "x": URL_SAFE_NO_PAD.encode([1; 32]) });
    for (name, value) in [
        ("jku", json!("https://evil.example/keys")),
        ("jwk", key),
        ("x5u", json!("https://evil.example/cert")),
        ("x5c", json!(["MIIB"])),
        ("x5t", json!("abc")),
        ("cty", json!("JWT")),
        ("crit", json!(["exp"])),
        ("zip", json!("DEF")),
        ("b64", json!(false)),
    ] {
        assert!(bench.refused(&bench.signed(&with(bench.header(), name, value), &claims())), "{name}");
    }
    for kid in [json!("0"), json!(""), json!(null), json!("../../dev/null"), json!("' or 1=1"), json!(" 1")] {
        assert!(bench.refused(&bench.signed(&with(bench.header(), "kid", kid.clone()), &claims())), "{kid}");
    }
}

#[test]
fn s2_every_claim_must_be_there_and_of_its_type() {
    let bench = TokenFixture::new();
    let names: Vec<String> = claims().as_object().unwrap().keys().cloned().collect();
    assert_eq!(names.len(), 8);
    for name in names {
        let mut without = claims();
        without.as_object_mut().unwrap().remove(&name);
        assert!(bench.refused(&bench.signed(&bench.header(), &without)), "without {name}");
        let as_text = |value: &Value| json!(value.to_string());
        let wrong = if claims()[&name].is_number() { as_text(&claims()[&name]) } else { json!(7) };
        for value in [wrong, json!(null), json!([]), json!({}), json!(true), json!(-1), json!(1.5)] {
            assert!(
                bench.refused(&bench.signed(&bench.header(), &with(claims(), &name, value.clone()))),
                "{name} {value}"
            );
        }
    }
    assert!(bench.refused(&bench.signed(&bench.header(), &with(claims(), "roles", json!(["admin"])))));
}

#[test]
fn s2_a_claim_out_of_its_range_is_refused() {
    let bench = TokenFixture::new();
    for (name, value) in [
        ("iss", json!("somebody")),
        ("aud", json!("another-api")),
        ("aud", json!(["another-api"])),
        ("exp", json!(START)),
        ("exp", json!(START - 1)),
        ("exp", json!(START + 601)),
        ("exp", json!(u64::MAX)),
        ("nbf", json!(START + 6)),
        ("nbf", json!(START - 1)),
        ("iat", json!(START + 6)),
        ("iat", json!(START - 1)),
    ] {
        assert!(bench.refused(&bench.signed(&bench.header(), &with(claims(), name, value.clone()))), "{name} {value}");
    }
    let token = bench.issue();
    bench.at(START + 599);
    assert!(!bench.refused(&token));
    bench.at(START + 600);
    assert!(bench.refused(&token));
    bench.at(START - 6);
    assert!(bench.refused(&token));
}

#[test]
fn s3_the_key_before_is_good_until_its_last_token_has_ended() {
    let bench = TokenFixture::new();
    let week = WEEK.as_secs() as i64;
    let next_period = (START / week + 1) * week;
    bench.at(next_period - 1);
    let token = bench.issue();
    bench.at(next_period + 300);
    assert!(!bench.refused(&token), "two keys are good during a rotation");
    assert!(!bench.refused(&bench.issue()));
    // The old key cannot sign tokens for ever.
    let old = next_period as u64 / WEEK.as_secs() - 1;
    assert!(bench.tokens.accepted_period(Some(&old.to_string()), next_period as u64 + 604).is_ok());
    assert!(bench.tokens.accepted_period(Some(&old.to_string()), next_period as u64 + 605).is_err());
    assert!(bench.tokens.accepted_period(Some(&(old + 2).to_string()), next_period as u64).is_err());
}

#[test]
fn s3_keys_have_256_bits_and_differ_by_period_and_master_key() {
    let bench = TokenFixture::new();
    assert_eq!(bench.tokens.seed(1).len() * 8, 256);
    assert_ne!(bench.tokens.seed(1), bench.tokens.seed(2));
}
