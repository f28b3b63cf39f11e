//! The season of the demo: closed tournaments, one that is being played, others to come, a league and a Grand Prix.

use crate::http_client::{Account, HttpClient, SignInError, unexpected};
use crate::system_environment::{BackdatedEnvironment, SystemEnvironment};
use domain::competitions::class::TournamentClass;
use domain::rulebook::Rulebook;
use domain::tournament::course::Stage;
use domain::values::calendar::{Day, Moment};
use domain::values::variant::Variant;
use events::environment::Environment;
use serde_json::{Value, json};
use simulation::{
    ActingRole, Game, Method, Outcome, Plan, ProgressStep, SeededRng, Service, ServiceError, ServiceRequest,
    ServiceResponse, Setup, StopAt, TournamentStaff, announce, hold, play_table, tournament_name,
};
use wire::common::{Page, Receipt};
use wire::competitions::grand_prix::NewGrandPrix;
use wire::competitions::leagues::NewLeague;
use wire::competitions::meetings::{NewGame, NewMeeting, NewTable};
use wire::players::Player;
use wire::seasons::SeasonItem;

/// The scene begins so many days ago: everything that has taken place was applied for in time.
pub(super) const DAYS_AGO: u32 = 35;

/// What everything in the scene follows from.
const SEED: u64 = 13;
const PLAYERS: usize = 32;
const PAGE: usize = 200;

pub(super) struct Staff<'a> {
    pub(super) admin: (&'a str, &'a str),
    pub(super) organiser: (&'a str, &'a str),
    pub(super) referee: (&'a str, &'a str),
}

/// What can be looked at.
pub(super) struct DemoSeason {
    pub(super) live: String,
    /// One that is over.
    pub(super) closed: String,
    /// One for which players are entered.
    pub(super) to_come: String,
    /// An application that waits for a decision.
    pub(super) applied: String,
    pub(super) league: String,
    pub(super) grand_prix: String,
}

pub(super) fn set_up(
    client: &HttpClient,
    clock: &BackdatedEnvironment,
    staff: &Staff<'_>,
) -> Result<DemoSeason, ServiceError> {
    let here = DemoClient::sign_in(client, staff)?;
    let players = here.players()?;
    let rulebook = here.rulebook()?;
    let plan = |number, days, class, format: &str, stop| here.plan(number, days, class, format, stop, &players);
    let eliminatory = TournamentClass::Eliminatory;
    let over = [
        plan(1, -14, eliminatory, "maks_c", StopAt::Closed)?,
        plan(2, -7, eliminatory, "standard_e+top12", StopAt::Closed)?,
    ];
    let live = plan(3, 0, eliminatory, "maks_c", StopAt::During(Stage::Round(3)))?;
    let to_come = plan(4, 14, TournamentClass::Ordinary, "zwykly", StopAt::Registration)?;
    let applied = plan(5, 40, TournamentClass::Ordinary, "standard_c", StopAt::Application)?;

    let [first, second] = [announce(&here, &over[0])?, announce(&here, &over[1])?];
    let live_announced = announce(&here, &live)?;
    let to_come = announce(&here, &to_come)?;
    let league = here.open_league(&rulebook)?;
    let grand_prix = NewGrandPrix { name: "Grand Prix Przykładowa".to_owned(), rulebook };
    let grand_prix = here.open("grand-prix", json!(grand_prix))?;

    let there = |days_ago: u32| {
        clock.set_days_ago(days_ago);
        // Sessions from before the change of the clock have expired.
        DemoClient::sign_in(client, staff)
    };
    let here = there(14)?;
    let first = here.hold_in_grand_prix(&over[0], first, &grand_prix)?;
    here.meet(&league, 1, 14, &players)?;
    let here = there(7)?;
    here.hold_in_grand_prix(&over[1], second, &grand_prix)?;
    here.meet(&league, 2, 7, &players)?;
    let here = there(0)?;
    let live = hold(&here, &live, live_announced)?;
    let applied = announce(&here, &applied)?;
    Ok(DemoSeason { live: live.id, closed: first.id, to_come: to_come.id, applied: applied.id, league, grand_prix })
}

/// Those who run everything, on one day.
struct DemoClient<'a> {
    client: &'a HttpClient,
    admin: Account,
    organiser: Account,
    referee: Account,
}

impl<'a> DemoClient<'a> {
    fn sign_in(client: &'a HttpClient, staff: &Staff<'_>) -> Result<Self, ServiceError> {
        let account = |(login, password)| {
            Account::sign_in(client, login, password, None).map_err(|problem| match problem {
                SignInError::Refused => ServiceError::Unreachable { problem: format!("{login} is not signed in") },
                SignInError::ServiceError(trouble) => trouble,
            })
        };
        Ok(Self {
            client,
            admin: account(staff.admin)?,
            organiser: account(staff.organiser)?,
            referee: account(staff.referee)?,
        })
    }

