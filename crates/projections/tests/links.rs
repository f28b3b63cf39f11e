//! One-time links on a real store: they work once, for one account, until they end.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use domain::ids::AccountId;
use events::append::{Append, AppendError};
use events::cabinet::{CabinetWrite, Drawer};
use events::envelope::Timestamp;
use events::environment::Environment;
use events::log::Log;
use events::sqlite::{SqliteLog, SqliteOptions};
use events::vault::{MasterKey, Vault};
use projections::audit::{Action, Note};
use projections::links::{self, LinkId, LinkPurpose, TOKEN_CHARS, find, issue};
use std::sync::Arc;
use std::time::Duration;

struct World;

impl Environment for World {
    fn now(&self) -> Timestamp {
        Timestamp(1_700_000_000_000_000)
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).unwrap();
    }
}

const WEEK: Duration = Duration::from_hours(7 * 24);

struct Desk {
    log: SqliteLog,
    vault: Vault,
    _folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let options = SqliteOptions { synchronous_off: true, ..SqliteOptions::default() };
        let log = SqliteLog::open_or_create(&folder.path().join("kostka.db"), Arc::new(World), options).unwrap();
        let vault = Vault::new(MasterKey::generate(&World), Arc::new(World));
        Self { log, vault, _folder: folder }
    }

    fn issue(&self, account: &str, purpose: LinkPurpose) -> String {
        let beside = Note::by_operator(Action::Write, "kostka account link").kept_for(WEEK).write(&World);
        let link = issue(&self.log, &self.vault, &World, &id(account), purpose, WEEK, beside).unwrap();
        assert_eq!(link.expires_at, World.now().plus(WEEK));
        link.token.to_text().to_string()
    }

    fn find(&self, token: &str) -> Option<links::FoundLink> {
        find(&self.log, World.now(), token).unwrap()
    }

    fn write(&self, cabinet: Vec<CabinetWrite>) -> Result<(), AppendError> {
        self.log.append(Append { cabinet, ..Append::default() }).wait().map(|_| ())
    }
}

fn id(text: &str) -> AccountId {
    AccountId::parse(text).unwrap()
}

#[test]
fn s9_a_link_is_redeemed_once_and_leads_to_its_account() {
    let desk = Desk::new();
    let token = desk.issue("ewa", LinkPurpose::Invitation);
    assert_eq!(token.len(), TOKEN_CHARS);
    let found = desk.find(&token).unwrap();
    assert_eq!((found.account.as_str(), found.purpose), ("ewa", LinkPurpose::Invitation));
    desk.write(vec![found.redeemed()]).unwrap();
    assert_eq!(desk.find(&token), None);
    let again = desk.write(vec![found.redeemed()]).unwrap_err();
    assert!(matches!(again, AppendError::CabinetConflict { drawer: Drawer::Link }), "{again:?}");
}

#[test]
fn s9_a_link_ends_in_time_and_a_newer_one_takes_its_place() {
    let desk = Desk::new();
    let (first, other) = (desk.issue("ewa", LinkPurpose::Invitation), desk.issue("jan", LinkPurpose::Invitation));
    let second = desk.issue("ewa", LinkPurpose::Reset);
    assert_eq!(desk.find(&first), None);
    assert_eq!(desk.find(&second).unwrap().purpose, LinkPurpose::Reset);
    assert_eq!(desk.find(&other).unwrap().account.as_str(), "jan");
    let end = World.now().plus(WEEK);
    assert!(find(&desk.log, Timestamp(end.0 - 1), &second).unwrap().is_some());
    assert!(find(&desk.log, end, &second).unwrap().is_none());
}

#[test]
fn only_the_hash_of_a_token_is_kept_and_the_token_can_be_written_again() {
    let desk = Desk::new();
    let link = LinkId::random(&World);
    let token = link.token(&desk.vault);
    let writes = links::writes(link, &desk.vault, &id("ewa"), LinkPurpose::Reset, World.now().plus(WEEK));
    desk.write(writes).unwrap();
    assert_eq!(link.token(&desk.vault).to_text(), token.to_text());
    assert!(desk.find(&token.to_text()).is_some());
    let kept = desk.log.cabinet_owned(Drawer::Link, "account/ewa", 10).unwrap();
    assert_eq!(kept.len(), 1);
    let secret = desk.vault.master_key().secret("one-time link", &link.0);
    for place in [&kept[0].key, &kept[0].value] {
        assert!(!place.windows(8).any(|window| window == &secret[..8]));
    }
    assert!(!format!("{token:?}").contains(&token.to_text()[..8]));
}

#[test]
fn what_is_not_a_token_finds_nothing() {
    let desk = Desk::new();
    let token = desk.issue("ewa", LinkPurpose::Invitation);
    let mut other = token.clone().into_bytes();
    other[40] = if other[40] == b'A' { b'B' } else { b'A' };
    let long = format!("{token}A");
    let padded = format!("{}==", &token[..62]);
    for wrong in ["", "x", &token[1..], &long, &padded, std::str::from_utf8(&other).unwrap(), &"ł".repeat(32)] {
        assert_eq!(desk.find(wrong), None, "{wrong}");
    }
}
