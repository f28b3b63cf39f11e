//! Records a season bundle: what happened, never what somebody has yet to confirm.

use super::BundleWriter;
use super::differences::{Difference, Differences, comparable, differing};
use super::plan::{Plan, Step, StepError};
use super::records::{self, RecordReader, Unchecked};
use crate::names::{Names, NamesError, Person};
use crate::record_book::{CorruptHistory, Decisions, FoldError, RecordBook};
use crate::scribe::Scribe;
use domain::calendar::Moment;
use domain::event::{
    ChampionshipEvent, Commitment, Correction, Event, GrandPrixEvent, LeagueEvent, OnlineTableEvent, PlayerEvent,
    PlayerRecord, RulebookEvent, SeasonEvent, TieEvent, TournamentEvent, WaiverEvent,
};
use domain::ids::{ChampionshipId, EventId, InvalidId, PlayerId, SeasonId};
use events::append::{Append, AppendError, MAX_APPEND_BYTES, MAX_PAYLOAD_BYTES};
use events::envelope::{self, Actor, InvalidStreamName, Position, StreamKind, StreamName, Timestamp, Version};
use events::environment::Environment;
use events::log::{Log, ReadError};
use events::vault::{EventTexts, PlayerName, PlayerProfile, Prepared, Reason, Vault};
use formats::bundle::{self, Bundle, raw};
use formats::problem::Problem;
use serde_json::{Value, json};
use smol_str::SmolStr;
use std::collections::HashMap;

/// Events in one append of an import: large enough to be quick, small enough to let others write in between.
const CHUNK_EVENTS: usize = 1000;

/// The country of players who are not from abroad.
const HOME_COUNTRY: &str = "PL";

/// How an import is made.
#[derive(Debug, Clone, Default)]
pub struct ImportOptions {
    /// Records differing content under the same ids as corrections.
    pub correct: bool,
    /// Why things are corrected.
    pub reason: Option<String>,
}

/// What an import has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Imported {
    /// Events that were recorded.
    pub events: u64,
    /// Things that were corrected.
    pub corrected: u64,
    /// Things that were recorded before, just as the bundle has them.
    pub unchanged: u64,
    /// Where the log stands.
    pub position: Position,
}

