//! Submitting a list that somebody has looked at, and publishing it by somebody else (S22).

use super::body::{edition_address, list_address};
use super::parse;
use crate::auth::{self, Allowed, Fresh, permission};
use crate::kostka::Kostka;
use crate::problem::{FieldProblem, Problem, ProblemKind};
use crate::reading::Reading;
use crate::write::{self, Receipt, Refusal, Write, WriteHead};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::digest::Digest;
use domain::publication::ListId;
use domain::publication::decider::Rejection;
use events::envelope::Position;
use formats::words::Message;
use projections::office::ListWish;
use serde::Deserialize;
use utoipa::ToSchema;

/// A list that is to be published.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Submitting {
    /// The digest of the preview that was looked at.
    #[schema(
        min_length = 64,
        max_length = 64,
        example = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )]
    digest: String,
    /// Why there is to be another edition, which everybody will be able to read; needed for every edition but the first.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 2000, example = "Skorygowano wynik turnieju w Łodzi")]
    reason: Option<String>,
}

/// The list that a second person has looked at.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Publishing {
    /// The digest of the preview that was looked at: the one that was submitted.
    #[schema(
        min_length = 64,
        max_length = 64,
        example = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )]
    digest: String,
    /// The submission that was looked at: `position` of `submitted` in the preview.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1043)]
    submission: u64,
}

fn digest(reading: &mut Reading, text: &str) -> Option<Digest> {
    let digest = text.parse().ok();
    if digest.is_none() {
        reading.note(FieldProblem::pointer("/digest", "invalid-digest", Message::new("field-digest")));
    }
    digest
}

impl Submitting {
    fn read(&self) -> Result<ListWish, Problem> {
        let mut reading = Reading::default();
        let digest = digest(&mut reading, &self.digest);
        let reason = self.reason.as_deref().map(|reason| reading.reason("/reason", reason));
        match (digest, reason) {
            (Some(digest), None) => Ok(ListWish::Submit { digest, reason: None }),
            (Some(digest), Some(Some(reason))) => Ok(ListWish::Submit { digest, reason: Some(reason) }),
            _ => Err(reading.problem()),
        }
    }
}

impl Publishing {
    fn read(&self) -> Result<ListWish, Problem> {
        let mut reading = Reading::default();
        let digest = digest(&mut reading, &self.digest).ok_or_else(|| reading.problem())?;
        Ok(ListWish::Publish { digest, submission: Position(self.submission) })
    }
}

impl Refusal for Rejection {
    fn problem(&self) -> Problem {
        let words = Message::new(format!("list-refusal-{}", self.code()));
        let told =
            |kind: ProblemKind, words: Message<'static>| Problem::new(kind).because(words).fact("reason", self.code());
        match self {
            Self::Stale { current } => told(ProblemKind::Conflict, words).fact("digest", current.to_string()),
            Self::OtherSubmission { current } => told(ProblemKind::Conflict, words).fact("submission", current),
            Self::NothingSubmitted | Self::SubmitterDisabled | Self::SubmitterWithoutRole => {
                told(ProblemKind::Conflict, words)
            }
            Self::SamePerson => told(ProblemKind::SamePerson, words),
            Self::Unchanged { edition } => {
                told(ProblemKind::Conflict, words.number("edition", *edition)).fact("edition", edition)
            }
            Self::ReasonNeeded => Problem::new(ProblemKind::Unprocessable)
                .at(FieldProblem::pointer("/reason", self.code(), words))
                .fact("reason", self.code()),
        }
    }
}

