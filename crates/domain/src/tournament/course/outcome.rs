//! Outcome of a tournament: entrants of the TOP stage and the final, the finishes, and the record.

use super::standing::PlayerKeys;
use super::{Rejection, Stage, TournamentState};
use crate::event::{RecordedFinish, RecordedOutcome, ResultLine, TieQuestion, TournamentRecord};
use crate::rulebook::{Replacement, Rulebook, parameters};
use crate::tournament::result::{Finish, finishes_from_rounds};
use crate::tournament::standings::{Table, tallies};
use crate::tournament::top_stage::{FINALISTS, Selection, TopResult, TopSize, advance, enter};
use crate::values::calendar::Moment;
use crate::values::ids::{PlayerId, PlayerKey};
use crate::values::place::Place;
use rustc_hash::FxHashMap;

/// The players who advance, or a tie: `certain` advance, and the main referee sets an order among `candidates`.
pub(crate) enum StageSelection {
    Decided(Vec<PlayerKey>),
    Tied { certain: Vec<PlayerKey>, candidates: Vec<PlayerKey> },
}

impl From<Selection> for StageSelection {
    fn from(selection: Selection) -> Self {
        match selection {
            Selection::Decided(entrants) => Self::Decided(entrants),
            Selection::Undecided { certain, candidates, .. } => Self::Tied { certain, candidates },
        }
    }
}

impl TournamentState {
    fn ruling(&self, question: TieQuestion, players: &PlayerKeys) -> Vec<PlayerKey> {
        let order = self.ties.get(&question).into_iter().flat_map(|order| order.iter());
        order.filter_map(|player| players.key(player)).collect()
    }

    /// Players who enter the TOP stage or the final after the elimination; the next player replaces one who left
    /// (AMB-47).
    fn entering(
        &self,
        question: TieQuestion,
        seats: usize,
        players: &PlayerKeys,
        rulebook: &Rulebook,
    ) -> StageSelection {
        let standing = self.elimination(|_| true, players, rulebook);
        let eligible: Vec<(PlayerKey, Place)> = standing
            .iter()
            .filter(|line| self.is_eligible(line.player, players, rulebook))
            .map(|line| (line.player, line.place))
            .collect();
        // A decision on a tie does not cover a player who joined the tie later.
        let ruled = self.ruling(question, players);
        let is_covered = |key: &PlayerKey| {
            let place = eligible.iter().find(|(one, _)| one == key).map(|(_, place)| *place);
            eligible.iter().filter(|(_, other)| Some(*other) == place).all(|(one, _)| ruled.contains(one))
        };
        let ruled: Vec<PlayerKey> = ruled.iter().copied().filter(is_covered).collect();
        let selection = enter(&eligible, seats, &ruled);
        self.without_absent(selection.into(), players)
    }

    /// Whether a player can be chosen: one who left is replaced, unless the rulebook leaves the seat empty (AMB-47).
    pub(crate) fn is_eligible(&self, key: PlayerKey, players: &PlayerKeys, rulebook: &Rulebook) -> bool {
        let player = players.id(key);
        match rulebook.get(parameters::FINAL_REPLACEMENT) {
            Replacement::Next => self.is_present(player),
            Replacement::None => !self.is_disqualified(player),
        }
    }

    /// The choice without those who are gone and are not replaced.
    fn without_absent(&self, choice: StageSelection, players: &PlayerKeys) -> StageSelection {
        let there = |keys: Vec<PlayerKey>| {
            keys.into_iter().filter(|key| self.is_present(players.id(*key))).collect::<Vec<PlayerKey>>()
        };
        match choice {
            StageSelection::Decided(entrants) => StageSelection::Decided(there(entrants)),
            StageSelection::Tied { certain, candidates } => {
                StageSelection::Tied { certain: there(certain), candidates }
            }
        }
    }

