//! The signed-in account, and what its roles open.

use crate::layout::language::Language;
use crate::seasons::season;
use api::{ApiClient, ApiError};
use std::ops::Deref;
use wire::accounts::{Me, MyAccount, RoleName};

/// The signed-in account, with what the frame of a page needs beside it.
#[derive(Debug)]
pub(crate) struct CurrentUser {
    account: MyAccount,
    /// The current season, which the navigation leads to.
    pub(crate) season: Option<String>,
    /// The query of the requested page, for the link to the same page in the other language.
    pub(crate) query: String,
}

impl Deref for CurrentUser {
    type Target = MyAccount;

    fn deref(&self) -> &MyAccount {
        &self.account
    }
}

impl CurrentUser {
    /// The account of the request; refused for anonymous requests, table tokens and applicants.
    pub(crate) async fn of(client: &ApiClient, language: Language) -> Result<Self, ApiError> {
        let Me::Account(account) = client.personal().get(language.0, "/api/v1/me").await? else {
            return Err(ApiError::forbidden());
        };
        let season = season::now(client, language).await;
        Ok(Self { account, season, query: client.request().query_string().to_owned() })
    }

    fn has_any(&self, roles: &[RoleName]) -> bool {
        self.grants.iter().any(|grant| roles.contains(&grant.role))
    }

    pub(crate) fn is_admin(&self) -> bool {
        self.has_any(&[RoleName::Admin])
    }

    pub(crate) fn decides(&self) -> bool {
        self.has_any(&[RoleName::Admin, RoleName::Arbiter])
    }

    pub(crate) fn reads_the_log(&self) -> bool {
        self.has_any(&[RoleName::Admin, RoleName::Arbiter, RoleName::Auditor])
    }
}
