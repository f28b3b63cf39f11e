//! Rejections of a running tournament; each names its rule.

use super::checks::{SheetNote, SheetProblem};
use super::{CommandKind, Part, Phase, Stage};
use crate::event::{SheetGame, TieQuestion};
use crate::rulebook::ApplicationField;
use crate::tournament::format::FormatError;
use crate::tournament::seating::Unseatable;
use crate::values::ids::PlayerId;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    #[error("there is no such tournament")]
    UnknownTournament,
    #[error("there is a tournament with this id")]
    AlreadyApplied,
    #[error("whoever asks may not do this ({})", .kind.rule())]
    NotAllowed { kind: CommandKind },
    #[error("the token is for table {table} of stage {stage}")]
    OtherTable { stage: Stage, table: u32 },
    #[error("the tournament is {phase}, and this cannot be done then")]
    WrongPhase { phase: Phase },
    /// It was recorded after it was over, from a bundle, and is corrected in the same way.
    #[error("the tournament was recorded from a bundle")]
    RecordedFromBundle,
    /// Mandatory fields of the application are missing (R-APP-03).
    #[error("fields of the application are missing")]
    FieldsMissing { fields: Vec<ApplicationField> },
    /// The organiser has experience, or experienced help (R-APP-06).
    #[error("an eliminatory tournament needs experience or the help of somebody who has it")]
    ExperienceMissing,
    #[error("the first day has passed")]
    DayPassed,
    #[error("the last day is before the first")]
    DaysReversed,
    #[error("the rulebook cannot be used")]
    InvalidRulebook,
    /// The rulebook does not allow late announcements (AMB-08).
    #[error("the change is announced too late")]
    NoticeTooLate,
    #[error("a reason is needed")]
    ReasonMissing { kind: CommandKind },
    /// The format is not valid for the class (R-FMT).
    #[error("the format is not valid: {0}")]
    Format(FormatError),
    /// The format is frozen (R-FMT-07).
    #[error("the format cannot change after the first round has started")]
    FormatFrozen,
    #[error("no format was chosen")]
    FormatMissing,
    /// Results of this variant come from elsewhere (AMB-20).
    #[error("tournaments of this variant are imported as places, not played here")]
    ImportedOnly,
    #[error("only tournaments of a variant that is played elsewhere are imported")]
    PlayedHere,
    #[error("a player stands in the list twice")]
    Twice { player: PlayerId },
    #[error("the player is registered already")]
    AlreadyRegistered { player: PlayerId },
    #[error("the player is not registered")]
    NotRegistered { player: PlayerId },
    #[error("a tournament has at most {most} players")]
    TooManyPlayers { most: usize },
    /// A minor plays with the written consent of a guardian (R-PLR-02).
    #[error("a minor plays only with the consent of a guardian")]
    ConsentMissing { player: PlayerId },
    /// A child comes with a guardian (R-PLR-03).
    #[error("a child plays only with a guardian there")]
    NotAccompanied { player: PlayerId },
    #[error("the first round has started")]
    Started,
    #[error("the player is not there")]
    NotPresent { player: PlayerId },
    #[error("the player is out of the tournament")]
    Out { player: PlayerId },
    /// Too late to join (AMB-29).
    #[error("nobody can join so late")]
    TooLateToJoin,
    #[error("the seed is not the one that was committed to")]
    OtherSeed,
    /// This round is not drawn (R-SEAT-04).
    #[error("seats of stage {stage} are given out by the standing")]
    NotDrawn { stage: Stage },
    /// This round is drawn (R-SEAT-03).
    #[error("seats of stage {stage} are drawn")]
    NotByStanding { stage: Stage },
    /// So many players cannot be seated (R-SEAT-01).
    #[error("{0}")]
    Unseatable(Unseatable),
    #[error("the format has no stage {stage}")]
    NoSuchStage { stage: Stage },
    #[error("stage {stage} comes first")]
    OutOfOrder { stage: Stage },
    #[error("stage {stage} is not seated")]
    NotSeated { stage: Stage },
    /// An absent player has a seat, or a present one has none.
    #[error("the seats do not fit those who are there")]
    SeatsDoNotFit { players: Vec<PlayerId> },
    #[error("stage {stage} has not started")]
    NotStarted { stage: Stage },
    #[error("stage {stage} has started")]
    StageStarted { stage: Stage },
    #[error("stage {stage} is closed")]
    StageClosed { stage: Stage },
    #[error("a round of the elimination cannot be skipped")]
    NotSkippable,
    #[error("stage {stage} has no table {table}")]
    NoSuchTable { stage: Stage, table: u32 },
    /// The sheet cannot be as it is written (R-GAME-16).
    #[error("the sheet has errors")]
    SheetErrors { errors: Vec<SheetProblem> },
    #[error("the sheet has warnings that must be confirmed with a reason")]
    UnconfirmedWarnings { warnings: Vec<SheetNote> },
    /// In the final results are entered after each game (R-PUB-06).
    #[error("the final is entered game by game")]
    GameByGame,
    #[error("a sheet of a closed stage is changed only with a reason")]
    CorrectionReasonMissing,
    #[error("this tournament has no second entry")]
    NoSecondEntry,
    #[error("the sheet was not entered yet")]
    SheetMissing { stage: Stage, table: u32 },
    #[error("the second entry is made by somebody else")]
    SamePerson,
    #[error("the second entry differs from the first")]
    EntriesDiffer {
        /// Counted from 1.
        games: Vec<u32>,
        first: Vec<SheetGame>,
    },
    #[error("sheets are missing")]
    SheetsMissing { tables: Vec<u32> },
    #[error("sheets wait for their second entry")]
    SheetsUnconfirmed { tables: Vec<u32> },
    /// Results may be hidden only from the start of the last round, and in the final (R-PUB-02, AMB-100).
    #[error("results of stage {stage} cannot be hidden")]
    NotHideable { stage: Stage },
    #[error("results of stage {stage} are not hidden")]
    NotHidden { stage: Stage },
    #[error("there is no dispute {dispute}")]
    NoSuchDispute { dispute: u32 },
    /// The referee has the last word, once (R-SAN-07).
    #[error("dispute {dispute} was ruled on")]
    DisputeRuled { dispute: u32 },
    #[error("at most {most} can be recorded")]
    TooMany { most: usize },
    #[error("disputes are open")]
    OpenDisputes { disputes: Vec<u32> },
    /// A tie that the main referee must decide (AMB-41, AMB-43).
    #[error("players are tied, and the main referee decides")]
    TieNeedsReferee { question: TieQuestion, candidates: Vec<PlayerId> },
    #[error("these players are not tied for that")]
    NoSuchTie { question: TieQuestion },
    #[error("too few players are left for stage {stage}")]
    TooFewForStage { stage: Stage },
    #[error("the player gave up nothing")]
    NoWaiver { player: PlayerId },
    #[error("stage {stage} is not over")]
    StagesLeft { stage: Stage },
    /// Places that no table can have, or players without a game.
    #[error("the results do not fit together")]
    InvalidResults,
    #[error("play ends between the first day of the tournament and now")]
    InvalidEnd,
    #[error("there is no act {act} to undo")]
    NoSuchAct { act: u32 },
    #[error("act {later} came later and rests on it; undo that first")]
    LaterAct { later: u32 },
}

