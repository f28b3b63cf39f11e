//! Checks every value of a bundle and turns it into the facts that the rules work on.

mod ids;
mod tables;
mod tournaments;

use self::ids::Ids;
use super::FORMAT;
use super::raw;
use crate::directory::{CompetitionName, Directory, PlayerName};
use crate::path::Path;
use crate::problem::{Problem, ProblemKind};
use domain::Choice;
use domain::competitions::class::{OnlineEvent, TournamentClass};
use domain::competitions::grand_prix::ClosedGrandPrix;
use domain::qualification::mw::VoivodeshipChampionship;
use domain::qualification::{SettledQualifications, Waiver};
use domain::rulebook::{InvalidOverride, Preset, Raw, Rulebook};
use domain::season::{Facts, Player, Season, TieDecisions};
use domain::values::calendar::{Day, Moment, Window};
use domain::values::ids::{ChampionshipId, PlayerId, PlayerKey, RESERVED_RANKING_ID, SeasonId};
use domain::values::voivodeship::Voivodeship;
use smol_str::SmolStr;
use std::collections::HashMap;
use std::str::FromStr;
use std::sync::Arc;

/// A bundle whose values are all right.
#[derive(Debug)]
pub struct CheckedBundle {
    pub facts: Facts,
    pub directory: Directory,
}

/// Problems beyond this number are not told: they are rarely read.
pub const MAX_PROBLEMS: usize = 20;

/// The country of players who are not from abroad.
const HOME_COUNTRY: &str = "PL";

/// The parameter paths that a season bundle knows.
const OVERRIDE_PATHS: [&str; 5] = [
    "ranking.tiebreak_basis",
    "awans.tournament.two_seats_from",
    "awans.gp.count",
    "awans.ranking.count",
    "wildcard.cap",
];

/// Collects problems; a value with a problem becomes `None` and whatever needs it is left out.
#[derive(Default)]
struct Problems(Vec<Problem>);

impl Problems {
    fn add(&mut self, path: Path<'_>, kind: ProblemKind) {
        // One more is kept, to know that there are more.
        if self.0.len() <= MAX_PROBLEMS {
            self.0.push(Problem { path: path.to_string(), kind });
        }
    }

    fn check<T>(&mut self, path: Path<'_>, value: Result<T, ProblemKind>) -> Option<T> {
        match value {
            Ok(value) => Some(value),
            Err(kind) => {
                self.add(path, kind);
                None
            }
        }
    }

    fn day(&mut self, path: Path<'_>, text: &str) -> Option<Day> {
        self.check(path, Day::parse(text).map_err(ProblemKind::Day))
    }

    fn moment(&mut self, path: Path<'_>, text: &str) -> Option<Moment> {
        self.check(path, Moment::parse(text).map_err(ProblemKind::Moment))
    }

    fn choice<T: Choice>(&mut self, path: Path<'_>, text: &str) -> Option<T> {
        self.check(path, T::parse(text).map_err(ProblemKind::Choice))
    }

    fn full(&self) -> bool {
        self.0.len() > MAX_PROBLEMS
    }
}

/// Turns a bundle into facts, or tells what is wrong with it.
pub(super) fn check(bundle: raw::Bundle, instead: Option<&Rulebook>) -> Result<CheckedBundle, Vec<Problem>> {
    let mut problems = Problems::default();
    if bundle.format != FORMAT {
        let found = bundle.format.to_string();
        problems.add(Path::root("format"), ProblemKind::UnknownFormat { found, expected: FORMAT });
        return Err(problems.0);
    }
    let ids = Ids::collect(&bundle, &mut problems);
    let own = check_rulebook(&bundle.rulebook, &mut problems);
    let rulebook = instead.unwrap_or(&own).clone();
    let checked = Checker { ids, own, rulebook, problems: &mut problems }.bundle(bundle);
    if problems.0.is_empty() { Ok(checked) } else { Err(problems.0) }
}

fn check_rulebook(written: &raw::Rulebook, problems: &mut Problems) -> Rulebook {
    let at = Path::root("rulebook");
    let preset = Preset::Pl2024_25;
    if written.base != preset.name() {
        let found = written.base.to_string();
        problems.add(at.field("base"), ProblemKind::UnknownRulebook { found, expected: preset.name() });
    }
    let mut rulebook = Rulebook::preset(preset);
    let overrides = at.field("overrides");
    for (path, value) in &written.overrides.0 {
        let taken = if OVERRIDE_PATHS.contains(&path.as_str()) {
            rulebook.override_value(path, &bounded(value))
        } else {
            Err(InvalidOverride::UnknownParameter { path: path.clone() })
        };
        if let Err(problem) = taken {
            problems.add(overrides, ProblemKind::Override(problem));
        }
    }
    rulebook
}

/// No list is longer than the greatest number of the rulebook, so a greater one means the same.
fn bounded(value: &Raw) -> Raw {
    match value {
        Raw::Int(number) => Raw::Int((*number).min(u32::MAX.into())),
        other => other.clone(),
    }
}

