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
mod read_ahead;
mod records;
mod rulebooks;
mod seasons;
mod tournaments;

pub use accounts::{AccountEntry, Accounts, fold_login};
pub use cycles::{CycleEntry, Cycles};
pub use editions::{EditionEntry, Editions, ListEntry};
pub(crate) use fact::{Fact, Texts, Unfit, View};
pub use fold::{FoldError, replay};
pub(crate) use fold::{Folded, Spacing, fold, fold_in_place, fold_season};
pub use happenings::{Details, Happening, Happenings};
pub use leagues::{LeagueEntry, Leagues, ShownMeeting};
pub use online_events::{OnlineEntry, OnlineEvents};
pub(crate) use players::folded_name;
pub use players::{FoundKey, ListKey, Players, PublicPerson, PublicPlayer};
pub(crate) use read_ahead::{Decoded, read_ahead};
pub use records::{
    BothPlayed, Championship, Change, Changed, Computed, Happened, LedgerEntry, LedgerLine, Recorded, Records, Roster,
    RuleSet, UnfitRecord, ledger_stream,
};
pub use rulebooks::{RulebookEntry, Rulebooks};
pub use seasons::{SeasonEntry, Seasons};
pub use tournaments::{ActEntry, DrawEntry, TournamentEntry, Tournaments};

use domain::ids::SeasonId;
use events::envelope::{Position, StreamKind, StreamName, Timestamp};
use std::sync::Arc;

macro_rules! views {
    (
        people { $( $(#[$person_meta:meta])* $person:ident: $people:ty ),+ $(,)? }
        seasons { $( $(#[$meta:meta])* $name:ident: $view:ty ),+ $(,)? }
    ) => {
        /// Every read model after one and the same event.
        ///
        /// A copy costs little and shares what it has in common with the original.
        #[derive(Debug, Clone, Default, PartialEq)]
        pub struct Views {
            /// The last event that was taken in.
            pub position: Position,
            /// When it was recorded.
            pub recorded_at: Timestamp,
            $( $(#[$person_meta])* pub $person: $people, )+
            $( $(#[$meta])* pub $name: $view, )+
        }

        impl Views {
            fn take_in(&mut self, fact: &Fact<'_>) -> Result<(), Unfit> {
                $( self.$person.take_in(fact)?; )+
                self.take_in_season(fact)
            }

            /// Takes in an event as far as it does not concern people.
            fn take_in_season(&mut self, fact: &Fact<'_>) -> Result<(), Unfit> {
                $( self.$name.take_in(fact)?; )+
                self.happenings.follow(fact, &self.tournaments)?;
                self.position = fact.position;
                self.recorded_at = fact.recorded_at;
                Ok(())
            }

            /// The same without people and computed lists: what an older moment is kept as.
            pub(crate) fn season_part(&self) -> Self {
                let records = self.records.without_lists();
                Self { $( $person: Default::default(), )+ records, ..self.clone() }
            }

            /// The same with the people of other views.
            pub(crate) fn with_people_of(&self, other: &Self) -> Self {
                Self { $( $person: other.$person.clone(), )+ ..self.clone() }
            }
        }
    };
}

views! {
  people {
    /// Players.
    players: Players,
    /// Accounts; never for the public.
    accounts: Accounts,
  }
  seasons {
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
  }
}

impl Views {
    /// The same without computed lists.
    pub(crate) fn without_lists(&self) -> Self {
        Self { records: self.records.without_lists(), ..self.clone() }
    }

    /// Calls an event as newer views do, wherever it is known.
    pub(crate) fn rename(&mut self, stream: &StreamName, newer: &Self) {
        let tournament = newer.tournaments.of_stream(stream);
        let happening = newer.happenings.find(stream);
        let name = tournament.map_or_else(|| happening.and_then(|it| it.name.clone()), |it| it.name.clone());
        self.happenings.rename(stream, name.as_ref());
        match stream.kind() {
            StreamKind::Tournament => self.tournaments.rename(stream, tournament.map(Arc::as_ref)),
            StreamKind::League => self.leagues.rename(stream, name.as_ref()),
            StreamKind::GrandPrix => self.cycles.rename(stream, name.as_ref()),
            _ => {}
        }
    }

    /// The season that an event belongs to, as far as it is known.
    pub fn season_of(&self, happening: &Happening) -> Option<&SeasonEntry> {
        self.seasons.on(self.happenings.season_day(happening)?)
    }

    /// The events of a season in the order of their days; none if there is no such season.
    pub fn season_happenings(&self, season: &SeasonId) -> Vec<&Happening> {
        let Some(season) = self.seasons.find(season) else { return Vec::new() };
        let window = season.record.window;
        let mut found: Vec<&Happening> = self.happenings.within(window).into_iter().map(|(_, it)| it).collect();
        let ends = |it: &Happening| self.happenings.days(it).map(|days| days.last().unwrap_or(days.first()));
        found.sort_by_cached_key(|it| (ends(it), &it.stream));
        found
    }
}
