//! The audit trail: events in sentences, the newest first; the public reads what the public feed tells.

mod changes;
mod filter;

use crate::accounts::Caller;
use crate::http::answer::{Answer, Audience, json_bytes};
use crate::http::app::AppState;
use crate::http::as_of;
use crate::http::conditional::NotModified;
use crate::http::csv::{self, Cell, Dialect};
use crate::http::list_response::ListFormat;
use crate::http::negotiate::{self, Form};
use crate::http::paging::{self, Cursor, Page};
use crate::http::params;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::Read;
use crate::log::in_words;
use crate::log::streams;
use domain::people::authority::Permission;
use events::envelope::{Position, RecordedRef, StreamName, Version};
use events::log::ReadError;
use filter::AuditTrailFilter;
use formats::localization::Lang;
use projections::views::Views;
use serde::Deserialize;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use utoipa::IntoParams;
use wire::log::TrailLine;

/// The most events that are looked at for one page, also if few of them are wanted.
const MAX_EVENTS_SCANNED: u64 = 20_000;
/// Events that are read in one go, on the way back.
const WINDOW: u64 = 1_000;
/// Events of one stream that are read at once.
const STREAM_PAGE: usize = 50;

/// Which lines.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AuditTrailParams {
    /// Only what happened to this season, to its events, lists and qualifications.
    #[param(min_length = 1, max_length = 1024)]
    season: Option<String>,
    /// Only what happened to this: a kind and an id.
    #[param(schema_with = crate::log::stream_schema)]
    stream: Option<String>,
    /// Only what this player has to do with.
    #[param(min_length = 1, max_length = 1024)]
    player: Option<String>,
    /// Only types that begin so.
    #[serde(rename = "type")]
    #[param(min_length = 1, max_length = 100, pattern = "^[a-z._-]+$")]
    event_type: Option<String>,
    /// Only what this account did, for readers of the log: `account/3f9d`, as `actor` of a line says it.
    #[param(max_length = 200)]
    actor: Option<String>,
    /// Only what was recorded after this: a position, or a time.
    #[param(max_length = 40)]
    from: Option<String>,
    /// Only what was recorded until this: a position, or a time.
    #[param(max_length = 40)]
    until: Option<String>,
    /// The most lines on a page. A page may have fewer and still be followed by another.
    #[param(minimum = 1, maximum = 200, default = 100)]
    limit: Option<u16>,
    /// Where the page begins: `next` of the page before, with the same filters.
    #[param(max_length = 4096)]
    cursor: Option<String>,
    /// Asks for CSV, and for which.
    #[param(inline)]
    dialect: Option<Dialect>,
}

/// What was recorded, in sentences, the newest first.
///
/// Everybody reads what the public feed tells; readers of the log (admin, arbiter, auditor) read every event, with who
/// did it and what a correction changed. Results that are hidden are told to nobody. The language is that of
/// `Accept-Language`.
#[utoipa::path(
    get, path = "/api/v1/audit-trail", tag = "log", operation_id = "listAuditTrail",
    params(AuditTrailParams),
    responses(
        (
            status = 200, description = "A page of the trail",
            content(
                (Page<TrailLine> = "application/json"),
                (String = "text/csv", example = "position,recorded_at,occurred_at,stream,type,sentence,actor,changes\r\n1042,2026-11-07T12:00:00.000000Z,2026-11-07T12:00:00.000000Z,season/2025-26,season.opened,Otwarto sezon 2025-26.,,\r\n"),
            ),
        ),
        NotModified,
        (status = 403, description = "`actor` is for readers of the log"),
        (status = 404, description = "There is no such season or player"),
    ),
    security((), ("bearer" = []))
)]
pub(crate) async fn list(
    caller: Caller,
    Read { request, app, params: asked }: Read<AuditTrailParams>,
) -> HandlerResult {
    let format = ListFormat::from_request(&request, asked.dialect)?;
    let limit = paging::page_size(asked.limit)?;
    for (name, text) in [("season", &asked.season), ("player", &asked.player)] {
        params::check_max_length(name, text.as_deref(), 1024)?;
    }
    let is_type = |text: &str| {
        (1..=100).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase() || b"._-".contains(&byte))
    };
    if !asked.event_type.as_deref().is_none_or(is_type) {
        return Err(params::wrong("type", "field-event-type"));
    }
    let lang = negotiate::language(request.headers());
    let reads_log = caller.may(&app, &Permission::ReadLog);
    if asked.actor.is_some() && !reads_log {
        return Err(ProblemKind::Forbidden.into());
    }
    params::check_max_length("actor", asked.actor.as_deref(), 200)?;
    let from = asked.from.as_deref().map(|text| as_of::PointInTime::parse_parameter("from", text)).transpose()?;
    let last = asked.until.as_deref().map(|text| as_of::PointInTime::parse_parameter("until", text)).transpose()?;
    let wanted = AuditTrailFilter::read(
        &app.views(),
        asked.season.as_deref(),
        asked.stream.as_deref(),
        asked.player.as_deref(),
        asked.event_type.as_deref(),
    )?
    .by(asked.actor.as_deref());
    let name = format!(
        "audit-trail?{reads_log}&{:?}&{:?}&{:?}&{:?}&{:?}&{:?}&{:?}",
        asked.season, asked.stream, asked.player, asked.event_type, asked.actor, asked.from, asked.until
    );
    let until = asked.cursor.as_deref().map(|text| read_cursor(&app, text, &name)).transpose()?;
    let audience = if matches!(caller, Caller::Anonymous) { Audience::Public } else { Audience::Private };
    let blocking_app = app.clone();
    // A page of a part can mean to go through much of the whole.
    let permit = if wanted.is_sparse() { Some(app.permit(&request).await?) } else { None };
    let made = app.blocking(move || {
        let _permit = permit;
        let views = blocking_app.views();
        // What the read models do not know yet is told when they do: they decide what is public.
        let until = until.unwrap_or(views.position).min(views.position);
        let position =
            |wanted: Option<as_of::PointInTime>| wanted.map(|it| it.position(&*blocking_app.log)).transpose();
        let from = position(from)?.unwrap_or(Position::START);
        let until = position(last)?.map_or(until, |last| until.min(last));
        let reader = Reader { app: &blocking_app, views: &views, wanted: &wanted, reads_log, lang, from };
        let (lines, next) = reader.page(until, limit)?;
        let next =
            next.map(|after| blocking_app.cursors.write(&Cursor { position: after, after: String::new() }, &name));
        let (form, body) = match format {
            ListFormat::Json => (Form::Json, json_bytes(&Page { items: lines, next: next.clone() })?),
            ListFormat::Csv(dialect) => (Form::Csv, csv(&lines, dialect)?),
        };
        Ok::<_, Problem>((Answer::by_content(audience, form, body.into()).in_language(lang), next))
    });
    let (answer, next) = made.await??;
    Ok(answer.with_link(paging::link(&request, next.as_deref())).respond(&request).await)
}

