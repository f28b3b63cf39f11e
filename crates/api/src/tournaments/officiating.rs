//! What referees do: sanctions, disputes and rulings; nothing of it is for the public.

use super::closing::known_player;
use super::running::{Running, run, tournament_address};
use super::sheets::place;
use super::texts::reasons;
use super::who::{DoneBy, NamedPlayer};
use crate::answer::json;
use crate::auth::{Action, AtWork, Doing, Note, Outcome, deed};
use crate::kostka::Kostka;
use crate::params::{self, Params};
use crate::problem::{FieldProblem, Problem, ProblemKind};
use crate::reading::Reading;
use crate::table;
use crate::write::{Receipt, Write};
use actix_web::http::StatusCode;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use domain::Choice;
use domain::course::{ActKind, Order, Part, Touched};
use domain::rulebook::Rulebook;
use domain::sanction::{Sanction, disqualified_by};
use formats::words::Message;
use projections::office::About;
use projections::views::{ActEntry, TournamentEntry};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use utoipa::ToSchema;

/// The most games that a table can play.
const MAX_GAME: u32 = 20;

/// What a referee gives.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSanction {
    /// The id of the player.
    #[schema(min_length = 1, max_length = 1024, example = "2f6c1d0e9b8a4756x3f2")]
    player: String,
    /// `caution`, `warning`, `yellow_card` or `disqualification`.
    #[schema(max_length = 30, example = "yellow_card")]
    sanction: String,
    /// Why, for staff to read.
    #[schema(min_length = 1, max_length = 2000, example = "Podpowiadanie przy stoliku mimo upomnienia")]
    reason: String,
}

/// A sanction that holds.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SanctionItem {
    /// The number of the act that gave it, for undoing it.
    #[schema(minimum = 1, maximum = 4_294_967_295_i64, example = 57)]
    act: u32,
    #[serde(flatten)]
    player: NamedPlayer,
    /// `caution`, `warning`, `yellow_card` or `disqualification`.
    #[schema(max_length = 30, example = "yellow_card")]
    sanction: &'static str,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 2000, example = "Podpowiadanie przy stoliku mimo upomnienia")]
    reason: Option<String>,
    /// Whether it follows from the yellow cards, the last of which the same act gave.
    #[schema(example = false)]
    automatic: bool,
    given_by: DoneBy,
    /// When.
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    given_at: String,
}

/// The sanctions of a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Sanctions {
    /// The first first.
    #[schema(max_items = 10_000)]
    items: Vec<SanctionItem>,
}

/// Somebody calls the referee.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewDispute {
    /// In which game, from 1.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 20, example = 2)]
    game: Option<u32>,
    /// What it is about, for staff to read.
    #[schema(min_length = 1, max_length = 2000, example = "Czy kostka została położona przed końcem czasu?")]
    matter: String,
}

/// How the referee rules.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRuling {
    /// The ruling, for staff to read.
    #[schema(min_length = 1, max_length = 2000, example = "Ruch się liczy")]
    ruling: String,
}

/// A dispute at a table.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DisputeItem {
    /// Its number, from 1.
    #[schema(minimum = 1, maximum = 1000, example = 1)]
    number: u32,
    /// The number of the round, `top` or `final`.
    #[schema(max_length = 5, example = "2")]
    stage: String,
    /// The table.
    #[schema(minimum = 1, maximum = 1000, example = 4)]
    table: u32,
    /// The game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 20, example = 2)]
    game: Option<u32>,
    /// What it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 2000, example = "Czy kostka została położona przed końcem czasu?")]
    matter: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opened_by: Option<DoneBy>,
    /// When.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:15:30.123456Z")]
    opened_at: Option<String>,
    /// Whether the referee has ruled.
    ruled: bool,
    /// The ruling.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 2000, example = "Ruch się liczy")]
    ruling: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ruled_by: Option<DoneBy>,
    /// When.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 40, format = DateTime, example = "2026-03-14T10:20:30.123456Z")]
    ruled_at: Option<String>,
    /// The ETag of the dispute.
    #[schema(max_length = 24, example = "\"1042\"")]
    etag: String,
}

/// The disputes of a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Disputes {
    /// The first first.
    #[schema(max_items = 1000)]
    items: Vec<DisputeItem>,
}

/// The acts of one kind that hold, the first first.
fn acts_of(entry: &TournamentEntry, kind: ActKind) -> impl Iterator<Item = &Arc<ActEntry>> {
    entry.acts.iter().filter(move |act| act.kind == kind && act.undone_by.is_none())
}

fn touches(act: &ActEntry, part: &Part) -> bool {
    matches!(&act.touched, Touched::Parts(parts) if parts.contains(part))
}

