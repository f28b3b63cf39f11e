//! An application for a tournament, as the API tells it to admins and to whoever sent it.

use serde::Deserialize;

/// An application.
#[derive(Debug, Deserialize)]
pub(crate) struct Application {
    pub(crate) id: String,
    pub(crate) name: Option<String>,
    pub(crate) venue: Option<String>,
    pub(crate) voivodeship: String,
    pub(crate) class: String,
    pub(crate) variant: String,
    pub(crate) first_day: String,
    pub(crate) last_day: String,
    pub(crate) planned_players: u32,
    pub(crate) experienced: bool,
    pub(crate) sponsors_consulted: Option<bool>,
    /// The account of whoever sent it; many are sent without one.
    pub(crate) applied_by: Option<String>,
    pub(crate) submitted_at: String,
    pub(crate) deadline: String,
    pub(crate) on_time: bool,
    pub(crate) decision_due: String,
    pub(crate) overdue: bool,
    pub(crate) last_announcement: String,
    pub(crate) late_notice: bool,
    pub(crate) state: String,
    /// Only an application by itself has it.
    pub(crate) contact: Option<Contact>,
}

/// How whoever sent it is reached.
#[derive(Debug, Deserialize)]
pub(crate) struct Contact {
    pub(crate) name: Option<String>,
    pub(crate) email: Option<String>,
    pub(crate) phone: Option<String>,
    pub(crate) address: Option<String>,
}

impl Contact {
    pub(crate) fn lines(&self) -> Vec<&str> {
        let fields = [&self.name, &self.email, &self.phone, &self.address];
        fields.into_iter().filter_map(|field| field.as_deref()).collect()
    }
}

impl Application {
    pub(crate) fn title(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.id)
    }

    /// Whether nobody has decided on it yet.
    pub(crate) fn waits(&self) -> bool {
        self.state == "submitted"
    }

    /// Whether everybody may know of the tournament.
    pub(crate) fn is_public(&self) -> bool {
        !matches!(self.state.as_str(), "submitted" | "rejected")
    }

    pub(crate) fn can_be_withdrawn(&self) -> bool {
        matches!(self.state.as_str(), "submitted" | "approved")
    }

    /// Whether there is a tournament that somebody has to run.
    pub(crate) fn is_to_be_run(&self) -> bool {
        matches!(self.state.as_str(), "approved" | "running")
    }
}
