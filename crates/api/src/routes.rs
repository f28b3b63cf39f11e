//! The table of all addresses.

use crate::auth::{accounts, audit, grants, links, me, sessions, stage_tokens, step_up, table_tokens};
use crate::ledger::{mp, wildcards};
use crate::route::Endpoint;
use crate::seasons::ranking;
use crate::tournaments::{acts, calculator, closing, import, officiating, sheets, stages, ties};
use crate::tournaments::{application, approval, attendance, details, draws, format, list, registrations, staff, work};
use crate::{audit_trail, calendar, open_data};
use crate::{championships, comparing, decisions, rulings, wrc_nominee};
use crate::{feed, health, index, log, metrics_page, openapi, players, problem, rulebooks, seasons, tournaments};
use crate::{grand_prix, leagues, ledger, lists, mw, online_events, qualifications};
use actix_web::web::{self, ServiceConfig};

/// Everything that the public listener answers.
pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        // What is asked for most often stands first: addresses are tried in this order.
        Endpoint::at("/api/v1/tournaments/{id}/standings").get(tournaments::standings::show),
        Endpoint::at("/api/v1/tournaments/{id}/seating").get(tournaments::seating::show),
        Endpoint::at("/api/v1/tournaments/{id}/progress").get(tournaments::progress::show),
        Endpoint::at("/api/v1/tournaments/{id}/results")
            .get(tournaments::results::show)
            .post(import::import)
            .put(import::correct),
        Endpoint::at("/api/v1/tournaments/{id}/live").get(tournaments::live::watch),
        // What stands in the address as a word comes before what can be anything.
        Endpoint::at("/api/v1/seasons/{season}/ranking").get(ranking::list),
        Endpoint::at("/api/v1/seasons/{season}/ranking/compare").get(ranking::compare),
        Endpoint::at("/api/v1/seasons/{season}/ranking/{player}").get(ranking::explain),
        Endpoint::at("/api/v1/seasons/{season}/ranking-snapshot").get(ranking::snapshot),
        Endpoint::at("/api/v1/players").get(players::list).post(players::register),
        Endpoint::at("/api/v1/players/{id}").get(players::show).put(players::rectify),
        Endpoint::at("/api/v1/players/{id}/private").get(players::show_private),
        Endpoint::at("/api/v1/seasons").get(seasons::list).post(seasons::open),
        Endpoint::at("/api/v1/seasons/{id}").get(seasons::show).put(seasons::correct),
        Endpoint::at("/api/v1/seasons/{season}/qualifications/mp").get(qualifications::mp),
        Endpoint::at("/api/v1/mw").get(mw::list).post(championships::announce),
        Endpoint::at("/api/v1/mw/{id}").get(mw::show).put(championships::correct),
        Endpoint::at("/api/v1/mw/{id}/players/{player}").get(mw::player),
        Endpoint::at("/api/v1/seasons/{season}/diff").get(comparing::diff),
        Endpoint::at("/api/v1/seasons/{season}/what-if").post(comparing::suppose),
        Endpoint::at("/api/v1/seasons/{season}/calendar").get(calendar::show),
        Endpoint::at("/api/v1/open-data").get(open_data::index),
        Endpoint::at("/api/v1/open-data/{file}").get(open_data::file),
        Endpoint::at("/api/v1/audit-trail").get(audit_trail::list),
        // tournaments: desk
        Endpoint::at("/api/v1/tournaments").get(list::list),
        Endpoint::at("/api/v1/tournaments/{id}").get(details::show),
        Endpoint::at("/api/v1/tournaments/{id}/details").put(details::change),
        Endpoint::at("/api/v1/tournaments/{id}/cancellation").post(details::cancel),
        Endpoint::at("/api/v1/tournaments/{id}/format").put(format::choose),
        Endpoint::at("/api/v1/tournaments/{id}/players").get(registrations::players),
        Endpoint::at("/api/v1/tournaments/{id}/desk").get(registrations::desk),
        Endpoint::at("/api/v1/tournaments/{id}/registrations").post(registrations::register),
        Endpoint::at("/api/v1/tournaments/{id}/registrations/{player}")
            .put(registrations::change)
            .delete(registrations::withdraw),
        Endpoint::at("/api/v1/tournaments/{id}/check-ins").post(attendance::check_in),
        Endpoint::at("/api/v1/tournaments/{id}/absences").post(attendance::note_absent),
        Endpoint::at("/api/v1/tournaments/{id}/late-arrivals").post(attendance::admit_late),
        Endpoint::at("/api/v1/tournaments/{id}/departures").post(attendance::note_leaving),
        Endpoint::at("/api/v1/tournaments/{id}/draws").get(draws::list).post(draws::draw),
        Endpoint::at("/api/v1/tournaments/{id}/staff").get(staff::list).post(staff::name),
        Endpoint::at("/api/v1/tournaments/{id}/staff/{account}/{role}").delete(staff::dismiss),
        Endpoint::at("/api/v1/applications").get(application::list).post(application::apply),
        Endpoint::at("/api/v1/application-deadlines").get(application::deadlines::show),
        Endpoint::at("/api/v1/applications/{id}").get(application::show),
        Endpoint::at("/api/v1/applications/{id}/approval").post(approval::approve),
        Endpoint::at("/api/v1/applications/{id}/rejection").post(approval::reject),
        Endpoint::at("/api/v1/applications/{id}/withdrawal").post(application::withdraw),
        Endpoint::at("/api/v1/leagues").get(leagues::list).post(leagues::open),
        Endpoint::at("/api/v1/leagues/{id}").get(leagues::show),
        Endpoint::at("/api/v1/leagues/{id}/table").get(leagues::table).put(leagues::import_table),
        Endpoint::at("/api/v1/leagues/{id}/table/withdraw").post(leagues::withdraw_table),
        Endpoint::at("/api/v1/leagues/{id}/meetings").get(leagues::list_meetings).post(leagues::record_meeting),
        Endpoint::at("/api/v1/leagues/{id}/meetings/{number}").get(leagues::show_meeting).put(leagues::correct_meeting),
        Endpoint::at("/api/v1/leagues/{id}/meetings/{number}/withdraw").post(leagues::withdraw_meeting),
        Endpoint::at("/api/v1/leagues/{id}/waivers").post(leagues::declare_waiver),
        Endpoint::at("/api/v1/leagues/{id}/waivers/{player}").delete(leagues::withdraw_waiver),
        Endpoint::at("/api/v1/leagues/{id}/close").post(leagues::close),
        Endpoint::at("/api/v1/leagues/{id}/record").put(leagues::correct),
        Endpoint::at("/api/v1/grand-prix").get(grand_prix::list).post(grand_prix::open),
        Endpoint::at("/api/v1/grand-prix/{id}").get(grand_prix::show),
        Endpoint::at("/api/v1/grand-prix/{id}/standings").get(grand_prix::standings),
        Endpoint::at("/api/v1/grand-prix/{id}/tournaments/{tournament}").post(grand_prix::add_tournament),
        Endpoint::at("/api/v1/grand-prix/{id}/tournaments/{tournament}/remove").post(grand_prix::remove_tournament),
        Endpoint::at("/api/v1/grand-prix/{id}/close").post(grand_prix::close),
        Endpoint::at("/api/v1/grand-prix/{id}/record").put(grand_prix::correct),
        Endpoint::at("/api/v1/online-events").get(online_events::list).post(online_events::open),
        Endpoint::at("/api/v1/online-events/{id}").get(online_events::show),
        Endpoint::at("/api/v1/online-events/{id}/table").put(online_events::record_table),
        Endpoint::at("/api/v1/online-events/{id}/table/withdraw").post(online_events::withdraw_table),
        Endpoint::at("/api/v1/online-events/{id}/waivers").post(online_events::declare_waiver),
        Endpoint::at("/api/v1/online-events/{id}/waivers/{player}").delete(online_events::withdraw_waiver),
        Endpoint::at("/api/v1/online-events/{id}/close").post(online_events::close),
        Endpoint::at("/api/v1/online-events/{id}/record").put(online_events::correct),
        Endpoint::at("/api/v1/seasons/{season}/qualifications/mp/ledger").get(mp::ledger),
        Endpoint::at("/api/v1/seasons/{season}/qualifications/mp/proposals").get(mp::list_proposals),
        Endpoint::at("/api/v1/seasons/{season}/qualifications/mp/grants").post(mp::grant),
        Endpoint::at("/api/v1/seasons/{season}/qualifications/mp/declines").post(mp::decline),
        Endpoint::at("/api/v1/seasons/{season}/qualifications/mp/declines/{event_id}/{player}")
            .delete(mp::withdraw_decline),
        Endpoint::at("/api/v1/seasons/{season}/qualifications/mp/withholdings").post(mp::withhold),
        Endpoint::at("/api/v1/seasons/{season}/qualifications/mp/withholdings/withdrawal")
            .post(mp::withdraw_withholding),
        Endpoint::at("/api/v1/seasons/{season}/qualifications/mp/revocations").post(mp::revoke),
        Endpoint::at("/api/v1/seasons/{season}/qualifications/mp/upholdings").post(mp::uphold),
        Endpoint::at("/api/v1/seasons/{season}/qualifications/mp/{player}").get(qualifications::mp_player),
        Endpoint::at("/api/v1/mw/{id}/ledger").get(ledger::mw::ledger),
        Endpoint::at("/api/v1/mw/{id}/proposals").get(ledger::mw::list_proposals),
        Endpoint::at("/api/v1/mw/{id}/grants").post(ledger::mw::grant),
        Endpoint::at("/api/v1/mw/{id}/declines").post(ledger::mw::decline),
        Endpoint::at("/api/v1/mw/{id}/declines/{event_id}/{player}").delete(ledger::mw::withdraw_decline),
        Endpoint::at("/api/v1/mw/{id}/withholdings").post(ledger::mw::withhold),
        Endpoint::at("/api/v1/mw/{id}/withholdings/withdrawal").post(ledger::mw::withdraw_withholding),
        Endpoint::at("/api/v1/mw/{id}/revocations").post(ledger::mw::revoke),
        Endpoint::at("/api/v1/mw/{id}/upholdings").post(ledger::mw::uphold),
        Endpoint::at("/api/v1/mw/{id}/wildcards/nominations").post(wildcards::nominate),
        Endpoint::at("/api/v1/mw/{id}/wildcards/grants").post(wildcards::grant),
        Endpoint::at("/api/v1/mw/{id}/wildcards/withdrawals").post(wildcards::withdraw),
        Endpoint::at("/api/v1/lists").get(lists::list),
        Endpoint::at("/api/v1/lists/{list}").get(lists::show),
        Endpoint::at("/api/v1/lists/{list}/preview").get(lists::preview),
        Endpoint::at("/api/v1/lists/{list}/submission").post(lists::submit).delete(lists::withdraw),
        Endpoint::at("/api/v1/lists/{list}/editions").get(lists::editions).post(lists::publish),
        Endpoint::at("/api/v1/lists/{list}/editions/{number}").get(lists::edition),
        Endpoint::at("/api/v1/lists/{list}/editions/{number}/canonical").get(lists::canonical),
        Endpoint::at("/api/v1/lists/{list}/editions/{number}/disclosure").get(lists::disclosure),
        Endpoint::at("/api/v1/lists/{list}/editions/{number}/proof").get(lists::proof),
        Endpoint::at("/api/v1/lists/{list}/drift").get(lists::drift),
        Endpoint::at("/api/v1/lists/{list}/diff").get(lists::diff),
        Endpoint::at("/lists/style.css").get(lists::style),
        Endpoint::at("/api/v1/rulebooks").get(rulebooks::list),
        Endpoint::at("/api/v1/rulebooks/{id}").get(rulebooks::show).put(rulebooks::adopt),
        Endpoint::at("/api/v1/presets").get(rulebooks::list_presets),
        Endpoint::at("/api/v1/presets/{name}").get(rulebooks::show_preset),
        Endpoint::at("/api/v1").get(index::show),
        Endpoint::at("/api/conventions.md").get(index::conventions),
        Endpoint::at("/healthz").get(health::health),
        Endpoint::at("/readyz").get(health::readiness),
        Endpoint::at("/api/v1/feed").get(feed::watch),
        Endpoint::at("/api/v1/log").get(log::about),
        Endpoint::at("/api/v1/log/events").get(log::events),
        Endpoint::at("/api/v1/log/events/{position}").get(log::show),
        Endpoint::at("/api/v1/log/events/{position}/proof").get(log::inclusion),
        Endpoint::at("/api/v1/log/export").get(log::whole),
        Endpoint::at("/api/v1/log/checkpoints").get(log::list),
        Endpoint::at("/api/v1/log/checkpoints/latest").get(log::latest),
        Endpoint::at("/api/v1/log/consistency").get(log::consistency),
        Endpoint::at("/problems").get(problem::list),
        Endpoint::at("/problems/style.css").get(problem::style),
        Endpoint::at("/problems/{code}").get(problem::show),
        Endpoint::at("/api/v1/sessions").post(sessions::sign_in).delete(sessions::sign_out_everywhere),
        Endpoint::at("/api/v1/sessions/browser").post(sessions::sign_browser_in),
        Endpoint::at("/api/v1/sessions/refresh").post(sessions::refresh),
        Endpoint::at("/api/v1/sessions/current").delete(sessions::sign_out),
        Endpoint::at("/api/v1/me").get(me::show),
        Endpoint::at("/api/v1/me/password").put(me::change_password),
        Endpoint::at("/api/v1/me/second-factor")
            .post(me::start_second_factor)
            .put(me::confirm_second_factor)
            .delete(me::remove_second_factor),
        Endpoint::at("/api/v1/me/step-up").post(step_up::step_up),
        Endpoint::at("/api/v1/links/redemption").post(links::redeem),
        Endpoint::at("/api/v1/accounts").get(accounts::list).post(accounts::open),
        Endpoint::at("/api/v1/accounts/{id}").get(accounts::show).put(accounts::rectify),
        Endpoint::at("/api/v1/accounts/{id}/links").post(links::issue),
        Endpoint::at("/api/v1/accounts/{id}/disable").post(accounts::disable),
        Endpoint::at("/api/v1/accounts/{id}/enable").post(accounts::enable),
        Endpoint::at("/api/v1/accounts/{id}/grants").get(grants::list).post(grants::grant),
        Endpoint::at("/api/v1/accounts/{id}/grants/{grant}").delete(grants::revoke),
        Endpoint::at("/api/v1/accounts/{id}/second-factor").delete(accounts::reset_second_factor),
        Endpoint::at("/api/v1/tournaments/{id}/table-tokens").get(table_tokens::list).post(table_tokens::issue),
        Endpoint::at("/api/v1/tournaments/{id}/table-tokens/{token_id}").delete(table_tokens::revoke),
        // tournaments: play
        Endpoint::at("/api/v1/tournaments/{id}/stages/{stage}/seating").post(stages::seat),
        Endpoint::at("/api/v1/tournaments/{id}/stages/{stage}/start").post(stages::start),
        Endpoint::at("/api/v1/tournaments/{id}/stages/{stage}/close").post(stages::close),
        Endpoint::at("/api/v1/tournaments/{id}/stages/{stage}/skip").post(stages::skip),
        Endpoint::at("/api/v1/tournaments/{id}/stages/{stage}/hiding").post(stages::hide),
        Endpoint::at("/api/v1/tournaments/{id}/stages/{stage}/reveal").post(stages::reveal),
        Endpoint::at("/api/v1/tournaments/{id}/stages/{stage}/sheets").get(sheets::list::list),
        Endpoint::at("/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet")
            .get(sheets::show)
            .put(sheets::entering::enter),
        Endpoint::at("/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet/check")
            .post(sheets::entering::check),
        Endpoint::at("/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet/second-entry")
            .post(sheets::rulings::confirm),
        Endpoint::at("/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet/second-entry-waiver")
            .post(sheets::rulings::waive_second_entry),
        Endpoint::at("/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/two-players")
            .post(sheets::rulings::allow_two),
        Endpoint::at("/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/correction")
            .put(sheets::entering::correct),
        Endpoint::at("/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/disputes").post(officiating::open_dispute),
        Endpoint::at("/api/v1/tournaments/{id}/stages/{stage}/table-tokens").post(stage_tokens::issue),
        Endpoint::at("/api/v1/tournaments/{id}/disputes").get(officiating::list_disputes),
        Endpoint::at("/api/v1/tournaments/{id}/disputes/{number}").get(officiating::show_dispute),
        Endpoint::at("/api/v1/tournaments/{id}/disputes/{number}/ruling").post(officiating::rule),
        Endpoint::at("/api/v1/tournaments/{id}/sanctions")
            .get(officiating::list_sanctions)
            .post(officiating::give_sanction),
        Endpoint::at("/api/v1/tournaments/{id}/ties").get(ties::list).post(ties::decide),
        Endpoint::at("/api/v1/tournaments/{id}/work").get(work::show),
        Endpoint::at("/api/v1/tournaments/{id}/acts").get(acts::list),
        Endpoint::at("/api/v1/tournaments/{id}/acts/{number}/undo").post(acts::undo),
        Endpoint::at("/api/v1/calculator").post(calculator::count),
        Endpoint::at("/api/v1/tournaments/{id}/close").post(closing::close),
        Endpoint::at("/api/v1/tournaments/{id}/waivers").post(closing::declare_waiver),
        Endpoint::at("/api/v1/tournaments/{id}/waivers/{player}").delete(closing::withdraw_waiver),
        // tournaments: play, end
        // decisions
        Endpoint::at("/api/v1/decisions").get(decisions::list),
        Endpoint::at("/api/v1/mw/{id}/days").put(championships::schedule),
        Endpoint::at("/api/v1/mw/{id}/choices").post(championships::choose),
        Endpoint::at("/api/v1/tournaments/{id}/exception")
            .put(rulings::decide_exception)
            .delete(rulings::withdraw_exception),
        Endpoint::at("/api/v1/tournaments/{id}/qualification-tie")
            .put(rulings::ties::decide_tournament)
            .delete(rulings::ties::withdraw_tournament),
        Endpoint::at("/api/v1/leagues/{id}/qualification-tie")
            .put(rulings::ties::decide_league)
            .delete(rulings::ties::withdraw_league),
        Endpoint::at("/api/v1/grand-prix/{id}/qualification-tie")
            .put(rulings::ties::decide_grand_prix)
            .delete(rulings::ties::withdraw_grand_prix),
        Endpoint::at("/api/v1/online-events/{id}/qualification-tie")
            .put(rulings::ties::decide_online_event)
            .delete(rulings::ties::withdraw_online_event),
        Endpoint::at("/api/v1/seasons/{season}/ranking-tie")
            .put(rulings::ties::decide_ranking)
            .delete(rulings::ties::withdraw_ranking),
        Endpoint::at("/api/v1/seasons/{season}/wrc-nominee")
            .get(wrc_nominee::show)
            .post(wrc_nominee::name)
            .delete(wrc_nominee::withdraw),
        Endpoint::at("/api/v1/players/{id}/waivers").post(rulings::waivers::declare),
        Endpoint::at("/api/v1/players/{id}/waivers/{season}").delete(rulings::waivers::withdraw),
        // decisions, end
        Endpoint::at("/api/v1/audit").get(audit::list),
        Endpoint::at("/api/openapi.json").get(openapi::show_newest),
        Endpoint::at("/api/openapi-3.0.json").get(openapi::show_older),
        Endpoint::at("/api").get(openapi::pages::lead),
        Endpoint::at("/api/docs").get(openapi::pages::lead),
        Endpoint::at("/api/docs/{file:.*}").get(openapi::pages::show),
    ]
}

/// What everybody reaches.
pub(crate) fn public(config: &mut ServiceConfig) {
    for endpoint in endpoints() {
        config.service(endpoint.build());
    }
    #[cfg(feature = "testing")]
    config.configure(crate::testing::routes);
}

/// What only the operator reaches.
pub(crate) fn private(config: &mut ServiceConfig) {
    config
        .service(web::resource("/metrics").route(web::get().to(metrics_page::show)))
        .service(Endpoint::at("/healthz").get(health::health).build())
        .service(Endpoint::at("/readyz").get(health::readiness).build());
}
