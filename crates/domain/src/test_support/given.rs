//! Facts written like the rule book: who finished where, what was waived and decided, and when.

mod competition;

pub(crate) use competition::{
    AnyCompetition, Competition, GrandPrixDraft, Stationary, grand_prix, league, online, tournament,
};

use super::{day, place};
use crate::competitions::class::OnlineEvent;
use crate::competitions::grand_prix::ClosedGrandPrix;
use crate::competitions::league::TableLine;
use crate::qualification::mw::VoivodeshipChampionship;
use crate::qualification::{SettledQualifications, Waiver};
use crate::rulebook::{Param, ParameterType, Rulebook};
use crate::season::{Facts, Player, Season, TieDecisions};
use crate::values::calendar::{Moment, Window};
use crate::values::ids::{ChampionshipId, CompetitionId, CompetitionKey, PlayerId, PlayerKey, SeasonId};
use crate::values::voivodeship::Voivodeship;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The first day of the season that every test has.
const SEASON_START: &str = "2024-09-29";
/// Prefix of the id of a competition that only serves to make a player a holder.
pub(crate) const HELD: &str = "held-";
/// Begins the id of a player who only fills a competition up.
pub(super) const FILLER: char = '~';

/// A time in Warsaw: `2025-03-01 15:30`, or `2025-03-01` for 16:00 of that day.
pub(crate) fn at(text: &str) -> Moment {
    let (day, time) = text.split_once(' ').unwrap_or((text, "16:00"));
    ["+01:00", "+02:00"]
        .iter()
        .find_map(|offset| Moment::parse(&format!("{day}T{time}:00{offset}")).ok())
        .unwrap_or_else(|| panic!("`{text}` is not a time in Warsaw"))
}

/// Facts given to a test.
///
/// Without an explicit end, a competition ends a day after the one written before it, so that they are decided as
/// written.
#[derive(Debug, Clone)]
pub(crate) struct Given {
    rulebook: Rulebook,
    seasons: Vec<Season>,
    competitions: Vec<AnyCompetition>,
    waivers: Vec<(String, Moment)>,
    championships: Vec<VoivodeshipChampionship>,
    event_ties: Vec<(String, Vec<String>)>,
    ranking_ties: Vec<(SeasonId, Vec<String>)>,
    foreign: Vec<String>,
}

/// The season 2025 from 29 September 2024 to 19 September 2025 by the rules of `pl-2024-25`, without a date for the MP.
pub(crate) fn given() -> Given {
    Given {
        rulebook: Rulebook::default(),
        seasons: vec![season("2025", SEASON_START, Some("2025-09-19"))],
        competitions: Vec::new(),
        waivers: Vec::new(),
        championships: Vec::new(),
        event_ties: Vec::new(),
        ranking_ties: Vec::new(),
        foreign: Vec::new(),
    }
}

fn season(id: &str, from: &str, to: Option<&str>) -> Season {
    Season {
        id: SeasonId::parse(id).unwrap(),
        window: Window::new(day(from), to.map(day)).unwrap(),
        mp_first_day: None,
    }
}

