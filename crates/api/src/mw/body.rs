//! What clients get of voivodeship championships.

use crate::conditional;
use crate::listed::NamedPlayer;
use crate::players::voivodeship;
use crate::qualifications::{PendingQualification, Qualifications, QualificationsSummary, QualifiedPlayer};
use crate::seen::{OfficialEdition, Seen};
use crate::sheet::Cell;
use crate::table::Row;
use domain::Choice;
use domain::calendar::Window;
use domain::ledger::Target;
use domain::mw::MwList;
use domain::publication::ListId;
use domain::rulebook::parameters::MW_WILDCARD_CAP;
use domain::wildcard::Wildcard;
use projections::season_lists::{QualificationState, qualification_state, season_of_championship, wildcard_state};
use projections::views::{Championship, RuleSet, Views};
use serde::Serialize;
use utoipa::ToSchema;

/// A championship in the list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChampionshipItem {
    /// The id.
    #[schema(max_length = 1024, example = "mw-2026-slaskie")]
    id: String,
    #[schema(schema_with = voivodeship)]
    voivodeship: &'static str,
    /// The season in which the first day lies whose events feed it.
    #[schema(max_length = 1024, example = "2025-26")]
    season: Option<String>,
    /// The first day whose events feed it.
    #[schema(format = Date, max_length = 10, example = "2025-09-01")]
    first_day: String,
    /// The last day whose events feed it.
    #[schema(format = Date, max_length = 10, example = "2026-03-31")]
    last_day: Option<String>,
    /// The days on which it is played, once they are set.
    days: Option<PlayingDays>,
    /// How far it is filled.
    counts: ChampionshipCounts,
    /// `open` while something is proposed or waits for a decision, `review` if a granted qualification is in doubt, else `settled`.
    #[schema(max_length = 10, example = "open")]
    state: &'static str,
    /// The id of the rulebook that its list is computed with.
    #[schema(max_length = 1024, example = "pl-2024-25")]
    rulebook: String,
    /// The ETag of the championship.
    #[schema(max_length = 24, example = "\"402\"")]
    etag: String,
}

/// The days on which a championship is played.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayingDays {
    /// The first.
    #[schema(format = Date, max_length = 10, example = "2026-04-18")]
    first_day: String,
    /// The last.
    #[schema(format = Date, max_length = 10, example = "2026-04-19")]
    last_day: String,
}

impl PlayingDays {
    fn of(days: Window) -> Self {
        let (first, last) = (days.first(), days.last().unwrap_or(days.first()));
        Self { first_day: first.to_string(), last_day: last.to_string() }
    }
}

impl ChampionshipItem {
    /// As its own rulebook has it.
    pub(super) fn of(views: &Views, championship: &Championship) -> Self {
        match views.records.computed().championship(&championship.id) {
            Some((set, list)) => Self::under(views, set, list, championship),
            None => Self::with(views, championship, ChampionshipCounts::default(), "open"),
        }
    }

    /// As the rulebook of these lists has it.
    fn under(views: &Views, set: &RuleSet, list: &MwList, championship: &Championship) -> Self {
        let counts = ChampionshipCounts::of(set, list);
        Self::with(views, championship, counts, state(views, set, list, championship))
    }

    fn with(views: &Views, championship: &Championship, counts: ChampionshipCounts, state: &'static str) -> Self {
        let window = championship.record.window;
        let season = season_of_championship(&views.records, championship);
        Self {
            id: championship.id.to_string(),
            voivodeship: championship.record.voivodeship.name(),
            season: season.map(ToString::to_string),
            first_day: window.first().to_string(),
            last_day: window.last().map(|day| day.to_string()),
            days: championship.days.map(PlayingDays::of),
            counts,
            state,
            rulebook: championship.record.rulebook.to_string(),
            etag: conditional::etag_text(championship.etag),
        }
    }

    /// By the last day of the window, then by id.
    pub(super) fn key(&self) -> String {
        format!("{} {}", self.last_day.as_deref().unwrap_or(&self.first_day), self.id)
    }

