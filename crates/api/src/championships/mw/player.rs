//! Why a player is qualified for a voivodeship championship, may get a wildcard, or neither.

use super::answers::wildcard_state;
use crate::http::read_view::ReadView;
use crate::qualifications::list::{QualificationExplainer, QualificationsBuilder};
use domain::qualification::ledger::Target;
use domain::season::derivation::{WildcardOutcome, derive_championship};
use domain::values::ids::PlayerKey;
use formats::explain::WILDCARD_RULES;
use projections::views::{Championship, RuleSet};
use wire::championships::mw::{MwPlayer, MwWildcardLine};

pub(crate) fn mw_player(
    read_view: &ReadView,
    set: &RuleSet,
    championship: &Championship,
    player: PlayerKey,
) -> Option<MwPlayer> {
    let id = &championship.id;
    let index = set.facts.championships.iter().position(|known| known.id == *id)?;
    let derivation = derive_championship(&set.facts, index, set.championship(id)?, player);
    let target = Target::Mw(id.clone());
    let explainer = QualificationExplainer { rows: QualificationsBuilder { read_view, set, target: &target }, player };
    let (state, text) = explainer.summary(&derivation.qualifications);
    let (number, of) = match derivation.wildcard {
        WildcardOutcome::Proposed { number, of, .. } => (Some(number), Some(of)),
        WildcardOutcome::CapReached { .. } | WildcardOutcome::NotACandidate => (None, None),
    };
    let state_of = |_| wildcard_state(&read_view.views.records, id, set.facts.player_id(player));
    let line = |text| MwWildcardLine { number, of, state: number.map(state_of), rule: WILDCARD_RULES.to_owned(), text };
    Some(MwPlayer {
        player: explainer.rows.named(player),
        championship: id.to_string(),
        rulebook: read_view.rulebook_id(&championship.record.rulebook).to_string(),
        qualified: state.is_some(),
        state: state.map(Into::into),
        text,
        events: derivation.qualifications.iter().map(|it| explainer.line(it)).collect(),
        wildcard: explainer.sentences().wildcard(&derivation.wildcard).map(line),
    })
}
