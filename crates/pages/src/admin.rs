//! Pages for admins: what waits, applications, decisions, lists, qualifications, accounts, corrections, seasons,
//! running competitions.

pub(crate) mod accounts;
pub(crate) mod applications;
pub(crate) mod competitions;
pub(crate) mod corrections;
pub(crate) mod decisions;
pub(crate) mod directory;
pub(crate) mod ledger;
pub(crate) mod lists;
pub(crate) mod queues;
pub(crate) mod seasons;

use crate::layout::current_user::CurrentUser;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::shell::{NavLink, Shell};
use crate::layout::time;
use api::{ApiClient, ApiError};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use wire::accounts::AccountItem;
use wire::common::Page;
use wire::log::LoggedEvent;

/// The pages for admins: the part of the address below `/admin`, and the id of the text of the link.
const NAV_ENTRIES: [(&str, &str); 8] = [
    ("", "admin-nav-queues"),
    ("/applications", "admin-nav-applications"),
    ("/decisions", "admin-nav-decisions"),
    ("/ledger", "admin-nav-ledger"),
    ("/lists", "admin-nav-lists"),
    ("/corrections", "admin-nav-corrections"),
    ("/seasons", "admin-nav-seasons"),
    ("/accounts", "admin-nav-accounts"),
];

/// The signed-in admin; others are refused.
pub(crate) async fn require_admin(client: &ApiClient, language: Language) -> Result<CurrentUser, ApiError> {
    let me = CurrentUser::of(client, language).await?;
    if !me.is_admin() {
        return Err(ApiError::forbidden());
    }
    if me.second_factor_missing { Err(ApiError::second_factor_missing()) } else { Ok(me) }
}

/// The frame of a page for admins; `part` is its address below `/admin`.
pub(crate) fn shell(language: Language, title: &str, part: &str, me: &CurrentUser) -> Shell {
    Shell::staff(language, title, &link::admin(language, part), me)
}

impl Shell {
    /// Links to the pages below `base`, for the second row of navigation.
    pub(crate) fn nav_links_below(&self, base: &str, entries: &[(&str, &str)]) -> Vec<NavLink> {
        let here = self.other_language_href.get(3..).and_then(|rest| rest.strip_prefix(base)).unwrap_or_default();
        let is_below = |part: &str| {
            let rest = here.strip_prefix(part);
            rest.is_some_and(|rest| rest.is_empty() || !part.is_empty() && rest.starts_with(['/', '?']))
        };
        let nav_link = |(part, id): &(&str, &str)| NavLink {
            text: self.text(id),
            href: format!("/{}{base}{part}", self.language.code()),
            is_here: is_below(part),
        };
        entries.iter().map(nav_link).collect()
    }

    pub(crate) fn admin_nav_links(&self) -> Vec<NavLink> {
        let mut links = self.nav_links_below("/admin", &NAV_ENTRIES);
        if !self.navigation.iter().any(|nav_link| nav_link.href == self.admin_href("")) {
            // Arbiters and auditors see only the decisions.
            links.retain(|nav_link| nav_link.href == self.admin_href("/decisions"));
        }
        links
    }

    pub(crate) fn admin_href(&self, part: &str) -> String {
        link::admin(self.language, part)
    }

    pub(crate) fn moment(&self, written: &str) -> String {
        time::moment(self.language, written)
    }

    pub(crate) fn day(&self, written: &str) -> String {
        time::day(self.language, written)
    }

    pub(crate) fn choice_text(&self, family: &str, code: &str) -> String {
        self.language.choice(family, code)
    }
}

/// So many pages of a list are read: more than any list has that staff choose from, so that a list which has no end
/// ends.
const MAX_PAGES: usize = 50;

/// Everything of a list; its address has a query.
async fn fetch_all<T: DeserializeOwned>(
    client: &ApiClient,
    language: Language,
    address: &str,
) -> Result<Vec<T>, ApiError> {
    fetch_pages(client, language, address, MAX_PAGES).await
}

