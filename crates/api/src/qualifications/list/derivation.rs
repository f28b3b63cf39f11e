//! Explains why a player is qualified or not: what each competition gave, and who was passed over.

use super::answers::QualificationsBuilder;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::read_view::ReadView;
use domain::qualification::ledger::Target;
use domain::qualification::{Considered, QualificationState, Verdict};
use domain::season::Facts;
use domain::season::derivation::{Outcome, QualificationDerivation, Shortfall, derive_season};
use domain::values::ids::{CompetitionKey, PlayerKey, RulebookId, SeasonId};
use domain::values::place::Place;
use formats::explain::{NameSource, Sentences};
use formats::localization::Message;
use projections::views::RuleSet;
use wire::qualifications::derivation::{MissedQualification, MpPlayer, PassedOver, QualificationOutcome};

pub(crate) fn mp_player(
    read_view: &ReadView,
    set: &RuleSet,
    season: &SeasonId,
    own: &RulebookId,
    player: PlayerKey,
) -> Option<MpPlayer> {
    let index = set.facts.seasons.iter().position(|known| known.id == *season)?;
    let derivation = derive_season(&set.facts, index, set.season(season)?, player);
    let target = Target::Mp(season.clone());
    let explainer = QualificationExplainer { rows: QualificationsBuilder { read_view, set, target: &target }, player };
    let events: Vec<QualificationOutcome> = derivation.qualifications.iter().map(|it| explainer.line(it)).collect();
    let (qualified, text) = explainer.summary(&derivation.qualifications);
    Some(MpPlayer {
        player: explainer.rows.named(player),
        season: season.to_string(),
        rulebook: read_view.rulebook_id(own).to_string(),
        qualified: qualified.is_some(),
        state: qualified.map(Into::into),
        text,
        events,
    })
}

pub(crate) struct QualificationExplainer<'a> {
    pub(crate) rows: QualificationsBuilder<'a>,
    pub(crate) player: PlayerKey,
}

impl QualificationExplainer<'_> {
    /// Whether the player is qualified, in which state, and that in words.
    pub(crate) fn summary(&self, derivations: &[QualificationDerivation<'_>]) -> (Option<QualificationState>, String) {
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
            Some(it) => message.with("event", self.sentences().origin(it.decision.competition)),
            None => message,
        };
        (state, self.rows.read_view.lang.render(&message))
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
            outcome: considered.verdict.code().to_owned(),
            rule: considered.verdict.rules(decision.source, mw).to_owned(),
            text: self.sentences().verdict(considered.verdict),
        };
        let (outcome, text) = self.sentences().standing(it, self.player, |player| self.rows.state_of(decision, player));
        let missed = |missed: Shortfall| MissedQualification {
            last: self.rows.named(missed.last.0),
            last_place: missed.last.1.number(),
            before: missed.before,
            points: missed.points,
        };
        // Only for those whom the walk down reached: to the others it says nothing.
        let reached = matches!(it.outcome, Outcome::Considered(_));
        QualificationOutcome {
            source: decision.source.into(),
            event_id,
            event_name,
            place: it.place.map(Place::number),
            seats: decision.seats,
            depth: decision.depth,
            qualified,
            state: qualified.then(|| self.rows.state_of(decision, self.player).into()),
            outcome: outcome.to_owned(),
            rule: it.outcome.rules(decision.source, mw).to_owned(),
            text,
            missed: it.missed.map(missed),
            passed_over: it.passed_over(self.player).filter(|_| reached).map(passed_over).collect(),
            tied_with: it.tied_with(self.player).map(|player| self.rows.named(player)).collect(),
        }
    }

    pub(crate) fn sentences(&self) -> Sentences<'_> {
        Sentences { facts: &self.rows.set.facts, names: &self.rows, lang: self.rows.read_view.lang }
    }
}

fn is_qualified(it: &QualificationDerivation<'_>) -> bool {
    it.outcome == Outcome::Considered(Verdict::Granted)
}

impl NameSource for QualificationsBuilder<'_> {
    fn player(&self, player: PlayerKey) -> String {
        self.named(player).name
    }

    fn event(&self, event: CompetitionKey) -> String {
        let id = self.set.facts.competition_id(event);
        self.read_view.event_name(id).unwrap_or_else(|| id.to_string())
    }
}

pub(crate) fn known_player(facts: &Facts, id: &str) -> Result<PlayerKey, Problem> {
    facts.player_key(id).ok_or_else(|| ProblemKind::NotFound.into())
}
