//! Submission of a list by one person, and its publication by another (S22).

use super::answers::{edition_address, list_address};
use super::parse;
use crate::accounts::{self, Authorized, AuthorizedAccount, StepUpAuthorized, permission};
use crate::http::app::AppState;
use crate::http::body::NoBody;
use crate::http::fields::FieldParser;
use crate::http::path::ListPath;
use crate::http::problem::{FieldProblem, HandlerResult, Problem, ProblemKind};
use crate::http::write::{self, AuthorizedWrite, Receipt, ToProblem};
use actix_web::http::StatusCode;
use actix_web::web;
use commands::{CommandError, CommandMetadata, CommandReceipt};
use domain::publication::ListId;
use domain::publication::decider::Rejection;
use domain::values::digest::Digest;
use domain::values::ids::AccountId;
use domain::values::text::StatedReason;
use events::envelope::Position;
use formats::localization::Message;
use wire::publication::{Publishing, Submitting};

fn digest(fields: &mut FieldParser, text: &str) -> Option<Digest> {
    text.parse().ok().or_else(|| fields.wrong("/digest", "invalid-digest", Message::new("field-digest")))
}

fn read_submission(body: &Submitting) -> Result<(Digest, Option<StatedReason>), Problem> {
    FieldParser::read(|fields| {
        let digest = digest(fields, &body.digest);
        let reason = fields.optional_reason(body.reason.as_deref());
        Some((digest?, reason))
    })
}

fn read_publication(body: &Publishing) -> Result<(Digest, Position), Problem> {
    let digest = FieldParser::read(|fields| digest(fields, &body.digest))?;
    Ok((digest, Position(body.submission)))
}

impl ToProblem for Rejection {
    fn problem(&self) -> Problem {
        let words = Message::new(format!("list-refusal-{}", self.code()));
        let told = |kind, words| Problem::refusal(kind, self.code(), words);
        match self {
            Self::Stale { current } => told(ProblemKind::Conflict, words).with_extension("digest", current.to_string()),
            Self::OtherSubmission { current } => {
                told(ProblemKind::Conflict, words).with_extension("submission", current)
            }
            Self::NothingSubmitted | Self::SubmitterDisabled | Self::SubmitterWithoutRole => {
                told(ProblemKind::Conflict, words)
            }
            Self::SamePerson => told(ProblemKind::SamePerson, words),
            Self::Unchanged { edition } => {
                told(ProblemKind::Conflict, words.number("edition", *edition)).with_extension("edition", edition)
            }
            Self::ReasonMissing => Problem::new(ProblemKind::Unprocessable)
                .at(FieldProblem::pointer("/reason", self.code(), words))
                .with_extension("reason", self.code()),
        }
    }
}

/// Asks a second person to publish a list exactly as it was looked at.
///
/// `digest` is that of the preview; if the list has changed since, the answer is 409 with the `digest` that it has now.
/// Submitting again takes the place of what was submitted before.
#[utoipa::path(
    post, path = "/api/v1/lists/{list}/submission", tag = "lists", operation_id = "submitList",
    params(ListPath), request_body = Submitting,
    responses(
        (status = 201, description = "Submitted", body = Receipt),
        (status = 200, description = "A rehearsal: it would be submitted", body = Receipt),
        (status = 409, description = "The list has changed since it was looked at, or the newest edition says the same"),
    )
)]
pub(crate) async fn submit(
    path: web::Path<ListPath>,
    write: AuthorizedWrite<Authorized<permission::PublishLists>, Submitting>,
) -> HandlerResult {
    let (list, (digest, reason)) = (parse(&path.list)?, read_submission(&write.body)?);
    let run = run(&write, &list, move |app, metadata, list| {
        app.commands.submit_list(metadata, &app.projector, list, digest, reason.as_ref())
    });
    let (receipt, done) = run.await?;
    Ok(write::respond(StatusCode::CREATED, &receipt, done.replayed))
}

