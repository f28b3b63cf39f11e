//! Query parameters of pages; a query that cannot be read is refused with a page.

use crate::layout::language::Language;
use crate::layout::response;
use actix_web::dev::Payload;
use actix_web::error::InternalError;
use actix_web::{Error, FromRequest, HttpRequest, web};
use api::{ApiClient, ApiError};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::ops::Deref;
use std::pin::Pin;

pub(crate) type CursorQuery = Query<CursorParams>;
pub(crate) type SearchQuery = Query<SearchParams>;

/// Where a list goes on.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct CursorParams {
    pub(crate) cursor: String,
}

/// The name that is searched for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct SearchParams {
    pub(crate) q: String,
}

pub(crate) struct Query<T>(T);

impl<T> Query<T> {
    pub(crate) fn into_inner(self) -> T {
        self.0
    }
}

impl<T> Deref for Query<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Query<T> {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let read = web::Query::<T>::from_query(request.query_string());
        let request = request.clone();
        Box::pin(async move {
            match read {
                Ok(read) => Ok(Self(read.into_inner())),
                Err(why) => {
                    let client = ApiClient::extract(&request).await?;
                    let language = Language::extract(&request).await?;
                    let refusal = refusal(&client, language).await;
                    let page = response::error_page(&client, language, &refusal).await;
                    Err(InternalError::from_response(why, page).into())
                }
            }
        })
    }
}

/// What the API says of such a query: it reads every query strictly.
async fn refusal(client: &ApiClient, language: Language) -> ApiError {
    let address = format!("/api/v1?{}", client.request().query_string());
    let refused = client.get::<IgnoredAny>(language.0, &address).await;
    refused.err().unwrap_or_else(ApiError::not_found)
}
