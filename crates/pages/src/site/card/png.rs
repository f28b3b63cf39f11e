//! Renders cards as PNG on one background thread, with a fair queue per client and a cache of the last images.

use crate::site::card::font_metrics;
use actix_web::web::{self, Bytes};
use api::FairQueue;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb::Database};
use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use thiserror::Error;

/// The size of the cache: about ten megabytes.
const MAX_CACHED: usize = 256;
/// One image is rendered at a time; the other cores serve pages.
const MAX_CONCURRENT: usize = 1;
/// The longest wait in the queue; after that the client is told to retry.
const MAX_WAIT: Duration = Duration::from_secs(5);

static PNG_RENDERER: LazyLock<PngRenderer> = LazyLock::new(|| PngRenderer::with_max_wait(MAX_WAIT));

/// The embedded fonts, so that images are equal on every machine.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(font_metrics::REGULAR.to_vec());
    fonts.load_font_data(font_metrics::BOLD.to_vec());
    Arc::new(fonts)
});

#[derive(Debug, Error)]
pub(crate) enum RenderError {
    #[error("too many pictures are params at once")]
    Busy,
    #[error("{0}")]
    Broken(String),
}

#[derive(Default)]
struct PngCache {
    pictures: BTreeMap<String, Bytes>,
    /// The oldest first.
    order: VecDeque<String>,
}

impl PngCache {
    fn insert(&mut self, version: String, picture: Bytes) {
        if self.pictures.insert(version.clone(), picture).is_some() {
            return;
        }
        self.order.push_back(version);
        while self.order.len() > MAX_CACHED {
            if let Some(oldest) = self.order.pop_front() {
                self.pictures.remove(&oldest);
            }
        }
    }
}

struct PngRenderer {
    fair_queue: FairQueue,
    cached: Mutex<PngCache>,
}

impl PngRenderer {
    fn with_max_wait(patience: Duration) -> Self {
        Self { fair_queue: FairQueue::new(MAX_CONCURRENT, patience), cached: Mutex::default() }
    }

    fn cache(&self) -> MutexGuard<'_, PngCache> {
        self.cached.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cached(&self, version: &str) -> Option<Bytes> {
        self.cache().pictures.get(version).cloned()
    }

    async fn paint(&'static self, client: IpAddr, version: String, svg: String) -> Result<Bytes, RenderError> {
        if let Some(picture) = self.cached(&version) {
            return Ok(picture);
        }
        let turn = self.fair_queue.wait(client).await.ok_or(RenderError::Busy)?;
        // Another request may have rendered it meanwhile.
        if let Some(picture) = self.cached(&version) {
            return Ok(picture);
        }
        let broken = |error: String| RenderError::Broken(error);
        let render_png = move || {
            // A client that disconnects does not cancel the rendering, so the slot stays taken.
            let _turn = turn;
            let picture = Bytes::from(png(&svg)?);
            self.cache().insert(version, picture.clone());
            Ok(picture)
        };
        web::block(render_png).await.map_err(|error| broken(error.to_string()))?.map_err(broken)
    }
}

/// The PNG of a card, for this client.
pub(crate) async fn render_png(client: IpAddr, version: String, svg: String) -> Result<Bytes, RenderError> {
    PNG_RENDERER.paint(client, version, svg).await
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
        let mut cache = PngCache::default();
        for number in 0..=MAX_CACHED {
            cache.insert(number.to_string(), Bytes::new());
        }
        assert_eq!(cache.pictures.len(), MAX_CACHED);
        assert!(!cache.pictures.contains_key("0") && cache.pictures.contains_key("1"));
    }

    #[actix_web::test]
    async fn whoever_wants_many_pictures_is_told_to_come_again_and_others_are_not() {
        let [greedy, other] = [1, 2].map(|last| IpAddr::from([192, 0, 2, last]));
        let svg = || "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1200\" height=\"630\"/>".to_owned();
        // Two places, so that only the turns of the client are in the way.
        let renderer: &'static PngRenderer = Box::leak(Box::new(PngRenderer {
            fair_queue: FairQueue::new(2, Duration::from_millis(20)),
            cached: Mutex::default(),
        }));
        let turn = renderer.fair_queue.wait(greedy).await.expect("a turn");
        for _ in 0..20 {
            assert!(matches!(renderer.paint(greedy, "his".to_owned(), svg()).await, Err(RenderError::Busy)));
        }
        let picture = renderer.paint(other, "hers".to_owned(), svg()).await.expect("a picture");
        assert_eq!(renderer.cached("hers"), Some(picture.clone()));
        assert_eq!(renderer.paint(greedy, "hers".to_owned(), svg()).await.expect("it is kept"), picture);
        drop(turn);
        renderer.paint(greedy, "his".to_owned(), svg()).await.expect("a picture");
    }
}
