//! The table of all endpoints: feeds the routes and the OpenAPI document.

use crate::accounts::{audit, grants, links, management, me, sessions, stage_tokens, step_up, table_tokens};
use crate::championships::mw;
use crate::championships::wildcards;
use crate::championships::{announcing, wrc_nominee};
use crate::competitions::{grand_prix, leagues, online};
use crate::http::endpoint::Endpoint;
use crate::http::{health, index, metrics_page, openapi, problem};
use crate::log::audit_trail;
use crate::log::{self, feed};
use crate::publication::lists;
use crate::publication::open_data;
use crate::qualifications::ledger::mp;
use crate::qualifications::{self, ledger};
use crate::qualifications::{decisions, rulings};
use crate::seasons::calendar;
use crate::seasons::comparison;
use crate::seasons::ranking;
use crate::seasons::{self, rulebooks};
use crate::tournaments::applications::{application, approval};
use crate::tournaments::desk::{attendance, details, format, registrations, staff, work};
use crate::tournaments::live::list;
use crate::tournaments::play::draws;
use crate::tournaments::play::{acts, calculator, closing, officiating, sheets, stages, ties, winner_contact};
use crate::tournaments::results::import;
use crate::{players, tournaments};
use actix_web::web::{self, ServiceConfig};
use utoipa::OpenApi;

/// Declares the endpoints of the public listener; each handler is named once, here.
///
/// Expands to `endpoints`, the routes in the order of the table, and to `DocumentedPaths`, the operations of the
/// OpenAPI document. `undocumented` has the pages for people and the documents themselves.
macro_rules! endpoints {
    (
        documented { $( $pattern:literal => $( $method:ident $( $handler:ident )::+ ),+; )+ }
        undocumented { $( $page:literal => $( $page_method:ident $( $page_handler:ident )::+ ),+; )+ }
    ) => {
        pub(crate) fn endpoints() -> Vec<Endpoint> {
            vec![
                $( Endpoint::at($pattern)$( .$method($( $handler )::+) )+, )+
                $( Endpoint::at($page)$( .$page_method($( $page_handler )::+) )+, )+
            ]
        }

        #[derive(OpenApi)]
        #[openapi(paths($( $( $( $handler )::+, )+ )+))]
        pub(crate) struct DocumentedPaths;
    };
}

