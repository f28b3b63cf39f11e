//! Commands of the operator on the accounts of an open store.

use crate::failure::Failure;
use crate::store::{Store, append_message, store_error};
use crate::system_environment::SystemEnvironment;
use commands::accounts::links::{self, LinkId, LinkPurpose, OneTimeLink};
use commands::accounts::{owner, second_factor};
use commands::audit::{Action, AuditEntry, RetainedAuditEntry};
use commands::{AccountDetails, CommandError, CommandHandler, CommandMetadata, LogLookup};
use domain::Choice;
use domain::event::{CompetitionKind, Grant, Role};
use domain::people::account::Rejection;
use domain::values::ids::AccountId;
use domain::values::text::{Login, Name};
use events::append::AppendError;
use events::envelope::{Actor, StreamName};
use events::environment::Environment;
use events::mutable_store::MutableWrite;
use formats::localization::{Lang, Message};
use projections::projector::Projector;
use projections::views::{AccountEntry, Views};
use std::sync::Arc;
use std::time::Duration;

/// How long a command waits for the read models.
const TIMEOUT: Duration = Duration::from_mins(10);

/// Accounts by the hand of the operator.
pub(crate) struct AccountAdmin<'a> {
    lang: Lang,
    store: &'a Store,
    commands: CommandHandler,
    known: LogLookup,
    /// How long the audit keeps what is done here.
    audit_kept_for: Duration,
}

impl<'a> AccountAdmin<'a> {
    pub(crate) fn new(lang: Lang, store: &'a Store, audit_kept_for: Duration) -> Self {
        let (log, vault) = (Arc::clone(&store.log), Arc::clone(&store.vault));
        let known = LogLookup::new(Arc::clone(&log), Arc::clone(&vault));
        let commands = CommandHandler::new(log, vault, Arc::clone(&store.environment));
        Self { lang, store, commands, known, audit_kept_for }
    }

    pub(crate) fn open(
        &self,
        details: &AccountDetails,
        grants: &[Grant],
        mutable_writes: &dyn Fn(&AccountId) -> Vec<MutableWrite>,
    ) -> Result<AccountId, Failure> {
        let id = |stream: &StreamName| AccountId::parse(stream.id());
        let mutable_writes =
            |stream: &StreamName| id(stream).map_or_else(|_| Vec::new(), |account| mutable_writes(&account));
        let done = self.commands.open_account(&self.metadata("create"), &self.known, details, grants, &mutable_writes);
        let done = done.map_err(|error| self.failure(&error))?;
        id(&done.resource).map_err(|error| store_error(self.lang, &error))
    }

    /// Opens an account together with the link by which its holder sets the first password.
    pub(crate) fn invite(
        &self,
        details: &AccountDetails,
        grants: &[Grant],
        lifetime: Duration,
    ) -> Result<(AccountId, OneTimeLink), Failure> {
        let (link, expires_at) = (LinkId::random(&SystemEnvironment), SystemEnvironment.now().plus(lifetime));
        let vault = &self.store.vault;
        let writes = |account: &AccountId| links::writes(link, vault, account, LinkPurpose::Invitation, expires_at);
        let account = self.open(details, grants, &writes)?;
        Ok((account, OneTimeLink { token: link.token(vault), expires_at }))
    }

    /// Makes a link by which the holder of an account sets another password; the earlier ones of the account end.
    pub(crate) fn link(&self, account: &AccountId, lifetime: Duration) -> Result<OneTimeLink, Failure> {
        let (log, vault) = (&*self.store.log, &self.store.vault);
        let line = self.line_about(Action::Write, "link", account);
        links::issue(log, vault, &SystemEnvironment, account, LinkPurpose::Reset, lifetime, line)
            .map_err(|error| self.not_recorded(&error))
    }

    pub(crate) fn disable(&self, account: &AccountId) -> Result<(), Failure> {
        let done = self.commands.disable_account(&self.metadata("disable"), &self.known, account, None);
        done.map(drop).map_err(|error| self.failure(&error))
    }

    pub(crate) fn enable(&self, account: &AccountId) -> Result<(), Failure> {
        self.commands.enable_account(&self.metadata("enable"), account).map_err(|error| self.failure(&error)).map(drop)
    }

    /// Takes the second factor of an account away, and ends its sessions.
    pub(crate) fn reset_second_factor(&self, account: &AccountId) -> Result<(), Failure> {
        let audit_write = self.line_about(Action::SetSecondFactor, "reset-second-factor", account);
        let reset = second_factor::reset(&*self.store.log, account, audit_write).wait();
        reset.map(drop).map_err(|error| self.not_recorded(&error))
    }

    /// Everything that is recorded, as read models.
    pub(crate) fn views(&self) -> Result<Arc<Views>, Failure> {
        let head = self.store.log.head().map_err(|error| store_error(self.lang, &error))?;
        let projector = Projector::start(Arc::clone(&self.store.log), Arc::clone(&self.store.vault));
        let reached = projector.wait_for_blocking(head.position, TIMEOUT);
        reached.map_err(|error| store_error(self.lang, &error))?;
        Ok(projector.views())
    }

    pub(crate) fn with_login(&self, login: &str) -> Result<AccountEntry, Failure> {
        let views = self.views()?;
        let unknown =
            || Failure::bad_input(self.lang, &Message::new("account-unknown").excerpt("login", login.to_owned()));
        views.accounts.with_login(login).cloned().ok_or_else(unknown)
    }

    /// Metadata of a command of the operator, with its audit line.
    fn metadata(&self, command: &str) -> CommandMetadata {
        CommandMetadata { audit: Some(self.line(Action::Write, command)), ..CommandMetadata::by(Actor::operator()) }
    }

    fn line(&self, action: Action, command: &str) -> RetainedAuditEntry {
        AuditEntry::by_operator(action, &format!("kostka account {command}")).with_retention(self.audit_kept_for)
    }

    fn line_about(&self, action: Action, command: &str, account: &AccountId) -> MutableWrite {
        let RetainedAuditEntry { entry, retention } = self.line(action, command);
        entry.about(owner(account)).with_retention(retention).write(&SystemEnvironment)
    }

    fn not_recorded(&self, error: &AppendError) -> Failure {
        match append_message(error) {
            Some(message) => Failure::Store(vec![self.lang.render(&message)]),
            None => store_error(self.lang, error),
        }
    }

    fn failure(&self, error: &CommandError<Rejection>) -> Failure {
        match error {
            CommandError::Rejected(rejection) => {
                Failure::BadInput(vec![self.lang.text(&format!("account-{}", rejection.code()))])
            }
            CommandError::Append(error) => self.not_recorded(error),
            other => store_error(self.lang, other),
        }
    }
}

/// Login and name as they are typed.
pub(crate) fn details(lang: Lang, login: &str, name: &str) -> Result<AccountDetails, Failure> {
    let refuse = |id: &'static str| Failure::BadInput(vec![lang.text(id)]);
    Ok(AccountDetails {
        login: Login::parse(login).map_err(|_| refuse("account-invalid-login"))?,
        name: Name::parse(name).map_err(|_| refuse("account-invalid-name"))?,
    })
}

/// A role as it is typed: `admin`, or `organiser@tournament:ID`.
pub(crate) fn grant(lang: Lang, text: &str) -> Result<Grant, Failure> {
    let refuse = || {
        let message = Message::new("account-invalid-role").excerpt("role", text.to_owned());
        let message = message.with("roles", Role::NAMES.join(", ")).with("kinds", CompetitionKind::NAMES.join(", "));
        Failure::bad_input(lang, &message)
    };
    Grant::parse(text).map_err(|_| refuse())
}
