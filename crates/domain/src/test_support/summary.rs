//! Short text summaries of lists, so that a test can be read against the rule book.

use super::given::{FILLER, HELD};
use crate::qualification::wildcard::Wildcard;
use crate::qualification::{Decision, Origin, Verdict};
use crate::season::Facts;
use crate::season::lists::lists;
use crate::season::ranking::PointsTable;
use crate::values::ids::{CompetitionKey, PlayerKey};

/// Decisions of all competitions on the MP of the first season, in the order of decision.
///
/// `T1: A B` is granted, `T1: A, 1 open for B C` is pending, `T1: nobody` could not be given to any player, and `T1:
/// nothing to give` says that the competition does not qualify.
pub(crate) fn mp(facts: &Facts) -> Vec<String> {
    mp_of_season(facts, 0)
}

/// Like [`mp`], for the season at this position.
pub(crate) fn mp_of_season(facts: &Facts, season: usize) -> Vec<String> {
    describe_decisions(facts, &lists(facts).seasons[season].mp)
}

/// Decisions of all competitions on the first voivodeship championship, written like [`mp`].
pub(crate) fn mw(facts: &Facts) -> Vec<String> {
    mw_of_championship(facts, 0)
}

/// Like [`mw`], for the championship at this position.
pub(crate) fn mw_of_championship(facts: &Facts, championship: usize) -> Vec<String> {
    describe_decisions(facts, &lists(facts).mw[championship].decisions)
}

/// Players considered for the MP in this competition with their verdicts: `A holder, B waived, C granted`.
pub(crate) fn considered_summary(facts: &Facts, competition: &str) -> String {
    let decisions = &lists(facts).seasons[0].mp;
    let of_competition = |decision: &&Decision| origin(facts, decision.competition) == competition;
    let decision = decisions.iter().find(of_competition).unwrap();
    let line = |player, verdict| format!("{} {}", name(facts, player), describe_verdict(facts, verdict));
    let lines = decision.considered.iter().map(|line_of| line(line_of.player, line_of.verdict));
    lines.collect::<Vec<_>>().join(", ")
}

/// The players of these proposals.
pub(crate) fn proposed(facts: &Facts, wildcards: &[Wildcard]) -> String {
    players(facts, wildcards.iter().map(|wildcard| wildcard.player))
}

/// The rows of a table, `1 A 100`, fillers left out.
pub(crate) fn rows(facts: &Facts, table: &PointsTable) -> Vec<String> {
    table
        .rows()
        .map(|row| (row, name(facts, row.player)))
        .filter(|(_, player)| !player.starts_with(FILLER))
        .map(|(row, player)| format!("{} {player} {}", row.place, row.points))
        .collect()
}

/// The ranking of the first season with all its competitions.
pub(crate) fn ranking(facts: &Facts) -> Vec<String> {
    rows(facts, &lists(facts).seasons[0].ranking)
}

pub(crate) fn player(facts: &Facts, name: &str) -> PlayerKey {
    facts.player_key(name).unwrap()
}

/// The written id of a competition, or `ranking`.
pub(crate) fn origin(facts: &Facts, origin: Origin) -> &str {
    origin.map_or("ranking", |competition: CompetitionKey| facts.competition_id(competition).as_str())
}

fn name(facts: &Facts, player: PlayerKey) -> &str {
    facts.player_id(player).as_str()
}

fn players(facts: &Facts, keys: impl IntoIterator<Item = PlayerKey>) -> String {
    keys.into_iter().map(|key| name(facts, key)).collect::<Vec<_>>().join(" ")
}

fn describe_decisions(facts: &Facts, decisions: &[Decision]) -> Vec<String> {
    decisions
        .iter()
        .map(|decision| (origin(facts, decision.competition), decision))
        .filter(|(competition, _)| !competition.starts_with(HELD))
        .map(|(competition, decision)| format!("{competition}: {}", describe(facts, decision)))
        .collect()
}

fn describe(facts: &Facts, decision: &Decision) -> String {
    let granted = players(facts, decision.granted().map(|granted| granted.player));
    let pending = decision.pending.as_ref().map(|pending| {
        let candidates = players(facts, pending.candidates.iter().copied());
        match candidates.as_str() {
            "" => format!("{} open", pending.open),
            candidates => format!("{} open for {candidates}", pending.open),
        }
    });
    match (granted.as_str(), pending) {
        ("", None) if decision.refusal.is_some() => "nothing to give".to_owned(),
        ("", None) => "nobody".to_owned(),
        ("", Some(pending)) => pending,
        (granted, None) => granted.to_owned(),
        (granted, Some(pending)) => format!("{granted}, {pending}"),
    }
}

fn describe_verdict(facts: &Facts, verdict: Verdict) -> String {
    match verdict {
        Verdict::Granted => "granted".to_owned(),
        Verdict::Pending => "pending".to_owned(),
        Verdict::Holder(from) => format!("holder from {}", origin(facts, from)),
        Verdict::Waived(None) => "waived".to_owned(),
        Verdict::Waived(at) => format!("waived at {}", origin(facts, at)),
        Verdict::Disqualified => "disqualified".to_owned(),
        Verdict::NoGames => "without games".to_owned(),
        Verdict::Foreign => "foreign".to_owned(),
        Verdict::RarelyPresent => "rarely present".to_owned(),
        Verdict::TiedOut => "tied out".to_owned(),
        Verdict::Declined { passed_on } => format!("declined, {}", if passed_on { "passed on" } else { "kept" }),
        Verdict::LostTie => "lost the tie".to_owned(),
    }
}