    pub(super) fn is_of(&self, season: Option<&str>) -> bool {
        season.is_none() || self.season.as_deref() == season
    }
}

impl Row for ChampionshipItem {
    const HEAD: &'static [&'static str] = &[
        "id",
        "voivodeship",
        "season",
        "first_day",
        "last_day",
        "played_from",
        "played_to",
        "qualified",
        "pending",
        "wildcards",
        "cap",
        "free",
        "state",
        "rulebook",
        "etag",
    ];

    fn cells(&self) -> Vec<Cell<'_>> {
        vec![
            Cell::text(&self.id),
            Cell::text(self.voivodeship),
            Cell::maybe(self.season.as_deref()),
            Cell::text(&self.first_day),
            Cell::maybe(self.last_day.as_deref()),
            Cell::maybe(self.days.as_ref().map(|days| days.first_day.as_str())),
            Cell::maybe(self.days.as_ref().map(|days| days.last_day.as_str())),
            Cell::Number(self.counts.qualified.into()),
            Cell::Number(self.counts.pending.into()),
            Cell::Number(self.counts.wildcards.into()),
            Cell::Number(self.counts.cap.into()),
            Cell::Number(self.counts.free.into()),
            Cell::text(self.state),
            Cell::text(&self.rulebook),
            Cell::text(&self.etag),
        ]
    }
}

/// How far a championship is filled.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct ChampionshipCounts {
    /// How many are qualified.
    #[schema(minimum = 0, maximum = 100_000, example = 21)]
    qualified: u32,
    /// How many qualifications wait for a decision.
    #[schema(minimum = 0, maximum = 100_000, example = 0)]
    pending: u32,
    /// How many wildcards are proposed, put forward or granted.
    #[schema(minimum = 0, maximum = 100_000, example = 11)]
    wildcards: u32,
    /// How many qualified players and wildcards there may be together.
    #[schema(minimum = 0, maximum = 100_000, example = 32)]
    cap: u32,
    /// How many places are left when everybody who is proposed for a wildcard takes one; `wildcards.free` of the proposals counts those that were not granted, too.
    #[schema(minimum = 0, maximum = 100_000, example = 0)]
    free: u32,
}

impl ChampionshipCounts {
    fn of(set: &RuleSet, list: &MwList) -> Self {
        let (qualified, wildcards) = (list.qualified().count() as u32, list.wildcards.len() as u32);
        let cap = set.facts.rulebook.get(MW_WILDCARD_CAP);
        Self {
            qualified,
            pending: list.pending().map(|(_, pending)| pending.open).sum(),
            wildcards,
            cap,
            free: cap.saturating_sub(qualified).saturating_sub(wildcards),
        }
    }
}

/// Whether something is left to be done.
fn state(views: &Views, set: &RuleSet, list: &MwList, championship: &Championship) -> &'static str {
    let target = Target::Mw(championship.id.clone());
    let state = |decision, player| qualification_state(&views.records, &target, set, decision, player);
    let states = list.decisions.iter().flat_map(|decision| decision.granted().map(move |it| (decision, it.player)));
    let states: Vec<QualificationState> = states.map(|(decision, player)| state(decision, player)).collect();
    let ungranted = |wildcard: &Wildcard| {
        wildcard_state(&views.records, &championship.id, set.facts.player_id(wildcard.player)) != "granted"
    };
    if states.contains(&QualificationState::Review) {
        return "review";
    }
    let open = states.contains(&QualificationState::Proposed) || list.pending().next().is_some();
    if open || list.wildcards.iter().any(ungranted) { "open" } else { "settled" }
}

