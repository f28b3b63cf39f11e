//! Stored forms of tournament events during preparation and play.

use super::rulebook;
use super::tournament::ResultRow;
use super::value::{AsText, Hex};
use domain::competitions::class::TournamentClass;
use domain::event::{
    AgeGroup, Approval, Commitment, FormatPlan, Registration, ResultLine, RulebookRecord, SheetEntry, SheetGame,
    TieQuestion, TournamentApplication, TournamentDetails,
};
use domain::game::Ending;
use domain::game::rack::{FirstMeld, NotMade, Rack, TilesLeft};
use domain::tournament::course::{ActorRef, Stage};
use domain::tournament::draw::{Seed, SeedCommitment};
use domain::tournament::format::FormatName;
use domain::tournament::sanction::Sanction;
use domain::tournament::top_stage::TopSize;
use domain::values::calendar::{Day, Moment};
use domain::values::ids::{PlayerId, RulebookId};
use domain::values::variant::Variant;
use domain::values::voivodeship::Voivodeship;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The number of an act, who did it, and what it was.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ActForm<F> {
    act: u32,
    by: AsText<ActorRef>,
    fact: F,
}

/// An act to and from its number, its doer and the values of its fact, however many these are.
macro_rules! acted {
    ($( ($($value:ident $name:ident),+) )+) => { $(
        impl<'a, $($value,)+ F: From<($(&'a $value,)+)>> From<(&'a u32, &'a ActorRef, $(&'a $value),+)> for ActForm<F> {
            fn from((act, by, $($name),+): (&'a u32, &'a ActorRef, $(&'a $value),+)) -> Self {
                Self { act: *act, by: AsText(by.clone()), fact: F::from(($($name,)+)) }
            }
        }

        impl<$($value,)+ F: Into<($($value,)+)>> From<ActForm<F>> for (u32, ActorRef, $($value),+) {
            fn from(form: ActForm<F>) -> Self {
                let ($($name,)+) = form.fact.into();
                (form.act, form.by.0, $($name),+)
            }
        }
    )+ };
}

acted! {
    (A a)
    (A a, B b)
    (A a, B b, C c)
    (A a, B b, C c, D d)
    (A a, B b, C c, D d, E e)
}

/// A part of a stored form, and the value of the domain that it stands for.
trait StoredPart<V> {
    fn write(value: &V) -> Self;
    fn read(self) -> V;
}

impl<T: Clone> StoredPart<T> for AsText<T> {
    fn write(value: &T) -> Self {
        Self(value.clone())
    }

    fn read(self) -> T {
        self.0
    }
}

impl<V, P: StoredPart<V>> StoredPart<Vec<V>> for Vec<P> {
    fn write(values: &Vec<V>) -> Self {
        values.iter().map(P::write).collect()
    }

    fn read(self) -> Vec<V> {
        self.into_iter().map(P::read).collect()
    }
}

impl<V, P: StoredPart<V>> StoredPart<Arc<[V]>> for Vec<P> {
    fn write(values: &Arc<[V]>) -> Self {
        values.iter().map(P::write).collect()
    }

    fn read(self) -> Arc<[V]> {
        self.into_iter().map(P::read).collect()
    }
}

/// What may be absent; always written, so that a payload that was cut short does not pass for one without it. As a
/// newtype that is not transparent it is not taken for an option, for which a missing field would do.
#[derive(Serialize, Deserialize)]
pub(super) struct ExplicitOption<P>(Option<P>);

impl<V, P: StoredPart<V>> StoredPart<Option<V>> for ExplicitOption<P> {
    fn write(value: &Option<V>) -> Self {
        Self(value.as_ref().map(P::write))
    }

    fn read(self) -> Option<V> {
        self.0.map(P::read)
    }
}

macro_rules! plain {
    ($($type:ty),+) => { $(
        impl StoredPart<$type> for $type {
            fn write(value: &$type) -> Self {
                *value
            }

            fn read(self) -> $type {
                self
            }
        }
    )+ };
}

plain!(u32, i32, bool);

impl StoredPart<Commitment> for Hex {
    fn write(value: &Commitment) -> Self {
        (*value).into()
    }

    fn read(self) -> Commitment {
        self.into()
    }
}

impl StoredPart<SeedCommitment> for Hex {
    fn write(value: &SeedCommitment) -> Self {
        Self(value.bytes())
    }

    fn read(self) -> SeedCommitment {
        SeedCommitment::new(self.0)
    }
}

impl StoredPart<Seed> for Hex {
    fn write(value: &Seed) -> Self {
        Self(value.reveal())
    }

    fn read(self) -> Seed {
        Seed::new(self.0)
    }
}

impl StoredPart<ResultLine> for ResultRow {
    fn write(value: &ResultLine) -> Self {
        value.into()
    }

    fn read(self) -> ResultLine {
        self.into()
    }
}

impl StoredPart<RulebookRecord> for rulebook::Record {
    fn write(value: &RulebookRecord) -> Self {
        value.into()
    }

    fn read(self) -> RulebookRecord {
        self.into()
    }
}

/// Forms of records: the same fields, each in its own form.
macro_rules! records {
    ($( $(#[$meta:meta])* $form:ident of $record:ident { $( $(#[$name:meta])* $field:ident: $piece:ty),+ $(,)? } )+) => { $(
        $(#[$meta])*
        #[derive(Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $form { $( $(#[$name])* $field: $piece),+ }

        impl StoredPart<$record> for $form {
            fn write(record: &$record) -> Self {
                Self { $($field: StoredPart::write(&record.$field)),+ }
            }

            fn read(self) -> $record {
                $record { $($field: self.$field.read()),+ }
            }
        }
    )+ };
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
    /// An application.
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
    /// An approval.
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
    /// A sheet.
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

/// Records that are all that a fact says.
macro_rules! whole_facts {
    ($( $form:ident of $record:ident ),+ $(,)?) => { $(
        impl<'a> From<(&'a $record,)> for $form {
            fn from((record,): (&'a $record,)) -> Self {
                StoredPart::write(record)
            }
        }

        impl From<$form> for ($record,) {
            fn from(form: $form) -> Self {
                (form.read(),)
            }
        }
    )+ };
}

whole_facts! {
    ApplicationForm of TournamentApplication,
    ApprovalForm of Approval,
    PlanForm of FormatPlan,
    RegistrationForm of Registration,
    SheetForm of SheetEntry,
}

/// Forms of facts, from and to the values of the fact.
macro_rules! facts {
    ($( $(#[$meta:meta])* $form:ident { $($field:ident: $piece:ty = $value:ty),+ $(,)? } )+) => { $(
        $(#[$meta])*
        #[derive(Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $form { $($field: $piece),+ }

        impl<'a> From<($(&'a $value,)+)> for $form {
            fn from(($($field,)+): ($(&'a $value,)+)) -> Self {
                Self { $($field: StoredPart::write($field)),+ }
            }
        }

        impl From<$form> for ($($value,)+) {
            fn from(form: $form) -> Self {
                ($(form.$field.read(),)+)
            }
        }
    )+ };
}

facts! {
    /// Something with a reason that may be absent.
    MaybeReason { reason: ExplicitOption<Hex> = Option<Commitment> }
    /// Something with a reason.
    Reason { reason: Hex = Commitment }
    /// Name, venue, days or voivodeship were changed.
    DetailsChanged { details: DetailsForm = TournamentDetails, reason: ExplicitOption<Hex> = Option<Commitment>, late_notice: bool = bool }
    /// It was cancelled.
    Cancelled { reason: ExplicitOption<Hex> = Option<Commitment>, late_notice: bool = bool }
    /// Players were registered.
    Registrations { registrations: Vec<RegistrationForm> = Vec<Registration> }
    /// Something about one player.
    Player { player: AsText<PlayerId> = PlayerId }
    /// Something about several players.
    Players { players: Vec<AsText<PlayerId>> = Vec<PlayerId> }
    /// Seats were drawn.
    Drawn { stage: AsText<Stage> = Stage, draw: u32 = u32, order: Vec<AsText<PlayerId>> = Vec<PlayerId>, reason: ExplicitOption<Hex> = Option<Commitment> }
    /// Seats were given out by the standing.
    Seated { stage: AsText<Stage> = Stage, tables: Vec<Vec<AsText<PlayerId>>> = Vec<Vec<PlayerId>> }
    /// Something about a stage.
    OfStage { stage: AsText<Stage> = Stage }
    /// A stage was left out.
    Skipped { stage: AsText<Stage> = Stage, reason: Hex = Commitment }
    /// Something about a table.
    OfTable { stage: AsText<Stage> = Stage, table: u32 = u32 }
    /// Something about a table, with a reason.
    RuledTable { stage: AsText<Stage> = Stage, table: u32 = u32, reason: Hex = Commitment }
    /// A sanction was given.
    Sanctioned { player: AsText<PlayerId> = PlayerId, sanction: AsText<Sanction> = Sanction, reason: Hex = Commitment }
    /// A dispute was opened.
    Disputed { dispute: u32 = u32, stage: AsText<Stage> = Stage, table: u32 = u32, game: ExplicitOption<u32> = Option<u32>, matter: Hex = Commitment }
    /// A dispute was ruled on.
    Ruled { dispute: u32 = u32, ruling: Hex = Commitment }
    /// An order was set among tied players.
    TieDecided { question: AsText<TieQuestion> = TieQuestion, order: Vec<AsText<PlayerId>> = Vec<PlayerId>, reason: ExplicitOption<Hex> = Option<Commitment> }
    /// The results are final.
    Closed { seed: Hex = Seed, ended_at: AsText<Moment> = Moment }
    /// The results came from elsewhere.
    Imported { lines: Vec<ResultRow> = Vec<ResultLine>, ended_at: AsText<Moment> = Moment }
    /// An act was undone.
    Undone { undone: u32 = u32, reason: ExplicitOption<Hex> = Option<Commitment> }
}
