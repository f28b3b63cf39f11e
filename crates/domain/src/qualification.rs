//! Qualifications: the decisions of a competition or of the ranking on who gets one, with a verdict for each player
//! considered.

pub mod championship;
pub mod ledger;
pub mod mw;
pub mod ruling;
pub mod waiver;
pub mod wildcard;
pub mod world_championship;

pub mod mp;
mod seats;
mod settled;

pub(crate) use seats::allocate_seats;
pub use seats::{Candidate, Seats, pass_down, seats_for};
pub use settled::{DeclinedQualification, SettledChampionship, SettledQualifications, SettledSeats};

use crate::tournament::status::MpStatus;
use crate::values::calendar::Moment;
use crate::values::choice::choices;
use crate::values::ids::{CompetitionKey, PlayerKey};
use crate::values::place::Place;

choices! {
    /// Where a qualification to the national championship comes from (R-DEF-06, AMB-75).
    "source of a qualification" enum Source {
        Tournament = "tournament",
        League = "league",
        GrandPrix = "grand_prix",
        Online = "online",
        Mw = "mw",
        Ranking = "ranking",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QualificationState {
    /// The rules give it; it is not granted.
    Proposed,
    /// Granted by a named person.
    Granted,
    /// Granted, but after a correction the rules would give it to another player (AMB-68).
    Review,
}

impl QualificationState {
    pub fn name(self) -> &'static str {
        match self {
            Self::Proposed => "proposed",
            Self::Granted => "granted",
            Self::Review => "review",
        }
    }
}

/// A declaration to give up a qualification, made outside a competition (R-WAV).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiver {
    pub player: PlayerKey,
    pub declared_at: Moment,
}

/// The competition a qualification or a waiver comes from; `None` is the ranking, or a waiver outside a competition.
pub type Origin = Option<CompetitionKey>;

/// Verdict of a decision on one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Granted,
    /// Is one of those tied for what is left.
    Pending,
    /// Has a qualification already, from there (R-AWT-02).
    Holder(Origin),
    /// Gave qualifications up, there (R-WAV-03).
    Waived(Origin),
    /// Was disqualified (AMB-48).
    Disqualified,
    /// Did not play a single game (AMB-11).
    NoGames,
    /// Comes from abroad, and the rulebook leaves such players out (AMB-61).
    Foreign,
    /// Was at too few meetings of the league (AMB-69).
    RarelyPresent,
    /// Was tied for what was left, and the competent body put others first (AMB-41).
    LostTie,
    /// Was tied for the last qualifications, and the rulebook leaves them unused (AMB-60).
    TiedOut,
    /// Did not take it after the competition (AMB-67).
    Declined {
        passed_on: bool,
    },
}

/// A player who was looked at, in the order of looking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Considered {
    pub player: PlayerKey,
    pub place: Place,
    pub verdict: Verdict,
}

/// Why a competition gave no qualification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    NotValid(MpStatus),
    /// The decision for a small attendance was negative or has not been taken (R-FMT-16).
    NoDecision {
        refused: bool,
    },
    TooFewParticipants {
        participants: u32,
        needed: u32,
    },
    /// Too few persons at enough meetings of the league (R-AWL-01, R-MW-03).
    TooFewRegulars {
        regulars: u32,
        needed: u32,
    },
    /// Too few valid members of the Grand Prix, or too many members (AMB-71).
    IncompleteGrandPrix {
        valid_events: u32,
        members: u32,
    },
    NoQuota,
    /// The competition does not belong to the season any more; qualifications from it were granted before.
    Gone,
}

/// Qualifications left open by a tie that the rules do not break (P-SEATS, AMB-60).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// How many qualifications are left to give.
    pub open: u32,
    /// The tied players in the order of ids; empty where a person chooses freely.
    pub candidates: Vec<PlayerKey>,
}

/// How one competition, or the ranking, gave its qualifications.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    pub source: Source,
    pub competition: Origin,
    pub seats: u32,
    /// The last place that could get one.
    pub depth: Option<u32>,
    pub considered: Vec<Considered>,
    pub pending: Option<Pending>,
    pub refusal: Option<Refusal>,
    /// When it is decided; later competitions do not change it. Nothing for a competition that has gone.
    pub decided_at: Option<Moment>,
    /// Those whom a named person has granted a qualification.
    pub confirmed: Vec<PlayerKey>,
    pub withheld: u32,
    /// Number left empty because the player in line declined and it did not pass on (AMB-67).
    pub forfeited: u32,
    /// The players the rules would choose if nothing had been granted here; `None` if they are the same.
    pub without_grants: Option<Vec<Considered>>,
    /// Players a person may choose where the rules leave it open and name no candidate, by place.
    pub eligible: Vec<(PlayerKey, Place)>,
}

impl Decision {
    /// Those who got a qualification, in the order of decision.
    pub fn granted(&self) -> impl Iterator<Item = &Considered> {
        self.considered.iter().filter(|considered| considered.verdict == Verdict::Granted)
    }

    /// The players the rules would choose, regardless of grants made here.
    pub fn proposed(&self) -> impl Iterator<Item = &Considered> {
        self.before_grants().iter().filter(|considered| considered.verdict == Verdict::Granted)
    }

    /// Players who are tied by the rules or wait for consent, regardless of grants made here.
    pub fn tied(&self) -> impl Iterator<Item = &Considered> {
        self.before_grants().iter().filter(|considered| considered.verdict == Verdict::Pending)
    }

    /// Number of undecided qualifications, regardless of grants made here.
    pub fn open_before_grants(&self) -> u32 {
        let is_free = self.pending.as_ref().is_some_and(|pending| pending.candidates.is_empty());
        if is_free || self.tied().next().is_some() {
            self.seats.saturating_sub(self.withheld + self.forfeited + self.proposed().count() as u32)
        } else {
            0
        }
    }

    fn before_grants(&self) -> &[Considered] {
        self.without_grants.as_ref().unwrap_or(&self.considered)
    }

    /// Players with a grant that the rules would now give to another player.
    pub fn under_review(&self) -> impl Iterator<Item = PlayerKey> {
        let proposed = |player: PlayerKey| self.proposed().any(|considered| considered.player == player);
        self.confirmed.iter().copied().filter(move |player| !proposed(*player))
    }

    /// Qualifications that no player could take, without pending, withheld and declined ones (AMB-65, AMB-66).
    pub fn lapsed(&self) -> u32 {
        let open = self.pending.as_ref().map_or(0, |pending| pending.open);
        self.seats.saturating_sub(open + self.withheld + self.forfeited + self.granted().count() as u32)
    }

    pub(crate) fn refused(source: Source, competition: Origin, refusal: Refusal) -> Self {
        Self { refusal: Some(refusal), ..Self::without_seats(source, competition) }
    }

    /// A decision that nothing was decided in.
    pub(crate) fn without_seats(source: Source, competition: Origin) -> Self {
        Self {
            source,
            competition,
            seats: 0,
            depth: None,
            considered: Vec::new(),
            pending: None,
            refusal: None,
            decided_at: None,
            confirmed: Vec::new(),
            withheld: 0,
            forfeited: 0,
            without_grants: None,
            eligible: Vec::new(),
        }
    }
}
