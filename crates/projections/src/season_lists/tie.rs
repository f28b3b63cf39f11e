//! What the rules leave to a person about one competition: ties for its qualifications, and a small attendance.

use crate::views::{Records, RuleSet};
use domain::qualification::ruling::{SmallAttendance, Ties};
use domain::qualification::{Considered, Decision, Source, Verdict};
use domain::tournament::status::{MpStatus, TournamentSize};
use domain::values::ids::{CompetitionId, PlayerId, PlayerKey, SeasonId};
use events::envelope::StreamKind;

/// Who is tied for the qualifications that an event gives to any championship.
pub fn ties_of(records: &Records, kind: StreamKind, event: &CompetitionId) -> Ties {
    let sources: &[Source] = match kind {
        StreamKind::Tournament => &[Source::Tournament, Source::Mw],
        StreamKind::League => &[Source::League],
        StreamKind::GrandPrix => &[Source::GrandPrix],
        StreamKind::OnlineEvent => &[Source::Online],
        StreamKind::Log
        | StreamKind::Season
        | StreamKind::Player
        | StreamKind::Championship
        | StreamKind::Ledger
        | StreamKind::List
        | StreamKind::Account
        | StreamKind::Rulebook => &[],
    };
    let computed = records.computed();
    let seasons = records.seasons().filter_map(|season| computed.season(&season.id));
    let championships = records.championships().filter_map(|mw| computed.championship(&mw.id));
    let seasons = seasons.map(|(set, lists)| (set, &lists.mp));
    let all = seasons.chain(championships.map(|(set, list)| (set, &list.decisions)));
    let of_event = |set: &RuleSet, decision: &Decision| {
        sources.contains(&decision.source)
            && decision.competition.map(|key| set.facts.competition_id(key)) == Some(event)
    };
    let tied = all.flat_map(|(set, decisions)| {
        decisions.iter().filter(move |it| of_event(set, it)).filter_map(move |it| tied(set, it))
    });
    Ties { tied: tied.collect(), settles_at: None }
}

/// Who is tied for the last qualification of the ranking.
pub fn ranking_ties(records: &Records, season: &SeasonId) -> Ties {
    let Some((set, lists)) = records.computed().season(season) else { return Ties::default() };
    let ranking = lists.mp.iter().find(|decision| decision.source == Source::Ranking);
    Ties {
        tied: ranking.and_then(|decision| tied(set, decision)).into_iter().collect(),
        settles_at: ranking.and_then(|decision| decision.decided_at),
    }
}

/// Who is tied in one decision, whether an order was set among them or not.
fn tied(set: &RuleSet, decision: &Decision) -> Option<Vec<PlayerId>> {
    let open = open_tie(decision);
    let players = if open.is_empty() { settled_tie(decision) } else { open };
    let ids: Vec<PlayerId> = players.into_iter().map(|player| set.facts.player_id(player).clone()).collect();
    (!ids.is_empty()).then_some(ids)
}

/// The tied players who wait for an order. A single player who waits for a decision is tied with no one.
pub(super) fn open_tie(decision: &Decision) -> Vec<PlayerKey> {
    let pending = |considered: &&Considered| considered.verdict == Verdict::Pending;
    let mut waiting: Vec<&Considered> = decision.considered.iter().filter(pending).collect();
    waiting.sort_by_key(|considered| (considered.place, considered.player));
    let same_place = waiting.chunk_by(|a, b| a.place == b.place).find(|group| group.len() > 1);
    same_place.into_iter().flatten().map(|considered| considered.player).collect()
}

/// Those among whom an order was set.
fn settled_tie(decision: &Decision) -> Vec<PlayerKey> {
    let lost = decision.considered.iter().find(|considered| considered.verdict == Verdict::LostTie);
    let beside = |it: &&Considered| matches!(it.verdict, Verdict::LostTie | Verdict::Granted);
    let group = lost.into_iter().flat_map(|lost| decision.considered.iter().filter(|it| it.place == lost.place));
    group.filter(beside).map(|considered| considered.player).collect()
}

/// Whether the attendance of a tournament that is over needs a decision under the rulebook of its season (R-FMT-16).
pub fn small_attendance(records: &Records, id: &CompetitionId) -> Option<SmallAttendance> {
    let ended_at = records.tournament(id)?.record.ended_at;
    let set = records.season_on(ended_at.day()).and_then(|season| records.computed().season(&season.id));
    let needed = set.is_some_and(|(set, _)| {
        let tournament = set.facts.tournaments.iter().find(|it| set.facts.competition_id(it.competition) == id);
        let status = |size: TournamentSize| size.mp_status(&set.facts.rulebook);
        let needs = |status| status == MpStatus::NeedsDecision;
        tournament.is_some_and(|it| needs(status(TournamentSize::of(it, &set.facts.rulebook))))
    });
    Some(SmallAttendance { ended_at, needed })
}
