//! A list in the canonical form of publication: the same records give the same bytes, on any machine.

use super::state::{QualificationState, qualification_state, wildcard_state};
use crate::views::{Records, RuleSet};
use domain::publication::{CALCULATION_VERSION, ListId};
use domain::qualification::ledger::Target;
use domain::qualification::mp::ranking_for_qualification;
use domain::qualification::{Decision, Pending};
use domain::season::Facts;
use domain::season::ranking::{EarnedPoints, PointsTable, Row};
use domain::values::ids::{ChampionshipId, PlayerId, PlayerKey, RESERVED_RANKING_ID, RulebookId, SeasonId};
use events::envelope::Position;
use formats::list::{CanonicalList, FORMAT, ListHead, ListRow};

/// A list, with the rulebook that it was drawn up under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListWithRulebook {
    pub list: CanonicalList,
    pub rulebook: RulebookId,
    /// The event that adopted it.
    pub rulebook_position: Position,
}

/// Draws a list up from what is recorded; nothing if there is no such season, championship or cycle, or too little is
/// known of it.
pub fn canonical(records: &Records, id: &ListId) -> Option<ListWithRulebook> {
    let computed = records.computed();
    let of_season = |season: &SeasonId| {
        let (set, lists) = computed.season(season)?;
        Some((set, lists, records.season(season)?.record.rulebook.clone()))
    };
    let of_championship = |championship: &ChampionshipId| {
        let (set, list) = computed.championship(championship)?;
        Some((set, list, records.championship(championship)?.record.rulebook.clone()))
    };
    let (set, rulebook, rows) = match id {
        ListId::Ranking(season) => {
            let (set, lists, rulebook) = of_season(season)?;
            (set, rulebook, Writer { records, facts: &set.facts }.points(&lists.ranking))
        }
        ListId::RankingSnapshot(season) => {
            let (set, _, rulebook) = of_season(season)?;
            let record = set.facts.seasons.iter().find(|known| known.id == *season)?;
            let ranking = ranking_for_qualification(&set.facts, record)?;
            (set, rulebook, Writer { records, facts: &set.facts }.points(&ranking))
        }
        ListId::Mp(season) => {
            let (set, lists, rulebook) = of_season(season)?;
            let target = Target::Mp(season.clone());
            let rows = Writer { records, facts: &set.facts }.qualifications(set, &target, &lists.mp, true);
            (set, rulebook, rows)
        }
        ListId::Mw(championship) => {
            let (set, list, rulebook) = of_championship(championship)?;
            let target = Target::Mw(championship.clone());
            let rows = Writer { records, facts: &set.facts }.qualifications(set, &target, &list.decisions, true);
            (set, rulebook, rows)
        }
        ListId::Wildcards(championship) => {
            let (set, list, rulebook) = of_championship(championship)?;
            let writer = Writer { records, facts: &set.facts };
            let row = |wildcard: &domain::qualification::wildcard::Wildcard| {
                let state = wildcard_state(records, championship, set.facts.player_id(wildcard.player));
                ListRow {
                    place: Some(wildcard.place.number()),
                    event: Some(set.facts.competition_id(wildcard.competition).to_string()),
                    state: Some(state.to_owned()),
                    ..writer.somebody(wildcard.player)
                }
            };
            (set, rulebook, list.wildcards.iter().map(row).collect())
        }
        ListId::GrandPrix(grand_prix) => {
            let (set, standings) = computed.grand_prix(grand_prix)?;
            let rulebook = records.grand_prix(grand_prix)?.record.rulebook.clone();
            (set, rulebook, Writer { records, facts: &set.facts }.points(&standings.table))
        }
        ListId::MpStart(season) => {
            let (set, lists, rulebook) = of_season(season)?;
            let target = Target::Mp(season.clone());
            let rows = Writer { records, facts: &set.facts }.qualifications(set, &target, &lists.mp, false);
            (set, rulebook, rows)
        }
    };
    let head = ListHead {
        format: FORMAT.to_owned(),
        list: id.to_string(),
        rulebook: rulebook.to_string(),
        calculation: CALCULATION_VERSION,
        rows: rows.len(),
    };
    Some(ListWithRulebook { list: CanonicalList { head, rows }, rulebook, rulebook_position: set.rulebook_position })
}

/// Writes rows.
struct Writer<'a> {
    records: &'a Records,
    facts: &'a Facts,
}

impl Writer<'_> {
    /// A row with nothing but who it is.
    fn somebody(&self, player: PlayerKey) -> ListRow {
        let id: &PlayerId = self.facts.player_id(player);
        ListRow {
            player: Some(id.to_string()),
            name: self.records.player(id).map(|player| player.record.name.to_string()),
            ..ListRow::default()
        }
    }

    fn points(&self, table: &PointsTable) -> Vec<ListRow> {
        let result = |result: &EarnedPoints| {
            (self.facts.competition_id(result.competition).to_string(), result.place.number(), result.points.0)
        };
        let row = |row: Row<'_>| ListRow {
            place: Some(row.place.number()),
            points: Some(row.points.0),
            results: row.results.iter().map(result).collect(),
            ..self.somebody(row.player)
        };
        table.rows().map(row).collect()
    }

    /// Who is qualified; `provisional` also those not granted yet, and what is open.
    fn qualifications(
        &self,
        set: &RuleSet,
        target: &Target,
        decisions: &[Decision],
        provisional: bool,
    ) -> Vec<ListRow> {
        let mut rows = Vec::new();
        for decision in decisions {
            let event =
                decision.competition.map_or(RESERVED_RANKING_ID, |event| self.facts.competition_id(event).as_str());
            for granted in decision.granted() {
                let state = qualification_state(self.records, target, set, decision, granted.player);
                if provisional || state != QualificationState::Proposed {
                    rows.push(ListRow {
                        place: Some(granted.place.number()),
                        source: Some(decision.source.to_string()),
                        event: Some(event.to_owned()),
                        state: provisional.then(|| state.name().to_owned()),
                        ..self.somebody(granted.player)
                    });
                }
            }
            if let Some(Pending { open, candidates }) = decision.pending.as_ref().filter(|_| provisional) {
                rows.push(ListRow {
                    source: Some(decision.source.to_string()),
                    event: Some(event.to_owned()),
                    open: Some(*open),
                    candidates: candidates.iter().map(|player| self.facts.player_id(*player).to_string()).collect(),
                    ..ListRow::default()
                });
            }
        }
        rows
    }
}
