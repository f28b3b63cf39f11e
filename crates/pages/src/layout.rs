//! What all pages share: the frame around a page, language, links, times, and how a page is rendered and cached.

pub(crate) mod current_user;
pub(crate) mod language;
pub(crate) mod link;
pub(crate) mod list_items;
pub(crate) mod query;
pub(crate) mod response;
pub(crate) mod shell;
pub(crate) mod time;