/// The sanctions that hold; for those who work at the tournament. Each look is recorded.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/sanctions", tag = "play", operation_id = "listSanctions",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07")),
    responses((status = 200, description = "The sanctions", body = Sanctions)),
    security(("bearer" = []))
)]
pub(crate) async fn list_sanctions(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    AtWork { entry, .. }: AtWork,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let mut items = Vec::new();
    let given: Vec<&Arc<ActEntry>> = acts_of(&entry, ActKind::GiveSanction).collect();
    let why = reasons(&kostka, &entry.stream, given.iter().map(|act| act.position).collect()).await?;
    let views = kostka.views();
    let default = Rulebook::default();
    let rulebook = entry.now().and_then(|now| now.rulebook.as_deref()).unwrap_or(&default);
    for (player, sanctions) in entry.now().into_iter().flat_map(|now| now.sanctions.iter()) {
        let part = Part::Player(player.clone());
        // One act gives one sanction, and both are in the order in which they were given.
        let acts = given.iter().filter(|act| touches(act, &part));
        let disqualifying = disqualified_by(sanctions, rulebook);
        for (at, (act, sanction)) in acts.zip(sanctions.iter()).enumerate() {
            let item = |sanction: Sanction, automatic: bool| SanctionItem {
                act: act.number,
                player: NamedPlayer::of(&views, player),
                sanction: sanction.name(),
                reason: why.get(&act.position).cloned(),
                automatic,
                given_by: DoneBy::named(&views, &act.by),
                given_at: act.at.to_string(),
            };
            items.push(item(*sanction, false));
            if disqualifying == Some(at) && *sanction != Sanction::Disqualification {
                items.push(item(Sanction::Disqualification, true));
            }
        }
    }
    items.sort_by_key(|item| item.act);
    let note = Note::of(&request, &kostka, Action::ReadPrivate, Outcome::Done);
    kostka.audit.note(&kostka, &note.about(format!("{} sanctions", entry.stream)));
    Ok(json(HttpResponse::Ok().insert_header((CACHE_CONTROL, "private, no-store")), &Sanctions { items }))
}

/// Gives a caution, a warning, a yellow card or a disqualification.
///
/// The second yellow card also disqualifies; the receipt has both events.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/sanctions", tag = "play", operation_id = "giveSanction",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07")),
    request_body = NewSanction,
    responses(
        (status = 201, description = "Given", body = Receipt),
        (status = 200, description = "A rehearsal: it would be given", body = Receipt),
        (status = 409, description = "The player is not there; `reason` and `rule` say so"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn give_sanction(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::GiveSanction>,
    Write { body, head }: Write<NewSanction>,
) -> Result<HttpResponse, Problem> {
    let mut reading = Reading::default();
    let player = known_player(&mut reading, &kostka, "/player", &body.player);
    let sanction = reading.choice::<Sanction>("/sanction", &body.sanction);
    let reason = reading.reason("/reason", &body.reason);
    let (Some(player), Some(sanction), Some(reason)) = (player, sanction, reason) else {
        return Err(reading.problem());
    };
    let act = head.act(&kostka, doing.actor());
    let address = format!("{}/sanctions", tournament_address(doing.tournament()));
    let running = Running { act, about: About::Whole, created: StatusCode::CREATED };
    run(
        &request,
        doing,
        running,
        |_| address,
        move |ink| Ok(Order::GiveSanction { player: player.clone(), sanction, reason: ink.reason(&reason) }),
    )
    .await
}

/// The disputes; for those who work at the tournament.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/disputes", tag = "play", operation_id = "listDisputes",
    params(("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07")),
    responses((status = 200, description = "The disputes", body = Disputes)),
    security(("bearer" = []))
)]
pub(crate) async fn list_disputes(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    AtWork { entry, .. }: AtWork,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let body = Disputes { items: disputes(&kostka, &entry).await? };
    Ok(json(HttpResponse::Ok().insert_header((CACHE_CONTROL, "private, no-store")), &body))
}

/// One dispute; for those who work at the tournament.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{id}/disputes/{number}", tag = "play", operation_id = "getDispute",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("number" = u32, Path, minimum = 1, maximum = 1000, description = "The number of the dispute", example = 1),
    ),
    responses((status = 200, description = "The dispute", body = DisputeItem)),
    security(("bearer" = []))
)]
pub(crate) async fn show_dispute(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    AtWork { entry, .. }: AtWork,
    path: web::Path<(String, String)>,
    _: Params<params::None>,
) -> Result<HttpResponse, Problem> {
    table::json_only(&request)?;
    let number = numbered(&path.1)?;
    let found = disputes(&kostka, &entry).await?.into_iter().find(|dispute| dispute.number == number);
    let body = found.ok_or(ProblemKind::NotFound)?;
    Ok(json(HttpResponse::Ok().insert_header((CACHE_CONTROL, "private, no-store")), &body))
}

