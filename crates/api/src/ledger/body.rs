//! What clients send about qualifications.

use crate::problem::{FieldProblem, Problem, ProblemKind};
use crate::reading::Reading;
use crate::running;
use domain::digest::Digest;
use domain::event::SeatOrigin;
use domain::ids::{PlayerId, RESERVED_RANKING_ID};
use domain::ledger::Target;
use domain::qualification::Source;
use domain::text::StatedReason;
use formats::words::Message;
use projections::office::LedgerWish;
use projections::season_lists::decisions;
use projections::views::Records;
use serde::Deserialize;
use utoipa::ToSchema;

/// Qualifications that are granted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGrants {
    /// The event that gives them, or `ranking`.
    #[schema(min_length = 1, max_length = 1024, example = "t-2026-03-14-lodz")]
    event_id: String,
    /// The source, where the event gives qualifications under several titles: `tournament`, `league`, `grand_prix`, `online`, `mw`, `ranking`.
    #[serde(default)]
    #[schema(max_length = 20, example = "tournament")]
    source: Option<String>,
    /// To whom; everybody who is proposed if nobody is named.
    #[serde(default)]
    #[schema(max_items = 1000)]
    players: Vec<String>,
    /// The digest of the proposal that was looked at.
    #[schema(
        min_length = 64,
        max_length = 64,
        pattern = "^[0-9a-f]{64}$",
        example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    )]
    proposal: String,
    /// Why it cannot wait for earlier events, or why this person where a person chooses.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 2000, example = "Liga w Rybniku skończy się dopiero po terminie zgłoszeń")]
    reason: Option<String>,
}

/// A qualification that somebody does not take.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewDecline {
    /// The event that it comes from, or `ranking`.
    #[schema(min_length = 1, max_length = 1024, example = "t-2026-03-14-lodz")]
    event_id: String,
    /// The source, where the event gives qualifications under several titles.
    #[serde(default)]
    #[schema(max_length = 20, example = "tournament")]
    source: Option<String>,
    /// Who declined.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player: String,
    /// Whether it passes to the next person; that needs a reason.
    pass_on: bool,
    /// Why it passes on.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 2000, example = "Zgłoszona przed zamknięciem listy startowej")]
    reason: Option<String>,
}

/// What is left of an event's qualifications, given to nobody or made available again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewWithholding {
    /// The event, or `ranking`.
    #[schema(min_length = 1, max_length = 1024, example = "t-2026-03-14-lodz")]
    event_id: String,
    /// The source, where the event gives qualifications under several titles.
    #[serde(default)]
    #[schema(max_length = 20, example = "tournament")]
    source: Option<String>,
    /// Why.
    #[schema(min_length = 1, max_length = 2000, example = "Lista startowa jest zamknięta")]
    reason: String,
}

/// A grant that is taken back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRevocation {
    /// The event that the qualification came from, or `ranking`.
    #[schema(min_length = 1, max_length = 1024, example = "t-2026-03-14-lodz")]
    event_id: String,
    /// The source, where the event gives qualifications under several titles.
    #[serde(default)]
    #[schema(max_length = 20, example = "tournament")]
    source: Option<String>,
    /// Whose.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player: String,
    /// Why.
    #[schema(min_length = 1, max_length = 2000, example = "Poprawiono wyniki finału")]
    reason: String,
}

/// A grant that stays although the rules would give it to somebody else now.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewUpholding {
    /// The event that the qualification comes from, or `ranking`.
    #[schema(min_length = 1, max_length = 1024, example = "t-2026-03-14-lodz")]
    event_id: String,
    /// The source, where the event gives qualifications under several titles.
    #[serde(default)]
    #[schema(max_length = 20, example = "tournament")]
    source: Option<String>,
    /// Whose.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player: String,
    /// The digest of the proposal that was looked at.
    #[schema(
        min_length = 64,
        max_length = 64,
        pattern = "^[0-9a-f]{64}$",
        example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    )]
    proposal: String,
    /// Why.
    #[schema(min_length = 1, max_length = 2000, example = "Zawodniczka ma już opłacony wyjazd")]
    reason: String,
}

