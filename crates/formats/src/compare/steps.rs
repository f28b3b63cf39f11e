//! How two inputs differ, and the states on the way from one to the other.

use super::ComparisonInput;
use super::rows::{Rows, rows};
use crate::bundle::{Bundle, check, raw};
use domain::rulebook::{Rulebook, parameters};
use domain::season::lists::lists;
use domain::values::calendar::Moment;
use smol_str::SmolStr;
use std::collections::{BTreeSet, HashMap, HashSet};

/// One difference of the inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputDifference {
    /// People were added, removed or changed.
    Players,
    /// A parameter of the rulebook has another value.
    Parameter {
        path: &'static str,
        before: String,
        after: String,
    },
    Seasons,
    /// A tournament, league, Grand Prix or online event was added, removed or changed.
    Event(CompetitionKind, SmolStr, ChangeKind),
    /// The waivers that a player declared outside events differ.
    Waivers(SmolStr),
    /// A voivodeship championship was added, removed or changed.
    Championship(SmolStr, ChangeKind),
    /// A tie decision was added, removed or changed; the event, and the season for the ranking.
    TieDecision(SmolStr, Option<SmolStr>, ChangeKind),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompetitionKind {
    Tournament,
    League,
    GrandPrix,
    Online,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// Only in the second input.
    Added,
    /// Only in the first input.
    Removed,
    /// In both, with other content.
    Changed,
}

/// Something in a bundle with an id.
trait Identified: Clone + PartialEq {
    fn id(&self) -> &SmolStr;
}

macro_rules! identified {
    ($($type:ident),+) => { $(
        impl Identified for raw::$type {
            fn id(&self) -> &SmolStr {
                &self.id
            }
        }
    )+ };
}
identified!(Player, Tournament, League, GrandPrix, Online, Mw);

fn find<'a, T: Identified>(list: &'a [T], id: &str) -> Option<&'a T> {
    list.iter().find(|item| item.id() == id)
}

fn by_id<T: Identified>(list: &[T]) -> HashMap<&SmolStr, &T> {
    list.iter().map(|item| (item.id(), item)).collect()
}

/// The ids of what differs, with how; in the order of the first list, then what the second adds.
fn differing<T: Identified>(before: &[T], after: &[T]) -> Vec<(SmolStr, ChangeKind)> {
    let (old, new) = (by_id(before), by_id(after));
    let kept = before.iter().filter_map(|item| match new.get(item.id()) {
        None => Some((item.id().clone(), ChangeKind::Removed)),
        Some(other) if *other != item => Some((item.id().clone(), ChangeKind::Changed)),
        Some(_) => None,
    });
    let added =
        after.iter().filter(|item| !old.contains_key(item.id())).map(|item| (item.id().clone(), ChangeKind::Added));
    kept.chain(added).collect()
}

/// Every difference of the inputs: people, rulebook, seasons, then events in the order of time, and the rest.
pub(super) fn steps(before: &ComparisonInput, after: &ComparisonInput) -> Vec<InputDifference> {
    let (a, b) = (&before.bundle, &after.bundle);
    let mut steps = Vec::new();
    if !differing(&a.players, &b.players).is_empty() {
        steps.push(InputDifference::Players);
    }
    steps.extend(before.rulebook.differences(&after.rulebook).into_iter().map(|difference| {
        InputDifference::Parameter {
            path: difference.parameter.path,
            before: difference.before.to_string(),
            after: difference.after.to_string(),
        }
    }));
    if a.seasons != b.seasons {
        steps.push(InputDifference::Seasons);
    }
    steps.extend(events(a, b));
    let (declared_a, declared_b) = (waivers_by_player(a), waivers_by_player(b));
    let who: BTreeSet<&SmolStr> = declared_a.keys().chain(declared_b.keys()).copied().collect();
    let waivers = who.into_iter().filter(|player| declared_a.get(player) != declared_b.get(player));
    steps.extend(waivers.map(|player| InputDifference::Waivers(player.clone())));
    let championships = differing(&a.mw, &b.mw).into_iter();
    steps.extend(championships.map(|(id, how)| InputDifference::Championship(id, how)));
    let keys: BTreeSet<(&SmolStr, Option<&SmolStr>)> = a
        .tie_decisions
        .iter()
        .chain(&b.tie_decisions)
        .map(|decision| (&decision.event, decision.season.as_ref()))
        .collect();
    for (event, season) in keys {
        let how = match (tie_decision(a, event, season), tie_decision(b, event, season)) {
            (old, new) if old == new => continue,
            (None, _) => ChangeKind::Added,
            (_, None) => ChangeKind::Removed,
            _ => ChangeKind::Changed,
        };
        steps.push(InputDifference::TieDecision(event.clone(), season.cloned(), how));
    }
    steps
}

fn waivers_by_player(bundle: &Bundle) -> HashMap<&SmolStr, Vec<&raw::Waiver>> {
    let mut by_player: HashMap<&SmolStr, Vec<&raw::Waiver>> = HashMap::new();
    for waiver in &bundle.waivers {
        by_player.entry(&waiver.player).or_default().push(waiver);
    }
    by_player
}

fn tie_decision<'a>(bundle: &'a Bundle, event: &str, season: Option<&SmolStr>) -> Option<&'a raw::TieDecision> {
    bundle.tie_decisions.iter().find(|decision| decision.event == event && decision.season.as_ref() == season)
}

