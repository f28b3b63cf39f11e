//! Acts on accounts: opening, rectifying, roles, disabling and enabling.

use super::{Act, ActError, Done, Guards, HistoryProblem, Known, Office, Plan, Stood, Subject, expect};
use crate::claims::LoginClaim;
use domain::account::{Account, Command, Doer, Rejection, decide, evolve};
use domain::event::{AccountRecord, Correction, Event, Grant, GrantedEvent, GrantedKind, Role};
use domain::ids::AccountId;
use domain::text::{Login, Name, StatedReason};
use events::cabinet::CabinetWrite;
use events::envelope::{StreamKind, StreamName, Version};
use events::vault::{AccountLogin, AccountName, Prepared};

/// Whose an account is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountDetails {
    /// What the holder logs in with.
    pub login: Login,
    /// What the holder is called.
    pub name: Name,
}

impl AccountDetails {
    fn login(&self) -> AccountLogin {
        AccountLogin { login: self.login.as_str().into() }
    }

    fn name(&self) -> AccountName {
        AccountName { name: self.name.as_str().into() }
    }
}

type Outcome = Result<Done, ActError<Rejection>>;

impl Office {
    /// Opens an account under a new opaque id, with the roles that its holder is to have from the beginning, and with what
    /// goes into the cabinet for it, like an invitation.
    pub fn open_account(
        &self,
        act: &Act,
        known: &dyn Known,
        details: &AccountDetails,
        grants: &[Grant],
        cabinet: &dyn Fn(&StreamName) -> Vec<CabinetWrite>,
    ) -> Outcome {
        let stream = StreamName::new(StreamKind::Account, &self.opaque_id())?;
        let _alone = self.one_at_a_time();
        self.perform(act, &subject(&stream, false), |stood| {
            let (login_taken, claim) = self.claim(known, &stream, &details.login)?;
            let (login, name) = (self.vault.prepare(&details.login()), self.vault.prepare(&details.name()));
            let record = AccountRecord { login: login.commitment(), name: name.commitment() };
            let mut commands = vec![Command::Open { record, login_taken }];
            for grant in grants {
                commands.push(self.grant_command(act, &stream, grant)?);
            }
            let (mut state, mut events) = (stood.state.clone(), Vec::new());
            for command in &commands {
                for event in decide(&state, command).map_err(ActError::Rejected)? {
                    let corrupt = |problem| ActError::History { stream: stream.clone(), problem };
                    state = evolve(state, &event).map_err(HistoryProblem::from).map_err(corrupt)?;
                    events.push(Event::Account(event));
                }
            }
            let cabinet = [claim.take(&stream), cabinet(&stream)].concat();
            Ok(Plan { events, texts: vec![login, name], cabinet, ..Plan::default() })
        })
    }

    /// Puts right the login or the name of an account; what is as it was stays as it is.
    pub fn rectify_account(
        &self,
        act: &Act,
        known: &dyn Known,
        account: &AccountId,
        details: &AccountDetails,
        reason: Option<&StatedReason>,
    ) -> Outcome {
        let stream = stream(account)?;
        let _alone = self.one_at_a_time();
        self.perform(act, &subject(&stream, true), |stood| {
            let Account::Open(open) = &stood.state else { return Err(ActError::NotFound) };
            let (login_taken, claim) = self.claim(known, &stream, &details.login)?;
            let (record, mut texts) = self.changed_account(&stream, open.record, details)?;
            let (first_id, reason) = self.reason(reason);
            let correction = Correction { record, reason: reason.as_ref().map(Prepared::commitment) };
            texts.extend(reason);
            let events = decided(stood, &Command::Rectify { correction, login_taken })?;
            Ok(Plan { first_id: Some(first_id), events, texts, cabinet: claim.take(&stream), ..Plan::default() })
        })
    }

    /// Grants a role.
    pub fn grant_role(&self, act: &Act, account: &AccountId, grant: &Grant) -> Outcome {
        let stream = stream(account)?;
        self.perform(act, &subject(&stream, true), |stood| {
            let events = decided(stood, &self.grant_command(act, &stream, grant)?)?;
            Ok(Plan { events, ..Plan::default() })
        })
    }

    /// Revokes a role.
    pub fn revoke_role(&self, act: &Act, known: &dyn Known, account: &AccountId, grant: &Grant) -> Outcome {
        let stream = stream(account)?;
        let _alone = self.one_at_a_time();
        self.perform(act, &subject(&stream, true), |stood| {
            let (other_admins, guards) = self.other_admin(known, account)?;
            let command = Command::Revoke { grant: grant.clone(), other_admins, by: doer(act, &stream) };
            Ok(Plan { events: decided(stood, &command)?, guards, ..Plan::default() })
        })
    }

    /// Lets nobody use an account; what lets its holder in can be taken out of the cabinet with it.
    pub fn disable_account(
        &self,
        act: &Act,
        known: &dyn Known,
        account: &AccountId,
        reason: Option<&StatedReason>,
        cabinet: &[CabinetWrite],
    ) -> Outcome {
        let stream = stream(account)?;
        let _alone = self.one_at_a_time();
        self.perform(act, &subject(&stream, true), |stood| {
            let (other_admins, guards) = self.other_admin(known, account)?;
            let (first_id, reason) = self.reason(reason);
            let commitment = reason.as_ref().map(Prepared::commitment);
            let command = Command::Disable { reason: commitment, other_admins, by: doer(act, &stream) };
            let events = decided(stood, &command)?;
            let texts = reason.into_iter().collect();
            Ok(Plan { first_id: Some(first_id), events, texts, guards, cabinet: cabinet.to_vec() })
        })
    }

