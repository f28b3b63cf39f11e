//! Fills answers about Grand Prix cycles from the read models.

use crate::competitions::lifecycle::days_of;
use crate::http::conditional;
use crate::http::list_response::csv_row;
use crate::http::read_view::ReadView;
use domain::competitions::grand_prix::decider::GrandPrix as State;
use domain::competitions::grand_prix::valid_member;
use domain::publication::ListId;
use domain::season::ranking::{EarnedPoints, Row as TableRow};
use domain::values::ids::CompetitionId;
use events::envelope::{StreamKind, StreamName};
use projections::season_lists::grand_prix_lists;
use projections::views::{GrandPrixEntry, RuleSet, Views};
use wire::competitions::grand_prix::{
    EarnedResult, GrandPrix, GrandPrixItem, GrandPrixStanding, GrandPrixStandings, Member,
};
use wire::competitions::lifecycle::CompetitionStatus;

pub(crate) fn grand_prix_item(views: &Views, cycle: &GrandPrixEntry) -> GrandPrixItem {
    let (first_day, last_day) = days_of(views, StreamKind::GrandPrix, &cycle.id).unzip();
    GrandPrixItem {
        id: cycle.id.to_string(),
        name: cycle.name.as_ref().map(|name| name.as_str().to_owned()),
        status: if is_running(cycle) { CompetitionStatus::Running } else { CompetitionStatus::Over },
        first_day,
        last_day,
        tournaments: cycle.tournaments().len(),
        rulebook: cycle.rulebook().map(ToString::to_string),
        etag: conditional::etag_text(cycle.etag),
    }
}

fn is_running(cycle: &GrandPrixEntry) -> bool {
    matches!(cycle.state, State::Running(_))
}

csv_row! { GrandPrixItem, |row|
    id, name, status: row.status.name(), first_day, last_day, tournaments, rulebook, etag
}

pub(crate) fn grand_prix(read_view: &ReadView, cycle: &GrandPrixEntry) -> GrandPrix {
    let views = &*read_view.views;
    let GrandPrixStandings { provisional, complete, valid, persons, depth, rows, .. } =
        grand_prix_standings(read_view, cycle);
    let member = |id: &CompetitionId| {
        let stream = StreamName::new(StreamKind::Tournament, id.as_str()).ok();
        let competition = stream.and_then(|stream| views.competitions.find(&stream));
        let here = views.tournaments.find(id).filter(|it| it.is_public());
        let name = competition.and_then(|it| it.name.as_ref()).or(here.and_then(|it| it.name.as_ref()));
        Member {
            id: id.to_string(),
            name: name.map(|name| name.as_str().to_owned()),
            day: competition.and_then(|it| views.competitions.season_day(it)).map(|day| day.to_string()),
            over: views.records.tournament(id).is_some(),
            valid: valid.iter().any(|valid| valid == id.as_str()),
        }
    };
    let tie = match &cycle.state {
        State::Over(over) => over.tie.as_ref(),
        State::Running(_) | State::Unknown => None,
    };
    GrandPrix {
        id: cycle.id.to_string(),
        name: cycle.name.as_ref().map(|name| name.as_str().to_owned()),
        status: if is_running(cycle) { CompetitionStatus::Running } else { CompetitionStatus::Over },
        rulebook: cycle.rulebook().map(|own| read_view.rulebook_id(own).to_string()),
        tournaments: cycle.tournaments().iter().map(member).collect(),
        provisional,
        complete,
        valid_events: valid.len(),
        persons,
        depth,
        official: read_view.official(&ListId::GrandPrix(cycle.id.clone())),
        table: rows,
        tie: tie.map(|order| order.iter().map(ToString::to_string).collect()),
        etag: conditional::etag_text(cycle.etag),
    }
}

pub(crate) fn grand_prix_standings(read_view: &ReadView, cycle: &GrandPrixEntry) -> GrandPrixStandings {
    let nothing = GrandPrixStandings {
        provisional: is_running(cycle),
        complete: false,
        tournaments: cycle.tournaments().len(),
        valid: Vec::new(),
        persons: 0,
        depth: 0,
        rows: Vec::new(),
    };
    let set = grand_prix_lists(&read_view.views.records, cycle, read_view.rulebook_override());
    let Some(set) = set.as_deref() else { return nothing };
    let (facts, rulebook) = (&set.facts, &set.facts.rulebook);
    let Some(standings) = set.grand_prix(&cycle.id) else { return nothing };
    let is_valid = |id: &&CompetitionId| {
        let tournament = facts.tournaments.iter().find(|it| facts.competition_id(it.competition) == *id);
        tournament.is_some_and(|tournament| valid_member(tournament, rulebook))
    };
    GrandPrixStandings {
        complete: standings.complete(rulebook),
        valid: cycle.tournaments().iter().filter(is_valid).map(ToString::to_string).collect(),
        persons: standings.persons,
        depth: standings.depth(rulebook),
        rows: standings.table.rows().map(|row| grand_prix_standing(read_view, set, row)).collect(),
        ..nothing
    }
}

fn grand_prix_standing(read_view: &ReadView, set: &RuleSet, row: TableRow<'_>) -> GrandPrixStanding {
    let result = |earned: &EarnedPoints| EarnedResult {
        event_id: set.facts.competition_id(earned.competition).to_string(),
        event_name: read_view.event_name(set.facts.competition_id(earned.competition)),
        place: earned.place.number(),
        points: earned.points.0,
    };
    GrandPrixStanding {
        place: row.place.number(),
        player: read_view.named_player(set.facts.player_id(row.player)),
        points: row.points.0,
        tournaments: row.results.len() as u32,
        best_place: row.results.iter().map(|result| result.place.number()).min(),
        results: row.results.iter().map(result).collect(),
    }
}

csv_row! { GrandPrixStanding, |row|
    place, player_id: &row.player.player_id, name: &row.player.name, city: &row.player.city, voivodeship: &row.player.voivodeship,
    points, tournaments, best_place
}
