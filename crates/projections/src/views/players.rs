//! Read model of players: found by id, listed in the Polish alphabet, searched by name and city.

mod list_key;
mod public_player;
mod search_key;
mod word_index;

pub use list_key::ListKey;
pub use public_player::{PublicPerson, PublicPlayer};
pub use search_key::SearchKey;

use super::{ApplyError, ProjectedEvent, View};
use domain::event::{Event, PlayerEvent};
use domain::values::ids::PlayerId;
use events::envelope::Position;
use events::vault::{PlayerName, PlayerProfile};
use formats::name_search::{name_words, query_words};
use rpds::{HashTrieMapSync, RedBlackTreeMapSync};
use search_key::MatchKind;
use smol_str::SmolStr;
use std::ops::{Bound, RangeBounds};
use std::sync::Arc;
use word_index::WordIndex;

/// A word that more people share is no help to a search: going through the list finds enough of them sooner.
const MAX_CANDIDATES: usize = 5_000;

/// Every player.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Players {
    /// The last event that changed one of them.
    pub changed: Position,
    by_id: HashTrieMapSync<PlayerId, Arc<IndexedPlayer>>,
    /// Those who have a name.
    listed: RedBlackTreeMapSync<ListKey, Arc<IndexedPlayer>>,
    words: WordIndex,
    /// By whole names, as they are compared.
    full_names: WordIndex,
}

/// A player with what is computed from the name once.
#[derive(Debug, PartialEq, Eq)]
struct IndexedPlayer {
    player: PublicPlayer,
    name_keys: Option<NameKeys>,
}

#[derive(Debug, PartialEq, Eq)]
struct NameKeys {
    key: ListKey,
    /// The folded words of name and city, in order.
    words: Vec<SmolStr>,
    /// First name and surname, as they are compared.
    full_name: [SmolStr; 1],
}

impl IndexedPlayer {
    fn new(player: PublicPlayer) -> Self {
        let name_keys = player.person.as_ref().map(|person| {
            let PublicPerson { first_name, surname, city, .. } = person;
            NameKeys {
                key: ListKey::new(surname.as_str(), first_name.as_str(), player.id.as_str()),
                words: name_words([first_name.as_str(), surname.as_str(), city.as_str()]),
                full_name: [folded_name(first_name.as_str(), surname.as_str())],
            }
        });
        Self { player, name_keys }
    }

    fn words(&self) -> &[SmolStr] {
        self.name_keys.as_ref().map_or(&[], |name_keys| &name_keys.words)
    }
}

impl Players {
    /// The player with this id, also an erased one.
    pub fn get(&self, id: &PlayerId) -> Option<&PublicPlayer> {
        self.by_id.get(id).map(|indexed| &indexed.player)
    }

