//! Decides on leagues that are run here: meetings, the table, declarations, closing, and corrections after it.

use crate::authority::Hand;
use crate::calendar::{Day, Moment};
use crate::deadlines::league_waiver_in_time;
use crate::event::{
    Commitment, Correction, HeldMeeting, LeagueEvent, LeagueOpening, LeagueRecord, NotedWaiver, PlacedPlayer,
    PlayedTable, RecordedMeeting, TieEvent, WaiverEvent, WithdrawnMeeting,
};
use crate::game::sheet::check_game;
use crate::game::{Ending, SEATS};
use crate::history::CorruptHistory;
use crate::ids::{PlayerId, PlayerKey};
use crate::place::Place;
use crate::points::SmallPoints;
use crate::rulebook::{LeagueTable, Rulebook, parameters};
use crate::running::{
    Named, Rejection, Suspicion, check_corrector, check_distinct, check_known, check_opener, check_past, check_runner,
    check_table, in_order, without,
};
use crate::standings::{PlayedGame, Table, Tally, standings, tallies};
use crate::variant::Variant;
use std::collections::{BTreeMap, BTreeSet};

/// The greatest number that a meeting may have.
pub const MAX_MEETING: u32 = 1000;

/// A league as far as decisions need it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum League {
    /// No league has this id.
    #[default]
    Unknown,
    /// It is run here and not over.
    Running(Box<RunningLeague>),
    /// It is over.
    Over(Box<FinishedLeague>),
}

/// A league that is run here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningLeague {
    /// How it was opened.
    pub opening: LeagueOpening,
    /// Its meetings by number.
    pub meetings: BTreeMap<u32, HeldMeeting>,
    /// The table that was taken over from elsewhere, if there is one.
    pub imported: Option<Vec<PlacedPlayer>>,
    /// Who gave up a qualification so far.
    pub waivers: Vec<NotedWaiver>,
    /// When it ended; its record follows at once.
    pub closed: Option<Moment>,
}

/// A league that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedLeague {
    /// Its record after all corrections.
    pub record: LeagueRecord,
    /// Who gave up a qualification there.
    pub waivers: Vec<PlayerId>,
    /// The order that was set among tied players.
    pub tie: Option<Vec<PlayerId>>,
    /// How it ran, if it was run here.
    pub ran: Option<RunningLeague>,
}

/// Where somebody stands in a league.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Who.
    pub player: PlayerId,
    /// The place; none for who was there and has no game.
    pub place: Option<Place>,
    /// What the games have given.
    pub tally: Tally,
    /// At how many meetings.
    pub meetings: u32,
}

/// What is to be recorded of a meeting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeetingDetails {
    /// When it took place.
    pub day: Day,
    /// Who was there.
    pub present: Vec<PlayerId>,
    /// The games, if they are known.
    pub tables: Vec<PlayedTable>,
}

/// What somebody wants of a league.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// In whose right.
    pub by: Hand,
    /// When.
    pub at: Moment,
    /// What.
    pub wish: Wish,
}

