//! Published lists, their editions, and open data.

use crate::changed_lists::CausingEvent;
use crate::common::ListedPlayer;
use domain::publication::ListKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A list that can be published.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ListItem {
    /// Its id, `kind:id`.
    #[schema(max_length = 1100, example = "ranking:2025")]
    pub list: String,
    /// What it is a list of.
    #[serde(with = "crate::choice")]
    #[schema(value_type = String, max_length = 30, example = "ranking")]
    pub kind: ListKind,
    /// The season, championship or cycle.
    #[schema(max_length = 1024, example = "2025")]
    pub of: String,
    /// What it is called.
    #[schema(max_length = 700, example = "Ranking krajowy, sezon 2025")]
    pub title: String,
    /// Its address.
    #[schema(max_length = 4000, example = "/api/v1/lists/ranking%3A2025")]
    pub address: String,
    /// The digest of the list as it would be published now; absent if it cannot be drawn up any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub live_digest: Option<String>,
    /// The newest edition, if there is one: that is what holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub newest: Option<EditionItem>,
    /// Whether events that were recorded since change the list that was published.
    #[schema(example = false)]
    pub drifted: bool,
    /// What waits for a second person; only staff see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submitted: Option<SubmissionItem>,
    /// The ETag of what was done about publishing it; absent as long as nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 24, example = "\"1042\"")]
    pub etag: Option<String>,
}

/// All lists.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Lists {
    /// Each of them, by kind and id.
    #[schema(max_items = 10_000)]
    pub items: Vec<ListItem>,
}

/// What waits for a second person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SubmissionItem {
    /// Its position: what the second person says that she has looked at.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1043)]
    pub position: u64,
    /// The digest that was looked at.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub digest: String,
    /// The account that submitted it.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    pub by: String,
    /// When.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    pub submitted_at: String,
    /// Whether the list still is what was submitted; if not, it cannot be published.
    pub current: bool,
    /// Why there is to be another edition, as everybody will read it; only the preview says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 2000, example = "Skorygowano wynik turnieju w Łodzi")]
    pub reason: Option<String>,
}

/// An edition without its rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct EditionItem {
    /// The number, from 1.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    pub edition: u32,
    /// Its address.
    #[schema(max_length = 4000, example = "/api/v1/lists/ranking%3A2025/editions/1")]
    pub address: String,
    /// The SHA-256 of the canonical bytes.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub digest: String,
    /// How many canonical bytes there are.
    #[schema(minimum = 1, maximum = 100_000_000, example = 20_481)]
    pub bytes: usize,
    /// The last event that it takes account of.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub position: u64,
    /// The root of the tree over the events up to there.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub root: String,
    /// The rulebook that it was computed with.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    pub rulebook: String,
    /// Which version of it, by the position at which it was adopted.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1)]
    pub rulebook_position: u64,
    /// The version of the calculation.
    #[schema(minimum = 1, maximum = 4_294_967_295_i64, example = 1)]
    pub calculation: u32,
    /// When it was published.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    pub published_at: String,
    /// The event that published it.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1044)]
    pub published: u64,
    /// The opaque account that submitted it.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    pub submitted_by: String,
    /// The opaque account of the second person, who published it.
    #[schema(max_length = 200, example = "3v5b7k2m9q4x8c1n6z0a")]
    pub published_by: String,
    /// Whether it takes the place of an earlier edition.
    #[schema(example = false)]
    pub erratum: bool,
}

/// The editions of a list, the first first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct EditionList {
    /// Each of them.
    #[schema(max_items = 100_000)]
    pub items: Vec<EditionItem>,
}

/// A row of a list, with the name of today.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RowBody {
    /// The place: in the list itself, or in the event that the row comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    pub place: Option<u32>,
    /// The opaque id of the player; absent for what is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player_id: Option<String>,
    /// What the player is called today; somebody who was erased is called a deleted player.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 400, example = "Łucja Przykładowa")]
    pub name: Option<String>,
    /// The city.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "Łódź")]
    pub city: Option<String>,
    /// The voivodeship.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "łódzkie")]
    pub voivodeship: Option<String>,
    /// The total.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 4_294_967_295_i64, example = 185)]
    pub points: Option<u32>,
    /// The kind of source of a qualification.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 30, example = "tournament")]
    pub source: Option<String>,
    /// The event that it comes from; `ranking` for the ranking.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    pub event_id: Option<String>,
    /// What the event is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    pub event_name: Option<String>,
    /// Whether somebody has granted it: `proposed`, `nominated`, `granted` or `review`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 30, example = "granted")]
    pub state: Option<String>,
    /// The results that the total is made of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 1000)]
    pub results: Vec<ResultBody>,
    /// How many are open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    pub open: Option<u32>,
    /// Who is tied for what is open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 10_000)]
    pub candidates: Vec<ListedPlayer>,
    /// The commitment to the name, as the canonical form has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub commitment: Option<String>,
}

/// A result that counts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ResultBody {
    /// The event.
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    pub event_id: String,
    /// What it is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    pub event_name: Option<String>,
    /// The place.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    pub place: u32,
    /// The points.
    #[schema(minimum = 0, maximum = 4_294_967_295_i64, example = 100)]
    pub points: u32,
}

