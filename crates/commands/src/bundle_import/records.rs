//! Converts the checked values of a bundle into domain records.

use domain::Choice;
use domain::event::{
    ChampionshipRecord, Commitment, GrandPrixRecord, LeagueRecord, OnlineTableRecord, Override, PlacedPlayer,
    PlayedTable, RecordedFinish, RecordedGame, RecordedMeeting, RecordedOutcome, ResultLine, RulebookRecord,
    SeasonRecord, TournamentRecord,
};
use domain::rulebook::Preset;
use domain::tournament::result::ExceptionDecision;
use domain::values::calendar::{Day, Moment, Window};
use domain::values::ids::{CompetitionId, InvalidId, PlayerId, RulebookId};
use domain::values::place::Place;
use formats::bundle::raw;
use sha2::{Digest, Sha256};
use smol_str::SmolStr;
use std::collections::HashMap;
use std::fmt::Display;
use std::str::FromStr;

/// A value that the check of a bundle would have refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the bundle holds what its check refuses: {0}")]
pub struct UncheckedValue(String);

impl From<InvalidId> for UncheckedValue {
    fn from(problem: InvalidId) -> Self {
        Self(problem.to_string())
    }
}

fn read<T: FromStr<Err: Display>>(text: &str) -> Result<T, UncheckedValue> {
    text.parse().map_err(|problem: T::Err| UncheckedValue(problem.to_string()))
}

fn choice<T: Choice>(text: &str) -> Result<T, UncheckedValue> {
    T::parse(text).map_err(|problem| UncheckedValue(problem.to_string()))
}

fn place(number: u32) -> Result<Place, UncheckedValue> {
    Place::new(number).map_err(|problem| UncheckedValue(problem.to_string()))
}

fn window(from: &str, to: Option<&SmolStr>) -> Result<Window, UncheckedValue> {
    let last = to.map(|to| read::<Day>(to)).transpose()?;
    Window::new(read(from)?, last).map_err(|problem| UncheckedValue(problem.to_string()))
}

/// Reads records; players are found by what the bundle calls them.
pub(super) struct RecordReader<'a> {
    pub(super) players: &'a HashMap<SmolStr, PlayerId>,
    pub(super) rulebook: RulebookId,
}

/// The rulebook of a bundle and its id: the base, and what tells its overrides apart from others.
pub(super) fn rulebook(written: &raw::Rulebook) -> Result<(RulebookId, RulebookRecord), UncheckedValue> {
    let mut overrides = Vec::with_capacity(written.overrides.0.len());
    for (path, value) in &written.overrides.0 {
        overrides.push(Override::new(path, value).map_err(|problem| UncheckedValue(problem.to_string()))?);
    }
    // No parameter of a bundle depends on another, so the order says nothing.
    overrides.sort_by(|a, b| a.path().cmp(b.path()));
    let record = RulebookRecord { base: choice::<Preset>(&written.base)?, overrides };
    let mut id = record.base.name().to_owned();
    if !record.overrides.is_empty() {
        let mut hasher = Sha256::new();
        for one in &record.overrides {
            hasher.update(format!("{}={:?}\n", one.path(), one.value()));
        }
        let digest: [u8; 32] = hasher.finalize().into();
        let short = digest[..8].try_into().map_or(0, u64::from_be_bytes);
        id = format!("{id}+{short:016x}");
    }
    Ok((read(&id)?, record))
}

pub(super) fn exception(written: &raw::ExceptionDecision) -> Result<ExceptionDecision, UncheckedValue> {
    Ok(ExceptionDecision { granted: written.granted, decided_at: read(&written.decided_at)? })
}

