//! Compares a bundle with what is recorded, and plans what to record.

mod competition;

use super::differences::{Difference, Differences, differing};
use super::plan::{Plan, Step};
use super::records::{self, RecordReader};
use super::{ImportError, ImportOptions};
use domain::event::{
    ChampionshipEvent, ChampionshipRecord, Commitment, Correction, Event, GrandPrixEvent, LeagueEvent,
    OnlineCompetitionEvent, PlayerEvent, PlayerRecord, RulebookEvent, SeasonEvent, SeasonRecord, TieEvent,
    TournamentEvent,
};
use domain::values::calendar::Moment;
use domain::values::ids::{ChampionshipId, CompetitionId, InvalidId, PlayerId, RulebookId, SeasonId};
use events::envelope::{self, StreamKind, StreamName, Timestamp, Version};
use events::environment::Environment;
use events::vault::{PlayerName, PlayerProfile, Prepared, Reason, Vault};
use formats::bundle::{Bundle, raw};
use projections::names::{Names, Person};
use projections::season_bundle::{BundleWriter, write_championship, write_rulebook, write_season};
use projections::views::{Recorded, Records, Views};
use serde_json::{Value, json};
use smol_str::SmolStr;
use std::collections::HashMap;

/// The country of players who are not from abroad.
const HOME_COUNTRY: &str = "PL";

pub(super) struct Planner<'a> {
    views: &'a Views,
    /// The names as they will be.
    names: Names,
    vault: &'a Vault,
    environment: &'a dyn Environment,
    options: &'a ImportOptions,
    now: Timestamp,
    rulebooks: Rulebooks,
    plan: Plan,
    differences: Differences,
    corrected: u64,
    unchanged: u64,
    erased: u64,
}

/// What is to be recorded, and what differs from what is recorded.
pub(super) struct ImportPlan {
    pub(super) plan: Plan,
    /// The names as they will be.
    pub(super) names: Names,
    pub(super) differences: Differences,
    pub(super) corrected: u64,
    pub(super) unchanged: u64,
    /// People whom the bundle names and who were erased.
    pub(super) erased: u64,
}

/// What a comparison with the record has found.
struct ComparisonResult {
    /// The record itself, or its name.
    record: bool,
    any: bool,
}

impl<'a> Planner<'a> {
    pub(super) fn new(
        views: &'a Views,
        names: Names,
        vault: &'a Vault,
        environment: &'a dyn Environment,
        options: &'a ImportOptions,
    ) -> Self {
        Self {
            views,
            names,
            vault,
            environment,
            options,
            now: environment.now(),
            rulebooks: Rulebooks(
                views
                    .records
                    .rulebooks
                    .list()
                    .map(|entry| (entry.id.clone(), json!(write_rulebook(&entry.record))))
                    .collect(),
            ),
            plan: Plan::default(),
            differences: Differences::default(),
            corrected: 0,
            unchanged: 0,
            erased: 0,
        }
    }

