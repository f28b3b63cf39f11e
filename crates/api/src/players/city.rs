//! The city that people are looked for by, however it is written.

use crate::params;
use crate::problem::Problem;
use formats::name_search::fold;
use projections::views::PublicPerson;

/// The longest name of a city in characters.
const MAX_CHARS: usize = 200;

/// A city as it is compared.
#[derive(Debug, Clone)]
pub(crate) struct WantedCity(String);

impl WantedCity {
    /// The city that a parameter names; refuses none, or one with a longer name than there is.
    pub(crate) fn read(city: &str) -> Result<Self, Problem> {
        if city.chars().count() > MAX_CHARS || city.trim().is_empty() {
            return Err(params::wrong("city", "field-value"));
        }
        Ok(Self(fold(city.trim())))
    }

    /// Whether somebody plays for it; whoever was erased plays for none.
    pub(crate) fn is_of(&self, person: Option<&PublicPerson>) -> bool {
        person.is_some_and(|it| fold(it.city.as_str()) == self.0)
    }
}