/// Why a bundle was not imported; nothing of it was recorded, but for [`ImportError::Append`].
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Other content is recorded under the same ids.
    #[error("the bundle differs from what is recorded under the same ids")]
    Differs(Differences),
    /// What is recorded and the bundle together break rules of the format.
    #[error("the bundle does not go together with what is recorded")]
    Together(Vec<Problem>),
    /// An id that a stream cannot have.
    #[error("the id `{id}` cannot be recorded")]
    Id {
        /// The id.
        id: String,
        /// What is wrong with it.
        #[source]
        problem: InvalidStreamName,
    },
    /// A thing that is too large for one event.
    #[error("{stream} is too large to be recorded: {bytes} bytes, at most {MAX_PAYLOAD_BYTES}")]
    TooLarge {
        /// The stream.
        stream: StreamName,
        /// Its size.
        bytes: usize,
    },
    /// The bundle was not checked.
    #[error(transparent)]
    Unchecked(#[from] Unchecked),
    /// The log could not be folded.
    #[error("what is recorded could not be read")]
    Fold(#[from] FoldError),
    /// The names could not be read.
    #[error("the vault could not be opened")]
    Names(#[from] NamesError),
    /// What would be recorded makes no sense.
    #[error("the import would not fit what is recorded")]
    History(#[from] CorruptHistory),
    /// The log could not be read.
    #[error("the log could not be read")]
    Read(#[from] ReadError),
    /// A step could not be made ready.
    #[error("the import could not be made ready")]
    Step(#[from] StepError),
    /// An append did not go through; those before it did, and importing again goes on from there.
    #[error("the import stopped after {recorded} events")]
    Append {
        /// Events recorded so far.
        recorded: u64,
        /// Why.
        #[source]
        problem: AppendError,
    },
}

impl From<InvalidId> for ImportError {
    fn from(problem: InvalidId) -> Self {
        Self::Unchecked(Unchecked::from(problem))
    }
}

/// Records a bundle that was checked. `progress` is told how many events of how many are recorded.
pub fn import(
    log: &dyn Log,
    vault: &Vault,
    environment: &dyn Environment,
    bundle: &Bundle,
    options: &ImportOptions,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Imported, ImportError> {
    let book = RecordBook::fold(log, &mut |_| ())?;
    let names = Names::load(log, vault)?;
    let mut planner = Planner::new(&book, names, vault, environment, options);
    planner.bundle(bundle)?;
    let Planner { plan, names, differences, corrected, unchanged, .. } = planner;
    if differences.count > 0 && (!options.correct || differences.uncorrectable > 0) {
        return Err(ImportError::Differs(differences));
    }
    if let Some((stream, bytes)) = plan.too_large() {
        return Err(ImportError::TooLarge { stream, bytes });
    }
    if plan.events() > 0 {
        let mut after = book.clone();
        plan.apply_to(&mut after)?;
        bundle::check(BundleWriter { names: &names }.bundle(&after, None), None).map_err(ImportError::Together)?;
    }
    let scribe =
        Scribe { log, vault, environment, actor: Actor::import(), correlation: envelope::EventId::new(environment) };
    let events = record(&scribe, plan, progress)?;
    Ok(Imported { events, corrected, unchanged, position: log.head()?.position })
}

fn record(scribe: &Scribe<'_>, plan: Plan, progress: &mut dyn FnMut(u64, u64)) -> Result<u64, ImportError> {
    let all = plan.events();
    let mut recorded = 0;
    let mut append = Append::default();
    let mut send = |append: Append| -> Result<(), ImportError> {
        let count = append.events.len() as u64;
        let outcome = scribe.log.append(append).wait();
        outcome.map_err(|problem| ImportError::Append { recorded, problem })?;
        recorded += count;
        progress(recorded, all);
        Ok(())
    };
    let mut bytes = 0;
    for step in plan.into_steps() {
        let mut one = Append::default();
        step.write(scribe, &mut one)?;
        if bytes + one.bytes() > MAX_APPEND_BYTES / 2 || append.events.len() >= CHUNK_EVENTS {
            send(std::mem::take(&mut append))?;
            bytes = 0;
        }
        bytes += one.bytes();
        append.events.append(&mut one.events);
        append.vault.append(&mut one.vault);
        append.expected.append(&mut one.expected);
    }
    if !append.events.is_empty() {
        send(append)?;
    }
    Ok(recorded)
}

/// Compares a bundle with what is recorded and plans what to record.
struct Planner<'a> {
    book: &'a RecordBook,
    /// The names as they will be.
    names: Names,
    vault: &'a Vault,
    environment: &'a dyn Environment,
    options: &'a ImportOptions,
    now: Timestamp,
    plan: Plan,
    differences: Differences,
    corrected: u64,
    unchanged: u64,
}

/// What a comparison with the record has found.
struct Changed {
    /// The record itself, or its name.
    record: bool,
    /// Anything.
    any: bool,
}

impl<'a> Planner<'a> {
    fn new(
        book: &'a RecordBook,
        names: Names,
        vault: &'a Vault,
        environment: &'a dyn Environment,
        options: &'a ImportOptions,
    ) -> Self {
        Self {
            book,
            names,
            vault,
            environment,
            options,
            now: environment.now(),
            plan: Plan::default(),
            differences: Differences::default(),
            corrected: 0,
            unchanged: 0,
        }
    }

    fn bundle(&mut self, bundle: &Bundle) -> Result<(), ImportError> {
        let (rulebook, record) = records::rulebook(&bundle.rulebook)?;
        let stream = stream(StreamKind::Rulebook, rulebook.as_str())?;
        if self.book.rulebooks.find(&rulebook).is_none() {
            self.record(&stream, Version(0), Event::Rulebook(RulebookEvent::Adopted(record)), self.now);
        }
        let written_rulebook = json!(bundle.rulebook);
        let players = self.players(&bundle.players)?;
        let reader = RecordReader { players: &players, rulebook };
        for season in &bundle.seasons {
            self.season(&reader, season, &written_rulebook)?;
        }
        for tournament in &bundle.tournaments {
            self.tournament(&reader, tournament)?;
        }
        for league in &bundle.leagues {
            self.league(&reader, league)?;
        }
        for cycle in &bundle.grand_prix {
            self.grand_prix(&reader, cycle, &written_rulebook)?;
        }
        for online in &bundle.online {
            self.online(&reader, online)?;
        }
        for mw in &bundle.mw {
            self.championship(&reader, mw, &written_rulebook)?;
        }
        for waiver in &bundle.waivers {
            self.waiver(&reader, waiver)?;
        }
        let ended = ends(bundle);
        for decision in &bundle.tie_decisions {
            self.tie_decision(&reader, decision, bundle, &ended)?;
        }
        Ok(())
    }

    fn writer(&self) -> BundleWriter<'_> {
        BundleWriter { names: &self.names }
    }

    fn record(&mut self, stream: &StreamName, before: Version, event: Event, occurred_at: Timestamp) {
        let event_id = envelope::EventId::new(self.environment);
        self.plan.step(stream, before).record(event_id, event, occurred_at);
    }

    /// Records a correction, with its reason in the vault.
    fn correct(
        &mut self,
        stream: &StreamName,
        before: Version,
        occurred_at: Timestamp,
        event: impl FnOnce(Option<Commitment>) -> Event,
    ) {
        let event_id = envelope::EventId::new(self.environment);
        let reason = self
            .options
            .reason
            .as_ref()
            .map(|text| self.vault.prepare_for(event_id, &Reason { text: text.as_str().into() }));
        let commitment = reason.as_ref().map(Prepared::commitment);
        let step: &mut Step = self.plan.step(stream, before);
        if let Some(reason) = reason {
            step.keep(reason);
        }
        step.record(event_id, event(commitment), occurred_at);
    }

    /// Compares two forms of a thing; `apart` are the fields that are recorded by events of their own.
    fn compare(
        &mut self,
        list: &'static str,
        id: &str,
        recorded: &Value,
        given: &Value,
        apart: &[&str],
        correctable: bool,
    ) -> Changed {
        let found = differing(recorded, given);
        let is_apart = |path: &str| apart.iter().any(|field| path.split(['.', '[']).next() == Some(field));
        let changed = Changed { any: !found.is_empty(), record: found.iter().any(|(path, _, _)| !is_apart(path)) };
        for (path, recorded, given) in found {
            self.differences.add(Difference { list, id: id.to_owned(), path, recorded, given, correctable });
        }
        match changed.any {
            true => self.corrected += 1,
            false => self.unchanged += 1,
        }
        changed
    }

    /// The players of the bundle with their opaque ids; new ones get one.
    fn players(&mut self, written: &[raw::Player]) -> Result<HashMap<SmolStr, PlayerId>, ImportError> {
        let mut ids = HashMap::with_capacity(written.len());
        for player in written {
            let id = self.player(player)?;
            ids.insert(player.id.clone(), id);
        }
        Ok(ids)
    }

    fn player(&mut self, written: &raw::Player) -> Result<PlayerId, ImportError> {
        let by_own_id = || PlayerId::parse(&written.id).ok().filter(|id| self.book.players.find(id).is_some());
        let known = self.names.by_alias(&written.id).cloned().or_else(by_own_id);
        let entry = known.as_ref().and_then(|id| self.book.players.find(id));
        let Some(entry) = entry else { return self.new_player(written) };
        let (id, stream) = (entry.id.clone(), stream(StreamKind::Player, entry.id.as_str())?);
        let recorded = json!(self.writer().player(&id, &entry.record));
        let changed = self.compare("players", &written.id, &recorded, &json!(written), &[], !entry.state.erased);
        if changed.any && !entry.state.erased {
            let alias = self.names.player(&id).and_then(|person| person.profile.alias.clone());
            let person = person(written, alias);
            let (event, texts) = self.player_record(written, &person);
            let step = self.plan.step(&stream, entry.version);
            texts.into_iter().for_each(|text| step.keep(text));
            self.record(&stream, entry.version, Event::Player(PlayerEvent::Rectified(event)), self.now);
            self.names.set_player(id.clone(), person);
        }
        Ok(id)
    }

    fn new_player(&mut self, written: &raw::Player) -> Result<PlayerId, ImportError> {
        let id = opaque_id(self.environment)?;
        let stream = stream(StreamKind::Player, id.as_str())?;
        let person = person(written, Some(written.id.as_str().into()));
        let (record, texts) = self.player_record(written, &person);
        let step = self.plan.step(&stream, Version(0));
        texts.into_iter().for_each(|text| step.keep(text));
        self.record(&stream, Version(0), Event::Player(PlayerEvent::Registered(record)), self.now);
        self.names.set_player(id.clone(), person);
        Ok(id)
    }

    fn player_record(&self, written: &raw::Player, person: &Person) -> (PlayerRecord, [Prepared; 2]) {
        let name = self.vault.prepare(&person.name);
        let profile = self.vault.prepare(&person.profile);
        let record = PlayerRecord {
            name: name.commitment(),
            profile: profile.commitment(),
            foreign: written.country != HOME_COUNTRY,
        };
        (record, [name, profile])
    }

    fn season(
        &mut self,
        reader: &RecordReader<'_>,
        written: &raw::Season,
        rulebook: &Value,
    ) -> Result<(), ImportError> {
        let (id, stream) = (SeasonId::parse(&written.id)?, stream(StreamKind::Season, &written.id)?);
        let record = reader.season(written)?;
        let Some(entry) = self.book.seasons.find(&id) else {
            self.record(&stream, Version(0), Event::Season(SeasonEvent::Opened(record)), self.now);
            return Ok(());
        };
        let recorded = self.with_rulebook(json!(self.writer().season(&id, &entry.record)), &entry.record.rulebook);
        let given = with(json!(self.writer().season(&id, &record)), "rulebook", rulebook.clone());
        if self.compare("seasons", &written.id, &recorded, &given, &[], true).any {
            self.correct(&stream, entry.version, self.now, |reason| {
                Event::Season(SeasonEvent::Corrected(Correction { record, reason }))
            });
        }
        Ok(())
    }

    fn championship(
        &mut self,
        reader: &RecordReader<'_>,
        written: &raw::Mw,
        rulebook: &Value,
    ) -> Result<(), ImportError> {
        let (id, stream) = (ChampionshipId::parse(&written.id)?, stream(StreamKind::Championship, &written.id)?);
        let record = reader.championship(written)?;
        let Some(entry) = self.book.championships.find(&id) else {
            self.record(&stream, Version(0), Event::Championship(ChampionshipEvent::Announced(record)), self.now);
            return Ok(());
        };
        let form = |record| json!(self.writer().championship(id.as_str(), record));
        let recorded = self.with_rulebook(form(&entry.record), &entry.record.rulebook);
        let given = with(form(&record), "rulebook", rulebook.clone());
        if self.compare("mw", &written.id, &recorded, &given, &[], true).any {
            self.correct(&stream, entry.version, self.now, |reason| {
                Event::Championship(ChampionshipEvent::Corrected(Correction { record, reason }))
            });
        }
        Ok(())
    }

    /// The name of an event in the vault, ready to be kept, if it is not the one that is there.
    fn event_name(&mut self, stream: &StreamName, name: &str) -> Option<Prepared> {
        if self.names.event(stream) == Some(name) {
            return None;
        }
        self.names.set_event(stream.clone(), name.to_owned());
        Some(self.vault.prepare(&EventTexts { name: name.into() }))
    }

    fn tournament(&mut self, reader: &RecordReader<'_>, written: &raw::Tournament) -> Result<(), ImportError> {
        let (id, stream) = (EventId::parse(&written.id)?, stream(StreamKind::Tournament, &written.id)?);
        let ended = at(records::moment(&written.ended_at)?);
        let state = Decisions {
            waivers: reader.optional_players(written.waivers.as_ref())?,
            exception: written.exception_decision.as_ref().map(records::exception).transpose()?,
            tie: None,
        };
        let entry = self.book.tournaments.find(&id);
        let before = entry.map_or(Version(0), |entry| entry.version);
        let recorded = entry.map(|entry| comparable(&self.writer().tournament(&id, &entry.record, &entry.state)));
        let name = self.event_name(&stream, &written.name);
        let commitment = committed(name.as_ref(), entry.map(|entry| entry.record.name));
        let record = reader.tournament(written, commitment)?;
        let known = entry.map_or_else(Decisions::default, |entry| entry.state.clone());
        let changed = recorded.map(|recorded| {
            let given = comparable(&self.writer().tournament(&id, &record, &state));
            self.compare("tournaments", &written.id, &recorded, &given, &["waivers", "exception_decision"], true)
        });
        self.keep_name(&stream, before, name);
        let event = Event::Tournament;
        match changed {
            None => self.record(&stream, before, event(TournamentEvent::Recorded(record)), ended),
            Some(changed) if changed.record => self.correct(&stream, before, self.now, |reason| {
                event(TournamentEvent::Corrected(Correction { record, reason }))
            }),
            Some(_) => {}
        }
        match (known.exception, state.exception) {
            (known, given) if known == given => {}
            (_, Some(decision)) => {
                let decided = TournamentEvent::ExceptionDecided(decision);
                self.record(&stream, before, event(decided), at(decision.decided_at));
            }
            (_, None) => {
                self.record(&stream, before, event(TournamentEvent::ExceptionDecisionWithdrawn), self.now);
            }
        }
        self.waivers(&stream, before, ended, &known, &state, |waiver| event(TournamentEvent::Waiver(waiver)));
        Ok(())
    }

    fn league(&mut self, reader: &RecordReader<'_>, written: &raw::League) -> Result<(), ImportError> {
        let (id, stream) = (EventId::parse(&written.id)?, stream(StreamKind::League, &written.id)?);
        let ended = at(records::moment(&written.ended_at)?);
        let state = Decisions { waivers: reader.optional_players(written.waivers.as_ref())?, ..Decisions::default() };
        let entry = self.book.leagues.find(&id);
        let before = entry.map_or(Version(0), |entry| entry.version);
        let recorded = entry.map(|entry| comparable(&self.writer().league(&id, &entry.record, &entry.state)));
        let name = self.event_name(&stream, &written.name);
        let record = reader.league(written, committed(name.as_ref(), entry.map(|entry| entry.record.name)))?;
        let known = entry.map_or_else(Decisions::default, |entry| entry.state.clone());
        let changed = recorded.map(|recorded| {
            let given = comparable(&self.writer().league(&id, &record, &state));
            self.compare("leagues", &written.id, &recorded, &given, &["waivers"], true)
        });
        self.keep_name(&stream, before, name);
        match changed {
            None => self.record(&stream, before, Event::League(LeagueEvent::Recorded(record)), ended),
            Some(changed) if changed.record => self.correct(&stream, before, self.now, |reason| {
                Event::League(LeagueEvent::Corrected(Correction { record, reason }))
            }),
            Some(_) => {}
        }
        self.waivers(&stream, before, ended, &known, &state, |waiver| Event::League(LeagueEvent::Waiver(waiver)));
        Ok(())
    }

    fn grand_prix(
        &mut self,
        reader: &RecordReader<'_>,
        written: &raw::GrandPrix,
        rulebook: &Value,
    ) -> Result<(), ImportError> {
        let (id, stream) = (EventId::parse(&written.id)?, stream(StreamKind::GrandPrix, &written.id)?);
        let entry = self.book.grand_prix.find(&id);
        let before = entry.map_or(Version(0), |entry| entry.version);
        let recorded = entry.map(|entry| {
            self.with_rulebook(json!(self.writer().grand_prix(&id, &entry.record)), &entry.record.rulebook)
        });
        let name = self.event_name(&stream, &written.name);
        let record = reader.grand_prix(written, committed(name.as_ref(), entry.map(|entry| entry.record.name)))?;
        let changed = recorded.map(|recorded| {
            let form = json!(self.writer().grand_prix(&id, &record));
            let given = with(form, "rulebook", rulebook.clone());
            self.compare("grand_prix", &written.id, &recorded, &given, &[], true)
        });
        self.keep_name(&stream, before, name);
        match changed {
            None => self.record(&stream, before, Event::GrandPrix(GrandPrixEvent::Recorded(record)), self.now),
            Some(changed) if changed.record => self.correct(&stream, before, self.now, |reason| {
                Event::GrandPrix(GrandPrixEvent::Corrected(Correction { record, reason }))
            }),
            Some(_) => {}
        }
        Ok(())
    }

    fn online(&mut self, reader: &RecordReader<'_>, written: &raw::Online) -> Result<(), ImportError> {
        let (id, stream) = (EventId::parse(&written.id)?, stream(StreamKind::OnlineEvent, &written.id)?);
        let ended = at(records::moment(&written.ended_at)?);
        let state = Decisions { waivers: reader.optional_players(written.waivers.as_ref())?, ..Decisions::default() };
        let record = reader.online(written)?;
        let entry = self.book.online.find(&id);
        let before = entry.map_or(Version(0), |entry| entry.version);
        let known = entry.map_or_else(Decisions::default, |entry| entry.state.clone());
        let changed = entry.map(|entry| {
            let recorded = comparable(&self.writer().online(&id, &entry.record, &entry.state));
            let given = comparable(&self.writer().online(&id, &record, &state));
            self.compare("online", &written.id, &recorded, &given, &["waivers"], true)
        });
        match changed {
            None => self.record(&stream, before, Event::Online(OnlineTableEvent::Recorded(record)), ended),
            Some(changed) if changed.record => self.correct(&stream, before, self.now, |reason| {
                Event::Online(OnlineTableEvent::Corrected(Correction { record, reason }))
            }),
            Some(_) => {}
        }
        self.waivers(&stream, before, ended, &known, &state, |waiver| Event::Online(OnlineTableEvent::Waiver(waiver)));
        Ok(())
    }

    fn keep_name(&mut self, stream: &StreamName, before: Version, name: Option<Prepared>) {
        if let Some(name) = name {
            self.plan.step(stream, before).keep(name);
        }
    }

    fn waivers(
        &mut self,
        stream: &StreamName,
        before: Version,
        ended: Timestamp,
        known: &Decisions,
        given: &Decisions,
        event: impl Fn(WaiverEvent) -> Event,
    ) {
        for player in given.waivers.iter().filter(|player| !known.waivers.contains(player)) {
            self.record(stream, before, event(WaiverEvent::Declared { player: player.clone() }), ended);
        }
        for player in known.waivers.iter().filter(|player| !given.waivers.contains(player)) {
            self.record(stream, before, event(WaiverEvent::Withdrawn { player: player.clone() }), self.now);
        }
    }

    fn waiver(&mut self, reader: &RecordReader<'_>, written: &raw::Waiver) -> Result<(), ImportError> {
        let player = reader.player(&written.player)?;
        let declared_at = records::moment(&written.declared_at)?;
        let entry = self.book.players.find(&player);
        if entry.is_some_and(|entry| entry.state.waivers.contains(&declared_at)) {
            self.unchanged += 1;
            return Ok(());
        }
        let stream = stream(StreamKind::Player, player.as_str())?;
        let before = entry.map_or(Version(0), |entry| entry.version);
        let event = Event::Player(PlayerEvent::WaiverDeclared { declared_at });
        self.record(&stream, before, event, at(declared_at));
        Ok(())
    }

    fn tie_decision(
        &mut self,
        reader: &RecordReader<'_>,
        written: &raw::TieDecision,
        bundle: &Bundle,
        ended: &HashMap<&SmolStr, Timestamp>,
    ) -> Result<(), ImportError> {
        let order = reader.players(&written.order)?;
        let (stream, known) = match &written.season {
            Some(season) => {
                let id = SeasonId::parse(season)?;
                let entry = self.book.seasons.find(&id);
                let known = entry.map(|entry| (entry.version, entry.state.tie.clone()));
                (stream(StreamKind::Season, season)?, known)
            }
            None => self.tied_event(&written.event, bundle)?,
        };
        let before = known.as_ref().map_or(Version(0), |(version, _)| *version);
        if let Some((_, Some(recorded))) = &known {
            let id = written.season.as_ref().unwrap_or(&written.event);
            let (recorded, given) = (json!(self.writer().players(recorded)), json!(written.order));
            let form = |order| json!({"order": order});
            if !self.compare("tie_decisions", id, &form(recorded), &form(given), &[], true).any {
                return Ok(());
            }
        }
        let kind = stream.kind();
        let tie = TieEvent::Decided { order };
        let event = match kind {
            StreamKind::Season => Event::Season(SeasonEvent::RankingTie(tie)),
            StreamKind::League => Event::League(LeagueEvent::Tie(tie)),
            StreamKind::GrandPrix => Event::GrandPrix(GrandPrixEvent::Tie(tie)),
            StreamKind::OnlineEvent => Event::Online(OnlineTableEvent::Tie(tie)),
            _ => Event::Tournament(TournamentEvent::Tie(tie)),
        };
        let occurred_at = ended.get(&written.event).copied().unwrap_or(self.now);
        self.record(&stream, before, event, occurred_at);
        Ok(())
    }

    /// The stream of the event that a tie decision is about, and what is known of it.
    fn tied_event(&self, event: &SmolStr, bundle: &Bundle) -> Result<Tied, ImportError> {
        let id = EventId::parse(event)?;
        let known = |version: Version, state: &Decisions| (version, state.tie.clone());
        let (kind, found) = if bundle.leagues.iter().any(|league| league.id == *event) {
            (StreamKind::League, self.book.leagues.find(&id).map(|entry| known(entry.version, &entry.state)))
        } else if bundle.grand_prix.iter().any(|cycle| cycle.id == *event) {
            (StreamKind::GrandPrix, self.book.grand_prix.find(&id).map(|entry| known(entry.version, &entry.state)))
        } else if bundle.online.iter().any(|online| online.id == *event) {
            (StreamKind::OnlineEvent, self.book.online.find(&id).map(|entry| known(entry.version, &entry.state)))
        } else {
            (StreamKind::Tournament, self.book.tournaments.find(&id).map(|entry| known(entry.version, &entry.state)))
        };
        Ok((stream(kind, event)?, found))
    }

    /// The form of a thing with the rulebook that it is computed with.
    fn with_rulebook(&self, form: Value, id: &domain::ids::RulebookId) -> Value {
        let rulebook = self.book.rulebooks.find(id).map(|entry| json!(self.writer().rulebook(&entry.record)));
        with(form, "rulebook", rulebook.unwrap_or_default())
    }
}

/// A stream, its version, and the order that was set before; nothing if the stream is new.
type Tied = (StreamName, Option<(Version, Option<Vec<PlayerId>>)>);

fn with(mut form: Value, field: &str, value: Value) -> Value {
    if let Some(fields) = form.as_object_mut() {
        fields.insert(field.to_owned(), value);
    }
    form
}

fn stream(kind: StreamKind, id: &str) -> Result<StreamName, ImportError> {
    StreamName::new(kind, id).map_err(|problem| ImportError::Id { id: id.to_owned(), problem })
}

fn at(moment: Moment) -> Timestamp {
    Timestamp(moment.microseconds())
}

/// The commitment to a name: a new one, or that of the name that is there.
fn committed(new: Option<&Prepared>, known: Option<Commitment>) -> Commitment {
    new.map(Prepared::commitment).or(known).unwrap_or(Commitment([0; 32]))
}

fn person(written: &raw::Player, alias: Option<events::vault::Alias>) -> Person {
    Person {
        name: PlayerName { first_name: written.first_name.as_str().into(), surname: written.surname.as_str().into() },
        profile: PlayerProfile {
            city: written.city.as_str().into(),
            voivodeship: written.voivodeship.as_str().into(),
            country: written.country.as_str().into(),
            alias,
        },
    }
}

/// When each event of the bundle ended.
fn ends(bundle: &Bundle) -> HashMap<&SmolStr, Timestamp> {
    let tournaments = bundle.tournaments.iter().map(|event| (&event.id, &event.ended_at));
    let leagues = bundle.leagues.iter().map(|event| (&event.id, &event.ended_at));
    let online = bundle.online.iter().map(|event| (&event.id, &event.ended_at));
    let read = |(id, ended): (_, &SmolStr)| Some((id, at(records::moment(ended).ok()?)));
    tournaments.chain(leagues).chain(online).filter_map(read).collect()
}

/// A player's id that says nothing: a hundred random bits in letters and digits that are not easily confused.
fn opaque_id(environment: &dyn Environment) -> Result<PlayerId, ImportError> {
    const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let mut random = [0; 20];
    environment.fill_random(&mut random);
    let text: String = random.iter().map(|byte| char::from(DIGITS[usize::from(byte % 32)])).collect();
    Ok(PlayerId::parse(&text)?)
}
