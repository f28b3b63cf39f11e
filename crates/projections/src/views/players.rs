//! The players as everybody may see them: found by id, listed in the Polish alphabet, searched by name and city.

mod found_key;
mod list_key;
mod public_player;
mod word_index;

pub use found_key::FoundKey;
pub use list_key::ListKey;
pub use public_player::{PublicPerson, PublicPlayer};

use super::{Fact, Unfit, View};
use domain::event::{Event, PlayerEvent};
use domain::ids::PlayerId;
use events::envelope::Position;
use events::vault::{PlayerName, PlayerProfile};
use formats::name_search::{name_words, wanted_words};
use found_key::Part;
use rpds::{HashTrieMapSync, RedBlackTreeMapSync};
use smol_str::SmolStr;
use std::ops::{Bound, RangeBounds};
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
        self.full_names.whole(folded_name(first_name, surname), limit).into_iter().map(|kept| &kept.player).collect()
    }

    /// At most `limit` of the players that fit and of whom every word begins a word of first name, surname or city; those of
    /// whom every word is a whole word come first, and each part is in the order of the list. From the beginning or after a
    /// key of the same search; each with the key to go on from.
    pub fn search(
        &self,
        text: &str,
        after: Option<&FoundKey>,
        limit: usize,
        fits: impl Fn(&PublicPlayer) -> bool,
    ) -> Vec<(FoundKey, &PublicPlayer)> {
        self.search_with(text, after, limit, fits, RARE)
    }

    fn search_with(
        &self,
        text: &str,
        after: Option<&FoundKey>,
        limit: usize,
        fits: impl Fn(&PublicPlayer) -> bool,
        rare: usize,
    ) -> Vec<(FoundKey, &PublicPlayer)> {
        let words = wanted_words(text);
        if words.is_empty() {
            return Vec::new();
        }
        let whole = |kept: &Kept| words.iter().all(|word| kept.words().binary_search(word).is_ok());
        let begins =
            |kept: &Kept| words.iter().all(|word| kept.words().iter().any(|known| known.starts_with(word.as_str())));
        let mut found = Vec::new();
        for part in Part::BOTH {
            let from = match after {
                // This part was gone through to its end.
                Some(after) if after.part > part => continue,
                Some(after) if after.part == part => Bound::Excluded(&after.key),
                _ => Bound::Unbounded,
            };
            let wanted = |kept: &&Kept| {
                fits(&kept.player)
                    && match part {
                        Part::Whole => whole(kept),
                        Part::Beginning => begins(kept) && !whole(kept),
                    }
            };
            let candidates = match part {
                Part::Whole => self.words.rarest_whole(&words, rare),
                Part::Beginning => self.words.rarest_beginning(&words, rare),
            };
            let rest = limit - found.len();
            let players: Vec<(&ListKey, &Kept)> = if let Some(candidates) = candidates {
                first(candidates.into_iter().filter(wanted), from, rest)
            } else {
                let listed = self.listed.range((from, Bound::Unbounded)).map(|(key, kept)| (key, kept.as_ref()));
                listed.filter(|(_, kept)| wanted(kept)).take(rest).collect()
            };
            found.extend(players.into_iter().map(|(key, kept)| (FoundKey { part, key: key.clone() }, &kept.player)));
            if found.len() == limit {
                break;
            }
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

/// The first so many from there on in the order of the list, each once though several of its words may fit.
fn first<'a>(
    found: impl Iterator<Item = &'a Kept>,
    from: Bound<&ListKey>,
    limit: usize,
) -> Vec<(&'a ListKey, &'a Kept)> {
    let keyed = found.filter_map(|kept| Some((&kept.named.as_ref()?.key, kept)));
    let mut found: Vec<(&ListKey, &Kept)> = keyed.filter(|(key, _)| (from, Bound::Unbounded).contains(*key)).collect();
    found.sort_by_key(|(key, _)| *key);
    found.dedup_by_key(|(key, _)| *key);
    found.truncate(limit);
    found
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
                let mut after: Option<FoundKey> = None;
                loop {
                    let page = players.search_with(text, after.as_ref(), 3, is_from_elsewhere, rare);
                    let Some((last, _)) = page.last() else { break };
                    after = FoundKey::from_bytes(&last.to_bytes());
                    assert_eq!(after.as_ref(), Some(last));
                    turned.extend(page);
                }
                assert_eq!(turned, all, "{text}");
            }
        }
        assert_eq!(FoundKey::from_bytes(b""), None);
        assert_eq!(FoundKey::from_bytes(b"x"), None);
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
