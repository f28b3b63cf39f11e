//! Numbered editions of a list: the published bytes, and rows with the names of today.

use super::answers::{Names, edition_item, has_points};
use super::page::{self, PrintedEdition};
use super::{form, parse, state};
use crate::http::answer::{Answer, AnswerKey, Audience};
use crate::http::app::AppState;
use crate::http::as_of::{self, AsOf};
use crate::http::conditional::NotModified;
use crate::http::csv::{Cell, Dialect};
use crate::http::list_response;
use crate::http::negotiate::{self, Form};
use crate::http::path::{EditionPath, ListPath};
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::{JsonRead, Read};
use actix_web::web;
use domain::event::{Commitment, Edition as PublishedEdition, Event, ListEvent};
use domain::publication::ListId;
use domain::values::digest::Digest;
use events::envelope::{Position, Recorded, StreamKind, StreamName};
use events::stored;
use events::vault::ErratumReason;
use formats::list::CanonicalList;
use formats::localization::Lang;
use projections::season_lists::Causes;
use projections::views::{EditionEntry, ListEntry, Views};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};
use wire::publication::{EditionBody, EditionLinks, EditionList, ResultBody, RowBody};

/// Which form of an edition.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct EditionParams {
    /// Asks for CSV, and for which.
    #[param(inline)]
    dialect: Option<Dialect>,
    /// The language; it goes before `Accept-Language`, which a link in a browser cannot set.
    #[param(inline)]
    lang: Option<Language>,
}

/// A language.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Language {
    /// Polish.
    Pl,
    /// English.
    En,
}

impl From<Language> for Lang {
    fn from(language: Language) -> Self {
        match language {
            Language::Pl => Self::Pl,
            Language::En => Self::En,
        }
    }
}

pub(crate) fn find<'v>(
    views: &'v Views,
    list: &ListId,
    number: &str,
) -> Result<(&'v ListEntry, &'v Arc<EditionEntry>), Problem> {
    let entry = views.editions.find(list).ok_or(ProblemKind::NotFound)?;
    // Leading zeros and signs are refused, so that an edition has one address.
    let written = Some(number).filter(|number| !number.starts_with(['0', '+']));
    let number: u32 = written.and_then(|number| number.parse().ok()).ok_or(ProblemKind::NotFound)?;
    Ok((entry, entry.edition(number).ok_or(ProblemKind::NotFound)?))
}

/// The recorded event that published an edition.
pub(crate) fn recorded(app: &AppState, entry: &EditionEntry) -> Result<Recorded, Problem> {
    let before = Position(entry.published.0.saturating_sub(1));
    app.log.read(before, 1)?.pop().ok_or_else(|| ProblemKind::Internal.into())
}

/// Reads an edition from the log: its bytes are never computed again.
pub(crate) fn read(app: &AppState, entry: &EditionEntry) -> Result<(PublishedEdition, CanonicalList), Problem> {
    let event = recorded(app, entry)?.event;
    let broken = |problem: &str| {
        tracing::error!(problem, position = entry.published.0, "an edition cannot be read");
        Problem::new(ProblemKind::Internal)
    };
    let decoded = stored::decode(&event.event_type, event.schema_version, &event.payload);
    let Ok(Event::List(ListEvent::Published(edition))) = decoded else { return Err(broken("it is another event")) };
    if Digest::of(edition.canonical.as_bytes()) != entry.digest {
        return Err(broken("the digest does not fit"));
    }
    let list = CanonicalList::parse(&edition.canonical).map_err(|error| broken(&error.to_string()))?;
    Ok((edition, list))
}

/// The reason of an erratum; none if no reason was given or its text was erased.
pub(crate) fn reason(app: &AppState, list: &ListId, commitment: Option<Commitment>) -> Result<Option<String>, Problem> {
    let Some(commitment) = commitment else { return Ok(None) };
    let stream = StreamName::new(StreamKind::List, &list.to_string()).map_err(|_| ProblemKind::Internal)?;
    let Some(sealed) = app.log.sealed(&stream)? else { return Ok(None) };
    let reasons = app.vault.open(&sealed)?.records_for::<ErratumReason>()?;
    let found = reasons.into_iter().find(|(_, reason)| reason.opens(&commitment));
    Ok(found.map(|(_, reason)| reason.record.text.as_str().to_owned()))
}

