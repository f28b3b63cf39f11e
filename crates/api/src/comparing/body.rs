//! Lists that differ, row by row, as clients get them.

use crate::audit_trail::is_told_to_everybody;
use crate::listed::NamedPlayer;
use crate::lists::Names;
use crate::sheet::Cell;
use crate::table::Row;
use domain::ids::{EventId, PlayerId, RESERVED_RANKING_ID};
use domain::publication::ListKind;
use events::envelope::{StreamKind, StreamName};
use events::stored;
use formats::list::ListRow;
use formats::words::{Lang, Message};
use projections::season_lists::{Cause, Causes, ListChange, RowChange, RowKey};
use projections::sentence::{event_name, sentence};
use projections::views::Views;
use serde::Serialize;
use utoipa::ToSchema;

/// No more names than these are told in the words for a row.
const MOST_NAMES: usize = 10;

/// The lists that differ, by kind.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct ChangedLists {
    /// Rankings: who moved, came or went.
    #[schema(max_items = 1000)]
    pub(crate) ranking: Vec<ChangedList>,
    /// Lists of the qualified for the national championship.
    #[schema(max_items = 1000)]
    pub(crate) qualifications: Vec<ChangedList>,
    /// Standings of Grand Prix cycles.
    #[schema(max_items = 1000)]
    pub(crate) grand_prix: Vec<ChangedList>,
    /// Lists of the qualified for voivodeship championships, and their wildcards.
    #[schema(max_items = 1000)]
    pub(crate) mw: Vec<ChangedList>,
}

/// A list that differs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChangedList {
    /// Which list.
    #[schema(max_length = 1100, example = "ranking:2025")]
    pub(crate) list: String,
    /// What it is called.
    #[schema(max_length = 600, example = "Ranking krajowy, sezon 2025")]
    title: String,
    /// The digest of its canonical bytes before; absent if there was no such list.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^[0-9a-f]{64}$")]
    digest_before: Option<String>,
    /// The same after.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^[0-9a-f]{64}$")]
    digest_after: Option<String>,
    /// How many rows differ in what is shown here; a list whose digest alone differs has the same places and points from other results.
    #[schema(minimum = 0, maximum = 1_000_000, example = 12)]
    changed: usize,
    /// The rows that differ, in the order of the list, then those that are gone; a rehearsal shows the first hundred.
    #[schema(max_items = 100_000)]
    pub(crate) rows: Vec<ChangedRow>,
}

/// How a row differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ChangeKind {
    /// It was not there.
    Appeared,
    /// It is not there any more.
    Disappeared,
    /// It has another place.
    Moved,
    /// It has the same place, and something else is different.
    Changed,
}

/// A row that differs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChangedRow {
    /// How it differs.
    pub(crate) change: ChangeKind,
    /// The player; absent for what is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player_id: Option<String>,
    /// What the player is called today.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 400, example = "Łucja Przykładowa")]
    name: Option<String>,
    /// The city that the player plays for today.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 200, example = "Łódź")]
    city: Option<String>,
    /// The row before; absent if it was not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<RowState>,
    /// The row after; absent if it is not there any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<RowState>,
    /// The first event that changed the row.
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<CausingEvent>,
}

/// What stands in a row.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct RowState {
    /// The place in the list, or in the event that a qualification comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 1_000_000, example = 3)]
    place: Option<u32>,
    /// The total.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 4_294_967_295_i64, example = 185)]
    points: Option<u32>,
    /// The kind of source of a qualification.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 30, example = "tournament")]
    source: Option<String>,
    /// The event that it comes from; `ranking` for the ranking.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 1024, example = "t-2025-10-11-lodz")]
    event_id: Option<String>,
    /// What the event is called today.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500, example = "Jesienny Turniej w Łodzi")]
    event_name: Option<String>,
    /// How sure a qualification is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 30, example = "proposed")]
    state: Option<String>,
    /// How many are open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, maximum = 10_000, example = 1)]
    open: Option<u32>,
    /// Who is tied for what is open.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 10_000)]
    candidates: Vec<String>,
    /// The same in words.
    #[schema(max_length = 2000, example = "3. miejsce, 185 punktów")]
    text: String,
}

/// An event that changed a row.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CausingEvent {
    /// Where it stands in the log.
    #[schema(minimum = 1, maximum = 9_007_199_254_740_991_i64, example = 1042)]
    position: u64,
    /// What happened.
    #[schema(max_length = 100, example = "tournament.corrected")]
    r#type: String,
    /// When it was recorded.
    #[schema(format = DateTime, max_length = 40, example = "2026-03-14T10:15:30.123456Z")]
    recorded_at: String,
    /// What happened, in words; absent where the public audit trail does not tell of it either.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 4000, example = "Poprawiono turniej „Jesienny Turniej w Łodzi”")]
    sentence: Option<String>,
    /// The proof that the event is in the log.
    #[schema(max_length = 100, example = "/api/v1/log/events/1042/proof")]
    proof: String,
}

