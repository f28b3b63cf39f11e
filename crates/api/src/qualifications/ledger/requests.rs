//! Checks requests about qualifications and turns them into commands on a ledger.

use crate::competitions::lifecycle;
use crate::http::fields::FieldParser;
use crate::http::problem::{Problem, ProblemKind};
use commands::LedgerContext;
use domain::event::SeatOrigin;
use domain::qualification::Source;
use domain::qualification::ledger::Target;
use domain::qualification::ledger::decider::LedgerAction;
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
pub(crate) struct LedgerActionParser<'a> {
    target: &'a Target,
    records: &'a Records,
    fields: FieldParser,
}

/// Builds the action of a request from what the rules say when it is decided.
pub(crate) type ActionFn = Box<dyn Fn(&LedgerContext<'_>) -> LedgerAction + Send>;

pub(crate) trait ToLedgerAction {
    fn action(&self, parser: &mut LedgerActionParser<'_>) -> Option<ActionFn>;
}

impl<'a> LedgerActionParser<'a> {
    pub(crate) fn read(
        target: &'a Target,
        records: &'a Records,
        body: &impl ToLedgerAction,
    ) -> Result<ActionFn, Problem> {
        if decisions(records, target).is_none() {
            return Err(ProblemKind::NotFound.into());
        }
        let mut parser = Self { target, records, fields: FieldParser::default() };
        let action = body.action(&mut parser);
        parser.fields.finish()?;
        action.ok_or_else(|| ProblemKind::Unprocessable.into())
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

impl ToLedgerAction for NewGrants {
    fn action(&self, parser: &mut LedgerActionParser<'_>) -> Option<ActionFn> {
        let origin = parser.origin(&self.event_id, self.source.as_deref());
        let players = parser.players(&self.players);
        let seen = parser.proposal(&self.proposal);
        let reason = parser.fields.optional_reason(self.reason.as_deref());
        let (origin, players, seen, reason) = (origin?, players?, seen?, reason);
        Some(Box::new(move |context| LedgerAction::Grant {
            players: players.clone(),
            seen,
            proposal: context.proposal(&origin),
            reason: context.optional_reason(reason.as_ref()),
        }))
    }
}

impl ToLedgerAction for NewDecline {
    fn action(&self, parser: &mut LedgerActionParser<'_>) -> Option<ActionFn> {
        let origin = parser.origin(&self.event_id, self.source.as_deref());
        let player = parser.player("/player", &self.player);
        let reason = parser.fields.optional_reason(self.reason.as_deref());
        let (origin, player, pass_on, reason) = (origin?, player?, self.pass_on, reason);
        Some(Box::new(move |context| LedgerAction::Decline {
            player: player.clone(),
            pass_on,
            proposal: context.proposal(&origin),
            reason: context.optional_reason(reason.as_ref()),
        }))
    }
}

pub(crate) struct Withhold(pub(crate) NewWithholding);

impl ToLedgerAction for Withhold {
    fn action(&self, parser: &mut LedgerActionParser<'_>) -> Option<ActionFn> {
        let origin = parser.origin(&self.0.event_id, self.0.source.as_deref());
        let reason = parser.reason(&self.0.reason);
        let (origin, reason) = (origin?, reason?);
        Some(Box::new(move |context| LedgerAction::Withhold {
            proposal: context.proposal(&origin),
            reason: context.reason(&reason),
        }))
    }
}

pub(crate) struct WithdrawWithholding(pub(crate) NewWithholding);

impl ToLedgerAction for WithdrawWithholding {
    fn action(&self, parser: &mut LedgerActionParser<'_>) -> Option<ActionFn> {
        let origin = parser.origin(&self.0.event_id, self.0.source.as_deref());
        let reason = parser.reason(&self.0.reason);
        let (origin, reason) = (origin?, reason?);
        Some(Box::new(move |context| LedgerAction::WithdrawWithholding {
            origin: origin.clone(),
            reason: context.reason(&reason),
        }))
    }
}

impl ToLedgerAction for NewRevocation {
    fn action(&self, parser: &mut LedgerActionParser<'_>) -> Option<ActionFn> {
        let origin = parser.origin(&self.event_id, self.source.as_deref());
        let player = parser.player("/player", &self.player);
        let reason = parser.reason(&self.reason);
        let (origin, player, reason) = (origin?, player?, reason?);
        Some(Box::new(move |context| LedgerAction::Revoke {
            origin: origin.clone(),
            player: player.clone(),
            reason: context.reason(&reason),
        }))
    }
}

impl ToLedgerAction for NewUpholding {
    fn action(&self, parser: &mut LedgerActionParser<'_>) -> Option<ActionFn> {
        let origin = parser.origin(&self.event_id, self.source.as_deref());
        let player = parser.player("/player", &self.player);
        let seen = parser.proposal(&self.proposal);
        let reason = parser.reason(&self.reason);
        let (origin, player, seen, reason) = (origin?, player?, seen?, reason?);
        Some(Box::new(move |context| LedgerAction::Uphold {
            player: player.clone(),
            seen,
            proposal: context.proposal(&origin),
            reason: context.reason(&reason),
        }))
    }
}

impl ToLedgerAction for NewNominations {
    fn action(&self, parser: &mut LedgerActionParser<'_>) -> Option<ActionFn> {
        let players = parser.players(&self.players);
        let seen = parser.proposal(&self.proposal);
        let reason = parser.fields.optional_reason(self.reason.as_deref());
        let (players, seen, reason) = (players?, seen?, reason);
        Some(Box::new(move |context| LedgerAction::NominateWildcards {
            players: players.clone(),
            seen,
            offer: context.offer(),
            reason: context.optional_reason(reason.as_ref()),
        }))
    }
}

impl ToLedgerAction for WildcardGrants {
    fn action(&self, parser: &mut LedgerActionParser<'_>) -> Option<ActionFn> {
        if self.players.is_empty() {
            parser.fields.add("/players", "missing", Message::new("field-players-needed"));
        }
        let players = parser.players(&self.players)?;
        Some(Box::new(move |context| LedgerAction::GrantWildcards { players: players.clone(), offer: context.offer() }))
    }
}

impl ToLedgerAction for WildcardWithdrawal {
    fn action(&self, parser: &mut LedgerActionParser<'_>) -> Option<ActionFn> {
        let player = parser.player("/player", &self.player);
        let reason = parser.reason(&self.reason);
        let (player, reason) = (player?, reason?);
        Some(Box::new(move |context| LedgerAction::WithdrawWildcard {
            player: player.clone(),
            reason: context.reason(&reason),
        }))
    }
}
