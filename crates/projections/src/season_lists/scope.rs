//! Which lists there are, of one season or of all.

use crate::views::{Recorded, Records};
use domain::calendar::Day;
use domain::event::GrandPrixRecord;
use domain::ids::{EventId, SeasonId};
use domain::publication::ListId;

/// The lists of a season that change by themselves: the ranking, the qualifications to the national championship, the Grand Prix
/// cycles that ended in it, and the voivodeship championships whose window did.
pub fn lists_of_season(records: &Records, season: &SeasonId) -> Vec<ListId> {
    let Some(window) = records.season(season).map(|season| season.record.window) else { return Vec::new() };
    let mut lists = vec![ListId::Ranking(season.clone()), ListId::Mp(season.clone())];
    let cycles = records.cycles().filter(|cycle| last_day(records, cycle).is_some_and(|day| window.holds(day)));
    lists.extend(cycles.map(|cycle| ListId::GrandPrix(cycle.id.clone())));
    let championships = records.championships().filter(|championship| {
        let days = championship.record.window;
        window.holds(days.last().unwrap_or(days.first()))
    });
    for championship in championships {
        lists.push(ListId::Mw(championship.id.clone()));
        lists.push(ListId::Wildcards(championship.id.clone()));
    }
    lists
}

/// The lists of every season.
pub fn lists_of_all(records: &Records) -> Vec<ListId> {
    let seasons =
        records.seasons().flat_map(|season| [ListId::Ranking(season.id.clone()), ListId::Mp(season.id.clone())]);
    let cycles = records.cycles().map(|cycle| ListId::GrandPrix(cycle.id.clone()));
    let championships =
        records.championships().flat_map(|it| [ListId::Mw(it.id.clone()), ListId::Wildcards(it.id.clone())]);
    seasons.chain(cycles).chain(championships).collect()
}

/// The day on which the last tournament of a cycle ended.
fn last_day(records: &Records, cycle: &Recorded<EventId, GrandPrixRecord>) -> Option<Day> {
    let ended = |id: &EventId| Some(records.tournament(id)?.record.ended_at.day());
    cycle.record.tournaments.iter().filter_map(ended).max()
}
