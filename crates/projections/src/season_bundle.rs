//! Exports recorded facts as a season bundle.

use crate::names::Names;
use crate::views::{Recorded, RecordedPlayer, Records};
use domain::Choice;
use domain::competitions::from_records::{CompetitionDecisions, valid_waivers};
use domain::event::{
    ChampionshipRecord, GrandPrixRecord, LeagueRecord, OnlineTableRecord, PlacedPlayer, PlayedTable, PlayerRecord,
    RecordedFinish, RecordedOutcome, RulebookRecord, SeasonRecord, TournamentRecord,
};
use domain::rulebook::Preset;
use domain::tournament::result::ExceptionDecision;
use domain::values::calendar::Moment;
use domain::values::ids::{ChampionshipId, CompetitionId, PlayerId, RESERVED_RANKING_ID, RulebookId, SeasonId};
use events::envelope::{StreamKind, StreamName};
use formats::bundle::{Bundle, FORMAT, raw};
use smol_str::{SmolStr, ToSmolStr};
use std::collections::BTreeMap;

const ERASED_FIRST_NAME: &str = "Gracz";
const ERASED_SURNAME: &str = "usunięty";
const ERASED_CITY: &str = "–";
/// The format wants a voivodeship; nothing is computed from it.
const ERASED_VOIVODESHIP: &str = "mazowieckie";
const HOME_COUNTRY: &str = "PL";
/// A country that is not known, by ISO 3166.
const UNKNOWN_COUNTRY: &str = "ZZ";

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    #[error("the recorded seasons have several rulebooks")]
    SeveralRulebooks(Vec<(RulebookId, Vec<SeasonId>)>),
    #[error("there is no season {0}")]
    UnknownSeason(SeasonId),
}

/// What was recorded, as a bundle: all seasons, or one of them.
pub fn export(records: &Records, names: &Names, season: Option<&SeasonId>) -> Result<Bundle, ExportError> {
    let rulebook = match season {
        Some(id) => {
            let season = records.season(id).ok_or_else(|| ExportError::UnknownSeason(id.clone()))?;
            Some(season.record.rulebook.clone())
        }
        None => the_rulebook(records)?,
    };
    let record = rulebook.as_ref().and_then(|id| records.rulebooks.find(id)).map(|entry| &entry.record);
    let mut bundle = BundleWriter { names }.bundle(records, record);
    if let (Some(id), Some(rulebook)) = (season, &rulebook) {
        bundle.seasons.retain(|season| season.id == id.as_str());
        bundle.tie_decisions.retain(|decision| decision.season.as_deref().is_none_or(|season| season == id.as_str()));
        let cycle = |id: &str| CompetitionId::parse(id).ok().and_then(|id| records.grand_prix(&id));
        bundle.grand_prix.retain(|gp| cycle(&gp.id).is_some_and(|entry| entry.record.rulebook == *rulebook));
        let ids: Vec<&SmolStr> = bundle.grand_prix.iter().map(|gp| &gp.id).collect();
        let gone = |event: &str| cycle(event).is_some() && !ids.iter().any(|id| *id == event);
        bundle.tie_decisions.retain(|decision| !gone(&decision.event));
        let championship = |id: &str| ChampionshipId::parse(id).ok().and_then(|id| records.championship(&id));
        bundle.mw.retain(|mw| championship(&mw.id).is_some_and(|entry| entry.record.rulebook == *rulebook));
    }
    Ok(bundle)
}

/// The one rulebook of everything that is computed under one.
fn the_rulebook(records: &Records) -> Result<Option<RulebookId>, ExportError> {
    let mut used: BTreeMap<RulebookId, Vec<SeasonId>> = BTreeMap::new();
    for season in in_log_order(records.seasons()) {
        used.entry(season.record.rulebook.clone()).or_default().push(season.id.clone());
    }
    for cycle in records.all_grand_prix() {
        used.entry(cycle.record.rulebook.clone()).or_default();
    }
    for championship in records.championships() {
        used.entry(championship.record.rulebook.clone()).or_default();
    }
    match used.len() {
        0 => Ok(records.rulebooks.list().max_by_key(|entry| entry.first_adopted).map(|entry| entry.id.clone())),
        1 => Ok(used.into_keys().next()),
        _ => Err(ExportError::SeveralRulebooks(used.into_iter().collect())),
    }
}

/// A bundle has everything in the order in which it came into the log.
fn in_log_order<'a, I: 'a, R: 'a>(recorded: impl Iterator<Item = &'a Recorded<I, R>>) -> Vec<&'a Recorded<I, R>> {
    let mut all: Vec<_> = recorded.collect();
    all.sort_unstable_by_key(|entry| entry.first_recorded());
    all
}

/// Writes records as a bundle has them.
#[derive(Clone, Copy)]
pub struct BundleWriter<'a> {
    pub names: &'a Names,
}

