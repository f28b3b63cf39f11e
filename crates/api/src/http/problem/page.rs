//! Pages of problem types: what each means and what to do about it. `type` of a problem document leads there.

use super::{HandlerResult, ProblemKind};
use crate::http::negotiate::language;
use crate::http::page;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use formats::localization::Lang;

#[derive(Template)]
#[template(path = "problem.html")]
struct ProblemPage<'a> {
    lang: &'a str,
    title: String,
    status: u16,
    code: &'a str,
    detail: String,
    help: String,
    status_word: String,
    code_word: String,
    all_word: String,
}

#[derive(Template)]
#[template(path = "problems.html")]
struct ProblemsPage<'a> {
    lang: &'a str,
    title: String,
    about: String,
    rows: Vec<Row>,
    status_word: String,
    code_word: String,
    meaning_word: String,
}

struct Row {
    status: u16,
    code: &'static str,
    title: String,
}

pub(crate) async fn show(request: HttpRequest, slug: web::Path<String>) -> HandlerResult {
    let lang = language(request.headers());
    let kind = ProblemKind::from_slug(&slug).ok_or(ProblemKind::NotFound)?;
    page::html(
        lang,
        &ProblemPage {
            lang: code(lang),
            title: lang.text(&kind.key("title")),
            status: kind.status().as_u16(),
            code: kind.slug(),
            detail: lang.text(&kind.key("detail")),
            help: lang.text(&kind.key("help")),
            status_word: lang.text("problems-status"),
            code_word: lang.text("problems-code"),
            all_word: lang.text("problems-all"),
        },
    )
}

pub(crate) async fn list(request: HttpRequest) -> HandlerResult {
    let lang = language(request.headers());
    let row = |kind: &ProblemKind| Row {
        status: kind.status().as_u16(),
        code: kind.slug(),
        title: lang.text(&kind.key("title")),
    };
    page::html(
        lang,
        &ProblemsPage {
            lang: code(lang),
            title: lang.text("problems-title"),
            about: lang.text("problems-about"),
            rows: ProblemKind::ALL.iter().map(row).collect(),
            status_word: lang.text("problems-status"),
            code_word: lang.text("problems-code"),
            meaning_word: lang.text("problems-meaning"),
        },
    )
}

fn code(lang: Lang) -> &'static str {
    match lang {
        Lang::Pl => "pl",
        Lang::En => "en",
    }
}

pub(crate) async fn style() -> HttpResponse {
    page::css(include_str!("../../../templates/problem.css"))
}
