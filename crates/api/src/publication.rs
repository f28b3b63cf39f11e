//! Published lists with their editions, and open data.

pub(crate) mod lists;
pub(crate) mod open_data;
