//! A tournament in its course, told by what people do in the hall.

use super::{day, moment};
use crate::Choice;
use crate::calendar::Moment;
use crate::class::TournamentClass;
use crate::course::{
    ActorRef, Application, Authorised, Command, Course, Doer, GameEntry, GameScore, Now, Order, Rejection, SheetInput,
    Stage, decide, evolve,
};
use crate::draw::Seed;
use crate::event::{
    AgeGroup, Commitment, EventDetails, FormatPlan, Grant, GrantedEvent, GrantedKind, Override, Registration, Role,
    RulebookRecord, TournamentApplication, TournamentEvent, TournamentFact,
};
use crate::game::Ending;
use crate::ids::{EventId, PlayerId, RulebookId};
use crate::place::Place;
use crate::rulebook::{ApplicationField, Preset, Raw};
use crate::top_stage::TopSize;
use crate::variant::Variant;
use crate::voivodeship::Voivodeship;

const ID: &str = "t-1";
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

/// Somebody with these roles at the tournament.
pub(crate) fn somebody(name: &str, roles: &[Role]) -> Doer {
    let event = GrantedEvent { kind: GrantedKind::Tournament, id: EventId::parse(ID).unwrap() };
    let grant = |role: &Role| Grant { role: *role, event: role.is_for_one_event().then(|| event.clone()) };
    Doer { id: ActorRef::parse(name).unwrap(), authorised: Authorised::Roles(roles.iter().map(grant).collect()) }
}

