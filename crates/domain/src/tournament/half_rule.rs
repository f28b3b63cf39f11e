//! The half rule: points only for those who played at least half of the planned elimination games (R-STD-05).

use crate::rulebook::{HalfRuleBase, HalfRuleEffect, HalfRuleScope, Rulebook, parameters};
use crate::tournament::result::{ClosedTournament, Finish};
use crate::values::place::{Place, shared_places};

#[derive(Debug, Clone, Copy)]
pub struct HalfRule {
    base: u32,
    numerator: u32,
    denominator: u32,
    count_unplayed: bool,
}

impl HalfRule {
    /// The rule with the planned (or held) number of games of this tournament.
    pub fn new(rulebook: &Rulebook, tournament: &ClosedTournament) -> Self {
        let base = match rulebook.get(parameters::HALF_RULE_BASE) {
            HalfRuleBase::Planned => tournament.planned_games,
            // The games held are those of the player who played most of them.
            HalfRuleBase::Held => tournament.finishes.iter().map(|finish| finish.games_played).max().unwrap_or(0),
        };
        Self {
            base,
            numerator: rulebook.get(parameters::HALF_RULE_NUM),
            denominator: rulebook.get(parameters::HALF_RULE_DEN),
            count_unplayed: rulebook.get(parameters::HALF_RULE_COUNT_UNPLAYED),
        }
    }

    pub fn games_needed(self) -> u32 {
        (u64::from(self.base) * u64::from(self.numerator)).div_ceil(self.denominator.into()) as u32
    }

    pub fn met_by(self, finish: &Finish) -> bool {
        let unplayed = if self.count_unplayed { finish.games_unplayed } else { 0 };
        finish.games_played.saturating_add(unplayed) >= self.games_needed()
    }
}

/// The place with which each finish counts for points in this scope, in the order of the tournament's finishes.
///
/// A player below half keeps the place and the others do not move up, or is unclassified and they do (AMB-49).
pub fn places_for_points(
    tournament: &ClosedTournament,
    scope: HalfRuleScope,
    rulebook: &Rulebook,
) -> Vec<Option<Place>> {
    if !rulebook.get(parameters::HALF_RULE_APPLIES_TO).contains(&scope) {
        return tournament.finishes.iter().map(Finish::standing_place).collect();
    }
    let rule = HalfRule::new(rulebook, tournament);
    let counting = |finish: &Finish| finish.standing_place().filter(|_| rule.met_by(finish));
    let mut places: Vec<Option<Place>> = tournament.finishes.iter().map(counting).collect();
    if rulebook.get(parameters::HALF_RULE_EFFECT) == HalfRuleEffect::Unclassified {
        let mut order: Vec<usize> = (0..places.len()).filter(|index| places[*index].is_some()).collect();
        order.sort_by_key(|index| places[*index]);
        let moved_up = shared_places(&order, |a, b| places[*a] == places[*b]);
        for (index, place) in order.into_iter().zip(moved_up) {
            places[index] = Some(place);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::season::ranking_points::PointsScale;
    use crate::test_support::tournament;
    use crate::values::ids::PlayerKey;

    fn needed(planned: u32) -> u32 {
        HalfRule { base: planned, numerator: 1, denominator: 2, count_unplayed: false }.games_needed()
    }

    #[test]
    fn e15_half_of_the_planned_games_is_enough_and_half_of_an_odd_number_rounds_up() {
        assert_eq!([9, 12, 16].map(needed), [5, 6, 8]);
    }

    fn points_of_event(effect: HalfRuleEffect) -> u32 {
        let mut event = tournament(24);
        event.finishes[19].games_played = 5;
        let rulebook = Rulebook::default().with(parameters::HALF_RULE_EFFECT, effect);
        let scale = PointsScale::new(&rulebook);
        let places = places_for_points(&event, HalfRuleScope::Ranking, &rulebook);
        places.iter().flatten().map(|place| scale.points(*place).0).sum()
    }

    #[test]
    fn e42_a_player_below_half_keeps_the_place_and_gets_no_points() {
        assert_eq!(points_of_event(HalfRuleEffect::NoPoints), 958);
        assert_eq!(points_of_event(HalfRuleEffect::Unclassified), 961);
    }

    #[test]
    fn unplayed_games_count_only_if_the_rulebook_says_so() {
        let mut event = tournament(24);
        event.finishes[0] = Finish { games_played: 5, games_unplayed: 1, ..event.finishes[0] };
        let counting = |rulebook: &Rulebook| places_for_points(&event, HalfRuleScope::Ranking, rulebook)[0];
        assert_eq!(counting(&Rulebook::default()), None);
        assert_eq!(counting(&Rulebook::default().with(parameters::HALF_RULE_COUNT_UNPLAYED, true)), Some(Place::FIRST));
        assert_eq!(event.finishes[0].player, PlayerKey(0));
    }
}
