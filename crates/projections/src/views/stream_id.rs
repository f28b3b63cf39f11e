//! Reads the id of what an event is about from the name of its stream.

use super::CorruptHistory;
use domain::values::ids::{AccountId, ChampionshipId, CompetitionId, InvalidId, PlayerId, RulebookId, SeasonId};
use events::envelope::{StreamKind, StreamName};

/// An id that names streams of certain kinds.
pub(crate) trait StreamId: Sized {
    const KINDS: &'static [StreamKind];

    fn parse(text: &str) -> Result<Self, InvalidId>;

    fn of(stream: &StreamName) -> Result<Self, CorruptHistory> {
        if !Self::KINDS.contains(&stream.kind()) {
            return Err(CorruptHistory::OtherKind(stream.clone()));
        }
        Self::parse(stream.id()).map_err(|problem| CorruptHistory::InvalidId { stream: stream.clone(), problem })
    }
}

macro_rules! ids {
    ($($name:ident: $($kind:ident)|+),+ $(,)?) => { $(
        impl StreamId for $name {
            const KINDS: &'static [StreamKind] = &[$(StreamKind::$kind),+];

            fn parse(text: &str) -> Result<Self, InvalidId> {
                $name::parse(text)
            }
        }
    )+ };
}

ids! {
    RulebookId: Rulebook,
    SeasonId: Season,
    PlayerId: Player,
    CompetitionId: Tournament | League | GrandPrix | OnlineEvent,
    ChampionshipId: Championship,
    AccountId: Account,
}
