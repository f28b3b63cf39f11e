//! Sending, listing, reading and withdrawing applications for tournaments.

mod answers;
pub(crate) mod deadlines;
mod requests;

use crate::accounts::tournament_command::{applicant, is_applicant, may_see, tournament_in_path};
use crate::accounts::{
    Action, AuditNote, Authorized, Caller, Outcome, applicant as link, audit_denial, challenge, count_application,
    permission,
};
use crate::http::address;
use crate::http::answer::{Answer, Audience};
use crate::http::app::AppState;
use crate::http::conditional::NotModified;
use crate::http::paging::{self, Page};
use crate::http::params;
use crate::http::path::ApplicationPath;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::JsonRead;
use crate::http::write::{self, Receipt, Write};
use crate::tournaments::execute::TournamentWrite;
use crate::tournaments::requests::read_optional_reason;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, web};
use answers::{application, application_item, is_overdue};
use commands::{CommandError, CommandMetadata, CommandReceipt, EtagScope, TextSealer, TournamentRequest};
use domain::Choice;
use domain::event::{RulebookRecord, TournamentApplication, TournamentDetails};
use domain::rulebook::{ApplicationField, Rulebook};
use domain::tournament::course::{
    ActorRef, Application, CommandKind, Credentials, Phase, Principal, Rejection, TournamentAction, TournamentState,
};
use domain::values::calendar::{Day, Moment};
use domain::values::ids::{AccountId, CompetitionId, RulebookId};
use events::envelope::Actor;
use events::vault::ApplicationContact;
use projections::views::{TournamentEntry, Views};
use requests::{ParsedApplication, read_application};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;
use wire::tournaments::applications::{Application as ApplicationBody, ApplicationItem, NewApplication};
use wire::tournaments::reasons::OptionalReason;

const LIST: &str = "applications";
/// The actor under which idempotency keys of anonymous callers are kept.
const ANONYMOUS: &str = "anonymous";

/// Applies for a tournament.
///
/// Nobody needs an account for it. `secret` of the answer is the token of the private link (`ka_…`), for
/// `Authorization: Bearer`: with it the application can be read and taken back. Whoever is signed in becomes the
/// organiser if nobody else is named at the approval. What the rules ask for and is missing is told all at once.
#[utoipa::path(
    post, path = "/api/v1/applications", tag = "tournaments", operation_id = "applyForTournament",
    request_body = NewApplication,
    responses(
        (status = 201, description = "Applied", body = Receipt),
        (status = 200, description = "A rehearsal: it would be taken in", body = Receipt),
    ),
    security((), ("bearer" = []))
)]
pub(crate) async fn apply(
    request: HttpRequest,
    app: web::Data<AppState>,
    caller: Caller,
    Write { body, head }: Write<NewApplication>,
) -> HandlerResult {
    let wanted = read_application(&body)?;
    let id = app.commands.new_tournament_id();
    let (principal, metadata) = match &caller {
        Caller::Account(signed_in) => {
            let actor = signed_in.actor()?;
            (principal(&actor, Credentials::Roles(signed_in.grants().clone()))?, head.metadata(&app, actor))
        }
        Caller::Anonymous | Caller::Table(_) | Caller::Applicant(_) => {
            let nobody = Actor::parse(ANONYMOUS).map_err(|_| ProblemKind::Internal)?;
            let actor = applicant(&id)?;
            (principal(&actor, Credentials::Anonymous)?, CommandMetadata { actor, ..head.metadata(&app, nobody) })
        }
    };
    let submission = ApplicationSubmission { id, principal, wanted };
    let must_count = !is_trusted(&submission.principal) && !metadata.dry_run && !is_replay(&app, &metadata).await?;
    if must_count {
        // Only a valid application counts towards the limit, so that corrections of a form do not.
        submission.clone().file(&request, CommandMetadata { dry_run: true, ..metadata.clone() }).await?;
        count_application(&request, &app)?;
    }
    let (mut receipt, done) = submission.file(&request, metadata).await?;
    if !receipt.dry_run {
        let id = CompetitionId::parse(&receipt.id).map_err(|_| ProblemKind::Internal)?;
        receipt.secret = Some(link::token(&app.vault, &id));
    }
    Ok(write::respond(StatusCode::CREATED, &receipt, done.replayed))
}

