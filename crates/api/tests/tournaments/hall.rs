//! A tournament under way, by the hand of somebody who may do everything.
#![allow(dead_code, reason = "each test uses a part of it")]

use api::testing::Instance;
use domain::Choice;
use domain::class::TournamentClass;
use domain::course::{
    ActorRef, Application, Authorised, Doer, GameEntry, GameScore, Order, Rejection, SheetInput, Stage,
};
use domain::event::{
    AgeGroup, EventDetails, FormatPlan, Grant, GrantedEvent, GrantedKind, Registration, Role, RulebookRecord,
    TournamentApplication,
};
use domain::game::Ending;
use domain::ids::{EventId, PlayerId, RulebookId};
use domain::rulebook::{ApplicationField, Preset, Rulebook};
use domain::sanction::Sanction;
use domain::text::{Country, Name, StatedReason};
use domain::variant::Variant;
use domain::voivodeship::Voivodeship;
use projections::office::{About, Act, ActError, Contact, Done, Ink, Known, Office, PlayerDetails, TournamentAsk};
use projections::projector::Projector;
use projections::views::TournamentEntry;
use std::collections::BTreeSet;
use std::sync::Arc;

pub(crate) const ROUNDS: u32 = 4;
pub(crate) const GAMES: u32 = 3;

pub(crate) struct Hall<'a> {
    pub(crate) instance: &'a Instance,
    pub(crate) id: EventId,
    pub(crate) players: Vec<PlayerId>,
    office: Office,
    projector: Projector,
}

impl<'a> Hall<'a> {
    /// Somebody has applied for it.
    pub(crate) fn applied_for(instance: &'a Instance) -> Self {
        let projector = Projector::start(Arc::clone(&instance.log), Arc::clone(&instance.vault));
        let office = instance.office();
        let id = office.new_tournament_id();
        let hall = Self { instance, id, players: Vec::new(), office, projector };
        hall.run(&|ink| Ok(Order::Apply(Box::new(application(ink)))));
        hall
    }

    /// Approved, with a format and so many players in the hall; nobody is seated.
    pub(crate) fn open(instance: &'a Instance, players: usize) -> Self {
        let mut hall = Self::applied_for(instance);
        hall.players = (0..players).map(|number| register(&hall.office, &hall.projector, number)).collect();
        hall.run(&|ink| {
            Ok(Order::Approve {
                class: TournamentClass::Ordinary,
                rulebook_id: RulebookId::parse("pl-2024-25").unwrap(),
                rulebook: RulebookRecord { base: Preset::parse("pl-2024-25").unwrap(), overrides: vec![] },
                seed: ink.seed().commitment(),
            })
        });
        let plan = FormatPlan {
            name: None,
            rounds: vec![GAMES; ROUNDS as usize],
            round_minutes: Some(45),
            top: None,
            top_games: 4,
            final_games: Some(4),
            turn_seconds: 40,
            second_entry: false,
        };
        hall.run(&|_| Ok(Order::ChooseFormat(plan.clone())));
        let registrations: Vec<Registration> = hall.players.iter().map(adult).collect();
        hall.run(&|_| Ok(Order::Register { registrations: registrations.clone() }));
        hall.run(&|_| Ok(Order::CheckIn { players: hall.players.clone() }));
        hall
    }

    /// The first round is being played.
    pub(crate) fn in_round_one(instance: &'a Instance, players: usize) -> Self {
        let hall = Self::open(instance, players);
        hall.run(&|ink| Ok(Order::Draw { stage: Stage::Round(1), seed: ink.seed(), reason: None }));
        hall.run(&|_| Ok(Order::StartStage { stage: Stage::Round(1) }));
        hall
    }

    /// The last round is being played.
    pub(crate) fn in_last_round(instance: &'a Instance, players: usize) -> Self {
        let hall = Self::in_round_one(instance, players);
        for round in 1..ROUNDS {
            hall.play(Stage::Round(round));
            hall.run(&|_| Ok(Order::StartStage { stage: Stage::Round(round + 1) }));
        }
        hall
    }

    /// Enters every sheet of a stage, closes it and seats the next.
    pub(crate) fn play(&self, stage: Stage) {
        for table in 1..=self.tables(stage) {
            self.enter(stage, table, 10 + table as i32);
        }
        self.run(&|_| Ok(Order::CloseStage { stage, seat_next: true }));
    }

    pub(crate) fn tables(&self, stage: Stage) -> u32 {
        self.entry().now().unwrap().play(stage).unwrap().tables.len() as u32
    }

    pub(crate) fn seats(&self, stage: Stage, table: u32) -> Vec<PlayerId> {
        self.entry().now().unwrap().table(stage, table).unwrap().seats.clone()
    }

    /// Enters a sheet in which everybody but the winner loses so many points in the first game, and one more in each later one.
    pub(crate) fn enter(&self, stage: Stage, table: u32, loss: i32) -> u64 {
        self.try_enter(stage, table, loss).unwrap().position.0
    }

