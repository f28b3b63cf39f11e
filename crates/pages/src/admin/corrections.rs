//! Corrections of what is over: a sheet or results of a closed tournament, and what is recorded of a player.

use crate::admin;
use crate::link;
use crate::listed::full_name;
use crate::query::Query;
use crate::shell::Shell;
use crate::show;
use crate::time;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

/// The voivodeships.
pub(crate) const VOIVODESHIPS: [&str; 16] = [
    "dolnośląskie",
    "kujawsko-pomorskie",
    "lubelskie",
    "lubuskie",
    "łódzkie",
    "małopolskie",
    "mazowieckie",
    "opolskie",
    "podkarpackie",
    "podlaskie",
    "pomorskie",
    "śląskie",
    "świętokrzyskie",
    "warmińsko-mazurskie",
    "wielkopolskie",
    "zachodniopomorskie",
];

/// A tournament among all.
#[derive(Debug, Deserialize)]
struct Tournament {
    id: String,
    name: Option<String>,
    first_day: Option<String>,
    last_day: Option<String>,
    voivodeship: Option<String>,
    #[serde(default)]
    stages: Vec<String>,
    variant: Option<String>,
    phase: String,
    etag: String,
}

impl Tournament {
    fn title(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.id)
    }

    fn days(&self, tongue: Tongue) -> String {
        time::span(tongue, self.first_day.as_deref().unwrap_or_default(), self.last_day.as_deref())
    }
}

#[derive(Debug, Deserialize)]
struct Tournaments {
    items: Vec<Tournament>,
    next: Option<String>,
}

/// What is recorded of a player.
#[derive(Debug, Deserialize)]
struct Player {
    id: String,
    first_name: String,
    surname: String,
    city: String,
    voivodeship: String,
    #[serde(default)]
    country: String,
}

#[derive(Debug, Deserialize)]
struct Players {
    items: Vec<Player>,
}

#[derive(Debug, Deserialize)]
struct Seating {
    tables: Vec<Table>,
}

#[derive(Debug, Deserialize)]
struct Table {
    table: u32,
    seats: Vec<Seated>,
}

#[derive(Debug, Deserialize)]
struct Seated {
    first_name: Option<String>,
    surname: Option<String>,
}

impl Seated {
    fn name(&self, shell: &Shell) -> String {
        full_name(shell.tongue, self.first_name.as_deref(), self.surname.as_deref())
    }
}

/// A stage in words.
fn stage_in_words(shell: &Shell, code: &str) -> String {
    match code.parse::<u32>() {
        Ok(number) => shell.tongue.count("round", number),
        Err(_) => shell.called("stage", code),
    }
}

#[derive(Debug, Deserialize)]
struct Sheet {
    seats: Vec<SheetSeat>,
    planned_games: u32,
    results: Option<SheetResults>,
}

#[derive(Debug, Deserialize)]
struct SheetSeat {
    name: Option<String>,
    player: String,
}

#[derive(Debug, Deserialize)]
struct SheetResults {
    games: Option<Vec<Game>>,
}

#[derive(Debug, Deserialize)]
struct Game {
    ending: String,
    small: Vec<Option<i64>>,
}

#[derive(Debug, Deserialize)]
struct Results {
    lines: Vec<Line>,
}

#[derive(Debug, Deserialize)]
struct Line {
    player: String,
    first_name: Option<String>,
    surname: Option<String>,
    place: Option<u32>,
    games_played: u32,
}

impl Line {
    fn name(&self, shell: &Shell) -> String {
        full_name(shell.tongue, self.first_name.as_deref(), self.surname.as_deref())
    }
}

#[derive(Template)]
#[template(path = "admin/corrections.html")]
struct Start {
    shell: Shell,
    q: String,
    players: Vec<Player>,
    tournaments: Vec<Tournament>,
    next: Option<String>,
}

#[derive(Template)]
#[template(path = "admin/correct_player.html")]
struct OfPlayer {
    shell: Shell,
    it: Player,
    tag: String,
}

#[derive(Template)]
#[template(path = "admin/correct_tournament.html")]
struct OfTournament {
    shell: Shell,
    it: Tournament,
    stages: Vec<(String, Vec<Table>)>,
    /// Results that came from elsewhere, which are corrected as a whole.
    results: Option<Results>,
}

impl OfTournament {
    fn href(&self, stage: &str, table: &Table) -> String {
        let (id, stage) = (link::escaped(&self.it.id), link::escaped(stage));
        link::admin(self.shell.tongue, &format!("/corrections/tournaments/{id}/{stage}/{}", table.table))
    }

    fn stage(&self, code: &str) -> String {
        stage_in_words(&self.shell, code)
    }
}

#[derive(Template)]
#[template(path = "admin/correct_sheet.html")]
struct OfSheet {
    shell: Shell,
    it: Tournament,
    stage: String,
    table: u32,
    sheet: Sheet,
    tag: String,
}

impl OfSheet {
    fn api(&self) -> String {
        let (id, stage) = (link::escaped(&self.it.id), link::escaped(&self.stage));
        format!("/api/v1/tournaments/{id}/stages/{stage}/tables/{}/correction", self.table)
    }

    fn stage_in_words(&self) -> String {
        stage_in_words(&self.shell, &self.stage)
    }

