//! Checks a store after a crash: everything acknowledged is there once, and all parts agree.

use crate::checkpoints;
use crate::line::AppendId;
use crate::load::{AppendMarker, VaultMark, hash_of_ids};
use crate::observations::Observations;
use crate::store::{Store, with_sources};
use events::envelope::{EventId, Hash, Position, RecordedRef};
use events::log::{Log, MAX_PAGE};
use events::proof::tree::{Frontier, Subtree, root_at};
use events::proof::{checkpoint, checkpoint_file, checkpoint_status};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;

/// What is wrong with a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Violation {
    /// Something that was acknowledged is not there, or is another.
    Lost(String),
    /// What is there does not fit together.
    Broken(String),
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lost(what) => write!(f, "lost: {what}"),
            Self::Broken(what) => write!(f, "broken: {what}"),
        }
    }
}

/// What a sound store holds.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct StoreSummary {
    pub(crate) events: u64,
    pub(crate) checkpoints: u64,
    pub(crate) subjects: u64,
    /// Appends that were recorded without an acknowledgement that anybody heard.
    pub(crate) unacknowledged: u64,
}

/// One append as it stands in the log.
struct Found {
    after: Position,
    of: u64,
    ids: Vec<EventId>,
}

/// What one pass over the log gathers.
#[derive(Default)]
struct LogScan {
    last: Position,
    frontier: Frontier,
    subtrees: Vec<Subtree>,
    versions: HashMap<String, u64>,
    ids: HashSet<EventId>,
    found: BTreeMap<AppendId, Found>,
    subjects: BTreeSet<String>,
    /// Roots at the sizes of kept checkpoints.
    roots: BTreeMap<u64, Hash>,
    broken: Vec<Violation>,
}

impl LogScan {
    fn broken(&mut self, what: String) {
        self.broken.push(Violation::Broken(what));
    }

    fn see(&mut self, event: &RecordedRef<'_>, sizes: &BTreeSet<u64>) {
        let position = event.position;
        if position != self.last.next() {
            self.broken(format!("position {position} follows {}", self.last));
        }
        self.last = position;
        if event.expected_leaf() != event.leaf {
            self.broken(format!("row and leaf disagree at position {position}"));
        }
        let version = self.versions.entry(event.stream.to_owned()).or_default();
        *version += 1;
        if event.version.0 != *version {
            let expected = *version;
            self.broken(format!("position {position} has version {} and not {expected}", event.version.0));
        }
        if !self.ids.insert(event.event_id) {
            self.broken(format!("the event {} is there twice", event.event_id));
        }
        self.frontier.push(event.leaf, &mut self.subtrees);
        if sizes.contains(&position.0) {
            self.roots.insert(position.0, self.frontier.root());
        }
        match AppendMarker::read(event.payload) {
            Some(mark) => self.see_mark(&mark, event),
            None => self.broken(format!("the payload at position {position} is not what was sent")),
        }
    }

    fn see_mark(&mut self, mark: &AppendMarker, event: &RecordedRef<'_>) {
        let (name, position) = (mark.append, event.position);
        if mark.index == 0 {
            let found = Found { after: Position(position.0 - 1), of: mark.of, ids: vec![event.event_id] };
            if self.found.insert(name, found).is_some() {
                self.broken(format!("append {name} is there twice"));
            }
        } else {
            match self.found.get_mut(&name) {
                Some(found) if found.after.0 + 1 + mark.index == position.0 && found.ids.len() as u64 == mark.index => {
                    found.ids.push(event.event_id);
                }
                _ => self.broken(format!("position {position} is a piece of append {name}, out of place")),
            }
        }
        match mark.vault {
            VaultMark::Nothing => {}
            VaultMark::Create => {
                self.subjects.insert(event.stream.to_owned());
            }
            VaultMark::Erase => {
                self.subjects.remove(event.stream);
            }
        }
    }
}

