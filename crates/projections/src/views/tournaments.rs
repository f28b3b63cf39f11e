//! Read model of tournaments: state, acts and the position of the last change of each part.

mod visible_changes;

use super::{ApplyError, CorruptHistory, ProjectedEvent, View};
use domain::event::{Event, NumberedFact, TournamentEvent, TournamentRecord};
use domain::tournament::course::{
    ActorRef, AffectedParts, CommandKind, EntryChange, Part, Stage, Tournament, TournamentState, affected_parts, evolve,
};
use domain::values::ids::{CompetitionId, PlayerId};
use events::envelope::{Position, StreamKind, StreamName, Timestamp, Version};
use events::vault::{EventName, EventTexts, EventVenue, RedrawReason, RedrawText, VenueText};
use rpds::{HashTrieMapSync, RedBlackTreeMapSync, VectorSync};
use std::sync::Arc;

/// Every tournament with an application or a record.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tournaments {
    /// The last event that changed one of them.
    pub changed: Position,
    /// The last event that changed the public part of their list.
    pub list_changed: Position,
    by_id: RedBlackTreeMapSync<CompetitionId, Arc<TournamentEntry>>,
    /// Where each player plays or has played, some more than once: a name that changes shows there.
    by_player: HashTrieMapSync<PlayerId, VectorSync<CompetitionId>>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct TournamentEntry {
    pub id: CompetitionId,
    pub stream: StreamName,
    pub version: Version,
    /// How it stands.
    pub course: Tournament,
    pub name: Option<EventName>,
    pub venue: Option<VenueText>,
    /// The last event that changed anything of it.
    pub etag: Position,
    /// The last event that changed its public details: days, phase, format, draws.
    pub details_changed: Position,
    /// The last event that changed who stands on the list of players.
    pub players_changed: Position,
    /// The last event that changed the public standings.
    pub standings_changed: Position,
    /// The last event that changed seats, sheets that are there or missing, or the stage.
    pub progress_changed: Position,
    /// The last event that changed the phase or the record of results.
    pub results_changed: Position,
    /// The last event that changed the name or anything else that is known of one of its players.
    pub names_changed: Position,
    /// Everything that was done, the first act first.
    pub acts: VectorSync<Arc<ActEntry>>,
    /// Every draw, those that were undone too.
    pub draws: VectorSync<Arc<DrawEntry>>,
    parts: RedBlackTreeMapSync<Part, Position>,
    seated: RedBlackTreeMapSync<Stage, Position>,
    started: RedBlackTreeMapSync<Stage, Timestamp>,
    /// The last event that changed the games of a sheet.
    sheets: RedBlackTreeMapSync<(Stage, u32), Position>,
    /// The record of one that did not run here.
    recorded: Option<Arc<TournamentRecord>>,
}

/// Something that was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActEntry {
    pub number: u32,
    /// Who did it.
    pub by: ActorRef,
    /// What it was.
    pub kind: CommandKind,
    /// What it touched.
    pub affected_parts: AffectedParts,
    /// When it was recorded.
    pub at: Timestamp,
    /// Its first event.
    pub position: Position,
    /// The number of the act that undid it.
    pub undone_by: Option<u32>,
}

/// A draw of seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawEntry {
    /// For which round.
    pub stage: Stage,
    pub number: u32,
    /// The players in the order of their seats.
    pub order: Vec<PlayerId>,
    /// Why it was drawn again.
    pub reason: Option<RedrawText>,
    pub at: Timestamp,
    pub position: Position,
    pub act: u32,
    pub undone: bool,
}

impl Tournaments {
    pub fn find(&self, id: &CompetitionId) -> Option<&Arc<TournamentEntry>> {
        self.by_id.get(id)
    }

    /// The tournament of this stream; none for a stream of another kind.
    pub fn of_stream(&self, stream: &StreamName) -> Option<&Arc<TournamentEntry>> {
        let id = CompetitionId::parse(stream.id()).ok().filter(|_| stream.kind() == StreamKind::Tournament)?;
        self.find(&id)
    }

    /// All of them, in the order of their ids.
    pub fn list(&self) -> impl Iterator<Item = &Arc<TournamentEntry>> {
        self.by_id.values()
    }

    /// Gives a tournament the texts of a newer entry, without noting a change.
    pub(super) fn rename(&mut self, stream: &StreamName, newer: Option<&TournamentEntry>) {
        if let Some(known) = self.of_stream(stream).map(Arc::as_ref) {
            let (name, venue) = newer.map(|newer| (newer.name.clone(), newer.venue.clone())).unwrap_or_default();
            let entry = TournamentEntry { name, venue, ..known.clone() };
            self.by_id.insert_mut(entry.id.clone(), Arc::new(entry));
        }
    }
}