    pub(super) fn bundle(&mut self, bundle: &Bundle) -> Result<(), ImportError> {
        let (rulebook, record) = records::rulebook(&bundle.rulebook)?;
        let stream = stream(StreamKind::Rulebook, rulebook.as_str())?;
        if self.records().rulebooks.find(&rulebook).is_none() {
            self.record(&stream, Version(0), Event::Rulebook(RulebookEvent::Adopted(record)), self.now);
        }
        self.rulebooks.0.insert(rulebook.clone(), json!(bundle.rulebook));
        let players = self.players(&bundle.players)?;
        let reader = RecordReader { players: &players, rulebook };
        for season in &bundle.seasons {
            self.season(&reader, season)?;
        }
        for tournament in &bundle.tournaments {
            self.tournament(&reader, tournament)?;
        }
        for league in &bundle.leagues {
            self.league(&reader, league)?;
        }
        for cycle in &bundle.grand_prix {
            self.grand_prix(&reader, cycle)?;
        }
        for online in &bundle.online {
            self.online(&reader, online)?;
        }
        for mw in &bundle.mw {
            self.championship(&reader, mw)?;
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

    pub(super) fn into_import_plan(self) -> ImportPlan {
        let Self { plan, names, differences, corrected, unchanged, erased, .. } = self;
        ImportPlan { plan, names, differences, corrected, unchanged, erased }
    }

    fn records(&self) -> &'a Records {
        &self.views.records
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
            step.store_text(reason);
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
    ) -> ComparisonResult {
        let found = differing(recorded, given);
        let is_apart = |path: &str| apart.iter().any(|field| path.split(['.', '[']).next() == Some(field));
        let changed =
            ComparisonResult { any: !found.is_empty(), record: found.iter().any(|(path, _, _)| !is_apart(path)) };
        for (path, recorded, given) in found {
            self.differences.add(Difference { list, id: id.to_owned(), path, recorded, given });
        }
        if changed.any {
            self.corrected += 1;
        } else {
            self.unchanged += 1;
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
        // A bundle that was exported calls people who came without a bundle by their own ids.
        let own = PlayerId::parse(&written.id)?;
        let id = if self.records().player(&own).is_some() { own } else { opaque_id(self.vault, &written.id)? };
        let stream = stream(StreamKind::Player, id.as_str())?;
        let Some(entry) = self.records().player(&id) else {
            let person = person(written, Some(written.id.as_str().into()));
            let record = self.keep_person(&stream, Version(0), written, person);
            self.record(&stream, Version(0), Event::Player(PlayerEvent::Registered(record)), self.now);
            return Ok(id);
        };
        if entry.erased {
            // What a bundle still says of an erased person is not taken in again.
            self.erased += 1;
            return Ok(id);
        }
        let recorded = json!(self.writer().player(&id, &entry.record));
        if self.compare("players", &written.id, &recorded, &json!(written), &[]).any {
            let alias = self.names.player(&id).and_then(|person| person.profile.alias.clone());
            let record = self.keep_person(&stream, entry.version, written, person(written, alias));
            self.correct(&stream, entry.version, self.now, |reason| {
                Event::Player(PlayerEvent::Rectified(Correction { record, reason }))
            });
        }
        Ok(id)
    }

    /// Puts a person into the vault; gives what may be told of them in the log.
    fn keep_person(
        &mut self,
        stream: &StreamName,
        before: Version,
        written: &raw::Player,
        person: Person,
    ) -> PlayerRecord {
        let (name, profile) = (self.vault.prepare(&person.name), self.vault.prepare(&person.profile));
        let record = PlayerRecord {
            name: name.commitment(),
            profile: profile.commitment(),
            foreign: written.country != HOME_COUNTRY,
        };
        let step = self.plan.step(stream, before);
        step.store_text(name);
        step.store_text(profile);
        if let Ok(id) = PlayerId::parse(stream.id()) {
            self.names.set_player(id, person);
        }
        record
    }

    fn season(&mut self, reader: &RecordReader<'_>, written: &raw::Season) -> Result<(), ImportError> {
        let (id, stream) = (SeasonId::parse(&written.id)?, stream(StreamKind::Season, &written.id)?);
        let record = reader.season(written)?;
        let Some(entry) = self.records().season(&id) else {
            self.record(&stream, Version(0), Event::Season(SeasonEvent::Opened(record)), self.now);
            return Ok(());
        };
        let form = |record: &SeasonRecord| self.rulebooks.beside(json!(write_season(&id, record)), &record.rulebook);
        let (recorded, given) = (form(&entry.record), form(&record));
        if self.compare("seasons", &written.id, &recorded, &given, &[]).any {
            self.correct(&stream, entry.version, self.now, |reason| {
                Event::Season(SeasonEvent::Corrected(Correction { record, reason }))
            });
        }
        Ok(())
    }

    fn championship(&mut self, reader: &RecordReader<'_>, written: &raw::Mw) -> Result<(), ImportError> {
        let (id, stream) = (ChampionshipId::parse(&written.id)?, stream(StreamKind::Championship, &written.id)?);
        let record = reader.championship(written)?;
        let Some(entry) = self.records().championship(&id) else {
            self.record(&stream, Version(0), Event::Championship(ChampionshipEvent::Announced(record)), self.now);
            return Ok(());
        };
        let form = |record: &ChampionshipRecord| {
            self.rulebooks.beside(json!(write_championship(id.as_str(), record)), &record.rulebook)
        };
        let (recorded, given) = (form(&entry.record), form(&record));
        if self.compare("mw", &written.id, &recorded, &given, &[]).any {
            self.correct(&stream, entry.version, self.now, |reason| {
                Event::Championship(ChampionshipEvent::Corrected(Correction { record, reason }))
            });
        }
        Ok(())
    }

    fn waiver(&mut self, reader: &RecordReader<'_>, written: &raw::Waiver) -> Result<(), ImportError> {
        let player = reader.player(&written.player)?;
        let declared_at = records::moment(&written.declared_at)?;
        if self.records().waivers(&player).contains(&declared_at) {
            self.unchanged += 1;
            return Ok(());
        }
        let stream = stream(StreamKind::Player, player.as_str())?;
        let before = self.records().player(&player).map_or(Version(0), |entry| entry.version);
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
        let tied = match &written.season {
            Some(season) => {
                let found = self.records().season(&SeasonId::parse(season)?);
                let decide = |tie| Event::Season(SeasonEvent::RankingTie(tie));
                Tied::new(stream(StreamKind::Season, season)?, decide, found)
            }
            None => self.tied_event(&written.event, bundle)?,
        };
        if let Some(recorded) = &tied.order {
            let id = written.season.as_ref().unwrap_or(&written.event);
            let (recorded, given) = (json!(self.writer().players(recorded)), json!(written.order));
            let form = |order| json!({"order": order});
            if !self.compare("tie_decisions", id, &form(recorded), &form(given), &[]).any {
                return Ok(());
            }
        }
        let occurred_at = ended.get(&written.event).copied().unwrap_or(self.now);
        self.record(&tied.stream, tied.before, (tied.decide)(TieEvent::Decided { order }), occurred_at);
        Ok(())
    }

    /// The event that a tie decision is about.
    fn tied_event(&self, event: &SmolStr, bundle: &Bundle) -> Result<Tied, ImportError> {
        let (id, records) = (CompetitionId::parse(event)?, self.records());
        Ok(if bundle.leagues.iter().any(|league| league.id == *event) {
            let decide = |tie| Event::League(LeagueEvent::Tie(tie));
            Tied::new(stream(StreamKind::League, event)?, decide, records.league(&id))
        } else if bundle.grand_prix.iter().any(|cycle| cycle.id == *event) {
            let decide = |tie| Event::GrandPrix(GrandPrixEvent::Tie(tie));
            Tied::new(stream(StreamKind::GrandPrix, event)?, decide, records.grand_prix(&id))
        } else if bundle.online.iter().any(|online| online.id == *event) {
            let decide = |tie| Event::Online(OnlineCompetitionEvent::Tie(tie));
            Tied::new(stream(StreamKind::OnlineEvent, event)?, decide, records.online_event(&id))
        } else {
            let decide = |tie| Event::Tournament(TournamentEvent::Tie(tie));
            Tied::new(stream(StreamKind::Tournament, event)?, decide, records.tournament(&id))
        })
    }
}

/// What a tie decision is about.
struct Tied {
    stream: StreamName,
    /// The version of the stream.
    before: Version,
    /// The order that was set before.
    order: Option<Vec<PlayerId>>,
    decide: fn(TieEvent) -> Event,
}

impl Tied {
    fn new<I, R>(stream: StreamName, decide: fn(TieEvent) -> Event, known: Option<&Recorded<I, R>>) -> Self {
        let before = known.map_or(Version(0), |known| known.version);
        Self { stream, before, order: known.and_then(|known| known.decisions.tie.clone()), decide }
    }
}

/// The id of a player derived from the id in the bundle and the master key: opaque without the key, and always the
/// same, so that two imports at once cannot register one person twice and an erased person is recognised.
pub fn opaque_id(vault: &Vault, alias: &str) -> Result<PlayerId, InvalidId> {
    const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let bytes = vault.master_key().pseudonym("player", alias);
    let text: String = bytes[..20].iter().map(|byte| char::from(DIGITS[usize::from(byte % 32)])).collect();
    PlayerId::parse(&text)
}

/// The written forms of all rulebooks, the one of the bundle included.
#[derive(Clone)]
struct Rulebooks(HashMap<RulebookId, Value>);

impl Rulebooks {
    /// The form of a thing with the rulebook that it is computed with, which is part of what it says.
    fn beside(&self, mut form: Value, id: &RulebookId) -> Value {
        if let Some(fields) = form.as_object_mut() {
            fields.insert("rulebook".to_owned(), self.0.get(id).cloned().unwrap_or_default());
        }
        form
    }
}

fn stream(kind: StreamKind, id: &str) -> Result<StreamName, ImportError> {
    StreamName::new(kind, id).map_err(|problem| ImportError::Id { id: id.to_owned(), problem })
}

fn at(moment: Moment) -> Timestamp {
    Timestamp(moment.microseconds())
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

fn ends(bundle: &Bundle) -> HashMap<&SmolStr, Timestamp> {
    let tournaments = bundle.tournaments.iter().map(|event| (&event.id, &event.ended_at));
    let leagues = bundle.leagues.iter().map(|event| (&event.id, &event.ended_at));
    let online = bundle.online.iter().map(|event| (&event.id, &event.ended_at));
    let read = |(id, ended): (_, &SmolStr)| Some((id, at(records::moment(ended).ok()?)));
    tournaments.chain(leagues).chain(online).filter_map(read).collect()
}
