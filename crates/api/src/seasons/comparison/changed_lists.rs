//! Builds the answer about lists that differ, row by row.

use crate::http::csv::Cell;
use crate::http::display_names::listed_player;
use crate::http::list_response::Row;
use crate::log::audit_trail::is_public_sentence;
use crate::publication::lists::Names;
use domain::publication::ListKind;
use domain::values::ids::{CompetitionId, PlayerId, RESERVED_RANKING_ID};
use events::envelope::{StreamKind, StreamName};
use events::stored;
use formats::list::ListRow;
use formats::localization::{Lang, Message};
use projections::season_lists::{Cause, Causes, ListChange, RowChange, RowKey};
use projections::sentence::{event_name, sentence};
use projections::views::Views;
use serde::Serialize;
use wire::changed_lists::{CausingEvent, ChangeKind, ChangedList, ChangedLists, ChangedRow, RowState};

const MAX_NAMES: usize = 10;

/// Builds changed lists with the names of today, in a language.
pub(crate) struct ChangedListsBuilder<'a> {
    pub(crate) views: &'a Views,
    pub(crate) lang: Lang,
    pub(crate) most: usize,
}

impl ChangedListsBuilder<'_> {
    pub(crate) fn lists(&self, changes: &[ListChange], causes: &Causes) -> ChangedLists {
        let mut lists = ChangedLists::default();
        for change in changes {
            let group = match change.list.kind() {
                ListKind::Ranking | ListKind::RankingSnapshot => &mut lists.ranking,
                ListKind::Mp | ListKind::MpStart => &mut lists.qualifications,
                ListKind::GrandPrix => &mut lists.grand_prix,
                ListKind::Mw | ListKind::Wildcards => &mut lists.mw,
            };
            group.push(self.list(change, causes));
        }
        lists
    }

    fn list(&self, change: &ListChange, causes: &Causes) -> ChangedList {
        let row = |row: &RowChange| {
            let cause = causes.get(&(change.list.clone(), row.key.clone()));
            self.row(row, cause.map(|cause| causing_event(self.views, self.lang, cause)))
        };
        let mut rows: Vec<&RowChange> = change.rows.iter().filter(|row| self.is_visible_change(row)).collect();
        let changed = rows.len();
        if rows.len() > self.most {
            // If not all rows fit, the most important come first.
            rows.sort_by_key(|row| std::cmp::Reverse(weight(row)));
        }
        ChangedList {
            list: change.list.to_string(),
            title: Names { views: self.views, lang: self.lang }.title(&change.list),
            digest_before: change.before.map(|digest| digest.to_string()),
            digest_after: change.after.map(|digest| digest.to_string()),
            changed,
            rows: rows.into_iter().take(self.most).map(row).collect(),
        }
    }

    /// Whether a shown field differs: results behind the same place and points are not shown.
    fn is_visible_change(&self, row: &RowChange) -> bool {
        let state = |row: &Option<ListRow>| row.as_ref().map(|row| self.state(row));
        state(&row.before) != state(&row.after)
    }

    fn row(&self, row: &RowChange, cause: Option<CausingEvent>) -> ChangedRow {
        let change = match (&row.before, &row.after) {
            (None, _) => ChangeKind::Appeared,
            (_, None) => ChangeKind::Disappeared,
            (Some(before), Some(after)) if before.place != after.place => ChangeKind::Moved,
            _ => ChangeKind::Changed,
        };
        let player_id = match &row.key {
            RowKey::Player(id) => Some(id.clone()),
            RowKey::Open(..) => None,
        };
        let known = player_id.as_deref().and_then(|id| PlayerId::parse(id).ok());
        let person = known.and_then(|id| self.views.players.get(&id)?.person.as_ref());
        let deleted = || player_id.as_ref().map(|_| self.lang.text("event-player-deleted"));
        let name = person.map(|it| format!("{} {}", it.first_name.as_str(), it.surname.as_str()));
        ChangedRow {
            change,
            name: name.or_else(deleted),
            city: person.map(|it| it.city.as_str().to_owned()),
            before: row.before.as_ref().map(|row| self.localized(row)),
            after: row.after.as_ref().map(|row| self.localized(row)),
            cause,
            player_id,
        }
    }

    fn state(&self, row: &ListRow) -> RowState {
        RowState {
            place: row.place,
            points: row.points,
            source: row.source.clone(),
            event_id: row.event.clone(),
            event_name: row.event.as_deref().and_then(|id| self.event_name(id)),
            state: row.state.clone(),
            open: row.open,
            candidates: row.candidates.clone(),
            text: String::new(),
        }
    }

    /// The state of a row, with its text.
    fn localized(&self, row: &ListRow) -> RowState {
        let mut state = self.state(row);
        state.text = self.words(&state);
        state
    }

    fn words(&self, state: &RowState) -> String {
        let render =
            |id: &str, number: u32| self.lang.render(&Message::new(format!("changed-{id}")).number("number", number));
        let named = |family: &str, code: &String| self.lang.text(&format!("{family}-{}", code.replace('_', "-")));
        let event = state.event_name.clone().or_else(|| state.source.as_ref().map(|code| named("source", code)));
        let candidates = state.candidates.iter().filter_map(|id| PlayerId::parse(id).ok());
        let candidates: Vec<String> =
            candidates.map(|id| listed_player(self.views, &id, self.lang).name).take(MAX_NAMES).collect();
        let among = (!candidates.is_empty())
            .then(|| self.lang.render(&Message::new("list-page-among").with("players", candidates.join(", "))));
        let parts = [
            event,
            state.place.map(|place| render("place", place)),
            state.points.map(|points| render("points", points)),
            state.state.as_ref().map(|code| named("list-state", code)),
            state.open.map(|open| self.lang.render(&Message::new("list-page-open").number("open", open))),
            among,
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    fn event_name(&self, id: &str) -> Option<String> {
        const KINDS: [StreamKind; 3] = [StreamKind::Tournament, StreamKind::League, StreamKind::GrandPrix];
        CompetitionId::parse(id).ok().filter(|_| id != RESERVED_RANKING_ID)?;
        let streams = KINDS.iter().filter_map(|kind| StreamName::new(*kind, id).ok());
        streams.into_iter().find_map(|stream| event_name(self.views, &stream))
    }
}

/// The importance of a change: rows that appear or disappear, then the change of points, then the change of place.
fn weight(row: &RowChange) -> (bool, u32, u32) {
    let (Some(before), Some(after)) = (&row.before, &row.after) else { return (true, 0, 0) };
    let by = |value: fn(&ListRow) -> Option<u32>| value(before).unwrap_or(0).abs_diff(value(after).unwrap_or(0));
    (false, by(|row| row.points), by(|row| row.place))
}

/// A causing event; it has a sentence only if the public audit trail has it.
pub(crate) fn causing_event(today: &Views, lang: Lang, cause: &Cause) -> CausingEvent {
    let Cause { position, recorded_at, stream, event } = cause;
    let event_type = stored::encode(event).event_type;
    let is_told = is_public_sentence(stream, event_type, *position, today);
    CausingEvent {
        position: position.0,
        r#type: event_type.to_owned(),
        recorded_at: recorded_at.to_string(),
        sentence: is_told.then(|| lang.render(&sentence(event, stream, today))),
        proof: format!("/api/v1/log/events/{}/proof", position.0),
    }
}

/// A row of any list, with the list that it stands in.
#[derive(Serialize)]
pub(crate) struct ChangedRowOfList<'a> {
    pub(crate) list: &'a str,
    pub(crate) row: &'a ChangedRow,
}

