//! Editions of a list: numbered, with the bytes that were published and the names of today.

use super::body::{DifferenceBody, EditionItem, EditionList, Names, RowBody, has_points};
use super::page::{self, Sheet};
use super::{form, parse, state};
use crate::answer::{Answer, Audience, Key};
use crate::as_of::{self, AsOf};
use crate::kostka::Kostka;
use crate::log::unreadable;
use crate::negotiate::{self, Form};
use crate::params::{self, Params};
use crate::problem::{Problem, ProblemKind};
use crate::sheet::{Cell, Dialect};
use crate::table;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::digest::Digest;
use domain::event::{Commitment, Edition as PublishedEdition, Event, ListEvent};
use domain::publication::ListId;
use events::envelope::{Position, Recorded, StreamKind, StreamName};
use events::stored;
use events::vault::{ErratumReason, UnsealError};
use formats::list::CanonicalList;
use formats::words::Lang;
use projections::season_lists::Causes;
use projections::views::{EditionEntry, ListEntry, Views};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// An edition with its rows.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EditionBody {
    /// Which list.
    #[schema(max_length = 1100, example = "ranking:2025")]
    pub(super) list: String,
    /// What it is called.
    #[schema(max_length = 700, example = "Ranking krajowy, sezon 2025")]
    pub(super) title: String,
    #[serde(flatten)]
    pub(super) item: EditionItem,
    /// Why it takes the place of the edition before, in the words of the federation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 2000, example = "Skorygowano wynik turnieju w Łodzi")]
    pub(super) reason: Option<String>,
    /// What differs from the edition before; absent for the first. `diff` also names the events that caused it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) difference: Option<DifferenceBody>,
    /// The number of the newest edition.
    #[schema(minimum = 1, maximum = 1_000_000, example = 1)]
    pub(super) newest: u32,
    /// Where everything is that it takes to check it.
    pub(super) links: EditionLinks,
    /// The rows as they were published, under the names of today.
    #[schema(max_items = 100_000)]
    pub(super) rows: Vec<RowBody>,
}

/// Where everything is that it takes to check an edition.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EditionLinks {
    /// The bytes that were published.
    #[schema(max_length = 4000, example = "/api/v1/lists/ranking%3A2025/editions/1/canonical")]
    canonical: String,
    /// The names that open the commitments.
    #[schema(max_length = 4000, example = "/api/v1/lists/ranking%3A2025/editions/1/disclosure")]
    disclosure: String,
    /// The proof that it stands in the log.
    #[schema(max_length = 4000, example = "/api/v1/lists/ranking%3A2025/editions/1/proof")]
    pub(super) proof: String,
}

/// Which form of an edition.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct EditionForm {
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

/// The edition that is named in an address.
pub(super) fn find<'v>(
    views: &'v Views,
    list: &ListId,
    number: &str,
) -> Result<(&'v ListEntry, &'v Arc<EditionEntry>), Problem> {
    let entry = views.editions.find(list).ok_or(ProblemKind::NotFound)?;
    // One way to write each number, so that an edition has one address.
    let written = Some(number).filter(|number| !number.starts_with(['0', '+']));
    let number: u32 = written.and_then(|number| number.parse().ok()).ok_or(ProblemKind::NotFound)?;
    Ok((entry, entry.edition(number).ok_or(ProblemKind::NotFound)?))
}

/// The event that published an edition, as the log has it.
pub(super) fn recorded(kostka: &Kostka, entry: &EditionEntry) -> Result<Recorded, Problem> {
    let before = Position(entry.published.0.saturating_sub(1));
    kostka.log.read(before, 1).map_err(unreadable)?.pop().ok_or_else(|| ProblemKind::Internal.into())
}

