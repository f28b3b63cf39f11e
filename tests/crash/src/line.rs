//! The lines by which the program under test tells the one that ends it what has happened, in order.

use events::envelope::Position;
use std::fmt;
use std::io::Write;
use std::str::FromStr;

/// An append by the round, the thread and the number that it was made in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct AppendId {
    pub(crate) round: u32,
    pub(crate) thread: u32,
    pub(crate) number: u32,
}

impl fmt::Display for AppendId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.round, self.thread, self.number)
    }
}

impl FromStr for AppendId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Option<Vec<u32>> = text.split('.').map(|part| part.parse().ok()).collect();
        match parts.as_deref() {
            Some([round, thread, number]) => Ok(Self { round: *round, thread: *thread, number: *number }),
            _ => Err(format!("not the name of an append: {text}")),
        }
    }
}

/// What an acknowledgement said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Acknowledged {
    pub(crate) after: Position,
    pub(crate) count: u64,
    pub(crate) replayed: bool,
    /// A hash over the ids of the events that were sent.
    pub(crate) ids: String,
}

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ChildMessage {
    /// The store is open.
    Ready,
    /// An append with an idempotency key is about to be handed over.
    Asked(AppendId),
    /// An append was acknowledged.
    Acknowledged(AppendId, Acknowledged),
    /// An append was not made: how the error is called, and its text.
    Refused(AppendId, String, String),
    /// The writer is about to commit.
    Committing,
    /// The commit has returned.
    Committed,
    /// The writer has reopened the store after a failure, and verified it.
    Reopened,
    /// A checkpoint of this size is kept.
    Checkpoint(u64),
    /// No checkpoint could be kept.
    NoCheckpoint(String),
    /// The log does not extend its last checkpoint.
    Unsound(String),
    /// The store could not be opened.
    NotOpened(String),
    /// The log takes no more events.
    ReadOnly(String),
    /// All appends were made.
    Done,
    /// The disk failed: what, at which file, and whether a sync lost anything.
    Fault { sync: bool, file: String, lost: bool },
    /// How many writes and syncs there were.
    Counted { writes: u64, syncs: u64 },
}

impl fmt::Display for ChildMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ready => write!(f, "ready"),
            Self::Asked(name) => write!(f, "asked {name}"),
            Self::Acknowledged(name, Acknowledged { after, count, replayed, ids }) => {
                write!(f, "acknowledged {name} {after} {count} {replayed} {ids}")
            }
            Self::Refused(name, kind, text) => write!(f, "refused {name} {kind} {text}"),
            Self::Committing => write!(f, "committing"),
            Self::Committed => write!(f, "committed"),
            Self::Reopened => write!(f, "reopened"),
            Self::Checkpoint(size) => write!(f, "checkpoint {size}"),
            Self::NoCheckpoint(text) => write!(f, "no-checkpoint {text}"),
            Self::Unsound(text) => write!(f, "unsound {text}"),
            Self::NotOpened(text) => write!(f, "not-opened {text}"),
            Self::ReadOnly(text) => write!(f, "read-only {text}"),
            Self::Done => write!(f, "done"),
            Self::Fault { sync, file, lost } => {
                write!(
                    f,
                    "fault {} {file} 0 {}",
                    if *sync { "sync" } else { "write" },
                    if *lost { "lost" } else { "nothing" }
                )
            }
            Self::Counted { writes, syncs } => write!(f, "counted {writes} {syncs}"),
        }
    }
}

impl FromStr for ChildMessage {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let not_a_line = || format!("not a line: {line}");
        let number = |text: &str| text.parse::<u64>().map_err(|_| not_a_line());
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let words: Vec<&str> = rest.split(' ').collect();
        Ok(match (word, &words[..]) {
            ("ready", _) => Self::Ready,
            ("asked", [name]) => Self::Asked(name.parse()?),
            ("acknowledged", [name, after, count, replayed, ids]) => Self::Acknowledged(
                name.parse()?,
                Acknowledged {
                    after: Position(number(after)?),
                    count: number(count)?,
                    replayed: *replayed == "true",
                    ids: (*ids).to_owned(),
                },
            ),
            ("refused", [name, kind, text @ ..]) => Self::Refused(name.parse()?, (*kind).to_owned(), text.join(" ")),
            ("committing", _) => Self::Committing,
            ("committed", _) => Self::Committed,
            ("reopened", _) => Self::Reopened,
            ("checkpoint", [size]) => Self::Checkpoint(number(size)?),
            ("no-checkpoint", _) => Self::NoCheckpoint(rest.to_owned()),
            ("unsound", _) => Self::Unsound(rest.to_owned()),
            ("not-opened", _) => Self::NotOpened(rest.to_owned()),
            ("read-only", _) => Self::ReadOnly(rest.to_owned()),
            ("done", _) => Self::Done,
            ("fault", [what, file, _, rest @ ..]) => {
                Self::Fault { sync: *what == "sync", file: (*file).to_owned(), lost: *rest != ["nothing"] }
            }
            ("counted", [writes, syncs]) => Self::Counted { writes: number(writes)?, syncs: number(syncs)? },
            _ => return Err(not_a_line()),
        })
    }
}

/// Whether the last thing that the writer said is that it commits.
pub(crate) fn is_committing(lines: &[ChildMessage]) -> bool {
    let stages = [ChildMessage::Committing, ChildMessage::Committed, ChildMessage::Reopened];
    lines.iter().rev().find(|line| stages.contains(line)) == Some(&ChildMessage::Committing)
}

/// Writes a line in one piece, so that lines of threads stand whole and in the order in which things happened.
pub(crate) fn emit(line: &ChildMessage) {
    let mut text = line.to_string().replace('\n', " ");
    text.push('\n');
    // Whoever listened may be gone, and with them the reason to go on.
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_was_said() {
        let name = AppendId { round: 3, thread: 0, number: 17 };
        let acknowledged = Acknowledged { after: Position(12), count: 5, replayed: true, ids: "00ff".to_owned() };
        for line in [
            ChildMessage::Ready,
            ChildMessage::Asked(name),
            ChildMessage::Acknowledged(name, acknowledged),
            ChildMessage::Refused(name, "failed".to_owned(), "the disk is full".to_owned()),
            ChildMessage::Checkpoint(512),
            ChildMessage::Fault { sync: true, file: "kostka.db-wal".to_owned(), lost: false },
            ChildMessage::Counted { writes: 9, syncs: 4 },
        ] {
            assert_eq!(line.to_string().parse(), Ok(line));
        }
        assert!("acknowledged 1.2.3 x 1 true 00".parse::<ChildMessage>().is_err());
    }
}
