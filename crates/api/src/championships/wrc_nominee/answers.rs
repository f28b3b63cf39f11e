//! Fills the answer about the nominee for the world championship.

use crate::competitions::lifecycle::person;
use crate::http::conditional;
use domain::qualification::ledger::Target;
use domain::qualification::ledger::decider::NationalResults;
use domain::qualification::world_championship::{Nominee, PassedOver};
use domain::values::ids::{PlayerId, SeasonId};
use events::envelope::Position;
use formats::localization::Lang;
use projections::season_lists::national_results;
use projections::views::Views;
use wire::championships::wrc_nominee::{NotNominated, Placed, WrcNominee, WrcProposal};

/// `previous` is given for those who may know what the rules say, and why.
pub(crate) fn wrc_nominee(
    views: &Views,
    today: &Views,
    season: &SeasonId,
    previous: Option<&[PlayerId]>,
    lang: Lang,
) -> WrcNominee {
    let entry = views.records.ledger(&Target::Mp(season.clone()));
    let named = entry.and_then(|entry| entry.ledger.nominee.as_ref());
    let placed = |player: &PlayerId, place: u32| Placed { person: person(today, player, lang), place };
    let proposal = previous.and_then(|previous| {
        let results = national_results(&views.records, season)?;
        wrc_proposal(views, today, season, &results, previous, lang)
    });
    WrcNominee {
        season: season.to_string(),
        nominee: named.map(|named| placed(&named.player, named.place.number())),
        etag: conditional::etag_text(entry.map_or(Position::START, |entry| entry.etag)),
        proposal,
    }
}

fn wrc_proposal(
    views: &Views,
    today: &Views,
    season: &SeasonId,
    results: &NationalResults,
    previous: &[PlayerId],
    lang: Lang,
) -> Option<WrcProposal> {
    let rulebook = &views.records.season(season)?.record.rulebook;
    let (_, rulebook) = views.records.rulebook(rulebook)?;
    let nomination = results.nomination(previous, rulebook);
    let placed = |index: usize| {
        let line = results.places.get(index)?;
        Some(Placed { person: person(today, &line.player, lang), place: line.place.number() })
    };
    let proposed = match nomination.nominee {
        Nominee::Player(player) => vec![player],
        Nominee::Undecided(players) => players,
        Nominee::NoCandidate => Vec::new(),
    };
    let passed_over = nomination.passed_over.into_iter().filter_map(|(player, why)| {
        let reason = match why {
            PassedOver::NotACitizen => "not_a_citizen",
            PassedOver::RepresentedAtPreviousWrc => "represented_at_previous_wrc",
            PassedOver::BehindMaxPlace => "behind_max_place",
        };
        let sentence = lang.text(&format!("wrc-{}", reason.replace('_', "-")));
        Some(NotNominated { placed: placed(player.index())?, reason: reason.to_owned(), sentence })
    });
    Some(WrcProposal {
        tournament: results.tournament.to_string(),
        digest: results.proposal_digest(previous, rulebook).to_string(),
        proposed: proposed.into_iter().filter_map(|player| placed(player.index())).collect(),
        passed_over: passed_over.collect(),
        previous: previous.iter().map(|player| person(today, player, lang)).collect(),
    })
}
