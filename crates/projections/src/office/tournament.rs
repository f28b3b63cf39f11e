//! Acts in the course of a tournament: what somebody asks for is decided on the state that readers see, and recorded.

use super::{Act, ActError, Done, Known, Office, Plan, Stood};
use crate::views::TournamentEntry;
use domain::calendar::Moment;
use domain::course::{Command, Course, Doer, Order, Part, Rejection, decide};
use domain::draw::Seed;
use domain::event::{Commitment, Event};
use domain::ids::EventId as TournamentId;
use domain::text::{Name, StatedReason};
use events::cabinet::CabinetWrite;
use events::envelope::{EventId, Position, StreamKind, StreamName, Version};
use events::vault::{ApplicationContact, EventTexts, EventVenue, Prepared, Reason, RedrawReason, Vault};
use smol_str::SmolStr;
use std::cell::RefCell;
use std::sync::Arc;

/// What somebody asks for: of which tournament, and what of it the client has seen.
pub struct TournamentAsk<'a> {
    /// Which tournament.
    pub tournament: &'a TournamentId,
    /// Who asks, and by what right.
    pub doer: &'a Doer,
    /// What the expected state of the act is about.
    pub about: About,
}

/// What of a tournament a client has seen, and does not want to overwrite unseen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    /// What everybody is told of the tournament: days, phase, format, draws.
    Whole,
    /// One part of it.
    Part(Part),
}

/// How whoever applies is reached.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contact {
    /// The name.
    pub name: Option<SmolStr>,
    /// The e-mail.
    pub email: Option<SmolStr>,
    /// The address.
    pub address: Option<SmolStr>,
    /// The phone.
    pub phone: Option<SmolStr>,
}

/// Turns texts into commitments for the facts of one act; the texts go to the vault together with it.
pub struct Ink<'a> {
    vault: &'a Vault,
    first_event: EventId,
    stood: Option<&'a TournamentEntry>,
    tournament: &'a StreamName,
    at: Moment,
    texts: RefCell<Vec<Prepared>>,
    cabinet: RefCell<Vec<CabinetWrite>>,
}

impl Ink<'_> {
    /// How the tournament stands that is decided on.
    pub fn course(&self) -> &Course {
        self.stood.map_or(&Course::Unknown, |entry| &entry.course)
    }

    /// When the act is done.
    pub fn at(&self) -> Moment {
        self.at
    }

    /// Why something is done.
    pub fn reason(&self, text: &StatedReason) -> Commitment {
        self.keep(self.vault.prepare_for(self.first_event, &Reason { text: text.as_str().into() }))
    }

    /// Why seats are drawn again, for everybody to read.
    pub fn redraw_reason(&self, text: &StatedReason) -> Commitment {
        self.keep(self.vault.prepare_for(self.first_event, &RedrawReason { text: text.as_str().into() }))
    }

    /// What the tournament is called; a name that is as it was keeps its commitment.
    pub fn name(&self, name: &Name) -> Commitment {
        let known = self.stood.and_then(|entry| Some((entry.name.as_ref()?, entry.now()?.details.name)));
        match known {
            Some((known, commitment)) if known.as_str() == name.as_str() => commitment,
            _ => self.keep(self.vault.prepare(&EventTexts { name: name.as_str().into() })),
        }
    }

    /// Where it takes place; a venue that is as it was keeps its commitment.
    pub fn venue(&self, venue: &Name) -> Commitment {
        let known = self.stood.and_then(|entry| Some((entry.venue.as_ref()?, entry.now()?.details.venue)));
        match known {
            Some((known, commitment)) if known.as_str() == venue.as_str() => commitment,
            _ => self.keep(self.vault.prepare(&EventVenue { venue: venue.as_str().into() })),
        }
    }

    /// How whoever applies is reached.
    pub fn contact(&self, contact: &Contact) -> Commitment {
        let text = |text: &Option<SmolStr>| text.as_ref().map(|text| text.as_str().to_owned());
        self.keep(self.vault.prepare(&ApplicationContact {
            name: text(&contact.name).map(Into::into),
            email: text(&contact.email).map(Into::into),
            address: text(&contact.address).map(Into::into),
            phone: text(&contact.phone).map(Into::into),
        }))
    }

    /// The secret behind the draws of this tournament; the same whenever it is asked for.
    pub fn seed(&self) -> Seed {
        let secret = self.vault.master_key().secret("draw seed", self.tournament.as_str().as_bytes());
        Seed::new(*secret)
    }

    /// Puts something into the cabinet together with the act.
    pub fn file(&self, write: CabinetWrite) {
        self.cabinet.borrow_mut().push(write);
    }

    fn keep(&self, text: Prepared) -> Commitment {
        let commitment = text.commitment();
        self.texts.borrow_mut().push(text);
        commitment
    }
}

