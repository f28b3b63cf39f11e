//! Overview of a tournament for its staff: progress, stages, seating, draws and the next step.

use super::StaffTournament;
use super::settings::{StaffRoles as _, staff};
use crate::layout::current_user::CurrentUser;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::query::Query;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::{NavLink, Shell};
use crate::layout::time;
use crate::tournaments::application::ApplicationStatus;
use crate::tournaments::people::PlayerName;
use crate::tournaments::tournament::stage;
use actix_web::web;
use api::ApiClient;
use askama::Template;
use domain::Choice as _;
use domain::event::Role;
use domain::tournament::course::{CommandKind, Presence, Stage};
use serde::Deserialize;
use wire::tournaments::applications::{Application, ApplicationItem};
use wire::tournaments::desk::{Desk, StageState};
use wire::tournaments::live::{NextStep, Progress, Seating};
use wire::tournaments::play::{Draws, WinnerContact};

/// The stage whose seats are shown; the current one by default.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct QueryParams {
    stage: String,
    /// Whether to show admins the winner's contact; each reading of it is recorded.
    show: String,
}

/// The next step with the forms and links that do it.
struct Step {
    title: String,
    about: String,
    forms: Vec<ActionForm>,
    ways: Vec<NavLink>,
    /// The role that has to do it, if the caller may not.
    waits_for: Option<String>,
}

struct ActionForm {
    api: String,
    button: String,
    seat_next: Option<&'static str>,
    is_main: bool,
    question: Option<String>,
}

#[derive(Template)]
#[template(path = "organise/waiting.html")]
struct AwaitingApprovalPage {
    shell: Shell,
    id: String,
    title: String,
    it: ApplicationItem,
}

#[derive(Template)]
#[template(path = "organise/overview.html")]
struct Page {
    shell: Shell,
    ways: Vec<NavLink>,
    tournament: StaffTournament,
    progress: Progress,
    step: Option<Step>,
    registered: usize,
    checked_in: usize,
    seating: Option<Seating>,
    draws: Option<Draws>,
    lacks_referee: bool,
    /// Absent for admins who have not asked for it.
    winner_contact: Option<WinnerContact>,
}

impl Page {
    fn stage(&self, it: Stage) -> String {
        stage(self.shell.language, it)
    }