    /// Players who advance to a stage after the elimination.
    pub(crate) fn choice(
        &self,
        stage: Stage,
        players: &PlayerKeys,
        rulebook: &Rulebook,
    ) -> Option<(TieQuestion, StageSelection)> {
        let plan = self.plan.as_ref()?;
        let top_was_played = self.planned_stages().contains(&Stage::Top);
        match (stage, plan.top) {
            (Stage::Top, Some(size)) => {
                let question = TieQuestion::EntersTop;
                Some((question, self.entering(question, size.players(), players, rulebook)))
            }
            (Stage::Round(_), _) | (Stage::Top, None) => None,
            (Stage::Final, Some(size)) if top_was_played => {
                Some((TieQuestion::EntersFinal, self.finalists_of_top(size, players, rulebook)))
            }
            (Stage::Final, _) => {
                let question = TieQuestion::EntersFinal;
                Some((question, self.entering(question, FINALISTS, players, rulebook)))
            }
        }
    }

    fn finalists_of_top(&self, size: TopSize, players: &PlayerKeys, rulebook: &Rulebook) -> StageSelection {
        let places: FxHashMap<PlayerKey, Place> =
            self.elimination(|_| true, players, rulebook).iter().map(|line| (line.player, line.place)).collect();
        let tables = self.tables(Stage::Top, true, players, rulebook);
        let results: Vec<Vec<TopResult>> = tables
            .iter()
            .map(|table| {
                let there = tallies([table]).into_iter().filter(|(key, _)| self.is_eligible(*key, players, rulebook));
                let result =
                    |(player, tally)| Some(TopResult { player, elimination_place: *places.get(&player)?, tally });
                there.filter_map(result).collect()
            })
            .collect();
        let rulings = self.ruling(TieQuestion::EntersFinal, players);
        // A decision on a tie does not cover a player who joined the tie later.
        let rulings = match advance(size, &results, &[], rulebook) {
            Ok(Selection::Undecided { candidates, .. }) if !candidates.iter().all(|one| rulings.contains(one)) => {
                Vec::new()
            }
            _ => rulings,
        };
        if let Ok(selection) = advance(size, &results, &rulings, rulebook) {
            return self.without_absent(selection.into(), players);
        }
        // A table that lost nearly all players has no second place: the main referee names the finalists.
        let left: Vec<PlayerKey> = results.iter().flatten().map(|result| result.player).collect();
        let named: Vec<PlayerKey> = rulings.into_iter().filter(|key| left.contains(key)).take(FINALISTS).collect();
        if named.len() == FINALISTS.min(left.len()) {
            self.without_absent(StageSelection::Decided(named), players)
        } else {
            StageSelection::Tied { certain: Vec::new(), candidates: left }
        }
    }

    /// All finishes, or the tie in the final.
    pub(crate) fn finishes(&self, players: &PlayerKeys, rulebook: &Rulebook) -> Result<Vec<Finish>, Vec<PlayerKey>> {
        let (finishes, tied) = self.finishes_with_tie(players, rulebook);
        tied.map_or(Ok(finishes), Err)
    }

    /// All finishes, and the tie in the final that only the main referee can decide.
    fn finishes_with_tie(&self, players: &PlayerKeys, rulebook: &Rulebook) -> (Vec<Finish>, Option<Vec<PlayerKey>>) {
        let rounds = self.stages.keys().filter(|stage| stage.is_round());
        let played = |stage: Stage| self.play(stage).is_some_and(|play| play.closed);
        let tables: Vec<Table> =
            rounds.flat_map(|stage| self.tables(*stage, played(*stage), players, rulebook)).collect();
        let top = if played(Stage::Top) { self.tables(Stage::Top, true, players, rulebook) } else { Vec::new() };
        let last = if played(Stage::Final) { self.tables(Stage::Final, true, players, rulebook) } else { Vec::new() };
        let disqualified: Vec<PlayerKey> = self.disqualified().filter_map(|player| players.key(player)).collect();
        let mut finishes = finishes_from_rounds(&tables, &top, last.first(), &disqualified, rulebook);
        let tied = last.first().and_then(|last| self.break_ties(&mut finishes, &last.seats, players));
        finishes.sort_unstable_by_key(|finish| (finish.place.is_none(), finish.place, finish.player));
        (finishes, tied)
    }

