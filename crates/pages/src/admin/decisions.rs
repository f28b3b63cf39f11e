//! Decisions that persons take: each with its candidates, and a form where it is settled here.

use crate::admin;
use crate::link;
use crate::me::Me;
use crate::query::Query;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use chrono::NaiveDate;
use serde::Deserialize;

/// A decision that waits.
#[derive(Debug, Deserialize)]
pub(crate) struct Decision {
    pub(crate) kind: String,
    pub(crate) about: About,
    pub(crate) championship: Option<String>,
    #[serde(default)]
    pub(crate) among: Vec<String>,
    pub(crate) season: Option<String>,
    pub(crate) candidates: Vec<Person>,
    open: Option<u32>,
    pub(crate) since: Option<String>,
    pub(crate) deadline: Option<String>,
    pub(crate) overdue: bool,
    pub(crate) can_i: bool,
    pub(crate) link: Act,
    pub(crate) rule: String,
    pub(crate) sentence: String,
    /// How many days are left; those that are over are below nothing.
    #[serde(skip)]
    pub(crate) days_left: Option<i64>,
    /// For the nominee: whom the rules propose.
    #[serde(skip)]
    pub(crate) nominee: Option<Nominee>,
}

/// What a decision is about.
#[derive(Debug, Deserialize)]
pub(crate) struct About {
    pub(crate) kind: String,
    pub(crate) id: String,
    name: Option<String>,
}

/// Somebody who can be decided on.
#[derive(Debug, Deserialize)]
pub(crate) struct Person {
    pub(crate) player: String,
    pub(crate) name: String,
    pub(crate) city: Option<String>,
}

/// The act that decides.
#[derive(Debug, Deserialize)]
pub(crate) struct Act {
    pub(crate) href: String,
}

/// Who may represent the country.
#[derive(Debug, Deserialize)]
pub(crate) struct Nominee {
    pub(crate) proposal: Option<Proposal>,
}

/// Whom the rules propose.
#[derive(Debug, Deserialize)]
pub(crate) struct Proposal {
    pub(crate) digest: String,
    pub(crate) proposed: Vec<Person>,
    pub(crate) passed_over: Vec<PassedOver>,
}

/// Somebody whom the rules do not propose, and why.
#[derive(Debug, Deserialize)]
pub(crate) struct PassedOver {
    pub(crate) name: String,
    pub(crate) sentence: String,
}

#[derive(Debug, Deserialize)]
struct Decisions {
    items: Vec<Decision>,
    next: Option<String>,
}

impl Decision {
    /// The page where it is settled.
    pub(crate) fn href(&self, tongue: Tongue) -> String {
        let at = |part: &str| link::admin(tongue, part);
        let of_ledger = |fragment: &str| {
            let (kind, id) = self.championship.as_deref().and_then(|it| it.split_once(':')).unwrap_or(("mp", ""));
            at(&format!("/ledger/{kind}/{}{fragment}", link::escaped(id)))
        };
        let event = if self.about.kind == "season" { "ranking" } else { &self.about.id };
        match self.kind.as_str() {
            "application" => at(&format!("/applications/{}", link::escaped(&self.about.id))),
            "list" => at(&format!("/lists/{}", link::escaped(&self.about.id))),
            "wildcards" => of_ledger("#wildcards"),
            "confirm" | "review" | "grand_prix" | "unfilled" => {
                of_ledger(&format!("?event_id={}", link::escaped(event)))
            }
            kind => at(&format!("/decisions?kind={kind}#{}", self.anchor())),
        }
    }

    /// Whether there is a form for it on this page.
    fn is_settled_here(&self) -> bool {
        ["exception", "tie", "mw_choice", "wrc_nominee"].contains(&self.kind.as_str())
    }

    /// Its place on the page.
    pub(crate) fn anchor(&self) -> String {
        let id: String =
            self.about.id.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect();
        format!("d-{}-{id}", self.kind.replace('_', "-"))
    }

    pub(crate) fn left(&self, tongue: Tongue) -> Option<String> {
        self.days_left.map(|days| days_in_words(tongue, days))
    }