/// The beginning of a list; its address has a query.
async fn fetch_pages<T: DeserializeOwned>(
    client: &ApiClient,
    language: Language,
    address: &str,
    max_pages: usize,
) -> Result<Vec<T>, ApiError> {
    let mut found = Vec::new();
    let mut further = String::new();
    for _ in 0..max_pages {
        let Page { items, next } = client.personal().get::<Page<T>>(language.0, &format!("{address}{further}")).await?;
        found.extend(items);
        let Some(next) = next else { break };
        further = format!("&cursor={}", link::escaped(&next));
    }
    Ok(found)
}

/// The names of the holders of accounts: by name for admins, by their roles and the beginning of an id for others
/// who read the log, from whom personal data are kept.
pub(crate) struct AccountNames {
    language: Language,
    /// By the id of the account.
    names_by_id: BTreeMap<String, String>,
}

impl AccountNames {
    /// The holders as the caller may know them.
    pub(crate) async fn visible_to(client: &ApiClient, language: Language, me: &CurrentUser) -> Result<Self, ApiError> {
        let names_by_id = if me.is_admin() {
            let accounts = fetch_all::<AccountItem>(client, language, "/api/v1/accounts?limit=200").await?;
            accounts.into_iter().filter_map(|it| Some((it.id, it.name.or(it.login)?))).collect()
        } else {
            Self::by_role(client, language).await?
        };
        Ok(Self { language, names_by_id })
    }

    async fn by_role(client: &ApiClient, language: Language) -> Result<BTreeMap<String, String>, ApiError> {
        let mut events: Vec<LoggedEvent> = Vec::new();
        for kind in ["account.role_granted", "account.role_revoked"] {
            let address = format!("/api/v1/log/events?type={kind}&limit=200");
            events.extend(fetch_all::<LoggedEvent>(client, language, &address).await?);
        }
        events.sort_by_key(|event| event.position);
        let mut held: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        for LoggedEvent { stream, event_type, payload, .. } in events {
            let Some(id) = stream.strip_prefix("account/") else { continue };
            let roles = held.entry(id.to_owned()).or_default();
            let role = (payload["role"].as_str().unwrap_or_default().to_owned(), payload["event"].to_string());
            if event_type == "account.role_granted" {
                roles.push(role);
            } else {
                roles.retain(|other| *other != role);
            }
        }
        let name_of_account = |(id, roles): (String, Vec<(String, String)>)| {
            let mut names: Vec<String> = roles.iter().map(|(role, _)| language.choice("page-role", role)).collect();
            names.sort_unstable();
            names.dedup();
            let account = short(language, &id);
            let label = if names.is_empty() { account } else { format!("{} ({account})", names.join(", ")) };
            (id, label)
        };
        Ok(held.into_iter().map(name_of_account).collect())
    }

    /// Who it was: the holder of an account, also as it stands in the log with its kind before it, or what else acts
    /// there.
    pub(crate) fn name(&self, actor: &str) -> String {
        let (kind, id) = actor.split_once('/').unwrap_or(("", actor));
        match (kind, id) {
            ("", "import" | "operator" | "anonymous") => self.language.choice("page-audit-actor", id),
            ("table" | "applicant" | "service", _) => self.language.choice("page-audit-actor", kind),
            ("" | "account", _) => self.names_by_id.get(id).cloned().unwrap_or_else(|| short(self.language, id)),
            _ => actor.to_owned(),
        }
    }

    /// All actors that can be filtered by, as the log writes them, with their names.
    pub(crate) fn actors(&self) -> Vec<(String, String)> {
        let accounts = self.names_by_id.iter().map(|(id, name)| (format!("account/{id}"), name.clone()));
        let mut actors: Vec<_> = accounts.collect();
        actors.sort_by(|(_, one), (_, other)| one.cmp(other));
        actors.extend(["import", "operator"].map(|code| (code.to_owned(), self.name(code))));
        actors
    }
}

/// An account by the beginning of its id.
fn short(language: Language, id: &str) -> String {
    let beginning: String = id.chars().take(4).collect();
    language.with("audit-account", beginning)
}
