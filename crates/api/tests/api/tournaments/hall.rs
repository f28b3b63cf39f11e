//! A tournament under way, run by an account with every role.

#![allow(dead_code, reason = "each test uses a part of it")]

use api::testing::Instance;
use commands::{
    CommandError, CommandHandler, CommandMetadata, CommandReceipt, Contact, EtagScope, Lookup, PlayerDetails,
    TextSealer, TournamentRequest,
};
use domain::Choice;
use domain::competitions::class::TournamentClass;
use domain::event::{
    AgeGroup, CompetitionKind, FormatPlan, Grant, GrantedCompetition, Registration, Role, RulebookRecord,
    TournamentApplication, TournamentDetails,
};
use domain::game::Ending;
use domain::rulebook::{ApplicationField, Preset, Rulebook};
use domain::tournament::course::{
    ActorRef, Application, Credentials, GameEntry, GameScore, Principal, Rejection, SheetInput, Stage, TournamentAction,
};
use domain::tournament::sanction::Sanction;
use domain::values::ids::{CompetitionId, PlayerId, RulebookId};
use domain::values::text::{Country, Name, StatedReason};
use domain::values::variant::Variant;
use domain::values::voivodeship::Voivodeship;
use projections::projector::Projector;
use projections::views::TournamentEntry;
use std::collections::BTreeSet;
use std::sync::Arc;

pub(crate) const ROUNDS: u32 = 4;
pub(crate) const GAMES: u32 = 3;

pub(crate) struct Hall<'a> {
    pub(crate) instance: &'a Instance,
    pub(crate) id: CompetitionId,
    pub(crate) players: Vec<PlayerId>,
    commands: CommandHandler,
    projector: Projector,
}

impl<'a> Hall<'a> {
    /// Somebody has applied for it.
    pub(crate) fn applied_for(instance: &'a Instance) -> Self {
        let projector = Projector::start(Arc::clone(&instance.log), Arc::clone(&instance.vault));
        let commands = instance.commands();
        let id = commands.new_tournament_id();
        let hall = Self { instance, id, players: Vec::new(), commands, projector };
        hall.run(&|sealer| Ok(TournamentAction::Apply(Box::new(application(sealer)))));
        hall
    }

