//! `kostka erase`: destroys everything that identifies a player.

use super::print_line;
use crate::args::Erase;
use crate::failure::Failure;
use crate::store::{Missing, Store, store_error};
use crate::system_environment::SystemEnvironment;
use commands::bundle_import::opaque_id;
use commands::erasure::{Erased, erase};
use commands::event_writer::EventWriter;
use commands::{CommandError, CommandHandler, CommandMetadata, LogLookup, WinnerContactRemovals};
use domain::tournament::course::Rejection;
use domain::values::ids::{CompetitionId, PlayerId};
use events::envelope::{Actor, StreamKind, StreamName};
use formats::localization::{Lang, Message};
use projections::views::replay_records;
use std::sync::Arc;

pub(crate) fn run(lang: Lang, args: &Erase) -> Result<(), Failure> {
    let store = Store::open_to_write(lang, &args.store, Missing::Refuse)?;
    let names = store.names()?;
    let by_own_id = || PlayerId::parse(&args.player).ok().filter(|id| names.player(id).is_some());
    let found = names.by_alias(&args.player).cloned().or_else(by_own_id);
    let Some((id, person)) = found.and_then(|id| Some((id.clone(), names.player(&id)?))) else {
        let message = match erased_before(lang, &store, &args.player)? {
            Some(id) => Message::new("erase-already").with("id", id.to_string()),
            None => Message::new("no-such-player").with("name", args.player.clone()),
        };
        return Err(Failure::bad_input(lang, &message));
    };
    let name = format!("{} {}", person.name.first_name.as_str(), person.name.surname.as_str());
    if !args.yes {
        let message = Message::new("erase-confirm").with("name", name).with("city", person.profile.city.as_str());
        return Err(Failure::bad_input(lang, &message));
    }
    let subject = StreamName::new(StreamKind::Player, id.as_str()).map_err(|error| store_error(lang, &error))?;
    let contacts = remove_winner_contacts(&store, &id);
    let event_writer = EventWriter::new(&*store.log, &store.vault, &SystemEnvironment, Actor::operator());
    let erased = erase(&event_writer, &store.journal, &subject).map_err(|error| store_error(lang, &error))?;
    drop(event_writer);
    store.finish()?;
    let message = match erased {
        Erased::Completely | Erased::AlreadyGone => "erase-done",
        Erased::PurgePending => "erase-purge-pending",
    };
    print_line(&lang.render(&Message::new(message).with("id", id.to_string())))?;
    // The player is erased whatever a tournament answers; the service tries the others again.
    let failed = contacts.map_err(|error| store_error(lang, &error))?.failed;
    let is_left = |(tournament, error): (CompetitionId, CommandError<Rejection>)| {
        let message = Message::new("erase-contact-left").with("tournament", tournament.to_string());
        format!("{}: {error}", lang.render(&message))
    };
    if failed.is_empty() { Ok(()) } else { Err(Failure::Store(failed.into_iter().map(is_left).collect())) }
}

/// Removes what tournaments hold of how the player is reached; the erasure that follows cleans the files.
fn remove_winner_contacts(store: &Store, player: &PlayerId) -> Result<WinnerContactRemovals, CommandError<Rejection>> {
    let (log, vault) = (Arc::clone(&store.log), Arc::clone(&store.vault));
    let known = LogLookup::new(Arc::clone(&log), Arc::clone(&vault));
    let commands = CommandHandler::new(log, vault, Arc::clone(&store.environment));
    commands.remove_winner_contacts_of(&CommandMetadata::by(Actor::operator()), &known, player)
}

/// The id of a person who was erased before, if the argument is that id or the one of the bundle.
fn erased_before(lang: Lang, store: &Store, player: &str) -> Result<Option<PlayerId>, Failure> {
    let views = replay_records(&*store.log).map_err(|error| store_error(lang, &error))?;
    let ids = [PlayerId::parse(player), opaque_id(&store.vault, player)];
    let erased = |id: &PlayerId| views.records.player(id).is_some_and(|player| player.erased);
    Ok(ids.into_iter().flatten().find(erased))
}