fn principal(actor: &Actor, credentials: Credentials) -> Result<Principal, Problem> {
    let id = ActorRef::parse(actor.as_str()).map_err(|_| ProblemKind::Internal)?;
    Ok(Principal { id, credentials })
}

/// Whether the principal has a role. Applications of others are limited, because they stay in the log for ever.
fn is_trusted(principal: &Principal) -> bool {
    matches!(&principal.credentials, Credentials::Roles(grants) if !grants.is_empty())
}

async fn is_replay(app: &web::Data<AppState>, metadata: &CommandMetadata) -> Result<bool, Problem> {
    let Some(key) = metadata.idempotency.as_ref().map(|idempotency| idempotency.key) else { return Ok(false) };
    let log = app.log.clone();
    let kept = app.blocking(move || log.idempotency_record(&key)).await?;
    Ok(kept?.is_some())
}

/// An application that is being recorded.
#[derive(Clone)]
struct ApplicationSubmission {
    id: CompetitionId,
    principal: Principal,
    wanted: ParsedApplication,
}

impl ApplicationSubmission {
    async fn file(
        self,
        request: &HttpRequest,
        metadata: CommandMetadata,
    ) -> Result<(Receipt, CommandReceipt), Problem> {
        let Self { id, principal, wanted } = self;
        let run = move |app: &AppState| {
            let now = app.environment.now();
            let day = wanted.first_day.unwrap_or_else(|| Moment::at_microseconds(now.0).day());
            let rulebook = rulebook_on(&app.views(), day);
            let filed = link::filed(&app.vault, &id, now);
            let tournament_request =
                TournamentRequest { tournament: &id, principal: &principal, about: EtagScope::Whole };
            app.commands.run_tournament(&metadata, &app.projector, &tournament_request, &|sealer| {
                sealer.file(filed.clone());
                wanted.order(sealer, &rulebook)
            })
        };
        write::perform(request, address, run).await
    }
}

impl ParsedApplication {
    fn order(&self, sealer: &TextSealer<'_>, rulebook: &Rulebook) -> Result<TournamentAction, CommandError<Rejection>> {
        let given = self.given();
        let (Some(venue), Some(first_day), Some(planned_players)) = (&self.venue, self.first_day, self.planned_players)
        else {
            // These fields are always required, whatever the rulebook says.
            let asked = rulebook.get(domain::rulebook::parameters::APPLICATION_REQUIRED);
            let always = [ApplicationField::Venue, ApplicationField::ProposedDate, ApplicationField::PlannedPlayers];
            let missing =
                |field: &ApplicationField| !given.contains(field) && (asked.contains(field) || always.contains(field));
            let fields = ApplicationField::ALL.iter().copied().filter(missing).collect();
            return Err(CommandError::Rejected(Rejection::FieldsMissing { fields }));
        };
        let details = TournamentDetails {
            name: sealer.name(&self.name),
            venue: sealer.venue(venue),
            voivodeship: self.voivodeship,
            first_day,
            last_day: self.last_day.unwrap_or(first_day),
        };
        let record = TournamentApplication {
            details,
            contact: sealer.contact(&self.contact),
            class: self.class,
            variant: self.variant,
            planned_players,
            experienced: self.experienced,
            sponsors_consulted: self.sponsors_consulted,
            submitted_at: sealer.command_time(),
        };
        Ok(TournamentAction::Apply(Box::new(Application { record, given, rulebook: rulebook.clone() })))
    }
}

