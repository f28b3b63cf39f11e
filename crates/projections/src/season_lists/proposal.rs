//! Proposals of the rules, with what they wait for and whom a person may choose where the rules name no one.

use super::state::decisions;
use crate::views::{Competition, Details, Records, RuleSet, Views};
use domain::competitions::class::TournamentClass;
use domain::event::SeatOrigin;
use domain::qualification::ledger::decider::{NationalResult, NationalResults, WildcardLine, WildcardOffer};
use domain::qualification::ledger::{Prerequisite, Proposal, Target, ties_before};
use domain::qualification::wildcard::{Wildcard, wildcard_candidates};
use domain::qualification::{Decision, Source};
use domain::tournament::result::ClosedTournament;
use domain::values::calendar::Window;
use domain::values::ids::{ChampionshipId, CompetitionId, PlayerId, SeasonId};
use domain::values::voivodeship::Voivodeship;
use events::envelope::StreamKind;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Every proposal about a championship, in the order of decision.
pub fn proposals(views: &Views, target: &Target) -> Option<Vec<Proposal>> {
    let (set, decisions) = decisions(&views.records, target)?;
    Some(decisions.iter().map(|decision| complete(views, target, set, decisions, decision)).collect())
}

/// The proposal about the qualifications of one event.
pub fn proposal(views: &Views, target: &Target, origin: &SeatOrigin) -> Option<Proposal> {
    let (set, decisions) = decisions(&views.records, target)?;
    let is_it = |decision: &&Decision| {
        decision.source == origin.source
            && decision.competition.map(|event| set.facts.competition_id(event)) == origin.event.as_ref()
    };
    Some(complete(views, target, set, decisions, decisions.iter().find(is_it)?))
}

pub(super) fn complete(
    views: &Views,
    target: &Target,
    set: &RuleSet,
    all: &[Decision],
    decision: &Decision,
) -> Proposal {
    let mut proposal = Proposal::of(&set.facts, decision);
    let mut not_closed = Vec::new();
    if let Some(decided_at) = decision.decided_at {
        // No plan tells the hour at which an event ends. Those of the same day hold up only what is decided after every
        // event of its day: the ranking, and a Grand Prix, which ends with its last tournament (AMB-68).
        let after_its_day = matches!(decision.source, Source::Ranking | Source::GrandPrix);
        let is_cycle = |competition: &Competition| matches!(competition.details, Details::GrandPrix { .. });
        let earlier = |competition: &&Competition| {
            // A cycle may get more tournaments until it is closed, so that only the ranking, which comes last, waits
            // for it.
            if is_cycle(competition) && decision.source != Source::Ranking {
                return false;
            }
            let last = views.competitions.season_day(competition).filter(|_| competition.running);
            last.is_some_and(|last| last < decided_at.day() || (after_its_day && last == decided_at.day()))
        };
        let open = views.competitions.list().filter(earlier).filter(|competition| concerns(views, target, competition));
        not_closed = open
            .filter_map(|competition| CompetitionId::parse(competition.id()).ok().map(Prerequisite::Event))
            .collect();
    }
    proposal.wait_for(not_closed, ties_before(&set.facts, all, decision));
    proposal
}

/// Whether an event can give qualifications to a championship.
fn concerns(views: &Views, target: &Target, competition: &Competition) -> bool {
    let within = |window: Window| views.competitions.season_day(competition).is_some_and(|last| window.holds(last));
    match target {
        Target::Mp(season) => {
            let season = views.records.season(season);
            competition.kind() != StreamKind::Championship && season.is_some_and(|season| within(season.record.window))
        }
        Target::Mw(championship) => {
            let Some(championship) = views.records.championship(championship) else { return false };
            let there = |voivodeship: Voivodeship| voivodeship == championship.record.voivodeship;
            let feeds = match &competition.details {
                Details::Tournament { voivodeship, .. } | Details::League { voivodeship } => there(*voivodeship),
                Details::GrandPrix { .. } | Details::Online { .. } | Details::Championship { .. } => false,
            };
            feeds && within(championship.record.window)
        }
    }
}

