//! Where a tournament stands, and the one step that comes next.

use super::settings::Staff;
use super::{Hall, Progress, StageState};
use crate::application::Application;
use crate::link;
use crate::me::Me;
use crate::query::Query;
use crate::shell::{Shell, Way};
use crate::show;
use crate::time;
use crate::tongue::Tongue;
use crate::tournament::{Seating, stage};
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;
use serde::Deserialize;

/// Whose seats are to be shown.
#[derive(Debug, Deserialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    stage: String,
}

#[derive(Debug, Deserialize)]
struct Desk {
    checked_in: u32,
    items: Vec<Entrant>,
}

#[derive(Debug, Deserialize)]
struct Entrant {
    presence: String,
}

impl Desk {
    /// Those who were not taken off the list.
    fn registered(&self) -> usize {
        self.items.iter().filter(|it| it.presence != "withdrawn").count()
    }
}

#[derive(Debug, Deserialize)]
struct Draws {
    draws: Vec<Draw>,
    seed: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Draw {
    number: u32,
    stage: String,
    at: String,
    reason: Option<String>,
    undone: bool,
}

/// The step that comes next, in words, with what does it.
struct Step {
    title: String,
    about: String,
    forms: Vec<Do>,
    ways: Vec<Way>,
    /// Who has to do it, if it is somebody else.
    waits_for: Option<String>,
}

/// A form of one button.
struct Do {
    api: String,
    button: String,
    seat_next: Option<&'static str>,
    is_main: bool,
    question: Option<String>,
}

#[derive(Template)]
#[template(path = "organise/waiting.html")]
struct Waiting {
    shell: Shell,
    id: String,
    title: String,
    it: Application,
}

#[derive(Template)]
#[template(path = "organise/overview.html")]
struct Page {
    shell: Shell,
    ways: Vec<Way>,
    hall: Hall,
    progress: Progress,
    step: Option<Step>,
    registered: usize,
    checked_in: u32,
    seating: Option<Seating>,
    draws: Option<Draws>,
    lacks_referee: bool,
}

impl Page {
    fn stage(&self, code: &str) -> String {
        stage(self.shell.tongue, code)
    }

    fn state(&self, it: &StageState) -> String {
        let is_now = self.progress.stage.as_deref() == Some(&it.stage);
        let id = match it {
            _ if it.skipped => "skipped",
            _ if it.closed => "over",
            _ if it.started => "playing",
            _ if it.seated => "seated",
            _ if is_now => "next",
            _ => "later",
        };
        self.shell.text(&format!("organise-stage-{id}"))
    }

    /// The clock time at which the round is over.
    fn until(&self, written: &str) -> String {
        self.shell.tongue.with("organise-time-until", time::clock(written))
    }

    fn counted(&self) -> String {
        let (tongue, registered) = (self.shell.tongue, self.registered);
        format!(
            "{}, {}",
            tongue.count("organise-registered", registered),
            tongue.count("organise-present", self.checked_in)
        )
    }

    /// The stage that is played or seated now.
    fn current(&self) -> Option<&StageState> {
        self.hall.work.stages.iter().find(|it| self.progress.stage.as_deref() == Some(&it.stage))
    }

    fn is_playing(&self) -> bool {
        self.current().is_some_and(|it| it.started)
    }

    /// The stage whose seats were drawn and can be drawn again.
    fn drawn_again(&self) -> Option<&StageState> {
        self.current().filter(|it| it.seated && !it.started && it.draws > 0 && self.hall.may("draw"))
    }

    /// The stage whose seats follow the standings and can be given out again.
    fn seated_again(&self) -> Option<&StageState> {
        self.current().filter(|it| it.seated && !it.started && it.draws == 0 && self.hall.may("seat_stage"))
    }

    fn hideable(&self) -> Option<&StageState> {
        let may = self.hall.may("hide_results") && self.progress.hidden.is_none();
        self.current()
            .filter(|it| may && it.started && !it.closed && it.can_be_hidden && !self.progress.missing.is_empty())
    }

    fn revealable(&self) -> Option<&str> {
        self.progress.hidden.as_deref().filter(|_| self.hall.may("reveal_results"))
    }

    /// The stage for whose tables tokens can be given out; organisers and main referees give them.
    fn with_tokens(&self) -> Option<&StageState> {
        let gives = self.hall.may("draw") || self.hall.may("decide_tie");
        self.current().filter(|it| gives && it.seated && !it.closed && it.stage != "final")
    }

    fn at(&self, written: &str) -> String {
        time::moment(self.shell.tongue, written)
    }

    fn printed_sheets(&self, stage: &StageState) -> String {
        link::print(self.shell.tongue, &self.hall.id, &format!("/sheets/{}", stage.stage))
    }

