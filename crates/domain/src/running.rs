//! What leagues, Grand Prix cycles and online events that are run here have in common: who may, until when, and why not.

use crate::authority::Hand;
use crate::calendar::Moment;
use crate::event::{NotedWaiver, PlacedPlayer};
use crate::game::plausibility::SheetWarning;
use crate::game::sheet::SheetError;
use crate::ids::{EventId, PlayerId};
use crate::place::{InvalidPlaces, check_shared_places};
use std::collections::BTreeSet;

/// What is known of the players whom a command names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Named {
    /// Those whom nobody has registered.
    pub unknown: Vec<PlayerId>,
    /// Those who come from abroad.
    pub foreign: Vec<PlayerId>,
}

/// A game that looks wrong, by its place in a meeting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suspicion {
    /// The table, from 0.
    pub table: usize,
    /// The game at that table, from 0.
    pub game: usize,
    /// What is strange.
    pub warning: SheetWarning,
}

/// The rule that says no.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// Nothing has this id.
    #[error("there is no such event")]
    Unknown,
    /// The id is taken by something that was opened differently.
    #[error("the event is open already, with another record")]
    AlreadyOpen,
    /// Not everybody may.
    #[error("only an admin, or the organiser of this event, may do this")]
    NotAllowed,
    /// Whoever organised an event has no say in its record after it is closed (S11).
    #[error("the event is closed, and only an admin corrects it")]
    ClosedToOrganisers,
    /// What is closed is corrected, not continued.
    #[error("the event is closed; its record can be corrected")]
    Closed,
    /// What runs is continued, not corrected.
    #[error("the event is still running and has no record to correct")]
    StillRunning,
    /// The games and the lists need a rulebook that is there.
    #[error("the rulebook was not adopted")]
    UnknownRulebook,
    /// Results belong to registered players.
    #[error("there is no player {player}")]
    UnknownPlayer {
        /// Who.
        player: PlayerId,
    },
    /// The rulebook keeps players from abroad out of leagues.
    #[error("{player} comes from abroad and may not play in a league")]
    ForeignPlayer {
        /// Who.
        player: PlayerId,
    },
    /// Everybody stands in a list once.
    #[error("{player} stands twice in the list")]
    PlayerTwice {
        /// Who.
        player: PlayerId,
    },
    /// A meeting to which nobody came is none.
    #[error("nobody was present")]
    NobodyPresent,
    /// Only what has happened is recorded.
    #[error("that is still to come")]
    ToCome,
    /// There is no meeting of this number.
    #[error("the league has no meeting {number}")]
    UnknownMeeting {
        /// Which.
        number: u32,
    },
    /// A meeting of this number is recorded, with another content.
    #[error("the meeting {number} is recorded already")]
    MeetingExists {
        /// Which.
        number: u32,
    },
    /// A table has 3 or 4 different players, all of whom are at the meeting.
    #[error("the table {} cannot have been seated so", .table + 1)]
    WrongSeats {
        /// The table, from 0.
        table: usize,
    },
    /// The points of a game contradict each other.
    #[error("table {}, game {}: {error}", .table + 1, .game + 1)]
    Sheet {
        /// The table, from 0.
        table: usize,
        /// The game, from 0.
        game: usize,
        /// What is wrong.
        error: SheetError,
    },
    /// Games look wrong, and nobody has said that they are right.
    #[error("some games look wrong; they are recorded if somebody says why they are right")]
    Implausible {
        /// Which.
        games: Vec<Suspicion>,
    },
    /// A table without anybody is none.
    #[error("the table is empty")]
    EmptyTable,
    /// Places are shared 1-2-2-4.
    #[error("{0}")]
    Places(InvalidPlaces),
    /// Only who took part can give up a qualification.
    #[error("{player} did not take part")]
    NotInEvent {
        /// Who.
        player: PlayerId,
    },
    /// The declaration came on a day on which it has no effect.
    #[error("the declaration of {player} was not made in time")]
    WaiverOutOfTime {
        /// Whose.
        player: PlayerId,
    },
    /// A league without meetings did not take place.
    #[error("the league has no meetings")]
    NoMeetings,
    /// The table cannot be computed over all meetings.
    #[error("the games of the meeting {number} are not recorded, and no table was imported")]
    GamesMissing {
        /// Of which meeting.
        number: u32,
    },
    /// Its table is not computed under this rulebook, or there is nothing to compute it from.
    #[error("there is no table")]
    TableNeeded,
    /// An event does not end before its last meeting.
    #[error("the event cannot have ended before its last meeting")]
    EndsTooEarly,
    /// A cycle consists of tournaments that are there.
    #[error("there is no tournament {tournament}")]
    UnknownTournament {
        /// Which.
        tournament: EventId,
    },
    /// A cycle consists of eliminatory tournaments.
    #[error("the tournament {tournament} is not eliminatory")]
    NotEliminatory {
        /// Which.
        tournament: EventId,
    },
    /// A tournament stands in a cycle once.
    #[error("the tournament {tournament} stands twice in the cycle")]
    TournamentTwice {
        /// Which.
        tournament: EventId,
    },
    /// A cycle has only so many tournaments.
    #[error("a cycle has at most {max} tournaments")]
    TooManyTournaments {
        /// How many.
        max: u32,
    },
    /// The tournament does not belong to the cycle.
    #[error("the tournament {tournament} does not belong to the cycle")]
    NotAMember {
        /// Which.
        tournament: EventId,
    },
    /// A cycle without tournaments did not take place.
    #[error("the cycle has no tournaments")]
    NoTournaments,
    /// A cycle is decided when its last tournament closes.
    #[error("the tournament {tournament} is not over")]
    TournamentRunning {
        /// Which.
        tournament: EventId,
    },
    /// An edition takes place once in a season.
    #[error("this edition stands under the id {other}")]
    EditionTaken {
        /// Under which id.
        other: EventId,
    },
    /// An online event has only so many editions in a season.
    #[error("the event has {editions} editions in a season")]
    TooManyEditions {
        /// How many.
        editions: u32,
    },
}

