//! Facts of a running tournament: what each is called, what it changes, who may undo it, what watchers and sentences
//! tell of it, and its effect on the state.

use super::{ActorRef, Closing, CommandKind, Dispute, Phase, Presence, Stage, TournamentState};
use crate::Choice;
use crate::event::history::CorruptHistory;
use crate::event::{
    Approval, ChangedPart, Commitment, EventDescription, FormatPlan, Registration, ResultLine, SheetEntry, TextKind,
    TieQuestion, TournamentApplication, TournamentDetails,
};
use crate::tournament::draw::Seed;
use crate::tournament::sanction::Sanction;
use crate::tournament::seating::seat_in_order;
use crate::values::calendar::{Day, Moment};
use crate::values::ids::PlayerId;
use std::sync::Arc;

/// One fact of an act. All facts of one command share a number, so that they are undone together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedFact {
    /// Counts the acts of the tournament from 1.
    pub number: u32,
    pub by: ActorRef,
    pub fact: TournamentFact,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TournamentFact {
    /// An application to organise it was submitted (R-APP-01).
    Applied(TournamentApplication),
    ApplicationApproved(Approval),
    /// The main organiser rejected it; no reason is needed (R-APP-04).
    ApplicationRejected {
        reason: Option<Commitment>,
    },
    /// Its name, venue, days or voivodeship were changed (R-APP-08).
    DetailsChanged {
        details: TournamentDetails,
        reason: Option<Commitment>,
        /// Whether it was announced later than it should have been (AMB-08).
        late_notice: bool,
    },
    Cancelled {
        reason: Option<Commitment>,
        /// Whether it was announced later than it should have been (AMB-08).
        late_notice: bool,
    },
    /// It was broken off while it was played, and has no results (AMB-08).
    Interrupted {
        reason: Commitment,
    },
    FormatChosen(FormatPlan),
    PlayersRegistered(Vec<Registration>),
    RegistrationChanged(Registration),
    RegistrationWithdrawn {
        player: PlayerId,
    },
    PlayersCheckedIn {
        players: Vec<PlayerId>,
    },
    PlayersDidNotCome {
        players: Vec<PlayerId>,
    },
    /// Seats were drawn (R-SEAT-03).
    Drawn {
        stage: Stage,
        /// Counts the draws of the tournament from 1, those that were undone too.
        number: u32,
        /// The players in the order of their seats.
        order: Vec<PlayerId>,
        /// Public reason for drawing again.
        reason: Option<Commitment>,
    },
    /// Seats were given out by the standing (R-SEAT-04, R-SEAT-12).
    StageSeated {
        stage: Stage,
        /// Players at A, B, C and D of each table.
        tables: Vec<Vec<PlayerId>>,
    },
    /// Play began there; with the first round the format is frozen.
    StageStarted {
        stage: Stage,
    },
    /// A stage is not played, by a ruling.
    StageSkipped {
        stage: Stage,
        reason: Commitment,
    },
    /// A player came after the start and plays from the next round on (AMB-29).
    LateArrivalAdmitted(Registration),
    /// A player left before the end (AMB-29).
    PlayerLeft {
        player: PlayerId,
    },
    /// The sheet of a table was entered, or entered anew.
    SheetEntered(SheetEntry),
    /// A second person entered the same sheet.
    SheetConfirmed {
        stage: Stage,
        table: u32,
    },
    SecondEntryWaived {
        stage: Stage,
        table: u32,
        reason: Commitment,
    },
    /// A table may go on with two players, by a ruling (AMB-29).
    TableOfTwoAllowed {
        stage: Stage,
        table: u32,
        reason: Commitment,
    },
    /// Every sheet is there, and the round or stage is over.
    StageClosed {
        stage: Stage,
    },
    /// Results of a stage are hidden until all are there (R-PUB-02).
    ResultsHidden {
        stage: Stage,
    },
    ResultsRevealed {
        stage: Stage,
    },
    /// A referee gave a caution, a warning, a yellow card or a disqualification (R-SAN).
    SanctionGiven {
        player: PlayerId,
        sanction: Sanction,
        reason: Commitment,
    },
    /// A player is out of the tournament: by the last card, or at once (R-SAN-02, R-SAN-03).
    Disqualified {
        player: PlayerId,
    },
    /// Players do not agree, and called the referee (R-SAN-07).
    DisputeOpened {
        /// Counts the disputes of the tournament from 1.
        dispute: u32,
        stage: Stage,
        table: u32,
        /// Counted from 1.
        game: Option<u32>,
        matter: Commitment,
    },
    DisputeRuled {
        dispute: u32,
        ruling: Commitment,
    },
    /// The main referee set an order among players who are tied (AMB-41, AMB-43).
    TieDecided {
        question: TieQuestion,
        /// The players, the best first.
        order: Vec<PlayerId>,
        reason: Option<Commitment>,
    },
    /// A player gave up the qualification of this tournament (R-WAV-01).
    WaiverDeclared {
        player: PlayerId,
    },
    WaiverWithdrawn {
        player: PlayerId,
    },
    /// The results are final, and the seed of the draws is revealed.
    Closed {
        seed: Seed,
        ended_at: Moment,
    },
    /// The results came from elsewhere as places only (R-FMT-14, AMB-20).
    ResultsImported {
        lines: Vec<ResultLine>,
        ended_at: Moment,
    },
    /// The winner's contact was recorded for the main organiser, or removed (R-PLR-10).
    WinnerContactRecorded {
        contact: Commitment,
        /// Several if they share the first place; empty for a removed contact, which is a record without values.
        winners: Vec<PlayerId>,
    },
    /// A sheet was corrected after closing.
    SheetCorrected {
        entry: SheetEntry,
    },
    ActUndone {
        act: u32,
        reason: Option<Commitment>,
    },
}

