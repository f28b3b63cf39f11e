//! An edition as an HTML page to print, with its digest on every sheet.

use super::answers::has_points;
use crate::http::edge::PAGE_POLICY;
use crate::http::header_text::set;
use crate::http::page;
use crate::http::problem::{Problem, ProblemKind};
use crate::http::qr;
use actix_web::HttpResponse;
use actix_web::http::header::CONTENT_SECURITY_POLICY;
use askama::Template;
use domain::Choice;
use domain::publication::ListId;
use domain::qualification::Source;
use domain::values::calendar::Moment;
use formats::localization::{Lang, Message, choice_name};
use wire::publication::{EditionBody, RowBody};

#[derive(Template)]
#[template(path = "list.html")]
pub(crate) struct PrintedEdition {
    lang: &'static str,
    title: String,
    edition: String,
    notices: Vec<String>,
    reason: Option<(String, String)>,
    facts: Vec<(String, String)>,
    check: String,
    /// The page of the edition, which has its proof: as text and as QR code.
    address: String,
    qr: String,
    caption: String,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
    /// The text at the foot of every sheet.
    foot: String,
}

struct Column {
    name: String,
    class: &'static str,
}

struct Cell {
    text: String,
    is_number: bool,
    /// Whether it is the header of its row: the player.
    is_head: bool,
}

impl PrintedEdition {
    pub(crate) fn of(list: &ListId, body: &EditionBody, lang: Lang, drifted: bool, public_url: &str) -> Self {
        let item = &body.item;
        let published = published_at(&item.published_at, lang);
        let edition =
            lang.render(&Message::new("list-page-edition").number("number", item.edition).with("date", published));
        let mut notices = Vec::new();
        if body.newest > item.edition {
            notices.push(lang.render(&Message::new("list-page-superseded").number("number", body.newest)));
        } else if drifted {
            notices.push(lang.text("list-page-drifted"));
        }
        if item.erratum {
            notices.push(lang.render(&Message::new("list-page-erratum").number("number", item.edition - 1)));
        }
        let fact = |key: &str, value: String| (lang.text(&format!("list-page-{key}")), value);
        let facts = vec![
            fact("fingerprint", grouped(&item.digest)),
            fact("position", item.position.to_string()),
            fact("root", grouped(&item.root)),
            fact("rulebook", format!("{} ({})", item.rulebook, item.rulebook_position)),
            fact("calculation", item.calculation.to_string()),
        ];
        let foot = [
            format!("{} · {edition}", body.title),
            format!("{} {}", lang.text("list-page-fingerprint"), grouped(&item.digest)),
            format!("{} {}", lang.text("list-page-position"), item.position),
            format!("{} {}", lang.text("list-page-root"), grouped(&item.root)),
        ];
        let table = Table { lang, has_points: has_points(list.kind()) };
        let code = if lang == Lang::Pl { "pl" } else { "en" };
        // Pages stand where the API has the same, behind their language.
        let address = format!("{public_url}/{code}{}", item.address.trim_start_matches("/api/v1"));
        let rows = lang.render(&Message::new("list-page-rows").count("rows", body.rows.len() as u64));
        Self {
            lang: code,
            notices,
            reason: body.reason.clone().map(|reason| fact("reason", reason)),
            facts,
            check: lang.render(&Message::new("list-page-check").with("proof", body.links.proof.clone())),
            caption: format!("{} · {rows}", body.title),
            columns: table.columns(),
            rows: (1..).zip(&body.rows).map(|(number, row)| table.cells(number, row)).collect(),
            qr: qr::svg(&address).unwrap_or_default(),
            address,
            foot: foot.join(" · "),
            title: body.title.clone(),
            edition,
        }
    }

    pub(crate) fn render(&self) -> Result<String, Problem> {
        Template::render(self).map_err(|error| {
            tracing::error!(%error, "a page cannot be rendered");
            Problem::new(ProblemKind::Internal)
        })
    }
}

struct Table {
    lang: Lang,
    has_points: bool,
}

impl Table {
    /// Whether rows are numbered: the places of a list without points are places in other competitions.
    fn is_numbered(&self) -> bool {
        !self.has_points
    }

