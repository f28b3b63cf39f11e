//! One tournament with its history, and what a run of it is to be like.

use crate::people::here;
use crate::rng::Rng;
use domain::Choice;
use domain::competitions::class::TournamentClass;
use domain::event::{
    AgeGroup, Commitment, FormatPlan, Override, Registration, RulebookRecord, TournamentApplication, TournamentDetails,
    TournamentEvent,
};
use domain::rulebook::{ApplicationField, Preset, Raw, Rulebook};
use domain::tournament::course::Rejection;
use domain::tournament::course::{
    Application, Command, Principal, Tournament, TournamentAction, TournamentState, decide, evolve,
};
use domain::tournament::draw::Seed;
use domain::tournament::top_stage::TopSize;
use domain::values::calendar::{Day, Moment};
use domain::values::ids::PlayerId;
use domain::values::variant::Variant;
use domain::values::voivodeship::Voivodeship;

const FIRST_DAY: &str = "2025-04-01";
pub(crate) const EVENT_DAY: &str = "2025-05-17";
const MINUTES_PER_DAY: usize = 24 * 60;

pub(crate) fn commitment(byte: u8) -> Commitment {
    Commitment([byte; 32])
}

pub(crate) fn player(number: usize) -> PlayerId {
    PlayerId::parse(&format!("p{number:04}")).unwrap()
}

pub(crate) fn adult(player: PlayerId) -> Registration {
    Registration { player, age: AgeGroup::Adult, guardian_consent: false, accompanied: false, walk_in: false }
}

pub(crate) fn details() -> TournamentDetails {
    TournamentDetails {
        name: commitment(1),
        venue: commitment(2),
        voivodeship: Voivodeship::Slaskie,
        first_day: Day::parse(EVENT_DAY).unwrap(),
        last_day: Day::parse(EVENT_DAY).unwrap(),
    }
}

pub(crate) struct World {
    pub(crate) rng: Rng,
    pub(crate) course: Tournament,
    pub(crate) events: Vec<TournamentEvent>,
    /// How it stood right after the approval.
    pub(crate) approved: Option<TournamentState>,
    pub(crate) class: TournamentClass,
    pub(crate) variant: Variant,
    pub(crate) rulebook: RulebookRecord,
    pub(crate) plan: FormatPlan,
    pub(crate) players: usize,
    pub(crate) seed: Seed,
    minutes: usize,
}

impl World {
    pub(crate) fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let regular = rng.percent(15);
        let players = if rng.percent(60) { rng.between(6, 14) } else { rng.between(3, 30) };
        let rulebook = if regular { regular_rulebook() } else { custom_rulebook(&mut rng) };
        let class = if regular { TournamentClass::Eliminatory } else { TournamentClass::Ordinary };
        let variant = if rng.percent(6) { Variant::Duel } else { Variant::Standard };
        let plan = if regular { regular_plan(&mut rng, players) } else { custom_plan(&mut rng, players) };
        let seed = Seed::new(rng.bytes());
        Self {
            rng,
            course: Tournament::Unknown,
            events: Vec::new(),
            approved: None,
            class,
            variant,
            rulebook,
            plan,
            players,
            seed,
            minutes: 9 * 60,
        }
    }

    pub(crate) fn rules(&self) -> Rulebook {
        self.rulebook.rulebook().unwrap()
    }

    pub(crate) fn state(&self) -> Option<&TournamentState> {
        self.course.hosted().map(|running| running.state.as_ref())
    }

    pub(crate) fn application(&self) -> Application {
        Application {
            record: TournamentApplication {
                details: details(),
                contact: commitment(3),
                class: self.class,
                variant: self.variant,
                planned_players: self.players as u32,
                experienced: true,
                sponsors_consulted: None,
                submitted_at: self.moment(),
            },
            given: ApplicationField::ALL.to_vec(),
            rulebook: self.rules(),
        }
    }

    pub(crate) fn moment(&self) -> Moment {
        let day = Day::parse(FIRST_DAY).unwrap().plus_days((self.minutes / MINUTES_PER_DAY) as u32);
        let minute = self.minutes % MINUTES_PER_DAY;
        Moment::parse(&format!("{day}T{:02}:{:02}:00+02:00", minute / 60, minute % 60)).unwrap()
    }

    pub(crate) fn wait_minutes(&mut self, minutes: usize) {
        self.minutes += minutes;
    }

    pub(crate) fn wait_until_the_day(&mut self) {
        while self.moment().day() < Day::parse(EVENT_DAY).unwrap() {
            self.minutes += MINUTES_PER_DAY;
        }
    }

    pub(crate) fn command(&self, by: Principal, order: TournamentAction) -> Command {
        Command { tournament: here(), by, at: self.moment(), action: order }
    }

    pub(crate) fn decide(&self, by: &Principal, order: &TournamentAction) -> Result<Vec<TournamentEvent>, Rejection> {
        decide(&self.course, &self.command(by.clone(), order.clone())).map(|decided| decided.events)
    }

    /// Takes in what was decided.
    pub(crate) fn apply_events(&mut self, events: Vec<TournamentEvent>) {
        for event in events {
            let course = std::mem::take(&mut self.course);
            self.course = evolve(course, &event).unwrap_or_else(|error| panic!("{error}: {event:?}"));
            self.events.push(event);
        }
    }
}

