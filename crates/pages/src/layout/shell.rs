//! What stands around every page: title, navigation, the other language, the foot.

use crate::layout::current_user::CurrentUser;
use crate::layout::language::Language;
use crate::layout::link;
use crate::site::assets;
use crate::site::card::ShareInfo;
use api::ApiClient;

/// Words that scripts say; each is `page-js-…`.
const SCRIPT_WORDS: [&str; 30] = [
    "offline",
    "failed",
    "changed-meanwhile",
    "read-again",
    "sign-in",
    "would-happen",
    "nothing-moves",
    "step-up",
    "code",
    "password",
    "confirm",
    "cancel",
    "done",
    "copied",
    "new-data",
    "who",
    "before",
    "after",
    "open-seat",
    "other-results",
    "more-rows",
    "would-drift",
    "choose-one",
    "copy",
    "check-fields",
    "error-missing",
    "error-choice",
    "error-value",
    "error-number",
    "error-day",
];

/// What stands around a page.
pub(crate) struct Shell {
    pub(crate) language: Language,
    pub(crate) title: String,
    /// The address of the same page in the other language.
    pub(crate) other_language_href: String,
    pub(crate) navigation: Vec<NavLink>,
    /// The link of the account: its name, or an invitation to sign in.
    pub(crate) account: NavLink,
    pub(crate) style: String,
    pub(crate) icon: String,
    /// Modules, which are loaded after the page.
    pub(crate) scripts: Vec<String>,
    /// Whether search engines may list the page.
    pub(crate) is_listed: bool,
    pub(crate) card: Option<SocialCard>,
}

/// A page as other sites show it: a sentence and a picture of 1200 by 630 points, with its whole address.
#[derive(Debug, Clone)]
pub(crate) struct SocialCard {
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) picture: String,
    pub(crate) address: String,
}

pub(crate) struct NavLink {
    pub(crate) text: String,
    pub(crate) href: String,
    pub(crate) is_here: bool,
}

impl Shell {
    /// Around the public page at this address, which begins with the language; `season` is the one whose lists are led
    /// to.
    pub(crate) fn new(language: Language, title: &str, address: &str, season: Option<&str>) -> Self {
        let here = path(address);
        let home = format!("/{}", language.code());
        let nav_link = |id: &str, href: String| NavLink { text: language.text(id), is_here: here == href, href };
        let mut navigation = vec![nav_link("nav-home", home)];
        if let Some(season) = season {
            navigation.push(nav_link("nav-ranking", link::ranking(language, season)));
            navigation.push(nav_link("nav-calendar", link::calendar(language, season)));
            navigation.push(nav_link("nav-mp", link::qualifications(language, season)));
            navigation.push(nav_link("nav-mw", link::mw_of(language, season)));
            navigation.push(nav_link("public-nav-events", link::events(language, season)));
        }
        navigation.push(nav_link("nav-lists", link::lists(language)));
        Self {
            language,
            title: format!("{title} · Kostka"),
            other_language_href: other_language_href(language.other(), address),
            navigation,
            account: nav_link("nav-sign-in", link::work(language)),
            style: assets::address("kostka.css"),
            icon: assets::address("kostka.svg"),
            scripts: Vec::new(),
            is_listed: true,
            card: None,
        }
    }

    /// The frame of a page for a signed-in account, with links to what its roles allow.
    pub(crate) fn staff(language: Language, title: &str, address: &str, me: &CurrentUser) -> Self {
        let mut shell = Self::new(language, title, address, None).with_query(&me.query);
        let here = path(address);
        let nav_link = |id: &str, href: String| NavLink { text: language.text(id), is_here: here == href, href };
        let mut navigation =
            vec![nav_link("nav-home", format!("/{}", language.code())), nav_link("nav-work", link::work(language))];
        if me.is_admin() {
            navigation.push(nav_link("nav-admin", link::admin(language, "")));
        }
        if me.reads_the_log() {
            navigation.push(nav_link("nav-audit", link::audit(language, "")));
        }
        if let Some(season) = &me.season {
            navigation.push(nav_link("nav-ranking", link::ranking(language, season)));
            navigation.push(nav_link("nav-calendar", link::calendar(language, season)));
        }
        shell.navigation = navigation;
        shell.account = NavLink {
            text: me.name.clone().or(me.login.clone()).unwrap_or_else(|| language.text("nav-account")),
            ..nav_link("nav-account", link::account(language))
        };
        shell.is_listed = false;
        shell.with_script("forms.js")
    }

    /// With what was asked for on the page: the same page in the other language shows the same.
    pub(crate) fn asked(self, client: &ApiClient) -> Self {
        let query = client.request().query_string().to_owned();
        self.with_query(&query)
    }

    fn with_query(mut self, query: &str) -> Self {
        self.other_language_href.truncate(path(&self.other_language_href).len());
        if !query.is_empty() {
            self.other_language_href.push('?');
            self.other_language_href.push_str(query);
        }
        self
    }

    pub(crate) fn with_script(mut self, name: &str) -> Self {
        self.scripts.push(assets::address(name));
        self
    }

    /// Around a page that can be shared.
    pub(crate) fn shared(mut self, shared: &ShareInfo) -> Self {
        self.card = Some(shared.card.clone());
        self.with_script("share.js")
    }

    /// The words of the scripts, as JSON; nothing where there are no scripts.
    pub(crate) fn words(&self) -> Option<String> {
        let text = |id: &&str| ((*id).to_owned(), self.language.text(&format!("js-{id}")).into());
        let words: serde_json::Map<_, serde_json::Value> = SCRIPT_WORDS.iter().map(text).collect();
        (!self.scripts.is_empty()).then(|| serde_json::Value::Object(words).to_string())
    }

    pub(crate) fn text(&self, id: &str) -> String {
        self.language.text(id)
    }
}

/// An address without its query.
fn path(address: &str) -> &str {
    address.split(['?', '#']).next().unwrap_or_default()
}

/// The same page in another language; the front page where an address has none, like that of a picture.
fn other_language_href(other: Language, address: &str) -> String {
    let below = ["/pl", "/en"].iter().find_map(|lang| address.strip_prefix(lang));
    let below = below.filter(|below| below.is_empty() || below.starts_with(['/', '?', '#'])).unwrap_or_default();
    format!("/{}{below}", other.code())
}

#[cfg(test)]
mod tests {
    use super::*;
    use formats::localization::Lang;

    #[test]
    fn the_other_language_has_the_same_page_with_what_was_asked_for() {
        let (pl, en) = (Language(Lang::Pl), Language(Lang::En));
        assert_eq!(other_language_href(en, "/pl/seasons/2025/ranking?q=a"), "/en/seasons/2025/ranking?q=a");
        assert_eq!(other_language_href(pl, "/en"), "/pl");
        for without in ["/cards/0123/pl/ranking/2025.png", "/plx", "/", ""] {
            assert_eq!(other_language_href(pl, without), "/pl", "{without}");
        }
        let shell = Shell::new(pl, "Ranking", "/pl/seasons/2025/ranking", Some("2025")).with_query("q=a&city=b");
        assert_eq!(shell.other_language_href, "/en/seasons/2025/ranking?q=a&city=b");
        assert!(
            shell.navigation.iter().any(|nav_link| nav_link.is_here && nav_link.href == "/pl/seasons/2025/ranking")
        );
        assert_eq!(shell.with_query("").other_language_href, "/en/seasons/2025/ranking");
    }
}
