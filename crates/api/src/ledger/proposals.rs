//! Reading what the rules propose, with the digests that acts answer; for staff.

use super::who::{LedgerPlayer, event_id, event_name};
use crate::answer::{Answer, Audience};
use crate::kostka::Kostka;
use crate::problem::{Problem, ProblemKind};
use crate::{as_of, negotiate, table};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::ids::PlayerId;
use domain::ledger::decider::{WildcardLine, WildcardOffer};
use domain::ledger::{Ledger, Proposal, ProposedSeat, Target};
use formats::words::Lang;
use projections::season_lists::{proposals, wildcard_offer};
use projections::views::Views;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// When proposals are to be looked at.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ProposalsView {
    /// As it was at a position of the log, or at a time (RFC 3339); names are those of today.
    #[param(max_length = 40)]
    as_of: Option<String>,
}

/// What the rules propose about a championship.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Proposals {
    /// `mp:` and the season, or `mw:` and the championship.
    #[schema(max_length = 1030, example = "mp:2025-26")]
    target: String,
    /// One for each event and title, in the order of decision.
    #[schema(max_items = 100_000)]
    items: Vec<ProposalItem>,
    /// The wildcards of a voivodeship championship.
    #[serde(skip_serializing_if = "Option::is_none")]
    wildcards: Option<WildcardProposals>,
}

/// What the rules propose about the qualifications of one event.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProposalItem {
    /// The event, or `ranking`.
    #[schema(max_length = 1024, example = "t-2026-03-14-lodz")]
    event_id: String,
    /// What it is called.
    #[schema(max_length = 1024, example = "Turniej w Łodzi")]
    event_name: String,
    /// Under which title it gives qualifications.
    #[schema(max_length = 20, example = "tournament")]
    source: String,
    /// The digest by which an act says what it answers.
    #[schema(max_length = 64, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    proposal: String,
    /// When it is decided to whom they go.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime, max_length = 40, example = "2026-03-14T18:30:00+01:00")]
    decided_at: Option<String>,
    /// How many qualifications there are.
    #[schema(minimum = 0, maximum = 100_000, example = 2)]
    seats: u32,
    /// How many of them nobody has granted, declined for good or withheld.
    #[schema(minimum = 0, maximum = 100_000, example = 1)]
    left: u32,
    /// Whom the rules would give them to, whatever was granted.
    #[schema(max_items = 100_000)]
    proposed: Vec<ProposedPlayer>,
    /// Who was granted one that the rules would give to somebody else now, and whom nobody has upheld since.
    #[schema(max_items = 100_000)]
    in_review: Vec<LedgerPlayer>,
    /// How many are open because a person has to decide first.
    #[schema(minimum = 0, maximum = 100_000, example = 0)]
    open: u32,
    /// Who is tied for those.
    #[schema(max_items = 100_000)]
    tied: Vec<LedgerPlayer>,
    /// Whom the rules name for those if only a person agrees: granting is agreeing.
    #[schema(max_items = 100_000)]
    consent: Vec<ProposedPlayer>,
    /// Who may be chosen where the rules name nobody; that needs a reason.
    #[schema(max_items = 100_000)]
    eligible: Vec<ProposedPlayer>,
    /// Events that ended earlier, or should have, and are not closed, or lack a decision on somebody who is proposed here: granting
    /// before they are needs a reason.
    #[schema(max_items = 100_000)]
    waits_for: Vec<String>,
    /// Those of them that lack nothing but the decision.
    #[schema(max_items = 100_000)]
    undecided: Vec<String>,
}

/// Somebody who is proposed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProposedPlayer {
    #[serde(flatten)]
    player: LedgerPlayer,
    /// With which place.
    #[schema(minimum = 1, maximum = 100_000, example = 2)]
    place: u32,
    /// Whether somebody has granted it.
    granted: bool,
}

/// The wildcards that may be put forward.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WildcardProposals {
    /// The digest by which a nomination says what it answers.
    #[schema(max_length = 64, example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    proposal: String,
    /// How many more there may be.
    #[schema(minimum = 0, maximum = 100_000, example = 4)]
    free: u32,
    /// Whom the rules propose, without those who were granted one.
    #[schema(max_items = 100_000)]
    proposed: Vec<ProposedWildcard>,
}

