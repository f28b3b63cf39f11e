//! `kostka account`: accounts of the service, managed by the operator, also while the service runs.

use super::{output, print_line};
use crate::accounts::{self, AccountAdmin};
use crate::args::{AccountCommands, ConfiguredStore, CreateAccount, NamedAccount};
use crate::configuration::Configuration;
use crate::failure::Failure;
use crate::notice;
use crate::store::{Missing, Store, store_error};
use commands::accounts::links::OneTimeLink;
use commands::accounts::owner;
use events::mutable_store::RecordKind;
use formats::localization::{Lang, Message};
use projections::views::AccountEntry;
use std::io::Write;

pub(crate) fn run(lang: Lang, command: &AccountCommands) -> Result<(), Failure> {
    match command {
        AccountCommands::Create(args) => create(lang, args),
        AccountCommands::List(args) => list(lang, args),
        AccountCommands::Link(args) => with_account(lang, args, |registry, configuration, account| {
            if account.disabled {
                return Err(Failure::BadInput(vec![lang.text("account-account-disabled")]));
            }
            let link = registry.link(&account.id, configuration.chosen.service.sign_in.link)?;
            tell_link(lang, configuration, &link)
        }),
        AccountCommands::Disable(args) => with_account(lang, args, |registry, _, account| {
            registry.disable(&account.id)?;
            done(lang, "account-was-disabled", args)
        }),
        AccountCommands::Enable(args) => with_account(lang, args, |registry, _, account| {
            registry.enable(&account.id)?;
            done(lang, "account-was-enabled", args)
        }),
        AccountCommands::ResetSecondFactor(args) => with_account(lang, args, |registry, _, account| {
            registry.reset_second_factor(&account.id)?;
            done(lang, "account-second-factor-reset", args)
        }),
    }
}

fn create(lang: Lang, args: &CreateAccount) -> Result<(), Failure> {
    let details = accounts::details(lang, &args.login, &args.name)?;
    let grants = args.role.iter().map(|role| accounts::grant(lang, role)).collect::<Result<Vec<_>, _>>()?;
    let configuration = Configuration::without_flags(lang, &args.place.config, &args.place.store)?;
    let store = Store::open_to_write(lang, &configuration.store, Missing::CreateKey)?;
    let registry = AccountAdmin::new(lang, &store, configuration.chosen.service.audit_kept_for);
    let invited = registry.invite(&details, &grants, configuration.chosen.service.sign_in.link);
    let opened = invited.and_then(|(account, link)| {
        let message = Message::new("account-created").with("login", details.login.as_str().to_owned());
        notice::tell(&lang.render(&message.with("id", account.to_string())));
        if grants.is_empty() {
            notice::tell(&lang.text("account-has-no-role"));
        }
        tell_link(lang, &configuration, &link)
    });
    drop(registry);
    store.finish()?;
    opened
}

/// The token goes to the standard output, alone; what to do with it is told beside.
fn tell_link(lang: Lang, configuration: &Configuration, link: &OneTimeLink) -> Result<(), Failure> {
    let url = configuration.known_url();
    let message = Message::new("account-link").with("until", link.expires_at.to_string());
    notice::tell(&lang.render(&message.with("url", url.clone().unwrap_or_else(|| "URL".to_owned()))));
    if url.is_none() {
        notice::tell(&lang.text("account-link-url"));
    }
    print_line(&link.token.to_text())
}

fn with_account(
    lang: Lang,
    args: &NamedAccount,
    change: impl FnOnce(&AccountAdmin<'_>, &Configuration, &AccountEntry) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let configuration = Configuration::without_flags(lang, &args.place.config, &args.place.store)?;
    let store = Store::open_to_write(lang, &configuration.store, Missing::Refuse)?;
    let registry = AccountAdmin::new(lang, &store, configuration.chosen.service.audit_kept_for);
    let outcome = registry.with_login(&args.login).and_then(|account| change(&registry, &configuration, &account));
    drop(registry);
    store.finish()?;
    outcome
}

fn done(lang: Lang, id: &'static str, args: &NamedAccount) -> Result<(), Failure> {
    print_line(&lang.render(&Message::new(id).with("login", args.login.clone())))
}

fn list(lang: Lang, args: &ConfiguredStore) -> Result<(), Failure> {
    let configuration = Configuration::without_flags(lang, &args.config, &args.store)?;
    let store = Store::open(lang, &configuration.store, Missing::Refuse)?;
    let registry = AccountAdmin::new(lang, &store, configuration.chosen.service.audit_kept_for);
    let views = registry.views()?;
    let mut rows = Vec::new();
    for account in views.accounts.list() {
        let has = |record_kind: RecordKind| {
            let records = store.log.mutable_records_of_owner(record_kind, &owner(&account.id), 1);
            records.map(|records| !records.is_empty()).map_err(|error| store_error(lang, &error))
        };
        rows.push((account, has(RecordKind::Password)?, has(RecordKind::SecondFactor)?));
    }
    drop(registry);
    store.log.close();
    rows.sort_by_key(|(account, ..)| account.login.as_ref().map(|login| login.as_str().to_owned()));
    let mut out = output();
    for (account, has_password, has_second_factor) in rows {
        let login = account.login.as_ref().map_or_else(|| lang.text("account-erased"), |text| text.as_str().to_owned());
        let name = account.name.as_ref().map_or_else(String::new, |text| text.as_str().to_owned());
        let roles: Vec<String> = account.grants.iter().map(ToString::to_string).collect();
        let state = [
            account.disabled.then_some("account-state-disabled"),
            (!has_password).then_some("account-state-no-password"),
            has_second_factor.then_some("account-state-second-factor"),
        ];
        let state: Vec<String> = state.into_iter().flatten().map(|id| lang.text(id)).collect();
        writeln!(out, "{login}\t{name}\t{}\t{}", roles.join(" "), state.join(", "))?;
    }
    if views.accounts.is_empty() {
        notice::tell(&lang.text("account-none"));
    }
    Ok(out.flush()?)
}
