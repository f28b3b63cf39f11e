//! One event from its application to its closed results, as those who run it do it over the API.

mod incidents;

use crate::chance::Chance;
use crate::game::{Sheet, play_table};
use crate::people::Person;
use crate::plan::{Plan, StopAt};
use crate::service::{Answer, Call, Method, Service, Step, Trouble, Who};
use domain::course::Stage;
use domain::rulebook::Rulebook;
use incidents::Incidents;
use serde_json::{Value, json};
use std::cell::Cell;
use std::collections::BTreeSet;

/// How often a sheet is sent again when somebody else has changed it.
const TRIES: u32 = 5;
/// The time that passes in a round before the first sheets come in, in thousandths.
const BEFORE_SHEETS: u32 = 600;

/// What came of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Its id.
    pub id: String,
    /// Whether its results are final.
    pub closed: bool,
    /// The secret of the private link of its application.
    pub secret: Option<String>,
}

/// Registers people as players; their ids in the same order.
pub fn register_people(service: &dyn Service, people: &[Person], run: &str) -> Result<Vec<String>, Trouble> {
    let register = |(number, person): (usize, &Person)| {
        let call = Call {
            who: Who::Federation,
            method: Method::Post,
            path: "players".to_owned(),
            body: Some(person.json()),
            basis: None,
            key: Some(format!("{run}-player-{number}")),
        };
        let answer = good(&call, service.call(&call)?)?;
        id_of(&call, &answer)
    };
    people.iter().enumerate().map(register).collect()
}

/// Plays an event as far as the plan says.
pub fn play(service: &dyn Service, plan: &Plan) -> Result<Outcome, Trouble> {
    let announced = announce(service, plan)?;
    if matches!(plan.stop, StopAt::Application | StopAt::Registration) {
        return Ok(announced);
    }
    hold(service, plan, announced)
}

/// Applies for an event, and, unless the plan stops before, lets it be approved and players be entered.
pub fn announce(service: &dyn Service, plan: &Plan) -> Result<Outcome, Trouble> {
    let call = Call {
        who: Who::Organiser,
        method: Method::Post,
        path: "applications".to_owned(),
        body: Some(plan.application()),
        basis: None,
        key: Some(format!("{}-application", plan.run)),
    };
    let answer = good(&call, service.call(&call)?)?;
    let secret = answer.body["secret"].as_str().map(str::to_owned);
    let id = id_of(&call, &answer)?;
    if plan.stop != StopAt::Application {
        Event::of(service, plan, &id, "before").announce()?;
    }
    Ok(Outcome { id, closed: false, secret })
}

/// Plays an event that was announced, on its day.
pub fn hold(service: &dyn Service, plan: &Plan, announced: Outcome) -> Result<Outcome, Trouble> {
    let closed = Event::of(service, plan, &announced.id, "day").hold()?;
    Ok(Outcome { closed, ..announced })
}

fn id_of(call: &Call, answer: &Answer) -> Result<String, Trouble> {
    answer.body["id"].as_str().map(str::to_owned).ok_or_else(|| refused(call, answer))
}

fn good(call: &Call, answer: Answer) -> Result<Answer, Trouble> {
    if answer.is_good() { Ok(answer) } else { Err(refused(call, &answer)) }
}

fn refused(call: &Call, answer: &Answer) -> Trouble {
    let part = |name: &str| answer.body[name].as_str().map(str::to_owned);
    let detail = [part("reason"), part("detail").or_else(|| part("title"))];
    Trouble::Refused {
        request: format!("{} {}", call.method.name(), call.path),
        status: answer.status,
        detail: detail.into_iter().flatten().collect::<Vec<_>>().join(": "),
    }
}

/// An event that is being run.
struct Event<'a> {
    service: &'a dyn Service,
    plan: &'a Plan,
    id: String,
    /// What its idempotency keys have in common, and how many there are.
    run: String,
    requests: Cell<u32>,
    rulebook: Rulebook,
    /// Whoever went home or is out, of those who were seated.
    gone: BTreeSet<String>,
}