pub(crate) fn rules_on(views: &Views, day: Day) -> Option<(RulebookId, RulebookRecord)> {
    let season = views.records.season_on(day)?;
    let entry = views.records.rulebooks.find(&season.record.rulebook)?;
    Some((entry.id.clone(), entry.record.clone()))
}

fn rules_of(views: &Views, state: &TournamentState) -> Arc<Rulebook> {
    state.rulebook.clone().unwrap_or_else(|| Arc::new(rulebook_on(views, state.details.first_day)))
}

/// The rulebook of the season that holds a day; the default where there is no season.
fn rulebook_on(views: &Views, day: Day) -> Rulebook {
    rules_on(views, day).and_then(|(_, rules)| rules.rulebook().ok()).unwrap_or_default()
}

/// The account that applied; none if the applicant was anonymous.
pub(crate) fn applied_by(entry: &TournamentEntry) -> Option<AccountId> {
    let first = entry.acts.first()?;
    AccountId::parse(first.by.as_str().strip_prefix("account/")?).ok()
}

fn address(done: &CommandReceipt) -> String {
    address::of("applications", done.resource.id())
}

/// Which applications.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ApplicationFilter {
    /// Only those in this state.
    #[param(schema_with = wire::tournaments::choices::phase)]
    state: Option<String>,
    /// Only those that wait for a decision longer than they should, or only the others.
    overdue: Option<bool>,
    /// The most items on the page.
    #[param(minimum = 1, maximum = 200, default = 100)]
    limit: Option<u16>,
    /// Where the page begins: `next` of the page before, with the same filters.
    #[param(max_length = 4096)]
    cursor: Option<String>,
}

/// The applications, the first that was sent first.
#[utoipa::path(
    get, path = "/api/v1/applications", tag = "tournaments", operation_id = "listApplications",
    params(ApplicationFilter),
    responses((status = 200, description = "A page of applications", body = Page<ApplicationItem>), NotModified),
    security(("bearer" = []))
)]
pub(crate) async fn list(
    _: Authorized<permission::SeeApplications>,
    JsonRead { request, app, params: filter }: JsonRead<ApplicationFilter>,
) -> HandlerResult {
    let limit = paging::page_size(filter.limit)?;
    let wanted_phase = filter.state.as_deref().map(phase).transpose()?;
    let today = today(&app);
    let name = format!("{LIST} {wanted_phase:?} {:?}", filter.overdue);
    let cursor = filter.cursor.as_deref().map(|text| app.cursors.read(text, &name)).transpose()?;
    let views = paging::views(&app, cursor.as_ref(), |views| views.tournaments.changed).await?.views;
    let position = views.tournaments.changed;
    let mut found: Vec<(&TournamentEntry, &TournamentState, Arc<Rulebook>)> = views
        .tournaments
        .list()
        .filter_map(|entry| entry.state().map(|state| (entry.as_ref(), state, rules_of(&views, state))))
        .filter(|(_, state, _)| wanted_phase.is_none_or(|phase| phase == state.phase))
        .filter(|(_, state, rules)| filter.overdue.is_none_or(|wanted| wanted == is_overdue(state, rules, today)))
        .collect();
    let key = |(entry, state, _): &(&TournamentEntry, &TournamentState, _)| {
        format!("{:020} {}", state.application.submitted_at.microseconds(), entry.id)
    };
    found.sort_by_cached_key(key);
    let (page, after) = paging::page_after_cursor(found, key, cursor.as_ref(), limit);
    let next = app.cursors.next(position, after, &name);
    let link = paging::link(&request, next.as_deref());
    let items = page.into_iter().map(|(entry, state, rules)| application_item(entry, state, &rules, today));
    let page = Page { items: items.collect(), next };
    let answer =
        Answer::json(position, Audience::Private, &page)?.with_etag_suffix(&day_etag_suffix(today)).with_link(link);
    Ok(answer.respond(&request).await)
}

