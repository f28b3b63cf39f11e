//! The sixteen voivodeships of Poland.

use crate::values::choice::choices;

choices! {
    /// A voivodeship, written by its Polish name in lower case.
    "voivodeship" enum Voivodeship {
        Dolnoslaskie = "dolnośląskie",
        KujawskoPomorskie = "kujawsko-pomorskie",
        Lubelskie = "lubelskie",
        Lubuskie = "lubuskie",
        Lodzkie = "łódzkie",
        Malopolskie = "małopolskie",
        Mazowieckie = "mazowieckie",
        Opolskie = "opolskie",
        Podkarpackie = "podkarpackie",
        Podlaskie = "podlaskie",
        Pomorskie = "pomorskie",
        Slaskie = "śląskie",
        Swietokrzyskie = "świętokrzyskie",
        WarminskoMazurskie = "warmińsko-mazurskie",
        Wielkopolskie = "wielkopolskie",
        Zachodniopomorskie = "zachodniopomorskie",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choice;

    #[test]
    fn there_are_sixteen_and_each_is_found_by_its_name() {
        assert_eq!(Voivodeship::ALL.len(), 16);
        for voivodeship in Voivodeship::ALL {
            assert_eq!(Voivodeship::parse(voivodeship.name()), Ok(*voivodeship));
        }
        assert!(Voivodeship::parse("Śląskie").is_err());
    }
}