impl Office {
    /// An id for a tournament that somebody applies for.
    pub fn new_tournament_id(&self) -> TournamentId {
        // The digits of an opaque id always make an id.
        TournamentId::parse(&self.opaque_id()).unwrap_or_else(|_| unreachable!("an opaque id is an id"))
    }

    /// Does what is asked for, if the rules allow it; `order` says what it is, given ink for its texts, and may be asked again.
    ///
    /// Acts on one tournament are done one after the other, each on what the one before it has left.
    pub fn run_tournament(
        &self,
        act: &Act,
        known: &dyn Known,
        ask: &TournamentAsk<'_>,
        order: &dyn Fn(&Ink<'_>) -> Result<Order, ActError<Rejection>>,
    ) -> Result<Done, ActError<Rejection>> {
        let stream = StreamName::new(StreamKind::Tournament, ask.tournament.as_str())?;
        let _turn = self.tournaments.turn(stream.as_str().into())?;
        let first_try = RefCell::new(true);
        let load = || {
            // Only another process can have moved it while this one has the turn.
            if !first_try.replace(false) {
                known.catch_up(self.log.head()?.position)?;
            }
            Ok(standing(known.tournament(ask.tournament)?, &ask.about))
        };
        let plan = |stood: &Stood<Option<Arc<TournamentEntry>>>| self.plan(ask, &stream, stood, order);
        let mut done = self.perform_on(act, &stream, &load, &plan);
        if matches!(done, Err(ActError::Rejected(_) | ActError::Stale { .. })) && self.is_behind(known, &stream)? {
            done = self.perform_on(act, &stream, &load, &plan);
        }
        if let Ok(done) = &mut done
            && !done.dry_run
        {
            known.catch_up(done.position)?;
            // What follows from a sheet, like showing hidden results, changes the sheet no more.
            if let (About::Part(Part::Sheet(..)), Some(first)) = (&ask.about, done.events.first()) {
                done.etag = first.position.unwrap_or(done.etag);
            }
        }
        done
    }

    /// Whether another process has recorded something of a tournament that is not known here yet.
    fn is_behind(&self, known: &dyn Known, stream: &StreamName) -> Result<bool, ActError<Rejection>> {
        let id = TournamentId::parse(stream.id()).map_err(|_| ActError::NotFound)?;
        let found = known.tournament(&id)?.map_or(Version(0), |entry| entry.version);
        Ok(self.log.stream_version(stream)? > found)
    }

    fn plan(
        &self,
        ask: &TournamentAsk<'_>,
        stream: &StreamName,
        stood: &Stood<Option<Arc<TournamentEntry>>>,
        order: &dyn Fn(&Ink<'_>) -> Result<Order, ActError<Rejection>>,
    ) -> Result<Plan, ActError<Rejection>> {
        let first_event = EventId::new(&*self.environment);
        let at = Moment::at_microseconds(self.environment.now().0);
        let ink = Ink {
            vault: &self.vault,
            first_event,
            stood: stood.state.as_deref(),
            tournament: stream,
            at,
            texts: RefCell::default(),
            cabinet: RefCell::default(),
        };
        let order = order(&ink)?;
        let command = Command { tournament: ask.tournament.clone(), by: ask.doer.clone(), at, order };
        let events = decide(ink.course(), &command).map_err(ActError::Rejected)?;
        Ok(Plan {
            first_id: Some(first_event),
            events: events.into_iter().map(Event::Tournament).collect(),
            texts: ink.texts.into_inner(),
            cabinet: ink.cabinet.into_inner(),
            ..Plan::default()
        })
    }
}

/// A tournament as it stands, with the position of the last event that changed what the act is about.
fn standing(entry: Option<Arc<TournamentEntry>>, about: &About) -> Stood<Option<Arc<TournamentEntry>>> {
    let etag = entry.as_ref().map_or(Position::START, |entry| match about {
        About::Whole => entry.details_changed,
        About::Part(part) => entry.part_etag(part),
    });
    Stood { version: entry.as_ref().map_or(Version(0), |entry| entry.version), etag, state: entry }
}