/// A table as it was seated.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Table {
    number: u32,
    seats: Vec<String>,
}

impl<'a> Event<'a> {
    fn of(service: &'a dyn Service, plan: &'a Plan, id: &str, part: &str) -> Self {
        Self {
            service,
            plan,
            id: id.to_owned(),
            run: format!("{}-{part}", plan.run),
            requests: Cell::new(0),
            rulebook: Rulebook::default(),
            gone: BTreeSet::new(),
        }
    }

    fn announce(&self) -> Result<(), Trouble> {
        self.approve()?;
        let registrations = Incidents::of(self.plan).registered(self.plan);
        self.post(Who::Organiser, "registrations", json!({ "registrations": registrations })).map(drop)
    }

    fn hold(mut self) -> Result<bool, Trouble> {
        let plan = self.plan;
        let mut incidents = Incidents::of(plan);
        self.post(Who::Organiser, "check-ins", json!({ "players": incidents.there(plan) }))?;
        if incidents.somebody_is_missing() {
            self.post(Who::Organiser, "absences", json!({ "all_missing": true }))?;
        }
        self.post(Who::Organiser, "draws", json!({}))?;
        let stages = plan.setup.stages();
        for (index, stage) in stages.iter().enumerate() {
            let next = stages.get(index + 1).copied();
            if self.stage(*stage, next, &mut incidents)? {
                return Ok(false);
            }
        }
        self.settle_ties()?;
        if plan.stop == StopAt::BeforeClosing {
            return Ok(false);
        }
        self.post(Who::Organiser, "close", Value::Null)?;
        self.service.saw(Step::Closed);
        Ok(true)
    }

    fn approve(&self) -> Result<(), Trouble> {
        let Plan { crew, rulebook, setup, .. } = self.plan;
        let mut approval = json!({});
        if let Some(organiser) = &crew.organiser {
            approval["organiser"] = organiser.as_str().into();
        }
        if let Some(rulebook) = rulebook {
            approval["rulebook"] = rulebook.as_str().into();
        }
        let path = format!("applications/{}/approval", self.id);
        self.write(Who::Federation, Method::Post, path, approval, None)?;
        let path = format!("tournaments/{}/format", self.id);
        self.write(Who::Organiser, Method::Put, path, setup.chosen.clone(), Some("*".to_owned()))?;
        if let Some(referee) = &crew.referee {
            self.post(Who::Federation, "staff", json!({ "account": referee, "role": "main_referee" }))?;
        }
        Ok(())
    }

    /// Plays a stage; whether the event stops in it.
    fn stage(&mut self, stage: Stage, next: Option<Stage>, incidents: &mut Incidents) -> Result<bool, Trouble> {
        let tables = self.tables(stage)?;
        self.post(Who::Organiser, &format!("stages/{stage}/start"), Value::Null)?;
        let chance = self.plan.chance.branch(stage_number(stage));
        let stops = self.plan.stop == StopAt::During(stage);
        let mut order: Vec<&Table> = tables.iter().collect();
        chance.branch(0).shuffle(&mut order);
        self.while_they_play(stage, &tables, incidents)?;
        self.service.pass(BEFORE_SHEETS)?;
        let share = (1000 - BEFORE_SHEETS) / (order.len() as u32).max(1);
        // Where the event stops, more than half of the sheets are in.
        let entered = if stops { order.len().div_ceil(2) } else { order.len() };
        for table in &order[..entered] {
            self.table(stage, table, &mut chance.branch(u64::from(table.number)), stops, incidents)?;
            self.service.pass(share)?;
        }
        if stops {
            return Ok(true);
        }
        let leaver = next.and_then(|next| incidents.leaver(next, &tables, &self.gone));
        let Some(next) = next else {
            self.close_stage(stage, false)?;
            return Ok(false);
        };
        if let Some(player) = leaver {
            self.close_stage(stage, false)?;
            self.post(Who::Organiser, "departures", json!({ "player": player }))?;
            self.gone.insert(player);
            self.seat(next)?;
        } else {
            self.close_stage(stage, true)?;
        }
        if let Some((table, sheet)) = incidents.late_correction(stage) {
            let reason = "Zawodnik pokazał kartkę z innym wynikiem";
            self.enter(stage, table, &sheet, sheet.games.len(), Some(reason))?;
        }
        Ok(false)
    }

