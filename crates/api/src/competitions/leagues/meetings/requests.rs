//! Checks requests about the meetings of a league.

use crate::competitions::lifecycle::{ParseRequest, player_id};
use crate::http::fields::FieldParser;
use domain::competitions::league::decider::MeetingDetails;
use domain::event::{PlayedTable, RecordedGame};
use domain::game::Ending;
use domain::values::ids::PlayerId;
use domain::values::text::StatedReason;
use formats::localization::Message;
use wire::competitions::meetings::{MeetingCorrection, NewMeeting, NewTable};

/// The most tables of a meeting, and the most games at one.
const MAX_TABLES: usize = 200;
const MAX_GAMES: usize = 20;
const MAX_PRESENT: usize = 1000;

impl ParseRequest for NewMeeting {
    type Parsed = (MeetingDetails, Option<StatedReason>);

    fn read(&self, fields: &mut FieldParser) -> Option<Self::Parsed> {
        let details = read(fields, &self.day, &self.present, &self.tables);
        let accepted = match (self.accept_warnings, &self.reason) {
            (false, None) => Some(None),
            (_, Some(reason)) => fields.reason("/reason", reason).map(|reason| self.accept_warnings.then_some(reason)),
            (true, None) => fields.wrong("/reason", "empty", Message::new("field-empty")),
        };
        details.zip(accepted)
    }
}

impl ParseRequest for MeetingCorrection {
    type Parsed = (MeetingDetails, StatedReason, bool);

    fn read(&self, fields: &mut FieldParser) -> Option<Self::Parsed> {
        let details = read(fields, &self.day, &self.present, &self.tables);
        let reason = fields.reason("/reason", &self.reason);
        Some((details?, reason?, self.accept_warnings))
    }
}

fn read(fields: &mut FieldParser, day: &str, present: &[String], tables: &[NewTable]) -> Option<MeetingDetails> {
    let day = fields.day("/day", day);
    let present = players(fields, "/present", present, MAX_PRESENT);
    if tables.len() > MAX_TABLES {
        too_many(fields, "/tables", MAX_TABLES);
        return None;
    }
    let mut read = Vec::with_capacity(tables.len());
    for (index, table) in tables.iter().enumerate() {
        read.extend(played_table(fields, &format!("/tables/{index}"), table));
    }
    let tables = (read.len() == tables.len()).then_some(read);
    Some(MeetingDetails { day: day?, present: present?, tables: tables? })
}

fn played_table(fields: &mut FieldParser, pointer: &str, table: &NewTable) -> Option<PlayedTable> {
    let seats = players(fields, &format!("{pointer}/seats"), &table.seats, 4);
    if table.games.len() > MAX_GAMES {
        too_many(fields, &format!("{pointer}/games"), MAX_GAMES);
        return None;
    }
    let mut games = Vec::with_capacity(table.games.len());
    for (index, game) in table.games.iter().enumerate() {
        let ending: Option<Ending> = fields.choice(&format!("{pointer}/games/{index}/ending"), &game.ending);
        games.extend(ending.map(|ending| RecordedGame { ending, small: game.small.clone() }));
    }
    let games = (games.len() == table.games.len()).then_some(games);
    Some(PlayedTable { seats: seats?, games: games? })
}

pub(crate) fn players(fields: &mut FieldParser, pointer: &str, ids: &[String], max: usize) -> Option<Vec<PlayerId>> {
    if ids.len() > max {
        too_many(fields, pointer, max);
        return None;
    }
    let read: Vec<PlayerId> =
        ids.iter().enumerate().filter_map(|(index, id)| player_id(fields, &format!("{pointer}/{index}"), id)).collect();
    (read.len() == ids.len()).then_some(read)
}

pub(crate) fn too_many(fields: &mut FieldParser, pointer: &str, max: usize) {
    fields.add(pointer, "too-many", Message::new("field-list-too-long").number("max", max as i64));
}