    /// How many players are listed: all but those without a name.
    pub fn len(&self) -> usize {
        self.listed.size()
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// At most `limit` players by surname, first name and id, from the beginning or after a key of the list; each with
    /// the key to go on from. A key goes on working after its player has gone.
    pub fn page(&self, after: Option<&ListKey>, limit: usize) -> Vec<(&ListKey, &PublicPlayer)> {
        let from = after.map_or(Bound::Unbounded, Bound::Excluded);
        let range = self.listed.range((from, Bound::Unbounded));
        range.map(|(key, indexed)| (key, &indexed.player)).take(limit).collect()
    }

    /// At most `limit` players of this name, however it is written, in the order of the list.
    pub fn namesakes(&self, first_name: &str, surname: &str, limit: usize) -> Vec<&PublicPlayer> {
        self.full_names
            .whole(folded_name(first_name, surname), limit)
            .into_iter()
            .map(|indexed| &indexed.player)
            .collect()
    }

    /// At most `limit` of the players that fit and of whom every word begins a word of first name, surname or city;
    /// those of whom every word is a whole word come first, and each part is in the order of the list. From the
    /// beginning or after a key of the same search; each with the key to go on from.
    pub fn search(
        &self,
        text: &str,
        after: Option<&SearchKey>,
        limit: usize,
        fits: impl Fn(&PublicPlayer) -> bool,
    ) -> Vec<(SearchKey, &PublicPlayer)> {
        self.search_with(text, after, limit, fits, MAX_CANDIDATES)
    }

    fn search_with(
        &self,
        text: &str,
        after: Option<&SearchKey>,
        limit: usize,
        fits: impl Fn(&PublicPlayer) -> bool,
        rare: usize,
    ) -> Vec<(SearchKey, &PublicPlayer)> {
        let words = query_words(text);
        if words.is_empty() {
            return Vec::new();
        }
        let whole = |indexed: &IndexedPlayer| words.iter().all(|word| indexed.words().binary_search(word).is_ok());
        let begins = |indexed: &IndexedPlayer| {
            words.iter().all(|word| indexed.words().iter().any(|known| known.starts_with(word.as_str())))
        };
        let mut found = Vec::new();
        for part in MatchKind::BOTH {
            let from = match after {
                // This part was gone through to its end.
                Some(after) if after.part > part => continue,
                Some(after) if after.part == part => Bound::Excluded(&after.key),
                _ => Bound::Unbounded,
            };
            let wanted = |indexed: &&IndexedPlayer| {
                fits(&indexed.player)
                    && match part {
                        MatchKind::Whole => whole(indexed),
                        MatchKind::Beginning => begins(indexed) && !whole(indexed),
                    }
            };
            let candidates = match part {
                MatchKind::Whole => self.words.rarest_whole(&words, rare),
                MatchKind::Beginning => self.words.rarest_beginning(&words, rare),
            };
            let rest = limit - found.len();
            let players: Vec<(&ListKey, &IndexedPlayer)> = if let Some(candidates) = candidates {
                first(candidates.into_iter().filter(wanted), from, rest)
            } else {
                let listed = self.listed.range((from, Bound::Unbounded)).map(|(key, indexed)| (key, indexed.as_ref()));
                listed.filter(|(_, indexed)| wanted(indexed)).take(rest).collect()
            };
            found.extend(
                players.into_iter().map(|(key, indexed)| (SearchKey { part, key: key.clone() }, &indexed.player)),
            );
            if found.len() == limit {
                break;
            }
        }
        found
    }

    fn put(&mut self, player: PublicPlayer) {
        let id = player.id.clone();
        if let Some(before) = self.by_id.get(&id)
            && let Some(NameKeys { key, words, full_name }) = &before.name_keys
        {
            self.full_names.remove(full_name, key);
            self.listed.remove_mut(key);
            self.words.remove(words, key);
        }
        let indexed = Arc::new(IndexedPlayer::new(player));
        if let Some(NameKeys { key, words, full_name }) = &indexed.name_keys {
            self.full_names.insert(full_name, key, &indexed);
            self.listed.insert_mut(key.clone(), Arc::clone(&indexed));
            self.words.insert(words, key, &indexed);
        }
        self.by_id.insert_mut(id, indexed);
    }
}

/// A full name as it is compared: its folded words in order, so it does not matter which of them is called the first
/// name.
pub fn folded_name(first_name: &str, surname: &str) -> SmolStr {
    name_words([first_name, surname]).join(" ").into()
}

/// The first so many from there on in the order of the list, each once though several of its words may fit.
fn first<'a>(
    found: impl Iterator<Item = &'a IndexedPlayer>,
    from: Bound<&ListKey>,
    limit: usize,
) -> Vec<(&'a ListKey, &'a IndexedPlayer)> {
    let keyed = found.filter_map(|indexed| Some((&indexed.name_keys.as_ref()?.key, indexed)));
    let mut found: Vec<(&ListKey, &IndexedPlayer)> =
        keyed.filter(|(key, _)| (from, Bound::Unbounded).contains(*key)).collect();
    found.sort_by_key(|(key, _)| *key);
    found.dedup_by_key(|(key, _)| *key);
    found.truncate(limit);
    found
}

