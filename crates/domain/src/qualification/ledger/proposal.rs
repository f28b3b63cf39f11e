//! Proposals of the rules by written ids, and the digest that identifies the proposal a person has seen.

use crate::event::SeatOrigin;
use crate::qualification::{Decision, Refusal};
use crate::rulebook::{EffectiveAt, parameters};
use crate::season::Facts;
use crate::values::calendar::Moment;
use crate::values::digest::Digest;
use crate::values::ids::{CompetitionId, PlayerId, PlayerKey, RESERVED_RANKING_ID};
use crate::values::place::Place;
use std::fmt::{self, Write};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    pub origin: SeatOrigin,
    pub seats: u32,
    /// Number withheld, or declined and not passed on.
    pub gone: u32,
    /// The players the rules choose, regardless of grants, in the order of decision.
    pub proposed: Vec<ProposedSeat>,
    /// Number of undecided qualifications.
    pub open: u32,
    /// Players tied for those, or who wait for consent; empty where a person chooses freely.
    pub tied: Vec<PlayerId>,
    /// Players whom the rules name subject to consent (AMB-70).
    pub consent: Vec<ProposedSeat>,
    /// All players with a place who may be chosen where a person chooses freely.
    pub eligible: Vec<ProposedSeat>,
    /// When it is decided; nothing for a competition that does not belong here any more.
    pub decided_at: Option<Moment>,
    /// Competitions that ended earlier, or should have, and are not closed, or wait for a decision on a player who is
    /// proposed here (AMB-68).
    pub waits_for: Vec<Prerequisite>,
    /// Those of them that are over and lack nothing but a person's decision.
    pub undecided: Vec<Prerequisite>,
}

/// Something that comes before a decision and is not settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Prerequisite {
    Event(CompetitionId),
    Ranking,
}

impl fmt::Display for Prerequisite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Event(event) => event.fmt(f),
            Self::Ranking => f.write_str(RESERVED_RANKING_ID),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedSeat {
    pub player: PlayerId,
    pub place: Place,
}

impl Proposal {
    /// The proposal of a computed decision; the caller adds `waits_for`.
    pub fn of(facts: &Facts, decision: &Decision) -> Self {
        let seat = |player, place| ProposedSeat { player: facts.player_id(player).clone(), place };
        let proposed = decision.proposed().map(|considered| seat(considered.player, considered.place)).collect();
        let tied: Vec<ProposedSeat> = decision.tied().map(|it| seat(it.player, it.place)).collect();
        let open = decision.open_before_grants();
        let consent = if tied.len() as u32 <= open { tied.clone() } else { Vec::new() };
        let eligible = decision.eligible.iter().map(|(player, place)| seat(*player, *place)).collect();
        Self {
            origin: SeatOrigin {
                source: decision.source,
                event: decision.competition.map(|event| facts.competition_id(event).clone()),
            },
            seats: decision.seats,
            gone: decision.withheld + decision.forfeited,
            proposed,
            open,
            tied: tied.into_iter().map(|seat| seat.player).collect(),
            consent,
            eligible,
            decided_at: decision.decided_at,
            waits_for: Vec::new(),
            undecided: Vec::new(),
        }
    }

    /// Notes what it waits for: competitions that are not closed, and others that lack a person's decision.
    pub fn wait_for(&mut self, open: Vec<Prerequisite>, undecided: Vec<Prerequisite>) {
        self.undecided = undecided.into_iter().filter(|event| !open.contains(event)).collect();
        self.waits_for = open.into_iter().chain(self.undecided.iter().cloned()).collect();
    }

    /// Stands for what is proposed; it changes when the proposal does, and only then.
    pub fn digest(&self) -> Digest {
        let mut text = String::from("proposal/1\n");
        let event = self.origin.event.as_ref().map_or("ranking", |event| event.as_str());
        // A text takes everything.
        let _ = writeln!(text, "{} {} {}", self.origin.source, self.seats, event.len());
        text.push_str(event);
        for seat in &self.proposed {
            let _ = write!(text, "\n{} {}", seat.place.number(), seat.player);
        }
        let _ = write!(text, "\nopen {}", self.open);
        for player in &self.tied {
            let _ = write!(text, "\n? {player}");
        }
        Digest::of(text.as_bytes())
    }

    /// Number of qualifications left beside those granted.
    pub fn left(&self, granted: u32) -> u32 {
        self.seats.saturating_sub(self.gone + granted)
    }

    pub fn find(&self, player: &PlayerId) -> Option<&ProposedSeat> {
        self.proposed.iter().find(|seat| seat.player == *player)
    }
}

/// Earlier undecided competitions with a candidate who is proposed here: granting this one first would settle those
/// too. `decisions` are in their order.
pub fn ties_before(facts: &Facts, decisions: &[Decision], decision: &Decision) -> Vec<Prerequisite> {
    let earlier =
        decisions.iter().take_while(|it| (it.source, it.competition) != (decision.source, decision.competition));
    let is_proposed = |player: &PlayerKey| decision.granted().any(|granted| granted.player == *player);
    let concerned = earlier.filter(|it| undecided(facts, it).iter().any(is_proposed));
    let awaited = |it: &Decision| {
        it.competition.map_or(Prerequisite::Ranking, |event| Prerequisite::Event(facts.competition_id(event).clone()))
    };
    concerned.map(awaited).collect()
}

/// Players who may still get a qualification of a competition by a person's decision: tied players, players who may be
/// chosen, or players in reach of it where an exception would take effect at the end of the competition (AMB-14).
fn undecided(facts: &Facts, decision: &Decision) -> Vec<PlayerKey> {
    if let Some(pending) = &decision.pending {
        let eligible = || decision.eligible.iter().map(|(player, _)| *player).collect();
        return if pending.candidates.is_empty() { eligible() } else { pending.candidates.clone() };
    }
    let back_dated = facts.rulebook.get(parameters::EXCEPTION_EFFECTIVE_AT) == EffectiveAt::EventEnd;
    if !back_dated || decision.refusal != Some(Refusal::NoDecision { refused: false }) {
        return Vec::new();
    }
    let depth = facts.rulebook.get(parameters::AWANS_TOURNAMENT_DEPTH);
    let tournament = facts.tournaments.iter().find(|it| Some(it.competition) == decision.competition);
    let finishes = tournament.into_iter().flat_map(|tournament| &tournament.finishes);
    let placed = finishes.filter_map(|finish| Some((finish.player, finish.standing_place()?)));
    let in_reach = placed.filter(|(_, place)| depth.is_none_or(|depth| place.number() <= depth));
    in_reach.map(|(player, _)| player).collect()
}

/// Stands for a list of people who are proposed in this order, for wildcards or a nomination.
pub fn proposals_digest<'a>(proposed: impl IntoIterator<Item = (&'a PlayerId, &'a CompetitionId, Place)>) -> Digest {
    let mut text = String::from("proposals/1");
    for (player, event, place) in proposed {
        // A text takes everything.
        let _ = write!(text, "\n{} {} {event} {player}", place.number(), event.as_str().len());
    }
    Digest::of(text.as_bytes())
}
