//! Pages for people: what the API answers, as HTML in Polish and English.
//!
//! A page asks the API as any client does, only from inside, and shows what it answers. It works without scripts; where something is
//! entered, small modules send it to the same API.

mod account;
mod admin;
mod after;
mod application;
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
mod query;
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

use actix_web::web::{self, ServiceConfig};
use api::Endpoint;

/// What the address of every page begins with.
const LANGUAGE: &str = "/{lang:pl|en}";

/// Every address of a page.
pub fn configure(config: &mut ServiceConfig) {
    // Looked at in this order: what most people ask for comes first.
    let pages = vec![
        page("/{lang:pl|en}/seasons/{season}/ranking").get(ranking::show),
        page("/{lang:pl|en}/tournaments/{id}").get(tournament::show),
        page("/{lang:pl|en}").get(home::show),
        page("/{lang:pl|en}/lists").get(lists::show),
        page("/{lang:pl|en}/grand-prix/{id}").get(grand_prix::show),
        page("/{lang:pl|en}/mw/{id}").get(mw::show),
        page("/{lang:pl|en}/seasons/{season}/ranking/compare").get(compare::show),
        page("/{lang:pl|en}/seasons/{season}/mp").get(qualifications::show),
        page("/{lang:pl|en}/seasons/{season}/mw").get(mw::list),
        page("/{lang:pl|en}/seasons/{season}/calendar").get(calendar::show),
        page("/{lang:pl|en}/seasons/{season}/players/{player}").get(player::show),
        // Further pages for everybody.
        page("/{lang:pl|en}/feed.atom").get(feed::show),
        page("/{lang:pl|en}/privacy").get(notices::privacy),
        page("/{lang:pl|en}/accessibility").get(notices::accessibility),
        page("/{lang:pl|en}/tournaments/{id}/projector").get(projector::show),
        page("/{lang:pl|en}/leagues/{id}").get(league::show),
        page("/{lang:pl|en}/online-events/{id}").get(online::show),
        page("/{lang:pl|en}/rulebooks").get(rulebook::list),
        page("/{lang:pl|en}/rulebooks/{id}").get(rulebook::show),
        page("/{lang:pl|en}/lists/{list}").get(edition::list),
        page("/{lang:pl|en}/lists/{list}/editions/{number}").get(edition::show),
        page("/{lang:pl|en}/seasons/{season}/events").get(events::show),
        // For whoever is signed in.
        page("/{lang:pl|en}/sign-in").get(sign_in::show),
        page("/{lang:pl|en}/set-password").get(sign_in::set_password),
        page("/{lang:pl|en}/work").get(work::show),
        page("/{lang:pl|en}/account").get(account::show),
        // Running a tournament.
        page("/{lang:pl|en}/apply").get(apply::show),
        page("/{lang:pl|en}/application").get(apply::private),
        page("/{lang:pl|en}/organise/{id}").get(organise::overview::show),
        page("/{lang:pl|en}/organise/{id}/desk").get(organise::desk::show),
        page("/{lang:pl|en}/organise/{id}/officiating").get(organise::officiating::show),
        page("/{lang:pl|en}/organise/{id}/settings").get(organise::settings::show),
        page("/{lang:pl|en}/organise/{id}/acts").get(organise::acts::show),
        // Entering sheets.
        page("/{lang:pl|en}/organise/{id}/sheets").get(entry::show),
        page("/{lang:pl|en}/table").get(entry::table),
        // On paper.
        page("/{lang:pl|en}/organise/{id}/print").get(paper::index::show),
        page("/{lang:pl|en}/organise/{id}/print/sheets/{stage}").get(paper::sheets::show),
        page("/{lang:pl|en}/organise/{id}/print/seating/{stage}/{order:names|tables}").get(paper::seating::show),
        page("/{lang:pl|en}/organise/{id}/print/standings/{stage}").get(paper::standings::show),
        page("/{lang:pl|en}/organise/{id}/print/labels/{size:a4|a5}").get(paper::labels::show),
        page("/{lang:pl|en}/organise/{id}/print/results").get(paper::results::show),
        page("/{lang:pl|en}/organise/{id}/print/diplomas/{places:3|4|10}").get(paper::diplomas::show),
        // Shared.
        page("/{lang:pl|en}/tournaments/{id}/after/{stage}").get(after::show),
        // For admins.
        page("/{lang:pl|en}/admin").get(admin::queues::show),
        page("/{lang:pl|en}/admin/decisions").get(admin::decisions::show),
        page("/{lang:pl|en}/admin/applications").get(admin::applications::list),
        page("/{lang:pl|en}/admin/applications/{id}").get(admin::applications::show),
        page("/{lang:pl|en}/admin/lists").get(admin::lists::list),
        page("/{lang:pl|en}/admin/lists/{list}").get(admin::lists::show),
        page("/{lang:pl|en}/admin/ledger").get(admin::ledger::list),
        page("/{lang:pl|en}/admin/ledger/{kind:mp|mw}/{id}").get(admin::ledger::show),
        page("/{lang:pl|en}/admin/accounts").get(admin::accounts::list),
        page("/{lang:pl|en}/admin/accounts/{id}").get(admin::accounts::show),
        page("/{lang:pl|en}/admin/corrections").get(admin::corrections::start),
        page("/{lang:pl|en}/admin/corrections/players/{id}").get(admin::corrections::player),
        page("/{lang:pl|en}/admin/corrections/tournaments/{id}").get(admin::corrections::tournament),
        page("/{lang:pl|en}/admin/corrections/tournaments/{id}/{stage}/{table:[0-9]{1,5}}")
            .get(admin::corrections::sheet),
        page("/{lang:pl|en}/admin/seasons").get(admin::seasons::list),
        page("/{lang:pl|en}/admin/rulebooks").get(admin::seasons::rulebooks),
        page("/{lang:pl|en}/admin/rulebooks/{id}").get(admin::seasons::rulebook),
        page("/{lang:pl|en}/admin/what-if").get(admin::seasons::what_if),
        page("/{lang:pl|en}/admin/events").get(admin::events::list),
        page("/{lang:pl|en}/admin/events/{kind:league|grand-prix|online|mw}/{id}").get(admin::events::show),
        // For those who read the log.
        page("/{lang:pl|en}/audit").get(audit::log::show),
        page("/{lang:pl|en}/audit/events/{position:[0-9]{1,16}}").get(audit::log::event),
        page("/{lang:pl|en}/audit/moment").get(audit::moment::show),
        page("/{lang:pl|en}/audit/diff").get(audit::diff::show),
        page("/{lang:pl|en}/audit/editions").get(audit::editions::show),
        page("/{lang:pl|en}/audit/verify").get(audit::verify::show),
        // Whatever else begins like a page is told in a page that it is not there.
        page("/{lang:pl|en}/{rest:.*}").get(show::nothing),
    ];
    let others = vec![
        Endpoint::at("/").get(home::begin),
        Endpoint::at("/assets/{version}/{file}").get(assets::file),
        Endpoint::at("/robots.txt").get(site::robots),
        Endpoint::at("/favicon.ico").get(site::icon),
        Endpoint::at("/sw.js").get(assets::worker),
        Endpoint::at("/cards/{version}/{lang:pl|en}/tournament/{id}.png").get(card::of_tournament),
        Endpoint::at("/cards/{version}/{lang:pl|en}/tournament/{id}/{stage}.png").get(card::of_stage),
        Endpoint::at("/cards/{version}/{lang:pl|en}/ranking/{season}.png").get(card::of_ranking),
        Endpoint::at("/cards/{version}/{lang:pl|en}/player/{season}/{player}.png").get(card::of_player),
    ];
    let scope = pages.into_iter().fold(web::scope(LANGUAGE), |scope, page| scope.service(page.build()));
    config.service(scope);
    for other in others {
        config.service(other.build());
    }
}

/// A page: its address begins with the language.
fn page(pattern: &'static str) -> Endpoint {
    Endpoint::below(LANGUAGE, pattern)
}
