//! A tournament that is ready to be played, for tests.

use crate::support;
use api::testing::{Instance, Reply};
use commands::{CommandError, CommandMetadata, Contact, EtagScope, LogLookup, TextSealer, TournamentRequest};
use domain::Choice;
use domain::competitions::class::TournamentClass;
use domain::event::{
    AgeGroup, CompetitionKind, FormatPlan, Grant, GrantedCompetition, Registration, Role, RulebookRecord,
    TournamentApplication, TournamentDetails,
};
use domain::rulebook::{ApplicationField, Preset, Rulebook};
use domain::tournament::course::{ActorRef, Application, Credentials, Principal, Rejection, Stage, TournamentAction};
use domain::values::calendar::Moment;
use domain::values::ids::{CompetitionId, PlayerId, RulebookId};
use domain::values::text::Name;
use domain::values::variant::Variant;
use domain::values::voivodeship::Voivodeship;
use events::environment::Environment;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

pub(crate) struct Hall {
    pub(crate) instance: Instance,
    pub(crate) id: CompetitionId,
    pub(crate) players: Vec<PlayerId>,
    pub(crate) admin: String,
    pub(crate) organiser: String,
    pub(crate) referee: String,
    pub(crate) main_referee: String,
}

/// Three rounds of three games and a final of four.
pub(crate) fn plan() -> FormatPlan {
    FormatPlan {
        name: None,
        rounds: vec![3, 3, 3],
        round_minutes: Some(45),
        top: None,
        top_games: 4,
        final_games: Some(4),
        turn_seconds: 40,
        second_entry: false,
    }
}

impl Hall {
    /// So many players in the first round, which has started.
    pub(crate) fn in_round_one(players: usize) -> Self {
        let hall = Self::seated(players, &plan());
        hall.act(&hall.organiser, "stages/1/start").expect(200);
        hall
    }

    /// The first round is drawn.
    pub(crate) fn seated(players: usize, plan: &FormatPlan) -> Self {
        let hall = Self::approved(players, Variant::Standard);
        hall.run(&|_| Ok(TournamentAction::ChooseFormat(plan.clone())));
        let registration = |player: &PlayerId| Registration {
            player: player.clone(),
            age: AgeGroup::Adult,
            guardian_consent: false,
            accompanied: false,
            walk_in: false,
        };
        let registrations: Vec<Registration> = hall.players.iter().map(registration).collect();
        hall.run(&|_| Ok(TournamentAction::Register { registrations: registrations.clone() }));
        hall.run(&|_| Ok(TournamentAction::CheckIn { players: hall.players.clone() }));
        hall.run(&|sealer| Ok(TournamentAction::Draw { stage: Stage::Round(1), seed: sealer.seed(), reason: None }));
        hall
    }

    /// A tournament that is approved and nothing more.
    pub(crate) fn approved(players: usize, variant: Variant) -> Self {
        let instance = Instance::start_with(|settings| settings.sign_in.admins_need_second_factor = false);
        Self::approved_at(instance, players, variant)
    }

    /// The same at an instance that the test has started.
    pub(crate) fn approved_at(instance: Instance, players: usize, variant: Variant) -> Self {
        let id = instance.commands().new_tournament_id();
        let surname = |number: usize| format!("Gracka{}", "abcdefghijklmnopqrstuvwxyz".chars().nth(number).unwrap());
        let players = (0..players).map(|number| support::register(&instance, &surname(number)).1);
        let players: Vec<PlayerId> =
            players.map(|stream| PlayerId::parse(stream.split_once('/').unwrap().1).unwrap()).collect();
        let admin = instance.signed_in(Role::Admin);
        let (organiser, referee, main_referee) = (String::new(), String::new(), String::new());
        let mut hall = Self { instance, id, players, admin, organiser, referee, main_referee };
        hall.run(&|sealer| Ok(TournamentAction::Apply(Box::new(application(sealer, variant)))));
        hall.run(&|sealer| {
            Ok(TournamentAction::Approve {
                class: TournamentClass::Ordinary,
                rulebook_id: RulebookId::parse("pl-2024-25").unwrap(),
                rulebook: RulebookRecord { base: Preset::parse("pl-2024-25").unwrap(), overrides: vec![] },
                seed: sealer.seed().commitment(),
            })
        });
        hall.organiser = hall.member("ola", Role::Organiser);
        hall.referee = hall.member("roma", Role::Referee);
        hall.main_referee = hall.member("marta", Role::MainReferee);
        hall
    }

    /// Somebody with a role here.
    fn member(&self, name: &str, role: Role) -> String {
        let event = Some(GrantedCompetition { kind: CompetitionKind::Tournament, id: self.id.clone() });
        self.instance.member(name, &[Grant { role, event }]).authorization
    }

    /// Does something that is not what the test is about, as somebody who may do everything.
    pub(crate) fn run(&self, order: &dyn Fn(&TextSealer<'_>) -> Result<TournamentAction, CommandError<Rejection>>) {
        let event = Some(GrantedCompetition { kind: CompetitionKind::Tournament, id: self.id.clone() });
        let here = |role| Grant { role, event: event.clone() };
        let admin = Grant { role: Role::Admin, event: None };
        let grants = BTreeSet::from([admin, here(Role::Organiser), here(Role::MainReferee)]);
        let principal =
            Principal { id: ActorRef::parse("account/anna").unwrap(), credentials: Credentials::Roles(grants) };
        let known = LogLookup::new(Arc::clone(&self.instance.log), Arc::clone(&self.instance.vault));
        let ask = TournamentRequest { tournament: &self.id, principal: &principal, about: EtagScope::Whole };
        let done = self
            .instance
            .commands()
            .run_tournament(&CommandMetadata::by(Instance::operator()), &known, &ask, order)
            .unwrap();
        assert_eq!(self.instance.get(&format!("/api/v1/players?wait_for={}", done.position.0)).status, 200);
    }

    /// The moment to the second, as Warsaw has it.
    pub(crate) fn now(&self) -> String {
        Moment::at_microseconds(self.instance.clock.now().0 / 1_000_000 * 1_000_000).to_string()
    }

    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/api/v1/tournaments/{}/{rest}", self.id)
    }