/// Checks everything; what is wrong is listed.
pub(crate) fn check(
    log: &dyn Log,
    store: &Store,
    observations: &mut Observations,
) -> Result<StoreSummary, Vec<Violation>> {
    let unreadable =
        |error: &dyn fmt::Display| vec![Violation::Broken(format!("the store could not be read: {error}"))];
    let notes = all_checkpoints(log).map_err(|error| unreadable(&error))?;
    let mut sizes: BTreeSet<u64> = notes.iter().map(|(size, _)| *size).collect();
    sizes.extend(observations.checkpoints.iter());
    let mut pass = LogScan::default();
    log.scan(Position::START, Position(u64::MAX), &mut |event| {
        pass.see(event, &sizes);
        ControlFlow::Continue(())
    })
    .map_err(|error| unreadable(&error))?;
    let head = log.head().map_err(|error| unreadable(&error))?.position;
    if head != pass.last {
        let last = pass.last;
        pass.broken(format!("the head is {head}, but the last event is at {last}"));
    }
    check_appends(&mut pass, observations);
    check_tree(log, store, &mut pass).map_err(|error| unreadable(&error))?;
    check_checkpoints(log, &store.outside(), &mut pass, &notes, observations).map_err(|error| unreadable(&error))?;
    check_vault(log, &mut pass).map_err(|error| unreadable(&error))?;
    pass.broken.extend(observations.contradictions.iter().cloned().map(Violation::Broken));
    if pass.broken.is_empty() {
        let acknowledged = pass.found.keys().filter(|name| observations.acknowledged.contains_key(name)).count();
        Ok(StoreSummary {
            events: pass.last.0,
            checkpoints: notes.len() as u64,
            subjects: pass.subjects.len() as u64,
            unacknowledged: (pass.found.len() - acknowledged) as u64,
        })
    } else {
        Err(pass.broken)
    }
}

/// Each append is there wholly or not at all, and those that were acknowledged are where the acknowledgement said.
fn check_appends(pass: &mut LogScan, observations: &Observations) {
    let mut broken = Vec::new();
    for (name, found) in &pass.found {
        if found.ids.len() as u64 != found.of {
            let count = found.ids.len();
            broken.push(Violation::Broken(format!("append {name} has {count} of {} events", found.of)));
        }
    }
    for (name, acknowledged) in &observations.acknowledged {
        let Some(found) = pass.found.get(name) else {
            let after = acknowledged.after;
            broken.push(Violation::Lost(format!("append {name}, acknowledged after position {after}")));
            continue;
        };
        if (found.after, found.of) != (acknowledged.after, acknowledged.count) {
            broken.push(Violation::Lost(format!(
                "append {name} of {} events stands after {}, acknowledged after {}",
                found.of, found.after, acknowledged.after
            )));
        }
        if hash_of_ids(found.ids.iter().copied()) != acknowledged.ids {
            broken.push(Violation::Lost(format!("the events of append {name}: others stand in their place")));
        }
    }
    pass.broken.extend(broken);
}

/// The kept subtrees are those of the leaves, and so is the root.
fn check_tree(log: &dyn Log, store: &Store, pass: &mut LogScan) -> Result<(), String> {
    let levels = pass.subtrees.iter().map(|subtree| subtree.level).max().unwrap_or(0);
    for level in 1..=levels + 1 {
        let expected: Vec<Hash> =
            pass.subtrees.iter().filter(|subtree| subtree.level == level).map(|subtree| subtree.root).collect();
        let kept = log.subtrees(level, 0, expected.len() + 1).map_err(|error| error.to_string())?;
        let complete = kept.len() == expected.len() || !store.keeps_subtrees_at_once();
        if !complete || !expected.starts_with(&kept) {
            pass.broken(format!("the kept subtrees of level {level} are not those of the leaves"));
        }
    }
    let root = root_at(log, pass.last.0).map_err(|error| error.to_string())?;
    if root != pass.frontier.root() {
        pass.broken("the kept tree has another root than the leaves".to_owned());
    }
    Ok(())
}

fn all_checkpoints(log: &dyn Log) -> Result<Vec<(u64, String)>, String> {
    let mut all: Vec<(u64, String)> = Vec::new();
    loop {
        let after = all.last().map_or(0, |(size, _)| *size);
        let page = log.checkpoints(after, MAX_PAGE).map_err(|error| error.to_string())?;
        if page.is_empty() {
            return Ok(all);
        }
        all.extend(page.into_iter().map(|kept| (kept.size, kept.note)));
    }
}

