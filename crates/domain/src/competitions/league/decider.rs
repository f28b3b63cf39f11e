//! Decider of a league: meetings, the table, waivers, closing, and corrections after closing.

use crate::competitions::lifecycle::{
    self, Finished, FlaggedPlayers, ImplausibleGame, Lifecycle, Rejection, RunningState, Transition, check_distinct,
    check_past, check_registered, check_table, closing_events, in_order, remove_waiver,
};
use crate::event::history::CorruptHistory;
use crate::event::{
    Commitment, Correction, HeldMeeting, LeagueEvent, LeagueOpening, LeagueRecord, NotedWaiver, PlacedPlayer,
    PlayedTable, RecordedMeeting, WithdrawnMeeting,
};
use crate::game::sheet::check_game;
use crate::game::{Ending, SEATS};
use crate::people::authority::CompetitionAuthority;
use crate::rulebook::{LeagueTable, Rulebook, parameters};
use crate::season::deadlines::league_waiver_in_time;
use crate::tournament::standings::{PlayedGame, Table, Tally, standings, tallies};
use crate::values::calendar::{Day, Moment};
use crate::values::ids::{PlayerId, PlayerKey};
use crate::values::place::Place;
use crate::values::points::SmallPoints;
use crate::values::variant::Variant;
use std::collections::{BTreeMap, BTreeSet};

/// The greatest number that a meeting may have.
pub const MAX_MEETING: u32 = 1000;

