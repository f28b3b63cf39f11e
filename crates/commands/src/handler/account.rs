//! Commands of accounts: opening, rectifying, roles, disabling and enabling.

use super::{
    CommandError, CommandHandler, CommandMetadata, CommandReceipt, Guards, HistoryProblem, Lookup, Plan, TargetStream,
    TextSealer, events_of, expect,
};
use crate::accounts::links::{self, LinkId, LinkPurpose};
use crate::accounts::{second_factor, sessions};
use crate::claims::LoginClaim;
use domain::event::{AccountRecord, CompetitionKind, Correction, Grant, GrantedCompetition, Role};
use domain::people::account::{Account, Command, Initiator, Rejection, decide, evolve};
use domain::values::ids::AccountId;
use domain::values::text::{Login, Name, StatedReason};
use events::envelope::{StreamKind, StreamName, Timestamp, Version};
use events::mutable_store::MutableWrite;
use events::vault::{AccountLogin, AccountName};

/// Whose an account is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountDetails {
    pub login: Login,
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

type Outcome = Result<CommandReceipt, CommandError<Rejection>>;

impl CommandHandler {
    /// Opens an account under a new opaque id, with the roles that its holder is to have from the beginning, and with
    /// what goes into the mutable store for it, like an invitation.
    pub fn open_account(
        &self,
        metadata: &CommandMetadata,
        known: &dyn Lookup,
        details: &AccountDetails,
        grants: &[Grant],
        mutable_writes: &dyn Fn(&StreamName) -> Vec<MutableWrite>,
    ) -> Outcome {
        let stream = StreamName::new(StreamKind::Account, &self.opaque_id())?;
        let _guard = self.lock_across_streams();
        self.execute(metadata, &TargetStream::new(&stream, evolve), |loaded| {
            let (login_taken, claim) = self.claim(known, &stream, &details.login)?;
            let sealer = self.sealer(&stream);
            let record = AccountRecord { login: sealer.seal(&details.login()), name: sealer.seal(&details.name()) };
            let mut commands = vec![Command::Open { record, login_taken }];
            for grant in grants {
                commands.push(self.grant_command(metadata, &stream, grant)?);
            }
            let (mut state, mut events) = (loaded.state.clone(), Vec::new());
            for command in &commands {
                for event in decide(&state, command).map_err(CommandError::Rejected)? {
                    let corrupt = |problem| CommandError::History { stream: stream.clone(), problem };
                    state = evolve(state, &event).map_err(HistoryProblem::from).map_err(corrupt)?;
                    events.push(event.into());
                }
            }
            let mutable_writes = [claim.take(&stream), mutable_writes(&stream)].concat();
            Ok(Plan { mutable_writes, ..sealer.plan(events) })
        })
    }

    /// Puts right the login or the name of an account; what is as it was stays as it is.
    pub fn rectify_account(
        &self,
        metadata: &CommandMetadata,
        known: &dyn Lookup,
        account: &AccountId,
        details: &AccountDetails,
        reason: Option<&StatedReason>,
    ) -> Outcome {
        let stream = stream(account)?;
        let _guard = self.lock_across_streams();
        self.execute(metadata, &TargetStream::existing(&stream, evolve), |loaded| {
            let Account::Open(open) = &loaded.state else { return Err(CommandError::NotFound) };
            let (login_taken, claim) = self.claim(known, &stream, &details.login)?;
            let sealer = self.sealer(&stream);
            let record = self.changed_account(&stream, open.record, details, &sealer)?;
            let correction = Correction { record, reason: reason.map(|reason| sealer.reason(reason)) };
            let events = events_of(decide(&loaded.state, &Command::Rectify { correction, login_taken }))?;
            Ok(Plan { mutable_writes: claim.take(&stream), ..sealer.plan(events) })
        })
    }

    pub fn grant_role(&self, metadata: &CommandMetadata, account: &AccountId, grant: &Grant) -> Outcome {
        let stream = stream(account)?;
        self.execute(metadata, &TargetStream::existing(&stream, evolve), |loaded| {
            let command = self.grant_command(metadata, &stream, grant)?;
            Ok(Plan::of(events_of(decide(&loaded.state, &command))?))
        })
    }

    pub fn revoke_role(
        &self,
        metadata: &CommandMetadata,
        known: &dyn Lookup,
        account: &AccountId,
        grant: &Grant,
    ) -> Outcome {
        let stream = stream(account)?;
        let _guard = self.lock_across_streams();
        self.execute(metadata, &TargetStream::existing(&stream, evolve), |loaded| {
            let (other_admins, guards) = self.other_admin(known, account)?;
            let command = Command::Revoke { grant: grant.clone(), other_admins, by: doer(metadata, &stream) };
            Ok(Plan { events: events_of(decide(&loaded.state, &command))?, guards, ..Plan::default() })
        })
    }

    /// Disables an account; its sessions and links end.
    pub fn disable_account(
        &self,
        metadata: &CommandMetadata,
        known: &dyn Lookup,
        account: &AccountId,
        reason: Option<&StatedReason>,
    ) -> Outcome {
        let stream = stream(account)?;
        let _guard = self.lock_across_streams();
        self.execute(metadata, &TargetStream::existing(&stream, evolve), |loaded| {
            let (other_admins, guards) = self.other_admin(known, account)?;
            let sealer = self.sealer(&stream);
            let reason = reason.map(|reason| sealer.reason(reason));
            let command = Command::Disable { reason, other_admins, by: doer(metadata, &stream) };
            let events = events_of(decide(&loaded.state, &command))?;
            let mutable_writes = vec![sessions::removal_of_all(account), links::removal_of_all(account)];
            Ok(Plan { guards, mutable_writes, ..sealer.plan(events) })
        })
    }