/// What is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// Open it.
    Open(LeagueOpening),
    /// Record a meeting.
    RecordMeeting {
        /// Its number; without one, the next.
        number: Option<u32>,
        /// What happened.
        details: MeetingDetails,
        /// Why games that look wrong are right.
        accepted: Option<Commitment>,
        /// What is known of the players.
        named: Named,
    },
    /// Put right what is recorded of a meeting.
    CorrectMeeting {
        /// Its number.
        number: u32,
        /// What happened.
        details: MeetingDetails,
        /// Why.
        reason: Commitment,
        /// Whether games that look wrong are right.
        accept: bool,
        /// What is known of the players.
        named: Named,
    },
    /// Take a meeting back.
    WithdrawMeeting {
        /// Its number.
        number: u32,
        /// Why.
        reason: Commitment,
    },
    /// Take the table over from elsewhere.
    ImportTable {
        /// The table.
        table: Vec<PlacedPlayer>,
        /// What is known of the players.
        named: Named,
    },
    /// Take that table back.
    WithdrawTable {
        /// Why.
        reason: Commitment,
    },
    /// Note that somebody gives up a qualification.
    DeclareWaiver(NotedWaiver),
    /// Take that back.
    WithdrawWaiver {
        /// Whose.
        player: PlayerId,
    },
    /// Close it.
    Close {
        /// When it ended.
        ended_at: Moment,
    },
    /// Correct its record.
    Correct {
        /// What holds instead.
        correction: Correction<LeagueRecord>,
        /// What is known of the players.
        named: Named,
    },
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

    /// Whether it has as many meetings as a league needs (AMB-62); a shorter one is recorded and told so.
    pub fn is_long_enough(&self) -> bool {
        self.rulebook().is_ok_and(|rules| self.meetings.len() as u64 >= rules.get(parameters::LEAGUE_ROUNDS_MIN).into())
    }

    /// Whether somebody was at a meeting or stands in the table.
    fn has(&self, player: &PlayerId) -> bool {
        let mut placed = self.imported.iter().flatten();
        self.meetings.values().any(|meeting| meeting.present.contains(player))
            || placed.any(|line| line.player == *player)
    }

    /// Everybody with place, points and attendance, the best first; whoever has no place stands behind, by id.
    ///
    /// The order in which meetings were recorded does not matter (invariant 4).
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

/// What happens if the command is carried out.
pub fn decide(state: &League, command: &Command) -> Result<Vec<LeagueEvent>, Rejection> {
    let Command { by, at, wish } = command;
    match (state, wish) {
        (League::Unknown, Wish::Open(opening)) => {
            check_opener(*by)?;
            opening.rules.rulebook().map_err(|_| Rejection::UnknownRulebook)?;
            Ok(vec![LeagueEvent::Opened(opening.clone())])
        }
        (League::Running(_) | League::Over(_), Wish::Open(_)) => {
            check_opener(*by)?;
            Err(Rejection::AlreadyOpen)
        }
        (League::Unknown, _) => Err(Rejection::Unknown),
        (League::Running(league), wish) => {
            check_runner(*by)?;
            run(league, wish, *at)
        }
        (League::Over(league), wish) => {
            check_corrector(*by)?;
            correct(league, wish, *at)
        }
    }
}

fn run(league: &RunningLeague, wish: &Wish, now: Moment) -> Result<Vec<LeagueEvent>, Rejection> {
    match wish {
        Wish::Open(_) => Err(Rejection::AlreadyOpen),
        Wish::RecordMeeting { number, details, accepted, named } => {
            let number = number.unwrap_or_else(|| league.next_number());
            let suspicions = check_meeting(league, details, named, now)?;
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
        Wish::CorrectMeeting { number, details, reason, accept: accepts, named } => {
            let known = league.meetings.get(number).ok_or(Rejection::UnknownMeeting { number: *number })?;
            if *known == held(*number, details, known.accepted) {
                return Ok(vec![]);
            }
            let suspicions = check_meeting(league, details, named, now)?;
            let accepted = accept(suspicions, accepts.then_some(*reason))?;
            let record = held(*number, details, accepted);
            Ok(vec![LeagueEvent::MeetingCorrected(Correction { record, reason: Some(*reason) })])
        }
        Wish::WithdrawMeeting { number, reason } => {
            league.meetings.get(number).ok_or(Rejection::UnknownMeeting { number: *number })?;
            Ok(vec![LeagueEvent::MeetingWithdrawn(WithdrawnMeeting { number: *number, reason: *reason })])
        }
        Wish::ImportTable { table, named } => {
            check_known(named)?;
            check_table(table)?;
            let table = in_order(table);
            if league.imported.as_ref() == Some(&table) {
                return Ok(vec![]);
            }
            Ok(vec![LeagueEvent::TableImported { table }])
        }
        Wish::WithdrawTable { reason } => match league.imported {
            Some(_) => Ok(vec![LeagueEvent::TableWithdrawn { reason: *reason }]),
            None => Ok(vec![]),
        },
        Wish::DeclareWaiver(waiver) => note_waiver(league, waiver, now),
        Wish::WithdrawWaiver { player } => {
            let noted = league.waivers.iter().any(|noted| noted.player == *player);
            let event = || LeagueEvent::WaiverNoteWithdrawn { player: player.clone() };
            Ok(noted.then(event).into_iter().collect())
        }
        Wish::Close { ended_at } => close(league, *ended_at, now),
        Wish::Correct { .. } => Err(Rejection::StillRunning),
    }
}

fn held(number: u32, details: &MeetingDetails, accepted: Option<Commitment>) -> HeldMeeting {
    let MeetingDetails { day, present, tables } = details.clone();
    HeldMeeting { number, day, present, tables, accepted }
}

/// The reason for which games that look wrong are recorded; none is needed where none does.
fn accept(games: Vec<Suspicion>, accepted: Option<Commitment>) -> Result<Option<Commitment>, Rejection> {
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
    named: &Named,
    now: Moment,
) -> Result<Vec<Suspicion>, Rejection> {
    let rulebook = league.rulebook()?;
    if details.present.is_empty() {
        return Err(Rejection::NobodyPresent);
    }
    check_known(named)?;
    check_distinct(&details.present)?;
    if let Some(player) = named.foreign.first().filter(|_| !rulebook.get(parameters::FOREIGNERS_LEAGUES)) {
        return Err(Rejection::ForeignPlayer { player: player.clone() });
    }
    if details.day > now.day() {
        return Err(Rejection::ToCome);
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
            suspicions.extend(check.warnings.into_iter().map(|warning| Suspicion { table, game, warning }));
        }
    }
    Ok(suspicions)
}

