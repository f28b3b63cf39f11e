//! What clients get of qualifications: who holds one, what is open, what nobody took.

use crate::listed::NamedPlayer;
use crate::seen::{OfficialEdition, Seen};
use crate::sheet::Cell;
use crate::table::Row;
use domain::Choice;
use domain::ids::{PlayerKey, RESERVED_RANKING_ID, RulebookId, SeasonId};
use domain::ledger::Target;
use domain::publication::ListId;
use domain::qualification::{Considered, Decision, Origin, Source};
use domain::season::Facts;
use projections::season_lists::{QualificationState, qualification_state};
use projections::views::RuleSet;
use serde::Serialize;
use utoipa::ToSchema;

/// The qualifications to the national championship of a season.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MpQualifications {
    /// The season.
    #[schema(max_length = 1024, example = "2025-26")]
    season: String,
    /// The rulebook that they are computed with.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    rulebook: String,
    /// The newest published edition of this list, if there is one.
    official: Option<OfficialEdition>,
    /// How many there are.
    summary: QualificationsSummary,
    /// Who is qualified, in the order of decision.
    #[schema(max_items = 10_000)]
    pub(super) items: Vec<QualifiedPlayer>,
    /// What waits for a decision, in the order of decision.
    #[schema(max_items = 10_000)]
    pending: Vec<PendingQualification>,
    /// What nobody took, in the order of decision.
    #[schema(max_items = 10_000)]
    lapsed: Vec<LapsedQualification>,
}

impl MpQualifications {
    pub(super) fn of(seen: &Seen, set: &RuleSet, season: &SeasonId, own: &RulebookId) -> Option<Self> {
        let rows = Qualifications { seen, set, target: &Target::Mp(season.clone()) };
        let decisions = &set.season(season)?.mp;
        let (items, pending, lapsed) = (rows.qualified(decisions), rows.pending(decisions), rows.lapsed(decisions));
        Some(Self {
            season: season.to_string(),
            rulebook: seen.rulebook_id(own).to_string(),
            official: seen.official(&ListId::Mp(season.clone())),
            summary: QualificationsSummary::of(&items, &pending, &lapsed),
            items,
            pending,
            lapsed,
        })
    }
}

/// Somebody who is qualified.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct QualifiedPlayer {
    /// Who.
    #[serde(flatten)]
    pub(crate) player: NamedPlayer,
    /// Where the qualification comes from.
    #[schema(schema_with = source)]
    pub(crate) source: &'static str,
    /// The event, or `ranking`.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    pub(crate) event_id: String,
    /// What the event is called.
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    pub(crate) event_name: Option<String>,
    /// The place there.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    pub(crate) place: u32,
    /// `proposed` by the rules, `granted` by a person, or `review`: granted, and the rules would give it to somebody else now.
    #[schema(max_length = 10, example = "granted")]
    pub(crate) state: &'static str,
}

impl Row for QualifiedPlayer {
    const HEAD: &'static [&'static str] =
        &["player_id", "name", "city", "voivodeship", "source", "event_id", "event_name", "place", "state"];

    fn cells(&self) -> Vec<Cell<'_>> {
        let mut cells = Vec::from(self.player.cells());
        cells.extend([
            Cell::text(self.source),
            Cell::text(&self.event_id),
            Cell::maybe(self.event_name.as_deref()),
            Cell::Number(self.place.into()),
            Cell::text(self.state),
        ]);
        cells
    }
}

/// Qualifications that wait for a decision: because of a tie, or because the rules name nobody.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PendingQualification {
    /// Where they come from.
    #[schema(schema_with = source)]
    source: &'static str,
    /// The event, or `ranking`.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    event_id: String,
    /// What the event is called.
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    event_name: Option<String>,
    /// How many are left to give.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    open: u32,
    /// Who is tied for them; nobody if the rules name nobody.
    #[schema(max_items = 10_000)]
    candidates: Vec<NamedPlayer>,
}

/// Qualifications that nobody took.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LapsedQualification {
    /// Where they come from.
    #[schema(schema_with = source)]
    source: &'static str,
    /// The event, or `ranking`.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    event_id: String,
    /// What the event is called.
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    event_name: Option<String>,
    /// How many.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    seats: u32,
    /// How many of them a person has given to nobody.
    #[schema(minimum = 0, maximum = 100_000, example = 0)]
    withheld: u32,
}

/// How many qualifications there are.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct QualificationsSummary {
    /// From all sources.
    #[serde(flatten)]
    all: QualificationCounts,
    /// From each source that has any.
    #[schema(max_items = 10)]
    by_source: Vec<SourceCounts>,
}

