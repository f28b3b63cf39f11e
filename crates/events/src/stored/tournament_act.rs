//! Stored forms of what people do while a tournament is prepared and played.

use super::rulebook;
use super::tournament::ResultRow;
use super::value::{Hex, Written};
use domain::calendar::{Day, Moment};
use domain::class::TournamentClass;
use domain::course::{ActorRef, Stage};
use domain::draw::{Seed, SeedCommitment};
use domain::event::{
    AgeGroup, Approval, Commitment, EventDetails, FormatPlan, Registration, ResultLine, RulebookRecord, SheetEntry,
    SheetGame, TieQuestion, TournamentApplication,
};
use domain::format::FormatName;
use domain::game::Ending;
use domain::game::rack::{FirstMeld, Left, NotMade, Rack};
use domain::ids::{PlayerId, RulebookId};
use domain::sanction::Sanction;
use domain::top_stage::TopSize;
use domain::variant::Variant;
use domain::voivodeship::Voivodeship;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The number of an act, who did it, and what it was.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Acted<F> {
    act: u32,
    by: Written<ActorRef>,
    fact: F,
}

/// An act to and from its number, its doer and the values of its fact, however many these are.
macro_rules! acted {
    ($( ($($value:ident $name:ident),+) )+) => { $(
        impl<'a, $($value,)+ F: From<($(&'a $value,)+)>> From<(&'a u32, &'a ActorRef, $(&'a $value),+)> for Acted<F> {
            fn from((act, by, $($name),+): (&'a u32, &'a ActorRef, $(&'a $value),+)) -> Self {
                Self { act: *act, by: Written(by.clone()), fact: F::from(($($name,)+)) }
            }
        }

        impl<$($value,)+ F: Into<($($value,)+)>> From<Acted<F>> for (u32, ActorRef, $($value),+) {
            fn from(form: Acted<F>) -> Self {
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
trait Piece<V> {
    fn write(value: &V) -> Self;
    fn read(self) -> V;
}

impl<T: Clone> Piece<T> for Written<T> {
    fn write(value: &T) -> Self {
        Self(value.clone())
    }

    fn read(self) -> T {
        self.0
    }
}

impl<V, P: Piece<V>> Piece<Vec<V>> for Vec<P> {
    fn write(values: &Vec<V>) -> Self {
        values.iter().map(P::write).collect()
    }

    fn read(self) -> Vec<V> {
        self.into_iter().map(P::read).collect()
    }
}

impl<V, P: Piece<V>> Piece<Arc<[V]>> for Vec<P> {
    fn write(values: &Arc<[V]>) -> Self {
        values.iter().map(P::write).collect()
    }

    fn read(self) -> Arc<[V]> {
        self.into_iter().map(P::read).collect()
    }
}

/// What may be absent; always written, so that a payload that was cut short does not pass for one without it. As a newtype that
/// is not transparent it is not taken for an option, for which a missing field would do.
#[derive(Serialize, Deserialize)]
pub(super) struct Maybe<P>(Option<P>);

impl<V, P: Piece<V>> Piece<Option<V>> for Maybe<P> {
    fn write(value: &Option<V>) -> Self {
        Self(value.as_ref().map(P::write))
    }

    fn read(self) -> Option<V> {
        self.0.map(P::read)
    }
}

macro_rules! plain {
    ($($type:ty),+) => { $(
        impl Piece<$type> for $type {
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

impl Piece<Commitment> for Hex {
    fn write(value: &Commitment) -> Self {
        (*value).into()
    }

    fn read(self) -> Commitment {
        self.into()
    }
}

impl Piece<SeedCommitment> for Hex {
    fn write(value: &SeedCommitment) -> Self {
        Self(value.bytes())
    }

    fn read(self) -> SeedCommitment {
        SeedCommitment::new(self.0)
    }
}

impl Piece<Seed> for Hex {
    fn write(value: &Seed) -> Self {
        Self(value.reveal())
    }

    fn read(self) -> Seed {
        Seed::new(self.0)
    }
}

impl Piece<ResultLine> for ResultRow {
    fn write(value: &ResultLine) -> Self {
        value.into()
    }

    fn read(self) -> ResultLine {
        self.into()
    }
}

impl Piece<RulebookRecord> for rulebook::Record {
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

        impl Piece<$record> for $form {
            fn write(record: &$record) -> Self {
                Self { $($field: Piece::write(&record.$field)),+ }
            }

            fn read(self) -> $record {
                $record { $($field: self.$field.read()),+ }
            }
        }
    )+ };
}

records! {
    /// Name, venue, days and voivodeship.
    DetailsForm of EventDetails {
        name: Hex,
        venue: Hex,
        voivodeship: Written<Voivodeship>,
        first_day: Written<Day>,
        last_day: Written<Day>,
    }
    /// An application.
    ApplicationForm of TournamentApplication {
        details: DetailsForm,
        contact: Hex,
        class: Written<TournamentClass>,
        variant: Written<Variant>,
        planned_players: u32,
        experienced: bool,
        sponsors_consulted: Maybe<bool>,
        submitted_at: Written<Moment>,
    }
    /// An approval.
    ApprovalForm of Approval {
        class: Written<TournamentClass>,
        rulebook_id: Written<RulebookId>,
        rulebook: rulebook::Record,
        #[serde(rename = "seed_commitment")]
        seed: Hex,
        approved_at: Written<Moment>,
    }
    /// Rounds, games and stages.
    PlanForm of FormatPlan {
        name: Maybe<Written<FormatName>>,
        rounds: Vec<u32>,
        round_minutes: Maybe<u32>,
        top: Maybe<Written<TopSize>>,
        top_games: u32,
        final_games: Maybe<u32>,
        turn_seconds: u32,
        second_entry: bool,
    }
    /// What is noted of a player.
    RegistrationForm of Registration {
        player: Written<PlayerId>,
        age: Written<AgeGroup>,
        guardian_consent: bool,
        accompanied: bool,
        walk_in: bool,
    }
    /// A sheet.
    SheetForm of SheetEntry {
        stage: Written<Stage>,
        table: u32,
        games: Vec<GameRow>,
        reason: Maybe<Hex>,
        hidden: bool,
    }
}

/// A game of a sheet as a row: how it ended, the small points in the order of the seats, and the racks if they were counted.
#[derive(Serialize, Deserialize)]
pub(super) struct GameRow(Written<Ending>, Vec<Maybe<i32>>, Maybe<Vec<RackRow>>);

impl Piece<SheetGame> for GameRow {
    fn write(game: &SheetGame) -> Self {
        Self(Piece::write(&game.ending), Piece::write(&game.small), Piece::write(&game.racks))
    }

    fn read(self) -> SheetGame {
        SheetGame { ending: self.0.read(), small: self.1.read(), racks: self.2.read() }
    }
}

/// A rack as a row: the sum of the numbers and the jokers, or nothing if it was spilled; and what is known of a first meld that was
/// not made.
#[derive(Serialize, Deserialize)]
pub(super) struct RackRow(Maybe<(u32, u8)>, Maybe<(bool, bool, bool)>);

impl Piece<Rack> for RackRow {
    fn write(rack: &Rack) -> Self {
        let left = match rack.left {
            Left::Counted { face, jokers } => Some((face, jokers)),
            Left::Spilled => None,
        };
        let not_made = match rack.first_meld {
            FirstMeld::Made => None,
            FirstMeld::NotMade(NotMade { had_first_meld, announced_with_last_tile, announced_before_game }) => {
                Some((had_first_meld, announced_with_last_tile, announced_before_game))
            }
        };
        Self(Maybe(left), Maybe(not_made))
    }

    fn read(self) -> Rack {
        let Self(Maybe(left), Maybe(not_made)) = self;
        Rack {
            left: left.map_or(Left::Spilled, |(face, jokers)| Left::Counted { face, jokers }),
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
                Piece::write(record)
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
                Self { $($field: Piece::write($field)),+ }
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
    MaybeReason { reason: Maybe<Hex> = Option<Commitment> }
    /// Something with a reason.
    Reason { reason: Hex = Commitment }
    /// Name, venue, days or voivodeship were changed.
    DetailsChanged { details: DetailsForm = EventDetails, reason: Maybe<Hex> = Option<Commitment>, late_notice: bool = bool }
    /// It was cancelled.
    Cancelled { reason: Maybe<Hex> = Option<Commitment>, late_notice: bool = bool }
    /// Players were registered.
    Registrations { registrations: Vec<RegistrationForm> = Vec<Registration> }
    /// Something about one player.
    Player { player: Written<PlayerId> = PlayerId }
    /// Something about several players.
    Players { players: Vec<Written<PlayerId>> = Vec<PlayerId> }
    /// Seats were drawn.
    Drawn { stage: Written<Stage> = Stage, draw: u32 = u32, order: Vec<Written<PlayerId>> = Vec<PlayerId>, reason: Maybe<Hex> = Option<Commitment> }
    /// Seats were given out by the standing.
    Seated { stage: Written<Stage> = Stage, tables: Vec<Vec<Written<PlayerId>>> = Vec<Vec<PlayerId>> }
    /// Something about a stage.
    OfStage { stage: Written<Stage> = Stage }
    /// A stage was left out.
    Skipped { stage: Written<Stage> = Stage, reason: Hex = Commitment }
    /// Something about a table.
    OfTable { stage: Written<Stage> = Stage, table: u32 = u32 }
    /// Something about a table, with a reason.
    RuledTable { stage: Written<Stage> = Stage, table: u32 = u32, reason: Hex = Commitment }
    /// A sanction was given.
    Sanctioned { player: Written<PlayerId> = PlayerId, sanction: Written<Sanction> = Sanction, reason: Hex = Commitment }
    /// A dispute was opened.
    Disputed { dispute: u32 = u32, stage: Written<Stage> = Stage, table: u32 = u32, game: Maybe<u32> = Option<u32>, matter: Hex = Commitment }
    /// A dispute was ruled on.
    Ruled { dispute: u32 = u32, ruling: Hex = Commitment }
    /// An order was set among tied players.
    TieDecided { question: Written<TieQuestion> = TieQuestion, order: Vec<Written<PlayerId>> = Vec<PlayerId>, reason: Maybe<Hex> = Option<Commitment> }
    /// The results are final.
    Closed { seed: Hex = Seed, ended_at: Written<Moment> = Moment }
    /// The results came from elsewhere.
    Imported { lines: Vec<ResultRow> = Vec<ResultLine>, ended_at: Written<Moment> = Moment }
    /// An act was undone.
    Undone { undone: u32 = u32, reason: Maybe<Hex> = Option<Commitment> }
}
