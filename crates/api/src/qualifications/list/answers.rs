//! Fills the lists of qualified players, open and lapsed qualifications.

use crate::http::list_response::csv_row;
use crate::http::read_view::ReadView;
use domain::Choice;
use domain::publication::ListId;
use domain::qualification::ledger::Target;
use domain::qualification::{Considered, Decision, Origin, Source};
use domain::season::Facts;
use domain::values::ids::{PlayerKey, RESERVED_RANKING_ID, RulebookId, SeasonId};
use projections::season_lists::qualification_state;
use projections::views::RuleSet;
use wire::choice::ByName;
use wire::common::ListedPlayer;
use wire::qualifications::list::{
    LapsedQualification, MpQualifications, PendingQualification, QualificationCounts, QualificationState,
    QualificationsSummary, QualifiedPlayer, SourceCounts,
};

pub(crate) fn mp_qualifications(
    read_view: &ReadView,
    set: &RuleSet,
    season: &SeasonId,
    own: &RulebookId,
) -> Option<MpQualifications> {
    let rows = QualificationsBuilder { read_view, set, target: &Target::Mp(season.clone()) };
    let decisions = &set.season(season)?.mp;
    let (items, pending, lapsed) = (rows.qualified(decisions), rows.pending(decisions), rows.lapsed(decisions));
    Some(MpQualifications {
        season: season.to_string(),
        rulebook: read_view.rulebook_id(own).to_string(),
        official: read_view.official(&ListId::Mp(season.clone())),
        summary: qualifications_summary(&items, &pending, &lapsed),
        items,
        pending,
        lapsed,
    })
}

csv_row! { QualifiedPlayer, |row|
    player_id: &row.player.player_id, name: &row.player.name, city: &row.player.city, voivodeship: &row.player.voivodeship,
    source: row.source.name(), event_id, event_name, place, state: row.state.name()
}

pub(crate) fn qualifications_summary(
    items: &[QualifiedPlayer],
    pending: &[PendingQualification],
    lapsed: &[LapsedQualification],
) -> QualificationsSummary {
    let count = |of: Option<Source>| {
        let is = |source: ByName<Source>| of.is_none_or(|wanted| wanted == source.0);
        let mut counts = QualificationCounts::default();
        for item in items.iter().filter(|item| is(item.source)) {
            let counter = match item.state {
                QualificationState::Granted => &mut counts.granted,
                QualificationState::Review => &mut counts.review,
                QualificationState::Proposed => &mut counts.proposed,
            };
            *counter += 1;
        }
        counts.pending = pending.iter().filter(|item| is(item.source)).map(|item| item.open).sum();
        counts.lapsed = lapsed.iter().filter(|item| is(item.source)).map(|item| item.seats).sum();
        counts
    };
    let by_source =
        Source::ALL.iter().map(|source| SourceCounts { source: (*source).into(), counts: count(Some(*source)) });
    let by_source = by_source.filter(|it| it.counts != QualificationCounts::default());
    QualificationsSummary { all: count(None), by_source: by_source.collect() }
}

/// The id of an event, or that of the ranking.
pub(crate) fn origin_id(facts: &Facts, origin: Origin) -> String {
    origin.map_or(RESERVED_RANKING_ID, |event| facts.competition_id(event).as_str()).to_owned()
}

/// Fills rows from the decisions on the qualifications to one championship.
pub(crate) struct QualificationsBuilder<'a> {
    pub(crate) read_view: &'a ReadView,
    pub(crate) set: &'a RuleSet,
    pub(crate) target: &'a Target,
}

impl QualificationsBuilder<'_> {
    pub(crate) fn named(&self, player: PlayerKey) -> ListedPlayer {
        self.read_view.named_player(self.set.facts.player_id(player))
    }

    pub(crate) fn state_of(&self, decision: &Decision, player: PlayerKey) -> domain::qualification::QualificationState {
        qualification_state(&self.read_view.views.records, self.target, self.set, decision, player)
    }

    /// Qualified players, in the order of decision.
    pub(crate) fn qualified(&self, decisions: &[Decision]) -> Vec<QualifiedPlayer> {
        let of_decision = |decision: &Decision| {
            let (event_id, event_name) = self.origin(decision);
            let row = |granted: &Considered| QualifiedPlayer {
                player: self.named(granted.player),
                source: decision.source.into(),
                event_id: event_id.clone(),
                event_name: event_name.clone(),
                place: granted.place.number(),
                state: self.state_of(decision, granted.player).into(),
            };
            decision.granted().map(row).collect::<Vec<_>>()
        };
        decisions.iter().flat_map(of_decision).collect()
    }

    pub(crate) fn pending(&self, decisions: &[Decision]) -> Vec<PendingQualification> {
        let row = |decision: &Decision| {
            let pending = decision.pending.as_ref()?;
            let (event_id, event_name) = self.origin(decision);
            Some(PendingQualification {
                source: decision.source.into(),
                event_id,
                event_name,
                open: pending.open,
                candidates: pending.candidates.iter().map(|player| self.named(*player)).collect(),
            })
        };
        decisions.iter().filter_map(row).collect()
    }

    pub(crate) fn lapsed(&self, decisions: &[Decision]) -> Vec<LapsedQualification> {
        let row = |decision: &Decision| {
            let (event_id, event_name) = self.origin(decision);
            let (seats, withheld) = (decision.lapsed(), decision.withheld);
            LapsedQualification { source: decision.source.into(), event_id, event_name, seats, withheld }
        };
        decisions.iter().filter(|decision| decision.lapsed() > 0).map(row).collect()
    }

    /// Id and name of the event of a decision.
    pub(crate) fn origin(&self, decision: &Decision) -> (String, Option<String>) {
        (
            origin_id(&self.set.facts, decision.competition),
            self.read_view.origin_name(&self.set.facts, decision.competition),
        )
    }
}
