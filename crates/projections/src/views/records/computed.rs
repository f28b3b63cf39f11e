//! Every list of every season, computed from the records under the rulebook that each was opened with.

use super::roster::Form;
use super::{Recorded, Records, Roster};
use domain::calendar::Moment;
use domain::event::{GrandPrixRecord, LeagueRecord, OnlineTableRecord, TournamentRecord};
use domain::grand_prix::{GrandPrixCycle, GrandPrixStandings};
use domain::ids::{ChampionshipId, EventId, EventKey, PlayerId, PlayerKey, RulebookId, SeasonId};
use domain::ledger::{Keys, Target};
use domain::lists::{Grown, Lists, SeasonLists, Unchanged, lists, lists_after};
use domain::mw::{MwList, VoivodeshipChampionship};
use domain::qualification::{Settled, Waiver};
use domain::recorded;
use domain::rulebook::Rulebook;
use domain::season::{Facts, Season, TieDecisions};
use domain::voivodeship::Voivodeship;
use events::envelope::Position;
use rustc_hash::FxHasher;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// Every list, by the rulebook it is computed under.
#[derive(Debug, Default)]
pub struct Computed {
    sets: BTreeMap<RulebookId, OnceLock<RuleSet>>,
    seasons: BTreeMap<SeasonId, RulebookId>,
    championships: BTreeMap<ChampionshipId, RulebookId>,
    cycles: BTreeMap<EventId, RulebookId>,
    sources: Sources,
    /// What was computed before the last changes, for what they do not concern.
    before: BTreeMap<RulebookId, Before>,
}

/// What sets are made from when somebody asks.
#[derive(Debug, Default, Clone)]
struct Sources(Box<Records>);

/// The lists of those seasons, championships and cycles that have one rulebook.
#[derive(Debug)]
pub struct RuleSet {
    /// What they are computed from; events of all seasons, but only the seasons and championships of this rulebook.
    pub facts: Facts,
    /// The lists.
    pub lists: Lists,
    /// The event that adopted the rulebook.
    pub rulebook_position: Position,
    before: Before,
}

impl Computed {
    pub(super) fn new(records: &Records, earlier: Option<&Self>) -> Self {
        let mut sets: BTreeMap<RulebookId, OnceLock<RuleSet>> = BTreeMap::new();
        let mut use_of = |rulebook: &RulebookId| {
            sets.entry(rulebook.clone()).or_default();
            rulebook.clone()
        };
        let seasons = records.seasons().map(|season| (season.id.clone(), use_of(&season.record.rulebook))).collect();
        let championships = records.championships().map(|mw| (mw.id.clone(), use_of(&mw.record.rulebook))).collect();
        let cycles = records.cycles.values().map(|cycle| (cycle.id.clone(), use_of(&cycle.record.rulebook))).collect();
        // A copy shares everything; it must not hold what is being computed.
        let mut sources = records.clone();
        sources.forget_computed();
        let before = earlier.map_or_else(BTreeMap::new, Self::handed_on);
        Self { sets, seasons, championships, cycles, sources: Sources(Box::new(sources)), before }
    }

    /// What the next ones may take over: lists only, and nothing that leads further back.
    fn handed_on(&self) -> BTreeMap<RulebookId, Before> {
        let mut before = self.before.clone();
        let made = self.sets.iter().filter_map(|(rulebook, set)| Some((rulebook.clone(), set.get()?.before.clone())));
        before.extend(made);
        before
    }

    fn set(&self, rulebook: &RulebookId) -> Option<&RuleSet> {
        let cell = self.sets.get(rulebook)?;
        let (position, rules) = self.sources.0.rulebook(rulebook)?;
        let before = self.before.get(rulebook);
        Some(cell.get_or_init(|| RuleSet::new(&self.sources.0, rulebook, (position, rules), before)))
    }

    /// The lists of a season, with what they are computed from.
    pub fn season(&self, id: &SeasonId) -> Option<(&RuleSet, &SeasonLists)> {
        let set = self.set(self.seasons.get(id)?)?;
        Some((set, set.season(id)?))
    }

    /// The list of a voivodeship championship.
    pub fn championship(&self, id: &ChampionshipId) -> Option<(&RuleSet, &MwList)> {
        let set = self.set(self.championships.get(id)?)?;
        Some((set, set.championship(id)?))
    }

