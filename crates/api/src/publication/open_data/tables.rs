//! The tables of open data, from the same calculations as the published lists.

use crate::http::csv::Cell;
use domain::Choice;
use domain::publication::ListId;
use domain::season::Facts;
use domain::season::ranking::counted_results;
use domain::values::calendar::Day;
use domain::values::ids::{CompetitionKey, PlayerId, PlayerKey, SeasonId};
use domain::values::place::Place;
use domain::values::voivodeship::Voivodeship;
use events::envelope::{StreamKind, StreamName};
use formats::list::ListRow;
use projections::season_lists::canonical;
use projections::sentence::event_name;
use projections::views::{Details, Views};
use std::collections::{HashMap, HashSet};

/// A table.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) head: &'static [&'static str],
    pub(crate) rows: Vec<Vec<Cell<'static>>>,
}

/// The subject of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subject {
    /// Every result of every competition, with its points.
    Results,
    Ranking,
    RankingSnapshot,
    Mp,
    Mw,
    GrandPrix,
    Events,
    Editions,
}

const RESULTS: &[&str] = &[
    "event_kind",
    "event_id",
    "event_name",
    "day",
    "event_voivodeship",
    "place",
    "points",
    "counts",
    "player_id",
    "name",
    "city",
    "voivodeship",
];
const RANKING: &[&str] = &["place", "points", "results", "player_id", "name", "city", "voivodeship"];
const GRAND_PRIX: &[&str] =
    &["grand_prix_id", "grand_prix_name", "place", "points", "results", "player_id", "name", "city", "voivodeship"];
const QUALIFICATIONS: &[&str] = &[
    "championship",
    "source",
    "event_id",
    "event_name",
    "place",
    "state",
    "open",
    "candidates",
    "player_id",
    "name",
    "city",
    "voivodeship",
];
const EVENTS: &[&str] = &["kind", "id", "name", "first_day", "last_day", "class", "voivodeship", "over"];
const EDITIONS: &[&str] = &[
    "list",
    "edition",
    "digest",
    "bytes",
    "position",
    "root",
    "rulebook",
    "rulebook_position",
    "calculation",
    "published_position",
    "published_at",
];

impl Subject {
    pub(crate) const ALL: &'static [Self] = &[
        Self::Results,
        Self::Ranking,
        Self::RankingSnapshot,
        Self::Mp,
        Self::Mw,
        Self::GrandPrix,
        Self::Events,
        Self::Editions,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Results => "results",
            Self::Ranking => "ranking",
            Self::RankingSnapshot => "ranking-snapshot",
            Self::Mp => "mp-qualifications",
            Self::Mw => "mw-qualifications",
            Self::GrandPrix => "grand-prix",
            Self::Events => "events",
            Self::Editions => "editions",
        }
    }

    /// The table of a season; none if it cannot be computed yet.
    pub(crate) fn table(self, views: &Views, season: &SeasonId) -> Option<Table> {
        let builder = OpenDataTableBuilder { views, season };
        match self {
            Self::Results => builder.results(),
            Self::Ranking => builder.ranking(&ListId::Ranking(season.clone())),
            Self::RankingSnapshot => builder.ranking(&ListId::RankingSnapshot(season.clone())),
            Self::Mp => {
                let rows = canonical(&views.records, &ListId::Mp(season.clone()))?.list.rows;
                let rows = rows.iter().map(|row| builder.qualification("mp", row)).collect();
                Some(Table { head: QUALIFICATIONS, rows })
            }
            Self::Mw => Some(builder.voivodeships()),
            Self::GrandPrix => Some(builder.cycles()),
            Self::Events => Some(builder.events()),
            Self::Editions => Some(builder.editions()),
        }
    }
}

struct OpenDataTableBuilder<'a> {
    views: &'a Views,
    season: &'a SeasonId,
}

struct CompetitionInfo {
    kind: StreamKind,
    event: CompetitionKey,
    day: Day,
    voivodeship: Option<Voivodeship>,
}