fn overrides(pairs: &[(&str, Raw)]) -> Vec<Override> {
    pairs.iter().map(|(path, raw)| Override::new(path, raw).unwrap()).collect()
}

fn regular_rulebook() -> RulebookRecord {
    RulebookRecord { base: Preset::Pl2024_25, overrides: Vec::new() }
}

/// Any rounds are allowed, so that a run is short, and one or the other reading of the rules differs.
fn custom_rulebook(rng: &mut Rng) -> RulebookRecord {
    let text = |text: &str| Raw::Text(text.to_owned());
    let mut chosen = overrides(&[("formats.custom", Raw::Bool(true)), ("final.games.min", Raw::Int(1))]);
    if rng.percent(30) {
        chosen.extend(overrides(&[("minor.accompanied_below", Raw::Int(15))]));
    }
    let readings = overrides(&[
        ("attendance.late_join", text("any")),
        ("attendance.late_join", text("never")),
        ("dsq.placement", text("last")),
        ("dsq.placement", text("keep_no_points")),
        ("final.replacement", text("none")),
        ("final.carry_over", Raw::Bool(true)),
        ("seating.later", text("draw")),
        ("seating.tie_order", text("draw")),
        ("round_timeout.unplayed", text("replay")),
        ("standings.non_finalists", text("top_stage")),
        ("top.top8.advance", text("winners_plus_best")),
        ("game.tie.small_points", text("split")),
        ("change.late", text("forbid")),
        ("authority.unregulated.event", text("admins")),
        ("variants.duel.import_places_only", Raw::Bool(false)),
    ]);
    chosen.extend(rng.some(&readings, 12));
    let base = if rng.percent(10) { Preset::Loc2024_11_30 } else { Preset::Pl2024_25 };
    RulebookRecord { base, overrides: chosen }
}

fn regular_plan(rng: &mut Rng, players: usize) -> FormatPlan {
    let rounds = rng.pick(&[vec![3, 3, 3, 3], vec![4, 4, 4], vec![4, 4, 4, 4]]).unwrap();
    FormatPlan { rounds, final_games: rng.percent(70).then_some(4), ..custom_plan(rng, players) }.fitted()
}

fn custom_plan(rng: &mut Rng, players: usize) -> FormatPlan {
    let rounds = (0..rng.between(1, 3)).map(|_| rng.between(1, 4) as u32).collect();
    let top = match players {
        0..=7 => None,
        8..=11 => rng.percent(60).then_some(TopSize::Top8),
        _ if rng.percent(30) => None,
        _ => rng.pick(&[TopSize::Top8, TopSize::Top12]),
    };
    let final_games = (top.is_some() || rng.percent(60)).then_some(rng.between(1, 4) as u32);
    FormatPlan {
        name: None,
        rounds,
        round_minutes: Some(45),
        top,
        top_games: rng.between(1, 4) as u32,
        final_games,
        turn_seconds: 40,
        second_entry: rng.percent(25),
    }
}

trait Fitted {
    fn fitted(self) -> Self;
}

impl Fitted for FormatPlan {
    /// Without a final there is no TOP stage.
    fn fitted(mut self) -> Self {
        self.top = self.top.filter(|_| self.final_games.is_some());
        self
    }
}
