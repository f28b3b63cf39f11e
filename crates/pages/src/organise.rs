//! Running a tournament: what all pages for those who work at one have in common.

pub(crate) mod acts;
pub(crate) mod desk;
pub(crate) mod officiating;
pub(crate) mod overview;
pub(crate) mod settings;

use crate::link;
use crate::me::Me;
use crate::shell::{Shell, Way};
use crate::time;
use crate::tongue::Tongue;
use api::{Inside, Refusal};
use serde::Deserialize;

/// A tournament that is run here.
#[derive(Debug, Deserialize)]
pub(crate) struct Tournament {
    pub(crate) name: Option<String>,
    pub(crate) venue: Option<String>,
    pub(crate) voivodeship: Option<String>,
    pub(crate) first_day: Option<String>,
    pub(crate) last_day: Option<String>,
    pub(crate) class: Option<String>,
    pub(crate) phase: String,
    pub(crate) etag: String,
    pub(crate) format: Option<Format>,
    pub(crate) seed_commitment: Option<String>,
    pub(crate) last_announcement: Option<String>,
    #[serde(default)]
    pub(crate) late_notice: bool,
    #[serde(default)]
    pub(crate) started: bool,
}

/// Rounds, games and stages.
#[derive(Debug, Deserialize)]
pub(crate) struct Format {
    /// The row of the format table.
    #[serde(rename = "format")]
    pub(crate) row: Option<String>,
    pub(crate) rounds: Vec<u32>,
    pub(crate) round_minutes: Option<u32>,
    pub(crate) top: Option<String>,
    pub(crate) top_games: Option<u32>,
    pub(crate) final_games: Option<u32>,
    pub(crate) turn_seconds: u32,
    pub(crate) second_entry: bool,
}

/// What whoever is signed in may do, and how the stages stand.
#[derive(Debug, Deserialize)]
pub(crate) struct Work {
    may: Vec<String>,
    pub(crate) stages: Vec<StageState>,
    pub(crate) waivers: Vec<Named>,
}

/// How a stage stands.
#[derive(Debug, Deserialize)]
pub(crate) struct StageState {
    pub(crate) stage: String,
    pub(crate) tables: u32,
    pub(crate) draws: u32,
    pub(crate) seated: bool,
    pub(crate) started: bool,
    pub(crate) closed: bool,
    pub(crate) skipped: bool,
    pub(crate) can_be_hidden: bool,
}

/// A player with a name, if there still is one.
#[derive(Debug, Deserialize)]
pub(crate) struct Named {
    pub(crate) player: String,
    pub(crate) name: Option<String>,
}

impl Named {
    pub(crate) fn name(&self, tongue: Tongue) -> String {
        self.name.clone().unwrap_or_else(|| tongue.0.text("event-player-deleted"))
    }
}

/// Whoever did something.
#[derive(Debug, Deserialize)]
pub(crate) struct DoneBy {
    kind: String,
    id: String,
    name: Option<String>,
}

impl DoneBy {
    /// What everybody calls her; a table by its token, others by what they are.
    pub(crate) fn name(&self, tongue: Tongue) -> String {
        match (&self.name, self.kind.as_str()) {
            (Some(name), _) => name.clone(),
            (None, "account") => self.id.clone(),
            (None, kind) => tongue.choice("page-organise-by", kind),
        }
    }
}

/// How far it is.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Progress {
    pub(crate) stage: Option<String>,
    pub(crate) ends_at: Option<String>,
    #[serde(default)]
    pub(crate) tables: u32,
    #[serde(default)]
    pub(crate) complete: u32,
    #[serde(default)]
    pub(crate) missing: Vec<u32>,
    #[serde(default)]
    pub(crate) unconfirmed: Vec<u32>,
    pub(crate) hidden: Option<String>,
    pub(crate) next: Option<String>,
}

/// A tournament as somebody sees it who works there.
pub(crate) struct Hall {
    pub(crate) id: String,
    pub(crate) me: Me,
    pub(crate) it: Tournament,
    pub(crate) work: Work,
}

impl Hall {
    /// The tournament; nothing if it was not approved yet, refused to those who do not work there.
    pub(crate) async fn find(inside: &Inside, tongue: Tongue, id: &str) -> Result<Option<Self>, Refusal> {
        let me = Me::of(inside, tongue).await?;
        let api = address(id, "");
        let personal = inside.personal();
        let Some(work) = personal.find::<Work>(tongue.0, &format!("{api}/work")).await? else { return Ok(None) };
        let Some(it) = personal.find::<Tournament>(tongue.0, &api).await? else { return Ok(None) };
        Ok(Some(Self { id: id.to_owned(), me, it, work }))
    }

