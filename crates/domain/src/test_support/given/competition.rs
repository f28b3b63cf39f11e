//! One competition of a season, written like the rule book.

use super::{FILLER, Keys, at, names};
use crate::competitions::class::{OnlineEvent, TournamentClass};
use crate::competitions::league::{ClosedLeague, Meeting};
use crate::competitions::online::OnlineTable;
use crate::test_support::place;
use crate::tournament::result::{ClosedTournament, ExceptionDecision, Finish};
use crate::values::calendar::Moment;
use crate::values::voivodeship::Voivodeship;

#[derive(Debug, Clone)]
pub(crate) enum AnyCompetition {
    Tournament(Competition<Stationary>),
    League(Competition<Series>),
    Online(Competition<Online>),
    GrandPrix(GrandPrixDraft),
}

impl AnyCompetition {
    pub(super) fn id(&self) -> &str {
        match self {
            Self::Tournament(competition) => &competition.id,
            Self::League(competition) => &competition.id,
            Self::Online(competition) => &competition.id,
            Self::GrandPrix(cycle) => &cycle.id,
        }
    }

    pub(super) fn people(&self) -> Vec<String> {
        let (lines, others, waivers) = match self {
            Self::Tournament(competition) => {
                (competition.lines(), competition.kind.disqualified.clone(), &competition.waivers[..])
            }
            Self::League(competition) => (competition.lines(), Vec::new(), &competition.waivers[..]),
            Self::Online(competition) => (competition.places.clone(), Vec::new(), &competition.waivers[..]),
            Self::GrandPrix(_) => (Vec::new(), Vec::new(), &[][..]),
        };
        let placed = lines.into_iter().map(|(player, _)| player);
        placed.chain(others).chain(waivers.iter().cloned()).collect()
    }

    /// When it ends, if that is its own to say.
    pub(super) fn ended(&mut self) -> Option<&mut Option<Moment>> {
        match self {
            Self::Tournament(competition) => Some(&mut competition.ended_at),
            Self::League(competition) => Some(&mut competition.ended_at),
            Self::Online(competition) => Some(&mut competition.ended_at),
            Self::GrandPrix(_) => None,
        }
    }
}

/// Data of competitions with places of their own.
#[derive(Debug, Clone)]
pub(crate) struct Competition<Kind> {
    id: String,
    ended_at: Option<Moment>,
    submitted_at: Option<Moment>,
    voivodeship: Voivodeship,
    places: Vec<(String, u32)>,
    waivers: Vec<String>,
    kind: Kind,
}

#[derive(Debug, Clone)]
pub(crate) struct Stationary {
    players: usize,
    class: TournamentClass,
    planned_games: u32,
    disqualified: Vec<String>,
    games_played: Vec<(String, u32)>,
    exception: Option<ExceptionDecision>,
    crowd_from: Option<usize>,
}

/// Data of a league: the number of persons, and who was at each meeting.
#[derive(Debug, Clone)]
pub(crate) struct Series {
    persons: usize,
    meetings: Vec<Vec<usize>>,
}

#[derive(Debug, Clone)]
pub(crate) struct Online {
    competition: OnlineEvent,
    edition: u32,
}

#[derive(Debug, Clone)]
pub(crate) struct GrandPrixDraft {
    pub(super) id: String,
    pub(super) members: Vec<String>,
}

macro_rules! into_any_competition {
    ($($name:ident($type:ty)),+) => { $(
        impl From<$type> for AnyCompetition {
            fn from(competition: $type) -> Self {
                Self::$name(competition)
            }
        }
    )+ };
}
into_any_competition!(
    Tournament(Competition<Stationary>),
    League(Competition<Series>),
    Online(Competition<Online>),
    GrandPrix(GrandPrixDraft)
);

/// An eliminatory tournament of 12 games in mazowieckie with this many players.
///
/// Places are written `A B=C - D`: B and C share the second, and an unnamed player has the fourth. More of them follow
/// until the number of players is reached.
pub(crate) fn tournament(id: &str, players: usize, places: &str) -> Competition<Stationary> {
    let kind = Stationary {
        players,
        class: TournamentClass::Eliminatory,
        planned_games: 12,
        disqualified: Vec::new(),
        games_played: Vec::new(),
        exception: None,
        crowd_from: None,
    };
    Competition::new(id, places, kind)
}

