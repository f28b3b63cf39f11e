//! Hypothetical records, for comparison with the recorded ones; nothing is recorded.

use super::{decisions, lists_of_season};
use crate::views::{ApplyRecordError, BothPlayed, Records};
use domain::event::{
    ChampionshipEvent, Correction, DeclinedSeat, Event, GrandPrixEvent, LedgerEvent, PlayerEvent, RecordedFinish,
    RecordedOutcome, RulebookEvent, RulebookRecord, SeasonEvent, SeatOrigin, TournamentEvent, TournamentRecord,
};
use domain::publication::ListId;
use domain::qualification::ledger::Target;
use domain::qualification::ledger::decider::passes_on_by_itself;
use domain::values::calendar::Moment;
use domain::values::ids::{
    AccountId, ChampionshipId, CompetitionId, InvalidId, PlayerId, RESERVED_RANKING_ID, RulebookId, SeasonId,
};
use domain::values::place::Place;
use events::envelope::{InvalidStreamName, StreamKind, StreamName};

/// The id of a rulebook that is not adopted.
const WHAT_IF_RULEBOOK: &str = "what-if";

/// What is supposed.
#[derive(Debug, Clone)]
pub enum WhatIfScenario {
    /// The season has another rulebook that is in force.
    Rulebook(RulebookId),
    /// The season has a rulebook that is not adopted.
    NewRulebook(RulebookRecord),
    /// Two players are one and the same.
    Merge {
        /// Who stays.
        keep: PlayerId,
        /// Who goes.
        drop: PlayerId,
    },
    /// A player was disqualified from a tournament that is over.
    Disqualify { tournament: CompetitionId, player: PlayerId },
    /// A player declines a qualification.
    Decline {
        /// To which championship.
        target: Target,
        /// From where; `ranking` for the ranking.
        event: String,
        player: PlayerId,
        /// Whether it passes to the next person.
        pass_on: bool,
        /// Who would record it.
        by: AccountId,
    },
    /// A player gives up qualifications outside an event.
    Waiver { player: PlayerId, declared_at: Moment },
}