/// Somebody who may get a wildcard.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProposedWildcard {
    #[serde(flatten)]
    player: LedgerPlayer,
    /// The event whose table it rests on.
    #[schema(max_length = 1024, example = "t-2026-03-14-lodz")]
    event_id: String,
    /// The place there.
    #[schema(minimum = 1, maximum = 100_000, example = 4)]
    place: u32,
    /// Whether somebody has put them forward.
    nominated: bool,
}

/// Answers with the proposals about a championship.
pub(super) async fn show(
    request: &HttpRequest,
    kostka: web::Data<Kostka>,
    target: Target,
    ProposalsView { as_of }: ProposalsView,
) -> Result<HttpResponse, Problem> {
    table::json_only(request)?;
    let lang = negotiate::language(request.headers());
    let views = as_of::views(request, &kostka, as_of.as_deref()).await?;
    let here = kostka.clone();
    let answer = kostka.blocking(move || {
        let teller = Teller { views: &views, today: &here.views(), target: &target, lang };
        let body = teller.proposals().ok_or(ProblemKind::NotFound)?;
        Ok::<_, Problem>(Answer::computed(Audience::Private, &body)?.in_language(lang))
    });
    Ok(Arc::new(answer.await??).respond(request).await)
}

struct Teller<'a> {
    views: &'a Views,
    /// The names of today.
    today: &'a Views,
    target: &'a Target,
    lang: Lang,
}

impl Teller<'_> {
    fn proposals(&self) -> Option<Proposals> {
        let ledger = self.views.records.ledger(self.target).map(|entry| &entry.ledger);
        let items = proposals(self.views, self.target)?;
        let offer = match self.target {
            Target::Mw(championship) => wildcard_offer(&self.views.records, championship),
            Target::Mp(_) => None,
        };
        Some(Proposals {
            target: self.target.to_string(),
            items: items.iter().map(|proposal| self.item(ledger, proposal)).collect(),
            wildcards: offer.map(|offer| self.wildcards(ledger, &offer)),
        })
    }

    fn item(&self, ledger: Option<&Ledger>, proposal: &Proposal) -> ProposalItem {
        let seats = ledger.and_then(|ledger| ledger.of(&proposal.origin));
        let digest = proposal.digest();
        let granted: Vec<_> = seats.into_iter().flat_map(|seats| &seats.granted).map(|grant| &grant.player).collect();
        let upheld = |player| seats.and_then(|seats| seats.upheld.get(player)) == Some(&digest);
        let doubtful = granted.iter().filter(|player| proposal.find(player).is_none() && !upheld(**player));
        let player = |id: &PlayerId| LedgerPlayer::of(self.today, id, self.lang);
        let named = |seat: &ProposedSeat| ProposedPlayer {
            player: player(&seat.player),
            place: seat.place.number(),
            granted: granted.contains(&&seat.player),
        };
        ProposalItem {
            event_id: event_id(&proposal.origin),
            event_name: event_name(self.today, self.target, &proposal.origin, self.lang),
            source: proposal.origin.source.to_string(),
            proposal: digest.to_string(),
            decided_at: proposal.decided_at.map(|moment| moment.to_string()),
            seats: proposal.seats,
            left: proposal.left(granted.len() as u32),
            proposed: proposal.proposed.iter().map(named).collect(),
            in_review: doubtful.map(|id| player(id)).collect(),
            open: proposal.open,
            tied: proposal.tied.iter().map(player).collect(),
            consent: proposal.consent.iter().map(named).collect(),
            eligible: proposal.eligible.iter().map(named).collect(),
            waits_for: proposal.waits_for.iter().map(ToString::to_string).collect(),
            undecided: proposal.undecided.iter().map(ToString::to_string).collect(),
        }
    }

    fn wildcards(&self, ledger: Option<&Ledger>, offer: &WildcardOffer) -> WildcardProposals {
        let line = |line: &WildcardLine| ProposedWildcard {
            player: LedgerPlayer::of(self.today, &line.player, self.lang),
            event_id: line.event.to_string(),
            place: line.place.number(),
            nominated: ledger.is_some_and(|ledger| ledger.wildcards.contains_key(&line.player)),
        };
        WildcardProposals {
            proposal: offer.digest().to_string(),
            free: offer.free,
            proposed: offer.proposed.iter().map(line).collect(),
        }
    }
}