/// A league in mazowieckie with this many persons, all of them at each of three meetings; places as in a tournament.
pub(crate) fn league(id: &str, persons: usize, places: &str) -> Competition<Series> {
    let meetings = vec![(0..persons).collect(); 3];
    Competition::new(id, places, Series { persons, meetings })
}

/// The first edition of an online competition, without an application; only the players written are in its table.
pub(crate) fn online(id: &str, competition: OnlineEvent, places: &str) -> Competition<Online> {
    let mut written = Competition::new(id, places, Online { competition, edition: 1 });
    written.submitted_at = None;
    written
}

pub(crate) fn grand_prix(id: &str, members: &str) -> GrandPrixDraft {
    GrandPrixDraft { id: id.to_owned(), members: names(members) }
}

impl<Kind> Competition<Kind> {
    fn new(id: &str, places: &str, kind: Kind) -> Self {
        let mut lines: Vec<(String, u32)> = Vec::new();
        for group in places.split_whitespace() {
            let shared = lines.len() as u32 + 1;
            for name in group.split('=') {
                let name = match name {
                    "-" => format!("{FILLER}{id}.{:03}", lines.len() + 1),
                    name => name.to_owned(),
                };
                lines.push((name, shared));
            }
        }
        Self {
            id: id.to_owned(),
            ended_at: None,
            submitted_at: Some(at("2024-08-01 12:00")),
            voivodeship: Voivodeship::Mazowieckie,
            places: lines,
            waivers: Vec::new(),
            kind,
        }
    }

    pub(crate) fn ended(mut self, text: &str) -> Self {
        self.ended_at = Some(at(text));
        self
    }

    pub(crate) fn submitted(mut self, text: &str) -> Self {
        self.submitted_at = Some(at(text));
        self
    }

    pub(crate) fn held_in(mut self, voivodeship: Voivodeship) -> Self {
        self.voivodeship = voivodeship;
        self
    }

    pub(crate) fn waived(mut self, players: &str) -> Self {
        self.waivers.extend(names(players));
        self
    }

    /// Those written, and behind them others up to this number.
    fn filled_up(&self, persons: usize, filler: impl Fn(usize) -> String) -> Vec<(String, u32)> {
        let written = self.places.len();
        assert!(written <= persons, "{} has more places than players", self.id);
        let others = (written..persons).map(|ahead| (filler(ahead), ahead as u32 + 1));
        self.places.iter().cloned().chain(others).collect()
    }

    fn own_filler(&self, ahead: usize) -> String {
        format!("{FILLER}{}.{:03}", self.id, ahead + 1)
    }
}

impl Competition<Stationary> {
    pub(crate) fn class(mut self, class: TournamentClass) -> Self {
        self.kind.class = class;
        self
    }

    /// Games planned in the elimination part; by default all players played all of them.
    pub(crate) fn planned(mut self, games: u32) -> Self {
        self.kind.planned_games = games;
        self
    }

    /// Players who played only so many games; what is said first about a player counts.
    pub(crate) fn played(mut self, players: &str, games: u32) -> Self {
        self.kind.games_played.extend(names(players).into_iter().map(|player| (player, games)));
        self
    }

    /// Players who were disqualified; they have a place only if one is written.
    pub(crate) fn disqualified(mut self, players: &str) -> Self {
        self.kind.disqualified.extend(names(players));
        self
    }

    /// The organiser gave the competition its qualification, then.
    pub(crate) fn exception_granted(mut self, text: &str) -> Self {
        self.kind.exception = Some(ExceptionDecision { granted: true, decided_at: at(text) });
        self
    }

    /// The organiser did not give the competition a qualification, then.
    pub(crate) fn exception_refused(mut self, text: &str) -> Self {
        self.kind.exception = Some(ExceptionDecision { granted: false, decided_at: at(text) });
        self
    }

