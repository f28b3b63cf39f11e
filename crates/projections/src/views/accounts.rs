//! Read model of accounts: logins, roles and grants.

use super::{ApplyError, ProjectedEvent, View};
use domain::event::{AccountEvent, Event, Grant, GrantedCompetition, Role};
use domain::people::linked_accounts::{AccessGrant, linked_accounts};
use domain::values::calendar::Moment;
use domain::values::ids::AccountId;
use events::envelope::{Position, Timestamp};
use events::vault::{AccountLogin, AccountLoginText, AccountName, AccountNameText};
use rpds::RedBlackTreeMapSync;
use smol_str::SmolStr;
use std::collections::BTreeSet;
use std::ops::Bound;
use std::sync::Arc;

/// Every account; for staff only.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Accounts {
    /// The last event that changed one of them.
    pub changed: Position,
    by_id: RedBlackTreeMapSync<AccountId, Arc<AccountEntry>>,
    /// By folded login; should two accounts ever have the same one, it belongs to the one that was opened first.
    by_login: RedBlackTreeMapSync<(SmolStr, Position), Arc<AccountEntry>>,
    /// When one account has last let another in.
    let_in: RedBlackTreeMapSync<(AccountId, AccountId), Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountEntry {
    pub id: AccountId,
    /// What its holder logs in with; nothing after an erasure.
    pub login: Option<AccountLoginText>,
    /// What its holder is called; nothing after an erasure.
    pub name: Option<AccountNameText>,
    /// What its holder may do while it is enabled.
    pub grants: BTreeSet<Grant>,
    pub disabled: bool,
    /// The event that opened it.
    pub opened: Position,
    /// The last event that changed it.
    pub etag: Position,
}

impl AccountEntry {
    /// Whether its holder has this role now: for this event, or a role that holds everywhere.
    pub fn has(&self, role: Role, event: Option<&GrantedCompetition>) -> bool {
        !self.disabled && self.grants.iter().any(|grant| grant.role == role && grant.event.as_ref() == event)
    }
}

/// A login as it is compared: without blanks around it and in lower case.
pub fn normalize_login(login: &str) -> SmolStr {
    login.trim().to_lowercase().into()
}

impl Accounts {
    pub fn find(&self, id: &AccountId) -> Option<&AccountEntry> {
        self.by_id.get(id).map(Arc::as_ref)
    }

    /// The account with this login, regardless of case; also a disabled one.
    pub fn with_login(&self, login: &str) -> Option<&AccountEntry> {
        let from = (normalize_login(login), Position::START);
        let (found, account) = self.by_login.range((Bound::Included(&from), Bound::Unbounded)).next()?;
        (found.0 == from.0).then_some(account.as_ref())
    }

    /// All of them, in the order of their ids.
    pub fn list(&self) -> impl Iterator<Item = &AccountEntry> {
        self.by_id.values().map(Arc::as_ref)
    }

    /// Those after this id, in the order of their ids.
    pub fn after(&self, id: Option<&AccountId>) -> impl Iterator<Item = &AccountEntry> {
        let from = id.map_or(Bound::Unbounded, Bound::Excluded);
        self.by_id.range((from, Bound::Unbounded)).map(|(_, account)| account.as_ref())
    }

    /// The accounts that administer now.
    pub fn admins(&self) -> impl Iterator<Item = &AccountEntry> {
        self.list().filter(|account| account.has(Role::Admin, None))
    }

    /// The accounts that may be in the same hands as this one (S22).
    pub fn linked_accounts(&self, account: &AccountId, now: Timestamp) -> BTreeSet<AccountId> {
        let let_in = self.let_in.iter().map(|((by, account), at)| AccessGrant {
            by: by.clone(),
            account: account.clone(),
            at: Moment::at_microseconds(at.0),
        });
        linked_accounts(account, &let_in.collect::<Vec<_>>(), Moment::at_microseconds(now.0))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.by_id.size()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    fn put(&mut self, account: AccountEntry) {
        if let Some(key) = self.find(&account.id).and_then(login_key) {
            self.by_login.remove_mut(&key);
        }
        let account = Arc::new(account);
        if let Some(key) = login_key(&account) {
            self.by_login.insert_mut(key, Arc::clone(&account));
        }
        self.by_id.insert_mut(account.id.clone(), account);
    }
}

fn login_key(account: &AccountEntry) -> Option<(SmolStr, Position)> {
    account.login.as_ref().map(|login| (normalize_login(login.as_str()), account.opened))
}

impl View for Accounts {
    fn apply(&mut self, fact: &ProjectedEvent<'_>) -> Result<(), ApplyError> {
        let Event::Account(event) = fact.event else { return Ok(()) };
        let id: AccountId = fact.id()?;
        let known = self.find(&id);
        let mut account = match event {
            AccountEvent::Opened(_) => {
                fact.unknown(known)?;
                let (login, name) = texts(fact)?;
                AccountEntry {
                    id,
                    login,
                    name,
                    grants: BTreeSet::new(),
                    disabled: false,
                    opened: fact.position,
                    etag: fact.position,
                }
            }
            AccountEvent::Rectified(_) => {
                let (known, (login, name)) = (fact.known(known)?, texts(fact)?);
                let account = AccountEntry { login, name, ..known.clone() };
                if (&account.login, &account.name) != (&known.login, &known.name) {
                    fact.replaces_text();
                }
                account
            }
            AccountEvent::RoleGranted(_)
            | AccountEvent::RoleRevoked(_)
            | AccountEvent::Disabled { .. }
            | AccountEvent::Enabled
            | AccountEvent::AccessRenewed => fact.known(known)?.clone(),
        };
        match event {
            AccountEvent::Opened(_) | AccountEvent::Rectified(_) | AccountEvent::AccessRenewed => {}
            AccountEvent::RoleGranted(grant) => drop(account.grants.insert(grant.clone())),
            AccountEvent::RoleRevoked(grant) => drop(account.grants.remove(grant)),
            AccountEvent::Disabled { .. } => account.disabled = true,
            AccountEvent::Enabled => account.disabled = false,
        }
        account.etag = fact.position;
        if let Some(by) = somebody_else(fact, &account.id).filter(|_| event.lets_in()) {
            self.let_in.insert_mut((by, account.id.clone()), fact.recorded_at);
        }
        self.put(account);
        self.changed = fact.position;
        Ok(())
    }
}

/// The account of another person who did it; none if it was the operator.
fn somebody_else(fact: &ProjectedEvent<'_>, account: &AccountId) -> Option<AccountId> {
    let by = fact.actor?.strip_prefix("account/")?;
    AccountId::parse(by).ok().filter(|by| by != account)
}

fn texts(fact: &ProjectedEvent<'_>) -> Result<(Option<AccountLoginText>, Option<AccountNameText>), ApplyError> {
    let texts = fact.texts::<AccountLogin, AccountName>()?;
    Ok(texts.map(|(login, name)| (login.login, name.name)).unzip())
}
