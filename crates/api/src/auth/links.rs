//! One-time links: an invitation or a reset sets one password, once.

use super::accounts::Address;
use super::audit::{self, Action, Note, Outcome};
use super::caller::unreadable;
use super::credentials::{self, client, was_overtaken};
use super::permission;
use super::session::end_all;
use super::step_up::Fresh;
use super::throttle::Guess;
use crate::body::Body;
use crate::kostka::Kostka;
use crate::params::{self, Params};
use crate::problem::{Problem, ProblemKind};
use crate::write::{self, Receipt, WriteHead, append_problem};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::ids::AccountId;
use events::append::Append;
use events::cabinet::Drawer;
use projections::account_records::put_password;
use projections::links::{self, LinkId, LinkPurpose};
use serde::Deserialize;
use utoipa::ToSchema;
use zeroize::Zeroizing;

/// The token that a person gets.
pub(super) fn secret(kostka: &Kostka, id: LinkId) -> String {
    id.token(&kostka.vault).to_text().to_string()
}

/// The id of the invitation to an account: the same at a retry.
pub(super) fn invitation_id(kostka: &Kostka, account: &str) -> LinkId {
    id_from(kostka, "invitation", account.as_bytes())
}

fn id_from(kostka: &Kostka, purpose: &str, of: &[u8]) -> LinkId {
    let derived = kostka.vault.master_key().secret(purpose, of);
    let mut id = LinkId([0; 16]);
    id.0.copy_from_slice(&derived[..16]);
    id
}

/// Makes a one-time link with which the holder of an account sets a new password; earlier links of the account end.
///
/// `secret` of the answer is its token, for `token` of `POST /api/v1/links/redemption`.
#[utoipa::path(
    post, path = "/api/v1/accounts/{id}/links", tag = "accounts", operation_id = "issueLink",
    params(
        ("id" = String, Path, max_length = 200, description = "The account", example = "7k2m9q4x8c1v5b3n6z0a"),
    ),
    responses(
        (status = 201, description = "The token of the link, shown once", body = Receipt),
        (status = 200, description = "A rehearsal", body = Receipt),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn issue(
    caller: Fresh<permission::ManageAccounts>,
    path: web::Path<String>,
    head: WriteHead,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    let account = known_account(&kostka, &path)?;
    let act = head.act(&kostka, caller.actor());
    let id = match &act.idempotency {
        Some(idempotency) => id_from(&kostka, "reset", &idempotency.key),
        None => LinkId::random(&*kostka.environment),
    };
    let expires_at = kostka.environment.now().plus(kostka.settings.sign_in.link);
    let cabinet = links::writes(id, &kostka.vault, &account, LinkPurpose::Reset, expires_at);
    let act = move |kostka: &Kostka| kostka.office.renew_access(&act, &account, &cabinet);
    let (mut receipt, replayed) = write::perform(&request, Address::of_done, act).await?;
    receipt.secret = (!receipt.dry_run).then(|| secret(&kostka, id));
    Ok(write::respond(StatusCode::CREATED, &receipt, replayed))
}

/// The account of an address.
pub(super) fn known_account(kostka: &Kostka, id: &str) -> Result<AccountId, Problem> {
    let views = kostka.views();
    let id = AccountId::parse(id).ok();
    let entry = id.and_then(|id| views.accounts.find(&id).map(|entry| entry.id.clone()));
    entry.ok_or_else(|| ProblemKind::NotFound.into())
}

/// A link and the password that it is to set.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Redemption {
    /// The token; of an address that ends with `#` and the token, only the token is looked at.
    #[schema(
        min_length = 1,
        max_length = 1000,
        example = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4v"
    )]
    token: String,
    /// The new password: 8 to 128 characters of any kind, and not one that everybody knows.
    #[schema(min_length = 8, max_length = 128, format = Password, example = "tygrysy lubią pączki")]
    password: String,
}

/// Sets a password with a one-time link.
///
/// The link is spent, and all sessions of the account end.
#[utoipa::path(
    post, path = "/api/v1/links/redemption", tag = "accounts", operation_id = "redeemLink", request_body = Redemption,
    responses(
        (status = 204, description = "The password is set; sign in with it"),
        (status = 410, description = "The link was used, replaced or has expired"),
    )
)]
pub(crate) async fn redeem(
    Body { value: asked, .. }: Body<Redemption>,
    Params(params::None {}): Params<params::None>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    let now = kostka.environment.now();
    let attempt = kostka.throttle.begin(Guess::Link, client(&request), now, false)?;
    let token = asked.token.rsplit('#').next().unwrap_or_default().to_owned();
    let log = kostka.log.clone();
    let find = move || Ok((links::find(&*log, now, &token)?, log.head()?.position));
    let (link, head) = kostka.blocking(find).await?.map_err(|error| unreadable(&error))?;
    kostka.wait_for(head).await?;
    let views = kostka.views();
    let entry = link.as_ref().and_then(|link| views.accounts.find(&link.account)).filter(|entry| !entry.disabled);
    let (Some(link), Some(entry)) = (link, entry) else { return spent(&request, &kostka).await };
    attempt.succeeded(now);
    let hash = credentials::new_hash(&kostka, Zeroizing::new(asked.password), entry, "/password").await?;
    let cabinet = vec![
        link.redeemed(),
        put_password(&link.account, hash, None),
        end_all(&link.account),
        Note::of(&request, &kostka, Action::SetPassword, Outcome::Done)
            .by(&link.account)
            .because("one-time-link")
            .write(&kostka),
    ];
    match kostka.log.append(Append { cabinet, ..Append::default() }).await {
        Ok(_) => Ok(HttpResponse::NoContent().finish()),
        Err(error) if was_overtaken(&error, Drawer::Link) => spent(&request, &kostka).await,
        Err(error) => Err(append_problem(&error)),
    }
}

async fn spent(request: &HttpRequest, kostka: &Kostka) -> Result<HttpResponse, Problem> {
    let note = Note::of(request, kostka, Action::SetPassword, Outcome::Denied).because("link-spent");
    audit::record(kostka, &note).await?;
    Err(ProblemKind::LinkSpent.into())
}