endpoints! {
    documented {
        // Addresses are tried in this order: the most frequent first.
        "/api/v1/tournaments/{id}/standings" => get tournaments::live::standings::show;
        "/api/v1/tournaments/{id}/seating" => get tournaments::live::seating::show;
        "/api/v1/tournaments/{id}/progress" => get tournaments::live::progress::show;
        "/api/v1/tournaments/{id}/results" => get tournaments::results::show::show, post import::import, put import::correct;
        "/api/v1/tournaments/{id}/live" => get tournaments::live::stream::watch;
        // A fixed segment comes before a placeholder.
        "/api/v1/seasons/{season}/ranking" => get ranking::list;
        "/api/v1/seasons/{season}/ranking/compare" => get ranking::compare;
        "/api/v1/seasons/{season}/ranking/{player}" => get ranking::explain;
        "/api/v1/seasons/{season}/ranking-snapshot" => get ranking::snapshot;
        "/api/v1/players" => get players::list, post players::register;
        "/api/v1/players/{id}" => get players::show, put players::rectify;
        "/api/v1/players/{id}/private" => get players::show_private;
        "/api/v1/seasons" => get seasons::list, post seasons::open;
        "/api/v1/seasons/{id}" => get seasons::show, put seasons::correct;
        "/api/v1/seasons/{season}/qualifications/mp" => get qualifications::list::mp;
        "/api/v1/mw" => get mw::list, post announcing::announce;
        "/api/v1/mw/{id}" => get mw::show, put announcing::correct;
        "/api/v1/mw/{id}/players/{player}" => get mw::player;
        "/api/v1/seasons/{season}/diff" => get comparison::diff;
        "/api/v1/seasons/{season}/what-if" => post comparison::suppose;
        "/api/v1/seasons/{season}/calendar" => get calendar::show;
        "/api/v1/open-data" => get open_data::index;
        "/api/v1/open-data/{file}" => get open_data::file;
        "/api/v1/audit-trail" => get audit_trail::list;
        // tournaments: desk
        "/api/v1/tournaments" => get list::list;
        "/api/v1/tournaments/{id}" => get details::show;
        "/api/v1/tournaments/{id}/details" => put details::change;
        "/api/v1/tournaments/{id}/cancellation" => post details::cancel;
        "/api/v1/tournaments/{id}/format" => put format::choose;
        "/api/v1/tournaments/{id}/players" => get registrations::players;
        "/api/v1/tournaments/{id}/desk" => get registrations::desk;
        "/api/v1/tournaments/{id}/registrations" => post registrations::register;
        "/api/v1/tournaments/{id}/registrations/{player}" => put registrations::change, delete registrations::withdraw;
        "/api/v1/tournaments/{id}/check-ins" => post attendance::check_in;
        "/api/v1/tournaments/{id}/absences" => post attendance::note_absent;
        "/api/v1/tournaments/{id}/late-arrivals" => post attendance::admit_late;
        "/api/v1/tournaments/{id}/departures" => post attendance::note_leaving;
        "/api/v1/tournaments/{id}/draws" => get draws::list, post draws::draw;
        "/api/v1/tournaments/{id}/staff" => get staff::list, post staff::name;
        "/api/v1/tournaments/{id}/staff/{account}/{role}" => delete staff::dismiss;
        "/api/v1/applications" => get application::list, post application::apply;
        "/api/v1/application-deadlines" => get application::deadlines::show;
        "/api/v1/applications/{id}" => get application::show;
        "/api/v1/applications/{id}/approval" => post approval::approve;
        "/api/v1/applications/{id}/rejection" => post approval::reject;
        "/api/v1/applications/{id}/withdrawal" => post application::withdraw;
        "/api/v1/leagues" => get leagues::list, post leagues::open;
        "/api/v1/leagues/{id}" => get leagues::show;
        "/api/v1/leagues/{id}/table" => get leagues::table, put leagues::import_table;
        "/api/v1/leagues/{id}/table/withdraw" => post leagues::withdraw_table;
        "/api/v1/leagues/{id}/meetings" => get leagues::list_meetings, post leagues::record_meeting;
        "/api/v1/leagues/{id}/meetings/{number}" => get leagues::show_meeting, put leagues::correct_meeting;
        "/api/v1/leagues/{id}/meetings/{number}/withdraw" => post leagues::withdraw_meeting;
        "/api/v1/leagues/{id}/waivers" => post leagues::declare_waiver;
        "/api/v1/leagues/{id}/waivers/{player}" => delete leagues::withdraw_waiver;
        "/api/v1/leagues/{id}/close" => post leagues::close;
        "/api/v1/leagues/{id}/record" => put leagues::correct;
        "/api/v1/grand-prix" => get grand_prix::list, post grand_prix::open;
        "/api/v1/grand-prix/{id}" => get grand_prix::show;
        "/api/v1/grand-prix/{id}/standings" => get grand_prix::standings;
        "/api/v1/grand-prix/{id}/tournaments/{tournament}" => post grand_prix::add_tournament;
        "/api/v1/grand-prix/{id}/tournaments/{tournament}/remove" => post grand_prix::remove_tournament;
        "/api/v1/grand-prix/{id}/close" => post grand_prix::close;
        "/api/v1/grand-prix/{id}/record" => put grand_prix::correct;
        "/api/v1/online-events" => get online::list, post online::open;
        "/api/v1/online-events/{id}" => get online::show;
        "/api/v1/online-events/{id}/table" => put online::record_table;
        "/api/v1/online-events/{id}/table/withdraw" => post online::withdraw_table;
        "/api/v1/online-events/{id}/waivers" => post online::declare_waiver;
        "/api/v1/online-events/{id}/waivers/{player}" => delete online::withdraw_waiver;
        "/api/v1/online-events/{id}/close" => post online::close;
        "/api/v1/online-events/{id}/record" => put online::correct;
        "/api/v1/seasons/{season}/qualifications/mp/ledger" => get mp::ledger;
        "/api/v1/seasons/{season}/qualifications/mp/proposals" => get mp::list_proposals;
        "/api/v1/seasons/{season}/qualifications/mp/grants" => post mp::grant;
        "/api/v1/seasons/{season}/qualifications/mp/declines" => post mp::decline;
        "/api/v1/seasons/{season}/qualifications/mp/declines/{event_id}/{player}" => delete mp::withdraw_decline;
        "/api/v1/seasons/{season}/qualifications/mp/withholdings" => post mp::withhold;
        "/api/v1/seasons/{season}/qualifications/mp/withholdings/withdrawal" => post mp::withdraw_withholding;
        "/api/v1/seasons/{season}/qualifications/mp/revocations" => post mp::revoke;
        "/api/v1/seasons/{season}/qualifications/mp/upholdings" => post mp::uphold;
        "/api/v1/seasons/{season}/qualifications/mp/{player}" => get qualifications::list::mp_player;
        "/api/v1/mw/{id}/ledger" => get ledger::mw::ledger;
        "/api/v1/mw/{id}/proposals" => get ledger::mw::list_proposals;
        "/api/v1/mw/{id}/grants" => post ledger::mw::grant;
        "/api/v1/mw/{id}/declines" => post ledger::mw::decline;
        "/api/v1/mw/{id}/declines/{event_id}/{player}" => delete ledger::mw::withdraw_decline;
        "/api/v1/mw/{id}/withholdings" => post ledger::mw::withhold;
        "/api/v1/mw/{id}/withholdings/withdrawal" => post ledger::mw::withdraw_withholding;
        "/api/v1/mw/{id}/revocations" => post ledger::mw::revoke;
        "/api/v1/mw/{id}/upholdings" => post ledger::mw::uphold;
        "/api/v1/mw/{id}/wildcards/nominations" => post wildcards::nominate;
        "/api/v1/mw/{id}/wildcards/grants" => post wildcards::grant;
        "/api/v1/mw/{id}/wildcards/withdrawals" => post wildcards::withdraw;
        "/api/v1/lists" => get lists::list;
        "/api/v1/lists/{list}" => get lists::show;
        "/api/v1/lists/{list}/preview" => get lists::preview;
        "/api/v1/lists/{list}/submission" => post lists::submit, delete lists::withdraw;
        "/api/v1/lists/{list}/editions" => get lists::editions, post lists::publish;
        "/api/v1/lists/{list}/editions/{number}" => get lists::edition;
        "/api/v1/lists/{list}/editions/{number}/canonical" => get lists::canonical;
        "/api/v1/lists/{list}/editions/{number}/disclosure" => get lists::disclosure;
        "/api/v1/lists/{list}/editions/{number}/proof" => get lists::proof;
        "/api/v1/lists/{list}/drift" => get lists::drift;
        "/api/v1/lists/{list}/diff" => get lists::diff;
        "/api/v1/rulebooks" => get rulebooks::list;
        "/api/v1/rulebooks/{id}" => get rulebooks::show, put rulebooks::adopt;
        "/api/v1/presets" => get rulebooks::list_presets;
        "/api/v1/presets/{name}" => get rulebooks::show_preset;
        "/api/v1" => get index::show;
        "/healthz" => get health::health;
        "/readyz" => get health::readiness;
        "/api/v1/feed" => get feed::watch;
        "/api/v1/log" => get log::about;
        "/api/v1/log/events" => get log::events;
        "/api/v1/log/events/{position}" => get log::show;
        "/api/v1/log/events/{position}/proof" => get log::inclusion;
        "/api/v1/log/export" => get log::whole;
        "/api/v1/log/checkpoints" => get log::list;
        "/api/v1/log/checkpoints/latest" => get log::latest;
        "/api/v1/log/consistency" => get log::consistency;
        "/api/v1/sessions" => post sessions::sign_in, delete sessions::sign_out_everywhere;
        "/api/v1/sessions/browser" => post sessions::sign_browser_in;
        "/api/v1/sessions/refresh" => post sessions::refresh;
        "/api/v1/sessions/current" => delete sessions::sign_out;
        "/api/v1/me" => get me::show;
        "/api/v1/me/password" => put me::change_password;
        "/api/v1/me/second-factor" => post me::start_second_factor, put me::confirm_second_factor, delete me::remove_second_factor;
        "/api/v1/me/step-up" => post step_up::step_up;
        "/api/v1/links/redemption" => post links::redeem;
        "/api/v1/accounts" => get management::list, post management::open;
        "/api/v1/accounts/{id}" => get management::show, put management::rectify;
        "/api/v1/accounts/{id}/links" => post links::issue;
        "/api/v1/accounts/{id}/disable" => post management::disable;
        "/api/v1/accounts/{id}/enable" => post management::enable;
        "/api/v1/accounts/{id}/grants" => get grants::list, post grants::grant;
        "/api/v1/accounts/{id}/grants/{grant}" => delete grants::revoke;
        "/api/v1/accounts/{id}/second-factor" => delete management::reset_second_factor;
        "/api/v1/tournaments/{id}/table-tokens" => get table_tokens::list, post table_tokens::issue;
        "/api/v1/tournaments/{id}/table-tokens/{token_id}" => delete table_tokens::revoke;
        // tournaments: play
        "/api/v1/tournaments/{id}/stages/{stage}/seating" => post stages::seat;
        "/api/v1/tournaments/{id}/stages/{stage}/start" => post stages::start;
        "/api/v1/tournaments/{id}/stages/{stage}/close" => post stages::close;
        "/api/v1/tournaments/{id}/stages/{stage}/skip" => post stages::skip;
        "/api/v1/tournaments/{id}/stages/{stage}/hiding" => post stages::hide;
        "/api/v1/tournaments/{id}/stages/{stage}/reveal" => post stages::reveal;
        "/api/v1/tournaments/{id}/stages/{stage}/sheets" => get sheets::list::list;
        "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet" => get sheets::show, put sheets::entering::enter;
        "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet/check" => post sheets::entering::check;
        "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet/second-entry" => post sheets::rulings::confirm;
        "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/sheet/second-entry-waiver" => post sheets::rulings::waive_second_entry;
        "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/two-players" => post sheets::rulings::allow_two;
        "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/correction" => put sheets::entering::correct;
        "/api/v1/tournaments/{id}/stages/{stage}/tables/{table}/disputes" => post officiating::open_dispute;
        "/api/v1/tournaments/{id}/stages/{stage}/table-tokens" => post stage_tokens::issue;
        "/api/v1/tournaments/{id}/disputes" => get officiating::list_disputes;
        "/api/v1/tournaments/{id}/disputes/{number}" => get officiating::show_dispute;
        "/api/v1/tournaments/{id}/disputes/{number}/ruling" => post officiating::rule;
        "/api/v1/tournaments/{id}/sanctions" => get officiating::list_sanctions, post officiating::give_sanction;
        "/api/v1/tournaments/{id}/ties" => get ties::list, post ties::decide;
        "/api/v1/tournaments/{id}/work" => get work::show;
        "/api/v1/tournaments/{id}/acts" => get acts::list;
        "/api/v1/tournaments/{id}/acts/{number}/undo" => post acts::undo;
        "/api/v1/calculator" => post calculator::count;
        "/api/v1/tournaments/{id}/close" => post closing::close;
        "/api/v1/tournaments/{id}/winner-contact" => get winner_contact::show, put winner_contact::record, delete winner_contact::remove;
        "/api/v1/tournaments/{id}/waivers" => post closing::declare_waiver;
        "/api/v1/tournaments/{id}/waivers/{player}" => delete closing::withdraw_waiver;
        // decisions
        "/api/v1/decisions" => get decisions::list;
        "/api/v1/mw/{id}/days" => put announcing::schedule;
        "/api/v1/mw/{id}/choices" => post announcing::choose;
        "/api/v1/tournaments/{id}/exception" => put rulings::decide_exception, delete rulings::withdraw_exception;
        "/api/v1/tournaments/{id}/qualification-tie" => put rulings::ties::decide_tournament, delete rulings::ties::withdraw_tournament;
        "/api/v1/leagues/{id}/qualification-tie" => put rulings::ties::decide_league, delete rulings::ties::withdraw_league;
        "/api/v1/grand-prix/{id}/qualification-tie" => put rulings::ties::decide_grand_prix, delete rulings::ties::withdraw_grand_prix;
        "/api/v1/online-events/{id}/qualification-tie" => put rulings::ties::decide_online_event, delete rulings::ties::withdraw_online_event;
        "/api/v1/seasons/{season}/ranking-tie" => put rulings::ties::decide_ranking, delete rulings::ties::withdraw_ranking;
        "/api/v1/seasons/{season}/wrc-nominee" => get wrc_nominee::show, post wrc_nominee::name, delete wrc_nominee::withdraw;
        "/api/v1/players/{id}/waivers" => post rulings::waivers::declare;
        "/api/v1/players/{id}/waivers/{season}" => delete rulings::waivers::withdraw;
        "/api/v1/audit" => get audit::list;
    }
    undocumented {
        "/lists/style.css" => get lists::style;
        "/api/conventions.md" => get index::conventions;
        "/problems" => get problem::list;
        "/problems/style.css" => get problem::style;
        "/problems/{code}" => get problem::show;
        "/api/openapi.json" => get openapi::show_newest;
        "/api/openapi-3.0.json" => get openapi::show_older;
        "/api" => get openapi::pages::lead;
        "/api/docs" => get openapi::pages::lead;
        "/api/docs/{file:.*}" => get openapi::pages::show;
    }
}

pub(crate) fn public(config: &mut ServiceConfig) {
    for endpoint in endpoints() {
        config.service(endpoint.build());
    }
    #[cfg(feature = "testing")]
    config.configure(crate::testing::routes);
}

pub(crate) fn private(config: &mut ServiceConfig) {
    config
        .service(web::resource("/metrics").route(web::get().to(metrics_page::show)))
        .service(Endpoint::at("/healthz").get(health::health).build())
        .service(Endpoint::at("/readyz").get(health::readiness).build());
}
