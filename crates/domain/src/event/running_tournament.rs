//! Records that the facts of a running tournament hold, like its application, its format and a sheet.

use super::{Commitment, RulebookRecord};
use crate::competitions::class::TournamentClass;
use crate::game::Ending;
use crate::game::rack::Rack;
use crate::tournament::course::Stage;
use crate::tournament::draw::SeedCommitment;
use crate::tournament::format::FormatName;
use crate::tournament::top_stage::TopSize;
use crate::values::calendar::{Day, Moment};
use crate::values::choice::choices;
use crate::values::ids::{PlayerId, RulebookId};
use crate::values::variant::Variant;
use crate::values::voivodeship::Voivodeship;
use std::sync::Arc;

/// The application for a tournament; contacts are only in the vault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentApplication {
    pub details: TournamentDetails,
    /// Commitment to name, e-mail, address and phone of the applicant.
    pub contact: Commitment,
    pub class: TournamentClass,
    pub variant: Variant,
    pub planned_players: u32,
    /// Whether the applicant has organised such tournaments, or has the help of a person who has (R-APP-06).
    pub experienced: bool,
    /// Whether patrons and sponsors were agreed upon with the main organiser, if there are any (R-APP-07).
    pub sponsors_consulted: Option<bool>,
    pub submitted_at: Moment,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentDetails {
    pub name: Commitment,
    pub venue: Commitment,
    /// Where the venue is; it decides for which voivodeship the tournament counts.
    pub voivodeship: Voivodeship,
    pub first_day: Day,
    pub last_day: Day,
}

/// Terms fixed at approval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    /// Class at approval (AMB-15).
    pub class: TournamentClass,
    pub rulebook_id: RulebookId,
    /// The rulebook itself, so that a later adoption changes nothing here.
    pub rulebook: RulebookRecord,
    pub seed: SeedCommitment,
    pub approved_at: Moment,
}

/// Rounds, games and stages; frozen when the first round starts (R-FMT-07).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatPlan {
    /// The row of the format table that it follows, if it follows one.
    pub name: Option<FormatName>,
    pub rounds: Vec<u32>,
    /// The time limit of a round (R-FMT-13).
    pub round_minutes: Option<u32>,
    pub top: Option<TopSize>,
    /// The games of the TOP stage (AMB-21).
    pub top_games: u32,
    pub final_games: Option<u32>,
    /// The time for one move (R-FMT-12).
    pub turn_seconds: u32,
    /// Whether a second person enters each sheet again.
    pub second_entry: bool,
}

choices! {
    /// Age group of a player on the day of the tournament (AMB-96).
    "age group" enum AgeGroup {
        Adult = "adult",
        /// Needs the consent of a guardian (R-PLR-02).
        Minor = "minor",
        /// Needs it too, and comes with a guardian where the rulebook asks for it (R-PLR-03).
        Child = "child",
    }

    /// The question that an order among tied players answers.
    "question of a tie" enum TieQuestion {
        EntersTop = "enters_top",
        EntersFinal = "enters_final",
        FinalPlaces = "final_places",
    }
}

/// A player who wants to play; nothing of it but the player is public.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registration {
    pub player: PlayerId,
    pub age: AgeGroup,
    /// Whether a guardian has signed that the minor may play (R-PLR-04).
    pub guardian_consent: bool,
    pub accompanied: bool,
    /// Whether the player came without having been registered before.
    pub walk_in: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetEntry {
    pub stage: Stage,
    /// Counted from 1.
    pub table: u32,
    /// The games in their order; fewer than planned while the table plays on.
    pub games: Arc<[SheetGame]>,
    /// Reason for accepting warnings, or for the change.
    pub reason: Option<Commitment>,
    /// Whether results of this stage were hidden when it was entered.
    pub hidden: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetGame {
    pub ending: Ending,
    /// Small points by seat: `None` for a player who did not play, empty for a game that was not played.
    pub small: Vec<Option<i32>>,
    /// The racks, if the points were counted from them.
    pub racks: Option<Vec<Rack>>,
}
