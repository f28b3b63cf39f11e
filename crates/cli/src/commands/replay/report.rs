//! The report of a replay, in words and as JSON.

use crate::args::ListFormat;
use crate::commands::{hex, output};
use crate::failure::Failure;
use domain::publication::{CALCULATION_VERSION, ListId};
use domain::values::digest::Digest;
use events::verify::{KeySource, Report};
use formats::localization::{Lang, Message};
use projections::replay::{ExportSummary, Mismatch, NamesChecked, PublishedEdition, ReplayedList};
use projections::season_lists::ListWithRulebook;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::Write;

/// At most so many ids are told in one line.
const MAX_LISTED_IDS: usize = 20;

/// An edition, and what it is not like.
pub(super) struct Comparison<'a> {
    pub(super) edition: &'a PublishedEdition,
    pub(super) mismatches: Vec<Mismatch>,
}

impl Comparison<'_> {
    fn is_of_another_calculation(&self) -> bool {
        self.edition.calculation != CALCULATION_VERSION
    }
}

/// Everything that is told of a list that was drawn up.
pub(super) struct Outcome<'a> {
    pub(super) list: &'a ListId,
    pub(super) replayed: &'a ReplayedList,
    pub(super) drawn: &'a ListWithRulebook,
    pub(super) bytes: &'a str,
    pub(super) report: &'a Report,
    pub(super) editions: &'a [PublishedEdition],
    pub(super) comparison: Option<Comparison<'a>>,
    pub(super) names: Option<NamesChecked>,
}

impl Outcome<'_> {
    fn digest(&self) -> Digest {
        Digest::of(self.bytes.as_bytes())
    }

    /// The editions that have exactly these bytes.
    fn same(&self) -> Vec<u32> {
        let digest = self.digest();
        let same = self.editions.iter().filter(|edition| edition.digest == digest && edition.digest_matches);
        same.map(|edition| edition.number).collect()
    }

    pub(super) fn words(&self, lang: Lang) -> Vec<String> {
        let Self { replayed, report, .. } = self;
        let drawn = Message::new("replay-drawn")
            .with("list", self.list.to_string())
            .count("position", replayed.position.0)
            .count("rows", self.drawn.list.rows.len() as u64)
            .with("digest", self.digest().to_string());
        let rulebook = Message::new("replay-rulebook")
            .with("rulebook", self.drawn.rulebook.to_string())
            .count("position", self.drawn.rulebook_position.0)
            .number("calculation", CALCULATION_VERSION);
        let mut lines = vec![
            lang.render(&drawn),
            lang.render(&rulebook),
            lang.render(&Message::new("replay-root").with("root", hex(&replayed.root))),
        ];
        match &self.comparison {
            Some(comparison) if comparison.mismatches.is_empty() => {
                let edition = comparison.edition;
                let matched = Message::new("replay-matches")
                    .number("edition", edition.number)
                    .count("published", edition.published.0)
                    .with("time", edition.published_at.to_string());
                lines.push(lang.render(&matched));
            }
            // What does not fit is told where problems are.
            Some(_) => {}
            None => {
                let same: Vec<String> = self.same().iter().map(ToString::to_string).collect();
                let message = match (same.is_empty(), self.editions.is_empty()) {
                    (false, _) => Message::new("replay-same-as").with("editions", same.join(", ")),
                    (true, true) => Message::new("replay-never-published"),
                    (true, false) => Message::new("replay-like-none").count("n", self.editions.len() as u64),
                };
                lines.push(lang.render(&message));
            }
        }
        if let Some(size) = replayed.covered_by {
            lines.push(lang.render(&Message::new("replay-covered").count("size", size)));
        }
        if let Some(size) = replayed.publication_covered_by {
            lines.push(lang.render(&Message::new("replay-publication-covered").count("size", size)));
        }
        if let Some(names) = &self.names {
            let message = Message::new("replay-names")
                .count("verified", names.verified as u64)
                .count("absent", names.absent as u64)
                .count("wrong", names.wrong.len() as u64);
            lines.push(lang.render(&message));
        }
        let source = match report.key_source {
            KeySource::Export => "verify-key-of-export",
            KeySource::Given => "verify-key-given",
        };
        lines.push(lang.render(&Message::new(source).with("key", report.key.to_string())));
        lines
    }

    pub(super) fn problems(&self, lang: Lang) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(comparison) = self.comparison.as_ref().filter(|comparison| !comparison.mismatches.is_empty()) {
            let edition = comparison.edition;
            lines.push(lang.render(&Message::new("replay-differs").number("edition", edition.number)));
            if comparison.is_of_another_calculation() {
                let message = Message::new("replay-other-calculation")
                    .number("published", edition.calculation)
                    .number("computed", CALCULATION_VERSION);
                lines.push(lang.render(&message));
            }
            lines.extend(comparison.mismatches.iter().map(|mismatch| lang.render(&self.mismatch(edition, mismatch))));
        }
        if let Some(names) = self.names.as_ref().filter(|names| !names.wrong.is_empty()) {
            let told: Vec<&str> = names.wrong.iter().take(MAX_LISTED_IDS).map(String::as_str).collect();
            let message = Message::new("replay-wrong-names")
                .count("n", names.wrong.len() as u64)
                .with("players", told.join(", "));
            lines.push(lang.render(&message));
        }
        lines
    }

    fn mismatch(&self, edition: &PublishedEdition, mismatch: &Mismatch) -> Message<'static> {
        match mismatch {
            Mismatch::PublishedDigest => Message::new("replay-digest-of-other-bytes"),
            Mismatch::Bytes { line } => Message::new("replay-other-bytes")
                .count("line", *line as u64)
                .with("published", edition.digest.to_string())
                .with("computed", self.digest().to_string()),
            Mismatch::ListMissing => {
                Message::new("replay-nothing").with("list", self.list.to_string()).count("at", self.replayed.position.0)
            }
            Mismatch::Root => Message::new("replay-other-root")
                .with("published", hex(&edition.root))
                .with("computed", hex(&self.replayed.root)),
            Mismatch::Rulebook { published, computed } => {
                Message::new("replay-other-rulebook").count("published", published.0).count("computed", computed.0)
            }
            Mismatch::Position => Message::new("replay-impossible-position")
                .count("position", edition.position.0)
                .count("published", edition.published.0),
        }
    }

    pub(super) fn json(&self) -> Value {
        let edition = self.comparison.as_ref().map(|comparison| {
            let edition = comparison.edition;
            let mut shown = edition_json(edition);
            shown["matches"] = json!(comparison.mismatches.is_empty());
            shown["differences"] = comparison.mismatches.iter().map(mismatch_name).collect();
            shown["same_calculation"] = json!(!comparison.is_of_another_calculation());
            shown
        });
        let names = self
            .names
            .as_ref()
            .map(|names| json!({ "verified": names.verified, "absent": names.absent, "wrong": names.wrong }));
        json!({
            "list": self.list.to_string(),
            "position": self.replayed.position.0,
            "recorded_at": self.replayed.recorded_at.map(|time| time.to_string()),
            "root": hex(&self.replayed.root),
            "digest": self.digest().to_string(),
            "bytes": self.bytes.len(),
            "rows": self.drawn.list.rows.len(),
            "rulebook": self.drawn.rulebook.to_string(),
            "rulebook_position": self.drawn.rulebook_position.0,
            "calculation": CALCULATION_VERSION,
            "same_as_editions": self.same(),
            "edition": edition,
            "checkpoint": self.replayed.covered_by,
            "publication_checkpoint": self.replayed.publication_covered_by,
            "names": names,
            "export": export_json(self.report),
        })
    }
}