/// The wildcards that may be put forward for a championship.
pub fn wildcard_offer(records: &Records, id: &ChampionshipId) -> Option<WildcardOffer> {
    let (set, list) = records.computed().championship(id)?;
    let facts = &set.facts;
    let championship = facts.championships.iter().find(|championship| championship.id == *id)?;
    let line = |wildcard: &Wildcard| WildcardLine {
        player: facts.player_id(wildcard.player).clone(),
        event: facts.competition_id(wildcard.competition).clone(),
        place: wildcard.place,
    };
    let days = records.championship(id).and_then(|known| known.days);
    let fed_until = championship.window.last().or_else(|| days.map(|days| days.first().minus_days(1)));
    let ledger = records.ledger(&Target::Mw(id.clone())).map(|entry| &entry.ledger);
    let granted = |line: &WildcardLine| {
        let state = ledger.and_then(|ledger| ledger.wildcards.get(&line.player));
        state.is_some_and(|state| state.granted_by.is_some())
    };
    let seats = list.decisions.iter().flat_map(|decision| decision.granted().map(move |granted| (decision, granted)));
    let qualified: BTreeMap<PlayerId, SeatOrigin> = seats
        .map(|(decision, granted)| {
            let event = decision.competition.map(|event| facts.competition_id(event).clone());
            (facts.player_id(granted.player).clone(), SeatOrigin { source: decision.source, event })
        })
        .collect();
    let given = list.wildcards.iter().map(line).filter(granted).count();
    let cap = facts.rulebook.get(domain::rulebook::parameters::MW_WILDCARD_CAP) as usize;
    Some(WildcardOffer {
        proposed: list.wildcards.iter().map(line).filter(|line| !granted(line)).collect(),
        in_tables: wildcard_candidates(facts, championship).map(|wildcard| line(&wildcard)).collect(),
        free: cap.saturating_sub(qualified.len()).saturating_sub(given) as u32,
        qualified,
        fed_until,
    })
}

/// The results of the national championship that ended a season: the first tournament of its class from its first day
/// on.
pub fn national_results(records: &Records, season: &SeasonId) -> Option<NationalResults> {
    let first_day = records.season(season)?.record.mp_first_day?;
    let next = records.seasons().map(|season| season.record.window.first()).filter(|first| *first > first_day).min();
    let held = |day| day >= first_day && next.is_none_or(|next| day < next);
    let championships = records.tournaments();
    let championships =
        championships.filter(|it| it.record.class == TournamentClass::Mp && held(it.record.ended_at.day()));
    let championship = championships.min_by_key(|it| (it.record.ended_at, it.id.clone()))?;
    let (set, _) = records.computed().season(season)?;
    let citizen = |player: &PlayerId| records.player(player).is_some_and(|player| !player.record.foreign);
    let is_it = |it: &&Arc<ClosedTournament>| *set.facts.competition_id(it.competition) == championship.id;
    let finishes = set.facts.tournaments.iter().find(is_it)?.finishes.iter();
    let placed = finishes.filter_map(|it| Some((set.facts.player_id(it.player).clone(), it.standing_place()?)));
    let result = |(player, place)| NationalResult { citizen: citizen(&player), player, place };
    let mut places: Vec<NationalResult> = placed.map(result).collect();
    places.sort_by(|a, b| (a.place, &a.player).cmp(&(b.place, &b.player)));
    Some(NationalResults { tournament: championship.id.clone(), places })
}

/// Who was named after the latest earlier championship: those who represented the country at the edition before, as far
/// as it is recorded here (R-WRC-02).
pub fn wrc_predecessors(records: &Records, season: &SeasonId) -> Vec<PlayerId> {
    let Some(here) = records.season(season).map(|season| season.record.window.first()) else { return Vec::new() };
    let nominee = |season: &SeasonId| records.ledger(&Target::Mp(season.clone()))?.ledger.nominee.clone();
    let earlier = records.seasons().filter(|season| season.record.window.first() < here);
    let named = earlier.filter_map(|season| Some((season.record.window.first(), nominee(&season.id)?)));
    named.max_by_key(|(first, _)| *first).map(|(_, nominee)| nominee.player).into_iter().collect()
}
