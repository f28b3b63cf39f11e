//! What the staff of a tournament prints: sheets, labels, lists and diplomas, each a page for A4.

pub(crate) mod diplomas;
pub(crate) mod index;
pub(crate) mod labels;
pub(crate) mod results;
pub(crate) mod seating;
pub(crate) mod sheets;
pub(crate) mod standings;

use crate::assets;
use crate::link;
use crate::listed;
use crate::me::Me;
use crate::shell::Shell;
use crate::time;
use crate::tongue::Tongue;
use api::{Inside, Refusal};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The tournament that something is printed for.
#[derive(Debug, Deserialize)]
struct Tournament {
    name: Option<String>,
    venue: Option<String>,
    first_day: Option<String>,
    last_day: Option<String>,
    phase: String,
    #[serde(default)]
    stages: Vec<String>,
    format: Option<Format>,
}

#[derive(Debug, Deserialize)]
struct Format {
    round_minutes: Option<u32>,
}

/// Somebody who plays.
#[derive(Debug, Clone, Deserialize)]
struct Person {
    player: String,
    first_name: Option<String>,
    surname: Option<String>,
    city: Option<String>,
}

impl Person {
    fn name(&self, tongue: Tongue) -> String {
        listed::full_name(tongue, self.first_name.as_deref(), self.surname.as_deref())
    }

    /// As lists have it that are sorted by surname.
    fn surname_first(&self, tongue: Tongue) -> String {
        listed::surname_first(tongue, self.first_name.as_deref(), self.surname.as_deref())
    }

    fn city(&self) -> &str {
        self.city.as_deref().unwrap_or_default()
    }
}

/// The seats of a stage.
#[derive(Debug, Deserialize)]
struct Seating {
    seated: bool,
    tables: Vec<SeatedTable>,
}

#[derive(Debug, Deserialize)]
struct SeatedTable {
    table: u32,
    pool_tiles: Option<u32>,
    starters: Vec<String>,
    seats: Vec<Seat>,
}

#[derive(Debug, Deserialize)]
struct Seat {
    seat: String,
    #[serde(flatten)]
    player: Person,
}

/// Why whoever has fewer points of the rounds may stand above others.
fn decided_by_final(tongue: Tongue, after_top: bool) -> String {
    tongue.text(if after_top { "paper-top-decided" } else { "paper-final-decided" })
}

/// A tournament, asked for by somebody of its staff.
struct Desk {
    tongue: Tongue,
    id: String,
    me: Me,
    it: Tournament,
    public_url: String,
}

impl Desk {
    /// Refused to whoever is not of the staff: what is printed is public, but the way to it is theirs.
    async fn of(inside: &Inside, tongue: Tongue, id: &str) -> Result<Self, Refusal> {
        let me = Me::of(inside, tongue).await?;
        let address = format!("/api/v1/tournaments/{}", link::escaped(id));
        let _: IgnoredAny = inside.personal().get(tongue.0, &format!("{address}/acts?limit=1")).await?;
        let it = inside.personal().get(tongue.0, &address).await?;
        let public_url = inside.public_url().to_owned();
        Ok(Self { tongue, id: id.to_owned(), me, it, public_url })
    }

    /// What the API says about a part of the tournament.
    fn part(&self, part: &str) -> String {
        format!("/api/v1/tournaments/{}/{part}", link::escaped(&self.id))
    }

    /// The seats of a stage; refused if they are not given out.
    async fn seating(&self, inside: &Inside, stage: &str) -> Result<Seating, Refusal> {
        self.known(stage)?;
        let address = self.part(&format!("seating{}", link::query(&[("stage", Some(stage))])));
        let seating: Seating = inside.personal().get(self.tongue.0, &address).await?;
        if seating.seated { Ok(seating) } else { Err(Refusal::not_found()) }
    }

    /// Refuses stages that the tournament does not have.
    fn known(&self, stage: &str) -> Result<(), Refusal> {
        let is_known = self.it.stages.iter().any(|one| one == stage);
        if is_known { Ok(()) } else { Err(Refusal::not_found()) }
    }

    fn name(&self) -> &str {
        self.it.name.as_deref().unwrap_or(&self.id)
    }

    fn days(&self) -> String {
        let first = self.it.first_day.as_deref().unwrap_or_default();
        time::span(self.tongue, first, self.it.last_day.as_deref())
    }

    /// Days and venue.
    fn about(&self) -> String {
        let parts = [Some(self.days()), self.it.venue.clone()];
        parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    }

    fn index(&self) -> String {
        link::print(self.tongue, &self.id, "")
    }

    /// What stands around a page that is printed.
    fn shell(&self, title: &str, part: &str) -> Shell {
        let here = link::print(self.tongue, &self.id, part);
        let mut shell = Shell::staff(self.tongue, title, &here, &self.me).with_script("print.js");
        shell.style = assets::address("print.css");
        shell
    }

    /// What people are told about their data on paper.
    fn notice(&self) -> String {
        let address = format!("{}{}", self.public_url, link::privacy(self.tongue));
        self.tongue.with("paper-notice", address)
    }

    /// The address of the public page of the tournament.
    fn public_page(&self) -> String {
        format!("{}{}", self.public_url, link::tournament(self.tongue, &self.id))
    }
}
