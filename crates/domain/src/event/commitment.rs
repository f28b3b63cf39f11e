//! Salted commitments to texts that only the vault holds.

use crate::values::choice::choices;
use std::fmt;

/// Salted hash of a text in the vault; it can be checked with text and salt and reveals nothing without them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Commitment(pub [u8; 32]);

choices! {
    /// Texts of the vault that events commit to; the name is that of the record.
    "kind of text" enum TextKind {
        PlayerName = "name",
        PlayerProfile = "profile",
        CompetitionName = "texts",
        Venue = "venue",
        ApplicationContact = "application-contact",
        WinnerContact = "winner-contact",
        AccountLogin = "account-login",
        AccountName = "account-name",
        Reason = "reason",
        RedrawReason = "redraw-reason",
        ErratumReason = "erratum-reason",
    }
}

impl TextKind {
    /// Whether a text goes with one event; of all others a subject has one.
    pub fn is_per_event(self) -> bool {
        match self {
            Self::Reason | Self::RedrawReason | Self::ErratumReason => true,
            Self::PlayerName
            | Self::PlayerProfile
            | Self::CompetitionName
            | Self::Venue
            | Self::ApplicationContact
            | Self::WinnerContact
            | Self::AccountLogin
            | Self::AccountName => false,
        }
    }
}

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
