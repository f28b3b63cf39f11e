//! What a tournament is: name, place, days, format, who works there, and calling it off.

use super::{Choice, Hall, address, voivodeships};
use crate::link;
use crate::shell::{Shell, Way};
use crate::show;
use crate::time;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

/// The rows of the format table.
const FORMATS: [&str; 11] = [
    "zwykly",
    "mini",
    "standard_a",
    "standard_b",
    "standard_c",
    "standard_d",
    "standard_e",
    "standard_f",
    "maks_a",
    "maks_b",
    "maks_c",
];

#[derive(Debug, Deserialize)]
pub(crate) struct Staff {
    items: Vec<Member>,
}

#[derive(Debug, Deserialize)]
struct Member {
    account: String,
    name: Option<String>,
    role: String,
}

impl Staff {
    /// Who works at a tournament; nothing for those who are not told.
    pub(crate) async fn of(inside: &Inside, tongue: Tongue, tournament: &str) -> Result<Option<Self>, Refusal> {
        match inside.personal().find(tongue.0, &address(tournament, "/staff")).await {
            Err(refusal) if refusal.status() == actix_web::http::StatusCode::FORBIDDEN => Ok(None),
            staff => staff,
        }
    }

    pub(crate) fn has_organiser(&self) -> bool {
        self.items.iter().any(|one| one.role == "organiser")
    }

    pub(super) fn has_referee(&self) -> bool {
        self.items.iter().any(Member::is_referee)
    }
}

impl Member {
    fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.account)
    }

    fn is_referee(&self) -> bool {
        self.role.ends_with("referee")
    }

    fn api(&self, hall: &Hall) -> String {
        hall.api(&format!("/staff/{}/{}", link::escaped(&self.account), self.role))
    }
}

#[derive(Template)]
#[template(path = "organise/settings.html")]
struct Page {
    shell: Shell,
    ways: Vec<Way>,
    hall: Hall,
    staff: Option<Staff>,
}

impl Page {
    fn voivodeships(&self) -> Vec<Choice> {
        voivodeships(self.hall.it.voivodeship.as_deref())
    }

    fn formats(&self) -> Vec<Choice> {
        let chosen = self.hall.it.format.as_ref().and_then(|format| format.row.as_deref());
        Choice::of(self.shell.tongue, "page-organise-format", &FORMATS, chosen)
    }

    fn tops(&self) -> Vec<Choice> {
        let chosen = self.own().and_then(|format| format.top.as_deref());
        Choice::of(self.shell.tongue, "page-organise-format", &["top8", "top12"], chosen)
    }

    fn referees(&self) -> Vec<Choice> {
        Choice::of(self.shell.tongue, "page-role", &["referee", "main_referee"], Some("referee"))
    }

    /// A format that is no row of the table.
    fn own(&self) -> Option<&super::Format> {
        self.hall.it.format.as_ref().filter(|format| format.row.is_none())
    }

    fn own_rounds(&self) -> String {
        self.own().map(|format| super::numbers(&format.rounds)).unwrap_or_default()
    }

    fn own_final(&self) -> Option<u32> {
        self.own().and_then(|format| format.final_games)
    }

    fn own_top(&self) -> Option<u32> {
        self.own().filter(|format| format.top.is_some()).and_then(|format| format.top_games)
    }

    /// The format that was chosen, in words.
    fn chosen(&self) -> Option<String> {
        let format = self.hall.it.format.as_ref()?;
        let tongue = self.shell.tongue;
        let name = format.row.as_deref().map(|code| tongue.choice("page-organise-format", code));
        let rounds = tongue.with("organise-games-of-rounds", super::numbers(&format.rounds));
        let top = format.top.as_deref().map(|code| tongue.choice("page-organise-format", code));
        let last = format.final_games.map(|games| tongue.count("organise-final-of", games));
        let minutes = format.round_minutes.map(|minutes| tongue.count("organise-round-minutes-of", minutes));
        let turn = Some(tongue.count("organise-turn-of", format.turn_seconds));
        let twice = format.second_entry.then(|| tongue.text("organise-second-entry"));
        let parts = [name, Some(rounds), top, last, minutes, turn, twice];
        Some(parts.into_iter().flatten().collect::<Vec<_>>().join("; "))
    }

    fn announcement(&self) -> Option<String> {
        let day = self.hall.it.last_announcement.as_deref()?;
        let tongue = self.shell.tongue;
        Some(tongue.with("organise-last-announcement", time::day(tongue, day)))
    }

    fn first_day(&self) -> &str {
        self.hall.it.first_day.as_deref().unwrap_or_default()
    }

    fn last_day(&self) -> &str {
        self.hall.it.last_day.as_deref().unwrap_or_default()
    }

    fn venue(&self) -> &str {
        self.hall.it.venue.as_deref().unwrap_or_default()
    }

    fn minutes(&self) -> Option<u32> {
        self.hall.it.format.as_ref().and_then(|format| format.round_minutes)
    }

    fn has_second_entry(&self) -> bool {
        self.hall.it.format.as_ref().is_some_and(|format| format.second_entry)
    }
}

/// What the tournament is.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::personal(&inside, tongue, draw(&inside, tongue, &id)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str) -> Result<String, Refusal> {
    let hall = Hall::of(inside, tongue, id).await?;
    let staff = Staff::of(inside, tongue, id).await?;
    let shell = hall.shell(tongue, &tongue.text("organise-way-settings"), "/settings");
    let ways = hall.ways(tongue, "/settings");
    show::rendered(&Page { shell, ways, hall, staff })
}