    fn table_page(&self) -> String {
        link::table(self.shell.tongue)
    }
}

/// Where the tournament stands.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>, wanted: Query<Wanted>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::personal(&inside, tongue, draw(&inside, tongue, &id, &wanted)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str, wanted: &Wanted) -> Result<String, Refusal> {
    let Some(hall) = Hall::find(inside, tongue, id).await? else { return waiting(inside, tongue, id).await };
    let personal = inside.personal();
    let progress: Progress = personal.find(tongue.0, &hall.api("/progress")).await?.unwrap_or_default();
    let desk: Option<Desk> = personal.find(tongue.0, &hall.api("/desk")).await?;
    let seats = hall.api(&format!("/seating{}", link::query(&[("stage", Some(&wanted.stage))])));
    let seating: Option<Seating> = personal.find(tongue.0, &seats).await?;
    let draws: Option<Draws> = personal.find(tongue.0, &hall.api("/draws")).await?;
    let (registered, checked_in) = desk.map_or((0, 0), |desk| (desk.registered(), desk.checked_in));
    let step = step(&hall, &progress, tongue, checked_in);
    let shell = hall.shell(tongue, &tongue.text("organise-way-overview"), "").with_script("organise.js");
    let ways = hall.ways(tongue, "");
    // Sheets of a final are entered by referees alone: whoever has none learns of it long before.
    let has_final = hall.it.format.as_ref().is_some_and(|format| format.final_games.is_some());
    let staff = if has_final && hall.is_open() { Staff::of(inside, tongue, id).await? } else { None };
    let lacks_referee = staff.is_some_and(|staff| !staff.has_referee());
    show::rendered(&Page { shell, ways, hall, progress, step, registered, checked_in, seating, draws, lacks_referee })
}

/// An application that nobody has decided on yet, for those who may read it.
async fn waiting(inside: &Inside, tongue: Tongue, id: &str) -> Result<String, Refusal> {
    let me = Me::of(inside, tongue).await?;
    let address = format!("/api/v1/applications/{}", link::escaped(id));
    let it: Application = inside.personal().get(tongue.0, &address).await?;
    let title = it.title().to_owned();
    let shell = Shell::staff(tongue, &title, &link::organise(tongue, id, ""), &me);
    show::rendered(&Waiting { shell, id: id.to_owned(), title, it })
}

/// What comes next, and who does it.
fn step(hall: &Hall, progress: &Progress, tongue: Tongue, checked_in: u32) -> Option<Step> {
    let next = progress.next.as_deref()?;
    let now = progress.stage.as_deref().unwrap_or_default();
    let text = |id: &str| tongue.text(&format!("organise-{id}"));
    let named = |id: &str| tongue.with(&format!("organise-{id}"), stage(tongue, now));
    let at = |act: &str| hall.api(&format!("/stages/{}/{act}", link::escaped(now)));
    let way = |id: &str, part: &str| Way { text: text(id), href: hall.href(tongue, part), is_here: false };
    let main = |api: String, button: String| Do { api, button, seat_next: None, is_main: true, question: None };
    let (kind, mut forms, mut ways) = match next {
        "choose_format" => ("choose_format", vec![], vec![way("do-choose-format", "/settings#format")]),
        "draw" if checked_in == 0 => ("draw", vec![], vec![way("do-desk", "/desk")]),
        "draw" => ("draw", vec![main(hall.api("/draws"), named("do-draw"))], vec![way("do-desk", "/desk")]),
        "seat" => ("seat_stage", vec![main(at("seating"), named("do-seat"))], vec![]),
        "start" => ("start_stage", vec![main(at("start"), named("do-start"))], vec![way("do-print", "/print")]),
        "enter_sheets" if now == "final" => ("enter_final_sheet", vec![], vec![way("do-enter-sheets", "/sheets")]),
        "enter_sheets" => ("enter_sheet", vec![], vec![way("do-enter-sheets", "/sheets")]),
        "confirm_sheets" => ("confirm_sheet", vec![], vec![way("do-confirm-sheets", "/sheets")]),
        "close_round" => ("close_stage", closing(hall, tongue, now), vec![]),
        "decide_tie" => ("decide_tie", vec![], vec![way("do-decide-tie", "/officiating#ties")]),
        // What cannot be undone has a form of its own, with a rehearsal.
        _ => ("close", vec![], vec![]),
    };
    let waits_for = (!hall.may(kind)).then(|| {
        forms.clear();
        ways.clear();
        let who = match kind {
            "enter_final_sheet" => "referee",
            "decide_tie" => "main_referee",
            _ => "organiser",
        };
        tongue.with("organise-waits-for", tongue.choice("page-role", who))
    });
    let id = next.replace('_', "-");
    let about =
        if next == "draw" && checked_in == 0 { text("about-draw-nobody") } else { text(&format!("about-{id}")) };
    Some(Step { title: named(&format!("next-{id}")), about, forms, ways, waits_for })
}

/// Ending a stage: with the seats of the next one, or alone, where somebody must decide a tie first.
fn closing(hall: &Hall, tongue: Tongue, now: &str) -> Vec<Do> {
    let api = hall.api(&format!("/stages/{}/close", link::escaped(now)));
    let later = hall.work.stages.iter().skip_while(|it| it.stage != now).nth(1);
    let end = |id: &str, seat_next, is_main| Do {
        api: api.clone(),
        button: tongue.with(&format!("organise-{id}"), stage(tongue, now)),
        seat_next: Some(seat_next),
        is_main,
        question: None,
    };
    match later {
        Some(_) => vec![end("do-close-and-seat", "true", true), end("do-close-only", "false", false)],
        None => vec![end("do-close-only", "false", true)],
    }
}