/// What differs between two states of a list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DifferenceBody {
    /// Rows that came.
    #[schema(max_items = 100_000)]
    pub added: Vec<AlteredBody>,
    /// Rows that went.
    #[schema(max_items = 100_000)]
    pub removed: Vec<AlteredBody>,
    /// Rows that are still there, with something else in them.
    #[schema(max_items = 100_000)]
    pub changed: Vec<AlteredBody>,
    /// Whether exactly the same rows stand in another order, and nothing else differs. It tells of lists that are
    /// ordered by decisions and not by places: a qualification that is decided earlier or later now. Where rows came,
    /// went or changed, it is false.
    pub reordered: bool,
    /// Whether they were computed under different rulebooks.
    pub other_rulebook: bool,
    /// Whether they were computed by different versions of the calculation.
    pub other_calculation: bool,
}

/// A row that differs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AlteredBody {
    /// As it was; absent if it is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<RowBody>,
    /// As it is; absent if it is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<RowBody>,
    /// What is different, as the canonical form calls it; empty if the row came or went. `name` alone means that the
    /// name was put right.
    #[schema(max_items = 20, example = json!(["place", "points"]))]
    pub fields: Vec<String>,
    /// The first event that changed the row, as far as it was looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<CausingEvent>,
}

/// How much differs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DriftSummary {
    /// The edition that the list is compared with.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    pub edition: u32,
    /// Rows that came.
    #[schema(minimum = 0, maximum = 100_000, example = 1)]
    pub added: usize,
    /// Rows that went.
    #[schema(minimum = 0, maximum = 100_000, example = 0)]
    pub removed: usize,
    /// Rows that changed.
    #[schema(minimum = 0, maximum = 100_000, example = 3)]
    pub changed: usize,
}

/// A list as it is computed, beside what was published of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LiveList {
    #[serde(flatten)]
    pub item: ListItem,
    /// How much differs from the newest edition; absent if nothing does or there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drift: Option<DriftSummary>,
    /// The rows as they would be published now.
    #[schema(max_items = 100_000)]
    pub rows: Vec<RowBody>,
}

/// An edition with its rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct EditionBody {
    /// Which list.
    #[schema(max_length = 1100, example = "ranking:2025")]
    pub list: String,
    /// What it is called.
    #[schema(max_length = 700, example = "Ranking krajowy, sezon 2025")]
    pub title: String,
    #[serde(flatten)]
    pub item: EditionItem,
    /// Why it takes the place of the edition before, in the words of the federation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 2000, example = "Skorygowano wynik turnieju w Łodzi")]
    pub reason: Option<String>,
    /// What differs from the edition before; absent for the first. `diff` also names the events that caused it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<DifferenceBody>,
    /// The number of the newest edition.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    pub newest: u32,
    /// Where everything is that it takes to check it.
    pub links: EditionLinks,
    /// The rows as they were published, under the names of today.
    #[schema(max_items = 100_000)]
    pub rows: Vec<RowBody>,
}

/// Where everything is that it takes to check an edition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct EditionLinks {
    /// The bytes that were published.
    #[schema(max_length = 4000, example = "/api/v1/lists/ranking%3A2025/editions/1/canonical")]
    pub canonical: String,
    /// The names that open the commitments.
    #[schema(max_length = 4000, example = "/api/v1/lists/ranking%3A2025/editions/1/disclosure")]
    pub disclosure: String,
    /// The proof that it stands in the log.
    #[schema(max_length = 4000, example = "/api/v1/lists/ranking%3A2025/editions/1/proof")]
    pub proof: String,
}

/// How a list differs from its newest edition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Drift {
    /// Which list.
    #[schema(max_length = 1100, example = "ranking:2025")]
    pub list: String,
    /// The newest edition.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    pub edition: u32,
    /// Its digest.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub digest: String,
    /// The last event that it takes account of.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub position: u64,
    /// The digest of the list as it would be published now; absent if it cannot be drawn up any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub live_digest: Option<String>,
    /// Whether they differ.
    pub drifted: bool,
    /// What differs, with the first event that changed each row.
    pub difference: DifferenceBody,
    /// False if too much has happened since for the causes to be looked for, or if others are looking for theirs just
    /// now.
    pub causes_searched: bool,
}

/// How two states of a list differ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ListDifference {
    /// Which list.
    #[schema(max_length = 1100, example = "ranking:2025")]
    pub list: String,
    /// The older edition.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    pub from: u32,
    /// The newer edition; absent for the list as it would be published now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 1_000_000, example = 2)]
    pub to: Option<u32>,
    /// What differs, with the first event that changed each row.
    pub difference: DifferenceBody,
    /// False if too much has happened between for the causes to be looked for, or if others are looking for theirs just
    /// now.
    pub causes_searched: bool,
}

