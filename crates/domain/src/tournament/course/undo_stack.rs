//! The undo stack: acts that can be undone, with the parts they affect and the state before each.

use super::{ActorRef, CommandKind, Stage, TournamentState};
use crate::event::{ChangedPart, SheetEntry, TournamentFact};
use crate::values::ids::PlayerId;
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq)]
pub struct UndoEntry {
    pub number: u32,
    pub by: ActorRef,
    pub kind: CommandKind,
    pub facts: Vec<TournamentFact>,
    pub affected_parts: AffectedParts,
    pub(crate) before: Arc<TournamentState>,
}

/// A part of a tournament that changes by itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// Registration and presence of a player.
    Player(PlayerId),
    Sheet(Stage, u32),
    Dispute(u32),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AffectedParts {
    Parts(Vec<Part>),
    Whole,
}

impl AffectedParts {
    pub fn is_disjoint_from(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Parts(these), Self::Parts(those)) => these.iter().all(|part| !those.contains(part)),
            (Self::Whole, _) | (_, Self::Whole) => false,
        }
    }

    pub(crate) fn join(&mut self, other: Self) {
        match (&mut *self, other) {
            (Self::Parts(these), Self::Parts(those)) => these.extend(those),
            (_, Self::Whole) => *self = Self::Whole,
            (Self::Whole, Self::Parts(_)) => {}
        }
    }
}

/// The parts that a fact affects in this state of the tournament.
pub fn affected_parts(state: &TournamentState, fact: &TournamentFact) -> AffectedParts {
    let description = fact.description();
    let players = || description.players.iter().map(|player| Part::Player((*player).clone())).collect();
    match description.part {
        ChangedPart::Whole | ChangedPart::Meeting(_) => AffectedParts::Whole,
        ChangedPart::Players => AffectedParts::Parts(players()),
        ChangedPart::Dispute(dispute) => AffectedParts::Parts(vec![Part::Dispute(dispute)]),
        ChangedPart::DisputedSheet(dispute, stage, table) => {
            AffectedParts::Parts(vec![Part::Dispute(dispute), Part::Sheet(stage, table)])
        }
        ChangedPart::Sheet(stage, table) => {
            let mut parts = vec![Part::Sheet(stage, table)];
            if let TournamentFact::SheetEntered(entry) | TournamentFact::SheetCorrected { entry } = fact {
                parts.extend(absent_players(state, entry).map(Part::Player));
            }
            AffectedParts::Parts(parts)
        }
    }
}

/// The players whose absence a sheet depends on.
fn absent_players(state: &TournamentState, entry: &SheetEntry) -> impl Iterator<Item = PlayerId> {
    let absent = |seat: usize| entry.games.iter().any(|game| game.small.get(seat).is_some_and(Option::is_none));
    let seats = state.table(entry.stage, entry.table).into_iter().flat_map(|table| table.seats.iter().enumerate());
    seats.filter(move |(seat, _)| absent(*seat)).map(|(_, player)| player.clone())
}
