//! What takes place in the demo: tournaments that are over, one that is being played, others to come, a league and a Grand Prix.

use crate::caller::{Account, Line, SignInProblem};
use crate::world::{EarlierWorld, World};
use domain::calendar::{Day, Moment};
use domain::class::TournamentClass;
use domain::course::Stage;
use domain::rulebook::Rulebook;
use domain::variant::Variant;
use events::environment::Environment;
use serde_json::{Value, json};
use simulation::{
    Answer, Call, Chance, Crew, Method, Outcome, Plan, Service, Setup, Step, StopAt, Trouble, Who, announce,
    event_name, hold, play_table,
};

/// The scene begins so many days ago: everything that has taken place was applied for in time.
pub(super) const DAYS_AGO: u32 = 35;

/// What everything in the scene follows from.
const SEED: u64 = 13;
/// The players of each event.
const PLAYERS: usize = 32;
/// A page of the list of players.
const PAGE: usize = 200;

/// Who can sign in.
pub(super) struct Staff<'a> {
    pub(super) admin: (&'a str, &'a str),
    pub(super) organiser: (&'a str, &'a str),
    pub(super) referee: (&'a str, &'a str),
}

/// What can be looked at.
pub(super) struct Scene {
    /// The tournament that is being played.
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

/// Lets everything take place.
pub(super) fn set_up(line: &Line, clock: &EarlierWorld, staff: &Staff<'_>) -> Result<Scene, Trouble> {
    let here = Here::sign_in(line, staff)?;
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
    let grand_prix = here.open("grand-prix", json!({ "name": "Grand Prix Przykładowa", "rulebook": rulebook }))?;

    let there = |days_ago: u32| {
        clock.come_to(days_ago);
        // Whoever was signed in then is not any more.
        Here::sign_in(line, staff)
    };
    let here = there(14)?;
    let first = here.hold_of_cycle(&over[0], first, &grand_prix)?;
    here.meet(&league, 1, 14, &players)?;
    let here = there(7)?;
    here.hold_of_cycle(&over[1], second, &grand_prix)?;
    here.meet(&league, 2, 7, &players)?;
    let here = there(0)?;
    let live = hold(&here, &live, live_announced)?;
    let applied = announce(&here, &applied)?;
    Ok(Scene { live: live.id, closed: first.id, to_come: to_come.id, applied: applied.id, league, grand_prix })
}

/// Those who run everything, on one day.
struct Here<'a> {
    line: &'a Line,
    admin: Account,
    organiser: Account,
    referee: Account,
}

impl<'a> Here<'a> {
    fn sign_in(line: &'a Line, staff: &Staff<'_>) -> Result<Self, Trouble> {
        let account = |(login, password)| {
            Account::sign_in(line, login, password, None).map_err(|problem| match problem {
                SignInProblem::Refused => Trouble::Unreachable { problem: format!("{login} is not signed in") },
                SignInProblem::Trouble(trouble) => trouble,
            })
        };
        Ok(Self {
            line,
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
    ) -> Result<Plan, Trouble> {
        let chance = Chance::seeded(SEED).branch(number);
        let mut players = players.to_vec();
        chance.branch(1).shuffle(&mut players);
        players.truncate(PLAYERS);
        let (name, venue, voivodeship) = event_name(&mut chance.branch(2));
        let setup: Setup = format.parse().map_err(|invalid| Trouble::Unreachable { problem: format!("{invalid}") })?;
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
            crew: Crew { organiser: Some(self.organiser.id.clone()), referee: Some(self.referee.id.clone()) },
            chance,
            run: format!("demo-{number}"),
        })
    }

    fn read(&self, path: String) -> Result<Value, Trouble> {
        let call = Call { who: Who::Federation, method: Method::Get, path, body: None, basis: None, key: None };
        self.done(&call).map(|answer| answer.body)
    }

    fn post(&self, path: String, body: Option<Value>) -> Result<Answer, Trouble> {
        let key = Some(format!("demo-{path}-{}", body.as_ref().map(Value::to_string).unwrap_or_default().len()));
        self.done(&Call { who: Who::Federation, method: Method::Post, path, body, basis: None, key })
    }

