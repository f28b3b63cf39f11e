//! Fills answers about the meetings of a league.

use crate::competitions::lifecycle::person;
use crate::http::conditional;
use crate::http::list_response::csv_row;
use domain::competitions::league::big_points;
use domain::event::PlayedTable;
use domain::game::Ending;
use formats::localization::Lang;
use projections::views::{LeagueEntry, MeetingView, Views};
use wire::competitions::meetings::{Meeting, MeetingGame, MeetingItem, MeetingTable};

pub(crate) fn meeting_item(meeting: &MeetingView<'_>) -> MeetingItem {
    let games = meeting.tables.iter().flat_map(|table| &table.games);
    MeetingItem {
        number: meeting.number,
        day: meeting.day.to_string(),
        present: meeting.present.len(),
        tables: meeting.tables.len(),
        games: games.filter(|game| game.ending != Ending::NotPlayed).count(),
        etag: conditional::etag_text(meeting.etag),
    }
}

csv_row! { MeetingItem, |row|
    number, day, present, tables, games, etag
}

pub(crate) fn meeting(views: &Views, league: &LeagueEntry, meeting: &MeetingView<'_>, lang: Lang) -> Meeting {
    let rulebook = league.rulebook().unwrap_or_default();
    let table = |table: &PlayedTable| MeetingTable {
        seats: table.seats.iter().map(ToString::to_string).collect(),
        games: table
            .games
            .iter()
            .map(|game| MeetingGame {
                ending: game.ending.into(),
                small: game.small.clone().unwrap_or_default(),
                big: big_points(game, &rulebook).into_iter().map(|points| points.0).collect(),
            })
            .collect(),
    };
    Meeting {
        number: meeting.number,
        day: meeting.day.to_string(),
        present: meeting.present.iter().map(|player| person(views, player, lang)).collect(),
        tables: meeting.tables.iter().map(table).collect(),
        etag: conditional::etag_text(meeting.etag),
    }
}