    /// Lets an account be used again.
    pub fn enable_account(&self, act: &Act, account: &AccountId) -> Outcome {
        let stream = stream(account)?;
        self.perform(act, &subject(&stream, true), |stood| {
            Ok(Plan { events: decided(stood, &Command::Enable)?, ..Plan::default() })
        })
    }

    /// Lets the holder of an account set another password or second factor; the link, or what is taken away, is in the cabinet.
    pub fn renew_access(&self, act: &Act, account: &AccountId, cabinet: &[CabinetWrite]) -> Outcome {
        let stream = stream(account)?;
        self.perform(act, &subject(&stream, true), |stood| {
            let events = decided(stood, &Command::RenewAccess)?;
            Ok(Plan { events, cabinet: cabinet.to_vec(), ..Plan::default() })
        })
    }

    /// Whether another account has the login, and the claim that keeps it so that none gets it meanwhile.
    fn claim(
        &self,
        known: &dyn Known,
        stream: &StreamName,
        login: &Login,
    ) -> Result<(bool, LoginClaim), ActError<Rejection>> {
        let claim = LoginClaim::look(&*self.log, &self.vault, login)?;
        known.catch_up(self.log.head()?.position)?;
        let is_of_another = known.account_of(login).is_some_and(|account| account.as_str() != stream.id());
        Ok((is_of_another || claim.is_of_another(stream), claim))
    }

    fn grant_command(&self, act: &Act, stream: &StreamName, grant: &Grant) -> Result<Command, ActError<Rejection>> {
        let event_known = match &grant.event {
            // A stream that has begun does not go away.
            Some(event) => self.log.stream_version(&event_stream(event)?)? > Version(0),
            None => false,
        };
        Ok(Command::Grant { grant: grant.clone(), event_known, by: doer(act, stream) })
    }

    /// One other enabled admin, if there is any, who must stay so while this act is recorded.
    fn other_admin(&self, known: &dyn Known, account: &AccountId) -> Result<(usize, Guards), ActError<Rejection>> {
        known.catch_up(self.log.head()?.position)?;
        for other in known.admins().iter().filter(|other| *other != account) {
            let stream = stream(other)?;
            let stood = self.stood::<Account, Rejection>(&stream, subject(&stream, true).evolve)?;
            let Account::Open(open) = stood.state else { continue };
            if !open.disabled && open.grants.iter().any(|grant| grant.role == Role::Admin) {
                return Ok((1, vec![(stream, expect(stood.version))]));
            }
        }
        Ok((0, Vec::new()))
    }

    /// The record with a new commitment for each text that differs from the one in the vault.
    fn changed_account(
        &self,
        stream: &StreamName,
        known: AccountRecord,
        details: &AccountDetails,
    ) -> Result<(AccountRecord, Vec<Prepared>), ActError<Rejection>> {
        let sealed = self.sealed(stream)?;
        let open = self.vault.open(&sealed)?;
        let (mut record, mut texts) = (known, Vec::new());
        let (login, name) = (details.login(), details.name());
        if open.record::<AccountLogin>()?.is_none_or(|kept| kept.record != login) {
            let prepared = self.vault.prepare(&login);
            record.login = prepared.commitment();
            texts.push(prepared);
        }
        if open.record::<AccountName>()?.is_none_or(|kept| kept.record != name) {
            let prepared = self.vault.prepare(&name);
            record.name = prepared.commitment();
            texts.push(prepared);
        }
        Ok((record, texts))
    }
}

fn stream(account: &AccountId) -> Result<StreamName, ActError<Rejection>> {
    Ok(StreamName::new(StreamKind::Account, account.as_str())?)
}

/// The stream of an event that a role is granted for.
fn event_stream(event: &GrantedEvent) -> Result<StreamName, ActError<Rejection>> {
    let kind = match event.kind {
        GrantedKind::Tournament => StreamKind::Tournament,
        GrantedKind::League => StreamKind::League,
        GrantedKind::GrandPrix => StreamKind::GrandPrix,
        GrantedKind::OnlineEvent => StreamKind::OnlineEvent,
        GrantedKind::Championship => StreamKind::Championship,
    };
    Ok(StreamName::new(kind, event.id.as_str())?)
}

/// The holder of an account acts under the name of its stream.
fn doer(act: &Act, stream: &StreamName) -> Doer {
    if act.actor.as_str() == stream.as_str() { Doer::Holder } else { Doer::SomebodyElse }
}

fn subject(stream: &StreamName, must_exist: bool) -> Subject<'_, Account> {
    let evolve = |state, event: &Event| match event {
        Event::Account(event) => Ok(evolve(state, event)?),
        _ => Err(HistoryProblem::OtherKind),
    };
    Subject { stream, evolve, must_exist }
}

fn decided(stood: &Stood<Account>, command: &Command) -> Result<Vec<Event>, ActError<Rejection>> {
    let events = decide(&stood.state, command).map_err(ActError::Rejected)?;
    Ok(events.into_iter().map(Event::Account).collect())
}
