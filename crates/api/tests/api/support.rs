//! Players and accounts for tests of the log.

#![allow(dead_code, unreachable_pub, reason = "each test target uses a part of it")]

use api::testing::Instance;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use commands::{CommandMetadata, LogLookup, PlayerDetails};
use domain::event::{Grant, Role};
use domain::values::ids::AccountId;
use domain::values::text::{Country, Name};
use domain::values::voivodeship::Voivodeship;
use events::append::Append;
use events::mutable_store::{MutableWrite, RecordKind};
use std::sync::Arc;

/// Registers a player; where it is recorded, and the stream.
pub fn register(instance: &Instance, surname: &str) -> (u64, String) {
    let name = |text: &str| Name::parse(text).unwrap();
    let details = PlayerDetails {
        first_name: name("Annamaria"),
        surname: name(surname),
        city: name("Przykładowice"),
        voivodeship: Voivodeship::Opolskie,
        country: Country::parse("PL").unwrap(),
    };
    let known = LogLookup::new(Arc::clone(&instance.log), Arc::clone(&instance.vault));
    let done = instance
        .commands()
        .register_player(&CommandMetadata::by(Instance::operator()), &known, &details, true)
        .unwrap();
    (done.position.0, done.resource.to_string())
}

/// Whose token stands in this header.
fn account(authorization: &str) -> AccountId {
    let claims = URL_SAFE_NO_PAD.decode(authorization.split('.').nth(1).unwrap()).unwrap();
    let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
    AccountId::parse(claims["sub"].as_str().unwrap()).unwrap()
}

/// Takes a role away.
pub fn revoke(instance: &Instance, authorization: &str, role: Role) {
    let known = LogLookup::new(Arc::clone(&instance.log), Arc::clone(&instance.vault));
    let (metadata, grant) = (CommandMetadata::by(Instance::operator()), Grant { role, event: None });
    instance.commands().revoke_role(&metadata, &known, &account(authorization), &grant).unwrap();
}

/// Signs somebody out everywhere.
pub fn sign_out(instance: &Instance, authorization: &str) {
    let owner = format!("account/{}", account(authorization)).into();
    let end = MutableWrite::RemoveOwned { record_kind: RecordKind::Session, owner };
    instance.log.append(Append { mutable_writes: vec![end], ..Append::default() }).wait().unwrap();
}