struct Checker<'p> {
    ids: Ids,
    /// The rulebook of the bundle, under which its games were written down.
    own: Rulebook,
    /// The rulebook to compute under.
    rulebook: Rulebook,
    problems: &'p mut Problems,
}

impl Checker<'_> {
    fn bundle(mut self, bundle: raw::Bundle) -> CheckedBundle {
        let seasons = self.seasons(&bundle.seasons);
        let event_names = Self::event_names(&bundle);
        let tournaments = self.tournaments(bundle.tournaments);
        let leagues = self.leagues(bundle.leagues);
        let grand_prix = self.grand_prix(&bundle.grand_prix, &tournaments);
        let online = self.online(bundle.online);
        let waivers = self.waivers(&bundle.waivers);
        let championships = self.championships(&bundle.mw);
        let tie_decisions = self.tie_decisions(&bundle.tie_decisions);
        let (players, names) = self.players(bundle.players);
        let facts = Facts {
            rulebook: self.rulebook,
            players: Arc::new(players),
            competitions: Arc::new(self.ids.into_events()),
            seasons,
            tournaments: tournaments.into_iter().flatten().map(Arc::new).collect(),
            leagues: leagues.into_iter().map(Arc::new).collect(),
            grand_prix,
            online: online.into_iter().map(Arc::new).collect(),
            waivers,
            championships,
            tie_decisions,
            settled: SettledQualifications::default(),
        };
        CheckedBundle { facts, directory: Directory { players: names, events: event_names } }
    }

    fn player(&mut self, path: Path<'_>, id: &str) -> Option<PlayerKey> {
        let found = self.ids.player(id).ok_or_else(|| ProblemKind::UnknownPlayer(id.to_owned()));
        self.problems.check(path, found)
    }

    fn window(&mut self, path: Path<'_>, from: &str, to: Option<&SmolStr>) -> Option<Window> {
        let first = self.problems.day(path.field("from"), from);
        let last = to.map(|to| self.problems.day(path.field("to"), to));
        let window = match last {
            None => Window::new(first?, None),
            Some(last) => Window::new(first?, Some(last?)),
        };
        self.problems.check(path, window.map_err(ProblemKind::Window))
    }

    fn seasons(&mut self, written: &[raw::Season]) -> Vec<Season> {
        let at = Path::root("seasons");
        let mut seasons: Vec<(usize, Season)> = Vec::new();
        for (index, season) in written.iter().enumerate() {
            let path = at.index(index);
            let window = self.window(path, &season.from, season.to.as_ref());
            let mp_path = path.field("mp_first_day");
            let mp_first_day = season.mp_first_day.as_ref().and_then(|day| self.problems.day(mp_path, day));
            let (Some(window), Ok(id)) = (window, SeasonId::parse(&season.id)) else {
                continue;
            };
            if mp_first_day.is_some_and(|day| day <= window.last().unwrap_or(window.first())) {
                self.problems.add(mp_path, ProblemKind::ChampionshipInsideSeason);
            }
            seasons.push((index, Season { id, window, mp_first_day }));
        }
        let mut in_time: Vec<&(usize, Season)> = seasons.iter().collect();
        in_time.sort_by_key(|(_, season)| season.window.first());
        for pair in in_time.windows(2) {
            let ((_, earlier), (index, later)) = (pair[0], pair[1]);
            if earlier.window.overlaps(later.window) {
                let other = earlier.id.to_string();
                self.problems.add(at.index(*index), ProblemKind::OverlappingSeasons { other });
            }
        }
        seasons.into_iter().map(|(_, season)| season).collect()
    }

    fn players(&mut self, written: Vec<raw::Player>) -> (Vec<Player>, Vec<PlayerName>) {
        let at = Path::root("players");
        let mut players: Vec<(Player, PlayerName)> = Vec::with_capacity(written.len());
        for (index, player) in written.into_iter().enumerate() {
            let voivodeship =
                self.problems.choice::<Voivodeship>(at.index(index).field("voivodeship"), &player.voivodeship);
            let (Some(voivodeship), Ok(id)) = (voivodeship, PlayerId::parse(&player.id)) else {
                continue;
            };
            let name =
                PlayerName { first_name: player.first_name, surname: player.surname, city: player.city, voivodeship };
            players.push((Player { id, foreign: player.country != HOME_COUNTRY }, name));
        }
        players.sort_unstable_by(|a, b| a.0.id.cmp(&b.0.id));
        players.into_iter().unzip()
    }

    /// The names of all events, in the order of their keys.
    fn event_names(bundle: &raw::Bundle) -> Vec<CompetitionName> {
        let named = |id: &SmolStr, name: &SmolStr| (id.clone(), CompetitionName::Named(name.clone()));
        let tournaments = bundle.tournaments.iter().map(|event| named(&event.id, &event.name));
        let leagues = bundle.leagues.iter().map(|event| named(&event.id, &event.name));
        let grand_prix = bundle.grand_prix.iter().map(|event| named(&event.id, &event.name));
        let online = bundle.online.iter().filter_map(|event| {
            Some((event.id.clone(), CompetitionName::Online(OnlineEvent::from_str(&event.event).ok()?, event.edition)))
        });
        let mut names: Vec<_> = tournaments.chain(leagues).chain(grand_prix).chain(online).collect();
        names.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        names.into_iter().map(|(_, name)| name).collect()
    }

    fn grand_prix(
        &mut self,
        written: &[raw::GrandPrix],
        tournaments: &[Option<domain::tournament::result::ClosedTournament>],
    ) -> Vec<ClosedGrandPrix> {
        let at = Path::root("grand_prix");
        // Tournaments with a problem of their own are left out of the facts; nothing is computed then.
        let eliminatory =
            |index: usize| tournaments[index].as_ref().is_none_or(|event| event.class == TournamentClass::Eliminatory);
        let mut cycles = Vec::new();
        for (index, grand_prix) in written.iter().enumerate() {
            let path = at.index(index);
            let list = path.field("tournaments");
            if grand_prix.tournaments.is_empty() {
                self.problems.add(list, ProblemKind::EmptyList);
            }
            let mut members: Vec<usize> = Vec::with_capacity(grand_prix.tournaments.len());
            for (position, id) in grand_prix.tournaments.iter().enumerate() {
                let member = list.index(position);
                match self.ids.tournament(id) {
                    None => self.problems.add(member, ProblemKind::UnknownTournament(id.to_string())),
                    Some(found) if members.contains(&found) => {
                        self.problems.add(member, ProblemKind::DuplicateMember(id.to_string()));
                    }
                    Some(found) if !eliminatory(found) => {
                        self.problems.add(member, ProblemKind::MemberNotEliminatory(id.to_string()));
                    }
                    Some(found) => members.push(found),
                }
            }
            if let Some(event) = self.ids.event(&grand_prix.id) {
                cycles.push(ClosedGrandPrix { competition: event, members });
            }
        }
        cycles
    }

    fn waivers(&mut self, written: &[raw::Waiver]) -> Vec<Waiver> {
        let at = Path::root("waivers");
        let mut waivers = Vec::with_capacity(written.len());
        for (index, waiver) in written.iter().enumerate() {
            let path = at.index(index);
            let player = self.player(path.field("player"), &waiver.player);
            let declared_at = self.problems.moment(path.field("declared_at"), &waiver.declared_at);
            waivers.extend(player.zip(declared_at).map(|(player, declared_at)| Waiver { player, declared_at }));
        }
        waivers
    }

    fn championships(&mut self, written: &[raw::Mw]) -> Vec<VoivodeshipChampionship> {
        let at = Path::root("mw");
        let mut championships = Vec::with_capacity(written.len());
        for (index, mw) in written.iter().enumerate() {
            let path = at.index(index);
            let voivodeship = self.problems.choice(path.field("voivodeship"), &mw.voivodeship);
            let window = self.window(path, &mw.from, Some(&mw.to));
            if let (Some(voivodeship), Some(window), Ok(id)) = (voivodeship, window, ChampionshipId::parse(&mw.id)) {
                championships.push(VoivodeshipChampionship { id, voivodeship, window });
            }
        }
        championships
    }

    fn tie_decisions(&mut self, written: &[raw::TieDecision]) -> TieDecisions {
        let at = Path::root("tie_decisions");
        let mut decisions = TieDecisions::default();
        let mut first: HashMap<(&str, Option<&str>), usize> = HashMap::new();
        for (index, decision) in written.iter().enumerate() {
            let path = at.index(index);
            let for_ranking = decision.event == RESERVED_RANKING_ID;
            if for_ranking != decision.season.is_some() {
                self.problems.add(path.field("season"), ProblemKind::SeasonOnlyForRanking);
                continue;
            }
            let list = (decision.event.as_str(), decision.season.as_deref());
            if let Some(first) = first.get(&list) {
                let first = at.index(*first).to_string();
                self.problems.add(path, ProblemKind::SecondTieDecision { first });
            }
            first.entry(list).or_insert(index);
            if decision.order.is_empty() {
                self.problems.add(path.field("order"), ProblemKind::EmptyList);
            }
            let order = self.distinct_players(path.field("order"), &decision.order);
            match &decision.season {
                Some(season) => match self.ids.season(season) {
                    Some(season) => {
                        decisions.by_season.insert(season, order);
                    }
                    None => self.problems.add(path.field("season"), ProblemKind::UnknownSeason(season.to_string())),
                },
                None => match self.ids.event(&decision.event) {
                    Some(event) => {
                        decisions.by_event.insert(event, order);
                    }
                    None => {
                        self.problems.add(path.field("event"), ProblemKind::UnknownEvent(decision.event.to_string()));
                    }
                },
            }
        }
        decisions
    }
}
