//! One wrong place in a request: a JSON pointer, a parameter or a header, with a stable code and words.

use formats::localization::{Lang, Message};
use serde_json::{Value, json};

/// Where in a request something is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ErrorLocation {
    Pointer(String),
    Parameter(String),
    Header(&'static str),
}

/// One wrong place.
#[derive(Debug, Clone)]
pub(crate) struct FieldProblem {
    place: ErrorLocation,
    code: &'static str,
    detail: Message<'static>,
    rule: Option<&'static str>,
}

impl FieldProblem {
    /// A value that is wrong; the code is stable, the words are for people.
    pub(crate) fn new(place: ErrorLocation, code: &'static str, detail: Message<'static>) -> Self {
        Self { place, code, detail, rule: None }
    }

    /// With the rule that it breaks.
    #[must_use]
    pub(crate) fn by_rule(mut self, rule: &'static str) -> Self {
        self.rule = Some(rule);
        self
    }

    /// A value of the body that is wrong, named by its JSON pointer.
    pub(crate) fn pointer(pointer: impl Into<String>, code: &'static str, detail: Message<'static>) -> Self {
        Self::new(ErrorLocation::Pointer(pointer.into()), code, detail)
    }

    pub(crate) fn parameter(name: impl Into<String>, code: &'static str, detail: Message<'static>) -> Self {
        Self::new(ErrorLocation::Parameter(name.into()), code, detail)
    }

    pub(crate) fn header(name: &'static str, code: &'static str, detail: Message<'static>) -> Self {
        Self::new(ErrorLocation::Header(name), code, detail)
    }

    /// What a reader of serde says, at a place, with its code and in our words.
    pub(crate) fn from_serde(
        place: impl Fn(String) -> ErrorLocation,
        path: &serde_path_to_error::Path,
        text: &str,
    ) -> Self {
        let text = text.rsplit_once(" at line ").map_or(text, |(text, _)| text);
        let quoted = |text: &str| text.split('`').nth(1).unwrap_or_default().to_owned();
        let expected = |text: &str| text.split_once("expected ").map_or("", |(_, it)| it).to_owned();
        // A choice of one, of two and of many is said in three ways.
        let known = |text: &str| {
            let known = expected(text).replace('`', "").replace(" or ", ", ");
            known.strip_prefix("one of ").unwrap_or(&known).to_owned()
        };
        let mut at = pointer_of(path);
        let is_parameter = matches!(place(String::new()), ErrorLocation::Parameter(_));
        let words = |field: &'static str, parameter: &'static str| {
            let words = Message::new(if is_parameter { parameter } else { field });
            words.excerpt("field", quoted(text))
        };
        let (code, detail) = if text.starts_with("unknown field") {
            at_field(&mut at, &quoted(text));
            ("unknown-field", words("field-unknown", "field-unknown-parameter"))
        } else if text.starts_with("missing field") {
            at_field(&mut at, &quoted(text));
            ("missing-field", words("field-missing", "field-missing-parameter"))
        } else if text.starts_with("duplicate field") {
            at_field(&mut at, &quoted(text));
            ("duplicate-field", words("field-duplicate", "field-duplicate-parameter"))
        } else if text.starts_with("unknown variant") {
            ("unknown-choice", Message::new("field-choice").excerpt("known", known(text)))
        } else if text.starts_with("invalid type") {
            let expected = expected(text);
            ("invalid-type", Message::new("field-type").excerpt("expected", json_type(&expected).to_owned()))
        } else {
            ("invalid-value", Message::new("field-value"))
        };
        Self::new(place(at), code, detail)
    }

    pub(crate) fn document(&self, lang: Lang) -> Value {
        let detail = lang.render(&self.detail);
        let mut document = match &self.place {
            ErrorLocation::Pointer(pointer) => json!({ "pointer": pointer, "code": self.code, "detail": detail }),
            ErrorLocation::Parameter(parameter) => {
                json!({ "parameter": parameter, "code": self.code, "detail": detail })
            }
            ErrorLocation::Header(header) => json!({ "header": header, "code": self.code, "detail": detail }),
        };
        if let Some(rule) = self.rule {
            document["rule"] = rule.into();
        }
        document
    }
}

/// The JSON type that a reader expects, as a key of the messages; names of Rust types are not shown.
fn json_type(expected: &str) -> &str {
    match expected {
        "a string" => "string",
        "a boolean" => "boolean",
        "a sequence" => "array",
        "a map" => "object",
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" => "integer",
        "f32" | "f64" => "number",
        _ if expected.starts_with("struct ") => "object",
        other => other,
    }
}

/// The path of a reader as a JSON pointer (RFC 6901).
fn pointer_of(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    let mut pointer = String::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => {
                pointer.push('/');
                pointer.push_str(&index.to_string());
            }
            Segment::Map { key } => at_field(&mut pointer, key),
            Segment::Enum { variant } => at_field(&mut pointer, variant),
            Segment::Unknown => {}
        }
    }
    pointer
}

/// Goes on to a field, unless the reader stood there already.
fn at_field(pointer: &mut String, field: &str) {
    let escaped = field.replace('~', "~0").replace('/', "~1");
    if !pointer.ends_with(&format!("/{escaped}")) {
        pointer.push('/');
        pointer.push_str(&escaped);
    }
}
