//! Invented people and places, with Polish names in every letter of the alphabet.

use crate::rng::SeededRng;
use domain::Choice;
use domain::values::voivodeship::Voivodeship;
use wire::players::PlayerRegistration;

const WOMEN: [&str; 20] = [
    "Agata",
    "Bożena",
    "Celina",
    "Danuta",
    "Elżbieta",
    "Grażyna",
    "Halina",
    "Iwona",
    "Jadwiga",
    "Kinga",
    "Łucja",
    "Małgorzata",
    "Nina",
    "Olga",
    "Róża",
    "Sabina",
    "Urszula",
    "Wioletta",
    "Zofia",
    "Żaneta",
];
const MEN: [&str; 20] = [
    "Adam",
    "Bartosz",
    "Cezary",
    "Dariusz",
    "Filip",
    "Grzegorz",
    "Hubert",
    "Ireneusz",
    "Józef",
    "Kacper",
    "Łukasz",
    "Mirosław",
    "Paweł",
    "Rafał",
    "Sławomir",
    "Tadeusz",
    "Wiesław",
    "Zdzisław",
    "Wit",
    "Żegota",
];
/// In the masculine form.
const SURNAMES: [&str; 36] = [
    "Łukomski",
    "Żarnowiecki",
    "Ćwikliński",
    "Śliwowski",
    "Dobrzelewski",
    "Modrzewicki",
    "Świerczewicki",
    "Bukowiński",
    "Łęczycki",
    "Gawroński",
    "Żurawski",
    "Wilczkowski",
    "Borsukowski",
    "Okoniewski",
    "Źródłowski",
    "Rosłoniewski",
    "Ćwikła",
    "Łopata",
    "Żołądek",
    "Śmigiel",
    "Ścibor",
    "Źrebak",
    "Młynarczyk",
    "Gołąb",
    "Dzięcioł",
    "Pająk",
    "Jeż",
    "Kwiecień",
    "Dąbek",
    "Jęczmyk",
    "Gwóźdź",
    "Półtorak",
    "Ździebło",
    "Chrząszcz",
    "Pędziwiatr",
    "Kądziołka",
];
const CITIES: [(&str, &str, Voivodeship); 16] = [
    ("Świdnica", "Świdnicy", Voivodeship::Dolnoslaskie),
    ("Inowrocław", "Inowrocławiu", Voivodeship::KujawskoPomorskie),
    ("Chełm", "Chełmie", Voivodeship::Lubelskie),
    ("Żary", "Żarach", Voivodeship::Lubuskie),
    ("Łódź", "Łodzi", Voivodeship::Lodzkie),
    ("Tarnów", "Tarnowie", Voivodeship::Malopolskie),
    ("Płock", "Płocku", Voivodeship::Mazowieckie),
    ("Nysa", "Nysie", Voivodeship::Opolskie),
    ("Krosno", "Krośnie", Voivodeship::Podkarpackie),
    ("Łomża", "Łomży", Voivodeship::Podlaskie),
    ("Słupsk", "Słupsku", Voivodeship::Pomorskie),
    ("Żory", "Żorach", Voivodeship::Slaskie),
    ("Końskie", "Końskich", Voivodeship::Swietokrzyskie),
    ("Ełk", "Ełku", Voivodeship::WarminskoMazurskie),
    ("Śrem", "Śremie", Voivodeship::Wielkopolskie),
    ("Świnoujście", "Świnoujściu", Voivodeship::Zachodniopomorskie),
];
const OCCASIONS: [&str; 10] = [
    "Turniej o Złotego Jokera",
    "Biblioteczny Turniej Rummikub",
    "Turniej o Puchar Burmistrza",
    "Noc z Rummikubem",
    "Turniej Pokoleń",
    "Otwarte Mistrzostwa Miasta",
    "Turniej Czterech Kolorów",
    "Szkolny Turniej Kostek",
    "Turniej Trzynastki",
    "Weekend z Kostkami",
];

/// An invented person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub first_name: &'static str,
    pub surname: String,
    pub city: &'static str,
    pub voivodeship: Voivodeship,
}

impl Person {
    /// The body that registers this player; others may have the same name.
    pub fn registration(&self) -> PlayerRegistration {
        PlayerRegistration {
            first_name: self.first_name.to_owned(),
            surname: self.surname.clone(),
            city: self.city.to_owned(),
            voivodeship: self.voivodeship.name().to_owned(),
            country: "PL".to_owned(),
            namesake: true,
        }
    }
}

/// So many people, no two of one name as long as names last.
pub fn people(count: usize, rng: &mut SeededRng) -> Vec<Person> {
    let names = WOMEN.iter().zip([true; 20]).chain(MEN.iter().zip([false; 20]));
    let mut all: Vec<(&'static str, bool, &'static str)> =
        names.flat_map(|(name, woman)| SURNAMES.iter().map(move |surname| (*name, woman, *surname))).collect();
    rng.shuffle(&mut all);
    let person = |(first_name, woman, surname): (&'static str, bool, &'static str), rng: &mut SeededRng| {
        let (city, _, voivodeship) = CITIES[rng.below(CITIES.len() as u32) as usize];
        let surname = if woman { feminine(surname) } else { surname.to_owned() };
        Person { first_name, surname, city, voivodeship }
    };
    all.into_iter().cycle().take(count).map(|name| person(name, rng)).collect()
}

fn feminine(surname: &str) -> String {
    match surname.strip_suffix("ki") {
        Some(stem) => format!("{stem}ka"),
        None => surname.to_owned(),
    }
}

/// A name for an event, the venue and the voivodeship.
pub fn tournament_name(rng: &mut SeededRng) -> (String, String, Voivodeship) {
    let occasion = OCCASIONS[rng.below(OCCASIONS.len() as u32) as usize];
    let (city, locative, voivodeship) = CITIES[rng.below(CITIES.len() as u32) as usize];
    let venue = format!("Dom Kultury „Kostka”, ul. Jokerowa {}, {city}", 1 + rng.below(99));
    (format!("{occasion} w {locative}"), venue, voivodeship)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn people_of_a_large_event_have_names_of_their_own() {
        let people = people(200, &mut SeededRng::seeded(1));
        let names: BTreeSet<String> = people.iter().map(|who| format!("{} {}", who.first_name, who.surname)).collect();
        assert_eq!(names.len(), 200);
        let is_woman = |who: &&Person| WOMEN.contains(&who.first_name);
        assert!(people.iter().filter(is_woman).all(|who| !who.surname.ends_with("ki")));
    }

    #[test]
    fn there_are_as_many_people_as_asked_for_even_beyond_all_names() {
        assert_eq!(people(3000, &mut SeededRng::seeded(1)).len(), 3000);
    }

    #[test]
    fn every_voivodeship_has_a_city() {
        let cities: BTreeSet<&str> = CITIES.iter().map(|(_, _, voivodeship)| voivodeship.name()).collect();
        assert_eq!(cities.len(), Voivodeship::ALL.len());
    }
}
