//! What standings show of a running tournament: their order, the places of the whole tournament, and what counts.

use super::{LiveStandings, LiveStandingsLine, Phase, Presence, Stage, TournamentState};
use crate::event::{RecordedFinish, RecordedOutcome};
use crate::values::ids::PlayerId;
use crate::values::place::Place;
use std::collections::BTreeMap;

impl LiveStandingsLine {
    pub fn is_disqualified(&self) -> bool {
        self.presence == Presence::Disqualified
    }

    /// The place in the elimination; none after a disqualification, wherever the rulebook puts the player (AMB-48).
    pub fn shown_place(&self) -> Option<Place> {
        self.place.filter(|_| !self.is_disqualified())
    }

    /// The place in the whole tournament; none after a disqualification (AMB-48).
    pub fn shown_final_place(&self, final_places: &BTreeMap<PlayerId, Place>) -> Option<Place> {
        final_places.get(&self.player).copied().filter(|_| !self.is_disqualified())
    }

    /// The stages with a game of the player, played or not.
    pub fn stages_with_results(&self) -> impl Iterator<Item = Stage> {
        let played = self.by_stage.iter().filter(|(_, tally)| tally.games_played + tally.games_unplayed > 0);
        played.map(|(stage, _)| *stage)
    }
}

impl LiveStandings {
    /// The lines as they are shown: by the places in the whole tournament where there are any, disqualified players
    /// last.
    pub fn into_shown_lines(self, final_places: &BTreeMap<PlayerId, Place>) -> Vec<LiveStandingsLine> {
        let (out, mut lines): (Vec<_>, Vec<_>) = self.lines.into_iter().partition(LiveStandingsLine::is_disqualified);
        lines.extend(out);
        lines.sort_by_key(|line| {
            let place = line.shown_final_place(final_places);
            (place.is_none(), place)
        });
        lines
    }
}

impl TournamentState {
    /// The places in the whole tournament as they may be shown; none before the final is over.
    pub fn shown_final_places(&self) -> BTreeMap<PlayerId, Place> {
        if self.phase == Phase::Closed {
            let Some(RecordedOutcome::Results(lines)) = self.record.as_ref().map(|record| &record.outcome) else {
                return BTreeMap::new();
            };
            let placed = lines.iter().filter_map(|line| match line.finish {
                RecordedFinish::Place(place) => Some((line.player.clone(), place)),
                RecordedFinish::Disqualified => None,
            });
            return placed.collect();
        }
        let is_over = self.play(Stage::Final).is_some_and(|play| play.closed || play.skipped);
        if !is_over || self.hidden.is_some() {
            return BTreeMap::new();
        }
        let finished = self.final_places().unwrap_or_default().into_iter();
        finished.filter_map(|(player, place)| Some((player, place?))).collect()
    }

    /// Whether a stage, up to `last` if that is given, has begun and is not over.
    pub fn is_in_play(&self, last: Option<Stage>) -> bool {
        let mut asked = self.stages.iter().filter(|(stage, _)| last.is_none_or(|last| **stage <= last));
        self.phase == Phase::Running && asked.any(|(_, play)| play.started && !play.closed && !play.skipped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::place;
    use crate::test_support::tournament_fixture::{TournamentFixture, free_formats, player, rounds, with_final};
    use crate::tournament::course::{TournamentAction, open_tie};
    use crate::tournament::standings::Tally;

    const FIRST: Stage = Stage::Round(1);

    fn line(number: usize, presence: Presence) -> LiveStandingsLine {
        let (tally, by_stage) = (Tally::default(), BTreeMap::new());
        LiveStandingsLine { player: player(number), place: Some(place(number as u32)), tally, by_stage, presence }
    }

    fn order(final_places: &[(usize, u32)]) -> Vec<PlayerId> {
        let lines = vec![
            line(1, Presence::CheckedIn),
            line(2, Presence::Disqualified),
            line(3, Presence::CheckedIn),
            line(4, Presence::CheckedIn),
        ];
        let final_places = final_places.iter().map(|(number, found)| (player(*number), place(*found))).collect();
        LiveStandings { lines }.into_shown_lines(&final_places).into_iter().map(|line| line.player).collect()
    }

    #[test]
    fn given_no_final_places_when_shown_then_lines_keep_their_order_with_the_disqualified_last() {
        assert_eq!(order(&[]), [1, 3, 4, 2].map(player));
    }

    #[test]
    fn given_final_places_when_shown_then_they_give_the_order_and_none_to_the_disqualified() {
        assert_eq!(order(&[(4, 1), (2, 2), (1, 3), (3, 4)]), [4, 1, 3, 2].map(player));
        assert_eq!(order(&[(4, 1)]), [4, 1, 3, 2].map(player), "those without a place stand behind, as they stood");
    }

    #[test]
    fn given_a_disqualified_player_with_places_when_shown_then_there_are_none() {
        let places = BTreeMap::from([(player(1), Place::FIRST)]);
        let shown = |presence| (line(1, presence).shown_place(), line(1, presence).shown_final_place(&places));
        assert_eq!(shown(Presence::Left), (Some(Place::FIRST), Some(Place::FIRST)));
        assert_eq!(shown(Presence::Disqualified), (None, None));
    }

    #[test]
    fn given_games_that_were_not_played_when_asked_for_stages_then_they_count_and_empty_stages_do_not() {
        let unplayed = Tally { games_unplayed: 1, ..Tally::default() };
        let by_stage = BTreeMap::from([(FIRST, unplayed), (Stage::Final, Tally::default())]);
        let line = LiveStandingsLine { by_stage, ..line(1, Presence::CheckedIn) };
        assert_eq!(line.stages_with_results().collect::<Vec<_>>(), [FIRST]);
    }

    #[test]
    fn given_a_final_when_it_is_over_then_its_places_are_shown_and_stay_after_closing() {
        let mut fixture = TournamentFixture::started(free_formats(&[]), with_final(rounds(&[1]), 1), 4);
        assert!(fixture.state().is_in_play(Some(FIRST)));
        fixture.enter(FIRST, 1, "A");
        fixture.next(FIRST, Stage::Final);
        assert!(fixture.state().is_in_play(None) && !fixture.state().is_in_play(Some(FIRST)));
        fixture.enter(Stage::Final, 1, "B");
        assert_eq!(fixture.state().shown_final_places(), BTreeMap::new());
        fixture.done(TournamentAction::CloseStage { stage: Stage::Final, seat_next: false });
        while let Some((question, order)) = open_tie(fixture.state()) {
            fixture.done(TournamentAction::DecideTie { question, order, reason: None });
        }
        let shown = fixture.state().shown_final_places();
        assert_eq!(shown.len(), 4);
        assert!(!fixture.state().is_in_play(None));
        fixture.close();
        assert_eq!(fixture.state().shown_final_places(), shown);
    }
}