/// Takes back what was submitted.
#[utoipa::path(
    delete, path = "/api/v1/lists/{list}/submission", tag = "lists", operation_id = "withdrawSubmission",
    params(ListPath),
    responses((status = 200, description = "Taken back", body = Receipt), (status = 409, description = "Nothing was submitted"))
)]
pub(crate) async fn withdraw(
    path: web::Path<ListPath>,
    write: AuthorizedWrite<Authorized<permission::PublishLists>, NoBody>,
) -> HandlerResult {
    let list = parse(&path.list)?;
    let run = run(&write, &list, |app, metadata, list| app.commands.withdraw_list(metadata, &app.projector, list));
    let (receipt, done) = run.await?;
    Ok(write::respond(StatusCode::OK, &receipt, done.replayed))
}

/// Publishes what somebody else has submitted, as the next edition.
///
/// Whoever submitted it is refused with 403 `same-person`, whatever roles the account has, and so is an account that
/// has opened, enabled or promoted hers, or renewed its access, within the last seven days, or was let in so by her.
/// The caller must have shown a code of the second factor within the last five minutes (403 `step-up-needed`, `POST
/// /api/v1/me/step-up`). If the list is no longer what was submitted, or another `digest` was looked at, the answer is
/// 409 with the current `digest`; if something else was submitted since, 409 with the current `submission`.
#[utoipa::path(
    post, path = "/api/v1/lists/{list}/editions", tag = "lists", operation_id = "publishList",
    params(ListPath), request_body = Publishing,
    responses(
        (status = 201, description = "Published", body = Receipt),
        (status = 200, description = "A rehearsal: it would be published", body = Receipt),
        (status = 409, description = "Nothing was submitted, something else was, whoever submitted it was disabled, or the list has changed since"),
    )
)]
pub(crate) async fn publish(
    path: web::Path<ListPath>,
    write: AuthorizedWrite<StepUpAuthorized<permission::PublishLists>, Publishing>,
) -> HandlerResult {
    let (list, (digest, submission)) = (parse(&path.list)?, read_publication(&write.body)?);
    let run = run(&write, &list, move |app, metadata, list| {
        app.commands.publish_list(metadata, &app.projector, list, digest, submission)
    });
    let (mut receipt, done) = run.await?;
    let recorded = receipt.events.first().and_then(|event| event.position);
    let views = write.app.views();
    let editions = views.editions.find(&list).into_iter().flat_map(|entry| &entry.editions);
    if let Some(edition) = editions.into_iter().find(|edition| Some(edition.published.0) == recorded) {
        receipt.resource = edition_address(&list, edition.number);
    }
    Ok(write::respond(StatusCode::CREATED, &receipt, done.replayed))
}

type Outcome = Result<CommandReceipt, CommandError<Rejection>>;

/// Runs a command about the publication of a list.
async fn run<A: AuthorizedAccount, B>(
    write: &AuthorizedWrite<A, B>,
    list: &ListId,
    command: impl FnOnce(&AppState, &CommandMetadata, (&ListId, &AccountId)) -> Outcome + Send + 'static,
) -> Result<(Receipt, CommandReceipt), Problem> {
    let (metadata, by, id) = (write.metadata(), write.authorized.account().clone(), list.clone());
    let done = write::perform(&write.request, |_| list_address(list), move |app| command(app, &metadata, (&id, &by)));
    done.await.inspect_err(|problem| accounts::audit_same_person(&write.request, &write.app, problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_has_words_in_both_languages() {
        let digest = Digest::of(b"");
        for rejection in [
            Rejection::Stale { current: digest },
            Rejection::OtherSubmission { current: 7 },
            Rejection::SubmitterDisabled,
            Rejection::SubmitterWithoutRole,
            Rejection::NothingSubmitted,
            Rejection::SamePerson,
            Rejection::Unchanged { edition: 3 },
            Rejection::ReasonMissing,
        ] {
            rejection.problem().assert_explained(rejection.code(), None);
        }
    }
}
