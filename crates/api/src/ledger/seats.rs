//! Acts about qualifications, the same for the national championship and for each voivodeship championship.

use super::body::{Reader, Wished, origins};
use super::ledger_address;
use crate::auth::{self, Allowed, permission};
use crate::kostka::Kostka;
use crate::params;
use crate::problem::{FieldProblem, Problem, ProblemKind};
use crate::running::parse_id;
use crate::write::{self, WriteHead};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::Choice;
use domain::ids::{AccountId, PlayerId};
use domain::ledger::Target;
use domain::qualification::Source;
use formats::words::Message;
use projections::office::{Act, LedgerAsk, LedgerWish};
use projections::season_lists::decisions;
use utoipa::IntoParams;

/// Whoever may do it, and how the request is to be carried out.
pub(super) struct Acting {
    kostka: web::Data<Kostka>,
    act: Act,
    by: AccountId,
}

impl Acting {
    pub(super) fn new(
        kostka: web::Data<Kostka>,
        allowed: &Allowed<permission::ConfirmQualifications>,
        head: &WriteHead,
    ) -> Self {
        Self { act: head.act(&kostka, allowed.actor()), by: allowed.account().clone(), kostka }
    }
}

/// Does what a body asks for.
pub(super) async fn act(
    request: &HttpRequest,
    acting: Acting,
    target: Target,
    body: impl Wished,
) -> Result<HttpResponse, Problem> {
    let wish = Reader::read(&target, &acting.kostka.views().records, &body)?;
    perform(request, acting, target, wish).await
}

async fn perform(
    request: &HttpRequest,
    Acting { kostka, act, by }: Acting,
    target: Target,
    wish: LedgerWish,
) -> Result<HttpResponse, Problem> {
    let address = ledger_address(&target);
    let ask = LedgerAsk { target, by, wish };
    let done = write::execute(
        request,
        StatusCode::OK,
        move |_| address,
        move |kostka| kostka.office.run_ledger(&act, &kostka.projector, &ask),
    );
    done.await.inspect_err(|problem| {
        // Somebody who tries alone what takes two is worth a line in the audit.
        if problem.kind() == ProblemKind::SamePerson {
            auth::denied(request, &kostka, problem);
        }
    })
}

/// Which of several titles of an event, for the documentation.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "only its description is used")]
pub(crate) struct UnderSource {
    /// The source, where the event gives qualifications under several titles.
    #[param(max_length = 20)]
    source: Option<String>,
}

/// Takes a recorded decline back.
pub(super) async fn withdraw_decline(
    request: &HttpRequest,
    kostka: web::Data<Kostka>,
    allowed: Allowed<permission::ConfirmQualifications>,
    target: Target,
    (event_id, player): (&str, &str),
) -> Result<HttpResponse, Problem> {
    let ([source], _) = params::split(request.query_string(), &["source"])?;
    let head = WriteHead::beside(request, &bytes::Bytes::new(), &["source"])?;
    let source = source.as_deref().map(Source::parse).transpose().map_err(|_| {
        let words = Message::new("field-choice").with("known", Source::NAMES.join(", "));
        Problem::new(ProblemKind::InvalidParameter).at(FieldProblem::parameter("source", "unknown-choice", words))
    })?;
    let views = kostka.views();
    decisions(&views.records, &target).ok_or(ProblemKind::NotFound)?;
    let player = PlayerId::parse(player).map_err(|_| ProblemKind::NotFound)?;
    if event_id != domain::ids::RESERVED_RANKING_ID {
        parse_id(event_id)?;
    }
    let mut found = origins(&views.records, &target, event_id, source);
    let origin = found.pop().ok_or(ProblemKind::NotFound)?;
    if !found.is_empty() {
        let words = Message::new("field-seat-source");
        let field = FieldProblem::parameter("source", "ambiguous-source", words);
        return Err(Problem::new(ProblemKind::InvalidParameter).at(field));
    }
    let wish = LedgerWish::WithdrawDecline { origin, player };
    perform(request, Acting::new(kostka, &allowed, &head), target, wish).await
}
