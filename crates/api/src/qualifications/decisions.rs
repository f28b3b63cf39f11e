//! The queue of decisions that wait for a person.

mod answers;

use crate::accounts::{Authorized, permission};
use crate::http::answer::{Answer, Audience};
use crate::http::conditional::NotModified;
use crate::http::negotiate;
use crate::http::paging::{self, Page};
use crate::http::params;
use crate::http::problem::HandlerResult;
use crate::http::read::JsonRead;
use answers::{DecisionViewer, decision_item};
use domain::Choice;
use domain::people::authority::{self, Permission};
use domain::qualification::ruling::DecisionKind;
use domain::values::calendar::Moment;
use events::envelope::Position;
use projections::season_lists::{Matter, OpenDecision, open_decisions};
use projections::views::Views;
use serde::Deserialize;
use utoipa::IntoParams;
use wire::qualifications::decisions::DecisionItem;

const LIST: &str = "decisions";

/// Which decisions.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct DecisionFilter {
    /// Only those of this season.
    #[param(max_length = 1024)]
    season: Option<String>,
    /// Only those of this kind, written as in the items.
    #[param(max_length = 30)]
    kind: Option<String>,
    /// Only those that the caller may take.
    mine: Option<bool>,
    /// What waited at a position of the log or at a time, with the names of today. What is overdue, and who may decide,
    /// is told as of now.
    #[param(max_length = 40)]
    as_of: Option<String>,
    /// The most items on the page.
    #[param(minimum = 1, maximum = 200, default = 100)]
    limit: Option<u16>,
    /// Where the page begins: `next` of the page before, with the same filters.
    #[param(max_length = 4096)]
    cursor: Option<String>,
}

/// Everything that waits for a decision of a person, what is due first first.
///
/// Nothing of it is recorded: an item is there as long as the rules and the facts leave something open. Applications
/// are shown to those who may see them.
#[utoipa::path(
    get, path = "/api/v1/decisions", tag = "decisions", operation_id = "listDecisions",
    params(DecisionFilter),
    responses((status = 200, description = "A page of decisions", body = Page<DecisionItem>), NotModified),
    security(("bearer" = []))
)]
pub(crate) async fn list(
    authorized: Authorized<permission::SeeDecisions>,
    JsonRead { request, app, params: filter }: JsonRead<DecisionFilter>,
) -> HandlerResult {
    let limit = paging::page_size(filter.limit)?;
    params::check_max_length("season", filter.season.as_deref(), 1024)?;
    let kind = filter.kind.as_deref().map(DecisionKind::parse).transpose();
    let kind = kind.map_err(|_| params::wrong("kind", "field-decision-kind"))?;
    let then = filter.as_of.as_deref();
    let name = paging::cursor_list_name(format!("{LIST} {:?} {kind:?} {:?}", filter.season, filter.mine), then);
    let cursor = filter.cursor.as_deref().map(|text| app.cursors.read(text, &name)).transpose()?;
    let shown = paging::views_as_of(&request, &app, then, cursor.as_ref(), changed).await?;
    let lang = negotiate::language(request.headers());
    let now = Moment::at_microseconds(app.environment.now().0);
    let linked_accounts = shown.today.accounts.linked_accounts(authorized.account(), app.environment.now());
    let reader = DecisionViewer { linked_accounts, grants: authorized.grants().clone(), lang, now };
    let blocking_app = app.clone();
    let page = app.blocking(move || {
        let (views, today) = (&shown.views, &shown.today);
        let sees_applications = authority::may(&reader.grants, &Permission::SeeApplications);
        let wanted = |decision: &OpenDecision| {
            let season = decision.season.as_ref().map(domain::values::ids::SeasonId::as_str);
            filter.season.as_deref().is_none_or(|wanted| season == Some(wanted))
                && kind.is_none_or(|kind| decision.matter.kind() == kind)
                && (sees_applications || !matches!(decision.matter, Matter::Application(_)))
                && filter.mine.is_none_or(|mine| reader.may_decide(decision) == mine)
        };
        let found: Vec<OpenDecision> = open_decisions(views, now).into_iter().filter(wanted).collect();
        let (found, after) = paging::page_after_cursor(found, OpenDecision::key, cursor.as_ref(), limit);
        let next = blocking_app.cursors.next(changed(views), after, &name);
        let items = found.iter().map(|decision| decision_item(views, today, decision, &reader)).collect();
        Page { items, next }
    });
    let page = page.await?;
    let link = paging::link(&request, page.next.as_deref());
    Ok(Answer::computed(Audience::Private, &page)?.in_language(lang).with_link(link).respond(&request).await)
}

fn changed(views: &Views) -> Position {
    let parts =
        [views.records.last_change, views.editions.changed, views.tournaments.changed, views.competitions.changed];
    parts.into_iter().max().unwrap_or(Position::START)
}
