//! A comparison in words and as JSON.

use super::steps::{ChangeKind, CompetitionKind};
use super::{Change, Comparison, Ids, InputDifference, List, RowValue};
use crate::directory::{CompetitionName, Directory};
use crate::localization::{Lang, Message, choice_name, printable};
use domain::values::ids::RESERVED_RANKING_ID;
use serde_json::{Value, json};
use smol_str::SmolStr;
use std::io::{self, Write};

/// Writes a comparison for people: list by list, each row with what did it.
pub fn write(comparison: &Comparison, lang: Lang, out: &mut impl Write) -> io::Result<()> {
    let names = Names { comparison, lang };
    if comparison.steps.is_empty() {
        return writeln!(out, "{}", lang.text("compare-same-inputs"));
    }
    writeln!(out, "{}", lang.render(&Message::new("compare-inputs").number("n", comparison.steps.len() as i64)))?;
    for step in &comparison.steps {
        writeln!(out, "  {}", names.step(step))?;
    }
    if comparison.changes.is_empty() {
        return writeln!(out, "\n{}", lang.text("compare-no-changes"));
    }
    for group in comparison.changes.chunk_by(|a, b| a.list == b.list) {
        writeln!(out, "\n{}", names.list(&group[0].list, group.len()))?;
        let mut ordered: Vec<&Change> = group.iter().collect();
        ordered.sort_by_key(|change| place(change.after.as_ref()).or(place(change.before.as_ref())));
        for change in ordered {
            writeln!(out, "  {}", names.change(change))?;
        }
    }
    Ok(())
}

fn place(value: Option<&RowValue>) -> Option<u32> {
    match value {
        Some(RowValue::Points { place, .. } | RowValue::Qualification { place, .. }) => Some(*place),
        Some(RowValue::Pending { .. }) | None => None,
    }
}

struct Names<'a> {
    comparison: &'a Comparison,
    lang: Lang,
}

fn position(ids: &[SmolStr], id: &str) -> Option<usize> {
    ids.binary_search_by(|known| known.as_str().cmp(id)).ok()
}

impl Names<'_> {
    /// The second input's names come first: they are the later ones.
    fn sides(&self) -> [(&Ids, &Directory); 2] {
        [(&self.comparison.after_ids, &self.comparison.after), (&self.comparison.before_ids, &self.comparison.before)]
    }

    fn player(&self, id: &str) -> String {
        let known = self.sides().into_iter().find_map(|(ids, directory)| {
            let name = &directory.players[position(&ids.players, id)?];
            Some(format!("{} {} ", name.first_name, name.surname))
        });
        let text = format!("{}[{id}]", known.unwrap_or_default());
        printable(text.into()).into_owned()
    }

    fn event(&self, id: &str) -> String {
        if id == RESERVED_RANKING_ID {
            return self.lang.text("the-ranking");
        }
        let known = self.sides().into_iter().find_map(|(ids, directory)| {
            Some(match &directory.events[position(&ids.events, id)?] {
                CompetitionName::Named(name) => name.to_string(),
                CompetitionName::Online(kind, edition) => self.lang.render(
                    &Message::new("online-edition")
                        .with("event", choice_name(self.lang, "online", *kind))
                        .number("edition", *edition),
                ),
            })
        });
        let text = known.map_or(format!("[{id}]"), |name| format!("{name} [{id}]"));
        printable(text.into()).into_owned()
    }

    fn list(&self, list: &List, changes: usize) -> String {
        let (kind, id) = list.parts();
        let name = match list {
            List::GrandPrix(id) => self.event(id),
            _ => id.to_owned(),
        };
        let message = Message::new(format!("compare-list-{kind}")).with("id", name).number("n", changes as i64);
        self.lang.render(&message)
    }

    fn value(&self, value: &RowValue) -> String {
        let message = match value {
            RowValue::Points { place, points } => Message::new("compare-points")
                .message("place", Message::new("place").number("n", *place))
                .message("points", Message::new("points").number("n", *points)),
            RowValue::Qualification { event, place, .. } => Message::new("compare-qualification")
                .with("event", self.event(event))
                .message("place", Message::new("place").number("n", *place)),
            RowValue::Pending { open, candidates } if candidates.is_empty() => {
                Message::new("compare-open").number("open", *open)
            }
            RowValue::Pending { open, candidates } => {
                let candidates: Vec<String> = candidates.iter().map(|id| self.player(id)).collect();
                Message::new("compare-pending").number("open", *open).with("candidates", candidates.join(", "))
            }
        };
        self.lang.render(&message)
    }

    fn change(&self, change: &Change) -> String {
        let subject = match change.list {
            List::MpPending(_) | List::MwPending(_) => self.event(&change.subject),
            _ => self.player(&change.subject),
        };
        let qualification = matches!(change.list, List::Mp(_) | List::Mw(_) | List::Wildcards(_));
        let message = match (&change.before, &change.after) {
            (None, Some(after)) if qualification => Message::new("compare-gained").with("after", self.value(after)),
            (Some(before), None) if qualification => Message::new("compare-lost").with("before", self.value(before)),
            (None, Some(after)) => Message::new("compare-new").with("after", self.value(after)),
            (Some(before), None) => Message::new("compare-gone").with("before", self.value(before)),
            (Some(before), Some(after)) => {
                Message::new("compare-moved").with("before", self.value(before)).with("after", self.value(after))
            }
            (None, None) => Message::new("nothing"),
        };
        let changed = self.lang.render(&message.with("subject", subject));
        // Where the inputs differ in one thing only, saying so in every row would hide the rest.
        if self.comparison.steps.len() == 1 {
            return changed;
        }
        let causes = match change.causes.as_slice() {
            [] => self.lang.text("compare-no-cause"),
            [one] => self.step(one),
            several => {
                let (first, last) = (self.step(&several[0]), self.step(&several[several.len() - 1]));
                let message = Message::new("compare-several-causes").number("n", several.len() as i64);
                self.lang.render(&message.with("first", first).with("last", last))
            }
        };
        self.lang.render(&Message::new("compare-cause").with("change", changed).with("cause", causes))
    }

    fn step(&self, step: &InputDifference) -> String {
        let how = |how: &ChangeKind| {
            Message::new(match how {
                ChangeKind::Added => "how-added",
                ChangeKind::Removed => "how-removed",
                ChangeKind::Changed => "how-changed",
            })
        };
        let message = match step {
            InputDifference::Players => Message::new("step-players"),
            InputDifference::Parameter { path, before, after } => {
                Message::new("step-parameter").with("path", *path).with("before", before).with("after", after)
            }
            InputDifference::Seasons => Message::new("step-seasons"),
            InputDifference::Event(kind, id, change) => {
                let id_of_kind = match kind {
                    CompetitionKind::Tournament => "step-tournament",
                    CompetitionKind::League => "step-league",
                    CompetitionKind::GrandPrix => "step-grand-prix",
                    CompetitionKind::Online => "step-online",
                };
                Message::new(id_of_kind).with("event", self.event(id)).message("how", how(change))
            }
            InputDifference::Waivers(player) => Message::new("step-waivers").with("player", self.player(player)),
            InputDifference::Championship(id, change) => {
                Message::new("step-championship").with("id", id.as_str()).message("how", how(change))
            }
            InputDifference::TieDecision(event, season, change) => {
                let season = season.as_ref().map(|season| format!(" {season}")).unwrap_or_default();
                let event = self.event(event) + &season;
                Message::new("step-tie-decision").with("event", event).message("how", how(change))
            }
        };
        self.lang.render(&message)
    }
}

