//! What people do while a tournament runs here, from its application to its closed results.

use super::{Commitment, ResultLine, RulebookRecord};
use crate::calendar::{Day, Moment};
use crate::choice::choices;
use crate::class::TournamentClass;
use crate::course::{ActorRef, Stage};
use crate::draw::{Seed, SeedCommitment};
use crate::format::FormatName;
use crate::game::Ending;
use crate::game::rack::Rack;
use crate::ids::{PlayerId, RulebookId};
use crate::sanction::Sanction;
use crate::top_stage::TopSize;
use crate::variant::Variant;
use crate::voivodeship::Voivodeship;
use std::sync::Arc;

/// One thing that somebody did; what one command brought about has one number, so that it can be undone together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentAct {
    /// Counts the acts of the tournament from 1.
    pub number: u32,
    /// Who did it.
    pub by: ActorRef,
    /// What happened.
    pub fact: TournamentFact,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TournamentFact {
    /// Somebody applied to organise it (R-APP-01).
    Applied(TournamentApplication),
    /// The main organiser approved it.
    ApplicationApproved(Approval),
    /// The main organiser rejected it; no reason is needed (R-APP-04).
    ApplicationRejected {
        /// Why.
        reason: Option<Commitment>,
    },
    /// Its name, venue, days or voivodeship were changed (R-APP-08).
    DetailsChanged {
        /// What holds instead.
        details: EventDetails,
        /// Why.
        reason: Option<Commitment>,
        /// Whether it was announced later than it should have been (AMB-08).
        late_notice: bool,
    },
    /// It will not take place.
    Cancelled {
        /// Why.
        reason: Option<Commitment>,
        /// Whether it was announced later than it should have been (AMB-08).
        late_notice: bool,
    },
    /// It was broken off while it was played, and has no results (AMB-08).
    Interrupted {
        /// Why.
        reason: Commitment,
    },
    /// Rounds, games, TOP stage and final were chosen.
    FormatChosen(FormatPlan),
    /// Players were entered, all of them as one act.
    PlayersRegistered(Vec<Registration>),
    /// What is noted of one of them was changed.
    RegistrationChanged(Registration),
    /// Somebody will not come, and said so.
    RegistrationWithdrawn {
        /// Who.
        player: PlayerId,
    },
    /// Players are in the hall.
    PlayersCheckedIn {
        /// Who.
        players: Vec<PlayerId>,
    },
    /// Players who were registered did not come.
    PlayersDidNotCome {
        /// Who.
        players: Vec<PlayerId>,
    },
    /// Seats were drawn (R-SEAT-03).
    Drawn {
        /// For which round.
        stage: Stage,
        /// Counts the draws of the tournament from 1, those that were undone too.
        number: u32,
        /// The players in the order of their seats.
        order: Vec<PlayerId>,
        /// Why it was drawn again, which everybody may read.
        reason: Option<Commitment>,
    },
    /// Seats were given out by the standing (R-SEAT-04, R-SEAT-12).
    StageSeated {
        /// For which round or stage.
        stage: Stage,
        /// Who sits at A, B, C and D of each table.
        tables: Vec<Vec<PlayerId>>,
    },
    /// Play began there; with the first round the format is frozen.
    StageStarted {
        /// Which round or stage.
        stage: Stage,
    },
    /// A stage is not played, by a ruling.
    StageSkipped {
        /// Which.
        stage: Stage,
        /// Why.
        reason: Commitment,
    },
    /// Somebody came after the start, and plays from the next round on (AMB-29).
    LateArrivalAdmitted(Registration),
    /// Somebody went home before the end (AMB-29).
    PlayerLeft {
        /// Who.
        player: PlayerId,
    },
    /// The sheet of a table was entered, or entered anew.
    SheetEntered(SheetEntry),
    /// Somebody else entered the same again.
    SheetConfirmed {
        /// Of which round or stage.
        stage: Stage,
        /// Of which table.
        table: u32,
    },
    /// A sheet counts though nobody entered it a second time.
    SecondEntryWaived {
        /// Of which round or stage.
        stage: Stage,
        /// Of which table.
        table: u32,
        /// Why.
        reason: Commitment,
    },
    /// A table may go on with two players, by a ruling (AMB-29).
    TableOfTwoAllowed {
        /// Of which round or stage.
        stage: Stage,
        /// Of which table.
        table: u32,
        /// Why.
        reason: Commitment,
    },
    /// Every sheet is there, and the round or stage is over.
    StageClosed {
        /// Which.
        stage: Stage,
    },
    /// Results of a stage are hidden until all are there (R-PUB-02).
    ResultsHidden {
        /// Of which stage.
        stage: Stage,
    },
    /// They are shown again.
    ResultsRevealed {
        /// Of which stage.
        stage: Stage,
    },
    /// A referee gave a caution, a warning, a yellow card or a disqualification (R-SAN).
    SanctionGiven {
        /// To whom.
        player: PlayerId,
        /// What.
        sanction: Sanction,
        /// Why.
        reason: Commitment,
    },
    /// A player is out of the tournament: by the last card, or at once (R-SAN-02, R-SAN-03).
    Disqualified {
        /// Who.
        player: PlayerId,
    },
    /// Players do not agree, and called the referee (R-SAN-07).
    DisputeOpened {
        /// Counts the disputes of the tournament from 1.
        dispute: u32,
        /// In which round or stage.
        stage: Stage,
        /// At which table.
        table: u32,
        /// In which game, from 1.
        game: Option<u32>,
        /// What it is about.
        matter: Commitment,
    },
    /// The referee ruled.
    DisputeRuled {
        /// On which dispute.
        dispute: u32,
        /// How.
        ruling: Commitment,
    },
    /// The main referee set an order among players who are tied (AMB-41, AMB-43).
    TieDecided {
        /// For what.
        question: TieQuestion,
        /// The players, the best first.
        order: Vec<PlayerId>,
        /// Why.
        reason: Option<Commitment>,
    },
    /// A player gave up the qualification of this tournament (R-WAV-01).
    WaiverDeclared {
        /// Who.
        player: PlayerId,
    },
    /// That declaration was taken back.
    WaiverWithdrawn {
        /// Whose.
        player: PlayerId,
    },
    /// The results are final, and the seed of the draws is revealed.
    Closed {
        /// The seed.
        seed: Seed,
        /// When play ended.
        ended_at: Moment,
    },
    /// The results came from elsewhere as places only (R-FMT-14, AMB-20).
    ResultsImported {
        /// How everybody finished.
        lines: Vec<ResultLine>,
        /// When play ended.
        ended_at: Moment,
    },
    /// A sheet was corrected after closing.
    SheetCorrected {
        /// What holds instead; its reason is there.
        entry: SheetEntry,
    },
    /// What somebody did does not hold.
    ActUndone {
        /// The number of the act.
        act: u32,
        /// Why, if somebody said so.
        reason: Option<Commitment>,
    },
}

