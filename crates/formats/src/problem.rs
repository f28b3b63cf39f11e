//! Problems of a file, each with its place.

use domain::InvalidChoice;
use domain::game::sheet::SheetError;
use domain::rulebook::InvalidOverride;
use domain::values::calendar::{InvalidDay, InvalidMoment, InvalidWindow};
use domain::values::ids::InvalidId;
use domain::values::place::{InvalidPlace, InvalidPlaces};

/// A file that is not JSON or does not have the expected shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadableJson {
    /// The way to the value, as far as it was read; empty at the top.
    pub path: String,
    /// What the reader says.
    pub message: String,
    /// The line, counted from 1; 0 if the file could not be read.
    pub line: usize,
    /// The column, counted from 1.
    pub column: usize,
}

impl UnreadableJson {
    pub(crate) fn from_serde(error: serde_path_to_error::Error<serde_json::Error>) -> Self {
        let path = match error.path().to_string() {
            path if path == "." => String::new(),
            path => path,
        };
        Self::at(&path, &error.into_inner())
    }

    pub(crate) fn at(path: &str, error: &serde_json::Error) -> Self {
        let text = error.to_string();
        // The position stands in fields of its own.
        let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message).to_owned();
        Self { path: path.to_owned(), message, line: error.line(), column: error.column() }
    }
}

/// One broken rule of the format.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// The way to the value, like `tournaments[3].results[0].player`.
    pub path: String,
    pub kind: ProblemKind,
}

#[derive(Debug, Clone, PartialEq)]
pub enum ProblemKind {
    /// See [`crate::bundle::FORMAT`].
    UnknownFormat {
        found: String,
        expected: &'static str,
    },
    /// A season bundle knows one base.
    UnknownRulebook {
        found: String,
        expected: &'static str,
    },
    Override(InvalidOverride),
    Id(InvalidId),
    DuplicateId {
        id: String,
        /// Where it stands first.
        first: String,
    },
    Day(InvalidDay),
    /// Not a moment in Warsaw.
    Moment(InvalidMoment),
    /// Ends before it begins.
    Window(InvalidWindow),
    /// Not one of a closed set of names.
    Choice(InvalidChoice),
    Place(InvalidPlace),
    /// Places that cannot be the outcome of a competition.
    Places(InvalidPlaces),
    /// A game that breaks R-GAME-16.
    Sheet(SheetError),
    /// Two seasons with a day in common.
    OverlappingSeasons {
        other: String,
    },
    /// The championship begins inside its own season.
    ChampionshipInsideSeason,
    /// A player who is not in `players`.
    UnknownPlayer(String),
    /// A tournament that is not in `tournaments`.
    UnknownTournament(String),
    /// An event that is nowhere in the bundle.
    UnknownEvent(String),
    /// A season that is not in `seasons`.
    UnknownSeason(String),
    /// The same player twice in a list without repeats.
    DuplicatePlayer(String),
    /// The same member twice in a Grand Prix.
    DuplicateMember(String),
    /// Grand Prix members are eliminatory.
    MemberNotEliminatory(String),
    /// A list that needs at least one element.
    EmptyList,
    /// Exactly one of the two must be there, not both.
    ResultsAndRounds,
    /// Exactly one of the two must be there, not none.
    NoResultsOrRounds,
    /// Belongs to `rounds` only.
    OnlyWithRounds(&'static str),
    /// Exactly one of the two must be there.
    PlaceOrDisqualified,
    /// At least one game must be planned.
    NothingPlanned,
    /// More games than there were.
    TooManyGames {
        played: u32,
        planned: u32,
    },
    /// Tables have three or four seats.
    TableSize(usize),
    /// The final has four seats.
    FinalSize(usize),
    /// Finalists come from the rounds.
    FinalistNotInRounds(String),
    /// Only people who were there.
    NotInEvent(String),
    /// A played game has small points.
    MissingSmall,
    /// An unplayed game has none.
    SmallOfUnplayed,
    /// One number a seat.
    SmallLength {
        found: usize,
        seats: usize,
    },
    /// Decisions follow the event.
    DecidedBeforeEnd,
    /// The same online event and edition twice.
    DuplicateEdition {
        /// Where it stands first.
        first: String,
    },
    /// One tie decision for an event or ranking.
    SecondTieDecision {
        /// Where the first stands.
        first: String,
    },
    /// `ranking` needs a season, and nothing else takes one.
    SeasonOnlyForRanking,
}
