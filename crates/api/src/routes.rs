//! The table of all addresses.

use crate::route::Endpoint;
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
