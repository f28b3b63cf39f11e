//! Passwords: which are taken, how they are hashed, and how one is compared with its hash.
//!
//! Hashing takes memory and time on purpose; run it on a thread that may be held up, and not too many at once.

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use events::environment::Environment;
use std::sync::{Mutex, PoisonError};
use subtle::ConstantTimeEq;
use unicode_normalization::UnicodeNormalization;
use zeroize::Zeroizing;

/// The shortest password in characters.
pub const MIN_CHARS: usize = 8;
/// The longest password in characters; longer ones are refused and never cut.
pub const MAX_CHARS: usize = 128;

/// Memory in KiB, passes and lanes of argon2id.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;
const SALT_BYTES: usize = 16;

/// Guesses that a password must withstand, as a power of ten; what is on lists of common passwords does not.
const MIN_GUESSES_LOG10: f64 = 6.0;
/// Estimating takes long for long texts, and what is long enough to be cut here is not common.
const MAX_ESTIMATED_CHARS: usize = 64;
/// Words that a guesser of passwords for this service tries first.
const OUR_WORDS: [&str; 4] = ["kostka", "rummikub", "ranking", "federacja"];

/// Why a password is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WeakPassword {
    /// See [`MIN_CHARS`].
    #[error("a password has at least {MIN_CHARS} characters")]
    TooShort,
    /// See [`MAX_CHARS`].
    #[error("a password has at most {MAX_CHARS} characters")]
    TooLong,
    /// It is on lists of common passwords, or made of what is public about its owner.
    #[error("this password is too easy to guess")]
    Common,
}

/// Whether a password is strong enough for an account with these names; every composition of characters will do.
pub fn check(password: &str, names: &[&str]) -> Result<(), WeakPassword> {
    let normalized = normalized(password);
    // Characters after normalising, so that it does not matter how a keyboard writes ł or ó.
    let length = normalized.chars().count();
    if length < MIN_CHARS {
        return Err(WeakPassword::TooShort);
    }
    if length > MAX_CHARS {
        return Err(WeakPassword::TooLong);
    }
    let prefix: Zeroizing<String> = Zeroizing::new(normalized.chars().take(MAX_ESTIMATED_CHARS).collect());
    let words: Vec<&str> = names.iter().copied().chain(OUR_WORDS).collect();
    let guesses = zxcvbn::zxcvbn(&prefix, &words).guesses_log10();
    if guesses < MIN_GUESSES_LOG10 { Err(WeakPassword::Common) } else { Ok(()) }
}

/// The hash of a password with a new salt, as a PHC string.
pub fn hash(password: &str, environment: &dyn Environment) -> String {
    let mut salt = [0; SALT_BYTES];
    environment.fill_random(&mut salt);
    let argon2 = argon2(params());
    let output = compute(&argon2, password, &salt, Params::DEFAULT_OUTPUT_LEN);
    let parts = || {
        Some(PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: ParamsString::try_from(argon2.params()).ok()?,
            salt: Some(Salt::new(&salt).ok()?),
            hash: Some(Output::new(&output?).ok()?),
        })
    };
    parts().expect("argon2 takes every password and a salt of 16 bytes").to_string()
}

/// Whether it is the password of a hash; a text that is no hash matches no password.
pub fn verify(password: &str, hash: &str) -> bool {
    let matches = || {
        let parsed = PasswordHash::new(hash).ok()?;
        let (salt, expected) = (parsed.salt?, parsed.hash?);
        let argon2 = match Algorithm::try_from(parsed.algorithm.as_str()).ok()? {
            Algorithm::Argon2id => argon2(Params::try_from(&parsed).ok()?),
            _ => return None,
        };
        let output = compute(&argon2, password, salt.as_ref(), expected.len())?;
        Some(bool::from(output.ct_eq(expected.as_bytes())))
    };
    matches().unwrap_or(false)
}

/// Memory that was used for a hash and waits for the next; asking the system for it each time would leave it scattered.
static BUFFER_POOL: Mutex<Vec<Vec<Block>>> = Mutex::new(Vec::new());
/// As many as hashes are computed at once.
const MAX_POOLED_BUFFERS: usize = 4;

