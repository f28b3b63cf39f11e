//! Acts on the accounts of a store that is open: for whoever has the store in hands.

use crate::failure::Failure;
use crate::store::{Store, append_message, store_error};
use crate::world::World;
use domain::Choice;
use domain::account::Rejection;
use domain::event::{Grant, GrantedKind, Role};
use domain::ids::AccountId;
use domain::text::{Login, Name};
use events::append::{Append, AppendError};
use events::cabinet::{CabinetWrite, Drawer};
use events::envelope::{Actor, StreamName};
use events::environment::Environment;
use formats::words::{Lang, Message};
use projections::account_records::owner;
use projections::audit::{Action, Line, Note};
use projections::links::{self, LinkId, LinkPurpose, OneTimeLink};
use projections::office::{AccountDetails, Act, ActError, KnownFromLog, Office};
use projections::projector::Projector;
use projections::views::{AccountEntry, Views};
use std::sync::Arc;
use std::time::Duration;

/// How long a command waits for the read models.
const PATIENCE: Duration = Duration::from_mins(10);

/// Accounts by the hand of the operator.
pub(crate) struct Registry<'a> {
    lang: Lang,
    store: &'a Store,
    office: Office,
    known: KnownFromLog,
    /// How long the audit keeps what is done here.
    audit_kept_for: Duration,
}

impl<'a> Registry<'a> {
    pub(crate) fn new(lang: Lang, store: &'a Store, audit_kept_for: Duration) -> Self {
        let (log, vault) = (Arc::clone(&store.log), Arc::clone(&store.vault));
        let known = KnownFromLog::new(Arc::clone(&log), Arc::clone(&vault));
        let office = Office::new(log, vault, Arc::clone(&store.environment));
        Self { lang, store, office, known, audit_kept_for }
    }

    /// Opens an account, with what the cabinet is to know of it from the beginning.
    pub(crate) fn open(
        &self,
        details: &AccountDetails,
        grants: &[Grant],
        cabinet: &dyn Fn(&AccountId) -> Vec<CabinetWrite>,
    ) -> Result<AccountId, Failure> {
        let id = |stream: &StreamName| AccountId::parse(stream.id());
        let cabinet = |stream: &StreamName| id(stream).map_or_else(|_| Vec::new(), |account| cabinet(&account));
        let done = self.office.open_account(&self.act("create"), &self.known, details, grants, &cabinet);
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
        let (link, expires_at) = (LinkId::random(&World), World.now().plus(lifetime));
        let vault = &self.store.vault;
        let writes = |account: &AccountId| links::writes(link, vault, account, LinkPurpose::Invitation, expires_at);
        let account = self.open(details, grants, &writes)?;
        Ok((account, OneTimeLink { token: link.token(vault), expires_at }))
    }

    /// Makes a link by which the holder of an account sets another password; the earlier ones of the account end.
    pub(crate) fn link(&self, account: &AccountId, lifetime: Duration) -> Result<OneTimeLink, Failure> {
        let (log, vault) = (&*self.store.log, &self.store.vault);
        let line = self.line_about(Action::Write, "link", account);
        links::issue(log, vault, &World, account, LinkPurpose::Reset, lifetime, line)
            .map_err(|error| self.not_recorded(&error))
    }

    /// Lets nobody use an account; whoever is signed in is so no longer.
    pub(crate) fn disable(&self, account: &AccountId) -> Result<(), Failure> {
        let gone = taken_away(account, &[Drawer::Session, Drawer::Link]);
        let done = self.office.disable_account(&self.act("disable"), &self.known, account, None, &gone);
        done.map(drop).map_err(|error| self.failure(&error))
    }

    /// Lets an account be used again.
    pub(crate) fn enable(&self, account: &AccountId) -> Result<(), Failure> {
        self.office.enable_account(&self.act("enable"), account).map_err(|error| self.failure(&error)).map(drop)
    }

    /// Takes the second factor of an account away, and ends its sessions.
    pub(crate) fn reset_second_factor(&self, account: &AccountId) -> Result<(), Failure> {
        let mut cabinet = taken_away(account, &[Drawer::SecondFactor, Drawer::Session]);
        cabinet.push(self.line_about(Action::SetSecondFactor, "reset-second-factor", account));
        let append = Append { cabinet, ..Append::default() };
        self.store.log.append(append).wait().map(drop).map_err(|error| self.not_recorded(&error))
    }

    /// Everything that is recorded, as read models.
    pub(crate) fn views(&self) -> Result<Arc<Views>, Failure> {
        let head = self.store.log.head().map_err(|error| store_error(self.lang, &error))?;
        let projector = Projector::start(Arc::clone(&self.store.log), Arc::clone(&self.store.vault));
        let reached = projector.wait_for_blocking(head.position, PATIENCE);
        reached.map_err(|error| store_error(self.lang, &error))?;
        Ok(projector.views())
    }

    /// The account with a login.
    pub(crate) fn with_login(&self, login: &str) -> Result<AccountEntry, Failure> {
        let views = self.views()?;
        let unknown = || {
            let message = Message::new("account-unknown").excerpt("login", login.to_owned());
            Failure::BadInput(vec![self.lang.say(&message)])
        };
        views.accounts.with_login(login).cloned().ok_or_else(unknown)
    }

    /// An act of the operator, which the audit tells.
    fn act(&self, command: &str) -> Act {
        Act { audit: Some(self.line(Action::Write, command)), ..Act::by(Actor::operator()) }
    }

    fn line(&self, action: Action, command: &str) -> Line {
        Note::by_operator(action, &format!("kostka account {command}")).kept_for(self.audit_kept_for)
    }

    fn line_about(&self, action: Action, command: &str, account: &AccountId) -> CabinetWrite {
        let Line { note, kept_for } = self.line(action, command);
        note.about(owner(account)).kept_for(kept_for).write(&World)
    }

    fn not_recorded(&self, error: &AppendError) -> Failure {
        match append_message(error) {
            Some(message) => Failure::Store(vec![self.lang.say(&message)]),
            None => store_error(self.lang, error),
        }
    }

    fn failure(&self, error: &ActError<Rejection>) -> Failure {
        match error {
            ActError::Rejected(rejection) => {
                Failure::BadInput(vec![self.lang.text(&format!("account-{}", rejection.code()))])
            }
            ActError::Append(error) => self.not_recorded(error),
            other => store_error(self.lang, other),
        }
    }
}

fn taken_away(account: &AccountId, drawers: &[Drawer]) -> Vec<CabinetWrite> {
    let owner = owner(account);
    drawers.iter().map(|drawer| CabinetWrite::RemoveOwned { drawer: *drawer, owner: owner.clone() }).collect()
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
        let message = message.with("roles", Role::NAMES.join(", ")).with("kinds", GrantedKind::NAMES.join(", "));
        Failure::BadInput(vec![lang.say(&message)])
    };
    Grant::parse(text).map_err(|_| refuse())
}
