//! Derivation of a player's results: all that the lists say about one player, with the rules behind it.

use crate::competitions::grand_prix::grand_prix_standings;
use crate::competitions::league::TableLine;
use crate::qualification::mp::ranking_for_qualification;
use crate::qualification::mw::MwList;
use crate::qualification::wildcard::{Wildcard, wildcard_order};
use crate::qualification::{Considered, Decision, Refusal, Source, Verdict};
use crate::rulebook::parameters;
use crate::season::lists::{Lists, SeasonLists};
use crate::season::ranking::{
    ConsideredResult, DecidingStep, NotCounted, PointsTable, Row, considered_results, deciding_step,
};
use crate::season::{Facts, Season};
use crate::tournament::status::MpStatus;
use crate::values::ids::{CompetitionKey, PlayerKey};
use crate::values::place::Place;
use crate::values::points::RankingPoints;
use std::sync::Arc;

/// Everything about one player.
#[derive(Debug, Clone)]
pub struct PlayerDerivation<'a> {
    /// By season, in the order of the facts.
    pub seasons: Vec<SeasonDerivation<'a>>,
    /// The Grand Prix in whose table the player stands.
    pub grand_prix: Vec<(CompetitionKey, TablePosition)>,
    /// By voivodeship championship, in the order of the facts; those that never looked at the player are left out.
    pub championships: Vec<ChampionshipDerivation<'a>>,
}

#[derive(Debug, Clone)]
pub struct SeasonDerivation<'a> {
    /// The position of the season in the facts.
    pub season: usize,
    pub ranking: Option<TablePosition>,
    /// Every result of the season, counted or not, and why.
    pub results: Vec<ConsideredResult>,
    /// Outcome of each competition of the player, and of the ranking.
    pub qualifications: Vec<QualificationDerivation<'a>>,
}

/// A row of a points table and what decides between it and its neighbours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TablePosition {
    pub place: Place,
    pub points: RankingPoints,
    pub rows: usize,
    /// The nearest player with a better place and the step that decides.
    pub above: Option<(PlayerKey, DecidingStep)>,
    /// The nearest player with a worse place and the step that decides.
    pub below: Option<(PlayerKey, DecidingStep)>,
    /// Those who share the place, in the order of their ids.
    pub sharing: Vec<PlayerKey>,
}

/// Outcome of one decision on qualifications for the player.
#[derive(Debug, Clone, Copy)]
pub struct QualificationDerivation<'a> {
    pub decision: &'a Decision,
    pub place: Option<Place>,
    pub outcome: Outcome,
    /// Distance to the last qualification, if others got all of them.
    pub missed: Option<Shortfall>,
}

/// Distance of a player to a qualification that others got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shortfall {
    /// The player who got the last one, with the place.
    pub last: (PlayerKey, Place),
    /// Number of eligible players between the two.
    pub before: usize,
    /// Difference in points, where points make the table.
    pub points: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Considered(Verdict),
    Refused(Refusal),
    /// The place lies below the last one that could get a qualification.
    BeyondDepth {
        depth: u32,
    },
    /// Everything was given out, or left open, further up.
    NotReached,
    /// The rules give it to the player now, but another player keeps the grant from before a correction (AMB-68).
    HeldByAnother,
    WithoutPlace,
}

#[derive(Debug, Clone)]
pub struct ChampionshipDerivation<'a> {
    /// The position of the championship in the facts.
    pub championship: usize,
    pub qualifications: Vec<QualificationDerivation<'a>>,
    pub wildcard: WildcardOutcome,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WildcardOutcome {
    Proposed {
        /// The number on the list, from 1.
        number: usize,
        of: usize,
        wildcard: Wildcard,
    },
    /// In the tables that give wildcards, but the places were filled before.
    CapReached {
        /// How many qualified and proposed players fill a championship.
        cap: u32,
    },
    /// Qualified already, or in none of those tables.
    NotACandidate,
}

impl ChampionshipDerivation<'_> {
    /// Whether it looked at the player at all.
    pub fn concerns(&self) -> bool {
        !self.qualifications.is_empty() || self.wildcard != WildcardOutcome::NotACandidate
    }
}

