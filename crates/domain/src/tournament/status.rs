//! Status of a tournament: the effects that its attendance, class, place and length give it (R-FMT-15, R-FMT-16).

use crate::competitions::class::TournamentClass;
use crate::rulebook::{Rulebook, parameters};
use crate::season::ranking::NotCounted;
use crate::tournament::result::ClosedTournament;
use crate::values::voivodeship::Voivodeship;

/// The facts of a tournament that decide what it gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TournamentSize {
    pub class: TournamentClass,
    pub voivodeship: Voivodeship,
    pub planned_games: u32,
    pub participants: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TournamentStatus {
    /// Whether it has enough players to be recognised at all (AMB-12).
    pub recognised: bool,
    /// Whether it qualifies to a voivodeship championship.
    pub mw: bool,
    pub ranking: bool,
    pub mp: MpStatus,
}

/// Whether a tournament qualifies to the national championship as an eliminatory tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MpStatus {
    Yes,
    /// Only if the main organiser so decides (R-FMT-16).
    NeedsDecision,
    /// It does not, because of its class (AMB-15, AMB-74).
    NotEliminatory,
    /// It does not, because of its number of planned games (R-FMT-01).
    WrongLength {
        planned: u32,
    },
    /// It does not, because of its attendance (R-FMT-15).
    TooFewParticipants {
        participants: u32,
        /// Number needed there, with a decision where one is possible.
        needed: u32,
    },
}

impl TournamentSize {
    pub fn of(tournament: &ClosedTournament, rulebook: &Rulebook) -> Self {
        Self {
            class: tournament.class,
            voivodeship: tournament.voivodeship,
            planned_games: tournament.planned_games,
            participants: tournament.participants(rulebook),
        }
    }

    pub fn status(self, rulebook: &Rulebook) -> TournamentStatus {
        TournamentStatus {
            recognised: self.participants >= rulebook.get(parameters::MIN_PLAYERS_STATIONARY),
            mw: self.class.feeds_mw() && self.participants >= rulebook.get(parameters::MW_TOURNAMENT_MIN),
            ranking: self.ranking_status(rulebook).is_ok(),
            mp: self.mp_status(rulebook),
        }
    }

    /// Whether the tournament gives ranking points (R-RANK-02).
    pub fn ranking_status(self, rulebook: &Rulebook) -> Result<(), NotCounted> {
        let excluded = rulebook.get(parameters::RANKING_EXCLUDED_CLASSES).contains(&self.class);
        let is_mp = self.class == TournamentClass::Mp;
        if excluded || (is_mp && !rulebook.get(parameters::SEASON_MP_COUNTS)) {
            return Err(NotCounted::ExcludedClass);
        }
        let (participants, needed) = (self.participants, rulebook.get(parameters::MIN_PLAYERS_RANKING));
        if participants < needed { Err(NotCounted::TooFewParticipants { participants, needed }) } else { Ok(()) }
    }

    pub fn mp_status(self, rulebook: &Rulebook) -> MpStatus {
        let class_allows = match self.class {
            TournamentClass::Eliminatory => true,
            TournamentClass::Ordinary => !rulebook.get(parameters::AWANS_TOURNAMENT_REQUIRES_DECLARED_CLASS),
            TournamentClass::Mw => rulebook.get(parameters::AWANS_MW_ALSO_AWT),
            TournamentClass::Mp => false,
        };
        if !class_allows {
            return MpStatus::NotEliminatory;
        }
        if !rulebook.get(parameters::FORMATS_ELIM_TOTAL).holds(self.planned_games) {
            return MpStatus::WrongLength { planned: self.planned_games };
        }
        let ordinary = rulebook.get(parameters::MIN_PLAYERS_MP);
        let floor = rulebook.get(parameters::MIN_PLAYERS_MP_EXCEPTION_FLOOR);
        let exception = rulebook.get(parameters::EXCEPTION_VOIVODESHIPS).contains(&self.voivodeship);
        let needed = if exception { floor.min(ordinary) } else { ordinary };
        match self.participants {
            n if n >= ordinary => MpStatus::Yes,
            n if n >= needed => MpStatus::NeedsDecision,
            participants => MpStatus::TooFewParticipants { participants, needed },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choice;
    use TournamentClass::{Eliminatory, Ordinary};
    use Voivodeship::{Lubelskie, Lubuskie, Mazowieckie, Podlaskie, Slaskie};

    fn flags(participants: u32, voivodeship: Voivodeship, planned_games: u32, class: TournamentClass) -> String {
        let size = TournamentSize { class, voivodeship, planned_games, participants };
        let status = size.status(&Rulebook::default());
        let word = |flag| if flag { "yes" } else { "no" };
        let mp = match status.mp {
            MpStatus::Yes => "yes",
            MpStatus::NeedsDecision => "decision",
            _ => "no",
        };
        [word(status.recognised), word(status.mw), word(status.ranking), mp].join(" ")
    }

    #[test]
    fn e05_attendance_place_and_length_decide_what_a_tournament_gives() {
        assert_eq!(flags(28, Mazowieckie, 12, Eliminatory), "yes yes yes yes");
        assert_eq!(flags(27, Mazowieckie, 12, Eliminatory), "yes yes yes no");
        assert_eq!(flags(27, Lubelskie, 12, Eliminatory), "yes yes yes decision");
        assert_eq!(flags(24, Podlaskie, 16, Eliminatory), "yes yes yes decision");
        assert_eq!(flags(23, Podlaskie, 12, Eliminatory), "yes yes no no");
        assert_eq!(flags(28, Lubuskie, 12, Eliminatory), "yes yes yes yes");
        assert_eq!(flags(40, Slaskie, 9, Eliminatory), "yes yes yes no");
        assert_eq!(flags(16, Slaskie, 9, Ordinary), "yes yes no no");
        assert_eq!(flags(15, Slaskie, 9, Ordinary), "no no no no");
    }

    #[test]
    fn nine_voivodeships_have_the_exception_and_the_other_seven_do_not() {
        let hopeless = |voivodeship: &&Voivodeship| flags(27, **voivodeship, 12, Eliminatory) == "yes yes yes no";
        let without: Vec<&str> =
            Voivodeship::ALL.iter().filter(hopeless).map(|voivodeship| voivodeship.name()).collect();
        assert_eq!(
            without.join(" "),
            "dolnośląskie łódzkie małopolskie mazowieckie pomorskie śląskie warmińsko-mazurskie"
        );
        let with = Voivodeship::ALL
            .iter()
            .filter(|voivodeship| flags(24, **voivodeship, 12, Eliminatory).ends_with("decision"));
        assert_eq!(with.count(), 9);
    }

    #[test]
    fn an_ordinary_tournament_gives_no_mp_qualification_whatever_its_size() {
        assert_eq!(flags(90, Slaskie, 12, Ordinary), "yes yes yes no");
    }
}
