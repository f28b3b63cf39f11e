//! The lists of every season, computed from the records under the rulebook of the season.

use super::key_index::CalculationInput;
use super::{KeyIndex, Recorded, Records};
use domain::competitions::from_records;
use domain::competitions::grand_prix::{ClosedGrandPrix, GrandPrixStandings};
use domain::event::{GrandPrixRecord, LeagueRecord, OnlineTableRecord, TournamentRecord};
use domain::qualification::ledger::{Keys, Target};
use domain::qualification::mw::{MwList, VoivodeshipChampionship};
use domain::qualification::{SettledQualifications, Waiver};
use domain::rulebook::Rulebook;
use domain::season::lists::{IncrementalBase, ListCache, Lists, SeasonLists, lists, lists_with_cache};
use domain::season::{Facts, Season, TieDecisions};
use domain::values::calendar::Moment;
use domain::values::ids::{ChampionshipId, CompetitionId, CompetitionKey, PlayerId, PlayerKey, RulebookId, SeasonId};
use domain::values::voivodeship::Voivodeship;
use events::envelope::Position;
use rustc_hash::FxHasher;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// Every list, by the rulebook it is computed under.
#[derive(Debug, Default)]
pub struct ComputedLists {
    sets: BTreeMap<RulebookId, OnceLock<RuleSet>>,
    seasons: BTreeMap<SeasonId, RulebookId>,
    championships: BTreeMap<ChampionshipId, RulebookId>,
    all_grand_prix: BTreeMap<CompetitionId, RulebookId>,
    sources: Sources,
    /// What was computed before the last changes, for what they do not concern.
    before: BTreeMap<RulebookId, PreviousLists>,
}

/// The inputs of the lists, computed on demand.
#[derive(Debug, Default, Clone)]
struct Sources(Box<Records>);

/// The lists of those seasons, championships and cycles that have one rulebook.
#[derive(Debug)]
pub struct RuleSet {
    /// What they are computed from; events of all seasons, but only the seasons and championships of this rulebook.
    pub facts: Facts,
    pub lists: Lists,
    /// The event that adopted the rulebook.
    pub rulebook_position: Position,
    before: PreviousLists,
}

impl ComputedLists {
    pub(super) fn new(records: &Records, earlier: Option<&Self>) -> Self {
        let mut sets: BTreeMap<RulebookId, OnceLock<RuleSet>> = BTreeMap::new();
        let mut use_of = |rulebook: &RulebookId| {
            sets.entry(rulebook.clone()).or_default();
            rulebook.clone()
        };
        let seasons = records.seasons().map(|season| (season.id.clone(), use_of(&season.record.rulebook))).collect();
        let championships = records.championships().map(|mw| (mw.id.clone(), use_of(&mw.record.rulebook))).collect();
        let all_grand_prix = records
            .all_grand_prix
            .values()
            .map(|grand_prix| (grand_prix.id.clone(), use_of(&grand_prix.record.rulebook)))
            .collect();
        // A copy shares everything; it must not hold what is being computed.
        let mut sources = records.clone();
        sources.clear_computed();
        let before = earlier.map_or_else(BTreeMap::new, Self::reusable_lists);
        Self { sets, seasons, championships, all_grand_prix, sources: Sources(Box::new(sources)), before }
    }

