//! `kostka replay`: a published list computed again from an export, without the store.

mod report;

use super::log::create_new;
use super::output;
use super::verify::{TrustArgs, require_valid, unreadable_export};
use crate::args::{ListFormat, Replay};
use crate::failure::{Failure, with_causes};
use crate::input;
use crate::progress::while_verifying;
use domain::publication::ListId;
use events::envelope::Position;
use formats::localization::{Lang, Message};
use projections::replay::{
    Disclosure, ExportSummary, NamesChecked, PublishedEdition, ReplayError, ReplayedList, check_names, mismatches,
    replay_list, summarize_export,
};
use report::{Comparison, Outcome};
use std::io::Write;
use std::path::Path;

const MAX_NAMES_BYTES: u64 = 64 << 20;

/// Draws a list up again, or says which lists there are.
pub(crate) fn run(lang: Lang, args: &Replay) -> Result<(), Failure> {
    let trusted = TrustArgs::read(lang, args.key.as_ref(), args.checkpoint.as_ref())?;
    if args.export == Path::new("-") {
        // The events are read twice: what an edition is held against comes before the edition.
        return Err(Failure::BadInput(vec![lang.text("replay-needs-file")]));
    }
    let list = args.list.as_deref().map(|text| read_list(lang, text)).transpose()?;
    let disclosure = args.names.as_deref().map(|path| read_names(lang, path)).transpose()?;
    let mut reader = input::open_unbounded(lang, &args.export)?;
    let found = while_verifying(lang, "verify-progress", |progress| {
        summarize_export(&mut *reader, trusted.trust(), list.is_none(), progress)
    });
    let found = found.map_err(|error| failed(lang, &args.export, &error))?;
    require_valid(lang, &found.report)?;
    let Some(list) = list else { return report::write_survey(lang, args.format, &found) };
    let edition = chosen(lang, args, &list, &found)?;
    if let Some(disclosure) = &disclosure {
        let other_edition = edition.is_some_and(|edition| edition.number != disclosure.edition);
        if disclosure.list != list.to_string() || other_edition {
            let message = Message::new("replay-other-names")
                .excerpt("list", disclosure.list.clone())
                .number("edition", disclosure.edition);
            return Err(Failure::bad_input(lang, &message));
        }
    }
    let end = Position(found.report.events);
    let at = args.at.map(Position).or(edition.map(|edition| edition.position)).unwrap_or(end);
    if at > end && args.at.is_some() {
        return Err(Failure::bad_input(lang, &Message::new("replay-beyond").count("at", at.0).count("end", end.0)));
    }
    let mut reader = input::open_unbounded(lang, &args.export)?;
    let replayed = while_verifying(lang, "replay-progress", |progress| {
        replay_list(&mut *reader, &list, at, edition, trusted.trust(), progress)
    });
    let replayed = replayed.map_err(|error| failed(lang, &args.export, &error))?;
    let editions = found.published.get(&list).map_or(&[][..], Vec::as_slice);
    answer(lang, args, &list, &ReplayResult { found: &found, editions, edition, replayed, disclosure })
}

struct ReplayResult<'a> {
    found: &'a ExportSummary,
    editions: &'a [PublishedEdition],
    edition: Option<&'a PublishedEdition>,
    replayed: ReplayedList,
    disclosure: Option<Disclosure>,
}

fn answer(lang: Lang, args: &Replay, list: &ListId, compared: &ReplayResult<'_>) -> Result<(), Failure> {
    let ReplayResult { found, editions, edition, replayed, disclosure } = compared;
    let Some(drawn) = &replayed.drawn else {
        let message = Message::new("replay-nothing").with("list", list.to_string()).count("at", replayed.position.0);
        let line = lang.render(&message);
        // An edition of what cannot be drawn up does not hold; without one there is just nothing of that name.
        let failure = if edition.is_some() { Failure::CheckFailed } else { Failure::BadInput };
        return Err(failure(vec![line]));
    };
    let bytes = drawn.list.bytes();
    let names: Option<NamesChecked> = disclosure.as_ref().map(|disclosure| check_names(&drawn.list, disclosure));
    let comparison = edition.map(|edition| Comparison { edition, mismatches: mismatches(edition, replayed) });
    let outcome = Outcome { list, replayed, drawn, bytes: &bytes, report: &found.report, editions, comparison, names };
    if let Some(path) = &args.out {
        let mut file = create_new(lang, path)?;
        file.write_all(bytes.as_bytes())?;
        file.sync_all()?;
    }
    let mut out = output();
    match args.format {
        ListFormat::Json => writeln!(out, "{:#}", outcome.json())?,
        ListFormat::Table if args.out.is_some() => {
            outcome.words(lang).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
        ListFormat::Table => {
            out.write_all(bytes.as_bytes())?;
            out.flush()?;
            outcome.words(lang).iter().for_each(|line| eprintln!("{line}"));
        }
    }
    out.flush()?;
    let problems = outcome.problems(lang);
    if problems.is_empty() { Ok(()) } else { Err(Failure::CheckFailed(problems)) }
}

/// The edition that was asked for, or the newest; none if a position was asked for, or nothing was published.
fn chosen<'a>(
    lang: Lang,
    args: &Replay,
    list: &ListId,
    found: &'a ExportSummary,
) -> Result<Option<&'a PublishedEdition>, Failure> {
    let editions = found.published.get(list).map_or(&[][..], Vec::as_slice);
    let Some(number) = args.edition else {
        return Ok(editions.last().filter(|_| args.at.is_none()));
    };
    let edition = editions.iter().find(|edition| edition.number == number);
    edition.map(Some).ok_or_else(|| {
        let message = Message::new("replay-no-edition")
            .with("list", list.to_string())
            .number("edition", number)
            .count("known", editions.len() as u64);
        Failure::bad_input(lang, &message)
    })
}

fn read_list(lang: Lang, text: &str) -> Result<ListId, Failure> {
    text.parse()
        .map_err(|_| Failure::bad_input(lang, &Message::new("replay-invalid-list").excerpt("list", text.to_owned())))
}

fn read_names(lang: Lang, path: &Path) -> Result<Disclosure, Failure> {
    let text = input::small_file(lang, path, MAX_NAMES_BYTES)?;
    Disclosure::parse(&text).map_err(|error| {
        let problem = Message::new("replay-no-names").excerpt("problem", with_causes(&error));
        input::bad_input(lang, path, problem)
    })
}

fn failed(lang: Lang, path: &Path, error: &ReplayError) -> Failure {
    match error {
        ReplayError::UnreadableExport(error) => unreadable_export(lang, path, error),
        other => {
            let problem = Message::new("replay-not-understood").excerpt("problem", with_causes(other));
            input::bad_input(lang, path, problem)
        }
    }
}