impl RecordReader<'_> {
    pub(super) fn player(&self, alias: &SmolStr) -> Result<PlayerId, UncheckedValue> {
        self.players.get(alias).cloned().ok_or_else(|| UncheckedValue(format!("unknown player `{alias}`")))
    }

    pub(super) fn players(&self, aliases: &[SmolStr]) -> Result<Vec<PlayerId>, UncheckedValue> {
        aliases.iter().map(|alias| self.player(alias)).collect()
    }

    pub(super) fn optional_players(&self, aliases: Option<&Vec<SmolStr>>) -> Result<Vec<PlayerId>, UncheckedValue> {
        aliases.map_or(Ok(Vec::new()), |aliases| self.players(aliases))
    }

    pub(super) fn season(&self, written: &raw::Season) -> Result<SeasonRecord, UncheckedValue> {
        Ok(SeasonRecord {
            window: window(&written.from, written.to.as_ref())?,
            mp_first_day: written.mp_first_day.as_ref().map(|day| read(day)).transpose()?,
            rulebook: self.rulebook.clone(),
        })
    }

    pub(super) fn championship(&self, written: &raw::Mw) -> Result<ChampionshipRecord, UncheckedValue> {
        Ok(ChampionshipRecord {
            voivodeship: choice(&written.voivodeship)?,
            window: window(&written.from, Some(&written.to))?,
            rulebook: self.rulebook.clone(),
        })
    }

    pub(super) fn tournament(
        &self,
        written: &raw::Tournament,
        name: Commitment,
    ) -> Result<TournamentRecord, UncheckedValue> {
        let outcome = match (&written.results, &written.rounds) {
            (Some(results), _) => {
                RecordedOutcome::Results(results.iter().map(|line| self.result(line)).collect::<Result<_, _>>()?)
            }
            (None, Some(rounds)) => RecordedOutcome::Rounds {
                rounds: rounds
                    .iter()
                    .map(|round| round.tables.iter().map(|table| self.table(table)).collect())
                    .collect::<Result<_, _>>()?,
                final_table: written.final_table.as_ref().map(|table| self.table(table)).transpose()?,
                disqualified: self.optional_players(written.disqualified.as_ref())?,
            },
            (None, None) => return Err(UncheckedValue(format!("`{}` has no outcome", written.id))),
        };
        Ok(TournamentRecord {
            name,
            ended_at: read(&written.ended_at)?,
            submitted_at: read(&written.submitted_at)?,
            voivodeship: choice(&written.voivodeship)?,
            class: choice(&written.class)?,
            planned_games: written.planned_games,
            outcome,
        })
    }

    fn result(&self, written: &raw::TournamentResult) -> Result<ResultLine, UncheckedValue> {
        Ok(ResultLine {
            player: self.player(&written.player)?,
            games_played: written.games_played,
            finish: match written.place {
                Some(number) => RecordedFinish::Place(place(number)?),
                None => RecordedFinish::Disqualified,
            },
        })
    }

    fn table(&self, written: &raw::Table) -> Result<PlayedTable, UncheckedValue> {
        let game = |game: &raw::Game| -> Result<RecordedGame, UncheckedValue> {
            Ok(RecordedGame { ending: choice(&game.ending)?, small: game.small.clone() })
        };
        Ok(PlayedTable {
            seats: self.players(&written.seats)?,
            games: written.games.iter().map(game).collect::<Result<_, _>>()?,
        })
    }

    fn placed(&self, written: &[raw::TableLine]) -> Result<Vec<PlacedPlayer>, UncheckedValue> {
        let line = |line: &raw::TableLine| -> Result<PlacedPlayer, UncheckedValue> {
            Ok(PlacedPlayer { player: self.player(&line.player)?, place: place(line.place)? })
        };
        written.iter().map(line).collect()
    }

    pub(super) fn league(&self, written: &raw::League, name: Commitment) -> Result<LeagueRecord, UncheckedValue> {
        let meeting = |meeting: &raw::Meeting| -> Result<RecordedMeeting, UncheckedValue> {
            Ok(RecordedMeeting { day: read(&meeting.date)?, present: self.players(&meeting.present)? })
        };
        Ok(LeagueRecord {
            name,
            voivodeship: choice(&written.voivodeship)?,
            ended_at: read(&written.ended_at)?,
            submitted_at: read(&written.submitted_at)?,
            meetings: written.meetings.iter().map(meeting).collect::<Result<_, _>>()?,
            table: self.placed(&written.table)?,
        })
    }

    pub(super) fn grand_prix(
        &self,
        written: &raw::GrandPrix,
        name: Commitment,
    ) -> Result<GrandPrixRecord, UncheckedValue> {
        Ok(GrandPrixRecord {
            name,
            tournaments: written.tournaments.iter().map(|id| read::<CompetitionId>(id)).collect::<Result<_, _>>()?,
            rulebook: self.rulebook.clone(),
        })
    }

    pub(super) fn online(&self, written: &raw::Online) -> Result<OnlineTableRecord, UncheckedValue> {
        Ok(OnlineTableRecord {
            kind: choice(&written.event)?,
            edition: written.edition,
            ended_at: read(&written.ended_at)?,
            submitted_at: written.submitted_at.as_ref().map(|moment| read::<Moment>(moment)).transpose()?,
            table: self.placed(&written.table)?,
        })
    }
}

pub(super) fn moment(text: &str) -> Result<Moment, UncheckedValue> {
    read(text)
}
