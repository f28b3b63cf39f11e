//! Pictures of 1200 by 630 points that other sites show for a page, and posts with the same words.
//!
//! Whatever is here leaves the service and cannot be called back, so nobody is on it by full name: everybody is a first name and an
//! initial (`Inside::short_name`), whether grown up or not, and nothing tells one from the other.

mod letters;
mod paint;
mod player;
mod ranking;
mod svg;
mod tournament;

use crate::link;
use crate::shell::{Card, Way};
use crate::show;
use crate::tongue::Tongue;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION, RETRY_AFTER};
use actix_web::{HttpResponse, web};
use api::{Inside, Refusal};
use domain::digest::Digest;
use std::fmt::Write;

/// What a card is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Subject {
    Tournament {
        id: String,
    },
    /// The leaders after a stage.
    Stage {
        id: String,
        stage: String,
    },
    Ranking {
        season: String,
    },
    Player {
        season: String,
        player: String,
    },
}

/// A line on a card: somebody or something, with a place before and points behind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) place: String,
    pub(crate) text: String,
    pub(crate) value: String,
}

/// What stands on a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    /// What it is: a state, a season.
    pub(crate) kicker: String,
    pub(crate) title: String,
    pub(crate) about: String,
    pub(crate) rows: Vec<Row>,
    /// Where more of it is found.
    pub(crate) site: String,
}

/// A page as it is shared: the card of the shell, and a post to be copied.
pub(crate) struct Shared {
    pub(crate) card: Card,
    pub(crate) post: String,
    /// Other pages about the same that can be shared.
    pub(crate) others: Vec<Way>,
}

impl Subject {
    /// The page that the card is for.
    fn page(&self, tongue: Tongue) -> String {
        match self {
            Self::Tournament { id } => link::tournament(tongue, id),
            Self::Stage { id, stage } => link::after_stage(tongue, id, stage),
            Self::Ranking { season } => link::ranking(tongue, season),
            Self::Player { season, player } => link::player(tongue, season, player),
        }
    }

    /// The end of the address of its picture.
    fn file(&self) -> String {
        let name = |kind: &str, parts: &[&str]| {
            let parts: Vec<String> = parts.iter().map(|part| link::escaped(part)).collect();
            format!("{kind}/{}.png", parts.join("/"))
        };
        match self {
            Self::Tournament { id } => name("tournament", &[id]),
            Self::Stage { id, stage } => name("tournament", &[id, stage]),
            Self::Ranking { season } => name("ranking", &[season]),
            Self::Player { season, player } => name("player", &[season, player]),
        }
    }

    /// What stands on the card now.
    pub(crate) async fn picture(&self, inside: &Inside, tongue: Tongue) -> Result<Picture, Refusal> {
        match self {
            Self::Tournament { id } => tournament::whole(inside, tongue, id).await,
            Self::Stage { id, stage } => tournament::after(inside, tongue, id, stage).await,
            Self::Ranking { season } => ranking::picture(inside, tongue, season).await,
            Self::Player { season, player } => player::picture(inside, tongue, season, player).await,
        }
    }

    /// Where the picture is; the address changes with what is on it, so that nobody shows an old one for a new one.
    fn address(&self, tongue: Tongue, picture: &Picture) -> String {
        format!("/cards/{}/{}/{}", version(&picture.svg()), tongue.code(), self.file())
    }

    /// How the page is shared.
    pub(crate) async fn shared(&self, inside: &Inside, tongue: Tongue) -> Result<Shared, Refusal> {
        let picture = self.picture(inside, tongue).await?;
        let public_url = inside.public_url();
        let address = format!("{public_url}{}", self.page(tongue));
        let card = Card {
            title: picture.title.clone(),
            description: picture.description(),
            picture: format!("{public_url}{}", self.address(tongue, &picture)),
            address: address.clone(),
        };
        let others = match self {
            Self::Tournament { id } => tournament::stages(inside, tongue, id).await?,
            _ => Vec::new(),
        };
        Ok(Shared { card, post: picture.post(&address), others })
    }
}

impl Picture {
    fn description(&self) -> String {
        let rows = self.rows.iter().map(|row| format!("{} {}", row.place, row.text));
        let rows = rows.collect::<Vec<_>>().join(", ");
        let parts = [self.kicker.as_str(), &self.about, &rows];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    }

    /// What is put into a group, with the way to the page.
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

/// The site that people are led to, without what stands before its name.
fn site(inside: &Inside) -> String {
    let public_url = inside.public_url();
    public_url.split_once("://").map_or(public_url, |(_, site)| site).to_owned()
}

/// A part of the hash of a picture.
fn version(svg: &str) -> String {
    Digest::of(svg.as_bytes()).to_string()[..16].to_owned()
}

/// The picture of a tournament.
pub(crate) async fn of_tournament(inside: Inside, path: web::Path<(String, String, String)>) -> HttpResponse {
    let (version, lang, id) = path.into_inner();
    respond(&inside, &version, Tongue::of(&lang), Subject::Tournament { id }).await
}

/// The picture of a stage.
pub(crate) async fn of_stage(inside: Inside, path: web::Path<(String, String, String, String)>) -> HttpResponse {
    let (version, lang, id, stage) = path.into_inner();
    respond(&inside, &version, Tongue::of(&lang), Subject::Stage { id, stage }).await
}

/// The picture of a ranking.
pub(crate) async fn of_ranking(inside: Inside, path: web::Path<(String, String, String)>) -> HttpResponse {
    let (version, lang, season) = path.into_inner();
    respond(&inside, &version, Tongue::of(&lang), Subject::Ranking { season }).await
}

/// The picture of a player.
pub(crate) async fn of_player(inside: Inside, path: web::Path<(String, String, String, String)>) -> HttpResponse {
    let (version, lang, season, player) = path.into_inner();
    respond(&inside, &version, Tongue::of(&lang), Subject::Player { season, player }).await
}

/// Nothing is painted for an address that somebody has made up: what is on the picture is asked for first, and only the version of
/// that is painted. Any other version leads to it, so that addresses which were shared once stay good.
async fn respond(inside: &Inside, asked: &str, tongue: Tongue, subject: Subject) -> HttpResponse {
    let picture = match subject.picture(inside, tongue).await {
        Ok(picture) => picture,
        Err(refusal) => return show::refused(inside, tongue, &refusal),
    };
    let svg = picture.svg();
    let newest = version(&svg);
    if asked != newest {
        return HttpResponse::Found()
            .insert_header((LOCATION, subject.address(tongue, &picture)))
            .insert_header((CACHE_CONTROL, "no-store"))
            .finish();
    }
    let etag = format!("\"{newest}\"");
    // Somebody may be erased or hide her name: nobody keeps a picture without asking again soon.
    let keeping = (CACHE_CONTROL, "public, max-age=60, must-revalidate");
    let known = inside.request().headers().get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|known| known.contains(&etag)) {
        return HttpResponse::NotModified().insert_header((ETAG, etag)).insert_header(keeping).finish();
    }
    match paint::painted(inside.client(), newest, svg).await {
        Ok(png) => HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, "image/png"))
            .insert_header((ETAG, etag))
            .insert_header(keeping)
            .body(png),
        Err(paint::Unpainted::Busy) => HttpResponse::ServiceUnavailable()
            .insert_header((RETRY_AFTER, "5"))
            .insert_header((CACHE_CONTROL, "no-store"))
            .finish(),
        Err(paint::Unpainted::Broken(error)) => show::refused(inside, tongue, &Refusal::broken(&error)),
    }
}
