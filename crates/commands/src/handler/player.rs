//! Commands of players: registering and rectifying.

use super::{
    CommandError, CommandHandler, CommandMetadata, CommandReceipt, Lookup, TargetStream, TextSealer, events_of,
};
use domain::Choice;
use domain::event::{Correction, PlayerRecord};
use domain::people::player::{Command, Player, Rejection, decide, evolve};
use domain::values::ids::PlayerId;
use domain::values::text::{Country, Name, StatedReason};
use domain::values::voivodeship::Voivodeship;
use events::envelope::{StreamKind, StreamName};
use events::vault::{Alias, PlayerName, PlayerProfile};
use projections::views::folded_name;
use smol_str::SmolStr;

/// The most namesakes that are told.
const MAX_NAMESAKES: usize = 20;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerDetails {
    pub first_name: Name,
    pub surname: Name,
    pub city: Name,
    pub voivodeship: Voivodeship,
    pub country: Country,
}

impl PlayerDetails {
    /// The name as names are compared.
    fn folded_name(&self) -> SmolStr {
        folded_name(self.first_name.as_str(), self.surname.as_str())
    }

    fn name(&self) -> PlayerName {
        PlayerName { first_name: self.first_name.as_str().into(), surname: self.surname.as_str().into() }
    }

    fn profile(&self, alias: Option<Alias>) -> PlayerProfile {
        PlayerProfile {
            city: self.city.as_str().into(),
            voivodeship: self.voivodeship.name().into(),
            country: self.country.as_str().into(),
            alias,
        }
    }
}

impl CommandHandler {
    /// Registers a player under a new opaque id; `another_person` confirms that it is none of the namesakes.
    ///
    /// Two processes that register one name at once are not seen here: no stream stands for a name.
    pub fn register_player(
        &self,
        metadata: &CommandMetadata,
        known: &dyn Lookup,
        details: &PlayerDetails,
        another_person: bool,
    ) -> Result<CommandReceipt, CommandError<Rejection>> {
        let stream = StreamName::new(StreamKind::Player, &self.opaque_id())?;
        // A confirmed registration need not look for namesakes.
        let _turn = (!another_person).then(|| self.names.lock_key(details.folded_name())).transpose()?;
        self.execute(metadata, &TargetStream::new(&stream, evolve), |loaded| {
            let namesakes = if another_person {
                Vec::new()
            } else {
                known.catch_up(self.log.head()?.position)?;
                known.namesakes(&details.first_name, &details.surname, MAX_NAMESAKES)
            };
            let sealer = self.sealer(&stream);
            let record = PlayerRecord {
                name: sealer.seal(&details.name()),
                profile: sealer.seal(&details.profile(None)),
                foreign: details.country.is_foreign(),
            };
            let command = Command::Register { record, namesakes, another_person };
            Ok(sealer.plan(events_of(decide(&loaded.state, &command))?))
        })
    }

    /// Puts right what is known of a player; what is as it was stays as it is.
    pub fn rectify_player(
        &self,
        metadata: &CommandMetadata,
        player: &PlayerId,
        details: &PlayerDetails,
        reason: Option<&StatedReason>,
    ) -> Result<CommandReceipt, CommandError<Rejection>> {
        let stream = StreamName::new(StreamKind::Player, player.as_str())?;
        self.execute(metadata, &TargetStream::existing(&stream, evolve), |loaded| {
            let known = match loaded.state {
                Player::Registered(record) => record,
                Player::Unknown => return Err(CommandError::NotFound),
                Player::Erased => return Err(CommandError::Rejected(Rejection::Erased)),
            };
            let sealer = self.sealer(&stream);
            let record = self.changed_player(&stream, known, details, &sealer)?;
            let correction = Correction { record, reason: reason.map(|reason| sealer.reason(reason)) };
            Ok(sealer.plan(events_of(decide(&loaded.state, &Command::Rectify(correction)))?))
        })
    }

    /// The record with a new commitment for each text that differs from the one in the vault.
    fn changed_player(
        &self,
        stream: &StreamName,
        known: PlayerRecord,
        details: &PlayerDetails,
        sealer: &TextSealer<'_>,
    ) -> Result<PlayerRecord, CommandError<Rejection>> {
        let sealed = self.sealed(stream)?;
        let open = self.vault.open(&sealed)?;
        let kept_name = open.record::<PlayerName>()?.map(|kept| kept.record);
        let kept_profile = open.record::<PlayerProfile>()?.map(|kept| kept.record);
        let profile = details.profile(kept_profile.as_ref().and_then(|kept| kept.alias.clone()));
        Ok(PlayerRecord {
            name: sealer.seal_changed(&details.name(), kept_name.as_ref(), known.name),
            profile: sealer.seal_changed(&profile, kept_profile.as_ref(), known.profile),
            foreign: details.country.is_foreign(),
        })
    }
}
