//! Events of a running tournament, from its application to its closed results.

use super::{Commitment, ResultLine, RulebookRecord};
use crate::competitions::class::TournamentClass;
use crate::game::Ending;
use crate::game::rack::Rack;
use crate::tournament::course::{ActorRef, Stage};
use crate::tournament::draw::{Seed, SeedCommitment};
use crate::tournament::format::FormatName;
use crate::tournament::sanction::Sanction;
use crate::tournament::top_stage::TopSize;
use crate::values::calendar::{Day, Moment};
use crate::values::choice::choices;
use crate::values::ids::{PlayerId, RulebookId};
use crate::values::variant::Variant;
use crate::values::voivodeship::Voivodeship;
use std::sync::Arc;

/// One fact of an act. All facts of one command share a number, so that they are undone together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentAct {
    /// Counts the acts of the tournament from 1.
    pub number: u32,
    pub by: ActorRef,
    pub fact: TournamentFact,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TournamentFact {
    /// An application to organise it was submitted (R-APP-01).
    Applied(TournamentApplication),
    ApplicationApproved(Approval),
    /// The main organiser rejected it; no reason is needed (R-APP-04).
    ApplicationRejected {
        reason: Option<Commitment>,
    },
    /// Its name, venue, days or voivodeship were changed (R-APP-08).
    DetailsChanged {
        details: TournamentDetails,
        reason: Option<Commitment>,
        /// Whether it was announced later than it should have been (AMB-08).
        late_notice: bool,
    },
    Cancelled {
        reason: Option<Commitment>,
        /// Whether it was announced later than it should have been (AMB-08).
        late_notice: bool,
    },
    /// It was broken off while it was played, and has no results (AMB-08).
    Interrupted {
        reason: Commitment,
    },
    FormatChosen(FormatPlan),
    PlayersRegistered(Vec<Registration>),
    RegistrationChanged(Registration),
    RegistrationWithdrawn {
        player: PlayerId,
    },
    PlayersCheckedIn {
        players: Vec<PlayerId>,
    },
    PlayersDidNotCome {
        players: Vec<PlayerId>,
    },
    /// Seats were drawn (R-SEAT-03).
    Drawn {
        stage: Stage,
        /// Counts the draws of the tournament from 1, those that were undone too.
        number: u32,
        /// The players in the order of their seats.
        order: Vec<PlayerId>,
        /// Public reason for drawing again.
        reason: Option<Commitment>,
    },
    /// Seats were given out by the standing (R-SEAT-04, R-SEAT-12).
    StageSeated {
        stage: Stage,
        /// Players at A, B, C and D of each table.
        tables: Vec<Vec<PlayerId>>,
    },
    /// Play began there; with the first round the format is frozen.
    StageStarted {
        stage: Stage,
    },
    /// A stage is not played, by a ruling.
    StageSkipped {
        stage: Stage,
        reason: Commitment,
    },
    /// A player came after the start and plays from the next round on (AMB-29).
    LateArrivalAdmitted(Registration),
    /// A player left before the end (AMB-29).
    PlayerLeft {
        player: PlayerId,
    },
    /// The sheet of a table was entered, or entered anew.
    SheetEntered(SheetEntry),
    /// A second person entered the same sheet.
    SheetConfirmed {
        stage: Stage,
        table: u32,
    },
    SecondEntryWaived {
        stage: Stage,
        table: u32,
        reason: Commitment,
    },
    /// A table may go on with two players, by a ruling (AMB-29).
    TableOfTwoAllowed {
        stage: Stage,
        table: u32,
        reason: Commitment,
    },
    /// Every sheet is there, and the round or stage is over.
    StageClosed {
        stage: Stage,
    },
    /// Results of a stage are hidden until all are there (R-PUB-02).
    ResultsHidden {
        stage: Stage,
    },
    ResultsRevealed {
        stage: Stage,
    },
    /// A referee gave a caution, a warning, a yellow card or a disqualification (R-SAN).
    SanctionGiven {
        player: PlayerId,
        sanction: Sanction,
        reason: Commitment,
    },
    /// A player is out of the tournament: by the last card, or at once (R-SAN-02, R-SAN-03).
    Disqualified {
        player: PlayerId,
    },
    /// Players do not agree, and called the referee (R-SAN-07).
    DisputeOpened {
        /// Counts the disputes of the tournament from 1.
        dispute: u32,
        stage: Stage,
        table: u32,
        /// Counted from 1.
        game: Option<u32>,
        matter: Commitment,
    },
    DisputeRuled {
        dispute: u32,
        ruling: Commitment,
    },
    /// The main referee set an order among players who are tied (AMB-41, AMB-43).
    TieDecided {
        question: TieQuestion,
        /// The players, the best first.
        order: Vec<PlayerId>,
        reason: Option<Commitment>,
    },
    /// A player gave up the qualification of this tournament (R-WAV-01).
    WaiverDeclared {
        player: PlayerId,
    },
    WaiverWithdrawn {
        player: PlayerId,
    },
    /// The results are final, and the seed of the draws is revealed.
    Closed {
        seed: Seed,
        ended_at: Moment,
    },
    /// The results came from elsewhere as places only (R-FMT-14, AMB-20).
    ResultsImported {
        lines: Vec<ResultLine>,
        ended_at: Moment,
    },
    /// A sheet was corrected after closing.
    SheetCorrected {
        entry: SheetEntry,
    },
    ActUndone {
        act: u32,
        reason: Option<Commitment>,
    },
}

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
