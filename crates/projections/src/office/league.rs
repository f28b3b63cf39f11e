//! Acts on leagues: opening, meetings, the table, declarations, closing, and corrections after it.

use super::{Act, ActError, Done, HistoryProblem, Known, Office, Plan, Stood, Subject};
use domain::authority::Hand;
use domain::calendar::{Moment, Window};
use domain::event::{
    Commitment, Correction, Event, LeagueEvent, LeagueOpening, LeagueRecord, NotedWaiver, PlacedPlayer,
    RecordedMeeting, RulebookRecord,
};
use domain::ids::{EventId, PlayerId, RulebookId};
use domain::league::decider::{Command, League, MeetingDetails, Wish, decide, evolve};
use domain::rulebook::adoption::{self, Adoption};
use domain::running::{Named, Rejection};
use domain::text::{Name, StatedReason};
use domain::voivodeship::Voivodeship;
use events::envelope::{Position, Recorded, StreamKind, StreamName};
use events::stored;
use events::vault::{EventTexts, Prepared};

/// A league that is to be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeagueDetails {
    /// What it is called.
    pub name: Name,
    /// Where it takes place.
    pub voivodeship: Voivodeship,
    /// When its application was sent; without it, at this moment.
    pub submitted_at: Option<Moment>,
    /// The days on which it is planned.
    pub days: Window,
    /// How many meetings are planned.
    pub planned_meetings: Option<u32>,
    /// The rulebook that its games are checked with.
    pub rulebook: RulebookId,
}

/// What holds of a league that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeagueRecordDetails {
    /// What it is called.
    pub name: Name,
    /// Where it took place.
    pub voivodeship: Voivodeship,
    /// When it ended.
    pub ended_at: Moment,
    /// When its application was sent.
    pub submitted_at: Moment,
    /// Its meetings.
    pub meetings: Vec<RecordedMeeting>,
    /// Its final table.
    pub table: Vec<PlacedPlayer>,
}

/// What somebody wants of a league that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeagueWish {
    /// Record a meeting.
    RecordMeeting {
        /// Its number; without one, the next.
        number: Option<u32>,
        /// What happened.
        details: MeetingDetails,
        /// Why games that look wrong are right.
        accepted: Option<StatedReason>,
    },
    /// Put right what is recorded of a meeting.
    CorrectMeeting {
        /// Its number.
        number: u32,
        /// What happened.
        details: MeetingDetails,
        /// Why.
        reason: StatedReason,
        /// Whether games that look wrong are right.
        accept: bool,
    },
    /// Take a meeting back.
    WithdrawMeeting {
        /// Its number.
        number: u32,
        /// Why.
        reason: StatedReason,
    },
    /// Take the table over from elsewhere.
    ImportTable(Vec<PlacedPlayer>),
    /// Take that table back.
    WithdrawTable {
        /// Why.
        reason: StatedReason,
    },
    /// Note that somebody gives up a qualification.
    DeclareWaiver {
        /// Who.
        player: PlayerId,
        /// When; without it, at this moment.
        declared_at: Option<Moment>,
    },
    /// Take that back.
    WithdrawWaiver {
        /// Whose.
        player: PlayerId,
    },
    /// Close it.
    Close {
        /// When it ended; without it, at this moment.
        ended_at: Option<Moment>,
    },
    /// Correct its record.
    Correct {
        /// What holds instead.
        details: LeagueRecordDetails,
        /// Why.
        reason: StatedReason,
    },
}

impl LeagueWish {
    /// The meeting that is to be changed: a resource of its own.
    fn meeting(&self) -> Option<u32> {
        match self {
            Self::CorrectMeeting { number, .. } | Self::WithdrawMeeting { number, .. } => Some(*number),
            _ => None,
        }
    }

    fn reason(&self) -> Option<&StatedReason> {
        match self {
            Self::RecordMeeting { accepted, .. } => accepted.as_ref(),
            Self::CorrectMeeting { reason, .. }
            | Self::WithdrawMeeting { reason, .. }
            | Self::WithdrawTable { reason }
            | Self::Correct { reason, .. } => Some(reason),
            Self::ImportTable(_) | Self::DeclareWaiver { .. } | Self::WithdrawWaiver { .. } | Self::Close { .. } => {
                None
            }
        }
    }

