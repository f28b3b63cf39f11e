//! Acts on seasons: opening and correcting.

use super::{Act, ActError, Done, HistoryProblem, Known, Office, Plan, Stood, Subject};
use crate::claims::SeasonWindows;
use domain::event::{Correction, Event, SeasonRecord};
use domain::ids::SeasonId;
use domain::season::decider::{Beside, Command, Rejection, Season, decide, evolve};
use domain::text::StatedReason;
use events::envelope::{StreamKind, StreamName, Version};
use events::vault::Prepared;

impl Office {
    /// Opens a season.
    pub fn open_season(
        &self,
        act: &Act,
        known: &dyn Known,
        id: &SeasonId,
        record: &SeasonRecord,
    ) -> Result<Done, ActError<Rejection>> {
        let stream = StreamName::new(StreamKind::Season, id.as_str())?;
        let _alone = self.one_at_a_time();
        self.perform(act, &subject(&stream, false), |stood| {
            let windows = SeasonWindows::look(&*self.log)?;
            let beside = self.beside(known, id, record)?;
            let events = decided(stood, &Command::Open { record: record.clone(), beside })?;
            let cabinet = windows.after(&events);
            Ok(Plan { events, cabinet, ..Plan::default() })
        })
    }

    /// Corrects the record of a season.
    pub fn correct_season(
        &self,
        act: &Act,
        known: &dyn Known,
        id: &SeasonId,
        record: &SeasonRecord,
        reason: Option<&StatedReason>,
    ) -> Result<Done, ActError<Rejection>> {
        let stream = StreamName::new(StreamKind::Season, id.as_str())?;
        let _alone = self.one_at_a_time();
        self.perform(act, &subject(&stream, true), |stood| {
            let windows = SeasonWindows::look(&*self.log)?;
            let beside = self.beside(known, id, record)?;
            let (first_id, reason) = self.reason(reason);
            let correction = Correction { record: record.clone(), reason: reason.as_ref().map(Prepared::commitment) };
            let events = decided(stood, &Command::Correct { correction, beside })?;
            let texts = reason.into_iter().collect();
            let cabinet = windows.after(&events);
            Ok(Plan { first_id: Some(first_id), events, texts, cabinet, ..Plan::default() })
        })
    }

    /// What the rules ask of the other seasons and of the rulebook.
    fn beside(&self, known: &dyn Known, id: &SeasonId, record: &SeasonRecord) -> Result<Beside, ActError<Rejection>> {
        known.catch_up(self.log.head()?.position)?;
        let rulebook = StreamName::new(StreamKind::Rulebook, record.rulebook.as_str())?;
        let mut beside =
            Beside { windows: Vec::new(), rulebook_adopted: self.log.stream_version(&rulebook)? > Version(0) };
        for other in known.seasons().into_iter().filter(|other| other != id) {
            let stream = StreamName::new(StreamKind::Season, other.as_str())?;
            let stood = self.stood::<Season, Rejection>(&stream, subject(&stream, true).evolve)?;
            if let Season::Open(record) = stood.state {
                beside.windows.push((other, record.window));
            }
        }
        Ok(beside)
    }
}

fn subject(stream: &StreamName, must_exist: bool) -> Subject<'_, Season> {
    let evolve = |state, event: &Event| match event {
        Event::Season(event) => Ok(evolve(state, event)?),
        _ => Err(HistoryProblem::OtherKind),
    };
    Subject { stream, evolve, must_exist }
}

fn decided(stood: &Stood<Season>, command: &Command) -> Result<Vec<Event>, ActError<Rejection>> {
    let events = decide(&stood.state, command).map_err(ActError::Rejected)?;
    Ok(events.into_iter().map(Event::Season).collect())
}
