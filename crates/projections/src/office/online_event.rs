//! Acts on online events: opening, the table, declarations, closing, and corrections after it.

use super::{Act, ActError, Done, HistoryProblem, Known, Office, Plan, Stood, Subject};
use domain::authority::Hand;
use domain::calendar::{Day, Moment};
use domain::class::OnlineEvent;
use domain::event::{
    Commitment, Correction, Event, NotedWaiver, OnlineOpening, OnlineTableRecord, PlacedPlayer, SeasonRecord,
};
use domain::ids::{EventId, PlayerId};
use domain::online::decider::{Beside, Command, Online, Wish, decide, evolve};
use domain::rulebook::parameters;
use domain::running::Rejection;
use domain::season::decider::{self as season, Season};
use domain::text::StatedReason;
use events::envelope::{StreamKind, StreamName};
use events::vault::Prepared;

/// What somebody wants of an online event that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnlineWish {
    /// Record its table.
    RecordTable(Vec<PlacedPlayer>),
    /// Take the table back.
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
        record: OnlineTableRecord,
        /// Why.
        reason: StatedReason,
    },
}

impl OnlineWish {
    fn reason(&self) -> Option<&StatedReason> {
        match self {
            Self::WithdrawTable { reason } | Self::Correct { reason, .. } => Some(reason),
            Self::RecordTable(_) | Self::DeclareWaiver { .. } | Self::WithdrawWaiver { .. } | Self::Close { .. } => {
                None
            }
        }
    }

    /// Everybody whom it names.
    fn players(&self) -> Vec<&PlayerId> {
        match self {
            Self::RecordTable(table) | Self::Correct { record: OnlineTableRecord { table, .. }, .. } => {
                table.iter().map(|line| &line.player).collect()
            }
            Self::DeclareWaiver { player, .. } => vec![player],
            Self::WithdrawTable { .. } | Self::WithdrawWaiver { .. } | Self::Close { .. } => Vec::new(),
        }
    }
}

type Outcome = Result<Done, ActError<Rejection>>;

impl Office {
    /// Opens an edition of an online event under a new opaque id.
    pub fn open_online_event(&self, act: &Act, known: &dyn Known, by: Hand, opening: &OnlineOpening) -> Outcome {
        let stream = StreamName::new(StreamKind::OnlineEvent, &self.opaque_id())?;
        let _alone = self.one_at_a_time();
        self.perform(act, &subject(&stream, false), |stood| {
            let last = opening.days.last().unwrap_or(opening.days.first());
            let beside = self.beside_edition(known, &stream, opening.kind, opening.edition, last)?;
            let command = Command { by, at: self.moment(), wish: Wish::Open(*opening), beside };
            Ok(Plan { events: decided(stood, &command)?, ..Plan::default() })
        })
    }

    /// Does something to an online event.
    pub fn run_online_event(&self, act: &Act, known: &dyn Known, by: Hand, id: &EventId, wish: &OnlineWish) -> Outcome {
        let stream = StreamName::new(StreamKind::OnlineEvent, id.as_str())?;
        self.perform(act, &subject(&stream, true), |stood| {
            let (first_id, prepared) = self.reason(wish.reason());
            let reason = prepared.as_ref().map(Prepared::commitment);
            let at = self.moment();
            let mut beside = match wish {
                OnlineWish::Correct { record, .. } => {
                    self.beside_edition(known, &stream, record.kind, record.edition, record.ended_at.day())?
                }
                _ => Beside::default(),
            };
            beside.named = self.named(known, wish.players())?;
            let wish = match wish.clone() {
                OnlineWish::RecordTable(table) => Wish::RecordTable { table },
                OnlineWish::WithdrawTable { .. } => {
                    Wish::WithdrawTable { reason: reason.unwrap_or(Commitment([0; 32])) }
                }
                OnlineWish::DeclareWaiver { player, declared_at } => {
                    Wish::DeclareWaiver(NotedWaiver { player, declared_at: declared_at.unwrap_or(at) })
                }
                OnlineWish::WithdrawWaiver { player } => Wish::WithdrawWaiver { player },
                OnlineWish::Close { ended_at } => Wish::Close { ended_at: ended_at.unwrap_or(at) },
                OnlineWish::Correct { record, .. } => Wish::Correct(Correction { record, reason }),
            };
            let events = decided(stood, &Command { by, at, wish, beside })?;
            Ok(Plan { first_id: Some(first_id), events, texts: prepared.into_iter().collect(), ..Plan::default() })
        })
    }

    /// What the rules ask of the other editions and of the rulebook of the season.
    fn beside_edition(
        &self,
        known: &dyn Known,
        stream: &StreamName,
        kind: OnlineEvent,
        edition: u32,
        day: Day,
    ) -> Result<Beside, ActError<Rejection>> {
        known.catch_up(self.log.head()?.position)?;
        let season = self.season_on(known, day)?;
        let in_season = |other: Day| season.as_ref().is_none_or(|season| season.window.holds(other));
        let same = |(id, other, number, day): &(EventId, OnlineEvent, u32, Day)| {
            id.as_str() != stream.id() && (*other, *number) == (kind, edition) && in_season(*day)
        };
        let same_edition = known.online_editions().into_iter().find(same).map(|(id, ..)| id);
        let rules = match &season {
            Some(season) => self.adopted(&season.rulebook)?.and_then(|record| record.rulebook().ok()),
            None => None,
        };
        let editions = rules.map(|rules| {
            let quotas = rules.get(parameters::AWANS_ONLINE);
            quotas.iter().filter(|quota| quota.event == kind).map(|quota| quota.editions).sum()
        });
        Ok(Beside { same_edition, editions, ..Beside::default() })
    }

    /// The season that a day belongs to.
    fn season_on(&self, known: &dyn Known, day: Day) -> Result<Option<SeasonRecord>, ActError<Rejection>> {
        for id in known.seasons() {
            let stream = StreamName::new(StreamKind::Season, id.as_str())?;
            let evolve = |state, event: &Event| match event {
                Event::Season(event) => Ok(season::evolve(state, event)?),
                _ => Err(HistoryProblem::OtherKind),
            };
            if let Season::Open(record) = self.stood::<Season, Rejection>(&stream, evolve)?.state
                && record.window.holds(day)
            {
                return Ok(Some(record));
            }
        }
        Ok(None)
    }
}

fn subject(stream: &StreamName, must_exist: bool) -> Subject<'_, Online> {
    let evolve = |state, event: &Event| match event {
        Event::Online(event) => Ok(evolve(state, event)?),
        _ => Err(HistoryProblem::OtherKind),
    };
    Subject { stream, evolve, must_exist }
}

fn decided(stood: &Stood<Online>, command: &Command) -> Result<Vec<Event>, ActError<Rejection>> {
    let events = decide(&stood.state, command).map_err(ActError::Rejected)?;
    Ok(events.into_iter().map(Event::Online).collect())
}
