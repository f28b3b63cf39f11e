//! The ids of a bundle: unique over all kinds of things, and the keys that stand for them.

use super::{Problems, raw};
use crate::path::Path;
use crate::problem::ProblemKind;
use domain::values::ids::{CompetitionId, CompetitionKey, PlayerId, PlayerKey, SeasonId};
use smol_str::SmolStr;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// What an id stands for.
#[derive(Clone, Copy)]
enum IdTarget {
    Season,
    Player(PlayerKey),
    Tournament(CompetitionKey, usize),
    OtherEvent(CompetitionKey),
    Championship,
}

pub(super) struct Ids {
    /// Hashed with a random seed, because the ids come from outside.
    targets: HashMap<SmolStr, (IdTarget, (&'static str, usize))>,
    events: Vec<CompetitionId>,
}

impl Ids {
    /// Gives keys to everything; an id that is empty, reserved or used already is a problem.
    pub(super) fn collect(bundle: &raw::Bundle, problems: &mut Problems) -> Self {
        let mut ids = Self { targets: HashMap::with_capacity(bundle.players.len()), events: Vec::new() };
        let mut players: Vec<&SmolStr> = bundle.players.iter().map(|player| &player.id).collect();
        players.sort_unstable();
        let tournaments = bundle.tournaments.iter().map(|event| &event.id);
        let leagues = bundle.leagues.iter().map(|event| &event.id);
        let grand_prix = bundle.grand_prix.iter().map(|event| &event.id);
        let online = bundle.online.iter().map(|event| &event.id);
        let mut events: Vec<&SmolStr> = tournaments.chain(leagues).chain(grand_prix).chain(online).collect();
        events.sort_unstable();
        let event_key = |id: &SmolStr| CompetitionKey(events.partition_point(|known| *known < id) as u32);

        for (index, season) in bundle.seasons.iter().enumerate() {
            ids.add(&season.id, IdTarget::Season, ("seasons", index), problems);
        }
        for (index, player) in bundle.players.iter().enumerate() {
            let key = PlayerKey(players.partition_point(|known| *known < &player.id) as u32);
            ids.add(&player.id, IdTarget::Player(key), ("players", index), problems);
        }
        for (index, event) in bundle.tournaments.iter().enumerate() {
            ids.add(&event.id, IdTarget::Tournament(event_key(&event.id), index), ("tournaments", index), problems);
        }
        for (index, event) in bundle.leagues.iter().enumerate() {
            ids.add(&event.id, IdTarget::OtherEvent(event_key(&event.id)), ("leagues", index), problems);
        }
        for (index, event) in bundle.grand_prix.iter().enumerate() {
            ids.add(&event.id, IdTarget::OtherEvent(event_key(&event.id)), ("grand_prix", index), problems);
        }
        for (index, event) in bundle.online.iter().enumerate() {
            ids.add(&event.id, IdTarget::OtherEvent(event_key(&event.id)), ("online", index), problems);
        }
        for (index, mw) in bundle.mw.iter().enumerate() {
            ids.add(&mw.id, IdTarget::Championship, ("mw", index), problems);
        }
        ids.events = events.into_iter().filter_map(|id| CompetitionId::parse(id).ok()).collect();
        ids
    }

    fn add(&mut self, id: &SmolStr, thing: IdTarget, at: (&'static str, usize), problems: &mut Problems) {
        let list = Path::root(at.0);
        let element = list.index(at.1);
        let path = element.field("id");
        if let Err(problem) = PlayerId::parse(id) {
            problems.add(path, ProblemKind::Id(problem));
            return;
        }
        match self.targets.entry(id.clone()) {
            Entry::Vacant(free) => {
                free.insert((thing, at));
            }
            Entry::Occupied(used) => {
                let (list, index) = used.get().1;
                let first = Path::root(list).index(index).to_string();
                problems.add(path, ProblemKind::DuplicateId { id: id.to_string(), first });
            }
        }
    }

    fn thing(&self, id: &str) -> Option<IdTarget> {
        self.targets.get(id).map(|(thing, _)| *thing)
    }

    pub(super) fn player(&self, id: &str) -> Option<PlayerKey> {
        match self.thing(id)? {
            IdTarget::Player(key) => Some(key),
            _ => None,
        }
    }

    pub(super) fn event(&self, id: &str) -> Option<CompetitionKey> {
        match self.thing(id)? {
            IdTarget::Tournament(key, _) | IdTarget::OtherEvent(key) => Some(key),
            _ => None,
        }
    }

    /// The position of a tournament in the bundle.
    pub(super) fn tournament(&self, id: &str) -> Option<usize> {
        match self.thing(id)? {
            IdTarget::Tournament(_, index) => Some(index),
            _ => None,
        }
    }

    pub(super) fn season(&self, id: &str) -> Option<SeasonId> {
        match self.thing(id)? {
            IdTarget::Season => SeasonId::parse(id).ok(),
            _ => None,
        }
    }

    pub(super) fn into_events(self) -> Vec<CompetitionId> {
        self.events
    }
}