impl QualificationDerivation<'_> {
    /// Those who were looked at before the player and got nothing, with the reason.
    pub fn passed_over(&self, player: PlayerKey) -> impl Iterator<Item = &Considered> {
        let reached = self.decision.considered.iter().take_while(move |considered| considered.player != player);
        reached
            .filter(|considered| !matches!(considered.verdict, Verdict::Granted | Verdict::Pending | Verdict::LostTie))
    }

    /// Those who stood on the same place for the same qualification, in a tie that is open or was settled.
    pub fn tied_with(&self, player: PlayerKey) -> impl Iterator<Item = PlayerKey> {
        let tie = |considered: &&Considered| matches!(considered.verdict, Verdict::Pending | Verdict::LostTie);
        let place = self.place;
        let has_tie = self.decision.considered.iter().filter(tie).any(|considered| Some(considered.place) == place);
        let same = self.decision.considered.iter().filter(move |other| has_tie && Some(other.place) == place);
        let in_tie = |verdict: Verdict| matches!(verdict, Verdict::Granted | Verdict::Pending | Verdict::LostTie);
        same.filter(move |other| other.player != player && in_tie(other.verdict)).map(|other| other.player)
    }
}

pub fn derive<'a>(facts: &Facts, lists: &'a Lists, player: PlayerKey) -> PlayerDerivation<'a> {
    let season = |(index, lists): (usize, &'a Arc<SeasonLists>)| derive_season(facts, index, lists, player);
    let grand_prix = lists
        .grand_prix
        .iter()
        .filter_map(|standings| Some((standings.competition, table_position(&standings.table, player)?)));
    let championships = lists.mw.iter().enumerate();
    let championships = championships.map(|(index, list)| derive_championship(facts, index, list, player));
    PlayerDerivation {
        seasons: lists.seasons.iter().enumerate().map(season).collect(),
        grand_prix: grand_prix.collect(),
        championships: championships.filter(ChampionshipDerivation::concerns).collect(),
    }
}

/// `index` is the position of the season in the facts.
pub fn derive_season<'a>(
    facts: &Facts,
    index: usize,
    lists: &'a SeasonLists,
    player: PlayerKey,
) -> SeasonDerivation<'a> {
    let season = &facts.seasons[index];
    let qualifications = concerns(facts, Some(season), &lists.mp, player);
    SeasonDerivation {
        season: index,
        ranking: table_position(&lists.ranking, player),
        results: considered_results(facts, season, player),
        qualifications,
    }
}

/// `index` is the position of the championship in the facts.
pub fn derive_championship<'a>(
    facts: &Facts,
    index: usize,
    list: &'a MwList,
    player: PlayerKey,
) -> ChampionshipDerivation<'a> {
    ChampionshipDerivation {
        championship: index,
        qualifications: concerns(facts, None, &list.decisions, player),
        wildcard: wildcard_outcome(facts, index, list, player),
    }
}

fn wildcard_outcome(facts: &Facts, index: usize, list: &MwList, player: PlayerKey) -> WildcardOutcome {
    if let Some(position) = list.wildcards.iter().position(|wildcard| wildcard.player == player) {
        return WildcardOutcome::Proposed {
            number: position + 1,
            of: list.wildcards.len(),
            wildcard: list.wildcards[position],
        };
    }
    let qualified = list.qualified().any(|(_, granted)| granted.player == player);
    let in_tables = || wildcard_order(facts, &facts.championships[index]).any(|line| line.player == player);
    if qualified || !in_tables() {
        return WildcardOutcome::NotACandidate;
    }
    WildcardOutcome::CapReached { cap: facts.rulebook.get(parameters::MW_WILDCARD_CAP) }
}

/// The row of a player and what decides between it and its neighbours.
pub fn table_position(table: &PointsTable, player: PlayerKey) -> Option<TablePosition> {
    let position = table.position(player)?;
    let row = table.row(position)?;
    let upwards = (0..position).rev().filter_map(|above| table.row(above));
    let downwards = (position + 1..table.len()).filter_map(|below| table.row(below));
    let shares = |other: &Row<'_>| other.place == row.place;
    let above = upwards.clone().find(|other| !shares(other));
    let below = downwards.clone().find(|other| !shares(other));
    let mut sharing: Vec<PlayerKey> =
        upwards.take_while(shares).chain(downwards.take_while(shares)).map(|other| other.player).collect();
    sharing.sort_unstable();
    Some(TablePosition {
        place: row.place,
        points: row.points,
        rows: table.len(),
        above: above.map(|above| (above.player, deciding_step(table.rules(), &above, &row))),
        below: below.map(|below| (below.player, deciding_step(table.rules(), &row, &below))),
        sharing,
    })
}