/// What stands in place of a rule of the federation where the service itself has one.
const SERVICE: &str = "docs/api.md";

impl Rejection {
    /// A stable name of the rule.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unknown => "unknown-event",
            Self::AlreadyOpen => "event-exists",
            Self::NotAllowed => "not-allowed",
            Self::ClosedToOrganisers => "closed-to-organisers",
            Self::Closed => "event-closed",
            Self::StillRunning => "event-running",
            Self::UnknownRulebook => "unknown-rulebook",
            Self::UnknownPlayer { .. } => "unknown-player",
            Self::ForeignPlayer { .. } => "foreign-player",
            Self::PlayerTwice { .. } => "player-twice",
            Self::NobodyPresent => "nobody-present",
            Self::ToCome => "still-to-come",
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
            Self::NotAMember { .. } => "not-a-member",
            Self::NoTournaments => "no-tournaments",
            Self::TournamentRunning { .. } => "tournament-running",
            Self::EditionTaken { .. } => "edition-taken",
            Self::TooManyEditions { .. } => "too-many-editions",
        }
    }

    /// Where the rule stands.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Unknown | Self::AlreadyOpen | Self::StillRunning | Self::ToCome | Self::MeetingExists { .. } => {
                SERVICE
            }
            Self::NotAllowed => "REG I.1.g, I.25; AMB-02",
            Self::ClosedToOrganisers | Self::Closed => "REG I.28; AMB-68",
            Self::UnknownRulebook => "REG I.1.b; AMB-01",
            Self::UnknownPlayer { .. } => "REG V.3; R-PLR-01",
            Self::ForeignPlayer { .. } => "REG I.27; AMB-61",
            Self::PlayerTwice { .. } | Self::EmptyTable | Self::Places(_) => "AMB-42, AMB-62",
            Self::NobodyPresent
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
            | Self::NotAMember { .. }
            | Self::NoTournaments => "REG I.12; R-AWG-01, AMB-71",
            Self::TournamentRunning { .. } => "REG I.12; R-SCHED-12",
            Self::EditionTaken { .. } | Self::TooManyEditions { .. } => "REG I.14; R-AWO-01, AMB-72",
        }
    }
}

/// Opening is for admins.
pub(crate) fn check_opener(by: Hand) -> Result<(), Rejection> {
    if by == Hand::Admin { Ok(()) } else { Err(Rejection::NotAllowed) }
}

/// Running is for admins and the organiser.
pub(crate) fn check_runner(by: Hand) -> Result<(), Rejection> {
    match by {
        Hand::Admin | Hand::Organiser => Ok(()),
        Hand::Nobody => Err(Rejection::NotAllowed),
    }
}

/// What is over is for admins.
pub(crate) fn check_corrector(by: Hand) -> Result<(), Rejection> {
    match by {
        Hand::Admin => Ok(()),
        Hand::Organiser => Err(Rejection::ClosedToOrganisers),
        Hand::Nobody => Err(Rejection::NotAllowed),
    }
}

/// Everybody who is named is registered.
pub(crate) fn check_known(named: &Named) -> Result<(), Rejection> {
    match named.unknown.first() {
        Some(player) => Err(Rejection::UnknownPlayer { player: player.clone() }),
        None => Ok(()),
    }
}

/// Nobody stands in a list twice.
pub(crate) fn check_distinct<'p>(players: impl IntoIterator<Item = &'p PlayerId>) -> Result<(), Rejection> {
    let mut seen = BTreeSet::new();
    match players.into_iter().find(|player| !seen.insert(*player)) {
        Some(player) => Err(Rejection::PlayerTwice { player: player.clone() }),
        None => Ok(()),
    }
}

/// A table of places, in which everybody stands once.
pub(crate) fn check_table(table: &[PlacedPlayer]) -> Result<(), Rejection> {
    if table.is_empty() {
        return Err(Rejection::EmptyTable);
    }
    check_distinct(table.iter().map(|line| &line.player))?;
    check_shared_places(table.iter().map(|line| line.place)).map_err(Rejection::Places)
}

/// A table in the order of its places; who shares one stands in the order of the ids.
pub(crate) fn in_order(table: &[PlacedPlayer]) -> Vec<PlacedPlayer> {
    let mut sorted = table.to_vec();
    sorted.sort_by(|a, b| (a.place, &a.player).cmp(&(b.place, &b.player)));
    sorted
}

/// Only what has happened is recorded.
pub(crate) fn check_past(moment: Moment, now: Moment) -> Result<(), Rejection> {
    if moment > now { Err(Rejection::ToCome) } else { Ok(()) }
}

/// The declarations without that of one player.
pub(crate) fn without(waivers: &mut Vec<NotedWaiver>, player: &PlayerId) {
    waivers.retain(|noted| noted.player != *player);
}

#[cfg(test)]
mod tests;
