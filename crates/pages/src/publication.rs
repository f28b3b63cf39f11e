//! Published lists, their editions, and the Atom feed.

pub(crate) mod edition;
pub(crate) mod feed;
pub(crate) mod lists;