/// Somebody who may do everything that anybody may.
pub(crate) fn everybody() -> Doer {
    somebody("account/everybody", &[Role::Admin, Role::Organiser, Role::Referee, Role::MainReferee, Role::Arbiter])
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

/// A game that somebody won by emptying the rack, the others losing these points; `None` did not play.
pub(crate) fn game(small: &[Option<i32>]) -> GameEntry {
    GameEntry { ending: Ending::RackEmptied, score: GameScore::Small(small.to_vec()) }
}

/// A game that this seat won, everybody else losing 10.
pub(crate) fn won_by(seat: usize, seats: usize) -> GameEntry {
    let win = 10 * (seats as i32 - 1);
    game(&(0..seats).map(|one| Some(if one == seat { win } else { -10 })).collect::<Vec<_>>())
}

pub(crate) fn application(class: TournamentClass, sent: Moment) -> Application {
    let details = EventDetails {
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

pub(crate) struct Hall {
    pub(crate) course: Course,
    pub(crate) seed: Seed,
    pub(crate) at: Moment,
    /// Everything that has happened.
    pub(crate) events: Vec<TournamentEvent>,
}

impl Hall {
    pub(crate) fn empty() -> Self {
        Self {
            course: Course::Unknown,
            seed: Seed::new([5; 32]),
            at: moment("2025-01-15T12:00:00+01:00"),
            events: Vec::new(),
        }
    }

    /// An approved tournament.
    pub(crate) fn approved(class: TournamentClass, rulebook: RulebookRecord) -> Self {
        let mut hall = Self::empty();
        hall.done(Order::Apply(Box::new(application(class, hall.at))));
        let seed = hall.seed.commitment();
        hall.done(Order::Approve { class, rulebook_id: RulebookId::parse("season").unwrap(), rulebook, seed });
        hall
    }

    /// A tournament whose first round has started.
    pub(crate) fn started(rulebook: RulebookRecord, plan: FormatPlan, players: usize) -> Self {
        let mut hall = Self::approved(TournamentClass::Ordinary, rulebook);
        hall.done(Order::ChooseFormat(plan));
        hall.at = moment("2025-03-15T10:00:00+01:00");
        hall.done(Order::Register { registrations: (1..=players).map(adult).collect() });
        hall.done(Order::CheckIn { players: (1..=players).map(player).collect() });
        hall.done(Order::Draw { stage: Stage::Round(1), seed: hall.seed.clone(), reason: None });
        hall.done(Order::StartStage { stage: Stage::Round(1) });
        hall
    }

    pub(crate) fn now(&self) -> &Now {
        &self.course.here().unwrap().now
    }

    pub(crate) fn ask(&mut self, by: &Doer, order: Order) -> Result<Vec<TournamentEvent>, Rejection> {
        let command = Command { tournament: EventId::parse(ID).unwrap(), by: by.clone(), at: self.at, order };
        let events = decide(&self.course, &command)?;
        for event in &events {
            self.course = evolve(std::mem::take(&mut self.course), event).unwrap();
        }
        self.events.extend(events.iter().cloned());
        Ok(events)
    }

    /// What comes of an order that is carried out.
    pub(crate) fn done(&mut self, order: Order) -> Vec<TournamentEvent> {
        self.ask(&everybody(), order).unwrap_or_else(|refused| panic!("{refused:?}"))
    }

    /// The rule that refuses an order.
    pub(crate) fn refused(&mut self, order: Order) -> Rejection {
        self.ask(&everybody(), order).expect_err("the order was carried out")
    }

    /// The facts of what came of an order.
    pub(crate) fn facts(events: &[TournamentEvent]) -> Vec<&TournamentFact> {
        events
            .iter()
            .filter_map(|event| match event {
                TournamentEvent::Act(act) => Some(&act.fact),
                _ => None,
            })
            .collect()
    }

    /// Who sits there, from table 1 and seat 0.
    pub(crate) fn at(&self, stage: Stage, table: u32, seat: usize) -> PlayerId {
        self.now().table(stage, table).unwrap().seats[seat].clone()
    }

    pub(crate) fn seats(&self, stage: Stage) -> Vec<Vec<PlayerId>> {
        self.now().play(stage).unwrap().tables.iter().map(|table| table.seats.clone()).collect()
    }

    pub(crate) fn tables(&self, stage: Stage) -> u32 {
        self.now().play(stage).map_or(0, |play| play.tables.len() as u32)
    }

    /// A sheet in which the seats win in this order, `"AAB"`, everybody else losing 10; `-` is a game that was not played.
    pub(crate) fn sheet(&self, stage: Stage, table: u32, winners: &str) -> SheetInput {
        let seats = self.now().table(stage, table).map_or(4, |table| table.seats.len());
        let entry = |letter: char| match letter {
            '-' => GameEntry { ending: Ending::NotPlayed, score: GameScore::Small(Vec::new()) },
            letter => won_by(letter as usize - 'A' as usize, seats),
        };
        // Games that are alike are copied more often than played.
        SheetInput { stage, table, games: winners.chars().map(entry).collect(), reason: Some(text(7)) }
    }

    pub(crate) fn enter(&mut self, stage: Stage, table: u32, winners: &str) -> Vec<TournamentEvent> {
        let sheet = self.sheet(stage, table, winners);
        self.done(Order::EnterSheet(sheet))
    }

    /// Enters every sheet of a stage, with these winners at each table.
    pub(crate) fn play(&mut self, stage: Stage, winners: &str) {
        for table in 1..=self.tables(stage) {
            self.enter(stage, table, winners);
        }
    }

    /// Ends a stage, seats and starts the next one.
    pub(crate) fn next(&mut self, from: Stage, to: Stage) {
        self.done(Order::CloseStage { stage: from, seat_next: true });
        self.done(Order::StartStage { stage: to });
    }

    pub(crate) fn close(&mut self) -> Vec<TournamentEvent> {
        self.done(Order::Close { seed: self.seed.clone(), ended_at: None })
    }

    /// The standings that everybody sees: place, player and big points.
    pub(crate) fn public(&self) -> Vec<(Option<u32>, PlayerId, u32)> {
        let lines = self.now().public_standings().lines.into_iter();
        lines.map(|line| (line.place.map(Place::number), line.player, line.tally.big.0)).collect()
    }

    /// The place of a player in the whole tournament.
    pub(crate) fn final_place(&self, player: &PlayerId) -> Option<u32> {
        let places = self.now().final_places().unwrap();
        places.iter().find(|(one, _)| one == player).and_then(|(_, place)| place.map(Place::number))
    }
}
