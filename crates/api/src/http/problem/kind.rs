//! The table of all problems: status and slug of each; titles and explanations stand with the other words.

use actix_web::http::StatusCode;

macro_rules! problem_kinds {
    ($( $(#[$meta:meta])* $variant:ident = $status:ident $slug:literal; )+) => {
        /// What kind of problem it is; the slug is its stable code and the name of its page.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) enum ProblemKind { $( $(#[$meta])* $variant ),+ }

        impl ProblemKind {
            /// Every kind.
            pub(crate) const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The HTTP status.
            pub(crate) fn status(self) -> StatusCode {
                match self { $(Self::$variant => StatusCode::$status),+ }
            }

            /// The stable code.
            pub(crate) fn slug(self) -> &'static str {
                match self { $(Self::$variant => $slug),+ }
            }
        }
    };
}

problem_kinds! {
    /// The request cannot be understood as HTTP.
    BadRequest = BAD_REQUEST "bad-request";
    /// The body is not JSON.
    MalformedJson = BAD_REQUEST "malformed-json";
    /// The body is JSON of another shape: unknown, missing or doubled fields, wrong types.
    InvalidBody = BAD_REQUEST "invalid-body";
    /// A parameter that does not exist, comes twice or cannot be read.
    InvalidParameter = BAD_REQUEST "invalid-parameter";
    /// A header that cannot be read.
    InvalidHeader = BAD_REQUEST "invalid-header";
    /// A cursor of another list, or one that was changed.
    InvalidCursor = BAD_REQUEST "invalid-cursor";
    /// No valid credentials.
    Unauthenticated = UNAUTHORIZED "unauthenticated";
    /// Login and password, or the second factor, do not fit.
    WrongCredentials = UNAUTHORIZED "wrong-credentials";
    /// The password is right, and a code of the second factor is needed.
    SecondFactorNeeded = UNAUTHORIZED "second-factor-needed";
    /// Signed in, but not allowed.
    Forbidden = FORBIDDEN "forbidden";
    /// Allowed only after a second factor was set up.
    SecondFactorMissing = FORBIDDEN "second-factor-missing";
    /// Allowed only shortly after signing in.
    SignInAgain = FORBIDDEN "sign-in-again";
    /// Allowed only shortly after a code of the second factor was shown.
    StepUpNeeded = FORBIDDEN "step-up-needed";
    /// Two people are needed, and this one has done the first half.
    SamePerson = FORBIDDEN "same-person";
    /// There is nothing here.
    NotFound = NOT_FOUND "not-found";
    /// Something is here, but not for this method.
    MethodNotAllowed = METHOD_NOT_ALLOWED "method-not-allowed";
    /// No form of the answer is acceptable to the client.
    NotAcceptable = NOT_ACCEPTABLE "not-acceptable";
    /// The client was too slow.
    RequestTimeout = REQUEST_TIMEOUT "request-timeout";
    /// A rule refuses it in the state that things are in.
    Conflict = CONFLICT "conflict";
    /// A similar player is registered already.
    PossibleDuplicate = CONFLICT "possible-duplicate";
    /// What was here is gone for good.
    Gone = GONE "gone";
    /// The list can no longer be continued from this cursor.
    CursorExpired = GONE "cursor-expired";
    /// A one-time link that was used or has expired.
    LinkSpent = GONE "link-spent";
    /// The resource was changed meanwhile.
    PreconditionFailed = PRECONDITION_FAILED "precondition-failed";
    /// The body is too large.
    PayloadTooLarge = PAYLOAD_TOO_LARGE "payload-too-large";
    /// The address is too long.
    UriTooLong = URI_TOO_LONG "uri-too-long";
    /// The body is of another media type.
    UnsupportedMediaType = UNSUPPORTED_MEDIA_TYPE "unsupported-media-type";
    /// The values of the request break a rule.
    Unprocessable = UNPROCESSABLE_ENTITY "unprocessable";
    /// The idempotency key was used for another request.
    IdempotencyMismatch = UNPROCESSABLE_ENTITY "idempotency-mismatch";
    /// An edit needs `If-Match`.
    PreconditionRequired = PRECONDITION_REQUIRED "precondition-required";
    /// Too many requests.
    TooManyRequests = TOO_MANY_REQUESTS "too-many-requests";
    /// Too many attempts to sign in.
    TooManyAttempts = TOO_MANY_REQUESTS "too-many-attempts";
    /// Too many open streams.
    TooManyStreams = TOO_MANY_REQUESTS "too-many-streams";
    /// The headers are too large.
    HeadersTooLarge = REQUEST_HEADER_FIELDS_TOO_LARGE "headers-too-large";
    /// Something broke inside.
    Internal = INTERNAL_SERVER_ERROR "internal";
    /// Too much waits to be written.
    Overloaded = SERVICE_UNAVAILABLE "overloaded";
    /// The store takes no writes.
    ReadOnly = SERVICE_UNAVAILABLE "read-only";
    /// The service is starting, stopping or behind.
    Unavailable = SERVICE_UNAVAILABLE "unavailable";
    /// It is not known whether the write went through; a retry with the same key tells.
    OutcomeUnknown = SERVICE_UNAVAILABLE "outcome-unknown";
}

impl ProblemKind {
    /// The key of one of its words.
    pub(crate) fn key(self, part: &str) -> String {
        format!("problem-{}-{part}", self.slug())
    }

    /// The kind whose page has this name.
    pub(crate) fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.slug() == slug)
    }

    /// The kind for a bare status, as the framework answers.
    pub(crate) fn from_status(status: StatusCode) -> Self {
        match status {
            StatusCode::UNAUTHORIZED => Self::Unauthenticated,
            StatusCode::FORBIDDEN => Self::Forbidden,
            StatusCode::NOT_FOUND => Self::NotFound,
            StatusCode::METHOD_NOT_ALLOWED => Self::MethodNotAllowed,
            StatusCode::NOT_ACCEPTABLE => Self::NotAcceptable,
            StatusCode::REQUEST_TIMEOUT => Self::RequestTimeout,
            StatusCode::CONFLICT => Self::Conflict,
            StatusCode::GONE => Self::Gone,
            StatusCode::PAYLOAD_TOO_LARGE => Self::PayloadTooLarge,
            StatusCode::URI_TOO_LONG => Self::UriTooLong,
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Self::UnsupportedMediaType,
            StatusCode::UNPROCESSABLE_ENTITY => Self::Unprocessable,
            StatusCode::TOO_MANY_REQUESTS => Self::TooManyRequests,
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => Self::HeadersTooLarge,
            StatusCode::SERVICE_UNAVAILABLE => Self::Unavailable,
            status if status.is_client_error() => Self::BadRequest,
            _ => Self::Internal,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use formats::localization::Lang;
    use std::collections::BTreeSet;

    #[test]
    fn every_problem_has_a_slug_of_its_own_and_its_words_in_both_languages() {
        let slugs: BTreeSet<&str> = ProblemKind::ALL.iter().map(|kind| kind.slug()).collect();
        assert_eq!(slugs.len(), ProblemKind::ALL.len());
        for kind in ProblemKind::ALL {
            for part in ["title", "detail", "help"] {
                for lang in [Lang::Pl, Lang::En] {
                    let text = lang.text(&kind.key(part));
                    assert!(!text.contains('⟨'), "{text} has no words");
                }
            }
        }
    }
}
