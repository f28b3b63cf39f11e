//! The read models as one immutable value; the projector makes the next one beside it.
//!
//! A read model is one file under `views/` with a type that is a `View`, its `mod`, and its row in the table below.

mod accounts;
mod competitions;
mod corrupt_history;
mod editions;
mod entries;
mod fold;
mod grand_prix;
mod leagues;
mod online_events;
mod players;
mod projected_event;
mod read_ahead;
mod records;
mod rulebooks;
mod stream_id;
mod tournaments;

pub use accounts::{AccountEntry, Accounts, normalize_login};
pub use competitions::{Competition, Competitions, Details};
pub use corrupt_history::CorruptHistory;
pub use editions::{EditionEntry, Editions, ListEntry};
pub use entries::Entries;
pub use fold::{FoldError, advance, replay, replay_records};
pub(crate) use fold::{FoldOutcome, SnapshotInterval, fold, fold_in_place, fold_records, fold_season};
pub use grand_prix::{AllGrandPrix, GrandPrixEntry};
pub use leagues::{LeagueEntry, Leagues, MeetingView};
pub use online_events::{OnlineEntry, OnlineEvents};
pub use players::{ListKey, Players, PublicPerson, PublicPlayer, SearchKey, folded_name};
pub(crate) use projected_event::{ApplyError, ProjectedEvent, Texts, View};
pub(crate) use read_ahead::read_ahead;
pub use records::{
    ApplyRecordError, BothPlayed, Championship, Change, ChangeKind, ComputedLists, KeyIndex, LedgerEntry, LedgerLine,
    Recorded, RecordedEventRef, RecordedPlayer, Records, RuleSet, SeasonEntry, ledger_stream,
};
pub use rulebooks::{RulebookEntry, Rulebooks};
pub(crate) use stream_id::StreamId;
pub use tournaments::{ActEntry, DrawEntry, TournamentEntry, Tournaments};

use domain::event::Event;
use domain::values::ids::SeasonId;
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
            fn apply(&mut self, projected_event: &ProjectedEvent<'_>) -> Result<(), ApplyError> {
                $( self.$person.apply(projected_event)?; )+
                self.apply_season(projected_event)
            }

            /// Takes in an event as far as it does not concern people.
            fn apply_season(&mut self, projected_event: &ProjectedEvent<'_>) -> Result<(), ApplyError> {
                $( self.$name.apply(projected_event)?; )+
                self.competitions.apply_tournament_state(projected_event, &self.tournaments)?;
                self.position = projected_event.position;
                self.recorded_at = projected_event.recorded_at;
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
    players: Players,
    /// Accounts; never for the public.
    accounts: Accounts,
  }
  seasons {
    /// Tournaments, leagues, Grand Prix cycles, online events and championships.
    competitions: Competitions,
    /// Tournaments that run here, or have run.
    tournaments: Tournaments,
    /// Leagues, those that run and those that are over.
    leagues: Leagues,
    /// Grand Prix cycles.
    grand_prix: AllGrandPrix,
    /// Editions of online events.
    online_events: OnlineEvents,
    /// What every list of a season is computed from, and the lists.
    records: Records,
    /// The published lists.
    editions: Editions,
  }
}

impl Views {
    /// Takes in an event as far as it is recorded for good, and no act of a person on qualifications.
    fn apply_records(&mut self, fact: &ProjectedEvent<'_>) -> Result<(), ApplyError> {
        self.accounts.apply(fact)?;
        self.competitions.apply(fact)?;
        if !matches!(fact.event, Event::Ledger(_)) {
            self.records.apply(fact)?;
        }
        (self.position, self.recorded_at) = (fact.position, fact.recorded_at);
        Ok(())
    }

    /// The same without computed lists.
    pub(crate) fn without_lists(&self) -> Self {
        Self { records: self.records.without_lists(), ..self.clone() }
    }

    /// Calls an event as newer views do, wherever it is known.
    pub(crate) fn rename(&mut self, stream: &StreamName, newer: &Self) {
        let tournament = newer.tournaments.of_stream(stream);
        let competition = newer.competitions.find(stream);
        let name = tournament.map_or_else(|| competition.and_then(|it| it.name.clone()), |it| it.name.clone());
        self.competitions.rename(stream, name.as_ref());
        match stream.kind() {
            StreamKind::Tournament => self.tournaments.rename(stream, tournament.map(Arc::as_ref)),
            StreamKind::League => self.leagues.amend(stream, |league| league.name = name),
            StreamKind::GrandPrix => self.grand_prix.amend(stream, |cycle| cycle.name = name),
            StreamKind::Log
            | StreamKind::Season
            | StreamKind::Player
            | StreamKind::OnlineEvent
            | StreamKind::Championship
            | StreamKind::Ledger
            | StreamKind::List
            | StreamKind::Account
            | StreamKind::Rulebook => {}
        }
    }

    /// The season that an event belongs to, as far as it is known.
    pub fn season_of(&self, competition: &Competition) -> Option<&SeasonEntry> {
        self.records.season_on(self.competitions.season_day(competition)?)
    }

    /// The events of a season in the order of their days; none if there is no such season.
    pub fn season_competitions(&self, season: &SeasonId) -> Vec<&Competition> {
        let Some(season) = self.records.season(season) else { return Vec::new() };
        let window = season.record.window;
        let mut found: Vec<&Competition> = self.competitions.within(window).into_iter().map(|(_, it)| it).collect();
        let ends = |it: &Competition| self.competitions.days(it).map(|days| days.last().unwrap_or(days.first()));
        found.sort_by_cached_key(|it| (ends(it), &it.stream));
        found
    }
}
