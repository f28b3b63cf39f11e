//! Parameters of an address: unknown and doubled ones are refused; `wait_for` is understood everywhere.

use crate::accounts;
use crate::http::app::AppState;
use crate::http::body::app;
use crate::http::problem::{ErrorLocation, FieldProblem, Problem, ProblemKind};
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use domain::Choice;
use events::envelope::Position;
use formats::localization::Message;
use futures_util::future::LocalBoxFuture;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use url::form_urlencoded;

/// Parameters of this shape and no others. The read models have reached the position of `wait_for` by the time they are
/// given out.
pub(crate) struct Params<T>(pub(crate) T);

/// An address without parameters of its own.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoParams {}

/// What every reading address understands.
const WAIT_FOR: &str = "wait_for";

impl<T: DeserializeOwned + 'static> FromRequest for Params<T> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            accounts::wait_until_authorized(&request).await?;
            let (common, own) = split(request.query_string(), &[WAIT_FOR])?;
            if let Some(text) = &common[0] {
                let position = text.parse().map_err(|_| wrong(WAIT_FOR, "field-position"))?;
                wait(app(&request)?, Position(position)).await?;
            }
            Ok(Self(parse(&own)?))
        })
    }
}

/// Waits for a position that the log has; a later position is refused.
async fn wait(app: &web::Data<AppState>, position: Position) -> Result<(), Problem> {
    if app.projector.position() < position {
        let log = app.log.clone();
        let head = app.blocking(move || log.head()).await?.map_err(|_| ProblemKind::Unavailable)?;
        if head.position < position {
            let field = FieldProblem::parameter(WAIT_FOR, "ahead-of-log", Message::new("field-ahead-of-log"));
            return Err(Problem::new(ProblemKind::Unprocessable).at(field).with_extension("position", head.position.0));
        }
    }
    app.wait_for(position).await
}

/// Parameters of this shape, from the text after the question mark.
pub(crate) fn parse<T: DeserializeOwned>(query: &str) -> Result<T, Problem> {
    let reader = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
    serde_path_to_error::deserialize(reader).map_err(|error| {
        let name = |pointer: String| ErrorLocation::Parameter(pointer.trim_start_matches('/').to_owned());
        let field = FieldProblem::from_serde(name, error.path(), &error.inner().to_string());
        Problem::new(ProblemKind::InvalidParameter).at(field)
    })
}

/// The largest number that every JSON reader keeps exactly; no position is larger.
pub(crate) const MAX_POSITION: u64 = 9_007_199_254_740_991;

pub(crate) fn position<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<u64>, D::Error> {
    let position = Option::<u64>::deserialize(reader)?;
    if position > Some(MAX_POSITION) {
        return Err(serde::de::Error::custom("no position is so large"));
    }
    Ok(position)
}

/// Takes the named parameters out of a query, and refuses those that come twice.
pub(crate) fn split<'a, const N: usize>(
    query: &'a str,
    names: &[&str; N],
) -> Result<([Option<String>; N], Cow<'a, str>), Problem> {
    let mut taken = [const { Option::None }; N];
    if query.is_empty() {
        return Ok((taken, Cow::Borrowed(query)));
    }
    let mut pairs: Vec<(Cow<'_, str>, Cow<'_, str>)> = Vec::with_capacity(4);
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        if pairs.iter().any(|(seen, _)| *seen == name) {
            return Err(wrong(&name, "field-duplicate-parameter"));
        }
        pairs.push((name, value));
    }
    if !pairs.iter().any(|(name, _)| names.contains(&&**name)) {
        return Ok((taken, Cow::Borrowed(query)));
    }
    let mut own = form_urlencoded::Serializer::new(String::new());
    for (name, value) in pairs {
        match names.iter().position(|known| *known == name) {
            Some(at) => taken[at] = Some(value.into_owned()),
            Option::None => {
                own.append_pair(&name, &value);
            }
        }
    }
    Ok((taken, Cow::Owned(own.finish())))
}

/// One of a closed set.
pub(crate) fn choice<T: Choice>(name: &'static str, text: &str) -> Result<T, Problem> {
    T::parse(text).map_err(|_| {
        let words = Message::new("field-choice").with("known", T::NAMES.join(", "));
        Problem::new(ProblemKind::InvalidParameter).at(FieldProblem::parameter(name, "unknown-choice", words))
    })
}

/// Refuses a text that is longer than the documents say.
pub(crate) fn check_max_length(name: &'static str, text: Option<&str>, max: usize) -> Result<(), Problem> {
    if text.is_none_or(|text| text.chars().count() <= max) {
        return Ok(());
    }
    let words = Message::new("field-too-long").number("max", max as i64);
    Err(Problem::new(ProblemKind::InvalidParameter).at(FieldProblem::parameter(name, "too-long", words)))
}

/// A parameter that is wrong.
pub(crate) fn wrong(name: &str, words: &'static str) -> Problem {
    let code = match words {
        "field-duplicate-parameter" => "duplicate-parameter",
        _ => "invalid-value",
    };
    let name: String = name.chars().take(100).collect();
    Problem::new(ProblemKind::InvalidParameter).at(FieldProblem::parameter(name, code, Message::new(words)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use formats::localization::Lang;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Filter {
        limit: Option<u16>,
    }

    fn refusal(query: &str) -> serde_json::Value {
        let refused = split(query, &[WAIT_FOR]).and_then(|(_, own)| parse::<Filter>(&own));
        refused.unwrap_err().document(Lang::En, "1")["errors"][0].clone()
    }

    #[test]
    fn a_parameter_that_nobody_knows_or_that_comes_twice_or_cannot_be_read_is_named() {
        for (query, name, code) in [
            ("status=active", "status", "unknown-field"),
            ("limit=1&limit=2", "limit", "duplicate-parameter"),
            ("limit=many", "limit", "invalid-value"),
            ("limit=-1", "limit", "invalid-value"),
            ("wait_for=1&wait_for=1", "wait_for", "duplicate-parameter"),
        ] {
            let problem = refusal(query);
            assert_eq!((problem["parameter"].as_str(), problem["code"].as_str()), (Some(name), Some(code)), "{query}");
        }
        assert_eq!(parse::<Filter>("limit=20").unwrap().limit, Some(20));
    }
}
