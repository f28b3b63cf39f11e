//! Fills answers about leagues from the read models.

use crate::competitions::lifecycle::{days_of, person};
use crate::http::conditional;
use crate::http::display_names::listed_player;
use crate::http::list_response::csv_row;
use domain::Choice;
use domain::competitions::league::decider::League as State;
use events::envelope::StreamKind;
use formats::localization::Lang;
use projections::views::{LeagueEntry, Views};
use wire::competitions::leagues::{League, LeagueItem, LeagueTable, LeagueTableRow, LeagueTableSource};
use wire::competitions::lifecycle::CompetitionStatus;

pub(crate) fn league_item(views: &Views, league: &LeagueEntry) -> LeagueItem {
    let (voivodeship, status) = match &league.state {
        State::Unknown => ("", CompetitionStatus::Over),
        State::Running(running) => (running.opening.voivodeship.name(), CompetitionStatus::Running),
        State::Over(over) => (over.record.voivodeship.name(), CompetitionStatus::Over),
    };
    let (first_day, last_day) = days_of(views, StreamKind::League, &league.id).unzip();
    LeagueItem {
        id: league.id.to_string(),
        name: league.name.as_ref().map(|name| name.as_str().to_owned()),
        voivodeship: voivodeship.to_owned(),
        status,
        first_day,
        last_day,
        meetings: league.meetings().len(),
        etag: conditional::etag_text(league.etag),
    }
}

csv_row! { LeagueItem, |row|
    id, name, voivodeship, status: row.status.name(), first_day, last_day, meetings, etag
}

pub(crate) fn league(views: &Views, league: &LeagueEntry, lang: Lang) -> League {
    let (running, over) = match &league.state {
        State::Unknown => (None, None),
        State::Running(running) => (Some(running.as_ref()), None),
        State::Over(over) => (over.state_at_closing.as_ref(), Some(over.as_ref())),
    };
    let submitted_at =
        over.map(|over| over.record.submitted_at).or(running.map(|running| running.opening.submitted_at));
    let waivers = match (over, running) {
        (Some(over), _) => over.waivers.iter().map(|player| person(views, player, lang)).collect(),
        (None, Some(running)) => running.waivers.iter().map(|noted| person(views, &noted.player, lang)).collect(),
        (None, None) => Vec::new(),
    };
    League {
        item: league_item(views, league),
        submitted_at: submitted_at.map(|moment| moment.to_string()),
        ended_at: over.map(|over| over.record.ended_at.to_string()),
        planned_meetings: running.and_then(|running| running.opening.planned_meetings),
        rulebook: running.map(|running| running.opening.rulebook.to_string()),
        long_enough: running.map(domain::competitions::league::decider::RunningLeague::is_long_enough),
        waivers,
    }
}

pub(crate) fn league_table(views: &Views, league: &LeagueEntry, lang: Lang) -> LeagueTable {
    let (provisional, source) = match &league.state {
        State::Running(running) if running.imported.is_some() => (true, LeagueTableSource::Imported),
        State::Running(_) => (true, LeagueTableSource::Computed),
        State::Over(_) | State::Unknown => (false, LeagueTableSource::Recorded),
    };
    let row = |row: domain::competitions::league::decider::Row| LeagueTableRow {
        place: row.place.map(domain::values::place::Place::number),
        player: listed_player(views, &row.player, lang),
        big: row.tally.big.0,
        small: row.tally.small.0,
        games: row.tally.games_played,
        meetings: row.meetings,
    };
    LeagueTable { provisional, source, rows: league.rows().into_iter().map(row).collect() }
}

csv_row! { LeagueTableRow, |row|
    place, player_id: &row.player.player_id, name: &row.player.name, city: &row.player.city, voivodeship: &row.player.voivodeship,
    big, small, games, meetings
}
