//! The ledger of qualifications to a championship: accounts, seats and their chain of custody.

use super::list::WildcardState;
use crate::choice::{ByName, named_enum};
use domain::qualification::Source;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

named_enum! {
    /// What became of a seat.
    pub enum SeatState {
        Granted = "granted",
        Review = "review",
        Proposed = "proposed",
        Pending = "pending",
        Declined = "declined",
        Withheld = "withheld",
        Lapsed = "lapsed",
    }
}

/// The ledger of a championship.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct QualificationLedger {
    /// `mp:` and the season, or `mw:` and the championship.
    #[schema(max_length = 1030, example = "mp:2025-26")]
    pub target: String,
    /// All accounts together.
    pub balance: Balance,
    /// One for each event and title, in the order of decision.
    #[schema(max_items = 100_000)]
    pub accounts: Vec<QualificationAccount>,
    /// Wildcards that were put forward or granted; the national championship has none.
    #[schema(max_items = 100_000)]
    pub wildcards: Vec<LedgerWildcard>,
    /// What persons did that is about no seat of an event: wildcards, choices among championships, the nomination to
    /// the world championship.
    #[schema(max_items = 100_000)]
    pub other_acts: Vec<CustodyLine>,
}

/// What became of seats: `seats + beyond` is the sum of all others.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Balance {
    /// How many the rules open.
    #[schema(minimum = 0, maximum = 1_000_000, example = 3)]
    pub seats: u32,
    /// Granted by a named person, and in no doubt.
    #[schema(minimum = 0, maximum = 1_000_000, example = 1)]
    pub granted: u32,
    /// Granted, and the rules would give them to somebody else now.
    #[schema(minimum = 0, maximum = 1_000_000, example = 0)]
    pub review: u32,
    /// Given by the rules, and granted by nobody yet.
    #[schema(minimum = 0, maximum = 1_000_000, example = 1)]
    pub proposed: u32,
    /// A person has to decide first.
    #[schema(minimum = 0, maximum = 1_000_000, example = 0)]
    pub pending: u32,
    /// Declined, and not passed on.
    #[schema(minimum = 0, maximum = 1_000_000, example = 1)]
    pub declined: u32,
    /// Given to nobody by a named person.
    #[schema(minimum = 0, maximum = 1_000_000, example = 0)]
    pub withheld: u32,
    /// Nobody could take them.
    #[schema(minimum = 0, maximum = 1_000_000, example = 0)]
    pub lapsed: u32,
    /// More than the rules open: grants that a correction left without a seat, or a tie that the rulebook lets
    /// everybody win.
    #[schema(minimum = 0, maximum = 1_000_000, example = 0)]
    pub beyond: u32,
}

/// The account of one event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct QualificationAccount {
    /// The event, or `ranking`.
    #[schema(max_length = 1024, example = "t-2026-03-14-lodz")]
    pub event_id: String,
    /// What it is called.
    #[schema(max_length = 1024, example = "Turniej w Łodzi")]
    pub event_name: String,
    /// Under which title it gives qualifications.
    #[schema(value_type = String, max_length = 20, example = "tournament")]
    pub source: ByName<Source>,
    /// When it is decided to whom they go.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime, max_length = 40, example = "2026-03-14T18:30:00+01:00")]
    pub decided_at: Option<String>,
    /// The last place that may get one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 100_000, example = 8)]
    pub depth: Option<u32>,
    /// Why it gives none, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 1000, example = "za mało uczestników: 21, a potrzeba 24")]
    pub refusal: Option<String>,
    pub balance: Balance,
    /// What became of each seat.
    #[schema(max_items = 100_000)]
    pub seats: Vec<Seat>,
    /// Who may get what is pending; nobody in particular where a person chooses.
    #[schema(max_items = 100_000)]
    pub candidates: Vec<LedgerPlayer>,
    /// Who was looked at, in order, and why the seat went to them or past them.
    #[schema(max_items = 100_000)]
    pub considered: Vec<ConsideredPlayer>,
    /// Everything that made it so: what recorded the event and changed its record, and what persons did, in the order
    /// of the log.
    #[schema(max_items = 100_000)]
    pub custody: Vec<CustodyLine>,
    /// The digest of what the rules propose, by which an act says what it answers; for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub proposal: Option<String>,
    /// Events that ended earlier, or should have, and are not closed; for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 100_000)]
    pub waits_for: Option<Vec<String>>,
}

