//! The players as everybody may see them: found by id, listed in the Polish alphabet, searched by name and city.

mod list_key;
mod public_player;
mod word_index;

pub use list_key::ListKey;
pub use public_player::{PublicPerson, PublicPlayer};

use super::{Fact, Unfit, View};
use domain::event::{Event, PlayerEvent};
use domain::ids::PlayerId;
use events::envelope::Position;
use events::vault::{PlayerName, PlayerProfile};
use formats::name_search::{name_words, wanted_words};
use rpds::{HashTrieMapSync, RedBlackTreeMapSync};
use smol_str::SmolStr;
use std::ops::Bound;
use std::sync::Arc;
use word_index::WordIndex;

/// A word that more people share is no help to a search: going through the list finds enough of them sooner.
const RARE: usize = 5_000;

/// Every player.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Players {
    /// The last event that changed one of them.
    pub changed: Position,
    by_id: HashTrieMapSync<PlayerId, Arc<Kept>>,
    /// Those who have a name.
    listed: RedBlackTreeMapSync<ListKey, Arc<Kept>>,
    words: WordIndex,
    /// By whole names, as they are compared.
    full_names: WordIndex,
}

/// A player with what is computed from the name once.
#[derive(Debug, PartialEq, Eq)]
struct Kept {
    player: PublicPlayer,
    named: Option<Named>,
}

#[derive(Debug, PartialEq, Eq)]
struct Named {
    key: ListKey,
    /// The folded words of name and city, in order.
    words: Vec<SmolStr>,
    /// First name and surname, as they are compared.
    full_name: [SmolStr; 1],
}

impl Kept {
    fn new(player: PublicPlayer) -> Self {
        let named = player.person.as_ref().map(|person| {
            let PublicPerson { first_name, surname, city, .. } = person;
            Named {
                key: ListKey::new(surname.as_str(), first_name.as_str(), player.id.as_str()),
                words: name_words([first_name.as_str(), surname.as_str(), city.as_str()]),
                full_name: [folded_name(first_name.as_str(), surname.as_str())],
            }
        });
        Self { player, named }
    }

    fn words(&self) -> &[SmolStr] {
        self.named.as_ref().map_or(&[], |named| &named.words)
    }
}

impl Players {
    /// The player with this id, also an erased one.
    pub fn get(&self, id: &PlayerId) -> Option<&PublicPlayer> {
        self.by_id.get(id).map(|kept| &kept.player)
    }

    /// How many players are listed: all but those without a name.
    pub fn len(&self) -> usize {
        self.listed.size()
    }

    /// Whether nobody is listed.
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// At most `limit` players by surname, first name and id, from the beginning or after a key of the list; each with the key
    /// to go on from. A key goes on working after its player has gone.
    pub fn page(&self, after: Option<&ListKey>, limit: usize) -> Vec<(&ListKey, &PublicPlayer)> {
        let from = after.map_or(Bound::Unbounded, Bound::Excluded);
        let range = self.listed.range((from, Bound::Unbounded));
        range.map(|(key, kept)| (key, &kept.player)).take(limit).collect()
    }

    /// At most `limit` players of this name, however it is written, in the order of the list.
    pub fn namesakes(&self, first_name: &str, surname: &str, limit: usize) -> Vec<&PublicPlayer> {
        self.full_names.whole(folded_name(first_name, surname), limit).into_iter().map(shown).collect()
    }

    /// At most `limit` players of whom every word begins a word of first name, surname or city; those of whom every word is a
    /// whole word come first, and each part is in the order of the list.
    pub fn search(&self, text: &str, limit: usize) -> Vec<&PublicPlayer> {
        self.search_with(text, limit, RARE)
    }

    fn search_with(&self, text: &str, limit: usize, rare: usize) -> Vec<&PublicPlayer> {
        let words = wanted_words(text);
        if words.is_empty() {
            return Vec::new();
        }
        let whole = |kept: &Kept| words.iter().all(|word| kept.words().binary_search(word).is_ok());
        let begins =
            |kept: &Kept| words.iter().all(|word| kept.words().iter().any(|known| known.starts_with(word.as_str())));
        let mut found: Vec<&PublicPlayer> = match self.words.rarest_whole(&words, rare) {
            Some(candidates) => first(candidates.filter(|kept| whole(kept)), limit),
            None => self.listed.values().map(Arc::as_ref).filter(|kept| whole(kept)).take(limit).map(shown).collect(),
        };
        let (rest, longer) = (limit - found.len(), |kept: &&Kept| begins(kept) && !whole(kept));
        if rest > 0 {
            found.extend(match self.words.rarest_beginning(&words, rare) {
                Some(candidates) => first(candidates.filter(longer), rest),
                None => self.listed.values().map(Arc::as_ref).filter(longer).take(rest).map(shown).collect(),
            });
        }
        found
    }

    fn put(&mut self, player: PublicPlayer) {
        let id = player.id.clone();
        if let Some(before) = self.by_id.get(&id)
            && let Some(Named { key, words, full_name }) = &before.named
        {
            self.full_names.remove(full_name, key);
            self.listed.remove_mut(key);
            self.words.remove(words, key);
        }
        let kept = Arc::new(Kept::new(player));
        if let Some(Named { key, words, full_name }) = &kept.named {
            self.full_names.insert(full_name, key, &kept);
            self.listed.insert_mut(key.clone(), Arc::clone(&kept));
            self.words.insert(words, key, &kept);
        }
        self.by_id.insert_mut(id, kept);
    }
}