impl TournamentEntry {
    /// Its state, if it is or was run here.
    pub fn state(&self) -> Option<&TournamentState> {
        self.course.hosted().map(|running| running.state.as_ref())
    }

    /// Whether it is public: applications are private until they are approved.
    pub fn is_public(&self) -> bool {
        match &self.course {
            Tournament::Unknown => false,
            Tournament::Recorded => true,
            Tournament::Hosted(running) => running.state.approval.is_some(),
        }
    }

    /// The last event that changed a part; before its first change that of the whole.
    pub fn part_etag(&self, part: &Part) -> Position {
        let own = self.parts.get(part).copied().unwrap_or(Position::START);
        match part {
            Part::Sheet(stage, _) => own.max(self.seated_at(*stage).unwrap_or(Position::START)),
            Part::Player(_) | Part::Dispute(_) => own,
        }
    }

    /// The event that gave out the seats of a stage: they follow the standings as they were there.
    pub fn seated_at(&self, stage: Stage) -> Option<Position> {
        self.seated.get(&stage).copied()
    }

    /// When play began in a stage.
    pub fn started_at(&self, stage: Stage) -> Option<Timestamp> {
        self.started.get(&stage).copied()
    }

    /// The sheets of stages before this one that were entered anew after its seats were given out, each with the
    /// position of that: the seats stay as they were played.
    pub fn changed_since_seated(&self, stage: Stage) -> Vec<(Stage, u32, Position)> {
        let Some(seated) = self.seated_at(stage) else { return Vec::new() };
        let earlier = self.sheets.iter().filter(|((earlier, _), changed)| *earlier < stage && **changed > seated);
        earlier.map(|((stage, table), changed)| (*stage, *table, *changed)).collect()
    }

    /// The record of a tournament that is over, after all corrections.
    pub fn record(&self) -> Option<&TournamentRecord> {
        self.state().map_or(&self.recorded, |state| &state.record).as_deref()
    }

    fn new(id: CompetitionId, stream: StreamName) -> Self {
        Self {
            id,
            stream,
            version: Version(0),
            course: Tournament::Unknown,
            name: None,
            venue: None,
            etag: Position::START,
            details_changed: Position::START,
            players_changed: Position::START,
            standings_changed: Position::START,
            progress_changed: Position::START,
            results_changed: Position::START,
            names_changed: Position::START,
            acts: VectorSync::default(),
            draws: VectorSync::default(),
            parts: RedBlackTreeMapSync::default(),
            seated: RedBlackTreeMapSync::default(),
            started: RedBlackTreeMapSync::default(),
            sheets: RedBlackTreeMapSync::default(),
            recorded: None,
        }
    }

    fn apply(&mut self, fact: &ProjectedEvent<'_>, event: &TournamentEvent) -> Result<(), ApplyError> {
        let before = self.course.hosted().map(|running| Arc::clone(&running.state));
        self.course = evolve(std::mem::take(&mut self.course), event)
            .map_err(|problem| CorruptHistory::of(fact.stream, problem))?;
        let after = self.course.hosted().map(|running| Arc::clone(&running.state));
        self.version = Version(self.version.0 + 1);
        self.etag = fact.position;
        match event {
            TournamentEvent::Act(act) => self.apply_act(fact, act, before.as_deref())?,
            TournamentEvent::Recorded(_) | TournamentEvent::Corrected(_) => {
                self.details_changed = fact.position;
                self.standings_changed = fact.position;
                self.progress_changed = fact.position;
                self.results_changed = fact.position;
                self.read_texts(fact)?;
                if self.course == Tournament::Recorded {
                    self.recorded = record_of(event).cloned().map(Arc::new);
                }
            }
            TournamentEvent::ExceptionDecided(_)
            | TournamentEvent::ExceptionDecisionWithdrawn
            | TournamentEvent::Waiver(_)
            | TournamentEvent::Tie(_) => {}
        }
        if let Some(after) = after.as_deref() {
            let before = before.as_deref();
            if before.is_none_or(|before| visible_changes::standings_differ(before, after)) {
                self.standings_changed = fact.position;
            }
            if before.is_none_or(|before| visible_changes::progress_differs(before, after)) {
                self.progress_changed = fact.position;
            }
            if before.is_none_or(|before| before.phase != after.phase) {
                self.results_changed = fact.position;
            }
            if let Some(before) = before {
                self.note_stages(fact, before, after);
            }
        }
        Ok(())
    }

