//! Paints pictures: one at a time and off the threads that answer, one for each client that waits, each once, with the last ones kept.

use super::letters;
use actix_web::web::{self, Bytes};
use api::Turns;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb::Database};
use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use thiserror::Error;

/// The most pictures that are kept: some ten megabytes.
const MOST_KEPT: usize = 256;
/// One is painted at a time: pictures are nice to have, and the other cores are for pages.
const AT_ONCE: usize = 1;
/// How long somebody waits for the painter; after that she is to come again.
const PATIENCE: Duration = Duration::from_secs(5);

static PAINTER: LazyLock<Painter> = LazyLock::new(|| Painter::with_patience(PATIENCE));

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

/// Whoever paints, and what was painted.
struct Painter {
    turns: Turns,
    kept: Mutex<Kept>,
}

impl Painter {
    fn with_patience(patience: Duration) -> Self {
        Self { turns: Turns::new(AT_ONCE, patience), kept: Mutex::default() }
    }

    fn shelf(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn kept(&self, version: &str) -> Option<Bytes> {
        self.shelf().pictures.get(version).cloned()
    }

    async fn paint(&'static self, client: IpAddr, version: String, svg: String) -> Result<Bytes, Unpainted> {
        if let Some(picture) = self.kept(&version) {
            return Ok(picture);
        }
        let turn = self.turns.wait(client).await.ok_or(Unpainted::Busy)?;
        // Somebody who waited for the same before may have it.
        if let Some(picture) = self.kept(&version) {
            return Ok(picture);
        }
        let broken = |error: String| Unpainted::Broken(error);
        let painted = move || {
            // Whoever hangs up meanwhile does not end the work, and so not the turn either.
            let _turn = turn;
            let picture = Bytes::from(png(&svg)?);
            self.shelf().keep(version, picture.clone());
            Ok(picture)
        };
        web::block(painted).await.map_err(|error| broken(error.to_string()))?.map_err(broken)
    }
}

/// The picture as PNG, for this client.
pub(super) async fn painted(client: IpAddr, version: String, svg: String) -> Result<Bytes, Unpainted> {
    PAINTER.paint(client, version, svg).await
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
    async fn whoever_wants_many_pictures_is_told_to_come_again_and_others_are_not() {
        let [greedy, other] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        let svg = || "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1200\" height=\"630\"/>".to_owned();
        // Two places, so that only the turns of the client are in the way.
        let painter: &'static Painter =
            Box::leak(Box::new(Painter { turns: Turns::new(2, Duration::from_millis(20)), kept: Mutex::default() }));
        let turn = painter.turns.wait(greedy).await.expect("a turn");
        for _ in 0..20 {
            assert!(matches!(painter.paint(greedy, "his".to_owned(), svg()).await, Err(Unpainted::Busy)));
        }
        let picture = painter.paint(other, "hers".to_owned(), svg()).await.expect("a picture");
        assert_eq!(painter.kept("hers"), Some(picture.clone()));
        assert_eq!(painter.paint(greedy, "hers".to_owned(), svg()).await.expect("it is kept"), picture);
        drop(turn);
        painter.paint(greedy, "his".to_owned(), svg()).await.expect("a picture");
    }
}
