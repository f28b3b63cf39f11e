//! Fills answers about voivodeship championships from the read models.

use crate::http::conditional;
use crate::http::list_response::csv_row;
use crate::http::read_view::ReadView;
use crate::qualifications::list::{QualificationsBuilder, qualifications_summary};
use domain::Choice;
use domain::publication::ListId;
use domain::qualification::ledger::Target;
use domain::qualification::mw::MwList;
use domain::qualification::wildcard::Wildcard;
use domain::rulebook::parameters::MW_WILDCARD_CAP;
use domain::values::calendar::Window;
use domain::values::ids::{ChampionshipId, PlayerId};
use projections::season_lists::{QualificationState, qualification_state, season_of_championship};
use projections::views::{Championship, Records, RuleSet, Views};
use serde::Serialize;
use wire::championships::mw::{
    ChampionshipCounts, ChampionshipItem, ChampionshipState, MwQualifications, PlayingDays, WildcardPlayer,
};
use wire::common::ListedPlayer;
use wire::qualifications::list::WildcardState;

fn playing_days(days: Window) -> PlayingDays {
    let (first, last) = (days.first(), days.last().unwrap_or(days.first()));
    PlayingDays { first_day: first.to_string(), last_day: last.to_string() }
}

pub(crate) fn championship_item(views: &Views, championship: &Championship) -> ChampionshipItem {
    match views.records.computed().championship(&championship.id) {
        Some((set, list)) => championship_item_under(views, set, list, championship),
        None => championship_item_with(views, championship, ChampionshipCounts::default(), ChampionshipState::Open),
    }
}

/// As the rulebook of these lists has it.
fn championship_item_under(
    views: &Views,
    set: &RuleSet,
    list: &MwList,
    championship: &Championship,
) -> ChampionshipItem {
    let counts = championship_counts(set, list);
    championship_item_with(views, championship, counts, state(views, set, list, championship))
}

fn championship_item_with(
    views: &Views,
    championship: &Championship,
    counts: ChampionshipCounts,
    state: ChampionshipState,
) -> ChampionshipItem {
    let window = championship.record.window;
    let season = season_of_championship(&views.records, championship);
    ChampionshipItem {
        id: championship.id.to_string(),
        voivodeship: championship.record.voivodeship.name().to_owned(),
        season: season.map(ToString::to_string),
        first_day: window.first().to_string(),
        last_day: window.last().map(|day| day.to_string()),
        days: championship.days.map(playing_days),
        counts,
        state,
        rulebook: championship.record.rulebook.to_string(),
        etag: conditional::etag_text(championship.etag),
    }
}

/// By the last day of the window, then by id.
pub(crate) fn list_key(item: &ChampionshipItem) -> String {
    format!("{} {}", item.last_day.as_deref().unwrap_or(&item.first_day), item.id)
}

pub(crate) fn is_in_season(item: &ChampionshipItem, season: Option<&str>) -> bool {
    season.is_none() || item.season.as_deref() == season
}

csv_row! { ChampionshipItem, |row|
    id, voivodeship, season, first_day, last_day,
    played_from: row.days.as_ref().map(|days| days.first_day.as_str()),
    played_to: row.days.as_ref().map(|days| days.last_day.as_str()),
    qualified: row.counts.qualified, pending: row.counts.pending, wildcards: row.counts.wildcards,
    cap: row.counts.cap, free: row.counts.free, state: row.state.name(), rulebook, etag
}

fn championship_counts(set: &RuleSet, list: &MwList) -> ChampionshipCounts {
    let (qualified, wildcards) = (list.qualified().count() as u32, list.wildcards.len() as u32);
    let cap = set.facts.rulebook.get(MW_WILDCARD_CAP);
    ChampionshipCounts {
        qualified,
        pending: list.pending().map(|(_, pending)| pending.open).sum(),
        wildcards,
        cap,
        free: cap.saturating_sub(qualified).saturating_sub(wildcards),
    }
}