/// A value that a sentence about a fact names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedValue<'f> {
    Player(&'f PlayerId),
    /// The number of the players is named beside them, as `count`.
    Players(Vec<&'f PlayerId>),
    /// Players in an order that matters.
    Order(&'f [PlayerId]),
    Stage(Stage),
    Count(usize),
    Days(Day, Day),
    YesNo(bool),
    /// A number in digits, or the stored name of a choice.
    Text(String),
}

/// What somebody who watches a tournament reads again after a fact; never the fact itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublicChange {
    Sheet(Stage, u32),
    Seating(Stage),
    Stage(Stage),
    StageResults(Stage),
    Results,
    Players,
    Details,
    /// Something that is not distinguished from other changes.
    Anything,
}

/// What a fact changes in the entry of a tournament beside its state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryChange<'a> {
    Texts,
    Draw {
        stage: Stage,
        number: u32,
        order: &'a [PlayerId],
    },
    NewPlayers(&'a [Registration]),
    /// Whether the list of players is public, or who is on it; attendance is not public.
    PlayerList,
    Undo(u32),
    StateOnly,
}

impl TournamentFact {
    /// The values of the sentence in `event-tournament-…`, under their names there.
    pub fn named_values(&self) -> Vec<(&'static str, NamedValue<'_>)> {
        use NamedValue::{Count, Order, Players, Text, YesNo};
        let player = |player| vec![("player", NamedValue::Player(player))];
        let stage = |stage: &Stage| ("stage", NamedValue::Stage(*stage));
        let table = |at: &Stage, table: &u32| vec![stage(at), ("table", Text(table.to_string()))];
        let place_and_days = |details: &TournamentDetails| {
            let days = NamedValue::Days(details.first_day, details.last_day);
            vec![("voivodeship", Text(details.voivodeship.name().into())), ("days", days)]
        };
        match self {
            Self::Applied(application) => {
                let mut values = place_and_days(&application.details);
                values.push(("players", Count(application.planned_players as usize)));
                values
            }
            Self::DetailsChanged { details, late_notice, .. } => {
                let mut values = place_and_days(details);
                values.push(("late", YesNo(*late_notice)));
                values
            }
            Self::Cancelled { late_notice, .. } => vec![("late", YesNo(*late_notice))],
            Self::FormatChosen(plan) => vec![
                ("rounds", Count(plan.rounds.len())),
                ("top", Text(plan.top.map_or("none", Choice::name).into())),
                ("final", YesNo(plan.final_games.is_some())),
            ],
            Self::PlayersRegistered(all) => vec![("players", Players(all.iter().map(|one| &one.player).collect()))],
            Self::PlayersCheckedIn { players } | Self::PlayersDidNotCome { players } => {
                vec![("players", Players(players.iter().collect()))]
            }
            Self::RegistrationChanged(one) | Self::LateArrivalAdmitted(one) => player(&one.player),
            Self::RegistrationWithdrawn { player: one }
            | Self::PlayerLeft { player: one }
            | Self::Disqualified { player: one }
            | Self::WaiverDeclared { player: one }
            | Self::WaiverWithdrawn { player: one } => player(one),
            Self::SanctionGiven { player, sanction, .. } => {
                vec![("sanction", Text(sanction.name().into())), ("player", NamedValue::Player(player))]
            }
            Self::Drawn { stage: at, number, order, reason } => vec![
                stage(at),
                ("draw", Text(number.to_string())),
                ("count", Count(order.len())),
                ("again", YesNo(reason.is_some())),
            ],
            Self::StageSeated { stage: at, tables } => vec![stage(at), ("tables", Count(tables.len()))],
            Self::StageStarted { stage: at }
            | Self::StageSkipped { stage: at, .. }
            | Self::StageClosed { stage: at }
            | Self::ResultsHidden { stage: at }
            | Self::ResultsRevealed { stage: at } => vec![stage(at)],
            // Without the points: results may be hidden.
            Self::SheetEntered(entry) | Self::SheetCorrected { entry } => table(&entry.stage, &entry.table),
            Self::SheetConfirmed { stage, table: number }
            | Self::SecondEntryWaived { stage, table: number, .. }
            | Self::TableOfTwoAllowed { stage, table: number, .. } => table(stage, number),
            Self::DisputeOpened { dispute, stage, table: number, game, .. } => {
                let mut values = table(stage, number);
                values.push(("dispute", Text(dispute.to_string())));
                values.push(("game", Text(game.map_or_else(|| "none".to_owned(), |game| game.to_string()))));
                values
            }
            Self::DisputeRuled { dispute, .. } => vec![("dispute", Text(dispute.to_string()))],
            Self::TieDecided { question, order, .. } => {
                vec![("question", Text(question.name().into())), ("order", Order(order))]
            }
            Self::ResultsImported { lines, .. } => vec![("count", Count(lines.len()))],
            Self::WinnerContactRecorded { winners, .. } => vec![("held", YesNo(!winners.is_empty()))],
            Self::ActUndone { act, .. } => vec![("act", Text(act.to_string()))],
            Self::ApplicationApproved(_)
            | Self::ApplicationRejected { .. }
            | Self::Interrupted { .. }
            | Self::Closed { .. } => Vec::new(),
        }
    }

    /// What it changes in the entry of the tournament beside its state.
    pub fn entry_change(&self) -> EntryChange<'_> {
        match self {
            Self::Applied(_) | Self::DetailsChanged { .. } => EntryChange::Texts,
            Self::Drawn { stage, number, order, .. } => EntryChange::Draw { stage: *stage, number: *number, order },
            Self::PlayersRegistered(registrations) => EntryChange::NewPlayers(registrations),
            Self::LateArrivalAdmitted(registration) => EntryChange::NewPlayers(std::slice::from_ref(registration)),
            Self::ApplicationApproved(_) | Self::RegistrationWithdrawn { .. } => EntryChange::PlayerList,
            Self::ActUndone { act, .. } => EntryChange::Undo(*act),
            Self::ApplicationRejected { .. }
            | Self::Cancelled { .. }
            | Self::Interrupted { .. }
            | Self::FormatChosen(_)
            | Self::RegistrationChanged(_)
            | Self::PlayersCheckedIn { .. }
            | Self::PlayersDidNotCome { .. }
            | Self::StageSeated { .. }
            | Self::StageStarted { .. }
            | Self::StageSkipped { .. }
            | Self::PlayerLeft { .. }
            | Self::SheetEntered(_)
            | Self::SheetConfirmed { .. }
            | Self::SecondEntryWaived { .. }
            | Self::TableOfTwoAllowed { .. }
            | Self::StageClosed { .. }
            | Self::ResultsHidden { .. }
            | Self::ResultsRevealed { .. }
            | Self::SanctionGiven { .. }
            | Self::Disqualified { .. }
            | Self::DisputeOpened { .. }
            | Self::DisputeRuled { .. }
            | Self::TieDecided { .. }
            | Self::WaiverDeclared { .. }
            | Self::WaiverWithdrawn { .. }
            | Self::Closed { .. }
            | Self::ResultsImported { .. }
            | Self::WinnerContactRecorded { .. }
            | Self::SheetCorrected { .. } => EntryChange::StateOnly,
        }
    }

    /// What the public pages show differently after it; nothing if they show the same.
    pub fn public_change(&self) -> Option<PublicChange> {
        match self {
            Self::SheetEntered(entry) | Self::SheetCorrected { entry } => {
                Some(PublicChange::Sheet(entry.stage, entry.table))
            }
            Self::SheetConfirmed { stage, table } | Self::SecondEntryWaived { stage, table, .. } => {
                Some(PublicChange::Sheet(*stage, *table))
            }
            Self::Drawn { stage, .. } | Self::StageSeated { stage, .. } => Some(PublicChange::Seating(*stage)),
            Self::StageStarted { stage } | Self::StageSkipped { stage, .. } | Self::StageClosed { stage } => {
                Some(PublicChange::Stage(*stage))
            }
            Self::ResultsHidden { stage } | Self::ResultsRevealed { stage } => Some(PublicChange::StageResults(*stage)),
            Self::TieDecided { .. } | Self::Closed { .. } | Self::ResultsImported { .. } => Some(PublicChange::Results),
            Self::PlayersRegistered(_) | Self::RegistrationWithdrawn { .. } | Self::LateArrivalAdmitted(_) => {
                Some(PublicChange::Players)
            }
            Self::ApplicationApproved(_)
            | Self::DetailsChanged { .. }
            | Self::Cancelled { .. }
            | Self::Interrupted { .. }
            | Self::FormatChosen(_) => Some(PublicChange::Details),
            // Departures and disqualifications look the same.
            Self::PlayerLeft { .. }
            | Self::Disqualified { .. }
            | Self::TableOfTwoAllowed { .. }
            | Self::WaiverDeclared { .. }
            | Self::WaiverWithdrawn { .. }
            | Self::ActUndone { .. } => Some(PublicChange::Anything),
            Self::Applied(_)
            | Self::ApplicationRejected { .. }
            | Self::RegistrationChanged(_)
            | Self::PlayersCheckedIn { .. }
            | Self::PlayersDidNotCome { .. }
            | Self::SanctionGiven { .. }
            | Self::DisputeOpened { .. }
            | Self::DisputeRuled { .. }
            | Self::WinnerContactRecorded { .. } => None,
        }
    }

    pub fn description(&self) -> EventDescription<'_> {
        let whole = EventDescription::whole;
        let details = |name, details: &TournamentDetails| {
            let description = whole(name).with_text(TextKind::CompetitionName, details.name);
            description.with_text(TextKind::Venue, details.venue)
        };
        let entry = |name, player| EventDescription::player(name, player);
        let entries = |name| EventDescription::of(name, ChangedPart::Players);
        let sheet = |name, stage: &Stage, table: &u32| EventDescription::of(name, ChangedPart::Sheet(*stage, *table));
        match self {
            Self::Applied(application) => details("tournament.applied", &application.details)
                .with_text(TextKind::ApplicationContact, application.contact),
            Self::ApplicationApproved(_) => whole("tournament.application_approved"),
            Self::ApplicationRejected { reason } => whole("tournament.application_rejected").because(*reason),
            Self::DetailsChanged { details: changed, reason, .. } => {
                details("tournament.details_changed", changed).because(*reason)
            }
            Self::Cancelled { reason, .. } => whole("tournament.cancelled").because(*reason),
            Self::Interrupted { reason } => whole("tournament.interrupted").because(*reason),
            Self::FormatChosen(_) => whole("tournament.format_chosen"),
            Self::PlayersRegistered(all) => {
                entries("tournament.players_registered").naming(all.iter().map(|one| &one.player))
            }
            Self::RegistrationChanged(one) => entry("tournament.registration_changed", &one.player),
            Self::RegistrationWithdrawn { player } => entry("tournament.registration_withdrawn", player),
            Self::PlayersCheckedIn { players } => entries("tournament.players_checked_in").naming(players),
            Self::PlayersDidNotCome { players } => entries("tournament.players_did_not_come").naming(players),
            Self::Drawn { order, reason, .. } => {
                // Public, so it is a text of its own.
                whole("tournament.drawn").naming(order).because_as(TextKind::RedrawReason, *reason)
            }
            Self::StageSeated { tables, .. } => whole("tournament.stage_seated").naming(tables.iter().flatten()),
            Self::StageStarted { .. } => whole("tournament.stage_started"),
            Self::StageSkipped { reason, .. } => whole("tournament.stage_skipped").because(*reason),
            Self::LateArrivalAdmitted(one) => entry("tournament.late_arrival_admitted", &one.player),
            Self::PlayerLeft { player } => entry("tournament.player_left", player),
            Self::SheetEntered(it) => sheet("tournament.sheet_entered", &it.stage, &it.table).because(it.reason),
            Self::SheetConfirmed { stage, table } => sheet("tournament.sheet_confirmed", stage, table),
            Self::SecondEntryWaived { stage, table, reason } => {
                sheet("tournament.second_entry_waived", stage, table).because(*reason)
            }
            Self::TableOfTwoAllowed { stage, table, reason } => {
                sheet("tournament.table_of_two_allowed", stage, table).because(*reason)
            }
            Self::StageClosed { .. } => whole("tournament.stage_closed"),
            Self::ResultsHidden { .. } => whole("tournament.results_hidden"),
            Self::ResultsRevealed { .. } => whole("tournament.results_revealed"),
            Self::SanctionGiven { player, reason, .. } => entry("tournament.sanction_given", player).because(*reason),
            Self::Disqualified { player } => entry("tournament.disqualified", player),
            Self::DisputeOpened { dispute, stage, table, matter, .. } => {
                let part = ChangedPart::DisputedSheet(*dispute, *stage, *table);
                EventDescription::of("tournament.dispute_opened", part).because(*matter)
            }
            Self::DisputeRuled { dispute, ruling } => {
                EventDescription::of("tournament.dispute_ruled", ChangedPart::Dispute(*dispute)).because(*ruling)
            }
            Self::TieDecided { order, reason, .. } => {
                whole("tournament.stage_tie_decided").naming(order).because(*reason)
            }
            Self::WaiverDeclared { player } => entry("tournament.qualification_waived", player),
            Self::WaiverWithdrawn { player } => entry("tournament.qualification_waiver_withdrawn", player),
            Self::Closed { .. } => whole("tournament.closed"),
            Self::ResultsImported { lines, .. } => {
                whole("tournament.results_imported").naming(lines.iter().map(|line| &line.player))
            }
            Self::WinnerContactRecorded { contact, winners } => {
                whole("tournament.winner_contact_recorded").naming(winners).with_text(TextKind::WinnerContact, *contact)
            }
            Self::SheetCorrected { entry } => {
                sheet("tournament.sheet_corrected", &entry.stage, &entry.table).because(entry.reason)
            }
            Self::ActUndone { reason, .. } => whole("tournament.act_undone").because(*reason),
        }
    }

    /// The kind of the command that produced the fact, for the authorization of an undo.
    pub fn kind(&self) -> CommandKind {
        match self {
            Self::Applied(_) => CommandKind::Apply,
            Self::ApplicationApproved(_) => CommandKind::Approve,
            Self::ApplicationRejected { .. } => CommandKind::Reject,
            Self::DetailsChanged { .. } => CommandKind::ChangeDetails,
            Self::Cancelled { .. } | Self::Interrupted { .. } => CommandKind::Cancel,
            Self::FormatChosen(_) => CommandKind::ChooseFormat,
            Self::PlayersRegistered(_) => CommandKind::Register,
            Self::RegistrationChanged(_) => CommandKind::ChangeRegistration,
            Self::RegistrationWithdrawn { .. } => CommandKind::WithdrawRegistration,
            Self::PlayersCheckedIn { .. } => CommandKind::CheckIn,
            Self::PlayersDidNotCome { .. } => CommandKind::NoteAbsent,
            Self::Drawn { .. } => CommandKind::Draw,
            Self::StageSeated { .. } => CommandKind::SeatStage,
            Self::StageStarted { .. } => CommandKind::StartStage,
            Self::StageSkipped { .. } => CommandKind::SkipStage,
            Self::LateArrivalAdmitted(_) => CommandKind::AdmitLate,
            Self::PlayerLeft { .. } => CommandKind::NoteLeaving,
            Self::SheetEntered(entry) if entry.stage == Stage::Final => CommandKind::EnterFinalSheet,
            Self::SheetEntered(_) => CommandKind::EnterSheet,
            Self::SheetConfirmed { stage: Stage::Final, .. } => CommandKind::EnterFinalSheet,
            Self::SheetConfirmed { .. } => CommandKind::ConfirmSheet,
            Self::SecondEntryWaived { .. } => CommandKind::WaiveSecondEntry,
            Self::TableOfTwoAllowed { .. } => CommandKind::AllowTableOfTwo,
            Self::StageClosed { .. } => CommandKind::CloseStage,
            Self::ResultsHidden { .. } => CommandKind::HideResults,
            Self::ResultsRevealed { .. } => CommandKind::RevealResults,
            Self::SanctionGiven { .. } | Self::Disqualified { .. } => CommandKind::GiveSanction,
            Self::DisputeOpened { .. } => CommandKind::OpenDispute,
            Self::DisputeRuled { .. } => CommandKind::RuleDispute,
            Self::TieDecided { .. } => CommandKind::DecideTie,
            Self::WaiverDeclared { .. } => CommandKind::DeclareWaiver,
            Self::WaiverWithdrawn { .. } => CommandKind::WithdrawWaiver,
            Self::Closed { .. } => CommandKind::Close,
            Self::ResultsImported { .. } => CommandKind::ImportResults,
            Self::WinnerContactRecorded { .. } => CommandKind::RecordWinnerContact,
            Self::SheetCorrected { .. } => CommandKind::CorrectSheet,
            Self::ActUndone { .. } => CommandKind::Undo,
        }
    }
}

