//! What clients get of lists: rows with the names of today, editions, and what differs.

use crate::address;
use crate::comparing::CausingEvent;
use crate::conditional::etag_text;
use crate::listed::{NamedPlayer, event_name};
use domain::Choice;
use domain::digest::Digest;
use domain::ids::{EventId, PlayerId, RESERVED_RANKING_ID};
use domain::publication::{ListId, ListKind};
use formats::list::{CanonicalList, ListRow};
use formats::words::{Lang, Message};
use projections::season_lists::{Causes, RowChange, difference};
use projections::views::{EditionEntry, ListEntry, Views};
use serde::Serialize;
use utoipa::ToSchema;

/// A list that can be published.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListItem {
    /// Its id, `kind:id`.
    #[schema(max_length = 1100, example = "ranking:2025")]
    pub(super) list: String,
    /// What it is a list of.
    #[schema(max_length = 30, example = "ranking")]
    pub(super) kind: &'static str,
    /// The season, championship or cycle.
    #[schema(max_length = 1024, example = "2025")]
    pub(super) of: String,
    /// What it is called.
    #[schema(max_length = 700, example = "Ranking krajowy, sezon 2025")]
    pub(super) title: String,
    /// Its address.
    #[schema(max_length = 4000, example = "/api/v1/lists/ranking%3A2025")]
    pub(super) address: String,
    /// The digest of the list as it would be published now; absent if it cannot be drawn up any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub(super) live_digest: Option<String>,
    /// The newest edition, if there is one: that is what holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) newest: Option<EditionItem>,
    /// Whether events that were recorded since change the list that was published.
    #[schema(example = false)]
    pub(super) drifted: bool,
    /// What waits for a second person; only staff see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) submitted: Option<SubmissionItem>,
    /// The ETag of what was done about publishing it; absent as long as nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 24, example = "\"1042\"")]
    pub(super) etag: Option<String>,
}

/// All lists.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Lists {
    /// Each of them, by kind and id.
    #[schema(max_items = 10_000)]
    pub(super) items: Vec<ListItem>,
}

/// What waits for a second person.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SubmissionItem {
    /// Its position: what the second person says that she has looked at.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1043)]
    position: u64,
    /// The digest that was looked at.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    digest: String,
    /// The account that submitted it.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    by: String,
    /// When.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    submitted_at: String,
    /// Whether the list still is what was submitted; if not, it cannot be published.
    current: bool,
    /// Why there is to be another edition, as everybody will read it; only the preview says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 2000, example = "Skorygowano wynik turnieju w Łodzi")]
    reason: Option<String>,
}

/// An edition without its rows.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct EditionItem {
    /// The number, from 1.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    pub(super) edition: u32,
    /// Its address.
    #[schema(max_length = 4000, example = "/api/v1/lists/ranking%3A2025/editions/1")]
    pub(super) address: String,
    /// The SHA-256 of the canonical bytes.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub(super) digest: String,
    /// How many canonical bytes there are.
    #[schema(minimum = 1, maximum = 100_000_000, example = 20_481)]
    pub(super) bytes: usize,
    /// The last event that it takes account of.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub(super) position: u64,
    /// The root of the tree over the events up to there.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub(super) root: String,
    /// The rulebook that it was computed with.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    pub(super) rulebook: String,
    /// Which version of it, by the position at which it was adopted.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1)]
    pub(super) rulebook_position: u64,
    /// The version of the calculation.
    #[schema(minimum = 1, maximum = 4_294_967_295_i64, example = 1)]
    pub(super) calculation: u32,
    /// When it was published.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    pub(super) published_at: String,
    /// The event that published it.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1044)]
    pub(super) published: u64,
    /// The opaque account that submitted it.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    pub(super) submitted_by: String,
    /// The opaque account of the second person, who published it.
    #[schema(max_length = 200, example = "3v5b7k2m9q4x8c1n6z0a")]
    pub(super) published_by: String,
    /// Whether it takes the place of an earlier edition.
    #[schema(example = false)]
    pub(super) erratum: bool,
}

/// The editions of a list, the first first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EditionList {
    /// Each of them.
    #[schema(max_items = 100_000)]
    pub(super) items: Vec<EditionItem>,
}

/// A row of a list, with the name of today.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct RowBody {
    /// The place: in the list itself, or in the event that the row comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    pub(super) place: Option<u32>,
    /// The opaque id of the player; absent for what is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub(super) player_id: Option<String>,
    /// What the player is called today; somebody who was erased is called a deleted player.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 400, example = "Łucja Przykładowa")]
    pub(super) name: Option<String>,
    /// The city.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "Łódź")]
    pub(super) city: Option<String>,
    /// The voivodeship.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "łódzkie")]
    pub(super) voivodeship: Option<String>,
    /// The total.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 4_294_967_295_i64, example = 185)]
    pub(super) points: Option<u32>,
    /// The kind of source of a qualification.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 30, example = "tournament")]
    pub(super) source: Option<String>,
    /// The event that it comes from; `ranking` for the ranking.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    pub(super) event_id: Option<String>,
    /// What the event is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    pub(super) event_name: Option<String>,
    /// Whether somebody has granted it: `proposed`, `nominated`, `granted` or `review`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 30, example = "granted")]
    pub(super) state: Option<String>,
    /// The results that the total is made of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 1000)]
    pub(super) results: Vec<ResultBody>,
    /// How many are open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    pub(super) open: Option<u32>,
    /// Who is tied for what is open.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 10_000)]
    pub(super) candidates: Vec<NamedPlayer>,
    /// The commitment to the name, as the canonical form has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub(super) commitment: Option<String>,
}

