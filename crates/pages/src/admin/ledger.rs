//! Qualifications: the accounts of a championship, and one event with every seat, its chain of custody, and the acts on it.

use crate::admin;
use crate::link;
use crate::query::Query;
use crate::season::{SeasonItem, seasons};
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Ledger {
    accounts: Vec<Account>,
    balance: Balance,
    other_acts: Vec<Custody>,
    wildcards: Vec<Wildcard>,
}

/// What became of the seats of an event.
#[derive(Debug, Deserialize)]
struct Account {
    event_id: String,
    event_name: String,
    source: String,
    decided_at: Option<String>,
    refusal: Option<String>,
    balance: Balance,
    seats: Vec<Seat>,
    #[serde(default)]
    candidates: Vec<Player>,
    considered: Vec<Considered>,
    custody: Vec<Custody>,
}

impl Account {
    /// Whether the column of states says it for every seat.
    fn is_of_one_state(&self) -> bool {
        self.balance.parts().len() <= 1
    }
}

#[derive(Debug, Deserialize)]
struct Balance {
    seats: u32,
    granted: u32,
    review: u32,
    proposed: u32,
    pending: u32,
    declined: u32,
    withheld: u32,
    lapsed: u32,
    beyond: u32,
}

impl Balance {
    /// Every state in which there are seats, with how many.
    fn parts(&self) -> Vec<(&'static str, u32)> {
        let all = [
            ("granted", self.granted),
            ("review", self.review),
            ("proposed", self.proposed),
            ("pending", self.pending),
            ("declined", self.declined),
            ("withheld", self.withheld),
            ("lapsed", self.lapsed),
        ];
        all.into_iter().filter(|(_, count)| *count > 0).collect()
    }

    fn in_words(&self, shell: &Shell) -> String {
        let part = |(state, count): (&str, u32)| format!("{}: {count}", shell.called("page-admin-seats", state));
        self.parts().into_iter().map(part).collect::<Vec<_>>().join(", ")
    }

    fn is_empty(&self) -> bool {
        self.seats + self.beyond == 0
    }
}

#[derive(Debug, Deserialize)]
struct Seat {
    number: u32,
    place: Option<u32>,
    state: String,
    player_id: Option<String>,
    name: Option<String>,
    city: Option<String>,
}

impl Seat {
    fn who(&self, shell: &Shell) -> String {
        match (&self.name, &self.city) {
            (Some(name), Some(city)) => format!("{name}, {city}"),
            (Some(name), None) => name.clone(),
            _ => shell.text("admin-seat-unsettled"),
        }
    }
}

#[derive(Debug, Deserialize)]
struct Player {
    name: String,
}

#[derive(Debug, Deserialize)]
struct Considered {
    place: u32,
    name: String,
    why: String,
    rules: String,
}

/// An event of the log that made it so.
#[derive(Debug, Deserialize)]
struct Custody {
    position: u64,
    recorded_at: String,
    sentence: String,
    reason: Option<String>,
    by: Option<By>,
}

#[derive(Debug, Deserialize)]
struct By {
    account: String,
    name: Option<String>,
}

impl Custody {
    fn by(&self) -> Option<&str> {
        self.by.as_ref().map(|by| by.name.as_deref().unwrap_or(&by.account))
    }
}

#[derive(Debug, Deserialize)]
struct Wildcard {
    player_id: String,
    name: String,
    city: Option<String>,
    state: String,
}

#[derive(Debug, Deserialize)]
struct Proposals {
    items: Vec<Proposal>,
    wildcards: Option<WildcardProposals>,
}

/// To whom the rules give the seats of an event.
#[derive(Debug, Deserialize)]
struct Proposal {
    event_id: String,
    source: String,
    #[serde(rename = "proposal")]
    digest: String,
    left: u32,
    proposed: Vec<Proposed>,
    consent: Vec<Proposed>,
    eligible: Vec<Proposed>,
    tied: Vec<Player>,
    waits_for: Vec<String>,
    undecided: Vec<String>,
}

impl Proposal {
    /// Those who can be granted to without choosing, as the rules name them.
    fn named(&self) -> Vec<&Proposed> {
        self.proposed.iter().chain(&self.consent).filter(|it| !it.granted).collect()
    }

    /// Whether a grant needs a reason.
    fn needs_reason(&self) -> bool {
        !self.waits_for.is_empty() || !self.undecided.is_empty() || self.named().is_empty()
    }
}

#[derive(Debug, Deserialize)]
struct Proposed {
    player_id: String,
    name: String,
    city: Option<String>,
    place: u32,
    granted: bool,
}

#[derive(Debug, Deserialize)]
struct WildcardProposals {
    #[serde(rename = "proposal")]
    digest: String,
    free: u32,
    proposed: Vec<ProposedWildcard>,
}

#[derive(Debug, Deserialize)]
struct ProposedWildcard {
    player_id: String,
    name: String,
    city: Option<String>,
    nominated: bool,
}

impl WildcardProposals {
    fn open(&self) -> Vec<&ProposedWildcard> {
        self.proposed.iter().filter(|it| !it.nominated).collect()
    }
}

/// A voivodeship championship.
#[derive(Debug, Deserialize)]
struct Mw {
    id: String,
    voivodeship: String,
    season: Option<String>,
}

/// The championship of a ledger.
#[derive(Debug, Clone)]
pub(super) struct Target {
    kind: String,
    id: String,
}

