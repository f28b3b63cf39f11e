//! Everything that readers are shown, as one value that never changes: the projector makes the next one beside it.
//!
//! A read model is one file under `views/` with a type that is a `View`, its `mod`, and its row in the table below.

mod accounts;
mod cycles;
mod editions;
mod fact;
mod fold;
mod happenings;
mod leagues;
mod online_events;
mod players;
mod records;
mod rulebooks;
mod seasons;
mod tournaments;

pub use accounts::{AccountEntry, Accounts, fold_login};
pub use cycles::{CycleEntry, Cycles};
pub use editions::{EditionEntry, Editions, ListEntry};
pub(crate) use fact::{Fact, Texts, Unfit, View};
pub use fold::FoldError;
pub(crate) use fold::{fold, fold_in_place};
pub use happenings::{Details, Happening, Happenings};
pub use leagues::{LeagueEntry, Leagues, ShownMeeting};
pub use online_events::{OnlineEntry, OnlineEvents};
pub(crate) use players::folded_name;
pub use players::{FoundKey, ListKey, Players, PublicPerson, PublicPlayer};
pub use records::{
    Championship, Change, Changed, Computed, Happened, LedgerEntry, LedgerLine, Recorded, Records, Roster, RuleSet,
    UnfitRecord, ledger_stream,
};
pub use rulebooks::{RulebookEntry, Rulebooks};
pub use seasons::{SeasonEntry, Seasons};
pub use tournaments::{ActEntry, DrawEntry, TournamentEntry, Tournaments};

use domain::calendar::Day;
use domain::ids::SeasonId;
use events::envelope::{Position, Timestamp};

macro_rules! views {
    ($( $(#[$meta:meta])* $name:ident: $view:ty ),+ $(,)?) => {
        /// Every read model after one and the same event.
        ///
        /// A copy costs little and shares what it has in common with the original.
        #[derive(Debug, Clone, Default, PartialEq)]
        pub struct Views {
            /// The last event that was taken in.
            pub position: Position,
            /// When it was recorded.
            pub recorded_at: Timestamp,
            $( $(#[$meta])* pub $name: $view, )+
        }

        impl Views {
            fn take_in(&mut self, fact: &Fact<'_>) -> Result<(), Unfit> {
                $( self.$name.take_in(fact)?; )+
                self.happenings.follow(fact, &self.tournaments)?;
                self.position = fact.position;
                self.recorded_at = fact.recorded_at;
                Ok(())
            }
        }
    };
}

views! {
    /// Players.
    players: Players,
    /// Seasons.
    seasons: Seasons,
    /// Rulebooks.
    rulebooks: Rulebooks,
    /// Tournaments, leagues, Grand Prix cycles, online events and championships.
    happenings: Happenings,
    /// Tournaments that run here, or have run.
    tournaments: Tournaments,
    /// Leagues, those that run and those that are over.
    leagues: Leagues,
    /// Grand Prix cycles.
    cycles: Cycles,
    /// Editions of online events.
    online_events: OnlineEvents,
    /// What every list of a season is computed from, and the lists.
    records: Records,
    /// The published lists.
    editions: Editions,
    /// Accounts; never for the public.
    accounts: Accounts,
}

impl Views {
    /// The season that an event belongs to, as far as it is known.
    pub fn season_of(&self, happening: &Happening) -> Option<&SeasonEntry> {
        self.seasons.on(self.happenings.season_day(happening)?)
    }

    /// The events of a season in the order of their days; none if there is no such season.
    pub fn season_happenings(&self, season: &SeasonId) -> Vec<&Happening> {
        let Some(season) = self.seasons.find(season) else { return Vec::new() };
        let window = season.record.window;
        let mut found: Vec<(Day, &Happening)> = self.happenings.within(window);
        found.sort_by_key(|(day, happening)| (*day, &happening.stream));
        found.into_iter().map(|(_, happening)| happening).collect()
    }
}
