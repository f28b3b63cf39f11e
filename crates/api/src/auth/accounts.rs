//! Accounts, for those who manage them.

use super::audit::{Action, Note, Outcome};
use super::caller::{Allowed, unreadable};
use super::filing::Removal;
use super::grants::{GrantItem, wrong_event};
use super::links::{self, invitation_id};
use super::permission;
use super::second_factor::{self, SecondFactor};
use super::session::end_all;
use super::step_up::Fresh;
use crate::answer::{Answer, Audience};
use crate::kostka::Kostka;
use crate::paging::{self, Cursor, Page, Shown};
use crate::params::{self, Params};
use crate::problem::{FieldProblem, Problem, ProblemKind};
use crate::reading::Reading;
use crate::table;
use crate::write::{self, Receipt, Refusal, Write, WriteHead};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::account::Rejection;
use domain::event::Grant;
use domain::ids::AccountId;
use domain::text::{InvalidLogin, Login, StatedReason};
use events::cabinet::{CabinetWrite, Drawer};
use events::log::ReadError;
use formats::words::Message;
use projections::account_records::owner;
use projections::links::LinkPurpose;
use projections::office::{AccountDetails, Act, Done};
use projections::views::{AccountEntry, Views};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// The name of the list in its cursors.
const LIST: &str = "accounts";
/// No more roles are given at once.
const MAX_GRANTS: usize = 50;

/// The mark in the ETag of an account with a second factor, of which the log does not know.
const WITH_SECOND_FACTOR: &str = "2fa";

/// An account.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountItem {
    /// Its id.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    id: String,
    /// What its holder signs in with; absent after an erasure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64, example = "zofia.lewandowska")]
    login: Option<String>,
    /// What its holder is called; absent after an erasure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100, example = "Zofia Lewandowska")]
    name: Option<String>,
    /// What its holder may do.
    #[schema(max_items = 1000)]
    grants: Vec<GrantItem>,
    /// Whether nobody may use it.
    disabled: bool,
    /// Whether its holder is asked for a code of an authenticator app at signing in.
    second_factor: bool,
    /// The state of the account, for `If-Match`.
    #[schema(max_length = 24, example = "\"1042\"")]
    etag: String,
}

impl AccountItem {
    fn of(entry: &AccountEntry, second_factor: bool) -> Self {
        Self {
            id: entry.id.to_string(),
            login: entry.login.as_ref().map(|login| login.as_str().to_owned()),
            name: entry.name.as_ref().map(|name| name.as_str().to_owned()),
            grants: entry.grants.iter().map(GrantItem::of).collect(),
            disabled: entry.disabled,
            second_factor,
            etag: format!("\"{}\"", entry.etag.0),
        }
    }
}

/// Which page of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListParams {
    /// How many accounts a page has.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u16>,
    /// Where the page begins: `next` of the page before.
    #[param(max_length = 2048)]
    cursor: Option<String>,
}

