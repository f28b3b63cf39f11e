//! What clients get of draws.

use domain::course::Now;
use domain::seating::seat_in_order;
use formats::words::{Lang, Message};
use projections::views::{DrawEntry, TournamentEntry};
use serde::Serialize;
use utoipa::ToSchema;

/// Where the algorithm is told in full.
const DOCUMENTATION: &str = "/api/conventions.md";

/// The draws of a tournament, with what is needed to make them again.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Draws {
    /// The SHA-256 of the seed, in hexadecimal, published when the tournament was approved.
    #[schema(max_length = 64, example = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd")]
    seed_commitment: Option<String>,
    /// The seed, in hexadecimal, once the tournament is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 64, example = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")]
    seed: Option<String>,
    /// How to make the draws again, in words.
    #[schema(max_length = 4000, example = "Sort the ids of the players …")]
    how_to_recompute: String,
    /// Where it is told in full.
    #[schema(max_length = 200, example = "/api/conventions.md")]
    documentation: &'static str,
    /// Every draw, those that were undone too, the first first.
    #[serde(rename = "draws")]
    #[schema(max_items = 1000)]
    items: Vec<DrawItem>,
}

/// A draw.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DrawItem {
    /// Counts the draws of the tournament from 1.
    #[schema(minimum = 1, maximum = 1000, example = 1)]
    number: u32,
    /// For which round.
    #[schema(max_length = 10, example = "1")]
    stage: String,
    /// The players in the order of their seats.
    #[schema(max_items = 2000)]
    order: Vec<DrawnSeat>,
    /// Why it was drawn again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 2000, example = "Jedna osoba przyszła w ostatniej chwili")]
    reason: Option<String>,
    /// Whether it does not hold.
    undone: bool,
    /// Where it stands in the log.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    position: u64,
    /// When it was recorded.
    #[schema(max_length = 40, format = DateTime, example = "2027-03-20T10:15:30.123456Z")]
    at: String,
}

/// Who drew which seat.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DrawnSeat {
    /// The table and the letter of the seat.
    #[schema(max_length = 10, example = "1A")]
    seat: String,
    /// The id of the player.
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player: String,
}

impl Draws {
    pub(super) fn of(entry: &TournamentEntry, now: &Now, lang: Lang) -> Self {
        let seed = now.closed.as_ref().and_then(|closing| closing.seed.as_ref());
        Self {
            seed_commitment: now.approval.as_ref().map(|approval| approval.seed.to_string()),
            seed: seed.map(|seed| hex::encode(seed.reveal())),
            how_to_recompute: lang.say(&Message::new("draw-how-to-recompute")),
            documentation: DOCUMENTATION,
            items: entry.draws.iter().map(|draw| DrawItem::of(draw)).collect(),
        }
    }
}

impl DrawItem {
    fn of(draw: &DrawEntry) -> Self {
        let seats = seat_in_order(&draw.order).unwrap_or_default();
        let seat = |(seat, player): (domain::seating::SeatLabel, domain::ids::PlayerId)| DrawnSeat {
            seat: seat.to_string(),
            player: player.to_string(),
        };
        Self {
            number: draw.number,
            stage: draw.stage.to_string(),
            order: seats.into_iter().map(seat).collect(),
            reason: draw.reason.as_ref().map(|reason| reason.as_str().to_owned()),
            undone: draw.undone,
            position: draw.position.0,
            at: draw.at.to_string(),
        }
    }
}
