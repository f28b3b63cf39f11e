//! Online events that give qualifications, and how many (R-AWO).

pub mod decider;

use crate::calendar::Moment;
use crate::class::OnlineEvent;
use crate::ids::{EventKey, PlayerKey};
use crate::league::TableLine;
use crate::rulebook::{Rulebook, parameters};

/// A finished online event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnlineTable {
    /// Its key.
    pub event: EventKey,
    /// Which event it is.
    pub kind: OnlineEvent,
    /// Which edition of the season.
    pub edition: u32,
    /// When it ended.
    pub ended_at: Moment,
    /// When its application was sent, if it had one.
    pub submitted_at: Option<Moment>,
    /// Its final table.
    pub table: Vec<TableLine>,
    /// Who gave up a qualification there.
    pub waivers: Vec<PlayerKey>,
}

/// How many qualifications each edition of this event gives (AMB-72).
pub fn quota(kind: OnlineEvent, rulebook: &Rulebook) -> u32 {
    rulebook.get(parameters::AWANS_ONLINE).iter().filter(|quota| quota.event == kind).map(|quota| quota.seats).sum()
}

/// How many qualifications the online events of a season give together.
pub fn total_quota(rulebook: &Rulebook) -> u32 {
    rulebook.get(parameters::AWANS_ONLINE).iter().map(|quota| quota.seats * quota.editions).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn e25_the_online_events_of_a_season_give_fifteen_qualifications() {
        let rulebook = Rulebook::default();
        assert_eq!(total_quota(&rulebook), 15);
        assert_eq!(quota(OnlineEvent::MpOnline, &rulebook), 6);
        assert_eq!(quota(OnlineEvent::Gold, &rulebook), 1);
    }
}
