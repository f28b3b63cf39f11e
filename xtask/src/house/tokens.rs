//! Splits Rust source into words, symbols, literals and comments, so that figures are not counted in the wrong place.

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name or keyword.
    Word,
    /// One character of punctuation; `=>` is two tokens.
    Symbol,
    /// A string, byte string or character, with its quotes.
    Text,
    Number,
    Lifetime,
    /// A line or block comment, with its marks.
    Comment,
}

/// A token, and the line that it begins on, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'t> {
    pub(crate) kind: Kind,
    pub(crate) text: &'t str,
    pub(crate) line: usize,
}

impl Token<'_> {
    pub(crate) fn is(&self, text: &str) -> bool {
        matches!(self.kind, Kind::Word | Kind::Symbol) && self.text == text
    }

    pub(crate) fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }
}

/// The tokens of a source file. Source that does not compile gives some tokens, and never a panic.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    loop {
        let rest = text[at..].trim_start();
        let begin = text.len() - rest.len();
        line += newlines(&text[at..begin]);
        let Some(first) = rest.chars().next() else { return found };
        let (kind, length) = token(rest, first);
        found.push(Token { kind, text: &rest[..length], line });
        // Only these can go over the end of a line.
        if matches!(kind, Kind::Text | Kind::Comment) {
            line += newlines(&rest[..length]);
        }
        at = begin + length;
    }
}

fn newlines(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

/// The kind and length in bytes of the token that `rest` begins with.
fn token(rest: &str, first: char) -> (Kind, usize) {
    if rest.starts_with("//") {
        (Kind::Comment, rest.find('\n').unwrap_or(rest.len()))
    } else if rest.starts_with("/*") {
        (Kind::Comment, block_comment(rest))
    } else if let Some(length) = "\"brc".contains(first).then(|| string(rest)).flatten() {
        (Kind::Text, length)
    } else if first == '\'' {
        quoted_or_lifetime(rest)
    } else if first.is_ascii_digit() {
        (Kind::Number, number(rest))
    } else if is_word_character(first) {
        let prefix = if rest.starts_with("r#") { 2 } else { 0 };
        (Kind::Word, prefix + word(&rest[prefix..]))
    } else {
        (Kind::Symbol, first.len_utf8())
    }
}

fn is_word_character(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn word(rest: &str) -> usize {
    rest.find(|character| !is_word_character(character)).unwrap_or(rest.len())
}

fn number(rest: &str) -> usize {
    let whole = word(rest);
    let fraction =
        rest[whole..].strip_prefix('.').filter(|fraction| fraction.starts_with(|c: char| c.is_ascii_digit()));
    fraction.map_or(whole, |fraction| whole + 1 + word(fraction))
}

/// Block comments nest.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest[at..].starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// The length of a string with its prefix, if there is one here.
fn string(rest: &str) -> Option<usize> {
    for prefix in ["", "b", "c"] {
        if rest.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('"')) {
            return Some(prefix.len() + escaped(&rest[prefix.len()..], '"'));
        }
    }
    if rest.starts_with("b'") {
        return Some(1 + escaped(&rest[1..], '\''));
    }
    for prefix in ["r", "br", "cr"] {
        let Some(raw) = rest.strip_prefix(prefix) else { continue };
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let begin = prefix.len() + hashes + 1;
            let end = format!("\"{}", "#".repeat(hashes));
            return Some(rest[begin..].find(&end).map_or(rest.len(), |length| begin + length + end.len()));
        }
    }
    None
}

/// The length of a literal between quotes, in which a backslash escapes the next character.
fn escaped(rest: &str, quote: char) -> usize {
    let mut characters = rest.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        if character == '\\' {
            characters.next();
        } else if character == quote {
            return at + 1;
        }
    }
    rest.len()
}

/// `'a'` is a character, `'a` a lifetime.
fn quoted_or_lifetime(rest: &str) -> (Kind, usize) {
    let mut after = rest[1..].chars();
    let (next, following) = (after.next(), after.next());
    if next == Some('\\') || following == Some('\'') {
        (Kind::Text, escaped(rest, '\''))
    } else {
        (Kind::Lifetime, 1 + word(&rest[1..]))
    }
}

/// The index after the bracket that closes the one at `open`; the end if none does.
pub(crate) fn after_closing(code: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in code.iter().enumerate().skip(open) {
        if token.kind == Kind::Symbol {
            match token.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => continue,
            }
            if depth == 0 {
                return at + 1;
            }
        }
    }
    code.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, &str)> {
        tokens(text).into_iter().map(|token| (token.kind, token.text)).collect()
    }

    #[test]
    fn words_symbols_and_numbers_are_told_apart() {
        let expected = [
            (Kind::Word, "let"),
            (Kind::Word, "r#type"),
            (Kind::Symbol, "="),
            (Kind::Number, "1_000.5"),
            (Kind::Symbol, ";"),
        ];
        assert_eq!(kinds("let r#type = 1_000.5;"), expected);
        assert_eq!(kinds("0..9").len(), 4);
    }

    #[test]
    fn strings_of_every_kind_are_one_token() {
        for text in [r#""a // b \" c""#, r##"r#"a "quoted" b"#"##, r#"b"a""#, r"'\''", "b'x'", "'\"'", "'ł'"] {
            assert_eq!(kinds(text), [(Kind::Text, text)]);
        }
    }

    #[test]
    fn a_lifetime_is_no_character() {
        assert_eq!(kinds("&'a str")[1], (Kind::Lifetime, "'a"));
        assert_eq!(kinds("<'_>")[1], (Kind::Lifetime, "'_"));
    }

    #[test]
    fn comments_end_with_the_line_or_the_outer_block() {
        let text = "a // b \"c\n/* d /* e */ f */ g";
        let expected =
            [(Kind::Word, "a"), (Kind::Comment, "// b \"c"), (Kind::Comment, "/* d /* e */ f */"), (Kind::Word, "g")];
        assert_eq!(kinds(text), expected);
    }

    #[test]
    fn lines_are_counted_from_one_also_after_long_strings() {
        let lines: Vec<usize> = tokens("a\n\"b\n\nc\" d").iter().map(|token| token.line).collect();
        assert_eq!(lines, [1, 2, 4]);
    }

    #[test]
    fn unfinished_source_gives_tokens_and_no_panic() {
        for text in ["\"", "'", "/*", "r#\"", "b'", "'\\", "r#", "ż'"] {
            let length: usize = tokens(text).iter().map(|token| token.text.len()).sum();
            assert_eq!(length, text.len(), "{text}");
        }
    }

    #[test]
    fn a_bracket_is_closed_by_its_own_pair() {
        let all = tokens("f(a[1], { b }) c");
        let after = after_closing(&all, 1);
        assert_eq!(all[after].text, "c");
    }
}
