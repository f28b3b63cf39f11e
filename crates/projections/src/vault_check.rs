//! Checks the vault against the log: every commitment in force must be opened by the record that the vault holds for
//! it.

use crate::record_book::{CorruptHistory, FoldError, RecordBook};
use domain::event::{
    AccountEvent, AccountRecord, ChampionshipEvent, Commitment, Event, GrandPrixEvent, LeagueEvent, ListEvent,
    LogEvent, OnlineTableEvent, PlayerEvent, SeasonEvent, TournamentEvent, TournamentFact,
};
use events::envelope::{EventId, InvalidStreamName, Position, RecordedRef, StreamKind, StreamName};
use events::log::{Log, ReadError};
use events::stored;
use events::vault::{
    AccountLogin, AccountName, ApplicationContact, Disclosure, ErratumReason, EventTexts, EventVenue, PlayerName,
    PlayerProfile, Reason, Record, RedrawReason, SealedSubject, UnsealError, UnsealedSubject, Vault,
};
use std::collections::HashMap;
use std::ops::ControlFlow;

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
    /// The log could not be folded.
    #[error("the log could not be folded")]
    Fold(#[from] FoldError),
    /// The vault could not be read.
    #[error("the vault could not be read")]
    Read(#[from] ReadError),
    /// An id that no stream has.
    #[error("what is recorded has an id that no stream can have")]
    Stream(#[from] InvalidStreamName),
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
    fn apply_event(&mut self, event: EventId, (text, commitment): (CommittedText, Commitment)) {
        match text {
            CommittedText::Name => self.texts = Some(commitment),
            CommittedText::Venue => self.venue = Some(commitment),
            CommittedText::Contact => self.contact = Some(commitment),
            // All events of one act share the reason that its first event has in the vault.
            CommittedText::Reason if self.reasons.last().is_some_and(|(_, known)| *known == commitment) => {}
            CommittedText::Reason => self.reasons.push((event, commitment)),
            CommittedText::RedrawReason => self.redraw_reasons.push((event, commitment)),
            CommittedText::ErratumReason => self.erratum_reasons.push((event, commitment)),
        }
    }
}

/// What an event commits to.
enum CommittedText {
    /// The name of a tournament.
    Name,
    /// Where it takes place.
    Venue,
    /// The contact details of the applicant.
    Contact,
    /// Why it was recorded.
    Reason,
    /// Why seats were drawn again.
    RedrawReason,
    /// Why a list is published again.
    ErratumReason,
}

/// The commitments that are in force.
struct CommitmentIndex {
    position: Position,
    by_subject: HashMap<StreamName, SubjectCommitments>,
}

impl CommitmentIndex {
    fn read(log: &dyn Log) -> Result<Self, VaultCheckError> {
        let mut by_subject: HashMap<StreamName, SubjectCommitments> = HashMap::new();
        let mut book = RecordBook::default();
        let mut problem = None;
        let head = log.head()?.position;
        log.scan(Position::START, head, &mut |recorded| match apply_event(&mut book, recorded) {
            Ok((subject, texts)) => {
                for text in texts {
                    by_subject.entry(subject.clone()).or_default().apply_event(recorded.event_id, text);
                }
                ControlFlow::Continue(())
            }
            Err(error) => {
                problem = Some(error);
                ControlFlow::Break(())
            }
        })?;
        if let Some(problem) = problem {
            return Err(problem.into());
        }
        for player in book.players.iter() {
            let subject = StreamName::new(StreamKind::Player, player.id.as_str())?;
            if player.state.erased {
                by_subject.remove(&subject);
            } else {
                let commitments = by_subject.entry(subject).or_default();
                (commitments.name, commitments.profile) = (Some(player.record.name), Some(player.record.profile));
            }
        }
        let leagues = book.leagues.iter().map(|entry| (StreamKind::League, &entry.id, entry.record.name));
        let all_grand_prix = book.grand_prix.iter().map(|entry| (StreamKind::GrandPrix, &entry.id, entry.record.name));
        for (kind, id, name) in leagues.chain(all_grand_prix) {
            by_subject.entry(StreamName::new(kind, id.as_str())?).or_default().texts = Some(name);
        }
        for (stream, running) in &book.running {
            // What is run here may have reasons without having a name.
            if let Some(name) = running.name {
                by_subject.entry(stream.clone()).or_default().texts = Some(name);
            }
        }
        for account in book.accounts.iter() {
            let subject = StreamName::new(StreamKind::Account, account.id.as_str())?;
            by_subject.entry(subject).or_default().account = Some(account.record);
        }
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

/// Takes an event into the book; gives the stream and what the event commits to, as far as the book does not keep it.
fn apply_event(
    book: &mut RecordBook,
    recorded: &RecordedRef<'_>,
) -> Result<(StreamName, Vec<(CommittedText, Commitment)>), FoldError> {
    let position = recorded.position;
    let event = stored::decode(recorded.event_type, recorded.schema_version, recorded.payload)
        .map_err(|problem| FoldError::Decode { position, problem })?;
    let stream = recorded.stream_name()?;
    let mut texts = texts(&event);
    texts.extend(reason(&event).map(|reason| (CommittedText::Reason, reason)));
    let corrupt = |problem: CorruptHistory| FoldError::History { position, problem };
    book.apply(&stream, recorded.version, event).map_err(corrupt)?;
    Ok((stream, texts))
}

/// The commitments to texts of a tournament or a list.
fn texts(event: &Event) -> Vec<(CommittedText, Commitment)> {
    let event = match event {
        Event::Tournament(event) => event,
        // An edition repeats the reason of its submission, which is kept with that.
        Event::List(ListEvent::Submitted(submission)) => {
            return submission.reason.map(|reason| (CommittedText::ErratumReason, reason)).into_iter().collect();
        }
        _ => return Vec::new(),
    };
    match event {
        TournamentEvent::Recorded(record) => vec![(CommittedText::Name, record.name)],
        TournamentEvent::Corrected(correction) => vec![(CommittedText::Name, correction.record.name)],
        TournamentEvent::Act(act) => match &act.fact {
            TournamentFact::Applied(application) => vec![
                (CommittedText::Name, application.details.name),
                (CommittedText::Venue, application.details.venue),
                (CommittedText::Contact, application.contact),
            ],
            TournamentFact::DetailsChanged { details, .. } => {
                vec![(CommittedText::Name, details.name), (CommittedText::Venue, details.venue)]
            }
            TournamentFact::Drawn { reason: Some(reason), .. } => vec![(CommittedText::RedrawReason, *reason)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
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
