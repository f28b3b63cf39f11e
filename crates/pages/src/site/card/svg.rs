//! A card as SVG: every text sanitised, escaped and truncated to its box.

use super::Picture;
use crate::site::card::font_metrics::width;
use std::fmt::Write;

pub(crate) const WIDTH: u32 = 1200;
pub(crate) const HEIGHT: u32 = 630;

/// The left and right edges of texts.
const LEFT: f32 = 72.0;
const RIGHT: f32 = 1128.0;
const TEXT_WIDTH: f32 = RIGHT - LEFT;
pub(crate) const MOST_ROWS: usize = 5;

const PAPER: &str = "#fffdf8";
const INK: &str = "#1d1b16";
const SOFT: &str = "#5c5648";
const ACCENT: &str = "#8c1d18";

struct Text<'a> {
    x: f32,
    y: f32,
    size: f32,
    bold: bool,
    colour: &'static str,
    /// `start` or `end`.
    anchor: &'static str,
    words: &'a str,
}

impl Text<'_> {
    fn write(&self, svg: &mut String) {
        let weight = if self.bold { 700 } else { 400 };
        let Self { x, y, size, colour, anchor, .. } = self;
        // A text takes everything.
        let _ = write!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" font-family=\"DejaVu Sans\" font-size=\"{size}\" font-weight=\"{weight}\" fill=\"{colour}\" \
             text-anchor=\"{anchor}\">{}</text>",
            escaped(self.words)
        );
    }
}

impl Picture {
    /// The card; the same picture gives the same bytes.
    pub(crate) fn svg(&self) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\">\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{PAPER}\"/><rect width=\"{WIDTH}\" height=\"16\" fill=\"{ACCENT}\"/>"
        );
        let mut put = |y: f32, size: f32, bold: bool, colour: &'static str, text: &str| {
            Text { x: LEFT, y, size, bold, colour, anchor: "start", words: text }.write(&mut svg);
        };
        put(88.0, 30.0, true, ACCENT, &truncated_to_width(&clean(&self.kicker), 30.0, true, TEXT_WIDTH));
        let title = clean(&self.title);
        let mut y = 168.0;
        let in_one_line = [64.0, 50.0].into_iter().find(|size| width(&title, *size, true) <= TEXT_WIDTH);
        if let Some(size) = in_one_line {
            put(y, size, true, INK, &title);
        } else {
            let (first, second) = split_in_two_lines(&title, 50.0, TEXT_WIDTH);
            put(150.0, 50.0, true, INK, &first);
            y = 210.0;
            put(y, 50.0, true, INK, &second);
        }
        y += 52.0;
        put(y, 30.0, false, SOFT, &truncated_to_width(&clean(&self.about), 30.0, false, TEXT_WIDTH));
        y += 76.0;
        if self.rows.is_empty() {
            tiles(&mut svg);
        }
        for row in self.rows.iter().take(MOST_ROWS) {
            let value = truncated_to_width(&clean(&row.value), 36.0, false, 480.0);
            let beside = if value.is_empty() { 0.0 } else { width(&value, 36.0, false) + 32.0 };
            let text = truncated_to_width(&clean(&row.text), 36.0, true, TEXT_WIDTH - 88.0 - beside);
            let place = truncated_to_width(&clean(&row.place), 36.0, true, 80.0);
            Text { x: LEFT + 64.0, y, size: 36.0, bold: true, colour: ACCENT, anchor: "end", words: &place }
                .write(&mut svg);
            Text { x: LEFT + 88.0, y, size: 36.0, bold: true, colour: INK, anchor: "start", words: &text }
                .write(&mut svg);
            Text { x: RIGHT, y, size: 36.0, bold: false, colour: INK, anchor: "end", words: &value }.write(&mut svg);
            y += 52.0;
        }
        let site = truncated_to_width(&clean(&self.site), 24.0, false, 800.0);
        Text { x: LEFT, y: 602.0, size: 24.0, bold: true, colour: SOFT, anchor: "start", words: "Kostka" }
            .write(&mut svg);
        Text { x: RIGHT, y: 602.0, size: 24.0, bold: false, colour: SOFT, anchor: "end", words: &site }.write(&mut svg);
        svg.push_str("</svg>");
        svg
    }
}

/// A run of tiles, shown where there are no rows yet.
fn tiles(svg: &mut String) {
    let colour = ACCENT;
    for (at, number) in (0_u8..).zip(7..=11) {
        let x = LEFT + f32::from(at) * 132.0;
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"360\" width=\"116\" height=\"160\" rx=\"14\" fill=\"#fbf3df\" stroke=\"#d9d0bb\" stroke-width=\"3\"/>\
             <text x=\"{}\" y=\"440\" font-family=\"DejaVu Sans\" font-size=\"56\" font-weight=\"700\" fill=\"{colour}\" text-anchor=\"middle\">\
             {number}</text><circle cx=\"{}\" cy=\"482\" r=\"11\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"4\"/>",
            x + 58.0,
            x + 58.0
        );
    }
}

