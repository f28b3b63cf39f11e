//! Checks requests about qualifications and turns them into commands on a ledger.

use crate::competitions::lifecycle;
use crate::http::fields::FieldParser;
use crate::http::problem::{Problem, ProblemKind};
use commands::LedgerCommand;
use domain::event::SeatOrigin;
use domain::qualification::Source;
use domain::qualification::ledger::Target;
use domain::values::digest::Digest;
use domain::values::ids::{PlayerId, RESERVED_RANKING_ID};
use domain::values::text::StatedReason;
use formats::localization::Message;
use projections::season_lists::decisions;
use projections::views::Records;
use wire::qualifications::commands::{
    NewDecline, NewGrants, NewNominations, NewRevocation, NewUpholding, NewWithholding, WildcardGrants,
    WildcardWithdrawal,
};

/// Reads what a command names, against the events that give qualifications to one championship.
pub(crate) struct LedgerCommandParser<'a> {
    target: &'a Target,
    records: &'a Records,
    fields: FieldParser,
}

pub(crate) trait ToLedgerCommand {
    fn command(&self, parser: &mut LedgerCommandParser<'_>) -> Option<LedgerCommand>;
}

impl<'a> LedgerCommandParser<'a> {
    pub(crate) fn read(
        target: &'a Target,
        records: &'a Records,
        body: &impl ToLedgerCommand,
    ) -> Result<LedgerCommand, Problem> {
        if decisions(records, target).is_none() {
            return Err(ProblemKind::NotFound.into());
        }
        let mut parser = Self { target, records, fields: FieldParser::default() };
        let command = body.command(&mut parser);
        parser.fields.finish()?;
        command.ok_or_else(|| ProblemKind::Unprocessable.into())
    }

    /// Where qualifications come from; `None` if something about it is wrong.
    fn origin(&mut self, event_id: &str, source: Option<&str>) -> Option<SeatOrigin> {
        let named: Option<Source> = match source {
            Some(text) => Some(self.fields.choice("/source", text)?),
            None => None,
        };
        let mut found = origins(self.records, self.target, event_id, named);
        match (found.pop(), found.is_empty()) {
            (Some(origin), true) => Some(origin),
            (Some(_), false) => self.fields.wrong("/source", "ambiguous-source", Message::new("field-seat-source")),
            (None, _) => self.fields.wrong("/event_id", "unknown-event", Message::new("field-seat-event")),
        }
    }

    fn player(&mut self, pointer: &str, text: &str) -> Option<PlayerId> {
        lifecycle::player_id(&mut self.fields, pointer, text)
    }

    fn players(&mut self, texts: &[String]) -> Option<Vec<PlayerId>> {
        let read = |(index, text): (usize, &String)| self.player(&format!("/players/{index}"), text);
        let players: Vec<Option<PlayerId>> = texts.iter().enumerate().map(read).collect();
        players.into_iter().collect()
    }

    fn proposal(&mut self, text: &str) -> Option<Digest> {
        text.parse().ok().or_else(|| self.fields.wrong("/proposal", "invalid-digest", Message::new("field-proposal")))
    }