/// Where a player stands in the competition of a decision.
enum Presence {
    Absent,
    WithoutPlace,
    At(Place),
}

impl Presence {
    fn of(place: Option<Place>) -> Self {
        place.map_or(Self::Absent, Self::At)
    }
}

fn presence(facts: &Facts, season: Option<&Season>, decision: &Decision, player: PlayerKey) -> Presence {
    let considered = decision.considered.iter().find(|considered| considered.player == player);
    if let Some(considered) = considered {
        return Presence::At(considered.place);
    }
    let in_points_table =
        |table: &PointsTable| Presence::of(table_position(table, player).map(|position| position.place));
    let in_table = |table: &[TableLine]| table.iter().find(|line| line.player == player).map(|line| line.place);
    let Some(competition) = decision.competition else {
        let ranking = season.and_then(|season| ranking_for_qualification(facts, season));
        return ranking.as_ref().map_or(Presence::Absent, in_points_table);
    };
    match decision.source {
        Source::Tournament | Source::Mw => {
            let tournament = facts.tournaments.iter().find(|tournament| tournament.competition == competition);
            let finish =
                tournament.and_then(|competition| competition.finishes.iter().find(|finish| finish.player == player));
            finish.map_or(Presence::Absent, |finish| finish.place.map_or(Presence::WithoutPlace, Presence::At))
        }
        Source::League => {
            let Some(league) = facts.leagues.iter().find(|league| league.competition == competition) else {
                return Presence::Absent;
            };
            let at_a_meeting = || league.meetings.iter().any(|meeting| meeting.present.contains(&player));
            match in_table(&league.table) {
                Some(place) => Presence::At(place),
                None if at_a_meeting() => Presence::WithoutPlace,
                None => Presence::Absent,
            }
        }
        Source::Online => {
            let online = facts.online.iter().find(|online| online.competition == competition);
            Presence::of(online.and_then(|online| in_table(&online.table)))
        }
        Source::GrandPrix => {
            let cycle = facts.grand_prix.iter().find(|cycle| cycle.competition == competition);
            let standings = cycle.and_then(|cycle| grand_prix_standings(facts, cycle));
            standings.map_or(Presence::Absent, |standings| in_points_table(&standings.table))
        }
        Source::Ranking => Presence::Absent,
    }
}

fn concerns<'a>(
    facts: &Facts,
    season: Option<&Season>,
    decisions: &'a [Decision],
    player: PlayerKey,
) -> Vec<QualificationDerivation<'a>> {
    let concern = |(index, decision)| concern(facts, season, &decisions[..index], decision, player);
    decisions.iter().enumerate().filter_map(concern).collect()
}

/// All players with a place in the competition of a decision, with their points where points make the table.
fn field(facts: &Facts, season: Option<&Season>, decision: &Decision) -> Vec<(PlayerKey, Place, Option<u32>)> {
    let rows = |table: &PointsTable| table.rows().map(|row| (row.player, row.place, Some(row.points.0))).collect();
    let lines = |table: &[TableLine]| table.iter().map(|line| (line.player, line.place, None)).collect();
    let Some(competition) = decision.competition else {
        let ranking = season.and_then(|season| ranking_for_qualification(facts, season));
        return ranking.as_ref().map_or_else(Vec::new, rows);
    };
    let found = match decision.source {
        Source::Tournament | Source::Mw => {
            facts.tournaments.iter().find(|it| it.competition == competition).map(|tournament| {
                let finishes = tournament.finishes.iter();
                finishes.filter_map(|finish| Some((finish.player, finish.standing_place()?, None))).collect()
            })
        }
        Source::League => {
            facts.leagues.iter().find(|it| it.competition == competition).map(|league| lines(&league.table))
        }
        Source::Online => {
            facts.online.iter().find(|it| it.competition == competition).map(|online| lines(&online.table))
        }
        Source::GrandPrix => {
            let cycle = facts.grand_prix.iter().find(|it| it.competition == competition);
            cycle.and_then(|cycle| grand_prix_standings(facts, cycle)).map(|standings| rows(&standings.table))
        }
        Source::Ranking => None,
    };
    found.unwrap_or_default()
}

