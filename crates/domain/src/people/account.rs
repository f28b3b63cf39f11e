//! Decider of an account: opening, rectifying, granting and revoking roles, disabling and enabling.

use crate::event::history::CorruptHistory;
use crate::event::{AccountEvent, AccountRecord, Commitment, Correction, Grant, Role};
use std::collections::BTreeSet;

#[cfg(test)]
mod tests;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Account {
    #[default]
    Unknown,
    /// An account, enabled or not.
    Open(OpenAccount),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenAccount {
    pub record: AccountRecord,
    pub grants: BTreeSet<Grant>,
    pub disabled: bool,
}

impl OpenAccount {
    fn is_enabled_admin(&self) -> bool {
        !self.disabled && self.grants.iter().any(|grant| grant.role == Role::Admin)
    }
}

/// The actor of a command on an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Initiator {
    Holder,
    /// Another person, or the operator.
    OtherAccount,
}

/// A command on an account. An unchanged text keeps its commitment, so equal records are equal in content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    Open {
        record: AccountRecord,
        login_taken: bool,
    },
    Rectify {
        correction: Correction<AccountRecord>,
        login_taken: bool,
    },
    Grant {
        grant: Grant,
        /// Whether there is such a competition; of no meaning for a role that needs none.
        event_known: bool,
        by: Initiator,
    },
    Revoke {
        grant: Grant,
        /// How many other accounts are enabled and have the role of an admin.
        other_admins: usize,
        by: Initiator,
    },
    Disable {
        reason: Option<Commitment>,
        other_admins: usize,
        by: Initiator,
    },
    Enable,
    /// Let its holder set another password, or another second factor.
    RenewAccess,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    #[error("there is no such account")]
    UnknownAccount,
    #[error("the account is open already")]
    AlreadyOpen,
    #[error("another account has this login")]
    LoginTaken,
    /// The role would have no effect until the account is enabled, and then come into force unnoticed.
    #[error("the account is disabled and gets no new roles")]
    Disabled,
    #[error("the role is granted for one event, which must be named")]
    EventNeeded,
    #[error("the role holds everywhere and names no event")]
    EventNotAllowed,
    /// A role for an unknown competition would apply to the next competition with that id.
    #[error("there is no such event")]
    UnknownEvent,
    #[error("nobody grants or revokes the role of an admin on her own account")]
    OwnAdminRole,
    #[error("nobody disables her own account")]
    OwnAccount,
    #[error("the last admin keeps the role and the account")]
    LastAdmin,
}

impl Rejection {
    /// A stable name of the rule.
    pub fn code(self) -> &'static str {
        match self {
            Self::UnknownAccount => "unknown-account",
            Self::AlreadyOpen => "account-exists",
            Self::LoginTaken => "login-taken",
            Self::Disabled => "account-disabled",
            Self::EventNeeded => "role-needs-event",
            Self::EventNotAllowed => "role-names-no-event",
            Self::UnknownEvent => "unknown-event",
            Self::OwnAdminRole => "own-admin-role",
            Self::OwnAccount => "own-account",
            Self::LastAdmin => "last-admin",
        }
    }
}

pub fn decide(state: &Account, command: &Command) -> Result<Vec<AccountEvent>, Rejection> {
    match (state, command) {
        (Account::Unknown, Command::Open { record, login_taken }) => open(*record, *login_taken),
        (Account::Open(account), Command::Open { record, .. }) if account.record == *record => Ok(vec![]),
        (Account::Open(_), Command::Open { .. }) => Err(Rejection::AlreadyOpen),
        (Account::Open(account), Command::Rectify { correction, login_taken }) => {
            rectify(account, correction, *login_taken)
        }
        (Account::Open(account), Command::Grant { grant, event_known, by }) => {
            grant_role(account, grant, *event_known, *by)
        }
        (Account::Open(account), Command::Revoke { grant, other_admins, by }) => {
            revoke_role(account, grant, *other_admins, *by)
        }
        (Account::Open(account), Command::Disable { .. }) if account.disabled => Ok(vec![]),
        (Account::Open(account), Command::Disable { reason, other_admins, by }) => {
            if *by == Initiator::Holder {
                return Err(Rejection::OwnAccount);
            }
            if account.is_enabled_admin() && *other_admins == 0 {
                return Err(Rejection::LastAdmin);
            }
            Ok(vec![AccountEvent::Disabled { reason: *reason }])
        }
        (Account::Open(account), Command::Enable) if account.disabled => Ok(vec![AccountEvent::Enabled]),
        (Account::Open(_), Command::Enable) => Ok(vec![]),
        (Account::Open(_), Command::RenewAccess) => Ok(vec![AccountEvent::AccessRenewed]),
        (
            Account::Unknown,
            Command::Rectify { .. }
            | Command::Grant { .. }
            | Command::Revoke { .. }
            | Command::Disable { .. }
            | Command::Enable
            | Command::RenewAccess,
        ) => Err(Rejection::UnknownAccount),
    }
}

