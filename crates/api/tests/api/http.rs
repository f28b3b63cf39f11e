//! What holds for every address: conventions, documentation, start and end of the service.

mod conventions;
mod documentation;
mod service;