/// All accounts, in the order of their ids.
#[utoipa::path(
    get, path = "/api/v1/accounts", tag = "accounts", operation_id = "listAccounts",
    params(
        ListParams,
    ),
    responses(
        (status = 200, description = "A page of accounts", body = Page<AccountItem>),
        (status = 304, description = "As the client knows it"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn list(
    _: Allowed<permission::ManageAccounts>,
    Params(params): Params<ListParams>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let limit = paging::items(params.limit)?;
    let cursor = params.cursor.as_deref().map(|cursor| kostka.cursors.read(cursor, LIST)).transpose()?;
    let after = cursor.as_ref().map(|cursor| AccountId::parse(&cursor.after)).transpose();
    let after = after.map_err(|_| ProblemKind::InvalidCursor)?;
    let Shown { views, today } = paging::views(&kostka, cursor.as_ref(), |views| views.accounts.changed).await?;
    let rest = views.accounts.after(after.as_ref());
    let mut found: Vec<&AccountEntry> = rest.take(limit + 1).collect();
    let more = found.len() > limit;
    found.truncate(limit);
    let next = found.last().filter(|_| more).map(|last| {
        let cursor = Cursor { position: views.accounts.changed, after: last.id.to_string() };
        kostka.cursors.write(&cursor, LIST)
    });
    kostka.audit.note(&kostka, &Note::of(&request, &kostka, Action::ReadPrivate, Outcome::Done));
    let link = paging::link(&request, next.as_deref());
    let factors = second_factors(&kostka, found.iter().map(|entry| entry.id.clone()).collect()).await?;
    let items = found.into_iter().zip(factors).map(|(entry, factor)| AccountItem::of(entry, factor)).collect();
    let page = Page { items, next };
    // Names are of today on every page, so a page is as new as the list is today; second factors are not of the log.
    let changed = today.accounts.changed;
    let answer = Answer::computed(Audience::Private, &page)?.of_version(changed).linked(link);
    Ok(Arc::new(answer).respond(&request).await)
}

/// Which of these accounts have a second factor, in their order.
async fn second_factors(kostka: &web::Data<Kostka>, accounts: Vec<AccountId>) -> Result<Vec<bool>, Problem> {
    let here = kostka.clone();
    let has = move |account: &AccountId| {
        let record = here.log.cabinet_record(Drawer::SecondFactor, &second_factor::key(account))?;
        let read = record.map(|record| SecondFactor::read(&here, &record));
        // Nobody gets past one that cannot be read.
        Ok(read.is_some_and(|factor| factor.map_or(true, |factor| factor.is_confirmed())))
    };
    let read = move || accounts.iter().map(has).collect::<Result<_, ReadError>>();
    kostka.blocking(read).await?.map_err(|error| unreadable(&error))
}

/// One account.
#[utoipa::path(
    get, path = "/api/v1/accounts/{id}", tag = "accounts", operation_id = "showAccount",
    params(
        ("id" = String, Path, max_length = 200, description = "The account", example = "7k2m9q4x8c1v5b3n6z0a"),
    ),
    responses(
        (status = 200, description = "The account", body = AccountItem),
        (status = 304, description = "As the client knows it"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn show(
    _: Allowed<permission::ManageAccounts>,
    path: web::Path<String>,
    Params(params::None {}): Params<params::None>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let views = kostka.views();
    let id = not_found_as_problem(&path)?;
    let entry = views.accounts.find(&id).ok_or(ProblemKind::NotFound)?;
    let has_factor = second_factors(&kostka, vec![id.clone()]).await? == [true];
    let note = Note::of(&request, &kostka, Action::ReadPrivate, Outcome::Done);
    kostka.audit.note(&kostka, &note.about(format!("account/{id}")));
    let mut answer = Answer::json(entry.etag, Audience::Private, &AccountItem::of(entry, has_factor))?;
    if has_factor {
        answer = answer.told_apart(WITH_SECOND_FACTOR);
    }
    Ok(Arc::new(answer).respond(&request).await)
}

/// A new account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewAccount {
    /// What its holder signs in with: small letters without marks, digits and the signs `.`, `_`, `-`, `@`.
    #[schema(min_length = 3, max_length = 64, example = "zofia.lewandowska")]
    login: String,
    /// What its holder is called.
    #[schema(min_length = 1, max_length = 100, example = "Zofia Lewandowska")]
    name: String,
    /// What its holder may do from the beginning.
    #[serde(default)]
    #[schema(max_items = 50)]
    grants: Vec<GrantItem>,
}

/// Opens an account.
///
/// `secret` of the answer is a one-time token with which its holder sets her password: give it as `token` to `POST
/// /api/v1/links/redemption`.
#[utoipa::path(
    post, path = "/api/v1/accounts", tag = "accounts", operation_id = "openAccount", request_body = NewAccount,
    responses(
        (status = 201, description = "Opened", body = Receipt),
        (status = 200, description = "A rehearsal", body = Receipt),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn open(
    caller: Fresh<permission::ManageAccounts>,
    Write { body, head }: Write<NewAccount>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    let (details, grants) = read_account(&body, &kostka.views())?;
    let act = head.act(&kostka, caller.actor());
    let act = move |kostka: &Kostka| {
        let expires_at = kostka.environment.now().plus(kostka.settings.sign_in.link);
        let invitation = |stream: &events::envelope::StreamName| {
            let Ok(account) = AccountId::parse(stream.id()) else { return Vec::new() };
            let id = invitation_id(kostka, stream.id());
            projections::links::writes(id, &kostka.vault, &account, LinkPurpose::Invitation, expires_at)
        };
        kostka.office.open_account(&act, &kostka.projector, &details, &grants, &invitation)
    };
    let (mut receipt, replayed) = write::perform(&request, Address::of_done, act).await?;
    if !receipt.dry_run {
        let id = receipt.resource.rsplit('/').next().unwrap_or_default();
        receipt.secret = Some(links::secret(&kostka, invitation_id(&kostka, id)));
    }
    Ok(write::respond(StatusCode::CREATED, &receipt, replayed))
}

/// What is put right of an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AccountChange {
    /// What its holder signs in with.
    #[schema(min_length = 3, max_length = 64, example = "zofia.lewandowska")]
    login: String,
    /// What its holder is called.
    #[schema(min_length = 1, max_length = 100, example = "Zofia Lewandowska-Nowak")]
    name: String,
    /// Why; only staff can read it.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 2000, example = "Zmiana nazwiska")]
    reason: Option<String>,
}

/// Puts right the login or the name of an account.
#[utoipa::path(
    put, path = "/api/v1/accounts/{id}", tag = "accounts", operation_id = "rectifyAccount", request_body = AccountChange,
    params(
        ("id" = String, Path, max_length = 200, description = "The account", example = "7k2m9q4x8c1v5b3n6z0a"),
    ),
    responses((status = 200, description = "Put right, or a rehearsal", body = Receipt)),
    security(("bearer" = []))
)]
pub(crate) async fn rectify(
    caller: Fresh<permission::ManageAccounts>,
    path: web::Path<String>,
    Write { body, head }: Write<AccountChange>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    let account = not_found_as_problem(&path)?;
    let mut reading = Reading::default();
    let details = read_details(&mut reading, &body.login, &body.name);
    let reason = body.reason.as_deref().map(|reason| reading.reason("/reason", reason));
    let (Some(details), Some(reason)) = (details, reason.map_or(Some(None), |reason| reason.map(Some))) else {
        return Err(reading.problem());
    };
    let act = head.edit(&kostka, caller.actor())?;
    let act = move |kostka: &Kostka| {
        kostka.office.rectify_account(&act, &kostka.projector, &account, &details, reason.as_ref())
    };
    write::execute(&request, StatusCode::OK, Address::of_done, act).await
}

/// Why an account is disabled.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Disabling {
    /// Why; only staff can read it.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 2000, example = "Nie jest już współorganizatorem")]
    reason: Option<String>,
}

