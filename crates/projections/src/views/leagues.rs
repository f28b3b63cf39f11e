//! Read model of leagues: opening, meetings with their games, table, and the record once they are over.

use super::{ApplyError, CorruptHistory, Entries, ProjectedEvent, View};
use domain::competitions::league::decider::{League, Row, evolve};
use domain::event::{Event, LeagueEvent, PlayedTable};
use domain::rulebook::Rulebook;
use domain::tournament::standings::Tally;
use domain::values::calendar::Day;
use domain::values::ids::{CompetitionId, PlayerId};
use events::envelope::Position;
use events::vault::{EventName, EventTexts};
use std::collections::BTreeMap;

/// Every league.
pub type Leagues = Entries<CompetitionId, LeagueEntry>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeagueEntry {
    pub id: CompetitionId,
    /// What it is called, unless its name was destroyed.
    pub name: Option<EventName>,
    /// As the decider knows it.
    pub state: League,
    /// The last event that changed each meeting that was recorded here.
    pub meeting_etags: BTreeMap<u32, Position>,
    /// The last event that changed it.
    pub etag: Position,
}

/// A meeting as readers see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeetingView<'a> {
    pub number: u32,
    /// When it took place.
    pub day: Day,
    /// Who was there.
    pub present: &'a [PlayerId],
    /// The games, if they are known.
    pub tables: &'a [PlayedTable],
    /// The last event that changed it.
    pub etag: Position,
}

impl LeagueEntry {
    /// The meetings by number. The record of a league that is over decides; games and numbers are told as long as it
    /// says the same as the meetings that were held.
    pub fn meetings(&self) -> Vec<MeetingView<'_>> {
        let (running, record) = match &self.state {
            League::Unknown => return Vec::new(),
            League::Running(running) => (Some(running.as_ref()), None),
            League::Over(over) => (over.state_at_closing.as_ref(), Some(&over.record)),
        };
        let held = running.filter(|running| record.is_none_or(|record| record.meetings == running.recorded_meetings()));
        let etag = |number: u32| self.meeting_etags.get(&number).copied().unwrap_or(self.etag);
        match (held, record) {
            (Some(held), _) => {
                let shown = held.meetings.values().map(|meeting| MeetingView {
                    number: meeting.number,
                    day: meeting.day,
                    present: &meeting.present,
                    tables: &meeting.tables,
                    etag: etag(meeting.number),
                });
                shown.collect()
            }
            (None, Some(record)) => {
                let shown = (1..).zip(&record.meetings).map(|(number, meeting)| MeetingView {
                    number,
                    day: meeting.day,
                    present: &meeting.present,
                    tables: &[],
                    etag: self.etag,
                });
                shown.collect()
            }
            (None, None) => Vec::new(),
        }
    }

    /// The rulebook that its games are checked with, if it is run here.
    pub fn rulebook(&self) -> Option<Rulebook> {
        let running = match &self.state {
            League::Unknown => None,
            League::Running(running) => Some(running.as_ref()),
            League::Over(over) => over.state_at_closing.as_ref(),
        };
        running.and_then(|running| running.opening.rules.rulebook().ok())
    }

    /// The table: places, and what the games have given as far as they are known and give these places.
    pub fn rows(&self) -> Vec<Row> {
        let over = match &self.state {
            League::Unknown => return Vec::new(),
            League::Running(running) => return running.rows(),
            League::Over(over) => over,
        };
        let record = &over.record;
        let computed = over.state_at_closing.as_ref().filter(|running| {
            record.meetings == running.recorded_meetings()
                && running.final_table().is_ok_and(|table| table == record.table)
        });
        if let Some(running) = computed {
            return running.rows();
        }
        let mut attendance: BTreeMap<&PlayerId, u32> = BTreeMap::new();
        for player in record.meetings.iter().flat_map(|meeting| &meeting.present) {
            *attendance.entry(player).or_default() += 1;
        }
        let placed = record.table.iter().map(|line| {
            let meetings = attendance.remove(&line.player).unwrap_or_default();
            Row { player: line.player.clone(), place: Some(line.place), tally: Tally::default(), meetings }
        });
        let mut rows: Vec<Row> = placed.collect();
        rows.sort_by(|a, b| (a.place, &a.player).cmp(&(b.place, &b.player)));
        let others = attendance.into_iter().map(|(player, meetings)| Row {
            player: player.clone(),
            place: None,
            tally: Tally::default(),
            meetings,
        });
        rows.extend(others);
        rows
    }
}

impl View for Leagues {
    fn apply(&mut self, fact: &ProjectedEvent<'_>) -> Result<(), ApplyError> {
        let Event::League(event) = fact.event else { return Ok(()) };
        let id: CompetitionId = fact.id()?;
        let mut entry = match self.find(&id) {
            Some(known) => known.clone(),
            None => LeagueEntry {
                id: id.clone(),
                name: None,
                state: League::Unknown,
                meeting_etags: BTreeMap::new(),
                etag: fact.position,
            },
        };
        entry.state = evolve(entry.state, event).map_err(|problem| CorruptHistory::of(fact.stream, problem))?;
        match event {
            LeagueEvent::Opened(_) | LeagueEvent::Recorded(_) | LeagueEvent::Corrected(_) => {
                entry.name = fact.text::<EventTexts>()?.map(|texts| texts.name);
            }
            LeagueEvent::MeetingRecorded(meeting) => {
                entry.meeting_etags.insert(meeting.number, fact.position);
            }
            LeagueEvent::MeetingCorrected(correction) => {
                entry.meeting_etags.insert(correction.record.number, fact.position);
            }
            LeagueEvent::MeetingWithdrawn(meeting) => {
                entry.meeting_etags.remove(&meeting.number);
            }
            LeagueEvent::TableImported { .. }
            | LeagueEvent::TableWithdrawn { .. }
            | LeagueEvent::WaiverNoted(_)
            | LeagueEvent::WaiverNoteWithdrawn { .. }
            | LeagueEvent::Closed { .. }
            | LeagueEvent::Waiver(_)
            | LeagueEvent::Tie(_) => {}
        }
        entry.etag = fact.position;
        self.put(id, entry, fact.position);
        Ok(())
    }
}
