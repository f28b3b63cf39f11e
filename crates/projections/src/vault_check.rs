//! Checks the vault against the log: every commitment in force must be opened by the record that the vault holds for
//! it.

use crate::views::{FoldError, Views, fold_records, read_ahead};
use domain::event::{
    AccountEvent, AccountRecord, ChampionshipEvent, Commitment, Event, GrandPrixEvent, LeagueEvent, ListEvent,
    LogEvent, OnlineTableEvent, PlayerEvent, PlayerRecord, SeasonEvent, TournamentDetails, TournamentEvent,
    TournamentFact,
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

/// Where the vault and the log are at odds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VaultProblem {
    /// The log tells of a record that the vault does not hold.
    Missing {
        /// Whose record.
        subject: StreamName,
        /// Which record.
        record: &'static str,
    },
    /// The vault holds another record than was recorded.
    Other {
        /// Whose record.
        subject: StreamName,
        /// Which record.
        record: &'static str,
    },
    /// The vault holds records of which the log does not tell, perhaps because they were erased.
    Stray {
        /// Whose records.
        subject: StreamName,
    },
    /// A record cannot be opened.
    Sealed(UnsealError),
}

/// What a check of the vault has found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VaultReport {
    /// Subjects whose records were opened.
    pub opened: u64,
    /// The first problems.
    pub problems: Vec<VaultProblem>,
    /// How many there are.
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

/// Why the vault could not be checked.
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

/// Everything that an event says of the vault.
fn committed(event: &Event) -> Vec<Committed> {
    let mut committed = texts(event);
    committed.extend(reason(event).map(Committed::Reason));
    committed
}

fn texts(event: &Event) -> Vec<Committed> {
    match event {
        Event::Player(event) => match event {
            PlayerEvent::Registered(record) => vec![Committed::Player(*record)],
            PlayerEvent::Rectified(correction) => vec![Committed::Player(correction.record)],
            PlayerEvent::Erased => vec![Committed::Erasure],
            PlayerEvent::WaiverDeclared { .. } | PlayerEvent::WaiverWithdrawn { .. } => Vec::new(),
        },
        Event::Account(event) => match event {
            AccountEvent::Opened(record) => vec![Committed::Account(*record)],
            AccountEvent::Rectified(correction) => vec![Committed::Account(correction.record)],
            AccountEvent::RoleGranted(_)
            | AccountEvent::RoleRevoked(_)
            | AccountEvent::Disabled { .. }
            | AccountEvent::AccessRenewed
            | AccountEvent::Enabled => Vec::new(),
        },
        Event::Tournament(event) => match event {
            TournamentEvent::Act(act) => texts_of_fact(&act.fact),
            TournamentEvent::Recorded(record) => vec![Committed::CompetitionName(record.name)],
            TournamentEvent::Corrected(correction) => vec![Committed::CompetitionName(correction.record.name)],
            TournamentEvent::ExceptionDecided(_)
            | TournamentEvent::ExceptionDecisionWithdrawn
            | TournamentEvent::Waiver(_)
            | TournamentEvent::Tie(_) => Vec::new(),
        },
        Event::League(LeagueEvent::Opened(opening)) => vec![Committed::CompetitionName(opening.name)],
        Event::League(LeagueEvent::Recorded(record)) => vec![Committed::CompetitionName(record.name)],
        Event::League(LeagueEvent::Corrected(correction)) => vec![Committed::CompetitionName(correction.record.name)],
        Event::GrandPrix(GrandPrixEvent::Opened(opening)) => vec![Committed::CompetitionName(opening.name)],
        Event::GrandPrix(GrandPrixEvent::Recorded(record)) => vec![Committed::CompetitionName(record.name)],
        Event::GrandPrix(GrandPrixEvent::Corrected(correction)) => {
            vec![Committed::CompetitionName(correction.record.name)]
        }
        // An edition repeats the reason of its submission, which is kept with that.
        Event::List(ListEvent::Submitted(submission)) => {
            submission.reason.map(Committed::ErratumReason).into_iter().collect()
        }
        Event::Rulebook(_)
        | Event::Season(_)
        | Event::League(_)
        | Event::GrandPrix(_)
        | Event::Online(_)
        | Event::Championship(_)
        | Event::Ledger(_)
        | Event::List(_)
        | Event::Log(_) => Vec::new(),
    }
}

