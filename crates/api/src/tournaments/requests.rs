//! Parsing of fields that several requests about tournaments have.

use crate::http::fields::FieldParser;
use crate::http::problem::Problem;
use domain::values::ids::PlayerId;
use domain::values::text::StatedReason;
use formats::localization::Message;
use projections::views::Views;
use wire::tournaments::reasons::{OptionalReason, RequiredReason};

/// The reason of a command that does not need one.
pub(super) fn read_optional_reason(body: &OptionalReason) -> Result<Option<StatedReason>, Problem> {
    FieldParser::read(|fields| Some(fields.optional_reason(body.reason.as_deref())))
}

pub(super) fn read_reason(body: &RequiredReason) -> Result<StatedReason, Problem> {
    FieldParser::read(|fields| fields.reason("/reason", &body.reason))
}

pub(super) fn in_range(fields: &mut FieldParser, pointer: &str, value: u32, least: u32, most: u32) -> Option<u32> {
    if (least..=most).contains(&value) {
        return Some(value);
    }
    fields.outside(pointer, least, most)
}

/// A player who is registered with the service and not erased.
pub(super) fn known_player(fields: &mut FieldParser, views: &Views, pointer: &str, text: &str) -> Option<PlayerId> {
    let id = PlayerId::parse(text).ok();
    id.filter(|id| views.players.get(id).is_some_and(|player| !player.erased))
        .or_else(|| fields.wrong(pointer, "unknown-player", Message::new("field-unknown-player")))
}