/// A text with only such characters as can be painted: no control characters, nothing that turns the direction around
/// or cannot be seen, nothing that the letters of the cards lack.
fn clean(text: &str) -> String {
    let spaced = text.chars().map(|it| if it.is_whitespace() { ' ' } else { it });
    let kept: String = spaced.filter(|it| is_painted(*it)).collect();
    kept.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Whether the letters of the cards have it; they were reduced to these.
fn is_painted(character: char) -> bool {
    matches!(
        character,
        ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{24f}' | 'Ͱ'..='Ͽ' | 'Ѐ'..='ӿ' | 'Ḁ'..='ỿ'
            | '‐'..='―' | '‘'..='„' | '•' | '…' | '′' | '″' | '−' | '€' | '№'
    )
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Truncates a text to a width with an ellipsis, between words where possible.
fn truncated_to_width(text: &str, size: f32, bold: bool, room: f32) -> String {
    if width(text, size, bold) <= room {
        return text.to_owned();
    }
    let mut end = bytes_that_fit(text, size, bold, room - width("…", size, bold));
    let is_within_word = text[end..].chars().next().is_some_and(|next| next != ' ');
    let between = text[..end].rfind(' ').filter(|at| is_within_word && *at * 2 > end);
    end = between.unwrap_or(end);
    format!("{}…", text[..end].trim_end_matches([' ', ',', '·', '–', '-']))
}

fn bytes_that_fit(text: &str, size: f32, bold: bool, room: f32) -> usize {
    let mut used = 0.0;
    let mut end = 0;
    for (at, character) in text.char_indices() {
        used += width(character.encode_utf8(&mut [0; 4]), size, bold);
        if used > room {
            break;
        }
        end = at + character.len_utf8();
    }
    end
}

/// A bold text in two lines, broken between words where that is possible.
fn split_in_two_lines(text: &str, size: f32, room: f32) -> (String, String) {
    let end = bytes_that_fit(text, size, true, room);
    let is_within_word = text[end..].chars().next().is_some_and(|next| next != ' ');
    let between = text[..end].rfind(' ').filter(|_| is_within_word);
    let end = between.unwrap_or(end);
    // A single letter is not left at the end of a line.
    let before = text[..end].rfind(' ').filter(|at| *at > 0 && text[at + 1..end].chars().count() == 1);
    let end = before.unwrap_or(end);
    let (first, second) = text.split_at(end);
    (first.to_owned(), truncated_to_width(second.trim_start(), size, true, room))
}

#[cfg(test)]
mod tests {
    use super::super::Row;
    use super::*;
    use resvg::usvg::roxmltree::Document;

    fn picture(text: &str) -> Picture {
        let row = || Row { place: text.to_owned(), text: text.to_owned(), value: text.to_owned() };
        Picture {
            kicker: text.to_owned(),
            title: text.to_owned(),
            about: text.to_owned(),
            rows: (0..9).map(|_| row()).collect(),
            site: text.to_owned(),
        }
    }

    #[test]
    fn whatever_somebody_is_called_is_text_and_nothing_but_text() {
        let hostile = [
            "<script>alert(1)</script>",
            "\"/><image href=\"https://elsewhere.example/x.png\"/>",
            "]]><!ENTITY x SYSTEM \"file:///etc/passwd\">&x;",
            "a\u{0}b\u{8}c\u{1b}d\u{ffff}e\u{202e}f\u{200b}g\u{feff}h",
            "' onload='alert(1)",
            "&#x3c;script&#x3e;",
            "{{7*7}}${7*7}<%= 7 %>",
            "😀\u{0301}漢字",
            "",
        ];
        for text in hostile {
            let svg = picture(text).svg();
            let document = Document::parse(&svg).expect("a document");
            for node in document.descendants().filter(resvg::usvg::roxmltree::Node::is_element) {
                assert!(["svg", "rect", "text", "circle"].contains(&node.tag_name().name()), "{svg}");
                assert!(node.attributes().all(|it| !it.name().starts_with("on") && it.name() != "href"), "{svg}");
            }
            assert!(!svg.chars().any(char::is_control), "{svg:?}");
        }
        assert_eq!(clean("a\u{0}b\u{202e}c\u{200b}d\te\u{ad}f😀"), "abcd ef");
    }

    #[test]
    fn texts_that_are_too_long_are_cut_to_the_room_that_they_have() {
        for long in ["W".repeat(5000), "Memoriał ".repeat(200), "ż".repeat(300)] {
            let svg = picture(&long).svg();
            let document = Document::parse(&svg).expect("a document");
            let texts: Vec<_> = document.descendants().filter(|node| node.has_tag_name("text")).collect();
            assert_eq!(texts.len(), 1 + 2 + 1 + 3 * MOST_ROWS + 2);
            for text in texts {
                let size: f32 = text.attribute("font-size").expect("a size").parse().expect("a number");
                let bold = text.attribute("font-weight") == Some("700");
                assert!(width(text.text().unwrap_or_default(), size, bold) <= TEXT_WIDTH, "{text:?}");
            }
        }
    }

    #[test]
    fn a_title_is_broken_between_words() {
        let (first, second) =
            split_in_two_lines("Jesienny Turniej Rummikub w Łodzi o Puchar Dyrektora Biblioteki", 50.0, TEXT_WIDTH);
        assert_eq!(
            (first.as_str(), second.as_str()),
            ("Jesienny Turniej Rummikub w Łodzi", "o Puchar Dyrektora Biblioteki")
        );
    }

    #[test]
    fn what_does_not_fit_is_left_out_between_words() {
        assert_eq!(truncated_to_width("Turniej w Łodzi", 30.0, true, TEXT_WIDTH), "Turniej w Łodzi");
        assert_eq!(truncated_to_width("Jesienny Turniej Rummikub", 30.0, true, 380.0), "Jesienny Turniej…");
        let long = truncated_to_width(&"W".repeat(100), 30.0, true, 380.0);
        assert!(long.ends_with("W…") && width(&long, 30.0, true) <= 380.0, "{long}");
    }
}
