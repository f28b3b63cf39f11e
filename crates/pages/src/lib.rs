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

use crate::layout::language::Language;
use crate::layout::response::{self, Rendered};
use actix_web::web::{self, ServiceConfig};
use actix_web::{FromRequest, Handler, HttpResponse};
use api::{ApiClient, Endpoint};

/// What the address of every page begins with.
const LANGUAGE: &str = "/{lang:pl|en}";

/// Every address of a page.
pub fn configure(config: &mut ServiceConfig) {
    // Looked at in this order: what most people ask for comes first.
    let pages = vec![
        page("/{lang:pl|en}/seasons/{season}/ranking").get(public(seasons::ranking::show)),
        page("/{lang:pl|en}/tournaments/{id}").get(public(tournaments::tournament::show)),
        page("/{lang:pl|en}").get(public(site::home::show)),
        page("/{lang:pl|en}/lists").get(public(publication::lists::show)),
        page("/{lang:pl|en}/grand-prix/{id}").get(public(competitions::grand_prix::show)),
        page("/{lang:pl|en}/mw/{id}").get(public(qualifications::mw::show)),
        page("/{lang:pl|en}/seasons/{season}/ranking/compare").get(public(seasons::compare::show)),
        page("/{lang:pl|en}/seasons/{season}/mp").get(public(qualifications::mp::show)),
        page("/{lang:pl|en}/seasons/{season}/mw").get(public(qualifications::mw::list)),
        page("/{lang:pl|en}/seasons/{season}/calendar").get(public(seasons::calendar::show)),
        page("/{lang:pl|en}/seasons/{season}/players/{player}").get(public(players::player::show)),
        // Further public pages.
        page("/{lang:pl|en}/feed.atom").get(publication::feed::show),
        page("/{lang:pl|en}/privacy").get(public(site::notices::privacy)),
        page("/{lang:pl|en}/accessibility").get(public(site::notices::accessibility)),
        page("/{lang:pl|en}/tournaments/{id}/projector").get(public(tournaments::projector::show)),
        page("/{lang:pl|en}/leagues/{id}").get(public(competitions::league::show)),
        page("/{lang:pl|en}/online-events/{id}").get(public(competitions::online::show)),
        page("/{lang:pl|en}/rulebooks").get(public(seasons::rulebook::list)),
        page("/{lang:pl|en}/rulebooks/{id}").get(public(seasons::rulebook::show)),
        page("/{lang:pl|en}/lists/{list}").get(public(publication::edition::list)),
        page("/{lang:pl|en}/lists/{list}/editions/{number}").get(public(publication::edition::show)),
        page("/{lang:pl|en}/seasons/{season}/events").get(public(competitions::list::show)),
        // For signed-in accounts.
        page("/{lang:pl|en}/sign-in").get(public(accounts::sign_in::show)),
        page("/{lang:pl|en}/set-password").get(public(accounts::sign_in::set_password)),
        page("/{lang:pl|en}/work").get(personal(accounts::dashboard::show)),
        page("/{lang:pl|en}/account").get(personal(accounts::account::show)),
        // Running a tournament.
        page("/{lang:pl|en}/apply").get(public(tournaments::apply::show)),
        page("/{lang:pl|en}/application").get(tournaments::apply::private),
        page("/{lang:pl|en}/organise/{id}").get(personal(tournaments::organise::overview::show)),
        page("/{lang:pl|en}/organise/{id}/desk").get(personal(tournaments::organise::desk::show)),
        page("/{lang:pl|en}/organise/{id}/officiating").get(personal(tournaments::organise::officiating::show)),
        page("/{lang:pl|en}/organise/{id}/settings").get(personal(tournaments::organise::settings::show)),
        page("/{lang:pl|en}/organise/{id}/acts").get(personal(tournaments::organise::acts::show)),
        // Entering sheets.
        page("/{lang:pl|en}/organise/{id}/sheets").get(personal(tournaments::sheet_entry::show)),
        page("/{lang:pl|en}/table").get(tournaments::sheet_entry::table),
        // On paper.
        page("/{lang:pl|en}/organise/{id}/print").get(personal(tournaments::print::index::show)),
        page("/{lang:pl|en}/organise/{id}/print/sheets/{stage}").get(personal(tournaments::print::sheets::show)),
        page("/{lang:pl|en}/organise/{id}/print/seating/{stage}/{order:names|tables}")
            .get(personal(tournaments::print::seating::show)),
        page("/{lang:pl|en}/organise/{id}/print/standings/{stage}").get(personal(tournaments::print::standings::show)),
        page("/{lang:pl|en}/organise/{id}/print/labels/{size:a4|a5}").get(personal(tournaments::print::labels::show)),
        page("/{lang:pl|en}/organise/{id}/print/results").get(personal(tournaments::print::results::show)),
        page("/{lang:pl|en}/organise/{id}/print/diplomas/{places:3|4|10}")
            .get(personal(tournaments::print::diplomas::show)),
        // Shared.
        page("/{lang:pl|en}/tournaments/{id}/after/{stage}").get(public(tournaments::stage_standings::show)),
        // For admins.
        page("/{lang:pl|en}/admin").get(personal(admin::queues::show)),
        page("/{lang:pl|en}/admin/decisions").get(personal(admin::decisions::show)),
        page("/{lang:pl|en}/admin/applications").get(personal(admin::applications::list)),
        page("/{lang:pl|en}/admin/applications/{id}").get(personal(admin::applications::show)),
        page("/{lang:pl|en}/admin/lists").get(personal(admin::lists::list)),
        page("/{lang:pl|en}/admin/lists/{list}").get(personal(admin::lists::show)),
        page("/{lang:pl|en}/admin/ledger").get(personal(admin::ledger::list)),
        page("/{lang:pl|en}/admin/ledger/{kind:mp|mw}/{id}").get(personal(admin::ledger::show)),
        page("/{lang:pl|en}/admin/accounts").get(personal(admin::accounts::list)),
        page("/{lang:pl|en}/admin/accounts/{id}").get(personal(admin::accounts::show)),
        page("/{lang:pl|en}/admin/corrections").get(personal(admin::corrections::start)),
        page("/{lang:pl|en}/admin/corrections/players/{id}").get(personal(admin::corrections::player)),
        page("/{lang:pl|en}/admin/corrections/tournaments/{id}").get(personal(admin::corrections::tournament)),
        page("/{lang:pl|en}/admin/corrections/tournaments/{id}/{stage}/{table:[0-9]{1,5}}")
            .get(personal(admin::corrections::sheet)),
        page("/{lang:pl|en}/admin/seasons").get(personal(admin::seasons::list)),
        page("/{lang:pl|en}/admin/rulebooks").get(personal(admin::seasons::rulebooks)),
        page("/{lang:pl|en}/admin/rulebooks/{id}").get(personal(admin::seasons::rulebook)),
        page("/{lang:pl|en}/admin/what-if").get(personal(admin::seasons::what_if)),
        page("/{lang:pl|en}/admin/events").get(personal(admin::competitions::list)),
        page("/{lang:pl|en}/admin/events/{kind:league|grand-prix|online|mw}/{id}")
            .get(personal(admin::competitions::show)),
        // For those who read the log.
        page("/{lang:pl|en}/audit").get(personal(log::events::show)),
        page("/{lang:pl|en}/audit/events/{position:[0-9]{1,16}}").get(personal(log::events::event)),
        page("/{lang:pl|en}/audit/moment").get(personal(log::moment::show)),
        page("/{lang:pl|en}/audit/diff").get(personal(log::diff::show)),
        page("/{lang:pl|en}/audit/editions").get(personal(log::editions::show)),
        page("/{lang:pl|en}/audit/verify").get(personal(log::verify::show)),
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

/// Shows what a handler renders as a page that is the same for all.
fn public<F, Args>(render: F) -> impl Handler<(ApiClient, Language, Args), Output = HttpResponse>
where
    F: Handler<Args, Output = Rendered>,
    Args: FromRequest + 'static,
{
    move |client: ApiClient, language: Language, args: Args| {
        let page = render.call(args);
        async move { response::public(&client, language, page).await }
    }
}

/// Shows what a handler renders as a page for one account.
fn personal<F, Args>(render: F) -> impl Handler<(ApiClient, Language, Args), Output = HttpResponse>
where
    F: Handler<Args, Output = Rendered>,
    Args: FromRequest + 'static,
{
    move |client: ApiClient, language: Language, args: Args| {
        let page = render.call(args);
        async move { response::personal(&client, language, page).await }
    }
}