/// People who are put forward for wildcards.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewNominations {
    /// Whom; everybody who is proposed if nobody is named.
    #[serde(default)]
    #[schema(max_items = 1000)]
    players: Vec<String>,
    /// The digest of the wildcard proposals that were looked at.
    #[schema(
        min_length = 64,
        max_length = 64,
        pattern = "^[0-9a-f]{64}$",
        example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    )]
    proposal: String,
    /// Why somebody who is not the next in line.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 2000, example = "Gospodyni mistrzostw")]
    reason: Option<String>,
}

/// Wildcards that are granted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WildcardGrants {
    /// To whom.
    #[schema(min_items = 1, max_items = 1000)]
    players: Vec<String>,
}

/// A wildcard that is taken back, granted or only put forward.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WildcardWithdrawal {
    /// Whose.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player: String,
    /// Why.
    #[schema(min_length = 1, max_length = 2000, example = "Nie przyjedzie")]
    reason: String,
}

/// Reads what an act names, against the events that give qualifications to one championship.
pub(super) struct Reader<'a> {
    target: &'a Target,
    records: &'a Records,
    reading: Reading,
}

/// A body that becomes an act.
pub(super) trait Wished {
    /// What is wanted.
    fn wish(&self, reader: &mut Reader<'_>) -> Option<LedgerWish>;
}

impl<'a> Reader<'a> {
    /// The act that a body asks for.
    pub(super) fn read(target: &'a Target, records: &'a Records, body: &impl Wished) -> Result<LedgerWish, Problem> {
        if decisions(records, target).is_none() {
            return Err(ProblemKind::NotFound.into());
        }
        let mut reader = Self { target, records, reading: Reading::default() };
        let wish = body.wish(&mut reader);
        reader.reading.finish()?;
        wish.ok_or_else(|| ProblemKind::Unprocessable.into())
    }

    /// Where qualifications come from; `None` if something about it is wrong.
    fn origin(&mut self, event_id: &str, source: Option<&str>) -> Option<SeatOrigin> {
        let named: Option<Source> = match source {
            Some(text) => Some(self.reading.choice("/source", text)?),
            None => None,
        };
        let mut found = origins(self.records, self.target, event_id, named);
        match (found.pop(), found.is_empty()) {
            (Some(origin), true) => Some(origin),
            (Some(_), false) => {
                let words = Message::new("field-seat-source");
                self.reading.note(FieldProblem::pointer("/source", "ambiguous-source", words));
                None
            }
            (None, _) => {
                let words = Message::new("field-seat-event");
                self.reading.note(FieldProblem::pointer("/event_id", "unknown-event", words));
                None
            }
        }
    }

    fn player(&mut self, pointer: &str, text: &str) -> Option<PlayerId> {
        running::player_id(&mut self.reading, pointer, text)
    }

    fn players(&mut self, texts: &[String]) -> Option<Vec<PlayerId>> {
        let read = |(index, text): (usize, &String)| self.player(&format!("/players/{index}"), text);
        let players: Vec<Option<PlayerId>> = texts.iter().enumerate().map(read).collect();
        players.into_iter().collect()
    }

    fn proposal(&mut self, text: &str) -> Option<Digest> {
        let digest = text.parse().ok();
        if digest.is_none() {
            let words = Message::new("field-proposal");
            self.reading.note(FieldProblem::pointer("/proposal", "invalid-digest", words));
        }
        digest
    }

    fn reason(&mut self, text: &str) -> Option<StatedReason> {
        self.reading.reason("/reason", text)
    }

