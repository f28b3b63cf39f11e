//! The list of players with search and paging.

use super::answers::player_answer;
use super::city::CityFilter;
use crate::http::app::AppState;
use crate::http::conditional::NotModified;
use crate::http::csv::Dialect;
use crate::http::endpoint::RoutePattern;
use crate::http::list_response::{self, ListFormat};
use crate::http::paging::{self, Cursor, Page, PageViews};
use crate::http::params;
use crate::http::problem::{HandlerResult, Problem, ProblemKind};
use crate::http::read::Read;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::Choice;
use domain::values::voivodeship::Voivodeship;
use events::envelope::Position;
use formats::localization::Message;
use projections::views::{ListKey, Players, PublicPlayer, SearchKey, Views};
use serde::Deserialize;
use utoipa::IntoParams;
use wire::players::Player;

const MAX_SEARCH_CHARS: usize = 200;

/// Which players.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PlayerFilter {
    /// Words of first name, surname or city, or beginnings of them; `lukasz` finds Łukasz.
    #[param(min_length = 1, max_length = 200)]
    q: Option<String>,
    /// Only players of this voivodeship.
    #[param(schema_with = super::voivodeship)]
    voivodeship: Option<String>,
    /// Only players of this city, however it is written.
    #[param(min_length = 1, max_length = 200)]
    city: Option<String>,
    /// The most items on the page.
    #[param(minimum = 1, maximum = 200, default = 100)]
    limit: Option<u16>,
    /// Where the page begins: `next` of the page before, with the same filters.
    #[param(max_length = 4096)]
    cursor: Option<String>,
    /// Asks for CSV, and for which.
    #[param(inline)]
    dialect: Option<Dialect>,
}

/// The players, in the order of the Polish alphabet.
///
/// A search puts those first of whom every word is a whole word. All pages show the list as it stood when the first was
/// asked for, with the names of today.
#[utoipa::path(
    get, path = "/api/v1/players", tag = "players", operation_id = "listPlayers",
    params(PlayerFilter),
    responses((status = 200, description = "A page of players", content(
        (Page<Player> = "application/json"),
        (String = "text/csv", example = "id,first_name,surname,city,voivodeship,foreign,etag\r\n2f6c1d0e9b8a4756x3f2,Łucja,Przykładowa,Łódź,łódzkie,false,\"\"\"1042\"\"\"\r\n"),
    )), NotModified)
)]
pub(crate) async fn list(Read { request, app, params: filter }: Read<PlayerFilter>) -> HandlerResult {
    let format = ListFormat::from_request(&request, filter.dialect)?;
    let limit = paging::page_size(filter.limit)?;
    // Only pages of the usual lengths are cached: the others would evict what most clients ask for.
    let is_kept = limit == usize::from(paging::DEFAULT_ITEMS) || limit == usize::from(paging::MAX_ITEMS);
    if let (true, PlayerFilter { q: None, voivodeship: None, city: None, cursor: None, dialect, .. }) =
        (is_kept, &filter)
    {
        let views = app.views();
        let key = match (format, dialect) {
            (ListFormat::Json, _) => 0,
            (ListFormat::Csv(_), None) => 1,
            (ListFormat::Csv(_), Some(Dialect::Rfc4180)) => 2,
            (ListFormat::Csv(_), Some(Dialect::Excel)) => 3,
        };
        let state = views.players.changed;
        let answer = app.answers.answer(("players", key + 4 * limit as u64), state, || {
            let first = wanted(&filter, limit, &views, None)?;
            let page = list_response::page(&request, format, state, &first.page(&app, &filter.list(), state))?;
            Ok(page.at(RoutePattern::of(&request)))
        })?;
        return Ok(answer.respond_cacheable(&request).await);
    }
    let list = filter.list();
    let cursor = filter.cursor.as_deref().map(|text| app.cursors.read(text, &list)).transpose()?;
    let PageViews { views, today } = paging::views(&app, cursor.as_ref(), |views| views.players.changed).await?;
    let position = views.players.changed;
    let entries = if filter.is_narrowed() { views.players.len() } else { limit };
    let wanted = paging::run_or_spawn_blocking(entries, move || wanted(&filter, limit, &views, cursor.as_ref()));
    let page = wanted.await??.page(&app, &list, position);
    // Names are of today on every page, so a page is as new as the list is today.
    Ok(list_response::page(&request, format, today.players.changed, &page)?.respond(&request).await)
}

impl PlayerFilter {
    /// The name of the list in cursors: differs for each combination of filters.
    fn list(&self) -> String {
        format!("players {:?} {:?} {:?}", self.q, self.voivodeship, self.city)
    }

