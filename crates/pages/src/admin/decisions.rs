//! Decisions that persons take: each with its candidates, and a form where it is settled here.

use super::ledger::TargetAddress;
use crate::admin;
use crate::layout::current_user::CurrentUser;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::query::Query;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use api::{ApiClient, ApiError};
use askama::Template;
use chrono::NaiveDate;
use domain::Choice;
use domain::qualification::ledger::Target;
use domain::qualification::ruling::DecisionKind;
use serde::Deserialize;
use std::ops::Deref;
use wire::championships::wrc_nominee::WrcNominee;
use wire::common;
use wire::qualifications::decisions::{DecisionItem, DecisionSubjectKind};

/// A decision that waits, with what its page adds.
pub(crate) struct Decision {
    item: DecisionItem,
    /// How many days are left; below 0 after the deadline.
    days_left: Option<i64>,
    /// For the nominee: whom the rules propose.
    pub(crate) nominee: Option<WrcNominee>,
}

impl Deref for Decision {
    type Target = DecisionItem;

    fn deref(&self) -> &DecisionItem {
        &self.item
    }
}

impl Decision {
    fn new(client: &ApiClient, item: DecisionItem) -> Self {
        let days_left = item.deadline.as_deref().and_then(|day| days_until(client, day));
        Self { item, days_left, nominee: None }
    }

    pub(crate) fn href(&self, language: Language) -> String {
        let at = |part: &str| link::admin(language, part);
        let of_ledger = |fragment: &str| {
            let ledger = self.championship.as_ref().map_or_else(|| "/ledger".to_owned(), TargetAddress::part);
            at(&format!("{ledger}{fragment}"))
        };
        let event = if self.about.kind == DecisionSubjectKind::Season { "ranking" } else { &self.about.id };
        match self.kind.0 {
            DecisionKind::Application => at(&format!("/applications/{}", link::escaped(&self.about.id))),
            DecisionKind::List => at(&format!("/lists/{}", link::escaped(&self.about.id))),
            DecisionKind::Wildcards => of_ledger("#wildcards"),
            DecisionKind::Confirm | DecisionKind::Review | DecisionKind::GrandPrix | DecisionKind::Unfilled => {
                of_ledger(&format!("?event_id={}", link::escaped(event)))
            }
            kind
            @ (DecisionKind::Exception | DecisionKind::Tie | DecisionKind::MwChoice | DecisionKind::WrcNominee) => {
                at(&format!("/decisions?kind={kind}#{}", self.anchor()))
            }
        }
    }

    /// Whether there is a form for it on this page.
    fn is_settled_here(&self) -> bool {
        matches!(
            self.kind.0,
            DecisionKind::Exception | DecisionKind::Tie | DecisionKind::MwChoice | DecisionKind::WrcNominee
        )
    }

    pub(crate) fn anchor(&self) -> String {
        let id: String =
            self.about.id.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect();
        format!("d-{}-{id}", self.kind.name().replace('_', "-"))
    }

    pub(crate) fn days_left_text(&self, language: Language) -> Option<String> {
        self.days_left.map(|days| days_in_words(language, days))
    }

    pub(crate) fn is_late(&self) -> bool {
        self.overdue || self.days_left.is_some_and(|days| days < 0)
    }

    /// What it is about in few words, where a heading says the rest.
    fn title(&self, shell: &Shell) -> String {
        match (&self.about.name, self.about.kind) {
            (Some(name), _) => name.clone(),
            (None, DecisionSubjectKind::Season) => shell.language.with("ranking-title", &self.about.id),
            (None, _) => self.sentence.clone(),
        }
    }

    fn championship_title(&self, shell: &Shell) -> Option<String> {
        Some(match self.championship.as_ref()? {
            Target::Mp(season) => shell.language.with("mp-title", season),
            Target::Mw(_) => shell.text("nav-mw"),
        })
    }

    /// The first candidates; the page that settles it shows the others.
    fn names(&self, shell: &Shell) -> String {
        let shown = self.candidates.iter().take(CANDIDATES_SHOWN).map(|person| person.name.as_str());
        let names = shown.collect::<Vec<_>>().join(", ");
        match self.candidates.len().checked_sub(CANDIDATES_SHOWN) {
            Some(more @ 1..) => format!("{names} {}", shell.language.count("admin-and-more", more)),
            _ => names,
        }
    }

    fn waits_since(&self, shell: &Shell) -> Option<String> {
        self.since.as_deref().map(|since| shell.language.with("admin-since", shell.moment(since)))
    }
}

/// How many days are left, in words.
pub(crate) fn days_in_words(language: Language, days: i64) -> String {
    match days {
        0 => language.text("admin-due-today"),
        1.. => language.count("admin-days-left", days.unsigned_abs()),
        _ => language.count("admin-days-late", days.unsigned_abs()),
    }
}

/// How many days there are from today to a day.
pub(crate) fn days_until(client: &ApiClient, day: &str) -> Option<i64> {
    let today = client.now().with_timezone(&chrono_tz::Europe::Warsaw).date_naive();
    let day = NaiveDate::parse_from_str(day, "%Y-%m-%d").ok()?;
    Some(day.signed_duration_since(today).num_days())
}

