//! Random small seasons, in which a few players meet again and again: many ties, holders, waivers and exceptions.

use super::given::{AnyCompetition, Competition, Given, given, grand_prix, league, online, tournament};
use crate::Choice;
use crate::competitions::class::{OnlineEvent, TournamentClass};
use crate::rulebook::parameters;
use crate::values::voivodeship::Voivodeship;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// The players who finish first everywhere; others fill up the tables.
pub(crate) const STARS: [&str; 8] = ["A", "B", "C", "D", "E", "F", "G", "H"];

/// The first day of the championship of every random season; its ranking is looked at on the 13th.
pub(crate) const MP_DAY: &str = "2025-09-20";

/// A season, written so that a failing one can be read.
#[derive(Debug, Clone)]
pub(crate) struct RandomSeason {
    /// Players who hold a qualification to the MP from the first day on.
    pub(crate) holders: Vec<&'static str>,
    competitions: Vec<RandomCompetition>,
    /// The places of the members of a Grand Prix.
    cycle: Vec<RandomCompetition>,
    waivers: Vec<(&'static str, (u32, &'static str))>,
    /// For each competition, the order that settles its ties, if one was set.
    ties_decided: Vec<Option<String>>,
    ranking_tie_decided: Option<String>,
    ranking_count: u32,
    gp_threshold: u32,
}

#[derive(Debug, Clone)]
struct RandomCompetition {
    kind: RandomKind,
    places: String,
    /// The day of September on which it ended.
    day: u32,
    time: &'static str,
    submitted: Option<&'static str>,
    voivodeship: Voivodeship,
    waived: String,
}

#[derive(Debug, Clone)]
enum RandomKind {
    Tournament {
        players: usize,
        class: TournamentClass,
        disqualified: String,
        idle: String,
        /// Whether it was granted, and how many days later.
        exception: Option<(bool, u32)>,
    },
    League {
        persons: usize,
    },
    Online(OnlineEvent),
}

/// A season of random competitions with `MP_DAY`, in which mazowieckie and lubelskie have a championship each.
pub(crate) fn random_season() -> impl Strategy<Value = RandomSeason> {
    // With nearly all players holders, the last places of leagues and Grand Prix are reached.
    let holders = prop_oneof![5 => subsequence(STARS.to_vec(), 0..3), 1 => subsequence(STARS.to_vec(), 7..=8)];
    let cycle = prop_oneof![
        2 => Just(Vec::new()),
        3 => proptest::collection::vec(competition(cycle_member()), 4..=6),
    ];
    (
        holders,
        proptest::collection::vec(competition(any_kind()), 3..9),
        cycle,
        proptest::collection::vec((select(STARS.to_vec()), afternoon()), 0..2),
        proptest::collection::vec(proptest::option::of(shuffled_stars()), 8),
        proptest::option::of(shuffled_stars()),
        select(vec![1, 1, 3, 50]),
        select(vec![40, 200]),
    )
        .prop_map(
            |(
                holders,
                competitions,
                cycle,
                waivers,
                ties_decided,
                ranking_tie_decided,
                ranking_count,
                gp_threshold,
            )| {
                RandomSeason {
                    holders,
                    competitions,
                    cycle,
                    waivers,
                    ties_decided,
                    ranking_tie_decided,
                    ranking_count,
                    gp_threshold,
                }
            },
        )
}

impl RandomSeason {
    pub(crate) fn given(&self) -> Given {
        let members: Vec<String> = (0..self.cycle.len()).map(|index| format!("M{index}")).collect();
        let mut written = given()
            .mp_on(MP_DAY)
            .rule(parameters::AWANS_RANKING_COUNT, self.ranking_count)
            .rule(parameters::AWANS_GP_THRESHOLD, self.gp_threshold)
            .championship("MW-M", Voivodeship::Mazowieckie)
            .championship("MW-L", Voivodeship::Lubelskie)
            .holding(&self.holders.join(" "));
        for (index, competition) in self.competitions.iter().enumerate() {
            let id = format!("E{index:02}");
            written = written.with(competition.build(&id));
            if let Some(order) = &self.ties_decided[index] {
                written = written.tie_decided(&id, order);
            }
        }
        for (id, member) in members.iter().zip(&self.cycle) {
            written = written.with(member.build(id));
        }
        if !members.is_empty() {
            written = written.with(grand_prix("GP", &members.join(" ")));
        }
        for (player, (day, time)) in &self.waivers {
            written = written.waiver(player, &september(*day, time));
        }
        match &self.ranking_tie_decided {
            Some(order) => written.ranking_tie_decided(order),
            None => written,
        }
    }
}

