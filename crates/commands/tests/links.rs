//! One-time links on a real store: they work once, for one account, until they end.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use commands::accounts::links::{self, LinkId, LinkPurpose, TOKEN_CHARS, find, issue};
use commands::audit::{Action, AuditEntry};
use domain::values::ids::AccountId;
use events::append::{Append, AppendError};
use events::envelope::Timestamp;
use events::environment::Environment;
use events::log::Log;
use events::mutable_store::{MutableWrite, RecordKind};
use events::sqlite::{SqliteLog, SqliteOptions};
use events::vault::{MasterKey, Vault};
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

struct StoreFixture {
    log: SqliteLog,
    vault: Vault,
    _folder: tempfile::TempDir,
}

impl StoreFixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let options = SqliteOptions { synchronous_off: true, ..SqliteOptions::default() };
        let log = SqliteLog::open_or_create(&folder.path().join("kostka.db"), Arc::new(World), options).unwrap();
        let vault = Vault::new(MasterKey::generate(&World), Arc::new(World));
        Self { log, vault, _folder: folder }
    }

    fn issue(&self, account: &str, purpose: LinkPurpose) -> String {
        let audit_write =
            AuditEntry::by_operator(Action::Write, "kostka account link").with_retention(WEEK).write(&World);
        let link = issue(&self.log, &self.vault, &World, &id(account), purpose, WEEK, audit_write).unwrap();
        assert_eq!(link.expires_at, World.now().plus(WEEK));
        link.token.to_text().to_string()
    }

    fn find(&self, token: &str) -> Option<links::FoundLink> {
        find(&self.log, World.now(), token).unwrap()
    }

    fn write(&self, mutable_writes: Vec<MutableWrite>) -> Result<(), AppendError> {
        self.log.append(Append { mutable_writes, ..Append::default() }).wait().map(|_| ())
    }
}

fn id(text: &str) -> AccountId {
    AccountId::parse(text).unwrap()
}

#[test]
fn s9_a_link_is_redeemed_once_and_leads_to_its_account() {
    let fixture = StoreFixture::new();
    let token = fixture.issue("ewa", LinkPurpose::Invitation);
    assert_eq!(token.len(), TOKEN_CHARS);
    let found = fixture.find(&token).unwrap();
    assert_eq!((found.account.as_str(), found.purpose), ("ewa", LinkPurpose::Invitation));
    fixture.write(vec![found.redemption_write()]).unwrap();
    assert_eq!(fixture.find(&token), None);
    let again = fixture.write(vec![found.redemption_write()]).unwrap_err();
    assert!(matches!(again, AppendError::RecordConflict { record_kind: RecordKind::Link }), "{again:?}");
}

#[test]
fn s9_a_link_ends_in_time_and_a_newer_one_takes_its_place() {
    let fixture = StoreFixture::new();
    let (first, other) = (fixture.issue("ewa", LinkPurpose::Invitation), fixture.issue("jan", LinkPurpose::Invitation));
    let second = fixture.issue("ewa", LinkPurpose::Reset);
    assert_eq!(fixture.find(&first), None);
    assert_eq!(fixture.find(&second).unwrap().purpose, LinkPurpose::Reset);
    assert_eq!(fixture.find(&other).unwrap().account.as_str(), "jan");
    let end = World.now().plus(WEEK);
    assert!(find(&fixture.log, Timestamp(end.0 - 1), &second).unwrap().is_some());
    assert!(find(&fixture.log, end, &second).unwrap().is_none());
}

#[test]
fn only_the_hash_of_a_token_is_kept_and_the_token_can_be_written_again() {
    let fixture = StoreFixture::new();
    let link = LinkId::random(&World);
    let token = link.token(&fixture.vault);
    let writes = links::writes(link, &fixture.vault, &id("ewa"), LinkPurpose::Reset, World.now().plus(WEEK));
    fixture.write(writes).unwrap();
    assert_eq!(link.token(&fixture.vault).to_text(), token.to_text());
    assert!(fixture.find(&token.to_text()).is_some());
    let kept = fixture.log.mutable_records_of_owner(RecordKind::Link, "account/ewa", 10).unwrap();
    assert_eq!(kept.len(), 1);
    let secret = fixture.vault.master_key().secret("one-time link", &link.0);
    for place in [&kept[0].key, &kept[0].value] {
        assert!(!place.windows(8).any(|window| window == &secret[..8]));
    }
    assert!(!format!("{token:?}").contains(&token.to_text()[..8]));
}

#[test]
fn what_is_not_a_token_finds_nothing() {
    let fixture = StoreFixture::new();
    let token = fixture.issue("ewa", LinkPurpose::Invitation);
    let mut other = token.clone().into_bytes();
    other[40] = if other[40] == b'A' { b'B' } else { b'A' };
    let long = format!("{token}A");
    let padded = format!("{}==", &token[..62]);
    for wrong in ["", "x", &token[1..], &long, &padded, std::str::from_utf8(&other).unwrap(), &"ł".repeat(32)] {
        assert_eq!(fixture.find(wrong), None, "{wrong}");
    }
}