fn compute(argon2: &Argon2<'_>, password: &str, salt: &[u8], output_bytes: usize) -> Option<Zeroizing<Vec<u8>>> {
    let mut memory = BUFFER_POOL.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
    let blocks = argon2.params().block_count();
    memory.resize(memory.len().max(blocks), Block::default());
    let mut output = Zeroizing::new(vec![0; output_bytes]);
    let computed = argon2.hash_password_into_with_memory(
        normalized(password).as_bytes(),
        salt,
        &mut output,
        &mut memory[..blocks],
    );
    let mut pool = BUFFER_POOL.lock().unwrap_or_else(PoisonError::into_inner);
    if pool.len() < MAX_POOLED_BUFFERS {
        pool.push(memory);
    }
    computed.ok().map(|()| output)
}

/// Whether a hash was made with less memory, fewer passes or another algorithm than new ones.
pub fn is_outdated(hash: &str) -> bool {
    let Ok(parsed) = PasswordHash::new(hash) else { return true };
    let parameter = |name: &str| parsed.params.get_decimal(name).unwrap_or_default();
    parsed.algorithm.as_str() != Algorithm::Argon2id.as_str()
        || parameter("m") < MEMORY_KIB
        || parameter("t") < PASSES
        || parameter("p") < LANES
}

fn params() -> Params {
    Params::new(MEMORY_KIB, PASSES, LANES, None).expect("parameters within the limits of argon2")
}

fn argon2(params: Params) -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

fn normalized(password: &str) -> Zeroizing<String> {
    Zeroizing::new(password.nfc().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use argon2::password_hash::PasswordHasher;
    use events::envelope::Timestamp;

    struct Fixed;

    impl Environment for Fixed {
        fn now(&self) -> Timestamp {
            Timestamp(0)
        }

        fn fill_random(&self, bytes: &mut [u8]) {
            bytes.fill(3);
        }
    }

    #[test]
    fn s6_a_hash_says_how_it_was_made_and_fits_one_password() {
        let hashed = hash("zażółć gęślą jaźń", &Fixed);
        assert!(hashed.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hashed}");
        assert!(verify("zażółć gęślą jaźń", &hashed));
        for other in ["zazolc gesla jazn", "zażółć gęślą jaźń ", "Zażółć gęślą jaźń", ""] {
            assert!(!verify(other, &hashed), "{other}");
        }
        assert!(!verify("zażółć gęślą jaźń", "not a hash"));
    }

    #[test]
    fn s6_how_a_keyboard_writes_a_letter_does_not_matter() {
        let hashed = hash("Z\u{307}o\u{301}łta kaczka", &Fixed);
        assert!(verify("\u{17b}ółta kaczka", &hashed));
    }

    #[test]
    fn s6_every_character_counts_as_one_and_nothing_is_cut() {
        assert_eq!(check("łłżźćóą", &[]), Err(WeakPassword::TooShort));
        assert_eq!(check("kłżźćóą9", &[]), Ok(()));
        let long: String = "ąćęłńóśźżxyqw".chars().cycle().take(MAX_CHARS).collect();
        assert_eq!(check(&long, &[]), Ok(()));
        assert_eq!(check(&format!("{long}a"), &[]), Err(WeakPassword::TooLong));
        let hashed = hash(&long, &Fixed);
        let shorter: String = long.chars().take(MAX_CHARS - 1).collect();
        assert!(!verify(&shorter, &hashed));
    }

    #[test]
    fn s6_common_passwords_and_those_made_of_names_are_refused_and_every_composition_will_do() {
        for common in ["password", "12345678", "qwertyuiop", "iloveyou1", "Password1!", "aaaaaaaaaaaa", "kostka2026"] {
            assert_eq!(check(common, &[]), Err(WeakPassword::Common), "{common}");
        }
        assert_eq!(check("zofia.lewandowska", &["zofia.lewandowska", "Zofia Lewandowska"]), Err(WeakPassword::Common));
        for fine in ["correct horse battery", "tygrysy lubią pączki", "8F!k2-zzQp", "19375028461953"] {
            assert_eq!(check(fine, &[]), Ok(()), "{fine}");
        }
    }

    #[test]
    fn s6_a_hash_with_weaker_parameters_is_outdated() {
        let weaker = Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(8_192, 1, 1, None).unwrap());
        let old: String = weaker.hash_password_with_salt(b"password", &[3; 16]).unwrap().to_string();
        assert!(is_outdated(&old) && verify("password", &old));
        assert!(!is_outdated(&hash("password", &Fixed)));
        assert!(is_outdated("rubbish"));
    }
}
