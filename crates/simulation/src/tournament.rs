//! One tournament from its application to its closed results, run over the API.

mod incidents;

use crate::game::{Sheet, play_table};
use crate::people::Person;
use crate::plan::{Plan, StopAt};
use crate::rng::SeededRng;
use crate::service::{ActingRole, Method, ProgressStep, Service, ServiceError, ServiceRequest, ServiceResponse};
use domain::Choice;
use domain::event::Role;
use domain::rulebook::Rulebook;
use domain::tournament::course::Stage;
use domain::tournament::sanction::Sanction;
use incidents::Incidents;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::cell::Cell;
use std::collections::BTreeSet;
use wire::common::Receipt;
use wire::tournaments::applications::Approval;
use wire::tournaments::desk::{Absences, CheckIns, Departure, LateArrival, NewReferee, NewRegistrations};
use wire::tournaments::live::{Seating, TableSeats};
use wire::tournaments::play::{NewDispute, NewDraw, NewRuling, NewSanction, StageEnd, TieDecision, Ties};

/// Attempts to send a sheet that another account has changed.
const TRIES: u32 = 5;
/// The time that passes in a round before the first sheets come in, in thousandths.
const BEFORE_SHEETS: u32 = 600;

/// What came of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    pub id: String,
    /// Whether its results are final.
    pub closed: bool,
    /// The secret of the private link of its application.
    pub secret: Option<String>,
}

/// Registers people as players; their ids in the same order.
pub fn register_people(service: &dyn Service, people: &[Person], run: &str) -> Result<Vec<String>, ServiceError> {
    let register = |(number, person): (usize, &Person)| {
        let call = ServiceRequest {
            method: Method::Post,
            body: Some(json!(person.registration())),
            key: Some(format!("{run}-player-{number}")),
            ..ServiceRequest::get(ActingRole::Federation, "players")
        };
        let answer = expect_success(&call, service.call(&call)?)?;
        Ok(read::<Receipt>(&call, &answer)?.id)
    };
    people.iter().enumerate().map(register).collect()
}

/// Plays an event as far as the plan says.
pub fn play(service: &dyn Service, plan: &Plan) -> Result<Outcome, ServiceError> {
    let announced = announce(service, plan)?;
    if matches!(plan.stop, StopAt::Application | StopAt::Registration) {
        return Ok(announced);
    }
    hold(service, plan, announced)
}

/// Applies for an event, and, unless the plan stops before, lets it be approved and players be entered.
pub fn announce(service: &dyn Service, plan: &Plan) -> Result<Outcome, ServiceError> {
    let call = ServiceRequest {
        method: Method::Post,
        body: Some(plan.application()),
        key: Some(format!("{}-application", plan.run)),
        ..ServiceRequest::get(ActingRole::Organiser, "applications")
    };
    let answer = expect_success(&call, service.call(&call)?)?;
    let Receipt { id, secret, .. } = read(&call, &answer)?;
    if plan.stop != StopAt::Application {
        SimulatedTournament::of(service, plan, &id, "before").announce()?;
    }
    Ok(Outcome { id, closed: false, secret })
}

/// Plays an event that was announced, on its day.
pub fn hold(service: &dyn Service, plan: &Plan, announced: Outcome) -> Result<Outcome, ServiceError> {
    let closed = SimulatedTournament::of(service, plan, &announced.id, "day").hold()?;
    Ok(Outcome { closed, ..announced })
}

fn read<T: DeserializeOwned>(call: &ServiceRequest, answer: &ServiceResponse) -> Result<T, ServiceError> {
    answer.read().ok_or_else(|| refused(call, answer))
}

fn expect_success(call: &ServiceRequest, answer: ServiceResponse) -> Result<ServiceResponse, ServiceError> {
    if answer.is_success() { Ok(answer) } else { Err(refused(call, &answer)) }
}

fn refused(call: &ServiceRequest, answer: &ServiceResponse) -> ServiceError {
    let part = |name: &str| answer.body[name].as_str().map(str::to_owned);
    let detail = [part("reason"), part("detail").or_else(|| part("title"))];
    ServiceError::Refused {
        request: format!("{} {}", call.method.name(), call.path),
        status: answer.status,
        detail: detail.into_iter().flatten().collect::<Vec<_>>().join(": "),
    }
}

/// An event that is being run.
struct SimulatedTournament<'a> {
    service: &'a dyn Service,
    plan: &'a Plan,
    id: String,
    /// What its idempotency keys have in common, and how many there are.
    run: String,
    requests: Cell<u32>,
    rulebook: Rulebook,
    /// Seated players who have left or are out.
    gone: BTreeSet<String>,
}

/// A table as it was seated.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Table {
    number: u32,
    seats: Vec<String>,
}

impl<'a> SimulatedTournament<'a> {
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

    fn announce(&self) -> Result<(), ServiceError> {
        self.approve()?;
        let registrations = Incidents::of(self.plan).registered(self.plan);
        self.post(ActingRole::Organiser, "registrations", NewRegistrations { registrations }).map(drop)
    }

