//! Answers with what the rules propose about qualifications, and the digests that commands name; for staff.

use crate::http::answer::{Answer, Audience};
use crate::http::app::AppState;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::{as_of, list_response, negotiate};
use crate::qualifications::ledger::people::{event_id, event_name, ledger_player};
use actix_web::{HttpRequest, web};
use domain::qualification::ledger::decider::{WildcardLine, WildcardOffer};
use domain::qualification::ledger::{Ledger, Proposal, ProposedSeat, Target};
use domain::values::ids::PlayerId;
use formats::localization::Lang;
use projections::season_lists::{proposals, wildcard_offer};
use projections::views::Views;
use serde::Deserialize;
use utoipa::IntoParams;
use wire::qualifications::proposals::{ProposalItem, Proposals, ProposedPlayer, ProposedWildcard, WildcardProposals};

/// When proposals are to be looked at.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ProposalsParams {
    /// As it was at a position of the log, or at a time (RFC 3339); names are those of today.
    #[param(max_length = 40)]
    as_of: Option<String>,
}

pub(crate) async fn show(
    request: &HttpRequest,
    app: web::Data<AppState>,
    target: Target,
    ProposalsParams { as_of }: ProposalsParams,
) -> HandlerResult {
    list_response::json_only(request)?;
    let lang = negotiate::language(request.headers());
    let views = as_of::views(request, &app, as_of.as_deref()).await?;
    let blocking_app = app.clone();
    let answer = app.blocking(move || {
        let builder = ProposalsBuilder { views: &views, today: &blocking_app.views(), target: &target, lang };
        let body = builder.proposals().ok_or(ProblemKind::NotFound)?;
        Ok::<_, Problem>(Answer::computed(Audience::Private, &body)?.in_language(lang))
    });
    Ok(answer.await??.respond(request).await)
}

struct ProposalsBuilder<'a> {
    views: &'a Views,
    today: &'a Views,
    target: &'a Target,
    lang: Lang,
}

impl ProposalsBuilder<'_> {
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
        let player = |id: &PlayerId| ledger_player(self.today, id, self.lang);
        let named = |seat: &ProposedSeat| ProposedPlayer {
            player: player(&seat.player),
            place: seat.place.number(),
            granted: granted.contains(&&seat.player),
        };
        ProposalItem {
            event_id: event_id(&proposal.origin),
            event_name: event_name(self.today, self.target, &proposal.origin, self.lang),
            source: proposal.origin.source.into(),
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
            player: ledger_player(self.today, &line.player, self.lang),
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
