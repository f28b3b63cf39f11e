//! Sentences for the events of a running tournament. They leave out the points of sheets: results may be hidden.

use super::{SentenceBuilder, days_between};
use domain::Choice;
use domain::event::{FormatPlan, SheetEntry, TournamentDetails, TournamentFact};
use domain::tournament::course::Stage;
use domain::values::ids::PlayerId;
use formats::localization::Message;

impl SentenceBuilder<'_> {
    /// Adds to the words of a fact, which have their subject already, whatever else they speak of.
    pub(super) fn act(&self, words: Message<'static>, fact: &TournamentFact) -> Message<'static> {
        match fact {
            TournamentFact::Applied(application) => {
                place_and_days(words, &application.details).count("players", application.planned_players.into())
            }
            TournamentFact::DetailsChanged { details, late_notice, .. } => {
                place_and_days(words, details).with("late", yes_or_no(*late_notice))
            }
            TournamentFact::Cancelled { late_notice, .. } => words.with("late", yes_or_no(*late_notice)),
            TournamentFact::FormatChosen(plan) => format(words, plan),
            TournamentFact::PlayersRegistered(registrations) => {
                let players: Vec<PlayerId> =
                    registrations.iter().map(|registration| registration.player.clone()).collect();
                self.players(words, &players)
            }
            TournamentFact::PlayersCheckedIn { players } | TournamentFact::PlayersDidNotCome { players } => {
                self.players(words, players)
            }
            TournamentFact::RegistrationChanged(registration) | TournamentFact::LateArrivalAdmitted(registration) => {
                words.message("player", self.player(&registration.player))
            }
            TournamentFact::RegistrationWithdrawn { player }
            | TournamentFact::PlayerLeft { player }
            | TournamentFact::Disqualified { player }
            | TournamentFact::WaiverDeclared { player }
            | TournamentFact::WaiverWithdrawn { player } => words.message("player", self.player(player)),
            TournamentFact::SanctionGiven { player, sanction, .. } => {
                words.with("sanction", sanction.name()).message("player", self.player(player))
            }
            TournamentFact::Drawn { stage, number, order, reason } => words
                .message("stage", in_words(*stage))
                .with("draw", number.to_string())
                .count("count", order.len() as u64)
                .with("again", yes_or_no(reason.is_some())),
            TournamentFact::StageSeated { stage, tables } => {
                words.message("stage", in_words(*stage)).count("tables", tables.len() as u64)
            }
            TournamentFact::StageStarted { stage }
            | TournamentFact::StageSkipped { stage, .. }
            | TournamentFact::StageClosed { stage }
            | TournamentFact::ResultsHidden { stage }
            | TournamentFact::ResultsRevealed { stage } => words.message("stage", in_words(*stage)),
            TournamentFact::SheetEntered(entry) | TournamentFact::SheetCorrected { entry } => {
                let SheetEntry { stage, table, .. } = entry;
                at_table(words, *stage, *table)
            }
            TournamentFact::SheetConfirmed { stage, table }
            | TournamentFact::SecondEntryWaived { stage, table, .. }
            | TournamentFact::TableOfTwoAllowed { stage, table, .. } => at_table(words, *stage, *table),
            TournamentFact::DisputeOpened { dispute, stage, table, game, .. } => at_table(words, *stage, *table)
                .with("dispute", dispute.to_string())
                .with("game", game.map_or_else(|| "none".to_owned(), |game| game.to_string())),
            TournamentFact::DisputeRuled { dispute, .. } => words.with("dispute", dispute.to_string()),
            TournamentFact::TieDecided { question, order, .. } => {
                words.with("question", question.name()).message("order", self.order(order))
            }
            TournamentFact::ResultsImported { lines, .. } => words.count("count", lines.len() as u64),
            TournamentFact::ActUndone { act, .. } => words.with("act", act.to_string()),
            TournamentFact::ApplicationApproved(_)
            | TournamentFact::ApplicationRejected { .. }
            | TournamentFact::Interrupted { .. }
            | TournamentFact::Closed { .. } => words,
        }
    }

    /// How many players, and who.
    fn players(&self, words: Message<'static>, players: &[PlayerId]) -> Message<'static> {
        words.count("count", players.len() as u64).message("players", self.listed(players, "event-list-and"))
    }
}

pub(super) fn yes_or_no(holds: bool) -> &'static str {
    if holds { "yes" } else { "no" }
}

fn place_and_days(words: Message<'static>, details: &TournamentDetails) -> Message<'static> {
    words
        .with("voivodeship", details.voivodeship.name())
        .message("days", days_between(details.first_day, details.last_day))
}

fn format(words: Message<'static>, plan: &FormatPlan) -> Message<'static> {
    words
        .count("rounds", plan.rounds.len() as u64)
        .with("top", plan.top.map_or("none", Choice::name))
        .with("final", yes_or_no(plan.final_games.is_some()))
}

/// A stage as people call it.
fn in_words(stage: Stage) -> Message<'static> {
    match stage {
        Stage::Round(number) => Message::new("event-stage-round").with("number", number.to_string()),
        Stage::Top => Message::new("event-stage-top"),
        Stage::Final => Message::new("event-stage-final"),
    }
}

fn at_table(words: Message<'static>, stage: Stage, table: u32) -> Message<'static> {
    words.message("stage", in_words(stage)).with("table", table.to_string())
}
