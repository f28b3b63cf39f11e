//! Accounts, for those who manage them.

use super::audit::{Action, AuditNote, Outcome};
use super::caller::Authorized;
use super::grants::{grant_item, read_grant, wrong_event};
use super::links::{self, invitation_id};
use super::permission;
use super::step_up::StepUpAuthorized;
use crate::accounts::removal::Removal;
use crate::http::answer::{Answer, Audience};
use crate::http::app::AppState;
use crate::http::body::NoBody;
use crate::http::conditional::NotModified;
use crate::http::fields::FieldParser;
use crate::http::paging::{self, Page, PageViews};
use crate::http::path::AccountPath;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::JsonRead;
use crate::http::write::{self, AuthorizedWrite, Receipt, ToProblem};
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use commands::accounts::links::LinkPurpose;
use commands::accounts::second_factor::{self, SecondFactor};
use commands::{AccountDetails, CommandReceipt};
use domain::event::Grant;
use domain::people::account::Rejection;
use domain::values::ids::AccountId;
use domain::values::text::{InvalidLogin, Login, StatedReason};
use events::log::ReadError;
use events::mutable_store::RecordKind;
use formats::localization::Message;
use projections::views::{AccountEntry, Views};
use serde::Deserialize;
use utoipa::IntoParams;
use wire::accounts::{AccountChange, AccountItem, Disabling, NewAccount};

const LIST: &str = "accounts";
const MAX_GRANTS: usize = 50;

/// The mark in the ETag of an account with a second factor, of which the log does not know.
const WITH_SECOND_FACTOR: &str = "2fa";

fn account_item(entry: &AccountEntry, second_factor: bool) -> AccountItem {
    AccountItem {
        id: entry.id.to_string(),
        login: entry.login.as_ref().map(|login| login.as_str().to_owned()),
        name: entry.name.as_ref().map(|name| name.as_str().to_owned()),
        grants: entry.grants.iter().map(grant_item).collect(),
        disabled: entry.disabled,
        second_factor,
        etag: format!("\"{}\"", entry.etag.0),
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
    responses((status = 200, description = "A page of accounts", body = Page<AccountItem>), NotModified),
    security(("bearer" = []))
)]
pub(crate) async fn list(
    _: Authorized<permission::ManageAccounts>,
    JsonRead { request, app, params }: JsonRead<ListParams>,
) -> HandlerResult {
    let limit = paging::page_size(params.limit)?;
    let cursor = params.cursor.as_deref().map(|cursor| app.cursors.read(cursor, LIST)).transpose()?;
    let after = cursor.as_ref().map(|cursor| AccountId::parse(&cursor.after)).transpose();
    let after = after.map_err(|_| ProblemKind::InvalidCursor)?;
    let PageViews { views, today } = paging::views(&app, cursor.as_ref(), |views| views.accounts.changed).await?;
    let rest = views.accounts.after(after.as_ref());
    let mut found: Vec<&AccountEntry> = rest.take(limit + 1).collect();
    let after = paging::cut(&mut found, limit, |last| last.id.to_string());
    let next = app.cursors.next(views.accounts.changed, after, LIST);
    app.audit.enqueue(&app, &AuditNote::of(&request, &app, Action::ReadPrivate, Outcome::Done));
    let link = paging::link(&request, next.as_deref());
    let factors = second_factors(&app, found.iter().map(|entry| entry.id.clone()).collect()).await?;
    let items = found.into_iter().zip(factors).map(|(entry, factor)| account_item(entry, factor)).collect();
    let page = Page { items, next };
    // Names are of today on every page, so a page is as new as the list is today; second factors are not of the log.
    let changed = today.accounts.changed;
    Ok(Answer::computed(Audience::Private, &page)?.with_version(changed).with_link(link).respond(&request).await)
}

/// Which of these accounts have a second factor, in their order.
async fn second_factors(app: &web::Data<AppState>, accounts: Vec<AccountId>) -> Result<Vec<bool>, Problem> {
    let blocking_app = app.clone();
    let has = move |account: &AccountId| {
        let record = blocking_app.log.mutable_record(RecordKind::SecondFactor, &second_factor::key(account))?;
        let read = record.map(|record| SecondFactor::read(&blocking_app.vault, &record));
        // A factor that cannot be read still blocks signing in.
        Ok(read.is_some_and(|factor| factor.map_or(true, |factor| factor.is_confirmed())))
    };
    let read = move || accounts.iter().map(has).collect::<Result<_, ReadError>>();
    Ok(app.blocking(read).await??)
}