/// How many qualifications are in which state.
#[derive(Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct QualificationCounts {
    /// Granted by a person.
    #[schema(minimum = 0, maximum = 1_000_000, example = 40)]
    granted: u32,
    /// Given by the rules, and nobody has granted them yet.
    #[schema(minimum = 0, maximum = 1_000_000, example = 12)]
    proposed: u32,
    /// Granted, and the rules would give them to somebody else now.
    #[schema(minimum = 0, maximum = 1_000_000, example = 1)]
    review: u32,
    /// Left to give, and waiting for a decision.
    #[schema(minimum = 0, maximum = 1_000_000, example = 2)]
    pending: u32,
    /// That nobody took.
    #[schema(minimum = 0, maximum = 1_000_000, example = 0)]
    lapsed: u32,
}

/// How many qualifications of one source are in which state.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SourceCounts {
    /// The source.
    #[schema(schema_with = source)]
    source: &'static str,
    /// How many.
    #[serde(flatten)]
    counts: QualificationCounts,
}

impl QualificationsSummary {
    pub(crate) fn of(
        items: &[QualifiedPlayer],
        pending: &[PendingQualification],
        lapsed: &[LapsedQualification],
    ) -> Self {
        let count = |of: Option<&str>| {
            let is = |source: &str| of.is_none_or(|wanted| wanted == source);
            let mut counts = QualificationCounts::default();
            for item in items.iter().filter(|item| is(item.source)) {
                let counter = match item.state {
                    "granted" => &mut counts.granted,
                    "review" => &mut counts.review,
                    _ => &mut counts.proposed,
                };
                *counter += 1;
            }
            counts.pending = pending.iter().filter(|item| is(item.source)).map(|item| item.open).sum();
            counts.lapsed = lapsed.iter().filter(|item| is(item.source)).map(|item| item.seats).sum();
            counts
        };
        let by_source = Source::ALL.iter().map(|source| source.name());
        let by_source = by_source.map(|source| SourceCounts { source, counts: count(Some(source)) });
        let by_source = by_source.filter(|it| it.counts != QualificationCounts::default());
        Self { all: count(None), by_source: by_source.collect() }
    }
}

/// The source of a qualification in a schema.
pub(crate) fn source() -> utoipa::openapi::Object {
    utoipa::openapi::ObjectBuilder::new()
        .schema_type(utoipa::openapi::Type::String)
        .description(Some("Where a qualification comes from."))
        .enum_values(Some(Source::ALL.iter().map(|source| source.name())))
        .build()
}

/// The id of an event, or that of the ranking.
pub(crate) fn origin_id(facts: &Facts, origin: Origin) -> String {
    origin.map_or(RESERVED_RANKING_ID, |event| facts.event_id(event).as_str()).to_owned()
}

/// Writes decisions on the qualifications to one championship down.
pub(crate) struct Qualifications<'a> {
    pub(crate) seen: &'a Seen,
    pub(crate) set: &'a RuleSet,
    pub(crate) target: &'a Target,
}

impl Qualifications<'_> {
    pub(crate) fn named(&self, player: PlayerKey) -> NamedPlayer {
        self.seen.somebody(self.set.facts.player_id(player))
    }

    pub(crate) fn state_of(&self, decision: &Decision, player: PlayerKey) -> QualificationState {
        qualification_state(&self.seen.views.records, self.target, self.set, decision, player)
    }

    /// Everybody who is qualified, in the order of decision.
    pub(crate) fn qualified(&self, decisions: &[Decision]) -> Vec<QualifiedPlayer> {
        let of_decision = |decision: &Decision| {
            let (event_id, event_name) = self.origin(decision);
            let row = |granted: &Considered| QualifiedPlayer {
                player: self.named(granted.player),
                source: decision.source.name(),
                event_id: event_id.clone(),
                event_name: event_name.clone(),
                place: granted.place.number(),
                state: self.state_of(decision, granted.player).name(),
            };
            decision.granted().map(row).collect::<Vec<_>>()
        };
        decisions.iter().flat_map(of_decision).collect()
    }

    /// Everything that waits for a decision.
    pub(crate) fn pending(&self, decisions: &[Decision]) -> Vec<PendingQualification> {
        let row = |decision: &Decision| {
            let pending = decision.pending.as_ref()?;
            let (event_id, event_name) = self.origin(decision);
            Some(PendingQualification {
                source: decision.source.name(),
                event_id,
                event_name,
                open: pending.open,
                candidates: pending.candidates.iter().map(|player| self.named(*player)).collect(),
            })
        };
        decisions.iter().filter_map(row).collect()
    }

    /// Everything that nobody took.
    pub(crate) fn lapsed(&self, decisions: &[Decision]) -> Vec<LapsedQualification> {
        let row = |decision: &Decision| {
            let (event_id, event_name) = self.origin(decision);
            let (seats, withheld) = (decision.lapsed(), decision.withheld);
            LapsedQualification { source: decision.source.name(), event_id, event_name, seats, withheld }
        };
        decisions.iter().filter(|decision| decision.lapsed() > 0).map(row).collect()
    }

    /// Id and name of the event of a decision.
    pub(crate) fn origin(&self, decision: &Decision) -> (String, Option<String>) {
        (origin_id(&self.set.facts, decision.event), self.seen.origin_name(&self.set.facts, decision.event))
    }
}
