//! The lifecycle of leagues, Grand Prix cycles and online competitions: list, open, run, close, correct.
//!
//! [`CompetitionApi`] says what differs between the three; the handlers of each only name their operation.

mod refusal;
mod requests;

pub(crate) use requests::{ParseRequest, moment, optional_moment, placed, player as player_id};

use crate::accounts::permission::RequiredPermission;
use crate::accounts::{Authorized, permission};
use crate::http::answer::{Answer, Audience};
use crate::http::app::AppState;
use crate::http::body::NoBody;
use crate::http::fields::FieldParser;
use crate::http::list_response::{self, Row};
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::Read;
use crate::http::write::{self, AuthorizedWrite};
use crate::http::{address, as_of, negotiate};
use crate::seasons::ListPageParams;
use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::{FromRequest, HttpRequest, web};
use commands::{CommandError, CommandMetadata, CommandReceipt, TextSealer};
use domain::competitions::lifecycle::Rejection;
use domain::event::{CompetitionKind, GrantedCompetition, NotedWaiver};
use domain::people::authority::{self, CompetitionAuthority};
use domain::values::calendar::{Moment, Window};
use domain::values::ids::{CompetitionId, PlayerId};
use events::envelope::{Position, StreamKind, StreamName};
use formats::localization::Lang;
use futures_util::future::LocalBoxFuture;
use projections::views::{PublicPerson, PublicPlayer, Views};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wire::competitions::lifecycle::Person;

/// What differs between the kinds of competitions that are run here.
pub(crate) trait CompetitionApi: 'static {
    const KIND: CompetitionKind;
    /// The collection in addresses, which is also the name of the list in its cursors.
    const COLLECTION: &'static str;
    type Entry: 'static;
    type Item: Serialize + Row;
    type Opening: Send + 'static;
    type Action: 'static;

    /// The last event that can have changed the list.
    fn changed(views: &Views) -> Position;
    fn entries(views: &Views) -> impl Iterator<Item = &Self::Entry>;
    /// Sorts the list: by the last day, then by the id.
    fn list_key(views: &Views, entry: &Self::Entry) -> String;
    fn item(views: &Views, entry: &Self::Entry) -> Option<Self::Item>;
    fn open(app: &AppState, metadata: &CommandMetadata, by: CompetitionAuthority, opening: &Self::Opening) -> Outcome;
    fn run(
        app: &AppState,
        metadata: &CommandMetadata,
        by: CompetitionAuthority,
        id: &CompetitionId,
        action: &dyn Fn(&TextSealer<'_>) -> Self::Action,
    ) -> Outcome;
}

pub(crate) type Outcome = Result<CommandReceipt, CommandError<Rejection>>;

pub(crate) async fn list<C: CompetitionApi>(read: Read<ListPageParams>) -> HandlerResult {
    let snapshot = read.snapshot(C::COLLECTION, C::changed).await?;
    let views = &*snapshot.views;
    let mut entries: Vec<(String, &C::Entry)> =
        C::entries(views).map(|entry| (C::list_key(views, entry), entry)).collect();
    entries.sort_by(|(a, _), (b, _)| a.cmp(b));
    let item = |(_, entry)| C::item(views, entry);
    snapshot.respond(snapshot.state(), entries, |(key, _)| key.clone(), item).await
}

/// Answers with one competition as it is, or as it was at a moment.
pub(crate) async fn show<A: Serialize>(
    request: &HttpRequest,
    app: &web::Data<AppState>,
    id: &str,
    as_of: Option<&str>,
    find: impl FnOnce(&Views, &CompetitionId, Lang) -> Option<(A, Position)>,
) -> HandlerResult {
    list_response::json_only(request)?;
    let id = parse_id(id)?;
    let views = as_of::views(request, app, as_of).await?;
    let lang = negotiate::language(request.headers());
    let (body, etag) = find(&views, &id, lang).ok_or(ProblemKind::NotFound)?;
    Ok(Answer::computed(Audience::Public, &body)?.with_version(etag).in_language(lang).respond(request).await)
}

pub(crate) async fn open<C: CompetitionApi>(
    write: AuthorizedWrite<Authorized<permission::OpenCompetitions>, impl ParseRequest<Parsed = C::Opening>>,
) -> HandlerResult {
    let opening = write.body.parse()?;
    let (metadata, by) = (write.metadata(), opening_authority(&write.authorized));
    write::execute(&write.request, StatusCode::CREATED, resource_address::<C>, move |app| {
        C::open(app, &metadata, by, &opening)
    })
    .await
}

/// A write to one competition: the caller with the permission it needs, the competition, and the body.
pub(crate) struct CompetitionWrite<P, B> {
    id: web::Path<String>,
    write: AuthorizedWrite<Authorized<P>, B>,
}

impl<P: RequiredPermission + 'static, B: DeserializeOwned + 'static> FromRequest for CompetitionWrite<P, B> {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Self, actix_web::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let parts = <(web::Path<String>, AuthorizedWrite<Authorized<P>, B>)>::from_request(request, payload);
        Box::pin(async move {
            let (id, write) = parts.await?;
            Ok(Self { id, write })
        })
    }
}

