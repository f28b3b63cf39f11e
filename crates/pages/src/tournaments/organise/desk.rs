//! The registration desk: finding or adding players, and recording attendance.

use super::{Choice, StaffTournament, voivodeships};
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::list_items::surname_first;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::{NavLink, Shell};
use crate::layout::time;
use actix_web::web;
use api::ApiClient;
use askama::Template;
use domain::Choice as _;
use domain::event::AgeGroup;
use domain::tournament::course::Presence;
use wire::tournaments::desk::{Desk, DeskItem};

/// A player at the desk, as the template reads it.
trait Entrant {
    fn name(&self, language: Language) -> String;
    fn is_expected(&self) -> bool;
    fn is_present(&self) -> bool;
    fn is_absent(&self) -> bool;
}

impl Entrant for DeskItem {
    fn name(&self, language: Language) -> String {
        surname_first(language, self.player.first_name.as_deref(), self.player.surname.as_deref())
    }

    fn is_expected(&self) -> bool {
        matches!(self.presence, Presence::Registered | Presence::Absent)
    }

    fn is_present(&self) -> bool {
        self.presence == Presence::CheckedIn
    }

    fn is_absent(&self) -> bool {
        self.presence == Presence::Absent
    }
}

#[derive(Template)]
#[template(path = "organise/desk.html")]
struct Page {
    shell: Shell,
    ways: Vec<NavLink>,
    tournament: StaffTournament,
    desk: Desk,
    /// Whether the tournament has begun, so that players who are added are probably present.
    is_the_day: bool,
}

impl Page {
    fn is_open(&self) -> bool {
        self.tournament.is_open() && self.tournament.may("register")
    }

    fn counted(&self) -> String {
        let language = self.shell.language;
        let on_list = self.desk.items.iter().filter(|it| it.presence != Presence::Withdrawn).count();
        format!(
            "{}, {}",
            language.count("organise-registered", on_list),
            language.count("organise-present", self.desk.checked_in)
        )
    }

    fn ages(&self, chosen: &str) -> Vec<Choice> {
        Choice::of(self.shell.language, "page-organise-age", AgeGroup::NAMES, Some(chosen))
    }

    fn voivodeships(&self) -> Vec<Choice> {
        voivodeships(self.tournament.it.voivodeship.map(domain::Choice::name))
    }

    /// City, age group, consent and late arrival in one line.
    fn about(&self, it: &DeskItem) -> String {
        let language = self.shell.language;
        let is_minor = it.age != AgeGroup::Adult;
        let age = is_minor.then(|| language.choice("page-organise-age", it.age.name()));
        let consent = if it.guardian_consent { "organise-consent-given" } else { "organise-consent-missing" };
        let consent = is_minor.then(|| language.text(consent));
        let guardian = it.accompanied.then(|| language.text("organise-guardian-there"));
        let late = (it.from_round > 1).then(|| language.count("organise-from-round", it.from_round));
        let walk_in = it.walk_in.then(|| language.text("organise-walk-in"));
        let parts = [it.player.city.clone(), age, consent, guardian, late, walk_in];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    fn presence(&self, it: &DeskItem) -> String {
        self.shell.language.choice("page-organise-presence", it.presence.name())
    }

    fn registration(&self, it: &DeskItem) -> String {
        self.tournament.api(&format!("/registrations/{}", link::escaped(&it.player.id)))
    }

    /// Whether the player can still arrive late.
    fn is_late(&self, it: &DeskItem) -> bool {
        self.desk.started && matches!(it.presence, Presence::Registered | Presence::Absent | Presence::Withdrawn)
    }
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String)>) -> Rendered {
    let (language, id) = path.into_inner();
    let tournament = StaffTournament::of(&client, language, &id).await?;
    let desk = client.personal().get(language.0, &tournament.api("/desk")).await?;
    let shell = tournament.shell(language, &language.text("organise-way-desk"), "/desk").with_script("desk.js");
    let ways = tournament.ways(language, "/desk");
    let is_the_day =
        tournament.it.first_day.as_deref().is_some_and(|first| first <= time::today(client.now()).as_str());
    response::render_template(&Page { shell, ways, tournament, desk, is_the_day })
}
