//! Deadlines and date rules of the season (R-SCHED): which day is the last one, and whether something came in time.
//!
//! Days are those of Warsaw and whole: on the last day everything is still in time. A competition of several days
//! counts from its first day (AMB-06).

use crate::rulebook::{Rulebook, parameters};
use crate::values::calendar::{Day, Moment};
use std::collections::{BTreeMap, BTreeSet};

/// The last day to send the application for a competition (R-SCHED-01): the earlier of a day of the month before and a
/// number of days before the competition, unless the rulebook has only the latter (AMB-05).
///
/// In a month that is shorter than the rulebook's day, the last day of that month stands for it.
pub fn application_deadline(competition: Day, rulebook: &Rulebook) -> Day {
    let by_days = competition.minus_days(rulebook.get(parameters::APPLICATION_MIN_DAYS_BEFORE));
    match rulebook.get(parameters::APPLICATION_DAY_OF_PREV_MONTH) {
        Some(day_of_month) => by_days.min(day_of_previous_month(competition, day_of_month)),
        None => by_days,
    }
}

fn day_of_previous_month(competition: Day, day_of_month: u32) -> Day {
    let last = competition.minus_days(competition.day_of_month());
    last.minus_days(last.day_of_month().saturating_sub(day_of_month))
}

/// Whether an application was sent in time (R-APP-02).
pub fn application_on_time(sent: Moment, competition: Day, rulebook: &Rulebook) -> bool {
    !sent.is_after_day(application_deadline(competition, rulebook))
}

/// The last day to confirm or reject an application sent on this day (R-SCHED-02).
pub fn decision_due(sent: Day, rulebook: &Rulebook) -> Day {
    sent.plus_days(rulebook.get(parameters::APPLICATION_DECISION_DAYS))
}

/// Whether an application sent on one day and not decided by another is overdue; it is not approved by that (AMB-07).
pub fn decision_overdue(sent: Day, today: Day, rulebook: &Rulebook) -> bool {
    today > decision_due(sent, rulebook)
}

/// The last day to announce that a competition is changed or cancelled (R-SCHED-03).
pub fn last_announcement_day(competition: Day, rulebook: &Rulebook) -> Day {
    competition.minus_days(rulebook.get(parameters::CHANGE_NOTICE_DAYS))
}

/// Whether a change was announced too late, which is flagged (R-APP-08, AMB-08).
pub fn late_notice(announced: Day, competition: Day, rulebook: &Rulebook) -> bool {
    announced > last_announcement_day(competition, rulebook)
}

/// The day on which the ranking gives its qualifications, by the planned first day of the championship (R-SCHED-04).
pub fn ranking_qualification_day(mp: Day, rulebook: &Rulebook) -> Day {
    mp.minus_days(rulebook.get(parameters::AWANS_RANKING_DAYS_BEFORE_MP))
}

/// The last day whose competitions count for the qualifications of the ranking (AMB-58).
pub fn last_snapshot_day(mp: Day, rulebook: &Rulebook) -> Day {
    let day = ranking_qualification_day(mp, rulebook);
    if rulebook.get(parameters::AWANS_RANKING_INCLUSIVE) { day } else { day.minus_days(1) }
}

/// Whether the championship may be held on this day (R-SCHED-05).
pub fn mp_day_allowed(day: Day, rulebook: &Rulebook) -> bool {
    rulebook.get(parameters::MP_QUARTER).holds(day)
}

/// Whether a voivodeship championship may be held on this day (R-SCHED-06).
pub fn mw_day_allowed(day: Day, rulebook: &Rulebook) -> bool {
    rulebook.get(parameters::MW_QUARTER).holds(day)
}

/// The first day whose competitions give ranking points, by the last day of the championship before (R-SCHED-07).
pub fn ranking_window_opens(previous_mp_last_day: Day) -> Day {
    previous_mp_last_day.plus_days(1)
}

/// Whether the winner of a league may renounce the qualification at this moment: only on the day of the league final
/// (R-SCHED-08).
pub fn league_waiver_in_time(declared: Moment, league_final: Day) -> bool {
    declared.day() == league_final
}

/// Whether a waiver was declared before the tournament was closed; one that is not closed yet takes any (R-SCHED-09).
pub fn tournament_waiver_in_time(declared: Moment, closed: Option<Moment>) -> bool {
    closed.is_none_or(|closed| declared < closed)
}

/// When a Grand Prix gives its qualification: at the close of its last competition, so not while one is open
/// (R-SCHED-12).
pub fn grand_prix_decided(closes: &[Option<Moment>]) -> Option<Moment> {
    closes.iter().copied().collect::<Option<Vec<Moment>>>()?.into_iter().max()
}

