//! Social cards: images of 1200 by 630 pixels that other sites show for a page, and posts with the same text.
//!
//! Cards leave the service and cannot be recalled, so they show a first name and an initial (`ApiClient::short_name`),
//! for adults and minors alike.

mod font_metrics;
mod player;
mod png;
mod ranking;
mod svg;
mod tournament;

use crate::layout::language::Language;
use crate::layout::link;
use crate::layout::response;
use crate::layout::shell::{NavLink, SocialCard};
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION, RETRY_AFTER};
use actix_web::{HttpResponse, web};
use api::{ApiClient, ApiError};
use domain::tournament::course::Stage;
use domain::values::digest::Digest;
use std::fmt::Write;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CardSubject {
    Tournament {
        id: String,
    },
    /// The leaders after a stage.
    Stage {
        id: String,
        stage: Stage,
    },
    Ranking {
        season: String,
    },
    Player {
        season: String,
        player: String,
    },
}

/// A line on a card: a place, a name and points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) place: String,
    pub(crate) text: String,
    pub(crate) value: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    /// The line above the title: a state or a season.
    pub(crate) kicker: String,
    pub(crate) title: String,
    pub(crate) about: String,
    pub(crate) rows: Vec<Row>,
    pub(crate) site: String,
}

/// The card of a page and a post to be copied.
pub(crate) struct ShareInfo {
    pub(crate) card: SocialCard,
    pub(crate) post: String,
    pub(crate) others: Vec<NavLink>,
}

impl CardSubject {
    fn page(&self, language: Language) -> String {
        match self {
            Self::Tournament { id } => link::tournament(language, id),
            Self::Stage { id, stage } => link::after_stage(language, id, *stage),
            Self::Ranking { season } => link::ranking(language, season),
            Self::Player { season, player } => link::player(language, season, player),
        }
    }

    /// The last part of the address of the image.
    fn file(&self) -> String {
        let name = |kind: &str, parts: &[&str]| {
            let parts: Vec<String> = parts.iter().map(|part| link::escaped(part)).collect();
            format!("{kind}/{}.png", parts.join("/"))
        };
        match self {
            Self::Tournament { id } => name("tournament", &[id]),
            Self::Stage { id, stage } => name("tournament", &[id, &stage.to_string()]),
            Self::Ranking { season } => name("ranking", &[season]),
            Self::Player { season, player } => name("player", &[season, player]),
        }
    }

    pub(crate) async fn picture(&self, client: &ApiClient, language: Language) -> Result<Picture, ApiError> {
        match self {
            Self::Tournament { id } => tournament::whole(client, language, id).await,
            Self::Stage { id, stage } => tournament::after(client, language, id, *stage).await,
            Self::Ranking { season } => ranking::picture(client, language, season).await,
            Self::Player { season, player } => player::picture(client, language, season, player).await,
        }
    }

    /// The address of the image; it contains a hash of the content, so that caches never show an old card.
    fn address(&self, language: Language, picture: &Picture) -> String {
        format!("/cards/{}/{}/{}", version(&picture.svg()), language.code(), self.file())
    }

    pub(crate) async fn shared(&self, client: &ApiClient, language: Language) -> Result<ShareInfo, ApiError> {
        let picture = self.picture(client, language).await?;
        let public_url = client.public_url();
        let address = format!("{public_url}{}", self.page(language));
        let card = SocialCard {
            title: picture.title.clone(),
            description: picture.description(),
            picture: format!("{public_url}{}", self.address(language, &picture)),
            address: address.clone(),
        };
        let others = match self {
            Self::Tournament { id } => tournament::stages(client, language, id).await?,
            _ => Vec::new(),
        };
        Ok(ShareInfo { card, post: picture.post(&address), others })
    }
}

impl Picture {
    fn description(&self) -> String {
        let rows = self.rows.iter().map(|row| format!("{} {}", row.place, row.text));
        let rows = rows.collect::<Vec<_>>().join(", ");
        let parts = [self.kicker.as_str(), &self.about, &rows];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    }

    fn post(&self, address: &str) -> String {
        let mut post = format!("{}\n{}\n", self.title, self.kicker);
        if !self.about.is_empty() {
            let _ = writeln!(post, "{}", self.about);
        }
        for row in &self.rows {
            let value = if row.value.is_empty() { String::new() } else { format!(" ({})", row.value) };
            let _ = writeln!(post, "{} {}{value}", row.place, row.text);
        }
        let _ = write!(post, "{address}");
        post
    }
}

/// The public address without its scheme.
fn site(client: &ApiClient) -> String {
    let public_url = client.public_url();
    public_url.split_once("://").map_or(public_url, |(_, site)| site).to_owned()
}

/// The first 16 digits of the hash of an image.
fn version(svg: &str) -> String {
    Digest::of(svg.as_bytes()).to_string()[..16].to_owned()
}

pub(crate) async fn of_tournament(client: ApiClient, path: web::Path<(String, String, String)>) -> HttpResponse {
    let (version, lang, id) = path.into_inner();
    respond(&client, &version, Language::of(&lang), CardSubject::Tournament { id }).await
}

pub(crate) async fn of_stage(client: ApiClient, path: web::Path<(String, String, String, String)>) -> HttpResponse {
    let (version, lang, id, stage) = path.into_inner();
    let language = Language::of(&lang);
    let Ok(stage) = Stage::parse(&stage) else {
        return response::error_page_without_season(&client, language, &ApiError::not_found());
    };
    respond(&client, &version, language, CardSubject::Stage { id, stage }).await
}

pub(crate) async fn of_ranking(client: ApiClient, path: web::Path<(String, String, String)>) -> HttpResponse {
    let (version, lang, season) = path.into_inner();
    respond(&client, &version, Language::of(&lang), CardSubject::Ranking { season }).await
}

pub(crate) async fn of_player(client: ApiClient, path: web::Path<(String, String, String, String)>) -> HttpResponse {
    let (version, lang, season, player) = path.into_inner();
    respond(&client, &version, Language::of(&lang), CardSubject::Player { season, player }).await
}

/// Renders only the current version of a card, so that invented addresses cost nothing. Any other version redirects to
/// it, so that shared addresses stay valid.
async fn respond(client: &ApiClient, asked: &str, language: Language, subject: CardSubject) -> HttpResponse {
    let picture = match subject.picture(client, language).await {
        Ok(picture) => picture,
        Err(refusal) => return response::error_page_without_season(client, language, &refusal),
    };
    let svg = picture.svg();
    let newest = version(&svg);
    if asked != newest {
        return HttpResponse::Found()
            .insert_header((LOCATION, subject.address(language, &picture)))
            .insert_header((CACHE_CONTROL, "no-store"))
            .finish();
    }
    let etag = format!("\"{newest}\"");
    // A player may be erased or hide her name, so caches revalidate after a minute.
    let keeping = (CACHE_CONTROL, "public, max-age=60, must-revalidate");
    let known = client.request().headers().get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|known| known.contains(&etag)) {
        return HttpResponse::NotModified().insert_header((ETAG, etag)).insert_header(keeping).finish();
    }
    match png::render_png(client.client(), newest, svg).await {
        Ok(png) => HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, "image/png"))
            .insert_header((ETAG, etag))
            .insert_header(keeping)
            .body(png),
        Err(png::RenderError::Busy) => HttpResponse::ServiceUnavailable()
            .insert_header((RETRY_AFTER, "5"))
            .insert_header((CACHE_CONTROL, "no-store"))
            .finish(),
        Err(png::RenderError::Broken(error)) => {
            response::error_page_without_season(client, language, &ApiError::broken(&error))
        }
    }
}