/// One account.
#[utoipa::path(
    get, path = "/api/v1/accounts/{id}", tag = "accounts", operation_id = "showAccount",
    params(AccountPath),
    responses((status = 200, description = "The account", body = AccountItem), NotModified),
    security(("bearer" = []))
)]
pub(crate) async fn show(
    _: Authorized<permission::ManageAccounts>,
    path: web::Path<AccountPath>,
    JsonRead { request, app, .. }: JsonRead,
) -> HandlerResult {
    let views = app.views();
    let id = parse_account_id(&path.id)?;
    let entry = views.accounts.find(&id).ok_or(ProblemKind::NotFound)?;
    let has_factor = second_factors(&app, vec![id.clone()]).await? == [true];
    let note = AuditNote::of(&request, &app, Action::ReadPrivate, Outcome::Done);
    app.audit.enqueue(&app, &note.about(format!("account/{id}")));
    let mut answer = Answer::json(entry.etag, Audience::Private, &account_item(entry, has_factor))?;
    if has_factor {
        answer = answer.with_etag_suffix(WITH_SECOND_FACTOR);
    }
    Ok(answer.respond(&request).await)
}

/// Opens an account.
///
/// `secret` of the answer is a one-time token with which its holder sets her password: give it as `token` to `POST
/// /api/v1/links/redemption`.
#[utoipa::path(
    post, path = "/api/v1/accounts", tag = "accounts", operation_id = "openAccount", request_body = NewAccount,
    responses((status = 201, description = "Opened", body = Receipt))
)]
pub(crate) async fn open(
    write: AuthorizedWrite<StepUpAuthorized<permission::ManageAccounts>, NewAccount>,
) -> HandlerResult {
    let (details, grants) = read_account(&write.body, &write.app.views())?;
    let metadata = write.metadata();
    let command = move |app: &AppState| {
        let expires_at = app.environment.now().plus(app.settings.sign_in.link);
        let invitation = |stream: &events::envelope::StreamName| {
            let Ok(account) = AccountId::parse(stream.id()) else { return Vec::new() };
            let id = invitation_id(app, stream.id());
            commands::accounts::links::writes(id, &app.vault, &account, LinkPurpose::Invitation, expires_at)
        };
        app.commands.open_account(&metadata, &app.projector, &details, &grants, &invitation)
    };
    let (mut receipt, done) = write::perform(&write.request, account_address, command).await?;
    if !receipt.dry_run {
        let id = receipt.resource.rsplit('/').next().unwrap_or_default();
        receipt.secret = Some(links::secret(&write.app, invitation_id(&write.app, id)));
    }
    Ok(write::respond(StatusCode::CREATED, &receipt, done.replayed))
}

/// Puts right the login or the name of an account.
#[utoipa::path(
    put, path = "/api/v1/accounts/{id}", tag = "accounts", operation_id = "rectifyAccount", request_body = AccountChange,
    params(AccountPath),
    responses((status = 200, description = "Put right, or a rehearsal", body = Receipt))
)]
pub(crate) async fn rectify(
    path: web::Path<AccountPath>,
    write: AuthorizedWrite<StepUpAuthorized<permission::ManageAccounts>, AccountChange>,
) -> HandlerResult {
    let account = parse_account_id(&path.id)?;
    let (details, reason) = FieldParser::read(|fields| {
        let details = read_details(fields, &write.body.login, &write.body.name);
        let reason = fields.optional_reason(write.body.reason.as_deref());
        Some((details?, reason))
    })?;
    let metadata = write.metadata_if_match()?;
    let command = move |app: &AppState| {
        app.commands.rectify_account(&metadata, &app.projector, &account, &details, reason.as_ref())
    };
    write::execute(&write.request, StatusCode::OK, account_address, command).await
}

/// Lets nobody use an account; its sessions and links end at once.
#[utoipa::path(
    post, path = "/api/v1/accounts/{id}/disable", tag = "accounts", operation_id = "disableAccount", request_body = Disabling,
    params(AccountPath),
    responses((status = 200, description = "Disabled, or a rehearsal", body = Receipt))
)]
pub(crate) async fn disable(
    path: web::Path<AccountPath>,
    write: AuthorizedWrite<StepUpAuthorized<permission::ManageAccounts>, Disabling>,
) -> HandlerResult {
    let account = parse_account_id(&path.id)?;
    let reason = reason(write.body.reason.as_deref())?;
    let metadata = write.metadata();
    let command =
        move |app: &AppState| app.commands.disable_account(&metadata, &app.projector, &account, reason.as_ref());
    write::execute(&write.request, StatusCode::OK, account_address, command).await
}

