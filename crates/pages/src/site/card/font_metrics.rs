//! Widths of characters, read from the fonts of the cards.

use std::collections::BTreeMap;
use std::sync::LazyLock;

pub(crate) const REGULAR: &[u8] = include_bytes!("../../../assets/fonts/DejaVuSans.ttf");
pub(crate) const BOLD: &[u8] = include_bytes!("../../../assets/fonts/DejaVuSans-Bold.ttf");

/// The width of a character that the font lacks, in parts of the size.
const UNKNOWN: f32 = 1.1;

static REGULAR_ADVANCES: LazyLock<BTreeMap<char, f32>> = LazyLock::new(|| advances(REGULAR).unwrap_or_default());
static BOLD_ADVANCES: LazyLock<BTreeMap<char, f32>> = LazyLock::new(|| advances(BOLD).unwrap_or_default());

pub(crate) fn width(text: &str, size: f32, bold: bool) -> f32 {
    let advances = if bold { &*BOLD_ADVANCES } else { &*REGULAR_ADVANCES };
    text.chars().map(|character| advances.get(&character).copied().unwrap_or(UNKNOWN)).sum::<f32>() * size
}

fn short(font: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(font.get(at..at + 2)?.try_into().ok()?))
}

fn long(font: &[u8], at: usize) -> Option<usize> {
    Some(u32::from_be_bytes(font.get(at..at + 4)?.try_into().ok()?) as usize)
}

/// The offset of a table of the font.
fn table(font: &[u8], tag: &[u8]) -> Option<usize> {
    let tables = usize::from(short(font, 4)?);
    let record = (0..tables).map(|number| 12 + 16 * number).find(|at| font.get(*at..at + 4) == Some(tag))?;
    long(font, record + 8)
}

/// The advance of every character of the first plane, in parts of the size; the tables `cmap` (format 4), `hhea`,
/// `hmtx` and `head` of OpenType have them.
fn advances(font: &[u8]) -> Option<BTreeMap<char, f32>> {
    let units = f32::from(short(font, table(font, b"head")? + 18)?);
    let metrics = usize::from(short(font, table(font, b"hhea")? + 34)?);
    let widths = table(font, b"hmtx")?;
    let advance = |glyph: u16| short(font, widths + 4 * usize::from(glyph).min(metrics.checked_sub(1)?));
    let cmap = table(font, b"cmap")?;
    let maps = (0..usize::from(short(font, cmap + 2)?)).map(|number| long(font, cmap + 4 + 8 * number + 4));
    let map = maps.flatten().map(|offset| cmap + offset).find(|at| short(font, *at) == Some(4))?;
    let size = usize::from(short(font, map + 6)?);
    let mut known = BTreeMap::new();
    for segment in (0..size).step_by(2) {
        let (last, first) = (short(font, map + 14 + segment)?, short(font, map + 16 + size + segment)?);
        let delta = short(font, map + 16 + 2 * size + segment)?;
        let offset_at = map + 16 + 3 * size + segment;
        let offset = usize::from(short(font, offset_at)?);
        for code in first..=last {
            let glyph = if offset == 0 {
                code.wrapping_add(delta)
            } else {
                let found = short(font, offset_at + offset + 2 * usize::from(code - first)).unwrap_or_default();
                if found == 0 { 0 } else { found.wrapping_add(delta) }
            };
            if let Some(character) = char::from_u32(code.into()).filter(|_| glyph != 0) {
                known.insert(character, f32::from(advance(glyph)?) / units);
            }
        }
    }
    Some(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_as_wide_as_the_fonts_say() {
        for (font, space) in [(REGULAR, 0.3179), (BOLD, 0.3481)] {
            let known = advances(font).expect("a font");
            assert!((known[&' '] - space).abs() < 0.001, "{}", known[&' ']);
            for character in "aąAĄłŁwWżŻ09.,·–—…„”ёΩ".chars() {
                assert!((0.2..1.2).contains(&known[&character]), "{character}");
            }
        }
        assert!(width("iii", 10.0, true) < width("www", 10.0, true));
        assert!(width("Turniej", 10.0, false) < width("Turniej", 10.0, true));
    }
}
