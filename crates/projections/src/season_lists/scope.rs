//! Which lists there are, of one season or of all.

use crate::views::{Championship, Recorded, Records};
use domain::event::{GrandPrixRecord, SeasonRecord};
use domain::publication::ListId;
use domain::values::calendar::Day;
use domain::values::ids::{CompetitionId, SeasonId};

/// Every list of a season: its own, those of the Grand Prix cycles that ended in it, and those of the voivodeship
/// championships that its events feed.
pub fn lists_of_season(records: &Records, season: &SeasonId) -> Vec<ListId> {
    let Some(season) = records.season(season) else { return Vec::new() };
    let window = season.record.window;
    let all_grand_prix = records
        .all_grand_prix()
        .filter(|grand_prix| last_day(records, grand_prix).is_some_and(|day| window.holds(day)));
    let all_grand_prix = all_grand_prix.map(|grand_prix| ListId::GrandPrix(grand_prix.id.clone()));
    let championships = championships_fed_by(records, &season.id).flat_map(of_championship);
    of_season(season).into_iter().chain(all_grand_prix).chain(championships).collect()
}

/// The lists of every season.
pub fn lists_of_all(records: &Records) -> Vec<ListId> {
    let all_grand_prix = records.all_grand_prix().map(|grand_prix| ListId::GrandPrix(grand_prix.id.clone()));
    let championships = records.championships().flat_map(of_championship);
    records.seasons().flat_map(of_season).chain(all_grand_prix).chain(championships).collect()
}

/// The season that a voivodeship championship belongs to: that in which the first day lies whose events feed it.
pub fn season_of_championship<'a>(records: &'a Records, championship: &Championship) -> Option<&'a SeasonId> {
    records.season_on(championship.record.window.first()).map(|season| &season.id)
}

/// The voivodeship championships that belong to a season.
pub fn championships_of<'a>(records: &'a Records, season: &SeasonId) -> impl Iterator<Item = &'a Championship> {
    records.championships().filter(|it| season_of_championship(records, it) == Some(season))
}

/// The voivodeship championships whose lists events of a season can change: also one that belongs to another season and
/// has some of its days in this.
pub fn championships_fed_by<'a>(records: &'a Records, season: &SeasonId) -> impl Iterator<Item = &'a Championship> {
    let window = records.season(season).map(|season| season.record.window);
    let fed = move |championship: &&Championship| window.is_some_and(|it| it.overlaps(championship.record.window));
    records.championships().filter(fed)
}

fn of_season(season: &Recorded<SeasonId, SeasonRecord>) -> Vec<ListId> {
    let id = || season.id.clone();
    let mut lists = vec![ListId::Ranking(id()), ListId::Mp(id()), ListId::MpStart(id())];
    // There is no day to draw it up for while the day of the championship is not known.
    lists.extend(season.record.mp_first_day.map(|_| ListId::RankingSnapshot(id())));
    lists
}

fn of_championship(championship: &Championship) -> [ListId; 2] {
    [ListId::Mw(championship.id.clone()), ListId::Wildcards(championship.id.clone())]
}

/// The day on which the last tournament of a cycle ended.
fn last_day(records: &Records, grand_prix: &Recorded<CompetitionId, GrandPrixRecord>) -> Option<Day> {
    let ended = |id: &CompetitionId| Some(records.tournament(id)?.record.ended_at.day());
    grand_prix.record.tournaments.iter().filter_map(ended).max()
}
