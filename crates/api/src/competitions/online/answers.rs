//! Fills answers about online competitions from the read models.

use crate::competitions::lifecycle::person;
use crate::http::conditional;
use crate::http::list_response::csv_row;
use domain::competitions::online::decider::Online;
use domain::event::PlacedPlayer;
use formats::localization::Lang;
use projections::views::{OnlineEntry, Views};
use wire::competitions::lifecycle::CompetitionStatus;
use wire::competitions::online::{OnlineEvent, OnlineItem, OnlineRow};

pub(crate) fn online_item(online: &OnlineEntry) -> Option<OnlineItem> {
    let (kind, edition, last) = online.edition()?;
    Some(OnlineItem {
        id: online.id.to_string(),
        kind: kind.into(),
        edition,
        status: if matches!(online.state, Online::Running(_)) {
            CompetitionStatus::Running
        } else {
            CompetitionStatus::Over
        },
        last_day: last.to_string(),
        players: online.table().len(),
        etag: conditional::etag_text(online.etag),
    })
}

csv_row! { OnlineItem, |row|
    id, kind: row.kind.name(), edition, status: row.status.name(), last_day, players, etag
}

pub(crate) fn online_event(views: &Views, online: &OnlineEntry, lang: Lang) -> Option<OnlineEvent> {
    let (submitted_at, ended_at, waivers) = match &online.state {
        Online::Unknown => return None,
        Online::Running(running) => {
            let players = running.waivers.iter().map(|noted| &noted.player).collect::<Vec<_>>();
            (running.opening.submitted_at, None, players)
        }
        Online::Over(over) => {
            (over.record.submitted_at, Some(over.record.ended_at), over.waivers.iter().collect::<Vec<_>>())
        }
    };
    let row = |line: &PlacedPlayer| OnlineRow { place: line.place.number(), person: person(views, &line.player, lang) };
    Some(OnlineEvent {
        item: online_item(online)?,
        submitted_at: submitted_at.map(|moment| moment.to_string()),
        ended_at: ended_at.map(|moment| moment.to_string()),
        table: online.table().iter().map(row).collect(),
        waivers: waivers.into_iter().map(|player| person(views, player, lang)).collect(),
    })
}