impl Rejection {
    /// A stable name of the rule.
    pub fn code(&self) -> &'static str {
        self.named().0
    }

    /// The paragraphs and settled ambiguities behind it.
    pub fn rule(&self) -> &'static str {
        if let Self::NotAllowed { kind } = self { kind.rule() } else { self.named().1 }
    }

    fn named(&self) -> (&'static str, &'static str) {
        match self {
            Self::UnknownTournament => ("unknown-tournament", "REG VI.4"),
            Self::AlreadyApplied => ("tournament-exists", "REG VI.4"),
            Self::NotAllowed { .. } => ("not-allowed", "REG VI.43"),
            Self::OtherTable { .. } => ("other-table", "REG VI.8, VI.11"),
            Self::WrongPhase { .. } => ("wrong-phase", "REG I.25, VI.1, VI.11"),
            Self::RecordedFromBundle => ("recorded-from-bundle", "REG VI.11"),
            Self::FieldsMissing { .. } => ("fields-missing", "REG VI.4.a-g; R-APP-03"),
            Self::ExperienceMissing => ("experience-missing", "REG I.29; AMB-09"),
            Self::DayPassed => ("day-passed", "REG I.1.g; R-APP-02"),
            Self::DaysReversed => ("days-reversed", "AMB-06"),
            Self::InvalidRulebook => ("invalid-rulebook", "REG I.1.b; R-DEF-02"),
            Self::NoticeTooLate => ("notice-too-late", "REG IV.6; AMB-08"),
            Self::ReasonMissing { kind } => ("reason-missing", kind.rule()),
            Self::Format(_) => ("invalid-format", "REG I.5, I.7, I.8; R-FMT-01"),
            Self::FormatFrozen => ("format-frozen", "HOW after table; R-FMT-07"),
            Self::FormatMissing => ("format-missing", "HOW after table; R-FMT-07"),
            Self::ImportedOnly => ("imported-only", "REG I.4.d; AMB-20"),
            Self::PlayedHere => ("played-here", "REG I.4.d; AMB-20"),
            Self::Twice { .. } => ("player-twice", "AMB-99"),
            Self::AlreadyRegistered { .. } => ("already-registered", "LOC V; R-PLR-09"),
            Self::NotRegistered { .. } => ("not-registered", "LOC V; R-PLR-09"),
            Self::TooManyPlayers { .. } => ("too-many-players", "REG VI.6.b; R-PLR-12"),
            Self::ConsentMissing { .. } => ("consent-missing", "REG IV.1; R-PLR-02"),
            Self::NotAccompanied { .. } => ("not-accompanied", "LOC IV; R-PLR-03"),
            Self::Started => ("started", "LOC V; AMB-29"),
            Self::NotPresent { .. } => ("not-present", "AMB-29"),
            Self::Out { .. } => ("player-out", "REG VI.36; AMB-29, AMB-48"),
            Self::TooLateToJoin => ("too-late-to-join", "AMB-29"),
            Self::OtherSeed => ("other-seed", "REG VI.6.d; R-SEAT-03"),
            Self::NotDrawn { .. } => ("not-drawn", "REG VI.12; R-SEAT-04"),
            Self::NotByStanding { .. } => ("not-by-standing", "REG VI.6.d; R-SEAT-03"),
            Self::Unseatable(_) => ("unseatable", "REG VI.6.b; R-SEAT-01"),
            Self::NoSuchStage { .. } => ("no-such-stage", "REG I.7, I.8; R-FMT-07"),
            Self::OutOfOrder { .. } => ("out-of-order", "REG VI.11, VI.12"),
            Self::NotSeated { .. } => ("not-seated", "REG VI.6.d, VI.12"),
            Self::SeatsDoNotFit { .. } => ("seats-do-not-fit", "REG VI.12; AMB-29"),
            Self::NotStarted { .. } => ("not-started", "REG VI.11"),
            Self::StageStarted { .. } => ("stage-started", "REG VI.12"),
            Self::StageClosed { .. } => ("stage-closed", "REG VI.11"),
            Self::NotSkippable => ("not-skippable", "REG I.7; R-FMT-07"),
            Self::NoSuchTable { .. } => ("no-such-table", "REG VI.8"),
            Self::SheetErrors { .. } => ("sheet-errors", "REG VI.30-VI.32; R-GAME-16"),
            Self::UnconfirmedWarnings { .. } => ("unconfirmed-warnings", "REG VI.32; R-GAME-22"),
            Self::GameByGame => ("game-by-game", "REG VI.40; R-PUB-06"),
            Self::CorrectionReasonMissing => ("correction-reason-missing", "AMB-97"),
            Self::NoSecondEntry => ("no-second-entry", "REG VI.32; R-GAME-17"),
            Self::SheetMissing { .. } => ("sheet-missing", "REG VI.11"),
            Self::SamePerson => ("same-person", "REG VI.32; R-GAME-17"),
            Self::EntriesDiffer { .. } => ("entries-differ", "REG VI.32; R-GAME-17"),
            Self::SheetsMissing { .. } => ("sheets-missing", "REG VI.11"),
            Self::SheetsUnconfirmed { .. } => ("sheets-unconfirmed", "REG VI.32; R-GAME-17"),
            Self::NotHideable { .. } => ("not-hideable", "REG VI.40, VI.41; AMB-100"),
            Self::NotHidden { .. } => ("not-hidden", "REG VI.41"),
            Self::NoSuchDispute { .. } => ("no-such-dispute", "REG VI.37"),
            Self::DisputeRuled { .. } => ("dispute-ruled", "REG VI.37; R-SAN-07"),
            Self::TooMany { .. } => ("too-many", "REG VI.37"),
            Self::OpenDisputes { .. } => ("open-disputes", "REG VI.37; AMB-97"),
            Self::TieNeedsReferee { .. } => ("tie-needs-referee", "REG VI.43; AMB-41, AMB-43, AMB-45"),
            Self::NoSuchTie { .. } => ("no-such-tie", "REG VI.43; AMB-41"),
            Self::TooFewForStage { .. } => ("too-few-for-stage", "REG VI.13; R-FIN-01"),
            Self::NoWaiver { .. } => ("no-waiver", "REG I.10"),
            Self::StagesLeft { .. } => ("stages-left", "REG VI.11"),
            Self::InvalidResults => ("invalid-results", "REG II.5; AMB-42"),
            Self::InvalidEnd => ("invalid-end", "AMB-57, AMB-58"),
            Self::NoSuchAct { .. } => ("no-such-act", "REG VI.11"),
            Self::LaterAct { .. } => ("later-act", "REG VI.11"),
        }
    }

    /// The part of the tournament concerned, if any.
    pub fn part(&self) -> Option<Part> {
        let (Self::SheetMissing { stage, table } | Self::NoSuchTable { stage, table }) = self else { return None };
        Some(Part::Sheet(*stage, *table))
    }
}