impl RandomCompetition {
    fn build(&self, id: &str) -> AnyCompetition {
        match &self.kind {
            RandomKind::Tournament { players, class, disqualified, idle, exception } => {
                let competition = tournament(id, *players, &without(&self.places, disqualified))
                    .class(*class)
                    .disqualified(disqualified)
                    .played(idle, 0);
                let competition = match exception {
                    Some((true, later)) => competition.exception_granted(&september(self.day + later, self.time)),
                    Some((false, later)) => competition.exception_refused(&september(self.day + later, self.time)),
                    None => competition,
                };
                self.finish(competition).into()
            }
            RandomKind::League { persons } => self.finish(league(id, *persons, &self.places)).into(),
            RandomKind::Online(kind) => self.finish(online(id, *kind, &self.places)).into(),
        }
    }

    fn finish<Kind>(&self, competition: Competition<Kind>) -> Competition<Kind> {
        let competition = competition.ended(&september(self.day, self.time)).held_in(self.voivodeship);
        // Only participants can waive.
        let competition = competition.waived(if self.places.contains(&self.waived) { &self.waived } else { "" });
        match self.submitted {
            Some(day) => competition.submitted(day),
            None => competition,
        }
    }
}

fn september(day: u32, time: &str) -> String {
    format!("2025-09-{day:02} {time}")
}

fn shuffled_stars() -> impl Strategy<Value = String> {
    Just(STARS.to_vec()).prop_shuffle().prop_map(|stars| stars.join(" "))
}

/// An afternoon from 9 to 16 September, so that some competitions come before the ranking and some after it.
fn afternoon() -> impl Strategy<Value = (u32, &'static str)> {
    (9..=16u32, select(vec!["15:00", "16:00"]))
}

/// One star or none.
fn sometimes_a_star() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => Just(String::new()),
        1 => select(STARS.to_vec()).prop_map(str::to_owned),
    ]
}

/// Some stars in some order, each tied with the one before or not.
fn places() -> impl Strategy<Value = String> {
    let ties = proptest::collection::vec(prop::bool::weighted(0.4), STARS.len());
    (Just(STARS.to_vec()).prop_shuffle(), 4..=STARS.len(), ties).prop_map(|(stars, count, ties)| {
        let mut text = String::new();
        for (star, tied) in stars[..count].iter().zip(ties) {
            if !text.is_empty() {
                text.push(if tied { '=' } else { ' ' });
            }
            text.push_str(star);
        }
        text
    })
}

/// The places without this star; a disqualified player has none.
fn without(places: &str, star: &str) -> String {
    let kept = |group: &str| group.split('=').filter(|name| *name != star).collect::<Vec<_>>().join("=");
    places.split(' ').map(kept).collect::<Vec<_>>().join(" ")
}

fn any_kind() -> BoxedStrategy<RandomKind> {
    prop_oneof![
        6 => any_tournament(),
        2 => select(vec![11, 12, 15, 16, 31, 32]).prop_map(|persons| RandomKind::League { persons }),
        2 => select(OnlineEvent::ALL.to_vec()).prop_map(RandomKind::Online),
    ]
    .boxed()
}

fn any_tournament() -> impl Strategy<Value = RandomKind> {
    let class = prop_oneof![
        4 => Just(TournamentClass::Eliminatory),
        1 => Just(TournamentClass::Ordinary),
        2 => Just(TournamentClass::Mw),
    ];
    let players = prop_oneof![
        2 => select(vec![15, 16, 23]),
        3 => select(vec![24, 25, 26, 27]),
        3 => select(vec![28, 29, 80]),
    ];
    let exception = proptest::option::weighted(0.8, (prop::bool::weighted(0.8), 0..9u32));
    (players, class, sometimes_a_star(), sometimes_a_star(), exception).prop_map(
        |(players, class, disqualified, idle, exception)| RandomKind::Tournament {
            players,
            class,
            disqualified,
            idle,
            exception,
        },
    )
}

/// A member of a Grand Prix, which is seldom too small.
fn cycle_member() -> BoxedStrategy<RandomKind> {
    let players = prop_oneof![1 => Just(27), 9 => Just(29)];
    (players, sometimes_a_star())
        .prop_map(|(players, idle)| RandomKind::Tournament {
            players,
            class: TournamentClass::Eliminatory,
            disqualified: String::new(),
            idle,
            exception: None,
        })
        .boxed()
}

fn competition(kind: BoxedStrategy<RandomKind>) -> impl Strategy<Value = RandomCompetition> {
    (
        kind,
        places(),
        afternoon(),
        select(vec![None, Some("2025-01-01"), Some("2025-01-02")]),
        select(vec![Voivodeship::Mazowieckie, Voivodeship::Lubelskie, Voivodeship::Lubelskie]),
        sometimes_a_star(),
    )
        .prop_map(|(kind, places, (day, time), submitted, voivodeship, waived)| RandomCompetition {
            kind,
            places,
            day,
            time,
            submitted,
            voivodeship,
            waived,
        })
}