/// Every dispute with its texts, the first first.
async fn disputes(kostka: &web::Data<Kostka>, entry: &TournamentEntry) -> Result<Vec<DisputeItem>, Problem> {
    let opened: Vec<&Arc<ActEntry>> = acts_of(entry, ActKind::OpenDispute).collect();
    let ruled: Vec<&Arc<ActEntry>> = acts_of(entry, ActKind::RuleDispute).collect();
    let positions = opened.iter().chain(&ruled).map(|act| act.position).collect();
    let texts: BTreeMap<_, String> = reasons(kostka, &entry.stream, positions).await?;
    let views = kostka.views();
    let disputes = entry.now().into_iter().flat_map(|now| now.disputes.iter());
    let items = disputes.map(|(number, dispute)| {
        let part = Part::Dispute(*number);
        let opening = opened.iter().find(|act| touches(act, &part));
        let ruling = ruled.iter().find(|act| touches(act, &part));
        DisputeItem {
            number: *number,
            stage: dispute.stage.to_string(),
            table: dispute.table,
            game: dispute.game,
            matter: opening.and_then(|act| texts.get(&act.position).cloned()),
            opened_by: opening.map(|act| DoneBy::named(&views, &act.by)),
            opened_at: opening.map(|act| act.at.to_string()),
            ruled: dispute.ruled,
            ruling: ruling.and_then(|act| texts.get(&act.position).cloned()),
            ruled_by: ruling.map(|act| DoneBy::named(&views, &act.by)),
            ruled_at: ruling.map(|act| act.at.to_string()),
            etag: crate::conditional::etag_text(entry.part_etag(&part)),
        }
    });
    Ok(items.collect())
}

/// Calls the referee to a table; the token of the table is enough.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/disputes", tag = "play", operation_id = "openDispute",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("stage" = String, Path, max_length = 5, pattern = "^([1-9]|1[0-9]|20|top|final)$", description = "The number of a round, `top` or `final`", example = "2"),
        ("table" = u32, Path, minimum = 1, maximum = 1000, description = "The table", example = 4),
    ),
    request_body = NewDispute,
    responses(
        (status = 201, description = "The referee is called", body = Receipt),
        (status = 200, description = "A rehearsal", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn open_dispute(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::OpenDispute>,
    Write { body, head }: Write<NewDispute>,
) -> Result<HttpResponse, Problem> {
    let (stage, table) = place(&request)?;
    let mut reading = Reading::default();
    let matter = reading.reason("/matter", &body.matter);
    if body.game.is_some_and(|game| !(1..=MAX_GAME).contains(&game)) {
        let words = Message::new("field-range").number("least", 1).number("most", MAX_GAME);
        reading.note(FieldProblem::pointer("/game", "out-of-range", words));
        return Err(reading.problem());
    }
    let matter = matter.ok_or_else(|| reading.problem())?;
    let game = body.game;
    let act = head.act(&kostka, doing.actor());
    let id = doing.tournament().clone();
    let here = kostka.clone();
    let address = move |done: &projections::office::Done| {
        let all = format!("{}/disputes", tournament_address(&id));
        let position = done.events.first().and_then(|event| event.position);
        let views = here.views();
        let entry = views.tournaments.find(&id);
        let act = entry.and_then(|entry| entry.acts.iter().find(|act| Some(act.position) == position));
        let part = act.and_then(|act| match &act.touched {
            Touched::Parts(parts) => parts.iter().find_map(|part| match part {
                Part::Dispute(number) => Some(*number),
                Part::Player(_) | Part::Sheet(..) => None,
            }),
            Touched::Whole => None,
        });
        part.map_or(all.clone(), |number| format!("{all}/{number}"))
    };
    let running = Running { act, about: About::Whole, created: StatusCode::CREATED };
    run(&request, doing, running, address, move |ink| {
        Ok(Order::OpenDispute { stage, table, game, matter: ink.reason(&matter) })
    })
    .await
}

/// Rules on a dispute; a referee has the last word, once.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{id}/disputes/{number}/ruling", tag = "play", operation_id = "ruleDispute",
    params(
        ("id" = String, Path, max_length = 1024, description = "The id of the tournament", example = "t-2026-07"),
        ("number" = u32, Path, minimum = 1, maximum = 1000, description = "The number of the dispute", example = 1),
    ),
    request_body = NewRuling,
    responses(
        (status = 200, description = "Ruled on, or a rehearsal", body = Receipt),
        (status = 409, description = "The rules do not allow it at this moment; `reason` and `rule` say why"),
    ),
    security(("bearer" = []))
)]
pub(crate) async fn rule(
    request: HttpRequest,
    kostka: web::Data<Kostka>,
    doing: Doing<deed::RuleDispute>,
    path: web::Path<(String, String)>,
    Write { body, head }: Write<NewRuling>,
) -> Result<HttpResponse, Problem> {
    let dispute = numbered(&path.1)?;
    let mut reading = Reading::default();
    let ruling = reading.reason("/ruling", &body.ruling);
    let ruling = ruling.ok_or_else(|| reading.problem())?;
    let act = head.act(&kostka, doing.actor());
    let address = format!("{}/disputes/{dispute}", tournament_address(doing.tournament()));
    let running = Running { act, about: About::Part(Part::Dispute(dispute)), created: StatusCode::OK };
    run(
        &request,
        doing,
        running,
        |_| address,
        move |ink| Ok(Order::RuleDispute { dispute, ruling: ink.reason(&ruling) }),
    )
    .await
}

/// A number from 1 in an address; what is none leads nowhere.
pub(super) fn numbered(text: &str) -> Result<u32, Problem> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|_| plain).ok_or_else(|| ProblemKind::NotFound.into())
}
