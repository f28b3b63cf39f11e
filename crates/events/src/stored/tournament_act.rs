//! Stored forms of records in tournament events during preparation and play.

use super::form::{ExplicitOption, StoredPart, records};
use super::rulebook;
use super::value::{AsText, Hex};
use domain::competitions::class::TournamentClass;
use domain::event::{
    AgeGroup, Approval, FormatPlan, Registration, SheetEntry, SheetGame, TournamentApplication, TournamentDetails,
};
use domain::game::Ending;
use domain::game::rack::{FirstMeld, NotMade, Rack, TilesLeft};
use domain::tournament::course::{ActorRef, Stage};
use domain::tournament::format::FormatName;
use domain::tournament::top_stage::TopSize;
use domain::values::calendar::{Day, Moment};
use domain::values::ids::{PlayerId, RulebookId};
use domain::values::variant::Variant;
use domain::values::voivodeship::Voivodeship;
use serde::{Deserialize, Serialize};

/// The number of an act, who did it, and what it was.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ActForm<F> {
    act: u32,
    by: AsText<ActorRef>,
    fact: F,
}

impl<'a, V, F: StoredPart<V>> From<(&'a u32, &'a ActorRef, &'a V)> for ActForm<F> {
    fn from((act, by, value): (&'a u32, &'a ActorRef, &'a V)) -> Self {
        Self { act: *act, by: AsText(by.clone()), fact: F::write(value) }
    }
}

impl<V, F: StoredPart<V>> From<ActForm<F>> for (u32, ActorRef, V) {
    fn from(form: ActForm<F>) -> Self {
        (form.act, form.by.0, form.fact.read())
    }
}

/// An act to and from its number, its doer and the several values of its fact.
macro_rules! acted {
    ($( ($($value:ident $name:ident),+) )+) => { $(
        impl<'a, $($value,)+ F: From<($(&'a $value),+)>> From<(&'a u32, &'a ActorRef, $(&'a $value),+)> for ActForm<F> {
            fn from((act, by, $($name),+): (&'a u32, &'a ActorRef, $(&'a $value),+)) -> Self {
                Self { act: *act, by: AsText(by.clone()), fact: F::from(($($name),+)) }
            }
        }

        impl<$($value,)+ F: Into<($($value),+)>> From<ActForm<F>> for (u32, ActorRef, $($value),+) {
            fn from(form: ActForm<F>) -> Self {
                let ($($name),+) = form.fact.into();
                (form.act, form.by.0, $($name),+)
            }
        }
    )+ };
}

acted! {
    (A a, B b)
    (A a, B b, C c)
    (A a, B b, C c, D d)
    (A a, B b, C c, D d, E e)
}

records! {
    /// Name, venue, days and voivodeship.
    DetailsForm of TournamentDetails {
        name: Hex,
        venue: Hex,
        voivodeship: AsText<Voivodeship>,
        first_day: AsText<Day>,
        last_day: AsText<Day>,
    }
    ApplicationForm of TournamentApplication {
        details: DetailsForm,
        contact: Hex,
        class: AsText<TournamentClass>,
        variant: AsText<Variant>,
        planned_players: u32,
        experienced: bool,
        sponsors_consulted: ExplicitOption<bool>,
        submitted_at: AsText<Moment>,
    }
    ApprovalForm of Approval {
        class: AsText<TournamentClass>,
        rulebook_id: AsText<RulebookId>,
        rulebook: rulebook::Record,
        #[serde(rename = "seed_commitment")]
        seed: Hex,
        approved_at: AsText<Moment>,
    }
    /// Rounds, games and stages.
    PlanForm of FormatPlan {
        name: ExplicitOption<AsText<FormatName>>,
        rounds: Vec<u32>,
        round_minutes: ExplicitOption<u32>,
        top: ExplicitOption<AsText<TopSize>>,
        top_games: u32,
        final_games: ExplicitOption<u32>,
        turn_seconds: u32,
        second_entry: bool,
    }
    /// What is noted of a player.
    RegistrationForm of Registration {
        player: AsText<PlayerId>,
        age: AsText<AgeGroup>,
        guardian_consent: bool,
        accompanied: bool,
        walk_in: bool,
    }
    SheetForm of SheetEntry {
        stage: AsText<Stage>,
        table: u32,
        games: Vec<GameRow>,
        reason: ExplicitOption<Hex>,
        hidden: bool,
    }
}

/// A game of a sheet as a row: how it ended, the small points in the order of the seats, and the racks if they were
/// counted.
#[derive(Serialize, Deserialize)]
pub(super) struct GameRow(AsText<Ending>, Vec<ExplicitOption<i32>>, ExplicitOption<Vec<RackRow>>);

impl StoredPart<SheetGame> for GameRow {
    fn write(game: &SheetGame) -> Self {
        Self(StoredPart::write(&game.ending), StoredPart::write(&game.small), StoredPart::write(&game.racks))
    }

    fn read(self) -> SheetGame {
        SheetGame { ending: self.0.read(), small: self.1.read(), racks: self.2.read() }
    }
}

/// A rack as a row: the sum of the numbers and the jokers, or nothing if it was spilled; and what is known of a first
/// meld that was not made.
#[derive(Serialize, Deserialize)]
pub(super) struct RackRow(ExplicitOption<(u32, u8)>, ExplicitOption<(bool, bool, bool)>);

impl StoredPart<Rack> for RackRow {
    fn write(rack: &Rack) -> Self {
        let left = match rack.left {
            TilesLeft::Counted { face, jokers } => Some((face, jokers)),
            TilesLeft::Spilled => None,
        };
        let not_made = match rack.first_meld {
            FirstMeld::Made => None,
            FirstMeld::NotMade(NotMade { had_first_meld, announced_with_last_tile, announced_before_game }) => {
                Some((had_first_meld, announced_with_last_tile, announced_before_game))
            }
        };
        Self(ExplicitOption(left), ExplicitOption(not_made))
    }

    fn read(self) -> Rack {
        let Self(ExplicitOption(left), ExplicitOption(not_made)) = self;
        Rack {
            left: left.map_or(TilesLeft::Spilled, |(face, jokers)| TilesLeft::Counted { face, jokers }),
            first_meld: not_made.map_or(
                FirstMeld::Made,
                |(had_first_meld, announced_with_last_tile, announced_before_game)| {
                    FirstMeld::NotMade(NotMade { had_first_meld, announced_with_last_tile, announced_before_game })
                },
            ),
        }
    }
}