fn edition_body(
    app: &AppState,
    names: &Names<'_>,
    entry: &ListEntry,
    edition: &EditionEntry,
) -> Result<EditionBody, Problem> {
    let list = &entry.id;
    let (published, canonical) = read(app, edition)?;
    let before = edition.number.checked_sub(1).and_then(|number| entry.edition(number));
    let difference = match before {
        Some(before) => Some(names.difference(list, &read(app, before)?.1, &canonical, &Causes::new())),
        None => None,
    };
    let item = edition_item(list, edition);
    let below = |part: &str| format!("{}/{part}", item.address);
    Ok(EditionBody {
        list: list.to_string(),
        title: names.title(list),
        reason: reason(app, list, published.reason)?,
        difference,
        newest: entry.editions.last().map_or(edition.number, |newest| newest.number),
        links: EditionLinks { canonical: below("canonical"), disclosure: below("disclosure"), proof: below("proof") },
        item,
        rows: names.rows(&canonical),
    })
}

/// The editions of a list, the first first.
#[utoipa::path(
    get, path = "/api/v1/lists/{list}/editions", tag = "lists", operation_id = "listEditions",
    params(ListPath, AsOf),
    responses((status = 200, description = "The editions", body = EditionList), NotModified)
)]
pub(crate) async fn editions(
    path: web::Path<ListPath>,
    JsonRead { request, app, params: AsOf { as_of } }: JsonRead<AsOf>,
) -> HandlerResult {
    let (list, blocking_app) = (parse(&path.list)?, app.clone());
    let views = as_of::views(&request, &app, as_of.as_deref()).await?;
    let answer = app.blocking(move || {
        let (entry, _) = super::found(&views, &list)?;
        let editions = entry.into_iter().flat_map(|entry| &entry.editions);
        let body = EditionList { items: editions.map(|edition| edition_item(&list, edition)).collect() };
        let build = || Answer::computed(Audience::Public, &body);
        if as_of.is_some() {
            return build().map(Arc::new);
        }
        let state = entry.map_or(Position::START, |entry| entry.etag);
        blocking_app.answers.answer(AnswerKey::about("editions", &list.to_string(), 0), state, build)
    });
    Ok(answer.await??.respond(&request).await)
}

/// One edition of a list: JSON, CSV, or a page to print.
///
/// Its rows are those that were published; the names beside them are those of today.
#[utoipa::path(
    get, path = "/api/v1/lists/{list}/editions/{number}", tag = "lists", operation_id = "getEdition",
    params(EditionPath, EditionParams),
    responses((status = 200, description = "The edition", content(
        (EditionBody = "application/json"),
        (String = "text/csv", example = "place,player_id,name,city,voivodeship,points,results\r\n1,2f6c1d0e9b8a4756x3f2,Łucja Przykładowa,Łódź,łódzkie,185,t-2025-10-11-lodz: 1 (100); t-2025-11-08-opole: 2 (85)\r\n"),
        (String = "text/html", example = "<!doctype html>"),
    )), NotModified)
)]
pub(crate) async fn edition(
    path: web::Path<EditionPath>,
    Read { request, app, params: EditionParams { dialect, lang } }: Read<EditionParams>,
) -> HandlerResult {
    let offered: &[Form] = if dialect.is_some() { &[Form::Csv] } else { &[Form::Json, Form::Csv, Form::Html] };
    let wanted = negotiate::form(request.headers(), offered).ok_or(ProblemKind::NotAcceptable)?;
    let lang = lang.map_or_else(|| negotiate::language(request.headers()), Lang::from);
    let (list, number, blocking_app) = (parse(&path.list)?, path.number.clone(), app.clone());
    let answer = app.blocking(move || {
        let views = blocking_app.views();
        let (entry, edition) = find(&views, &list, &number)?;
        let dialect = dialect.unwrap_or_default();
        let kept = match (wanted, dialect) {
            (Form::Csv, Dialect::Rfc4180) => 1,
            (Form::Csv, Dialect::Excel) => 2,
            (Form::Html, _) => 3,
            _ => 0,
        };
        let state = state(&views);
        let key = AnswerKey::about("edition", &format!("{list}/{number}"), form(lang) + 2 * kept);
        blocking_app.answers.answer(key, state, || {
            let body = edition_body(&blocking_app, &Names { views: &views, lang }, entry, edition)?;
            let answer = match wanted {
                Form::Csv => csv(state, dialect, &list, &body)?,
                Form::Html => {
                    let live = projections::season_lists::canonical(&views.records, &list);
                    let drifted = live.is_none_or(|live| super::digest_of(&live) != edition.digest);
                    let text =
                        PrintedEdition::of(&list, &body, lang, drifted, &blocking_app.settings.public_url).render()?;
                    Answer::by_content(Audience::Public, Form::Html, text.into())
                }
                _ => Answer::computed(Audience::Public, &body)?,
            };
            Ok(answer.in_language(lang))
        })
    });
    let response = answer.await??.respond(&request).await;
    Ok(if wanted == Form::Html { page::with_style_policy(response) } else { response })
}

