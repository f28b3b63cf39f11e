//! What stands around every page: title, navigation, the other language, the foot.

use crate::assets;
use crate::link;
use crate::tongue::Tongue;

/// What stands around a page.
pub(crate) struct Shell {
    pub(crate) tongue: Tongue,
    pub(crate) title: String,
    /// The address of the same page in the other language.
    pub(crate) elsewhere: String,
    pub(crate) navigation: Vec<Way>,
    pub(crate) style: String,
    pub(crate) icon: String,
}

/// A way to another page.
pub(crate) struct Way {
    pub(crate) text: String,
    pub(crate) href: String,
    pub(crate) is_here: bool,
}

impl Shell {
    /// Around the page at this address, which begins with the language; `season` is the one whose lists are led to.
    pub(crate) fn new(tongue: Tongue, title: &str, address: &str, season: Option<&str>) -> Self {
        let below = address.get(3..).unwrap_or_default();
        let home = format!("/{}", tongue.code());
        let way = |id: &str, href: String| Way { text: tongue.text(id), is_here: below == &href[3..], href };
        let mut navigation = vec![way("nav-home", home)];
        if let Some(season) = season {
            navigation.push(way("nav-ranking", link::ranking(tongue, season)));
            navigation.push(way("nav-mp", link::qualifications(tongue, season)));
            navigation.push(way("nav-mw", link::mw_of(tongue, season)));
            navigation.push(way("nav-calendar", link::calendar(tongue, season)));
        }
        navigation.push(way("nav-lists", link::lists(tongue)));
        Self {
            tongue,
            title: format!("{title} · Kostka"),
            elsewhere: format!("/{}{below}", tongue.other().code()),
            navigation,
            style: assets::address("kostka.css"),
            icon: assets::address("kostka.svg"),
        }
    }

    /// A text of the pages.
    pub(crate) fn text(&self, id: &str) -> String {
        self.tongue.text(id)
    }
}