    fn hold(mut self) -> Result<bool, ServiceError> {
        let plan = self.plan;
        let mut incidents = Incidents::of(plan);
        let present = Some(incidents.present_players(plan).to_vec());
        self.post(ActingRole::Organiser, "check-ins", CheckIns { players: present, all: false })?;
        if incidents.has_absentees() {
            self.post(ActingRole::Organiser, "absences", Absences { players: None, all_missing: true })?;
        }
        self.post(ActingRole::Organiser, "draws", NewDraw { stage: None, reason: None })?;
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
        self.post(ActingRole::Organiser, "close", ())?;
        self.service.on_progress(ProgressStep::Closed);
        Ok(true)
    }

    fn approve(&self) -> Result<(), ServiceError> {
        let Plan { staff, rulebook, setup, .. } = self.plan;
        let approval = Approval { class: None, rulebook: rulebook.clone(), organiser: staff.organiser.clone() };
        let path = format!("applications/{}/approval", self.id);
        self.write(ActingRole::Federation, Method::Post, path, approval, None)?;
        let path = format!("tournaments/{}/format", self.id);
        self.write(ActingRole::Organiser, Method::Put, path, &setup.chosen, Some("*".to_owned()))?;
        if staff.referee.is_some() {
            let referee =
                NewReferee { account: staff.referee.clone(), login: None, role: Role::MainReferee.name().to_owned() };
            self.post(ActingRole::Federation, "staff", referee)?;
        }
        Ok(())
    }

