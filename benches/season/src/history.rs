//! A tournament of 60 players from the application to its close, as the events that were recorded.

use domain::Choice;
use domain::competitions::class::TournamentClass;
use domain::event::{
    AgeGroup, Commitment, CompetitionKind, FormatPlan, Grant, GrantedCompetition, Registration, Role, RulebookRecord,
    TournamentApplication, TournamentDetails, TournamentEvent,
};
use domain::game::Ending;
use domain::rulebook::{ApplicationField, Preset, Rulebook};
use domain::tournament::course::{
    ActorRef, Application, Command, Credentials, GameEntry, GameScore, Principal, SheetInput, Stage, Tournament,
    TournamentAction, decide, evolve,
};
use domain::tournament::draw::Seed;
use domain::values::calendar::{Day, Moment};
use domain::values::ids::{CompetitionId, PlayerId, RulebookId};
use domain::values::variant::Variant;
use domain::values::voivodeship::Voivodeship;
use harness::slices::Failure;
use std::collections::BTreeSet;

const PLAYERS: usize = 60;
const ROUNDS: u32 = 4;
const GAMES: u32 = 3;

/// What was recorded of the tournament.
pub(crate) struct Played {
    /// Everything, in order; the last ones close it.
    pub(crate) events: Vec<TournamentEvent>,
    /// How many of them are recorded when it is closed.
    pub(crate) closing: usize,
}

/// Plays it.
pub(crate) fn play(players: &[PlayerId]) -> Result<Played, Failure> {
    let mut playing = Playing { course: Tournament::Unknown, events: Vec::new() };
    let players: Vec<PlayerId> = players.iter().step_by(players.len() / PLAYERS).take(PLAYERS).cloned().collect();
    let seed = Seed::new([7; 32]);
    let text = Commitment([1; 32]);
    let day = Day::parse("2025-03-15")?;
    let details =
        TournamentDetails { name: text, venue: text, voivodeship: Voivodeship::ALL[0], first_day: day, last_day: day };
    let record = TournamentApplication {
        details,
        contact: text,
        class: TournamentClass::Eliminatory,
        variant: Variant::Standard,
        planned_players: PLAYERS as u32,
        experienced: true,
        sponsors_consulted: None,
        submitted_at: moment("2025-01-10T12:00:00+01:00")?,
    };
    let application = Application { record, given: ApplicationField::ALL.to_vec(), rulebook: Rulebook::default() };
    let plan = FormatPlan {
        name: None,
        rounds: vec![GAMES; ROUNDS as usize],
        round_minutes: Some(45),
        top: None,
        top_games: GAMES,
        final_games: None,
        turn_seconds: 40,
        second_entry: false,
    };
    let registration = |player: &PlayerId| Registration {
        player: player.clone(),
        age: AgeGroup::Adult,
        guardian_consent: false,
        accompanied: false,
        walk_in: false,
    };
    let registrations = players.iter().map(registration).collect();
    playing.take("2025-01-10T12:00:00+01:00", TournamentAction::Apply(Box::new(application)))?;
    let approve = TournamentAction::Approve {
        class: TournamentClass::Eliminatory,
        rulebook_id: RulebookId::parse("pl-2024-25")?,
        rulebook: RulebookRecord { base: Preset::ALL[0], overrides: vec![] },
        seed: seed.commitment(),
    };
    for order in [
        approve,
        TournamentAction::ChooseFormat(plan),
        TournamentAction::Register { registrations },
        TournamentAction::CheckIn { players },
        TournamentAction::Draw { stage: Stage::Round(1), seed, reason: None },
    ] {
        playing.take("2025-03-15T10:00:00+01:00", order)?;
    }
    for round in 1..=ROUNDS {
        let stage = Stage::Round(round);
        playing.take("2025-03-15T11:00:00+01:00", TournamentAction::StartStage { stage })?;
        for table in 1..=playing.tables(stage) {
            let input = playing.sheet(stage, table);
            playing.take("2025-03-15T12:00:00+01:00", TournamentAction::EnterSheet(input))?;
        }
        playing.take("2025-03-15T13:00:00+01:00", TournamentAction::CloseStage { stage, seat_next: round < ROUNDS })?;
    }
    let before = playing.events.len();
    playing.take("2025-03-15T16:00:00+01:00", TournamentAction::Close { seed: Seed::new([7; 32]), ended_at: None })?;
    let closing = playing.events.len() - before;
    Ok(Played { events: playing.events, closing })
}

struct Playing {
    course: Tournament,
    events: Vec<TournamentEvent>,
}

impl Playing {
    fn take(&mut self, at: &str, order: TournamentAction) -> Result<(), Failure> {
        let tournament = CompetitionId::parse("t-60")?;
        let event = Some(GrantedCompetition { kind: CompetitionKind::Tournament, id: tournament.clone() });
        let grants = BTreeSet::from([Grant { role: Role::Admin, event: None }, Grant { role: Role::Organiser, event }]);
        let by = Principal { id: ActorRef::parse("account/organiser")?, credentials: Credentials::Roles(grants) };
        let events = decide(&self.course, &Command { tournament, by, at: moment(at)?, action: order })?.events;
        for event in events {
            self.course = evolve(std::mem::take(&mut self.course), &event)?;
            self.events.push(event);
        }
        Ok(())
    }

    fn tables(&self, stage: Stage) -> u32 {
        self.course.hosted().and_then(|running| running.state.play(stage)).map_or(0, |play| play.tables.len() as u32)
    }

    /// Points that differ from table to table and from game to game.
    fn sheet(&self, stage: Stage, table: u32) -> SheetInput {
        let found = self.course.hosted().and_then(|running| running.state.table(stage, table));
        let seats = found.map_or(0, |table| table.seats.len());
        let game = |game: u32| {
            let winner = ((table + game) as usize) % seats;
            let lost = |seat: usize| (seat as i32 + 1) * 7 + (table * 3 + game * 5) as i32 % 29;
            let sum: i32 = (0..seats).filter(|seat| *seat != winner).map(lost).sum();
            let small = (0..seats).map(|seat| Some(if seat == winner { sum } else { -lost(seat) })).collect();
            GameEntry { ending: Ending::RackEmptied, score: GameScore::Small(small) }
        };
        SheetInput { stage, table, games: (0..GAMES).map(game).collect(), reason: None }
    }
}

fn moment(text: &str) -> Result<Moment, Failure> {
    Ok(Moment::parse(text)?)
}
