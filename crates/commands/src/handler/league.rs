//! Commands of leagues: opening, meetings, the table, waivers, closing, and corrections after it.

use super::{
    CommandError, CommandHandler, CommandMetadata, CommandReceipt, Lookup, TargetStream, TextSealer, events_of,
};
use domain::competitions::league::decider::{Command, League, LeagueAction, decide, evolve};
use domain::competitions::lifecycle::{FlaggedPlayers, Rejection};
use domain::event::{ChangedPart, Event, LeagueEvent, LeagueOpening, RulebookRecord};
use domain::people::authority::CompetitionAuthority;
use domain::rulebook::adoption::{self, Adoption};
use domain::values::calendar::{Moment, Window};
use domain::values::ids::{CompetitionId, PlayerId, RulebookId};
use domain::values::text::Name;
use domain::values::voivodeship::Voivodeship;
use events::envelope::{Position, StreamKind, StreamName};

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

/// A command on a league that exists.
pub struct LeagueRequest<'a> {
    pub league: &'a CompetitionId,
    pub by: CompetitionAuthority,
    /// The meeting that is to be changed: a resource with an ETag of its own.
    pub meeting: Option<u32>,
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
            let at = sealer.command_time();
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
            let command = Command { by, at, action: LeagueAction::Open(opening), flagged: FlaggedPlayers::default() };
            Ok(sealer.plan(events_of(decide(&loaded.state, &command))?))
        })
    }

    /// Runs a command on a league that exists; `action` is called again after a conflict.
    pub fn run_league(
        &self,
        metadata: &CommandMetadata,
        known: &dyn Lookup,
        request: &LeagueRequest<'_>,
        action: &dyn Fn(&TextSealer<'_>) -> LeagueAction,
    ) -> Outcome {
        let stream = StreamName::new(StreamKind::League, request.league.as_str())?;
        let (mut metadata, meeting) = (metadata.clone(), request.meeting);
        let seen = meeting.and_then(|_| metadata.expected.take());
        let mut done = self.execute(&metadata, &TargetStream::existing(&stream, evolve), |loaded| {
            if let Some(number) = meeting {
                let current = self.meeting_etag(&stream, number)?;
                if let Some(expected) = seen.filter(|seen| current != Position::START && *seen != current) {
                    return Err(CommandError::Stale { expected, current });
                }
            }
            let name = match &loaded.state {
                League::Over(league) => Some(league.record.name),
                League::Running(_) | League::Unknown => None,
            };
            let sealer = self.sealer(&stream).of_competition(name)?;
            let action = action(&sealer);
            let flagged = self.flagged(known, action.players())?;
            let command = Command { by: request.by, at: sealer.command_time(), action, flagged };
            Ok(sealer.plan(events_of(decide(&loaded.state, &command))?))
        })?;
        if let Some(number) = meeting.filter(|_| done.events.is_empty()) {
            done.etag = self.meeting_etag(&stream, number)?;
        }
        Ok(done)
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
    pub(super) fn flagged(
        &self,
        known: &dyn Lookup,
        players: Vec<&PlayerId>,
    ) -> Result<FlaggedPlayers, CommandError<Rejection>> {
        let mut flagged = FlaggedPlayers::default();
        if players.is_empty() {
            return Ok(flagged);
        }
        known.catch_up(self.log.head()?.position)?;
        for player in players {
            match known.is_foreign(player) {
                None => flagged.unknown.push(player.clone()),
                Some(true) => flagged.foreign.push(player.clone()),
                Some(false) => {}
            }
        }
        Ok(flagged)
    }

    /// The rulebook in force under an id.
    pub(super) fn adopted(&self, id: &RulebookId) -> Result<Option<RulebookRecord>, CommandError<Rejection>> {
        let stream = StreamName::new(StreamKind::Rulebook, id.as_str())?;
        Ok(match self.loaded(&stream, |state, event| Ok(adoption::evolve(state, event)))?.state {
            Adoption::Adopted(record) => Some(record),
            Adoption::Unknown => None,
        })
    }
}