fn open(record: AccountRecord, login_taken: bool) -> Result<Vec<AccountEvent>, Rejection> {
    if login_taken { Err(Rejection::LoginTaken) } else { Ok(vec![AccountEvent::Opened(record)]) }
}

fn rectify(
    account: &OpenAccount,
    correction: &Correction<AccountRecord>,
    login_taken: bool,
) -> Result<Vec<AccountEvent>, Rejection> {
    if account.record == correction.record {
        return Ok(vec![]);
    }
    if login_taken {
        return Err(Rejection::LoginTaken);
    }
    Ok(vec![AccountEvent::Rectified(correction.clone())])
}

fn grant_role(
    account: &OpenAccount,
    grant: &Grant,
    event_known: bool,
    by: Initiator,
) -> Result<Vec<AccountEvent>, Rejection> {
    check_shape(grant)?;
    if account.grants.contains(grant) {
        return Ok(vec![]);
    }
    if grant.role == Role::Admin && by == Initiator::Holder {
        return Err(Rejection::OwnAdminRole);
    }
    if account.disabled {
        return Err(Rejection::Disabled);
    }
    if grant.event.is_some() && !event_known {
        return Err(Rejection::UnknownEvent);
    }
    Ok(vec![AccountEvent::RoleGranted(grant.clone())])
}

fn revoke_role(
    account: &OpenAccount,
    grant: &Grant,
    other_admins: usize,
    by: Initiator,
) -> Result<Vec<AccountEvent>, Rejection> {
    check_shape(grant)?;
    if !account.grants.contains(grant) {
        return Ok(vec![]);
    }
    if grant.role == Role::Admin {
        if by == Initiator::Holder {
            return Err(Rejection::OwnAdminRole);
        }
        if account.is_enabled_admin() && other_admins == 0 {
            return Err(Rejection::LastAdmin);
        }
    }
    Ok(vec![AccountEvent::RoleRevoked(grant.clone())])
}

fn check_shape(grant: &Grant) -> Result<(), Rejection> {
    match (grant.role.is_for_one_competition(), &grant.event) {
        (true, None) => Err(Rejection::EventNeeded),
        (false, Some(_)) => Err(Rejection::EventNotAllowed),
        (true, Some(_)) | (false, None) => Ok(()),
    }
}

pub fn evolve(state: Account, event: &AccountEvent) -> Result<Account, CorruptHistory> {
    let mut account = match (state, event) {
        (Account::Unknown, AccountEvent::Opened(record)) => {
            OpenAccount { record: *record, grants: BTreeSet::new(), disabled: false }
        }
        (Account::Open(_), AccountEvent::Opened(_)) => return Err(CorruptHistory::RecordedTwice),
        (Account::Unknown, _) => return Err(CorruptHistory::NotRecorded),
        (Account::Open(account), _) => account,
    };
    match event {
        AccountEvent::Opened(_) | AccountEvent::AccessRenewed => {}
        AccountEvent::Rectified(correction) => account.record = correction.record,
        AccountEvent::RoleGranted(grant) => {
            account.grants.insert(grant.clone());
        }
        AccountEvent::RoleRevoked(grant) => {
            account.grants.remove(grant);
        }
        AccountEvent::Disabled { .. } => account.disabled = true,
        AccountEvent::Enabled => account.disabled = false,
    }
    Ok(Account::Open(account))
}