/// Lets nobody use an account; its sessions and links end at once.
#[utoipa::path(
    post, path = "/api/v1/accounts/{id}/disable", tag = "accounts", operation_id = "disableAccount", request_body = Disabling,
    params(
        ("id" = String, Path, max_length = 200, description = "The account", example = "7k2m9q4x8c1v5b3n6z0a"),
    ),
    responses((status = 200, description = "Disabled, or a rehearsal", body = Receipt)),
    security(("bearer" = []))
)]
pub(crate) async fn disable(
    caller: Fresh<permission::ManageAccounts>,
    path: web::Path<String>,
    Write { body, head }: Write<Disabling>,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    let account = not_found_as_problem(&path)?;
    let reason = reason(body.reason.as_deref())?;
    let act = head.act(&kostka, caller.actor());
    let cabinet = [end_all(&account), CabinetWrite::RemoveOwned { drawer: Drawer::Link, owner: owner(&account) }];
    let act = move |kostka: &Kostka| {
        kostka.office.disable_account(&act, &kostka.projector, &account, reason.as_ref(), &cabinet)
    };
    write::execute(&request, StatusCode::OK, Address::of_done, act).await
}

/// Lets an account be used again.
#[utoipa::path(
    post, path = "/api/v1/accounts/{id}/enable", tag = "accounts", operation_id = "enableAccount",
    params(
        ("id" = String, Path, max_length = 200, description = "The account", example = "7k2m9q4x8c1v5b3n6z0a"),
    ),
    responses((status = 200, description = "Enabled, or a rehearsal", body = Receipt)),
    security(("bearer" = []))
)]
pub(crate) async fn enable(
    caller: Fresh<permission::ManageAccounts>,
    path: web::Path<String>,
    head: WriteHead,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    let account = not_found_as_problem(&path)?;
    let act = head.act(&kostka, caller.actor());
    let act = move |kostka: &Kostka| kostka.office.enable_account(&act, &account);
    write::execute(&request, StatusCode::OK, Address::of_done, act).await
}

