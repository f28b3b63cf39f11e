//! `kostka compute`: every list of a season bundle, or why a player stands where they stand.

use super::output;
use crate::args::{Compute, ListFormat};
use crate::failure::Failure;
use crate::input;
use domain::ids::PlayerKey;
use domain::lists::lists;
use formats::bundle::Checked;
use formats::explain::{Speaker, explain};
use formats::name_search::{Found, find_player};
use formats::words::{Lang, Message, printable};
use formats::{results, tables};
use std::io::Write;

pub(crate) fn run(lang: Lang, args: &Compute) -> Result<(), Failure> {
    let rulebook = input::optional_rulebook(lang, args.rulebook.as_ref())?;
    let checked = input::checked_bundle(lang, &args.bundle, rulebook.as_ref())?;
    let speaker = Speaker { facts: &checked.facts, directory: &checked.directory, lang };
    if let Some(wanted) = &args.explain {
        let player = player(speaker, &checked, wanted)?;
        let mut out = output();
        out.write_all(explain(speaker, &lists(&checked.facts), player).as_bytes())?;
        return Ok(out.flush()?);
    }
    let lists = lists(&checked.facts);
    let mut out = output();
    match args.format {
        ListFormat::Json => results::write(&checked.facts, &lists, &mut out)?,
        ListFormat::Table => tables::write(speaker, &lists, &mut out)?,
    }
    Ok(out.flush()?)
}

/// The player with this id, or the only one whose name holds these words.
fn player(speaker: Speaker<'_>, checked: &Checked, wanted: &str) -> Result<PlayerKey, Failure> {
    let lang = speaker.lang;
    let many = |message: Message<'_>, candidates: &[PlayerKey]| {
        let line = |player: &PlayerKey| {
            let name = checked.directory.player(*player);
            format!("  {}, {}, {}", speaker.player(*player), printable(name.city.as_str().into()), name.voivodeship)
        };
        let lines = std::iter::once(lang.say(&message)).chain(candidates.iter().map(line));
        Failure::BadInput(lines.collect())
    };
    match find_player(&checked.facts, &checked.directory, wanted) {
        Found::One(player) => Ok(player),
        Found::Several(candidates) => Err(many(Message::new("several-players").with("name", wanted), &candidates)),
        Found::Nobody => Err(many(Message::new("no-such-player").with("name", wanted), &[])),
    }
}