    fn columns(&self) -> Vec<Column> {
        let column = |key: &str, class| Column { name: self.lang.text(&format!("list-page-{key}")), class };
        let mut columns = Vec::new();
        if self.is_numbered() {
            columns.push(column("running-number", "number"));
        }
        columns.extend([
            column("place", "number"),
            column("player", ""),
            column("city", ""),
            column("voivodeship", ""),
        ]);
        if self.has_points {
            columns.extend([column("points", "number"), column("results", "wide")]);
        } else {
            columns.extend([column("source", ""), column("event", "wide"), column("state", "")]);
        }
        columns
    }

    fn cells(&self, running: u32, row: &RowBody) -> Vec<Cell> {
        let text = |text: String| Cell { text, is_number: false, is_head: false };
        let number = |number: Option<u32>| Cell {
            text: number.map(|number| number.to_string()).unwrap_or_default(),
            is_number: true,
            is_head: false,
        };
        let maybe = |it: &Option<String>| text(it.clone().unwrap_or_default());
        let mut cells = Vec::new();
        if self.is_numbered() {
            cells.push(number(Some(running)));
        }
        cells.extend([
            number(row.place),
            Cell { text: row.name.clone().unwrap_or_else(|| self.open(row)), is_number: false, is_head: true },
            maybe(&row.city),
            maybe(&row.voivodeship),
        ]);
        if self.has_points {
            // Paper has no room for the names of all competitions; JSON and CSV have them.
            let results: Vec<String> = row.results.iter().map(|it| it.points.to_string()).collect();
            cells.extend([number(row.points), text(results.join(" + "))]);
        } else {
            let source = row.source.as_deref().and_then(|source| Source::parse(source).ok());
            let state = row.state.as_ref().map(|state| self.lang.text(&format!("list-state-{state}")));
            cells.extend([
                text(source.map(|source| choice_name(self.lang, "source", source)).unwrap_or_default()),
                maybe(&row.event_name.clone().or_else(|| row.event_id.clone())),
                text(state.unwrap_or_default()),
            ]);
        }
        cells
    }

    /// The text in place of a name for a qualification that is still open.
    fn open(&self, row: &RowBody) -> String {
        let open = self.lang.render(&Message::new("list-page-open").count("open", row.open.unwrap_or(1).into()));
        if row.candidates.is_empty() {
            return open;
        }
        let names: Vec<&str> = row.candidates.iter().map(|it| it.name.as_str()).collect();
        let among = self.lang.render(&Message::new("list-page-among").with("players", names.join(", ")));
        format!("{open}, {among}")
    }
}

/// Hexadecimal digits in groups of eight, easier to compare.
fn grouped(digits: &str) -> String {
    let groups: Vec<&str> = (0..digits.len()).step_by(8).filter_map(|at| digits.get(at..at + 8)).collect();
    groups.join(" ")
}

/// The time of publication in Warsaw, to the minute.
fn published_at(written: &str, lang: Lang) -> String {
    let Ok(moment) = Moment::parse_anywhere(written) else { return written.to_owned() };
    let day = moment.day();
    let words =
        Message::new("page-day").with("day", day.day_of_month().to_string()).with("year", day.year().to_string());
    let day = lang.render(&words.count("month", day.month().into()));
    let written = moment.to_string();
    written.get(11..16).map_or(day.clone(), |clock| format!("{day}, {clock}"))
}

/// Sets the content security policy that allows the style sheet of the page.
pub(crate) fn with_style_policy(mut response: HttpResponse) -> HttpResponse {
    set(response.headers_mut(), CONTENT_SECURITY_POLICY, PAGE_POLICY);
    response
}

pub(crate) async fn style() -> HttpResponse {
    page::css(include_str!("../../../templates/list.css"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_groups_of_eight_and_times_are_those_of_warsaw() {
        assert_eq!(grouped(&"0123456789abcdef".repeat(2)), "01234567 89abcdef 01234567 89abcdef");
        assert_eq!(published_at("2026-07-01T10:15:30.123456Z", Lang::Pl), "1 lipca 2026, 12:15");
        assert_eq!(published_at("2026-11-17T22:30:00Z", Lang::En), "17 November 2026, 23:30");
    }
}
