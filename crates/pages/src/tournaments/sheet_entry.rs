//! Entering sheets: all tables of a stage for staff who type them from paper, and one table for a phone with its token.
//!
//! The page contains all data that its scripts need, so that it works without a network.

use crate::layout::current_user::CurrentUser;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::query::Query;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::{NavLink, Shell};
use crate::tournaments::organise::{self, PlayerLabel as _};
use crate::tournaments::tournament::stage as stage_in_words;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{HttpResponse, web};
use api::{ApiClient, ApiError};
use askama::Template;
use domain::tournament::course::Phase;
use domain::tournament::course::Stage;
use domain::values::variant::Variant;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use wire::accounts::{Me, MyTable};
use wire::seasons::rulebooks::Rulebook;
use wire::tournaments::desk::Tournament;
use wire::tournaments::people::NamedPlayer;
use wire::tournaments::play::{Sheet, StageSheets};

/// Texts of the scripts of these pages; each is `page-entry-js-…`.
const WORDS: [&str; 79] = [
    "state-missing",
    "state-incomplete",
    "state-unconfirmed",
    "state-complete",
    "box-waiting",
    "box-sending",
    "box-confirmed",
    "box-conflict",
    "box-refused",
    "box-foreign",
    "bar-none",
    "bar-begun",
    "bar-one",
    "bar-few",
    "bar-many",
    "bar-other",
    "bar-offline",
    "bar-sign-in",
    "bar-attention",
    "missing",
    "none-missing",
    "no-such-table",
    "game",
    "seat",
    "winner",
    "big",
    "gone",
    "entered",
    "by-table",
    "by-staff",
    "by-you",
    "confirmed-by",
    "waived",
    "cannot-keep",
    "last",
    "undo",
    "undo-question",
    "undone",
    "undo-none",
    "partial",
    "empty",
    "reason-needed",
    "tick-needed",
    "errors",
    "warnings",
    "infos",
    "error-not-points",
    "error-points-without-game",
    "error-missing",
    "error-too-few",
    "error-no-winner",
    "error-several-winners",
    "error-nothing-lost",
    "error-wrong-sum",
    "error-game-missing",
    "warning-heavy-rack",
    "warning-heavy-table",
    "warning-repeated-game",
    "changed-here",
    "stage-changed",
    "conflict-title",
    "conflict-theirs",
    "conflict-mine",
    "conflict-keep-theirs",
    "conflict-send-mine",
    "conflict-hidden",
    "refused-title",
    "open",
    "discard",
    "discard-question",
    "foreign",
    "rack-wrong",
    "rack-error-empty-without-meld",
    "rack-error-several-empty",
    "rack-error-no-empty",
    "rack-error-nobody-can-win",
    "rack-error-nothing-lost",
    "bar-token",
    "replaces-first",
];

/// Texts of every page of the tournament while sheets wait on the device.
const WORDS_OF_UNSENT: [&str; 10] = [
    "bar-one",
    "bar-few",
    "bar-many",
    "bar-other",
    "unsent-offline",
    "bar-sign-in",
    "bar-attention",
    "foreign",
    "sent",
    "to-sheets",
];

/// The stage that is entered; the current one by default.
#[derive(Debug, Deserialize)]
pub(crate) struct QueryParams {
    stage: Option<String>,
}

struct Table {
    number: u32,
    seats: Vec<Seat>,
    games: u32,
    /// The sheet as JSON, for the scripts.
    sheet: String,
    address: String,
}

struct Seat {
    letter: char,
    name: String,
}

struct StageLink {
    text: String,
    href: String,
    is_here: bool,
}

#[derive(Template)]
#[template(path = "entry.html")]
struct Page {
    shell: Shell,
    id: String,
    title: String,
    stage: Stage,
    stages: Vec<StageLink>,
    started: bool,
    closed: bool,
    /// Whether the tournament is over: sheets are corrected, by admins.
    over: bool,
    account: String,
    rules: String,
    words: String,
    tables: Vec<Table>,
    /// The other pages about the tournament; none for a token.
    ways: Vec<NavLink>,
    /// Whether this is the page of one table, for a token.
    single: bool,
    /// The API address from which the page reads the sheets again.
    source: String,
}

impl Page {
    fn stage_in_words(&self) -> String {
        stage_in_words(self.shell.language, self.stage)
    }

    fn live(&self) -> String {
        format!("/api/v1/tournaments/{}/live", link::escaped(&self.id))
    }
}

#[derive(Template)]
#[template(path = "entry_without_token.html")]
struct MissingTokenPage {
    shell: Shell,
}

