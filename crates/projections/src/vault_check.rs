//! Checks the vault against the log: every commitment in force must be opened by the record that the vault holds for
//! it.

use crate::views::{FoldError, Views, fold_records, read_ahead};
use domain::event::{
    AccountEvent, AccountRecord, ChampionshipEvent, Commitment, Correction, Event, GrandPrixEvent, LeagueEvent,
    ListEvent, LogEvent, OnlineTableEvent, PlayerEvent, PlayerRecord, SeasonEvent, TournamentEvent, TournamentFact,
};
use events::envelope::{EventId, Position, StreamName};
use events::log::{Log, ReadError};
use events::vault::{
    AccountLogin, AccountName, ApplicationContact, Disclosure, ErratumReason, EventTexts, EventVenue, PlayerName,
    PlayerProfile, Reason, Record, RedrawReason, SealedSubject, UnsealError, UnsealedSubject, Vault,
};
use std::collections::HashMap;

/// Subjects that are read at once.
const PAGE: usize = 1000;
/// Problems beyond this number are counted, not told.
const MAX_REPORTED: usize = 20;
/// How often to look again when events are recorded meanwhile.
const ATTEMPTS: usize = 5;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VaultProblem {
    /// The log tells of a record that the vault does not hold.
    Missing {
        subject: StreamName,
        record: &'static str,
    },
    /// The vault holds another record than was recorded.
    Other {
        subject: StreamName,
        record: &'static str,
    },
    /// The vault holds records of which the log does not tell, perhaps because they were erased.
    Stray {
        subject: StreamName,
    },
    Sealed(UnsealError),
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VaultReport {
    /// Subjects whose records were opened.
    pub opened: u64,
    pub problems: Vec<VaultProblem>,
    pub problem_count: u64,
}

impl VaultReport {
    fn add(&mut self, problem: VaultProblem) {
        self.problem_count += 1;
        if self.problems.len() < MAX_REPORTED {
            self.problems.push(problem);
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum VaultCheckError {
    #[error("the log could not be folded")]
    Fold(#[from] FoldError),
    #[error("the vault could not be read")]
    Read(#[from] ReadError),
}

/// Opens every record and compares it with what the log says of it; every player who was not erased must be there.
pub fn check_vault(log: &dyn Log, vault: &Vault) -> Result<VaultReport, VaultCheckError> {
    let mut attempt = 1;
    loop {
        let commitment_index = CommitmentIndex::read(log)?;
        let position = commitment_index.position;
        let report = commitment_index.check(log, vault)?;
        // An event that is recorded between the two readings is no disagreement.
        if report.problem_count == 0 || attempt == ATTEMPTS || log.head()?.position == position {
            return Ok(report);
        }
        attempt += 1;
    }
}

/// The commitments that are in force for one subject.
#[derive(Default)]
struct SubjectCommitments {
    /// Nothing that was committed to is left.
    erased: bool,
    name: Option<Commitment>,
    profile: Option<Commitment>,
    texts: Option<Commitment>,
    venue: Option<Commitment>,
    contact: Option<Commitment>,
    account: Option<AccountRecord>,
    reasons: Vec<(EventId, Commitment)>,
    redraw_reasons: Vec<(EventId, Commitment)>,
    erratum_reasons: Vec<(EventId, Commitment)>,
}

impl SubjectCommitments {
    /// Takes in what an event commits to; the newest text of an event is the one that the vault holds, also if it was
    /// undone.
    fn apply_event(&mut self, event: EventId, committed: Committed) {
        match committed {
            Committed::Player(record) => (self.name, self.profile) = (Some(record.name), Some(record.profile)),
            Committed::Account(record) => self.account = Some(record),
            Committed::CompetitionName(commitment) => self.texts = Some(commitment),
            Committed::Venue(commitment) => self.venue = Some(commitment),
            Committed::Contact(commitment) => self.contact = Some(commitment),
            // All events of one act share the reason that its first event has in the vault.
            Committed::Reason(reason) if self.reasons.last().is_some_and(|(_, known)| *known == reason) => {}
            Committed::Reason(commitment) => self.reasons.push((event, commitment)),
            Committed::RedrawReason(commitment) => self.redraw_reasons.push((event, commitment)),
            Committed::ErratumReason(commitment) => self.erratum_reasons.push((event, commitment)),
            Committed::Erasure => self.erased = true,
        }
    }
}

/// What an event says of the vault.
#[derive(Clone, Copy)]
enum Committed {
    Player(PlayerRecord),
    Account(AccountRecord),
    CompetitionName(Commitment),
    Venue(Commitment),
    /// The contact details of an applicant.
    Contact(Commitment),
    Reason(Commitment),
    RedrawReason(Commitment),
    /// Why a list is published again.
    ErratumReason(Commitment),
    /// Everything that was committed to is gone.
    Erasure,
}

/// The commitments that are in force.
struct CommitmentIndex {
    position: Position,
    by_subject: HashMap<StreamName, SubjectCommitments>,
}

impl CommitmentIndex {
    fn read(log: &dyn Log) -> Result<Self, VaultCheckError> {
        let mut by_subject: HashMap<StreamName, SubjectCommitments> = HashMap::new();
        let mut views = Views::default();
        let head = log.head()?.position;
        read_ahead(log, Position::START, head, |page| {
            // Commitments of a history that does not fit say nothing.
            fold_records(&mut views, page)?;
            for decoded in page {
                for committed in committed(&decoded.event) {
                    by_subject.entry(decoded.stream.clone()).or_default().apply_event(decoded.event_id, committed);
                }
            }
            Ok(())
        })
        .map_err(|problem| match problem {
            FoldError::Read(error) => VaultCheckError::Read(error),
            unfit => VaultCheckError::Fold(unfit),
        })?;
        by_subject.retain(|_, commitments| !commitments.erased);
        Ok(Self { position: head, by_subject })
    }

    fn check(mut self, log: &dyn Log, vault: &Vault) -> Result<VaultReport, VaultCheckError> {
        let mut report = VaultReport::default();
        let mut after = 0;
        loop {
            let page = log.sealed_subjects_after(after, PAGE)?;
            let Some(last) = page.last() else { break };
            after = last.number;
            for sealed in &page {
                let commitments = self.by_subject.remove(&sealed.subject);
                if let Err(error) = check_subject(vault, sealed, commitments.as_ref(), &mut report) {
                    report.add(VaultProblem::Sealed(error));
                }
            }
        }
        let mut missing: Vec<(StreamName, SubjectCommitments)> = self.by_subject.into_iter().collect();
        missing.sort_by(|(a, _), (b, _)| a.as_str().cmp(b.as_str()));
        for (subject, commitments) in missing {
            let record = match commitments {
                SubjectCommitments { name: Some(_), .. } => PlayerName::NAME,
                SubjectCommitments { account: Some(_), .. } => AccountLogin::NAME,
                SubjectCommitments { texts: Some(_), .. } => EventTexts::NAME,
                SubjectCommitments { erratum_reasons, .. } if !erratum_reasons.is_empty() => ErratumReason::NAME,
                _ => Reason::NAME,
            };
            report.add(VaultProblem::Missing { subject, record });
        }
        Ok(report)
    }
}

fn check_subject(
    vault: &Vault,
    sealed: &SealedSubject,
    commitments: Option<&SubjectCommitments>,
    report: &mut VaultReport,
) -> Result<(), UnsealError> {
    let open = vault.open(sealed)?;
    open.check()?;
    report.opened += 1;
    let Some(commitments) = commitments else {
        report.add(VaultProblem::Stray { subject: sealed.subject.clone() });
        return Ok(());
    };
    compare(&open, commitments.name, open.record::<PlayerName>()?, report);
    compare(&open, commitments.profile, open.record::<PlayerProfile>()?, report);
    compare(&open, commitments.texts, open.record::<EventTexts>()?, report);
    compare(&open, commitments.venue, open.record::<EventVenue>()?, report);
    compare(&open, commitments.contact, open.record::<ApplicationContact>()?, report);
    compare(&open, commitments.account.map(|account| account.login), open.record::<AccountLogin>()?, report);
    compare(&open, commitments.account.map(|account| account.name), open.record::<AccountName>()?, report);
    for (event, reason) in &commitments.reasons {
        compare(&open, Some(*reason), open.record_for::<Reason>(*event)?, report);
    }
    for (event, reason) in &commitments.redraw_reasons {
        compare(&open, Some(*reason), open.record_for::<RedrawReason>(*event)?, report);
    }
    for (event, reason) in &commitments.erratum_reasons {
        compare(&open, Some(*reason), open.record_for::<ErratumReason>(*event)?, report);
    }
    Ok(())
}

fn compare<R: Record>(
    open: &UnsealedSubject<'_>,
    committed: Option<Commitment>,
    found: Option<Disclosure<R>>,
    report: &mut VaultReport,
) {
    let subject = || open.subject().clone();
    match (committed, found) {
        (None, None) => {}
        (Some(committed), Some(found)) if found.opens(&committed) => {}
        (Some(_), None) => report.add(VaultProblem::Missing { subject: subject(), record: R::NAME }),
        (_, Some(_)) => report.add(VaultProblem::Other { subject: subject(), record: R::NAME }),
    }
}

fn committed(event: &Event) -> Vec<Committed> {
    match event {
        Event::Season(SeasonEvent::Corrected(correction)) => reason(correction.reason),
        Event::Player(event) => committed_by_player(event),
        Event::Tournament(event) => match event {
            TournamentEvent::Act(act) => committed_by_fact(&act.fact),
            TournamentEvent::Recorded(record) => vec![Committed::CompetitionName(record.name)],
            TournamentEvent::Corrected(correction) => {
                with_reason(Committed::CompetitionName(correction.record.name), correction.reason)
            }
            TournamentEvent::ExceptionDecided(_)
            | TournamentEvent::ExceptionDecisionWithdrawn
            | TournamentEvent::Waiver(_)
            | TournamentEvent::Tie(_) => Vec::new(),
        },
        Event::League(event) => committed_by_league(event),
        Event::GrandPrix(event) => committed_by_grand_prix(event),
        Event::Online(event) => reason(online_reason(event)),
        Event::Championship(ChampionshipEvent::Corrected(correction)) => reason(correction.reason),
        Event::Ledger(event) => reason(event.reason()),
        Event::Account(event) => committed_by_account(event),
        // An edition repeats the reason of its submission, which is kept with that.
        Event::List(ListEvent::Submitted(submission)) => {
            submission.reason.map(Committed::ErratumReason).into_iter().collect()
        }
        Event::Log(LogEvent::LossAccepted(loss)) => vec![Committed::Reason(loss.reason)],
        Event::Rulebook(_) | Event::Season(_) | Event::Championship(_) | Event::List(_) => Vec::new(),
    }
}

fn reason(reason: Option<Commitment>) -> Vec<Committed> {
    reason.map(Committed::Reason).into_iter().collect()
}

fn with_reason(text: Committed, reason: Option<Commitment>) -> Vec<Committed> {
    [text].into_iter().chain(reason.map(Committed::Reason)).collect()
}

fn committed_by_player(event: &PlayerEvent) -> Vec<Committed> {
    match event {
        PlayerEvent::Registered(record) => vec![Committed::Player(*record)],
        PlayerEvent::Rectified(Correction { record, reason }) => with_reason(Committed::Player(*record), *reason),
        PlayerEvent::Erased => vec![Committed::Erasure],
        PlayerEvent::WaiverDeclared { .. } | PlayerEvent::WaiverWithdrawn { .. } => Vec::new(),
    }
}

fn committed_by_account(event: &AccountEvent) -> Vec<Committed> {
    match event {
        AccountEvent::Opened(record) => vec![Committed::Account(*record)],
        AccountEvent::Rectified(Correction { record, reason }) => with_reason(Committed::Account(*record), *reason),
        AccountEvent::Disabled { reason: why } => reason(*why),
        AccountEvent::RoleGranted(_)
        | AccountEvent::RoleRevoked(_)
        | AccountEvent::AccessRenewed
        | AccountEvent::Enabled => Vec::new(),
    }
}

/// What a dispute is about and how it was ruled on are reasons too.
fn committed_by_fact(fact: &TournamentFact) -> Vec<Committed> {
    match fact {
        TournamentFact::Applied(application) => vec![
            Committed::CompetitionName(application.details.name),
            Committed::Venue(application.details.venue),
            Committed::Contact(application.contact),
        ],
        TournamentFact::DetailsChanged { details, reason, .. } => {
            let mut committed = with_reason(Committed::CompetitionName(details.name), *reason);
            committed.push(Committed::Venue(details.venue));
            committed
        }
        // The reason of a redraw is public, so it is a record of its own.
        TournamentFact::Drawn { reason, .. } => reason.map(Committed::RedrawReason).into_iter().collect(),
        TournamentFact::ApplicationRejected { reason: why }
        | TournamentFact::Cancelled { reason: why, .. }
        | TournamentFact::TieDecided { reason: why, .. }
        | TournamentFact::ActUndone { reason: why, .. } => reason(*why),
        TournamentFact::SheetEntered(entry) | TournamentFact::SheetCorrected { entry } => reason(entry.reason),
        TournamentFact::Interrupted { reason }
        | TournamentFact::StageSkipped { reason, .. }
        | TournamentFact::SecondEntryWaived { reason, .. }
        | TournamentFact::TableOfTwoAllowed { reason, .. }
        | TournamentFact::SanctionGiven { reason, .. }
        | TournamentFact::DisputeOpened { matter: reason, .. }
        | TournamentFact::DisputeRuled { ruling: reason, .. } => vec![Committed::Reason(*reason)],
        TournamentFact::ApplicationApproved(_)
        | TournamentFact::FormatChosen(_)
        | TournamentFact::PlayersRegistered(_)
        | TournamentFact::RegistrationChanged(_)
        | TournamentFact::RegistrationWithdrawn { .. }
        | TournamentFact::PlayersCheckedIn { .. }
        | TournamentFact::PlayersDidNotCome { .. }
        | TournamentFact::StageSeated { .. }
        | TournamentFact::StageStarted { .. }
        | TournamentFact::LateArrivalAdmitted(_)
        | TournamentFact::PlayerLeft { .. }
        | TournamentFact::SheetConfirmed { .. }
        | TournamentFact::StageClosed { .. }
        | TournamentFact::ResultsHidden { .. }
        | TournamentFact::ResultsRevealed { .. }
        | TournamentFact::Disqualified { .. }
        | TournamentFact::WaiverDeclared { .. }
        | TournamentFact::WaiverWithdrawn { .. }
        | TournamentFact::Closed { .. }
        | TournamentFact::ResultsImported { .. } => Vec::new(),
    }
}

fn committed_by_league(event: &LeagueEvent) -> Vec<Committed> {
    match event {
        LeagueEvent::Opened(opening) => vec![Committed::CompetitionName(opening.name)],
        LeagueEvent::Recorded(record) => vec![Committed::CompetitionName(record.name)],
        LeagueEvent::Corrected(correction) => {
            with_reason(Committed::CompetitionName(correction.record.name), correction.reason)
        }
        LeagueEvent::MeetingRecorded(meeting) => reason(meeting.accepted),
        LeagueEvent::MeetingCorrected(correction) => reason(correction.reason),
        LeagueEvent::MeetingWithdrawn(meeting) => vec![Committed::Reason(meeting.reason)],
        LeagueEvent::TableWithdrawn { reason } => vec![Committed::Reason(*reason)],
        LeagueEvent::TableImported { .. }
        | LeagueEvent::WaiverNoted(_)
        | LeagueEvent::WaiverNoteWithdrawn { .. }
        | LeagueEvent::Closed { .. }
        | LeagueEvent::Waiver(_)
        | LeagueEvent::Tie(_) => Vec::new(),
    }
}

fn committed_by_grand_prix(event: &GrandPrixEvent) -> Vec<Committed> {
    match event {
        GrandPrixEvent::Opened(opening) => vec![Committed::CompetitionName(opening.name)],
        GrandPrixEvent::Recorded(record) => vec![Committed::CompetitionName(record.name)],
        GrandPrixEvent::Corrected(correction) => {
            with_reason(Committed::CompetitionName(correction.record.name), correction.reason)
        }
        GrandPrixEvent::TournamentRemoved(removed) => vec![Committed::Reason(removed.reason)],
        GrandPrixEvent::TournamentAdded { .. } | GrandPrixEvent::Closed | GrandPrixEvent::Tie(_) => Vec::new(),
    }
}

fn online_reason(event: &OnlineTableEvent) -> Option<Commitment> {
    match event {
        OnlineTableEvent::Corrected(correction) => correction.reason,
        OnlineTableEvent::TableWithdrawn { reason } => Some(*reason),
        OnlineTableEvent::Opened(_)
        | OnlineTableEvent::TableRecorded { .. }
        | OnlineTableEvent::WaiverNoted(_)
        | OnlineTableEvent::WaiverNoteWithdrawn { .. }
        | OnlineTableEvent::Closed { .. }
        | OnlineTableEvent::Recorded(_)
        | OnlineTableEvent::Waiver(_)
        | OnlineTableEvent::Tie(_) => None,
    }
}
