//! The JSON body of a request: read within limits, and refused with its place if it is not exactly what is expected.

use crate::accounts;
use crate::http::app::AppState;
use crate::http::problem::{ErrorLocation, FieldProblem, Problem, ProblemKind};
use actix_web::dev::Payload;
use actix_web::http::Method;
use actix_web::http::header::{CONNECTION, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderValue};
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use bytes::{Bytes, BytesMut};
use formats::localization::Message;
use futures_util::StreamExt;
use futures_util::future::LocalBoxFuture;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A body of this shape, with the bytes that it was read from.
pub(crate) struct Body<T> {
    pub(crate) value: T,
    pub(crate) bytes: Bytes,
}

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            accounts::wait_until_authorized(&request).await?;
            // An act may come without a body; something that is replaced by nothing is a mistake.
            let is_act = [Method::POST, Method::DELETE].contains(request.method());
            let is_named = request.headers().contains_key(CONTENT_TYPE);
            if is_named || !is_act {
                check_media_type(&request)?;
            }
            let bytes = match read(&request, payload).await? {
                bytes if bytes.is_empty() && is_act => EMPTY_OBJECT,
                _ if !is_named => return Err(ProblemKind::UnsupportedMediaType.into()),
                bytes => bytes,
            };
            Ok(Self { value: parse(&bytes)?, bytes })
        })
    }
}

/// What an absent body is read as; it is refused with the missing fields where some are required.
const EMPTY_OBJECT: Bytes = Bytes::from_static(b"{}");

fn check_media_type(request: &HttpRequest) -> Result<(), Problem> {
    let is_json = match request.mime_type() {
        Ok(Some(mime)) => {
            let is_utf8 = mime.get_param("charset").is_none_or(|charset| charset == "utf-8");
            mime.essence_str() == "application/json" && is_utf8
        }
        _ => false,
    };
    // Nothing is unpacked: a small body could become a large one.
    let is_plain = request.headers().get(CONTENT_ENCODING).is_none_or(|encoding| encoding == "identity");
    if is_json && is_plain { Ok(()) } else { Err(ProblemKind::UnsupportedMediaType.into()) }
}

/// The whole body, within the limits of size and time; a request that breaks them also loses its connection, because
/// what it goes on sending is of no use.
pub(crate) async fn read(request: &HttpRequest, payload: Payload) -> Result<Bytes, Problem> {
    read_at_most(request, payload, 0).await
}

/// The same for a body that may be as large as this, whatever the limit of others is.
pub(crate) async fn read_at_most(
    request: &HttpRequest,
    mut payload: Payload,
    at_most: usize,
) -> Result<Bytes, Problem> {
    let limits = &app(request)?.settings.limits;
    let limit = limits.body_bytes.max(at_most);
    let too_large =
        || Problem::new(ProblemKind::PayloadTooLarge).with_extension("limit_bytes", limit).header(CONNECTION, CLOSE);
    if content_length(request.headers()).is_some_and(|length| length > limit as u64) {
        return Err(too_large());
    }
    let reading = async {
        let mut bytes = BytesMut::new();
        while let Some(chunk) = payload.next().await {
            let chunk = chunk.map_err(|_| Problem::new(ProblemKind::BadRequest).header(CONNECTION, CLOSE))?;
            if bytes.len() + chunk.len() > limit {
                return Err(too_large());
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes.freeze())
    };
    match tokio::time::timeout(limits.request_timeout, reading).await {
        Ok(read) => read,
        Err(_) => Err(Problem::new(ProblemKind::RequestTimeout).header(CONNECTION, CLOSE)),
    }
}

const CLOSE: HeaderValue = HeaderValue::from_static("close");

fn content_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

pub(crate) fn app(request: &HttpRequest) -> Result<&web::Data<AppState>, Problem> {
    request.app_data::<web::Data<AppState>>().ok_or_else(|| ProblemKind::Internal.into())
}

/// A value of this shape and no other.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    // A list of values would be taken for a struct, field by field.
    if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[') {
        let field = FieldProblem::pointer("", "invalid-type", Message::new("field-type").with("expected", "object"));
        return Err(Problem::new(ProblemKind::InvalidBody).at(field));
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().clone();
        let error = error.into_inner();
        if error.is_data() {
            let field = FieldProblem::from_serde(ErrorLocation::Pointer, &path, &error.to_string());
            Problem::new(ProblemKind::InvalidBody).at(field)
        } else {
            malformed(&error)
        }
    })?;
    reader.end().map_err(|error| malformed(&error))?;
    Ok(value)
}

