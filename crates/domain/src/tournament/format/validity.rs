//! Validity of rounds, TOP stage and final by class of tournament (R-FMT-01 to R-FMT-03, R-FMT-06, R-FMT-08, R-FMT-10).

use super::{FormatName, InvalidRounds, Rounds};
use crate::competitions::class::TournamentClass;
use crate::rulebook::{Rulebook, Span, Strictness, parameters};
use crate::tournament::top_stage::TopSize;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormatCheck {
    pub errors: Vec<FormatError>,
    pub warnings: Vec<FormatWarning>,
}

impl FormatCheck {
    pub fn is_valid(&self) -> bool {
        self.errors.is_empty()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    #[error("these are not rounds")]
    NotRounds(#[source] InvalidRounds),
    /// Too few or too many rounds for the class (R-FMT-01, R-FMT-02, R-FMT-08).
    #[error("{found} elimination rounds, allowed are {allowed}")]
    RoundCount { found: u32, allowed: Span },
    /// Too few or too many games in a round (R-FMT-01, R-FMT-02, R-FMT-08).
    #[error("{found} games in round {round}, allowed are {allowed}")]
    GamesInRound {
        /// The round, from 1.
        round: u32,
        found: u32,
        allowed: Span,
    },
    /// Too few or too many games in all (R-FMT-01, R-FMT-02).
    #[error("{found} elimination games, allowed are {allowed}")]
    TotalGames { found: u32, allowed: Span },
    /// Rounds of different length where the rulebook forbids them (AMB-17).
    #[error("the rounds have different numbers of games")]
    MixedRounds,
    /// Too few or too many games in the final (R-FMT-03).
    #[error("{found} games in the final, allowed are {allowed}")]
    FinalGames { found: u32, allowed: Span },
    /// No games in the TOP stage, or more than a round can have (AMB-21).
    #[error("{found} games in the TOP stage, allowed are {allowed}")]
    TopGames { found: u32, allowed: Span },
    /// A TOP stage where the rulebook has none (AMB-16).
    #[error("the rulebook has no TOP stages")]
    TopStageNotAllowed,
    /// A TOP stage does nothing but select finalists (R-FIN-02, R-FIN-03).
    #[error("a TOP stage needs a final")]
    TopStageWithoutFinal,
    #[error("{players} players are too few for {size}")]
    TooFewForTopStage { players: u32, size: TopSize },
    /// Another format than Mini where the rulebook insists on it (R-FMT-06).
    #[error(
        "an ordinary tournament of up to {max_players} players is played as Mini: three rounds of three games and a final"
    )]
    MiniRequired { max_players: u32 },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormatWarning {
    /// Rounds of different length: no table lists them (AMB-17).
    MixedRounds,
    /// A small ordinary tournament should be played as Mini (R-FMT-06, AMB-13).
    MiniExpected { max_players: u32 },
}

/// Checks the shape of a tournament: games of each elimination round, games of the final, TOP stage, and players if
/// known.
///
/// The regulations give no shape to a voivodeship championship, so it has the limits of an ordinary tournament, which
/// are the wider ones. Where the rulebook allows custom formats, an ordinary tournament may have any rounds (AMB-22).
/// The world championship is an `mp` under its own preset, with the last of its three rounds as final (R-FMT-10).
pub fn check_format(
    class: TournamentClass,
    rounds: &[u32],
    final_games: Option<u32>,
    top: Option<TopSize>,
    players: Option<u32>,
    rulebook: &Rulebook,
) -> FormatCheck {
    let mut check = FormatCheck::default();
    let custom = class == TournamentClass::Ordinary && rulebook.get(parameters::FORMATS_CUSTOM);
    match Rounds::new(rounds) {
        Err(invalid) => check.errors.push(FormatError::NotRounds(invalid)),
        Ok(_) if custom => {}
        Ok(rounds) => {
            check.limits(&rounds, &Limits::of(class, rulebook));
            check.mixed(&rounds, rulebook);
        }
    }
    check.final_and_top_stage(final_games, top, players, rulebook);
    if class == TournamentClass::Ordinary && !custom {
        let is_mini = is_mini(rounds, rulebook) && final_games.is_some() && top.is_none();
        check.mini(is_mini, players, rulebook);
    }
    check
}

/// Mini and Zwykły have the same rounds (AMB-13).
fn is_mini(rounds: &[u32], rulebook: &Rulebook) -> bool {
    FormatName::Mini.format(rulebook).planned().games() == rounds
}

struct Limits {
    rounds: Span,
    games: Span,
    /// The championship has none of its own (R-FMT-08).
    total: Option<Span>,
}

impl Limits {
    fn of(class: TournamentClass, rulebook: &Rulebook) -> Self {
        let (rounds, games, total) = match class {
            TournamentClass::Ordinary | TournamentClass::Mw => (
                parameters::FORMATS_ORDINARY_ROUNDS,
                parameters::FORMATS_ORDINARY_GAMES,
                Some(parameters::FORMATS_ORDINARY_TOTAL),
            ),
            TournamentClass::Eliminatory => {
                (parameters::FORMATS_ELIM_ROUNDS, parameters::FORMATS_ELIM_GAMES, Some(parameters::FORMATS_ELIM_TOTAL))
            }
            TournamentClass::Mp => (parameters::FORMATS_MP_ROUNDS, parameters::FORMATS_MP_GAMES, None),
        };
        Self { rounds: rulebook.get(rounds), games: rulebook.get(games), total: total.map(|total| rulebook.get(total)) }
    }
}

impl FormatCheck {
    fn limits(&mut self, rounds: &Rounds, limits: &Limits) {
        let (found, allowed) = (rounds.count(), limits.rounds);
        if !allowed.holds(found) {
            self.errors.push(FormatError::RoundCount { found, allowed });
        }
        let allowed = limits.games;
        for (round, found) in (1..).zip(rounds.games().iter().copied()) {
            if !allowed.holds(found) {
                self.errors.push(FormatError::GamesInRound { round, found, allowed });
            }
        }
        let found = rounds.total();
        if let Some(allowed) = limits.total.filter(|allowed| !allowed.holds(found)) {
            self.errors.push(FormatError::TotalGames { found, allowed });
        }
    }