impl OpenDataTableBuilder<'_> {
    /// The public cells of a player: id, name, city, voivodeship.
    fn person(&self, id: &str) -> [Cell<'static>; 4] {
        let player = PlayerId::parse(id).ok().and_then(|id| self.views.players.get(&id));
        let Some(person) = player.and_then(|player| player.person.as_ref()) else {
            return [owned(id), Cell::Empty, Cell::Empty, Cell::Empty];
        };
        let name = format!("{} {}", person.first_name.as_str(), person.surname.as_str());
        [owned(id), Cell::Text(name.into()), owned(person.city.as_str()), owned(person.voivodeship.as_str())]
    }

    fn event_name(&self, kind: StreamKind, id: &str) -> Cell<'static> {
        let stream = StreamName::new(kind, id).ok();
        let name = stream.and_then(|stream| event_name(self.views, &stream));
        name.map_or(Cell::Empty, |name| Cell::Text(name.into()))
    }

    /// The name of a competition of any kind that gives qualifications.
    fn any_event_name(&self, id: &str) -> Cell<'static> {
        let kinds = [StreamKind::Tournament, StreamKind::League, StreamKind::GrandPrix, StreamKind::OnlineEvent];
        let names = kinds.into_iter().map(|kind| self.event_name(kind, id));
        names.into_iter().find(|name| !matches!(name, Cell::Empty)).unwrap_or(Cell::Empty)
    }

    fn results(&self) -> Option<Table> {
        let (set, lists) = self.views.records.computed().season(self.season)?;
        let facts: &Facts = &set.facts;
        let season = facts.seasons.iter().find(|season| season.id == *self.season)?;
        let earned = counted_results(facts, season, None);
        let earned: HashMap<(CompetitionKey, PlayerKey), u32> =
            earned.iter().map(|it| ((it.result.competition, it.player), it.result.points.0)).collect();
        let counting: HashSet<(CompetitionKey, PlayerKey)> = (lists.ranking.rows())
            .flat_map(|row| row.results.iter().map(move |result| (result.competition, row.player)))
            .collect();
        let mut rows = Vec::new();
        let mut add = |about: &CompetitionInfo, player: PlayerKey, place: Option<Place>| {
            let key = (about.event, player);
            let id = facts.competition_id(about.event).as_str();
            let mut row = vec![
                Cell::text(about.kind.name()),
                owned(id),
                self.event_name(about.kind, id),
                Cell::Text(about.day.to_string().into()),
                about.voivodeship.map_or(Cell::Empty, |it| Cell::text(it.name())),
                place.map_or(Cell::Empty, |place| Cell::Number(place.number().into())),
                earned.get(&key).map_or(Cell::Empty, |points| Cell::Number((*points).into())),
                Cell::text(if counting.contains(&key) { "yes" } else { "no" }),
            ];
            row.extend(self.person(facts.player_id(player).as_str()));
            rows.push(row);
        };
        let within = |day: Day| season.window.holds(day);
        for it in facts.tournaments.iter().filter(|it| within(it.day())) {
            let (kind, voivodeship) = (StreamKind::Tournament, Some(it.voivodeship));
            let about = CompetitionInfo { kind, event: it.competition, day: it.day(), voivodeship };
            it.finishes.iter().for_each(|finish| add(&about, finish.player, finish.standing_place()));
        }
        for it in facts.leagues.iter().filter(|it| within(it.ended_at.day())) {
            let (kind, voivodeship) = (StreamKind::League, Some(it.voivodeship));
            let about = CompetitionInfo { kind, event: it.competition, day: it.ended_at.day(), voivodeship };
            it.table.iter().for_each(|line| add(&about, line.player, Some(line.place)));
        }
        for it in facts.online.iter().filter(|it| within(it.ended_at.day())) {
            let kind = StreamKind::OnlineEvent;
            let about = CompetitionInfo { kind, event: it.competition, day: it.ended_at.day(), voivodeship: None };
            it.table.iter().for_each(|line| add(&about, line.player, Some(line.place)));
        }
        Some(Table { head: RESULTS, rows })
    }

    fn ranking(&self, list: &ListId) -> Option<Table> {
        let rows = canonical(&self.views.records, list)?.list.rows;
        Some(Table { head: RANKING, rows: rows.iter().map(|row| self.ranked(row)).collect() })
    }

    fn ranked(&self, row: &ListRow) -> Vec<Cell<'static>> {
        let mut cells = vec![number(row.place), number(row.points), Cell::Number(row.results.len() as i64)];
        cells.extend(self.person(row.player.as_deref().unwrap_or_default()));
        cells
    }

    fn qualification(&self, championship: &str, row: &ListRow) -> Vec<Cell<'static>> {
        let event = row.event.as_deref().unwrap_or_default();
        let mut cells = vec![
            owned(championship),
            row.source.as_deref().map_or(Cell::text("wildcard"), owned),
            owned(event),
            self.any_event_name(event),
            number(row.place),
            row.state.as_deref().map_or(Cell::Empty, owned),
            number(row.open),
            Cell::Text(row.candidates.join(" ").into()),
        ];
        match row.player.as_deref() {
            Some(player) => cells.extend(self.person(player)),
            None => cells.extend([Cell::Empty, Cell::Empty, Cell::Empty, Cell::Empty]),
        }
        cells
    }

    fn voivodeships(&self) -> Table {
        let mut rows = Vec::new();
        for id in self.of_kind(StreamKind::Championship) {
            for list in [format!("mw:{id}"), format!("wildcards:{id}")] {
                let drawn = list.parse().ok().and_then(|list| canonical(&self.views.records, &list));
                rows.extend(drawn.iter().flat_map(|it| &it.list.rows).map(|row| self.qualification(&id, row)));
            }
        }
        Table { head: QUALIFICATIONS, rows }
    }

    fn cycles(&self) -> Table {
        let mut rows = Vec::new();
        for id in self.of_kind(StreamKind::GrandPrix) {
            let drawn = format!("grand-prix:{id}").parse().ok().and_then(|it| canonical(&self.views.records, &it));
            for row in drawn.iter().flat_map(|it| &it.list.rows) {
                let mut cells = vec![owned(&id), self.event_name(StreamKind::GrandPrix, &id)];
                cells.extend(self.ranked(row));
                rows.push(cells);
            }
        }
        Table { head: GRAND_PRIX, rows }
    }

    /// The ids of the competitions of the season of this kind.
    fn of_kind(&self, kind: StreamKind) -> Vec<String> {
        let all = self.views.season_competitions(self.season).into_iter();
        all.filter(|it| it.kind() == kind).map(|it| it.id().to_owned()).collect()
    }

    fn events(&self) -> Table {
        let all = self.views.season_competitions(self.season).into_iter();
        let rows = all.map(|it| {
            let days = self.views.competitions.days(it);
            let (class, voivodeship) = match &it.details {
                Details::Tournament { class, voivodeship } => (Cell::text(class.name()), Some(voivodeship)),
                Details::League { voivodeship } | Details::Championship { voivodeship, .. } => {
                    (Cell::Empty, Some(voivodeship))
                }
                Details::GrandPrix { .. } | Details::Online { .. } => (Cell::Empty, None),
            };
            vec![
                Cell::text(it.kind().name()),
                owned(it.id()),
                self.event_name(it.kind(), it.id()),
                days.map_or(Cell::Empty, |days| Cell::Text(days.first().to_string().into())),
                days.and_then(domain::values::calendar::Window::last)
                    .map_or(Cell::Empty, |day| Cell::Text(day.to_string().into())),
                class,
                voivodeship.map_or(Cell::Empty, |it| Cell::text(it.name())),
                Cell::text(if it.running { "no" } else { "yes" }),
            ]
        });
        Table { head: EVENTS, rows: rows.collect() }
    }

    fn editions(&self) -> Table {
        let (cycles, championships) = (self.of_kind(StreamKind::GrandPrix), self.of_kind(StreamKind::Championship));
        let mine = |list: &ListId| match list {
            ListId::Ranking(season)
            | ListId::RankingSnapshot(season)
            | ListId::Mp(season)
            | ListId::MpStart(season) => season == self.season,
            ListId::Mw(id) | ListId::Wildcards(id) => championships.iter().any(|known| known == id.as_str()),
            ListId::GrandPrix(id) => cycles.iter().any(|known| known == id.as_str()),
        };
        let mut rows = Vec::new();
        for list in self.views.editions.list().filter(|list| mine(&list.id)) {
            rows.extend(list.editions.iter().map(|edition| {
                vec![
                    Cell::Text(list.id.to_string().into()),
                    Cell::Number(edition.number.into()),
                    Cell::Text(edition.digest.to_string().into()),
                    Cell::Number(edition.length as i64),
                    Cell::Number(edition.position.0 as i64),
                    Cell::Text(hex::encode(edition.root).into()),
                    owned(edition.rulebook.as_str()),
                    Cell::Number(edition.rulebook_position.0 as i64),
                    Cell::Number(edition.calculation.into()),
                    Cell::Number(edition.published.0 as i64),
                    Cell::Text(edition.published_at.to_string().into()),
                ]
            }));
        }
        Table { head: EDITIONS, rows }
    }
}

fn owned(text: &str) -> Cell<'static> {
    Cell::Text(text.to_owned().into())
}

fn number(number: Option<u32>) -> Cell<'static> {
    number.map_or(Cell::Empty, |number| Cell::Number(number.into()))
}
