//! What a handler takes from a request that reads: the request itself, the application, and the parameters of the
//! query.

use crate::http::app::AppState;
use crate::http::list_response::json_only;
use crate::http::params::{NoParams, Params};
use actix_web::dev::Payload;
use actix_web::{Error, FromRequest, HttpRequest, web};
use futures_util::future::LocalBoxFuture;
use serde::de::DeserializeOwned;

/// A read with these parameters and no others.
pub(crate) struct Read<Q = NoParams> {
    pub(crate) request: HttpRequest,
    pub(crate) app: web::Data<AppState>,
    pub(crate) params: Q,
}

/// A request that may have no parameters, whatever it does.
pub(crate) type RequestWithoutParams = Read;

/// A read of what has no other form than JSON: others are refused with 406.
pub(crate) struct JsonRead<Q = NoParams> {
    pub(crate) request: HttpRequest,
    pub(crate) app: web::Data<AppState>,
    pub(crate) params: Q,
}

impl<Q: DeserializeOwned + 'static> FromRequest for Read<Q> {
    type Error = Error;
    type Future = LocalBoxFuture<'static, Result<Self, Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let parts = <(HttpRequest, web::Data<AppState>, Params<Q>)>::from_request(request, payload);
        Box::pin(async move {
            let (request, app, Params(params)) = parts.await?;
            Ok(Self { request, app, params })
        })
    }
}

impl<Q: DeserializeOwned + 'static> FromRequest for JsonRead<Q> {
    type Error = Error;
    type Future = LocalBoxFuture<'static, Result<Self, Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let read = Read::from_request(request, payload);
        Box::pin(async move {
            let Read { request, app, params } = read.await?;
            json_only(&request)?;
            Ok(Self { request, app, params })
        })
    }
}