    /// Gives finalists who are equal in every key the places that the main referee has set (AMB-43); the first who are
    /// still tied come back.
    fn break_ties(
        &self,
        finishes: &mut [Finish],
        finalists: &[PlayerKey],
        players: &PlayerKeys,
    ) -> Option<Vec<PlayerKey>> {
        let ruled = self.ruling(TieQuestion::FinalPlaces, players);
        let in_final =
            |finish: &Finish| finalists.contains(&finish.player) && finish.place.is_some() && !finish.disqualified;
        let mut places: Vec<Place> =
            finishes.iter().filter(|finish| in_final(finish)).filter_map(|finish| finish.place).collect();
        places.dedup();
        let mut still_tied = None;
        for place in places {
            let shared = |finish: &&mut Finish| in_final(finish) && finish.place == Some(place);
            let mut tied: Vec<&mut Finish> = finishes.iter_mut().filter(shared).collect();
            if tied.len() < 2 {
                continue;
            }
            let rank = |finish: &Finish| ruled.iter().position(|key| *key == finish.player);
            if tied.iter().any(|finish| rank(finish).is_none()) {
                still_tied.get_or_insert_with(|| tied.iter().map(|finish| finish.player).collect());
                continue;
            }
            tied.sort_by_key(|finish| rank(finish).unwrap_or(usize::MAX));
            for (ahead, finish) in tied.into_iter().enumerate() {
                finish.place = Some(Place::behind(place.number() as usize - 1 + ahead));
            }
        }
        still_tied
    }

    /// All final places known from closed stages; `None` while a tie in the final is open.
    pub fn final_places(&self) -> Option<Vec<(PlayerId, Option<Place>)>> {
        let rulebook = self.rulebook.as_ref()?;
        let players = PlayerKeys::of(self);
        let finishes = self.finishes(&players, rulebook).ok()?;
        Some(finishes.iter().map(|finish| (players.id(finish.player).clone(), finish.place)).collect())
    }

    /// The record of the tournament as the season reads it.
    pub(crate) fn record(&self, ended_at: Moment, rulebook: &Rulebook) -> Result<TournamentRecord, Rejection> {
        let players = PlayerKeys::of(self);
        let finishes = self.finishes(&players, rulebook).map_err(|tied| Rejection::TieNeedsReferee {
            question: TieQuestion::FinalPlaces,
            candidates: players.ids(&tied),
        })?;
        Ok(self.record_of(&finishes, ended_at, &players))
    }

    /// The record after a correction: finalists who are tied by it share the place until the main referee decides.
    pub(crate) fn corrected_record(&self, ended_at: Moment, rulebook: &Rulebook) -> TournamentRecord {
        let players = PlayerKeys::of(self);
        let (finishes, _) = self.finishes_with_tie(&players, rulebook);
        self.record_of(&finishes, ended_at, &players)
    }

    fn record_of(&self, finishes: &[Finish], ended_at: Moment, players: &PlayerKeys) -> TournamentRecord {
        // In a record disqualified players have no place, and the others places without gaps.
        let mut placed: Vec<Place> =
            finishes.iter().filter(|finish| !finish.disqualified).filter_map(|finish| finish.place).collect();
        placed.sort_unstable();
        let recorded = |place: Place| Place::behind(placed.partition_point(|other| *other < place));
        let line = |finish: &Finish| ResultLine {
            player: players.id(finish.player).clone(),
            games_played: finish.games_played,
            finish: match finish.place {
                Some(place) if !finish.disqualified => RecordedFinish::Place(recorded(place)),
                _ => RecordedFinish::Disqualified,
            },
        };
        let lines = finishes.iter().map(line).collect();
        self.recorded(ended_at, self.planned_elimination_games(), lines)
    }

    pub(crate) fn recorded(&self, ended_at: Moment, planned_games: u32, lines: Vec<ResultLine>) -> TournamentRecord {
        TournamentRecord {
            name: self.details.name,
            ended_at,
            submitted_at: self.application.submitted_at,
            voivodeship: self.details.voivodeship,
            class: self.approval.as_ref().map_or(self.application.class, |approval| approval.class),
            planned_games,
            outcome: RecordedOutcome::Results(lines),
        }
    }
}