    /// Fills up with the crowd that several competitions share, from this number on, and not with people of its own.
    pub(crate) fn crowd_from(mut self, first: usize) -> Self {
        self.kind.crowd_from = Some(first);
        self
    }

    fn lines(&self) -> Vec<(String, u32)> {
        let placed = |player: &&String| self.places.iter().any(|(name, _)| name == *player);
        let without_place = self.kind.disqualified.iter().filter(|player| !placed(player)).count();
        self.filled_up(self.kind.players - without_place, |ahead| match self.kind.crowd_from {
            Some(first) => format!("{FILLER}crowd.{:03}", first + ahead - self.places.len()),
            None => self.own_filler(ahead),
        })
    }

    pub(super) fn build(&self, keys: &Keys) -> ClosedTournament {
        let lines = self.lines();
        let disqualified = |player: &String| self.kind.disqualified.contains(player);
        let games_of = |player: &String| {
            let stated = self.kind.games_played.iter().find(|(name, _)| name == player);
            stated.map_or(self.kind.planned_games, |(_, games)| *games)
        };
        let finish = |player: &String, number: Option<u32>| Finish {
            player: keys.player(player),
            place: number.map(place),
            disqualified: disqualified(player),
            games_played: games_of(player),
            games_unplayed: 0,
        };
        let with_place = lines.iter().map(|(player, number)| finish(player, Some(*number)));
        let without = self
            .kind
            .disqualified
            .iter()
            .filter(|player| lines.iter().all(|(name, _)| name != *player))
            .map(|player| finish(player, None));
        ClosedTournament {
            competition: keys.competition(&self.id),
            ended_at: self.ended_at.unwrap(),
            submitted_at: self.submitted_at.unwrap(),
            voivodeship: self.voivodeship,
            class: self.kind.class,
            planned_games: self.kind.planned_games,
            finishes: with_place.chain(without).collect(),
            waivers: keys.all(&self.waivers),
            exception: self.kind.exception,
        }
    }
}

impl Competition<Series> {
    /// So many meetings, and whether a person (counted from 0 in the order of the table) was at one of them.
    pub(crate) fn attendance(mut self, meetings: usize, was_at: impl Fn(usize, usize) -> bool) -> Self {
        let persons = self.kind.persons;
        self.kind.meetings =
            (0..meetings).map(|meeting| (0..persons).filter(|person| was_at(*person, meeting)).collect()).collect();
        self
    }

    /// Players who were only at the first so many meetings.
    pub(crate) fn present(mut self, players: &str, meetings: usize) -> Self {
        for name in names(players) {
            let person = self.places.iter().position(|(player, _)| *player == name).unwrap();
            for meeting in self.kind.meetings.iter_mut().skip(meetings) {
                meeting.retain(|present| *present != person);
            }
        }
        self
    }

    fn lines(&self) -> Vec<(String, u32)> {
        self.filled_up(self.kind.persons, |ahead| self.own_filler(ahead))
    }

    pub(super) fn build(&self, keys: &Keys) -> ClosedLeague {
        let lines = self.lines();
        let ended_at = self.ended_at.unwrap();
        let meeting = |present: &Vec<usize>| Meeting {
            day: ended_at.day(),
            present: present.iter().map(|person| keys.player(&lines[*person].0)).collect(),
        };
        ClosedLeague {
            competition: keys.competition(&self.id),
            voivodeship: self.voivodeship,
            ended_at,
            submitted_at: self.submitted_at.unwrap(),
            meetings: self.kind.meetings.iter().map(meeting).collect(),
            table: keys.table(&lines),
            waivers: keys.all(&self.waivers),
        }
    }
}

impl Competition<Online> {
    pub(crate) fn edition(mut self, edition: u32) -> Self {
        self.kind.edition = edition;
        self
    }

    pub(super) fn build(&self, keys: &Keys) -> OnlineTable {
        OnlineTable {
            competition: keys.competition(&self.id),
            kind: self.kind.competition,
            edition: self.kind.edition,
            ended_at: self.ended_at.unwrap(),
            submitted_at: self.submitted_at,
            table: keys.table(&self.places),
            waivers: keys.all(&self.waivers),
        }
    }
}
