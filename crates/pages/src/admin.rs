//! Pages for admins: what waits, applications, decisions, lists, qualifications, accounts, corrections, seasons, running events.

pub(crate) mod accounts;
pub(crate) mod applications;
pub(crate) mod corrections;
pub(crate) mod decisions;
pub(crate) mod directory;
pub(crate) mod events;
pub(crate) mod ledger;
pub(crate) mod lists;
pub(crate) mod queues;
pub(crate) mod seasons;

use crate::link;
use crate::me::Me;
use crate::shell::{Shell, Way};
use crate::time;
use crate::tongue::Tongue;
use api::{Inside, Refusal};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;

/// Where the pages for admins are, with the ids of what they are called.
const PLACES: [(&str, &str); 8] = [
    ("", "admin-nav-queues"),
    ("/applications", "admin-nav-applications"),
    ("/decisions", "admin-nav-decisions"),
    ("/ledger", "admin-nav-ledger"),
    ("/lists", "admin-nav-lists"),
    ("/corrections", "admin-nav-corrections"),
    ("/seasons", "admin-nav-seasons"),
    ("/accounts", "admin-nav-accounts"),
];

/// An admin who asks for a page; everybody else is refused.
pub(crate) async fn admin(inside: &Inside, tongue: Tongue) -> Result<Me, Refusal> {
    let me = Me::of(inside, tongue).await?;
    if !me.is_admin() {
        return Err(Refusal::forbidden());
    }
    if me.second_factor_missing { Err(Refusal::second_factor_missing()) } else { Ok(me) }
}

/// Around a page for admins; `part` is its address below `/admin`.
pub(crate) fn shell(tongue: Tongue, title: &str, part: &str, me: &Me) -> Shell {
    Shell::staff(tongue, title, &link::admin(tongue, part), me)
}

impl Shell {
    /// The ways between pages of a kind, for the second row of navigation.
    pub(crate) fn ways_among(&self, base: &str, places: &[(&str, &str)]) -> Vec<Way> {
        let here = self.elsewhere.get(3..).and_then(|rest| rest.strip_prefix(base)).unwrap_or_default();
        let is_below = |part: &str| {
            let rest = here.strip_prefix(part);
            rest.is_some_and(|rest| rest.is_empty() || !part.is_empty() && rest.starts_with(['/', '?']))
        };
        let way = |(part, id): &(&str, &str)| Way {
            text: self.text(id),
            href: format!("/{}{base}{part}", self.tongue.code()),
            is_here: is_below(part),
        };
        places.iter().map(way).collect()
    }

    /// The ways between the pages for admins.
    pub(crate) fn admin_ways(&self) -> Vec<Way> {
        let mut ways = self.ways_among("/admin", &PLACES);
        if !self.navigation.iter().any(|way| way.href == self.admin("")) {
            // Arbiters and auditors see decisions, and nothing else of it.
            ways.retain(|way| way.href == self.admin("/decisions"));
        }
        ways
    }

    /// A page for admins.
    pub(crate) fn admin(&self, part: &str) -> String {
        link::admin(self.tongue, part)
    }

    /// A moment in words.
    pub(crate) fn moment(&self, written: &str) -> String {
        time::moment(self.tongue, written)
    }

    /// A day in words.
    pub(crate) fn day(&self, written: &str) -> String {
        time::day(self.tongue, written)
    }

    /// What a code of the API is called.
    pub(crate) fn called(&self, family: &str, code: &str) -> String {
        self.tongue.choice(family, code)
    }
}

/// So many pages of a list are read: more than any list has that staff choose from, so that a list which has no end ends.
const MOST_PAGES: usize = 50;

/// Whoever has an account, as far as lists of acts need it.
#[derive(Debug, Deserialize)]
struct Named {
    id: String,
    login: Option<String>,
    name: Option<String>,
}

/// A role that was given or taken, as the log has it.
#[derive(Debug, Deserialize)]
struct RoleEvent {
    position: u64,
    stream: String,
    #[serde(rename = "type")]
    kind: String,
    payload: RolePayload,
}

#[derive(Debug, Deserialize)]
struct RolePayload {
    role: String,
    #[serde(default)]
    event: Value,
}