    /// A reason that may be left out; a wrong one is noted.
    fn perhaps_reason(&mut self, text: Option<&str>) -> Result<Option<StatedReason>, Noted> {
        text.map(|text| self.reason(text).ok_or(Noted)).transpose()
    }
}

/// Something wrong that was noted.
struct Noted;

/// Every origin of this name that the championship has seats from, or had when something was done about them.
pub(super) fn origins(records: &Records, target: &Target, event_id: &str, source: Option<Source>) -> Vec<SeatOrigin> {
    let Some((set, decisions)) = decisions(records, target) else { return Vec::new() };
    let origin = |decision: &domain::qualification::Decision| SeatOrigin {
        source: decision.source,
        event: decision.event.map(|event| set.facts.event_id(event).clone()),
    };
    let is_it = |origin: &SeatOrigin| {
        origin.event.as_ref().map_or(RESERVED_RANKING_ID, |event| event.as_str()) == event_id
            && source.is_none_or(|source| source == origin.source)
    };
    decisions.iter().map(origin).filter(is_it).collect()
}

impl Wished for NewGrants {
    fn wish(&self, reader: &mut Reader<'_>) -> Option<LedgerWish> {
        let origin = reader.origin(&self.event_id, self.source.as_deref());
        let players = reader.players(&self.players);
        let seen = reader.proposal(&self.proposal);
        let reason = reader.perhaps_reason(self.reason.as_deref());
        Some(LedgerWish::Grant { origin: origin?, players: players?, seen: seen?, reason: reason.ok()? })
    }
}

impl Wished for NewDecline {
    fn wish(&self, reader: &mut Reader<'_>) -> Option<LedgerWish> {
        let origin = reader.origin(&self.event_id, self.source.as_deref());
        let player = reader.player("/player", &self.player);
        let reason = reader.perhaps_reason(self.reason.as_deref());
        Some(LedgerWish::Decline { origin: origin?, player: player?, pass_on: self.pass_on, reason: reason.ok()? })
    }
}

/// What is left is given to nobody, or that is taken back.
pub(super) struct Withhold<'a>(pub(super) &'a NewWithholding);

impl Wished for Withhold<'_> {
    fn wish(&self, reader: &mut Reader<'_>) -> Option<LedgerWish> {
        let origin = reader.origin(&self.0.event_id, self.0.source.as_deref());
        let reason = reader.reason(&self.0.reason);
        Some(LedgerWish::Withhold { origin: origin?, reason: reason? })
    }
}

/// What was withheld can be given again.
pub(super) struct WithdrawWithholding<'a>(pub(super) &'a NewWithholding);

impl Wished for WithdrawWithholding<'_> {
    fn wish(&self, reader: &mut Reader<'_>) -> Option<LedgerWish> {
        let origin = reader.origin(&self.0.event_id, self.0.source.as_deref());
        let reason = reader.reason(&self.0.reason);
        Some(LedgerWish::WithdrawWithholding { origin: origin?, reason: reason? })
    }
}

impl Wished for NewRevocation {
    fn wish(&self, reader: &mut Reader<'_>) -> Option<LedgerWish> {
        let origin = reader.origin(&self.event_id, self.source.as_deref());
        let player = reader.player("/player", &self.player);
        let reason = reader.reason(&self.reason);
        Some(LedgerWish::Revoke { origin: origin?, player: player?, reason: reason? })
    }
}

impl Wished for NewUpholding {
    fn wish(&self, reader: &mut Reader<'_>) -> Option<LedgerWish> {
        let origin = reader.origin(&self.event_id, self.source.as_deref());
        let player = reader.player("/player", &self.player);
        let seen = reader.proposal(&self.proposal);
        let reason = reader.reason(&self.reason);
        Some(LedgerWish::Uphold { origin: origin?, player: player?, seen: seen?, reason: reason? })
    }
}

impl Wished for NewNominations {
    fn wish(&self, reader: &mut Reader<'_>) -> Option<LedgerWish> {
        let players = reader.players(&self.players);
        let seen = reader.proposal(&self.proposal);
        let reason = reader.perhaps_reason(self.reason.as_deref());
        Some(LedgerWish::NominateWildcards { players: players?, seen: seen?, reason: reason.ok()? })
    }
}

impl Wished for WildcardGrants {
    fn wish(&self, reader: &mut Reader<'_>) -> Option<LedgerWish> {
        if self.players.is_empty() {
            let words = Message::new("field-players-needed");
            reader.reading.note(FieldProblem::pointer("/players", "missing", words));
        }
        Some(LedgerWish::GrantWildcards { players: reader.players(&self.players)? })
    }
}

impl Wished for WildcardWithdrawal {
    fn wish(&self, reader: &mut Reader<'_>) -> Option<LedgerWish> {
        let player = reader.player("/player", &self.player);
        let reason = reader.reason(&self.reason);
        Some(LedgerWish::WithdrawWildcard { player: player?, reason: reason? })
    }
}