    fn read_texts(&mut self, fact: &ProjectedEvent<'_>) -> Result<(), ApplyError> {
        let name = fact.text::<EventTexts>()?.map(|texts| texts.name);
        let venue = fact.text::<EventVenue>()?.map(|texts| texts.venue);
        if self.name.is_some() && (&self.name, &self.venue) != (&name, &venue) {
            fact.replaces_text();
        }
        (self.name, self.venue) = (name, venue);
        Ok(())
    }

    fn apply_act(
        &mut self,
        fact: &ProjectedEvent<'_>,
        act: &NumberedFact,
        before: Option<&TournamentState>,
    ) -> Result<(), ApplyError> {
        let position = fact.position;
        let change = act.fact.entry_change();
        match change {
            EntryChange::Texts => self.read_texts(fact)?,
            EntryChange::Draw { stage, number, order } => {
                let reason = fact.text_of_event::<RedrawReason>()?.map(|reason| reason.text);
                self.draws.push_back_mut(Arc::new(DrawEntry {
                    stage,
                    number,
                    order: order.to_vec(),
                    reason,
                    at: fact.recorded_at,
                    position,
                    act: act.number,
                    undone: false,
                }));
            }
            EntryChange::Undo(undone) => self.note_undone(position, undone, act.number, before),
            EntryChange::NewPlayers(_) | EntryChange::PlayerList | EntryChange::StateOnly => {}
        }
        let touches = before.map_or(AffectedParts::Whole, |before| affected_parts(before, &act.fact));
        self.note_parts(position, &touches);
        let (tells_details, tells_players) = match (change, before, self.state()) {
            // An act that is undone can be of any kind; what it changed is what differs from before.
            (EntryChange::Undo(undone), Some(before), Some(after)) => {
                let a_draw = self.draws.iter().any(|draw| draw.act == undone);
                (
                    a_draw || visible_changes::details_differ(before, after),
                    visible_changes::players_differ(before, after),
                )
            }
            (change, _, _) => (
                touches == AffectedParts::Whole,
                matches!(change, EntryChange::NewPlayers(_) | EntryChange::PlayerList),
            ),
        };
        if tells_details {
            self.details_changed = position;
        }
        if tells_players {
            self.players_changed = position;
        }
        let continues = self.acts.last().is_some_and(|last| last.number == act.number);
        if !continues {
            self.acts.push_back_mut(Arc::new(ActEntry {
                number: act.number,
                by: act.by.clone(),
                kind: act.fact.kind(),
                affected_parts: touches,
                at: fact.recorded_at,
                position,
                undone_by: None,
            }));
        }
        Ok(())
    }

    fn note_parts(&mut self, position: Position, affected_parts: &AffectedParts) {
        if let AffectedParts::Parts(parts) = affected_parts {
            for part in parts {
                self.parts.insert_mut(part.clone(), position);
            }
        }
    }

    /// What an undone act had touched has changed again.
    fn note_undone(&mut self, position: Position, undone: u32, by: u32, before: Option<&TournamentState>) {
        if let Some(index) = self.acts.iter().position(|entry| entry.number == undone)
            && let Some(entry) = self.acts.get(index)
        {
            let entry = ActEntry { undone_by: Some(by), ..ActEntry::clone(entry) };
            self.acts.set_mut(index, Arc::new(entry));
        }
        if let Some(index) = self.draws.iter().position(|draw| draw.act == undone)
            && let Some(draw) = self.draws.get(index)
        {
            let draw = DrawEntry { undone: true, ..DrawEntry::clone(draw) };
            self.draws.set_mut(index, Arc::new(draw));
        }
        // The act is off the undo stack already; what it touched is what differs from before.
        let after = self.course.hosted().map(|running| Arc::clone(&running.state));
        if let (Some(before), Some(after)) = (before, after) {
            for (stage, play) in &before.stages {
                for (number, table) in (1..).zip(&play.tables) {
                    if after.table(*stage, number) != Some(table) {
                        self.parts.insert_mut(Part::Sheet(*stage, number), position);
                    }
                }
            }
            for (player, entrant) in &before.entrants {
                if after.entrants.get(player) != Some(entrant) {
                    self.parts.insert_mut(Part::Player(player.clone()), position);
                }
            }
            for (number, dispute) in &before.disputes {
                if after.disputes.get(number) != Some(dispute) {
                    self.parts.insert_mut(Part::Dispute(*number), position);
                }
            }
        }
    }

