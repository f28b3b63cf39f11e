//! Names of people and competitions, from the vault; erased people have none.

use domain::values::ids::PlayerId;
use events::envelope::{StreamKind, StreamName};
use events::log::{Log, ReadError};
use events::vault::{EventTexts, PlayerName, PlayerProfile, UnsealError, UnsealedSubject, Vault};
use std::collections::HashMap;

/// Subjects that are read at once.
const PAGE: usize = 1000;

/// What the vault knows of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub name: PlayerName,
    /// Everything else.
    pub profile: PlayerProfile,
}

#[derive(Debug, Clone, Default)]
pub struct Names {
    players: HashMap<PlayerId, Person>,
    by_alias: HashMap<String, PlayerId>,
    events: HashMap<StreamName, String>,
}

#[derive(Debug, thiserror::Error)]
pub enum NamesError {
    #[error("the vault could not be read")]
    Read(#[from] ReadError),
    #[error("a record of the vault could not be opened")]
    Unseal(#[from] UnsealError),
}

impl Names {
    pub fn load(log: &dyn Log, vault: &Vault) -> Result<Self, NamesError> {
        let mut names = Self::default();
        let mut after = 0;
        loop {
            let page = log.sealed_subjects_after(after, PAGE)?;
            let Some(last) = page.last() else { return Ok(names) };
            after = last.number;
            for sealed in &page {
                names.add_subject(&vault.open(sealed)?)?;
            }
        }
    }

    fn add_subject(&mut self, open: &UnsealedSubject<'_>) -> Result<(), UnsealError> {
        let subject = open.subject();
        if subject.kind() != StreamKind::Player {
            if let Some(texts) = open.record::<EventTexts>()? {
                self.set_event(subject.clone(), texts.record.name.as_str().to_owned());
            }
            return Ok(());
        }
        let Ok(id) = PlayerId::parse(subject.id()) else { return Ok(()) };
        if let (Some(name), Some(profile)) = (open.record::<PlayerName>()?, open.record::<PlayerProfile>()?) {
            self.set_player(id, Person { name: name.record, profile: profile.record });
        }
        Ok(())
    }

    /// What is known of a player; nothing if the player was erased.
    pub fn player(&self, id: &PlayerId) -> Option<&Person> {
        self.players.get(id)
    }

    /// The player whom imported bundles call so.
    pub fn by_alias(&self, alias: &str) -> Option<&PlayerId> {
        self.by_alias.get(alias)
    }

    pub fn event(&self, stream: &StreamName) -> Option<&str> {
        self.events.get(stream).map(String::as_str)
    }

    /// Leaves out a person who was erased elsewhere, and whom this store still has to erase.
    pub fn forget(&mut self, subject: &StreamName) {
        let id = PlayerId::parse(subject.id()).ok().filter(|_| subject.kind() == StreamKind::Player);
        let person = id.and_then(|id| self.players.remove(&id));
        if let Some(alias) = person.as_ref().and_then(|person| person.profile.alias.as_ref()) {
            self.by_alias.remove(alias.as_str());
        }
    }

    pub fn set_player(&mut self, id: PlayerId, person: Person) {
        if let Some(alias) = &person.profile.alias {
            self.by_alias.insert(alias.as_str().to_owned(), id.clone());
        }
        self.players.insert(id, person);
    }

    pub fn set_event(&mut self, stream: StreamName, name: String) {
        self.events.insert(stream, name);
    }
}