/// Why something cannot be supposed.
#[derive(Debug, thiserror::Error)]
pub enum WhatIfError {
    #[error("there is no such season")]
    UnknownSeason,
    #[error("there is no such rulebook")]
    UnknownRulebook,
    #[error("there is no player {0}")]
    UnknownPlayer(PlayerId),
    #[error("there is no such tournament that is over")]
    UnknownTournament,
    /// The player was not there, or is disqualified already.
    #[error("the player has no result there")]
    NoResult,
    #[error("the player holds no such qualification")]
    NotQualified,
    #[error("they are the same player")]
    SamePlayer,
    /// Two players who met cannot be one.
    #[error(transparent)]
    BothPlayed(#[from] BothPlayed),
    #[error(transparent)]
    Unfit(#[from] ApplyRecordError),
    #[error(transparent)]
    Id(#[from] InvalidId),
    #[error(transparent)]
    Stream(#[from] InvalidStreamName),
}

/// The records of today with one thing supposed.
pub fn evaluate_what_if(
    records: &Records,
    season: &SeasonId,
    scenario: &WhatIfScenario,
) -> Result<Records, WhatIfError> {
    use WhatIfError as Impossible;
    records.season(season).ok_or(Impossible::UnknownSeason)?;
    let known = |player: &PlayerId| match records.player(player) {
        Some(_) => Ok(()),
        None => Err(Impossible::UnknownPlayer(player.clone())),
    };
    let mut hypothetical = WhatIfRecords { records: records.clone() };
    match scenario {
        WhatIfScenario::Rulebook(id) => {
            records.rulebook(id).ok_or(Impossible::UnknownRulebook)?;
            hypothetical.under(season, id)?;
        }
        WhatIfScenario::NewRulebook(record) => {
            let id = RulebookId::parse(WHAT_IF_RULEBOOK)?;
            let adopted = Event::Rulebook(RulebookEvent::Adopted(record.clone()));
            hypothetical.apply(StreamKind::Rulebook, id.as_str(), &adopted)?;
            hypothetical.under(season, &id)?;
        }
        WhatIfScenario::Merge { keep, drop } => {
            known(keep)?;
            known(drop)?;
            if keep == drop {
                return Err(Impossible::SamePlayer);
            }
            return Ok(records.merged(keep, drop)?);
        }
        WhatIfScenario::Disqualify { tournament, player } => {
            known(player)?;
            let recorded = records.tournament(tournament).ok_or(Impossible::UnknownTournament)?;
            let record = without(&recorded.record, player).ok_or(Impossible::NoResult)?;
            let corrected = TournamentEvent::Corrected(Correction { record, reason: None });
            hypothetical.apply(StreamKind::Tournament, tournament.as_str(), &Event::Tournament(corrected))?;
        }
        WhatIfScenario::Decline { target, event, player, pass_on, by } => {
            known(player)?;
            let (origin, place) = held(records, target, event, player).ok_or(Impossible::NotQualified)?;
            let (set, _) = decisions(records, target).ok_or(Impossible::NotQualified)?;
            let declined = LedgerEvent::Declined(DeclinedSeat {
                origin,
                player: player.clone(),
                place,
                passed_on: *pass_on || passes_on_by_itself(target, &set.facts.rulebook),
                by: by.clone(),
                reason: None,
            });
            hypothetical.apply(StreamKind::Ledger, &target.to_string(), &Event::Ledger(declined))?;
        }
        WhatIfScenario::Waiver { player, declared_at } => {
            known(player)?;
            let declared = PlayerEvent::WaiverDeclared { declared_at: *declared_at };
            hypothetical.apply(StreamKind::Player, player.as_str(), &Event::Player(declared))?;
        }
    }
    Ok(hypothetical.records)
}

struct WhatIfRecords {
    records: Records,
}

impl WhatIfRecords {
    fn apply(&mut self, kind: StreamKind, id: &str, event: &Event) -> Result<(), WhatIfError> {
        let stream = StreamName::new(kind, id)?;
        Ok(self.records.apply_hypothetical(&stream, event)?)
    }

    /// The season, its cycles and its championships have another rulebook.
    fn under(&mut self, season: &SeasonId, rulebook: &RulebookId) -> Result<(), WhatIfError> {
        for list in lists_of_season(&self.records, season) {
            match list {
                ListId::Ranking(id) => self.season_under(&id, rulebook)?,
                ListId::GrandPrix(id) => self.grand_prix_under(&id, rulebook)?,
                ListId::Mw(id) => self.championship_under(&id, rulebook)?,
                ListId::RankingSnapshot(_) | ListId::Mp(_) | ListId::Wildcards(_) | ListId::MpStart(_) => {}
            }
        }
        Ok(())
    }

    fn season_under(&mut self, id: &SeasonId, rulebook: &RulebookId) -> Result<(), WhatIfError> {
        let Some(mut record) = self.records.season(id).map(|season| season.record.as_ref().clone()) else {
            return Ok(());
        };
        record.rulebook = rulebook.clone();
        let corrected = SeasonEvent::Corrected(Correction { record, reason: None });
        self.apply(StreamKind::Season, id.as_str(), &Event::Season(corrected))
    }

    fn grand_prix_under(&mut self, id: &CompetitionId, rulebook: &RulebookId) -> Result<(), WhatIfError> {
        let Some(mut record) = self.records.grand_prix(id).map(|grand_prix| grand_prix.record.as_ref().clone()) else {
            return Ok(());
        };
        record.rulebook = rulebook.clone();
        let corrected = GrandPrixEvent::Corrected(Correction { record, reason: None });
        self.apply(StreamKind::GrandPrix, id.as_str(), &Event::GrandPrix(corrected))
    }

    fn championship_under(&mut self, id: &ChampionshipId, rulebook: &RulebookId) -> Result<(), WhatIfError> {
        let Some(mut record) = self.records.championship(id).map(|championship| championship.record.clone()) else {
            return Ok(());
        };
        record.rulebook = rulebook.clone();
        let corrected = ChampionshipEvent::Corrected(Correction { record, reason: None });
        self.apply(StreamKind::Championship, id.as_str(), &Event::Championship(corrected))
    }
}

/// A record with a player disqualified; nothing if there is no result to lose.
fn without(record: &TournamentRecord, player: &PlayerId) -> Option<TournamentRecord> {
    let mut record = record.clone();
    match &mut record.outcome {
        RecordedOutcome::Results(lines) => {
            let line = lines.iter_mut().find(|line| line.player == *player)?;
            let RecordedFinish::Place(lost) = std::mem::replace(&mut line.finish, RecordedFinish::Disqualified) else {
                return None;
            };
            // Players behind move up (AMB-48).
            for line in lines {
                if let RecordedFinish::Place(place) = &mut line.finish
                    && *place > lost
                {
                    *place = Place::new(place.number() - 1).ok()?;
                }
            }
        }
        RecordedOutcome::Rounds { rounds, disqualified, .. } => {
            let played = rounds.iter().flatten().any(|table| table.seats.contains(player));
            if !played || disqualified.contains(player) {
                return None;
            }
            disqualified.push(player.clone());
        }
    }
    Some(record)
}

/// The qualification that a player holds or is proposed for.
fn held(records: &Records, target: &Target, event: &str, player: &PlayerId) -> Option<(SeatOrigin, Place)> {
    let (set, decisions) = decisions(records, target)?;
    let key = records.key_of(player)?;
    decisions.iter().find_map(|decision| {
        let id = decision.competition.map(|event| set.facts.competition_id(event));
        if id.map_or(RESERVED_RANKING_ID, CompetitionId::as_str) != event {
            return None;
        }
        let granted = decision.granted().find(|granted| granted.player == key)?;
        Some((SeatOrigin { source: decision.source, event: id.cloned() }, granted.place))
    })
}