    /// The standings of a Grand Prix cycle that is over.
    pub fn cycle(&self, id: &EventId) -> Option<(&RuleSet, &GrandPrixStandings)> {
        let set = self.set(self.cycles.get(id)?)?;
        Some((set, set.cycle(id)?))
    }

    /// Computes every list that nobody has asked for yet.
    pub fn complete(&self) {
        for rulebook in self.sets.keys() {
            self.set(rulebook);
        }
    }
}

impl RuleSet {
    fn new(
        records: &Records,
        id: &RulebookId,
        (position, rulebook): (Position, &Arc<Rulebook>),
        before: Option<&Before>,
    ) -> Self {
        let seasons: Vec<SeasonId> =
            records.seasons().filter(|season| season.record.rulebook == *id).map(|season| season.id.clone()).collect();
        let championships = records.championships().filter(|mw| mw.record.rulebook == *id);
        let championships: Vec<ChampionshipId> = championships.map(|mw| mw.id.clone()).collect();
        Self::after(records, (rulebook, position), &seasons, &championships, before)
    }

    /// The lists of these seasons and championships under any rulebook, whatever they were opened with.
    pub fn under(
        records: &Records,
        rulebook: &Arc<Rulebook>,
        rulebook_position: Position,
        seasons: &[SeasonId],
        championships: &[ChampionshipId],
    ) -> Self {
        Self::after(records, (rulebook, rulebook_position), seasons, championships, None)
    }

    fn after(
        records: &Records,
        (rulebook, position): (&Arc<Rulebook>, Position),
        seasons: &[SeasonId],
        championships: &[ChampionshipId],
        before: Option<&Before>,
    ) -> Self {
        let gathering = Gathering { records, rulebook, position, roster: records.roster() };
        let facts = gathering.facts(seasons, championships);
        let marks = Marks::new(records, &facts);
        let usable =
            before.filter(|before| before.position == position && Arc::ptr_eq(&before.roster, records.roster()));
        let lists = match usable {
            Some(before) => lists_after(&facts, &Kept { before, marks: &marks, facts: &facts }),
            None => lists(&facts),
        };
        let before = Before::of(records.roster(), position, &facts, marks, &lists);
        Self { facts, lists, rulebook_position: position, before }
    }

    /// The standings of one Grand Prix cycle with these tournaments, as far as they are over, and nothing else.
    pub fn of_cycle(
        records: &Records,
        rulebook: &Arc<Rulebook>,
        rulebook_position: Position,
        cycle: &EventId,
        tournaments: &[EventId],
    ) -> Self {
        let gathering = Gathering { records, rulebook, position: rulebook_position, roster: records.roster() };
        let mut facts = gathering.facts(&[], &[]);
        facts.grand_prix = gathering.members(cycle, tournaments, &facts.tournaments).into_iter().collect();
        let lists = lists(&facts);
        let marks = Marks::new(records, &facts);
        let before = Before::of(records.roster(), rulebook_position, &facts, marks, &lists);
        Self { facts, lists, rulebook_position, before }
    }

    /// The lists of a season, if it is one of those.
    pub fn season(&self, id: &SeasonId) -> Option<&SeasonLists> {
        let index = self.facts.seasons.iter().position(|season| season.id == *id)?;
        self.lists.seasons.get(index).map(Arc::as_ref)
    }

    /// The list of a voivodeship championship, if it is one of those.
    pub fn championship(&self, id: &ChampionshipId) -> Option<&MwList> {
        let index = self.facts.championships.iter().position(|championship| championship.id == *id)?;
        self.lists.mw.get(index).map(Arc::as_ref)
    }

    /// The standings of a Grand Prix cycle that has a tournament which is over.
    pub fn cycle(&self, id: &EventId) -> Option<&GrandPrixStandings> {
        let found = self.lists.grand_prix.iter().find(|standings| self.facts.event_id(standings.event) == id);
        found.map(Arc::as_ref)
    }
}

/// Lists that were computed, with marks that tell whether anything that concerns them has changed since.
#[derive(Debug, Clone)]
struct Before {
    roster: Arc<Roster>,
    position: Position,
    seasons: BTreeMap<SeasonId, (u64, Arc<SeasonLists>)>,
    counted: BTreeMap<SeasonId, Counted>,
    cycles: BTreeMap<EventKey, (u64, Arc<GrandPrixStandings>)>,
    championships: BTreeMap<ChampionshipId, (u64, Arc<MwList>)>,
}

