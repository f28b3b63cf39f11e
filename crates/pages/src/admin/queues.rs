//! What waits for admins, at a glance: each queue with how many wait, the oldest of them, and what is overdue.

use super::decisions::{Decision, fetch_all_open};
use crate::admin;
use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response::{self, Rendered};
use crate::layout::shell::Shell;
use api::ApiClient;
use askama::Template;
use domain::qualification::ruling::DecisionKind;

/// So many of a queue are shown.
const SHOWN: usize = 3;

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

pub(crate) async fn show(client: ApiClient, language: Language) -> Rendered {
    let me = admin::require_admin(&client, language).await?;
    let items = fetch_all_open(&client, language).await?;
    let shell = admin::shell(language, &language.text("admin-title"), "", &me);
    let late = |item: &Decision| {
        (
            item.href(language),
            item.sentence.clone(),
            item.days_left_text(language).unwrap_or_else(|| language.text("admin-overdue")),
        )
    };
    let overdue = items.iter().filter(|item| item.overdue).map(late).collect();
    let mut queues: Vec<Queue> = Vec::new();
    for item in items {
        let title = shell.choice_text("page-admin-kind", item.kind.name());
        if let Some(queue) = queues.iter_mut().find(|queue| queue.title == title) {
            queue.items.push(item);
            continue;
        }
        let part = match item.kind.0 {
            DecisionKind::Application => "/applications".to_owned(),
            DecisionKind::List => "/lists".to_owned(),
            kind @ (DecisionKind::Exception
            | DecisionKind::Tie
            | DecisionKind::GrandPrix
            | DecisionKind::Unfilled
            | DecisionKind::Confirm
            | DecisionKind::Review
            | DecisionKind::Wildcards
            | DecisionKind::MwChoice
            | DecisionKind::WrcNominee) => format!("/decisions?kind={kind}"),
        };
        queues.push(Queue { title, href: link::admin(language, &part), items: vec![item] });
    }
    response::render_template(&Page { shell, overdue, queues })
}
