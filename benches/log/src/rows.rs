//! The rows of all contenders: events of eight streams in turns, 60 in each, from a seed.

use crate::forms::{Form, Outcome, Player, Rectification, ResultRow, Tournament};
use events::envelope::{Actor, EventId, NewEvent, StreamKind, StreamName, Timestamp, Version};
use harness::generator::Generator;
use smol_str::{SmolStr, format_smolstr};

const SEED: u64 = 20_260_901;
/// The length of every stream.
pub(crate) const EVENTS_IN_A_STREAM: usize = 60;
/// Streams that are written to in turns before the next ones begin.
const STREAMS_IN_TURNS: u64 = 8;
/// Of these, so many are of players, the others of tournaments.
const PLAYERS_AMONG_THEM: u64 = 4;
/// Players in results.
const PLAYERS: u32 = 5000;
/// 1 September 2026, in microseconds.
const BEGINNING: i64 = 1_788_220_800_000_000;

/// An event and the version that it gets in its stream.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) event: NewEvent,
    pub(crate) version: Version,
    /// The fields of fixed length, as the log keeps them in one column.
    pub(crate) header: [u8; 76],
}

fn header(event: &NewEvent) -> [u8; 76] {
    let mut bytes = [0; 76];
    bytes[..16].copy_from_slice(&event.event_id.0);
    bytes[16..20].copy_from_slice(&event.schema_version.to_be_bytes());
    bytes[20..28].copy_from_slice(&event.occurred_at.0.to_be_bytes());
    bytes[28..44].copy_from_slice(&event.correlation.map_or([0; 16], |id| id.0));
    bytes[44..60].copy_from_slice(&event.causation.map_or([0; 16], |id| id.0));
    bytes[60..].copy_from_slice(&event.nonce);
    bytes
}

/// An endless sequence of rows, the same in every run.
#[derive(Debug, Clone)]
pub(crate) struct Rows {
    generator: Generator,
    next: u64,
    /// All rows belong to this stream.
    only: Option<StreamName>,
}

impl Rows {
    pub(crate) fn new() -> Self {
        Self { generator: Generator::new(SEED), next: 0, only: None }
    }

    /// All rows in one stream, another for each number.
    pub(crate) fn of_one_stream(number: u64) -> Self {
        let only = Some(stream(StreamKind::Tournament, number));
        Self { generator: Generator::new(SEED + 1 + number), next: 0, only }
    }

    /// The next rows.
    pub(crate) fn take(&mut self, count: usize) -> Vec<Row> {
        (0..count).map(|_| self.row()).collect()
    }

    /// The next row.
    pub(crate) fn row(&mut self) -> Row {
        let number = self.next;
        self.next += 1;
        let (stream, version) = self.place(number);
        let form = match (stream.kind(), version) {
            (StreamKind::Player, 1) => Form::PlayerRegistered(self.player()),
            (StreamKind::Player, _) => Form::PlayerRectified(Rectification { record: self.player(), reason: None }),
            _ => Form::TournamentRecorded(self.tournament()),
        };
        let occurred_at = Timestamp(BEGINNING + number as i64 * 1_000_003);
        let event = NewEvent {
            event_id: self.event_id(occurred_at),
            stream,
            event_type: SmolStr::new_static(form.event_type()),
            schema_version: schema_version(&form),
            occurred_at,
            actor: Actor::import(),
            correlation: Some(self.event_id(occurred_at)),
            causation: None,
            nonce: self.bytes(),
            payload: payload(&form).expect("a form that can be written"),
        };
        Row { header: header(&event), event, version: Version(version) }
    }

    /// The stream and version of the row with this number.
    fn place(&self, number: u64) -> (StreamName, u64) {
        if let Some(stream) = &self.only {
            return (stream.clone(), number + 1);
        }
        let in_turns = STREAMS_IN_TURNS * EVENTS_IN_A_STREAM as u64;
        let (block, in_block) = (number / in_turns, number % in_turns);
        let turn = in_block % STREAMS_IN_TURNS;
        let kind = if turn < PLAYERS_AMONG_THEM { StreamKind::Player } else { StreamKind::Tournament };
        (stream(kind, block * STREAMS_IN_TURNS + turn), in_block / STREAMS_IN_TURNS + 1)
    }

