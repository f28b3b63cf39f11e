//! Qualifications: the accounts of a championship, and one event with every seat, its chain of custody, and the acts on
//! it.

use crate::admin;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::query::Query;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::seasons::season::{SeasonItem, seasons};
use actix_web::web;
use api::{ApiClient, ApiError};
use askama::Template;
use domain::qualification::ledger::Target;
use serde::Deserialize;
use wire::championships::mw::{ChampionshipItem, MwQualifications};
use wire::qualifications::ledger::{
    Balance, CustodyLine, LedgerPlayer, LedgerWildcard, QualificationAccount, QualificationLedger, Seat, SeatState,
};
use wire::qualifications::list::WildcardState;
use wire::qualifications::proposals::{ProposalItem, Proposals, ProposedPlayer, ProposedWildcard, WildcardProposals};

/// What became of the seats of an account or of a ledger, in words.
trait BalanceWords {
    /// Every state in which there are seats, with how many.
    fn parts(&self) -> Vec<(SeatState, u32)>;

    fn in_words(&self, shell: &Shell) -> String;

    fn is_empty(&self) -> bool;
}

impl BalanceWords for Balance {
    fn parts(&self) -> Vec<(SeatState, u32)> {
        let all = [
            (SeatState::Granted, self.granted),
            (SeatState::Review, self.review),
            (SeatState::Proposed, self.proposed),
            (SeatState::Pending, self.pending),
            (SeatState::Declined, self.declined),
            (SeatState::Withheld, self.withheld),
            (SeatState::Lapsed, self.lapsed),
        ];
        all.into_iter().filter(|(_, count)| *count > 0).collect()
    }

    fn in_words(&self, shell: &Shell) -> String {
        let part = |(state, count): (SeatState, u32)| {
            format!("{}: {count}", shell.choice_text("page-admin-seats", state.name()))
        };
        self.parts().into_iter().map(part).collect::<Vec<_>>().join(", ")
    }

    fn is_empty(&self) -> bool {
        self.seats + self.beyond == 0
    }
}

trait SeatWords {
    fn who(&self, shell: &Shell) -> String;
}

impl SeatWords for Seat {
    fn who(&self, shell: &Shell) -> String {
        match &self.player {
            Some(LedgerPlayer { name, city: Some(city), .. }) => format!("{name}, {city}"),
            Some(LedgerPlayer { name, city: None, .. }) => name.clone(),
            None => shell.text("admin-seat-unsettled"),
        }
    }
}

/// The person who did what a line of custody tells.
trait CustodyWords {
    fn by(&self) -> Option<&str>;
}

impl CustodyWords for CustodyLine {
    fn by(&self) -> Option<&str> {
        self.by.as_ref().map(|by| by.name.as_deref().unwrap_or(&by.account))
    }
}

/// What an admin can do about a proposal.
trait ProposalChoices {
    /// Those who can be granted to without choosing, as the rules name them.
    fn named(&self) -> Vec<&ProposedPlayer>;

    fn needs_reason(&self) -> bool;
}

impl ProposalChoices for ProposalItem {
    fn named(&self) -> Vec<&ProposedPlayer> {
        self.proposed.iter().chain(&self.consent).filter(|it| !it.granted).collect()
    }

    fn needs_reason(&self) -> bool {
        !self.waits_for.is_empty() || !self.undecided.is_empty() || self.named().is_empty()
    }
}

pub(super) trait TargetAddress {
    /// Where the API keeps the ledger and the acts on it.
    fn api(&self) -> String;

    /// Its page, below `/admin`.
    fn part(&self) -> String;
}

impl TargetAddress for Target {
    fn api(&self) -> String {
        match self {
            Self::Mp(season) => format!("/api/v1/seasons/{}/qualifications/mp", link::escaped(season.as_str())),
            Self::Mw(championship) => format!("/api/v1/mw/{}", link::escaped(championship.as_str())),
        }
    }

    fn part(&self) -> String {
        match self {
            Self::Mp(season) => format!("/ledger/mp/{}", link::escaped(season.as_str())),
            Self::Mw(championship) => format!("/ledger/mw/{}", link::escaped(championship.as_str())),
        }
    }
}

#[derive(Template)]
#[template(path = "admin/ledgers.html")]
struct Ledgers {
    shell: Shell,
    seasons: Vec<SeasonItem>,
    mws: Vec<ChampionshipItem>,
}

#[derive(Template)]
#[template(path = "admin/ledger.html")]
struct LedgerPage {
    shell: Shell,
    target: Target,
    title: String,
    it: QualificationLedger,
    wildcards: Option<WildcardProposals>,
}