    fn is_narrowed(&self) -> bool {
        self.q.is_some() || self.voivodeship.is_some() || self.city.is_some()
    }

    fn voivodeship(&self) -> Result<Option<Voivodeship>, Problem> {
        self.voivodeship.as_deref().map(parse_voivodeship).transpose()
    }
}

pub(crate) fn parse_voivodeship(name: &str) -> Result<Voivodeship, Problem> {
    params::choice("voivodeship", name)
}

/// The players of a page, and the key after which the next page begins.
struct PlayerPage {
    items: Vec<Player>,
    after: Option<String>,
}

impl PlayerPage {
    /// As a page of a list that last changed at this position.
    fn page(self, app: &AppState, list: &str, position: Position) -> Page<Player> {
        let next = app.cursors.next(position, self.after, list);
        Page { items: self.items, next }
    }
}

/// The page of these views that matches the filter.
fn wanted(filter: &PlayerFilter, limit: usize, views: &Views, cursor: Option<&Cursor>) -> Result<PlayerPage, Problem> {
    let voivodeship = filter.voivodeship()?.map(Voivodeship::name);
    let city = filter.city.as_deref().map(CityFilter::read).transpose()?;
    let fits = |player: &PublicPlayer| {
        let of = |name| player.person.as_ref().is_some_and(|person| person.voivodeship.as_str() == name);
        voivodeship.is_none_or(of) && city.as_ref().is_none_or(|city| city.is_of(player.person.as_ref()))
    };
    let after = cursor.map(|cursor| cursor.after.as_str());
    let (players, after) = match &filter.q {
        Some(text) => search_players(&views.players, text, after, limit, fits)?,
        None => list_players(&views.players, after, limit, fits)?,
    };
    Ok(PlayerPage { items: players.into_iter().filter_map(player_answer).collect(), after })
}

/// The players of a page, and the key after which the next page begins.
type Found<'a> = (Vec<&'a PublicPlayer>, Option<String>);

fn list_players<'a>(
    players: &'a Players,
    after: Option<&str>,
    limit: usize,
    fits: impl Fn(&PublicPlayer) -> bool,
) -> Result<Found<'a>, Problem> {
    let read = |text: &str| URL_SAFE_NO_PAD.decode(text).map(|bytes| ListKey::from_bytes(&bytes));
    let mut from = after.map(read).transpose().map_err(|_| Problem::new(ProblemKind::InvalidCursor))?;
    let mut search_players: Vec<(ListKey, &PublicPlayer)> = Vec::new();
    loop {
        let part = players.page(from.as_ref(), limit + 1);
        let is_last = part.len() <= limit;
        from = part.last().map(|(key, _)| (*key).clone());
        search_players
            .extend(part.into_iter().filter(|(_, player)| fits(player)).map(|(key, player)| (key.clone(), player)));
        if is_last || search_players.len() > limit {
            break;
        }
    }
    let more = search_players.len() > limit;
    search_players.truncate(limit);
    let after = search_players.last().filter(|_| more).map(|(key, _)| URL_SAFE_NO_PAD.encode(key.as_bytes()));
    Ok((search_players.into_iter().map(|(_, player)| player).collect(), after))
}

/// Refuses an empty search, and one longer than any name.
pub(crate) fn check_search(text: &str) -> Result<(), Problem> {
    if text.chars().count() <= MAX_SEARCH_CHARS && !text.trim().is_empty() {
        return Ok(());
    }
    let words = Message::new("field-search").number("max", MAX_SEARCH_CHARS as i64);
    let field = crate::http::problem::FieldProblem::parameter("q", "invalid-value", words);
    Err(Problem::new(ProblemKind::InvalidParameter).at(field))
}

fn search_players<'a>(
    players: &'a Players,
    text: &str,
    after: Option<&str>,
    limit: usize,
    fits: impl Fn(&PublicPlayer) -> bool,
) -> Result<Found<'a>, Problem> {
    check_search(text)?;
    let read = |text: &str| URL_SAFE_NO_PAD.decode(text).ok().and_then(|bytes| SearchKey::from_bytes(&bytes));
    let from = after.map(|text| read(text).ok_or(ProblemKind::InvalidCursor)).transpose()?;
    // One more than is shown tells whether there is a next page.
    let mut search_players = players.search(text, from.as_ref(), limit + 1, fits);
    let more = search_players.len() > limit;
    search_players.truncate(limit);
    let after = search_players.last().filter(|_| more).map(|(key, _)| URL_SAFE_NO_PAD.encode(key.to_bytes()));
    Ok((search_players.into_iter().map(|(_, player)| player).collect(), after))
}
