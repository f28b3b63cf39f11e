//! Pages for people: what the API answers, as HTML in Polish and English.
//!
//! A page asks the API as any client does, only from inside, and shows what it answers. It works without scripts; where
//! something is entered, small modules send it to the same API.

pub(crate) mod accounts;
pub(crate) mod competitions;
pub(crate) mod layout;
pub(crate) mod players;
pub(crate) mod publication;
pub(crate) mod qualifications;
pub(crate) mod seasons;
pub(crate) mod site;
pub(crate) mod tournaments;

mod admin;
mod log;

use actix_web::web::{self, ServiceConfig};
use api::Endpoint;

/// What the address of every page begins with.
const LANGUAGE: &str = "/{lang:pl|en}";

/// Every address of a page.
pub fn configure(config: &mut ServiceConfig) {
    // Looked at in this order: what most people ask for comes first.
    let pages = vec![
        page("/{lang:pl|en}/seasons/{season}/ranking").get(seasons::ranking::show),
        page("/{lang:pl|en}/tournaments/{id}").get(tournaments::tournament::show),
        page("/{lang:pl|en}").get(site::home::show),
        page("/{lang:pl|en}/lists").get(publication::lists::show),
        page("/{lang:pl|en}/grand-prix/{id}").get(competitions::grand_prix::show),
        page("/{lang:pl|en}/mw/{id}").get(qualifications::mw::show),
        page("/{lang:pl|en}/seasons/{season}/ranking/compare").get(seasons::compare::show),
        page("/{lang:pl|en}/seasons/{season}/mp").get(qualifications::mp::show),
        page("/{lang:pl|en}/seasons/{season}/mw").get(qualifications::mw::list),
        page("/{lang:pl|en}/seasons/{season}/calendar").get(seasons::calendar::show),
        page("/{lang:pl|en}/seasons/{season}/players/{player}").get(players::player::show),
        // Further public pages.
        page("/{lang:pl|en}/feed.atom").get(publication::feed::show),
        page("/{lang:pl|en}/privacy").get(site::notices::privacy),
        page("/{lang:pl|en}/accessibility").get(site::notices::accessibility),
        page("/{lang:pl|en}/tournaments/{id}/projector").get(tournaments::projector::show),
        page("/{lang:pl|en}/leagues/{id}").get(competitions::league::show),
        page("/{lang:pl|en}/online-events/{id}").get(competitions::online::show),
        page("/{lang:pl|en}/rulebooks").get(seasons::rulebook::list),
        page("/{lang:pl|en}/rulebooks/{id}").get(seasons::rulebook::show),
        page("/{lang:pl|en}/lists/{list}").get(publication::edition::list),
        page("/{lang:pl|en}/lists/{list}/editions/{number}").get(publication::edition::show),
        page("/{lang:pl|en}/seasons/{season}/events").get(competitions::list::show),
        // For signed-in accounts.
        page("/{lang:pl|en}/sign-in").get(accounts::sign_in::show),
        page("/{lang:pl|en}/set-password").get(accounts::sign_in::set_password),
        page("/{lang:pl|en}/work").get(accounts::dashboard::show),
        page("/{lang:pl|en}/account").get(accounts::account::show),
        // Running a tournament.
        page("/{lang:pl|en}/apply").get(tournaments::apply::show),
        page("/{lang:pl|en}/application").get(tournaments::apply::private),
        page("/{lang:pl|en}/organise/{id}").get(tournaments::organise::overview::show),
        page("/{lang:pl|en}/organise/{id}/desk").get(tournaments::organise::desk::show),
        page("/{lang:pl|en}/organise/{id}/officiating").get(tournaments::organise::officiating::show),
        page("/{lang:pl|en}/organise/{id}/settings").get(tournaments::organise::settings::show),
        page("/{lang:pl|en}/organise/{id}/acts").get(tournaments::organise::acts::show),
        // Entering sheets.
        page("/{lang:pl|en}/organise/{id}/sheets").get(tournaments::sheet_entry::show),
        page("/{lang:pl|en}/table").get(tournaments::sheet_entry::table),
        // On paper.
        page("/{lang:pl|en}/organise/{id}/print").get(tournaments::print::index::show),
        page("/{lang:pl|en}/organise/{id}/print/sheets/{stage}").get(tournaments::print::sheets::show),
        page("/{lang:pl|en}/organise/{id}/print/seating/{stage}/{order:names|tables}")
            .get(tournaments::print::seating::show),
        page("/{lang:pl|en}/organise/{id}/print/standings/{stage}").get(tournaments::print::standings::show),
        page("/{lang:pl|en}/organise/{id}/print/labels/{size:a4|a5}").get(tournaments::print::labels::show),
        page("/{lang:pl|en}/organise/{id}/print/results").get(tournaments::print::results::show),
        page("/{lang:pl|en}/organise/{id}/print/diplomas/{places:3|4|10}").get(tournaments::print::diplomas::show),
        // Shared.
        page("/{lang:pl|en}/tournaments/{id}/after/{stage}").get(tournaments::stage_standings::show),
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
        page("/{lang:pl|en}/admin/events").get(admin::competitions::list),
        page("/{lang:pl|en}/admin/events/{kind:league|grand-prix|online|mw}/{id}").get(admin::competitions::show),
        // For those who read the log.
        page("/{lang:pl|en}/audit").get(log::events::show),
        page("/{lang:pl|en}/audit/events/{position:[0-9]{1,16}}").get(log::events::event),
        page("/{lang:pl|en}/audit/moment").get(log::moment::show),
        page("/{lang:pl|en}/audit/diff").get(log::diff::show),
        page("/{lang:pl|en}/audit/editions").get(log::editions::show),
        page("/{lang:pl|en}/audit/verify").get(log::verify::show),
        // Whatever else begins like a page is told in a page that it is not there.
        page("/{lang:pl|en}/{rest:.*}").get(layout::response::not_found),
    ];
    let others = vec![
        Endpoint::at("/").get(site::home::redirect_to_language),
        Endpoint::at("/assets/{version}/{file}").get(site::assets::file),
        Endpoint::at("/robots.txt").get(site::robots::robots),
        Endpoint::at("/favicon.ico").get(site::robots::icon),
        Endpoint::at("/sw.js").get(site::assets::worker),
        Endpoint::at("/cards/{version}/{lang:pl|en}/tournament/{id}.png").get(site::card::of_tournament),
        Endpoint::at("/cards/{version}/{lang:pl|en}/tournament/{id}/{stage}.png").get(site::card::of_stage),
        Endpoint::at("/cards/{version}/{lang:pl|en}/ranking/{season}.png").get(site::card::of_ranking),
        Endpoint::at("/cards/{version}/{lang:pl|en}/player/{season}/{player}.png").get(site::card::of_player),
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
