//! The public part of a player; a field that is not listed here is not shown.

use domain::values::ids::PlayerId;
use events::envelope::Position;
use events::vault::{
    City, CountryCode, FirstName, PersonalField, PlayerName, PlayerProfile, Surname, Visibility, VoivodeshipName,
};

/// A player as the public sees one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicPlayer {
    /// The opaque id.
    pub id: PlayerId,
    /// The name; none after an erasure.
    pub person: Option<PublicPerson>,
    /// Whether the player comes from abroad.
    pub foreign: bool,
    /// Whether everything that identified the player was destroyed.
    pub erased: bool,
    /// The last event that changed the player's record.
    pub etag: Position,
}

/// The public fields of the vault; wiped when dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicPerson {
    pub first_name: FirstName,
    pub surname: Surname,
    pub city: City,
    /// The voivodeship, as written.
    pub voivodeship: VoivodeshipName,
    /// The country, as written.
    pub country: CountryCode,
}

impl PublicPerson {
    /// Of everything that the vault knows of a player, what is public.
    pub(super) fn new(name: PlayerName, profile: PlayerProfile) -> Self {
        let PlayerName { first_name, surname } = name;
        let PlayerProfile { city, voivodeship, country, .. } = profile;
        Self {
            first_name: public(first_name),
            surname: public(surname),
            city: public(city),
            voivodeship: public(voivodeship),
            country: public(country),
        }
    }
}

/// Passes a field on; one that the register does not call public does not compile.
fn public<F: PersonalField>(field: F) -> F {
    const { assert!(matches!(F::ENTRY.visibility, Visibility::Public), "only public fields are shown to everybody") };
    field
}
