//! Online competitions and how many qualifications they give (R-AWO).

pub mod decider;

use crate::competitions::class::OnlineEvent;
use crate::competitions::league::TableLine;
use crate::rulebook::{Rulebook, parameters};
use crate::values::calendar::Moment;
use crate::values::ids::{CompetitionKey, PlayerKey};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnlineTable {
    pub competition: CompetitionKey,
    pub kind: OnlineEvent,
    pub edition: u32,
    pub ended_at: Moment,
    /// When its application was sent, if it had one.
    pub submitted_at: Option<Moment>,
    pub table: Vec<TableLine>,
    pub waivers: Vec<PlayerKey>,
}

/// The number of qualifications per edition (AMB-72).
pub fn quota(kind: OnlineEvent, rulebook: &Rulebook) -> u32 {
    rulebook.get(parameters::AWANS_ONLINE).iter().filter(|quota| quota.event == kind).map(|quota| quota.seats).sum()
}

/// The number of qualifications of all online competitions of a season.
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