    fn mixed(&mut self, rounds: &Rounds, rulebook: &Rulebook) {
        if rounds.mixed() {
            let strictness = rulebook.get(parameters::FORMATS_ALLOW_MIXED_ROUNDS);
            self.note(strictness, FormatError::MixedRounds, FormatWarning::MixedRounds);
        }
    }

    fn final_and_top_stage(
        &mut self,
        final_games: Option<u32>,
        top: Option<TopSize>,
        players: Option<u32>,
        rulebook: &Rulebook,
    ) {
        let min = rulebook.get(parameters::FINAL_GAMES_MIN);
        let allowed = Span::new(min, rulebook.get(parameters::FINAL_GAMES_MAX));
        if let Some(found) = final_games.filter(|found| !allowed.holds(*found)) {
            self.errors.push(FormatError::FinalGames { found, allowed });
        }
        let Some(size) = top else { return };
        if !rulebook.get(parameters::FORMATS_ALLOW_TOP_STAGE) {
            self.errors.push(FormatError::TopStageNotAllowed);
        }
        if final_games.is_none() {
            self.errors.push(FormatError::TopStageWithoutFinal);
        }
        if let Some(players) = players.filter(|players| (*players as usize) < size.players()) {
            self.errors.push(FormatError::TooFewForTopStage { players, size });
        }
    }

    fn mini(&mut self, is_mini: bool, players: Option<u32>, rulebook: &Rulebook) {
        let max_players = rulebook.get(parameters::FORMATS_MINI_MAX_PLAYERS);
        if !is_mini && players.is_some_and(|players| players <= max_players) {
            self.note(
                rulebook.get(parameters::FORMATS_MINI_MANDATORY),
                FormatError::MiniRequired { max_players },
                FormatWarning::MiniExpected { max_players },
            );
        }
    }

