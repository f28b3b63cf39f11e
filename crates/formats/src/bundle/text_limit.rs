//! Stops reading at an overlong text before the JSON reader holds it in memory.

use std::io::{self, Read};

/// No text of a bundle may be longer, counted in the bytes of the file.
pub const MAX_TEXT_BYTES: usize = 1 << 16;

/// A reader that follows JSON strings and fails inside one that is too long.
pub(super) struct TextLimit<R> {
    inner: R,
    in_text: bool,
    escaped: bool,
    length: usize,
}

impl<R> TextLimit<R> {
    pub(super) fn new(inner: R) -> Self {
        Self { inner, in_text: false, escaped: false, length: 0 }
    }

    fn too_long_after(&mut self, bytes: &[u8]) -> bool {
        for byte in bytes {
            if !self.in_text {
                self.in_text = *byte == b'"';
                self.length = 0;
            } else if self.escaped {
                self.escaped = false;
                self.length += 1;
            } else {
                self.in_text = *byte != b'"';
                self.escaped = *byte == b'\\';
                self.length += 1;
            }
            if self.length > MAX_TEXT_BYTES {
                return true;
            }
        }
        false
    }
}

impl<R: Read> Read for TextLimit<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        if self.too_long_after(&buffer[..length]) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, TEXT_TOO_LONG));
        }
        Ok(length)
    }
}

/// By this text the problem is known again behind the JSON reader.
pub(crate) const TEXT_TOO_LONG: &str = "a text is too long";

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> io::Result<usize> {
        let mut text = String::new();
        TextLimit::new(json.as_bytes()).read_to_string(&mut text)
    }

    #[test]
    fn many_texts_may_be_long_together_but_none_alone() {
        let allowed = format!("\"{}\"", "a".repeat(MAX_TEXT_BYTES - 1));
        assert!(read(&format!("[{allowed}, {allowed}, \"\\\"\"]")).is_ok());
        assert!(read(&format!("\"{}\"", "a".repeat(MAX_TEXT_BYTES + 1))).is_err());
        assert!(read(&format!("\"{}\"", "\\\"".repeat(MAX_TEXT_BYTES))).is_err());
        assert!(read(&" ".repeat(3 * MAX_TEXT_BYTES)).is_ok());
    }
}