    /// Approved, with a format and so many players in the hall; nobody is seated.
    pub(crate) fn open(instance: &'a Instance, players: usize) -> Self {
        let mut hall = Self::applied_for(instance);
        hall.players = (0..players).map(|number| register(&hall.commands, &hall.projector, number)).collect();
        hall.run(&|sealer| {
            Ok(TournamentAction::Approve {
                class: TournamentClass::Ordinary,
                rulebook_id: RulebookId::parse("pl-2024-25").unwrap(),
                rulebook: RulebookRecord { base: Preset::parse("pl-2024-25").unwrap(), overrides: vec![] },
                seed: sealer.seed().commitment(),
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
        hall.run(&|_| Ok(TournamentAction::ChooseFormat(plan.clone())));
        let registrations: Vec<Registration> = hall.players.iter().map(adult).collect();
        hall.run(&|_| Ok(TournamentAction::Register { registrations: registrations.clone() }));
        hall.run(&|_| Ok(TournamentAction::CheckIn { players: hall.players.clone() }));
        hall
    }

    /// The first round is being played.
    pub(crate) fn in_round_one(instance: &'a Instance, players: usize) -> Self {
        let hall = Self::open(instance, players);
        hall.run(&|sealer| Ok(TournamentAction::Draw { stage: Stage::Round(1), seed: sealer.seed(), reason: None }));
        hall.run(&|_| Ok(TournamentAction::StartStage { stage: Stage::Round(1) }));
        hall
    }

    /// The last round is being played.
    pub(crate) fn in_last_round(instance: &'a Instance, players: usize) -> Self {
        let hall = Self::in_round_one(instance, players);
        for round in 1..ROUNDS {
            hall.play(Stage::Round(round));
            hall.run(&|_| Ok(TournamentAction::StartStage { stage: Stage::Round(round + 1) }));
        }
        hall
    }

    /// Enters every sheet of a stage, closes it and seats the next.
    pub(crate) fn play(&self, stage: Stage) {
        for table in 1..=self.tables(stage) {
            self.enter(stage, table, 10 + table as i32);
        }
        self.run(&|_| Ok(TournamentAction::CloseStage { stage, seat_next: true }));
    }

    pub(crate) fn tables(&self, stage: Stage) -> u32 {
        self.entry().state().unwrap().play(stage).unwrap().tables.len() as u32
    }

    pub(crate) fn seats(&self, stage: Stage, table: u32) -> Vec<PlayerId> {
        self.entry().state().unwrap().table(stage, table).unwrap().seats.clone()
    }

    /// Enters a sheet in which everybody but the winner loses so many points in the first game, and one more in each
    /// later one.
    pub(crate) fn enter(&self, stage: Stage, table: u32, loss: i32) -> u64 {
        self.try_enter(stage, table, loss).unwrap().position.0
    }

    pub(crate) fn try_enter(
        &self,
        stage: Stage,
        table: u32,
        loss: i32,
    ) -> Result<CommandReceipt, CommandError<Rejection>> {
        let entry = self.entry();
        let state = entry.state().unwrap();
        let seats = state.table(stage, table).unwrap().seats.clone();
        let gone = |player: &PlayerId| state.present().all(|present| present != player);
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
        self.try_run(&|sealer| {
            let reason = Some(sealer.reason(&StatedReason::parse("przeliczone dwa razy").unwrap()));
            Ok(TournamentAction::EnterSheet(SheetInput { stage, table, games: games.clone(), reason }))
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
            self.run(&|_| Ok(TournamentAction::EnterSheet(sheet.clone())));
        }
    }

    pub(crate) fn disqualify(&self, player: &PlayerId) -> u64 {
        self.run(&|sealer| {
            let reason = sealer.reason(&StatedReason::parse("schował płytkę do rękawa").unwrap());
            Ok(TournamentAction::GiveSanction { player: player.clone(), sanction: Sanction::Disqualification, reason })
        })
        .position
        .0
    }

    pub(crate) fn run(
        &self,
        order: &dyn Fn(&TextSealer<'_>) -> Result<TournamentAction, CommandError<Rejection>>,
    ) -> CommandReceipt {
        self.try_run(order).unwrap()
    }

    fn try_run(
        &self,
        order: &dyn Fn(&TextSealer<'_>) -> Result<TournamentAction, CommandError<Rejection>>,
    ) -> Result<CommandReceipt, CommandError<Rejection>> {
        let principal = everything(&self.id);
        let ask = TournamentRequest { tournament: &self.id, principal: &principal, about: EtagScope::Whole };
        self.commands.run_tournament(&CommandMetadata::by(Instance::operator()), &self.projector, &ask, order)
    }

    pub(crate) fn entry(&self) -> Arc<TournamentEntry> {
        self.projector.catch_up(self.instance.position()).unwrap();
        Lookup::tournament(&self.projector, &self.id).unwrap().unwrap()
    }

    /// An address of the tournament; whoever reads there knows everything that was recorded.
    pub(crate) fn address(&self, part: &str) -> String {
        let sign = if part.contains('?') { '&' } else { '?' };
        format!("/api/v1/tournaments/{}/{part}{sign}wait_for={}", self.id, self.instance.position().0)
    }
}

/// Somebody who may do everything at a tournament.
fn everything(tournament: &CompetitionId) -> Principal {
    let here = |role| Grant {
        role,
        event: Some(GrantedCompetition { kind: CompetitionKind::Tournament, id: tournament.clone() }),
    };
    let admin = Grant { role: Role::Admin, event: None };
    let grants = BTreeSet::from([admin, here(Role::Organiser), here(Role::MainReferee)]);
    Principal { id: ActorRef::parse("account/anna").unwrap(), credentials: Credentials::Roles(grants) }
}

fn register(commands: &CommandHandler, known: &Projector, number: usize) -> PlayerId {
    let name = |text: &str| Name::parse(text).unwrap();
    let letter = char::from(b'a' + (number % 26) as u8);
    let details = PlayerDetails {
        first_name: name("Łucja"),
        surname: name(&format!("Żółw{letter}{}", "a".repeat(number / 26))),
        city: name("Zgierz"),
        voivodeship: Voivodeship::Opolskie,
        country: Country::parse("PL").unwrap(),
    };
    let done = commands.register_player(&CommandMetadata::by(Instance::operator()), known, &details, true).unwrap();
    PlayerId::parse(done.resource.id()).unwrap()
}

fn adult(player: &PlayerId) -> Registration {
    let (player, age) = (player.clone(), AgeGroup::Adult);
    Registration { player, age, guardian_consent: false, accompanied: false, walk_in: false }
}

fn application(sealer: &TextSealer<'_>) -> Application {
    let name = |text: &str| Name::parse(text).unwrap();
    let day = sealer.command_time().day().plus_days(60);
    let contact = Contact { name: Some("Olga Fikcyjna".into()), ..Contact::default() };
    let details = TournamentDetails {
        name: sealer.name(&name("Turniej Testowy")),
        venue: sealer.venue(&name("Biblioteka, Żory")),
        voivodeship: Voivodeship::Opolskie,
        first_day: day,
        last_day: day,
    };
    let record = TournamentApplication {
        details,
        contact: sealer.contact(&contact),
        class: TournamentClass::Ordinary,
        variant: Variant::Standard,
        planned_players: 32,
        experienced: true,
        sponsors_consulted: None,
        submitted_at: sealer.command_time(),
    };
    Application { record, given: ApplicationField::ALL.to_vec(), rulebook: Rulebook::default() }
}