/// Takes the second factor of an account away, for somebody who lost phone and codes; its sessions end.
#[utoipa::path(
    delete, path = "/api/v1/accounts/{id}/second-factor", tag = "accounts", operation_id = "resetSecondFactor",
    params(
        ("id" = String, Path, max_length = 200, description = "The account", example = "7k2m9q4x8c1v5b3n6z0a"),
        ("dry_run" = Option<bool>, Query, description = "A rehearsal"),
    ),
    responses((status = 204, description = "Taken away, or a rehearsal")),
    security(("bearer" = []))
)]
pub(crate) async fn reset_second_factor(
    caller: Fresh<permission::ManageAccounts>,
    path: web::Path<String>,
    head: WriteHead,
    request: HttpRequest,
    kostka: web::Data<Kostka>,
) -> Result<HttpResponse, Problem> {
    let account = links::known_account(&kostka, &path)?;
    let removal = Removal::begin(&kostka, &head, &caller.actor()).await?;
    if let Some(answer) = removal.answer_again() {
        return Ok(answer);
    }
    let (log, key) = (kostka.log.clone(), second_factor::key(&account));
    let read = move || log.cabinet_record(Drawer::SecondFactor, &key);
    if kostka.blocking(read).await?.map_err(|error| unreadable(&error))?.is_none() {
        return Err(ProblemKind::NotFound.into());
    }
    let note = Note::of(&request, &kostka, Action::SetSecondFactor, Outcome::Done);
    let note = note.about(format!("account/{account}")).because("reset");
    let cabinet = vec![second_factor::removed(&account), end_all(&account), note.write(&kostka)];
    // The cabinet has the line of the audit that says more than that something was written.
    let act = Act { audit: None, ..head.act(&kostka, caller.actor()) };
    let act = move |kostka: &Kostka| kostka.office.renew_access(&act, &account, &cabinet);
    write::perform(&request, Address::of_done, act).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The addresses of accounts.
pub(super) struct Address;

impl Address {
    pub(super) fn of_done(done: &Done) -> String {
        format!("/api/v1/accounts/{}", done.resource.id())
    }
}

/// The id in an address; what cannot be an id leads nowhere.
pub(super) fn not_found_as_problem(id: &str) -> Result<AccountId, Problem> {
    AccountId::parse(id).map_err(|_| ProblemKind::NotFound.into())
}

fn read_details(reading: &mut Reading, login: &str, name: &str) -> Option<AccountDetails> {
    let login = match Login::parse(login) {
        Ok(login) => Some(login),
        Err(invalid) => {
            let (code, words) = match invalid {
                InvalidLogin::Length => ("invalid-length", "field-login-length"),
                InvalidLogin::Characters => ("invalid-characters", "field-login-characters"),
            };
            reading.note(FieldProblem::pointer("/login", code, Message::new(words)));
            None
        }
    };
    let name = reading.name("/name", name);
    Some(AccountDetails { login: login?, name: name? })
}

fn read_account(body: &NewAccount, views: &Views) -> Result<(AccountDetails, Vec<Grant>), Problem> {
    let mut reading = Reading::default();
    let details = read_details(&mut reading, &body.login, &body.name);
    if body.grants.len() > MAX_GRANTS {
        let words = Message::new("field-too-many").count("max", MAX_GRANTS as u64);
        reading.note(FieldProblem::pointer("/grants", "too-many", words));
        return Err(reading.problem());
    }
    let (mut grants, mut refusals) = (Vec::new(), Vec::new());
    for (at, grant) in body.grants.iter().enumerate() {
        match grant.read(views) {
            Ok(grant) => grants.push(grant),
            Err(refusal) => {
                reading.note(wrong_event(&format!("/grants/{at}"), refusal));
                refusals.push(refusal);
            }
        }
    }
    match (details, refusals.as_slice()) {
        (Some(details), []) => Ok((details, grants)),
        // Where a rule is all that is in the way, it is named.
        (Some(_), [refusal]) => Err(reading.onto(refusal.problem())),
        _ => Err(reading.problem()),
    }
}

fn reason(text: Option<&str>) -> Result<Option<StatedReason>, Problem> {
    let Some(text) = text else { return Ok(None) };
    let mut reading = Reading::default();
    let reason = reading.reason("/reason", text);
    reason.map(Some).ok_or_else(|| reading.problem())
}

impl Refusal for Rejection {
    fn problem(&self) -> Problem {
        let kind = match self {
            Self::UnknownAccount => return ProblemKind::NotFound.into(),
            Self::EventNeeded | Self::EventNotAllowed | Self::UnknownEvent => ProblemKind::Unprocessable,
            Self::AlreadyOpen
            | Self::LoginTaken
            | Self::Disabled
            | Self::OwnAdminRole
            | Self::OwnAccount
            | Self::LastAdmin => ProblemKind::Conflict,
        };
        Problem::new(kind).because(Message::new(format!("refusal-{}", self.code()))).fact("reason", self.code())
    }
}