impl<P, B: ParseRequest> CompetitionWrite<P, B>
where
    B::Parsed: Send + 'static,
{
    /// Runs a command that adds something or is harmless to repeat; `action` builds it from the body.
    pub(crate) async fn execute<C: CompetitionApi>(
        self,
        action: impl Fn(&B::Parsed, &TextSealer<'_>) -> C::Action + Send + 'static,
    ) -> HandlerResult {
        let metadata = self.write.metadata();
        self.run::<C>(metadata, action).await
    }

    /// Runs a command that changes what the client has read, which `If-Match` names.
    pub(crate) async fn execute_if_match<C: CompetitionApi>(
        self,
        action: impl Fn(&B::Parsed, &TextSealer<'_>) -> C::Action + Send + 'static,
    ) -> HandlerResult {
        let metadata = self.write.metadata_if_match()?;
        self.run::<C>(metadata, action).await
    }

    async fn run<C: CompetitionApi>(
        self,
        metadata: CommandMetadata,
        action: impl Fn(&B::Parsed, &TextSealer<'_>) -> C::Action + Send + 'static,
    ) -> HandlerResult {
        let body = self.write.body.parse()?;
        let action = move |sealer: &TextSealer<'_>| action(&body, sealer);
        run::<C, P>(&self.write.request, &self.write.authorized, &self.id, metadata, action).await
    }
}

/// Runs a command on a competition and answers with its receipt.
pub(crate) async fn run<C: CompetitionApi, P>(
    request: &HttpRequest,
    authorized: &Authorized<P>,
    id: &str,
    metadata: CommandMetadata,
    action: impl Fn(&TextSealer<'_>) -> C::Action + Send + 'static,
) -> HandlerResult {
    let id = parse_id(id)?;
    let by = authority_over(authorized, C::KIND, &id);
    let run = move |app: &AppState| C::run(app, &metadata, by, &id, &action);
    write::execute(request, StatusCode::OK, resource_address::<C>, run).await
}

/// A waiver of a qualification; without a time, it was declared at the time of the command.
pub(crate) fn noted_waiver((player, declared_at): &(PlayerId, Option<Moment>), sealer: &TextSealer<'_>) -> NotedWaiver {
    NotedWaiver { player: player.clone(), declared_at: declared_at.unwrap_or_else(|| sealer.command_time()) }
}

pub(crate) async fn withdraw_waiver<C: CompetitionApi, P>(
    write: AuthorizedWrite<Authorized<P>, NoBody>,
    id: &str,
    player: &str,
    action: impl Fn(PlayerId) -> C::Action + Send + 'static,
) -> HandlerResult {
    let player = PlayerId::parse(player).map_err(|_| ProblemKind::NotFound)?;
    run::<C, P>(&write.request, &write.authorized, id, write.metadata(), move |_| action(player.clone())).await
}

pub(crate) fn resource_address<C: CompetitionApi>(done: &CommandReceipt) -> String {
    address::of(C::COLLECTION, done.resource.id())
}

/// In whose right the caller acts on a competition; the domain decides what that allows.
pub(crate) fn authority_over<P>(
    authorized: &Authorized<P>,
    kind: CompetitionKind,
    id: &CompetitionId,
) -> CompetitionAuthority {
    authority::authority_over(authorized.grants(), &GrantedCompetition { kind, id: id.clone() })
}

/// In whose right the caller acts on a competition that is not there yet: it has no organisers, so only a role that
/// holds everywhere counts.
fn opening_authority<P>(authorized: &Authorized<P>) -> CompetitionAuthority {
    let is_admin = authority::may(authorized.grants(), &authority::Permission::OpenCompetitions);
    if is_admin { CompetitionAuthority::Admin } else { CompetitionAuthority::None }
}

pub(crate) fn parse_id(id: &str) -> Result<CompetitionId, Problem> {
    CompetitionId::parse(id).map_err(|_| ProblemKind::NotFound.into())
}

pub(crate) fn days_of(views: &Views, kind: StreamKind, id: &CompetitionId) -> Option<(String, String)> {
    let stream = StreamName::new(kind, id.as_str()).ok()?;
    let days = views.competitions.days(views.competitions.find(&stream)?)?;
    Some((days.first().to_string(), days.last().unwrap_or(days.first()).to_string()))
}

/// Reads the planned days of a competition.
pub(crate) fn days(fields: &mut FieldParser, first: &str, last: &str) -> Option<Window> {
    let (first, last) = (fields.day("/first_day", first), fields.day("/last_day", last));
    crate::seasons::window(fields, first, last)
}

pub(crate) fn person(views: &Views, id: &PlayerId, lang: Lang) -> Person {
    let person = views.players.get(id).and_then(|player: &PublicPlayer| player.person.as_ref());
    let name = |it: &PublicPerson| format!("{} {}", it.first_name.as_str(), it.surname.as_str());
    Person {
        player: id.to_string(),
        name: person.map_or_else(|| lang.text("event-player-deleted"), name),
        city: person.map(|it| it.city.as_str().to_owned()),
    }
}
