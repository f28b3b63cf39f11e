//! Applications: anybody may apply for a tournament; whoever decides, and whoever has the private link, reads and takes back.

mod body;
pub(crate) mod deadlines;

pub(crate) use body::{Application as ApplicationBody, ApplicationItem, NewApplication};

use super::body::PerhapsReason;
use super::running::{Running, run};
use crate::address;
use crate::answer::{Answer, Audience};
use crate::auth::deed::{self, applicant, applied, may_see, named};
use crate::auth::{
    Action, Allowed, Caller, Doing, Note, Outcome, applicant as link, challenge, count_application, denied, permission,
};
use crate::kostka::Kostka;
use crate::paging::{self, Cursor, Page};
use crate::params::{self, Params};
use crate::problem::{Problem, ProblemKind};
use crate::table;
use crate::write::{self, Receipt, Write};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use body::{Wanted, is_overdue};
use domain::Choice;
use domain::calendar::{Day, Moment};
use domain::course::{ActorRef, Application, Authorised, Doer, Now, Order, Phase, Rejection};
use domain::event::{EventDetails, RulebookRecord, TournamentApplication};
use domain::ids::{AccountId, EventId, RulebookId};
use domain::rulebook::{ApplicationField, Rulebook};
use events::envelope::Actor;
use events::log::ReadError;
use events::vault::{ApplicationContact, UnsealError};
use formats::words::Message;
use projections::office::{About, Act, ActError, Done, Ink, TournamentAsk};
use projections::views::{TournamentEntry, Views};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

/// The name of the list in its cursors.
const LIST: &str = "applications";
/// Under whose name the retries of whoever is not signed in are known.
const ANONYMOUS: &str = "anonymous";

/// Applies for a tournament.
///
/// Nobody needs an account for it. `secret` of the answer is the token of the private link (`ka_…`), for
/// `Authorization: Bearer`: with it the application can be read and taken back. Whoever is signed in becomes the organiser if nobody
/// else is named at the approval. What the rules ask for and is missing is told all at once.
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
    kostka: web::Data<Kostka>,
    caller: Caller,
    Write { body, head }: Write<NewApplication>,
) -> Result<HttpResponse, Problem> {
    let wanted = body.read()?;
    let id = kostka.office.new_tournament_id();
    let (doer, act) = match &caller {
        Caller::Account(signed_in) => {
            let actor = signed_in.actor()?;
            (doer(&actor, Authorised::Roles(signed_in.grants().clone()))?, head.act(&kostka, actor))
        }
        Caller::Anonymous | Caller::Table(_) | Caller::Applicant(_) => {
            let nobody = Actor::parse(ANONYMOUS).map_err(|_| ProblemKind::Internal)?;
            let actor = applicant(&id)?;
            (doer(&actor, Authorised::Nobody)?, Act { actor, ..head.act(&kostka, nobody) })
        }
    };
    let filing = Filing { id, doer, wanted };
    let must_count = !is_trusted(&filing.doer) && !act.dry_run && !is_kept(&kostka, &act).await?;
    if must_count {
        // Only what would be recorded counts: whoever mends a form is not held up.
        filing.clone().file(&request, Act { dry_run: true, ..act.clone() }).await?;
        count_application(&request, &kostka)?;
    }
    let (mut receipt, replayed) = filing.file(&request, act).await?;
    if !receipt.dry_run {
        let id = EventId::parse(&receipt.id).map_err(|_| ProblemKind::Internal)?;
        receipt.secret = Some(link::token(&kostka.vault, &id));
    }
    Ok(write::respond(StatusCode::CREATED, &receipt, replayed))
}

fn doer(actor: &Actor, authorised: Authorised) -> Result<Doer, Problem> {
    let id = ActorRef::parse(actor.as_str()).map_err(|_| ProblemKind::Internal)?;
    Ok(Doer { id, authorised })
}

/// Whether somebody has a role of any kind: what others send is counted, because it stays in the log for ever.
fn is_trusted(doer: &Doer) -> bool {
    matches!(&doer.authorised, Authorised::Roles(grants) if !grants.is_empty())
}

/// Whether this very request was answered before.
async fn is_kept(kostka: &web::Data<Kostka>, act: &Act) -> Result<bool, Problem> {
    let Some(key) = act.idempotency.as_ref().map(|idempotency| idempotency.key) else { return Ok(false) };
    let log = kostka.log.clone();
    let kept = kostka.blocking(move || log.kept_request(&key)).await?;
    Ok(kept.map_err(|_| ProblemKind::Unavailable)?.is_some())
}

/// An application on its way to the log.
#[derive(Clone)]
struct Filing {
    id: EventId,
    doer: Doer,
    wanted: Wanted,
}

