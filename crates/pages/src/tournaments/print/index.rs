//! What can be printed for a tournament, stage by stage.

use super::PrintContext;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use crate::tournaments::tournament::stage;
use actix_web::web;
use api::ApiClient;
use askama::Template;
use wire::tournaments::live::Seating;

struct Print {
    text: String,
    href: String,
}

struct Part {
    title: String,
    prints: Vec<Print>,
}

#[derive(Template)]
#[template(path = "paper/index.html")]
struct Page {
    shell: Shell,
    desk: PrintContext,
    stages: Vec<Part>,
    whole: Vec<Print>,
}

pub(crate) async fn show(client: ApiClient, path: web::Path<(Language, String)>) -> Rendered {
    let (language, id) = path.into_inner();
    let desk = PrintContext::of(&client, language, &id).await?;
    let print = |text: &str, part: String| Print { text: language.text(text), href: link::print(language, &id, &part) };
    let mut stages = Vec::new();
    for code in desk.stages() {
        let asked = format!("seating?stage={code}");
        let seating: Option<Seating> = client.personal().find(language.0, &desk.part(&asked)).await?;
        if !seating.is_some_and(|seating| seating.seated) {
            stages.push(Part { title: stage(language, *code), prints: Vec::new() });
            continue;
        }
        let prints = vec![
            print("paper-sheets", format!("/sheets/{code}")),
            print("paper-seating-by-name", format!("/seating/{code}/names")),
            print("paper-seating-by-table", format!("/seating/{code}/tables")),
            print("paper-standings", format!("/standings/{code}")),
        ];
        stages.push(Part { title: stage(language, *code), prints });
    }
    let mut whole = Vec::new();
    if stages.iter().any(|stage| !stage.prints.is_empty()) {
        whole.push(print("paper-labels-a4", "/labels/a4".to_owned()));
        whole.push(print("paper-labels-a5", "/labels/a5".to_owned()));
    }
    if desk.is_closed() {
        whole.push(print("paper-results", "/results".to_owned()));
        for places in super::diplomas::PLACES {
            let text = language.count("paper-diplomas-for", places);
            whole.push(Print { text, href: link::print(language, &id, &format!("/diplomas/{places}")) });
        }
    }
    let shell = Shell::staff(language, &language.text("paper-title"), &desk.index(), &desk.me).with_script("unsent.js");
    response::render_template(&Page { shell, desk, stages, whole })
}