    /// Everybody whom it names.
    fn players(&self) -> Vec<&PlayerId> {
        match self {
            Self::RecordMeeting { details, .. } | Self::CorrectMeeting { details, .. } => {
                details.present.iter().collect()
            }
            Self::ImportTable(table) => table.iter().map(|line| &line.player).collect(),
            Self::Correct { details, .. } => {
                let present = details.meetings.iter().flat_map(|meeting| &meeting.present);
                details.table.iter().map(|line| &line.player).chain(present).collect()
            }
            Self::WithdrawMeeting { .. }
            | Self::WithdrawTable { .. }
            | Self::DeclareWaiver { .. }
            | Self::WithdrawWaiver { .. }
            | Self::Close { .. } => Vec::new(),
        }
    }
}

type Outcome = Result<Done, ActError<Rejection>>;

impl Office {
    /// Opens a league under a new opaque id.
    pub fn open_league(&self, act: &Act, by: Hand, details: &LeagueDetails) -> Outcome {
        let stream = StreamName::new(StreamKind::League, &self.opaque_id())?;
        self.perform(act, &subject(&stream, false), |stood| {
            let at = self.moment();
            let rules = self.adopted(&details.rulebook)?.ok_or(ActError::Rejected(Rejection::UnknownRulebook))?;
            let name = self.vault.prepare(&EventTexts { name: details.name.as_str().into() });
            let opening = LeagueOpening {
                name: name.commitment(),
                voivodeship: details.voivodeship,
                submitted_at: details.submitted_at.unwrap_or(at),
                days: details.days,
                planned_meetings: details.planned_meetings,
                rulebook: details.rulebook.clone(),
                rules,
            };
            let events = decided(stood, &Command { by, at, wish: Wish::Open(opening) })?;
            Ok(Plan { events, texts: vec![name], ..Plan::default() })
        })
    }

    /// Does something to a league.
    pub fn run_league(&self, act: &Act, known: &dyn Known, by: Hand, id: &EventId, wish: &LeagueWish) -> Outcome {
        let stream = StreamName::new(StreamKind::League, id.as_str())?;
        let (mut act, meeting) = (act.clone(), wish.meeting());
        let seen = meeting.and_then(|_| act.expected.take());
        let mut done = self.perform(&act, &subject(&stream, true), |stood| {
            if let Some(number) = meeting {
                let current = self.meeting_etag(&stream, number)?;
                if let Some(expected) = seen.filter(|seen| current != Position::START && *seen != current) {
                    return Err(ActError::Stale { expected, current });
                }
            }
            let (first_id, reason) = self.reason(wish.reason());
            let commitment = reason.as_ref().map(Prepared::commitment);
            let mut texts: Vec<Prepared> = reason.into_iter().collect();
            let named = self.named(known, wish.players())?;
            let at = self.moment();
            let wish = self.league_wish(wish, (&stream, stood), named, commitment, at, &mut texts)?;
            let events = decided(stood, &Command { by, at, wish })?;
            // Nobody needed the reason, so nobody keeps it.
            if let Some(Event::League(LeagueEvent::MeetingRecorded(meeting))) = events.first()
                && meeting.accepted.is_none()
            {
                texts.clear();
            }
            Ok(Plan { first_id: Some(first_id), events, texts, ..Plan::default() })
        })?;
        if let Some(number) = meeting.filter(|_| done.events.is_empty()) {
            done.etag = self.meeting_etag(&stream, number)?;
        }
        Ok(done)
    }

    fn league_wish(
        &self,
        wish: &LeagueWish,
        (stream, stood): (&StreamName, &Stood<League>),
        named: Named,
        reason: Option<Commitment>,
        at: Moment,
        texts: &mut Vec<Prepared>,
    ) -> Result<Wish, ActError<Rejection>> {
        // A wish that has a reason was given one above.
        let why = reason.unwrap_or(Commitment([0; 32]));
        Ok(match wish.clone() {
            LeagueWish::RecordMeeting { number, details, .. } => {
                Wish::RecordMeeting { number, details, accepted: reason, named }
            }
            LeagueWish::CorrectMeeting { number, details, accept, .. } => {
                Wish::CorrectMeeting { number, details, reason: why, accept, named }
            }
            LeagueWish::WithdrawMeeting { number, .. } => Wish::WithdrawMeeting { number, reason: why },
            LeagueWish::ImportTable(table) => Wish::ImportTable { table, named },
            LeagueWish::WithdrawTable { .. } => Wish::WithdrawTable { reason: why },
            LeagueWish::DeclareWaiver { player, declared_at } => {
                Wish::DeclareWaiver(NotedWaiver { player, declared_at: declared_at.unwrap_or(at) })
            }
            LeagueWish::WithdrawWaiver { player } => Wish::WithdrawWaiver { player },
            LeagueWish::Close { ended_at } => Wish::Close { ended_at: ended_at.unwrap_or(at) },
            LeagueWish::Correct { details, .. } => {
                let LeagueRecordDetails { name, voivodeship, ended_at, submitted_at, meetings, table } = details;
                let kept = match &stood.state {
                    League::Over(league) => Some(league.record.name),
                    League::Running(_) | League::Unknown => None,
                };
                let name = self.event_name(stream, kept, &name, texts)?;
                let record = LeagueRecord { name, voivodeship, ended_at, submitted_at, meetings, table };
                Wish::Correct { correction: Correction { record, reason }, named }
            }
        })
    }

