//! Checks leagues, online events, and the lists of players that all events have.

use super::{Checker, raw};
use crate::path::Path;
use crate::problem::ProblemKind;
use domain::competitions::class::OnlineEvent;
use domain::competitions::league::{ClosedLeague, Meeting, TableLine};
use domain::competitions::online::OnlineTable;
use domain::values::ids::PlayerKey;
use domain::values::place::{Place, check_shared_places};
use smol_str::SmolStr;
use std::collections::{HashMap, HashSet};

impl Checker<'_> {
    /// The players of a list in which each may stand once.
    pub(super) fn distinct_players(&mut self, path: Path<'_>, ids: &[SmolStr]) -> Vec<PlayerKey> {
        let mut seen = HashSet::with_capacity(ids.len());
        let mut players = Vec::with_capacity(ids.len());
        for (index, id) in ids.iter().enumerate() {
            if let Some(player) = self.player(path.index(index), id) {
                if seen.insert(player) {
                    players.push(player);
                } else {
                    self.problems.add(path.index(index), ProblemKind::DuplicatePlayer(id.to_string()));
                }
            }
        }
        players
    }

    /// Players of a list all of whom were in the event.
    pub(super) fn players_of_event(
        &mut self,
        path: Path<'_>,
        ids: Option<&Vec<SmolStr>>,
        in_event: &HashSet<PlayerKey>,
    ) -> Vec<PlayerKey> {
        let ids = ids.map(Vec::as_slice).unwrap_or_default();
        let players = self.distinct_players(path, ids);
        for (index, id) in ids.iter().enumerate() {
            if self.ids.player(id).is_some_and(|player| !in_event.contains(&player)) {
                self.problems.add(path.index(index), ProblemKind::NotInEvent(id.to_string()));
            }
        }
        players
    }

    pub(super) fn place(&mut self, path: Path<'_>, number: u32) -> Option<Place> {
        self.problems.check(path, Place::new(number).map_err(ProblemKind::Place))
    }

    fn table(&mut self, path: Path<'_>, written: &[raw::TableLine]) -> Vec<TableLine> {
        let mut seen = HashSet::with_capacity(written.len());
        let mut lines = Vec::with_capacity(written.len());
        for (index, line) in written.iter().enumerate() {
            let at = path.index(index);
            let player = self.player(at.field("player"), &line.player);
            let place = self.place(at.field("place"), line.place);
            let Some((player, place)) = player.zip(place) else {
                continue;
            };
            if !seen.insert(player) {
                self.problems.add(at.field("player"), ProblemKind::DuplicatePlayer(line.player.to_string()));
            }
            lines.push(TableLine { player, place });
        }
        if lines.len() == written.len() {
            let places = check_shared_places(lines.iter().map(|line| line.place));
            self.problems.check(path, places.map_err(ProblemKind::Places));
        }
        lines
    }

    pub(super) fn leagues(&mut self, written: Vec<raw::League>) -> Vec<ClosedLeague> {
        let at = Path::root("leagues");
        let mut leagues = Vec::with_capacity(written.len());
        for (index, league) in written.into_iter().enumerate() {
            if self.problems.full() {
                break;
            }
            let path = at.index(index);
            let voivodeship = self.problems.choice(path.field("voivodeship"), &league.voivodeship);
            let ended_at = self.problems.moment(path.field("ended_at"), &league.ended_at);
            let submitted_at = self.problems.moment(path.field("submitted_at"), &league.submitted_at);
            let list = path.field("meetings");
            let mut meetings = Vec::with_capacity(league.meetings.len());
            for (number, meeting) in league.meetings.iter().enumerate() {
                let at = list.index(number);
                let day = self.problems.day(at.field("date"), &meeting.date);
                let present = self.distinct_players(at.field("present"), &meeting.present);
                meetings.extend(day.map(|day| Meeting { day, present }));
            }
            let table = self.table(path.field("table"), &league.table);
            let in_table = table.iter().map(|line| line.player);
            let in_event: HashSet<PlayerKey> =
                in_table.chain(meetings.iter().flat_map(|meeting| meeting.present.iter().copied())).collect();
            let waivers = self.players_of_event(path.field("waivers"), league.waivers.as_ref(), &in_event);
            if let (Some(event), Some(voivodeship), Some(ended_at), Some(submitted_at)) =
                (self.ids.event(&league.id), voivodeship, ended_at, submitted_at)
            {
                leagues.push(ClosedLeague {
                    competition: event,
                    voivodeship,
                    ended_at,
                    submitted_at,
                    meetings,
                    table,
                    waivers,
                });
            }
        }
        leagues
    }

    pub(super) fn online(&mut self, written: Vec<raw::Online>) -> Vec<OnlineTable> {
        let at = Path::root("online");
        let mut events = Vec::with_capacity(written.len());
        let mut editions: HashMap<(OnlineEvent, u32), usize> = HashMap::new();
        for (index, online) in written.into_iter().enumerate() {
            if self.problems.full() {
                break;
            }
            let path = at.index(index);
            let kind = self.problems.choice::<OnlineEvent>(path.field("event"), &online.event);
            let edition = online.edition;
            if let Some(kind) = kind {
                if let Some(first) = editions.get(&(kind, edition)) {
                    let first = at.index(*first).to_string();
                    self.problems.add(path.field("edition"), ProblemKind::DuplicateEdition { first });
                }
                editions.entry((kind, edition)).or_insert(index);
            }
            let ended_at = self.problems.moment(path.field("ended_at"), &online.ended_at);
            let submitted_path = path.field("submitted_at");
            let submitted_at = online.submitted_at.as_ref().and_then(|text| self.problems.moment(submitted_path, text));
            let table = self.table(path.field("table"), &online.table);
            let in_event: HashSet<PlayerKey> = table.iter().map(|line| line.player).collect();
            let waivers = self.players_of_event(path.field("waivers"), online.waivers.as_ref(), &in_event);
            if let (Some(event), Some(kind), Some(ended_at)) = (self.ids.event(&online.id), kind, ended_at) {
                events.push(OnlineTable { competition: event, kind, edition, ended_at, submitted_at, table, waivers });
            }
        }
        events
    }
}