/// A championship with its list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MwQualifications {
    /// What the list says of it; the counts and the state are those under the rulebook that is asked for.
    #[serde(flatten)]
    item: ChampionshipItem,
    /// How many qualifications are in which state.
    summary: QualificationsSummary,
    /// The newest published edition of the list of qualified players, if there is one.
    official: Option<OfficialEdition>,
    /// The newest published edition of the wildcards, if there is one.
    official_wildcards: Option<OfficialEdition>,
    /// Who is qualified, in the order of decision.
    #[schema(max_items = 10_000)]
    qualified: Vec<QualifiedPlayer>,
    /// What waits for a decision, in the order of decision.
    #[schema(max_items = 10_000)]
    pending: Vec<PendingQualification>,
    /// Who may get a wildcard, in the order of proposing.
    #[schema(max_items = 10_000)]
    wildcards: Vec<WildcardPlayer>,
}

/// Somebody who may get a wildcard, or has got one.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WildcardPlayer {
    /// Who.
    #[serde(flatten)]
    player: NamedPlayer,
    /// The league or tournament whose table it rests on.
    #[schema(max_length = 1024, example = "l-2025-zory")]
    event_id: String,
    /// What it is called.
    #[schema(max_length = 500, example = "Liga Żorska")]
    event_name: Option<String>,
    /// The place there.
    #[schema(minimum = 1, maximum = 100_000, example = 4)]
    place: u32,
    /// `proposed` by the rules, `nominated` by a person, or `granted` by another one.
    #[schema(max_length = 10, example = "proposed")]
    state: &'static str,
}

impl MwQualifications {
    pub(super) fn of(seen: &Seen, set: &RuleSet, championship: &Championship) -> Option<Self> {
        let (views, id, facts) = (&seen.views, &championship.id, &set.facts);
        let list = set.championship(id)?;
        let rows = Qualifications { seen, set, target: &Target::Mw(id.clone()) };
        let wildcard = |wildcard: &Wildcard| WildcardPlayer {
            player: rows.named(wildcard.player),
            event_id: facts.event_id(wildcard.event).to_string(),
            event_name: seen.event_name(facts.event_id(wildcard.event)),
            place: wildcard.place.number(),
            state: wildcard_state(&views.records, id, facts.player_id(wildcard.player)),
        };
        let (qualified, pending) = (rows.qualified(&list.decisions), rows.pending(&list.decisions));
        let mut item = ChampionshipItem::under(views, set, list, championship);
        item.rulebook = seen.rulebook_id(&championship.record.rulebook).to_string();
        Some(Self {
            item,
            summary: QualificationsSummary::of(&qualified, &pending, &rows.lapsed(&list.decisions)),
            official: seen.official(&ListId::Mw(id.clone())),
            official_wildcards: seen.official(&ListId::Wildcards(id.clone())),
            wildcards: list.wildcards.iter().map(wildcard).collect(),
            qualified,
            pending,
        })
    }

    /// Everybody who may start, as rows.
    pub(super) fn rows(&self) -> Vec<StarterRow<'_>> {
        let qualified = self.qualified.iter().map(|it| StarterRow {
            player: &it.player,
            by: it.source,
            event: (&it.event_id, it.event_name.as_deref()),
            place: it.place,
            state: it.state,
        });
        let wildcards = self.wildcards.iter().map(|it| StarterRow {
            player: &it.player,
            by: "wildcard",
            event: (&it.event_id, it.event_name.as_deref()),
            place: it.place,
            state: it.state,
        });
        qualified.chain(wildcards).collect()
    }
}

/// Somebody who may start in a championship.
#[derive(Debug, Serialize)]
pub(super) struct StarterRow<'a> {
    player: &'a NamedPlayer,
    by: &'static str,
    event: (&'a str, Option<&'a str>),
    place: u32,
    state: &'static str,
}

impl Row for StarterRow<'_> {
    const HEAD: &'static [&'static str] =
        &["player_id", "name", "city", "voivodeship", "by", "event_id", "event_name", "place", "state"];

    fn cells(&self) -> Vec<Cell<'_>> {
        let mut cells = Vec::from(self.player.cells());
        cells.extend([
            Cell::text(self.by),
            Cell::text(self.event.0),
            Cell::maybe(self.event.1),
            Cell::Number(self.place.into()),
            Cell::text(self.state),
        ]);
        cells
    }
}