    fn done(&self, call: &Call) -> Result<Answer, Trouble> {
        let answer = self.call(call)?;
        if answer.is_good() {
            return Ok(answer);
        }
        Err(Trouble::Refused {
            request: format!("{} {}", call.method.name(), call.path),
            status: answer.status,
            detail: answer.body["detail"].as_str().unwrap_or_default().to_owned(),
        })
    }

    /// People of the season.
    fn players(&self) -> Result<Vec<String>, Trouble> {
        let page = self.read(format!("players?limit={PAGE}"))?;
        let items = page["items"].as_array().into_iter().flatten();
        Ok(items.filter_map(|player| player["id"].as_str()).map(str::to_owned).collect())
    }

    /// The rulebook of the season that is under way.
    fn rulebook(&self) -> Result<String, Trouble> {
        let seasons = self.read("seasons".to_owned())?;
        let latest = seasons["items"]
            .as_array()
            .into_iter()
            .flatten()
            .max_by_key(|season| season["first_day"].as_str().unwrap_or_default().to_owned());
        let rulebook = latest.and_then(|season| season["rulebook"].as_str());
        Ok(rulebook.unwrap_or_default().to_owned())
    }

    fn open(&self, kind: &str, body: Value) -> Result<String, Trouble> {
        let answer = self.post(kind.to_owned(), Some(body))?;
        Ok(answer.body["id"].as_str().unwrap_or_default().to_owned())
    }

    fn open_league(&self, rulebook: &str) -> Result<String, Trouble> {
        self.open(
            "leagues",
            json!({
                "name": "Liga Przykładowa",
                "voivodeship": "łódzkie",
                "first_day": day(-14),
                "last_day": day(42),
                "planned_meetings": 8,
                "rulebook": rulebook,
            }),
        )
    }

    /// Records a meeting of the league: four tables of four, three games each.
    fn meet(&self, league: &str, number: u64, days_ago: i32, players: &[String]) -> Result<(), Trouble> {
        const PRESENT: usize = 16;
        let mut chance = Chance::seeded(SEED).branch(100 + number);
        let mut present: Vec<&str> = players.iter().take(PRESENT).map(String::as_str).collect();
        chance.shuffle(&mut present);
        let table = |seats: &[&str]| {
            let there = vec![true; seats.len()];
            let sheet = play_table(&there, 3, Variant::Standard, &Rulebook::default(), &mut chance);
            let games: Vec<Value> = sheet.games.iter().map(simulation::Game::json).collect();
            json!({ "seats": seats, "games": games })
        };
        let tables: Vec<Value> = present.chunks(4).map(table).collect();
        let body = json!({ "day": day(-days_ago), "present": present, "tables": tables });
        self.post(format!("leagues/{league}/meetings"), Some(body)).map(drop)
    }

    /// Plays a tournament that belongs to the Grand Prix.
    fn hold_of_cycle(&self, plan: &Plan, announced: Outcome, cycle: &str) -> Result<Outcome, Trouble> {
        let held = hold(self, plan, announced)?;
        self.post(format!("grand-prix/{cycle}/tournaments/{}", held.id), None)?;
        Ok(held)
    }
}

impl Service for Here<'_> {
    fn call(&self, call: &Call) -> Result<Answer, Trouble> {
        let account = match call.who {
            Who::Federation => &self.admin,
            Who::Organiser => &self.organiser,
            Who::Referee => &self.referee,
        };
        account.send(self.line, call)
    }

    fn pass(&self, _: u32) -> Result<(), Trouble> {
        self.line.pause.check()
    }

    fn saw(&self, _: Step) {}
}

/// A day in Warsaw, counted from today.
fn day(from_now: i32) -> String {
    let today = Moment::at_microseconds(World.now().0).day();
    let day: Day = match u32::try_from(from_now) {
        Ok(days) => today.plus_days(days),
        Err(_) => today.minus_days(from_now.unsigned_abs()),
    };
    day.to_string()
}