impl View for Players {
    fn apply(&mut self, fact: &ProjectedEvent<'_>) -> Result<(), ApplyError> {
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

fn person(fact: &ProjectedEvent<'_>) -> Result<Option<PublicPerson>, ApplyError> {
    let texts = fact.texts::<PlayerName, PlayerProfile>()?;
    Ok(texts.map(|(name, profile)| PublicPerson::new(name, profile)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fictional people, of whom every fifth is from another voivodeship.
    fn players(count: usize) -> Players {
        let mut players = Players::default();
        let (surnames, cities) = (["Lis", "Lisowska", "Żak-Lis", "Łoś"], ["Lisków", "Łódź", "Żory"]);
        for number in 0..count {
            let name =
                PlayerName { first_name: ["Jan", "Janina"][number % 2].into(), surname: surnames[number % 4].into() };
            let voivodeship = if number % 5 == 4 { "opolskie" } else { "łódzkie" };
            let (city, voivodeship, country) = (cities[number % 3].into(), voivodeship.into(), "PL".into());
            let person = PublicPerson::new(name, PlayerProfile { city, voivodeship, country, alias: None });
            let id = PlayerId::parse(&format!("p{number}")).unwrap();
            players.put(PublicPlayer { id, person: Some(person), foreign: false, erased: false, etag: Position(1) });
        }
        players
    }

    fn is_from_elsewhere(player: &PublicPlayer) -> bool {
        player.person.as_ref().is_some_and(|person| person.voivodeship.as_str() == "opolskie")
    }

    #[test]
    fn a_search_finds_the_same_by_rare_words_and_by_going_through_the_list() {
        let players = players(60);
        for text in ["lis", "l", "jan lis", "ja zory", "lisow jan", "los lodz janina", "nobody", "jan nobody", "zak"] {
            let all = players.search_with(text, None, 100, |_| true, 0);
            for limit in [0, 1, 7, 100] {
                for after in [None, all.first(), all.get(all.len() / 2), all.last()] {
                    let after = after.map(|(key, _)| key);
                    let by_list = players.search_with(text, after, limit, |_| true, 0);
                    let rarely = |rare| players.search_with(text, after, limit, |_| true, rare);
                    assert_eq!(rarely(usize::MAX - 1), by_list, "{text}");
                    assert_eq!(rarely(25), by_list, "{text}");
                }
            }
        }
        assert_eq!(players.search("lis", None, 100, |_| true).len(), 60 - 10);
    }

    #[test]
    fn the_pages_of_a_search_are_all_that_it_finds() {
        let players = players(60);
        for text in ["lis", "l", "jan"] {
            for rare in [0, usize::MAX - 1] {
                let all = players.search_with(text, None, usize::MAX, is_from_elsewhere, rare);
                assert!(all.len() > 7 && all.is_sorted_by_key(|(key, _)| key), "{text}");
                let mut turned = Vec::new();
                let mut after: Option<SearchKey> = None;
                loop {
                    let page = players.search_with(text, after.as_ref(), 3, is_from_elsewhere, rare);
                    let Some((last, _)) = page.last() else { break };
                    after = SearchKey::from_bytes(&last.to_bytes());
                    assert_eq!(after.as_ref(), Some(last));
                    turned.extend(page);
                }
                assert_eq!(turned, all, "{text}");
            }
        }
        assert_eq!(SearchKey::from_bytes(b""), None);
        assert_eq!(SearchKey::from_bytes(b"x"), None);
    }

    #[test]
    fn whoever_fits_is_found_however_many_come_before_who_do_not() {
        let players = players(6_000);
        let last = |player: &PublicPlayer| player.id.as_str() == "p5998";
        for text in ["jan", "zak"] {
            let found = players.search(text, None, 1, last);
            assert_eq!(found.len(), 1, "{text}");
        }
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
