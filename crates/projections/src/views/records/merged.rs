//! Records as they would be if two players were the same person.

use super::take::hypothetical_position;
use super::{ConversionCache, LedgerEntry, Recorded, Records, Table};
use domain::competitions::from_records::CompetitionDecisions;
use domain::event::{LeagueRecord, OnlineTableRecord, PlacedPlayer, PlayedTable, RecordedOutcome, TournamentRecord};
use domain::qualification::ledger::Ledger;
use domain::values::ids::{CompetitionId, PlayerId};
use std::sync::Arc;

/// Two players who cannot be one: they met.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("both took part in {event}")]
pub struct BothPlayed {
    pub event: CompetitionId,
}

impl Records {
    /// The same with everything of one player as if it were another's.
    pub fn merged(&self, keep: &PlayerId, drop: &PlayerId) -> Result<Self, BothPlayed> {
        let one = PlayerMerge { keep, drop };
        let mut merged = self.clone();
        merged.last_change = hypothetical_position();
        merged.tournaments =
            one.events(&self.tournaments, |record| record.outcome.players(), |record| one.tournament(record))?;
        merged.leagues = one.events(&self.leagues, LeagueRecord::players, |record| one.league(record))?;
        merged.online = one.events(&self.online, OnlineTableRecord::players, |record| OnlineTableRecord {
            table: one.table(&record.table),
            ..record.clone()
        })?;
        for season in self.seasons.values() {
            let decisions = one.decisions(&season.decisions);
            if decisions != season.decisions {
                let season = Recorded { decisions, ..season.copy_with_new_etag() };
                merged.seasons.insert_mut(season.id.clone(), Arc::new(season));
            }
        }
        if let Some(theirs) = self.waivers.get(drop) {
            let mut both = self.waivers.get(keep).cloned().unwrap_or_default();
            both.extend(theirs);
            merged.waivers.insert_mut(keep.clone(), both);
            merged.waivers.remove_mut(drop);
        }
        for (target, entry) in &self.ledgers {
            let ledger = one.ledger(&entry.ledger);
            if ledger != entry.ledger {
                let entry = LedgerEntry { ledger, etag: hypothetical_position(), history: entry.history.clone() };
                merged.ledgers.insert_mut(target.clone(), Arc::new(entry));
            }
        }
        // What is merged has changed without an event of its own, so that nothing computed before may be taken over.
        merged.clear_computed();
        Ok(merged)
    }
}

impl<I: Clone, R> Recorded<I, R> {
    /// A copy that is something else: it is turned into facts anew.
    fn copy_with_new_etag(&self) -> Self {
        Self {
            id: self.id.clone(),
            record: Arc::clone(&self.record),
            decisions: self.decisions.clone(),
            etag: hypothetical_position(),
            version: self.version,
            trail: self.trail.clone(),
            conversion_cache: ConversionCache::default(),
        }
    }
}

/// Who takes whose place.
struct PlayerMerge<'a> {
    keep: &'a PlayerId,
    drop: &'a PlayerId,
}

impl PlayerMerge<'_> {
    fn events<R>(
        &self,
        events: &Table<CompetitionId, R>,
        players: impl Fn(&R) -> Vec<&PlayerId>,
        record: impl Fn(&R) -> R,
    ) -> Result<Table<CompetitionId, R>, BothPlayed> {
        let mut merged = events.clone();
        for it in events.values() {
            let there = players(&it.record);
            let played = there.contains(&self.drop);
            if played && there.contains(&self.keep) {
                return Err(BothPlayed { event: it.id.clone() });
            }
            let decisions = self.decisions(&it.decisions);
            if played || decisions != it.decisions {
                let merged_record = Arc::new(record(&it.record));
                let it = Recorded { record: merged_record, decisions, ..it.copy_with_new_etag() };
                merged.insert_mut(it.id.clone(), Arc::new(it));
            }
        }
        Ok(merged)
    }

    fn player(&self, player: &PlayerId) -> PlayerId {
        if player == self.drop { self.keep.clone() } else { player.clone() }
    }

    fn players(&self, players: &[PlayerId]) -> Vec<PlayerId> {
        players.iter().map(|player| self.player(player)).collect()
    }

    fn table(&self, table: &[PlacedPlayer]) -> Vec<PlacedPlayer> {
        table.iter().map(|line| PlacedPlayer { player: self.player(&line.player), place: line.place }).collect()
    }

    fn played(&self, table: &PlayedTable) -> PlayedTable {
        PlayedTable { seats: self.players(&table.seats), games: table.games.clone() }
    }

    fn tournament(&self, record: &TournamentRecord) -> TournamentRecord {
        let mut record = record.clone();
        match &mut record.outcome {
            RecordedOutcome::Results(lines) => {
                for line in lines {
                    line.player = self.player(&line.player);
                }
            }
            RecordedOutcome::Rounds { rounds, final_table, disqualified } => {
                for table in rounds.iter_mut().flatten().chain(final_table) {
                    *table = self.played(table);
                }
                *disqualified = self.players(disqualified);
            }
        }
        record
    }

    fn league(&self, record: &LeagueRecord) -> LeagueRecord {
        let mut record = record.clone();
        record.table = self.table(&record.table);
        for meeting in &mut record.meetings {
            meeting.present = self.players(&meeting.present);
        }
        record
    }

    fn decisions(&self, decisions: &CompetitionDecisions) -> CompetitionDecisions {
        CompetitionDecisions {
            waivers: self.players(&decisions.waivers),
            tie: decisions.tie.as_ref().map(|order| self.players(order)),
            exception: decisions.exception,
        }
    }

    fn ledger(&self, ledger: &Ledger) -> Ledger {
        let mut ledger = ledger.clone();
        for seats in ledger.seats.values_mut() {
            for grant in &mut seats.granted {
                grant.player = self.player(&grant.player);
            }
            for declined in &mut seats.declined {
                declined.player = self.player(&declined.player);
            }
            if let Some(upheld) = seats.upheld.remove(self.drop) {
                seats.upheld.insert(self.keep.clone(), upheld);
            }
        }
        if let Some(mut wildcard) = ledger.wildcards.remove(self.drop) {
            wildcard.nominated.player = self.keep.clone();
            ledger.wildcards.insert(self.keep.clone(), wildcard);
        }
        if let Some(mut choice) = ledger.choices.remove(self.drop) {
            choice.player = self.keep.clone();
            ledger.choices.insert(self.keep.clone(), choice);
        }
        ledger
    }
}