    /// What the next ones may take over: lists only, and nothing that leads further back.
    fn reusable_lists(&self) -> BTreeMap<RulebookId, PreviousLists> {
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
    pub fn grand_prix(&self, id: &CompetitionId) -> Option<(&RuleSet, &GrandPrixStandings)> {
        let set = self.set(self.all_grand_prix.get(id)?)?;
        Some((set, set.grand_prix(id)?))
    }

    /// Computes every list that was not asked for yet.
    pub fn compute_all(&self) {
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
        before: Option<&PreviousLists>,
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
        before: Option<&PreviousLists>,
    ) -> Self {
        let facts_builder = FactsBuilder { records, rulebook, position, key_index: records.key_index() };
        let facts = facts_builder.facts(seasons, championships);
        let fingerprints = Fingerprints::new(records, &facts);
        let usable =
            before.filter(|before| before.position == position && Arc::ptr_eq(&before.key_index, records.key_index()));
        let lists = match usable {
            Some(before) => {
                lists_with_cache(&facts, &ReusableLists { before, fingerprints: &fingerprints, facts: &facts })
            }
            None => lists(&facts),
        };
        let before = PreviousLists::of(records.key_index(), position, &facts, fingerprints, &lists);
        Self { facts, lists, rulebook_position: position, before }
    }

    /// The standings of one Grand Prix cycle with these tournaments, as far as they are over, and nothing else.
    pub fn for_grand_prix(
        records: &Records,
        rulebook: &Arc<Rulebook>,
        rulebook_position: Position,
        grand_prix: &CompetitionId,
        tournaments: &[CompetitionId],
    ) -> Self {
        let facts_builder =
            FactsBuilder { records, rulebook, position: rulebook_position, key_index: records.key_index() };
        let mut facts = facts_builder.facts(&[], &[]);
        facts.grand_prix = facts_builder.members(grand_prix, tournaments, &facts.tournaments).into_iter().collect();
        let lists = lists(&facts);
        let fingerprints = Fingerprints::new(records, &facts);
        let before = PreviousLists::of(records.key_index(), rulebook_position, &facts, fingerprints, &lists);
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
    pub fn grand_prix(&self, id: &CompetitionId) -> Option<&GrandPrixStandings> {
        let found =
            self.lists.grand_prix.iter().find(|standings| self.facts.competition_id(standings.competition) == id);
        found.map(Arc::as_ref)
    }
}

/// Lists that were computed, with marks that tell whether anything that concerns them has changed since.
#[derive(Debug, Clone)]
struct PreviousLists {
    key_index: Arc<KeyIndex>,
    position: Position,
    seasons: BTreeMap<SeasonId, (u64, Arc<SeasonLists>)>,
    ranking_inputs: BTreeMap<SeasonId, RankingInputs>,
    all_grand_prix: BTreeMap<CompetitionKey, (u64, Arc<GrandPrixStandings>)>,
    championships: BTreeMap<ChampionshipId, (u64, Arc<MwList>)>,
}

impl PreviousLists {
    fn of(
        key_index: &Arc<KeyIndex>,
        position: Position,
        facts: &Facts,
        fingerprints: Fingerprints,
        lists: &Lists,
    ) -> Self {
        let seasons = facts.seasons.iter().zip(&lists.seasons);
        let championships = facts.championships.iter().zip(&lists.mw);
        let all_grand_prix = lists.grand_prix.iter();
        Self {
            key_index: Arc::clone(key_index),
            position,
            seasons: seasons
                .filter_map(|(it, lists)| {
                    Some((it.id.clone(), (*fingerprints.seasons.get(&it.id)?, Arc::clone(lists))))
                })
                .collect(),
            all_grand_prix: all_grand_prix
                .filter_map(|it| {
                    Some((it.competition, (*fingerprints.all_grand_prix.get(&it.competition)?, Arc::clone(it))))
                })
                .collect(),
            championships: championships
                .filter_map(|(it, list)| {
                    Some((it.id.clone(), (*fingerprints.championships.get(&it.id)?, Arc::clone(list))))
                })
                .collect(),
            ranking_inputs: fingerprints.ranking_inputs,
        }
    }
}

/// What of the lists before still holds.
struct ReusableLists<'a> {
    before: &'a PreviousLists,
    fingerprints: &'a Fingerprints,
    facts: &'a Facts,
}

impl ListCache for ReusableLists<'_> {
    fn season(&self, season: &Season) -> Option<Arc<SeasonLists>> {
        let (fingerprint, lists) = self.before.seasons.get(&season.id)?;
        (self.fingerprints.seasons.get(&season.id) == Some(fingerprint)).then(|| Arc::clone(lists))
    }