/// Asks a second person to publish a list exactly as it was looked at.
///
/// `digest` is that of the preview; if the list has changed since, the answer is 409 with the `digest` that it has now. Submitting again takes the
/// place of what was submitted before.
#[utoipa::path(
    post, path = "/api/v1/lists/{list}/submission", tag = "lists", operation_id = "submitList",
    params(("list" = String, Path, max_length = 1100, description = "The id of the list, `kind:id`", example = "ranking:2025")),
    request_body = Submitting,
    responses(
        (status = 201, description = "Submitted", body = Receipt),
        (status = 200, description = "A rehearsal: it would be submitted", body = Receipt),
        (status = 409, description = "The list has changed since it was looked at, or the newest edition says the same"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn submit(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::PublishLists>,
    list: web::Path<String>,
    Write { body, head }: Write<Submitting>,
) -> Result<HttpResponse, Problem> {
    let (list, wish) = (parse(&list)?, body.read()?);
    let (receipt, replayed) = run(&request, &kostka, &allowed, &list, &head, wish).await?;
    Ok(write::respond(StatusCode::CREATED, &receipt, replayed))
}

/// Takes back what was submitted.
#[utoipa::path(
    delete, path = "/api/v1/lists/{list}/submission", tag = "lists", operation_id = "withdrawSubmission",
    params(("list" = String, Path, max_length = 1100, description = "The id of the list, `kind:id`", example = "ranking:2025")),
    responses(
        (status = 200, description = "Taken back", body = Receipt),
        (status = 409, description = "Nothing was submitted"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn withdraw(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::PublishLists>,
    list: web::Path<String>,
    head: WriteHead,
) -> Result<HttpResponse, Problem> {
    let (receipt, replayed) = run(&request, &kostka, &allowed, &parse(&list)?, &head, ListWish::Withdraw).await?;
    Ok(write::respond(StatusCode::OK, &receipt, replayed))
}

/// Publishes what somebody else has submitted, as the next edition.
///
/// Whoever submitted it is refused with 403 `same-person`, whatever roles the account has, and so is an account that has opened, enabled or promoted
/// hers, or renewed its access, within the last seven days, or was let in so by her. The caller must have shown a code of the second factor
/// within the last five minutes (403 `step-up-needed`, `POST /api/v1/me/step-up`). If the list is no longer what was submitted, or another `digest`
/// was looked at, the answer is 409 with the current `digest`; if something else was submitted since, 409 with the current `submission`.
#[utoipa::path(
    post, path = "/api/v1/lists/{list}/editions", tag = "lists", operation_id = "publishList",
    params(("list" = String, Path, max_length = 1100, description = "The id of the list, `kind:id`", example = "ranking:2025")),
    request_body = Publishing,
    responses(
        (status = 201, description = "Published", body = Receipt),
        (status = 200, description = "A rehearsal: it would be published", body = Receipt),
        (status = 409, description = "Nothing was submitted, something else was, whoever submitted it was disabled, or the list has changed since"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn publish(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Fresh<permission::PublishLists>,
    list: web::Path<String>,
    Write { body, head }: Write<Publishing>,
) -> Result<HttpResponse, Problem> {
    let (list, wish) = (parse(&list)?, body.read()?);
    let (mut receipt, replayed) = run(&request, &kostka, &allowed, &list, &head, wish).await?;
    let recorded = receipt.events.first().and_then(|event| event.position);
    let views = kostka.views();
    let editions = views.editions.find(&list).into_iter().flat_map(|entry| &entry.editions);
    if let Some(edition) = editions.into_iter().find(|edition| Some(edition.published.0) == recorded) {
        receipt.resource = edition_address(&list, edition.number);
    }
    Ok(write::respond(StatusCode::CREATED, &receipt, replayed))
}

/// Lets the office do something about the publication of a list.
async fn run(
    request: &HttpRequest,
    kostka: &web::Data<Kostka>,
    allowed: &Allowed<permission::PublishLists>,
    list: &ListId,
    head: &WriteHead,
    wish: ListWish,
) -> Result<(Receipt, bool), Problem> {
    let (act, by, id) = (head.act(kostka, allowed.actor()), allowed.account().clone(), list.clone());
    let done = write::perform(
        request,
        |_| list_address(list),
        move |kostka| kostka.office.run_list(&act, &kostka.projector, &id, &by, &wish),
    );
    done.await.inspect_err(|problem| {
        // Somebody who tries alone what takes two is worth a line in the audit.
        if problem.kind() == ProblemKind::SamePerson {
            auth::denied(request, kostka, problem);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use formats::words::Lang;

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
            Rejection::ReasonNeeded,
        ] {
            let documents = [Lang::Pl, Lang::En].map(|lang| rejection.problem().document(lang, "1"));
            for document in &documents {
                assert_eq!(document["reason"], rejection.code());
                assert!(!document.to_string().contains(['⟨', '⟩']), "{document}");
            }
            assert_ne!(documents[0], documents[1]);
        }
    }
}
