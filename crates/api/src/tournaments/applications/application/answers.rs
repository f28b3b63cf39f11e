//! Answers about applications.

use super::applied_by;
use crate::http::conditional;
use domain::rulebook::Rulebook;
use domain::season::deadlines::{
    application_deadline, application_on_time, decision_due, decision_overdue, last_announcement_day,
};
use domain::tournament::course::{Phase, TournamentState};
use domain::values::calendar::{Day, Moment};
use events::vault::ApplicationContact;
use projections::views::TournamentEntry;
use wire::tournaments::applications::{Application, ApplicationItem, ContactItem};

/// An application as of today, by the rules of its season.
pub(crate) fn application_item(
    entry: &TournamentEntry,
    now: &TournamentState,
    rulebook: &Rulebook,
    today: Day,
) -> ApplicationItem {
    let (details, application) = (&now.details, &now.application);
    let sent = application.submitted_at;
    ApplicationItem {
        id: entry.id.to_string(),
        name: entry.name.as_ref().map(|name| name.as_str().to_owned()),
        venue: entry.venue.as_ref().map(|venue| venue.as_str().to_owned()),
        voivodeship: details.voivodeship,
        first_day: details.first_day.to_string(),
        last_day: details.last_day.to_string(),
        class: application.class,
        variant: application.variant,
        planned_players: application.planned_players,
        experienced: application.experienced,
        sponsors_consulted: application.sponsors_consulted,
        state: now.phase,
        submitted_at: format_timestamp(sent),
        deadline: application_deadline(application.details.first_day, rulebook).to_string(),
        on_time: application_on_time(sent, application.details.first_day, rulebook),
        decision_due: decision_due(sent.day(), rulebook).to_string(),
        overdue: is_overdue(now, rulebook, today),
        last_announcement: last_announcement_day(details.first_day, rulebook).to_string(),
        late_notice: now.late_notice,
        applied_by: applied_by(entry).map(|account| account.to_string()),
        etag: conditional::etag_text(entry.details_changed),
    }
}

pub(crate) fn is_overdue(now: &TournamentState, rulebook: &Rulebook, today: Day) -> bool {
    now.phase == Phase::Submitted && decision_overdue(now.application.submitted_at.day(), today, rulebook)
}

fn format_timestamp(moment: Moment) -> String {
    events::envelope::Timestamp(moment.microseconds()).to_string()
}

pub(crate) fn application(item: ApplicationItem, contact: Option<&ApplicationContact>) -> Application {
    let contact = contact.map(|contact| ContactItem {
        name: contact.name.as_ref().map(|text| text.as_str().to_owned()),
        email: contact.email.as_ref().map(|text| text.as_str().to_owned()),
        address: contact.address.as_ref().map(|text| text.as_str().to_owned()),
        phone: contact.phone.as_ref().map(|text| text.as_str().to_owned()),
    });
    Application { item, contact }
}