    fn grand_prix(&self, grand_prix: &ClosedGrandPrix) -> Option<Arc<GrandPrixStandings>> {
        let (fingerprint, standings) = self.before.all_grand_prix.get(&grand_prix.competition)?;
        (self.fingerprints.all_grand_prix.get(&grand_prix.competition) == Some(fingerprint))
            .then(|| Arc::clone(standings))
    }

    fn championship(&self, championship: &VoivodeshipChampionship) -> Option<Arc<MwList>> {
        let (fingerprint, list) = self.before.championships.get(&championship.id)?;
        (self.fingerprints.championships.get(&championship.id) == Some(fingerprint)).then(|| Arc::clone(list))
    }

    fn incremental_base(&self, season: &Season) -> Option<IncrementalBase> {
        let (before, now) =
            (self.before.ranking_inputs.get(&season.id)?, self.fingerprints.ranking_inputs.get(&season.id)?);
        let new = now.new_tournaments(before)?;
        let place = |id: &CompetitionId| {
            let event = self.before.key_index.competition(id)?;
            self.facts.tournaments.iter().position(|tournament| tournament.competition == event)
        };
        let tournaments = new.into_iter().map(place).collect::<Option<Vec<usize>>>()?;
        Some(IncrementalBase { before: Arc::clone(&self.before.seasons.get(&season.id)?.1), tournaments })
    }
}

/// What counts for the ranking of a season, each with the last event that changed it, which nothing else has.
#[derive(Debug, Clone, Default)]
struct RankingInputs {
    season: Option<Position>,
    leagues: Vec<Position>,
    /// In the order of their last changes.
    tournaments: Vec<(Position, CompetitionId)>,
}

impl RankingInputs {
    /// The tournaments that are new here, if everything else is as it was before; nothing if there are so many that a
    /// table is sooner built anew.
    fn new_tournaments(&self, before: &Self) -> Option<Vec<&CompetitionId>> {
        let as_it_was = self.season == before.season && self.leagues == before.leagues;
        let mut known = before.tournaments.iter().map(|(etag, _)| *etag).peekable();
        let new = self.tournaments.iter().filter(|(etag, _)| known.next_if_eq(etag).is_none());
        let new: Vec<&CompetitionId> = new.map(|(_, id)| id).collect();
        (as_it_was && known.peek().is_none() && new.len() <= MAX_INCREMENTAL_TOURNAMENTS).then_some(new)
    }
}

/// A table that grows by more tournaments than that is built anew.
const MAX_INCREMENTAL_TOURNAMENTS: usize = 3;

/// Marks of everything that has a list: two states have the same only if all that a list is computed from was last
/// changed by the same events.
#[derive(Debug)]
struct Fingerprints {
    seasons: BTreeMap<SeasonId, u64>,
    ranking_inputs: BTreeMap<SeasonId, RankingInputs>,
    all_grand_prix: BTreeMap<CompetitionKey, u64>,
    championships: BTreeMap<ChampionshipId, u64>,
}

