//! Test fixture that runs a tournament by commands.

use super::{day, moment};
use crate::Choice;
use crate::competitions::class::TournamentClass;
use crate::event::{
    AgeGroup, Commitment, CompetitionKind, FormatPlan, Grant, GrantedCompetition, Override, Registration, Role,
    RulebookRecord, TournamentApplication, TournamentDetails, TournamentEvent, TournamentFact,
};
use crate::game::Ending;
use crate::rulebook::{ApplicationField, Preset, Raw};
use crate::tournament::course::{
    ActorRef, Application, Command, Credentials, GameEntry, GameScore, Principal, Rejection, SheetInput, Stage,
    Tournament, TournamentAction, TournamentState, decide, evolve,
};
use crate::tournament::draw::Seed;
use crate::tournament::top_stage::TopSize;
use crate::values::calendar::Moment;
use crate::values::ids::{CompetitionId, PlayerId, RulebookId};
use crate::values::place::Place;
use crate::values::variant::Variant;
use crate::values::voivodeship::Voivodeship;

pub(crate) const ID: &str = "t-1";
pub(crate) const EVENT_DAY: &str = "2025-03-15";

pub(crate) fn text(byte: u8) -> Commitment {
    Commitment([byte; 32])
}

pub(crate) fn player(number: usize) -> PlayerId {
    PlayerId::parse(&format!("p{number:02}")).unwrap()
}

pub(crate) fn adult(number: usize) -> Registration {
    Registration {
        player: player(number),
        age: AgeGroup::Adult,
        guardian_consent: false,
        accompanied: false,
        walk_in: false,
    }
}

pub(crate) fn with_roles(name: &str, roles: &[Role]) -> Principal {
    let event = GrantedCompetition { kind: CompetitionKind::Tournament, id: CompetitionId::parse(ID).unwrap() };
    let grant = |role: &Role| Grant { role: *role, event: role.is_for_one_competition().then(|| event.clone()) };
    Principal { id: ActorRef::parse(name).unwrap(), credentials: Credentials::Roles(roles.iter().map(grant).collect()) }
}

pub(crate) fn with_all_roles() -> Principal {
    with_roles("account/everybody", &[Role::Admin, Role::Organiser, Role::Referee, Role::MainReferee, Role::Arbiter])
}

pub(crate) fn rounds(games: &[u32]) -> FormatPlan {
    FormatPlan {
        name: None,
        rounds: games.to_vec(),
        round_minutes: None,
        top: None,
        top_games: 4,
        final_games: None,
        turn_seconds: 40,
        second_entry: false,
    }
}

pub(crate) fn with_final(plan: FormatPlan, games: u32) -> FormatPlan {
    FormatPlan { final_games: Some(games), ..plan }
}

pub(crate) fn with_top(plan: FormatPlan, size: TopSize, games: u32) -> FormatPlan {
    FormatPlan { top: Some(size), top_games: games, ..plan }
}

/// A game won by emptying the rack, the others losing these points; `None` did not play.
pub(crate) fn game(small: &[Option<i32>]) -> GameEntry {
    GameEntry { ending: Ending::RackEmptied, score: GameScore::Small(small.to_vec()) }
}

/// A game that this seat won, the others losing 10.
pub(crate) fn won_by(seat: usize, seats: usize) -> GameEntry {
    let win = 10 * (seats as i32 - 1);
    game(&(0..seats).map(|one| Some(if one == seat { win } else { -10 })).collect::<Vec<_>>())
}

pub(crate) fn application(class: TournamentClass, sent: Moment) -> Application {
    let details = TournamentDetails {
        name: text(1),
        venue: text(2),
        voivodeship: Voivodeship::Slaskie,
        first_day: day(EVENT_DAY),
        last_day: day(EVENT_DAY),
    };
    Application {
        record: TournamentApplication {
            details,
            contact: text(3),
            class,
            variant: Variant::Standard,
            planned_players: 30,
            experienced: true,
            sponsors_consulted: None,
            submitted_at: sent,
        },
        given: ApplicationField::ALL.to_vec(),
        rulebook: crate::rulebook::Rulebook::default(),
    }
}

pub(crate) fn rulebook(base: Preset, overrides: &[(&str, Raw)]) -> RulebookRecord {
    let overrides = overrides.iter().map(|(path, raw)| Override::new(path, raw).unwrap()).collect();
    RulebookRecord { base, overrides }
}

/// Any rounds, and a final of any length.
pub(crate) fn free_formats(overrides: &[(&str, Raw)]) -> RulebookRecord {
    let own = [("formats.custom", Raw::Bool(true)), ("final.games.min", Raw::Int(1))];
    rulebook(Preset::Pl2024_25, &own.into_iter().chain(overrides.iter().cloned()).collect::<Vec<_>>())
}

pub(crate) struct TournamentFixture {
    pub(crate) course: Tournament,
    pub(crate) seed: Seed,
    pub(crate) at: Moment,
    pub(crate) events: Vec<TournamentEvent>,
}

impl TournamentFixture {
    pub(crate) fn empty() -> Self {
        Self {
            course: Tournament::Unknown,
            seed: Seed::new([5; 32]),
            at: moment("2025-01-15T12:00:00+01:00"),
            events: Vec::new(),
        }
    }