pub(crate) async fn show(
    client: ApiClient,
    path: web::Path<(Language, String)>,
    params: Query<QueryParams>,
) -> Rendered {
    let (language, id) = path.into_inner();
    let me = CurrentUser::of(&client, language).await?;
    let address = format!("/api/v1/tournaments/{}", link::escaped(&id));
    let it: Tournament = client.personal().get(language.0, &address).await?;
    let all_stages = it.managed.as_ref().map_or(&[][..], |it| &it.stages);
    let current = it.managed.as_ref().and_then(|it| it.current_stage);
    let stage = current.or(all_stages.last().copied()).unwrap_or(Stage::Round(1)).to_string();
    let stage = params.stage.as_deref().unwrap_or(&stage);
    let source = format!("{address}/stages/{}/sheets", link::escaped(stage));
    let sheets: StageSheets = client.personal().get(language.0, &source).await?;
    let own_path = link::organise(language, &id, "/sheets");
    let heading = format!("{}: {}", language.text("entry-title"), it.name.as_deref().unwrap_or(&id));
    let shell = Shell::staff(language, &heading, &own_path, &me).with_script("entry.js");
    let stages = all_stages.iter().map(|other| StageLink {
        text: stage_in_words(language, *other),
        href: format!("{own_path}?stage={other}"),
        is_here: *other == sheets.stage,
    });
    let stages = stages.collect();
    let tables = sheets.items.into_iter().map(|sheet| Table::of(language, &address, &sheet));
    let tables = tables.collect();
    response::render_template(&Page {
        title: it.name.clone().unwrap_or_else(|| id.clone()),
        stage: sheets.stage,
        stages,
        started: sheets.started,
        closed: sheets.closed,
        over: it.phase == Phase::Closed,
        account: me.id.clone(),
        rules: rules(&client, language, &it).await?.to_string(),
        words: words(language, &WORDS),
        tables,
        ways: organise::ways(language, &id, "/sheets"),
        single: false,
        source,
        shell,
        id,
    })
}

/// The page of a table. The token is in the fragment of the address, which no server gets: the page loads itself with
/// it.
pub(crate) async fn table(client: ApiClient, language: Language) -> HttpResponse {
    let mut shell = Shell::new(language, &language.text("entry-table-title"), &link::table(language), None);
    shell.navigation.clear();
    shell.is_listed = false;
    let shell = shell.with_script("forms.js").with_script("table.js");
    if client.request().headers().contains_key(AUTHORIZATION) {
        return match render_table(&client, language, shell).await {
            // An invalid token is refused without the offer to sign in.
            Err(refusal) => response::error_page_without_season(&client, language, &refusal),
            text => response::personal(&client, language, async { text }).await,
        };
    }
    response::public(&client, language, async { response::render_template(&MissingTokenPage { shell }) }).await
}

async fn render_table(client: &ApiClient, language: Language, shell: Shell) -> Rendered {
    let me: Me = client.personal().get(language.0, "/api/v1/me").await?;
    let Me::Table(MyTable { tournament: id, stage, table: number, .. }) = me else {
        return Err(ApiError::not_found());
    };
    let address = format!("/api/v1/tournaments/{}", link::escaped(&id));
    let it: Tournament = client.get(language.0, &address).await?;
    let source = format!("{address}/stages/{}/tables/{number}/sheet", link::escaped(&stage));
    let sheet: Sheet = client.personal().get(language.0, &source).await?;
    response::render_template(&Page {
        title: it.name.clone().unwrap_or_else(|| id.clone()),
        stage: sheet.stage,
        stages: Vec::new(),
        started: true,
        closed: false,
        over: false,
        account: String::new(),
        rules: rules(client, language, &it).await?.to_string(),
        words: words(language, &WORDS),
        tables: vec![Table::of(language, &address, &sheet)],
        ways: Vec::new(),
        single: true,
        source,
        shell,
        id,
    })
}

impl Table {
    /// The table with what the API shows of it to this caller.
    fn of(language: Language, tournament: &str, sheet: &Sheet) -> Self {
        let seat = |(letter, player): (char, &NamedPlayer)| Seat { letter, name: player.name(language) };
        Self {
            number: sheet.table,
            seats: ('A'..).zip(&sheet.seats).map(seat).collect(),
            games: sheet.planned_games,
            address: format!("{tournament}/stages/{}/tables/{}", sheet.stage, sheet.table),
            sheet: json!(sheet).to_string(),
        }
    }
}

/// The parameters of the rulebook that the rack calculator and the sums in the page need.
async fn rules(client: &ApiClient, language: Language, it: &Tournament) -> Result<Value, ApiError> {
    let Some(managed) = &it.managed else { return Ok(json!({})) };
    let Some(id) = &managed.rulebook else { return Ok(json!({})) };
    let address = format!("/api/v1/rulebooks/{}", link::escaped(id));
    let Some(rulebook) = client.find::<Rulebook>(language.0, &address).await? else { return Ok(json!({})) };
    let joker = match managed.variant {
        Variant::Twist => "game.joker.twist",
        Variant::Expert => "game.joker.expert",
        Variant::Standard | Variant::Duel | Variant::Running | Variant::Speed | Variant::Slow => "game.joker.standard",
    };
    let params = [
        ("joker", joker),
        ("no30", "game.unmelded.no30"),
        ("had30", "game.unmelded.had30"),
        ("announced", "game.unmelded.announced"),
        ("mode", "game.unmelded.mode"),
        ("timeout", "game.timeout.unmelded"),
        ("jokerInSum", "game.timeout.joker_in_sum"),
        ("tie", "game.tie.small_points"),
        ("rounding", "game.tie.rounding"),
        ("spilled", "game.spilled.penalty"),
        ("spilledFlat", "game.spilled.flat"),
    ];
    let value = |path: &str| rulebook.parameters.iter().find(|it| it.path == path).map(|it| it.value.clone());
    Ok(Value::Object(params.into_iter().filter_map(|(name, path)| Some((name.to_owned(), value(path)?))).collect()))
}

/// Texts of other pages of the tournament about sheets that wait on the device.
pub(crate) fn words_of_unsent(language: Language) -> String {
    words(language, &WORDS_OF_UNSENT)
}

fn words(language: Language, ids: &[&str]) -> String {
    let word = |id: &&str| ((*id).to_owned(), language.text(&format!("entry-js-{id}")).into());
    Value::Object(ids.iter().map(word).collect::<Map<_, _>>()).to_string()
}