    pub fn enable_account(&self, metadata: &CommandMetadata, account: &AccountId) -> Outcome {
        let stream = stream(account)?;
        self.execute(metadata, &TargetStream::existing(&stream, evolve), |loaded| {
            Ok(Plan::of(events_of(decide(&loaded.state, &Command::Enable))?))
        })
    }

    /// Issues a link with which the holder of an account sets another password; earlier links end.
    pub fn issue_reset_link(
        &self,
        metadata: &CommandMetadata,
        account: &AccountId,
        id: LinkId,
        expires_at: Timestamp,
    ) -> Outcome {
        let writes = links::writes(id, &self.vault, account, LinkPurpose::Reset, expires_at);
        self.renew_access(metadata, account, &writes)
    }

    /// Removes the second factor of an account; its sessions end. The audit write is stored in place of that of the
    /// metadata.
    pub fn reset_second_factor(
        &self,
        metadata: CommandMetadata,
        account: &AccountId,
        audit_write: MutableWrite,
    ) -> Outcome {
        let [factor, sessions] = second_factor::reset_writes(account);
        let metadata = CommandMetadata { audit: None, ..metadata };
        self.renew_access(&metadata, account, &[factor, sessions, audit_write])
    }

    /// Resets the password or second factor; `mutable_writes` write the link, or remove the credential.
    fn renew_access(
        &self,
        metadata: &CommandMetadata,
        account: &AccountId,
        mutable_writes: &[MutableWrite],
    ) -> Outcome {
        let stream = stream(account)?;
        self.execute(metadata, &TargetStream::existing(&stream, evolve), |loaded| {
            let events = events_of(decide(&loaded.state, &Command::RenewAccess))?;
            Ok(Plan { events, mutable_writes: mutable_writes.to_vec(), ..Plan::default() })
        })
    }

    /// Whether another account has the login, and the claim that keeps it so that none gets it meanwhile.
    fn claim(
        &self,
        known: &dyn Lookup,
        stream: &StreamName,
        login: &Login,
    ) -> Result<(bool, LoginClaim), CommandError<Rejection>> {
        let claim = LoginClaim::load(&*self.log, &self.vault, login)?;
        known.catch_up(self.log.head()?.position)?;
        let is_taken_by_other = known.account_of(login).is_some_and(|account| account.as_str() != stream.id());
        Ok((is_taken_by_other || claim.is_taken_by_other(stream), claim))
    }

    fn grant_command(
        &self,
        metadata: &CommandMetadata,
        stream: &StreamName,
        grant: &Grant,
    ) -> Result<Command, CommandError<Rejection>> {
        let event_known = match &grant.event {
            // A stream that has begun does not go away.
            Some(event) => self.log.stream_version(&event_stream(event)?)? > Version(0),
            None => false,
        };
        Ok(Command::Grant { grant: grant.clone(), event_known, by: doer(metadata, stream) })
    }

    /// One other enabled admin, if there is any, who must stay so while this act is recorded.
    fn other_admin(&self, known: &dyn Lookup, account: &AccountId) -> Result<(usize, Guards), CommandError<Rejection>> {
        known.catch_up(self.log.head()?.position)?;
        for other in known.admins().iter().filter(|other| *other != account) {
            let stream = stream(other)?;
            let loaded = self.loaded(&stream, evolve)?;
            let Account::Open(open) = loaded.state else { continue };
            if !open.disabled && open.grants.iter().any(|grant| grant.role == Role::Admin) {
                return Ok((1, vec![(stream, expect(loaded.version))]));
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
        sealer: &TextSealer<'_>,
    ) -> Result<AccountRecord, CommandError<Rejection>> {
        let sealed = self.sealed(stream)?;
        let open = self.vault.open(&sealed)?;
        let login = open.record::<AccountLogin>()?.map(|kept| kept.record);
        let name = open.record::<AccountName>()?.map(|kept| kept.record);
        Ok(AccountRecord {
            login: sealer.seal_changed(&details.login(), login.as_ref(), known.login),
            name: sealer.seal_changed(&details.name(), name.as_ref(), known.name),
        })
    }
}

fn stream(account: &AccountId) -> Result<StreamName, CommandError<Rejection>> {
    Ok(StreamName::new(StreamKind::Account, account.as_str())?)
}

/// The stream of an event that a role is granted for.
fn event_stream(event: &GrantedCompetition) -> Result<StreamName, CommandError<Rejection>> {
    let kind = match event.kind {
        CompetitionKind::Tournament => StreamKind::Tournament,
        CompetitionKind::League => StreamKind::League,
        CompetitionKind::GrandPrix => StreamKind::GrandPrix,
        CompetitionKind::OnlineEvent => StreamKind::OnlineEvent,
        CompetitionKind::Championship => StreamKind::Championship,
    };
    Ok(StreamName::new(kind, event.id.as_str())?)
}

/// The holder of an account acts under the name of its stream.
fn doer(metadata: &CommandMetadata, stream: &StreamName) -> Initiator {
    if metadata.actor.as_str() == stream.as_str() { Initiator::Holder } else { Initiator::OtherAccount }
}
