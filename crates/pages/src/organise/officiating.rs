//! What referees decide: ties, disputes, sanctions, tables of two, stages that are left out; and who gives up a qualification.

use super::{Choice, DoneBy, Hall, Named, Progress, StageState};
use crate::link;
use crate::listed::surname_first;
use crate::query::Query;
use crate::shell::{Shell, Way};
use crate::show;
use crate::time;
use crate::tongue::Tongue;
use crate::tournament::stage;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

const SANCTIONS: [&str; 4] = ["caution", "warning", "yellow_card", "disqualification"];

/// Whether the sanctions are to be shown; each look at them is recorded.
#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    show: String,
}

#[derive(Debug, Deserialize)]
struct Ties {
    open: Option<Tie>,
    decided: Vec<Tie>,
}

#[derive(Debug, Deserialize)]
struct Tie {
    question: String,
    players: Vec<Named>,
}

#[derive(Debug, Deserialize)]
struct Disputes {
    items: Vec<Dispute>,
}

#[derive(Debug, Deserialize)]
struct Dispute {
    number: u32,
    stage: String,
    table: u32,
    game: Option<u32>,
    matter: Option<String>,
    opened_at: Option<String>,
    opened_by: Option<DoneBy>,
    ruled: bool,
    ruling: Option<String>,
    ruled_by: Option<DoneBy>,
    ruled_at: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Sanctions {
    items: Vec<Sanction>,
}

#[derive(Debug, Deserialize)]
struct Sanction {
    #[serde(flatten)]
    player: Named,
    #[serde(rename = "sanction")]
    kind: String,
    reason: Option<String>,
    automatic: bool,
    given_at: String,
    given_by: DoneBy,
}

#[derive(Debug, Deserialize)]
struct Desk {
    items: Vec<Player>,
}

#[derive(Debug, Deserialize)]
struct Player {
    id: String,
    first_name: Option<String>,
    surname: Option<String>,
    city: Option<String>,
    presence: String,
}

#[derive(Template)]
#[template(path = "organise/officiating.html")]
struct Page {
    shell: Shell,
    ways: Vec<Way>,
    hall: Hall,
    progress: Progress,
    ties: Ties,
    disputes: Disputes,
    sanctions: Option<Sanctions>,
    players: Vec<Player>,
}

impl Page {
    fn stage(&self, code: &str) -> String {
        stage(self.shell.tongue, code)
    }

    fn question(&self, tie: &Tie) -> String {
        self.shell.tongue.choice("page-organise-tie", &tie.question)
    }

    fn names(&self, tie: &Tie) -> String {
        tie.players.iter().map(|it| it.name(self.shell.tongue)).collect::<Vec<_>>().join(", ")
    }

    /// Whoever the place is given to, with the player who stands there chosen.
    fn candidates(&self, tie: &Tie, at: usize) -> Vec<Choice> {
        let choice = |(nth, it): (usize, &Named)| Choice {
            value: it.player.clone(),
            text: it.name(self.shell.tongue),
            is_chosen: nth == at,
        };
        tie.players.iter().enumerate().map(choice).collect()
    }

    fn told(&self, by: Option<&DoneBy>, at: Option<&str>) -> String {
        let tongue = self.shell.tongue;
        let parts = [by.map(|by| by.name(tongue)), at.map(|at| time::moment(tongue, at))];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    fn place(&self, dispute: &Dispute) -> String {
        let tongue = self.shell.tongue;
        let game = dispute.game.map(|game| tongue.count("organise-game", game));
        let parts = [Some(self.stage(&dispute.stage)), Some(tongue.count("table", dispute.table)), game];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    fn kinds(&self) -> Vec<Choice> {
        Choice::of(self.shell.tongue, "page-organise-sanction", &SANCTIONS, None)
    }

    /// Everybody who plays, or did.
    fn players(&self) -> Vec<Choice> {
        let is_there = |it: &&Player| !matches!(it.presence.as_str(), "withdrawn" | "absent");
        let choice = |it: &Player| {
            let name = surname_first(self.shell.tongue, it.first_name.as_deref(), it.surname.as_deref());
            let city = it.city.as_deref().map(|city| format!(", {city}")).unwrap_or_default();
            Choice { value: it.id.clone(), text: format!("{name}{city}"), is_chosen: false }
        };
        self.players.iter().filter(is_there).map(choice).collect()
    }

    /// The stage that is played now, with its tables.
    fn current(&self) -> Option<&StageState> {
        self.hall.work.stages.iter().find(|it| self.progress.stage.as_deref() == Some(&it.stage))
    }

    fn playing(&self) -> Option<&StageState> {
        self.current().filter(|it| it.started && !it.closed)
    }

    fn tables(&self, it: &StageState) -> Vec<Choice> {
        let tongue = self.shell.tongue;
        let choice =
            |number: u32| Choice { value: number.to_string(), text: tongue.count("table", number), is_chosen: false };
        (1..=it.tables).map(choice).collect()
    }

    /// The stage that can be left out.
    fn skippable(&self) -> Option<&StageState> {
        let is_late = |it: &&StageState| matches!(it.stage.as_str(), "top" | "final") && !it.started;
        self.current().filter(is_late).filter(|_| self.hall.may("skip_stage"))
    }

    /// The address of an act at a table, whose number a form fills in.
    fn at_table(&self, it: &StageState, act: &str) -> String {
        self.hall.api(&format!("/stages/{}/tables/{{table}}/{act}", link::escaped(&it.stage)))
    }

    fn with_sanctions(&self) -> String {
        format!("{}?show=sanctions#sanctions", self.hall.href(self.shell.tongue, "/officiating"))
    }
}

/// What referees decide.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>, wanted: Query<Wanted>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::personal(&inside, tongue, draw(&inside, tongue, &id, &wanted)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str, wanted: &Wanted) -> Result<String, Refusal> {
    let hall = Hall::of(inside, tongue, id).await?;
    let personal = inside.personal();
    let progress = personal.find(tongue.0, &hall.api("/progress")).await?.unwrap_or_default();
    let ties = personal.get(tongue.0, &hall.api("/ties")).await?;
    let disputes = personal.get(tongue.0, &hall.api("/disputes")).await?;
    let sanctions = match wanted.show.as_str() {
        "sanctions" => Some(personal.get(tongue.0, &hall.api("/sanctions")).await?),
        _ => None,
    };
    let desk: Option<Desk> = personal.find(tongue.0, &hall.api("/desk")).await?;
    let players = desk.map(|desk| desk.items).unwrap_or_default();
    let shell = hall.shell(tongue, &tongue.text("organise-way-officiating"), "/officiating");
    let ways = hall.ways(tongue, "/officiating");
    show::rendered(&Page { shell, ways, hall, progress, ties, disputes, sanctions, players })
}
