//! What the rules propose, by written ids, and the digest by which a person says which proposal they have seen.

use crate::calendar::Moment;
use crate::digest::Digest;
use crate::event::SeatOrigin;
use crate::ids::{EventId, PlayerId};
use crate::place::Place;
use crate::qualification::Decision;
use crate::season::Facts;
use std::fmt::Write;

/// What the rules propose about the qualifications of one event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// Where they come from.
    pub origin: SeatOrigin,
    /// How many there are.
    pub seats: u32,
    /// Whom the rules would give them to, whatever was granted, in the order of decision.
    pub proposed: Vec<ProposedSeat>,
    /// How many are open because nobody can say to whom they go.
    pub open: u32,
    /// Who is tied for those; nobody where a person is to choose freely.
    pub tied: Vec<PlayerId>,
    /// Everybody with a place who could be chosen where a person chooses freely.
    pub eligible: Vec<ProposedSeat>,
    /// When it is decided; nothing for an event that does not belong here any more.
    pub decided_at: Option<Moment>,
    /// Events that ended earlier, or should have, and are not closed (AMB-68).
    pub waits_for: Vec<EventId>,
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
    /// What a decision of the calculation proposes; what it waits for, and whom a person may choose freely, are for others to
    /// say.
    pub fn of(facts: &Facts, decision: &Decision) -> Self {
        let seat = |player, place| ProposedSeat { player: facts.player_id(player).clone(), place };
        let proposed = decision.proposed().map(|considered| seat(considered.player, considered.place)).collect();
        let pending = decision.pending.as_ref();
        Self {
            origin: SeatOrigin {
                source: decision.source,
                event: decision.event.map(|event| facts.event_id(event).clone()),
            },
            seats: decision.seats,
            proposed,
            open: pending.map_or(0, |pending| pending.open),
            tied: pending
                .into_iter()
                .flat_map(|pending| &pending.candidates)
                .map(|p| facts.player_id(*p).clone())
                .collect(),
            eligible: Vec::new(),
            decided_at: decision.decided_at,
            waits_for: Vec::new(),
        }
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

    /// Whom the rules propose with this id.
    pub fn find(&self, player: &PlayerId) -> Option<&ProposedSeat> {
        self.proposed.iter().find(|seat| seat.player == *player)
    }
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