    fn player(&mut self) -> Player {
        Player { name: self.commitment(), profile: self.commitment(), foreign: self.generator.once_in(50) }
    }

    fn tournament(&mut self) -> Tournament {
        const VOIVODESHIPS: [&str; 4] = ["mazowieckie", "pomorskie", "świętokrzyskie", "śląskie"];
        const CLASSES: [&str; 2] = ["ordinary", "eliminatory"];
        let results = 5 + self.generator.below(7);
        let players = self.generator.distinct(results as usize, PLAYERS);
        let places = self.generator.shared_places(results, 8);
        Tournament {
            name: self.commitment(),
            ended_at: format!("2026-0{}-{}T17:00:00+02:00", 4 + self.generator.below(6), 10 + self.generator.below(18)),
            submitted_at: format!("2026-02-{}T23:59:59.250+01:00", 10 + self.generator.below(18)),
            voivodeship: SmolStr::from(*self.generator.choice(&VOIVODESHIPS)),
            class: SmolStr::from(*self.generator.choice(&CLASSES)),
            planned_games: 9,
            outcome: Outcome::Results(
                players.into_iter().zip(places).map(|(player, place)| ResultRow(player_id(player), 9, place)).collect(),
            ),
        }
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.generator.bits().to_be_bytes()[..chunk.len()]);
        }
        bytes
    }

    /// Ids begin with the time, as those of the service do.
    fn event_id(&mut self, time: Timestamp) -> EventId {
        let mut id = self.bytes();
        id[..6].copy_from_slice(&(time.0 / 1000).to_be_bytes()[2..]);
        EventId(id)
    }

    fn commitment(&mut self) -> String {
        const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
        (0..64).map(|_| *self.generator.choice(&DIGITS)).collect()
    }
}

/// The version of the stored form.
fn schema_version(form: &Form) -> u32 {
    match form {
        Form::PlayerRegistered(_) | Form::PlayerRectified(_) => 1,
        Form::TournamentRecorded(_) => 2,
    }
}

/// The payload without the name of the form, which stands in a column of its own.
fn payload(form: &Form) -> serde_json::Result<Vec<u8>> {
    match form {
        Form::PlayerRegistered(player) => serde_json::to_vec(player),
        Form::PlayerRectified(rectification) => serde_json::to_vec(rectification),
        Form::TournamentRecorded(tournament) => serde_json::to_vec(tournament),
    }
}

fn stream(kind: StreamKind, number: u64) -> StreamName {
    StreamName::new(kind, &opaque(number)).expect("the name of a stream")
}

fn player_id(number: u32) -> SmolStr {
    opaque(u64::from(number))
}

/// An id as long as those of the service, which tell nothing.
fn opaque(number: u64) -> SmolStr {
    let mut generator = Generator::new(number);
    format_smolstr!("{:016x}{:04x}", generator.bits(), generator.bits() >> 48)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn the_rows_are_the_same_in_every_run_and_versions_have_no_gap() {
        let rows = Rows::new().take(1000);
        let again = Rows::new().take(1000);
        assert!(rows.iter().zip(&again).all(|(row, again)| row.event == again.event));
        let mut versions: BTreeMap<&StreamName, u64> = BTreeMap::new();
        for row in &rows {
            let version = versions.entry(&row.event.stream).or_default();
            *version += 1;
            assert_eq!(row.version, Version(*version));
        }
        assert_eq!(versions.values().filter(|version| **version == EVENTS_IN_A_STREAM as u64).count(), 16);
    }

    #[test]
    fn a_payload_has_a_few_hundred_bytes_on_average() {
        let rows = Rows::new().take(2000);
        let mean = rows.iter().map(|row| row.event.payload.len()).sum::<usize>() / rows.len();
        assert!((300..=500).contains(&mean), "{mean}");
    }
}
