//! The world championship: the proposed nominee (R-WRC-01, R-WRC-02) and the winners of a round (R-WRC-03).

use crate::rulebook::{Rulebook, WrcNominee, parameters};
use crate::tournament::standings::Tally;
use crate::values::ids::PlayerKey;
use crate::values::place::Place;

/// A player of the national championship who may be nominated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    pub player: PlayerKey,
    /// The place in the national championship, which may be shared.
    pub place: Place,
    /// Whether the player is a full citizen of the country (R-WRC-01).
    pub citizen: bool,
    /// Whether the player represented the country at the WRC edition before, in whatever year (R-WRC-02, AMB-86).
    pub represented_at_previous_wrc: bool,
}

/// Why a player with a better place is not nominated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PassedOver {
    /// Only a full citizen represents the country (R-WRC-01).
    NotACitizen,
    /// No player represents the country at two editions in a row (R-WRC-02).
    RepresentedAtPreviousWrc,
    /// The place lies behind the last one that the rulebook nominates (AMB-86).
    BehindMaxPlace,
}

/// The proposed nominee; a person confirms it (AMB-90).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Nominee {
    Player(PlayerKey),
    /// One of these players, who share the best place of all who may be nominated, by a decision.
    Undecided(Vec<PlayerKey>),
    NoCandidate,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nomination {
    pub nominee: Nominee,
    /// Those who stand before or beside the nominee and may not go, in the order of the championship.
    pub passed_over: Vec<(PlayerKey, PassedOver)>,
}

/// Looks for the best placed player of the national championship who may go (AMB-86).
///
/// The candidates may be given in any order. A player with several obstacles is passed over for the first one in the
/// order of [`PassedOver`].
pub fn nominate(candidates: &[Candidate], rulebook: &Rulebook) -> Nomination {
    let WrcNominee::MpOrder = rulebook.get(parameters::WRC_NOMINEE);
    let citizenship_required = rulebook.get(parameters::WRC_CITIZENSHIP_REQUIRED);
    let no_consecutive = rulebook.get(parameters::WRC_NO_CONSECUTIVE);
    let max_place = rulebook.get(parameters::WRC_MAX_PLACE);
    let obstacle = |candidate: &Candidate| {
        if citizenship_required && !candidate.citizen {
            Some(PassedOver::NotACitizen)
        } else if no_consecutive && candidate.represented_at_previous_wrc {
            Some(PassedOver::RepresentedAtPreviousWrc)
        } else if max_place.is_some_and(|max| candidate.place.number() > max) {
            Some(PassedOver::BehindMaxPlace)
        } else {
            None
        }
    };

    let mut in_order = candidates.to_vec();
    in_order.sort_by_key(|candidate| (candidate.place, candidate.player));
    let mut nominees = Vec::new();
    let mut passed_over = Vec::new();
    for same_place in in_order.chunk_by(|a, b| a.place == b.place) {
        for candidate in same_place {
            match obstacle(candidate) {
                Some(reason) => passed_over.push((candidate.player, reason)),
                None => nominees.push(candidate.player),
            }
        }
        if !nominees.is_empty() {
            break;
        }
    }
    let nominee = match nominees[..] {
        [] => Nominee::NoCandidate,
        [player] => Nominee::Player(player),
        _ => Nominee::Undecided(nominees),
    };
    Nomination { nominee, passed_over }
}