pub type League = Lifecycle<RunningLeague, LeagueRecord>;
pub type FinishedLeague = Finished<RunningLeague, LeagueRecord>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningLeague {
    pub opening: LeagueOpening,
    pub meetings: BTreeMap<u32, HeldMeeting>,
    /// The table that was taken over from elsewhere, if there is one.
    pub imported: Option<Vec<PlacedPlayer>>,
    pub waivers: Vec<NotedWaiver>,
    /// When it ended; its record follows at once.
    pub closed: Option<Moment>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub player: PlayerId,
    /// The place; none for who was there and has no game.
    pub place: Option<Place>,
    pub tally: Tally,
    pub meetings: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeetingDetails {
    pub day: Day,
    pub present: Vec<PlayerId>,
    /// The games, if they are known.
    pub tables: Vec<PlayedTable>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    pub by: CompetitionAuthority,
    pub at: Moment,
    pub action: LeagueAction,
    /// What is known of the players whom the action names.
    pub flagged: FlaggedPlayers,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeagueAction {
    Open(LeagueOpening),
    RecordMeeting {
        number: Option<u32>,
        details: MeetingDetails,
        /// Reason to accept games that look wrong.
        accepted: Option<Commitment>,
    },
    CorrectMeeting {
        number: u32,
        details: MeetingDetails,
        reason: Commitment,
        /// Whether games that look wrong are right.
        accept: bool,
    },
    WithdrawMeeting {
        number: u32,
        reason: Commitment,
    },
    ImportTable {
        table: Vec<PlacedPlayer>,
    },
    WithdrawTable {
        reason: Commitment,
    },
    DeclareWaiver(NotedWaiver),
    WithdrawWaiver {
        player: PlayerId,
    },
    Close {
        ended_at: Moment,
    },
    Correct(Correction<LeagueRecord>),
}

impl LeagueAction {
    /// Every player whose registration matters to the command.
    pub fn players(&self) -> Vec<&PlayerId> {
        match self {
            Self::RecordMeeting { details, .. } | Self::CorrectMeeting { details, .. } => {
                details.present.iter().collect()
            }
            Self::ImportTable { table } => table.iter().map(|line| &line.player).collect(),
            Self::Correct(Correction { record, .. }) => {
                let present = record.meetings.iter().flat_map(|meeting| &meeting.present);
                record.table.iter().map(|line| &line.player).chain(present).collect()
            }
            Self::Open(_)
            | Self::WithdrawMeeting { .. }
            | Self::WithdrawTable { .. }
            | Self::DeclareWaiver(_)
            | Self::WithdrawWaiver { .. }
            | Self::Close { .. } => Vec::new(),
        }
    }
}

impl RunningLeague {
    /// The rulebook that was pinned when it was opened.
    fn rulebook(&self) -> Result<Rulebook, Rejection> {
        self.opening.rules.rulebook().map_err(|_| Rejection::UnknownRulebook)
    }

    /// The number of the next meeting.
    pub fn next_number(&self) -> u32 {
        self.meetings.last_key_value().map_or(1, |(last, _)| last + 1)
    }

    /// The day of its last meeting so far.
    pub fn last_day(&self) -> Option<Day> {
        self.meetings.values().map(|meeting| meeting.day).max()
    }

    /// Whether it has as many meetings as a league needs (AMB-62); a shorter one is recorded with a note.
    pub fn is_long_enough(&self) -> bool {
        self.rulebook().is_ok_and(|rules| self.meetings.len() as u64 >= rules.get(parameters::LEAGUE_ROUNDS_MIN).into())
    }

    /// Whether the player was at a meeting or is in the table.
    fn has(&self, player: &PlayerId) -> bool {
        let mut placed = self.imported.iter().flatten();
        self.meetings.values().any(|meeting| meeting.present.contains(player))
            || placed.any(|line| line.player == *player)
    }

    /// All players with place, points and attendance, the best first, those without a place last and by id. The order
    /// in which meetings were recorded does not matter (invariant 4).
    pub fn rows(&self) -> Vec<Row> {
        let Ok(rulebook) = self.rulebook() else { return Vec::new() };
        let mut attendance: BTreeMap<&PlayerId, u32> = BTreeMap::new();
        for player in self.meetings.values().flat_map(|meeting| &meeting.present) {
            *attendance.entry(player).or_default() += 1;
        }
        for line in self.imported.iter().flatten() {
            attendance.entry(&line.player).or_default();
        }
        // Keys in the order of the ids, as the standings expect.
        let ids: Vec<&PlayerId> = attendance.keys().copied().collect();
        let key = |player: &PlayerId| ids.binary_search(&player).ok().map(|index| PlayerKey(index as u32));
        let played = self.meetings.values().flat_map(|meeting| &meeting.tables);
        let tables: Vec<Table> = played.filter_map(|table| keyed(table, key, &rulebook)).collect();
        let mut places: BTreeMap<PlayerKey, Place> = BTreeMap::new();
        let mut points: BTreeMap<PlayerKey, Tally> = BTreeMap::new();
        for standing in standings(tallies(&tables), &rulebook) {
            points.insert(standing.player, standing.tally);
            places.insert(standing.player, standing.place);
        }
        if let Some(imported) = &self.imported {
            places = imported.iter().filter_map(|line| Some((key(&line.player)?, line.place))).collect();
        }
        let row = |(index, (player, meetings)): (usize, (&&PlayerId, &u32))| {
            let key = PlayerKey(index as u32);
            let tally = points.get(&key).copied().unwrap_or_default();
            Row { player: (*player).clone(), place: places.get(&key).copied(), tally, meetings: *meetings }
        };
        let mut rows: Vec<Row> = attendance.iter().enumerate().map(row).collect();
        rows.sort_by(|a, b| (a.place.is_none(), a.place, &a.player).cmp(&(b.place.is_none(), b.place, &b.player)));
        rows
    }

    /// The table that the league has in the end, or why it has none yet (AMB-62).
    pub fn final_table(&self) -> Result<Vec<PlacedPlayer>, Rejection> {
        if let Some(imported) = &self.imported {
            return Ok(in_order(imported));
        }
        if self.rulebook()?.get(parameters::LEAGUE_TABLE) == LeagueTable::Imported {
            return Err(Rejection::TableNeeded);
        }
        if let Some((number, _)) = self.meetings.iter().find(|(_, meeting)| meeting.tables.is_empty()) {
            return Err(Rejection::GamesMissing { number: *number });
        }
        let placed =
            self.rows().into_iter().filter_map(|row| Some(PlacedPlayer { player: row.player, place: row.place? }));
        let table: Vec<PlacedPlayer> = placed.collect();
        if table.is_empty() { Err(Rejection::TableNeeded) } else { Ok(table) }
    }

    /// The meetings in the order of their days, as a record has them.
    pub fn recorded_meetings(&self) -> Vec<RecordedMeeting> {
        let mut meetings: Vec<&HeldMeeting> = self.meetings.values().collect();
        meetings.sort_by_key(|meeting| (meeting.day, meeting.number));
        meetings.iter().map(|held| RecordedMeeting { day: held.day, present: held.present.clone() }).collect()
    }
}

fn keyed(table: &PlayedTable, key: impl Fn(&PlayerId) -> Option<PlayerKey>, rulebook: &Rulebook) -> Option<Table> {
    let seats = table.seats.iter().map(key).collect::<Option<Vec<_>>>()?;
    let games = table.games.iter().map(|game| PlayedGame::new(game.ending, &small(game.small.as_deref()), rulebook));
    Some(Table { seats, games: games.collect() })
}

fn small(written: Option<&[i32]>) -> Vec<SmallPoints> {
    written.unwrap_or_default().iter().map(|points| SmallPoints((*points).into())).collect()
}

pub fn decide(state: &League, command: &Command) -> Result<Vec<LeagueEvent>, Rejection> {
    let Command { by, at, action, flagged } = command;
    let open = match action {
        LeagueAction::Open(opening) => Some(|| {
            opening.rules.rulebook().map_err(|_| Rejection::UnknownRulebook)?;
            Ok(vec![LeagueEvent::Opened(opening.clone())])
        }),
        LeagueAction::RecordMeeting { .. }
        | LeagueAction::CorrectMeeting { .. }
        | LeagueAction::WithdrawMeeting { .. }
        | LeagueAction::ImportTable { .. }
        | LeagueAction::WithdrawTable { .. }
        | LeagueAction::DeclareWaiver(_)
        | LeagueAction::WithdrawWaiver { .. }
        | LeagueAction::Close { .. }
        | LeagueAction::Correct { .. } => None,
    };
    state.decide(*by, open, |league| run(league, action, *at, flagged), |league| correct(league, action, *at, flagged))
}

fn run(
    league: &RunningLeague,
    action: &LeagueAction,
    now: Moment,
    flagged: &FlaggedPlayers,
) -> Result<Vec<LeagueEvent>, Rejection> {
    match action {
        LeagueAction::Open(_) => Err(Rejection::AlreadyOpen),
        LeagueAction::RecordMeeting { number, details, accepted } => {
            let number = number.unwrap_or_else(|| league.next_number());
            let suspicions = check_meeting(league, details, flagged, now)?;
            if number == 0 || number > MAX_MEETING {
                return Err(Rejection::UnknownMeeting { number });
            }
            let meeting = |accepted| held(number, details, accepted);
            if let Some(known) = league.meetings.get(&number) {
                let same = *known == meeting(known.accepted);
                return if same { Ok(vec![]) } else { Err(Rejection::MeetingExists { number }) };
            }
            let accepted = accept(suspicions, *accepted)?;
            Ok(vec![LeagueEvent::MeetingRecorded(meeting(accepted))])
        }
        LeagueAction::CorrectMeeting { number, details, reason, accept: accepts } => {
            let known = league.meetings.get(number).ok_or(Rejection::UnknownMeeting { number: *number })?;
            if *known == held(*number, details, known.accepted) {
                return Ok(vec![]);
            }
            let suspicions = check_meeting(league, details, flagged, now)?;
            let accepted = accept(suspicions, accepts.then_some(*reason))?;
            let record = held(*number, details, accepted);
            Ok(vec![LeagueEvent::MeetingCorrected(Correction { record, reason: Some(*reason) })])
        }
        LeagueAction::WithdrawMeeting { number, reason } => {
            league.meetings.get(number).ok_or(Rejection::UnknownMeeting { number: *number })?;
            Ok(vec![LeagueEvent::MeetingWithdrawn(WithdrawnMeeting { number: *number, reason: *reason })])
        }
        LeagueAction::ImportTable { table } => {
            check_registered(flagged)?;
            check_table(table)?;
            let table = in_order(table);
            if league.imported.as_ref() == Some(&table) {
                return Ok(vec![]);
            }
            Ok(vec![LeagueEvent::TableImported { table }])
        }
        LeagueAction::WithdrawTable { reason } => match league.imported {
            Some(_) => Ok(vec![LeagueEvent::TableWithdrawn { reason: *reason }]),
            None => Ok(vec![]),
        },
        LeagueAction::DeclareWaiver(waiver) => note_waiver(league, waiver, now),
        LeagueAction::WithdrawWaiver { player } => {
            let noted = league.waivers.iter().any(|noted| noted.player == *player);
            let event = || LeagueEvent::WaiverNoteWithdrawn { player: player.clone() };
            Ok(noted.then(event).into_iter().collect())
        }
        LeagueAction::Close { ended_at } => close(league, *ended_at, now),
        LeagueAction::Correct { .. } => Err(Rejection::StillRunning),
    }
}

fn held(number: u32, details: &MeetingDetails, accepted: Option<Commitment>) -> HeldMeeting {
    let MeetingDetails { day, present, tables } = details.clone();
    HeldMeeting { number, day, present, tables, accepted }
}

/// The reason for which games that look wrong are recorded; none is needed where none does.
fn accept(games: Vec<ImplausibleGame>, accepted: Option<Commitment>) -> Result<Option<Commitment>, Rejection> {
    match accepted {
        _ if games.is_empty() => Ok(None),
        Some(reason) => Ok(Some(reason)),
        None => Err(Rejection::Implausible { games }),
    }
}

/// Checks a meeting; gives the games that look wrong.
fn check_meeting(
    league: &RunningLeague,
    details: &MeetingDetails,
    flagged: &FlaggedPlayers,
    now: Moment,
) -> Result<Vec<ImplausibleGame>, Rejection> {
    let rulebook = league.rulebook()?;
    if details.present.is_empty() {
        return Err(Rejection::NoPlayerPresent);
    }
    check_registered(flagged)?;
    check_distinct(&details.present)?;
    if let Some(player) = flagged.foreign.first().filter(|_| !rulebook.get(parameters::FOREIGNERS_LEAGUES)) {
        return Err(Rejection::ForeignPlayer { player: player.clone() });
    }
    if details.day > now.day() {
        return Err(Rejection::InFuture);
    }
    let present: BTreeSet<&PlayerId> = details.present.iter().collect();
    let mut suspicions = Vec::new();
    for (table, played) in details.tables.iter().enumerate() {
        let seated: BTreeSet<&PlayerId> = played.seats.iter().collect();
        let fits = SEATS.contains(&played.seats.len()) && seated.len() == played.seats.len();
        if !fits || !seated.is_subset(&present) {
            return Err(Rejection::WrongSeats { table });
        }
        for (game, one) in played.games.iter().enumerate() {
            let small = small(one.small.as_deref());
            if one.ending != Ending::NotPlayed && small.len() != played.seats.len() {
                let error = crate::game::sheet::SheetError::WrongSeats { found: small.len() };
                return Err(Rejection::Sheet { table, game, error });
            }
            let check = check_game(one.ending, &small, Variant::Standard, &rulebook);
            if let Some(error) = check.errors.first() {
                return Err(Rejection::Sheet { table, game, error: *error });
            }
            suspicions.extend(check.warnings.into_iter().map(|warning| ImplausibleGame { table, game, warning }));
        }
    }
    Ok(suspicions)
}

/// Refuses a waiver from before the day of the last meeting; the rest of the rule is checked at closing.
fn note_waiver(league: &RunningLeague, waiver: &NotedWaiver, now: Moment) -> Result<Vec<LeagueEvent>, Rejection> {
    let player = || waiver.player.clone();
    if !league.has(&waiver.player) {
        return Err(Rejection::NotInEvent { player: player() });
    }
    check_past(waiver.declared_at, now)?;
    if league.last_day().is_some_and(|last| waiver.declared_at.day() < last) {
        return Err(Rejection::WaiverOutOfTime { player: player() });
    }
    if league.waivers.iter().any(|noted| noted == waiver) {
        return Ok(vec![]);
    }
    Ok(vec![LeagueEvent::WaiverNoted(waiver.clone())])
}

fn close(league: &RunningLeague, ended_at: Moment, now: Moment) -> Result<Vec<LeagueEvent>, Rejection> {
    check_past(ended_at, now)?;
    let last = league.last_day().ok_or(Rejection::NoMeetings)?;
    if ended_at.day() < last {
        return Err(Rejection::EndsTooEarly);
    }
    let table = league.final_table()?;
    let late = league.waivers.iter().find(|noted| !league_waiver_in_time(noted.declared_at, ended_at.day()));
    if let Some(noted) = late {
        return Err(Rejection::WaiverOutOfTime { player: noted.player.clone() });
    }
    let opening = &league.opening;
    let record = LeagueRecord {
        name: opening.name,
        voivodeship: opening.voivodeship,
        ended_at,
        submitted_at: opening.submitted_at,
        meetings: league.recorded_meetings(),
        table,
    };
    let closed = LeagueEvent::Closed { ended_at };
    Ok(closing_events(closed, LeagueEvent::Recorded(record), &league.waivers, LeagueEvent::Waiver))
}

fn correct(
    league: &FinishedLeague,
    action: &LeagueAction,
    now: Moment,
    flagged: &FlaggedPlayers,
) -> Result<Vec<LeagueEvent>, Rejection> {
    match action {
        LeagueAction::Correct(correction) if correction.record == league.record => Ok(vec![]),
        LeagueAction::Correct(correction) => {
            let record = &correction.record;
            check_registered(flagged)?;
            check_past(record.ended_at, now)?;
            check_table(&record.table)?;
            for meeting in &record.meetings {
                check_distinct(&meeting.present)?;
                if meeting.day > record.ended_at.day() {
                    return Err(Rejection::EndsTooEarly);
                }
            }
            league.check_waivers(|player| takes_part(record, player))?;
            Ok(vec![LeagueEvent::Corrected(correction.clone())])
        }
        LeagueAction::DeclareWaiver(waiver) => {
            let takes_part = takes_part(&league.record, &waiver.player);
            let in_time = league_waiver_in_time(waiver.declared_at, league.record.ended_at.day());
            let declared = league.declare_waiver(waiver, now, takes_part, in_time)?;
            Ok(declared.map(LeagueEvent::Waiver).into_iter().collect())
        }
        LeagueAction::WithdrawWaiver { player } => {
            Ok(league.withdraw_waiver(player).map(LeagueEvent::Waiver).into_iter().collect())
        }
        LeagueAction::Close { ended_at }
            if league.state_at_closing.as_ref().is_some_and(|running| running.closed == Some(*ended_at)) =>
        {
            Ok(vec![])
        }
        LeagueAction::Open(_) => Err(Rejection::AlreadyOpen),
        LeagueAction::RecordMeeting { .. }
        | LeagueAction::CorrectMeeting { .. }
        | LeagueAction::WithdrawMeeting { .. }
        | LeagueAction::ImportTable { .. }
        | LeagueAction::WithdrawTable { .. }
        | LeagueAction::Close { .. } => Err(Rejection::Closed),
    }
}

fn takes_part(record: &LeagueRecord, player: &PlayerId) -> bool {
    record.table.iter().any(|line| line.player == *player)
        || record.meetings.iter().any(|meeting| meeting.present.contains(player))
}

pub fn evolve(state: League, event: &LeagueEvent) -> Result<League, CorruptHistory> {
    state.evolve(event)
}

impl RunningState for RunningLeague {
    type Event = LeagueEvent;
    type Opening = LeagueOpening;
    type Record = LeagueRecord;

    fn open(opening: &LeagueOpening) -> Self {
        let opening = opening.clone();
        Self { opening, meetings: BTreeMap::new(), imported: None, waivers: Vec::new(), closed: None }
    }

    fn is_closed(&self) -> bool {
        self.closed.is_some()
    }

    fn transition(event: &LeagueEvent) -> Transition<'_, LeagueOpening, LeagueRecord> {
        match event {
            LeagueEvent::Opened(opening) => Transition::Open(opening),
            LeagueEvent::Recorded(record) => Transition::Record(record),
            LeagueEvent::Corrected(correction) => Transition::Correct(correction),
            LeagueEvent::Waiver(waiver) => Transition::Waiver(waiver),
            LeagueEvent::Tie(tie) => Transition::Tie(tie),
            LeagueEvent::MeetingRecorded(_)
            | LeagueEvent::MeetingCorrected(_)
            | LeagueEvent::MeetingWithdrawn(_)
            | LeagueEvent::TableImported { .. }
            | LeagueEvent::TableWithdrawn { .. }
            | LeagueEvent::WaiverNoted(_)
            | LeagueEvent::WaiverNoteWithdrawn { .. }
            | LeagueEvent::Closed { .. } => Transition::Progress,
        }
    }

    fn progress(&mut self, event: &LeagueEvent) {
        match event {
            LeagueEvent::MeetingRecorded(meeting)
            | LeagueEvent::MeetingCorrected(Correction { record: meeting, .. }) => {
                self.meetings.insert(meeting.number, meeting.clone());
            }
            LeagueEvent::MeetingWithdrawn(WithdrawnMeeting { number, .. }) => {
                self.meetings.remove(number);
            }
            LeagueEvent::TableImported { table } => self.imported = Some(table.clone()),
            LeagueEvent::TableWithdrawn { .. } => self.imported = None,
            LeagueEvent::WaiverNoted(waiver) => lifecycle::note_waiver(&mut self.waivers, waiver),
            LeagueEvent::WaiverNoteWithdrawn { player } => remove_waiver(&mut self.waivers, player),
            LeagueEvent::Closed { ended_at } => self.closed = Some(*ended_at),
            LeagueEvent::Opened(_)
            | LeagueEvent::Recorded(_)
            | LeagueEvent::Corrected(_)
            | LeagueEvent::Waiver(_)
            | LeagueEvent::Tie(_) => {}
        }
    }
}

#[cfg(test)]
mod tests;