impl Row for ChangedRowOfList<'_> {
    const HEAD: &'static [&'static str] = &[
        "list",
        "change",
        "player_id",
        "name",
        "city",
        "place_before",
        "place_after",
        "points_before",
        "points_after",
        "event_before",
        "event_after",
        "state_before",
        "state_after",
        "open_before",
        "open_after",
        "cause_position",
        "cause_type",
        "cause",
    ];

    fn cells(&self) -> Vec<Cell<'_>> {
        let ChangedRow { change, player_id, name, city, before, after, cause } = self.row;
        let number = |value: Option<u32>| value.map_or(Cell::Empty, |value| Cell::Number(value.into()));
        let both = [before.as_ref(), after.as_ref()];
        let change = match change {
            ChangeKind::Appeared => "appeared",
            ChangeKind::Disappeared => "disappeared",
            ChangeKind::Moved => "moved",
            ChangeKind::Changed => "changed",
        };
        let mut cells = vec![
            Cell::text(self.list),
            Cell::text(change),
            Cell::maybe(player_id.as_deref()),
            Cell::maybe(name.as_deref()),
            Cell::maybe(city.as_deref()),
        ];
        cells.extend(both.map(|row| number(row.and_then(|row| row.place))));
        cells.extend(both.map(|row| number(row.and_then(|row| row.points))));
        cells.extend(both.map(|row| Cell::maybe(row.and_then(|row| row.event_id.as_deref()))));
        cells.extend(both.map(|row| Cell::maybe(row.and_then(|row| row.state.as_deref()))));
        cells.extend(both.map(|row| number(row.and_then(|row| row.open))));
        let position = cause.as_ref().and_then(|cause| i64::try_from(cause.position).ok());
        cells.push(position.map_or(Cell::Empty, Cell::Number));
        cells.push(Cell::maybe(cause.as_ref().map(|cause| cause.r#type.as_str())));
        cells.push(Cell::maybe(cause.as_ref().and_then(|cause| cause.sentence.as_deref())));
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::event::{Event, PlayerEvent, TournamentEvent};
    use events::envelope::{Position, Timestamp};

    fn localized(stream: &str, event: Event) -> CausingEvent {
        let stream = StreamName::parse(stream).unwrap();
        let cause = Cause { position: Position(7), recorded_at: Timestamp(0), stream, event };
        causing_event(&Views::default(), Lang::En, &cause)
    }

    #[test]
    fn a_cause_is_told_in_words_only_where_the_public_trail_tells_it() {
        let erased = localized("player/p1", Event::Player(PlayerEvent::Erased));
        assert_eq!((erased.r#type.as_str(), erased.position, erased.sentence), ("player.erased", 7, None));
        let withdrawn = localized("tournament/t1", Event::Tournament(TournamentEvent::ExceptionDecisionWithdrawn));
        assert!(withdrawn.sentence.is_some());
    }
}