/// A page of what waits, and the cursor of the next.
async fn fetch_page(
    client: &ApiClient,
    language: Language,
    kind: &str,
    cursor: &str,
) -> Result<(Vec<Decision>, Option<String>), ApiError> {
    let query = link::query(&[("limit", Some("200")), ("kind", Some(kind)), ("cursor", Some(cursor))]);
    let common::Page { items, next } = client.personal().get(language.0, &format!("/api/v1/decisions{query}")).await?;
    Ok((items.into_iter().map(|item| Decision::new(client, item)).collect(), next))
}

/// The whole queue, as far as a page of it goes.
const QUEUE: &str = "/api/v1/decisions?limit=200";

pub(crate) async fn fetch_all_open(client: &ApiClient, language: Language) -> Result<Vec<Decision>, ApiError> {
    let items: Vec<DecisionItem> = admin::fetch_all(client, language, QUEUE).await?;
    Ok(items.into_iter().map(|item| Decision::new(client, item)).collect())
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct QueryParams {
    kind: String,
    cursor: String,
}

/// A kind of decision among which one chooses.
struct Filter {
    text: String,
    href: String,
    count: usize,
    is_chosen: bool,
}

/// Decisions of a kind that are taken on pages of their own.
struct LinkedDecisions {
    kind: DecisionKind,
    items: Vec<Decision>,
    /// How many are shown.
    limit: usize,
}

impl LinkedDecisions {
    fn shown(&self) -> &[Decision] {
        self.items.get(..self.limit).unwrap_or(&self.items)
    }

    /// All of the kind, where some are not shown.
    fn show_all_href(&self, shell: &Shell) -> Option<String> {
        (self.items.len() > self.limit).then(|| shell.admin_href(&format!("/decisions?kind={}", self.kind)))
    }

    fn has_candidates(&self) -> bool {
        self.items.iter().any(|item| !item.candidates.is_empty())
    }

    fn has_counts(&self) -> bool {
        self.items.iter().any(|item| item.open.is_some())
    }

    /// Whether the caller can settle none of them.
    fn is_not_mine(&self) -> bool {
        !self.items.iter().any(|item| item.can_i)
    }
}

#[derive(Template)]
#[template(path = "admin/decisions.html")]
struct Page {
    shell: Shell,
    filters: Vec<Filter>,
    /// Those that have a form on this page.
    with_form: Vec<Decision>,
    linked: Vec<LinkedDecisions>,
    /// Where the queue goes on.
    next: Option<String>,
}

/// So many of a kind stand on the page of all kinds.
const MATTERS_SHOWN: usize = 10;
/// So many candidates are named in a row.
const CANDIDATES_SHOWN: usize = 5;

pub(crate) async fn show(client: ApiClient, language: Language, params: Query<QueryParams>) -> Rendered {
    let me = CurrentUser::of(&client, language).await?;
    let kind = params.kind.as_str();
    let (mut items, cursor) = fetch_page(&client, language, kind, &params.cursor).await?;
    let shell = admin::shell(language, &language.text("admin-decisions-title"), "/decisions", &me);
    let is_all = kind.is_empty() && params.cursor.is_empty() && cursor.is_none();
    let all: Vec<DecisionKind> = if is_all {
        items.iter().map(|item| item.kind.0).collect()
    } else {
        let all: Vec<DecisionItem> = admin::fetch_all(&client, language, QUEUE).await?;
        all.iter().map(|item| item.kind.0).collect()
    };
    let filters = filters(&shell, &all, kind);
    let next = cursor.map(|cursor| {
        let query = link::query(&[("kind", Some(kind)), ("cursor", Some(&cursor))]);
        shell.admin_href(&format!("/decisions{query}"))
    });
    for item in items.iter_mut().filter(|item| item.kind.0 == DecisionKind::WrcNominee) {
        let season = item.season.as_deref().unwrap_or_default();
        let address = format!("/api/v1/seasons/{}/wrc-nominee", link::escaped(season));
        item.nominee = client.personal().find(language.0, &address).await?;
    }
    let (with_form, rest): (Vec<_>, Vec<_>) = items.into_iter().partition(Decision::is_settled_here);
    // Where the queue has more pages, each shows all of its items.
    let limit = if is_all { MATTERS_SHOWN } else { usize::MAX };
    let empty = |kind: &DecisionKind| LinkedDecisions { kind: *kind, items: Vec::new(), limit };
    let mut linked: Vec<LinkedDecisions> = DecisionKind::ALL.iter().map(empty).collect();
    for item in rest {
        if let Some(group) = linked.iter_mut().find(|group| group.kind == item.kind.0) {
            group.items.push(item);
        }
    }
    let linked = linked.into_iter().filter(|group| !group.items.is_empty()).collect();
    response::render_template(&Page { shell, filters, with_form, linked, next })
}

/// The kinds of which something waits, and the one that was asked for.
fn filters(shell: &Shell, all: &[DecisionKind], chosen: &str) -> Vec<Filter> {
    let filter = |text: String, part: &str, count: usize, is_chosen: bool| Filter {
        text,
        href: shell.admin_href(&format!("/decisions{part}")),
        count,
        is_chosen,
    };
    let mut filters = vec![filter(shell.text("admin-all-kinds"), "", all.len(), chosen.is_empty())];
    for kind in DecisionKind::ALL {
        let count = all.iter().filter(|known| *known == kind).count();
        if count > 0 || kind.name() == chosen {
            let text = shell.choice_text("page-admin-kind", kind.name());
            filters.push(filter(text, &format!("?kind={kind}"), count, kind.name() == chosen));
        }
    }
    filters
}