    /// The last event that changed a meeting; [`Position::START`] if there is no such meeting.
    fn meeting_etag(&self, stream: &StreamName, number: u32) -> Result<Position, ActError<Rejection>> {
        let mut etag = Position::START;
        self.each_event(stream, &mut |recorded: &Recorded| {
            let (position, event) = (recorded.position, &recorded.event);
            let decoded =
                stored::decode(&event.event_type, event.schema_version, &event.payload).map_err(|problem| {
                    let problem = HistoryProblem::Decode { position, problem };
                    ActError::<Rejection>::History { stream: stream.clone(), problem }
                })?;
            match decoded {
                Event::League(LeagueEvent::MeetingRecorded(meeting)) if meeting.number == number => etag = position,
                Event::League(LeagueEvent::MeetingCorrected(meeting)) if meeting.record.number == number => {
                    etag = position;
                }
                Event::League(LeagueEvent::MeetingWithdrawn(meeting)) if meeting.number == number => {
                    etag = Position::START;
                }
                _ => {}
            }
            Ok::<(), ActError<Rejection>>(())
        })?;
        Ok(etag)
    }

    /// This moment, as the clocks of Warsaw show it.
    pub(super) fn moment(&self) -> Moment {
        Moment::at_microseconds(self.environment.now().0)
    }

    /// What the rules ask of the players whom somebody names.
    pub(super) fn named(&self, known: &dyn Known, players: Vec<&PlayerId>) -> Result<Named, ActError<Rejection>> {
        let mut named = Named::default();
        if players.is_empty() {
            return Ok(named);
        }
        known.catch_up(self.log.head()?.position)?;
        for player in players {
            match known.is_foreign(player) {
                None => named.unknown.push(player.clone()),
                Some(true) => named.foreign.push(player.clone()),
                Some(false) => {}
            }
        }
        Ok(named)
    }

    /// The rulebook in force under an id.
    pub(super) fn adopted(&self, id: &RulebookId) -> Result<Option<RulebookRecord>, ActError<Rejection>> {
        let stream = StreamName::new(StreamKind::Rulebook, id.as_str())?;
        let evolve = |state, event: &Event| match event {
            Event::Rulebook(event) => Ok(adoption::evolve(state, event)),
            _ => Err(HistoryProblem::OtherKind),
        };
        Ok(match self.stood::<Adoption, Rejection>(&stream, evolve)?.state {
            Adoption::Adopted(record) => Some(record),
            Adoption::Unknown => None,
        })
    }

    /// The commitment to the name of an event: the one that is there if the vault has this very name, or a new one.
    pub(super) fn event_name(
        &self,
        stream: &StreamName,
        kept: Option<Commitment>,
        name: &Name,
        texts: &mut Vec<Prepared>,
    ) -> Result<Commitment, ActError<Rejection>> {
        let sealed = self.log.sealed(stream)?;
        let known = match &sealed {
            Some(sealed) => self.vault.open(sealed)?.record::<EventTexts>()?,
            None => None,
        };
        if let Some(kept) = kept.filter(|_| known.is_some_and(|known| known.record.name.as_str() == name.as_str())) {
            return Ok(kept);
        }
        let prepared = self.vault.prepare(&EventTexts { name: name.as_str().into() });
        let commitment = prepared.commitment();
        texts.push(prepared);
        Ok(commitment)
    }
}

fn subject(stream: &StreamName, must_exist: bool) -> Subject<'_, League> {
    let evolve = |state, event: &Event| match event {
        Event::League(event) => Ok(evolve(state, event)?),
        _ => Err(HistoryProblem::OtherKind),
    };
    Subject { stream, evolve, must_exist }
}

fn decided(stood: &Stood<League>, command: &Command) -> Result<Vec<Event>, ActError<Rejection>> {
    let events = decide(&stood.state, command).map_err(ActError::Rejected)?;
    Ok(events.into_iter().map(Event::League).collect())
}
