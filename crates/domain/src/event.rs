//! Events of the log, by aggregate. The stream of an event, not the event, names the aggregate.

pub mod history;

mod account;
mod championship;
mod commitment;
mod description;
mod grand_prix;
mod league;
mod ledger;
mod list;
mod log;
mod online;
mod player;
mod rulebook;
mod running_tournament;
mod season;
mod shared;
mod tournament;

pub use crate::tournament::course::{NumberedFact, TournamentFact};
pub use account::{AccountEvent, AccountRecord, CompetitionKind, Grant, GrantedCompetition, InvalidGrant, Role};
pub use championship::{ChampionshipEvent, ChampionshipRecord};
pub use commitment::{Commitment, TextKind};
pub use description::{ChangedPart, EventDescription};
pub use grand_prix::{GrandPrixEvent, GrandPrixOpening, GrandPrixRecord, RemovedTournament};
pub use league::{HeldMeeting, LeagueEvent, LeagueOpening, LeagueRecord, RecordedMeeting, WithdrawnMeeting};
pub use ledger::{
    DeclinedSeat, GrantedSeat, LedgerEvent, MwChoice, NominatedWildcard, NomineeRecord, ReviewedSeat, SeatOfPlayer,
    SeatOrigin, SeatsWithheld, UpheldSeat,
};
pub use list::{Edition, ListEvent, Submission};
pub use log::{LogEvent, LossRecord};
pub use online::{OnlineCompetitionEvent, OnlineOpening, OnlineTableRecord};
pub use player::{PlayerEvent, PlayerRecord};
pub use rulebook::{InvalidOverrideRecord, Override, RulebookEvent, RulebookRecord, Scalar};
pub use running_tournament::{
    AgeGroup, Approval, FormatPlan, Registration, SheetEntry, SheetGame, TieQuestion, TournamentApplication,
    TournamentDetails,
};
pub use season::{SeasonEvent, SeasonRecord};
pub use shared::{Correction, NotedWaiver, PlacedPlayer, TieEvent, WaiverEvent};
pub use tournament::{
    PlayedTable, RecordedFinish, RecordedGame, RecordedOutcome, ResultLine, TournamentEvent, TournamentRecord,
};

/// The event is of another aggregate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherAggregate;

macro_rules! events_by_aggregate {
    ($($variant:ident($event:ident)),+ $(,)?) => {
        /// An event of the log, by the kind of stream that it belongs to.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Event {
            $( $variant($event), )+
        }

        $(
            impl From<$event> for Event {
                fn from(event: $event) -> Self {
                    Self::$variant(event)
                }
            }

            impl TryFrom<Event> for $event {
                type Error = OtherAggregate;

                fn try_from(event: Event) -> Result<Self, OtherAggregate> {
                    if let Event::$variant(event) = event { Ok(event) } else { Err(OtherAggregate) }
                }
            }
        )+
    };
}

events_by_aggregate! {
    Rulebook(RulebookEvent),
    Season(SeasonEvent),
    Player(PlayerEvent),
    Tournament(TournamentEvent),
    League(LeagueEvent),
    GrandPrix(GrandPrixEvent),
    Online(OnlineCompetitionEvent),
    Championship(ChampionshipEvent),
    Ledger(LedgerEvent),
    List(ListEvent),
    Account(AccountEvent),
    Log(LogEvent),
}
