//! A tournament of 91 players in its fourth round, and what it costs to decide on it.

use domain::Choice;
use domain::competitions::class::TournamentClass;
use domain::event::{
    AgeGroup, Commitment, CompetitionKind, FormatPlan, Grant, GrantedCompetition, Registration, Role, RulebookRecord,
    TournamentApplication, TournamentDetails,
};
use domain::game::Ending;
use domain::rulebook::{ApplicationField, Preset, Rulebook};
use domain::tournament::course::{
    ActorRef, Application, Command, Credentials, GameEntry, GameScore, Principal, SheetInput, Stage, Tournament,
    TournamentAction, decide, evolve,
};
use domain::tournament::draw::Seed;
use domain::tournament::top_stage::TopSize;
use domain::values::calendar::{Day, Moment};
use domain::values::ids::{CompetitionId, PlayerId, RulebookId};
use domain::values::variant::Variant;
use domain::values::voivodeship::Voivodeship;
use std::collections::BTreeSet;
use std::error::Error;

pub(crate) const PLAYERS: usize = 91;
const GAMES: u32 = 4;
const LAST_ROUND: u32 = 4;

/// A tournament in its last round, with one sheet missing.
pub(crate) struct InRoundFour {
    course: Tournament,
    missing: u32,
}

impl InRoundFour {
    /// Plays up to there.
    pub(crate) fn play() -> Result<Self, Box<dyn Error>> {
        let mut course = Tournament::Unknown;
        let seed = Seed::new([7; 32]);
        let players: Vec<PlayerId> =
            (0..PLAYERS).map(|number| PlayerId::parse(&format!("player-{number:03}"))).collect::<Result<_, _>>()?;
        let text = Commitment([1; 32]);
        let day = Day::parse("2026-03-14")?;
        let details = TournamentDetails {
            name: text,
            venue: text,
            voivodeship: Voivodeship::ALL[0],
            first_day: day,
            last_day: day,
        };
        let record = TournamentApplication {
            details,
            contact: text,
            class: TournamentClass::Eliminatory,
            variant: Variant::Standard,
            planned_players: PLAYERS as u32,
            experienced: true,
            sponsors_consulted: None,
            submitted_at: moment()?,
        };
        let given = ApplicationField::ALL.to_vec();
        let rulebook = Rulebook::default();
        let plan = FormatPlan {
            name: None,
            rounds: vec![GAMES; LAST_ROUND as usize],
            round_minutes: Some(60),
            top: Some(TopSize::Top8),
            top_games: GAMES,
            final_games: Some(GAMES),
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
        for order in [
            TournamentAction::Apply(Box::new(Application { record, given, rulebook })),
            TournamentAction::Approve {
                class: TournamentClass::Eliminatory,
                rulebook_id: RulebookId::parse("pl-2024-25")?,
                rulebook: RulebookRecord { base: Preset::ALL[0], overrides: vec![] },
                seed: seed.commitment(),
            },
            TournamentAction::ChooseFormat(plan),
            TournamentAction::Register { registrations },
            TournamentAction::CheckIn { players },
            TournamentAction::Draw { stage: Stage::Round(1), seed, reason: None },
        ] {
            take(&mut course, order)?;
        }
        for round in 1..=LAST_ROUND {
            let stage = Stage::Round(round);
            take(&mut course, TournamentAction::StartStage { stage })?;
            let tables = tables(&course, stage);
            let entered = if round == LAST_ROUND { tables - 1 } else { tables };
            for table in 1..=entered {
                let input = sheet(&course, stage, table);
                take(&mut course, TournamentAction::EnterSheet(input))?;
            }
            if round < LAST_ROUND {
                take(&mut course, TournamentAction::CloseStage { stage, seat_next: true })?;
            }
        }
        let missing = tables(&course, Stage::Round(LAST_ROUND));
        Ok(Self { course, missing })
    }

    /// Decides on the last sheet; how many events that gives.
    pub(crate) fn enter_last_sheet(&self) -> usize {
        let input = sheet(&self.course, Stage::Round(LAST_ROUND), self.missing);
        decided(&self.course, TournamentAction::EnterSheet(input)).map_or(0, |events| events.len())
    }

    /// The tournament with every sheet there.
    pub(crate) fn complete(&self) -> Result<Tournament, Box<dyn Error>> {
        let mut course = self.course.clone();
        let input = sheet(&course, Stage::Round(LAST_ROUND), self.missing);
        take(&mut course, TournamentAction::EnterSheet(input))?;
        Ok(course)
    }
}

/// Decides to close the round and to seat the TOP stage; how many events that gives.
pub(crate) fn close_and_seat(course: &Tournament) -> usize {
    let order = TournamentAction::CloseStage { stage: Stage::Round(LAST_ROUND), seat_next: true };
    decided(course, order).map_or(0, |events| events.len())
}

fn moment() -> Result<Moment, Box<dyn Error>> {
    Ok(Moment::parse("2026-01-10T12:00:00+01:00")?)
}

fn decided(
    course: &Tournament,
    order: TournamentAction,
) -> Result<Vec<domain::event::TournamentEvent>, Box<dyn Error>> {
    let tournament = CompetitionId::parse("t-91")?;
    let grant = |role| Grant {
        role,
        event: Some(GrantedCompetition { kind: CompetitionKind::Tournament, id: tournament.clone() }),
    };
    let grants = BTreeSet::from([Grant { role: Role::Admin, event: None }, grant(Role::Organiser)]);
    let by = Principal { id: ActorRef::parse("account/organiser")?, credentials: Credentials::Roles(grants) };
    Ok(decide(course, &Command { tournament, by, at: moment()?, action: order })?.events)
}

fn take(course: &mut Tournament, order: TournamentAction) -> Result<(), Box<dyn Error>> {
    for event in decided(course, order)? {
        *course = evolve(std::mem::take(course), &event)?;
    }
    Ok(())
}

fn tables(course: &Tournament, stage: Stage) -> u32 {
    course.hosted().and_then(|running| running.state.play(stage)).map_or(0, |play| play.tables.len() as u32)
}

/// Points that differ from table to table and from game to game.
fn sheet(course: &Tournament, stage: Stage, table: u32) -> SheetInput {
    let seats =
        course.hosted().and_then(|running| running.state.table(stage, table)).map_or(0, |table| table.seats.len());
    let round = match stage {
        Stage::Round(number) => number,
        Stage::Top | Stage::Final => LAST_ROUND + 1,
    };
    let game = |game: u32| {
        let winner = ((table + game + round) as usize) % seats;
        let lost = |seat: usize| (seat as i32 + 1) * 7 + (table * 3 + game * 5 + round) as i32 % 29;
        let sum: i32 = (0..seats).filter(|seat| *seat != winner).map(lost).sum();
        let small = (0..seats).map(|seat| Some(if seat == winner { sum } else { -lost(seat) })).collect();
        GameEntry { ending: Ending::RackEmptied, score: GameScore::Small(small) }
    };
    SheetInput { stage, table, games: (0..GAMES).map(game).collect(), reason: None }
}