/// A list as it would be published.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Preview {
    /// Which list.
    #[schema(max_length = 1100, example = "ranking:2025")]
    pub list: String,
    /// What it is called.
    #[schema(max_length = 700, example = "Ranking krajowy, sezon 2025")]
    pub title: String,
    /// The SHA-256 of its canonical bytes: what is submitted and published.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub digest: String,
    /// The last event that it takes account of.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub position: u64,
    /// The rulebook that it is computed with.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    pub rulebook: String,
    /// Which version of it, by the position at which it was adopted.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1)]
    pub rulebook_position: u64,
    /// The version of the calculation.
    #[schema(minimum = 1, maximum = 4_294_967_295_i64, example = 1)]
    pub calculation: u32,
    /// The number that the edition would have.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    pub edition: u32,
    /// What differs from the newest edition; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<DifferenceBody>,
    /// What waits for a second person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submitted: Option<SubmissionItem>,
    /// What speaks against publishing it now.
    #[schema(max_items = 20)]
    pub warnings: Vec<Warning>,
    /// The rows.
    #[schema(max_items = 100_000)]
    pub rows: Vec<RowBody>,
}

/// Something that speaks against publishing a list now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Warning {
    /// A stable name: `events-not-closed`, `decisions-pending`, `grants-in-review` or `not-granted`.
    #[schema(max_length = 40, example = "events-not-closed")]
    pub code: String,
    /// In words.
    #[schema(max_length = 500, example = "Nie zamknięto jeszcze 1 wcześniejszego wydarzenia.")]
    pub detail: String,
    /// The events that it is about.
    #[schema(max_items = 10_000)]
    pub events: Vec<String>,
}

/// The names of an edition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DisclosureBody {
    /// What the file is.
    #[schema(max_length = 30, example = "list-disclosure/1")]
    pub format: String,
    /// Which list.
    #[schema(max_length = 1100, example = "ranking:2025")]
    pub list: String,
    /// Which edition of it.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    pub edition: u32,
    /// The digest of the edition.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub digest: String,
    /// Who stands on it. The commitment in a row of the edition is the HMAC-SHA256 under `salt` over these parts, each
    /// with its length in front as eight big-endian bytes: `kostka commitment 1`, `name`, `first_name`, the first name,
    /// `surname`, the surname.
    #[schema(max_items = 100_000)]
    pub names: Vec<DisclosedName>,
    /// Whose names cannot be checked any more: they were erased, or put right since.
    #[schema(max_items = 100_000)]
    pub absent: Vec<AbsentName>,
}

/// A name with the salt of its commitment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DisclosedName {
    /// The opaque id, as the edition has it.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
    /// The first name.
    #[schema(max_length = 200, example = "Łucja")]
    pub first_name: String,
    /// The surname.
    #[schema(max_length = 200, example = "Przykładowa")]
    pub surname: String,
    /// The salt, in hexadecimal digits.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub salt: String,
}

/// Somebody whose name cannot be checked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AbsentName {
    /// The opaque id, as the edition has it.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player: String,
    /// `erased`, or `rectified`: the name was put right after the edition was published, and the old one is not kept.
    #[schema(max_length = 20, example = "erased")]
    pub because: String,
}

/// A list that is to be published.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Submitting {
    /// The digest of the preview that was looked at.
    #[schema(
        min_length = 64,
        max_length = 64,
        example = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )]
    pub digest: String,
    /// Why there is to be another edition, which everybody will be able to read; needed for every edition but the
    /// first.
    #[schema(min_length = 1, max_length = 2000, example = "Skorygowano wynik turnieju w Łodzi")]
    pub reason: Option<String>,
}

/// The list that a second person has looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Publishing {
    /// The digest of the preview that was looked at: the one that was submitted.
    #[schema(
        min_length = 64,
        max_length = 64,
        example = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )]
    pub digest: String,
    /// The submission that was looked at: `position` of `submitted` in the preview.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1043)]
    pub submission: u64,
}

/// What files there are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OpenDataIndex {
    /// The last event that the files take account of.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub position: u64,
    /// When it was recorded.
    #[schema(format = "date-time", example = "2026-11-07T12:00:00.000000Z")]
    pub recorded_at: String,
    /// The files: seasons as they follow each other, then by subject.
    #[schema(max_items = 10_000)]
    pub files: Vec<OpenDataFile>,
}

/// A file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OpenDataFile {
    /// Its name.
    #[schema(max_length = 1100, example = "2025-26-results.csv")]
    pub file: String,
    /// Where it is.
    #[schema(max_length = 4096, example = "/api/v1/open-data/2025-26-results.csv")]
    pub href: String,
    /// The season that it is about.
    #[schema(max_length = 1024, example = "2025-26")]
    pub season: String,
    /// What it holds: `results`, `ranking`, `ranking-snapshot`, `mp-qualifications`, `mw-qualifications`, `grand-prix`,
    /// `events` or `editions`.
    #[schema(max_length = 30, example = "results")]
    pub subject: String,
    /// `text/csv` or `application/json`.
    #[schema(max_length = 30, example = "text/csv")]
    pub media_type: String,
    /// How many rows it has.
    #[schema(minimum = 0, maximum = 100_000_000, example = 3120)]
    pub rows: usize,
    /// How many bytes it has.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 204_811)]
    pub bytes: usize,
    /// The SHA-256 of its bytes, in hexadecimal.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub sha256: String,
}
