//! `kostka compute`: every list of a season bundle, or why a player stands where they stand.

use super::output;
use crate::args::{Compute, ListFormat};
use crate::failure::Failure;
use crate::input;
use domain::season::lists::lists;
use domain::values::ids::PlayerKey;
use formats::bundle::CheckedBundle;
use formats::explain::{NameFormatter, explain};
use formats::localization::{Lang, Message, printable};
use formats::name_search::{PlayerMatch, find_player};
use formats::{results, tables};
use std::io::Write;

pub(crate) fn run(lang: Lang, args: &Compute) -> Result<(), Failure> {
    let rulebook = input::optional_rulebook(lang, args.rulebook.as_ref())?;
    let checked = input::checked_bundle(lang, &args.bundle, rulebook.as_ref())?;
    let name_formatter = NameFormatter { facts: &checked.facts, directory: &checked.directory, lang };
    if let Some(wanted) = &args.explain {
        let player = player(name_formatter, &checked, wanted)?;
        let mut out = output();
        out.write_all(explain(name_formatter, &lists(&checked.facts), player).as_bytes())?;
        return Ok(out.flush()?);
    }
    let lists = lists(&checked.facts);
    let mut out = output();
    match args.format {
        ListFormat::Json => results::write(&checked.facts, &lists, &mut out)?,
        ListFormat::Table => tables::write(name_formatter, &lists, &mut out)?,
    }
    Ok(out.flush()?)
}

/// The player with this id, or the only one whose name holds these words.
fn player(name_formatter: NameFormatter<'_>, checked: &CheckedBundle, wanted: &str) -> Result<PlayerKey, Failure> {
    let lang = name_formatter.lang;
    let many = |message: Message<'_>, candidates: &[PlayerKey]| {
        let line = |player: &PlayerKey| {
            let name = checked.directory.player(*player);
            format!(
                "  {}, {}, {}",
                name_formatter.player(*player),
                printable(name.city.as_str().into()),
                name.voivodeship
            )
        };
        let lines = std::iter::once(lang.render(&message)).chain(candidates.iter().map(line));
        Failure::BadInput(lines.collect())
    };
    match find_player(&checked.facts, &checked.directory, wanted) {
        PlayerMatch::One(player) => Ok(player),
        PlayerMatch::Ambiguous(candidates) => {
            Err(many(Message::new("several-players").with("name", wanted), &candidates))
        }
        PlayerMatch::NoMatch => Err(many(Message::new("no-such-player").with("name", wanted), &[])),
    }
}