    /// What happens at the tables before the sheets come in.
    fn while_they_play(&mut self, stage: Stage, tables: &[Table], incidents: &mut Incidents) -> Result<(), Trouble> {
        if let Some(player) = incidents.late_arrival(stage) {
            self.post(Who::Organiser, "late-arrivals", json!({ "player": player }))?;
        }
        if incidents.hides(stage, &self.plan.setup) {
            self.post(Who::Referee, &format!("stages/{stage}/hiding"), Value::Null)?;
        }
        if let Some(player) = incidents.yellow_card(stage, tables, &self.gone) {
            let reason = "Dotykanie kostek innego gracza";
            let card = json!({ "player": player, "sanction": "yellow_card", "reason": reason });
            self.post(Who::Referee, "sanctions", card)?;
        }
        if let Some(table) = incidents.dispute(stage, tables) {
            let path = format!("stages/{stage}/tables/{table}/disputes");
            let matter = "Czy joker może zostać zabrany z grupy trzech kostek";
            self.post(Who::Organiser, &path, json!({ "game": 1, "matter": matter }))?;
            let number = incidents.next_dispute();
            let ruling = "Tak, jeżeli wszystkie układy pozostają poprawne";
            self.post(Who::Referee, &format!("disputes/{number}/ruling"), json!({ "ruling": ruling }))?;
        }
        Ok(())
    }

    fn table(
        &self,
        stage: Stage,
        table: &Table,
        chance: &mut Chance,
        stops: bool,
        incidents: &mut Incidents,
    ) -> Result<(), Trouble> {
        let there: Vec<bool> = table.seats.iter().map(|player| !self.gone.contains(player)).collect();
        let games = self.plan.setup.games(stage);
        let sheet = play_table(&there, games, self.plan.variant, &self.rulebook, chance);
        if stage == Stage::Final {
            // The referee enters the final game by game (R-FIN-05).
            let entered = if stops { games.div_ceil(2) } else { games };
            for game in 1..=entered as usize {
                self.enter(stage, table.number, &sheet, game, None)?;
                self.service.saw(Step::Sheet);
            }
            return Ok(());
        }
        if let Some(misread) = incidents.misread(stage, table.number, &sheet, chance) {
            self.enter(stage, table.number, &misread, misread.games.len(), None)?;
        }
        self.enter(stage, table.number, &sheet, sheet.games.len(), None)?;
        self.service.saw(Step::Sheet);
        Ok(())
    }

    /// Enters the first games of a sheet over whatever stands there.
    fn enter(
        &self,
        stage: Stage,
        table: u32,
        sheet: &Sheet,
        games: usize,
        reason: Option<&str>,
    ) -> Result<(), Trouble> {
        let path = format!("tournaments/{}/stages/{stage}/tables/{table}/sheet", self.id);
        let who = if stage == Stage::Final { Who::Referee } else { Who::Organiser };
        for _ in 0..TRIES {
            // Whoever enters a sheet says what stood there: nothing, or what is replaced.
            let read = Call { who, method: Method::Get, path: path.clone(), body: None, basis: None, key: None };
            let known = good(&read, self.service.call(&read)?)?;
            let call = self.call(who, Method::Put, path.clone(), sheet.json(games, reason), known.etag);
            let answer = self.service.call(&call)?;
            if answer.status != 412 {
                return good(&call, answer).map(drop);
            }
        }
        Err(Trouble::Unreachable { problem: format!("{path} changes all the time") })
    }

