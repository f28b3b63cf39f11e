//! The OpenAPI documents: 3.1 as it is generated, and 3.0.3 for generators that know no newer one.

mod common;
pub(crate) mod deprecation;
mod failures;
mod limits;
mod links;
mod older;
pub(crate) mod pages;
#[cfg(test)]
mod tests;

use crate::auth::{accounts, audit, grants, links as auth_links, me, sessions, stage_tokens, step_up, table_tokens};
use crate::ledger::{mp, wildcards};
use crate::seasons::ranking;
use crate::tournaments::{acts, calculator, closing, import, officiating, sheets, stages, ties};
use crate::tournaments::{application, approval, attendance, details, draws, format, list, registrations, staff, work};
use crate::{audit_trail, calendar, open_data};
use crate::{championships, comparing, decisions, rulings, wrc_nominee};
use crate::{feed, health, index, log, players, rulebooks, seasons, tournaments};
use crate::{grand_prix, leagues, ledger, lists, mw, online_events, qualifications};
use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::sync::LazyLock;
use utoipa::OpenApi;

/// Everything that can be asked of the service.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Kostka",
        description = "The season ranking of a national Rummikub federation: every result is a fact in a log, every list can be recomputed and proved.",
        contact(name = "The Kostka project"),
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    servers((url = "/", description = "The instance that serves this document, be it in production or local")),
    paths(
        index::show,
        calendar::show, open_data::index, open_data::file, audit_trail::list,
        players::list, players::register, players::show, players::rectify, players::show_private,
        seasons::list, seasons::open, seasons::show, seasons::correct,
        ranking::list, ranking::compare, ranking::explain, ranking::snapshot,
        qualifications::mp, qualifications::mp_player, mw::list, mw::show, mw::player,
        comparing::diff, comparing::suppose,
        leagues::list, leagues::open, leagues::show, leagues::table, leagues::import_table, leagues::withdraw_table,
        leagues::list_meetings, leagues::record_meeting, leagues::show_meeting, leagues::correct_meeting,
        leagues::withdraw_meeting, leagues::declare_waiver, leagues::withdraw_waiver, leagues::close, leagues::correct,
        grand_prix::list, grand_prix::open, grand_prix::show, grand_prix::standings, grand_prix::add_tournament,
        grand_prix::remove_tournament, grand_prix::close, grand_prix::correct,
        online_events::list, online_events::open, online_events::show, online_events::record_table,
        online_events::withdraw_table, online_events::declare_waiver, online_events::withdraw_waiver,
        online_events::close, online_events::correct,
        mp::ledger, mp::list_proposals, mp::grant, mp::decline, mp::withdraw_decline, mp::withhold,
        mp::withdraw_withholding, mp::revoke, mp::uphold,
        ledger::mw::ledger, ledger::mw::list_proposals, ledger::mw::grant, ledger::mw::decline, ledger::mw::withdraw_decline, ledger::mw::withhold,
        ledger::mw::withdraw_withholding, ledger::mw::revoke, ledger::mw::uphold,
        wildcards::nominate, wildcards::grant, wildcards::withdraw,
        lists::list, lists::show, lists::preview, lists::submit, lists::withdraw, lists::editions, lists::publish,
        lists::edition, lists::canonical, lists::disclosure, lists::proof, lists::drift, lists::diff,
        rulebooks::list, rulebooks::show, rulebooks::adopt, rulebooks::list_presets, rulebooks::show_preset,
        tournaments::live::watch,
        list::list, details::show, details::change, details::cancel, format::choose,
        registrations::players, registrations::desk, registrations::register, registrations::change, registrations::withdraw,
        attendance::check_in, attendance::note_absent, attendance::admit_late, attendance::note_leaving,
        draws::list, draws::draw, staff::list, staff::name, staff::dismiss,
        application::apply, application::list, application::show, application::withdraw, application::deadlines::show, approval::approve, approval::reject,
        tournaments::standings::show, tournaments::seating::show, tournaments::progress::show,
        tournaments::results::show,
        sessions::sign_in, sessions::sign_browser_in, sessions::refresh, sessions::sign_out, sessions::sign_out_everywhere,
        me::show, me::change_password, me::start_second_factor, me::confirm_second_factor, me::remove_second_factor, step_up::step_up,
        auth_links::redeem, auth_links::issue,
        accounts::list, accounts::open, accounts::show, accounts::rectify, accounts::disable, accounts::enable,
        accounts::reset_second_factor, grants::list, grants::grant, grants::revoke,
        table_tokens::list, table_tokens::issue, table_tokens::revoke, audit::list,
        stages::seat, stages::start, stages::close, stages::skip, stages::hide, stages::reveal,
        sheets::list::list, sheets::show, sheets::entering::enter, sheets::entering::check, sheets::rulings::confirm, sheets::rulings::waive_second_entry, sheets::rulings::allow_two, sheets::entering::correct,
        officiating::list_sanctions, officiating::give_sanction, officiating::list_disputes, officiating::show_dispute, officiating::open_dispute, officiating::rule,
        ties::list, ties::decide, work::show, acts::list, acts::undo, import::import, import::correct, calculator::count, stage_tokens::issue,
        closing::close, closing::declare_waiver, closing::withdraw_waiver,
        decisions::list, championships::announce, championships::correct, championships::schedule, championships::choose,
        rulings::decide_exception, rulings::withdraw_exception, rulings::waivers::declare, rulings::waivers::withdraw,
        rulings::ties::decide_tournament, rulings::ties::withdraw_tournament, rulings::ties::decide_league,
        rulings::ties::withdraw_league, rulings::ties::decide_grand_prix, rulings::ties::withdraw_grand_prix,
        rulings::ties::decide_online_event, rulings::ties::withdraw_online_event, rulings::ties::decide_ranking,
        rulings::ties::withdraw_ranking, wrc_nominee::show, wrc_nominee::name, wrc_nominee::withdraw,
        health::health,
        health::readiness,
        log::about,
        log::events,
        log::show,
        log::inclusion,
        log::list,
        log::latest,
        log::whole,
        log::consistency,
        feed::watch,
    ),
    components(schemas(crate::sheet::Dialect)),
    tags(
        (name = "index", description = "What there is"),
        (name = "players", description = "Who plays"),
        (name = "seasons", description = "Seasons and what takes place in them"),
        (name = "qualifications", description = "Who is qualified for the national and the voivodeship championships, and why"),
        (name = "leagues", description = "Stationary leagues: meetings, games and the table"),
        (name = "grand-prix", description = "Cycles of eliminatory tournaments and their standings"),
        (name = "online-events", description = "Online events that give qualifications, and their tables"),
        (name = "lists", description = "Lists that the federation publishes: previews, editions, what has drifted"),
        (name = "tournaments", description = "Tournaments, from the application to closed results"),
        (name = "rulebooks", description = "The parameters of the rules, with citations"),
        (name = "play", description = "Tournaments: at the tables, from seats to final results"),
        (name = "decisions", description = "What waits for a person, and what persons decide about a season"),
        (name = "championships", description = "Voivodeship championships"),
        (name = "open-data", description = "Results and lists as files for everybody"),
        (name = "log", description = "The log for auditors, and events as they happen"),
        (name = "accounts", description = "Signing in, accounts and what they may do"),
        (name = "operation", description = "For operators"),
    ),
)]
struct Api;