    pub(crate) fn sheet_path(&self, stage: &str, table: u32) -> String {
        self.path(&format!("stages/{stage}/tables/{table}/sheet"))
    }

    pub(crate) fn get(&self, who: &str, rest: &str) -> Reply {
        self.instance.send("GET", &self.path(rest), &[("Authorization", who)], None)
    }

    pub(crate) fn public(&self, rest: &str) -> Reply {
        self.instance.get(&self.path(rest))
    }

    /// A write without a body.
    pub(crate) fn act(&self, who: &str, rest: &str) -> Answer {
        Answer(self.instance.send("POST", &self.path(rest), &[("Authorization", who)], None))
    }

    pub(crate) fn post(&self, who: &str, rest: &str, body: &Value) -> Answer {
        Answer(self.instance.send_json("POST", &self.path(rest), &[("Authorization", who)], body))
    }

    pub(crate) fn etag(&self, stage: &str, table: u32) -> String {
        let reply = self.instance.send("GET", &self.sheet_path(stage, table), &[("Authorization", &self.admin)], None);
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.header("etag").to_owned()
    }

    pub(crate) fn put_sheet(&self, who: &str, (stage, table): (&str, u32), etag: &str, body: &Value) -> Answer {
        let headers = [("Authorization", who), ("If-Match", etag)];
        Answer(self.instance.send_json("PUT", &self.sheet_path(stage, table), &headers, body))
    }

    /// Enters a sheet as it stands, whatever stands there.
    pub(crate) fn enter(&self, stage: &str, table: u32, body: &Value) -> Reply {
        self.put_sheet(&self.organiser, (stage, table), "*", body).expect(200)
    }

    /// How many players sit at a table.
    pub(crate) fn seats(&self, stage: &str, table: u32) -> usize {
        self.instance.get(&self.sheet_path(stage, table)).json()["seats"].as_array().unwrap().len()
    }

    /// Enters every sheet of a round and ends it.
    pub(crate) fn play(&self, stage: &str, tables: u32, seat_next: bool) {
        for table in 1..=tables {
            let body = sheet(self.seats(stage, table), 10 * i64::from(table), 3);
            self.enter(stage, table, &body);
        }
        self.post(&self.organiser, &format!("stages/{stage}/close"), &json!({ "seat_next": seat_next })).expect(200);
    }

    /// The last act that was done.
    pub(crate) fn last_act(&self) -> u64 {
        self.get(&self.organiser, "acts?limit=1").json()["items"][0]["number"].as_u64().unwrap()
    }

    pub(crate) fn undo(&self, who: &str, act: u64) -> Answer {
        self.post(who, &format!("acts/{act}/undo"), &json!({}))
    }
}

/// An answer that a test expects to be so.
pub(crate) struct Answer(pub(crate) Reply);

impl Answer {
    pub(crate) fn expect(self, status: u16) -> Reply {
        assert_eq!(self.0.status, status, "{}", self.0.text());
        self.0
    }

    /// Refused by a rule, which is named.
    pub(crate) fn refused(self, status: u16, reason: &str) -> Value {
        let problem = self.expect(status).json();
        assert_eq!(problem["reason"], reason, "{problem}");
        assert!(problem["rule"].as_str().is_some_and(|rule| !rule.is_empty()), "{problem}");
        problem
    }
}

/// So many games that somebody won by emptying the rack; seat A wins the first, B the second, and so on.
pub(crate) fn sheet(seats: usize, base: i64, games: usize) -> Value {
    let game = |nth: usize| {
        let winner = nth % seats;
        let loss = |seat: usize| base + (nth * 4 + seat) as i64;
        let lost: i64 = (0..seats).filter(|seat| *seat != winner).map(loss).sum();
        let small: Vec<i64> = (0..seats).map(|seat| if seat == winner { lost } else { -loss(seat) }).collect();
        json!({ "ending": "rack_emptied", "small": small })
    };
    json!({ "games": (0..games).map(game).collect::<Vec<_>>() })
}

fn application(sealer: &TextSealer<'_>, variant: Variant) -> Application {
    let name = |text: &str| Name::parse(text).unwrap();
    // Results are imported on the day itself or later.
    let day = sealer.command_time().day().plus_days(if variant == Variant::Duel { 0 } else { 60 });
    let contact =
        Contact { name: Some("Olga Fikcyjna".into()), phone: Some("123 456 789".into()), ..Contact::default() };
    let details = TournamentDetails {
        name: sealer.name(&name("Turniej Testowy")),
        venue: sealer.venue(&name("Biblioteka, Żory")),
        voivodeship: Voivodeship::ALL[0],
        first_day: day,
        last_day: day,
    };
    let record = TournamentApplication {
        details,
        contact: sealer.contact(&contact),
        class: TournamentClass::Ordinary,
        variant,
        planned_players: 6,
        experienced: true,
        sponsors_consulted: None,
        submitted_at: sealer.command_time(),
    };
    Application { record, given: ApplicationField::ALL.to_vec(), rulebook: Rulebook::default() }
}