    pub(crate) fn is_late(&self) -> bool {
        self.overdue || self.days_left.is_some_and(|days| days < 0)
    }

    /// What it is about in few words, where a heading says the rest.
    fn title(&self, shell: &Shell) -> String {
        match (&self.about.name, self.about.kind.as_str()) {
            (Some(name), _) => name.clone(),
            (None, "season") => shell.tongue.with("ranking-title", &self.about.id),
            (None, _) => self.sentence.clone(),
        }
    }

    /// To which championship it leads.
    fn leads_to(&self, shell: &Shell) -> Option<String> {
        let (kind, id) = self.championship.as_deref()?.split_once(':')?;
        Some(if kind == "mp" { shell.tongue.with("mp-title", id) } else { shell.text("nav-mw") })
    }

    /// The first candidates; whoever settles it sees the others.
    fn names(&self, shell: &Shell) -> String {
        let shown = self.candidates.iter().take(CANDIDATES_SHOWN).map(|person| person.name.as_str());
        let names = shown.collect::<Vec<_>>().join(", ");
        match self.candidates.len().checked_sub(CANDIDATES_SHOWN) {
            Some(more @ 1..) => format!("{names} {}", shell.tongue.count("admin-and-more", more)),
            _ => names,
        }
    }

    fn count_days(&mut self, inside: &Inside) {
        self.days_left = self.deadline.as_deref().and_then(|day| days_until(inside, day));
    }

    fn waits_since(&self, shell: &Shell) -> Option<String> {
        self.since.as_deref().map(|since| shell.tongue.with("admin-since", shell.moment(since)))
    }
}

/// How many days are left, in words.
pub(crate) fn days_in_words(tongue: Tongue, days: i64) -> String {
    match days {
        0 => tongue.text("admin-due-today"),
        1.. => tongue.count("admin-days-left", days.unsigned_abs()),
        _ => tongue.count("admin-days-late", days.unsigned_abs()),
    }
}

/// How many days there are from today to a day.
pub(crate) fn days_until(inside: &Inside, day: &str) -> Option<i64> {
    let today = inside.now().with_timezone(&chrono_tz::Europe::Warsaw).date_naive();
    let day = NaiveDate::parse_from_str(day, "%Y-%m-%d").ok()?;
    Some(day.signed_duration_since(today).num_days())
}

/// A page of what waits, and the cursor of the next.
async fn waiting(
    inside: &Inside,
    tongue: Tongue,
    kind: &str,
    cursor: &str,
) -> Result<(Vec<Decision>, Option<String>), Refusal> {
    let query = link::query(&[("limit", Some("200")), ("kind", Some(kind)), ("cursor", Some(cursor))]);
    let Decisions { mut items, next } = inside.personal().get(tongue.0, &format!("/api/v1/decisions{query}")).await?;
    for item in &mut items {
        item.count_days(inside);
    }
    Ok((items, next))
}

/// The whole queue, as far as a page of it goes.
const QUEUE: &str = "/api/v1/decisions?limit=200";

/// Everything that waits.
pub(crate) async fn all_waiting(inside: &Inside, tongue: Tongue) -> Result<Vec<Decision>, Refusal> {
    let mut items: Vec<Decision> = admin::whole(inside, tongue, QUEUE).await?;
    for item in &mut items {
        item.count_days(inside);
    }
    Ok(items)
}

/// A decision of which only the kind matters.
#[derive(Debug, Deserialize)]
struct OfKind {
    kind: String,
}

impl OfKind {
    fn of(decision: &Decision) -> Self {
        Self { kind: decision.kind.clone() }
    }
}

/// Which decisions.
#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    kind: String,
    #[serde(default)]
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
struct Elsewhere {
    kind: &'static str,
    items: Vec<Decision>,
    /// So many are shown.
    most: usize,
}

impl Elsewhere {
    fn shown(&self) -> &[Decision] {
        self.items.get(..self.most).unwrap_or(&self.items)
    }

    /// All of the kind, where some are not shown.
    fn rest(&self, shell: &Shell) -> Option<String> {
        (self.items.len() > self.most).then(|| shell.admin(&format!("/decisions?kind={}", self.kind)))
    }

