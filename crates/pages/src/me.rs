//! Who is signed in, and what her roles open to her.

use crate::season;
use crate::tongue::Tongue;
use api::{Inside, Refusal};
use serde::Deserialize;

/// Whoever is signed in.
#[derive(Debug, Deserialize)]
pub(crate) struct Me {
    pub(crate) id: String,
    pub(crate) login: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) grants: Vec<Grant>,
    pub(crate) second_factor: bool,
    pub(crate) second_factor_missing: bool,
    pub(crate) recovery_codes_left: u32,
    pub(crate) session_expires_at: String,
    /// The season whose lists everybody is led to.
    #[serde(skip)]
    pub(crate) season: Option<String>,
    /// The query of the page that she asked for, which the same page in the other language has, too.
    #[serde(skip)]
    pub(crate) query: String,
}

/// Whoever calls: an account, or a code that opens one thing and no page for staff.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Caller {
    Account(Box<Me>),
    #[serde(other)]
    Other,
}

/// A role, for everything or for one event.
#[derive(Debug, Deserialize)]
pub(crate) struct Grant {
    pub(crate) role: String,
    pub(crate) event: Option<GrantedEvent>,
}

/// The event of a role.
#[derive(Debug, Deserialize)]
pub(crate) struct GrantedEvent {
    pub(crate) kind: String,
    pub(crate) id: String,
}

impl Me {
    /// Whoever asks for the page; refused if nobody is signed in.
    pub(crate) async fn of(inside: &Inside, tongue: Tongue) -> Result<Self, Refusal> {
        let Caller::Account(mut me) = inside.personal().get(tongue.0, "/api/v1/me").await? else {
            return Err(Refusal::forbidden());
        };
        me.season = season::now(inside, tongue).await;
        inside.request().query_string().clone_into(&mut me.query);
        Ok(*me)
    }

    fn has(&self, role: &str) -> bool {
        self.grants.iter().any(|grant| grant.role == role)
    }

    pub(crate) fn is_admin(&self) -> bool {
        self.has("admin")
    }

    /// Whether decisions of the season are hers, too.
    pub(crate) fn decides(&self) -> bool {
        ["admin", "arbiter"].iter().any(|role| self.has(role))
    }

    /// Whether she reads every event of the log.
    pub(crate) fn reads_the_log(&self) -> bool {
        ["admin", "arbiter", "auditor"].iter().any(|role| self.has(role))
    }
}
