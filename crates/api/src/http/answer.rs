//! Answers that are built once for each change and given out many times, in every encoding.

mod cache;

pub(crate) use cache::{AnswerCache, AnswerKey};

use crate::http::conditional;
use crate::http::endpoint::RoutePattern;
use crate::http::header_text::set;
use crate::http::negotiate::{Encoding, Form, encoding};
use crate::http::problem::{Problem, ProblemKind};
use crate::http::response_cache::CacheableAnswer;
use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderMap,
    HeaderValue, LINK, VARY,
};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, ResponseError, web};
use bytes::Bytes;
use events::envelope::Position;
use formats::localization::Lang;
use serde::Serialize;
use std::io::Write;
use std::sync::Arc;
use tokio::sync::OnceCell;

/// Bodies smaller than this are sent as they are: they fit into one packet anyway.
const WORTH_COMPRESSING_BYTES: usize = 1024;
/// The best compression that does not delay answers.
const BROTLI_LEVEL: i32 = 5;
const GZIP: &str = "gzip";
const BROTLI: &str = "br";

/// Who may keep an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audience {
    /// All clients, which revalidate it each time.
    Public,
    /// Only the client that asked; it is not cached.
    Private,
}

/// An answer with its encodings, each made when it is first asked for.
pub(crate) struct Answer {
    /// What tells it from everything else that the address answers, but for the encoding.
    tag: String,
    content_type: &'static str,
    audience: Audience,
    lang: Option<Lang>,
    link: Option<HeaderValue>,
    /// What browsers may load for it; nothing if it does not say.
    policy: Option<HeaderValue>,
    /// Which address gives it, where that is not looked for again.
    route: Option<RoutePattern>,
    plain: EncodedBody,
    gzip: OnceCell<EncodedBody>,
    brotli: OnceCell<EncodedBody>,
}

struct EncodedBody {
    body: Bytes,
    etag: HeaderValue,
    encoding: Option<&'static str>,
}

impl Answer {
    /// A value as JSON, as it stands since this position.
    pub(crate) fn json(state: Position, audience: Audience, value: &impl Serialize) -> Result<Self, Problem> {
        Ok(Self::of(state, audience, Form::Json, json_bytes(value)?.into()))
    }

    pub(crate) fn of(state: Position, audience: Audience, form: Form, body: Bytes) -> Self {
        let answer = Self::tagged(state.0.to_string(), audience, form, body);
        match form {
            Form::Json => answer,
            Form::Csv => answer.with_etag_suffix("csv"),
            Form::Ndjson => answer.with_etag_suffix("ndjson"),
            Form::EventStream => answer.with_etag_suffix("stream"),
            Form::CloudEvents => answer.with_etag_suffix("cloudevents"),
            Form::Text => answer.with_etag_suffix("text"),
            Form::Html => answer.with_etag_suffix("html"),
            Form::Calendar => answer.with_etag_suffix("calendar"),
        }
    }

    fn tagged(tag: String, audience: Audience, form: Form, body: Bytes) -> Self {
        let plain = EncodedBody { body, etag: quoted_etag(&tag), encoding: None };
        Self {
            tag,
            content_type: form.content_type(),
            audience,
            lang: None,
            link: None,
            policy: None,
            route: None,
            plain,
            gzip: OnceCell::new(),
            brotli: OnceCell::new(),
        }
    }

    /// A value as JSON that is computed from many things: its ETag is made of its content, and changes only with that.
    pub(crate) fn computed(audience: Audience, value: &impl Serialize) -> Result<Self, Problem> {
        Ok(Self::by_content(audience, Form::Json, json_bytes(value)?.into()))
    }

    pub(crate) fn by_content(audience: Audience, form: Form, body: Bytes) -> Self {
        let digest = domain::values::digest::Digest::of(&body).to_string();
        Self::tagged(digest[..32].to_owned(), audience, form, body)
    }

    /// A body of another media type.
    #[must_use]
    pub(crate) fn with_content_type(mut self, content_type: &'static str) -> Self {
        self.content_type = content_type;
        self
    }

    /// With the version of a resource in its ETag, so that `If-Match` can name it.
    #[must_use]
    pub(crate) fn with_version(mut self, version: Position) -> Self {
        self.tag = format!("{}-{}", version.0, self.tag);
        self.plain.etag = quoted_etag(&self.tag);
        self
    }

    /// With a mark in its ETag, because the state alone does not tell it from others: small letters, digits and dots.
    #[must_use]
    pub(crate) fn with_etag_suffix(mut self, mark: &str) -> Self {
        self.tag = format!("{}-{mark}", self.tag);
        self.plain.etag = quoted_etag(&self.tag);
        self
    }

    /// With texts in this language.
    #[must_use]
    pub(crate) fn in_language(mut self, lang: Lang) -> Self {
        self.lang = Some(lang);
        self.with_etag_suffix(language_code(lang))
    }

    /// With a link to the next page.
    #[must_use]
    pub(crate) fn with_link(mut self, link: Option<HeaderValue>) -> Self {
        self.link = link;
        self
    }

    /// With another content policy than that of answers which load nothing.
    #[must_use]
    pub(crate) fn with_content_policy(mut self, policy: HeaderValue) -> Self {
        self.policy = Some(policy);
        self
    }

    /// With the address that gives it.
    #[must_use]
    pub(crate) fn at(mut self, route: Option<RoutePattern>) -> Self {
        self.route = route;
        self
    }

    /// Which address gives it, where it was said.
    pub(crate) fn route(&self) -> Option<RoutePattern> {
        self.route
    }