impl Fingerprints {
    /// Looks at every record once, however many seasons and championships there are.
    fn new(records: &Records, facts: &Facts) -> Self {
        let all_grand_prix: BTreeMap<CompetitionKey, u64> = facts
            .grand_prix
            .iter()
            .map(|grand_prix| (grand_prix.competition, Self::grand_prix(records, facts, grand_prix)))
            .collect();
        let seasons = facts.seasons.iter().map(|season| {
            let ranking_inputs = RankingInputs {
                season: records.season(&season.id).map(|known| known.etag),
                ..RankingInputs::default()
            };
            (season, Self::season_hasher(records, season), ranking_inputs)
        });
        let mut seasons: Vec<(&Season, FxHasher, RankingInputs)> = seasons.collect();
        let mut championships: BTreeMap<Voivodeship, Vec<(&VoivodeshipChampionship, FxHasher)>> = BTreeMap::new();
        for championship in &facts.championships {
            let there = championships.entry(championship.voivodeship).or_default();
            there.push((championship, Self::championship_hasher(records, championship)));
        }
        let mut counts_for_season = |ended_at: Moment, etag: Position, count: &dyn Fn(&mut RankingInputs)| {
            let day = ended_at.day();
            for (_, fingerprint, ranking_inputs) in seasons.iter_mut().filter(|(season, ..)| season.window.holds(day)) {
                etag.hash(fingerprint);
                count(ranking_inputs);
            }
        };
        let mut feeds = |voivodeship: Voivodeship, ended_at: Moment, etag: Position| {
            let fed = championships.get_mut(&voivodeship).into_iter().flatten();
            let fed = fed.filter(|(championship, _)| championship.is_fed_by(voivodeship, ended_at));
            fed.for_each(|(_, fingerprint)| etag.hash(fingerprint));
        };
        for it in records.tournaments.values() {
            let count = |ranking_inputs: &mut RankingInputs| ranking_inputs.tournaments.push((it.etag, it.id.clone()));
            counts_for_season(it.record.ended_at, it.etag, &count);
            feeds(it.record.voivodeship, it.record.ended_at, it.etag);
        }
        for it in records.leagues.values() {
            counts_for_season(it.record.ended_at, it.etag, &|ranking_inputs| ranking_inputs.leagues.push(it.etag));
            feeds(it.record.voivodeship, it.record.ended_at, it.etag);
        }
        for it in records.online.values() {
            counts_for_season(it.record.ended_at, it.etag, &|_| ());
        }
        for (season, fingerprint, ranking_inputs) in &mut seasons {
            ranking_inputs.tournaments.sort_unstable_by_key(|(etag, _)| *etag);
            let within = |index: &usize| season.window.holds(facts.tournaments[*index].ended_at.day());
            let there = facts.grand_prix.iter().filter(|grand_prix| grand_prix.members.iter().any(within));
            there.for_each(|grand_prix| all_grand_prix.get(&grand_prix.competition).hash(fingerprint));
        }
        let championships = championships.into_values().flatten();
        Self {
            seasons: seasons.iter().map(|(season, fingerprint, _)| (season.id.clone(), fingerprint.finish())).collect(),
            ranking_inputs: seasons
                .into_iter()
                .map(|(season, _, ranking_inputs)| (season.id.clone(), ranking_inputs))
                .collect(),
            championships: championships.map(|(it, fingerprint)| (it.id.clone(), fingerprint.finish())).collect(),
            all_grand_prix,
        }
    }

    fn season_hasher(records: &Records, season: &Season) -> FxHasher {
        let mut fingerprint = FxHasher::default();
        let ledger = records.ledger(&Target::Mp(season.id.clone())).map(|entry| entry.etag);
        (records.season(&season.id).map(|known| known.etag), ledger, records.waivers_changed).hash(&mut fingerprint);
        fingerprint
    }

    fn championship_hasher(records: &Records, championship: &VoivodeshipChampionship) -> FxHasher {
        let mut fingerprint = FxHasher::default();
        let ledger = records.ledger(&Target::Mw(championship.id.clone())).map(|entry| entry.etag);
        (records.championship(&championship.id).map(|known| known.etag), ledger).hash(&mut fingerprint);
        fingerprint
    }

    fn grand_prix(records: &Records, facts: &Facts, grand_prix: &ClosedGrandPrix) -> u64 {
        let mut fingerprint = FxHasher::default();
        let etag = |event: CompetitionKey| {
            let id = facts.competition_id(event);
            let tournament = records.tournament(id).map(|it| it.etag);
            (tournament, records.grand_prix(id).map(|it| it.etag))
        };
        etag(grand_prix.competition).hash(&mut fingerprint);
        grand_prix.members.iter().for_each(|index| etag(facts.tournaments[*index].competition).hash(&mut fingerprint));
        fingerprint.finish()
    }
}

struct FactsBuilder<'a> {
    records: &'a Records,
    rulebook: &'a Arc<Rulebook>,
    /// Tells rulebooks apart.
    position: Position,
    key_index: &'a Arc<KeyIndex>,
}

