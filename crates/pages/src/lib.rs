//! Pages for people: what the API answers, as HTML in Polish and English.
//!
//! A page asks the API as any client does, only from inside, and shows what it answers. It works without scripts; where something is
//! entered, small modules send it to the same API.

mod assets;
mod calendar;
mod compare;
mod grand_prix;
mod home;
mod link;
mod listed;
mod lists;
mod mw;
mod player;
mod qualifications;
mod ranking;
mod season;
mod shell;
mod show;
mod time;
mod tongue;
mod tournament;

use actix_web::web::ServiceConfig;
use api::Endpoint;

/// Every address of a page.
pub fn configure(config: &mut ServiceConfig) {
    let endpoints = [
        Endpoint::at("/").get(home::begin),
        Endpoint::at("/assets/{file}").get(assets::file),
        Endpoint::at("/{lang:pl|en}").get(home::show),
        Endpoint::at("/{lang:pl|en}/lists").get(lists::show),
        Endpoint::at("/{lang:pl|en}/tournaments/{id}").get(tournament::show),
        Endpoint::at("/{lang:pl|en}/grand-prix/{id}").get(grand_prix::show),
        Endpoint::at("/{lang:pl|en}/mw/{id}").get(mw::show),
        Endpoint::at("/{lang:pl|en}/seasons/{season}/ranking").get(ranking::show),
        Endpoint::at("/{lang:pl|en}/seasons/{season}/ranking/compare").get(compare::show),
        Endpoint::at("/{lang:pl|en}/seasons/{season}/mp").get(qualifications::show),
        Endpoint::at("/{lang:pl|en}/seasons/{season}/mw").get(mw::list),
        Endpoint::at("/{lang:pl|en}/seasons/{season}/calendar").get(calendar::show),
        Endpoint::at("/{lang:pl|en}/seasons/{season}/players/{player}").get(player::show),
    ];
    for endpoint in endpoints {
        config.service(endpoint.build());
    }
}