impl Before {
    fn of(roster: &Arc<Roster>, position: Position, facts: &Facts, marks: Marks, lists: &Lists) -> Self {
        let seasons = facts.seasons.iter().zip(&lists.seasons);
        let championships = facts.championships.iter().zip(&lists.mw);
        let cycles = lists.grand_prix.iter();
        Self {
            roster: Arc::clone(roster),
            position,
            seasons: seasons
                .filter_map(|(it, lists)| Some((it.id.clone(), (*marks.seasons.get(&it.id)?, Arc::clone(lists)))))
                .collect(),
            cycles: cycles.filter_map(|it| Some((it.event, (*marks.cycles.get(&it.event)?, Arc::clone(it))))).collect(),
            championships: championships
                .filter_map(|(it, list)| Some((it.id.clone(), (*marks.championships.get(&it.id)?, Arc::clone(list)))))
                .collect(),
            counted: marks.counted,
        }
    }
}

/// What of the lists before still holds.
struct Kept<'a> {
    before: &'a Before,
    marks: &'a Marks,
    facts: &'a Facts,
}

impl Unchanged for Kept<'_> {
    fn season(&self, season: &Season) -> Option<Arc<SeasonLists>> {
        let (mark, lists) = self.before.seasons.get(&season.id)?;
        (self.marks.seasons.get(&season.id) == Some(mark)).then(|| Arc::clone(lists))
    }

    fn cycle(&self, cycle: &GrandPrixCycle) -> Option<Arc<GrandPrixStandings>> {
        let (mark, standings) = self.before.cycles.get(&cycle.event)?;
        (self.marks.cycles.get(&cycle.event) == Some(mark)).then(|| Arc::clone(standings))
    }

    fn championship(&self, championship: &VoivodeshipChampionship) -> Option<Arc<MwList>> {
        let (mark, list) = self.before.championships.get(&championship.id)?;
        (self.marks.championships.get(&championship.id) == Some(mark)).then(|| Arc::clone(list))
    }

    fn grown(&self, season: &Season) -> Option<Grown> {
        let (before, now) = (self.before.counted.get(&season.id)?, self.marks.counted.get(&season.id)?);
        let new = now.beyond(before)?;
        let place = |id: &EventId| {
            let event = self.before.roster.event(id)?;
            self.facts.tournaments.iter().position(|tournament| tournament.event == event)
        };
        let tournaments = new.into_iter().map(place).collect::<Option<Vec<usize>>>()?;
        Some(Grown { before: Arc::clone(&self.before.seasons.get(&season.id)?.1), tournaments })
    }
}

/// What counts for the ranking of a season, each with the last event that changed it, which nothing else has.
#[derive(Debug, Clone, Default)]
struct Counted {
    season: Option<Position>,
    leagues: Vec<Position>,
    /// In the order of their last changes.
    tournaments: Vec<(Position, EventId)>,
}

impl Counted {
    /// The tournaments that are new here, if everything else is as it was before; nothing if there are so many that a table is sooner
    /// built anew.
    fn beyond(&self, before: &Self) -> Option<Vec<&EventId>> {
        let as_it_was = self.season == before.season && self.leagues == before.leagues;
        let mut known = before.tournaments.iter().map(|(etag, _)| *etag).peekable();
        let new = self.tournaments.iter().filter(|(etag, _)| known.next_if_eq(etag).is_none());
        let new: Vec<&EventId> = new.map(|(_, id)| id).collect();
        (as_it_was && known.peek().is_none() && new.len() <= MOST_NEW).then_some(new)
    }
}

/// A table that grows by more tournaments than that is built anew.
const MOST_NEW: usize = 3;

/// Marks of everything that has a list: two states have the same only if all that a list is computed from was last changed by the same
/// events.
#[derive(Debug)]
struct Marks {
    seasons: BTreeMap<SeasonId, u64>,
    counted: BTreeMap<SeasonId, Counted>,
    cycles: BTreeMap<EventKey, u64>,
    championships: BTreeMap<ChampionshipId, u64>,
}

