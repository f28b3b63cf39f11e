//! A filter by city that ignores case and diacritics.

use crate::http::params;
use crate::http::problem::Problem;
use formats::name_search::fold;
use projections::views::PublicPerson;

const MAX_CHARS: usize = 200;

/// A city, folded for comparison.
#[derive(Debug, Clone)]
pub(crate) struct CityFilter(String);

impl CityFilter {
    /// Reads the parameter; refuses an empty city, and one longer than any name.
    pub(crate) fn read(city: &str) -> Result<Self, Problem> {
        if city.chars().count() > MAX_CHARS || city.trim().is_empty() {
            return Err(params::wrong("city", "field-value"));
        }
        Ok(Self(fold(city.trim())))
    }

    /// Whether a person plays for it; false for an erased one.
    pub(crate) fn is_of(&self, person: Option<&PublicPerson>) -> bool {
        person.is_some_and(|it| fold(it.city.as_str()) == self.0)
    }
}
