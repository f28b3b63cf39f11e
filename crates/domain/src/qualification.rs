//! Qualifications as decisions: what an event had to give, who got it, who was passed over and why.

pub mod mp;
mod seats;
mod settled;

pub(crate) use seats::walk_down;
pub use seats::{Candidate, Seats, pass_down, seats_for};
pub use settled::{DeclinedBy, SeatBook, Settled, SettledSeats};

use crate::calendar::Moment;
use crate::choice::choices;
use crate::event_status::MpStatus;
use crate::ids::{EventKey, PlayerKey};
use crate::place::Place;

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

/// How sure a qualification is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QualificationState {
    /// The rules give it; nobody has granted it.
    Proposed,
    /// Somebody has granted it.
    Granted,
    /// Somebody has granted it, and the rules would give it to somebody else now (AMB-68).
    Review,
}

impl QualificationState {
    /// The written name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proposed => "proposed",
            Self::Granted => "granted",
            Self::Review => "review",
        }
    }
}

/// A declaration to give up a qualification, made outside an event (R-WAV).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiver {
    /// Who gives it up.
    pub player: PlayerKey,
    /// When it was declared.
    pub declared_at: Moment,
}

/// Which decision a qualification or a waiver comes from; `None` stands for the ranking, or for a waiver outside an event.
pub type Origin = Option<EventKey>;

/// What happened to one player when a decision was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Got a qualification.
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
    /// Was tied for the last qualifications, and the rulebook gives them to nobody (AMB-60).
    TiedOut,
    /// Did not take it after the event (AMB-67).
    Declined {
        /// Whether it passed to the next person.
        passed_on: bool,
    },
}

/// A player who was looked at, in the order of looking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Considered {
    /// The player.
    pub player: PlayerKey,
    /// The place that was looked at.
    pub place: Place,
    /// What came of it.
    pub verdict: Verdict,
}

/// Why an event gave nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The tournament is not valid as an eliminatory one.
    NotValid(MpStatus),
    /// The decision for a small attendance was negative or has not been taken (R-FMT-16).
    NoDecision {
        /// Whether a negative decision was taken.
        refused: bool,
    },
    /// Too few participants.
    TooFewParticipants {
        /// How many there were.
        participants: u32,
        /// How many are needed.
        needed: u32,
    },
    /// Too few persons at enough meetings of the league (R-AWL-01, R-MW-03).
    TooFewRegulars {
        /// How many there were.
        regulars: u32,
        /// How many are needed.
        needed: u32,
    },
    /// Too few valid members of the Grand Prix, or too many members (AMB-71).
    IncompleteGrandPrix {
        /// Valid members.
        valid_events: u32,
        /// All members.
        members: u32,
    },
    /// The online event gives none.
    NoQuota,
    /// The event does not belong to the season any more; qualifications from it were granted before.
    Gone,
}

/// What is still to be given when a tie cannot be broken (P-SEATS, AMB-60).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pending {
    /// How many qualifications are left to give.
    pub open: u32,
    /// Who is tied for them, in the order of ids; empty when nobody in particular is.
    pub candidates: Vec<PlayerKey>,
}

/// How one event, or the ranking, gave out its qualifications.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The kind of source.
    pub source: Source,
    /// The event; `None` for the ranking.
    pub event: Origin,
    /// How many qualifications there were to give.
    pub seats: u32,
    /// The last place that could get one.
    pub depth: Option<u32>,
    /// Everybody who was looked at, in order.
    pub considered: Vec<Considered>,
    /// What is still open.
    pub pending: Option<Pending>,
    /// Why there was nothing to give.
    pub refusal: Option<Refusal>,
    /// When it is decided; later events do not change it. Nothing for an event that has gone.
    pub decided_at: Option<Moment>,
    /// Those whom a named person has granted a qualification.
    pub confirmed: Vec<PlayerKey>,
    /// How many a named person has given to nobody.
    pub withheld: u32,
    /// How many stay empty because who was in line declined, and it did not pass on (AMB-67).
    pub kept: u32,
    /// Whom the rules would give them to if nothing had been granted here; nothing if that is whom they went to.
    pub without_grants: Option<Vec<Considered>>,
    /// Whom a person may choose where the rules leave it open and name nobody, by place.
    pub eligible: Vec<(PlayerKey, Place)>,
}

impl Decision {
    /// Those who got a qualification, in the order of decision.
    pub fn granted(&self) -> impl Iterator<Item = &Considered> {
        self.considered.iter().filter(|considered| considered.verdict == Verdict::Granted)
    }

    /// Whom the rules would give the qualifications to, whatever was granted here.
    pub fn proposed(&self) -> impl Iterator<Item = &Considered> {
        self.by_the_rules().iter().filter(|considered| considered.verdict == Verdict::Granted)
    }

    /// Who is tied by the rules, or waits for a person to agree, whatever was granted here.
    pub fn tied(&self) -> impl Iterator<Item = &Considered> {
        self.by_the_rules().iter().filter(|considered| considered.verdict == Verdict::Pending)
    }

    /// How many nobody can say to whom they go, whatever was granted here.
    pub fn open_by_the_rules(&self) -> u32 {
        let is_free = self.pending.as_ref().is_some_and(|pending| pending.candidates.is_empty());
        if is_free || self.tied().next().is_some() {
            self.seats.saturating_sub(self.withheld + self.kept + self.proposed().count() as u32)
        } else {
            0
        }
    }

    /// Everybody who was looked at, as if nothing had been granted here.
    fn by_the_rules(&self) -> &[Considered] {
        self.without_grants.as_ref().unwrap_or(&self.considered)
    }

    /// Those who were granted a qualification that the rules would give to somebody else now.
    pub fn in_doubt(&self) -> impl Iterator<Item = PlayerKey> {
        let proposed = |player: PlayerKey| self.proposed().any(|considered| considered.player == player);
        self.confirmed.iter().copied().filter(move |player| !proposed(*player))
    }

    /// How many qualifications nobody could take; those that are pending, withheld or declined are not among them (AMB-65,
    /// AMB-66).
    pub fn lapsed(&self) -> u32 {
        let open = self.pending.as_ref().map_or(0, |pending| pending.open);
        self.seats.saturating_sub(open + self.withheld + self.kept + self.granted().count() as u32)
    }

    pub(crate) fn refused(source: Source, event: Origin, refusal: Refusal) -> Self {
        Self {
            source,
            event,
            seats: 0,
            depth: None,
            considered: Vec::new(),
            pending: None,
            refusal: Some(refusal),
            decided_at: None,
            confirmed: Vec::new(),
            withheld: 0,
            kept: 0,
            without_grants: None,
            eligible: Vec::new(),
        }
    }
}
