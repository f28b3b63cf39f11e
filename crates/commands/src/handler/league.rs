//! Commands of leagues: opening, meetings, the table, waivers, closing, and corrections after it.

use super::{
    CommandError, CommandHandler, CommandMetadata, CommandReceipt, LoadedStream, Lookup, TargetStream, TextSealer,
    decided,
};
use domain::competitions::league::decider::{Command, League, LeagueAction, MeetingDetails, decide, evolve};
use domain::competitions::lifecycle::{NamedPlayers, Rejection};
use domain::event::{
    ChangedPart, Commitment, Correction, Event, LeagueEvent, LeagueOpening, LeagueRecord, NotedWaiver, PlacedPlayer,
    RecordedMeeting, RulebookRecord,
};
use domain::people::authority::CompetitionAuthority;
use domain::rulebook::adoption::{self, Adoption};
use domain::values::calendar::{Moment, Window};
use domain::values::ids::{CompetitionId, PlayerId, RulebookId};
use domain::values::text::{Name, StatedReason};
use domain::values::voivodeship::Voivodeship;
use events::envelope::{Position, StreamKind, StreamName};
use events::vault::EventTexts;

/// A league that is to be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeagueDetails {
    pub name: Name,
    pub voivodeship: Voivodeship,
    /// When its application was sent; without it, at this moment.
    pub submitted_at: Option<Moment>,
    /// The days on which it is planned.
    pub days: Window,
    pub planned_meetings: Option<u32>,
    /// The rulebook that its games are checked with.
    pub rulebook: RulebookId,
}

/// What holds of a league that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeagueRecordDetails {
    pub name: Name,
    pub voivodeship: Voivodeship,
    pub ended_at: Moment,
    pub submitted_at: Moment,
    pub meetings: Vec<RecordedMeeting>,
    pub table: Vec<PlacedPlayer>,
}

/// A command of a league that exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeagueCommand {
    RecordMeeting {
        /// Its number; without one, the next.
        number: Option<u32>,
        details: MeetingDetails,
        /// Why games that look wrong are right.
        accepted: Option<StatedReason>,
    },
    /// Put right what is recorded of a meeting.
    CorrectMeeting {
        number: u32,
        details: MeetingDetails,
        reason: StatedReason,
        /// Whether games that look wrong are right.
        accept: bool,
    },
    WithdrawMeeting {
        number: u32,
        reason: StatedReason,
    },
    /// Take the table over from elsewhere.
    ImportTable(Vec<PlacedPlayer>),
    /// Take that table back.
    WithdrawTable {
        reason: StatedReason,
    },
    /// Record that a player gives up a qualification.
    DeclareWaiver {
        player: PlayerId,
        /// When; without it, at this moment.
        declared_at: Option<Moment>,
    },
    /// Take that back.
    WithdrawWaiver {
        player: PlayerId,
    },
    Close {
        /// When it ended; without it, at this moment.
        ended_at: Option<Moment>,
    },
    Correct {
        details: LeagueRecordDetails,
        reason: StatedReason,
    },
}

impl LeagueCommand {
    /// The meeting that is to be changed: a resource of its own.
    fn meeting(&self) -> Option<u32> {
        match self {
            Self::CorrectMeeting { number, .. } | Self::WithdrawMeeting { number, .. } => Some(*number),
            Self::RecordMeeting { .. }
            | Self::ImportTable(_)
            | Self::WithdrawTable { .. }
            | Self::DeclareWaiver { .. }
            | Self::WithdrawWaiver { .. }
            | Self::Close { .. }
            | Self::Correct { .. } => None,
        }
    }

    /// Every player that it names.
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

type Outcome = Result<CommandReceipt, CommandError<Rejection>>;

impl CommandHandler {
    /// Opens a league under a new opaque id.
    pub fn open_league(
        &self,
        metadata: &CommandMetadata,
        by: CompetitionAuthority,
        details: &LeagueDetails,
    ) -> Outcome {
        let stream = StreamName::new(StreamKind::League, &self.opaque_id())?;
        self.execute(metadata, &TargetStream::new(&stream, evolve), |loaded| {
            let sealer = self.sealer(&stream);
            let at = sealer.at();
            let rules = self.adopted(&details.rulebook)?.ok_or(CommandError::Rejected(Rejection::UnknownRulebook))?;
            let opening = LeagueOpening {
                name: sealer.name(&details.name),
                voivodeship: details.voivodeship,
                submitted_at: details.submitted_at.unwrap_or(at),
                days: details.days,
                planned_meetings: details.planned_meetings,
                rulebook: details.rulebook.clone(),
                rules,
            };
            let command = Command { by, at, action: LeagueAction::Open(opening) };
            Ok(sealer.plan(decided(decide(&loaded.state, &command))?))
        })
    }