/// Both documents, as they are committed.
pub struct Documents {
    /// OpenAPI 3.1.
    pub newest: String,
    /// The same in OpenAPI 3.0.3.
    pub older: String,
}

static DOCUMENTS: LazyLock<Documents> = LazyLock::new(|| {
    let document = document();
    Documents { newest: written(&document), older: written(&older::older(&document)) }
});

/// OpenAPI 3.1, complete.
fn document() -> Value {
    let mut document = serde_json::to_value(Api::openapi()).unwrap_or_default();
    document["servers"][0]["x-internal"] = false.into();
    common::complete(&mut document);
    limits::add(&mut document);
    links::add(&mut document);
    deprecation::mark(deprecation::DEPRECATED, &mut document);
    common::prune(&mut document);
    document
}

/// A document in which JSON is the first form of every answer, because pages that try it out ask for the first.
struct JsonFirst<'a>(&'a Value);

impl Serialize for JsonFirst<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Object(members) => {
                let json = members.get_key_value("application/json");
                let others = members.iter().filter(|(name, _)| *name != "application/json");
                serializer.collect_map(json.into_iter().chain(others).map(|(name, value)| (name, JsonFirst(value))))
            }
            Value::Array(items) => serializer.collect_seq(items.iter().map(JsonFirst)),
            other => other.serialize(serializer),
        }
    }
}

fn written(document: &Value) -> String {
    let mut text = serde_json::to_string_pretty(&JsonFirst(document)).unwrap_or_default();
    text.push('\n');
    text
}

/// The documents of this version.
pub fn documents() -> &'static Documents {
    &DOCUMENTS
}

pub(crate) async fn show_newest() -> HttpResponse {
    answer(&DOCUMENTS.newest)
}

pub(crate) async fn show_older() -> HttpResponse {
    answer(&DOCUMENTS.older)
}

fn answer(text: &'static str) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/json"))
        .insert_header((CACHE_CONTROL, "public, max-age=300"))
        .body(text)
}