/// An edition as it was published: its bytes are those in the log, and are never computed again.
pub(super) fn read(kostka: &Kostka, entry: &EditionEntry) -> Result<(PublishedEdition, CanonicalList), Problem> {
    let event = recorded(kostka, entry)?.event;
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

/// Why an edition takes the place of another, or is to take it; nothing if no reason was given or its text was erased.
pub(super) fn reason(
    kostka: &Kostka,
    list: &ListId,
    commitment: Option<Commitment>,
) -> Result<Option<String>, Problem> {
    let Some(commitment) = commitment else { return Ok(None) };
    let stream = StreamName::new(StreamKind::List, &list.to_string()).map_err(|_| ProblemKind::Internal)?;
    let Some(sealed) = kostka.log.sealed(&stream).map_err(unreadable)? else { return Ok(None) };
    let unsealed = |error: UnsealError| {
        tracing::error!(%error, "the reason of an edition cannot be opened");
        Problem::new(ProblemKind::Internal)
    };
    let reasons = kostka.vault.open(&sealed).and_then(|open| open.records_for::<ErratumReason>()).map_err(unsealed)?;
    let found = reasons.into_iter().find(|(_, reason)| reason.opens(&commitment));
    Ok(found.map(|(_, reason)| reason.record.text.as_str().to_owned()))
}

impl EditionBody {
    fn of(kostka: &Kostka, names: &Names<'_>, entry: &ListEntry, edition: &EditionEntry) -> Result<Self, Problem> {
        let list = &entry.id;
        let (published, canonical) = read(kostka, edition)?;
        let before = edition.number.checked_sub(1).and_then(|number| entry.edition(number));
        let difference = match before {
            Some(before) => Some(names.difference(list, &read(kostka, before)?.1, &canonical, &Causes::new())),
            None => None,
        };
        let item = EditionItem::of(list, edition);
        let below = |part: &str| format!("{}/{part}", item.address);
        Ok(Self {
            list: list.to_string(),
            title: names.title(list),
            reason: reason(kostka, list, published.reason)?,
            difference,
            newest: entry.editions.last().map_or(edition.number, |newest| newest.number),
            links: EditionLinks {
                canonical: below("canonical"),
                disclosure: below("disclosure"),
                proof: below("proof"),
            },
            item,
            rows: names.rows(&canonical),
        })
    }
}

/// The editions of a list, the first first.
#[utoipa::path(
    get, path = "/api/v1/lists/{list}/editions", tag = "lists", operation_id = "listEditions",
    params(("list" = String, Path, max_length = 1100, description = "The id of the list, `kind:id`", example = "ranking:2025"), AsOf),
    responses(
        (status = 200, description = "The editions", body = EditionList),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn editions(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    list: web::Path<String>,
    Params(AsOf { as_of }): Params<AsOf>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let (list, here) = (parse(&list)?, kostka.clone());
    let views = as_of::views(&request, &kostka, as_of.as_deref()).await?;
    let answer = kostka.blocking(move || {
        let (entry, _) = super::found(&views, &list)?;
        let editions = entry.into_iter().flat_map(|entry| &entry.editions);
        let body = EditionList { items: editions.map(|edition| EditionItem::of(&list, edition)).collect() };
        let build = || Answer::computed(Audience::Public, &body);
        if as_of.is_some() {
            return build().map(Arc::new);
        }
        let state = entry.map_or(Position::START, |entry| entry.etag);
        here.answers.answer(Key::about("editions", &list.to_string(), 0), state, build)
    });
    Ok(answer.await??.respond(&request).await)
}

/// One edition of a list: JSON, CSV, or a page to print.
///
/// Its rows are those that were published; the names beside them are those of today.
#[utoipa::path(
    get, path = "/api/v1/lists/{list}/editions/{number}", tag = "lists", operation_id = "getEdition",
    params(
        ("list" = String, Path, max_length = 1100, description = "The id of the list, `kind:id`", example = "ranking:2025"),
        ("number" = u32, Path, description = "The number of the edition", minimum = 1, maximum = 1_000_000, example = 1),
        EditionForm,
    ),
    responses(
        (
            status = 200, description = "The edition",
            content(
                (EditionBody = "application/json"),
                (String = "text/csv", example = "place,player_id,name,city,voivodeship,points,results\r\n1,2f6c1d0e9b8a4756x3f2,Łucja Przykładowa,Łódź,łódzkie,185,t-2025-10-11-lodz: 1 (100); t-2025-11-08-opole: 2 (85)\r\n"),
                (String = "text/html", example = "<!doctype html>"),
            ),
        ),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn edition(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    path: web::Path<(String, String)>,
    Params(EditionForm { dialect, lang }): Params<EditionForm>,
) -> Result<HttpResponse, Problem> {
    let offered: &[Form] = if dialect.is_some() { &[Form::Csv] } else { &[Form::Json, Form::Csv, Form::Html] };
    let wanted = negotiate::form(request.headers(), offered).ok_or(ProblemKind::NotAcceptable)?;
    let lang = lang.map_or_else(|| negotiate::language(request.headers()), Lang::from);
    let (list, number, here) = (parse(&path.0)?, path.1.clone(), kostka.clone());
    let answer = kostka.blocking(move || {
        let views = here.views();
        let (entry, edition) = find(&views, &list, &number)?;
        let dialect = dialect.unwrap_or_default();
        let kept = match (wanted, dialect) {
            (Form::Csv, Dialect::Rfc4180) => 1,
            (Form::Csv, Dialect::Excel) => 2,
            (Form::Html, _) => 3,
            _ => 0,
        };
        let state = state(&views);
        let key = Key::about("edition", &format!("{list}/{number}"), form(lang) + 2 * kept);
        here.answers.answer(key, state, || {
            let body = EditionBody::of(&here, &Names { views: &views, lang }, entry, edition)?;
            let answer = match wanted {
                Form::Csv => csv(state, dialect, &list, &body)?,
                Form::Html => {
                    let live = projections::season_lists::canonical(&views.records, &list);
                    let drifted = live.is_none_or(|live| super::digest_of(&live) != edition.digest);
                    let text = Sheet::of(&list, &body, lang, drifted, &here.settings.public_url).render()?;
                    Answer::by_content(Audience::Public, Form::Html, text.into())
                }
                _ => Answer::computed(Audience::Public, &body)?,
            };
            Ok(answer.in_language(lang))
        })
    });
    let response = answer.await??.respond(&request).await;
    Ok(if wanted == Form::Html { page::styled(response) } else { response })
}

/// The rows as CSV: with totals and results, or with the sources of qualifications.
fn csv(state: Position, dialect: Dialect, list: &ListId, body: &EditionBody) -> Result<Answer, Problem> {
    let number = |number: Option<u32>| number.map_or(Cell::Empty, |number| Cell::Number(number.into()));
    if has_points(list.kind()) {
        let head = ["place", "player_id", "name", "city", "voivodeship", "points", "results"];
        let rows = body.rows.iter().map(|row| {
            let result = |it: &super::body::ResultBody| format!("{}: {} ({})", it.event_id, it.place, it.points);
            let results: Vec<String> = row.results.iter().map(result).collect();
            let mut cells = vec![number(row.place)];
            cells.extend(who(row));
            cells.extend([number(row.points), Cell::Text(results.join("; ").into())]);
            cells
        });
        return table::csv_with(state, dialect, &head, rows);
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
    table::csv_with(state, dialect, &head, rows)
}

/// Who a row is about.
fn who(row: &RowBody) -> [Cell<'_>; 4] {
    [&row.player_id, &row.name, &row.city, &row.voivodeship].map(|it| Cell::maybe(it.as_deref()))
}

/// The bytes of an edition exactly as they were published, without names: their SHA-256 is its digest.
#[utoipa::path(
    get, path = "/api/v1/lists/{list}/editions/{number}/canonical", tag = "lists", operation_id = "getCanonicalEdition",
    params(
        ("list" = String, Path, max_length = 1100, description = "The id of the list, `kind:id`", example = "ranking:2025"),
        ("number" = u32, Path, description = "The number of the edition", minimum = 1, maximum = 1_000_000, example = 1),
    ),
    responses(
        (
            status = 200, description = "The bytes",
            content((String = "application/x-ndjson", example = "{\"format\":\"list/1\",\"list\":\"ranking:2025\",\"rulebook\":\"pl-2024-25\",\"calculation\":1,\"rows\":0}\n")),
        ),
        (status = 304, description = "As the client knows it"),
    )
)]
pub(crate) async fn canonical(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    path: web::Path<(String, String)>,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    negotiate::form(request.headers(), &[Form::Ndjson]).ok_or(ProblemKind::NotAcceptable)?;
    let (list, number, here) = (parse(&path.0)?, path.1.clone(), kostka.clone());
    let answer = kostka.blocking(move || {
        let views = here.views();
        let (_, edition) = find(&views, &list, &number)?;
        let key = Key::about("canonical", &format!("{list}/{number}"), 0);
        here.answers.answer(key, edition.published, || {
            let bytes = read(&here, edition)?.0.canonical.into_bytes();
            Ok(Answer::by_content(Audience::Public, Form::Ndjson, bytes.into()))
        })
    });
    Ok(answer.await??.respond(&request).await)
}
