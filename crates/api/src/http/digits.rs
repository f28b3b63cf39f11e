//! Numbers as text without the machinery of formatting, for what is written with every answer.

/// As long as the longest number.
const LONGEST: usize = 20;

pub(crate) struct Digits {
    bytes: [u8; LONGEST],
    from: usize,
}

impl Digits {
    pub(crate) fn decimal(number: u64) -> Self {
        Self::written(number, 10, 1)
    }

    /// With ten digits, and zeros in front up to this width.
    pub(crate) fn padded(number: u64, width: usize) -> Self {
        Self::written(number, 10, width)
    }

    pub(crate) fn hexadecimal(number: u64) -> Self {
        Self::written(number, 16, 1)
    }

    fn written(mut number: u64, base: u64, width: usize) -> Self {
        let (mut bytes, mut from) = ([b'0'; LONGEST], LONGEST);
        while number > 0 {
            from -= 1;
            bytes[from] = b"0123456789abcdef"[(number % base) as usize];
            number /= base;
        }
        Self { bytes, from: from.min(LONGEST - width.min(LONGEST)) }
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes[self.from..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_formatting_would_write_them() {
        for number in [0, 1, 9, 10, 15, 16, 319, 65_535, u64::MAX - 1, u64::MAX] {
            assert_eq!(Digits::decimal(number).as_bytes(), number.to_string().as_bytes());
            assert_eq!(Digits::hexadecimal(number).as_bytes(), format!("{number:x}").as_bytes());
            assert_eq!(Digits::padded(number, 6).as_bytes(), format!("{number:06}").as_bytes());
        }
    }
}