impl BundleWriter<'_> {
    pub fn bundle(self, records: &Records, rulebook: Option<&RulebookRecord>) -> Bundle {
        let mut players: Vec<(&PlayerId, &RecordedPlayer)> = records.players().collect();
        players.sort_unstable_by_key(|(_, player)| player.registered);
        let mut championships: Vec<_> = records.championships().collect();
        championships.sort_unstable_by_key(|championship| championship.announced);
        let seasons = in_log_order(records.seasons());
        let tournaments = in_log_order(records.tournaments());
        let leagues = in_log_order(records.leagues());
        let all_grand_prix = in_log_order(records.all_grand_prix());
        let online = in_log_order(records.online_events());
        let tie = |event: &str, season: Option<&SeasonId>, decisions: &CompetitionDecisions| {
            decisions.tie.as_ref().map(|order| raw::TieDecision {
                event: event.into(),
                season: season.map(|id| id.as_str().into()),
                order: self.players(order),
            })
        };
        let of_event = |id: &CompetitionId, decisions| tie(id.as_str(), None, decisions);
        let tie_decisions = (tournaments.iter().filter_map(|entry| of_event(&entry.id, &entry.decisions)))
            .chain(leagues.iter().filter_map(|entry| of_event(&entry.id, &entry.decisions)))
            .chain(all_grand_prix.iter().filter_map(|entry| of_event(&entry.id, &entry.decisions)))
            .chain(online.iter().filter_map(|entry| of_event(&entry.id, &entry.decisions)))
            .chain(seasons.iter().filter_map(|entry| tie(RESERVED_RANKING_ID, Some(&entry.id), &entry.decisions)))
            .collect();
        let waivers = players.iter().flat_map(|(id, _)| {
            let waiver = |at: &Moment| raw::Waiver { player: self.player_id(id), declared_at: at.to_smolstr() };
            records.waivers(id).iter().map(waiver)
        });
        Bundle {
            format: FORMAT.into(),
            seasons: seasons.iter().map(|entry| write_season(&entry.id, &entry.record)).collect(),
            rulebook: rulebook.map_or_else(
                || raw::Rulebook { base: Preset::Pl2024_25.name().into(), overrides: raw::Overrides::default() },
                write_rulebook,
            ),
            players: players.iter().map(|(id, player)| self.player(id, &player.record)).collect(),
            tournaments: tournaments
                .iter()
                .map(|entry| self.tournament(&entry.id, &entry.record, &entry.decisions))
                .collect(),
            leagues: leagues.iter().map(|entry| self.league(&entry.id, &entry.record, &entry.decisions)).collect(),
            grand_prix: all_grand_prix.iter().map(|entry| self.grand_prix(&entry.id, &entry.record)).collect(),
            online: online.iter().map(|entry| self.online(&entry.id, &entry.record, &entry.decisions)).collect(),
            waivers: waivers.collect(),
            mw: championships.iter().map(|entry| write_championship(entry.id.as_str(), &entry.record)).collect(),
            tie_decisions,
        }
    }

    /// The id that bundles use: the one that the player came with, or else the opaque one.
    pub fn player_id(self, id: &PlayerId) -> SmolStr {
        let alias = self.names.player(id).and_then(|person| person.profile.alias.as_ref());
        alias.map_or_else(|| id.as_str().into(), |alias| alias.as_str().into())
    }

    pub fn players(self, ids: &[PlayerId]) -> Vec<SmolStr> {
        ids.iter().map(|id| self.player_id(id)).collect()
    }

    pub fn player(self, id: &PlayerId, record: &PlayerRecord) -> raw::Player {
        match self.names.player(id) {
            Some(person) => raw::Player {
                id: self.player_id(id),
                first_name: person.name.first_name.as_str().into(),
                surname: person.name.surname.as_str().into(),
                city: person.profile.city.as_str().into(),
                voivodeship: person.profile.voivodeship.as_str().into(),
                country: person.profile.country.as_str().into(),
            },
            None => raw::Player {
                id: id.as_str().into(),
                first_name: ERASED_FIRST_NAME.into(),
                surname: ERASED_SURNAME.into(),
                city: ERASED_CITY.into(),
                voivodeship: ERASED_VOIVODESHIP.into(),
                country: if record.foreign { UNKNOWN_COUNTRY } else { HOME_COUNTRY }.into(),
            },
        }
    }

    pub fn event_name(self, kind: StreamKind, id: &CompetitionId) -> SmolStr {
        let stream = StreamName::new(kind, id.as_str()).ok();
        stream.and_then(|stream| self.names.event(&stream).map(Into::into)).unwrap_or_else(|| id.as_str().into())
    }

    pub fn waivers(self, state: &CompetitionDecisions, there: &[&PlayerId]) -> Option<Vec<SmolStr>> {
        let waived: Vec<SmolStr> = valid_waivers(&state.waivers, there).map(|id| self.player_id(id)).collect();
        (!waived.is_empty()).then_some(waived)
    }

    pub fn tournament(
        self,
        id: &CompetitionId,
        record: &TournamentRecord,
        state: &CompetitionDecisions,
    ) -> raw::Tournament {
        let mut written = raw::Tournament {
            id: id.as_str().into(),
            name: self.event_name(StreamKind::Tournament, id),
            ended_at: record.ended_at.to_smolstr(),
            submitted_at: record.submitted_at.to_smolstr(),
            voivodeship: record.voivodeship.name().into(),
            class: record.class.name().into(),
            planned_games: record.planned_games,
            results: None,
            rounds: None,
            final_table: None,
            disqualified: None,
            waivers: self.waivers(state, &record.outcome.players()),
            exception_decision: state.exception.map(exception),
        };
        match &record.outcome {
            RecordedOutcome::Results(lines) => {
                let line = |line: &domain::event::ResultLine| raw::TournamentResult {
                    player: self.player_id(&line.player),
                    games_played: line.games_played,
                    place: match line.finish {
                        RecordedFinish::Place(place) => Some(place.number()),
                        RecordedFinish::Disqualified => None,
                    },
                    disqualified: (line.finish == RecordedFinish::Disqualified).then_some(true),
                };
                written.results = Some(lines.iter().map(line).collect());
            }
            RecordedOutcome::Rounds { rounds, final_table, disqualified } => {
                let round = |tables: &Vec<PlayedTable>| raw::Round {
                    tables: tables.iter().map(|table| self.table(table)).collect(),
                };
                written.rounds = Some(rounds.iter().map(round).collect());
                written.final_table = final_table.as_ref().map(|table| self.table(table));
                written.disqualified = (!disqualified.is_empty()).then(|| self.players(disqualified));
            }
        }
        written
    }

    pub fn table(self, table: &PlayedTable) -> raw::Table {
        let game = |game: &domain::event::RecordedGame| raw::Game {
            ending: game.ending.name().into(),
            small: game.small.clone(),
        };
        raw::Table { seats: self.players(&table.seats), games: table.games.iter().map(game).collect() }
    }

    pub fn placed(self, table: &[PlacedPlayer]) -> Vec<raw::TableLine> {
        let line =
            |line: &PlacedPlayer| raw::TableLine { player: self.player_id(&line.player), place: line.place.number() };
        table.iter().map(line).collect()
    }

    pub fn league(self, id: &CompetitionId, record: &LeagueRecord, state: &CompetitionDecisions) -> raw::League {
        let meeting = |meeting: &domain::event::RecordedMeeting| raw::Meeting {
            date: meeting.day.to_smolstr(),
            present: self.players(&meeting.present),
        };
        raw::League {
            id: id.as_str().into(),
            name: self.event_name(StreamKind::League, id),
            voivodeship: record.voivodeship.name().into(),
            ended_at: record.ended_at.to_smolstr(),
            submitted_at: record.submitted_at.to_smolstr(),
            meetings: record.meetings.iter().map(meeting).collect(),
            table: self.placed(&record.table),
            waivers: self.waivers(state, &record.players()),
        }
    }

    pub fn grand_prix(self, id: &CompetitionId, record: &GrandPrixRecord) -> raw::GrandPrix {
        raw::GrandPrix {
            id: id.as_str().into(),
            name: self.event_name(StreamKind::GrandPrix, id),
            tournaments: record.tournaments.iter().map(|id| id.as_str().into()).collect(),
        }
    }

    pub fn online(self, id: &CompetitionId, record: &OnlineTableRecord, state: &CompetitionDecisions) -> raw::Online {
        raw::Online {
            id: id.as_str().into(),
            event: record.kind.name().into(),
            edition: record.edition,
            ended_at: record.ended_at.to_smolstr(),
            table: self.placed(&record.table),
            submitted_at: record.submitted_at.map(|moment| moment.to_smolstr()),
            waivers: self.waivers(state, &record.players()),
        }
    }
}

fn exception(decision: ExceptionDecision) -> raw::ExceptionDecision {
    raw::ExceptionDecision { granted: decision.granted, decided_at: decision.decided_at.to_smolstr() }
}

pub fn write_rulebook(record: &RulebookRecord) -> raw::Rulebook {
    let overrides = record.overrides.iter().map(|one| (one.path().to_owned(), one.value().to_raw()));
    raw::Rulebook { base: record.base.name().into(), overrides: raw::Overrides(overrides.collect()) }
}

pub fn write_season(id: &SeasonId, record: &SeasonRecord) -> raw::Season {
    raw::Season {
        id: id.as_str().into(),
        from: record.window.first().to_smolstr(),
        to: record.window.last().map(|day| day.to_smolstr()),
        mp_first_day: record.mp_first_day.map(|day| day.to_smolstr()),
    }
}

pub fn write_championship(id: &str, record: &ChampionshipRecord) -> raw::Mw {
    let window = record.window;
    raw::Mw {
        id: id.into(),
        voivodeship: record.voivodeship.name().into(),
        from: window.first().to_smolstr(),
        to: window.last().unwrap_or(window.first()).to_smolstr(),
    }
}