/// A declaration on a day before a meeting that was held is not one on the day of the final; the others are looked at when
/// the league is closed.
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
    let waived = |noted: &NotedWaiver| LeagueEvent::Waiver(WaiverEvent::Declared { player: noted.player.clone() });
    let mut events = vec![LeagueEvent::Closed { ended_at }, LeagueEvent::Recorded(record)];
    events.extend(league.waivers.iter().map(waived));
    Ok(events)
}

fn correct(league: &FinishedLeague, wish: &Wish, now: Moment) -> Result<Vec<LeagueEvent>, Rejection> {
    match wish {
        Wish::Correct { correction, .. } if correction.record == league.record => Ok(vec![]),
        Wish::Correct { correction, named } => {
            let record = &correction.record;
            check_known(named)?;
            check_past(record.ended_at, now)?;
            check_table(&record.table)?;
            for meeting in &record.meetings {
                check_distinct(&meeting.present)?;
                if meeting.day > record.ended_at.day() {
                    return Err(Rejection::EndsTooEarly);
                }
            }
            if let Some(player) = league.waivers.iter().find(|player| !takes_part(record, player)) {
                return Err(Rejection::NotInEvent { player: player.clone() });
            }
            Ok(vec![LeagueEvent::Corrected(correction.clone())])
        }
        Wish::DeclareWaiver(NotedWaiver { player, .. }) if league.waivers.contains(player) => Ok(vec![]),
        Wish::DeclareWaiver(NotedWaiver { player, declared_at }) => {
            check_past(*declared_at, now)?;
            if !takes_part(&league.record, player) {
                return Err(Rejection::NotInEvent { player: player.clone() });
            }
            if !league_waiver_in_time(*declared_at, league.record.ended_at.day()) {
                return Err(Rejection::WaiverOutOfTime { player: player.clone() });
            }
            Ok(vec![LeagueEvent::Waiver(WaiverEvent::Declared { player: player.clone() })])
        }
        Wish::WithdrawWaiver { player } => {
            let declared = league.waivers.contains(player);
            let event = || LeagueEvent::Waiver(WaiverEvent::Withdrawn { player: player.clone() });
            Ok(declared.then(event).into_iter().collect())
        }
        Wish::Close { ended_at } if league.ran.as_ref().is_some_and(|ran| ran.closed == Some(*ended_at)) => Ok(vec![]),
        Wish::Open(_) => Err(Rejection::AlreadyOpen),
        Wish::RecordMeeting { .. }
        | Wish::CorrectMeeting { .. }
        | Wish::WithdrawMeeting { .. }
        | Wish::ImportTable { .. }
        | Wish::WithdrawTable { .. }
        | Wish::Close { .. } => Err(Rejection::Closed),
    }
}

