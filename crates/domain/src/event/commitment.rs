//! Salted commitments to texts that only the vault holds.

use std::fmt;

/// Salted hash of a text in the vault; it can be checked with text and salt and reveals nothing without them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Commitment(pub [u8; 32]);

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commitment_is_written_in_small_hexadecimal_digits() {
        let mut bytes = [0; 32];
        (bytes[0], bytes[31]) = (0xab, 0x01);
        assert_eq!(Commitment(bytes).to_string(), format!("ab{}01", "0".repeat(60)));
    }
}