/// A result that counts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ResultBody {
    /// The event.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    pub(super) event_id: String,
    /// What it is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    pub(super) event_name: Option<String>,
    /// The place.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    pub(super) place: u32,
    /// The points.
    #[schema(minimum = 0, maximum = 4_294_967_295_i64, example = 100)]
    pub(super) points: u32,
}

/// What differs between two states of a list.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct DifferenceBody {
    /// Rows that came.
    #[schema(max_items = 100_000)]
    pub(super) added: Vec<AlteredBody>,
    /// Rows that went.
    #[schema(max_items = 100_000)]
    pub(super) removed: Vec<AlteredBody>,
    /// Rows that are still there, with something else in them.
    #[schema(max_items = 100_000)]
    pub(super) changed: Vec<AlteredBody>,
    /// Whether exactly the same rows stand in another order, and nothing else differs. It tells of lists that are ordered by decisions
    /// and not by places: a qualification that is decided earlier or later now. Where rows came, went or changed, it is false.
    pub(super) reordered: bool,
    /// Whether they were computed under different rulebooks.
    pub(super) other_rulebook: bool,
    /// Whether they were computed by different versions of the calculation.
    pub(super) other_calculation: bool,
}

/// A row that differs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AlteredBody {
    /// As it was; absent if it is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) before: Option<RowBody>,
    /// As it is; absent if it is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) after: Option<RowBody>,
    /// What is different, as the canonical form calls it; empty if the row came or went. `name` alone means that the name was put right.
    #[schema(max_items = 20, example = json!(["place", "points"]))]
    pub(super) fields: Vec<&'static str>,
    /// The first event that changed the row, as far as it was looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cause: Option<CausingEvent>,
}

/// How much differs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DriftSummary {
    /// The edition that the list is compared with.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    pub(super) edition: u32,
    /// Rows that came.
    #[schema(minimum = 0, maximum = 100_000, example = 1)]
    pub(super) added: usize,
    /// Rows that went.
    #[schema(minimum = 0, maximum = 100_000, example = 0)]
    pub(super) removed: usize,
    /// Rows that changed.
    #[schema(minimum = 0, maximum = 100_000, example = 3)]
    pub(super) changed: usize,
}

/// Gives rows the names of today.
pub(crate) struct Names<'a> {
    pub(crate) views: &'a Views,
    pub(crate) lang: Lang,
}

impl Names<'_> {
    pub(super) fn rows(&self, list: &CanonicalList) -> Vec<RowBody> {
        list.rows.iter().map(|row| self.row(row)).collect()
    }

    pub(super) fn row(&self, row: &ListRow) -> RowBody {
        let ListRow { place, player, points, source, event, state, results, open, candidates, name } = row;
        let result = |(event, place, points): &(String, u32, u32)| ResultBody {
            event_id: event.clone(),
            event_name: self.event(event),
            place: *place,
            points: *points,
        };
        let player = player.as_ref().and_then(|id| self.player(id));
        RowBody {
            place: *place,
            city: player.as_ref().and_then(|it| it.city.clone()),
            voivodeship: player.as_ref().and_then(|it| it.voivodeship.clone()),
            name: player.as_ref().map(|it| it.name.clone()),
            player_id: player.map(|it| it.player_id),
            points: *points,
            source: source.clone(),
            event_id: event.clone(),
            event_name: event.as_ref().and_then(|event| self.event(event)),
            state: state.clone(),
            results: results.iter().map(result).collect(),
            open: *open,
            candidates: candidates.iter().filter_map(|id| self.player(id)).collect(),
            commitment: name.clone(),
        }
    }

    /// Somebody by an id that stood on a list, so that it is one.
    fn player(&self, id: &str) -> Option<NamedPlayer> {
        PlayerId::parse(id).ok().map(|id| NamedPlayer::of(self.views, &id, self.lang))
    }

    /// What an event of any kind is called.
    pub(super) fn event(&self, id: &str) -> Option<String> {
        let id = EventId::parse(id).ok().filter(|id| id.as_str() != RESERVED_RANKING_ID)?;
        event_name(self.views, &id, self.lang)
    }

    /// What differs between an older and a newer list, with what caused it as far as that is known.
    pub(super) fn difference(
        &self,
        list: &ListId,
        before: &CanonicalList,
        after: &CanonicalList,
        causes: &Causes,
    ) -> DifferenceBody {
        let changes = difference(&before.rows, &after.rows);
        let mut body = DifferenceBody {
            reordered: changes.is_empty() && before.rows != after.rows,
            other_rulebook: before.head.rulebook != after.head.rulebook,
            other_calculation: before.head.calculation != after.head.calculation,
            ..DifferenceBody::default()
        };
        for change in &changes {
            let group = match (&change.before, &change.after) {
                (None, _) => &mut body.added,
                (_, None) => &mut body.removed,
                _ => &mut body.changed,
            };
            let cause = causes.get(&(list.clone(), change.key.clone()));
            group.push(AlteredBody {
                before: change.before.as_ref().map(|row| self.row(row)),
                after: change.after.as_ref().map(|row| self.row(row)),
                fields: fields(change),
                cause: cause.map(|cause| CausingEvent::of(self.views, self.lang, cause)),
            });
        }
        body
    }

    /// What a list is called.
    pub(crate) fn title(&self, list: &ListId) -> String {
        let of = match list {
            ListId::Mw(id) | ListId::Wildcards(id) => {
                self.views.records.championship(id).map(|it| it.record.voivodeship.name().to_owned())
            }
            ListId::GrandPrix(id) => self.event(id.as_str()),
            ListId::Ranking(_) | ListId::RankingSnapshot(_) | ListId::Mp(_) | ListId::MpStart(_) => None,
        };
        let words = Message::new(format!("list-title-{}", list.kind().name()));
        self.lang.say(&words.with("of", of.unwrap_or_else(|| list.of().to_owned())))
    }
}