    fn has_candidates(&self) -> bool {
        self.items.iter().any(|item| !item.candidates.is_empty())
    }

    fn has_counts(&self) -> bool {
        self.items.iter().any(|item| item.open.is_some())
    }

    /// Whether nobody but others can settle any of them.
    fn is_not_mine(&self) -> bool {
        !self.items.iter().any(|item| item.can_i)
    }
}

#[derive(Template)]
#[template(path = "admin/decisions.html")]
struct Page {
    shell: Shell,
    filters: Vec<Filter>,
    /// Those that are taken here.
    here: Vec<Decision>,
    elsewhere: Vec<Elsewhere>,
    /// Where the queue goes on.
    next: Option<String>,
}

/// So many of a kind stand on the page of all kinds.
const MATTERS_SHOWN: usize = 10;
/// So many candidates are named in a row.
const CANDIDATES_SHOWN: usize = 5;

const KINDS: [&str; 11] = [
    "exception",
    "tie",
    "grand_prix",
    "unfilled",
    "confirm",
    "review",
    "wildcards",
    "mw_choice",
    "wrc_nominee",
    "application",
    "list",
];

/// The decisions.
pub(crate) async fn show(inside: Inside, path: web::Path<String>, wanted: Query<Wanted>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    show::personal(&inside, tongue, draw(&inside, tongue, &wanted)).await
}

async fn draw(inside: &Inside, tongue: Tongue, wanted: &Wanted) -> Result<String, Refusal> {
    let me = Me::of(inside, tongue).await?;
    let kind = wanted.kind.as_str();
    let (mut items, cursor) = waiting(inside, tongue, kind, &wanted.cursor).await?;
    let shell = admin::shell(tongue, &tongue.text("admin-decisions-title"), "/decisions", &me);
    let is_all = kind.is_empty() && wanted.cursor.is_empty() && cursor.is_none();
    let all = if is_all { items.iter().map(OfKind::of).collect() } else { admin::whole(inside, tongue, QUEUE).await? };
    let filters = filters(&shell, &all, kind);
    let next = cursor.map(|cursor| {
        let query = link::query(&[("kind", Some(kind)), ("cursor", Some(&cursor))]);
        shell.admin(&format!("/decisions{query}"))
    });
    for item in items.iter_mut().filter(|item| item.kind == "wrc_nominee") {
        let season = item.season.as_deref().unwrap_or_default();
        let address = format!("/api/v1/seasons/{}/wrc-nominee", link::escaped(season));
        item.nominee = inside.personal().find(tongue.0, &address).await?;
    }
    let (here, rest): (Vec<_>, Vec<_>) = items.into_iter().partition(Decision::is_settled_here);
    // Where the queue has more pages, whoever goes through them sees everything of each.
    let most = if is_all { MATTERS_SHOWN } else { usize::MAX };
    let mut elsewhere = KINDS.map(|kind| Elsewhere { kind, items: Vec::new(), most });
    for item in rest {
        if let Some(group) = elsewhere.iter_mut().find(|group| group.kind == item.kind) {
            group.items.push(item);
        }
    }
    let elsewhere = elsewhere.into_iter().filter(|group| !group.items.is_empty()).collect();
    show::rendered(&Page { shell, filters, here, elsewhere, next })
}

/// The kinds of which something waits, and the one that was asked for.
fn filters(shell: &Shell, all: &[OfKind], chosen: &str) -> Vec<Filter> {
    let filter = |text: String, part: &str, count: usize, is_chosen: bool| Filter {
        text,
        href: shell.admin(&format!("/decisions{part}")),
        count,
        is_chosen,
    };
    let mut filters = vec![filter(shell.text("admin-all-kinds"), "", all.len(), chosen.is_empty())];
    for kind in KINDS {
        let count = all.iter().filter(|item| item.kind == kind).count();
        if count > 0 || kind == chosen {
            let text = shell.called("page-admin-kind", kind);
            filters.push(filter(text, &format!("?kind={kind}"), count, kind == chosen));
        }
    }
    filters
}
