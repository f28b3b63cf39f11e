//! Checks the request that names the nominee for the world championship.

use crate::competitions::lifecycle::{ParseRequest, player_id};
use crate::http::fields::FieldParser;
use domain::values::digest::Digest;
use domain::values::ids::PlayerId;
use domain::values::text::StatedReason;
use formats::localization::Message;
use wire::championships::wrc_nominee::Nominating;

/// Who is to be named, after which proposal was looked at, who went before, and why.
pub(crate) struct ParsedNomination {
    pub(crate) player: Option<PlayerId>,
    pub(crate) seen: Option<Digest>,
    pub(crate) previous: Option<Vec<PlayerId>>,
    pub(crate) reason: Option<StatedReason>,
}

impl ParseRequest for Nominating {
    type Parsed = ParsedNomination;

    fn read(&self, fields: &mut FieldParser) -> Option<Self::Parsed> {
        let player = self.player.as_deref().and_then(|id| player_id(fields, "/player", id));
        let seen = self.proposal.as_deref().and_then(|text| text.parse().ok());
        if seen.is_none() && (self.proposal.is_some() || self.player.is_none()) {
            let code = if self.proposal.is_some() { "invalid-digest" } else { "missing" };
            fields.add("/proposal", code, Message::new("field-proposal"));
        }
        let previous = self.previous.as_ref().map(|ids| {
            let ids = ids.iter().enumerate();
            ids.filter_map(|(index, id)| player_id(fields, &format!("/previous/{index}"), id)).collect()
        });
        let reason = self.reason.as_deref().and_then(|text| fields.reason("/reason", text));
        Some(ParsedNomination { player, seen, previous, reason })
    }
}
