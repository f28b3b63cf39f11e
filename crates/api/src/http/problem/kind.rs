//! The table of all problems: status and slug of each; titles and explanations stand with the other words.

use actix_web::http::StatusCode;

macro_rules! problem_kinds {
    ($( $(#[$meta:meta])* $variant:ident = $status:ident $slug:literal; )+) => {
        /// What kind of problem it is; the slug is its stable code and the name of its page.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) enum ProblemKind { $( $(#[$meta])* $variant ),+ }

        impl ProblemKind {
            pub(crate) const ALL: &'static [Self] = &[$(Self::$variant),+];

            pub(crate) fn status(self) -> StatusCode {
                match self { $(Self::$variant => StatusCode::$status),+ }
            }

            pub(crate) fn slug(self) -> &'static str {
                match self { $(Self::$variant => $slug),+ }
            }
        }
    };
}

problem_kinds! {
    BadRequest = BAD_REQUEST "bad-request";
    MalformedJson = BAD_REQUEST "malformed-json";
    InvalidBody = BAD_REQUEST "invalid-body";
    InvalidParameter = BAD_REQUEST "invalid-parameter";
    InvalidHeader = BAD_REQUEST "invalid-header";
    InvalidCursor = BAD_REQUEST "invalid-cursor";
    Unauthenticated = UNAUTHORIZED "unauthenticated";
    WrongCredentials = UNAUTHORIZED "wrong-credentials";
    SecondFactorNeeded = UNAUTHORIZED "second-factor-needed";
    Forbidden = FORBIDDEN "forbidden";
    SecondFactorMissing = FORBIDDEN "second-factor-missing";
    SignInAgain = FORBIDDEN "sign-in-again";
    StepUpNeeded = FORBIDDEN "step-up-needed";
    SamePerson = FORBIDDEN "same-person";
    NotFound = NOT_FOUND "not-found";
    MethodNotAllowed = METHOD_NOT_ALLOWED "method-not-allowed";
    NotAcceptable = NOT_ACCEPTABLE "not-acceptable";
    RequestTimeout = REQUEST_TIMEOUT "request-timeout";
    Conflict = CONFLICT "conflict";
    PossibleDuplicate = CONFLICT "possible-duplicate";
    Gone = GONE "gone";
    CursorExpired = GONE "cursor-expired";
    LinkSpent = GONE "link-spent";
    PreconditionFailed = PRECONDITION_FAILED "precondition-failed";
    PayloadTooLarge = PAYLOAD_TOO_LARGE "payload-too-large";
    UriTooLong = URI_TOO_LONG "uri-too-long";
    UnsupportedMediaType = UNSUPPORTED_MEDIA_TYPE "unsupported-media-type";
    Unprocessable = UNPROCESSABLE_ENTITY "unprocessable";
    IdempotencyMismatch = UNPROCESSABLE_ENTITY "idempotency-mismatch";
    PreconditionRequired = PRECONDITION_REQUIRED "precondition-required";
    TooManyRequests = TOO_MANY_REQUESTS "too-many-requests";
    TooManyAttempts = TOO_MANY_REQUESTS "too-many-attempts";
    TooManyStreams = TOO_MANY_REQUESTS "too-many-streams";
    HeadersTooLarge = REQUEST_HEADER_FIELDS_TOO_LARGE "headers-too-large";
    Internal = INTERNAL_SERVER_ERROR "internal";
    Overloaded = SERVICE_UNAVAILABLE "overloaded";
    ReadOnly = SERVICE_UNAVAILABLE "read-only";
    Unavailable = SERVICE_UNAVAILABLE "unavailable";
    OutcomeUnknown = SERVICE_UNAVAILABLE "outcome-unknown";
}

impl ProblemKind {
    pub(crate) fn key(self, part: &str) -> String {
        format!("problem-{}-{part}", self.slug())
    }

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
