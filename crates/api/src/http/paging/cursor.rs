//! Cursors: where a page begins, sealed so that only those are taken that were given out.

use crate::http::problem::{Problem, ProblemKind};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use events::envelope::Position;
use events::vault::MasterKey;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

/// No cursor that was given out is longer.
const MAX_CURSOR_BYTES: usize = 4096;
/// Long enough that a seal cannot be guessed.
const SEAL_BYTES: usize = 16;

/// Where a page begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cursor {
    /// The list is shown as it stood here.
    pub(crate) position: Position,
    /// What the last item of the page before was sorted by.
    pub(crate) after: String,
}

/// Writes cursors and knows them again; every node of the service takes those of the others.
pub(crate) struct CursorSigner(Zeroizing<[u8; 32]>);

impl CursorSigner {
    pub(crate) fn new(key: &MasterKey) -> Self {
        Self(key.secret("cursor", b"1"))
    }

    /// The written form; good only for the list that it was made for.
    pub(crate) fn write(&self, cursor: &Cursor, list: &str) -> String {
        let plain = format!("{}|{}", cursor.position.0, cursor.after);
        let seal = self.over(list, plain.as_bytes()).finalize().into_bytes();
        URL_SAFE_NO_PAD.encode([&seal[..SEAL_BYTES], plain.as_bytes()].concat())
    }

    /// The cursor of the next page, if something is left after this one.
    pub(crate) fn next(&self, position: Position, after: Option<String>, list: &str) -> Option<String> {
        after.map(|after| self.write(&Cursor { position, after }, list))
    }

    pub(crate) fn read(&self, text: &str, list: &str) -> Result<Cursor, Problem> {
        let read = || {
            let short = (text.len() <= MAX_CURSOR_BYTES).then_some(text)?;
            let bytes = URL_SAFE_NO_PAD.decode(short).ok()?;
            let (seal, plain) = bytes.split_at_checked(SEAL_BYTES)?;
            self.over(list, plain).verify_truncated_left(seal).ok()?;
            let (position, after) = str::from_utf8(plain).ok()?.split_once('|')?;
            Some(Cursor { position: Position(position.parse().ok()?), after: after.to_owned() })
        };
        read().ok_or_else(|| ProblemKind::InvalidCursor.into())
    }

    fn over(&self, list: &str, plain: &[u8]) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&*self.0).expect("HMAC takes keys of any length");
        // The length keeps the end of the list apart from the beginning of the cursor.
        mac.update(&(list.len() as u64).to_be_bytes());
        mac.update(list.as_bytes());
        mac.update(plain);
        mac
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seal(byte: u8) -> CursorSigner {
        CursorSigner(Zeroizing::new([byte; 32]))
    }

    #[test]
    fn a_cursor_is_good_for_its_own_list_only() {
        let cursor = Cursor { position: Position(17), after: "a|b ł".to_owned() };
        let text = seal(1).write(&cursor, "players?q=kowal");
        assert_eq!(seal(1).read(&text, "players?q=kowal").unwrap(), cursor);
        for list in ["players", "players?q=kowal1", ""] {
            assert!(seal(1).read(&text, list).is_err(), "{list}");
        }
        for wrong in ["", "x", "MTd8", &text[1..], &"A".repeat(10_000)] {
            let refused = seal(1).read(wrong, "players?q=kowal").unwrap_err();
            assert_eq!(refused.kind(), ProblemKind::InvalidCursor);
        }
    }

    #[test]
    fn a_cursor_that_was_not_given_out_is_refused() {
        let text = seal(1).write(&Cursor { position: Position(17), after: "p7".to_owned() }, "players");
        assert!(seal(2).read(&text, "players").is_err());
        let bytes = URL_SAFE_NO_PAD.decode(&text).unwrap();
        for at in 0..bytes.len() {
            let mut forged = bytes.clone();
            forged[at] ^= 1;
            assert!(seal(1).read(&URL_SAFE_NO_PAD.encode(forged), "players").is_err(), "byte {at}");
        }
        // A plain one, and one whose seal is cut.
        for forged in ["17|p7".as_bytes(), &bytes[1..], &bytes[SEAL_BYTES..], &bytes[..SEAL_BYTES], b"|"] {
            assert!(seal(1).read(&URL_SAFE_NO_PAD.encode(forged), "players").is_err());
        }
    }
}
