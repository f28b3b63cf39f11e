//! What every write in the course of a tournament has in common: the caller, the body, what it is about, and its
//! receipt.

use crate::accounts::AuthorizedAtTournament;
use crate::http::address;
use crate::http::app::AppState;
use crate::http::problem::{HandlerResult, Problem};
use crate::http::write::{self, Receipt, Write, WriteHead};
use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::{FromRequest, HttpRequest, web};
use commands::{CommandMetadata, CommandReceipt, EtagScope, TextSealer, TournamentRequest};
use domain::tournament::course::{Part, Stage, TournamentAction};
use domain::values::ids::CompetitionId;
use futures_util::future::LocalBoxFuture;

/// A write to the tournament of the address, by a caller who may give a command of the kind `KIND`.
///
/// It changes the whole tournament, is answered with 200, and its outcome is read at the tournament, unless the handler
/// says otherwise.
pub(crate) struct TournamentWrite<const KIND: u8, B> {
    pub(crate) request: HttpRequest,
    pub(crate) app: web::Data<AppState>,
    pub(crate) authorized: AuthorizedAtTournament<KIND>,
    pub(crate) body: B,
    head: WriteHead,
    about: EtagScope,
    status: StatusCode,
    address: Option<String>,
}

type Parts<const KIND: u8, W> = (HttpRequest, web::Data<AppState>, AuthorizedAtTournament<KIND>, W);

impl<const KIND: u8, B: 'static> FromRequest for TournamentWrite<KIND, B>
where
    Write<B>: FromRequest<Error = Problem>,
{
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Self, actix_web::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let parts = Parts::<KIND, Write<B>>::from_request(request, payload);
        Box::pin(async move { Ok(Self::new(parts.await?)) })
    }
}

impl<const KIND: u8, B> TournamentWrite<KIND, B> {
    pub(crate) fn new((request, app, authorized, Write { body, head }): Parts<KIND, Write<B>>) -> Self {
        let (about, status, address) = (EtagScope::Whole, StatusCode::OK, None);
        Self { request, app, authorized, body, head, about, status, address }
    }

    /// Requires `If-Match`: the command changes a state that the client has read.
    pub(crate) fn require_if_match(self) -> Result<Self, Problem> {
        self.head.if_match().required()?;
        Ok(self)
    }

    /// The command concerns this part only, and so does the ETag.
    pub(crate) fn about(mut self, part: Part) -> Self {
        self.about = EtagScope::Part(part);
        self
    }

    /// The command makes something new: the answer is 201.
    pub(crate) fn created(mut self) -> Self {
        self.status = StatusCode::CREATED;
        self
    }

    /// The outcome is read at this part of the tournament.
    pub(crate) fn at(mut self, part: &str) -> Self {
        self.address = Some(tournament_part_address(self.authorized.tournament(), part));
        self
    }

    /// The command concerns one sheet, where its outcome is read.
    pub(crate) fn at_sheet(self, (stage, table): (Stage, u32)) -> Self {
        self.at(&format!("stages/{stage}/tables/{table}/sheet")).about(Part::Sheet(stage, table))
    }

    pub(crate) async fn run_action(self, action: TournamentAction) -> HandlerResult {
        self.run(move |_| action.clone()).await
    }

    /// Runs the command, which seals its texts.
    pub(crate) async fn run(
        self,
        action: impl Fn(&TextSealer<'_>) -> TournamentAction + Send + 'static,
    ) -> HandlerResult {
        let status = self.status;
        let (receipt, done) = self.perform(action).await?;
        Ok(write::respond(status, &receipt, done.replayed))
    }

    /// The same where only the receipt tells the address.
    pub(crate) async fn run_with_address(
        self,
        address: impl FnOnce(&CommandReceipt) -> String,
        action: impl Fn(&TextSealer<'_>) -> TournamentAction + Send + 'static,
    ) -> HandlerResult {
        let status = self.status;
        let (receipt, done) = self.perform_with_address(address, action).await?;
        Ok(write::respond(status, &receipt, done.replayed))
    }

    /// The same without the answer: the receipt for the client, and that of the command.
    pub(crate) async fn perform(
        mut self,
        action: impl Fn(&TextSealer<'_>) -> TournamentAction + Send + 'static,
    ) -> Result<(Receipt, CommandReceipt), Problem> {
        let address = self.address.take().unwrap_or_else(|| tournament_address(self.authorized.tournament()));
        self.perform_with_address(|_| address, action).await
    }

    async fn perform_with_address(
        self,
        address: impl FnOnce(&CommandReceipt) -> String,
        action: impl Fn(&TextSealer<'_>) -> TournamentAction + Send + 'static,
    ) -> Result<(Receipt, CommandReceipt), Problem> {
        let (metadata, about) = (self.metadata(), self.about);
        let (tournament, principal) = (self.authorized.entry.id.clone(), self.authorized.principal);
        write::perform(&self.request, address, move |app: &AppState| {
            let request = TournamentRequest { tournament: &tournament, principal: &principal, about };
            app.commands.run_tournament(&metadata, &app.projector, &request, &|sealer| Ok(action(sealer)))
        })
        .await
    }

    pub(crate) fn metadata(&self) -> CommandMetadata {
        self.head.metadata(&self.app, self.authorized.actor())
    }
}

pub(crate) fn tournament_address(id: &CompetitionId) -> String {
    address::of("tournaments", id.as_str())
}

pub(crate) fn tournament_part_address(id: &CompetitionId, part: &str) -> String {
    format!("{}/{part}", tournament_address(id))
}
