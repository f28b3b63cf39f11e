//! The facts that are recorded, by what they are about; to whom or what a fact belongs is the stream's to say.

mod account;
mod championship;
mod commitment;
mod grand_prix;
mod league;
mod ledger;
mod list;
mod log;
mod named;
mod online;
mod player;
mod rulebook;
mod season;
mod shared;
mod tournament;
mod tournament_act;

pub use account::{AccountEvent, AccountRecord, Grant, GrantedEvent, GrantedKind, InvalidGrant, Role};
pub use championship::{ChampionshipEvent, ChampionshipRecord};
pub use commitment::Commitment;
pub use grand_prix::{GrandPrixEvent, GrandPrixOpening, GrandPrixRecord, RemovedTournament};
pub use league::{HeldMeeting, LeagueEvent, LeagueOpening, LeagueRecord, RecordedMeeting, WithdrawnMeeting};
pub use ledger::{
    DeclinedSeat, GrantedSeat, LedgerEvent, MwChoice, NominatedWildcard, NomineeRecord, ReviewedSeat, SeatOfPlayer,
    SeatOrigin, SeatsWithheld, UpheldSeat,
};
pub use list::{Edition, ListEvent, Submission};
pub use log::{LogEvent, LossRecord};
pub use online::{OnlineOpening, OnlineTableEvent, OnlineTableRecord};
pub use player::{PlayerEvent, PlayerRecord};
pub use rulebook::{InvalidOverrideRecord, Override, RulebookEvent, RulebookRecord, Scalar};
pub use season::{SeasonEvent, SeasonRecord};
pub use shared::{Correction, NotedWaiver, PlacedPlayer, TieEvent, WaiverEvent};
pub use tournament::{
    PlayedTable, RecordedFinish, RecordedGame, RecordedOutcome, ResultLine, TournamentEvent, TournamentRecord,
};
pub use tournament_act::{
    AgeGroup, Approval, EventDetails, FormatPlan, Registration, SheetEntry, SheetGame, TieQuestion, TournamentAct,
    TournamentApplication, TournamentFact,
};

/// Something that happened, by the kind of stream that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// To a rulebook.
    Rulebook(RulebookEvent),
    /// To a season.
    Season(SeasonEvent),
    /// To a player.
    Player(PlayerEvent),
    /// To a tournament.
    Tournament(TournamentEvent),
    /// To a league.
    League(LeagueEvent),
    /// To a Grand Prix cycle.
    GrandPrix(GrandPrixEvent),
    /// To an edition of an online event.
    Online(OnlineTableEvent),
    /// To a championship.
    Championship(ChampionshipEvent),
    /// To the qualifications of a championship.
    Ledger(LedgerEvent),
    /// To a published list.
    List(ListEvent),
    /// To an account.
    Account(AccountEvent),
    /// To the log itself.
    Log(LogEvent),
}
