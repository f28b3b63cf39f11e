//! Acts on voivodeship championships: announcing, correcting, and setting the days.

use super::{Act, ActError, Done, HistoryProblem, Known, Office, Plan, Stood, Subject};
use crate::projector::Projector;
use domain::calendar::Window;
use domain::championship::{Beside, Championship, Command, Rejection, Wish, decide, evolve};
use domain::event::{ChampionshipRecord, Correction, Event};
use domain::ids::ChampionshipId;
use domain::text::StatedReason;
use events::envelope::{StreamKind, StreamName};
use events::vault::Prepared;

/// What somebody wants of a championship.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChampionshipWish {
    /// Announce it.
    Announce(ChampionshipRecord),
    /// Correct its record.
    Correct {
        /// What holds instead.
        record: ChampionshipRecord,
        /// Why.
        reason: StatedReason,
    },
    /// Set the days on which it is played.
    Schedule {
        /// Those days.
        days: Window,
    },
}

impl Office {
    /// Does something to a voivodeship championship.
    pub fn run_championship(
        &self,
        act: &Act,
        projector: &Projector,
        id: &ChampionshipId,
        wish: &ChampionshipWish,
    ) -> Result<Done, ActError<Rejection>> {
        let stream = StreamName::new(StreamKind::Championship, id.as_str())?;
        let evolve = |state, event: &Event| match event {
            Event::Championship(event) => Ok(evolve(state, event)?),
            _ => Err(HistoryProblem::OtherKind),
        };
        let must_exist = !matches!(wish, ChampionshipWish::Announce(_));
        // An event feeds one championship of its voivodeship, so the others are looked at.
        let _alone = self.one_at_a_time();
        self.perform(act, &Subject { stream: &stream, evolve, must_exist }, |stood| {
            let beside = self.beside_championship(projector, id, stood, wish)?;
            let stated = match wish {
                ChampionshipWish::Correct { reason, .. } => Some(reason),
                ChampionshipWish::Announce(_) | ChampionshipWish::Schedule { .. } => None,
            };
            let (first_id, reason) = self.reason(stated);
            let wish = match wish.clone() {
                ChampionshipWish::Announce(record) => Wish::Announce(record),
                ChampionshipWish::Correct { record, .. } => {
                    Wish::Correct(Correction { record, reason: reason.as_ref().map(Prepared::commitment) })
                }
                ChampionshipWish::Schedule { days } => Wish::Schedule { days },
            };
            let events = decide(&stood.state, &Command { wish, beside }).map_err(ActError::Rejected)?;
            let events = events.into_iter().map(Event::Championship).collect();
            Ok(Plan { first_id: Some(first_id), events, texts: reason.into_iter().collect(), ..Plan::default() })
        })
    }

    fn beside_championship(
        &self,
        projector: &Projector,
        id: &ChampionshipId,
        stood: &Stood<Championship>,
        wish: &ChampionshipWish,
    ) -> Result<Beside, ActError<Rejection>> {
        projector.catch_up(self.log.head()?.position)?;
        let record = match (wish, &stood.state) {
            (ChampionshipWish::Announce(record) | ChampionshipWish::Correct { record, .. }, _)
            | (ChampionshipWish::Schedule { .. }, Championship::Announced { record, .. }) => record,
            (ChampionshipWish::Schedule { .. }, Championship::Unknown) => return Err(ActError::NotFound),
        };
        let views = projector.views();
        let others = views.records.championships().filter(|other| other.id != *id);
        let others = others.filter(|other| other.record.voivodeship == record.voivodeship);
        Ok(Beside {
            rulebook: views.records.rulebook(&record.rulebook).map(|(_, rulebook)| rulebook.as_ref().clone()),
            others: others.map(|other| (other.id.clone(), other.record.window)).collect(),
        })
    }
}