    /// The same where there must be one.
    pub(crate) async fn of(inside: &Inside, tongue: Tongue, id: &str) -> Result<Self, Refusal> {
        Self::find(inside, tongue, id).await?.ok_or_else(Refusal::not_found)
    }

    /// Whether her roles let her do something; the name is that of a kind of act.
    pub(crate) fn may(&self, kind: &str) -> bool {
        self.work.may.iter().any(|it| it == kind)
    }

    /// An address of the API below this tournament.
    pub(crate) fn api(&self, part: &str) -> String {
        address(&self.id, part)
    }

    /// A page below this tournament.
    pub(crate) fn href(&self, tongue: Tongue, part: &str) -> String {
        link::organise(tongue, &self.id, part)
    }

    pub(crate) fn name(&self) -> &str {
        self.it.name.as_deref().unwrap_or(&self.id)
    }

    /// Whether it still goes on, or will.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.it.phase.as_str(), "approved" | "running")
    }

    /// Phase, days, venue and class in a line.
    pub(crate) fn about(&self, tongue: Tongue) -> String {
        let days = self.it.first_day.as_deref().map(|first| time::span(tongue, first, self.it.last_day.as_deref()));
        let class = self.it.class.as_deref().map(|class| tongue.choice("page-class", class));
        [days, self.it.venue.clone(), class].into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    pub(crate) fn phase(&self, tongue: Tongue) -> String {
        tongue.choice("page-phase", &self.it.phase)
    }

    /// Around a page of this tournament, which has this title.
    pub(crate) fn shell(&self, tongue: Tongue, title: &str, part: &str) -> Shell {
        let title = format!("{title} · {}", self.name());
        Shell::staff(tongue, &title, &self.href(tongue, part), &self.me).with_script("unsent.js")
    }

    /// The pages about this tournament; `here` is the part of the address of the one that is shown.
    pub(crate) fn ways(&self, tongue: Tongue, here: &str) -> Vec<Way> {
        ways(tongue, &self.id, here)
    }
}

/// The pages about a tournament; `here` is the part of the address of the one that is shown.
pub(crate) fn ways(tongue: Tongue, tournament: &str, here: &str) -> Vec<Way> {
    const PARTS: [(&str, &str); 7] = [
        ("overview", ""),
        ("desk", "/desk"),
        ("sheets", "/sheets"),
        ("officiating", "/officiating"),
        ("print", "/print"),
        ("settings", "/settings"),
        ("acts", "/acts"),
    ];
    let way = |(id, part): (&str, &str)| Way {
        text: tongue.text(&format!("organise-way-{id}")),
        href: link::organise(tongue, tournament, part),
        is_here: part == here,
    };
    let mut ways: Vec<Way> = PARTS.into_iter().map(way).collect();
    let public =
        Way { text: tongue.text("organise-way-public"), href: link::tournament(tongue, tournament), is_here: false };
    ways.push(public);
    ways
}

/// An address of the API below a tournament; `part` is empty or begins with a slash.
pub(crate) fn address(id: &str, part: &str) -> String {
    format!("/api/v1/tournaments/{}{part}", link::escaped(id))
}

/// Numbers of tables, one after another.
pub(crate) fn numbers(tables: &[u32]) -> String {
    tables.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Something that a list lets choose.
pub(crate) struct Choice {
    pub(crate) value: String,
    pub(crate) text: String,
    pub(crate) is_chosen: bool,
}

impl Choice {
    /// Codes of the API with what they are called.
    pub(crate) fn of(tongue: Tongue, family: &str, codes: &[&str], chosen: Option<&str>) -> Vec<Self> {
        let choice = |code: &&str| Self {
            value: (*code).to_owned(),
            text: tongue.choice(family, code),
            is_chosen: chosen == Some(*code),
        };
        codes.iter().map(choice).collect()
    }
}

/// The voivodeships, which are called the same in every language.
pub(crate) fn voivodeships(chosen: Option<&str>) -> Vec<Choice> {
    use domain::Choice as _;
    let name =
        |name: &&str| Choice { value: (*name).to_owned(), text: (*name).to_owned(), is_chosen: chosen == Some(*name) };
    domain::voivodeship::Voivodeship::NAMES.iter().map(name).collect()
}
