//! Paints pictures: one at a time and off the threads that answer, each once, with the last ones kept.

use super::letters;
use actix_web::web::{self, Bytes};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb::Database};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use thiserror::Error;
use tokio::sync::Semaphore;

/// The most pictures that are kept: some ten megabytes.
const MOST_KEPT: usize = 256;
/// How many may wait for the painter; whoever comes when all places are taken is to come again.
const MOST_WAITING: usize = 16;

static WAITING: Semaphore = Semaphore::const_new(MOST_WAITING);
/// One paints: pictures are nice to have, and the other cores are for pages.
static PAINTER: Semaphore = Semaphore::const_new(1);
static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);

/// The letters of all pictures, which look alike on every machine.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(letters::REGULAR.to_vec());
    fonts.load_font_data(letters::BOLD.to_vec());
    Arc::new(fonts)
});

/// Why there is no picture.
#[derive(Debug, Error)]
pub(super) enum Unpainted {
    /// Too many pictures are wanted at once.
    #[error("too many pictures are wanted at once")]
    Busy,
    /// The picture cannot be painted.
    #[error("{0}")]
    Broken(String),
}

/// Pictures by version: one version always has the same points.
#[derive(Default)]
struct Kept {
    pictures: BTreeMap<String, Bytes>,
    /// The oldest first.
    order: VecDeque<String>,
}

impl Kept {
    fn keep(&mut self, version: String, picture: Bytes) {
        if self.pictures.insert(version.clone(), picture).is_some() {
            return;
        }
        self.order.push_back(version);
        while self.order.len() > MOST_KEPT {
            if let Some(oldest) = self.order.pop_front() {
                self.pictures.remove(&oldest);
            }
        }
    }
}

fn kept(version: &str) -> Option<Bytes> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner).pictures.get(version).cloned()
}

/// The picture as PNG.
pub(super) async fn painted(version: String, svg: String) -> Result<Bytes, Unpainted> {
    if let Some(picture) = kept(&version) {
        return Ok(picture);
    }
    let _waiting = WAITING.try_acquire().map_err(|_| Unpainted::Busy)?;
    let _painter = PAINTER.acquire().await.map_err(|_| Unpainted::Busy)?;
    // Somebody who waited for the same before may have it.
    if let Some(picture) = kept(&version) {
        return Ok(picture);
    }
    let broken = |error: String| Unpainted::Broken(error);
    let picture = web::block(move || png(&svg)).await.map_err(|error| broken(error.to_string()))?.map_err(broken)?;
    let picture = Bytes::from(picture);
    KEPT.lock().unwrap_or_else(PoisonError::into_inner).keep(version, picture.clone());
    Ok(picture)
}

fn png(svg: &str) -> Result<Vec<u8>, String> {
    let options = Options { fontdb: Arc::clone(&FONTS), font_family: "DejaVu Sans".to_owned(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let mut points = Pixmap::new(super::svg::WIDTH, super::svg::HEIGHT).ok_or("no memory for a picture")?;
    resvg::render(&tree, Transform::identity(), &mut points.as_mut());
    points.encode_png().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shelf_is_bounded_and_the_oldest_makes_room() {
        let mut shelf = Kept::default();
        for number in 0..=MOST_KEPT {
            shelf.keep(number.to_string(), Bytes::new());
        }
        assert_eq!(shelf.pictures.len(), MOST_KEPT);
        assert!(!shelf.pictures.contains_key("0") && shelf.pictures.contains_key("1"));
    }

    #[actix_web::test]
    async fn whoever_comes_when_all_places_are_taken_is_told_to_come_again() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1200\" height=\"630\"/>".to_owned();
        let all = WAITING.acquire_many(MOST_WAITING as u32).await.expect("every place");
        assert!(matches!(painted("a version".to_owned(), svg.clone()).await, Err(Unpainted::Busy)));
        drop(all);
        let picture = painted("a version".to_owned(), svg).await.expect("a picture");
        assert_eq!(kept("a version"), Some(picture));
    }
}
