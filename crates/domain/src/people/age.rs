//! Age groups on the day of a competition, and consents of minors (R-PLR-02, R-PLR-03).
//!
//! A person born on 29 February reaches an age on 1 March of a year without that day. This is a decision of this
//! project: art. 112 of the Polish Civil Code points to 28 February, but a consent too many does less harm than one too
//! few.

use crate::rulebook::{Rulebook, parameters};
use crate::values::calendar::Day;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the birth date {birth} lies after {day}")]
pub struct NotBornYet {
    pub birth: Day,
    pub day: Day,
}

/// The age in full years; a birthday counts from the beginning of its day.
pub fn age_on(birth: Day, day: Day) -> Result<u32, NotBornYet> {
    if birth > day {
        return Err(NotBornYet { birth, day });
    }
    let birthday_to_come = (day.month(), day.day_of_month()) < (birth.month(), birth.day_of_month());
    let years = day.year().abs_diff(birth.year());
    Ok(years - u32::from(birthday_to_come))
}

/// Whether the player needs the written consent of a legal guardian (R-PLR-02).
pub fn needs_consent(birth: Day, event: Day, rulebook: &Rulebook) -> Result<bool, NotBornYet> {
    Ok(age_on(birth, event)? < rulebook.get(parameters::MINOR_CONSENT_BELOW))
}

/// Whether a guardian must come along (R-PLR-03); independent of the consent (AMB-95).
pub fn needs_accompaniment(birth: Day, event: Day, rulebook: &Rulebook) -> Result<bool, NotBornYet> {
    let age = age_on(birth, event)?;
    let limit = rulebook.get(parameters::MINOR_ACCOMPANIED_BELOW);
    Ok(limit.is_some_and(|limit| age < limit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::Preset;
    use proptest::prelude::*;

    fn day(text: &str) -> Day {
        Day::parse(text).unwrap()
    }

    /// Age, consent needed, guardian needed.
    fn check(birth: &str, event: &str, preset: Preset) -> (u32, bool, bool) {
        let (birth, event, rulebook) = (day(birth), day(event), Rulebook::preset(preset));
        (
            age_on(birth, event).unwrap(),
            needs_consent(birth, event, &rulebook).unwrap(),
            needs_accompaniment(birth, event, &rulebook).unwrap(),
        )
    }

    #[test]
    fn e33_the_eighteenth_birthday_ends_the_need_of_consent() {
        let season = Preset::Pl2024_25;
        assert_eq!(check("2007-03-15", "2025-03-15", season), (18, false, false));
        assert_eq!(check("2007-03-16", "2025-03-15", season), (17, true, false));
    }

    #[test]
    fn e33_a_local_event_wants_a_guardian_below_fifteen() {
        let local = Preset::Loc2024_11_30;
        assert_eq!(check("2009-11-30", "2024-11-30", local), (15, true, false));
        assert_eq!(check("2009-12-01", "2024-11-30", local), (14, true, true));
        // The season has no such age.
        assert_eq!(check("2015-01-01", "2024-11-30", Preset::Pl2024_25), (9, true, false));
    }

    #[test]
    fn the_ages_are_those_of_the_rulebook() {
        let rulebook = Rulebook::default()
            .with(parameters::MINOR_CONSENT_BELOW, 16)
            .with(parameters::MINOR_ACCOMPANIED_BELOW, Some(12));
        let event = day("2025-03-15");
        assert_eq!(needs_consent(day("2009-03-15"), event, &rulebook), Ok(false));
        assert_eq!(needs_accompaniment(day("2013-03-16"), event, &rulebook), Ok(true));
    }

    #[test]
    fn somebody_born_on_29_february_has_the_birthday_on_1_march_in_other_years() {
        let age = |event| age_on(day("2008-02-29"), day(event)).unwrap();
        assert_eq!((age("2026-02-28"), age("2026-03-01")), (17, 18));
        assert_eq!((age("2028-02-28"), age("2028-02-29")), (19, 20));
    }

    #[test]
    fn nobody_plays_before_being_born() {
        let (birth, event) = (day("2025-03-16"), day("2025-03-15"));
        let refused = NotBornYet { birth, day: event };
        assert_eq!(age_on(birth, event), Err(refused));
        assert_eq!(needs_consent(birth, event, &Rulebook::default()), Err(refused));
        assert_eq!(needs_accompaniment(birth, event, &Rulebook::default()), Err(refused));
        assert_eq!(age_on(event, event), Ok(0));
    }

    proptest! {
        #[test]
        fn an_age_grows_by_one_in_every_366_days_at_most(birth in 0_u32..20_000, later in 0_u32..40_000) {
            let birth = day("1960-01-01").plus_days(birth);
            let age = |days| age_on(birth, birth.plus_days(days)).unwrap();
            prop_assert!([age(later), age(later) + 1].contains(&age(later + 1)));
            prop_assert!([age(later) + 1, age(later) + 2].contains(&age(later + 366)));
        }
    }
}
