//! Commands of tournaments, decided on the state of the read model.

use super::{CommandError, CommandHandler, CommandMetadata, CommandReceipt, LoadedStream, Lookup, Plan, TextSealer};
use domain::event::Event;
use domain::tournament::course::{Command, Decided, Part, Principal, Rejection, TournamentAction, decide};
use domain::values::ids::CompetitionId as TournamentId;
use events::envelope::{Position, StreamKind, StreamName, Version};
use projections::views::TournamentEntry;
use std::cell::RefCell;
use std::sync::Arc;

/// A command of a tournament: which tournament, by whom, and which ETag is expected.
pub struct TournamentRequest<'a> {
    pub tournament: &'a TournamentId,
    pub principal: &'a Principal,
    /// What the expected state of the act is about.
    pub about: EtagScope,
}

/// What of a tournament a client has seen, and does not want to overwrite unseen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EtagScope {
    /// The public details of the tournament: days, phase, format, draws.
    Whole,
    Part(Part),
}

impl CommandHandler {
    pub fn new_tournament_id(&self) -> TournamentId {
        // The digits of an opaque id always make an id.
        TournamentId::parse(&self.opaque_id()).unwrap_or_else(|_| unreachable!("an opaque id is an id"))
    }

    /// Runs a command; `build_action` is called with the sealer of its texts, again after a conflict.
    ///
    /// Acts on one tournament are done one after the other, each on what the one before it has left.
    pub fn run_tournament(
        &self,
        metadata: &CommandMetadata,
        known: &dyn Lookup,
        request: &TournamentRequest<'_>,
        build_action: &dyn Fn(&TextSealer<'_>) -> Result<TournamentAction, CommandError<Rejection>>,
    ) -> Result<CommandReceipt, CommandError<Rejection>> {
        let stream = StreamName::new(StreamKind::Tournament, request.tournament.as_str())?;
        let _turn = self.tournaments.lock_key(stream.as_str().into())?;
        let first_try = RefCell::new(true);
        let load = || {
            // Only another process can have moved it while this one has the turn.
            if !first_try.replace(false) {
                known.catch_up(self.log.head()?.position)?;
            }
            Ok(standing(known.tournament(request.tournament)?, &request.about))
        };
        let plan =
            |loaded: &LoadedStream<Option<Arc<TournamentEntry>>>| self.plan(request, &stream, loaded, build_action);
        let mut done = self.execute_with_loader(metadata, &stream, &load, &plan);
        if matches!(done, Err(CommandError::Rejected(_) | CommandError::Stale { .. }))
            && self.is_behind(known, &stream)?
        {
            done = self.execute_with_loader(metadata, &stream, &load, &plan);
        }
        if let Ok(done) = &mut done
            && !done.dry_run
        {
            known.catch_up(done.position)?;
            // What follows from a sheet, like showing hidden results, changes the sheet no more.
            if let (EtagScope::Part(Part::Sheet(..)), Some(first)) = (&request.about, done.events.first()) {
                done.etag = first.position.unwrap_or(done.etag);
            }
        }
        done
    }

    /// Whether another process has recorded something of a tournament that is not known here yet.
    fn is_behind(&self, known: &dyn Lookup, stream: &StreamName) -> Result<bool, CommandError<Rejection>> {
        let id = TournamentId::parse(stream.id()).map_err(|_| CommandError::NotFound)?;
        let found = known.tournament(&id)?.map_or(Version(0), |entry| entry.version);
        Ok(self.log.stream_version(stream)? > found)
    }

    fn plan(
        &self,
        request: &TournamentRequest<'_>,
        stream: &StreamName,
        loaded: &LoadedStream<Option<Arc<TournamentEntry>>>,
        build_action: &dyn Fn(&TextSealer<'_>) -> Result<TournamentAction, CommandError<Rejection>>,
    ) -> Result<Plan, CommandError<Rejection>> {
        let sealer = self.sealer(stream).of_tournament(loaded.state.as_deref());
        let action = build_action(&sealer)?;
        let (tournament, by) = (request.tournament.clone(), request.principal.clone());
        let command = Command { tournament, by, at: sealer.command_time(), action };
        let Decided { events, findings } = decide(sealer.course(), &command).map_err(CommandError::Rejected)?;
        Ok(Plan { findings, ..sealer.plan(events.into_iter().map(Event::from).collect()) })
    }
}

/// A tournament as it stands, with the position of the last event that changed what the act is about.
fn standing(entry: Option<Arc<TournamentEntry>>, about: &EtagScope) -> LoadedStream<Option<Arc<TournamentEntry>>> {
    let etag = entry.as_ref().map_or(Position::START, |entry| match about {
        EtagScope::Whole => entry.details_changed,
        EtagScope::Part(part) => entry.part_etag(part),
    });
    LoadedStream { version: entry.as_ref().map_or(Version(0), |entry| entry.version), etag, state: entry }
}