impl Filing {
    async fn file(self, request: &HttpRequest, act: Act) -> Result<(Receipt, bool), Problem> {
        let Self { id, doer, wanted } = self;
        let run = move |kostka: &Kostka| {
            let now = kostka.environment.now();
            let day = wanted.first_day.unwrap_or_else(|| Moment::at_microseconds(now.0).day());
            let rulebook = rulebook_on(&kostka.views(), day);
            let filed = link::filed(&kostka.vault, &id, now);
            let ask = TournamentAsk { tournament: &id, doer: &doer, about: About::Whole };
            kostka.office.run_tournament(&act, &kostka.projector, &ask, &|ink| {
                ink.file(filed.clone());
                wanted.order(ink, &rulebook)
            })
        };
        write::perform(request, address, run).await
    }
}

impl Wanted {
    fn order(&self, ink: &Ink<'_>, rulebook: &Rulebook) -> Result<Order, ActError<Rejection>> {
        let given = self.given();
        let (Some(venue), Some(first_day), Some(planned_players)) = (&self.venue, self.first_day, self.planned_players)
        else {
            // Without these there is nothing to record, whatever the rulebook asks for.
            let asked = rulebook.get(domain::rulebook::parameters::APPLICATION_REQUIRED);
            let always = [ApplicationField::Venue, ApplicationField::ProposedDate, ApplicationField::PlannedPlayers];
            let missing =
                |field: &ApplicationField| !given.contains(field) && (asked.contains(field) || always.contains(field));
            let fields = ApplicationField::ALL.iter().copied().filter(missing).collect();
            return Err(ActError::Rejected(Rejection::FieldsMissing { fields }));
        };
        let details = EventDetails {
            name: ink.name(&self.name),
            venue: ink.venue(venue),
            voivodeship: self.voivodeship,
            first_day,
            last_day: self.last_day.unwrap_or(first_day),
        };
        let record = TournamentApplication {
            details,
            contact: ink.contact(&self.contact),
            class: self.class,
            variant: self.variant,
            planned_players,
            experienced: self.experienced,
            sponsors_consulted: self.sponsors_consulted,
            submitted_at: ink.at(),
        };
        Ok(Order::Apply(Box::new(Application { record, given, rulebook: rulebook.clone() })))
    }
}

/// The rulebook of the season that holds a day.
pub(super) fn rules_on(views: &Views, day: Day) -> Option<(RulebookId, RulebookRecord)> {
    let season = views.seasons.on(day)?;
    let entry = views.rulebooks.find(&season.record.rulebook)?;
    Some((entry.id.clone(), entry.record.clone()))
}

/// The rules by which deadlines of an application are counted.
fn rules_of(views: &Views, now: &Now) -> Arc<Rulebook> {
    now.rulebook.clone().unwrap_or_else(|| Arc::new(rulebook_on(views, now.details.first_day)))
}

/// The same with a value for every parameter; the default where no season is.
fn rulebook_on(views: &Views, day: Day) -> Rulebook {
    rules_on(views, day).and_then(|(_, rules)| rules.rulebook().ok()).unwrap_or_default()
}

/// The account that applied, if somebody was signed in.
pub(super) fn applied_by(entry: &TournamentEntry) -> Option<AccountId> {
    let first = entry.acts.first()?;
    AccountId::parse(first.by.as_str().strip_prefix("account/")?).ok()
}

fn address(done: &Done) -> String {
    address::of("applications", done.resource.id())
}