    /// Notes when seats were given out, when play began, and which sheets have other games.
    fn note_stages(&mut self, fact: &ProjectedEvent<'_>, before: &TournamentState, after: &TournamentState) {
        for stage in before.stages.keys().filter(|stage| !after.stages.contains_key(stage)) {
            self.started.remove_mut(stage);
        }
        for (stage, play) in &after.stages {
            let known = before.stages.get(stage);
            // What one event leaves alone is shared with the state before it.
            if known.is_some_and(|known| Arc::ptr_eq(known, play)) {
                continue;
            }
            if known.is_none_or(|known| visible_changes::seats_differ(known, play)) {
                self.seated.insert_mut(*stage, fact.position);
            }
            match (known.is_some_and(|known| known.started), play.started) {
                (false, true) => self.started.insert_mut(*stage, fact.recorded_at),
                (true, false) => drop(self.started.remove_mut(stage)),
                (true, true) | (false, false) => {}
            }
            let tables = known.map(|known| known.tables.as_slice()).unwrap_or_default();
            for (number, (before, after)) in (1..).zip(tables.iter().zip(&play.tables)) {
                if visible_changes::games_differ(before, after) {
                    self.sheets.insert_mut((*stage, number), fact.position);
                }
            }
        }
    }
}

/// What an event says of a tournament that is over.
fn record_of(event: &TournamentEvent) -> Option<&TournamentRecord> {
    match event {
        TournamentEvent::Recorded(record) => Some(record),
        TournamentEvent::Corrected(correction) => Some(&correction.record),
        TournamentEvent::Act(_)
        | TournamentEvent::ExceptionDecided(_)
        | TournamentEvent::ExceptionDecisionWithdrawn
        | TournamentEvent::Waiver(_)
        | TournamentEvent::Tie(_) => None,
    }
}

/// The players whom an event brings into a tournament.
fn newcomers(event: &TournamentEvent) -> Vec<&PlayerId> {
    if let TournamentEvent::Act(act) = event {
        let EntryChange::NewPlayers(registrations) = act.fact.entry_change() else { return Vec::new() };
        return registrations.iter().map(|registration| &registration.player).collect();
    }
    record_of(event).map(|record| record.outcome.players()).unwrap_or_default()
}

impl Tournaments {
    /// What is known of a player has changed, and shows in every tournament of that player.
    fn note_name(&mut self, player: &PlayerId, position: Position) {
        for id in self.by_player.get(player).into_iter().flatten() {
            if let Some(entry) = self.by_id.get_mut(id) {
                Arc::make_mut(entry).names_changed = position;
            }
        }
    }

    /// Something of a tournament has changed; the list has the state of each.
    fn note_change(&mut self, position: Position, lists: bool) {
        self.changed = position;
        if lists {
            self.list_changed = position;
        }
    }

    fn note_newcomers(&mut self, id: &CompetitionId, event: &TournamentEvent) {
        // Whom the first record of a tournament that ran here names was registered in it.
        let is_first = matches!(event, TournamentEvent::Recorded(_));
        if is_first && self.find(id).is_some_and(|entry| entry.state().is_some()) {
            return;
        }
        for player in newcomers(event) {
            match self.by_player.get_mut(player) {
                Some(tournaments) if tournaments.last() == Some(id) => {}
                Some(tournaments) => tournaments.push_back_mut(id.clone()),
                None => self.by_player.insert_mut(player.clone(), std::iter::once(id.clone()).collect()),
            }
        }
    }
}

impl View for Tournaments {
    fn apply(&mut self, fact: &ProjectedEvent<'_>) -> Result<(), ApplyError> {
        let event = match fact.event {
            Event::Tournament(event) => event,
            Event::Player(_) => {
                self.note_name(&fact.id()?, fact.position);
                return Ok(());
            }
            Event::Rulebook(_)
            | Event::Season(_)
            | Event::League(_)
            | Event::GrandPrix(_)
            | Event::Online(_)
            | Event::Championship(_)
            | Event::Ledger(_)
            | Event::List(_)
            | Event::Account(_)
            | Event::Log(_) => return Ok(()),
        };
        let id: CompetitionId = fact.id()?;
        self.note_newcomers(&id, event);
        // Most events are of a tournament that is known, so that one look is enough for them.
        if let Some(entry) = self.by_id.get_mut(&id).map(Arc::make_mut) {
            let (was_public, told) = (entry.is_public(), entry.details_changed);
            entry.apply(fact, event)?;
            let lists = (was_public || entry.is_public()) && told != entry.details_changed;
            self.note_change(fact.position, lists);
        } else {
            let mut entry = TournamentEntry::new(id.clone(), fact.stream.clone());
            entry.apply(fact, event)?;
            let lists = entry.is_public();
            self.by_id.insert_mut(id, Arc::new(entry));
            self.note_change(fact.position, lists);
        }
        Ok(())
    }
}
