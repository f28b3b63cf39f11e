//! Why a player is qualified for a voivodeship championship, may get a wildcard, or neither.

use crate::listed::NamedPlayer;
use crate::qualifications::{QualificationOutcome, Qualifications, Teller};
use crate::seen::Seen;
use domain::derivation::{WildcardOutcome, derive_championship};
use domain::ids::PlayerKey;
use domain::ledger::Target;
use formats::explain::WILDCARD_RULES;
use projections::season_lists::wildcard_state;
use projections::views::{Championship, RuleSet};
use serde::Serialize;
use utoipa::ToSchema;

/// How a voivodeship championship looked at a player.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MwPlayer {
    /// Who.
    #[serde(flatten)]
    player: NamedPlayer,
    /// The championship.
    #[schema(max_length = 1024, example = "mw-2026-slaskie")]
    championship: String,
    /// The rulebook that is applied.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    rulebook: String,
    /// Whether the player stands on the list of the qualified, in whichever `state`, not counting wildcards.
    #[schema(example = true)]
    qualified: bool,
    /// `proposed`, `granted` or `review`; null without a qualification.
    #[schema(max_length = 10, example = "granted")]
    state: Option<&'static str>,
    /// In words.
    #[schema(max_length = 1000, example = "Awans do Mistrzostw Wojewódzkich: tak, Jesienny Turniej w Rybniku")]
    text: String,
    /// What each event of the player there gave or did not give, in the order of decision.
    #[schema(max_items = 10_000)]
    events: Vec<QualificationOutcome>,
    /// Whether the player may get a wildcard; null for somebody who is qualified or stands in none of the tables.
    wildcard: Option<MwWildcardLine>,
}

/// Whether a player may get a wildcard.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MwWildcardLine {
    /// The number on the list, from 1; null if the places were filled before.
    #[schema(minimum = 1, maximum = 100_000, example = 3)]
    number: Option<usize>,
    /// How many stand on the list; null for somebody who does not.
    #[schema(minimum = 1, maximum = 100_000, example = 24)]
    of: Option<usize>,
    /// `proposed`, `nominated` or `granted`; null for somebody who is not on the list.
    #[schema(max_length = 10, example = "proposed")]
    state: Option<&'static str>,
    /// The rules behind it.
    #[schema(max_length = 200, example = "R-MW-08, R-MW-09, REG I.22-23")]
    rule: &'static str,
    /// In words.
    #[schema(max_length = 1000, example = "propozycja dzikiej karty nr 3 z 24: Liga Żorska, 5. miejsce")]
    text: String,
}

impl MwPlayer {
    pub(super) fn of(seen: &Seen, set: &RuleSet, championship: &Championship, player: PlayerKey) -> Option<Self> {
        let id = &championship.id;
        let index = set.facts.championships.iter().position(|known| known.id == *id)?;
        let derivation = derive_championship(&set.facts, index, set.championship(id)?, player);
        let target = Target::Mw(id.clone());
        let teller = Teller { rows: Qualifications { seen, set, target: &target }, player };
        let (state, text) = teller.summary(&derivation.qualifications);
        let (number, of) = match derivation.wildcard {
            WildcardOutcome::Proposed { number, of, .. } => (Some(number), Some(of)),
            WildcardOutcome::CapReached { .. } | WildcardOutcome::NotACandidate => (None, None),
        };
        let state_of = |_| wildcard_state(&seen.views.records, id, set.facts.player_id(player));
        let line = |text| MwWildcardLine { number, of, state: number.map(state_of), rule: WILDCARD_RULES, text };
        Some(Self {
            player: teller.rows.named(player),
            championship: id.to_string(),
            rulebook: seen.rulebook_id(&championship.record.rulebook).to_string(),
            qualified: state.is_some(),
            state,
            text,
            events: derivation.qualifications.iter().map(|it| teller.line(it)).collect(),
            wildcard: teller.sentences().wildcard(&derivation.wildcard).map(line),
        })
    }
}