impl Marks {
    /// Looks at every record once, however many seasons and championships there are.
    fn new(records: &Records, facts: &Facts) -> Self {
        let cycles: BTreeMap<EventKey, u64> =
            facts.grand_prix.iter().map(|cycle| (cycle.event, Self::cycle(records, facts, cycle))).collect();
        let seasons = facts.seasons.iter().map(|season| {
            let counted = Counted { season: records.season(&season.id).map(|known| known.etag), ..Counted::default() };
            (season, Self::about_season(records, season), counted)
        });
        let mut seasons: Vec<(&Season, FxHasher, Counted)> = seasons.collect();
        let mut championships: BTreeMap<Voivodeship, Vec<(&VoivodeshipChampionship, FxHasher)>> = BTreeMap::new();
        for championship in &facts.championships {
            let there = championships.entry(championship.voivodeship).or_default();
            there.push((championship, Self::about_championship(records, championship)));
        }
        let mut counts_for_season = |ended_at: Moment, etag: Position, count: &dyn Fn(&mut Counted)| {
            let day = ended_at.day();
            for (_, mark, counted) in seasons.iter_mut().filter(|(season, ..)| season.window.holds(day)) {
                etag.hash(mark);
                count(counted);
            }
        };
        let mut feeds = |voivodeship: Voivodeship, ended_at: Moment, etag: Position| {
            let fed = championships.get_mut(&voivodeship).into_iter().flatten();
            let fed = fed.filter(|(championship, _)| championship.is_fed_by(voivodeship, ended_at));
            fed.for_each(|(_, mark)| etag.hash(mark));
        };
        for it in records.tournaments.values() {
            let count = |counted: &mut Counted| counted.tournaments.push((it.etag, it.id.clone()));
            counts_for_season(it.record.ended_at, it.etag, &count);
            feeds(it.record.voivodeship, it.record.ended_at, it.etag);
        }
        for it in records.leagues.values() {
            counts_for_season(it.record.ended_at, it.etag, &|counted| counted.leagues.push(it.etag));
            feeds(it.record.voivodeship, it.record.ended_at, it.etag);
        }
        for it in records.online.values() {
            counts_for_season(it.record.ended_at, it.etag, &|_| ());
        }
        for (season, mark, counted) in &mut seasons {
            counted.tournaments.sort_unstable_by_key(|(etag, _)| *etag);
            let within = |index: &usize| season.window.holds(facts.tournaments[*index].ended_at.day());
            let there = facts.grand_prix.iter().filter(|cycle| cycle.members.iter().any(within));
            there.for_each(|cycle| cycles.get(&cycle.event).hash(mark));
        }
        let championships = championships.into_values().flatten();
        Self {
            seasons: seasons.iter().map(|(season, mark, _)| (season.id.clone(), mark.finish())).collect(),
            counted: seasons.into_iter().map(|(season, _, counted)| (season.id.clone(), counted)).collect(),
            championships: championships.map(|(it, mark)| (it.id.clone(), mark.finish())).collect(),
            cycles,
        }
    }

    fn about_season(records: &Records, season: &Season) -> FxHasher {
        let mut mark = FxHasher::default();
        let ledger = records.ledger(&Target::Mp(season.id.clone())).map(|entry| entry.etag);
        (records.season(&season.id).map(|known| known.etag), ledger, records.waivers_changed).hash(&mut mark);
        mark
    }

    fn about_championship(records: &Records, championship: &VoivodeshipChampionship) -> FxHasher {
        let mut mark = FxHasher::default();
        let ledger = records.ledger(&Target::Mw(championship.id.clone())).map(|entry| entry.etag);
        (records.championship(&championship.id).map(|known| known.etag), ledger).hash(&mut mark);
        mark
    }

    fn cycle(records: &Records, facts: &Facts, cycle: &GrandPrixCycle) -> u64 {
        let mut mark = FxHasher::default();
        let etag = |event: EventKey| {
            let id = facts.event_id(event);
            let tournament = records.tournament(id).map(|it| it.etag);
            (tournament, records.cycle(id).map(|it| it.etag))
        };
        etag(cycle.event).hash(&mut mark);
        cycle.members.iter().for_each(|index| etag(facts.tournaments[*index].event).hash(&mut mark));
        mark.finish()
    }
}

