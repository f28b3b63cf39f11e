//! Pages for the staff of a tournament, and what they share.

pub(crate) mod acts;
pub(crate) mod desk;
pub(crate) mod officiating;
pub(crate) mod overview;
pub(crate) mod settings;

use crate::layout::current_user::CurrentUser;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::shell::{NavLink, Shell};
use crate::layout::time;
use api::{ApiClient, ApiError};
use domain::Choice as _;
use domain::tournament::course::Phase;
use wire::tournaments::desk::{FormatItem, ManagedTournament, Tournament, Work};
use wire::tournaments::live::Progress;
use wire::tournaments::people::{ActorKind, DoneBy, NamedPlayer};

pub(crate) trait PlayerLabel {
    /// The full name; a text for erased players.
    fn name(&self, language: Language) -> String;
}

impl PlayerLabel for NamedPlayer {
    fn name(&self, language: Language) -> String {
        self.name.clone().unwrap_or_else(|| language.0.text("event-player-deleted"))
    }
}

pub(crate) trait ActorLabel {
    /// The name of the account, its id where the name is unknown, or the kind of actor.
    fn name(&self, language: Language) -> String;
}

impl ActorLabel for DoneBy {
    fn name(&self, language: Language) -> String {
        match (&self.name, self.kind) {
            (Some(name), _) => name.clone(),
            (None, ActorKind::Account) => self.id.clone(),
            (None, kind) => language.choice("page-organise-by", kind.name()),
        }
    }
}

/// A tournament for a member of its staff, with what the member may do.
pub(crate) struct StaffTournament {
    pub(crate) id: String,
    pub(crate) me: CurrentUser,
    pub(crate) it: Tournament,
    pub(crate) work: Work,
}

impl StaffTournament {
    /// The tournament; none if it was not approved yet, refused to callers who are not its staff.
    pub(crate) async fn find(client: &ApiClient, language: Language, id: &str) -> Result<Option<Self>, ApiError> {
        let me = CurrentUser::of(client, language).await?;
        let api = address(id, "");
        let personal = client.personal();
        let Some(work) = personal.find::<Work>(language.0, &format!("{api}/work")).await? else { return Ok(None) };
        let Some(it) = personal.find::<Tournament>(language.0, &api).await? else { return Ok(None) };
        Ok(Some(Self { id: id.to_owned(), me, it, work }))
    }

    /// The tournament; not found if it was not approved yet.
    pub(crate) async fn of(client: &ApiClient, language: Language, id: &str) -> Result<Self, ApiError> {
        Self::find(client, language, id).await?.ok_or_else(ApiError::not_found)
    }

    /// Whether the caller's roles allow this kind of command.
    pub(crate) fn may(&self, kind: &str) -> bool {
        self.work.may.iter().any(|it| it.name() == kind)
    }

    /// Where play stands; empty for a tournament that has no stages here.
    pub(crate) async fn progress(&self, client: &ApiClient, language: Language) -> Result<Progress, ApiError> {
        let found = client.personal().find(language.0, &self.api("/progress")).await?;
        Ok(found.unwrap_or_else(|| Progress::without_stages(self.it.phase)))
    }

    fn managed(&self) -> Option<&ManagedTournament> {
        self.it.managed.as_ref()
    }

    pub(crate) fn format(&self) -> Option<&FormatItem> {
        self.managed().and_then(|it| it.format.as_ref())
    }

    pub(crate) fn is_started(&self) -> bool {
        self.managed().is_some_and(|it| it.started)
    }

    pub(crate) fn is_late_notice(&self) -> bool {
        self.managed().is_some_and(|it| it.late_notice)
    }

    pub(crate) fn seed_commitment(&self) -> Option<&str> {
        self.managed().and_then(|it| it.seed_commitment.as_deref())
    }

    pub(crate) fn api(&self, part: &str) -> String {
        address(&self.id, part)
    }

    pub(crate) fn href(&self, language: Language, part: &str) -> String {
        link::organise(language, &self.id, part)
    }

    pub(crate) fn name(&self) -> &str {
        self.it.name.as_deref().unwrap_or(&self.id)
    }

    /// Whether it is being played or will be.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.it.phase, Phase::Approved | Phase::Running)
    }

    pub(crate) fn is_running(&self) -> bool {
        self.it.phase == Phase::Running
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.it.phase == Phase::Closed
    }

    pub(crate) fn about(&self, language: Language) -> String {
        let days = self.it.first_day.as_deref().map(|first| time::span(language, first, self.it.last_day.as_deref()));
        let class = self.it.class.map(|class| language.choice("page-class", class.name()));
        [days, self.it.venue.clone(), class].into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    pub(crate) fn phase(&self, language: Language) -> String {
        language.choice("page-phase", self.it.phase.name())
    }

    pub(crate) fn shell(&self, language: Language, title: &str, part: &str) -> Shell {
        let title = format!("{title} · {}", self.name());
        Shell::staff(language, &title, &self.href(language, part), &self.me).with_script("unsent.js")
    }

    /// The pages about this tournament; `here` is the part of the address of the one that is shown.
    pub(crate) fn ways(&self, language: Language, here: &str) -> Vec<NavLink> {
        ways(language, &self.id, here)
    }
}

/// The pages about a tournament; `here` is the part of the address of the one that is shown.
pub(crate) fn ways(language: Language, tournament: &str, here: &str) -> Vec<NavLink> {
    const PARTS: [(&str, &str); 7] = [
        ("overview", ""),
        ("desk", "/desk"),
        ("sheets", "/sheets"),
        ("officiating", "/officiating"),
        ("print", "/print"),
        ("settings", "/settings"),
        ("acts", "/acts"),
    ];
    let nav_link = |(id, part): (&str, &str)| NavLink {
        text: language.text(&format!("organise-way-{id}")),
        href: link::organise(language, tournament, part),
        is_here: part == here,
    };
    let mut ways: Vec<NavLink> = PARTS.into_iter().map(nav_link).collect();
    let public = NavLink {
        text: language.text("organise-way-public"),
        href: link::tournament(language, tournament),
        is_here: false,
    };
    ways.push(public);
    ways
}

/// An address of the API below a tournament; `part` is empty or begins with a slash.
pub(crate) fn address(id: &str, part: &str) -> String {
    format!("/api/v1/tournaments/{}{part}", link::escaped(id))
}

pub(crate) fn numbers(tables: &[u32]) -> String {
    tables.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

pub(crate) struct Choice {
    pub(crate) value: String,
    pub(crate) text: String,
    pub(crate) is_chosen: bool,
}

impl Choice {
    /// Names of the API with their texts.
    pub(crate) fn of(language: Language, family: &str, codes: &[&str], chosen: Option<&str>) -> Vec<Self> {
        let choice = |code: &&str| Self {
            value: (*code).to_owned(),
            text: language.choice(family, code),
            is_chosen: chosen == Some(*code),
        };
        codes.iter().map(choice).collect()
    }
}

/// The voivodeships, which have the same name in every language.
pub(crate) fn voivodeships(chosen: Option<&str>) -> Vec<Choice> {
    let name =
        |name: &&str| Choice { value: (*name).to_owned(), text: (*name).to_owned(), is_chosen: chosen == Some(*name) };
    domain::values::voivodeship::Voivodeship::NAMES.iter().map(name).collect()
}
