//! Acts on players: registering and rectifying.

use super::{Act, ActError, Done, HistoryProblem, Known, Office, Plan, Stood, Subject};
use crate::views::folded_name;
use domain::Choice;
use domain::event::{Correction, Event, PlayerRecord};
use domain::ids::PlayerId;
use domain::player::{Command, Player, Rejection, decide, evolve};
use domain::text::{Country, Name, StatedReason};
use domain::voivodeship::Voivodeship;
use events::envelope::{StreamKind, StreamName};
use events::vault::{Alias, PlayerName, PlayerProfile, Prepared};
use smol_str::SmolStr;

/// The most namesakes that are told.
const MAX_NAMESAKES: usize = 20;

/// Who a player is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerDetails {
    /// The first name.
    pub first_name: Name,
    /// The surname.
    pub surname: Name,
    /// The city.
    pub city: Name,
    /// The voivodeship.
    pub voivodeship: Voivodeship,
    /// The country.
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

impl Office {
    /// Enters a new player under a new opaque id; somebody says whether it is another person than all of the same name.
    ///
    /// Two processes that register one name at once are not seen here: no stream stands for a name.
    pub fn register_player(
        &self,
        act: &Act,
        known: &dyn Known,
        details: &PlayerDetails,
        another_person: bool,
    ) -> Result<Done, ActError<Rejection>> {
        let stream = StreamName::new(StreamKind::Player, &self.opaque_id())?;
        // Whoever says that it is another person need not know who else has the name.
        let _turn = (!another_person).then(|| self.names.turn(details.folded_name())).transpose()?;
        self.perform(act, &subject(&stream, false), |stood| {
            let namesakes = if another_person {
                Vec::new()
            } else {
                known.catch_up(self.log.head()?.position)?;
                known.namesakes(&details.first_name, &details.surname, MAX_NAMESAKES)?
            };
            let (name, profile) = (self.vault.prepare(&details.name()), self.vault.prepare(&details.profile(None)));
            let record = PlayerRecord {
                name: name.commitment(),
                profile: profile.commitment(),
                foreign: details.country.is_foreign(),
            };
            let events = decided(stood, &Command::Register { record, namesakes, another_person })?;
            Ok(Plan { events, texts: vec![name, profile], ..Plan::default() })
        })
    }

    /// Puts right what is known of a player; what is as it was stays as it is.
    pub fn rectify_player(
        &self,
        act: &Act,
        player: &PlayerId,
        details: &PlayerDetails,
        reason: Option<&StatedReason>,
    ) -> Result<Done, ActError<Rejection>> {
        let stream = StreamName::new(StreamKind::Player, player.as_str())?;
        self.perform(act, &subject(&stream, true), |stood| {
            let known = match stood.state {
                Player::Registered(record) => record,
                Player::Unknown => return Err(ActError::NotFound),
                Player::Erased => return Err(ActError::Rejected(Rejection::Erased)),
            };
            let (record, mut texts) = self.changed_player(&stream, known, details)?;
            let (id, reason) = self.reason(reason);
            let correction = Correction { record, reason: reason.as_ref().map(Prepared::commitment) };
            texts.extend(reason);
            let events = decided(stood, &Command::Rectify(correction))?;
            Ok(Plan { first_id: Some(id), events, texts, ..Plan::default() })
        })
    }

    /// The record with a new commitment for each text that differs from the one in the vault.
    fn changed_player(
        &self,
        stream: &StreamName,
        known: PlayerRecord,
        details: &PlayerDetails,
    ) -> Result<(PlayerRecord, Vec<Prepared>), ActError<Rejection>> {
        let sealed = self.sealed(stream)?;
        let open = self.vault.open(&sealed)?;
        let mut record = PlayerRecord { foreign: details.country.is_foreign(), ..known };
        let mut texts = Vec::new();
        let (name, kept_name) = (details.name(), open.record::<PlayerName>()?);
        if kept_name.is_none_or(|kept| kept.record != name) {
            let prepared = self.vault.prepare(&name);
            record.name = prepared.commitment();
            texts.push(prepared);
        }
        let kept_profile = open.record::<PlayerProfile>()?.map(|kept| kept.record);
        let profile = details.profile(kept_profile.as_ref().and_then(|kept| kept.alias.clone()));
        if kept_profile.is_none_or(|kept| kept != profile) {
            let prepared = self.vault.prepare(&profile);
            record.profile = prepared.commitment();
            texts.push(prepared);
        }
        Ok((record, texts))
    }
}

fn subject(stream: &StreamName, must_exist: bool) -> Subject<'_, Player> {
    let evolve = |state, event: &Event| match event {
        Event::Player(event) => Ok(evolve(state, event)?),
        _ => Err(HistoryProblem::OtherKind),
    };
    Subject { stream, evolve, must_exist }
}

fn decided(stood: &Stood<Player>, command: &Command) -> Result<Vec<Event>, ActError<Rejection>> {
    let events = decide(&stood.state, command).map_err(ActError::Rejected)?;
    Ok(events.into_iter().map(Event::Player).collect())
}