/// Every kept checkpoint is a prefix of the log, and every one that was said to be kept is covered.
fn check_checkpoints(
    log: &dyn Log,
    outside: &Path,
    pass: &mut LogScan,
    notes: &[(u64, String)],
    observations: &mut Observations,
) -> Result<(), String> {
    let signer = checkpoints::signer(log)?;
    for (size, note) in notes {
        let root = match observations.opened.get(note) {
            Some(root) => Ok(*root),
            None => checkpoint::open(note, signer.verifier_key()).map(|opened| opened.root),
        };
        match root {
            Ok(root) if pass.roots.get(size) == Some(&root) => {
                observations.opened.insert(note.clone(), root);
            }
            Ok(_) => pass.broken(format!("the checkpoint of {size} events is not a prefix of the log")),
            Err(error) => pass.broken(format!("the checkpoint of {size} events: {error}")),
        }
    }
    // A log that is behind the checkpoint outside has lost what was signed.
    match checkpoint_status::compare_with_checkpoints(log, signer.verifier_key(), outside)
        .map_err(|error| with_sources(&error))?
    {
        sound if sound.is_sound() => {}
        unsound => pass.broken.push(Violation::Lost(unsound.to_string())),
    }
    if let Some(said) = observations.checkpoints.last() {
        let note = checkpoint_file::read(outside).map_err(|error| error.to_string())?.unwrap_or_default();
        match checkpoint::open(&note, signer.verifier_key()) {
            Ok(kept) if kept.size >= *said => {}
            Ok(kept) => pass.broken(format!("the checkpoint outside has {} events, {said} were kept", kept.size)),
            Err(error) => pass.broken(format!("the checkpoint outside: {error}")),
        }
    }
    let largest = notes.last().map_or(0, |(size, _)| *size);
    if let Some(said) = observations.checkpoints.last().filter(|said| **said > largest) {
        pass.broken.push(Violation::Lost(format!("the checkpoint of {said} events; the last one has {largest}")));
    }
    Ok(())
}

/// A subject is in the vault exactly if the event that brought it there is in the log, and none that erased it.
fn check_vault(log: &dyn Log, pass: &mut LogScan) -> Result<(), String> {
    let mut kept = BTreeSet::new();
    let mut after = 0;
    loop {
        let page = log.sealed_subjects_after(after, MAX_PAGE).map_err(|error| error.to_string())?;
        let Some(last) = page.last() else { break };
        after = last.number;
        for subject in page {
            if subject.records.len() != 1 || subject.wrapped_key.len() != 32 {
                pass.broken(format!("the vault has half of {}", subject.subject));
            }
            kept.insert(subject.subject.as_str().to_owned());
        }
    }
    let without_event: Vec<_> = kept.difference(&pass.subjects).cloned().collect();
    let without_row: Vec<_> = pass.subjects.difference(&kept).cloned().collect();
    for subject in without_event {
        pass.broken(format!("{subject} is in the vault, but not in the log"));
    }
    for subject in without_row {
        pass.broken(format!("{subject} is in the log, but not in the vault"));
    }
    Ok(())
}

