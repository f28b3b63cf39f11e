//! What pages show of an application.

use domain::tournament::course::Phase;
use wire::tournaments::applications::{ApplicationItem, ContactItem};

pub(crate) trait ApplicationStatus {
    fn title(&self) -> &str;
    fn waits(&self) -> bool;
    fn is_public(&self) -> bool;
    fn can_be_withdrawn(&self) -> bool;
    fn is_to_be_run(&self) -> bool;
}

impl ApplicationStatus for ApplicationItem {
    fn title(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.id)
    }

    fn waits(&self) -> bool {
        self.state == Phase::Submitted
    }

    fn is_public(&self) -> bool {
        !matches!(self.state, Phase::Submitted | Phase::Rejected)
    }

    fn can_be_withdrawn(&self) -> bool {
        matches!(self.state, Phase::Submitted | Phase::Approved)
    }

    fn is_to_be_run(&self) -> bool {
        matches!(self.state, Phase::Approved | Phase::Running)
    }
}

/// The lines of a contact that are filled in.
pub(crate) fn contact_lines(contact: &ContactItem) -> Vec<&str> {
    let fields = [&contact.name, &contact.email, &contact.phone, &contact.address];
    fields.into_iter().filter_map(|field| field.as_deref()).collect()
}