/// Shows lists with the names of today, in a language.
pub(super) struct Showing<'a> {
    pub(super) views: &'a Views,
    pub(super) lang: Lang,
    /// The most rows of a list.
    pub(super) most: usize,
}

impl Showing<'_> {
    pub(super) fn lists(&self, changes: &[ListChange], causes: &Causes) -> ChangedLists {
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
            self.row(row, cause.map(|cause| CausingEvent::of(self.views, self.lang, cause)))
        };
        let mut rows: Vec<&RowChange> = change.rows.iter().filter(|row| self.shows(row)).collect();
        let changed = rows.len();
        if rows.len() > self.most {
            // Where not everything fits, what matters most comes first.
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

    /// Whether anything differs that is shown: results behind the same place and points are not.
    fn shows(&self, row: &RowChange) -> bool {
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
            before: row.before.as_ref().map(|row| self.told(row)),
            after: row.after.as_ref().map(|row| self.told(row)),
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

    /// What stands in a row, with words for it.
    fn told(&self, row: &ListRow) -> RowState {
        let mut state = self.state(row);
        state.text = self.words(&state);
        state
    }

    fn words(&self, state: &RowState) -> String {
        let say =
            |id: &str, number: u32| self.lang.say(&Message::new(format!("changed-{id}")).number("number", number));
        let named = |family: &str, code: &String| self.lang.text(&format!("{family}-{}", code.replace('_', "-")));
        let event = state.event_name.clone().or_else(|| state.source.as_ref().map(|code| named("source", code)));
        let candidates = state.candidates.iter().filter_map(|id| PlayerId::parse(id).ok());
        let candidates: Vec<String> =
            candidates.map(|id| NamedPlayer::of(self.views, &id, self.lang).name).take(MOST_NAMES).collect();
        let among = (!candidates.is_empty())
            .then(|| self.lang.say(&Message::new("list-page-among").with("players", candidates.join(", "))));
        let parts = [
            event,
            state.place.map(|place| say("place", place)),
            state.points.map(|points| say("points", points)),
            state.state.as_ref().map(|code| named("list-state", code)),
            state.open.map(|open| self.lang.say(&Message::new("list-page-open").number("open", open))),
            among,
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// What an event of any kind is called.
    fn event_name(&self, id: &str) -> Option<String> {
        const KINDS: [StreamKind; 3] = [StreamKind::Tournament, StreamKind::League, StreamKind::GrandPrix];
        EventId::parse(id).ok().filter(|_| id != RESERVED_RANKING_ID)?;
        let streams = KINDS.iter().filter_map(|kind| StreamName::new(*kind, id).ok());
        streams.into_iter().find_map(|stream| event_name(self.views, &stream))
    }
}

/// How much a change matters: whoever comes or goes, then those whose points change much, then those who move far.
fn weight(row: &RowChange) -> (bool, u32, u32) {
    let (Some(before), Some(after)) = (&row.before, &row.after) else { return (true, 0, 0) };
    let by = |value: fn(&ListRow) -> Option<u32>| value(before).unwrap_or(0).abs_diff(value(after).unwrap_or(0));
    (false, by(|row| row.points), by(|row| row.place))
}

impl CausingEvent {
    /// An event in the words of a language, with the names of today, as far as everybody may know of it.
    pub(crate) fn of(today: &Views, lang: Lang, cause: &Cause) -> Self {
        let Cause { position, recorded_at, stream, event } = cause;
        let event_type = stored::encode(event).event_type;
        let is_told = is_told_to_everybody(stream, event_type, *position, today);
        Self {
            position: position.0,
            r#type: event_type.to_owned(),
            recorded_at: recorded_at.to_string(),
            sentence: is_told.then(|| lang.say(&sentence(event, stream, today))),
            proof: format!("/api/v1/log/events/{}/proof", position.0),
        }
    }
}

impl ChangedLists {
    pub(super) fn iter(&self) -> impl Iterator<Item = &ChangedList> {
        self.ranking.iter().chain(&self.qualifications).chain(&self.grand_prix).chain(&self.mw)
    }
}

/// A row of any list, with the list that it stands in.
#[derive(Serialize)]
pub(super) struct RowOf<'a> {
    pub(super) list: &'a str,
    pub(super) row: &'a ChangedRow,
}

impl Row for RowOf<'_> {
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

    fn told(stream: &str, event: Event) -> CausingEvent {
        let stream = StreamName::parse(stream).unwrap();
        let cause = Cause { position: Position(7), recorded_at: Timestamp(0), stream, event };
        CausingEvent::of(&Views::default(), Lang::En, &cause)
    }

    #[test]
    fn a_cause_is_told_in_words_only_where_the_public_trail_tells_it() {
        let erased = told("player/p1", Event::Player(PlayerEvent::Erased));
        assert_eq!((erased.r#type.as_str(), erased.position, erased.sentence), ("player.erased", 7, None));
        let withdrawn = told("tournament/t1", Event::Tournament(TournamentEvent::ExceptionDecisionWithdrawn));
        assert!(withdrawn.sentence.is_some());
    }
}