/// The application for a tournament; contacts are only in the vault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentApplication {
    /// Name, venue, days, voivodeship.
    pub details: EventDetails,
    /// To the name, e-mail, address and phone of whoever applies.
    pub contact: Commitment,
    /// What it is to be.
    pub class: TournamentClass,
    /// Which variant is played.
    pub variant: Variant,
    /// How many persons are expected.
    pub planned_players: u32,
    /// Whether whoever applies has organised such tournaments, or is helped by somebody who has (R-APP-06).
    pub experienced: bool,
    /// Whether patrons and sponsors were agreed upon with the main organiser, if there are any (R-APP-07).
    pub sponsors_consulted: Option<bool>,
    /// When it was sent.
    pub submitted_at: Moment,
}

/// What a tournament is called, where and when it takes place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventDetails {
    /// To the name.
    pub name: Commitment,
    /// To the venue.
    pub venue: Commitment,
    /// Where the venue is; it decides for which voivodeship the tournament counts.
    pub voivodeship: Voivodeship,
    /// The first day.
    pub first_day: Day,
    /// The last day.
    pub last_day: Day,
}

/// What is settled when a tournament is approved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    /// As what it was approved (AMB-15).
    pub class: TournamentClass,
    /// Under which name the rulebook was adopted.
    pub rulebook_id: RulebookId,
    /// The rulebook itself, so that a later adoption changes nothing here.
    pub rulebook: RulebookRecord,
    /// To the seed of all draws.
    pub seed: SeedCommitment,
    /// When it was approved.
    pub approved_at: Moment,
}

/// Rounds, games and stages; frozen when the first round starts (R-FMT-07).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatPlan {
    /// The row of the format table that it follows, if it follows one.
    pub name: Option<FormatName>,
    /// The games of each elimination round.
    pub rounds: Vec<u32>,
    /// The time limit of a round (R-FMT-13).
    pub round_minutes: Option<u32>,
    /// The TOP stage, if there is one.
    pub top: Option<TopSize>,
    /// The games of the TOP stage (AMB-21).
    pub top_games: u32,
    /// The games of the final, if there is one.
    pub final_games: Option<u32>,
    /// The time for one move (R-FMT-12).
    pub turn_seconds: u32,
    /// Whether each sheet is entered again by somebody else.
    pub second_entry: bool,
}

choices! {
    /// How old a player is on the day, as far as the rules ask (AMB-96).
    "age group" enum AgeGroup {
        Adult = "adult",
        /// Needs the consent of a guardian (R-PLR-02).
        Minor = "minor",
        /// Needs it too, and comes with a guardian where the rulebook asks for it (R-PLR-03).
        Child = "child",
    }

    /// What an order among tied players is for.
    "question of a tie" enum TieQuestion {
        /// Who enters the TOP stage.
        EntersTop = "enters_top",
        /// Who enters the final.
        EntersFinal = "enters_final",
        /// Who is ahead in the final.
        FinalPlaces = "final_places",
    }
}

/// A player who wants to play; nothing of it but the player is public.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registration {
    /// Who.
    pub player: PlayerId,
    /// How old.
    pub age: AgeGroup,
    /// Whether a guardian has signed that the minor may play (R-PLR-04).
    pub guardian_consent: bool,
    /// Whether a guardian is there.
    pub accompanied: bool,
    /// Whether the player came without having been registered before.
    pub walk_in: bool,
}

/// The sheet of one table as somebody entered it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetEntry {
    /// Of which round or stage.
    pub stage: Stage,
    /// Of which table, from 1.
    pub table: u32,
    /// The games in their order; fewer than planned while the table plays on.
    pub games: Arc<[SheetGame]>,
    /// Why it is right though it looks wrong, or why it was changed.
    pub reason: Option<Commitment>,
    /// Whether results of this stage were hidden when it was entered.
    pub hidden: bool,
}

/// One game of a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetGame {
    /// How it ended.
    pub ending: Ending,
    /// The small points in the order of the seats; none for whoever did not play, none at all for a game that was not played.
    pub small: Vec<Option<i32>>,
    /// What lay on the racks, if the points were counted from them.
    pub racks: Option<Vec<Rack>>,
}