    fn close_stage(&self, stage: Stage, seat_next: bool) -> Result<(), Trouble> {
        let path = format!("tournaments/{}/stages/{stage}/close", self.id);
        let call = self.call(Who::Organiser, Method::Post, path.clone(), json!({ "seat_next": seat_next }), None);
        let answer = self.service.call(&call)?;
        if is_tie(&answer) {
            // Who goes on is decided by the main referee, and then seats are given out.
            let call = self.call(Who::Organiser, Method::Post, path, json!({ "seat_next": false }), None);
            good(&call, self.service.call(&call)?)?;
            self.settle_ties()?;
            let next = self.plan.setup.stages().into_iter().find(|later| *later > stage);
            next.map_or(Ok(()), |next| self.seat(next))?;
        } else {
            good(&call, answer)?;
        }
        self.service.saw(Step::Stage);
        Ok(())
    }

    fn seat(&self, stage: Stage) -> Result<(), Trouble> {
        let path = format!("tournaments/{}/stages/{stage}/seating", self.id);
        for _ in 0..TRIES {
            let call = self.call(Who::Organiser, Method::Post, path.clone(), Value::Null, None);
            let answer = self.service.call(&call)?;
            if !is_tie(&answer) {
                return good(&call, answer).map(drop);
            }
            self.settle_ties()?;
        }
        Err(Trouble::Unreachable { problem: format!("{path}: a tie stays open") })
    }

    /// Lets the main referee decide whatever tie is open, by the order in which the service names the players.
    fn settle_ties(&self) -> Result<(), Trouble> {
        for _ in 0..TRIES {
            let path = format!("tournaments/{}/ties", self.id);
            let call = Call { who: Who::Referee, method: Method::Get, path, body: None, basis: None, key: None };
            let answer = good(&call, self.service.call(&call)?)?;
            let open = &answer.body["open"];
            let Some(question) = open["question"].as_str() else { return Ok(()) };
            let order: Vec<&str> = open["players"].as_array().into_iter().flatten().filter_map(player_of).collect();
            let reason = "Losowanie przy stoliku sędziowskim";
            self.post(Who::Referee, "ties", json!({ "question": question, "order": order, "reason": reason }))?;
        }
        Ok(())
    }

    fn tables(&self, stage: Stage) -> Result<Vec<Table>, Trouble> {
        let path = format!("tournaments/{}/seating?stage={stage}", self.id);
        let call = Call { who: Who::Organiser, method: Method::Get, path, body: None, basis: None, key: None };
        let answer = good(&call, self.service.call(&call)?)?;
        let tables = answer.body["tables"].as_array().ok_or_else(|| refused(&call, &answer))?;
        let table = |table: &Value| {
            let number = table["table"].as_u64()? as u32;
            let seats = table["seats"].as_array()?.iter().filter_map(player_of).map(str::to_owned).collect();
            Some(Table { number, seats })
        };
        Ok(tables.iter().filter_map(table).collect())
    }

    fn post(&self, who: Who, path: &str, body: Value) -> Result<Answer, Trouble> {
        self.write(who, Method::Post, format!("tournaments/{}/{path}", self.id), body, None)
    }

    fn write(
        &self,
        who: Who,
        method: Method,
        path: String,
        body: Value,
        basis: Option<String>,
    ) -> Result<Answer, Trouble> {
        let call = self.call(who, method, path, body, basis);
        good(&call, self.service.call(&call)?)
    }

    fn call(&self, who: Who, method: Method, path: String, body: Value, basis: Option<String>) -> Call {
        let number = self.requests.get() + 1;
        self.requests.set(number);
        let body = if body.is_null() { None } else { Some(body) };
        Call { who, method, path, body, basis, key: Some(format!("{}-{number}", self.run)) }
    }
}

fn is_tie(answer: &Answer) -> bool {
    answer.status == 409 && answer.body["reason"] == "tie-needs-referee"
}

/// A player is named by the id alone or by an object that has it.
fn player_of(value: &Value) -> Option<&str> {
    value.as_str().or_else(|| value["player"].as_str()).or_else(|| value["id"].as_str())
}

/// A number for the chance of a stage.
fn stage_number(stage: Stage) -> u64 {
    match stage {
        Stage::Round(number) => u64::from(number),
        Stage::Top => 100,
        Stage::Final => 200,
    }
}
