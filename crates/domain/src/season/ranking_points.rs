//! Ranking points by place (R-RANK-05).

use crate::rulebook::{Band, PlaceTie, Rulebook, parameters};
use crate::values::place::Place;
use crate::values::points::RankingPoints;
use rustc_hash::FxHashMap;

#[derive(Debug, Clone)]
pub struct PointsScale {
    /// Points of places 1, 2, …; every later place has the points of the last one.
    by_place: Vec<RankingPoints>,
    tie: PlaceTie,
}

impl PointsScale {
    pub fn new(rulebook: &Rulebook) -> Self {
        let bands: Vec<Band> = rulebook.get(parameters::RANKING_BANDS);
        let last_from = bands.last().map_or(1, |band| band.from);
        // A band that begins beyond any competition would only waste memory.
        let length = last_from.min(1_000_000);
        let band_of = |place: u32| bands.iter().take_while(|band| band.from <= place).last();
        let by_place = (1..=length).map(|place| RankingPoints(band_of(place).map_or(0, |band| band.points))).collect();
        Self { by_place, tie: rulebook.get(parameters::STANDINGS_PLACE_TIE) }
    }

    /// The points of an unshared place.
    pub fn points(&self, place: Place) -> RankingPoints {
        let index = (place.number() as usize).min(self.by_place.len()) - 1;
        self.by_place[index]
    }

    /// The points of each player who shares a place with others (AMB-42); an average is rounded down to whole points.
    pub fn shared_points(&self, place: Place, sharing: u32) -> RankingPoints {
        let taken =
            || (0..sharing.max(1)).map(|offset| self.points(Place::behind((place.number() - 1 + offset) as usize)));
        match self.tie {
            PlaceTie::SharedBest => self.points(place),
            PlaceTie::SharedWorst => taken().next_back().unwrap_or_default(),
            PlaceTie::Average => RankingPoints(taken().sum::<RankingPoints>().0 / sharing.max(1)),
        }
    }

    /// The points of every finish of a competition, given the places that count in it.
    pub fn points_of_places(&self, places: &[Option<Place>]) -> Vec<Option<RankingPoints>> {
        if self.tie == PlaceTie::SharedBest {
            return places.iter().map(|place| place.map(|place| self.points(place))).collect();
        }
        let mut sharing: FxHashMap<Place, u32> = FxHashMap::default();
        for place in places.iter().flatten() {
            *sharing.entry(*place).or_default() += 1;
        }
        let points: FxHashMap<Place, RankingPoints> =
            sharing.into_iter().map(|(place, players)| (place, self.shared_points(place, players))).collect();
        places.iter().map(|place| place.and_then(|place| points.get(&place).copied())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::place;
    use proptest::prelude::*;

    fn scale() -> PointsScale {
        PointsScale::new(&Rulebook::default())
    }

    #[test]
    fn e18_points_follow_the_bands_of_the_regulations() {
        #[rustfmt::skip]
        let expected = [
            (8, 45), (9, 40), (10, 40), (11, 36), (12, 36), (13, 32), (16, 28), (17, 24), (20, 24), (21, 21), (24, 21),
            (25, 18), (36, 12), (37, 10), (41, 10), (42, 8), (46, 8), (47, 6), (51, 6), (52, 4), (56, 4), (57, 2),
            (64, 2), (65, 1), (100, 1),
        ];
        for (number, points) in expected {
            assert_eq!(scale().points(place(number)).0, points, "place {number}");
        }
        let total = |n: u32| (1..=n).map(|number| scale().points(place(number)).0).sum::<u32>();
        let totals = [24, 28, 32, 36, 41, 46, 51, 56, 64, 65, 80].map(total);
        assert_eq!(totals, [982, 1054, 1114, 1162, 1212, 1252, 1282, 1302, 1318, 1319, 1334]);
    }

    #[test]
    fn e41_players_who_share_a_place_get_its_points_and_the_next_place_is_skipped() {
        assert_eq!((scale().shared_points(place(8), 2).0, scale().points(place(10)).0), (45, 40));
        assert_eq!((scale().shared_points(place(4), 2).0, scale().points(place(6)).0), (65, 55));
        let average = Rulebook::default().with(parameters::STANDINGS_PLACE_TIE, PlaceTie::Average);
        assert_eq!(PointsScale::new(&average).shared_points(place(8), 2).0, 42);
        let worst = Rulebook::default().with(parameters::STANDINGS_PLACE_TIE, PlaceTie::SharedWorst);
        assert_eq!(PointsScale::new(&worst).shared_points(place(8), 2).0, 40);
    }

    proptest! {
        #[test]
        fn invariant_5_points_never_rise_with_the_place_and_every_place_has_some(number in 1..5000u32) {
            let (here, next) = (scale().points(place(number)), scale().points(place(number + 1)));
            prop_assert!(here >= next && next.0 >= 1);
        }
    }
}
