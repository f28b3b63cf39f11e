//! Entering sheets: all tables of a stage for whoever types them from paper, and one table for a phone with its token.
//!
//! Everything that is needed stands in the page, so that it works on when the network goes.

use crate::link;
use crate::me::Me;
use crate::organise;
use crate::query::Query;
use crate::shell::{Shell, Way};
use crate::show;
use crate::tongue::Tongue;
use crate::tournament::stage as stage_in_words;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// Words that the scripts of these pages say; each is `page-entry-js-…`.
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

/// Those that every page of the tournament says while sheets wait on the device.
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

#[derive(Debug, Deserialize)]
struct Tournament {
    name: Option<String>,
    phase: String,
    variant: Option<String>,
    rulebook: Option<String>,
    #[serde(default)]
    stages: Vec<String>,
    current_stage: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Sheets {
    stage: String,
    started: bool,
    closed: bool,
    items: Vec<Value>,
}

#[derive(Debug, Deserialize)]
struct Rulebook {
    parameters: Vec<Parameter>,
}

#[derive(Debug, Deserialize)]
struct Parameter {
    path: String,
    value: Value,
}

/// Where a token leads.
#[derive(Debug, Deserialize)]
struct MyTable {
    tournament: Option<String>,
    stage: Option<String>,
    table: Option<u32>,
}

/// Which stage is entered; the current one if nobody says.
#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    stage: Option<String>,
}

/// A table and its sheet.
struct Table {
    number: u64,
    seats: Vec<Seat>,
    games: u64,
    /// The sheet as the API tells it.
    sheet: String,
    /// Where it is checked, entered and so on.
    address: String,
}

struct Seat {
    letter: char,
    name: String,
}

/// Another stage of the tournament.
struct Other {
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
    stage: String,
    stages: Vec<Other>,
    started: bool,
    closed: bool,
    /// Whether the tournament is over: sheets are corrected, by admins.
    over: bool,
    account: String,
    rules: String,
    words: String,
    tables: Vec<Table>,
    /// The other pages about the tournament; none for a token, which opens this one alone.
    ways: Vec<Way>,
    /// Whether this is the page of one table, for a token.
    single: bool,
    /// What the list of sheets is read from again.
    source: String,
}

impl Page {
    fn stage_in_words(&self) -> String {
        stage_in_words(self.shell.tongue, &self.stage)
    }

    fn live(&self) -> String {
        format!("/api/v1/tournaments/{}/live", link::escaped(&self.id))
    }
}

#[derive(Template)]
#[template(path = "entry_without_token.html")]
struct WithoutToken {
    shell: Shell,
}

/// The sheets of a stage.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>, wanted: Query<Wanted>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::personal(&inside, tongue, draw(&inside, tongue, &id, wanted.stage.as_deref())).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str, wanted: Option<&str>) -> Result<String, Refusal> {
    let me = Me::of(inside, tongue).await?;
    let address = format!("/api/v1/tournaments/{}", link::escaped(id));
    let it: Tournament = inside.personal().get(tongue.0, &address).await?;
    let last = it.stages.last().cloned();
    let stage = wanted.map(str::to_owned).or(it.current_stage.clone()).or(last).unwrap_or_else(|| "1".to_owned());
    let source = format!("{address}/stages/{}/sheets", link::escaped(&stage));
    let sheets: Sheets = inside.personal().get(tongue.0, &source).await?;
    let here = link::organise(tongue, id, "/sheets");
    let heading = format!("{}: {}", tongue.text("entry-title"), it.name.as_deref().unwrap_or(id));
    let shell = Shell::staff(tongue, &heading, &here, &me).with_script("entry.js");
    let stages = it.stages.iter().map(|other| Other {
        text: stage_in_words(tongue, other),
        href: format!("{here}{}", link::query(&[("stage", Some(other))])),
        is_here: *other == sheets.stage,
    });
    let stages = stages.collect();
    let tables = sheets.items.into_iter().map(|sheet| Table::of(tongue, &address, &sheet));
    let tables = tables.collect();
    show::rendered(&Page {
        id: id.to_owned(),
        title: it.name.clone().unwrap_or_else(|| id.to_owned()),
        stage: sheets.stage,
        stages,
        started: sheets.started,
        closed: sheets.closed,
        over: it.phase == "closed",
        account: me.id,
        rules: rules(inside, tongue, &it).await?.to_string(),
        words: words(tongue, &WORDS),
        tables,
        ways: organise::ways(tongue, id, "/sheets"),
        single: false,
        source,
        shell,
    })
}