    fn reason(&mut self, text: &str) -> Option<StatedReason> {
        self.fields.reason("/reason", text)
    }
}

/// Every origin of this name that the championship has seats from, or had when something was done about them.
pub(crate) fn origins(records: &Records, target: &Target, event_id: &str, source: Option<Source>) -> Vec<SeatOrigin> {
    let Some((set, decisions)) = decisions(records, target) else { return Vec::new() };
    let origin = |decision: &domain::qualification::Decision| SeatOrigin {
        source: decision.source,
        event: decision.competition.map(|event| set.facts.competition_id(event).clone()),
    };
    let is_it = |origin: &SeatOrigin| {
        origin.event.as_ref().map_or(RESERVED_RANKING_ID, |event| event.as_str()) == event_id
            && source.is_none_or(|source| source == origin.source)
    };
    decisions.iter().map(origin).filter(is_it).collect()
}

impl ToLedgerCommand for NewGrants {
    fn command(&self, parser: &mut LedgerCommandParser<'_>) -> Option<LedgerCommand> {
        let origin = parser.origin(&self.event_id, self.source.as_deref());
        let players = parser.players(&self.players);
        let seen = parser.proposal(&self.proposal);
        let reason = parser.fields.optional_reason(self.reason.as_deref());
        Some(LedgerCommand::Grant { origin: origin?, players: players?, seen: seen?, reason })
    }
}

impl ToLedgerCommand for NewDecline {
    fn command(&self, parser: &mut LedgerCommandParser<'_>) -> Option<LedgerCommand> {
        let origin = parser.origin(&self.event_id, self.source.as_deref());
        let player = parser.player("/player", &self.player);
        let reason = parser.fields.optional_reason(self.reason.as_deref());
        Some(LedgerCommand::Decline { origin: origin?, player: player?, pass_on: self.pass_on, reason })
    }
}

pub(crate) struct Withhold(pub(crate) NewWithholding);

impl ToLedgerCommand for Withhold {
    fn command(&self, parser: &mut LedgerCommandParser<'_>) -> Option<LedgerCommand> {
        let origin = parser.origin(&self.0.event_id, self.0.source.as_deref());
        let reason = parser.reason(&self.0.reason);
        Some(LedgerCommand::Withhold { origin: origin?, reason: reason? })
    }
}

pub(crate) struct WithdrawWithholding(pub(crate) NewWithholding);

impl ToLedgerCommand for WithdrawWithholding {
    fn command(&self, parser: &mut LedgerCommandParser<'_>) -> Option<LedgerCommand> {
        let origin = parser.origin(&self.0.event_id, self.0.source.as_deref());
        let reason = parser.reason(&self.0.reason);
        Some(LedgerCommand::WithdrawWithholding { origin: origin?, reason: reason? })
    }
}

impl ToLedgerCommand for NewRevocation {
    fn command(&self, parser: &mut LedgerCommandParser<'_>) -> Option<LedgerCommand> {
        let origin = parser.origin(&self.event_id, self.source.as_deref());
        let player = parser.player("/player", &self.player);
        let reason = parser.reason(&self.reason);
        Some(LedgerCommand::Revoke { origin: origin?, player: player?, reason: reason? })
    }
}

impl ToLedgerCommand for NewUpholding {
    fn command(&self, parser: &mut LedgerCommandParser<'_>) -> Option<LedgerCommand> {
        let origin = parser.origin(&self.event_id, self.source.as_deref());
        let player = parser.player("/player", &self.player);
        let seen = parser.proposal(&self.proposal);
        let reason = parser.reason(&self.reason);
        Some(LedgerCommand::Uphold { origin: origin?, player: player?, seen: seen?, reason: reason? })
    }
}

impl ToLedgerCommand for NewNominations {
    fn command(&self, parser: &mut LedgerCommandParser<'_>) -> Option<LedgerCommand> {
        let players = parser.players(&self.players);
        let seen = parser.proposal(&self.proposal);
        let reason = parser.fields.optional_reason(self.reason.as_deref());
        Some(LedgerCommand::NominateWildcards { players: players?, seen: seen?, reason })
    }
}

impl ToLedgerCommand for WildcardGrants {
    fn command(&self, parser: &mut LedgerCommandParser<'_>) -> Option<LedgerCommand> {
        if self.players.is_empty() {
            parser.fields.add("/players", "missing", Message::new("field-players-needed"));
        }
        Some(LedgerCommand::GrantWildcards { players: parser.players(&self.players)? })
    }
}

impl ToLedgerCommand for WildcardWithdrawal {
    fn command(&self, parser: &mut LedgerCommandParser<'_>) -> Option<LedgerCommand> {
        let player = parser.player("/player", &self.player);
        let reason = parser.reason(&self.reason);
        Some(LedgerCommand::WithdrawWildcard { player: player?, reason: reason? })
    }
}
