//! Why a player is qualified or is not: what each of their events gave, and who was passed over before them.

use super::body::{Qualifications, source};
use crate::listed::NamedPlayer;
use crate::problem::{Problem, ProblemKind};
use crate::seen::Seen;
use domain::Choice;
use domain::derivation::{Missed, Outcome, QualificationDerivation, derive_season};
use domain::ids::{EventKey, PlayerKey, RulebookId, SeasonId};
use domain::ledger::Target;
use domain::place::Place;
use domain::qualification::{Considered, QualificationState, Verdict};
use domain::season::Facts;
use formats::explain::{Naming, Sentences};
use formats::words::Message;
use projections::views::RuleSet;
use serde::Serialize;
use utoipa::ToSchema;

/// Why a player is qualified for the national championship, or is not.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MpPlayer {
    /// Who.
    #[serde(flatten)]
    player: NamedPlayer,
    /// The season.
    #[schema(max_length = 1024, example = "2025-26")]
    season: String,
    /// The rulebook that is applied.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    rulebook: String,
    /// Whether the player stands on the list of the qualified, in whichever `state`.
    #[schema(example = true)]
    qualified: bool,
    /// `proposed` by the rules and not confirmed by anybody, `granted`, or `review`: granted, and the rules would give it to somebody
    /// else now. Null for somebody who is not on the list.
    #[schema(max_length = 10, example = "granted")]
    state: Option<&'static str>,
    /// In words.
    #[schema(max_length = 1000, example = "Awans do Mistrzostw Polski: tak, Jesienny Turniej w Łodzi")]
    text: String,
    /// What each event of the player, and the ranking, gave or did not give, in the order of decision.
    #[schema(max_items = 10_000)]
    events: Vec<QualificationOutcome>,
}

impl MpPlayer {
    pub(super) fn of(
        seen: &Seen,
        set: &RuleSet,
        season: &SeasonId,
        own: &RulebookId,
        player: PlayerKey,
    ) -> Option<Self> {
        let index = set.facts.seasons.iter().position(|known| known.id == *season)?;
        let derivation = derive_season(&set.facts, index, set.season(season)?, player);
        let target = Target::Mp(season.clone());
        let teller = Teller { rows: Qualifications { seen, set, target: &target }, player };
        let events: Vec<QualificationOutcome> = derivation.qualifications.iter().map(|it| teller.line(it)).collect();
        let (qualified, text) = teller.summary(&derivation.qualifications);
        Some(Self {
            player: teller.rows.named(player),
            season: season.to_string(),
            rulebook: seen.rulebook_id(own).to_string(),
            qualified: qualified.is_some(),
            state: qualified,
            text,
            events,
        })
    }
}

/// What one event gave a player or did not give.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct QualificationOutcome {
    #[schema(schema_with = source)]
    source: &'static str,
    /// The event, or `ranking`.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    event_id: String,
    /// What the event is called.
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    event_name: Option<String>,
    /// The place there, if the player has one.
    #[schema(minimum = 1, maximum = 100_000, example = 2)]
    place: Option<u32>,
    /// How many qualifications there were to give.
    #[schema(minimum = 0, maximum = 100_000, example = 2)]
    seats: u32,
    /// The last place that could get one; absent if there is no limit, or nothing to give.
    #[schema(minimum = 0, maximum = 100_000, example = 4)]
    depth: Option<u32>,
    /// Whether the player stands on the list of the qualified by it, in whichever `state`.
    #[schema(example = true)]
    qualified: bool,
    /// `proposed`, `granted` or `review`; null for somebody who is not on the list by it.
    #[schema(max_length = 10, example = "proposed")]
    state: Option<&'static str>,
    /// What came of it: the `state`, or why there is none. `held-by-another`: the rules give it to the player now, and it stays with
    /// somebody who was granted it before.
    #[schema(max_length = 40, example = "proposed")]
    outcome: &'static str,
    /// The rules behind it.
    #[schema(max_length = 200, example = "R-AWT-01, REG I.9")]
    rule: &'static str,
    /// In words.
    #[schema(max_length = 1000, example = "awans proponowany, jeszcze niepotwierdzony")]
    text: String,
    /// What was missing; null unless everything was given out before it came to the player.
    missed: Option<MissedQualification>,
    /// Who was looked at before the player and got nothing, in order.
    #[schema(max_items = 10_000)]
    passed_over: Vec<PassedOver>,
    /// With whom the player was tied for it.
    #[schema(max_items = 10_000)]
    tied_with: Vec<NamedPlayer>,
}

/// How far somebody was from a qualification that others got.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MissedQualification {
    /// Who got the last one.
    last: NamedPlayer,
    /// With which place.
    #[schema(minimum = 1, maximum = 100_000, example = 80)]
    last_place: u32,
    /// How many stand between and could have got the next one; 0 for the next in line.
    #[schema(minimum = 0, maximum = 100_000, example = 0)]
    before: usize,
    /// How many points the last one had more; null where the table is not made of points.
    #[schema(minimum = 0, maximum = 10_000_000, example = 5)]
    points: Option<u32>,
}

