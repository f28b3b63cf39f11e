//! Pages that the staff of a tournament prints on A4: sheets, labels, lists and diplomas.

pub(crate) mod diplomas;
pub(crate) mod index;
pub(crate) mod labels;
pub(crate) mod results;
pub(crate) mod seating;
pub(crate) mod sheets;
pub(crate) mod standings;

use crate::layout::current_user::CurrentUser;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::shell::Shell;
use crate::layout::time;
use crate::site::assets;
use api::{ApiClient, ApiError};
use domain::tournament::course::{Phase, Stage};
use serde::de::IgnoredAny;
use wire::tournaments::desk::Tournament;
use wire::tournaments::live::Seating;

/// Why a player with fewer points of the rounds can have a better place.
fn decided_by_final(language: Language, after_top: bool) -> String {
    language.text(if after_top { "paper-top-decided" } else { "paper-final-decided" })
}

/// A tournament that a member of its staff prints something for.
struct PrintContext {
    language: Language,
    id: String,
    me: CurrentUser,
    it: Tournament,
    public_url: String,
}

impl PrintContext {
    /// Refused to callers who are not its staff, though the data is public.
    async fn of(client: &ApiClient, language: Language, id: &str) -> Result<Self, ApiError> {
        let me = CurrentUser::of(client, language).await?;
        let address = format!("/api/v1/tournaments/{}", link::escaped(id));
        let _: IgnoredAny = client.personal().get(language.0, &format!("{address}/acts?limit=1")).await?;
        let it = client.personal().get(language.0, &address).await?;
        let public_url = client.public_url().to_owned();
        Ok(Self { language, id: id.to_owned(), me, it, public_url })
    }

    fn part(&self, part: &str) -> String {
        format!("/api/v1/tournaments/{}/{part}", link::escaped(&self.id))
    }

    /// The seats of a stage; not found if it is not seated.
    async fn seating(&self, client: &ApiClient, stage: Stage) -> Result<Seating, ApiError> {
        let address = self.part(&format!("seating?stage={stage}"));
        let seating: Seating = client.personal().get(self.language.0, &address).await?;
        if seating.seated { Ok(seating) } else { Err(ApiError::not_found()) }
    }

    /// Not found for a stage that the tournament does not have.
    fn stage(&self, written: &str) -> Result<Stage, ApiError> {
        let stage = Stage::parse(written).ok().filter(|stage| self.stages().contains(stage));
        stage.ok_or_else(ApiError::not_found)
    }

    fn stages(&self) -> &[Stage] {
        self.it.managed.as_ref().map_or(&[], |it| &it.stages)
    }

    fn is_closed(&self) -> bool {
        self.it.phase == Phase::Closed
    }

    fn round_minutes(&self) -> Option<u32> {
        self.it.managed.as_ref()?.format.as_ref()?.round_minutes
    }

    fn name(&self) -> &str {
        self.it.name.as_deref().unwrap_or(&self.id)
    }

    fn days(&self) -> String {
        let first = self.it.first_day.as_deref().unwrap_or_default();
        time::span(self.language, first, self.it.last_day.as_deref())
    }

    fn about(&self) -> String {
        let parts = [Some(self.days()), self.it.venue.clone()];
        parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    }

    fn index(&self) -> String {
        link::print(self.language, &self.id, "")
    }

    fn shell(&self, title: &str, part: &str) -> Shell {
        let own_path = link::print(self.language, &self.id, part);
        let mut shell = Shell::staff(self.language, title, &own_path, &self.me).with_script("print.js");
        shell.style = assets::address("print.css");
        shell
    }

    fn notice(&self) -> String {
        let address = format!("{}{}", self.public_url, link::privacy(self.language));
        self.language.with("paper-notice", address)
    }

    fn public_page(&self) -> String {
        format!("{}{}", self.public_url, link::tournament(self.language, &self.id))
    }
}