impl Target {
    pub(super) fn new(kind: &str, id: &str) -> Self {
        Self { kind: kind.to_owned(), id: id.to_owned() }
    }

    /// Where the API keeps the ledger and the acts on it.
    pub(super) fn api(&self) -> String {
        let id = link::escaped(&self.id);
        if self.kind == "mp" { format!("/api/v1/seasons/{id}/qualifications/mp") } else { format!("/api/v1/mw/{id}") }
    }

    /// Its page, below `/admin`.
    pub(super) fn part(&self) -> String {
        format!("/ledger/{}/{}", self.kind, link::escaped(&self.id))
    }
}

#[derive(Template)]
#[template(path = "admin/ledgers.html")]
struct Ledgers {
    shell: Shell,
    seasons: Vec<SeasonItem>,
    mws: Vec<Mw>,
}

#[derive(Template)]
#[template(path = "admin/ledger.html")]
struct Whole {
    shell: Shell,
    target: Target,
    title: String,
    it: Ledger,
    wildcards: Option<WildcardProposals>,
}

impl Whole {
    fn href(&self, account: &Account) -> String {
        let query = link::query(&[("event_id", Some(&account.event_id)), ("source", Some(&account.source))]);
        link::admin(self.shell.tongue, &format!("{}{query}", self.target.part()))
    }

    fn with_seats(&self) -> Vec<&Account> {
        self.it.accounts.iter().filter(|account| !account.balance.is_empty()).collect()
    }

    fn without_seats(&self) -> Vec<&Account> {
        self.it.accounts.iter().filter(|account| account.balance.is_empty()).collect()
    }

    fn nominated(&self) -> Vec<&Wildcard> {
        self.it.wildcards.iter().filter(|it| it.state == "nominated").collect()
    }
}

#[derive(Template)]
#[template(path = "admin/seats.html")]
struct OneEvent {
    shell: Shell,
    target: Target,
    title: String,
    accounts: Vec<(Account, Option<Proposal>)>,
}

impl OneEvent {
    fn undo_decline(&self, account: &Account, player: &str) -> String {
        let (event, player) = (link::escaped(&account.event_id), link::escaped(player));
        let query = link::query(&[("source", Some(&account.source))]);
        format!("{}/declines/{event}/{player}{query}", self.target.api())
    }
}

/// Which event of a ledger.
#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    event_id: String,
    #[serde(default)]
    source: String,
}

/// The ledgers there are.
pub(crate) async fn list(inside: Inside, path: web::Path<String>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    let draw = async {
        let me = admin::admin(&inside, tongue).await?;
        let seasons = seasons(&inside, tongue).await?;
        let mws = admin::whole(&inside, tongue, "/api/v1/mw?limit=200").await?;
        let shell = admin::shell(tongue, &tongue.text("admin-ledger-title"), "/ledger", &me);
        show::rendered(&Ledgers { shell, seasons, mws })
    };
    show::personal(&inside, tongue, draw).await
}

/// One ledger, or one event of it.
pub(crate) async fn show(
    inside: Inside,
    path: web::Path<(String, String, String)>,
    wanted: Query<Wanted>,
) -> HttpResponse {
    let (code, kind, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    let target = Target { kind, id };
    show::personal(&inside, tongue, draw(&inside, tongue, target, &wanted)).await
}

async fn draw(inside: &Inside, tongue: Tongue, target: Target, wanted: &Wanted) -> Result<String, Refusal> {
    let me = admin::admin(inside, tongue).await?;
    let title = title(inside, tongue, &target).await?;
    let query = link::query(&[("event_id", Some(&wanted.event_id))]);
    let ledger: Ledger = inside.personal().get(tongue.0, &format!("{}/ledger{query}", target.api())).await?;
    let Proposals { mut items, wildcards } =
        inside.personal().get(tongue.0, &format!("{}/proposals", target.api())).await?;
    let shell = |part: &str| admin::shell(tongue, &title, part, &me);
    if wanted.event_id.is_empty() {
        let shell = shell(&target.part());
        return show::rendered(&Whole { shell, target, title: title.clone(), it: ledger, wildcards });
    }
    let is_wanted = |source: &str| wanted.source.is_empty() || wanted.source == source;
    let mut accounts = Vec::new();
    for account in ledger.accounts.into_iter().filter(|account| is_wanted(&account.source)) {
        let is_its = |it: &Proposal| it.event_id == account.event_id && it.source == account.source;
        let proposal = items.iter().position(is_its).map(|at| items.swap_remove(at));
        accounts.push((account, proposal));
    }
    if accounts.is_empty() {
        return Err(Refusal::not_found());
    }
    let query = link::query(&[("event_id", Some(&wanted.event_id)), ("source", Some(&wanted.source))]);
    let shell = shell(&format!("{}{query}", target.part()));
    show::rendered(&OneEvent { shell, target, title: title.clone(), accounts })
}

async fn title(inside: &Inside, tongue: Tongue, target: &Target) -> Result<String, Refusal> {
    if target.kind == "mp" {
        return Ok(tongue.with("mp-title", &target.id));
    }
    let address = format!("/api/v1/mw/{}", link::escaped(&target.id));
    let Named { voivodeship } = inside.get(tongue.0, &address).await?;
    Ok(tongue.with("admin-mw-title", voivodeship))
}

#[derive(Debug, Deserialize)]
struct Named {
    voivodeship: String,
}
