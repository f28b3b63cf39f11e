//! SHA-256 digests of texts and proposals.

use sha2::{Digest as _, Sha256};
use std::fmt;
use std::str::FromStr;

/// A digest of 32 bytes, written in 64 small hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a digest has 64 small hexadecimal digits")]
pub struct InvalidDigest;

impl Digest {
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl FromStr for Digest {
    type Err = InvalidDigest;

    fn from_str(text: &str) -> Result<Self, InvalidDigest> {
        let value = |digit: u8| match digit {
            b'0'..=b'9' => Ok(digit - b'0'),
            b'a'..=b'f' => Ok(digit - b'a' + 10),
            _ => Err(InvalidDigest),
        };
        let digits: &[u8; 64] = text.as_bytes().try_into().map_err(|_| InvalidDigest)?;
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = value(pair[0])? << 4 | value(pair[1])?;
        }
        Ok(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_read_as_it_is_written() {
        let digest = Digest::of(b"kostka");
        assert_eq!(digest.to_string().parse(), Ok(digest));
        for wrong in ["", "ab", &digest.to_string().to_uppercase(), &"g".repeat(64)] {
            assert_eq!(wrong.parse::<Digest>(), Err(InvalidDigest), "{wrong}");
        }
    }
}