    /// Plays a stage; whether the event stops in it.
    fn stage(&mut self, stage: Stage, next: Option<Stage>, incidents: &mut Incidents) -> Result<bool, ServiceError> {
        let tables = self.tables(stage)?;
        self.post(ActingRole::Organiser, &format!("stages/{stage}/start"), ())?;
        let rng = self.plan.rng.branch(stage_number(stage));
        let stops = self.plan.stop == StopAt::During(stage);
        let mut order: Vec<&Table> = tables.iter().collect();
        rng.branch(0).shuffle(&mut order);
        self.while_they_play(stage, &tables, incidents)?;
        self.service.advance_time(BEFORE_SHEETS)?;
        let share = (1000 - BEFORE_SHEETS) / (order.len() as u32).max(1);
        // Where the event stops, more than half of the sheets are in.
        let entered = if stops { order.len().div_ceil(2) } else { order.len() };
        for table in &order[..entered] {
            self.table(stage, table, &mut rng.branch(u64::from(table.number)), stops, incidents)?;
            self.service.advance_time(share)?;
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
            self.post(ActingRole::Organiser, "departures", Departure { player: player.clone() })?;
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
    fn while_they_play(
        &mut self,
        stage: Stage,
        tables: &[Table],
        incidents: &mut Incidents,
    ) -> Result<(), ServiceError> {
        if let Some(player) = incidents.late_arrival(stage) {
            let arrival = LateArrival { player, age: None, guardian_consent: None, accompanied: None };
            self.post(ActingRole::Organiser, "late-arrivals", arrival)?;
        }
        if incidents.hides(stage, &self.plan.setup) {
            self.post(ActingRole::Referee, &format!("stages/{stage}/hiding"), ())?;
        }
        if let Some(player) = incidents.yellow_card(stage, tables, &self.gone) {
            let reason = "Dotykanie kostek innego gracza".to_owned();
            let sanction = Sanction::YellowCard.name().to_owned();
            self.post(ActingRole::Referee, "sanctions", NewSanction { player, sanction, reason })?;
        }
        if let Some(table) = incidents.dispute(stage, tables) {
            let path = format!("stages/{stage}/tables/{table}/disputes");
            let matter = "Czy joker może zostać zabrany z grupy trzech kostek".to_owned();
            self.post(ActingRole::Organiser, &path, NewDispute { game: Some(1), matter })?;
            let number = incidents.next_dispute();
            let ruling = "Tak, jeżeli wszystkie układy pozostają poprawne".to_owned();
            self.post(ActingRole::Referee, &format!("disputes/{number}/ruling"), NewRuling { ruling })?;
        }
        Ok(())
    }

    fn table(
        &self,
        stage: Stage,
        table: &Table,
        rng: &mut SeededRng,
        stops: bool,
        incidents: &mut Incidents,
    ) -> Result<(), ServiceError> {
        let present_players: Vec<bool> = table.seats.iter().map(|player| !self.gone.contains(player)).collect();
        let games = self.plan.setup.games(stage);
        let sheet = play_table(&present_players, games, self.plan.variant, &self.rulebook, rng);
        if stage == Stage::Final {
            // The referee enters the final game by game (R-FIN-05).
            let entered = if stops { games.div_ceil(2) } else { games };
            for game in 1..=entered as usize {
                self.enter(stage, table.number, &sheet, game, None)?;
                self.service.on_progress(ProgressStep::Sheet);
            }
            return Ok(());
        }
        if let Some(misread) = incidents.misread(stage, table.number, &sheet, rng) {
            self.enter(stage, table.number, &misread, misread.games.len(), None)?;
        }
        self.enter(stage, table.number, &sheet, sheet.games.len(), None)?;
        self.service.on_progress(ProgressStep::Sheet);
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
    ) -> Result<(), ServiceError> {
        let path = format!("tournaments/{}/stages/{stage}/tables/{table}/sheet", self.id);
        let who = if stage == Stage::Final { ActingRole::Referee } else { ActingRole::Organiser };
        for _ in 0..TRIES {
            // A request that enters a sheet states what it replaces: nothing, or the earlier sheet.
            let read = ServiceRequest::get(who, path.clone());
            let known = expect_success(&read, self.service.call(&read)?)?;
            let call = self.call(who, Method::Put, path.clone(), sheet.json(games, reason), known.etag);
            let answer = self.service.call(&call)?;
            if answer.status != 412 {
                return expect_success(&call, answer).map(drop);
            }
        }
        Err(ServiceError::Unreachable { problem: format!("{path} changes all the time") })
    }

    fn close_stage(&self, stage: Stage, seat_next: bool) -> Result<(), ServiceError> {
        let path = format!("tournaments/{}/stages/{stage}/close", self.id);
        let end = StageEnd { seat_next };
        let call = self.call(ActingRole::Organiser, Method::Post, path.clone(), end, None);
        let answer = self.service.call(&call)?;
        if is_tie(&answer) {
            // Who goes on is decided by the main referee, and then seats are given out.
            let end = StageEnd { seat_next: false };
            let call = self.call(ActingRole::Organiser, Method::Post, path, end, None);
            expect_success(&call, self.service.call(&call)?)?;
            self.settle_ties()?;
            let next = self.plan.setup.stages().into_iter().find(|later| *later > stage);
            next.map_or(Ok(()), |next| self.seat(next))?;
        } else {
            expect_success(&call, answer)?;
        }
        self.service.on_progress(ProgressStep::Stage);
        Ok(())
    }

    fn seat(&self, stage: Stage) -> Result<(), ServiceError> {
        let path = format!("tournaments/{}/stages/{stage}/seating", self.id);
        for _ in 0..TRIES {
            let call = self.call(ActingRole::Organiser, Method::Post, path.clone(), (), None);
            let answer = self.service.call(&call)?;
            if !is_tie(&answer) {
                return expect_success(&call, answer).map(drop);
            }
            self.settle_ties()?;
        }
        Err(ServiceError::Unreachable { problem: format!("{path}: a tie stays open") })
    }

    /// Lets the main referee decide whatever tie is open, by the order in which the service names the players.
    fn settle_ties(&self) -> Result<(), ServiceError> {
        for _ in 0..TRIES {
            let ties: Ties = self.get(ActingRole::Referee, format!("tournaments/{}/ties", self.id))?;
            let Some(tie) = ties.open else { return Ok(()) };
            let order = tie.players.into_iter().map(|tied| tied.player).collect();
            let reason = Some("Losowanie przy stoliku sędziowskim".to_owned());
            let decision = TieDecision { question: tie.question, order, reason };
            self.post(ActingRole::Referee, "ties", decision)?;
        }
        Ok(())
    }

    fn tables(&self, stage: Stage) -> Result<Vec<Table>, ServiceError> {
        let path = format!("tournaments/{}/seating?stage={stage}", self.id);
        let seating: Seating = self.get(ActingRole::Organiser, path)?;
        let table = |table: TableSeats| {
            let seats = table.seats.into_iter().map(|seat| seat.named.player).collect();
            Table { number: table.table, seats }
        };
        Ok(seating.tables.into_iter().map(table).collect())
    }

    fn get<T: DeserializeOwned>(&self, who: ActingRole, path: String) -> Result<T, ServiceError> {
        let call = ServiceRequest::get(who, path);
        let answer = expect_success(&call, self.service.call(&call)?)?;
        read(&call, &answer)
    }

    fn post(&self, who: ActingRole, path: &str, body: impl Serialize) -> Result<ServiceResponse, ServiceError> {
        self.write(who, Method::Post, format!("tournaments/{}/{path}", self.id), body, None)
    }

    fn write(
        &self,
        who: ActingRole,
        method: Method,
        path: String,
        body: impl Serialize,
        if_match: Option<String>,
    ) -> Result<ServiceResponse, ServiceError> {
        let call = self.call(who, method, path, body, if_match);
        expect_success(&call, self.service.call(&call)?)
    }

    fn call(
        &self,
        who: ActingRole,
        method: Method,
        path: String,
        body: impl Serialize,
        if_match: Option<String>,
    ) -> ServiceRequest {
        let number = self.requests.get() + 1;
        self.requests.set(number);
        let body = Some(json!(body)).filter(|body| !body.is_null());
        ServiceRequest { who, method, path, body, if_match, key: Some(format!("{}-{number}", self.run)) }
    }
}

fn is_tie(answer: &ServiceResponse) -> bool {
    answer.status == 409 && answer.body["reason"] == "tie-needs-referee"
}

/// A number for the chance of a stage.
fn stage_number(stage: Stage) -> u64 {
    match stage {
        Stage::Round(number) => u64::from(number),
        Stage::Top => 100,
        Stage::Final => 200,
    }
}
