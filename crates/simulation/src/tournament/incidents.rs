//! Incidents of a simulated tournament: players who do not come, come late or leave, cards, disputes, and misread
//! sheets.

use super::Table;
use crate::game::Sheet;
use crate::plan::{Plan, Setup};
use crate::rng::SeededRng;
use domain::Choice;
use domain::event::AgeGroup;
use domain::tournament::course::Stage;
use std::collections::BTreeSet;
use wire::tournaments::desk::NewRegistration;

/// The incidents of one event; all of them follow from its chance.
pub(crate) struct Incidents {
    on: bool,
    rng: SeededRng,
    /// On the list, and not there when it begins: the last ones of the list.
    missing: usize,
    /// Who comes when the first round is being played.
    late: Option<String>,
    hides_last_round: bool,
    disputes: u32,
    /// Sheets that were entered, misread and are put right after the next seating.
    wrong: Vec<(Stage, u32, Sheet)>,
    carded: Option<String>,
}

/// The fewest players a tournament keeps when players leave.
const KEPT: usize = 16;

impl Incidents {
    pub(crate) fn of(plan: &Plan) -> Self {
        let mut rng = plan.rng.branch(1000);
        let on = plan.incidents;
        let spare = plan.players.len().saturating_sub(KEPT);
        let missing = if on { (rng.below(3) as usize).min(spare) } else { 0 };
        let comes_late = on && missing > 0 && rng.with_per_mille(700);
        let late = if comes_late { plan.players.last().cloned() } else { None };
        let hides_last_round = on && rng.with_per_mille(400);
        Self { on, rng, missing, late, hides_last_round, disputes: 0, wrong: Vec::new(), carded: None }
    }

    /// The registrations; some players are minors whose guardians have agreed.
    pub(crate) fn registered(&self, plan: &Plan) -> Vec<NewRegistration> {
        let mut rng = self.rng.branch(1);
        let register = |player: &String| {
            let is_minor = self.on && rng.with_per_mille(60);
            let age = if is_minor { AgeGroup::Minor } else { AgeGroup::Adult };
            NewRegistration {
                player: player.clone(),
                age: age.name().to_owned(),
                guardian_consent: is_minor,
                accompanied: false,
                walk_in: false,
            }
        };
        plan.players.iter().map(register).collect()
    }

    /// Who is there when it begins.
    pub(crate) fn present_players<'a>(&self, plan: &'a Plan) -> &'a [String] {
        &plan.players[..plan.players.len() - self.missing]
    }

    pub(crate) fn has_absentees(&self) -> bool {
        self.missing > 0
    }

    pub(crate) fn late_arrival(&mut self, stage: Stage) -> Option<String> {
        if stage == Stage::Round(1) { self.late.take() } else { None }
    }

    pub(crate) fn hides(&self, stage: Stage, setup: &Setup) -> bool {
        self.hides_last_round && stage == Stage::Round(setup.rounds.len() as u32)
    }

    /// A player who goes home before the next stage, chosen from the last table.
    pub(crate) fn leaver(&mut self, next: Stage, tables: &[Table], gone: &BTreeSet<String>) -> Option<String> {
        let players: usize = tables.iter().map(|table| table.seats.len()).sum();
        if !self.on || !next.is_round() || players <= KEPT || !self.rng.with_per_mille(200) {
            return None;
        }
        let mut seats = tables.last()?.seats.iter().filter(|player| !gone.contains(*player));
        seats.next_back().cloned()
    }

    /// A player who is shown a yellow card; no player gets a second one.
    pub(crate) fn yellow_card(&mut self, stage: Stage, tables: &[Table], gone: &BTreeSet<String>) -> Option<String> {
        if !self.on || !stage.is_round() || self.carded.is_some() || !self.rng.with_per_mille(250) {
            return None;
        }
        let table = self.rng.pick(tables)?;
        let player = table.seats.iter().find(|player| !gone.contains(*player))?;
        self.carded = Some(player.clone());
        self.carded.clone()
    }

    /// A table at which players do not agree.
    pub(crate) fn dispute(&mut self, stage: Stage, tables: &[Table]) -> Option<u32> {
        if !self.on || !stage.is_round() || !self.rng.with_per_mille(150) {
            return None;
        }
        self.rng.pick(tables).map(|table| table.number)
    }

    /// The number of the dispute that was just opened.
    pub(crate) fn next_dispute(&mut self) -> u32 {
        self.disputes += 1;
        self.disputes
    }

    /// A misread version of the sheet, which is corrected at once or, rarely, after the next seating.
    pub(crate) fn misread(&mut self, stage: Stage, table: u32, sheet: &Sheet, rng: &SeededRng) -> Option<Sheet> {
        if !self.on || !self.rng.with_per_mille(40) {
            return None;
        }
        let misread = sheet.misread(&mut rng.branch(7))?;
        if stage.is_round() && self.wrong.is_empty() && self.rng.with_per_mille(300) {
            // What stands on the sheet counts for the next seating, and what is right comes afterwards.
            self.wrong.push((stage, table, misread.clone()));
        }
        Some(misread)
    }

    /// A sheet of the stage that is changed although the next one is seated.
    pub(crate) fn late_correction(&mut self, stage: Stage) -> Option<(u32, Sheet)> {
        let found = self.wrong.iter().position(|(of, _, _)| *of == stage)?;
        let (_, table, sheet) = self.wrong.swap_remove(found);
        Some((table, sheet))
    }
}
