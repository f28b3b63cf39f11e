//! Coverage of the runs: commands, facts and rejections reached, and how many commands and events there were.

use domain::Choice;
use domain::event::{TournamentEvent, TournamentFact};
use domain::tournament::course::{Rejection, TournamentAction};
use std::collections::BTreeMap;

macro_rules! variants {
    ($all:ident, $name:ident: $type:ident { $($variant:ident),+ $(,)? }) => {
        const $all: &[&str] = &[$(stringify!($variant)),+];

        /// The name of the variant; a new one does not compile until it stands here.
        pub(crate) fn $name(value: &$type) -> &'static str {
            match value { $($type::$variant { .. } => stringify!($variant)),+ }
        }
    };
}

variants!(ACTIONS, action_name: TournamentAction {
    Apply, Approve, Reject, ChangeDetails, Cancel, ChooseFormat, Register, ChangeRegistration, WithdrawRegistration, CheckIn,
    NoteAbsent, Draw, SeatStage, StartStage, SkipStage, AdmitLate, NoteLeaving, EnterSheet, ConfirmSheet, WaiveSecondEntry,
    AllowTableOfTwo, CloseStage, HideResults, RevealResults, GiveSanction, OpenDispute, RuleDispute, DecideTie, DeclareWaiver,
    WithdrawWaiver, Close, ImportResults, RecordWinnerContact, RemoveWinnerContact, CorrectSheet, CorrectResults, Undo,
});

variants!(FACTS, fact_name: TournamentFact {
    Applied, ApplicationApproved, ApplicationRejected, DetailsChanged, Cancelled, Interrupted, FormatChosen, PlayersRegistered,
    RegistrationChanged, RegistrationWithdrawn, PlayersCheckedIn, PlayersDidNotCome, Drawn, StageSeated, StageStarted,
    StageSkipped, LateArrivalAdmitted, PlayerLeft, SheetEntered, SheetConfirmed, SecondEntryWaived, TableOfTwoAllowed,
    StageClosed, ResultsHidden, ResultsRevealed, SanctionGiven, Disqualified, DisputeOpened, DisputeRuled, TieDecided,
    WaiverDeclared, WaiverWithdrawn, Closed, ResultsImported, WinnerContactRecorded, SheetCorrected, ActUndone,
});

variants!(REJECTIONS, rejection_name: Rejection {
    UnknownTournament, AlreadyApplied, NotAllowed, OtherTable, WrongPhase, RecordedFromBundle, FieldsMissing, ExperienceMissing, DayPassed,
    DaysReversed, InvalidRulebook, NoticeTooLate, ReasonMissing, Format, FormatFrozen, FormatMissing, ImportedOnly, PlayedHere,
    Twice, AlreadyRegistered, NotRegistered, TooManyPlayers, ConsentMissing, NotAccompanied, Started, NotPresent, Out,
    TooLateToJoin, OtherSeed, NotDrawn, NotByStanding, Unseatable, NoSuchStage, OutOfOrder, NotSeated, SeatsDoNotFit,
    NotStarted, StageStarted, StageClosed, NotSkippable, NoSuchTable, SheetErrors, UnconfirmedWarnings, GameByGame,
    CorrectionReasonMissing, NoSecondEntry, SheetMissing, SamePerson, EntriesDiffer, SheetsMissing, SheetsUnconfirmed,
    NotHideable, NotHidden, NoSuchDispute, DisputeRuled, TooMany, OpenDisputes, TieNeedsReferee, NoSuchTie, TooFewForStage,
    NoWaiver, StagesLeft, InvalidResults, InvalidEnd, NoSuchAct, LaterAct,
});

const EFFECTS: &[&str] = &["Recorded", "Corrected", "Waiver"];

/// Rejections that cannot occur here: overrides are checked when they are made, and every tournament is applied for.
const UNREACHABLE: &[&str] = &["InvalidRulebook", "RecordedFromBundle"];

const LEAST_ACCEPTED_PERCENT: usize = 40;
const LEAST_CLOSED_PERCENT: usize = 30;