#[derive(Debug, Deserialize)]
struct Part<T> {
    items: Vec<T>,
    next: Option<String>,
}

/// Everything of a list; its address has a query.
async fn whole<T: DeserializeOwned>(inside: &Inside, tongue: Tongue, address: &str) -> Result<Vec<T>, Refusal> {
    let mut whole = Vec::new();
    let mut further = String::new();
    for _ in 0..MOST_PAGES {
        let Part { items, next } = inside.personal().get::<Part<T>>(tongue.0, &format!("{address}{further}")).await?;
        whole.extend(items);
        let Some(next) = next else { break };
        further = format!("&cursor={}", link::escaped(&next));
    }
    Ok(whole)
}

/// What the holders of accounts are called: by name for admins, by their roles and the beginning of an id for others who read the log,
/// from whom personal data are kept.
pub(crate) struct Holders {
    tongue: Tongue,
    /// By the id of the account.
    called: BTreeMap<String, String>,
}

impl Holders {
    /// The holders as the caller may know them.
    pub(crate) async fn known_to(inside: &Inside, tongue: Tongue, me: &Me) -> Result<Self, Refusal> {
        let called = if me.is_admin() {
            let accounts = whole::<Named>(inside, tongue, "/api/v1/accounts?limit=200").await?;
            accounts.into_iter().filter_map(|it| Some((it.id, it.name.or(it.login)?))).collect()
        } else {
            Self::by_role(inside, tongue).await?
        };
        Ok(Self { tongue, called })
    }

    async fn by_role(inside: &Inside, tongue: Tongue) -> Result<BTreeMap<String, String>, Refusal> {
        let mut events: Vec<RoleEvent> = Vec::new();
        for kind in ["account.role_granted", "account.role_revoked"] {
            let address = format!("/api/v1/log/events?type={kind}&limit=200");
            events.extend(whole::<RoleEvent>(inside, tongue, &address).await?);
        }
        events.sort_by_key(|event| event.position);
        let mut held: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
        for RoleEvent { stream, kind, payload, .. } in events {
            let Some(id) = stream.strip_prefix("account/") else { continue };
            let roles = held.entry(id.to_owned()).or_default();
            let role = (payload.role, payload.event.to_string());
            if kind == "account.role_granted" {
                roles.push(role);
            } else {
                roles.retain(|other| *other != role);
            }
        }
        let called = |(id, roles): (String, Vec<(String, String)>)| {
            let mut names: Vec<String> = roles.iter().map(|(role, _)| tongue.choice("page-role", role)).collect();
            names.sort_unstable();
            names.dedup();
            let account = short(tongue, &id);
            let called = if names.is_empty() { account } else { format!("{} ({account})", names.join(", ")) };
            (id, called)
        };
        Ok(held.into_iter().map(called).collect())
    }

    /// Who it was: the holder of an account, also as it stands in the log with its kind before it, or what else acts there.
    pub(crate) fn name(&self, actor: &str) -> String {
        let (kind, id) = actor.split_once('/').unwrap_or(("", actor));
        match (kind, id) {
            ("", "import" | "operator" | "anonymous") => self.tongue.choice("page-audit-actor", id),
            ("table" | "applicant", _) => self.tongue.choice("page-audit-actor", kind),
            ("" | "account", _) => self.called.get(id).cloned().unwrap_or_else(|| short(self.tongue, id)),
            _ => actor.to_owned(),
        }
    }

    /// Everybody whose acts can be asked for, as the log writes them, with what they are called.
    pub(crate) fn actors(&self) -> Vec<(String, String)> {
        let accounts = self.called.iter().map(|(id, called)| (format!("account/{id}"), called.clone()));
        let mut actors: Vec<_> = accounts.collect();
        actors.sort_by(|(_, one), (_, other)| one.cmp(other));
        actors.extend(["import", "operator"].map(|code| (code.to_owned(), self.name(code))));
        actors
    }
}

/// An account by the beginning of its id.
fn short(tongue: Tongue, id: &str) -> String {
    let beginning: String = id.chars().take(4).collect();
    tongue.with("audit-account", beginning)
}
