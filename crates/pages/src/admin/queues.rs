//! What waits for admins, at a glance: each queue with how many wait, the oldest of them, and what is overdue.

use super::decisions::{Decision, all_waiting};
use crate::admin;
use crate::link;
use crate::shell::Shell;
use crate::show;
use crate::tongue::Tongue;
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use askama::Template;

/// So many of a queue are shown.
const SHOWN: usize = 3;

/// One queue.
struct Queue {
    title: String,
    href: String,
    items: Vec<Decision>,
}

impl Queue {
    fn first(&self) -> &[Decision] {
        self.items.get(..SHOWN).unwrap_or(&self.items)
    }
}

#[derive(Template)]
#[template(path = "admin/queues.html")]
struct Page {
    shell: Shell,
    /// Where each overdue matter is settled, and what it is.
    overdue: Vec<(String, String, String)>,
    queues: Vec<Queue>,
}

/// The queues.
pub(crate) async fn show(inside: Inside, path: web::Path<String>) -> HttpResponse {
    let tongue = Tongue::of(&path);
    show::personal(&inside, tongue, draw(&inside, tongue)).await
}

async fn draw(inside: &Inside, tongue: Tongue) -> Result<String, Refusal> {
    let me = admin::admin(inside, tongue).await?;
    let items = all_waiting(inside, tongue).await?;
    let shell = admin::shell(tongue, &tongue.text("admin-title"), "", &me);
    let late = |item: &Decision| {
        (item.href(tongue), item.sentence.clone(), item.left(tongue).unwrap_or_else(|| tongue.text("admin-overdue")))
    };
    let overdue = items.iter().filter(|item| item.overdue).map(late).collect();
    let mut queues: Vec<Queue> = Vec::new();
    for item in items {
        let title = shell.called("page-admin-kind", &item.kind);
        if let Some(queue) = queues.iter_mut().find(|queue| queue.title == title) {
            queue.items.push(item);
            continue;
        }
        let part = match item.kind.as_str() {
            "application" => "/applications".to_owned(),
            "list" => "/lists".to_owned(),
            kind => format!("/decisions?kind={kind}"),
        };
        queues.push(Queue { title, href: link::admin(tongue, &part), items: vec![item] });
    }
    show::rendered(&Page { shell, overdue, queues })
}
