//! Plans the competitions of a bundle, recorded or corrected alike: tournaments, leagues, Grand Prix and online ones.

use super::{Planner, at, stream};
use crate::bundle_import::ImportError;
use crate::bundle_import::differences::comparable;
use crate::bundle_import::records::{self, RecordReader};
use domain::competitions::from_records::CompetitionDecisions;
use domain::event::{
    Commitment, Correction, Event, GrandPrixEvent, LeagueEvent, OnlineCompetitionEvent, TournamentEvent, WaiverEvent,
};
use domain::tournament::result::ExceptionDecision;
use domain::values::ids::CompetitionId;
use events::envelope::{StreamKind, StreamName, Timestamp, Version};
use events::vault::{EventTexts, Prepared};
use formats::bundle::raw;
use projections::season_bundle::BundleWriter;
use projections::views::{ApplyRecordError, CorruptHistory, Recorded};
use serde_json::{Value, json};

/// A competition as a bundle has it, and what is recorded under its id.
struct BundledCompetition<'a, R> {
    list: &'static str,
    stream: StreamName,
    record: R,
    /// The text of the name, if the vault does not hold it.
    new_name: Option<(&'a str, Prepared)>,
    ended: Option<Timestamp>,
    state: CompetitionDecisions,
    known: Option<&'a Recorded<CompetitionId, R>>,
}

/// The events of one kind of competition.
struct EventConstructors<R> {
    recorded: fn(R) -> Event,
    corrected: fn(Correction<R>) -> Event,
    waiver: fn(WaiverEvent) -> Event,
}