/// The first few of many.
pub(crate) fn list(violations: &[Violation]) -> String {
    const SHOWN: usize = 5;
    let mut text: Vec<String> = violations.iter().take(SHOWN).map(ToString::to_string).collect();
    if violations.len() > SHOWN {
        text.push(format!("and {} more", violations.len() - SHOWN));
    }
    text.join("\n  ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::{Acknowledged, ChildMessage};
    use crate::load::{OwnStreams, make};
    use events::append::Append;
    use std::sync::Arc;

    const SEED: u64 = 5;

    struct Fixture {
        _folder: tempfile::TempDir,
        store: Store,
        log: Arc<dyn Log>,
        observations: Observations,
    }

    impl Fixture {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let store = Store::Sqlite(folder.path().join("kostka.db"));
            let log = store.open().unwrap();
            Self { _folder: folder, store, log, observations: Observations::default() }
        }

        fn name(number: u32) -> AppendId {
            AppendId { round: 1, thread: 0, number }
        }

        /// An append that writes to the vault or does not, and has at least two events.
        fn append(&self, with_vault: bool) -> (AppendId, Append) {
            let mut own = OwnStreams::new(&*self.log);
            let made =
                (0..).map(|number| (Self::name(number), make(Self::name(number), SEED, false, &mut own).unwrap()));
            let fits = |append: &Append| append.vault.is_empty() != with_vault && append.events.len() > 1;
            made.into_iter().find(|(_, append)| fits(append)).unwrap()
        }

        fn record(&mut self, name: AppendId, append: Append) {
            let ids = hash_of_ids(append.events.iter().map(|event| event.event_id));
            let receipt = self.log.append(append).wait().unwrap();
            let (after, count) = (receipt.after, receipt.count);
            self.observations
                .take(&[ChildMessage::Acknowledged(name, Acknowledged { after, count, replayed: false, ids })]);
        }

        fn violations(&mut self) -> Vec<String> {
            match check(&*self.log, &self.store, &mut self.observations) {
                Ok(_) => Vec::new(),
                Err(violations) => violations.iter().map(ToString::to_string).collect(),
            }
        }
    }

    #[test]
    fn a_sound_store_passes() {
        let mut fixture = Fixture::new();
        for with_vault in [false, true] {
            let (name, append) = fixture.append(with_vault);
            fixture.record(name, append);
        }
        assert_eq!(fixture.violations(), Vec::<String>::new());
    }

    #[test]
    fn an_acknowledged_append_that_is_gone_is_noticed() {
        let mut fixture = Fixture::new();
        let acknowledged = Acknowledged { after: Position(0), count: 2, replayed: false, ids: String::new() };
        fixture.observations.take(&[ChildMessage::Acknowledged(Fixture::name(3), acknowledged)]);
        assert_eq!(fixture.violations(), ["lost: append 1.0.3, acknowledged after position 0"]);
    }

    #[test]
    fn other_events_in_the_place_of_those_acknowledged_are_noticed() {
        let mut fixture = Fixture::new();
        let (name, mut append) = fixture.append(false);
        append.events[0].event_id = EventId([9; 16]);
        fixture.record(name, append);
        fixture.observations.acknowledged.get_mut(&name).unwrap().ids = "00".to_owned();
        assert_eq!(fixture.violations(), [format!("lost: the events of append {name}: others stand in their place")]);
    }

    #[test]
    fn half_an_append_is_noticed() {
        let mut fixture = Fixture::new();
        let (name, mut append) = fixture.append(false);
        let all = append.events.len();
        append.events.pop();
        fixture.log.append(append).wait().unwrap();
        assert_eq!(fixture.violations(), [format!("broken: append {name} has {} of {all} events", all - 1)]);
    }

    #[test]
    fn an_append_that_is_there_twice_is_noticed() {
        let mut fixture = Fixture::new();
        let (name, mut append) = fixture.append(false);
        append.expected.clear();
        fixture.record(name, append.clone());
        fixture.log.append(append).wait().unwrap();
        assert!(fixture.violations().contains(&format!("broken: append {name} is there twice")));
    }

    #[test]
    fn an_event_without_its_vault_record_is_noticed() {
        let mut fixture = Fixture::new();
        let (name, mut append) = fixture.append(true);
        append.vault.clear();
        fixture.record(name, append);
        assert_eq!(fixture.violations(), [format!("broken: player/{name} is in the log, but not in the vault")]);
    }

    #[test]
    fn a_vault_record_without_its_event_is_noticed() {
        let mut fixture = Fixture::new();
        let (name, mut append) = fixture.append(false);
        let (_, with_vault) = fixture.append(true);
        append.vault = with_vault.vault;
        let subject = append.vault[0].subject().to_string();
        fixture.record(name, append);
        assert_eq!(fixture.violations(), [format!("broken: {subject} is in the vault, but not in the log")]);
    }
}