fn malformed(error: &serde_json::Error) -> Problem {
    Problem::new(ProblemKind::MalformedJson)
        .with_extension("line", error.line())
        .with_extension("column", error.column())
}

/// No body or an empty one; a body with content is refused, because its sender expects an effect.
pub(crate) struct NoBody;

/// An object without fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Empty {}

impl FromRequest for NoBody {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            accounts::wait_until_authorized(&request).await?;
            if content_length(request.headers()) == Some(0) {
                return Ok(Self);
            }
            let bytes = read(&request, payload).await?;
            if !bytes.is_empty() {
                let Empty {} = parse(&bytes)?;
            }
            Ok(Self)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use formats::localization::Lang;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Name {
        #[allow(dead_code, reason = "only its type is looked at")]
        first_name: String,
        #[serde(default)]
        #[allow(dead_code, reason = "only its type is looked at")]
        places: Vec<u32>,
    }

    fn refusal(text: &str) -> serde_json::Value {
        parse::<Name>(text.as_bytes()).unwrap_err().document(Lang::En, "1")
    }

    #[test]
    fn s12_a_field_that_nobody_knows_is_refused_with_its_place() {
        let problem = refusal(r#"{"first_name": "Zofia", "role": "admin"}"#);
        assert_eq!(problem["status"], 400);
        assert_eq!(problem["errors"][0]["pointer"], "/role");
        assert_eq!(problem["errors"][0]["code"], "unknown-field");
    }

    #[test]
    fn what_is_missing_doubled_or_of_another_type_is_named() {
        for (text, pointer, code) in [
            (r"{}", "/first_name", "missing-field"),
            (r#"{"first_name": 7}"#, "/first_name", "invalid-type"),
            (r#"{"first_name": "A", "first_name": "B"}"#, "/first_name", "duplicate-field"),
            (r#"{"first_name": "A", "places": [1, -1]}"#, "/places/1", "invalid-value"),
            (r#"["A"]"#, "", "invalid-type"),
        ] {
            let problem = refusal(text);
            assert_eq!(problem["errors"][0]["pointer"], pointer, "{text}");
            assert_eq!(problem["errors"][0]["code"], code, "{text}");
        }
    }

    #[test]
    fn types_are_called_in_words() {
        for (text, expected) in [
            (r#"{"first_name": 7}"#, "tekstu"),
            (r#"{"first_name": "A", "places": true}"#, "listy"),
            (r#"{"first_name": "A", "places": ["x"]}"#, "liczby całkowitej"),
            ("7", "obiektu"),
        ] {
            let problem = parse::<Name>(text.as_bytes()).unwrap_err().document(Lang::Pl, "1");
            let detail = format!("wartość innego typu; oczekiwano {expected}");
            assert_eq!(problem["errors"][0]["detail"], detail, "{text}");
        }
    }

    #[test]
    fn what_is_not_json_is_refused_with_line_and_column() {
        for text in ["", "{", "{\"first_name\": \"A\"} {}", "\u{feff}{}"] {
            let problem = refusal(text);
            assert_eq!((problem["status"].as_u64(), problem["line"].as_u64()), (Some(400), Some(1)), "{text:.20}");
        }
    }
}
