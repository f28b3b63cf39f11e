//! Seals the texts of one command: the events carry commitments, the texts go into the vault with the same append.

use super::{CommandError, CommandHandler, Plan};
use domain::event::{Commitment, Event};
use domain::tournament::course::Tournament;
use domain::tournament::draw::Seed;
use domain::values::calendar::Moment;
use domain::values::text::{Name, StatedReason};
use events::envelope::{EventId, StreamName};
use events::mutable_store::MutableWrite;
use events::vault::{
    ApplicationContact, ErratumReason, EventTexts, EventVenue, OnePerEvent, OnePerSubject, Prepared, Reason,
    RedrawReason, Vault,
};
use projections::views::TournamentEntry;
use smol_str::SmolStr;
use std::cell::{OnceCell, RefCell};

/// Contact details of an applicant.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contact {
    pub name: Option<SmolStr>,
    pub email: Option<SmolStr>,
    pub address: Option<SmolStr>,
    pub phone: Option<SmolStr>,
}

/// Turns the texts of one command into commitments.
pub struct TextSealer<'a> {
    vault: &'a Vault,
    first_event: EventId,
    subject: &'a StreamName,
    tournament: Option<&'a TournamentEntry>,
    /// The name that the vault has, with its commitment.
    recorded_name: Option<(SmolStr, Commitment)>,
    handler: &'a CommandHandler,
    at: OnceCell<Moment>,
    texts: RefCell<Vec<Prepared>>,
    /// Stored only if an event carries them: a rule may find that a reason was not needed.
    reasons: RefCell<Vec<Prepared>>,
    mutable_writes: RefCell<Vec<MutableWrite>>,
}

impl<'a> TextSealer<'a> {
    pub(super) fn new(handler: &'a CommandHandler, subject: &'a StreamName) -> Self {
        Self {
            vault: &handler.vault,
            first_event: EventId::new(&*handler.environment),
            subject,
            tournament: None,
            recorded_name: None,
            handler,
            at: OnceCell::new(),
            texts: RefCell::default(),
            reasons: RefCell::default(),
            mutable_writes: RefCell::default(),
        }
    }

    /// Keeps the commitments of texts that the tournament has already.
    pub(super) fn of_tournament(self, tournament: Option<&'a TournamentEntry>) -> Self {
        let name = |entry: &TournamentEntry| Some((entry.name.as_ref()?.as_str().into(), entry.state()?.details.name));
        Self { tournament, recorded_name: tournament.and_then(name), ..self }
    }

    /// Keeps the commitment to the name of a competition that is over.
    pub(super) fn of_competition<R>(self, name: Option<Commitment>) -> Result<Self, CommandError<R>> {
        let Some(commitment) = name else { return Ok(self) };
        let Some(sealed) = self.handler.log.sealed(self.subject)? else { return Ok(self) };
        let known = self.vault.open(&sealed)?.record::<EventTexts>()?;
        let recorded_name = known.map(|known| (known.record.name.as_str().into(), commitment));
        Ok(Self { recorded_name, ..self })
    }

    /// The state of the tournament that the command is decided on.
    pub fn course(&self) -> &Tournament {
        self.tournament.map_or(&Tournament::Unknown, |entry| &entry.course)
    }

    /// The time of the command; the clock is read on the first call.
    pub fn at(&self) -> Moment {
        *self.at.get_or_init(|| self.handler.moment())
    }

    pub fn reason(&self, text: &StatedReason) -> Commitment {
        self.store_reason(&Reason { text: text.as_str().into() })
    }

    /// Why seats are drawn again; public.
    pub fn redraw_reason(&self, text: &StatedReason) -> Commitment {
        self.store_reason(&RedrawReason { text: text.as_str().into() })
    }

    /// Why a list gets another edition; public.
    pub(super) fn erratum_reason(&self, text: &StatedReason) -> Commitment {
        self.store_reason(&ErratumReason { text: text.as_str().into() })
    }

    /// The name of a competition; an unchanged name keeps its commitment.
    pub fn name(&self, name: &Name) -> Commitment {
        match &self.recorded_name {
            Some((known, commitment)) if known.as_str() == name.as_str() => *commitment,
            Some(_) | None => self.seal(&EventTexts { name: name.as_str().into() }),
        }
    }

    /// The venue of a tournament; an unchanged venue keeps its commitment.
    pub fn venue(&self, venue: &Name) -> Commitment {
        let known = self.tournament.and_then(|entry| Some((entry.venue.as_ref()?, entry.state()?.details.venue)));
        match known {
            Some((known, commitment)) if known.as_str() == venue.as_str() => commitment,
            Some(_) | None => self.seal(&EventVenue { venue: venue.as_str().into() }),
        }
    }

    /// Seals the contact details of an applicant.
    pub fn contact(&self, contact: &Contact) -> Commitment {
        self.seal(&ApplicationContact {
            name: contact.name.as_deref().map(Into::into),
            email: contact.email.as_deref().map(Into::into),
            address: contact.address.as_deref().map(Into::into),
            phone: contact.phone.as_deref().map(Into::into),
        })
    }

    /// The secret behind the draws of this tournament; the same on every call.
    pub fn seed(&self) -> Seed {
        let secret = self.vault.master_key().secret("draw seed", self.subject.as_str().as_bytes());
        Seed::new(*secret)
    }

    /// Adds a write of the mutable store to the append.
    pub fn file(&self, write: MutableWrite) {
        self.mutable_writes.borrow_mut().push(write);
    }

    /// Seals a text of which the subject has one.
    pub fn seal<T: OnePerSubject>(&self, record: &T) -> Commitment {
        store(&self.texts, self.vault.prepare(record))
    }

    fn store_reason<T: OnePerEvent>(&self, reason: &T) -> Commitment {
        store(&self.reasons, self.vault.prepare_for(self.first_event, reason))
    }

    /// Seals a text that differs from the one in the vault; an unchanged text keeps its commitment.
    pub(super) fn seal_changed<T: OnePerSubject + PartialEq>(
        &self,
        record: &T,
        kept: Option<&T>,
        commitment: Commitment,
    ) -> Commitment {
        if kept == Some(record) { commitment } else { self.seal(record) }
    }

    /// Events to append together with the sealed texts.
    pub(super) fn plan(self, events: Vec<Event>) -> Plan {
        let carried: Vec<Commitment> = events.iter().filter_map(|event| event.description().reason).collect();
        let reasons = self.reasons.into_inner().into_iter().filter(|reason| carried.contains(&reason.commitment()));
        Plan {
            first_id: Some(self.first_event),
            texts: self.texts.into_inner().into_iter().chain(reasons).collect(),
            events,
            mutable_writes: self.mutable_writes.into_inner(),
            ..Plan::default()
        }
    }
}

fn store(texts: &RefCell<Vec<Prepared>>, text: Prepared) -> Commitment {
    let commitment = text.commitment();
    texts.borrow_mut().push(text);
    commitment
}
