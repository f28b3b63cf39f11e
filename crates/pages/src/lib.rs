//! Pages for people: what the API answers, as HTML in Polish and English.
//!
//! A page asks the API as any client does, only from inside, and shows what it answers. It works without scripts; where something is
//! entered, small modules send it to the same API.

mod account;
mod admin;
mod after;
mod apply;
mod assets;
mod audit;
mod calendar;
mod card;
mod chart;
mod compare;
mod edition;
mod entry;
mod events;
mod feed;
mod grand_prix;
mod home;
mod league;
mod link;
mod listed;
mod lists;
mod me;
mod mw;
mod notices;
mod online;
mod organise;
mod paper;
mod player;
mod projector;
mod qualifications;
mod ranking;
mod reason;
mod rulebook;
mod season;
mod shell;
mod show;
mod sign_in;
mod site;
mod time;
mod tongue;
mod tournament;
mod work;

use actix_web::web::ServiceConfig;
use api::Endpoint;

/// Every address of a page.
pub fn configure(config: &mut ServiceConfig) {
    let endpoints = vec![
        Endpoint::at("/").get(home::begin),
        Endpoint::at("/assets/{version}/{file}").get(assets::file),
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
        // Further pages for everybody.
        Endpoint::at("/robots.txt").get(site::robots),
        Endpoint::at("/favicon.ico").get(site::icon),
        Endpoint::at("/{lang:pl|en}/feed.atom").get(feed::show),
        Endpoint::at("/{lang:pl|en}/privacy").get(notices::privacy),
        Endpoint::at("/{lang:pl|en}/accessibility").get(notices::accessibility),
        Endpoint::at("/{lang:pl|en}/tournaments/{id}/projector").get(projector::show),
        Endpoint::at("/{lang:pl|en}/leagues/{id}").get(league::show),
        Endpoint::at("/{lang:pl|en}/online-events/{id}").get(online::show),
        Endpoint::at("/{lang:pl|en}/rulebooks").get(rulebook::list),
        Endpoint::at("/{lang:pl|en}/rulebooks/{id}").get(rulebook::show),
        Endpoint::at("/{lang:pl|en}/lists/{list}").get(edition::list),
        Endpoint::at("/{lang:pl|en}/lists/{list}/editions/{number}").get(edition::show),
        Endpoint::at("/{lang:pl|en}/seasons/{season}/events").get(events::show),
        // For whoever is signed in.
        Endpoint::at("/{lang:pl|en}/sign-in").get(sign_in::show),
        Endpoint::at("/{lang:pl|en}/set-password").get(sign_in::set_password),
        Endpoint::at("/{lang:pl|en}/work").get(work::show),
        Endpoint::at("/{lang:pl|en}/account").get(account::show),
        // Running a tournament.
        Endpoint::at("/{lang:pl|en}/apply").get(apply::show),
        Endpoint::at("/{lang:pl|en}/application").get(apply::private),
        Endpoint::at("/{lang:pl|en}/organise/{id}").get(organise::overview::show),
        Endpoint::at("/{lang:pl|en}/organise/{id}/desk").get(organise::desk::show),
        Endpoint::at("/{lang:pl|en}/organise/{id}/officiating").get(organise::officiating::show),
        Endpoint::at("/{lang:pl|en}/organise/{id}/settings").get(organise::settings::show),
        Endpoint::at("/{lang:pl|en}/organise/{id}/acts").get(organise::acts::show),
        // Entering sheets.
        Endpoint::at("/sw.js").get(assets::worker),
        Endpoint::at("/{lang:pl|en}/organise/{id}/sheets").get(entry::show),
        Endpoint::at("/{lang:pl|en}/table").get(entry::table),
        // On paper.
        Endpoint::at("/{lang:pl|en}/organise/{id}/print").get(paper::index::show),
        Endpoint::at("/{lang:pl|en}/organise/{id}/print/sheets/{stage}").get(paper::sheets::show),
        Endpoint::at("/{lang:pl|en}/organise/{id}/print/seating/{stage}/{order:names|tables}")
            .get(paper::seating::show),
        Endpoint::at("/{lang:pl|en}/organise/{id}/print/standings/{stage}").get(paper::standings::show),
        Endpoint::at("/{lang:pl|en}/organise/{id}/print/labels/{size:a4|a5}").get(paper::labels::show),
        Endpoint::at("/{lang:pl|en}/organise/{id}/print/results").get(paper::results::show),
        Endpoint::at("/{lang:pl|en}/organise/{id}/print/diplomas/{places:3|4|10}").get(paper::diplomas::show),
        // Shared.
        Endpoint::at("/{lang:pl|en}/tournaments/{id}/after/{stage}").get(after::show),
        Endpoint::at("/cards/{version}/{lang:pl|en}/tournament/{id}.png").get(card::of_tournament),
        Endpoint::at("/cards/{version}/{lang:pl|en}/tournament/{id}/{stage}.png").get(card::of_stage),
        Endpoint::at("/cards/{version}/{lang:pl|en}/ranking/{season}.png").get(card::of_ranking),
        Endpoint::at("/cards/{version}/{lang:pl|en}/player/{season}/{player}.png").get(card::of_player),
        // For admins.
        Endpoint::at("/{lang:pl|en}/admin").get(admin::queues::show),
        Endpoint::at("/{lang:pl|en}/admin/decisions").get(admin::decisions::show),
        Endpoint::at("/{lang:pl|en}/admin/applications").get(admin::applications::list),
        Endpoint::at("/{lang:pl|en}/admin/applications/{id}").get(admin::applications::show),
        Endpoint::at("/{lang:pl|en}/admin/lists").get(admin::lists::list),
        Endpoint::at("/{lang:pl|en}/admin/lists/{list}").get(admin::lists::show),
        Endpoint::at("/{lang:pl|en}/admin/ledger").get(admin::ledger::list),
        Endpoint::at("/{lang:pl|en}/admin/ledger/{kind:mp|mw}/{id}").get(admin::ledger::show),
        Endpoint::at("/{lang:pl|en}/admin/accounts").get(admin::accounts::list),
        Endpoint::at("/{lang:pl|en}/admin/accounts/{id}").get(admin::accounts::show),
        Endpoint::at("/{lang:pl|en}/admin/corrections").get(admin::corrections::start),
        Endpoint::at("/{lang:pl|en}/admin/corrections/players/{id}").get(admin::corrections::player),
        Endpoint::at("/{lang:pl|en}/admin/corrections/tournaments/{id}").get(admin::corrections::tournament),
        Endpoint::at("/{lang:pl|en}/admin/corrections/tournaments/{id}/{stage}/{table:[0-9]{1,5}}")
            .get(admin::corrections::sheet),
        Endpoint::at("/{lang:pl|en}/admin/seasons").get(admin::seasons::list),
        Endpoint::at("/{lang:pl|en}/admin/rulebooks").get(admin::seasons::rulebooks),
        Endpoint::at("/{lang:pl|en}/admin/rulebooks/{id}").get(admin::seasons::rulebook),
        Endpoint::at("/{lang:pl|en}/admin/what-if").get(admin::seasons::what_if),
        Endpoint::at("/{lang:pl|en}/admin/events").get(admin::events::list),
        Endpoint::at("/{lang:pl|en}/admin/events/{kind:league|grand-prix|online|mw}/{id}").get(admin::events::show),
        // For those who read the log.
        Endpoint::at("/{lang:pl|en}/audit").get(audit::log::show),
        Endpoint::at("/{lang:pl|en}/audit/events/{position:[0-9]{1,16}}").get(audit::log::event),
        Endpoint::at("/{lang:pl|en}/audit/moment").get(audit::moment::show),
        Endpoint::at("/{lang:pl|en}/audit/diff").get(audit::diff::show),
        Endpoint::at("/{lang:pl|en}/audit/editions").get(audit::editions::show),
        Endpoint::at("/{lang:pl|en}/audit/verify").get(audit::verify::show),
        // Whatever else begins like a page is told in a page that it is not there.
        Endpoint::at("/{lang:pl|en}/{rest:.*}").get(show::nothing),
    ];
    for endpoint in endpoints {
        config.service(endpoint.build());
    }
}