fn read_cursor(app: &AppState, text: &str, list: &str) -> Result<Position, Problem> {
    let cursor = app.cursors.read(text, list)?;
    if cursor.position > app.views().position { Err(ProblemKind::InvalidCursor.into()) } else { Ok(cursor.position) }
}

/// Reads the log backwards for a caller.
struct Reader<'a> {
    app: &'a AppState,
    views: &'a Views,
    wanted: &'a AuditTrailFilter,
    reads_log: bool,
    lang: Lang,
    /// Nothing up to here is told.
    from: Position,
}

impl Reader<'_> {
    /// Lines up to a position, and the position up to which the next page goes.
    fn page(&self, until: Position, limit: usize) -> Result<(Vec<TrailLine>, Option<Position>), ReadError> {
        match &self.wanted.stream {
            Some(stream) => self.scan_stream(stream, until, limit),
            None => self.scan_log(until, limit),
        }
    }

    fn scan_log(&self, until: Position, limit: usize) -> Result<(Vec<TrailLine>, Option<Position>), ReadError> {
        let (mut lines, mut upper, mut looked_at) = (Vec::new(), until.0, 0);
        let end = self.from.0;
        while upper > end && looked_at < MAX_EVENTS_SCANNED {
            let lower = upper.saturating_sub(WINDOW).max(end);
            // The newest of a window come last; more of them than fit push out the older ones.
            let mut found: VecDeque<TrailLine> = VecDeque::new();
            let mut pushed_out = false;
            let room = limit - lines.len();
            self.app.log.scan(Position(lower), Position(upper), &mut |event| {
                if self.is_visible(event) {
                    pushed_out |= found.len() == room;
                    found.truncate_front_to(room - 1);
                    found.push_back(self.line(event));
                }
                ControlFlow::Continue(())
            })?;
            lines.extend(found.into_iter().rev());
            if pushed_out || lines.len() == limit {
                let last = lines.last().map_or(0, |line| line.position - 1);
                return Ok((lines, (last > end).then_some(Position(last))));
            }
            looked_at += upper - lower;
            upper = lower;
        }
        Ok((lines, (upper > end).then_some(Position(upper))))
    }

    fn scan_stream(
        &self,
        stream: &StreamName,
        until: Position,
        limit: usize,
    ) -> Result<(Vec<TrailLine>, Option<Position>), ReadError> {
        let (mut found, mut pushed_out) = (VecDeque::new(), false);
        let mut last = Version(0);
        loop {
            let page = self.app.log.read_stream(stream, last, STREAM_PAGE)?;
            let is_last = page.len() < STREAM_PAGE || page.last().is_some_and(|event| event.position >= until);
            for event in page.iter().take_while(|event| event.position <= until) {
                last = event.version;
                let event = event.as_ref();
                if event.position > self.from && self.is_visible(&event) {
                    pushed_out |= found.len() == limit;
                    found.truncate_front_to(limit - 1);
                    found.push_back(self.line(&event));
                }
            }
            if is_last {
                break;
            }
        }
        let lines: Vec<TrailLine> = found.into_iter().rev().collect();
        let next = lines.last().filter(|_| pushed_out).map(|line| Position(line.position - 1));
        Ok((lines, next))
    }

    /// Whether the event matches the filter and the caller may see it.
    fn is_visible(&self, event: &RecordedRef<'_>) -> bool {
        let told = |stream| is_public_sentence(&stream, event.event_type, event.position, self.views);
        let public = || event.stream_name().is_ok_and(told);
        self.wanted.matches(event) && (self.reads_log || public())
    }

    fn line(&self, event: &RecordedRef<'_>) -> TrailLine {
        let position = event.position.0;
        let changes = if self.reads_log { changes::of(&*self.app.log, event) } else { Vec::new() };
        TrailLine {
            position,
            recorded_at: event.recorded_at.to_string(),
            occurred_at: event.occurred_at.to_string(),
            stream: event.stream.to_owned(),
            event_type: event.event_type.to_owned(),
            sentence: in_words(event, self.views, self.lang),
            actor: self.reads_log.then(|| event.actor.to_owned()),
            changes,
            proof: format!("/api/v1/log/events/{position}/proof"),
            event: self.reads_log.then(|| format!("/api/v1/log/events/{position}")),
        }
    }
}

