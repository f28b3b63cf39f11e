//! Rewrites the paths of bundle problems so that they name things by id instead of by index.

use formats::bundle::Bundle;
use formats::problem::{Problem, ProblemKind};
use smol_str::SmolStr;

/// The same problem, its places told by ids.
pub(super) fn by_id(bundle: &Bundle, mut problem: Problem) -> Problem {
    problem.path = path_with_id(bundle, &problem.path);
    if let ProblemKind::DuplicateId { first, .. }
    | ProblemKind::DuplicateEdition { first }
    | ProblemKind::SecondTieDecision { first } = &mut problem.kind
    {
        *first = path_with_id(bundle, first);
    }
    problem
}

/// `seasons[2].from` as `seasons "1998".from`; a place that names no thing stays as it is.
fn path_with_id(bundle: &Bundle, path: &str) -> String {
    let thing = || {
        let (list, rest) = path.split_once('[')?;
        let (index, rest) = rest.split_once(']')?;
        let id = id(bundle, list, index.parse().ok()?)?;
        Some(format!("{list} \"{id}\"{rest}"))
    };
    thing().unwrap_or_else(|| path.to_owned())
}

fn id<'a>(bundle: &'a Bundle, list: &str, index: usize) -> Option<&'a SmolStr> {
    match list {
        "seasons" => bundle.seasons.get(index).map(|season| &season.id),
        "players" => bundle.players.get(index).map(|player| &player.id),
        "tournaments" => bundle.tournaments.get(index).map(|tournament| &tournament.id),
        "leagues" => bundle.leagues.get(index).map(|league| &league.id),
        "grand_prix" => bundle.grand_prix.get(index).map(|cycle| &cycle.id),
        "online" => bundle.online.get(index).map(|online| &online.id),
        "mw" => bundle.mw.get(index).map(|mw| &mw.id),
        "waivers" => bundle.waivers.get(index).map(|waiver| &waiver.player),
        "tie_decisions" => {
            bundle.tie_decisions.get(index).map(|decision| decision.season.as_ref().unwrap_or(&decision.event))
        }
        _ => None,
    }
}