fn names(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

impl Given {
    pub(crate) fn rule<T: ParameterType>(mut self, param: Param<T>, value: T) -> Self {
        self.rulebook = self.rulebook.with(param, value);
        self
    }

    /// The first day of the MP; the ranking is looked at seven days before.
    pub(crate) fn mp_on(mut self, text: &str) -> Self {
        self.seasons[0].mp_first_day = Some(day(text));
        self
    }

    /// The season 2026, from 21 September 2025 without end.
    pub(crate) fn and_the_next_season(mut self) -> Self {
        self.seasons.push(season("2026", "2025-09-21", None));
        self
    }

    pub(crate) fn with(mut self, competition: impl Into<AnyCompetition>) -> Self {
        let default_end = day("2025-01-01").plus_days(self.competitions.len() as u32);
        let mut competition = competition.into();
        if let Some(ended) = competition.ended() {
            ended.get_or_insert_with(|| at(&default_end.to_string()));
        }
        self.competitions.push(competition);
        self
    }

    /// Players who hold an MP qualification since the first day of the season.
    pub(crate) fn holding(self, players: &str) -> Self {
        self.holding_since(SEASON_START, players)
    }

    /// Players who hold an MP qualification since that day.
    pub(crate) fn holding_since(self, day: &str, players: &str) -> Self {
        names(players).into_iter().fold(self, |given, player| {
            let id = format!("{HELD}{player}");
            given.with(online(&id, OnlineEvent::Gold, &player).ended(&format!("{day} 00:00")))
        })
    }

    /// Players who hold a qualification to the MW of that voivodeship since the first day of the season.
    ///
    /// Three of them come from one tournament in which all other players were disqualified.
    pub(crate) fn holding_mw(self, voivodeship: Voivodeship, players: &str) -> Self {
        names(players).chunks(3).fold(self, |given, three| {
            let id = format!("{HELD}mw-{voivodeship}-{}", three[0]);
            let others: Vec<String> = (three.len()..16).map(|number| format!("{FILLER}{id}.{number:03}")).collect();
            let competition =
                tournament(&id, 16, &three.join(" ")).held_in(voivodeship).disqualified(&others.join(" "));
            given.with(competition.ended(&format!("{SEASON_START} 00:00")))
        })
    }

    /// A waiver declared outside a competition.
    pub(crate) fn waiver(mut self, player: &str, declared_at: &str) -> Self {
        self.waivers.push((player.to_owned(), at(declared_at)));
        self
    }

    /// The order that the competent body set among the tied of a competition.
    pub(crate) fn tie_decided(mut self, competition: &str, order: &str) -> Self {
        self.event_ties.push((competition.to_owned(), names(order)));
        self
    }

    /// The order that the competent body set among the tied of the ranking.
    pub(crate) fn ranking_tie_decided(mut self, order: &str) -> Self {
        self.ranking_ties.push((self.seasons[0].id.clone(), names(order)));
        self
    }

    /// A voivodeship championship that is fed from the first day of the season to 10 October 2025.
    pub(crate) fn championship(self, id: &str, voivodeship: Voivodeship) -> Self {
        self.championship_fed(id, voivodeship, SEASON_START, "2025-10-10")
    }

    /// A voivodeship championship that is fed between these days.
    pub(crate) fn championship_fed(mut self, id: &str, voivodeship: Voivodeship, from: &str, to: &str) -> Self {
        self.championships.push(VoivodeshipChampionship {
            id: ChampionshipId::parse(id).unwrap(),
            voivodeship,
            window: Window::new(day(from), Some(day(to))).unwrap(),
        });
        self
    }

    pub(crate) fn foreign(mut self, players: &str) -> Self {
        self.foreign.extend(names(players));
        self
    }

    /// The facts, with keys in the order of the ids.
    pub(crate) fn facts(&self) -> Facts {
        let keys = Keys::of(self);
        let mut facts = Facts {
            rulebook: self.rulebook.clone(),
            players: Arc::new(keys.players.iter().map(|id| self.player(id)).collect()),
            competitions: Arc::new(keys.competitions.iter().map(|id| CompetitionId::parse(id).unwrap()).collect()),
            seasons: self.seasons.clone(),
            tournaments: Vec::new(),
            leagues: Vec::new(),
            grand_prix: Vec::new(),
            online: Vec::new(),
            waivers: Vec::new(),
            championships: self.championships.clone(),
            tie_decisions: TieDecisions::default(),
            settled: SettledQualifications::default(),
        };
        for competition in &self.competitions {
            match competition {
                AnyCompetition::Tournament(competition) => facts.tournaments.push(Arc::new(competition.build(&keys))),
                AnyCompetition::League(competition) => facts.leagues.push(Arc::new(competition.build(&keys))),
                AnyCompetition::Online(competition) => facts.online.push(Arc::new(competition.build(&keys))),
                AnyCompetition::GrandPrix(_) => {}
            }
        }
        for competition in &self.competitions {
            if let AnyCompetition::GrandPrix(GrandPrixDraft { id, members }) = competition {
                let position = |member: &String| {
                    let member = keys.competition(member);
                    facts.tournaments.iter().position(|competition| competition.competition == member).unwrap()
                };
                let members = members.iter().map(position).collect();
                facts.grand_prix.push(ClosedGrandPrix { competition: keys.competition(id), members });
            }
        }
        for (player, declared_at) in &self.waivers {
            facts.waivers.push(Waiver { player: keys.player(player), declared_at: *declared_at });
        }
        for (competition, order) in &self.event_ties {
            facts.tie_decisions.by_event.insert(keys.competition(competition), keys.all(order));
        }
        for (season, order) in &self.ranking_ties {
            facts.tie_decisions.by_season.insert(season.clone(), keys.all(order));
        }
        facts
    }

    fn player(&self, id: &str) -> Player {
        Player { id: PlayerId::parse(id).unwrap(), foreign: self.foreign.iter().any(|foreign| foreign == id) }
    }
}

/// The ids of everything in order; a key is a position.
struct Keys {
    players: Vec<String>,
    competitions: Vec<String>,
}

impl Keys {
    fn of(given: &Given) -> Self {
        let mut players: BTreeSet<String> = given.foreign.iter().cloned().collect();
        players.extend(given.waivers.iter().map(|(player, _)| player.clone()));
        let orders = given.event_ties.iter().map(|(_, order)| order);
        let orders = orders.chain(given.ranking_ties.iter().map(|(_, order)| order));
        players.extend(orders.flatten().cloned());
        let mut competitions = BTreeSet::new();
        for competition in &given.competitions {
            let id = competition.id();
            players.extend(competition.people());
            assert!(competitions.insert(id.to_owned()), "the event {id} is there twice");
        }
        Self { players: players.into_iter().collect(), competitions: competitions.into_iter().collect() }
    }

    fn player(&self, id: &str) -> PlayerKey {
        let found = self.players.binary_search_by(|player| player.as_str().cmp(id));
        PlayerKey(found.unwrap_or_else(|_| panic!("nobody is called {id}")) as u32)
    }

    fn competition(&self, id: &str) -> CompetitionKey {
        let found = self.competitions.binary_search_by(|competition| competition.as_str().cmp(id));
        CompetitionKey(found.unwrap_or_else(|_| panic!("no event is called {id}")) as u32)
    }

    fn all(&self, players: &[String]) -> Vec<PlayerKey> {
        players.iter().map(|player| self.player(player)).collect()
    }

    fn table(&self, lines: &[(String, u32)]) -> Vec<TableLine> {
        let line = |(player, number): &(String, u32)| TableLine { player: self.player(player), place: place(*number) };
        lines.iter().map(line).collect()
    }
}