impl Planner<'_> {
    /// The commitment to the name of a competition, and its text if the recorded commitment is not to this name.
    fn name<'a>(
        &self,
        stream: &StreamName,
        name: &'a str,
        recorded: Option<Commitment>,
    ) -> (Commitment, Option<(&'a str, Prepared)>) {
        if let Some(recorded) = recorded.filter(|_| self.names.event(stream) == Some(name)) {
            return (recorded, None);
        }
        let prepared = self.vault.prepare(&EventTexts { name: name.into() });
        (prepared.commitment(), Some((name, prepared)))
    }

    pub(super) fn tournament(
        &mut self,
        reader: &RecordReader<'_>,
        written: &raw::Tournament,
    ) -> Result<(), ImportError> {
        let id = CompetitionId::parse(&written.id)?;
        let stream = stream(StreamKind::Tournament, &written.id)?;
        let known = self.records().tournament(&id);
        let (name, new_name) = self.name(&stream, &written.name, known.map(|known| known.record.name));
        let bundled = BundledCompetition {
            list: "tournaments",
            stream,
            record: reader.tournament(written, name)?,
            new_name,
            ended: Some(at(records::moment(&written.ended_at)?)),
            state: CompetitionDecisions {
                waivers: reader.optional_players(written.waivers.as_ref())?,
                exception: written.exception_decision.as_ref().map(records::exception).transpose()?,
                tie: None,
            },
            known,
        };
        let kinds = EventConstructors {
            recorded: |record| Event::Tournament(TournamentEvent::Recorded(record)),
            corrected: |correction| Event::Tournament(TournamentEvent::Corrected(correction)),
            waiver: |waiver| Event::Tournament(TournamentEvent::Waiver(waiver)),
        };
        self.event(bundled, |writer, record, state| comparable(&writer.tournament(&id, record, state)), &kinds)
    }

    pub(super) fn league(&mut self, reader: &RecordReader<'_>, written: &raw::League) -> Result<(), ImportError> {
        let id = CompetitionId::parse(&written.id)?;
        let stream = stream(StreamKind::League, &written.id)?;
        let known = self.records().league(&id);
        let (name, new_name) = self.name(&stream, &written.name, known.map(|known| known.record.name));
        let bundled = BundledCompetition {
            list: "leagues",
            stream,
            record: reader.league(written, name)?,
            new_name,
            ended: Some(at(records::moment(&written.ended_at)?)),
            state: CompetitionDecisions {
                waivers: reader.optional_players(written.waivers.as_ref())?,
                ..CompetitionDecisions::default()
            },
            known,
        };
        let kinds = EventConstructors {
            recorded: |record| Event::League(LeagueEvent::Recorded(record)),
            corrected: |correction| Event::League(LeagueEvent::Corrected(correction)),
            waiver: |waiver| Event::League(LeagueEvent::Waiver(waiver)),
        };
        self.event(bundled, |writer, record, state| comparable(&writer.league(&id, record, state)), &kinds)
    }

    pub(super) fn grand_prix(
        &mut self,
        reader: &RecordReader<'_>,
        written: &raw::GrandPrix,
    ) -> Result<(), ImportError> {
        let id = CompetitionId::parse(&written.id)?;
        let stream = stream(StreamKind::GrandPrix, &written.id)?;
        let known = self.records().grand_prix(&id);
        let (name, new_name) = self.name(&stream, &written.name, known.map(|known| known.record.name));
        let bundled = BundledCompetition {
            list: "grand_prix",
            stream,
            record: reader.grand_prix(written, name)?,
            new_name,
            ended: None,
            state: CompetitionDecisions::default(),
            known,
        };
        let kinds = EventConstructors {
            recorded: |record| Event::GrandPrix(GrandPrixEvent::Recorded(record)),
            corrected: |correction| Event::GrandPrix(GrandPrixEvent::Corrected(correction)),
            // A waiver is declared at a tournament of a Grand Prix, never at the Grand Prix itself.
            waiver: |waiver| Event::Tournament(TournamentEvent::Waiver(waiver)),
        };
        let rulebooks = self.rulebooks.clone();
        self.event(
            bundled,
            |writer, record, _| rulebooks.beside(json!(writer.grand_prix(&id, record)), &record.rulebook),
            &kinds,
        )
    }

    pub(super) fn online(&mut self, reader: &RecordReader<'_>, written: &raw::Online) -> Result<(), ImportError> {
        let id = CompetitionId::parse(&written.id)?;
        let bundled = BundledCompetition {
            list: "online",
            stream: stream(StreamKind::OnlineEvent, &written.id)?,
            record: reader.online(written)?,
            new_name: None,
            ended: Some(at(records::moment(&written.ended_at)?)),
            state: CompetitionDecisions {
                waivers: reader.optional_players(written.waivers.as_ref())?,
                ..CompetitionDecisions::default()
            },
            known: self.records().online_event(&id),
        };
        let kinds = EventConstructors {
            recorded: |record| Event::Online(OnlineCompetitionEvent::Recorded(record)),
            corrected: |correction| Event::Online(OnlineCompetitionEvent::Corrected(correction)),
            waiver: |waiver| Event::Online(OnlineCompetitionEvent::Waiver(waiver)),
        };
        self.event(bundled, |writer, record, state| comparable(&writer.online(&id, record, state)), &kinds)
    }

    /// Plans a competition of any kind: its record, or a correction of it, and what was decided beside it.
    fn event<R>(
        &mut self,
        bundled: BundledCompetition<'_, R>,
        form: impl Fn(BundleWriter<'_>, &R, &CompetitionDecisions) -> Value,
        kinds: &EventConstructors<R>,
    ) -> Result<(), ImportError> {
        let BundledCompetition { list, stream, record, new_name, ended, state, known } = bundled;
        let is_running = self.views.competitions.find(&stream).is_some_and(|known| known.running);
        if is_running && stream.kind() != StreamKind::Tournament {
            // It has its own history here and no record yet.
            return Err(ApplyRecordError::from(CorruptHistory::RecordedTwice(stream)).into());
        }
        let before = known.map_or(Version(0), |known| known.version);
        // What is recorded is written with the old name, what is given with the new one.
        let recorded = known.map(|known| form(self.writer(), &known.record, &known.decisions));
        let new_name = new_name.map(|(name, prepared)| {
            self.names.set_event(stream.clone(), name.to_owned());
            prepared
        });
        let changed = recorded.map(|recorded| {
            let given = form(self.writer(), &record, &state);
            self.compare(list, stream.id(), &recorded, &given, &["waivers", "exception_decision"])
        });
        if let Some(name) = new_name {
            self.plan.step(&stream, before).store_text(name);
        }
        let ended = ended.unwrap_or(self.now);
        match changed {
            None => self.record(&stream, before, (kinds.recorded)(record), ended),
            Some(changed) if changed.record => {
                self.correct(&stream, before, self.now, |reason| (kinds.corrected)(Correction { record, reason }));
            }
            Some(_) => {}
        }
        let decided = known.map_or_else(CompetitionDecisions::default, |known| known.decisions.clone());
        self.exception(&stream, before, decided.exception, state.exception);
        for player in state.waivers.iter().filter(|player| !decided.waivers.contains(player)) {
            let declared = WaiverEvent::Declared { player: player.clone() };
            self.record(&stream, before, (kinds.waiver)(declared), ended);
        }
        for player in decided.waivers.iter().filter(|player| !state.waivers.contains(player)) {
            let withdrawn = WaiverEvent::Withdrawn { player: player.clone() };
            self.record(&stream, before, (kinds.waiver)(withdrawn), self.now);
        }
        Ok(())
    }

    /// The decision on a low attendance, which only tournaments have.
    fn exception(
        &mut self,
        stream: &StreamName,
        before: Version,
        decided: Option<ExceptionDecision>,
        given: Option<ExceptionDecision>,
    ) {
        match given {
            _ if decided == given => {}
            Some(decision) => {
                let event = Event::Tournament(TournamentEvent::ExceptionDecided(decision));
                self.record(stream, before, event, at(decision.decided_at));
            }
            None => {
                let event = Event::Tournament(TournamentEvent::ExceptionDecisionWithdrawn);
                self.record(stream, before, event, self.now);
            }
        }
    }
}
