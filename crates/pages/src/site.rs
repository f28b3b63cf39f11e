//! Pages and files about the site itself: home, notices, assets, robots, and pictures for sharing.

pub(crate) mod assets;
pub(crate) mod card;
pub(crate) mod home;
pub(crate) mod notices;
pub(crate) mod robots;