/// Which applications.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ApplicationFilter {
    /// Only those in this state.
    #[param(schema_with = super::body::phase)]
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
    responses(
        (status = 200, description = "A page of applications", body = Page<ApplicationItem>),
        (status = 304, description = "As the client knows it"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn list(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    _: Allowed<permission::SeeApplications>,
    Params(filter): Params<ApplicationFilter>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let limit = paging::items(filter.limit)?;
    let state = filter.state.as_deref().map(phase).transpose()?;
    let today = today(&kostka);
    let name = format!("{LIST} {state:?} {:?}", filter.overdue);
    let cursor = filter.cursor.as_deref().map(|text| kostka.cursors.read(text, &name)).transpose()?;
    let views = paging::views(&kostka, cursor.as_ref(), |views| views.tournaments.changed).await?.views;
    let position = views.tournaments.changed;
    let mut found: Vec<(&TournamentEntry, &Now, Arc<Rulebook>)> = views
        .tournaments
        .list()
        .filter_map(|entry| entry.now().map(|now| (entry.as_ref(), now, rules_of(&views, now))))
        .filter(|(_, now, _)| state.is_none_or(|state| state == now.phase))
        .filter(|(_, now, rules)| filter.overdue.is_none_or(|wanted| wanted == is_overdue(now, rules, today)))
        .collect();
    let key = |(entry, now, _): &(&TournamentEntry, &Now, _)| {
        format!("{:020} {}", now.application.submitted_at.microseconds(), entry.id)
    };
    found.sort_by_cached_key(key);
    let (page, after) = paging::part(found, key, cursor.as_ref(), limit);
    let next = after.map(|after| kostka.cursors.write(&Cursor { position, after }, &name));
    let link = paging::link(&request, next.as_deref());
    let items = page.into_iter().map(|(entry, now, rules)| ApplicationItem::of(entry, now, &rules, today));
    let page = Page { items: items.collect(), next };
    let answer = Answer::json(position, Audience::Private, &page)?.told_apart(&mark(today)).linked(link);
    Ok(Arc::new(answer).respond(&request).await)
}

/// The day of the service: what is overdue depends on it.
pub(super) fn today(kostka: &Kostka) -> Day {
    Moment::at_microseconds(kostka.environment.now().0).day()
}

/// Tells answers of different days apart.
fn mark(today: Day) -> String {
    format!("d{}", today.to_string().replace('-', "."))
}

/// A phase by its name, of a parameter.
pub(super) fn phase(name: &str) -> Result<Phase, Problem> {
    Phase::parse(name).map_err(|_| unknown_choice::<Phase>("state"))
}

pub(crate) fn unknown_choice<T: Choice>(parameter: &'static str) -> Problem {
    let words = Message::new("field-choice").with("known", T::NAMES.join(", "));
    let field = crate::problem::FieldProblem::parameter(parameter, "unknown-choice", words);
    Problem::new(ProblemKind::InvalidParameter).at(field)
}

/// One application, with how whoever applied is reached.
///
/// For admins, for the account that applied, and for whoever has its private link. Each look is recorded with who looked.
#[utoipa::path(
    get, path = "/api/v1/applications/{id}", tag = "tournaments", operation_id = "getApplication",
    params(("id" = String, Path, max_length = 200, description = "The id of the application", example = "7k2m9q4x8c1v5b3n6z0a")),
    responses(
        (status = 200, description = "The application", body = ApplicationBody),
        (status = 304, description = "As the client knows it"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn show(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    caller: Caller,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    if matches!(caller, Caller::Anonymous) {
        return Err(challenge("Bearer"));
    }
    let entry = named(&kostka, &request)?;
    may_read(&request, &kostka, &caller, &entry)?;
    let now = entry.now().ok_or(ProblemKind::NotFound)?;
    let (here, of) = (kostka.clone(), Arc::clone(&entry));
    let contact = kostka.blocking(move || contact(&here, &of)).await?.map_err(|error| {
        tracing::error!(%error, "the vault could not be read");
        Problem::new(ProblemKind::Internal)
    })?;
    let note = Note::of(&request, &kostka, Action::ReadPrivate, Outcome::Done);
    kostka.audit.note(&kostka, &note.about(entry.stream.as_str()));
    let today = today(&kostka);
    let item = ApplicationItem::of(&entry, now, &rules_of(&kostka.views(), now), today);
    let body = ApplicationBody::new(item, contact.as_ref());
    let answer = Answer::json(entry.details_changed, Audience::Private, &body)?.told_apart(&mark(today));
    Ok(Arc::new(answer).respond(&request).await)
}

/// Lets admins read, whoever applied, and whoever has the private link; an application that is not approved is hidden from everybody else.
fn may_read(request: &HttpRequest, kostka: &Kostka, caller: &Caller, entry: &TournamentEntry) -> Result<(), Problem> {
    let (may, lacks_second_factor) = match caller {
        Caller::Account(signed_in) => {
            (signed_in.is_admin() || applied(caller, entry), signed_in.lacks_second_factor(kostka))
        }
        Caller::Applicant(_) => (may_see(caller, entry), false),
        Caller::Anonymous | Caller::Table(_) => (false, false),
    };
    if !may {
        let kind = if entry.is_public() { ProblemKind::Forbidden } else { ProblemKind::NotFound };
        let problem = Problem::new(kind);
        denied(request, kostka, &problem);
        return Err(problem);
    }
    if lacks_second_factor { Err(ProblemKind::SecondFactorMissing.into()) } else { Ok(()) }
}

/// Why the vault has no answer.
#[derive(Debug, thiserror::Error)]
enum VaultError {
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Unseal(#[from] UnsealError),
}

fn contact(kostka: &Kostka, entry: &TournamentEntry) -> Result<Option<ApplicationContact>, VaultError> {
    let Some(sealed) = kostka.log.sealed(&entry.stream)? else { return Ok(None) };
    let contact = kostka.vault.open(&sealed)?.record::<ApplicationContact>()?;
    Ok(contact.map(|contact| contact.record))
}

/// Takes an application back.
///
/// For the account that applied and whoever has its private link, before play begins, and for those who organise. Later than the last announcement it needs a
/// reason.
#[utoipa::path(
    post, path = "/api/v1/applications/{id}/withdrawal", tag = "tournaments", operation_id = "withdrawApplication",
    params(("id" = String, Path, max_length = 200, description = "The id of the application", example = "7k2m9q4x8c1v5b3n6z0a")),
    request_body = PerhapsReason,
    responses(
        (status = 200, description = "Taken back, or a rehearsal", body = Receipt),
        (status = 409, description = "It is too late, or it was decided otherwise"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn withdraw(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::Cancel>,
    Write { body, head }: Write<PerhapsReason>,
) -> Result<HttpResponse, Problem> {
    let reason = body.read()?;
    let act = head.act(&kostka, doing.actor());
    let running = Running { act, about: About::Whole, created: StatusCode::OK };
    run(&request, doing, running, address, move |ink| {
        Ok(Order::Cancel { reason: reason.as_ref().map(|reason| ink.reason(reason)) })
    })
    .await
}