/// Gathers facts from records.
struct Gathering<'a> {
    records: &'a Records,
    rulebook: &'a Arc<Rulebook>,
    /// Tells rulebooks apart.
    position: Position,
    roster: &'a Arc<Roster>,
}

impl Gathering<'_> {
    fn player(&self, id: &PlayerId) -> PlayerKey {
        // No decider records anybody whom nobody has registered.
        self.roster.player(id).unwrap_or(PlayerKey(0))
    }

    fn facts(&self, seasons: &[SeasonId], championships: &[ChampionshipId]) -> Facts {
        let records = self.records;
        let tournaments: Vec<Arc<domain::tournament::Tournament>> =
            records.tournaments.values().filter_map(|it| self.tournament(it)).collect();
        let leagues = records.leagues.values().filter_map(|it| self.league(it)).collect();
        let online = records.online.values().filter_map(|it| self.online(it)).collect();
        let cycles = records.cycles.values().filter_map(|cycle| self.cycle(cycle, &tournaments)).collect();
        let waivers = records.waivers.iter().flat_map(|(player, moments)| {
            let player = self.player(player);
            moments.iter().map(move |declared_at| Waiver { player, declared_at: *declared_at })
        });
        Facts {
            rulebook: self.rulebook.as_ref().clone(),
            players: Arc::clone(&self.roster.players),
            events: Arc::clone(&self.roster.events),
            seasons: seasons.iter().filter_map(|id| self.season(id)).collect(),
            leagues,
            grand_prix: cycles,
            online,
            waivers: waivers.collect(),
            championships: championships.iter().filter_map(|id| self.championship(id)).collect(),
            tie_decisions: self.ties(),
            settled: self.settled(seasons, championships),
            tournaments,
        }
    }

    fn season(&self, id: &SeasonId) -> Option<Season> {
        let season = self.records.season(id)?;
        let (window, mp_first_day) = (season.record.window, season.record.mp_first_day);
        Some(Season { id: id.clone(), window, mp_first_day })
    }

    fn championship(&self, id: &ChampionshipId) -> Option<VoivodeshipChampionship> {
        let record = &self.records.championship(id)?.record;
        Some(VoivodeshipChampionship { id: id.clone(), voivodeship: record.voivodeship, window: record.window })
    }

    fn tournament(&self, it: &Recorded<EventId, TournamentRecord>) -> Option<Arc<domain::tournament::Tournament>> {
        let key = |id: &PlayerId| self.player(id);
        let form = it.converted.get_or_make(self.roster, self.position, || {
            let event = self.roster.event(&it.id)?;
            Some(Form::Tournament(Arc::new(recorded::tournament(&it.record, event, &it.beside, &key, self.rulebook))))
        });
        if let Form::Tournament(tournament) = form? { Some(tournament) } else { None }
    }

    fn league(&self, it: &Recorded<EventId, LeagueRecord>) -> Option<Arc<domain::league::League>> {
        let key = |id: &PlayerId| self.player(id);
        let form = it.converted.get_or_make(self.roster, self.position, || {
            let event = self.roster.event(&it.id)?;
            Some(Form::League(Arc::new(recorded::league(&it.record, event, &it.beside, &key))))
        });
        if let Form::League(league) = form? { Some(league) } else { None }
    }

    fn online(&self, it: &Recorded<EventId, OnlineTableRecord>) -> Option<Arc<domain::online::OnlineTable>> {
        let key = |id: &PlayerId| self.player(id);
        let form = it.converted.get_or_make(self.roster, self.position, || {
            let event = self.roster.event(&it.id)?;
            Some(Form::Online(Arc::new(recorded::online(&it.record, event, &it.beside, &key))))
        });
        if let Form::Online(online) = form? { Some(online) } else { None }
    }

    fn cycle(
        &self,
        it: &Recorded<EventId, GrandPrixRecord>,
        tournaments: &[Arc<domain::tournament::Tournament>],
    ) -> Option<GrandPrixCycle> {
        self.members(&it.id, &it.record.tournaments, tournaments)
    }

    fn members(
        &self,
        cycle: &EventId,
        members: &[EventId],
        tournaments: &[Arc<domain::tournament::Tournament>],
    ) -> Option<GrandPrixCycle> {
        // Tournaments are in the order of their ids, and so are keys.
        let member = |id: &EventId| {
            let event = self.roster.event(id)?;
            tournaments.binary_search_by_key(&event, |tournament| tournament.event).ok()
        };
        let members = members.iter().filter_map(member).collect();
        Some(GrandPrixCycle { event: self.roster.event(cycle)?, members })
    }

    fn ties(&self) -> TieDecisions {
        let records = self.records;
        let tournaments = records.tournaments.values().map(|it| (&it.id, &it.beside.tie));
        let leagues = records.leagues.values().map(|it| (&it.id, &it.beside.tie));
        let cycles = records.cycles.values().map(|it| (&it.id, &it.beside.tie));
        let online = records.online.values().map(|it| (&it.id, &it.beside.tie));
        let players = |order: &Vec<PlayerId>| order.iter().map(|id| self.player(id)).collect();
        let by_event = tournaments.chain(leagues).chain(cycles).chain(online);
        // Few have one, and only those are looked up.
        let by_event = by_event.filter_map(|(id, tie)| Some((id, tie.as_ref()?)));
        let by_event = by_event.filter_map(|(id, tie)| Some((self.roster.event(id)?, players(tie))));
        let by_season = records.seasons();
        let by_season = by_season.filter_map(|it| Some((it.id.clone(), players(it.beside.tie.as_ref()?))));
        TieDecisions { by_event: by_event.collect(), by_season: by_season.collect() }
    }

    fn settled(&self, seasons: &[SeasonId], championships: &[ChampionshipId]) -> Settled {
        let keys = Keys { player: &|id| self.roster.player(id), event: &|id| self.roster.event(id) };
        let book = |target: Target| Some(self.records.ledger(&target)?.ledger.book(keys));
        let mp = seasons.iter().filter_map(|id| Some((id.clone(), book(Target::Mp(id.clone()))?)));
        let mw = championships.iter().filter_map(|id| Some((id.clone(), book(Target::Mw(id.clone()))?)));
        Settled { mp: mp.collect(), mw: mw.collect() }
    }
}