fn mismatch_name(mismatch: &Mismatch) -> &'static str {
    match mismatch {
        Mismatch::PublishedDigest => "published_digest",
        Mismatch::Bytes { .. } => "bytes",
        Mismatch::ListMissing => "nothing_drawn",
        Mismatch::Root => "root",
        Mismatch::Rulebook { .. } => "rulebook_position",
        Mismatch::Position => "position",
    }
}

fn edition_json(edition: &PublishedEdition) -> Value {
    json!({
        "number": edition.number,
        "digest": edition.digest.to_string(),
        "position": edition.position.0,
        "root": hex(&edition.root),
        "rulebook_position": edition.rulebook_position.0,
        "calculation": edition.calculation,
        "published": edition.published.0,
        "published_at": edition.published_at.to_string(),
    })
}

fn export_json(report: &Report) -> Value {
    let source = match report.key_source {
        KeySource::Export => "export",
        KeySource::Given => "given",
    };
    json!({
        "events": report.events,
        "root": hex(&report.root),
        "covered": report.covered,
        "verifier_key": report.key.to_string(),
        "key_source": source,
    })
}

/// Which lists an export holds.
pub(super) fn write_survey(lang: Lang, format: ListFormat, found: &ExportSummary) -> Result<(), Failure> {
    let lists: BTreeSet<&ListId> = found.published.keys().chain(&found.computable_lists).collect();
    let editions = |list: &ListId| found.published.get(list).map_or(&[][..], Vec::as_slice);
    let mut out = output();
    match format {
        ListFormat::Json => {
            let list = |list: &&ListId| {
                let editions: Vec<Value> = editions(list).iter().map(edition_json).collect();
                json!({ "list": list.to_string(), "editions": editions })
            };
            let lists: Vec<Value> = lists.iter().map(list).collect();
            writeln!(out, "{:#}", json!({ "lists": lists, "export": export_json(&found.report) }))?;
        }
        ListFormat::Table => {
            let title = Message::new("replay-lists").count("n", lists.len() as u64).count("end", found.report.events);
            writeln!(out, "{}", lang.render(&title))?;
            for list in lists {
                let editions = editions(list);
                let message =
                    Message::new("replay-list").with("list", list.to_string()).count("n", editions.len() as u64);
                writeln!(out, "{}", lang.render(&message))?;
                for edition in editions {
                    let message = Message::new("replay-edition")
                        .number("edition", edition.number)
                        .count("position", edition.position.0)
                        .with("time", edition.published_at.to_string())
                        .with("digest", edition.digest.to_string());
                    writeln!(out, "{}", lang.render(&message))?;
                }
            }
        }
    }
    Ok(out.flush()?)
}
