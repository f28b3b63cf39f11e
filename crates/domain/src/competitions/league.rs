//! Stationary leagues: attendance, the three different conditions, and the table (R-AWL, R-RANK-04, R-MW-03).

pub mod decider;

use crate::event::RecordedGame;
use crate::game::sheet::winners;
use crate::rulebook::{LeagueCondition, Rulebook};
use crate::tournament::standings::{Standing, Table, standings, tallies};
use crate::values::calendar::{Day, Moment};
use crate::values::ids::{CompetitionKey, PlayerKey};
use crate::values::place::Place;
use crate::values::points::{BigPoints, SmallPoints};
use crate::values::voivodeship::Voivodeship;
use rustc_hash::FxHashMap;

/// A player's line in the table of a league or an online competition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableLine {
    pub player: PlayerKey,
    pub place: Place,
}

/// The big points of a game at a meeting by seat, one for each seat that won it (R-STD-01); none if it was not played.
pub fn big_points(game: &RecordedGame, rulebook: &Rulebook) -> Vec<BigPoints> {
    let small = game.small.iter().flatten().map(|points| SmallPoints((*points).into()));
    let small: Vec<SmallPoints> = small.collect();
    let mut big = vec![BigPoints(0); small.len()];
    for seat in winners(game.ending, &small, rulebook) {
        big[seat] = BigPoints(1);
    }
    big
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meeting {
    pub day: Day,
    pub present: Vec<PlayerKey>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosedLeague {
    pub competition: CompetitionKey,
    pub voivodeship: Voivodeship,
    pub ended_at: Moment,
    pub submitted_at: Moment,
    pub meetings: Vec<Meeting>,
    pub table: Vec<TableLine>,
    /// Players who waived the qualification (R-WAV-02).
    pub waivers: Vec<PlayerKey>,
}

impl ClosedLeague {
    /// At how many meetings each person was.
    pub fn attendance(&self) -> FxHashMap<PlayerKey, u32> {
        let mut attendance = FxHashMap::default();
        for player in self.meetings.iter().flat_map(|meeting| &meeting.present) {
            *attendance.entry(*player).or_default() += 1;
        }
        attendance
    }

    /// How many meetings had at least this many present.
    pub fn meetings_with(&self, present: u32) -> u32 {
        self.meetings.iter().filter(|meeting| meeting.present.len() as u32 >= present).count() as u32
    }

    /// How many persons meet a condition about persons and meetings (AMB-51); under `RoundsMinPresent` the number
    /// present at the meeting that, counted from the fullest, is the last of those needed.
    pub fn regulars(&self, condition: LeagueCondition, meetings: u32) -> u32 {
        match condition {
            LeagueCondition::PersonsMinRounds => {
                self.attendance().values().filter(|present| **present >= meetings).count() as u32
            }
            LeagueCondition::SameRounds => self.persons_at_the_same_meetings(meetings),
            LeagueCondition::RoundsMinPresent => {
                let mut present: Vec<u32> = self.meetings.iter().map(|meeting| meeting.present.len() as u32).collect();
                present.sort_unstable_by(|a, b| b.cmp(a));
                match meetings.checked_sub(1) {
                    Some(last) => present.get(last as usize).copied().unwrap_or(0),
                    None => self.attendance().len() as u32,
                }
            }
        }
    }

    /// The greatest number of persons who were all at the same so many meetings.
    fn persons_at_the_same_meetings(&self, meetings: u32) -> u32 {
        let mut numbers: FxHashMap<PlayerKey, usize> = FxHashMap::default();
        for player in self.meetings.iter().flat_map(|meeting| &meeting.present) {
            let next = numbers.len();
            numbers.entry(*player).or_insert(next);
        }
        let words = numbers.len().div_ceil(64);
        let mut present: Vec<Vec<u64>> = Vec::with_capacity(self.meetings.len());
        for meeting in &self.meetings {
            let mut bits = vec![0_u64; words];
            for player in &meeting.present {
                let number = numbers[player];
                bits[number / 64] |= 1 << (number % 64);
            }
            present.push(bits);
        }
        // The fullest meetings first: a good answer early cuts most of the search off.
        present.sort_unstable_by_key(|bits| std::cmp::Reverse(persons(bits)));
        let mut best = 0;
        choose(&present, &vec![u64::MAX; words], meetings as usize, &mut best);
        best.min(numbers.len() as u32)
    }
}

fn persons(bits: &[u64]) -> u32 {
    bits.iter().map(|word| word.count_ones()).sum()
}

/// Tries every choice of `left` of these meetings; a branch that cannot beat `best` is not followed.
fn choose(meetings: &[Vec<u64>], together: &[u64], left: usize, best: &mut u32) {
    if left == 0 {
        *best = (*best).max(persons(together));
        return;
    }
    for (index, meeting) in meetings.iter().enumerate() {
        if meetings.len() - index < left {
            return;
        }
        let still: Vec<u64> = together.iter().zip(meeting).map(|(a, b)| a & b).collect();
        if persons(&still) > *best {
            choose(&meetings[index + 1..], &still, left - 1, best);
        }
    }
}

/// The table of a league from the games of all its meetings: cumulative big, then small points (AMB-62).
pub fn cumulative_table(tables: &[Table], rulebook: &Rulebook) -> Vec<TableLine> {
    let line = |standing: Standing| TableLine { player: standing.player, place: standing.place };
    standings(tallies(tables), rulebook).into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Ending;
    use crate::qualification::seats_for;
    use crate::rulebook::parameters;
    use crate::season::ranking::league_counts;
    use crate::test_support::{day, moment, played};

    fn league(meetings: Vec<Vec<u32>>) -> ClosedLeague {
        let meeting = |present: Vec<u32>| Meeting {
            day: day("2025-01-10"),
            present: present.into_iter().map(PlayerKey).collect(),
        };
        ClosedLeague {
            competition: CompetitionKey(0),
            voivodeship: Voivodeship::Slaskie,
            ended_at: moment("2025-03-15T16:00:00+01:00"),
            submitted_at: moment("2025-01-15T12:00:00+01:00"),
            meetings: meetings.into_iter().map(meeting).collect(),
            table: Vec::new(),
            waivers: Vec::new(),
        }
    }

    /// (MP qualifications, gives MW qualifications, gives ranking points) by the conditions of `pl-2024-25`.
    fn effects(league: &ClosedLeague, rulebook: &Rulebook) -> (u32, bool, bool) {
        let mp = league.regulars(rulebook.get(parameters::AWANS_LEAGUE_CONDITION), 3);
        let mw = league.regulars(rulebook.get(parameters::MW_LEAGUE_CONDITION), 3);
        (
            seats_for(&rulebook.get(parameters::AWANS_LEAGUE_SEATS), mp),
            mw >= 12,
            league_counts(league, rulebook).is_ok(),
        )
    }

    #[test]
    fn every_winner_of_a_game_at_a_meeting_has_one_big_point() {
        let big = |ending, small: Option<&[i32]>| {
            let game = RecordedGame { ending, small: small.map(<[i32]>::to_vec) };
            big_points(&game, &Rulebook::default()).into_iter().map(|points| points.0).collect::<Vec<_>>()
        };
        assert_eq!(big(Ending::RackEmptied, Some(&[57, -20, -37])), [1, 0, 0]);
        assert_eq!(big(Ending::TimeExpired, Some(&[30, 30, -25, -35])), [1, 1, 0, 0]);
        assert_eq!(big(Ending::NotPlayed, None), []);
    }

    #[test]
    fn e22_the_three_conditions_of_a_league_are_different() {
        let rulebook = Rulebook::default();
        let same_rounds = Rulebook::default()
            .with(parameters::AWANS_LEAGUE_CONDITION, LeagueCondition::SameRounds)
            .with(parameters::MW_LEAGUE_CONDITION, LeagueCondition::SameRounds);
        let persons = Rulebook::default().with(parameters::RANKING_LEAGUE_CONDITION, LeagueCondition::PersonsMinRounds);

        // a) 14 regulars and 10 persons at two of five meetings each: 18 present at each.
        let a =
            league((0..5).map(|round| (0..14).chain((0..4).map(|i| 14 + (round * 4 + i) % 10)).collect()).collect());
        assert_eq!(a.meetings_with(18), 5);
        assert_eq!(effects(&a, &rulebook), (0, true, true));
        assert!(!effects(&a, &persons).2);

        // b) 20 persons at three consecutive meetings of five: 12 present at each.
        let b =
            league((0..5).map(|round| (0..20).filter(|person| (round + 5 - person % 5) % 5 < 3).collect()).collect());
        assert_eq!(b.meetings_with(12), 5);
        assert_eq!(effects(&b, &rulebook), (1, true, false));
        assert!(effects(&b, &persons).2);
        assert_eq!(b.regulars(LeagueCondition::SameRounds, 3), 4);
        assert_eq!(effects(&b, &same_rounds), (0, false, false));

        // c) the same 16 persons at three meetings.
        let c = league(vec![(0..16).collect(); 3]);
        assert_eq!(effects(&c, &rulebook), (1, true, true));
        assert_eq!(effects(&c, &same_rounds), (1, true, true));

        // d) qualifications by persons.
        let steps = rulebook.get(parameters::AWANS_LEAGUE_SEATS);
        assert_eq!([15, 16, 31, 32].map(|persons| seats_for(&steps, persons)), [0, 1, 1, 2]);
    }

    #[test]
    fn a_league_table_adds_up_the_games_of_all_meetings() {
        let table = |seats: [u32; 3], small: [i64; 3]| Table {
            seats: seats.map(PlayerKey).to_vec(),
            games: vec![played(&small)],
        };
        let lines =
            cumulative_table(&[table([0, 1, 2], [9, -4, -5]), table([2, 1, 0], [7, -3, -4])], &Rulebook::default());
        assert_eq!(
            lines.iter().map(|line| (line.player.0, line.place.number())).collect::<Vec<_>>(),
            [(0, 1), (2, 2), (1, 3)]
        );
    }
}
