//! What can be wrong with a file, each with the place where it stands.

use domain::calendar::{InvalidDay, InvalidMoment, InvalidWindow};
use domain::game::sheet::SheetError;
use domain::ids::InvalidId;
use domain::place::{InvalidPlace, InvalidPlaces};
use domain::rulebook::InvalidOverride;
use domain::InvalidChoice;
use std::fmt;

/// A file that is not JSON or does not have the expected shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// The way to the value, as far as it was read; empty at the top.
    pub path: String,
    /// What the reader says.
    pub message: String,
    /// The line, counted from 1; 0 if the file could not be read.
    pub line: usize,
    /// The column, counted from 1.
    pub column: usize,
}

impl Unreadable {
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

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}, column {}: ", self.line, self.column)?;
        }
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)
    }
}

/// One broken rule of the format.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// The way to the value, like `tournaments[3].results[0].player`.
    pub path: String,
    /// What is wrong with it.
    pub kind: ProblemKind,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.kind)
    }
}

/// What is wrong with a value.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ProblemKind {
    /// See [`crate::bundle::FORMAT`].
    #[error("unknown format `{found}`, expected `{expected}`")]
    UnknownFormat {
        /// What was found.
        found: String,
        /// What this program reads.
        expected: &'static str,
    },
    /// A season bundle knows one base.
    #[error("unknown rulebook `{found}`, expected `{expected}`")]
    UnknownRulebook {
        /// What was found.
        found: String,
        /// What a bundle may name.
        expected: &'static str,
    },
    /// An override that the rulebook does not take.
    #[error("{0}")]
    Override(InvalidOverride),
    /// Not an id.
    #[error("{0}")]
    Id(InvalidId),
    /// The same id twice.
    #[error("the id `{id}` is already used at {first}")]
    DuplicateId {
        /// The id.
        id: String,
        /// Where it stands first.
        first: String,
    },
    /// Not a day.
    #[error("{0}")]
    Day(InvalidDay),
    /// Not a moment in Warsaw.
    #[error("{0}")]
    Moment(InvalidMoment),
    /// Ends before it begins.
    #[error("{0}")]
    Window(InvalidWindow),
    /// Not one of a closed set of names.
    #[error("{0}")]
    Choice(InvalidChoice),
    /// Not a place.
    #[error("{0}")]
    Place(InvalidPlace),
    /// Places that nobody could have shared out.
    #[error("{0}")]
    Places(InvalidPlaces),
    /// A game that breaks R-GAME-16.
    #[error("{0}")]
    Sheet(SheetError),
    /// Two seasons with a day in common.
    #[error("the season overlaps the season `{other}`")]
    OverlappingSeasons {
        /// The other season.
        other: String,
    },
    /// The championship begins inside its own season.
    #[error("the first day of the championship must come after the season's days")]
    ChampionshipInsideSeason,
    /// A player who is not in `players`.
    #[error("unknown player `{0}`")]
    UnknownPlayer(String),
    /// A tournament that is not in `tournaments`.
    #[error("unknown tournament `{0}`")]
    UnknownTournament(String),
    /// An event that is nowhere in the bundle.
    #[error("unknown event `{0}`")]
    UnknownEvent(String),
    /// A season that is not in `seasons`.
    #[error("unknown season `{0}`")]
    UnknownSeason(String),
    /// The same player twice where everybody stands once.
    #[error("the player `{0}` stands here twice")]
    DuplicatePlayer(String),
    /// The same member twice in a Grand Prix.
    #[error("the tournament `{0}` stands here twice")]
    DuplicateMember(String),
    /// Grand Prix members are eliminatory.
    #[error("the tournament `{0}` is not eliminatory")]
    MemberNotEliminatory(String),
    /// A list that needs at least one element.
    #[error("the list is empty")]
    EmptyList,
    /// Exactly one of the two must be there.
    #[error("a tournament has either `results` or `rounds`")]
    ResultsOrRounds,
    /// Belongs to `rounds` only.
    #[error("`{0}` belongs to a tournament with `rounds`")]
    OnlyWithRounds(&'static str),
    /// Exactly one of the two must be there.
    #[error("a result has either `place` or `disqualified: true`")]
    PlaceOrDisqualified,
    /// At least one game must be planned.
    #[error("at least one game must be planned")]
    NothingPlanned,
    /// More games than there were.
    #[error("{played} games played, but {planned} were planned")]
    TooManyGames {
        /// Games played.
        played: u32,
        /// Games planned.
        planned: u32,
    },
    /// Tables have three or four seats.
    #[error("a table has 3 or 4 seats, not {0}")]
    TableSize(usize),
    /// The final has four seats.
    #[error("the final has 4 seats, not {0}")]
    FinalSize(usize),
    /// Finalists come from the rounds.
    #[error("the finalist `{0}` sat at no table of the rounds")]
    FinalistNotInRounds(String),
    /// Only people who were there.
    #[error("the player `{0}` was not in the event")]
    NotInEvent(String),
    /// A played game has small points.
    #[error("a played game needs `small`")]
    MissingSmall,
    /// An unplayed game has none.
    #[error("a game that was not played has no `small`")]
    SmallOfUnplayed,
    /// One number a seat.
    #[error("{found} numbers for {seats} seats")]
    SmallLength {
        /// Numbers found.
        found: usize,
        /// Seats at the table.
        seats: usize,
    },
    /// Decisions follow the event.
    #[error("decided before the event ended")]
    DecidedBeforeEnd,
    /// The same online event and edition twice.
    #[error("the same event and edition stand already at {first}")]
    DuplicateEdition {
        /// Where it stands first.
        first: String,
    },
    /// One tie decision for an event or ranking.
    #[error("a second tie decision for the same list; the first is at {first}")]
    SecondTieDecision {
        /// Where the first stands.
        first: String,
    },
    /// `ranking` needs a season, and nothing else takes one.
    #[error("`season` stands beside the event `ranking`, and only there")]
    SeasonOnlyForRanking,
}