/// Who has a seat, for the documentation: nobody has one that is open.
#[derive(ToSchema)]
pub struct SeatHolder {
    /// The opaque id.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player_id: Option<String>,
    /// What the player is called.
    #[schema(max_length = 401, example = "Łucja Przykładowa")]
    pub name: Option<String>,
    /// The city that the player plays for.
    #[schema(max_length = 200, example = "Łódź")]
    pub city: Option<String>,
    /// The voivodeship that the player plays for.
    #[schema(max_length = 40, example = "łódzkie")]
    pub voivodeship: Option<String>,
}

/// One seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Seat {
    /// Its number in the account, from 1.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    pub number: usize,
    /// `granted`, `review`, `proposed`, `pending`, `declined`, `withheld` or `lapsed`.
    #[schema(value_type = String, max_length = 20, example = "granted")]
    pub state: SeatState,
    /// Who has it or declined it.
    #[serde(flatten)]
    #[schema(value_type = SeatHolder)]
    pub player: Option<LedgerPlayer>,
    /// With which place.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 100_000, example = 2)]
    pub place: Option<u32>,
    /// Where the event stands in the log that last decided about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub position: Option<u64>,
}

/// Somebody who was looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ConsideredPlayer {
    #[serde(flatten)]
    pub player: LedgerPlayer,
    /// The place that was looked at.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    pub place: u32,
    /// What came of it, in one word.
    #[schema(max_length = 20, example = "holder")]
    pub verdict: String,
    /// The same in words.
    #[schema(max_length = 2000, example = "ma już awans: Turniej w Olsztynie")]
    pub why: String,
    /// The rules behind it.
    #[schema(max_length = 200, example = "R-AWT-02, REG I.9")]
    pub rules: String,
}

/// A wildcard that was put forward.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LedgerWildcard {
    #[serde(flatten)]
    pub player: LedgerPlayer,
    /// The event whose table it rests on.
    #[schema(max_length = 1024, example = "t-2026-03-14-lodz")]
    pub event_id: String,
    /// The place there.
    #[schema(minimum = 1, maximum = 100_000, example = 4)]
    pub place: u32,
    /// `nominated` or `granted`.
    #[schema(value_type = String, max_length = 20, example = "nominated")]
    pub state: WildcardState,
}

/// One link of the chain: an event of the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CustodyLine {
    /// Where it stands in the log.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    pub position: u64,
    /// The proof that the event is in the log.
    #[schema(max_length = 60, example = "/api/v1/log/events/1042/proof")]
    pub proof: String,
    /// The event itself, with what its leaf is computed from; for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 60, example = "/api/v1/log/events/1042")]
    pub event: Option<String>,
    /// When it was recorded.
    #[schema(format = DateTime, max_length = 40, example = "2026-03-14T10:15:30.123456Z")]
    pub recorded_at: String,
    /// What it was, in one word: `opened`, `corrected`, `decided` of the event itself; `granted`, `declined`,
    /// `withheld`… of what persons did.
    #[schema(max_length = 40, example = "granted")]
    pub act: String,
    /// The same as a sentence.
    #[schema(
        max_length = 4000,
        example = "Przyznano awans do Mistrzostw Polski (2025-26): Łucja Przykładowa („Turniej w Łodzi”, miejsce 2)"
    )]
    pub sentence: String,
    /// Whom it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player_id: Option<String>,
    /// The digest of the proposal that it answered; for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub proposal: Option<String>,
    /// Whether a reason was given: an override, a review, something passed on. Absent for what recorded and corrected
    /// the event itself, whose reasons are told where it is told of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_reason: Option<bool>,
    /// The reason; for admins and arbiters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 2000, example = "Liga w Rybniku skończy się dopiero po terminie zgłoszeń")]
    pub reason: Option<String>,
    /// Who did it; for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<ActingAccount>,
}

/// A player as far as everybody may know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LedgerPlayer {
    /// The opaque id.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    pub player_id: String,
    /// What the player is called; somebody who was erased is called a deleted player.
    #[schema(max_length = 401, example = "Łucja Przykładowa")]
    pub name: String,
    /// The city that the player plays for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "Łódź")]
    pub city: Option<String>,
    /// The voivodeship that the player plays for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 40, example = "łódzkie")]
    pub voivodeship: Option<String>,
}

/// Whoever did something about a qualification, for staff.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ActingAccount {
    /// The id of the account.
    #[schema(max_length = 200, example = "7k2m9q4x8c1v5b3n6z0a")]
    pub account: String,
    /// The name on the account; not for auditors.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "Zofia Lewandowska")]
    pub name: Option<String>,
}