impl TournamentState {
    pub(crate) fn apply(&mut self, fact: &TournamentFact, by: &ActorRef) -> Result<(), CorruptHistory> {
        match fact {
            TournamentFact::Applied(_) => return Err(CorruptHistory::RecordedTwice),
            TournamentFact::ApplicationApproved(approval) => {
                let rulebook = approval.rulebook.shared().map_err(|_| CorruptHistory::DoesNotFit)?;
                self.rulebook = Some(rulebook);
                self.approval = Some(Arc::new(approval.clone()));
                self.phase = Phase::Approved;
            }
            TournamentFact::ApplicationRejected { .. } => self.phase = Phase::Rejected,
            TournamentFact::DetailsChanged { details, late_notice, .. } => {
                self.details = Arc::new(details.clone());
                self.late_notice |= *late_notice;
            }
            TournamentFact::Cancelled { late_notice, .. } => {
                self.late_notice |= *late_notice;
                self.phase = Phase::Cancelled;
                self.hidden = None;
            }
            TournamentFact::Interrupted { .. } => {
                self.phase = Phase::Cancelled;
                // Nothing more comes in that would show them again.
                self.hidden = None;
            }
            TournamentFact::FormatChosen(plan) => self.plan = Some(Arc::new(plan.clone())),
            TournamentFact::PlayersRegistered(registrations) => {
                for registration in registrations {
                    self.enter(registration, Presence::Registered, 1);
                }
            }
            TournamentFact::RegistrationChanged(registration) => {
                let known = self.entrants.get(&registration.player).ok_or(CorruptHistory::DoesNotFit)?;
                let (presence, from_round) = (known.presence, known.from_round);
                self.enter(registration, presence, from_round);
            }
            TournamentFact::RegistrationWithdrawn { player } => self.present_as(player, Presence::Withdrawn)?,
            TournamentFact::PlayersCheckedIn { players } => {
                players.iter().try_for_each(|player| self.present_as(player, Presence::CheckedIn))?;
            }
            TournamentFact::PlayersDidNotCome { players } => {
                players.iter().try_for_each(|player| self.present_as(player, Presence::Absent))?;
            }
            TournamentFact::LateArrivalAdmitted(registration) => {
                let next = self.stages.iter().filter(|(stage, play)| stage.is_round() && play.started).count() as u32;
                self.enter(registration, Presence::CheckedIn, next + 1);
            }
            TournamentFact::PlayerLeft { player } => self.present_as(player, Presence::Left)?,
            TournamentFact::Drawn { stage, order, .. } => {
                let seats = seat_in_order(order).map_err(|_| CorruptHistory::DoesNotFit)?;
                let tables = seats.chunk_by(|one, next| one.0.table == next.0.table);
                let tables = tables.map(|table| table.iter().map(|(_, player)| player.clone()).collect());
                self.seat(*stage, tables);
                if *stage == Stage::Round(1) {
                    self.draw_order = Arc::new(order.clone());
                }
            }
            TournamentFact::StageSeated { stage, tables } => self.seat(*stage, tables.iter().cloned()),
            TournamentFact::StageStarted { stage } => {
                self.change(*stage, |play| play.started = true)?;
                self.phase = Phase::Running;
            }
            TournamentFact::StageSkipped { stage, .. } => {
                let mut play = self.play(*stage).cloned().unwrap_or_default();
                play.skipped = true;
                self.stages.insert_mut(*stage, Arc::new(play));
            }
            TournamentFact::SheetEntered(entry) | TournamentFact::SheetCorrected { entry } => {
                self.enter_sheet(entry, by)?;
                // Also when sheets are entered again because something before them was undone.
                if self.is_hidden(entry.stage) && self.missing_sheets(entry.stage).is_empty() {
                    self.hidden = None;
                }
            }
            TournamentFact::SheetConfirmed { stage, table } => {
                self.change_sheet(*stage, *table, |sheet| sheet.confirmed_by = Some(by.clone()))?;
            }
            TournamentFact::SecondEntryWaived { stage, table, .. } => {
                self.change_sheet(*stage, *table, |sheet| sheet.second_entry_waived = true)?;
            }
            TournamentFact::TableOfTwoAllowed { stage, table, .. } => {
                self.change_table(*stage, *table, |table| table.two_allowed = true)?;
            }
            TournamentFact::StageClosed { stage } => self.change(*stage, |play| play.closed = true)?,
            TournamentFact::ResultsHidden { stage } => self.hidden = Some(*stage),
            TournamentFact::ResultsRevealed { .. } => self.hidden = None,
            TournamentFact::SanctionGiven { player, sanction, .. } => {
                let mut given = self.sanctions.get(player).map(|given| given.to_vec()).unwrap_or_default();
                given.push(*sanction);
                self.sanctions.insert_mut(player.clone(), Arc::new(given));
            }
            TournamentFact::Disqualified { player } => self.present_as(player, Presence::Disqualified)?,
            TournamentFact::DisputeOpened { dispute, stage, table, game, .. } => {
                let opened = Dispute { stage: *stage, table: *table, game: *game, ruled: false };
                self.disputes.insert_mut(*dispute, opened);
            }
            TournamentFact::DisputeRuled { dispute, .. } => {
                let known = self.disputes.get(dispute).ok_or(CorruptHistory::DoesNotFit)?;
                let ruled = Dispute { ruled: true, ..known.clone() };
                self.disputes.insert_mut(*dispute, ruled);
            }
            TournamentFact::TieDecided { question, order, .. } => {
                self.ties.insert_mut(*question, Arc::new(order.clone()));
            }
            TournamentFact::WaiverDeclared { player } => self.waivers.insert_mut(player.clone()),
            TournamentFact::WaiverWithdrawn { player } => {
                self.waivers.remove_mut(player);
            }
            TournamentFact::Closed { seed, ended_at } => {
                self.phase = Phase::Closed;
                self.hidden = None;
                self.closed = Some(Arc::new(Closing { seed: Some(seed.clone()), ..Closing::at(*ended_at) }));
            }
            TournamentFact::ResultsImported { lines, ended_at } => {
                self.phase = Phase::Closed;
                self.closed = Some(Arc::new(Closing { imported: Some(lines.clone()), ..Closing::at(*ended_at) }));
            }
            TournamentFact::WinnerContactRecorded { winners, .. } => {
                let closed = self.closed.as_mut().ok_or(CorruptHistory::DoesNotFit)?;
                Arc::make_mut(closed).winner_contact.clone_from(winners);
            }
            TournamentFact::ActUndone { .. } => return Err(CorruptHistory::DoesNotFit),
        }
        Ok(())
    }
}
