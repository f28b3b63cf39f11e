//! Officiating: ties, disputes, sanctions, tables of two, skipped stages and waivers of a qualification.

use super::{ActorLabel as _, Choice, PlayerLabel as _, StaffTournament};
use crate::layout::language::Language;
use crate::layout::list_items::surname_first;
use crate::layout::query::Query;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::{NavLink, Shell};
use crate::layout::time;
use crate::tournaments::tournament::stage;
use actix_web::web;
use api::ApiClient;
use askama::Template;
use domain::Choice as _;
use domain::tournament::course::Presence;
use domain::tournament::course::Stage;
use domain::tournament::sanction::Sanction;
use serde::Deserialize;
use wire::tournaments::desk::{Desk, DeskItem, StageState};
use wire::tournaments::live::Progress;
use wire::tournaments::people::{DoneBy, NamedPlayer};
use wire::tournaments::play::{DisputeItem, Disputes, Sanctions, Tie, Ties};

/// Whether to show the sanctions; each reading of them is recorded.
#[derive(Debug, Deserialize)]
pub(crate) struct QueryParams {
    #[serde(default)]
    show: String,
}

#[derive(Template)]
#[template(path = "organise/officiating.html")]
struct Page {
    shell: Shell,
    ways: Vec<NavLink>,
    tournament: StaffTournament,
    progress: Progress,
    ties: Ties,
    disputes: Disputes,
    sanctions: Option<Sanctions>,
    players: Vec<DeskItem>,
}

impl Page {
    fn stage(&self, it: Stage) -> String {
        stage(self.shell.language, it)
    }

    fn question(&self, tie: &Tie) -> String {
        self.shell.language.choice("page-organise-tie", &tie.question)
    }

    fn names(&self, tie: &Tie) -> String {
        tie.players.iter().map(|it| it.name(self.shell.language)).collect::<Vec<_>>().join(", ")
    }

    /// The tied players as options for one place of the order.
    fn candidates(&self, tie: &Tie, at: usize) -> Vec<Choice> {
        let choice = |(nth, it): (usize, &NamedPlayer)| Choice {
            value: it.player.clone(),
            text: it.name(self.shell.language),
            is_chosen: nth == at,
        };
        tie.players.iter().enumerate().map(choice).collect()
    }

    fn told(&self, by: Option<&DoneBy>, at: Option<&str>) -> String {
        let language = self.shell.language;
        let parts = [by.map(|by| by.name(language)), at.map(|at| time::moment(language, at))];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    fn place(&self, dispute: &DisputeItem) -> String {
        let language = self.shell.language;
        let game = dispute.game.map(|game| language.count("organise-game", game));
        let parts = [Some(self.stage(dispute.stage)), Some(language.count("table", dispute.table)), game];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    fn kinds(&self) -> Vec<Choice> {
        Choice::of(self.shell.language, "page-organise-sanction", Sanction::NAMES, None)
    }

    fn players(&self) -> Vec<Choice> {
        let is_there = |it: &&DeskItem| !matches!(it.presence, Presence::Withdrawn | Presence::Absent);
        let choice = |DeskItem { player: it, .. }: &DeskItem| {
            let name = surname_first(self.shell.language, it.first_name.as_deref(), it.surname.as_deref());
            let city = it.city.as_deref().map(|city| format!(", {city}")).unwrap_or_default();
            Choice { value: it.id.clone(), text: format!("{name}{city}"), is_chosen: false }
        };
        self.players.iter().filter(is_there).map(choice).collect()
    }

    /// The stage that is played or comes next.
    fn current(&self) -> Option<&StageState> {
        self.tournament.work.stages.iter().find(|it| self.progress.stage == Some(it.stage))
    }

    fn playing(&self) -> Option<&StageState> {
        self.current().filter(|it| it.started && !it.closed)
    }

    fn tables(&self, it: &StageState) -> Vec<Choice> {
        let language = self.shell.language;
        let choice =
            |number: u32| Choice { value: number.to_string(), text: language.count("table", number), is_chosen: false };
        (1..=it.tables).map(choice).collect()
    }

    fn skippable(&self) -> Option<&StageState> {
        let is_late = |it: &&StageState| !it.stage.is_round() && !it.started;
        self.current().filter(is_late).filter(|_| self.tournament.may("skip_stage"))
    }

    /// The address of a command at a table, whose number a form fills in.
    fn at_table(&self, it: &StageState, act: &str) -> String {
        self.tournament.api(&format!("/stages/{}/tables/{{table}}/{act}", it.stage))
    }

    fn with_sanctions(&self) -> String {
        format!("{}?show=sanctions#sanctions", self.tournament.href(self.shell.language, "/officiating"))
    }
}

pub(crate) async fn show(
    client: ApiClient,
    path: web::Path<(Language, String)>,
    params: Query<QueryParams>,
) -> Rendered {
    let (language, id) = path.into_inner();
    let tournament = StaffTournament::of(&client, language, &id).await?;
    let personal = client.personal();
    let progress = tournament.progress(&client, language).await?;
    let ties = personal.get(language.0, &tournament.api("/ties")).await?;
    let disputes = personal.get(language.0, &tournament.api("/disputes")).await?;
    let sanctions = match params.show.as_str() {
        "sanctions" => Some(personal.get(language.0, &tournament.api("/sanctions")).await?),
        _ => None,
    };
    let desk: Option<Desk> = personal.find(language.0, &tournament.api("/desk")).await?;
    let players = desk.map(|desk| desk.items).unwrap_or_default();
    let shell = tournament.shell(language, &language.text("organise-way-officiating"), "/officiating");
    let ways = tournament.ways(language, "/officiating");
    response::render_template(&Page { shell, ways, tournament, progress, ties, disputes, sanctions, players })
}