/// The current day, by the clock of the service.
pub(crate) fn today(app: &AppState) -> Day {
    Moment::at_microseconds(app.environment.now().0).day()
}

/// The part of an ETag that changes every day.
fn day_etag_suffix(today: Day) -> String {
    format!("d{}", today.to_string().replace('-', "."))
}

pub(crate) fn phase(name: &str) -> Result<Phase, Problem> {
    params::choice("state", name)
}

/// One application, with how whoever applied is reached.
///
/// For admins, for the account that applied, and for whoever has its private link. Each look is recorded with who
/// looked.
#[utoipa::path(
    get, path = "/api/v1/applications/{id}", tag = "tournaments", operation_id = "getApplication",
    params(ApplicationPath),
    responses((status = 200, description = "The application", body = ApplicationBody), NotModified),
    security(("bearer" = []))
)]
pub(crate) async fn show(caller: Caller, JsonRead { request, app, .. }: JsonRead) -> HandlerResult {
    if matches!(caller, Caller::Anonymous) {
        return Err(challenge("Bearer"));
    }
    let entry = tournament_in_path(&app, &request)?;
    may_read(&request, &app, &caller, &entry)?;
    let state = entry.state().ok_or(ProblemKind::NotFound)?;
    let (blocking_app, of) = (app.clone(), Arc::clone(&entry));
    let contact = app.blocking(move || blocking_app.vault_record::<ApplicationContact>(&of.stream)).await??;
    let note = AuditNote::of(&request, &app, Action::ReadPrivate, Outcome::Done);
    app.audit.enqueue(&app, &note.about(entry.stream.as_str()));
    let today = today(&app);
    let item = application_item(&entry, state, &rules_of(&app.views(), state), today);
    let body = application(item, contact.as_ref().map(|contact| &contact.record));
    let answer =
        Answer::json(entry.details_changed, Audience::Private, &body)?.with_etag_suffix(&day_etag_suffix(today));
    Ok(answer.respond(&request).await)
}

/// Admins, the applicant and the holder of the private link may read. An application that is not approved is hidden
/// from others.
fn may_read(request: &HttpRequest, app: &AppState, caller: &Caller, entry: &TournamentEntry) -> Result<(), Problem> {
    let (may, lacks_second_factor) = match caller {
        Caller::Account(signed_in) => {
            (signed_in.is_admin() || is_applicant(caller, entry), signed_in.lacks_second_factor(app))
        }
        Caller::Applicant(_) => (may_see(caller, entry), false),
        Caller::Anonymous | Caller::Table(_) => (false, false),
    };
    if !may {
        let kind = if entry.is_public() { ProblemKind::Forbidden } else { ProblemKind::NotFound };
        let problem = Problem::new(kind);
        audit_denial(request, app, &problem);
        return Err(problem);
    }
    if lacks_second_factor { Err(ProblemKind::SecondFactorMissing.into()) } else { Ok(()) }
}

/// Takes an application back.
///
/// For the account that applied and whoever has its private link, before play begins, and for those who organise. Later
/// than the last announcement it needs a reason.
#[utoipa::path(
    post, path = "/api/v1/applications/{id}/withdrawal", tag = "tournaments", operation_id = "withdrawApplication",
    params(ApplicationPath), request_body = OptionalReason,
    responses(
        (status = 200, description = "Taken back, or a rehearsal", body = Receipt),
        (status = 409, description = "It is too late, or it was decided otherwise"),
    )
)]
pub(crate) async fn withdraw(write: TournamentWrite<{ CommandKind::Cancel as u8 }, OptionalReason>) -> HandlerResult {
    let reason = read_optional_reason(&write.body)?;
    write
        .run_with_address(address, move |sealer| TournamentAction::Cancel {
            reason: reason.as_ref().map(|reason| sealer.reason(reason)),
        })
        .await
}