/// Lets an account be used again.
#[utoipa::path(
    post, path = "/api/v1/accounts/{id}/enable", tag = "accounts", operation_id = "enableAccount",
    params(AccountPath),
    responses((status = 200, description = "Enabled, or a rehearsal", body = Receipt))
)]
pub(crate) async fn enable(
    path: web::Path<AccountPath>,
    write: AuthorizedWrite<StepUpAuthorized<permission::ManageAccounts>, NoBody>,
) -> HandlerResult {
    let account = parse_account_id(&path.id)?;
    let metadata = write.metadata();
    let command = move |app: &AppState| app.commands.enable_account(&metadata, &account);
    write::execute(&write.request, StatusCode::OK, account_address, command).await
}

/// Takes the second factor of an account away, for somebody who lost phone and codes; its sessions end.
#[utoipa::path(
    delete, path = "/api/v1/accounts/{id}/second-factor", tag = "accounts", operation_id = "resetSecondFactor",
    params(AccountPath, ("dry_run" = Option<bool>, Query, description = "A rehearsal")),
    responses((status = 204, description = "Taken away, or a rehearsal"))
)]
pub(crate) async fn reset_second_factor(
    path: web::Path<AccountPath>,
    write: AuthorizedWrite<StepUpAuthorized<permission::ManageAccounts>, NoBody>,
) -> HandlerResult {
    let (request, app) = (&write.request, &write.app);
    let account = links::find_account(app, &path.id)?;
    let removal = Removal::begin(app, &write.head, &write.authorized.actor()).await?;
    if let Some(answer) = removal.replayed_answer() {
        return Ok(answer);
    }
    let (log, key) = (app.log.clone(), second_factor::key(&account));
    let read = move || log.mutable_record(RecordKind::SecondFactor, &key);
    if app.blocking(read).await??.is_none() {
        return Err(ProblemKind::NotFound.into());
    }
    let note = AuditNote::of(request, app, Action::SetSecondFactor, Outcome::Done);
    let note = note.about(format!("account/{account}")).with_code("reset");
    let (metadata, audit_write) = (write.metadata(), note.write(app));
    let command = move |app: &AppState| app.commands.reset_second_factor(metadata, &account, audit_write);
    write::perform(request, account_address, command).await?;
    Ok(HttpResponse::NoContent().finish())
}

pub(crate) fn account_address(receipt: &CommandReceipt) -> String {
    format!("/api/v1/accounts/{}", receipt.resource.id())
}

/// The id in an address; a text that cannot be an id is not found.
pub(crate) fn parse_account_id(id: &str) -> Result<AccountId, Problem> {
    AccountId::parse(id).map_err(|_| ProblemKind::NotFound.into())
}

fn read_details(fields: &mut FieldParser, login: &str, name: &str) -> Option<AccountDetails> {
    let login = match Login::parse(login) {
        Ok(login) => Some(login),
        Err(invalid) => {
            let (code, words) = match invalid {
                InvalidLogin::Length => ("invalid-length", "field-login-length"),
                InvalidLogin::Characters => ("invalid-characters", "field-login-characters"),
            };
            fields.wrong("/login", code, Message::new(words))
        }
    };
    let name = fields.name("/name", name);
    Some(AccountDetails { login: login?, name: name? })
}

fn read_account(body: &NewAccount, views: &Views) -> Result<(AccountDetails, Vec<Grant>), Problem> {
    let mut fields = FieldParser::default();
    let details = read_details(&mut fields, &body.login, &body.name);
    if body.grants.len() > MAX_GRANTS {
        fields.add("/grants", "too-many", Message::new("field-too-many").count("max", MAX_GRANTS as u64));
        return Err(fields.problem());
    }
    let (mut grants, mut refusals) = (Vec::new(), Vec::new());
    for (at, grant) in body.grants.iter().enumerate() {
        match read_grant(grant, views) {
            Ok(grant) => grants.push(grant),
            Err(refusal) => {
                fields.add_problem(wrong_event(&format!("/grants/{at}"), refusal));
                refusals.push(refusal);
            }
        }
    }
    match (details, refusals.as_slice()) {
        (Some(details), []) => Ok((details, grants)),
        // A single refusal is the only problem, so its rule is named.
        (Some(_), [refusal]) => Err(fields.add_to(refusal.problem())),
        _ => Err(fields.problem()),
    }
}

fn reason(text: Option<&str>) -> Result<Option<StatedReason>, Problem> {
    FieldParser::read(|fields| Some(fields.optional_reason(text)))
}

impl ToProblem for Rejection {
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
        Problem::refusal(kind, self.code(), Message::new(format!("refusal-{}", self.code())))
    }
}
