//! What leagues, Grand Prix cycles and online events that are run here have in common over HTTP.

mod body;
mod refusal;

pub(crate) use body::{
    Closing, Person, PlacedLine, WaiverDeclaration, Withdrawal, moment, placed, player as player_id,
};

use crate::auth::Allowed;
use crate::problem::{Problem, ProblemKind};
use crate::reading::Reading;
use crate::seasons::rulebook_id;
use domain::authority::{self, Hand};
use domain::calendar::Window;
use domain::event::{GrantedEvent, GrantedKind};
use domain::ids::{EventId, RulebookId};

/// Whether an event goes on, as clients are told.
pub(crate) const RUNNING: &str = "running";
/// Whether it is over.
pub(crate) const OVER: &str = "over";

/// In whose right the caller acts on an event; the domain decides what that allows.
pub(crate) fn hand<P>(allowed: &Allowed<P>, kind: GrantedKind, id: &EventId) -> Hand {
    authority::hand(allowed.grants(), &GrantedEvent { kind, id: id.clone() })
}

/// In whose right the caller acts on an event that is not there yet.
pub(crate) fn opening_hand<P>(allowed: &Allowed<P>) -> Hand {
    // Nobody organises what nobody has opened, so only a role that holds everywhere counts.
    let is_admin = authority::may(allowed.grants(), &authority::Permission::OpenEvents);
    if is_admin { Hand::Admin } else { Hand::Nobody }
}

/// The id of an event in an address.
pub(crate) fn parse_id(id: &str) -> Result<EventId, Problem> {
    EventId::parse(id).map_err(|_| ProblemKind::NotFound.into())
}

/// The planned days of an event.
pub(crate) fn days(reading: &mut Reading, first: &str, last: &str) -> Option<Window> {
    let (first, last) = (reading.day("/first_day", first), reading.day("/last_day", last));
    crate::seasons::window(reading, first, last)
}

/// A rulebook that somebody names.
pub(crate) fn rulebook(reading: &mut Reading, text: &str) -> Option<RulebookId> {
    rulebook_id(reading, text)
}