impl FactsBuilder<'_> {
    fn player(&self, id: &PlayerId) -> PlayerKey {
        // No decider records a player who is not registered.
        self.key_index.player(id).unwrap_or(PlayerKey(0))
    }

    fn facts(&self, seasons: &[SeasonId], championships: &[ChampionshipId]) -> Facts {
        let records = self.records;
        let tournaments: Vec<Arc<domain::tournament::result::ClosedTournament>> =
            records.tournaments.values().filter_map(|it| self.tournament(it)).collect();
        let leagues = records.leagues.values().filter_map(|it| self.league(it)).collect();
        let online = records.online.values().filter_map(|it| self.online(it)).collect();
        let all_grand_prix = records
            .all_grand_prix
            .values()
            .filter_map(|grand_prix| self.grand_prix(grand_prix, &tournaments))
            .collect();
        let waivers = records.waivers.iter().flat_map(|(player, moments)| {
            let player = self.player(player);
            moments.iter().map(move |declared_at| Waiver { player, declared_at: *declared_at })
        });
        Facts {
            rulebook: self.rulebook.as_ref().clone(),
            players: Arc::clone(&self.key_index.players),
            competitions: Arc::clone(&self.key_index.competitions),
            seasons: seasons.iter().filter_map(|id| self.season(id)).collect(),
            leagues,
            grand_prix: all_grand_prix,
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

    fn tournament(
        &self,
        it: &Recorded<CompetitionId, TournamentRecord>,
    ) -> Option<Arc<domain::tournament::result::ClosedTournament>> {
        let key = |id: &PlayerId| self.player(id);
        let form = it.conversion_cache.get_or_compute(self.key_index, self.position, || {
            let event = self.key_index.competition(&it.id)?;
            Some(CalculationInput::Tournament(Arc::new(from_records::tournament(
                &it.record,
                event,
                &it.decisions,
                &key,
                self.rulebook,
            ))))
        });
        if let CalculationInput::Tournament(tournament) = form? { Some(tournament) } else { None }
    }

    fn league(
        &self,
        it: &Recorded<CompetitionId, LeagueRecord>,
    ) -> Option<Arc<domain::competitions::league::ClosedLeague>> {
        let key = |id: &PlayerId| self.player(id);
        let form = it.conversion_cache.get_or_compute(self.key_index, self.position, || {
            let event = self.key_index.competition(&it.id)?;
            Some(CalculationInput::League(Arc::new(from_records::league(&it.record, event, &it.decisions, &key))))
        });
        if let CalculationInput::League(league) = form? { Some(league) } else { None }
    }

    fn online(
        &self,
        it: &Recorded<CompetitionId, OnlineTableRecord>,
    ) -> Option<Arc<domain::competitions::online::OnlineTable>> {
        let key = |id: &PlayerId| self.player(id);
        let form = it.conversion_cache.get_or_compute(self.key_index, self.position, || {
            let event = self.key_index.competition(&it.id)?;
            Some(CalculationInput::Online(Arc::new(from_records::online(&it.record, event, &it.decisions, &key))))
        });
        if let CalculationInput::Online(online) = form? { Some(online) } else { None }
    }

    fn grand_prix(
        &self,
        it: &Recorded<CompetitionId, GrandPrixRecord>,
        tournaments: &[Arc<domain::tournament::result::ClosedTournament>],
    ) -> Option<ClosedGrandPrix> {
        self.members(&it.id, &it.record.tournaments, tournaments)
    }

    fn members(
        &self,
        grand_prix: &CompetitionId,
        members: &[CompetitionId],
        tournaments: &[Arc<domain::tournament::result::ClosedTournament>],
    ) -> Option<ClosedGrandPrix> {
        // Tournaments are in the order of their ids, and so are keys.
        let member = |id: &CompetitionId| {
            let event = self.key_index.competition(id)?;
            tournaments.binary_search_by_key(&event, |tournament| tournament.competition).ok()
        };
        let members = members.iter().filter_map(member).collect();
        Some(ClosedGrandPrix { competition: self.key_index.competition(grand_prix)?, members })
    }

    fn ties(&self) -> TieDecisions {
        let records = self.records;
        let tournaments = records.tournaments.values().map(|it| (&it.id, &it.decisions.tie));
        let leagues = records.leagues.values().map(|it| (&it.id, &it.decisions.tie));
        let all_grand_prix = records.all_grand_prix.values().map(|it| (&it.id, &it.decisions.tie));
        let online = records.online.values().map(|it| (&it.id, &it.decisions.tie));
        let players = |order: &Vec<PlayerId>| order.iter().map(|id| self.player(id)).collect();
        let by_event = tournaments.chain(leagues).chain(all_grand_prix).chain(online);
        // Few have one, and only those are looked up.
        let by_event = by_event.filter_map(|(id, tie)| Some((id, tie.as_ref()?)));
        let by_event = by_event.filter_map(|(id, tie)| Some((self.key_index.competition(id)?, players(tie))));
        let by_season = records.seasons();
        let by_season = by_season.filter_map(|it| Some((it.id.clone(), players(it.decisions.tie.as_ref()?))));
        TieDecisions { by_event: by_event.collect(), by_season: by_season.collect() }
    }

    fn settled(&self, seasons: &[SeasonId], championships: &[ChampionshipId]) -> SettledQualifications {
        let keys = Keys { player: &|id| self.key_index.player(id), competition: &|id| self.key_index.competition(id) };
        let book = |target: Target| Some(self.records.ledger(&target)?.ledger.settled_championship(keys));
        let mp = seasons.iter().filter_map(|id| Some((id.clone(), book(Target::Mp(id.clone()))?)));
        let mw = championships.iter().filter_map(|id| Some((id.clone(), book(Target::Mw(id.clone()))?)));
        SettledQualifications { mp: mp.collect(), mw: mw.collect() }
    }
}

/// Something that is computed from the other fields: shared by copies, and left out when they are compared.
pub(super) struct SharedLazy<T>(Arc<OnceLock<T>>);

impl<T> SharedLazy<T> {
    pub(super) fn get_or_compute(&self, make: impl FnOnce() -> T) -> &T {
        self.0.get_or_init(make)
    }

    pub(super) fn get(&self) -> Option<&T> {
        self.0.get()
    }

    #[cfg(test)]
    pub(super) fn is_computed(&self) -> bool {
        self.0.get().is_some()
    }
}

impl<T> Default for SharedLazy<T> {
    fn default() -> Self {
        Self(Arc::new(OnceLock::new()))
    }
}

impl<T> Clone for SharedLazy<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> PartialEq for SharedLazy<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> fmt::Debug for SharedLazy<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.get().is_some() { "computed" } else { "not computed" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranking_inputs(tournaments: &[u64], leagues: &[u64]) -> RankingInputs {
        let id = |etag: &u64| (Position(*etag), CompetitionId::parse(&format!("t{etag}")).unwrap());
        RankingInputs {
            season: Some(Position(1)),
            leagues: leagues.iter().copied().map(Position).collect(),
            tournaments: tournaments.iter().map(id).collect(),
        }
    }

    #[test]
    fn a_season_has_grown_if_it_has_new_tournaments_and_everything_else_as_it_was() {
        let before = ranking_inputs(&[3, 5], &[4]);
        let new = |now: &RankingInputs| {
            now.new_tournaments(&before).map(|new| new.iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        assert_eq!(new(&ranking_inputs(&[3, 5, 9], &[4])), Some(vec!["t9".to_owned()]));
        assert_eq!(new(&ranking_inputs(&[2, 3, 5], &[4])), Some(vec!["t2".to_owned()]));
        assert_eq!(new(&ranking_inputs(&[3, 5], &[4])), Some(Vec::new()));
        assert_eq!(new(&ranking_inputs(&[3, 9], &[4])), None, "one was corrected");
        assert_eq!(new(&ranking_inputs(&[3], &[4])), None, "one is gone");
        assert_eq!(new(&ranking_inputs(&[3, 5, 9], &[8])), None, "a league was corrected");
        assert_eq!(new(&ranking_inputs(&[3, 5, 6, 7, 8, 9], &[4])), None, "there are too many");
        assert_eq!(new(&RankingInputs { season: Some(Position(2)), ..ranking_inputs(&[3, 5, 9], &[4]) }), None);
    }
}
