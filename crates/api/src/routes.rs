//! The table of all addresses.

use crate::auth::{accounts, audit, grants, links, me, sessions, table_tokens};
use crate::route::Endpoint;
use crate::tournaments::{application, approval, attendance, details, draws, format, list, registrations, staff};
use crate::{feed, health, index, log, metrics_page, openapi, players, problem, rulebooks, seasons};
use actix_web::web::{self, ServiceConfig};

/// Everything that the public listener answers.
pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        // What is asked for most often stands first: addresses are tried in this order.
        Endpoint::at("/api/v1/players").get(players::list).post(players::register),
        Endpoint::at("/api/v1/players/{id}").get(players::show).put(players::rectify),
        Endpoint::at("/api/v1/players/{id}/private").get(players::show_private),
        Endpoint::at("/api/v1/seasons").get(seasons::list).post(seasons::open),
        Endpoint::at("/api/v1/seasons/{id}").get(seasons::show).put(seasons::correct),
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
        Endpoint::at("/api/v1/applications/{id}").get(application::show),
        Endpoint::at("/api/v1/applications/{id}/approval").post(approval::approve),
        Endpoint::at("/api/v1/applications/{id}/rejection").post(approval::reject),
        Endpoint::at("/api/v1/applications/{id}/withdrawal").post(application::withdraw),
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
        Endpoint::at("/api/v1/log/checkpoints").get(log::list),
        Endpoint::at("/api/v1/log/checkpoints/latest").get(log::latest),
        Endpoint::at("/api/v1/log/consistency").get(log::consistency),
        Endpoint::at("/problems").get(problem::list),
        Endpoint::at("/problems/style.css").get(problem::style),
        Endpoint::at("/problems/{code}").get(problem::show),
        Endpoint::at("/api/v1/sessions").post(sessions::sign_in).delete(sessions::sign_out_everywhere),
        Endpoint::at("/api/v1/sessions/refresh").post(sessions::refresh),
        Endpoint::at("/api/v1/sessions/current").delete(sessions::sign_out),
        Endpoint::at("/api/v1/me").get(me::show),
        Endpoint::at("/api/v1/me/password").put(me::change_password),
        Endpoint::at("/api/v1/me/second-factor")
            .post(me::start_second_factor)
            .put(me::confirm_second_factor)
            .delete(me::remove_second_factor),
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
        Endpoint::at("/api/v1/audit").get(audit::list),
        Endpoint::at("/api/openapi.json").get(openapi::show_newest),
        Endpoint::at("/api/openapi-3.0.json").get(openapi::show_older),
        Endpoint::at("/").get(openapi::pages::begin),
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
