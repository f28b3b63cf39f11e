//! What clients send and get of the nominee for the world championship.

use crate::conditional;
use crate::problem::{FieldProblem, Problem};
use crate::reading::Reading;
use crate::running::{Person, player_id};
use domain::digest::Digest;
use domain::ids::{PlayerId, SeasonId};
use domain::ledger::Target;
use domain::ledger::decider::NationalResults;
use domain::text::StatedReason;
use domain::wrc::{Nominee, PassedOver};
use events::envelope::Position;
use formats::words::{Lang, Message};
use projections::season_lists::national_results;
use projections::views::Views;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who represents the country at the world championship.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WrcNominee {
    /// The id of the season whose national championship decides it.
    #[schema(max_length = 1024, example = "2025-26")]
    season: String,
    /// Who was named, if somebody was.
    nominee: Option<Placed>,
    /// The ETag of what was done about the qualifications of the season, for `If-Match`.
    #[schema(max_length = 24, example = "\"1042\"")]
    etag: String,
    /// What the rules say; only for those who may see what is not public of players, and only after the championship.
    #[serde(skip_serializing_if = "Option::is_none")]
    proposal: Option<WrcProposal>,
}

/// Somebody with a place in the national championship.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Placed {
    /// Who.
    #[serde(flatten)]
    person: Person,
    /// The place in the championship.
    #[schema(minimum = 1, maximum = 100_000, example = 1)]
    place: u32,
}

/// Whom the rules propose.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WrcProposal {
    /// The id of the championship's tournament.
    #[schema(max_length = 1024, example = "mp-2026")]
    tournament: String,
    /// Stands for what is proposed, for `proposal` of whoever names the one.
    #[schema(pattern = "^[0-9a-f]{64}$", example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    digest: String,
    /// Whom the rules propose: nobody, one, or several who share the place and among whom a person chooses.
    #[schema(max_items = 100)]
    proposed: Vec<Placed>,
    /// Who stands before them and may not go.
    #[schema(max_items = 5000)]
    passed_over: Vec<NotNominated>,
    /// Who represented the country at the edition before, as it was assumed.
    #[schema(max_items = 100)]
    previous: Vec<Person>,
}

/// Somebody who may not go.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NotNominated {
    /// Who, with the place.
    #[serde(flatten)]
    placed: Placed,
    /// Why: `not_a_citizen`, `represented_at_previous_wrc` or `behind_max_place`.
    #[schema(max_length = 40, example = "represented_at_previous_wrc")]
    reason: &'static str,
    /// The same in words.
    #[schema(max_length = 500, example = "Reprezentował(a) Polskę na poprzednich WRC")]
    sentence: String,
}

impl WrcNominee {
    /// `previous` is given for those who may know what the rules say, and why.
    pub(super) fn of(
        views: &Views,
        today: &Views,
        season: &SeasonId,
        previous: Option<&[PlayerId]>,
        lang: Lang,
    ) -> Self {
        let entry = views.records.ledger(&Target::Mp(season.clone()));
        let named = entry.and_then(|entry| entry.ledger.nominee.as_ref());
        let placed = |player: &PlayerId, place: u32| Placed { person: Person::of(today, player, lang), place };
        let proposal = previous.and_then(|previous| {
            let results = national_results(&views.records, season)?;
            WrcProposal::of(views, today, season, &results, previous, lang)
        });
        Self {
            season: season.to_string(),
            nominee: named.map(|named| placed(&named.player, named.place.number())),
            etag: conditional::etag_text(entry.map_or(Position::START, |entry| entry.etag)),
            proposal,
        }
    }
}

impl WrcProposal {
    fn of(
        views: &Views,
        today: &Views,
        season: &SeasonId,
        results: &NationalResults,
        previous: &[PlayerId],
        lang: Lang,
    ) -> Option<Self> {
        let rulebook = &views.records.season(season)?.record.rulebook;
        let (_, rulebook) = views.records.rulebook(rulebook)?;
        let nomination = results.nomination(previous, rulebook);
        let placed = |index: usize| {
            let line = results.places.get(index)?;
            Some(Placed { person: Person::of(today, &line.player, lang), place: line.place.number() })
        };
        let proposed = match nomination.nominee {
            Nominee::Player(player) => vec![player],
            Nominee::Undecided(players) => players,
            Nominee::Nobody => Vec::new(),
        };
        let passed_over = nomination.passed_over.into_iter().filter_map(|(player, why)| {
            let reason = match why {
                PassedOver::NotACitizen => "not_a_citizen",
                PassedOver::RepresentedAtPreviousWrc => "represented_at_previous_wrc",
                PassedOver::BehindMaxPlace => "behind_max_place",
            };
            let sentence = lang.text(&format!("wrc-{}", reason.replace('_', "-")));
            Some(NotNominated { placed: placed(player.index())?, reason, sentence })
        });
        Some(Self {
            tournament: results.tournament.to_string(),
            digest: results.proposal_digest(previous, rulebook).to_string(),
            proposed: proposed.into_iter().filter_map(|player| placed(player.index())).collect(),
            passed_over: passed_over.collect(),
            previous: previous.iter().map(|player| Person::of(today, player, lang)).collect(),
        })
    }
}

/// Who is to be named.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nominating {
    /// The id of the player; without it, whom the rules propose, and then `proposal` is needed.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player: Option<String>,
    /// The digest of the proposal that was looked at.
    #[serde(default)]
    #[schema(
        min_length = 64,
        max_length = 64,
        pattern = "^[0-9a-f]{64}$",
        example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    )]
    proposal: Option<String>,
    /// The ids of those who represented the country at the edition before; without it, as it is recorded here.
    #[serde(default)]
    #[schema(max_items = 100)]
    previous: Option<Vec<String>>,
    /// Why somebody else than proposed.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 2000, example = "Proponowana osoba nie może jechać")]
    reason: Option<String>,
}

/// Who is to be named, after which proposal was looked at, who went before, and why.
pub(super) struct Named {
    pub(super) player: Option<PlayerId>,
    pub(super) seen: Option<Digest>,
    pub(super) previous: Option<Vec<PlayerId>>,
    pub(super) reason: Option<StatedReason>,
}

impl Nominating {
    pub(super) fn read(&self) -> Result<Named, Problem> {
        let mut reading = Reading::default();
        let player = self.player.as_deref().and_then(|id| player_id(&mut reading, "/player", id));
        let seen = self.proposal.as_deref().and_then(|text| text.parse().ok());
        if seen.is_none() && (self.proposal.is_some() || self.player.is_none()) {
            let code = if self.proposal.is_some() { "invalid-digest" } else { "missing" };
            reading.note(FieldProblem::pointer("/proposal", code, Message::new("field-proposal")));
        }
        let previous = self.previous.as_ref().map(|ids| {
            let ids = ids.iter().enumerate();
            ids.filter_map(|(index, id)| player_id(&mut reading, &format!("/previous/{index}"), id)).collect()
        });
        let reason = self.reason.as_deref().and_then(|text| reading.reason("/reason", text));
        reading.finish()?;
        Ok(Named { player, seen, previous, reason })
    }
}