/// Distance of a player to the last qualification; holders from the `earlier` decisions are not counted.
fn missed(
    facts: &Facts,
    season: Option<&Season>,
    (earlier, decision): (&[Decision], &Decision),
    (player, place): (PlayerKey, Place),
) -> Option<Shortfall> {
    let last = decision.granted().max_by_key(|granted| granted.place)?;
    let field = field(facts, season, decision);
    let in_the_way = |other: PlayerKey| {
        let holds = |decision: &Decision| decision.granted().any(|granted| granted.player == other);
        let is_settled = decision.considered.iter().any(|considered| considered.player == other);
        !is_settled && !earlier.iter().any(holds)
    };
    let points_of = |wanted| field.iter().find(|(other, ..)| *other == wanted).and_then(|(_, _, points)| *points);
    let before = field.iter().filter(|(other, at, _)| *at < place && in_the_way(*other)).count();
    let points = points_of(last.player).zip(points_of(player)).and_then(|(last, own)| last.checked_sub(own));
    Some(Shortfall { last: (last.player, last.place), before, points })
}

fn concern<'a>(
    facts: &Facts,
    season: Option<&Season>,
    earlier: &[Decision],
    decision: &'a Decision,
    player: PlayerKey,
) -> Option<QualificationDerivation<'a>> {
    let place = match presence(facts, season, decision, player) {
        Presence::Absent => return None,
        Presence::WithoutPlace => None,
        Presence::At(place) => Some(place),
    };
    let considered = decision.considered.iter().find(|considered| considered.player == player);
    let is_named = decision.proposed().any(|proposed| proposed.player == player);
    let has_it = considered.is_some_and(|considered| considered.verdict == Verdict::Granted);
    let outcome = match (considered, decision.refusal, place) {
        _ if is_named && !has_it => Outcome::HeldByAnother,
        (Some(considered), _, _) => Outcome::Considered(considered.verdict),
        (None, Some(refusal), _) => Outcome::Refused(refusal),
        (None, None, None) => Outcome::WithoutPlace,
        (None, None, Some(place)) => match decision.depth {
            Some(depth) if place.number() > depth => Outcome::BeyondDepth { depth },
            _ => Outcome::NotReached,
        },
    };
    let reach = place.filter(|_| outcome == Outcome::NotReached);
    let missed = reach.and_then(|place| missed(facts, season, (earlier, decision), (player, place)));
    Some(QualificationDerivation { decision, place, outcome, missed })
}

impl NotCounted {
    pub fn code(&self) -> &'static str {
        match self {
            Self::ExcludedClass => "excluded-class",
            Self::TooFewParticipants { .. } => "too-few-participants",
            Self::TooFewMeetings { .. } => "too-few-meetings",
            Self::RarelyPresent { .. } => "present-too-rarely",
            Self::BelowHalf { .. } => "below-half",
            Self::Disqualified => "disqualified",
            Self::NoGames => "no-games",
            Self::NotAmongBest => "not-among-best",
        }
    }

    pub fn rules(&self) -> &'static str {
        match self {
            Self::ExcludedClass => "AMB-63",
            Self::TooFewParticipants { .. } => "R-RANK-02, REG II.2",
            Self::TooFewMeetings { .. } | Self::RarelyPresent { .. } => "R-RANK-04, REG II.4",
            Self::BelowHalf { .. } => "R-RANK-03, REG II.3",
            Self::Disqualified => "R-SAN-09, AMB-48",
            Self::NoGames => "AMB-11",
            Self::NotAmongBest => "AMB-56",
        }
    }
}

impl DecidingStep {
    pub fn code(&self) -> &'static str {
        match self {
            Self::Total { .. } => "total",
            Self::Result { .. } => "result",
            Self::ExAequo => "ex-aequo",
        }
    }

    pub fn rules(&self) -> &'static str {
        match self {
            Self::Total { .. } => "R-RANK-06, REG II.5",
            Self::Result { .. } => "R-RANK-09, REG II.8",
            Self::ExAequo => "R-RANK-10, REG II.8",
        }
    }
}

