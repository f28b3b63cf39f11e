//! `kostka erase`: destroys everything that identifies a player.

use super::output;
use crate::args::Erase;
use crate::failure::Failure;
use crate::store::{Missing, Store, store_error};
use crate::world::World;
use domain::ids::PlayerId;
use events::envelope::{Actor, StreamKind, StreamName};
use formats::words::{Lang, Message};
use projections::erasure::{Erased, erase};
use projections::scribe::Scribe;
use std::io::Write;

pub(crate) fn run(lang: Lang, args: &Erase) -> Result<(), Failure> {
    let store = Store::open_to_write(lang, &args.store, Missing::Refuse)?;
    let names = store.names()?;
    let by_own_id = || PlayerId::parse(&args.player).ok().filter(|id| names.player(id).is_some());
    let found = names.by_alias(&args.player).cloned().or_else(by_own_id);
    let unknown =
        || Failure::BadInput(vec![lang.say(&Message::new("no-such-player").with("name", args.player.clone()))]);
    let id = found.ok_or_else(unknown)?;
    let person = names.player(&id).ok_or_else(unknown)?;
    let name = format!("{} {}", person.name.first_name.as_str(), person.name.surname.as_str());
    if !args.yes {
        let message = Message::new("erase-confirm").with("name", name).with("city", person.profile.city.as_str());
        return Err(Failure::BadInput(vec![lang.say(&message)]));
    }
    let subject = StreamName::new(StreamKind::Player, id.as_str()).map_err(|error| store_error(lang, &error))?;
    let scribe = Scribe::new(&*store.log, &store.vault, &World, Actor::operator());
    let erased = erase(&scribe, &store.journal, &subject).map_err(|error| store_error(lang, &error))?;
    drop(scribe);
    store.finish()?;
    let mut out = output();
    let message = match erased {
        Erased::Completely | Erased::AlreadyGone => "erase-done",
        Erased::PurgePending => "erase-purge-pending",
    };
    writeln!(out, "{}", lang.say(&Message::new(message).with("id", id.to_string())))?;
    Ok(out.flush()?)
}