fn takes_part(record: &LeagueRecord, player: &PlayerId) -> bool {
    record.table.iter().any(|line| line.player == *player)
        || record.meetings.iter().any(|meeting| meeting.present.contains(player))
}

/// The league after an event.
pub fn evolve(state: League, event: &LeagueEvent) -> Result<League, CorruptHistory> {
    match (state, event) {
        (League::Unknown, LeagueEvent::Opened(opening)) => Ok(League::Running(Box::new(RunningLeague {
            opening: opening.clone(),
            meetings: BTreeMap::new(),
            imported: None,
            waivers: Vec::new(),
            closed: None,
        }))),
        (League::Unknown, LeagueEvent::Recorded(record)) => Ok(over(record, None)),
        (League::Unknown, _) => Err(CorruptHistory::NotRecorded),
        (League::Running(league), LeagueEvent::Recorded(record)) if league.closed.is_some() => {
            Ok(over(record, Some(*league)))
        }
        (League::Running(mut league), event) => {
            evolve_running(&mut league, event)?;
            Ok(League::Running(league))
        }
        (League::Over(mut league), event) => {
            evolve_finished(&mut league, event)?;
            Ok(League::Over(league))
        }
    }
}

fn over(record: &LeagueRecord, ran: Option<RunningLeague>) -> League {
    League::Over(Box::new(FinishedLeague { record: record.clone(), waivers: Vec::new(), tie: None, ran }))
}

fn evolve_running(league: &mut RunningLeague, event: &LeagueEvent) -> Result<(), CorruptHistory> {
    match event {
        LeagueEvent::Opened(_) | LeagueEvent::Recorded(_) => return Err(CorruptHistory::RecordedTwice),
        LeagueEvent::Corrected(_) | LeagueEvent::Waiver(_) | LeagueEvent::Tie(_) => {
            return Err(CorruptHistory::NotRecorded);
        }
        LeagueEvent::MeetingRecorded(meeting) | LeagueEvent::MeetingCorrected(Correction { record: meeting, .. }) => {
            league.meetings.insert(meeting.number, meeting.clone());
        }
        LeagueEvent::MeetingWithdrawn(WithdrawnMeeting { number, .. }) => {
            league.meetings.remove(number);
        }
        LeagueEvent::TableImported { table } => league.imported = Some(table.clone()),
        LeagueEvent::TableWithdrawn { .. } => league.imported = None,
        LeagueEvent::WaiverNoted(waiver) => {
            without(&mut league.waivers, &waiver.player);
            league.waivers.push(waiver.clone());
        }
        LeagueEvent::WaiverNoteWithdrawn { player } => without(&mut league.waivers, player),
        LeagueEvent::Closed { ended_at } => league.closed = Some(*ended_at),
    }
    Ok(())
}

fn evolve_finished(league: &mut FinishedLeague, event: &LeagueEvent) -> Result<(), CorruptHistory> {
    match event {
        LeagueEvent::Corrected(correction) => league.record = correction.record.clone(),
        LeagueEvent::Waiver(WaiverEvent::Declared { player }) => league.waivers.push(player.clone()),
        LeagueEvent::Waiver(WaiverEvent::Withdrawn { player }) => league.waivers.retain(|known| known != player),
        LeagueEvent::Tie(TieEvent::Decided { order }) => league.tie = Some(order.clone()),
        LeagueEvent::Tie(TieEvent::DecisionWithdrawn) => league.tie = None,
        LeagueEvent::Opened(_)
        | LeagueEvent::Recorded(_)
        | LeagueEvent::MeetingRecorded(_)
        | LeagueEvent::MeetingCorrected(_)
        | LeagueEvent::MeetingWithdrawn(_)
        | LeagueEvent::TableImported { .. }
        | LeagueEvent::TableWithdrawn { .. }
        | LeagueEvent::WaiverNoted(_)
        | LeagueEvent::WaiverNoteWithdrawn { .. }
        | LeagueEvent::Closed { .. } => return Err(CorruptHistory::RecordedTwice),
    }
    Ok(())
}

#[cfg(test)]
mod tests;