impl Outcome {
    pub fn code(&self) -> &'static str {
        match self {
            Self::Considered(verdict) => verdict.code(),
            Self::Refused(refusal) => refusal.code(),
            Self::BeyondDepth { .. } => "beyond-depth",
            Self::NotReached => "not-reached",
            Self::HeldByAnother => "held-by-another",
            Self::WithoutPlace => "without-place",
        }
    }

    /// The rules behind the outcome, which depend on where the qualification would have come from.
    pub fn rules(&self, source: Source, mw: bool) -> &'static str {
        match self {
            Self::Considered(verdict) => verdict.rules(source, mw),
            Self::Refused(refusal) => refusal.rules(source, mw),
            Self::BeyondDepth { .. } => "R-AW-01",
            Self::HeldByAnother => "AMB-68",
            Self::NotReached | Self::WithoutPlace => giving_rule(source, mw),
        }
    }
}

/// The rule by which a source gives its qualifications.
fn giving_rule(source: Source, mw: bool) -> &'static str {
    match source {
        Source::Tournament if mw => "R-MW-02, REG I.19",
        Source::League if mw => "R-MW-03, REG I.19",
        Source::Tournament => "R-AWT-01, REG I.9",
        Source::League => "R-AWL-01, REG I.11",
        Source::GrandPrix => "R-AWG-03, REG I.12",
        Source::Online => "R-AWO-01, REG I.14",
        Source::Mw => "R-AWM-01, REG I.24",
        Source::Ranking => "R-AWR-01, REG I.13",
    }
}

impl Verdict {
    pub fn code(&self) -> &'static str {
        match self {
            Self::Granted => "granted",
            Self::Pending => "pending",
            Self::Holder(_) => "holder",
            Self::Waived(_) => "waived",
            Self::Disqualified => "disqualified",
            Self::NoGames => "no-games",
            Self::Foreign => "foreign",
            Self::RarelyPresent => "rarely-present",
            Self::LostTie => "lost-tie",
            Self::TiedOut => "tied-out",
            Self::Declined { .. } => "declined",
        }
    }

    pub fn rules(&self, source: Source, mw: bool) -> &'static str {
        match self {
            Self::Granted => giving_rule(source, mw),
            Self::Pending | Self::LostTie => "AMB-41, AMB-60",
            Self::Holder(_) if mw => "R-MW-04, REG I.20",
            Self::Holder(_) => match source {
                Source::Tournament => "R-AWT-02, REG I.9",
                Source::League => "R-AWL-02, REG I.11",
                Source::Online => "R-AWO-02, REG I.14",
                Source::GrandPrix | Source::Mw | Source::Ranking => giving_rule(source, mw),
            },
            Self::Waived(_) => "R-WAV-03, REG I.10",
            Self::Disqualified => "R-SAN-09, AMB-48",
            Self::NoGames => "AMB-11",
            Self::Foreign => "AMB-61",
            Self::RarelyPresent => "AMB-69",
            Self::TiedOut => "AMB-60",
            Self::Declined { .. } => "AMB-67",
        }
    }
}

impl Refusal {
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotValid(_) => "not-valid",
            Self::TooFewParticipants { .. } => "too-few-participants",
            Self::NoDecision { refused: true } => "exception-refused",
            Self::NoDecision { refused: false } => "exception-missing",
            Self::TooFewRegulars { .. } => "too-few-regulars",
            Self::IncompleteGrandPrix { .. } => "incomplete-grand-prix",
            Self::NoQuota => "no-quota",
            Self::Gone => "gone",
        }
    }

    pub fn rules(&self, source: Source, mw: bool) -> &'static str {
        match self {
            Self::NotValid(MpStatus::NotEliminatory) => "R-AWT-01, AMB-15",
            Self::NotValid(MpStatus::WrongLength { .. }) => "R-FMT-01, REG I.5",
            Self::NotValid(_) => "R-FMT-15, REG I.5",
            Self::NoDecision { .. } => "R-FMT-16, REG I.6",
            Self::IncompleteGrandPrix { .. } => "R-AWG-01, AMB-71",
            Self::Gone => "R-AW-02, AMB-68",
            Self::TooFewParticipants { .. } | Self::TooFewRegulars { .. } | Self::NoQuota => giving_rule(source, mw),
        }
    }
}

#[cfg(test)]
mod tests;
