//! Authorization of commands on a running tournament: the table of appendix B of the rules.

use super::{Phase, Stage};
use crate::event::{CompetitionKind, Grant, GrantedCompetition, Role};
use crate::rulebook::{Authority, Rulebook, parameters};
use crate::values::choice::choices;
use crate::values::ids::CompetitionId;
use smol_str::SmolStr;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

const MAX_REF_BYTES: usize = 200;

/// Pseudonymous reference to an actor, like `account/7k2m9q4x8c1v5b3n6z0a`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActorRef(SmolStr);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a reference to somebody has 1 to {MAX_REF_BYTES} bytes")]
pub struct InvalidActorRef;

impl ActorRef {
    /// Takes 1 to 200 bytes.
    pub fn parse(text: &str) -> Result<Self, InvalidActorRef> {
        if (1..=MAX_REF_BYTES).contains(&text.len()) { Ok(Self(text.into())) } else { Err(InvalidActorRef) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ActorRef {
    type Err = InvalidActorRef;
    fn from_str(text: &str) -> Result<Self, InvalidActorRef> {
        Self::parse(text)
    }
}

impl fmt::Display for ActorRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Principal {
    pub id: ActorRef,
    pub authorised: Credentials,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Credentials {
    Roles(BTreeSet<Grant>),
    /// By a token for one table of one round.
    Table {
        stage: Stage,
        table: u32,
        /// The actor who made the token, if known.
        issued_by: Option<ActorRef>,
    },
    /// By the private link of the application.
    Applicant,
    Anonymous,
}

choices! {
    /// Kinds of commands on a running tournament; each command is of one kind.
    "kind of act" enum CommandKind {
        Apply = "apply",
        Approve = "approve",
        Reject = "reject",
        ChangeDetails = "change_details",
        Cancel = "cancel",
        ChooseFormat = "choose_format",
        Register = "register",
        ChangeRegistration = "change_registration",
        WithdrawRegistration = "withdraw_registration",
        CheckIn = "check_in",
        NoteAbsent = "note_absent",
        Draw = "draw",
        SeatStage = "seat_stage",
        StartStage = "start_stage",
        SkipStage = "skip_stage",
        AdmitLate = "admit_late",
        NoteLeaving = "note_leaving",
        EnterSheet = "enter_sheet",
        EnterFinalSheet = "enter_final_sheet",
        ConfirmSheet = "confirm_sheet",
        WaiveSecondEntry = "waive_second_entry",
        AllowTableOfTwo = "allow_table_of_two",
        CloseStage = "close_stage",
        HideResults = "hide_results",
        RevealResults = "reveal_results",
        GiveSanction = "give_sanction",
        OpenDispute = "open_dispute",
        RuleDispute = "rule_dispute",
        DecideTie = "decide_tie",
        CorrectTie = "correct_tie",
        DeclareWaiver = "declare_waiver",
        WithdrawWaiver = "withdraw_waiver",
        Close = "close",
        ImportResults = "import_results",
        CorrectSheet = "correct_sheet",
        CorrectResults = "correct_results",
        Undo = "undo",
    }
}

impl CommandKind {
    /// Authorities that allow it; one is enough. The rulebook settles what the regulations leave open (AMB-02, AMB-04).
    fn authorities(self, rulebook: &Rulebook) -> Vec<Authority> {
        use Authority::{CoOrganizer, MainOrganizer, MainReferee, Referee};
        match self {
            Self::Apply => vec![],
            Self::Approve | Self::Reject => vec![rulebook.get(parameters::AUTHORITY_APPROVAL)],
            Self::ChangeDetails
            | Self::Cancel
            | Self::Register
            | Self::ChangeRegistration
            | Self::WithdrawRegistration
            | Self::CheckIn
            | Self::NoteAbsent
            | Self::Draw
            | Self::SeatStage
            | Self::StartStage
            | Self::AdmitLate
            | Self::CloseStage
            | Self::WaiveSecondEntry
            | Self::DeclareWaiver
            | Self::WithdrawWaiver
            | Self::Close
            | Self::ImportResults => vec![CoOrganizer, MainOrganizer],
            Self::ChooseFormat => vec![rulebook.get(parameters::AUTHORITY_FINAL_GAMES), MainOrganizer],
            Self::NoteLeaving
            | Self::EnterSheet
            | Self::ConfirmSheet
            | Self::HideResults
            | Self::RevealResults
            | Self::OpenDispute => vec![CoOrganizer, MainOrganizer, Referee],
            Self::EnterFinalSheet => vec![rulebook.get(parameters::FINAL_ENTERED_BY)],
            Self::GiveSanction => vec![rulebook.get(parameters::DSQ_BY), MainReferee],
            Self::AllowTableOfTwo | Self::RuleDispute => {
                vec![rulebook.get(parameters::AUTHORITY_UNREGULATED_GAME), MainReferee]
            }
            Self::SkipStage | Self::DecideTie => vec![rulebook.get(parameters::AUTHORITY_UNREGULATED_EVENT)],
            Self::CorrectTie => vec![MainReferee, MainOrganizer],
            Self::CorrectSheet | Self::CorrectResults => vec![MainOrganizer],
            // Undoing an act needs the authority for the act; the undo stack knows which act it is.
            Self::Undo => vec![
                CoOrganizer,
                MainOrganizer,
                Referee,
                rulebook.get(parameters::AUTHORITY_UNREGULATED_GAME),
                rulebook.get(parameters::AUTHORITY_UNREGULATED_EVENT),
                rulebook.get(parameters::AUTHORITY_FINAL_GAMES),
                rulebook.get(parameters::FINAL_ENTERED_BY),
                rulebook.get(parameters::DSQ_BY),
            ],
        }
    }

    /// The paragraphs that say who may do it.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Apply => "REG I.1.g, VI.4",
            Self::Approve | Self::Reject => "REG I.25, VI.1",
            Self::ChangeDetails | Self::Cancel => "REG IV.6; AMB-08",
            Self::ChooseFormat => "REG I.5, VI.13; AMB-02",
            Self::Register
            | Self::ChangeRegistration
            | Self::WithdrawRegistration
            | Self::CheckIn
            | Self::NoteAbsent
            | Self::AdmitLate
            | Self::NoteLeaving => "REG VI.6; AMB-29",
            Self::Draw | Self::SeatStage | Self::StartStage | Self::CloseStage => "REG VI.6.d, VI.11, VI.12",
            Self::EnterSheet | Self::ConfirmSheet | Self::WaiveSecondEntry => "REG VI.11",
            Self::EnterFinalSheet => "REG VI.40; R-FIN-05",
            Self::HideResults | Self::RevealResults => "REG VI.40, VI.41",
            Self::GiveSanction => "REG VI.36, VI.38, VI.39; AMB-88",
            Self::OpenDispute => "REG VI.32, VI.37",
            Self::RuleDispute | Self::AllowTableOfTwo => "REG VI.37; AMB-04, AMB-29",
            Self::SkipStage | Self::DecideTie => "REG VI.43; AMB-04, AMB-41",
            Self::DeclareWaiver | Self::WithdrawWaiver => "REG I.10; AMB-67",
            Self::Close | Self::ImportResults => "REG VI.11; AMB-20",
            Self::CorrectSheet | Self::CorrectResults | Self::CorrectTie => "REG I.28; AMB-68, AMB-97",
            Self::Undo => "REG VI.11; AMB-02",
        }
    }

    /// The kind in a tournament of this phase: deciding a tie after closing is a correction of results.
    #[must_use]
    pub fn in_phase(self, phase: Phase) -> Self {
        match (self, phase) {
            (Self::DecideTie, Phase::Closed) => Self::CorrectTie,
            (kind, _) => kind,
        }
    }

    /// Whether the holder of a table token may do it, at that table.
    fn is_for_tables(self) -> bool {
        matches!(self, Self::EnterSheet | Self::ConfirmSheet | Self::OpenDispute)
    }
}

/// Whether the credentials allow a command of this kind; the table of a token is checked elsewhere.
pub fn may_act(authorised: &Credentials, tournament: &CompetitionId, kind: CommandKind, rulebook: &Rulebook) -> bool {
    match authorised {
        _ if kind == CommandKind::Apply => true,
        Credentials::Roles(grants) => {
            let authorities = kind.authorities(rulebook);
            grants.iter().any(|grant| authorities.iter().any(|authority| holds(grant, *authority, tournament)))
        }
        Credentials::Table { .. } => kind.is_for_tables(),
        Credentials::Applicant => kind == CommandKind::Cancel,
        Credentials::Anonymous => false,
    }
}

/// Whether a role stands for an authority at this tournament.
fn holds(grant: &Grant, authority: Authority, tournament: &CompetitionId) -> bool {
    let is_this = |event: &GrantedCompetition| event.kind == CompetitionKind::Tournament && event.id == *tournament;
    let here = grant.event.as_ref().is_some_and(is_this);
    match authority {
        Authority::MainOrganizer => grant.role == Role::Admin,
        Authority::CoOrganizer => here && grant.role == Role::Organiser,
        Authority::Referee => here && matches!(grant.role, Role::Referee | Role::MainReferee),
        Authority::MainReferee => here && grant.role == Role::MainReferee,
        Authority::Admins => grant.role == Role::Arbiter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choice;

    fn here() -> CompetitionId {
        CompetitionId::parse("t-1").unwrap()
    }

    fn roles(role: Role, id: &str) -> Credentials {
        let event = role
            .is_for_one_competition()
            .then(|| GrantedCompetition { kind: CompetitionKind::Tournament, id: CompetitionId::parse(id).unwrap() });
        Credentials::Roles(BTreeSet::from([Grant { role, event }]))
    }

    #[test]
    fn the_table_of_appendix_b() {
        let staff = "admin organiser referee main_referee";
        for (kind, allowed) in [
            (CommandKind::Apply, "admin arbiter organiser referee main_referee auditor"),
            (CommandKind::Approve, "admin"),
            (CommandKind::ChooseFormat, "admin organiser"),
            (CommandKind::Draw, "admin organiser"),
            (CommandKind::EnterSheet, staff),
            (CommandKind::EnterFinalSheet, "referee main_referee"),
            (CommandKind::HideResults, staff),
            (CommandKind::GiveSanction, "referee main_referee"),
            (CommandKind::RuleDispute, "referee main_referee"),
            (CommandKind::DecideTie, "main_referee"),
            (CommandKind::CorrectTie, "admin main_referee"),
            (CommandKind::Close, "admin organiser"),
            (CommandKind::CorrectSheet, "admin"),
        ] {
            let may = |role: &&Role| may_act(&roles(**role, "t-1"), &here(), kind, &Rulebook::default());
            let found: Vec<&str> = Role::ALL.iter().filter(may).map(|role| role.name()).collect();
            assert_eq!(found.join(" "), allowed, "{kind}");
        }
    }

    #[test]
    fn roles_for_another_tournament_open_nothing_here() {
        for role in [Role::Organiser, Role::Referee, Role::MainReferee] {
            for kind in CommandKind::ALL.iter().filter(|kind| **kind != CommandKind::Apply) {
                assert!(!may_act(&roles(role, "t-2"), &here(), *kind, &Rulebook::default()), "{role} {kind}");
            }
        }
    }

    #[test]
    fn a_table_token_is_for_sheets_and_disputes_and_never_for_the_final() {
        let table = Credentials::Table { stage: Stage::Round(1), table: 1, issued_by: None };
        let may = |kind: &&CommandKind| may_act(&table, &here(), **kind, &Rulebook::default());
        let found: Vec<&str> = CommandKind::ALL.iter().filter(may).map(|kind| kind.name()).collect();
        assert_eq!(found, ["apply", "enter_sheet", "confirm_sheet", "open_dispute"]);
    }
}
