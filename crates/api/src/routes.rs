//! The table of all addresses.

use crate::route::Endpoint;
use crate::{feed, health, log, metrics_page, openapi, problem};
use actix_web::web::{self, ServiceConfig};

/// Everything that the public listener answers.
pub(crate) fn endpoints() -> Vec<Endpoint> {
    vec![
        // What is asked for most often stands first: addresses are tried in this order.
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
        Endpoint::at("/api/openapi.json").get(openapi::newest),
        Endpoint::at("/api/openapi-3.0.json").get(openapi::older),
    ]
}

/// What everybody reaches.
pub(crate) fn public(config: &mut ServiceConfig) {
    for endpoint in endpoints() {
        config.service(endpoint.build());
    }
    config.configure(openapi::pages);
}

/// What only the operator reaches.
pub(crate) fn private(config: &mut ServiceConfig) {
    config
        .service(web::resource("/metrics").route(web::get().to(metrics_page::show)))
        .service(Endpoint::at("/healthz").get(health::health).build())
        .service(Endpoint::at("/readyz").get(health::readiness).build());
}
