//! A store with seasons of 5,000 players and 200 tournaments each in it, and as many played tournaments more as are
//! wanted.

use crate::bundle::{Bundle, Size};
use crate::history::{Played, play};
use crate::machine::Machine;
use commands::bundle_import::{ImportOptions, import};
use domain::event::{Event, TournamentEvent};
use domain::values::ids::PlayerId;
use events::append::{Append, Expected};
use events::envelope::{Actor, EventId, NewEvent, Position, StreamKind, StreamName};
use events::environment::Environment;
use events::log::Log;
use events::sqlite::{SqliteLog, SqliteOptions};
use events::stored;
use events::vault::{MasterKey, Vault};
use formats::bundle;
use harness::slices::Failure;
use projections::projector::Projector;
use projections::views::{Views, replay};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Three seasons, each of 200 tournaments with 60 results over 5,000 players.
const SIZE: Size = Size { tournaments: 600, players: 5000 };
/// Events in one append while the store grows.
const FILL: usize = 1000;
/// The read models are waited for no longer.
const PATIENCE: Duration = Duration::from_mins(10);

/// The store, and a tournament that can be recorded in it again and again.
pub(crate) struct Store {
    pub(crate) log: Arc<dyn Log>,
    pub(crate) vault: Arc<Vault>,
    pub(crate) played: Played,
}

impl Store {
    /// Makes the store and imports the season.
    pub(crate) fn create(file: &Path) -> Result<Self, Failure> {
        let mut written = Vec::new();
        Bundle::write(SIZE, &mut written)?;
        let read = bundle::read(&written[..]).map_err(|problem| format!("the bundle was not read: {problem:?}"))?;
        let log: Arc<dyn Log> = Arc::new(SqliteLog::open_or_create(file, Arc::new(Machine), SqliteOptions::default())?);
        let vault = Arc::new(Vault::new(MasterKey::generate(&Machine), Arc::new(Machine)));
        import(&*log, &vault, &Machine, &read, &ImportOptions::default(), &mut |_, _| ())?;
        let projector = Projector::start(Arc::clone(&log), Arc::clone(&vault));
        projector.wait_for_blocking(log.head()?.position, PATIENCE)?;
        let views = projector.views();
        let players: Vec<PlayerId> =
            views.players.page(None, usize::MAX).into_iter().map(|(_, player)| player.id.clone()).collect();
        println!("{} events of a season of {} players", log.head()?.position.0, players.len());
        let played = play(&players)?;
        Ok(Self { log, vault, played })
    }

    /// Appends played tournaments until there are so many events.
    pub(crate) fn grow_to(&self, events: u64) -> Result<(), Failure> {
        let mut append = Append::default();
        let mut number = 0;
        let mut head = self.log.head()?.position.0;
        while head < events {
            let stream = StreamName::new(StreamKind::Tournament, &format!("played-{number:08}"))?;
            number += 1;
            append.expected.push((stream.clone(), Expected::NoStream));
            append.events.extend(self.played.events.iter().map(|event| new_event(&stream, event)));
            head += self.played.events.len() as u64;
            if append.events.len() >= FILL || head >= events {
                self.log.append(std::mem::take(&mut append)).wait()?;
            }
        }
        println!("{} events in all, {} played tournaments among them", self.log.head()?.position.0, number);
        Ok(())
    }

    /// A projector that knows everything.
    pub(crate) fn projector(&self) -> Result<Projector, Failure> {
        let projector = Projector::start(Arc::clone(&self.log), Arc::clone(&self.vault));
        projector.wait_for_blocking(self.head()?, PATIENCE)?;
        Ok(projector)
    }

    /// The read models of a position, from nothing.
    pub(crate) fn replay(&self, until: Position) -> Result<Views, Failure> {
        Ok(replay(&*self.log, &self.vault, until)?)
    }

    pub(crate) fn head(&self) -> Result<Position, Failure> {
        Ok(self.log.head()?.position)
    }
}

/// An event as it is appended.
pub(crate) fn new_event(stream: &StreamName, event: &TournamentEvent) -> NewEvent {
    let form = stored::encode(&Event::Tournament(event.clone()));
    let mut nonce = [0; 16];
    Machine.fill_random(&mut nonce);
    NewEvent {
        event_id: EventId::new(&Machine),
        stream: stream.clone(),
        event_type: form.event_type.into(),
        schema_version: form.schema_version,
        occurred_at: Machine.now(),
        actor: Actor::import(),
        correlation: None,
        causation: None,
        nonce,
        payload: form.payload,
    }
}
