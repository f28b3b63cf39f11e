//! What can be printed for a tournament, stage by stage.

use super::{Desk, Seating};
use crate::link;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use crate::tournament::stage;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;

/// Something to print.
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
    desk: Desk,
    stages: Vec<Part>,
    whole: Vec<Print>,
}

/// What can be printed.
pub(crate) async fn show(inside: Inside, path: web::Path<(String, String)>) -> HttpResponse {
    let (code, id) = path.into_inner();
    let tongue = Tongue::of(&code);
    show::personal(&inside, tongue, draw(&inside, tongue, &id)).await
}

async fn draw(inside: &Inside, tongue: Tongue, id: &str) -> Result<String, Refusal> {
    let desk = Desk::of(inside, tongue, id).await?;
    let print = |text: &str, part: String| Print { text: tongue.text(text), href: link::print(tongue, id, &part) };
    let mut stages = Vec::new();
    for code in &desk.it.stages {
        let asked = format!("seating{}", link::query(&[("stage", Some(code))]));
        let seating: Option<Seating> = inside.personal().find(tongue.0, &desk.part(&asked)).await?;
        if !seating.is_some_and(|seating| seating.seated) {
            stages.push(Part { title: stage(tongue, code), prints: Vec::new() });
            continue;
        }
        let prints = vec![
            print("paper-sheets", format!("/sheets/{code}")),
            print("paper-seating-by-name", format!("/seating/{code}/names")),
            print("paper-seating-by-table", format!("/seating/{code}/tables")),
            print("paper-standings", format!("/standings/{code}")),
        ];
        stages.push(Part { title: stage(tongue, code), prints });
    }
    let mut whole = Vec::new();
    if stages.iter().any(|stage| !stage.prints.is_empty()) {
        whole.push(print("paper-labels-a4", "/labels/a4".to_owned()));
        whole.push(print("paper-labels-a5", "/labels/a5".to_owned()));
    }
    if desk.it.phase == "closed" {
        whole.push(print("paper-results", "/results".to_owned()));
        for places in super::diplomas::PLACES {
            let text = tongue.count("paper-diplomas-for", places);
            whole.push(Print { text, href: link::print(tongue, id, &format!("/diplomas/{places}")) });
        }
    }
    let shell = Shell::staff(tongue, &tongue.text("paper-title"), &desk.index(), &desk.me).with_script("unsent.js");
    show::rendered(&Page { shell, desk, stages, whole })
}