/// Somebody who was looked at and got nothing.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PassedOver {
    /// Who.
    #[serde(flatten)]
    player: NamedPlayer,
    /// The place.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    place: u32,
    /// Why.
    #[schema(max_length = 40, example = "holder")]
    outcome: &'static str,
    /// The rules behind it.
    #[schema(max_length = 200, example = "R-AWT-02, REG I.9")]
    rule: &'static str,
    /// In words.
    #[schema(max_length = 1000, example = "ma już awans: Wiosenny Turniej w Żorach")]
    text: String,
}

/// Tells how decisions concerned one player.
pub(crate) struct Teller<'a> {
    pub(crate) rows: Qualifications<'a>,
    pub(crate) player: PlayerKey,
}

impl Teller<'_> {
    /// Whether the player is qualified, in which state, and that in words.
    pub(crate) fn summary(&self, derivations: &[QualificationDerivation<'_>]) -> (Option<&'static str>, String) {
        let qualified = derivations.iter().find(|it| is_qualified(it));
        let held = || derivations.iter().find(|it| it.outcome == Outcome::HeldByAnother);
        let state = qualified.map(|it| self.rows.state_of(it.decision, self.player));
        let (mp, mw) = match state {
            Some(QualificationState::Proposed) => ("qualified-proposed", "mw-qualified-proposed"),
            Some(QualificationState::Granted) => ("qualified-by", "mw-qualified-by"),
            Some(QualificationState::Review) => ("qualified-review", "mw-qualified-review"),
            None if held().is_some() => ("not-qualified-held", "mw-not-qualified-held"),
            None => ("not-qualified", "mw-not-qualified"),
        };
        let message = Message::new(if self.is_mw() { mw } else { mp });
        let message = match qualified.or_else(held) {
            Some(it) => message.with("event", self.sentences().origin(it.decision.event)),
            None => message,
        };
        (state.map(QualificationState::name), self.rows.seen.lang.say(&message))
    }

    fn is_mw(&self) -> bool {
        matches!(self.rows.target, Target::Mw(_))
    }

    pub(crate) fn line(&self, it: &QualificationDerivation<'_>) -> QualificationOutcome {
        let (decision, mw) = (it.decision, self.is_mw());
        let (event_id, event_name) = self.rows.origin(decision);
        let qualified = is_qualified(it);
        let passed_over = |considered: &Considered| PassedOver {
            player: self.rows.named(considered.player),
            place: considered.place.number(),
            outcome: considered.verdict.code(),
            rule: considered.verdict.rules(decision.source, mw),
            text: self.sentences().verdict(considered.verdict),
        };
        let (outcome, text) = self.sentences().standing(it, self.player, |player| self.rows.state_of(decision, player));
        let missed = |missed: Missed| MissedQualification {
            last: self.rows.named(missed.last.0),
            last_place: missed.last.1.number(),
            before: missed.before,
            points: missed.points,
        };
        // Only for those whom the walk down reached: to the others it says nothing.
        let reached = matches!(it.outcome, Outcome::Considered(_));
        QualificationOutcome {
            source: decision.source.name(),
            event_id,
            event_name,
            place: it.place.map(Place::number),
            seats: decision.seats,
            depth: decision.depth,
            qualified,
            state: qualified.then(|| self.rows.state_of(decision, self.player).name()),
            outcome,
            rule: it.outcome.rules(decision.source, mw),
            text,
            missed: it.missed.map(missed),
            passed_over: it.passed_over(self.player).filter(|_| reached).map(passed_over).collect(),
            tied_with: it.tied_with(self.player).map(|player| self.rows.named(player)).collect(),
        }
    }

    pub(crate) fn sentences(&self) -> Sentences<'_> {
        Sentences { facts: &self.rows.set.facts, names: &self.rows, lang: self.rows.seen.lang }
    }
}

fn is_qualified(it: &QualificationDerivation<'_>) -> bool {
    it.outcome == Outcome::Considered(Verdict::Granted)
}

/// People and events by the names of today.
impl Naming for Qualifications<'_> {
    fn player(&self, player: PlayerKey) -> String {
        self.named(player).name
    }

    fn event(&self, event: EventKey) -> String {
        let id = self.set.facts.event_id(event);
        self.seen.event_name(id).unwrap_or_else(|| id.to_string())
    }
}

/// The key of the player in an address.
pub(crate) fn known_player(facts: &Facts, id: &str) -> Result<PlayerKey, Problem> {
    facts.player_key(id).ok_or_else(|| ProblemKind::NotFound.into())
}