    fn state(&self, it: &StageState) -> String {
        let is_now = self.progress.stage == Some(it.stage);
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

    fn contact_held(&self, until: &str) -> String {
        self.shell.language.with("organise-winner-contact-held", time::day(self.shell.language, until))
    }

    fn with_winner_contact(&self) -> String {
        format!("{}?show=winner-contact#winner-contact", self.tournament.href(self.shell.language, ""))
    }

    fn is_closing_next(&self) -> bool {
        self.progress.next == Some(NextStep::Close)
    }

    fn until(&self, written: &str) -> String {
        self.shell.language.with("organise-time-until", time::clock(written))
    }

    fn counted(&self) -> String {
        let (language, registered) = (self.shell.language, self.registered);
        format!(
            "{}, {}",
            language.count("organise-registered", registered),
            language.count("organise-present", self.checked_in)
        )
    }

    /// The stage that is played or seated now.
    fn current(&self) -> Option<&StageState> {
        self.tournament.work.stages.iter().find(|it| self.progress.stage == Some(it.stage))
    }

    fn is_playing(&self) -> bool {
        self.current().is_some_and(|it| it.started)
    }

    /// The stage whose seats were drawn and can be drawn again.
    fn drawn_again(&self) -> Option<&StageState> {
        self.current().filter(|it| it.seated && !it.started && it.draws > 0 && self.tournament.may("draw"))
    }

    /// The stage whose seats follow the standings and can be given out again.
    fn seated_again(&self) -> Option<&StageState> {
        self.current().filter(|it| it.seated && !it.started && it.draws == 0 && self.tournament.may("seat_stage"))
    }

    fn hideable(&self) -> Option<&StageState> {
        let may = self.tournament.may("hide_results") && self.progress.hidden.is_none();
        self.current()
            .filter(|it| may && it.started && !it.closed && it.can_be_hidden && !self.progress.missing.is_empty())
    }

    fn revealable(&self) -> Option<Stage> {
        self.progress.hidden.filter(|_| self.tournament.may("reveal_results"))
    }

    /// The stage for whose tables tokens can be given out; organisers and main referees give them.
    fn with_tokens(&self) -> Option<&StageState> {
        let gives = self.tournament.may("draw") || self.tournament.may("decide_tie");
        self.current().filter(|it| gives && it.seated && !it.closed && it.stage != Stage::Final)
    }

    fn at(&self, written: &str) -> String {
        time::moment(self.shell.language, written)
    }

    fn printed_sheets(&self, stage: &StageState) -> String {
        link::print(self.shell.language, &self.tournament.id, &format!("/sheets/{}", stage.stage))
    }

    fn table_page(&self) -> String {
        link::table(self.shell.language)
    }
}

pub(crate) async fn show(
    client: ApiClient,
    path: web::Path<(Language, String)>,
    params: Query<QueryParams>,
) -> Rendered {
    let (language, id) = path.into_inner();
    let Some(tournament) = StaffTournament::find(&client, language, &id).await? else {
        return render_awaiting_approval(&client, language, &id).await;
    };
    let personal = client.personal();
    let progress = tournament.progress(&client, language).await?;
    let desk: Option<Desk> = personal.find(language.0, &tournament.api("/desk")).await?;
    let seats = tournament.api(&format!("/seating{}", link::query(&[("stage", Some(&params.stage))])));
    let seating: Option<Seating> = personal.find(language.0, &seats).await?;
    let draws: Option<Draws> = personal.find(language.0, &tournament.api("/draws")).await?;
    let shows_contact = tournament.is_closed() && (!tournament.me.is_admin() || params.show == "winner-contact");
    let winner_contact =
        if shows_contact { personal.find(language.0, &tournament.api("/winner-contact")).await? } else { None };
    let registered = |desk: &Desk| desk.items.iter().filter(|it| it.presence != Presence::Withdrawn).count();
    let (registered, checked_in) = desk.map_or((0, 0), |desk| (registered(&desk), desk.checked_in));
    let step = step(&tournament, &progress, language, checked_in);
    let shell = tournament.shell(language, &language.text("organise-way-overview"), "").with_script("organise.js");
    let ways = tournament.ways(language, "");
    // Only referees enter sheets of a final: the page warns early if the tournament has none.
    let has_final = tournament.format().is_some_and(|format| format.final_games.is_some());
    let members = if has_final && tournament.is_open() { staff(&client, language, &id).await? } else { None };
    let lacks_referee = members.is_some_and(|staff| !staff.has_referee());
    response::render_template(&Page {
        shell,
        ways,
        tournament,
        progress,
        step,
        registered,
        checked_in,
        seating,
        draws,
        lacks_referee,
        winner_contact,
    })
}

/// An application that is not decided on yet, for callers who may read it.
async fn render_awaiting_approval(client: &ApiClient, language: Language, id: &str) -> Rendered {
    let me = CurrentUser::of(client, language).await?;
    let address = format!("/api/v1/applications/{}", link::escaped(id));
    let Application { item: it, .. } = client.personal().get(language.0, &address).await?;
    let title = it.title().to_owned();
    let shell = Shell::staff(language, &title, &link::organise(language, id, ""), &me);
    response::render_template(&AwaitingApprovalPage { shell, id: id.to_owned(), title, it })
}

/// What comes next, and which role does it.
fn step(tournament: &StaffTournament, progress: &Progress, language: Language, checked_in: usize) -> Option<Step> {
    let next = progress.next?;
    let now = progress.stage;
    let stage_words = now.map(|now| stage(language, now)).unwrap_or_default();
    let text = |id: &str| language.text(&format!("organise-{id}"));
    let named = |id: &str| language.with(&format!("organise-{id}"), &stage_words);
    let at =
        |act: &str| tournament.api(&format!("/stages/{}/{act}", now.map(|now| now.to_string()).unwrap_or_default()));
    let nav_link =
        |id: &str, part: &str| NavLink { text: text(id), href: tournament.href(language, part), is_here: false };
    let main = |api: String, button: String| ActionForm { api, button, seat_next: None, is_main: true, question: None };
    let lacks_players = next == NextStep::Draw && checked_in == 0;
    let (kind, id, mut forms, mut ways) = match next {
        NextStep::ChooseFormat => {
            let choose = nav_link("do-choose-format", "/settings#format");
            (CommandKind::ChooseFormat, "choose-format", vec![], vec![choose])
        }
        NextStep::Draw => {
            let draw = (!lacks_players).then(|| main(tournament.api("/draws"), named("do-draw")));
            (CommandKind::Draw, "draw", draw.into_iter().collect(), vec![nav_link("do-desk", "/desk")])
        }
        NextStep::Seat => (CommandKind::SeatStage, "seat", vec![main(at("seating"), named("do-seat"))], vec![]),
        NextStep::Start => {
            let start = main(at("start"), named("do-start"));
            (CommandKind::StartStage, "start", vec![start], vec![nav_link("do-print", "/print")])
        }
        NextStep::EnterSheets => {
            let kind = if now == Some(Stage::Final) { CommandKind::EnterFinalSheet } else { CommandKind::EnterSheet };
            (kind, "enter-sheets", vec![], vec![nav_link("do-enter-sheets", "/sheets")])
        }
        NextStep::ConfirmSheets => {
            (CommandKind::ConfirmSheet, "confirm-sheets", vec![], vec![nav_link("do-confirm-sheets", "/sheets")])
        }
        NextStep::CloseRound => {
            let forms = now.map(|now| close_stage_forms(tournament, language, now)).unwrap_or_default();
            (CommandKind::CloseStage, "close-round", forms, vec![])
        }
        NextStep::DecideTie => {
            (CommandKind::DecideTie, "decide-tie", vec![], vec![nav_link("do-decide-tie", "/officiating#ties")])
        }
        // Closing cannot be undone: it has a form of its own, with a rehearsal.
        NextStep::Close => (CommandKind::Close, "close", vec![], vec![]),
    };
    let waits_for = (!tournament.may(kind.name())).then(|| {
        forms.clear();
        ways.clear();
        let role = match next {
            NextStep::EnterSheets if now == Some(Stage::Final) => Role::Referee,
            NextStep::DecideTie => Role::MainReferee,
            NextStep::ChooseFormat
            | NextStep::Draw
            | NextStep::Seat
            | NextStep::Start
            | NextStep::EnterSheets
            | NextStep::ConfirmSheets
            | NextStep::CloseRound
            | NextStep::Close => Role::Organiser,
        };
        language.with("organise-waits-for", language.choice("page-role", role.name()))
    });
    let about = if lacks_players { text("about-draw-nobody") } else { text(&format!("about-{id}")) };
    Some(Step { title: named(&format!("next-{id}")), about, forms, ways, waits_for })
}

/// Closing a stage: with the seats of the next one, or alone, where a tie must be decided first.
fn close_stage_forms(tournament: &StaffTournament, language: Language, now: Stage) -> Vec<ActionForm> {
    let api = tournament.api(&format!("/stages/{now}/close"));
    let later = tournament.work.stages.iter().skip_while(|it| it.stage != now).nth(1);
    let end = |id: &str, seat_next, is_main| ActionForm {
        api: api.clone(),
        button: language.with(&format!("organise-{id}"), stage(language, now)),
        seat_next: Some(seat_next),
        is_main,
        question: None,
    };
    match later {
        Some(_) => vec![end("do-close-and-seat", "true", true), end("do-close-only", "false", false)],
        None => vec![end("do-close-only", "false", true)],
    }
}