    fn note(&mut self, strictness: Strictness, error: FormatError, warning: FormatWarning) {
        match strictness {
            Strictness::Allow => {}
            Strictness::Warn => self.warnings.push(warning),
            Strictness::Forbid => self.errors.push(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TournamentClass::{Eliminatory, Mp, Mw, Ordinary};
    use super::*;
    use crate::Choice;
    use crate::rulebook::Preset;
    use crate::tournament::format::catalogue;
    use proptest::prelude::*;

    fn shape(class: TournamentClass, rounds: &[u32], rulebook: &Rulebook) -> FormatCheck {
        check_format(class, rounds, None, None, None, rulebook)
    }

    fn valid(class: TournamentClass, rounds: &[u32]) -> bool {
        shape(class, rounds, &Rulebook::default()).is_valid()
    }

    #[test]
    fn e04_each_class_has_its_number_of_rounds_and_games() {
        let rulebook = Rulebook::default();
        let too_few = FormatError::TotalGames { found: 9, allowed: Span::new(12, 16) };
        assert_eq!(shape(Eliminatory, &[3, 3, 3], &rulebook).errors, [too_few]);
        assert_eq!(shape(Ordinary, &[3, 3, 3], &rulebook), FormatCheck::default());
        assert_eq!(shape(Eliminatory, &[4, 4, 4], &rulebook), FormatCheck::default());
        let custom = FormatCheck { errors: vec![], warnings: vec![FormatWarning::MixedRounds] };
        assert_eq!(shape(Eliminatory, &[3, 3, 4, 4], &rulebook), custom);
        let too_many = [
            FormatError::RoundCount { found: 5, allowed: Span::new(3, 4) },
            FormatError::TotalGames { found: 20, allowed: Span::new(12, 16) },
        ];
        assert_eq!(shape(Eliminatory, &[4; 5], &rulebook).errors, too_many);
        assert!(valid(Mp, &[3; 5]) && valid(Mp, &[4; 6]) && !valid(Mp, &[4; 4]));
    }

    #[test]
    fn an_ordinary_tournament_has_three_or_four_rounds_of_three_or_four_games() {
        assert!(valid(Ordinary, &[3; 3]) && valid(Ordinary, &[4; 4]) && valid(Ordinary, &[3, 4, 3]));
        assert!(!valid(Ordinary, &[4; 2]) && !valid(Ordinary, &[3; 5]));
        assert!(!valid(Ordinary, &[2, 4, 4]) && !valid(Ordinary, &[5, 3, 3]));
    }

    #[test]
    fn the_national_championship_has_five_or_six_rounds_of_three_or_four_games() {
        assert!(valid(Mp, &[3; 5]) && valid(Mp, &[4; 6]) && valid(Mp, &[3, 4, 3, 4, 3]));
        assert!(!valid(Mp, &[4; 4]) && !valid(Mp, &[3; 7]));
        assert!(!valid(Mp, &[2, 3, 3, 3, 3, 3]) && !valid(Mp, &[5, 3, 3, 3, 3]));
    }

    #[test]
    fn e04_a_final_has_four_to_six_games() {
        let rulebook = Rulebook::default();
        let with_final = |games| check_format(Eliminatory, &[4, 4, 4], Some(games), None, None, &rulebook);
        for games in [4, 5, 6] {
            assert_eq!(with_final(games), FormatCheck::default(), "{games}");
        }
        for found in [0, 3, 7, u32::MAX] {
            let allowed = Span::new(4, 6);
            assert_eq!(with_final(found).errors, [FormatError::FinalGames { found, allowed }]);
        }
    }

    #[test]
    fn a_round_outside_the_limits_is_named() {
        let allowed = Span::new(3, 4);
        let error = FormatError::GamesInRound { round: 2, found: 5, allowed };
        assert_eq!(shape(Ordinary, &[4, 5, 4], &Rulebook::default()).errors, [error]);
    }

    #[test]
    fn mixed_rounds_are_allowed_warned_of_or_forbidden_by_the_rulebook() {
        let mixed = |strictness| {
            let rulebook = Rulebook::default().with(parameters::FORMATS_ALLOW_MIXED_ROUNDS, strictness);
            shape(Eliminatory, &[4, 4, 3, 3], &rulebook)
        };
        assert_eq!(mixed(Strictness::Allow), FormatCheck::default());
        assert_eq!(mixed(Strictness::Warn).warnings, [FormatWarning::MixedRounds]);
        assert_eq!(mixed(Strictness::Forbid).errors, [FormatError::MixedRounds]);
    }

    #[test]
    fn a_small_ordinary_tournament_should_be_a_mini() {
        let rulebook = Rulebook::default();
        let check =
            |class, rounds: &[u32], games, players| check_format(class, rounds, games, None, players, &rulebook);
        let expected = [FormatWarning::MiniExpected { max_players: 19 }];
        assert_eq!(check(Ordinary, &[4, 4, 4], Some(4), Some(19)).warnings, expected);
        assert_eq!(check(Ordinary, &[3, 3, 3], None, Some(19)).warnings, expected);
        for (class, rounds, games, players) in [
            (Ordinary, [3, 3, 3], Some(4), Some(19)),
            (Ordinary, [4, 4, 4], Some(4), Some(20)),
            (Ordinary, [4, 4, 4], Some(4), None),
            (Eliminatory, [4, 4, 4], Some(4), Some(19)),
        ] {
            assert_eq!(check(class, &rounds, games, players), FormatCheck::default(), "{rounds:?} {players:?}");
        }
        let strict = rulebook.clone().with(parameters::FORMATS_MINI_MANDATORY, Strictness::Forbid);
        let strict = check_format(Ordinary, &[4, 4, 4], None, None, Some(12), &strict);
        assert_eq!(strict.errors, [FormatError::MiniRequired { max_players: 19 }]);
    }

    #[test]
    fn a_top_stage_needs_the_rulebook_a_final_and_enough_players() {
        let rulebook = Rulebook::default();
        let size = TopSize::Top12;
        let check = |games, players, rulebook: &Rulebook| {
            check_format(Eliminatory, &[4, 4, 4], games, Some(size), players, rulebook).errors
        };
        assert_eq!(check(Some(4), Some(12), &rulebook), []);
        assert_eq!(check(None, None, &rulebook), [FormatError::TopStageWithoutFinal]);
        let too_few = FormatError::TooFewForTopStage { players: 11, size };
        assert_eq!(check(Some(4), Some(11), &rulebook), [too_few]);
        let without = rulebook.clone().with(parameters::FORMATS_ALLOW_TOP_STAGE, false);
        assert_eq!(check(Some(4), None, &without), [FormatError::TopStageNotAllowed]);
    }

    #[test]
    fn a_local_rulebook_lets_an_ordinary_tournament_have_any_rounds_but_no_empty_one() {
        let local = Rulebook::preset(Preset::Loc2024_11_30);
        assert_eq!(shape(Ordinary, &[1, 2], &local), FormatCheck::default());
        let empty = FormatError::NotRounds(InvalidRounds::Games { found: 0 });
        assert_eq!(shape(Ordinary, &[3, 0], &local).errors, [empty]);
        assert!(!shape(Eliminatory, &[1, 2], &local).is_valid());
        assert!(!shape(Mw, &[1, 2], &local).is_valid());
        let long_final = check_format(Ordinary, &[1, 2], Some(5), None, Some(10), &local);
        assert!(!long_final.is_valid());
    }

    #[test]
    fn the_world_championship_has_two_rounds_of_four_and_a_final_of_four() {
        let rulebook = Rulebook::preset(Preset::Wrc9);
        let check = |rounds: &[u32], games| check_format(Mp, rounds, Some(games), None, None, &rulebook).is_valid();
        assert!(check(&[4, 4], 4));
        assert!(!check(&[4, 4, 4], 4) && !check(&[4, 3], 4) && !check(&[4, 4], 5));
    }

    #[test]
    fn every_listed_format_is_valid_for_its_classes() {
        for preset in [Preset::Pl2024_25, Preset::HowLegacy] {
            let rulebook = Rulebook::preset(preset);
            for format in catalogue(&rulebook) {
                let final_games = format.stages.has_final().then_some(4);
                let top = format.stages.has_top_stage().then_some(TopSize::Top8);
                let check =
                    |class| check_format(class, format.planned().games(), final_games, top, Some(40), &rulebook);
                let for_eliminations = format.planned().total() >= 12;
                assert_eq!(check(Eliminatory).is_valid(), for_eliminations, "{}", format.name);
                assert_eq!(check(Ordinary), FormatCheck::default(), "{}", format.name);
                assert_eq!(check(Mw), FormatCheck::default(), "{}", format.name);
            }
        }
    }

    proptest! {
        #[test]
        fn what_is_valid_for_an_eliminatory_tournament_is_valid_for_an_ordinary_one_and_an_mw(
            rounds in prop::collection::vec(2_u32..6, 2..6),
        ) {
            let eliminatory = valid(Eliminatory, &rounds);
            prop_assert!(!eliminatory || valid(Ordinary, &rounds));
            prop_assert_eq!(valid(Ordinary, &rounds), valid(Mw, &rounds));
            prop_assert!(!(eliminatory && valid(Mp, &rounds)));
        }

        #[test]
        fn the_order_of_the_rounds_does_not_matter_for_their_validity(
            class in prop::sample::select(TournamentClass::ALL),
            (rounds, shuffled) in prop::collection::vec(2_u32..6, 2..7)
                .prop_flat_map(|rounds| (Just(rounds.clone()), Just(rounds).prop_shuffle())),
        ) {
            prop_assert_eq!(valid(class, &rounds), valid(class, &shuffled));
        }
    }
}
