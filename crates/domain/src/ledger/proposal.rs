//! What the rules propose, by written ids, and the digest by which a person says which proposal they have seen.

use crate::calendar::Moment;
use crate::digest::Digest;
use crate::event::SeatOrigin;
use crate::ids::{EventId, PlayerId, PlayerKey, RESERVED_RANKING_ID};
use crate::place::Place;
use crate::qualification::{Decision, Refusal};
use crate::rulebook::{EffectiveAt, parameters};
use crate::season::Facts;
use std::fmt::{self, Write};

/// What the rules propose about the qualifications of one event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// Where they come from.
    pub origin: SeatOrigin,
    /// How many there are.
    pub seats: u32,
    /// How many go to nobody: withheld, or declined and not passed on.
    pub gone: u32,
    /// Whom the rules would give them to, whatever was granted, in the order of decision.
    pub proposed: Vec<ProposedSeat>,
    /// How many are open because nobody can say to whom they go.
    pub open: u32,
    /// Who is tied for those, or who waits for a person to agree; nobody where a person is to choose freely.
    pub tied: Vec<PlayerId>,
    /// Whom the rules name for what is open, if only a person agrees (AMB-70).
    pub consent: Vec<ProposedSeat>,
    /// Everybody with a place who could be chosen where a person chooses freely.
    pub eligible: Vec<ProposedSeat>,
    /// When it is decided; nothing for an event that does not belong here any more.
    pub decided_at: Option<Moment>,
    /// Events that ended earlier, or should have, and are not closed, or on which a person has yet to decide about somebody who is
    /// proposed here (AMB-68).
    pub waits_for: Vec<Awaited>,
    /// Those of them that are over and lack nothing but a person's decision.
    pub undecided: Vec<Awaited>,
}

/// Something that comes before a decision and is not settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Awaited {
    /// An event.
    Event(EventId),
    /// The ranking of the season.
    Ranking,
}

impl fmt::Display for Awaited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Event(event) => event.fmt(f),
            Self::Ranking => f.write_str(RESERVED_RANKING_ID),
        }
    }
}

/// Somebody with a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedSeat {
    /// Who.
    pub player: PlayerId,
    /// With which place.
    pub place: Place,
}

impl Proposal {
    /// What a decision of the calculation proposes; what it waits for is for others to say.
    pub fn of(facts: &Facts, decision: &Decision) -> Self {
        let seat = |player, place| ProposedSeat { player: facts.player_id(player).clone(), place };
        let proposed = decision.proposed().map(|considered| seat(considered.player, considered.place)).collect();
        let tied: Vec<ProposedSeat> = decision.tied().map(|it| seat(it.player, it.place)).collect();
        let open = decision.open_by_the_rules();
        let consent = if tied.len() as u32 <= open { tied.clone() } else { Vec::new() };
        let eligible = decision.eligible.iter().map(|(player, place)| seat(*player, *place)).collect();
        Self {
            origin: SeatOrigin {
                source: decision.source,
                event: decision.event.map(|event| facts.event_id(event).clone()),
            },
            seats: decision.seats,
            gone: decision.withheld + decision.kept,
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

    /// Notes what it waits for: events that are not closed, and others that lack a person's decision.
    pub fn wait_for(&mut self, open: Vec<Awaited>, undecided: Vec<Awaited>) {
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

    /// How many of the qualifications are left besides those that were granted.
    pub fn left(&self, granted: u32) -> u32 {
        self.seats.saturating_sub(self.gone + granted)
    }

    /// Whom the rules propose with this id.
    pub fn find(&self, player: &PlayerId) -> Option<&ProposedSeat> {
        self.proposed.iter().find(|seat| seat.player == *player)
    }
}

/// Earlier events about which somebody has yet to decide, among whose candidates somebody is who is proposed here: to grant
/// them this one first would settle that by the way. The decisions are in their order.
pub fn ties_before(facts: &Facts, decisions: &[Decision], decision: &Decision) -> Vec<Awaited> {
    let earlier = decisions.iter().take_while(|it| (it.source, it.event) != (decision.source, decision.event));
    let is_proposed = |player: &PlayerKey| decision.granted().any(|granted| granted.player == *player);
    let concerned = earlier.filter(|it| undecided(facts, it).iter().any(is_proposed));
    let awaited =
        |it: &Decision| it.event.map_or(Awaited::Ranking, |event| Awaited::Event(facts.event_id(event).clone()));
    concerned.map(awaited).collect()
}

/// Who may still get a qualification of an event by a person's decision: those who are tied, those whom a person may choose, or
/// those in reach of it where an exception would take effect at the end of the event (AMB-14).
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
    let tournament = facts.tournaments.iter().find(|it| Some(it.event) == decision.event);
    let finishes = tournament.into_iter().flat_map(|tournament| &tournament.finishes);
    let placed = finishes.filter_map(|finish| Some((finish.player, finish.standing_place()?)));
    let in_reach = placed.filter(|(_, place)| depth.is_none_or(|depth| place.number() <= depth));
    in_reach.map(|(player, _)| player).collect()
}

/// Stands for a list of people who are proposed in this order, for wildcards or a nomination.
pub fn proposals_digest<'a>(proposed: impl IntoIterator<Item = (&'a PlayerId, &'a EventId, Place)>) -> Digest {
    let mut text = String::from("proposals/1");
    for (player, event, place) in proposed {
        // A text takes everything.
        let _ = write!(text, "\n{} {} {event} {player}", place.number(), event.as_str().len());
    }
    Digest::of(text.as_bytes())
}