    pub fn run_league(
        &self,
        metadata: &CommandMetadata,
        known: &dyn Lookup,
        by: CompetitionAuthority,
        id: &CompetitionId,
        action: &LeagueCommand,
    ) -> Outcome {
        let stream = StreamName::new(StreamKind::League, id.as_str())?;
        let (mut metadata, meeting) = (metadata.clone(), action.meeting());
        let seen = meeting.and_then(|_| metadata.expected.take());
        let mut done = self.execute(&metadata, &TargetStream::existing(&stream, evolve), |loaded| {
            if let Some(number) = meeting {
                let current = self.meeting_etag(&stream, number)?;
                if let Some(expected) = seen.filter(|seen| current != Position::START && *seen != current) {
                    return Err(CommandError::Stale { expected, current });
                }
            }
            let sealer = self.sealer(&stream);
            let named = self.named(known, action.players())?;
            let action = self.league_action(action, (&stream, loaded), named, &sealer)?;
            let command = Command { by, at: sealer.at(), action };
            Ok(sealer.plan(decided(decide(&loaded.state, &command))?))
        })?;
        if let Some(number) = meeting.filter(|_| done.events.is_empty()) {
            done.etag = self.meeting_etag(&stream, number)?;
        }
        Ok(done)
    }

    fn league_action(
        &self,
        action: &LeagueCommand,
        (stream, loaded): (&StreamName, &LoadedStream<League>),
        named: NamedPlayers,
        sealer: &TextSealer<'_>,
    ) -> Result<LeagueAction, CommandError<Rejection>> {
        let at = sealer.at();
        Ok(match action.clone() {
            LeagueCommand::RecordMeeting { number, details, accepted } => {
                let accepted = accepted.map(|reason| sealer.reason(&reason));
                LeagueAction::RecordMeeting { number, details, accepted, named }
            }
            LeagueCommand::CorrectMeeting { number, details, accept, reason } => {
                LeagueAction::CorrectMeeting { number, details, reason: sealer.reason(&reason), accept, named }
            }
            LeagueCommand::WithdrawMeeting { number, reason } => {
                LeagueAction::WithdrawMeeting { number, reason: sealer.reason(&reason) }
            }
            LeagueCommand::ImportTable(table) => LeagueAction::ImportTable { table, named },
            LeagueCommand::WithdrawTable { reason } => LeagueAction::WithdrawTable { reason: sealer.reason(&reason) },
            LeagueCommand::DeclareWaiver { player, declared_at } => {
                LeagueAction::DeclareWaiver(NotedWaiver { player, declared_at: declared_at.unwrap_or(at) })
            }
            LeagueCommand::WithdrawWaiver { player } => LeagueAction::WithdrawWaiver { player },
            LeagueCommand::Close { ended_at } => LeagueAction::Close { ended_at: ended_at.unwrap_or(at) },
            LeagueCommand::Correct { details, reason } => {
                let reason = Some(sealer.reason(&reason));
                let LeagueRecordDetails { name, voivodeship, ended_at, submitted_at, meetings, table } = details;
                let kept = match &loaded.state {
                    League::Over(league) => Some(league.record.name),
                    League::Running(_) | League::Unknown => None,
                };
                let name = self.competition_name(stream, kept, &name, sealer)?;
                let record = LeagueRecord { name, voivodeship, ended_at, submitted_at, meetings, table };
                LeagueAction::Correct { correction: Correction { record, reason }, named }
            }
        })
    }

    /// The last event that changed a meeting; [`Position::START`] if there is no such meeting.
    fn meeting_etag(&self, stream: &StreamName, number: u32) -> Result<Position, CommandError<Rejection>> {
        let mut etag = Position::START;
        self.each_decoded_event(stream, &mut |recorded, event| {
            if event.description().part == ChangedPart::Meeting(number) {
                let withdrawn = matches!(event, Event::League(LeagueEvent::MeetingWithdrawn(_)));
                etag = if withdrawn { Position::START } else { recorded.position };
            }
            Ok(())
        })?;
        Ok(etag)
    }

    /// What the rules ask of the players that a command names.
    pub(super) fn named(
        &self,
        known: &dyn Lookup,
        players: Vec<&PlayerId>,
    ) -> Result<NamedPlayers, CommandError<Rejection>> {
        let mut named = NamedPlayers::default();
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
    pub(super) fn adopted(&self, id: &RulebookId) -> Result<Option<RulebookRecord>, CommandError<Rejection>> {
        let stream = StreamName::new(StreamKind::Rulebook, id.as_str())?;
        Ok(match self.loaded(&stream, |state, event| Ok(adoption::evolve(state, event)))?.state {
            Adoption::Adopted(record) => Some(record),
            Adoption::Unknown => None,
        })
    }

    /// The commitment to the name of a competition: the recorded one if the vault has this very name, or a new one.
    pub(super) fn competition_name(
        &self,
        stream: &StreamName,
        kept: Option<Commitment>,
        name: &Name,
        sealer: &TextSealer<'_>,
    ) -> Result<Commitment, CommandError<Rejection>> {
        let sealed = self.log.sealed(stream)?;
        let known = match &sealed {
            Some(sealed) => self.vault.open(sealed)?.record::<EventTexts>()?,
            None => None,
        };
        if let Some(kept) = kept.filter(|_| known.is_some_and(|known| known.record.name.as_str() == name.as_str())) {
            return Ok(kept);
        }
        Ok(sealer.name(name))
    }
}