/// Championships of one day, among which a player must choose (R-MW-07).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DateConflict<C> {
    pub day: Day,
    /// The championships, at least two, in order.
    pub championships: Vec<C>,
}

/// The days on which several of a player's championships are held, in order.
pub fn conflicting_championships<C: Ord + Clone>(dates: &[(C, Day)]) -> Vec<DateConflict<C>> {
    let mut by_day: BTreeMap<Day, BTreeSet<C>> = BTreeMap::new();
    for (championship, day) in dates {
        by_day.entry(*day).or_default().insert(championship.clone());
    }
    let conflicts = by_day.into_iter().filter(|(_, championships)| championships.len() > 1);
    conflicts
        .map(|(day, championships)| DateConflict { day, championships: championships.into_iter().collect() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::Preset;
    use crate::values::voivodeship::Voivodeship;
    use proptest::prelude::*;

    fn day(text: &str) -> Day {
        Day::parse(text).unwrap()
    }

    fn moment(text: &str) -> Moment {
        Moment::parse(text).unwrap()
    }

    #[test]
    fn e01_the_application_is_due_on_the_earlier_of_both_days() {
        let rulebook = Rulebook::default();
        for (competition, deadline) in [
            ("2025-03-05", "2025-02-12"),
            ("2025-03-21", "2025-02-28"),
            ("2025-03-22", "2025-02-28"),
            ("2025-03-31", "2025-02-28"),
            ("2025-01-10", "2024-12-20"),
            ("2025-01-19", "2024-12-28"),
            ("2024-11-30", "2024-10-28"),
            ("2024-03-20", "2024-02-28"),
            ("2024-03-21", "2024-02-28"),
        ] {
            assert_eq!(application_deadline(day(competition), &rulebook), day(deadline), "{competition}");
        }
        let only_days = rulebook.with(parameters::APPLICATION_DAY_OF_PREV_MONTH, None);
        assert_eq!(application_deadline(day("2025-03-31"), &only_days), day("2025-03-10"));
        let legacy = Rulebook::preset(Preset::HowLegacy);
        assert_eq!(application_deadline(day("2025-03-31"), &legacy), day("2025-03-10"));
    }

    #[test]
    fn e01_an_application_is_in_time_until_midnight_in_warsaw() {
        let rulebook = Rulebook::default();
        let on_time = |sent, competition| application_on_time(moment(sent), day(competition), &rulebook);
        assert!(on_time("2025-02-12T23:59:59+01:00", "2025-03-05"));
        assert!(!on_time("2025-02-13T00:00:00+01:00", "2025-03-05"));
        // Midnight in Warsaw is still the day before in UTC.
        assert!(on_time("2025-06-28T23:59:00+02:00", "2025-07-25"));
        assert!(!on_time("2025-06-29T00:00:00+02:00", "2025-07-25"));
    }

    #[test]
    fn a_day_that_the_previous_month_does_not_have_means_its_last_day() {
        let deadline = |competition, day_of_month| {
            let rulebook = Rulebook::default()
                .with(parameters::APPLICATION_DAY_OF_PREV_MONTH, Some(day_of_month))
                .with(parameters::APPLICATION_MIN_DAYS_BEFORE, 0);
            application_deadline(day(competition), &rulebook)
        };
        assert_eq!(deadline("2025-03-31", 30), day("2025-02-28"));
        assert_eq!(deadline("2024-03-31", 30), day("2024-02-29"));
        assert_eq!(deadline("2025-05-01", 31), day("2025-04-30"));
        assert_eq!(deadline("2025-01-31", 31), day("2024-12-31"));
        assert_eq!(deadline("2025-01-31", 1), day("2024-12-01"));
    }

    #[test]
    fn e02_the_decision_is_due_seven_days_after_sending_and_silence_is_overdue() {
        let rulebook = Rulebook::default();
        for (sent, due, eighth) in [
            ("2025-02-12", "2025-02-19", "2025-02-20"),
            ("2024-12-28", "2025-01-04", "2025-01-05"),
            ("2025-02-26", "2025-03-05", "2025-03-06"),
        ] {
            assert_eq!(decision_due(day(sent), &rulebook), day(due));
            assert!(!decision_overdue(day(sent), day(due), &rulebook));
            assert!(decision_overdue(day(sent), day(eighth), &rulebook));
        }
    }

    #[test]
    fn e03_a_change_is_announced_seven_days_before_or_late() {
        let rulebook = Rulebook::default();
        let competition = day("2025-03-15");
        assert_eq!(last_announcement_day(competition, &rulebook), day("2025-03-08"));
        assert!(!late_notice(day("2025-03-08"), competition, &rulebook));
        assert!(late_notice(day("2025-03-09"), competition, &rulebook));
    }

    #[test]
    fn e36_the_ranking_qualifies_seven_days_before_the_championship() {
        let rulebook = Rulebook::default();
        let mp = day("2025-09-20");
        assert_eq!(ranking_qualification_day(mp, &rulebook), day("2025-09-13"));
        assert_eq!(last_snapshot_day(mp, &rulebook), day("2025-09-13"));
        let exclusive = rulebook.with(parameters::AWANS_RANKING_INCLUSIVE, false);
        assert_eq!(last_snapshot_day(mp, &exclusive), day("2025-09-12"));
        assert_eq!(ranking_qualification_day(mp, &exclusive), day("2025-09-13"));
    }

    #[test]
    fn e36_points_are_collected_from_the_day_after_the_championship() {
        assert_eq!(ranking_window_opens(day("2024-09-28")), day("2024-09-29"));
    }

    #[test]
    fn e36_championships_are_held_in_their_quarters() {
        let rulebook = Rulebook::default();
        let mp = |text| mp_day_allowed(day(text), &rulebook);
        assert!(mp("2025-07-01") && mp("2025-09-20") && mp("2025-09-30"));
        assert!(!mp("2025-06-30") && !mp("2025-10-01") && !mp("2024-09-20"));
        let mw = |text| mw_day_allowed(day(text), &rulebook);
        assert!(mw("2025-10-01") && mw("2025-10-11") && mw("2025-12-31"));
        assert!(!mw("2025-09-30") && !mw("2026-01-01"));
    }

    #[test]
    fn a_league_qualification_is_renounced_on_the_day_of_the_final_only() {
        let final_day = day("2025-05-10");
        let in_time = |text| league_waiver_in_time(moment(text), final_day);
        assert!(in_time("2025-05-10T00:00:00+02:00") && in_time("2025-05-10T23:59:59+02:00"));
        assert!(!in_time("2025-05-09T23:59:59+02:00") && !in_time("2025-05-11T00:00:00+02:00"));
    }

    #[test]
    fn a_tournament_takes_waivers_until_it_is_closed() {
        let closed = moment("2025-05-10T18:00:00+02:00");
        assert!(tournament_waiver_in_time(moment("2025-05-10T17:59:59+02:00"), Some(closed)));
        assert!(!tournament_waiver_in_time(closed, Some(closed)));
        assert!(tournament_waiver_in_time(closed, None));
    }

    #[test]
    fn a_grand_prix_is_decided_when_its_last_event_closes() {
        let first = moment("2025-04-05T18:00:00+02:00");
        let last = moment("2025-05-10T18:00:00+02:00");
        assert_eq!(grand_prix_decided(&[Some(last), Some(first)]), Some(last));
        assert_eq!(grand_prix_decided(&[Some(last), None]), None);
        assert_eq!(grand_prix_decided(&[]), None);
    }

    #[test]
    fn e28_championships_of_one_day_make_the_player_choose() {
        let dates = [
            (Voivodeship::Malopolskie, day("2025-10-25")),
            (Voivodeship::Slaskie, day("2025-10-11")),
            (Voivodeship::Opolskie, day("2025-10-11")),
        ];
        let conflict =
            DateConflict { day: day("2025-10-11"), championships: vec![Voivodeship::Opolskie, Voivodeship::Slaskie] };
        assert_eq!(conflicting_championships(&dates), [conflict]);
        let told_twice = [dates[0], dates[0]];
        assert_eq!(conflicting_championships(&told_twice), []);
    }

    proptest! {
        #[test]
        fn an_application_is_due_in_the_month_before_and_far_enough_ahead(
            offset in 0_u32..40_000, day_of_month in prop::option::of(1_u32..=31), days in 0_u32..=365,
        ) {
            let rulebook = Rulebook::default()
                .with(parameters::APPLICATION_DAY_OF_PREV_MONTH, day_of_month)
                .with(parameters::APPLICATION_MIN_DAYS_BEFORE, days);
            let competition = day("2000-01-01").plus_days(offset);
            let deadline = application_deadline(competition, &rulebook);
            prop_assert!(deadline <= competition.minus_days(days));
            if let Some(day_of_month) = day_of_month {
                prop_assert!((deadline.year(), deadline.month()) < (competition.year(), competition.month()));
                let binds = deadline < competition.minus_days(days);
                let is_last = deadline.plus_days(1).day_of_month() == 1;
                prop_assert!(!binds || deadline.day_of_month() == day_of_month || is_last);
            } else {
                prop_assert_eq!(deadline, competition.minus_days(days));
            }
        }
    }
}
