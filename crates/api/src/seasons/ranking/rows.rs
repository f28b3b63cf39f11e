//! Builds rows of the national ranking: results as of some moment, with the names of today.

use crate::http::csv::Cell;
use crate::http::list_response::csv_row;
use domain::publication::ListId;
use domain::season::Facts;
use domain::season::ranking;
use domain::season::ranking::EarnedPoints;
use domain::values::ids::{CompetitionId, PlayerId, PlayerKey};
use events::envelope::{StreamKind, StreamName};
use formats::localization::{Lang, Message, choice_name};
use projections::views::{Details, PublicPerson, Views};
use wire::seasons::ranking::{Official, RankedPlayer, RankedResult, RankingItem};

pub(super) fn newest_edition(views: &Views, list: &ListId) -> Option<Official> {
    let edition = views.editions.find(list)?.editions.last()?;
    Some(Official {
        list: list.to_string(),
        number: edition.number,
        digest: edition.digest.to_string(),
        published_at: edition.published_at.to_string(),
    })
}

#[derive(Clone, Copy)]
pub(super) struct RankingRowBuilder<'a> {
    pub(super) facts: &'a Facts,
    pub(super) today: &'a Views,
    pub(super) lang: Lang,
}

impl RankingRowBuilder<'_> {
    pub(super) fn item(&self, row: &ranking::Row<'_>) -> RankingItem {
        RankingItem {
            place: row.place.number(),
            player: self.player(row.player),
            points: row.points.0,
            results: row.results.iter().map(|result| self.result(result)).collect(),
        }
    }

    pub(super) fn player(&self, player: PlayerKey) -> RankedPlayer {
        let id = self.facts.player_id(player);
        let person = person(self.today, id);
        RankedPlayer {
            player_id: id.to_string(),
            name: full_name(person, self.lang),
            city: person.map(|person| person.city.as_str().to_owned()),
            voivodeship: person.map(|person| person.voivodeship.as_str().to_owned()),
        }
    }

    pub(super) fn result(&self, result: &EarnedPoints) -> RankedResult {
        let id = self.facts.competition_id(result.competition);
        RankedResult {
            event_id: id.to_string(),
            event_name: event_name(self.today, id, self.lang),
            place: result.place.number(),
            points: result.points.0,
        }
    }
}

pub(super) fn person<'a>(today: &'a Views, id: &PlayerId) -> Option<&'a PublicPerson> {
    today.players.get(id).and_then(|player| player.person.as_ref())
}

/// First name and surname, or the words for a deleted player.
pub(super) fn full_name(person: Option<&PublicPerson>, lang: Lang) -> String {
    person.map_or_else(
        || lang.text("event-player-deleted"),
        |person| format!("{} {}", person.first_name.as_str(), person.surname.as_str()),
    )
}

/// The name of a competition of any kind; an online competition is named by its kind and edition.
pub(super) fn event_name(today: &Views, id: &CompetitionId, lang: Lang) -> Option<String> {
    let kinds = [StreamKind::Tournament, StreamKind::League, StreamKind::GrandPrix, StreamKind::OnlineEvent];
    let competition = kinds.into_iter().find_map(|kind| {
        let stream = StreamName::new(kind, id.as_str()).ok()?;
        today.competitions.find(&stream)
    })?;
    match &competition.details {
        Details::Online { kind, edition } => {
            let event = choice_name(lang, "online", *kind);
            Some(lang.render(&Message::new("online-edition").with("event", event).number("edition", *edition)))
        }
        Details::Tournament { .. }
        | Details::League { .. }
        | Details::GrandPrix { .. }
        | Details::Championship { .. } => competition.name.as_ref().map(|name| name.as_str().to_owned()),
    }
}

/// The results that count, in one cell.
fn results(results: &[RankedResult]) -> Cell<'static> {
    let result = |it: &RankedResult| format!("{} {} {}", it.event_id, it.place, it.points);
    Cell::Text(results.iter().map(result).collect::<Vec<_>>().join("; ").into())
}

csv_row! { RankingItem, |row|
    place, player_id: &row.player.player_id, name: &row.player.name, city: &row.player.city,
    voivodeship: &row.player.voivodeship, points, counted: row.results.len(), results: results(&row.results)
}
