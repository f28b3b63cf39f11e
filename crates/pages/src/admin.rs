//! Pages for admins: what waits, applications, decisions, lists, qualifications, accounts, corrections, seasons, running events.

pub(crate) mod accounts;
pub(crate) mod applications;
pub(crate) mod corrections;
pub(crate) mod decisions;
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
use std::collections::HashMap;

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
    if me.is_admin() { Ok(me) } else { Err(Refusal::forbidden()) }
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

/// Whoever has an account, as far as lists of acts need it.
#[derive(Debug, Deserialize)]
struct Named {
    id: String,
    login: Option<String>,
    name: Option<String>,
}

#[derive(Debug, Deserialize)]
struct AllNamed {
    items: Vec<Named>,
}

/// What the holders of accounts are called.
pub(crate) struct Holders(HashMap<String, String>);

impl Holders {
    /// The holders that the caller may know of: all for admins, nobody for others.
    pub(crate) async fn known_to(inside: &Inside, tongue: Tongue, me: &Me) -> Result<Self, Refusal> {
        if !me.is_admin() {
            return Ok(Self(HashMap::new()));
        }
        let AllNamed { items } = inside.personal().get(tongue.0, "/api/v1/accounts?limit=200").await?;
        let named = |it: Named| it.name.or(it.login).map(|name| (it.id, name));
        Ok(Self(items.into_iter().filter_map(named).collect()))
    }

    /// The holder of an account, or its id; also as it stands in the log, with its kind before it.
    pub(crate) fn name(&self, account: &str) -> String {
        let id = account.strip_prefix("account/").unwrap_or(account);
        self.0.get(id).cloned().unwrap_or_else(|| account.to_owned())
    }
}
