//! The registration desk: finding players or adding them, and noting who is in the hall.

use super::{Choice, Hall, voivodeships};
use crate::link;
use crate::listed::surname_first;
use crate::shell::{Shell, Way};
use crate::show;
use crate::time;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Desk {
    checked_in: u32,
    missing: u32,
    started: bool,
    items: Vec<Entrant>,
}

#[derive(Debug, Deserialize)]
struct Entrant {
    id: String,
    first_name: Option<String>,
    surname: Option<String>,
    city: Option<String>,
    age: String,
    guardian_consent: bool,
    accompanied: bool,
    walk_in: bool,
    presence: String,
    from_round: u32,
    etag: String,
}

impl Entrant {
    fn name(&self, tongue: Tongue) -> String {
        surname_first(tongue, self.first_name.as_deref(), self.surname.as_deref())
    }

    fn is_expected(&self) -> bool {
        matches!(self.presence.as_str(), "registered" | "absent")
    }

    fn is_there(&self) -> bool {
        self.presence == "checked_in"
    }
}

#[derive(Template)]
#[template(path = "organise/desk.html")]
struct Page {
    shell: Shell,
    ways: Vec<Way>,
    hall: Hall,
    desk: Desk,
    /// Whether whoever is entered now is in the hall, most likely.
    is_the_day: bool,
}

impl Page {
    /// Whether anything can be entered at all.
    fn is_open(&self) -> bool {
        self.hall.is_open() && self.hall.may("register")
    }

    fn counted(&self) -> String {
        let tongue = self.shell.tongue;
        let on_list = self.desk.items.iter().filter(|it| it.presence != "withdrawn").count();
        format!(
            "{}, {}",
            tongue.count("organise-registered", on_list),
            tongue.count("organise-present", self.desk.checked_in)
        )
    }

    fn ages(&self, chosen: &str) -> Vec<Choice> {
        Choice::of(self.shell.tongue, "page-organise-age", &["adult", "minor", "child"], Some(chosen))
    }

    fn voivodeships(&self) -> Vec<Choice> {
        voivodeships(self.hall.it.voivodeship.as_deref())
    }

    /// What is known of somebody beyond the name, in words.
    fn about(&self, it: &Entrant) -> String {
        let tongue = self.shell.tongue;
        let is_minor = it.age != "adult";
        let age = is_minor.then(|| tongue.choice("page-organise-age", &it.age));
        let consent = if it.guardian_consent { "organise-consent-given" } else { "organise-consent-missing" };
        let consent = is_minor.then(|| tongue.text(consent));
        let guardian = it.accompanied.then(|| tongue.text("organise-guardian-there"));
        let late = (it.from_round > 1).then(|| tongue.count("organise-from-round", it.from_round));
        let walk_in = it.walk_in.then(|| tongue.text("organise-walk-in"));
        let parts = [it.city.clone(), age, consent, guardian, late, walk_in];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    }

    fn presence(&self, it: &Entrant) -> String {
        self.shell.tongue.choice("page-organise-presence", &it.presence)
    }

    fn registration(&self, it: &Entrant) -> String {
        self.hall.api(&format!("/registrations/{}", link::escaped(&it.id)))
    }

    /// Whether somebody can be let in from the list after the start.
    fn is_late(&self, it: &Entrant) -> bool {
        self.desk.started && matches!(it.presence.as_str(), "registered" | "absent" | "withdrawn")
    }
}

/// The desk.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::personal(&inside, tongue, draw(&inside, tongue, &id)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str) -> Result<String, Refusal> {
    let hall = Hall::of(inside, tongue, id).await?;
    let desk = inside.personal().get(tongue.0, &hall.api("/desk")).await?;
    let shell = hall.shell(tongue, &tongue.text("organise-way-desk"), "/desk").with_script("desk.js");
    let ways = hall.ways(tongue, "/desk");
    let is_the_day = hall.it.first_day.as_deref().is_some_and(|first| first <= time::today(inside.now()).as_str());
    show::rendered(&Page { shell, ways, hall, desk, is_the_day })
}