/// The rows as CSV: with totals and results, or with the sources of qualifications.
fn csv(state: Position, dialect: Dialect, list: &ListId, body: &EditionBody) -> Result<Answer, Problem> {
    let number = |number: Option<u32>| number.map_or(Cell::Empty, |number| Cell::Number(number.into()));
    if has_points(list.kind()) {
        let head = ["place", "player_id", "name", "city", "voivodeship", "points", "results"];
        let rows = body.rows.iter().map(|row| {
            let result = |it: &ResultBody| format!("{}: {} ({})", it.event_id, it.place, it.points);
            let results: Vec<String> = row.results.iter().map(result).collect();
            let mut cells = vec![number(row.place)];
            cells.extend(who(row));
            cells.extend([number(row.points), Cell::Text(results.join("; ").into())]);
            cells
        });
        return list_response::csv_with(state, dialect, &head, rows);
    }
    let head = [
        "place",
        "player_id",
        "name",
        "city",
        "voivodeship",
        "source",
        "event_id",
        "event_name",
        "state",
        "open",
        "candidates",
    ];
    let rows = body.rows.iter().map(|row| {
        let candidates: Vec<&str> = row.candidates.iter().map(|it| it.name.as_str()).collect();
        let mut cells = vec![number(row.place)];
        cells.extend(who(row));
        cells.extend([&row.source, &row.event_id, &row.event_name, &row.state].map(|it| Cell::maybe(it.as_deref())));
        cells.extend([number(row.open), Cell::Text(candidates.join("; ").into())]);
        cells
    });
    list_response::csv_with(state, dialect, &head, rows)
}

fn who(row: &RowBody) -> [Cell<'_>; 4] {
    [&row.player_id, &row.name, &row.city, &row.voivodeship].map(|it| Cell::maybe(it.as_deref()))
}

/// The bytes of an edition exactly as they were published, without names: their SHA-256 is its digest.
#[utoipa::path(
    get, path = "/api/v1/lists/{list}/editions/{number}/canonical", tag = "lists", operation_id = "getCanonicalEdition",
    params(EditionPath),
    responses(
        (
            status = 200, description = "The bytes",
            content((String = "application/x-ndjson", example = "{\"format\":\"list/1\",\"list\":\"ranking:2025\",\"rulebook\":\"pl-2024-25\",\"calculation\":1,\"rows\":0}\n")),
        ),
        NotModified,
    )
)]
pub(crate) async fn canonical(path: web::Path<EditionPath>, Read { request, app, .. }: Read) -> HandlerResult {
    negotiate::form(request.headers(), &[Form::Ndjson]).ok_or(ProblemKind::NotAcceptable)?;
    let (list, number, blocking_app) = (parse(&path.list)?, path.number.clone(), app.clone());
    let answer = app.blocking(move || {
        let views = blocking_app.views();
        let (_, edition) = find(&views, &list, &number)?;
        let key = AnswerKey::about("canonical", &format!("{list}/{number}"), 0);
        blocking_app.answers.answer(key, edition.published, || {
            let bytes = read(&blocking_app, edition)?.0.canonical.into_bytes();
            Ok(Answer::by_content(Audience::Public, Form::Ndjson, bytes.into()))
        })
    });
    Ok(answer.await??.respond(&request).await)
}
