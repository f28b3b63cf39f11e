//! A seeded season: who took which place in which tournament, with the points of the rulebook.

use domain::rulebook::Rulebook;
use domain::season::ranking::{CountedResult, EarnedPoints};
use domain::season::ranking_points::PointsScale;
use domain::values::ids::{CompetitionKey, PlayerKey};
use domain::values::place::Place;
use harness::generator::Generator;

/// Results in each tournament.
const RESULTS: u32 = 60;
/// One in so many players shares the place of the player above.
const SHARING: u32 = 20;
const SEED: u64 = 2025;

/// The results that a ranking counts, and those of one tournament that follows.
pub(crate) struct SeasonOfResults {
    /// Event by event.
    pub(crate) counted: Vec<CountedResult>,
    /// One more event, with shared places.
    pub(crate) next_event: Vec<CountedResult>,
}

impl SeasonOfResults {
    /// The same results for the same arguments.
    pub(crate) fn generate(rulebook: &Rulebook, events: u32, players: u32) -> Self {
        let scale = PointsScale::new(rulebook);
        let mut generator = Generator::new(SEED);
        let mut event = |event| one_event(&mut generator, &scale, CompetitionKey(event), players);
        let counted = (0..events).flat_map(&mut event).collect();
        let next_event: Vec<CountedResult> = event(events);
        let shared = next_event.windows(2).any(|pair| pair[0].result.place == pair[1].result.place);
        assert!(shared, "the seed must give the last event a shared place");
        Self { counted, next_event }
    }
}

fn one_event(
    generator: &mut Generator,
    scale: &PointsScale,
    event: CompetitionKey,
    players: u32,
) -> Vec<CountedResult> {
    let places: Vec<Option<Place>> = generator
        .shared_places(RESULTS, SHARING)
        .into_iter()
        .map(|number| Some(Place::behind(number as usize - 1)))
        .collect();
    let points = scale.points_of_places(&places);
    let players = generator.distinct(RESULTS as usize, players);
    players
        .into_iter()
        .zip(places.into_iter().flatten().zip(points.into_iter().flatten()))
        .map(|(player, (place, points))| CountedResult {
            player: PlayerKey(player),
            result: EarnedPoints { competition: event, place, points, league: false },
        })
        .collect()
}
