//! Decisions that persons take: each with its candidates, and a form where it is settled here.

use crate::admin;
use crate::link;
use crate::me::Me;
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

    fn kind_in_words(&self, shell: &Shell) -> String {
        shell.called("page-admin-kind", &self.kind)
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

/// What waits, as far as one page of the queue reaches.
pub(crate) async fn waiting(inside: &Inside, tongue: Tongue, kind: &str) -> Result<(Vec<Decision>, bool), Refusal> {
    let address = format!("/api/v1/decisions{}", link::query(&[("limit", Some("200")), ("kind", Some(kind))]));
    let Decisions { mut items, next } = inside.personal().get(tongue.0, &address).await?;
    for item in &mut items {
        item.days_left = item.deadline.as_deref().and_then(|day| days_until(inside, day));
    }
    Ok((items, next.is_some()))
}

/// Which decisions.
#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    kind: String,
}

#[derive(Template)]
#[template(path = "admin/decisions.html")]
struct Page {
    shell: Shell,
    kinds: Vec<(String, String, bool)>,
    items: Vec<Decision>,
    has_more: bool,
}

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
pub(crate) async fn show(inside: Inside, path: web::Path<String>, wanted: web::Query<Wanted>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    show::personal(&inside, tongue, draw(&inside, tongue, &wanted.kind)).await
}

async fn draw(inside: &Inside, tongue: Tongue, kind: &str) -> Result<String, Refusal> {
    let me = Me::of(inside, tongue).await?;
    let (mut items, has_more) = waiting(inside, tongue, kind).await?;
    for item in items.iter_mut().filter(|item| item.kind == "wrc_nominee") {
        let season = item.season.as_deref().unwrap_or_default();
        let address = format!("/api/v1/seasons/{}/wrc-nominee", link::escaped(season));
        item.nominee = inside.personal().find(tongue.0, &address).await?;
    }
    let shell = admin::shell(tongue, &tongue.text("admin-decisions-title"), "/decisions", &me);
    let of_kind = |it: &&str| {
        let href = link::admin(tongue, &format!("/decisions?kind={it}"));
        (shell.called("page-admin-kind", it), href, *it == kind)
    };
    let mut kinds = vec![(tongue.text("admin-all-kinds"), link::admin(tongue, "/decisions"), kind.is_empty())];
    kinds.extend(KINDS.iter().map(of_kind));
    show::rendered(&Page { shell, kinds, items, has_more })
}