/// Whether something is left to be done.
fn state(views: &Views, set: &RuleSet, list: &MwList, championship: &Championship) -> ChampionshipState {
    let target = Target::Mw(championship.id.clone());
    let state = |decision, player| qualification_state(&views.records, &target, set, decision, player);
    let states = list.decisions.iter().flat_map(|decision| decision.granted().map(move |it| (decision, it.player)));
    let states: Vec<QualificationState> = states.map(|(decision, player)| state(decision, player)).collect();
    let ungranted = |wildcard: &Wildcard| {
        wildcard_state(&views.records, &championship.id, set.facts.player_id(wildcard.player)) != WildcardState::Granted
    };
    if states.contains(&QualificationState::Review) {
        return ChampionshipState::Review;
    }
    let open = states.contains(&QualificationState::Proposed) || list.pending().next().is_some();
    if open || list.wildcards.iter().any(ungranted) { ChampionshipState::Open } else { ChampionshipState::Settled }
}

pub(crate) fn mw_qualifications(
    read_view: &ReadView,
    set: &RuleSet,
    championship: &Championship,
) -> Option<MwQualifications> {
    let (views, id, facts) = (&read_view.views, &championship.id, &set.facts);
    let list = set.championship(id)?;
    let rows = QualificationsBuilder { read_view, set, target: &Target::Mw(id.clone()) };
    let wildcard = |wildcard: &Wildcard| WildcardPlayer {
        player: rows.named(wildcard.player),
        event_id: facts.competition_id(wildcard.competition).to_string(),
        event_name: read_view.event_name(facts.competition_id(wildcard.competition)),
        place: wildcard.place.number(),
        state: wildcard_state(&views.records, id, facts.player_id(wildcard.player)),
    };
    let (qualified, pending) = (rows.qualified(&list.decisions), rows.pending(&list.decisions));
    let mut item = championship_item_under(views, set, list, championship);
    item.rulebook = read_view.rulebook_id(&championship.record.rulebook).to_string();
    Some(MwQualifications {
        item,
        summary: qualifications_summary(&qualified, &pending, &rows.lapsed(&list.decisions)),
        official: read_view.official(&ListId::Mw(id.clone())),
        official_wildcards: read_view.official(&ListId::Wildcards(id.clone())),
        wildcards: list.wildcards.iter().map(wildcard).collect(),
        qualified,
        pending,
    })
}

pub(crate) fn eligible_player_rows(answer: &MwQualifications) -> Vec<StarterRow<'_>> {
    let qualified = answer.qualified.iter().map(|it| StarterRow {
        player: &it.player,
        by: it.source.name(),
        event: (&it.event_id, it.event_name.as_deref()),
        place: it.place,
        state: it.state.name(),
    });
    let wildcards = answer.wildcards.iter().map(|it| StarterRow {
        player: &it.player,
        by: "wildcard",
        event: (&it.event_id, it.event_name.as_deref()),
        place: it.place,
        state: it.state.name(),
    });
    qualified.chain(wildcards).collect()
}

/// A player who may start in a championship, as a row of the CSV.
#[derive(Debug, Serialize)]
pub(crate) struct StarterRow<'a> {
    player: &'a ListedPlayer,
    by: &'static str,
    event: (&'a str, Option<&'a str>),
    place: u32,
    state: &'static str,
}

csv_row! { StarterRow<'_>, |row|
    player_id: &row.player.player_id, name: &row.player.name, city: &row.player.city, voivodeship: &row.player.voivodeship,
    by: row.by, event_id: row.event.0, event_name: row.event.1, place: row.place, state: row.state
}

/// How far the wildcard of a player is; one that no person has acted on is proposed.
pub(crate) fn wildcard_state(records: &Records, championship: &ChampionshipId, player: &PlayerId) -> WildcardState {
    let ledger = records.ledger(&Target::Mw(championship.clone())).map(|entry| &entry.ledger);
    match ledger.and_then(|ledger| ledger.wildcards.get(player)) {
        None => WildcardState::Proposed,
        Some(known) if known.granted_by.is_none() => WildcardState::Nominated,
        Some(_) => WildcardState::Granted,
    }
}