/// Something that is computed from what stands beside it: shared by copies, and no part of what they are.
pub(super) struct Cell<T>(Arc<OnceLock<T>>);

impl<T> Cell<T> {
    pub(super) fn get_or_make(&self, make: impl FnOnce() -> T) -> &T {
        self.0.get_or_init(make)
    }

    pub(super) fn get(&self) -> Option<&T> {
        self.0.get()
    }

    #[cfg(test)]
    pub(super) fn is_made(&self) -> bool {
        self.0.get().is_some()
    }
}

impl<T> Default for Cell<T> {
    fn default() -> Self {
        Self(Arc::new(OnceLock::new()))
    }
}

impl<T> Clone for Cell<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> PartialEq for Cell<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> fmt::Debug for Cell<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.get().is_some() { "computed" } else { "not computed" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(tournaments: &[u64], leagues: &[u64]) -> Counted {
        let id = |etag: &u64| (Position(*etag), EventId::parse(&format!("t{etag}")).unwrap());
        Counted {
            season: Some(Position(1)),
            leagues: leagues.iter().copied().map(Position).collect(),
            tournaments: tournaments.iter().map(id).collect(),
        }
    }

    #[test]
    fn a_season_has_grown_if_it_has_new_tournaments_and_everything_else_as_it_was() {
        let before = counted(&[3, 5], &[4]);
        let new =
            |now: &Counted| now.beyond(&before).map(|new| new.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(new(&counted(&[3, 5, 9], &[4])), Some(vec!["t9".to_owned()]));
        assert_eq!(new(&counted(&[2, 3, 5], &[4])), Some(vec!["t2".to_owned()]));
        assert_eq!(new(&counted(&[3, 5], &[4])), Some(Vec::new()));
        assert_eq!(new(&counted(&[3, 9], &[4])), None, "one was corrected");
        assert_eq!(new(&counted(&[3], &[4])), None, "one is gone");
        assert_eq!(new(&counted(&[3, 5, 9], &[8])), None, "a league was corrected");
        assert_eq!(new(&counted(&[3, 5, 6, 7, 8, 9], &[4])), None, "there are too many");
        assert_eq!(new(&Counted { season: Some(Position(2)), ..counted(&[3, 5, 9], &[4]) }), None);
    }
}