/// Winners of a round: most games won, then the highest score (R-STD-03, R-WRC-03); several players if they are equal
/// in both.
pub fn round_winners(results: &[(PlayerKey, Tally)]) -> Vec<PlayerKey> {
    let score = |tally: &Tally| (tally.big, tally.small);
    let best = results.iter().map(|(_, tally)| score(tally)).max();
    results.iter().filter(|(_, tally)| Some(score(tally)) == best).map(|(player, _)| *player).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::points::{BigPoints, SmallPoints};

    const A: PlayerKey = PlayerKey(1);
    const B: PlayerKey = PlayerKey(2);
    const C: PlayerKey = PlayerKey(3);

    fn candidate(player: PlayerKey, place: u32) -> Candidate {
        Candidate { player, place: Place::new(place).unwrap(), citizen: true, represented_at_previous_wrc: false }
    }

    fn foreigner(player: PlayerKey, place: u32) -> Candidate {
        Candidate { citizen: false, ..candidate(player, place) }
    }

    fn last_representative(player: PlayerKey, place: u32) -> Candidate {
        Candidate { represented_at_previous_wrc: true, ..candidate(player, place) }
    }

    fn nomination(nominee: Nominee, passed_over: &[(PlayerKey, PassedOver)]) -> Nomination {
        Nomination { nominee, passed_over: passed_over.to_vec() }
    }

    #[test]
    fn e31_the_best_citizen_who_did_not_go_last_time_is_nominated() {
        let rulebook = Rulebook::default();
        let mp = [candidate(C, 3), foreigner(B, 2), last_representative(A, 1)];
        let expected =
            nomination(Nominee::Player(C), &[(A, PassedOver::RepresentedAtPreviousWrc), (B, PassedOver::NotACitizen)]);
        assert_eq!(nominate(&mp, &rulebook), expected);

        let went_before_the_previous_one = candidate(A, 1);
        let mp = [went_before_the_previous_one, foreigner(B, 2), candidate(C, 3)];
        assert_eq!(nominate(&mp, &rulebook), nomination(Nominee::Player(A), &[]));
    }

    #[test]
    fn the_rulebook_may_drop_an_obstacle_or_set_a_last_place() {
        let mp = [last_representative(A, 1), foreigner(B, 2), candidate(C, 3)];
        let nominee = |rulebook: Rulebook| nominate(&mp, &rulebook).nominee;
        let default = Rulebook::default();
        assert_eq!(nominee(default.clone().with(parameters::WRC_NO_CONSECUTIVE, false)), Nominee::Player(A));
        assert_eq!(nominee(default.clone().with(parameters::WRC_CITIZENSHIP_REQUIRED, false)), Nominee::Player(B));
        let expected = nomination(
            Nominee::NoCandidate,
            &[(A, PassedOver::RepresentedAtPreviousWrc), (B, PassedOver::NotACitizen), (C, PassedOver::BehindMaxPlace)],
        );
        let until_second = default.clone().with(parameters::WRC_MAX_PLACE, Some(2));
        assert_eq!(nominate(&mp, &until_second), expected);
        assert_eq!(nominee(default.with(parameters::WRC_MAX_PLACE, Some(3))), Nominee::Player(C));
    }

    #[test]
    fn a_shared_place_is_undecided_unless_only_one_of_its_players_may_go() {
        let rulebook = Rulebook::default();
        let tied = [candidate(B, 1), candidate(A, 1), candidate(C, 3)];
        assert_eq!(nominate(&tied, &rulebook), nomination(Nominee::Undecided(vec![A, B]), &[]));
        let one_may_go = [foreigner(A, 1), candidate(B, 1), candidate(C, 3)];
        let expected = nomination(Nominee::Player(B), &[(A, PassedOver::NotACitizen)]);
        assert_eq!(nominate(&one_may_go, &rulebook), expected);
        assert_eq!(nominate(&[], &rulebook), nomination(Nominee::NoCandidate, &[]));
    }

    #[test]
    fn e38_the_round_goes_to_the_most_wins_and_then_to_the_highest_score() {
        let result = |player, big, small| {
            let tally = Tally { big: BigPoints(big), small: SmallPoints(small), games_played: 4, ..Tally::default() };
            (PlayerKey(player), tally)
        };
        let (y, x, z, w) = (result(2, 2, 90), result(1, 2, 150), result(3, 0, -100), result(4, 0, -140));
        assert_eq!(round_winners(&[y, x, z, w]), [x.0]);
        let many_points_few_wins = result(5, 1, 900);
        assert_eq!(round_winners(&[many_points_few_wins, y]), [y.0]);
        assert_eq!(round_winners(&[x, y, result(6, 2, 150)]), [x.0, PlayerKey(6)]);
        assert_eq!(round_winners(&[]), []);
    }
}
