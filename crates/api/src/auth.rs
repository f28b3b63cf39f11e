//! A stand-in until signing in is here: whoever sends credentials is let through.

use crate::problem::{Problem, ProblemKind};
use actix_web::dev::Payload;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{FromRequest, HttpRequest};
use std::future::{Ready, ready};
use std::marker::PhantomData;

/// What a caller may be allowed.
pub(crate) mod permission {
    /// Reading the log.
    pub(crate) struct ReadLog;
}

/// A caller who is allowed something.
pub(crate) struct Allowed<P>(PhantomData<P>);

impl<P> FromRequest for Allowed<P> {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let known = request.headers().contains_key(AUTHORIZATION);
        ready(if known { Ok(Self(PhantomData)) } else { Err(ProblemKind::Unauthenticated.into()) })
    }
}