/// A comparison as a JSON value, for programs.
pub fn to_json(comparison: &Comparison) -> Value {
    json!({
        "format": "season-comparison/1",
        "inputs": comparison.steps.iter().map(step_json).collect::<Vec<_>>(),
        "changes": comparison.changes.iter().map(change_json).collect::<Vec<_>>(),
    })
}

fn change_json(change: &Change) -> Value {
    let (list, id) = change.list.parts();
    let subject = match change.list {
        List::MpPending(_) | List::MwPending(_) => "event",
        _ => "player",
    };
    json!({
        "list": list,
        "of": id,
        subject: change.subject,
        "before": change.before.as_ref().map(value_json),
        "after": change.after.as_ref().map(value_json),
        "causes": change.causes.iter().map(step_json).collect::<Vec<_>>(),
    })
}

fn value_json(value: &RowValue) -> Value {
    match value {
        RowValue::Points { place, points } => json!({"place": place, "points": points}),
        RowValue::Qualification { event, place, .. } => match value.source_name() {
            Some(source) => json!({"source": source, "event": event, "place": place}),
            None => json!({"event": event, "place": place}),
        },
        RowValue::Pending { open, candidates } => json!({"open": open, "candidates": candidates}),
    }
}

fn step_json(step: &InputDifference) -> Value {
    let how = |how: &ChangeKind| match how {
        ChangeKind::Added => "added",
        ChangeKind::Removed => "removed",
        ChangeKind::Changed => "changed",
    };
    match step {
        InputDifference::Players => json!({"players": "changed"}),
        InputDifference::Parameter { path, before, after } => {
            json!({"parameter": path, "before": before, "after": after})
        }
        InputDifference::Seasons => json!({"seasons": "changed"}),
        InputDifference::Event(kind, id, change) => json!({"event": id, "kind": kind_name(*kind), "how": how(change)}),
        InputDifference::Waivers(player) => json!({"waivers_of": player}),
        InputDifference::Championship(id, change) => json!({"championship": id, "how": how(change)}),
        InputDifference::TieDecision(event, Some(season), change) => {
            json!({"tie_decision": event, "season": season, "how": how(change)})
        }
        InputDifference::TieDecision(event, None, change) => json!({"tie_decision": event, "how": how(change)}),
    }
}

fn kind_name(kind: CompetitionKind) -> &'static str {
    match kind {
        CompetitionKind::Tournament => "tournament",
        CompetitionKind::League => "league",
        CompetitionKind::GrandPrix => "grand_prix",
        CompetitionKind::Online => "online",
    }
}
