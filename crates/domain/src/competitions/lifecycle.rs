//! Lifecycle that leagues, Grand Prix and online competitions share: permission checks, checks of players and tables,
//! rejections.

mod state;

pub use state::{Finished, Lifecycle, RunningState, Transition};
pub(crate) use state::{closing_events, note_waiver, remove_waiver};

use crate::event::PlacedPlayer;
use crate::game::plausibility::SheetWarning;
use crate::game::sheet::SheetError;
use crate::people::authority::CompetitionAuthority;
use crate::values::calendar::Moment;
use crate::values::ids::{CompetitionId, PlayerId};
use crate::values::place::{InvalidPlaces, check_shared_places};
use std::collections::BTreeSet;

/// Registration and origin of the players whom a command names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FlaggedPlayers {
    pub unknown: Vec<PlayerId>,
    pub foreign: Vec<PlayerId>,
}

/// A game that looks wrong, by its place in a meeting; tables and games count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImplausibleGame {
    pub table: usize,
    pub game: usize,
    pub warning: SheetWarning,
}

/// Why a command is refused; tables and games count from 0.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    #[error("there is no such event")]
    UnknownCompetition,
    #[error("the event is open already, with another record")]
    AlreadyOpen,
    #[error("only an admin, or the organiser of this event, may do this")]
    NotAllowed,
    /// After closing, the organiser may not change the record (S11).
    #[error("the event is closed, and only an admin corrects it")]
    ClosedToOrganisers,
    #[error("the event is closed; its record can be corrected")]
    Closed,
    #[error("the event is still running and has no record to correct")]
    StillRunning,
    #[error("the rulebook was not adopted")]
    UnknownRulebook,
    #[error("there is no player {player}")]
    UnknownPlayer { player: PlayerId },
    #[error("{player} comes from abroad and may not play in a league")]
    ForeignPlayer { player: PlayerId },
    #[error("{player} stands twice in the list")]
    PlayerTwice { player: PlayerId },
    #[error("nobody was present")]
    NoPlayerPresent,
    #[error("that is still to come")]
    InFuture,
    #[error("the league has no meeting {number}")]
    UnknownMeeting { number: u32 },
    #[error("the meeting {number} is recorded already")]
    MeetingExists { number: u32 },
    /// A table has 3 or 4 different players, all of whom are at the meeting.
    #[error("the table {} cannot have been seated so", .table + 1)]
    WrongSeats { table: usize },
    #[error("table {}, game {}: {error}", .table + 1, .game + 1)]
    Sheet { table: usize, game: usize, error: SheetError },
    #[error("some games look wrong; they are recorded if somebody says why they are right")]
    Implausible { games: Vec<ImplausibleGame> },
    #[error("the table is empty")]
    EmptyTable,
    #[error("{0}")]
    Places(InvalidPlaces),
    #[error("{player} did not take part")]
    NotInEvent { player: PlayerId },
    #[error("the declaration of {player} was not made in time")]
    WaiverOutOfTime { player: PlayerId },
    #[error("the league has no meetings")]
    NoMeetings,
    #[error("the games of the meeting {number} are not recorded, and no table was imported")]
    GamesMissing { number: u32 },
    /// Its table is not computed under this rulebook, or there is nothing to compute it from.
    #[error("there is no table")]
    TableNeeded,
    #[error("the event cannot have ended before its last meeting")]
    EndsTooEarly,
    #[error("there is no tournament {tournament}")]
    UnknownTournament { tournament: CompetitionId },
    #[error("the tournament {tournament} is not eliminatory")]
    NotEliminatory { tournament: CompetitionId },
    #[error("the tournament {tournament} stands twice in the cycle")]
    TournamentTwice { tournament: CompetitionId },
    #[error("a cycle has at most {max} tournaments")]
    TooManyTournaments { max: u32 },
    #[error("the tournament {tournament} does not belong to the cycle")]
    TournamentNotInCycle { tournament: CompetitionId },
    #[error("the cycle has no tournaments")]
    NoTournaments,
    #[error("the tournament {tournament} is not over")]
    TournamentRunning { tournament: CompetitionId },
    #[error("this edition stands under the id {other}")]
    EditionTaken { other: CompetitionId },
    #[error("the event has {editions} editions in a season")]
    TooManyEditions { editions: u32 },
}

/// Cited where the rule is one of the service and not of the federation.
const SERVICE: &str = "docs/api.md";