#[derive(Default)]
pub(crate) struct Coverage {
    orders: BTreeMap<&'static str, (usize, usize)>,
    facts: BTreeMap<&'static str, usize>,
    rejections: BTreeMap<&'static str, usize>,
    ties: BTreeMap<&'static str, usize>,
    effects: BTreeMap<&'static str, usize>,
    /// Commands of scenarios, which are written to be refused or not, and those of chance: asked and accepted.
    scripted: (usize, usize),
    random: (usize, usize),
    runs_have_begun: bool,
    runs: usize,
    closed: usize,
}

impl Coverage {
    pub(crate) fn asked(&mut self, order: &TournamentAction, accepted: bool) {
        let (asked, taken) = self.orders.entry(action_name(order)).or_default();
        *asked += 1;
        *taken += usize::from(accepted);
        let (asked, taken) = if self.runs_have_begun { &mut self.random } else { &mut self.scripted };
        *asked += 1;
        *taken += usize::from(accepted);
    }

    /// From here on commands are random.
    pub(crate) fn begin_runs(&mut self) {
        self.runs_have_begun = true;
    }

    pub(crate) fn followed(&mut self, event: &TournamentEvent) {
        let name = match event {
            TournamentEvent::Recorded(_) => "Recorded",
            TournamentEvent::Corrected(_) => "Corrected",
            TournamentEvent::Waiver(_) => "Waiver",
            other => panic!("a tournament in its course brought about {other:?}"),
        };
        *self.effects.entry(name).or_default() += 1;
    }

    pub(crate) fn happened(&mut self, fact: &TournamentFact) {
        *self.facts.entry(fact_name(fact)).or_default() += 1;
        if let TournamentFact::TieDecided { question, .. } = fact {
            *self.ties.entry(question.name()).or_default() += 1;
        }
    }

    pub(crate) fn refused(&mut self, rejection: &Rejection) {
        *self.rejections.entry(rejection_name(rejection)).or_default() += 1;
    }

    pub(crate) fn ended(&mut self, closed: bool) {
        self.runs += 1;
        self.closed += usize::from(closed);
    }

    fn share(part: usize, all: usize) -> usize {
        100 * part / all.max(1)
    }

    /// Prints what was seen, and fails if something was not.
    pub(crate) fn report(&self, seed: u64) {
        let (asked, accepted) = self.random;
        let (accepted_percent, closed_percent) = (Self::share(accepted, asked), Self::share(self.closed, self.runs));
        println!("{} runs from seed {seed}: {asked} random commands, {accepted_percent} % accepted", self.runs);
        println!("{} of {} commands in scenarios accepted", self.scripted.1, self.scripted.0);
        println!("{} of the runs reached a closed event, {closed_percent} %", self.closed);
        println!("commands, accepted of asked:");
        for (name, (asked, accepted)) in &self.orders {
            println!("  {name} {accepted} of {asked}");
        }
        for (heading, seen) in [
            ("facts:", &self.facts),
            ("effects:", &self.effects),
            ("refusals:", &self.rejections),
            ("ties for:", &self.ties),
        ] {
            println!("{heading}");
            for (name, count) in seen {
                println!("  {name} {count}");
            }
        }
        let unseen = |all: &[&'static str], seen: &dyn Fn(&str) -> bool| -> Vec<&'static str> {
            all.iter().copied().filter(|name| !seen(name) && !UNREACHABLE.contains(name)).collect()
        };
        let taken = |name: &str| self.orders.get(name).is_some_and(|(_, accepted)| *accepted > 0);
        assert_eq!(unseen(ACTIONS, &taken), [""; 0], "commands that were never accepted");
        assert_eq!(unseen(FACTS, &|name| self.facts.contains_key(name)), [""; 0], "facts that never happened");
        assert_eq!(unseen(EFFECTS, &|name| self.effects.contains_key(name)), [""; 0], "effects that never came");
        assert_eq!(unseen(REJECTIONS, &|name| self.rejections.contains_key(name)), [""; 0], "refusals that never came");
        assert!(
            accepted_percent >= LEAST_ACCEPTED_PERCENT,
            "only {accepted_percent} % of the random commands were accepted"
        );
        assert!(closed_percent >= LEAST_CLOSED_PERCENT, "only {closed_percent} % of the runs reached a closed event");
    }
}
