//! Pages for people: what the API answers, as HTML in Polish and English.
//!
//! A page asks the API as any client does, only from inside, and shows what it answers. It works without scripts; where something is
//! entered, small modules send it to the same API.

mod assets;
mod home;
mod link;
mod player;
mod ranking;
mod season;
mod shell;
mod show;
mod time;
mod tongue;

use actix_web::web::ServiceConfig;
use api::Endpoint;

/// Every address of a page.
pub fn configure(config: &mut ServiceConfig) {
    let endpoints = [
        Endpoint::at("/").get(home::begin),
        Endpoint::at("/assets/{file}").get(assets::file),
        Endpoint::at("/{lang:pl|en}").get(home::show),
        Endpoint::at("/{lang:pl|en}/seasons/{season}/ranking").get(ranking::show),
        Endpoint::at("/{lang:pl|en}/seasons/{season}/players/{player}").get(player::show),
    ];
    for endpoint in endpoints {
        config.service(endpoint.build());
    }
}