fn events(a: &Bundle, b: &Bundle) -> Vec<InputDifference> {
    let ended = |text: &str| Moment::parse(text).ok();
    let tournament_end =
        |id: &str| find(&b.tournaments, id).or(find(&a.tournaments, id)).and_then(|event| ended(&event.ended_at));
    let mut events: Vec<(Option<Moment>, bool, InputDifference)> = Vec::new();
    for (id, how) in differing(&a.tournaments, &b.tournaments) {
        events.push((tournament_end(&id), false, InputDifference::Event(CompetitionKind::Tournament, id, how)));
    }
    for (id, how) in differing(&a.leagues, &b.leagues) {
        let end = find(&b.leagues, &id).or(find(&a.leagues, &id)).and_then(|event| ended(&event.ended_at));
        events.push((end, false, InputDifference::Event(CompetitionKind::League, id, how)));
    }
    for (id, how) in differing(&a.online, &b.online) {
        let end = find(&b.online, &id).or(find(&a.online, &id)).and_then(|event| ended(&event.ended_at));
        events.push((end, false, InputDifference::Event(CompetitionKind::Online, id, how)));
    }
    for (id, how) in differing(&a.grand_prix, &b.grand_prix) {
        let grand_prix = find(&b.grand_prix, &id).or(find(&a.grand_prix, &id));
        let end =
            grand_prix.and_then(|grand_prix| grand_prix.tournaments.iter().filter_map(|id| tournament_end(id)).max());
        events.push((end, true, InputDifference::Event(CompetitionKind::GrandPrix, id, how)));
    }
    events.sort_by_key(|(end, is_cycle, _)| (*end, *is_cycle));
    events.into_iter().map(|(_, _, step)| step).collect()
}

/// An input between the first and the second.
pub(super) struct State {
    bundle: Bundle,
    rulebook: Rulebook,
}

impl State {
    /// The first input, with the people of both, so that events of both can be told of.
    pub(super) fn new(before: &ComparisonInput, after: &ComparisonInput) -> Self {
        let mut bundle = before.bundle.clone();
        let known: HashSet<SmolStr> = bundle.players.iter().map(|player| player.id.clone()).collect();
        bundle.players.extend(after.bundle.players.iter().filter(|player| !known.contains(&player.id)).cloned());
        Self { bundle, rulebook: before.rulebook.clone() }
    }

    pub(super) fn apply(&mut self, step: &InputDifference, after: &ComparisonInput) {
        let (state, other) = (&mut self.bundle, &after.bundle);
        match step {
            InputDifference::Players => {
                let others = by_id(&other.players);
                for player in &mut state.players {
                    if let Some(changed) = others.get(&player.id) {
                        player.clone_from(changed);
                    }
                }
            }
            InputDifference::Parameter { path, .. } => {
                if let Some(parameter) = parameters::parameter(path) {
                    self.rulebook.adopt(parameter, &after.rulebook);
                }
            }
            InputDifference::Seasons => state.seasons.clone_from(&other.seasons),
            InputDifference::Event(CompetitionKind::Tournament, id, _) => {
                replace(&mut state.tournaments, &other.tournaments, id);
            }
            InputDifference::Event(CompetitionKind::League, id, _) => replace(&mut state.leagues, &other.leagues, id),
            InputDifference::Event(CompetitionKind::Online, id, _) => replace(&mut state.online, &other.online, id),
            InputDifference::Event(CompetitionKind::GrandPrix, id, _) => {
                replace(&mut state.grand_prix, &other.grand_prix, id);
            }
            InputDifference::Waivers(player) => {
                state.waivers.retain(|waiver| waiver.player != *player);
                state.waivers.extend(other.waivers.iter().filter(|waiver| waiver.player == *player).cloned());
            }
            InputDifference::Championship(id, _) => replace(&mut state.mw, &other.mw, id),
            InputDifference::TieDecision(event, season, _) => {
                state.tie_decisions.retain(|decision| (&decision.event, &decision.season) != (event, season));
                state.tie_decisions.extend(tie_decision(other, event, season.as_ref()).cloned());
            }
        }
    }

    /// What this input comes to; `None` if it breaks a rule of the format.
    pub(super) fn rows(&self) -> Option<Rows> {
        let checked = check(self.without_dangling(), Some(&self.rulebook)).ok()?;
        Some(rows(&checked.facts, &lists(&checked.facts)))
    }

    /// A copy in which nothing refers to an event that is not there (yet or any more).
    fn without_dangling(&self) -> Bundle {
        let mut bundle = self.bundle.clone();
        let tournaments: HashSet<SmolStr> = bundle.tournaments.iter().map(|event| event.id.clone()).collect();
        for grand_prix in &mut bundle.grand_prix {
            grand_prix.tournaments.retain(|id| tournaments.contains(id));
        }
        bundle.grand_prix.retain(|grand_prix| !grand_prix.tournaments.is_empty());
        let mut events = tournaments;
        events.extend(bundle.leagues.iter().map(|event| event.id.clone()));
        events.extend(bundle.online.iter().map(|event| event.id.clone()));
        events.extend(bundle.grand_prix.iter().map(|event| event.id.clone()));
        let seasons: HashSet<&SmolStr> = bundle.seasons.iter().map(|season| &season.id).collect();
        bundle.tie_decisions.retain(|decision| match &decision.season {
            Some(season) => seasons.contains(season),
            None => events.contains(&decision.event),
        });
        bundle
    }
}

fn replace<T: Identified>(list: &mut Vec<T>, other: &[T], id: &SmolStr) {
    match (list.iter().position(|item| item.id() == id), find(other, id)) {
        (Some(index), Some(item)) => list[index] = item.clone(),
        (Some(index), None) => {
            list.remove(index);
        }
        (None, Some(item)) => list.push(item.clone()),
        (None, None) => {}
    }
}