fn texts_of_fact(fact: &TournamentFact) -> Vec<Committed> {
    let of_details =
        |details: &TournamentDetails| vec![Committed::CompetitionName(details.name), Committed::Venue(details.venue)];
    if let TournamentFact::Applied(application) = fact {
        let mut texts = of_details(&application.details);
        texts.push(Committed::Contact(application.contact));
        texts
    } else if let TournamentFact::DetailsChanged { details, .. } = fact {
        of_details(details)
    } else if let TournamentFact::Drawn { reason: Some(reason), .. } = fact {
        vec![Committed::RedrawReason(*reason)]
    } else {
        Vec::new()
    }
}

/// The commitment to the reason of an event.
fn reason(event: &Event) -> Option<Commitment> {
    match event {
        Event::Season(SeasonEvent::Corrected(correction)) => correction.reason,
        Event::Player(PlayerEvent::Rectified(correction)) => correction.reason,
        Event::Tournament(TournamentEvent::Corrected(correction)) => correction.reason,
        Event::Tournament(TournamentEvent::Act(act)) => reason_of_fact(&act.fact),
        Event::League(event) => league_reason(event),
        Event::GrandPrix(event) => grand_prix_reason(event),
        Event::Online(event) => online_reason(event),
        Event::Championship(ChampionshipEvent::Corrected(correction)) => correction.reason,
        Event::Ledger(event) => event.reason(),
        Event::Account(AccountEvent::Rectified(correction)) => correction.reason,
        Event::Account(AccountEvent::Disabled { reason }) => *reason,
        Event::Log(LogEvent::LossAccepted(loss)) => Some(loss.reason),
        Event::List(_)
        | Event::Rulebook(_)
        | Event::Season(_)
        | Event::Player(_)
        | Event::Tournament(_)
        | Event::Championship(_)
        | Event::Account(_) => None,
    }
}

/// The same of something that was done at a tournament; what a dispute is about and how it was ruled on are reasons
/// too.
fn reason_of_fact(fact: &TournamentFact) -> Option<Commitment> {
    match fact {
        TournamentFact::ApplicationRejected { reason }
        | TournamentFact::DetailsChanged { reason, .. }
        | TournamentFact::Cancelled { reason, .. }
        | TournamentFact::TieDecided { reason, .. }
        | TournamentFact::ActUndone { reason, .. } => *reason,
        TournamentFact::SheetEntered(entry) | TournamentFact::SheetCorrected { entry } => entry.reason,
        TournamentFact::Interrupted { reason }
        | TournamentFact::StageSkipped { reason, .. }
        | TournamentFact::SecondEntryWaived { reason, .. }
        | TournamentFact::TableOfTwoAllowed { reason, .. }
        | TournamentFact::SanctionGiven { reason, .. }
        | TournamentFact::DisputeOpened { matter: reason, .. }
        | TournamentFact::DisputeRuled { ruling: reason, .. } => Some(*reason),
        // The reason of a redraw is public, so it is a record of its own.
        TournamentFact::Drawn { .. }
        | TournamentFact::Applied(_)
        | TournamentFact::ApplicationApproved(_)
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
        | TournamentFact::ResultsImported { .. } => None,
    }
}

fn league_reason(event: &LeagueEvent) -> Option<Commitment> {
    match event {
        LeagueEvent::Corrected(correction) => correction.reason,
        LeagueEvent::MeetingRecorded(meeting) => meeting.accepted,
        LeagueEvent::MeetingCorrected(correction) => correction.reason,
        LeagueEvent::MeetingWithdrawn(meeting) => Some(meeting.reason),
        LeagueEvent::TableWithdrawn { reason } => Some(*reason),
        LeagueEvent::Opened(_)
        | LeagueEvent::TableImported { .. }
        | LeagueEvent::WaiverNoted(_)
        | LeagueEvent::WaiverNoteWithdrawn { .. }
        | LeagueEvent::Closed { .. }
        | LeagueEvent::Recorded(_)
        | LeagueEvent::Waiver(_)
        | LeagueEvent::Tie(_) => None,
    }
}

fn grand_prix_reason(event: &GrandPrixEvent) -> Option<Commitment> {
    match event {
        GrandPrixEvent::Corrected(correction) => correction.reason,
        GrandPrixEvent::TournamentRemoved(removed) => Some(removed.reason),
        GrandPrixEvent::Opened(_)
        | GrandPrixEvent::TournamentAdded { .. }
        | GrandPrixEvent::Closed
        | GrandPrixEvent::Recorded(_)
        | GrandPrixEvent::Tie(_) => None,
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