/// The page of a table. The token stands behind the `#` of the address, which no server is told: the page asks for itself with it.
pub(crate) async fn table(inside: Inside, path: web::Path<String>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    let mut shell = Shell::new(tongue, &tongue.text("entry-table-title"), &link::table(tongue), None);
    shell.navigation.clear();
    shell.is_listed = false;
    let shell = shell.with_script("forms.js").with_script("table.js");
    if inside.request().headers().contains_key(AUTHORIZATION) {
        return match draw_table(&inside, tongue, shell).await {
            // Signing in would not help whoever has a token that does not hold.
            Err(refusal) => show::refused(&inside, tongue, &refusal),
            text => show::personal(&inside, tongue, async { text }).await,
        };
    }
    show::public(&inside, tongue, async { show::rendered(&WithoutToken { shell }) }).await
}

async fn draw_table(inside: &Inside, tongue: Tongue, shell: Shell) -> Result<String, Refusal> {
    let me: MyTable = inside.personal().get(tongue.0, "/api/v1/me").await?;
    let (Some(id), Some(stage), Some(number)) = (me.tournament, me.stage, me.table) else {
        return Err(Refusal::not_found());
    };
    let address = format!("/api/v1/tournaments/{}", link::escaped(&id));
    let it: Tournament = inside.get(tongue.0, &address).await?;
    let source = format!("{address}/stages/{}/tables/{number}/sheet", link::escaped(&stage));
    let sheet: Value = inside.personal().get(tongue.0, &source).await?;
    show::rendered(&Page {
        title: it.name.clone().unwrap_or_else(|| id.clone()),
        stage,
        stages: Vec::new(),
        started: true,
        closed: false,
        over: false,
        account: String::new(),
        rules: rules(inside, tongue, &it).await?.to_string(),
        words: words(tongue, &WORDS),
        tables: vec![Table::of(tongue, &address, &sheet)],
        ways: Vec::new(),
        single: true,
        source,
        shell,
        id,
    })
}

impl Table {
    /// The table with what the API shows of it to whoever asks: whoever makes the second entry is not told the first one.
    fn of(tongue: Tongue, tournament: &str, sheet: &Value) -> Self {
        let number = sheet["table"].as_u64().unwrap_or_default();
        let stage = sheet["stage"].as_str().unwrap_or_default();
        let name =
            |seat: &Value| seat["name"].as_str().map_or_else(|| tongue.0.text("event-player-deleted"), str::to_owned);
        let seats = sheet["seats"].as_array().into_iter().flatten();
        Self {
            number,
            seats: ('A'..).zip(seats).map(|(letter, seat)| Seat { letter, name: name(seat) }).collect(),
            games: sheet["planned_games"].as_u64().unwrap_or_default(),
            address: format!("{tournament}/stages/{}/tables/{number}", link::escaped(stage)),
            sheet: sheet.to_string(),
        }
    }
}

/// What the rack calculator and the sums in the page need of the rulebook.
async fn rules(inside: &Inside, tongue: Tongue, it: &Tournament) -> Result<Value, Refusal> {
    let Some(id) = &it.rulebook else { return Ok(json!({})) };
    let address = format!("/api/v1/rulebooks/{}", link::escaped(id));
    let Some(rulebook) = inside.find::<Rulebook>(tongue.0, &address).await? else { return Ok(json!({})) };
    let joker = match it.variant.as_deref() {
        Some("twist") => "game.joker.twist",
        Some("expert") => "game.joker.expert",
        _ => "game.joker.standard",
    };
    let wanted = [
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
    Ok(Value::Object(wanted.into_iter().filter_map(|(name, path)| Some((name.to_owned(), value(path)?))).collect()))
}

/// What other pages of the tournament say of sheets that wait on the device.
pub(crate) fn words_of_unsent(tongue: Tongue) -> String {
    words(tongue, &WORDS_OF_UNSENT)
}

fn words(tongue: Tongue, ids: &[&str]) -> String {
    let word = |id: &&str| ((*id).to_owned(), tongue.text(&format!("entry-js-{id}")).into());
    Value::Object(ids.iter().map(word).collect::<Map<_, _>>()).to_string()
}