/// A full name as it is compared: its folded words in order, so it does not matter which of them is called the first name.
pub(crate) fn folded_name(first_name: &str, surname: &str) -> SmolStr {
    name_words([first_name, surname]).join(" ").into()
}

fn shown(kept: &Kept) -> &PublicPlayer {
    &kept.player
}

/// The first so many in the order of the list, each once though several of its words may fit.
fn first<'a>(found: impl Iterator<Item = &'a Kept>, limit: usize) -> Vec<&'a PublicPlayer> {
    let mut found: Vec<&Kept> = found.collect();
    let key = |kept: &&'a Kept| kept.named.as_ref().map(|named| &named.key);
    found.sort_by(|a, b| key(a).cmp(&key(b)));
    found.dedup_by(|a, b| key(a) == key(b));
    found.into_iter().take(limit).map(shown).collect()
}

impl View for Players {
    fn take_in(&mut self, fact: &Fact<'_>) -> Result<(), Unfit> {
        let Event::Player(event) = fact.event else { return Ok(()) };
        let id: PlayerId = fact.id()?;
        let known = self.get(&id);
        let mut player = match event {
            PlayerEvent::Registered(record) => {
                fact.unknown(known)?;
                let person = person(fact)?;
                PublicPlayer { id, person, foreign: record.foreign, erased: false, etag: fact.position }
            }
            PlayerEvent::Rectified(correction) => {
                let (known, person) = (fact.known(known)?, person(fact)?);
                if known.person != person {
                    fact.replaces_text();
                }
                PublicPlayer { person, foreign: correction.record.foreign, ..known.clone() }
            }
            PlayerEvent::Erased => {
                fact.replaces_text();
                PublicPlayer { person: None, erased: true, ..fact.known(known)?.clone() }
            }
            PlayerEvent::WaiverDeclared { .. } | PlayerEvent::WaiverWithdrawn { .. } => fact.known(known)?.clone(),
        };
        player.etag = fact.position;
        self.put(player);
        self.changed = fact.position;
        Ok(())
    }
}

fn person(fact: &Fact<'_>) -> Result<Option<PublicPerson>, Unfit> {
    let texts = fact.texts::<PlayerName, PlayerProfile>()?;
    Ok(texts.map(|(name, profile)| PublicPerson::new(name, profile)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_finds_the_same_by_rare_words_and_by_going_through_the_list() {
        let mut players = Players::default();
        let (surnames, cities) = (["Lis", "Lisowska", "Żak-Lis", "Łoś"], ["Lisków", "Łódź", "Żory"]);
        for number in 0..60 {
            let name =
                PlayerName { first_name: ["Jan", "Janina"][number % 2].into(), surname: surnames[number % 4].into() };
            let (city, voivodeship, country) = (cities[number % 3].into(), "łódzkie".into(), "PL".into());
            let person = PublicPerson::new(name, PlayerProfile { city, voivodeship, country, alias: None });
            let id = PlayerId::parse(&format!("p{number}")).unwrap();
            players.put(PublicPlayer { id, person: Some(person), foreign: false, erased: false, etag: Position(1) });
        }
        for text in ["lis", "l", "jan lis", "ja zory", "lisow jan", "los lodz janina", "nobody", "jan nobody", "zak"] {
            for limit in [0, 1, 7, 100] {
                let by_list = players.search_with(text, limit, 0);
                assert_eq!(players.search_with(text, limit, usize::MAX - 1), by_list, "{text}");
                assert_eq!(players.search_with(text, limit, 25), by_list, "{text}");
            }
        }
        assert_eq!(players.search("lis", 100).len(), 60 - 10);
    }

    #[test]
    fn a_namesake_is_found_however_the_name_is_written_until_it_changes() {
        let player = |id: &str, first_name: &str, surname: &str| {
            let name = PlayerName { first_name: first_name.into(), surname: surname.into() };
            let (city, voivodeship, country) = ("Łódź".into(), "łódzkie".into(), "PL".into());
            let person = PublicPerson::new(name, PlayerProfile { city, voivodeship, country, alias: None });
            let id = PlayerId::parse(id).unwrap();
            PublicPlayer { id, person: Some(person), foreign: false, erased: false, etag: Position(1) }
        };
        let mut players = Players::default();
        for (id, first_name, surname) in
            [("p1", "Łucja", "Żak"), ("p2", "LUCJA", "Zak"), ("p3", "Łucja", "Żak-Lis"), ("p4", "Łucja", "Żakowska")]
        {
            players.put(player(id, first_name, surname));
        }
        let found = |players: &Players, limit| {
            let found = players.namesakes("lucja", "ŻAK", limit);
            found.iter().map(|player| player.id.to_string()).collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(found(&players, 10), ["p1".to_owned(), "p2".to_owned()].into());
        assert_eq!(found(&players, 1).len(), 1);
        players.put(player("p1", "Łucja", "Lis"));
        players.put(PublicPlayer { person: None, erased: true, ..player("p2", "Łucja", "Żak") });
        assert_eq!(found(&players, 10), [].into());
        assert_eq!(players.namesakes("Zak", "Lucja", 10), Vec::<&PublicPlayer>::new());
    }
}