impl Rejection {
    /// A stable name of the rule.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownCompetition => "unknown-event",
            Self::AlreadyOpen => "event-exists",
            Self::NotAllowed => "not-allowed",
            Self::ClosedToOrganisers => "closed-to-organisers",
            Self::Closed => "event-closed",
            Self::StillRunning => "event-running",
            Self::UnknownRulebook => "unknown-rulebook",
            Self::UnknownPlayer { .. } => "unknown-player",
            Self::ForeignPlayer { .. } => "foreign-player",
            Self::PlayerTwice { .. } => "player-twice",
            Self::NoPlayerPresent => "nobody-present",
            Self::InFuture => "still-to-come",
            Self::UnknownMeeting { .. } => "unknown-meeting",
            Self::MeetingExists { .. } => "meeting-exists",
            Self::WrongSeats { .. } => "wrong-seats",
            Self::Sheet { .. } => "wrong-sheet",
            Self::Implausible { .. } => "implausible-games",
            Self::EmptyTable => "empty-table",
            Self::Places(_) => "wrong-places",
            Self::NotInEvent { .. } => "not-in-event",
            Self::WaiverOutOfTime { .. } => "waiver-out-of-time",
            Self::NoMeetings => "no-meetings",
            Self::GamesMissing { .. } => "games-missing",
            Self::TableNeeded => "table-needed",
            Self::EndsTooEarly => "ends-too-early",
            Self::UnknownTournament { .. } => "unknown-tournament",
            Self::NotEliminatory { .. } => "not-eliminatory",
            Self::TournamentTwice { .. } => "tournament-twice",
            Self::TooManyTournaments { .. } => "too-many-tournaments",
            Self::TournamentNotInCycle { .. } => "not-a-member",
            Self::NoTournaments => "no-tournaments",
            Self::TournamentRunning { .. } => "tournament-running",
            Self::EditionTaken { .. } => "edition-taken",
            Self::TooManyEditions { .. } => "too-many-editions",
        }
    }

    pub fn rule(&self) -> &'static str {
        match self {
            Self::UnknownCompetition
            | Self::AlreadyOpen
            | Self::StillRunning
            | Self::InFuture
            | Self::MeetingExists { .. } => SERVICE,
            Self::NotAllowed => "REG I.1.g, I.25; AMB-02",
            Self::ClosedToOrganisers | Self::Closed => "REG I.28; AMB-68",
            Self::UnknownRulebook => "REG I.1.b; AMB-01",
            Self::UnknownPlayer { .. } => "REG V.3; R-PLR-01",
            Self::ForeignPlayer { .. } => "REG I.27; AMB-61",
            Self::PlayerTwice { .. } | Self::EmptyTable | Self::Places(_) => "AMB-42, AMB-62",
            Self::NoPlayerPresent
            | Self::UnknownMeeting { .. }
            | Self::NoMeetings
            | Self::GamesMissing { .. }
            | Self::TableNeeded => "REG I.11; AMB-62",
            Self::WrongSeats { .. } => "REG VI.7; R-SEAT-01",
            Self::Sheet { .. } => "R-GAME-16",
            Self::Implausible { .. } => "R-GAME-22",
            Self::NotInEvent { .. } => "REG I.10, I.11; AMB-67",
            Self::WaiverOutOfTime { .. } => "REG I.10, I.11; R-WAV-02, AMB-67",
            Self::EndsTooEarly => "REG I.11; R-SCHED-08",
            Self::UnknownTournament { .. }
            | Self::NotEliminatory { .. }
            | Self::TournamentTwice { .. }
            | Self::TooManyTournaments { .. }
            | Self::TournamentNotInCycle { .. }
            | Self::NoTournaments => "REG I.12; R-AWG-01, AMB-71",
            Self::TournamentRunning { .. } => "REG I.12; R-SCHED-12",
            Self::EditionTaken { .. } | Self::TooManyEditions { .. } => "REG I.14; R-AWO-01, AMB-72",
        }
    }
}

pub(crate) fn check_opener(by: CompetitionAuthority) -> Result<(), Rejection> {
    if by == CompetitionAuthority::Admin { Ok(()) } else { Err(Rejection::NotAllowed) }
}

pub(crate) fn check_runner(by: CompetitionAuthority) -> Result<(), Rejection> {
    match by {
        CompetitionAuthority::Admin | CompetitionAuthority::Organiser => Ok(()),
        CompetitionAuthority::None => Err(Rejection::NotAllowed),
    }
}

pub(crate) fn check_corrector(by: CompetitionAuthority) -> Result<(), Rejection> {
    match by {
        CompetitionAuthority::Admin => Ok(()),
        CompetitionAuthority::Organiser => Err(Rejection::ClosedToOrganisers),
        CompetitionAuthority::None => Err(Rejection::NotAllowed),
    }
}

pub(crate) fn check_registered(flagged: &FlaggedPlayers) -> Result<(), Rejection> {
    match flagged.unknown.first() {
        Some(player) => Err(Rejection::UnknownPlayer { player: player.clone() }),
        None => Ok(()),
    }
}

pub(crate) fn check_distinct<'p>(players: impl IntoIterator<Item = &'p PlayerId>) -> Result<(), Rejection> {
    let mut seen = BTreeSet::new();
    match players.into_iter().find(|player| !seen.insert(*player)) {
        Some(player) => Err(Rejection::PlayerTwice { player: player.clone() }),
        None => Ok(()),
    }
}

/// Checks that a table has places 1-2-2-4 and names each player once.
pub(crate) fn check_table(table: &[PlacedPlayer]) -> Result<(), Rejection> {
    if table.is_empty() {
        return Err(Rejection::EmptyTable);
    }
    check_distinct(table.iter().map(|line| &line.player))?;
    check_shared_places(table.iter().map(|line| line.place)).map_err(Rejection::Places)
}

/// Sorts a table by place, then by id.
pub(crate) fn in_order(table: &[PlacedPlayer]) -> Vec<PlacedPlayer> {
    let mut sorted = table.to_vec();
    sorted.sort_by(|a, b| (a.place, &a.player).cmp(&(b.place, &b.player)));
    sorted
}

pub(crate) fn check_past(moment: Moment, now: Moment) -> Result<(), Rejection> {
    if moment > now { Err(Rejection::InFuture) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