impl LedgerPage {
    fn href(&self, account: &QualificationAccount) -> String {
        let query = link::query(&[("event_id", Some(&account.event_id)), ("source", Some(account.source.name()))]);
        link::admin(self.shell.language, &format!("{}{query}", self.target.part()))
    }

    fn with_seats(&self) -> Vec<&QualificationAccount> {
        self.it.accounts.iter().filter(|account| !account.balance.is_empty()).collect()
    }

    fn without_seats(&self) -> Vec<&QualificationAccount> {
        self.it.accounts.iter().filter(|account| account.balance.is_empty()).collect()
    }

    fn open_wildcards(&self) -> Vec<&ProposedWildcard> {
        let proposed = self.wildcards.iter().flat_map(|wildcards| &wildcards.proposed);
        proposed.filter(|it| !it.nominated).collect()
    }

    /// Whether all seats of an account are in one state, which the column of states says.
    #[expect(clippy::unused_self, reason = "the template calls it as a method")]
    fn is_of_one_state(&self, account: &QualificationAccount) -> bool {
        account.balance.parts().len() <= 1
    }

    fn nominated(&self) -> Vec<&LedgerWildcard> {
        self.it.wildcards.iter().filter(|it| it.state == WildcardState::Nominated).collect()
    }
}

#[derive(Template)]
#[template(path = "admin/seats.html")]
struct SeatsPage {
    shell: Shell,
    target: Target,
    title: String,
    accounts: Vec<(QualificationAccount, Option<ProposalItem>)>,
}

impl SeatsPage {
    fn undo_decline(&self, account: &QualificationAccount, player: &str) -> String {
        let (event, player) = (link::escaped(&account.event_id), link::escaped(player));
        let query = link::query(&[("source", Some(account.source.name()))]);
        format!("{}/declines/{event}/{player}{query}", self.target.api())
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct QueryParams {
    event_id: String,
    source: String,
}

pub(crate) async fn list(client: ApiClient, language: Language) -> Rendered {
    let me = admin::require_admin(&client, language).await?;
    let seasons = seasons(&client, language).await?;
    let mws = admin::fetch_all(&client, language, "/api/v1/mw?limit=200").await?;
    let shell = admin::shell(language, &language.text("admin-ledger-title"), "/ledger", &me);
    response::render_template(&Ledgers { shell, seasons, mws })
}

pub(crate) async fn show(
    client: ApiClient,
    path: web::Path<(Language, String, String)>,
    params: Query<QueryParams>,
) -> Rendered {
    let (language, kind, id) = path.into_inner();
    let me = admin::require_admin(&client, language).await?;
    let target: Target = format!("{kind}:{id}").parse().map_err(|_| ApiError::not_found())?;
    let title = title(&client, language, &target).await?;
    let query = link::query(&[("event_id", Some(&params.event_id))]);
    let ledger: QualificationLedger =
        client.personal().get(language.0, &format!("{}/ledger{query}", target.api())).await?;
    let Proposals { mut items, wildcards, .. } =
        client.personal().get(language.0, &format!("{}/proposals", target.api())).await?;
    let shell = |part: &str| admin::shell(language, &title, part, &me);
    if params.event_id.is_empty() {
        let shell = shell(&target.part());
        return response::render_template(&LedgerPage { shell, target, title: title.clone(), it: ledger, wildcards });
    }
    let is_wanted = |source: &str| params.source.is_empty() || params.source == source;
    let mut accounts = Vec::new();
    for account in ledger.accounts.into_iter().filter(|account| is_wanted(account.source.name())) {
        let is_its = |it: &ProposalItem| it.event_id == account.event_id && it.source == account.source;
        let proposal = items.iter().position(is_its).map(|at| items.swap_remove(at));
        accounts.push((account, proposal));
    }
    if accounts.is_empty() {
        return Err(ApiError::not_found());
    }
    let query = link::query(&[("event_id", Some(&params.event_id)), ("source", Some(&params.source))]);
    let shell = shell(&format!("{}{query}", target.part()));
    response::render_template(&SeatsPage { shell, target, title: title.clone(), accounts })
}

async fn title(client: &ApiClient, language: Language, target: &Target) -> Result<String, ApiError> {
    match target {
        Target::Mp(season) => Ok(language.with("mp-title", season)),
        Target::Mw(_) => {
            let MwQualifications { item, .. } = client.get(language.0, &target.api()).await?;
            Ok(language.with("admin-mw-title", item.voivodeship))
        }
    }
}