    pub(crate) fn approved(class: TournamentClass, rulebook: RulebookRecord) -> Self {
        let mut fixture = Self::empty();
        fixture.done(TournamentAction::Apply(Box::new(application(class, fixture.at))));
        let seed = fixture.seed.commitment();
        fixture.done(TournamentAction::Approve {
            class,
            rulebook_id: RulebookId::parse("season").unwrap(),
            rulebook,
            seed,
        });
        fixture
    }

    /// A tournament whose first round has started.
    pub(crate) fn started(rulebook: RulebookRecord, plan: FormatPlan, players: usize) -> Self {
        let mut fixture = Self::approved(TournamentClass::Ordinary, rulebook);
        fixture.done(TournamentAction::ChooseFormat(plan));
        fixture.at = moment("2025-03-15T10:00:00+01:00");
        fixture.done(TournamentAction::Register { registrations: (1..=players).map(adult).collect() });
        fixture.done(TournamentAction::CheckIn { players: (1..=players).map(player).collect() });
        fixture.done(TournamentAction::Draw { stage: Stage::Round(1), seed: fixture.seed.clone(), reason: None });
        fixture.done(TournamentAction::StartStage { stage: Stage::Round(1) });
        fixture
    }

    pub(crate) fn state(&self) -> &TournamentState {
        &self.course.hosted().unwrap().state
    }

    pub(crate) fn ask(&mut self, by: &Principal, order: TournamentAction) -> Result<Vec<TournamentEvent>, Rejection> {
        let command =
            Command { tournament: CompetitionId::parse(ID).unwrap(), by: by.clone(), at: self.at, action: order };
        let events = decide(&self.course, &command)?.events;
        for event in &events {
            self.course = evolve(std::mem::take(&mut self.course), event).unwrap();
        }
        self.events.extend(events.iter().cloned());
        Ok(events)
    }

    pub(crate) fn done(&mut self, order: TournamentAction) -> Vec<TournamentEvent> {
        self.ask(&with_all_roles(), order).unwrap_or_else(|refused| panic!("{refused:?}"))
    }

    pub(crate) fn refused(&mut self, order: TournamentAction) -> Rejection {
        self.ask(&with_all_roles(), order).expect_err("the order was carried out")
    }

    pub(crate) fn facts(events: &[TournamentEvent]) -> Vec<&TournamentFact> {
        events
            .iter()
            .filter_map(|event| match event {
                TournamentEvent::Act(act) => Some(&act.fact),
                _ => None,
            })
            .collect()
    }

    /// The player at this seat, tables counted from 1 and seats from 0.
    pub(crate) fn at(&self, stage: Stage, table: u32, seat: usize) -> PlayerId {
        self.state().table(stage, table).unwrap().seats[seat].clone()
    }

    pub(crate) fn seats(&self, stage: Stage) -> Vec<Vec<PlayerId>> {
        self.state().play(stage).unwrap().tables.iter().map(|table| table.seats.clone()).collect()
    }

    pub(crate) fn tables(&self, stage: Stage) -> u32 {
        self.state().play(stage).map_or(0, |play| play.tables.len() as u32)
    }

    /// A sheet in which the seats win in this order, `"AAB"`, the others losing 10; `-` is a game that was not played.
    pub(crate) fn sheet(&self, stage: Stage, table: u32, winners: &str) -> SheetInput {
        let seats = self.state().table(stage, table).map_or(4, |table| table.seats.len());
        let entry = |letter: char| match letter {
            '-' => GameEntry { ending: Ending::NotPlayed, score: GameScore::Small(Vec::new()) },
            letter => won_by(letter as usize - 'A' as usize, seats),
        };
        // Games that are alike are copied more often than played.
        SheetInput { stage, table, games: winners.chars().map(entry).collect(), reason: Some(text(7)) }
    }

    pub(crate) fn enter(&mut self, stage: Stage, table: u32, winners: &str) -> Vec<TournamentEvent> {
        let sheet = self.sheet(stage, table, winners);
        self.done(TournamentAction::EnterSheet(sheet))
    }

    /// Enters every sheet of a stage, with these winners at each table.
    pub(crate) fn play(&mut self, stage: Stage, winners: &str) {
        for table in 1..=self.tables(stage) {
            self.enter(stage, table, winners);
        }
    }

    /// Ends a stage, seats and starts the next one.
    pub(crate) fn next(&mut self, from: Stage, to: Stage) {
        self.done(TournamentAction::CloseStage { stage: from, seat_next: true });
        self.done(TournamentAction::StartStage { stage: to });
    }

    pub(crate) fn close(&mut self) -> Vec<TournamentEvent> {
        self.done(TournamentAction::Close { seed: self.seed.clone(), ended_at: None })
    }

    /// The public standings: place, player and big points.
    pub(crate) fn public(&self) -> Vec<(Option<u32>, PlayerId, u32)> {
        let lines = self.state().public_standings().lines.into_iter();
        lines.map(|line| (line.place.map(Place::number), line.player, line.tally.big.0)).collect()
    }

    pub(crate) fn final_place(&self, player: &PlayerId) -> Option<u32> {
        let places = self.state().final_places().unwrap();
        places.iter().find(|(one, _)| one == player).and_then(|(_, place)| place.map(Place::number))
    }
}