    /// The games as they stand, and empty ones up to those that were planned.
    fn games(&self) -> Vec<(String, Vec<String>)> {
        let known = self.sheet.results.as_ref().and_then(|it| it.games.as_ref()).map_or(&[][..], Vec::as_slice);
        let seats = self.sheet.seats.len();
        let written = |game: &Game| {
            let points = |points: &Option<i64>| points.map(|it| it.to_string()).unwrap_or_default();
            (game.ending.clone(), game.small.iter().map(points).collect())
        };
        let mut games: Vec<_> = known.iter().map(written).collect();
        while games.len() < self.sheet.planned_games as usize {
            games.push(("rack_emptied".to_owned(), vec![String::new(); seats]));
        }
        games
    }
}

/// Whom to look for, and where the list of tournaments goes on.
#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    q: String,
    #[serde(default)]
    cursor: String,
}

/// What can be corrected.
pub(crate) async fn start(inside: Inside, path: web::Path<String>, wanted: Query<Wanted>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    show::personal(&inside, tongue, draw_start(&inside, tongue, &wanted)).await
}

async fn draw_start(inside: &Inside, tongue: Tongue, wanted: &Wanted) -> Result<String, Refusal> {
    let me = admin::admin(inside, tongue).await?;
    let q = wanted.q.trim().to_owned();
    let players = if q.is_empty() {
        Vec::new()
    } else {
        let address = format!("/api/v1/players{}", link::query(&[("q", Some(&q)), ("limit", Some("50"))]));
        inside.personal().get::<Players>(tongue.0, &address).await?.items
    };
    let query = link::query(&[("phase", Some("closed")), ("limit", Some("100")), ("cursor", Some(&wanted.cursor))]);
    let Tournaments { items: tournaments, next } =
        inside.personal().get(tongue.0, &format!("/api/v1/tournaments{query}")).await?;
    let further = |cursor: String| format!("/corrections{}", link::query(&[("cursor", Some(&cursor))]));
    let next = next.map(|cursor| link::admin(tongue, &further(cursor)));
    let shell = admin::shell(tongue, &tongue.text("admin-corrections-title"), "/corrections", &me);
    show::rendered(&Start { shell, q, players, tournaments, next })
}

/// What is recorded of a player.
pub(crate) async fn player(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    let draw = async {
        let me = admin::admin(&inside, tongue).await?;
        let address = format!("/api/v1/players/{}/private", link::escaped(&id));
        let (it, tag): (Player, String) = inside.personal().tagged(tongue.0, &address).await?;
        let title = format!("{} {}", it.first_name, it.surname);
        let part = format!("/corrections/players/{}", link::escaped(&id));
        let shell = admin::shell(tongue, &title, &part, &me);
        show::rendered(&OfPlayer { shell, it, tag })
    };
    show::personal(&inside, tongue, draw).await
}

async fn tournament_with(inside: &Inside, tongue: Tongue, id: &str) -> Result<Tournament, Refusal> {
    inside.personal().get(tongue.0, &format!("/api/v1/tournaments/{}", link::escaped(id))).await
}

/// A tournament that is over.
pub(crate) async fn tournament(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::personal(&inside, tongue, draw_tournament(&inside, tongue, &id)).await
}

async fn draw_tournament(inside: &Inside, tongue: Tongue, id: &str) -> Result<String, Refusal> {
    let me = admin::admin(inside, tongue).await?;
    let it = tournament_with(inside, tongue, id).await?;
    let base = format!("/api/v1/tournaments/{}", link::escaped(id));
    let mut stages = Vec::new();
    for stage in &it.stages {
        let address = format!("{base}/seating{}", link::query(&[("stage", Some(stage))]));
        if let Some(Seating { tables }) = inside.personal().find(tongue.0, &address).await? {
            stages.push((stage.clone(), tables));
        }
    }
    let came_from_elsewhere = stages.is_empty() && it.variant.is_some() && it.phase == "closed";
    let results =
        if came_from_elsewhere { inside.personal().find(tongue.0, &format!("{base}/results")).await? } else { None };
    let part = format!("/corrections/tournaments/{}", link::escaped(id));
    let shell = admin::shell(tongue, it.title(), &part, &me);
    show::rendered(&OfTournament { shell, it, stages, results })
}

/// A sheet of a tournament that is over.
pub(crate) async fn sheet(inside: Inside, path: web::Path<(String, String, String, u32)>) -> HttpResponse {
    let (code, id, stage, table) = path.into_inner();
    let tongue = Tongue::of(&code);
    let draw = async {
        let me = admin::admin(&inside, tongue).await?;
        let it = tournament_with(&inside, tongue, &id).await?;
        let (id, written) = (link::escaped(&id), link::escaped(&stage));
        let address = format!("/api/v1/tournaments/{id}/stages/{written}/tables/{table}/sheet");
        let (sheet, tag): (Sheet, String) = inside.personal().tagged(tongue.0, &address).await?;
        let part = format!("/corrections/tournaments/{id}/{written}/{table}");
        let shell = admin::shell(tongue, it.title(), &part, &me);
        show::rendered(&OfSheet { shell, it, stage, table, sheet, tag })
    };
    show::personal(&inside, tongue, draw).await
}