    /// The answer for one client: what it does not have yet, in an encoding that it takes.
    pub(crate) async fn respond(&self, request: &HttpRequest) -> HttpResponse {
        let headers = request.headers();
        if let Some(response) = self.respond_if_ready(headers) {
            return response;
        }
        match self.encoding_for(headers) {
            Encoding::Identity => self.sent(None),
            Encoding::Gzip => self.sent(self.variant(&self.gzip, gzip, GZIP).await),
            Encoding::Brotli => self.sent(self.variant(&self.brotli, brotli, BROTLI).await),
        }
    }

    /// The same, left on the response for reuse until something is recorded.
    pub(crate) async fn respond_cacheable(self: &Arc<Self>, request: &HttpRequest) -> HttpResponse {
        let mut response = self.respond(request).await;
        if self.audience == Audience::Public && self.route.is_some() {
            response.extensions_mut().insert(CacheableAnswer(Arc::clone(self)));
        }
        response
    }

    pub(crate) fn respond_if_ready(&self, headers: &HeaderMap) -> Option<HttpResponse> {
        if conditional::is_known(headers, &self.tag) {
            let mut response = HttpResponse::new(StatusCode::NOT_MODIFIED);
            self.common_headers(response.headers_mut(), &self.plain.etag);
            return Some(response);
        }
        match self.encoding_for(headers) {
            Encoding::Identity => Some(self.sent(None)),
            Encoding::Gzip => self.gzip.get().map(|variant| self.sent(Some(variant))),
            Encoding::Brotli => self.brotli.get().map(|variant| self.sent(Some(variant))),
        }
    }

    fn encoding_for(&self, headers: &HeaderMap) -> Encoding {
        if self.plain.body.len() < WORTH_COMPRESSING_BYTES { Encoding::Identity } else { encoding(headers) }
    }

    /// With its body, encoded or as it is.
    fn sent(&self, encoded: Option<&EncodedBody>) -> HttpResponse {
        let variant = encoded.unwrap_or(&self.plain);
        let mut response = HttpResponse::new(StatusCode::OK).set_body(variant.body.clone()).map_into_boxed_body();
        let headers = response.headers_mut();
        self.common_headers(headers, &variant.etag);
        set(headers, CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        if let Some(name) = variant.encoding {
            set(headers, CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        response
    }

    fn common_headers(&self, headers: &mut HeaderMap, etag: &HeaderValue) {
        set(headers, ETAG, etag.clone());
        let (cache, vary) = match (self.audience, self.lang) {
            (Audience::Public, None) => ("public, no-cache", "Accept, Accept-Encoding"),
            (Audience::Public, Some(_)) => ("public, no-cache", "Accept, Accept-Encoding, Accept-Language"),
            (Audience::Private, None) => ("private, no-store", "Accept, Accept-Encoding, Authorization"),
            (Audience::Private, Some(_)) => {
                ("private, no-store", "Accept, Accept-Encoding, Accept-Language, Authorization")
            }
        };
        if let Some(lang) = self.lang {
            set(headers, CONTENT_LANGUAGE, HeaderValue::from_static(language_code(lang)));
        }
        set(headers, CACHE_CONTROL, HeaderValue::from_static(cache));
        set(headers, VARY, HeaderValue::from_static(vary));
        if let Some(link) = &self.link {
            set(headers, LINK, link.clone());
        }
        if let Some(policy) = &self.policy {
            set(headers, CONTENT_SECURITY_POLICY, policy.clone());
        }
    }

    /// The body in an encoding; the first request encodes it, and the others wait.
    async fn variant<'a>(
        &'a self,
        cell: &'a OnceCell<EncodedBody>,
        encode: fn(&[u8]) -> std::io::Result<Vec<u8>>,
        name: &'static str,
    ) -> Option<&'a EncodedBody> {
        let body = self.plain.body.clone();
        let made = cell.get_or_try_init(|| async {
            let body = web::block(move || encode(&body)).await.map_err(drop)?.map_err(drop)?;
            let etag = quoted_etag(&format!("{}-{name}", self.tag));
            Ok::<_, ()>(EncodedBody { body: body.into(), etag, encoding: Some(name) })
        });
        made.await.ok()
    }
}

/// The bytes of a JSON answer, which end with a line end.
pub(crate) fn json_bytes(value: &impl Serialize) -> Result<Vec<u8>, Problem> {
    let mut body = serde_json::to_vec(value).map_err(|error| {
        tracing::error!(%error, "an answer cannot be written");
        Problem::new(ProblemKind::Internal)
    })?;
    body.push(b'\n');
    Ok(body)
}

/// An answer as JSON that is not cached.
pub(crate) fn json(response: &mut HttpResponseBuilder, value: &impl Serialize) -> HttpResponse {
    match json_bytes(value) {
        Ok(body) => response.insert_header((CONTENT_TYPE, Form::Json.content_type())).body(body),
        Err(problem) => problem.error_response(),
    }
}

/// An answer as JSON for one caller, which nobody keeps.
pub(crate) fn private_json(value: &impl Serialize) -> HttpResponse {
    json(HttpResponse::Ok().insert_header((CACHE_CONTROL, "private, no-store")), value)
}

fn quoted_etag(tag: &str) -> HeaderValue {
    HeaderValue::from_str(&format!("\"{tag}\"")).unwrap_or(HeaderValue::from_static("\"0\""))
}

fn language_code(lang: Lang) -> &'static str {
    match lang {
        Lang::Pl => "pl",
        Lang::En => "en",
    }
}

fn gzip(body: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(body)?;
    encoder.finish()
}

fn brotli(body: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoded = Vec::new();
    let params = brotli::enc::BrotliEncoderParams { quality: BROTLI_LEVEL, ..Default::default() };
    brotli::BrotliCompress(&mut &*body, &mut encoded, &params)?;
    Ok(encoded)
}
