//! Presets: named rulebooks, written as differences from the table's defaults.

use super::options::*;
use super::parameters::*;
use super::{Rulebook, Span, Step};
use crate::tournament::format::FormatName;
use crate::values::choice::choices;

choices! {
    /// A rulebook that comes with the program.
    "rulebook preset" enum Preset {
        /// The national season 2024/2025; the table's defaults.
        Pl2024_25 = "pl-2024-25",
        /// The minimums and formats of the older guide for organisers.
        HowLegacy = "how-legacy",
        /// A local library tournament of 30 November 2024, outside the season.
        Loc2024_11_30 = "loc-2024-11-30",
        /// The world championship of 2015.
        Wrc9 = "wrc-9",
    }
}

impl Preset {
    pub(super) fn apply(self, rulebook: &mut Rulebook) {
        match self {
            Self::Pl2024_25 => {}
            Self::HowLegacy => {
                rulebook.set(RULEBOOK_LAYERS, vec![Document::How, Document::Rul, Document::Reg]);
                // HOW S20 has one minimum for ordinary tournaments and none of its own for the ranking.
                rulebook.set(MIN_PLAYERS_STATIONARY, 12);
                rulebook.set(MIN_PLAYERS_MP, 20);
                rulebook.set(MIN_PLAYERS_MP_EXCEPTION_FLOOR, 20);
                rulebook.set(APPLICATION_DAY_OF_PREV_MONTH, None);
                rulebook.set(FORMATS_CATALOGUE, FormatName::HOW.to_vec());
                rulebook.set(FINAL_GAMES_MIN, 4);
                rulebook.set(FINAL_GAMES_MAX, 4);
                rulebook.set(AWANS_TOURNAMENT_SEATS, vec![Step { from: 1, seats: 1 }, Step { from: 81, seats: 2 }]);
                rulebook.set(AWANS_GP_ALLOWED_FORMATS, GpFormats::StandardOnly);
                rulebook.set(CONDUCT_SPECTATOR_DISTANCE_CM, 150);
            }
            Self::Loc2024_11_30 => {
                rulebook.set(RULEBOOK_LAYERS, vec![Document::Loc, Document::Reg, Document::How, Document::Rul]);
                rulebook.set(AUTHORITY_UNREGULATED_GAME, Authority::CoOrganizer);
                rulebook.set(AUTHORITY_UNREGULATED_EVENT, Authority::CoOrganizer);
                rulebook.set(AUTHORITY_UNREGULATED_SEASON, Authority::CoOrganizer);
                rulebook.set(EVENT_REQUIRES_APPROVAL_FOR, Vec::new());
                rulebook.set(FORMATS_CUSTOM, true);
                rulebook.set(FORMATS_CATALOGUE, Vec::new());
                rulebook.set(FINAL_GAMES_MAX, 4);
                // A local competition gives no ranking points: no class counts, and no league is ever large enough.
                rulebook.set(RANKING_EXCLUDED_CLASSES, crate::Choice::ALL.to_vec());
                rulebook.set(RANKING_LEAGUE_N, 100_000);
                rulebook.set(MINOR_ACCOMPANIED_BELOW, Some(15));
                rulebook.set(PRIZES_PLACES, 6);
                rulebook.set(CONDUCT_SPECTATOR_DISTANCE_CM, 150);
            }
            Self::Wrc9 => {
                rulebook.set(RULEBOOK_LAYERS, vec![Document::Wrc]);
                rulebook.set(TURN_SECONDS, 60);
                rulebook.set(FORMATS_MP_ROUNDS, Span::new(2, 2));
                rulebook.set(FORMATS_MP_GAMES, Span::new(4, 4));
                rulebook.set(FORMATS_CATALOGUE, Vec::new());
                rulebook.set(FINAL_GAMES_MAX, 4);
                rulebook.set(SEATING_LATER, LaterSeating::Draw);
                rulebook.set(GAME_TIMEOUT_UNMELDED, TimeoutUnmelded::PenaltyAsRack);
                rulebook.set(CONDUCT_PENALTY_TILES, 3);
            }
        }
    }
}