impl EditionItem {
    pub(super) fn of(list: &ListId, entry: &EditionEntry) -> Self {
        Self {
            edition: entry.number,
            address: edition_address(list, entry.number),
            digest: entry.digest.to_string(),
            bytes: entry.length,
            position: entry.position.0,
            root: hex::encode(entry.root),
            rulebook: entry.rulebook.to_string(),
            rulebook_position: entry.rulebook_position.0,
            calculation: entry.calculation,
            published_at: entry.published_at.to_string(),
            published: entry.published.0,
            submitted_by: entry.submitted_by.to_string(),
            published_by: entry.published_by.to_string(),
            erratum: entry.number > 1,
        }
    }
}

impl ListItem {
    /// A list, with the digest that it has now; `staff` see what waits.
    pub(super) fn of(
        names: &Names<'_>,
        list: &ListId,
        entry: Option<&ListEntry>,
        live: Option<Digest>,
        staff: bool,
    ) -> Self {
        let newest = entry.and_then(|entry| entry.editions.last());
        let submitted = entry.filter(|_| staff).and_then(|entry| SubmissionItem::of(entry, live));
        Self {
            list: list.to_string(),
            kind: list.kind().name(),
            of: list.of().to_owned(),
            title: names.title(list),
            address: list_address(list),
            live_digest: live.map(|digest| digest.to_string()),
            newest: newest.map(|edition| EditionItem::of(list, edition)),
            drifted: newest.is_some_and(|edition| live != Some(edition.digest)),
            submitted,
            etag: entry.map(|entry| etag_text(entry.etag)),
        }
    }
}

impl SubmissionItem {
    pub(super) fn of(entry: &ListEntry, live: Option<Digest>) -> Option<Self> {
        let submission = entry.state.submitted.as_ref()?;
        let (position, submitted_at) = entry.submitted_at?;
        Some(Self {
            position: position.0,
            digest: submission.digest.to_string(),
            by: submission.by.to_string(),
            submitted_at: submitted_at.to_string(),
            current: live == Some(submission.digest),
            reason: None,
        })
    }

    /// The same with the reason that was given.
    pub(super) fn because(self, reason: Option<String>) -> Self {
        Self { reason, ..self }
    }
}

/// What is different in a row that both lists have, as the canonical form calls it.
fn fields(change: &RowChange) -> Vec<&'static str> {
    let (Some(before), Some(after)) = (&change.before, &change.after) else { return Vec::new() };
    let differs = [
        ("place", before.place != after.place),
        ("points", before.points != after.points),
        ("source", before.source != after.source),
        ("event", before.event != after.event),
        ("state", before.state != after.state),
        ("results", before.results != after.results),
        ("open", before.open != after.open),
        ("candidates", before.candidates != after.candidates),
        ("name", before.name != after.name),
    ];
    differs.into_iter().filter_map(|(name, differs)| differs.then_some(name)).collect()
}

/// The address of a list.
pub(super) fn list_address(list: &ListId) -> String {
    address::of("lists", &list.to_string())
}

/// The address of an edition.
pub(super) fn edition_address(list: &ListId, number: u32) -> String {
    format!("{}/editions/{number}", list_address(list))
}

/// Whether a list has totals and results, or qualifications with their sources.
pub(super) fn has_points(kind: ListKind) -> bool {
    match kind {
        ListKind::Ranking | ListKind::RankingSnapshot | ListKind::GrandPrix => true,
        ListKind::Mp | ListKind::Mw | ListKind::Wildcards | ListKind::MpStart => false,
    }
}