    fn plan(
        &self,
        number: u64,
        days_from_now: i32,
        class: TournamentClass,
        format: &str,
        stop: StopAt,
        players: &[String],
    ) -> Result<Plan, ServiceError> {
        let rng = SeededRng::seeded(SEED).branch(number);
        let mut players = players.to_vec();
        rng.branch(1).shuffle(&mut players);
        players.truncate(PLAYERS);
        let (name, venue, voivodeship) = tournament_name(&mut rng.branch(2));
        let setup: Setup =
            format.parse().map_err(|invalid| ServiceError::Unreachable { problem: format!("{invalid}") })?;
        Ok(Plan {
            name,
            venue,
            voivodeship,
            day: day(days_from_now),
            class,
            variant: Variant::Standard,
            rulebook: None,
            setup,
            players,
            incidents: true,
            stop,
            staff: TournamentStaff {
                organiser: Some(self.organiser.id.clone()),
                referee: Some(self.referee.id.clone()),
            },
            rng,
            run: format!("demo-{number}"),
        })
    }

    fn get(&self, path: &str) -> Result<ServiceResponse, ServiceError> {
        self.done(&ServiceRequest::get(ActingRole::Federation, path))
    }

    fn post(&self, path: String, body: Option<Value>) -> Result<ServiceResponse, ServiceError> {
        let key = Some(format!("demo-{path}-{}", body.as_ref().map(Value::to_string).unwrap_or_default().len()));
        let read = ServiceRequest::get(ActingRole::Federation, path);
        self.done(&ServiceRequest { method: Method::Post, body, key, ..read })
    }

    fn done(&self, call: &ServiceRequest) -> Result<ServiceResponse, ServiceError> {
        let answer = self.call(call)?;
        if answer.is_success() { Ok(answer) } else { Err(unexpected(call, &answer)) }
    }

    fn players(&self) -> Result<Vec<String>, ServiceError> {
        let page: Option<Page<Player>> = self.get(&format!("players?limit={PAGE}"))?.read();
        Ok(page.into_iter().flat_map(|page| page.items).map(|player| player.id).collect())
    }

    /// The rulebook of the season that is under way.
    fn rulebook(&self) -> Result<String, ServiceError> {
        let page: Option<Page<SeasonItem>> = self.get("seasons")?.read();
        let seasons = page.into_iter().flat_map(|page| page.items);
        let latest = seasons.max_by(|a, b| a.first_day.cmp(&b.first_day));
        Ok(latest.map(|season| season.rulebook).unwrap_or_default())
    }

    fn open(&self, kind: &str, body: Value) -> Result<String, ServiceError> {
        let answer = self.post(kind.to_owned(), Some(body))?;
        Ok(answer.read::<Receipt>().map(|receipt| receipt.id).unwrap_or_default())
    }

    fn open_league(&self, rulebook: &str) -> Result<String, ServiceError> {
        let league = NewLeague {
            name: "Liga Przykładowa".to_owned(),
            voivodeship: "łódzkie".to_owned(),
            first_day: day(-14),
            last_day: day(42),
            planned_meetings: Some(8),
            submitted_at: None,
            rulebook: rulebook.to_owned(),
        };
        self.open("leagues", json!(league))
    }

    /// Records a meeting of the league: four tables of four, three games each.
    fn meet(&self, league: &str, number: u64, days_ago: i32, players: &[String]) -> Result<(), ServiceError> {
        const PRESENT: usize = 16;
        let mut rng = SeededRng::seeded(SEED).branch(100 + number);
        let mut present: Vec<String> = players.iter().take(PRESENT).cloned().collect();
        rng.shuffle(&mut present);
        let game = |game: Game| {
            let small = game.small.into_iter().flatten().collect();
            NewGame { ending: game.ending.to_string(), small: Some(small) }
        };
        let table = |seats: &[String]| {
            let there = vec![true; seats.len()];
            let sheet = play_table(&there, 3, Variant::Standard, &Rulebook::default(), &mut rng);
            NewTable { seats: seats.to_vec(), games: sheet.games.into_iter().map(game).collect() }
        };
        let tables = present.chunks(4).map(table).collect();
        let (day, accept_warnings) = (day(-days_ago), false);
        let meeting = NewMeeting { number: None, day, present, tables, accept_warnings, reason: None };
        self.post(format!("leagues/{league}/meetings"), Some(json!(meeting))).map(drop)
    }

    /// Plays a tournament that belongs to the Grand Prix.
    fn hold_in_grand_prix(&self, plan: &Plan, announced: Outcome, cycle: &str) -> Result<Outcome, ServiceError> {
        let held = hold(self, plan, announced)?;
        self.post(format!("grand-prix/{cycle}/tournaments/{}", held.id), None)?;
        Ok(held)
    }
}

impl Service for DemoClient<'_> {
    fn call(&self, call: &ServiceRequest) -> Result<ServiceResponse, ServiceError> {
        let account = match call.who {
            ActingRole::Federation => &self.admin,
            ActingRole::Organiser => &self.organiser,
            ActingRole::Referee => &self.referee,
        };
        account.send(self.client, call)
    }

    fn advance_time(&self, _: u32) -> Result<(), ServiceError> {
        self.client.cancellation.check()
    }

    fn on_progress(&self, _: ProgressStep) {}
}

fn day(from_now: i32) -> String {
    let today = Moment::at_microseconds(SystemEnvironment.now().0).day();
    let day: Day = match u32::try_from(from_now) {
        Ok(days) => today.plus_days(days),
        Err(_) => today.minus_days(from_now.unsigned_abs()),
    };
    day.to_string()
}