    pub(crate) fn try_enter(&self, stage: Stage, table: u32, loss: i32) -> Result<Done, ActError<Rejection>> {
        let now = self.entry();
        let now = now.now().unwrap();
        let seats = now.table(stage, table).unwrap().seats.clone();
        let gone = |player: &PlayerId| now.present().all(|present| present != player);
        let games = if stage == Stage::Final { 4 } else { GAMES };
        let game = |nth: u32| {
            let there: Vec<usize> = (0..seats.len()).filter(|seat| !gone(&seats[*seat])).collect();
            let winner = there[nth as usize % there.len()];
            let small = |seat: usize| {
                let loss = loss + nth as i32;
                let won = loss * (there.len() as i32 - 1);
                there.contains(&seat).then_some(if seat == winner { won } else { -loss })
            };
            let small = (0..seats.len()).map(small).collect();
            GameEntry { ending: Ending::RackEmptied, score: GameScore::Small(small) }
        };
        let games: Vec<GameEntry> = (0..games).map(game).collect();
        self.try_run(&|ink| {
            let reason = Some(ink.reason(&StatedReason::parse("przeliczone dwa razy").unwrap()));
            Ok(Order::EnterSheet(SheetInput { stage, table, games: games.clone(), reason }))
        })
    }

    /// Enters the final game by game, as its referee does; nobody is tied.
    pub(crate) fn enter_final(&self) {
        let mut games = Vec::new();
        for game in 0..4 {
            let won = 60 + game;
            let small = [3 * won, -won, -won + 1, -won - 1].map(Some).to_vec();
            games.push(GameEntry { ending: Ending::RackEmptied, score: GameScore::Small(small) });
            let sheet = SheetInput { stage: Stage::Final, table: 1, games: games.clone(), reason: None };
            self.run(&|_| Ok(Order::EnterSheet(sheet.clone())));
        }
    }

    pub(crate) fn disqualify(&self, player: &PlayerId) -> u64 {
        self.run(&|ink| {
            let reason = ink.reason(&StatedReason::parse("schował płytkę do rękawa").unwrap());
            Ok(Order::GiveSanction { player: player.clone(), sanction: Sanction::Disqualification, reason })
        })
        .position
        .0
    }

    pub(crate) fn run(&self, order: &dyn Fn(&Ink<'_>) -> Result<Order, ActError<Rejection>>) -> Done {
        self.try_run(order).unwrap()
    }

    fn try_run(
        &self,
        order: &dyn Fn(&Ink<'_>) -> Result<Order, ActError<Rejection>>,
    ) -> Result<Done, ActError<Rejection>> {
        let doer = everything(&self.id);
        let ask = TournamentAsk { tournament: &self.id, doer: &doer, about: About::Whole };
        self.office.run_tournament(&Act::by(Instance::operator()), &self.projector, &ask, order)
    }

    pub(crate) fn entry(&self) -> Arc<TournamentEntry> {
        self.projector.catch_up(self.instance.position()).unwrap();
        Known::tournament(&self.projector, &self.id).unwrap().unwrap()
    }

    /// An address of the tournament; whoever reads there knows everything that was recorded.
    pub(crate) fn address(&self, part: &str) -> String {
        let sign = if part.contains('?') { '&' } else { '?' };
        format!("/api/v1/tournaments/{}/{part}{sign}wait_for={}", self.id, self.instance.position().0)
    }
}

/// Somebody who may do everything at a tournament.
fn everything(tournament: &EventId) -> Doer {
    let here =
        |role| Grant { role, event: Some(GrantedEvent { kind: GrantedKind::Tournament, id: tournament.clone() }) };
    let admin = Grant { role: Role::Admin, event: None };
    let grants = BTreeSet::from([admin, here(Role::Organiser), here(Role::MainReferee)]);
    Doer { id: ActorRef::parse("account/anna").unwrap(), authorised: Authorised::Roles(grants) }
}

fn register(office: &Office, known: &Projector, number: usize) -> PlayerId {
    let name = |text: &str| Name::parse(text).unwrap();
    let letter = char::from(b'a' + (number % 26) as u8);
    let details = PlayerDetails {
        first_name: name("Łucja"),
        surname: name(&format!("Żółw{letter}{}", "a".repeat(number / 26))),
        city: name("Zgierz"),
        voivodeship: Voivodeship::Opolskie,
        country: Country::parse("PL").unwrap(),
    };
    let done = office.register_player(&Act::by(Instance::operator()), known, &details, true).unwrap();
    PlayerId::parse(done.resource.id()).unwrap()
}

fn adult(player: &PlayerId) -> Registration {
    let (player, age) = (player.clone(), AgeGroup::Adult);
    Registration { player, age, guardian_consent: false, accompanied: false, walk_in: false }
}

fn application(ink: &Ink<'_>) -> Application {
    let name = |text: &str| Name::parse(text).unwrap();
    let day = ink.at().day().plus_days(60);
    let contact = Contact { name: Some("Olga Fikcyjna".into()), ..Contact::default() };
    let details = EventDetails {
        name: ink.name(&name("Turniej Testowy")),
        venue: ink.venue(&name("Biblioteka, Żory")),
        voivodeship: Voivodeship::Opolskie,
        first_day: day,
        last_day: day,
    };
    let record = TournamentApplication {
        details,
        contact: ink.contact(&contact),
        class: TournamentClass::Ordinary,
        variant: Variant::Standard,
        planned_players: 32,
        experienced: true,
        sponsors_consulted: None,
        submitted_at: ink.at(),
    };
    Application { record, given: ApplicationField::ALL.to_vec(), rulebook: Rulebook::default() }
}