/// Whether the sentence about an event is public.
pub(crate) fn is_public_sentence(stream: &StreamName, event_type: &str, position: Position, views: &Views) -> bool {
    streams::is_public_in(stream, event_type, position, views) && !is_about_person(event_type)
}

/// Whether the sentence names people with more than lists and results tell of them: who came late, went home, gave
/// something up.
fn is_about_person(event_type: &str) -> bool {
    const PARTS: [&str; 10] = [
        "waive",
        "wildcard_withdrawn",
        "declined",
        "decline_withdrawn",
        "did_not_come",
        "late_arrival",
        "player_left",
        "checked_in",
        "registration_",
        "wildcard_nominated",
    ];
    const PLAYERS: [&str; 2] = ["player.erased", "player.rectified"];
    PARTS.iter().any(|part| event_type.contains(part)) || PLAYERS.contains(&event_type)
}

/// A queue that is made shorter at its front.
trait TruncateFront {
    /// Takes away from the front until at most so many are left.
    fn truncate_front_to(&mut self, most: usize);
}

impl<T> TruncateFront for VecDeque<T> {
    fn truncate_front_to(&mut self, most: usize) {
        self.drain(..self.len().saturating_sub(most));
    }
}

const COLUMNS: [&str; 8] = ["position", "recorded_at", "occurred_at", "stream", "type", "sentence", "actor", "changes"];

fn csv(lines: &[TrailLine], dialect: Dialect) -> Result<Vec<u8>, Problem> {
    let row = |line: &TrailLine| {
        let changes: Vec<String> = line.changes.iter().map(ToString::to_string).collect();
        [
            Cell::Number(line.position as i64),
            Cell::Text(line.recorded_at.clone().into()),
            Cell::Text(line.occurred_at.clone().into()),
            Cell::Text(line.stream.clone().into()),
            Cell::Text(line.event_type.clone().into()),
            Cell::Text(line.sentence.clone().into()),
            Cell::Text(line.actor.clone().unwrap_or_default().into()),
            Cell::Text(changes.join("; ").into()),
        ]
    };
    csv::write(dialect, &COLUMNS, lines.iter().map(row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use events::stored::STORED_TYPES;

    #[test]
    fn what_people_do_beyond_results_and_lists_is_told_to_readers_of_the_log_only() {
        let withheld: Vec<&str> =
            STORED_TYPES.iter().map(|known| known.event_type).filter(|name| is_about_person(name)).collect();
        assert_eq!(
            withheld,
            [
                "tournament.waiver_declared",
                "tournament.waiver_withdrawn",
                "tournament.registration_changed",
                "tournament.registration_withdrawn",
                "tournament.players_checked_in",
                "tournament.players_did_not_come",
                "tournament.late_arrival_admitted",
                "tournament.player_left",
                "tournament.second_entry_waived",
                "tournament.qualification_waived",
                "tournament.qualification_waiver_withdrawn",
                "player.rectified",
                "player.erased",
                "player.waiver_declared",
                "player.waiver_withdrawn",
                "league.waiver_declared",
                "league.waiver_withdrawn",
                "online-event.waiver_declared",
                "online-event.waiver_withdrawn",
                "league.waiver_noted",
                "league.waiver_note_withdrawn",
                "online-event.waiver_noted",
                "online-event.waiver_note_withdrawn",
                "ledger.declined",
                "ledger.decline_withdrawn",
                "ledger.wildcard_nominated",
                "ledger.wildcard_withdrawn",
            ]
        );
    }
}
