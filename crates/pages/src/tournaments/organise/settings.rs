//! Settings of a tournament: details, format, staff and cancellation.

use super::{Choice, StaffTournament, address, voivodeships};
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::{NavLink, Shell};
use crate::layout::time;
use actix_web::web;
use api::{ApiClient, ApiError};
use askama::Template;
use domain::Choice as _;
use domain::event::Role;
use domain::tournament::format::FormatName;
use domain::tournament::top_stage::TopSize;
use wire::tournaments::desk::{FormatItem, Staff, StaffItem};

/// The staff of a tournament; none for callers who may not read it.
pub(crate) async fn staff(client: &ApiClient, language: Language, tournament: &str) -> Result<Option<Staff>, ApiError> {
    match client.personal().find(language.0, &address(tournament, "/staff")).await {
        Err(refusal) if refusal.status() == actix_web::http::StatusCode::FORBIDDEN => Ok(None),
        staff => staff,
    }
}

pub(crate) trait StaffRoles {
    fn has_organiser(&self) -> bool;
    fn has_referee(&self) -> bool;
}

impl StaffRoles for Staff {
    fn has_organiser(&self) -> bool {
        self.items.iter().any(|one| one.role == Role::Organiser)
    }

    fn has_referee(&self) -> bool {
        self.items.iter().any(is_referee)
    }
}

fn is_referee(member: &StaffItem) -> bool {
    matches!(member.role, Role::Referee | Role::MainReferee)
}

#[derive(Template)]
#[template(path = "organise/settings.html")]
struct Page {
    shell: Shell,
    ways: Vec<NavLink>,
    tournament: StaffTournament,
    staff: Option<Staff>,
}

impl Page {
    #[expect(clippy::unused_self, reason = "the template calls it as a method")]
    fn member_name<'a>(&self, member: &'a StaffItem) -> &'a str {
        member.name.as_deref().unwrap_or(&member.account)
    }

    fn may_dismiss(&self, member: &StaffItem) -> bool {
        is_referee(member) && self.tournament.may("change_details")
    }

    fn member_address(&self, member: &StaffItem) -> String {
        self.tournament.api(&format!("/staff/{}/{}", link::escaped(&member.account), member.role.name()))
    }

    fn voivodeships(&self) -> Vec<Choice> {
        voivodeships(self.tournament.it.voivodeship.map(domain::Choice::name))
    }

    fn formats(&self) -> Vec<Choice> {
        let chosen = self.tournament.format().and_then(|format| format.format).map(domain::Choice::name);
        Choice::of(self.shell.language, "page-organise-format", FormatName::NAMES, chosen)
    }

    fn tops(&self) -> Vec<Choice> {
        let chosen = self.own().and_then(|format| format.top).map(domain::Choice::name);
        Choice::of(self.shell.language, "page-organise-format", TopSize::NAMES, chosen)
    }

    fn referees(&self) -> Vec<Choice> {
        Choice::of(self.shell.language, "page-role", &["referee", "main_referee"], Some("referee"))
    }

    /// A format that is not in the format table.
    fn own(&self) -> Option<&FormatItem> {
        self.tournament.format().filter(|format| format.format.is_none())
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

    fn chosen(&self) -> Option<String> {
        let format = self.tournament.format()?;
        let language = self.shell.language;
        let name = format.format.map(|name| language.choice("page-organise-format", name.name()));
        let rounds = language.with("organise-games-of-rounds", super::numbers(&format.rounds));
        let top = format.top.map(|top| language.choice("page-organise-format", top.name()));
        let last = format.final_games.map(|games| language.count("organise-final-of", games));
        let minutes = format.round_minutes.map(|minutes| language.count("organise-round-minutes-of", minutes));
        let turn = Some(language.count("organise-turn-of", format.turn_seconds));
        let twice = format.second_entry.then(|| language.text("organise-second-entry"));
        let parts = [name, Some(rounds), top, last, minutes, turn, twice];
        Some(parts.into_iter().flatten().collect::<Vec<_>>().join("; "))
    }

    fn announcement(&self) -> Option<String> {
        let day = &self.tournament.it.managed.as_ref()?.last_announcement;
        let language = self.shell.language;
        Some(language.with("organise-last-announcement", time::day(language, day)))
    }

    fn first_day(&self) -> &str {
        self.tournament.it.first_day.as_deref().unwrap_or_default()
    }

    fn last_day(&self) -> &str {
        self.tournament.it.last_day.as_deref().unwrap_or_default()
    }

    fn venue(&self) -> &str {
        self.tournament.it.venue.as_deref().unwrap_or_default()
    }

    fn minutes(&self) -> Option<u32> {
        self.tournament.format().and_then(|format| format.round_minutes)
    }

    fn has_second_entry(&self) -> bool {
        self.tournament.format().is_some_and(|format| format.second_entry)
    }
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String)>) -> Rendered {
    let (language, id) = path.into_inner();
    let tournament = StaffTournament::of(&client, language, &id).await?;
    let staff = staff(&client, language, &id).await?;
    let shell = tournament.shell(language, &language.text("organise-way-settings"), "/settings");
    let ways = tournament.ways(language, "/settings");
    response::render_template(&Page { shell, ways, tournament, staff })
}
