//! Checks the vault against the log: every commitment in force must be opened by the record that the vault holds for
//! it.

use crate::views::{FoldError, Views, fold_records, read_ahead};
use domain::Choice;
use domain::event::{Commitment, Event, PlayerEvent, TextKind};
use events::envelope::{EventId, Position, StreamName};
use events::log::{Log, ReadError};
use events::vault::{SealedSubject, UnsealError, Vault};
use std::collections::{BTreeMap, HashMap};

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

/// The commitments that are in force for one subject; the newest text is the one that the vault holds, also if its act
/// was undone.
#[derive(Default)]
struct SubjectCommitments {
    /// Nothing that was committed to is left.
    erased: bool,
    once: BTreeMap<TextKind, Commitment>,
    per_event: Vec<(TextKind, EventId, Commitment)>,
    last_reason: Option<Commitment>,
}

impl SubjectCommitments {
    fn apply_event(&mut self, id: EventId, event: &Event) {
        self.erased |= matches!(event, Event::Player(PlayerEvent::Erased));
        for (kind, commitment) in event.description().texts {
            // All events of one act share the reason that its first event has in the vault.
            if kind == TextKind::Reason && self.last_reason.replace(commitment) == Some(commitment) {
                continue;
            }
            if kind.is_per_event() {
                self.per_event.push((kind, id, commitment));
            } else {
                self.once.insert(kind, commitment);
            }
        }
    }

    /// The record that a subject without any record lacks: the one that says most about what it is.
    fn first_record(&self) -> Option<TextKind> {
        let per_event = self.per_event.iter().map(|(kind, _, _)| *kind);
        self.once.keys().copied().chain(per_event).min()
    }
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
                let commitments = by_subject.entry(decoded.stream.clone()).or_default();
                commitments.apply_event(decoded.event_id, &decoded.event);
            }
            Ok(())
        })
        .map_err(|problem| match problem {
            FoldError::Read(error) => VaultCheckError::Read(error),
            unfit @ (FoldError::Decode { .. }
            | FoldError::History { .. }
            | FoldError::Rulebook { .. }
            | FoldError::Unseal { .. }) => VaultCheckError::Fold(unfit),
        })?;
        by_subject.retain(|_, commitments| !commitments.erased && commitments.first_record().is_some());
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
            if let Some(kind) = commitments.first_record() {
                report.add(VaultProblem::Missing { subject, record: kind.name() });
            }
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
    let subject = || sealed.subject.clone();
    let Some(commitments) = commitments else {
        report.add(VaultProblem::Stray { subject: subject() });
        return Ok(());
    };
    let once = commitments.once.iter().map(|(kind, commitment)| (*kind, kind.to_string(), commitment));
    let per_event =
        commitments.per_event.iter().map(|(kind, id, commitment)| (*kind, format!("{kind}:{id}"), commitment));
    for (kind, name, commitment) in once.chain(per_event) {
        match open.opens(&name, commitment)? {
            Some(true) => {}
            Some(false) => report.add(VaultProblem::Other { subject: subject(), record: kind.name() }),
            None => report.add(VaultProblem::Missing { subject: subject(), record: kind.name() }),
        }
    }
    // Records that go with one event are compared by their commitments only.
    let uncommitted = |kind: &&TextKind| !kind.is_per_event() && !commitments.once.contains_key(*kind);
    for kind in TextKind::ALL.iter().filter(uncommitted) {
        if open.names().any(|name| name == kind.name()) {
            report.add(VaultProblem::Other { subject: subject(), record: kind.name() });
        }
    }
    Ok(())
}
